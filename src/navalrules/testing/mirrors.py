"""The same table turned, seen in a mirror, or with the names of its sides exchanged."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import attrs

from navalrules.compass import Wind
from navalrules.dice import Seeded, Tape
from navalrules.geometry import Pose, mirrored, rotated
from navalrules.scenario import Scenario, Side

NEAR: Final = 2e-6
"""Measures are rounded to 1e-6: two that come by different ways may be one step apart."""
OTHER_HAND: Final = {"port": "starboard", "starboard": "port"}

Names = Mapping[str, str]
T = TypeVar("T")


def deep(value: Any, change: Callable[[Any], Any]) -> Any:
    """An immutable value with `change` made to every part of it that has no parts."""
    if isinstance(value, tuple):
        return tuple([deep(part, change) for part in value])
    if isinstance(value, list):
        return [deep(part, change) for part in value]
    if isinstance(value, dict):
        return {key: deep(part, change) for key, part in value.items()}
    if attrs.has(type(value)) and not isinstance(value, Pose):
        names = [field.name for field in attrs.fields(type(value)) if field.init]
        return attrs.evolve(value, **{name: deep(getattr(value, name), change) for name in names})
    return change(value)


def handed(value: T) -> T:
    """Any immutable value as a mirror shows it: port is starboard, and poses lie the other way."""
    seen: T = deep(value, _handed)
    return seen


def _handed(value: Any) -> Any:
    if isinstance(value, Pose):
        return mirrored(value)
    return OTHER_HAND.get(value, value) if isinstance(value, str) else value


def renamed(value: T, names: Names) -> T:
    """Any immutable value, or plain data, with names of sides exchanged where they stand alone."""
    told: T = deep(value, lambda part: names.get(part, part) if isinstance(part, str) else part)
    return told


def moved_table(scenario: Scenario, place: Callable[[Pose], Pose], wind_from: float) -> Scenario:
    """The scenario with every pose put through `place` and the wind from elsewhere."""

    def corner(point: tuple[float, float]) -> tuple[float, float]:
        put = place(Pose(*point, 0.0))
        return put.x, put.y

    entrants = tuple(attrs.evolve(each, pose=place(each.pose)) for each in scenario.entrants)
    hazards = tuple(attrs.evolve(each, points=tuple(map(corner, each.points))) for each in scenario.hazards)
    wind = Wind(wind_from, scenario.wind.force)
    return attrs.evolve(scenario, entrants=entrants, hazards=hazards, wind=wind)


def other_names(scenario: Scenario) -> dict[str, str]:
    """Each side's name with the other's."""
    one, other = [side.name for side in scenario.sides]
    return {one: other, other: one}


def swapped_sides(scenario: Scenario, names: Names) -> Scenario:
    """The scenario with the names of its sides exchanged: ships, places, nations and order stay."""
    sides = tuple(Side(names[side.name], side.nations) for side in scenario.sides)
    entrants = tuple(attrs.evolve(each, side=names[each.side]) for each in scenario.entrants)
    told = {name: renamed(getattr(scenario, name), names) for name in ("rules", "start", "outcome", "grades")}
    return attrs.evolve(scenario, sides=sides, entrants=entrants, **told)


class OtherNames(Seeded):
    """Seeded dice to which the sides have each other's names: what one throws falls for the other."""

    __slots__ = ("_names",)

    def __init__(self, seed: int, names: Names) -> None:
        super().__init__(seed)
        self._names = names

    def copy(self) -> OtherNames:
        return OtherNames(self.seed, self._names)

    def _stream(self, ship: str, purpose: str) -> Tape:
        stream = super()._stream(self._names.get(ship, ship), self._names.get(purpose, purpose))
        # What it was asked for under its own name is not the stream in hand.
        self._ship = None
        return stream


# ---------------------------------------------------------------- whether two are the same


def same(ours: Any, theirs: Any, degrees: float) -> bool:
    """Whether two plain values are equal, numbers nearly, `theirs` turned by `degrees`: poses and wind."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        if ours.get("is") == "pose" == theirs.get("is"):
            return _same_place(ours, theirs, degrees)
        if ours.get("is") == "wind" == theirs.get("is"):
            return _same_wind(ours, theirs, degrees)
        return ours.keys() == theirs.keys() and all(same(ours[key], theirs[key], degrees) for key in ours)
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(same, ours, theirs, [degrees] * len(ours)))
    if isinstance(ours, float) or isinstance(theirs, float):
        return _number(ours) and _number(theirs) and math.isclose(ours, theirs, rel_tol=0, abs_tol=NEAR)
    return type(ours) is type(theirs) and bool(ours == theirs)


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _same_place(ours: dict[str, Any], theirs: dict[str, Any], degrees: float) -> bool:
    turned = rotated(Pose(ours["x"], ours["y"], ours["heading"]), degrees)
    askew = abs((turned.heading - theirs["heading"] + 180.0) % 360.0 - 180.0)
    return math.dist((turned.x, turned.y), (theirs["x"], theirs["y"])) < NEAR and askew < NEAR


def _same_wind(ours: dict[str, Any], theirs: dict[str, Any], degrees: float) -> bool:
    askew = (ours["from_bearing"] + degrees - theirs["from_bearing"] + 180.0) % 360.0 - 180.0
    return abs(askew) < NEAR and bool(ours["force"] == theirs["force"])
