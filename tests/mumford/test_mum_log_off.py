"""With the log off nothing is made out for it; the battle goes the same way, and who listens hears it all."""

from __future__ import annotations

import pytest

import navalrules as nr

FOUGHT = [
    (scenario, seed)
    for scenario in ("mumford-duel-74", "mumford-harbour", "mumford-squadrons")
    for seed in (1, 4)
]
TURNS = 12


def fought(name: str, seed: int) -> nr.Battle:
    scenario = nr.scenario(name)
    battle = nr.Battle.begin(scenario, "mumford", seed=seed)
    captain = nr.captains.Random() if seed % 2 else nr.captains.CloseAction()
    battle.run({side.name: captain for side in scenario.sides}, max_turns=TURNS)
    return battle


def again(battle: nr.Battle, heard: list[nr.Event] | None = None) -> nr.Battle:
    """The same answers with the log off."""
    quiet = nr.Battle.begin(battle.scenario, "mumford", seed=battle.state.seed, record=False)
    assert not quiet.told
    if heard is not None:
        quiet.bus.subscribe(nr.Event, heard.append)
        assert quiet.told
    for order in battle.answers:
        quiet.replay_answer(order)
    quiet.advance()
    return quiet


@pytest.mark.parametrize(("name", "seed"), FOUGHT)
def test_the_log_changes_nothing(name: str, seed: int) -> None:
    battle = fought(name, seed)
    assert battle.told
    quiet = again(battle)
    assert (repr(quiet.state), quiet.result) == (repr(battle.state), battle.result)
    assert not quiet.log


def test_a_speed_that_stays_is_written_alike() -> None:
    states = []
    for record in (True, False):
        battle = nr.Battle.begin(nr.scenario("mumford-duel-74"), "mumford", seed=1, record=record)
        battle.run({side.name: nr.captains.Default() for side in battle.scenario.sides}, max_turns=1)
        states.append(repr(battle.state))
    assert states[0] == states[1]


@pytest.mark.parametrize(("name", "seed"), FOUGHT)
def test_who_listens_hears_all_that_a_log_would_hold(name: str, seed: int) -> None:
    battle, heard = fought(name, seed), list[nr.Event]()
    again(battle, heard)
    begun = next(event for event in battle.log if isinstance(event, nr.PhaseBegan))
    assert heard == list(battle.log[battle.log.index(begun) :])


def test_who_joins_in_the_middle_hears_the_rest() -> None:
    battle, heard = fought("mumford-duel-74", 4), list[nr.Event]()
    quiet = nr.Battle.begin(battle.scenario, "mumford", seed=battle.state.seed, record=False)
    half = len(battle.answers) // 2
    for order in battle.answers[:half]:
        quiet.replay_answer(order)
    quiet.bus.subscribe(nr.Event, heard.append)
    for order in battle.answers[half:]:
        quiet.replay_answer(order)
    quiet.advance()
    begun = next(event for event in heard if isinstance(event, nr.PhaseBegan))
    assert heard == list(battle.log[battle.log.index(begun) :])
