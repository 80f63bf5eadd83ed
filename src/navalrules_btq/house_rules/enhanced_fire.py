"""Enhanced Fire: fires grow fiercer, spread, kill men and reach the magazine (BTQ-FIRE-03 to -11, -14)."""

from navalrules import Dice, Modifier, Ruling, house_rule
from navalrules_btq.fires import FLOODED
from navalrules_btq.harm_lore import HarmLore, Intensity
from navalrules_btq.ship import BtqShip

_NAME = "enhanced_fire"


@house_rule(_NAME, ruleset="btq", replaces="BTQ-FIRE-03", default=True)
def fierce(lore: HarmLore, age: int) -> Intensity:
    """Fires grow fiercer with age, spread, kill men, silence guns and reach the magazine."""
    return next(how for from_age, how in lore.intensities if age >= from_age)


@house_rule(_NAME, ruleset="btq", replaces="BTQ-FIRE-04", default=True)
def spreading(lore: HarmLore, dice: Dice, ship: BtqShip, wind: int) -> Ruling:
    """Each fire may start another, by the wind; a fire party holds it back."""
    chance = lore.spread[wind]
    less = lore.fighting_fires["spread"]
    helped: tuple[Modifier, ...] = (less,) if ship.fire_party else ()
    total = int(less.amount) if ship.fire_party else 0
    need = int(chance.amount)
    roll = dice.check(need + total, ship.id, "spread")
    return Ruling("BTQ-FIRE-04", roll.value, roll, need, helped, total)


@house_rule(_NAME, ruleset="btq", replaces="BTQ-FIRE-07", default=True)
def exploding(lore: HarmLore, dice: Dice, ship: BtqShip, age: int) -> Ruling | None:
    """A fire may reach the magazine, the likelier the older it is; never one that is flooded."""
    if ship.magazine == FLOODED:
        return None
    chance = lore.magazine[min(age, len(lore.magazine) - 1)]
    if not chance:
        return None
    roll = dice.check(chance, ship.id, "magazine")
    return Ruling("BTQ-FIRE-07", roll.value, roll, chance)


@house_rule(_NAME, ruleset="btq", replaces="BTQ-FIRE-14", default=True)
def party(lore: HarmLore, ship: BtqShip) -> tuple[Modifier, ...]:
    """An organised fire party helps to put fires out."""
    return (lore.fighting_fires["extinguish"],) if ship.fire_party else ()


@house_rule(_NAME, ruleset="btq", replaces="BTQ-FIRE-18", default=True)
def parties() -> bool:
    """Fire parties may be formed, and magazines flooded."""
    return True


ALL = (fierce, spreading, exploding, party, parties)
