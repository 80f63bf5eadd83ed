"""What a caller gave: looked at before anything is done with it, so that nothing is half done."""

from __future__ import annotations

from typing import Any, Final

from navalrules.errors import NavalrulesError
from navalrules.messages import message

FARTHEST_WHOLE: Final = 2**63
"""Whole numbers that are given (a seed, a figure of an order) go from minus this to this: rules reckon with
floats, and every reader of a saved battle must hold them."""


def whole(name: str, value: Any, low: int, high: int | None = None) -> int:
    """`value` if it is a whole number from `low` to `high`, and no bool; else raises NavalrulesError."""
    if type(value) is int and low <= value and (high is None or value <= high):
        return value
    if high is None:
        raise unfit(name, value, message("a whole number, {low} or more", low=low))
    raise unfit(name, value, message("a whole number from {low} to {high}", low=low, high=high))


def of_kind(name: str, value: Any, kinds: Any, wanted: str) -> None:
    """Raises NavalrulesError, which says what is `wanted`, unless `value` is one of `kinds`."""
    if not isinstance(value, kinds):
        raise unfit(name, value, wanted)


def unfit(name: str, value: Any, wanted: str) -> NavalrulesError:
    """The error for a value that cannot be used at all, with what is `wanted` instead."""
    return NavalrulesError(
        message("{name} cannot be {value!r}; expected {wanted}", name=name, value=value, wanted=wanted)
    )
