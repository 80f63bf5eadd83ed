"""navalrules rulesets."""

from __future__ import annotations

from pathlib import Path

import click

from navalrules.cli.asked import json_option, plugin_option, take_plugins
from navalrules.cli.output import listed, words_of
from navalrules.plugins import rulesets


@click.command("rulesets")
@plugin_option
@json_option
def command(plugin_files: tuple[Path, ...], as_json: bool) -> None:
    """List the rulebooks that can be played.

    Example: navalrules rulesets
    """
    take_plugins(plugin_files)
    rows = [
        (
            name,
            each.version,
            len(each.rulebook),
            words_of(each.texts, as_json).texts.translated("ruleset", each.title),
        )
        for name, each in rulesets().items()
    ]
    listed(("name", "version", "rules", "title"), rows, as_json)
