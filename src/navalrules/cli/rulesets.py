"""navalrules rulesets."""

from __future__ import annotations

import click

from navalrules.cli.asked import json_option
from navalrules.cli.output import listed, words_of
from navalrules.plugins import rulesets


@click.command("rulesets")
@json_option
def command(as_json: bool) -> None:
    """List the rulebooks that can be played.

    Example: navalrules rulesets
    """
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
