"""Boats: put out, taken in, rowed, towed astern, fired at; and the work they do (MUM-BOAT)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import SUNK, Change, Modifier, Pose, Ruling, ShipHurt, ShipMoved, Tables, alter, ruling
from navalrules_mumford import fires, survivors
from navalrules_mumford.command import may_shift_to
from navalrules_mumford.events import BoatsSent, Discharge
from navalrules_mumford.gunnery import die_modifiers, half_die_loss, range_modifier, score
from navalrules_mumford.loading import load_and_fire, reload
from navalrules_mumford.phase import fighting, put, ship_of, ships
from navalrules_mumford.ship import FIFTHS, Boat, Mount, MumfordShip, fifth_of
from navalrules_mumford.sighting import laid, pose_at, view_now

if TYPE_CHECKING:
    from navalrules import Battle
    from navalrules_mumford.gunnery import Firing
    from navalrules_mumford.moving import Plan

_NEAR: Final = 1e-6


# ---------------------------------------------------------------- rulings


@ruling("MUM-BOAT-03")
def fifths_to_handle(battle: Battle, ship: MumfordShip) -> int:
    """Fifths to put boats out or take them in: the crew's load and fire rate (MUM-GAP-20)."""
    return battle.bound[load_and_fire](battle.lore, ship, str(battle.switches["lfr_table"]))


@ruling("MUM-BOAT-02")
def boat_drift(tables: Tables, strength: int) -> float:
    """Inches a move that boats drift downwind."""
    return tables["boat_drift"].number(str(min(strength, 7)))


@ruling("MUM-BOAT-04")
def boats_run_down(tables: Tables, inches: float) -> bool:
    """A ship that passes within 1.5 inches of the stern wrecks boats towed there."""
    return inches <= tables["boat"].number("wrecked_within")


@ruling("MUM-BOAT-06")
def boat_hit(battle: Battle, ship: MumfordShip) -> tuple[bool, int, Ruling, Ruling]:
    """A hit on a boat: D6 of 1 to 3 sinks it; a D6 of men lost either way."""
    most = battle.tables["boat_hit"].whole("sunk_to")
    sunk = battle.dice.within(6, most, ship.id, "boat hit")
    men = battle.dice.d6(ship.id, "boat's crew")
    return (
        bool(sunk.value),
        men.value,
        Ruling("MUM-BOAT-06", sunk.value, sunk, most),
        Ruling("MUM-BOAT-06", men.value, men),
    )


@ruling("MUM-BOAT-05")
def at_boats(lore: Any) -> Modifier:
    """Fire at boats in the water: 2 off each die."""
    found: Modifier = lore.each["boats"]
    return found


@ruling("MUM-TOW-03", "MUM-TOW-04")
def boats_tow(tables: Tables, ship: MumfordShip, boats: int) -> float:
    """Inches a move at which boats tow a ship, 0 when they are too few."""
    return tables["towing"].number("boats_speed") if boats >= boats_needed(tables, ship) else 0.0


POINTS = (fifths_to_handle, boat_drift, boats_run_down, boat_hit, at_boats, boats_tow)


def boats_needed(tables: Tables, ship: MumfordShip) -> int:
    """Boats needed to tow a ship of her class."""
    kind = ship.kind if ship.kind in tables["boats_to_tow"] else "sloop"
    return tables["boats_to_tow"].whole(kind)


# ---------------------------------------------------------------- what may be ordered


def mates(battle: Battle, ship: MumfordShip, work: str) -> list[str]:
    """Ships that her boats can work with: tow a friend (or herself), carry a flag, burn a ship laid up."""
    if work == "burn":
        return [
            other.id
            for other in ships(battle)
            if other.record.laid_up and other.status != SUNK and other.side != ship.side
        ]
    if work == "shift":
        return may_shift_to(battle, ship)
    return [
        other.id
        for other in fighting(battle)
        if other.side == ship.side
        and not other.ashore
        and not other.record.laid_up
        and (other is ship or _close(battle, ship, other))
    ]


def _close(battle: Battle, ship: MumfordShip, other: MumfordShip) -> bool:
    return view_now(battle, ship, other).range <= battle.tables["boat"].number("row")


# ---------------------------------------------------------------- the work of a move


