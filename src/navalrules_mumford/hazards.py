"""Booms, sandbanks, rocks, and getting off again (MUM-BOOM, MUM-SHOAL, MUM-KEDGE)."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import SUNK, Change, Modifier, Pose, Repaired, Ruling, StatusChanged, Tables, alter, ruling
from navalrules_mumford.enrol import METRES
from navalrules_mumford.events import RanAground
from navalrules_mumford.flotation import sink
from navalrules_mumford.motion import placer
from navalrules_mumford.orders import KEDGE
from navalrules_mumford.phase import put, ships
from navalrules_mumford.ship import (
    FIFTHS,
    FRIGATE,
    SLOOP,
    THREE_DECKER,
    TOW_OR_KEDGE,
    TWO_DECKER,
    Aground,
    Mount,
    MumfordShip,
    fifth_of,
)
from navalrules_mumford.wind import thrown_strength

if TYPE_CHECKING:
    from navalrules import Battle, Scenario
    from navalrules_mumford.moving import Move, Plan

_STEPS: Final = 40
_WAYS: Final = {-1: "never", 0: "halted", 1: "forward", 2: "backward", 3: TOW_OR_KEDGE}
_DISMASTED: Final = 1000


@attrs.frozen
class Hazard:
    """A boom, sand, rocks or land: corners in inches."""

    id: str
    kind: str
    points: tuple[tuple[float, float], ...]

    def edges(self) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        """Its sides; a boom is open, everything else is an outline."""
        ends = self.points[1:] if self.kind == "boom" else (*self.points[1:], self.points[0])
        return list(zip(self.points, ends, strict=False))

    def near(self, pose: Pose, inches: float) -> bool:
        """Whether any of it may lie within `inches` of a place."""
        return any(_apart(pose.x, pose.y, a, b) <= inches for a, b in self.edges()) or self.inside(
            pose.x, pose.y
        )

    def inside(self, x: float, y: float) -> bool:
        """Whether a place lies within the outline."""
        found = False
        for (ax, ay), (bx, by) in self.edges():
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                found = not found
        return found

    def stops(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Whether a line meets it."""
        return any(meets((x0, y0), (x1, y1), a, b) is not None for a, b in self.edges())


def _apart(x: float, y: float, a: tuple[float, float], b: tuple[float, float]) -> float:
    """Inches from a place to a side."""
    east, north = b[0] - a[0], b[1] - a[1]
    square = east * east + north * north
    share = ((x - a[0]) * east + (y - a[1]) * north) / square if square else 0.0
    share = min(max(share, 0.0), 1.0)
    return math.hypot(x - a[0] - share * east, y - a[1] - share * north)


def meets(
    p: tuple[float, float], q: tuple[float, float], a: tuple[float, float], b: tuple[float, float]
) -> tuple[float, float] | None:
    """How far along each of two lines (0 to 1) they cross, None where they do not."""
    rx, ry, sx, sy = q[0] - p[0], q[1] - p[1], b[0] - a[0], b[1] - a[1]
    across = rx * sy - ry * sx
    if abs(across) < 1e-12:
        return None
    t = ((a[0] - p[0]) * sy - (a[1] - p[1]) * sx) / across
    u = ((a[0] - p[0]) * ry - (a[1] - p[1]) * rx) / across
    return (t, u) if 0 <= t <= 1 and 0 <= u <= 1 else None


@attrs.frozen
class Gap:
    """Where a boom has been broken: which boom, which of its sides, and how far along it (0 to 1)."""

    hazard: str
    side: int
    share: float


def of_scenario(scenario: Scenario) -> tuple[Hazard, ...]:
    """The hazards of a scenario, in inches."""
    return tuple(
        Hazard(
            each.id,
            each.kind,
            tuple((round(x / METRES, 9), round(y / METRES, 9)) for x, y in each.points),
        )
        for each in scenario.hazards
    )


# ---------------------------------------------------------------- rulings


@ruling("MUM-BOOM-02")
def square_on(tables: Tables, angle: float) -> bool:
    """Whether a ship meets a boom at 70 to 110 degrees."""
    table = tables["boom"]
    return table.number("angle_from") <= angle <= table.number("angle_to")


@ruling("MUM-BOOM-03")
def boom_throw(battle: Battle, ship: MumfordShip, speed: float) -> Ruling:
    """D6 by class and speed: wrecked, dismasted, bounces, dismasted but through, through; or stopped."""
    table = battle.tables["boom"]
    if speed < table.number("slow_from"):
        return Ruling("MUM-BOOM-03", "stopped")
    fast = speed >= table.number("fast_from")
    kind = ship.kind if ship.kind in (THREE_DECKER, TWO_DECKER) else "small"
    row = battle.tables["boom_result"].row(f"{kind}_{'fast' if fast else 'slow'}")
    extra = int(table.number("three_decker_fast")) if fast and kind == THREE_DECKER else 0
    roll = battle.dice.d6(ship.id, "boom")
    names = battle.tables["boom_result"].columns
    outcome = next(name for name, most in zip(names, row, strict=True) if most and roll.value + extra <= most)
    modifiers = (Modifier("three_decker", extra, "MUM-BOOM-03"),) if extra else ()
    return Ruling("MUM-BOOM-03", outcome, roll, None, modifiers, extra)


