"""The scale of the models: what is typed in and told, and what does not change."""

from __future__ import annotations

from typing import Any

import pytest
from btq_table import BLUE, LORE, RED, RULES, ahead, begin, entrant, events, sail, sailed, scenario, ship

import navalrules as nr
from navalrules_btq import scale
from navalrules_btq.events import Broadside

FAR = (entrant("red", RED, 0, 0, "SE"), entrant("blue", BLUE, 0, 9000, "W"))


def at(name: str, **fields: Any) -> nr.Battle:
    return begin(*FAR, rules={"scale": name}, **fields)


@pytest.mark.rule("BTQ-SCALE-01", "BTQ-EX-13")
def test_the_three_factors() -> None:
    factors = LORE.scale.factors
    assert {name: round(float(factor), 3) for name, factor in factors.items()} == {
        "1/1200": 1.0,
        "1/700": 1.714,
        "1/2400": 0.5,
    }
    assert begin().switches["scale"] == "1/1200"
    with pytest.raises(nr.RulesetError, match="1/700"):
        at("1/600")


@pytest.mark.rule("BTQ-SCALE-02", "BTQ-SCALE-03", "BTQ-MOVE-18", "BTQ-LOG-10")
@pytest.mark.parametrize(("name", "top"), [("1/700", 831.4), ("1/2400", 242.5)])
def test_moves_are_ordered_and_told_in_millimetres_of_the_models(name: str, top: float) -> None:
    battle = at(name)
    with pytest.raises(nr.IllegalOrder, match=f"{top:g} mm"):
        sail(battle, "red", ahead(top + 1))
    told = next(request for request in battle.requests if request.ship == "red").describe()
    assert told["top_speed"] == pytest.approx(top, abs=0.1)
    record = sailed(battle, "red", ahead(top))
    moved = events(battle, nr.ShipMoved, "red")[0]
    assert moved.distance == pytest.approx(top, abs=1e-3)
    assert record.last_move == pytest.approx(485, abs=0.1)
    assert "BTQ-SCALE-01" in set(moved.cited())


@pytest.mark.rule("BTQ-SCALE-02")
def test_nothing_but_distances_is_scaled() -> None:
    small, large = ship(at("1/2400"), "red"), ship(at("1/700"), "red")
    assert small == large
    assert small.pose == nr.Pose(0.0, 0.0, 135.0)


@pytest.mark.rule("BTQ-CV-27", "BTQ-UI-02", "BTQ-SCALE-02")
def test_the_range_chart_of_speedys_guns_at_one_to_seven_hundred() -> None:
    chart = scale.range_chart(RULES.tables, "1/700")
    assert chart["long_4"] == (3.4, 27.4, 54.9, 82.3, 197.1)
    assert scale.range_chart(RULES.tables, "1/1200")["long_4"] == (2, 16, 32, 48, 115)
    assert scale.range_chart(RULES.tables, "1/1200", alternate=True)["long_48"][-1] == 200


@pytest.mark.rule("BTQ-SCALE-03", "BTQ-GUN-36")
def test_a_tape_reads_millimetres_of_the_models() -> None:
    battle = nr.Battle.begin(
        battle_scenario(), "btq", rules={"scale": "1/700", "percent_turn_penalty": False}, measure=nr.Tape()
    )
    battle.advance()
    reach = [measured(battle) for _ in range(60)]
    assert any(reach)


def battle_scenario() -> nr.Scenario:
    return scenario(entrant("red", RED, 0, 0, "E"), entrant("blue", BLUE, 0, -400, "E"))


def measured(battle: nr.Battle) -> bool:
    """Answer one question of the table: 1,000 mm at 1/700 are 583 at 1/1200, Long for an 18-pounder."""
    battle.advance()
    for request in battle.requests:
        if isinstance(request.draw(nr.Seeded(1)), nr.PointOfSail):
            battle.submit(nr.PointOfSail(ship=request.ship, about=request.about, off_wind=90.0))
        elif isinstance(request.draw(nr.Seeded(1)), nr.Measured):
            battle.submit(
                nr.Measured(ship=request.ship, about=request.about, range=1000.0, bearing=90.0, aspect=270.0)
            )
        else:
            battle.submit(request.default)
    shots = events(battle, Broadside)
    assert all(each.range == pytest.approx(1000.0) for each in shots)
    assert all(each.band == "long" for each in shots)
    return bool(shots)
