"""Files of every version are read for ever; records of older rules play on; what is missing is named.

Golden files are never edited: a new version of a format gets a folder of its own beside the old ones.
"""

from __future__ import annotations

import json
import shutil
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import CliRunner
from strangers import POND, Laxer, Renamed, Stricter, boats, installed, made_up, rowed

import navalrules as nr
from navalrules import plugins
from navalrules.cli import main
from navalrules.cli.check import checked
from navalrules.codec import Codec, fingerprint
from navalrules.files import Format, read_json
from navalrules.records import FORMAT
from navalrules.replaying import OlderRulesWarning, ReplayMismatch
from navalrules.scenario import FORMAT as SCENARIO
from navalrules.ships import FORMAT as SHIPS
from navalrules.variants import FORMAT as VARIANT

GOLDEN = Path(__file__).parents[1] / "golden"
SAVES = sorted(str(path.relative_to(GOLDEN)) for path in GOLDEN.glob("v*/battle-*.json"))


@pytest.fixture(autouse=True)
def _made_up() -> Iterator[None]:
    with installed(made_up.MadeUp(), made_up.soft_prow):
        yield


def edited(path: Path, change: Callable[[dict[str, Any]], object], target: Path) -> Path:
    data = json.loads(path.read_text(encoding="utf-8"))
    change(data)
    target.write_text(json.dumps(data), encoding="utf-8")
    return target


# ---------------------------------------------------------------- golden files


@pytest.mark.parametrize(("format", "name"), [(FORMAT, "battle-*"), (SCENARIO, "scenario"), (SHIPS, "ships")])
def test_there_is_a_golden_file_of_every_version(format: Format, name: str) -> None:
    for version in range(1, format.version + 1):
        assert list((GOLDEN / f"v{version}").glob(f"{name}.*"))


def test_golden_scenario_ships_and_variant_are_read_as_they_always_were() -> None:
    folder = GOLDEN / "v1"

    def expected(kind: str) -> Any:
        return json.loads((folder / f"{kind}.read.json").read_text(encoding="utf-8"))

    assert nr.scenario(folder / "scenario.toml").as_data() == expected("scenario")
    ships = nr.Library.read(folder / "ships.toml")
    assert [ships[name].as_data() for name in ships] == expected("ships")
    variant = attrs.asdict(nr.Variant.read(folder / "variant.toml"))
    assert {key: variant[key] for key in expected("variant")} == expected("variant")
    assert (variant["base"], variant["ships"]) == (None, ())
    assert SCENARIO.version == SHIPS.version == VARIANT.version == 1


@pytest.mark.parametrize("name", SAVES)
def test_golden_saves_are_loaded_where_they_stood(name: str) -> None:
    # A civilwar whose rules have changed has another version, and says that it plays on.
    ruleset = Stricter() if "resumed" in name else made_up.MadeUp()
    data = json.loads((GOLDEN / name).read_text(encoding="utf-8"))
    with installed(ruleset, made_up.soft_prow), warnings.catch_warnings():
        warnings.simplefilter("ignore", OlderRulesWarning)
        battle = nr.load(GOLDEN / name)
    if nr.ruleset("civilwar").version == data["ruleset"]["version"] or "civilwar" not in name:
        assert Codec(battle.ruleset).state(battle.state) == data["state"]
        assert len(battle.answers) == len(data["answers"])
        assert len(battle.requests) == data["owed"]
    battle.advance()
    assert battle.over or battle.requests


@pytest.mark.parametrize("name", SAVES)
def test_golden_saves_are_of_the_version_that_their_folder_names(name: str) -> None:
    data = json.loads((GOLDEN / name).read_text(encoding="utf-8"))
    assert f"v{data['version']}" == Path(name).parent.name


def test_version_1_of_a_save_is_lifted() -> None:
    data = read_json(GOLDEN / "v1" / "battle-civilwar.json", FORMAT)
    assert (data["version"], data["plugins"], data["snapshot"], data["resumed"], data["past"]) == (
        2,
        {},
        None,
        None,
        [],
    )
    assert data["end"] == fingerprint(data["state"])


def test_a_lifted_save_is_written_as_the_newest(tmp_path: Path) -> None:
    battle = nr.load(GOLDEN / "v1" / "battle-made-up.json")
    nr.save(battle, tmp_path / "f.json")
    assert json.loads((tmp_path / "f.json").read_text())["version"] == FORMAT.version
    assert nr.load(tmp_path / "f.json").log == battle.log


