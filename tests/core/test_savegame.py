"""Records: round trips, edited files found with their turn named, cut-off files refused untouched."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import navalrules as nr
from navalrules.savegame import ReplayMismatch


@pytest.fixture(scope="module")
def battle() -> nr.Battle:
    fought = nr.Battle.begin(nr.scenario("kearsarge-alabama-1864"), seed=1864)
    fought.run({"Federal": nr.captains.CloseAction(), "Confederate": nr.captains.Cautious()})
    return fought


@pytest.fixture
def saved(battle: nr.Battle, tmp_path: Path) -> Path:
    path = tmp_path / "fight.json"
    nr.save(battle, path)
    return path


def edit(path: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))
    return path


def test_loaded_it_is_what_was_saved(battle: nr.Battle, saved: Path) -> None:
    again = nr.load(saved)
    assert (again.state, again.log, again.answers) == (battle.state, battle.log, battle.answers)
    nr.save(again, saved.with_name("again.json"))
    assert saved.with_name("again.json").read_bytes() == saved.read_bytes()


def test_a_variant_and_switches_are_kept(tmp_path: Path) -> None:
    variant = tmp_path / "keen.toml"
    variant.write_text(
        'format = "navalrules/variant"\nversion = 1\nparent = "civilwar"\n[tables.to_hit]\nneed = 11\n'
    )
    battle = nr.Battle.begin(
        nr.scenario("kearsarge"), seed=3, variant=variant, rules={"steam_only_by_use": True}
    )
    battle.run({}, max_turns=3)
    nr.save(battle, tmp_path / "f.json")
    variant.unlink()
    again = nr.load(tmp_path / "f.json")
    assert again.tables["to_hit"].whole("need") == 11
    assert again.switches["steam_only_by_use"] is True
    assert again.log == battle.log


def test_replay_to_a_turn(battle: nr.Battle, saved: Path) -> None:
    for turn in (1, 2, battle.state.turn):
        assert nr.replay(saved, turn=turn).state == battle.marks[turn - 1].state


def test_replay_agrees_in_another_process_with_another_hash_seed(battle: nr.Battle, saved: Path) -> None:
    for seed in ("0", "12345"):
        done = subprocess.run(
            [sys.executable, "-m", "navalrules", "replay", str(saved), "--verify"],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_an_edited_die_is_found(saved: Path) -> None:
    def other_face(data: dict[str, Any]) -> None:
        roll = next(roll for roll in data["fallen"] if roll[0] == 2)
        roll[2][0] = roll[2][0] % roll[1] + 1

    with pytest.raises(ReplayMismatch, match="turn 2: a die differs"):
        nr.load(edit(saved, other_face))


def test_an_edited_digest_is_found_with_its_turn(saved: Path) -> None:
    def other_digest(data: dict[str, Any]) -> None:
        data["digests"][2] = "0" * 32

    with pytest.raises(ReplayMismatch, match="turn 2: "):
        nr.load(edit(saved, other_digest))


def test_an_edited_order_is_found(saved: Path) -> None:
    def other_order(data: dict[str, Any]) -> None:
        order = next(order for order in data["answers"] if order["order"] == "sailing")
        order["first"]["speed"] = 99.0

    with pytest.raises(ReplayMismatch, match=r"turn 1: answer \d+: 99 knots"):
        nr.load(edit(saved, other_order))


def test_an_edited_state_is_found(saved: Path) -> None:
    def other_state(data: dict[str, Any]) -> None:
        data["state"]["ships"]["css-alabama-1864"]["hull"] += 1

    with pytest.raises(ReplayMismatch, match="the state at the end"):
        nr.load(edit(saved, other_state))


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("version", 2, "version"),
        ("format", "navalrules/scenario", "format"),
        ("dice", "loaded", "dice"),
        ("answers", {}, "answers"),
        ("answers", [{"order": "keelhaul"}], "keelhaul"),
        ("seed", "1864", "seed"),
        ("scenario", 7, "scenario"),
        ("state", None, "state"),
        ("extra", 1, "extra"),
    ],
)
def test_wrong_fields_are_refused_by_name(saved: Path, key: str, value: object, told: str) -> None:
    with pytest.raises(nr.BadFile, match=told):
        nr.load(edit(saved, lambda data: data.update({key: value})))


def test_a_ruleset_that_is_not_installed_is_named(saved: Path) -> None:
    with pytest.raises(nr.UnknownName, match="unknown ruleset 'trireme'"):
        nr.load(edit(saved, lambda data: data["ruleset"].update(name="trireme")))


def test_another_version_of_the_ruleset_is_said(saved: Path) -> None:
    with pytest.raises(ReplayMismatch, match=r"recorded under civilwar 0\.1, installed is"):
        nr.load(edit(saved, lambda data: data["ruleset"].update(version="0.1")))


def test_cut_off_anywhere_it_is_refused_and_left_alone(saved: Path) -> None:
    whole = saved.read_bytes()
    for cut in range(0, len(whole) - 1, len(whole) // 40):
        saved.write_bytes(whole[:cut])
        with pytest.raises(nr.BadFile):
            nr.load(saved)
        assert saved.read_bytes() == whole[:cut]


def test_a_failed_write_leaves_the_old_file(
    battle: nr.Battle, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = saved.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(nr.BadFile, match="No space left"):
        nr.save(battle, saved)
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]


def test_scripted_dice_are_not_saved(tmp_path: Path) -> None:
    battle = nr.Battle.begin(nr.scenario("kearsarge"), dice=nr.Scripted())
    with pytest.raises(nr.NavalrulesError, match="Scripted dice cannot be saved"):
        nr.save(battle, tmp_path / "f.json")
    assert list(tmp_path.iterdir()) == []
