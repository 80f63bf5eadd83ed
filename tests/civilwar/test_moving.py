"""ACW-SEQ, ACW-MOVE and ACW-TURN: written orders, speeds, and the two circles."""

from __future__ import annotations

import attrs
import pytest
from deck import CON, FED, LEDGER, alter, at, defaults, duel, events, fire, half, sail, ship, straight

import navalrules as nr
from navalrules_civilwar.orders import Half, SailingOrders

STEAM_ONLY = attrs.evolve(LEDGER["css-tallahassee"], id="css-made-up-steamer", sail=None, both=None, masts=0)


def refused(battle: nr.Battle, first: Half, second: Half | None = None, anchor: str = "") -> nr.IllegalOrder:
    at(battle, "orders")
    before = battle.state.copy()
    with pytest.raises(nr.IllegalOrder) as caught:
        battle.submit(SailingOrders(ship=CON, first=first, second=second or first, anchor=anchor))
    assert battle.state == before
    assert caught.value.reason
    assert caught.value.hint
    return caught.value


# ---------------------------------------------------------------- sequence


@pytest.mark.rule(
    *("ACW-SEQ-01", "ACW-SEQ-02", "ACW-SEQ-03", "ACW-SEQ-04", "ACW-SEQ-05", "ACW-SEQ-06", "ACW-SEQ-07"),
    *("ACW-SEQ-08", "ACW-SEQ-09", "ACW-EX-02"),
)
def test_order_of_one_turn() -> None:
    battle = duel(con=(80, 0, 0))
    battle.run({}, max_turns=1)
    steps = {f"ACW-SEQ-0{number}" for number in range(1, 9)}
    told = [
        (event.turn, rule)
        for event in battle.log
        if isinstance(event, nr.PhaseBegan)
        for rule in event.rules
        if rule in steps
    ]
    first = [rule for turn, rule in told if turn == 1]
    assert first[:8] == [
        *("ACW-SEQ-01", "ACW-SEQ-02", "ACW-SEQ-03", "ACW-SEQ-04"),
        *("ACW-SEQ-05", "ACW-SEQ-06", "ACW-SEQ-07", "ACW-SEQ-08"),
    ]
    movers = [event.ship for event in events(battle, nr.ShipMoved) if event.turn == 1]
    assert movers == [FED, CON, CON, FED]
    second_half = [event for event in events(battle, nr.PhaseBegan) if "ACW-SEQ-09" in event.rules]
    assert second_half


@pytest.mark.rule("ACW-SEQ-11", "ACW-SEQ-01")
def test_orders_are_not_changed_during_the_turn() -> None:
    battle = duel()
    at(battle, "orders")
    order = SailingOrders(ship=CON, first=straight(8), second=straight(4))
    battle.submit(order)
    with pytest.raises(nr.IllegalOrder, match="has been given"):
        battle.submit(SailingOrders(ship=CON, first=straight(4), second=straight(4)))
    defaults(battle)
    battle.advance()
    assert ship(battle, CON).orders == order
    with pytest.raises(nr.IllegalOrder, match="nobody asks"):
        battle.submit(order)
    moves = events(battle, nr.ShipMoved, CON)
    assert moves[0].distance == 4
    assert "ACW-SEQ-11" in moves[0].rules


@pytest.mark.rule("ACW-SEQ-12")
def test_an_order_gives_each_half_and_the_turn() -> None:
    names = [field.name for field in attrs.fields(SailingOrders)]
    assert {"first", "second", "anchor"} <= set(names)
    assert [field.name for field in attrs.fields(Half)] == ["speed", "power", "path"]
    battle = duel()
    path = (nr.Leg("straight", 1.0), nr.Leg("starboard", 3.0))
    (first, second) = sail(battle, CON, Half(8, "steam", path), straight(10))
    assert (first.distance, first.turned) == (4, 22.5)
    assert (second.distance, second.turned) == (5, 0)


