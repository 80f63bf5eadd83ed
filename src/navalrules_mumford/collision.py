"""Collisions: where hulls first touch, and how the rest of both moves is spent (MUM-COLL)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

import attrs

from navalrules import Ruling, ruling
from navalrules_mumford.motion import Motion, placer
from navalrules_mumford.orders import STRAIGHT, Bend
from navalrules_mumford.ship import PORT, STARBOARD, MumfordShip
from navalrules_mumford.sighting import Spot, overlap
from navalrules_mumford.steering import turn_to

_FIFTHS: Final = 5.0
_STEP: Final = 0.125
_ALIKE: Final = 1e-3
_SPARE: Final = 1e-4
MOST: Final = 64


@attrs.define
class Touch:
    """Two ships that touch, when (in fifths from the start of the move)."""

    time: float
    one: str
    other: str


@ruling("MUM-COLL-02")
def first_touch(a: MumfordShip, b: MumfordShip, one: Motion, other: Motion) -> float | None:
    """The first moment at which two hulls touch, both running evenly; None if they never do.

    Ships that lie hull to hull as the move begins are already in contact and do not collide again.
    """
    if keep_apart(a, b, one, other) or overlap(Spot(a, one.start), Spot(b, other.start), 1e-3):
        return None
    reach = a.record.corner + b.record.corner
    here, there = placer(one.start, one.bends), placer(other.start, other.bends)
    fastest = max(_fastest(one) + _fastest(other), 1e-9)
    time = 0.0
    while time < _FIFTHS:
        time = min(time + _STEP, _FIFTHS)
        p, q = here(one.inches(time)), there(other.inches(time))
        spare = math.hypot(p.x - q.x, p.y - q.y) - reach
        if spare > 0:
            time += max(spare / fastest - _STEP, 0.0)
        elif overlap(Spot(a, p), Spot(b, q)):
            return _narrowed(a, b, one, other, max(time - _STEP, 0.0), time)
    return None


def keep_apart(a: MumfordShip, b: MumfordShip, one: Motion, other: Motion) -> bool:
    """Whether two hulls certainly never touch, by where both are after each fifth and what they ran in it.

    From one moment to another what lies between two centres is never below the mean of what it is at both,
    less half of what both run; where that does not tell, how the hulls lie is looked at too.
    """
    reach = a.record.corner + b.record.corner
    twice = 2 * reach + _SPARE
    p, q, r, s = one.start, other.start, one.way[-1], other.way[-1]
    begun, ended = math.hypot(p.x - q.x, p.y - q.y), math.hypot(r.x - s.x, r.y - s.y)
    if begun + ended - one.gone[-1] - other.gone[-1] > twice:
        return True
    run = 0.0
    for fifth, (p, q, far, too) in enumerate(zip(one.way, other.way, one.gone, other.gone, strict=True)):
        ended = math.hypot(p.x - q.x, p.y - q.y)
        if begun + ended - (far + too - run) <= twice and not _clear(a, b, one, other, fifth):
            return False
        begun, run = ended, far + too
    return True


def _clear(a: MumfordShip, b: MumfordShip, one: Motion, other: Motion, fifth: int) -> bool:
    """Whether a line square to that from the one ship to the other parts both hulls all through a fifth."""
    (p, q), (r, s) = one.ends(fifth), other.ends(fifth)
    east, north = (r.x + s.x - p.x - q.x) / 2, (r.y + s.y - p.y - q.y) / 2
    apart = math.hypot(east, north)
    if apart < _SPARE:
        return False
    east, north = east / apart, north / apart
    return apart - _spread(a, one, fifth, east, north) - _spread(b, other, fifth, east, north) > _SPARE


def _spread(ship: MumfordShip, motion: Motion, fifth: int, east: float, north: float) -> float:
    """The most inches that any part of her lies in one direction, or against it, in a fifth from midway
    between where she is before it and after it.

    Her centre keeps within the ellipse about both places that her run spans; and as she turns, no part of
    her hull goes farther than its corners do.
    """
    before, after = motion.ends(fifth)
    run, turned = motion.stretch(fifth)
    across = (after.x - before.x) * north - (after.y - before.y) * east
    strays = math.sqrt(max(run * run - across * across, 0.0))
    hull = _half(ship, before.heading, east, north) + _half(ship, after.heading, east, north)
    return (strays + hull + ship.record.corner * math.radians(turned)) / 2


def _half(ship: MumfordShip, heading: float, east: float, north: float) -> float:
    """Inches from her centre to the part of her hull that lies farthest in a direction."""
    angle = math.radians(heading)
    sin, cos = math.sin(angle), math.cos(angle)
    record = ship.record
    along, aside = abs(east * sin + north * cos), abs(east * cos - north * sin)
    return (record.length * along + record.beam * aside) / 2


def _narrowed(
    a: MumfordShip, b: MumfordShip, one: Motion, other: Motion, apart: float, touching: float
) -> float:
    for _ in range(24):
        if round(apart, 6) == round(touching, 6):
            break
        middle = (apart + touching) / 2
        if overlap(Spot(a, one.at(middle)), Spot(b, other.at(middle))):
            touching = middle
        else:
            apart = middle
    return round(touching, 6)


def _fastest(motion: Motion) -> float:
    before, most = 0.0, 0.0
    for gone in motion.gone:
        most, before = max(most, gone - before), gone
    return most


@ruling("MUM-COLL-03", "MUM-COLL-01")
def after_touch(one: Motion, other: Motion, time: float) -> tuple[Motion, Motion, Ruling]:
    """Each halves what is left of her move and turns over it to midway between the two courses; no damage.

    Courses opposite: both stop; the same course: the faster takes the slower's speed; against a ship
    that lies still the mover stops (MUM-GAP-22).
    """
    p, q = one.at(time), other.at(time)
    left = [each.gone[-1] - each.inches(time) for each in (one, other)]
    turned = turn_to(p.heading, q.heading)
    if min(left) <= 1e-9 or abs(abs(turned) - 180.0) < _ALIKE:
        return one.cut(time, (), 0.0), other.cut(time, (), 0.0), Ruling("MUM-COLL-03", "stop")
    if abs(turned) < _ALIKE:
        slow = min(left)
        return one.cut(time, (), slow), other.cut(time, (), slow), Ruling("MUM-COLL-03", "slower")
    halves = [round(each / 2, 9) for each in left]
    first = _turn_away(turned / 2, halves[0])
    second = _turn_away(-turned / 2, halves[1])
    return (
        one.cut(time, (first,), halves[0]),
        other.cut(time, (second,), halves[1]),
        Ruling("MUM-COLL-03", "midway", also=("MUM-COLL-01",)),
    )


def _turn_away(turn: float, inches: float) -> Bend:
    if not turn:
        return Bend(STRAIGHT, inches)
    return Bend(STARBOARD if turn > 0 else PORT, inches, abs(turn))


POINTS = (first_touch, after_touch)


Find = Callable[[MumfordShip, MumfordShip, Motion, Motion], float | None]
"""`first_touch` as it is in force."""
Spend = Callable[[Motion, Motion, float], tuple[Motion, Motion, Ruling]]
"""`after_touch` as it is in force."""


def near(ships: Mapping[str, MumfordShip], motions: Mapping[str, Motion]) -> list[tuple[str, str]]:
    """Pairs of which one moves at least, near enough to meet."""
    found = []
    seen: list[tuple[str, float, float, float, float]] = []
    for other, motion in motions.items():
        record, start, gone = ships[other].record, motion.start, motion.gone[-1]
        x, y, reach = start.x, start.y, gone + (record.length + record.beam) / 2
        for one, east, north, far, inches in seen:
            most = far + reach
            if abs(east - x) <= most and abs(north - y) <= most and (gone or inches):
                found.append((one, other))
        seen.append((other, x, y, reach, gone))
    return found


class Collisions:
    """Finds the collisions of a move, of ships `near` each other, in the order of time, and changes the moves
    accordingly."""

    def __init__(
        self,
        ships: Mapping[str, MumfordShip],
        motions: dict[str, Motion],
        meetings: list[tuple[str, str]],
    ) -> None:
        self.ships, self.motions, self.meetings = ships, motions, meetings
        self.done: set[tuple[str, str]] = set()
        self.touches: list[tuple[Touch, Ruling]] = []

    def settle(self, find: Find, spend: Spend) -> list[tuple[Touch, Ruling]]:
        """All collisions of the move; `find` and `spend` are the two rulings in force."""
        found = self._found(self.meetings, find)
        while found and len(self.touches) < MOST:
            touch = min(found, key=lambda each: (each.time, each.one, each.other))
            self._spend(touch, spend)
            both = {touch.one, touch.other}
            found = [each for each in found if not both & {each.one, each.other}]
            found += self._found([pair for pair in self.meetings if both & set(pair)], find, touch.time)
        return self.touches

    def _found(self, pairs: list[tuple[str, str]], find: Find, after: float = 0.0) -> list[Touch]:
        found = []
        for one, other in pairs:
            if (one, other) in self.done:
                continue
            if not self.motions[one].gone[-1] and not self.motions[other].gone[-1]:
                continue
            time = find(self.ships[one], self.ships[other], self.motions[one], self.motions[other])
            if time is not None:
                found.append(Touch(max(time, after), one, other))
        return found

    def _spend(self, touch: Touch, spend: Spend) -> None:
        self.done.add((touch.one, touch.other))
        one, other = self.motions[touch.one], self.motions[touch.other]
        first, second, ruled = spend(one, other, touch.time)
        self.motions[touch.one], self.motions[touch.other] = first, second
        self.touches.append((touch, ruled))
