"""Plugins through real entry points: each kind of fault is named, and the others work on."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

import navalrules as nr
from navalrules import plugins
from navalrules.ruleset import Bound, HouseRule

GOOD = """
import navalrules as nr

@nr.house_rule("from_afar", ruleset="civilwar", follows="ACW-GUN-01")
def from_afar(ruled, *args):
    "A stranger's rule."
    return ruled

class Plugin:
    @nr.hookimpl
    def navalrules_house_rules(self):
        return [from_afar]

    @nr.hookimpl
    def navalrules_captains(self):
        return {"far_off": print}

plugin = Plugin()
"""
ANSWER = """
import navalrules as nr
from pathlib import Path
class Plugin:
    @nr.hookimpl
    def {}(self):
        return {}
plugin = Plugin()
"""
RULESET_ANSWER = """
import navalrules_civilwar.ruleset as theirs
import navalrules as nr
class Plugin:
    @nr.hookimpl
    def navalrules_rulesets(self):
        return [{}]
plugin = Plugin()
"""
FAULTS = {
    "broken_import": ("import", "import nowhere_to_be_found", "No module named 'nowhere_to_be_found'"),
    "no_object": ("import", "something = 1", "plugin"),
    "old_api": (
        "api",
        RULESET_ANSWER.format("type('Old', (theirs.CivilWar,), {'name': 'old', 'api': 0})()"),
        "upgrade the plugin",
    ),
    "new_api": (
        "api",
        RULESET_ANSWER.format("type('New', (theirs.CivilWar,), {'name': 'new', 'api': 99})()"),
        "upgrade navalrules",
    ),
    "twin": (
        "duplicate",
        RULESET_ANSWER.format("theirs.CivilWar()"),
        "'civilwar' is there already",
    ),
    "nonsense": (
        "answer",
        RULESET_ANSWER.format("42"),
        "not a Ruleset",
    ),
    "quits": ("import", "raise SystemExit('no more')", "SystemExit: no more"),
    "wordy": ("import", "raise RuntimeError('one line\\nand another')", "one line; and another"),
    "throws": (
        "answer",
        ANSWER.format("navalrules_scenarios", "{}['lost']"),
        "KeyError: 'lost'",
    ),
    "half": (
        "answer",
        """
        import navalrules as nr
        class Plugin:
            @nr.hookimpl
            def navalrules_captains(self):
                return {"lost": print}
            @nr.hookimpl
            def navalrules_commands(self):
                return ["no command"]
        plugin = Plugin()
        """,
        "navalrules_commands answered 'no command', not a command",
    ),
    "quits_when_asked": (
        "answer",
        ANSWER.format("navalrules_ships", "exit('not today')"),
        "SystemExit: not today",
    ),
    "wrong_argument": (
        "register",
        """
        import navalrules as nr
        class Plugin:
            @nr.hookimpl
            def navalrules_ships(self, weather):
                return []
        plugin = Plugin()
        """,
        "weather",
    ),
    "class_for_an_object": ("answer", RULESET_ANSWER.format("theirs.CivilWar"), "not a Ruleset"),
    "nameless": (
        "answer",
        RULESET_ANSWER.format("type('Other', (theirs.CivilWar,), {'name': 7})()"),
        "whose name is 7, not a text",
    ),
    "api_of_words": (
        "api",
        RULESET_ANSWER.format("type('Other', (theirs.CivilWar,), {'name': 'other', 'api': 'one'})()"),
        "was written for API 'one', this is 1",
    ),
    "captain_twice": (
        "duplicate",
        ANSWER.format("navalrules_captains", "{'far_off': print}"),
        "a captain called 'far_off' is there already",
    ),
    "scenario_twice": (
        "duplicate",
        ANSWER.format("navalrules_scenarios", "{'trafalgar-1805': Path('x.toml')}"),
        "a scenario called 'trafalgar-1805' is there already",
    ),
    "scenario_of_words": (
        "answer",
        ANSWER.format("navalrules_scenarios", "{'my-fight': 'my-fight.toml'}"),
        "not a mapping of id to scenario",
    ),
    "ships_that_are_not_there": (
        "answer",
        ANSWER.format("navalrules_ships", "Path('none.toml')"),
        "none.toml",
    ),
    "rule_of_nothing": (
        "answer",
        ANSWER.format("navalrules_house_rules", "nr.HouseRule(name='x', ruleset='civilwar', act=print)"),
        "whose rule is '', not a text",
    ),
    "rule_that_does_nothing": (
        "answer",
        ANSWER.format("navalrules_house_rules", "nr.HouseRule(name='x', ruleset='y', act=3, follows='z')"),
        "has 3 for its act",
    ),
    "misspelt": (
        "register",
        ANSWER.format("navalrules_rulsets", "[]"),
        "navalrules_rulsets",
    ),
}


def install(folder: Path, name: str, source: str) -> None:
    (folder / f"{name}.py").write_text(textwrap.dedent(source))
    info = folder / f"{name}-1.5.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.5\n")
    (info / "entry_points.txt").write_text(f"[navalrules]\n{name} = {name}:plugin\n")


def asked(folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    start = f"import sys; sys.path.insert(0, {str(folder)!r})\n"
    return subprocess.run(
        [sys.executable, "-c", start + textwrap.dedent(code)], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("name", FAULTS)
def test_a_broken_plugin_is_named_and_the_others_work_on(name: str, tmp_path: Path) -> None:
    stage, source, told = FAULTS[name]
    install(tmp_path, "a_good_one", GOOD)
    install(tmp_path, name, source)
    done = asked(
        tmp_path,
        """
        import json, navalrules as nr
        from navalrules import plugins
        record = plugins.load().records
        print(json.dumps({name: [each.stage, each.distribution, each.version, each.error]
                          for name, each in record.items()}))
        print(sorted(nr.rulesets()), [rule.name for rule in plugins.house_rules_for("civilwar")])
        print(sorted(plugins.load().captains))
        """,
    )
    assert done.returncode == 0, done.stderr
    first, second, third = done.stdout.splitlines()
    records = json.loads(first)
    assert records["a_good_one"][0] == "ready"
    found_stage, distribution, version, error = records[name]
    assert (found_stage, distribution, version) == (stage, name, "1.5")
    assert told in error
    assert second == f"{sorted(nr.rulesets())} ['from_afar']"
    assert third == "['far_off']", "nothing of a broken plugin is kept"
    warned = [line for line in done.stderr.splitlines() if "PluginWarning" in line]
    assert len(warned) == 1
    assert f"plugin {name!r} of {name} 1.5" in warned[0]


TWO_FOLD = """
import navalrules as nr

