"""The compass and the wind. Bearings are degrees true, clockwise from north, from 0 up to 360."""

from __future__ import annotations

import math
from typing import Final

import attrs

from navalrules.errors import UnknownName
from navalrules.messages import message

POINT: Final = 11.25
"""Degrees in one point of the compass."""

POINTS: Final = (
    *("N", "NbE", "NNE", "NEbN", "NE", "NEbE", "ENE", "EbN"),
    *("E", "EbS", "ESE", "SEbE", "SE", "SEbS", "SSE", "SbE"),
    *("S", "SbW", "SSW", "SWbS", "SW", "SWbW", "WSW", "WbS"),
    *("W", "WbN", "WNW", "NWbW", "NW", "NWbN", "NNW", "NbW"),
)
"""The 32 points by name, clockwise from north."""

_BEARINGS: Final = {name.upper(): index * POINT for index, name in enumerate(POINTS)}


def bearing_of(name: str) -> float:
    """The bearing of a named point, such as "SW" or "NbE"; raises UnknownName."""
    found = _BEARINGS.get(name.strip().upper())
    if found is None:
        raise UnknownName(message("compass point"), name, POINTS)
    return found


def point_of(bearing: float, points: int = 32) -> int:
    """The nearest of `points` points, counted clockwise from north; a tie goes clockwise."""
    return math.floor(bearing * points / 360 + 0.5) % points


def name_of(bearing: float) -> str:
    """The name of the nearest of the 32 points."""
    return POINTS[point_of(bearing)]


def turn(bearing: float, by: float) -> float:
    """A bearing turned clockwise by `by` degrees, from 0 up to 360."""
    turned = (bearing + by) % 360.0
    return 0.0 if turned == 360.0 else turned


def difference(a: float, b: float) -> float:
    """The turn from `a` to `b` in degrees, clockwise positive, over -180 up to 180."""
    turned = (b - a) % 360.0
    return turned - 360.0 if turned > 180.0 else turned


def off(a: float, b: float) -> float:
    """The angle between two bearings, 0 to 180 degrees."""
    turned = (b - a) % 360.0
    return 360.0 - turned if turned > 180.0 else turned


def _force(wind: object, attribute: object, value: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 12:
        raise ValueError(f"wind force {value!r}: a whole number from 0 to 12 on the Beaufort scale")


@attrs.frozen
class Wind:
    """Where the wind blows *from*, in degrees, and its Beaufort force 0 to 12 (ValueError otherwise)."""

    from_bearing: float
    force: int = attrs.field(validator=_force)

    def off(self, heading: float) -> float:
        """Degrees between a heading and the wind's eye: 0 head to wind, 180 before it, rounded to 1e-6."""
        # `off` written out: every ship asks it several times a move. A fifth of the price of round(..., 6).
        turned = (self.from_bearing - heading) % 360.0
        return round((360.0 - turned if turned > 180.0 else turned) * 1e6) / 1e6
