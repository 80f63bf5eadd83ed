"""Lost masts cost movement dice instead of halving the score (RAT-SPEED)."""

from navalrules import house_rule
from navalrules_ratings.lore import Lore
from navalrules_ratings.sailing import Speed, dice_lost
from navalrules_ratings.ship import RatingsShip


@house_rule("dice_speed_loss", ruleset="ratings", replaces="RAT-BGMOVE-08", default=True)
def dice_speed_loss(lore: Lore, ship: RatingsShip, dice: int) -> Speed:
    """A die less for each mast that has fallen or is at 0."""
    return dice_lost(lore, ship, dice)
