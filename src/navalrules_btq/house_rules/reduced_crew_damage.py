"""Reduced Crew Damage (BTQ-DMG-11)."""

from navalrules import Ruling, house_rule, ruling
from navalrules_btq.harm import plainly
from navalrules_btq.harm_lore import HarmLore


@house_rule("reduced_crew_damage", ruleset="btq", replaces="BTQ-DMG-10")
@ruling("BTQ-DMG-11")
def reduced_crew_damage(lore: HarmLore, points: int) -> Ruling:
    """One man is killed for six points in the crew column, rounded down."""
    return plainly("BTQ-DMG-11", points // lore.reduced_points_a_man)
