"""Crack Crew: a fourth quality of crew, whose gunners are better than any (BTQ-GUN-15, BTQ-SHIP-07)."""

from navalrules import house_rule, ruling
from navalrules_btq.ordnance import Factor, Ordnance
from navalrules_btq.ship import CRACK, BtqShip


@house_rule("crack_crew", ruleset="btq", follows="BTQ-GUN-12")
@ruling("BTQ-GUN-15")
def crack_crew(found: tuple[Factor, ...], ordnance: Ordnance, ship: BtqShip, run: int) -> tuple[Factor, ...]:
    """Crack crews may be enrolled, and have 0.2 more than their nation."""
    return (*found, ordnance.change[CRACK]) if ship.quality == CRACK else found