def test_steps_are_taken_one_after_the_other() -> None:
    def second(data: dict[str, Any]) -> dict[str, Any]:
        return {"title": data.pop("name"), **data}

    def third(data: dict[str, Any]) -> dict[str, Any]:
        return {**data, "title": data["title"].upper()}

    format = Format("navalrules/poem", (second, third))
    first = {"format": "navalrules/poem", "version": 1, "name": "sea"}
    assert format.lifted(first, "f") == {"format": "navalrules/poem", "version": 3, "title": "SEA"}
    assert first == {"format": "navalrules/poem", "version": 1, "name": "sea"}
    assert format.lifted({"format": "navalrules/poem", "version": 2, "title": "a"}, "f")["title"] == "A"
    with pytest.raises(nr.BadFile) as caught:
        format.lifted({"format": "navalrules/poem", "version": 4}, "f")
    assert str(caught.value) == (
        "f: version = 4: expected a whole number from 1 to 3 "
        "(the file is newer than this navalrules; upgrade to read it)"
    )


def test_a_scenario_inside_a_save_has_a_version_of_its_own(tmp_path: Path) -> None:
    def newer(data: dict[str, Any]) -> None:
        data["scenario"]["version"] = 9

    path = edited(GOLDEN / "v2" / "battle-made-up.json", newer, tmp_path / "f.json")
    with pytest.raises(nr.BadFile, match=r"f\.json: scenario: version = 9: expected 1 \(the file is newer"):
        nr.load(path)


@pytest.mark.parametrize("name", ["scenario.toml", "ships.toml", "variant.toml", "battle-civilwar.json"])
def test_a_newer_file_of_any_kind_is_refused_and_left_alone(name: str, tmp_path: Path) -> None:
    text = (GOLDEN / "v1" / name).read_text(encoding="utf-8")
    newer = text.replace("version = 1", "version = 7", 1).replace('"version":1', '"version":7', 1)
    path = tmp_path / name
    path.write_text(newer, encoding="utf-8")
    with pytest.raises(nr.BadFile, match=r"version = 7: expected .*the file is newer than this navalrules"):
        checked(path)
    assert path.read_text(encoding="utf-8") == newer


