"""What a broadside does: hits, then damage, in whole numbers until a rule rounds (BTQ-GUN, BTQ-RAKE)."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import attrs

from navalrules import Dice, Modifier, Roll, Ruling, ruling
from navalrules_btq.ordnance import (
    BALL,
    CLOSE,
    CREW,
    DOUBLE,
    HANDED,
    HULL,
    PLACE,
    Battery,
    Factor,
    Gun,
    Ordnance,
)
from navalrules_btq.phase import half_up
from navalrules_btq.ship import PARTS, BtqShip
from navalrules_btq.shot import shot_factor
from navalrules_btq.sighting import View

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

PERCENT: Final = 100
SOLID: Final = (BALL, DOUBLE)
BROADSIDE: Final = "broadside"
"""The `gunnery_order` by which all batteries are added, then rounded."""


@attrs.define
class Unusual:
    """What is out of the ordinary in a discharge.

    `part_only` says that some guns were told to stay silent, `half` that the damage is halved for it
    (BTQ-GAP-39). `cross` says that men from the other side lend a hand. `silent` are gun types that bear but
    do not reach, how many and how far they reach, `shut` is one behind closed ports. `rested` says that a run
    of turns of fire was broken. `smoke` is a per cent off the hits.
    """

    part_only: bool = False
    half: bool = False
    cross: bool = False
    silent: Sequence[tuple[str, int, float]] = ()
    shut: str = ""
    rested: bool = False
    smoke: Modifier | None = None


@attrs.define
class Discharge:
    """The fire of one arc, ready to be worked out.

    `guns` says how many fire, served by `men`; where hands are short, `served` says how many there are of
    those `needed`, else one of one. `run` counts the turns in a row in which the arc had fired before this
    one, `first` is the bonus of the first broadside. `unusual` is None where nothing is. `told` says that its
    working is shown, hits battery by battery.
    """

    ship: BtqShip
    target: BtqShip
    view: View
    arc: str
    shot: str
    aim: str
    turn: int
    run: int = 0
    first: bool = False
    batteries: Sequence[Battery] = ()
    guns: int = 0
    men: int = 0
    needed: int = 1
    served: int = 1
    unusual: Unusual | None = None
    told: bool = True

    def noting(self) -> Unusual:
        """What is out of the ordinary, for more to be noted there."""
        if self.unusual is None:
            self.unusual = Unusual()
        return self.unusual


class Salvo(NamedTuple):
    """What a discharge comes to: points for hull, rigging and crew, the chance in per cent of a waterline
    hit, the end that was raked, and the working."""

    total: int
    hull: int
    rigging: int
    crew: int
    waterline: int
    rake: str
    rulings: tuple[Ruling, ...]


# ---------------------------------------------------------------- the figures


@ruling("BTQ-GUN-19")
def band_ends(gun: Gun) -> tuple[tuple[float, ...], str]:
    """The upper ends of a gun's bands in mm, and the rule that gives them."""
    return gun.bands, "BTQ-GUN-19"


@ruling("BTQ-GUN-18")
def band_at(ends: tuple[float, ...], range_: float) -> int:
    """The place of the first band whose upper end is not nearer than the target; past the last it is out."""
    return bisect_left(ends, range_)


@ruling("BTQ-GUN-12", "BTQ-GUN-13", "BTQ-GUN-14")
def national(ordnance: Ordnance, ship: BtqShip, run: int) -> tuple[Factor, ...]:
    """The national modifier and what changes it: a merchant, an untrained crew; `run` counts the turns in a
    row in which these guns had fired before this one."""
    found: tuple[Factor, ...] = (nation(ship.ngm),)
    if ship.merchant:
        found = (*found, ordnance.change["merchant"])
    change = ordnance.change.get(ship.quality) if ship.quality == "untrained" else None
    return found if change is None else (*found, change)


@ruling("BTQ-GUN-17")
def in_a_row(ship: BtqShip, arc: str, turn: int) -> int:
    """Turns in a row in which an arc had fired before this one; one full turn without fire ends them."""
    place = PLACE[arc]
    return ship.fouling[place] if ship.fired_on[place] >= turn - 1 else 0


