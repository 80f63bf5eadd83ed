"""What a hit does: the place struck (ACW-HIT), the critical results (ACW-CRIT), and squares crossed off.

A blow is resolved on the state before the fire step, with all its dice; it is applied afterwards.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Final

import attrs

from navalrules import (
    ADRIFT,
    FIGHTING,
    Change,
    FireStarted,
    Lookup,
    MastFell,
    Roll,
    Ruling,
    ShipHurt,
    Sighting,
    StatusChanged,
    alter,
    alter_all,
    ruling,
)
from navalrules_civilwar.bearing import aspect, engaged_side
from navalrules_civilwar.lore import Place
from navalrules_civilwar.ship import CivilWarShip, Gun

if TYPE_CHECKING:
    from navalrules import Battle

Changes = list[Change]

PLACE_RULES: Final = {
    "hull_crew": ("ACW-HIT-02",),
    "hull": ("ACW-HIT-02",),
    "gun_crew": ("ACW-HIT-02",),
    "gun": ("ACW-HIT-02",),
    "boats": ("ACW-HIT-03",),
    "critical": ("ACW-CRIT-01",),
}


@attrs.define
class Hit:
    """A shot that told: who fired which gun at whom, and how the target lay."""

    ship: CivilWarShip
    target: CivilWarShip
    gun: Gun
    sight: Sighting


@attrs.define
class Blow:
    """A hit resolved: the place, what became of it, the gun drawn (or -1), the side a mast fell to."""

    hit: Hit
    place: Place
    effect: str
    rulings: tuple[Ruling, ...]
    gun: int = -1
    hand: str = ""
    fire: bool = False
    turns: int = 0


# ---------------------------------------------------------------- resolving


@ruling("ACW-HIT-01", "ACW-HIT-02", "ACW-HIT-03", "ACW-HIT-05")
def place_struck(battle: Battle, hit: Hit) -> Ruling:
    """d20 for the place struck, on table ACW-T3."""
    roll = battle.dice.lookup(battle.lore.place, hit.ship.id, "place struck")
    return _struck(roll.value, roll.sides, roll.faces, roll.source)


@lru_cache(maxsize=256)
def _struck(place: str, sides: int, faces: tuple[int, ...], source: str) -> Ruling:
    """Frozen, so all hits share it: there are no more of them than faces of the die."""
    also = PLACE_RULES.get(place, ("ACW-HIT-05",))
    return Ruling("ACW-HIT-01", place, Roll(sides, faces, place, source), None, (), 0, also)


@ruling("ACW-HIT-06")
def guns_exposed(hit: Hit, lies: str) -> list[int]:
    """The guns that a hit may take: on the engaged side and the pivots bearing there; all if she is raked."""
    target = hit.target
    side = engaged_side(hit.sight, lies)
    return [
        index
        for index, gun in enumerate(target.guns)
        if not target.guns_out[index] and (not side or side in gun.arcs)
    ]


def resolve(battle: Battle, hit: Hit) -> Blow:
    """Throw every die that a hit needs, on the state before the step (ACW-HIT-09)."""
    struck = battle.bound[place_struck](battle, hit)
    place = battle.lore.places[struck.outcome]
    further = _FURTHER.get(place.key)
    if further is not None:
        return further(battle, hit, place, (struck,))
    if place.gun:
        return _gun_blow(battle, hit, place, (struck,))
    return Blow(hit, place, place.key, (struck,))


def _gun_blow(battle: Battle, hit: Hit, place: Place, rulings: tuple[Ruling, ...]) -> Blow:
    exposed = battle.bound[guns_exposed](hit, battle.bound[aspect](battle.lore, hit.sight))
    if not exposed:
        none = Ruling("ACW-HIT-06", "no gun left")
        return Blow(hit, battle.lore.places["hull"], "hull", (*rulings, none))
    roll = battle.dice.pick(len(exposed), hit.ship.id, "gun struck")
    gun = exposed[roll.value]
    drawn = Ruling("ACW-HIT-06", hit.target.guns[gun].name, roll)
    return Blow(hit, place, place.key, (*rulings, drawn), gun=gun)


def _mast_blow(battle: Battle, hit: Hit, place: Place, rulings: tuple[Ruling, ...]) -> Blow:
    falls = battle.tables["mishap"].whole("mast_falls_from")
    roll = battle.dice.reaches(6, falls, hit.ship.id, "mast")
    ruled = Ruling("ACW-HIT-05", roll.value, roll, falls)
    if roll.value and hit.target.masts:
        return _falling(battle, hit, place, (*rulings, ruled))
    return Blow(hit, place, "rigging", (*rulings, ruled))


def _falling(battle: Battle, hit: Hit, place: Place, rulings: tuple[Ruling, ...]) -> Blow:
    fell = battle.bound[side_of_mast](battle, hit)
    return Blow(hit, place, "mast", (*rulings, fell), hand=fell.outcome)


def _steering_blow(battle: Battle, hit: Hit, place: Place, rulings: tuple[Ruling, ...]) -> Blow:
    jams = battle.tables["mishap"].whole("steering_jams_from")
    roll = battle.dice.reaches(6, jams, hit.ship.id, "steering")
    ruled = Ruling("ACW-HIT-05", roll.value, roll, jams)
    return Blow(hit, place, "jam" if roll.value else "helm", (*rulings, ruled))


@ruling("ACW-CRIT-01")
def critical_result(battle: Battle, hit: Hit) -> Ruling:
    """d6 on the critical table, ACW-T4 (ACW-DICE-02)."""
    roll = battle.dice.lookup(battle.lore.critical, hit.ship.id, "critical")
    return Ruling("ACW-CRIT-01", roll.value, roll, also=(_CRITICAL_RULES[roll.value],))


_CRITICAL_RULES: Final = {
    "gun": "ACW-CRIT-02",
    "mast": "ACW-CRIT-04",
    "shaft": "ACW-CRIT-06",
    "steering": "ACW-CRIT-08",
    "bridge": "ACW-CRIT-10",
    "boiler": "ACW-CRIT-12",
}


def _critical_blow(battle: Battle, hit: Hit, place: Place, rulings: tuple[Ruling, ...]) -> Blow:
    ruled = battle.bound[critical_result](battle, hit)
    rulings = (*rulings, ruled)
    if ruled.outcome == "gun":
        return _explosion(battle, hit, place, rulings)
    if ruled.outcome == "mast":
        return (
            _falling(battle, hit, place, rulings)
            if hit.target.masts
            else Blow(hit, place, "nothing", rulings)
        )
    if ruled.outcome == "boiler":
        return _boiler(battle, hit, place, rulings)
    return Blow(hit, place, _CRITICAL_EFFECTS[ruled.outcome], rulings)


_CRITICAL_EFFECTS: Final = {"shaft": "shaft", "steering": "jam", "bridge": "bridge"}


@ruling("ACW-CRIT-03", "ACW-CRIT-02")
def explosion(battle: Battle, hit: Hit) -> tuple[int, tuple[Ruling, ...], bool]:
    """One random manned gun bursts with its square; d6 of 5-6 starts a fire: gun or -1, rulings, fire."""
    target = hit.target
    manned = [index for index, at in enumerate(target.at_guns) if at and not target.guns_out[index]]
    if not manned:
        return -1, (Ruling("ACW-CRIT-03", "no manned gun"),), False
    drawn = battle.dice.pick(len(manned), hit.ship.id, "gun bursts")
    gun = manned[drawn.value]
    need = battle.tables["crit"].whole("gun_fire_from")
    fire = battle.dice.reaches(6, need, hit.ship.id, "gun fire")
    rulings = (
        Ruling("ACW-CRIT-03", target.guns[gun].name, drawn),
        Ruling("ACW-CRIT-03", fire.value, fire, need),
    )
    return gun, rulings, bool(fire.value)


def _explosion(battle: Battle, hit: Hit, place: Place, rulings: tuple[Ruling, ...]) -> Blow:
    gun, ruled, fire = battle.bound[explosion](battle, hit)
    return Blow(hit, place, "burst" if gun >= 0 else "nothing", (*rulings, *ruled), gun=gun, fire=fire)


@ruling("ACW-CRIT-05")
def side_of_mast(battle: Battle, hit: Hit) -> Ruling:
    """Which side a mast falls to: d6 1-3 port, 4-6 starboard."""
    roll = battle.dice.handed(hit.ship.id, "mast falls")
    return Ruling("ACW-CRIT-05", roll.value, roll)


@cache
def _harms(fire: int, explodes: int) -> Lookup:
    harms = ["explodes" if face >= explodes else "fire" if face >= fire else "none" for face in range(1, 7)]
    return Lookup(6, tuple(enumerate(harms, 1)))


@ruling("ACW-CRIT-12")
def boiler_hit(battle: Battle, hit: Hit) -> tuple[str, tuple[Ruling, ...], int]:
    """d6: 5 fire, 6 she explodes and sinks in 1d6 turns. Returns harm, rulings, turns (0 for none)."""
    crit = battle.tables["crit"]
    harms = _harms(crit.whole("boiler_fire"), crit.whole("boiler_explodes"))
    roll = battle.dice.lookup(harms, hit.ship.id, "boiler")
    ruled = Ruling("ACW-CRIT-12", roll.value, roll, also=("ACW-CRIT-13",))
    if roll.value != "explodes":
        return roll.value, (ruled,), 0
    clock = battle.bound[sinking_time](battle, hit.ship.id, "boiler sinks")
    return roll.value, (ruled, clock), clock.outcome


def _boiler(battle: Battle, hit: Hit, place: Place, rulings: tuple[Ruling, ...]) -> Blow:
    if not hit.target.steamer:
        return Blow(hit, place, "nothing", rulings)
    harm, ruled, turns = battle.bound[boiler_hit](battle, hit)
    return Blow(hit, place, "boiler", (*rulings, *ruled), fire=harm == "fire", turns=turns)


_FURTHER: Final = {"mast": _mast_blow, "steering": _steering_blow, "critical": _critical_blow}


@ruling("ACW-WL-04", "ACW-WL-02")
def sinking_time(battle: Battle, ship: str, purpose: str) -> Ruling:
    """In how many turns she goes down: 1d6, in the last step of that many turns later."""
    roll: Roll = battle.dice.die(battle.tables["sinking"].whole("die"), ship, purpose)
    return Ruling("ACW-WL-04", roll.value, roll)


# ---------------------------------------------------------------- applying


_HEAVY_RULES: Final = ("ACW-HIT-09", "ACW-HIT-04", "ACW-RECORD-02")


def strike(battle: Battle, blow: Blow, told: bool) -> None:
    """Apply a resolved blow, and tell of it with every change before and after."""
    target = blow.hit.target
    waterline, crew = target.waterline, target.crew
    changes: Changes = []
    rulings = _squares(battle, target, blow, changes)
    if blow.effect in _EFFECTS:
        rulings += _EFFECTS[blow.effect](battle, target, blow, changes)
    if told:
        _tell(battle, blow, rulings, changes)
    if blow.fire:
        start_fire(battle, target)
    if blow.turns:
        start_clock(battle, target, blow.turns)
    check_flooded(battle, target, waterline, crew)
    check_crew(battle, target)


def _tell(battle: Battle, blow: Blow, rulings: list[Ruling], changes: Changes) -> None:
    hit = blow.hit
    rules = _HEAVY_RULES if hit.gun.heavy else ("ACW-HIT-09",)
    if "waterline" in [change.what for change in changes]:
        rules = (*rules, "ACW-WL-01")
    fell = bool(blow.hand) and blow.effect == "mast"
    battle.emit(
        partial(MastFell, hand=blow.hand) if fell else ShipHurt,
        ship=hit.target.id,
        by=hit.ship.id,
        place=blow.effect,
        rulings=(*blow.rulings, *rulings),
        changes=tuple(changes),
        rules=rules,
    )


@ruling("ACW-HIT-04")
def heavier(gun: Gun) -> int:
    """How often a gun takes the further squares of table ACW-T3: once for a heavy gun."""
    return int(gun.heavy)


def _squares(battle: Battle, ship: CivilWarShip, blow: Blow, changes: Changes) -> list[Ruling]:
    place, heavy = blow.place, battle.bound[heavier](blow.hit.gun)
    rulings: list[Ruling] = []
    crew = place.crew + heavy * place.heavy_crew
    if hull := place.hull + heavy * place.heavy_hull:
        rulings += lose_hull(battle, ship, hull, changes)
    if blow.effect == "burst":
        crew = battle.tables["crit"].whole("gun_crew")
    if waterline := place.waterline + heavy * place.heavy_waterline:
        lose_waterline(ship, waterline, changes)
    if boats := place.boats + heavy * place.heavy_boats:
        _reduce(ship, "boats", boats, changes)
    if crew:
        rulings.append(battle.bound[crew_hit](ship, crew, blow.effect, blow.gun, changes))
    if blow.gun >= 0:
        lose_gun(ship, blow.gun, changes)
    return rulings


def _reduce(ship: CivilWarShip, what: str, by: float, changes: Changes) -> None:
    before = getattr(ship, what)
    after = max(before - by, 0)
    if after != before:
        changes.append(alter(ship, what, after))


@ruling("ACW-HIT-08")
def hull_or_waterline(ship: CivilWarShip, squares: int) -> tuple[int, int]:
    """How many of the squares are hull and how many, for want of hull, waterline."""
    hull = min(squares, ship.hull)
    return hull, squares - hull


def lose_hull(battle: Battle, ship: CivilWarShip, squares: int, changes: Changes) -> list[Ruling]:
    """Cross off hull squares; what is not there is taken from the waterline."""
    hull, waterline = battle.bound[hull_or_waterline](ship, squares)
    _reduce(ship, "hull", hull, changes)
    if not waterline:
        return []
    lose_waterline(ship, waterline, changes)
    return [Ruling("ACW-HIT-08", waterline)]


def lose_waterline(ship: CivilWarShip, squares: int, changes: Changes) -> None:
    """Cross off waterline squares (ACW-WL-01)."""
    _reduce(ship, "waterline", squares, changes)


def lose_gun(ship: CivilWarShip, index: int, changes: Changes) -> None:
    """A gun is out for the game; a square still at it has nothing to do (ACW-HIT-06)."""
    if not ship.guns_out[index]:
        changes.append(alter(ship, "guns_out", _put(ship.guns_out, index, True)))
    if ship.at_guns[index]:
        changes.append(alter(ship, "at_guns", _put(ship.at_guns, index, False)))


def _put(values: tuple[bool, ...], index: int, value: bool) -> tuple[bool, ...]:
    return (*values[:index], value, *values[index + 1 :])


@ruling("ACW-HIT-07")
def crew_hit(ship: CivilWarShip, squares: int, place: str, gun: int, changes: Changes) -> Ruling:
    """Squares lost: the gun's own crew, the engine-room crew, otherwise from stations the owner chooses."""
    lost = min(squares, ship.crew)
    if lost:
        changes.append(alter(ship, "crew", ship.crew - lost))
        changes.append(alter(ship, "lost", ship.lost + lost))
    own = _own_crew(ship, place, gun, lost, changes)
    if lost > own:
        changes.append(alter(ship, "owed", ship.owed + lost - own))
    return Ruling("ACW-HIT-07", lost)


