"""navalrules actions: the action reports of a saved battle (BTQ-LOG-05)."""

from __future__ import annotations

from pathlib import Path

import click

import navalrules as nr
from navalrules_btq.report import ActionReport, reports
from navalrules_btq.ruleset import BeatToQuarters
from navalrules_btq.texts import texts


@click.command("actions")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--turn", type=click.IntRange(min=1), metavar="N", help="Only those of turn N.")
@click.option("--figures", is_flag=True, help="Every throw and factor as well.")
def command(file: Path, turn: int | None, figures: bool) -> None:
    """Tell the actions of a saved Beat to Quarters battle as stories.

    Each with what was to be expected of it before it was done.

    Example: navalrules actions fight.json --turn 3 --figures
    """
    battle = nr.load(file)
    if not isinstance(battle.ruleset, BeatToQuarters):
        raise nr.NavalrulesError(texts()("actions.other", file=file.name, ruleset=battle.ruleset.name))
    told = [each for each in reports(battle) if turn in (None, each.turn)]
    if not told:
        raise nr.NavalrulesError(texts()("actions.none", file=file.name))
    now = 0
    for report in told:
        if report.turn != now:
            now = report.turn
            click.echo(nr.retold(texts()("actions.turn", turn=now), nr.language()))
        _tell(report, figures)


def _tell(report: ActionReport, figures: bool) -> None:
    click.echo(report.told(nr.language()))
    for line in report.figures(nr.language()) if figures else []:
        click.echo(line)
    click.echo()
