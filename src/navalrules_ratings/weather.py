"""The wind check and drifting at the end of a turn (RAT-BGMOVE-02, -07)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from navalrules import SUNK, Change, Pose, Roll, Ruling, ShipMoved, StatusChanged, Wind, alter, ruling
from navalrules_ratings.grappling import touches
from navalrules_ratings.lore import WindCheck
from navalrules_ratings.measuring import drifted, drifts_into
from navalrules_ratings.sailing import others_about
from navalrules_ratings.ship import PORT, SIGN, STARBOARD, RatingsShip

if TYPE_CHECKING:
    from navalrules import Battle


@ruling("RAT-BGMOVE-02")
def wind_check(battle: Battle) -> Roll:
    """2d6: on a 2 the wind backs ("port"), on a 12 it veers ("starboard"), else it holds ("")."""
    figures: WindCheck = battle.lore.wind
    return battle.dice.leaning(figures.dice, figures.sides, figures.backs_to, figures.veers_from, "", "wind")


def check_wind(battle: Battle, changes: tuple[Change, ...] = ()) -> None:
    """Turn the wind, if it turns; tell of the check either way, and of what else the turn's end changes."""
    roll = battle.bound[wind_check](battle)
    if roll.value:
        by = battle.lore.wind.degrees * SIGN[roll.value]
        wind = battle.state.wind
        bearing = round((wind.from_bearing + by) % 360.0, 9) % 360.0
        changes = (*changes, alter(battle.state, "wind", Wind(bearing, wind.force)))
    ruled = Ruling("RAT-BGMOVE-02", roll.value, roll)
    battle.emit(StatusChanged, what=f"wind {_WAYS[roll.value]}", rulings=(ruled,), changes=changes)


_WAYS = {"": "holds", PORT: "backs", STARBOARD: "veers"}


@ruling("RAT-BGMOVE-07")
def drifts(ship: RatingsShip) -> bool:
    """A ship with every mast lost and nothing to hold her."""
    return ship.masts_lost == len(ship.mast) and not ship.held


def drift(battle: Battle) -> None:
    """Helpless ships drift downwind, until they touch another."""
    ships: Any = battle.state.ships
    for ship in ships.values():
        if ship.status != SUNK and battle.bound[drifts](ship):
            _drift(battle, ship)


def _drift(battle: Battle, ship: RatingsShip) -> None:
    figures, pose = battle.lore, ship.pose
    far, met = figures.sailing.drift, ""
    changes: tuple[Change, ...] = ()
    track: tuple[Pose, ...] = ()
    if pose is not None:
        down = (battle.state.wind.from_bearing + 180.0) % 360.0
        hull = (figures.half_length, figures.half_beam, figures.sailing.touch)
        far, met = drifts_into(pose, down, far, others_about(battle, ship, far), *hull)
        if far:
            end = drifted(pose, down, far)
            changes, track = (alter(ship, "pose", end),), (pose, end)
    battle.emit(
        ShipMoved,
        ship=ship.id,
        distance=round(far, 9),
        turned=0.0,
        track=track,
        changes=changes,
        rules=("RAT-BGMOVE-07",),
    )
    other = battle.state.ships.get(met)
    # One whom she lay against before is not run into anew.
    if far and isinstance(other, RatingsShip):
        touches(battle, ship, other)
