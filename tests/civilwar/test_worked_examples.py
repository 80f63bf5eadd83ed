"""ACW-EX, played: the worked examples of the ledger that live in step 8, and whole attacks with exact odds.

Examples 1, 2, 7 to 12, 17, 20 and 21 stand with the rules they are about.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import icepool
import pytest
from deck import CON, FED, alter, at, defaults, duel, events, fire, hit, roll, ruling, ship, status

import navalrules as nr
from navalrules_civilwar.morale import morale_check, situations
from navalrules_civilwar.orders import FireOrder, Half, SailingOrders, Stations

# ---------------------------------------------------------------- morale


def stands(die: int, **harm: object) -> bool:
    """Whether Alabama's crew fight on, her captain willing, when the morale die shows `die`."""
    battle = duel(nr.Scripted(morale=[die]))
    alter(battle, CON, **harm)
    at(battle, "morale")
    (owed,) = battle.requests
    assert (owed.ship, owed.default) == (CON, nr.Chosen(ship=CON, about="morale", option="fight_on"))
    battle.submit(owed.default)
    battle.advance()
    (tested,) = events(battle, nr.MoraleTested, CON)
    assert roll(tested.rulings[0]).sides == 6
    assert (ship(battle, CON).status == "struck") is not tested.held
    return bool(tested.held)


def passing(**harm: object) -> list[int]:
    return [die for die in range(1, 7) if stands(die, **harm)]


@pytest.mark.rule("ACW-EX-03", "ACW-MOR-05")
@pytest.mark.parametrize(("grade", "top"), [("Veteran", 6), ("Average", 5), ("Green", 3), ("Poor", 2)])
def test_example_3_dismasted(grade: str, top: int) -> None:
    assert passing(grade=grade, masts=0) == list(range(1, top + 1))
    battle = duel()
    wreck = alter(battle, CON, grade=grade, masts=0)

    def odds(dice: nr.Dice) -> bool:
        battle.dice = dice
        return bool(morale_check(battle, wreck, situations(battle.tables, wreck)).outcome)

    assert nr.weigh(odds).get(True, 0) == Fraction(top, 6)


@pytest.mark.rule("ACW-EX-18", "ACW-MOR-06", "ACW-MOR-07", "ACW-MOR-08", "ACW-MOR-09")
def test_example_18_average_dismasted_without_guns_and_half_the_crew_gone() -> None:
    harm = {"grade": "Average", "masts": 0, "guns_out": (True,) * 8, "at_guns": (False,) * 8}
    assert passing(**harm, crew=6, lost=8) == [1]
    assert passing(**harm, crew=7, lost=7) == [1, 2]


@pytest.mark.rule("ACW-EX-19", "ACW-MOR-08")
def test_example_19_poor_dismasted_without_engines_and_half_the_crew_gone() -> None:
    harm = {"grade": "Poor", "masts": 0, "steam": 0.0, "sail": 0.0, "both": 0.0}
    assert passing(**harm, crew=6, lost=8) == []
    assert passing(**harm, crew=7, lost=7) == [1]
    assert passing(grade="Poor", masts=0, crew=7, lost=7) == [1, 2]


# ---------------------------------------------------------------- fires


@pytest.mark.rule("ACW-EX-04", "ACW-FIREFIGHT-02")
@pytest.mark.parametrize(
    ("age", "die", "out"),
    [
        *[(1, 4, True), (2, 4, False), (2, 5, True), (3, 5, False), (3, 6, True)],
        *[(1, 3, False)],
    ],
)
def test_example_4_one_square_at_a_fire(age: int, die: int, out: bool) -> None:
    dice = nr.Scripted(fire_1=[die])
    battle = duel(dice)
    battle.state.turn = age
    status(battle, con={"fires": (1,), "at_fires": (1,)})
    assert len(events(battle, nr.FireOut, CON)) == out
    assert ship(battle, CON).fires == (() if out else (1,))
    assert ship(battle, CON).hull == (21 if out else 20)
    dice.finish()


