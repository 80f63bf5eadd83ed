"""Poses, tracks, lines of fire: pure functions on a plane.

x runs east, y north, in whatever unit the ruleset uses; headings and bearings are degrees true,
clockwise from north. Measures are rounded to 1e-6 and poses to 1e-9, so that a battle turned or
mirrored as a whole measures the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

import attrs

from navalrules.compass import Wind

STRAIGHT: Final = "straight"
PORT: Final = "port"
STARBOARD: Final = "starboard"
HELMS: Final = (STRAIGHT, PORT, STARBOARD)
_SIDES: Final = {STRAIGHT: 0, PORT: -1, STARBOARD: 1}

_TINY: Final = 1e-9
_POSE: Final = 1e9
_SIGHT: Final = 1e6
"""Parts of a unit to which poses and measures are rounded. `round(x * _POSE) / _POSE` is what `round(x, 9)`
gives but for ties in the last place, at a fifth of its price, and never a negative zero."""


def rounded(value: float) -> float:
    """To 1e-9, as poses are."""
    return round(value * _POSE) / _POSE


@attrs.frozen(slots=False)
class Pose:
    """Where a ship's centre is and where she heads."""

    x: float
    y: float
    heading: float

    def moved(self, distance: float, turn: float = 0.0) -> Pose:
        """The pose after `distance` along the heading, negative astern, and then a `turn` clockwise."""
        heading = self.heading
        angle = math.radians(heading)
        return Pose(
            round((self.x + distance * math.sin(angle)) * _POSE) / _POSE,
            round((self.y + distance * math.cos(angle)) * _POSE) / _POSE,
            round((heading + turn) % 360.0 * _POSE) / _POSE % 360.0 if turn else heading,
        )

    def turned(self, degrees: float) -> Pose:
        """The pose with the head turned clockwise by `degrees`."""
        return Pose(self.x, self.y, round((self.heading + degrees) % 360.0 * _POSE) / _POSE % 360.0)


def distance(a: Pose, b: Pose) -> float:
    """Centre to centre."""
    return line_of_sight(a, b)[0]


def bearing(a: Pose, b: Pose) -> float:
    """The true bearing of `b` from `a`; 0 where they coincide."""
    # + 0.0 because atan2 calls a northing of -0.0 south.
    return round(math.degrees(math.atan2(b.x - a.x, b.y - a.y + 0.0)) % 360.0, 6) % 360.0


def relative_bearing(a: Pose, b: Pose) -> float:
    """The bearing of `b` as seen from `a`'s bow: 90 is the starboard beam, 270 the port beam."""
    return line_of_sight(a, b)[1]


def line_of_sight(a: Pose, b: Pose) -> tuple[float, float, float]:
    """Distance, and the relative bearing of `b` from `a` and of `a` from `b`; zeros where they coincide."""
    east, north = b.x - a.x, b.y - a.y
    if not east and not north:
        return 0.0, 0.0, 0.0
    there, back = math.degrees(math.atan2(east, north)), math.degrees(math.atan2(-east, -north))
    return (
        round(math.hypot(east, north) * _SIGHT) / _SIGHT,
        round((there - a.heading) % 360.0 * _SIGHT) / _SIGHT % 360.0,
        round((back - b.heading) % 360.0 * _SIGHT) / _SIGHT % 360.0,
    )


def keel_angle(relative: float) -> float:
    """The angle from 0 to 90 between a line of fire and the keel of the ship it is relative to."""
    folded = relative % 180.0
    return round((180.0 - folded if folded > 90.0 else folded) * _SIGHT) / _SIGHT


def weather_gauge(a: Pose, b: Pose, wind: Wind) -> int:
    """1 when `a` lies to windward of `b`, -1 to leeward, 0 abreast within 1e-6."""
    angle = math.radians(wind.from_bearing)
    upwind = (a.x - b.x) * math.sin(angle) + (a.y - b.y) * math.cos(angle)
    return 0 if abs(upwind) < 1e-6 else (1 if upwind > 0 else -1)


def contact(a: Pose, b: Pose, within: float) -> bool:
    """Whether two ships lie within `within` of each other, centre to centre."""
    return distance(a, b) <= within


def line_blocked(a: Pose, b: Pose, third: Pose, half_length: float, half_beam: float) -> bool:
    """Whether the line of fire from `a` to `b` crosses the hull of `third`, an oblong along her heading.

    A line that only touches her is blocked.
    """
    x0, y0 = _aboard(third, a)
    x1, y1 = _aboard(third, b)
    return _crosses(x0, x1, y0, y1, half_beam, half_length)


