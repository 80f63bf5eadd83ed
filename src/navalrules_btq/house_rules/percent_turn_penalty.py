"""Percent Turn Penalty: turning costs a share of speed instead of millimetres (BTQ-MOVE-09, BTQ-PLAN-04)."""

from functools import lru_cache

from navalrules import Modifier, house_rule, ruling
from navalrules_btq.phase import half_up
from navalrules_btq.sailing import SailingLore

_NAME = "percent_turn_penalty"
_HUNDRED = 100


@house_rule(_NAME, ruleset="btq", replaces="BTQ-MOVE-08")
@ruling("BTQ-MOVE-09")
def percent_of_base(lore: SailingLore, base: int, points: int) -> Modifier:
    """Turning takes 5 % of the table speed for each point instead of 15 mm."""
    return _taken(half_up(base * lore.turn_percent * _counted(lore, points), _HUNDRED))


@lru_cache(maxsize=2048)
def _taken(millimetres: int) -> Modifier:
    return Modifier("turn_cost", -millimetres, "BTQ-MOVE-09")


@house_rule(_NAME, ruleset="btq", replaces="BTQ-PLAN-04")
def percent_of_budget(lore: SailingLore, parts: int, points: int) -> tuple[int, int]:
    """In the planner: 5 % of the budget for each point."""
    return lore.turn_percent * _counted(lore, points), _HUNDRED


def _counted(lore: SailingLore, points: int) -> int:
    """What is paid for: every point, or every turn whatever its points (BTQ-GAP-15)."""
    return points if lore.turn_percent_per == "point" else min(points, 1)


ALL = (percent_of_base, percent_of_budget)
