"""Figures that no battle can be fought with are refused before it begins, each entry named."""

from __future__ import annotations

from typing import Any

import pytest

import navalrules as nr
from navalrules_civilwar import bounds

DUEL = "kearsarge-alabama-1864"
PLACE = [3, 5, 1, 1, 0, 0, 0, 1, 0, 0, 0]
SQUARES = "a whole number from 0 to 1000"
KNOTS = "a number from 0 to 1000"
SHARE = "a number from 0 to 1"


def begun(changes: dict[str, dict[str, Any]], seed: int = 0) -> nr.Battle:
    variant = nr.Variant("odd", "civilwar", {}, changes, "odd.toml")
    return nr.Battle.begin(nr.scenario(DUEL), variant=variant, seed=seed)


def refused(changes: dict[str, dict[str, Any]]) -> list[str]:
    with pytest.raises(nr.BadFile) as caught:
        begun(changes)
    return str(caught.value).splitlines()


def test_the_tables_of_the_rulebook_keep_to_them() -> None:
    bounds.check(nr.ruleset("civilwar").tables)


@pytest.mark.parametrize(
    ("table", "key", "value", "expected"),
    [
        ("crew", "men_per_square", 0, "a whole number from 1 to 1000000"),
        ("crew", "least", 0, "a whole number from 1 to 1000000"),
        ("crew", "sail_change", 0, "a whole number from 1 to 1000000"),
        ("crew", "marines", -1, SQUARES),
        ("crew", "gun", -1, SQUARES),
        ("crew", "boiler", -1, SQUARES),
        ("crew", "steering", 0.5, SQUARES),
        ("pumps", "first", -1, "a whole number from 0 to 1000000"),
        ("pumps", "short_waterline", -1, "a whole number from 0 to 1000000"),
        ("pumps", "all_percent", -1, "a whole number from 0 to 1000000"),
        ("pumps", "each_percent", 0, "a whole number from 1 to 1000000"),
        ("wreck", "squares", -1, SQUARES),
        ("wreck", "turns", 0.5, SQUARES),
        ("place", "hull_crew", [3, 1001, *PLACE[2:]], "under low, high: a whole number from 1 to 1000"),
        ("place", "hull_crew", [3, 4, *PLACE[2:]], "rows that take the faces of the die from 1 on"),
        (
            "place",
            "hull_crew",
            [*PLACE[:2], -1, *PLACE[3:]],
            "under hull, crew, gun, waterline, boats: a whole",
        ),
        (
            "place",
            "hull_crew",
            [*PLACE[:7], -1, 0, 0, 0],
            "under heavy_hull, heavy_crew, heavy_waterline, heavy_",
        ),
        ("critical", "gun", [0, 1], "under low, high: a whole number from 1 to 1000"),
        ("critical", "gun", [1, 2], "rows that take the faces of the die from 1 on"),
        ("mishap", "mast_falls_from", 4.5, "a whole number from -1000000 to 1000000"),
        ("mishap", "steering_jams_from", 4.5, "a whole number from -1000000 to 1000000"),
        ("mishap", "helm_halves", -1, SQUARES),
        ("mishap", "rigging_sail", -1, KNOTS),
        ("mishap", "rigging_both", -1, KNOTS),
        ("mishap", "engine_steam", -1, KNOTS),
        ("mishap", "engine_both", -1, KNOTS),
        ("crit", "gun_guns", -1, SQUARES),
        ("crit", "gun_crew", -1, SQUARES),
        ("crit", "bridge_halves", -1, SQUARES),
        ("crit", "gun_fire_from", 4.5, "a whole number from -1000000 to 1000000"),
        ("crit", "mast_port_to", 4.5, "a whole number from -1000000 to 1000000"),
        ("crit", "jam_freed_from", 4.5, "a whole number from -1000000 to 1000000"),
        ("crit", "boiler_fire", 4.5, "a whole number from -1000000 to 1000000"),
        ("crit", "boiler_explodes", 4.5, "a whole number from -1000000 to 1000000"),
        ("crit", "shaft_keeps", -1, SHARE),
        ("capture", "inches", -1, "a number from 0 to 1000000"),
        ("sinking", "die", 0, "a whole number from 1 to 1000"),
        ("firefight", "turn_1", 4.5, "a whole number from -1000000 to 1000000"),
        ("firefight", "burns_hull", -1, SQUARES),
        ("firefight", "burns_crew", -1, SQUARES),
        ("to_hit", "need", 11.5, "a whole number from -1000000 to 1000000"),
        ("to_hit", "die", 0, "a whole number from 1 to 1000"),
        ("morale_less", "over_half_crew", -1, "a whole number from 0 to 1000000"),
        ("morale_less", "several", -1, "a whole number from 0 to 1000000"),
        ("morale_less", "half", 1.5, SHARE),
        ("arc", "bow_from", 361, "a number from 0 to 360"),
        ("speed", "knot_inches", 0, "a number from 0.01 to 100"),
        ("speed", "halves", 0, "a number from 0.01 to 100"),
        ("speed", "astern_share", 1.5, SHARE),
        ("speed", "half_sail", -1, SHARE),
        ("speed", "start_share", 1.5, SHARE),
        ("speed", "wind_dead_to", 181, "a number from 0 to 180"),
        ("speed", "wind_half_to", -1, "a number from 0 to 180"),
        ("speed", "rise", -1, KNOTS),
        ("speed", "fall", -1, KNOTS),
        ("speed", "combined_bonus_ship", -1, KNOTS),
        ("speed", "combined_bonus_light", -1, KNOTS),
        ("speed", "combined_most", -1, KNOTS),
        ("circle", "notch", 0, "a number from 0.01 to 180"),
        ("circle", "steam_interval", 0, "a number from 0.01 to 1000000"),
        ("circle", "sail_interval", -1, "a number from 0.01 to 1000000"),
        ("alabama", "steam", -1, KNOTS),
        ("ground", "metres", 0, "a number from 0.01 to 1000000"),
        ("record", "tons_per_hull", 0, "a number from 0.01 to 1000000"),
        ("record", "feet_per_waterline", 0, "a number from 0.01 to 1000000"),
        ("range_edge", "0-2", 0, "more than 0"),
        ("range_edge", "10-15", 10, "more than 10"),
    ],
)
def test_an_entry_that_cannot_be_played(table: str, key: str, value: Any, expected: str) -> None:
    told = refused({table: {key: value}})
    assert told[0].startswith(f"odd.toml: tables.{table}.{key} = ")
    assert any(f": expected {expected}" in line for line in told)


