"""MUM-BURN, MUM-FLOT, MUM-SURV and MUM-MOR in play: fires, leaks, the drowning, crews that give way."""

from __future__ import annotations

from typing import Any

import pytest
from sea import alter, cited, dice, entrant, mount, names, of, play, pose, ruling, sea, ship, to_orders

import navalrules as nr
from navalrules_mumford.events import Discharge, Rescued
from navalrules_mumford.ship import Boat, Fire

ENG, FRA = "eng", "fra"
AWAY = (200, 200, 0)
OTHERS = (entrant("other", "french-74-3rd-rate", "French", (300, 300, 0)),)
"""Somebody who still fights for the French."""

LIE: dict[str, Any] = {"evolution": "heave_to"}
QUIET: dict[str, Any] = {"evolution": "heave_to", "hold_fire": True, "challenge": False}


def thrown(**by: list[int]) -> nr.Scripted:
    """Dice by purpose (_ for a blank), and harmless ones for what happens by the way."""
    found = dice()
    harmless = {"morale": [6] * 20, "fire at once": [6] * 9, "leak": [10] * 20, "captain hit": [6] * 20}
    harmless |= {"fire": [6] * 9}
    found._by_purpose |= {**harmless, **{key.replace("_", " "): list(faces) for key, faces in by.items()}}
    return found


def lying(made: nr.Dice, **more: Any) -> nr.Battle:
    """All ships hove to, the French far away unless told."""
    battle = to_orders(sea(made, fra=more.pop("fra", AWAY), **more))
    for name in list(battle.state.ships):
        alter(battle, name, hove_to=True, speed=0.0)
    return battle


def quiet(battle: nr.Battle, moves: int = 1, **told: Any) -> list[nr.Event]:
    """Moves in which everybody lies to in silence unless told."""
    return play(battle, moves, **dict.fromkeys(battle.state.ships, QUIET) | told)


# ---------------------------------------------------------------- fires


@pytest.mark.rule("MUM-BURN-01", "MUM-BURN-02", "MUM-BURN-03", "MUM-BURN-04", "MUM-BURN-06", "MUM-MOR-05")
def test_the_life_of_a_fire() -> None:
    made = thrown(fire_at_fra=[6, 6, *[1] * 9], fire_at_once=[1], fire=[2, 4, 5], morale=[6])
    battle = lying(made, fra=(30, 0, 0), eng_is={"mum_proficiency": "raw", "mum_morale": "average"})
    events = quiet(battle, eng=LIE)
    # At 29 inches a six scores one: the pair of them starts a fire, which its first throw does not put out.
    assert ship(battle, FRA).fires == (Fire(1),)
    hull, port = ship(battle, FRA).hull_hits, mount(battle, FRA, "port").left
    events += quiet(battle)
    # The end of the next move: 30 lbs off each broadside, 30 hull hits, and a 2 that establishes it.
    now = ship(battle, FRA)
    assert now.fires == (Fire(1, True),)
    assert (now.hull_hits - hull, port - mount(battle, FRA, "port").left) == (30, 30)
    starboard = mount(battle, FRA, "starboard")
    assert starboard.left == starboard.full - 30
    events += quiet(battle)
    assert ship(battle, FRA).fires == (Fire(1, True),)
    events += quiet(battle, fra={**QUIET, "fire_party": 30})
    assert ship(battle, FRA).fires == ()
    wanted = {f"MUM-BURN-{number:02}" for number in (1, 2, 3, 4, 6)}
    assert wanted | {"MUM-MOR-05"} <= cited(events)
    assert of(events, nr.FireStarted, FRA)
    assert of(events, nr.FireOut, FRA)


@pytest.mark.rule("MUM-BURN-04")
def test_with_fewer_than_30_men_to_fight_it_a_fire_is_not_put_out() -> None:
    battle = lying(thrown(fire=[6]))
    # 569 men of the British 74 have their stations: of 590 only 21 are to spare.
    alter(battle, ENG, fires=(Fire(0, True),), crew=590, lost=10)
    quiet(battle, eng={**QUIET, "fire_party": 0})
    assert ship(battle, ENG).fires == (Fire(0, True),)


