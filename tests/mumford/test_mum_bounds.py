"""Figures that no battle can be fought with are refused before it begins, each entry named."""

from __future__ import annotations

from typing import Any

import pytest
from sea import RULES

import navalrules as nr
from navalrules_mumford import bounds
from navalrules_mumford.sailing import means


def refused(changes: dict[str, dict[str, Any]]) -> list[str]:
    variant = nr.Variant("odd", "mumford", {}, changes, "odd.toml")
    with pytest.raises(nr.BadFile) as caught:
        nr.Battle.begin(nr.scenario("mumford-duel-74"), variant=variant)
    return str(caught.value).splitlines()


def test_the_tables_of_the_rulebook_keep_to_them() -> None:
    bounds.check(RULES.tables)


@pytest.mark.parametrize(
    ("table", "key", "value", "expected"),
    [
        ("grapple", "men_a_fifth", -1, "a whole number from 0 to 1000000"),
        ("frontage", "men", 0, "a whole number from 1 to 1000"),
        ("frontage", "round", 0, "a whole number from 1 to 1000"),
        ("frontage", "round", 0.5, "a whole number from 1 to 1000"),
        ("frontage", "inches", 0, "a number from 0.01 to 1000"),
        ("melee_loss", "winner", -1, "a whole number from 0 to 100"),
        ("melee_loss", "draw", 101, "a whole number from 0 to 100"),
        ("prize", "crew", -1, "a whole number from 0 to 1000000"),
        ("prize", "moves", -1, "a whole number from 0 to 1000000"),
        ("grape_cap", "ship", 101, "a whole number from 0 to 100"),
        ("grape_cap", "battery", -1, "a whole number from 0 to 100"),
        ("mast_shares", "three", [3, 2, -1], "under nearest, next, farthest: a whole number from 0 to 1000"),
        ("mast_shares", "three", [3, 2, 0], "at least 1 for the first 3"),
        ("mast_shares", "two", [2, 0, 1], "at least 1 for the first 2"),
        ("mast_shares", "one", [0, 1, 1], "at least 1 for the first 1"),
        ("pairs", "boat", 0, "a whole number from 1 to 1000000"),
        ("pairs", "fire", 0, "a whole number from 1 to 1000000"),
        ("officer", "percent", 0, "a whole number from 1 to 100"),
        ("fire", "men", -1, "a whole number from 0 to 1000"),
        ("fire", "reach", -1, "a whole number from 0 to 1000"),
        ("fire", "lbs", -1, "a whole number from 0 to 1000"),
        ("fire", "hull", -1, "a whole number from 0 to 1000"),
        ("fire", "hull", 1001, "a whole number from 0 to 1000"),
        ("flotation", "per_gun", 0, "a whole number from 1 to 1000"),
        ("flotation", "percent", 0, "a whole number from 1 to 1000"),
        ("flotation", "men_a_pump", 0, "a whole number from 1 to 1000"),
        ("leak", "0", -1, "a whole number from 0 to 1000"),
        ("leak", "9", 1001, "a whole number from 0 to 1000"),
        ("pumps", "two-decker", -1, "a whole number from 0 to 1000"),
        ("survivors", "blown_up_of", 0, "a whole number from 1 to 1000000"),
        ("survivors", "sixths", 0, "a whole number from 1 to 1000000"),
        ("survivors", "sunk_percent", 101, "a whole number from 0 to 100"),
        ("survivors", "sunk_each", -1, "a whole number from 0 to 100"),
        ("survivors", "drown_percent", -1, "a whole number from 0 to 100"),
        ("survivors", "ship_rescues", -1, "a whole number from 0 to 1000000"),
        ("survivors", "boat_rescues", -1, "a whole number from 0 to 1000000"),
        ("least_crew", "gun", 0, "a whole number from 1 to 1000000"),
        ("least_crew", "carronade", 0, "a whole number from 1 to 1000000"),
        ("each_die", "boats", 101, "a whole number from -100 to 100"),
        ("half_die", "minus_2", 101, "a whole number from -100 to 100"),
        ("range", "0-5", [101, 0], "under main, short: a whole number from -100 to 100"),
        ("lfr", "veteran_main", [0, 3, 4, 4, 5], "under staunch, good, average, poor, mutinous: a whole"),
        ("undermanned", "90", -1, "a whole number from 0 to 1000"),
        ("boom_masts", "through", [20, 10, -1], "under fore, main, mizzen: a whole number from 0 to 1000"),
        *(("scrapes", face, -1, "a whole number from 0 to 1000") for face in "123456"),
        ("scrapes", "keeps", 0, "a whole number from 1 to 1000000"),
        ("morale_test", "step", 0, "a whole number from 1 to 100"),
        ("morale_test", "last", -1, "a whole number from 1 to 100"),
        ("morale_test", "fifths", -1, "a whole number from 0 to 1000"),
        ("quality", "hero", 5.5, "a whole number from -1000000 to 1000000"),
        ("wind_strength", "3", 8, "a whole number from 0 to 7"),
        ("beaufort", "3", 13, "a whole number from 0 to 12"),
        ("wind_throw", "again_from", 0, "a whole number from 1 to 1000000"),
        ("wind_throw", "strength_die", 0, "a whole number from 1 to 7"),
        ("wind_throw", "strength_die", 8, "a whole number from 1 to 7"),
        ("shore", "guns", 0, "a whole number from 1 to 1000000"),
        ("shore", "guns", 6.5, "a whole number from 1 to 1000000"),
        ("shore", "furnace_men", -1, "a whole number from 0 to 1000000"),
        ("shore", "frontage", 0, "a number from 0.01 to 1000"),
        ("red_hot", "dice", 0, "a whole number from 1 to 1000"),
        ("red_hot", "each", 0, "a whole number from 1 to 1000"),
        ("red_hot", "pairs", 0, "a whole number from 1 to 1000"),
        ("average_die", "6", 8, "a whole number from 0 to 7"),
        ("laid_up", "moves", 0, "a whole number from 1 to 1000000"),
        ("tack_mast", "5", [-1, 0, 0], "under to_1, at_2, at_3: a whole number from 0 to 1000"),
        ("tacking", "boat_moves", -1, "a whole number from 0 to 1000"),
        ("boats_to_tow", "frigate", -1, "a whole number from 0 to 1000"),
        ("tow", "frigate", [-3, 4, 2, 3, 1, 2, 1, 3], "under three-decker, of_three, two-decker"),
        ("tow", "frigate", [3, 0, 2, 3, 1, 2, 1, 3], "under of_three, of_two, of_frigate, of_sloop: a whole"),
        ("effect", "solid", [-1, 2, 1, 1], "under men, lbs, mast, hull: a number from 0 to 1000"),
        ("effect", "solid", [1, 2, 1, 1001], "under men, lbs, mast, hull: a number from 0 to 1000"),
        ("reach", "gun", -1, "a number from 0 to 1000"),
        ("dice", "half_lbs", 0, "a number from 0.01 to 1000000"),
        ("dice", "half_from", -1, "a number from 0 to 1000000"),
        ("multiplier", "stern", -1, "a number from 0 to 100"),
        ("arc", "rail", 0, "a number from 0.01 to 1000000"),
        ("arc", "bow", 181, "a number from 0 to 180"),
        ("arc", "stern", 181, "a number from 0 to 180"),
        ("arc", "each_side", -1, "a number from 0 to 180"),
        ("arc", "45_total", -1, "a number from 0 to 180"),
        ("weight_share", "wreck_of", 0, "a number from 1 to 1000000"),
        ("weight_share", "disordered", -0.5, "a number from 0 to 1"),
        ("boom", "gap", -1, "a number from 0 to 1000"),
        ("boom", "sinks_after", -1, "a number from 0 to 1000"),
        ("boom_result", "two-decker_fast", [2, 3, 0, 4, 5], "6 or more for the highest"),
        ("boom", "three_decker_fast", 94, "a whole number from -1000000 to 93"),
        ("shoal", "frigate", -11, "a whole number from -10 to 1000000"),
        ("shoal", "sloop", 2.5, "a whole number from -10 to 1000000"),
        ("shoal_result", "rocks_slow", [4, 3, 2, 2, 99], "1 or less for the lowest"),
        ("kedge", "moves", -1, "a number from 0 to 1000"),
        ("kedge", "haul", -1, "a number from 0 to 1000"),
        (
            "disc",
            "3",
            [3, 4, 5, 5.5, 6, 5.5, -1],
            "under 45, 67.5, 90, 112.5, 135, 157.5, 180: a number from 0 to 50",
        ),
        ("sailing", "closest", 181, "a number from 0 to 180"),
        ("sailing", "mark", 0, "a number from 0.01 to 180"),
        ("sailing", "radius", 0, "a number from 0.01 to 20"),
        ("sailing", "radius", 21, "a number from 0.01 to 20"),
        ("speed_grade", "fast", 11, "a number from -10 to 10"),
        ("tow", "frigate", [5, 4, 2, 3, 1, 2, 1, 3], "shares of at most 1"),
        ("sailing", "drift", -1, "a number from 0 to 50"),
        ("sailing", "wreck_drift", -1, "a number from 0 to 50"),
        ("sailing", "knot", -1, "a number from 0 to 2"),
        ("sailing", "start_speed", -1, "a number from 0 to 50"),
        ("sailing", "masts_to_stop", 0, "a number from 0.01 to 1000000"),
        ("sailing", "jury", 0, "a number from 1 to 1000000"),
        ("speed_limit", "line", [-1, 4], "under gain, loss: a number from 0 to 1000"),
        ("hull", "sloop", [2, 0], "under length, beam: a number from 0.01 to 1000"),
        ("formation", "interval", -1, "a number from 0 to 1000"),
        ("boat", "row", -1, "a number from 0 to 1000"),
        ("boat", "crew", 0, "a number from 1 to 1000000"),
        ("boat_drift", "4", -1, "a number from 0 to 1000"),
        ("towing", "moves", -1, "a number from 0 to 1000"),
        ("range_from", "0-5", 1, "0"),
        ("range_from", "10-15", 5, "more than 5"),
        *(
            (how, "6", row, expected)
            for how in ("stuck", "stuck_fast", "stove_in", "wrecked")
            for row, expected in (
                ([-1, 0, 0, 0, 0, 0], "under moves, masts, hull, sinks: a whole number from 0 to 1000"),
                ([1, 4, 0, 0, 0, 0], "under way: a whole number from -1 to 3"),
                ([1, 0, 0, 0, 4, 0], "under shed_thirds: a whole number from 0 to 3"),
            )
        ),
    ],
)
def test_an_entry_that_cannot_be_played(table: str, key: str, value: Any, expected: str) -> None:
    told = refused({table: {key: value}})
    assert told[0].startswith(f"odd.toml: tables.{table}.{key} = ")
    assert any(f": expected {expected}" in line for line in told)
    assert {line.split(" = ")[0] for line in told} == {f"odd.toml: tables.{table}.{key}"}


def test_all_entries_are_named_at_once() -> None:
    told = refused({"pairs": {"boat": 0, "fire": 0}, "arc": {"rail": 0}})
    assert [line.split(" = ")[0] for line in told] == [
        "odd.toml: tables.pairs.boat",
        "odd.toml: tables.pairs.fire",
        "odd.toml: tables.arc.rail",
    ]


def test_a_ship_at_anchor_need_not_lose_the_way_she_came_to_anchor_with() -> None:
    variant = nr.Variant("slow to stop", "mumford", {}, {"speed_limit": {"line": [3, 0]}})
    battle = nr.Battle.begin(nr.scenario("mumford-duel-74"), variant=variant)
    ship: Any = next(iter(battle.state.ships.values()))
    ship.anchored, ship.speed = True, 2.0
    assert means(battle, ship).low == 0.0
    ship.anchored = False
    assert means(battle, ship).low == 2.0
