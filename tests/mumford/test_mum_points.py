"""MUM-PTS: what ships and batteries are worth."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from sea import RULES, made
from test_mum_cards import SLIPS

from navalrules_mumford.cards import cards
from navalrules_mumford.points import points

TABLES = RULES.tables
WRONG = {ship: int(ours) for ship, field, _, ours in SLIPS if field == "points"}


@pytest.mark.rule("MUM-PTS-01")
@pytest.mark.parametrize("card", sorted(cards().ships))
def test_points_of_a_ship_at_sea_are_those_of_her_card(card: str) -> None:
    assert points(made(card), TABLES) == WRONG.get(card, cards().ships[card].points)


@pytest.mark.rule("MUM-PTS-01")
def test_a_battery_is_worth_its_shot_and_its_men() -> None:
    assert points(made("battery-6x36"), TABLES) == 216 + 100


@pytest.mark.rule("MUM-PTS-02")
@pytest.mark.parametrize(
    ("told", "percent"),
    [
        ({"staff": "regular"}, 5),
        ({"proficiency": "veteran"}, 10),
        ({"proficiency": "raw"}, -10),
        ({"captain_lost": "regular"}, -5),
        ({"staff": "hero", "proficiency": "veteran"}, 15),
        ({"staff": "hero", "proficiency": "raw", "captain_lost": "hero"}, -10),
    ],
)
def test_percentages_are_added_up_and_applied_once(told: dict[str, Any], percent: int) -> None:
    ship = attrs.evolve(made("british-64-4th-rate"), **told)
    assert points(ship, TABLES) == int(2111 * (100 + percent) / 100 + 0.5)


@pytest.mark.rule("MUM-PTS-02")
@pytest.mark.parametrize(("grade", "value"), [("fast", 2217), ("normal", 2111), ("slow", 2005)])
def test_speed_counts_five_per_cent(grade: str, value: int) -> None:
    # 5% of 2111 is 105.55: 2216.55 and 2005.45, halves up.
    assert points(made("british-64-4th-rate", mum_grade=grade), TABLES) == value
