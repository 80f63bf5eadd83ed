"""What options mean: switches and their values, captains of sides, plugins in single files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import click

from navalrules import captains, plugins
from navalrules.battle import Captain
from navalrules.messages import message
from navalrules.ruleset import Ruleset, RulesetError, Switch
from navalrules.scenario import Scenario
from navalrules.ships import Library
from navalrules.variants import Variant

_PLAIN: Final[Mapping[str, bool]] = {
    **dict.fromkeys(("true", "on", "yes"), True),
    **dict.fromkeys(("false", "off", "no"), False),
}

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
why_option = click.option("--why", is_flag=True, help="Show the arithmetic of every ruling.")
plugin_option = click.option(
    "--plugin",
    "plugin_files",
    multiple=True,
    metavar="FILE.py",
    type=click.Path(path_type=Path),
    help="Take in a plugin from one Python file.",
)


variant_option = click.option(
    "--variant",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Numbers, switches and ships to change.",
)
ships_option = click.option(
    "--ships",
    "ship_files",
    multiple=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Take in the ships of a file.",
)


def field(scenario: str, ship_files: Iterable[Path], variant: Variant | None) -> Scenario:
    """A scenario, its ships looked up in the variant first, then in the files, then among all others."""
    ships = Library.read(*ship_files)
    return plugins.scenario(scenario, variant.library.joined(ships) if variant else ships)


def take_plugins(files: Iterable[Path]) -> None:
    """Load plugins from single files."""
    for file in files:
        plugins.load_file(file)


def pairs(texts: Iterable[str], form: str) -> dict[str, str]:
    """`NAME=VALUE` texts as names and values; another form is wrong usage."""
    found = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise click.BadParameter(repr(text), param_hint=form)
        found[name.strip()] = value.strip()
    return found


def choices(ruleset: Ruleset) -> dict[str, tuple[Switch, ...]]:
    """Every switch of a ruleset, its own and those of plugins, with the values that it can have."""
    rules = (*ruleset.house_rules, *plugins.house_rules_for(ruleset.name))
    return {**dict.fromkeys((rule.name for rule in rules), (False, True)), **ruleset.switches}


def switches(ruleset: Ruleset, texts: Iterable[str]) -> dict[str, Switch]:
    """Switches from `NAME=VALUE` texts; whether a value will do, the battle says.

    Raises RulesetError for a switch of another ruleset.
    """
    known, wanted = choices(ruleset), pairs(texts, "--rule NAME=VALUE")
    for name in wanted:
        if name in known:
            continue
        owners = [other.name for other in plugins.rulesets().values() if name in choices(other)]
        if owners:
            raise RulesetError(
                message(
                    "rule switch {name} is one of {owners}, not of {ruleset}; {ruleset} has: {able}",
                    name=name,
                    owners=", ".join(owners),
                    ruleset=ruleset.name,
                    able=", ".join(sorted(known)),
                )
            )
    return {name: _switch(text, known.get(name, ())) for name, text in wanted.items()}


def _switch(text: str, known: tuple[Switch, ...]) -> Switch:
    for value in known:
        if not isinstance(value, bool) and str(value).lower() == text.lower():
            return value
    plain = _PLAIN.get(text.lower())
    if plain is not None:
        return plain
    try:
        return float(text)
    except ValueError:
        return text


def commanders(scenario: Scenario, ruleset: Ruleset, texts: Iterable[str], seed: int) -> dict[str, Captain]:
    """A captain for each side: the one named in `SIDE=NAME`, or the ruleset's default captain."""
    own = {**plugins.captains(), **ruleset.captains}
    default = captains.DEFAULT if captains.DEFAULT in own else "default"
    named = {side.name: default for side in scenario.sides}
    for side, name in pairs(texts, "--captain SIDE=NAME").items():
        named[scenario.side(side).name] = name
    return {side: commander(name, own, seed) for side, name in named.items()}


def commander(name: str, own: Mapping[str, object], seed: int) -> Captain:
    """A captain by name; the one who draws at random draws from `seed`."""
    captain = captains.make(name, dict(own))
    return captains.Random(seed) if type(captain) is captains.Random else captain
