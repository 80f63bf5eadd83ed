"""MUM-GRAP and MUM-BOARD: who is at hand, a round of the melee, and what becomes of the loser."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
import pytest
from sea import RULES, made

import navalrules as nr
from navalrules_mumford import boarding, grappling
from navalrules_mumford.ship import Melee

TABLES = RULES.tables
ENGLISH = made("british-74-3rd-rate")
"""Crew 600; riggers 20, upper battery 2 x 111, lower 2 x 149, carronades 2 x 9, bow 11: 569 stations."""


@pytest.mark.rule("MUM-GRAP-04", "MUM-BOARD-07")
@pytest.mark.parametrize(
    ("crew", "men"),
    [
        (600, 222 + 31),  # the upper battery of both sides, and the reserve
        (590, 222 + 21),  # losses come off the reserve first
        (569, 222),
        (300, 117),  # then evenly through the ship: 222 x 300 / 569
        (57, 22),
    ],
)
def test_first_boarders(crew: int, men: int) -> None:
    assert boarding.first_boarders(attrs.evolve(ENGLISH, crew=crew)) == men


@pytest.mark.rule("MUM-GRAP-05")
def test_thirty_men_a_fifth_change_decks() -> None:
    assert boarding.move_up(TABLES, 0) == 30
    assert boarding.move_up(TABLES, 60) == 90


@pytest.mark.rule("MUM-GRAP-02")
def test_an_opposed_grapple_holds_on_a_four() -> None:
    found = [grappling.grapples_hold(TABLES, nr.Scripted(face), "x").outcome for face in range(1, 7)]
    assert found == [False] * 3 + [True] * 3


@pytest.mark.rule("MUM-GRAP-03")
def test_boarding_begins_after_one_fifth_or_three() -> None:
    assert grappling.boards_after(TABLES, True) == 1
    assert grappling.boards_after(TABLES, False) == 3


@pytest.mark.rule("MUM-GRAP-03")
def test_grapples_are_cast_off_on_a_four() -> None:
    found = [grappling.casts_off(TABLES, nr.Scripted(face), "x").outcome for face in range(1, 7)]
    assert found == [False] * 3 + [True] * 3


@pytest.mark.rule("MUM-BOARD-01")
@pytest.mark.parametrize(
    ("inches", "men"), [(0.0, 30), (0.4, 30), (0.5, 30), (0.99, 30), (1.0, 60), (1.75, 90), (3.5, 210)]
)
def test_thirty_men_for_each_half_inch(inches: float, men: int) -> None:
    assert boarding.frontage(TABLES, inches) == men


@pytest.mark.rule("MUM-BOARD-02")
def test_a_round_every_three_fifths() -> None:
    assert TABLES["frontage"].number("round") == 3


def throw(face: int, mine: int = 100, theirs: int = 100, driven: int = 0, **state: Any) -> nr.Ruling:
    ship = attrs.evolve(ENGLISH, **state)
    melee = Melee("b", "bulwarks", 0, driven=driven)
    return boarding.melee_throw(TABLES, nr.Scripted(face), ship, melee, mine, theirs, 9)


@pytest.mark.rule("MUM-BOARD-03")
@pytest.mark.parametrize(
    ("told", "factor"),
    [
        ({}, 0),
        ({"disordered": 9}, -1),
        ({"disordered": 8}, 0),
        ({"disorganised": 9, "disordered": 14}, -3),
        ({"mine": 99}, -1),
        ({"mine": 51}, -1),
        ({"mine": 50}, -2),
        ({"mine": 101}, 0),
        ({"driven": 1}, -1),
        ({"driven": 3}, -3),
        ({"mine": 20, "disordered": 9, "driven": 2}, -5),
    ],
)
def test_t19_factors(told: dict[str, int], factor: int) -> None:
    ruled = throw(4, **told)
    assert (ruled.total, ruled.outcome) == (factor, 4 + factor)


@pytest.mark.rule("MUM-BOARD-03")
def test_the_chances_of_an_even_round() -> None:
    def one(dice: nr.Dice) -> int:
        melee = Melee("b", "bulwarks", 0)
        faces: list[int] = [boarding.melee_throw(TABLES, dice, ENGLISH, melee, 9, 9, 1).outcome for _ in "ab"]
        return (faces[0] > faces[1]) - (faces[0] < faces[1])

    assert nr.weigh(one) == {1: Fraction(15, 36), -1: Fraction(15, 36), 0: Fraction(6, 36)}


@pytest.mark.rule("MUM-BOARD-04")
@pytest.mark.parametrize(
    ("engaged", "how", "men"),
    [
        *[(100, "draw", 15), (100, "winner", 20), (100, "loser", 10)],
        *[(25, "loser", 3), (28, "winner", 6), (3, "loser", 1), (1, "draw", 1), (0, "winner", 0)],
    ],
)
def test_t19_losses_inflicted_by_men_engaged(engaged: int, how: str, men: int) -> None:
    # 2.5 and 5.6: halves up; never fewer than one, but by nobody.
    assert boarding.inflicted(TABLES, engaged, how) == men


LEDGER = {
    "own": ("surrenders", "back, disorganised", "back, disordered", "back", "unaffected"),
    "bulwarks": ("back, disorganised", "back, disordered", "disordered", "stays", "unaffected"),
    "enemy": ("home, disorganised", "home, disordered", "home", "back", "unaffected"),
}
CREWS = {"staunch": 2, "good": 1, "average": 0, "poor": -1, "mutinous": -2}


@pytest.mark.rule("MUM-BOARD-05", "MUM-BOARD-06")
@pytest.mark.parametrize("morale", CREWS)
@pytest.mark.parametrize("place", LEDGER)
def test_t20_melee_morale_of_the_loser(place: str, morale: str) -> None:
    ship = attrs.evolve(ENGLISH, morale=morale)
    for face in range(1, 7):
        ruled = boarding.melee_morale(TABLES, nr.Scripted(face), ship, place)
        total = min(max(face + CREWS[morale], 1), 5)
        assert (ruled.outcome, ruled.total) == (LEDGER[place][total - 1], CREWS[morale])


@pytest.mark.rule("MUM-BOARD-08", "MUM-BOARD-07")
@pytest.mark.parametrize(
    ("aboard", "deck", "fallen", "gone"),
    [
        # The top deck is 240 men of 600: 222 of the upper battery, 18 of the carronades; the lower 298.
        *[(360, 0, 240, False), (359, 0, 241, True), (302, 1, 298, False), (301, 1, 299, True)],
        # Half the crew gone before: a deck holds half.
        *[(180, 0, 120, False), (179, 0, 121, True), (10, 2, 400, False)],
    ],
)
def test_more_fallen_than_a_deck_held_is_a_fight_gone_below(
    aboard: int, deck: int, fallen: int, gone: bool
) -> None:
    assert boarding.below(attrs.evolve(ENGLISH, crew=aboard), deck, fallen) is gone
