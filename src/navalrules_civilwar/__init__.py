"""American Civil War squares, a ruleset for navalrules."""

from __future__ import annotations

from typing import Any

import navalrules as nr

__all__ = ["plugin"]


class Plugin:
    """What the entry point hands over."""

    @nr.hookimpl
    def navalrules_rulesets(self) -> list[nr.Ruleset]:
        """The ruleset."""
        from navalrules_civilwar.ruleset import CivilWar

        return [CivilWar()]

    @nr.hookimpl
    def navalrules_ships(self) -> list[nr.Library]:
        """The ledger's fourteen ships."""
        from navalrules_civilwar.ruleset import CivilWar

        return [CivilWar().library]

    @nr.hookimpl
    def navalrules_scenarios(self) -> dict[str, Any]:
        """Scenarios for this ruleset alone."""
        from navalrules_civilwar.ruleset import CivilWar

        return CivilWar().scenarios


plugin = Plugin()
