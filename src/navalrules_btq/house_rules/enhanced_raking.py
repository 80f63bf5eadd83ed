"""Enhanced Raking, the storm of splinters: a rake that tells on the hull kills men too (BTQ-RAKE-05)."""

from navalrules import house_rule
from navalrules_btq.ordnance import Ordnance
from navalrules_btq.ship import PARTS


@house_rule("enhanced_raking", ruleset="btq", replaces="BTQ-RAKE-05")
def enhanced_raking(ordnance: Ordnance, hull: int) -> int:
    """A tenth of the hull damage of a rake, rounded down, strikes the crew as well."""
    return hull * ordnance.reading.splinter_share // PARTS
