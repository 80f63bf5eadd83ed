"""Weighted Sail Hits (BTQ-MAST-04)."""

from navalrules import Dice, Ruling, house_rule, ruling
from navalrules_btq.harm_lore import HarmLore, Layout
from navalrules_btq.ship import BtqShip


@house_rule("weighted_sail_hits", ruleset="btq", replaces="BTQ-MAST-03")
@ruling("BTQ-MAST-04")
def weighted_sail_hits(lore: HarmLore, dice: Dice, ship: BtqShip, layout: Layout) -> Ruling:
    """Topgallants are lost three times, topsails twice as readily as courses."""
    left = layout.places(layout.whole & ~ship.sails)
    weights = [lore.sail_weights[layout.sections[place].sail] for place in left]
    roll = dice.pick(sum(weights), ship.id, "sail")
    fell = int(roll.value)
    for place, weight in zip(left, weights, strict=True):
        if fell < weight:
            return Ruling("BTQ-MAST-04", layout.keys[place], roll)
        fell -= weight
    raise AssertionError("the weights of the sails left add up to the sides of the die")
