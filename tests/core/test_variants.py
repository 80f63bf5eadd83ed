"""Variants: numbers, switches and ships in a file of their own, and variants that stand on variants."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import navalrules as nr
from navalrules.cli import main
from navalrules.errors import BadFile
from navalrules_civilwar.ruleset import CivilWar

FIGHT = "kearsarge-alabama-1864"
KEEN = """
format = "navalrules/variant"
version = 1
parent = "civilwar"
[rules]
sink_on_no_crew = true
[tables.to_hit]
need = 11
"""
KEENER = """
format = "navalrules/variant"
version = 1
parent = "keen.toml"
[rules]
sink_on_no_crew = false
anchored_plus_stopped = true
[tables.to_hit]
need = 9
"""
SHIP = """
[[ship]]
id = "css-vapour-1864"
name = "Vapour"
nation = "Confederate States"
year = 1864
type = "screw sloop"
tonnage_bm = 900
length_ft = 200
complement = 120
rig = "barque"
masts = 3
sails = 8
drive = "single screw"
boilers = 2
steam = 11
sail = 9
both = 12
fictional = true
batteries = [{ place = "broadside", count = 6, pounder = 32, kind = "smoothbore", mount = "broadside" }]
"""
POND = """
format = "navalrules/scenario"
version = 1
id = "pond"
title = "A pond"
fictional = true
ruleset = "civilwar"
turns = 2
wind_from = "N"
beaufort = 3
[[side]]
name = "Federal"
ships = [{ ship = "uss-kearsarge", heading = "E", x = 0, y = 0 }]
[[side]]
name = "Confederate"
ships = [{ ship = "css-vapour-1864", id = "vapour", heading = "W", x = 400, y = 0 }]
"""


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "keen.toml").write_text(KEEN, encoding="utf-8")
    (tmp_path / "keener.toml").write_text(KEENER, encoding="utf-8")
    (tmp_path / "steam.toml").write_text(KEENER.replace("need = 9", "need = 10") + SHIP, encoding="utf-8")
    (tmp_path / "pond.toml").write_text(POND, encoding="utf-8")
    return tmp_path


def need(battle: nr.Battle) -> int:
    return battle.tables["to_hit"].whole("need")


def test_a_variant_on_a_variant_has_the_last_word(folder: Path) -> None:
    battle = nr.Battle.begin(nr.scenario(FIGHT), variant=folder / "keener.toml")
    assert need(battle) == 9
    assert battle.switches["sink_on_no_crew"] is False
    assert battle.switches["anchored_plus_stopped"] is True
    begun = battle.log[0]
    assert isinstance(begun, nr.BattleBegan)
    assert begun.variant == "keener on keen"


def test_a_variant_shows_in_the_head_of_the_account(folder: Path) -> None:
    told = run("fight", FIGHT, "--variant", folder / "keener.toml", "--max-turns", 1)
    assert told.exit_code == 0, told.stderr
    assert "Variant: keener on keen.\n" in told.stdout


def test_a_variants_parent_is_the_ruleset_that_is_fought_under(folder: Path) -> None:
    under = folder / "ratings.toml"
    under.write_text('format = "navalrules/variant"\nversion = 1\nparent = "ratings"\n', encoding="utf-8")
    assert nr.Battle.begin(nr.scenario("shannon"), variant=under).ruleset.name == "ratings"
    with pytest.raises(nr.RulesetError, match="variant ratings changes ratings, not civilwar"):
        nr.Battle.begin(nr.scenario(FIGHT), "civilwar", variant=under)


def test_a_chain_is_saved_as_one_variant_and_loads_as_it_was(folder: Path) -> None:
    battle = nr.Battle.begin(nr.scenario(FIGHT), seed=3, variant=folder / "keener.toml")
    battle.run({}, max_turns=1)
    nr.save(battle, folder / "fight.json")
    for name in ("keen.toml", "keener.toml"):
        (folder / name).unlink()
    loaded = nr.load(folder / "fight.json")
    assert need(loaded) == 9
    assert loaded.log == battle.log
    assert loaded.state == battle.state
    nr.save(loaded, folder / "again.json")
    assert (folder / "again.json").read_text() == (folder / "fight.json").read_text()


def test_a_table_replaced_below_may_be_changed_above(folder: Path) -> None:
    whole = KEEN.replace("need = 11", 'replaces_all = true\n"need" = 8')
    (folder / "keen.toml").write_text(whole, encoding="utf-8")
    data = nr.Variant.read(folder / "keener.toml").as_data()
    assert data["tables"] == {"to_hit": {"replaces_all": True, "need": 9}}
    assert data["name"] == "keener on keen"


def test_ships_of_a_variant_join_the_library(folder: Path) -> None:
    done = run("fight", folder / "pond.toml", "--variant", folder / "steam.toml", "--json")
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout)["ships"]["vapour"]["name"] == "Vapour"
    alone = run("fight", folder / "pond.toml")
    assert alone.exit_code == 1
    assert "css-vapour-1864" in alone.stderr


def test_ships_of_a_file_join_the_library(folder: Path) -> None:
    (folder / "ships.toml").write_text('format = "navalrules/ships"\nversion = 1\n' + SHIP, encoding="utf-8")
    done = run("fight", folder / "pond.toml", "--ships", folder / "ships.toml", "--max-turns", 1)
    assert done.exit_code == 0, done.stderr
    assert "Vapour" in done.stdout


def test_a_ship_of_a_variant_stands_in_the_place_of_ours(folder: Path) -> None:
    ours = nr.ship_library()["uss-kearsarge-1864"]
    other = KEEN + SHIP.replace("css-vapour-1864", ours.id).replace("120", "60")
    (folder / "keen.toml").write_text(other, encoding="utf-8")
    battle = nr.Battle.begin(nr.scenario(FIGHT), variant=folder / "keen.toml")
    assert battle.scenario.entrant(ours.id).plan.complement == 60
    assert nr.scenario(FIGHT).entrant(ours.id).plan.complement == ours.complement
    nr.save(battle, folder / "fight.json")
    assert nr.load(folder / "fight.json").state == battle.state


def test_diff_shows_numbers_switches_and_ships_of_all_layers(folder: Path) -> None:
    done = run("tables", "civilwar", "--diff", folder / "steam.toml", "--json")
    rows = [tuple(row.values()) for row in json.loads(done.stdout)]
    assert rows == [
        ("to_hit", "need", "12", "10"),
        ("rules", "anchored_plus_stopped", "false", "true"),
        ("ship", "css-vapour-1864", "-", "Vapour"),
    ]


def faults(path: Path, text: str = "") -> list[str]:
    if text:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(BadFile) as caught:
        nr.Battle.begin(nr.scenario(FIGHT), variant=path)
    return [str(fault).removeprefix(f"{path.parent}/") for fault in caught.value.faults]


def test_wrong_keys_and_switches_are_told_at_once_with_the_nearest(folder: Path) -> None:
    text = KEEN.replace("sink_on_no_crew", "sink_on_no_crews").replace("to_hit", "to_hitt") + "wish = 3\n"
    assert faults(folder / "keen.toml", text) == [
        "keen.toml: rules.sink_on_no_crews = true: expected a known switch; nearest: sink_on_no_crew",
        "keen.toml: tables.to_hitt = a table of 2: expected a known table; nearest: to_hit",
    ]
    wrong = KEEN.replace("= true", "= 3").replace("need", "needs")
    assert faults(folder / "keen.toml", wrong) == [
        "keen.toml: rules.sink_on_no_crew = 3: expected one of: false, true",
        "keen.toml: tables.to_hit.needs = 11: expected a known key; nearest: need",
    ]


def test_a_fault_below_is_told_with_the_file_it_is_in(folder: Path) -> None:
    (folder / "keen.toml").write_text(KEEN.replace("need = 11", "need = true"), encoding="utf-8")
    assert faults(folder / "keener.toml")[0].startswith(
        "keen.toml: tables.to_hit.need = true: expected a number"
    )
    (folder / "keen.toml").write_text(KEEN.replace("version = 1", "version = 9"), encoding="utf-8")
    assert faults(folder / "keener.toml")[0].startswith("keen.toml: version = 9: ")


@pytest.mark.parametrize(
    ("parent", "expected"),
    [
        ("../keen.toml", "a ruleset, or the name of a variant file in the same folder"),
        ("/etc/keen.toml", "a ruleset, or the name of a variant file in the same folder"),
        ("keener.toml", "a variant that does not stand on this one"),
        ("lost.toml", "expected a file that can be read"),
    ],
)
def test_a_parent_that_will_not_do(folder: Path, parent: str, expected: str) -> None:
    found = faults(folder / "keener.toml", KEENER.replace("keen.toml", parent))
    assert len(found) == 1
    assert expected in found[0]


def test_variants_may_not_go_round_or_pile_up_for_ever(folder: Path) -> None:
    (folder / "keen.toml").write_text(KEEN.replace('"civilwar"', '"keener.toml"'), encoding="utf-8")
    assert faults(folder / "keener.toml") == [
        'keen.toml: parent = "keener.toml": expected a variant that does not stand on this one'
    ]
    for number in range(6):
        text = KEEN.replace('"civilwar"', f'"v{number + 1}.toml"')
        (folder / f"v{number}.toml").write_text(text, encoding="utf-8")
    assert faults(folder / "v0.toml") == [
        'v4.toml: parent = "v5.toml": expected at most 4 variants below one another'
    ]


def test_a_record_names_no_file_for_its_variants_parent(folder: Path) -> None:
    battle = nr.Battle.begin(nr.scenario(FIGHT), variant=folder / "keen.toml")
    nr.save(battle, folder / "fight.json")
    data = json.loads((folder / "fight.json").read_text())
    data["variant"]["parent"] = "keen.toml"
    (folder / "fight.json").write_text(json.dumps(data))
    with pytest.raises(BadFile, match=r"variant\.parent"):
        nr.load(folder / "fight.json")


def test_check_names_a_parent_nobody_knows_with_the_nearest(folder: Path) -> None:
    (folder / "keen.toml").write_text(KEEN.replace("civilwar", "civilwars"), encoding="utf-8")
    done = run("check", folder / "keener.toml")
    assert done.exit_code == 1
    assert 'keener.toml: parent = "civilwars"' in done.stderr
    assert "folder: civilwar" in done.stderr


def test_ships_of_a_variant_and_of_a_file_are_listed(folder: Path) -> None:
    (folder / "ships.toml").write_text('format = "navalrules/ships"\nversion = 1\n' + SHIP, encoding="utf-8")
    for option in (("--variant", folder / "steam.toml"), ("--ships", folder / "ships.toml")):
        assert "name: Vapour" in run("ships", "css-vapour", *option).stdout
        assert "css-vapour-1864" in run("ships", *option).stdout
    assert run("ships", "css-vapour").exit_code == 1


class Careless(CivilWar):
    """A ruleset that divides by a number of its tables."""

    def prepare(self, tables: nr.Tables) -> Any:
        return 1 / (tables is self.tables)


def test_figures_that_a_ruleset_stumbles_over_are_the_variants_fault() -> None:
    scenario, variant = (
        nr.scenario("kearsarge-alabama-1864"),
        nr.Variant("odd", "civilwar", {}, {"to_hit": {}}),
    )
    with pytest.raises(
        nr.RulesetError, match="civilwar cannot be played with the figures of variant odd: Zero"
    ):
        nr.Battle.begin(scenario, Careless(), variant=variant)


def test_check_finds_a_variant_that_no_battle_can_be_fought_with(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    head = 'format = "navalrules/variant"\nversion = 1\nparent = "btq"\n'
    path.write_text(f"{head}[tables.turn_cap]\nreplaces_all = true\nfirst_rate = 3\n", encoding="utf-8")
    done = run("check", path)
    assert done.exit_code == 1
    assert "unknown key of table turn_cap 'second_rate'" in done.stderr
