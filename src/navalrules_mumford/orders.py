"""The orders of this rulebook: what a captain writes for a move, and what a senior officer signals."""

from __future__ import annotations

from typing import ClassVar, Final

import attrs

from navalrules import Order

SOLID: Final = "solid"
DISMANTLING: Final = "dismantling"
GRAPE: Final = "grape"
SHOTS: Final = (SOLID, DISMANTLING, GRAPE)
SAIL: Final = "sail"
FORMATION: Final = "formation"
TACK: Final = "tack"
HEAVE_TO: Final = "heave_to"
ANCHOR: Final = "anchor"
WEIGH: Final = "weigh"
JURY: Final = "jury"
BOATS_PULL: Final = "boats_pull"
KEDGE: Final = "kedge"
EVOLUTIONS: Final = (SAIL, FORMATION, TACK, HEAVE_TO, ANCHOR, WEIGH, JURY, BOATS_PULL, KEDGE)
STRAIGHT: Final = "straight"
HELMS: Final = (STRAIGHT, "port", "starboard")
BOAT_WORK: Final = ("", "out", "in", "astern", "tow", "rescue", "shift", "burn")


@attrs.frozen
class Bend:
    """A part of a path: helm (straight, port, starboard), inches of travel, degrees turned along it."""

    helm: str
    distance: float
    turn: float = 0.0


@attrs.frozen(kw_only=True)
class ShipOrders(Order):
    """The written orders of one move (MUM-SEQ-02, MUM-FIRE-06, MUM-GRAP-01).

    `speed` is a ceiling in inches a move; `path` is run as far as it goes, then straight on. Guns fire at
    `target` if they can, else at the nearest enemy, with `shot`, unless `hold_fire`. `battery` is the side
    manned first ("" the engaged one). `grapple` names a ship to take hold of, `board` writes boarding down,
    `all_hands` brings the lower decks too. `mate` is the other ship of boats' work, `prize` a struck ship to
    take over, `shift_to` where a flag officer goes. `pumps` and `fire_party` are men told off.
    """

    kind: ClassVar[str] = "ship_orders"
    evolution: str = SAIL
    speed: float = 0.0
    path: tuple[Bend, ...] = ()
    initiative: bool = False
    target: str = ""
    shot: str = SOLID
    hold_fire: bool = False
    battery: str = ""
    grapple: str = ""
    board: bool = False
    all_hands: bool = False
    resist: bool = True
    cast_off: bool = False
    challenge: bool = True
    boats: str = ""
    mate: str = ""
    tow: str = ""
    cast_off_tow: bool = False
    prize: str = ""
    shift_to: str = ""
    pumps: int = 0
    fire_party: int = 0


@attrs.frozen(kw_only=True)
class Signal(Order):
    """What a senior officer signals at the start of a move (MUM-SEQ-01): nothing, form (keep formation),
    own_orders (captains write their own), relinquish (give up the command)."""

    kind: ClassVar[str] = "signal"
    signal: str = ""


ORDERS: Final = (ShipOrders, Signal)
