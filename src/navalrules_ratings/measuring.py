"""How hulls lie to each other on the plane, in MU: the gap between two outlines, and who is run into."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from navalrules import Pose, Sighting
from navalrules.geometry import line_blocked, line_of_sight

_LEAST_STEP: Final = 0.02
_NEAR: Final = 1e-6
SLACK: Final = 1e-3
"""MU by which a gap may be wider than a touch and still be one: a ship that stopped at the very edge of a
touch lies in contact, however her table is turned."""


# By bare numbers, whose hashes cost nothing.
@lru_cache(maxsize=4096)
def lines(
    x: float,
    y: float,
    heading: float,
    to_x: float,
    to_y: float,
    to_heading: float,
    half_length: float,
    half_beam: float,
) -> Sighting:
    """What a ship at one pose makes of one at another: the gap between their hulls in MU, bearing and aspect.

    Asked again for the same two poses (when an order is checked and when it is carried out) it remembers.
    """
    a, b = Pose(x, y, heading), Pose(to_x, to_y, to_heading)
    _, bearing, aspect = line_of_sight(a, b)
    return Sighting(gap(a, b, half_length, half_beam), bearing, aspect)


def between(a: Pose, b: Pose, hulls: Iterable[Pose], half_length: float, half_beam: float) -> bool:
    """Whether any of `hulls` crosses the line from `a` to `b`; those well off it need no closer look."""
    east, north = b.x - a.x, b.y - a.y
    square = east * east + north * north
    reach = half_length * half_length + half_beam * half_beam
    for hull in hulls:
        x, y = hull.x - a.x, hull.y - a.y
        along = x * east + y * north
        share = 0.0 if along <= 0.0 else 1.0 if along >= square else along / square
        off_x, off_y = x - share * east, y - share * north
        if off_x * off_x + off_y * off_y <= reach + _NEAR and line_blocked(
            a, b, hull, half_length, half_beam
        ):
            return True
    return False


def gap(a: Pose, b: Pose, half_length: float, half_beam: float) -> float:
    """MU from the nearest point of one oblong hull to the nearest of another; 0 where they overlap."""
    return round(apart(*seen_from(a, b), half_length, half_beam), 6)


def seen_from(a: Pose, b: Pose) -> tuple[float, float, float, float]:
    """How a hull at `b` lies to one at `a`: so far to starboard and ahead, turned by an angle (sin, cos)."""
    angle, turned = math.radians(a.heading), math.radians(b.heading - a.heading)
    sin, cos = math.sin(angle), math.cos(angle)
    east, north = b.x - a.x, b.y - a.y
    return east * cos - north * sin, east * sin + north * cos, math.sin(turned), math.cos(turned)


def apart(x: float, y: float, sin: float, cos: float, half_length: float, half_beam: float) -> float:
    """The gap to a hull whose centre lies `x` to starboard and `y` ahead, turned by an angle (sin, cos)."""
    there = _corners_off(x, y, sin, cos, half_length, half_beam)
    back = _corners_off(y * sin - x * cos, -x * sin - y * cos, -sin, cos, half_length, half_beam)
    least = there if there < back else back
    # Two hulls laid as a cross, be it near their ends, have no corner inside each other.
    if (
        least
        and x * x + y * y < 4.0 * (half_length * half_length + half_beam * half_beam)
        and not plainly_clear(x, y, sin, cos, half_length, half_beam, 0.0)
    ):
        return 0.0
    return math.sqrt(least)


def _corners_off(x: float, y: float, sin: float, cos: float, half_length: float, half_beam: float) -> float:
    """The least squared distance from a hull at the origin, head up, to the corners of one at (x, y)."""
    ahead_x, ahead_y, beam_x, beam_y = half_length * sin, half_length * cos, half_beam * cos, half_beam * sin
    bow_x, bow_y, stern_x, stern_y = x + ahead_x, y + ahead_y, x - ahead_x, y - ahead_y
    # How far each corner lies off the side and off the end, none of it below 0; written out, for play asks
    # nothing as often.
    x1, y1 = abs(bow_x + beam_x) - half_beam, abs(bow_y - beam_y) - half_length
    x2, y2 = abs(bow_x - beam_x) - half_beam, abs(bow_y + beam_y) - half_length
    x3, y3 = abs(stern_x + beam_x) - half_beam, abs(stern_y - beam_y) - half_length
    x4, y4 = abs(stern_x - beam_x) - half_beam, abs(stern_y + beam_y) - half_length
    return min(
        (x1 * x1 if x1 > 0.0 else 0.0) + (y1 * y1 if y1 > 0.0 else 0.0),
        (x2 * x2 if x2 > 0.0 else 0.0) + (y2 * y2 if y2 > 0.0 else 0.0),
        (x3 * x3 if x3 > 0.0 else 0.0) + (y3 * y3 if y3 > 0.0 else 0.0),
        (x4 * x4 if x4 > 0.0 else 0.0) + (y4 * y4 if y4 > 0.0 else 0.0),
    )


def plainly_clear(
    x: float,
    y: float,
    sin: float,
    cos: float,
    half_length: float,
    half_beam: float,
    room: float,
    run: float = 0.0,
) -> bool:
    """Whether a line along a side or an end of either of two hulls passes between them, with `room` to spare.

    As `apart`, but that the first hull may be drawn out ahead by the `run` it makes. It costs a tenth of the
    gap; ships that are not plainly clear may still be clear.
    """
    run /= 2
    y -= run
    abs_sin, abs_cos = abs(sin), abs(cos)
    beams, long = half_beam + half_beam * abs_cos + room, half_length + half_length * abs_cos + room
    return (
        abs(x) > beams + half_length * abs_sin
        or abs(y) > long + half_beam * abs_sin + run
        or abs(x * cos - y * sin) > beams + (half_length + run) * abs_sin
        or abs(x * sin + y * cos) > long + half_beam * abs_sin + run * abs_cos
    )


def run_into(
    pose: Pose,
    distance: float,
    others: Iterable[tuple[str, Pose]],
    half_length: float,
    half_beam: float,
    touch: float,
    reach: float,
) -> tuple[float, str]:
    """How far a hull gets on its heading before it touches another, and which; ("" when none).

    A ship that she touches already is in her way only when it lies ahead of her beam. Hulls whose centres
    are further apart than `reach` do not touch.
    """
    room = touch + SLACK + _NEAR
    run, met = distance, ""
    for name, other in others:
        if math.hypot(other.x - pose.x, other.y - pose.y) > run + reach:
            continue
        abeam, ahead, sin, cos = seen_from(pose, other)
        if plainly_clear(abeam, ahead, sin, cos, half_length, half_beam, room, run):
            continue
        far = _until_touch(abeam, ahead, run, touch, sin, cos, half_length, half_beam)
        if far < run:
            run, met = far, name
    return run, met


def _until_touch(
    x: float, y: float, run: float, touch: float, sin: float, cos: float, half_length: float, half_beam: float
) -> float:
    """How much of `run` is clear of a hull at (x, y) in the mover's own frame."""
    clear = apart(x, y, sin, cos, half_length, half_beam)
    if clear <= touch + SLACK:
        return 0.0 if y > _NEAR else run
    far = 0.0
    while far < run:
        # Moving on by less than the gap can never touch.
        step = clear - touch
        far = min(far + (step if step > _LEAST_STEP else _LEAST_STEP), run)
        clear = apart(x, y - far, sin, cos, half_length, half_beam)
        # She stops where the gap is a touch and no less, so it is measured with a little to spare.
        if clear <= touch + _NEAR:
            return far if far < run else run - _NEAR
    return run


