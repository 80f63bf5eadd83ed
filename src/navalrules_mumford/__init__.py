"""Mumford's Naval Napoleonic rules, a ruleset for navalrules."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import navalrules as nr

if TYPE_CHECKING:
    from navalrules_mumford.ruleset import Mumford

__all__ = ["plugin"]


@cache
def _ruleset() -> Mumford:
    from navalrules_mumford.ruleset import Mumford

    return Mumford()


class Plugin:
    """What the entry point hands over."""

    @nr.hookimpl
    def navalrules_rulesets(self) -> list[nr.Ruleset]:
        """The ruleset."""
        return [_ruleset()]

    @nr.hookimpl
    def navalrules_ships(self) -> list[nr.Library]:
        """The ships and batteries of the cards."""
        return [_ruleset().library]

    @nr.hookimpl
    def navalrules_scenarios(self) -> dict[str, Any]:
        """Scenarios for this ruleset alone."""
        return nr.scenario_files(files(__name__).joinpath("scenarios"))


plugin = Plugin()
