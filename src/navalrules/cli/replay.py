"""navalrules replay."""

from __future__ import annotations

from pathlib import Path

import click

from navalrules import savegame
from navalrules.battle import Battle
from navalrules.cli.asked import plugin_option, take_plugins, why_option
from navalrules.cli.fight import closing
from navalrules.cli.output import echo, say, told
from navalrules.cli.spoken import language
from navalrules.errors import NavalrulesError
from navalrules.report import Narrative


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--turn", type=click.IntRange(min=1), metavar="N", help="Only up to the start of turn N.")
@click.option(
    "--verify", is_flag=True, help="Hold every turn against the record; tell only whether it agrees."
)
@why_option
@plugin_option
def command(file: Path, turn: int | None, verify: bool, why: bool, plugin_files: tuple[Path, ...]) -> None:
    """Play a saved battle again, and tell of it.

    An edited record is found by --verify, with the first turn that differs and why.

    Example: navalrules replay fight.json --turn 3 --why
    """
    take_plugins(plugin_files)
    if verify:
        battle = savegame.replay(file, verify=True)
        echo("verified", file=file.name, turns=len(battle.marks), answers=len(battle.answers))
    if turn is not None or not verify:
        _tell(savegame.replay(file, turn), turn, why)


def _tell(battle: Battle, turn: int | None, why: bool) -> None:
    if turn is not None and battle.state.turn < turn:
        raise NavalrulesError(say("never_turn", turn=turn, last=battle.state.turn))
    told(Narrative(battle, why, language()).account())
    closing(battle)
