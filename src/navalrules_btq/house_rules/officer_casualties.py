"""Officer Casualties: officers killed in a boarding cost a crew its quality for a while (BTQ-GAP-26)."""

from navalrules import house_rule
from navalrules_btq.officers import one_tier_down, one_tier_up, three_in_a_hundred

NAME = "officer_casualties"

melee = house_rule(NAME, ruleset="btq", replaces="BTQ-BOARD-21")(three_in_a_hundred)
falls = house_rule(NAME, ruleset="btq", replaces="BTQ-OFF-01")(one_tier_down)
rally = house_rule(NAME, ruleset="btq", replaces="BTQ-OFF-02")(one_tier_up)

ALL = (melee, falls, rally)
