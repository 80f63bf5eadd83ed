"""How a sensible captain fights under these rules.

He weighs, for each course he could steer, the squares his guns should cost the enemy against those the
enemy's should cost him at the end of both half-moves, keeps to the range at which that exchange suits him,
mans pumps and fires before his guns, and gives up when it is hopeless.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from typing import TYPE_CHECKING, Final

import attrs

from navalrules import Order, Request
from navalrules_civilwar.crew import LossesRequest, StationsRequest
from navalrules_civilwar.gunnery import FireRequest
from navalrules_civilwar.morale import FIGHT_ON, SURRENDER, passing_range, shortened, situations
from navalrules_civilwar.orders import SAIL, WEIGH, SailingOrders, Stations
from navalrules_civilwar.sailing import HELM_SIGN, HELMS, SailingRequest, notch_interval
from navalrules_civilwar.ship import HEAVY, CivilWarShip

if TYPE_CHECKING:
    from navalrules import Battle
    from navalrules_civilwar.lore import Lore

Count = dict[str, dict[str, int]]
_HEAVY_WORTH: Final = 1.4
"""What a heavy gun's hit costs against a light one's: most places take a square more (ACW-T3)."""
_PULL: Final = 0.02
"""How strongly he is drawn to the range he wants, in squares an inch."""
_RAKE_WORTH: Final = 1.5
"""A rake exposes every gun to the draw (ACW-HIT-06)."""
_ARCS: Final = ("port", "starboard", "bow", "stern")


@attrs.frozen
class Temper:
    """What tells one captain from another: how much his own losses weigh, how far out he likes to be, when
    he gives up (the share of crew or waterline left)."""

    own_loss: float
    hopeless: float


Place = tuple[float, float, float]
"""Where a ship would be: x, y in inches, heading in degrees."""


class Captain:
    """Answers every request of these rules."""

    def __init__(self, temper: Temper) -> None:
        self.temper = temper
        self._duels: dict[str, Exchange] = {}

    def __call__(self, battle: Battle, request: Request) -> Order:
        ship = battle.state.ships[request.ship]
        assert isinstance(ship, CivilWarShip)
        if isinstance(request, SailingRequest):
            return self._sail(battle, ship, request)
        if isinstance(request, StationsRequest):
            return self._station(battle, ship, request)
        if isinstance(request, FireRequest | LossesRequest):
            return request.default
        return self._morale(battle, ship, request)

    # ------------------------------------------------------------ giving up

    def _morale(self, battle: Battle, ship: CivilWarShip, request: Request) -> Order:
        option = SURRENDER if self.hopeless(battle, ship) else FIGHT_ON
        options = request.options() or ()
        return next((order for order in options if getattr(order, "option", "") == option), request.default)

    def hopeless(self, battle: Battle, ship: CivilWarShip) -> bool:
        """Nothing left to fight with, or a crew that will not stand the test and men to save."""
        bound, tables = battle.bound, battle.tables
        held = bound[situations](tables, ship)
        stands = bound[passing_range](tables, ship, held) + sum(
            modifier.amount for modifier in bound[shortened](tables, ship, held)
        )
        spent = ship.crew <= ship.crew_full * self.temper.hopeless
        return "guns" in held or stands <= 0 or (spent and len(held) > 1)

    # ------------------------------------------------------------ men

    def _station(self, battle: Battle, ship: CivilWarShip, request: StationsRequest) -> Stations:
        enemy = nearest_enemy(battle, ship)
        order = sorted(range(len(ship.guns)), key=lambda index: self._gun_rank(ship, index, enemy))
        guns = tuple(ship.guns[index].name for index in order if not ship.guns_out[index])
        # Without steam he wants hands for setting sail; the last gun of his list makes room for them.
        sails = int(ship.steam <= 0 < ship.sail and ship.power != SAIL)
        if sails and len(guns) > 1:
            guns = guns[: max(self._gunners(ship, request) - sails, 1)]
        return Stations(ship=ship.id, fires=self._parties(ship, request), guns=guns, sails=sails)

    def _gunners(self, ship: CivilWarShip, request: StationsRequest) -> int:
        """Squares left for guns after pumps, fires, wreckage and the wheel, the Marines among them."""
        return ship.marines + max(request.reserve - request.fires - len(ship.wrecks) - 1, 0)

    def _gun_rank(self, ship: CivilWarShip, index: int, enemy: CivilWarShip | None) -> tuple[bool, bool, int]:
        gun = ship.guns[index]
        away = enemy is not None and ship.pose is not None and _arc(_bearing(ship, enemy)) not in gun.arcs
        return away, not gun.heavy, index

    def _parties(self, ship: CivilWarShip, request: StationsRequest) -> tuple[int, ...]:
        """Three squares to a fire while there are men: a fire let burn costs more than a gun."""
        spare, parties = max(request.reserve - request.fires, 0), []
        for _ in range(request.fires):
            more = min(2, spare // 3)
            spare -= more
            parties.append(1 + more)
        return tuple(parties)

    # ------------------------------------------------------------ course and speed

    def _sail(self, battle: Battle, ship: CivilWarShip, request: SailingRequest) -> Order:
        enemy = nearest_enemy(battle, ship)
        limits = request.limits
        if enemy is None or ship.pose is None or max(limits.most.values()) <= 0:
            return request.default
        plan = Plan(battle, ship, enemy, self._exchange(battle, ship, enemy))
        power = limits.power
        if limits.most[power] <= 0 < limits.most[SAIL] and limits.changes:
            power = SAIL
        low, high = limits.speeds(power)
        speeds = sorted({low, high, min(max(limits.speed, low), high)})
        first, second = plan.best(speeds, request.halves)
        orders = [request.half(speed, power, helm) for speed, helm in (first, second)]
        moving = orders[0].speed or orders[1].speed
        anchor = WEIGH if limits.anchored and moving else ""
        return SailingOrders(ship=ship.id, first=orders[0], second=orders[1], anchor=anchor)

    def _exchange(self, battle: Battle, ship: CivilWarShip, enemy: CivilWarShip) -> Exchange:
        """What the two can do to each other; it changes only when a gun goes, so it is kept till then."""
        known = self._duels.get(ship.id)
        if known is None or not known.holds(battle.lore, ship, enemy):
            known = self._duels[ship.id] = Exchange(battle.lore, ship, enemy, self.temper)
        return known


class Exchange:
    """What the guns of two ships should cost each other at any range and aspect."""

    def __init__(self, lore: Lore, ship: CivilWarShip, enemy: CivilWarShip, temper: Temper) -> None:
        self.lore = lore
        self.temper = temper
        self.mine, self.his = _armed(ship), _armed(enemy)
        self.my_grade = lore.by_grade[ship.grade].amount
        self.his_grade = lore.by_grade[enemy.grade].amount
        self._known = _armament(ship, enemy)
        self._worths: dict[tuple[bool, str, str, int], float] = {}
        self.wanted = self._wanted_range()

    def holds(self, lore: Lore, ship: CivilWarShip, enemy: CivilWarShip) -> bool:
        """Whether it still describes these two."""
        return lore is self.lore and _armament(ship, enemy) == self._known

    def _wanted_range(self) -> float:
        """The middle of the band in which a beam-to-beam exchange suits him best; ties go to the nearer."""
        best, wanted, inner = -math.inf, 0.0, 0.0
        for edge in self.lore.edges[:-1]:
            middle = (inner + edge) / 2
            worth = self.gain("starboard", middle, 90.0) - self.loss("starboard", middle, 90.0)
            if worth > best + 1e-9:
                best, wanted = worth, middle
            inner = edge
        return wanted

    def gain(self, arc: str, inches: float, aspect: float) -> float:
        """Squares that his guns bearing through `arc` should cost a target seen at `aspect`."""
        return self._worth(True, arc, inches, aspect)

    def loss(self, arc: str, inches: float, aspect: float) -> float:
        """The squares that the enemy's should cost him, as he weighs them."""
        return self.temper.own_loss * self._worth(False, arc, inches, aspect)

    def _worth(self, mine: bool, arc: str, inches: float, aspect: float) -> float:
        lore, angle = self.lore, aspect % 180.0
        lies = 0
        if 45.0 <= angle <= 135.0:
            lies = 2
        elif inches <= lore.rake_range and (angle <= lore.rake_angle or angle >= 180.0 - lore.rake_angle):
            lies = 1
        key = (mine, arc, lore.bands[bisect_left(lore.edges, inches)], lies)
        found = self._worths.get(key)
        if found is None:
            guns, grade = (self.mine, self.my_grade) if mine else (self.his, self.his_grade)
            found = self._worths[key] = self._weighed(guns[arc], key[2], lies, grade)
        return found

    def _weighed(self, guns: dict[str, int], band: str, lies: int, grade: float) -> float:
        lore, worth = self.lore, 0.0
        base = lore.die + 1 - lore.need + grade + lies
        for kind, count in guns.items():
            chance = min(max((base + lore.by_range[band, kind].amount) / lore.die, 0.0), 1.0)
            worth += count * chance * (_HEAVY_WORTH if kind in HEAVY else 1.0)
        return worth * (_RAKE_WORTH if lies == 1 else 1.0)


