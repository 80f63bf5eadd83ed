"""Beat to Quarters with its house rules, a ruleset for navalrules."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import navalrules as nr

if TYPE_CHECKING:
    from navalrules_btq.ruleset import BeatToQuarters

__all__ = ["plugin"]


@cache
def _ruleset() -> BeatToQuarters:
    from navalrules_btq.ruleset import BeatToQuarters

    return BeatToQuarters()


class Plugin:
    """What the entry point hands over."""

    @nr.hookimpl
    def navalrules_rulesets(self) -> list[nr.Ruleset]:
        """The ruleset."""
        return [_ruleset()]

    @nr.hookimpl
    def navalrules_ships(self) -> list[nr.Library]:
        """Ships for this ruleset alone."""
        return [_ruleset().library]

    @nr.hookimpl
    def navalrules_scenarios(self) -> dict[str, Any]:
        """Scenarios for this ruleset alone."""
        return _ruleset().scenarios


plugin = Plugin()
