"""The request for a ship's written orders: what is legal, what is not and why (MUM-SEQ-02)."""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import SUNK, Dice, IllegalOrder, Order, Pose, Request, Wind
from navalrules_mumford.boats import mates
from navalrules_mumford.command import may_shift_to
from navalrules_mumford.formation import keeps_formation
from navalrules_mumford.motion import SIGN, arc
from navalrules_mumford.orders import (
    ANCHOR,
    BOAT_WORK,
    BOATS_PULL,
    EVOLUTIONS,
    FORMATION,
    GRAPE,
    HEAVE_TO,
    HELMS,
    JURY,
    KEDGE,
    SAIL,
    SHOTS,
    SOLID,
    STRAIGHT,
    TACK,
    WEIGH,
    Bend,
    ShipOrders,
)
from navalrules_mumford.phase import ships
from navalrules_mumford.prizes import open_prizes
from navalrules_mumford.sailing import NEAR, Means, headings, means, tightest, too_close
from navalrules_mumford.ship import PORT, STARBOARD, MumfordShip
from navalrules_mumford.sighting import MICRO, view_now
from navalrules_mumford.tacking import may_tack
from navalrules_mumford.texts import refusal
from navalrules_mumford.towing import may_take

if TYPE_CHECKING:
    from navalrules import Battle

MOST_BENDS: Final = 12
MOST_INCHES: Final = 60.0
_PATHLESS: Final = (FORMATION, WEIGH, HEAVE_TO)
_AT_A_SPEED: Final = (SAIL, TACK, ANCHOR, WEIGH)
_NUMBER: Final = (float, int)
_DRAWN_TURNS: Final = (22.5, 45.0, 90.0, 135.0)