@nr.house_rule("two_fold", ruleset="civilwar", follows="ACW-GUN-01")
def at_the_guns(ruled, *args):
    "A stranger's rule of two parts."
    return ruled

@nr.house_rule("two_fold", ruleset="civilwar", follows="ACW-PUMP-03")
def at_the_pumps(squares, *args):
    "Its other part."
    return squares

class Plugin:
    @nr.hookimpl
    def navalrules_house_rules(self):
        return [at_the_guns, at_the_pumps]

plugin = Plugin()
"""
CLASHING = """
import navalrules as nr
from pathlib import Path

class Plugin:
    @nr.hookimpl
    def navalrules_captains(self):
        return {"usurper": print}

    @nr.hookimpl
    def navalrules_scenarios(self):
        return {"mumford-duel-74": Path("elsewhere.toml")}

plugin = Plugin()
"""


def test_one_switch_of_a_plugin_may_stand_for_several_house_rules(tmp_path: Path) -> None:
    install(tmp_path, "two_fold", TWO_FOLD)
    done = asked(
        tmp_path,
        """
        import navalrules as nr
        from navalrules import plugins
        nr.scenario("kearsarge")
        print([rule.follows for rule in plugins.house_rules_for("civilwar")])
        plugins.load()
        print([rule.follows for rule in plugins.house_rules_for("civilwar")])
        """,
    )
    assert done.stdout.splitlines() == ["['ACW-GUN-01', 'ACW-PUMP-03']"] * 2, done.stderr


@pytest.mark.parametrize("name", ["a_first_one", "z_last_one"])
def test_a_plugin_that_takes_a_name_of_ours_is_refused_whole_whatever_was_loaded(
    name: str, tmp_path: Path
) -> None:
    install(tmp_path, name, CLASHING)
    done = asked(
        tmp_path,
        """
        import navalrules as nr
        from navalrules import plugins
        for _ in range(2):
            print(nr.scenario("mumford-duel").id, nr.ruleset("mumford").name, [*plugins.captains()])
            plugins.load()
        """,
    )
    assert done.stdout.splitlines() == ["mumford-duel-74 mumford []"] * 2, done.stderr
    (warned,) = [line for line in done.stderr.splitlines() if "PluginWarning" in line]
    assert f"plugin {name!r} of {name} 1.5" in warned
    assert "a scenario called 'mumford-duel-74' is there already" in warned


def test_a_warning_of_a_plugin_that_is_raised_spoils_none_of_ours(tmp_path: Path) -> None:
    install(tmp_path, "broken", "import nowhere_to_be_found")
    done = asked(
        tmp_path,
        """
        import warnings
        import navalrules as nr
        warnings.simplefilter("error")
        try:
            nr.scenario("kearsarge")
        except Warning:
            print("raised")
        print(nr.ruleset("mumford").name, nr.scenario("kearsarge").id)
        """,
    )
    assert done.stdout.splitlines() == ["raised", "mumford kearsarge-alabama-1864"], done.stderr


def test_listing_imports_nothing(tmp_path: Path) -> None:
    install(tmp_path, "explosive", "raise SystemExit('imported')")
    done = asked(
        tmp_path,
        """
        import sys
        from navalrules.cli import main
        sys.argv = ["navalrules", "plugins"]
        main()
        """,
    )
    assert done.returncode == 0, done.stderr
    assert "explosive" in done.stdout
    assert "civilwar" in done.stdout


@pytest.fixture
def all_broken(tmp_path: Path) -> Path:
    """Every fault at once, and one plugin that works."""
    install(tmp_path, "a_good_one", GOOD)
    for name, (_, source, _) in FAULTS.items():
        install(tmp_path, name, source)
    return tmp_path


COMMAND = """
import sys
from navalrules.cli import main
sys.argv = ["navalrules", *{!r}]
try:
    main()
