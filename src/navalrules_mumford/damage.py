"""What hits do to men, guns, masts and hull; masts that fall and wreckage cut away (MUM-DMG)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import attrs

from navalrules import (
    ADRIFT,
    SUNK,
    Change,
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
from navalrules_mumford.lore import Effect
from navalrules_mumford.orders import GRAPE
from navalrules_mumford.phase import put
from navalrules_mumford.ship import BOW, FRONT, PORT, STARBOARD, STERN, Mount, MumfordShip
from navalrules_mumford.sighting import aspect

if TYPE_CHECKING:
    from navalrules import Battle

_MAIN_FIRST: Final = (1, 0, 2)
_FROM_BOW: Final = (0, 1, 2)
_FROM_STERN: Final = (2, 1, 0)
_SHARES: Final = {3: "three", 2: "two", 1: "one"}


@attrs.define
class Blow:
    """What one discharge does: men, half men kept over (batteries), shot weight, mast points, hull hits."""

    men: int
    half: int
    lbs: float
    mast: int
    hull: int
    ruling: Ruling


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
def shared_equally(points: int, masts: tuple[int, ...]) -> tuple[int, ...]:
    """Mast points shared equally among the masts standing, odd ones to main, fore, mizzen (MUM-GAP-39)."""
    standing = [index for index in _MAIN_FIRST if masts[index] > 0]
    return spread(points, masts, [(index, 1) for index in standing])


@ruling("MUM-DMG-07")
def shared_raked(tables: Tables, points: int, masts: tuple[int, ...], from_stern: bool) -> tuple[int, ...]:
    """Mast points of a raking shot: 3 : 2 : 1, most to the mast nearest the firer."""
    order = _FROM_STERN if from_stern else _FROM_BOW
    standing = [index for index in order if masts[index] > 0]
    if not standing:
        return masts
    shares = tables["mast_shares"].row(_SHARES[len(standing)])
    return spread(
        points, masts, [(index, int(share)) for index, share in zip(standing, shares, strict=False)]
    )


def spread(points: int, masts: tuple[int, ...], shares: list[tuple[int, int]]) -> tuple[int, ...]:
    """Take points off masts by shares; odd points go one each in order, surplus to those standing."""
    left = list(masts)
    while points > 0 and shares:
        whole = sum(share for _, share in shares)
        cut = [points * share // whole for _, share in shares]
        odd = points - sum(cut)
        over = 0
        for place, (index, _) in enumerate(shares):
            wanted = cut[place] + (1 if place < odd else 0)
            taken = min(wanted, left[index])
            left[index] -= taken
            over += wanted - taken
        shares = [(index, share) for index, share in shares if left[index] > 0]
        points = over
    return tuple(left)


@ruling("MUM-DMG-08")
def falls_to(battle: Battle, ship: MumfordShip) -> Ruling:
    """A mast falls to leeward, always; dead before the wind or head to it, to either side."""
    if ship.pose is not None and not battle.measure.interactive:
        wind = round((battle.state.wind.from_bearing - ship.pose.heading) % 360.0, 6) % 360.0
        if wind not in (0.0, 180.0):
            return _LEE[PORT if wind < 180.0 else STARBOARD]
    roll = battle.dice.handed(ship.id, "mast falls")
    return Ruling("MUM-DMG-08", roll.value, roll)


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


def strike(battle: Battle, told: Shot) -> None:
    """Apply a discharge to its target and tell of it."""
    target, bound = told.target, battle.bound
    if target.status == SUNK:
        return
    effect = bound[effect_of](battle, target, told.shot)
    rules: list[str] = []
    blow = _blow(battle, told, effect, rules)
    changes: list[Change] = []
    wrecked = bound[boats_wrecked](target, told.boats) if told.boats else 0
    hull_before = target.hull_hits
    if told.hits:
        _men(target, blow, changes)
        if blow.mast and any(target.masts):
            _masts(battle, told, blow.mast, changes, rules)
        if blow.lbs:
            lose_guns(target, blow.lbs, *_where(told), changes)
        if blow.hull:
            changes.append(alter(target, "hull_hits", target.hull_hits + blow.hull))
            rules.append("MUM-FLOT-01")
    if wrecked:
        changes.append(alter(target, "boats", target.boats - wrecked))
        rules.append("MUM-DMG-10")
    if told.rake and told.rake != "half" and target.raked != battle.state.turn:
        changes.append(alter(target, "raked", battle.state.turn))
    if changes:
        battle.emit(
            ShipHurt,
            ship=target.id,
            by=told.ship.id,
            place=_place(told),
            rulings=(blow.ruling,),
            changes=tuple(changes),
            rules=tuple(rules),
        )
    if target.hull_hits != hull_before:
        flotation.spring_leaks(battle, target, hull_before)
    if told.fires and not target.ashore:
        for _ in range(told.fires):
            fires.start(battle, target, told.ship, "MUM-HOT-04" if told.hot else "MUM-BURN-01")
    check_empty(battle, target)


def _place(told: Shot) -> str:
    if told.target.ashore:
        return "battery"
    return {"grape": "decks", "dismantling": "rigging"}.get(told.shot, "hull")


def _blow(battle: Battle, told: Shot, effect: Effect, rules: list[str]) -> Blow:
    target, hits = told.target, told.hits
    men = hits * effect.men
    half = 0
    if told.shot == GRAPE:
        whole = battle.bound[grape_men](battle.tables, target, int(men))
    elif target.ashore:
        # Half men at a battery are kept until they make a man (MUM-GAP-40).
        halves = int(men * 2) + target.half_men
        whole, half = divmod(halves, 2)
        rules.append("MUM-SHORE-06")
    else:
        whole = math.ceil(men)
    return Blow(
        whole,
        half,
        hits * effect.lbs,
        int(hits * effect.mast),
        int(hits * effect.hull),
        Ruling(effect.rule, hits),
    )


def _men(target: MumfordShip, blow: Blow, changes: list[Change]) -> None:
    lose_men(target, blow.men, changes)
    if target.ashore:
        put(target, changes, half_men=blow.half)


def lose_men(ship: MumfordShip, men: int, changes: list[Change]) -> int:
    """Take men off her crew, of those aboard; how many were there to lose."""
    men = min(men, ship.aboard)
    if men > 0:
        changes.append(alter(ship, "crew", ship.crew - men))
        changes.append(alter(ship, "lost", ship.lost + men))
    return max(men, 0)


def _masts(battle: Battle, told: Shot, points: int, changes: list[Change], rules: list[str]) -> None:
    target, bound = told.target, battle.bound
    if told.rake:
        from_stern = told.rake == "stern" or (told.rake == "half" and _from_stern(battle, told))
        masts = bound[shared_raked](battle.tables, points, target.masts, from_stern)
        rules.append("MUM-DMG-07")
    else:
        masts = bound[shared_equally](points, target.masts)
        rules.append("MUM-DMG-06")
    put(target, changes, masts=masts)


def _from_stern(battle: Battle, told: Shot) -> bool:
    return 90.0 < aspect(battle.lore, told.mount.hand, told.view) < 270.0


def _where(told: Shot) -> tuple[str, str]:
    """The end raked ("" where she is not) and the side that faces the firer."""
    end = {"stern": STERN, "bow": BOW}.get(told.rake, "")
    return end, facing(told.view)


def lose_guns(ship: MumfordShip, lbs: float, end: str, hand: str, changes: list[Change]) -> float:
    """Take pounds of shot from the guns nearest the firer (MUM-GAP-38); the pounds that were there to lose.

    The side that faces him; if she is raked the chasers of that `end`, then both sides equally.
    """
    mounts = {mount.hand: mount for mount in ship.mounts}
    before = dict(mounts)
    left = lbs
    if FRONT in mounts:
        left = _take(mounts, FRONT, left)
    elif end or not hand:
        left = _take(mounts, end, left) if end else left
        half = left / 2
        over = [_take(mounts, side, half) for side in (PORT, STARBOARD)]
        # What one side has not, the other gives.
        left = _take(mounts, STARBOARD, over[0]) + _take(mounts, PORT, over[1])
    else:
        left = _take(mounts, hand, left)
    if mounts != before:
        changes.append(alter(ship, "mounts", tuple([mounts[mount.hand] for mount in ship.mounts])))
    return round(lbs - left, 6)


def _take(mounts: dict[str, Mount], hand: str, lbs: float) -> float:
    mount = mounts.get(hand)
    if mount is None or lbs <= 0:
        return lbs
    taken = min(mount.left, lbs)
    mounts[hand] = Mount(hand, mount.full, round(mount.left - taken, 6) + 0.0, mount.ready, mount.fired)
    return lbs - taken


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
