"""What is loaded: kinds of shot, how far and at what they may be fired, and how many there are (BTQ-SHOT)."""

from __future__ import annotations

from navalrules import ruling
from navalrules_btq.ordnance import DOUBLE, PLACE, SCARCE, Factor, Gun, Ordnance
from navalrules_btq.phase import at
from navalrules_btq.ship import BtqShip


@ruling("BTQ-SHOT-01")
def shot_factor(ordnance: Ordnance, shot: str) -> Factor:
    """What the shot makes of the damage."""
    return ordnance.shots[shot]


@ruling("BTQ-SHOT-02")
def charge(gun: Gun, shot: str) -> str:
    """What a gun really fires when `shot` is ordered: that shot (BTQ-SHOT-09 off)."""
    return shot


@ruling("BTQ-SHOT-03", "BTQ-GUN-40")
def farthest(ordnance: Ordnance, shot: str) -> int:
    """The place of the farthest band in which a shot may be fired; double shot never beyond Close."""
    return ordnance.shot_reach[shot]


@ruling("BTQ-GUN-32", "BTQ-GUN-33")
def may_aim(ordnance: Ordnance, shot: str, aim: str) -> bool:
    """Whether a shot goes with an aim; at the crew grape and canister alone (BTQ-GAP-33)."""
    return aim in ordnance.shot_aims[shot]


@ruling("BTQ-SHOT-05", "BTQ-SHOT-06", "BTQ-SHOT-07")
def on_hand(ordnance: Ordnance, ship: BtqShip, shot: str) -> int | None:
    """How much is left of a scarce shot, None of one that never runs out (BTQ-GAP-31)."""
    place = SCARCE.get(shot)
    return None if place is None else ship.stock[place]


@ruling("BTQ-SHOT-04")
def doubled(ordnance: Ordnance, ship: BtqShip, arc: str, turn: int) -> int:
    """How many turns in a row an arc has fired double shot before this one (BTQ-GAP-32)."""
    place = PLACE[arc]
    if ordnance.reading.double_reset == "any_turn_without" and ship.doubled_on[place] < turn - 1:
        return 0
    return ship.doubles[place]


POINTS = (shot_factor, charge, farthest, may_aim, on_hand, doubled)


def drawn(ordnance: Ordnance, ship: BtqShip, shot: str, guns: int, first: bool) -> tuple[int, ...]:
    """Her stock when an arc has fired a shot: one less for the firing, for the turn's first one, or for
    each of its `guns`, as `shot_stock_unit` says (BTQ-GAP-31)."""
    place = SCARCE[shot]
    unit = ordnance.reading.shot_stock_unit
    used = guns if unit == "gun" else 0 if unit == "turn" and not first else 1
    left = ship.stock[place] - used
    return at(ship.stock, place, left if left > 0 else 0)


def after_firing(
    ordnance: Ordnance, ship: BtqShip, arc: str, shot: str, turn: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Her counts of double shot, and the turns they belong to, when an arc has fired (BTQ-SHOT-04)."""
    place = PLACE[arc]
    counts, turns = list(ship.doubles), list(ship.doubled_on)
    if shot == DOUBLE:
        # The ruling counts what went before; a run that was broken starts afresh.
        run = counts[place] if turns[place] >= turn - 1 or _kept(ordnance) else 0
        counts[place], turns[place] = run + 1, turn
    else:
        counts[place] = 0
    return tuple(counts), tuple(turns)


def _kept(ordnance: Ordnance) -> bool:
    return ordnance.reading.double_reset == "other_shot"
