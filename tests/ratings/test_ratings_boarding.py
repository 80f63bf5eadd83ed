"""RAT-BOARD, RAT-BGGRAP, RAT-BGBOARD: grappling, the revised boarding action and the base game's."""

from __future__ import annotations

from typing import Any

import pytest
from ratings_table import (
    Act,
    Loaded,
    Shot,
    at,
    battle,
    cited,
    factor,
    of,
    play,
    quiet,
    refused,
    ship,
    task,
)

import navalrules as nr
from navalrules_ratings.events import BoardingChanged, RoundFought


def locked(
    board: list[int], *, a: dict[str, Any] | None = None, b: dict[str, Any] | None = None, **more: Any
) -> nr.Battle:
    """Two ships grappled side by side; `board` are the dice of the rounds, `a` and then `b`."""
    dice = more.pop("dice", None) or Loaded(board=board, **more.pop("script", {}))
    mine = at(0, 0, 0, **{"rate": 5, **(a or {}), "rat_grappled": "b"})
    theirs = at(1.3, 0, 0, **{"rate": 5, **(b or {}), "rat_grappled": "a"})
    return battle(dice, a=mine, b=theirs, **more)


def boards(by: str, whom: str) -> nr.Chosen:
    return nr.Chosen(ship=by, about=f"board {whom}", option="board")


def says(by: str, whom: str, question: str, option: str) -> nr.Chosen:
    return nr.Chosen(ship=by, about=f"{question} {whom}", option=option)


def fight_on(fight: nr.Battle, *orders: nr.Order, rounds: int = 1) -> list[RoundFought]:
    """Give the orders as they are asked for, and go on until so many rounds have been fought."""
    before, todo = len(fight.log), list(orders)
    fight.advance()
    while not fight.over and (todo or len(of(fight.log[before:], RoundFought)) < rounds):
        request = fight.requests[0]
        for each in fight.requests:
            if any(order.key == each.key for order in todo):
                request = each
                break
        told = next((order for order in todo if order.key == request.key), None)
        if told is not None:
            todo.remove(told)
        fight.submit(told or quiet(request))
        fight.advance()
    assert not todo, f"never asked for: {todo}"
    return of(fight.log[before:], RoundFought)


def scored(event: RoundFought) -> dict[str, int]:
    return dict(zip((event.ship, event.target), event.scores, strict=True))


# ---------------------------------------------------------------- the worked example


def frigates(*rounds: tuple[int, int]) -> nr.Battle:
    """The scenario of the worked example; for each round the Spaniard's die and the Briton's."""
    # Of two ships the first by name throws first.
    board = [die for spanish, british in rounds for die in (british, spanish)]
    return nr.Battle.begin(nr.scenario("frigate-boarding"), seed=1, dice=Loaded(board=board))


BOTH = (boards("spanish-frigate", "british-frigate"), boards("british-frigate", "spanish-frigate"))


@pytest.mark.rule(
    *(
        "RAT-EX-03",
        "RAT-BOARD-03",
        "RAT-BOARD-05",
        "RAT-BOARD-11",
        "RAT-BOARD-12",
        "RAT-BOARD-14",
        "RAT-BOARD-15",
    )
)
def test_example_3_from_orders_and_dice() -> None:
    fight = frigates((6, 3))
    spanish, british = ship(fight, "spanish-frigate"), ship(fight, "british-frigate")
    assert (spanish.hull, spanish.port, spanish.starboard, spanish.crew, spanish.quality) == (
        8,
        8,
        8,
        2,
        "Average",
    )
    assert (british.hull, british.port, british.starboard, british.crew, british.quality) == (
        7,
        5,
        6,
        1,
        "Elite",
    )
    assert (spanish.grappled, british.grappled) == (("british-frigate",), ("spanish-frigate",))
    (fought,) = fight_on(fight, *BOTH)
    assert scored(fought) == {"spanish-frigate": 16, "british-frigate": 12}
    assert (spanish.crew, british.crew) == (2, 0)
    assert (british.port, british.starboard, british.stern) == (5, 6, 1)
    assert {spanish.status, british.status} == {nr.FIGHTING}
    (action,) = fight.state.table.boardings
    assert action.boarder == "spanish-frigate"
    assert {"RAT-BOARD-03", "RAT-BOARD-12", "RAT-BOARD-14", "RAT-BOARD-15"} <= cited([fought])
    assert isinstance(fight.dice, Loaded)
    fight.dice.finish()


