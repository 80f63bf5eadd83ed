"""MUM-TACK, MUM-BOAT, MUM-TOW and MUM-COLL in play: going about, irons, boats at work, tows, ships foul."""

from __future__ import annotations

from typing import Any

import pytest
from sea import alter, cited, dice, entrant, of, orders, play, pose, request, sea, ship, to_orders

import navalrules as nr
from navalrules_mumford.events import BoatsSent, Discharge
from navalrules_mumford.motion import arc
from navalrules_mumford.ship import Boat

ENG, FRA = "eng", "fra"
AWAY = (200, 200, 0)
CLOSE = (0, 0, 315)
"""Close-hauled on the starboard tack... the wind is from west, her head north-west."""


def tacked(face: int, force: int = 4, **more: Any) -> tuple[nr.Battle, list[nr.Event]]:
    """She tacks from close-hauled at her best speed; the die shows `face`."""
    thrown = dice(tack=[face], mast_falls=[1], wreckage=[1] * 5)
    battle = sea(thrown, eng=CLOSE, fra=AWAY, wind=(270, force), **more)
    return battle, play(battle, eng={"evolution": "tack", "speed": 3.5})


@pytest.mark.rule("MUM-TACK-02", "MUM-TACK-03", "MUM-TACK-04", "MUM-MOVE-05")
@pytest.mark.parametrize(("face", "inches"), [(4, 3.5), (3, 2.5), (2, 2.5)])
def test_about_she_sails_what_is_left_less_the_loss(face: int, inches: float) -> None:
    battle, events = tacked(face)
    now = ship(battle, ENG)
    assert pose(battle, ENG).heading == 225
    assert now.speed == inches
    leg = -inches * 0.5**0.5
    assert (pose(battle, ENG).x, pose(battle, ENG).y) == pytest.approx((leg, leg), abs=1e-6)
    assert {"MUM-TACK-01", "MUM-TACK-02", "MUM-TACK-03", "MUM-TACK-04"} <= cited(events)


@pytest.mark.rule("MUM-TACK-02")
def test_she_turns_to_45_degrees_first() -> None:
    battle = sea(dice(tack=[6]), fra=AWAY)
    play(battle, eng={"evolution": "tack", "speed": 5.5})
    assert pose(battle, ENG).heading == 225
    # An eighth of the disc's edge comes first: 2.356 inches before the throw.
    assert pose(battle, ENG).y < 0.9


@pytest.mark.rule("MUM-TACK-06", "MUM-TACK-04")
def test_a_tack_missed_leaves_her_head_to_wind() -> None:
    battle, events = tacked(1)
    now = ship(battle, ENG)
    assert (pose(battle, ENG).heading, now.speed, bool(now.irons)) == (270, 0, True)
    assert "MUM-TACK-06" in cited(events)


@pytest.mark.rule("MUM-TACK-05")
@pytest.mark.parametrize(
    ("force", "face", "fore", "about"),
    [(5, 1, 80, False), (5, 3, 100, True), (6, 2, 60, False), (6, 3, 80, True)],
)
def test_masts_strained_in_a_blow(force: int, face: int, fore: int, about: bool) -> None:
    battle, events = tacked(face, force)
    now = ship(battle, ENG)
    assert (now.masts[0], pose(battle, ENG).heading == 225) == (fore, about)
    assert ("MUM-TACK-05" in cited(events)) is (fore < 100)


@pytest.mark.rule("MUM-TACK-05")
def test_a_bad_tack_in_a_near_gale_costs_the_foremast() -> None:
    battle, events = tacked(1, 6)
    assert ship(battle, ENG).masts == (0, 120, 80)
    assert of(events, nr.MastFell, ENG)


@pytest.mark.rule("MUM-TACK-01")
def test_a_strained_foremast_forbids_tacking() -> None:
    battle = to_orders(sea(eng=CLOSE, fra=AWAY))
    alter(battle, ENG, masts=(70, 120, 80))
    with pytest.raises(nr.IllegalOrder) as caught:
        battle.submit(orders(battle, ENG, evolution="tack", speed=3))
    assert caught.value.rule == "MUM-TACK-01"


@pytest.mark.rule("MUM-TACK-07", "MUM-TACK-08")
def test_out_of_irons_on_a_nine_in_a_wind_of_three_and_then_from_nothing() -> None:
    thrown = dice(tack=[1], regains_the_wind=[9, 10], pays_off=[1])
    battle = sea(thrown, eng=CLOSE, fra=AWAY, wind=(270, 3))
    play(battle, eng={"evolution": "tack", "speed": 3})
    play(battle, eng={})
    assert ship(battle, ENG).irons
    events = play(battle, eng={"path": (arc("starboard", 45, 3),)})
    now = ship(battle, ENG)
    assert (now.irons, pose(battle, ENG).heading, now.speed) == ("", 315, 0)
    assert {"MUM-TACK-07", "MUM-TACK-08"} <= cited(events)
    to_orders(battle)
    assert request(battle, ENG).describe()["speed"] == [0, 3]


