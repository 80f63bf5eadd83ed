"""Point values, and ships that give up before great odds (BTQ-PVN)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from navalrules import FIGHTING, Phase, Ruling, StatusChanged, Tables, alter, ruling
from navalrules_btq import surrender
from navalrules_btq.harm_lore import D100, HarmLore
from navalrules_btq.phase import active
from navalrules_btq.ship import PARTS, BtqShip

if TYPE_CHECKING:
    from navalrules import Battle

SINGLE: Final = "single"
UNSUPPORTED: Final = "unsupported"
ONE_BROADSIDE: Final = "one_broadside"

# ---------------------------------------------------------------- rulings


@ruling("BTQ-PVN-02")
def quality_percent(lore: HarmLore, ship: BtqShip) -> int:
    """Per cent of her point value that her crew's quality leaves: all of it, unless the house rule is on."""
    return D100


@ruling("BTQ-PVN-03", "BTQ-PVN-04")
def odds_price(lore: HarmLore, ours: int, theirs: int, row: str) -> int:
    """Surrender points that the odds cost a ship: none, unless PVN Surrender is on."""
    return 0


POINTS = (quality_percent, odds_price)


def broadside_parts(tables: Tables, ship: BtqShip) -> int:
    """Her broadside value in hundredths of half pounds, carronades counted at half (BTQ-SHIP-21)."""
    pvn = tables["pvn"]
    share = pvn.whole("carronades_percent")
    sides = [_weight(tables, ship.guns, guns, share) for guns in (ship.port_full, ship.starboard_full)]
    if pvn.text("pvn_scope") == ONE_BROADSIDE:
        return max(sides)
    chasers = ((ship.bow_guns, ship.bow_full), (ship.stern_guns, ship.stern_full))
    return sum(sides) + sum([_weight(tables, types, guns, share) for types, guns in chasers])


def _weight(tables: Tables, types: tuple[str, ...], guns: tuple[int, ...], share: int) -> int:
    pounds = tables["gun_poundage"]
    total = 0
    for gun, number in zip(types, guns, strict=True):
        halves = round(2 * pounds.number(gun))
        total += halves * number * (share if gun.startswith("carronade") else D100)
    return total


def pvn(battle: Battle, ship: BtqShip) -> int:
    """Her point value: broadside value times national modifier times tonnage, nearest (BTQ-SHIP-21).

    A merchant's modifier counts as it does at the guns, the crew's quality by its own share (BTQ-GAP-09).
    """
    return _value(battle.tables, ship, battle.bound[quality_percent](battle.lore.harm, ship))


def plain_pvn(tables: Tables, ship: BtqShip) -> int:
    """Her point value without the house rule on crew quality."""
    return _value(tables, ship, D100)


def _value(tables: Tables, ship: BtqShip, percent: int) -> int:
    ngm = ship.ngm
    if ship.merchant and tables["pvn"].flag("pvn_uses_merchant_ngm"):
        ngm = max(ngm + round(tables["ngm_change"].number("merchant") * PARTS), 0)
    dividend = broadside_parts(tables, ship) * ngm * ship.tonnage * percent
    divisor = 2 * D100 * PARTS * D100
    return (2 * dividend + divisor) // (2 * divisor)


# ---------------------------------------------------------------- the odds


class OddsPhase(Phase):
    """Ships weigh the odds: at the start or when the rule is switched on (BTQ-PVN-05), and when one is left
    alone (BTQ-GAP-29)."""

    name = "odds"
    rules = ("BTQ-PVN-03",)

    def due(self, battle: Battle) -> bool:
        return battle.switches.get("pvn_surrender") is True and bool(facing_odds(battle))

    def run(self, battle: Battle) -> None:
        facing = facing_odds(battle)
        worth = {ship.id: pvn(battle, ship) for ship in active(battle) if not ship.prize} if facing else {}
        for ship, row in facing:
            weigh(battle, ship, row, worth)


def facing_odds(battle: Battle) -> list[tuple[BtqShip, str]]:
    """Ships that have to weigh the odds now, each with the row of the table it reads for the first time."""
    every: Any = battle.state.ships
    row = SINGLE if len(every) == 2 else UNSUPPORTED
    unread = [ship for ship in every.values() if row not in ship.pvn_rows]
    if not unread or len(every) < 2:
        return []
    sides = [ship.side for ship in active(battle)]
    return [
        (ship, row)
        for ship in unread
        if ship.status == FIGHTING and not ship.prize and (row == SINGLE or sides.count(ship.side) == 1)
    ]


def weigh(battle: Battle, ship: BtqShip, row: str, worth: dict[str, int]) -> None:
    """A ship weighs the odds against her by what ships are `worth`; the row is read once in a battle."""
    every = battle.state.ships
    theirs = sum([value for name, value in worth.items() if every[name].side != ship.side])
    price = battle.bound[odds_price](battle.lore.harm, worth[ship.id], theirs, row)
    least = battle.tables["pvn"].whole("pvn_min_sp_left")
    price = max(min(price, ship.sp - least), 0)
    changes = [alter(ship, "pvn_rows", (*ship.pvn_rows, row))]
    surrender.cost(ship, price, changes)
    by_quality = battle.switches.get("pvn_crew_quality") is True
    ruled = Ruling("BTQ-PVN-04", price, also=("BTQ-PVN-03", *(("BTQ-PVN-02",) if by_quality else ())))
    battle.emit(StatusChanged, ship=ship.id, what="odds", rulings=(ruled,), changes=tuple(changes))
