"""Points of sail, speeds, way, turning."""

from __future__ import annotations

from typing import Any

import pytest
from btq_table import (
    BLUE,
    LORE,
    RED,
    RULES,
    ahead,
    altered,
    begin,
    cited,
    entrant,
    events,
    finish_turn,
    made,
    port,
    sail,
    sailed,
    ship,
    starboard,
)

import navalrules as nr
from navalrules.compass import POINTS as COMPASS
from navalrules_btq import sailing
from navalrules_btq.helm import helm_of
from navalrules_btq.orders import Segment
from navalrules_btq.request import SailRequest
from navalrules_btq.ship import PARTS


def red(heading: str = "SE", **fields: Any) -> tuple[nr.Entrant, nr.Entrant]:
    """Red on a heading, alone as far as guns reach."""
    grades = fields.pop("grades", None)
    return (
        entrant("red", RED, 0, 0, heading, grades=grades, **fields),
        entrant("blue", BLUE, 0, 9000, "W"),
    )


def limits(battle: nr.Battle) -> tuple[float, float]:
    """How far Red may go straight ahead."""
    helm = helm_of(battle, ship(battle, "red"))
    return helm.limits(helm.plan(()))


def why_not(battle: nr.Battle, *segments: Any, **fields: Any) -> nr.IllegalOrder:
    """What is said to Red's order."""
    before = battle.state.copy()
    with pytest.raises(nr.IllegalOrder) as refused:
        sail(battle, "red", *segments, **fields)
    assert battle.state == before
    assert refused.value.reason
    assert refused.value.hint
    return refused.value


@pytest.mark.rule("BTQ-MOVE-01", "BTQ-MOVE-02", "BTQ-CV-12")
@pytest.mark.parametrize(
    ("wind", "off", "pos"),
    [
        ("NE", 4, "in_irons"),
        ("EbN", 7, "beating"),
        ("ESE", 10, "quarter_reaching"),
        ("SSE", 14, "running"),
        ("S", 16, "running"),
    ],
)
def test_points_of_sail_heading_north(wind: str, off: int, pos: str) -> None:
    battle = begin(*red("N"), wind=wind)
    record = ship(battle, "red")
    rel = sailing.wind_on_bow(battle, record)
    assert sailing.off_wind(rel) == off
    assert sailing.point_of_sail(LORE.sailing, record, off) == pos


@pytest.mark.rule("BTQ-MOVE-02", "BTQ-MOVE-03")
def test_every_point_off_the_wind() -> None:
    square, schooner = made(), made(grades={"btq_fore_and_aft": True})
    names = ["in_irons"] * 6 + ["beating"] * 2 + ["reaching"] * 2 + ["quarter_reaching"] * 4 + ["running"] * 3
    told = sailing.point_of_sail
    assert [told(LORE.sailing, square, off) for off in range(17)] == names
    assert [told(LORE.sailing, schooner, off) for off in range(17)] == [
        *["in_irons"] * 5,
        *["beating"] * 3,
        *names[8:],
    ]
    assert [sailing.off_wind(rel) for rel in (0, 5, 16, 17, 31)] == [0, 5, 16, 15, 1]
    assert len(COMPASS) == 32


@pytest.mark.rule("BTQ-MOVE-04")
def test_the_speed_table_holds_forty_eight_rows_with_their_oddities() -> None:
    table = RULES.tables["speed"]
    assert len(list(table)) == 48
    assert table.row("c1_slight") == (90, 73, 68, 46, 18)
    assert table.row("c3_moderate") == (363, 290, 272, 181, 73)
    assert table.row("c4_fresh") == (634, 502, 478, 319, 132)
    assert table.row("c6_fresh")[0] < table.row("c6_moderate")[0]
    assert table.row("c7_gentle") == (229, 181, 173, 114, 49)
    assert table.row("c8_gale") == (207, 164, 157, 105, 44)
    assert sum(sum(table.row(key)) for key in table) == SPEEDS


