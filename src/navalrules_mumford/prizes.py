"""Prizes taken over (MUM-PRIZE)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from navalrules import STRUCK, TAKEN, Change, Ruling, ShipTaken, StatusChanged, Tables, alter, ruling
from navalrules_mumford.phase import put, ships
from navalrules_mumford.ship import MumfordShip
from navalrules_mumford.sighting import view_now

if TYPE_CHECKING:
    from navalrules import Battle

_REACH: Final = 0.5


@ruling("MUM-PRIZE-01")
def prize_crew(tables: Tables, prize: MumfordShip) -> int:
    """A prize crew is twice the vessel's least rigging crew."""
    return prize.record.rigging * tables["prize"].whole("crew")


@ruling("MUM-PRIZE-02")
def secured(tables: Tables, since: int, turn: int) -> bool:
    """Taking a prize over fully, her people below, takes two moves."""
    return turn - since >= tables["prize"].whole("moves")


POINTS = (prize_crew, secured)


def open_prizes(battle: Battle, ship: MumfordShip) -> list[MumfordShip]:
    """Struck enemies in contact, or grappled, that nobody is taking over yet; nearest id first."""
    if ship.ashore or not ship.fighting:
        return []
    return [
        other
        for other in ships(battle)
        if other.status == STRUCK
        and other.side != ship.side
        and not other.captor
        and (ship.holds(other.id) or view_now(battle, ship, other).range <= _REACH)
        and ship.aboard > battle.bound[prize_crew](battle.tables, other)
    ]


def take_over(battle: Battle, everybody: list[MumfordShip]) -> None:
    """Prize crews of those that fight go aboard as ordered."""
    for ship in everybody:
        order = ship.orders
        if order is None or not order.prize:
            continue
        for prize in open_prizes(battle, ship):
            if prize.id == order.prize:
                _send(battle, ship, prize)


def _send(battle: Battle, ship: MumfordShip, prize: MumfordShip) -> None:
    men = battle.bound[prize_crew](battle.tables, prize)
    changes: list[Change] = []
    put(ship, changes, away=ship.away + men)
    put(prize, changes, captor=ship.side, prize_from=battle.state.turn, prize_crew=men)
    ruled = Ruling("MUM-PRIZE-01", men)
    battle.emit(StatusChanged, ship=prize.id, what="prize crew", rulings=(ruled,), changes=tuple(changes))


def move_on(battle: Battle) -> None:
    """Prizes taken two moves ago are secured."""
    for prize in ships(battle):
        if prize.status != STRUCK or not prize.captor:
            continue
        if battle.bound[secured](battle.tables, prize.prize_from, battle.state.turn):
            change = alter(prize, "status", TAKEN)
            battle.emit(ShipTaken, ship=prize.id, by=prize.captor, changes=(change,), rules=("MUM-PRIZE-02",))
