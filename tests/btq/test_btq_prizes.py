"""BTQ-PRIZE in play: a ship boarded, taken, manned over three turns, and fighting on for her new side."""

from __future__ import annotations

from typing import Any

import pytest
from alongside import (
    EXPANDED,
    FRENCH,
    RULES,
    TWO,
    alter,
    board,
    grapple,
    hold,
    lying,
    muster,
    of,
    one,
    pair,
    play,
    request,
    ruling,
    ship,
    thrown,
    to,
    whole_crews,
)

import navalrules as nr
from navalrules_btq.events import (
    BoardingFought,
    Broadside,
    PartiesChanged,
    PrizeCrewBack,
    PrizeCrewSent,
    PrizeManned,
)
from navalrules_btq.lore import Lore
from navalrules_btq.orders import Board, Close, Fire, Groups, Shot
from navalrules_btq.parties import Party, pair_between
from navalrules_btq.prizes import prize_crew

FIGURES = Lore.of(RULES.tables).fighting
CERF = one("cerf", "French", (100, 0, 0), FRENCH)


def man(captor: str, prize: str, men: int) -> Board:
    return Board(ship=captor, prize=prize, men=men)


def refused(battle: nr.Battle, order: nr.Order) -> nr.IllegalOrder:
    to(battle, order.kind)
    with pytest.raises(nr.IllegalOrder) as caught:
        battle.submit(order)
    assert caught.value.hint
    return caught.value


def struck(dover: bool = False, **more: Any) -> nr.Battle:
    """Alert holds Belle, who has struck; Cerf (and Dover) keep the battle going."""
    others = (CERF, one("dover", "British", (-300, 0, 0))) if dover else (CERF,)
    battle = whole_crews(lying(*TWO, *others, **more))
    alter(battle, "belle", status=nr.STRUCK, sp=0, crew=90, lost=110, crew_steps=2)
    return battle


@pytest.mark.rule(
    "BTQ-PRIZE-01", "BTQ-PRIZE-02", "BTQ-PRIZE-03", "BTQ-PRIZE-04", "BTQ-BOARD-29", "BTQ-SHIP-23"
)
def test_a_ship_is_boarded_taken_manned_and_fights_on_for_her_new_side() -> None:
    rounds = thrown(boarding=[34, 1] * 4, **{"fire at cerf": [1]})
    battle = lying(*TWO, CERF, dice=rounds)
    everybody = muster(battle)
    play(battle, 1, grapple("alert", "belle"))
    fights = [
        event for _ in range(4) for event in of(play(battle, 1, board("alert", "belle")), BoardingFought)
    ]
    assert [event.zone for event in fights] == ["bulwark", "half_deck_1", "half_deck_2", "stern"]
    belle, crew = ship(battle, "belle"), ship(battle, "alert").crew
    assert (belle.status, belle.side) == (nr.TAKEN, "French")
    aboard = belle.crew

    # The captor loses the men at once; after three turns the ship is hers.
    men = crew // 4
    first = play(battle, 1, man("alert", "belle", men))
    assert ship(battle, "alert").crew == crew - men
    assert ruling(of(first, PrizeCrewSent)[0], "BTQ-PRIZE-02").outcome == men
    shown = battle.sheet("belle")
    assert (shown["status"], shown["prize_crew"]) == (
        "captured",
        {"by": "alert", "men": men, "turns": [1, 3]},
    )
    play(battle)
    assert (belle.side, belle.prize_turns, belle.crew) == ("French", 2, aboard)
    (event,) = of(play(battle), PrizeManned)
    assert (event.by, event.side, event.men) == ("alert", "British", men)
    belle = ship(battle, "belle")
    assert (belle.side, belle.status, belle.prize, belle.sp) == ("British", nr.FIGHTING, True, 1)
    assert (belle.crew, belle.prisoners, belle.nationality) == (
        men,
        aboard,
        ship(battle, "alert").nationality,
    )
    assert battle.sheet("belle")["status"] == "prize"
    assert battle.state.table.pairs == ()
    assert muster(battle) == everybody
    assert {"BTQ-PRIZE-03", "BTQ-PRIZE-04", "BTQ-SHIP-23"} <= set(event.cited())

    # She fights her old friends.
    shot = Shot(arc="starboard", target="cerf", shot="ball", aim="rigging", guns=(2, 0))
    order = Fire(ship="belle", side="British", shots=(shot,))
    events = play(battle, 1, order)
    (fired,) = of(events, Broadside)
    assert (fired.ship, fired.target) == ("belle", "cerf")
    assert [event for event in of(events, nr.ShipHurt, "cerf") if event.by == "belle"]
    assert muster(battle) == everybody