SPEEDS = 49_645


@pytest.mark.rule("BTQ-MOVE-05", "BTQ-MOVE-18")
def test_any_distance_up_to_the_top_speed_from_rest() -> None:
    battle = begin(*red())
    assert limits(battle) == (0.0, 485.0)
    record = sailed(battle, "red", ahead(485))
    assert (record.last_move, record.moved) == (485.0, 485.0)
    moved = events(battle, nr.ShipMoved, "red")[0]
    assert moved.distance == 485.0
    assert moved.rulings[0].modifiers[0].amount == 485
    fast = why_not(begin(*red()), ahead(486))
    assert (fast.rule, fast.hint) == ("BTQ-PLAN-02", "with these turns she can go 485 mm")


@pytest.mark.rule("BTQ-MOVE-06", "BTQ-MOVE-07", "BTQ-CV-14", "BTQ-DICE-03")
def test_way_is_gained_and_lost_by_halves() -> None:
    battle = begin(*red(rate=3, type="ship of the line"))
    altered(battle, "red", last_move=101.0)
    assert limits(battle) == (50.0, 202.0)
    assert why_not(battle, ahead(203)).rule == "BTQ-MOVE-06"
    slow = why_not(battle, ahead(49))
    assert (slow.rule, slow.hint) == ("BTQ-MOVE-07", "she may go from 50 to 202 mm")
    sailed(battle, "red", ahead(202))
    assert {"BTQ-MOVE-06", "BTQ-MOVE-07"} <= cited(events(battle, nr.ShipMoved, "red"))


@pytest.mark.rule("BTQ-MOVE-07")
def test_a_lower_limit_above_the_top_speed_yields_to_it() -> None:
    battle = begin(*red())
    altered(battle, "red", last_move=1200.0)
    assert limits(battle) == (485.0, 485.0)
    layer = nr.Variant("stiff", "btq", {}, {"sailing": {"decel_yields_to_max": False}})
    stiff = begin(*red(), variant=layer)
    altered(stiff, "red", last_move=1200.0)
    assert limits(stiff)[0] == 600.0


@pytest.mark.rule("BTQ-MOVE-08", "BTQ-MOVE-12", "BTQ-MOVE-13", "BTQ-CV-13")
def test_a_plain_move_less_sails_and_turns() -> None:
    battle = begin(*red(rate=3, type="ship of the line"))
    altered(battle, "red", sails=0b111)
    why = why_not(battle, port(2), ahead(209))
    assert why.hint == "with these turns she can go 208 mm"
    sailed(battle, "red", port(2), ahead(208))
    ruled = events(battle, nr.ShipMoved, "red")[0].rulings[0]
    assert [(each.name, each.amount) for each in ruled.modifiers] == [
        ("table_speed", 340),
        ("sails_lost", -102),
        ("turn_cost", -30),
    ]


@pytest.mark.rule("BTQ-MOVE-09", "BTQ-CV-13")
def test_with_percent_turn_penalty_it_is_a_share_of_the_table_speed() -> None:
    battle = begin(*red(rate=3, type="ship of the line"), rules={"percent_turn_penalty": True})
    altered(battle, "red", sails=0b111)
    assert why_not(battle, port(2), ahead(205)).hint == "with these turns she can go 204 mm"
    sailed(battle, "red", port(2), ahead(204))
    moved = events(battle, nr.ShipMoved, "red")[0]
    assert moved.rulings[0].modifiers[-1] == nr.Modifier("turn_cost", -34, "BTQ-MOVE-09")


@pytest.mark.rule("BTQ-MOVE-12", "BTQ-EX-20")
def test_three_of_ten_sails_lost_take_thirty_percent() -> None:
    battle = begin(*red())
    altered(battle, "red", sails=0b111)
    assert sailing.sail_loss(ship(battle, "red"), 100) == 30
    assert limits(battle)[1] == 485 - 146  # 145.5 rounds up


