"""RAT-SCOPE and RAT-RATE: what the layer is, and what stands on a ship's record."""

from __future__ import annotations

from typing import Any

import pytest
from ratings_table import (
    Act,
    Command,
    Loaded,
    Shot,
    at,
    battle,
    broadside,
    cited,
    losses,
    of,
    plan,
    play,
    refused,
    ship,
    task,
)

import navalrules as nr

RULES = nr.ruleset("ratings")

STANDARD = {
    1: (12, 12, 12, 4, 3, 6, 6, 5),
    2: (11, 11, 11, 3, 2, 6, 6, 4),
    3: (10, 10, 10, 2, 2, 5, 5, 4),
    4: (9, 9, 9, 1, 1, 4, 4, 3),
    5: (8, 8, 8, 1, 1, 3, 3, 3),
    6: (7, 7, 7, None, 1, 3, 3, 2),
}
"""Table RAT-T1: hull, port, starboard, bow, stern, fore, main, mizzen."""


@pytest.mark.rule("RAT-RATE-01", "RAT-RATE-02", "RAT-RATE-03", "RAT-RATE-05", "RAT-RATE-06")
@pytest.mark.parametrize("rate", STANDARD)
def test_the_ratings_of_a_standard_ship(rate: int) -> None:
    found = ship(battle(a=at(0, 0, 0, rate), b=at(20, 0, 0)), "a")
    assert (found.hull, found.port, found.starboard, found.bow, found.stern, *found.mast) == STANDARD[rate]
    assert found.masts == ("fore", "main", "mizzen")


@pytest.mark.rule("RAT-RATE-03")
def test_each_side_has_the_one_figure_of_the_table_to_itself() -> None:
    # Rate 3, Short, first broadside: +2, die 2 is a single reduction.
    fight, _ = broadside(Loaded(fire=[2]))
    hurt = ship(fight, "b")
    assert (hurt.port, hurt.starboard) == (10, 9)
    assert (hurt.port_full, hurt.starboard_full) == (10, 10)


@pytest.mark.rule("RAT-RATE-04")
def test_a_named_ship_carries_figures_of_her_own() -> None:
    own = {"rat_hull": 9, "rat_port": 5, "rat_starboard": 6, "rat_bow": 3, "rat_fore": 4, "rat_crew": 7}
    cutter = plan(4, grades={"rat_hull": 11, "rat_main": 6, "rat_stern": 2})
    fight = battle(a=at(0, 0, 0, 4, **own), b=at(20, 0, 0, plan=cutter))
    named, known = ship(fight, "a"), ship(fight, "b")
    assert (named.hull, named.port, named.starboard, named.bow, named.stern, named.mast) == (
        *(9, 5, 6, 3, 1),
        (4, 4, 3),
    )
    assert named.crew == 7
    # Figures of a plan are what she was built with.
    assert (known.hull, known.hull_full, known.mast, known.mast_full) == (11, 11, (4, 6, 3), (4, 6, 3))
    assert (known.stern, known.port) == (2, 9)


@pytest.mark.rule("RAT-RATE-05")
def test_a_battery_that_never_was_can_neither_fire_nor_lose() -> None:
    sixth = at(0, 0, 0, 6)
    fight = battle(Loaded(move=[1, 1]), a=sixth, b=at(0, 9, 0))
    error = refused(fight, Act(ship="a", move=2, shots=(Shot("bow", "b"),)))
    assert error.rule == "RAT-RATE-05"
    # Raked from ahead: 7 against 7, Short +1, first +1, bow rake +2 make +4; die 2 gives 2 reductions.
    fight, found = broadside(Loaded(fire=[2]), a=at(0, 0, 90, 6), b=at(0, 9, 180, 6))
    assert losses(fight, "b") == {"hull": 2, "port": 2, "starboard": 2, "crew": 1}
    assert ship(fight, "b").bow is None
    assert {"RAT-RATE-05", "RAT-HULL-06"} <= cited(found)


@pytest.mark.rule("RAT-RATE-06")
def test_a_ship_may_be_given_fewer_masts() -> None:
    assert nr.ruleset("ratings").tables["standard"].whole("masts") == 3
    brig = battle(a=at(0, 0, 0, 6, plan=plan(6, masts=2, rig="brig")), b=at(20, 0, 0))
    assert ship(brig, "a").masts == ("fore", "main")
    assert ship(brig, "a").mast == (3, 3)


@pytest.mark.rule("RAT-RATE-07", "RAT-BGCREW-01")
@pytest.mark.parametrize(("rate", "units"), [(1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1)])
def test_crew_units_are_seven_less_the_rate(rate: int, units: int) -> None:
    found = ship(battle(a=at(0, 0, 0, rate), b=at(20, 0, 0)), "a")
    assert (found.crew, found.crew_full) == (units, units)


