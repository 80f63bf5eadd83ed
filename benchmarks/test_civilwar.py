"""Kearsarge against Alabama, to the end: the rules alone, the log off, with captains, replayed."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

import pytest

import navalrules as nr
from conftest import ratio_row
from navalrules.pace import undisturbed

SEEDS = range(1, 41)
ROUNDS = 12


@pytest.fixture(scope="module")
def scenario() -> nr.Scenario:
    return nr.scenario("kearsarge-alabama-1864")


@pytest.fixture(scope="module")
def battles(scenario: nr.Scenario) -> dict[int, nr.Battle]:
    return {seed: fought(scenario, seed) for seed in SEEDS}


def fought(scenario: nr.Scenario, seed: int) -> nr.Battle:
    battle = nr.Battle.begin(scenario, "civilwar", seed)
    battle.run({"Federal": nr.captains.CloseAction(), "Confederate": nr.captains.CloseAction()})
    return battle


def replayed(scenario: nr.Scenario, seed: int, answers: list[nr.Order], record: bool = True) -> nr.Battle:
    battle = nr.Battle.begin(scenario, "civilwar", seed, record=record)
    for order in answers:
        battle.replay_answer(order)
    battle.advance()
    return battle


def all_seeds(play: Callable[[int], nr.Battle]) -> Callable[[], nr.Battle]:
    """Every seed once, as batch simulation does it."""

    def batch() -> nr.Battle:
        with undisturbed():
            last = [play(seed) for seed in SEEDS][-1]
        return last

    return batch


def best(batches: list[Callable[[], nr.Battle]]) -> list[float]:
    """The best time of each of several batches, taken in turn so that noise falls on all of them."""
    times = [float("inf")] * len(batches)
    for _ in range(ROUNDS):
        for place, batch in enumerate(batches):
            began = perf_counter()
            batch()
            times[place] = min(times[place], perf_counter() - began)
    return times


def test_duel_rules_alone(calibrated: Any, scenario: nr.Scenario, battles: dict[int, nr.Battle]) -> None:
    batch = all_seeds(lambda seed: replayed(scenario, seed, battles[seed].answers))
    calibrated.row("duels, the rules' time, log kept", 400, 400, each=len(SEEDS), rate=True)
    assert calibrated.pedantic(batch, rounds=ROUNDS, warmup_rounds=1).state == battles[SEEDS[-1]].state


def test_events_in_play(calibrated: Any, scenario: nr.Scenario, battles: dict[int, nr.Battle]) -> None:
    batch = all_seeds(lambda seed: replayed(scenario, seed, battles[seed].answers))
    events = sum(len(battle.log) for battle in battles.values())
    calibrated.row("events in play, each with its rulings", 100e3, 200e3, each=events, rate=True)
    assert calibrated.pedantic(batch, rounds=ROUNDS, warmup_rounds=1).over


def test_duel_with_captains(calibrated: Any, scenario: nr.Scenario) -> None:
    batch = all_seeds(lambda seed: fought(scenario, seed))
    calibrated.row("duels with the captains' thinking", 200, 200, each=len(SEEDS), rate=True)
    assert calibrated.pedantic(batch, rounds=ROUNDS, warmup_rounds=1).over


def test_captains_thinking(calibrated: Any, scenario: nr.Scenario, battles: dict[int, nr.Battle]) -> None:
    """A captain's answer to everything that Kearsarge was asked, on the glimpses he was given."""
    asked: list[tuple[nr.Battle, nr.Request]] = []

    def watched(battle: nr.Battle, request: nr.Request) -> nr.Order:
        asked.append((battle, request))
        return captain(battle, request)

    captain = nr.captains.CloseAction()
    for seed in SEEDS:
        nr.Battle.begin(scenario, "civilwar", seed).run({"Federal": watched, "Confederate": captain})

    def think() -> int:
        thinker = nr.captains.CloseAction()
        return len([thinker(battle, request) for battle, request in asked])

    calibrated.row("a default captain's thinking, for each decision", 200e-6, 100e-6, each=len(asked))
    assert calibrated.pedantic(think, rounds=ROUNDS) == len(asked)


def test_log_off(benchmark: Any, scenario: nr.Scenario, battles: dict[int, nr.Battle]) -> None:
    kept, off = best(
        [
            all_seeds(lambda seed: replayed(scenario, seed, battles[seed].answers)),
            all_seeds(lambda seed: replayed(scenario, seed, battles[seed].answers, record=False)),
        ]
    )
    if benchmark.enabled:
        ratio_row("the same with the log off", 1.3, 2, kept / off)
    without = replayed(scenario, 1, battles[1].answers, record=False)
    assert benchmark(lambda: without.state) == battles[1].state


def test_replay_against_play(benchmark: Any, scenario: nr.Scenario, battles: dict[int, nr.Battle]) -> None:
    played, again = best(
        [
            all_seeds(lambda seed: fought(scenario, seed)),
            all_seeds(lambda seed: replayed(scenario, seed, battles[seed].answers)),
        ]
    )
    if benchmark.enabled:
        ratio_row("replay against play", 1.0, 1.3, played / again)
    assert benchmark(lambda: battles[1].over)
