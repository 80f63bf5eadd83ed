"""Chain shot may be fired at masts (RAT-CHAIN)."""

from navalrules import house_rule
from navalrules_ratings.orders import CHAIN, ROUND


@house_rule("chain_shot", ruleset="ratings", replaces="RAT-FIRE-05", default=True)
def chain_shot() -> tuple[str, ...]:
    """Round shot or chain shot, declared before the dice."""
    return (ROUND, CHAIN)
