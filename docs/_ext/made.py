"""The reference pages, made from what is installed: commands, names, events, hooks, rulebooks, tables."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import attrs
import click

import navalrules as nr
import navalrules.testing
from navalrules import events, plugins
from navalrules.cli import COMMANDS, main
from navalrules.cli.asked import choices
from navalrules.ruleset import Ruleset, joints

_SPECIAL = re.compile(r"([\\*_\[\]<>|#$])")


def pages() -> dict[str, str]:
    """Every page by its file name."""
    books = {f"rules-{name}.md": rulebook(ruleset) for name, ruleset in rulesets().items()}
    tables = {f"tables-{name}.md": tables_of(ruleset) for name, ruleset in rulesets().items()}
    return {
        "rulebooks.md": contents(),
        "commands.md": commands(),
        "api.md": api(),
        "events.md": events_page(),
        "hooks.md": hooks(),
        **books,
        **tables,
    }


def documented() -> dict[str, str]:
    """All that must have a place: its label, and the words that it has."""
    found = {label("command", name): command.help or "" for name, command in all_commands()}
    for name, command in all_commands():
        found |= {
            label("option", name, each.name or ""): getattr(each, "help", None) or ""
            for each in command.params
            if isinstance(each, click.Option)
        }
    found |= {event_label(kind): inspect.getdoc(kind) or "" for kind in all_events()}
    found |= {label("hook", name): inspect.getdoc(hook) or "" for name, hook in all_hooks()}
    found |= {api_label(name, thing): words_of(thing) for name, thing in public()}
    for name, ruleset in rulesets().items():
        found |= {label("rule", rule.id): rule.gist for rule in ruleset.rulebook.rules.values()}
        found |= {label("switch", name, switch): switch for switch in choices(ruleset)}
        found |= {label("table", name, table.name): table.title for table in ruleset.tables.values()}
    return found


def rulesets() -> dict[str, Ruleset]:
    """The rulesets that come with navalrules."""
    ours = {each.name for each in plugins.installed() if each.distribution == "navalrules"}
    return {name: each for name, each in nr.rulesets().items() if name in ours}


# ---------------------------------------------------------------- words


def label(*parts: str) -> str:
    """A label as Sphinx keeps them: small letters, digits, hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", "-".join(parts).lower()).strip("-")


def plain(text: object) -> str:
    """Words that stand in a page as they are."""
    return _SPECIAL.sub(r"\\\1", str(text))


def prose(text: str) -> str:
    """A docstring: what stands in backticks as code, all else as it is, indented blocks as code."""
    blocks = []
    for block in inspect.cleandoc(text).split("\n\n"):
        if block.startswith("    "):
            blocks.append("```text\n" + inspect.cleandoc(block) + "\n```")
        else:
            parts = re.split(r"(`[^`]+`)", block)
            blocks.append("".join(each if each.startswith("`") else plain(each) for each in parts))
    return "\n\n".join(blocks)


def target(*parts: str) -> str:
    """A place to link to."""
    return f"({label(*parts)})="


def rows(headings: Iterable[str], lines: Iterable[Iterable[object]]) -> str:
    """A table."""
    names = list(headings)
    head = ["| " + " | ".join(names) + " |", "|" + "---|" * len(names)]
    return "\n".join([*head, *("| " + " | ".join(map(str, line)) + " |" for line in lines)]) + "\n"


def page(title: str, parts: Iterable[str]) -> str:
    """A page with its title, and who made it."""
    return "\n\n".join([f"# {title}", *parts]) + "\n"


# ---------------------------------------------------------------- commands


def all_commands() -> Iterator[tuple[str, click.Command]]:
    """Every command of ours by its words, those of a group after it."""
    context = click.Context(main)
    for name in COMMANDS:
        command = main.get_command(context, name)
        assert command is not None
        yield name, command
        if isinstance(command, click.Group):
            inner = click.Context(command)
            for each in command.list_commands(inner):
                found = command.get_command(inner, each)
                assert found is not None
                yield f"{name} {each}", found


def commands() -> str:
    """What stands in `--help`."""
    parts = [
        "Every command has `--help`. Exit status: 0 success, 1 what was asked about is wrong, 2 wrong usage."
    ]
    for name, command in all_commands():
        context = click.Context(command, info_name=f"navalrules {name}")
        usage = " ".join(command.collect_usage_pieces(context))
        parts += [
            target("command", name),
            f"## navalrules {name}",
            f"```text\nnavalrules {name} {usage}\n```",
        ]
        parts.append(helped(command.help or ""))
        for each in command.params:
            if isinstance(each, click.Option):
                parts += [target("option", name, each.name or ""), option(each)]
    return page("Commands", parts)


