"""How fast a ship may go and how she may turn (MUM-MOVE)."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import attrs

from navalrules import Tables, rounded, ruling
from navalrules_mumford.lore import Lore, Rig
from navalrules_mumford.motion import SIGN
from navalrules_mumford.orders import Bend
from navalrules_mumford.phase import ship_of, wind_strength
from navalrules_mumford.ship import MumfordShip
from navalrules_mumford.steering import sailable, turn_to
from navalrules_mumford.towing import tow_ratio

if TYPE_CHECKING:
    from navalrules import Battle

NEAR: Final = 1e-6


@ruling("MUM-MOVE-01")
def disc_speed(lore: Lore, strength: int, off_wind: float) -> float:
    """Inches a move from the disc, for the wind strength and where the bowsprit points."""
    mark = lore.mark_of(off_wind)
    return lore.disc[min(strength, 6) - 1][mark] if mark >= 0 and strength > 0 else 0.0


@ruling("MUM-MOVE-02")
def graded(tables: Tables, ship: MumfordShip, figure: float) -> float:
    """The disc's figure with the ship's speed grade: fast 0.5 more, slow 0.5 less."""
    return figure + tables["speed_grade"].number(ship.record.grade) if figure else 0.0


@ruling("MUM-MOVE-11")
def mast_share(tables: Tables, ship: MumfordShip) -> float:
    """The share of her speed that her masts leave her: a third off for each mast lost, a brig's too."""
    lost = ship.masts_lost
    return max(1 - lost / tables["sailing"].number("masts_to_stop"), 0.0) if lost else 1.0


@ruling("MUM-MOVE-13")
def jury_share(tables: Tables, ship: MumfordShip) -> float:
    """The share of her speed under a jury mast: a sixth."""
    return 1 / tables["sailing"].number("jury")


@ruling("MUM-FLOT-06")
def water_slows(tables: Tables, water: int) -> float:
    """Inches that water in the hold costs: only the largest loss counts (MUM-GAP-48)."""
    table = tables["water"]
    slower = [table.cell(key, "slower") for key in table if table.cell(key, "points") <= water]
    return max(slower, default=0.0)


@ruling("MUM-MOVE-03", "MUM-MOVE-04")
def speed_limits(lore: Lore, line: bool) -> tuple[float, float]:
    """Most inches gained and lost from one move to the next: 3 and 4 for the line, 4 and 5 for others."""
    return lore.speed_limits[line]


@ruling("MUM-MOVE-12", "MUM-MOVE-14")
def drift(tables: Tables, strength: int, wreck: bool) -> float:
    """Inches a move that a dismasted ship, or one clearing wreckage, drifts straight downwind."""
    return tables["sailing"].number("wreck_drift" if wreck else "drift") * strength


@ruling("MUM-MOVE-05")
def too_close(lore: Lore, off_wind: float) -> bool:
    """Whether a heading is nearer the wind than a ship can sail."""
    return off_wind < lore.closest - NEAR


@ruling("MUM-MOVE-06")
def caught(lore: Lore, heading: float, wind_from: float) -> float:
    """Degrees (clockwise) that a ship found too near the wind is turned by, where she is halted."""
    return turn_to(heading, sailable(heading, wind_from, lore.closest, heading))


@ruling("MUM-MOVE-07")
def tightest(lore: Lore, bend: Bend) -> float:
    """The least inches over which a bend may be turned: the edge of the disc."""
    return math.radians(bend.turn) * lore.radius


@ruling("MUM-MOVE-10")
def anchor_limit(tables: Tables, weighing: bool) -> float:
    """The most inches in a move in which she anchors, or weighs."""
    return tables["sailing"].number("weighing" if weighing else "anchoring")


POINTS = (
    disc_speed,
    graded,
    mast_share,
    jury_share,
    water_slows,
    speed_limits,
    drift,
    too_close,
    caught,
    tightest,
    anchor_limit,
)


# ---------------------------------------------------------------- what she can do