class OrdersRequest(Request):
    """Written orders of one ship for one move, within her means."""

    __slots__ = ("__dict__", "_means", "_ranges", "battle", "off", "record_of", "wind_from")

    def __init__(self, battle: Battle, ship: MumfordShip) -> None:
        super().__init__(ShipOrders.kind, ship.side, ship.id, "", "MUM-SEQ-02")
        self.battle = battle
        self.record_of = ship
        self._means: Means | None = None
        self._ranges: dict[str, float] = {}
        pose = ship.pose
        wind = battle.state.wind if pose is not None else Wind(0.0, battle.state.wind.force)
        self.wind_from = wind.from_bearing
        self.off = wind.off
        # Known at once; else worked out when somebody asks.
        if pose is not None:
            self.__dict__["pose"] = pose
        if not ship.follows:
            self.__dict__["bound_to_formation"] = False

    # ------------------------------------------------------------ what she can do

    @property
    def means(self) -> Means:
        """Her means this move."""
        found = self._means
        if found is None:
            found = self._means = means(self.battle, self.record_of)
        return found

    @cached_property
    def pose(self) -> Pose:
        """Where she lies; with a tape her heading against a wind from north, and 0 for a battery."""
        ship = self.record_of
        if ship.pose is not None:
            return ship.pose
        return Pose(0.0, 0.0, 0.0 if ship.ashore else self.battle.measure.off_wind(self.battle, ship))

    def measured(self) -> None:
        """Have everything measured that orders are judged by: at a table with a tape it is asked first."""
        _ = self.pose
        _ = self.enemies
        for other in ships(self.battle):
            if other is not self.record_of and other.status != SUNK:
                self.range_to(other)

    @cached_property
    def bound_to_formation(self) -> bool:
        """Whether she must keep formation unless her captain throws for initiative (MUM-CMD-04)."""
        return keeps_formation(self.battle, self.record_of)

    @property
    def default(self) -> ShipOrders:
        """Straight on at her speed, or as she lies; formation where she must keep it."""
        parties = self.parties()
        if self.bound_to_formation:
            return ShipOrders(ship=self.ship, evolution=FORMATION, **parties)
        return ShipOrders(ship=self.ship, evolution=SAIL, speed=self.straight_speed(), **parties)

    def parties(self) -> dict[str, Any]:
        """Men for every fire and every leak, as many as they want and there are (MUM-GAP-37, MUM-GAP-43)."""
        ship = self.record_of
        found: dict[str, Any] = {}
        if ship.fires:
            men = self.battle.tables["fire"].whole("men") * len(ship.fires)
            found["fire_party"] = min(men, ship.aboard)
        if ship.leaks:
            men = self.battle.tables["flotation"].whole("men_a_pump") * min(ship.leaks, ship.record.pumps)
            found["pumps"] = min(men, ship.aboard)
        return found

    def straight_speed(self) -> float:
        """The nearest to her last speed that she can make straight on."""
        if not self.means.sails or self.record_of.anchored:
            return 0.0
        return min(max(self.record_of.speed, self.means.low), self.most(()))

    # ------------------------------------------------------------ at random

    def draw(self, dice: Dice) -> ShipOrders:
        evolution = self._drawn_evolution(dice)
        speed = 0.0
        path: tuple[Bend, ...] = ()
        if evolution == SAIL:
            speed, path = self._drawn_path(dice)
        elif evolution == ANCHOR:
            speed = max(self.means.low, 0.0)
        fields = self._drawn_fire(dice)
        drawn = ShipOrders(ship=self.ship, evolution=evolution, speed=speed, path=path, **fields)
        # Boats are handled by who stays where she is.
        return attrs.evolve(drawn, boats="", mate="") if self._wrong_boats(drawn) else drawn

    def _drawn_evolution(self, dice: Dice) -> str:
        able = [name for name in EVOLUTIONS if self._wrong_evolution(ShipOrders(evolution=name)) is None]
        if self.bound_to_formation:
            able = [FORMATION]
        elif SAIL in able:
            able = [SAIL] * 6 + [name for name in able if name not in (SAIL, FORMATION)]
        index: int = dice.pick(len(able), self.ship, "evolution").value
        return able[index]

    def _drawn_path(self, dice: Dice) -> tuple[float, tuple[Bend, ...]]:
        if not self.means.sails or self.record_of.anchored:
            return 0.0, ()
        path: tuple[Bend, ...] = ()
        turn = dice.pick(2 * len(_DRAWN_TURNS) + 3, self.ship, "turn").value
        if turn < 2 * len(_DRAWN_TURNS):
            helm = (PORT, STARBOARD)[turn % 2]
            bend = arc(helm, _DRAWN_TURNS[turn // 2], self.battle.lore.radius)
            path = (bend,) if self._wrong_path((bend,)) is None else ()
        most = self.most(path)
        steps = 4
        share = dice.pick(steps + 1, self.ship, "speed").value / steps
        return self.means.low + (most - self.means.low) * share, path

    def _drawn_fire(self, dice: Dice) -> dict[str, Any]:
        near = self.enemies_within(self.battle.lore.gun_reach)
        fields: dict[str, Any] = {}
        if near and dice.pick(2, self.ship, "target").value:
            fields["target"] = near[dice.pick(len(near), self.ship, "which").value].id
        shot = SHOTS[dice.pick(3, self.ship, "shot").value]
        if self.wrong_shot(ShipOrders(shot=shot, target=fields.get("target", ""))) is None:
            fields["shot"] = shot
        close = [enemy for enemy in near if self.may_grapple(enemy)]
        if close and dice.pick(2, self.ship, "grapple").value:
            fields["grapple"] = close[dice.pick(len(close), self.ship, "whom").value].id
            fields["board"] = bool(dice.pick(2, self.ship, "board").value)
            fields["all_hands"] = bool(dice.pick(2, self.ship, "all hands").value)
        fields["cast_off"] = bool(self.record_of.grapples) and not dice.pick(4, self.ship, "cast off").value
        boaters = [enemy for enemy in near if enemy.flotilla]
        if boaters and fields.get("shot", SOLID) == SOLID and dice.pick(2, self.ship, "at boats").value:
            fields["target"] = f"{boaters[0].id}/boats"
        return {**fields, **self._drawn_company(dice)}

    def _drawn_company(self, dice: Dice) -> dict[str, Any]:
        """Boats, tows, prizes and flags, where there is anything to do with them."""
        ship = self.record_of
        fields: dict[str, Any] = {}
        boats = [work for work in self._boat_work() if dice.pick(3, self.ship, f"boats {work[0]}").value == 0]
        if boats:
            fields["boats"], fields["mate"] = boats[0]

        struck = open_prizes(self.battle, ship)
        if struck and dice.pick(2, self.ship, "prize").value:
            fields["prize"] = struck[0].id
        tows = may_take(self.battle, ship) if dice.pick(3, self.ship, "tow").value == 0 else []
        if tows:
            fields["tow"] = tows[0]
        flags = may_shift_to(self.battle, ship)
        if flags and dice.pick(2, self.ship, "shift").value:
            fields["shift_to"] = flags[0]
        if ship.towing and dice.pick(4, self.ship, "cast off tow").value == 0:
            fields["cast_off_tow"] = True
        return fields

    def _boat_work(self) -> list[tuple[str, str]]:
        """What her boats could do now, each with the other ship of it."""
        found = []
        for work in BOAT_WORK[1:]:
            others = mates(self.battle, self.record_of, work) if work in ("tow", "shift", "burn") else [""]
            if others and self._wrong_boats(ShipOrders(boats=work, mate=others[0])) is None:
                found.append((work, others[0]))
        return found[::-1]

    # ------------------------------------------------------------ enemies

    @cached_property
    def enemies(self) -> list[MumfordShip]:
        """Enemies that fight, nearest first."""
        found = [
            other for other in ships(self.battle) if other.side != self.record_of.side and other.fighting
        ]
        return sorted(found, key=lambda other: (self.range_to(other), other.id))

    def range_to(self, other: MumfordShip) -> float:
        """Range between bulwarks as she writes her orders."""
        found = self._ranges.get(other.id)
        if found is None:
            found = self._ranges[other.id] = view_now(self.battle, self.record_of, other).range
        return found

    def enemies_within(self, inches: float) -> list[MumfordShip]:
        """Enemies within a range, nearest first."""
        return [enemy for enemy in self.enemies if self.range_to(enemy) <= inches]

    def may_grapple(self, enemy: MumfordShip) -> bool:
        """Whether the two can come into contact in this move."""
        if enemy.ashore or self.record_of.ashore or self.record_of.holds(enemy.id):
            return False
        return self.range_to(enemy) <= self.means.high + enemy.speed + 4.0

    # ------------------------------------------------------------ what is refused

    def refusal(self, order: Order) -> IllegalOrder | None:
        if not isinstance(order, ShipOrders):
            return refusal("not_orders", "MUM-SEQ-02", kind=order.kind)
        wrong = None
        if order.evolution != SAIL:
            wrong = self._wrong_evolution(order)
        if order.evolution == FORMATION or order.initiative or self.bound_to_formation:
            wrong = wrong or self._wrong_formation(order)
        wrong = wrong or self._wrong_sailing(order)
        if order.target or order.shot != SOLID or order.battery:
            wrong = wrong or self._wrong_fire(order)
        if order.grapple or order.board or order.all_hands or order.cast_off:
            wrong = wrong or self._wrong_grapple(order)
        if order.boats:
            wrong = wrong or self._wrong_boats(order)
        if order.tow or order.cast_off_tow:
            wrong = wrong or self._wrong_tow(order)
        if order.prize or order.shift_to or order.pumps or order.fire_party:
            wrong = wrong or self._wrong_rest(order)
        return wrong

    def _wrong_evolution(self, order: ShipOrders) -> IllegalOrder | None:
        ship, name = self.record_of, order.evolution
        if name in (SAIL, FORMATION):
            return None
        if name not in EVOLUTIONS:
            return refusal("evolution", "MUM-SEQ-02", name=name, able=", ".join(EVOLUTIONS))
        if ship.ashore:
            return refusal("ashore", "MUM-SEQ-02", name=name)
        if name == WEIGH:
            return (
                None if ship.anchored and not ship.record.laid_up else refusal("not_anchored", "MUM-MOVE-10")
            )
        if name == JURY:
            return self._wrong_jury()
        if name == KEDGE:
            # Guns to lose go overboard first, which takes no boat.
            able = ship.aground is not None and (ship.boats > 0 or ship.aground.shed > 0)
            return None if able else refusal("not_aground", "MUM-KEDGE-01")
        if name == BOATS_PULL:
            able = bool(ship.irons) and ship.boats > 0
            return None if able else refusal("not_in_irons", "MUM-TACK-09")
        if ship.anchored:
            return refusal("at_anchor", "MUM-MOVE-10", name=name)
        if name == TACK:
            return self.wrong_tack()
        if name == ANCHOR and self.means.low > self.battle.tables["sailing"].number("anchoring") + NEAR:
            return refusal("anchor_fast", "MUM-MOVE-10", speed=f"{self.means.low:g}")
        if not self.means.sails and name == ANCHOR and ship.grapples:
            return refusal("held", "MUM-GRAP-01")
        return None

    def _wrong_jury(self) -> IllegalOrder | None:
        ship = self.record_of
        able = ship.dismasted and not ship.wrecks and ship.jury < self.battle.lore.jury_moves
        return None if able else refusal("no_jury", "MUM-MOVE-13")

    def wrong_tack(self) -> IllegalOrder | None:
        """Why she may not tack, None where she may (MUM-TACK-01, MUM-TACK-02)."""
        ship = self.record_of
        if not self.battle.bound[may_tack](self.battle.tables, ship):
            return refusal("foremast", "MUM-TACK-01")
        if not self.means.sails:
            return refusal("cannot_sail", "MUM-TACK-02")
        return None

    def _wrong_formation(self, order: ShipOrders) -> IllegalOrder | None:
        if order.evolution == FORMATION:
            able = self.bound_to_formation or self.record_of.follows
            return None if able else refusal("no_formation", "MUM-CMD-04")
        if self.bound_to_formation and not order.initiative:
            return refusal("keeps_formation", "MUM-CMD-04")
        if order.initiative and not self.bound_to_formation:
            return refusal("no_initiative", "MUM-CMD-04")
        return None

    def _wrong_sailing(self, order: ShipOrders) -> IllegalOrder | None:
        if not _within(order.speed, MOST_INCHES):
            return refusal("speed_figure", "MUM-MOVE-01", speed=order.speed)
        path = order.path
        if path:
            if len(path) > MOST_BENDS:
                return refusal("path_long", "MUM-SEQ-02", bends=len(path), most=MOST_BENDS)
            if order.evolution in _PATHLESS:
                return refusal("path_none", "MUM-SEQ-02", name=order.evolution)
            wrong = self._wrong_path(path)
            if wrong is not None:
                return wrong
        return self._wrong_speed(order) if order.evolution in _AT_A_SPEED else None

    def _wrong_path(self, path: tuple[Bend, ...]) -> IllegalOrder | None:
        for bend in path:
            helm, distance, turn = bend.helm, bend.distance, bend.turn
            if helm not in HELMS or not _within(distance, MOST_INCHES):
                return refusal("bend", "MUM-SEQ-02", helm=helm, distance=distance)
            if not _within(turn, 360) or (helm == STRAIGHT and turn):
                return refusal("bend_turn", "MUM-SEQ-02", turn=turn)
            if helm == STRAIGHT:
                continue
            least = self.battle.bound[tightest](self.battle.lore, bend)
            if distance < least - NEAR:
                told = {"turn": f"{turn:g}", "distance": f"{distance:g}", "least": f"{least:.2f}"}
                return refusal("too_tight", "MUM-MOVE-07", **told)
        return self.wrong_wind(path)

    def wrong_wind(self, path: tuple[Bend, ...]) -> IllegalOrder | None:
        """Why a path goes too near the wind or through it, None where it does not (MUM-MOVE-05)."""
        if not path or not self.means.sails:
            return None
        lore, heading, wind_from = self.battle.lore, self.pose.heading, self.wind_from
        close = self.battle.bound[too_close]
        for bend in path:
            sign, turn = SIGN[bend.helm], bend.turn
            after = (heading + sign * turn) % 360.0
            if close(lore, off := self.off(after)):
                return refusal("into_wind", "MUM-MOVE-05", off=f"{off:g}")
            wind = (sign * (wind_from - heading)) % 360.0
            # What lies a degree beyond her turn does so after rounding too.
            through = sign and wind <= turn + 1.0 and round(wind * MICRO) <= round(turn * MICRO)
            if through and not close(lore, self.off(heading)):
                return refusal("into_wind", "MUM-MOVE-05", off=f"{off:g}")
            heading = after
        return None

    def most(self, path: tuple[Bend, ...], enough: float = math.inf) -> float:
        """The highest speed that may be ordered for a path, inches a move (MUM-MOVE-01, MUM-MOVE-03).

        Who only asks whether `enough` may be ordered is told no more than that.
        """
        m, battle = self.means, self.battle
        if not m.sails:
            return 0.0
        heading = self.pose.heading
        best, enough = m.speed(battle, self.off(heading)), min(enough, m.high)
        if path and best < enough:
            for each in headings(heading, path, battle.lore.mark):
                best = max(best, m.speed(battle, self.off(each)))
                if best >= enough:
                    break
        return max(min(best, m.high), m.low)

    def _wrong_speed(self, order: ShipOrders) -> IllegalOrder | None:
        evolution, speed, m = order.evolution, order.speed, self.means
        low = m.low
        slow = speed < low - NEAR
        # Who goes too slow is told how fast she may go at most.
        most = self.most(order.path, math.inf if slow else speed)
        if evolution == ANCHOR:
            most = min(most, self.battle.tables["sailing"].number("anchoring"))
        elif evolution == WEIGH:
            most = self.battle.tables["sailing"].number("weighing")
        elif self.record_of.anchored:
            most = 0.0
        if speed > most + NEAR:
            rule = "MUM-MOVE-10" if evolution in (ANCHOR, WEIGH) else "MUM-MOVE-01"
            if speed > m.high + NEAR:
                rule = "MUM-MOVE-03" if self.record_of.line else "MUM-MOVE-04"
            return refusal("too_fast", rule, speed=f"{speed:g}", low=f"{low:g}", most=f"{most:g}")
        if slow and evolution == SAIL:
            rule = "MUM-MOVE-03" if self.record_of.line else "MUM-MOVE-04"
            return refusal("too_slow", rule, speed=f"{speed:g}", low=f"{low:g}", most=f"{most:g}")
        return None

    def _wrong_fire(self, order: ShipOrders) -> IllegalOrder | None:
        if order.shot not in SHOTS:
            return refusal("shot", "MUM-FIRE-06", shot=order.shot, able=", ".join(SHOTS))
        if order.battery not in ("", PORT, STARBOARD):
            return refusal("battery", "MUM-FIRE-23", battery=order.battery)
        if order.target and self._enemy(order.target.removesuffix("/boats")) is None:
            return refusal("no_target", "MUM-FIRE-06", target=order.target, able=self._names())
        return self.wrong_shot(order)

    def wrong_shot(self, order: ShipOrders) -> IllegalOrder | None:
        """Why the shot of an order does not suit its target, None where it does (MUM-DMG-02, MUM-DMG-03)."""
        if order.shot == GRAPE:
            enemy = self._enemy(order.target.removesuffix("/boats")) if order.target else None
            near = [enemy] if enemy else self.enemies[:1]
            reach = self.battle.lore.grape_reach
            if not near or self.range_to(near[0]) > reach:
                inches = f"{self.range_to(near[0]):.1f}" if near else "-"
                return refusal("grape", "MUM-DMG-03", range=inches, reach=f"{reach:g}")
        if order.shot == "dismantling" and order.target:
            enemy = self._enemy(order.target.removesuffix("/boats"))
            if order.target.endswith("/boats") or (enemy is not None and enemy.ashore):
                return refusal("dismantling", "MUM-DMG-02", target=order.target)
        return None

    def _wrong_grapple(self, order: ShipOrders) -> IllegalOrder | None:
        ship = self.record_of
        if order.grapple:
            enemy = self._enemy(order.grapple)
            if enemy is None or enemy.ashore or ship.ashore:
                return refusal("grapple_whom", "MUM-GRAP-01", target=order.grapple, able=self._names())
            if not self.may_grapple(enemy):
                inches = f"{self.range_to(enemy):.1f}"
                return refusal("grapple_far", "MUM-GRAP-01", target=order.grapple, range=inches)
        if (order.board or order.all_hands) and not order.grapple and not ship.grapples:
            return refusal("board_nobody", "MUM-GRAP-03")
        if order.cast_off and not ship.grapples:
            return refusal("not_grappled", "MUM-GRAP-03")
        return None

    def _wrong_boats(self, order: ShipOrders) -> IllegalOrder | None:
        ship, work = self.record_of, order.boats
        if work not in BOAT_WORK:
            return refusal("boat_work", "MUM-BOAT-01", work=work, able=", ".join(filter(None, BOAT_WORK)))
        if not work:
            return None
        if work in ("out", "in"):
            some = ship.boats if work == "out" else ship.flotilla
            if not (some and ship.still and not ship.boats_due and self._stays(order)):
                return refusal(f"boats_{work}", "MUM-BOAT-03")
        if work == "astern" and not ship.flotilla:
            return refusal("boats_none", "MUM-BOAT-04")
        if work in ("tow", "rescue", "shift", "burn") and not ship.flotilla:
            return refusal("boats_none", "MUM-BOAT-01")
        if work in ("tow", "shift", "burn"):
            able = mates(self.battle, ship, work)
            if order.mate not in able:
                return refusal("boat_mate", "MUM-BOAT-01", mate=order.mate, able=", ".join(able) or "none")
        return None

    def _stays(self, order: ShipOrders) -> bool:
        """Whether she makes no way in this move, as ordered."""
        evolution = order.evolution
        if evolution == HEAVE_TO or not self.means.sails:
            return True
        if self.record_of.anchored:
            return evolution != WEIGH
        return evolution in (SAIL, ANCHOR) and not order.speed

    def _wrong_tow(self, order: ShipOrders) -> IllegalOrder | None:
        ship = self.record_of
        if order.cast_off_tow and not ship.towing:
            return refusal("no_tow", "MUM-TOW-01")
        if order.tow:
            able = may_take(self.battle, ship)
            if order.tow not in able:
                return refusal("tow", "MUM-TOW-01", target=order.tow, able=", ".join(able) or "none")
        return None

    def _wrong_rest(self, order: ShipOrders) -> IllegalOrder | None:
        ship = self.record_of
        if order.prize and order.prize not in [prize.id for prize in open_prizes(self.battle, ship)]:
            return refusal("prize", "MUM-PRIZE-02", target=order.prize)
        if order.shift_to and order.shift_to not in may_shift_to(self.battle, ship):
            return refusal("shift", "MUM-CMD-10", target=order.shift_to)
        for men, key in ((order.pumps, "pumps"), (order.fire_party, "fire_party")):
            if not 0 <= men <= ship.aboard:
                return refusal("men", "MUM-FLOT-04", told=men, station=key, able=ship.aboard)
        return None

    def _enemy(self, name: str) -> MumfordShip | None:
        found = self.battle.state.ships.get(name)
        wrong = found is None or found.side == self.record_of.side or not found.fighting
        return None if wrong or not isinstance(found, MumfordShip) else found

    def _names(self) -> str:
        return ", ".join(enemy.id for enemy in self.enemies[:8]) or "none"

    def describe(self) -> dict[str, Any]:
        return {
            **super().describe(),
            "evolutions": [
                name for name in EVOLUTIONS if self._wrong_evolution(ShipOrders(evolution=name)) is None
            ],
            "speed": [self.means.low, self.most(())],
            "formation": self.bound_to_formation,
            "targets": [enemy.id for enemy in self.enemies_within(self.battle.lore.gun_reach)],
        }


def _within(value: Any, most: float) -> bool:
    """Whether something is a number from 0 to `most`."""
    return type(value) in _NUMBER and 0 <= value <= most
