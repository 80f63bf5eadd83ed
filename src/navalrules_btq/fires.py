"""Fires aboard: how they start, burn, spread and are put out, and the magazine (BTQ-FIRE)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from navalrules import (
    SUNK,
    Dice,
    FireOut,
    FireStarted,
    IllegalOrder,
    Modifier,
    Ruling,
    ShipHurt,
    StatusChanged,
    alter,
    ruling,
)
from navalrules_btq import damage, surrender
from navalrules_btq.harm import Harm, plainly, tell
from navalrules_btq.harm_lore import BASE_FIRE, BURNS_HULL, D100, PUT_OUT, SHORT_CREW, HarmLore, Intensity
from navalrules_btq.phase import ships, strength
from navalrules_btq.ship import BtqShip
from navalrules_btq.texts import refusal

if TYPE_CHECKING:
    from navalrules import Battle

DRY: Final = "dry"
ORDERED: Final = "ordered"
FLOODED: Final = "flooded"

# ---------------------------------------------------------------- rulings of fire


@ruling("BTQ-FIRE-02")
def older(age: int) -> int:
    """The age of a fire at the end of a turn: one more."""
    return age + 1


@ruling("BTQ-FIRE-03")
def intensity(lore: HarmLore, age: int) -> Intensity | None:
    """How fiercely a fire of an age burns; None where nobody asks (BTQ-GAP-43)."""
    return None


@ruling("BTQ-FIRE-04", "BTQ-FIRE-05", "BTQ-FIRE-06")
def spreads(lore: HarmLore, dice: Dice, ship: BtqShip, wind: int) -> Ruling | None:
    """Whether a fire starts another; None where fires do not spread (BTQ-GAP-43)."""
    return None


@ruling("BTQ-FIRE-07")
def explodes(lore: HarmLore, dice: Dice, ship: BtqShip, age: int) -> Ruling | None:
    """Whether a fire reaches the magazine; None where it cannot (BTQ-GAP-43)."""
    return None


@ruling("BTQ-FIRE-08")
def blows_up(battle: Battle, ship: BtqShip, boom: Ruling) -> bool:
    """Her magazine goes, and she with it: no surrender points, no fires, Exploded. Whether she is gone."""
    surrender.sink(battle, ship, exploded=True, rulings=(boom,), rules=("BTQ-FIRE-08",))
    return True


@ruling("BTQ-FIRE-11")
def burned(dice: Dice, ship: BtqShip, how: Intensity) -> tuple[int, Ruling]:
    """Men that a fire kills in a turn, and how that was thrown for."""
    roll = dice.check(how.chance, ship.id, "burned")
    if not roll.value:
        return 0, Ruling("BTQ-FIRE-11", 0, roll, how.chance)
    men = how.least + dice.pick(how.most - how.least + 1, ship.id, "men burned").value
    return men, Ruling("BTQ-FIRE-11", men, roll, how.chance)


@ruling("BTQ-FIRE-12", "BTQ-FIRE-13")
def put_out(lore: HarmLore, dice: Dice, ship: BtqShip, age: int, helped: tuple[Modifier, ...]) -> Ruling:
    """Whether a fire is put out, by its age and her crew's quality (BTQ-FIRE-13)."""
    by_age = lore.extinguish[ship.quality]
    need = by_age[min(age, len(by_age) - 1)]
    total = int(sum([each.amount for each in helped]))
    roll = dice.check(need + total, ship.id, "put out")
    return Ruling("BTQ-FIRE-12", roll.value, roll, need, helped, total, ("BTQ-FIRE-13",))


@ruling("BTQ-FIRE-15")
def pumps_help(lore: HarmLore, ship: BtqShip) -> tuple[Modifier, ...]:
    """Fire pumps, which 1st to 3rd rates carry."""
    return (lore.fighting_fires["pumps"],) if ship.klass in lore.pumps else ()


@ruling("BTQ-FIRE-14")
def party_helps(lore: HarmLore, ship: BtqShip) -> tuple[Modifier, ...]:
    """An organised fire party, where there is one."""
    return ()


