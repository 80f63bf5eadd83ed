"""Galleys that row and ram, a ruleset for navalrules."""

from functools import cache
from typing import Any

import navalrules as nr

__all__ = ["plugin"]


@cache
def _ruleset() -> nr.Ruleset:
    from navalrules_galleys.ruleset import Galleys

    return Galleys()


class Plugin:
    """What the entry point hands over."""

    @nr.hookimpl
    def navalrules_rulesets(self) -> list[nr.Ruleset]:
        """The ruleset."""
        return [_ruleset()]

    @nr.hookimpl
    def navalrules_house_rules(self) -> list[nr.HouseRule]:
        """The house rule of the book."""
        from navalrules_galleys.ramming import bronze_rams

        return [bronze_rams]

    @nr.hookimpl
    def navalrules_scenarios(self) -> dict[str, Any]:
        """Its scenarios."""
        from importlib.resources import files

        return nr.scenario_files(files("navalrules_galleys").joinpath("scenarios"))


plugin = Plugin()
