"""People in the water: who is left, who drowns, who is picked up (MUM-SURV)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from navalrules import Change, Pose, Ruling, ShipHurt, StatusChanged, Tables, alter, ruling
from navalrules_mumford.events import Rescued
from navalrules_mumford.phase import afloat, put, ships
from navalrules_mumford.ship import MumfordShip
from navalrules_mumford.sighting import view_now

if TYPE_CHECKING:
    from navalrules import Battle


@ruling("MUM-SURV-01")
def after_explosion(battle: Battle, ship: MumfordShip) -> Ruling:
    """Half of those alive, and a D6 of sixths of that half, are left in the water."""
    table = battle.tables["survivors"]
    roll = battle.dice.d6(ship.id, "survivors")
    half = ship.crew // table.whole("blown_up_of")
    return Ruling("MUM-SURV-01", half * roll.value // table.whole("sixths"), roll)


@ruling("MUM-SURV-02")
def after_sinking(battle: Battle, ship: MumfordShip, men: int, purpose: str) -> Ruling:
    """Half of those alive and 5 per cent for each point of a D6 are left in the water."""
    table = battle.tables["survivors"]
    roll = battle.dice.d6(ship.id, purpose)
    percent = table.whole("sunk_percent") + table.whole("sunk_each") * roll.value
    return Ruling("MUM-SURV-02", men * percent // 100, roll)


@ruling("MUM-SURV-03")
def drowned(tables: Tables, full: int, left: int) -> int:
    """Each move a tenth of those there at first drown."""
    return min(-(-full * tables["survivors"].whole("drown_percent") // 100), left)


@ruling("MUM-SURV-04")
def rescued(tables: Tables, ship: MumfordShip, near: bool, boats: int) -> int:
    """Men that a ship near by moving 1 inch or less, and her boats at the place, can pick up in a move."""
    table = tables["survivors"]
    own = table.whole("ship_rescues") if near and ship.speed <= table.whole("slow") else 0
    return own + boats * table.whole("boat_rescues")


POINTS = (after_explosion, after_sinking, drowned, rescued)


def left_by_explosion(battle: Battle, ship: MumfordShip) -> tuple[list[Change], Ruling]:
    """The changes to her people as she blows up, and the working."""
    ruled = battle.bound[after_explosion](battle, ship)
    return _into_water(ship, ruled.outcome), ruled


def left_by_sinking(battle: Battle, ship: MumfordShip) -> tuple[list[Change], Ruling]:
    """The changes to her people as she goes down, and the working."""
    ruled = battle.bound[after_sinking](battle, ship, ship.crew, "survivors")
    return _into_water(ship, ruled.outcome), ruled


def _into_water(ship: MumfordShip, left: int) -> list[Change]:
    changes: list[Change] = []
    put(
        ship,
        changes,
        crew=0,
        away=0,
        lost=ship.lost + ship.crew - left,
        in_water=ship.in_water + left,
        water_full=ship.water_full + left,
        flotilla=(),
        speed=0.0,
    )
    return changes


def cut_loose(battle: Battle, ship: MumfordShip) -> None:
    """Whoever held or towed a lost ship holds her no more."""
    for other in ships(battle):
        changes: list[Change] = []
        if other.holds(ship.id):
            put(other, changes, grapples=other.loosed(ship.id))
        if other.melee is not None and other.melee.other == ship.id:
            put(other, changes, melee=None)
        if other.towing == ship.id:
            put(other, changes, towing="", tow_from=0)
        if other.towed_by == ship.id:
            put(other, changes, towed_by="")
        if changes:
            battle.emit(StatusChanged, ship=other.id, what="loose", changes=tuple(changes))
    changes = []
    put(ship, changes, grapples=(), melee=None, towing="", tow_from=0, towed_by="")
    if changes:
        battle.emit(StatusChanged, ship=ship.id, what="loose", changes=tuple(changes))


def drown_and_rescue(battle: Battle, ship: MumfordShip) -> None:
    """The end of a move for people in the water: those near are picked up, then a tenth drown."""
    if not ship.in_water:
        return
    for other in afloat(battle):
        if ship.in_water and other.aboard and not other.ashore and not other.record.laid_up:
            _pick_up(battle, other, ship)
    if not ship.in_water:
        return
    men = battle.bound[drowned](battle.tables, ship.water_full, ship.in_water)
    changes = (
        alter(ship, "in_water", ship.in_water - men),
        alter(ship, "lost", ship.lost + men),
    )
    ruled = Ruling("MUM-SURV-03", men)
    battle.emit(ShipHurt, ship=ship.id, place="in the water", rulings=(ruled,), changes=changes)


def _near(battle: Battle, ship: MumfordShip, lost: MumfordShip) -> bool:
    return view_now(battle, ship, lost).range <= battle.tables["survivors"].whole("near")


def _boats_at(battle: Battle, ship: MumfordShip, lost: MumfordShip) -> int:
    """Boats sent to the rescue that have come to the place (MUM-GAP-67)."""
    reach = battle.tables["survivors"].whole("near") + lost.record.length / 2
    return sum(
        1
        for boat in ship.flotilla
        if boat.task == "rescue" and boat.mate == lost.id and _reached(boat.pose, lost.pose, reach)
    )


def _reached(boat: Pose | None, place: Pose | None, reach: float) -> bool:
    return boat is None or place is None or math.hypot(boat.x - place.x, boat.y - place.y) <= reach


def _pick_up(battle: Battle, ship: MumfordShip, lost: MumfordShip) -> None:
    boats, near = _boats_at(battle, ship, lost), _near(battle, ship, lost)
    men = min(battle.bound[rescued](battle.tables, ship, near, boats), lost.in_water)
    if not men:
        return
    changes = (
        alter(lost, "in_water", lost.in_water - men),
        alter(lost, "crew", lost.crew + men),
    )
    ruled = Ruling("MUM-SURV-04", men)
    battle.emit(Rescued, ship=lost.id, by=ship.id, what="people", rulings=(ruled,), changes=changes)
