"""The move: every ship to her place at its end, tacks thrown for, collisions worked out (MUM-SEQ-03)."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

from navalrules import (
    FIGHTING,
    Change,
    Collided,
    Event,
    Pose,
    Ruling,
    ShipHurt,
    ShipMoved,
    StatusChanged,
    Wind,
    alter_all,
    rounded,
)
from navalrules_mumford import boats, flotation, formation, hazards, prizes, towing
from navalrules_mumford.collision import Collisions, after_touch, first_touch, near
from navalrules_mumford.motion import Motion, arc, placer
from navalrules_mumford.orders import (
    ANCHOR,
    BOATS_PULL,
    FORMATION,
    HEAVE_TO,
    JURY,
    KEDGE,
    SAIL,
    STRAIGHT,
    TACK,
    WEIGH,
    Bend,
    ShipOrders,
)
from navalrules_mumford.phase import MumfordPhase, afloat, put, ships, wind_strength
from navalrules_mumford.sailing import Means, anchor_limit, caught, drift, means, too_close
from navalrules_mumford.ship import BATTERY, FIFTHS, PORT, STARBOARD, MumfordShip
from navalrules_mumford.sighting import MICRO
from navalrules_mumford.steering import apart, bearing, steer, turn_to
from navalrules_mumford.tacking import foremost, regains_wind, throw_tack

if TYPE_CHECKING:
    from navalrules import Battle

_STILL: Final = (0.0,) * FIFTHS
_NANO: Final = 1e9
"""`round(x * _NANO) / _NANO` is `rounded(x)` without a call."""
_BEFORE_IT: Final = 179.9
"""Degrees off the wind, less what is lost in rounding, of a ship that runs dead before it."""


@lru_cache(maxsize=1024)
def _by_the_disc(figure: float, also: tuple[str, ...]) -> Ruling:
    """Frozen, so all moves share it: few figures are on the disc."""
    return Ruling("MUM-MOVE-01", round(figure * MICRO) / MICRO, also=also)


class Plan:
    """One ship's move while it is worked out: her means, motion, rulings, rules and what changes.

    `start` is where she lies as it begins and `off_wind` where she heads; `motion` is there once it has been
    planned; `now` are the fields she has at its end; `drifted` the inches she went otherwise than under sail
    (negative astern); `aft` the events told after the move itself.
    """

    __slots__ = ("aft", "drifted", "means", "motion", "now", "off_wind", "rules", "rulings", "ship", "start")

    motion: Motion

    def __init__(self, ship: MumfordShip, start: Pose, off_wind: float, means_: Means) -> None:
        self.ship = ship
        self.start = start
        self.off_wind = off_wind
        self.means = means_
        self.rulings: list[Ruling] = []
        self.rules: list[str] = ["MUM-SEQ-03"]
        self.now: dict[str, Any] = {}
        self.drifted = 0.0
        self.aft: list[tuple[type[Event], dict[str, Any]]] = []

    def stay(self) -> None:
        """Plan no way and no turn."""
        self.motion = Motion(self.start, (), _STILL)

    def heave_to(self) -> None:
        """Who makes no way at all has hove to, who makes any has not."""
        still = self.motion.gone[-1] == 0.0
        if still != self.ship.hove_to:
            self.now["hove_to"] = still


class Move:
    """One battle's move: what all ships share while it is worked out."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.told = battle.told
        self.tape = battle.measure.interactive
        # At a table with a tape headings are told against a wind from north.
        wind = Wind(0.0, battle.state.wind.force) if self.tape else battle.state.wind
        self.wind_from = wind.from_bearing
        self.off = wind.off
        self.plans: dict[str, Plan] = {}
        self.lines: formation.Lines = {}
        # Whether any ship has boats in the water, is a prize, is in tow.
        self.boats = self.prizes = self.tows = False

    # ------------------------------------------------------------ the frame

    @property
    def strength(self) -> int:
        """The wind strength."""
        return wind_strength(self.battle)

    def _taped(self, ship: MumfordShip) -> Pose:
        """Where she lies at a table with a tape: her heading is told against a wind from north."""
        return Pose(0.0, 0.0, 0.0 if ship.ashore else self.battle.measure.off_wind(self.battle, ship))

    # ------------------------------------------------------------ every ship

    def plan_all(self) -> None:
        """Work out every ship's move, leaders of a line before those who follow them."""
        plans = self.plans
        for ship in afloat(self.battle):
            if ship.flotilla:
                self.boats = True
            if ship.captor:
                self.prizes = True
            if ship.towed_by:
                self.tows = True
            if ship.id in plans:
                continue
            if ship.follows or ship.towed_by:
                self._plan_after_leader(ship, set())
            else:
                self._plan(ship)

    def _plan_after_leader(self, ship: MumfordShip, asked: set[str]) -> None:
        asked.add(ship.id)
        leader = self._leader(ship)
        if leader is not None and leader.id not in self.plans and leader.id not in asked:
            self._plan_after_leader(leader, asked)
        self._plan(ship)

    def _leader(self, ship: MumfordShip) -> MumfordShip | None:
        if ship.towed_by:
            return self._ship(ship.towed_by)
        return formation.leader_of(self.battle, ship, self.lines) if ship.follows else None

    def _ship(self, name: str) -> MumfordShip | None:
        found = self.battle.state.ships.get(name)
        return found if isinstance(found, MumfordShip) else None

    def _plan(self, ship: MumfordShip) -> None:
        pose = ship.pose
        if pose is None:
            pose = self._taped(ship)
        plan = Plan(ship, pose, self.off(pose.heading), means(self.battle, ship))
        self.plans[ship.id] = plan
        record = ship.record
        if record.laid_up or record.kind == BATTERY:
            plan.stay()
        elif not plan.means.sails:
            plan.stay()
            self._lies(plan)
        elif ship.status == FIGHTING:
            self._ordered(plan, ship.orders or ShipOrders(ship=ship.id, speed=ship.speed))
        else:
            self._run(plan, (), 0.0)
            plan.heave_to()

    def _lies(self, plan: Plan) -> None:
        """A ship that cannot sail: aground, in irons, held, in tow, or drifting."""
        ship = plan.ship
        if ship.aground is not None:
            hazards.work_off(self.battle, plan)
        elif ship.irons:
            self._in_irons(plan)
        elif ship.grapples or ship.towed_by:
            plan.now["speed"] = 0.0
        else:
            self._drift(plan)

    def _ordered(self, plan: Plan, order: ShipOrders) -> None:
        ship, battle = plan.ship, self.battle
        if not ship.anchored and battle.bound[too_close](battle.lore, plan.off_wind):
            self._too_close(plan)
        elif ship.fleeing or ship.retiring:
            self._flee(plan)
        elif order.initiative:
            self._own_initiative(plan, order)
        elif order.evolution == FORMATION:
            self._follow(plan)
        else:
            _EVOLUTIONS.get(order.evolution, Move._sail)(self, plan, order)

    def _own_initiative(self, plan: Plan, order: ShipOrders) -> None:
        ruled = self.battle.bound[formation.initiative](self.battle, plan.ship)
        plan.rulings.append(ruled)
        if ruled.outcome:
            _EVOLUTIONS.get(order.evolution, Move._sail)(self, plan, order)
        else:
            self._follow(plan)

    # ------------------------------------------------------------ under sail

    def _run(self, plan: Plan, path: tuple[Bend, ...], ceiling: float) -> None:
        """Run a path: each fifth grants a fifth of the figure for the heading at its start (MUM-GAP-04)."""
        m, start = plan.means, plan.start
        figure = m.speed(self.battle, plan.off_wind)
        ceiling = max(min(ceiling, m.high), m.low)
        if path:
            plan.motion = self._bending(m, start, path, figure, ceiling)
        else:
            held = max(min(figure, ceiling), m.low) / FIFTHS
            gone = [round(far * _NANO) / _NANO for far in accumulate((held,) * FIFTHS)]
            plan.motion = Motion(start, (), gone)
        if self.told:
            self._cite(plan, figure)

    def _bending(
        self, m: Means, start: Pose, path: tuple[Bend, ...], figure: float, ceiling: float
    ) -> Motion:
        """The motion on a path with bends; `figure` is for the heading it begins with."""
        battle, off, low = self.battle, self.off, m.low
        place = placer(start, path)
        speed = figure if path[0].distance else m.speed(battle, off(place(0.0).heading))
        held = max(min(speed, ceiling), low) / FIFTHS
        bends = math.fsum([bend.distance for bend in path])
        far, bending = 0.0, True
        gone: list[float] = []
        way: list[Pose] = []
        for _ in range(FIFTHS):
            if bending and way:
                speed = m.speed(battle, off(way[-1].heading))
                held = max(min(speed, ceiling), low) / FIFTHS
                bending = far <= bends + 1e-6
            far += held
            inches = round(far * _NANO) / _NANO
            gone.append(inches)
            way.append(place(inches))
        return Motion(start, path, gone, tuple(way))

    def _cite(self, plan: Plan, figure: float) -> None:
        ship, motion = plan.ship, plan.motion
        plan.rulings.append(_by_the_disc(figure, plan.means.rig.also))
        if abs(motion.gone[-1] - ship.speed) > 1e-6:
            plan.rules.append("MUM-MOVE-03" if ship.record.line else "MUM-MOVE-04")
        for bend in motion.bends:
            if bend.turn:
                plan.rules += ("MUM-MOVE-07", "MUM-MOVE-05")
                # No farther from the wind's eye than dead before it: then her stern has not gone through.
                if plan.off_wind + abs(motion.turned) > _BEFORE_IT:
                    self._cite_wearing(plan)
                break

    def _cite_wearing(self, plan: Plan) -> None:
        """Wearing: her stern goes through the wind, which takes no throw (MUM-MOVE-15)."""
        lee = (self.wind_from + 180.0) % 360.0
        heading = plan.start.heading
        to_lee = turn_to(heading, lee)
        total = plan.motion.turned
        if 0 < to_lee < total or total < to_lee < 0:
            plan.rules.append("MUM-MOVE-15")

    def _sail(self, plan: Plan, order: ShipOrders) -> None:
        if plan.ship.anchored:
            plan.stay()
            return
        self._run(plan, order.path, order.speed)
        plan.heave_to()

    def _heave_to(self, plan: Plan, order: ShipOrders) -> None:
        self._run(plan, (), 0.0)
        plan.rules.append("MUM-MOVE-09")
        plan.heave_to()

    def _anchor(self, plan: Plan, order: ShipOrders) -> None:
        most = self.battle.bound[anchor_limit](self.battle.tables, False)
        self._run(plan, order.path, min(order.speed, most))
        plan.rules.append("MUM-MOVE-10")
        if plan.motion.gone[-1] <= most + 1e-9:
            plan.now["anchored"] = True

    def _weigh(self, plan: Plan, order: ShipOrders) -> None:
        most = self.battle.bound[anchor_limit](self.battle.tables, True)
        self._run(plan, (), min(order.speed, most))
        plan.rules.append("MUM-MOVE-10")
        plan.now["anchored"] = False

    def _jury(self, plan: Plan, order: ShipOrders) -> None:
        """Only met where she can sail after all; the work itself is in `_drift`."""
        self._sail(plan, order)

    # ------------------------------------------------------------ formation and flight

    def _follow(self, plan: Plan) -> None:
        leader = self._leader(plan.ship)
        if leader is None or leader.id not in self.plans or self.tape:
            self._run(plan, (), plan.ship.speed)
            return
        led = self.plans[leader.id].motion
        end, pose = led.way[-1], plan.start
        x, y = formation.trail(end.x, end.y, end.heading, formation.station(self.battle, plan.ship))
        to_go = round(math.hypot(x - pose.x, y - pose.y), 3)
        wanted = bearing(pose, x, y)
        ahead = abs(turn_to(pose.heading, wanted)) < 90.0
        lore = self.battle.lore
        if not ahead or to_go < 0.5:
            # She is up with her station: she takes her leader's course and loses way.
            wanted, to_go = end.heading, 0.0 if not ahead else to_go
        path = steer(pose, wanted, self.wind_from, lore.closest, lore.radius)
        self._run(plan, path, to_go)
        plan.rules.append("MUM-CMD-04")
        plan.heave_to()

    def _flee(self, plan: Plan) -> None:
        """Off at best speed, away from the nearest enemy (MUM-GAP-59)."""
        pose, lore = plan.start, self.battle.lore
        foes = [other for other in ships(self.battle) if other.side != plan.ship.side and other.fighting]
        wanted = pose.heading
        if foes and not self.tape:
            near = min(
                foes,
                key=lambda foe: (
                    round(apart(pose, foe.pose), 6) if foe.pose else 0.0,
                    foe.id,
                ),
            )
            if near.pose is not None:
                wanted = bearing(near.pose, pose.x, pose.y)
        path = steer(pose, wanted, self.wind_from, lore.closest, lore.radius)
        self._run(plan, path, plan.means.high)
        plan.rules.append("MUM-MOR-08" if plan.ship.fleeing else "MUM-CMD-08")
        plan.now |= {"hove_to": False, "anchored": False}

    # ------------------------------------------------------------ drifting

    def _drift(self, plan: Plan) -> None:
        ship, battle = plan.ship, self.battle
        order = ship.orders
        if ship.tow_from:
            return
        if ship.anchored or not any(ship.record.masts):
            return
        plan.now["speed"] = 0.0
        wreck = bool(ship.wrecks)
        if not (wreck or ship.dismasted):
            return
        inches = battle.bound[drift](battle.tables, self.strength, wreck)
        rule = "MUM-MOVE-14" if wreck else "MUM-MOVE-12"
        plan.rulings.append(Ruling(rule, inches))
        self._blown(plan, inches)
        if order is not None and order.evolution == JURY and not wreck and ship.fighting:
            self._rig_jury(plan)

    def _blown(self, plan: Plan, inches: float) -> None:
        """Straight downwind, her head where it was."""
        start = plan.start
        lee = Pose(start.x, start.y, (self.wind_from + 180.0) % 360.0)
        ends = [lee.moved(inches * k / FIFTHS) for k in range(1, FIFTHS + 1)]
        plan.now["way"] = tuple([Pose(end.x, end.y, start.heading) for end in ends])
        plan.drifted = inches

    def _rig_jury(self, plan: Plan) -> None:
        """Two whole moves with the rigging crew; one jury mast only (MUM-GAP-18)."""
        ship = plan.ship
        if ship.aboard < ship.record.rigging:
            return
        plan.now["jury"] = ship.jury + 1
        plan.rules.append("MUM-MOVE-13")

    # ------------------------------------------------------------ the wind's eye

    def _too_close(self, plan: Plan) -> None:
        """Nearer the wind than she can sail: halted on the nearest 45, damage as in tacking (MUM-GAP-16)."""
        ship, lore = plan.ship, self.battle.lore
        heading = plan.start.heading
        if abs(turn_to(heading, self.wind_from)) < 1e-6:
            # Her head lies in the wind's very eye: chance says to which side it pays off.
            hand = self.battle.dice.handed(ship.id, "pays off")
            plan.rulings.append(Ruling("MUM-MOVE-06", hand.value, hand))
            turn = lore.closest if hand.value == STARBOARD else -lore.closest
        else:
            turn = self.battle.bound[caught](lore, heading, self.wind_from)
        helm = STARBOARD if turn > 0 else PORT
        plan.motion = Motion(plan.start, (Bend(helm, 0.0, abs(turn)),), _STILL)
        result, ruled = throw_tack(self.battle, ship, self.strength)
        plan.rulings += [ruled, Ruling("MUM-MOVE-06", result.mast)]
        self._hurt_foremast(plan, result.mast)

    def _hurt_foremast(self, plan: Plan, points: int) -> None:
        ship, index = plan.ship, foremost(plan.ship)
        left = max(ship.masts[index] - points, 0)
        if left == ship.masts[index]:
            return
        masts = list(ship.masts)
        masts[index] = left
        changes: list[Change] = []
        put(ship, changes, masts=tuple(masts))
        # Who has lost a mast may no longer keep her station.
        self.lines.clear()
        plan.aft.append((ShipHurt, {"place": "foremast", "changes": changes, "rules": ("MUM-TACK-05",)}))

    def _tack(self, plan: Plan, order: ShipOrders) -> None:
        """First to 45 degrees, then the throw; about, with what is left of her way (MUM-TACK-02, -04)."""
        lore, pose = self.battle.lore, plan.start
        toward = turn_to(pose.heading, self.wind_from)
        helm = STARBOARD if toward > 0 else PORT
        if abs(toward) > 180.0 - 1e-6:
            helm = self._chosen_helm(plan, "tacks")
        degrees = round(abs(toward) - lore.closest, 9)

        luff = (arc(helm, degrees, lore.radius),) if degrees > 1e-6 else ()
        reach = luff[0].distance if luff else 0.0
        about = (*luff, Bend(helm, 0.0, 2 * lore.closest))
        self._run(plan, about, order.speed or plan.means.high)
        plan.rules.append("MUM-TACK-02")
        total = plan.motion.gone[-1]
        if total < reach - 1e-9 or total == 0.0:
            plan.motion = Motion(pose, luff, plan.motion.gone)
            return
        result, ruled = throw_tack(self.battle, plan.ship, self.strength)
        plan.rulings.append(ruled)
        plan.rules.append("MUM-TACK-01")
        self._hurt_foremast(plan, result.mast)
        if result.about:
            left = total - reach
            keep = max(left - result.loses, 0.0) / left if left > 0 else 0.0
            gone = [min(g, reach) + max(g - reach, 0.0) * keep for g in plan.motion.gone]
            plan.motion = Motion(pose, about, [round(each, 9) for each in gone])
            return
        head = (*luff, Bend(helm, 0.0, lore.closest))
        plan.motion = Motion(pose, head, [min(g, round(reach, 9)) for g in plan.motion.gone])
        plan.now |= {"irons": "tack", "speed": 0.0}

    def _in_irons(self, plan: Plan) -> None:
        """Each move she may try to get under way again, or her boats pull her head round (MUM-TACK-07)."""
        ship, battle, order = plan.ship, self.battle, plan.ship.orders
        plan.now["speed"] = 0.0
        if not ship.fighting:
            return
        if order is not None and order.evolution == BOATS_PULL and ship.boats:
            boats.pull_out_of_irons(battle, plan, self._pay_off)
            return
        ruled = battle.bound[regains_wind](battle.tables, battle.dice, ship.id, self.strength)
        plan.rulings.append(ruled)
        plan.rules.append("MUM-TACK-07")
        if ruled.outcome:
            self._pay_off(plan)

    def _pay_off(self, plan: Plan) -> None:
        """She pays off to 45 degrees on the tack her captain chooses, and starts from nothing."""
        heading = plan.start.heading
        helm = self._chosen_helm(plan, "pays off")
        edge = self.wind_from + (1 if helm == STARBOARD else -1) * self.battle.lore.closest
        turn = turn_to(heading, edge % 360.0)
        way = STARBOARD if turn > 0 else PORT
        bends = (Bend(way, 0.0, abs(turn)),) if turn else ()
        plan.motion = Motion(plan.start, bends, _STILL)
        plan.now["irons"] = ""

    def _chosen_helm(self, plan: Plan, purpose: str) -> str:
        """The helm of the first bend of her orders; chance says where they name none."""
        order = plan.ship.orders
        for bend in order.path if order is not None else ():
            if bend.helm != STRAIGHT:
                return bend.helm
        helm: str = self.battle.dice.handed(plan.ship.id, purpose).value
        return helm

    # ------------------------------------------------------------ in company

    def collide(self) -> None:
        """Work out where hulls touch, in the order of time."""
        if self.tape:
            return
        every: Any = self.battle.state.ships
        motions = {
            name: plan.motion
            for name, plan in self.plans.items()
            if not plan.ship.towed_by and plan.ship.record.kind != BATTERY and "way" not in plan.now
        }
        meetings = near(every, motions)
        if not meetings:
            return
        bound = self.battle.bound
        found = Collisions(every, motions, meetings).settle(bound[first_touch], bound[after_touch])
        for touch, ruled in found:
            ends = []
            for name in (touch.one, touch.other):
                self.plans[name].motion = motions[name]
                ends.append(motions[name].gone[-1])
            self.battle.emit(
                Collided,
                ship=touch.one,
                target=touch.other,
                rulings=(Ruling("MUM-COLL-02", touch.time), ruled, Ruling("MUM-COLL-01", tuple(ends))),
            )

    def finish(self) -> None:
        """Every ship to the end of her move, and the events that tell of it."""
        for plan in self.plans.values():
            self._finish(plan)
        if self.tows:
            towing.drag(self.battle)

    def _finish(self, plan: Plan) -> None:
        ship, motion, now = plan.ship, plan.motion, plan.now
        total = motion.gone[-1]
        moves = total > 0 or bool(motion.bends) or plan.drifted != 0
        if "way" not in now:
            now["way"] = motion.way if moves else ()
        if "speed" not in now:
            now["speed"] = total
        poses: tuple[Pose, ...] = now["way"]
        if ship.pose is None:
            now["way"] = poses = ()
        elif poses:
            now["pose"] = poses[-1]
        if ship.hove_to and now["speed"]:
            now["hove_to"] = False
        if self.told:
            self._tell(plan, moves, poses, tuple(alter_all(ship, now)))
        else:
            for what, value in now.items():
                # As with a log: a whole number stays one where the move comes to the same figure.
                if getattr(ship, what) != value:
                    setattr(ship, what, value)
        for kind, fields in plan.aft:
            changes = tuple(fields.pop("changes", ()))
            hull = fields.pop("hull_before", None)
            self.battle.emit(kind, ship=ship.id, changes=changes, **fields)
            if hull is not None:
                flotation.spring_leaks(self.battle, ship, hull)

    def _tell(self, plan: Plan, moves: bool, poses: tuple[Pose, ...], changes: tuple[Change, ...]) -> None:
        ship, motion = plan.ship, plan.motion
        if moves or plan.rulings:
            event = ShipMoved(
                self.battle.state.turn,
                ship=ship.id,
                distance=rounded(plan.drifted) if plan.drifted else motion.gone[-1],
                turned=motion.turned,
                track=(motion.start, *poses) if poses else (),
                rulings=tuple(plan.rulings),
                changes=changes,
                rules=tuple(plan.rules),
            )
            self.battle.happened(event)
        elif changes:
            self.battle.emit(
                StatusChanged, ship=ship.id, what="lies", changes=changes, rules=tuple(plan.rules)
            )


_EVOLUTIONS: Final = {
    SAIL: Move._sail,
    TACK: Move._tack,
    HEAVE_TO: Move._heave_to,
    ANCHOR: Move._anchor,
    WEIGH: Move._weigh,
    JURY: Move._jury,
    KEDGE: Move._sail,
    BOATS_PULL: Move._sail,
}


class MovePhase(MumfordPhase):
    """All ships move at once, as written (MUM-SEQ-03)."""

    name = "move"
    rules = ("MUM-SEQ-03",)

    def run(self, battle: Battle) -> None:
        move = Move(battle)
        move.plan_all()
        hazards.run_into(battle, move)
        move.collide()
        move.finish()
        if move.boats:
            boats.move_boats(battle, move.strength)
        if move.prizes:
            prizes.move_on(battle)
