"""How sensible captains fight under these rules.

A captain weighs, for a few courses his dice allow, what his batteries should do to the enemy against what
the enemy's could do to him where he ends, stays out of irons, and boards when the odds are his.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import attrs

from navalrules import SUNK, Chosen, Order, Pose, Request, Sighting
from navalrules_ratings import boarding
from navalrules_ratings.action import ActRequest, FireRequest, choices
from navalrules_ratings.crew import HOLD, LET_GO, CommandRequest
from navalrules_ratings.gunnery import (
    aims,
    battery_rating,
    chain_reaches,
    end_raked,
    loads,
    raked_end,
    range_band,
    results_table,
    targets,
)
from navalrules_ratings.lore import ENDS, Lore
from navalrules_ratings.orders import (
    AFTER,
    BATTLE,
    BEFORE,
    CHAIN,
    FULL,
    HULL,
    MASTS,
    ROUND,
    TACK,
    UNFOUL,
    UNGRAPPLE,
    WEIGH,
    Act,
    Command,
    Fire,
    Shot,
    Task,
    Turn,
)
from navalrules_ratings.results import Results
from navalrules_ratings.sailing import crosses_wind, free_helms, steers, turning_interval, wind_side
from navalrules_ratings.ship import BATTERIES, SIGN, RatingsShip

if TYPE_CHECKING:
    from navalrules import Battle

Place = tuple[float, float, float]
"""Where a ship would be: x, y in MU, heading in degrees."""

_HULLS: Final = 3.0
"""What lies between two centres besides the gap between the hulls, MU, near enough."""
_IRONS: Final = 1.5
"""How much he minds ending in irons, or in the way of another, in rating reductions."""
_HULL: Final = 6.0
"""Two centres nearer than this, MU, and the hulls may touch."""


_MEETS: Final = -2.0
"""The lead in a boarding score down to which he meets an enemy's boarders half-way."""


@attrs.frozen
class Temper:
    """What tells one captain from another: how much the enemy's fire weighs, the range he likes in MU,
    what he aims at, the lead in a boarding score that he wants before he boards, and the one below which
    he would rather cast off."""

    own_loss: float
    wanted: float
    aim: str
    boards_at: float
    stays_at: float


