"""Crew Quality affects PVN (BTQ-PVN-02)."""

from navalrules import house_rule
from navalrules_btq.harm_lore import HarmLore
from navalrules_btq.ship import BtqShip


@house_rule("pvn_crew_quality", ruleset="btq", replaces="BTQ-PVN-02")
def pvn_crew_quality(lore: HarmLore, ship: BtqShip) -> int:
    """A crack crew makes a ship worth a quarter more, an untrained one three tenths less."""
    return lore.cqm[ship.quality]