@ruling("BTQ-FIRE-17")
def fighters_short(lore: HarmLore, ship: BtqShip) -> tuple[Modifier, ...]:
    """Fewer men told off to fires than 10 % of the living crew for each fire (BTQ-GAP-42)."""
    stations = ship.stations
    if not stations.assigned:
        return ()
    needed = int(lore.fighting_fires["fighters_percent"].amount) * ship.crew * len(ship.fires)
    return (lore.fighting_fires["short_fire_crew"],) if stations.fire * D100 < needed else ()


@ruling("BTQ-FIRE-16")
def hull_burned(lore: HarmLore, ship: BtqShip, age: int) -> int:
    """Hull points that a fire of an age burns away in a turn: from age 4 on 5 % of HVN, nearest."""
    if age < lore.burns_from_age:
        return 0
    percent = int(lore.fighting_fires["burns_percent"].amount)
    return (2 * ship.hvn * percent + D100) // (2 * D100)


@ruling("BTQ-FIRE-10")
def effects(lore: HarmLore, how: Intensity | None) -> Intensity | None:
    """What the worst fire aboard does to guns, speed and aim; None for nothing."""
    return how


@ruling("BTQ-MOVE-16")
def slows(battle: Battle, ship: BtqShip) -> int:
    """Per cent of her speed lost to fires."""
    how = worst(battle, ship)
    return how.speed if how is not None else 0


# ---------------------------------------------------------------- rulings of parties and the magazine


@ruling("BTQ-FIRE-18")
def parties_known() -> bool:
    """Whether fire parties and the flooding of magazines are played: only with Enhanced Fire (BTQ-GAP-43)."""
    return False


