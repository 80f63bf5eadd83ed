"""MUM-COLL: where two hulls touch, and how the rest of both moves is spent."""

from __future__ import annotations

import math
import random

import pytest
from sea import made

import navalrules as nr
from navalrules_mumford.collision import after_touch, first_touch, keep_apart
from navalrules_mumford.motion import Motion, arc
from navalrules_mumford.orders import Bend
from navalrules_mumford.ship import MumfordShip
from navalrules_mumford.sighting import Spot, overlap

ENGLISH, FRENCH = made("british-74-3rd-rate"), made("french-74-3rd-rate")


def motion(x: float, y: float, heading: float, inches: float) -> Motion:
    """A ship that runs straight and evenly."""
    return Motion(nr.Pose(x, y, heading), (), [inches * fifth / 5 for fifth in range(1, 6)])


def touched(one: MumfordShip, other: MumfordShip, own: Motion, its: Motion) -> float:
    """When two ships touch that do."""
    time = first_touch(one, other, own, its)
    assert time is not None
    return time


@pytest.mark.rule("MUM-COLL-04", "MUM-COLL-03", "MUM-COLL-01")
def test_the_printed_example() -> None:
    north = Motion(nr.Pose(0, 0, 0), (), [1.6, 3.2, 4.8, 5.4, 6.0])
    east = motion(-5, 4, 90, 6)
    assert (north.inches(2.5), east.inches(2.5)) == (4.0, 3.0)
    first, second, ruled = after_touch(north, east, 2.5)
    assert first.gone[-1] == pytest.approx(4 + 1)
    assert second.gone[-1] == pytest.approx(3 + 1.5)
    assert first.at(5).heading == pytest.approx(45)
    assert second.at(5).heading == pytest.approx(45)
    assert ruled.rule == "MUM-COLL-03"
    assert "MUM-COLL-01" in ruled.also


@pytest.mark.rule("MUM-COLL-03")
def test_midway_is_the_short_way_round() -> None:
    first, second, _ = after_touch(motion(0, 0, 350, 5), motion(4, 0, 330, 5), 2)
    assert (first.at(5).heading, second.at(5).heading) == pytest.approx((340, 340))


@pytest.mark.rule("MUM-COLL-02", "MUM-COLL-03")
def test_head_on_both_stop() -> None:
    north, south = motion(0, 0, 0, 5), motion(0, 9.5, 180, 5)
    time = touched(ENGLISH, FRENCH, north, south)
    assert time == pytest.approx(3.0, abs=1e-5)  # 9.5 less two half lengths of 1.75, at two inches a fifth
    first, second, _ = after_touch(north, south, time)
    assert (first.gone[-1], second.gone[-1]) == pytest.approx((3, 3), abs=1e-4)


@pytest.mark.rule("MUM-COLL-02", "MUM-COLL-03")
def test_overtaking_the_faster_takes_the_slower_speed() -> None:
    slow, fast = motion(0, 5.5, 0, 2), motion(0, 0, 0, 7)
    time = touched(FRENCH, ENGLISH, slow, fast)
    assert time == pytest.approx(2.0, abs=1e-5)
    first, second, _ = after_touch(slow, fast, time)
    assert first.gone[-1] == pytest.approx(2.0, abs=1e-4)
    assert second.gone[-1] == pytest.approx(2.8 + 1.2, abs=1e-4)


@pytest.mark.rule("MUM-COLL-02", "MUM-COLL-03")
def test_against_a_ship_that_lies_still_the_mover_stops() -> None:
    still, mover = motion(0, 6.5, 90, 0), motion(0, 0, 0, 5)
    time = touched(FRENCH, ENGLISH, still, mover)
    assert time == pytest.approx(6.5 - 1.75 - 0.5, abs=1e-5)
    first, second, _ = after_touch(still, mover, time)
    assert first.gone[-1] == 0
    assert second.gone[-1] == pytest.approx(4.25, abs=1e-4)


@pytest.mark.rule("MUM-COLL-02")
def test_ships_that_pass_clear_do_not_touch() -> None:
    assert first_touch(ENGLISH, FRENCH, motion(0, 0, 0, 5), motion(1.1, 9, 180, 5)) is None
    assert first_touch(ENGLISH, FRENCH, motion(0, 0, 0, 5), motion(0.9, 9, 180, 5)) is not None


@pytest.mark.rule("MUM-COLL-02")
def test_hulls_that_are_said_to_keep_apart_never_meet() -> None:
    # What is ruled out at a glance, by where both ships are after each fifth, is looked for in between.
    chance, close = random.Random(74), 0
    for _ in range(2000):
        pair = []
        for _ in range(2):
            start = nr.Pose(chance.uniform(-4, 4), chance.uniform(-4, 4), chance.uniform(0, 360))
            bends = (arc(chance.choice(("port", "starboard")), chance.uniform(0, 180), 1.0),)
            speed = chance.uniform(0, 1.6)
            pair.append(Motion(start, bends, [speed * fifth for fifth in range(1, 6)]))
        one, other = pair
        if keep_apart(ENGLISH, FRENCH, one, other):
            times = [k / 8 for k in range(41)]
            places = [(Spot(ENGLISH, one.at(time)), Spot(FRENCH, other.at(time))) for time in times]
            assert not any(overlap(p, q) for p, q in places)
            close += min(math.hypot(p.x - q.x, p.y - q.y) for p, q in places) < 3.5
    assert close > 20


def test_she_has_gone_all_the_way_at_the_end_of_her_last_fifth() -> None:
    # 0.617148424 and what lies between is a hair less than the bend; then her head would not come round.
    bend = arc("port", 88.4, 2.0)
    gone = [0.061714842, 0.154287106, 0.308574212, 0.617148424, bend.distance]
    about = Motion(nr.Pose(0, 0, 0), (bend, Bend("port", 0.0, 45.0)), gone)
    assert about.inches(5.0) == bend.distance
    assert about.at(5.0) == about.way[-1]
