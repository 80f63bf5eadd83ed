"""What a ship or a battery is worth (MUM-PTS)."""

from __future__ import annotations

import math

from navalrules import Modifier, Ruling, Tables, ruling
from navalrules_mumford.ship import MumfordShip, Record


@ruling("MUM-PTS-01")
def bare_points(tables: Tables, record: Record) -> float:
    """Pounds of guns and half the pounds of carronades, both sides and chasers; boats, men, mast points."""
    table = tables["points"]
    total = table.number("boat") * record.boats + table.number("man") * record.crew
    total += table.number("mast") * sum(record.masts)
    for line in record.lines:
        pounds = table.number("gun_share") * line.gun_lbs
        pounds += table.number("carronade_share") * line.carronade_lbs
        total += pounds * (2 if line.place == "broadside" else 1)
    return total


@ruling("MUM-PTS-02")
def points_percent(tables: Tables, ship: MumfordShip) -> tuple[Modifier, ...]:
    """Percentages for staff officer, speed, crew and a dead captain."""
    table = tables["points_percent"]
    keys = [ship.record.grade, ship.proficiency]
    keys += ["staff"] if ship.staff else []
    keys += ["captain_dead"] if ship.captain_lost else []
    return tuple(Modifier(key, table.whole(key), table[key].rule) for key in table if key in keys)


def points(tables: Tables, ship: MumfordShip) -> Ruling:
    """Her points with their percentages, summed and applied once, halves up (MUM-GAP-69)."""
    percent = points_percent(tables, ship)
    total = int(sum([each.amount for each in percent]))
    value = math.floor(bare_points(tables, ship.record) * (100 + total) / 100 + 0.5)
    return Ruling("MUM-PTS-01", value, modifiers=percent, total=total)


POINTS = (bare_points, points_percent)
