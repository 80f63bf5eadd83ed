"""Tables that no battle can be fought with are refused before it begins, each entry named."""

from __future__ import annotations

from typing import Any

import pytest
from btq_table import RULES

import navalrules as nr
from navalrules_btq import bounds
from navalrules_btq.masts import layout_of


def refused(changes: dict[str, dict[str, Any]]) -> list[str]:
    variant = nr.Variant("odd", "btq", {}, changes, "odd.toml")
    with pytest.raises(nr.BadFile) as caught:
        nr.Battle.begin(nr.scenario("btq-frigate-duel"), variant=variant)
    return str(caught.value).splitlines()


def test_the_tables_of_the_rulebook_keep_to_them() -> None:
    bounds.check(RULES.tables)


@pytest.mark.parametrize(
    ("table", "key", "value", "expected"),
    [
        ("beaufort", "3", "x", "one of: calm, slight_air"),
        ("wind_alias", "slight_breeze", "x", "one of: calm, slight_air"),
        ("wind_check", "floor", "x", "one of: calm, slight_air"),
        ("tack", "lightest_wind", "x", "one of: calm, slight_air"),
        ("new_game_wind", "strength", "x", "one of: calm, slight_air"),
        ("speed_row", "gale", "storm", "one of: none, slight, light"),
        ("shot_reach", "grape", "short", "one of: point_blank, close, medium"),
        ("rake_shot", "shot", "x", "one of: ball, double"),
        ("crew_grade", "crack", "x", "one of: crack, experienced"),
        ("nbcf_map", "us_navy_1812_15", "x", "one of: us, gb"),
        ("class_aliases", "snow", "x", "one of: first_rate"),
        ("gun_aliases", "carronade_48", "x", "one of: long_48"),
        ("gunnery_reading", "livre36", "x", "one of: long_48"),
        ("historical_data", "pivot", "x", "one of: broadside, bow, stern"),
        ("sail_name", "mizzen_1", "x", "one of: topgallant, topsail"),
        ("gunnery_reading", "cross_deck", "all", "one of: listed, spread"),
        ("harm_reading", "flood_effect", "never", "one of: after_check, before_check"),
        ("pvn", "pvn_scope", "port", "one of: one_broadside, all_guns"),
        ("sailing", "no_sail_set", "never", "one of: lost_or_marked, lost"),
        ("irons", "irons_recovery_heading", "x", "one of: nearest_same_tack, old_heading"),
        ("grappled_move", "grappled_move", "x", "one of: as_fouled, still"),
        ("boarding", "counter_tie", "draw", "one of: none, won, lost"),
        ("officer_clock", "officer_clock", "x", "one of: restart, run"),
        ("morale_pass", "morale_pass", "x", "one of: at_or_under, under"),
        ("collision", "full_board", "x", "one of: larger, smaller"),
        ("friendly_foul", "friendly_foul_best", "x", "one of: lower, higher"),
        ("historical_data", "carronade_chaser", "x", "one of: left_out, broadside, refused"),
        ("harm_reading", "base_fire_rules", "put_out spread", "some of, with spaces between: burns_hull"),
        ("gunnery_reading", "crew_aim_shots", "grape shot", "some of, with spaces between: ball, double"),
        ("gunnery_reading", "unarmed_strikes_on", "ram", "some of, with spaces between: shot, grapple"),
        ("turn_cap", "fifth_rate", -100, "a whole number from 0 to 16"),
        ("gun_crew", "carronade_18", -100, "a whole number from 1 to 1000000"),
        ("gun_crew", "carronade_18", 0, "a whole number from 1 to 1000000"),
        ("scale", "1/1200", 0, "a whole number from 1 to 1000000"),
        ("mast_plan_by_sails", "10", "x", "one of: three_masted, two_masted, single_masted"),
        ("pvn", "carronades_percent", 0.5, "a whole number from 0 to 100"),
        ("wind_check", "every_turns", 0, "a whole number from 1 to 1000000"),
        ("derived", "hvn_per_ton", 0, "a whole number from 1 to 100"),
        ("derived", "sail_factor", 1e-9, "a number from 0.0001 to 100"),
        ("crew_damage", "points_a_man", 0, "a whole number from 1 to 1000000"),
        ("crew_damage", "reduced_points_a_man", -1, "a whole number from 1 to 1000000"),
        ("undermanned", "sailing_divisor", 0, "a whole number from 1 to 1000000"),
        ("undermanned", "reduced_sailing_divisor", 0, "a whole number from 1 to 1000000"),
        ("damage_control", "founder_divisor", 0, "a whole number from 1 to 1000000"),
        ("hull", "step", 0, "a whole number from 1 to 100"),
        ("mast", "sp_step", 0, "a whole number from 1 to 100"),
        ("collision", "collision_divisor", 0, "a whole number from 1 to 1000000"),
        ("irons", "locked_drift_divisor", 0, "a whole number from 1 to 1000000"),
        ("irons", "wind_drift_divisor", 0, "a whole number from 1 to 1000000"),
        ("nbcf", "gb", [25, 34, 82, 12, 9, 0, 3], "casualty factors of at least 0.01"),
        ("fallback", "nbcf", 0, "a casualty factor of at least 0.01"),
        ("new_ship", "last_move", -1, "a whole number from 0 to 1000000"),
        ("planner", "segments", -1, "a whole number from 0 to 100"),
        ("planner", "plan_budget", -1, "a whole number from 0 to 1000000"),
        ("pvn", "pvn_min_sp_left", 0.5, "a whole number from 0 to 100"),
        ("wind_direction_check", "right_far", [-1, 8], "rows whose highest faces rise from 1"),
        ("wind_direction_check", "same", [99, 0], "rows whose highest faces rise from 1"),
        ("wind_strength_check", "weaker", [80, -1], "rows whose highest faces rise from 1"),
        ("special_damage", "wheel", 1, "faces that rise from 1"),
        ("special_damage", "wheel", 100, "faces that rise from 1"),
        ("random_wind_weights", "calm", -1, "whole numbers from 0, all together 1"),
        ("point_of_sail", "running", [-100, 16, 14, 16], "points off the wind, each row from one past"),
        ("point_of_sail", "running", [14, 15, 14, 16], "points off the wind, each row from one past"),
        ("point_of_sail", "in_irons", [0, 1, 0, 4], "points off the wind, each row from one past"),
    ],
)
def test_an_entry_that_cannot_be_played(table: str, key: str, value: Any, expected: str) -> None:
    told = refused({table: {key: value}})
    assert len(told) == 1
    assert told[0].startswith(f"odd.toml: tables.{table}.{key} = ")
    assert f": expected {expected}" in told[0]


