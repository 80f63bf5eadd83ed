"""The command line: what it prints, where, with which exit status, and that it never shows a traceback."""

from __future__ import annotations

import ast
import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

import navalrules as nr
from navalrules.cli import COMMANDS, main
from navalrules.report import core_texts

SCENARIO = "kearsarge-alabama-1864"
CLI = Path(nr.__file__).with_name("cli")
VARIANT = """
format = "navalrules/variant"
version = 1
name = "keen"
parent = "civilwar"
[rules]
anchored_plus_stopped = true
[tables.to_hit]
need = 11
"""
BROKEN_VARIANT = VARIANT.replace("need = 11", 'need = "eleven"\nwish = 1').replace("_stopped", "_stoped")


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments], prog_name="navalrules")


def shell(*arguments: object, **more: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "navalrules", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


@pytest.fixture
def variant(tmp_path: Path) -> Path:
    path = tmp_path / "keen.toml"
    path.write_text(VARIANT, encoding="utf-8")
    return path


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "fight.json"
    assert run("fight", SCENARIO, "--seed", 7, "--max-turns", 2, "--save", path).exit_code == 0
    return path


# ---------------------------------------------------------------- help


def test_help_lists_every_command_and_imports_none() -> None:
    done = run("--help")
    assert done.exit_code == 0
    assert all(name in done.stdout for name in COMMANDS)
    code = (
        "import sys; from navalrules.cli import main\n"
        "main(['--help'], standalone_mode=False); print(sorted(sys.modules))"
    )
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "'rich" not in modules
    assert "'navalrules.cli.fight'" not in modules
    assert "'navalrules_civilwar'" not in modules


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str) -> None:
    done = run(name, "--help")
    assert done.exit_code == 0
    assert f"Example: navalrules {name}" in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_examples_of_help_name_options_that_there_are(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    known = {option for each in command.params for option in each.opts}
    for example in re.findall(r"Example: (.*(?:\n(?!\n).*)*)", command.help or ""):
        assert set(re.findall(r"(?<= )--[a-z-]+", example)) <= known


def test_every_text_that_the_commands_say_is_there() -> None:
    texts, asked = core_texts(), set()
    for path in CLI.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="say" | "echo"), args=[ast.Constant(value=str(key)), *_]):
                    asked.add(f"cli.{key}")
    assert len(asked) > 15
    assert [key for key in asked if key not in texts] == []