def _own_crew(ship: CivilWarShip, place: str, gun: int, lost: int, changes: Changes) -> int:
    """Take the squares that stood where the blow fell; returns how many there were."""
    if place in ("gun_crew", "burst") and lost and gun >= 0 and ship.at_guns[gun]:
        changes.append(alter(ship, "at_guns", _put(ship.at_guns, gun, False)))
        if ship.marines > sum(ship.at_guns):
            changes.append(alter(ship, "marines", ship.marines - 1))
        return 1
    if place == "engine":
        own = min(lost, ship.at_boilers)
        if own:
            changes.append(alter(ship, "at_boilers", ship.at_boilers - own))
        return own
    return 0


# ---------------------------------------------------------------- further effects


def _rigging(battle: Battle, ship: CivilWarShip, blow: Blow, changes: Changes) -> list[Ruling]:
    mishap = battle.tables["mishap"]
    _reduce(ship, "sail", mishap.number("rigging_sail"), changes)
    _hold_both(ship, max(ship.both - mishap.number("rigging_both"), 0), changes)
    return []


def _hold_both(ship: CivilWarShip, both: float, changes: Changes) -> None:
    """Set the combined maximum: never below steam or sail alone while either works (ACW-MAST-03)."""
    held = max(both, ship.steam, ship.sail) if ship.sail and ship.steam else max(ship.steam, ship.sail)
    if held != ship.both:
        changes.append(alter(ship, "both", held))


