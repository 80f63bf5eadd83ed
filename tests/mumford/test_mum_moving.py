"""MUM-MOVE in play: speeds and their limits, drift, anchors, jury masts, wearing, the eye of the wind."""

from __future__ import annotations

import math
from typing import Any

import pytest
from sea import alter, cited, dice, of, orders, play, pose, sea, ship, to_orders

import navalrules as nr
from navalrules_mumford.motion import arc
from navalrules_mumford.orders import Bend

ENG = "eng"
AWAY = (200, 200, 0)
"""Out of everybody's reach."""


def refused(battle: nr.Battle, rule: str, **fields: Any) -> nr.IllegalOrder:
    """An order of the British ship that is refused, for the rule told; the battle is as it was."""
    before = battle.state.copy()
    with pytest.raises(nr.IllegalOrder) as caught:
        battle.submit(orders(battle, ENG, **fields))
    assert caught.value.rule == rule
    assert caught.value.hint
    assert battle.state == before
    return caught.value


@pytest.mark.rule("MUM-MOVE-01", "MUM-SEQ-02", "MUM-SEQ-03")
@pytest.mark.parametrize(
    ("heading", "inches"),
    [(0, 5.5), (22.5, 6.5), (45, 7.0), (67.5, 6.5), (90, 5.5), (337.5, 4.5), (315, 3.5)],
)
def test_she_runs_what_the_disc_says_for_her_heading(heading: float, inches: float) -> None:
    battle = to_orders(sea(eng=(0, 0, heading), fra=AWAY))
    alter(battle, ENG, speed=5.0)
    (moved,) = of(play(battle, eng={"speed": inches}), nr.ShipMoved, ENG)
    assert moved.distance == inches
    assert {"MUM-MOVE-01", "MUM-SEQ-03"} <= set(moved.cited())


@pytest.mark.rule("MUM-MOVE-01")
def test_more_than_the_disc_gives_is_refused() -> None:
    battle = to_orders(sea(fra=AWAY))
    error = refused(battle, "MUM-MOVE-01", speed=5.6)
    assert "5.6" in error.reason


@pytest.mark.rule("MUM-MOVE-01")
def test_under_a_house_rule_that_lets_her_turn_on_the_spot_she_runs_as_she_heads_then() -> None:
    spin = nr.HouseRule(
        name="spin", ruleset="mumford", act=lambda *_: 0.0, replaces="MUM-MOVE-07", default=True
    )
    battle = to_orders(sea(fra=AWAY, house_rules=[spin]))
    alter(battle, ENG, speed=5.0)
    (moved,) = of(
        play(battle, eng={"speed": 7.0, "path": (Bend("starboard", 0.0, 45.0),)}), nr.ShipMoved, ENG
    )
    assert (moved.distance, moved.turned) == (7.0, 45.0)


@pytest.mark.rule("MUM-MOVE-02")
@pytest.mark.parametrize(("grade", "inches"), [("fast", 6.0), ("slow", 5.0), ("very_slow", 4.5)])
def test_fast_and_slow_ships(grade: str, inches: float) -> None:
    battle = sea(fra=AWAY, eng_is={"mum_grade": grade})
    (moved,) = of(play(battle, eng={"speed": inches}), nr.ShipMoved, ENG)
    assert (moved.distance, "MUM-MOVE-02" in set(moved.cited())) == (inches, True)


@pytest.mark.rule("MUM-MOVE-03", "MUM-MOVE-04")
@pytest.mark.parametrize(
    ("card", "gain", "loss", "rule"),
    [("british-74-3rd-rate", 3, 4, "MUM-MOVE-03"), ("british-38-frigate", 4, 5, "MUM-MOVE-04")],
)
def test_ways_gained_and_lost_from_one_move_to_the_next(
    card: str, gain: float, loss: float, rule: str
) -> None:
    battle = to_orders(sea(english=card, eng=(0, 0, 45), fra=AWAY, wind=(270, 5)))
    alter(battle, ENG, speed=1.0)
    refused(battle, rule, speed=1.1 + gain)
    assert play(battle, eng={"speed": 1.0 + gain})
    assert ship(battle, ENG).speed == 1.0 + gain
    to_orders(battle)
    alter(battle, ENG, speed=6.0)
    refused(battle, rule, speed=5.9 - loss)
    events = play(battle, eng={"speed": 6.0 - loss})
    assert ship(battle, ENG).speed == 6.0 - loss
    assert rule in cited(events)


