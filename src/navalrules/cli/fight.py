"""navalrules fight."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import attrs
import click

from navalrules import plugins
from navalrules.battle import Battle
from navalrules.cli.asked import (
    commanders,
    field,
    json_option,
    plugin_option,
    ships_option,
    switches,
    take_plugins,
    variant_option,
    why_option,
)
from navalrules.cli.output import document, say, table, told
from navalrules.cli.spoken import language
from navalrules.codec import Codec
from navalrules.report import Line, Narrative
from navalrules.report import closing as closed
from navalrules.savegame import save
from navalrules.variants import Variant

FORMAT: Final = "navalrules/fight"
VERSION: Final = 1


@click.command("fight")
@click.argument("scenario")
@click.option("--ruleset", default="", metavar="NAME", help="The ruleset, if not the scenario's own.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same dice.")
@click.option("--captain", "chosen", multiple=True, metavar="SIDE=NAME", help="Who commands a side.")
@click.option("--rule", "rules", multiple=True, metavar="NAME=VALUE", help="Switch a house rule.")
@variant_option
@ships_option
@plugin_option
@click.option("--max-turns", type=click.IntRange(min=1), metavar="N", help="Stop after so many turns.")
@why_option
@click.option("--save", "save_to", type=click.Path(path_type=Path), metavar="FILE", help="Keep the battle.")
@json_option
def command(scenario: str, save_to: Path | None, as_json: bool, why: bool, **options: Any) -> None:
    """Fight a whole battle between captains, and tell of it.

    SCENARIO is a file, or any unambiguous beginning of an id that `navalrules scenarios` lists.

    Example: navalrules fight kearsarge-alabama-1864 --seed 1864 --captain Federal=cautious --why
    """
    battle = fought(scenario, **options)
    if save_to is not None:
        save(battle, save_to)
        click.echo(say("saved", file=save_to), err=True)
    if as_json:
        document(fight_document(battle))
    else:
        told(Narrative(battle, why, language()).account())
        closing(battle)


def fought(
    scenario: str,
    ruleset: str,
    seed: int,
    chosen: tuple[str, ...],
    rules: tuple[str, ...],
    variant: Path | None,
    ship_files: tuple[Path, ...],
    plugin_files: tuple[Path, ...],
    max_turns: int | None,
) -> Battle:
    """Fight a battle as the options say."""
    take_plugins(plugin_files)
    layer = None if variant is None else Variant.read(variant)
    found = field(scenario, ship_files, layer)
    under = plugins.ruleset(ruleset or (layer.parent if layer else found.ruleset))
    sides = commanders(found, under, chosen, seed)
    battle = Battle.begin(found, under, seed, rules=switches(under, rules), variant=layer)
    battle.run(sides, max_turns)
    return battle


def fight_document(battle: Battle) -> dict[str, Any]:
    """The whole fight as plain data: no clock and no path."""
    codec, result = Codec(battle.ruleset), battle.result
    facts = {field.name: getattr(result, field.name) for field in attrs.fields(type(result))}
    return {
        "format": FORMAT,
        "version": VERSION,
        "scenario": battle.scenario.id,
        "ruleset": battle.ruleset.name,
        "seed": battle.marks[0].state.seed,
        "result": {**facts, "ships": {name: dict(ship) for name, ship in result.ships.items()}},
        "ships": {name: battle.sheet(name) for name in battle.state.ships},
        "log": [codec.event(event) for event in battle.log],
    }


def closing(battle: Battle) -> None:
    """How it ended, and what is left of every ship."""
    end = closed(battle, language())
    told([Line("closing", ""), Line("closing", end.sentence)])
    table(end.headings, end.rows)
