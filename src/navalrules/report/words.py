"""Templates filled in with named fields, and what the values of fields are called.

A field whose value is a key, such as `power` = "steam", is called what the text `power.steam` says.
A text with a number has a form for that very number (`.1`) or the form `.many`.
The language is the reader's: the same event can be told in any.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from navalrules.catalogue import ENGLISH
from navalrules.errors import NavalrulesError
from navalrules.messages import TOGETHER, Message
from navalrules.report.grammar import Figure, Word
from navalrules.texts import Texts


@cache
def core_texts(language: str = ENGLISH) -> Texts:
    """The core's own texts for people."""
    return Texts.of("navalrules").told_in(language)


def retold(told: object, language: str = ENGLISH) -> str:
    """A message, or an error with its message, in a language; another text as it is."""
    if isinstance(told, NavalrulesError):
        told = told.told()
    if language == ENGLISH or not isinstance(told, Message):
        return str(told)
    return _words_of(told.packages, language).retold(told)


@cache
def _words_of(packages: tuple[str, ...], language: str) -> Words:
    texts = Texts({}, packages)
    for package in packages:
        texts = texts.joined(Texts.of(package))
    return Words(texts, language)


class _Blank(str):
    """Stands for a field that an event has not; shows the field's name, whatever format is asked for."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return str(self)


class Words:
    """The texts of the core with those of a ruleset laid over them, in one language."""

    def __init__(self, texts: Texts | None = None, language: str = ENGLISH) -> None:
        self.texts = core_texts(language) if texts is None else core_texts().joined(texts).told_in(language)
        self.foreign = language != ENGLISH
        self.point = self.texts.get("number.point", ".")

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
        """What a value of a field is called; the value itself where no text and no catalogue says."""
        key = f"{field}.{value}"
        return self.fill(key, fields or {}) if key in self.texts else self.texts.translated(field, str(value))

    def number(self, value: float, form: str = "g") -> str:
        """A number in figures, as they are written in the language."""
        return format(Figure(value, self.point), form)

    def retold(self, told: Message) -> str:
        """A message in the language of these words."""
        if not self.foreign:
            return str(told)
        fields = {
            name: retold(each, self.texts.language) if isinstance(each, Message) else each
            for name, each in told.fields.items()
        }
        template = self.texts.translated(told.context, told.template)
        if told.context == TOGETHER:
            template = template.replace("; ", self.texts.get("list.clauses", "; "))
        return template.format_map(
            Named(self, {name: self._listed(name, each) for name, each in fields.items()})
        )

    def _listed(self, field: str, value: Any) -> Any:
        """The values of a list, each called what the texts say; any other value as it is."""
        if type(value) is not str or ", " not in value:
            return value
        return self.joined(self.called(field, each) for each in value.split(", "))

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
        value, words = super().__getitem__(field), self._words
        if isinstance(value, str):
            if words.foreign:
                return Word(words.called(field, value, self), value)
            return words.fill(f"{field}.{value}", self) if f"{field}.{value}" in words.texts else value
        return Figure(value, words.point) if isinstance(value, float) and words.point != "." else value
