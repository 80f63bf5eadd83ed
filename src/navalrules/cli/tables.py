"""navalrules tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from navalrules import plugins
from navalrules.cli.asked import choices, json_option, plugin_option, take_plugins
from navalrules.cli.output import echo, listed, say, words_of
from navalrules.library import ship_library
from navalrules.ruleset import Ruleset, Switch
from navalrules.tables import Table, Value
from navalrules.variants import Variant


@click.command("tables")
@click.argument("ruleset")
@click.argument("name", metavar="[TABLE]", required=False)
@click.option("--diff", type=click.Path(path_type=Path), metavar="FILE", help="Show what a variant changes.")
@plugin_option
@json_option
def command(
    ruleset: str, name: str | None, diff: Path | None, plugin_files: tuple[Path, ...], as_json: bool
) -> None:
    """List a ruleset's tables, or the numbers of one with the rule behind each.

    Example: navalrules tables civilwar range

    Example: navalrules tables civilwar --diff my-variant.toml
    """
    take_plugins(plugin_files)
    rules = plugins.ruleset(ruleset)
    if name is not None:
        found = rules.tables[name]
    if diff is not None:
        _differences(rules, Variant.read(diff), name, as_json)
    elif name is None:
        told = words_of(rules.texts, as_json).texts.translated
        rows = [
            (each.name, len(each.entries), told("unit", each.unit), told("table", each.title))
            for each in rules.tables.values()
        ]
        listed(("name", "entries", "unit", "title"), rows, as_json)
    else:
        _one(rules, found, as_json)


def _one(rules: Ruleset, table: Table, as_json: bool) -> None:
    words = words_of(rules.texts, as_json)
    if not as_json:
        title, unit = words.texts.translated("table", table.title), words.texts.translated("unit", table.unit)
        echo("table_with_unit" if table.unit else "table", title=title, unit=unit)
    rows = []
    for entry in table.entries.values():
        values = entry.value if table.columns and isinstance(entry.value, tuple) else (shown(entry.value),)
        status = words.called("cli.mark", entry.status)
        rows.append((entry.key, *values, entry.rule, entry.source, status))
    listed(("key", *(table.columns or ("value",)), "rule", "source", "status"), rows, as_json)


def _differences(rules: Ruleset, variant: Variant, name: str | None, as_json: bool) -> None:
    known = choices(rules)
    changed = rules.tables.differences(variant.fitted(rules, known))
    rows = [(table, key, shown(ours), shown(theirs)) for table, key, ours, theirs in changed]
    rows += [("rules", *row) for row in _switched(variant, known)]
    rows += [("ship", *row) for row in _ships(variant)]
    rows = [row for row in rows if name in (None, row[0])]
    if rows or as_json:
        listed(("table", "key", "ours", "variant"), rows, as_json)
    else:
        echo("same")


def _switched(variant: Variant, known: Mapping[str, tuple[Switch, ...]]) -> Iterator[tuple[str, str, str]]:
    for name, value in variant.switches.items():
        if value != known[name][0]:
            yield name, shown(known[name][0]), shown(value)


def _ships(variant: Variant) -> Iterator[tuple[str, str, str]]:
    library, ours = variant.library, ship_library().joined(*plugins.load().libraries)
    for name in library:
        yield name, ours[name].name if name in ours else shown(None), library[name].name


def shown(value: Value | None) -> str:
    """A value as a file has it."""
    if value is None:
        return say("missing")
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