@pytest.mark.rule("BTQ-MOVE-10")
@pytest.mark.parametrize("points", [17, 50, 4000])
def test_a_turn_of_more_than_half_the_compass_is_refused_like_any_too_large(points: int) -> None:
    for plan in ((starboard(points),), (starboard(points), ahead(10), starboard(1))):
        told = why_not(begin(*red()), *plan)
        assert (told.rule, told.hint) == ("BTQ-MOVE-10", "Red may turn 8")


@pytest.mark.rule("BTQ-MOVE-10", "BTQ-MOVE-11", "BTQ-CREW-10", "BTQ-EX-07")
def test_the_cap_and_what_rudder_wheel_and_crew_take_of_it() -> None:
    battle = begin(*red())
    told = why_not(battle, starboard(9))
    assert (told.rule, told.hint) == ("BTQ-MOVE-10", "Red may turn 8")
    for fields, cap in (
        ({"rudder_gone": True}, 4),
        ({"wheel_gone": True}, 6),
        ({"rudder_gone": True, "wheel_gone": True}, 2),
    ):
        battle = begin(*red())
        altered(battle, "red", **fields)
        assert helm_of(battle, ship(battle, "red")).cap == cap
        assert "BTQ-MOVE-11" not in cited(events(battle, nr.ShipMoved))
        sailed(battle, "red", starboard(cap), ahead(100))
        assert "BTQ-MOVE-11" in cited(events(battle, nr.ShipMoved, "red"))
    layer = nr.Variant("apart", "btq", {}, {"sailing": {"turn_loss_additive": False}})
    battle = begin(*red(), variant=layer)
    altered(battle, "red", rudder_gone=True, wheel_gone=True)
    assert helm_of(battle, ship(battle, "red")).cap == 3


@pytest.mark.rule("BTQ-CREW-10", "BTQ-EX-07")
def test_a_cap_of_four_with_thirty_percent_of_the_sailing_crew_missing() -> None:
    layer = nr.Variant("four", "btq", {}, {"turn_cap": {"fifth_rate": 4}})
    battle = begin(*red(tonnage_bm=600), variant=layer)  # HVN 1200: 100 men work her
    altered(battle, "red", crew=70, lost=230)
    assert helm_of(battle, ship(battle, "red")).cap == 3


@pytest.mark.rule("BTQ-MOVE-13", "BTQ-CREW-08", "BTQ-CV-16", "BTQ-EX-21")
def test_the_crew_penalty_comes_before_the_sails() -> None:
    battle = begin(*red(rate=3, type="ship of the line", tonnage_bm=600))
    altered(battle, "red", crew=75, lost=225)
    assert limits(battle)[1] == 238.0
    altered(battle, "red", sails=0b111)
    assert limits(battle)[1] == 238.0 - 102.0
    altered(battle, "red", sails=(1 << 9) - 1)
    assert limits(battle)[1] == 0.0


@pytest.mark.rule("BTQ-MOVE-14", "BTQ-SP-08")
def test_who_has_no_sail_drifts_down_the_wind() -> None:
    for fields in ({"dismasted": True}, {"sails": (1 << 10) - 1}, {"canvas": "none"}):
        battle = begin(*red("E"))
        altered(battle, "red", **fields)
        assert why_not(battle, ahead(10)).rule == "BTQ-MOVE-14"
        record = sailed(battle, "red")
        assert record.pose == nr.Pose(0.0, -102.0, 90.0)
        assert record.last_move == 102.0
        assert "BTQ-MOVE-14" in cited(events(battle, nr.ShipMoved, "red"))


@pytest.mark.rule("BTQ-MOVE-14")
def test_no_sail_is_ordered_before_moving_and_a_struck_ship_drifts_too() -> None:
    battle = begin(*red("E"))
    assert why_not(battle, ahead(10), canvas="none").rule == "BTQ-MOVE-14"
    assert sailed(battle, "red", canvas="none").no_sail
    battle = begin(*red("E"), entrant("blue2", BLUE, 4000, 9000, "W"))
    altered(battle, "blue", status=nr.STRUCK)
    y = ship(battle, "blue").pose
    finish_turn(battle)
    after = ship(battle, "blue").pose
    assert y is not None
    assert after is not None
    assert (after.x, after.y) == (y.x, y.y - 102.0)


