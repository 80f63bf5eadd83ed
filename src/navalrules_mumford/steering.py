"""Which way to turn for a course, never through the wind: for formation, flight and captains."""

from __future__ import annotations

import math
from typing import Final

from navalrules import Pose
from navalrules_mumford.motion import arc
from navalrules_mumford.orders import STRAIGHT, Bend
from navalrules_mumford.ship import PORT, STARBOARD

_NEAR: Final = 1e-6


def turn_to(a: float, b: float) -> float:
    """The turn from `a` to `b`, clockwise positive, over -180 up to 180, to 1e-9."""
    turned = round((b - a) % 360.0, 9) % 360.0
    return turned - 360.0 if turned > 180.0 + _NEAR else turned


def sailable(wanted: float, wind_from: float, closest: float, heading: float) -> float:
    """The course nearest to `wanted` that a ship can sail; of two alike the one nearer her heading."""
    off = turn_to(wind_from, wanted)
    if abs(off) >= closest - _NEAR:
        return wanted % 360.0
    edges = [(wind_from + side * closest) % 360.0 for side in (-1, 1)]
    if abs(off) < _NEAR:
        near = [abs(turn_to(heading, edge)) for edge in edges]
        return edges[0] if near[0] <= near[1] else edges[1]
    return edges[1] if off > 0 else edges[0]


def helm_to(heading: float, wanted: float, wind_from: float) -> tuple[str, float]:
    """Helm and degrees from a heading to a course that can be sailed, not through the wind."""
    turned = turn_to(heading, wanted)
    if abs(turned) < _NEAR:
        return STRAIGHT, 0.0
    wind = turn_to(heading, wind_from)
    if 0 < wind < turned or turned < wind < 0:
        turned -= math.copysign(360.0, turned)
    elif abs(turned) > 180.0 - _NEAR:
        # Either way is as long: away from the wind.
        turned = -180.0 if wind > 0 else 180.0
    return (STARBOARD if turned > 0 else PORT), abs(turned)


def steer(
    pose: Pose, wanted: float, wind_from: float, closest: float, radius: float, most: float = 360.0
) -> tuple[Bend, ...]:
    """A path from a pose to a course: one bend on the circle of the disc, at most `most` degrees of it."""
    helm, degrees = helm_to(pose.heading, sailable(wanted, wind_from, closest, pose.heading), wind_from)
    degrees = min(degrees, most)
    if helm == STRAIGHT or degrees < _NEAR:
        return ()
    return (arc(helm, round(degrees, 9), radius),)


def apart(a: Pose, b: Pose) -> float:
    """Inches from centre to centre."""
    return math.hypot(b.x - a.x, b.y - a.y)


def bearing(a: Pose, x: float, y: float) -> float:
    """The true bearing of a place from a pose, to a hundredth: a course that somebody can steer."""
    return round(math.degrees(math.atan2(x - a.x, y - a.y + 0.0)) % 360.0, 2) % 360.0