@ruling("BTQ-GUN-10", "BTQ-GUN-11")
def first_broadside(ordnance: Ordnance, ship: BtqShip, arc: str) -> bool:
    """Whether this is the first broadside of a side, by a crew that makes something of it."""
    return arc in HANDED and not ship.initial_used[PLACE[arc]] and ship.quality in ordnance.initial


@ruling("BTQ-GUN-28")
def cross_deck(ordnance: Ordnance, quality: str) -> Factor:
    """What is left of the national modifier for guns that men from the other side serve."""
    return ordnance.cross[quality]


@ruling("BTQ-RAKE-02", "BTQ-RAKE-03", "BTQ-RAKE-04")
def rake_factor(ordnance: Ordnance, view: View, shot: str) -> Factor | None:
    """What a rake makes of the damage: with ball, from near, None where it is no rake."""
    if not view.rake or shot != ordnance.rake_shot or view.range > ordnance.rake_reach:
        return None
    return ordnance.rakes[view.rake]


@ruling("BTQ-RAKE-05")
def splinters(ordnance: Ordnance, hull: int) -> int:
    """Men struck by splinters of a raked hull: none unless the house rule is on."""
    return 0


@ruling("BTQ-GUN-29")
def high_chance(ordnance: Ordnance, band: int, gauge: int) -> tuple[Modifier, ...]:
    """The chance in per cent that shots at the hull go high."""
    return (ordnance.high[band],)


@ruling("BTQ-GUN-30")
def share_high(ordnance: Ordnance, dice: Dice, ship: str, target: str, damage: int) -> Ruling:
    """Of a broadside that goes high, the damage that strikes the rigging: a throw says how many per cent."""
    if ordnance.reading.high_share == "all":
        return Ruling("BTQ-GUN-30", damage)
    share = dice.lookup(ordnance.percent, ship, f"share at {target}")
    return Ruling("BTQ-GUN-30", half_up(damage * share.value, PERCENT), share)


@ruling("BTQ-DMG-15")
def waterline_chance(ordnance: Ordnance, discharge: Discharge, hull: int) -> tuple[Modifier, ...]:
    """The chance in per cent of a hit between wind and water: solid shot, near, that tells on the hull
    (BTQ-GAP-24)."""
    near = discharge.shot in SOLID and discharge.batteries[0].band <= CLOSE
    return (ordnance.waterline,) if near and hull > 0 else ()


@lru_cache(maxsize=256)
def nation(ngm: int) -> Factor:
    """A national modifier (in parts) as a factor."""
    return Factor(Modifier("ngm", ngm / PARTS, "BTQ-GUN-12"), ngm)


# ---------------------------------------------------------------- hits and damage


@ruling("BTQ-GUN-03", "BTQ-GUN-04", "BTQ-GUN-05", "BTQ-GUN-07", "BTQ-GUN-08", "BTQ-GUN-09", "BTQ-GUN-21")
def broadside(
    bound: Mapping[Any, Callable[..., Any]], ordnance: Ordnance, dice: Dice, discharge: Discharge
) -> tuple[int, list[Ruling]]:
    """The damage of a broadside, all batteries added and then rounded, and the working: the hits where
    somebody is told, and at last how the damage came about.

    Each battery throws a d100 of its own, but for point blank, where every gun hits. Nothing is rounded
    before the sum: D in hundredths, all other factors in ten-thousandths (BTQ-GAP-38, BTQ-DICE-05).
    """
    ship, shot, needed = discharge.ship, discharge.shot, discharge.needed
    common, modifiers = 0, []
    for factor in bound[national](ordnance, ship, discharge.run):
        common += factor.parts
        modifiers.append(factor.modifier)
    if common < 0:
        # The national modifier with all its changes is never under 0 (BTQ-GAP-38).
        common = 0
    over, unusual = _ONE * needed, discharge.unusual
    served, lent = discharge.served * PARTS, 0
    if unusual is not None and unusual.cross:
        crossed = bound[cross_deck](ordnance, ship.quality)
        lent = needed * crossed.parts
        modifiers.append(crossed.modifier)
    shot_of = bound[shot_factor]
    loaded = shot_of(ordnance, shot)
    modifiers.append(loaded.modifier)
    rake = bound[rake_factor](ordnance, discharge.view, shot)
    if rake is not None:
        common, over = common * rake.parts, over * PARTS
        modifiers.append(rake.modifier)
    if unusual is not None and unusual.smoke is not None:
        common, over = common * (PERCENT + int(unusual.smoke.amount)), over * PERCENT
    thrown, sure = [], []
    for battery in discharge.batteries:
        weight = battery.own * served
        if lent:
            weight += battery.short * lent
        factor = loaded if battery.shot == shot else shot_of(ordnance, battery.shot)
        weight *= common * battery.power * factor.parts
        if battery.sure:
            sure.append(weight * PERCENT)
        else:
            thrown.append((weight, ordnance.die[discharge.first, battery.band == CLOSE]))
    if thrown or ordnance.reading.gunnery_order != BROADSIDE:
        total, faces, source = _added(ordnance, dice, discharge, thrown, sure, over)
    else:
        total, faces, source = half_up(sum(sure), over), (), ""
    rulings = _hits(ordnance, discharge, faces, source) if discharge.told else []
    if unusual is not None and unusual.half:
        total //= 2
    rulings.append(Ruling("BTQ-GUN-04", total, None, None, tuple(modifiers), total, ("BTQ-GUN-21",)))
    return total, rulings


