"""Alternate Ranges, called Historical Ranges too: heavier guns reach farther (BTQ-GUN-20, BTQ-HOUSE-04)."""

from navalrules import house_rule
from navalrules_btq.ordnance import Gun


@house_rule("alternate_ranges", ruleset="btq", replaces="BTQ-GUN-19")
def alternate_ranges(gun: Gun) -> tuple[tuple[float, ...], str]:
    """Bands that follow the weight of the ball: 48-pounders to 200 cm, 9-pounders to 120 cm."""
    return gun.alternate, "BTQ-GUN-20"
