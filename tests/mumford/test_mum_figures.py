"""Every table as the ledger prints it, figure by figure: what a variant may change, but no slip of ours.

What the figures do is tested chapter by chapter in play; here they are held to the print.
"""

from __future__ import annotations

from typing import Any

import pytest
from sea import RULES

TABLES = RULES.tables


def printed(name: str) -> dict[str, Any]:
    """A table as plain data: a figure for each key, or a row of figures."""
    table = TABLES[name]
    return {key: table.row(key) if table.columns else table[key].value for key in table}


def some(name: str, *keys: str) -> dict[str, Any]:
    return {key: printed(name)[key] for key in keys}


@pytest.mark.rule("MUM-WIND-04", "MUM-WIND-05")
def test_t02_changeability() -> None:
    assert printed("changeability") == {"1": 2, "2": 1, "3": 0, "4": -1, "5": -1, "6": -1}


@pytest.mark.rule("MUM-WIND-06")
def test_t03_what_changes() -> None:
    wanted = {"1": "down", "2": "starboard", "3": "starboard", "4": "port", "5": "port", "6": "up"}
    assert printed("wind_change") == wanted


@pytest.mark.rule("MUM-WIND-02", "MUM-WIND-03", "MUM-WIND-07")
def test_t01_throwing_for_the_wind() -> None:
    wanted = {"step": 45, "again_from": 8, "point_from": 4, "calm": 0, "gale": 7, "strength_die": 6}
    assert printed("wind_throw") == wanted


@pytest.mark.rule("MUM-WIND-01")
def test_wind_strength_of_a_beaufort_force() -> None:
    strengths = (0, 1, 2, 3, 4, 5, 6, 6, 7, 7, 7, 7, 7)
    assert printed("wind_strength") == {str(force): strength for force, strength in enumerate(strengths)}


DISC = {
    "1": (2, 2, 2.5, 3, 3, 2.5, 2.5),
    "2": (2.5, 3, 3.5, 4, 4.5, 4, 3.5),
    "3": (3, 4, 5, 5.5, 6, 5.5, 4.5),
    "4": (3.5, 4.5, 5.5, 6.5, 7, 6.5, 5.5),
    "5": (3.5, 5, 6, 7, 8, 7, 6),
    "6": (3.5, 5, 6.5, 8, 9, 8, 7),
}


@pytest.mark.rule("MUM-MOVE-01")
def test_t38_the_disc() -> None:
    assert printed("disc") == DISC
    assert TABLES["disc"].columns == ("45", "67.5", "90", "112.5", "135", "157.5", "180")


@pytest.mark.rule("MUM-MOVE-02")
def test_speed_grades() -> None:
    assert printed("speed_grade") == {"fast": 0.5, "normal": 0, "slow": -0.5, "very_slow": -1}


@pytest.mark.rule("MUM-MOVE-03", "MUM-MOVE-04")
def test_limits_of_gain_and_loss() -> None:
    assert printed("speed_limit") == {"line": (3, 4), "lesser": (4, 5)}


@pytest.mark.rule("MUM-MOVE-05", "MUM-MOVE-07", "MUM-MOVE-10", "MUM-MOVE-12", "MUM-MOVE-13", "MUM-MOVE-14")
def test_figures_of_sailing() -> None:
    keys = ("closest", "radius", "anchoring", "weighing", "drift", "wreck_drift", "jury", "jury_moves")
    found = some("sailing", *keys)
    assert tuple(found.values()) == (45, 3, 3, 2, 0.5, 0.5, 6, 2)


@pytest.mark.rule("MUM-FIRE-07")
def test_t39_hulls() -> None:
    assert printed("hull") == {
        "three-decker": (3.75, 1),
        "two-decker": (3.5, 1),
        "frigate": (3, 0.8),
        "sloop": (2, 0.6),
        "gunboat": (1, 0.3),
        "boat": (0.6, 0.2),
    }


