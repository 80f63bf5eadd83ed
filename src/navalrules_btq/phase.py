"""What the phases of this rulebook share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from navalrules import FIGHTING, SUNK, Change, alter_all
from navalrules.compass import POINT, point_of
from navalrules_btq.ship import BtqShip

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from navalrules import Battle

T = TypeVar("T")

COMPASS: Final = 32
"""Points of the compass (BTQ-WIND-01)."""


def ships(battle: Battle) -> Iterable[BtqShip]:
    """All ships, by id."""
    every: dict[str, Any] = battle.state.ships
    return every.values()


def active(battle: Battle) -> list[BtqShip]:
    """Those that still fight for their side, by id."""
    every: Any = battle.state.ships
    return [ship for ship in every.values() if ship.status == FIGHTING]


def afloat(battle: Battle) -> list[BtqShip]:
    """Those whose hull is still there, by id."""
    every: Any = battle.state.ships
    return [ship for ship in every.values() if ship.status != SUNK]


def ship_of(battle: Battle, name: str) -> BtqShip:
    """A ship by id; raises KeyError where there is none."""
    every: Any = battle.state.ships
    found: BtqShip = every[name]
    return found


def strength(battle: Battle) -> int:
    """The step of the wind, 0 (calm) to 6 (gale), from the Beaufort force of the state (BTQ-WIND-02)."""
    step: int = battle.lore.wind.steps[battle.state.wind.force]
    return step


def half_up(dividend: int, divisor: int) -> int:
    """The nearest whole number to a quotient that is not negative, halves up (BTQ-DICE-02)."""
    return (2 * dividend + divisor) // (2 * divisor)


def at(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The same values with another one at a place."""
    # Through a list: slices of a tuple take three times as long.
    found = [*values]
    found[place] = value
    return (*found,)


def put(thing: Any, changes: list[Change], **now: Any) -> None:
    """Alter the fields that differ and add what changed to `changes`."""
    changes += alter_all(thing, now)


def altered(thing: Any, now: Mapping[str, Any], told: bool) -> list[Change]:
    """Set several fields; where somebody is `told`, the changes of those that were not so already."""
    if told:
        return alter_all(thing, now)
    for what, value in now.items():
        setattr(thing, what, value)
    return []


def bearing(point: int) -> float:
    """Degrees of a point of the compass, from any whole number of points."""
    return point % COMPASS * POINT


def point(degrees: float) -> int:
    """The nearest of 32 points, ties clockwise."""
    return point_of(degrees, COMPASS)
