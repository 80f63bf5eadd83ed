"""Where a check's cases come from: one way to draw, behind which Hypothesis or our own dice stand.

So every check is written once, is shrunk by Hypothesis where that is installed, and runs without it too.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TypeVar

from navalrules.dice import Seeded

T = TypeVar("T")

MOST_SEED = 2**32


class Luck(ABC):
    """Draws the parts of one case. `what` names the thing drawn, for whoever reads a failure."""

    @abstractmethod
    def whole(self, low: int, high: int, what: str = "") -> int:
        """A whole number from `low` to `high`, both included."""

    @abstractmethod
    def tell(self, what: str, value: object) -> None:
        """Keep `value` to be shown should the case fail."""

    def one_of(self, things: Sequence[T], what: str = "") -> T:
        """One of several things; raises IndexError where there are none."""
        return things[self.whole(0, len(things) - 1, what) if len(things) > 1 else 0]

    def yes(self, what: str = "") -> bool:
        """Heads or tails."""
        return self.whole(0, 1, what) == 1

    def seed(self, what: str = "seed") -> int:
        """A seed for dice."""
        return self.whole(0, MOST_SEED, what)

    def some(self, things: Sequence[T], most: int, what: str = "") -> list[T]:
        """Up to `most` of several things, none twice, in their own order."""
        places = {
            self.whole(0, len(things) - 1, what) for _ in range(self.whole(0, min(most, len(things)), what))
        }
        return [things[place] for place in sorted(places)]


class Thrown(Luck):
    """Draws from a keyed tape of its own: the same seed, check and case, the same draws, on any Python."""

    def __init__(self, seed: int, check: str, case: int) -> None:
        self._dice = Seeded(seed)
        self._dice.begin_step(case)
        self._check = check
        self.told: list[tuple[str, object]] = []

    def whole(self, low: int, high: int, what: str = "") -> int:
        drawn: int = self._dice.pick(high - low + 1, self._check, "case").value
        return low + drawn

    def tell(self, what: str, value: object) -> None:
        self.told.append((what, value))
