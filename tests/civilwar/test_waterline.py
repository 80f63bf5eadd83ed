"""ACW-WL and ACW-PUMP in play: shot at the waterline, the pumps, and going down."""

from __future__ import annotations

import attrs
import pytest
from deck import CON, FED, LEDGER, alter, roll, ship
from played import ahead, begun, cited, of, play

import navalrules as nr
from navalrules_civilwar.orders import StrikeColours

SHOT = {FED: [("S1", CON)]}
STEADY = {FED: ahead(6), CON: ahead(6)}


@pytest.mark.rule("ACW-WL-01", "ACW-PUMP-01", "ACW-PUMP-02", "ACW-PUMP-03", "ACW-EX-14", "ACW-RECORD-03")
def test_alabama_hit_at_the_waterline_turn_by_turn() -> None:
    """Nine squares, one lost in each fire step; marks at 25, 50 and 75 per cent of all nine."""
    dice = nr.Scripted(to_hit=[20] * 7, place_struck=[1, 2] * 3 + [1], morale=[1, 1])
    battle = begun(dice)
    pumps = {}
    for turn in range(4):
        found = play(battle, orders=STEADY, fire_first=SHOT, fire_second=SHOT if turn < 3 else {})
        struck = ship(battle, CON)
        pumps[9 - struck.waterline] = struck.at_pumps
        assert "ACW-PUMP-03" in cited(of(found, nr.CrewMoved, CON)) or turn == 2
        assert "ACW-WL-01" in cited(of(found, nr.ShipHurt, CON))
    assert pumps == {2: 1, 4: 2, 6: 3, 7: 4}
    dice.finish()