def begin_work(battle: Battle, everybody: list[MumfordShip]) -> None:
    """The start of the fifths: what boats of those that fight were ordered to do."""
    for ship in everybody:
        order = ship.orders
        if order is None or not order.boats:
            continue
        if order.boats in ("out", "in"):
            if not ship.boats_due and ship.still:
                _handle(battle, ship, order.boats)
        elif ship.flotilla:
            _set_task(battle, ship, order.boats, order.mate)


def _handle(battle: Battle, ship: MumfordShip, work: str) -> None:
    if (work == "out" and not ship.boats) or (work == "in" and not ship.flotilla):
        return
    fifths = battle.bound[fifths_to_handle](battle, ship)
    due = fifth_of(battle.state.turn, fifths)
    change = alter(ship, "boats_due", due)
    ruled = Ruling("MUM-BOAT-03", fifths)
    battle.emit(BoatsSent, ship=ship.id, what=f"boats {work}", rulings=(ruled,), changes=(change,))


def complete(battle: Battle, ship: MumfordShip, fifth: int) -> None:
    """Boats that were being put out are out, those taken in are aboard: all together. Who is under way before
    that has broken the work off."""
    if not ship.still:
        change = alter(ship, "boats_due", 0)
        battle.emit(
            BoatsSent, ship=ship.id, what="work broken off", changes=(change,), rules=("MUM-BOAT-03",)
        )
        return
    if fifth < ship.boats_due:
        return
    changes = [alter(ship, "boats_due", 0)]
    if ship.flotilla:
        changes += _taken_in(ship)
        what = "boats aboard"
    else:
        changes += _put_out(battle, ship)
        what = "boats away"
    battle.emit(BoatsSent, ship=ship.id, what=what, changes=tuple(changes), rules=("MUM-BOAT-03",))


