"""BTQ-GRAP, SP-06 and MOVE-19 in play: taking hold, cutting free, going along."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from alongside import (
    AMERICAN,
    FRENCH,
    RULES,
    TWO,
    alter,
    cited,
    grapple,
    lying,
    names,
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
from navalrules.ruleset import HouseRule
from navalrules_btq.events import GrapplesCut
from navalrules_btq.grappling import holds, size_penalty, speed_together
from navalrules_btq.lore import Lore
from navalrules_btq.orders import Close, Sail, Segment
from navalrules_btq.parties import held, pair_between

FIGURES = Lore.of(RULES.tables).fighting
TACK = Sail(ship="alert", tack=True)
ACROSS = one("belle", "French", (15, 0, 90), FRENCH)


def refused(battle: nr.Battle, order: nr.Order) -> nr.IllegalOrder:
    to(battle, order.kind)
    with pytest.raises(nr.IllegalOrder) as caught:
        battle.submit(order)
    assert caught.value.hint
    return caught.value


@pytest.mark.rule("BTQ-GRAP-01", "BTQ-GRAP-04", "BTQ-GRAP-08", "BTQ-GRAP-07", "BTQ-SP-06")
def test_grapnels_hold_a_ship_on_the_same_course_and_cost_both_two_points() -> None:
    battle = lying(dice=thrown())
    (event,) = of(play(battle, 1, grapple("alert", "belle")), nr.Grappled)
    assert event.held
    assert pair(battle).names == ("alert", "belle")
    assert (ship(battle, "alert").sp, ship(battle, "belle").sp) == (8, 8)
    assert {"BTQ-GRAP-01", "BTQ-GRAP-04", "BTQ-GRAP-08", "BTQ-SP-06", "BTQ-GRAP-07"} <= set(event.cited())


def test_a_stranger_may_let_grapnels_fly_farther() -> None:
    def within_six(_: Any, distance: float) -> bool:
        return distance <= 60

    far = HouseRule(name="far", ruleset="btq", act=within_six, replaces="BTQ-GRAP-01", default=True)
    belle = one("belle", "French", (60, 0, 0), FRENCH)
    (event,) = of(play(lying(TWO[0], belle, house_rules=[far]), 1, grapple("alert", "belle")), nr.Grappled)
    assert event.held
    beyond = one("belle", "French", (61, 0, 0), FRENCH)
    for rules in ([], [far]):
        told = play(lying(TWO[0], beyond, house_rules=rules))
        assert "close" not in [event.phase for event in told if isinstance(event, nr.PhaseBegan)]


@pytest.mark.rule("BTQ-GRAP-04", "BTQ-DICE-01")
@pytest.mark.parametrize(("face", "held_fast"), [(50, True), (51, False)])
def test_across_her_course_they_hold_on_fifty(face: int, held_fast: bool) -> None:
    battle = lying(TWO[0], ACROSS, dice=thrown(grapple=[face]))
    (event,) = of(play(battle, 1, grapple("alert", "belle")), nr.Grappled)
    assert event.held is held_fast
    assert (pair_between(battle, "alert", "belle") is not None) is held_fast
    assert ship(battle, "belle").sp == (8 if held_fast else 10)


@pytest.mark.rule("BTQ-GRAP-04")
@pytest.mark.parametrize(("heading", "rolls"), [(22.5, False), (33.75, True), (337.5, False), (326.25, True)])
def test_courses_two_points_apart_are_the_same_way(heading: float, rolls: bool) -> None:
    other = one("belle", "French", (15, 0, heading), FRENCH)
    battle = lying(TWO[0], other, dice=thrown(grapple=[51] if rolls else []))
    (event,) = of(play(battle, 1, grapple("alert", "belle")), nr.Grappled)
    assert event.held is not rolls


@pytest.mark.rule("BTQ-GRAP-01")
@pytest.mark.parametrize(("mm", "near"), [(20, True), (20.1, False)])
def test_contact_is_two_centimetres(mm: float, near: bool) -> None:
    if near:
        battle = lying(TWO[0], one("belle", "French", (mm, 0, 0), FRENCH))
        assert request(battle, "close", "alert").refusal(grapple("alert", "belle")) is None
    else:
        # Another ship in reach, so that she is asked at all.
        battle = lying(
            TWO[0], one("belle", "French", (mm, 0, 0), FRENCH), one("cerf", "French", (0, 9, 0), FRENCH)
        )
        assert refused(battle, grapple("alert", "belle")).rule == "BTQ-GRAP-01"


@pytest.mark.rule("BTQ-GRAP-01")
@pytest.mark.parametrize(("east", "north"), [(21.5, 0.0), (15.5, 15.5), (-9.0, 19.5)])
def test_a_ship_out_of_reach_leaves_nothing_to_do_wherever_she_lies(east: float, north: float) -> None:
    """A box would let her in at the corners, and a turned table would be another battle."""
    battle = lying(TWO[0], one("belle", "French", (east, north, 0), FRENCH))
    events = play(battle, 1)
    assert "close" not in [event.phase for event in of(events, nr.PhaseBegan)]


@pytest.mark.rule("BTQ-GRAP-05", "BTQ-EX-02", "BTQ-CV-21")
@pytest.mark.parametrize(
    ("mine", "hers", "penalty"),
    [
        ("sixth_rate", "third_rate", -30),
        ("brig", "fourth_rate", -45),
        ("fifth_rate", "large_frigate", 0),
        ("sloop", "large_frigate", -15),
        ("third_rate", "sixth_rate", 0),
    ],
)
def test_every_rank_beyond_the_first_costs_fifteen(mine: str, hers: str, penalty: int) -> None:
    one_, two = (
        attrs.evolve(ship(lying(), "alert"), klass=mine),
        attrs.evolve(ship(lying(), "belle"), klass=hers),
    )
    found = size_penalty(FIGURES, one_, two)
    assert (found.amount if found else 0) == penalty
    ruled = holds(FIGURES, nr.Scripted(1), "alert", False, found)
    assert (ruled.need, ruled.total) == (50, penalty)


@pytest.mark.rule("BTQ-GRAP-05")
@pytest.mark.parametrize(("face", "held_fast"), [(5, True), (6, False)])
def test_a_brig_seldom_holds_a_fourth_rate(face: int, held_fast: bool) -> None:
    brig = one("alert", "British", (0, 0, 0), btq_class="brig")
    fourth = one("belle", "French", (15, 0, 90), FRENCH, btq_class="fourth_rate")
    battle = lying(brig, fourth, dice=thrown(grapple=[face]))
    (event,) = of(play(battle, 1, grapple("alert", "belle")), nr.Grappled)
    assert event.held is held_fast
    assert names(ruling(event, "BTQ-GRAP-04")) == {"size": -45}


@pytest.mark.rule("BTQ-GRAP-04", "BTQ-GRAP-05")
@pytest.mark.parametrize(("face", "held_fast"), [(70, True), (71, False)])
def test_size_counts_on_the_same_course_too(face: int, held_fast: bool) -> None:
    sixth = one("alert", "British", (0, 0, 0), btq_class="sixth_rate")
    third = one("belle", "French", (15, 0, 0), FRENCH, btq_class="third_rate")
    battle = lying(sixth, third, dice=thrown(grapple=[face]))
    (event,) = of(play(battle, 1, grapple("alert", "belle")), nr.Grappled)
    assert event.held is held_fast


@pytest.mark.rule("BTQ-GRAP-02")
def test_allies_are_grappled_only_when_they_have_struck() -> None:
    three = (*TWO, one("castor", "British", (0, 15, 0)))
    assert refused(lying(*three), grapple("alert", "castor")).rule == "BTQ-GRAP-02"
    battle = lying(*three)
    alter(battle, "castor", status=nr.STRUCK, sp=0)
    (event,) = of(play(battle, 1, grapple("alert", "castor")), nr.Grappled)
    assert event.held
    assert "BTQ-GRAP-02" in event.cited()


@pytest.mark.rule("BTQ-GRAP-03")
def test_one_who_is_grappled_begins_no_grapple_but_others_may_hold_her() -> None:
    battle = lying(*TWO, one("castor", "British", (30, 0, 0)))
    play(battle, 1, grapple("alert", "belle"))
    assert refused(battle, grapple("belle", "castor")).rule == "BTQ-GRAP-03"
    assert request(battle, "close", "castor").describe()["in_reach"] == {"belle": True}
    events = play(battle, 1, grapple("castor", "belle"))
    (event,) = of(events, nr.Grappled)
    assert event.held
    assert [each.names for each in battle.state.table.pairs] == [("alert", "belle"), ("castor", "belle")]
    assert ship(battle, "belle").sp == 6


@pytest.mark.rule("BTQ-GRAP-06")
@pytest.mark.parametrize(("face", "parted"), [(30, True), (31, False)])
@pytest.mark.parametrize("who", ["alert", "belle"])
def test_either_cuts_free_on_thirty(face: int, parted: bool, who: str) -> None:
    battle = whole_crews(lying(dice=thrown(cut_free=[face])))
    other = "belle" if who == "alert" else "alert"
    (event,) = of(play(battle, 1, Close(ship=who, cut=other)), GrapplesCut)
    assert event.parted is parted
    assert bool(battle.state.table.pairs) is not parted
    assert ruling(event, "BTQ-GRAP-06").need == 30


@pytest.mark.rule("BTQ-GRAP-06")
def test_nobody_cuts_what_does_not_hold_her() -> None:
    battle = lying()
    assert refused(battle, Close(ship="alert", cut="belle")).rule == "BTQ-GRAP-06"
    assert refused(battle, Close(ship="alert", cut="belle", grapple="belle")).rule == "BTQ-GRAP-03"
    assert refused(battle, grapple("alert", "nobody")).rule == "BTQ-GRAP-01"


@pytest.mark.rule("BTQ-SHIP-15")
def test_an_unarmed_ship_gives_up_when_she_is_to_be_grappled() -> None:
    battle = lying()
    alter(battle, "belle", unarmed=True)
    events = play(battle, 1, grapple("alert", "belle"))
    assert of(events, nr.ShipStruck, "belle")
    assert pair(battle).names == ("alert", "belle")
    assert battle.result.winner == "British"


@pytest.mark.rule("BTQ-MOVE-19")
@pytest.mark.parametrize(
    "order", [Sail(ship="alert", segments=(Segment("ahead", 1.0),)), Sail(ship="alert", beat=True), TACK]
)
def test_a_held_ship_is_told_that_it_is_for_this_that_she_takes_no_orders_for_the_helm(order: Sail) -> None:
    # Close to the wind and with the gate open: nothing else bars a tack.
    battle = whole_crews(lying(one("alert", "British", (0, 0, 337.5)), TWO[1], wind=(270.0, 4)))
    alter(battle, "alert", beat=True)
    found: Any = request(battle, "sail", "alert")
    assert (found.helm.pos, found.barred) == ("beating", ())
    assert "is held alongside another" in str(refused(battle, order))
    battle.submit(Sail(ship="alert"))


@pytest.mark.rule("BTQ-MOVE-19", "BTQ-COLL-06")
def test_ships_fast_to_each_other_go_at_half_the_mean_on_the_course_of_the_faster() -> None:
    assert speed_together(FIGURES, [340, 485]) == 206  # half of 412.5 is 206.25
    slow = one("belle", "French", (15, 0, 45), FRENCH, btq_class="third_rate")
    battle = whole_crews(lying(one("alert", "British", (0, 0, 90)), slow, wind=(270.0, 4)))
    assert held(battle, "alert")
    events = play(battle)
    moved = {event.ship: event for event in of(events, nr.ShipMoved)}
    # Moderate breeze from the west: the frigate runs at 383, the third rate quarter reaching at 340.
    assert moved["alert"].distance == moved["belle"].distance == pytest.approx((383 + 340) / 4, abs=0.26)
    first, last = moved["belle"].track[0], moved["belle"].track[-1]
    assert (last.x - first.x, last.y - first.y) == pytest.approx((181, 0), abs=1e-6)
    assert last.heading == first.heading == 45
    assert "BTQ-MOVE-19" in moved["alert"].cited()


@pytest.mark.rule("BTQ-MOVE-19")
def test_a_variant_may_hold_them_still() -> None:
    tables: dict[str, Any] = {"grappled_move": {"grappled_move": "still"}}
    variant = nr.Variant("still", "btq", {}, tables, "still.toml")
    battle = whole_crews(lying(wind=(270.0, 4), variant=variant))
    assert {event.distance for event in of(play(battle), nr.ShipMoved)} == {0}


@pytest.mark.rule("BTQ-SP-06")
def test_a_variant_may_charge_only_her_who_is_grappled() -> None:
    variant = nr.Variant("one", "btq", {}, {"grapple": {"grapple_sp_both": False}}, "one.toml")
    battle = lying(variant=variant)
    play(battle, 1, grapple("alert", "belle"))
    assert (ship(battle, "alert").sp, ship(battle, "belle").sp) == (10, 8)


@pytest.mark.rule("BTQ-SP-08")
def test_pairs_end_with_a_ship_that_goes_down() -> None:
    battle = whole_crews(lying(*TWO, one("castor", "French", (300, 0, 0), AMERICAN)))
    alter(battle, "belle", status=nr.SUNK)
    events = play(battle)
    assert battle.state.table.pairs == ()
    assert "BTQ-SP-08" in cited(events)


@pytest.mark.rule("BTQ-GRAP-04")
def test_the_odds_of_a_grapple_are_those_of_its_roll() -> None:
    odds = nr.weigh(lambda dice: bool(holds(FIGURES, dice, "alert", False, None).outcome))
    assert odds[True] * 2 == 1
