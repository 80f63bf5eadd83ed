"""Whole close actions from the first grapnel on: nothing is set by hand, there are orders and told dice."""

from __future__ import annotations

import pytest
from alongside import (
    AMERICAN,
    BRITISH,
    EXPANDED,
    FRENCH,
    board,
    cited,
    counter,
    grapple,
    lying,
    muster,
    of,
    one,
    party,
    play,
    request,
    ship,
    thrown,
)

import navalrules as nr
from navalrules_btq.events import BoardingBroke, BoardingFought, Broadside, PrizeManned
from navalrules_btq.orders import Board, Fire, Shot
from navalrules_btq.parties import FRESH

QUIET = [100] * 4
"""Two volleys of each ship that miss."""
VICTORY = one("victory", "British", (0, 0, 0), BRITISH, btq_quality="crack", btq_class="first_rate")
BUCENTAURE = one("bucentaure", "French", (15, 0, 0), FRENCH, btq_class="second_rate")
ESSEX = one("essex", "American", (0, 0, 0), AMERICAN)
BELLE = one("belle", "French", (15, 0, 0), FRENCH)
CERF = one("cerf", "French", (100, 0, 0), FRENCH)


@pytest.mark.rule("BTQ-BOARD-22", "BTQ-BOARD-25", "BTQ-BOARD-26", "BTQ-BOARD-27", "BTQ-BOARD-03")
def test_a_counter_boarding_is_won_and_then_lost() -> None:
    dice = thrown(volley=QUIET, boarding=[90, 1, 62, 48, 90, 1, 1, 100])
    battle = lying(VICTORY, BUCENTAURE, rules={**EXPANDED, "crack_crew": True}, dice=dice)
    everybody = muster(battle)
    play(battle, 1, grapple("bucentaure", "victory"))
    assert party(battle, "victory", "bucentaure").groups == (0, 140, 60)

    # 140 French over 9 fell 16 at the Bulwark; 140 British of 11 over 12 fell 12.
    play(battle, 1, board("bucentaure", "victory"))
    assert party(battle, "bucentaure", "victory").zones == ("taken", "", "", "")
    assert party(battle, "bucentaure", "victory").boarding == 128

    # The sally: 60 over 6 fell 10; 128 over 18 fell 7. Back to the Bulwark.
    (won,) = of(play(battle, 1, counter("victory", "bucentaure")), BoardingFought)
    assert (won.winner, won.losses) == ("victory", (7, 10))
    assert party(battle, "bucentaure", "victory").zones == FRESH
    assert party(battle, "victory", "bucentaure").reserve == 53

    # The Bulwark is taken once more, and the second sally fails: the reserve is one no more.
    play(battle, 1, board("bucentaure", "victory"))
    (lost,) = of(play(battle, 1, counter("victory", "bucentaure")), BoardingFought)
    # 53 over 12 fell 4; 107 over 9 fell 12.
    assert (lost.winner, lost.losses) == ("bucentaure", (12, 4))
    assert party(battle, "victory", "bucentaure").reserve == 0
    assert not party(battle, "victory", "bucentaure").sallies
    assert request(battle, "board", "victory").refusal(counter("victory", "bucentaure")) is not None
    assert muster(battle) == everybody
    assert {"BTQ-BOARD-22", "BTQ-BOARD-26", "BTQ-BOARD-27"} <= cited(battle.events)
    dice.finish()


@pytest.mark.rule("BTQ-MORALE-03")
def test_boarders_break_and_go_back() -> None:
    dice = thrown(volley=QUIET, boarding=[1, 76, 1, 76], boarding_morale=[46])
    battle = lying(ESSEX, BELLE, rules=EXPANDED, dice=dice)
    play(battle, 1, grapple("belle", "essex"))
    play(battle, 1, board("belle", "essex"))
    # 140 Americans over 2 fell 70 of the 140 boarders; 130 of 200 are left, and nobody asks her yet.
    assert not of(battle.events, BoardingBroke)
    (broke,) = of(play(battle, 1, board("belle", "essex")), BoardingBroke)
    assert (broke.ship, broke.outcome) == ("belle", "retreats")
    assert party(battle, "belle", "essex").zones == FRESH
    assert len(battle.state.table.pairs) == 1
    dice.finish()


@pytest.mark.rule("BTQ-MORALE-04", "BTQ-MORALE-05", "BTQ-BOARD-29", "BTQ-PRIZE-04")
def test_defenders_break_twice_and_the_ship_is_taken_and_fights_on() -> None:
    dice = thrown(
        volley=QUIET,
        boarding=[76, 1, 76, 1, 55, 1],
        boarding_morale=[41, 41],
        **{"fire at cerf": [1]},
    )
    battle = lying(ESSEX, BELLE, CERF, rules=EXPANDED, dice=dice)
    everybody = muster(battle)
    play(battle, 1, grapple("essex", "belle"))
    play(battle, 1, board("essex", "belle"))
    # 70 of the 140 defenders fall, then 68 more: with two zones gone she holds on 40 or less.
    (merged,) = of(play(battle, 1, board("essex", "belle")), BoardingBroke)
    assert (merged.ship, merged.outcome) == ("belle", "merges")
    assert party(battle, "belle", "essex").groups == (0, 62, 0)
    (taken,) = of(play(battle, 1, board("essex", "belle")), BoardingBroke)
    assert taken.outcome == "taken"
    assert ship(battle, "belle").status == nr.TAKEN
    assert [event.by for event in of(battle.events, nr.ShipTaken)] == ["essex"]

    # A prize crew over three turns, and she boards her old consort.
    (manned,) = of(play(battle, 3, Board(ship="essex", prize="belle", men=45)), PrizeManned)
    belle = ship(battle, "belle")
    assert (manned.side, belle.side, belle.crew) == ("American", "American", 45)
    assert muster(battle) == everybody
    # She fights for her new side: two guns at the rigging of Cerf.
    shot = Shot(arc="starboard", target="cerf", shot="ball", aim="rigging", guns=(2, 0))
    (fired,) = of(play(battle, 1, Fire(ship="belle", side="American", shots=(shot,))), Broadside)
    assert (fired.ship, fired.target) == ("belle", "cerf")
    assert ship(battle, "cerf").rigging_taken > 0
    assert muster(battle) == everybody
    dice.finish()
