"""What entries of the tables must be before a battle can be fought with them.

A table says of what kind an entry is. A word that must name something, rows that a die is looked up in and
numbers that count things need more: a variant that does not keep to it is refused, all such entries named.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import accumulate
from typing import Final

from navalrules import BadFile, Table, Tables
from navalrules_btq.ordnance import BANDS, SHOTS
from navalrules_btq.ship import QUALITIES

_VARIANT: Final = "variant"
_OFF: Final = 16
_PERCENT: Final = 100
_LEAST: Final = 0.0001
_HUNDREDTH: Final = 0.01
_BANDS: Final = 3
"""How many columns of a nation's casualty table say where its bands begin; its factors follow."""
_MOUNTS: Final = ("broadside", "bow", "stern")
_MOST: Final = 1_000_000
_ANGLES: Final = f"points off the wind, each row from one past the end of that before it, the last to {_OFF}"

Known = Callable[[Tables], Collection[str]]
Problem = tuple[str, str]


def _keys(name: str) -> Known:
    return lambda tables: tuple(tables[name])


def _plans(tables: Tables) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key.rpartition("_")[0] for key in tables["mast_layout"]))


_WORDS: Final[tuple[tuple[str, str, Known], ...]] = (
    ("beaufort", "", _keys("wind_strength")),
    ("wind_alias", "", _keys("wind_strength")),
    ("wind_check", "floor", _keys("wind_strength")),
    ("tack", "lightest_wind", _keys("wind_strength")),
    ("new_game_wind", "strength", _keys("wind_strength")),
    ("shot_reach", "", lambda _: BANDS),
    ("rake_shot", "shot", lambda _: SHOTS),
    ("crew_grade", "", lambda _: QUALITIES),
    ("nbcf_map", "", _keys("nbcf")),
    ("class_aliases", "", _keys("ship_class")),
    ("gun_aliases", "", _keys("gun_poundage")),
    ("gunnery_reading", "livre36", _keys("range_bands")),
    ("historical_data", "pivot", lambda _: _MOUNTS),
    ("sail_name", "", _keys("sail_weights")),
    ("mast_plan_by_sails", "", _plans),
)
"""Table, key ("" for all of them), and what the text there may name."""

_COUNTS: Final[tuple[tuple[str, str, int, int], ...]] = (
    ("turn_cap", "", 0, _OFF),
    ("gun_crew", "", 1, _MOST),
    ("scale", "", 1, _MOST),
    ("pvn", "pvn_min_sp_left", 0, _PERCENT),
    ("pvn", "carronades_percent", 0, _PERCENT),
    ("wind_check", "every_turns", 1, _MOST),
    ("derived", "hvn_per_ton", 1, _PERCENT),
    ("crew_damage", "", 1, _MOST),
    ("undermanned", "sailing_divisor", 1, _MOST),
    ("undermanned", "reduced_sailing_divisor", 1, _MOST),
    ("damage_control", "founder_divisor", 1, _MOST),
    ("hull", "step", 1, _PERCENT),
    ("mast", "sp_step", 1, _PERCENT),
    ("collision", "collision_divisor", 1, _MOST),
    ("irons", "locked_drift_divisor", 1, _MOST),
    ("irons", "wind_drift_divisor", 1, _MOST),
    ("new_ship", "last_move", 0, _MOST),
    ("planner", "segments", 0, _PERCENT),
    ("planner", "plan_budget", 0, _MOST),
)
"""Table, key ("" for all of them), and from where to where its whole numbers go."""


def check(tables: Tables) -> None:
    """Raises BadFile with every entry that cannot be played, its file, and what would do."""
    faults = [
        tables[name].fault(key, expected)
        for name, problems in _problems(tables)
        for key, expected in problems
    ]
    if faults:
        raise BadFile(faults)


def _whole(number: float) -> bool:
    return number == int(number)


