import math
import random as seeded

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from navalrules.compass import Wind
from navalrules.geometry import (
    HELMS,
    Leg,
    Pose,
    Track,
    bearing,
    contact,
    distance,
    keel_angle,
    line_blocked,
    mirrored,
    relative_bearing,
    rotated,
    travel,
    weather_gauge,
)

NOTCH = 22.5
ORIGIN = Pose(0.0, 0.0, 0.0)
COORDINATES = st.integers(-100_000, 100_000).map(lambda milli: milli / 1000)
HEADINGS = st.integers(0, 15).map(lambda notch: notch * NOTCH)
POSES = st.builds(Pose, COORDINATES, COORDINATES, HEADINGS)
TURNS = st.integers(0, 15).map(lambda notch: notch * NOTCH)
TRAVELS = st.integers(0, 48).map(lambda quarter: quarter / 4)
LEGS = st.lists(st.builds(Leg, st.sampled_from(HELMS), TRAVELS), max_size=6)
INTERVALS = st.sampled_from([0.25, 1.0, 1.5, 3.0])
OTHER_HAND = {"port": "starboard", "starboard": "port", "straight": "straight"}


def apart(a: float, b: float) -> float:
    return abs((a - b + 180) % 360 - 180)


def same(a: Pose, b: Pose, within: float = 1e-6) -> bool:
    return math.hypot(a.x - b.x, a.y - b.y) <= within and apart(a.heading, b.heading) <= within


def length(track: Track) -> float:
    return math.fsum(
        math.dist((a.x, a.y), (b.x, b.y)) for a, b in zip(track.poses, track.poses[1:], strict=False)
    )


# Poses


@pytest.mark.parametrize(("heading", "x", "y"), [(0, 0, 2), (90, 2, 0), (180, 0, -2), (270, -2, 0)])
def test_a_ship_moves_where_she_heads(heading: float, x: float, y: float) -> None:
    assert Pose(0.0, 0.0, heading).moved(2) == Pose(x, y, heading)
    assert Pose(0.0, 0.0, heading).moved(-2) == Pose(-x, -y, heading)


@given(POSES, TRAVELS)
def test_ahead_and_astern_bring_her_back(pose: Pose, run: float) -> None:
    assert same(pose.moved(run).moved(-run), pose, 1e-8)
    assert distance(pose, pose.moved(run)) == pytest.approx(run, abs=1e-6)


@pytest.mark.parametrize(("by", "heading"), [(22.5, 12.5), (-20, 330), (370, 0), (0, 350), (-350, 0)])
def test_a_turn_is_clockwise_and_stays_on_the_compass(by: float, heading: float) -> None:
    assert Pose(1.0, 2.0, 350.0).turned(by) == Pose(1.0, 2.0, heading)


def test_a_heading_that_rounds_to_360_is_0() -> None:
    assert Pose(0.0, 0.0, 0.0).turned(-1e-12).heading == 0.0


def test_no_pose_holds_a_minus_nought() -> None:
    for pose in (
        ORIGIN.moved(-0.0),
        Pose(0.0, 5.0, 180.0).moved(5),
        mirrored(ORIGIN),
        rotated(Pose(0.0, 1.0, 0.0), 360),
    ):
        assert "-0.0" not in repr(pose)


# Measures


@pytest.mark.parametrize(
    ("x", "y", "true"),
    [(0, 1, 0), (1, 1, 45), (1, 0, 90), (1, -1, 135), (0, -1, 180), (-1, 0, 270), (-1, 1, 315)],
)
def test_true_bearings_run_clockwise_from_north(x: float, y: float, true: float) -> None:
    assert bearing(ORIGIN, Pose(x, y, 77.0)) == true
    assert distance(ORIGIN, Pose(x, y, 77.0)) == round(math.hypot(x, y), 6)


@pytest.mark.parametrize(("heading", "seen"), [(0, 90), (90, 0), (180, 270), (270, 180), (45, 45)])
def test_relative_bearings_count_from_the_bow(heading: float, seen: float) -> None:
    assert relative_bearing(Pose(0.0, 0.0, heading), Pose(3.0, 0.0, 0.0)) == seen


