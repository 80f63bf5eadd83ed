"""A duel of third rates, to the end, log kept: the rules alone, and with the captains' thinking."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from typing import Any

import pytest

import navalrules as nr

SEEDS = range(1, 41)


@pytest.fixture(scope="module")
def scenario() -> nr.Scenario:
    return nr.scenario("duel-of-third-rates")


def fought(scenario: nr.Scenario, seed: int) -> nr.Battle:
    battle = nr.Battle.begin(scenario, "ratings", seed)
    battle.run({side.name: nr.captains.CloseAction() for side in scenario.sides})
    return battle


def replayed(scenario: nr.Scenario, seed: int, answers: list[nr.Order], record: bool) -> nr.Battle:
    battle = nr.Battle.begin(scenario, "ratings", seed, record=record)
    for order in answers:
        battle.replay_answer(order)
    battle.advance()
    return battle


def each_seed(play: Callable[[int], Any]) -> Callable[[], Any]:
    """One battle a call, over the seeds again and again."""
    seeds = cycle(SEEDS)
    return lambda: play(next(seeds))


@pytest.mark.parametrize("record", [True, False], ids=["log", "no-log"])
def test_duel_rules_alone(calibrated: Any, scenario: nr.Scenario, record: bool) -> None:
    battles = {seed: fought(scenario, seed) for seed in SEEDS}
    play = each_seed(lambda seed: replayed(scenario, seed, battles[seed].answers, record))
    last = calibrated.pedantic(play, rounds=5, iterations=len(SEEDS), warmup_rounds=1)
    calibrated.extra_info["events_a_duel"] = sum(len(battle.log) for battle in battles.values()) / len(SEEDS)
    assert last.state == battles[SEEDS[-1]].state


def test_duel_with_captains(calibrated: Any, scenario: nr.Scenario) -> None:
    play = each_seed(lambda seed: fought(scenario, seed))
    assert calibrated.pedantic(play, rounds=5, iterations=len(SEEDS), warmup_rounds=1).over