def _problems(tables: Tables) -> Iterator[tuple[str, Iterator[Problem]]]:
    for name, key, known in _WORDS:
        yield name, _words(tables[name], key, known(tables))
    for name, key, least, most in _COUNTS:
        yield name, _counts(tables[name], key, least, most)
    for name in ("wind_strength_check", "wind_direction_check"):
        yield name, _rows(tables[name])
    yield "derived", _sail_factor(tables["derived"])
    yield "nbcf", _casualties(tables["nbcf"])
    yield "fallback", _fallback(tables["fallback"])
    yield "special_damage", _rising(tables["special_damage"])
    yield "random_wind_weights", _weights(tables["random_wind_weights"])
    yield "point_of_sail", _angles(tables["point_of_sail"])


def _words(table: Table, key: str, known: Collection[str]) -> Iterator[Problem]:
    for each in (key,) if key else table:
        if table[each].value not in known:
            yield each, f"one of: {', '.join(known)}"


def _counts(table: Table, key: str, least: int, most: int) -> Iterator[Problem]:
    for each in (key,) if key else table:
        if isinstance(table[each].value, str | bool | tuple):
            continue
        if not (_whole(table.number(each)) and least <= table.number(each) <= most):
            yield each, f"a whole number from {least} to {most}"


def _blamed(table: Table, key: str) -> str:
    """The entry to be named where a table as a whole will not do: one that was changed, if `key` was not."""
    changed = [each for each in table if table[each].status == _VARIANT]
    return key if key in changed or not changed else changed[0]


def _sail_factor(table: Table) -> Iterator[Problem]:
    if not _LEAST <= table.number("sail_factor") <= _PERCENT:
        yield "sail_factor", f"a number from {_LEAST} to {_PERCENT}"


def _casualties(table: Table) -> Iterator[Problem]:
    for key in table:
        if min(table.row(key)[_BANDS:]) < _HUNDREDTH:
            yield key, f"casualty factors of at least {_HUNDREDTH}"


def _fallback(table: Table) -> Iterator[Problem]:
    if table.number("nbcf") < _HUNDREDTH:
        yield "nbcf", f"a casualty factor of at least {_HUNDREDTH}"


def _rows(table: Table) -> Iterator[Problem]:
    ends = {key: table.cell(key, "to") for key in table}
    before, last = 0.0, list(ends)[-1]
    for key, end in ends.items():
        if not _whole(end) or not before < end <= _PERCENT or (key == last and end != _PERCENT):
            yield (
                _blamed(table, key),
                f"rows whose highest faces rise from 1 or more to {_PERCENT}, whole numbers all",
            )
            return
        before = end


def _rising(table: Table) -> Iterator[Problem]:
    before = 0.0
    for key in table:
        if not _whole(table.number(key)) or not before < table.number(key) < _PERCENT:
            yield (
                _blamed(table, key),
                f"faces that rise from 1 or more to less than {_PERCENT}, whole numbers all",
            )
            return
        before = table.number(key)


def _weights(table: Table) -> Iterator[Problem]:
    for key, total in zip(table, accumulate(table.number(key) for key in table), strict=True):
        if not _whole(table.number(key)) or table.number(key) < 0 or total > _MOST:
            yield _blamed(table, key), f"whole numbers from 0, all together 1 to {_MOST}"
            return
    if not any(table.number(key) for key in table):
        yield _blamed(table, next(iter(table))), f"whole numbers from 0, all together 1 to {_MOST}"


def _angles(table: Table) -> Iterator[Problem]:
    for rig in ("square", "fore_and_aft"):
        after = 0
        for key in table:
            first, last = table.cell(key, f"{rig}_from"), table.cell(key, f"{rig}_to")
            if first != after or not (_whole(last) and first <= last <= _OFF):
                yield _blamed(table, key), _ANGLES
                return
            after = int(last) + 1
        if after <= _OFF:
            yield _blamed(table, key), _ANGLES