def test_all_entries_are_named_at_once() -> None:
    told = refused({"crew": {"sail_change": 0}, "speed": {"halves": 0}})
    assert [line.split(" = ")[0] for line in told] == [
        "odd.toml: tables.crew.sail_change",
        "odd.toml: tables.speed.halves",
    ]


@pytest.mark.parametrize(("need", "out"), [(1, True), (-1, True), (7, False), (1_000_000, False)])
def test_a_fire_that_every_throw_or_none_puts_out(need: int, out: bool) -> None:
    from navalrules_civilwar.status import fight_fire

    battle = begun({"firefight": dict.fromkeys(("turn_1", "turn_2", "turn_3", "later"), need)})
    ship: Any = next(iter(battle.state.ships.values()))
    assert {fight_fire(battle, ship, 3, age, 1).outcome for age in (1, 2, 3, 9)} == {out}


@pytest.mark.parametrize(
    ("fire", "explodes", "harm"), [(1, 7, "fire"), (7, 7, "none"), (6, 0, "explodes"), (9, 1, "explodes")]
)
def test_a_boiler_hit_with_one_outcome_alone(fire: int, explodes: int, harm: str) -> None:
    from navalrules_civilwar.damage import _harms

    assert set(_harms(fire, explodes).entries[1:]) == {harm}


def test_the_last_range_band_has_no_end() -> None:
    assert begun({"range_edge": {"90+": 0}}).lore.band(1e9) == "90+"
