"""What a ship is asked at the helm, and why an order is refused."""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from navalrules import Dice, IllegalOrder, Order, Request
from navalrules_btq import crew, parties, scale
from navalrules_btq.helm import CROSSING, DRIFT, FREE, HELD, IRONS, Helm, helm_of
from navalrules_btq.irons import ADRIFT, FIRST
from navalrules_btq.orders import AHEAD, Sail, Segment
from navalrules_btq.phase import strength
from navalrules_btq.planner import HELMS, Plan
from navalrules_btq.sailing import BEATING
from navalrules_btq.ship import CANVAS, PARTS, BtqShip
from navalrules_btq.tacking import BAR_RULES, bars
from navalrules_btq.texts import refusal, texts

if TYPE_CHECKING:
    from navalrules import Battle

_NEAR: Final = 1e-6
_FARTHEST: Final = 100_000.0
_SELDOM: Final = 10
_SOME: Final = 40
_FIRST: Final = 60
"""How far a drawn plan runs between two turns at most, in mm."""


class SailRequest(Request):
    """What she does at the helm this turn, and how her crew is told off."""

    _helm: Helm | None = None

    def __init__(self, battle: Battle, ship: BtqShip) -> None:
        super().__init__(Sail.kind, ship.side, ship.id, "", "BTQ-TURN-01")
        self.battle = battle
        self.vessel = ship
        if ship.pose is None:
            # What a player must read off the table is asked before her order is.
            self._helm = helm_of(battle, ship)

    @property
    def helm(self) -> Helm:
        """What she may do with the sail that she has set."""
        found = self._helm
        if found is None:
            found = self._helm = helm_of(self.battle, self.vessel)
        return found

    def helm_under(self, canvas: str) -> Helm:
        """What she may do with the sail that she is to set."""
        if canvas and canvas != self.vessel.canvas:
            return helm_of(self.battle, self.vessel, canvas)
        return self.helm

    @property
    def canvas(self) -> tuple[str, ...]:
        """What sail she may set (BTQ-MOVE-15, BTQ-GAP-89)."""
        return CANVAS if self.battle.lore.sailing.no_sail_mark else CANVAS[:-1]

    @cached_property
    def barred(self) -> tuple[str, ...]:
        """Everything that bars a tack now."""
        battle = self.battle
        return battle.bound[bars](battle.lore.sailing, self.vessel, self.helm.pos, strength(battle))

    # ------------------------------------------------------------ answers

    @property
    def default(self) -> Order:
        helm, ship = self.helm, self.vessel
        hands = crew.sensible(self.battle, ship)
        if helm.mode != FREE:
            return Sail(ship=ship.id, **hands)
        segments = scale.shown_move(self.battle, self.straight(helm, ship.last_move))
        return Sail(ship=ship.id, segments=segments, **hands)

    def straight(self, helm: Helm, wanted: float) -> tuple[Segment, ...]:
        """A straight as near to `wanted` mm as she may go."""
        low, high = helm.limits(helm.plan(()))
        far = min(max(wanted, low), high)
        return (Segment(AHEAD, far),) if far else ()

    def draw(self, dice: Dice) -> Order:
        ship, fields = self.vessel, dict(crew.drawn(self.battle, self.vessel, dice))
        if dice.check(_SELDOM, ship.id, "draw canvas").value:
            fields["canvas"] = self.canvas[dice.pick(len(self.canvas), ship.id, "draw canvas").value]
        helm = self.helm_under(fields.get("canvas", ""))
        if helm.mode == FREE and helm.pos == BEATING:
            fields["beat"] = bool(dice.check(50, ship.id, "draw beat").value)
        able = helm.mode == FREE and helm.cap > 0 and not self.barred
        if able and dice.check(50, ship.id, "draw tack").value:
            fields["tack"] = True
            fields["segments"] = _ahead(helm.after_tack(helm.cap)[1], dice, ship.id)
        elif helm.mode == CROSSING:
            fields["segments"] = _ahead(helm.after_tack(helm.cap)[1], dice, ship.id)
        elif helm.stage == ADRIFT and helm.mode == IRONS:
            fields["segments"] = self._drawn_turn(helm, dice)
        elif helm.mode == FREE:
            fields["segments"] = self._drawn_move(helm, dice)
        if helm.mode == FREE and (foes := self.may_ram) and dice.check(_SELDOM, ship.id, "draw ram").value:
            fields["ram"] = foes[dice.pick(len(foes), ship.id, "draw ram").value]
        if "segments" in fields:
            fields["segments"] = scale.shown_move(self.battle, fields["segments"])
        return Sail(ship=ship.id, **fields)

    def _drawn_turn(self, helm: Helm, dice: Dice) -> tuple[Segment, ...]:
        by = dice.pick(helm.cap + 1, self.ship, "draw turn").value
        side = dice.handed(self.ship, "draw turn").value
        return (Segment(side, float(by)),) if by else ()

    def _drawn_move(self, helm: Helm, dice: Dice) -> tuple[Segment, ...]:
        turn = self._drawn_turn(helm, dice)
        plan = helm.plan(turn)
        if plan.wrong:
            turn, plan = (), helm.plan(())
        elif turn and dice.check(_SOME, self.ship, "draw plan").value:
            more = self._drawn_plan(helm, turn, dice)
            if more:
                return more
        low, high = (math.ceil(each - _NEAR) for each in helm.limits(plan))
        if high < low or high > helm.limits(plan)[1]:
            high -= 1
        far = low + dice.pick(max(high - low, 0) + 1, self.ship, "draw way").value
        wanted = (*turn, Segment(AHEAD, float(far))) if far else turn
        return wanted if self.wrong_move(helm, wanted) is None else self.straight(helm, self.vessel.last_move)

    def _drawn_plan(self, helm: Helm, turn: tuple[Segment, ...], dice: Dice) -> tuple[Segment, ...]:
        """Turn, straight, turn, straight, where that is allowed; else nothing."""
        left = helm.cap - int(turn[0].amount)
        if left < 1:
            return ()
        first = (*turn, Segment(AHEAD, float(1 + dice.pick(_FIRST, self.ship, "draw way").value)))
        side = dice.handed(self.ship, "draw turn").value
        again = Segment(side, float(1 + dice.pick(left, self.ship, "draw turn").value))
        plan = helm.plan((*first, again))
        if plan.wrong:
            return ()
        low, high = helm.limits(plan)
        far = math.floor(min(max(low, plan.headway), high) - plan.headway)
        rest = math.floor(high - plan.headway)
        far += dice.pick(max(rest - far, 0) + 1, self.ship, "draw way").value
        wanted = (*first, again, Segment(AHEAD, float(far))) if far > 0 else (*first, again)
        return wanted if self.wrong_move(helm, wanted) is None else ()

    @cached_property
    def may_ram(self) -> tuple[str, ...]:
        """Ships that she may name to be rammed: any other afloat that is no friend in the fight."""
        return tuple(
            other.id
            for other in self.battle.state.ships.values()
            if other.status != "sunk" and other.side != self.side
        )

    # ------------------------------------------------------------ what is refused

    def refusal(self, order: Order) -> IllegalOrder | None:
        if not isinstance(order, Sail):
            return refusal("not_sail", self.rule, kind=order.kind)
        if order.canvas and order.canvas not in self.canvas:
            rule = "BTQ-MOVE-14" if order.canvas in CANVAS else "BTQ-MOVE-15"
            return refusal("canvas", rule, canvas=order.canvas, able=", ".join(self.canvas))
        if order.ram and order.ram not in self.may_ram:
            able = ", ".join(self.may_ram) or "-"
            return refusal("ram", "BTQ-COLL-02", target=order.ram, ship=self.vessel.name, able=able)
        battle, segments = self.battle, order.segments
        if order.stations is not None or order.fire_party or order.flood:
            wrong = crew.why_not(battle, self.vessel, order)
            if wrong is not None:
                return wrong
        if segments and (wrong := self._misshapen(segments)) is not None:
            return wrong
        if battle.state.table.pairs and parties.held(battle, self.ship):
            return self._no_move("BTQ-MOVE-19", HELD) if segments or order.beat or order.tack else None
        helm = self.helm_under(order.canvas) if order.canvas else self.helm
        if segments and not scale.is_base(battle):
            segments = scale.typed_move(battle, segments)
        if order.beat and (wrong := self._wrong_beat(helm)) is not None:
            return wrong
        return self._wrong_tack(helm, segments) if order.tack else self.wrong_move(helm, segments)

    def _misshapen(self, segments: tuple[Segment, ...]) -> IllegalOrder | None:
        most = self.battle.lore.sailing.segments
        alternate, before = True, None
        for segment in segments:
            helm, amount = segment.helm, segment.amount
            turn = helm in HELMS
            if not 0 < amount <= _FARTHEST or (amount % 1 if turn else helm != AHEAD):
                return refusal("helm", "BTQ-PLAN-01", helm=helm, amount=amount)
            if turn is before:
                alternate = False
            before = turn
        if alternate and len(segments) <= most:
            return None
        return refusal("segments", "BTQ-PLAN-01", told=len(segments), most=most)

    def _wrong_beat(self, helm: Helm) -> IllegalOrder | None:
        if helm.mode == FREE and helm.pos == BEATING:
            return None
        close = self.battle.lore.sailing.close[self.vessel.fore_and_aft]
        pos = texts()(f"sail.{helm.pos}")
        return refusal("not_beating", "BTQ-TACK-01", ship=self.vessel.name, pos=pos, points=close)

    def _wrong_tack(self, helm: Helm, segments: tuple[Segment, ...]) -> IllegalOrder | None:
        ship = self.vessel
        if ship.tacking:
            high = self._mm(helm.after_tack(helm.cap)[1])
            return refusal("tack_called_off", "BTQ-TACK-09", ship=ship.name, high=high)
        found = self.barred
        if not found and not helm.cap:
            found = ("no_cap",)
        if helm.mode != FREE or found:
            first = found[0] if found else "not_beating"
            why = texts()(f"bar.{first}")
            for each in found[1:]:
                why = texts()("bar_more", why=why, more=texts()(f"bar.{each}"))
            return refusal("tack", BAR_RULES[first], ship=ship.name, why=why)
        return self._wrong_crossing(helm, segments)

    def _wrong_crossing(self, helm: Helm, segments: tuple[Segment, ...]) -> IllegalOrder | None:
        if any(segment.helm != AHEAD for segment in segments):
            return refusal("tack_turns", "BTQ-TACK-07")
        told = math.fsum(segment.amount for segment in segments)
        _, high = helm.after_tack(helm.cap)
        if told > high + _NEAR:
            name, most = self.vessel.name, self._mm(high)
            return refusal("after_tack", "BTQ-TACK-08", told=self._mm(told), ship=name, high=most)
        return None

    def wrong_move(self, helm: Helm, segments: tuple[Segment, ...]) -> IllegalOrder | None:
        """Why a plan may not be sailed by a ship that nobody holds, or None."""
        mode = helm.mode
        if mode == FREE:
            return self._wrong_plan(helm, segments)
        if mode == CROSSING:
            return self._wrong_crossing(helm, segments)
        if not segments:
            return None
        if mode == IRONS and helm.stage == ADRIFT:
            return self._wrong_swing(helm, segments)
        if mode == DRIFT:
            return refusal("drifts", "BTQ-MOVE-14", ship=self.vessel.name)
        return self._no_move("BTQ-IRONS-02", IRONS)

    def _no_move(self, rule: str, mode: str) -> IllegalOrder:
        return refusal("no_move", rule, ship=self.vessel.name, why=texts()(f"why_not.{mode}"))

    def _wrong_swing(self, helm: Helm, segments: tuple[Segment, ...]) -> IllegalOrder | None:
        points = sum(int(segment.amount) for segment in segments if segment.helm != AHEAD)
        if points > helm.cap or any(segment.helm == AHEAD for segment in segments):
            return refusal("turns_only", "BTQ-IRONS-03", ship=self.vessel.name, cap=helm.cap)
        return None

    def _wrong_plan(self, helm: Helm, segments: tuple[Segment, ...]) -> IllegalOrder | None:
        # Before the plan is laid: what turning costs is told up to half the compass and no further.
        points = 0
        for segment in segments:
            if segment.helm != AHEAD:
                points += int(segment.amount)
        if points > helm.cap:
            return refusal("cap", "BTQ-MOVE-10", points=points, ship=self.vessel.name, cap=helm.cap)
        plan = helm.plan(segments)
        if plan.wrong and (plan.points or plan.headway > helm.carried() + _NEAR):
            rule = "BTQ-TACK-03" if plan.wrong == "into_wind" else "BTQ-PLAN-02"
            # With all its parts, for a turn costs another figure in a plan of more than two.
            turns = tuple([Segment(AHEAD, 0.0) if each.helm == AHEAD else each for each in segments])
            return refusal(plan.wrong, rule, most=self._mm(helm.plan(turns).most))
        low, high = helm.limits(plan)
        if low - _NEAR <= plan.headway <= high + _NEAR:
            return None
        return self._wrong_way(helm, plan, low, high)

    def _wrong_way(self, helm: Helm, plan: Plan, low: float, high: float) -> IllegalOrder:
        least, most, told = self._mm(low), self._mm(high), scale.shown(self.battle, plan.headway)
        if plan.headway > high + _NEAR:
            if helm.stage == FIRST:
                return refusal("first_move", "BTQ-IRONS-05", told=told, high=most)
            return refusal("too_far", "BTQ-MOVE-06", told=told, low=least, high=most)
        return refusal("too_short", "BTQ-MOVE-07", told=told, low=least, high=most)

    def _mm(self, distance: float) -> float:
        """A distance as a hint gives it: at the battle's scale, to a tenth below."""
        return math.floor(scale.shown(self.battle, distance) * 10 + _NEAR) / 10

    def describe(self) -> dict[str, Any]:
        helm = self.helm
        low, high = helm.limits(helm.plan(())) if helm.mode == FREE else (0.0, 0.0)
        top = helm.speed(helm.pos).parts / PARTS if helm.mode == FREE else 0.0
        shown = scale.shown
        return {
            **super().describe(),
            "mode": helm.mode,
            "irons": helm.stage,
            "point_of_sail": helm.pos,
            "points_off_the_wind": min(helm.rel, 32 - helm.rel),
            "turn_cap": helm.cap,
            "top_speed": shown(self.battle, top),
            "straight": [shown(self.battle, low), shown(self.battle, high)],
            "tack": list(self.barred),
        }


def _ahead(most: float, dice: Dice, ship: str) -> tuple[Segment, ...]:
    far = dice.pick(math.floor(most) + 1, ship, "draw way").value
    return (Segment(AHEAD, float(far)),) if far else ()
