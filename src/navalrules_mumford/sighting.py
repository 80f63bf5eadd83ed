"""Who sees whom, and how: range between bulwarks, arcs, rakes, lines of fire. Inches and degrees."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from navalrules import Pose, ruling
from navalrules_mumford.lore import Lore
from navalrules_mumford.ship import BOW, FRONT, PORT, STARBOARD, STERN, Mount, MumfordShip

if TYPE_CHECKING:
    from navalrules import Battle, Sighting

_NEAR: Final = 1e-6
_HANDED: Final = (PORT, STARBOARD)
MICRO: Final = 1e6
"""`round(x * MICRO) / MICRO` is `round(x, 6)` at a fifth of its price."""
ROUGH: Final = 1e-3
"""Inches that a rough look leaves to spare: far more than all rounding."""
_NANO: Final = 1e9


class Spot:
    """Where a hull lies in one fifth: centre, heading, half length and half beam, prepared for reckoning."""

    __slots__ = ("ahead", "beam", "cos", "heading", "length", "ship", "sin", "x", "y")

    def __init__(self, ship: MumfordShip, pose: Pose) -> None:
        self.ship = ship
        self.x, self.y, self.heading = pose.x, pose.y, pose.heading
        angle = math.radians(pose.heading)
        self.sin, self.cos = math.sin(angle), math.cos(angle)
        self.length, self.beam = ship.record.length / 2, ship.record.beam / 2


class View:
    """What one hull makes of another: the other's centre to starboard (`right`) and `ahead` of hers; the sine
    and cosine of how the other heads against her; `range` between bulwarks, worked out when asked for; which
    of her loaded guns can be `laid` on the other, none until somebody has looked."""

    __slots__ = ("_back", "_between", "_range", "ahead", "along", "aside", "laid", "mine", "right", "theirs")

    def __init__(
        self,
        mine: Spot,
        theirs: Spot,
        back: View | None = None,
        between: Callable[[Spot, Spot], float] | None = None,
    ) -> None:
        self.mine, self.theirs = mine, theirs
        self._back = back
        self._between = between or gap
        east, north = theirs.x - mine.x, theirs.y - mine.y
        sin, cos = mine.sin, mine.cos
        self.right = round((east * cos - north * sin) * MICRO) / MICRO
        self.ahead = round((east * sin + north * cos) * MICRO) / MICRO
        if back is None:
            self.aside = round((theirs.sin * cos - theirs.cos * sin) * _NANO) / _NANO
            self.along = round((theirs.cos * cos + theirs.sin * sin) * _NANO) / _NANO
        else:
            self.aside, self.along = 0.0 - back.aside, back.along
        self.laid: Sequence[Mount] = ()
        self._range = -1.0

    @property
    def range(self) -> float:
        """Inches between bulwarks."""
        if self._range < 0.0:
            # It is the same from both ends.
            back = self._back
            self._range = back.range if back is not None else self._between(self.mine, self.theirs)
        return self._range

    @range.setter
    def range(self, inches: float) -> None:
        self._range = inches

    @property
    def bearing(self) -> float:
        """The other's bearing from her bow, degrees clockwise, to 1e-6."""
        return round(math.degrees(math.atan2(self.right, self.ahead)) % 360.0 * MICRO) / MICRO % 360.0

    @property
    def askew(self) -> float:
        """Degrees clockwise from her heading to the other's, to 1e-6."""
        return round((self.theirs.heading - self.mine.heading) % 360.0 * MICRO) / MICRO % 360.0


@ruling("MUM-FIRE-07")
def gap(a: Spot, b: Spot) -> float:
    """Inches between two hulls, from bulwark to bulwark, 0 where they touch or overlap; rounded to 1e-6."""
    if overlap(a, b):
        return 0.0
    east, north = a.x - b.x, a.y - b.y
    a_sin, a_cos, b_sin, b_cos = a.sin, a.cos, b.sin, b.cos
    sin, cos = a_sin * b_cos - a_cos * b_sin, a_cos * b_cos + a_sin * b_sin
    square = min(
        _from_corners(a, b, east * b_cos - north * b_sin, east * b_sin + north * b_cos, sin, cos),
        _from_corners(b, a, north * a_sin - east * a_cos, -east * a_sin - north * a_cos, -sin, cos),
    )
    return round(math.sqrt(square) * MICRO) / MICRO


