"""Officers of captain's rank and above, and how they are lost (MUM-DMG-11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from navalrules import Change, Ruling, StatusChanged, alter, ruling
from navalrules_mumford.command import succeed
from navalrules_mumford.events import OfficerLost
from navalrules_mumford.lore import Lore
from navalrules_mumford.ship import MumfordShip

if TYPE_CHECKING:
    from navalrules import Battle


@ruling("MUM-DMG-11")
def officer_lost(battle: Battle, ship: MumfordShip, rank: str) -> Ruling:
    """A D6 for an officer at a tenth of the crew lost: a 1 loses him."""
    most = battle.lore.officer_lost_to
    roll = battle.dice.within(6, most, ship.id, f"{rank} hit")
    return Ruling("MUM-DMG-11", roll.value, roll, most)


def steps(lore: Lore, ship: MumfordShip, before: int) -> int:
    """Whole tenths of the original crew that she has lost since so many men were lost before."""
    tenth = ship.record.crew * lore.officer_percent
    return ship.lost * 100 // tenth - before * 100 // tenth if tenth else 0


POINTS = (officer_lost,)


def officers_fall(battle: Battle, ship: MumfordShip, before: int) -> bool:
    """Throw for every officer aboard for each tenth newly lost; whether the captain was killed."""
    captain = False
    for _ in range(steps(battle.lore, ship, before)):
        ruled = battle.bound[officer_lost](battle, ship, "captain")
        if ruled.outcome:
            captain = True
            _captain_killed(battle, ship, ruled)
        elif not ship.staff:
            _told(battle, ship, "captain", ruled)
        if ship.staff:
            ruled = battle.bound[officer_lost](battle, ship, "staff")
            if ruled.outcome:
                _staff_killed(battle, ship, ruled)
            else:
                _told(battle, ship, "staff", ruled)
    return captain


def _told(battle: Battle, ship: MumfordShip, rank: str, ruled: Ruling) -> None:
    battle.emit(StatusChanged, ship=ship.id, what=f"{rank} unhurt", rulings=(ruled,))


def _captain_killed(battle: Battle, ship: MumfordShip, ruled: Ruling) -> None:
    """The next officer is a regular (MUM-GAP-45)."""
    quality = ship.captain
    changes = [alter(ship, "captain_lost", quality)]
    if quality != "regular":
        changes.append(alter(ship, "captain", "regular"))
    battle.emit(
        OfficerLost, ship=ship.id, rank="captain", quality=quality, rulings=(ruled,), changes=tuple(changes)
    )


def _staff_killed(battle: Battle, ship: MumfordShip, ruled: Ruling) -> None:
    """A flag officer is lost; the next in seniority succeeds to his command (MUM-CMD-02)."""
    quality, rank = ship.staff, ship.rank
    changes: list[Change] = [alter(ship, "staff", "")]
    if rank:
        changes.append(alter(ship, "rank", ""))
    battle.emit(
        OfficerLost, ship=ship.id, rank="staff", quality=quality, rulings=(ruled,), changes=tuple(changes)
    )
    if rank:
        succeed(battle, ship, rank)
