"""Texts for people: templates with named fields, in one TOML file a package, and their translations."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Self

from navalrules.catalogue import ENGLISH, Entry, catalogue
from navalrules.errors import UnknownName
from navalrules.messages import Message, message

if TYPE_CHECKING:
    from navalrules.files import Source


class Texts:
    """Templates by dotted key, such as `refusal.no_crew`, in one `language`.

    `packages` are those whose catalogues translate them.
    """

    __slots__ = ("_catalogue", "_templates", "language", "packages")

    def __init__(self, templates: Mapping[str, str], packages: tuple[str, ...] = ()) -> None:
        self._templates = dict(templates)
        self._catalogue: Mapping[Entry, str] = {}
        self.packages = packages
        self.language = ENGLISH

    @classmethod
    def read(cls, source: Source, packages: tuple[str, ...] = ()) -> Self:
        """Read the templates of a package's own TOML file."""
        return cls(dict(_flat(tomllib.loads(source.read_text(encoding="utf-8")))), packages)

    @classmethod
    def of(cls, package: str) -> Self:
        """The texts of a package, from its `texts.toml`; its catalogues lie in `locale` beside it."""
        return cls.read(files(package).joinpath("texts.toml"), (package,))

    def __call__(self, key: str, /, **fields: object) -> Message:
        """The text of `key` with its fields filled in; raises UnknownName for a key that is not there."""
        template = self._templates.get(key)
        if template is None:
            raise UnknownName(message("text"), key, self._templates)
        return Message(template, fields, self.packages, key)

    def __contains__(self, key: object) -> bool:
        return key in self._templates

    def __iter__(self) -> Iterator[str]:
        return iter(self._templates)

    def get(self, key: str, default: str = "") -> str:
        """The bare template, or `default`."""
        return self._templates.get(key, default)

    def joined(self, other: Texts) -> Texts:
        """These texts with `other`'s laid over them, in the language of these."""
        packages = tuple(dict.fromkeys((*self.packages, *other.packages)))
        joined = Texts({**self._templates, **other.told_in(self.language)._templates}, packages)
        joined.language = self.language
        joined._catalogue = {**self._catalogue, **other.told_in(self.language)._catalogue}
        return joined

    def told_in(self, language: str) -> Texts:
        """These texts in another language; what no catalogue translates stays in English.

        Only texts in English can be translated.
        """
        if language == self.language or self.language != ENGLISH:
            return self
        found: dict[Entry, str] = {}
        for package in self.packages:
            found |= catalogue(package, language)
        told = Texts(
            {key: found.get((key, text), text) for key, text in self._templates.items()}, self.packages
        )
        told.language, told._catalogue = language, found
        return told

    def translated(self, context: str, text: str) -> str:
        """A text that stands elsewhere than among the templates, in the language of these texts."""
        return self._catalogue.get((context, text), text)


def _flat(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{path}{key}.")
        else:
            yield path + key, str(value)
