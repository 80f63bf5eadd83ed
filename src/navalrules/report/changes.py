"""What an event cost, in words made from its changes: only what has a text is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalrules.events import Event
from navalrules.report.words import Words
from navalrules.rulings import Change


def cost(words: Words, event: Event, fields: Mapping[str, Any]) -> str:
    """The changes of an event in words, "" where none of them is worth telling.

    The text is `change.EVENT.FIELD` or else `change.FIELD`, with `.less`, `.more` or `.same` and a
    number, or the value that it came to.
    """
    return words.joined(_one(words, event.tag, change, fields) for change in event.changes)


def _one(words: Words, tag: str, change: Change, fields: Mapping[str, Any]) -> str:
    if change.what == "pose":
        return ""
    told = {**fields, "before": change.before, "after": change.after}
    for key in (f"change.{tag}.{change.what}", f"change.{change.what}"):
        found = _worded(words, key, change, told)
        if found is not None:
            return found
    return ""


def _worded(words: Words, key: str, change: Change, fields: dict[str, Any]) -> str | None:
    before, after = amount(change.before), amount(change.after)
    if before is None or after is None:
        exact = f"{key}.{str(change.after).lower()}"
        return words.fill(exact, fields) if exact in words.texts else None
    number = abs(after - before)
    way = f"{key}.{'same' if not number else 'less' if after < before else 'more'}"
    if words.first((f"{way}.{number:g}", f"{way}.many")) is None:
        return None
    return words.count(way, number, {**fields, "before": before, "after": after})


def amount(value: object) -> float | None:
    """How much a value is: a number itself, a list of numbers their sum, another list its length."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return value
    if isinstance(value, tuple):
        numbers = [each for each in value if isinstance(each, int | float)]
        return sum(numbers) if len(numbers) == len(value) else len(value)
    return None
