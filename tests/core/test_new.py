"""`navalrules new`: what it writes is valid, it overwrites nothing, and what is asked for wrongly is told."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

import navalrules as nr
from navalrules import plugins
from navalrules.cli import main
from navalrules.cli.new import KINDS
from navalrules.cli.new import command as group
from navalrules.cli.new.ship import battery
from navalrules.cli.new.writing import toml, typed
from navalrules.ruleset import Bound, joints
from navalrules.ships import Library

RULESETS = sorted(nr.rulesets())


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: object, given: str | None = None) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments], input=given)


def new(*arguments: object, given: str | None = None) -> Result:
    done = run("new", *arguments, given=given)
    assert done.exit_code == 0, done.stderr
    return done


# ---------------------------------------------------------------- variants


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_variant_is_valid_and_changes_nothing_yet(ruleset: str, here: Path) -> None:
    new("variant", "Plain One", "--ruleset", ruleset)
    assert run("check", "plain-one.toml").stdout == "plain-one.toml: valid variant\n"
    assert run("tables", ruleset, "--diff", "plain-one.toml").stdout == "the variant changes nothing\n"
    text = (here / "plain-one.toml").read_text(encoding="utf-8")
    for line in text.splitlines():  # What stands in a comment, ready to be taken in, is valid too.
        if line.startswith("# ") and " = " in line and "  # " in line:
            (here / "all.toml").write_text(text.replace(line, line.removeprefix("# ")), encoding="utf-8")
            assert run("check", "all.toml").exit_code == 0


def test_a_variant_with_changes(here: Path) -> None:
    told = new("variant", "keen", "--set", "to_hit.need=11", "--rule", "sink_on_no_crew=on").stdout
    assert told.startswith("written: keen.toml\n  try: navalrules check keen.toml\n")
    variant = nr.Variant.read(here / "keen.toml")
    assert (variant.tables, variant.rules) == ({"to_hit": {"need": 11}}, {"sink_on_no_crew": True})
    new("variant", "keener", "--parent", "keen.toml", "--set", "to_hit.need=9")
    assert nr.Variant.read(here / "keener.toml").title == "keener on keen"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--set", "to_hitt.need=11"), "nearest: to_hit"),
        (("--set", "to_hit.need=often"), 'tables.to_hit.need = "often"'),
        (("--rule", "sink_on_no_crews=on"), "nearest: sink_on_no_crew"),
        (("--ruleset", "civilwars"), "nearest: civilwar"),
        (("--parent", "none.toml"), "none.toml"),
    ],
)
def test_a_variant_that_would_not_be_valid_is_not_written(
    options: tuple[str, ...], told: str, here: Path
) -> None:
    done = run("new", "variant", "keen", *options)
    assert done.exit_code == 1
    assert told in done.stderr
    assert list(here.iterdir()) == []


def test_a_change_without_a_key_is_wrong_usage(here: Path) -> None:
    assert run("new", "variant", "keen", "--set", "need=11").exit_code == 2


def test_nothing_is_overwritten(here: Path) -> None:
    for kind in ("variant", "scenario", "house-rule", "ruleset", "ship"):
        new(kind, "mine")
        before = {path: path.read_bytes() for path in here.rglob("*") if path.is_file()}
        done = run("new", kind, "mine")
        assert done.exit_code == 1
        assert "is there already" in done.stderr
        assert before == {path: path.read_bytes() for path in here.rglob("*") if path.is_file()}
        for path in before:
            path.unlink()


# ---------------------------------------------------------------- scenarios


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_scenario_can_be_fought(ruleset: str, here: Path) -> None:
    new("scenario", "first", "--ruleset", ruleset)
    assert run("check", "first.toml").stdout == "first.toml: valid scenario\n"
    battle = nr.Battle.begin(nr.scenario(here / "first.toml"), seed=1)
    battle.run({}, max_turns=2)
    assert battle.ruleset.name == ruleset
    assert len(battle.log) > 3


def test_a_scenario_with_ships_of_ones_choice(here: Path) -> None:
    sides = ("--ship", "British=shannon", "--ship", "French=didon", "--ship", "French=forte")
    new("scenario", "Two to one", "--ruleset", "ratings", *sides, "--wind", "SSE", "--apart", 300)
    scenario = nr.scenario(here / "two-to-one.toml")
    assert [each.side for each in scenario.entrants] == ["British", "French", "French"]
    assert scenario.wind.from_bearing == 157.5
    assert {each.pose.y for each in scenario.entrants} == {0.0, 300.0}


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--ship", "British=shanon", "--ship", "French=didon"), "nearest: hms-shannon-1813"),
        (("--ship", "British=shannon"), "a scenario has two sides, not: British"),
        (("--ship", "Federal=shannon", "--ship", "Confederate=css-alabama-1864"), "shannon"),
        (("--wind", "up"), "wind_from"),
    ],
)
def test_a_scenario_that_could_not_be_fought_is_not_written(
    options: tuple[str, ...], told: str, here: Path
) -> None:
    done = run("new", "scenario", "first", *options)
    assert done.exit_code == 1
    assert told in done.stderr
    assert list(here.iterdir()) == []


# ---------------------------------------------------------------- house rules


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("way", ["follows", "replaces"])
def test_a_house_rule_joins_any_ruling_and_changes_nothing_yet(ruleset: str, way: str, here: Path) -> None:
    rules = nr.ruleset(ruleset)
    for number, key in enumerate(list(joints(rules.points))[::11]):
        new("house-rule", f"house rule {number}", "--ruleset", ruleset, f"--{way}", key.lower())
        file = here / f"house_rule_{number}.py"
        (made,) = plugins.load_file(file, plugins.Registry()).house_rules
        assert (made.name, made.replaces or made.follows) == (f"house_rule_{number}", key)
        Bound(rules.points, [made])
    (first,) = plugins.load_file(here / "house_rule_0.py", plugins.Registry()).house_rules
    plain = nr.Battle.begin(_scenario(ruleset), ruleset, 3)
    joined = nr.Battle.begin(
        _scenario(ruleset), ruleset, 3, house_rules=[first], rules={"house_rule_0": True}
    )
    for battle in (plain, joined):
        battle.run({}, max_turns=2)
    assert plain.log[1:] == joined.log[1:]


def _scenario(ruleset: str) -> nr.Scenario:
    names = [*nr.scenario_names(), *plugins.load().scenarios]
    return next(each for each in map(nr.scenario, names) if each.ruleset == ruleset)


@pytest.mark.parametrize(
    ("options", "told", "status"),
    [
        (("x", "--follows", "ACW-GUN-99"), "unknown ruling of civilwar that a house rule can join", 1),
        (("x", "--follows", "ACW-GUN-01", "--replaces", "ACW-GUN-01"), "not both", 2),
        (("sink_on_no_crew",), "civilwar has a switch called sink_on_no_crew already", 1),
        (("class",), "cannot be the name of it", 1),
    ],
)
def test_a_house_rule_that_could_not_be_is_not_written(
    options: tuple[str, ...], told: str, status: int, here: Path
) -> None:
    done = run("new", "house-rule", *options)
    assert done.exit_code == status
    assert told in done.stderr
    assert list(here.iterdir()) == []


# ---------------------------------------------------------------- ships


def test_a_ship_by_options(here: Path) -> None:
    done = new(
        *("ship", "Snow Goose", "--like", "hms-shannon", "--set", "year=1812", "--set", "rate=none"),
        *("--battery", "gun deck: 20 x 32 carronade broadside", "--battery", "2 x 9.5 long bow"),
    )
    (plan,) = _plans(here / "snow-goose-1812.toml")
    like = nr.ship_library()["hms-shannon-1813"]
    assert (plan.name, plan.year, plan.rate, plan.guns_rated) == ("Snow Goose", 1812, None, 22)
    assert (plan.tonnage_bm, plan.complement) == (like.tonnage_bm, like.complement)
    assert [(each.place, each.count, each.pounder) for each in plan.batteries] == [
        ("gun deck", 20, 32.0),
        ("main deck", 2, 9.5),
    ]
    assert plan.fictional
    assert not plan.checked
    assert "guns 22, weight of a broadside 320 pounds" in done.stdout
    assert "  civilwar: snow-goose-1812 cannot fight under the Civil War rules" in done.stdout
    assert f"  mumford: crew {like.complement}" in done.stdout


def _plans(path: Path) -> list[nr.ShipPlan]:
    library = Library.read(path)
    return [library[name] for name in library]


GUNS = ("bow: 2 x 18 long bow", "rubbish", "none", "8 x 24 long broadside", "")
STEPS = "\n".join(
    ("", "", "1812", "", "many", "4", "1200", "", "300", "999", "60", "", "", "", *GUNS, "", "", "")
)


def test_a_ship_step_by_step_shows_what_changes_and_refuses_what_will_not_do(here: Path) -> None:
    done = new("ship", "Gannet", "--step-by-step", given=STEPS)
    (plan,) = _plans(here / "gannet-1812.toml")
    assert (plan.year, plan.rate, plan.tonnage_bm, plan.complement, plan.soldiers) == (1812, 4, 1200, 300, 60)
    assert [(each.place, each.count) for each in plan.batteries] == [("main deck", 8)]
    assert 'rate = "many": expected a whole number from 1 to 6' in done.stderr
    assert "soldiers = 999: expected a whole number from 0 to 300" in done.stderr
    assert "'rubbish' is no battery" in done.stderr
    told = [
        line.rpartition("guns ")[2] for line in done.stdout.splitlines() if "weight of a broadside" in line
    ]
    assert told == [
        "36, weight of a broadside 362 pounds",
        "38, weight of a broadside 362 pounds",
        "0, weight of a broadside 0 pounds",
        "8, weight of a broadside 96 pounds",
    ]
    assert done.stdout.count("  mumford: ") < done.stdout.count("[") < 20


def test_a_steamer_step_by_step_is_asked_of_her_engines(here: Path) -> None:
    answers = ["", "", "1863", *[""] * 10, "single screw", "2", "9", "8", "10", ""]
    new("ship", "Kettle", "--step-by-step", given="\n".join(answers) + "\n")
    (plan,) = _plans(here / "kettle-1863.toml")
    assert (plan.drive, plan.boilers, plan.steam, plan.sail, plan.both) == ("single screw", 2, 9.0, 8.0, 10.0)


def test_a_ship_given_up_half_way_is_not_written(here: Path) -> None:
    assert run("new", "ship", "Gannet", "--step-by-step", given="\n\n1812\n").exit_code == 1
    assert list(here.iterdir()) == []


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("X", "--set", "rig=bark", "--set", "masts=9"), 'ship: rig = "bark": expected one of: ship, barque'),
        (("X", "--like", "shanon"), "nearest: hms-shannon-1813"),
        (("X", "--battery", "some guns"), "'some guns' is no battery"),
        (("!",), "'!' cannot be the name of it"),
        (("X", "--set", "tonage_bm=3"), "nearest: tonnage_bm"),
    ],
)
def test_a_ship_that_will_not_do_is_not_written(options: tuple[str, ...], told: str, here: Path) -> None:
    done = run("new", "ship", *options)
    assert done.exit_code == 1
    assert told in done.stderr
    assert list(here.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "kept"), [("Été", "ete"), ("L’Océan 1790", "l-ocean-1790"), ("../Ärger.toml", "arger-toml")]
)
def test_letters_of_a_file_name_leave_their_accents_behind(name: str, kept: str, here: Path) -> None:
    assert run("new", "scenario", name).exit_code == 0
    assert [path.name for path in here.iterdir()] == [f"{kept}.toml"]
    assert nr.scenario(here / f"{kept}.toml").title == name


def test_a_battery_as_it_is_typed() -> None:
    assert battery(" Gun deck:28x18 Long broadside") == {
        "place": "gun deck",
        "count": 28,
        "pounder": 18,
        "kind": "long",
        "mount": "broadside",
    }


@pytest.mark.parametrize("value", [True, 3, 0.5, "a 'quoted' \"text\"", [1, 2], [{"a b": 1, "c": "d"}], []])
def test_values_go_to_toml_and_back(value: object) -> None:
    assert typed(toml(value)) == value


def test_a_text_is_typed_without_quotes() -> None:
    assert typed("single screw") == "single screw"
    assert typed("[" * 3000) == "[" * 3000


# ---------------------------------------------------------------- rulesets


def test_a_ruleset_is_a_whole_game_with_tests(here: Path) -> None:
    new("ruleset", "brass monkey", "--title", 'A "small" war')
    top = here / "brass-monkey"
    assert (top / "src" / "brass_monkey" / "rulebook.toml").is_file()
    texts = "".join(path.read_text(encoding="utf-8") for path in top.rglob("*") if path.is_file())
    assert "{{" not in texts
    assert "BRA-GUN-01" in texts
    assert "A 'small' war" in texts
    info = top / "src" / "brass_monkey-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: brass-monkey\nVersion: 0.1\n")
    (info / "entry_points.txt").write_text("[navalrules]\nbrass_monkey = brass_monkey:plugin\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_rules.py"]
    path = "import sys; sys.path.insert(0, 'src'); "
    told = subprocess.run(
        [sys.executable, "-c", f"{path}import pytest; sys.exit(pytest.main({command[3:]!r}))"],
        cwd=top,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout
    code = "from navalrules.cli import main; main(['fight', 'brass-monkey-first-fight', '--why'])"
    fought = subprocess.run(
        [sys.executable, "-W", "error", "-c", path + code],
        cwd=top,
        capture_output=True,
        text=True,
        check=False,
    )
    assert fought.returncode == 0, fought.stderr
    assert "BRA-GUN-02" in fought.stdout
    assert "no harm done" not in fought.stdout


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("json",), "json is the name of a module"),
        (("navalrules_mine",), "is the name of a module"),
        (("civilwar",), "a ruleset called civilwar is installed already"),
        (("3 ships",), "cannot be the name of it"),
        (("mine", "--tag", "my"), "'my' cannot begin a rule's ID"),
    ],
)
def test_a_ruleset_that_could_not_be_is_not_written(options: tuple[str, ...], told: str, here: Path) -> None:
    done = run("new", "ruleset", *options)
    assert done.exit_code == 1
    assert told in done.stderr
    assert list(here.iterdir()) == []


def test_a_ruleset_is_written_whole_or_not_at_all(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from navalrules.cli.new import writing

    written = []

    def failing(path: Path, text: str) -> None:
        written.append(path)
        if len(written) == 5:
            raise nr.NavalrulesError("the disk is full")
        path.write_text(text)

    monkeypatch.setattr(writing, "write_whole", failing)
    done = run("new", "ruleset", "mine")
    assert (done.exit_code, done.stderr) == (1, "navalrules: the disk is full\n")
    assert list(here.iterdir()) == []


def test_new_alone_lists_what_there_is() -> None:
    told = run("new", "--help").stdout
    for kind in KINDS:
        assert kind in told


@pytest.mark.parametrize("kind", KINDS)
def test_examples_of_help_name_options_that_there_are(kind: str) -> None:
    assert isinstance(group, click.Group)
    command = group.get_command(click.Context(group), kind)
    assert command is not None
    known = {option for each in command.params for option in each.opts}
    examples = re.findall(r"Example: (.*(?:\n(?!\n).*)*)", command.help or "")
    assert examples
    for example in examples:
        assert example.startswith(f"navalrules new {kind} ")
        assert set(re.findall(r"(?<= )--[a-z-]+", example)) <= known
