"""How sensible captains fight under these rules: they keep station in a line and seek a rake."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import FIGHTING, Order, Pose, Request
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
from navalrules_mumford.ship import PORT, STARBOARD, MumfordShip
from navalrules_mumford.steering import helm_to, sailable, turn_to

if TYPE_CHECKING:
    from navalrules import Battle

_TURNS: Final = (22.5, 45.0, 67.5, 90.0, 135.0)
_NOTHING: Final[tuple[Bend, ...]] = ()
_OUT_OF_SHOT: Final = 26.0


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
            far = math.hypot(other.pose.x - pose.x, other.pose.y - pose.y)
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
        names = {getattr(order, "signal", ""): order for order in options}
        if self._close(battle, ship) and "own_orders" in names:
            return names["own_orders"]
        return request.default

    def _close(self, battle: Battle, ship: MumfordShip) -> bool:
        """Whether the fight is at hand: an enemy within 12 inches of the flag."""
        enemy = nearest_enemy(battle, ship)
        if enemy is None or enemy.pose is None or ship.pose is None:
            return True
        return math.hypot(enemy.pose.x - ship.pose.x, enemy.pose.y - ship.pose.y) < 12.0

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
        return math.hypot(enemy.pose.x - ship.pose.x, enemy.pose.y - ship.pose.y) < 6.0

    def _fighting(
        self, battle: Battle, ship: MumfordShip, enemy: MumfordShip, request: OrdersRequest
    ) -> dict[str, Any]:
        fields: dict[str, Any] = {**request.parties()}
        if ship.pose is None or enemy.pose is None or ship.ashore:
            return fields
        far = math.hypot(enemy.pose.x - ship.pose.x, enemy.pose.y - ship.pose.y)
        if far > _OUT_OF_SHOT and any(not mount.fired for mount in ship.mounts):
            # The first broadside was loaded with care: it is kept until it can tell.
            fields["hold_fire"] = True
        if far > 9.0:
            return fields
        stronger = ship.aboard * 3 > enemy.aboard * 4
        if self.temper.boards and stronger and not enemy.ashore and not ship.holds(enemy.id):
            fields |= {"grapple": enemy.id, "board": True}
        if ship.grapples:
            foe = battle.state.ships[ship.grapples[0].other]
            assert isinstance(foe, MumfordShip)
            if foe.fighting and ship.aboard * 3 > foe.aboard * 4:
                fields |= {"board": True, "all_hands": ship.aboard > 2 * foe.aboard}
            elif foe.fighting and ship.aboard * 4 < foe.aboard * 3:
                fields["cast_off"] = True
            fields["shot"] = self._shot(foe, request)
        elif self._prize(battle, ship, fields):
            pass
        return fields

    def _shot(self, foe: MumfordShip, request: OrdersRequest) -> str:
        wanted = GRAPE if foe.fighting and not foe.ashore else SOLID
        told = ShipOrders(shot=wanted, target=foe.id)
        return wanted if request._wrong_shot(told) is None else SOLID

    def _prize(self, battle: Battle, ship: MumfordShip, fields: dict[str, Any]) -> bool:
        if "grapple" in fields:
            return False
        struck = (
            open_prizes(battle, ship)
            if any(s.status == "struck" for s in battle.state.ships.values())
            else []
        )
        if struck and ship.aboard * 2 > ship.record.crew:
            fields["prize"] = struck[0].id
        return bool(struck)

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
            return {"evolution": KEDGE} if ship.boats else {}
        if ship.irons:
            pulls = request.means.strength <= 2 and ship.boats and ship.irons
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
        far = math.hypot(his.x - pose.x, his.y - pose.y)
        m = request.means
        if far > 30.0:
            return self._approach(battle, ship, his, request)
        path = Weighing(battle, ship, enemy, self.temper, request).best()
        most = request._most(path)
        if path and (most < 1e-9 or request._wrong_wind(path) is not None):
            path, most = _NOTHING, request._most(_NOTHING)
        speed = self._speed(far, most, m.low)
        if speed <= 1e-9 and m.low <= 1e-9:
            return {"evolution": HEAVE_TO}
        return {"evolution": SAIL, "path": path, "speed": speed}

    def _speed(self, far: float, most: float, low: float) -> float:
        """All speed to close, and way off her once she lies where he wants her."""
        return most if far > self.temper.wanted + 3.0 else max(low, min(most, 2.0))

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
        if degrees > 180.0 and abs(straight) > 45.0 and request._wrong_tack() is None:
            return {"evolution": TACK, "speed": request.straight_speed()}
        degrees = min(degrees, 120.0)
        path = (arc(helm, round(degrees, 6), lore.radius),) if degrees > 1e-6 else _NOTHING
        if path and request._wrong_wind(path) is not None:
            path = _NOTHING
        return {"evolution": SAIL, "path": path, "speed": request._most(path)}


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
        self.end = enemy.pose.moved(enemy.speed if not enemy.anchored else 0.0)
        self.radius = battle.lore.radius

    def best(self) -> tuple[Bend, ...]:
        """The path whose end, at the speed she would have there, is worth most."""
        wind = turn_to(self.pose.heading, self.request.wind_from)
        room = {STARBOARD: wind if wind >= 0 else 360.0 + wind, PORT: -wind if wind < 0 else 360.0 - wind}
        closest = self.battle.lore.closest
        best, found = self._worth(0, 0.0), _NOTHING
        for helm, sign in ((STARBOARD, 1), (PORT, -1)):
            for turn in _TURNS:
                if turn > room[helm] - closest:
                    break
                worth = self._worth(sign, turn)
                if worth > best + 1e-6:
                    best, found = worth, (arc(helm, turn, self.radius),)
        return found

    def _worth(self, sign: int, turn: float) -> float:
        """Dice that tell, given less taken, where a bend ends, and a pull to the range he likes."""
        pose, request = self.pose, self.request
        m = request.means
        after = pose.heading + sign * turn
        speed = max(min(m.speed(self.battle, request.off(after % 360.0)), m.high), m.low)
        run = min(speed, math.radians(turn) * self.radius) if turn else 0.0
        turned = sign * (math.degrees(run / self.radius) if turn else 0.0)
        chord = math.radians(pose.heading + turned / 2)
        heading = pose.heading + turned
        angle, left = math.radians(heading), speed - run
        x = pose.x + run * math.sin(chord) + left * math.sin(angle)
        y = pose.y + run * math.cos(chord) + left * math.cos(angle)
        his = self.end
        east, north = his.x - x, his.y - y
        inches = max(math.hypot(east, north) - 1.0, 0.0)
        true = math.degrees(math.atan2(east, north + 0.0))
        bearing, aspect = (true - heading) % 360.0, (true + 180.0 - his.heading) % 360.0
        tells = _tells(inches)
        given = self.mine * tells * _broad(bearing) * _rake(aspect)
        taken = self.his * tells * _broad(aspect) * _rake(bearing)
        pull = 0.5 * abs(inches - self.temper.wanted)
        return round(given - self.temper.own_loss * taken - pull, 6)


def _dice(ship: MumfordShip) -> float:
    """Dice of the better of her sides."""
    sides = [mount.left for mount in ship.mounts if mount.hand in (PORT, STARBOARD, "front")]
    return max(sides, default=0.0) / 72.0


_MEANS: Final = (3.5, 2.5, 10 / 6, 1.0, 0.5, 1 / 6, 0.0)


def _tells(inches: float) -> float:
    """Mean hits of a die at a range."""
    return _MEANS[min(int(inches / 5), 5)] if inches <= 36 else 0.0


def _broad(bearing: float) -> float:
    """How far a broadside bears on a bearing from the bow."""
    off = bearing if bearing <= 180.0 else 360.0 - bearing
    return 1.0 if 62.0 <= off <= 118.0 else 0.5 if 50.0 <= off <= 130.0 else 0.0


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
        super().__init__(Temper(own_loss=0.8, wanted=2.0, boards=True))


class Cautious(Captain):
    """Counts his own losses double, fights at longer range, and never boards."""

    def __init__(self) -> None:
        super().__init__(Temper(own_loss=1.6, wanted=8.0, boards=False))