class Plan:
    """Weighs courses for one ship against one enemy, who is taken to hold on as he goes."""

    def __init__(self, battle: Battle, ship: CivilWarShip, enemy: CivilWarShip, exchange: Exchange) -> None:
        self.ship = ship
        self.enemy = enemy
        self.exchange = exchange
        self.interval = battle.bound[notch_interval](battle.lore, ship, ship.power)
        self.notch = battle.lore.notch

    def best(self, speeds: list[float], halves: float) -> tuple[tuple[float, str], tuple[float, str]]:
        """The best speed and helm for each half-move."""
        pose = self.ship.pose
        assert pose is not None
        start = (pose.x, pose.y, pose.heading)
        his = [self._ahead(half / halves) for half in (1, 2)]
        found, choice = -math.inf, ((speeds[-1], HELMS[0]), (speeds[-1], HELMS[0]))
        for speed in speeds:
            for helm in HELMS if speed else HELMS[:1]:
                middle = self._run(start, speed / halves, helm)
                score = self._score(middle, his[0])
                for after in HELMS if speed else HELMS[:1]:
                    end = self._run(middle, speed / halves, after)
                    total = score + self._score(end, his[1]) + (after == helm) * 1e-3
                    if total > found:
                        found, choice = total, ((speed, helm), (speed, after))
        return choice

    def _ahead(self, share: float) -> Place:
        pose = self.enemy.pose
        assert pose is not None
        angle = math.radians(pose.heading)
        run = self.enemy.speed * share
        return pose.x + run * math.sin(angle), pose.y + run * math.cos(angle), pose.heading

    def _run(self, start: Place, run: float, helm: str) -> Place:
        """Where a half-move ends, near enough: the whole turn taken in the middle of the run."""
        x, y, heading = start
        turned = 0.0
        if helm != "straight":
            turned = int(run / self.interval + 0.5) * self.notch * HELM_SIGN[helm]
        angle = math.radians(heading + turned / 2)
        return x + run * math.sin(angle), y + run * math.cos(angle), (heading + turned) % 360.0

    def _score(self, mine: Place, his: Place) -> float:
        east, north = his[0] - mine[0], his[1] - mine[1]
        inches = math.hypot(east, north)
        true = math.degrees(math.atan2(east, north))
        bearing, aspect = (true - mine[2]) % 360.0, (true + 180.0 - his[2]) % 360.0
        exchange = self.exchange
        return (
            exchange.gain(_arc(bearing), inches, aspect)
            - exchange.loss(_arc(aspect), inches, bearing)
            - _PULL * abs(inches - exchange.wanted)
        )