finally:
    theirs = sorted({!r} & sys.modules.keys())
    print(theirs, file=sys.stderr)
"""


def commanded(folder: Path, *arguments: str) -> tuple[int, str, str, str]:
    """Exit status, output, errors, and which plugins were imported."""
    done = asked(folder, COMMAND.format(list(arguments), {*FAULTS, "a_good_one"}))
    *errors, imported = done.stderr.splitlines()
    return done.returncode, done.stdout, "\n".join(errors), imported


@pytest.mark.parametrize("arguments", [["plugins"], ["plugins", "--json"], ["--help"], ["plugins", "--help"]])
def test_plugins_and_help_work_in_spite_of_every_fault_and_import_none(
    arguments: list[str], all_broken: Path
) -> None:
    status, told, errors, imported = commanded(all_broken, *arguments)
    assert (status, errors, imported) == (0, "", "[]")
    if "--help" not in arguments:
        assert all(name in told for name in (*FAULTS, "a_good_one", "civilwar"))


def test_plugins_check_names_every_fault_with_its_stage(all_broken: Path) -> None:
    status, told, _, imported = commanded(all_broken, "plugins", "--check", "--json")
    assert status == 1
    found = {record["name"]: record for record in json.loads(told)}
    for name, (stage, _, words) in FAULTS.items():
        assert (found[name]["stage"], found[name]["distribution"]) == (stage, name)
        assert words in found[name]["error"]
    assert found["a_good_one"]["stage"] == found["civilwar"]["stage"] == "ready"
    assert "a_good_one" in imported


def test_a_battle_is_fought_in_spite_of_every_fault(all_broken: Path) -> None:
    status, told, errors, _ = commanded(all_broken, "fight", "kearsarge", "--max-turns", "1")
    assert status == 0
    assert "TURN 1" in told
    warned = re.findall(r"^warning: plugin '(\w+)'", errors, re.MULTILINE)
    assert sorted(warned) == sorted(FAULTS)


def test_a_one_file_plugin_brings_its_house_rule(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(GOOD)
    registry = plugins.Registry()
    plugins.load_file(file, registry)
    assert [rule.name for rule in registry.house_rules] == ["from_afar"]


@pytest.mark.parametrize(
    ("source", "stage"),
    [("1/0", "import"), (FAULTS["misspelt"][1], "register"), (FAULTS["nonsense"][1], "answer")],
)
def test_a_broken_one_file_plugin_is_an_error(source: str, stage: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(textwrap.dedent(source))
    with pytest.raises(nr.PluginError, match=f"failed at {stage}"):
        plugins.load_file(file, plugins.Registry())


def test_house_rules_name_one_rule_in_snake_case() -> None:
    with pytest.raises(nr.RulesetError, match="must name one rule"):
        nr.house_rule("both", ruleset="civilwar", replaces="ACW-GUN-01", follows="ACW-GUN-01")
    with pytest.raises(nr.RulesetError, match="snake_case"):
        nr.house_rule("Camel Case", ruleset="civilwar", replaces="ACW-GUN-01")


def test_unknown_ruleset_names_the_nearest() -> None:
    with pytest.raises(nr.UnknownName, match="unknown ruleset 'civilwr'; nearest: civilwar"):
        nr.ruleset("civilwr")


RULESET = """
import navalrules as nr
import navalrules_civilwar.ruleset as theirs