@pytest.mark.rule("RAT-EX-03", "RAT-BOARD-01")
def test_example_3_goes_on_on_the_british_deck() -> None:
    fight = frigates((6, 3), (1, 1))
    first, second = fight_on(fight, *BOTH, rounds=2)
    assert second.deck == "british-frigate"
    assert first.deck in ("", "british-frigate")


@pytest.mark.rule("RAT-EX-04", "RAT-BOARD-13", "RAT-BOARD-22", "RAT-RATE-05")
def test_example_4_the_next_round() -> None:
    fight = frigates((6, 3), (4, 1))
    _, fought = fight_on(fight, *BOTH, rounds=2)
    assert scored(fought) == {"spanish-frigate": 14, "british-frigate": 9}
    british = ship(fight, "british-frigate")
    assert (british.port, british.starboard, british.stern, british.bow) == (4, 5, 0, None)
    assert british.status == nr.FIGHTING
    assert {"RAT-BOARD-13", "RAT-BOARD-22"} <= cited([fought])


@pytest.mark.rule("RAT-EX-05", "RAT-BOARD-05", "RAT-BOARD-06")
def test_example_5_a_margin_of_six() -> None:
    fight = frigates((6, 3), (6, 2))
    _, fought = fight_on(fight, *BOTH, rounds=2)
    assert scored(fought) == {"spanish-frigate": 16, "british-frigate": 10}
    assert ship(fight, "british-frigate").status == nr.TAKEN
    (taken,) = of(fight.log, nr.ShipTaken)
    assert (taken.ship, taken.by) == ("british-frigate", "spanish-frigate")
    assert {"RAT-BOARD-05", "RAT-BOARD-06"} <= cited(fight.log)


# ---------------------------------------------------------------- roles


@pytest.mark.rule("RAT-BOARD-01", "RAT-BOARD-02")
def test_whoever_declares_is_the_boarder_on_the_others_deck() -> None:
    fight = locked([3, 4])
    (fought,) = fight_on(fight, boards("a", "b"))
    assert fought.deck == "b"
    (action,) = fight.state.table.boardings
    assert action.boarder == "a"
    assert {"RAT-BOARD-01", "RAT-BOARD-02"} <= cited(fight.log)
    # 8 + 2 + 3 against 8 + 2 + 4: losing the round does not change the deck.
    assert (scored(fought), ship(fight, "a").crew) == ({"a": 13, "b": 14}, 1)


@pytest.mark.rule("RAT-BOARD-03")
@pytest.mark.parametrize(("dice", "winner"), [([4, 3], "a"), ([3, 4], "b")])
def test_of_two_that_board_the_winner_has_got_across(dice: list[int], winner: str) -> None:
    fight = locked(dice)
    fight_on(fight, boards("a", "b"), boards("b", "a"))
    (action,) = fight.state.table.boardings
    assert action.boarder == winner
    assert "RAT-BOARD-03" in cited(fight.log)


@pytest.mark.rule("RAT-BOARD-04", "RAT-BOARD-17")
def test_no_number_of_rounds_is_rolled_and_one_follows_every_action_phase() -> None:
    dice = Loaded(board=[3, 3] * 8, rounds=[])
    fight = locked([], dice=dice, cards="ABAABB")
    fight_on(fight, boards("a", "b"), rounds=4)
    # Four Action Phases of either side in the turn, a round at the end of each.
    names = [event.phase for event in of(fight.log, nr.PhaseBegan) if event.phase in ("action", "boarding")]
    assert len(of(fight.log, RoundFought)) == 4
    assert names.count("boarding") >= 4
    assert "RAT-BOARD-17" in cited(fight.log)


