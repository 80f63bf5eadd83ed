"""Two 74s and Trafalgar to the end, and one broadside: the rules alone, the log off, with captains."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any

import pytest

import navalrules as nr
from conftest import ratio_row
from navalrules.pace import undisturbed
from navalrules_mumford.sequence import FifthPhase

SEEDS = range(1, 41)
ROUNDS = 12


@pytest.fixture(scope="module")
def scenario() -> nr.Scenario:
    return nr.scenario("mumford-duel-74")


@pytest.fixture(scope="module")
def battles(scenario: nr.Scenario) -> dict[int, nr.Battle]:
    return {seed: fought(scenario, seed) for seed in SEEDS}


def fought(scenario: nr.Scenario, seed: int) -> nr.Battle:
    battle = nr.Battle.begin(scenario, "mumford", seed)
    battle.run({side.name: nr.captains.CloseAction() for side in scenario.sides})
    return battle


def replayed(scenario: nr.Scenario, seed: int, answers: list[nr.Order], record: bool = True) -> nr.Battle:
    battle = nr.Battle.begin(scenario, "mumford", seed, record=record)
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


def test_duel_rules_alone(calibrated: Any, scenario: nr.Scenario, battles: dict[int, nr.Battle]) -> None:
    batch = all_seeds(lambda seed: replayed(scenario, seed, battles[seed].answers))
    calibrated.row("duels of 74s, the rules' time, log kept", 200, 200, each=len(SEEDS), rate=True)
    assert calibrated.pedantic(batch, rounds=ROUNDS, warmup_rounds=1).state == battles[SEEDS[-1]].state


def test_events_in_play(calibrated: Any, scenario: nr.Scenario, battles: dict[int, nr.Battle]) -> None:
    batch = all_seeds(lambda seed: replayed(scenario, seed, battles[seed].answers))
    events = sum(len(battle.log) for battle in battles.values())
    calibrated.row("events in play, each with its rulings", 100e3, 200e3, each=events, rate=True)
    assert calibrated.pedantic(batch, rounds=ROUNDS, warmup_rounds=1).over


def test_duel_with_captains(calibrated: Any, scenario: nr.Scenario) -> None:
    batch = all_seeds(lambda seed: fought(scenario, seed))
    calibrated.row("duels of 74s with the captains' thinking", 100, 100, each=len(SEEDS), rate=True)
    assert calibrated.pedantic(batch, rounds=ROUNDS, warmup_rounds=1).over


def test_log_off(benchmark: Any, scenario: nr.Scenario, battles: dict[int, nr.Battle]) -> None:
    """The best time of each duel, taken in turn so that noise falls on both."""
    best = {(seed, record): float("inf") for seed in SEEDS for record in (True, False)}
    with undisturbed():
        for _ in range(ROUNDS):
            for seed, record in best:
                began = process_time()
                replayed(scenario, seed, battles[seed].answers, record)
                best[seed, record] = min(best[seed, record], process_time() - began)
    if benchmark.enabled:
        kept, off = (sum(best[seed, record] for seed in SEEDS) for record in (True, False))
        ratio_row("the same with the log off", 1.3, 2, kept / off)
    without = replayed(scenario, 1, battles[1].answers, record=False)
    assert benchmark(lambda: without.state) == battles[1].state


def test_trafalgar_rules_alone(calibrated: Any) -> None:
    scenario = nr.scenario("trafalgar-1805")
    battle = fought(scenario, 21)
    calibrated.row("Trafalgar entire, the rules' time, log kept", 3, 3)
    play = calibrated.pedantic(lambda: replayed(scenario, 21, battle.answers), rounds=3, warmup_rounds=1)
    assert play.state == battle.state


def test_trafalgar_with_captains(calibrated: Any) -> None:
    scenario = nr.scenario("trafalgar-1805")
    calibrated.row("Trafalgar entire with the captains' thinking", 6, 6)
    assert calibrated.pedantic(lambda: fought(scenario, 21), rounds=3).over


def test_one_broadside(calibrated: Any) -> None:
    """A broadside of 15 dice and a half, raking, with its damage and the morale of the fifth."""
    battle = nr.Battle.begin(nr.scenario("mumford-duel-74"), "mumford", 3)
    ship, target = battle.state.ships.values()
    victory = nr.Battle.begin(nr.scenario("trafalgar-reduced-1805"), "mumford").ship("victory")
    ship.record = target.record = victory.record  # type: ignore[attr-defined]
    ship.pose, target.pose = nr.Pose(0.0, 0.0, 0.0), nr.Pose(4.0, 0.0, 90.0)
    target.mounts = ()  # type: ignore[attr-defined]
    start = battle.state.copy()
    phase = FifthPhase("fifth_1", 1)

    def prepared() -> tuple[tuple[nr.Battle], dict[str, Any]]:
        battle._restore(start.copy())
        battle.dice.begin_step(1)
        return (battle,), {}

    calibrated.row("a broadside of 15 dice: rake, damage, morale", 100e-6, 100e-6)
    calibrated.pedantic(phase.run, setup=prepared, rounds=1000)
    assert any(event.tag == "discharge" for event in battle.log)
