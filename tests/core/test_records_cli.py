"""Records through the command line: kept by one process, verified by another, edited ones found."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import navalrules as nr
from navalrules.cli import main
from navalrules.codec import Codec


def navalrules(*arguments: object, hash_seed: int = 0) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "navalrules", *map(str, arguments)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        check=False,
    )


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("kept") / "fight.json"
    done = navalrules(
        *("fight", "kearsarge-alabama-1864", "--seed", 1864, "--captain", "Federal=close_action"),
        *("--rule", "steam_only_by_use=on", "--save", path),
        hash_seed=1,
    )
    assert done.returncode == 0, done.stderr
    return path


def edited(kept: Path, folder: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    data = json.loads(kept.read_text(encoding="utf-8"))
    change(data)
    path = folder / "fight.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


@pytest.mark.parametrize("hash_seed", [2, 4242])
def test_another_process_with_another_hash_seed_agrees(kept: Path, hash_seed: int) -> None:
    done = navalrules("replay", kept, "--verify", hash_seed=hash_seed)
    data = json.loads(kept.read_text(encoding="utf-8"))
    turns, answers = len(data["digests"]), len(data["answers"])
    assert turns > 4
    assert done.stdout == f"fight.json: {turns} turns, {answers} answers: as recorded\n", done.stderr


def test_it_agrees_turn_by_turn(kept: Path) -> None:
    battle, digests = nr.replay(kept), json.loads(kept.read_text(encoding="utf-8"))["digests"]
    codec = Codec(battle.ruleset)
    assert [codec.digest(mark.state) for mark in battle.marks] == digests
    for turn in range(1, len(digests) + 1):
        again = nr.replay(kept, turn=turn, verify=True)
        assert (again.state.turn, codec.digest(again.state)) == (turn, digests[turn - 1])


def test_replay_tells_up_to_a_turn_and_why(kept: Path) -> None:
    done = navalrules("replay", kept, "--turn", 3, "--why")
    assert done.returncode == 0, done.stderr
    assert "TURN 3" in done.stdout
    assert "TURN 4" not in done.stdout
    assert "ACW-" in done.stdout


def in_turn(data: dict[str, Any], turn: int) -> list[Any]:
    return [roll for roll in data["fallen"] if roll[0] == turn]


def other_die(data: dict[str, Any]) -> None:
    roll = in_turn(data, 3)[0]
    roll[2][0] = roll[2][0] % roll[1] + 1


def other_source(data: dict[str, Any]) -> None:
    in_turn(data, 4)[0][3] = "typed"


def other_order(data: dict[str, Any]) -> None:
    """The first ship's orders of turn 3: as fast as before, but she turns another way."""
    orders = [order for order in data["answers"] if order["order"] == "sailing"]
    mine = [order for order in orders if order["ship"] == orders[0]["ship"]]
    mine[2]["first"]["speed"] = mine[2]["first"]["speed"] / 2


EDITS: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "a die": (other_die, "turn 3: a die differs: "),
    "who threw it": (other_source, "turn 4: a die differs: "),
    "an order": (other_order, "turn 3: "),
    "a state": (
        lambda data: data["state"]["ships"]["uss-kearsarge-1864"].update(hull=99),
        "the state at the end",
    ),
    "a digest": (lambda data: data["digests"].__setitem__(2, "0" * 32), "turn 2: "),
    "the seed": (lambda data: data.update(seed=1865), "turn 1: "),
    "the wind": (lambda data: data["scenario"].update(wind_from=180.0), "turn 1: "),
    "a switch": (lambda data: data["rules"].update(steam_only_by_use=False), "turn 1: "),
    "the end": (lambda data: data.update(end="0" * 32), "the state at the end"),
    "what is owed": (lambda data: data["answers"].pop(), "turn "),
}


@pytest.mark.parametrize("what", EDITS)
def test_what_was_edited_is_found_with_its_turn_and_the_file_left_alone(
    what: str, kept: Path, tmp_path: Path
) -> None:
    change, told = EDITS[what]
    path = edited(kept, tmp_path, change)
    whole = path.read_bytes()
    done = CliRunner().invoke(main, ["replay", str(path), "--verify"])
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith("navalrules: fight.json: turn ")
    assert told in done.stderr
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            lambda data: data.update(version=9),
            "expected a whole number from 1 to 2 (the file is newer",
        ),
        (
            lambda data: data["ruleset"].update(name="civilwer"),
            "(nearest: civilwar); install the plugin that",
        ),
        (lambda data: data["ruleset"].update(version="7.1"), 'ruleset.version = "7.1": expected'),
        (
            lambda data: (data["plugins"].update(iron=7), data["rules"].update(iron=True)),
            "plugins.iron = 7: expec",
        ),
        (lambda data: data["rules"].update(iron=True), "unknown rule switch 'iron'"),
        (lambda data: data.pop("scenario"), "scenario = null: expected a scenario"),
    ],
)
@pytest.mark.parametrize("command", [("check",), ("replay",), ("replay", "--verify")])
def test_what_cannot_be_played_here_is_refused_with_the_reason(
    command: tuple[str, ...],
    change: Callable[[dict[str, Any]], object],
    told: str,
    kept: Path,
    tmp_path: Path,
) -> None:
    path = edited(kept, tmp_path, change)
    whole = path.read_bytes()
    done = CliRunner().invoke(main, [*command, str(path)])
    assert (done.exit_code, done.stdout) == (1, "")
    assert told in done.stderr
    assert path.read_bytes() == whole


def test_a_fight_that_cannot_be_kept_leaves_what_was_kept(kept: Path, tmp_path: Path) -> None:
    folder = tmp_path / "fight.json"
    folder.mkdir()
    done = navalrules("fight", "kearsarge", "--max-turns", 1, "--save", folder)
    assert done.returncode == 1
    assert "expected a place that can be written" in done.stderr
    assert list(tmp_path.iterdir()) == [folder]