@pytest.mark.rule("MUM-TACK-09")
def test_boats_pull_her_out_of_irons_in_two_moves_and_two_loading_times() -> None:
    # A trained, good crew loads in 4 fifths: with 8 fifths out and in, four moves in all.
    battle = sea(dice(tack=[1], pays_off=[1]), eng=CLOSE, fra=AWAY, wind=(270, 1))
    play(battle, eng={"evolution": "tack", "speed": 2})
    for _ in range(3):
        play(battle, eng={"evolution": "boats_pull"})
        assert ship(battle, ENG).irons
    events = play(battle, eng={"evolution": "boats_pull"})
    assert (ship(battle, ENG).irons, pose(battle, ENG).heading % 90) == ("", 45)
    assert "MUM-TACK-09" in cited(events)


# ---------------------------------------------------------------- boats


def lying(**more: Any) -> nr.Battle:
    """The British ship hove to, her boats still aboard."""
    battle = to_orders(sea(fra=more.pop("fra", AWAY), **more))
    alter(battle, ENG, hove_to=True, speed=0.0)
    return battle


LIE = {"evolution": "heave_to"}


@pytest.mark.rule("MUM-BOAT-03", "MUM-BOAT-01")
def test_boats_out_and_in_take_a_loading_time() -> None:
    battle = lying(fra=(30, 0, 0))
    events = play(battle, eng={**LIE, "boats": "out", "hold_fire": True})
    now = ship(battle, ENG)
    assert (now.boats, len(now.flotilla), now.away) == (0, 6, 72)
    assert {boat.men for boat in now.flotilla} == {12}
    assert "MUM-BOAT-03" in cited(events)
    play(battle, eng={**LIE, "boats": "in", "hold_fire": True})
    now = ship(battle, ENG)
    assert (now.boats, now.flotilla, now.away) == (6, (), 0)


@pytest.mark.rule("MUM-BOAT-03")
def test_boats_are_handled_by_a_ship_that_lies_still_only() -> None:
    battle = to_orders(sea(fra=AWAY))
    with pytest.raises(nr.IllegalOrder) as caught:
        battle.submit(orders(battle, ENG, boats="out"))
    assert caught.value.rule == "MUM-BOAT-03"


@pytest.mark.rule("MUM-BOAT-03")
@pytest.mark.parametrize("told", [{"evolution": "sail", "speed": 3.0}, {"evolution": "formation"}])
def test_boats_are_not_handled_in_a_move_in_which_she_gets_under_way(told: dict[str, Any]) -> None:
    battle = lying(fra=AWAY)
    if told["evolution"] == "formation":
        alter(battle, ENG, squadron="van", follows=True, seniority=2)
        alter(battle, FRA, side="British", squadron="van", rank="squadron", seniority=1)
    with pytest.raises(nr.IllegalOrder) as caught:
        battle.submit(orders(battle, ENG, boats="out", **told))
    assert caught.value.rule == "MUM-BOAT-03"


@pytest.mark.rule("MUM-BOAT-03")
def test_who_gets_under_way_before_her_boats_are_out_has_broken_the_work_off() -> None:
    battle = lying(fra=AWAY)
    alter(battle, ENG, proficiency="raw", morale="average")
    play(battle, eng={**LIE, "boats": "out", "hold_fire": True})
    # Seven fifths: two of the next move.
    assert ship(battle, ENG).boats_due == 7
    play(battle, eng={"speed": 3.0, "hold_fire": True})
    now = ship(battle, ENG)
    assert (now.boats, now.flotilla, now.boats_due, now.away) == (6, (), 0, 0)
    # Hove to all along she has them out by then.
    battle = lying(fra=AWAY)
    alter(battle, ENG, proficiency="raw", morale="average")
    play(battle, eng={**LIE, "boats": "out", "hold_fire": True})
    play(battle, eng={**LIE, "hold_fire": True})
    assert len(ship(battle, ENG).flotilla) == 6


def afloat(battle: nr.Battle, name: str = ENG, task: str = "idle", **boat: Any) -> nr.Battle:
    """Six boats of twelve men in the water."""
    lies = pose(battle, name)
    alter(battle, name, boats=0, flotilla=(Boat(task, 12, lies, **boat),) * 6, away=72)
    return battle


@pytest.mark.rule("MUM-BOAT-02")
@pytest.mark.parametrize(("force", "inches"), [(3, 0), (4, 0.5), (5, 1), (6, 1.5)])
def test_idle_boats_drift_downwind(force: int, inches: float) -> None:
    battle = afloat(lying(wind=(270, force)))
    events = play(battle, eng=LIE)
    drifted = ship(battle, ENG).flotilla[0].pose
    assert drifted is not None
    assert drifted.x == inches
    assert ("MUM-BOAT-02" in cited(events)) is (inches > 0)


