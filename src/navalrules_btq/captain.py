"""How sensible captains fight under these rules.

A captain weighs a few moves by what his guns should do to the nearest enemy against what the enemy's could
do to him where both end, likes the weather gauge, stays out of irons, and boards when the odds are his.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import Order, Pose, Request
from navalrules_btq import boarders, crew, parties, scale
from navalrules_btq.aiming import Spent
from navalrules_btq.damage import men_hit
from navalrules_btq.engaging import BoardRequest
from navalrules_btq.firing import FireRequest
from navalrules_btq.grappling import CloseRequest
from navalrules_btq.gunnery import Discharge
from navalrules_btq.helm import CROSSING, FREE, Helm
from navalrules_btq.orders import AHEAD, Close, Fire, Sail, Segment, Shot
from navalrules_btq.ordnance import BALL, CANISTER, CREW, DISMANTLING, DOUBLE, GRAPE, HULL, RIGGING, Ordnance
from navalrules_btq.phase import COMPASS, bearing, point
from navalrules_btq.planner import HELMS, crosses, turned_to
from navalrules_btq.request import SailRequest
from navalrules_btq.sailing import BEATING, IRONS, drift_speed, drifts, point_of_sail
from navalrules_btq.ship import BOW, FULL, PARTS, PLAIN, PORT, STARBOARD, STERN, BtqShip
from navalrules_btq.sighting import Mark
from navalrules_btq.tacking import into_wind, rotation

if TYPE_CHECKING:
    from navalrules import Battle

_TURNS: Final = (0, 1, 2, 3, 5, 8)
"""Points that he thinks of turning, to either side."""
_CLINCH: Final = 5
"""Turns alongside after which a captain would rather be free, if his men are not going over."""
_METAL: Final = 1000.0
"""A weight of metal that counts as one, in pounds."""


@attrs.frozen
class Temper:
    """What tells one captain from another: how much the enemy's fire weighs, the range he likes in mm, how he
    loads and lays (first what he would rather), whether he is bold on deck, how he likes the weather gauge,
    whether he fires at men where that tells most, and how near he would rather not pass, in mm."""

    own_loss: float
    wanted: float
    loads: tuple[tuple[str, str], ...]
    bold: bool
    gauge: float
    kills: bool
    clear: float


class Captain:
    """Answers every request of these rules."""

    def __init__(self, temper: Temper) -> None:
        self.temper = temper

    def __call__(self, battle: Battle, request: Request) -> Order:
        if isinstance(request, SailRequest):
            return self._sail(battle, request)
        if isinstance(request, FireRequest):
            return self._fire(request)
        if isinstance(request, CloseRequest):
            return self._close(battle, request)
        if isinstance(request, BoardRequest):
            return boarders.board(battle, request, self.temper.bold)
        return request.default

    def _close(self, battle: Battle, request: CloseRequest) -> Order:
        """What the boarders want; a clinch that has led to nothing for long is cut."""
        order = boarders.close(battle, request, self.temper.bold)
        if not request.held or order != request.default:
            return order
        for name in request.held:
            pair = parties.pair_between(battle, request.ship, name)
            if pair is not None and battle.state.turn - pair.since >= _CLINCH:
                return Close(ship=request.ship, cut=name)
        return order

    # ------------------------------------------------------------ gunnery

    def _fire(self, request: FireRequest) -> Order:
        """Each arc at its nearest enemy, loaded as he likes best of what is allowed."""
        spent, shots = Spent(), []
        for arc, found in request.arcs.items():
            shot = self._shot(request, arc, found, spent)
            if shot is not None:
                shots.append(shot)
        return Fire(ship=request.ship, shots=tuple(shots))

    def _shot(self, request: FireRequest, arc: str, found: list[Mark], spent: Spent) -> Shot | None:
        ordnance: Ordnance = request.battle.lore.ordnance
        for mark in found:
            for kind, aim in self._loads(request.battle, mark):
                shot = Shot(arc, mark.target.id, kind, aim)
                loaded = request.loaded(shot, spent)
                if isinstance(loaded, Discharge):
                    spent.fired(ordnance, loaded)
                    return shot
        return None

    def _loads(self, battle: Battle, mark: Mark) -> tuple[tuple[str, str], ...]:
        """How he would load against a mark, first what he likes best."""
        ordnance: Ordnance = battle.lore.ordnance
        if self.temper.kills and (at_men := at_men_rather(battle, mark)):
            return (*at_men, *self.temper.loads)
        raked = mark.view.rake and mark.view.range <= ordnance.rake_reach
        if raked or crippled(mark.target):
            return ((BALL, HULL), *self.temper.loads)
        return self.temper.loads

    # ------------------------------------------------------------ the helm

    def _sail(self, battle: Battle, request: SailRequest) -> Order:
        ship = request.vessel
        fields: dict[str, Any] = crew.sensible(battle, ship)
        enemy = nearest(battle, ship)
        helm = request.helm
        if enemy is None or ship.pose is None or enemy.pose is None:
            default = request.default
            return default if enemy is None else attrs.evolve(default, **fields)
        canvas = self._canvas(ship, enemy)
        if canvas and helm.mode == FREE:
            fields["canvas"] = canvas
            helm = request.helm_under(canvas)
        order = Sail(ship=ship.id, **fields)
        if helm.mode == CROSSING:
            return attrs.evolve(
                order, segments=scale.shown_move(battle, _straight(helm.after_tack(helm.cap)[1]))
            )
        if helm.mode != FREE:
            return order
        if helm.pos == BEATING:
            order = attrs.evolve(order, beat=True)
        return self._best(battle, request, helm, order, enemy)

    def _canvas(self, ship: BtqShip, enemy: BtqShip) -> str:
        """Full sail out of gunshot, plain sail in it."""
        assert ship.pose is not None
        assert enemy.pose is not None
        far = math.hypot(enemy.pose.x - ship.pose.x, enemy.pose.y - ship.pose.y)
        wanted = FULL if far > _FAR else PLAIN
        return "" if wanted == ship.canvas else wanted

    def _best(self, battle: Battle, request: SailRequest, helm: Helm, order: Sail, enemy: BtqShip) -> Sail:
        prospect = Prospect(battle, request.vessel, enemy, self.temper)
        found = [
            (prospect.worth(helm, turn, far), far, turn, tack)
            for turn, far, tack in _moves(battle, request, helm)
        ]
        found.sort(key=lambda each: (-each[0], abs(each[2]), each[1]))
        for _, far, turn, tack in found:
            segments = scale.shown_move(battle, _straight(far))
            if tack:
                wanted = attrs.evolve(order, tack=True, beat=False, segments=segments)
            else:
                wanted = attrs.evolve(order, segments=(*_turned(turn), *segments))
            if request.refusal(wanted) is None:
                return wanted
        held = request.straight(helm, request.vessel.last_move)
        return attrs.evolve(order, segments=scale.shown_move(battle, held))


_FAR: Final = 1600.0
"""Out of gunshot, mm."""


def crippled(ship: BtqShip) -> bool:
    """Whether her rigging has had enough: dismasted, or half her sails gone."""
    return ship.dismasted or 2 * ship.sails_lost >= ship.sails_full


def at_men_rather(battle: Battle, mark: Mark) -> tuple[tuple[str, str], ...]:
    """Grape and canister, where they bring her nearer to striking than hull damage does."""
    ordnance: Ordnance = battle.lore.ordnance
    target, hundred = mark.target, 100
    men = battle.bound[men_hit](battle.lore.harm, hundred).outcome
    shots = ordnance.shots
    to_men = max(shots[GRAPE].parts, shots[CANISTER].parts if mark.view.range <= POINT_BLANK else 0)
    # What is worth comparing: the share of her crew, and half her hull, that a hundred points take.
    killed = to_men * men * target.hvn
    holed = 2 * shots[DOUBLE].parts * hundred * max(target.crew, 1)
    return ((CANISTER, CREW), (GRAPE, CREW)) if killed > holed else ()


POINT_BLANK: Final = 20.0


def nearest(battle: Battle, ship: BtqShip) -> BtqShip | None:
    """The nearest enemy in the fight; any at a table with a tape."""
    best: tuple[float, str] | None = None
    for other in battle.state.ships.values():
        if other.side == ship.side or not other.fighting:
            continue
        far = 0.0
        if ship.pose is not None and other.pose is not None:
            far = math.hypot(other.pose.x - ship.pose.x, other.pose.y - ship.pose.y)
        if best is None or (far, other.id) < best:
            best = (far, other.id)
    found: Any = battle.state.ships[best[1]] if best else None
    return found if best else None


def _straight(far: float) -> tuple[Segment, ...]:
    far = math.floor(far)
    return (Segment(AHEAD, float(far)),) if far else ()


def _turned(points: int) -> tuple[Segment, ...]:
    if not points:
        return ()
    return (Segment(STARBOARD if points > 0 else PORT, float(abs(points))),)


def _moves(battle: Battle, request: SailRequest, helm: Helm) -> Iterator[tuple[int, float, bool]]:
    """Moves he thinks of: points turned to starboard, then mm ahead; and a tack where none bars it."""
    cap = helm.cap
    turns = sorted({min(each, cap) for each in _TURNS} | {cap})
    for turn in turns:
        for side in (PORT, STARBOARD) if turn else (STARBOARD,):
            if crosses(helm.rel, side, turn):
                continue
            plan = helm.plan((Segment(side, float(turn)),) if turn else ())
            if plan.wrong or plan.pos == IRONS:
                continue
            low, high = helm.limits(plan)
            low = math.ceil(low)
            for far in {low, (low + math.floor(high)) // 2, math.floor(high)}:
                yield HELMS[side] * turn, float(max(far, low)), False
    if not request.barred and cap:
        side = into_wind(helm.rel)
        points, high = helm.after_tack(cap)
        need = battle.bound[rotation](battle.lore.sailing, request.vessel, helm.rel, side)
        if points == need:
            yield HELMS[side] * points, math.floor(high), True


class Prospect:
    """What a move is worth to a ship that has one enemy in mind."""

    def __init__(self, battle: Battle, ship: BtqShip, enemy: BtqShip, temper: Temper) -> None:
        assert ship.pose is not None
        assert enemy.pose is not None
        self.battle, self.ship, self.enemy, self.temper = battle, ship, enemy, temper
        self.x, self.y = ship.pose.x, ship.pose.y
        self.point = point(ship.pose.heading)
        self._turns: dict[int, tuple[float, float, float, float]] = {}
        self.there = foreseen(battle, enemy)
        self.guns, self.theirs = metal(battle, ship), metal(battle, enemy)
        self.wind = battle.state.wind.from_bearing
        self.wanted = temper.wanted / 2 if crippled(enemy) and not crippled(ship) else temper.wanted

    def worth(self, helm: Helm, turn: int, far: float) -> float:
        """The fire he gives less the fire he takes, with something for the gauge and the range he likes.

        `helm` is the same for all moves of one prospect.
        """
        kept = self._turns.get(turn)
        if kept is None:
            kept = self._turns[turn] = self._turned(helm, turn)
        heading, sine, cosine, bind = kept
        x, y = self.x + far * sine, self.y + far * cosine
        east, north = self.there.x - x, self.there.y - y
        range_ = math.hypot(east, north)
        to_enemy = math.degrees(math.atan2(east, north))
        aim, back = (to_enemy - heading) % 360.0, (to_enemy + 180.0 - self.there.heading) % 360.0
        hits = tells(range_)
        given = self.guns[arc_at(aim)] * hits * raked(back, range_)
        taken = self.theirs[arc_at(back)] * hits * raked(aim, range_)
        temper = self.temper
        value = given - temper.own_loss * taken
        value -= abs(range_ - self.wanted) / _LIKING
        gauge = math.cos(math.radians(to_enemy + 180.0 - self.wind))
        value += temper.gauge * gauge
        near = passing(self.x, self.y, x, y, self.there)
        if near < temper.clear:
            value -= 1.0 - near / temper.clear
        return value - bind

    def _turned(self, helm: Helm, turn: int) -> tuple[float, float, float, float]:
        """Her heading after a turn, its sine and cosine, and what it costs her, however far she goes."""
        heading = bearing(self.point + turn)
        angle = math.radians(heading)
        return heading, math.sin(angle), math.cos(angle), self._bind(helm, turn)

    def _bind(self, helm: Helm, turn: int) -> float:
        """What lies too near the wind to turn freely next time costs a little."""
        rel = turned_to(helm.rel, STARBOARD, turn)
        off = min(rel, COMPASS - rel)
        pos = self.battle.bound[point_of_sail](self.battle.lore.sailing, self.ship, off)
        return 0.05 if pos == BEATING else 0.0


_LIKING: Final = 1500.0
"""Millimetres from the range he likes that weigh as much as a thousand pounds of metal."""
_FIRST_MOVE: Final = 150.0
"""What a ship that lies still is thought to make, in mm."""


def foreseen(battle: Battle, ship: BtqShip) -> Pose:
    """Where a ship will be if she goes on as she did, or drifts."""
    assert ship.pose is not None
    if battle.bound[drifts](battle.lore.sailing, ship, ship.canvas):
        down = Pose(ship.pose.x, ship.pose.y, battle.state.wind.from_bearing + 180.0)
        end = down.moved(drift_speed(battle, ship))
        return Pose(end.x, end.y, ship.pose.heading)
    return ship.pose if ship.irons else ship.pose.moved(ship.last_move or _FIRST_MOVE)


def passing(x: float, y: float, to_x: float, to_y: float, there: Pose) -> float:
    """How near a straight from one place to another leads to a ship, in mm."""
    east, north = to_x - x, to_y - y
    square = east * east + north * north
    share = 0.0
    if square:
        share = min(max(((there.x - x) * east + (there.y - y) * north) / square, 0.0), 1.0)
    return math.hypot(x + share * east - there.x, y + share * north - there.y)


def metal(battle: Battle, ship: BtqShip) -> dict[str, float]:
    """Thousands of pounds that each arc of a ship throws, by her nation's gunnery."""
    guns = battle.lore.ordnance.guns
    return {
        arc: sum(
            guns[key].pounds * left for key, left in zip(ship.types_in(arc), ship.left_in(arc), strict=True)
        )
        * ship.ngm
        / (PARTS * PARTS * _METAL)
        for arc in (PORT, STARBOARD, BOW, STERN)
    }


