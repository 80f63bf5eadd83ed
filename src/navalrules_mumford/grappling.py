"""Taking hold of a ship, and letting go (MUM-GRAP)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from navalrules import SUNK, Change, Dice, Grappled, Ruling, StatusChanged, Tables, ruling
from navalrules_mumford.phase import fighting, put, ship_of
from navalrules_mumford.ship import Grapple, MumfordShip

if TYPE_CHECKING:
    from navalrules import Battle
    from navalrules_mumford.field import Field


@ruling("MUM-GRAP-02")
def grapples_hold(tables: Tables, dice: Dice, ship: str) -> Ruling:
    """Where the other side objects, a D6 of 4 and more carries it; the grappler throws (MUM-GAP-62)."""
    need = tables["grapple"].whole("holds")
    roll = dice.reaches(6, need, ship, "grapple")
    return Ruling("MUM-GRAP-02", roll.value, roll, need)


@ruling("MUM-GRAP-03")
def boards_after(tables: Tables, written: bool) -> int:
    """Fifths from grappling until boarding may begin: one if it was written down, else three."""
    return tables["grapple"].whole("written" if written else "unwritten")


@ruling("MUM-GRAP-03")
def casts_off(tables: Tables, dice: Dice, ship: str) -> Ruling:
    """Grapples are cast off on a D6 of 4 and more, with no melee going on (MUM-GAP-98)."""
    need = tables["grapple"].whole("cast_off")
    roll = dice.reaches(6, need, ship, "cast off")
    return Ruling("MUM-GRAP-03", roll.value, roll, need)


POINTS = (grapples_hold, casts_off, boards_after)


def grapple_all(battle: Battle, field: Field, fifth: int) -> None:
    """The end of a fifth's fire: ships in contact whose orders say so try to take hold (MUM-GRAP-01)."""
    for ship in fighting(battle):
        order = ship.orders
        if order is None or not ship.aboard:
            continue
        if order.cast_off and ship.grapples:
            _cast_off(battle, ship)
        elif order.grapple and not ship.holds(order.grapple):
            other = ship_of(battle, order.grapple)
            if other.status != SUNK and field.view(ship, other).range <= 0.0:
                _grapple(battle, ship, other, fifth)


def _grapple(battle: Battle, ship: MumfordShip, other: MumfordShip, fifth: int) -> None:
    if ship.holds(other.id):
        return
    bound, tables = battle.bound, battle.tables
    objects = other.fighting and (other.orders is None or other.orders.resist)
    rulings: list[Ruling] = []
    if objects:
        rulings.append(bound[grapples_hold](tables, battle.dice, ship.id))
    held = not objects or bool(rulings[0].outcome)
    changes: list[Change] = []
    rules = ["MUM-GRAP-01", "MUM-SEQ-06"]
    if held:
        written = bool(ship.orders and ship.orders.board)
        ready = fifth + bound[boards_after](tables, written)
        put(ship, changes, grapples=(*ship.grapples, Grapple(other.id, fifth, ready)), speed=0.0)
        theirs = fifth + bound[boards_after](tables, False)
        put(other, changes, grapples=(*other.grapples, Grapple(ship.id, fifth, theirs)), speed=0.0)
        rules.append("MUM-GRAP-03")
    battle.emit(
        Grappled,
        ship=ship.id,
        target=other.id,
        held=held,
        rulings=tuple(rulings),
        changes=tuple(changes),
        rules=tuple(rules),
    )


def _cast_off(battle: Battle, ship: MumfordShip) -> None:
    if ship.melee is not None:
        return
    ruled = battle.bound[casts_off](battle.tables, battle.dice, ship.id)
    changes: list[Change] = []
    if ruled.outcome:
        for grapple in ship.grapples:
            other = ship_of(battle, grapple.other)
            put(other, changes, grapples=other.loosed(ship.id))
        put(ship, changes, grapples=())
    battle.emit(
        StatusChanged,
        ship=ship.id,
        what="cast off" if ruled.outcome else "still held",
        rulings=(ruled,),
        changes=tuple(changes),
    )


def let_go(battle: Battle) -> None:
    """Ships grappled to one that no longer fights may part from her at the end of the move."""
    for ship in fighting(battle):
        gone = [each for each in ship.grapples if not ship_of(battle, each.other).fighting]
        order = ship.orders
        if not gone or ship.melee is not None or (order is not None and order.prize):
            continue
        changes: list[Change] = []
        for grapple in gone:
            other = ship_of(battle, grapple.other)
            put(other, changes, grapples=other.loosed(ship.id))
        put(ship, changes, grapples=tuple([each for each in ship.grapples if each not in gone]))
        battle.emit(
            StatusChanged, ship=ship.id, what="cast off", changes=tuple(changes), rules=("MUM-GRAP-03",)
        )
