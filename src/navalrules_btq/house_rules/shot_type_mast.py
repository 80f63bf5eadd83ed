"""Shot-Type Mast Destruction (BTQ-MAST-06)."""

from navalrules import Dice, Ruling, house_rule, ruling
from navalrules_btq.harm_lore import HarmLore
from navalrules_btq.ship import BtqShip


@house_rule("shot_type_mast", ruleset="btq", replaces="BTQ-MAST-05")
@ruling("BTQ-MAST-06")
def shot_type_mast(lore: HarmLore, dice: Dice, ship: BtqShip, shot: str) -> Ruling:
    """Dismantling shot destroys masts more readily, ball less, other shot never."""
    key = shot if shot in lore.section_chance else "any"
    chance = lore.section_chance[key]
    roll = dice.check(chance, ship.id, "mast section")
    return Ruling(lore.section_rules[key], roll.value, roll, chance)
