"""A galley's record sheet."""

import attrs

import navalrules as nr


@attrs.define
class Galley(nr.Ship):
    """Oars in banks of ten, crew in tens, and those of the crew who are lost."""

    oars: int = 0
    oars_full: int = 0
    crew: int = 0
    crew_full: int = 0
    lost: int = 0


def galleys(battle: nr.Battle) -> list[Galley]:
    """All that still fight, by id."""
    ships = battle.state.ships.values()
    return [ship for ship in ships if isinstance(ship, Galley) and ship.fighting]
