"""Corners where two rules meet, and readings that a variant changes."""

from __future__ import annotations

from typing import Any

import pytest
from alongside import (
    FRENCH,
    TWO,
    alter,
    lying,
    one,
    pair,
    play,
    ship,
    whole_crews,
)
from btq_table import ahead, altered, begin, entrant, events, finish_turn, gun, made, port
from btq_table import pair as two

import navalrules as nr
from navalrules_btq import fire
from navalrules_btq.orders import Board, Fire, Sail, Shot
from navalrules_btq.parties import Pair, Party, pair_between
from navalrules_btq.stations import Stations
from navalrules_btq.umpire import HoldDrift

CERF = one("cerf", "French", (100, 0, 0), FRENCH)


def struck(*more: nr.Entrant) -> nr.Battle:
    """Alert holds Belle, who has struck; Cerf keeps the battle going."""
    battle = whole_crews(lying(*TWO, CERF, *more))
    alter(battle, "belle", status=nr.STRUCK, sp=0, crew=90, lost=110, crew_steps=2)
    return battle


@pytest.mark.rule("BTQ-CREW-11", "BTQ-PRIZE-03")
def test_duties_are_cut_when_a_prize_crew_leaves() -> None:
    battle = struck()
    alter(battle, "alert", stations=Stations(True, 100, 80, 20))
    play(battle, 1, Board(ship="alert", prize="belle", men=50))
    alert = ship(battle, "alert")
    assert alert.crew == 150
    assert alert.stations == Stations(True, 75, 60, 15)


@pytest.mark.rule("BTQ-PRIZE-04", "BTQ-COLL-04", "BTQ-BOARD-01")
def test_a_prize_foul_of_an_old_friend_is_her_enemy() -> None:
    battle = struck()
    foul = Pair(Party("belle"), Party("cerf"), 0, True, True)
    battle.state.table.pairs = (*battle.state.table.pairs, foul)
    play(battle, 3, Board(ship="alert", prize="belle", men=50))
    assert ship(battle, "belle").side == "British"
    assert pair_between(battle, "alert", "belle") is None
    assert not pair(battle, "belle", "cerf").friendly


@pytest.mark.rule("BTQ-PRIZE-04", "BTQ-TACK-09", "BTQ-IRONS-01")
def test_a_prize_does_not_go_on_with_the_tack_of_her_old_crew() -> None:
    battle = struck()
    alter(battle, "belle", tacking="port", irons=2, beating=True, beat=True, hold_drift=True, override=True)
    play(battle, 3, Board(ship="alert", prize="belle", men=50))
    belle = ship(battle, "belle")
    assert (belle.side, belle.tacking, belle.irons) == ("British", "", 0)
    assert [belle.beating, belle.beat, belle.hold_drift, belle.override] == [False] * 4


@pytest.mark.rule("BTQ-MOVE-19", "BTQ-COLL-06", "BTQ-SP-08")
def test_a_struck_ship_goes_as_far_as_the_one_that_holds_her() -> None:
    battle = begin(
        entrant("red", "Red", 0, 0, "S"),
        entrant("blue", "Blue", 15, 0, "S"),
        entrant("far", "Blue", 9000, 0, "S"),
    )
    battle.state.table.pairs = (Pair(Party("red"), Party("blue"), 0),)
    ship(battle, "blue").status = nr.STRUCK
    battle._pending = None
    finish_turn(battle)
    moves = {each.ship: each for each in events(battle, nr.ShipMoved)}
    # A 5th rate runs at 383 and drifts at 102: half of their mean is 121.25.
    assert moves["red"].distance == moves["blue"].distance == 121
    assert ship(battle, "blue").last_move == 121


@pytest.mark.rule("BTQ-MOVE-15", "BTQ-MOVE-19")
def test_sail_set_by_a_ship_that_is_held_counts_at_once() -> None:
    battle = begin(entrant("red", "Red", 0, 0, "S"), entrant("blue", "Blue", 15, 0, "S"))
    battle.state.table.pairs = (Pair(Party("red"), Party("blue"), 0),)
    battle._pending = None
    battle.submit(Sail(ship="red", canvas="full"))
    finish_turn(battle)
    # 383 times 1.25 is 478.75; half of the mean of 478 and 383 is 215.25.
    assert [each.distance for each in events(battle, nr.ShipMoved)] == [215, 215]


@pytest.mark.rule("BTQ-MAST-02", "BTQ-MOVE-14", "BTQ-MAST-13")
def test_a_cutter_whose_plan_has_fewer_sails_than_she_was_given_drifts_when_all_are_gone() -> None:
    cutter = made(masts=1, sails=3, rig="cutter", type="cutter")
    assert cutter.mast_plan == "single_masted_2"
    assert cutter.sails_full == 2
    # SVN keeps the count she was given: 2000 / (3 x 1.3) is 512.8.
    assert cutter.svn == 513


