"""The expanded rating system on a base game of our own, a ruleset for navalrules."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import navalrules as nr

if TYPE_CHECKING:
    from navalrules_ratings.ruleset import Ratings

__all__ = ["plugin"]


@cache
def _ruleset() -> Ratings:
    from navalrules_ratings.ruleset import Ratings

    return Ratings()


class Plugin:
    """What the entry point hands over."""

    @nr.hookimpl
    def navalrules_rulesets(self) -> list[nr.Ruleset]:
        """The ruleset."""
        return [_ruleset()]

    @nr.hookimpl
    def navalrules_scenarios(self) -> dict[str, Any]:
        """Scenarios for this ruleset alone."""
        return nr.scenario_files(files(__name__).joinpath("scenarios"))


plugin = Plugin()