# ---------------------------------------------------------------- to hit


@pytest.mark.rule("ACW-EX-05", "ACW-GUN-01")
@pytest.mark.parametrize(("die", "hits"), [(9, True), (8, False)])
def test_example_5_plus_three_in_play(die: int, hits: bool) -> None:
    battle = duel(nr.Scripted(to_hit=[die], place_struck=[13]))
    alter(battle, FED, grade="Average")
    (shot,) = fire(battle, fed=[("S1", CON)])
    (ruled,) = shot.rulings
    # LSB at 20 inches 0, broadside target +2, Average +1.
    assert (ruled.total, ruled.need, roll(ruled).faces, shot.hit) == (3, 12, (die,), hits)


# ---------------------------------------------------------------- crew


@pytest.mark.rule("ACW-EX-06", "ACW-CREW-01", "ACW-CREW-02", "ACW-CREW-08", "ACW-CREW-10")
def test_example_6_crew_squares_of_both() -> None:
    battle = duel()
    alabama, kearsarge = ship(battle, CON), ship(battle, FED)
    assert (alabama.men, alabama.crew, alabama.marines) == (145, 14, 0)
    assert (kearsarge.men, kearsarge.crew, kearsarge.marines) == (163, 16, 1)


def stationed(guns: int = 8, sails: int = 0, **harm: object) -> nr.Battle:
    """Alabama's squares sent to their stations in step 8, every gun wanted, and the turn ended."""
    battle = duel()
    alabama = alter(battle, CON, **harm)
    at(battle, "stations")
    wanted = tuple(gun.name for gun in alabama.guns)[:guns]
    battle.submit(Stations(ship=CON, guns=wanted, sails=sails))
    defaults(battle)
    battle.advance()
    return battle


@pytest.mark.rule("ACW-EX-15", "ACW-CREW-03", "ACW-CREW-04", "ACW-CREW-05", "ACW-CREW-06", "ACW-CREW-07")
def test_example_15_eleven_squares_for_fourteen_stations() -> None:
    full = ship(stationed(sails=1), CON)
    assert (full.at_steering, full.at_boilers, sum(full.at_guns), full.at_sails, full.idle) == (1, 4, 8, 1, 0)
    short = ship(stationed(sails=1, crew=11), CON)
    assert (short.at_steering, short.at_boilers, sum(short.at_guns), short.at_sails) == (1, 4, 6, 0)


@pytest.mark.rule("ACW-EX-16", "ACW-CREW-07", "ACW-CREW-14", "ACW-PUMP-01")
def test_example_16_five_squares_and_one_at_the_pumps() -> None:
    battle = stationed(sails=1, crew=5, waterline=8)
    alabama = ship(battle, CON)
    posts = (
        alabama.at_pumps,
        alabama.at_steering,
        alabama.at_boilers,
        sum(alabama.at_guns),
        alabama.at_sails,
    )
    assert posts == (1, 1, 3, 0, 0)
    (owed,) = [request for request in battle.requests if request.ship == CON]
    assert owed.kind == "sailing"
    alter(battle, CON, speed=9.0)

    def order(speed: float) -> SailingOrders:
        each = Half(speed, "steam", (nr.Leg("straight", speed / 2),))
        return SailingOrders(ship=CON, first=each, second=each)

    with pytest.raises(nr.IllegalOrder) as refused:
        battle.submit(order(10))
    assert refused.value.rule == "ACW-MOVE-06"
    battle.submit(order(9.75))
    defaults(battle)
    battle.advance()
    assert events(battle, nr.ShipMoved, CON)[-1].distance == 4.875


# ---------------------------------------------------------------- waterline and pumps


