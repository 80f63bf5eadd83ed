"""House rules as such, what points and mortars are for; the derived numbers on the sheet."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import attrs
import pytest
from btq_table import EVERY, NONE, RULES, begin, entrant, gun, made, pair, ship

import navalrules as nr
from navalrules_btq import points

T35 = {
    "enhanced_fire",
    "reduced_crew_damage",
    "modified_shot",
    "falling_masts",
    "weighted_sail_hits",
    "shot_type_mast",
    "crack_crew",
    "alternate_ranges",
    "wind_gauge",
    "gun_fouling",
    "no_carronade_double",
    "enhanced_raking",
    "expanded_boarding",
    "percent_turn_penalty",
    "pvn_surrender",
    "pvn_crew_quality",
    "officer_casualties",
    "reduced_sailing_crew",
}


def joined(name: str) -> set[str]:
    """The rules that a house rule replaces or follows."""
    return {rule.replaces or rule.follows for rule in RULES.house_rules if rule.name == name}


@pytest.mark.rule("BTQ-HOUSE-01", "BTQ-HOUSE-02", "BTQ-HOUSE-03", "BTQ-HOUSE-04")
def test_eighteen_house_rules_by_name_each_saying_what_it_changes() -> None:
    assert set(EVERY) == T35
    assert all(rule.summary for rule in RULES.house_rules)
    assert {"BTQ-BOARD-07", "BTQ-BOARD-22"} <= joined("expanded_boarding")
    assert joined("officer_casualties") <= {"BTQ-OFF-01", "BTQ-OFF-02", "BTQ-BOARD-18", "BTQ-BOARD-21"}
    assert joined("alternate_ranges") == {"BTQ-GUN-19"}


@pytest.mark.rule("BTQ-HOUSE-05")
def test_no_house_rule_of_ours_joins_what_is_never_switched_off() -> None:
    every = set[str]().union(*map(joined, T35))
    assert not every & {"BTQ-SHOT-03", "BTQ-MAST-08", "BTQ-GRAP-05", "BTQ-GUN-14"}
    for rules in (NONE, EVERY):
        battle = begin(entrant("red", "Red", 0, 0, "E", "untrained"), pair()[1], rules=rules)
        assert ship(battle, "red").quality == "untrained"


@pytest.mark.rule("BTQ-SHIP-19", "BTQ-SHIP-20", "BTQ-SHIP-21", "BTQ-CV-01")
def test_the_sheet_tells_the_derived_numbers() -> None:
    values = begin().sheet("red")["values"]
    assert (values["hvn"], values["svn"], values["gdn"]) == (2000, 154, 43)
    assert (values["lgbwn"], values["cbwn"]) == (14 * 18, 7 * 32)
    assert (values["pvn"], values["ngm"]) == ((252 + 112) * 1000, 1.0)
    library: Any = RULES
    sample = library.library["hms-victory-sample"]
    victory = nr.Entrant(id="victory", plan=sample, side="Red", pose=nr.Pose(0, 0, 90))
    values = begin(victory, pair()[1]).sheet("victory")["values"]
    assert (values["lgbwn"], values["cbwn"], values["pvn"]) == (960, 0, 2_112_000)


@pytest.mark.rule("BTQ-PVN-01")
def test_points_compare_forces() -> None:
    battle = nr.Battle.begin(nr.scenario("speedy-el-gamo-1801"), "btq", rules=NONE)
    speedy, gamo = (points.pvn(battle, ship(battle, name)) for name in ("hms-speedy-1801", "el-gamo-1801"))
    assert 5 < gamo / speedy < 12
    even = nr.Battle.begin(nr.scenario("btq-frigate-duel"), "btq")
    assert len({points.pvn(even, ship(even, name)) for name in even.state.ships}) == 1


@pytest.mark.rule("BTQ-GUN-39")
def test_mortars_are_left_out() -> None:
    mortar = attrs.evolve(gun(1, 200), kind="smoothbore", calibre="13-inch mortar")
    with pytest.raises(nr.EnrolmentError, match="no gun of the rules is a 200-pounder"):
        made(batteries=(gun(20, 18), mortar))
    assert not [key for key in RULES.tables["gun_poundage"] if "mortar" in key]


def test_what_counts_as_a_gap_says_what_of_it_is_ours() -> None:
    every = [(name, key, table[key]) for name, table in RULES.tables.items() for key in table]
    gaps = [each for each in every if each[2].status == "gap"]
    assert len(gaps) > 100
    assert [(name, key) for name, key, entry in gaps if not re.search(r"\bours?\b", entry.source)] == []


# ---------------------------------------------------------------- the page about it

PAGE = (Path(__file__).parents[2] / "docs" / "beat-to-quarters.md").read_text(encoding="utf-8")


def test_every_order_is_on_the_page() -> None:
    for order in RULES.order_types:
        assert f"| `{order.__name__}` | `{order.kind}` |" in PAGE


@pytest.mark.rule("BTQ-SCEN-03", "BTQ-SCEN-04")
def test_every_fight_of_the_guide_is_on_the_page_beside_its_real_outcome() -> None:
    guides = [each for each in map(nr.scenario, nr.scenario_names()) if each.kind == "guide"]
    assert len(guides) == 11
    for each in guides:
        title = each.title + (" (fiction)" if each.fictional else "")
        real = each.outcome["winner"].replace("none", "nobody")
        assert f"| {title} | {real} | {each.sides[0].name} " in PAGE