@pytest.mark.rule("MUM-FIRE-12", "MUM-FIRE-08", "MUM-DMG-03")
def test_t09_range() -> None:
    bands = ("0-5", "5-10", "10-15", "15-20", "20-25", "25-30", "30-36")
    main, short = (0, -1, -2, -3, -4, -5, -6), (0, -1, -2, -3, -4, -5, -5)
    assert printed("range") == dict(zip(bands, zip(main, short, strict=True), strict=True))
    assert printed("range_from") == dict(zip(bands, (0, 5, 10, 15, 20, 25, 30), strict=True))
    assert printed("reach") == {"gun": 36, "carronade": 10, "grape": 10}


@pytest.mark.rule("MUM-FIRE-09", "MUM-FIRE-10", "MUM-FIRE-11", "MUM-FIRE-23")
def test_poundage_table() -> None:
    assert printed("dice") == {"lbs": 72, "half_from": 18, "half_lbs": 36}
    assert printed("half_die") == {"minus_2": -2, "minus_3": -3}
    assert printed("least_crew") == {"gun": 3, "carronade": 6}


@pytest.mark.rule("MUM-FIRE-13", "MUM-FIRE-14", "MUM-FIRE-22", "MUM-SHORE-04", "MUM-HOT-03", "MUM-BOAT-05")
def test_what_changes_each_die() -> None:
    wanted = {"battery": 2, "red_hot": 1, "anchored": 1, "drifting": -1, "boats": -2}
    assert printed("each_die") == wanted


@pytest.mark.rule("MUM-FIRE-15", "MUM-FIRE-16", "MUM-FIRE-18")
def test_t10_hit_multipliers() -> None:
    assert printed("multiplier") == {"stern": 2, "bow": 1.5, "half": 1.25, "first": 1.2}


@pytest.mark.rule(*("MUM-FIRE-02", "MUM-FIRE-03", "MUM-FIRE-04", "MUM-FIRE-05", "MUM-FIRE-19", "MUM-FIRE-20"))
def test_arcs() -> None:
    arcs = printed("arc")
    assert (arcs["bow"], arcs["stern"], arcs["rail"]) == (45, 30, 6)
    assert (arcs["each_side"], arcs["45_total"]) == (45, 22.5)
    assert (arcs["half_rake_degrees"], arcs["half_rake_percent"]) == (30, 27)
    assert (arcs["lee"], arcs["lee_from"]) == (45, 5)


@pytest.mark.rule("MUM-FIRE-21", "MUM-FIRE-25")
def test_shares_taken_off_the_weight_that_fires() -> None:
    assert printed("weight_share") == {"wreck_of": 3, "disordered": 0.5}


@pytest.mark.rule("MUM-LFR-01")
def test_t11_load_and_fire_rates() -> None:
    assert printed("lfr") == {
        "veteran_main": (3, 3, 4, 4, 5),
        "trained_main": (4, 4, 5, 5, 6),
        "raw_main": (6, 6, 7, 7, 8),
        "veteran_sheet": (3, 4, 4, 4, 5),
        "trained_sheet": (4, 5, 5, 5, 6),
        "raw_sheet": (5, 6, 6, 6, 7),
    }
    assert TABLES["lfr"].columns == ("staunch", "good", "average", "poor", "mutinous")


@pytest.mark.rule("MUM-LFR-02")
def test_t12_undermanned_guns() -> None:
    wanted = {"90": 1, "80": 2, "70": 3, "60": 4, "50": 5, "40": 7, "30": 9}
    assert printed("undermanned") == wanted


@pytest.mark.rule("MUM-DMG-01", "MUM-DMG-02", "MUM-DMG-03", "MUM-DMG-04", "MUM-DMG-05", "MUM-SHORE-06")
def test_t13_effect_of_one_hit() -> None:
    assert TABLES["effect"].columns == ("men", "lbs", "mast", "hull")
    assert printed("effect") == {
        "solid": (1, 2, 1, 1),
        "dismantling": (0.5, 0, 2, 0),
        "grape": (2, 0, 0, 0),
        "solid_battery": (0.5, 1, 0, 0),
        "grape_battery": (1, 0, 0, 0),
    }
    assert printed("grape_cap") == {"ship": 25, "battery": 12}