def _aboard(ship: Pose, seen: Pose) -> tuple[float, float]:
    """`seen` in the ship's own frame: to starboard, ahead."""
    angle = math.radians(ship.heading)
    sin, cos = math.sin(angle), math.cos(angle)
    east, north = seen.x - ship.x, seen.y - ship.y
    return round(east * cos - north * sin, 6), round(east * sin + north * cos, 6)


def _crosses(x0: float, x1: float, y0: float, y1: float, half_x: float, half_y: float) -> bool:
    enter, leave = 0.0, 1.0
    for start, end, half in ((x0, x1, half_x), (y0, y1, half_y)):
        run = end - start
        if abs(run) < _TINY:
            if abs(start) > half:
                return False
            continue
        first, last = sorted(((-half - start) / run, (half - start) / run))
        enter, leave = max(enter, first), min(leave, last)
        # A line through a corner must be judged alike from both its ends.
        if enter > leave + _TINY:
            return False
    return True


@attrs.frozen
class Leg:
    """One part of a path: the helm (straight, port, starboard) and the travel, never negative."""

    helm: str
    distance: float


@attrs.define
class Track:
    """A path as it was run: its corner poses, start and end included, how far she went (negative
    astern), how far she turned (degrees, clockwise positive), and the travel carried to her next turn."""

    poses: tuple[Pose, ...]
    distance: float
    turned: float
    carry: float
    helm: str

    @property
    def end(self) -> Pose:
        """Where she ends."""
        return self.poses[-1]


def travel(
    start: Pose,
    legs: Iterable[Leg],
    interval: float,
    notch: float,
    carry: float = 0.0,
    helm: str = STRAIGHT,
    astern: bool = False,
) -> Track:
    """Run `legs` from `start`.

    A turning leg moves one `interval` of travel, then turns one `notch` (degrees) to its side; travel
    left over is run straight and carried into the next leg to the same side, and lost when the helm goes
    over or amidships. `carry` and `helm` are what the last move left; where the interval has shrunk since,
    the notches already earned are turned before she gathers way. Raises ValueError for an interval
    below 1e-6, travel that is below 0 or endless, and a helm that is none.
    """
    if not interval >= 1e-6:
        raise ValueError(f"interval {interval!r}: must be above 0")
    poses, gone, turned, way = [start], 0.0, 0.0, -1.0 if astern else 1.0
    pose = start
    for leg in legs:
        if leg.helm != helm:
            carry, helm = 0.0, leg.helm
        left, side = leg.distance, _side(leg)
        while side and left > 0.0 and left + carry >= interval - _TINY:
            step, carry = _step(interval, carry)
            left = max(left - step, 0.0)
            pose = pose.moved(way * step, side * notch)
            turned += side * notch
            poses.append(pose)
        if left > _TINY:
            pose = pose.moved(way * left)
            poses.append(pose)
            carry = round((carry + left) * _POSE) / _POSE if helm != STRAIGHT else 0.0
        gone += leg.distance
    return Track(tuple(poses), round(way * gone * _POSE) / _POSE, turned, carry, helm)


def _side(leg: Leg) -> int:
    side = _SIDES.get(leg.helm)
    if side is None or not 0.0 <= leg.distance < math.inf:
        raise ValueError(f"leg {leg.helm!r} {leg.distance!r}: needs one of {HELMS} and travel from 0")
    return side


def _step(interval: float, carry: float) -> tuple[float, float]:
    if carry > interval:
        return 0.0, round((carry - interval) * _POSE) / _POSE
    return interval - carry, 0.0


def mirrored(pose: Pose) -> Pose:
    """The pose in a mirror along the north-south line."""
    return Pose(-pose.x + 0.0, pose.y, round((360.0 - pose.heading) % 360.0, 9) % 360.0)


def rotated(pose: Pose, degrees: float) -> Pose:
    """The pose with the whole plane turned clockwise about the origin."""
    angle = math.radians(degrees)
    sin, cos = math.sin(angle), math.cos(angle)
    return Pose(
        round(pose.x * cos + pose.y * sin, 9) + 0.0,
        round(pose.y * cos - pose.x * sin, 9) + 0.0,
        round((pose.heading + degrees) % 360.0, 9) % 360.0,
    )
