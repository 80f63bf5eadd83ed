"""With the log off nothing is made out for it; the battle goes the same way, and who listens hears it all."""

from __future__ import annotations

import pytest

import navalrules as nr
from log_off import check_all_is_heard, check_same_without_log, fought

FOUGHT = [
    (scenario, seed)
    for scenario in ("mumford-duel-74", "mumford-harbour", "mumford-squadrons")
    for seed in (1, 4)
]


@pytest.mark.parametrize(("name", "seed"), FOUGHT)
def test_the_log_changes_nothing(name: str, seed: int) -> None:
    check_same_without_log(fought(name, "mumford", seed, turns=12))


@pytest.mark.parametrize(("name", "seed"), FOUGHT)
def test_who_listens_hears_all_that_a_log_would_hold(name: str, seed: int) -> None:
    check_all_is_heard(fought(name, "mumford", seed, turns=12))


def test_who_joins_in_the_middle_hears_the_rest() -> None:
    battle = fought("mumford-duel-74", "mumford", 4, turns=12)
    check_all_is_heard(battle, after=len(battle.answers) // 2)


def test_a_speed_that_stays_is_written_alike() -> None:
    states = []
    for record in (True, False):
        battle = nr.Battle.begin(nr.scenario("mumford-duel-74"), "mumford", seed=1, record=record)
        battle.run({side.name: nr.captains.Default() for side in battle.scenario.sides}, max_turns=1)
        states.append(repr(battle.state))
    assert states[0] == states[1]