_ONE: Final = PERCENT * PARTS**5
"""D in hundredths times five factors in ten-thousandths: guns, nation, poundage, range, shot."""


def _added(
    ordnance: Ordnance,
    dice: Dice,
    discharge: Discharge,
    thrown: list[tuple[int, Any]],
    sure: list[int],
    over: int,
) -> tuple[int, tuple[int, ...], str]:
    """The batteries thrown for, added and rounded, or rounded and added (`gunnery_order`); and the faces that
    fell."""
    ship, purpose = discharge.ship.id, f"fire at {discharge.target.id}"
    if ordnance.reading.gunnery_order == BROADSIDE:
        roll = dice.weighted(thrown, sum(sure), over, ship, purpose)
        return roll.value, roll.faces, roll.source
    rolls = [dice.weighted([part], 0, over, ship, purpose) for part in thrown]
    total = sum([roll.value for roll in rolls]) + sum([half_up(each, over) for each in sure])
    return total, tuple([face for roll in rolls for face in roll.faces]), rolls[0].source if rolls else ""


def _hits(ordnance: Ordnance, discharge: Discharge, faces: tuple[int, ...], source: str) -> list[Ruling]:
    """The first step battery by battery, as the log shows it: hits to a tenth."""
    rulings, left, unusual = [], iter(faces), discharge.unusual
    whole = discharge.served >= discharge.needed and (unusual is None or unusual.smoke is None)
    for battery in discharge.batteries:
        if not battery.sure:
            rulings.append(_hit(ordnance, discharge, battery, next(left, 0), source))
        elif whole and not battery.short and battery.shot == discharge.shot:
            # Every gun hits: once that has been told of such a battery, it is told again in the same words.
            if battery.hits is None:
                battery.hits = _hit(ordnance, discharge, battery)
            rulings.append(battery.hits)
        else:
            rulings.append(_hit(ordnance, discharge, battery))
    if unusual is not None:
        for name, idle, reach in unusual.silent:
            rulings.append(Ruling("BTQ-GUN-40", 0, None, reach, (_battery(name, idle),)))
    return rulings


def _hit(
    ordnance: Ordnance, discharge: Discharge, battery: Battery, face: int = 0, source: str = ""
) -> Ruling:
    """The hits of one battery; `face` is what its die shows, 0 where it throws none or shows none."""
    gun, band, short = battery.gun, battery.band, battery.short
    served, needed, unusual = discharge.served, discharge.needed, discharge.unusual
    spread = ordnance.ranges[band]
    modifiers = [_battery(gun.key, battery.own + short), ordnance.pounds[gun.key]]
    roll, die, bonus = None, PERCENT, 0
    if battery.sure:
        also: tuple[str, ...] = (battery.bands_by, "BTQ-GUN-07")
    else:
        also = (battery.bands_by, "BTQ-GUN-05")
        key = (discharge.first, band == CLOSE)
        modifiers += ordnance.die_bonus[key]
        if face:
            die = ordnance.die[key].entries[face]
            roll = Roll(PERCENT, (face,), die, source)
            bonus = die - face
        else:
            die = 0
    modifiers.append(spread.modifier)
    if battery.shot != discharge.shot:
        # The house rule loads these guns with something else than the rest (BTQ-SHOT-09).
        modifiers.append(ordnance.shots[battery.shot].modifier)
        also = (*also, "BTQ-SHOT-09")
    if short:
        modifiers.append(Modifier("lent_crew", short, "BTQ-GUN-28"))
    if served < needed and battery.own:
        modifiers.append(short_handed(served, needed))
    tenths = die * spread.parts * (battery.own * served + short * needed)
    over = PERCENT * PARTS * needed
    if unusual is not None and (smoke := unusual.smoke) is not None:
        modifiers.append(smoke)
        tenths, over = tenths * (PERCENT + int(smoke.amount)), over * PERCENT
    hits = half_up(10 * tenths, over) / 10
    return Ruling("BTQ-GUN-03", hits, roll, None, tuple(modifiers), bonus, also)


