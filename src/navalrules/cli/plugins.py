"""navalrules plugins."""

from __future__ import annotations

import warnings

import attrs
import click

from navalrules.cli.asked import json_option
from navalrules.cli.output import document, say, table, words_of
from navalrules.plugins import PluginRecord, PluginWarning, installed, load


@click.command("plugins")
@click.option("--check", is_flag=True, help="Load every plugin, and show what failed and why.")
@json_option
@click.pass_context
def command(ctx: click.Context, check: bool, as_json: bool) -> None:
    """List what is installed. Nothing is imported, unless --check asks for it.

    Example: navalrules plugins --check
    """
    records = _loaded() if check else installed()
    if as_json:
        document([attrs.asdict(record) for record in records])
    else:
        state = ["state"] if check else []
        table(["name", "distribution", "version", "target", *state], [_row(each, check) for each in records])
    if any(record.broken for record in records):
        ctx.exit(1)


def _loaded() -> list[PluginRecord]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PluginWarning)
        records = load().records
    return [records[name] for name in sorted(records)]


def _row(record: PluginRecord, check: bool) -> list[str]:
    none = say("none")
    facts = [record.name, record.distribution or none, record.version or none, record.target]
    return [*facts, _state(record)] if check else facts


def _state(record: PluginRecord) -> str:
    stage = words_of(None).called("cli.stage", record.stage)
    return say("state", stage=stage, error=record.error) if record.broken else stage
