import itertools
import math

import attrs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from navalrules.compass import POINT, POINTS, Wind, bearing_of, difference, name_of, off, point_of, turn
from navalrules.errors import UnknownName

ANGLES = st.floats(-1080, 1080, allow_nan=False)
BEARINGS = st.floats(0, 360, exclude_max=True)
STEPS = st.integers(-64, 64).map(lambda quarter: quarter * POINT / 2)


def test_there_are_32_points_and_none_twice() -> None:
    assert len(POINTS) == len(set(POINTS)) == 32
    assert len(POINTS) * POINT == 360


@pytest.mark.parametrize(
    ("name", "bearing"),
    [
        ("N", 0),
        ("NbE", 11.25),
        ("NE", 45),
        ("E", 90),
        ("SE", 135),
        ("S", 180),
        ("SW", 225),
        ("W", 270),
        ("NbW", 348.75),
    ],
)
def test_named_points_lie_where_a_compass_has_them(name: str, bearing: float) -> None:
    assert bearing_of(name) == bearing
    assert name_of(bearing) == name


def test_each_point_answers_to_its_name_in_any_case() -> None:
    for index, name in enumerate(POINTS):
        assert bearing_of(name) == bearing_of(f" {name.lower()} ") == index * POINT
        assert point_of(bearing_of(name)) == index


def test_opposite_points_have_opposite_letters() -> None:
    opposite = str.maketrans("NESWb", "SWNEb")
    for name in POINTS:
        assert turn(bearing_of(name), 180) == bearing_of(name.translate(opposite))


@pytest.mark.parametrize("name", ["", "north", "NNNE", "11.25"])
def test_an_unknown_point_is_refused(name: str) -> None:
    with pytest.raises(UnknownName, match="unknown compass point"):
        bearing_of(name)


@pytest.mark.parametrize(
    ("bearing", "points", "index"),
    [
        *((5.625, 32, 1), (5.624, 32, 0), (354.375, 32, 0), (354.374, 32, 31), (359.999, 32, 0)),
        *(
            (11.25, 16, 1),
            (348.75, 16, 0),
            (45, 4, 1),
            (315, 4, 0),
            (22.5, 8, 1),
            (-11.25, 32, 31),
            (720, 32, 0),
        ),
    ],
)
def test_the_nearest_point_with_ties_clockwise(bearing: float, points: int, index: int) -> None:
    assert point_of(bearing, points) == index


@given(BEARINGS, st.sampled_from([4, 8, 16, 32]))
def test_no_point_is_nearer_than_the_nearest(bearing: float, points: int) -> None:
    found = off(point_of(bearing, points) * 360 / points, bearing)
    assert found <= min(off(index * 360 / points, bearing) for index in range(points)) + 1e-9


@given(ANGLES, ANGLES)
@example(0.0, -1e-20)
@example(360.0, 0.0)
def test_a_bearing_turned_stays_on_the_compass(bearing: float, by: float) -> None:
    turned = turn(bearing, by)
    assert 0 <= turned < 360
    assert math.copysign(1, turned) == 1
    assert off(turned, bearing + by) == pytest.approx(0, abs=1e-9)


@given(ANGLES, ANGLES)
def test_the_difference_is_the_short_way_round(a: float, b: float) -> None:
    way = difference(a, b)
    assert -180 < way <= 180
    assert off(turn(a, way), b) == pytest.approx(0, abs=1e-9)
    assert off(a, b) == pytest.approx(abs(way), abs=1e-9)
    assert 0 <= off(a, b) <= 180


@pytest.mark.parametrize(
    ("a", "b", "way"),
    [(0, 180, 180), (180, 0, 180), (350, 10, 20), (10, 350, -20), (90, 90, 0), (0, 181, -179)],
)
def test_differences_at_the_seams(a: float, b: float, way: float) -> None:
    assert difference(a, b) == way
    assert off(a, b) == off(b, a) == abs(way)


@given(STEPS, STEPS, STEPS)
def test_turning_the_compass_changes_no_difference(a: float, b: float, by: float) -> None:
    assert difference(turn(a, by), turn(b, by)) == difference(a, b)
    assert off(turn(a, by), turn(b, by)) == off(a, b)


@given(STEPS, STEPS)
def test_a_mirror_hands_a_difference_over(a: float, b: float) -> None:
    assert off(-a, -b) == off(a, b)
    if off(a, b) < 180:
        assert difference(-a, -b) == -difference(a, b)


@pytest.mark.parametrize("force", range(13))
def test_the_wind_blows_at_every_force_of_beaufort(force: int) -> None:
    assert Wind(45.0, force).force == force


@pytest.mark.parametrize("force", [-1, 13, True, 3.0, "3", None])
def test_no_other_force_blows(force: object) -> None:
    with pytest.raises(ValueError, match="Beaufort"):
        Wind(0.0, force)  # type: ignore[arg-type]


@pytest.mark.parametrize(("heading", "angle"), [(45, 0), (225, 180), (0, 45), (90, 45), (315, 90), (350, 55)])
def test_off_the_wind_counts_from_where_it_blows(heading: float, angle: float) -> None:
    assert Wind(45.0, 4).off(heading) == angle


@given(BEARINGS, BEARINGS, BEARINGS)
def test_turning_or_mirroring_ship_and_wind_changes_nothing(wind: float, heading: float, by: float) -> None:
    angle = Wind(wind, 4).off(heading)
    assert Wind(turn(wind, by), 4).off(turn(heading, by)) == pytest.approx(angle, abs=2e-6)
    assert Wind(turn(0, -wind), 4).off(turn(0, -heading)) == pytest.approx(angle, abs=2e-6)


def test_on_the_points_turning_ship_and_wind_changes_nothing_at_all() -> None:
    for wind, heading, by in itertools.product(range(0, 32, 3), range(32), (0, 5, 16, 31)):
        angle = Wind(wind * POINT, 4).off(heading * POINT)
        assert Wind(turn(wind * POINT, by * POINT), 4).off(turn(heading * POINT, by * POINT)) == angle


def test_a_wind_does_not_change() -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        Wind(0.0, 3).force = 4  # type: ignore[misc]