@pytest.mark.parametrize("x", [0.0, -0.0])
@pytest.mark.parametrize("y", [0.0, -0.0])
def test_ships_in_one_place_bear_nought(x: float, y: float) -> None:
    assert bearing(ORIGIN, Pose(x, y, 90.0)) == 0.0
    assert relative_bearing(Pose(0.0, 0.0, 135.0), Pose(x, y, 90.0)) == 0.0


def test_a_bearing_that_rounds_to_360_is_0() -> None:
    assert bearing(ORIGIN, Pose(-1e-9, 1.0, 0.0)) == 0.0
    assert relative_bearing(ORIGIN, Pose(-1e-9, 1.0, 0.0)) == 0.0


@given(POSES, POSES)
def test_a_bearing_and_a_distance_lead_to_the_other_ship(a: Pose, b: Pose) -> None:
    there = Pose(a.x, a.y, bearing(a, b)).moved(distance(a, b))
    assert math.hypot(there.x - b.x, there.y - b.y) < 1e-4
    assert distance(a, b) == distance(b, a)


@given(POSES, POSES, TURNS)
def test_turning_the_plane_changes_no_relative_measure(a: Pose, b: Pose, degrees: float) -> None:
    c, d = rotated(a, degrees), rotated(b, degrees)
    assert distance(c, d) == pytest.approx(distance(a, b), abs=2e-6)
    if distance(a, b) > 0.1:
        assert apart(relative_bearing(c, d), relative_bearing(a, b)) <= 2e-6
        assert apart(bearing(c, d), bearing(a, b) + degrees) <= 2e-6


@given(POSES, POSES)
def test_a_mirror_changes_port_and_starboard_and_nothing_else(a: Pose, b: Pose) -> None:
    c, d = mirrored(a), mirrored(b)
    assert distance(c, d) == distance(a, b)
    if distance(a, b) > 0.1:
        assert apart(relative_bearing(c, d), -relative_bearing(a, b)) <= 2e-6
        assert keel_angle(relative_bearing(c, d)) == pytest.approx(
            keel_angle(relative_bearing(a, b)), abs=2e-6
        )


@pytest.mark.parametrize(
    ("relative", "angle"),
    [(0, 0), (45, 45), (90, 90), (135, 45), (180, 0), (225, 45), (270, 90), (337.5, 22.5)],
)
def test_the_keel_angle_folds_bow_and_stern_port_and_starboard(relative: float, angle: float) -> None:
    assert keel_angle(relative) == angle


@given(st.integers(0, 360_000_000).map(lambda micro: micro / 1e6))
@example(22.6)
def test_the_keel_angle_is_the_very_same_from_bow_stern_and_either_side(relative: float) -> None:
    angle = keel_angle(relative)
    assert 0 <= angle <= 90
    assert keel_angle(round(360 - relative, 6)) == angle
    assert keel_angle(round((relative + 180) % 360, 6)) == angle


@pytest.mark.parametrize(("within", "touching"), [(5, True), (4.999, False), (5.001, True), (0, False)])
def test_contact_is_from_centre_to_centre(within: float, touching: bool) -> None:
    assert contact(ORIGIN, Pose(3.0, 4.0, 0.0), within) is touching


# The weather gauge


@pytest.mark.parametrize(
    ("wind", "gauge"), [(0, 1), (45, 1), (180, -1), (135, -1), (90, 0), (270, 0), (89.9, 1), (90.1, -1)]
)
def test_who_lies_to_windward_has_the_gauge(wind: float, gauge: int) -> None:
    assert weather_gauge(Pose(7.0, 5.0, 33.0), Pose(7.0, 2.0, 44.0), Wind(wind, 4)) == gauge


@given(POSES, POSES, HEADINGS, TURNS)
def test_one_side_has_the_gauge_however_the_plane_is_turned(a: Pose, b: Pose, wind: float, by: float) -> None:
    gauge = weather_gauge(a, b, Wind(wind, 4))
    assert weather_gauge(b, a, Wind(wind, 4)) == -gauge
    assert weather_gauge(rotated(a, by), rotated(b, by), Wind((wind + by) % 360, 4)) == gauge
    assert weather_gauge(mirrored(a), mirrored(b), Wind(-wind % 360, 4)) == gauge


