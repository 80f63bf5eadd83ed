"""A duel of third rates, to the end: the rules alone, the log off, with captains."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any

import pytest

import navalrules as nr
from conftest import ratio_row
from navalrules.pace import undisturbed

SEEDS = range(1, 41)
ROUNDS = 12


@pytest.fixture(scope="module")
def scenario() -> nr.Scenario:
    return nr.scenario("duel-of-third-rates")


@pytest.fixture(scope="module")
def battles(scenario: nr.Scenario) -> dict[int, nr.Battle]:
    return {seed: fought(scenario, seed) for seed in SEEDS}


def fought(scenario: nr.Scenario, seed: int) -> nr.Battle:
    battle = nr.Battle.begin(scenario, "ratings", seed)
    battle.run({side.name: nr.captains.CloseAction() for side in scenario.sides})
    return battle


def replayed(scenario: nr.Scenario, seed: int, answers: list[nr.Order], record: bool = True) -> nr.Battle:
    battle = nr.Battle.begin(scenario, "ratings", seed, record=record)
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


def seed_by_seed(*plays: Callable[[int], nr.Battle]) -> list[float]:
    """The processor's seconds of each way to play, the best of each seed, taken in turn."""
    times = [dict.fromkeys(SEEDS, float("inf")) for _ in plays]
    with undisturbed():
        for _ in range(ROUNDS):
            for seed in SEEDS:
                for best, play in zip(times, plays, strict=True):
                    began = process_time()
                    play(seed)
                    best[seed] = min(best[seed], process_time() - began)
    return [sum(best.values()) for best in times]


def test_duel_rules_alone(calibrated: Any, scenario: nr.Scenario, battles: dict[int, nr.Battle]) -> None:
    batch = all_seeds(lambda seed: replayed(scenario, seed, battles[seed].answers))
    calibrated.row("duels of third rates, the rules' time, log kept", 800, 800, each=len(SEEDS), rate=True)
    assert calibrated.pedantic(batch, rounds=ROUNDS, warmup_rounds=1).state == battles[SEEDS[-1]].state


def test_events_in_play(calibrated: Any, scenario: nr.Scenario, battles: dict[int, nr.Battle]) -> None:
    batch = all_seeds(lambda seed: replayed(scenario, seed, battles[seed].answers))
    events = sum(len(battle.log) for battle in battles.values())
    calibrated.row("events of the rating rules in play", 100e3, 200e3, each=events, rate=True)
    assert calibrated.pedantic(batch, rounds=ROUNDS, warmup_rounds=1).over


def test_duel_with_captains(calibrated: Any, scenario: nr.Scenario) -> None:
    batch = all_seeds(lambda seed: fought(scenario, seed))
    calibrated.row("duels of third rates with captains", 400, 400, each=len(SEEDS), rate=True)
    assert calibrated.pedantic(batch, rounds=ROUNDS, warmup_rounds=1).over


def test_log_off(benchmark: Any, scenario: nr.Scenario, battles: dict[int, nr.Battle]) -> None:
    if benchmark.enabled:
        kept, off = seed_by_seed(
            lambda seed: replayed(scenario, seed, battles[seed].answers),
            lambda seed: replayed(scenario, seed, battles[seed].answers, record=False),
        )
        ratio_row("the rating rules with the log off", 1.3, 2, kept / off)
    without = replayed(scenario, 1, battles[1].answers, record=False)
    assert benchmark(lambda: without.state) == battles[1].state
