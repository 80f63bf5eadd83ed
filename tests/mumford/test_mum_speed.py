"""MUM-MOVE: how fast a ship may go: the disc, her grade, masts, water, and limits of gain and loss."""

from __future__ import annotations

import math

import attrs
import pytest
from sea import RULES, made

from navalrules_mumford import sailing
from navalrules_mumford.lore import Lore
from navalrules_mumford.motion import arc

LORE = Lore.of(RULES.tables)
TABLES = RULES.tables

DISC = {
    1: (2, 2, 2.5, 3, 3, 2.5, 2.5),
    2: (2.5, 3, 3.5, 4, 4.5, 4, 3.5),
    3: (3, 4, 5, 5.5, 6, 5.5, 4.5),
    4: (3.5, 4.5, 5.5, 6.5, 7, 6.5, 5.5),
    5: (3.5, 5, 6, 7, 8, 7, 6),
    6: (3.5, 5, 6.5, 8, 9, 8, 7),
}
MARKS = (45.0, 67.5, 90.0, 112.5, 135.0, 157.5, 180.0)


@pytest.mark.rule("MUM-MOVE-01")
@pytest.mark.parametrize("strength", DISC)
def test_the_disc_by_wind_strength_and_angle(strength: int) -> None:
    assert tuple(sailing.disc_speed(LORE, strength, off) for off in MARKS) == DISC[strength]


@pytest.mark.rule("MUM-MOVE-01")
@pytest.mark.parametrize(
    ("off", "inches"), [(56.25, 3.5), (56.26, 4.5), (78.75, 4.5), (100, 5.5), (101.25, 5.5), (101.3, 6.5)]
)
def test_between_marks_the_nearest_counts_and_of_two_the_one_nearer_the_wind(
    off: float, inches: float
) -> None:
    assert sailing.disc_speed(LORE, 4, off) == inches


@pytest.mark.rule("MUM-MOVE-01", "MUM-WIND-07")
def test_no_sailing_in_a_calm_and_a_gale_has_the_row_of_6() -> None:
    assert [sailing.disc_speed(LORE, 0, off) for off in MARKS] == [0.0] * 7
    assert tuple(sailing.disc_speed(LORE, 7, off) for off in MARKS) == DISC[6]


@pytest.mark.rule("MUM-MOVE-05")
def test_nearer_the_wind_than_45_degrees_nobody_sails() -> None:
    assert sailing.disc_speed(LORE, 4, 44.9) == 0.0
    assert sailing.too_close(LORE, 44.9)
    assert not sailing.too_close(LORE, 45.0)


@pytest.mark.rule("MUM-MOVE-02")
@pytest.mark.parametrize(
    ("grade", "inches"), [("fast", 6.0), ("normal", 5.5), ("slow", 5.0), ("very_slow", 4.5)]
)
def test_a_fast_ship_makes_half_an_inch_more_and_a_slow_one_less(grade: str, inches: float) -> None:
    assert sailing.graded(TABLES, made("british-74-3rd-rate", mum_grade=grade), 5.5) == inches


@pytest.mark.rule("MUM-MOVE-03", "MUM-MOVE-04")
def test_gain_and_loss_of_way() -> None:
    assert sailing.speed_limits(LORE, True) == (3, 4)
    assert sailing.speed_limits(LORE, False) == (4, 5)


@pytest.mark.rule("MUM-MOVE-11")
@pytest.mark.parametrize(
    ("card", "masts", "share"),
    [
        ("british-74-3rd-rate", (100, 120, 80), 1.0),
        ("british-74-3rd-rate", (1, 1, 1), 1.0),
        ("british-74-3rd-rate", (0, 120, 80), 2 / 3),
        ("british-74-3rd-rate", (0, 0, 80), 1 / 3),
        ("british-14-brig-sloop", (0, 85, 60), 1.0),
        ("british-14-brig-sloop", (0, 85, 0), 2 / 3),
    ],
)
def test_each_mast_costs_a_third_a_brig_too(card: str, masts: tuple[int, int, int], share: float) -> None:
    ship = attrs.evolve(made(card), masts=masts)
    assert sailing.mast_share(TABLES, ship) == pytest.approx(share)


@pytest.mark.rule("MUM-MOVE-13")
def test_a_jury_mast_is_good_for_a_sixth() -> None:
    assert sailing.jury_share(TABLES, made("british-74-3rd-rate")) == pytest.approx(1 / 6)


@pytest.mark.rule("MUM-FLOT-06")
@pytest.mark.parametrize(
    ("points", "inches"), [(0, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 3), (9, 3)]
)
def test_water_in_the_hold_slows_her(points: int, inches: float) -> None:
    assert sailing.water_slows(TABLES, points) == inches


@pytest.mark.rule("MUM-MOVE-12", "MUM-MOVE-14")
@pytest.mark.parametrize("strength", range(1, 7))
def test_drift_is_half_an_inch_for_each_point_of_wind(strength: int) -> None:
    assert sailing.drift(TABLES, strength, False) == 0.5 * strength
    assert sailing.drift(TABLES, strength, True) == 0.5 * strength


@pytest.mark.rule("MUM-MOVE-07")
def test_no_turn_is_tighter_than_the_edge_of_the_disc() -> None:
    right_angle = sailing.tightest(LORE, arc("port", 90.0, LORE.radius))
    assert right_angle == pytest.approx(3 * math.pi / 2) == pytest.approx(4.712389)


@pytest.mark.rule("MUM-MOVE-10")
def test_anchoring_at_three_inches_and_weighing_at_two() -> None:
    assert sailing.anchor_limit(TABLES, False) == 3
    assert sailing.anchor_limit(TABLES, True) == 2