# Lines of fire


@pytest.mark.parametrize(
    ("x", "y", "heading", "blocked"),
    [
        *((5, 0, 0, True), (5, 2.9, 0, True), (5, 3.1, 0, False), (5, 0.9, 90, True), (5, 1.1, 90, False)),
        *((-2, 0, 0, False), (-2, 0, 90, True), (12, 0, 0, False), (5, 2, 45, True), (5, 3, 45, False)),
        *((5, 3, 0, True), (5, 1, 90, True), (0, 0, 0, True)),
    ],
)
def test_a_hull_across_the_line_blocks_it(x: float, y: float, heading: float, blocked: bool) -> None:
    assert line_blocked(ORIGIN, Pose(10.0, 0.0, 0.0), Pose(x, y, heading), 3.0, 1.0) is blocked


def test_a_line_of_no_length_is_blocked_only_inside_the_hull() -> None:
    assert line_blocked(ORIGIN, ORIGIN, Pose(0.5, 2.0, 0.0), 3.0, 1.0)
    assert not line_blocked(ORIGIN, ORIGIN, Pose(1.5, 2.0, 0.0), 3.0, 1.0)


@pytest.mark.parametrize("scale", [0.1, 0.7, 1.0, 3.3])
def test_a_line_through_a_corner_is_judged_alike_from_both_ends(scale: float) -> None:
    steps = [scale * step for step in range(-8, 9, 2)]
    for x0, y0, x1, y1 in ((x0, y0, x1, y1) for x0 in steps for y0 in steps for x1 in steps for y1 in steps):
        a, b = Pose(x0, y0, 0.0), Pose(x1, y1, 0.0)
        assert line_blocked(a, b, ORIGIN, 3 * scale, scale) is line_blocked(b, a, ORIGIN, 3 * scale, scale)


def clear_of_every_edge(a: Pose, b: Pose, third: Pose) -> bool:
    """Whether growing or shrinking the hull by a hair would not change the answer."""
    return line_blocked(a, b, third, 3.001, 1.001) is line_blocked(a, b, third, 2.999, 0.999)


@given(POSES, POSES, POSES, TURNS)
def test_a_line_of_fire_does_not_know_north(a: Pose, b: Pose, third: Pose, degrees: float) -> None:
    if not clear_of_every_edge(a, b, third):
        return
    blocked = line_blocked(a, b, third, 3.0, 1.0)
    c, d, fourth = (rotated(pose, degrees) for pose in (a, b, third))
    assert line_blocked(c, d, fourth, 3.0, 1.0) is blocked
    assert line_blocked(mirrored(a), mirrored(b), mirrored(third), 3.0, 1.0) is blocked
    assert line_blocked(b, a, third, 3.0, 1.0) is blocked


def test_a_line_of_fire_agrees_with_walking_along_it() -> None:
    dice = seeded.Random(1813)
    seen = {True: 0, False: 0}
    for _ in range(400):
        a, b = (Pose(dice.uniform(-6, 6), dice.uniform(-6, 6), 0.0) for _ in range(2))
        third = Pose(dice.uniform(-3, 3), dice.uniform(-3, 3), dice.uniform(0, 360))
        if clear_of_every_edge(a, b, third):
            blocked = line_blocked(a, b, third, 3.0, 1.0)
            assert blocked is walked_into(a, b, third)
            seen[blocked] += 1
    assert min(seen.values()) > 50


def walked_into(a: Pose, b: Pose, third: Pose) -> bool:
    ahead = math.radians(third.heading)
    for step in range(4001):
        east = a.x + (b.x - a.x) * step / 4000 - third.x
        north = a.y + (b.y - a.y) * step / 4000 - third.y
        along = east * math.sin(ahead) + north * math.cos(ahead)
        across = east * math.cos(ahead) - north * math.sin(ahead)
        if abs(along) <= 3 and abs(across) <= 1:
            return True
    return False


