"""The lowest column of the results table is struck out (RAT-EXTREME)."""

from navalrules import house_rule
from navalrules_ratings.gunnery import without_lowest
from navalrules_ratings.lore import Lore
from navalrules_ratings.results import Results


@house_rule("extreme_damage", ruleset="ratings", replaces="RAT-BGTABLE-01", default=True)
def extreme_damage(lore: Lore) -> Results:
    """The column "2" takes what the column "1 or less" took."""
    return without_lowest(lore)