@pytest.mark.rule("ACW-SEQ-13")
def test_what_has_become_impossible_is_cut_to_the_nearest() -> None:
    battle = duel()
    at(battle, "orders")
    battle.submit(SailingOrders(ship=CON, first=half(10, "port"), second=half(10, "port")))
    defaults(battle)
    alter(battle, CON, steam=4.0)
    battle.advance()
    (move,) = events(battle, nr.ShipMoved, CON)
    assert move.distance == 2
    assert "ACW-SEQ-13" in set(move.cited())


@pytest.mark.rule("ACW-SEQ-14", "ACW-SEQ-08")
def test_order_of_step_eight() -> None:
    names = [phase.name for phase in duel().phases]
    assert names[names.index("stations") :] == ["stations", "status", "losses_third", "morale"]
    dice = nr.Scripted(sinking=[6], fire_1=[1], free_the_helm=[1])
    battle = duel(dice)
    alter(battle, FED, sinks_on=1)
    alter(battle, CON, waterline=8, at_pumps=0, fires=(1,), at_fires=(1,), jammed=True, wrecks=(("port", 1),))
    at(battle, "status")
    battle.advance()
    told = [
        (event.tag, getattr(event, "place", getattr(event, "what", "")))
        for event in battle.log
        if isinstance(event, nr.ShipSank | nr.ShipHurt | nr.Repaired)
    ]
    assert told == [
        *(("ship_sank", ""), ("ship_hurt", "flooding"), ("ship_hurt", "fire")),
        *(("repaired", "helm still jammed"), ("repaired", "wreckage")),
    ]


@pytest.mark.rule("ACW-SEQ-15", "ACW-MOVE-01", "ACW-MOVE-05", "ACW-EX-01")
def test_half_a_move_is_half_the_distance_with_its_fraction() -> None:
    battle = duel()
    alter(battle, CON, speed=12.0)
    assert [move.distance for move in sail(battle, CON, straight(13))] == [6.5, 6.5]
    battle = duel()
    alter(battle, CON, speed=12.0, power="both")
    assert [move.distance for move in sail(battle, CON, straight(15, "both"))] == [7.5, 7.5]
    assert (ship(battle, CON).steam_full, ship(battle, CON).both_full) == (13, 15)


# ---------------------------------------------------------------- speeds


@pytest.mark.rule("ACW-MOVE-02", "ACW-MOVE-04", "ACW-MOVE-06")
@pytest.mark.parametrize(("power", "most"), [("steam", 13), ("sail", 10), ("both", 15)])
def test_three_maxima(power: str, most: float) -> None:
    battle = duel()
    alter(battle, CON, speed=float(most), power=power)
    assert sail(battle, CON, straight(most, power))[0].distance == most / 2
    battle = duel()
    alter(battle, CON, speed=float(most), power=power)
    illegal = refused(battle, straight(most + 0.5, power))
    assert illegal.rule == "ACW-MOVE-06"
    assert f"to {most} knots" in illegal.hint


@pytest.mark.rule("ACW-MOVE-03")
def test_a_steam_only_ship_has_one_maximum() -> None:
    battle = duel(confederate=STEAM_ONLY)
    assert (ship(battle, CON).steam, ship(battle, CON).sail, ship(battle, CON).both) == (15, 0, 15)
    (owed,) = [request for request in battle.requests if request.ship == CON]
    assert list(owed.describe()["speeds"]) == ["steam"]


@pytest.mark.rule("ACW-MOVE-06")
def test_any_distance_from_nothing_up() -> None:
    for speed in (0.5, 2.25, 10.5):
        battle = duel()
        alter(battle, CON, speed=6.5)
        assert sail(battle, CON, straight(speed))[0].distance == speed / 2


@pytest.mark.rule("ACW-MOVE-07")
def test_four_knots_up_and_six_down() -> None:
    battle = duel()
    alter(battle, CON, speed=7.0)
    assert refused(battle, straight(11.5)).rule == "ACW-MOVE-07"
    assert refused(battle, straight(0.5)).rule == "ACW-MOVE-07"
    assert "from 1 to 11 knots" in refused(battle, straight(12)).hint
    battle = duel()
    alter(battle, CON, speed=7.0)
    sail(battle, CON, straight(11), straight(1))
    assert ship(battle, CON).speed == 1