@pytest.mark.rule("MUM-MOVE-05")
def test_no_course_within_45_degrees_of_the_wind() -> None:
    battle = to_orders(sea(fra=AWAY))
    refused(battle, "MUM-MOVE-05", speed=3, path=(arc("port", 50, 3),))
    assert of(play(battle, eng={"speed": 3, "path": (arc("port", 45, 3),)}), nr.ShipMoved, ENG)
    assert pose(battle, ENG).heading == 315


@pytest.mark.rule("MUM-MOVE-06")
@pytest.mark.parametrize(("face", "fore"), [(6, 100), (3, 80), (2, 60), (1, 0)])
def test_caught_nearer_the_wind_she_is_halted_and_throws_as_in_tacking(face: int, fore: int) -> None:
    # Wind strength 6; the head is 22.5 degrees off the wind from west.
    battle = sea(
        dice(tack=[face], mast_falls=[1], wreckage=[1] * 5), eng=(0, 0, 292.5), fra=AWAY, wind=(270, 6)
    )
    events = play(battle, eng={})
    lies = ship(battle, ENG)
    assert lies.pose == nr.Pose(0, 0, 315)
    assert (lies.speed, lies.masts[0]) == (0, fore)
    assert "MUM-MOVE-06" in cited(events)


@pytest.mark.rule("MUM-MOVE-07")
def test_no_turn_is_sharper_than_the_edge_of_the_disc() -> None:
    battle = to_orders(sea(fra=AWAY))
    error = refused(battle, "MUM-MOVE-07", speed=5, path=(Bend("starboard", 4.7, 90.0),))
    assert "4.71" in error.hint + error.reason
    (moved,) = of(play(battle, eng={"speed": 5, "path": (Bend("starboard", 4.72, 90.0),)}), nr.ShipMoved, ENG)
    assert moved.turned == 90
    assert "MUM-MOVE-07" in moved.rules


@pytest.mark.rule("MUM-MOVE-07")
def test_a_right_angle_on_the_disc_ends_three_inches_ahead_and_three_aside() -> None:
    battle = sea(fra=AWAY)
    play(battle, eng={"speed": 5.5, "path": (arc("starboard", 90, 3),)})
    end = pose(battle, ENG)
    rest = end.x - 3
    assert end.y == pytest.approx(3)
    assert end.heading == 90
    assert rest == pytest.approx(ship(battle, ENG).speed - 1.5 * math.pi)


@pytest.mark.rule("MUM-MOVE-09")
def test_heaving_to_she_stays_where_she_is() -> None:
    battle = sea(fra=AWAY)
    events = play(battle, eng={"evolution": "heave_to"})
    assert (ship(battle, ENG).pose, ship(battle, ENG).hove_to) == (nr.Pose(0, 0, 0), True)
    assert "MUM-MOVE-09" in cited(events)


@pytest.mark.rule("MUM-MOVE-09", "MUM-MOVE-03")
def test_way_is_lost_before_she_lies_hove_to() -> None:
    battle = to_orders(sea(fra=AWAY))
    alter(battle, ENG, speed=5.5)
    play(battle, eng={"evolution": "heave_to"})
    assert (ship(battle, ENG).speed, ship(battle, ENG).hove_to) == (1.5, False)
    play(battle, eng={"evolution": "heave_to"})
    assert (ship(battle, ENG).speed, ship(battle, ENG).hove_to) == (0, True)


@pytest.mark.rule("MUM-MOVE-10")
def test_she_anchors_at_three_inches_and_weighs_at_two() -> None:
    battle = to_orders(sea(fra=AWAY))
    refused(battle, "MUM-MOVE-10", evolution="anchor", speed=3.1)
    events = play(battle, eng={"evolution": "anchor", "speed": 3})
    assert (pose(battle, ENG).y, ship(battle, ENG).anchored) == (3, True)
    to_orders(battle)
    refused(battle, "MUM-MOVE-10", evolution="weigh", speed=2.1)
    refused(battle, "MUM-MOVE-01", speed=1)
    events += play(battle, eng={"evolution": "weigh", "speed": 2})
    assert (pose(battle, ENG).y, ship(battle, ENG).anchored) == (5, False)
    assert "MUM-MOVE-10" in cited(events)


