"""Plugins through real entry points: each kind of fault is named, and the others work on."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import navalrules as nr
from navalrules import plugins

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

plugin = Plugin()
"""
FAULTS = {
    "broken_import": ("import", "import nowhere_to_be_found", "No module named 'nowhere_to_be_found'"),
    "no_object": ("import", "something = 1", "plugin"),
    "old_api": (
        "api",
        """
        import navalrules_civilwar.ruleset as theirs
        import navalrules as nr
        class Old(theirs.CivilWar):
            name = "old"
            api = 0
        class Plugin:
            @nr.hookimpl
            def navalrules_rulesets(self):
                return [Old()]
        plugin = Plugin()
        """,
        "upgrade the plugin",
    ),
    "new_api": (
        "api",
        """
        import navalrules_civilwar.ruleset as theirs
        import navalrules as nr
        class New(theirs.CivilWar):
            name = "new"
            api = 99
        class Plugin:
            @nr.hookimpl
            def navalrules_rulesets(self):
                return [New()]
        plugin = Plugin()
        """,
        "upgrade navalrules",
    ),
    "twin": (
        "duplicate",
        """
        import navalrules_civilwar.ruleset as theirs
        import navalrules as nr
        class Plugin:
            @nr.hookimpl
            def navalrules_rulesets(self):
                return [theirs.CivilWar()]
        plugin = Plugin()
        """,
        "'civilwar' is there already",
    ),
    "nonsense": (
        "answer",
        """
        import navalrules as nr
        class Plugin:
            @nr.hookimpl
            def navalrules_rulesets(self):
                return [42]
        plugin = Plugin()
        """,
        "not a Ruleset",
    ),
    "misspelt": (
        "register",
        """
        import navalrules as nr
        class Plugin:
            @nr.hookimpl
            def navalrules_rulsets(self):
                return []
        plugin = Plugin()
        """,
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
    install(tmp_path, "good", GOOD)
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
        """,
    )
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    records = json.loads(first)
    assert records["good"][0] == "ready"
    found_stage, distribution, version, error = records[name]
    assert (found_stage, distribution, version) == (stage, name, "1.5")
    assert told in error
    assert second == "['civilwar'] ['from_afar']"
    warned = [line for line in done.stderr.splitlines() if "PluginWarning" in line]
    assert len(warned) == 1
    assert f"plugin {name!r} of {name} 1.5" in warned[0]


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
