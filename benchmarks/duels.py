"""The same duel under many seeds: fought by captains, and replayed from what they answered."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from time import process_time

import navalrules as nr
from navalrules.pace import undisturbed

SEEDS = range(1, 41)
ROUNDS = 12

Play = Callable[[int], nr.Battle]
"""One battle of a seed."""


class Duels:
    """A scenario under a ruleset, close action on every side."""

    def __init__(self, scenario: str, ruleset: str, every_house_rule: bool = False) -> None:
        self.scenario = nr.scenario(scenario)
        self.ruleset = ruleset
        house_rules = nr.ruleset(ruleset).house_rules if every_house_rule else ()
        rules = {rule.name: True for rule in house_rules}
        self.first = nr.Battle.begin(self.scenario, ruleset, rules=rules)
        """What all of them are begun anew from, as whoever fights many does."""

    @cached_property
    def battles(self) -> dict[int, nr.Battle]:
        """The battle of each seed, as its captains fought it."""
        return {seed: self.fought(seed) for seed in SEEDS}

    def fought(self, seed: int) -> nr.Battle:
        battle = self.first.anew(seed)
        battle.run({side.name: nr.captains.CloseAction() for side in self.scenario.sides})
        return battle

    def replayed(self, seed: int) -> nr.Battle:
        return self.given(seed, self.battles[seed].answers)

    def replayed_without_log(self, seed: int) -> nr.Battle:
        return self.given(seed, self.battles[seed].answers, record=False)

    def given(self, seed: int, answers: list[nr.Order], record: bool = True) -> nr.Battle:
        """The battle that these answers lead to: the rules' time alone."""
        battle = self.first.anew(seed, record=record)
        for order in answers:
            battle.replay_answer(order)
        battle.advance()
        return battle


def all_seeds(play: Play) -> Callable[[], nr.Battle]:
    """Every seed once, as batch simulation does it; the last battle comes back."""

    def batch() -> nr.Battle:
        with undisturbed():
            return [play(seed) for seed in SEEDS][-1]

    return batch


def seed_by_seed(*plays: Play) -> list[float]:
    """The processor's seconds of each way to play, the best of each seed, taken in turn so that noise falls
    on all of them."""
    times = [dict.fromkeys(SEEDS, float("inf")) for _ in plays]
    with undisturbed():
        for _ in range(ROUNDS):
            for seed in SEEDS:
                for best, play in zip(times, plays, strict=True):
                    began = process_time()
                    play(seed)
                    best[seed] = min(best[seed], process_time() - began)
    return [sum(best.values()) for best in times]