def helped(text: str) -> str:
    """The help of a command; its examples as code."""
    parts = []
    for block in inspect.cleandoc(text).split("\n\n"):
        if block.startswith("Example: "):
            parts.append("```console\n$ " + " ".join(block.removeprefix("Example: ").split()) + "\n```")
        else:
            parts.append(plain(block))
    return "\n\n".join(parts)


def option(each: click.Option) -> str:
    """One option on a line."""
    said = ", ".join(f"`{name}`" for name in each.opts)
    value = "" if each.is_flag else f" `{each.make_metavar(click.Context(click.Command('x')))}`"
    return f"{said}{value}: {plain(each.help or '')}"


# ---------------------------------------------------------------- public names


def public() -> Iterator[tuple[str, Any]]:
    """Every public name of the core and of navalrules.testing."""
    for name in nr.__all__:
        yield name, getattr(nr, name)
    for name in navalrules.testing.__all__:
        yield f"testing.{name}", getattr(navalrules.testing, name)


def api_label(name: str, thing: Any) -> str:
    """A label; a class and a function may differ in a capital letter only."""
    return label("api", "class" if inspect.isclass(thing) else "", name)


def words_of(thing: Any) -> str:
    """What is said of a thing: its docstring, or its value where it is but a constant."""
    if inspect.isclass(thing) or inspect.isfunction(thing) or inspect.ismodule(thing):
        return inspect.getdoc(thing) or ""
    return repr(thing)


def api() -> str:
    """Every public name, its signature, its words, its members."""
    parts = ["All that a program or a ruleset may use: `import navalrules as nr`, then `nr.NAME`."]
    for name, thing in public():
        parts += [f"({api_label(name, thing)})=", f"## {plain(name)}", *described(name, thing)]
    return page("API", parts)


def described(name: str, thing: Any) -> Iterator[str]:
    """A public thing in words."""
    if inspect.isclass(thing):
        yield f"```python\nclass {name}{signature(thing)}\n```"
        yield prose(inspect.getdoc(thing) or "")
        yield from members(thing)
    elif inspect.isfunction(thing):
        yield f"```python\n{name}{signature(thing)}\n```"
        yield prose(inspect.getdoc(thing) or "")
    elif inspect.ismodule(thing):
        yield prose(inspect.getdoc(thing) or "")
        for each, inner in vars(thing).items():
            if (
                not each.startswith("_")
                and (inspect.isfunction(inner) or inspect.isclass(inner))
                and inner.__module__ == thing.__name__
            ):
                yield f"- `{each}{signature(inner)}`: {summary(inner)}"
    else:
        yield f"`{thing!r}`"


def signature(thing: Any) -> str:
    """A signature, as short as it can be told."""
    try:
        return str(inspect.signature(thing)).replace("typing.", "").replace("NOTHING", "...")
    except (TypeError, ValueError):
        return "(...)"


def members(kind: type) -> Iterator[str]:
    """The public methods and properties that a class defines itself."""
    for name, member in vars(kind).items():
        if name.startswith("_"):
            continue
        if isinstance(member, property):
            yield f"- `{name}`: {summary(member)}"
        elif inspect.isfunction(member) or isinstance(member, classmethod | staticmethod):
            found = getattr(kind, name)
            yield f"- `{name}{signature(found)}`: {summary(found)}"


def summary(thing: Any) -> str:
    """The first paragraph of a docstring, on one line."""
    return prose(" ".join((inspect.getdoc(thing) or "").split("\n\n")[0].split()))


# ---------------------------------------------------------------- events and hooks


def all_events() -> list[type[events.Event]]:
    """The core's events, then each ruleset's."""
    core = [
        each for each in vars(events).values() if inspect.isclass(each) and issubclass(each, events.Event)
    ]
    own = [kind for ruleset in rulesets().values() for kind in ruleset.event_types]
    return list(dict.fromkeys([*core, *own]))


def event_label(kind: type[events.Event]) -> str:
    """A label; several rulesets may have events of one tag."""
    return label("event", kind.__module__.partition(".")[0], kind.tag)


def events_page() -> str:
    """Every event by its tag."""
    parts = [
        "What happened: frozen, typed, JSON both ways. `battle.log` has them in order; "
        "`battle.bus.subscribe(kind, listener)` tells of them as they come. Every event has `turn`, `ship`, "
        "`rulings`, `changes` and `rules`."
    ]
    for kind in all_events():
        module = kind.__module__.partition(".")[0]
        base = next(each for each in kind.__mro__[1:] if each is not kind)
        parent = f", a {plain(getattr(base, 'tag', ''))}" if issubclass(base, events.Event) else ""
        names = {field.name for field in attrs.fields(events.Event)}
        own = [
            f"`{field.name}`: `{typed(field.type)}`"
            for field in attrs.fields(kind)
            if field.name not in names
        ]
        parts += [
            f"({event_label(kind)})=",
            f"## {plain(kind.tag)}",
            f"`{module}`: `{kind.__name__}`{parent}",
            prose(inspect.getdoc(kind) or ""),
            "Fields: " + (", ".join(own) or "none of its own"),
        ]
    return page("Events", parts)


