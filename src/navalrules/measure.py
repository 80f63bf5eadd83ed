"""Two ways of measuring: from the poses of a plane, or by asking a player with a tape.

Rules ask a measure and never care which it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from navalrules.geometry import line_blocked, line_of_sight, weather_gauge
from navalrules.orders import Measured, OffWindRequest, PointOfSail, SightRequest
from navalrules.rulings import Sighting

if TYPE_CHECKING:
    from navalrules.battle import Battle
    from navalrules.fleet import Ship
    from navalrules.geometry import Pose


class Plane:
    """Measures from the poses of the ships. `hulls` gives half length and half beam of a ship in the
    ruleset's unit, for lines of fire that a third ship blocks."""

    __slots__ = ()
    interactive = False
    name = "plane"

    def sight(self, battle: Battle, ship: Ship, target: Ship) -> Sighting:
        """What `ship` makes of `target`; range in the ruleset's unit, angles in degrees."""
        a, b = _pose(ship), _pose(target)
        centres, bearing, aspect = line_of_sight(a, b)
        return Sighting(
            battle.ruleset.range_between(ship, target, centres),
            bearing,
            aspect,
            self._blocked(battle, ship, target),
            weather_gauge(a, b, battle.state.wind),
        )

    def _blocked(self, battle: Battle, ship: Ship, target: Ship) -> bool:
        ships = battle.state.ships
        if len(ships) == 2:
            return False
        return any(
            line_blocked(_pose(ship), _pose(target), _pose(third), *battle.ruleset.hull_box(third))
            for third in ships.values()
            if third is not ship and third is not target and battle.ruleset.in_the_way(third)
        )

    def off_wind(self, battle: Battle, ship: Ship, about: str = "") -> float:
        """Degrees between a ship's heading and where the wind comes from, 0 to 180."""
        return battle.state.wind.off(_pose(ship).heading)


class Tape:
    """There is no plane: whatever geometry would answer is asked, as an answer like any other."""

    __slots__ = ()
    interactive = True
    name = "tape"

    def sight(self, battle: Battle, ship: Ship, target: Ship) -> Sighting:
        """What the player who owns `ship` measures."""
        answer = battle.ask(SightRequest(ship.side, ship.id, target.id, battle.ruleset.farthest))
        assert isinstance(answer, Measured)
        return Sighting(
            round(answer.range, 6),
            round(answer.bearing, 6),
            round(answer.aspect, 6),
            answer.blocked,
            answer.gauge,
        )

    def off_wind(self, battle: Battle, ship: Ship, about: str = "") -> float:
        """What the player who owns `ship` reads off the table, 0 to 180 degrees."""
        answer = battle.ask(OffWindRequest(ship.side, ship.id, about))
        assert isinstance(answer, PointOfSail)
        return round(answer.off_wind, 6)


Measure = Plane | Tape


def _pose(ship: Ship) -> Pose:
    if ship.pose is None:
        raise ValueError(f"{ship.id} has no pose: this battle is measured with a tape")
    return ship.pose
