"""Figures that a battle cannot be fought with: a variant that holds any is refused, all of them named."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from navalrules import BadFile, Fault, Table, Tables
from navalrules_mumford.texts import texts

_MOST: Final = 1_000_000
_HUNDREDTH: Final = 0.01
_INCHES: Final = 1000
_FASTEST: Final = 50
"""With the most that a grade of speed adds, no more than can be ordered."""
_GRADE: Final = 10
_WIDEST: Final = 20
"""A turn of 120 degrees on it is a path that can still be ordered."""
_FACES: Final = 6
_STRONGEST: Final = 7
_FORCES: Final = 12
_HALF_TURN: Final = 180
_TOWED: Final = ("of_three", "of_two", "of_frigate", "of_sloop")

_WHOLE: Final[tuple[tuple[str, int, int, tuple[str, ...]], ...]] = (
    ("grapple", 0, _MOST, ("men_a_fifth",)),
    ("frontage", 1, 1000, ("men", "round")),
    ("melee_loss", 0, 100, ()),
    ("prize", 0, _MOST, ()),
    ("grape_cap", 0, 100, ()),
    ("mast_shares", 0, 1000, ()),
    ("pairs", 1, _MOST, ()),
    ("officer", 1, 100, ("percent",)),
    ("fire", 0, 1000, ("men", "reach", "lbs", "hull")),
    ("flotation", 1, 1000, ()),
    ("leak", 0, 1000, ()),
    ("pumps", 0, 1000, ()),
    ("survivors", 1, _MOST, ("blown_up_of", "sixths")),
    ("survivors", 0, 100, ("sunk_percent", "sunk_each", "drown_percent")),
    ("survivors", 0, _MOST, ("ship_rescues", "boat_rescues")),
    ("least_crew", 1, _MOST, ()),
    ("each_die", -100, 100, ()),
    ("half_die", -100, 100, ()),
    ("range", -100, 100, ()),
    ("lfr", 1, 1000, ()),
    ("undermanned", 0, 1000, ()),
    ("boom_masts", 0, 1000, ()),
    ("scrapes", 0, 1000, ("1", "2", "3", "4", "5", "6")),
    ("scrapes", 1, _MOST, ("keeps",)),
    *(
        (how, 0, 1000, ("moves", "masts", "hull", "sinks"))
        for how in ("stuck", "stuck_fast", "stove_in", "wrecked")
    ),
    *((how, -1, 3, ("way",)) for how in ("stuck", "stuck_fast", "stove_in", "wrecked")),
    *((how, 0, 3, ("shed_thirds",)) for how in ("stuck", "stuck_fast", "stove_in", "wrecked")),
    ("morale_test", 1, 100, ("step", "last")),
    ("morale_test", 0, 1000, ("fifths",)),
    ("quality", -_MOST, _MOST, ()),
    ("wind_strength", 0, _STRONGEST, ()),
    ("beaufort", 0, _FORCES, ()),
    ("wind_throw", 1, _MOST, ("again_from",)),
    ("wind_throw", 1, _STRONGEST, ("strength_die",)),
    ("shore", 1, _MOST, ("guns",)),
    ("shore", 0, _MOST, ("furnace_men",)),
    ("red_hot", 1, 1000, ("dice", "each", "pairs")),
    ("average_die", 0, _STRONGEST, ()),
    ("laid_up", 1, _MOST, ("moves",)),
    ("tack_mast", 0, 1000, ()),
    ("tacking", 0, 1000, ("boat_moves",)),
    ("tow", 0, 1000, ()),
    ("tow", 1, 1000, _TOWED),
    ("boats_to_tow", 0, 1000, ()),
)
"""Table, from where to where its whole numbers go, and of which entries or columns; none named means all."""

_NUMBERS: Final[tuple[tuple[str, float, float, tuple[str, ...]], ...]] = (
    ("frontage", _HUNDREDTH, _INCHES, ("inches",)),
    ("effect", 0, 1000, ()),
    ("reach", 0, _INCHES, ()),
    ("dice", _HUNDREDTH, _MOST, ("half_lbs",)),
    ("dice", 0, _MOST, ("half_from",)),
    ("multiplier", 0, 100, ()),
    ("arc", _HUNDREDTH, _MOST, ("rail",)),
    ("arc", 0, _HALF_TURN, ("bow", "stern", "each_side", "45_total")),
    ("weight_share", 1, _MOST, ("wreck_of",)),
    ("weight_share", 0, 1, ("disordered",)),
    ("boom", 0, _INCHES, ("gap", "sinks_after")),
    ("kedge", 0, _INCHES, ()),
    ("disc", 0, _FASTEST, ()),
    ("sailing", 0, _HALF_TURN, ("closest",)),
    ("sailing", _HUNDREDTH, _HALF_TURN, ("mark",)),
    ("sailing", _HUNDREDTH, _WIDEST, ("radius",)),
    ("sailing", 0, _FASTEST, ("drift", "wreck_drift", "start_speed")),
    ("sailing", 0, 2, ("knot",)),
    ("speed_grade", -_GRADE, _GRADE, ()),
    ("sailing", _HUNDREDTH, _MOST, ("masts_to_stop",)),
    ("sailing", 1, _MOST, ("jury",)),
    ("speed_limit", 0, _INCHES, ()),
    ("hull", _HUNDREDTH, _INCHES, ()),
    ("formation", 0, _INCHES, ()),
    ("shore", _HUNDREDTH, _INCHES, ("frontage",)),
    ("boat", 0, _INCHES, ("row",)),
    ("boat", 1, _MOST, ("crew",)),
    ("boat_drift", 0, _INCHES, ()),
    ("towing", 0, _INCHES, ()),
)
"""The same of numbers that may be fractions."""


def check(tables: Tables) -> None:
    """Raises BadFile with every figure that no battle can be fought with, its file, and what would do."""
    faults = [
        *tables.outside(_WHOLE, whole=True),
        *tables.outside(_NUMBERS),
        *_rising(tables["range_from"]),
        *_shares(tables["mast_shares"]),
        *_tows(tables["tow"]),
        *_booms(tables),
        *_shoals(tables),
    ]
    if faults:
        raise BadFile(faults)


def _rising(table: Table) -> Iterator[Fault]:
    first = next(iter(table))
    if table.number(first) != 0:
        yield table.fault(first, "0")
    for before, key in pairwise(table):
        if table.number(key) <= table.number(before):
            yield table.fault(key, texts()("expected.more_than", least=table.number(before)))


def _shares(table: Table) -> Iterator[Fault]:
    """As many masts as stand have a share: points that the others had left over must fall somewhere."""
    for count, key in enumerate(("one", "two", "three"), 1):
        if min(table.row(key)[:count]) == 0:
            yield table.fault(key, texts()("expected.shares", count=count))


def _tows(table: Table) -> Iterator[Fault]:
    """Nobody goes faster for what she tows."""
    for key in table:
        row = table.row(key)
        if any(part > whole for part, whole in zip(row[::2], row[1::2], strict=True)):
            yield table.fault(key, texts()("expected.part"))


def _booms(tables: Tables) -> Iterator[Fault]:
    """A throw of six and what a three-decker adds must come to something."""
    table = tables["boom_result"]
    for key in table:
        if max(table.row(key)) < _FACES:
            yield table.fault(key, texts()("expected.a_highest", least=_FACES))
    spare = int(max(table.row("three-decker_fast"))) - _FACES
    yield from tables["boom"].outside(-_MOST, max(spare, 0), "three_decker_fast", whole=True)


def _shoals(tables: Tables) -> Iterator[Fault]:
    """So must a throw of one and what a class adds."""
    table = tables["shoal_result"]
    for key in table:
        if min(table.row(key)) > 1:
            yield table.fault(key, texts()("expected.a_lowest", most=1))
    spare = int(max(min(table.row(key)) for key in table)) - 1
    yield from tables["shoal"].outside(min(spare, 0), _MOST, "frigate", "sloop", whole=True)
