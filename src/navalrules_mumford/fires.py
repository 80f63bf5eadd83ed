"""Fires: how they start, spread and end, and what blows up (MUM-BURN)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import attrs

from navalrules import (
    SUNK,
    FireOut,
    FireStarted,
    Lookup,
    Ruling,
    ShipHurt,
    ShipSank,
    StatusChanged,
    alter,
    ruling,
)
from navalrules_mumford import flotation, survivors
from navalrules_mumford.phase import afloat
from navalrules_mumford.ship import PORT, STARBOARD, Fire, Mount, MumfordShip
from navalrules_mumford.sighting import view_now

if TYPE_CHECKING:
    from navalrules import Battle


@ruling("MUM-BURN-02", "MUM-BURN-01")
def at_once(battle: Battle, ship: MumfordShip) -> Ruling:
    """A new fire: on a D6 of 1 it goes on, else it is put out at once."""
    most = battle.lore.fire_at_once
    roll = battle.dice.within(6, most, ship.id, "fire at once")
    return Ruling("MUM-BURN-02", roll.value, roll, most)


@ruling("MUM-BURN-03")
def next_move(battle: Battle, ship: MumfordShip) -> Ruling:
    """At the end of the next move: 1 or 2 and it is established."""
    most = battle.tables["fire"].whole("next_to")
    roll = battle.dice.within(6, most, ship.id, "fire")
    return Ruling("MUM-BURN-03", roll.value, roll, most)


@ruling("MUM-BURN-04")
def later(battle: Battle, ship: MumfordShip, fought: bool) -> Ruling:
    """An established fire at the end of a move: blows up, goes on, or out if 30 men or more fight it."""
    table = battle.tables["fire"]
    rows = _burning(table.whole("blows_up_to"), table.whole("goes_on_to"), fought)
    roll = battle.dice.lookup(rows, ship.id, "fire")
    return Ruling("MUM-BURN-04", roll.value, roll)


@lru_cache(maxsize=64)
def _burning(blows: int, on: int, fought: bool) -> Lookup:
    return Lookup(6, ((blows, "blows up"), (on, "goes on"), (6, "out" if fought else "still on")))


@ruling("MUM-BURN-05")
def fires_from_explosion(battle: Battle, ship: MumfordShip) -> Ruling:
    """How many fires an explosion starts in a ship within 3 inches: a D6."""
    roll = battle.dice.d6(ship.id, "explosion")
    return Ruling("MUM-BURN-05", roll.value, roll)


@ruling("MUM-BURN-06")
def fire_costs(battle: Battle, fires: int) -> tuple[float, int]:
    """Pounds off each broadside and hull hits for each move that fires burn."""
    table = battle.tables["fire"]
    return float(table.whole("lbs") * fires), table.whole("hull") * fires


@ruling("MUM-LAID-02")
def catches(battle: Battle, ship: MumfordShip) -> Ruling:
    """A fire in a ship laid up takes hold on 1 or 2, and cannot then be put out."""
    most = battle.tables["laid_up"].whole("catches_to")
    roll = battle.dice.within(6, most, ship.id, "fire takes hold")
    return Ruling("MUM-LAID-02", roll.value, roll, most)


POINTS = (at_once, next_move, later, fires_from_explosion, fire_costs, catches)


def start(battle: Battle, ship: MumfordShip, by: MumfordShip | None, rule: str) -> None:
    """A fire is started in a ship, and has its first throw."""
    if ship.record.laid_up:
        _start_laid_up(battle, ship, rule)
        return
    if battle.switches["fires"] == "start_only":
        battle.emit(FireStarted, ship=ship.id, rules=(rule,))
        return
    ruled = battle.bound[at_once](battle, ship)
    if not ruled.outcome:
        battle.emit(StatusChanged, ship=ship.id, what="fire put out", rulings=(ruled,), rules=(rule,))
        return
    changes = [alter(ship, "fires", (*ship.fires, Fire(battle.state.turn)))]
    if by is not None and by.ashore and not by.started:
        changes.append(alter(by, "started", True))
    battle.emit(FireStarted, ship=ship.id, rulings=(ruled,), changes=tuple(changes), rules=(rule,))


def _start_laid_up(battle: Battle, ship: MumfordShip, rule: str) -> None:
    ruled = battle.bound[catches](battle, ship)
    if not ruled.outcome:
        battle.emit(StatusChanged, ship=ship.id, what="fire put out", rulings=(ruled,), rules=(rule,))
        return
    change = alter(ship, "fires", (*ship.fires, Fire(battle.state.turn, True)))
    battle.emit(FireStarted, ship=ship.id, rulings=(ruled,), changes=(change,), rules=(rule,))


def burn(battle: Battle, ship: MumfordShip) -> None:
    """The end of a move for a ship's fires: what they cost, then each one's throw (MUM-GAP-43)."""
    turn = battle.state.turn
    burning = [fire for fire in ship.fires if fire.since < turn]
    if not burning:
        return
    _cost(battle, ship, len(burning))
    order, table = ship.orders, battle.tables["fire"]
    party = order.fire_party if order is not None else 0
    men = min(max(party, _spare(ship)), ship.aboard)
    kept: list[Fire] = [fire for fire in ship.fires if fire.since >= turn]
    for number, fire in enumerate(burning, 1):
        fought = men >= number * table.whole("men") and not ship.record.laid_up
        if not fire.established:
            ruled = battle.bound[next_move](battle, ship)
            if ruled.outcome:
                kept.append(attrs.evolve(fire, established=True))
        else:
            ruled = battle.bound[later](battle, ship, fought)
            if ruled.outcome == "blows up":
                blow_up(battle, ship, ruled)
                return
            if ruled.outcome != "out":
                kept.append(fire)
        _told(battle, ship, kept, burning[number:], ruled)


def _told(battle: Battle, ship: MumfordShip, kept: list[Fire], rest: list[Fire], ruled: Ruling) -> None:
    now = (*kept, *rest)
    out = len(now) < len(ship.fires)
    changes = () if now == ship.fires else (alter(ship, "fires", now),)
    if out:
        battle.emit(FireOut, ship=ship.id, rulings=(ruled,), changes=changes)
    else:
        battle.emit(StatusChanged, ship=ship.id, what="fire burns", rulings=(ruled,), changes=changes)


def _spare(ship: MumfordShip) -> int:
    """Men not at the guns: the crew less rigging and every least crew (MUM-GAP-37)."""
    return max(ship.aboard - ship.record.rigging - ship.record.stations, 0)


def _cost(battle: Battle, ship: MumfordShip, fires: int) -> None:
    lbs, hull = battle.bound[fire_costs](battle, fires)
    before = ship.hull_hits
    mounts = []
    for mount in ship.mounts:
        if mount.hand in (PORT, STARBOARD):
            left = round(max(mount.left - lbs, 0.0), 6)
            mount = Mount(mount.hand, mount.full, left, mount.ready, mount.fired)
        mounts.append(mount)
    changes = [alter(ship, "hull_hits", before + hull)]
    if tuple(mounts) != ship.mounts:
        changes.append(alter(ship, "mounts", tuple(mounts)))
    ruled = Ruling("MUM-BURN-06", fires)
    battle.emit(ShipHurt, ship=ship.id, place="fire", rulings=(ruled,), changes=tuple(changes))
    flotation.spring_leaks(battle, ship, before)


def blow_up(battle: Battle, ship: MumfordShip, ruled: Ruling) -> None:
    """She blows up and is lost; every ship within 3 inches of her hull gets fires."""
    near = _within(battle, ship)
    changes, working = survivors.left_by_explosion(battle, ship)
    changes.append(alter(ship, "status", SUNK))
    changes.append(alter(ship, "fires", ()))
    battle.emit(
        ShipSank,
        ship=ship.id,
        rulings=(ruled, working),
        changes=tuple(changes),
        rules=("MUM-BURN-04",),
    )
    survivors.cut_loose(battle, ship)
    for other in near:
        many = battle.bound[fires_from_explosion](battle, other)
        battle.emit(StatusChanged, ship=other.id, what="burning wreckage", rulings=(many,))
        for _ in range(many.outcome):
            start(battle, other, None, "MUM-BURN-05")


def _within(battle: Battle, ship: MumfordShip) -> list[MumfordShip]:
    reach = battle.tables["fire"].whole("reach")
    others = [other for other in afloat(battle) if other is not ship and not other.ashore]
    return [other for other in others if view_now(battle, ship, other).range <= reach]
