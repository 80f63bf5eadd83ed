"""A duel under each rulebook, to the end: the rules alone, events, with captains, the log off."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from duels import ROUNDS, SEEDS, Duels, all_seeds, seed_by_seed

from conftest import ratio_row

Row = tuple[str, float, float]
"""What is measured, its floor and its goal."""


class Rows(NamedTuple):
    """The rows of one rulebook's duel."""

    scenario: str
    rules: Row
    events: Row
    captains: Row
    log_off: Row


OF = {
    "btq": Rows(
        "btq-frigate-duel",
        ("duels of frigates, every house rule on, the rules' time, log kept", 150, 150),
        ("events of Beat to Quarters in play", 100e3, 200e3),
        ("duels of frigates with the captains' thinking", 75, 75),
        ("Beat to Quarters with the log off", 1.3, 2),
    ),
    "civilwar": Rows(
        "kearsarge-alabama-1864",
        ("duels, the rules' time, log kept", 400, 400),
        ("events in play, each with its rulings", 100e3, 200e3),
        ("duels with the captains' thinking", 200, 200),
        ("the same with the log off", 1.3, 2),
    ),
    "mumford": Rows(
        "mumford-duel-74",
        ("duels of 74s, the rules' time, log kept", 200, 200),
        ("events of Mumford's rules in play", 100e3, 200e3),
        ("duels of 74s with the captains' thinking", 100, 100),
        ("Mumford's rules with the log off", 1.3, 2),
    ),
    "ratings": Rows(
        "duel-of-third-rates",
        ("duels of third rates, the rules' time, log kept", 800, 800),
        ("events of the rating rules in play", 100e3, 200e3),
        ("duels of third rates with captains", 400, 400),
        ("the rating rules with the log off", 1.3, 2),
    ),
}


@pytest.fixture(scope="module", params=OF)
def fight(request: pytest.FixtureRequest) -> Duels:
    return Duels(OF[request.param].scenario, request.param, every_house_rule=request.param == "btq")


def test_rules_alone(calibrated: Any, fight: Duels) -> None:
    calibrated.row(*OF[fight.ruleset].rules, each=len(SEEDS), rate=True)
    last = calibrated.pedantic(all_seeds(fight.replayed), rounds=ROUNDS, warmup_rounds=1)
    assert last.state == fight.battles[SEEDS[-1]].state


def test_events_in_play(calibrated: Any, fight: Duels) -> None:
    events = sum(len(battle.log) for battle in fight.battles.values())
    calibrated.row(*OF[fight.ruleset].events, each=events, rate=True)
    assert calibrated.pedantic(all_seeds(fight.replayed), rounds=ROUNDS, warmup_rounds=1).over


def test_with_captains(calibrated: Any, fight: Duels) -> None:
    calibrated.row(*OF[fight.ruleset].captains, each=len(SEEDS), rate=True)
    assert calibrated.pedantic(all_seeds(fight.fought), rounds=ROUNDS, warmup_rounds=1).over


def test_log_off(benchmark: Any, fight: Duels) -> None:
    if benchmark.enabled:
        kept, off = seed_by_seed(fight.replayed, fight.replayed_without_log)
        ratio_row(*OF[fight.ruleset].log_off, kept / off)
    without = benchmark.pedantic(fight.replayed_without_log, args=(1,), rounds=ROUNDS)
    assert without.log == ()
    assert without.state == fight.battles[1].state