class Mine(theirs.CivilWar):
    name = NAME
    api = API

mine = Mine()
"""


def ruleset_file(folder: Path, name: str = "mine", api: int = 1) -> Path:
    folder.mkdir(exist_ok=True)
    file = folder / "mine.py"
    file.write_text(RULESET.replace("NAME", repr(name)).replace("API", str(api)))
    return file


@pytest.mark.parametrize("name", ["broken_import", "new_api", "nonsense"])
def test_a_broken_ruleset_asked_for_is_an_error_with_its_reason(name: str, tmp_path: Path) -> None:
    stage, source, told = FAULTS[name]
    install(tmp_path, name, source)
    done = asked(
        tmp_path,
        f"""
        import navalrules as nr
        try:
            nr.ruleset({name!r})
        except nr.PluginError as error:
            print(error)
        print(nr.ruleset("civilwar").name)
        """,
    )
    assert done.returncode == 0, done.stderr
    error, after = done.stdout.splitlines()
    assert error.startswith(f"plugin {name!r} of {name} 1.5 ({name}:plugin) failed at {stage}: ")
    assert told in error
    assert after == "civilwar"


def test_two_plugins_of_one_name_first_comes_first(tmp_path: Path) -> None:
    install(tmp_path, "good", GOOD)
    install(tmp_path, "other", GOOD.replace("from_afar", "from_elsewhere"))
    points = tmp_path / "other-1.5.dist-info" / "entry_points.txt"
    points.write_text("[navalrules]\ngood = other:plugin\n")
    done = asked(
        tmp_path,
        """
        from navalrules import plugins
        for key, each in plugins.load().records.items():
            print(key, "|", each.distribution, "|", each.stage, "|", each.error)
        print([rule.name for rule in plugins.house_rules_for("civilwar")])
        """,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "good | good | ready | " in lines
    assert "good (other:plugin) | other | duplicate | another plugin is called 'good' too" in lines
    assert lines[-1] == "['from_afar']"
    assert done.stderr.count("PluginWarning") == 1


def test_a_ruleset_by_name_imports_its_own_entry_point_only(tmp_path: Path) -> None:
    install(tmp_path, "explosive", "raise SystemExit('imported')")
    done = asked(
        tmp_path,
        """
        import sys, navalrules as nr
        print(nr.ruleset("civilwar").name, "explosive" in sys.modules)
        """,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "civilwar False\n", "")


def test_installed_tells_what_there_is_without_importing(tmp_path: Path) -> None:
    install(tmp_path, "explosive", "raise SystemExit('imported')")
    done = asked(
        tmp_path,
        """
        import sys
        from navalrules import plugins
        for each in plugins.installed():
            print(each.name, each.distribution, each.target, each.stage, each.broken)
        print("explosive" in sys.modules, "navalrules_civilwar" in sys.modules)
        """,
    )
    assert done.returncode == 0, done.stderr
    ours = [f"{name} navalrules navalrules_{name}:plugin listed False" for name in nr.rulesets()]
    assert done.stdout.splitlines() == [
        *sorted([*ours, "explosive explosive explosive:plugin listed False"]),
        "False False",
    ]


def test_a_one_file_ruleset_needs_no_hook(tmp_path: Path) -> None:
    registry = plugins.load_file(ruleset_file(tmp_path), plugins.Registry())
    assert registry.ruleset("mine").name == "mine"
    with pytest.raises(nr.UnknownName, match="unknown ruleset 'yours'"):
        registry.ruleset("yours")


def test_a_one_file_ruleset_for_another_api_is_refused(tmp_path: Path) -> None:
    registry = plugins.Registry()
    with pytest.raises(
        nr.PluginError, match=r"failed at api: mine was written for API 2.*upgrade navalrules"
    ):
        plugins.load_file(ruleset_file(tmp_path, api=2), registry)
    assert registry.rulesets == {}
    assert registry.records["mine"].broken
    with pytest.raises(nr.PluginError, match="upgrade navalrules"):
        registry.ruleset("mine")


def test_a_second_file_of_the_same_name_is_not_passed_over_in_silence(tmp_path: Path) -> None:
    registry = plugins.load_file(ruleset_file(tmp_path / "a"), plugins.Registry())
    with pytest.raises(nr.PluginError, match="failed at register"):
        plugins.load_file(ruleset_file(tmp_path / "b", name="second"), registry)
    assert list(registry.rulesets) == ["mine"]


def test_a_one_file_ruleset_under_a_name_that_is_taken(tmp_path: Path) -> None:
    registry = plugins.load_file(ruleset_file(tmp_path / "a"), plugins.Registry())
    other = ruleset_file(tmp_path / "b").rename(tmp_path / "b" / "other.py")
    with pytest.raises(nr.PluginError, match="failed at duplicate: a ruleset called 'mine' is there already"):
        plugins.load_file(other, registry)


@pytest.mark.parametrize("name", ["none.py", "words.txt"])
def test_a_file_that_is_none_or_no_python(name: str, tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("words")
    with pytest.raises(nr.PluginError, match="failed at import"):
        plugins.load_file(tmp_path / name, plugins.Registry())


def test_a_file_that_fails_leaves_no_module_behind(tmp_path: Path) -> None:
    file = tmp_path / "quitter.py"
    file.write_text("raise SystemExit(3)")
    with pytest.raises(nr.PluginError, match="failed at import: SystemExit: 3"):
        plugins.load_file(file, plugins.Registry())
    assert "navalrules_file_quitter" not in sys.modules


# ---------------------------------------------------------------- one code, three ways in

ONE_CODE = """
import navalrules as nr
import navalrules_civilwar.ruleset as theirs


