"""Booms, sandbanks and rocks: what they do to a ship (MUM-BOOM, MUM-SHOAL)."""

from __future__ import annotations

from typing import Final

import attrs

from navalrules import Dice, Modifier, Ruling, Tables, ruling
from navalrules_mumford.ship import FRIGATE, SLOOP, THREE_DECKER, TWO_DECKER

STOPPED: Final = "stopped"
WRECKED: Final = "wrecked"
DISMASTED: Final = "dismasted"
BOUNCES: Final = "bounces"
DISMASTED_THROUGH: Final = "dismasted_through"
THROUGH: Final = "through"
SCRAPES: Final = "scrapes"
STUCK: Final = "stuck"
STUCK_FAST: Final = "stuck_fast"
STOVE_IN: Final = "stove_in"
_BOOM: Final = (WRECKED, DISMASTED, BOUNCES, DISMASTED_THROUGH)
_ALL: Final = 1000


@attrs.frozen
class Cost:
    """What an obstacle costs: points off each mast (all of them where `dismasted`), hull hits, moves to wait
    (-1: not in this battle), way to kedge ("forward", "backward" or ""), thirds of the gun weight to lose
    first, and moves until she sinks or 0."""

    masts: tuple[int, int, int] = (0, 0, 0)
    dismasted: bool = False
    hull: int = 0
    wait: int = 0
    way: str = ""
    shed: int = 0
    sinks: int = 0


@ruling("MUM-BOOM-02")
def square_on(tables: Tables, angle: float) -> bool:
    """Whether a boom is met at 70 to 110 degrees; `angle` from 0 to 180 between course and boom."""
    figures = tables["boom_figures"]
    return figures.number("least_angle") <= angle <= figures.number("most_angle")


@ruling("MUM-BOOM-01")
def boom_gap(tables: Tables) -> float:
    """Inches of the gap that a ship breaks."""
    return tables["boom_figures"].number("gap")


def boom_row(tables: Tables, kind: str, speed: float) -> str:
    """The row of the boom table for a class and a speed, "" under 3 inches (MUM-GAP-74)."""
    figures = tables["boom_figures"]
    if speed < figures.number("slow_from"):
        return ""
    pace = "fast" if speed >= figures.number("fast_from") else "slow"
    return f"{kind if kind in (THREE_DECKER, TWO_DECKER) else 'small'}_{pace}"


@ruling("MUM-BOOM-03")
def boom_throw(tables: Tables, dice: Dice, ship: str, row: str) -> Ruling:
    """The D6 at a boom: wrecked, dismasted, bounces, dismasted_through or through."""
    roll = dice.d6(ship, "boom")
    edges = zip(_BOOM, tables["boom"].row(row), strict=True)
    outcome = next((name for name, most in edges if roll.value <= most), THROUGH)
    return Ruling("MUM-BOOM-03", outcome, roll, also=("MUM-BOOM-02", "MUM-BOOM-01"))


def boom_cost(tables: Tables, outcome: str) -> Cost:
    """What the outcome at a boom takes off the masts; a wreck's moves to sink are thrown apart."""
    if outcome in (DISMASTED, DISMASTED_THROUGH):
        return Cost(dismasted=True)
    if outcome in (BOUNCES, THROUGH):
        fore, main, mizzen = map(int, tables["boom_masts"].row(outcome))
        return Cost(masts=(fore, main, mizzen))
    return Cost()


@ruling("MUM-SHOAL-01")
def feels_way(tables: Tables, speed: float) -> bool:
    """Whether a ship goes slowly enough to see what lies 4 inches ahead and keep clear."""
    return speed <= tables["shoal_figures"].number("feels_at")


def pace_over(tables: Tables, speed: float) -> str:
    """The speed band over an obstacle: slow, middle or fast (MUM-GAP-75)."""
    figures = tables["shoal_figures"]
    if speed >= figures.number("fast_from"):
        return "fast"
    return "middle" if speed >= figures.number("middle_from") else "slow"


@ruling("MUM-SHOAL-02")
def shoal_throw(tables: Tables, dice: Dice, ship: str, kind: str, ground: str, speed: float) -> Ruling:
    """The D6 of a move over `ground` (sand or rocks): frigates add 1, sloops 2."""
    figures = tables["shoal_figures"]
    factors = (Modifier(kind, figures.whole(kind), figures[kind].rule),) if kind in (FRIGATE, SLOOP) else ()
    total = int(sum([each.amount for each in factors]))
    roll = dice.d6(ship, "shoal")
    table = tables["shoal"]
    row = zip(table.columns, table.row(f"{ground}_{pace_over(tables, speed)}"), strict=True)
    outcome = next(name for name, least in row if least and roll.value + total >= least)
    return Ruling("MUM-SHOAL-02", outcome, roll, modifiers=factors, total=total)


@ruling("MUM-SHOAL-03")
def shoal_cost(tables: Tables, dice: Dice, ship: str, outcome: str) -> tuple[Cost, Ruling]:
    """The second D6: what scraping through, sticking, being stove in or wrecked costs."""
    roll = dice.d6(ship, outcome.replace("_", " "))
    found = _COSTS[outcome](tables, str(roll.value))
    return found, Ruling("MUM-SHOAL-03", outcome, roll)


def _scrapes(tables: Tables, face: str) -> Cost:
    points = tables["scrapes"].whole(face)
    return Cost(masts=(points, points, points))


def _stuck(tables: Tables, face: str) -> Cost:
    moves, kedge, shed, mast = map(int, tables["stuck"].row(face))
    way = {1: "forward", -1: "backward"}.get(kedge, "")
    return Cost(masts=(mast, mast, mast), wait=moves, way=way, shed=shed)


def _stuck_fast(tables: Tables, face: str) -> Cost:
    moves, shed, mast = map(int, tables["stuck_fast"].row(face))
    return Cost(masts=(mast, mast, mast), wait=moves, way="forward" if moves > 0 else "", shed=shed)


def _stove_in(tables: Tables, face: str) -> Cost:
    moves, mast, hull, shed = map(int, tables["stove_in"].row(face))
    if mast >= _ALL:
        return Cost(dismasted=True, hull=hull, wait=moves, shed=shed)
    return Cost(masts=(mast, mast, mast), hull=hull, wait=moves, shed=shed)


def _wrecked(tables: Tables, face: str) -> Cost:
    hull, sinks = map(int, tables["wrecked"].row(face))
    return Cost(dismasted=True, hull=hull, wait=-1, sinks=sinks)


_COSTS: Final = {
    SCRAPES: _scrapes,
    STUCK: _stuck,
    STUCK_FAST: _stuck_fast,
    STOVE_IN: _stove_in,
    WRECKED: _wrecked,
}

POINTS = (square_on, boom_gap, boom_throw, feels_way, shoal_throw, shoal_cost)
