"""The account of a battle as a player reads it: every number that was used is shown, and adds up."""

from __future__ import annotations

import re

import pytest
from ratings_table import (
    Command,
    Loaded,
    Shot,
    Task,
    alter,
    asked,
    at,
    battle,
    broadside,
    of,
    play,
)

import navalrules as nr
from navalrules.report.narrative import Narrative

AMOUNT = re.compile(r"[+-]\d+(?= \()")


def lines(fight: nr.Battle, holding: str) -> list[str]:
    told = [line.text for line in Narrative(fight, why=True).account()]
    return [line for line in told if holding in line]


def told(fight: nr.Battle, holding: str) -> str:
    (line,) = lines(fight, holding)
    return line


@pytest.mark.rule("RAT-BGFIRE-05", "RAT-BGFIRE-06")
def test_the_fire_factor_and_the_die_are_told_apart() -> None:
    fight, _ = broadside(Loaded(fire=[2]), b=at(-9, 0, 0, anchored=True))
    line = told(fight, "RAT-BGFIRE-06 ")
    assert "fire factor +2; d6 shows 2, read as 3: 2rr" in line
    *factor, die = [int(each) for each in AMOUNT.findall(line)]
    assert sum(factor) == 2
    assert die == 1
    assert "die for a stationary target" in line


@pytest.mark.rule("RAT-BOARD-14")
def test_a_score_on_deck_shows_what_it_is_made_of() -> None:
    fight = battle(
        Loaded(board=[6, 3]),
        a=at(0, 0, 0, 5, rat_grappled="b"),
        b=at(-1.3, 0, 0, 6, rat_grappled="a", rat_port=5, rat_starboard=6, quality="Elite"),
    )
    asked(fight, nr.Chosen.kind, "a", "board b")
    play(
        fight,
        nr.Chosen(ship="a", about="board b", option="board"),
        nr.Chosen(ship="b", about="board a", option="board"),
    )
    shown = [
        (sum(map(int, AMOUNT.findall(line))), line.split(": ")[1]) for line in lines(fight, "-BOARD-14 ")
    ]
    assert [more for more, _ in shown] == [10, 9]
    assert [line.split("  [")[0][-2:] for line in lines(fight, "RAT-BOARD-14 ")] == ["16", "12"]


@pytest.mark.rule("RAT-CHAIN-02", "RAT-SAIL-05")
def test_what_raises_rigging_hits_is_shown() -> None:
    shot = Shot("port", "b", aim="masts", load="chain")
    fight, _ = broadside(Loaded(fire=[4]), shot, b=at(-9, 0, 0, rat_sail="full"))
    line = told(fight, "RAT-RIG-01 ")
    assert [int(each) for each in AMOUNT.findall(line)] == [2, 2, 2]
    assert "6 off the masts" in line


@pytest.mark.rule("RAT-BGMOVE-02")
@pytest.mark.parametrize(("dice", "way"), [((1, 1), "backs"), ((6, 6), "veers"), ((3, 4), "holds")])
def test_the_wind_check_says_what_the_wind_does(dice: tuple[int, int], way: str) -> None:
    fight = battle(Loaded(wind=list(dice)), b=at(-60, 0, 0))
    play(fight, turns=1)
    assert f": it {way}" in told(fight, "RAT-BGMOVE-02 ")
    assert not lines(fight, "    :")


@pytest.mark.rule("RAT-BGCRIT-05")
def test_a_ship_that_blows_up_is_said_to() -> None:
    fight = battle(Loaded(task_fire=[1]), a=at(0, 0, 0, rat_hull=1), b=at(-60, 0, 0))
    request = asked(fight, Command.kind, "a")
    alter(fight, "a", fire_since=1)
    assert request.ship == "a"
    found = play(fight, Command(ship="a", tasks=(Task("fire"),)), turns=1)
    assert of(found, nr.ShipSank, "a")
    assert told(fight, "A blows up!")


def test_ranges_between_ships_are_said_to_be_between_centres() -> None:
    fight, _ = broadside(Loaded(fire=[4]))
    play(fight, turns=1)
    apart = lines(fight, " apart ")
    assert apart
    assert all("from centre to centre" in line for line in apart)
