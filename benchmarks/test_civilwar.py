"""Kearsarge against Alabama: a captain's thinking, and a replay against the play."""

from __future__ import annotations

from typing import Any

from duels import ROUNDS, SEEDS, Duels, seed_by_seed

import navalrules as nr
from conftest import ratio_row

DUELS = Duels("kearsarge-alabama-1864", "civilwar")


def test_captains_thinking(calibrated: Any) -> None:
    """A captain's answer to everything that Kearsarge was asked, on the glimpses he was given."""
    asked: list[tuple[nr.Battle, nr.Request]] = []

    def watched(battle: nr.Battle, request: nr.Request) -> nr.Order:
        asked.append((battle, request))
        return captain(battle, request)

    captain = nr.captains.CloseAction()
    for seed in SEEDS:
        nr.Battle.begin(DUELS.scenario, "civilwar", seed).run({"Federal": watched, "Confederate": captain})

    def think() -> int:
        thinker = nr.captains.CloseAction()
        return len([thinker(battle, request) for battle, request in asked])

    calibrated.row("a default captain's thinking, for each decision", 200e-6, 100e-6, each=len(asked))
    assert calibrated.pedantic(think, rounds=ROUNDS) == len(asked)


def test_replay_against_play(benchmark: Any) -> None:
    if benchmark.enabled:
        played, again = seed_by_seed(DUELS.fought, DUELS.replayed)
        ratio_row("replay against play", 1.0, 1.3, played / again)
    assert benchmark.pedantic(DUELS.replayed, args=(1,), rounds=ROUNDS).log == DUELS.battles[1].log
