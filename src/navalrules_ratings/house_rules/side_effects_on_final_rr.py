"""Crew and engaged side suffer by the raised figure (the other reading of RAT-RIG-13)."""

from navalrules import house_rule


@house_rule("side_effects_on_final_rr", ruleset="ratings", replaces="RAT-RIG-13")
def side_effects_on_final_rr(n: int, total: int) -> int:
    """What chain shot and Full Sail add counts for crew and guns as well."""
    return total