# Travel


@pytest.mark.parametrize(
    ("interval", "run", "turned", "carry"), [(1, 4, -90, 0), (3, 4, -22.5, 1), (3, 2.5, 0, 2.5), (1, 0, 0, 0)]
)
def test_a_turn_is_travel_then_a_notch(interval: float, run: float, turned: float, carry: float) -> None:
    track = travel(ORIGIN, [Leg("port", run)], interval, NOTCH)
    assert (track.turned, track.carry, track.helm) == (turned, carry, "port")
    assert track.end.heading == turned % 360
    assert track.distance == run


def test_she_runs_first_and_turns_at_the_end_of_the_interval() -> None:
    track = travel(ORIGIN, [Leg("starboard", 2.5)], 2.0, 90.0)
    assert track.poses == (ORIGIN, Pose(0.0, 2.0, 90.0), Pose(0.5, 2.0, 90.0))


def test_sixteen_notches_bring_her_round() -> None:
    track = travel(ORIGIN, [Leg("starboard", 16.0)], 1.0, NOTCH)
    assert track.turned == 360
    assert same(track.end, ORIGIN, 1e-7)


@pytest.mark.parametrize(
    ("helm", "turned", "carry"), [("port", -NOTCH, 0.5), ("starboard", 0.0, 1.5), ("straight", 0.0, 0.0)]
)
def test_the_carry_counts_to_the_same_hand_only(helm: str, turned: float, carry: float) -> None:
    track = travel(ORIGIN, [Leg(helm, 1.5)], 3.0, NOTCH, carry=2.0, helm="port")
    assert (track.turned, track.carry) == (turned, carry)


def test_the_carry_grows_until_it_is_worth_a_notch() -> None:
    track = travel(ORIGIN, [Leg("port", 0.75)], 3.0, NOTCH, carry=1.5, helm="port")
    assert (track.turned, track.carry) == (0.0, 2.25)


def test_the_carry_is_lost_between_legs_too() -> None:
    legs = [Leg("port", 2.0), Leg("straight", 1.0), Leg("port", 2.0)]
    assert travel(ORIGIN, legs, 3.0, NOTCH).turned == 0
    assert travel(ORIGIN, [legs[0], legs[2]], 3.0, NOTCH).turned == -NOTCH


def test_astern_she_moves_back_and_her_head_still_turns_to_the_helm() -> None:
    track = travel(ORIGIN, [Leg("port", 1.0)], 1.0, 90.0, astern=True)
    assert track.end == Pose(0.0, -1.0, 270.0)
    assert (track.distance, track.turned) == (-1.0, -90.0)


def test_a_carry_above_a_shrunken_interval_turns_her_without_moving_her_back() -> None:
    track = travel(ORIGIN, [Leg("starboard", 1.0)], 1.0, NOTCH, carry=2.5, helm="starboard")
    assert track.poses == (
        *(ORIGIN, Pose(0.0, 0.0, NOTCH), Pose(0.0, 0.0, 2 * NOTCH)),
        *(Pose(0.0, 0.0, 45.0).moved(0.5).turned(NOTCH), track.end),
    )
    assert length(track) == pytest.approx(1.0)
    assert track.carry == 0.5


def test_a_ship_without_way_does_not_turn() -> None:
    track = travel(ORIGIN, [Leg("port", 0.0)], 1.0, NOTCH, carry=2.0, helm="port")
    assert track == Track((ORIGIN,), 0.0, 0.0, 2.0, "port")


def test_no_legs_leave_her_as_she_was() -> None:
    assert travel(ORIGIN, [], 1.0, NOTCH, carry=0.5, helm="port") == Track((ORIGIN,), 0.0, 0.0, 0.5, "port")


@pytest.mark.parametrize("interval", [0.0, -1.0, 1e-9, math.nan])
def test_an_interval_of_nothing_is_refused_and_does_not_hang(interval: float) -> None:
    with pytest.raises(ValueError, match="interval"):
        travel(ORIGIN, [Leg("port", 1.0)], interval, NOTCH)


