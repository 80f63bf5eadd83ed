"""The lowest column of the results table is struck out (RAT-EXTREME)."""

from navalrules import house_rule
from navalrules_ratings.gunnery import without_lowest

extreme_damage = house_rule("extreme_damage", ruleset="ratings", replaces="RAT-BGTABLE-01", default=True)(
    without_lowest
)
