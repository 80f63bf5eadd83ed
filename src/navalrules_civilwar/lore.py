"""What is worked out once from the tables in force, so that play only looks things up."""

from __future__ import annotations

import math
from bisect import bisect_left
from typing import Final

import attrs

from navalrules import Lookup, Modifier, Table, Tables
from navalrules_civilwar import bounds

KINDS: Final = ("LSB", "MSB", "HSB", "LR", "MR", "HR")


@attrs.frozen
class Place:
    """What a hit in one place costs, in squares, and what a heavy gun costs further."""

    key: str
    hull: int
    heavy_hull: int
    crew: int
    heavy_crew: int
    gun: int
    waterline: int
    heavy_waterline: int
    boats: int
    heavy_boats: int


@attrs.frozen
class Lore:
    """Lookups and constant modifiers made from the tables of one battle."""

    edges: tuple[float, ...]
    bands: tuple[str, ...]
    by_range: dict[tuple[str, str], Modifier]
    by_situation: dict[str, Modifier]
    by_weather: dict[str, tuple[Modifier, ...]]
    by_grade: dict[str, Modifier]
    by_force: tuple[str, ...]
    place: Lookup
    places: dict[str, Place]
    critical: Lookup
    need: int
    die: int
    rake_angle: float
    rake_range: float
    broadside_angle: float
    haze_beyond: float
    arcs: tuple[tuple[str, float, float, bool], ...]
    halves: float
    notch: float
    steam_interval: float
    sail_interval: float
    rise: float
    fall: float
    astern_share: float
    first_pump: int
    pumps_percent: int
    each_percent: int
    steering: int
    boiler: int
    sail_change: int

    def band(self, inches: float) -> str:
        """The range band; a band takes its upper edge (ACW-GUN-13)."""
        return self.bands[bisect_left(self.edges, inches)]

    @classmethod
    def of(cls, tables: Tables) -> Lore:
        """Work everything out from `tables`; raises BadFile for figures that no battle can be fought with."""
        bounds.check(tables)
        arc, edges, circle = tables["arc"], tables["range_edge"], tables["circle"]
        speed, pumps, crew = tables["speed"], tables["pumps"], tables["crew"]
        reach = [edges.number(key) for key in edges.entries]
        # The last band begins at its edge (90 inches and beyond), so the one before ends just short of it.
        reach[-2] -= 1e-6
        reach[-1] = math.inf
        return cls(
            edges=tuple(reach),
            bands=tuple(edges.entries),
            by_range=_by_range(tables["range"]),
            by_situation=_modifiers(tables["situation"]),
            by_weather={
                key: (modifier,) if modifier.amount else ()
                for key, modifier in _modifiers(tables["situation"]).items()
                if key.startswith(("sea_", "haze_"))
            },
            by_grade=_modifiers(tables["grade"]),
            by_force=tuple(tables["beaufort"].text(str(force)) for force in range(13)),
            place=_lookup(tables["place"]),
            places={key: _place(tables["place"], key) for key in tables["place"].entries},
            critical=_lookup(tables["critical"]),
            need=tables["to_hit"].whole("need"),
            die=tables["to_hit"].whole("die"),
            rake_angle=arc.number("rake_angle"),
            rake_range=arc.number("rake_range"),
            broadside_angle=arc.number("broadside_angle"),
            haze_beyond=tables["situation"].number("haze_beyond"),
            arcs=tuple(_arc(arc, name) for name in _ARCS),
            halves=halves(tables),
            notch=circle.number("notch"),
            steam_interval=circle.number("steam_interval"),
            sail_interval=circle.number("sail_interval"),
            rise=speed.number("rise"),
            fall=speed.number("fall"),
            astern_share=speed.number("astern_share"),
            first_pump=pumps.whole("first"),
            pumps_percent=pumps.whole("all_percent"),
            each_percent=pumps.whole("each_percent"),
            steering=crew.whole("steering"),
            boiler=crew.whole("boiler"),
            sail_change=crew.whole("sail_change"),
        )


def halves(tables: Tables) -> float:
    """Knots by which one inch is run in a half-move (ACW-MOVE-01, ACW-SEQ-15)."""
    return tables["speed"].number("halves") / tables["speed"].number("knot_inches")


_ARCS: Final = ("port", "starboard", "bow", "stern")
EDGE: Final = 1e-4
"""Degrees by which an edge is widened, so that ships almost on one spot measure alike on a turned table."""


def _arc(table: Table, name: str) -> tuple[str, float, float, bool]:
    """An arc's name, its first and last bearing, widened, and whether it lies across the bow."""
    first, last = table.number(f"{name}_from"), table.number(f"{name}_to")
    return name, first - EDGE, last + EDGE, first > last


def _by_range(table: Table) -> dict[tuple[str, str], Modifier]:
    return {
        (band, kind): Modifier("range", _plain(table.cell(band, kind)), entry.rule)
        for band, entry in table.entries.items()
        for kind in KINDS
    }


def _modifiers(table: Table) -> dict[str, Modifier]:
    return {key: Modifier(key, _plain(table.number(key)), entry.rule) for key, entry in table.entries.items()}


def _plain(value: float) -> float:
    return int(value) if value == int(value) else value


def _lookup(table: Table) -> Lookup:
    rows = sorted((int(table.cell(key, "high")), key) for key in table.entries)
    return Lookup(rows[-1][0], tuple(rows))


def _place(table: Table, key: str) -> Place:
    return Place(key, **{what: int(table.cell(key, what)) for what in _COSTS})


_COSTS: Final = tuple([field.name for field in attrs.fields(Place)][1:])
