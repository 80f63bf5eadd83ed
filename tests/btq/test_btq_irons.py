"""In irons: four turns from head to wind to way on again."""

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
    port,
    sail,
    sailed,
    ship,
    starboard,
)

import navalrules as nr
from navalrules_btq import irons
from navalrules_btq.umpire import ForceRecover, HoldDrift


def into_irons(**fields: Any) -> nr.Battle:
    """Red, who made 90 mm on ENE and has put her head to NbE, two turns on."""
    battle = begin(entrant("red", RED, 0, 0, "ENE", **fields), entrant("blue", BLUE, 0, 9000, "W"))
    sailed(battle, "red", ahead(90))
    sailed(battle, "red", ahead(90), port(5))
    return battle


def at(battle: nr.Battle, x: float, y: float, heading: float) -> None:
    pose = ship(battle, "red").pose
    assert pose is not None
    assert (round(pose.x, 3), round(pose.y, 3), pose.heading) == (x, y, heading)


@pytest.mark.rule("BTQ-IRONS-01", "BTQ-IRONS-02", "BTQ-IRONS-03", "BTQ-IRONS-04", "BTQ-IRONS-05")
def test_the_whole_recovery() -> None:
    battle = into_irons()
    before = ship(battle, "red").pose
    assert before is not None
    x, y = before.x, before.y
    # First a third of 90 mm on the heading of her bow, with no helm.
    with pytest.raises(nr.IllegalOrder, match="is in irons") as refused:
        sail(battle, "red", port(1))
    assert refused.value.rule == "BTQ-IRONS-02"
    record = sailed(battle, "red")
    assert (record.irons, record.last_move) == (2, 30.0)
    assert "BTQ-IRONS-02" in cited(events(battle, nr.ShipMoved, "red"))
    at(battle, round(x + 30 * 0.195090322, 3), round(y + 30 * 0.980785280, 3), 11.25)
    # Then half of the beating speed, 247 mm, down the wind, whatever the bow does.
    with pytest.raises(nr.IllegalOrder, match="makes no headway") as refused:
        sail(battle, "red", ahead(5))
    assert refused.value.rule == "BTQ-IRONS-03"
    with pytest.raises(nr.IllegalOrder):
        sail(battle, "red", starboard(9))
    with pytest.raises(nr.IllegalOrder):
        sail(battle, "red", tack=True)
    pose = ship(battle, "red").pose
    assert pose is not None
    record = sailed(battle, "red", starboard(2))
    assert (record.irons, record.last_move) == (3, 124.0)
    at(battle, round(pose.x, 3), round(pose.y - 124, 3), 33.75)
    # Her bow swings back to ENE by itself.
    record = sailed(battle, "red")
    assert (record.irons, record.last_move) == (4, 0.0)
    at(battle, round(pose.x, 3), round(pose.y - 124, 3), 67.5)
    # A first move of 20 mm at most.
    with pytest.raises(nr.IllegalOrder, match="first move out of irons") as refused:
        sail(battle, "red", ahead(21))
    assert refused.value.rule == "BTQ-IRONS-05"
    record = sailed(battle, "red", ahead(20))
    assert (record.irons, record.last_move) == (0, 20.0)
    assert {"BTQ-IRONS-03", "BTQ-IRONS-04", "BTQ-IRONS-05"} <= cited(events(battle, nr.ShipMoved, "red"))
    sailed(battle, "red", ahead(40))


@pytest.mark.rule("BTQ-IRONS-01")
def test_who_does_not_enter() -> None:
    record = ship(into_irons(), "red")
    assert irons.enters(record, "in_irons", False)
    assert not irons.enters(record, "beating", False)
    assert not irons.enters(record, "in_irons", True)
    for what, value in (("tacking", "port"), ("dismasted", True), ("irons", 2)):
        battle = into_irons()
        altered(battle, "red", **{what: value})
        assert not irons.enters(ship(battle, "red"), "in_irons", False)


@pytest.mark.rule("BTQ-IRONS-02", "BTQ-IRONS-03", "BTQ-DICE-02")
def test_thirds_and_halves_are_rounded_to_nearest() -> None:
    battle = into_irons()
    lore, record = battle.lore.sailing, ship(battle, "red")
    found = []
    for last in (100.0, 101.0, 100.5):
        record.last_move = last
        found.append(irons.locked_drift(lore, record))
    assert found == [33, 34, 34]
    assert [irons.wind_drift(lore, beating) for beating in (247, 114)] == [124, 57]


@pytest.mark.rule("BTQ-IRONS-04")
@pytest.mark.parametrize(("wind", "heading"), [(0.0, 67.5), (45.0, 112.5), (90.0, 22.5), (292.5, 67.5)])
def test_after_a_shift_she_falls_off_to_her_least_beating_angle_on_the_same_tack(
    wind: float, heading: float
) -> None:
    battle = into_irons()
    altered(battle, "red", irons=3)
    battle.state.wind = nr.Wind(wind, 4)
    battle._pending = None
    sailed(battle, "red")
    pose = ship(battle, "red").pose
    assert pose is not None
    assert pose.heading == heading


@pytest.mark.rule("BTQ-IRONS-04")
@pytest.mark.parametrize(("face", "heading"), [(1, 67.5), (6, 292.5)])
def test_one_who_never_sailed_takes_either_tack(face: int, heading: float) -> None:
    dice = nr.Scripted(irons=[face])
    battle = begin(entrant("red", RED, 0, 0, "N"), entrant("blue", BLUE, 0, 9000, "W"), dice=dice)
    for _ in range(3):
        sailed(battle, "red")
    pose = ship(battle, "red").pose
    assert pose is not None
    assert pose.heading == heading


@pytest.mark.rule("BTQ-IRONS-06", "BTQ-UI-01")
def test_the_drift_may_be_held_for_a_turn() -> None:
    battle = into_irons()
    sailed(battle, "red")
    battle.submit(HoldDrift(ship="red"))
    assert sailed(battle, "red").irons == 2
    assert sailed(battle, "red").irons == 3
    assert {"BTQ-IRONS-06", "BTQ-UI-01"} <= cited(battle.log)


@pytest.mark.rule("BTQ-IRONS-07", "BTQ-UI-01")
def test_recovery_may_be_forced() -> None:
    battle = into_irons()
    sailed(battle, "red")
    battle.submit(ForceRecover(ship="red"))
    record = ship(battle, "red")
    assert record.pose is not None
    assert (record.irons, record.pose.heading) == (3, 67.5)
    assert {"BTQ-IRONS-07", "BTQ-UI-01"} <= cited(battle.log)
    assert sailed(battle, "red").irons == 4