@pytest.mark.rule("MUM-BOAT-04")
@pytest.mark.parametrize(("aside", "left"), [(1.6, 0), (2.1, 6)])
def test_boats_towed_astern_are_wrecked_by_a_ship_that_passes_close(aside: float, left: int) -> None:
    # The French ship, half an inch in half beam, passes so far abeam of the British stern.
    battle = lying(fra=(aside, -6, 0))
    afloat(battle)
    events = play(
        battle, eng={**LIE, "boats": "astern", "hold_fire": True}, fra={"speed": 5.5, "hold_fire": True}
    )
    assert len(ship(battle, ENG).flotilla) == left
    assert "MUM-BOAT-04" in cited(events)


@pytest.mark.rule("MUM-BOAT-05", "MUM-BOAT-06")
def test_fire_at_boats() -> None:
    # 11 dice at 781 lbs: all but one miss at -1 for range and -2; one 5 scores 2.
    thrown = dice(fire_at_boats=[1] * 10 + [5, 1], boat_hit=[3, 4], boat_s_crew=[2, 5], boat_survivors=[1])
    thrown._by_purpose["boat's crew"] = [2, 5]
    battle = lying(thrown=thrown, fra=(9, 0, 0))
    afloat(battle, FRA)
    thrown._by_purpose["fire at boats, half"] = [1]
    events = play(battle, eng={**LIE, "target": "fra/boats", "shot": "solid"})
    (shot, *_) = of(events, Discharge, ENG)
    assert (shot.hits, "MUM-BOAT-05" in set(shot.cited())) == (2, True)
    now = ship(battle, FRA)
    assert len(now.flotilla) == 5
    assert sum(boat.men for boat in now.flotilla) == 4 * 12 + 7
    assert "MUM-BOAT-06" in cited(events)


# ---------------------------------------------------------------- towing


@pytest.mark.rule("MUM-TOW-01", "MUM-TOW-02")
def test_a_74_tows_a_74_at_half_speed_after_a_move_of_coupling() -> None:
    hulk = entrant("hulk", "british-74-3rd-rate", "British", (0, -5, 0))
    battle = to_orders(sea(fra=AWAY, more=[hulk]))
    alter(battle, ENG, hove_to=True, speed=0.0)
    alter(battle, "hulk", masts=(0, 0, 0), fallen=3, speed=0.0)
    events = play(battle, eng={**LIE, "tow": "hulk"})
    assert (ship(battle, ENG).towing, ship(battle, "hulk").towed_by) == ("hulk", ENG)
    events += play(battle, eng=LIE)
    to_orders(battle)
    assert request(battle, ENG).describe()["speed"][1] == 5.5 / 2
    start = ship(battle, "hulk").pose
    events += play(battle, eng={"speed": 2.75})
    assert ship(battle, ENG).speed == 2.75
    assert ship(battle, "hulk").pose != start
    assert {"MUM-TOW-01", "MUM-TOW-02"} <= cited(events)
    play(battle, eng={"speed": 2.75, "cast_off_tow": True})
    assert (ship(battle, ENG).towing, ship(battle, "hulk").towed_by) == ("", "")


@pytest.mark.rule("MUM-TOW-03", "MUM-TOW-04")
@pytest.mark.parametrize(("boats", "moves"), [(3, True), (2, False)])
def test_three_boats_tow_a_two_decker_half_an_inch_a_move(boats: int, moves: bool) -> None:
    battle = lying()
    boat = Boat("tow", 12, pose(battle, ENG), ENG)
    alter(battle, ENG, boats=0, flotilla=(boat,) * boats, away=12 * boats)
    events = play(battle, eng={**LIE, "boats": "tow", "mate": ENG})
    now = pose(battle, ENG)
    assert now.y == (0.5 if moves else 0)
    # What the wind drifts her is added: half an inch for each point of strength 4.
    assert now.x == (2.0 if moves else 0)
    assert ("MUM-TOW-03" in cited(of(events, nr.ShipMoved))) is moves
    assert ("MUM-TOW-04" in cited(events)) is moves


# ---------------------------------------------------------------- collisions


@pytest.mark.rule("MUM-COLL-01", "MUM-COLL-02", "MUM-COLL-03")
def test_two_ships_that_meet_turn_midway_and_are_not_hurt() -> None:
    battle = sea(eng=(0, 0, 0), fra=(-5, 5, 90))
    events = play(battle, eng={"speed": 5.5, "hold_fire": True}, fra={"speed": 5.5, "hold_fire": True})
    (foul,) = of(events, nr.Collided)
    assert {foul.ship, foul.target} == {ENG, FRA}
    assert {"MUM-COLL-01", "MUM-COLL-02", "MUM-COLL-03"} <= set(foul.cited())
    for name in (ENG, FRA):
        assert pose(battle, name).heading == pytest.approx(45)
        assert (ship(battle, name).lost, ship(battle, name).hull_hits) == (0, 0)
    assert not of(events, nr.ShipHurt)
    assert BoatsSent.tag == "boats_sent"
