"""No Carronade Double: carronades fire ball where double shot is ordered (BTQ-SHOT-09)."""

from navalrules import house_rule, ruling
from navalrules_btq.ordnance import BALL, DOUBLE, Gun


@house_rule("no_carronade_double", ruleset="btq", replaces="BTQ-SHOT-02")
@ruling("BTQ-SHOT-09")
def no_carronade_double(gun: Gun, shot: str) -> str:
    """In a mixed arc the long guns fire double shot and the carronades ball; carronades alone may not."""
    return BALL if gun.carronade and shot == DOUBLE else shot