@ruling("ACW-MAST-03")
def mast_share(ship: CivilWarShip) -> int:
    """Knots that each mast is worth: one part in the number of masts, rounded up to whole knots."""
    return math.ceil(ship.sail_full / ship.masts_full) if ship.masts_full else 0


def _mast(battle: Battle, ship: CivilWarShip, blow: Blow, changes: Changes) -> list[Ruling]:
    if not ship.masts:
        return []
    share = battle.bound[mast_share](ship)
    changes.append(alter(ship, "masts", ship.masts - 1))
    both = max(ship.both - share, 0)
    _reduce(ship, "sail", share, changes)
    if not ship.masts and ship.sail:
        changes.append(alter(ship, "sail", 0.0))
    _hold_both(ship, both, changes)
    changes.append(alter(ship, "wrecks", (*ship.wrecks, (blow.hand, 0))))
    return [Ruling("ACW-MAST-03", share)]


def _engine(battle: Battle, ship: CivilWarShip, blow: Blow, changes: Changes) -> list[Ruling]:
    mishap = battle.tables["mishap"]
    if ship.steam:
        both = ship.both - mishap.number("engine_both")
        _reduce(ship, "steam", mishap.number("engine_steam"), changes)
        _hold_both(ship, both, changes)
    return []


@ruling("ACW-CRIT-07", "ACW-CRIT-06")
def steam_kept(battle: Battle, ship: CivilWarShip) -> float:
    """Share of the steam maximum left by a broken shaft: none on a single shaft or at the second such hit."""
    if ship.drive in ("twin screw", "side wheels") and not ship.shafts_broken:
        return battle.tables["crit"].number("shaft_keeps")
    return 0.0


