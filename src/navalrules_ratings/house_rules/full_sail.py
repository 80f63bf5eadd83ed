"""Ships may set Full Sail (RAT-SAIL): another die, a discard, and double hurt to the rigging."""

from navalrules import house_rule
from navalrules_ratings.lore import Lore
from navalrules_ratings.orders import BATTLE, FULL
from navalrules_ratings.rigging import at_full_sail
from navalrules_ratings.sailing import full_sail_dice
from navalrules_ratings.ship import RatingsShip


@house_rule("full_sail", ruleset="ratings", replaces="RAT-SAIL-01", default=True)
def two_settings(ship: RatingsShip) -> tuple[str, ...]:
    """Battle Sail and Full Sail."""
    return (BATTLE, FULL)


@house_rule("full_sail", ruleset="ratings", replaces="RAT-SAIL-03", default=True)
def more_dice(lore: Lore, ship: RatingsShip, dice: int) -> int:
    """One more movement die at Full Sail."""
    return full_sail_dice(lore, ship, dice)


@house_rule("full_sail", ruleset="ratings", replaces="RAT-SAIL-05", default=True)
def doubled(ship: RatingsShip) -> bool:
    """A ship at Full Sail suffers double in the rigging."""
    return at_full_sail(ship)
