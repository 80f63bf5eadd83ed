"""navalrules rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs
import click

from navalrules import plugins
from navalrules.catalogue import ENGLISH
from navalrules.cli.asked import json_option, plugin_option, take_plugins
from navalrules.cli.output import document, echo, say, words_of
from navalrules.cli.reached import listed_rows, report
from navalrules.cli.spoken import speaking
from navalrules.cli.tables import shown
from navalrules.rulebook import Rule
from navalrules.ruleset import Ruleset


@click.command("rules")
@click.argument("ruleset")
@click.argument("rule", metavar="[ID]", required=False)
@click.option(
    "--reached",
    type=click.IntRange(min=1),
    metavar="N",
    help="Play N seeded battles; list the rulings and procedures that no event cited.",
)
@click.option("--scenario", default="", metavar="NAME", help="With --reached: play this scenario only.")
@plugin_option
@json_option
def command(
    ruleset: str,
    rule: str | None,
    reached: int | None,
    scenario: str,
    plugin_files: tuple[Path, ...],
    as_json: bool,
) -> None:
    """List a rulebook's rows, or tell all about one: what it says, its source, and where it is used.

    Example: navalrules rules civilwar ACW-GUN-14

    Example: navalrules rules civilwar --reached 100
    """
    if rule is not None and reached is not None:
        raise click.UsageError(say("reached_alone"))
    if scenario and reached is None:
        raise click.UsageError(say("scenario_reached"))
    take_plugins(plugin_files)
    rules = plugins.ruleset(ruleset)
    if reached is not None:
        report(rules, reached, scenario, as_json)
    elif rule is not None:
        _one(rules, rules.rulebook[rule.upper()], as_json)
    else:
        listed_rows(rules, rules.rulebook.rules.values(), as_json)


def _one(rules: Ruleset, row: Rule, as_json: bool) -> None:
    if as_json:
        with speaking(ENGLISH):
            used = list(uses(rules, row.id))
        document({**attrs.asdict(row), "used": [line.strip() for line in used]})
        return
    used, words = list(uses(rules, row.id)), words_of(rules.texts)
    facts = {
        **attrs.asdict(row),
        "title": words.texts.translated(row.id, row.title),
        "gist": words.texts.translated(row.id, row.gist),
        "kind": words.called("cli.mark", row.kind),
        "status": say(f"status.{row.status}"),
    }
    for key in ("head", "gist", "source", "status", "kind"):
        echo(f"rule.{key}", **facts)
    for line in used or [say("rule.unused")]:
        click.echo(line)


def uses(rules: Ruleset, rule: str) -> Iterator[str]:
    """Where a rule is used: entries of tables, ruling functions, phases, house rules."""
    for table in rules.tables.values():
        for entry in table.entries.values():
            if entry.rule == rule:
                yield say("rule.entry", table=table.name, key=entry.key, value=shown(entry.value))
    for point in rules.points:
        if rule in point.ids:
            yield say("rule.ruling", function=f"{point.__module__}.{point.__name__}")
    for phase in rules.phases():
        if rule in phase.rules:
            yield say("rule.phase", phase=phase.name)
    for house in (*rules.house_rules, *plugins.house_rules_for(rules.name)):
        if rule == (house.replaces or house.follows).partition(":")[0]:
            yield say(
                "rule.house",
                name=house.name,
                summary=words_of(rules.texts).texts.translated("house_rule", house.summary),
            )
