"""The segmented movement planner: what a plan of turns and straights comes to (BTQ-PLAN)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import attrs

from navalrules_btq.orders import AHEAD, Segment
from navalrules_btq.phase import COMPASS
from navalrules_btq.sailing import IRONS, Speed, off_wind, point_of_sail, turn_cost, turn_share
from navalrules_btq.ship import PARTS, PORT, STARBOARD, BtqShip

if TYPE_CHECKING:
    from navalrules import Battle

HELMS: Final = {PORT: -1, STARBOARD: 1}
PLAIN: Final = 2
"""A plan of no more than one turn and one straight that keeps its point of sail is a plain move
(BTQ-MOVE-13)."""


@attrs.define
class Plan:
    """What a plan comes to: mm of headway, points turned (to starboard positive, and in all), the farthest
    she could go with these turns, where the wind then is on her bow and her point of sail, her top speed as
    she begins; `wrong` names what no plan may do ("" for nothing): into_wind, no_way or budget."""

    headway: float
    turned: int
    points: int
    most: float
    rel: int
    pos: str
    speed: Speed
    wrong: str


def turned_to(rel: int, helm: str, points: int) -> int:
    """Where the wind is on her bow when she has turned."""
    return (rel - HELMS[helm] * points) % COMPASS


def crosses(rel: int, helm: str, points: int) -> bool:
    """Whether a turn takes her bow through the wind."""
    to_wind = rel if helm == STARBOARD else (COMPASS - rel) % COMPASS
    return 0 < to_wind < points


def planned(
    battle: Battle,
    ship: BtqShip,
    rel: int,
    pos: str,
    segments: tuple[Segment, ...],
    speed: Callable[[str], Speed],
) -> Plan:
    """Run a plan: every straight takes its share of the top speed there, every turn its own (BTQ-PLAN-02).

    The point of sail, and the top speed with it, is worked out again after every turn (BTQ-PLAN-03).
    `rel` and `pos` are where the wind is on her bow and her point of sail as she begins; `speed` gives her
    top speed at a point of sail. The budget is kept as an exact fraction (BTQ-DICE-05).
    """
    bound, lore = battle.bound, battle.lore.sailing
    first = now = speed(pos)
    parts = 0 if pos == IRONS else now.parts
    left, whole = lore.budget, 1
    headway = turned = points = 0
    wrong = ""
    straight = ""  # her point of sail on the last of the straights
    short = len(segments) <= PLAIN
    for segment in segments:
        then, of, helm = pos, parts, segment.helm
        if helm == AHEAD:
            straight = pos
            taken = round(segment.amount * PARTS)
            headway += taken
        else:
            by = int(segment.amount)
            if crosses(rel, helm, by):
                wrong = wrong or "into_wind"
            points += by
            clockwise = HELMS[helm] * by
            turned += clockwise
            rel = (rel - clockwise) % COMPASS
            then = bound[point_of_sail](lore, ship, bound[off_wind](rel))
            if short and then == pos:
                taken = -int(bound[turn_cost](lore, now.base, by).amount) * PARTS
            else:
                taken, of = bound[turn_share](lore, parts, by)
        if not parts:
            wrong, pos = wrong or "no_way", then
            continue
        left, whole = left * of - taken * whole, whole * of
        if then != pos:
            pos, now = then, speed(then)
            parts = 0 if pos == IRONS else now.parts
    if left < 0:
        wrong, left = wrong or "budget", 0
    if parts == 0 and headway and left > 0:
        parts = speed(straight).parts
    most = headway / PARTS + left * parts / (whole * PARTS)
    return Plan(headway / PARTS, turned, points, most, rel, pos, first, wrong)
