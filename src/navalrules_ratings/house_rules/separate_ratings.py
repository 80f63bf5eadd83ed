"""Each broadside, chaser and mast has a rating of its own (RAT-RATE, RAT-HULL).

Without it one rating serves for hull and guns (RAT-BGFIRE-10), and nobody aims at masts.
"""

from functools import partial

from navalrules import house_rule
from navalrules_ratings.boarding import higher_broadside
from navalrules_ratings.damage import separate_loss
from navalrules_ratings.fires import burnt_battery
from navalrules_ratings.gunnery import own_rating, two_aims

_separate = partial(house_rule, "separate_ratings", ruleset="ratings", default=True)

own_ratings = _separate(replaces="RAT-RATE-01:battery_rating")(own_rating)
hull_or_masts = _separate(replaces="RAT-FIRE-03:aims")(two_aims)
hull_and_sides = _separate(replaces="RAT-BGFIRE-10")(separate_loss)
batteries_burn = _separate(replaces="RAT-BGCRIT-05:burnt_rating")(burnt_battery)
boarding_by_broadside = _separate(replaces="RAT-BOARD-11:boarding_rating")(higher_broadside)
