"""MUM-CMD, MUM-CREW and MUM-WIND: the throws of commanders, of crews and officers, and of the wind."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
import pytest
from sea import desk, made

import navalrules as nr
from navalrules_mumford import command, formation, officers, wind

FLAG = made("british-98-2nd-rate", mum_flag="fleet")


def chances(throw: Any, ship: nr.Ship, *more: Any) -> dict[Any, Fraction]:
    """The outcomes of a throw with their chances."""

    def one(dice: nr.Dice) -> Any:
        sea = desk()
        sea.dice = dice
        return throw(sea, ship, *more).outcome

    return nr.weigh(one)


@pytest.mark.rule("MUM-CMD-07")
@pytest.mark.parametrize(("quality", "sixths"), [("hero", 0), ("regular", 1), ("poltroon", 2)])
def test_a_loss_shakes_a_commander_on_a_one(quality: str, sixths: int) -> None:
    found = chances(command.shaken, attrs.evolve(FLAG, staff=quality))
    assert found.get(True, 0) == Fraction(sixths, 6)


@pytest.mark.rule("MUM-CMD-08")
@pytest.mark.parametrize(
    ("quality", "escape", "break_off", "safety"),
    [("hero", 1, 2, 3), ("regular", 2, 2, 2), ("poltroon", 3, 2, 1)],
)
def test_t04_what_a_shaken_commander_does(quality: str, escape: int, break_off: int, safety: int) -> None:
    found = chances(command.what_he_does, attrs.evolve(FLAG, staff=quality))
    assert found == {
        "escape": Fraction(escape, 6),
        "break_off": Fraction(break_off, 6),
        "safety": Fraction(safety, 6),
    }


@pytest.mark.rule("MUM-CMD-09")
@pytest.mark.parametrize(("quality", "sixths"), [("hero", 3), ("regular", 2), ("poltroon", 1)])
def test_who_is_deaf_to_the_signal_to_escape(quality: str, sixths: int) -> None:
    assert chances(command.disobeys, FLAG, quality)[True] == Fraction(sixths, 6)


@pytest.mark.rule("MUM-CMD-08")
@pytest.mark.parametrize(("masts", "follows"), [((1, 1, 1), True), ((0, 1, 1), True), ((0, 0, 1), False)])
def test_who_breaks_off_needs_two_masts(masts: tuple[int, int, int], follows: bool) -> None:
    sea = desk()
    assert command.follows_break_off(sea.tables, attrs.evolve(FLAG, masts=masts)) is follows


@pytest.mark.rule("MUM-CMD-04")
def test_initiative_is_a_five() -> None:
    assert chances(formation.initiative, FLAG)[True] == Fraction(2, 6)


@pytest.mark.rule("MUM-DMG-11")
def test_an_officer_is_lost_on_a_one() -> None:
    assert chances(officers.officer_lost, FLAG, "captain")[True] == Fraction(1, 6)


@pytest.mark.rule("MUM-DMG-11")
@pytest.mark.parametrize(("lost", "steps"), [(0, 0), (82, 0), (83, 1), (166, 2), (829, 9), (830, 10)])
def test_a_throw_for_each_tenth_of_the_crew_lost(lost: int, steps: int) -> None:
    assert FLAG.record.crew == 830
    assert officers.steps(desk().lore, attrs.evolve(FLAG, lost=lost), 0) == steps


POINTS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
HALF_POINTS = ("NNE", "ENE", "ESE", "SSE", "SSW", "WSW", "WNW", "NNW")


@pytest.mark.rule("MUM-WIND-02")
@pytest.mark.parametrize("shown", range(8))
def test_t01_direction(shown: int) -> None:
    # The first face of a ten-sided die stands for 0.
    for second, names in ((3, POINTS), (4, HALF_POINTS)):
        bearing, _ = wind.thrown_direction(desk(shown + 1, second))
        assert bearing == nr.compass.bearing_of(names[shown])


@pytest.mark.rule("MUM-WIND-02")
def test_eight_and_nine_are_thrown_again() -> None:
    bearing, _ = wind.thrown_direction(desk(9, 10, 3, 1))
    assert bearing == 90


@pytest.mark.rule("MUM-WIND-03")
def test_strength_on_a_six_sided_die() -> None:
    found = [wind.thrown_strength(desk(face), "d6").outcome for face in range(1, 7)]
    assert found == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("MUM-WIND-08")
def test_strength_on_an_average_die() -> None:
    rulings = [wind.thrown_strength(desk(face), "avd") for face in range(1, 7)]
    assert [ruled.outcome for ruled in rulings] == [2, 3, 3, 4, 4, 5]
    assert all("MUM-WIND-08" in ruled.cited() for ruled in rulings)


CHANGES = {4: 0, 5: 0, 6: 0, 3: 10, 2: 20, 1: 30}


@pytest.mark.rule("MUM-WIND-04", "MUM-WIND-05")
@pytest.mark.parametrize("face", CHANGES)
def test_t02_how_often_the_wind_changes(face: int) -> None:
    most = wind.changeability(desk(face)).outcome
    if not CHANGES[face]:
        assert most < 0
        return

    def one(dice: nr.Dice) -> bool:
        sea = desk()
        sea.dice = dice
        return bool(wind.changes_now(sea, most).outcome)

    assert nr.weigh(one)[True] == Fraction(CHANGES[face], 100)


@pytest.mark.rule("MUM-WIND-06")
def test_t03_what_changes() -> None:
    found = [wind.what_changes(desk(face)).outcome for face in range(1, 7)]
    assert found == ["down", "starboard", "starboard", "port", "port", "up"]


@pytest.mark.rule("MUM-WIND-07")
@pytest.mark.parametrize(("strength", "over"), [(0, True), (1, False), (6, False), (7, True)])
def test_a_calm_and_a_gale_break_the_battle_off(strength: int, over: bool) -> None:
    assert wind.breaks_off(desk().lore, strength) is over