# ---------------------------------------------------------------- older rules


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A record of version 0.1, saved at a choice in the middle of turn 3."""
    nr.save(rowed(3, kind="chosen", rams=1), tmp_path / "old.json")
    return tmp_path / "old.json"


TOLD = (
    "old.json: recorded under made_up 0.1, plays on under 0.2 from the start of turn 3; "
    "2 answers of that turn must be given again"
)


def test_a_record_of_older_rules_plays_on_from_its_snapshot_and_says_so(old: Path, tmp_path: Path) -> None:
    start = nr.load(old).marks[-1].state
    with installed(Stricter(), made_up.soft_prow):
        with pytest.warns(OlderRulesWarning) as warned:
            battle = nr.load(old)
        assert [str(each.message) for each in warned] == [TOLD]
        assert battle.state == start
        assert battle.resumed == "0.1"
        assert [type(event) for event in battle.log] == [nr.BattleBegan, nr.BattleResumed, nr.TurnBegan]
        told = battle.log[1]
        assert isinstance(told, nr.BattleResumed)
        assert (told.turn, told.ruleset, told.recorded, told.version, told.what) == (
            3,
            "made_up",
            "0.1",
            "0.2",
            "plays_on",
        )
        answers = json.loads(old.read_text())["answers"]
        assert [each["answers"] for each in battle.past] == [answers]
        before = battle.copy()
        battle.undo(0)
        assert (battle.state, battle.log, battle.answers) == (before.state, before.log, before.answers)
        with pytest.raises(nr.IllegalOrder, match="0 have been given"):
            battle.undo()
        battle.run({}, max_turns=5)
        nr.save(battle, tmp_path / "new.json")
        again = nr.load(tmp_path / "new.json")
        assert (again.state, again.log, again.past, again.resumed) == (
            battle.state,
            battle.log,
            battle.past,
            "0.1",
        )
        for turn in range(3, battle.state.turn + 1):
            assert nr.replay(tmp_path / "new.json", turn=turn).state == battle.marks[turn - 3].state
        twin = battle.copy()
        assert (twin.past, twin.resumed) == (battle.past, "0.1")


def test_an_edit_after_the_snapshot_is_found_and_its_turn_named(old: Path, tmp_path: Path) -> None:
    with installed(Stricter(), made_up.soft_prow):
        with pytest.warns(OlderRulesWarning):
            battle = nr.load(old)
        battle.run({}, max_turns=6)
        nr.save(battle, tmp_path / "new.json")

        def other_stroke(data: dict[str, Any]) -> None:
            row = [order for order in data["answers"] if order["order"] == "row"][2]
            row["strokes"] = 2 if row["strokes"] == 1 else 1

        path = edited(tmp_path / "new.json", other_stroke, tmp_path / "edited.json")
        with pytest.raises(ReplayMismatch, match="turn 4: "):
            nr.load(path)


def test_states_are_lifted_by_the_ruleset_and_stretches_add_up(old: Path, tmp_path: Path) -> None:
    with installed(Stricter(), made_up.soft_prow):
        with pytest.warns(OlderRulesWarning):
            battle = nr.load(old)
        battle.run({}, max_turns=3)
        battle.advance()
        nr.save(battle, tmp_path / "second.json")
    oars = {boat.id: boat.oars for boat in boats(battle.state)}
    with (
        installed(Renamed(), made_up.soft_prow),
        pytest.warns(OlderRulesWarning, match=r"plays on.*0\.10"),
    ):
        lifted = nr.load(old)
    before = boats(nr.load(old).marks[-1].state)
    assert {boat.id: boat.oars for boat in boats(lifted.state)} == {boat.id: boat.oars + 1 for boat in before}
    with installed(Renamed(), made_up.soft_prow):
        third = nr.load(tmp_path / "second.json")
    assert (third.resumed, [each["version"] for each in third.past]) == ("0.1", ["0.1"])
    assert {boat.id: boat.oars for boat in boats(third.state)} == oars, "it plays the same under 0.10"


def test_verify_of_a_record_of_older_rules_names_the_turn_and_both_versions(old: Path) -> None:
    with installed(Stricter(), made_up.soft_prow):
        with pytest.raises(
            ReplayMismatch, match=r"^old\.json: turn \d: recorded under made_up 0\.1, installed is 0\.2: "
        ):
            nr.replay(old, verify=True)
        with pytest.raises(ReplayMismatch, match="it can be played from the start of turn 3 on"):
            nr.replay(old, turn=2)


def test_the_command_line_says_that_it_plays_on(old: Path) -> None:
    with installed(Stricter(), made_up.soft_prow):
        done = CliRunner().invoke(main, ["replay", str(old)])
        assert done.exit_code == 0
        assert TOLD in done.output
        assert (
            "Recorded under made_up 0.1; plays on under 0.2 from the start of turn 3."
            in done.stdout.splitlines()
        )
        done = CliRunner().invoke(main, ["replay", str(old), "--verify"])
        assert (done.exit_code, done.stdout) == (1, "")
        assert "recorded under made_up 0.1, installed is 0.2" in done.stderr


def test_a_battle_that_had_ended_stands_as_it_ended(tmp_path: Path) -> None:
    battle = next(
        each
        for seed in range(50)
        if (each := nr.Battle.begin(nr.scenario(POND), seed=seed)).run({}).why == "last_afloat"
    )
    nr.save(battle, tmp_path / "old.json")
    with (
        installed(Stricter(), made_up.soft_prow),
        pytest.warns(OlderRulesWarning, match="stands under 0"),
    ):
        again = nr.load(tmp_path / "old.json")
    assert again.result == battle.result
    assert [event.tag for event in again.log] == ["battle_began", "battle_resumed"]


def test_a_snapshot_that_was_edited_is_not_played_on(old: Path) -> None:
    def stronger(data: dict[str, Any]) -> None:
        data["snapshot"]["state"]["ships"]["red-boat"]["oars"] += 1

    edited(old, stronger, old)
    with pytest.raises(ReplayMismatch, match="turn 3: the snapshot is not what the answers lead to"):
        nr.load(old)
    told = "turn 3: the recorded state is not the one that its digest"
    with installed(Stricter(), made_up.soft_prow), pytest.raises(ReplayMismatch, match=told):
        nr.load(old)


def test_a_record_without_a_place_to_play_on_from_is_refused() -> None:
    with (
        installed(Laxer(), made_up.soft_prow),
        pytest.raises(
            nr.BadFile, match=r'ruleset\.version = "0\.3": expected 0\.1; the record holds no state'
        ),
    ):
        nr.load(GOLDEN / "v1" / "battle-made-up.json")


def forged(path: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    """A resumed record whose first state is changed and its digests with it."""

    def change_all(data: dict[str, Any]) -> None:
        change(data["resumed"]["state"])
        data["answers"], data["digests"] = [], [fingerprint(data["resumed"]["state"])]
        data["state"] = data["resumed"]["state"]
        data["end"], data["owed"], data["snapshot"] = data["digests"][0], 0, None

    return edited(GOLDEN / "v2" / "battle-resumed.json", change_all, path)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda state: state["ships"].pop("red-boat"), "its ships are blue-boat, red-boat"),
        (lambda state: state["ships"]["red-boat"].update(side="Blue"), "red-boat is USS Kearsarge of Red"),
        (lambda state: state["ships"]["red-boat"].update(oars=10**9), "not with this ships"),
        (lambda state: state["ships"]["red-boat"].update(oars="four"), "'four' is not a whole number"),
        (lambda state: state["ships"]["red-boat"].update(sails=4), "sails"),
        (lambda state: state.update(turn=0), "not with this turn"),
        (lambda state: state.update(turn=31), "not with this turn"),
        (lambda state: state.update(phase=1), "not with this phase"),
        (lambda state: state.update(phase=7), "not with this phase"),
        (lambda state: state.update(step=-1), "not with this step"),
        (lambda state: state.update(wind=[0.0, 13]), "wind force 13"),
        (lambda state: state.update(coming={"soft_prow": True}), "not with this coming"),
        (lambda state: state.update(verdict=["Green", "why"]), "not with this verdict"),
        (lambda state: state.update(switches={"hard_prow": True}), "unknown rule switch 'hard_prow'"),
        (lambda state: state.pop("wind"), "wind"),
    ],
)
def test_a_forged_state_is_refused(
    change: Callable[[dict[str, Any]], object], told: str, tmp_path: Path
) -> None:
    with installed(Stricter(), made_up.soft_prow), pytest.raises(nr.BadFile) as caught:
        nr.load(forged(tmp_path / "f.json", change))
    assert told in str(caught.value)


def test_a_state_without_a_table_differs_from_one_with_none(tmp_path: Path) -> None:
    path = forged(tmp_path / "f.json", lambda state: state.pop("table"))
    with installed(Stricter(), made_up.soft_prow), pytest.raises(ReplayMismatch, match="turn 3: the state"):
        nr.load(path)


def test_a_state_that_cannot_be_lifted_is_refused(old: Path) -> None:
    def shipless(data: dict[str, Any]) -> None:
        del data["snapshot"]["state"]["ships"]
        data["digests"][-1] = fingerprint(data["snapshot"]["state"])

    edited(old, shipless, old)
    with (
        installed(Renamed(), made_up.soft_prow),
        pytest.raises(nr.BadFile, match=r"of made_up 0\.1 \(KeyError"),
    ):
        nr.load(old)


def test_a_state_that_upsets_a_rule_is_refused(tmp_path: Path) -> None:
    class Brittle(Stricter):
        def verdict(self, battle: nr.Battle) -> nr.Verdict | None:
            assert all(boat.crew < 9 for boat in boats(battle.state))
            return super().verdict(battle)

    path = forged(tmp_path / "f.json", lambda state: state["ships"]["red-boat"].update(crew=9))
    with installed(Brittle(), made_up.soft_prow), pytest.raises(nr.BadFile, match="AssertionError"):
        nr.load(path)


# ---------------------------------------------------------------- what is not installed


def test_a_ruleset_that_is_not_installed_is_named_with_what_would_do(old: Path) -> None:
    whole = old.read_bytes()
    with installed(None):
        plugins._quick().rulesets.pop("made_up")
        with pytest.raises(nr.BadFile) as caught:
            nr.load(old)
    assert str(caught.value) == (
        'old.json: ruleset.name = "made_up": expected a ruleset that is installed; '
        "install the plugin that brings it"
    )
    assert old.read_bytes() == whole


def test_a_ruleset_whose_plugin_is_broken_is_named_with_the_reason(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = plugins.PluginRecord("made_up", "made-up-rules", "0.1", "made_up:plugin", "import", "no oars")
    registry = plugins.load()
    with installed(None):
        plugins._quick().rulesets.pop("made_up")
        monkeypatch.setitem(registry.records, "made_up", broken)
        with pytest.raises(nr.BadFile, match=r"ruleset that works; plugin 'made_up'.*import: no oars"):
            nr.load(old)


@pytest.mark.parametrize("how", ["from the beginning", "by the umpire"])
def test_a_house_rule_whose_plugin_is_gone_is_named(how: str, tmp_path: Path) -> None:
    battle = nr.Battle.begin(nr.scenario(POND), seed=1, rules={"soft_prow": how == "from the beginning"})
    if how == "by the umpire":
        battle.submit(nr.SwitchRule(name="soft_prow", value=True))
    battle.run({}, max_turns=2)
    nr.save(battle, tmp_path / "f.json")
    with installed(made_up.MadeUp()):
        plugins._quick().house_rules.clear()
        with pytest.raises(nr.BadFile) as caught:
            nr.load(tmp_path / "f.json")
        assert str(caught.value) == (
            'f.json: plugins.soft_prow = "made_up": expected an installed plugin with house rule soft_prow; '
            "install it, or name its file (--plugin)"
        )
        again = nr.load(tmp_path / "f.json", house_rules=[made_up.soft_prow])
    assert again.log == battle.log


def test_a_house_rule_that_was_never_on_is_not_missed(tmp_path: Path) -> None:
    battle = rowed(2)
    nr.save(battle, tmp_path / "f.json")
    with installed(made_up.MadeUp()):
        plugins._quick().house_rules.clear()
        again = nr.load(tmp_path / "f.json")
        assert again.log == battle.log
        again.submit(nr.SwitchRule(name="soft_prow", value=True))
        with pytest.raises(nr.RulesetError, match="soft_prow cannot be played: its plugin is not installed"):
            again.run({}, max_turns=30)


def test_a_plugin_installed_later_does_no_harm(tmp_path: Path) -> None:
    with installed(made_up.MadeUp()):
        plugins._quick().house_rules.clear()
        battle = rowed(2)
        nr.save(battle, tmp_path / "f.json")
    assert [rule.name for rule in plugins.house_rules_for("made_up")] == ["soft_prow"]
    again = nr.load(tmp_path / "f.json")
    assert (again.state, again.log) == (battle.state, battle.log)


def test_a_scenario_that_the_ruleset_refuses_is_named(old: Path) -> None:
    class Picky(made_up.MadeUp):
        def enrol(self, plan: nr.ShipPlan, entrant: nr.Entrant, tables: nr.Tables) -> nr.Ship:
            raise nr.EnrolmentError(f"{entrant.id}: no boat of ours")

    with (
        installed(Picky(), made_up.soft_prow),
        pytest.raises(nr.BadFile, match=r"begun \(blue-boat: no boat of ours"),
    ):
        nr.load(old)


def test_every_fault_of_a_save_is_told_at_once(old: Path) -> None:
    def spoil(data: dict[str, Any]) -> None:
        data["seed"], data["dice"], data["owed"], data["end"] = "1", "loaded", -1, "z"
        data["scenario"]["beaufort"] = 13
        data["variant"] = {"format": "navalrules/variant", "version": 1, "parent": 3}
        data["digests"] = ["x"]
        data["early"] = [True]
        data["keel"] = 1

    edited(old, spoil, old)
    with pytest.raises(nr.BadFile) as caught:
        nr.load(old)
    keys = {fault.key for fault in caught.value.faults}
    assert keys == {
        *("seed", "dice", "owed", "end", "scenario.beaufort", "variant.parent", "digests", "early", "keel"),
    }


def test_every_bad_answer_is_told_at_once(old: Path) -> None:
    def spoil(data: dict[str, Any]) -> None:
        data["answers"][0] = {"order": "keelhaul"}
        data["answers"][1]["strokes"] = "2"

    edited(old, spoil, old)
    with pytest.raises(nr.BadFile) as caught:
        nr.load(old)
    assert [fault.file for fault in caught.value.faults] == ["old.json: answer 1", "old.json: answer 2"]


def test_a_record_may_not_carry_a_hundred_and_one_stretches(old: Path) -> None:
    edited(old, lambda data: data.update(past=[{}] * 101), old)
    with pytest.raises(nr.BadFile, match="past = a list of 101: expected a list of at most 100 tables"):
        nr.load(old)


def test_what_would_be_too_long_to_read_is_not_saved(
    old: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    battle = nr.load(old)
    shutil.copy(old, tmp_path / "copy.json")
    monkeypatch.setattr("navalrules.savegame.MAX_BYTES", 1000)
    with pytest.raises(nr.NavalrulesError, match="longer than the 1000 bytes that are read"):
        nr.save(battle, old)
    assert old.read_bytes() == (tmp_path / "copy.json").read_bytes()
