"""A ship's action: what she may be ordered, and how it is carried out (RAT-BGSEQ-03, RAT-BGSEQ-04)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import (
    FIGHTING,
    STRUCK,
    Change,
    Dice,
    IllegalOrder,
    Order,
    Pose,
    Request,
    Ruling,
    Sighting,
    StatusChanged,
    alter,
)
from navalrules_ratings.grappling import grapple, may_grapple, touches, wrong_grapple
from navalrules_ratings.gunnery import (
    aims,
    battery_rating,
    chain_reaches,
    fire_all,
    loads,
    looked,
    prey,
    range_band,
    targets,
    why_not,
    why_silent,
    wrong_kind,
)
from navalrules_ratings.orders import (
    AFTER,
    BEFORE,
    CHAIN,
    HALF,
    MASTS,
    POINTS,
    STRAIGHT,
    TACK,
    Act,
    Fire,
    Shot,
    Turn,
)
from navalrules_ratings.sailing import (
    HELMS,
    Course,
    Walk,
    course_of,
    free_helms,
    lies_fast,
    pays_off,
    steers,
    tack,
    tell_move,
    turning_interval,
    walk_to,
    wears,
    wrong_turns,
)
from navalrules_ratings.ship import BATTERIES, BROADSIDES, SIGN, RatingsShip
from navalrules_ratings.texts import refusal

if TYPE_CHECKING:
    from navalrules import Battle

_STEPS: Final = (0.0, 15.0, 30.0)
Sights = list[tuple[RatingsShip, Sighting]]


@attrs.define
class Foreseen:
    """A point of a `move` (the point, MU, turns) as it is looked at before it is made: the `course` to it,
    the `walk`, and what she makes of each ship she has looked for there, by id."""

    move: tuple[str, int, tuple[Turn, ...]]
    course: Course
    walk: Walk
    seen: dict[str, Sighting]


# ---------------------------------------------------------------- asked for


class ActRequest(Request):
    """A ship's whole action: her move by the dice that fell, turns, shots at three points, a grapnel.

    `clear_to` are the shots told that she was found able to fire, each with the line of sight looked along.
    """

    __slots__ = ("_foreseen", "_seen", "battle", "clear_to", "vessel")

    def __init__(self, battle: Battle, ship: RatingsShip) -> None:
        super().__init__(Act.kind, ship.side, ship.id, "", "RAT-BGSEQ-03")
        self.battle = battle
        self.vessel = ship
        self._seen: dict[str, Sighting] = {}
        self._foreseen: Foreseen | None = None
        self.clear_to: list[tuple[Shot, Sighting]] = []
        if battle.measure.interactive and able(battle, ship):
            for target in prey(battle, ship):
                self._seen[target.id] = battle.sight(ship, target)

    # ------------------------------------------------------------ what there is

    @property
    def moves(self) -> tuple[int, ...]:
        """The MU she may move (RAT-SAIL-04)."""
        return self.vessel.moves

    @property
    def in_irons(self) -> bool:
        """Whether she lies in irons and may pay off (RAT-BGTURN-05)."""
        return lies_in_irons(self.vessel)

    @property
    def steers(self) -> bool:
        """Whether she answers her wheel (RAT-BGCRIT-02)."""
        return self.battle.bound[steers](self.vessel)

    def sight(self, target: RatingsShip) -> Sighting:
        """What she makes of a target before she moves."""
        found = self._seen.get(target.id)
        if found is None:
            found = self._seen[target.id] = looked(self.battle, self.vessel, target)
        return found

    @property
    def default(self) -> Act:
        """Straight on as far as all her dice take her, silent."""
        return Act(ship=self.ship, move=self.moves[0])

    # ------------------------------------------------------------ drawing

    def draw(self, dice: Dice) -> Act:
        ship, battle = self.vessel, self.battle
        move = self.moves[dice.pick(len(self.moves), self.ship, "order move").value]
        turns = self._drawn_turns(dice, move)
        pay_off = ""
        if self.in_irons and self.steers:
            sides = ("", *free_helms(ship))
            pay_off = sides[dice.pick(len(sides), self.ship, "order pay off").value]
        act = Act(ship=self.ship, move=move, turns=turns, pay_off=pay_off)
        if battle.measure.interactive:
            return attrs.evolve(act, shots=self._drawn_shots(dice, act, (BEFORE,)))
        wait = dice.pick(6, self.ship, "order wait").value == 0
        act = attrs.evolve(act, wait=wait)
        act = attrs.evolve(act, shots=self._drawn_shots(dice, act, (BEFORE,) if wait else POINTS))
        if not wait and dice.pick(2, self.ship, "order grapple").value:
            near = self._in_reach(act)
            if near:
                return attrs.evolve(act, grapple=near[0])
        return act

    def _drawn_turns(self, dice: Dice, move: int) -> tuple[Turn, ...]:
        ship, battle = self.vessel, self.battle
        points = int(move / battle.bound[turning_interval](battle.lore, ship)) if move else 0
        turns: tuple[Turn, ...] = ()
        for point in range(min(points, 3)):
            helm = HELMS[dice.pick(len(HELMS), self.ship, f"order helm {point}").value]
            degrees = _STEPS[dice.pick(len(_STEPS), self.ship, f"order degrees {point}").value]
            wanted = (*turns, Turn(helm, degrees if helm in BROADSIDES else 0.0))
            if wrong_turns(battle, ship, move, wanted) is not None:
                wanted = (*turns, Turn(STRAIGHT))
            turns = wanted
            if turns[-1].helm == TACK:
                break
        return turns

    def _drawn_shots(self, dice: Dice, act: Act, points: tuple[str, ...]) -> tuple[Shot, ...]:
        shots: list[Shot] = []
        seen: dict[str, Sights] = {}
        for battery in BATTERIES:
            if why_silent(self.battle, self.vessel, battery) is not None:
                continue
            point = points[dice.pick(len(points), self.ship, f"order point {battery}").value]
            if point not in seen:
                seen[point] = self.sights_at(act, point)
            options = choices(self.battle, self.vessel, battery, point, seen[point])
            pick = dice.pick(len(options) + 1, self.ship, f"order {battery}").value
            if pick < len(options):
                shots.append(options[pick])
        return tuple(shots)

    # ------------------------------------------------------------ where she will be

    def sights_at(self, act: Act, point: str) -> Sights:
        """What she will make of each enemy at a point of the move told, as far as can be known."""
        return [(target, self.sight_at(act, point, target)) for target in prey(self.battle, self.vessel)]

    def sight_at(self, act: Act, point: str, target: RatingsShip) -> Sighting:
        """What she will make of `target` at a point of the move told, as far as can be known."""
        if point == BEFORE or not act.move:
            return self.sight(target)
        # A captain looks ahead and orders what he has seen, so the order is checked by the same look.
        there = self._foreseen
        if there is None or there.move != (point, act.move, act.turns):
            there = self._foreseen = self._look_ahead(act, point)
        found = there.seen.get(target.id)
        if found is None:
            ship = self.vessel
            pose, ship.pose = ship.pose, there.walk.pose
            try:
                found = there.seen[target.id] = looked(self.battle, ship, target)
            finally:
                ship.pose = pose
        return found

    def _look_ahead(self, act: Act, point: str) -> Foreseen:
        battle, ship, last = self.battle, self.vessel, point == AFTER
        walk, upto = started(ship), float(act.move) if last else act.move / 2
        course = course_of(battle, ship, walk, act.turns, upto, last)
        walk_to(walk, course, battle.lore, lambda: True, battle.bound[wears])
        return Foreseen((point, act.move, act.turns), course, walk, {})

    def foreseen(self, course: Course) -> Walk | None:
        """The walk that she has looked at, if it was along this very course and no die has a say in it.

        It is given away, for a walk goes on: asked again there is none.
        """
        there = self._foreseen
        if there is None or there.course != course or there.walk.tacked:
            return None
        self._foreseen = None
        return there.walk

    def _in_reach(self, act: Act) -> list[str]:
        lore = self.battle.lore
        return [
            target.id
            for target, sight in self.sights_at(act, AFTER)
            if self.battle.bound[may_grapple](lore, self.vessel, target, sight)
        ]

    # ------------------------------------------------------------ refusing

    def refusal(self, order: Order) -> IllegalOrder | None:
        if not isinstance(order, Act):
            return refusal("not_act", "RAT-BGSEQ-03", kind=order.kind)
        return (
            self._wrong_move(order)
            or (wrong_turns(self.battle, self.vessel, order.move, order.turns) if order.turns else None)
            or (self._wrong_pay_off(order.pay_off) if order.pay_off else None)
            or (self._wrong_touch(order) if order.touched else None)
            or (self._wrong_shots(order) if order.shots else None)
            or (self._wrong_grapple(order) if order.grapple else None)
        )

    def _wrong_move(self, order: Act) -> IllegalOrder | None:
        if order.move in self.vessel.moves:
            return None
        if self.battle.bound[lies_fast](self.vessel):
            return refusal("held", "RAT-BGMOVE-06", ship=self.vessel.name, how=_how_held(self.vessel))
        rule = "RAT-SAIL-04" if len(self.moves) > 1 else "RAT-BGMOVE-05"
        able_to = ", ".join(map(str, self.moves))
        return refusal(
            "move", rule, move=order.move, able=able_to, dice=" ".join(map(str, self.vessel.rolled))
        )

    def _wrong_pay_off(self, side: str) -> IllegalOrder | None:
        if side not in BROADSIDES:
            return refusal("pay_off_side", "RAT-BGTURN-05", side=side)
        if not self.in_irons:
            return refusal("not_in_irons", "RAT-BGTURN-05", ship=self.vessel.name)
        if not self.steers:
            return refusal("wheel", "RAT-BGCRIT-02", ship=self.vessel.name)
        free = free_helms(self.vessel)
        return None if side in free else refusal("dragged", "RAT-BGFOUL-04", helm=side, side=free[0])

    def _wrong_touch(self, order: Act) -> IllegalOrder | None:
        if not self.battle.measure.interactive:
            return refusal("touched", "RAT-BGFOUL-01")
        other = self.battle.state.ships.get(order.touched)
        if other is None or other is self.vessel or not order.move:
            return refusal("touched_whom", "RAT-BGFOUL-01", name=order.touched)
        return None

    def _wrong_shots(self, order: Act) -> IllegalOrder | None:
        battle, ship = self.battle, self.vessel
        ships: Any = battle.state.ships
        later = not (order.wait or battle.measure.interactive)
        batteries: set[str] = set()
        for shot in order.shots:
            if shot.point not in POINTS:
                return refusal("point", "RAT-BGFIRE-01", point=shot.point)
            if shot.point != BEFORE and not later:
                return refusal("asked_later", "RAT-BGFIRE-01", point=shot.point)
            wrong = wrong_shot(battle, ship, shot, batteries)
            if wrong is not None:
                return wrong
            sight = self.sight_at(order, shot.point, ships[shot.target])
            wrong = why_not(battle, ship, shot, sight)
            if wrong is not None:
                return wrong
            self.clear_to.append((shot, sight))
        return None

    def _wrong_grapple(self, order: Act) -> IllegalOrder | None:
        if order.wait or self.battle.measure.interactive:
            return refusal("asked_later", "RAT-BGGRAP-01", point=AFTER)
        return wrong_grapple(
            self.battle, self.vessel, order.grapple, lambda target: self.sight_at(order, AFTER, target)
        )

    def describe(self) -> dict[str, Any]:
        battle, ship = self.battle, self.vessel
        interval = battle.bound[turning_interval](battle.lore, ship)
        return {
            **super().describe(),
            "moves": list(self.moves),
            "dice": list(ship.rolled),
            "turn_after": interval,
            "turns_to": list(free_helms(ship)) if self.steers else [],
            "in_irons": bool(ship.pose is not None and self.in_irons),
            "batteries": [each for each in BATTERIES if why_silent(battle, ship, each) is None],
            "aims": list(battle.bound[aims]()),
            "loads": list(battle.bound[loads]()),
        }


def _how_held(ship: RatingsShip) -> str:
    ways = (("anchored", ship.anchored), ("fouled", bool(ship.fouled)), ("grappled", bool(ship.grappled)))
    return " and ".join(name for name, holds in ways if holds)


class FireRequest(Request):
    """Batteries that fire at one point of the move, and at its end a grapnel."""

    __slots__ = ("battle", "seen", "vessel")

    def __init__(self, battle: Battle, ship: RatingsShip, point: str) -> None:
        super().__init__(Fire.kind, ship.side, ship.id, point, "RAT-BGFIRE-01")
        self.battle = battle
        self.vessel = ship
        self.seen = [(target, looked(battle, ship, target)) for target in prey(battle, ship)]

    @property
    def anything(self) -> bool:
        """Whether there is anything to fire at or to grapple."""
        return bool(self._grapples()) or any(
            choices(self.battle, self.vessel, battery, self.about, self.seen) for battery in BATTERIES
        )

    def _grapples(self) -> list[str]:
        if self.about != AFTER:
            return []
        lore = self.battle.lore
        return [
            target.id
            for target, sight in self.seen
            if self.battle.bound[may_grapple](lore, self.vessel, target, sight)
        ]

    @property
    def default(self) -> Fire:
        return Fire(ship=self.ship, about=self.about)

    def draw(self, dice: Dice) -> Fire:
        shots = []
        for battery in BATTERIES:
            options = choices(self.battle, self.vessel, battery, self.about, self.seen)
            pick = dice.pick(len(options) + 1, self.ship, f"order {battery}").value
            if pick < len(options):
                shots.append(options[pick])
        near = ("", *self._grapples())
        return Fire(
            ship=self.ship,
            about=self.about,
            shots=tuple(shots),
            grapple=near[dice.pick(len(near), self.ship, "order grapple").value],
        )

    def refusal(self, order: Order) -> IllegalOrder | None:
        if not isinstance(order, Fire):
            return refusal("not_fire", "RAT-BGFIRE-01", kind=order.kind)
        seen, batteries = {target.id: sight for target, sight in self.seen}, set[str]()
        for shot in order.shots:
            if shot.point != self.about:
                return refusal("point", "RAT-BGFIRE-01", point=shot.point)
            wrong = wrong_shot(self.battle, self.vessel, shot, batteries)
            if wrong is None:
                wrong = why_not(self.battle, self.vessel, shot, seen[shot.target])
            if wrong is not None:
                return wrong
        if not order.grapple:
            return None
        if self.about != AFTER:
            return refusal("asked_later", "RAT-BGGRAP-01", point=AFTER)
        return wrong_grapple(self.battle, self.vessel, order.grapple, lambda target: seen[target.id])

    def describe(self) -> dict[str, Any]:
        found = {
            battery: [
                attrs.asdict(shot)
                for shot in choices(self.battle, self.vessel, battery, self.about, self.seen)
            ]
            for battery in BATTERIES
        }
        return {**super().describe(), "batteries": found, "grapple": self._grapples()}


# ---------------------------------------------------------------- legal or not


def able(battle: Battle, ship: RatingsShip) -> bool:
    """Whether any battery of hers can fire at all."""
    return any(battle.bound[battery_rating](ship, battery) for battery in BATTERIES)


def lies_in_irons(ship: RatingsShip) -> bool:
    """Whether she heads so near the wind that her sails give her no dice, and nothing holds her."""
    return not ship.held and not ship.rolled


def choices(battle: Battle, ship: RatingsShip, battery: str, point: str, seen: Sights) -> list[Shot]:
    """Every shot that a battery could fire along these lines of sight."""
    if why_silent(battle, ship, battery) is not None:
        return []
    found = []
    masts = MASTS in battle.bound[aims]()
    chain = CHAIN in battle.bound[loads]()
    for target, sight in seen:
        shot = Shot(battery, target.id, point)
        if not target.fighting or why_not(battle, ship, shot, sight) is not None:
            continue
        found.append(shot)
        if masts:
            found.append(attrs.evolve(shot, aim=MASTS))
            if chain and battle.bound[chain_reaches](
                battle.lore, battle.bound[range_band](battle.lore, sight.range)
            ):
                found.append(attrs.evolve(shot, aim=MASTS, load=CHAIN))
    return found


def wrong_shot(battle: Battle, ship: RatingsShip, shot: Shot, batteries: set[str]) -> IllegalOrder | None:
    """Why a shot is refused whatever she sees, or None; batteries named before are remembered."""
    if shot.battery in batteries:
        return refusal("fires_twice", "RAT-BGFIRE-01", battery=shot.battery)
    batteries.add(shot.battery)
    wrong = why_silent(battle, ship, shot.battery) or wrong_kind(battle, shot)
    if wrong:
        return wrong
    target = battle.state.ships.get(shot.target)
    if target is None or target.side == ship.side or target.status != FIGHTING:
        able_to = ", ".join([enemy.id for enemy in targets(battle, ship)])
        return refusal("no_target", "RAT-BGFIRE-01", target=shot.target, able=able_to or "none")
    return None


# ---------------------------------------------------------------- carried out


def started(ship: RatingsShip) -> Walk:
    """A walk that begins where she lies."""
    pose = ship.pose or Pose(0.0, 0.0, 0.0)
    return Walk(pose, (pose,))


def act(battle: Battle, ship: RatingsShip, order: Act) -> bool:
    """Carry an action out; False when she is asked again on the way (`order.wait`, or with a tape)."""
    request = battle.asked(Act.kind, ship.id)
    asked = request if isinstance(request, ActRequest) else None
    clear_to = asked.clear_to if asked is not None else ()
    shots, points = order.shots, [shot.point for shot in order.shots]
    if BEFORE in points:
        fire_all(battle, ship, shots, BEFORE, clear_to)
    if order.pay_off and ship.status == FIGHTING:
        _pay_off(battle, ship, order.pay_off)
    waits, gone = order.wait or battle.measure.interactive, 0.0
    if order.move and ship.status == FIGHTING:
        walk = started(ship)
        if waits or HALF in points:
            walk = _go(battle, ship, walk, order, order.move / 2, False, asked)
            if waits:
                _remember(battle, order, walk, HALF)
                return False
            fire_all(battle, ship, shots, HALF, clear_to)
        if not walk.stopped and ship.status == FIGHTING:
            walk = _go(battle, ship, walk, order, float(order.move), True, asked)
        gone = walk.gone
    elif waits and ship.status == FIGHTING:
        _remember(battle, order, started(ship), AFTER)
        return False
    elif HALF in points:
        # Her place does not change: the three points are one.
        fire_all(battle, ship, shots, HALF, clear_to)
    if AFTER in points:
        fire_all(battle, ship, shots, AFTER, clear_to)
    if order.grapple:
        throw_grapnel(battle, ship, order.grapple)
    note_way(battle, ship, gone)
    return True


def note_way(battle: Battle, ship: RatingsShip, gone: float) -> None:
    """Whether she has moved, for those who fire at her (RAT-T3)."""
    still = gone <= 0
    if ship.still != still:
        what = "stationary" if still else "under way"
        changes = (alter(ship, "still", still),)
        battle.emit(StatusChanged, ship=ship.id, what=what, changes=changes, rules=("RAT-BGFIRE-06",))


def throw_grapnel(battle: Battle, ship: RatingsShip, name: str) -> None:
    """Try to grapple, if she still can."""
    target = battle.state.ships.get(name) if name and ship.fighting else None
    if isinstance(target, RatingsShip) and target.status in (FIGHTING, STRUCK):
        sight = looked(battle, ship, target)
        if battle.bound[may_grapple](battle.lore, ship, target, sight):
            grapple(battle, ship, target, sight)


def _pay_off(battle: Battle, ship: RatingsShip, side: str) -> None:
    ruled = battle.bound[pays_off](battle, ship)
    changes: list[Change] = []
    if ruled.outcome and ship.pose is not None:
        wind = battle.state.wind.from_bearing
        by = battle.lore.sailing.off_wind * SIGN[side]
        heading = round((wind + by) % 360.0, 9) % 360.0
        changes.append(alter(ship, "pose", attrs.evolve(ship.pose, heading=heading)))
    what = f"pays off to {side}" if ruled.outcome else "stays in irons"
    battle.emit(StatusChanged, ship=ship.id, what=what, rulings=(ruled,), changes=tuple(changes))


def _go(
    battle: Battle,
    ship: RatingsShip,
    walk: Walk,
    order: Act,
    upto: float,
    last: bool,
    asked: ActRequest | None = None,
) -> Walk:
    """Move on, tell of it, and settle what she runs into; the walk as it stands then."""
    rulings: list[Ruling] = []

    def tacks() -> bool:
        rulings.append(battle.bound[tack](battle, ship))
        return bool(rulings[-1].outcome)

    gone, turned, walk.track, walk.wore = walk.gone, walk.turned, (walk.pose,), False
    course = course_of(battle, ship, walk, order.turns, upto, last)
    foreseen = asked.foreseen(course) if asked is not None else None
    if foreseen is None:
        walk_to(walk, course, battle.lore, tacks, battle.bound[wears])
    else:
        walk = foreseen
    tell_move(battle, ship, walk, gone, turned, tuple(rulings))
    met = walk.met or (order.touched if last else "")
    if met:
        walk.met = ""
        other: Any = battle.state.ships[met]
        touches(battle, ship, other)
    return walk


def _remember(battle: Battle, order: Act, walk: Walk, point: str) -> None:
    """Stand at a point of the move until she is told what to fire."""
    table = battle.state.table
    way = (walk.gone, walk.turned, float(walk.made), float(walk.stopped))
    changes = tuple(
        alter(table, what, value) for what, value in (("point", point), ("order", order), ("way", way))
    )
    battle.emit(
        StatusChanged, ship=order.ship, what=f"point {point}", changes=changes, rules=("RAT-BGFIRE-01",)
    )


def resume(battle: Battle, ship: RatingsShip, fire: Fire | None) -> bool:
    """Go on from where she was asked; False when she will be asked once more."""
    table = battle.state.table
    order, point = table.order, table.point
    assert isinstance(order, Act)
    if fire is not None:
        fire_all(battle, ship, fire.shots, point)
    gone, turned, made, stopped = table.way
    if point == HALF:
        walk = started(ship)
        walk.gone, walk.turned, walk.made, walk.stopped = gone, turned, int(made), bool(stopped)
        if not walk.stopped and ship.fighting:
            walk = _go(battle, ship, walk, order, float(order.move), True)
        _remember(battle, order, walk, AFTER)
        return False
    throw_grapnel(battle, ship, fire.grapple if fire else "")
    note_way(battle, ship, gone)
    return True
