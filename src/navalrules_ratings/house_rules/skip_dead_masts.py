"""Rigging hits pass over masts at 0 (the other reading of RAT-RIG-10)."""

from navalrules import house_rule
from navalrules_ratings.ship import RatingsShip


@house_rule("skip_dead_masts", ruleset="ratings", follows="RAT-RIG-10")
def skip_dead_masts(among: tuple[int, ...], ship: RatingsShip) -> tuple[int, ...]:
    """Only masts that still have a rating are drawn among."""
    return tuple(place for place in among if ship.mast[place])