# ---------------------------------------------------------------- how it ends


@pytest.mark.rule("RAT-BOARD-05", "RAT-BOARD-06", "RAT-BOARD-07")
@pytest.mark.parametrize(
    ("rolls", "status"),
    [([6, 1], "fighting"), ([1, 6], "fighting")],
)
def test_a_margin_of_five_decides_nothing(rolls: list[int], status: str) -> None:
    fight = locked(rolls)
    (fought,) = fight_on(fight, boards("a", "b"))
    assert abs(fought.scores[0] - fought.scores[1]) == 5
    assert (ship(fight, "a").status, ship(fight, "b").status) == (status, status)
    assert len(fight.state.table.boardings) == 1


@pytest.mark.rule("RAT-BOARD-05", "RAT-BOARD-06", "RAT-BGMORALE-04")
def test_the_boarded_beaten_by_six_are_captured() -> None:
    fight = locked([6, 1], b={"rat_port": 7, "rat_starboard": 7})
    (fought,) = fight_on(fight, boards("a", "b"))
    assert scored(fought) == {"a": 16, "b": 10}
    taken = ship(fight, "b")
    assert (taken.status, taken.taken_by) == (nr.TAKEN, "a")
    assert (ship(fight, "a").crew, ship(fight, "a").away) == (1, 1)
    assert {"RAT-BOARD-06", "RAT-BGMORALE-04"} <= cited(fight.log)
    assert fight.state.table.boardings == ()


@pytest.mark.rule("RAT-BOARD-07", "RAT-BOARD-23", "RAT-BOARD-05")
def test_boarders_beaten_by_six_are_driven_back() -> None:
    fight = locked([1, 6, 1, 1], b={"rat_port": 9, "rat_starboard": 9})
    (fought,) = fight_on(fight, boards("a", "b"), says("b", "a", "counterboard", "stay"))
    assert scored(fought) == {"a": 11, "b": 17}
    assert fight.state.table.boardings == ()
    assert (ship(fight, "a").grappled, ship(fight, "a").status) == (("b",), nr.FIGHTING)
    assert {"RAT-BOARD-07", "RAT-BOARD-23"} <= cited(fight.log)
    # Still grappled: either may begin anew in a later Action Phase.
    (again,) = fight_on(fight, boards("b", "a"))
    assert again.deck == "a"


@pytest.mark.rule("RAT-BOARD-08", "RAT-BGGRAP-03")
def test_casting_off_ends_the_action() -> None:
    # b's Command Phase comes third; a has a unit and lets go.
    fight = locked([3, 3], script={"task_ungrapple": [4]}, cards="AABBBA")
    fight_on(fight, boards("a", "b"))
    found = play(fight, task("b", "ungrapple", "a"), says("a", "b", "hold", "let_go"))
    assert (ship(fight, "a").grappled, ship(fight, "b").grappled) == ((), ())
    assert fight.state.table.boardings == ()
    assert "RAT-BOARD-08" in cited(found)
    assert [event.what for event in of(found, BoardingChanged)] == ["parted"]


@pytest.mark.rule("RAT-BOARD-09", "RAT-BOARD-21")
def test_boarders_called_back_before_the_dice_cost_nothing() -> None:
    fight = locked([3, 4])
    fight_on(fight, boards("a", "b"))
    crews = ship(fight, "a").crew, ship(fight, "b").crew
    play(fight, says("a", "b", "fight", "withdraw"), says("b", "a", "counterboard", "stay"))
    assert (ship(fight, "a").crew, ship(fight, "b").crew) == crews == (1, 2)
    assert fight.state.table.boardings == ()
    assert len(of(fight.log, RoundFought)) == 1
    assert {"RAT-BOARD-09", "RAT-BOARD-21"} <= cited(fight.log)