@pytest.mark.rule("ACW-MOVE-08")
def test_astern_under_steam_a_quarter_from_a_stop() -> None:
    battle = duel()
    alter(battle, CON, speed=0.0, run=0.0)
    assert [move.distance for move in sail(battle, CON, straight(-3.25))] == [-1.625, -1.625]
    assert ship(battle, CON).pose == nr.Pose(20.0, -3.25, 0.0)
    battle = duel()
    alter(battle, CON, speed=0.0, run=0.0)
    assert refused(battle, straight(-3.5)).rule == "ACW-MOVE-08"
    alter(battle, CON, power="sail")
    assert refused(battle, straight(-1, "sail")).rule == "ACW-MOVE-08"
    alter(battle, CON, power="steam", speed=1.0)
    assert refused(battle, straight(-1)).rule == "ACW-MOVE-08"


@pytest.mark.rule("ACW-MOVE-09")
@pytest.mark.parametrize(
    ("off", "under_sail", "under_both"),
    [(0, 0, 13), (59.9, 0, 13), (60, 5, 14), (89.9, 5, 14), (90, 10, 15), (180, 10, 15)],
)
def test_wind_and_sails(off: float, under_sail: float, under_both: float) -> None:
    for power, most in (("sail", under_sail), ("both", under_both)):
        battle = duel(wind=(off, 3))
        alter(battle, CON, speed=float(15 if power == "both" else 10), power=power)
        fastest = 15 if power == "both" else 10
        first = sail(battle, CON, straight(fastest, power))[0]
        assert first.distance == most / 2
        assert "ACW-MOVE-09" in set(first.cited())


@pytest.mark.rule("ACW-MOVE-09")
def test_without_a_wind_sails_give_all_they_can() -> None:
    battle = duel(wind=(0, 0))
    alter(battle, CON, speed=10.0, power="sail")
    assert sail(battle, CON, straight(10, "sail"))[0].distance == 5


@pytest.mark.rule("ACW-MOVE-10")
def test_anchored_is_ordered_at_speed_nothing() -> None:
    battle = duel()
    assert refused(battle, straight(2), anchor="drop").rule == "ACW-MOVE-10"
    alter(battle, CON, speed=4.0)
    moves = sail(battle, CON, straight(0), anchor="drop")
    assert ship(battle, CON).anchored
    assert {move.distance for move in moves} == {0}
    assert refused(battle, straight(2)).rule == "ACW-MOVE-10"
    sail(battle, CON, straight(4), anchor="weigh")
    assert not ship(battle, CON).anchored
    assert refused(battle, straight(4), anchor="weigh").rule == "ACW-SEQ-12"


@pytest.mark.rule("ACW-MOVE-11", "ACW-CREW-06", "ACW-CREW-15")
def test_a_sail_change_needs_a_square_that_turn() -> None:
    battle = duel()
    illegal = refused(battle, straight(8, "both"))
    assert illegal.rule == "ACW-CREW-06"
    alter(battle, CON, at_sails=1)
    assert refused(battle, straight(8, "both"), straight(8, "steam")).rule == "ACW-CREW-06"
    first = sail(battle, CON, straight(8, "both"))[0]
    assert ship(battle, CON).power == "both"
    assert {"ACW-MOVE-11", "ACW-CREW-06"} <= set(first.cited())


# ---------------------------------------------------------------- turning


@pytest.mark.rule("ACW-TURN-01", "ACW-TURN-02", "ACW-TURN-03", "ACW-TURN-04", "ACW-TURN-05", "ACW-EX-21")
def test_example_21_steam_only_and_sailing_ship() -> None:
    battle = duel(confederate=STEAM_ONLY)
    first = sail(battle, CON, half(8, "starboard"))[0]
    assert (first.distance, first.turned) == (4, 90)
    assert {"ACW-TURN-01", "ACW-TURN-02"} <= set(first.cited())
    battle = duel()
    at(battle, "orders")
    battle.submit(SailingOrders(ship=CON, first=half(8, "starboard"), second=half(8, "starboard")))
    defaults(battle)
    battle.advance()
    (first,) = events(battle, nr.ShipMoved, CON)
    assert (first.turned, ship(battle, CON).carry) == (22.5, 1)


