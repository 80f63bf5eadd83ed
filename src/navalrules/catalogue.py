"""gettext catalogues, one domain a package: `locale/LANGUAGE/LC_MESSAGES/PACKAGE.po` inside the package.

They are read as they are written, in the form of GNU gettext's PO files, so that what a translator saves is
what is told: nothing has to be compiled. English is the language of the messages and has no catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

ENGLISH: Final = "en"
Entry = tuple[str, str]
"""The context of a message and the message in English: what a translation is found by."""

_LINE: Final = re.compile(r'(msgctxt|msgid|msgstr)?\s*"((?:[^"\\]|\\.)*)"\s*')
_ESCAPE: Final = re.compile(r"\\(.)")
_ESCAPES: Final = {"n": "\n", "t": "\t"}


@cache
def languages() -> tuple[str, ...]:
    """The languages that the core can be read in, English first."""
    folder = files("navalrules").joinpath("locale")
    return (ENGLISH, *sorted(each.name for each in folder.iterdir() if each.is_dir()))


@cache
def catalogue(package: str, language: str) -> Mapping[Entry, str]:
    """The translations of a package's messages; none for English or where the package has none.

    Raises ValueError for a file that is no catalogue.
    """
    if language == ENGLISH:
        return {}
    file = files(package).joinpath("locale", language, "LC_MESSAGES", f"{package}.po")
    return dict(entries(file.read_text(encoding="utf-8"))) if file.is_file() else {}


def entries(text: str) -> Iterator[tuple[Entry, str]]:
    """The translated entries of a catalogue; one that is empty or fuzzy is left out, and so is the head.

    Raises ValueError for a line that is none of a catalogue: plural forms are not read, as a text with a
    number has a key of its own for each form.
    """
    for block in re.split(r"\n\s*\n", text):
        parts, fuzzy = _parts(block)
        if parts.get("msgid") and parts.get("msgstr") and not fuzzy:
            yield (parts.get("msgctxt", ""), parts["msgid"]), parts["msgstr"]


def _parts(block: str) -> tuple[dict[str, str], bool]:
    parts: dict[str, str] = {}
    field, fuzzy = "", False
    for line in block.splitlines():
        if line.startswith("#"):
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
        elif line.strip():
            found = _LINE.fullmatch(line)
            field = found[1] or field if found else ""
            if not found or not field or (found[1] and found[1] in parts):
                raise ValueError(f"no line of a catalogue: {line!r}")
            parts[field] = parts.get(field, "") + _ESCAPE.sub(_unescaped, found[2])
    return parts, fuzzy


def _unescaped(found: re.Match[str]) -> str:
    return _ESCAPES.get(found[1], found[1])