def _arc(bearing: float) -> str:
    if 45.0 <= bearing <= 135.0:
        return "starboard"
    if 225.0 <= bearing <= 315.0:
        return "port"
    return "stern" if 135.0 < bearing < 225.0 else "bow"


def _armament(ship: CivilWarShip, enemy: CivilWarShip) -> tuple[object, ...]:
    return (ship.guns, ship.guns_out, ship.grade, enemy.guns, enemy.guns_out, enemy.grade)


def _armed(ship: CivilWarShip) -> Count:
    """Guns in action that bear through each arc, by class, as many as there are squares for."""
    counts: Count = {arc: {} for arc in _ARCS}
    for gun, out in zip(ship.guns, ship.guns_out, strict=True):
        for arc in () if out else gun.arcs:
            counts[arc][gun.kind] = counts[arc].get(gun.kind, 0) + 1
    return counts


def _bearing(ship: CivilWarShip, enemy: CivilWarShip) -> float:
    assert ship.pose is not None
    assert enemy.pose is not None
    true = math.degrees(math.atan2(enemy.pose.x - ship.pose.x, enemy.pose.y - ship.pose.y))
    return (true - ship.pose.heading) % 360.0


def nearest_enemy(battle: Battle, ship: CivilWarShip) -> CivilWarShip | None:
    """The nearest enemy still fighting; by id where a tape alone could tell."""
    enemies = [
        other
        for other in battle.state.ships.values()
        if isinstance(other, CivilWarShip) and other.side != ship.side and other.fighting
    ]
    if not enemies:
        return None
    pose = ship.pose
    if pose is None or len(enemies) == 1:
        return enemies[0]
    return min(
        enemies,
        key=lambda other: (
            math.hypot(other.pose.x - pose.x, other.pose.y - pose.y) if other.pose else math.inf
        ),
    )


class CloseAction(Captain):
    """The default: fights for the exchange that hurts the enemy most."""

    def __init__(self) -> None:
        super().__init__(Temper(own_loss=0.8, hopeless=0.25))


class Cautious(Captain):
    """Counts his own losses double, stays out where that suits him, and gives up sooner."""

    def __init__(self) -> None:
        super().__init__(Temper(own_loss=2.0, hopeless=0.5))
