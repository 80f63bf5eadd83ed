"""A ship under steam alone turns as a steam-only ship (ACW-TURN-07)."""

from navalrules import house_rule
from navalrules_civilwar.lore import Lore
from navalrules_civilwar.orders import STEAM
from navalrules_civilwar.ship import CivilWarShip


@house_rule("steam_only_by_use", ruleset="civilwar", follows="ACW-TURN-05")
def steam_only_by_use(interval: float, lore: Lore, ship: CivilWarShip, power: str) -> float:
    """With all sails furled and moving under steam she uses the tighter circle."""
    return lore.steam_interval if power == STEAM else interval