@pytest.mark.rule("MUM-DMG-07", "MUM-DMG-09", "MUM-DMG-10", "MUM-DMG-11", "MUM-BURN-01", "MUM-BOAT-06")
def test_figures_of_damage() -> None:
    assert printed("mast_shares") == {"three": (3, 2, 1), "two": (2, 1, 0), "one": (1, 0, 0)}
    wanted = {"from_fifth": 3, "need": 8, "veteran": 1, "trained": 0, "raw": -1}
    assert printed("wreckage") == wanted
    assert printed("pairs") == {"boat": 2, "fire": 2}
    assert printed("boat_hit") == {"sunk_to": 3}
    assert printed("officer") == {"percent": 10, "lost_to": 1}


@pytest.mark.rule(
    *("MUM-BURN-02", "MUM-BURN-03", "MUM-BURN-04", "MUM-BURN-05", "MUM-BURN-06", "MUM-LAID-02", "MUM-LAID-03")
)
def test_t14_fires() -> None:
    assert printed("fire") == {
        **{"at_once_to": 1, "next_to": 2, "blows_up_to": 1, "goes_on_to": 4},
        **{"men": 30, "reach": 3, "lbs": 30, "hull": 30},
    }
    assert printed("laid_up") == {"catches_to": 2, "men": 10, "moves": 3}


@pytest.mark.rule("MUM-FLOT-02", "MUM-FLOT-03", "MUM-FLOT-04", "MUM-FLOT-06")
def test_t15_and_t16_leaks_and_water() -> None:
    assert printed("flotation") == {"per_gun": 10, "percent": 10, "men_a_pump": 20}
    assert printed("leak") == {str(face): points for face, points in enumerate((3, 2, 1, *[0] * 7))}
    pumps = {"three-decker": 4, "two-decker": 3, "frigate": 2, "sloop": 1}
    assert printed("pumps") == pumps | {"gunboat": 0, "boat": 0}
    assert list(printed("water").values()) == [(3, 1), (5, 2), (7, 3), (10, 0)]


@pytest.mark.rule("MUM-SURV-01", "MUM-SURV-02", "MUM-SURV-03", "MUM-SURV-04")
def test_survivors() -> None:
    assert printed("survivors") == {
        **{"blown_up_of": 2, "sixths": 6, "sunk_percent": 50, "sunk_each": 5, "drown_percent": 10},
        **{"ship_rescues": 40, "boat_rescues": 12, "slow": 1, "near": 1},
    }


@pytest.mark.rule("MUM-MOR-07")
def test_t17_morale_factors() -> None:
    assert printed("morale_factor") == {
        **{"staunch": 2, "good": 1, "average": 0, "poor": -1, "mutinous": -2},
        **{"hero": 1, "regular": 0, "poltroon": -1},
        **{"staff_hero": 2, "staff_regular": 1, "staff_poltroon": 0},
        **{"has_captured": 2, "enemy_struck": 1, "allies_near": 1},
        **{"hero_killed": -2, "regular_killed": -1, "poltroon_killed": 0},
        **{"lost_40": -1, "lost_60": -2, "lost_80": -4, "ally_struck": -1},
        **{"disordered": -1, "disorganised": -2, "mast_down": -1, "dismasted": -2},
        **{"challenger_smaller": 1, "challenger_larger": -1},
    }


@pytest.mark.rule("MUM-MOR-03", "MUM-MOR-04", "MUM-MOR-08", "MUM-MOR-10")
def test_t18_morale_results_and_tests() -> None:
    assert printed("morale_test") == {
        **{"step": 20, "last": 80, "challenge_reach": 4, "allies_reach": 5},
        **{"fights_on": 4, "disordered": 3, "disorganised": 2, "fifths": 5},
    }
    order = ("three-decker", "two-decker", "frigate", "sloop", "merchant", "boat")
    assert list(printed("rate_order")) == list(order)
    assert list(printed("rate_order").values()) == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("MUM-CMD-06", "MUM-CREW-01", "MUM-CREW-02")
