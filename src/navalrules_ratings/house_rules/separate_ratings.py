"""Each broadside, chaser and mast has a rating of its own (RAT-RATE, RAT-HULL).

Without it one rating serves for hull and guns (RAT-BGFIRE-10), and nobody aims at masts.
"""

from navalrules import Battle, Change, Ruling, house_rule
from navalrules_ratings.boarding import higher_broadside
from navalrules_ratings.damage import separate_loss
from navalrules_ratings.fires import burnt_battery
from navalrules_ratings.orders import AIMS
from navalrules_ratings.ship import RatingsShip


@house_rule("separate_ratings", ruleset="ratings", replaces="RAT-RATE-01", default=True)
def own_ratings(ship: RatingsShip, battery: str) -> int | None:
    """A battery fires with its own rating, None where she has no such battery."""
    rating: int | None = getattr(ship, battery)
    return rating


@house_rule("separate_ratings", ruleset="ratings", replaces="RAT-FIRE-03", default=True)
def two_aims() -> tuple[str, ...]:
    """Hull or masts."""
    return AIMS


@house_rule("separate_ratings", ruleset="ratings", replaces="RAT-BGFIRE-10", default=True)
def hull_and_sides(
    battle: Battle, target: RatingsShip, n: int, side: str, rake: str, changes: list[Change]
) -> Ruling:
    """Hull hits go to the engaged side, the other side and the hull."""
    return separate_loss(battle, target, n, side, rake, changes)


@house_rule("separate_ratings", ruleset="ratings", replaces="RAT-BGCRIT-05", default=True)
def batteries_burn(battle: Battle, ship: RatingsShip) -> Ruling:
    """A fire burns one battery at random."""
    return burnt_battery(battle, ship)


@house_rule("separate_ratings", ruleset="ratings", replaces="RAT-BOARD-11", default=True)
def boarding_by_broadside(ship: RatingsShip) -> int:
    """Boarders count the higher of the two Broadside Ratings."""
    return higher_broadside(ship)