@lru_cache(maxsize=1024)
def _battery(gun: str, number: int) -> Modifier:
    return Modifier(gun, number, "BTQ-SHIP-11")


@lru_cache(maxsize=1024)
def short_handed(served: int, needed: int) -> Modifier:
    """What a gun crew that is short takes off the hits, in per cent (BTQ-CREW-05)."""
    return Modifier("short_handed", -(PERCENT * (needed - served)) / needed, "BTQ-CREW-05")


# ---------------------------------------------------------------- where it strikes


def salvo(
    bound: Mapping[Any, Callable[..., Any]], ordnance: Ordnance, dice: Dice, discharge: Discharge
) -> Salvo:
    """A discharge from its dice to the points that strike hull, rigging and crew; nothing is changed."""
    total, rulings = bound[broadside](bound, ordnance, dice, discharge)
    raked = discharge.view.rake
    if raked and not bound[rake_factor](ordnance, discharge.view, discharge.shot):
        raked = ""
    if discharge.aim == CREW:
        return Salvo(total, 0, 0, total, 0, raked, tuple(rulings))
    if discharge.aim != HULL:
        return Salvo(total, 0, total, 0, 0, raked, tuple(rulings))
    rigging = _high(bound, ordnance, dice, discharge, total, rulings)
    hull = total - rigging
    men = bound[splinters](ordnance, hull) if raked else 0
    if men and discharge.told:
        rulings.append(Ruling("BTQ-RAKE-05", men, None, None, (), men))
    leaks = bound[waterline_chance](ordnance, discharge, hull)
    chance = held(leaks) if leaks else 0
    if leaks and discharge.told:
        rulings.append(Ruling("BTQ-DMG-15", chance, None, None, leaks))
    return Salvo(total, hull, rigging, men, chance, raked, tuple(rulings))


def held(modifiers: tuple[Modifier, ...]) -> int:
    """A chance in per cent, held to 0 to 100."""
    return min(max(int(sum([modifier.amount for modifier in modifiers])), 0), PERCENT)


def _high(
    bound: Mapping[Any, Callable[..., Any]],
    ordnance: Ordnance,
    dice: Dice,
    discharge: Discharge,
    total: int,
    rulings: list[Ruling],
) -> int:
    """How much of a broadside at the hull strikes the rigging (BTQ-GUN-29, BTQ-GUN-30)."""
    if discharge.shot not in SOLID:
        return 0
    bands = [battery.band for battery in discharge.batteries]
    band = bands[0] if ordnance.reading.high_band_from == "first" else max(bands)
    modifiers = bound[high_chance](ordnance, band, discharge.view.gauge)
    chance = held(modifiers)
    if not chance:
        return 0
    ship, target = discharge.ship.id, discharge.target.id
    roll = dice.check(chance, ship, f"high at {target}")
    if discharge.told:
        base = int(modifiers[0].amount)
        rulings.append(Ruling("BTQ-GUN-29", bool(roll), roll, base, modifiers[1:], chance - base))
    if not roll:
        return 0
    ruled = bound[share_high](ordnance, dice, ship, target, total)
    if discharge.told:
        rulings.append(ruled)
    return int(ruled.outcome)


POINTS = (
    band_ends,
    band_at,
    national,
    in_a_row,
    first_broadside,
    cross_deck,
    rake_factor,
    splinters,
    high_chance,
    share_high,
    waterline_chance,
    broadside,
)
