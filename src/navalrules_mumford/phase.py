"""What the phases of this rulebook share, and how a change is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from navalrules import FIGHTING, SUNK, Change, Phase, alter
from navalrules_mumford.ship import MumfordShip

if TYPE_CHECKING:
    from navalrules import Battle


def ships(battle: Battle) -> list[MumfordShip]:
    """All ships and batteries, by id."""
    every: Any = battle.state.ships
    return [*every.values()]


def fighting(battle: Battle) -> list[MumfordShip]:
    """Those that still fight for their side, by id."""
    every: Any = battle.state.ships
    return [ship for ship in every.values() if ship.status == FIGHTING]


def afloat(battle: Battle) -> list[MumfordShip]:
    """Everything whose hull is still there, by id."""
    every: Any = battle.state.ships
    return [ship for ship in every.values() if ship.status != SUNK]


def ship_of(battle: Battle, name: str) -> MumfordShip:
    """A ship by id; raises KeyError where there is none."""
    every: Any = battle.state.ships
    ship: MumfordShip = every[name]
    return ship


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
