"""The wind: names, settings, checks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import pytest
from btq_table import LORE, RULES, begin, cited, events, finish_turn, pair, scenario

import navalrules as nr
from navalrules.compass import bearing_of
from navalrules_btq import wind
from navalrules_btq.events import WindChecked
from navalrules_btq.moving import downwind
from navalrules_btq.phase import strength

NAMES = ("calm", "slight_air", "light_breeze", "gentle_breeze", "moderate_breeze", "fresh_breeze", "gale")


def to_turn_ten(battle: nr.Battle) -> Iterator[WindChecked]:
    """Turns of nothing until the tenth has ended; the wind checks of them."""
    while battle.state.turn < 11:
        finish_turn(battle)
    yield from events(battle, WindChecked)


def checked(strength_face: int, way_face: int, force: str = "moderate_breeze", from_: str = "N") -> nr.Battle:
    """A battle after its tenth turn, in which nothing happened, with these dice in the wind's hand."""
    dice = nr.Scripted(**{"wind strength": [strength_face], "wind direction": [way_face]})
    battle = begin(*pair(5000), wind=from_, strength=force, dice=dice)
    list(to_turn_ten(battle))
    return battle


@pytest.mark.rule("BTQ-WIND-01", "BTQ-EX-01")
def test_an_easterly_blows_to_the_west() -> None:
    assert downwind(begin(wind="E")) == bearing_of("W")


@pytest.mark.rule("BTQ-WIND-02", "BTQ-DIS-02")
def test_seven_strengths_by_all_their_names() -> None:
    assert LORE.wind.names == NAMES
    assert LORE.wind.step("Slight breeze") == LORE.wind.step("Slight Air") == 1
    assert [LORE.wind.names[step] for step in LORE.wind.steps] == [
        *("calm", "slight_air", "light_breeze", "gentle_breeze", "moderate_breeze", "fresh_breeze"),
        *("fresh_breeze", "gale", "gale", "gale", "gale", "gale", "gale"),
    ]
    with pytest.raises(nr.UnknownName, match="breeze"):
        LORE.wind.step("stiff breeze")


@pytest.mark.rule("BTQ-WIND-03")
def test_a_scenario_may_name_the_strength_or_have_the_wind_drawn() -> None:
    named = attrs.evolve(scenario(*pair()), grades={"btq_wind": "Gale"})
    battle = nr.Battle.begin(named, "btq")
    battle.advance()
    assert strength(battle) == NAMES.index("gale")
    drawn = attrs.evolve(scenario(*pair()), grades={"btq_wind": "drawn", "btq_wind_from": "drawn"})
    dice = nr.Scripted(**{"wind direction": [9], "wind strength": [3]})
    battle = nr.Battle.begin(drawn, "btq", dice=dice)
    battle.advance()
    assert battle.state.wind == nr.Wind(90.0, 2)
    assert "BTQ-WIND-03" in cited(events(battle, WindChecked))


@pytest.mark.rule("BTQ-WIND-03")
def test_every_wind_is_drawn_as_often() -> None:
    ways: Any = nr.weigh(lambda dice: dice.lookup(LORE.wind.weights).value)
    assert set(ways) == set(range(7))
    assert len(set(ways.values())) == 1


@pytest.mark.rule("BTQ-WIND-04", "BTQ-WIND-09")
def test_strength_governs_speed_and_a_calm_gives_none() -> None:
    for step in range(7):
        speeds = LORE.sailing.speeds[5, step]
        assert speeds["quarter_reaching"] == (0, 225, 268, 389, 485, 586, 268)[step]
        assert speeds["in_irons"] == (0, 47, 56, 81, 102, 124, 56)[step]


@pytest.mark.rule("BTQ-WIND-05")
def test_the_wind_of_a_new_game() -> None:
    table = RULES.tables["new_game_wind"]
    assert (table.text("strength"), table.text("from")) == ("gentle_breeze", "N")


@pytest.mark.rule("BTQ-WIND-06")
@pytest.mark.parametrize(
    ("face", "before", "after"),
    [
        (25, "moderate_breeze", "gentle_breeze"),
        (26, "moderate_breeze", "moderate_breeze"),
        (75, "moderate_breeze", "moderate_breeze"),
        (76, "moderate_breeze", "fresh_breeze"),
        (1, "slight_air", "calm"),
        (1, "calm", "calm"),
        (100, "calm", "slight_air"),
        (100, "gale", "gale"),
    ],
)
def test_strength_check(face: int, before: str, after: str) -> None:
    assert NAMES[strength(checked(face, 100, before))] == after


@pytest.mark.rule("BTQ-WIND-07")
@pytest.mark.parametrize(
    ("face", "after"),
    [(5, "E"), (6, "W"), (10, "W"), (11, "NE"), (30, "NE"), (31, "NW"), (50, "NW"), (51, "N"), (100, "N")],
)
def test_direction_check(face: int, after: str) -> None:
    battle = checked(50, face)
    assert battle.state.wind.from_bearing == bearing_of(after)
    what = {"N": "holds", "E": "veers", "NE": "veers", "W": "backs", "NW": "backs"}[after]
    assert [each.what for each in events(battle, WindChecked)] == [what]


@pytest.mark.rule("BTQ-WIND-08", "BTQ-TURN-03", "BTQ-TURN-02")
def test_the_wind_is_checked_at_the_end_of_turns_that_divide_by_ten() -> None:
    battle = begin(*pair(20_000), seed=3)
    while battle.state.turn <= 20:
        turn = battle.state.turn
        finish_turn(battle)
        assert battle.state.turn == turn + 1
    assert [each.turn for each in events(battle, WindChecked)] == [10, 20]
    assert [turn for turn in range(1, 41) if wind.check_due(LORE.wind, turn)] == [10, 20, 30, 40]


@pytest.mark.rule("BTQ-WIND-06", "BTQ-WIND-09")
def test_a_variant_may_keep_the_wind_from_falling_to_a_calm() -> None:
    layer = nr.Variant("breezy", "btq", {}, {"wind_check": {"floor": "slight_air"}})
    dice = nr.Scripted(**{"wind strength": [1], "wind direction": [100]})
    battle = begin(*pair(5000), strength="slight_air", dice=dice, variant=layer)
    list(to_turn_ten(battle))
    assert NAMES[strength(battle)] == "slight_air"