def pumps(name: str, full: int, lost: int) -> int:
    """Squares sent to the pumps in step 8 with so many waterline squares lost."""
    battle = duel()
    alter(battle, name, waterline=full - lost)
    at(battle, "stations")
    defaults(battle)
    battle.advance()
    (moved,) = [event for event in events(battle, nr.CrewMoved, name) if ship(battle, name).at_pumps][-1:]
    assert ruling(moved, "ACW-PUMP-03").outcome == ship(battle, name).at_pumps
    assert ship(battle, name).waterline == full - lost, "pumps manned in full let no more water in"
    return ship(battle, name).at_pumps


@pytest.mark.rule("ACW-EX-13", "ACW-PUMP-01", "ACW-PUMP-02", "ACW-PUMP-03")
@pytest.mark.parametrize(("lost", "squares"), [(1, 1), (2, 2), (4, 3), (6, 4)])
def test_example_13_pumps_of_eight_squares(lost: int, squares: int) -> None:
    assert pumps(FED, 8, lost) == squares


@pytest.mark.rule("ACW-EX-13", "ACW-WL-02", "ACW-WL-03", "ACW-WL-04", "ACW-DICE-02")
@pytest.mark.parametrize("die", [1, 4, 6])
def test_example_13_all_eight_gone_she_sinks_in_a_die_of_turns(die: int) -> None:
    battle = duel(nr.Scripted(to_hit=[20], place_struck=[1], sinking=[die]))
    alter(battle, FED, waterline=1)
    fire(battle, con=[("P1", FED)])
    doomed = ship(battle, FED)
    assert (doomed.waterline, doomed.sinks_on, doomed.status) == (0, 1 + die, "fighting")
    for turn in range(1, die + 2):
        assert doomed.status == "fighting"
        battle.state.turn = turn
        status(battle)
        doomed = ship(battle, FED)
    assert doomed.status == "sunk"


@pytest.mark.rule("ACW-EX-14", "ACW-PUMP-03", "ACW-WL-01")
@pytest.mark.parametrize(
    ("lost", "percent", "squares"), [(1, 11, 1), (2, 22, 1), (3, 33, 2), (5, 55, 3), (7, 77, 4)]
)
def test_example_14_pumps_of_nine_squares(lost: int, percent: int, squares: int) -> None:
    battle = duel()
    alter(battle, CON, waterline=9 - lost)
    assert int(ship(battle, CON).waterline_lost * 100) == percent
    assert pumps(CON, 9, lost) == squares


@pytest.mark.rule("ACW-EX-14", "ACW-MOR-03")
@pytest.mark.parametrize(("lost", "asked"), [(4, False), (5, True)])
def test_example_14_over_half_the_waterline_from_the_fifth_square(lost: int, asked: bool) -> None:
    battle = duel()
    alter(battle, CON, waterline=9 - lost)
    at(battle, "morale")
    assert bool([request for request in battle.requests if request.about == "morale"]) is asked


# ---------------------------------------------------------------- masts


@pytest.mark.rule("ACW-EX-22", "ACW-MAST-03")
def test_example_22_alabama_loses_one_of_three_masts() -> None:
    alabama = ship(hit(20, critical=[2], mast_falls=[1]), CON)
    assert (alabama.masts, alabama.sail, alabama.both, alabama.steam) == (2, 6, 13, 13)


# ---------------------------------------------------------------- a whole attack, exactly

Outcome = frozenset[tuple[str, object]]
SHOWN = (
    *("hull", "crew", "waterline", "boats", "masts", "steam", "sail", "both", "owed", "at_boilers"),
    *("shafts_broken", "jammed", "helm_lost", "straight_on", "wrecks", "fires", "sinks_on"),
)


def attack(gun: str) -> Callable[[nr.Dice], Outcome]:
    """One gun of Kearsarge at Alabama, 20 inches off on her port beam, through orders and fire step."""

    def play(dice: nr.Dice) -> Outcome:
        battle = duel(dice)
        at(battle, "fire_first")
        start = len(battle.log)
        battle.submit(FireOrder(ship=FED, shots=((gun, CON),)))
        battle.submit(FireOrder(ship=CON))
        battle.advance()
        found: dict[str, object] = {}
        for event in battle.log[start + 1 :]:
            if isinstance(event, nr.PhaseBegan):
                break
            for change in event.changes:
                if change.what == "guns_out":
                    found["gun"] = change.after.index(True)
                elif change.what in SHOWN:
                    found[change.what] = change.after
        return frozenset(found.items())

    return play