@nr.house_rule("always_hit", ruleset="civilwar", replaces="ACW-GUN-01")
def always_hit(*args, **more):
    "A stranger's rule."


class Mine(theirs.CivilWar):
    name = "mine"


mine = Mine()


@nr.hookimpl
def navalrules_captains():
    return {"far_off": nr.captains.Default}
"""
HELD = """
registry = plugins.load()
mine = registry.ruleset("mine")
rules = [rule.name for rule in plugins.house_rules_for("civilwar")]
print(mine.name, rules, *registry.captains)
"""


def _as_a_file(folder: Path) -> str:
    (folder / "my_rules.py").write_text(ONE_CODE)
    return _taking(folder / "my_rules.py")


def _taking(path: Path) -> str:
    return f"from pathlib import Path; from navalrules import plugins; plugins.load_file(Path({str(path)!r}))"


def _as_a_package(folder: Path) -> str:
    package = folder / "elsewhere" / "my_rules"
    package.mkdir(parents=True)
    head, tail = ONE_CODE.split("\n\nclass Mine")
    (package / "rules.py").write_text(head)
    (package / "__init__.py").write_text(
        "import navalrules as nr\nimport navalrules_civilwar.ruleset as theirs\n"
        "from my_rules.rules import always_hit\nfrom . import rules\n\nclass Mine" + tail
    )
    return _taking(package)


def _on_the_entry_point(folder: Path) -> str:
    install(folder, "my_rules", ONE_CODE)
    points = folder / "my_rules-1.5.dist-info" / "entry_points.txt"
    points.write_text("[navalrules]\nmy_rules = my_rules\n")
    return "from navalrules import plugins"


@pytest.mark.parametrize("way", [_as_a_file, _as_a_package, _on_the_entry_point])
def test_one_code_comes_in_by_a_file_a_package_and_the_entry_point(
    way: Callable[[Path], str], tmp_path: Path
) -> None:
    done = asked(tmp_path, way(tmp_path) + HELD)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "mine ['always_hit'] far_off\n"


def test_a_file_taken_twice_is_taken_once(tmp_path: Path) -> None:
    file = ruleset_file(tmp_path)
    registry = plugins.load_file(file, plugins.Registry())
    assert plugins.load_file(file, registry).ruleset("mine") is registry.ruleset("mine")


def test_a_house_rule_of_others_that_a_file_names_is_not_its_own(tmp_path: Path) -> None:
    file = tmp_path / "borrower.py"
    file.write_text("from navalrules_civilwar.house_rules import sink_on_no_crew\n")
    assert plugins.load_file(file, plugins.Registry()).house_rules == []


def test_a_package_whose_name_is_taken_is_refused(tmp_path: Path) -> None:
    (tmp_path / "json").mkdir()
    (tmp_path / "json" / "__init__.py").write_text("")
    with pytest.raises(nr.PluginError, match="a module called 'json' has been imported already"):
        plugins.load_file(tmp_path / "json", plugins.Registry())
    assert json.loads("1") == 1


# ---------------------------------------------------------------- several rulings of one rule


def test_an_id_that_several_rulings_carry_out_means_the_first_and_a_function_each() -> None:
    @nr.ruling("X-01", "X-02")
    def one() -> int:
        return 1

    @nr.ruling("X-02")
    def two() -> int:
        return 2

    def ten(*_: int) -> int:
        return 10

    for name, found in (("X-01", (10, 2)), ("X-02", (1, 10)), ("X-02:one", (10, 2)), ("X-02:two", (1, 10))):
        bound = Bound((one, two), [nr.house_rule("ten", ruleset="x", replaces=name)(ten)])
        assert (bound[one](), bound[two]()) == found
    with pytest.raises(nr.UnknownName, match="nearest: X-02:two"):
        Bound((one, two), [nr.house_rule("ten", ruleset="x", replaces="X-02:tow")(ten)])


def test_a_ruling_that_stands_in_for_another_is_joined_too() -> None:
    @nr.ruling("X-01")
    def plain() -> int:
        return 1

    @nr.ruling("X-02")
    def fancy() -> int:
        return 2

    def more(result: int) -> int:
        return result + 10

    stand_in = nr.house_rule("fancy", ruleset="x", replaces="X-01")(fancy)
    bound = Bound((plain, fancy), [stand_in, nr.house_rule("more", ruleset="x", follows="X-02")(more)])
    assert (bound[plain](), bound[fancy]()) == (12, 12)
    back = nr.house_rule("plain", ruleset="x", replaces="X-02")(plain)
    with pytest.raises(nr.RulesetError, match="let plain stand in for itself"):
        Bound((plain, fancy), [stand_in, back])


def test_a_ruling_that_follows_another_is_joined_too() -> None:
    @nr.ruling("X-01")
    def plain() -> int:
        return 1

    @nr.ruling("X-02")
    def twice(result: int) -> int:
        return result * 2

    @attrs.define
    class Tens:
        """No function, and not hashable."""

        def __call__(self, result: int) -> int:
            return result * 10

    def last(result: int, _before: int) -> int:
        return result + 1

    points, own = (plain, twice), nr.house_rule("own", ruleset="x", follows="X-01")(twice)
    tens = HouseRule(name="tens", ruleset="x", replaces="X-02", act=Tens())
    assert Bound(points, [own])[plain]() == 2
    assert Bound(points, [own, tens])[plain]() == 10
    assert Bound(points, [tens])[plain]() == 1
    after = nr.house_rule("last", ruleset="x", follows="X-02")(last)
    assert Bound(points, [own, after])[plain]() == 3
    more = HouseRule(name="tens", ruleset="x", follows="X-01", act=Tens())
    assert Bound(points, [own, more])[plain]() == 20