@pytest.mark.rule("RAT-BOARD-10", "RAT-BOARD-21")
def test_after_a_withdrawal_the_boarded_come_across() -> None:
    fight = locked([3, 4, 4, 4])
    fight_on(fight, boards("a", "b"))
    found = play(fight, says("a", "b", "fight", "withdraw"), says("b", "a", "counterboard", "counterboard"))
    # The first round of the new action waits for the next Action Phase.
    assert of(found, RoundFought) == []
    (action,) = fight.state.table.boardings
    assert action.boarder == "b"
    (fought,) = fight_on(fight)
    assert fought.deck == "a"
    assert {"RAT-BOARD-10", "RAT-BOARD-21"} <= cited(fight.log)


@pytest.mark.rule("RAT-BOARD-10", "RAT-BOARD-07")
def test_after_a_repulse_the_boarded_come_across() -> None:
    fight = locked([1, 6, 3, 3], b={"rat_port": 9, "rat_starboard": 9})
    fight_on(fight, boards("a", "b"), says("b", "a", "counterboard", "counterboard"))
    (action,) = fight.state.table.boardings
    assert action.boarder == "b"
    (fought,) = fight_on(fight)
    assert fought.deck == "a"


# ---------------------------------------------------------------- scores and losses


@pytest.mark.rule("RAT-BOARD-11", "RAT-BOARD-14")
@pytest.mark.parametrize(("port", "starboard", "score"), [(5, 8, 13), (8, 5, 13), (3, 4, 9), (0, 0, 5)])
def test_the_higher_broadside_counts(port: int, starboard: int, score: int) -> None:
    # 2 crew units and a 3.
    fight = locked([3, 3], a={"rat_port": port, "rat_starboard": starboard})
    (fought,) = fight_on(fight, boards("a", "b"))
    assert scored(fought)["a"] == score
    assert {"RAT-BOARD-11", "RAT-BOARD-14"} <= cited([fought])


@pytest.mark.rule("RAT-BOARD-14", "RAT-BOARD-15", "RAT-BOARD-16", "RAT-BGCREW-02")
@pytest.mark.parametrize(
    ("quality", "amount"), [("Elite", 2), ("Experienced", 1), ("Average", 0), ("Green", -1)]
)
def test_quality_in_a_score(quality: str, amount: int) -> None:
    fight = locked([3, 3], a={"quality": quality})
    (fought,) = fight_on(fight, boards("a", "b"))
    assert scored(fought) == {"a": 13 + amount, "b": 13}
    rule = "RAT-BOARD-15" if quality in ("Elite", "Average") else "RAT-BOARD-16"
    assert amount == 0 or rule in cited([fought])


@pytest.mark.rule("RAT-BOARD-12")
def test_the_loser_of_a_round_loses_a_crew_unit() -> None:
    fight = locked([4, 3])
    (fought,) = fight_on(fight, boards("a", "b"))
    assert (ship(fight, "a").crew, ship(fight, "b").crew, ship(fight, "b").lost) == (2, 1, 1)
    assert "RAT-BOARD-12" in cited([fought])


@pytest.mark.rule("RAT-BOARD-13", "RAT-BOARD-22")
def test_a_loser_without_crew_loses_guns() -> None:
    fight = locked([4, 1], b={"rate": 3, "rat_crew": 0, "rat_bow": 0})
    fight_on(fight, boards("a", "b"))
    beaten = ship(fight, "b")
    # 8 + 2 + 4 against 10 + 0 + 1.
    assert (beaten.port, beaten.starboard, beaten.bow, beaten.stern) == (9, 9, 0, 1)
    assert beaten.hull == 10
    assert {"RAT-BOARD-13", "RAT-BOARD-22"} <= cited(fight.log)


@pytest.mark.rule("RAT-BOARD-18")
def test_a_tie_costs_nobody_anything() -> None:
    fight = locked([3, 3])
    (fought,) = fight_on(fight, boards("a", "b"))
    assert fought.scores == (13, 13)
    assert (ship(fight, "a").crew, ship(fight, "b").crew) == (2, 2)
    assert "RAT-BOARD-18" in cited(fight.log)


