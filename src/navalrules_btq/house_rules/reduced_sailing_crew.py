"""Fewer hands to work a ship (BTQ-CREW-03, BTQ-GAP-83)."""

from navalrules import house_rule, ruling
from navalrules_btq.harm_lore import HarmLore
from navalrules_btq.ship import BtqShip


@house_rule("reduced_sailing_crew", ruleset="btq", replaces="BTQ-CREW-02")
@ruling("BTQ-CREW-03")
def reduced_sailing_crew(lore: HarmLore, ship: BtqShip) -> int:
    """A ship needs HVN over 30 men to work her, rounded up, where the rule itself says over 12."""
    return -(-ship.hvn // lore.reduced_sailing_divisor)