class Captain:
    """Answers every request of these rules."""

    def __init__(self, temper: Temper) -> None:
        self.temper = temper

    def __call__(self, battle: Battle, request: Request) -> Order:
        if isinstance(request, ActRequest):
            return self._act(battle, request)
        if isinstance(request, CommandRequest):
            return self._command(battle, request)
        if isinstance(request, FireRequest):
            return self._fire(battle, request)
        return self._choose(battle, request)

    # ------------------------------------------------------------ the Command Phase

    def _command(self, battle: Battle, request: CommandRequest) -> Command:
        ship = request.vessel
        order = request.default
        enemy, far = nearest(battle, ship)
        spare = request.units - len(order.tasks)
        if (ship.grappled or ship.fouled) and spare > 0:
            order = attrs.evolve(
                order, tasks=(*order.tasks, *tuple(self._gets_clear(battle, request))[:spare])
            )
        if enemy is None or not request.may_set_sail:
            return order
        wanted = FULL if far > 2 * self.temper.wanted + 20 and FULL in request.sails else BATTLE
        sail, anchor = "" if wanted == ship.sail else wanted, WEIGH if ship.anchored else ""
        return attrs.evolve(order, sail=sail, anchor=anchor) if sail or anchor else order

    def _gets_clear(self, battle: Battle, request: CommandRequest) -> Iterator[Task]:
        """Get clear of friends and prizes, and of an enemy who has the better of it on deck."""
        for task in request.work:
            if task.what in (UNGRAPPLE, UNFOUL):
                other = battle.state.ships[task.about]
                if isinstance(other, RatingsShip) and (
                    not (other.fighting and other.side != request.side)
                    or lead(battle, request.vessel, other) < self.temper.stays_at
                ):
                    yield task

    # ------------------------------------------------------------ choices

    def _choose(self, battle: Battle, request: Request) -> Order:
        about, _, name = request.about.partition(" ")
        ship, other = (battle.state.ships.get(each) for each in (request.ship, name))
        if not (isinstance(ship, RatingsShip) and isinstance(other, RatingsShip)):
            return request.default
        option = self._option(about, lead(battle, ship, other))
        return Chosen(ship=request.ship, about=request.about, option=option) if option else request.default

    def _option(self, about: str, ahead: float) -> str:
        # An enemy with the better of it boards; who meets him half-way may still win his deck.
        wants = ahead >= self.temper.boards_at or _MEETS <= ahead <= -self.temper.boards_at
        ways = {
            boarding.BOARD: (boarding.BOARD, boarding.STAY),
            boarding.COUNTERBOARD: (boarding.COUNTERBOARD, boarding.STAY),
            boarding.PRIZE: (boarding.TAKE, boarding.TAKE),
            HOLD: (HOLD, LET_GO),
        }
        if about == boarding.FIGHT:
            return boarding.WITHDRAW if ahead < self.temper.boards_at - 5 else boarding.FIGHT
        return ways[about][not wants] if about in ways else ""

    # ------------------------------------------------------------ the action

    def _act(self, battle: Battle, request: ActRequest) -> Act:
        ship = request.vessel
        enemy, _ = nearest(battle, ship)
        if enemy is None or ship.pose is None or enemy.pose is None:
            return request.default
        plan = Plan(battle, ship, enemy, self.temper)
        move, turns = plan.best(request.moves)
        course = Act(ship=ship.id, move=move, turns=turns)
        shots, grapple = self._shots(battle, request, course, plan)
        pay_off = self._pay_off(request, plan)
        return Act(ship=ship.id, move=move, turns=turns, shots=shots, grapple=grapple, pay_off=pay_off)

    def _pay_off(self, request: ActRequest, plan: Plan) -> str:
        if request.moves[0] or not (request.in_irons and request.steers):
            return ""
        wind = request.battle.state.wind.from_bearing
        off = request.battle.lore.sailing.off_wind
        pose = request.vessel.pose
        assert pose is not None
        worths = [
            (plan.score((pose.x, pose.y, (wind + SIGN[side] * off) % 360.0)), side)
            for side in free_helms(request.vessel)
        ]
        return max(worths)[1]

    def _shots(
        self, battle: Battle, request: ActRequest, course: Act, plan: Plan
    ) -> tuple[tuple[Shot, ...], str]:
        """Each battery fires where it does most, and whom to grapple; what cannot be known before the move is
        left alone."""
        found: dict[str, tuple[float, Shot]] = {}
        after = request.sights_at(course, AFTER) if course.move else []
        points = [(BEFORE, [(target, request.sight(target)) for target in targets(battle, request.vessel)])]
        if after:
            points.append((AFTER, after))
        for point, seen in points:
            for target, sight in seen:
                self._consider(battle, request.vessel, target, sight, point, plan, found)
        shots = tuple([shot for _, shot in found.values()])
        return shots, self._grapple(battle, request, points[-1][1])

    def _consider(
        self,
        battle: Battle,
        ship: RatingsShip,
        target: RatingsShip,
        sight: Sighting,
        point: str,
        plan: Plan,
        found: dict[str, tuple[float, Shot]],
    ) -> None:
        battery = battle.lore.arc(sight.bearing)
        rating = battle.bound[battery_rating](ship, battery)
        if not (rating and target.fighting) or sight.blocked or battery in ship.used:
            return
        band = battle.bound[range_band](battle.lore, sight.range)
        if not band:
            return
        worth = plan.worth(rating, target.hull, band, battle.bound[raked_end](battle.lore, sight, band))
        best = found.get(battery)
        if best is None or worth > best[0]:
            found[battery] = (worth, self._shot(battle, battery, target, point, band))

    def _shot(self, battle: Battle, battery: str, target: RatingsShip, point: str, band: str) -> Shot:
        if self.temper.aim == HULL or not any(target.mast) or MASTS not in battle.bound[aims]():
            return Shot(battery, target.id, point)
        chain = CHAIN in battle.bound[loads]() and battle.bound[chain_reaches](battle.lore, band)
        return Shot(battery, target.id, point, MASTS, CHAIN if chain else ROUND)

    def _grapple(self, battle: Battle, request: ActRequest, seen: list[tuple[RatingsShip, Sighting]]) -> str:
        ship = request.vessel
        for target, sight in seen:
            near = sight.range <= battle.lore.boarding.within and target.id not in ship.grappled
            if near and ship.crew and lead(battle, ship, target) >= self.temper.boards_at:
                return target.id
        return ""

    # ------------------------------------------------------------ asked on the way

    def _fire(self, battle: Battle, request: FireRequest) -> Fire:
        """Every battery at the first target it bears on."""
        shots = []
        for battery in BATTERIES:
            options = choices(request.battle, request.vessel, battery, request.about, request.seen)
            wanted = [shot for shot in options if shot.aim == self.temper.aim] or options
            if wanted:
                shots.append(wanted[-1])
        return Fire(ship=request.ship, about=request.about, shots=tuple(shots))


