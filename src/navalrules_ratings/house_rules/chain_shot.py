"""Chain shot may be fired at masts (RAT-CHAIN)."""

from navalrules import house_rule
from navalrules_ratings.gunnery import both_loads

chain_shot = house_rule("chain_shot", ruleset="ratings", replaces="RAT-FIRE-05:loads", default=True)(
    both_loads
)