@ruling("MUM-BOOM-01")
def open_gap(tables: Tables, hazard: Hazard, gaps: tuple[Gap, ...], met: Gap) -> bool:
    """Whether a place lies in a gap of a boom: 3 inches where it was broken."""
    (ax, ay), (bx, by) = hazard.edges()[met.side]
    length = math.hypot(bx - ax, by - ay)
    half = tables["boom"].number("gap") / 2
    return any(
        gap.hazard == met.hazard
        and gap.side == met.side
        and abs(gap.share - met.share) * length <= half + 1e-6
        for gap in gaps
    )


@ruling("MUM-SHOAL-01")
def seen_in_time(tables: Tables, speed: float) -> bool:
    """A ship moving at 1 inch sees sand and rocks 4 inches ahead and avoids them."""
    return speed <= tables["shoal"].number("careful")


@ruling("MUM-SHOAL-02")
def shoal_throw(battle: Battle, ship: MumfordShip, kind: str, speed: float) -> Ruling:
    """D6 over an obstacle, frigates +1, sloops +2: scrapes, stuck, stuck fast, stove in, wrecked."""
    table = battle.tables["shoal"]
    band = "slow"
    if speed >= table.number("fast_from"):
        band = "fast"
    elif speed >= table.number("middle_from"):
        band = "middle"
    extra = int(table.number(ship.kind)) if ship.kind in (FRIGATE, SLOOP) else 0
    roll = battle.dice.d6(ship.id, "shoal")
    results = battle.tables["shoal_result"]
    row = results.row(f"{kind}_{band}")
    outcome = next(
        name for name, least in zip(results.columns, row, strict=True) if roll.value + extra >= least
    )
    modifiers = (Modifier(ship.kind, extra, "MUM-SHOAL-02"),) if extra else ()
    return Ruling("MUM-SHOAL-02", outcome, roll, None, modifiers, extra)


@ruling("MUM-SHOAL-03")
def shoal_result(battle: Battle, ship: MumfordShip) -> Ruling:
    """The second D6, that says what it came to."""
    roll = battle.dice.d6(ship.id, "shoal result")
    return Ruling("MUM-SHOAL-03", roll.value, roll)


POINTS = (square_on, boom_throw, open_gap, seen_in_time, shoal_throw, shoal_result)


# ---------------------------------------------------------------- meeting them


def run_into(battle: Battle, move: Move) -> None:
    """Every moving ship against every boom, sandbank and rock on her way."""
    hazards: tuple[Hazard, ...] = battle.state.table.hazards
    if not hazards or move.tape:
        return
    for plan in move.plans.values():
        for hazard in hazards:
            if plan.motion.gone[-1] <= 0 or plan.ship.aground or "aground" in plan.now:
                break
            reach = plan.motion.gone[-1] + plan.ship.record.length + battle.tables["shoal"].number("seen")
            if not hazard.near(plan.start, reach + 1e-6):
                continue
            if hazard.kind == "boom":
                _boom(battle, plan, hazard)
            elif hazard.kind == "land":
                _stop_at(plan, hazard)
            else:
                _shoal(battle, plan, hazard)


def _places(plan: Plan) -> list[tuple[float, Pose]]:
    motion = plan.motion
    place = placer(motion.start, motion.bends)
    times = [FIFTHS * k / _STEPS for k in range(_STEPS + 1)]
    return [(time, place(motion.inches(time))) for time in times]


def _bow(ship: MumfordShip, pose: Pose) -> tuple[float, float]:
    ahead = pose.moved(ship.record.length / 2)
    return ahead.x, ahead.y


def _boom(battle: Battle, plan: Plan, hazard: Hazard) -> None:
    places = _places(plan)
    for (start, before), (_, after) in pairwise(places):
        p, q = _bow(plan.ship, before), _bow(plan.ship, after)
        for side, (a, b) in enumerate(hazard.edges()):
            crossing = meets(p, q, a, b)
            if crossing is None:
                continue
            met = Gap(hazard.id, side, round(crossing[1], 6))
            if battle.bound[open_gap](battle.tables, hazard, battle.state.table.gaps, met):
                return
            line = math.degrees(math.atan2(b[0] - a[0], b[1] - a[1]))
            angle = round((before.heading - line) % 180.0, 6)
            _meet_boom(battle, plan, hazard, met, angle, start)
            return