@pytest.mark.rule("MUM-MOVE-10")
def test_a_ship_with_too_much_way_on_cannot_anchor() -> None:
    battle = to_orders(sea(eng=(0, 0, 45), fra=AWAY, wind=(270, 6)))
    alter(battle, ENG, speed=8.0)
    refused(battle, "MUM-MOVE-10", evolution="anchor", speed=4)


@pytest.mark.rule("MUM-MOVE-11")
@pytest.mark.parametrize(
    ("masts", "inches"), [((0, 120, 80), 5.5 * 2 / 3), ((0, 0, 80), 5.5 / 3), ((1, 1, 1), 5.5)]
)
def test_a_third_of_the_speed_for_each_mast_lost(masts: tuple[int, int, int], inches: float) -> None:
    battle = to_orders(sea(fra=AWAY))
    alter(battle, ENG, masts=masts, fallen=masts.count(0))
    (moved,) = of(play(battle, eng={"speed": round(inches, 6)}), nr.ShipMoved, ENG)
    assert moved.distance == pytest.approx(inches, abs=1e-5)
    assert ("MUM-MOVE-11" in set(moved.cited())) is (0 in masts)


@pytest.mark.rule("MUM-MOVE-12", "MUM-FLOT-06")
@pytest.mark.parametrize("force", [1, 4, 6])
def test_dismasted_she_drifts_straight_downwind(force: int) -> None:
    battle = to_orders(sea(fra=AWAY, wind=(270, force)))
    alter(battle, ENG, masts=(0, 0, 0), fallen=3)
    events = play(battle, eng={})
    assert ship(battle, ENG).pose == nr.Pose(0.5 * force, 0, 0)
    assert "MUM-MOVE-12" in cited(events)


@pytest.mark.rule("MUM-MOVE-14")
def test_under_wreckage_she_drifts_too() -> None:
    battle = to_orders(sea(dice(wreckage=[1] * 5), fra=AWAY))
    alter(battle, ENG, masts=(0, 120, 80), fallen=1, wrecks=(("starboard", 1),))
    events = play(battle, eng={})
    assert ship(battle, ENG).pose == nr.Pose(2.0, 0, 0)
    assert "MUM-MOVE-14" in cited(events)


@pytest.mark.rule("MUM-MOVE-13")
def test_a_jury_mast_takes_two_moves_and_gives_a_sixth() -> None:
    battle = to_orders(sea(fra=AWAY))
    alter(battle, ENG, masts=(0, 0, 0), fallen=3, speed=0.0)
    events = play(battle, 2, eng={"evolution": "jury"})
    assert ship(battle, ENG).pose == nr.Pose(4.0, 0, 0)
    to_orders(battle)
    refused(battle, "MUM-MOVE-13", evolution="jury")
    (moved,) = of(play(battle, eng={"speed": 0.9}), nr.ShipMoved, ENG)
    assert moved.distance == 0.9
    to_orders(battle)
    refused(battle, "MUM-MOVE-01", speed=0.95)
    assert "MUM-MOVE-13" in cited(events)


@pytest.mark.rule("MUM-MOVE-15")
def test_wearing_goes_about_before_the_wind_without_a_throw() -> None:
    battle = sea(fra=AWAY, eng=(0, 0, 45))
    events = play(battle, 2, eng={"speed": 6.0, "path": (arc("starboard", 90, 3),)})
    assert pose(battle, ENG).heading in (135, 225)
    assert "MUM-MOVE-15" in cited(events)
    assert not [event for event in events for ruled in event.rulings if ruled.rule == "MUM-TACK-03"]


@pytest.mark.rule("MUM-FLOT-06")
def test_water_in_the_hold_slows_her_in_play() -> None:
    battle = to_orders(sea(fra=AWAY))
    alter(battle, ENG, water=5)
    refused(battle, "MUM-MOVE-01", speed=3.6)
    (moved,) = of(play(battle, eng={"speed": 3.5}), nr.ShipMoved, ENG)
    assert (moved.distance, "MUM-FLOT-06" in set(moved.cited())) == (3.5, True)


@pytest.mark.rule("MUM-PREP-04")
def test_the_sea_has_no_edge() -> None:
    battle = sea(eng=(-900, 900, 45), fra=(900, -900, 90))
    play(battle, 3, eng={"speed": 6}, fra={"speed": 5})
    assert pose(battle, ENG).x > -890
    assert not battle.over
