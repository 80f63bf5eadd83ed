"""navalrules actions: the action reports of a saved battle on the command line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import navalrules as nr
from navalrules.cli import main


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("saved") / "fight.json"
    battle = nr.Battle.begin(nr.scenario("lydia-natividad-1808"), "btq", 4)
    captains = nr.ruleset("btq").captains
    battle.run({"British": captains["close_action"](), "Spanish": captains["cautious"]()}, max_turns=5)
    nr.save(battle, path)
    return path


def run(*args: object) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["actions", *map(str, args)])
    return result.exit_code, result.output


@pytest.mark.rule("BTQ-LOG-05", "BTQ-LOG-06")
def test_a_saved_battle_is_told_as_stories(saved: Path) -> None:
    code, told = run(saved)
    assert code == 0
    assert "TURN 1" in told
    assert "HMS Lydia" in told
    assert "BTQ-" not in told
    assert "{" not in told


@pytest.mark.rule("BTQ-LOG-07", "BTQ-LOG-08")
def test_with_figures_and_of_one_turn(saved: Path) -> None:
    _, whole = run(saved, "--figures")
    _, told = run(saved, "--figures", "--turn", 2)
    assert told.startswith("TURN 2\n")
    assert "To be looked for: " in told
    assert "BTQ-GUN-03" in told
    assert told in whole


@pytest.mark.rule("BTQ-LOG-05")
def test_stories_are_told_in_the_reader_s_language(saved: Path) -> None:
    code, told = run(saved, "--figures", "--lang", "fr")
    assert code == 0
    assert "TOUR 1\n" in told
    assert "Attendu\N{NO-BREAK SPACE}: " in told
    assert "TURN" not in told
    assert len(told.splitlines()) == len(run(saved, "--figures")[1].splitlines())
    code, told = run(saved, "--turn", 99, "--lang", "fr")
    assert (code, told) == (
        1,
        "navalrules\N{NO-BREAK SPACE}: fight.json n'a là aucune action à raconter\n",
    )


def test_what_cannot_be_told(saved: Path, tmp_path: Path) -> None:
    code, told = run(saved, "--turn", 99)
    assert (code, told) == (1, "navalrules: fight.json has no action to tell of there\n")
    other = tmp_path / "other.json"
    nr.save(nr.Battle.begin(nr.scenario("kearsarge-alabama-1864"), "civilwar"), other)
    code, told = run(other)
    assert (code, told) == (
        1,
        "navalrules: other.json was fought under civilwar, not under Beat to Quarters\n",
    )


def test_the_ruleset_does_not_import_click() -> None:
    asked = "import sys, navalrules as nr; nr.ruleset('btq'); print('click' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert found.stdout == "False\n"
