"""navalrules new scenario."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import click

from navalrules import plugins
from navalrules.battle import Battle
from navalrules.cli.asked import plugin_option, ships_option, take_plugins
from navalrules.cli.new.writing import folder_option, kebab, template, toml, write
from navalrules.cli.output import say
from navalrules.cli.scenarios import known
from navalrules.errors import NavalrulesError
from navalrules.files import Reader
from navalrules.library import ship_library
from navalrules.scenario import FORMAT, Entrant, Scenario
from navalrules.ships import Library

_LINE: Final = 250
"""Metres from ship to ship in a line."""


@click.command("scenario")
@click.argument("name")
@click.option("--ruleset", default="civilwar", show_default=True, metavar="NAME", help="Fought under it.")
@click.option(
    "--ship", "chosen", multiple=True, metavar="SIDE=SHIP", help="A ship of a side, or several; two sides."
)
@click.option("--wind", default="N", show_default=True, metavar="POINT", help="Where it blows from.")
@click.option("--beaufort", type=click.IntRange(0, 12), default=4, show_default=True, help="Its force.")
@click.option(
    "--apart",
    type=click.IntRange(10, 20_000),
    default=600,
    show_default=True,
    help="Metres between the sides.",
)
@ships_option
@plugin_option
@folder_option
def command(
    name: str,
    ruleset: str,
    chosen: tuple[str, ...],
    wind: str,
    beaufort: int,
    apart: int,
    ship_files: tuple[Path, ...],
    plugin_files: tuple[Path, ...],
    folder: Path,
) -> None:
    """Begin a scenario: two sides in line ahead, the wind on both their beams.

    Example: navalrules new scenario my-duel --ruleset ratings --ship British=shannon --ship French=didon
    """
    take_plugins(plugin_files)
    rules = plugins.ruleset(ruleset)
    library = Library.read(*ship_files).joined(ship_library(), *plugins.load().libraries)
    sides = _chosen(chosen, library) if chosen else _usual(rules.name)
    fields = {
        "id": kebab(name),
        "title": toml(name),
        "ruleset": rules.name,
        "turns": str(min(rules.turn_limit, 30)),
        "wind": toml(wind),
        "beaufort": str(beaufort),
        "sides": "\n".join(
            _side(side, rows, place, apart) for place, (side, rows) in enumerate(sides.items())
        ),
    }
    text, path = template("scenario.toml", fields), folder / f"{fields['id']}.toml"
    reader = Reader.within(tomllib.loads(text), FORMAT, str(path))
    Battle.begin(Scenario.from_reader(reader, library), rules, record=False)
    extra = "".join(f" --ships {file}" for file in ship_files) + "".join(
        f" --plugin {file}" for file in plugin_files
    )
    write(path, text, f"navalrules fight {path}{extra} --why")


def _chosen(texts: Iterable[str], library: Library) -> dict[str, list[dict[str, Any]]]:
    sides: dict[str, list[dict[str, Any]]] = {}
    for text in texts:
        side, equals, ship = (part.strip() for part in text.partition("="))
        if not (side and equals and ship):
            raise click.BadParameter(repr(text), param_hint="--ship SIDE=SHIP")
        sides.setdefault(side, []).append({"ship": library[ship].id})
    if len(sides) != 2:
        raise NavalrulesError(say("new.two_sides", sides=", ".join(sides)))
    return sides


def _usual(ruleset: str) -> dict[str, list[dict[str, Any]]]:
    """A ship of each side of a scenario that is fought under the ruleset; raises NavalrulesError."""
    for scenario in known():
        if scenario.ruleset == ruleset:
            firsts = {each.side: _row(each) for each in reversed(scenario.entrants)}
            return {side.name: [firsts[side.name]] for side in scenario.sides}
    raise NavalrulesError(say("new.no_ships", ruleset=ruleset))


def _row(entrant: Entrant) -> dict[str, Any]:
    return {"ship": entrant.plan.id, "crew": entrant.crew, **entrant.grades}


def _side(name: str, rows: list[dict[str, Any]], place: int, apart: int) -> str:
    heading = "W" if place else "E"
    ahead = -_LINE if place else _LINE
    ships = [
        {**row, "heading": heading, "x": -ahead * number, "y": apart * place}
        for number, row in enumerate(rows)
    ]
    return f"[[side]]\nname = {toml(name)}\nships = {toml(ships)}\n"
