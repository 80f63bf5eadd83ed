"""How a captain handles grapnels and boarders: his choices in a few plain cases."""

from __future__ import annotations

from typing import Any

import pytest
from alongside import EXPANDED, FRENCH, TWO, alter, hold, lying, one, request, ship, whole_crews

import navalrules as nr
from navalrules_btq.boarders import board, close, whole_edge
from navalrules_btq.engaging import foes
from navalrules_btq.orders import Board, Close
from navalrules_btq.parties import Party


def lying_off() -> nr.Entrant:
    return one("cerf", "French", (300, 0, 0), FRENCH)


def closes(bold: bool, name: str = "alert", held: bool = False, **fields: dict[str, Any]) -> nr.Order:
    battle = whole_crews(lying()) if held else lying()
    for each, told in fields.items():
        alter(battle, each, **told)
    return close(battle, request(battle, "close", name), bold)


def boards(
    bold: bool, name: str, mine: Party, hers: Party, **fields: dict[str, Any]
) -> tuple[nr.Battle, Board]:
    battle = hold(lying(*TWO, rules=EXPANDED), mine, hers, -9)
    for each, told in fields.items():
        alter(battle, each, **told)
    asked = request(battle, "board", name)
    order = board(battle, asked, bold)
    assert isinstance(order, Board)
    assert asked.refusal(order) is None
    return battle, order


def test_men_who_fell_more_of_the_others_have_the_edge() -> None:
    battle = lying()
    mine, hers = ship(battle, "alert"), ship(battle, "belle")
    # 100 British fell 24/12 + 9/9 + 48/6 + 19/3 = 17.3 in a round, 100 French 5.6.
    assert whole_edge(battle, mine, hers) == 307
    assert whole_edge(battle, hers, mine) == 32
    assert whole_edge(battle, mine, mine) == 100


def test_the_strong_throw_grapnels_and_the_weak_do_not() -> None:
    assert closes(True) == Close(ship="alert", grapple="belle")
    assert closes(False) == Close(ship="alert", grapple="belle")
    assert closes(False, alert={"crew": 120}) == Close(ship="alert")
    assert closes(True, alert={"crew": 120}) == Close(ship="alert", grapple="belle")
    assert closes(True, "belle") == Close(ship="belle")


def test_surrender_points_are_looked_after() -> None:
    assert closes(True, alert={"sp": 2}) == Close(ship="alert")
    # Grapnels alone would make her strike.
    assert closes(True, "belle", alert={"sp": 2}) == Close(ship="belle", grapple="alert")
    assert closes(True, alert={"merchant": True}) == Close(ship="alert")


def test_the_weak_cut_free() -> None:
    assert closes(True, "belle", held=True) == Close(ship="belle", cut="alert")
    assert closes(True, held=True) == Close(ship="alert")
    battle = whole_crews(lying(*TWO, lying_off()))
    alter(battle, "belle", status=nr.STRUCK, sp=0)
    # A cautious captain has no men for a prize; a bold one keeps her.
    assert close(battle, request(battle, "close", "alert"), False) == Close(ship="alert", cut="belle")
    assert close(battle, request(battle, "close", "alert"), True) == Close(ship="alert")


def test_boarders_go_where_they_are_the_stronger() -> None:
    _, order = boards(True, "alert", Party("alert", 140, 40, 20), Party("belle", 0, 140, 60))
    assert (order.action, order.target) == ("board", "belle")
    battle, order = boards(True, "belle", Party("alert", 140, 40, 20), Party("belle", 0, 140, 60))
    assert order.action == ""
    assert len(foes(battle, ship(battle, "belle"))) == 1


def test_a_reserve_sallies_against_a_weak_boarding_party() -> None:
    _, order = boards(
        False, "belle", Party("alert", 15, 40, 20), Party("belle", 0, 140, 60), belle={"nbcf": "gb"}
    )
    assert (order.action, order.target) == ("counter", "alert")


def test_the_much_stronger_strike_back_with_a_party_of_their_own() -> None:
    battle, order = boards(
        True, "belle", Party("alert", 40, 12, 8), Party("belle", 0, 140, 60), belle={"nbcf": "us"}
    )
    assert [group.boarding for group in order.groups] == [100]
    assert (order.action, order.target) in (("board", "alert"), ("counter", "alert"))
    assert ship(battle, "belle").crew == 200


def test_men_are_told_off_anew_as_they_fall() -> None:
    _, order = boards(True, "alert", Party("alert", 20, 100, 80), Party("belle", 0, 140, 60))
    (group,) = order.groups
    assert (group.boarding, group.defenders, group.reserve) == (140, 40, 20)


@pytest.mark.rule("BTQ-PRIZE-02")
def test_the_fewest_men_go_to_a_prize() -> None:
    battle = whole_crews(lying(*TWO, lying_off()))
    alter(battle, "belle", status=nr.STRUCK, sp=0)
    order = board(battle, request(battle, "board", "alert"), True)
    assert isinstance(order, Board)
    assert (order.prize, order.men) == ("belle", 20)
