"""Beat to Quarters with its house rules, a ruleset for navalrules."""

from __future__ import annotations

from copy import copy
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import navalrules as nr

if TYPE_CHECKING:
    from navalrules_btq.ruleset import BeatToQuarters

__all__ = ["plugin"]


@cache
def _ruleset() -> BeatToQuarters:
    from navalrules_btq.ruleset import BeatToQuarters

    return BeatToQuarters()


class Later:
    """A command that is imported when it is used: listing it costs nothing."""

    name = "actions"

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run it on its own."""
        return self.__getattr__("main")(*args, **extra)

    def __copy__(self) -> Any:
        from navalrules_btq.command import command

        return copy(command)

    def __getattr__(self, what: str) -> Any:
        from navalrules_btq.command import command

        return getattr(command, what)


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
        return nr.scenario_files(files(__name__).joinpath("scenarios"))

    @nr.hookimpl
    def navalrules_commands(self) -> list[Any]:
        """`navalrules actions`: the action reports of a saved battle."""
        return [Later()]


plugin = Plugin()