def _from_corners(a: Spot, b: Spot, right: float, ahead: float, sin: float, cos: float) -> float:
    """The square of the least distance from a corner of `a` to the oblong of `b`, seen from `b`: where the
    centre of `a` lies, and the sine and cosine of how she heads.

    Only the two corners of `a` nearest to the middle lines of `b` are measured: where another one is nearer
    than both, a corner of `b` is nearer still to `a`.
    """
    # Mirrored so that `a` lies on the starboard bow of `b` and points forward: nothing else changes.
    if right < 0.0:
        right, sin = -right, -sin
    if ahead < 0.0:
        ahead, cos = -ahead, -cos
    if cos < 0.0:
        sin, cos = -sin, -cos
    # The middle of the edge of `a` between the two corners, and from there to one of them.
    if sin < 0.0:
        x, y = right - a.beam * cos, ahead + a.beam * sin
        across, up = a.length * sin, a.length * cos
    else:
        x, y = right - a.length * sin, ahead - a.length * cos
        across, up = a.beam * cos, -a.beam * sin
    aside, along = abs(x + across) - b.beam, abs(y + up) - b.length
    one = aside * aside if aside > 0.0 else 0.0
    if along > 0.0:
        one += along * along
    aside, along = abs(x - across) - b.beam, abs(y - up) - b.length
    other = aside * aside if aside > 0.0 else 0.0
    if along > 0.0:
        other += along * along
    return one if one < other else other


def overlap(a: Spot, b: Spot, by: float = 1e-6) -> bool:
    """Whether two hulls touch or overlap, with `by` to spare."""
    east, north = b.x - a.x, b.y - a.y
    reach = a.length + b.length + a.beam + b.beam
    if abs(east) > reach or abs(north) > reach:
        return False
    cos = abs(a.sin * b.sin + a.cos * b.cos)
    sin = abs(a.sin * b.cos - a.cos * b.sin)
    return (
        abs(east * a.sin + north * a.cos) <= a.length + b.length * cos + b.beam * sin + by
        and abs(east * a.cos - north * a.sin) <= a.beam + b.length * sin + b.beam * cos + by
        and abs(east * b.sin + north * b.cos) <= b.length + a.length * cos + a.beam * sin + by
        and abs(east * b.cos - north * b.sin) <= b.beam + a.length * sin + a.beam * cos + by
    )


def contact_length(a: Spot, b: Spot) -> float:
    """Inches of hull in contact: what the two hulls cover of each other's length (MUM-BOARD-01)."""
    cos = abs(a.sin * b.sin + a.cos * b.cos)
    sin = abs(a.sin * b.cos - a.cos * b.sin)
    east, north = b.x - a.x, b.y - a.y
    ahead = abs(east * a.sin + north * a.cos)
    reach = b.length * cos + b.beam * sin
    along_a = min(a.length, ahead + reach) - max(-a.length, ahead - reach)
    ahead = abs(east * b.sin + north * b.cos)
    reach = a.length * cos + a.beam * sin
    along_b = min(b.length, ahead + reach) - max(-b.length, ahead - reach)
    return round(max(min(along_a, along_b), 0.0), 6)


def from_sighting(ship: MumfordShip, target: MumfordShip, sight: Sighting) -> View:
    """The view that a player's tape gives: hulls laid out so that they measure so."""
    mine = Spot(ship, Pose(0.0, 0.0, 0.0))
    heading = round((sight.bearing + 180.0 - sight.aspect) % 360.0, 9) % 360.0
    half = _support(ship, sight.bearing) + _support(target, sight.aspect)
    place = Pose(0.0, 0.0, sight.bearing).moved(sight.range + half)
    view = View(mine, Spot(target, Pose(place.x, place.y, heading)))
    view.range = round(sight.range, 6)
    return view


def _support(ship: MumfordShip, bearing: float) -> float:
    angle = math.radians(bearing)
    length, beam = ship.record.length / 2, ship.record.beam / 2
    along, aside = abs(math.cos(angle)), abs(math.sin(angle))
    return min(
        length / along if along > _NEAR else math.inf,
        beam / aside if aside > _NEAR else math.inf,
    )


def pose_at(ship: MumfordShip, number: int) -> Pose:
    """Where a ship is after a fifth of the move."""
    if ship.way:
        return ship.way[number - 1]
    assert ship.pose is not None
    return ship.pose


def view_now(battle: Battle, ship: MumfordShip, target: MumfordShip) -> View:
    """What a ship makes of another before the move, as she writes her orders."""
    if ship.pose is None or target.pose is None:
        return from_sighting(ship, target, battle.sight(ship, target))
    return View(Spot(ship, ship.pose), Spot(target, target.pose), None, battle.bound[gap])


# ---------------------------------------------------------------- rulings


