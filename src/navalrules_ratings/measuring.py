"""How hulls lie to each other on the plane, in MU: the gap between two outlines, and who is run into."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

from navalrules import Pose
from navalrules.geometry import line_blocked

_LEAST_STEP: Final = 0.02
_NEAR: Final = 1e-6


def gap(a: Pose, b: Pose, half_length: float, half_beam: float) -> float:
    """MU from the nearest point of one oblong hull to the nearest of another; 0 where they overlap."""
    angle = math.radians(a.heading)
    sin, cos = math.sin(angle), math.cos(angle)
    east, north = b.x - a.x, b.y - a.y
    turned = math.radians(b.heading - a.heading)
    turn_sin, turn_cos = math.sin(turned), math.cos(turned)
    x, y = east * cos - north * sin, east * sin + north * cos
    there = _corners_off(x, y, turn_sin, turn_cos, half_length, half_beam)
    back = _corners_off(
        y * turn_sin - x * turn_cos,
        -x * turn_sin - y * turn_cos,
        -turn_sin,
        turn_cos,
        half_length,
        half_beam,
    )
    found = math.sqrt(min(there, back))
    if found and x * x + y * y < 4 * half_length * half_length and _crossed(a, b, half_length, half_beam):
        return 0.0
    return round(found, 6)


def _corners_off(x: float, y: float, sin: float, cos: float, half_length: float, half_beam: float) -> float:
    """The least squared distance from a hull at the origin, head up, to the corners of one at (x, y)."""
    best = math.inf
    ahead_x, ahead_y, beam_x, beam_y = half_length * sin, half_length * cos, half_beam * cos, half_beam * sin
    for corner_x, corner_y in (
        (x + ahead_x + beam_x, y + ahead_y - beam_y),
        (x + ahead_x - beam_x, y + ahead_y + beam_y),
        (x - ahead_x + beam_x, y - ahead_y - beam_y),
        (x - ahead_x - beam_x, y - ahead_y + beam_y),
    ):
        off_x = abs(corner_x) - half_beam
        off_y = abs(corner_y) - half_length
        square = (off_x * off_x if off_x > 0 else 0.0) + (off_y * off_y if off_y > 0 else 0.0)
        best = min(best, square)
    return best


def _crossed(a: Pose, b: Pose, half_length: float, half_beam: float) -> bool:
    """Whether the keel of one runs through the other: two hulls laid as a cross have no corner inside."""
    bow, stern = a.moved(half_length), a.moved(-half_length)
    return line_blocked(bow, stern, b, half_length, half_beam)


def run_into(
    pose: Pose,
    distance: float,
    others: Iterable[tuple[str, Pose]],
    half_length: float,
    half_beam: float,
    touch: float,
) -> tuple[float, str]:
    """How far a hull gets on its heading before it touches another, and which; ("" when none).

    A ship that she touches already is in her way only when it lies ahead of her beam.
    """
    angle = math.radians(pose.heading)
    sin, cos = math.sin(angle), math.cos(angle)
    reach = 2 * math.hypot(half_length, half_beam) + touch
    run, met = distance, ""
    for name, other in others:
        east, north = other.x - pose.x, other.y - pose.y
        ahead = east * sin + north * cos
        abeam = east * cos - north * sin
        nearest = min(max(ahead, 0.0), run)
        if (ahead - nearest) ** 2 + abeam * abeam > reach * reach:
            continue
        far = _until_touch(pose, run, other, ahead, half_length, half_beam, touch)
        if far < run:
            run, met = far, name
    return run, met


def _until_touch(
    pose: Pose, run: float, other: Pose, ahead: float, half_length: float, half_beam: float, touch: float
) -> float:
    clear = gap(pose, other, half_length, half_beam)
    if clear <= touch + _NEAR:
        return 0.0 if ahead > _NEAR else run
    far = 0.0
    while far < run:
        # Moving on by less than the gap can never touch.
        far += max(clear - touch, _LEAST_STEP)
        if far >= run:
            break
        clear = gap(pose.moved(far), other, half_length, half_beam)
        if clear <= touch + _NEAR:
            return far
    return run if gap(pose.moved(run), other, half_length, half_beam) > touch + _NEAR else run - _NEAR
