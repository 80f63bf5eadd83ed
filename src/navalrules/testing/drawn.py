"""Luck that Hypothesis holds: it looks for the case that fails, and for the simplest one."""

from __future__ import annotations

from collections.abc import Callable

import hypothesis.strategies as st
from hypothesis import HealthCheck, given, note, settings

from navalrules.testing import profiles
from navalrules.testing.luck import Luck


class Drawn(Luck):
    """Draws from Hypothesis's data."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data

    def whole(self, low: int, high: int, what: str = "") -> int:
        return self._data.draw(st.integers(low, high), label=what or None)

    def tell(self, what: str, value: object) -> None:
        note(f"{what}: {value!r}")


def tried(name: str, play: Callable[[Luck], None], share: float) -> None:
    """Call `play` with many cases; `name` keys what Hypothesis remembers of them.

    `share` is this check's share of the number of cases that the profile in force says.
    """

    def case(data: st.DataObject) -> None:
        play(Drawn(data))

    case.__name__ = case.__qualname__ = name
    usual = profiles.usual()
    wanted = settings(
        usual,
        max_examples=max(1, round(usual.max_examples * share)),
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    wanted(given(st.data())(case))()