def test_officers_and_crews_by_the_throw() -> None:
    assert printed("quality") == {
        **{"hero": 6, "regular": 2, "veteran": 6, "trained": 3},
        **{"staunch": 7, "good": 5, "average": 3, "poor": 1},
    }
    assert printed("crew_factor") == {
        **{"hero": 1, "regular": 0, "poltroon": -1},
        **{"veteran": 1, "trained": 0, "raw": -1},
    }


@pytest.mark.rule("MUM-CMD-04", "MUM-CMD-07", "MUM-CMD-08", "MUM-CMD-09")
def test_t04_commanders() -> None:
    assert printed("commander") == {
        **{"shaken_to": 1, "escape_to": 2, "break_off_to": 4, "masts_to_follow": 2},
        **{"hero": 1, "regular": 0, "poltroon": -1, "disobeys": 5, "initiative": 5},
    }


@pytest.mark.rule("MUM-CREW-01", "MUM-CREW-02")
def test_crews_of_a_scenario() -> None:
    grades = ("crack", "experienced", "inexperienced", "untrained")
    assert tuple(printed("crew_grade")[grade] for grade in grades) == ("veteran", "trained", "raw", "raw")
    assert tuple(printed("crew_morale")[grade] for grade in grades) == ("staunch", "good", "average", "poor")


@pytest.mark.rule("MUM-SHORE-01", "MUM-SHORE-02", "MUM-SHORE-03")
def test_t22_batteries() -> None:
    assert printed("shore") == {"guns": 6, "furnace_men": 20, "frontage": 1.3}


@pytest.mark.rule("MUM-SHORE-05")
def test_t23_battery_morale() -> None:
    assert printed("battery_morale") == {
        **{"lost_40": -1, "lost_60": -2, "lost_80": -3, "has_hurt": 1, "enemy_aground": 1},
        **{"gone_to": 1, "silent_to": 2, "reopens": 5},
    }


@pytest.mark.rule("MUM-HOT-01", "MUM-HOT-04", "MUM-WIND-08")
def test_red_hot_shot_and_the_average_die() -> None:
    assert printed("red_hot") == {"dice": 2, "fire_from": 6, "each": 1, "pairs": 2}
    assert list(printed("average_die").values()) == [2, 3, 3, 4, 4, 5]


TACKING = {
    "1": (3, 4, 5, 6),
    "2": (2, 3, 4, 5),
    "3": (2, 3, 4, 5),
    "4": (1, 0, 2, 4),
    "5": (2, 0, 3, 4),
    "6": (2, 0, 0, 3),
}


@pytest.mark.rule("MUM-TACK-01", "MUM-TACK-03", "MUM-TACK-05", "MUM-TACK-08", "MUM-TACK-09")
def test_t05_tacking() -> None:
    assert printed("tack") == TACKING
    assert printed("tack_mast") == {"5": (20, 0, 0), "6": (1000, 40, 20)}
    assert printed("tacking") == {"foremast_loss": 30, "small": 1, "regains": 12, "boat_moves": 2}


@pytest.mark.rule("MUM-BOAT-01", "MUM-BOAT-02", "MUM-BOAT-04")
def test_t06_boats() -> None:
    assert printed("boat") == {"row": 2, "crew": 12, "room": 12, "wrecked_within": 1.5, "flag_moves": 2}
    assert printed("boat_drift") == dict(zip("01234567", (0, 0, 0, 0, 0.5, 1, 1.5, 2), strict=True))


TOWED_BY = {
    "three-decker": ("1/2", "1/3", "1/4", "1/6"),
    "two-decker": ("2/3", "1/2", "1/3", "1/4"),
    "frigate": ("3/4", "2/3", "1/2", "1/3"),
    "sloop": ("5/6", "3/4", "2/3", "1/2"),
}


@pytest.mark.rule("MUM-TOW-01", "MUM-TOW-02", "MUM-TOW-03", "MUM-TOW-04")
def test_t07_and_t08_towing() -> None:
    rows = {
        towed: tuple(f"{top}/{bottom}" for top, bottom in zip(row[::2], row[1::2], strict=True))
        for towed, row in printed("tow").items()
    }
    assert rows == TOWED_BY
    assert TABLES["tow"].columns[::2] == tuple(TOWED_BY)
    wanted = {"sloop": 1, "frigate": 2, "two-decker": 3, "three-decker": 4}
    assert printed("boats_to_tow") == wanted
    assert printed("towing") == {"moves": 1, "boats_speed": 0.5, "boats_drift": 0.5}


