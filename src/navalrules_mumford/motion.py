"""A path as it is run: bends of a circle and straights, any place on it by the inches gone. Pure geometry."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

from navalrules import Pose, rounded
from navalrules_mumford.orders import STRAIGHT, Bend
from navalrules_mumford.ship import PORT, STARBOARD

_TINY: Final = 1e-9
SIGN: Final = {STRAIGHT: 0, PORT: -1, STARBOARD: 1}


def along(start: Pose, bends: Iterable[Bend], distance: float) -> Pose:
    """The pose after `distance` inches of a path; what is beyond its end is run straight on."""
    if distance <= 0.0 and not bends:
        return start
    x, y, heading, left = start.x, start.y, start.heading, distance
    for bend in bends:
        if left <= _TINY < bend.distance:
            break
        part = min(bend.distance, left)
        x, y, heading = _run(x, y, heading, bend, part)
        left -= part
        if part < bend.distance - _TINY:
            break
    if left > _TINY:
        angle = math.radians(heading)
        x, y = x + left * math.sin(angle), y + left * math.cos(angle)
    if heading != start.heading:
        heading = round(heading % 360.0, 9) % 360.0
    return Pose(rounded(x), rounded(y), heading)


def _run(x: float, y: float, heading: float, bend: Bend, part: float) -> tuple[float, float, float]:
    sign = SIGN[bend.helm]
    angle = math.radians(heading)
    if not sign or bend.turn <= _TINY:
        return x + part * math.sin(angle), y + part * math.cos(angle), heading
    turned = bend.turn * (part / bend.distance if bend.distance > _TINY else 1.0)
    if bend.distance <= _TINY:
        return x, y, heading + sign * turned
    radius = bend.distance / math.radians(bend.turn)
    after = angle + sign * math.radians(turned)
    x += sign * radius * (math.cos(angle) - math.cos(after))
    y += sign * radius * (math.sin(after) - math.sin(angle))
    return x, y, heading + sign * turned


def turned(bends: Sequence[Bend], distance: float) -> float:
    """Degrees turned (clockwise positive) after `distance` inches of a path."""
    total, left = 0.0, distance
    for bend in bends:
        if left <= _TINY < bend.distance:
            break
        part = min(bend.distance, left)
        share = part / bend.distance if bend.distance > _TINY else 1.0
        total += SIGN[bend.helm] * bend.turn * share
        left -= part
        if part < bend.distance - _TINY:
            # A pivot after a bend that is not yet run waits for its end.
            break
    return round(total, 9)


def arc(helm: str, degrees: float, radius: float) -> Bend:
    """A bend on the circle of the disc."""
    return Bend(helm, round(math.radians(degrees) * radius, 9), degrees)


class Motion:
    """One ship's move: where she starts, her path, and the inches gone after each fifth."""

    __slots__ = ("bends", "gone", "start")

    def __init__(self, start: Pose, bends: tuple[Bend, ...], gone: Sequence[float]) -> None:
        self.start = start
        self.bends = bends
        self.gone = list(gone)

    def at(self, time: float) -> Pose:
        """The pose at a time from 0 to 5 fifths; she runs evenly within each (MUM-GAP-05)."""
        return along(self.start, self.bends, self.inches(time))

    def inches(self, time: float) -> float:
        """Inches gone at a time from 0 to 5 fifths."""
        fifth = min(int(time), len(self.gone) - 1)
        before = self.gone[fifth - 1] if fifth else 0.0
        return before + (self.gone[fifth] - before) * (time - fifth)

    def cut(self, time: float, bends: tuple[Bend, ...], more: float) -> Motion:
        """The move up to `time`, then `more` inches along `bends`, run evenly to its end."""
        far = self.inches(time)
        kept, left = [], far
        for bend in self.bends:
            if left <= _TINY < bend.distance:
                break
            part = min(bend.distance, left)
            share = part / bend.distance if bend.distance > _TINY else 1.0
            kept.append(Bend(bend.helm, part, bend.turn * share))
            left -= part
            if part < bend.distance - _TINY:
                break
        if left > _TINY:
            kept.append(Bend(STRAIGHT, left))
        gone = [
            self.gone[k]
            if k + 1 <= time
            else round(far + more * (k + 1 - time) / max(len(self.gone) - time, _TINY), 9)
            for k in range(len(self.gone))
        ]
        return Motion(self.start, (*kept, *bends), gone)
