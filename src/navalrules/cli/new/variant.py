"""navalrules new variant."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from navalrules import plugins
from navalrules.cli.asked import choices, pairs, plugin_option, switches, take_plugins
from navalrules.cli.new.writing import folder_option, kebab, template, toml, toml_lines, typed, write
from navalrules.errors import BadFile
from navalrules.files import Reader
from navalrules.ruleset import Ruleset
from navalrules.variants import FORMAT, Variant


@click.command("variant")
@click.argument("name")
@click.option(
    "--parent",
    "--ruleset",
    "parent",
    default="civilwar",
    show_default=True,
    metavar="NAME",
    help="The ruleset that it changes, or a variant in the same folder that it stands on.",
)
@click.option(
    "--set", "changes", multiple=True, metavar="TABLE.KEY=VALUE", help="Change an entry of a table."
)
@click.option("--rule", "rules", multiple=True, metavar="NAME=VALUE", help="Switch a rule.")
@plugin_option
@folder_option
def command(
    name: str,
    parent: str,
    changes: tuple[str, ...],
    rules: tuple[str, ...],
    plugin_files: tuple[Path, ...],
    folder: Path,
) -> None:
    """Begin a variant: numbers, switches and ships of your own over a ruleset.

    Example: navalrules new variant keen --ruleset civilwar --set to_hit.need=11
    """
    take_plugins(plugin_files)
    path = folder / f"{kebab(name)}.toml"
    base = Variant.read(folder / parent) if parent.endswith((".toml", ".json")) else None
    ruleset = plugins.ruleset(base.parent if base else parent)
    tables = _tables(changes)
    chosen = switches(ruleset, rules)
    data = {"name": name, "parent": parent, "rules": chosen, "tables": tables}
    _check({**FORMAT.head, **data}, path, ruleset)
    filled = {
        "name": toml(name),
        "parent": toml(parent),
        "ruleset": ruleset.name,
        "rules": _switches(ruleset, chosen),
        "tables": "".join(f"\n[tables.{table}]\n{toml_lines(rows)}" for table, rows in tables.items())
        or _example(ruleset),
    }
    write(
        path,
        template("variant.toml", filled),
        f"navalrules check {path}",
        f"navalrules tables {ruleset.name} --diff {path}",
    )


def _check(data: dict[str, Any], path: Path, ruleset: Ruleset) -> None:
    reader = Reader.within(data, FORMAT, str(path))
    variant = Variant.gathered(reader, path=path)
    reader.done()
    reader.check()
    variant.fitted(ruleset, choices(ruleset))


def _tables(changes: Iterable[str]) -> dict[str, dict[str, Any]]:
    tables: dict[str, dict[str, Any]] = {}
    for where, value in pairs(changes, "--set TABLE.KEY=VALUE").items():
        table, dot, key = where.partition(".")
        if not dot or not key:
            raise click.BadParameter(repr(where), param_hint="--set TABLE.KEY=VALUE")
        tables.setdefault(table, {})[key.strip('"')] = typed(value)
    return tables


def _switches(ruleset: Ruleset, chosen: dict[str, Any]) -> str:
    """All switches, those that nobody chose as comments with what they are."""
    known = choices(ruleset)
    defaults = {rule.name: rule.default for rule in ruleset.house_rules}
    lines = []
    for name, values in known.items():
        usual = toml(defaults.get(name, values[0]))
        others = ", ".join(toml(value) for value in values)
        lines.append(
            f"{name} = {toml(chosen[name])}  # {others}"
            if name in chosen
            else f"# {name} = {usual}  # {others}"
        )
    return "\n".join(lines)


def _example(ruleset: Ruleset) -> str:
    """A number of the ruleset as a comment, ready to be changed."""
    for table in ruleset.tables.values():
        for key, entry in table.entries.items():
            return f"\n# [tables.{table.name}]\n# {toml_lines({key: entry.value})}"
    raise BadFile([])
