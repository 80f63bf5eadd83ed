"""navalrules ships."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from navalrules.cli.asked import json_option, plugin_option, ships_option, take_plugins, variant_option
from navalrules.cli.output import document, echo, listed, say
from navalrules.library import ship_library
from navalrules.plugins import load
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
    listed(headings, [_row(library[each]) for each in library], as_json)


def _row(plan: ShipPlan) -> tuple[object, ...]:
    return plan.id, plan.name, plan.year, plan.nation, plan.type, plan.guns_rated, plan.complement


def _one(plan: ShipPlan, as_json: bool) -> None:
    data = plan.as_data()
    if as_json:
        document(data)
        return
    for key, value in data.items():
        if key != "batteries":
            echo("ship.line", name=key, value=_shown(value))
    for battery in plan.batteries:
        calibre = battery.calibre or say("ship.calibre", pounder=battery.pounder)
        arcs = _shown(list(dict.fromkeys(arc for piece in battery.pieces() for arc in piece)))
        echo(
            "ship.battery",
            count=battery.count,
            calibre=calibre,
            kind=battery.kind,
            place=battery.place,
            arcs=arcs,
        )


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {each}" for key, each in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
