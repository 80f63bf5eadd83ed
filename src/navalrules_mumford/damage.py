"""What hits do to men, guns, masts and hull; masts that fall and wreckage cut away (MUM-DMG)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from navalrules import (
    ADRIFT,
    SUNK,
    Fields,
    MastFell,
    Repaired,
    Ruling,
    ShipHurt,
    StatusChanged,
    Tables,
    alter,
    ruling,
)
from navalrules_mumford import fires, flotation
from navalrules_mumford.gunnery import Shot, facing
from navalrules_mumford.lore import Effect, Lore
from navalrules_mumford.orders import GRAPE
from navalrules_mumford.ship import BOW, FRONT, PORT, STARBOARD, STERN, Mount, MumfordShip
from navalrules_mumford.sighting import MICRO, aspect

if TYPE_CHECKING:
    from navalrules import Battle

Masts = tuple[int, int, int]
"""Points of the foremast, the mainmast and the mizzen."""
_EQUALLY: Final = (1, 1, 1)
_MAIN_FIRST: Final = (1, 0, 2)
_FROM_BOW: Final = (0, 1, 2)
_FROM_STERN: Final = (2, 1, 0)


# ---------------------------------------------------------------- rulings


@ruling("MUM-DMG-01", "MUM-DMG-02", "MUM-DMG-05", "MUM-SHORE-06")
def effect_of(battle: Battle, target: MumfordShip, shot: str) -> Effect:
    """What one hit of a kind of shot does to a ship or to a shore battery."""
    found: Effect = battle.lore.effects[f"{shot}_battery" if target.ashore else shot]
    return found


@ruling("MUM-DMG-03", "MUM-DMG-04")
def grape_men(tables: Tables, target: MumfordShip, men: int) -> int:
    """Men that a broadside of grape takes: at most a share of those there as it arrives (MUM-GAP-41)."""
    percent = tables["grape_cap"].whole("battery" if target.ashore else "ship")
    return min(men, target.aboard * percent // 100)


@ruling("MUM-DMG-06")
def shared_equally(points: int, masts: Masts) -> Masts:
    """Mast points shared equally among the masts standing, odd ones to main, fore, mizzen (MUM-GAP-39)."""
    return spread(points, masts, _EQUALLY, _MAIN_FIRST)


@ruling("MUM-DMG-07")
def shared_raked(lore: Lore, points: int, masts: Masts, from_stern: bool) -> Masts:
    """Mast points of a raking shot: 3 : 2 : 1, most to the mast nearest the firer."""
    order = _FROM_STERN if from_stern else _FROM_BOW
    standing = order if 0 not in masts else [index for index in order if masts[index] > 0]
    shares = [0, 0, 0]
    for index, share in zip(standing, lore.mast_shares[len(standing)], strict=True):
        shares[index] = share
    return spread(points, masts, shares, order)


def spread(points: int, masts: Masts, shares: Sequence[int], order: Sequence[int]) -> Masts:
    """Take points off masts by the share of each; odd points go one each in order, surplus to who stands."""
    if 0 in masts:
        shares = [share if mast else 0 for share, mast in zip(shares, masts, strict=True)]
        order = [index for index in order if masts[index]]
    a, b, c = shares
    whole = a + b + c
    if not whole:
        return masts
    x, y, z = points * a // whole, points * b // whole, points * c // whole
    fore, main, mizzen = masts
    left = [fore - x, main - y, mizzen - z]
    for index in order[: points - x - y - z]:
        left[index] -= 1
    fore, main, mizzen = left
    if fore >= 0 and main >= 0 and mizzen >= 0:
        return fore, main, mizzen
    surplus = -sum([under for under in left if under < 0])
    return spread(surplus, (max(fore, 0), max(main, 0), max(mizzen, 0)), shares, order)


@ruling("MUM-DMG-08")
def falls_to(battle: Battle, ship: MumfordShip) -> Ruling:
    """A mast falls to leeward, always; dead before the wind or head to it, to either side."""
    if ship.pose is not None and not battle.measure.interactive:
        wind = round((battle.state.wind.from_bearing - ship.pose.heading) % 360.0, 6) % 360.0
        if wind not in (0.0, 180.0):
            return _LEE[PORT if wind < 180.0 else STARBOARD]
    roll = battle.dice.handed(ship.id, "mast falls")
    return Ruling("MUM-DMG-08", roll.value, roll)


_NONE_STAND: Final = (0, 0, 0)
_LEE: Final = {hand: Ruling("MUM-DMG-08", hand) for hand in (PORT, STARBOARD)}


@ruling("MUM-DMG-09")
def cut_away(battle: Battle, ship: MumfordShip) -> Ruling:
    """Wreckage is cleared on a D10 of 8 or more, a veteran crew +1, a raw one -1."""
    table = battle.tables["wreckage"]
    need = table.whole("need") - table.whole(ship.proficiency)
    # A D10 shows 0 to 9: one less than the face.
    roll = battle.dice.reaches(10, need + 1, ship.id, "wreckage")
    return Ruling("MUM-DMG-09", roll.value, roll, need + 1)


@ruling("MUM-DMG-10")
def boats_wrecked(ship: MumfordShip, pairs: int) -> int:
    """Boats aboard wrecked by pairs of fives; those in the water or towed astern are safe from it."""
    return min(pairs, ship.boats)


POINTS = (
    effect_of,
    grape_men,
    shared_equally,
    shared_raked,
    falls_to,
    cut_away,
    boats_wrecked,
)


# ---------------------------------------------------------------- applying


def strike(battle: Battle, shot: Shot, told: bool) -> None:
    """Apply a discharge to its target and tell of it."""
    target, bound = shot.target, battle.bound
    if target.status == SUNK:
        return
    hits, ashore = shot.hits, target.ashore
    effect = bound[effect_of](battle, target, shot.shot)
    before = _HURT.read(target) if told else ()
    rules: list[str] = []
    wrecked = bound[boats_wrecked](target, shot.boats) if shot.boats else 0
    hull = 0
    if hits:
        _men(battle, shot, hits * effect.men, rules)
        mast = int(hits * effect.mast)
        if mast and target.masts != _NONE_STAND:
            _masts(battle, shot, mast, rules)
        if effect.lbs:
            end = _ENDS.get(shot.rake, "")
            lose_guns(target, hits * effect.lbs, end, FRONT if ashore else "" if end else facing(shot.view))
        hull = int(hits * effect.hull)
        if hull:
            target.hull_hits += hull
            rules.append("MUM-FLOT-01")
    if wrecked:
        target.boats -= wrecked
        rules.append("MUM-DMG-10")
    if shot.rake and shot.rake != "half":
        target.raked = battle.state.turn
    if told and (changes := _HURT.changes(target, before)):
        event = ShipHurt(
            battle.state.turn,
            ship=target.id,
            by=shot.ship.id,
            place="battery" if ashore else _PLACES.get(shot.shot, "hull"),
            rulings=(_by_hits(effect.rule, hits),),
            changes=changes,
            rules=tuple(rules),
        )
        battle.happened(event)
    if hull:
        flotation.spring_leaks(battle, target, target.hull_hits - hull)
    if shot.fires and not ashore:
        for _ in range(shot.fires):
            fires.start(battle, target, shot.ship, "MUM-HOT-04" if shot.hot else "MUM-BURN-01")
    if target.crew <= target.away:
        check_empty(battle, target)


_by_hits = lru_cache(maxsize=1024, typed=True)(Ruling)
"""So few that all battles share them: a kind of shot and its hits."""
_HURT: Final = Fields("crew", "lost", "half_men", "masts", "mounts", "hull_hits", "boats", "raked")
"""What a discharge can change of its target."""
_PLACES: Final = {"grape": "decks", "dismantling": "rigging"}
"""What a kind of shot does its worst to, where that is not the hull."""
_ENDS: Final = {"stern": STERN, "bow": BOW}
"""The chasers at the end that is raked."""


def _men(battle: Battle, shot: Shot, men: float, rules: list[str]) -> None:
    target = shot.target
    if shot.shot == GRAPE:
        lost = battle.bound[grape_men](battle.tables, target, int(men))
    elif not target.ashore:
        lost = math.ceil(men)
    else:
        # Half men at a battery are kept until they make a man (MUM-GAP-40).
        lost, target.half_men = divmod(int(men * 2) + target.half_men, 2)
        rules.append("MUM-SHORE-06")
    lost = to_lose(target, lost)
    target.crew -= lost
    target.lost += lost


def to_lose(ship: MumfordShip, men: int) -> int:
    """How many of so many men she can lose: those aboard."""
    return max(min(men, ship.aboard), 0)


def _masts(battle: Battle, shot: Shot, points: int, rules: list[str]) -> None:
    target, bound = shot.target, battle.bound
    if shot.rake:
        from_stern = shot.rake == "stern" or (shot.rake == "half" and _from_stern(battle, shot))
        target.masts = bound[shared_raked](battle.lore, points, target.masts, from_stern)
        rules.append("MUM-DMG-07")
    else:
        target.masts = bound[shared_equally](points, target.masts)
        rules.append("MUM-DMG-06")


def _from_stern(battle: Battle, shot: Shot) -> bool:
    return 90.0 < aspect(battle.lore, shot.mount.hand, shot.view) < 270.0


def lose_guns(ship: MumfordShip, lbs: float, end: str, hand: str) -> None:
    """Take pounds of shot from the guns nearest the firer (MUM-GAP-38).

    Those of the `hand` that faces him; if she is raked the chasers of that `end`, then both sides equally.
    """
    mounts = [*ship.mounts]
    if hand:
        _take(mounts, hand, lbs)
    elif rest := _take(mounts, end, lbs):
        port = _take(mounts, PORT, rest / 2)
        starboard = _take(mounts, STARBOARD, rest / 2)
        # What one side has not, the other gives.
        if port:
            _take(mounts, STARBOARD, port)
        if starboard:
            _take(mounts, PORT, starboard)
    ship.mounts = tuple(mounts)


def _take(mounts: list[Mount], hand: str, lbs: float) -> float:
    """Take pounds of shot from the guns of one hand; the pounds that were not there."""
    for place, mount in enumerate(mounts):
        if mount.hand == hand and mount.left > 0.0:
            taken = min(mount.left, lbs)
            left = round((mount.left - taken) * MICRO) / MICRO
            mounts[place] = Mount(hand, mount.full, left, mount.ready, mount.fired)
            return lbs - taken
    return lbs


def check_empty(battle: Battle, ship: MumfordShip) -> None:
    """A ship with nobody left to fight her is out of the fight."""
    if ship.fighting and not ship.aboard and ship.record.crew:
        change = alter(ship, "status", ADRIFT)
        battle.emit(StatusChanged, ship=ship.id, what="adrift", changes=(change,))


# ---------------------------------------------------------------- masts and wreckage


def fell(battle: Battle, ship: MumfordShip, before: tuple[int, ...], fifth: int, by: str) -> int:
    """At the end of a fifth masts whose value is gone fall to leeward; how many fell."""
    fallen = [index for index in range(3) if before[index] > 0 and not ship.masts[index]]
    for index in fallen:
        ruled = battle.bound[falls_to](battle, ship)
        changes = [
            alter(ship, "wrecks", (*ship.wrecks, (ruled.outcome, fifth))),
            alter(ship, "fallen", ship.fallen + 1),
        ]
        battle.emit(
            MastFell,
            ship=ship.id,
            by=by,
            place=("foremast", "mainmast", "mizzen")[index],
            hand=ruled.outcome,
            rulings=(ruled,),
            changes=tuple(changes),
            rules=("MUM-DMG-08",),
        )
    return len(fallen)


def clear_wreckage(battle: Battle, ship: MumfordShip, fifth: int) -> None:
    """From the third fifth after the fall, a throw each fifth clears the wreckage, all at once."""
    since = battle.tables["wreckage"].whole("from_fifth")
    due = [wreck for wreck in ship.wrecks if fifth >= wreck[1] + since]
    if not due or ship.melee is not None or not ship.aboard:
        return
    ruled = battle.bound[cut_away](battle, ship)
    if not ruled.outcome:
        battle.emit(StatusChanged, ship=ship.id, what="wreckage hangs", rulings=(ruled,))
        return
    change = alter(ship, "wrecks", tuple([wreck for wreck in ship.wrecks if wreck not in due]))
    battle.emit(Repaired, ship=ship.id, what="wreckage", rulings=(ruled,), changes=(change,))
