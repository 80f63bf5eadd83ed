"""What a ship may do at the helm this turn: the state she is in, and the limits of a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from navalrules_btq import crew, irons, parties
from navalrules_btq.irons import FIRST, first_headway
from navalrules_btq.orders import Segment
from navalrules_btq.phase import strength
from navalrules_btq.planner import Plan, planned
from navalrules_btq.sailing import (
    Speed,
    drifts,
    least_way,
    most_way,
    off_wind,
    point_of_sail,
    top_speed,
    turn_cap,
    wind_on_bow,
)
from navalrules_btq.ship import BtqShip
from navalrules_btq.tacking import falls_off, headway_after, into_wind, rotation

if TYPE_CHECKING:
    from navalrules import Battle
    from navalrules_btq.crew import Shortage

FREE: Final = "free"
DRIFT: Final = "drift"
IRONS: Final = "irons"
CROSSING: Final = "crossing"
HELD: Final = "held"


@attrs.define(slots=False)
class Helm:
    """Her state: `mode` free, drift, irons, crossing (a tack under way) or held; where the wind is on her
    bow, her point of sail, the points she may turn, the phase of her recovery from irons (0: none), and
    what want of men to work her costs.

    It knows her as she was when it was made, and keeps what it has worked out: the last plan too, for an
    order is checked and then carried out.
    """

    battle: Battle
    ship: BtqShip
    canvas: str
    mode: str
    rel: int
    pos: str
    cap: int
    stage: int
    short: Shortage
    speeds: dict[str, Speed] = attrs.field(factory=dict)
    planned: tuple[tuple[Segment, ...], Plan] | None = None

    def speed(self, pos: str) -> Speed:
        """Her top speed at a point of sail with the sail she sets."""
        found = self.speeds.get(pos)
        if found is None:
            found = self.battle.bound[top_speed](self.battle, self.ship, pos, self.canvas, self.short)
            self.speeds[pos] = found
        return found

    def plan(self, segments: tuple[Segment, ...]) -> Plan:
        """What a plan comes to."""
        known = self.planned
        if known is None or known[0] != segments:
            plan = planned(self.battle, self.ship, self.rel, self.pos, segments, self.speed)
            known = self.planned = (segments, plan)
        return known[1]

    def limits(self, plan: Plan) -> tuple[float, float]:
        """The least and the most headway she may make with a plan's turns, in mm (BTQ-MOVE-06, BTQ-MOVE-07).

        A lower limit above what she can do yields to it (BTQ-GAP-12).
        """
        battle, lore = self.battle, self.battle.lore.sailing
        most = plan.most
        if self.stage == FIRST:
            return 0.0, min(most, battle.bound[first_headway](lore))
        high = battle.bound[most_way](lore, self.ship)
        low = float(battle.bound[least_way](lore, self.ship))
        if low > most and lore.yields:
            low = float(int(most))
        if high > most:
            high = most
        return low, high if high > low else low

    def carried(self) -> float:
        """The way that takes her beyond her top speed, in mm, where the lower limit does not yield to it
        (BTQ-GAP-12); else 0."""
        lore = self.battle.lore.sailing
        return 0.0 if lore.yields else float(self.battle.bound[least_way](lore, self.ship))

    def after_tack(self, cap: int) -> tuple[int, float]:
        """Points she turns in this turn of a tack, and the most headway if that completes it, in mm."""
        side = self.ship.tacking or into_wind(self.rel)
        need = self.battle.bound[rotation](self.battle.lore.sailing, self.ship, self.rel, side)
        points = min(cap, need)
        crossing = float(self.battle.lore.sailing.crossing_headway)
        return points, headway_after(self.battle, self.ship, self.short) if points == need else crossing


def helm_of(battle: Battle, ship: BtqShip, canvas: str = "") -> Helm:
    """What a ship may do now, with the sail she has or is to set."""
    bound, lore = battle.bound, battle.lore.sailing
    rel = wind_on_bow(battle, ship)
    pos = bound[point_of_sail](lore, ship, bound[off_wind](rel))
    short = crew.shortage(battle, ship)
    canvas = canvas or ship.canvas
    if battle.state.table.pairs and parties.held(battle, ship.id):
        return Helm(battle, ship, canvas, HELD, rel, pos, 0, 0, short)
    cap, stage = turn_cap(battle, ship, short), 0
    if bound[drifts](lore, ship, canvas) or short.drifts:
        mode = DRIFT
    elif ship.tacking and not bound[falls_off](lore, cap, strength(battle)):
        mode = CROSSING
    else:
        stage = irons.LOCKED if ship.tacking else irons.stage(battle, ship, pos)
        mode = IRONS if stage and stage != FIRST else FREE
    return Helm(battle, ship, canvas, mode, rel, pos, cap, stage, short)
