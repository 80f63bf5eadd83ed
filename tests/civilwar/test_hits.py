"""ACW-HIT and ACW-CRIT, played: one hit from Kearsarge on Alabama, with the dice that a row names."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import icepool
import pytest
from deck import (
    CON,
    FED,
    alter,
    at,
    defaults,
    duel,
    events,
    fire,
    half,
    hit,
    roll,
    ruling,
    sail,
    ship,
    straight,
)

import navalrules as nr
from navalrules_civilwar.damage import Hit, resolve
from navalrules_civilwar.gunnery import to_hit
from navalrules_civilwar.orders import Losses, Stations

LIGHT, HEAVY = "S1", "V1"


def lost(battle: nr.Battle) -> dict[str, float]:
    """What Alabama has lost by the one blow."""
    found: dict[str, float] = {}
    for event in battle.log:
        if isinstance(event, nr.ShipHurt):
            for change in event.changes:
                if change.what in ("hull", "crew", "waterline", "boats"):
                    found[change.what] = found.get(change.what, 0) + change.before - change.after
    return found


def blow(battle: nr.Battle) -> nr.ShipHurt:
    (event,) = events(battle, nr.ShipHurt)
    return event


PLACES = {
    1: ("waterline", {"waterline": 1}, {"waterline": 2}),
    2: ("waterline", {"waterline": 1}, {"waterline": 2}),
    3: ("hull_crew", {"hull": 1, "crew": 1}, {"hull": 2, "crew": 1}),
    4: ("hull_crew", {"hull": 1, "crew": 1}, {"hull": 2, "crew": 1}),
    5: ("hull_crew", {"hull": 1, "crew": 1}, {"hull": 2, "crew": 1}),
    6: ("hull", {"hull": 1}, {"hull": 2}),
    7: ("hull", {"hull": 1}, {"hull": 2}),
    8: ("hull", {"hull": 1}, {"hull": 2}),
    9: ("hull", {"hull": 1}, {"hull": 2}),
    10: ("hull", {"hull": 1}, {"hull": 2}),
    11: ("gun_crew", {"crew": 1}, {"crew": 1}),
    12: ("gun", {}, {}),
    13: ("boats", {"boats": 1}, {"boats": 2}),
    14: ("rigging", {}, {}),
    15: ("rigging", {}, {}),
    16: ("rigging", {}, {}),
    17: ("engine", {"crew": 1}, {"crew": 2}),
    18: ("helm", {}, {}),
    19: ("deck", {"crew": 1}, {"crew": 2}),
}
FURTHER = {11: {"gun_struck": [1]}, 12: {"gun_struck": [1]}, 16: {"mast": [4]}, 18: {"steering": [4]}}


@pytest.mark.rule("ACW-HIT-01", "ACW-HIT-02", "ACW-HIT-03", "ACW-HIT-04", "ACW-HIT-05", "ACW-RECORD-02")
@pytest.mark.parametrize("heavy", [False, True], ids=["light", "heavy"])
@pytest.mark.parametrize("die", PLACES)
def test_place_struck(die: int, heavy: bool) -> None:
    battle = hit(die, HEAVY if heavy else LIGHT, **FURTHER.get(die, {}))
    place, light, more = PLACES[die]
    event = blow(battle)
    assert event.place == place
    assert lost(battle) == (more if heavy else light)
    first = event.rulings[0]
    assert (first.rule, roll(first).sides, roll(first).faces) == ("ACW-HIT-01", 20, (die,))
    assert ("ACW-HIT-04" in event.rules) is heavy
    assert (ship(battle, CON).guns_left == 7) is (die in (11, 12))


@pytest.mark.rule("ACW-EX-12")
def test_example_12_hull_and_crew_by_a_32_pounder_and_an_11_inch() -> None:
    assert lost(hit(4, "S1")) == {"hull": 1, "crew": 1}
    assert lost(hit(4, "V1")) == {"hull": 2, "crew": 1}


@pytest.mark.rule("ACW-HIT-05")
def test_rigging_engine_and_mast_die() -> None:
    rigged = ship(hit(14), CON)
    assert (rigged.sail, rigged.both, rigged.steam) == (9, 14, 13)
    engine = ship(hit(17), CON)
    assert (engine.steam, engine.both, engine.sail) == (11, 13, 10)
    assert ship(hit(16, mast=[4]), CON).masts == 3
    fallen = hit(16, mast=[5], mast_falls=[1])
    assert ship(fallen, CON).masts == 2
    assert ruling(blow(fallen), "ACW-CRIT-05").outcome == "port"


@pytest.mark.rule("ACW-HIT-05")
def test_steering_hit_stops_turning_for_one_half_move_or_jams() -> None:
    battle = hit(18, steering=[4])
    assert (ship(battle, CON).helm_lost, ship(battle, CON).jammed) == (0, False)
    moved = events(battle, nr.ShipMoved, CON)
    assert moved, "the half-move after the hit is made, and uses the lost half up"
    assert ship(hit(18, steering=[5]), CON).jammed


@pytest.mark.rule("ACW-HIT-05")
def test_a_lost_helm_keeps_her_straight() -> None:
    battle = duel()
    alter(battle, CON, helm_lost=1)
    first, second = sail(battle, CON, half(10.5, "port"))
    assert first.turned == 0
    assert "ACW-SEQ-13" in set(first.cited())
    assert second.turned == -22.5


@pytest.mark.rule("ACW-HIT-06")
def test_gun_hit_is_drawn_from_the_engaged_side_and_its_pivots() -> None:
    drawn = set()
    for pick in range(1, 6):
        event = blow(hit(12, gun_struck=[pick]))
        drawn.add(ruling(event, "ACW-HIT-06").outcome)
    # Kearsarge lies on Alabama's port beam: both pivots and the three port guns, and no starboard gun.
    assert drawn == {"VB1", "VA1", "P1", "P2", "P3"}


@pytest.mark.rule("ACW-HIT-06")
def test_raked_she_may_lose_any_gun() -> None:
    battle = duel(nr.Scripted(to_hit=[20], place_struck=[12], gun_struck=[8]), con=(20, 0, 90))
    fire(battle, fed=[("S1", CON)])
    ruled = ruling(blow(battle), "ACW-HIT-06")
    assert roll(ruled).sides == 8
    assert ruled.outcome == "S3"


@pytest.mark.rule("ACW-HIT-06")
def test_no_gun_left_on_that_side_is_hull_only() -> None:
    battle = duel(nr.Scripted(to_hit=[20], place_struck=[11]))
    out = tuple("port" in gun.arcs for gun in ship(battle, CON).guns)
    alter(battle, CON, guns_out=out, at_guns=tuple(not each for each in out))
    fire(battle, fed=[("S1", CON)])
    assert blow(battle).place == "hull"
    assert lost(battle) == {"hull": 1}


@pytest.mark.rule("ACW-HIT-07", "ACW-HIT-02")
def test_gun_and_crew_takes_the_guns_own_square() -> None:
    battle = hit(11, gun_struck=[1])
    struck = ship(battle, CON)
    assert (struck.crew, struck.owed, struck.at_guns[0], struck.guns_out[0]) == (13, 0, False, True)


@pytest.mark.rule("ACW-HIT-07")
def test_engine_room_hit_takes_stokers() -> None:
    struck = ship(hit(17), CON)
    assert (struck.at_boilers, struck.owed) == (3, 0)


@pytest.mark.rule("ACW-HIT-07")
def test_other_losses_are_the_owners_choice() -> None:
    battle = hit(19)
    (owed,) = battle.requests
    assert (owed.kind, owed.ship, owed.describe()["owed"]) == ("losses", CON, 1)
    stations = owed.describe()["stations"]
    assert stations == {"idle": 1, "guns": 8, "boilers": 4, "steering": 1}
    battle.submit(Losses(ship=CON, stations=("boilers",)))
    battle.advance()
    assert ship(battle, CON).at_boilers == 3


@pytest.mark.rule("ACW-HIT-07", "ACW-CREW-09")
def test_marines_are_chosen_only_from_guns() -> None:
    battle = duel(nr.Scripted(to_hit=[20], place_struck=[19]))
    fire(battle, con=[("P1", FED)])
    (owed,) = battle.requests
    stations = owed.describe()["stations"]
    assert stations["marines"] == 1
    assert stations["guns"] == 6
    battle.submit(Losses(ship=FED, stations=("marines",)))
    battle.advance()
    struck = ship(battle, FED)
    assert (struck.marines, sum(struck.at_guns), struck.crew) == (0, 6, 15)


@pytest.mark.rule("ACW-HIT-08")
def test_hull_gone_goes_to_the_waterline() -> None:
    battle = duel(nr.Scripted(to_hit=[20], place_struck=[8]))
    alter(battle, CON, hull=1)
    fire(battle, fed=[("V1", CON)])
    assert (ship(battle, CON).hull, ship(battle, CON).waterline) == (0, 8)
    assert "ACW-HIT-08" in set(blow(battle).cited())


@pytest.mark.rule("ACW-HIT-09")
def test_hits_of_one_step_are_resolved_on_the_same_state() -> None:
    dice = nr.Scripted(to_hit=[20, 20], place_struck=[12, 12], gun_struck=[1, 1])
    battle = duel(dice)
    fire(battle, fed=[("S1", CON), ("S2", CON)])
    first, second = events(battle, nr.ShipHurt)
    assert ruling(first, "ACW-HIT-06").outcome == ruling(second, "ACW-HIT-06").outcome == "VB1"
    assert ship(battle, CON).guns_left == 7


# ---------------------------------------------------------------- criticals


def critical(die: int, battle: nr.Battle | None = None, /, **dice: list[int]) -> nr.Battle:
    return hit(20, "S1", battle, critical=[die], **dice)


@pytest.mark.rule("ACW-CRIT-01", "ACW-DICE-02")
@pytest.mark.parametrize(
    ("die", "result", "dice"),
    [
        (1, "gun", {"gun_bursts": [1], "gun_fire": [1]}),
        (2, "mast", {"mast_falls": [1]}),
        (3, "shaft", {}),
        (4, "steering", {}),
        (5, "bridge", {}),
        (6, "boiler", {"boiler": [1]}),
    ],
)
def test_critical_table(die: int, result: str, dice: dict[str, list[int]]) -> None:
    ruled = ruling(blow(critical(die, **dice)), "ACW-CRIT-01")
    assert (ruled.outcome, roll(ruled).sides) == (result, 6)


@pytest.mark.rule("ACW-CRIT-02", "ACW-CRIT-03")
@pytest.mark.parametrize(("die", "fires"), [(4, 0), (5, 1), (6, 1)])
def test_gun_explodes_with_its_square_and_may_burn(die: int, fires: int) -> None:
    battle = critical(1, gun_bursts=[8], gun_fire=[die])
    struck = ship(battle, CON)
    assert (struck.guns_left, struck.crew, len(struck.fires)) == (7, 13, fires)
    assert struck.guns_out[7]
    assert not struck.at_guns[7]
    assert struck.owed == 0


@pytest.mark.rule("ACW-CRIT-03")
def test_only_a_manned_gun_bursts() -> None:
    battle = duel(nr.Scripted(to_hit=[20], place_struck=[20], critical=[1], gun_fire=[1]))
    alter(battle, CON, at_guns=(False,) * 7 + (True,))
    fire(battle, fed=[("S1", CON)])
    assert ruling(blow(battle), "ACW-CRIT-03").outcome == "S3"


@pytest.mark.rule("ACW-CRIT-04", "ACW-CRIT-05")
@pytest.mark.parametrize(("die", "hand"), [(1, "port"), (3, "port"), (4, "starboard"), (6, "starboard")])
def test_side_of_a_falling_mast(die: int, hand: str) -> None:
    battle = critical(2, mast_falls=[die])
    (fell,) = events(battle, nr.MastFell)
    assert fell.hand == hand
    assert ship(battle, CON).wrecks == ((hand, 0),)
    assert ship(battle, CON).masts == 2


@pytest.mark.rule("ACW-CRIT-05", "ACW-CRIT-04")
@pytest.mark.parametrize(("hand", "turned"), [("port", -22.5), ("starboard", 22.5)])
def test_wreckage_turns_her_one_notch_a_half_and_nothing_else_does(hand: str, turned: float) -> None:
    battle = duel()
    alter(battle, CON, wrecks=((hand, 0),))
    for move in sail(battle, CON, half(10.5, "starboard")):
        assert move.turned == turned
        assert {"ACW-CRIT-04", "ACW-CRIT-05"} <= set(move.cited())


@pytest.mark.rule("ACW-CRIT-05", "ACW-TURN-08")
def test_wreckage_does_not_turn_a_ship_at_rest() -> None:
    battle = duel()
    alter(battle, CON, wrecks=(("port", 0),), speed=0.0, run=0.0)
    for move in sail(battle, CON, straight(0)):
        assert move.turned == 0
        assert "ACW-TURN-08" in set(move.cited())


@pytest.mark.rule("ACW-CRIT-05", "ACW-CRIT-04")
def test_no_fire_on_the_side_where_a_mast_hangs() -> None:
    battle = duel()
    alter(battle, FED, wrecks=(("starboard", 0),))
    at(battle, "fire_first")
    assert FED not in {request.ship for request in battle.requests}
    alter(battle, FED, wrecks=(("port", 0),))
    at(battle, "fire_first")
    assert FED in {request.ship for request in battle.requests}


@pytest.mark.rule("ACW-CRIT-06", "ACW-CRIT-07")
def test_single_shaft_loses_all_steam_and_sails_still_work() -> None:
    struck = ship(critical(3), CON)
    assert (struck.steam, struck.sail, struck.both) == (0, 10, 10)


@pytest.mark.rule("ACW-CRIT-06", "ACW-CRIT-07")
@pytest.mark.parametrize("plan", ["css-tallahassee", "uss-hatteras"], ids=["twin screw", "side wheels"])
def test_two_shafts_keep_half_the_steam_and_a_second_hit_takes_the_rest(plan: str) -> None:
    script = {"to_hit": [20, 20], "place_struck": [20, 20], "critical": [3, 3]}
    battle = duel(nr.Scripted(**script), confederate=plan)
    whole = ship(battle, CON).steam
    fire(battle, fed=[("S1", CON)])
    assert ship(battle, CON).steam == whole / 2
    at(battle, "fire_first")
    fire(battle, fed=[("S1", CON)])
    assert ship(battle, CON).steam == 0


@pytest.mark.rule("ACW-CRIT-08", "ACW-CRIT-09")
def test_jammed_she_holds_the_helm_she_had() -> None:
    battle = duel()
    alter(battle, CON, jammed=True, helm="starboard", carry=0.0, speed=10.0)
    for move in sail(battle, CON, straight(12)):
        assert move.turned == 45.0
        assert "ACW-CRIT-09" in set(move.cited())
    battle = duel()
    alter(battle, CON, jammed=True, helm="straight", speed=10.0)
    assert {move.turned for move in sail(battle, CON, half(12, "port"))} == {0}


@pytest.mark.rule("ACW-CRIT-08", "ACW-CRIT-09", "ACW-EX-20")
def test_jam_is_freed_on_five_or_six_with_the_wheel_manned() -> None:
    freed = {}
    for die in range(1, 7):
        battle = duel(nr.Scripted(free_the_helm=[die]))
        alter(battle, CON, jammed=True)
        at(battle, "status")
        battle.advance()
        freed[die] = not ship(battle, CON).jammed
    assert [die for die, free in freed.items() if free] == [5, 6]
    assert Fraction(sum(freed.values()), 6) == Fraction(1, 3)
    battle = duel(nr.Scripted())
    alter(battle, CON, jammed=True, at_steering=0)
    at(battle, "status")
    battle.advance()
    assert ship(battle, CON).jammed


@pytest.mark.rule("ACW-CRIT-10", "ACW-CRIT-11")
def test_bridge_hit_goes_straight_for_two_half_moves() -> None:
    assert ship(critical(5), CON).straight_on == 1, "the second half of this turn has used one of the two"
    battle = duel()
    alter(battle, CON, straight_on=2)
    first, second = sail(battle, CON, half(10.5, "port"))
    assert (first.turned, second.turned) == (0, 0)
    assert "ACW-CRIT-10" in set(first.cited())
    assert ship(battle, CON).straight_on == 0
    ruled = ruling(blow(critical(5)), "ACW-CRIT-11")
    assert ruled.outcome == 2


@pytest.mark.rule("ACW-CRIT-12", "ACW-CRIT-13", "ACW-EX-17")
def test_example_17_boiler() -> None:
    quiet = ship(critical(6, boiler=[3]), CON)
    assert (quiet.steam, quiet.fires, quiet.sinks_on) == (0, (), 0)
    burning = ship(critical(6, boiler=[5]), CON)
    assert (burning.steam, len(burning.fires), burning.sinks_on) == (0, 1, 0)
    battle = critical(6, boiler=[6], boiler_sinks=[2])
    assert (ship(battle, CON).steam, ship(battle, CON).sinks_on) == (0, 3)
    for turn, status in ((2, "fighting"), (3, "sunk")):
        battle.state.turn = turn
        at(battle, "status")
        battle.advance()
        assert ship(battle, CON).status == status


@pytest.mark.rule("ACW-CRIT-12")
@pytest.mark.parametrize("die", [1, 2, 3, 4])
def test_boiler_one_to_four_is_no_more_harm(die: int) -> None:
    assert ruling(blow(critical(6, boiler=[die])), "ACW-CRIT-12").outcome == "none"


@pytest.mark.rule("ACW-CRIT-13")
def test_one_boiler_hit_ends_all_steam_whatever_the_boilers() -> None:
    battle = critical(6, boiler=[1])
    assert ship(battle, CON).boilers == 4
    assert ship(battle, CON).steam == 0
    assert "ACW-CRIT-13" in set(blow(battle).cited())


# ---------------------------------------------------------------- exact odds, from the code that plays


@pytest.mark.rule("ACW-GUN-01", "ACW-HIT-01", "ACW-HIT-05", "ACW-CRIT-01", "ACW-DICE-01", "ACW-DICE-02")
def test_exact_outcome_of_one_attack_is_icepools() -> None:
    battle = duel()
    at(battle, "fire_first")
    firer, target = ship(battle, FED), ship(battle, CON)
    gun = firer.guns[firer.gun("S1")]
    sight = battle.sight(firer, target)
    modifiers = (
        nr.Modifier("range", 0, "x"),
        nr.Modifier("broadside", 2, "x"),
        nr.Modifier("Veteran", 2, "x"),
    )

    def attack(dice: nr.Dice) -> str:
        battle.dice = dice
        if not to_hit(battle.lore, modifiers, dice, FED).outcome:
            return "miss"
        return resolve(battle, Hit(firer, target, gun, sight)).effect

    places: Counter[str] = Counter()
    for die in range(1, 21):
        name = PLACES[die][0] if die in PLACES else "critical"
        places[name] += 1
    d6, d20 = icepool.d6, icepool.d20
    critical_results = d6.map({1: "burst", 2: "mast", 3: "shaft", 4: "jam", 5: "bridge", 6: "boiler"})

    def effect(die: int) -> object:
        if die == 16:
            return d6.map(lambda face: "mast" if face >= 5 else "rigging")
        if die == 18:
            return d6.map(lambda face: "jam" if face >= 5 else "helm")
        return critical_results if die == 20 else PLACES[die][0]

    oracle = d20.map(lambda die: d20.map(effect) if die + 4 >= 12 else "miss")
    expected = {name: Fraction(ways, oracle.denominator()) for name, ways in oracle.items()}
    found = nr.weigh(attack)
    assert found == expected
    assert sum(found.values()) == 1
    assert found["miss"] == Fraction(7, 20)


@pytest.mark.rule("ACW-HIT-07")
def test_losses_of_several_squares_are_one_question() -> None:
    battle = duel(nr.Scripted(to_hit=[20, 20], place_struck=[19, 3]))
    fire(battle, fed=[("V1", CON), ("V2", CON)])
    (owed,) = battle.requests
    assert owed.describe()["owed"] == 3
    assert owed.options() is None
    defaults(battle)
    battle.advance()
    assert (ship(battle, CON).crew, ship(battle, CON).owed) == (11, 0)
    assert not [request for request in battle.requests if request.kind == Stations.kind]


@pytest.mark.rule("ACW-HIT-06")
@pytest.mark.parametrize(("heading", "guns"), [(270, {"VB1"}), (90, {"VA1"})])
def test_end_on_beyond_a_rake_only_the_guns_that_bear_there_are_exposed(
    heading: float, guns: set[str]
) -> None:
    battle = duel(nr.Scripted(to_hit=[20], place_struck=[12]), con=(25, 0, heading))
    fire(battle, fed=[("S1", CON)])
    ruled = ruling(blow(battle), "ACW-HIT-06")
    assert {ruled.outcome} == guns


@pytest.mark.rule("ACW-CRIT-05", "ACW-CRIT-09")
def test_wreckage_allows_a_jammed_ship_no_other_turn_either() -> None:
    battle = duel()
    alter(battle, CON, jammed=True, helm="port", speed=10.0, wrecks=(("starboard", 0),))
    assert [move.turned for move in sail(battle, CON, straight(12))] == [22.5, 22.5]
