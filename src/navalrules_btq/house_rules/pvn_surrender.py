"""PVN Surrender (BTQ-PVN-03, BTQ-PVN-04, BTQ-GAP-29)."""

from navalrules import house_rule
from navalrules_btq.harm_lore import D100, HarmLore
from navalrules_btq.points import SINGLE


@house_rule("pvn_surrender", ruleset="btq", replaces="BTQ-PVN-03")
def pvn_surrender(lore: HarmLore, ours: int, theirs: int, row: str) -> int:
    """Great odds cost surrender points: at the start of a duel, and a ship left alone."""
    for ratio, single, unsupported in lore.pvn_rows:
        if not ours or theirs * D100 >= ratio * ours:
            return single if row == SINGLE else unsupported
    return 0
