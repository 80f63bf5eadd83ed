"""Beating and tacking: the strict gate, the turn through the wind, what becomes of a tack under way."""

from __future__ import annotations

from typing import Any

import pytest
from btq_table import (
    BLUE,
    RED,
    ahead,
    altered,
    begin,
    cited,
    entrant,
    events,
    finish_turn,
    sail,
    sailed,
    ship,
    starboard,
)

import navalrules as nr
from navalrules_btq import tacking
from navalrules_btq.umpire import LiftGate, TackComplete


def beating(strength: str = "moderate_breeze", heading: str = "ENE", **fields: Any) -> nr.Battle:
    """Red close-hauled on the larboard tack, six points off a northerly, Blue far away."""
    variant = fields.pop("variant", None)
    return begin(
        entrant("red", RED, 0, 0, heading, **fields),
        entrant("blue", BLUE, 0, 9000, "W"),
        strength=strength,
        variant=variant,
    )


def marked(**fields: Any) -> nr.Battle:
    """The same a turn later, having beaten."""
    battle = beating(**fields)
    sailed(battle, "red", ahead(100), beat=True)
    assert ship(battle, "red").beat
    return battle


def barred(battle: nr.Battle, **fields: Any) -> nr.IllegalOrder:
    with pytest.raises(nr.IllegalOrder) as refused:
        sail(battle, "red", tack=True, **fields)
    return refused.value


@pytest.mark.rule("BTQ-TACK-07")
def test_no_tack_is_drawn_for_a_ship_that_cannot_turn_a_point() -> None:
    layer = nr.Variant("stiff", "btq", {}, {"turn_cap": {"fifth_rate": 0}})
    battle = marked(variant=layer)
    assert barred(battle).rule == "BTQ-TACK-07"
    request = next(each for each in battle.requests if each.ship == "red")
    for seed in range(12):
        assert request.refusal(request.draw(nr.Seeded(seed))) is None


@pytest.mark.rule("BTQ-TACK-01", "BTQ-TACK-02")
def test_beating_is_declared_and_marks_the_next_turn_alone() -> None:
    battle = marked()
    assert {"BTQ-TACK-01", "BTQ-TACK-02"} <= cited(events(battle, nr.StatusChanged, "red"))
    sailed(battle, "red", ahead(100))
    assert not ship(battle, "red").beat
    assert barred(battle).rule == "BTQ-TACK-03"


@pytest.mark.rule("BTQ-TACK-01")
def test_who_no_longer_beats_when_the_turn_ends_has_no_mark() -> None:
    battle = beating()
    sailed(battle, "red", starboard(2), ahead(100), beat=True)
    assert not ship(battle, "red").beat
    with pytest.raises(nr.IllegalOrder, match="beating is declared at beating") as refused:
        sail(battle, "red", ahead(100), beat=True)
    assert refused.value.rule == "BTQ-TACK-01"


@pytest.mark.rule("BTQ-TACK-03")
def test_no_tack_without_the_mark() -> None:
    assert "has not beaten last turn" in barred(beating()).reason


@pytest.mark.rule("BTQ-TACK-03", "BTQ-UI-01")
def test_the_override_lifts_this_condition_and_no_other() -> None:
    battle = beating()
    battle.submit(LiftGate(ship="red"))
    record = sailed(battle, "red", tack=True)
    assert not record.override
    assert {"BTQ-TACK-03", "BTQ-UI-01"} <= cited(battle.log)
    battle = beating()
    altered(battle, "red", sections=1)
    battle.submit(LiftGate(ship="red"))
    assert barred(battle).rule == "BTQ-TACK-04"


@pytest.mark.rule("BTQ-TACK-04", "BTQ-TACK-06", "BTQ-DIS-43")
@pytest.mark.parametrize(
    ("fields", "rule", "why"),
    [
        ({"sections": 1 << 9}, "BTQ-TACK-04", "a mast section is lost"),
        ({"rudder_gone": True}, "BTQ-TACK-06", "her rudder is gone"),
        ({"wheel_gone": True}, "BTQ-TACK-06", "her wheel is gone"),
        ({"tacking": "port"}, "BTQ-TACK-09", "cannot be called off"),
        ({"dismasted": True}, "BTQ-TACK-04", "she is dismasted"),
    ],
)
def test_other_bars(fields: dict[str, Any], rule: str, why: str) -> None:
    battle = marked()
    altered(battle, "red", **fields)
    refused = barred(battle)
    assert refused.rule == rule
    assert why in refused.reason


@pytest.mark.rule("BTQ-TACK-04")
def test_a_tack_begins_at_beating_alone() -> None:
    battle = beating(heading="ESE")
    altered(battle, "red", beat=True)
    assert "not beating" in barred(battle).reason


