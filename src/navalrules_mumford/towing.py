"""One ship towing another (MUM-TOW)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from navalrules import SUNK, Change, Pose, Ruling, ShipMoved, StatusChanged, Tables, ruling
from navalrules_mumford.formation import trail
from navalrules_mumford.phase import afloat, fighting, put, ship_of, ships
from navalrules_mumford.ship import FRIGATE, SLOOP, THREE_DECKER, TWO_DECKER, MumfordShip
from navalrules_mumford.sighting import view_now

if TYPE_CHECKING:
    from navalrules import Battle

_CLASSES: Final = (THREE_DECKER, TWO_DECKER, FRIGATE, SLOOP)
_NEAR: Final = 2.0
"""Inches between hulls within which a tow can be passed: a boat's row in a move (MUM-BOAT-01)."""


@ruling("MUM-TOW-02")
def tow_ratio(tables: Tables, ship: MumfordShip, towed: MumfordShip) -> float:
    """The share of the towing ship's speed that the pair makes."""
    row = tables["tow"].row(_class(towed))
    place = 2 * _CLASSES.index(_class(ship))
    return row[place] / row[place + 1]


@ruling("MUM-TOW-01")
def coupled(tables: Tables, since: int, turn: int) -> bool:
    """Coupling two ships takes a whole move."""
    return turn - since >= tables["towing"].number("moves")


POINTS = (tow_ratio, coupled)


def _class(ship: MumfordShip) -> str:
    return ship.kind if ship.kind in _CLASSES else SLOOP


def may_take(battle: Battle, ship: MumfordShip) -> list[str]:
    """Ships of her side, or prizes, near enough to be taken in tow."""
    if ship.towing or ship.towed_by or ship.tow_from or ship.ashore or ship.dismasted:
        return []
    return [
        other.id
        for other in afloat(battle)
        if other is not ship
        and (other.side == ship.side or other.captor == ship.side)
        and not (other.towing or other.towed_by or other.ashore or other.grapples or other.anchored)
        and (other.aground is None or other.aground.towable)
        and view_now(battle, ship, other).range <= _NEAR
    ]


def pass_tows(battle: Battle) -> None:
    """The end of a move: tows ordered are begun, those begun a move ago are fast; tows are cast off."""
    for ship in fighting(battle):
        order = ship.orders
        if ship.towing and (_off(ship) or not _can_tow(battle, ship)):
            cast_off(battle, ship)
        elif ship.tow_from and battle.bound[coupled](battle.tables, ship.tow_from, battle.state.turn):
            _make_fast(battle, ship)
        elif order is not None and order.tow and order.tow in may_take(battle, ship):
            _begin(battle, ship, order.tow)


def _off(ship: MumfordShip) -> bool:
    return ship.orders is not None and ship.orders.cast_off_tow


def _can_tow(battle: Battle, ship: MumfordShip) -> bool:
    return not ship.dismasted and ship_of(battle, ship.towing).status != SUNK


def _begin(battle: Battle, ship: MumfordShip, other: str) -> None:
    changes: list[Change] = []
    put(ship, changes, towing=other, tow_from=battle.state.turn)
    put(ship_of(battle, other), changes, towed_by=ship.id)
    battle.emit(
        StatusChanged, ship=ship.id, what="passing a tow", changes=tuple(changes), rules=("MUM-TOW-01",)
    )


def _make_fast(battle: Battle, ship: MumfordShip) -> None:
    changes: list[Change] = []
    put(ship, changes, tow_from=0)
    towed, rules = ship_of(battle, ship.towing), ["MUM-TOW-01"]
    if towed.aground is not None:
        put(towed, changes, aground=None)
        rules.append("MUM-SHOAL-03")
    battle.emit(StatusChanged, ship=ship.id, what="tow fast", changes=tuple(changes), rules=tuple(rules))


def cast_off(battle: Battle, ship: MumfordShip) -> None:
    """Casting off is free at the end of a fifth (MUM-GAP-21)."""
    changes: list[Change] = []
    put(ship_of(battle, ship.towing), changes, towed_by="")
    put(ship, changes, towing="", tow_from=0)
    battle.emit(
        StatusChanged, ship=ship.id, what="tow cast off", changes=tuple(changes), rules=("MUM-TOW-01",)
    )


def drag(battle: Battle) -> None:
    """A ship in tow follows in the wake of the ship that tows her."""
    for ship in ships(battle):
        if not ship.towed_by or ship.pose is None or ship.status == SUNK:
            continue
        tug = ship_of(battle, ship.towed_by)
        if not tug.speed or tug.pose is None:
            continue
        inches = (tug.record.length + ship.record.length) / 2 + 1.0
        poses = []
        for pose in tug.way:
            x, y = trail(pose.x, pose.y, pose.heading, inches)
            poses.append(Pose(round(x, 9) + 0.0, round(y, 9) + 0.0, pose.heading))
        if not poses:
            continue
        start = ship.pose
        changes: list[Change] = []
        put(ship, changes, way=tuple(poses), pose=poses[-1])
        battle.emit(
            ShipMoved,
            ship=ship.id,
            distance=round(tug.speed, 9),
            turned=0.0,
            track=(start, *poses),
            rulings=(Ruling("MUM-TOW-02", tug.speed),),
            changes=tuple(changes),
        )
