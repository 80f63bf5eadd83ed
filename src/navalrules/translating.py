"""What there is to translate in a package, and bringing a catalogue up to date with it.

    python -m navalrules.translating PACKAGE [LANGUAGE]...

writes `locale/LANGUAGE/LC_MESSAGES/PACKAGE.po` again (all languages that the package has, unless named):
translations are kept, new messages added with none, and those that are no message any more left out.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.resources import files
from inspect import cleandoc
from pathlib import Path
from typing import Any, Final

from navalrules import plugins
from navalrules.catalogue import Entry, catalogue, languages
from navalrules.files import read_toml, write_whole
from navalrules.messages import CONTEXT
from navalrules.ruleset import Ruleset
from navalrules.texts import Texts

OF_SHIPS: Final = ("nation", "service", "type", "rig", "drive", "trust")
"""What is told of a ship in words of the library, and has a translation under the name of the field."""
OF_BATTERIES: Final = ("kind", "place")
_FORMS: Final = ("why.way.", "why.part.")
"""Texts that only name the form in which something is told."""

CLICK: Final = (
    "Usage:",
    "Options",
    "Arguments",
    "Commands",
    "[OPTIONS]",
    "COMMAND [ARGS]...",
    "Error: {message}",
    "Try '{command} {option}' for help.",
    "Show this message and exit.",
    "Show the version and exit.",
    "default: {default}",
    "required",
    "env var: {var}",
    "Missing argument",
    "Missing option",
    "Missing parameter",
    "Missing command.",
    "No such command {name!r}.",
    "No such option: {name}",
    "No such option {name!r}.",
    "Did you mean {possibility}?",
    "Did you mean one of: {possibilities}?",
    "(Possible options: {possibilities})",
    "Invalid value: {message}",
    "Invalid value for {param_hint}: {message}",
    "Option {name!r} requires an argument.",
    "Option {name!r} does not take a value.",
    "Got unexpected extra argument ({args})",
    "Got unexpected extra arguments ({args})",
    "{value!r} is not a valid {number_type}.",
    "{value!r} is not {choice}.",
    "{value!r} is not one of {choices}.",
    "{value} is not in the range {range}.",
    "Choose from:\n\t{choices}",
    "file",
    "directory",
    "path",
    "Aborted!",
)
"""Those of click's texts that a player can meet; other versions of click may have them in other words."""

