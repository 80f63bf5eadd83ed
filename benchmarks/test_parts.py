"""The parts that every ruleset uses: dice, copies, house-rule points, states as JSON, exact odds."""

from __future__ import annotations

import json
from typing import Any

import pytest

import navalrules as nr
from navalrules.codec import Codec


@pytest.fixture(scope="module")
def battle() -> nr.Battle:
    battle = nr.Battle.begin(nr.scenario("kearsarge-alabama-1864"), seed=1864)
    battle.run({}, max_turns=3)
    return battle


def test_one_d6(calibrated: Any) -> None:
    dice = nr.Seeded(1)
    dice.begin_step(1)
    assert 1 <= calibrated(dice.face, 6, "ship", "purpose") <= 6


def test_pool_of_fifteen(calibrated: Any) -> None:
    dice = nr.Seeded(1)
    dice.begin_step(1)
    hits = nr.Lookup(6, ((3, "miss"), (5, "hit"), (6, "six")))
    assert sum(calibrated(dice.pool, 15, hits, "ship", "purpose").value) == 15


def test_copy_of_a_duel(calibrated: Any, battle: nr.Battle) -> None:
    assert calibrated(battle.state.copy) == battle.state


def test_state_to_json(calibrated: Any, battle: nr.Battle) -> None:
    codec = Codec(battle.ruleset)
    assert calibrated(lambda: json.dumps(codec.state(battle.state), separators=(",", ":")))


def test_state_from_json(calibrated: Any, battle: nr.Battle) -> None:
    codec = Codec(battle.ruleset)
    text = json.dumps(codec.state(battle.state))
    assert calibrated(lambda: codec.read_state(json.loads(text))) == battle.state


def test_exact_sum_of_fifteen_dice(calibrated: Any) -> None:
    from navalrules.dice import total_ways

    ways = calibrated(total_ways.__wrapped__, 15, 6)
    assert sum(number for _, number in ways) == 6**15
