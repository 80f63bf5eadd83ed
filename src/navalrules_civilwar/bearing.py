"""How a ship lies to a line of fire: arcs, rakes, broadside targets, the engaged side."""

from __future__ import annotations

from typing import Final

from navalrules import Sighting, keel_angle, ruling
from navalrules_civilwar.lore import EDGE, Lore
from navalrules_civilwar.ship import Gun

RAKE: Final = "rake"
BROADSIDE: Final = "broadside"


@ruling("ACW-GUN-12")
def bears(gun: Gun, arc: str) -> bool:
    """Whether a gun bears through an arc; shared edges belong to the broadside (`bearing_arc`)."""
    return arc in gun.arcs


def bearing_arc(lore: Lore, bearing: float) -> str:
    """The arc a relative bearing lies in; the broadsides come first and so take the shared edges."""
    for name, first, last, across in lore.arcs:
        if (bearing >= first or bearing <= last) if across else (first <= bearing <= last):
            return name
    return "bow"


@ruling("ACW-GUN-17")
def clear(sight: Sighting) -> bool:
    """Whether no third ship lies between."""
    return not sight.blocked


@ruling("ACW-GUN-14")
def aspect(lore: Lore, sight: Sighting) -> str:
    """ "rake", "broadside" or "": how the target lies to the line of fire, by `a` = keel angle 0 to 90.

    A rake needs `a` of 22.5 or less at 24 inches or less; a broadside target `a` of 45 or more.
    """
    angle = keel_angle(sight.aspect)
    if angle >= lore.broadside_angle - EDGE:
        return BROADSIDE
    return RAKE if angle <= lore.rake_angle + EDGE and sight.range <= lore.rake_range else ""


def engaged_side(sight: Sighting, lies: str) -> str:
    """The side of the target that faces the firer, or "" when she is raked and all her guns are exposed.

    Seen exactly end on and too far off for a rake, it is her bow or her stern.
    """
    if lies == RAKE:
        return ""
    if sight.aspect in (0.0, 180.0):
        return "bow" if sight.aspect == 0.0 else "stern"
    return "starboard" if sight.aspect < 180 else "port"
