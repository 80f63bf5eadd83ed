"""Where a crew stands: men told off to duties, and the two parties below decks (BTQ-CREW, BTQ-DC-01)."""

from __future__ import annotations

from typing import Final

import attrs


@attrs.frozen(slots=False)
class Stations:
    """A ship's crew as it is told off. Unless `assigned`, every man is counted everywhere (BTQ-CREW-01).

    `sailing`, `guns` and `fire` are men; `carpenter` and `pumps` say whether those parties are at work.
    """

    assigned: bool = False
    sailing: int = 0
    guns: int = 0
    fire: int = 0
    carpenter: bool = False
    pumps: bool = False

    @property
    def men(self) -> int:
        """Men told off to duties; the parties below decks are not counted (BTQ-DC-08)."""
        return self.sailing + self.guns + self.fire


AT_EASE: Final = Stations()