def variant(table: str, key: str, value: Any) -> nr.Variant:
    return nr.Variant("ours", "btq", {}, {table: {key: value}})


def asked(battle: nr.Battle, name: str) -> Any:
    return next(each for each in battle.requests if each.ship == name)


@pytest.mark.rule("BTQ-MOVE-07", "BTQ-MOVE-05")
@pytest.mark.parametrize("strength", ["moderate_breeze", "calm"])
def test_way_that_does_not_yield_takes_her_beyond_her_top_speed(strength: str) -> None:
    battle = begin(variant=variant("sailing", "decel_yields_to_max", False), strength=strength)
    altered(battle, "red", last_move=2000.0)
    request = asked(battle, "red")
    assert request.refusal(request.default) is None
    assert request.refusal(Sail(ship="red", segments=(ahead(1001),))) is not None
    assert request.refusal(Sail(ship="red", segments=(port(1), ahead(1000)))) is not None
    finish_turn(battle)
    assert ship(battle, "red").last_move == 1000


@pytest.mark.rule("BTQ-MOVE-14")
def test_a_variant_that_knows_no_mark_for_no_sail_set() -> None:
    battle = begin()
    assert asked(battle, "red").refusal(Sail(ship="red", canvas="none")) is None
    battle = begin(variant=variant("sailing", "no_sail_set", "lost"))
    wrong = asked(battle, "red").refusal(Sail(ship="red", canvas="none", segments=(ahead(100),)))
    assert (wrong.rule, wrong.hint) == ("BTQ-MOVE-14", "one of: plain, full")


@pytest.mark.rule("BTQ-IRONS-04")
@pytest.mark.parametrize(("reading", "heading"), [("nearest_same_tack", 67.5), ("old_heading", 45.0)])
def test_where_her_bow_swings_when_her_old_heading_sails_no_more(reading: str, heading: float) -> None:
    battle = begin(variant=variant("irons", "irons_recovery_heading", reading))
    pose = nr.Pose(0, 0, 0)
    altered(battle, "red", pose=pose, held=nr.Pose(0, 0, 45.0), irons=3)
    finish_turn(battle)
    found = ship(battle, "red").pose
    assert found is not None
    assert found.heading == heading


@pytest.mark.rule("BTQ-SHIP-15", "BTQ-GUN-35")
def test_the_unarmed_yield_to_a_shot_and_not_to_one_that_cannot_be_fired() -> None:
    battle = begin(entrant("red", "Red", 0, 0, "E"), entrant("blue", "Blue", 0, -200, "W", batteries=()))
    blue, red = ship(battle, "blue"), ship(battle, "red")
    assert blue.unarmed
    order = Fire(ship="red", shots=(Shot("starboard", "blue", "ball", "hull"),))
    red.magazine = "flooded"
    fire.fire(battle, red, order, True)
    assert (blue.status, blue.sp) == (nr.FIGHTING, 10)
    red.magazine = "dry"
    fire.fire(battle, red, order, True)
    assert (blue.status, blue.sp, blue.hull) == (nr.STRUCK, 0, 0)
    assert red.initial_used == (False, False)


@pytest.mark.rule("BTQ-IRONS-06")
def test_a_drift_is_held_where_it_would_end_and_not_the_turn_before() -> None:
    battle = begin()
    altered(battle, "red", irons=1)
    with pytest.raises(nr.IllegalOrder) as caught:
        battle.submit(HoldDrift(ship="red"))
    assert caught.value.rule == "BTQ-IRONS-06"
    finish_turn(battle)
    battle.submit(HoldDrift(ship="red"))
    finish_turn(battle)
    assert ship(battle, "red").irons == 2


@pytest.mark.rule("BTQ-PVN-05", "BTQ-PVN-04")
def test_the_odds_of_a_duel_are_weighed_once_when_the_rule_is_switched_on() -> None:
    light = (gun(10, 9),)
    battle = begin(*two(batteries=light, tonnage_bm=300))
    finish_turn(battle)
    battle.submit(nr.SwitchRule(name="pvn_surrender", value=True))
    finish_turn(battle)
    battle.advance()
    assert ship(battle, "red").sp == 1
    finish_turn(battle)
    battle.advance()
    weighed = [each.ship for each in events(battle, nr.StatusChanged) if each.what == "odds"]
    assert weighed == ["blue", "red"]


@pytest.mark.rule("BTQ-SP-08", "BTQ-MOVE-14")
@pytest.mark.parametrize(("reading", "far"), [("drift", 102.0), ("lie_still", 0.0)])
def test_who_is_out_of_action_drifts_or_lies_still(reading: str, far: float) -> None:
    third = entrant("far", "Blue", 9000, 0, "S")
    battle = begin(*two(9000), third, variant=variant("sailing", "out_of_action", reading))
    altered(battle, "blue", status=nr.STRUCK)
    finish_turn(battle)
    assert [each.distance for each in events(battle, nr.ShipMoved, "blue")] == [far]