@pytest.mark.rule("MUM-BURN-04", "MUM-BURN-05", "MUM-SURV-01")
def test_an_explosion_and_what_it_sets_alight() -> None:
    friend = entrant("friend", "british-74-3rd-rate", "British", (3.9, 0, 0))
    far = entrant("far", "british-74-3rd-rate", "British", (-4.1, 0, 0))
    made = thrown(fire=[1], explosion=[3], fire_at_once=[1, 6, 1], survivors=[4])
    battle = lying(made, more=[friend, far])
    alter(battle, ENG, fires=(Fire(0, True),))
    events = quiet(battle)
    lost = ship(battle, ENG)
    # Half of 600 are dead at once; four sixths of the other half are in the water, of whom a tenth drown.
    assert (lost.status, lost.crew, lost.in_water, lost.lost) == ("sunk", 0, 180, 420)
    assert len(ship(battle, "friend").fires) == 2
    assert ship(battle, "far").fires == ()  # 3.1 inches from hull to hull
    assert {"MUM-BURN-04", "MUM-BURN-05", "MUM-SURV-01", "MUM-SURV-03"} <= cited(events)
    assert of(events, nr.ShipSank, ENG)


@pytest.mark.rule("MUM-BURN-01")
def test_with_fires_switched_to_start_only_nothing_follows() -> None:
    made = thrown(fire_at_fra=[6, 6, *[1] * 60], fire_at_once=[])
    battle = lying(made, fra=(30, 0, 0), rules={"fires": "start_only"})
    events = quiet(battle, 2, eng=LIE)
    assert of(events, nr.FireStarted, FRA)
    assert ship(battle, FRA).fires == ()


# ---------------------------------------------------------------- leaks


@pytest.mark.rule("MUM-FLOT-01", "MUM-FLOT-02", "MUM-FLOT-03")
def test_a_tenth_of_her_flotation_factor_may_leak() -> None:
    # 11 sixes at 19 inches score 33, a fifth more: 40 hull hits on top of 40 pass 74.
    made = thrown(fire_at_fra=[6] * 11, leak=[3], captain_hit=[6])
    battle = lying(made, fra=(20, 0, 0), eng_is={"mum_proficiency": "raw", "mum_morale": "average"})
    alter(battle, FRA, hull_hits=40)
    events = quiet(battle, eng=LIE)
    assert (ship(battle, FRA).hull_hits, ship(battle, FRA).leaks) == (80, 1)
    assert {"MUM-FLOT-01", "MUM-FLOT-02", "MUM-FLOT-03"} <= cited(events)


@pytest.mark.rule("MUM-FLOT-04", "MUM-FLOT-05")
@pytest.mark.parametrize(("leaks", "crew", "water"), [(3, 600, 0), (4, 600, 1), (6, 600, 3), (3, 79, 1)])
def test_what_the_pumps_do_not_hold_joins_the_water(leaks: int, crew: int, water: int) -> None:
    # A two-decker has three pumps of twenty men; twenty riggers are not spared.
    battle = lying(thrown())
    alter(battle, ENG, leaks=leaks, crew=crew, lost=600 - crew)
    events = quiet(battle)
    assert ship(battle, ENG).water == water
    assert {"MUM-FLOT-04", "MUM-FLOT-05"} <= cited(events)


@pytest.mark.rule("MUM-FLOT-06", "MUM-SURV-02", "MUM-SURV-03")
def test_at_ten_points_of_water_she_sinks() -> None:
    battle = lying(thrown(survivors=[3]))
    alter(battle, ENG, leaks=5, water=8)
    events = quiet(battle)
    lost = ship(battle, ENG)
    # 65% of 600 are left in the water, and a tenth of those 390 drown in the move.
    assert (lost.status, lost.water, lost.in_water, lost.lost) == ("sunk", 10, 351, 249)
    assert {"MUM-FLOT-06", "MUM-SURV-02"} <= cited(events)


@pytest.mark.rule("MUM-SURV-03")
def test_a_tenth_of_the_first_number_drown_each_move() -> None:
    friend = entrant("friend", "british-74-3rd-rate", "British", (90, 0, 0))
    battle = lying(thrown(survivors=[3]), more=[friend])
    alter(battle, ENG, leaks=5, water=8)
    left = []
    for _ in range(3):
        quiet(battle)
        left.append(ship(battle, ENG).in_water)
    assert left == [351, 312, 273]


@pytest.mark.rule("MUM-SURV-04")
@pytest.mark.parametrize(("y", "men"), [(4.5, 40), (4.51, 0)])
def test_a_ship_lying_within_an_inch_picks_up_forty_a_move(y: float, men: int) -> None:
    # Between hulls: y less two half lengths.
    friend = entrant("friend", "british-74-3rd-rate", "British", (0, y, 0))
    battle = lying(thrown(survivors=[3]), more=[friend])
    alter(battle, ENG, leaks=5, water=8)
    events = quiet(battle)
    assert ship(battle, ENG).crew == men
    assert bool(of(events, Rescued)) is (men > 0)
    assert ("MUM-SURV-04" in cited(events)) is (men > 0)