@attrs.define
class Means:
    """What a ship can do this move: her rig, and the least and most inches that her last speed lets her make.

    `sails` is False for a ship that cannot sail at all now (wreckage, no mast, aground, held)."""

    ship: MumfordShip
    rig: Rig
    low: float
    high: float
    sails: bool

    @property
    def strength(self) -> int:
        """The wind strength."""
        return self.rig.strength

    def speed(self, battle: Battle, off_wind: float) -> float:
        """Inches a move that she makes on a heading, before the limits of gain and loss (MUM-GAP-15)."""
        known = self.rig.known
        if known is None:
            return self._speed(battle, off_wind)
        mark = bisect_left(battle.lore.mark_from, off_wind)
        found = known.get(mark)
        if found is None:
            found = known[mark] = self._speed(battle, off_wind)
        return found

    def _speed(self, battle: Battle, off_wind: float) -> float:
        bound, rig = battle.bound, self.rig
        figure = bound[disc_speed](battle.lore, rig.strength, off_wind)
        if not figure:
            return 0.0
        own = bound[graded](battle.tables, self.ship, figure) * rig.share - rig.slower
        return rounded(max(own, 0.0) * rig.ratio)


def means(battle: Battle, ship: MumfordShip) -> Means:
    """What she can do this move, from masts, water, tow and her last speed."""
    bound, record = battle.bound, ship.record
    printed = (
        bound[disc_speed] is disc_speed and bound[graded] is graded and bound[speed_limits] is speed_limits
    )
    if printed and not (0 in ship.masts or ship.water or ship.towing):
        # All her masts, no water and no tow: then she is like every other ship of her sort.
        rigs, key = battle.lore.rigs, (battle.state.wind.force, record.grade, record.line)
        rig = rigs.get(key) or rigs.setdefault(key, _rig(battle, ship))
    else:
        rig = _rig(battle, ship)
    held = (
        ship.wrecks
        or ship.grapples
        or ship.aground
        or ship.towed_by
        or ship.irons
        or not rig.share
        or ship.tow_from
        or not record.crew
    )
    speed, loss = ship.speed, rig.loss
    low = 0.0 if held or ship.anchored or speed <= loss else rounded(speed - loss)
    return Means(ship, rig, low, rounded(speed + rig.gain), not held)


def _rig(battle: Battle, ship: MumfordShip) -> Rig:
    bound, lore, record = battle.bound, battle.lore, ship.record
    share, slower, ratio, line = 1.0, 0.0, 1.0, record.line
    also: list[str] = [] if record.grade == "normal" else ["MUM-MOVE-02"]
    if 0 in ship.masts:
        if not ship.dismasted:
            share = bound[mast_share](battle.tables, ship)
        else:
            share = bound[jury_share](battle.tables, ship) if ship.jury >= lore.jury_moves else 0.0
        if share < 1:
            also.append("MUM-MOVE-13" if ship.dismasted else "MUM-MOVE-11")
    if ship.water:
        slower = bound[water_slows](battle.tables, ship.water)
        if slower:
            also.append("MUM-FLOT-06")
    if ship.towing:
        towed = ship_of(battle, ship.towing)
        ratio, line = bound[tow_ratio](battle.tables, ship, towed), line or towed.line
        if ratio < 1:
            also.append("MUM-TOW-02")
    gain, loss = bound[speed_limits](lore, line)
    strength, known = wind_strength(battle), None
    if bound[disc_speed] is disc_speed and bound[graded] is graded:
        known = lore.speeds.setdefault((strength, record.grade, share, slower, ratio), {})
    return Rig(strength, share, slower, ratio, tuple(also), gain, loss, known)


def headings(heading: float, path: Sequence[Bend], mark: float) -> Iterator[float]:
    """Headings along a path after its start: every `mark` degrees of each bend, and at each end."""
    now = heading
    for bend in path:
        sign, steps = SIGN[bend.helm], 0.0
        if sign:
            while steps + mark < bend.turn:
                steps += mark
                yield (now + sign * steps) % 360.0
            now = (now + sign * bend.turn) % 360.0
            yield now