@pytest.mark.parametrize(
    "leg", [Leg("larboard", 1.0), Leg("port", -1.0), Leg("port", math.inf), Leg("port", math.nan)]
)
def test_a_leg_that_is_none_is_refused(leg: Leg) -> None:
    with pytest.raises(ValueError, match="leg"):
        travel(ORIGIN, [leg], 1.0, NOTCH)


@given(POSES, LEGS, INTERVALS, st.booleans(), st.floats(0, 8), st.sampled_from(HELMS))
def test_travel_preserves_the_length_of_the_path(
    start: Pose, legs: list[Leg], interval: float, astern: bool, carry: float, helm: str
) -> None:
    track = travel(start, legs, interval, NOTCH, carry, helm, astern)
    run = math.fsum(leg.distance for leg in legs)
    assert length(track) == pytest.approx(run, abs=1e-6)
    assert track.distance == (-run if astern else run)
    assert track.poses[0] == start
    assert track.end is track.poses[-1]
    assert apart(track.end.heading, start.heading + track.turned) < 1e-6


@given(POSES, st.sampled_from(["port", "starboard"]), st.lists(TRAVELS, min_size=1, max_size=6), INTERVALS)
def test_a_turn_in_parts_is_the_turn_in_one(
    start: Pose, helm: str, runs: list[float], interval: float
) -> None:
    whole = travel(start, [Leg(helm, math.fsum(runs))], interval, NOTCH)
    carry, held, pose, turned = 0.0, "straight", start, 0.0
    for run in runs:
        part = travel(pose, [Leg(helm, run)], interval, NOTCH, carry, held)
        carry, held, pose, turned = part.carry, part.helm, part.end, turned + part.turned
    assert same(pose, whole.end)
    assert (carry, held, turned) == (whole.carry, whole.helm, whole.turned)
    count = math.floor(math.fsum(runs) / interval + 1e-9)
    assert abs(whole.turned) == count * NOTCH
    assert whole.carry == pytest.approx(max(math.fsum(runs) - count * interval, 0.0), abs=1e-8)


@given(POSES, LEGS, INTERVALS, TURNS)
def test_a_path_does_not_know_north(start: Pose, legs: list[Leg], interval: float, degrees: float) -> None:
    ours = travel(start, legs, interval, NOTCH)
    theirs = travel(rotated(start, degrees), legs, interval, NOTCH)
    assert len(ours.poses) == len(theirs.poses)
    assert all(same(rotated(a, degrees), b) for a, b in zip(ours.poses, theirs.poses, strict=True))
    assert (ours.turned, ours.carry) == (theirs.turned, theirs.carry)


@given(POSES, LEGS, INTERVALS)
def test_a_mirror_turns_the_helm_over(start: Pose, legs: list[Leg], interval: float) -> None:
    ours = travel(start, legs, interval, NOTCH)
    glass = travel(
        mirrored(start), [Leg(OTHER_HAND[leg.helm], leg.distance) for leg in legs], interval, NOTCH
    )
    assert all(same(mirrored(a), b) for a, b in zip(ours.poses, glass.poses, strict=True))
    assert (glass.turned, glass.carry, glass.helm) == (-ours.turned, ours.carry, OTHER_HAND[ours.helm])


# Turning and mirroring the plane


@given(st.builds(Pose, COORDINATES, COORDINATES, st.floats(0, 359.9).map(lambda heading: round(heading, 9))))
def test_a_mirror_of_a_mirror_is_the_pose_itself(pose: Pose) -> None:
    assert mirrored(mirrored(pose)) == pose
    assert mirrored(pose).x == -pose.x


@given(POSES, TURNS)
def test_turning_the_plane_back_brings_her_home(pose: Pose, degrees: float) -> None:
    assert same(rotated(rotated(pose, degrees), -degrees), pose)


def test_the_plane_turns_clockwise() -> None:
    assert rotated(Pose(0.0, 1.0, 10.0), 90) == Pose(1.0, 0.0, 100.0)
    assert mirrored(Pose(1.0, 2.0, 90.0)) == Pose(-1.0, 2.0, 270.0)
