"""ACW-MOR in play: ships brought to each situation, the captain's choice, the crew's die."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from deck import CON, FED, LEDGER, alter, entrant, roll, ship
from played import ahead, begun, cited, of, play

import navalrules as nr
from navalrules_civilwar.orders import FireOrder, StrikeColours

STEADY = {FED: ahead(6), CON: ahead(6)}
SHOT = {FED: [("S1", CON)]}
GRADES = ("Veteran", "Average", "Green", "Poor")
ALL_OUT = {"guns_out": (True,) * 8, "at_guns": (False,) * 8}
SITUATIONS: dict[str, dict[str, Any]] = {
    "dismasted": {"masts": 0, "sail": 0.0, "both": 13.0},
    "engines": {"steam": 0.0, "both": 10.0},
    "waterline": {"waterline": 4},
    "guns": ALL_OUT,
}


def check(die: int, grade: str, *held: str, lost: int = 0) -> nr.MoraleTested:
    """The check at the end of a turn in which Alabama, `lost` squares short, is in these situations."""
    battle = begun(nr.Scripted(morale=[die]))
    play(battle, until="stations", orders=STEADY)
    harm = {name: value for situation in held for name, value in SITUATIONS[situation].items()}
    alter(battle, CON, grade=grade, crew=14 - lost, lost=lost, **harm)
    found = play(battle, morale={CON: "fight_on"})
    (event,) = of(found, nr.MoraleTested, CON)
    assert ship(battle, CON).status == ("fighting" if event.held else "struck")
    assert bool(of(found, nr.ShipStruck, CON)) is not event.held
    (ruled,) = event.rulings
    assert (ruled.rule, roll(ruled).sides, roll(ruled).faces, ruled.outcome) == (
        "ACW-MOR-04",
        6,
        (die,),
        event.held,
    )
    return event


def passing(grade: str, *held: str, lost: int = 0) -> list[int]:
    return [die for die in range(1, 7) if check(die, grade, *held, lost=lost).held]


@pytest.mark.rule("ACW-MOR-03", "ACW-MOR-04", "ACW-MOR-05", "ACW-MOR-09", "ACW-MOR-12", "ACW-EX-03")
@pytest.mark.parametrize(
    ("situation", "tops"),
    [
        ("dismasted", (6, 5, 3, 2)),
        ("engines", (5, 4, 3, 2)),
        ("waterline", (5, 4, 2, 1)),
        ("guns", (4, 3, 2, 1)),
    ],
)
def test_ranges_of_table_t5(situation: str, tops: tuple[int, ...]) -> None:
    for grade, top in zip(GRADES, tops, strict=True):
        assert passing(grade, situation) == list(range(1, top + 1))
        (ruled,) = check(1, grade, situation).rulings
        assert ruled.need == top
    assert {"ACW-MOR-03", "ACW-MOR-11"} <= set(check(1, "Average", situation).cited())


@pytest.mark.rule("ACW-MOR-05", "ACW-MOR-06", "ACW-MOR-08", "ACW-EX-03")
def test_half_the_crew_lost_takes_one_off_the_top_of_the_range() -> None:
    """Seven of fourteen is half and no more; eight is over half. A veteran's six becomes a five."""
    assert passing("Veteran", "dismasted", lost=7) == [1, 2, 3, 4, 5, 6]
    assert passing("Veteran", "dismasted", lost=8) == [1, 2, 3, 4, 5]
    assert passing("Average", "dismasted", lost=8) == [1, 2, 3, 4]
    assert passing("Poor", "guns", lost=8) == []
    event = check(5, "Veteran", "dismasted", lost=8)
    (ruled,) = event.rulings
    assert [(m.name, m.amount, m.rule) for m in ruled.modifiers] == [("over_half_crew", -1, "ACW-MOR-06")]
    assert {"ACW-MOR-06", "ACW-MOR-08"} <= set(event.cited())


@pytest.mark.rule("ACW-MOR-07", "ACW-MOR-09", "ACW-MOR-10", "ACW-EX-18", "ACW-EX-19")
def test_several_situations_the_shortest_range_and_one_off_once() -> None:
    assert passing("Veteran", "dismasted", "guns") == [1, 2, 3]
    assert passing("Veteran", "dismasted", "waterline", "engines", "guns") == [1, 2, 3]
    assert passing("Veteran", "engines", "waterline") == [1, 2, 3, 4]
    assert passing("Average", "dismasted", "guns", lost=8) == [1]
    assert passing("Poor", "dismasted", "engines") == [1]
    assert passing("Poor", "dismasted", "engines", lost=8) == []
    event = check(1, "Average", "engines", "guns")
    (ruled,) = event.rulings
    assert [(m.name, m.amount, m.rule) for m in ruled.modifiers] == [("several", -1, "ACW-MOR-07")]
    assert {"ACW-MOR-07", "ACW-MOR-09", "ACW-MOR-10", "ACW-MOR-14"} <= set(event.cited())


@pytest.mark.rule("ACW-MOR-03", "ACW-WL-01", "ACW-EX-14")
@pytest.mark.parametrize(("waterline", "asked"), [(5, False), (4, True)])
def test_over_half_the_waterline_is_five_of_nine(waterline: int, asked: bool) -> None:
    battle = begun(nr.Scripted(to_hit=[20], place_struck=[1], **({"morale": [1]} if asked else {})))
    alter(battle, CON, waterline=waterline + 1)
    found = play(battle, orders=STEADY, fire_first=SHOT)
    assert ship(battle, CON).waterline == waterline
    assert bool(of(found, nr.MoraleTested, CON)) is asked


