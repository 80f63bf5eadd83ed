"""A d6 and the quality of the crew: the test behind crew tasks, tacking, grappling and fouling."""

from __future__ import annotations

from typing import TYPE_CHECKING

from navalrules import Modifier, Ruling, ruling
from navalrules_ratings.lore import Lore
from navalrules_ratings.ship import RatingsShip

if TYPE_CHECKING:
    from navalrules import Battle


@ruling("RAT-BGCREW-02", "RAT-BOARD-15", "RAT-BOARD-16")
def quality(lore: Lore, ship: RatingsShip) -> Modifier:
    """What the quality of her crew adds to a d6."""
    return lore.quality[ship.quality]


def check(
    battle: Battle,
    ship: RatingsShip,
    rule: str,
    need: int,
    purpose: str,
    more: tuple[Modifier, ...] = (),
    also: tuple[str, ...] = (),
) -> Ruling:
    """d6, quality and `more` reach `need` or not."""
    modifiers = (battle.bound[quality](battle.lore, ship), *more)
    total = int(sum([modifier.amount for modifier in modifiers]))
    roll = battle.dice.reaches(6, need - total, ship.id, purpose)
    return Ruling(rule, roll.value, roll, need, modifiers, total, ("RAT-BGCREW-02", *also))
