"""The first full broadside of a ship by card throws the dice its card prints (MUM-DIS-27, MUM-GAP-53)."""

from navalrules import house_rule
from navalrules_mumford.cards import cards
from navalrules_mumford.gunnery import Bearing
from navalrules_mumford.lore import Lore


@house_rule("printed_cards", ruleset="mumford", follows="MUM-FIRE-10")
def printed_cards(halves: int, lore: Lore, lbs: float, bands: str, bearing: Bearing) -> int:
    """British 100: 15 dice for 1104 lbs; British 74: 11 and a half for 781 lbs."""
    card = cards().ships.get(bearing.card)
    if card is None or not bearing.whole or not bearing.guns:
        return halves
    printed = card.broadside.get("dice")
    return halves if printed is None else int(2 * printed)
