"""Falling Mast Casualties (BTQ-MAST-10)."""

from navalrules import Dice, Ruling, house_rule
from navalrules_btq.harm_lore import HarmLore
from navalrules_btq.ship import BtqShip


@house_rule("falling_masts", ruleset="btq", replaces="BTQ-MAST-10")
def falling_masts(lore: HarmLore, dice: Dice, ship: BtqShip) -> Ruling:
    """A destroyed section kills men, up to 15 in a ship of the line, 10 in a frigate, 5 in small craft."""
    roll = dice.pick(lore.falling_men[ship.klass] + 1, ship.id, "falling mast")
    return Ruling("BTQ-MAST-10", roll.value, roll)
