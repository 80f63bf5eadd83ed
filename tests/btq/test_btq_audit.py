"""Corners where two rules meet: prize crews and duties, prizes and old friends, hulls towed along, the unarmed."""

from __future__ import annotations

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
from btq_table import begin, entrant, events, finish_turn, made

import navalrules as nr
from navalrules_btq.orders import Board
from navalrules_btq.parties import Pair, Party, pair_between
from navalrules_btq.stations import Stations

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
    assert not (belle.beating or belle.beat or belle.hold_drift or belle.override)


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


@pytest.mark.rule("BTQ-MAST-02", "BTQ-MOVE-14", "BTQ-MAST-13")
def test_a_cutter_whose_plan_has_fewer_sails_than_she_was_given_drifts_when_all_are_gone() -> None:
    cutter = made(masts=1, sails=3, rig="cutter", type="cutter")
    assert cutter.mast_plan == "single_masted_2"
    assert cutter.sails_full == 2
    # SVN keeps the count she was given: 2000 / (3 x 1.3) is 512.8.
    assert cutter.svn == 513
