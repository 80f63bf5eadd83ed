"""The segmented planner: budget, points of sail on the way, what it costs to turn."""

from __future__ import annotations

from typing import Any

import pytest
from btq_table import BLUE, RED, ahead, begin, cited, entrant, events, port, sail, sailed, ship, starboard

import navalrules as nr
from navalrules_btq.helm import Helm, helm_of
from navalrules_btq.orders import AHEAD, Segment


def red(heading: str, **fields: Any) -> tuple[nr.Entrant, nr.Entrant]:
    """Red on a heading with Blue out of sight to windward."""
    return entrant("red", RED, 0, 0, heading, **fields), entrant("blue", BLUE, 0, 9000, "W")


def helm(battle: nr.Battle) -> Helm:
    record: Any = battle.state.ships["red"]
    return helm_of(battle, record)


def hint(battle: nr.Battle, *segments: Any) -> str:
    with pytest.raises(nr.IllegalOrder) as refused:
        sail(battle, "red", *segments)
    return f"{refused.value.rule}: {refused.value.hint}"


@pytest.mark.rule("BTQ-PLAN-01", "BTQ-PLAN-05")
def test_five_segments_that_alternate() -> None:
    battle = begin(*red("SE"))
    five = (port(1), ahead(50), starboard(1), ahead(50), port(1))
    assert hint(battle, *five, ahead(10)).startswith("BTQ-PLAN-01: at most 5")
    assert hint(battle, ahead(10), ahead(10)).startswith("BTQ-PLAN-01")
    record = sailed(battle, "red", *five)
    assert record.last_move == 100.0
    assert record.pose is not None
    assert record.pose.heading == 123.75
    moved = events(battle, nr.ShipMoved, "red")[0]
    assert (moved.distance, moved.turned, len(moved.track)) == (100.0, -11.25, 6)
    assert {"BTQ-PLAN-01", "BTQ-PLAN-02", "BTQ-PLAN-03", "BTQ-PLAN-05"} <= cited([moved])


@pytest.mark.rule("BTQ-PLAN-02", "BTQ-PLAN-03")
def test_each_straight_takes_its_share_of_the_top_speed_there() -> None:
    # SE is quarter reaching (485 mm), SSE running (383): half the budget, a turn, and the rest.
    battle = begin(*red("SEbS"))
    plan = helm(battle).plan((ahead(242.5), starboard(1), ahead(0.0001)))
    # left: 1/2 - 15/485; of 383 mm.
    assert plan.pos == "running"
    assert plan.most == pytest.approx(242.5 + (0.5 - 15 / 485) * 383, abs=1e-3)
    assert plan.wrong == ""
    assert helm(battle).plan((ahead(300), starboard(1), ahead(300))).wrong == "budget"
    assert hint(battle, ahead(300), starboard(1), ahead(300)).startswith(
        "BTQ-PLAN-02: with these turns she can go"
    )


@pytest.mark.rule("BTQ-PLAN-04")
def test_with_percent_turn_penalty_every_point_takes_five_percent_of_the_budget() -> None:
    battle = begin(*red("SEbS"), rules={"percent_turn_penalty": True})
    plan = helm(battle).plan((ahead(242.5), starboard(2), ahead(0.0001)))
    assert plan.most == pytest.approx(242.5 + (0.5 - 0.10) * 383, abs=1e-3)
    layer = nr.Variant("per turn", "btq", {}, {"sailing": {"turn_percent_per": "turn"}})
    battle = begin(*red("SEbS"), rules={"percent_turn_penalty": True}, variant=layer)
    plan = helm(battle).plan((ahead(242.5), starboard(2), ahead(0.0001)))
    assert plan.most == pytest.approx(242.5 + (0.5 - 0.05) * 383, abs=1e-3)
    sailed(battle, "red", ahead(100), starboard(2), ahead(100))
    assert "BTQ-MOVE-09" in cited(events(battle, nr.ShipMoved, "red"))


@pytest.mark.rule("BTQ-PLAN-02", "BTQ-PLAN-04", "BTQ-MOVE-09")
@pytest.mark.parametrize(
    ("before", "between", "after", "most"),
    [
        # A plain move: a tenth of her table speed, 340 mm, off the 238 that her sails leave.
        ((port(2),), 300, (), 204),
        # In a plan of three parts or more: a tenth of the budget, or twice a twentieth.
        ((ahead(10), port(2)), 300, (), 214.2),
        ((port(1),), 300, (port(1),), 214.2),
        ((port(1),), 300, (starboard(1),), 214.2),
    ],
)
def test_the_hint_tells_how_far_she_can_go_with_just_this_plan(
    before: tuple[Segment, ...], between: float, after: tuple[Segment, ...], most: float
) -> None:
    battle = begin(*red("SE", rate=3, type="ship of the line"), rules={"percent_turn_penalty": True})
    ship(battle, "red").sails = 0b111
    told = hint(battle, *before, ahead(between), *after)
    assert told == f"BTQ-PLAN-02: with these turns she can go {most:g} mm"
    rest = most - sum([each.amount for each in before if each.helm == AHEAD])
    sail(battle, "red", *before, ahead(rest), *after)


@pytest.mark.rule("BTQ-PLAN-02", "BTQ-DICE-05")
def test_the_budget_is_kept_exactly() -> None:
    # A third, a turn that keeps the point of sail, and the rest: to the last ten-thousandth and no farther.
    battle = begin(*red("SE", rate=3, type="ship of the line"))
    whole = (ahead(100), port(1), ahead(100), port(1))
    assert helm(battle).plan(whole).most == 340 - 30
    assert helm(battle).plan((*whole, ahead(110))).wrong == ""
    assert helm(battle).plan((*whole, ahead(110.0001))).wrong == "budget"


@pytest.mark.rule("BTQ-PLAN-02")
def test_head_to_wind_nothing_goes_on() -> None:
    battle = begin(*red("ENE"))
    assert helm(battle).plan((port(2), ahead(10))).wrong == "no_way"
    assert hint(battle, port(2), ahead(10)).startswith("BTQ-PLAN-02: stop short")
    assert helm(battle).plan((port(2),)).wrong == ""


@pytest.mark.rule("BTQ-PLAN-06")
def test_damage_enters_the_plan_by_itself() -> None:
    battle = begin(*red("SE"))
    ship(battle, "red").sails = 0b11
    assert helm(battle).plan(()).most == 485 - 97


@pytest.mark.rule("BTQ-PLAN-02")
def test_a_variant_may_widen_the_budget() -> None:
    layer = nr.Variant("twice", "btq", {}, {"planner": {"plan_budget": 2}})
    assert helm(begin(*red("SE"), variant=layer)).plan(()).most == 970
