"""How sensible captains fight under these rules: they keep station in a line and seek a rake."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import FIGHTING, STRUCK, Order, Pose, Request
from navalrules_mumford.motion import arc
from navalrules_mumford.orders import (
    BOATS_PULL,
    FORMATION,
    GRAPE,
    HEAVE_TO,
    JURY,
    KEDGE,
    SAIL,
    SOLID,
    TACK,
    Bend,
    ShipOrders,
)
from navalrules_mumford.prizes import open_prizes
from navalrules_mumford.request import OrdersRequest
from navalrules_mumford.ship import FRONT, PORT, STARBOARD, MumfordShip
from navalrules_mumford.steering import apart, helm_to, sailable, turn_to

if TYPE_CHECKING:
    from navalrules import Battle

_COURSES: Final = (
    (STARBOARD, 0, 0.0),
    *(
        (helm, sign, turn)
        for turn in (22.5, 45.0, 67.5, 90.0, 135.0)
        for helm, sign in ((STARBOARD, 1), (PORT, -1))
    ),
)
_NOTHING: Final[tuple[Bend, ...]] = ()
_OUT_OF_SHOT: Final = 26.0
_PULL: Final = 0.3
_CLOSING: Final = 24.0
_ARC: Final = 2.4


@attrs.frozen
class Temper:
    """A captain's mind: own loss against the enemy's, inches he would fight at, whether he boards."""

    own_loss: float
    wanted: float
    boards: bool


def nearest_enemy(battle: Battle, ship: MumfordShip) -> MumfordShip | None:
    """The enemy nearest to her, one in flight only if no other is within 12 inches more."""
    best, found = math.inf, None
    pose = ship.pose
    for other in battle.state.ships.values():
        if other.side == ship.side or other.status != FIGHTING:
            continue
        assert isinstance(other, MumfordShip)
        if other.record.laid_up:
            continue
        far = 0.0
        if pose is not None and other.pose is not None:
            far = apart(pose, other.pose)
        if other.fleeing or other.retiring:
            far += 12.0
        if far < best - 1e-6:
            best, found = far, other
    return found


class Captain:
    """Answers every request for his side."""

    def __init__(self, temper: Temper) -> None:
        self.temper = temper

    def __call__(self, battle: Battle, request: Request) -> Order:
        """The order he gives."""
        if not isinstance(request, OrdersRequest):
            return self._other(battle, request)
        ship = battle.state.ships[request.ship]
        assert isinstance(ship, MumfordShip)
        return self._orders(battle, ship, request)

    def _other(self, battle: Battle, request: Request) -> Order:
        """Signals: he lets his captains loose once the enemy is near."""
        ship = battle.state.ships[request.ship]
        assert isinstance(ship, MumfordShip)
        options = request.options() or (request.default,)
        signals = {getattr(order, "signal", ""): order for order in options}
        wanted = self._signal(battle, ship)
        return signals.get(wanted, request.default) if wanted else request.default

    def _signal(self, battle: Battle, ship: MumfordShip) -> str:
        """What he would signal, "" nothing."""
        return "own_orders" if self._close(battle, ship) else ""

    def _close(self, battle: Battle, ship: MumfordShip) -> bool:
        """Whether the fight is at hand: an enemy within 12 inches of the flag."""
        enemy = nearest_enemy(battle, ship)
        if enemy is None or enemy.pose is None or ship.pose is None:
            return True
        return apart(ship.pose, enemy.pose) < 12.0

    # ------------------------------------------------------------ one ship

    def _orders(self, battle: Battle, ship: MumfordShip, request: OrdersRequest) -> Order:
        enemy = nearest_enemy(battle, ship)
        if enemy is None:
            return request.default
        fields = self._fighting(battle, ship, enemy, request)
        if request.bound_to_formation:
            if self._breaks_ranks(ship, enemy):
                fields |= {"initiative": True, **self._sailing(battle, ship, enemy, request)}
            else:
                fields["evolution"] = FORMATION
            return ShipOrders(ship=ship.id, **fields)
        fields |= self._sailing(battle, ship, enemy, request)
        return ShipOrders(ship=ship.id, **fields)

    def _breaks_ranks(self, ship: MumfordShip, enemy: MumfordShip) -> bool:
        """Whether he throws for initiative: an enemy is close aboard."""
        if ship.pose is None or enemy.pose is None:
            return False
        return apart(ship.pose, enemy.pose) < 6.0

    def _fighting(
        self, battle: Battle, ship: MumfordShip, enemy: MumfordShip, request: OrdersRequest
    ) -> dict[str, Any]:
        fields: dict[str, Any] = {**request.parties()}
        if ship.pose is None or enemy.pose is None or ship.ashore:
            return fields
        far = apart(ship.pose, enemy.pose)
        if far > _OUT_OF_SHOT and any(not mount.fired for mount in ship.mounts):
            # The first broadside was loaded with care: it is kept until it can tell.
            fields["hold_fire"] = True
        if far > 9.0:
            return fields
        # Close in, grape takes two men a hit where solid shot takes one: crews break before hulls do.
        fields["shot"] = self._shot(enemy, request)
        stronger = ship.aboard * 3 > enemy.aboard * 4
        if self.temper.boards and stronger and request.may_grapple(enemy):
            fields |= {"grapple": enemy.id, "board": True}
        if ship.grapples:
            foe = battle.state.ships[ship.grapples[0].other]
            assert isinstance(foe, MumfordShip)
            if foe.fighting and ship.aboard * 3 > foe.aboard * 4:
                fields |= {"board": True, "all_hands": ship.aboard > 2 * foe.aboard}
            elif foe.fighting and ship.aboard * 4 < foe.aboard * 3:
                fields["cast_off"] = True
            fields["shot"] = self._shot(foe, request)
        elif "grapple" not in fields and ship.aboard * 2 > ship.record.crew:
            struck = any(other.status == STRUCK for other in battle.state.ships.values())
            prizes = open_prizes(battle, ship) if struck else []
            if prizes:
                fields["prize"] = prizes[0].id
        return fields

    def _shot(self, foe: MumfordShip, request: OrdersRequest) -> str:
        wanted = GRAPE if foe.fighting and not foe.ashore else SOLID
        told = ShipOrders(shot=wanted, target=foe.id)
        return wanted if request.wrong_shot(told) is None else SOLID

    # ------------------------------------------------------------ course and speed

    def _sailing(
        self, battle: Battle, ship: MumfordShip, enemy: MumfordShip, request: OrdersRequest
    ) -> dict[str, Any]:
        if (
            ship.ashore
            or ship.anchored
            or ship.fleeing
            or ship.retiring
            or ship.grapples
            or ship.pose is None
        ):
            return {"evolution": SAIL, "speed": request.straight_speed()}
        if ship.aground is not None:
            return {"evolution": KEDGE} if ship.boats or ship.aground.shed else {}
        if ship.irons:
            pulls = request.means.strength <= 2 and ship.boats
            return {"evolution": BOATS_PULL} if pulls else {}
        if not request.means.sails:
            able = ship.dismasted and not ship.wrecks and ship.jury < battle.lore.jury_moves
            return {"evolution": JURY} if able else {}
        if enemy.pose is None:
            return {"speed": request.straight_speed()}
        if request.off(request.pose.heading) < battle.lore.closest - 1e-6:
            return {"evolution": SAIL, "speed": request.means.low}
        return self._course(battle, ship, enemy, request)

    def _course(
        self, battle: Battle, ship: MumfordShip, enemy: MumfordShip, request: OrdersRequest
    ) -> dict[str, Any]:
        assert ship.pose is not None
        assert enemy.pose is not None
        pose, his = ship.pose, enemy.pose.moved(enemy.speed if not enemy.anchored else 0.0)
        far = apart(pose, his)
        m = request.means
        if far > self.temper.wanted + _CLOSING:
            return self._approach(battle, ship, his, request)
        path, share = Weighing(battle, ship, enemy, self.temper, request).best()
        most = request.most(path)
        if path and (most < 1e-9 or request.wrong_wind(path) is not None):
            path, most = _NOTHING, request.most(_NOTHING)
        speed = m.low + (most - m.low) * share
        if speed <= 1e-9 and m.low <= 1e-9:
            return {"evolution": HEAVE_TO}
        return {"evolution": SAIL, "path": path, "speed": speed}

    def _approach(
        self, battle: Battle, ship: MumfordShip, his: Pose, request: OrdersRequest
    ) -> dict[str, Any]:
        assert ship.pose is not None
        wanted = round(math.degrees(math.atan2(his.x - ship.pose.x, his.y - ship.pose.y)) % 360.0, 6) % 360.0
        return self.steer_for(battle, ship, wanted, request)

    def steer_for(
        self, battle: Battle, ship: MumfordShip, wanted: float, request: OrdersRequest
    ) -> dict[str, Any]:
        """Orders for a course: the shortest turn, a tack where the wind lies between, all speed."""
        assert ship.pose is not None
        lore, wind, heading = battle.lore, request.wind_from, ship.pose.heading
        course = sailable(wanted, wind, lore.closest, heading)
        straight = turn_to(heading, course)
        helm, degrees = helm_to(heading, course, wind)
        if degrees > 180.0 and abs(straight) > 45.0 and request.wrong_tack() is None:
            return {"evolution": TACK, "speed": request.straight_speed()}
        degrees = min(degrees, 120.0)
        path = (arc(helm, round(degrees, 6), lore.radius),) if degrees > 1e-6 else _NOTHING
        if path and request.wrong_wind(path) is not None:
            path = _NOTHING
        return {"evolution": SAIL, "path": path, "speed": request.most(path)}


class Weighing:
    """What each course is worth to one ship against one enemy who holds on as he goes."""

    def __init__(
        self,
        battle: Battle,
        ship: MumfordShip,
        enemy: MumfordShip,
        temper: Temper,
        request: OrdersRequest,
    ) -> None:
        assert enemy.pose is not None
        assert ship.pose is not None
        self.battle, self.pose, self.temper, self.request = battle, ship.pose, temper, request
        self.mine = _dice(ship)
        self.his = _dice(enemy) if not enemy.ashore else 2 * _dice(enemy)
        way = enemy.speed if not enemy.anchored else 0.0
        self.end, self.midway = enemy.pose.moved(way), enemy.pose.moved(way / 2)
        self.radius = battle.lore.radius
        boards = temper.boards and ship.aboard * 3 > enemy.aboard * 4
        self.wanted = 0.0 if boards and not enemy.ashore else temper.wanted
        # What an inch nearer is worth in the moves to come: a die tells a fifth of a hit more.
        self.pull = _PULL * self.mine
        far = apart(ship.pose, self.end)
        self.parts = (1.0,) if far > temper.wanted + 8.0 else (1.0, 0.0)

    def best(self) -> tuple[tuple[Bend, ...], float]:
        """The path, and the share of her range of speeds, whose middle and end are worth most."""
        wind = turn_to(self.pose.heading, self.request.wind_from)
        room = {STARBOARD: wind if wind >= 0 else 360.0 + wind, PORT: -wind if wind < 0 else 360.0 - wind}
        closest = self.battle.lore.closest
        best, found, share = -math.inf, _NOTHING, 1.0
        for helm, sign, turn in _COURSES:
            if turn > room[helm] - closest:
                continue
            m = self.request.means
            after = (self.pose.heading + sign * turn) % 360.0
            most = max(min(m.speed(self.battle, self.request.off(after)), m.high), m.low)
            for part in self.parts:
                speed = m.low + (most - m.low) * part
                worth = self._worth(sign, turn, speed, self.end) + self._worth(
                    sign, turn, speed / 2, self.midway
                )
                if worth > best + 1e-6:
                    best, share = worth, part
                    found = (arc(helm, turn, self.radius),) if turn else _NOTHING
        return found, share

    def _worth(self, sign: int, turn: float, speed: float, his: Pose) -> float:
        """Dice that tell, given less taken, so far along a bend, and a pull to the range he likes."""
        pose = self.pose
        run = min(speed, math.radians(turn) * self.radius)
        turned = sign * math.degrees(run / self.radius)
        chord, heading = math.radians(pose.heading + turned / 2), pose.heading + turned
        angle, left = math.radians(heading), speed - run
        east = his.x - pose.x - run * math.sin(chord) - left * math.sin(angle)
        north = his.y - pose.y - run * math.cos(chord) - left * math.cos(angle)
        inches = max(math.hypot(east, north) - 1.0, 0.0)
        true = math.degrees(math.atan2(east, north + 0.0))
        bearing, aspect = (true - heading) % 360.0, (true + 180.0 - his.heading) % 360.0
        tells = _tells(inches)
        given = self.mine * tells * _broad(bearing, inches + 1.0) * _rake(aspect)
        taken = self.his * tells * _broad(aspect, inches + 1.0) * _rake(bearing)
        pull = self.pull * abs(inches - self.wanted)
        return round(given - self.temper.own_loss * taken - pull, 6)


def _dice(ship: MumfordShip) -> float:
    """Dice of the better of her sides."""
    sides = [mount.left for mount in ship.mounts if mount.hand in (PORT, STARBOARD, FRONT)]
    return max(sides, default=0.0) / 72.0


_MEANS: Final = (3.5, 2.5, 10 / 6, 1.0, 0.5, 1 / 6)


def _tells(inches: float) -> float:
    """Mean hits of a die at a range."""
    return _MEANS[min(int(inches / 5), 5)] if inches <= 36 else 0.0


def _broad(bearing: float, far: float) -> float:
    """How far a broadside bears on what lies so far off on a bearing: between the lines abeam, or nearly."""
    along = abs(far * math.cos(math.radians(bearing)))
    return 1.0 if along <= _ARC else 0.4 if along <= _ARC + 1.0 else 0.0


def _rake(aspect: float) -> float:
    """What lying on a ship's bow or stern is worth."""
    off = aspect if aspect <= 180.0 else 360.0 - aspect
    if off >= 165.0:
        return 2.0
    if off <= 15.0:
        return 1.5
    return 1.25 if off <= 30.0 or off >= 150.0 else 1.0


class CloseAction(Captain):
    """The default: fights for the exchange that hurts the enemy most, close, and boards the weaker."""

    def __init__(self) -> None:
        super().__init__(Temper(own_loss=1.2, wanted=4.0, boards=True))


class Cautious(Captain):
    """Counts his own losses for more than the enemy's, fights at longer range, and never boards."""

    def __init__(self) -> None:
        super().__init__(Temper(own_loss=1.6, wanted=8.0, boards=False))