@pytest.mark.rule("BTQ-MOVE-15", "BTQ-PLAN-06")
def test_full_sail_is_declared_before_moving_and_holds() -> None:
    battle = begin(*red())
    record = sailed(battle, "red", ahead(606), canvas="full")
    assert record.full_sail
    assert limits(battle)[1] == 606.25
    modifiers = events(battle, nr.ShipMoved, "red")[0].rulings[0].modifiers
    assert modifiers[-1] == nr.Modifier("full_sail", 121.25, "BTQ-MOVE-15")
    assert why_not(battle, canvas="studding sails").rule == "BTQ-MOVE-15"
    sailed(battle, "red", ahead(400), canvas="plain")
    assert limits(battle)[1] == 485.0


@pytest.mark.rule("BTQ-MOVE-16", "BTQ-PLAN-06")
def test_a_major_fire_slows_her() -> None:
    for ages, top in (((2,), 485.0), ((3,), 363.75), ((6, 1), 242.5)):
        battle = begin(*red(), rules={"enhanced_fire": True})
        altered(battle, "red", fires=ages)
        assert limits(battle)[1] == top
    sailed(battle, "red", ahead(100))
    assert "BTQ-MOVE-16" in cited(events(battle, nr.ShipMoved, "red"))


@pytest.mark.rule("BTQ-MOVE-17")
def test_wearing_is_open_to_all() -> None:
    battle = begin(*red("SbE"))
    altered(battle, "red", sections=1, rudder_gone=True)
    record = sailed(battle, "red", starboard(2), ahead(100))
    assert record.pose is not None
    assert record.pose.heading == 191.25
    assert "BTQ-MOVE-17" in cited(events(battle, nr.ShipMoved, "red"))


@pytest.mark.rule("BTQ-MOVE-17", "BTQ-TACK-03")
def test_the_bow_goes_through_the_wind_in_a_tack_alone() -> None:
    battle = begin(*red("ENE"))
    told = why_not(battle, port(7))
    assert told.rule == "BTQ-TACK-03"
    assert "wear" in told.hint


@pytest.mark.rule("BTQ-TURN-01")
def test_orders_that_make_no_sense_are_refused() -> None:
    battle = begin(*red())
    assert why_not(battle, Segment("astern", 10.0)).rule == "BTQ-PLAN-01"
    assert why_not(battle, port(1), starboard(1)).rule == "BTQ-PLAN-01"
    assert why_not(battle, starboard(0)).rule == "BTQ-PLAN-01"
    assert why_not(battle, ahead(float("nan"))).rule == "BTQ-PLAN-01"
    assert why_not(battle, ram="red").rule == "BTQ-COLL-02"


def test_a_request_tells_what_she_may_do() -> None:
    battle = begin(*red())
    request = next(each for each in battle.requests if each.ship == "red")
    assert isinstance(request, SailRequest)
    told = request.describe()
    assert (told["mode"], told["point_of_sail"], told["turn_cap"], told["top_speed"]) == (
        "free",
        "quarter_reaching",
        8,
        485.0,
    )
    assert told["straight"] == [0.0, 485.0]


@pytest.mark.rule("BTQ-DICE-05")
def test_arithmetic_is_exact_before_it_is_rounded() -> None:
    # 340 x 0.7 is 238; binary floats make it 237.99999999999997.
    battle = begin(*red(rate=3, type="ship of the line", tonnage_bm=600))
    altered(battle, "red", crew=75, lost=225)
    speed = helm_of(battle, ship(battle, "red")).speed("quarter_reaching")
    assert speed.parts == 238 * PARTS