def is_(**fields: object) -> Outcome:
    return frozenset(fields.items())


def expected(modifier: int, heavy: bool) -> icepool.Die[Outcome]:
    """The same attack written from the ledger alone: Alabama is 21 hull, 14 crew, 9 waterline, 5 boats,
    three masts, 13/10/15 knots, every gun and boiler manned; her guns on that side are 0 to 4."""
    d6, d20, more = icepool.d6, icepool.d20, int(heavy)
    some_gun = icepool.d(5) - 1
    rigging = is_(sail=9, both=14)
    mast = d6.map(
        lambda face: is_(masts=2, sail=6, both=13, wrecks=(("port" if face <= 3 else "starboard", 0),))
    )
    jam = is_(jammed=True)

    def burst(gun: int) -> object:
        return d6.map(lambda face: is_(gun=gun, crew=13, fires=(1,)) if face >= 5 else is_(gun=gun, crew=13))

    def boiler(face: int) -> object:
        if face == 6:
            return d6.map(lambda turns: is_(steam=0, both=10, sinks_on=1 + turns))
        return is_(steam=0, both=10, fires=(1,)) if face == 5 else is_(steam=0, both=10)

    def critical(face: int) -> object:
        return {
            1: (icepool.d8 - 1).map(burst),
            2: mast,
            3: is_(steam=0, both=10, shafts_broken=1),
            4: jam,
            5: is_(straight_on=2),
            6: d6.map(boiler),
        }[face]

    def place(face: int) -> object:
        if face <= 2:
            return is_(waterline=8 - more)
        if face <= 5:
            return is_(hull=20 - more, crew=13, owed=1)
        if face <= 10:
            return is_(hull=20 - more)
        return {
            11: some_gun.map(lambda gun: is_(gun=gun, crew=13)),
            12: some_gun.map(lambda gun: is_(gun=gun)),
            13: is_(boats=4 - more),
            14: rigging,
            15: rigging,
            16: d6.map(lambda die: mast if die >= 5 else rigging),
            17: is_(steam=11, both=13, crew=13 - more, at_boilers=3 - more),
            18: d6.map(lambda die: jam if die >= 5 else is_(helm_lost=1)),
            19: is_(crew=13 - more, owed=1 + more),
            20: d6.map(critical),
        }[face]

    return d20.map(lambda face: d20.map(place) if face + modifier >= 12 else is_())


@pytest.mark.rule(
    *("ACW-EX-07", "ACW-GUN-01", "ACW-HIT-01", "ACW-HIT-02", "ACW-HIT-04", "ACW-HIT-05", "ACW-HIT-06"),
    *("ACW-CRIT-01", "ACW-CRIT-03", "ACW-CRIT-05", "ACW-CRIT-07", "ACW-CRIT-11", "ACW-CRIT-12"),
    *("ACW-DICE-01", "ACW-DICE-02"),
)
@pytest.mark.parametrize(
    ("gun", "modifier", "heavy", "hits"),
    [("V1", 6, True, Fraction(15, 20)), ("S1", 4, False, Fraction(13, 20))],
    ids=["HSB", "LSB"],
)
def test_every_outcome_of_an_attack_has_the_odds_of_the_ledger(
    gun: str, modifier: int, heavy: bool, hits: Fraction
) -> None:
    oracle = expected(modifier, heavy)
    odds = {outcome: Fraction(ways, oracle.denominator()) for outcome, ways in oracle.items()}
    found = nr.weigh(attack(gun))
    assert found == odds
    assert 1 - found[is_()] == hits
