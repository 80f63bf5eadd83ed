"""Figures of sailing that no battle can be fought with are refused before it begins, each entry named."""

from __future__ import annotations

from typing import Any

import pytest

import navalrules as nr
from navalrules_ratings import sound

DUEL = "duel-of-third-rates"


def begun(changes: dict[str, dict[str, Any]]) -> nr.Battle:
    return nr.Battle.begin(nr.scenario(DUEL), variant=nr.Variant("odd", "ratings", {}, changes, "odd.toml"))


def test_the_tables_of_the_rulebook_keep_to_them() -> None:
    sound.check(nr.ruleset("ratings").tables)


@pytest.mark.parametrize(
    ("table", "key", "value", "expected"),
    [
        ("points_of_sail", "running", [165, 180, 13], "under dice: a whole number from 0 to 12"),
        ("moving", "fewest_dice", 13, "a whole number from 1 to 12"),
        ("moving", "dice_a_mast", 13, "a whole number from 0 to 12"),
        ("moving", "dice_a_mast", -1, "a whole number from 0 to 12"),
        ("full_sail", "extra_dice", 7, "a whole number from 0 to 6"),
        ("full_sail", "discards", -1, "a whole number from 0 to 6"),
        ("turning", "once", -1, "a number from 0 to 180"),
        ("turning", "most", 181, "a number from 0 to 180"),
        ("turning", "off_wind", -1, "a number from 0 to 180"),
    ],
)
def test_an_entry_that_cannot_be_played(table: str, key: str, value: Any, expected: str) -> None:
    with pytest.raises(nr.BadFile) as caught:
        begun({table: {key: value}})
    told = str(caught.value).splitlines()
    assert f"odd.toml: tables.{table}.{key} = {value}: expected {expected}" in told


@pytest.mark.parametrize("most", [0, 45])
def test_captains_turn_no_more_than_they_may(most: int) -> None:
    battle = begun({"turning": {"most": most}})
    battle.run({side.name: nr.captains.CloseAction() for side in battle.scenario.sides}, max_turns=4)
    assert battle.over or battle.state.turn > 3
