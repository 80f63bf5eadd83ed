"""Messages: texts in English that remember how they were made, and so can be told in another language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

CORE: Final = ("navalrules",)
CONTEXT: Final = "message"
"""The context, in a catalogue, of the messages that stand in the code."""
TOGETHER: Final = "together"
"""The context of several messages put together, which no catalogue has."""


class Message(str):
    """A text in English that knows its `template`, its `fields` and where its translation is to be found.

    It is a plain text to all who do not ask: it compares, hashes and goes into JSON as one.
    `packages` name the catalogues, `context` the entry: a key of the texts, or "message".
    """

    __slots__ = ("context", "fields", "packages", "template")

    context: str
    fields: dict[str, Any]
    packages: tuple[str, ...]
    template: str

    def __new__(
        cls,
        template: str,
        fields: Mapping[str, Any],
        packages: tuple[str, ...] = CORE,
        context: str = CONTEXT,
    ) -> Message:
        """Fill the template in; without fields it is the text as it stands. KeyError for a missing field."""
        try:
            text = template.format_map(fields) if fields else template
        except ValueError:
            # Python writes no whole number of thousands of digits; an error about one must still be told.
            fields = {name: _writable(value) for name, value in fields.items()}
            text = template.format_map(fields)
        made = super().__new__(cls, text)
        made.template, made.fields = template, dict(fields)
        made.packages, made.context = packages, context
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.template, self.fields, self.packages, self.context)


def message(template: str, /, **fields: Any) -> Message:
    """A message of the core. `template` is written out in the call, so that it can be collected."""
    return Message(template, fields)


def _writable(value: Any) -> Any:
    try:
        repr(value)
    except ValueError:
        return message("a number too long to write")
    return value


def together(parts: Iterable[object], between: str = ", ") -> Message:
    """Several messages or names as one message; each is translated by itself."""
    fields = {f"part{place}": part for place, part in enumerate(parts)}
    return Message(between.join(f"{{{name}}}" for name in fields), fields, context=TOGETHER)
