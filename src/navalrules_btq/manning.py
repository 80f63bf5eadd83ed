"""Which guns can fire: shut ports, fire on board, and the men to serve them (BTQ-GUN-24 to -28, BTQ-CREW)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from navalrules import ruling
from navalrules_btq.ordnance import HANDED, Ordnance
from navalrules_btq.ship import BtqShip

if TYPE_CHECKING:
    from navalrules_btq.ordnance import Gun

PERCENT: Final = 100


@ruling("BTQ-GUN-24", "BTQ-GUN-25")
def lower_deck(ordnance: Ordnance, ship: BtqShip, wind: int) -> str:
    """The gun type behind ports that this wind keeps shut, or "": the heaviest long guns of a ship with more
    than one deck."""
    if not ordnance.shut[wind] or ship.klass not in ordnance.decked:
        return ""
    found = ""
    for key in (*ship.guns, *ship.bow_guns, *ship.stern_guns):
        gun = ordnance.guns[key]
        if not gun.carronade and (not found or gun.pounds > ordnance.guns[found].pounds):
            found = key
    return found


@ruling("BTQ-GUN-26")
def powder_drowned(ship: BtqShip) -> bool:
    """Whether her magazine is flooded, so that no gun can fire."""
    return ship.magazine == "flooded"


@ruling("BTQ-CREW-06")
def manned(guns: Sequence[tuple[Gun, int]], men: int) -> tuple[list[int], int]:
    """Guns of each battery with a full crew when men go to one gun after the other, in listed order; and the
    men who then stand at guns."""
    found, used = [], 0
    for gun, number in guns:
        able = min(number, (men - used) // gun.crew) if gun.crew else number
        found.append(able)
        used += able * gun.crew
    return found, used


@ruling("BTQ-CREW-05", "BTQ-GUN-37")
def silenced(ordnance: Ordnance, men: int, needed: int) -> bool:
    """Whether an arc is so short of hands that none of its guns may fire."""
    return needed > 0 and (needed - men) * PERCENT >= ordnance.no_fire * needed


@ruling("BTQ-GUN-27", "BTQ-GUN-28")
def pool(ship: BtqShip, arc: str, other: int, men: int) -> int:
    """Men for a broadside when `other` of them served the opposite one this turn (BTQ-GAP-36)."""
    return max(men - other, 0) if arc in HANDED else men


def spread(guns: Sequence[tuple[Gun, int]], men: int, needed: int) -> list[int]:
    """Guns with a crew of their own when the pool is shared out in proportion (`cross_deck` "spread")."""
    return [number * min(men, needed) // needed if needed else number for _, number in guns]


POINTS = (lower_deck, powder_drowned, manned, silenced, pool)
