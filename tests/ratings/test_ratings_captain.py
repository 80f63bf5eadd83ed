"""Captains: they clear what holds them, board when the odds are theirs, go about, and beat chance."""

from __future__ import annotations

import pytest
from ratings_table import Act, Command, Loaded, Task, alter, asked, at, battle, play, pose

import navalrules as nr
from navalrules_ratings.action import ActRequest
from navalrules_ratings.captain import CloseAction, Dismaster
from navalrules_ratings.orders import Turn

RULES = nr.ruleset("ratings")


def ordered(fight: nr.Battle, kind: str, captain: nr.Captain, about: str = "") -> nr.Order:
    """What a captain orders `a` to do when she is asked; the order is legal."""
    request = asked(fight, kind, "a", about)
    order = captain(fight, request)
    assert request.refusal(order) is None
    return order


@pytest.mark.rule("RAT-BGFOUL-03")
def test_he_gets_clear_of_a_friend() -> None:
    fight = battle(a=at(0, 0, 0, rat_fouled="a2"), a2=at(1.25, 0, 0, rat_fouled="a"), b=at(-50, 0, 0))
    order = ordered(fight, Command.kind, CloseAction())
    assert isinstance(order, Command)
    assert Task("unfoul", "a2") in order.tasks


@pytest.mark.rule("RAT-BGGRAP-03", "RAT-BOARD-02")
@pytest.mark.parametrize(
    ("lead", "boards", "casts_off"),
    [(1, True, False), (0, False, False), (-1, True, True), (-2, True, True), (-3, False, True)],
)
def test_he_boards_with_the_odds_and_casts_off_against_them(lead: int, boards: bool, casts_off: bool) -> None:
    """A lead of one boards; an enemy with the better of it is cast off, and met half-way on deck where he
    boards before that and there is hope."""
    rating = 8 + lead
    fight = battle(
        a=at(0, 0, 0, 5, rat_grappled="b", rat_port=rating, rat_starboard=rating),
        b=at(-1.3, 0, 0, 5, rat_grappled="a"),
    )
    command = ordered(fight, Command.kind, CloseAction())
    assert isinstance(command, Command)
    assert (Task("ungrapple", "b") in command.tasks) is casts_off
    choice = ordered(fight, nr.Chosen.kind, CloseAction(), "board b")
    assert isinstance(choice, nr.Chosen)
    assert (choice.option == "board") is boards


@pytest.mark.rule("RAT-BGTURN-03")
@pytest.mark.parametrize("captain", [CloseAction(), Dismaster()], ids=["close_action", "cautious"])
def test_he_goes_about_to_an_enemy_to_windward(captain: nr.Captain) -> None:
    """Close-hauled on the wrong tack, with the enemy far away over the other bow: he tacks."""
    setting = {"a": at(0, 0, 70, 5, quality="Elite"), "b": at(-70, 70, 90, anchored=True)}
    fight = battle(Loaded(move=[6]), setting, wind=(0, 4))
    request = asked(fight, Act.kind, "a")
    assert isinstance(request, ActRequest)
    order = captain(fight, request)
    assert isinstance(order, Act)
    assert order.turns == (Turn("tack"),)
    assert request.refusal(order) is None
    crippled = battle(Loaded(move=[6]), setting, wind=(0, 4))
    asked(crippled, Act.kind, "a")
    alter(crippled, "a", wheel_gone=True)
    helpless = captain(crippled, asked(crippled, Act.kind, "a"))
    assert isinstance(helpless, Act)
    assert helpless.turns == ()


def test_he_does_not_end_his_move_across_a_friend() -> None:
    setting = {"a": at(0, 0, 0), "b": at(0, 30, 90, anchored=True)}
    clear = ordered(battle(Loaded(move=[6, 2]), setting), Act.kind, CloseAction())
    assert isinstance(clear, Act)
    fight = battle(Loaded(move=[6, 2]), setting)
    play(fight, clear)
    mine = pose(fight, "a")
    setting["a2"] = at(mine.x, mine.y, mine.heading, anchored=True)
    blocked = ordered(battle(Loaded(move=[6, 2]), setting), Act.kind, CloseAction())
    assert isinstance(blocked, Act)
    assert blocked.turns != clear.turns


def test_he_beats_one_who_draws_his_orders() -> None:
    """Ten pairs, each fought from either side with the same dice; a draw counts half to both."""
    won = 0.0
    duel = nr.scenario("duel-of-third-rates")
    for seed in range(10):
        for place in (0, 1):
            fight = nr.Battle.begin(duel, "ratings", seed)
            sides = [side.name for side in fight.scenario.sides]
            mine, other = sides[place], sides[1 - place]
            fight.run({mine: CloseAction(), other: nr.captains.Random(seed)})
            won += {mine: 1.0, other: 0.0}.get(fight.result.winner or "", 0.5)
    assert won >= 17


def test_a_fleet_does_not_lie_foul_of_itself_to_the_end() -> None:
    fleet = nr.scenario("four-against-four")
    for seed in range(3):
        fight = nr.Battle.begin(fleet, "ratings", seed)
        result = fight.run({side.name: CloseAction() for side in fight.scenario.sides})
        assert result.winner
        assert any(isinstance(event, nr.ShipStruck | nr.ShipTaken) for event in fight.log)
