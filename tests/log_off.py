"""A battle fought again with the log off: it goes the same way, and who listens hears it all."""

from __future__ import annotations

from collections.abc import Mapping

import navalrules as nr


def fought(
    scenario: str, ruleset: str, seed: int, rules: Mapping[str, bool] | None = None, turns: int = 20
) -> nr.Battle:
    """By captains that draw their orders where the seed is odd, and by those who close where it is even."""
    battle = nr.Battle.begin(nr.scenario(scenario), ruleset, seed, rules=rules)
    captain = nr.captains.Random() if seed % 2 else nr.captains.CloseAction()
    battle.run({side.name: captain for side in battle.scenario.sides}, max_turns=turns)
    return battle


def again(battle: nr.Battle, heard: list[nr.Event] | None = None, after: int = 0) -> nr.Battle:
    """The same answers with the log off; into `heard` goes what is told once `after` of them are given."""
    quiet = battle.anew(battle.state.seed, record=False)
    for place, order in enumerate(battle.answers):
        assert quiet.told is (heard is not None and place > after)
        if heard is not None and place == after:
            quiet.bus.subscribe(nr.Event, heard.append)
        quiet.replay_answer(order)
    quiet.advance()
    return quiet


def check_same_without_log(battle: nr.Battle) -> None:
    """State and result, to the last letter (3 and 3.0 are not the same)."""
    quiet = again(battle)
    assert battle.told
    assert (repr(quiet.state), quiet.result) == (repr(battle.state), battle.result)
    assert not quiet.log


def check_all_is_heard(battle: nr.Battle, after: int = 0) -> None:
    """A listener hears what a log would hold, from the first phase that begins once it listens."""
    heard: list[nr.Event] = []
    again(battle, heard, after)
    begun = next(place for place, event in enumerate(heard) if isinstance(event, nr.PhaseBegan))
    rest = heard[begun:]
    assert len(rest) > 10
    assert rest == list(battle.log[-len(rest) :])
    if not after:
        phases = (event for event in battle.log if isinstance(event, nr.PhaseBegan))
        assert rest[0] == next(phases)
