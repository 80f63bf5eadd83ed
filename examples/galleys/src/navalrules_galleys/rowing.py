"""Rowing (GAL-ROW): each galley says how far she rows and how she turns, and all move."""

from collections.abc import Sequence
from typing import ClassVar

import attrs

import navalrules as nr
from navalrules_galleys.ship import Galley, galleys

HELMS = {"straight": 0, "port": -1, "starboard": 1}


@attrs.frozen(kw_only=True)
class Row(nr.Order):
    """Lengths to row ahead, and then the helm: straight, port or starboard."""

    kind: ClassVar[str] = "row"
    lengths: int
    helm: str


@nr.ruling("GAL-ROW-02")
def reach(tables: nr.Tables, ship: Galley) -> int:
    """The most lengths that she can row with the oars that are left."""
    most: int = tables["rowing"].whole("most")
    return max(1, most * ship.oars // ship.oars_full)


class Rowing(nr.Phase):
    """All galleys move as their orders say, in order of id."""

    name = "rowing"
    rules = ("GAL-ROW-01",)

    def requests(self, battle: nr.Battle) -> Sequence[nr.Request]:
        """An order from each galley."""
        return [nr.Choice(ship.side, _orders(battle, ship), "GAL-ROW-01") for ship in galleys(battle)]

    def run(self, battle: nr.Battle) -> None:
        """Move them."""
        notch = battle.tables["rowing"].number("notch")
        for ship in galleys(battle):
            order = battle.answer(Row.kind, ship.id)
            if isinstance(order, Row) and ship.pose is not None:
                _move(battle, ship, order, HELMS[order.helm] * notch)


def _orders(battle: nr.Battle, ship: Galley) -> list[nr.Order]:
    far = battle.bound[reach](battle.tables, ship)
    return [Row(ship=ship.id, lengths=lengths, helm=helm) for lengths in range(far, -1, -1) for helm in HELMS]


def _move(battle: nr.Battle, ship: Galley, order: Row, turn: float) -> None:
    start = ship.pose
    assert start is not None
    end = start.moved(order.lengths, turn)
    ruled = nr.Ruling("GAL-ROW-02", order.lengths, need=battle.bound[reach](battle.tables, ship))
    battle.emit(
        nr.ShipMoved,
        ship=ship.id,
        distance=float(order.lengths),
        turned=turn,
        track=(start, end),
        rulings=(ruled,),
        changes=(battle.change(ship, "pose", end),),
    )
