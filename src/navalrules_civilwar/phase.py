"""What the phases of this rulebook share."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from navalrules import FIGHTING, Phase
from navalrules_civilwar.ship import CivilWarShip

if TYPE_CHECKING:
    from navalrules import Battle


class CivilWarPhase(Phase):
    """A phase over the ships still fighting, in the order of their ids."""

    def ships(self, battle: Battle) -> list[CivilWarShip]:
        """All ships, by id."""
        return cast("list[CivilWarShip]", list(battle.state.ships.values()))

    def fighting(self, battle: Battle) -> list[CivilWarShip]:
        """The ships that can still act, by id."""
        ships = battle.state.ships.values()
        return cast("list[CivilWarShip]", [ship for ship in ships if ship.status == FIGHTING])
