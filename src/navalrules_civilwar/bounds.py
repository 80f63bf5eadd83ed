"""Figures that a battle cannot be fought with: a variant that holds any is refused, all of them named."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from navalrules import BadFile, Fault, Table, Tables
from navalrules_civilwar.texts import texts

_MOST: Final = 1_000_000
_HUNDREDTH: Final = 0.01
_SIDES: Final = 1000
_SQUARES: Final = 1000
_TURNS: Final = 1000
_KNOTS: Final = 1000
_HALF_TURN: Final = 180

_WHOLE: Final[tuple[tuple[str, int, int, tuple[str, ...]], ...]] = (
    ("crew", 1, _MOST, ("men_per_square", "least", "sail_change")),
    ("crew", 0, _SQUARES, ("marines", "gun", "boiler", "steering")),
    ("pumps", 0, _MOST, ("first", "short_waterline", "all_percent")),
    ("pumps", 1, _MOST, ("each_percent",)),
    ("wreck", 0, _SQUARES, ()),
    ("place", 1, _SIDES, ("low", "high")),
    ("place", 0, _SQUARES, ("hull", "crew", "gun", "waterline", "boats")),
    ("place", 0, _SQUARES, ("heavy_hull", "heavy_crew", "heavy_waterline", "heavy_boats")),
    ("critical", 1, _SIDES, ()),
    ("mishap", -_MOST, _MOST, ("mast_falls_from", "steering_jams_from")),
    ("mishap", 0, _TURNS, ("helm_halves",)),
    ("crit", 0, _SQUARES, ("gun_guns", "gun_crew", "bridge_halves")),
    (
        "crit",
        -_MOST,
        _MOST,
        ("gun_fire_from", "mast_port_to", "jam_freed_from", "boiler_fire", "boiler_explodes"),
    ),
    ("sinking", 1, _SIDES, ()),
    ("firefight", -_MOST, _MOST, ()),
    ("firefight", 0, _SQUARES, ("burns_hull", "burns_crew")),
    ("to_hit", -_MOST, _MOST, ("need",)),
    ("to_hit", 1, _SIDES, ("die",)),
    ("morale_less", 0, _MOST, ("over_half_crew", "several")),
)
"""Table, from where to where its whole numbers go, and of which entries or columns; none named means all."""

_NUMBERS: Final[tuple[tuple[str, float, float, tuple[str, ...]], ...]] = (
    ("capture", 0, _MOST, ()),
    ("mishap", 0, _KNOTS, ("rigging_sail", "rigging_both", "engine_steam", "engine_both")),
    ("crit", 0, 1, ("shaft_keeps",)),
    ("arc", 0, 2 * _HALF_TURN, ()),
    ("morale_less", 0, 1, ("half",)),
    ("speed", _HUNDREDTH, 100, ("knot_inches", "halves")),
    ("speed", 0, 1, ("astern_share", "half_sail", "start_share")),
    ("speed", 0, _HALF_TURN, ("wind_dead_to", "wind_half_to")),
    ("speed", 0, _KNOTS, ("rise", "fall", "combined_bonus_ship", "combined_bonus_light", "combined_most")),
    ("circle", _HUNDREDTH, _HALF_TURN, ("notch",)),
    ("circle", _HUNDREDTH, _MOST, ("steam_interval", "sail_interval")),
    ("alabama", 0, _KNOTS, ()),
    ("ground", _HUNDREDTH, _MOST, ()),
    ("record", _HUNDREDTH, _MOST, ()),
)
"""The same of numbers that may be fractions."""


def check(tables: Tables) -> None:
    """Raises BadFile with every figure that no battle can be fought with, its file, and what would do."""
    faults = [
        *tables.outside(_WHOLE, whole=True),
        *tables.outside(_NUMBERS),
        *_spread(tables["place"]),
        *_spread(tables["critical"]),
        *_rising(tables["range_edge"]),
    ]
    if faults:
        raise BadFile(faults)


def _spread(table: Table) -> Iterator[Fault]:
    """Each face of the die has its row; where one does not fit, an entry that was changed is blamed."""
    first = 1.0
    for key in sorted(table, key=lambda each: table.cell(each, "high")):
        low, high = table.cell(key, "low"), table.cell(key, "high")
        if low != first or high < low:
            changed = [each for each in table if table[each].status == "variant"]
            yield table.fault(key if key in changed else [*changed, key][0], texts()("expected.faces"))
            return
        first = high + 1


def _rising(table: Table) -> Iterator[Fault]:
    """Of the last band only the name is used: it has no upper edge."""
    edges = list(table)[:-1]
    if table.number(edges[0]) <= 0:
        yield table.fault(edges[0], texts()("expected.more_than", least=0))
    for before, key in pairwise(edges):
        if table.number(key) <= table.number(before):
            yield table.fault(key, texts()("expected.more_than", least=table.number(before)))