@pytest.mark.rule("MUM-SURV-04")
@pytest.mark.parametrize(("y", "moves", "men"), [(-8.0, 2, 0), (-8.0, 3, 24), (-2.0, 1, 24)])
def test_a_boat_that_has_come_to_the_place_picks_up_twelve(y: float, moves: int, men: int) -> None:
    # Two boats row two inches a move; their ship lies far off.
    friend = entrant("friend", "british-74-3rd-rate", "British", (0, 20, 0))
    battle = lying(thrown(survivors=[6]), more=[friend])
    alter(battle, ENG, water=9, leaks=9)
    boats = (Boat("rescue", 12, nr.Pose(0, y, 0), ENG),) * 2
    alter(battle, "friend", boats=4, flotilla=boats, away=24)
    quiet(battle)
    assert ship(battle, ENG).status == "sunk"
    quiet(battle, moves - 1)
    assert ship(battle, ENG).crew == men


@pytest.mark.rule("MUM-FLOT-04", "MUM-LFR-02")
def test_men_at_the_pumps_are_missed_at_the_guns() -> None:
    made = thrown(fire_at_fra=[1] * 30)
    battle = lying(made, fra=(20, 0, 0))
    # 349 men: 20 riggers and 60 at three pumps leave 269, just the least crew of the engaged side.
    alter(battle, ENG, leaks=3, crew=349, lost=251)
    events = quiet(battle, eng=LIE)
    assert "MUM-LFR-02" not in cited(of(events, Discharge, ENG))
    battle = lying(thrown(fire_at_fra=[1] * 30), fra=(20, 0, 0))
    alter(battle, ENG, leaks=3, crew=348, lost=252)
    events = quiet(battle, eng=LIE)
    assert "MUM-LFR-02" in cited(of(events, Discharge, ENG))


# ---------------------------------------------------------------- morale


@pytest.mark.rule("MUM-MOR-03", "MUM-MOR-07", "MUM-MOR-08", "MUM-SEQ-05")
@pytest.mark.parametrize(
    ("face", "disordered", "disorganised", "fleeing"),
    [(3, 0, 0, False), (2, 6, 0, False), (1, 11, 6, False)],
)
def test_a_fifth_of_the_crew_lost_tests_her(
    face: int, disordered: int, disorganised: int, fleeing: bool
) -> None:
    # 138 of 690 lost; a good crew adds 1.
    made = thrown(fire_at_fra=[6] * 11, morale=[face])
    battle = lying(made, fra=(20, 0, 0), eng_is={"mum_proficiency": "raw", "mum_morale": "average"})
    alter(battle, FRA, crew=590, lost=100)
    events = quiet(battle, eng=LIE)
    now = ship(battle, FRA)
    (test,) = of(events, nr.MoraleTested, FRA)
    assert names(ruling(test, "MUM-MOR-07")) == {"good": 1}
    assert (now.disordered, now.disorganised, now.fleeing) == (disordered, disorganised, fleeing)
    assert test.held is (face == 3)
    assert {"MUM-MOR-03", "MUM-MOR-08", "MUM-SEQ-05"} <= set(test.cited())


@pytest.mark.rule("MUM-MOR-08")
def test_far_from_a_challenger_she_flees() -> None:
    made = thrown(fire_at_fra=[6] * 11, morale=[1])
    crews = {"eng_is": {"mum_proficiency": "raw"}, "fra_is": {"mum_morale": "average"}}
    battle = lying(made, fra=(20, 0, 0), more=OTHERS, **crews)
    alter(battle, FRA, crew=590, lost=100)
    quiet(battle, eng=LIE)
    assert ship(battle, FRA).fleeing
    start = pose(battle, FRA)
    quiet(battle, eng=QUIET, fra={})
    assert pose(battle, FRA).x > start.x  # away from the enemy to the west
    assert ship(battle, FRA).speed == 3  # as much as she can gain


