"""The reader's language: `--lang`, or the environment variable NAVALRULES_LANG, or else English.

Help and click's own texts are told in it too; those of a plugin's command by the catalogue of its package.
"""

from __future__ import annotations

import copy
import gettext
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, Final, cast

import click

from navalrules.catalogue import ENGLISH, languages

if TYPE_CHECKING:
    from navalrules.texts import Texts

VARIABLE: Final = "NAVALRULES_LANG"
OPTION: Final = "--lang"

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """The language that the command line speaks just now."""
    return _language.get()


def asked(arguments: Sequence[str]) -> str:
    """The language that a command line asks for; English where it asks for one that is not there.

    It is looked for before anything is parsed, as it is the language of what is wrong with the rest as well.
    """
    wanted = _language_of(os.environ.get(VARIABLE, ""))
    for place, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == "--":
            break
        if name == OPTION:
            wanted = value if equals else next(iter(arguments[place + 1 : place + 2]), "")
    wanted = _language_of(wanted).lower()
    return wanted if wanted in languages() else ENGLISH


def _language_of(locale: str) -> str:
    """`fr` of a locale such as `fr_FR.UTF-8`, English of the locale that has no language."""
    name = locale.partition(".")[0].partition("_")[0].partition("-")[0]
    return ENGLISH if name in ("C", "POSIX") else name


class _Language(click.Choice[str]):
    """A language by its name or by that of a locale."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert(_language_of(str(value)), param, ctx)


@contextmanager
def speaking(wanted: str) -> Iterator[None]:
    """Speak a language, in our texts and click's, until the end of the block."""
    token = _language.set(wanted)
    try:
        with _click_speaking(wanted):
            yield
    finally:
        _language.reset(token)


@contextmanager
def _click_speaking(wanted: str) -> Iterator[None]:
    # click asks gettext for its texts and has no translations of its own; the core's catalogue has them.
    if wanted == ENGLISH:
        yield
        return
    texts = _texts("navalrules", wanted)

    def told(text: str) -> str:
        return texts.translated("click", text)

    def counted(one: str, many: str, number: int) -> str:
        return told(one if number == 1 else many)

    with ExitStack() as undone:
        for module in [each for name, each in sys.modules.items() if name.partition(".")[0] == "click"]:
            for name, theirs, ours in (("_", gettext.gettext, told), ("ngettext", gettext.ngettext, counted)):
                if vars(module).get(name) is theirs:
                    setattr(module, name, ours)
                    undone.callback(setattr, module, name, theirs)
        yield


def with_language(command: click.Command) -> click.Command:
    """A command with --lang and with help in the reader's language; the one given is not changed."""
    told = copy.copy(command)
    told.params = [*command.params]
    if not any(OPTION in each.opts for each in told.params):
        told.params.append(_option())
    return told if language() == ENGLISH else _helping(told, _texts(_package(command), language()))


def _option() -> click.Option:
    # What it says has been heeded before; here it is only held against the languages that there are.
    return click.Option(
        [OPTION],
        type=_Language(languages(), case_sensitive=False),
        envvar=VARIABLE,
        expose_value=False,
        help="The language of all that is told.",
    )


def _package(command: click.Command) -> str:
    return getattr(command.callback, "__module__", "navalrules").partition(".")[0]


def _texts(package: str, wanted: str) -> Texts:
    from navalrules.texts import Texts

    return Texts({}, tuple(dict.fromkeys(("navalrules", package)))).told_in(wanted)


def helping(package: str) -> Callable[[str], str]:
    """What tells texts of help in the reader's language."""
    return str if language() == ENGLISH else _told(_texts(package, language()))


def _told(texts: Texts) -> Callable[[str], str]:
    def told(text: str) -> str:
        return texts.translated("help", text)

    return told


def _helping(command: click.Command, texts: Texts) -> click.Command:
    told = _told(texts)
    command.help, command.short_help = told(cleandoc(command.help or "")), told(command.short_help or "")
    command.params = [_parameter(each, told) for each in command.params]

    if hasattr(command, "_help_option"):  # made anew, in the language
        cast("Any", command)._help_option = None
    return command


def _parameter(parameter: click.Parameter, told: Callable[[str], str]) -> click.Parameter:
    new = copy.copy(parameter)
    if isinstance(new, click.Option):
        new.help = told(new.help or "")
    if isinstance(new.type, click.Choice):
        return new
    plain = new.metavar or (str(new.name) if isinstance(new, click.Argument) else new.type.name).upper()
    metavar = told(plain)
    if metavar != plain and not (isinstance(new, click.Option) and new.is_flag):
        optional = isinstance(new, click.Argument) and not new.required and not new.metavar
        new.metavar = f"[{metavar}]" if optional else metavar
    return new
