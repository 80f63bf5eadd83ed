"""Shot Type Modification: milder factors for dismantling shot, grape and canister (BTQ-SHOT-08)."""

from navalrules import house_rule
from navalrules_btq.ordnance import Factor, Ordnance


@house_rule("modified_shot", ruleset="btq", replaces="BTQ-SHOT-01")
def modified_shot(ordnance: Ordnance, shot: str) -> Factor:
    """Dismantling 1.5, grape 1.2, canister 1.6 in the place of 2.5, 1.5 and 2.5."""
    return ordnance.modified[shot]
