"""The named readings of the disagreements and gaps: each switch changes what is played."""

from __future__ import annotations

from typing import Any

import pytest
from sea import RULES, alter, dice, names, of, play, pool, ruling, sea, ship, to_orders

import navalrules as nr
from navalrules_mumford.events import Discharge

ENG, FRA = "eng", "fra"
QUIET: dict[str, Any] = {"evolution": "heave_to", "hold_fire": True, "challenge": False}
FIRES: dict[str, Any] = {"evolution": "heave_to"}


def shot(rules: dict[str, Any], *faces: int, half: list[int] | None = None, **more: Any) -> Discharge:
    """The first discharge of the British ship under a switch; further dice are ones."""
    made = dice()
    made._by_purpose |= {"fire at fra": [*faces, *[1] * 40], "fire at fra, half": [*(half or []), *[1] * 9]}
    made._by_purpose |= {"front at eng": [1] * 20, "fire at once": [6] * 9, "leak": [10] * 9}
    made._by_purpose |= {"morale": [6] * 9, "captain hit": [6] * 9}
    states = more.pop("states", {})
    firer = more.pop("firer", ENG)
    battle = to_orders(sea(made, rules=rules, **more))
    for name in (ENG, FRA):
        alter(battle, name, **{"hove_to": True, "speed": 0.0, **states.get(name, {})})
    told = {ENG: QUIET, FRA: QUIET, firer: FIRES}
    told |= {name: {"evolution": "sail", "hold_fire": True} for name in states if ship(battle, name).anchored}
    return of(play(battle, **told), Discharge, firer)[0]


def test_the_switches_and_their_first_values() -> None:
    battle = sea()
    assert battle.switches == {
        "half_die": "minus_2",
        "dice_bands": "sheet",
        "lfr_table": "main",
        "half_rake": "degrees",
        "range_list": "main",
        "fires": "whole",
        "wind_strength_die": "d6",
        "battery_arc": "each_side",
        "anchored_bonus": "firer",
        "hot_shot": "each",
        "officers": "regular",
        "crews": "given",
        "printed_cards": False,
        "challenger_per_step": False,
    }


@pytest.mark.rule("MUM-FIRE-11")
@pytest.mark.parametrize(("value", "hits"), [("minus_2", 14), ("minus_3", 13)])
def test_a_half_die_may_lose_three(value: str, hits: int) -> None:
    # Eight ones and a half die of 6: 12 or 11 hits, a fifth more 14.4 or 13.2.
    found = shot({"half_die": value}, *[1] * 8, half=[6], english="british-64-4th-rate", fra=(5, 0, 0))
    assert found.hits == hits


@pytest.mark.rule("MUM-FIRE-10")
@pytest.mark.parametrize(("value", "number"), [("sheet", 11), ("whole_36", 11)])
def test_dice_by_the_bands_or_by_whole_36(value: str, number: int) -> None:
    # 781 lbs: eleven by the bands, ten and a half by whole 36s, whose last is a half die.
    found = shot({"dice_bands": value})
    assert pool(found) == number
    assert ("MUM-FIRE-11" in set(found.cited())) is (value == "whole_36")


@pytest.mark.rule("MUM-LFR-01")
@pytest.mark.parametrize(("value", "ready"), [("main", 5), ("sheet", 6)])
def test_loading_by_the_main_text_or_the_sheet(value: str, ready: int) -> None:
    found = shot({"lfr_table": value})
    assert ruling(found, "MUM-LFR-01").outcome == ready - 1


@pytest.mark.rule("MUM-FIRE-19")
@pytest.mark.parametrize(("value", "rake"), [("degrees", "half"), ("percent", "")])
def test_half_raking_within_30_degrees_or_30_per_cent_of_a_right_angle(value: str, rake: str) -> None:
    # From her middle the broadside of the British ship bears 28.5 degrees off the French stern line.
    found = shot({"half_rake": value}, states={FRA: {"pose": nr.Pose(20, 0, 60.64)}}, wind=(180, 4))
    assert found.rake == rake


@pytest.mark.rule("MUM-FIRE-12")
@pytest.mark.parametrize(("value", "amount"), [("main", -6), ("short", -5)])
def test_the_last_band_of_range(value: str, amount: int) -> None:
    assert names(ruling(shot({"range_list": value}, fra=(33, 0, 0)), "MUM-FIRE-12"))["range"] == amount


@pytest.mark.rule("MUM-FIRE-14")
@pytest.mark.parametrize(("value", "bonus"), [("firer", False), ("target", True)])
def test_the_anchored_target_or_the_anchored_firer(value: str, bonus: bool) -> None:
    found = shot({"anchored_bonus": value}, states={FRA: {"anchored": True, "hove_to": False}})
    assert ("anchored" in names(ruling(found, "MUM-FIRE-12"))) is bonus


@pytest.mark.rule("MUM-FIRE-05")
@pytest.mark.parametrize(("value", "fires"), [("each_side", True), ("45_total", False)])
def test_the_arc_of_a_battery(value: str, fires: bool) -> None:
    made = dice()
    made._by_purpose["front at eng"] = [1] * 20
    rules = {"battery_arc": value}
    battle = to_orders(
        sea(made, eng=(0, 0, 90), french="battery-6x36", fra=(7, 10, 180), wind=(180, 4), rules=rules)
    )
    alter(battle, ENG, hove_to=True, speed=0.0)
    assert bool(of(play(battle, eng=QUIET, fra={"hold_fire": False}), Discharge, FRA)) is fires


@pytest.mark.rule("MUM-FIRE-10", "MUM-CARD-04")
@pytest.mark.parametrize(
    ("card", "bands", "printed"), [("british-100-1st-rate", 16, 15), ("british-74-3rd-rate", 11, 12)]
)
def test_dice_as_the_cards_print_them(card: str, bands: int, printed: int) -> None:
    # 15 and a half by the bands are sixteen dice on the table, 11 and a half as printed are twelve.
    assert pool(shot({}, english=card)) == bands
    assert pool(shot({"printed_cards": True}, english=card)) == printed


@pytest.mark.rule("MUM-MOVE-01", "MUM-LFR-01")
def test_a_variant_lays_its_own_figures_over_the_tables() -> None:
    own = nr.Variant("brisk", "mumford", {}, {"lfr": {"trained_main": [2, 2, 5, 5, 6]}})
    battle = to_orders(sea(variant=own))
    assert battle.tables["lfr"].row("trained_main") == (2, 2, 5, 5, 6)
    assert RULES.tables["lfr"].row("trained_main") == (4, 4, 5, 5, 6)
    assert ship(battle, ENG).fighting
