"""Exact odds of a step come from the code that plays it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from strangers import POND, installed, made_up

import navalrules as nr
from navalrules.analysis.odds import changes, outcomes
from navalrules.dice import TooManyWays, Weighed


@pytest.fixture
def rowed() -> nr.Battle:
    """Two boats that have rowed and are about to ram, each on a four or more."""
    with installed(made_up.MadeUp()):
        battle = nr.Battle.begin(nr.scenario(POND), seed=1)
    battle.play_step()
    return battle


def test_odds_of_a_rule(rowed: nr.Battle) -> None:
    ways = nr.odds(rowed, "MUP-RAM-01")
    half = Fraction(1, 2)
    assert ways == {(): half**2, ("oars",): 2 * half**2, ("oars", "oars"): half**2}


def test_odds_of_all_changes_of_a_step_that_asks(rowed: nr.Battle) -> None:
    ways = nr.odds(rowed)
    assert sum(ways.values()) == 1
    assert ways[(("red-boat", "oars", 3),)] == Fraction(1, 4)


def test_the_battle_stays_as_it_is(rowed: nr.Battle) -> None:
    before, log = rowed.state.copy(), rowed.log
    nr.odds(rowed)
    assert (rowed.state, rowed.log) == (before, log)


def test_odds_of_an_order_go_to_the_end_of_its_step() -> None:
    with installed(made_up.MadeUp()):
        battle = nr.Battle.begin(nr.scenario(POND), seed=1)
    far = made_up.Row(ship="red-boat", strokes=2)
    ((events, chance),) = nr.odds(battle, far).items()
    assert chance == 1
    assert [what for _, what, _ in events] == ["pose", "pose"]
    assert nr.Pose(2.0, 0.0, 90.0) in [after for _, _, after in events]
    with pytest.raises(nr.IllegalOrder):
        nr.odds(battle, made_up.Row(ship="red-boat", strokes=7))


def test_too_many_ways_are_refused_soon() -> None:
    with pytest.raises(TooManyWays, match="more than 100 ways"):
        nr.weigh(lambda dice: tuple(dice.d6().value for _ in range(60)), most=100)
    table = nr.Lookup(6, tuple((face, face) for face in range(1, 7)))
    with pytest.raises(TooManyWays):
        nr.weigh(lambda dice: dice.pool(200, table).value, most=100)
    assert len(nr.weigh(lambda dice: dice.die(100).value, most=100)) == 100


def test_a_step_that_runs_again_meets_the_same_weighed_dice() -> None:
    dice = Weighed([2], [])
    dice.begin_step(4)
    first = dice.d6().value
    dice.begin_step(4)
    assert dice.d6().value == first == 3
    assert dice.denominator == 6
    dice.begin_step(5)
    dice.d6()
    assert dice.denominator == 36


def test_what_events_come_to(rowed: nr.Battle) -> None:
    rowed.play_step()
    told = changes(rowed.log)
    assert isinstance(told, tuple)
    assert len(told) == sum(len(event.changes) for event in rowed.log)
    assert outcomes("MUP-RAM-09")(rowed.log) == ()
