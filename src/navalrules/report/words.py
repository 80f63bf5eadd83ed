"""Templates filled in with named fields, and what the values of fields are called.

A field whose value is a key, such as `power` = "steam", is called what the text `power.steam` says.
A text with a number has a form for that very number (`.1`) or the form `.many`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from navalrules.texts import Texts


@cache
def core_texts() -> Texts:
    """The core's own texts for people."""
    return Texts.read(files("navalrules").joinpath("texts.toml"))


class _Blank(str):
    """Stands for a field that an event has not; shows the field's name, whatever format is asked for."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return str(self)


class Words:
    """The texts of the core with those of a ruleset laid over them."""

    def __init__(self, texts: Texts | None = None) -> None:
        self.texts = core_texts() if texts is None else core_texts().joined(texts)

    def first(self, keys: Iterable[str]) -> str | None:
        """The first of `keys` that there is a text for."""
        return next((key for key in keys if key in self.texts), None)

    def say(self, key: str, /, **fields: Any) -> str:
        """The text of `key` with its fields filled in; raises UnknownName where there is none."""
        if key not in self.texts:
            return self.texts(key)
        return self.fill(key, fields)

    def fill(self, key: str, fields: Mapping[str, Any]) -> str:
        """The text of `key`, "" where there is none, filled in from any mapping."""
        return self.texts.get(key).format_map(Named(self, fields))

    def count(self, key: str, number: float, fields: Mapping[str, Any]) -> str:
        """The text of `key` in the form for `number`: that of the number itself, or `.many`."""
        found = self.first((f"{key}.{number:g}", f"{key}.many"))
        return self.fill(found, {"n": number, **fields}) if found else ""

    def called(self, field: str, value: object, fields: Mapping[str, Any] | None = None) -> str:
        """What a value of a field is called; the value itself where no text says."""
        key = f"{field}.{value}"
        return self.fill(key, fields or {}) if key in self.texts else str(value)

    def joined(self, parts: Iterable[str]) -> str:
        """A list in words."""
        return self.texts.get("list.between", ", ").join(part for part in parts if part)


class Named(dict[str, Any]):
    """Fields for a template; a text that is a key of the texts is called by its name there."""

    def __init__(self, words: Words, fields: Mapping[str, Any]) -> None:
        super().__init__(fields)
        self._words = words

    def __getitem__(self, field: str) -> Any:
        if field not in self:
            return _Blank(field)
        value = super().__getitem__(field)
        if isinstance(value, str) and f"{field}.{value}" in self._words.texts:
            return self._words.fill(f"{field}.{value}", self)
        return value
