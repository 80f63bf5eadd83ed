"""navalrules new ruleset."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from navalrules.cli.new.writing import folder_option, module_name, snake, templates, write_all
from navalrules.cli.output import say
from navalrules.errors import NavalrulesError
from navalrules.plugins import load

_LETTERS: Final = 3


@click.command("ruleset")
@click.argument("name")
@click.option("--title", default="", help="What it is called; its name unless given.")
@click.option("--tag", default="", help="What its rule IDs begin with: capital letters.")
@folder_option
def command(name: str, title: str, tag: str, folder: Path) -> None:
    """Begin a ruleset of your own: a small whole game in a package, with tests, that keeps the contract.

    Example: navalrules new ruleset skirmish --title "Skirmish at sea"
    """
    found = module_name(name)
    if found in load().rulesets:
        raise NavalrulesError(say("new.ruleset_taken", name=found))
    names = {"NAME": found, "ID": found.replace("_", "-")}
    write_all(
        folder / names["ID"],
        templates("ruleset", fields(found, title, tag), names),
        f"cd {folder / names['ID']} && python3 -m pip install -e '.[test]'",
        f"navalrules fight {names['ID']}-first-fight --why",
        f"navalrules contract {found}",
    )


def fields(name: str, title: str, tag: str) -> dict[str, str]:
    """What the templates are filled in with; raises NavalrulesError for a tag that cannot begin an ID."""
    tag = tag or snake(name).replace("_", "").upper()[:_LETTERS]
    if not (tag.isascii() and tag.isalpha() and tag.isupper()):
        raise NavalrulesError(say("new.no_tag", tag=tag))
    words = [word.capitalize() for word in name.split("_")]
    title = " ".join(title.replace('"', "'").replace("\\", "/").split()) or " ".join(words)
    return {"name": name, "id": name.replace("_", "-"), "Name": "".join(words), "TAG": tag, "title": title}
