"""What is known of every ship while a log is told: each field as it was, with the changes so far."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

import attrs

from navalrules.fleet import FIGHTING
from navalrules.geometry import Pose, distance

if TYPE_CHECKING:
    from navalrules.battle import Battle
    from navalrules.events import Event


class Ledger:
    """Every ship's fields by ship id, kept up with the events as they are told."""

    def __init__(self, battle: Battle) -> None:
        ships = battle.marks[0].state.ships if battle.marks else battle.state.ships
        self.ships: dict[str, dict[str, Any]] = {
            ship.id: {field.name: getattr(ship, field.name) for field in attrs.fields(type(ship))}
            for ship in ships.values()
        }

    def take(self, event: Event) -> None:
        """Write the changes of an event down."""
        for change in event.changes:
            if change.ship in self.ships:
                self.ships[change.ship][change.what] = change.after

    def of(self, ship: str) -> dict[str, Any]:
        """The fields of one ship; none for the table."""
        return self.ships.get(ship, {})

    def name(self, ship: str) -> str:
        """The name of a ship by her id."""
        return str(self.of(ship).get("name", ship))

    def nearest(self) -> tuple[float, str, str] | None:
        """Range and ids of the two enemies nearest each other, None where nobody knows."""
        return min(self._ranges(), default=None)

    def _ranges(self) -> Iterator[tuple[float, str, str]]:
        for one, other in combinations(sorted(self.ships), 2):
            a, b = self.ships[one], self.ships[other]
            if a["side"] == b["side"] or not a["status"] == b["status"] == FIGHTING:
                continue
            if isinstance(a["pose"], Pose) and isinstance(b["pose"], Pose):
                yield distance(a["pose"], b["pose"]), one, other
