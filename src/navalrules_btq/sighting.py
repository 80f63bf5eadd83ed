"""What a gunner sees of a target: range, the arc that bears, the part struck, a rake, the wind gauge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from navalrules import ruling
from navalrules.geometry import line_of_sight
from navalrules_btq.ordnance import Ordnance
from navalrules_btq.scale import sight
from navalrules_btq.ship import PORT, STARBOARD, BtqShip

if TYPE_CHECKING:
    from navalrules import Battle

HALF: Final = 180.0
FULL: Final = 360.0
POINT: Final = 11.25
_FINE: Final = 1e6
"""Parts of a degree that are told apart."""


class View(NamedTuple):
    """One ship in another's sights: `range` in mm at 1/1200 from centre to centre, the `arc` of the firer
    that bears, the `part` of the target that is struck, the end of a `rake` as the ships lie ("" for none),
    and the wind `gauge` of the firer: 1 weather, -1 lee, 0 neither."""

    range: float
    arc: str
    part: str
    rake: str
    gauge: int


class Mark(NamedTuple):
    """An enemy in reach of an arc that has guns."""

    view: View
    target: BtqShip


def points_off(degrees: float) -> int:
    """The nearest whole number of points, 0 to 16, between the bow and a bearing to either side of it."""
    return int((FULL - degrees if degrees > HALF else degrees) / POINT + 0.5)


def hand(degrees: float) -> str:
    """The side on which a relative bearing lies; right ahead and right astern count as starboard."""
    return PORT if degrees > HALF else STARBOARD


@ruling("BTQ-GUN-02")
def bearing_arc(ordnance: Ordnance, bearing: float) -> str:
    """The arc in which a target lies (BTQ-GAP-20): bow, broadside of its side, stern."""
    return ordnance.arc_off[points_off(bearing)] or hand(bearing)


@ruling("BTQ-RAKE-01")
def raking_end(ordnance: Ordnance, aspect: float) -> str:
    """The end of the target that is raked from where the firer lies (BTQ-GAP-21), or ""."""
    return ordnance.rake_off[points_off(aspect)]


@ruling("BTQ-GUN-34")
def struck_part(raked: str, aspect: float) -> str:
    """The part of the target that is struck: the raked end, else the side turned to the firer."""
    return raked or hand(aspect)


@ruling("BTQ-GUN-38")
def wind_gauge(ordnance: Ordnance, off_wind: float) -> int:
    """Who has the wind gauge (BTQ-GAP-22), by degrees between the wind's eye and the bearing from target to
    firer: 1 the firer, -1 the target, 0 neither."""
    # A product and a quotient: far quicker than to round to decimals.
    return ordnance.gauge_off[points_off(round(off_wind % FULL * _FINE) / _FINE)]


POINTS = (bearing_arc, raking_end, struck_part, wind_gauge)


def view(battle: Battle, ship: BtqShip, target: BtqShip) -> View:
    """What `ship` makes of `target` now: the poses tell it, or else the battle's tape."""
    bound, ordnance, one, other = battle.bound, battle.lore.ordnance, ship.pose, target.pose
    if one is None or other is None:
        seen = sight(battle, ship, target)
        range_, bearing, aspect, gauge = seen.range, seen.bearing, seen.aspect, seen.gauge
    else:
        # Whether a third ship stands in between is no question here, so no more is measured than this.
        centres, bearing, aspect = line_of_sight(one, other)
        range_ = battle.ruleset.range_between(ship, target, centres)
        gauge = bound[wind_gauge](ordnance, other.heading + aspect - battle.state.wind.from_bearing)
    raked = bound[raking_end](ordnance, aspect)
    return View(
        range_, bound[bearing_arc](ordnance, bearing), bound[struck_part](raked, aspect), raked, gauge
    )


def surely_beyond(ship: BtqShip, target: BtqShip, range_: float) -> bool:
    """Whether the poses alone show that a target is farther off than `range_` in mm at 1/1200; never where
    only a tape can tell, nor where it is so near to it that the last millimetre decides."""
    one, other = ship.pose, target.pose
    if one is None or other is None:
        return False
    east, north, limit = one.x - other.x, one.y - other.y, range_ + 1.0
    return east * east + north * north > limit * limit