_HEAD: Final = """\
# {language}: the texts of {package}.
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""


def messages(package: str) -> list[Entry]:
    """Every message of a package once: its context, and the message in English."""
    folder = Path(str(files(package)))
    found = [
        *_templates(package, folder),
        *_in_code(folder),
        *_of_rulesets(package),
        *_of_scenarios(folder),
        *_of_ships(package, folder),
        *_help(package),
    ]
    return list(dict.fromkeys(entry for entry in found if entry[1].strip()))


def _templates(package: str, folder: Path) -> Iterator[Entry]:
    if (folder / "texts.toml").exists():
        texts = Texts.of(package)
        yield from ((key, texts.get(key)) for key in texts if not key.startswith(_FORMS))


def _in_code(folder: Path) -> Iterator[Entry]:
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "message":
                yield from (
                    (CONTEXT, str(each.value)) for each in node.args if isinstance(each, ast.Constant)
                )


def _of_rulesets(package: str) -> Iterator[Entry]:
    for ruleset in plugins.rulesets().values():
        if _is_of(package, type(ruleset).__module__):
            yield from _of_ruleset(package, ruleset)


def _of_ruleset(package: str, ruleset: Ruleset) -> Iterator[Entry]:
    yield "ruleset", ruleset.title
    for row in ruleset.rulebook.rules.values():
        yield row.id, row.title
        yield row.id, row.gist
    for table in ruleset.tables.values():
        yield "table", table.title
        yield "unit", table.unit
    for rule in ruleset.house_rules:
        if _is_of(package, rule.source):
            yield "house_rule", rule.summary


def _of_scenarios(folder: Path) -> Iterator[Entry]:
    for path in sorted(folder.rglob("*.toml")):
        data = read_toml(path) if "scenarios" in path.parts else {}
        if data.get("format") == "navalrules/scenario":
            yield from _of_scenario(data)


def _of_scenario(data: dict[str, Any]) -> Iterator[Entry]:
    yield "scenario", data["title"]
    yield "scenario", data.get("place", "")
    for side in data["side"]:
        yield "side", side["name"]
        yield from (("ship", ship["name"]) for ship in side["ships"] if "name" in ship)


def _of_ships(package: str, folder: Path) -> Iterator[Entry]:
    for path in sorted(set(folder.rglob("*.toml")) - {folder / "texts.toml"}):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        if data.get("format") not in ("navalrules/ships", "navalrules/scenario"):
            continue
        for plan in (*data.get("ship", ()), *data.get("plan", ())):
            # The core's ships bear their own names; some that a ruleset makes up are called what they are.
            yield from (("ship", plan.get("name", "")),) if package != "navalrules" else ()
            yield from ((field, plan.get(field, "")) for field in OF_SHIPS)
            for battery in plan.get("batteries", ()):
                yield from ((field, battery.get(field, "")) for field in OF_BATTERIES)
                yield "weapon", battery.get("calibre") or f"{battery.get('pounder', 0):g}-pounder"


def _help(package: str) -> Iterator[Entry]:
    import click

    from navalrules.cli import COMMANDS, main

    commands: list[click.Command] = list(plugins.load().commands)
    if package == "navalrules":
        yield from (("click", text) for text in CLICK)
        yield from (("help", text) for text in ("Commands", *COMMANDS.values()))
        found = (main.get_command(click.Context(main), name) for name in COMMANDS)
        commands = [main, *(each for command in filter(None, found) for each in _within(command))]
    for command in commands:
        if package == "navalrules" or _is_of(package, getattr(command.callback, "__module__", "")):
            yield from (("help", text) for each in _with_parts(command) for text in _told_by(each))


def _with_parts(command: Any) -> Iterator[Any]:
    yield command
    if command.name == "main" or not hasattr(command, "list_commands"):
        return
    import click

    context = click.Context(command)
    yield from (command.get_command(context, name) for name in command.list_commands(context))


def _within(command: Any) -> Iterator[Any]:
    """A command, and those of a group after it."""
    import click

    yield command
    if isinstance(command, click.Group):
        context = click.Context(command)
        yield from filter(
            None, (command.get_command(context, name) for name in command.list_commands(context))
        )


def _told_by(command: Any) -> Iterator[str]:
    yield cleandoc(command.help or "")
    yield command.short_help or ""
    for each in command.params:
        yield getattr(each, "help", "") or ""
        if not getattr(each, "is_flag", False) and each.type.name != "choice":
            yield (
                each.metavar or (each.name if each.param_type_name == "argument" else each.type.name).upper()
            )


def _is_of(package: str, module: str) -> bool:
    return module.partition(".")[0] == package


# ---------------------------------------------------------------- writing


def written(package: str, language: str, told: Iterable[tuple[Entry, str]]) -> str:
    """A catalogue as a file has it."""
    blocks = [_HEAD.format(package=package, language=language)]
    for (context, text), translation in told:
        lines = (f"msgctxt {_quoted(context)}", f"msgid {_quoted(text)}", f"msgstr {_quoted(translation)}")
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def _quoted(text: str) -> str:
    lines = [f'"{_escaped(line)}"' for line in text.splitlines(keepends=True)] or ['""']
    return "\n".join(lines if len(lines) == 1 else ['""', *lines])


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")


def update(package: str, language: str) -> int:
    """Write a catalogue again with every message that there is now; how many have no translation."""
    known = catalogue(package, language)
    told = [(entry, known.get(entry, "")) for entry in messages(package)]
    path = Path(str(files(package))) / "locale" / language / "LC_MESSAGES" / f"{package}.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, written(package, language, told))
    catalogue.cache_clear()
    return sum(not translation for _, translation in told)


def main(package: str, *wanted: str) -> None:
    """Bring the catalogues of a package up to date, and say what is left to translate."""
    import_module(package)
    for language in wanted or languages()[1:]:
        print(f"{package} {language}: {update(package, language)} without a translation")


if __name__ == "__main__":
    main(*sys.argv[1:])