@pytest.mark.rule("BTQ-TACK-05")
@pytest.mark.parametrize("strength", ["slight_air", "light_breeze"])
def test_no_tack_in_a_light_wind(strength: str) -> None:
    refused = barred(marked(strength=strength))
    assert refused.rule == "BTQ-TACK-05"
    assert "too light" in refused.reason
    sail(marked(strength="gentle_breeze"), "red", tack=True)


@pytest.mark.rule("BTQ-TACK-03", "BTQ-TACK-04", "BTQ-TACK-06", "BTQ-TACK-07", "BTQ-TACK-08")
def test_a_tack_that_needs_more_than_the_cap_takes_two_turns() -> None:
    # Six points off, six to lie on the other tack: twelve in all, eight a turn.
    battle = marked()
    record = sailed(battle, "red", tack=True)
    assert record.pose is not None
    assert (record.pose.heading, record.tacking, record.last_move) == (337.5, "port", 0.0)
    moved = events(battle, nr.ShipMoved, "red")[-1]
    assert moved.turned == -90.0
    assert {"BTQ-TACK-03", "BTQ-TACK-07"} <= cited([moved])
    record = sailed(battle, "red", ahead(123.5))
    assert record.pose is not None
    assert (record.pose.heading, record.tacking, record.last_move) == (292.5, "", 123.5)
    assert "BTQ-TACK-08" in cited(events(battle, nr.ShipMoved, "red"))


@pytest.mark.rule("BTQ-TACK-08")
def test_headway_on_completing_is_half_the_beating_speed() -> None:
    battle = marked()
    sailed(battle, "red", tack=True)
    with pytest.raises(nr.IllegalOrder, match=r"124 mm while tacking.*123\.5 mm") as refused:
        sail(battle, "red", ahead(124))
    assert refused.value.rule == "BTQ-TACK-08"
    with pytest.raises(nr.IllegalOrder) as refused:
        sail(battle, "red", starboard(1))
    assert refused.value.rule == "BTQ-TACK-07"


@pytest.mark.rule("BTQ-TACK-07")
def test_a_nimble_ship_comes_about_in_one_turn() -> None:
    schooner = {"type": "schooner", "rate": None, "rig": "schooner", "sails": 4, "masts": 2}
    battle = marked(heading="NEbE", **schooner)  # five points off, and five beyond: ten, her cap
    record = sailed(battle, "red", ahead(100), tack=True)
    assert record.pose is not None
    assert (record.pose.heading, record.tacking) == (303.75, "")


@pytest.mark.rule("BTQ-TACK-07")
def test_no_headway_while_the_bow_crosses() -> None:
    with pytest.raises(nr.IllegalOrder, match="0 mm straight"):
        sail(marked(), "red", ahead(10), tack=True)
    layer = nr.Variant("forereach", "btq", {}, {"tack": {"tack_crossing_headway": 30}})
    assert sailed(marked(variant=layer), "red", ahead(30), tack=True).last_move == 30.0


@pytest.mark.rule("BTQ-TACK-09")
def test_a_tack_cannot_be_called_off() -> None:
    battle = marked()
    sailed(battle, "red", tack=True)
    assert barred(battle).rule == "BTQ-TACK-09"
    assert sailed(battle, "red").tacking == ""  # it went on by itself
    assert "BTQ-TACK-09" in cited(events(battle, nr.ShipMoved, "red"))


@pytest.mark.rule("BTQ-TACK-09")
def test_a_tack_fails_into_irons_without_turning_or_wind() -> None:
    for change in ("crew", "wind"):
        battle = marked()
        sailed(battle, "red", tack=True)
        if change == "wind":
            battle.state.wind = nr.Wind(0.0, 2)
            battle._pending = None
        else:
            altered(battle, "red", rudder_gone=True, wheel_gone=True, crew=75, lost=225)
        record = sailed(battle, "red")
        assert (record.tacking, record.irons) == ("", 2)
        assert {"BTQ-TACK-09", "BTQ-IRONS-01"} <= cited(events(battle, nr.ShipMoved, "red"))
    lore = battle.lore.sailing
    assert tacking.falls_off(lore, 0, 4)
    assert not tacking.falls_off(lore, 1, 3)


@pytest.mark.rule("BTQ-TACK-10", "BTQ-UI-01")
def test_tack_complete_by_hand() -> None:
    battle = marked()
    sailed(battle, "red", tack=True)
    battle.submit(TackComplete(ship="red"))
    record = ship(battle, "red")
    assert record.pose is not None
    assert (record.tacking, record.pose.heading) == ("", 292.5)
    assert {"BTQ-TACK-10", "BTQ-UI-01"} <= cited(battle.log)
    sail(battle, "red", ahead(100))
    finish_turn(battle)
