"""A path as it is run: bends of a circle and straights, any place on it by the inches gone. Pure geometry."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Final

from navalrules import Pose
from navalrules_mumford.orders import STRAIGHT, Bend
from navalrules_mumford.ship import PORT, STARBOARD

_TINY: Final = 1e-9
_POSE: Final = 1e9
"""`round(x * _POSE) / _POSE` is `rounded(x)` without a call: poses are made by the thousand."""

_RADIAN: Final = math.pi / 180.0
"""`degrees * _RADIAN` is what `math.radians` makes of them, without a call."""

SIGN: Final = {STRAIGHT: 0, PORT: -1, STARBOARD: 1}
_STRAIGHT_ON: Final = Bend(STRAIGHT, math.inf)


def placer(start: Pose, bends: Iterable[Bend]) -> Callable[[float], Pose]:
    """A function that tells where she is after so many inches of a path, none fewer than those before."""
    path = _along(start, bends)
    next(path)
    return path.send


def _along(start: Pose, bends: Iterable[Bend]) -> Generator[Pose, float, None]:
    """Yields her poses on a path for the inches gone that it is sent; beyond its end she runs straight on."""
    left = yield start
    x, y, heading = start.x, start.y, start.heading
    run: list[float] = []
    for bend in (*bends, _STRAIGHT_ON):
        length, turn = bend.distance, SIGN[bend.helm] * bend.turn
        pivot = length <= _TINY
        # How far to starboard the middle of her circle is, negative to port, 0 where there is none.
        middle = 0.0 if pivot or abs(turn) <= _TINY else length / (turn * _RADIAN)
        angle = heading * _RADIAN
        sin, cos = math.sin(angle), math.cos(angle)
        course = heading if heading == start.heading else round(heading % 360.0, 9) % 360.0
        while left < length:
            head = course
            if left <= _TINY:
                east = north = 0.0
            elif middle:
                part = turn * (left / length)
                after = angle + part * _RADIAN
                east, north = middle * (cos - math.cos(after)), middle * (math.sin(after) - sin)
                head = round((heading + part) % 360.0, 9) % 360.0
            else:
                east, north = left * sin, left * cos
            left = yield Pose(round((x + east) * _POSE) / _POSE, round((y + north) * _POSE) / _POSE, head)
            for each in run:
                left -= each
        left -= length
        run.append(length)
        if middle:
            after = angle + turn * _RADIAN
            x, y = x + middle * (cos - math.cos(after)), y + middle * (math.sin(after) - sin)
        elif not pivot:
            x, y = x + length * sin, y + length * cos
        if middle or pivot:
            heading += turn


def turned(bends: Sequence[Bend], distance: float) -> float:
    """Degrees turned (clockwise positive) after `distance` inches of a path."""
    total, left = 0.0, distance
    for bend in bends:
        length, turn = bend.distance, SIGN[bend.helm] * bend.turn
        if left < length:
            # A pivot after a bend that is not yet run waits for its end.
            if left > _TINY:
                total += turn * (left / length)
            break
        total += turn
        left -= length
    return round(total, 9)


def arc(helm: str, degrees: float, radius: float) -> Bend:
    """A bend on the circle of the disc."""
    return Bend(helm, round(math.radians(degrees) * radius, 9), degrees)


class Motion:
    """One ship's move: where she starts, her path, and the inches gone after each fifth; it never changes."""

    __slots__ = ("_turned", "_way", "bends", "gone", "start")

    def __init__(
        self, start: Pose, bends: tuple[Bend, ...], gone: Sequence[float], way: tuple[Pose, ...] = ()
    ) -> None:
        self.start = start
        self.bends = bends
        self.gone = gone
        self._way = way
        self._turned = None if bends else 0.0

    @property
    def way(self) -> tuple[Pose, ...]:
        """Her poses after each fifth."""
        if not self._way:
            place = placer(self.start, self.bends)
            self._way = tuple([place(inches) for inches in self.gone])
        return self._way

    @property
    def turned(self) -> float:
        """Degrees turned in all, clockwise positive."""
        if self._turned is None:
            self._turned = turned(self.bends, self.gone[-1])
        return self._turned

    def at(self, time: float) -> Pose:
        """The pose at a time from 0 to 5 fifths; she runs evenly within each (MUM-GAP-05)."""
        return placer(self.start, self.bends)(self.inches(time))

    def inches(self, time: float) -> float:
        """Inches gone at a time from 0 to 5 fifths."""
        fifth = int(time)
        if fifth >= len(self.gone):
            # As it is: a sum might fall short by a hair, and a pivot waits for the end of the bend before it.
            return self.gone[-1]
        before = self.gone[fifth - 1] if fifth else 0.0
        return before + (self.gone[fifth] - before) * (time - fifth)

    def ends(self, fifth: int) -> tuple[Pose, Pose]:
        """Her poses before and after a fifth, counted from 0."""
        return self.way[fifth - 1] if fifth else self.start, self.way[fifth]

    def stretch(self, fifth: int) -> tuple[float, float]:
        """Inches gone in a fifth, counted from 0, and the most degrees that she turns in it."""
        begun, ended = self.gone[fifth - 1] if fifth else 0.0, self.gone[fifth]
        turned = start = 0.0
        for bend in self.bends:
            end = start + bend.distance
            if begun - _TINY <= end and start <= ended + _TINY:
                inches = min(end, ended) - max(start, begun) + _TINY
                turned += bend.turn * min(inches / bend.distance, 1.0) if bend.distance > _TINY else bend.turn
            start = end
        return ended - begun, turned

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
