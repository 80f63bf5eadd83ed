"""Anchored and stopped add up (the other reading of ACW-GUN-15)."""

from navalrules import Modifier, house_rule
from navalrules_civilwar.lore import Lore
from navalrules_civilwar.ship import CivilWarShip


@house_rule("anchored_plus_stopped", ruleset="civilwar", replaces="ACW-GUN-15")
def anchored_plus_stopped(lore: Lore, target: CivilWarShip, still: bool) -> tuple[Modifier, ...]:
    """A ship at anchor is stopped as well: +2 and +3 make +5."""
    if not still:
        return ()
    stopped = lore.by_situation["stopped"]
    return (lore.by_situation["anchored"], stopped) if target.anchored else (stopped,)