@pytest.mark.rule("RAT-BOARD-18", "RAT-BOARD-03")
def test_a_tie_leaves_the_roles_open_when_both_board() -> None:
    fight = locked([3, 3, 2, 5])
    first, second = fight_on(fight, boards("a", "b"), boards("b", "a"), rounds=2)
    assert (first.deck, first.scores) == ("", (13, 13))
    (action,) = fight.state.table.boardings
    assert action.boarder == "b"
    assert scored(second) == {"a": 12, "b": 15}


@pytest.mark.rule("RAT-BOARD-19")
def test_the_round_that_decides_costs_a_unit_too() -> None:
    fight = locked([6, 1], b={"rat_port": 7, "rat_starboard": 7})
    fight_on(fight, boards("a", "b"))
    assert (ship(fight, "b").crew, ship(fight, "b").lost) == (1, 1)
    assert "RAT-BOARD-19" in cited(fight.log)


@pytest.mark.rule("RAT-BOARD-20")
def test_a_decisive_first_round_captures_at_once() -> None:
    fight = locked([1, 6], a={"rat_port": 7, "rat_starboard": 7})
    fight_on(fight, boards("a", "b"), boards("b", "a"))
    assert (ship(fight, "a").status, ship(fight, "a").taken_by) == (nr.TAKEN, "b")
    assert {"RAT-BOARD-03", "RAT-BOARD-06", "RAT-BOARD-20"} <= cited(fight.log)


# ---------------------------------------------------------------- grappling


def alongside(grapple: int, x: float = 2.0, **more: Any) -> tuple[nr.Battle, list[nr.Event]]:
    """`a`, in irons, throws grapnels at `b` on her beam; the hulls are 1.25 MU wide."""
    dice = Loaded(grapple=[grapple])
    fight = battle(dice, a=at(0, 0, 0, 5, **more), b=at(x, 0, 0, 5), wind=(0, 4))
    return fight, play(fight, Act(ship="a", grapple="b"))


@pytest.mark.rule("RAT-BGGRAP-01", "RAT-BGCREW-02")
@pytest.mark.parametrize(
    ("quality", "die", "holds"),
    [
        *[("Average", 4, True), ("Average", 3, False), ("Elite", 2, True), ("Elite", 1, False)],
        *[("Experienced", 3, True), ("Experienced", 2, False), ("Green", 5, True), ("Green", 4, False)],
    ],
)
def test_grapnels_hold_on_a_four(quality: str, die: int, holds: bool) -> None:
    fight, found = alongside(die, quality=quality)
    (event,) = of(found, nr.Grappled)
    assert (event.target, event.held) == ("b", holds)
    assert ship(fight, "a").grappled == (("b",) if holds else ())
    assert ship(fight, "b").grappled == (("a",) if holds else ())
    assert "RAT-BGGRAP-01" in cited(found)


@pytest.mark.rule("RAT-BGGRAP-01")
@pytest.mark.parametrize(("x", "die", "holds"), [(1.25, 3, True), (1.25, 2, False), (2.25, 4, True)])
def test_contact_helps_and_one_mu_is_the_reach(x: float, die: int, holds: bool) -> None:
    fight, _ = alongside(die, x)
    assert bool(ship(fight, "a").grappled) is holds


@pytest.mark.rule("RAT-BGGRAP-01")
@pytest.mark.parametrize(("die", "holds"), [(2, True), (1, False)])
def test_fouled_ships_are_grappled_more_easily(die: int, holds: bool) -> None:
    fight = battle(
        Loaded(grapple=[die]),
        a=at(0, 0, 0, 5, rat_fouled="b"),
        b=at(1.25, 0, 0, 5, rat_fouled="a"),
        wind=(0, 4),
    )
    play(fight, Act(ship="a", grapple="b"))
    assert bool(ship(fight, "a").grappled) is holds


