"""navalrules check."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from navalrules import plugins, savegame
from navalrules.battle import Battle
from navalrules.cli.asked import choices, plugin_option, take_plugins
from navalrules.cli.output import complain, say
from navalrules.errors import BadFile, Fault, NavalrulesError
from navalrules.files import read_json, read_toml, shown
from navalrules.ruleset import Ruleset
from navalrules.ships import Library
from navalrules.tables import Variant


@click.command("check")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@plugin_option
@click.pass_context
def command(ctx: click.Context, files: tuple[Path, ...], plugin_files: tuple[Path, ...]) -> None:
    """Say of each scenario, ship file, variant or save whether it is valid, or all that is wrong with it.

    Example: navalrules check my-scenario.toml my-variant.toml fight.json
    """
    take_plugins(plugin_files)
    if [file for file in files if not _told(file)]:
        ctx.exit(1)


def _told(file: Path) -> bool:
    try:
        click.echo(checked(file))
    except NavalrulesError as error:
        complain(error)
        return False
    return True


def checked(file: Path) -> str:
    """A line that says of what kind a valid file is; raises NavalrulesError with every fault."""
    data = read_json(file) if file.suffix == ".json" else read_toml(file)
    kind = data.get("format")
    if not isinstance(kind, str) or kind not in _CHECKS:
        expected = say("format.expected", known=", ".join(sorted(_CHECKS)))
        raise BadFile([Fault(str(file), "format", shown(kind), expected)])
    missing = _CHECKS[kind](file)
    form = "unchecked" if missing else "valid"
    return say(form, file=file, kind=say(f"format.{kind}"), ruleset=missing)


def _scenario(file: Path) -> str:
    scenario = plugins.scenario(file)
    if not scenario.ruleset or scenario.ruleset not in plugins.load().rulesets:
        return scenario.ruleset
    Battle.begin(scenario, record=False)
    return ""


def _ships(file: Path) -> str:
    Library.read(file)
    return ""


def _variant(file: Path) -> str:
    variant = Variant.read(file)
    ruleset = plugins.ruleset(variant.parent)
    faults = _switch_faults(file, variant, ruleset)
    try:
        ruleset.tables.layered(variant.tables, str(file))
    except BadFile as error:
        faults += error.faults
    if faults:
        raise BadFile(faults)
    return ""


def _switch_faults(file: Path, variant: Variant, ruleset: Ruleset) -> list[Fault]:
    known, faults = choices(ruleset), []
    for name, value in variant.rules.items():
        allowed = known.get(name, ())
        if any(value == each and type(value) is type(each) for each in allowed):
            continue
        words = ", ".join(str(each).lower() for each in allowed or sorted(known))
        expected = say("format.value" if allowed else "format.switch", known=words)
        faults.append(Fault(str(file), f"rules.{name}", shown(value), expected))
    return faults


def _save(file: Path) -> str:
    savegame.load(file)
    return ""


_CHECKS: Final[dict[str, Callable[[Path], str]]] = {
    "navalrules/scenario": _scenario,
    "navalrules/ships": _ships,
    "navalrules/variant": _variant,
    "navalrules/battle": _save,
}
