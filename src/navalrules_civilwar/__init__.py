"""American Civil War squares, a ruleset for navalrules."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import navalrules as nr

if TYPE_CHECKING:
    from navalrules_civilwar.ruleset import CivilWar

__all__ = ["plugin"]


@cache
def _ruleset() -> CivilWar:
    from navalrules_civilwar.ruleset import CivilWar

    return CivilWar()


class Plugin:
    """What the entry point hands over."""

    @nr.hookimpl
    def navalrules_rulesets(self) -> list[nr.Ruleset]:
        """The ruleset."""
        return [_ruleset()]

    @nr.hookimpl
    def navalrules_ships(self) -> list[nr.Library]:
        """The ledger's fourteen ships."""
        return [_ruleset().library]

    @nr.hookimpl
    def navalrules_scenarios(self) -> dict[str, Any]:
        """Scenarios for this ruleset alone."""
        return nr.scenario_files(files(__name__).joinpath("scenarios"))


plugin = Plugin()
