"""BTQ-MORALE and BTQ-OFF in play: who breaks after a round, and what officers' deaths cost a crew."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from alongside import (
    EXPANDED,
    FRENCH,
    OFFICERS,
    RULES,
    TWO,
    alter,
    board,
    cited,
    counter,
    grapple,
    hold,
    lying,
    muster,
    names,
    of,
    one,
    party,
    play,
    request,
    ruling,
    ship,
    thrown,
)

import navalrules as nr
from navalrules_btq.breaking import steady
from navalrules_btq.events import BoardingBroke, BoardingFought, OfficerFell, OfficersRallied, VolleyFired
from navalrules_btq.lore import Lore
from navalrules_btq.parties import FRESH, Party

FIGURES = Lore.of(RULES.tables).fighting
OTHERS = (*TWO, one("cerf", "French", (300, 0, 0), FRENCH))
BULWARK = ("taken", "", "", "")
WON, LOST = [90, 1], [1, 90]


def left(battle: nr.Battle, name: str, men: int) -> None:
    """So many of her 200 are left, and she has paid for it in surrender points."""
    alter(battle, name, crew=men, lost=200 - men, crew_steps=2, sp=7)


def weak(mine: Party, hers: Party, alert: int = 200, belle: int = 200, **dice: list[int]) -> nr.Battle:
    """Alert has long held Belle; both have lost men."""
    battle = hold(lying(*OTHERS, rules=EXPANDED, dice=thrown(**dice)), mine, hers, -9)
    left(battle, "alert", alert)
    left(battle, "belle", belle)
    return battle


def broken(battle: nr.Battle, *orders: nr.Order) -> list[BoardingBroke]:
    return of(play(battle, 1, *orders), BoardingBroke)


@pytest.mark.rule("BTQ-MORALE-03", "BTQ-MORALE-01", "BTQ-MORALE-02")
def test_an_attacker_who_breaks_goes_back_and_all_his_zones_are_lost() -> None:
    battle = weak(
        Party("alert", 80, 10, 5, BULWARK),
        Party("belle", 0, 140, 60),
        alert=95,
        boarding=LOST,
        boarding_morale=[46],
    )
    (event,) = broken(battle, board("alert", "belle"))
    assert (event.ship, event.held, event.outcome) == ("alert", False, "retreats")
    ruled = ruling(event, "BTQ-MORALE-02")
    # Experienced, and one zone where the defenders held: 40 + 10 - 5.
    assert (ruled.need, ruled.total) == (40, 5)
    assert names(ruled) == {"experienced": 10, "zones": -5}
    assert party(battle, "alert", "belle").zones == FRESH
    assert party(battle, "alert", "belle").boarding == 64
    assert {"BTQ-MORALE-01", "BTQ-MORALE-03"} <= set(event.cited())
    # The ships stay fast, and she may try again.
    assert ("board", "belle") in request(battle, "board", "alert").plays()


@pytest.mark.rule("BTQ-MORALE-04", "BTQ-MORALE-02")
def test_a_defender_with_a_reserve_merges_it_and_holds_the_next_zone() -> None:
    battle = weak(
        Party("alert", 140, 40, 20),
        Party("belle", 0, 70, 29),
        belle=99,
        boarding=[*WON, *WON],
        boarding_morale=[46, 40],
    )
    (event,) = broken(battle, board("alert", "belle"))
    assert (event.ship, event.outcome) == ("belle", "merges")
    assert "BTQ-MORALE-04" in event.cited()
    # 140 over 3 fell 47 of the 70; 23 and the 29 of the reserve hold on together.
    assert party(battle, "belle", "alert").groups == (0, 52, 0)
    assert not party(battle, "belle", "alert").sallies
    assert request(battle, "board", "belle").refusal(counter("belle", "alert")).rule == "BTQ-BOARD-22"
    events = play(battle, 1, board("alert", "belle"))
    (fought,) = of(events, BoardingFought)
    assert fought.zone == "half_deck_1"
    # Two zones are gone now: an Experienced defender holds at 40 (and this one just does).
    (event,) = of(events, BoardingBroke)
    ruled = ruling(event, "BTQ-MORALE-02")
    assert ruled.need is not None
    assert (event.held, event.outcome, ruled.need + ruled.total) == (True, "holds", 40)


@pytest.mark.rule("BTQ-MORALE-05", "BTQ-BOARD-29")
def test_a_defender_without_a_reserve_is_taken() -> None:
    battle = weak(
        Party("alert", 140, 40, 20), Party("belle", 0, 99, 0), belle=99, boarding=WON, boarding_morale=[46]
    )
    everybody = muster(battle)
    (event,) = broken(battle, board("alert", "belle"))
    assert (event.outcome, event.held) == ("taken", False)
    belle = ship(battle, "belle")
    assert (belle.status, belle.sp, battle.sheet("belle")["status"]) == (nr.TAKEN, 0, "captured")
    (taken,) = of(battle.events, nr.ShipTaken)
    assert taken.by == "alert"
    assert {"BTQ-MORALE-05", "BTQ-BOARD-29"} <= set(taken.cited())
    assert party(battle, "alert", "belle") == Party("alert")
    assert muster(battle) == everybody


@pytest.mark.rule("BTQ-MORALE-01")
@pytest.mark.parametrize(("men", "tested"), [(147, True), (148, False)])
def test_only_who_has_lost_half_of_her_crew_is_put_to_the_test(men: int, tested: bool) -> None:
    # 47 fall in the round: 100 or 101 of 200 are left.
    battle = weak(
        Party("alert", 140, 40, 20),
        Party("belle", 0, 120, 20),
        belle=men,
        boarding=WON,
        boarding_morale=[1] if tested else [],
    )
    found = broken(battle, board("alert", "belle"))
    assert [event.outcome for event in found] == (["holds"] if tested else [])


@pytest.mark.rule("BTQ-MORALE-01")
def test_nobody_is_put_to_the_test_after_a_draw() -> None:
    battle = weak(Party("alert", 60, 20, 10), Party("belle", 0, 60, 20), 90, 90, boarding=[48, 48])
    alter(battle, "belle", nbcf="gb")
    assert broken(battle, board("alert", "belle")) == []


T_32 = {
    "crack": (60, 55, 50, 45),
    "experienced": (50, 45, 40, 35),
    "inexperienced": (30, 25, 20, 15),
    "untrained": (20, 15, 10, 5),
}


@pytest.mark.rule("BTQ-MORALE-02", "BTQ-CV-22", "BTQ-DICE-01")
@pytest.mark.parametrize("tier", T_32)
@pytest.mark.parametrize("zones", [0, 1, 2, 3])
def test_the_thresholds(tier: str, zones: int) -> None:
    tested, need = attrs.evolve(ship(lying(), "alert"), quality=tier), T_32[tier][zones]
    assert steady(FIGURES, nr.Scripted(need), tested, zones).outcome is True
    assert steady(FIGURES, nr.Scripted(need + 1), tested, zones).outcome is False


@pytest.mark.rule("BTQ-MORALE-02")
def test_a_variant_may_make_the_threshold_itself_a_failure() -> None:
    under = RULES.tables.layered({"morale_pass": {"morale_pass": "under"}}, "under.toml")
    tested = ship(lying(), "alert")
    assert steady(Lore.of(under).fighting, nr.Scripted(50), tested, 0).outcome is False
    assert steady(Lore.of(under).fighting, nr.Scripted(49), tested, 0).outcome is True


# ---------------------------------------------------------------- officers


def at_it(tier: str = "experienced", rules: dict[str, Any] = OFFICERS, **dice: list[int]) -> nr.Battle:
    battle = hold(
        lying(rules={**rules, "crack_crew": True}, dice=thrown(boarding=[48, 48], **dice)),
        Party("alert", 60, 40, 20),
        Party("belle", 0, 90, 30),
        -9,
    )
    alter(battle, "belle", quality=tier, quality_full=tier)
    return battle


@pytest.mark.rule("BTQ-BOARD-21", "BTQ-OFF-01")
@pytest.mark.parametrize(("face", "falls"), [(3, True), (4, False)])
def test_three_in_a_hundred_melee_rounds_kill_an_officer(face: int, falls: bool) -> None:
    battle = at_it(officer_in_melee=[100, face])
    events = of(play(battle, 1, board("alert", "belle")), OfficerFell)
    assert [event.ship for event in events] == (["belle"] if falls else [])
    assert ship(battle, "belle").quality == ("inexperienced" if falls else "experienced")
    assert ship(battle, "alert").quality == "experienced"
    if falls:
        assert {"BTQ-BOARD-21", "BTQ-OFF-01"} <= set(events[0].cited())


@pytest.mark.rule("BTQ-OFF-01")
@pytest.mark.parametrize(
    ("tier", "then"),
    [
        ("crack", "experienced"),
        ("experienced", "inexperienced"),
        ("inexperienced", "untrained"),
        ("untrained", "untrained"),
    ],
)
def test_an_officer_killed_costs_a_tier(tier: str, then: str) -> None:
    battle = at_it(tier, officer_in_melee=[100, 1])
    play(battle, 1, board("alert", "belle"))
    assert ship(battle, "belle").quality == then


@pytest.mark.rule("BTQ-BOARD-18", "BTQ-OFF-01", "BTQ-BOARD-21")
def test_without_officer_casualties_officers_are_ignored() -> None:
    battle = at_it(rules=EXPANDED)
    play(battle, 1, board("alert", "belle"))
    assert not of(battle.events, OfficerFell)
    battle = lying(rules=EXPANDED, dice=thrown(volley=[5, 100], volley_men=[1]))
    play(battle, 1, grapple("alert", "belle"))
    (event, _) = of(play(battle), VolleyFired)
    assert (event.officer, ship(battle, "belle").quality) == (True, "experienced")


@pytest.mark.rule("BTQ-OFF-02", "BTQ-EX-11", "BTQ-BOARD-18", "BTQ-OFF-01")
def test_a_crack_crew_lowered_twice_is_whole_again_after_ten_turns() -> None:
    dice = thrown(volley=[5, 100, 1, 100], volley_men=[1, 1], wind_strength=[50], wind_direction=[50])
    battle = lying(*TWO, rules={**OFFICERS, "crack_crew": True}, dice=dice)
    alter(battle, "belle", quality="crack", quality_full="crack")
    play(battle, 1, grapple("alert", "belle"))
    tiers = []
    for _ in range(13):
        play(battle)
        tiers.append(ship(battle, "belle").quality)
    # Volleys in turns 2 and 3; five full turns after the second, and five more.
    assert tiers == ["experienced", *["inexperienced"] * 5, *["experienced"] * 5, "crack", "crack"]
    rallied = of(battle.events, OfficersRallied)
    assert [(event.turn, event.quality) for event in rallied] == [(8, "experienced"), (13, "crack")]
    assert "BTQ-OFF-02" in cited(rallied)


@pytest.mark.rule("BTQ-OFF-02")
@pytest.mark.parametrize(("clock", "turns"), [("restart", [8]), ("run", [7])])
def test_a_second_loss_restarts_the_clock(clock: str, turns: list[int]) -> None:
    variant = nr.Variant("clock", "btq", {}, {"officer_clock": {"officer_clock": clock}}, "clock.toml")
    battle = lying(
        *TWO, rules=OFFICERS, dice=thrown(volley=[5, 100, 1, 100], volley_men=[1, 1]), variant=variant
    )
    play(battle, 1, grapple("alert", "belle"))
    play(battle, 8)
    assert [event.turn for event in of(battle.events, OfficersRallied)] == turns