class Plan:
    """Weighs where a ship might end against one enemy."""

    def __init__(self, battle: Battle, ship: RatingsShip, enemy: RatingsShip, temper: Temper) -> None:
        self.battle = battle
        self.lore: Lore = battle.lore
        self.ship = ship
        self.enemy = enemy
        self.temper = temper
        self.values = _values(battle.bound[results_table](battle.lore))
        self.gunners = int(self.lore.gunners[ship.quality].amount)
        self.interval = battle.bound[turning_interval](self.lore, ship)
        self.wind = battle.state.wind
        rating = battle.bound[battery_rating]
        self.mine = {battery: rating(ship, battery) or 0 for battery in BATTERIES}
        self.his = {battery: rating(enemy, battery) or 0 for battery in BATTERIES}
        self.about = [
            (other.pose.x, other.pose.y)
            for other in battle.state.ships.values()
            if other is not ship and other is not enemy and other.pose is not None and other.status != SUNK
        ]

    def worth(self, rating: int, hull: int, band: str, rake: str) -> float:
        """Rating reductions that a battery should cost."""
        counts = self.lore.amounts
        factor = rating - hull + counts[band] + self.gunners
        if rake:
            factor += counts[ENDS[rake]]
        return self.values[-9 if factor < -9 else factor if factor < 9 else 9]

    def best(self, moves: tuple[int, ...]) -> tuple[int, tuple[Turn, ...]]:
        """The best of the moves and turns he looks at."""
        pose = self.ship.pose
        assert pose is not None
        start = (pose.x, pose.y, pose.heading)
        found = -math.inf
        choice: tuple[int, tuple[Turn, ...]] = (moves[0], ())
        for move in (moves[0], moves[-1]) if len(moves) > 1 else moves:
            for turns in self._patterns(move):
                score = self._hoped(start, move, turns) - 1e-3 * len(turns)
                if score > found:
                    found, choice = score, (move, turns)
        return choice

    def _patterns(self, move: int) -> Iterator[tuple[Turn, ...]]:
        yield ()
        if not move or not self.battle.bound[steers](self.ship):
            return
        points = int(move / self.interval)
        once, most = self.lore.sailing.once, self.lore.sailing.most
        pose = self.ship.pose
        assert pose is not None
        if points and self._may_tack(pose):
            yield (Turn(TACK),)
        for helm in free_helms(self.ship):
            for count in (1, 2, 3):
                if count > points or count * once > most:
                    break
                if crosses_wind(self.wind, pose.heading, helm, count * once):
                    break
                yield (Turn(helm, once),) * count

    def _may_tack(self, pose: Pose) -> bool:
        """Whether she may go about at her first turning point (RAT-BGTURN-03)."""
        wind = self.wind
        close = 0.0 < wind.off(pose.heading) < self.lore.sailing.beating_to
        return close and wind_side(wind, pose.heading) in free_helms(self.ship)

    def _hoped(self, start: Place, move: int, turns: tuple[Turn, ...]) -> float:
        """The worth of a course; of a tack, that of both its ends by their chances."""
        if not (turns and turns[0].helm == TACK):
            return self.score(self._end(start, move, turns))
        wind, figures, interval = self.wind, self.lore.sailing, self.interval
        x, y, heading = start
        x, y, _ = self._end((x, y, heading), int(interval), ())
        sign = SIGN[wind_side(wind, heading)]
        stopped = self.score((x, y, wind.from_bearing))
        about = (wind.from_bearing + sign * figures.off_wind) % 360.0
        far = move - interval
        angle = math.radians(about)
        gone = self.score((x + far * math.sin(angle), y + far * math.cos(angle), about))
        needed = figures.tack - self.lore.quality[self.ship.quality].amount + self.ship.masts_lost
        chance = min(max(7.0 - needed, 0.0), 6.0) / 6.0
        return chance * gone + (1.0 - chance) * stopped

    def _end(self, start: Place, move: int, turns: tuple[Turn, ...]) -> Place:
        """Where a move ends, were nobody in the way."""
        x, y, heading = start
        interval, left = self.interval, float(move)
        for turn in turns:
            angle = math.radians(heading)
            x, y = x + interval * math.sin(angle), y + interval * math.cos(angle)
            left -= interval
            heading += SIGN[turn.helm] * turn.degrees
        angle = math.radians(heading)
        return x + left * math.sin(angle), y + left * math.cos(angle), heading % 360.0

    def score(self, end: Place) -> float:
        """What he gives against what he takes where he ends, and how he likes the range."""
        his = self.enemy.pose
        assert his is not None
        east, north = his.x - end[0], his.y - end[1]
        centres = math.hypot(east, north)
        true = math.degrees(math.atan2(east, north))
        bearing, aspect = (true - end[2]) % 360.0, (true + 180.0 - his.heading) % 360.0
        far = max(centres - _HULLS, 0.0)
        lore = self.lore
        band = lore.band(far)
        given = taken = 0.0
        if band:
            given = self.worth(
                self.mine[lore.arc(bearing)], self.enemy.hull, band, end_raked(lore, aspect, band)
            )
            taken = self.worth(
                self.his[lore.arc(aspect)], self.ship.hull, band, end_raked(lore, bearing, band)
            )
        score = given - self.temper.own_loss * taken - 0.03 * abs(far - self.temper.wanted)
        if not band:
            # Out of range the course that closes, beam on at the end, is as good as any.
            score -= 0.05 * far
        if centres < 4.0:
            score -= 1.0
        if self.wind.off(end[2]) < lore.sailing.off_wind:
            score -= _IRONS
        for x, y in self.about:
            if math.hypot(x - end[0], y - end[1]) < _HULL:
                score -= _IRONS
        return score


