"""Gun Fouling: guns that fire turn after turn shoot worse (BTQ-GUN-16)."""

from navalrules import house_rule, ruling
from navalrules_btq.ordnance import Factor, Ordnance
from navalrules_btq.ship import BtqShip


@house_rule("gun_fouling", ruleset="btq", follows="BTQ-GUN-12")
@ruling("BTQ-GUN-16")
def gun_fouling(found: tuple[Factor, ...], ordnance: Ordnance, ship: BtqShip, run: int) -> tuple[Factor, ...]:
    """0.1 off from the fifth turn of fire in a row, 0.2 from the tenth, 0.3 from the fifteenth."""
    worst = None
    for least, loss in ordnance.fouling:
        if run < least:
            break
        worst = loss
    return found if worst is None else (*found, worst)
