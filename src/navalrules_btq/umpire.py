"""The umpire's hand: what may be done to a ship outside the rules, marked as such in the log (BTQ-UI-01).

Each is an order that nobody asks for, given by `side = "umpire"`; a captain may strike her own colours too
(BTQ-UI-06).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final

import attrs

from navalrules import FIGHTING, SUNK, UMPIRE, Change, IllegalOrder, Order, StatusChanged, alter
from navalrules_btq import irons, parties, surrender, tacking
from navalrules_btq.phase import put, ship_of
from navalrules_btq.sheet import sail_of
from navalrules_btq.ship import BtqShip
from navalrules_btq.texts import refusal as refused

if TYPE_CHECKING:
    from navalrules import Battle
    from navalrules_btq.harm_lore import HarmLore, Layout


@attrs.frozen(kw_only=True, slots=False)
class UmpireRuled(StatusChanged):
    """The umpire did something by hand: `what` is the kind of the order, `sail` what a ship lost, `target`
    the ship that she was parted from."""

    tag: ClassVar[str] = "umpire_ruled"
    sail: str = ""
    target: str = ""


@attrs.frozen(kw_only=True)
class RemoveSail(Order):
    """Take a sail, such as main_topsail or bowsprit_jib, away from a ship: no mast falls for it and nothing
    is carried on (BTQ-DMG-16)."""

    kind: ClassVar[str] = "remove_sail"
    side: str = UMPIRE
    sail: str


@attrs.frozen(kw_only=True)
class StartFire(Order):
    """Light a fire aboard: a fireship, or an accident that the scenario tells of (BTQ-DMG-16)."""

    kind: ClassVar[str] = "start_fire"
    side: str = UMPIRE


@attrs.frozen(kw_only=True)
class Strike(Order):
    """Haul down her colours; her own side may order it as well (BTQ-UI-06)."""

    kind: ClassVar[str] = "strike"


@attrs.frozen(kw_only=True)
class Part(Order):
    """Part her from the ship `other` that she is fast to (BTQ-UI-06)."""

    kind: ClassVar[str] = "part"
    side: str = UMPIRE
    other: str


@attrs.frozen(kw_only=True)
class RemoveShip(Order):
    """Take her out of the game, as if she had never been there any more (BTQ-UI-06)."""

    kind: ClassVar[str] = "remove_ship"
    side: str = UMPIRE


@attrs.frozen(kw_only=True)
class LiftGate(Order):
    """Let her tack this turn though she has not beaten in the last (BTQ-TACK-03)."""

    kind: ClassVar[str] = "lift_gate"
    side: str = UMPIRE


@attrs.frozen(kw_only=True)
class HoldDrift(Order):
    """Keep her drifting in irons one turn more (BTQ-IRONS-06)."""

    kind: ClassVar[str] = "hold_drift"
    side: str = UMPIRE


@attrs.frozen(kw_only=True)
class ForceRecover(Order):
    """Bring her bow back to the old heading at once (BTQ-IRONS-07)."""

    kind: ClassVar[str] = "force_recover"
    side: str = UMPIRE


@attrs.frozen(kw_only=True)
class TackComplete(Order):
    """Declare her bow clear of the wind (BTQ-TACK-10)."""

    kind: ClassVar[str] = "tack_complete"
    side: str = UMPIRE


ORDERS: Final[tuple[type[Order], ...]] = (
    RemoveSail,
    StartFire,
    Strike,
    Part,
    RemoveShip,
    LiftGate,
    HoldDrift,
    ForceRecover,
    TackComplete,
)
EVENTS: Final = (UmpireRuled,)


@attrs.frozen
class Act:
    """How one kind of order is looked at and carried out; a refusal cites `rule`."""

    bar: Callable[[Battle, BtqShip, Any], IllegalOrder | None]
    do: Callable[[Battle, BtqShip, Any], None]
    rule: str


def refusal(battle: Battle, order: Order) -> IllegalOrder | None:
    """Why an order that nobody asked for is refused, or None."""
    act = _ACTS.get(type(order))
    if act is None:
        return IllegalOrder(f"nobody asks {order.ship or 'the table'} for {order.kind!r}", battle.owed())
    if order.side != UMPIRE and not (isinstance(order, Strike) and order.side):
        return refused("umpires_order", act.rule, kind=order.kind)
    if not order.ship:
        return refused("no_ship_named", act.rule, kind=order.kind)
    return act.bar(battle, ship_of(battle, order.ship), order)


def carry_out(battle: Battle, order: Order) -> None:
    """Do what `refusal` let pass; the log says that it was done by hand."""
    _ACTS[type(order)].do(battle, ship_of(battle, order.ship), order)


# ---------------------------------------------------------------- what is looked at


def _layout(battle: Battle, ship: BtqShip) -> Layout:
    harm: HarmLore = battle.lore.harm
    return harm.layouts[ship.mast_plan]


def _sail(battle: Battle, ship: BtqShip, name: str) -> int | None:
    for place, section in enumerate(_layout(battle, ship).sections):
        if sail_of(section) == name and not ship.sails >> place & 1:
            return place
    return None


def _bar_sail(battle: Battle, ship: BtqShip, order: RemoveSail) -> IllegalOrder | None:
    if _sail(battle, ship, order.sail) is not None:
        return None
    sections = _layout(battle, ship).sections
    left = [sail_of(section) for place, section in enumerate(sections) if not ship.sails >> place & 1]
    return refused("no_such_sail", "BTQ-DMG-16", sail=order.sail, left=", ".join(left) or "-")


def _bar_sunk(battle: Battle, ship: BtqShip, order: Order) -> IllegalOrder | None:
    return refused("she_is_gone", _ACTS[type(order)].rule, ship=ship.name) if ship.status == SUNK else None


def _bar_out(battle: Battle, ship: BtqShip, order: Order) -> IllegalOrder | None:
    return refused("out_of_action", "BTQ-UI-06", ship=ship.name) if ship.status != FIGHTING else None


def _bar_free(battle: Battle, ship: BtqShip, order: Part) -> IllegalOrder | None:
    if parties.pair_between(battle, ship.id, order.other) is not None:
        return None
    held = [pair.other(ship.id) for pair in parties.pairs_of(battle, ship.id)]
    return refused("not_fast", "BTQ-UI-06", ship=ship.name, other=order.other, held=", ".join(held) or "-")


def _bar_gate(battle: Battle, ship: BtqShip, order: LiftGate) -> IllegalOrder | None:
    if ship.status == FIGHTING and not (ship.beat or ship.override):
        return None
    return refused("gate_open", "BTQ-TACK-03", ship=ship.name)


def _bar_irons(battle: Battle, ship: BtqShip, order: Order) -> IllegalOrder | None:
    if ship.status == FIGHTING and ship.irons in (irons.LOCKED, irons.ADRIFT):
        return None
    return refused("not_in_irons", _ACTS[type(order)].rule, ship=ship.name)


def _bar_hold(battle: Battle, ship: BtqShip, order: HoldDrift) -> IllegalOrder | None:
    # The turn before, the next advance brings no recovery that could be put off.
    if ship.status == FIGHTING and ship.irons == irons.ADRIFT:
        return None
    return refused("not_adrift", "BTQ-IRONS-06", ship=ship.name)


def _bar_crossing(battle: Battle, ship: BtqShip, order: TackComplete) -> IllegalOrder | None:
    if ship.status == FIGHTING and ship.tacking:
        return None
    return refused("not_crossing", "BTQ-TACK-10", ship=ship.name)


# ---------------------------------------------------------------- what is done


def _by_hand(
    battle: Battle,
    ship: BtqShip,
    order: Order,
    changes: list[Change],
    *rules: str,
    sail: str = "",
    target: str = "",
) -> None:
    battle.emit(
        UmpireRuled,
        ship=ship.id,
        what=order.kind,
        sail=sail,
        target=target,
        changes=tuple(changes),
        rules=(*rules, "BTQ-UI-01"),
    )


def _remove_sail(battle: Battle, ship: BtqShip, order: RemoveSail) -> None:
    place = _sail(battle, ship, order.sail)
    assert place is not None
    changes = [alter(ship, "sails", ship.sails | 1 << place)]
    _by_hand(battle, ship, order, changes, "BTQ-DMG-16", sail=order.sail)


def _start_fire(battle: Battle, ship: BtqShip, order: StartFire) -> None:
    harm: HarmLore = battle.lore.harm
    changes = [alter(ship, "fires", (*ship.fires, 0))]
    surrender.cost(ship, harm.sp["fire_sp_per_start"], changes)
    _by_hand(battle, ship, order, changes, "BTQ-DMG-16", "BTQ-FIRE-01", "BTQ-SP-07")
    surrender.settle(battle, ship)


def _strike(battle: Battle, ship: BtqShip, order: Strike) -> None:
    if order.side == UMPIRE:
        _by_hand(battle, ship, order, [], "BTQ-UI-06")
    surrender.strike(battle, ship, "BTQ-UI-06")


def _part(battle: Battle, ship: BtqShip, order: Part) -> None:
    pair = parties.pair_between(battle, ship.id, order.other)
    assert pair is not None
    changes = [parties.replace(battle, pair, None)]
    _by_hand(battle, ship, order, changes, "BTQ-UI-06", target=order.other)


def _remove_ship(battle: Battle, ship: BtqShip, order: RemoveShip) -> None:
    changes: list[Change] = []
    put(ship, changes, status=SUNK, removed=True)
    _by_hand(battle, ship, order, changes, "BTQ-UI-06")


def _lift_gate(battle: Battle, ship: BtqShip, order: LiftGate) -> None:
    tacking.lift_gate(battle, ship)


def _hold_drift(battle: Battle, ship: BtqShip, order: HoldDrift) -> None:
    irons.hold(battle, ship)


def _recover(battle: Battle, ship: BtqShip, order: ForceRecover) -> None:
    irons.recover_now(battle, ship)


def _tack_complete(battle: Battle, ship: BtqShip, order: TackComplete) -> None:
    tacking.declare_clear(battle, ship)


_ACTS: Final[dict[type[Order], Act]] = {
    RemoveSail: Act(_bar_sail, _remove_sail, "BTQ-DMG-16"),
    StartFire: Act(_bar_sunk, _start_fire, "BTQ-DMG-16"),
    Strike: Act(_bar_out, _strike, "BTQ-UI-06"),
    Part: Act(_bar_free, _part, "BTQ-UI-06"),
    RemoveShip: Act(_bar_sunk, _remove_ship, "BTQ-UI-06"),
    LiftGate: Act(_bar_gate, _lift_gate, "BTQ-TACK-03"),
    HoldDrift: Act(_bar_hold, _hold_drift, "BTQ-IRONS-06"),
    ForceRecover: Act(_bar_irons, _recover, "BTQ-IRONS-07"),
    TackComplete: Act(_bar_crossing, _tack_complete, "BTQ-TACK-10"),
}
