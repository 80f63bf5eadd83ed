"""ACW-CREW in play: squares lost to shot and fire, where the rest are sent, and what is short for it."""

from __future__ import annotations

import pytest
from deck import CON, FED, LEDGER, alter, entrant, ship
from played import ahead, begun, cited, of, play

import navalrules as nr
from navalrules_civilwar.orders import FireOrder, Stations

SHOT = {FED: [("S1", CON)]}
GUNS = ("VB1", "VA1", "P1", "P2", "P3", "S1", "S2", "S3")


def posts(battle: nr.Battle, name: str = CON) -> tuple[int, int, int, int]:
    """Squares at the wheel, the boilers, the guns and the sails."""
    found = ship(battle, name)
    return found.at_steering, found.at_boilers, sum(found.at_guns), found.at_sails


@pytest.mark.rule("ACW-CREW-03", "ACW-CREW-04", "ACW-CREW-05", "ACW-CREW-06", "ACW-CREW-12")
def test_alabamas_fourteen_squares_at_the_set_up() -> None:
    battle = begun()
    found = play(battle, until="orders", set_up={CON: {"sails": 1}})
    assert posts(battle) == (1, 4, 8, 1)
    assert ship(battle, CON).idle == 0
    assert {"ACW-CREW-03", "ACW-CREW-12"} <= cited(of(found, nr.CrewMoved, CON))
    battle = begun()
    play(battle, until="orders", set_up={CON: {"guns": ("P1", "S1"), "sails": 2}})
    assert (posts(battle), ship(battle, CON).idle) == ((1, 4, 2, 2), 5)


@pytest.mark.rule("ACW-CREW-07", "ACW-HIT-07", "ACW-SCOPE-03")
def test_ten_hits_on_deck_empty_sails_then_guns_then_boilers_then_the_wheel() -> None:
    """Ten light shots a turn that all strike the deck: one square each, and the captain chooses."""
    dice = nr.Scripted(to_hit=[20] * 8, place_struck=[19] * 8)
    battle = begun(dice)
    shots = {FED: [("VB1", CON), ("S1", CON), ("S2", CON)]}
    found = play(
        battle,
        set_up={CON: {"sails": 1}},
        orders={FED: ahead(6), CON: ahead(6)},
        fire_first=shots,
        losses_first={CON: ("guns", "guns", "sails")},
        fire_second=shots,
        losses_second={CON: ("boilers", "steering", "guns")},
        stations={CON: {"sails": 1}},
    )
    assert (ship(battle, CON).crew, ship(battle, CON).lost) == (8, 6)
    assert posts(battle) == (1, 4, 3, 0)
    assert "ACW-CREW-07" in cited(of(found, nr.CrewMoved, CON))
    play(
        battle,
        fire_first={FED: [("S1", CON), ("S2", CON)]},
        losses_first={CON: ("guns", "guns")},
        orders={FED: ahead(6), CON: ahead(6)},
    )
    assert (ship(battle, CON).crew, posts(battle)) == (6, (1, 4, 1, 0))
    dice.finish()


@pytest.mark.rule("ACW-CREW-07", "ACW-CREW-14", "ACW-CREW-15")
@pytest.mark.parametrize(
    ("squares", "expected", "most"),
    [
        (14, (1, 4, 8, 1), 13),
        (13, (1, 4, 8, 0), 13),
        (12, (1, 4, 7, 0), 13),
        (5, (1, 4, 0, 0), 13),
        (4, (1, 3, 0, 0), 9.75),
        (2, (1, 1, 0, 0), 3.25),
        (1, (1, 0, 0, 0), 0),
    ],
)
def test_stations_by_squares_left_and_the_speed_that_is_left(
    squares: int, expected: tuple[int, ...], most: float
) -> None:
    battle = begun(speed=13.0)
    alter(battle, CON, crew=squares)
    play(battle, until="orders", set_up={CON: {"sails": 1}})
    assert posts(battle) == expected
    found = play(battle, orders={CON: ahead(most)})
    assert of(found, nr.ShipMoved, CON)[0].distance == most / 2


@pytest.mark.rule("ACW-CREW-08", "ACW-CREW-09", "ACW-CREW-10")
def test_the_marine_square_serves_the_first_gun_and_nothing_else() -> None:
    battle = begun()
    alter(battle, FED, crew=4)
    play(battle, until="orders")
    # Three seamen: the wheel and both boilers; the Marines serve the first gun named.
    assert posts(battle, FED) == (1, 2, 1, 0)
    battle = begun()
    alter(battle, FED, crew=4)
    play(battle, until="orders", set_up={FED: {"guns": (), "sails": 1}})
    assert (posts(battle, FED), ship(battle, FED).idle) == ((1, 2, 0, 0), 1)


@pytest.mark.rule("ACW-CREW-09", "ACW-HIT-07")
def test_marines_fall_only_from_guns() -> None:
    dice = nr.Scripted(to_hit=[20, 20], place_struck=[19, 19])
    battle = begun(dice)
    alter(battle, FED, crew=4)
    play(battle, until="losses_first", fire_first={CON: [("P1", FED)]})
    (owed,) = battle.requests
    assert owed.describe()["stations"] == {"marines": 1, "boilers": 2, "steering": 1}
    play(battle, until="fire_second", losses_first={FED: ("marines",)})
    struck = ship(battle, FED)
    assert (struck.crew, struck.marines, sum(struck.at_guns)) == (3, 0, 0)
    play(battle, until="losses_second", fire_second={CON: [("P1", FED)]})
    (owed,) = battle.requests
    assert owed.describe()["stations"] == {"boilers": 2, "steering": 1}