# ---------------------------------------------------------------- what is wrong


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("fight", "kearsage"), ("scenario", "'kearsage'", "kearsarge-alabama-1864")),
        (("fight", SCENARIO, "--ruleset", "civilwr"), ("ruleset", "'civilwr'", "civilwar")),
        (("fight", SCENARIO, "--captain", "Federal=bold"), ("captain", "'bold'", "close_action")),
        (("fight", SCENARIO, "--captain", "Fedral=random"), ("side", "'Fedral'", "Federal")),
        (("fight", SCENARIO, "--rule", "sink_on_nocrew=on"), ("'sink_on_nocrew'", "sink_on_no_crew")),
        (("fight", SCENARIO, "--rule", "sink_on_no_crew=often"), ("'often'", "true", "false")),
        (("fight", SCENARIO, "--variant", "nowhere.toml"), ("nowhere.toml", "No such file")),
        (("fight", SCENARIO, "--plugin", "nowhere.py"), ("nowhere", "import")),
        (("fight", SCENARIO, "--max-turns", 1, "--save", "no/such/place.json"), ("place.json",)),
        (("ships", "kearsage"), ("ship", "'kearsage'", "uss-kearsarge")),
        (("rules", "civilwar", "ACW-GUN-99"), ("rule", "'ACW-GUN-99'", "ACW-GUN-0")),
        (("rules", "nelson"), ("ruleset", "'nelson'", "civilwar")),
        (("tables", "civilwar", "rnge"), ("table", "'rnge'", "range")),
        (("scenarios", "--ruleset", "nelson"), ("ruleset", "'nelson'", "civilwar")),
        (("replay", "nowhere.json"), ("nowhere.json", "No such file")),
        (("check", "nowhere.toml"), ("nowhere.toml", "No such file")),
    ],
)
def test_what_was_asked_about_is_wrong(arguments: tuple[object, ...], words: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.exit_code == 1
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("navalrules: ")
    assert all(word in line for word in words), line


@pytest.mark.parametrize(
    "arguments",
    [
        ("fight",),
        ("fight", SCENARIO, "--seed", "x"),
        ("fight", SCENARIO, "--captain", "Federal"),
        ("fight", SCENARIO, "--rule", "=on"),
        ("fight", SCENARIO, "--max-turns", "0"),
        ("figt",),
        ("rules", "civilwar", "ACW-GUN-01", "--reached", "3"),
        ("rules", "civilwar", "--scenario", SCENARIO),
        ("check",),
        ("rulesets", "--loud"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert "Usage:" in done.stderr


def test_unknown_command_names_the_nearest() -> None:
    assert "nearest: fight" in run("figt").stderr


def test_no_traceback_from_the_real_program() -> None:
    done = shell("fight", "kearsage")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert "nearest: kearsarge-alabama-1864" in done.stderr


# ---------------------------------------------------------------- fight


def test_fight_tells_the_battle_and_ends_with_what_is_left() -> None:
    done = run("fight", SCENARIO, "--seed", 1864)
    assert done.exit_code == 0
    assert done.stderr == ""
    for part in ("TURN 1", "HIT", "miss", "THE BATTLE IS OVER", " wins after "):
        assert part in done.stdout
    assert re.search(r"^USS Kearsarge +Federal +\w+ +\d+/21", done.stdout, re.M)


def test_fight_is_the_same_for_the_same_seed_and_other_for_another() -> None:
    first, second, other = (run("fight", SCENARIO, "--seed", seed).stdout for seed in (5, 5, 6))
    assert first == second != other


def test_random_captain_draws_from_the_seed() -> None:
    chosen = ("--captain", "Federal=random", "--captain", "Confederate=random", "--max-turns", 1)
    assert (
        run("fight", SCENARIO, "--seed", 1, *chosen).stdout
        != run("fight", SCENARIO, "--seed", 2, *chosen).stdout
    )


def test_fight_with_why_shows_the_arithmetic() -> None:
    done = run("fight", SCENARIO, "--seed", 1864, "--why", "--max-turns", 1)
    assert re.search(
        r"ACW-GUN-01 To hit: d20 shows \d+; range -\d+ \(ACW-GUN-07\), .* against 12: ", done.stdout
    )
    assert "ACW-" not in run("fight", SCENARIO, "--seed", 1864, "--max-turns", 1).stdout


def test_fight_stops_after_max_turns() -> None:
    done = run("fight", SCENARIO, "--max-turns", 1)
    assert "TURN 1" in done.stdout
    assert "The battle is not over" in done.stdout


def test_side_may_be_written_in_small_letters() -> None:
    assert run("fight", SCENARIO, "--max-turns", 1, "--captain", "federal=default").exit_code == 0


def test_fight_json_is_one_document_that_the_library_agrees_with(tmp_path: Path) -> None:
    keep = tmp_path / "kept.json"
    done = run("fight", SCENARIO, "--seed", 3, "--json", "--save", keep)
    document = json.loads(done.stdout)
    keys = ["format", "version", "scenario", "ruleset", "seed", "result", "ships", "log"]
    assert list(document) == keys
    assert document["format"] == "navalrules/fight"
    assert (document["version"], document["seed"]) == (1, 3)
    assert (document["scenario"], document["ruleset"]) == (SCENARIO, "civilwar")
    battle = nr.load(keep)
    assert document["result"]["winner"] == battle.result.winner
    assert set(document["ships"]) == set(battle.state.ships)
    assert document["ships"]["css-alabama-1864"] == json.loads(json.dumps(battle.sheet("css-alabama-1864")))
    assert len(document["log"]) == len(battle.log)
    assert document["log"][0]["event"] == "battle_began"
    assert str(tmp_path) not in done.stdout
    assert "kept.json" in done.stderr


def test_fight_json_is_the_same_in_every_process() -> None:
    found = {
        shell(
            "fight", SCENARIO, "--json", "--max-turns", 2, env={**os.environ, "PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


def test_fight_with_rule_variant_and_plugin_file(tmp_path: Path, variant: Path) -> None:
    done = run("fight", SCENARIO, "--variant", variant, "--rule", "sink_on_no_crew=on", "--max-turns", 1)
    assert "anchored_plus_stopped = true" in done.stdout
    assert "sink_on_no_crew = true" in done.stdout
    assert "Variant: keen." in done.stdout
    plugin = tmp_path / "always_hit.py"
    plugin.write_text(
        "import navalrules as nr\n"
        "@nr.house_rule('always_hit', ruleset='civilwar', replaces='ACW-GUN-01')\n"
        "def always_hit(lore, modifiers, dice, ship):\n"
        "    return nr.Ruling('ACW-GUN-01', True)\n",
        encoding="utf-8",
    )
    told = shell("fight", SCENARIO, "--plugin", plugin, "--rule", "always_hit=on", "--max-turns", 1)
    assert told.returncode == 0, told.stderr
    assert "HIT" in told.stdout
    assert ": miss" not in told.stdout


def test_a_house_rule_that_breaks_is_a_line_that_names_its_plugin(tmp_path: Path) -> None:
    plugin = tmp_path / "unlucky.py"
    plugin.write_text(
        "import navalrules as nr\n"
        "@nr.house_rule('unlucky', ruleset='civilwar', replaces='ACW-GUN-01')\n"
        "def unlucky(lore, modifiers, dice, ship):\n"
        "    return 1 / 0\n",
        encoding="utf-8",
    )
    command = ("fight", SCENARIO, "--plugin", plugin, "--rule", "unlucky=on")
    told = shell(*command)
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr.startswith("navalrules: ZeroDivisionError: division by zero (unlucky.py, line 4): ")
    assert "a plugin in use: unlucky;" in told.stderr
    assert len(told.stderr.splitlines()) == 1
    whole = shell(*command, env={**os.environ, "NAVALRULES_TRACEBACK": "1"})
    assert whole.returncode == 1
    assert whole.stderr.startswith("Traceback")


def test_without_plugins_of_strangers_a_fault_is_ours_and_shown_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(nr.Battle, "run", fails)
    monkeypatch.setattr("navalrules.plugins.strangers", list)
    assert isinstance(run("fight", SCENARIO).exception, ZeroDivisionError)


def test_a_switch_of_another_ruleset_is_told_whose_it_is() -> None:
    told = run("fight", SCENARIO, "--rule", "gun_fouling=on")
    assert told.exit_code == 1
    assert "rule switch gun_fouling is one of btq, not of civilwar; civilwar has: " in told.stderr
    assert "sink_on_no_crew" in told.stderr
    wrong = ("gun_fouling", "enhanced_fire", "alternate_ranges", "crack_crew", "enhanced_raking")
    for first in wrong:
        names = sorted(wrong, key=lambda name: name != first)
        several = run("fight", SCENARIO, *(part for name in names for part in ("--rule", f"{name}=on")))
        assert f"rule switch {first} is one of" in several.stderr
    nobody = run("fight", SCENARIO, "--rule", "gun_polish=on")
    assert "unknown rule switch 'gun_polish'" in nobody.stderr


def test_variant_for_another_ruleset_is_refused(variant: Path) -> None:
    variant.write_text(VARIANT.replace('parent = "civilwar"', 'parent = "btq"'), encoding="utf-8")
    for command in (
        ("fight", SCENARIO, "--ruleset", "civilwar", "--variant", variant),
        ("tables", "civilwar", "--diff", variant),
    ):
        done = run(*command)
        assert done.exit_code == 1
        assert "keen changes btq, not civilwar" in done.stderr


# ---------------------------------------------------------------- replay


def test_replay_tells_the_same_battle(saved: Path) -> None:
    again = run("replay", saved)
    assert again.exit_code == 0
    assert again.stdout == run("fight", SCENARIO, "--seed", 7, "--max-turns", 2).stdout


def test_replay_to_a_turn_and_verified(saved: Path) -> None:
    early = run("replay", saved, "--turn", 2, "--why").stdout
    assert "it stands in turn 2" in early
    assert "TURN 3" not in early
    assert "ACW-GUN-01" in early
    assert run("replay", saved, "--verify").stdout.startswith("fight.json: 3 turns")
    assert run("replay", saved, "--turn", 99).exit_code == 1


def test_replay_finds_an_edited_record(saved: Path) -> None:
    data = json.loads(saved.read_text(encoding="utf-8"))
    data["digests"][1] = "0" * 32
    saved.write_text(json.dumps(data), encoding="utf-8")
    for command in (("replay", saved, "--verify"), ("check", saved)):
        done = run(*command)
        assert done.exit_code == 1
        assert "fight.json: turn 1: " in done.stderr


# ---------------------------------------------------------------- lists


def test_rulesets_scenarios_and_ships() -> None:
    assert re.search(r"^civilwar +1\.0 +\d+ +American", run("rulesets").stdout, re.M)
    scenarios = run("scenarios").stdout
    assert SCENARIO in scenarios
    assert "trafalgar-1805" in scenarios
    assert "trafalgar-1805" not in run("scenarios", "--ruleset", "civilwar").stdout
    assert "uss-kearsarge-1864" in run("ships").stdout
    one = run("ships", "uss-kearsarge-1864").stdout
    assert "name: USS Kearsarge" in one
    assert "11-inch Dahlgren" in one


@pytest.mark.parametrize("name", ["rulesets", "scenarios", "ships", "plugins"])
def test_lists_as_json(name: str) -> None:
    rows = json.loads(run(name, "--json").stdout)
    assert rows
    assert all(isinstance(row, dict) for row in rows)


def test_rules_of_a_ruleset_and_one_of_them() -> None:
    assert "ACW-GUN-14" in run("rules", "civilwar").stdout
    one = run("rules", "civilwar", "acw-gun-15").stdout
    for part in (
        "ACW-GUN-15  Anchored or stopped",
        "source:",
        "kind: ruling",
        "navalrules_civilwar.gunnery.stillness",
        "house rule anchored_plus_stopped",
    ):
        assert part in one
    assert "table range, entry 2-5" in run("rules", "civilwar", "ACW-GUN-07").stdout
    assert "phase federal_first" in run("rules", "civilwar", "ACW-SEQ-02").stdout


def test_rules_reached_by_seeded_battles() -> None:
    one = run("rules", "civilwar", "--reached", 1, "--scenario", "kearsarge")
    assert one.exit_code == 0
    assert one.stderr == ""
    rows = json.loads(run("rules", "civilwar", "--reached", 1, "--scenario", "kearsarge", "--json").stdout)
    assert {row["kind"] for row in rows} <= {"ruling", "procedure"}
    assert "ACW-GUN-01" not in {row["id"] for row in rows}
    many = json.loads(run("rules", "civilwar", "--reached", 12, "--json").stdout)
    assert {row["id"] for row in many} < {row["id"] for row in rows}


def test_tables_and_what_a_variant_changes(variant: Path) -> None:
    assert re.search(r"^range +10 ", run("tables", "civilwar").stdout, re.M)
    assert re.search(r"^2-5 +5 +6 +7 .*ACW-GUN-07", run("tables", "civilwar", "range").stdout, re.M)
    changed = run("tables", "civilwar", "--diff", variant).stdout
    assert re.search(r"^to_hit +need +12 +11$", changed, re.M)
    assert re.search(r"^rules +anchored_plus_stopped +false +true$", changed, re.M)
    assert "changes nothing" in run("tables", "civilwar", "range", "--diff", variant).stdout


def test_plugins_are_listed_without_importing_one() -> None:
    code = (
        "import sys; from navalrules.cli import main\n"
        "main(['plugins'], standalone_mode=False)\n"
        "print('navalrules_civilwar' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "navalrules_civilwar:plugin" in done.stdout
    assert done.stdout.endswith("False\n")
    checked = run("plugins", "--check")
    assert checked.exit_code == 0
    assert "ready" in checked.stdout


# ---------------------------------------------------------------- other people's plugins


@pytest.fixture
def crowd(tmp_path: Path) -> dict[str, str]:
    """A site with a plugin that brings a command and one that fails to import."""
    (tmp_path / "crowd_command.py").write_text(
        "import click, navalrules as nr\n"
        "@click.command('hail')\n"
        "def hail():\n"
        "    click.echo('ship ahoy')\n"
        "class Plugin:\n"
        "    @nr.hookimpl\n"
        "    def navalrules_commands(self):\n"
        "        return [hail]\n"
        "plugin = Plugin()\n",
        encoding="utf-8",
    )
    (tmp_path / "crowd_broken.py").write_text("raise RuntimeError('no powder')\n", encoding="utf-8")
    info = tmp_path / "crowd-1.5.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: crowd\nVersion: 1.5\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(
        "[navalrules]\nbroken = crowd_broken:plugin\nhailing = crowd_command:plugin\n", encoding="utf-8"
    )
    return {**os.environ, "PYTHONPATH": str(tmp_path)}


def test_command_of_a_plugin_joins_and_a_broken_plugin_is_one_line(crowd: dict[str, str]) -> None:
    done = shell("hail", env=crowd)
    assert (done.returncode, done.stdout) == (0, "ship ahoy\n")
    (line,) = done.stderr.splitlines()
    assert line.startswith("warning: plugin 'broken' of crowd 1.5")
    assert "no powder" in line


def test_broken_plugin_locks_nobody_out(crowd: dict[str, str]) -> None:
    assert shell("--help", env=crowd).stderr == ""
    listed = shell("plugins", env=crowd)
    assert (listed.returncode, listed.stderr) == (0, "")
    assert "crowd_broken:plugin" in listed.stdout
    checked = shell("plugins", "--check", env=crowd)
    assert (checked.returncode, checked.stderr) == (1, "")
    assert "failed at import: RuntimeError: no powder" in checked.stdout
    assert shell("rulesets", env=crowd).returncode == 0


# ---------------------------------------------------------------- check


def test_check_says_what_a_valid_file_is(variant: Path, saved: Path) -> None:
    scenario = CLI.parent / "data" / "scenarios" / f"{SCENARIO}.toml"
    ships = CLI.parent / "data" / "ships" / "civil_war.toml"
    done = run("check", variant, saved, scenario, ships)
    assert done.exit_code == 0
    ends = [line.rpartition(": ")[2] for line in done.stdout.splitlines()]
    assert ends == ["valid variant", "valid save", "valid scenario", "valid ship file"]


def test_check_names_all_faults_and_goes_on(tmp_path: Path, variant: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text(BROKEN_VARIANT, encoding="utf-8")
    done = run("check", broken, variant)
    assert done.exit_code == 1
    assert done.stdout == f"{variant}: valid variant\n"
    for part in ("rules.anchored_plus_stoped", "tables.to_hit.need", "tables.to_hit.wish"):
        assert part in done.stderr


def test_check_refuses_a_file_of_no_format(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text("answer = 42\n", encoding="utf-8")
    done = run("check", path)
    assert done.exit_code == 1
    assert "navalrules/scenario" in done.stderr


# ---------------------------------------------------------------- terminals and pipes


def _on_a_terminal(*arguments: str, **environment: str) -> str:
    """What the program prints on a terminal."""
    ours, theirs = pty.openpty()
    env = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TERM")}
    command = [sys.executable, "-m", "navalrules", *arguments]
    with subprocess.Popen(
        command,
        stdout=theirs,
        stderr=theirs,
        env={**env, "TERM": "xterm-256color", "COLUMNS": "120", **environment},
    ) as process:
        os.close(theirs)
        parts = []
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:
                break
            if not part:
                break
            parts.append(part)
        process.wait(timeout=60)
    os.close(ours)
    return b"".join(parts).decode()


def test_colours_on_a_terminal_none_in_a_pipe_or_with_no_color() -> None:
    command = ("fight", SCENARIO, "--max-turns", "1")
    assert "\x1b[" in _on_a_terminal(*command)
    assert "\x1b[" not in _on_a_terminal(*command, NO_COLOR="1")
    assert "\x1b[" not in _on_a_terminal(*command, TERM="dumb")
    assert "\x1b[" not in shell(*command).stdout


def test_a_reader_that_goes_away_makes_no_noise() -> None:
    command = [sys.executable, "-m", "navalrules", "fight", SCENARIO, "--why"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


def test_names_that_a_stream_cannot_print_stop_nothing() -> None:
    done = shell("scenarios", env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert done.returncode == 0, done.stderr
