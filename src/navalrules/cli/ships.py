"""navalrules ships."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from navalrules.cli.asked import json_option, plugin_option, ships_option, take_plugins, variant_option
from navalrules.cli.output import document, echo, listed, say, words_of_all
from navalrules.library import ship_library
from navalrules.plugins import load
from navalrules.report import Words
from navalrules.ships import Library, ShipPlan
from navalrules.variants import Variant


@click.command("ships")
@click.argument("name", required=False)
@variant_option
@ships_option
@plugin_option
@json_option
def command(
    name: str | None,
    variant: Path | None,
    ship_files: tuple[Path, ...],
    plugin_files: tuple[Path, ...],
    as_json: bool,
) -> None:
    """List the ships of the library, or tell all about one.

    Example: navalrules ships kearsarge
    """
    take_plugins(plugin_files)
    own = [Variant.read(variant).library] if variant else []
    library = Library().joined(*own, Library.read(*ship_files), ship_library(), *load().libraries)
    if name is not None:
        _one(library[name], as_json)
        return
    headings = ("id", "name", "year", "nation", "type", "guns", "men")
    words = Words() if as_json else words_of_all()
    listed(headings, [_row(library[each], words) for each in library], as_json)


def _row(plan: ShipPlan, words: Words) -> tuple[object, ...]:
    told = [words.called(field, getattr(plan, field)) for field in ("nation", "type")]
    return plan.id, words.called("ship", plan.name), plan.year, *told, plan.guns_rated, plan.complement


def _one(plan: ShipPlan, as_json: bool) -> None:
    data = plan.as_data()
    if as_json:
        document(data)
        return
    words = words_of_all()
    for key, value in data.items():
        if key != "batteries":
            field = "ship" if key == "name" else key
            echo("ship.line", name=words.called("cli.label", key), value=_shown(words, field, value))
    for battery in plan.batteries:
        calibre = battery.calibre or say("ship.calibre", pounder=battery.pounder)
        arcs = list(dict.fromkeys(arc for piece in battery.pieces() for arc in piece))
        echo(
            "ship.battery",
            count=battery.count,
            calibre=words.texts.translated("weapon", calibre),
            kind=words.called("kind", battery.kind),
            place=words.texts.translated("place", battery.place),
            arcs=_shown(words, "cli.arc", arcs),
        )


def _shown(words: Words, field: str, value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {each}" for key, each in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(_shown(words, field, each) for each in value)
    if isinstance(value, bool):
        return words.called("outcome", str(value).lower()) if words.foreign else str(value)
    return words.number(value, "") if isinstance(value, float) else words.called(field, value)
