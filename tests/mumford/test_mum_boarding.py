"""MUM-GRAP and MUM-BOARD: who is at hand, a round of the melee, and what becomes of the loser."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
import pytest
from sea import RULES, made

import navalrules as nr
from navalrules_mumford import boarding
from navalrules_mumford.boarding import MeleeSide, Outcome

TABLES = RULES.tables
ENGLISH = made("british-74-3rd-rate")
"""Crew 600; riggers 20, upper battery 2 x 111, lower 2 x 149, carronades 2 x 9, bow 11: 569 stations."""


def deck_names(plan: Any) -> list[list[str]]:
    record = made(plan).record
    return [[record.lines[index].name for index in deck] for deck in boarding.decks(record)]


@pytest.mark.rule("MUM-GRAP-04", "MUM-BOARD-09")
def test_decks_from_the_top_downward() -> None:
    assert deck_names("british-74-3rd-rate") == [
        ["Upper Batteries", "Broadside carronades"],
        ["Lower Batteries"],
    ]
    assert deck_names("spanish-130-1st-rate") == [
        *(["Upper Batteries"], ["U Middle Batteries"], ["L Middle Batteries"]),
        ["Lower Batteries"],
    ]
    assert deck_names("british-38-frigate") == [["Gun Batteries", "Carronade Batteries"]]
    assert deck_names(nr.ship_library()["hms-victory-1805"]) == [
        ["upper gun deck", "quarterdeck", "forecastle"],
        ["middle gun deck"],
        ["lower gun deck"],
    ]


@pytest.mark.rule("MUM-BOARD-07")
def test_stations_of_the_cards() -> None:
    assert boarding.stations(ENGLISH.record) == 569
    assert boarding.stations(made("british-100-1st-rate").record) == 789
    assert boarding.stations(made("spanish-84-3rd-rate").record) == 699


@pytest.mark.rule("MUM-BOARD-07")
@pytest.mark.parametrize(("crew", "men"), [(600, 31), (590, 21), (569, 0), (300, 0)])
def test_losses_come_off_the_reserve_first(crew: int, men: int) -> None:
    assert boarding.reserve(attrs.evolve(ENGLISH, crew=crew)) == men


@pytest.mark.rule("MUM-BOARD-07", "MUM-BOARD-08")
@pytest.mark.parametrize(
    ("crew", "top", "lower"), [(600, 222, 298), (569, 222, 298), (300, 117, 157), (57, 22, 29), (0, 0, 0)]
)
def test_then_evenly_through_the_ship(crew: int, top: int, lower: int) -> None:
    ship = attrs.evolve(ENGLISH, crew=crew)
    assert [boarding.men_on_deck(ship, deck) for deck in (0, 1, 2)] == [top, lower, 0]


@pytest.mark.rule("MUM-GRAP-04", "MUM-GRAP-05")
def test_who_is_at_hand() -> None:
    assert boarding.at_hand(ENGLISH, 0, 0, False) == 222 + 31
    assert boarding.at_hand(ENGLISH, 0, 60, False) == 222 + 31 + 60
    assert boarding.at_hand(ENGLISH, 1, 0, False) == 298 + 31
    assert boarding.at_hand(ENGLISH, 0, 0, True) == 580
    assert boarding.at_hand(ENGLISH, 0, 900, False) == 580


@pytest.mark.rule("MUM-GRAP-02", "MUM-GRAP-03", "MUM-GRAP-05")
def test_figures_of_grappling() -> None:
    table = TABLES["grapple"]
    keys = ("opposed", "casts_off", "written_after", "else_after", "change_decks")
    assert tuple(table.whole(key) for key in keys) == (4, 4, 1, 3, 30)


@pytest.mark.rule("MUM-BOARD-01")
@pytest.mark.parametrize(
    ("inches", "men"), [(0.0, 30), (0.4, 30), (0.5, 30), (0.99, 30), (1.0, 60), (1.75, 90), (3.5, 210)]
)
def test_thirty_men_for_each_half_inch(inches: float, men: int) -> None:
    assert boarding.frontage(TABLES, inches) == men


@pytest.mark.rule("MUM-BOARD-02")
def test_a_round_every_three_fifths() -> None:
    assert TABLES["melee"].whole("fifths") == 3


def side(ship: str = "a", engaged: int = 100, **more: Any) -> MeleeSide:
    return MeleeSide(ship, engaged, more.pop("at_hand", engaged), **more)


@pytest.mark.rule("MUM-BOARD-03")
@pytest.mark.parametrize(
    ("mine", "theirs", "factor"),
    [
        (side(), side("b"), 0),
        (side(disordered=True), side("b"), -1),
        (side(disorganised=True), side("b"), -3),
        (side(disorganised=True, disordered=True), side("b"), -3),
        (side(engaged=99), side("b"), -1),
        (side(engaged=51), side("b"), -1),
        (side(engaged=50), side("b"), -2),
        (side(engaged=101), side("b"), 0),
        (side(driven=1), side("b"), -1),
        (side(driven=3), side("b"), -3),
        (side(engaged=20, disordered=True, driven=2), side("b"), -5),
    ],
)
def test_t19_factors(mine: MeleeSide, theirs: MeleeSide, factor: int) -> None:
    assert sum(each.amount for each in boarding.melee_factors(TABLES, mine, theirs)) == factor


@pytest.mark.rule("MUM-BOARD-04")
@pytest.mark.parametrize(
    ("won", "one", "other", "lost"),
    [
        ("", 100, 60, (9, 15)),  # each loses 15% of the other's
        ("a", 100, 60, (6, 20)),  # the winner inflicts 20% of his, the loser 10% of his
        ("b", 100, 60, (12, 10)),
        ("a", 3, 4, (1, 1)),  # never fewer than one
        ("a", 28, 25, (3, 6)),  # 2.5 and 5.6: halves up
    ],
)
def test_t19_losses(won: str, one: int, other: int, lost: tuple[int, int]) -> None:
    assert boarding.melee_losses(TABLES, won, side("a", one), side("b", other)) == lost


@pytest.mark.rule("MUM-BOARD-04")
def test_nobody_loses_men_he_has_not() -> None:
    assert boarding.melee_losses(TABLES, "a", side("a", 100), side("b", 5, at_hand=5)) == (1, 5)


@pytest.mark.rule("MUM-BOARD-03")
@pytest.mark.parametrize(("faces", "won"), [((4, 3), "a"), ((3, 3), ""), ((2, 3), "b")])
def test_the_higher_throw_wins(faces: tuple[int, int], won: str) -> None:
    one, other = side("a"), side("b")
    found, first, second = boarding.throw_melee(TABLES, nr.Scripted(*faces), one, other, ((), ()))
    assert (found, first.outcome, second.outcome) == (won, *faces)


@pytest.mark.rule("MUM-BOARD-03")
def test_the_chance_of_an_even_round() -> None:
    one, other = side("a"), side("b")
    ways = nr.weigh(lambda dice: boarding.throw_melee(TABLES, dice, one, other, ((), ()))[0])
    assert ways == {"a": Fraction(15, 36), "b": Fraction(15, 36), "": Fraction(6, 36)}


STAYS, DRIVEN, HOME = Outcome(), Outcome(driven=True), Outcome(driven=True, home=True)
LEDGER = {
    "own": {
        5: STAYS,
        4: DRIVEN,
        3: attrs.evolve(DRIVEN, order="disordered"),
        2: attrs.evolve(DRIVEN, order="disorganised"),
        1: Outcome(surrenders=True),
    },
    "bulwarks": {
        5: STAYS,
        4: Outcome(keeps_home=True),
        3: Outcome(order="disordered"),
        2: attrs.evolve(DRIVEN, order="disordered"),
        1: attrs.evolve(DRIVEN, order="disorganised"),
    },
    "enemy": {
        5: STAYS,
        4: DRIVEN,
        3: HOME,
        2: attrs.evolve(HOME, order="disordered"),
        1: attrs.evolve(HOME, order="disorganised"),
    },
}
CREWS = {"staunch": 2, "good": 1, "average": 0, "poor": -1, "mutinous": -2}


@pytest.mark.rule("MUM-BOARD-05", "MUM-BOARD-06")
@pytest.mark.parametrize("morale", CREWS)
@pytest.mark.parametrize("place", LEDGER)
def test_t20_melee_morale_of_the_loser(place: str, morale: str) -> None:
    ship = attrs.evolve(ENGLISH, morale=morale)
    for face in range(1, 7):
        found, ruled = boarding.melee_morale(TABLES, nr.Scripted(face), ship, place)
        assert found == LEDGER[place][min(max(face + CREWS[morale], 1), 5)]
        assert ruled.total == CREWS[morale]


@pytest.mark.rule("MUM-PRIZE-01", "MUM-PRIZE-02")
def test_figures_of_prizes() -> None:
    assert (TABLES["prize"].whole("riggers"), TABLES["prize"].whole("moves")) == (2, 2)
