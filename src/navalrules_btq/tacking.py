"""Beating and tacking (BTQ-TACK, C.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from navalrules import FIGHTING, Change, StatusChanged, ruling
from navalrules_btq.phase import COMPASS, bearing, put, ships, strength
from navalrules_btq.sailing import (
    BEATING,
    HALF,
    SailingLore,
    off_wind,
    point_of_sail,
    table_speed,
    top_speed,
    wind_on_bow,
)
from navalrules_btq.ship import PARTS, PORT, STARBOARD, BtqShip

if TYPE_CHECKING:
    from navalrules import Battle
    from navalrules_btq.crew import Shortage

BAR_RULES: Final = {
    "beat_first": "BTQ-TACK-03",
    "section_lost": "BTQ-TACK-04",
    "light_wind": "BTQ-TACK-05",
    "not_beating": "BTQ-TACK-04",
    "dismasted": "BTQ-TACK-04",
    "tacking": "BTQ-TACK-04",
    "rudder_gone": "BTQ-TACK-06",
    "wheel_gone": "BTQ-TACK-06",
    "no_cap": "BTQ-TACK-07",
}
"""What bars a tack, and by which rule."""


@ruling("BTQ-TACK-04", "BTQ-TACK-05", "BTQ-TACK-06", "BTQ-TACK-03", "BTQ-TACK-02")
def bars(lore: SailingLore, ship: BtqShip, pos: str, step: int) -> tuple[str, ...]:
    """Everything that bars her from putting the helm down now; an override lifts the first alone."""
    found = [
        ("beat_first", not (ship.beat or ship.override)),
        ("tacking", bool(ship.tacking)),
        ("not_beating", pos != BEATING),
        ("dismasted", ship.dismasted),
        ("section_lost", bool(ship.sections)),
        ("light_wind", step < lore.tack_from),
        ("rudder_gone", ship.rudder_gone),
        ("wheel_gone", ship.wheel_gone),
    ]
    return tuple(name for name, so in found if so)


@ruling("BTQ-TACK-07")
def rotation(lore: SailingLore, ship: BtqShip, rel: int, side: str) -> int:
    """Points she must turn to `side`, into the wind, until she lies at her least beating angle beyond it."""
    to_wind = rel if side == STARBOARD else (COMPASS - rel) % COMPASS
    signed = to_wind if to_wind <= HALF else to_wind - COMPASS
    return max(signed + lore.close[ship.fore_and_aft], 0)


@ruling("BTQ-TACK-08")
def most_after(lore: SailingLore, beating: int) -> float:
    """The farthest she goes on completing a tack, in mm: half of the beating speed of the wind."""
    return beating * lore.tack_percent / 100


@ruling("BTQ-TACK-09")
def falls_off(lore: SailingLore, cap: int, step: int) -> bool:
    """Whether a tack under way fails: no turning left in her, or the wind too light (BTQ-GAP-17)."""
    return (cap == 0 and lore.fails_on_zero_cap) or step < lore.tack_from


@ruling("BTQ-TACK-01")
def has_beaten(ship: BtqShip, pos: str) -> bool:
    """Whether she is marked as having beaten: declared this turn, and beating still."""
    return ship.beating and pos == BEATING


POINTS = (bars, rotation, most_after, falls_off, has_beaten)


def into_wind(rel: int) -> str:
    """The side to which a ship must turn to put her bow into the wind."""
    return STARBOARD if rel <= HALF else PORT


def headway_after(battle: Battle, ship: BtqShip, short: Shortage) -> float:
    """The most headway of the turn in which she completes a tack, in mm; `short` as for her top speed."""
    lore: SailingLore = battle.lore.sailing
    beating = battle.bound[table_speed](lore, ship, strength(battle), BEATING)
    top = battle.bound[top_speed](battle, ship, BEATING, ship.canvas, short).parts / PARTS
    return min(battle.bound[most_after](lore, beating), top)


def mark_beating(battle: Battle) -> None:
    """At the end of a turn: who has beaten may tack on the next, and on the next only (BTQ-TACK-02)."""
    for ship in ships(battle):
        if not (ship.beating or ship.beat or ship.override) or ship.status != FIGHTING:
            continue
        beat = False
        if ship.beating:
            rel = wind_on_bow(battle, ship)
            pos = battle.bound[point_of_sail](battle.lore.sailing, ship, battle.bound[off_wind](rel))
            beat = battle.bound[has_beaten](ship, pos)
        changes: list[Change] = []
        put(ship, changes, beating=False, beat=beat, override=False)
        what = "has beaten" if beat else "has not beaten"
        rules = ("BTQ-TACK-01", "BTQ-TACK-02")
        battle.emit(StatusChanged, ship=ship.id, what=what, changes=tuple(changes), rules=rules)


def lift_gate(battle: Battle, ship: BtqShip) -> None:
    """By hand: she may tack this turn though she has not beaten; every other bar stands (BTQ-TACK-03)."""
    changes: list[Change] = []
    put(ship, changes, override=True)
    battle.emit(
        StatusChanged,
        ship=ship.id,
        what="tack allowed by hand",
        changes=tuple(changes),
        rules=("BTQ-TACK-03", "BTQ-UI-01"),
    )


def declare_clear(battle: Battle, ship: BtqShip) -> None:
    """By hand: her bow is past the wind, at her least beating angle (BTQ-TACK-10)."""
    rel = wind_on_bow(battle, ship)
    left = battle.bound[rotation](battle.lore.sailing, ship, rel, ship.tacking)
    changes: list[Change] = []
    if ship.pose is not None:
        by = left if ship.tacking == STARBOARD else -left
        put(ship, changes, pose=ship.pose.turned(bearing(by)))
    put(ship, changes, tacking="")
    battle.emit(
        StatusChanged,
        ship=ship.id,
        what="tack complete by hand",
        changes=tuple(changes),
        rules=("BTQ-TACK-10", "BTQ-UI-01"),
    )