def _put_out(battle: Battle, ship: MumfordShip) -> list[Change]:
    table = battle.tables["boat"]
    men = int(table.number("crew"))
    count = min(ship.boats, ship.aboard // men)
    changes: list[Change] = []
    put(
        ship,
        changes,
        boats=ship.boats - count,
        flotilla=(Boat("idle", men, ship.pose),) * count,
        away=ship.away + men * count,
    )
    return changes


def _taken_in(ship: MumfordShip) -> list[Change]:
    changes: list[Change] = []
    men = sum([boat.men for boat in ship.flotilla])
    put(ship, changes, boats=ship.boats + len(ship.flotilla), flotilla=(), away=ship.away - men)
    return changes


def _set_task(battle: Battle, ship: MumfordShip, task: str, mate: str) -> None:
    changes: list[Change] = []
    if task == "astern":
        men = sum([boat.men for boat in ship.flotilla])
        put(
            ship,
            changes,
            flotilla=tuple([Boat("astern", 0) for _ in ship.flotilla]),
            away=ship.away - men,
        )
    else:
        if task == "rescue":
            mate = _lost_near(battle, ship)
            if not mate:
                return
        crew = int(battle.tables["boat"].number("crew"))
        boats, away = [], ship.away
        for boat in ship.flotilla:
            men = boat.men or min(crew, ship.crew - away)
            away += men - boat.men
            moves = boat.moves if boat.task == task and boat.mate == mate else 0
            boats.append(Boat(task, men, boat.pose or ship.pose, mate, moves))
        put(ship, changes, flotilla=tuple(boats), away=away)
    if changes:
        rules = {"astern": "MUM-BOAT-04", "tow": "MUM-TOW-03", "burn": "MUM-LAID-03"}.get(task, "MUM-BOAT-03")
        battle.emit(BoatsSent, ship=ship.id, what=f"boats {task}", changes=tuple(changes), rules=(rules,))


def _lost_near(battle: Battle, ship: MumfordShip) -> str:
    lost = [other for other in ships(battle) if other.in_water]
    found = min(lost, key=lambda other: (view_now(battle, ship, other).range, other.id), default=None)
    return found.id if found is not None else ""


# ---------------------------------------------------------------- moving


def move_boats(battle: Battle, strength: int) -> None:
    """Boats row to their work or drift; those towed astern may be run down; ships in tow of boats move."""
    for ship in ships(battle):
        if not ship.flotilla or ship.status == SUNK:
            continue
        _row(battle, ship, strength)
        if any(boat.task == "astern" for boat in ship.flotilla):
            _run_down(battle, ship)
        _pull(battle, ship, strength)
        _burn(battle, ship)


def _row(battle: Battle, ship: MumfordShip, strength: int) -> None:
    inches = battle.bound[boat_drift](battle.tables, strength)
    row = battle.tables["boat"].number("row")
    lee = (battle.state.wind.from_bearing + 180.0) % 360.0
    boats = []
    drifts = False
    for boat in ship.flotilla:
        pose = boat.pose
        if pose is not None and boat.task != "astern":
            mate = ship_of(battle, boat.mate) if boat.mate else None
            if mate is not None and mate.pose is not None:
                pose = _toward(pose, mate.pose, row)
            elif inches:
                pose = Pose(pose.x, pose.y, lee).moved(inches)
                drifts = True
        boats.append(attrs.evolve(boat, pose=pose) if pose != boat.pose else boat)
    if tuple(boats) == ship.flotilla:
        return
    change = alter(ship, "flotilla", tuple(boats))
    rulings = (Ruling("MUM-BOAT-02", inches),) if drifts else ()
    battle.emit(BoatsSent, ship=ship.id, what="boats row", rulings=rulings, changes=(change,))


def _toward(pose: Pose, goal: Pose, row: float) -> Pose:
    east, north = goal.x - pose.x, goal.y - pose.y
    far = math.hypot(east, north)
    if far <= _NEAR:
        # A boat that is there stays, whatever the last bit of a float says: so a turned table tells the same.
        return pose
    if far <= row:
        return Pose(goal.x, goal.y, pose.heading)
    return Pose(round(pose.x + east * row / far, 9), round(pose.y + north * row / far, 9), pose.heading)


def _run_down(battle: Battle, ship: MumfordShip) -> None:
    if battle.measure.interactive or ship.pose is None:
        return
    run_down = battle.bound[boats_run_down]
    for other in ships(battle):
        if other is ship or other.ashore or other.status == SUNK or not other.speed:
            continue
        for number in range(1, FIFTHS + 1):
            stern = pose_at(ship, number).moved(-ship.record.length / 2)
            place = pose_at(other, number)
            inches = round(math.hypot(place.x - stern.x, place.y - stern.y) - other.record.beam / 2, 6)
            if run_down(battle.tables, inches):
                change = alter(ship, "flotilla", ())
                ruled = Ruling("MUM-BOAT-04", inches)
                battle.emit(
                    ShipHurt, ship=ship.id, by=other.id, place="boats", rulings=(ruled,), changes=(change,)
                )
                return


def _pull(battle: Battle, ship: MumfordShip, strength: int) -> None:
    """Boats tow a ship half an inch a move along her heading; what drift she has is added (MUM-GAP-21)."""
    pulling = [boat for boat in ship.flotilla if boat.task == "tow"]
    if not pulling:
        return
    mate = ship_of(battle, pulling[0].mate)
    if mate.pose is None or mate.status == SUNK or mate.anchored or mate.aground or mate.grapples:
        return
    inches = battle.bound[boats_tow](battle.tables, mate, len(pulling))
    if not inches:
        return
    start = mate.pose
    end = start.moved(inches)
    if not mate.speed and not mate.dismasted:
        drift = battle.tables["towing"].number("boats_drift") * strength
        lee = (battle.state.wind.from_bearing + 180.0) % 360.0
        blown = Pose(end.x, end.y, lee).moved(drift)
        end = Pose(blown.x, blown.y, start.heading)
    changes: list[Change] = []
    put(mate, changes, pose=end, way=())
    ruled = Ruling("MUM-TOW-03", inches, also=("MUM-TOW-04",))
    battle.emit(
        ShipMoved,
        ship=mate.id,
        distance=inches,
        turned=0.0,
        track=(start, end),
        rulings=(ruled,),
        changes=tuple(changes),
    )


def _burn(battle: Battle, ship: MumfordShip) -> None:
    """Ten men set a ship laid up on fire by hand in three moves (MUM-LAID-03)."""
    parties = [boat for boat in ship.flotilla if boat.task == "burn"]
    table = battle.tables["laid_up"]
    if not parties or sum([boat.men for boat in parties]) < table.whole("men"):
        return
    mate = ship_of(battle, parties[0].mate)
    if mate.status == SUNK or mate.fires or not _alongside(battle, parties[0], mate):
        return
    moves = parties[0].moves + 1
    boats = tuple(
        [attrs.evolve(boat, moves=moves) if boat.task == "burn" else boat for boat in ship.flotilla]
    )
    change = alter(ship, "flotilla", boats)
    battle.emit(
        BoatsSent, ship=ship.id, what="setting fire", changes=(change,), rules=("MUM-LAID-03", "MUM-LAID-01")
    )
    if moves % table.whole("moves") == 0:
        fires.start(battle, mate, None, "MUM-LAID-03")


def _alongside(battle: Battle, boat: Boat, mate: MumfordShip) -> bool:
    if boat.pose is None or mate.pose is None:
        return True
    far = math.hypot(boat.pose.x - mate.pose.x, boat.pose.y - mate.pose.y)
    return far <= mate.record.length / 2 + battle.tables["boat"].number("row")


# ---------------------------------------------------------------- out of irons


def pull_out_of_irons(battle: Battle, plan: Plan, pay_off: Callable[[Plan], None]) -> None:
    """Boats pull her head round: two moves and the load and fire rate out and in again (MUM-TACK-09)."""
    ship = plan.ship
    plan.rules.append("MUM-TACK-09")
    if ship.boats < boats_needed(battle.tables, ship):
        return
    rate = battle.bound[fifths_to_handle](battle, ship)
    moves = battle.tables["tacking"].whole("boat_moves") + -(-2 * rate // FIFTHS)
    done = _pulled(ship) + 1
    if done >= moves:
        pay_off(plan)
        return
    plan.now["irons"] = "tack" if done == 0 else f"boats {done}"
    plan.rulings.append(Ruling("MUM-TACK-09", done))


def _pulled(ship: MumfordShip) -> int:
    return int(ship.irons.partition(" ")[2] or 0)


# ---------------------------------------------------------------- fire at boats


def fire_at_boats(firing: Firing, ship: MumfordShip, mounts: list[Mount], target: MumfordShip) -> None:
    """Loaded guns that bear on a ship's boats fire at them; each hit is thrown for at once."""
    battle, lore, bound = firing.battle, firing.lore, firing.battle.bound
    if not target.flotilla or target.side == ship.side:
        return
    view = firing.field.view(ship, target)
    engaged = firing.engaged_side(ship.orders, view)
    for mount in laid(battle, mounts, view, firing.fifth):
        if not target.flotilla or not firing.can_hit(mount, view):
            continue
        guns, carronades = firing.weights(ship, mount, view.range, [])
        whole, halves = firing.dice_for(ship, mount, guns, carronades)
        done = reload(battle, ship, mount, engaged)
        if done is None or not whole + halves:
            continue
        modifiers = (
            bound[range_modifier](lore, view.range, str(battle.switches["range_list"])),
            bound[at_boats](lore),
            *bound[die_modifiers](lore, ship, target, False, str(battle.switches["anchored_bonus"])),
        )
        half = bound[half_die_loss](lore, str(battle.switches["half_die"]))
        hits, _, _, _, ruled = bound[score](
            lore, battle.dice, ship.id, "fire at boats", whole, halves, modifiers, half
        )
        change = alter(ship, "mounts", ship.reloading(mount, firing.fifth + done[0]))
        battle.emit(
            Discharge,
            ship=ship.id,
            target=target.id,
            weapon=mount.hand,
            range=view.range,
            hit=hits > 0,
            shot="solid",
            hits=hits,
            rulings=(ruled, done[1]),
            changes=(change,),
            rules=("MUM-BOAT-05", "MUM-FIRE-01"),
        )
        for _ in range(hits):
            if target.flotilla:
                _hit(battle, ship, target)


def _hit(battle: Battle, by: MumfordShip, ship: MumfordShip) -> None:
    boat, rest = ship.flotilla[0], ship.flotilla[1:]
    sunk, men, *rulings = battle.bound[boat_hit](battle, ship)
    killed = min(men, boat.men)
    changes: list[Change] = []
    left = boat.men - killed
    if sunk:
        water = 0
        if left:
            ruled = battle.bound[survivors.after_sinking](battle, ship, left, "boat survivors")
            water = ruled.outcome
            rulings.append(ruled)
        put(
            ship,
            changes,
            flotilla=rest,
            crew=ship.crew - boat.men,
            away=ship.away - boat.men,
            lost=ship.lost + boat.men - water,
            in_water=ship.in_water + water,
            water_full=ship.water_full + water,
        )
    else:
        put(
            ship,
            changes,
            flotilla=(*rest, attrs.evolve(boat, men=left)),
            crew=ship.crew - killed,
            away=ship.away - killed,
            lost=ship.lost + killed,
        )
    battle.emit(
        ShipHurt, ship=ship.id, by=by.id, place="boats", rulings=tuple(rulings), changes=tuple(changes)
    )
