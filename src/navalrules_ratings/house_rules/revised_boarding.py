"""Boarding goes on until one side leads by 6 (RAT-BOARD)."""

from navalrules import Battle, Change, Ruling, house_rule
from navalrules_ratings.boarding import Boarding, base_outcome, no_limit, revised_loss, revised_outcome
from navalrules_ratings.ship import RatingsShip


@house_rule("revised_boarding", ruleset="ratings", replaces="RAT-BGBOARD-01", default=True)
def rounds(battle: Battle, ship: RatingsShip) -> Ruling:
    """No number of rounds is rolled for."""
    return battle.bound[no_limit](battle, ship)


@house_rule("revised_boarding", ruleset="ratings", replaces="RAT-BGBOARD-03", default=True)
def round_loss(battle: Battle, loser: RatingsShip, changes: list[Change]) -> Ruling:
    """A crew unit, or 1 off broadsides and chasers."""
    return battle.bound[revised_loss](battle, loser, changes)


@house_rule("revised_boarding", ruleset="ratings", replaces="RAT-BGBOARD-04", default=True)
def outcome(battle: Battle, fight: Boarding, margin: int) -> str:
    """A lead of 6 decides; an action begun by the base rules ends by them."""
    return (
        base_outcome(battle, fight, margin)
        if fight.rounds
        else battle.bound[revised_outcome](battle, fight, margin)
    )