def _shaft(battle: Battle, ship: CivilWarShip, blow: Blow, changes: Changes) -> list[Ruling]:
    if not ship.steamer:
        return []
    kept = battle.bound[steam_kept](battle, ship)
    changes.append(alter(ship, "shafts_broken", ship.shafts_broken + 1))
    _cut_steam(ship, kept, changes)
    return [Ruling("ACW-CRIT-07", kept)]


def _cut_steam(ship: CivilWarShip, kept: float, changes: Changes) -> None:
    if not ship.steam:
        return
    both = ship.sail + (ship.both - ship.sail) * kept
    changes.append(alter(ship, "steam", ship.steam * kept))
    _hold_both(ship, both, changes)


@ruling("ACW-CRIT-13")
def steam_after_boiler(ship: CivilWarShip) -> float:
    """Share of the steam left by a boiler hit: none for the rest of the game, whatever the boilers."""
    return 0.0


def _boiler_gone(battle: Battle, ship: CivilWarShip, blow: Blow, changes: Changes) -> list[Ruling]:
    _cut_steam(ship, battle.bound[steam_after_boiler](ship), changes)
    return []


def _jam(battle: Battle, ship: CivilWarShip, blow: Blow, changes: Changes) -> list[Ruling]:
    if not ship.jammed:
        changes.append(alter(ship, "jammed", True))
    return []


