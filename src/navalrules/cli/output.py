"""Printing: tables and colours on a terminal, plain in a pipe, a JSON document alone on standard output."""

from __future__ import annotations

import json
import os
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import click

from navalrules.catalogue import ENGLISH
from navalrules.cli.spoken import language
from navalrules.messages import Message
from navalrules.report.grid import aligned
from navalrules.report.narrative import Line
from navalrules.report.words import Words, core_texts, retold
from navalrules.texts import Texts

_STYLES: Final[dict[str, dict[str, Any]]] = {
    "turn_began": {"bold": True, "fg": "cyan"},
    "battle_ended": {"bold": True, "fg": "cyan"},
    "phase": {"fg": "cyan"},
    "ship_hurt": {"fg": "yellow"},
    "mast_fell": {"fg": "yellow"},
    "fire_started": {"fg": "red"},
    "ship_struck": {"bold": True, "fg": "red"},
    "ship_sank": {"bold": True, "fg": "red"},
    "ship_taken": {"bold": True, "fg": "red"},
    "closing": {"bold": True},
    "why": {"dim": True},
}


def say(key: str, /, **fields: Any) -> str:
    """A text of the command line, filled in."""
    told = {
        name: retold(each, language()) if isinstance(each, Message) else each for name, each in fields.items()
    }
    return Words(language=language()).say(f"cli.{key}", **told)


def words_of(texts: Texts | None, as_json: bool = False) -> Words:
    """The words of a ruleset in the reader's language; for a JSON document always English, as it is data."""
    return Words(texts, ENGLISH if as_json else language())


def words_of_all() -> Words:
    """The words of the core, and what the packages of all rulesets translate besides."""
    from navalrules.plugins import rulesets

    packages = [name for ruleset in rulesets().values() for name in ruleset.texts.packages]
    return Words(Texts({}, tuple(dict.fromkeys(packages))), language())


def echo(key: str, /, **fields: Any) -> None:
    """Print a text of the command line."""
    click.echo(say(key, **fields))


def complain(error: object) -> None:
    """Print what is wrong on standard error."""
    click.echo(say("error", error=retold(error, language())), err=True)


@contextmanager
def short_warnings() -> Iterator[None]:
    """One line on standard error for a warning, without the source line that Python adds."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", UserWarning)
        warnings.showwarning = _warned
        yield


def _warned(message: Warning | str, *_where: Any, **_more: Any) -> None:
    told = retold(message.args[0] if isinstance(message, Warning) and message.args else message, language())
    click.echo(say("warning", message=" ".join(told.split())), err=True)


def colourful() -> bool:
    """Whether standard output is a terminal that shall have colours (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def document(data: Any) -> None:
    """One JSON document and nothing else."""
    click.echo(json.dumps(data, indent=1))


def told(lines: Iterable[Line]) -> None:
    """Lines of a narrative, coloured by kind on a terminal."""
    colour = colourful()
    for line in lines:
        style = _STYLES.get(line.kind, {}) if colour else {}
        click.echo(click.style(line.text, **style) if style and line.text else line.text)


def table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table: drawn on a terminal, straight columns in a pipe. Headings are keys of the texts."""
    names = [core_texts(language()).get(f"column.{heading}", heading) for heading in headings]
    cells = [[str(cell) for cell in row] for row in rows]
    if colourful():
        _drawn(names, cells)
        return
    for line in aligned([names, *cells]):
        click.echo(line)


def _drawn(headings: Sequence[str], cells: Iterable[Sequence[str]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    drawn = Table(header_style="bold")
    for heading in headings:
        drawn.add_column(heading)
    for row in cells:
        drawn.add_row(*map(Text, row))
    Console().print(drawn)


def listed(headings: Sequence[str], rows: Iterable[Sequence[object]], as_json: bool) -> None:
    """Rows as a table, or as a JSON list of objects."""
    if as_json:
        document([dict(zip(headings, row, strict=True)) for row in rows])
    else:
        table(headings, rows)