def arc_at(relative: float) -> str:
    """The arc that bears on something at a relative bearing, near enough."""
    if relative < 39.4 or relative > 320.6:
        return BOW
    if 140.6 < relative < 219.4:
        return STERN
    return STARBOARD if relative < 180.0 else PORT


def tells(range_: float) -> float:
    """The share of shot that tells at a range in mm, near enough."""
    return (
        1.0
        if range_ <= 20
        else 0.63
        if range_ <= 230
        else 0.27
        if range_ <= 480
        else 0.2
        if range_ <= 700
        else 0.03
    )


def raked(aspect: float, range_: float) -> float:
    """What a rake multiplies fire by, for a firer at that bearing off the target's bow."""
    if range_ > 190:
        return 1.0
    if aspect < 28.1 or aspect > 331.9:
        return 1.1
    return 1.25 if 151.9 < aspect < 208.1 else 1.0


class CloseAction(Captain):
    """Seeks the weather gauge and a rake at close range, double-shotted, and boards when the odds are his."""

    def __init__(self) -> None:
        loads = ((DOUBLE, HULL), (BALL, HULL))
        super().__init__(
            Temper(own_loss=0.8, wanted=200.0, loads=loads, bold=True, gauge=0.05, kills=True, clear=120.0)
        )


class Cautious(Captain):
    """Stands off, aims high to cripple, and keeps out of boarders' reach."""

    def __init__(self) -> None:
        loads = ((DISMANTLING, RIGGING), (BALL, RIGGING))
        super().__init__(
            Temper(own_loss=1.2, wanted=450.0, loads=loads, bold=False, gauge=-0.02, kills=False, clear=250.0)
        )
