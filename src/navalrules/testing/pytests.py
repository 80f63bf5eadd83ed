"""The checks under pytest: as methods of a class, or as a list to parametrise a test with."""

from __future__ import annotations

import unittest

import attrs
import pytest

from navalrules.testing import profiles
from navalrules.testing.check import Check, Lacking
from navalrules.testing.contract import Contract, contract_of
from navalrules.testing.luck import Luck, Thrown


def made(contract: Contract, check: Check) -> None:
    """Make one check, as a test: skipped for a capability that lacks, or expected to fail with a reason.

    Raises whatever shows that the promise is not kept.
    """
    __tracebackhide__ = True
    expected = contract.expected.get(check.id)
    try:
        tried(contract, check)
    except (Lacking, unittest.SkipTest) as lack:
        pytest.skip(str(lack))
    except Exception:
        if expected is None:
            raise
        pytest.xfail(expected)
    if expected is not None:
        pytest.fail(f"expected to fail ({expected}), and holds")


def tried(contract: Contract, check: Check) -> None:
    """Try a check with cases that Hypothesis draws, or ours where it is not installed."""
    __tracebackhide__ = True

    def play(luck: Luck) -> None:
        try:
            contract.play(check, luck)
        except Lacking as lack:
            raise unittest.SkipTest(str(lack)) from None

    if not check.share:
        play(Thrown(0, check.id, 0))
        return
    try:
        from navalrules.testing.drawn import tried
    except ModuleNotFoundError:
        for case in range(check.cases(profiles.CASES[profiles.name()])):
            play(Thrown(0, check.id, case))
    else:
        tried(f"{contract.ruleset}_{check.id}", play, check.share)


@attrs.frozen(repr=False)
class Case:
    """One check of one contract; call it to make it. Its name is the id of the check."""

    contract: Contract
    check: Check

    def __call__(self) -> None:
        made(self.contract, self.check)

    def __repr__(self) -> str:
        return f"{self.contract.ruleset}-{self.check.id}"


def cases(ruleset: str | type[Contract]) -> list[Case]:
    """Every check of a ruleset, or of a contract class, to parametrise a test with:

    @pytest.mark.parametrize("case", cases("mine"), ids=repr)
    def test_mine(case):
        case()
    """
    kind = contract_of(ruleset) if isinstance(ruleset, str) else ruleset
    contract = kind()
    return [Case(contract, check) for check in contract.checks()]
