"""MUM-DMG, MUM-BURN, MUM-FLOT and MUM-SURV: the rulings of harm, one throw or one sum at a time."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
import pytest
from sea import RULES, desk, made

import navalrules as nr
from navalrules_mumford import damage, fires, flotation, survivors
from navalrules_mumford.lore import Lore

TABLES = RULES.tables
LORE = Lore.of(TABLES)
ENGLISH, FRENCH = made("british-74-3rd-rate"), made("french-74-3rd-rate")
BATTERY = made("battery-6x36")


@pytest.mark.rule("MUM-DMG-01", "MUM-DMG-02", "MUM-DMG-03", "MUM-DMG-04", "MUM-DMG-05", "MUM-SHORE-06")
@pytest.mark.parametrize(
    ("shot", "target", "effect", "rule"),
    [
        ("solid", ENGLISH, (1, 2, 1, 1), "MUM-DMG-01"),
        ("dismantling", ENGLISH, (0.5, 0, 2, 0), "MUM-DMG-02"),
        ("grape", ENGLISH, (2, 0, 0, 0), "MUM-DMG-03"),
        ("solid", BATTERY, (0.5, 1, 0, 0), "MUM-DMG-05"),
        ("grape", BATTERY, (1, 0, 0, 0), "MUM-DMG-04"),
    ],
)
def test_t13_effect_of_one_hit(shot: str, target: Any, effect: tuple[float, ...], rule: str) -> None:
    found = damage.effect_of(desk(), target, shot)
    assert (found.men, found.lbs, found.mast, found.hull, found.rule) == (*effect, rule)


@pytest.mark.rule("MUM-DMG-03", "MUM-DMG-04")
@pytest.mark.parametrize(
    ("target", "crew", "men", "lost"),
    [
        *[(ENGLISH, 600, 40, 40), (ENGLISH, 600, 200, 150), (ENGLISH, 101, 80, 25)],
        *[(BATTERY, 100, 10, 10), (BATTERY, 100, 20, 12), (BATTERY, 99, 20, 11)],
    ],
)
def test_a_broadside_of_grape_takes_a_quarter_at_most_or_12_per_cent_ashore(
    target: Any, crew: int, men: int, lost: int
) -> None:
    assert damage.grape_men(TABLES, attrs.evolve(target, crew=crew), men) == lost


@pytest.mark.rule("MUM-DMG-06")
@pytest.mark.parametrize(
    ("points", "masts", "left"),
    [
        (9, (100, 120, 80), (97, 117, 77)),
        (10, (100, 120, 80), (97, 116, 77)),  # the odd point to the main
        (11, (100, 120, 80), (96, 116, 77)),  # then to the fore
        (10, (100, 0, 80), (95, 0, 75)),
        (7, (0, 120, 0), (0, 113, 0)),
        (12, (2, 120, 80), (0, 115, 75)),  # what one mast has not, those standing give
        (500, (100, 120, 80), (0, 0, 0)),
    ],
)
def test_mast_points_are_shared_equally_by_those_standing(
    points: int, masts: damage.Masts, left: damage.Masts
) -> None:
    assert damage.shared_equally(points, masts) == left


@pytest.mark.rule("MUM-DMG-07")
@pytest.mark.parametrize(
    ("points", "masts", "from_stern", "left"),
    [
        (12, (100, 120, 80), True, (98, 116, 74)),  # 6 to the mizzen, 4 to the main, 2 to the fore
        (12, (100, 120, 80), False, (94, 116, 78)),
        (13, (100, 120, 80), False, (93, 116, 78)),  # the odd point to the nearest
        (9, (100, 120, 0), False, (94, 117, 0)),  # two masts 2 : 1
        (9, (0, 120, 80), True, (0, 117, 74)),
        (9, (0, 120, 0), True, (0, 111, 0)),
    ],
)
def test_mast_points_of_a_rake_go_three_to_two_to_one(
    points: int, masts: damage.Masts, from_stern: bool, left: damage.Masts
) -> None:
    assert damage.shared_raked(LORE, points, masts, from_stern) == left


CLEARED = {"raw": 10, "trained": 20, "veteran": 30}


@pytest.mark.rule("MUM-DMG-09")
@pytest.mark.parametrize("proficiency", CLEARED)
def test_wreckage_is_cleared_in_so_many_of_a_hundred(proficiency: str) -> None:
    ship = attrs.evolve(ENGLISH, proficiency=proficiency)

    def one(dice: nr.Dice) -> bool:
        sea = desk()
        sea.dice = dice
        return bool(damage.cut_away(sea, ship).outcome)

    assert nr.weigh(one)[True] == Fraction(CLEARED[proficiency], 100)


@pytest.mark.rule("MUM-DMG-10")
def test_pairs_of_fives_wreck_boats_as_long_as_there_are_boats() -> None:
    assert damage.boats_wrecked(ENGLISH, 2) == 2
    assert damage.boats_wrecked(attrs.evolve(ENGLISH, boats=1), 3) == 1


@pytest.mark.rule("MUM-BURN-02")
@pytest.mark.parametrize(("face", "goes_on"), [(1, True), (2, False), (6, False)])
def test_t14_a_fire_at_once(face: int, goes_on: bool) -> None:
    assert fires.at_once(desk(face), ENGLISH).outcome is goes_on


@pytest.mark.rule("MUM-BURN-03")
@pytest.mark.parametrize(("face", "goes_on"), [(1, True), (2, True), (3, False), (6, False)])
def test_t14_a_fire_at_the_end_of_the_next_move(face: int, goes_on: bool) -> None:
    assert fires.next_move(desk(face), ENGLISH).outcome is goes_on


@pytest.mark.rule("MUM-BURN-04")
@pytest.mark.parametrize("fought", [True, False])
def test_t14_an_established_fire(fought: bool) -> None:
    found = [fires.later(desk(face), ENGLISH, fought).outcome for face in range(1, 7)]
    assert found == ["blows up", *["goes on"] * 3, *["out" if fought else "still on"] * 2]


@pytest.mark.rule("MUM-BURN-05")
def test_an_explosion_starts_a_die_of_fires() -> None:
    assert [fires.fires_from_explosion(desk(face), ENGLISH).outcome for face in (1, 6)] == [1, 6]


@pytest.mark.rule("MUM-BURN-06")
def test_what_fires_cost() -> None:
    assert fires.fire_costs(desk(), 1) == (30, 30)
    assert fires.fire_costs(desk(), 3) == (90, 90)


@pytest.mark.rule("MUM-LAID-02")
@pytest.mark.parametrize(("face", "holds"), [(1, True), (2, True), (3, False)])
def test_a_fire_takes_hold_of_a_ship_laid_up(face: int, holds: bool) -> None:
    assert fires.catches(desk(face), ENGLISH).outcome is holds


@pytest.mark.rule("MUM-FLOT-03", "MUM-FLOT-02")
@pytest.mark.parametrize(
    ("before", "after", "throws"),
    [(0, 73, 0), (0, 74, 1), (73, 74, 1), (74, 147, 0), (74, 148, 1), (0, 222, 3), (700, 1000, 4)],
)
def test_a_throw_for_each_tenth_of_the_flotation_factor(before: int, after: int, throws: int) -> None:
    assert ENGLISH.record.ff == 740
    assert flotation.leak_throws(LORE, ENGLISH.record.ff, before, after) == throws


@pytest.mark.rule("MUM-FLOT-03")
def test_t15_leaks() -> None:
    # The faces of a ten-sided die stand for 0 to 9.
    found = [flotation.leak(desk(face), ENGLISH).outcome for face in range(1, 11)]
    assert found == [3, 2, 1, *[0] * 7]


@pytest.mark.rule("MUM-FLOT-05", "MUM-FLOT-04")
@pytest.mark.parametrize(
    ("leaks", "pumps", "men", "gained"),
    [
        (3, 3, 60, 0),
        (3, 3, 59, 1),
        (3, 3, 20, 2),
        (3, 3, 19, 3),
        (5, 3, 200, 2),
        (1, 1, 20, 0),
        (2, 1, 40, 1),
    ],
)
def test_each_twenty_men_at_a_pump_hold_a_point(leaks: int, pumps: int, men: int, gained: int) -> None:
    assert flotation.water_gains(TABLES, leaks, pumps, men) == gained


@pytest.mark.rule("MUM-SURV-01")
@pytest.mark.parametrize(("face", "men"), [(1, 50), (3, 150), (6, 300)])
def test_sixths_of_half_a_crew_survive_an_explosion(face: int, men: int) -> None:
    assert survivors.after_explosion(desk(face), ENGLISH).outcome == men


@pytest.mark.rule("MUM-SURV-02")
@pytest.mark.parametrize(("face", "men"), [(1, 330), (6, 480)])
def test_55_to_80_per_cent_survive_a_sinking(face: int, men: int) -> None:
    found = survivors.after_sinking(desk(face), ENGLISH, 600, "survivors")
    assert found.outcome == men


@pytest.mark.rule("MUM-SURV-03")
@pytest.mark.parametrize(("full", "left", "men"), [(300, 300, 30), (300, 20, 20), (300, 60, 30), (5, 5, 1)])
def test_a_tenth_of_the_first_number_drown_each_move(full: int, left: int, men: int) -> None:
    assert survivors.drowned(TABLES, full, left) == men
