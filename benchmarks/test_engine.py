"""The engine's own share, copies, records: an order asked for, drawn, checked, carried out and logged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from idle import SCENARIO, TURNS, Idle

import navalrules as nr
from navalrules.codec import Codec
from navalrules.pace import undisturbed


@pytest.fixture(scope="module")
def battle() -> nr.Battle:
    battle = nr.Battle.begin(nr.scenario("kearsarge-alabama-1864"), seed=1864)
    battle.run({}, max_turns=3)
    return battle


def test_orders_that_do_nothing(calibrated: Any) -> None:
    """One call: two ships, sixty turns."""
    ruleset, dice = Idle(), nr.Seeded(7)

    def play() -> nr.Battle:
        battle = nr.Battle.begin(SCENARIO, ruleset)
        with undisturbed():
            while not battle.over:
                for request in battle.requests:
                    battle.submit(request.draw(dice))
                battle.advance()
        return battle

    calibrated.row("orders that do nothing", 100e3, 200e3, each=2 * TURNS, rate=True)
    assert len(calibrated.pedantic(play, rounds=60, warmup_rounds=2).answers) == 2 * TURNS


def test_copy_of_a_duel(calibrated: Any, battle: nr.Battle) -> None:
    calibrated.row("copy of a duel's state", 10e-6, 3e-6)
    assert calibrated.pedantic(battle.state.copy, rounds=500, iterations=20) == battle.state


def test_glimpse_of_a_duel(calibrated: Any, battle: nr.Battle) -> None:
    calibrated.row("copy of a duel for look-ahead", 10e-6, 3e-6)
    twin = calibrated.pedantic(battle.imagine, args=(5, "Federal"), rounds=500, iterations=20)
    assert twin.state.turn == battle.state.turn


def test_state_to_json(calibrated: Any, battle: nr.Battle) -> None:
    codec = Codec(battle.ruleset)
    calibrated.row("state of a duel to JSON text", 100e-6, 20e-6)
    text = calibrated.pedantic(
        lambda: json.dumps(codec.state(battle.state), separators=(",", ":")), rounds=300, iterations=5
    )
    assert len(text) < 4096


def test_state_from_json(calibrated: Any, battle: nr.Battle) -> None:
    codec = Codec(battle.ruleset)
    text = json.dumps(codec.state(battle.state), separators=(",", ":"))
    calibrated.row("and back, validated", 250e-6, 60e-6)
    read = calibrated.pedantic(lambda: codec.read_state(json.loads(text)), rounds=300, iterations=5)
    assert read == battle.state


def test_any_turn_is_reached(calibrated: Any, tmp_path: Path) -> None:
    """The slowest of the turns of a long duel, from its file."""
    battle = nr.Battle.begin(nr.scenario("kearsarge-alabama-1864"), seed=1864)
    battle.run({"Federal": nr.captains.Cautious(), "Confederate": nr.captains.Cautious()})
    file = tmp_path / "fight.json"
    nr.save(battle, file)
    last = battle.state.turn
    calibrated.row("last turn of a duel reached from its file", 0, 5e-3)
    reached = calibrated.pedantic(lambda: nr.replay(file, turn=last), rounds=30)
    assert reached.state.turn == last