def _meet_boom(battle: Battle, plan: Plan, hazard: Hazard, met: Gap, angle: float, time: float) -> None:
    ship, speed = plan.ship, plan.motion.gone[-1]
    changes: list[Change] = []
    if not battle.bound[square_on](battle.tables, angle):
        ruled = Ruling("MUM-BOOM-02", angle)
        plan.motion = plan.motion.cut(time, (), 0.0)
        plan.aft.append((RanAground, {"place": "boom", "how": "stopped", "rulings": (ruled,)}))
        return
    ruled = battle.bound[boom_throw](battle, ship, speed)
    rulings = [Ruling("MUM-BOOM-02", angle), ruled]
    how = ruled.outcome
    through = how in ("through", "dismasted_through")
    if how in ("through", "bounces"):
        lose_mast_points(ship, battle.tables["boom_masts"].row(how), changes)
    elif how != "stopped":
        lose_mast_points(ship, (_DISMASTED,) * 3, changes)
    if how == "wrecked":
        die = battle.bound[thrown_strength](battle, "avd")
        sinks = die.outcome + int(battle.tables["boom"].number("sinks_after"))
        rulings.append(Ruling("MUM-BOOM-03", sinks, die.roll))
        put(ship, changes, aground=Aground(hazard.id, "wrecked", 0, "never", 0.0, sinks))
    if through:
        table = battle.state.table
        put(table, changes, gaps=(*table.gaps, met))
    else:
        plan.motion = plan.motion.cut(time, (), 0.0)
    rules = ("MUM-BOOM-01",) if through else ()
    plan.aft.append(
        (
            RanAground,
            {"place": "boom", "how": how, "rulings": tuple(rulings), "changes": changes, "rules": rules},
        )
    )


def _stop_at(plan: Plan, hazard: Hazard) -> None:
    """Land: she stops short of it."""
    places = _places(plan)
    for (start, _), (_, after) in pairwise(places):
        if hazard.inside(*_bow(plan.ship, after)):
            plan.motion = plan.motion.cut(start, (), 0.0)
            return


def _shoal(battle: Battle, plan: Plan, hazard: Hazard) -> None:
    places = _places(plan)
    first = next((time for time, pose in places if hazard.inside(pose.x, pose.y)), None)
    speed = plan.motion.gone[-1]
    if battle.bound[seen_in_time](battle.tables, speed):
        ahead = battle.tables["shoal"].number("seen")
        bows = [(time, _bow(plan.ship, pose)) for time, pose in places]
        if hazard.inside(*_bow(plan.ship, places[-1][1].moved(ahead))) or first is not None:
            short = next((time for time, bow in bows if hazard.inside(*bow)), None)
            plan.motion = plan.motion.cut(0.0 if short is None else max(short - 1 / _STEPS, 0.0), (), 0.0)
            plan.aft.append((StatusChanged, {"what": "avoids a shoal", "rules": ("MUM-SHOAL-01",)}))
        return
    if first is None:
        return
    ruled = battle.bound[shoal_throw](battle, plan.ship, hazard.kind, speed)
    second = battle.bound[shoal_result](battle, plan.ship)
    if ruled.outcome == "scrapes":
        _scrapes(battle, plan, hazard, first, (ruled, second))
    else:
        _strands(battle, plan, hazard, first, (ruled, second))


def _scrapes(battle: Battle, plan: Plan, hazard: Hazard, time: float, rulings: tuple[Ruling, Ruling]) -> None:
    table = battle.tables["scrapes"]
    points = table.whole(str(rulings[1].outcome))
    left = plan.motion.gone[-1] - plan.motion.inches(time)
    plan.motion = plan.motion.cut(time, (), round(left / table.whole("keeps"), 9))
    changes: list[Change] = []
    lose_mast_points(plan.ship, (points,) * 3, changes)
    plan.aft.append(
        (RanAground, {"place": hazard.kind, "how": "scrapes", "rulings": rulings, "changes": changes})
    )


def _strands(battle: Battle, plan: Plan, hazard: Hazard, time: float, rulings: tuple[Ruling, Ruling]) -> None:
    ship, how = plan.ship, rulings[0].outcome
    moves, way, masts, hull, thirds, sinks = (
        int(each) for each in battle.tables[how].row(str(rulings[1].outcome))
    )
    plan.motion = plan.motion.cut(time, (), 0.0)
    changes: list[Change] = []
    lose_mast_points(ship, (masts,) * 3, changes)
    if hull:
        changes.append(alter(ship, "hull_hits", ship.hull_hits + hull))
    shed = round(thirds / 3, 9)
    if moves or way or sinks:
        put(ship, changes, aground=Aground(hazard.id, how, moves, _WAYS[way], shed, sinks))
    else:
        # Stove in on a 1: not halted, but without a mast; her guns go overboard at once (MUM-GAP-77, -79).
        put(ship, changes, mounts=_lightened(battle, ship, shed))
    plan.now["speed"] = 0.0
    told = {"place": hazard.kind, "how": how, "rulings": rulings, "changes": changes}
    if hull:
        told["hull_before"] = ship.hull_hits - hull
    plan.aft.append((RanAground, told))