def _helm(battle: Battle, ship: CivilWarShip, blow: Blow, changes: Changes) -> list[Ruling]:
    halves = battle.tables["mishap"].whole("helm_halves")
    if ship.helm_lost < halves:
        changes.append(alter(ship, "helm_lost", halves))
    return []


@ruling("ACW-CRIT-11", "ACW-CRIT-10")
def bridge_halves(battle: Battle) -> int:
    """For how many half-moves a ship hit on the bridge goes straight on."""
    return battle.tables["crit"].whole("bridge_halves")


def _bridge(battle: Battle, ship: CivilWarShip, blow: Blow, changes: Changes) -> list[Ruling]:
    halves = battle.bound[bridge_halves](battle)
    if ship.straight_on < halves:
        changes.append(alter(ship, "straight_on", halves))
    return [Ruling("ACW-CRIT-11", halves)]


_EFFECTS: Final = {
    "rigging": _rigging,
    "mast": _mast,
    "engine": _engine,
    "shaft": _shaft,
    "boiler": _boiler_gone,
    "jam": _jam,
    "helm": _helm,
    "bridge": _bridge,
}


# ---------------------------------------------------------------- what follows from losses


def start_fire(battle: Battle, ship: CivilWarShip) -> None:
    """A fire breaks out this turn, which is its first (ACW-FIREFIGHT-04)."""
    changes = (
        alter(ship, "fires", (*ship.fires, battle.state.turn)),
        alter(ship, "at_fires", (*ship.at_fires, 0)),
    )
    battle.emit(FireStarted, ship=ship.id, changes=changes)


