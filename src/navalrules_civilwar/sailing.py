"""Written orders, speeds under steam and sail, and half-moves (ACW-SEQ, ACW-MOVE, ACW-TURN)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import (
    FIGHTING,
    Change,
    Dice,
    Fields,
    IllegalOrder,
    Leg,
    Order,
    Pose,
    Request,
    Ruling,
    ShipMoved,
    StatusChanged,
    Tables,
    rounded,
    ruling,
    travel,
)
from navalrules_civilwar.lore import Lore
from navalrules_civilwar.orders import DROP, POWERS, SAIL, STEAM, WEIGH, Half, SailingOrders
from navalrules_civilwar.phase import CivilWarPhase
from navalrules_civilwar.ship import CivilWarShip
from navalrules_civilwar.texts import refusal

if TYPE_CHECKING:
    from navalrules import Battle

HELMS: Final = ("straight", "port", "starboard")
HELM_SIGN: Final = {"port": -1, "starboard": 1}
_NEAR: Final = 1e-6


# ---------------------------------------------------------------- rulings


@ruling("ACW-CREW-14")
def boiler_share(ship: CivilWarShip) -> float:
    """Share of the steam maximum that the manned boilers give, 0 to 1."""
    return ship.at_boilers / ship.boilers if ship.boilers else 0.0


@ruling("ACW-MOVE-02", "ACW-MOVE-03", "ACW-MOVE-04", "ACW-MOVE-06")
def most_speed(ship: CivilWarShip, power: str, share: float) -> float:
    """Knots at most under a power, with the boilers manned in part (ACW-CREW-14)."""
    steam = ship.steam * share
    if power == STEAM:
        return steam
    if power == SAIL:
        return ship.sail
    return max(ship.sail + (ship.both - ship.sail) * share, steam) if ship.sail else steam


@ruling("ACW-MOVE-09")
def wind_limit(tables: Tables, power: str, steam: float, full: float, off_wind: float) -> float:
    """Knots at most at `off_wind` degrees: no sail within 60 of the wind, half of it under 90, else all.

    `steam` is what she makes under steam alone, `full` under `power` with a fair wind.
    """
    speed = tables["speed"]
    if off_wind < speed.number("wind_dead_to"):
        return 0.0 if power == SAIL else steam
    if off_wind >= speed.number("wind_half_to"):
        return full
    return full * speed.number("half_sail") if power == SAIL else (steam + full) / 2


@ruling("ACW-MOVE-07")
def speed_range(lore: Lore, ship: CivilWarShip, most: float) -> tuple[float, float]:
    """Knots at least and at most from one turn to the next: 4 up, 6 down."""
    low = max(ship.speed - lore.fall, 0.0)
    return min(low, most), min(max(ship.speed + lore.rise, 0.0), most)


@ruling("ACW-MOVE-08")
def most_astern(lore: Lore, ship: CivilWarShip, share: float) -> float:
    """Knots at most astern: under steam, a quarter of its maximum, from a stop."""
    return ship.steam * share * lore.astern_share if ship.speed <= 0 else 0.0


@ruling("ACW-MOVE-11", "ACW-CREW-06", "ACW-CREW-15")
def sail_changes(lore: Lore, ship: CivilWarShip) -> int:
    """Sail changes she may make this turn: one for each square at the sails."""
    return ship.at_sails // lore.sail_change


@ruling("ACW-TURN-05", "ACW-TURN-02", "ACW-TURN-03", "ACW-TURN-07")
def notch_interval(lore: Lore, ship: CivilWarShip, power: str) -> float:
    """Inches of travel for each notch: 1 for a steam-only ship, 3 for a ship with sails."""
    return lore.sail_interval if ship.sail_full else lore.steam_interval


@ruling("ACW-SEQ-13", "ACW-CRIT-09", "ACW-CRIT-10", "ACW-CREW-15")
def helm_held(ship: CivilWarShip) -> tuple[str, str]:
    """The helm a ship is held to, and the rule that holds it: ("", "") while she steers freely.

    Wreckage lets her make no turn but its own (`dragged`), a jam or not; jammed holds the helm she had; an
    unmanned wheel, a hit on the steering or on the bridge, go straight.
    """
    if ship.wrecks:
        return "straight", "ACW-CRIT-05"
    if ship.jammed:
        return ship.helm, "ACW-CRIT-09"
    if ship.straight_on:
        return "straight", "ACW-CRIT-10"
    if ship.helm_lost:
        return "straight", "ACW-HIT-05"
    return ("", "") if ship.at_steering else ("straight", "ACW-CREW-15")


@ruling("ACW-TURN-08")
def may_turn(run: float) -> bool:
    """Whether a ship that runs so many inches turns at all: one that does not move does not turn."""
    return run != 0


@ruling("ACW-CRIT-04")
def dragged(tables: Tables, ship: CivilWarShip) -> float:
    """Degrees (clockwise) that fallen masts turn a moving ship at the end of a half-move (ACW-CRIT-05)."""
    notch = tables["circle"].number("notch") * tables["crit"].number("mast_notches")
    return sum([HELM_SIGN[hand] for hand, _ in ship.wrecks]) * notch


# ---------------------------------------------------------------- what may be written


@attrs.define
class Limits:
    """What may be ordered: knots at most under each power, range of speeds, astern, sail changes."""

    speed: float
    most: dict[str, float]
    low: float
    rise_to: float
    astern: float
    changes: int
    power: str
    anchored: bool

    def speeds(self, power: str) -> tuple[float, float]:
        """Lowest and highest speed ahead under `power`, knots."""
        most = self.most[power]
        return min(self.low, most), min(self.rise_to, most)

    def legal_powers(self) -> list[str]:
        """The powers she can be under, the present one first, as far as her sail changes go."""
        others = [power for power in POWERS if power != self.power and self.most[power] > 0]
        return [self.power, *(others if self.changes else [])]


def limits(battle: Battle, ship: CivilWarShip) -> Limits:
    """What may be ordered of `ship` this turn, before the wind has its say (ACW-MOVE-09)."""
    bound, lore = battle.bound, battle.lore
    share, most_under = bound[boiler_share](ship), bound[most_speed]
    most = {power: most_under(ship, power, share) for power in POWERS}
    low, rise_to = bound[speed_range](lore, ship, max(most.values()))
    return Limits(
        ship.speed,
        most,
        low,
        rise_to,
        bound[most_astern](lore, ship, share),
        bound[sail_changes](lore, ship),
        ship.power,
        ship.anchored,
    )


class SailingRequest(Request):
    """Written orders for one ship: two half-moves within `limits`."""

    __slots__ = ("grid", "halves", "limits")

    def __init__(self, side: str, ship: str, limits: Limits, halves: float) -> None:
        super().__init__(SailingOrders.kind, side, ship, "", "ACW-SEQ-01")
        self.limits = limits
        self.halves = halves
        self.grid = 0.25

    @property
    def default(self) -> SailingOrders:
        """Straight on as she goes, as near to her speed as she can."""
        power = self.limits.power
        low, high = self.limits.speeds(power)
        speed = 0.0 if self.limits.anchored else min(max(low, self.limits.speed), high)
        half = self.half(speed, power, "straight")
        return SailingOrders(ship=self.ship, first=half, second=half)

    def half(self, speed: float, power: str, helm: str) -> Half:
        """A half-move on one helm all through."""
        run = abs(speed) / self.halves
        return Half(speed, power, (Leg(helm, run),) if run else ())

    def draw(self, dice: Dice) -> SailingOrders:
        low = self.limits
        powers = low.legal_powers()
        power = powers[dice.pick(len(powers), self.ship, "power").value]
        anchor = ""
        if low.anchored:
            anchor = ("", WEIGH)[dice.pick(2, self.ship, "weigh").value]
            if not anchor:
                return SailingOrders(ship=self.ship, first=Half(0.0, low.power), second=Half(0.0, low.power))
        first = self._drawn_half(dice, power, "first", stopped=True)
        second = self._drawn_half(dice, power, "second", stopped=first.speed <= 0)
        if first.speed == 0 == second.speed and not low.anchored:
            anchor = ("", DROP)[dice.pick(2, self.ship, "anchor").value]
        return SailingOrders(ship=self.ship, first=first, second=second, anchor=anchor)

    def _drawn_half(self, dice: Dice, power: str, half: str, *, stopped: bool) -> Half:
        low, high = self.limits.speeds(power)
        if (
            stopped
            and self.limits.astern
            and power == STEAM
            and dice.pick(6, self.ship, f"astern {half}").value == 0
        ):
            low, high = -self.limits.astern, 0.0
        steps = int((high - low) / self.grid)
        speed = low + self.grid * dice.pick(steps + 2, self.ship, f"speed {half}").value
        speed = min(speed, high)
        run = abs(speed) / self.halves
        first, second = (HELMS[dice.pick(3, self.ship, f"helm {half}").value] for _ in range(2))
        part = run * dice.pick(9, self.ship, f"leg {half}").value / 8
        legs = [Leg(helm, way) for helm, way in ((first, part), (second, run - part)) if way > 0]
        return Half(speed, power, tuple(legs))

    def refusal(self, order: Order) -> IllegalOrder | None:
        if not isinstance(order, SailingOrders):
            return refusal("not_sailing", "ACW-SEQ-12", kind=order.kind)
        for half in (order.first, order.second):
            wrong = self._wrong_half(half)
            if wrong:
                return wrong
        if order.second.speed < 0 < order.first.speed:
            return refusal("astern", "ACW-MOVE-08", speed=f"{order.second.speed:g}", most="0")
        return self._wrong_changes(order) or self._wrong_anchor(order)

    def _wrong_half(self, half: Half) -> IllegalOrder | None:
        if half.power not in POWERS:
            return refusal("no_such_power", "ACW-MOVE-04", power=half.power)
        if not _figure(half.speed):
            return refusal("not_a_speed", "ACW-MOVE-06", speed=half.speed)
        told = 0.0
        for leg in half.path:
            if not _figure(leg.distance):
                return refusal("not_a_speed", "ACW-MOVE-06", speed=half.speed)
            if leg.helm not in HELMS or leg.distance < 0:
                return refusal("leg", "ACW-SEQ-12", helm=leg.helm, distance=leg.distance)
            told += leg.distance
        return self._wrong_speed(half) or self._wrong_run(half, told)

    def _wrong_run(self, half: Half, told: float) -> IllegalOrder | None:
        run = abs(half.speed) / self.halves
        if abs(told - run) <= _NEAR:
            return None
        return refusal("path", "ACW-SEQ-15", told=f"{told:g}", run=f"{run:g}", speed=f"{half.speed:g}")

    def _wrong_speed(self, half: Half) -> IllegalOrder | None:
        if half.speed < 0:
            return self._wrong_astern(half)
        low, high = self.limits.speeds(half.power)
        if low - _NEAR <= half.speed <= high + _NEAR:
            return None
        past = half.speed > self.limits.most[half.power] + _NEAR
        rule = "ACW-MOVE-06" if past else "ACW-MOVE-07"
        return refusal(
            "speed", rule, speed=f"{half.speed:g}", power=half.power, low=f"{low:g}", high=f"{high:g}"
        )

    def _wrong_astern(self, half: Half) -> IllegalOrder | None:
        if half.power == STEAM and -half.speed <= self.limits.astern + _NEAR:
            return None
        return refusal("astern", "ACW-MOVE-08", speed=f"{half.speed:g}", most=f"{self.limits.astern:g}")

    def _wrong_changes(self, order: SailingOrders) -> IllegalOrder | None:
        wanted = (order.first.power != self.limits.power) + (order.second.power != order.first.power)
        if wanted > self.limits.changes:
            return refusal("sail_change", "ACW-CREW-06", wanted=wanted, able=self.limits.changes)
        return None

    def _wrong_anchor(self, order: SailingOrders) -> IllegalOrder | None:
        moving = order.first.speed != 0 or order.second.speed != 0
        if order.anchor not in ("", DROP, WEIGH):
            return refusal("anchor", "ACW-SEQ-12", anchor=order.anchor)
        if order.anchor == WEIGH and not self.limits.anchored:
            return refusal("not_anchored", "ACW-SEQ-12")
        if order.anchor == DROP and (moving or self.limits.anchored):
            return refusal("anchor_moving", "ACW-MOVE-10")
        if self.limits.anchored and not order.anchor and moving:
            return refusal("at_anchor", "ACW-MOVE-10")
        return None

    def describe(self) -> dict[str, Any]:
        speeds = {power: list(self.limits.speeds(power)) for power in self.limits.legal_powers()}
        return {
            **super().describe(),
            "speeds": speeds,
            "astern": self.limits.astern,
            "sail_changes": self.limits.changes,
            "anchored": self.limits.anchored,
            "helms": list(HELMS),
        }


def _figure(value: object) -> bool:
    return (type(value) is float or type(value) is int) and -1e6 < value < 1e6


# ---------------------------------------------------------------- the phases


class OrdersPhase(CivilWarPhase):
    """Both sides write orders (ACW-SEQ-01); they are not changed during the turn (ACW-SEQ-11)."""

    name = "orders"
    rules = ("ACW-SEQ-01", "ACW-SEQ-12")

    def requests(self, battle: Battle) -> list[Request]:
        halves = battle.lore.halves
        return [
            SailingRequest(ship.side, ship.id, limits(battle, ship), halves) for ship in self.fighting(battle)
        ]

    def run(self, battle: Battle) -> None:
        told = battle.told
        for ship in self.fighting(battle):
            order = battle.answer(SailingOrders.kind, ship.id)
            assert isinstance(order, SailingOrders)
            if told:
                _tell_orders(battle, ship, order)
            ship.orders = order
            if order.anchor:
                ship.anchored = order.anchor == DROP


def _tell_orders(battle: Battle, ship: CivilWarShip, order: SailingOrders) -> None:
    """Tell of orders that she is about to be given."""
    changes: tuple[Change, ...] = (Change(ship.id, "orders", ship.orders, order),)
    rules: tuple[str, ...] = ("ACW-SEQ-12", "ACW-MOVE-06")
    if ship.steam_full and ship.sail_full:
        rules = (*rules, "ACW-MOVE-04")
    if order.first.speed != ship.speed:
        rules = (*rules, "ACW-MOVE-07")
    if order.anchor:
        changes = (*changes, Change(ship.id, "anchored", ship.anchored, order.anchor == DROP))
        rules = (*rules, "ACW-MOVE-10")
    battle.emit(StatusChanged, ship=ship.id, what="orders", changes=changes, rules=rules)


@attrs.frozen
class HalfMove(CivilWarPhase):
    """One side makes one half of its move, as written (ACW-SEQ-02, -03, -05, -06, -11)."""

    name: str
    rules: tuple[str, ...]
    mover: str
    half: str

    def run(self, battle: Battle) -> None:
        for ship in self.ships(battle):
            if ship.side == self.mover and ship.status == FIGHTING:
                order = ship.orders
                move(battle, ship, (order.first if self.half == "first" else order.second) if order else None)


Notes = list[tuple[str, Any, tuple[str, ...]]]
"""What will be told of a half-move as rulings: the rule, what it decided, and further rules."""
_MOVED: Final = Fields("speed", "power", "run", "helm", "carry", "pose", "helm_lost", "straight_on")
_NOWHERE: Final = Pose(0.0, 0.0, 0.0)
"""Where a ship of which only a tape knows is taken to begin."""


def move(battle: Battle, ship: CivilWarShip, half: Half | None) -> None:
    """Make one half-move; what has become impossible is changed to the nearest possible (ACW-SEQ-13)."""
    told, bound, lore = battle.told, battle.bound, battle.lore
    before = _MOVED.read(ship) if told else ()
    notes: Notes = []
    power, speed = _speed(battle, ship, half or Half(ship.speed, ship.power), notes)
    # Nothing astern is plain nothing.
    run = rounded(speed / lore.halves) + 0.0
    path = _path(battle, ship, half, abs(run), notes)
    interval = bound[notch_interval](lore, ship, power)
    track = travel(ship.pose or _NOWHERE, path, interval, lore.notch, ship.carry, ship.helm, run < 0)
    turns = bound[may_turn](run)
    turned = bound[dragged](battle.tables, ship) if turns and ship.wrecks else 0.0
    poses = (*track.poses, track.end.turned(turned)) if turned else track.poses
    ship.speed, ship.power, ship.run = rounded(speed) + 0.0, power, run
    if run:
        ship.helm, ship.carry = track.helm, track.carry
        if ship.pose is not None:
            ship.pose = poses[-1]
    if ship.helm_lost:
        ship.helm_lost -= 1
    if ship.straight_on:
        ship.straight_on -= 1
    if told:
        if not turns and (ship.wrecks or _would_turn(half)):
            notes.append(("ACW-TURN-08", 0.0, ()))
        if turned:
            notes.append(("ACW-CRIT-05", turned, ("ACW-CRIT-04",)))
        if track.turned:
            notes.append(("ACW-TURN-05", track.turned, _circle(lore, ship, interval)))
        battle.emit(
            ShipMoved,
            ship=ship.id,
            distance=run,
            turned=track.turned + turned,
            track=poses if ship.pose is not None else (),
            rulings=_ruled(notes) if notes else (),
            changes=_MOVED.changes(ship, before),
            rules=("ACW-SEQ-11", "ACW-SEQ-15", "ACW-MOVE-01"),
        )


def _speed(battle: Battle, ship: CivilWarShip, half: Half, notes: Notes) -> tuple[str, float]:
    """The power and the speed she really makes, within her maxima and what the wind allows."""
    bound, power = battle.bound, half.power
    share = bound[boiler_share](ship)
    most = bound[most_speed](ship, power, share)
    if half.speed < 0:
        astern = min(-half.speed, ship.steam * share * battle.lore.astern_share)
        notes.append(("ACW-MOVE-08", -astern, ()))
        return power, -astern
    if power != STEAM and battle.state.wind.force and half.speed > 0:
        off_wind = battle.measure.off_wind(battle, ship)
        steam = bound[most_speed](ship, STEAM, share)
        most = min(most, bound[wind_limit](battle.tables, power, steam, most, off_wind))
        notes.append(("ACW-MOVE-09", most, ()))
    if power != ship.power:
        notes.append(("ACW-MOVE-11", power, ("ACW-CREW-06",)))
    if half.speed > most + _NEAR:
        notes.append(("ACW-SEQ-13", most, ("ACW-CREW-14",) if share < 1 and power != SAIL else ()))
    return power, min(half.speed, most)


def _path(battle: Battle, ship: CivilWarShip, half: Half | None, run: float, notes: Notes) -> tuple[Leg, ...]:
    """The legs she really runs: as written, cut to the run, on the helm she is held to."""
    helm, rule = battle.bound[helm_held](ship)
    if helm:
        if run and (rule in ("ACW-CRIT-09", "ACW-CRIT-10") or _would_turn(half)):
            notes.append(("ACW-SEQ-13", helm, (rule,)))
        return (Leg(helm, run),)
    legs, left = [], run
    for leg in half.path if half else ():
        if leg.distance > left:
            leg = Leg(leg.helm, left)
        if leg.distance > 0:
            legs.append(leg)
            left = rounded(left - leg.distance)
    return (*legs, Leg("straight", left)) if left > _NEAR else tuple(legs)


def _ruled(notes: Notes) -> tuple[Ruling, ...]:
    return tuple([Ruling(rule, outcome, None, None, (), 0, also) for rule, outcome, also in notes])


def _circle(lore: Lore, ship: CivilWarShip, used: float) -> tuple[str, ...]:
    """The rules of the circle she turned on; ACW-TURN-07 where a switch gave her another than her own."""
    own = lore.sail_interval if ship.sail_full else lore.steam_interval
    rules = ("ACW-TURN-01", "ACW-TURN-02", "ACW-TURN-06")
    return rules if used == own else (*rules, "ACW-TURN-07")


def _would_turn(half: Half | None) -> bool:
    return half is not None and any(leg.helm != "straight" for leg in half.path)