@pytest.mark.rule("MUM-PRIZE-01", "MUM-PRIZE-02")
def test_prizes() -> None:
    assert printed("prize") == {"crew": 2, "moves": 2}


@pytest.mark.rule("MUM-BOOM-01", "MUM-BOOM-02", "MUM-BOOM-03")
def test_t24_booms() -> None:
    assert printed("boom") == {
        **{"angle_from": 70, "angle_to": 110, "slow_from": 3, "fast_from": 6, "gap": 3},
        **{"sinks_after": 1, "three_decker_fast": 1},
    }
    assert TABLES["boom_result"].columns == (
        "wrecked",
        "dismasted",
        "bounces",
        "dismasted_through",
        "through",
    )
    assert printed("boom_result") == {
        "three-decker_slow": (0, 1, 4, 0, 99),
        "two-decker_slow": (0, 2, 0, 3, 99),
        "two-decker_fast": (2, 3, 0, 4, 99),
        "three-decker_fast": (2, 3, 0, 4, 99),
        "small_slow": (0, 0, 99, 0, 0),
        "small_fast": (0, 99, 0, 0, 0),
    }


@pytest.mark.rule("MUM-SHOAL-01", "MUM-SHOAL-02")
def test_t25_shoals() -> None:
    assert printed("shoal") == {
        **{"careful": 1, "seen": 4, "frigate": 1, "sloop": 2},
        **{"middle_from": 3, "fast_from": 6},
    }
    assert TABLES["shoal_result"].columns == ("scrapes", "stuck", "stuck_fast", "stove_in", "wrecked")
    assert printed("shoal_result") == {
        "rocks_slow": (4, 3, 2, -9, 99),
        "sand_slow": (6, 3, -9, 99, 99),
        "rocks_middle": (5, 4, 3, 2, -9),
        "sand_middle": (5, 3, 2, -9, 99),
        "rocks_fast": (6, 99, 5, 4, -9),
        "sand_fast": (4, 99, 2, -9, 99),
    }


@pytest.mark.rule("MUM-GRAP-02", "MUM-GRAP-03", "MUM-GRAP-05", "MUM-BOARD-01", "MUM-BOARD-02")
def test_grappling_and_frontage() -> None:
    wanted = {"holds": 4, "written": 1, "unwritten": 3, "cast_off": 4, "men_a_fifth": 30}
    assert printed("grapple") == wanted
    assert printed("frontage") == {"men": 30, "inches": 0.5, "round": 3}


@pytest.mark.rule("MUM-BOARD-03", "MUM-BOARD-04", "MUM-BOARD-05")
def test_t19_melee() -> None:
    assert printed("melee_factor") == {
        **{"disordered": -1, "disorganised": -3, "outnumbered": -1, "half": -2, "driven_back": -1}
    }
    assert printed("melee_loss") == {"draw": 15, "winner": 20, "loser": 10}
    assert printed("melee_morale") == {"staunch": 2, "good": 1, "average": 0, "poor": -1, "mutinous": -2}


@pytest.mark.rule("MUM-PTS-01", "MUM-PTS-02")
def test_t21_points() -> None:
    assert printed("points") == {
        **{"carronade_share": 0.5, "boat": 10},
        **{"staff": 5, "fast": 5, "veteran": 10, "captain_dead": -5, "slow": -5, "raw": -10},
    }


@pytest.mark.rule("MUM-MOVE-02", "MUM-MOVE-11", "MUM-CMD-04", "MUM-WIND-06")
def test_readings_of_our_own() -> None:
    found = some("sailing", "mark", "mast_costs", "masts_to_stop", "knot", "start_speed")
    assert tuple(found.values()) == (22.5, "third", 3, 1, 3)
    assert printed("beaufort") == dict(zip("01234567", (0, 1, 2, 3, 4, 5, 6, 8), strict=True))
    assert printed("formation") == {"interval": 3}
