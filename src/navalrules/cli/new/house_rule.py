"""navalrules new house-rule."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import click

from navalrules import plugins
from navalrules.cli.asked import plugin_option, take_plugins
from navalrules.cli.new.writing import folder_option, snake, template, write
from navalrules.cli.output import say
from navalrules.errors import NavalrulesError, UnknownName
from navalrules.ruleset import Point, Ruleset, joints


@click.command("house-rule")
@click.argument("name")
@click.option("--ruleset", default="civilwar", show_default=True, metavar="NAME", help="Which it changes.")
@click.option("--follows", default="", metavar="ID", help="The rule whose result it is given, and may alter.")
@click.option("--replaces", default="", metavar="ID", help="The rule that it stands in for.")
@plugin_option
@folder_option
def command(
    name: str, ruleset: str, follows: str, replaces: str, plugin_files: tuple[Path, ...], folder: Path
) -> None:
    """Begin a house rule in one Python file, with the arguments of the ruling that it joins.

    It changes nothing until you say what. `navalrules rules RULESET` lists the IDs.

    Example: navalrules new house-rule steady_gunners --ruleset civilwar --follows ACW-GUN-10
    """
    if follows and replaces:
        raise click.UsageError("--follows or --replaces, not both")
    take_plugins(plugin_files)
    rules, switch = plugins.ruleset(ruleset), snake(name)
    wanted = follows or replaces or rules.points[0].ids[0]
    key, point = _joint(rules, wanted)
    if switch in {rule.name for rule in rules.house_rules} | set(rules.switches):
        raise NavalrulesError(say("new.switch_taken", name=switch, ruleset=rules.name))
    path = folder / f"{switch}.py"
    fields = _fields(rules, switch, key, point)
    extra = "".join(f" --plugin {file}" for file in plugin_files)
    write(
        path,
        template("house_rule_replaces.py" if replaces else "house_rule_follows.py", fields),
        f"navalrules rules {rules.name} {key.partition(':')[0]}",
        f"navalrules fight SCENARIO --ruleset {rules.name}{extra} --plugin {path} --rule {switch}=on",
    )


def _joint(rules: Ruleset, wanted: str) -> tuple[str, Point[..., Any]]:
    known = joints(rules.points)
    rule, colon, function = wanted.partition(":")
    key = f"{rule.upper()}{colon}{function}"
    if key not in known:
        raise UnknownName(say("new.ruling", ruleset=rules.name), wanted, known)
    return key, known[key]


def _fields(rules: Ruleset, switch: str, key: str, point: Point[..., Any]) -> dict[str, str]:
    row = rules.rulebook[key.partition(":")[0]]
    signature = inspect.signature(point)
    names = list(signature.parameters)
    types = [f"{name}: {_said(each.annotation)}" for name, each in signature.parameters.items()]
    return {
        "switch": switch,
        "title": switch.replace("_", " ").capitalize(),
        "ruleset": rules.name,
        "rule": key,
        "gist": row.gist,
        "module": point.__module__,
        "function": point.__name__,
        "arguments": ", ".join(names),
        "after_result": "".join(f", {name}" for name in names),
        "types": "\n".join(f"# - {line}" for line in types) or "# - nothing",
        "gives": _said(signature.return_annotation),
    }


def _said(annotation: Any) -> str:
    return annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))
