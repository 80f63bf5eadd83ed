"""Ships may set Full Sail (RAT-SAIL): another die, a discard, and double hurt to the rigging."""

from functools import partial

from navalrules import house_rule
from navalrules_ratings.rigging import at_full_sail
from navalrules_ratings.sailing import full_sail_dice, two_settings

_full_sail = partial(house_rule, "full_sail", ruleset="ratings", default=True)

settings = _full_sail(replaces="RAT-SAIL-01:settings")(two_settings)
more_dice = _full_sail(replaces="RAT-SAIL-03:extra_dice")(full_sail_dice)
doubled = _full_sail(replaces="RAT-SAIL-05:suffers_double")(at_full_sail)
