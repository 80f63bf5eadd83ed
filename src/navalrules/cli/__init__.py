"""The command line: one module a command, imported when it is called for."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, cast

import click

from navalrules.cli import spoken

COMMANDS: Final = {
    "rulesets": "The rulebooks that can be played.",
    "plugins": "What is installed, and what is broken and why.",
    "scenarios": "The fights that can be fought.",
    "ships": "The ships of the library, or all about one.",
    "rules": "A rulebook's rows, or all about one of them.",
    "tables": "A ruleset's numbers, and what a variant changes.",
    "fight": "Fight a whole battle between captains.",
    "replay": "Play a saved battle again, turn by turn.",
    "new": "A starting point that is valid: ship, scenario, variant, house rule, ruleset.",
    "contract": "Say whether a ruleset keeps its promises.",
    "check": "Say whether scenarios, ships, variants and saves are valid.",
}


class LazyGroup(click.Group):
    """Lists commands from a table and imports one when it is called.

    What is wrong with the thing asked about is told on standard error, with exit status 1.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Our own commands; a plugin's are looked for when one is called that is not among them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """A command by name, one of ours or a plugin's."""
        if name in COMMANDS:
            return spoken.with_language(
                cast("click.Command", import_module(f"navalrules.cli.{name}").command)
            )
        from navalrules.plugins import load

        found = next((command for command in load().commands if command.name == name), None)
        return None if found is None else spoken.with_language(found)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is called; one that nobody knows is wrong usage, with the nearest names."""
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            from navalrules.errors import UnknownName
            from navalrules.messages import message
            from navalrules.plugins import load
            from navalrules.report.words import retold

            known = [*COMMANDS, *(command.name for command in load().commands)]
            raise click.UsageError(
                retold(UnknownName(message("command"), args[0], known), spoken.language()), ctx
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, from the table alone."""
        told = spoken.helping("navalrules")
        with formatter.section(told("Commands")):
            formatter.write_dl([(name, told(summary)) for name, summary in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; an error that a user or a user's plugin can cause is a line on standard error, never
        a traceback."""
        from navalrules.cli.output import complain, short_warnings
        from navalrules.errors import NavalrulesError

        with short_warnings():
            try:
                return super().invoke(ctx)
            except NavalrulesError as error:
                complain(error)
                ctx.exit(1)
            except Exception as error:
                from navalrules.cli.strangers import blamed

                if (told := blamed(error)) is None:
                    raise
                complain(told)
                ctx.exit(1)

    def main(self, args: Sequence[str] | None = None, *more: Any, **extra: Any) -> Any:
        """Run the command line in the reader's language, on streams that can print any name."""
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        with spoken.speaking(spoken.asked(sys.argv[1:] if args is None else args)):
            group = cast("LazyGroup", spoken.with_language(self))
            return super(LazyGroup, group).main(args, *more, **extra)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="navalrules", prog_name="navalrules")
def main() -> None:
    """Play naval wargame rulebooks exactly, repeatably, and ask why.

    Example: navalrules fight kearsarge-alabama-1864 --seed 1864

    Exit status: 0 success, 1 what was asked about is wrong, 2 wrong usage.
    """
