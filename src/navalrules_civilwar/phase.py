"""What the phases of this rulebook share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from navalrules import FIGHTING, Phase
from navalrules_civilwar.ship import CivilWarShip

if TYPE_CHECKING:
    from navalrules import Battle


class CivilWarPhase(Phase):
    """A phase over the ships still fighting, in the order of their ids."""

    def ships(self, battle: Battle) -> list[CivilWarShip]:
        """All ships, by id."""
        ships: Any = battle.state.ships
        return [*ships.values()]

    def fighting(self, battle: Battle) -> list[CivilWarShip]:
        """The ships that can still act, by id."""
        ships: Any = battle.state.ships
        return [ship for ship in ships.values() if ship.status == FIGHTING]
