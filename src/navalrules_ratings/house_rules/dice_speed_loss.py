"""Lost masts cost movement dice instead of halving the score (RAT-SPEED)."""

from navalrules import house_rule
from navalrules_ratings.sailing import dice_lost

dice_speed_loss = house_rule("dice_speed_loss", ruleset="ratings", replaces="RAT-BGMOVE-08", default=True)(
    dice_lost
)
