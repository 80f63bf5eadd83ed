"""The sailing step: every ship moves at once as her orders say, or drifts (BTQ-TURN-01, BTQ-MOVE)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import FIGHTING, SUNK, Change, Phase, Pose, Request, Ruling, ShipMoved, alter, rounded
from navalrules.compass import POINT
from navalrules_btq import collision, crew, grappling, irons, scale, tacking
from navalrules_btq.helm import CROSSING, DRIFT, FREE, Helm, helm_of
from navalrules_btq.orders import AHEAD, Sail, Segment
from navalrules_btq.phase import altered, bearing, point, ships
from navalrules_btq.planner import HELMS, PLAIN, Plan
from navalrules_btq.request import SailRequest
from navalrules_btq.sailing import (
    IRONS,
    drift_speed,
    drifts,
    hulk_drift,
    off_wind,
    point_of_sail,
    top_speed,
    turn_cost,
    turn_losses,
    wind_on_bow,
)
from navalrules_btq.ship import PARTS, PORT, BtqShip

if TYPE_CHECKING:
    from navalrules import Battle

HALF_TURN: Final = 180.0


@attrs.define
class Motion:
    """One ship's move: corner poses (empty at a table with a tape), mm made good, points turned to
    starboard, and what else it alters; where somebody is told, its working and the rules it followed.
    `clear` says that she began it clear of irons, with a heading to come back to."""

    track: tuple[Pose, ...]
    distance: float
    turned: int
    now: Mapping[str, Any]
    rulings: tuple[Ruling, ...]
    rules: tuple[str, ...]
    clear: bool = False


_ALONG: Final = Motion((), 0.0, 0, {}, (), ("BTQ-MOVE-19", "BTQ-COLL-06"))
"""She goes where those fast to her go, and alters nothing else."""
_TAKEN_ALONG: Final = Motion((), 0.0, 0, {}, (), (*_ALONG.rules, "BTQ-SP-08"))
"""The same of one that is out of action."""


class SailPhase(Phase):
    """Everybody plans, then everybody moves; ships out of action drift too."""

    name = "sail"
    rules = ("BTQ-TURN-01",)

    def requests(self, battle: Battle) -> Sequence[Request]:
        """An order of every ship that fights."""
        return [SailRequest(battle, ship) for ship in ships(battle) if ship.status == FIGHTING]

    def run(self, battle: Battle) -> None:
        """All moves are laid, then collisions found on their tracks, then all are carried out."""
        every: Any = battle.state.ships
        told = battle.told
        clusters = grappling.clusters(battle) if battle.state.table.pairs else []
        held = set(chain.from_iterable(clusters))
        motions: dict[str, Motion] = {}
        tracks: dict[str, tuple[Pose, ...]] = {}
        told_off: list[Sail] = []
        rams: dict[str, str] = {}
        for name, ship in every.items():
            if ship.status == SUNK:
                continue
            order: Any = battle.answer(Sail.kind, name)
            if order is not None:
                if order.ram:
                    rams[name] = order.ram
                if order.stations is not None or order.fire_party or order.flood:
                    told_off.append(order)
            if name in held:
                motions[name] = _held(ship, order)
                continue
            motion = motions[name] = motion_of(battle, ship, order, told)
            if motion.track:
                tracks[name] = motion.track
        for cluster in clusters:
            _lay_together(battle, cluster, tracks)
        # Where all who move are fast to each other, nobody can meet.
        apart = len(clusters) != 1 or not held.issuperset(tracks)
        met = collision.meet(battle, tracks, rams) if apart else collision.Met(tracks, ())
        made = met.tracks
        for name, motion in motions.items():
            carry_out(battle, every[name], motion, made.get(name, ()), told)
        if met.hits:
            collision.settle(battle, met)
        for order in told_off:
            ship = every[order.ship]
            if ship.status == FIGHTING:
                crew.carry_out(battle, ship, order)


def _helm(battle: Battle, ship: BtqShip, canvas: str) -> Helm:
    """Her helm, worked out once with her orders: nothing of it changes before all moves are laid."""
    request = battle.asked(Sail.kind, ship.id)
    if isinstance(request, SailRequest) and request.vessel is ship:
        return request.helm_under(canvas)
    return helm_of(battle, ship, canvas)


def downwind(battle: Battle) -> float:
    """The bearing to which the wind blows, on a point of the compass (BTQ-WIND-01)."""
    return (bearing(point(battle.state.wind.from_bearing)) + HALF_TURN) % 360.0


# ---------------------------------------------------------------- laying a move


def _held(ship: BtqShip, order: Sail | None) -> Motion:
    """The move of a ship that goes where those fast to her go; her track is laid with theirs."""
    if order is None:
        return _TAKEN_ALONG
    if not order.canvas and not ship.tacking:
        return _ALONG
    now = _canvas(ship, order) if order.canvas else {}
    if ship.tacking:
        now["tacking"] = ""
    return Motion((), 0.0, 0, now, (), _ALONG.rules)


def _canvas(ship: BtqShip, order: Sail) -> dict[str, Any]:
    """What of her an order alters that tells what sail to set."""
    return {"canvas": order.canvas} if order.canvas != ship.canvas else {}


def motion_of(battle: Battle, ship: BtqShip, order: Sail | None, told: bool) -> Motion:
    """The move of a ship that nobody holds, laid but not made; without an order she drifts."""
    if order is None:
        return _drift(battle, ship, battle.bound[hulk_drift](battle, ship), ("BTQ-MOVE-14", "BTQ-SP-08"))
    helm = _helm(battle, ship, order.canvas)
    if order.segments and not scale.is_base(battle):
        order = attrs.evolve(order, segments=scale.typed_move(battle, order.segments))
    now, mode = _canvas(ship, order) if order.canvas else {}, helm.mode
    if ship.tacking and mode != CROSSING:
        now["tacking"] = ""
    if mode == FREE and not order.tack:
        return _sailed(battle, ship, helm, order, now, told)
    if mode == DRIFT:
        motion = _drift(battle, ship, drift_speed(battle, ship), ("BTQ-MOVE-14",))
        now |= {"irons": 0} if ship.irons else {}
        return attrs.evolve(motion, now=now, rulings=crew.working(battle, helm.short))
    if mode == CROSSING or order.tack:
        return _tack(battle, ship, helm, order, now)
    return _in_irons(battle, ship, helm, order, now)


def _drift(battle: Battle, ship: BtqShip, far: int, rules: tuple[str, ...]) -> Motion:
    return Motion(_blown(battle, ship, far), float(far), 0, {}, (), rules)


def _blown(battle: Battle, ship: BtqShip, far: float) -> tuple[Pose, ...]:
    """The track of a hull that the wind carries so many mm, her head as it was."""
    if ship.pose is None:
        return ()
    return (ship.pose, carried(ship.pose, *components(downwind(battle), far)))


def _run(pose: Pose | None, segments: tuple[Segment, ...]) -> tuple[Pose, ...]:
    if pose is None:
        return ()
    poses = [pose]
    for segment in segments:
        if segment.helm == AHEAD:
            pose = pose.moved(segment.amount)
        else:
            pose = pose.turned(HELMS[segment.helm] * segment.amount * POINT)
        poses.append(pose)
    return tuple(poses)


def _sailed(
    battle: Battle, ship: BtqShip, helm: Helm, order: Sail, now: dict[str, Any], told: bool
) -> Motion:
    plan = helm.plan(order.segments)
    if order.beat:
        now["beating"] = True
    if helm.stage:
        now["irons"] = helm.stage
    track = _run(ship.pose, order.segments)
    rulings, rules = _working(battle, ship, helm, order, plan) if told else ((), ())
    return Motion(track, plan.headway, plan.turned, now, rulings, rules, True)


def _working(
    battle: Battle, ship: BtqShip, helm: Helm, order: Sail, plan: Plan
) -> tuple[tuple[Ruling, ...], tuple[str, ...]]:
    """What is told of a ship that sails free: how her headway came about, and the rules of her plan."""
    speed, points = plan.speed, plan.points
    also: tuple[str, ...] = ("BTQ-MOVE-01", "BTQ-MOVE-05")
    modifiers = speed.modifiers
    if points:
        modifiers += (battle.bound[turn_cost](battle.lore.sailing, speed.base, points),)
        also += ("BTQ-MOVE-10",)
    if len(order.segments) > PLAIN:
        also += ("BTQ-PLAN-02", "BTQ-PLAN-03")
        if points and modifiers[-1].rule == "BTQ-MOVE-09":
            also += ("BTQ-PLAN-04",)
    if ship.last_move:
        also += ("BTQ-MOVE-06", "BTQ-MOVE-07")
    if ship.fore_and_aft:
        also += ("BTQ-MOVE-03", "BTQ-SHIP-12")
    if ship.fires and any(each.rule == "BTQ-MOVE-16" for each in modifiers):
        also += ("BTQ-FIRE-10",)
    if not scale.is_base(battle):
        also += ("BTQ-SCALE-01",)
    ruled = Ruling("BTQ-MOVE-13", plan.headway, None, plan.most, modifiers, speed.parts / PARTS, also)
    rules: tuple[str, ...] = ("BTQ-MOVE-02", "BTQ-PLAN-01", "BTQ-PLAN-05")
    if helm.stage:
        rules += ("BTQ-IRONS-05",)
    if abs(16 - helm.rel) < points and _wears(helm, order.segments):
        rules += ("BTQ-MOVE-17",)
    rulings: tuple[Ruling, ...] = (ruled,)
    if helm.short.speed:
        rulings += crew.working(battle, helm.short)
    if ship.rudder_gone or ship.wheel_gone:
        rulings += _steering(helm, ship)
    return rulings, rules


def _steering(helm: Helm, ship: BtqShip) -> tuple[Ruling, ...]:
    """What is told of her turning where her rudder or her wheel is gone (BTQ-MOVE-11)."""
    losses = helm.battle.bound[turn_losses](helm.battle.lore.sailing, ship)
    return (Ruling("BTQ-MOVE-11", helm.cap, None, None, losses, math.fsum(each.amount for each in losses)),)


def _wears(helm: Helm, segments: tuple[Segment, ...]) -> bool:
    """Whether a plan takes her stern through the wind (BTQ-MOVE-17)."""
    rel = helm.rel
    for segment in segments:
        if segment.helm == AHEAD:
            continue
        astern = (16 - rel) if segment.helm == PORT else (rel - 16)
        if 0 <= astern < segment.amount and astern % 32 < segment.amount:
            return True
        rel = (rel - HELMS[segment.helm] * int(segment.amount)) % 32
    return False


def _tack(battle: Battle, ship: BtqShip, helm: Helm, order: Sail, now: dict[str, Any]) -> Motion:
    side = ship.tacking or tacking.into_wind(helm.rel)
    points, _ = helm.after_tack(helm.cap)
    need = battle.bound[tacking.rotation](battle.lore.sailing, ship, helm.rel, side)
    turn = (Segment(side, float(points)),) if points else ()
    segments = (*turn, *order.segments)
    done = points == need
    rules = ["BTQ-TACK-07"]
    if order.tack:
        rules += ["BTQ-TACK-02", "BTQ-TACK-03", "BTQ-TACK-04", "BTQ-TACK-06"]
    if done:
        rules.append("BTQ-TACK-08")
    else:
        rules.append("BTQ-TACK-09")
    now["tacking"] = "" if done else side
    if order.tack and ship.override:
        now["override"] = False
    if order.beat:
        now["beating"] = True
    headway = math.fsum(segment.amount for segment in order.segments)
    track = _run(ship.pose, segments)
    ruled = Ruling("BTQ-TACK-07", points, None, need)
    return Motion(track, headway, HELMS[side] * points, now, (ruled,), tuple(rules), order.tack)


def _in_irons(battle: Battle, ship: BtqShip, helm: Helm, order: Sail, now: dict[str, Any]) -> Motion:
    lore, stage = battle.lore.sailing, helm.stage
    now["irons"] = stage
    if stage == irons.LOCKED:
        far = battle.bound[irons.locked_drift](lore, ship)
        rules = ("BTQ-IRONS-01", "BTQ-IRONS-02", *(("BTQ-TACK-09",) if ship.tacking else ()))
        track = _run(ship.pose, (Segment(AHEAD, float(far)),)) if far else _run(ship.pose, ())
        return Motion(track, float(far), 0, now, (Ruling("BTQ-IRONS-02", far),), rules)
    if stage == irons.ADRIFT:
        far = irons.drift_of(battle, ship)
        turned = sum(HELMS[each.helm] * int(each.amount) for each in order.segments)
        track = _blown(battle, ship, far)
        if track:
            track = (track[0], *_run(track[1], order.segments))
        ruled = Ruling("BTQ-IRONS-03", far)
        return Motion(track, float(far), turned, now, (ruled,), ("BTQ-IRONS-03",))
    pose = irons.recovered(battle, ship)
    far = lore.phase3
    track = () if pose is None else (pose, pose.moved(far)) if far else (pose,)
    turned = 0
    if pose is not None and ship.pose is not None:
        swing = (point(pose.heading) - point(ship.pose.heading)) % 32
        turned = swing if swing <= 16 else swing - 32
    return Motion(track, float(far), turned, now, (Ruling("BTQ-IRONS-04", turned),), ("BTQ-IRONS-04",))


# ---------------------------------------------------------------- going along


def _lay_together(battle: Battle, cluster: list[str], tracks: dict[str, tuple[Pose, ...]]) -> None:
    """Where ships fast to each other go: all alike, on the course of the fastest, each with her head as it
    was (BTQ-MOVE-19). At a table with a tape there are no tracks."""
    every: Any = battle.state.ships
    if every[cluster[0]].pose is None:
        return
    speeds: list[int] = []
    courses: list[float] = []
    for name in cluster:
        speed, course = way(battle, every[name])
        speeds.append(speed)
        courses.append(course)
    distance = battle.bound[grappling.speed_together](battle.lore.fighting, speeds)
    east, north = components(courses[_leader(battle, cluster, speeds)], distance)
    for name in cluster:
        pose = every[name].pose
        tracks[name] = (pose, carried(pose, east, north))


def _leader(battle: Battle, cluster: list[str], speeds: list[int]) -> int:
    """The place of the fastest; a tie goes to the attacker of the older pair."""
    most = max(speeds)
    place = speeds.index(most)
    if speeds.count(most) > 1:
        for pair in battle.state.table.pairs:
            for name in (pair.attacker.ship, pair.defender.ship):
                if name in cluster and speeds[cluster.index(name)] == most:
                    return cluster.index(name)
    return place


def way(battle: Battle, ship: BtqShip) -> tuple[int, float]:
    """The present top speed of a held ship in whole mm under the sail she is told to set, and the true
    bearing that she would make (BTQ-COLL-06)."""
    assert ship.pose is not None
    if ship.status != FIGHTING:
        return battle.bound[hulk_drift](battle, ship), downwind(battle)
    bound, lore = battle.bound, battle.lore.sailing
    order: Any = battle.answer(Sail.kind, ship.id)
    canvas = order.canvas if order is not None and order.canvas else ship.canvas
    pos = bound[point_of_sail](lore, ship, bound[off_wind](wind_on_bow(battle, ship)))
    short = crew.shortage(battle, ship)
    if pos == IRONS or short.drifts or bound[drifts](lore, ship, canvas):
        return drift_speed(battle, ship), downwind(battle)
    return bound[top_speed](battle, ship, pos, canvas, short).parts // PARTS, ship.pose.heading


def components(course: float, distance: float) -> tuple[float, float]:
    """How far east and how far north so many mm on a true course lead."""
    angle = math.radians(course)
    return distance * math.sin(angle), distance * math.cos(angle)


def carried(pose: Pose, east: float, north: float) -> Pose:
    """The pose of a hull that goes on a course that is not hers, her head as it was."""
    return Pose(rounded(pose.x + east), rounded(pose.y + north), pose.heading)


# ---------------------------------------------------------------- making it


def carry_out(battle: Battle, ship: BtqShip, motion: Motion, track: tuple[Pose, ...], told: bool) -> None:
    """Make a move along the track that collisions have left of it, and tell of it."""
    distance = motion.distance
    if not motion.track:
        distance = _length(track) if track else distance
    elif track is not motion.track and track != motion.track:
        distance = min(distance, _length(track))
    before = ship.pose
    if not told:
        if track:
            ship.pose = track[-1]
        ship.moved = ship.last_move = distance
        if motion.now:
            altered(ship, motion.now, told)
        if motion.clear and before is not None:
            ship.held = before
        return
    changes: list[Change] = []
    # Most ships alter nothing else, and many go as far as they went: no mapping is made of these three.
    if track and track[-1] != before:
        changes.append(alter(ship, "pose", track[-1]))
    if ship.moved != distance:
        changes.append(alter(ship, "moved", distance))
    if ship.last_move != distance:
        changes.append(alter(ship, "last_move", distance))
    if motion.now:
        changes += altered(ship, motion.now, told)
    if motion.clear and before is not None and before != ship.held:
        changes.append(alter(ship, "held", before))
    event = ShipMoved(
        battle.state.turn,
        ship=ship.id,
        distance=scale.shown(battle, distance),
        turned=motion.turned * POINT,
        track=track if len(track) > 1 else (),
        rulings=motion.rulings,
        changes=tuple(changes),
        rules=motion.rules,
    )
    battle.happened(event)


def _length(track: tuple[Pose, ...]) -> float:
    if len(track) == 2:
        a, b = track
        return round(math.hypot(b.x - a.x, b.y - a.y), 6)
    steps = [math.hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(track)]
    return round(math.fsum(steps), 6)
