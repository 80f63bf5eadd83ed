"""Two 74s and Trafalgar to the end, log kept, and one broadside: the rules alone, and with captains."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from typing import Any

import pytest

import navalrules as nr

SEEDS = range(1, 41)


def fought(scenario: nr.Scenario, seed: int) -> nr.Battle:
    battle = nr.Battle.begin(scenario, "mumford", seed)
    battle.run({side.name: nr.captains.CloseAction() for side in scenario.sides})
    return battle


def replayed(scenario: nr.Scenario, seed: int, answers: list[nr.Order], record: bool) -> nr.Battle:
    battle = nr.Battle.begin(scenario, "mumford", seed, record=record)
    for order in answers:
        battle.replay_answer(order)
    battle.advance()
    return battle


def each_seed(play: Callable[[int], Any]) -> Callable[[], Any]:
    """One battle a call, over the seeds again and again."""
    seeds = cycle(SEEDS)
    return lambda: play(next(seeds))


@pytest.mark.parametrize("record", [True, False], ids=["log", "no-log"])
def test_duel_rules_alone(calibrated: Any, record: bool) -> None:
    scenario = nr.scenario("mumford-duel-74")
    battles = {seed: fought(scenario, seed) for seed in SEEDS}
    play = each_seed(lambda seed: replayed(scenario, seed, battles[seed].answers, record))
    last = calibrated.pedantic(play, rounds=5, iterations=len(SEEDS), warmup_rounds=1)
    calibrated.extra_info["events_a_duel"] = sum(len(battle.log) for battle in battles.values()) / len(SEEDS)
    assert last.state == battles[last.state.seed].state


def test_duel_with_captains(calibrated: Any) -> None:
    scenario = nr.scenario("mumford-duel-74")
    play = each_seed(lambda seed: fought(scenario, seed))
    assert calibrated.pedantic(play, rounds=5, iterations=len(SEEDS), warmup_rounds=1).over


def test_trafalgar_rules_alone(calibrated: Any) -> None:
    scenario = nr.scenario("trafalgar-1805")
    battle = fought(scenario, 21)
    play = calibrated.pedantic(
        lambda: replayed(scenario, 21, battle.answers, True), rounds=2, iterations=1, warmup_rounds=1
    )
    calibrated.extra_info["events"] = len(battle.log)
    assert play.state == battle.state


def test_trafalgar_with_captains(calibrated: Any) -> None:
    scenario = nr.scenario("trafalgar-1805")
    assert calibrated.pedantic(lambda: fought(scenario, 21), rounds=2, iterations=1).over


def test_one_broadside(calibrated: Any) -> None:
    """A broadside of 15 dice and a half, raking, with its damage and the morale of the fifth."""
    from navalrules_mumford.sequence import FifthPhase

    battle = nr.Battle.begin(nr.scenario("mumford-duel-74"), "mumford", 3)
    ship, target = battle.state.ships.values()
    ship.record = target.record = (
        nr.Battle.begin(nr.scenario("trafalgar-reduced-1805"), "mumford").ship("victory").record
    )  # type: ignore[attr-defined]
    ship.pose, target.pose = nr.Pose(0.0, 0.0, 0.0), nr.Pose(4.0, 0.0, 90.0)
    target.mounts = ()  # type: ignore[attr-defined]
    start = battle.state.copy()
    phase = FifthPhase("fifth_1", 1)

    def prepared() -> tuple[tuple[nr.Battle], dict[str, Any]]:
        battle._restore(start.copy())
        battle.dice.begin_step(1)
        return (battle,), {}

    calibrated.pedantic(phase.run, setup=prepared, rounds=300)
    assert any(event.tag == "discharge" for event in battle.log)