@pytest.mark.rule("ACW-MOR-03", "ACW-HIT-06")
def test_the_last_gun_shot_away_brings_the_check() -> None:
    battle = begun(nr.Scripted(to_hit=[20], place_struck=[12], morale=[4]))
    alter(battle, CON, guns_out=(False, *(True,) * 7))
    found = play(battle, orders=STEADY, fire_first=SHOT)
    (event,) = of(found, nr.MoraleTested, CON)
    assert (event.held, event.rulings[0].need) == (False, 3)
    assert battle.result.winner == "Federal"


@pytest.mark.rule("ACW-MOR-14", "ACW-MOR-10", "ACW-CRIT-07")
@pytest.mark.parametrize(
    "dice", [{"critical": [3]}, {"critical": [6], "boiler": [1]}], ids=["shaft", "boiler"]
)
def test_engines_are_lost_by_a_broken_shaft_and_by_a_boiler_hit(dice: dict[str, list[int]]) -> None:
    battle = begun(nr.Scripted(to_hit=[20], place_struck=[20], morale=[5], **dice))
    found = play(battle, orders=STEADY, fire_first=SHOT)
    (event,) = of(found, nr.MoraleTested, CON)
    assert (event.held, event.rulings[0].need) == (False, 4)
    assert "ACW-MOR-14" in set(event.cited())


@pytest.mark.rule("ACW-MOR-14", "ACW-MAST-04")
def test_what_she_never_had_she_cannot_lose() -> None:
    steamer = attrs.evolve(LEDGER["css-tallahassee"], sail=None, both=None, masts=0)
    sloop = attrs.evolve(LEDGER["css-alabama"], year=1863, steam=None, both=None, drive="", boilers=0)
    for plan in (steamer, sloop):
        battle = begun(nr.Scripted(), confederate=plan)
        assert of(play(battle), nr.MoraleTested) == []


@pytest.mark.rule("ACW-MOR-11", "ACW-MOR-02")
def test_one_check_each_turn_while_it_lasts() -> None:
    battle = begun(nr.Scripted(morale=[1, 5, 6]))
    alter(battle, CON, masts=0)
    turns = []
    for _ in range(3):
        turns += [(event.turn, event.held) for event in of(play(battle, orders=STEADY), nr.MoraleTested)]
    assert turns == [(1, True), (2, True), (3, False)]
    assert (battle.over, battle.result.winner) == (True, "Federal")


@pytest.mark.rule("ACW-MOR-01", "ACW-MOR-02")
def test_a_captain_may_give_up_instead() -> None:
    battle = begun(nr.Scripted())
    alter(battle, CON, masts=0)
    found = play(battle, orders=STEADY, morale={CON: "surrender"})
    (struck,) = of(found, nr.ShipStruck, CON)
    assert "ACW-MOR-01" in struck.rules
    assert "ACW-MOR-02" not in struck.rules
    assert of(found, nr.MoraleTested) == []


@pytest.mark.rule("ACW-MOR-01")
@pytest.mark.parametrize("phase", ["set_up", "orders", "fire_first", "fire_second", "stations"])
def test_a_captain_may_surrender_at_any_time(phase: str) -> None:
    battle = begun()
    play(battle, until=phase, orders=STEADY)
    assert battle.phases[battle.state.phase].name == phase
    battle.submit(StrikeColours(ship=CON))
    assert (ship(battle, CON).status, battle.result.winner) == ("struck", "Federal")


@pytest.mark.rule("ACW-MOR-13")
def test_a_ship_that_has_surrendered_stops_ceases_fire_and_is_no_target() -> None:
    third = entrant("third", LEDGER["css-georgia"], "Confederate", (40, 9, 0))
    battle = begun(nr.Scripted(), more=[third])
    play(battle, until="fire_first", orders=STEADY)
    battle.submit(StrikeColours(ship=CON))
    struck = ship(battle, CON)
    assert (struck.speed, struck.run, any(struck.at_guns), struck.orders) == (0.0, 0.0, False, None)
    assert CON not in {request.ship for request in battle.requests}
    with pytest.raises(nr.IllegalOrder) as caught:
        battle.submit(FireOrder(ship=FED, shots=(("S1", CON),)))
    assert caught.value.rule == "ACW-MOR-13"
    pose = struck.pose
    found = play(battle)
    assert of(found, nr.ShipMoved, CON) == []
    assert ship(battle, CON).pose == pose
    assert "ACW-MOR-13" in cited(list(battle.log))


@pytest.mark.rule("ACW-MOR-12", "ACW-GUN-10")
def test_grade_sets_both_the_gunnery_and_the_range() -> None:
    for grade, amount, top in zip(GRADES, (2, 1, 0, -1), (6, 5, 3, 2), strict=True):
        battle = begun(nr.Scripted(to_hit=[1], morale=[top]))
        alter(battle, CON, grade=grade, masts=0)
        found = play(battle, orders=STEADY, fire_first={CON: [("P1", FED)]})
        (shot,) = of(found, nr.ShotFired, CON)
        assert {m.name: m.amount for m in shot.rulings[0].modifiers}[grade] == amount
        (event,) = of(found, nr.MoraleTested, CON)
        assert event.held