@pytest.mark.rule("ACW-PUMP-01", "ACW-PUMP-02", "ACW-PUMP-03", "ACW-EX-13")
@pytest.mark.parametrize(("lost", "pumps"), [(0, 0), (1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (6, 4), (7, 4)])
def test_kearsarges_eight_squares(lost: int, pumps: int) -> None:
    battle = begun()
    alter(battle, FED, waterline=8 - lost)
    found = play(battle, until="orders")
    assert ship(battle, FED).at_pumps == pumps
    told = cited(of(found, nr.CrewMoved, FED))
    assert ("ACW-PUMP-01" in told, "ACW-PUMP-02" in told) == (pumps == 1, pumps > 1)


@pytest.mark.rule("ACW-PUMP-02", "ACW-PUMP-03", "ACW-WL-05", "ACW-RECORD-08")
@pytest.mark.parametrize(
    ("lost", "pumps"), [(1, 1), (6, 1), (7, 2), (12, 2), (13, 3), (18, 3), (19, 4), (24, 4)]
)
def test_marks_of_a_ship_of_twenty_five_squares(lost: int, pumps: int) -> None:
    """625 feet make 25 squares: 6, 12 and 18 are 24, 48 and 72 per cent, short of the marks by one."""
    battle = begun(federal=attrs.evolve(LEDGER["uss-niagara-1864"], length_ft=625))
    assert ship(battle, FED).waterline == 25
    alter(battle, FED, waterline=25 - lost)
    play(battle, until="orders")
    assert ship(battle, FED).at_pumps == pumps


@pytest.mark.rule("ACW-PUMP-04")
@pytest.mark.parametrize(("crew", "short", "left"), [(4, 0, 2), (3, 1, 1), (2, 2, 0), (1, 3, 0)])
def test_pumps_that_nobody_mans_cost_a_square_each(crew: int, short: int, left: int) -> None:
    # 7 of 9 squares are gone, so 4 are needed at the pumps.
    battle = begun(nr.Scripted(sinking=[6], morale=[1]))
    play(battle, until="stations")
    alter(battle, CON, waterline=2, crew=crew)
    found = play(battle)
    assert ship(battle, CON).waterline == left
    hurt = [event for event in of(found, nr.ShipHurt, CON) if event.place == "flooding"]
    told = [(ruled.rule, ruled.need, ruled.outcome) for event in hurt for ruled in event.rulings]
    assert told == ([("ACW-PUMP-04", 4, short)] if short else [])
    assert ship(battle, CON).sinks_on == (0 if left else 7)


@pytest.mark.rule("ACW-WL-02", "ACW-WL-03", "ACW-WL-04", "ACW-DICE-02")
@pytest.mark.parametrize("die", [1, 2, 6])
def test_all_waterline_gone_she_sinks_in_as_many_turns_as_the_die_shows(die: int) -> None:
    dice = nr.Scripted(to_hit=[20], place_struck=[1], sinking=[die])
    battle = begun(dice)
    alter(battle, CON, waterline=1)
    found = play(battle, until="fire_second", orders=STEADY, fire_first=SHOT)
    (told,) = [event for event in of(found, nr.StatusChanged, CON) if event.what == "sinking"]
    assert {"ACW-WL-02", "ACW-WL-03", "ACW-WL-04"} <= set(told.cited())
    clock = next(ruled for ruled in told.rulings if ruled.rule == "ACW-WL-04")
    assert (roll(clock).sides, roll(clock).faces, clock.outcome) == (6, (die,), die)
    battle.dice = nr.Scripted(morale=[1] * (die + 1))
    for _ in range(die):
        play(battle, orders=STEADY, morale={CON: "fight_on"})
        assert ship(battle, CON).status == "fighting"
    found = play(battle, orders=STEADY)
    assert (battle.over, battle.state.turn, battle.result.winner) == (True, 1 + die, "Federal")
    (sank,) = of(found, nr.ShipSank, CON)
    assert "ACW-WL-04" in set(sank.cited())
    sunk = ship(battle, CON)
    assert (sunk.status, sunk.crew, sunk.in_water) == ("sunk", 0, 14)


@pytest.mark.rule("ACW-WL-04")
@pytest.mark.parametrize(("boiler", "flood", "due"), [(6, 2, 3), (2, 6, 3), (3, 3, 4)])
def test_of_two_causes_the_sooner_time_holds_whichever_came_first(boiler: int, flood: int, due: int) -> None:
    dice = nr.Scripted(
        to_hit=[20, 20],
        place_struck=[20, 1],
        critical=[6],
        boiler=[6],
        boiler_sinks=[boiler],
        sinking=[flood],
    )
    battle = begun(dice)
    alter(battle, CON, waterline=1)
    play(battle, until="stations", orders=STEADY, fire_first=SHOT, fire_second=SHOT)
    assert ship(battle, CON).sinks_on == due
    dice.finish()


@pytest.mark.rule("ACW-WL-04", "ACW-WL-02")
def test_one_cause_throws_one_die_however_often_she_is_hit_afterwards() -> None:
    dice = nr.Scripted(to_hit=[20] * 3, place_struck=[1, 2, 8], sinking=[6])
    battle = begun(dice)
    alter(battle, CON, waterline=1)
    shots = {FED: [("S1", CON), ("S2", CON)]}
    play(battle, until="stations", orders=STEADY, fire_first=shots, fire_second=SHOT)
    assert (ship(battle, CON).sinks_on, ship(battle, CON).hull) == (7, 20)
    dice.finish()


@pytest.mark.rule("ACW-WL-04", "ACW-MOR-01")
def test_until_she_goes_down_she_moves_fires_and_may_surrender() -> None:
    battle = begun(nr.Scripted(to_hit=[1]))
    alter(battle, CON, sinks_on=2)
    found = play(battle, orders=STEADY, fire_first={CON: [("P1", FED)]})
    assert [move.distance for move in of(found, nr.ShipMoved, CON)] == [3, 3]
    assert len(of(found, nr.ShotFired, CON)) == 1
    battle.submit(StrikeColours(ship=CON))
    assert ship(battle, CON).status == "struck"


@pytest.mark.rule("ACW-WL-01", "ACW-HIT-08")
def test_without_hull_squares_hull_hits_are_taken_from_the_waterline() -> None:
    dice = nr.Scripted(to_hit=[20, 20], place_struck=[8, 8])
    battle = begun(dice)
    alter(battle, CON, hull=1)
    found = play(battle, until="stations", orders=STEADY, fire_first=SHOT, fire_second=SHOT)
    assert (ship(battle, CON).hull, ship(battle, CON).waterline) == (0, 8)
    assert {"ACW-HIT-08", "ACW-WL-01"} <= cited(of(found, nr.ShipHurt, CON))