def lose_mast_points(ship: MumfordShip, points: Any, changes: list[Change]) -> None:
    """Take points off fore, main and mizzen; what is gone falls with the fifth's masts."""
    masts = tuple([max(left - int(each), 0) for left, each in zip(ship.masts, points, strict=True)])
    put(ship, changes, masts=masts)


# ---------------------------------------------------------------- getting off


def work_off(battle: Battle, plan: Plan) -> None:
    """A ship aground: time runs, guns go overboard, and the kedge hauls her an inch a move."""
    ship = plan.ship
    ground = ship.aground
    assert ground is not None
    plan.now["speed"] = 0.0
    order = ship.orders
    if ground.wait > 0:
        plan.now["aground"] = _waited(ground)
        plan.rules.append("MUM-SHOAL-03")
        return
    if ground.way == "never" or order is None or order.evolution != KEDGE:
        return
    if ground.shed:
        _shed(battle, plan, ground)
    elif ship.boats:
        _haul(battle, plan, ground)


def _waited(ground: Aground) -> Aground | None:
    return _held(attrs.evolve(ground, wait=ground.wait - 1))


def _held(ground: Aground) -> Aground | None:
    """None where nothing holds her any more: she was only halted, for moves and by gun weight to lose."""
    return None if ground.wait == 0 and ground.way == "halted" and not ground.shed else ground


def _lightened(battle: Battle, ship: MumfordShip, share: float) -> tuple[Mount, ...]:
    """Her mounts when a share of the gun weight is thrown over, off all lines alike; no fire in this move, in
    which nothing is loaded either."""
    begun = fifth_of(battle.state.turn, 1)
    found = []
    for each in ship.mounts:
        left, ready = round(each.left * (1 - share), 6), max(each.ready, begun) + FIFTHS
        found.append(Mount(each.hand, each.full, left, ready, each.fired))
    return tuple(found)


def _shed(battle: Battle, plan: Plan, ground: Aground) -> None:
    """Gun weight thrown over; it takes the move, with no fire in it (MUM-GAP-79)."""
    mounts = _lightened(battle, plan.ship, ground.shed)
    plan.now |= {"mounts": mounts, "aground": _held(attrs.evolve(ground, shed=0.0))}
    plan.rules.append("MUM-SHOAL-03")


def _haul(battle: Battle, plan: Plan, ground: Aground) -> None:
    """One boat carries the anchor 4 inches out in 5 moves; then she is hauled an inch a move (MUM-KEDGE)."""
    table = battle.tables["kedge"]
    laid = table.number("moves")
    if ground.hauled % 10 < laid:
        plan.now["aground"] = attrs.evolve(ground, hauled=ground.hauled + 1)
        plan.rules.append("MUM-KEDGE-01")
        return
    step = table.number("haul") * (-1 if ground.way == "backward" else 1)
    start = plan.start
    end = start.moved(step)
    plan.now["way"] = (start,) * (FIFTHS - 1) + (end,)
    plan.drifted = step
    plan.rules.append("MUM-KEDGE-02")
    hauled = ground.hauled + 1
    if hauled % 10 >= laid + table.number("out"):
        hauled = (hauled // 10 + 1) * 10
    hazard = next((each for each in battle.state.table.hazards if each.id == ground.hazard), None)
    clear = hazard is None or not hazard.inside(end.x, end.y)
    plan.now["aground"] = None if clear else attrs.evolve(ground, hauled=hauled)
    if clear:
        plan.aft.append((Repaired, {"what": "aground", "rules": ("MUM-KEDGE-02",)}))


def sinkers(battle: Battle) -> None:
    """The end of a move: wrecked ships come nearer to going down."""
    for ship in ships(battle):
        ground = ship.aground
        if ground is None or not ground.sinks or ship.status == SUNK:
            continue
        left = ground.sinks - 1
        change = alter(ship, "aground", attrs.evolve(ground, sinks=left) if left else None)
        rule = "MUM-BOOM-03" if ground.how == "wrecked" else "MUM-SHOAL-03"
        battle.emit(StatusChanged, ship=ship.id, what="sinking", changes=(change,), rules=(rule,))
        if not left:
            sink(battle, ship, (rule,))