@pytest.mark.rule("RAT-BGGRAP-01", "RAT-BGCREW-03")
def test_who_may_not_grapple() -> None:
    far = battle(a=at(0, 0, 0, 5), b=at(2.3, 0, 0, 5), wind=(0, 4))
    assert refused(far, Act(ship="a", grapple="b")).rule == "RAT-BGGRAP-01"
    nobody = battle(a=at(0, 0, 0, 5, rat_crew=0), b=at(2, 0, 0, 5), wind=(0, 4))
    assert refused(nobody, Act(ship="a", grapple="b")).rule == "RAT-BGCREW-03"
    friend = battle(a=at(0, 0, 0, 5), aa=at(2, 0, 0, 5), b=at(-2, 0, 0, 5), wind=(0, 4))
    play(friend, nr.Chosen(about="next", option="a"))
    assert refused(friend, Act(ship="a", grapple="aa")).rule == "RAT-BGGRAP-01"


@pytest.mark.rule("RAT-BGGRAP-01")
def test_one_try_in_an_action_phase() -> None:
    fight = battle(Loaded(grapple=[1, 4]), a=at(0, 0, 0, 5), b=at(2, 0, 0, 5), wind=(0, 4))
    play(fight, Act(ship="a", grapple="b"))
    assert [event.held for event in of(fight.log, nr.Grappled)] == [False]
    # A second try in the same phase is refused; in her next Action Phase she may try again.
    again = battle(Loaded(grapple=[1]), a=at(0, 0, 0, 5), a2=at(0, 30, 0), b=at(2, 0, 0, 5), wind=(0, 4))
    play(again, nr.Chosen(about="next", option="a"), Act(ship="a", grapple="b"))
    assert [request.ship for request in again.requests] == ["a2"]
    with pytest.raises(nr.IllegalOrder) as caught:
        again.submit(Act(ship="a", grapple="b"))
    assert (caught.value.rule, caught.value.hint) == (
        "RAT-BGGRAP-01",
        "once an action; try again in the next",
    )
    play(fight, Act(ship="a", grapple="b"))
    assert [event.held for event in of(fight.log, nr.Grappled)] == [False, True]


@pytest.mark.rule("RAT-BGGRAP-02", "RAT-BGMOVE-06")
def test_grappled_ships_stay_and_fire_at_close_range() -> None:
    fight = locked([], script={"fire": [2], "move": []})
    assert refused(fight, Act(ship="a", move=2)).rule == "RAT-BGMOVE-06"
    found = play(fight, Act(ship="a", shots=(Shot("starboard", "b"),)))
    (shot,) = of(found, nr.ShotFired)
    # 8 - 8, Close +2, first broadside +1.
    assert (shot.target, factor(found)) == ("b", 3)
    assert "RAT-BGGRAP-02" in cited(fight.log)
    assert of(fight.log, nr.ShipMoved) == []


@pytest.mark.rule("RAT-BGGRAP-03")
@pytest.mark.parametrize(
    ("own", "theirs", "free"),
    [(4, None, True), (3, None, False), (5, 4, True), (4, 4, False), (5, 6, False), (4, 3, True)],
)
def test_casting_off(own: int, theirs: int | None, free: bool) -> None:
    hold = "let_go" if theirs is None else "hold"
    script = {"task_ungrapple": [own], "hold_on": [theirs] if theirs and own >= 4 else []}
    fight = locked([], script=script)
    found = play(fight, task("a", "ungrapple", "b"), says("b", "a", "hold", hold))
    assert ship(fight, "a").grappled == (() if free else ("b",))
    assert ship(fight, "b").grappled == (() if free else ("a",))
    assert "RAT-BGGRAP-03" in cited(found)


@pytest.mark.rule("RAT-BGGRAP-03")
def test_an_enemy_without_crew_cannot_hold_on() -> None:
    fight = locked([], script={"task_ungrapple": [4], "hold_on": []}, b={"rat_crew": 0})
    play(fight, task("a", "ungrapple", "b"))
    assert ship(fight, "a").grappled == ()


@pytest.mark.rule("RAT-BGCREW-03")
def test_without_a_crew_unit_nobody_boards_but_defends() -> None:
    fight = locked([3, 3], a={"rat_crew": 0})
    (fought,) = fight_on(fight, boards("b", "a"))
    assert scored(fought) == {"a": 11, "b": 13}
    assert "RAT-BGCREW-03" in cited([fought])
    assert not any(order.key == boards("a", "b").key for order in fight.answers), (
        "a ship without a crew unit is not asked whether she boards"
    )