@pytest.mark.rule("MUM-MOR-01", "MUM-MOR-04", "MUM-MOR-08")
def test_dismasted_within_four_inches_of_a_challenger_she_strikes() -> None:
    made = thrown(fire_at_fra=[6] * 12, morale=[1], mast_falls=[1] * 3)
    battle = lying(made, fra=(4, 0, 0), eng_is={"mum_proficiency": "raw"}, fra_is={"mum_morale": "average"})
    alter(battle, FRA, masts=(1, 1, 1))
    events = quiet(battle, eng={**LIE, "challenge": True})
    (test,) = of(events, nr.MoraleTested, FRA)
    assert names(ruling(test, "MUM-MOR-07")) == {"dismasted": -2}
    assert "MUM-MOR-01" in test.rules
    assert of(events, nr.ShipStruck, FRA)
    assert (ship(battle, FRA).status, ship(battle, ENG).captures) == ("struck", 1)


@pytest.mark.rule("MUM-MOR-04", "MUM-MOR-09", "MUM-MOR-10")
@pytest.mark.parametrize(("x", "challenged"), [(5.0, True), (5.01, False)])
def test_with_a_mast_down_she_is_challenged_from_four_inches(x: float, challenged: bool) -> None:
    battle = lying(thrown(morale=[6], wreckage=[1] * 9), fra=(x, 0, 0))
    alter(battle, FRA, masts=(0, 120, 80), fallen=1)
    events = quiet(battle, eng={**QUIET, "challenge": True})
    tests = of(events, nr.MoraleTested, FRA)
    assert len(tests) == (1 if challenged else 0)  # at most once a move
    if challenged:
        assert "MUM-MOR-04" in tests[0].rules


@pytest.mark.rule("MUM-MOR-09", "MUM-MOR-04")
def test_a_fleeing_ship_challenged_may_rally() -> None:
    battle = lying(thrown(morale=[5]), fra=(3, 0, 0), more=OTHERS)
    alter(battle, FRA, fleeing=True)
    events = quiet(battle, eng={**QUIET, "challenge": True})
    assert not ship(battle, FRA).fleeing
    assert "MUM-MOR-09" in cited(events)


@pytest.mark.rule("MUM-MOR-10", "MUM-MOR-07")
@pytest.mark.parametrize(("steps", "amount"), [(False, 1), (True, 2)])
def test_a_sloop_that_challenges_a_74_counts_one_or_one_a_step(steps: bool, amount: int) -> None:
    rules = {"challenger_per_step": steps}
    battle = lying(thrown(morale=[6]), english="british-14-brig-sloop", fra=(3, 0, 0), rules=rules)
    alter(battle, FRA, raked=1)
    events = quiet(battle, eng={**QUIET, "challenge": True})
    (test,) = of(events, nr.MoraleTested, FRA)
    assert names(ruling(test, "MUM-MOR-07"))["challenger_smaller"] == amount


@pytest.mark.rule("MUM-MOR-06", "MUM-DMG-11")
def test_the_captain_killed_tests_her_and_a_staff_officer_does_not() -> None:
    def hit(**by: list[int]) -> list[nr.Event]:
        made = thrown(fire_at_fra=[6] * 11, **by)
        fra_is = {"mum_captain": "hero", "mum_flag": "fleet"}
        battle = lying(made, fra=(20, 0, 0), eng_is={"mum_proficiency": "raw"}, fra_is=fra_is)
        alter(battle, FRA, crew=650, lost=40)
        return quiet(battle, eng=LIE)

    events = hit(captain_hit=[1], staff_hit=[6], morale=[6])
    (test,) = of(events, nr.MoraleTested, FRA)
    assert "MUM-MOR-06" in test.rules
    assert names(ruling(test, "MUM-MOR-07")) == {"good": 1, "staff_regular": 1, "hero_killed": -2}
    events = hit(captain_hit=[6], staff_hit=[1], morale=[])
    assert not of(events, nr.MoraleTested, FRA)


@pytest.mark.rule("MUM-MOR-06", "MUM-MOR-02")
@pytest.mark.parametrize("row", ["MUM-MOR-06", "MUM-MOR-02"])
def test_a_house_rule_may_test_those_too_who_lost_nothing_in_a_fifth_with_fire(row: str) -> None:
    nervous = nr.HouseRule(
        name="nervous", ruleset="mumford", act=lambda ship, _: ship.id == FRA, replaces=row, default=True
    )
    battle = lying(nr.Seeded(1), fra=(5, 0, 0), house_rules=[nervous])
    events = quiet(battle, fra=LIE)
    assert of(events, Discharge, FRA)
    assert ship(battle, FRA).lost == 0
    assert row in cited(of(events, nr.MoraleTested, FRA))