@ruling("BTQ-FIRE-14")
def party_men(lore: HarmLore, ship: BtqShip) -> int:
    """Men of a fire party: 15 % of the living crew, nearest, for the rest of the battle."""
    percent = int(lore.fighting_fires["percent"].amount)
    men = ship.complement if lore.reading.party_of_complement else ship.crew
    return min((2 * men * percent + D100) // (2 * D100), ship.crew)


@ruling("BTQ-FIRE-09", "BTQ-DC-09")
def flooders(lore: HarmLore, ship: BtqShip) -> int:
    """Men that flooding the magazine takes for its turn: 20 % of the living crew, nearest."""
    percent = int(lore.fighting_fires["flood_percent"].amount)
    return (2 * ship.crew * percent + D100) // (2 * D100)


POINTS = (
    older,
    intensity,
    spreads,
    explodes,
    blows_up,
    burned,
    put_out,
    pumps_help,
    party_helps,
    fighters_short,
    hull_burned,
    effects,
    slows,
    parties_known,
    party_men,
    flooders,
)

# ---------------------------------------------------------------- what other chapters ask


def worst(battle: Battle, ship: BtqShip) -> Intensity | None:
    """How the worst fire aboard burns, or None."""
    if not ship.fires:
        return None
    bound, lore = battle.bound, battle.lore.harm
    return bound[effects](lore, bound[intensity](lore, max(ship.fires)))


def guns_out(battle: Battle, ship: BtqShip) -> int:
    """Guns that are out on each side, from the last listed battery upwards; 99 for all (BTQ-GAP-41)."""
    how = worst(battle, ship)
    return how.guns_out if how is not None else 0


def smoke(battle: Battle, ship: BtqShip) -> int:
    """Per cent of hits lost in the smoke of her own fires."""
    how = worst(battle, ship)
    return how.accuracy if how is not None else 0


def party_refused(battle: Battle, ship: BtqShip) -> IllegalOrder | None:
    """Why she cannot form a fire party now, or None."""
    if not battle.bound[parties_known]():
        return refusal("party_unknown", "BTQ-FIRE-18")
    if ship.fire_party:
        return refusal("party_formed", "BTQ-FIRE-14", men=ship.fire_party)
    if battle.bound[party_men](battle.lore.harm, ship) < 1:
        return refusal("party_no_men", "BTQ-FIRE-14", men=ship.crew)
    return None


def flood_refused(battle: Battle, ship: BtqShip) -> IllegalOrder | None:
    """Why her magazine cannot be flooded now, or None."""
    if not battle.bound[parties_known]():
        return refusal("flood_unknown", "BTQ-FIRE-18")
    if ship.magazine != DRY:
        return refusal("magazine_flooded", "BTQ-DC-09")
    return None


# ---------------------------------------------------------------- starting and burning


def start(battle: Battle, ship: BtqShip, rules: tuple[str, ...] = ()) -> None:
    """A fire breaks out, by hand: age 0, Minor, and a surrender point."""
    changes = [alter(ship, "fires", (*ship.fires, 0))]
    surrender.cost(ship, battle.bound[damage.fire_price](battle.lore.harm, False), changes)
    battle.emit(FireStarted, ship=ship.id, changes=tuple(changes), rules=("BTQ-FIRE-01", "BTQ-SP-07", *rules))
    surrender.settle(battle, ship)


def burn_all(battle: Battle) -> None:
    """The end of a turn for every fire, ship by ship; then magazines are flooded (BTQ-GAP-44)."""
    for ship in ships(battle):
        if not (ship.fires or ship.magazine == ORDERED) or ship.status == SUNK:
            continue
        if battle.lore.harm.reading.flooded_first:
            _drown(battle, ship)
        if not ship.fires or not burn(battle, ship):
            _drown(battle, ship)


def _drown(battle: Battle, ship: BtqShip) -> None:
    """The magazine is flooded, where that was ordered."""
    if ship.magazine == ORDERED:
        change = alter(ship, "magazine", FLOODED)
        rules = ("BTQ-FIRE-09", "BTQ-DC-09", "BTQ-GUN-26")
        battle.emit(StatusChanged, ship=ship.id, what="magazine flooded", changes=(change,), rules=rules)


def burn(battle: Battle, ship: BtqShip) -> bool:
    """One turn of her fires; whether she blew up (BTQ-TURN-04)."""
    lore: HarmLore = battle.lore.harm
    bound, dice, wind = battle.bound, battle.dice, strength(battle)
    enhanced = bound[parties_known]()
    holds = BASE_FIRE if enhanced else lore.reading.base_fire
    harm = Harm(ship.copy())
    after = harm.after
    left: list[int] = []
    out: list[Ruling] = []
    born: list[Ruling] = []
    for age in [bound[older](each) for each in ship.fires]:
        boom = bound[explodes](lore, dice, ship, age)
        if boom is not None and boom.outcome and bound[blows_up](battle, ship, boom):
            return True
        spread = bound[spreads](lore, dice, ship, wind)
        how = bound[intensity](lore, age)
        men, toll = bound[burned](dice, ship, how) if how is not None else (0, None)
        harm.kill(men)
        quenched = None
        if PUT_OUT in holds:
            quenched = bound[put_out](lore, dice, ship, age, _helped(battle, ship, holds))
        harm.rulings += [each for each in (boom, spread, toll, quenched) if each is not None]
        if spread is not None and spread.outcome:
            born.append(spread)
        if quenched is not None and quenched.outcome:
            out.append(quenched)
        else:
            left.append(age)
    after.fires = (*left, *[0] * len(born))
    price = bound[damage.fire_price](lore, True)
    harm.cost(price * len(born))
    harm.told += [(FireStarted, {"rulings": (each,), "rules": ("BTQ-FIRE-05",)}) for each in born]
    harm.told += [(FireOut, {"rulings": (each,)}) for each in out]
    points = sum([bound[hull_burned](lore, ship, age) for age in left]) if BURNS_HULL in holds else 0
    if points:
        harm.rulings.append(plainly("BTQ-FIRE-16", points))
        damage.hull(battle, dice, harm, points, "", special=False)
    if harm.men:
        damage.muster(battle, harm)
    harm.rules += ("BTQ-FIRE-02", "BTQ-FIRE-03" if enhanced else "BTQ-FIRE-18")
    if harm.men or points:
        tell(battle, ship, harm, ShipHurt, place="fire")
    else:
        tell(battle, ship, harm, StatusChanged, what="fire burns")
    return False


def _helped(battle: Battle, ship: BtqShip, holds: frozenset[str]) -> tuple[Modifier, ...]:
    bound, lore = battle.bound, battle.lore.harm
    pumps, party = bound[pumps_help](lore, ship), bound[party_helps](lore, ship)
    return (*pumps, *party, *(bound[fighters_short](lore, ship) if SHORT_CREW in holds else ()))
