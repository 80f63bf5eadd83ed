"""navalrules check."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from navalrules import plugins, records, ships
from navalrules.battle import Battle, prepared
from navalrules.cli.asked import choices, plugin_option, take_plugins
from navalrules.cli.output import complain, say
from navalrules.errors import BadFile, Fault, NavalrulesError, UnknownName
from navalrules.files import Format, Reader, read_data, shown
from navalrules.library import ship_library
from navalrules.replaying import Replay
from navalrules.scenario import FORMAT as SCENARIO_FORMAT
from navalrules.scenario import Scenario
from navalrules.ships import gather_plans
from navalrules.variants import FORMAT as VARIANT_FORMAT
from navalrules.variants import Variant


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
    data = read_data(file)
    kind = data.get("format")
    if not isinstance(kind, str) or kind not in _CHECKS:
        expected = say("format.expected", known=", ".join(sorted(_CHECKS)))
        raise BadFile([Fault(str(file), "format", shown(kind), expected)])
    format, check = _CHECKS[kind]
    missing = check(Reader.within(data, format, str(file)))
    form = "unchecked" if missing else "valid"
    return say(form, file=file, kind=say(f"format.{kind}"), ruleset=missing)


def _scenario(reader: Reader) -> str:
    loaded = plugins.load()
    scenario = Scenario.from_reader(reader, ship_library().joined(*loaded.libraries))
    if not scenario.ruleset or scenario.ruleset not in loaded.rulesets:
        return scenario.ruleset
    Battle.begin(scenario, record=False)
    return ""


def _ships(reader: Reader) -> str:
    gather_plans(reader, {})
    reader.check()
    return ""


def _variant(reader: Reader) -> str:
    path = Path(reader.file)
    variant = Variant.gathered(reader, path.stem, path)
    reader.done()
    reader.check()
    try:
        ruleset = plugins.ruleset(variant.parent)
    except UnknownName as error:
        expected = say("format.ruleset", known=", ".join(error.nearest or error.known))
        raise BadFile([Fault(reader.file, "parent", shown(variant.parent), expected)]) from error
    prepared(ruleset, variant.fitted(ruleset, choices(ruleset)), variant)
    return ""


def _save(reader: Reader) -> str:
    Replay.read(reader.data, Path(reader.file).name).again(None, verify=True, plays_on=True)
    return ""


_CHECKS: Final[dict[str, tuple[Format, Callable[[Reader], str]]]] = {
    SCENARIO_FORMAT.name: (SCENARIO_FORMAT, _scenario),
    ships.FORMAT.name: (ships.FORMAT, _ships),
    VARIANT_FORMAT.name: (VARIANT_FORMAT, _variant),
    records.FORMAT.name: (records.FORMAT, _save),
}
