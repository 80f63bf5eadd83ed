"""For pytest: says at the end of a session how many checks of each contract ran, and which did not and why.

Loaded by pytest through its entry point; silent where there is no contract.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Mapping, Sequence
from typing import Any, Final

import pytest

_KEY: Final = "navalrules_contract"
_WORDS: Final = {
    "passed": "kept",
    "failed": "broken",
    "error": "broken",
    "skipped": "skipped",
    "xfailed": "expected to fail",
}

Checks = dict[str, dict[str, tuple[str, str]]]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A report of a check says of which contract it is, and how many checks that promises."""
    report = yield
    kind = getattr(item, "cls", None)
    promised = getattr(kind, "checks", None) if call.when == "call" else None
    if (
        kind is not None
        and callable(promised)
        and hasattr(kind, "test_0_every_check_that_is_promised_is_made")
    ):
        report.user_properties.append((_KEY, [kind.__name__, kind.ruleset, len(promised())]))
    return report


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """A line for each contract, and one for each check that was skipped or is expected to fail."""
    found, promised = _gathered(terminalreporter.stats)
    if not found:
        return
    terminalreporter.section("contract", sep="-")
    for contract, checks in sorted(found.items()):
        terminalreporter.write_line(_counted(contract, checks, promised[contract]))
        for name, (outcome, why) in sorted(checks.items()):
            if why:
                terminalreporter.write_line(f"  {name}: {outcome}: {why}")


def _gathered(stats: Mapping[str, Sequence[Any]]) -> tuple[Checks, dict[str, int]]:
    found: Checks = defaultdict(dict)
    promised: dict[str, int] = {}
    for outcome, word in _WORDS.items():
        for report in stats.get(outcome, ()):
            mark = dict(getattr(report, "user_properties", ())).get(_KEY)
            name = report.nodeid.rpartition("::test_")[2]
            if mark and not name.startswith("0_"):
                contract = f"{mark[0]} ({mark[1]})"
                found[contract][name] = (word, _why(report, word))
                promised[contract] = mark[2]
    return found, promised


def _why(report: Any, word: str) -> str:
    if word == "skipped" and isinstance(report.longrepr, tuple):
        return str(report.longrepr[2]).removeprefix("Skipped: ")
    return getattr(report, "wasxfail", "").removeprefix("reason: ") if word == "expected to fail" else ""


def _counted(contract: str, checks: Mapping[str, tuple[str, str]], promised: int) -> str:
    outcomes = [outcome for outcome, _ in checks.values()]
    counts = [f"{outcomes.count(word)} {word}" for word in dict.fromkeys(_WORDS.values()) if word in outcomes]
    ran = len(outcomes) - outcomes.count("skipped")
    line = f"{contract}: {ran} of {promised} checks ran: {', '.join(counts)}"
    left = promised - len(outcomes)
    return f"{line}; {left} not asked for" if left > 0 else line
