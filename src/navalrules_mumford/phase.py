"""What the phases of this rulebook share, and how a change is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from navalrules import FIGHTING, Change, Phase, alter
from navalrules_mumford.ship import MumfordShip

if TYPE_CHECKING:
    from navalrules import Battle


def ships(battle: Battle) -> list[MumfordShip]:
    """All ships and batteries, by id."""
    return cast("list[MumfordShip]", list(battle.state.ships.values()))


def fighting(battle: Battle) -> list[MumfordShip]:
    """Those that still fight for their side, by id."""
    return cast(
        "list[MumfordShip]", [ship for ship in battle.state.ships.values() if ship.status == FIGHTING]
    )


def afloat(battle: Battle) -> list[MumfordShip]:
    """Everything whose hull is still there, by id."""
    return cast("list[MumfordShip]", [ship for ship in battle.state.ships.values() if ship.status != "sunk"])


def ship_of(battle: Battle, name: str) -> MumfordShip:
    """A ship by id."""
    return cast("MumfordShip", battle.state.ships[name])


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
