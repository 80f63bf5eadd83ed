"""navalrules new."""

from __future__ import annotations

from importlib import import_module
from typing import Final, cast

import click

from navalrules.cli import spoken

KINDS: Final = ("ship", "scenario", "variant", "house-rule", "ruleset")


class Kinds(click.Group):
    """Imports the command of a kind when it is called for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The kinds of things that can be begun."""
        return list(KINDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of a kind."""
        if name not in KINDS:
            return None
        module = import_module(f"navalrules.cli.new.{name.replace('-', '_')}")
        return spoken.with_language(cast("click.Command", module.command))


@click.group("new", cls=Kinds)
def command() -> None:
    """Write a starting point that is valid: a ship, scenario, variant, house rule or ruleset.

    Example: navalrules new scenario my-fight
    """
