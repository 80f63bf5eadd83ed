"""The contract under pytest, on the command line and from a program: what it counts and what it fails for."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import navalrules as nr
from navalrules import plugins
from navalrules.cli import main
from navalrules.testing import CHECKS, Contract, cases, contract_of, run
from navalrules.testing.chances import within
from navalrules.testing.check import demand_equal
from navalrules.testing.run import BROKEN, EXPECTED, KEPT, SKIPPED
from navalrules_ratings.ruleset import Ratings

pytest_plugins = ["pytester"]

TOP = Path(__file__).parents[2]
POND = TOP / "tests" / "contract" / "made_up_data" / "pond.toml"
NUMBERS = [check for check in CHECKS if check.id == "10_every_number_stands_in_a_table"]
ENDS = [check for check in CHECKS if check.id == "9_every_battle_ends"]


class CivilWar(Contract):
    ruleset = "civilwar"


def test_every_promise_has_a_check_and_every_check_a_title() -> None:
    assert {check.promise for check in CHECKS} == set(range(1, 11))
    assert len({check.id for check in CHECKS}) == len(CHECKS)
    assert all(check.title and check.severity for check in CHECKS)
    docs = (TOP / "docs" / "contract.md").read_text(encoding="utf-8")
    assert [check.id for check in CHECKS if f"| `{check.id}` | {check.severity} |" not in docs] == []


def test_two_lines_fight_every_scenario_of_the_ruleset() -> None:
    assert "kearsarge-alabama-1864" in CivilWar().fought_over()


def test_a_ruleset_hands_over_what_its_checks_must_know() -> None:
    assert contract_of("mumford").compass_step == 22.5
    assert [case.check for case in cases("mumford")] == list(CHECKS)


def test_a_ruleset_made_from_another_is_tested_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    class Drier(Ratings):
        name = "drier"

    monkeypatch.setattr(plugins, "ruleset", {"drier": Drier(), "ratings": nr.ruleset("ratings")}.__getitem__)
    assert contract_of("ratings").ruleset == "ratings"
    found = contract_of("drier")
    assert (found.ruleset, found.compass_step) == ("drier", contract_of("ratings").compass_step)


def test_fewer_checks_than_promised_are_a_failure() -> None:
    report = run(CivilWar, checks=NUMBERS)
    assert (report.count(KEPT), report.missing) == (1, len(CHECKS) - 1)
    assert not report.kept


def test_a_capability_that_lacks_is_skipped_with_its_reason() -> None:
    class Lacking(CivilWar):
        lacks = {"9_every_battle_ends": "sieges go on"}

    (made,) = run(Lacking, checks=ENDS).made
    assert (made.outcome, made.why, made.cases) == (SKIPPED, "sieges go on", 0)


def test_an_expected_failure_is_strict() -> None:
    class Pessimist(CivilWar):
        expected = {"10_every_number_stands_in_a_table": "nobody has counted"}

    (made,) = run(Pessimist, checks=NUMBERS).made
    assert made.outcome == BROKEN
    assert made.why == "expected to fail (nobody has counted), and holds"


def test_an_expected_failure_that_fails_is_none() -> None:
    class Endless(CivilWar):
        expected = {"9_every_battle_ends": "nobody plays it"}
        cut_short = dict.fromkeys(CivilWar().fought_over(), -1)

    (made,) = run(Endless, checks=ENDS, cases=1).made
    assert (made.outcome, made.why) == (EXPECTED, "nobody plays it")


def test_a_test_that_is_put_out_of_action_is_missed() -> None:
    class Silent(CivilWar):
        test_9_every_battle_ends = None

    with pytest.raises(AssertionError, match="check 9_every_battle_ends is not made"):
        Silent().test_0_every_check_that_is_promised_is_made()
    CivilWar().test_0_every_check_that_is_promised_is_made()


@pytest.mark.parametrize(("count", "kept"), [(100, True), (77, True), (123, True), (76, False), (124, False)])
def test_the_band_of_honest_counts(count: int, kept: bool) -> None:
    assert within(count, 200, 0.5) is kept


def test_the_first_difference_is_named() -> None:
    with pytest.raises(AssertionError, match=r"log, number 2: b: c"):
        demand_equal("log", ["a", "b"], ["a", "c"])
    with pytest.raises(AssertionError, match=r"wind.force: 3: 4"):
        demand_equal("wind", nr.Wind(90.0, 3), nr.Wind(90.0, 4))


# ---------------------------------------------------------------- the command line


def test_command_tells_what_came_of_each_check() -> None:
    ids = ["--check", NUMBERS[0].id, "--check", "10_what"]
    done = CliRunner().invoke(main, ["contract", "ratings", *ids])
    assert done.exit_code == 0, done.output
    assert "skipped: the tests of this ruleset are not at hand" in done.output
    assert done.stdout.splitlines()[-1].startswith("1 of 18 checks ran: 1 kept, 0 broken")


def test_command_prints_one_document() -> None:
    done = CliRunner().invoke(main, ["contract", "ratings", "--check", NUMBERS[0].id, "--json"])
    data = json.loads(done.stdout)
    assert data["promised"] == len(CHECKS)
    assert data["counts"] == {"kept": 1, "broken": 0, "skipped": 0, "expected": 0, "missing": len(CHECKS) - 1}
    assert [each["id"] for each in data["checks"]] == [NUMBERS[0].id]


def test_command_fails_for_a_broken_promise_with_the_battle_that_shows_it(tmp_path: Path) -> None:
    rules = tmp_path / "siege.py"
    rules.write_text(SIEGE.format(pond=str(POND)), encoding="utf-8")
    arguments = ["contract", "siege", "--plugin", str(rules), "--check", "9_every_battle_ends"]
    done = subprocess.run(
        [sys.executable, "-m", "navalrules", *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "navalrules: 9_every_battle_ends: the winner is no side of it: Green (case 0;" in done.stderr
    assert "Traceback" not in done.stderr
    assert "1 broken" in done.stdout


SIEGE = """
import sys
sys.path.insert(0, {pond!r}.rpartition("/made_up_data/")[0])
import made_up
import navalrules as nr
from navalrules import plugins


class Siege(made_up.MadeUp):
    name = "siege"

    def verdict(self, battle):
        return nr.Verdict("Green", "nobody came")

    def contract(self):
        class SiegeContract(nr.testing.Contract):
            ruleset = "siege"
            scenarios = ({pond!r},)

        return SiegeContract


rules = Siege()
"""


def test_without_hypothesis_and_pytest_the_command_runs() -> None:
    code = (
        "import sys\n"
        "sys.modules['hypothesis'] = sys.modules['pytest'] = None\n"
        "import navalrules as nr\n"
        "from navalrules.cli import main\n"
        "main(['contract', 'ratings', '--check', '10_every'])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "1 kept" in done.stdout


# ---------------------------------------------------------------- pytest


def test_pytest_says_how_many_checks_ran_and_which_did_not(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import navalrules as nr

        class TestCivilWar(nr.testing.Contract):
            ruleset = "civilwar"
            lacks = {"9_every_battle_ends": "sieges go on"}
            expected = {"10_every_number_stands_in_a_table": "nobody has counted"}
        """
    )
    done = pytester.runpytest_subprocess("-k", "9_every or 10_every or test_0")
    done.stdout.fnmatch_lines(
        [
            "*expected to fail (nobody has counted), and holds*",
            "TestCivilWar (civilwar): 1 of 18 checks ran: 1 broken, 1 skipped; 16 not asked for",
            "  9_every_battle_ends: skipped: sieges go on",
        ]
    )
    done.assert_outcomes(passed=1, failed=1, skipped=1)
