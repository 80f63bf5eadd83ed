"""Every mutant is caught by the check meant for it and by no other: without that check it goes free."""

import json
import os
import subprocess
import sys

import mutants
import pytest
from mutants import CHOSEN, MUTANTS, HashesAreShown, Mutant, installed

from navalrules.testing import CHECKS, run
from navalrules.testing.run import BROKEN, KEPT

FEW = 5
ELSEWHERE = "1_same_log_in_another_process"
every_mutant = pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.__name__)


def test_there_is_a_mutant_for_every_check() -> None:
    assert {mutant.caught_by for mutant in MUTANTS} == {check.id for check in CHECKS}


@every_mutant
def test_a_mutant_is_caught_by_the_check_that_is_meant_for_it(
    mutant: type[Mutant], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CHOSEN, mutant.__name__)
    with installed(mutant.rules_made()):
        (made,) = run(mutant, checks=[check for check in CHECKS if check.id == mutant.caught_by]).made
    assert made.outcome == BROKEN
    assert made.why


@every_mutant
def test_without_that_check_a_mutant_goes_free(mutant: type[Mutant]) -> None:
    others = [check for check in CHECKS if check.id not in (mutant.caught_by, ELSEWHERE)]
    with installed(mutant.rules_made()):
        report = run(mutant, checks=others, cases=FEW)
    assert [(made.check.id, made.why) for made in report.made if made.outcome != KEPT] == []


def test_another_process_tells_one_mutant_only() -> None:
    code = "import json, mutants; print(json.dumps(mutants.digests()))"
    env = {**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    ours, theirs = mutants.digests(), json.loads(done.stdout)
    assert [name for name in ours if ours[name] != theirs[name]] == [HashesAreShown.__name__]


def test_the_sound_ruleset_keeps_all_of_it() -> None:
    with installed(Mutant.rules_made()):
        report = run(Mutant, checks=[check for check in CHECKS if check.id != ELSEWHERE], cases=FEW)
    assert report.count(KEPT) == len(CHECKS) - 1