@pytest.mark.rule("RAT-RATE-08")
def test_the_units_that_fire_takes_are_those_that_do_tasks() -> None:
    # 3 reductions cost 2 of 4 units; the 2 that are left are all that can be sent.
    fight, _ = broadside(
        Loaded(fire=[4]), Shot("port", "b"), a=at(0, 0, 0, 1), b=at(-9, 0, 0, rat_wreck="port")
    )
    assert ship(fight, "b").crew == 2
    error = refused(fight, task("b", "wreckage", "port", 3))
    assert error.rule == "RAT-BGCREW-01"


@pytest.mark.rule("RAT-RATE-09")
def test_the_original_values_stay_on_the_record() -> None:
    fight, _ = broadside(Loaded(fire=[4]), a=at(0, 0, 0, 1))
    hurt = ship(fight, "b")
    assert (hurt.hull, hurt.hull_full) == (8, 10)
    assert (hurt.starboard, hurt.starboard_full, hurt.port, hurt.port_full) == (7, 10, 8, 10)
    assert (hurt.crew, hurt.crew_full) == (2, 4)
    aloft, _ = broadside(Loaded(fire=[4], mast=[1, 1, 1]), Shot("port", "b", aim="masts"), a=at(0, 0, 0, 1))
    assert (ship(aloft, "b").mast, ship(aloft, "b").mast_full) == ((2, 5, 4), (5, 5, 4))


# ---------------------------------------------------------------- from a plan


@pytest.mark.rule("RAT-RATE-02")
@pytest.mark.parametrize(
    ("guns", "rate"),
    [
        (120, 1),
        (100, 1),
        (99, 2),
        (90, 2),
        (89, 3),
        (64, 3),
        (63, 4),
        (50, 4),
        (49, 5),
        (32, 5),
        (31, 6),
        (8, 6),
    ],
)
def test_a_plan_without_a_rate_is_rated_by_her_guns(guns: int, rate: int) -> None:
    found = ship(battle(a=at(0, 0, 0, plan=plan(None, guns_rated=guns)), b=at(20, 0, 0)), "a")
    assert (found.rate, found.hull) == (rate, STANDARD[rate][0])


@pytest.mark.rule("RAT-RATE-04")
@pytest.mark.parametrize(("pounder", "rating"), [(584, 9), (585, 10), (876, 10), (1167, 10), (1168, 11)])
def test_a_broadside_a_third_heavier_or_lighter_than_the_rate_has(pounder: float, rating: int) -> None:
    # A third rate's usual broadside is 876 pounds; here one gun a side throws it all.
    guns = (nr.Battery(place="deck", count=2, pounder=pounder, kind="long", mount="broadside"),)
    found = ship(battle(a=at(0, 0, 0, plan=plan(3, batteries=guns)), b=at(20, 0, 0)), "a")
    assert (found.port, found.starboard, found.hull) == (rating, rating, 10)


@pytest.mark.parametrize(
    ("crew", "quality"),
    [
        ("crack", "Elite"),
        ("experienced", "Experienced"),
        ("inexperienced", "Average"),
        ("untrained", "Green"),
    ],
)
def test_crews_of_a_scenario_have_a_grade_here(crew: str, quality: str) -> None:
    scenario = nr.scenario("duel-of-third-rates")
    entrants = [
        nr.Entrant(id=e.id, plan=e.plan, side=e.side, pose=e.pose, crew=crew) for e in scenario.entrants
    ]
    drilled = nr.Scenario(
        id="drill",
        title="Drill",
        wind=scenario.wind,
        sides=scenario.sides,
        entrants=tuple(entrants),
        ruleset="ratings",
    )
    fight = nr.Battle.begin(drilled)
    assert {ship(fight, name).quality for name in fight.state.ships} == {quality}


def test_shannon_and_chesapeake_are_enrolled_by_their_guns() -> None:
    fight = nr.Battle.begin(nr.scenario("shannon-chesapeake-1813"), "ratings", 1)
    shannon, chesapeake = ship(fight, "hms-shannon-1813"), ship(fight, "uss-chesapeake-1813")
    assert (shannon.rate, chesapeake.rate) == (5, 5)
    assert (shannon.hull, chesapeake.hull) == (8, 8)
    assert (shannon.quality, chesapeake.quality) == ("Experienced", "Average")
    assert {shannon.masts, chesapeake.masts} == {("fore", "main", "mizzen")}


def test_shannon_and_chesapeake_fight_it_out() -> None:
    fight = nr.Battle.begin(nr.scenario("shannon-chesapeake-1813"), "ratings", 6)
    captain = RULES.captains["close_action"]
    result = fight.run({side.name: captain() for side in fight.scenario.sides})
    assert result.over
    assert result.winner in ("British", "American")
    assert {"RAT-BGFIRE-06", "RAT-HULL-01"} <= cited(fight.log)


