"""What entries of the tables must be before a battle can be fought with them.

A table says of what kind an entry is. A word that must name something, rows that a die is looked up in and
numbers that count things need more: a variant that does not keep to it is refused, all such entries named.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import accumulate
from typing import Final

from navalrules import BadFile, Table, Tables
from navalrules_btq.harm_lore import BASE_FIRE
from navalrules_btq.ordnance import BANDS, SHOTS
from navalrules_btq.ship import QUALITIES
from navalrules_btq.surrender import GRAPPLE, SHOT

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


def _speed_rows(tables: Tables) -> tuple[str, ...]:
    return ("none", *dict.fromkeys(key.partition("_")[2] for key in tables["speed"]))


_WORDS: Final[tuple[tuple[str, str, Known], ...]] = (
    ("beaufort", "", _keys("wind_strength")),
    ("wind_alias", "", _keys("wind_strength")),
    ("wind_check", "floor", _keys("wind_strength")),
    ("tack", "lightest_wind", _keys("wind_strength")),
    ("new_game_wind", "strength", _keys("wind_strength")),
    ("speed_row", "", _speed_rows),
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

_READINGS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "gunnery_reading": {
        "shot_stock_unit": ("arc_firing", "turn", "gun"),
        "double_reset": ("any_turn_without", "other_shot"),
        "high_band_from": ("first", "farthest"),
        "high_share": ("thrown", "all"),
        "crew_shortage_base": ("arc", "ship"),
        "cross_deck": ("listed", "spread"),
        "gunnery_order": ("broadside", "battery"),
        "partial_mode": ("count", "half"),
        "deferred_fire": ("turn_end", "fire_step"),
        "unknown_nation": ("refused", "fallback"),
    },
    "harm_reading": {
        "founder_effect": ("none", "sinking"),
        "dc_party": ("complement", "living"),
        "dismasted_test": ("lowest", "all"),
        "cascade_target": ("random_standing", "lowest_standing"),
        "flood_effect": ("after_check", "before_check"),
        "fire_party_base": ("living", "complement"),
        "turn_step": ("ceil10", "exact"),
    },
    "pvn": {"pvn_scope": ("one_broadside", "all_guns")},
    "sailing": {
        "turn_percent_per": ("point", "turn"),
        "no_sail_set": ("lost_or_marked", "lost"),
        "out_of_action": ("drift", "lie_still"),
    },
    "irons": {"irons_recovery_heading": ("nearest_same_tack", "old_heading")},
    "grappled_move": {"grappled_move": ("as_fouled", "still")},
    "boarding": {"counter_tie": ("none", "won", "lost"), "board_loss_groups": ("committed", "spill")},
    "officer_clock": {"officer_clock": ("restart", "run")},
    "morale_pass": {"morale_pass": ("at_or_under", "under")},
    "collision": {"full_board": ("larger", "smaller")},
    "friendly_foul": {"friendly_foul_best": ("lower", "higher")},
    "historical_data": {"carronade_chaser": ("left_out", "broadside", "refused")},
}
"""What may be chosen where the rulebook leaves something open, by table and key."""
_LISTS: Final = (
    ("harm_reading", "base_fire_rules", sorted(BASE_FIRE)),
    ("gunnery_reading", "crew_aim_shots", SHOTS),
    ("gunnery_reading", "unarmed_strikes_on", (SHOT, GRAPPLE)),
)
"""Table, key, and the words of which the text there may list any."""

_COUNTS: Final = (
    ("turn_cap", 0, _OFF, ()),
    ("gun_crew", 1, _MOST, ()),
    ("scale", 1, _MOST, ()),
    ("pvn", 0, _PERCENT, ("pvn_min_sp_left",)),
    ("pvn", 0, _PERCENT, ("carronades_percent",)),
    ("wind_check", 1, _MOST, ("every_turns",)),
    ("derived", 1, _PERCENT, ("hvn_per_ton",)),
    ("crew_damage", 1, _MOST, ()),
    ("undermanned", 1, _MOST, ("sailing_divisor",)),
    ("undermanned", 1, _MOST, ("reduced_sailing_divisor",)),
    ("damage_control", 1, _MOST, ("founder_divisor",)),
    ("hull", 1, _PERCENT, ("step",)),
    ("mast", 1, _PERCENT, ("sp_step",)),
    ("collision", 1, _MOST, ("collision_divisor",)),
    ("irons", 1, _MOST, ("locked_drift_divisor",)),
    ("irons", 1, _MOST, ("wind_drift_divisor",)),
    ("new_ship", 0, _MOST, ("last_move",)),
    ("planner", 0, _PERCENT, ("segments",)),
    ("planner", 0, _MOST, ("plan_budget",)),
)
"""Table, from where to where its whole numbers go, and of which entries; of all where none is named."""
_NUMBERS: Final = (("derived", _LEAST, _PERCENT, ("sail_factor",)),)
"""The same of numbers that may be fractions."""


def check(tables: Tables) -> None:
    """Raises BadFile with every entry that cannot be played, its file, and what would do."""
    faults = [
        *(
            tables[name].fault(key, expected)
            for name, problems in _problems(tables)
            for key, expected in problems
        ),
        *tables.outside(_COUNTS, whole=True),
        *tables.outside(_NUMBERS),
    ]
    if faults:
        raise BadFile(faults)


def _whole(number: float) -> bool:
    return number == int(number)


def _problems(tables: Tables) -> Iterator[tuple[str, Iterator[Problem]]]:
    for name, key, known in _WORDS:
        yield name, _words(tables[name], key, known(tables))
    for name, readings in _READINGS.items():
        for key, ways in readings.items():
            yield name, _words(tables[name], key, ways)
    for name, key, words in _LISTS:
        yield name, _listed(tables[name], key, words)
    for name in ("wind_strength_check", "wind_direction_check"):
        yield name, _rows(tables[name])
    yield "nbcf", _casualties(tables["nbcf"])
    yield "fallback", _fallback(tables["fallback"])
    yield "special_damage", _rising(tables["special_damage"])
    yield "random_wind_weights", _weights(tables["random_wind_weights"])
    yield "point_of_sail", _angles(tables["point_of_sail"])


def _words(table: Table, key: str, known: Collection[str]) -> Iterator[Problem]:
    for each in (key,) if key else table:
        if table[each].value not in known:
            yield each, f"one of: {', '.join(known)}"


def _listed(table: Table, key: str, known: Collection[str]) -> Iterator[Problem]:
    if not set(table.text(key).split()) <= set(known):
        yield key, f"some of, with spaces between: {', '.join(known)}"


def _blamed(table: Table, key: str) -> str:
    """The entry to be named where a table as a whole will not do: one that was changed, if `key` was not."""
    changed = [each for each in table if table[each].status == _VARIANT]
    return key if key in changed or not changed else changed[0]


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