@pytest.mark.rule("BTQ-PRIZE-04", "BTQ-BOARD-28", "BTQ-SP-05")
def test_a_prize_boards_for_her_new_side_with_men_told_off_by_hand() -> None:
    near = one("cerf", "French", (30, 0, 0), FRENCH)
    dice = thrown(volley=[100] * 4, boarding=[90, 30])
    battle = whole_crews(lying(*TWO, near, rules=EXPANDED, dice=dice))
    alter(battle, "belle", status=nr.STRUCK, sp=0, crew=90, lost=110)
    play(battle, 3, man("alert", "belle", 50))
    # One surrender point: the grapple's price would make her strike.
    alter(battle, "belle", sp=5)
    events = play(battle, 1, grapple("belle", "cerf"))
    assert of(events, nr.Grappled, "belle")
    assert pair(battle, "belle", "cerf").attacker.groups == (0, 35, 15)
    order = board("belle", "cerf", groups=(Groups("cerf", 40, 5, 5),))
    (fought,) = of(play(battle, 1, order), BoardingFought)
    # A prize has the captor's nation: 40 at the British factor of 3 fell 13.
    assert fought.losses[1] == 13


@pytest.mark.rule("BTQ-PRIZE-02")
@pytest.mark.parametrize(
    ("crew", "least", "most"),
    [(200, 20, 50), (201, 21, 50), (80, 10, 20), (45, 10, 11), (30, 10, 10), (11, 10, 10), (10, 0, 0)],
)
def test_how_many_men_a_prize_crew_has(crew: int, least: int, most: int) -> None:
    assert prize_crew(FIGURES, crew) == (least, most)


@pytest.mark.rule("BTQ-PRIZE-02")
@pytest.mark.parametrize("men", [19, 51, 0, -20])
def test_too_few_or_too_many_men_are_refused(men: int) -> None:
    assert refused(struck(), man("alert", "belle", men)).rule == "BTQ-PRIZE-02"


@pytest.mark.rule("BTQ-PRIZE-01")
def test_only_a_ship_that_has_struck_and_is_held_is_manned() -> None:
    battle = struck()
    assert request(battle, "board", "alert").prizes == ("belle",)
    assert refused(battle, man("alert", "cerf", 20)).rule == "BTQ-PRIZE-01"
    free = lying(*TWO, CERF, one("dryade", "French", (-15, 0, 0), FRENCH))
    whole_crews(free)
    alter(free, "dryade", status=nr.STRUCK, sp=0)
    assert refused(free, man("alert", "dryade", 20)).rule == "BTQ-PRIZE-01"


@pytest.mark.rule("BTQ-PRIZE-01", "BTQ-GRAP-02")
def test_a_captured_ally_is_grappled_and_manned_again() -> None:
    battle = lying(one("castor", "British", (0, 0, 0)), one("alert", "British", (15, 0, 0)), CERF)
    alter(battle, "castor", status=nr.TAKEN, sp=0, crew=50, lost=150)
    play(battle, 1, grapple("alert", "castor"))
    (event,) = of(play(battle, 3, man("alert", "castor", 30)), PrizeManned)
    assert (event.side, ship(battle, "castor").crew, ship(battle, "castor").prisoners) == ("British", 30, 50)


@pytest.mark.rule("BTQ-PRIZE-03")
def test_the_men_come_back_when_the_ships_do_not_stay_fast() -> None:
    battle = struck(dice=thrown(cut_free=[1]))
    everybody = muster(battle)
    play(battle, 1, man("alert", "belle", 30))
    assert ship(battle, "alert").crew == 170
    (event,) = of(play(battle, 1, Close(ship="alert", cut="belle")), PrizeCrewBack)
    assert (event.by, event.men) == ("alert", 30)
    assert (ship(battle, "alert").crew, ship(battle, "belle").prize_men) == (200, 0)
    assert muster(battle) == everybody


@pytest.mark.rule("BTQ-PRIZE-03")
@pytest.mark.parametrize(("sunk", "where"), [("belle", "lost"), ("alert", "prisoners")])
def test_men_of_a_prize_crew_whose_ship_is_gone(sunk: str, where: str) -> None:
    battle = struck(dover=True)
    everybody = muster(battle)
    play(battle, 1, man("alert", "belle", 30))
    before = getattr(ship(battle, "belle"), where)
    alter(battle, sunk, status=nr.SUNK)
    play(battle)
    assert getattr(ship(battle, "belle"), where) == before + 30
    assert muster(battle) == everybody


@pytest.mark.rule("BTQ-PRIZE-03", "BTQ-BOARD-14")
def test_men_sent_away_come_out_of_the_pool() -> None:
    battle = lying(*TWO, one("cerf", "French", (-15, 0, 0), FRENCH), rules=EXPANDED)
    hold(battle, Party("cerf", 0, 140, 60), Party("alert", 0, 140, 60), -9)
    hold(battle, Party("alert"), Party("belle"), -9)
    alter(battle, "belle", status=nr.STRUCK, sp=0)
    events = play(battle, 1, man("alert", "belle", 50))
    assert pair(battle, "cerf", "alert").defender.groups == (0, 105, 45)
    assert [event.what for event in of(events, PartiesChanged)] == ["rescaled"]


@pytest.mark.rule("BTQ-PRIZE-04")
def test_the_figures_of_a_prize_can_be_changed() -> None:
    variant = nr.Variant("slow", "btq", {}, {"prize": {"turns": 1, "prize_sp": 4}}, "slow.toml")
    battle = struck(variant=variant)
    assert of(play(battle, 1, man("alert", "belle", 30)), PrizeManned)
    assert ship(battle, "belle").sp == 4
    assert pair_between(battle, "alert", "belle") is None
