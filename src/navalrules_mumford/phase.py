"""What the phases of this rulebook share, and how a change is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from navalrules import FIGHTING, SUNK, Change, Phase, alter
from navalrules_mumford.ship import MumfordShip

if TYPE_CHECKING:
    from navalrules import Battle


def ships(battle: Battle) -> list[MumfordShip]:
    """All ships and batteries, by id."""
    return list(battle.state.ships.values())  # type: ignore[arg-type]


def fighting(battle: Battle) -> list[MumfordShip]:
    """Those that still fight for their side, by id."""
    return [ship for ship in battle.state.ships.values() if ship.status == FIGHTING]  # type: ignore[misc]


def afloat(battle: Battle) -> list[MumfordShip]:
    """Everything whose hull is still there, by id."""
    return [ship for ship in battle.state.ships.values() if ship.status != SUNK]  # type: ignore[misc]


def ship_of(battle: Battle, name: str) -> MumfordShip:
    """A ship by id."""
    return battle.state.ships[name]  # type: ignore[return-value]


def wind_strength(battle: Battle) -> int:
    """The wind strength of the rules, 0 to 7, from the Beaufort force of the state."""
    strength: int = battle.lore.strength[battle.state.wind.force]
    return strength


def put(ship: Any, changes: list[Change], **now: Any) -> None:
    """Alter the fields that differ and add what changed to `changes`."""
    for what, value in now.items():
        if getattr(ship, what) != value:
            changes.append(alter(ship, what, value))


class MumfordPhase(Phase):
    """A phase over the ships of this rulebook."""