def drifted(pose: Pose, course: float, far: float) -> Pose:
    """Where a hull lies that drifted so many MU on a bearing, her head as it was."""
    there = Pose(pose.x, pose.y, course).moved(far)
    return Pose(there.x, there.y, pose.heading)


def drifts_into(
    pose: Pose,
    course: float,
    distance: float,
    others: Iterable[tuple[str, Pose]],
    half_length: float,
    half_beam: float,
    touch: float,
) -> tuple[float, str]:
    """How far a hull drifts on a bearing before she touches another, and which ("" when none).

    A ship that she touches already is in her way only when it lies down the drift.
    """
    run, met = distance, ""
    for name, other in others:
        far = _until_against(pose, course, run, other, half_length, half_beam, touch)
        if far < run:
            run, met = far, name
    return run, met


def _until_against(
    pose: Pose, course: float, run: float, other: Pose, half_length: float, half_beam: float, touch: float
) -> float:
    angle = math.radians(course)
    down = (other.x - pose.x) * math.sin(angle) + (other.y - pose.y) * math.cos(angle)
    clear = gap(pose, other, half_length, half_beam)
    if clear <= touch + SLACK:
        return 0.0 if down > _NEAR else run
    far = 0.0
    while far < run:
        # Drifting on by less than the gap can never touch.
        far = min(far + max(clear - touch, _LEAST_STEP), run)
        clear = gap(drifted(pose, course, far), other, half_length, half_beam)
        if clear <= touch + _NEAR:
            return far if far < run else run - _NEAR
    return run