def start_clock(battle: Battle, ship: CivilWarShip, turns: int, rulings: tuple[Ruling, ...] = ()) -> None:
    """She goes down in that many turns; of two causes the sooner holds (ACW-WL-04)."""
    due = battle.state.turn + turns
    if not ship.sinks_on or due < ship.sinks_on:
        change = alter(ship, "sinks_on", due)
        battle.emit(StatusChanged, ship=ship.id, what="sinking", rulings=rulings, changes=(change,))


@ruling("ACW-WL-03", "ACW-WL-02", "ACW-RECORD-04")
def foundering(ship: CivilWarShip) -> bool:
    """Whether she sinks: all squares gone, which are the waterline squares."""
    return ship.waterline == 0


def check_flooded(battle: Battle, ship: CivilWarShip, waterline: int, crew: int) -> None:
    """Start the sinking clock of a ship whose last square has just gone, so once for each cause.

    `waterline` and `crew` are the squares that she had before. One that sinks already, by another cause,
    goes down at the sooner time (ACW-WL-04).
    """
    fresh = ship.waterline == 0 < waterline or (ship.crew == 0 < crew and ship.waterline > 0)
    if fresh and battle.bound[foundering](ship):
        clock = battle.bound[sinking_time](battle, ship.id, "sinking")
        drowned = ship.waterline == 0
        cause = Ruling("ACW-WL-03", True, also=("ACW-WL-02",)) if drowned else Ruling("ACW-RECORD-04", True)
        start_clock(battle, ship, clock.outcome, (cause, clock))


@ruling("ACW-CREW-16")
def crewless(ship: CivilWarShip) -> bool:
    """Whether she is out of the fight and adrift for want of any crew square."""
    return ship.crew == 0


def check_crew(battle: Battle, ship: CivilWarShip) -> None:
    """A ship without crew is out of the fight and drifts."""
    if ship.status == FIGHTING and battle.bound[crewless](ship):
        changes = [alter(ship, "status", ADRIFT), *cleared(ship), *halted(ship)]
        battle.emit(
            StatusChanged,
            ship=ship.id,
            what="adrift",
            rulings=(Ruling("ACW-CREW-16", True),),
            changes=tuple(changes),
        )


def cleared(ship: CivilWarShip) -> Changes:
    """Nobody stands anywhere any more."""
    empty = {
        "owed": 0,
        "at_pumps": 0,
        "at_fires": (0,) * len(ship.fires),
        "at_steering": 0,
        "at_boilers": 0,
        "at_guns": (False,) * len(ship.guns),
        "at_sails": 0,
        "wrecks": tuple((hand, 0) for hand, _ in ship.wrecks),
        "marines": min(ship.marines, ship.crew),
    }
    return alter_all(ship, empty)


def halted(ship: CivilWarShip) -> Changes:
    """She has no way on and no orders."""
    return alter_all(ship, {"speed": 0.0, "run": 0.0, "orders": None})
