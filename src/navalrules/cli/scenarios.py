"""navalrules scenarios."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from navalrules import plugins
from navalrules.cli.asked import json_option, plugin_option, take_plugins
from navalrules.cli.output import complain, listed, words_of_all
from navalrules.errors import NavalrulesError
from navalrules.library import load_scenario, scenario_names
from navalrules.scenario import Scenario


@click.command("scenarios")
@click.option("--ruleset", default="", metavar="NAME", help="Only those written for this ruleset.")
@plugin_option
@json_option
def command(ruleset: str, plugin_files: tuple[Path, ...], as_json: bool) -> None:
    """List the fights that can be fought, with the ruleset that each is written for.

    Example: navalrules scenarios --ruleset civilwar
    """
    take_plugins(plugin_files)
    if ruleset:
        plugins.ruleset(ruleset)
    found = [each for each in known() if ruleset in ("", each.ruleset)]
    told = (lambda _, title: title) if as_json else words_of_all().texts.translated
    rows = [
        (each.id, each.date, each.ruleset, len(each.entrants), told("scenario", each.title)) for each in found
    ]
    listed(("id", "date", "ruleset", "ships", "title"), rows, as_json)


def known() -> Iterator[Scenario]:
    """Every scenario of the core and of plugins, by id; one that cannot be read is told of, not given."""
    registry = plugins.load()
    for name in sorted({*scenario_names(), *registry.scenarios}):
        try:
            yield load_scenario(name, registry.libraries, [registry.scenarios])
        except NavalrulesError as error:
            complain(error)