# ---------------------------------------------------------------- base boarding

BASE = {"revised_boarding": False}


@pytest.mark.rule("RAT-BGBOARD-01", "RAT-BGBOARD-02")
@pytest.mark.parametrize("rounds", [1, 3, 6])
def test_a_die_gives_the_number_of_rounds(rounds: int) -> None:
    dice = Loaded(rounds=[rounds], board=[4, 3] * rounds)
    fight = locked([], dice=dice, rules=BASE, b={"rat_crew": 8}, a={"rat_crew": 8})
    fought = fight_on(fight, boards("a", "b"), rounds=rounds)
    # Rating, crew units, quality and a d6: 8 + 8 + 4, and b's units go one by one.
    assert [scored(each) for each in fought] == [{"a": 20, "b": 19 - lost} for lost in range(rounds)]
    assert {"RAT-BGBOARD-01", "RAT-BGBOARD-02"} <= cited(fight.log)
    assert ship(fight, "b").status == nr.TAKEN
    assert dice.left("board") == []


@pytest.mark.rule("RAT-BGBOARD-02", "RAT-BGCREW-02")
def test_quality_counts_in_the_base_game_too() -> None:
    dice = Loaded(rounds=[2], board=[3, 3])
    fight = locked([], dice=dice, rules=BASE, a={"quality": "Elite"}, b={"quality": "Green"})
    (fought,) = fight_on(fight, boards("a", "b"))
    assert scored(fought) == {"a": 15, "b": 12}


@pytest.mark.rule("RAT-BGBOARD-03")
def test_losing_a_round_of_the_base_game() -> None:
    dice = Loaded(rounds=[2], board=[4, 3, 4, 3])
    fight = locked([], dice=dice, rules=BASE, b={"rat_crew": 1})
    first, second = fight_on(fight, boards("a", "b"), rounds=2)
    assert (scored(first), scored(second)) == ({"a": 14, "b": 12}, {"a": 14, "b": 11})
    beaten = ship(fight, "b")
    # The second loss finds no unit: 1 off the rating.
    assert (beaten.crew, max(beaten.port, beaten.starboard)) == (0, 7)
    assert "RAT-BGBOARD-03" in cited(fight.log)


@pytest.mark.rule("RAT-BGBOARD-04")
@pytest.mark.parametrize(
    ("dice", "rounds", "taken"),
    [([4, 3, 1, 6, 6, 3], 3, "b"), ([4, 3, 1, 6, 3, 6], 3, "a"), ([4, 3, 1, 6, 3, 3, 3, 6], 4, "a")],
    ids=str,
)
def test_level_after_the_last_round_is_fought_out(dice: list[int], rounds: int, taken: str) -> None:
    # One round each of the two, so a third settles it; a tie in it and a fourth does.
    script = Loaded(rounds=[2], board=dice)
    fight = locked([], dice=script, rules=BASE, a={"rat_crew": 6}, b={"rat_crew": 6})
    fought = fight_on(fight, boards("a", "b"), rounds=rounds)
    assert len(fought) == rounds
    assert ship(fight, taken).status == nr.TAKEN
    assert "RAT-BGBOARD-04" in cited(fight.log)
    assert script.left("board") == []


@pytest.mark.rule("RAT-BGBOARD-04")
def test_a_margin_of_six_decides_nothing_in_the_base_game() -> None:
    fight = locked(
        [],
        dice=Loaded(rounds=[2], board=[6, 1, 1, 6, 3, 3, 3, 3, 3, 3]),
        rules=BASE,
        b={"rat_port": 2, "rat_starboard": 2},
    )
    first, second = fight_on(fight, boards("a", "b"), rounds=2)
    assert (scored(first), scored(second)) == ({"a": 16, "b": 5}, {"a": 11, "b": 9})
    assert ship(fight, "b").status == nr.TAKEN
    assert [event.turn for event in of(fight.log, nr.ShipTaken)] == [second.turn]