@pytest.mark.rule("ACW-CREW-11", "ACW-PUMP-01", "ACW-MAST-01", "ACW-FIREFIGHT-01")
def test_pumps_then_fires_then_wreckage_then_the_wheel() -> None:
    for squares, expected in (
        (1, (1, (0,), 0, 0, 0)),
        (2, (1, (1,), 0, 0, 0)),
        (3, (1, (1,), 1, 0, 0)),
        (4, (1, (1,), 1, 1, 0)),
        (6, (1, (1,), 1, 1, 2)),
    ):
        battle = begun()
        alter(battle, CON, crew=squares, waterline=8, fires=(1,), at_fires=(0,), wrecks=(("port", 0),))
        found = play(battle, until="orders")
        sent = ship(battle, CON)
        assert (
            *(sent.at_pumps, sent.at_fires, sent.at_wrecks),
            *(sent.at_steering, sent.at_boilers),
        ) == expected
        assert "ACW-CREW-11" in cited(of(found, nr.CrewMoved, CON))


@pytest.mark.rule("ACW-CREW-12", "ACW-CREW-13")
def test_a_gun_manned_in_step_eight_fires_in_the_next_turn_and_not_before() -> None:
    battle = begun(nr.Scripted(to_hit=[1]))
    play(battle, until="fire_first", set_up={FED: {"guns": ("V1",)}})
    with pytest.raises(nr.IllegalOrder) as caught:
        battle.submit(FireOrder(ship=FED, shots=(("S1", CON),)))
    assert caught.value.rule == "ACW-CREW-13"
    with pytest.raises(nr.IllegalOrder, match="nobody asks"):
        battle.submit(Stations(ship=FED, guns=("S1",)))
    assert of(play(battle), nr.ShotFired) == []
    (shot,) = of(play(battle, fire_first=SHOT), nr.ShotFired)
    assert "ACW-CREW-13" in set(shot.cited())


@pytest.mark.rule("ACW-CREW-12", "ACW-FIREFIGHT-01")
def test_a_square_at_a_fire_is_at_no_gun_through_the_next_turn() -> None:
    battle = begun(nr.Scripted(fire_1=[1, 1, 1, 6]))
    play(battle, until="stations")
    alter(battle, CON, fires=(1,), at_fires=(0,))
    play(battle, stations={CON: {"fires": (3,)}})
    assert posts(battle) == (1, 4, 6, 0)
    play(battle, until="fire_first")
    assert ship(battle, CON).at_fires == (3,)
    play(battle, stations={CON: {"fires": (1,)}})
    assert ship(battle, CON).fires == ()
    assert posts(battle) == (1, 4, 8, 0)


@pytest.mark.rule("ACW-CREW-14", "ACW-SEQ-13")
def test_a_hit_in_the_engine_room_slows_her_in_the_second_half() -> None:
    dice = nr.Scripted(to_hit=[20], place_struck=[17])
    battle = begun(dice, speed=10.0)
    found = play(battle, orders={CON: ahead(13), FED: ahead(11)}, fire_first=SHOT)
    first, second = of(found, nr.ShipMoved, CON)
    # Steam 13 less 2, three of four boilers manned: 8.25 knots.
    assert (first.distance, second.distance) == (6.5, 4.125)
    assert {"ACW-SEQ-13", "ACW-CREW-14"} <= set(second.cited())


@pytest.mark.rule("ACW-CREW-15", "ACW-HIT-07")
def test_with_the_wheel_empty_she_goes_straight_on() -> None:
    battle = begun(nr.Scripted(to_hit=[20], place_struck=[19]))
    turn = ahead(6, "steam", ("port", 3.0))
    found = play(battle, orders={CON: turn}, fire_first=SHOT, losses_first={CON: ("steering",)})
    first, second = of(found, nr.ShipMoved, CON)
    assert (first.turned, second.turned) == (-22.5, 0)
    assert {"ACW-CREW-15", "ACW-SEQ-13"} <= set(second.cited())
    assert ship(battle, CON).at_steering == 1


@pytest.mark.rule("ACW-CREW-16")
@pytest.mark.parametrize(("inches", "status"), [(2.0, "taken"), (2.01, "adrift")])
def test_the_last_square_lost_she_drifts_and_is_taken_within_two_inches(inches: float, status: str) -> None:
    third = entrant("third", LEDGER["css-georgia"], "Confederate", (300, 300, 0))
    battle = begun(nr.Scripted(to_hit=[20], place_struck=[19]), con=(inches, 0, 0), more=[third], speed=0.0)
    alter(battle, CON, crew=1)
    found = play(battle, orders={FED: ahead(0), CON: ahead(0)}, fire_second=SHOT)
    assert ship(battle, CON).status == status
    taken = of(found, nr.ShipTaken, CON)
    assert [each.by for each in taken] == ([FED] if status == "taken" else [])
    assert "ACW-CREW-16" in cited(of(found, nr.StatusChanged, CON))
    play(battle, until="orders")
    assert CON not in {request.ship for request in battle.requests}
