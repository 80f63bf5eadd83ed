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
        ("version", 3, "version"),
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
    with pytest.raises(nr.BadFile, match=r'ruleset\.name = "trireme": expected a ruleset that is inst'):
        nr.load(edit(saved, lambda data: data["ruleset"].update(name="trireme")))


def test_a_newer_version_of_the_ruleset_is_refused_with_what_would_do(saved: Path) -> None:
    with pytest.raises(
        nr.BadFile,
        match=r'ruleset\.version = "99\.0": expected .* or older; upgrade civilwar to',
    ):
        nr.load(edit(saved, lambda data: data["ruleset"].update(version="99.0")))


def test_an_older_version_that_plays_the_same_is_loaded_whole(battle: nr.Battle, saved: Path) -> None:
    again = nr.load(edit(saved, lambda data: data["ruleset"].update(version="0.0.1")))
    assert (again.state, again.log, again.resumed) == (battle.state, battle.log, "")


def test_cut_off_anywhere_it_is_refused_and_left_alone(saved: Path) -> None:
    whole = saved.read_bytes()
    cuts = {0, 1, len(whole) - 2, *(len(whole) * part // 60 for part in range(60))}
    for cut in sorted(cuts):
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


# ---------------------------------------------------------------- typed dice and tapes


def answered(turns: int, **given: Any) -> nr.Battle:
    """A battle fought by answers alone, stopped at rest in the middle of a turn."""
    battle = nr.Battle.begin(nr.scenario("kearsarge-alabama-1864"), seed=5, **given)
    dice = nr.Seeded(11)
    for number in range(20_000):
        battle.advance()
        if battle.over or (
            battle.state.turn == turns and any(each.kind == "fire" for each in battle.requests)
        ):
            return battle
        dice.begin_step(number)
        for request in battle.requests:
            facts = request.kind in ("die", "measured", "point_of_sail")
            battle.submit(request.draw(dice) if facts else request.default)
    raise AssertionError("no end to the questions")


@pytest.mark.parametrize("given", ["typed", "tape", "both"])
def test_typed_and_taped_battles_are_loaded_where_they_stood_and_go_on(given: str, tmp_path: Path) -> None:
    def makers() -> dict[str, Any]:
        typed: dict[str, Any] = {"dice": nr.Asked()} if given != "tape" else {}
        return typed | ({"measure": nr.Tape()} if given != "typed" else {})

    battle = answered(3, **makers())
    nr.save(battle, tmp_path / "f.json")
    again = nr.load(tmp_path / "f.json")
    assert (again.state, again.log, again.answers) == (battle.state, battle.log, battle.answers)
    assert [each.key for each in again.requests] == [each.key for each in battle.requests]
    assert (type(again.dice), again.measure.name) == (type(battle.dice), battle.measure.name)
    for each in (battle, again):
        owed = each.requests[0]
        each.submit(owed.default)
        each.advance()
    assert again.state == battle.state


def test_an_edited_typed_die_is_found_with_its_turn(tmp_path: Path) -> None:
    battle = answered(4, dice=nr.Asked())
    nr.save(battle, tmp_path / "f.json")

    def other_face(data: dict[str, Any]) -> None:
        rolls = [roll for roll in data["fallen"] if roll[0] == 3]
        assert rolls[0][3] == "typed"
        rolls[0][2][0] = rolls[0][2][0] % rolls[0][1] + 1

    with pytest.raises(ReplayMismatch, match="turn 3: a die differs"):
        nr.load(edit(tmp_path / "f.json", other_face))


def test_a_typed_face_that_the_die_has_not(tmp_path: Path) -> None:
    nr.save(answered(3, dice=nr.Asked()), tmp_path / "f.json")

    def loaded(data: dict[str, Any]) -> None:
        next(order for order in data["answers"] if order["order"] == "die")["face"] = 99

    with pytest.raises(ReplayMismatch, match=r"turn \d+: answer \d+: 99 is no face of a d"):
        nr.load(edit(tmp_path / "f.json", loaded))


# ---------------------------------------------------------------- edited records


@pytest.mark.parametrize(
    "cut",
    [
        lambda data: data["answers"].pop(),
        lambda data: data["answers"].pop(0),
        lambda data: data["fallen"].pop(),
        lambda data: data["fallen"].append(data["fallen"][-1]),
        lambda data: data["digests"].pop(),
        lambda data: data["digests"].append("0" * 32),
        lambda data: data.update(seed=1865),
        lambda data: data["rules"].update(steam_only_by_use=True),
        lambda data: data["state"].update(turn=99),
        lambda data: data["scenario"].update(beaufort=9),
    ],
)
def test_whatever_is_edited_is_found(cut: Callable[[dict[str, Any]], None], saved: Path) -> None:
    with pytest.raises(ReplayMismatch, match=r"^fight\.json: turn \d+: "):
        nr.load(edit(saved, cut))


@pytest.mark.parametrize("turn", [1, 3])
def test_each_digest_names_its_own_turn(turn: int, saved: Path) -> None:
    with pytest.raises(ReplayMismatch) as caught:
        nr.load(edit(saved, lambda data: data["digests"].__setitem__(turn, "f" * 32)))
    assert (caught.value.file, caught.value.turn) == ("fight.json", turn)


@pytest.mark.parametrize(
    "variant",
    [
        *[7, [], {"name": "v"}, {"tables": 3}],
        *[{"name": "v", "parent": "civilwar", "rules": "abc", "tables": {}}],
        *[{"name": "v", "parent": "civilwar", "rules": [1], "tables": {}}],
    ],
)
def test_a_variant_that_is_none_is_refused(variant: object, saved: Path) -> None:
    with pytest.raises(nr.BadFile, match="variant"):
        nr.load(edit(saved, lambda data: data.update(variant=variant)))


@pytest.mark.parametrize(
    "key", ["answers", "digests", "fallen", "state", "scenario", "seed", "dice", "measure"]
)
def test_a_missing_field_is_named(key: str, saved: Path) -> None:
    with pytest.raises(nr.BadFile, match=key):
        nr.load(edit(saved, lambda data: data.pop(key)))


def test_a_newer_file_says_to_upgrade(saved: Path) -> None:
    with pytest.raises(nr.BadFile, match="the file is newer than this navalrules; upgrade"):
        nr.load(edit(saved, lambda data: data.update(version=3)))


# ---------------------------------------------------------------- what can be saved


def test_a_battle_without_a_log_is_saved_by_its_answers(tmp_path: Path) -> None:
    battle = nr.Battle.begin(nr.scenario("kearsarge-alabama-1864"), seed=1864, record=False)
    battle.run({}, max_turns=3)
    nr.save(battle, tmp_path / "f.json")
    assert json.loads((tmp_path / "f.json").read_text())["fallen"] is None
    again = nr.load(tmp_path / "f.json")
    assert (again.state, again.answers) == (battle.state, battle.answers)
    with pytest.raises(ReplayMismatch, match="turn 1: the state differs"):
        nr.load(edit(tmp_path / "f.json", lambda data: data["digests"].__setitem__(1, "f" * 32)))


def test_what_could_not_be_read_back_is_not_saved(battle: nr.Battle, tmp_path: Path) -> None:
    with pytest.raises(nr.NavalrulesError, match="an imagined battle has no record"):
        nr.save(battle.imagine(1, "Federal"), tmp_path / "f.json")
    assert list(tmp_path.iterdir()) == []
    for seed in (2**63, -(2**63)):
        nr.save(nr.Battle.begin(nr.scenario("kearsarge-alabama-1864"), seed=seed), tmp_path / "f.json")
        assert nr.load(tmp_path / "f.json").state.seed == seed


def test_a_battle_just_begun_is_saved(tmp_path: Path) -> None:
    battle = nr.Battle.begin(nr.scenario("kearsarge-alabama-1864"), seed=2)
    nr.save(battle, tmp_path / "f.json")
    assert nr.load(tmp_path / "f.json").state == battle.state
    assert nr.replay(tmp_path / "f.json", turn=1).state == battle.state


def test_replay_to_a_turn_passes_an_order_given_before_the_battle_had_gone_on(tmp_path: Path) -> None:
    battle = nr.Battle.begin(nr.scenario("kearsarge-alabama-1864"), seed=2)
    battle.advance()
    for request in battle.requests:
        battle.submit(request.default)
    battle.submit(nr.SwitchRule(name="steam_only_by_use", value=True))
    assert battle.early
    battle.run({side.name: nr.captains.CloseAction() for side in battle.scenario.sides}, max_turns=4)
    nr.save(battle, tmp_path / "f.json")
    assert len(battle.marks) > 3
    for turn in range(1, len(battle.marks) + 1):
        again = nr.replay(tmp_path / "f.json", turn=turn)
        assert (again.state.turn, again.state) == (turn, battle.marks[turn - 1].state)


def test_an_order_given_at_the_start_of_a_turn_that_was_gone_back_to(tmp_path: Path) -> None:
    """In the second turn nothing is owed at first: undone to its start, the battle has not gone on."""
    battle = nr.Battle.begin(nr.scenario("kearsarge-alabama-1864"), seed=2)
    battle.run({}, max_turns=3)
    battle.restart_turn(3)
    assert (battle.state.turn, battle.state.phase, battle.requests) == (3, 0, ())
    battle.submit(nr.SwitchRule(name="steam_only_by_use", value=True))
    assert list(battle.early.values()) == [3]
    battle.run({}, max_turns=5)
    nr.save(battle, tmp_path / "f.json")
    assert nr.load(tmp_path / "f.json").log == battle.log
    for turn in range(1, len(battle.marks) + 1):
        assert nr.replay(tmp_path / "f.json", turn=turn).state == battle.marks[turn - 1].state
    end = battle.log
    answers, early = list(battle.answers), dict(battle.early)
    battle.undo(len(answers))
    for number, order in enumerate(answers):
        battle.replay_answer(order, early=early.get(number))
    battle.advance()
    assert battle.log == end


@pytest.mark.parametrize("early", [3, [1], [[1]], [[1, "2"]], [[True, 1]]])
def test_early_answers_are_pairs(early: object, saved: Path) -> None:
    with pytest.raises(nr.BadFile, match=r"early = .*: expected "):
        nr.load(edit(saved, lambda data: data.update(early=early)))


def test_unicode_and_an_existing_file_are_written_over_whole(battle: nr.Battle, tmp_path: Path) -> None:
    path = tmp_path / "Gefécht ⚓.json"
    path.write_text("x" * 2_000_000)
    nr.save(battle, path)
    assert nr.load(path).state == battle.state
    assert list(tmp_path.iterdir()) == [path]
