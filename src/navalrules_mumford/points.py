"""Points of a ship (MUM-PTS)."""

from __future__ import annotations

import math

from navalrules import Tables
from navalrules_mumford.ship import BROADSIDE, PORT, STARBOARD, MumfordShip


def points(ship: MumfordShip, tables: Tables) -> int:
    """Points of a ship as she is: gun pounds, half the carronade pounds, boats, crew, masts; percentages
    summed and applied once, halves up (MUM-PTS-01, -02, MUM-GAP-69)."""
    table = tables["points"]
    total = float(ship.crew + sum(ship.masts)) + table.number("boat") * (ship.boats + len(ship.flotilla))
    left = {mount.hand: mount.left / mount.full for mount in ship.mounts if mount.full}
    for line in ship.record.lines:
        hands = (PORT, STARBOARD) if line.place == BROADSIDE else (line.place,)
        pounds = line.gun_lbs + line.carronade_lbs * table.number("carronade_share")
        total += pounds * math.fsum(left.get(hand, 0.0) for hand in hands)
    percent = 100 + math.fsum(table.number(key) for key in _percentages(ship))
    return math.floor(total * percent / 100 + 0.5)


def _percentages(ship: MumfordShip) -> list[str]:
    found = ["staff"] if ship.staff else []
    if ship.record.grade == "fast":
        found.append("fast")
    elif ship.record.grade in ("slow", "very_slow"):
        found.append("slow")
    if ship.proficiency in ("veteran", "raw"):
        found.append(ship.proficiency)
    return [*found, "captain_dead"] if ship.captain_lost else found