def typed(kind: Any) -> str:
    """A type as it is written."""
    return kind if isinstance(kind, str) else getattr(kind, "__name__", str(kind))


def all_hooks() -> list[tuple[str, Any]]:
    """Every hook."""
    return [(name, hook) for name, hook in vars(plugins.Hooks).items() if name.startswith("navalrules_")]


def hooks() -> str:
    """What a plugin may offer."""
    parts = [
        "A plugin is what an entry point in the group `navalrules` names, a file or a folder that `--plugin` "
        "names: an object or a module with functions marked `@nr.hookimpl`. Hooks *register*; none is called "
        "while a battle is fought. House rules and rulesets that a module defines are found without one. "
        "`navalrules plugins --check` shows what is installed, and what is broken and why."
    ]
    for name, hook in all_hooks():
        parts += [target("hook", name), f"## {plain(name)}", prose(inspect.getdoc(hook) or "")]
    return page("Hooks", parts)


# ---------------------------------------------------------------- rulebooks and tables


def contents() -> str:
    """The rulebooks, and the pages of each."""
    parts = []
    for name, ruleset in rulesets().items():
        parts += [
            f"## {plain(ruleset.title)}",
            f"Ruleset `{name}`, version {ruleset.version}. {summary(type(ruleset))}",
            f"- [Its rules](rules-{name}.md)\n- [Its tables](tables-{name}.md)",
        ]
    pages = "\n".join(f"rules-{name}\ntables-{name}" for name in rulesets())
    return page("Rulebooks", [*parts, "```{toctree}\n:hidden:\n\n" + pages + "\n```"])


def rulebook(ruleset: Ruleset) -> str:
    """Every rule of a rulebook, by chapter, and where play decides it; switches and captains."""
    own = joints(ruleset.points)
    parts = [
        "Our own words for what each rule says. *stated*: the source says so; *gap*: our reading where it is "
        "silent. A rule of kind *ruling* can be followed or replaced by a house rule.",
        "## Switches",
    ]
    defaults = {rule.name: rule.default for rule in ruleset.house_rules}
    summaries = {rule.name: rule.summary for rule in ruleset.house_rules}
    for name, values in choices(ruleset).items():
        usual = str(defaults.get(name, values[0])).lower()
        told = ", ".join(str(value).lower() for value in values)
        parts += [
            target("switch", ruleset.name, name),
            f"`{name}`: {plain(told)}; {plain(usual)} unless switched. {plain(summaries.get(name, ''))}",
        ]
    for whose, keys in (("ship", ruleset.grades), ("scenario", ruleset.scenario_grades)):
        if keys:
            parts.append(f"## Keys of a {whose} for these rules alone")
            parts.append("\n".join(f"- `{key}`: {plain(says)}" for key, says in keys.items()))
    captains = ", ".join(f"`{name}`" for name in ruleset.captains)
    parts.append(f"Captains of its own: {captains or 'none'}.")
    for chapter, found in groupby(ruleset.rulebook.rules.values(), lambda rule: rule.id.rpartition("-")[0]):
        parts.append(f"## {chapter}")
        for rule in found:
            point = own.get(rule.id)
            decided = f" Decided by `{point.__module__}.{point.__name__}`." if point is not None else ""
            parts += [
                target("rule", rule.id),
                f"**{rule.id}** *{plain(rule.title)}* ({rule.kind}, {rule.status}; {plain(rule.source)})",
                f"{plain(rule.gist)}{decided}",
            ]
    return page(f"{plain(ruleset.title)}: rules", parts)


def tables_of(ruleset: Ruleset) -> str:
    """Every table of a ruleset."""
    parts = [f"What a variant of `{ruleset.name}` may change: `[tables.NAME]`, then keys with their values."]
    for table in ruleset.tables.values():
        parts += [target("table", ruleset.name, table.name), f"## {plain(table.name)}"]
        parts.append(plain(table.title) + (f" ({plain(table.unit)})" if table.unit else ""))
        names = table.columns or ("value",)
        lines = []
        for entry in table.entries.values():
            whole = isinstance(entry.value, tuple) and table.columns
            values = entry.value if whole else (shown(entry.value),)
            assert isinstance(values, tuple)
            rule = f"[{entry.rule}](#{label('rule', entry.rule)})"
            lines.append((f"`{entry.key}`", *map(plain, values), rule, entry.status))
        parts.append(rows(("key", *map(plain, names), "rule", "status"), lines))
    return page(f"{plain(ruleset.title)}: tables", parts)


def shown(value: object) -> str:
    """A value as a file has it."""
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