@ruling("MUM-FIRE-02", "MUM-FIRE-03")
def chaser_bears(lore: Lore, hand: str, view: View) -> bool:
    """Bow chasers bear 45 degrees either side of the bow, stern chasers 30 either side of the stern line."""
    off = round(abs(math.degrees(math.atan2(view.right, view.ahead))) * MICRO) / MICRO
    if hand == BOW:
        return off <= lore.arcs["bow"]
    return 180.0 - off <= lore.arcs["stern"]


@ruling("MUM-FIRE-04")
def broadside_bears(lore: Lore, hand: str, view: View) -> bool:
    """A broadside bears on what lies between the lines abeam from the stern and from the forecastle rail."""
    if view.right == 0.0 or (view.right > 0.0) != (hand == STARBOARD):
        return False
    length = view.mine.length
    half = view.theirs.length * abs(view.along) + view.theirs.beam * abs(view.aside)
    rail = length - 2 * length / lore.arcs["rail"]
    return view.ahead + half >= -length - _NEAR and view.ahead - half <= rail + _NEAR


@ruling("MUM-FIRE-05", "MUM-SHORE-03")
def battery_bears(lore: Lore, view: View, arc: str) -> bool:
    """A battery bears 45 degrees to each side of its centre line, opening from the ends of its frontage."""
    if view.ahead <= 0.0:
        return False
    aside = max(abs(view.right) - view.mine.beam, 0.0)
    return math.degrees(math.atan2(aside, view.ahead)) <= lore.arcs[arc] + _NEAR


@ruling("MUM-FIRE-17", "MUM-FIRE-16")
def raking(lore: Lore, hand: str, view: View) -> bool:
    """Raking: the target's centre line, run out, crosses the firing broadside (MUM-GAP-31)."""
    if hand in (BOW, STERN):
        return False
    aside, along = view.aside, view.along
    if hand == FRONT:
        if abs(along) < _NEAR:
            return False
        crossing = view.right - view.ahead * aside / along
        return abs(crossing) <= view.mine.beam + _NEAR
    if abs(aside) < _NEAR:
        return False
    side = view.mine.beam if hand == STARBOARD else -view.mine.beam
    crossing = view.ahead + (side - view.right) * along / aside
    length = view.mine.length
    return -length - _NEAR <= crossing <= length - 2 * length / lore.arcs["rail"] + _NEAR


@ruling("MUM-FIRE-19", "MUM-FIRE-18")
def half_raking(lore: Lore, hand: str, view: View, limit: float) -> bool:
    """Half raking: the middle of the battery lies within 30 degrees of the target's bow or stern line."""
    return _keel(aspect(lore, hand, view)) <= limit


def _keel(angle: float) -> float:
    folded = angle % 180.0
    return 180.0 - folded if folded > 90.0 else folded


def middle(lore: Lore, hand: str, spot: Spot) -> tuple[float, float]:
    """The middle of a battery, to starboard and ahead of her centre."""
    length = spot.length
    if hand in _HANDED:
        return (spot.beam if hand == STARBOARD else -spot.beam), -length / lore.arcs["rail"]
    if hand == BOW:
        return 0.0, length
    if hand == STERN:
        return 0.0, -length
    return 0.0, spot.length


def aspect(lore: Lore, hand: str, view: View) -> float:
    """The bearing of the middle of the firing battery from the target's bow, clockwise, to 1e-6."""
    x, y = middle(lore, hand, view.mine)
    right, ahead = x - view.right, y - view.ahead
    bearing = math.degrees(math.atan2(right, ahead)) - view.askew
    return round(bearing % 360.0 * MICRO) / MICRO % 360.0


@ruling("MUM-FIRE-20")
def lee_shut(lore: Lore, strength: int, off_lee: float) -> bool:
    """Whether the lower lee battery is shut: WS 5 or more and abeam within 45 degrees of downwind."""
    return strength >= lore.arcs["lee_from"] and off_lee <= lore.arcs["lee"]


POINTS = (
    gap,
    chaser_bears,
    broadside_bears,
    battery_bears,
    raking,
    half_raking,
    lee_shut,
)


def laid(battle: Battle, mounts: Iterable[Mount], view: View, fifth: int) -> list[Mount]:
    """Those of a ship's guns that are loaded in a fifth and can be laid on a target."""
    lore, bound = battle.lore, battle.bound
    found = []
    for mount in mounts:
        if mount.ready > fifth:
            continue
        hand = mount.hand
        if hand in _HANDED:
            bears = bound[broadside_bears](lore, hand, view)
        elif hand == FRONT:
            bears = bound[battery_bears](lore, view, str(battle.switches["battery_arc"]))
        else:
            bears = bound[chaser_bears](lore, hand, view)
        if bears:
            found.append(mount)
    return found