@pytest.mark.parametrize("scenario", ["kearsarge-alabama-1864", "wachusett-florida-1864"])
def test_steamers_are_refused(scenario: str) -> None:
    with pytest.raises(nr.EnrolmentError, match="steamer"):
        nr.Battle.begin(nr.scenario(scenario), "ratings", 1)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        *[
            ({"rat_hull": "oak"}, "rat_hull"),
            ({"rat_rate": 7}, "from 1 to 6"),
            ({"rat_crew": -1}, "rat_crew"),
        ],
        *[
            ({"quality": "Brave"}, "rat_quality"),
            ({"rat_sail": "half"}, "rat_sail"),
            ({"rat_keel": 3}, "rat_keel"),
        ],
        *[({"rat_grappled": "nobody"}, "nobody"), ({"rat_grappled": "b"}, "b")],
        *[({"rat_fouled": "a"}, "two ships"), ({"rat_hull": 0}, "from 1 to 30")],
        ({"rat_mizzen": 3, "plan": plan(6, masts=1)}, "her masts: main"),
    ],
    ids=str,
)
def test_ratings_that_do_not_fit_are_refused(told: dict[str, Any], said: str) -> None:
    with pytest.raises(nr.EnrolmentError, match=said):
        battle(a=at(0, 0, 0, **told), b=at(20, 0, 0))


def test_a_ship_may_lie_foul_of_a_friend_and_is_not_grappled_to_her() -> None:
    fight = battle(a=at(0, 0, 0, rat_fouled="a2"), a2=at(1.25, 0, 0, rat_fouled="a"))
    assert ship(fight, "a").fouled == ("a2",)
    with pytest.raises(nr.EnrolmentError, match="only an enemy"):
        battle(a=at(0, 0, 0, rat_grappled="a2"), a2=at(1.25, 0, 0, rat_grappled="a"))


# ---------------------------------------------------------------- the layer


@pytest.mark.rule("RAT-SCOPE-01")
@pytest.mark.parametrize("name", ["duel-of-third-rates", "four-against-four", "frigate-boarding"])
def test_small_battles_and_larger_ones_are_fought_to_an_end(name: str) -> None:
    fight = nr.Battle.begin(nr.scenario(name), seed=3)
    captain = RULES.captains["close_action"]
    result = fight.run({side.name: captain() for side in fight.scenario.sides})
    assert result.over
    assert of(fight.log, nr.ShotFired) or name == "frigate-boarding"


@pytest.mark.rule("RAT-SCOPE-02")
def test_separate_ratings_and_fire_at_the_rigging_are_what_it_adds() -> None:
    hull, _ = broadside(Loaded(fire=[4]), a=at(0, 0, 0, 1))
    assert losses(hull, "b") == {"hull": 2, "port": 2, "starboard": 3, "crew": 2}
    masts, _ = broadside(Loaded(fire=[4]), Shot("port", "b", aim="masts"), a=at(0, 0, 0, 1))
    assert losses(masts, "b") == {"starboard": 1, "masts": 3, "crew": 2}


@pytest.mark.rule("RAT-SCOPE-03")
def test_what_the_layer_leaves_alone_stays_as_in_the_base_game() -> None:
    # Fouling is the base game's alone: with every switch of the layer on, it is rolled as ever.
    rows = [RULES.rulebook[rule] for rule in RULES.rulebook]
    layer = {row.id for row in rows if row.id.split("-")[1].startswith("BG")}
    assert len(layer) == 60
    fight = battle(Loaded(move=[6, 6], foul=[4]), a=at(0, 0, 0), b=at(0, 9, 0))
    found = play(fight, Act(ship="a", move=12))
    assert "RAT-BGFOUL-01" in cited(found)
    assert (ship(fight, "a").fouled, ship(fight, "b").fouled) == (("b",), ("a",))


SWITCHES = ("chain_shot", "extreme_damage", "full_sail", "dice_speed_loss", "revised_boarding")


@pytest.mark.rule("RAT-SCOPE-04")
def test_five_switches_all_on_unless_told() -> None:
    fight = battle()
    assert {name: fight.switches[name] for name in SWITCHES} == dict.fromkeys(SWITCHES, True)
    off = battle(rules=dict.fromkeys(SWITCHES, False))
    assert {name: off.switches[name] for name in SWITCHES} == dict.fromkeys(SWITCHES, False)


@pytest.mark.rule("RAT-SCOPE-04")
def test_chain_shot_and_full_sail_switched_off_are_refused() -> None:
    off = dict.fromkeys(SWITCHES, False)
    chain = Act(ship="a", move=2, shots=(Shot("port", "b", aim="masts", load="chain"),))
    assert refused(battle(Loaded(move=[1, 1]), rules=off), chain).rule == "RAT-CHAIN-01"
    assert refused(battle(rules=off), Command(ship="a", sail="full")).rule.startswith("RAT-SAIL-0")
    # Separate ratings and fire at the rigging are no such switch: they stay.
    fight, _ = broadside(Loaded(fire=[4]), Shot("port", "b", aim="masts"), a=at(0, 0, 0, 1), rules=off)
    assert losses(fight, "b") == {"starboard": 1, "masts": 3, "crew": 2}


@pytest.mark.rule("RAT-SCOPE-04")
def test_an_umpire_switches_in_mid_battle() -> None:
    fight = battle(Loaded())
    fight.submit(nr.SwitchRule(name="chain_shot", value=False))
    assert fight.switches["chain_shot"] is True
    play(fight, turns=1)
    assert of(fight.log, nr.RuleSwitched)
    assert fight.switches["chain_shot"] is False
