"""The switches of this rulebook, one module each. The expanded system is on unless switched off."""

from navalrules_ratings.house_rules.chain_shot import chain_shot
from navalrules_ratings.house_rules.dice_speed_loss import dice_speed_loss
from navalrules_ratings.house_rules.extreme_damage import extreme_damage
from navalrules_ratings.house_rules.full_sail import doubled, more_dice, settings
from navalrules_ratings.house_rules.revised_boarding import outcome, round_loss, rounds
from navalrules_ratings.house_rules.separate_ratings import (
    batteries_burn,
    boarding_by_broadside,
    hull_and_sides,
    hull_or_masts,
    own_ratings,
)
from navalrules_ratings.house_rules.side_effects_on_final_rr import side_effects_on_final_rr
from navalrules_ratings.house_rules.skip_dead_masts import skip_dead_masts

ALL = (
    chain_shot,
    dice_speed_loss,
    extreme_damage,
    *(settings, more_dice, doubled),
    *(rounds, round_loss, outcome),
    *(own_ratings, hull_or_masts, hull_and_sides, batteries_burn, boarding_by_broadside),
    side_effects_on_final_rr,
    skip_dead_masts,
)
