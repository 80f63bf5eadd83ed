"""Texts for people: templates with named fields, in one TOML file a package."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Self

from navalrules.errors import UnknownName

if TYPE_CHECKING:
    from navalrules.files import Source


class Texts:
    """Templates by dotted key, such as `refusal.no_crew`."""

    __slots__ = ("_templates",)

    def __init__(self, templates: Mapping[str, str]) -> None:
        self._templates = dict(templates)

    @classmethod
    def read(cls, source: Source) -> Self:
        """Read the templates of a package's own TOML file."""
        return cls(dict(_flat(tomllib.loads(source.read_text(encoding="utf-8")))))

    def __call__(self, key: str, /, **fields: object) -> str:
        """The text of `key` with its fields filled in; raises UnknownName for a key that is not there."""
        template = self._templates.get(key)
        if template is None:
            raise UnknownName("text", key, self._templates)
        return template.format_map(fields) if fields else template

    def __contains__(self, key: object) -> bool:
        return key in self._templates

    def __iter__(self) -> Iterator[str]:
        return iter(self._templates)

    def get(self, key: str, default: str = "") -> str:
        """The bare template, or `default`."""
        return self._templates.get(key, default)

    def joined(self, other: Texts) -> Texts:
        """These texts with `other`'s laid over them."""
        return Texts({**self._templates, **other._templates})


def _flat(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{path}{key}.")
        else:
            yield path + key, str(value)