@pytest.mark.rule("ACW-TURN-05", "ACW-TURN-04")
@pytest.mark.parametrize(
    ("plan", "inches"), [(STEAM_ONLY, 16), ("css-alabama", 48)], ids=["1 inch", "3 inches"]
)
def test_full_circles(plan: str | nr.ShipPlan, inches: float) -> None:
    battle = duel(confederate=plan)
    interval = 1 if plan is STEAM_ONLY else 3
    track = nr.travel(nr.Pose(0, 0, 0), [nr.Leg("port", inches)], interval, 22.5)
    assert (len(track.poses) - 1, track.turned) == (16, -360)
    assert (track.end.x, track.end.y) == pytest.approx((0, 0), abs=1e-6)
    alter(battle, CON, speed=8.0)
    moves = sail(battle, CON, half(6, "port"), half(6, "port"))
    assert sum(move.turned for move in moves) == -(6 // interval) * 22.5


@pytest.mark.rule("ACW-TURN-06")
def test_travel_carries_on_while_the_turn_goes_on() -> None:
    battle = duel()
    first, second = sail(battle, CON, half(8, "starboard"), half(8, "starboard"))
    assert (first.turned, second.turned) == (22.5, 22.5)
    assert ship(battle, CON).carry == 2
    assert "ACW-TURN-06" in set(first.cited())
    battle = duel()
    first, second = sail(battle, CON, half(8, "starboard"), half(4, "port"))
    assert (first.turned, second.turned, ship(battle, CON).carry) == (22.5, 0, 2)
    battle = duel()
    sail(battle, CON, half(8, "starboard"), straight(4))
    assert ship(battle, CON).carry == 0


@pytest.mark.rule("ACW-TURN-07")
def test_switch_gives_the_tighter_circle_to_a_ship_under_steam() -> None:
    battle = duel(rules={"steam_only_by_use": True})
    first = sail(battle, CON, half(8, "starboard"))[0]
    assert first.turned == 90
    assert "ACW-TURN-07" in set(first.cited())
    battle = duel(rules={"steam_only_by_use": True})
    alter(battle, CON, power="both")
    assert sail(battle, CON, half(8, "starboard", "both"))[0].turned == 22.5


@pytest.mark.rule("ACW-TURN-08")
def test_a_ship_that_does_not_move_does_not_turn() -> None:
    battle = duel()
    alter(battle, CON, speed=4.0)
    at(battle, "orders")
    battle.submit(SailingOrders(ship=CON, first=half(4, "port"), second=half(4, "port")))
    defaults(battle)
    alter(battle, CON, at_boilers=0)
    battle.advance()
    (first,) = events(battle, nr.ShipMoved, CON)
    assert (first.distance, first.turned) == (0, 0)
    assert "ACW-TURN-08" in set(first.cited())
    assert ship(battle, CON).pose == nr.Pose(20.0, 0.0, 0.0)


@pytest.mark.rule("ACW-SEQ-15")
def test_a_path_that_does_not_fit_its_speed_is_refused() -> None:
    wrong = Half(8, "steam", (nr.Leg("straight", 5.0),))
    assert refused(duel(), wrong).rule == "ACW-SEQ-15"
    assert refused(duel(), Half(8, "steam", (nr.Leg("larboard", 4.0),))).rule == "ACW-SEQ-12"
    assert refused(duel(), Half(8, "oars", (nr.Leg("port", 4.0),))).rule == "ACW-MOVE-04"
    assert refused(duel(), straight(2), anchor="kedge").rule == "ACW-SEQ-12"


def test_orders_hide_from_the_other_side() -> None:
    battle = duel()
    at(battle, "orders")
    battle.submit(SailingOrders(ship=CON, first=straight(8), second=straight(8)))
    seen = battle.imagine(1, "Federal")
    assert {request.ship for request in seen.requests} == {FED, CON}
    defaults(battle)
    battle.advance()
    assert ship(battle.imagine(1, "Federal"), CON).orders is None
    assert ship(battle.imagine(1, "Confederate"), CON).orders is not None
    assert fire(battle) == []
