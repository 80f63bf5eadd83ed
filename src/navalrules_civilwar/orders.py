"""The orders of this rulebook: what a captain writes, whom his guns fire at, where his men stand."""

from __future__ import annotations

from typing import ClassVar, Final

import attrs

from navalrules import Leg, Order

STEAM: Final = "steam"
SAIL: Final = "sail"
BOTH: Final = "both"
POWERS: Final = (STEAM, SAIL, BOTH)
DROP: Final = "drop"
WEIGH: Final = "weigh"


@attrs.frozen
class Half:
    """One half-move (ACW-SEQ-12): `speed` in knots for the whole turn (negative astern), so that half as
    many inches are run (ACW-SEQ-15); `power` steam, sail or both; `path` of legs that add up to the run."""

    speed: float
    power: str
    path: tuple[Leg, ...] = ()


@attrs.frozen(kw_only=True)
class SailingOrders(Order):
    """The written orders of one turn (ACW-SEQ-01, ACW-SEQ-12). `anchor` is "", "drop" or "weigh"."""

    kind: ClassVar[str] = "sailing"
    first: Half
    second: Half
    anchor: str = ""


@attrs.frozen(kw_only=True)
class FireOrder(Order):
    """Which gun fires at whom: pairs of gun name and target id (ACW-GUN-11). A gun not named is silent."""

    kind: ClassVar[str] = "fire"
    shots: tuple[tuple[str, str], ...] = ()


@attrs.frozen(kw_only=True)
class Stations(Order):
    """Where the crew squares go (ACW-CREW-11, -12): squares for each fire in order, guns to be manned in
    order of preference, squares for sail changes. Pumps, wreckage, steering and boilers see to themselves."""

    kind: ClassVar[str] = "stations"
    fires: tuple[int, ...] = ()
    guns: tuple[str, ...] = ()
    sails: int = 0


@attrs.frozen(kw_only=True)
class Losses(Order):
    """From which stations the lost crew squares come (ACW-HIT-07), one name a square."""

    kind: ClassVar[str] = "losses"
    stations: tuple[str, ...]


@attrs.frozen(kw_only=True)
class StrikeColours(Order):
    """Surrender, at any time (ACW-MOR-01)."""

    kind: ClassVar[str] = "strike"


ORDERS: Final = (SailingOrders, FireOrder, Stations, Losses, StrikeColours)
