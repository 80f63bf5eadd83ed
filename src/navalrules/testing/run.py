"""The whole contract without pytest or Hypothesis: every check made, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import attrs

from navalrules.names import resolve
from navalrules.testing import profiles
from navalrules.testing.check import Broken, Check, Lacking
from navalrules.testing.contract import Contract, contract_of
from navalrules.testing.luck import Thrown

KEPT: Final = "kept"
BROKEN: Final = "broken"
SKIPPED: Final = "skipped"
EXPECTED: Final = "expected"


@attrs.frozen
class Made:
    """What came of one check: kept, broken, skipped (for a capability) or expected (to fail, and it did).

    `cases` were tried; `why` says what is broken or lacking, and `told` what the case was that showed it.
    """

    check: Check
    outcome: str
    cases: int
    why: str = ""
    told: tuple[tuple[str, str], ...] = ()

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        check = self.check
        return {
            "id": check.id,
            "promise": check.promise,
            "title": check.title,
            "severity": check.severity,
            "since": check.since,
            "outcome": self.outcome,
            "cases": self.cases,
            "why": self.why,
            "case": dict(self.told),
        }


@attrs.frozen
class Report:
    """What came of a contract: `promised` checks, those that were `made`, and whether it is `kept`."""

    ruleset: str
    version: str
    api: int
    profile: str
    seed: int
    promised: int
    made: tuple[Made, ...]

    def count(self, outcome: str) -> int:
        """How many checks came out so."""
        return len([each for each in self.made if each.outcome == outcome])

    @property
    def missing(self) -> int:
        """How many promised checks were not made at all."""
        return self.promised - len(self.made)

    @property
    def kept(self) -> bool:
        """Whether every promised check was made and none is broken."""
        return not self.missing and not self.count(BROKEN)

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        outcomes = (KEPT, BROKEN, SKIPPED, EXPECTED)
        return {
            "format": "navalrules/contract",
            "version": 1,
            "ruleset": self.ruleset,
            "ruleset_version": self.version,
            "api": self.api,
            "profile": self.profile,
            "seed": self.seed,
            "kept": self.kept,
            "promised": self.promised,
            "ran": len(self.made) - self.count(SKIPPED),
            "counts": {**{outcome: self.count(outcome) for outcome in outcomes}, "missing": self.missing},
            "checks": [each.as_data() for each in self.made],
        }


def run(
    ruleset: str | type[Contract],
    seed: int = 0,
    profile: str = "",
    checks: Iterable[Check] | None = None,
    tell: Callable[[Made], object] | None = None,
    cases: int = 0,
) -> Report:
    """Make every check of a ruleset's contract (or only `checks`) and report, without pytest or Hypothesis.

    `profile` (`quick`, `ci`, `thorough`) says how many cases are tried, or `cases`; `seed` which: the same
    seed tries the same. `tell` is called after each check. Raises UnknownName or PluginError for a ruleset
    that is not there.
    """
    kind = contract_of(ruleset) if isinstance(ruleset, str) else ruleset
    contract, profile = kind(), profile or profiles.name()
    rules, promised = contract.rules(), contract.checks()
    found = []
    for check in promised if checks is None else checks:
        found.append(made(contract, check, seed, cases or profiles.CASES[profile]))
        if tell is not None:
            tell(found[-1])
    return Report(rules.name, rules.version, rules.api, profile, seed, len(promised), tuple(found))


def chosen(checks: Iterable[Check], ids: Iterable[str]) -> list[Check]:
    """The checks with those ids, or all of them where none is named; raises UnknownName."""
    known = {check.id: check for check in checks}
    return [known[resolve("check", name, known)] for name in ids] or list(known.values())


def made(contract: Contract, check: Check, seed: int, most: int) -> Made:
    """Make one check with as many cases as it takes of `most`."""
    expected = contract.expected.get(check.id, "")
    for number, luck in enumerate(_cases(check, seed, most)):
        try:
            contract.play(check, luck)
        except Lacking as lack:
            return Made(check, SKIPPED, number, str(lack))
        except Exception as error:
            told = tuple((what, repr(value)) for what, value in [("case", number), *luck.told])
            why = str(error) if isinstance(error, Broken) else f"{type(error).__name__}: {error}"
            return Made(check, EXPECTED if expected else BROKEN, number + 1, expected or why, told)
    if expected:
        return Made(check, BROKEN, check.cases(most), f"expected to fail ({expected}), and holds")
    return Made(check, KEPT, check.cases(most))


def _cases(check: Check, seed: int, most: int) -> Iterator[Thrown]:
    return (Thrown(seed, check.id, case) for case in range(check.cases(most)))
