"""The contract that every ruleset keeps, as checks: for pytest, for any program, and for the command line.

class TestMine(navalrules.testing.Contract):
    ruleset = "mine"

Nothing here needs pytest or Hypothesis until a test of that class runs: `navalrules.testing.run` draws its
cases itself. Strategies for Hypothesis stand in `navalrules.testing.strategies`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from navalrules.testing.check import Broken, Check, Lacking
    from navalrules.testing.checks import CHECKS
    from navalrules.testing.contract import Contract, contract_of
    from navalrules.testing.fights import Fight
    from navalrules.testing.luck import Luck, Thrown
    from navalrules.testing.mirrors import handed, renamed
    from navalrules.testing.pytests import cases
    from navalrules.testing.run import Made, Report, run

__all__ = [
    "Broken",
    "CHECKS",
    "Check",
    "Contract",
    "Fight",
    "Lacking",
    "Luck",
    "Made",
    "Report",
    "Thrown",
    "cases",
    "contract_of",
    "handed",
    "renamed",
    "run",
]

_HOMES = {
    "Broken": "check",
    "CHECKS": "checks",
    "Check": "check",
    "Contract": "contract",
    "Fight": "fights",
    "Lacking": "check",
    "Luck": "luck",
    "Made": "run",
    "Report": "run",
    "Thrown": "luck",
    "cases": "pytests",
    "contract_of": "contract",
    "handed": "mirrors",
    "renamed": "mirrors",
    "run": "run",
}


def __getattr__(name: str) -> Any:
    """Import a name from its module at its first use."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return value


def __dir__() -> list[str]:
    """The public names."""
    return list(__all__)