def test_every_word_that_nobody_knows_is_named_at_once() -> None:
    told = refused(
        {"gunnery_reading": {"high_share": "some", "partial_mode": "few"}, "tack": {"lightest_wind": "x"}}
    )
    assert [line.split(" = ")[0] for line in told] == [
        "odd.toml: tables.tack.lightest_wind",
        "odd.toml: tables.gunnery_reading.high_share",
        "odd.toml: tables.gunnery_reading.partial_mode",
    ]


def test_every_reading_that_is_a_word_is_held_to_those_known() -> None:
    free = {"name", "nation_of", "nationality_title", "new_game_wind"}
    known = {(table, key) for table, key, _ in (*bounds._WORDS, *bounds._LISTS)}
    known |= {(table, key) for table, keys in bounds._READINGS.items() for key in keys}
    open_to_all = [
        (name, key)
        for name, table in RULES.tables.items()
        for key in table
        if isinstance(table[key].value, str) and not {(name, key), (name, "")} & known and name not in free
    ]
    assert open_to_all == []


def test_no_wind_at_all_to_be_thrown_for() -> None:
    weights = dict.fromkeys(RULES.tables["random_wind_weights"], 0)
    assert "all together 1" in refused({"random_wind_weights": weights})[0]


def test_all_entries_are_named_at_once() -> None:
    told = refused({"beaufort": {"3": "x", "4": "y"}, "turn_cap": {"fifth_rate": -1}})
    assert [line.split(" = ")[0] for line in told] == [
        "odd.toml: tables.beaufort.3",
        "odd.toml: tables.beaufort.4",
        "odd.toml: tables.turn_cap.fifth_rate",
    ]


def test_a_mast_plan_with_no_layout_of_so_few_sails() -> None:
    variant = nr.Variant("odd", "btq", {}, {"mast_plan_by_sails": {"2": "single_masted", "1": "two_masted"}})
    tables = variant.layered(RULES.tables)
    bounds.check(tables)
    assert layout_of(tables, 2) == "single_masted_2"
    with pytest.raises(nr.UnknownName, match="two_masted_1"):
        layout_of(tables, 1)
