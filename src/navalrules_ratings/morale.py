"""When a crew is put to the test, and when she strikes (RAT-BGMORALE)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from navalrules import MoraleTested, Ruling, StatusChanged, alter, ruling
from navalrules_ratings.checks import quality
from navalrules_ratings.damage import strikes
from navalrules_ratings.lore import Morale
from navalrules_ratings.ship import RatingsShip

if TYPE_CHECKING:
    from navalrules import Battle


@ruling("RAT-BGMORALE-01")
def triggers(battle: Battle, ship: RatingsShip) -> tuple[str, ...]:
    """What calls for a test in her Command Phase, by name."""
    figures: Morale = battle.lore.morale
    found = []
    if ship.hull * figures.half_of <= ship.hull_full:
        found.append("hull")
    if ship.mast and not any(ship.mast):
        found.append("masts")
    if ship.fire_since and battle.state.turn - ship.fire_since + 1 >= figures.fire_turns:
        found.append("fire")
    if not ship.crew and _held_by_enemy(battle, ship):
        found.append("crew")
    if ship.stern_raked >= figures.stern_rr:
        found.append("stern_raked")
    return tuple(found)


def _held_by_enemy(battle: Battle, ship: RatingsShip) -> bool:
    ships = battle.state.ships
    return any(ships[name].side != ship.side and ships[name].fighting for name in ship.grappled)


@ruling("RAT-BGMORALE-02")
def morale_test(battle: Battle, ship: RatingsShip, held: tuple[str, ...]) -> Ruling:
    """d6, quality, -1 for each trigger after the first, -2 at a quarter of the hull: 1 or less strikes."""
    figures: Morale = battle.lore.morale
    modifiers = [battle.bound[quality](battle.lore, ship)]
    if len(held) > 1:
        modifiers.append(figures.more[len(held) - 1])
    if ship.hull * figures.quarter_of <= ship.hull_full:
        modifiers.append(figures.quarter)
    total = int(sum([modifier.amount for modifier in modifiers]))
    roll = battle.dice.reaches(6, figures.need - total, ship.id, "morale")
    also = ("RAT-BGMORALE-01", "RAT-RATE-09", "RAT-BGCREW-02")
    return Ruling("RAT-BGMORALE-02", roll.value, roll, figures.need, tuple(modifiers), total, also)


def face_morale(battle: Battle, ship: RatingsShip) -> None:
    """Step 3 of the Command Phase (RAT-BGSEQ-02)."""
    held = battle.bound[triggers](battle, ship)
    forgotten = (alter(ship, "stern_raked", 0),) if ship.stern_raked else ()
    if not held:
        if forgotten:
            battle.emit(
                StatusChanged, ship=ship.id, what="rakes", changes=forgotten, rules=("RAT-BGMORALE-01",)
            )
        return
    ruled = battle.bound[morale_test](battle, ship, held)
    battle.emit(MoraleTested, ship=ship.id, held=ruled.outcome, rulings=(ruled,), changes=forgotten)
    if not ruled.outcome:
        strikes(battle, ship, (), (), _STRUCK)


_STRUCK: Final = ("RAT-BGMORALE-02", "RAT-BGMORALE-03")