@lru_cache(maxsize=8)
def _values(table: Results) -> dict[int, float]:
    """Rating reductions to be hoped for by fire factor; a mast counts two, a fire two, the wheel half."""
    return {
        factor: sum(
            [
                cell.rr + 2 * cell.lm + 2 * cell.fire + 0.5 * cell.ws
                for cell in (table.look(factor, face) for face in range(1, 7))
            ]
        )
        / 6
        for factor in range(-9, 10)
    }


def nearest(battle: Battle, ship: RatingsShip) -> tuple[RatingsShip | None, float]:
    """The nearest enemy that still fights and the MU between centres; by id where only a tape could tell."""
    best, far = None, math.inf
    for other in targets(battle, ship):
        if ship.pose is None or other.pose is None:
            return other, 0.0
        away = math.hypot(other.pose.x - ship.pose.x, other.pose.y - ship.pose.y)
        if away < far:
            best, far = other, away
    return best, far


def lead(battle: Battle, ship: RatingsShip, other: RatingsShip) -> float:
    """By how much her score in a round of boarding should beat the other's."""
    rating, quality = battle.bound[boarding.boarding_rating], battle.lore.quality
    ours = rating(ship) + ship.crew + quality[ship.quality].amount
    return float(ours - rating(other) - other.crew - quality[other.quality].amount)


class CloseAction(Captain):
    """The default: closes, fires into the hull, and boards when the odds are his."""

    def __init__(self) -> None:
        super().__init__(Temper(own_loss=0.7, wanted=4.0, aim=HULL, boards_at=1.0, stays_at=0.0))


class Dismaster(Captain):
    """Keeps off and shoots at masts."""

    def __init__(self) -> None:
        super().__init__(Temper(own_loss=1.2, wanted=9.0, aim=MASTS, boards_at=6.0, stays_at=6.0))
