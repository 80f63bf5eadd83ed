"""ACW-SEQ once more, by what can be seen on the table: where the ships lie when the guns go off."""

from __future__ import annotations

import pytest
from deck import CON, FED, alter, at, defaults, duel, events, half, ship, straight

import navalrules as nr
from navalrules_civilwar.orders import FireOrder, SailingOrders, Stations

SEQUENCE = (
    ("set_up", "ACW-CREW-12"),
    ("orders", "ACW-SEQ-01"),
    ("federal_first", "ACW-SEQ-02"),
    ("confederate_first", "ACW-SEQ-03"),
    ("fire_first", "ACW-SEQ-04"),
    ("confederate_second", "ACW-SEQ-05"),
    ("federal_second", "ACW-SEQ-06"),
    ("fire_second", "ACW-SEQ-07"),
    ("stations", "ACW-SEQ-08"),
    ("status", "ACW-SEQ-08"),
)


def turn_of_misses() -> nr.Battle:
    """Both steam north at 8 and 12 knots, abeam at 20 inches; one gun each in each fire step, all miss."""
    battle = duel(nr.Scripted(to_hit=[1, 1, 1, 1]))
    alter(battle, FED, speed=8.0)
    alter(battle, CON, speed=12.0)
    battle.submit(SailingOrders(ship=FED, first=straight(8), second=straight(8)))
    battle.submit(SailingOrders(ship=CON, first=straight(12), second=straight(12)))
    battle.advance()
    for _ in range(2):
        battle.submit(FireOrder(ship=FED, shots=(("S1", CON),)))
        battle.submit(FireOrder(ship=CON, shots=(("P1", FED),)))
        battle.advance()
    defaults(battle, Stations.kind)
    battle.advance()
    return battle


@pytest.mark.rule(
    "ACW-SEQ-01",
    "ACW-SEQ-02",
    "ACW-SEQ-03",
    "ACW-SEQ-04",
    "ACW-SEQ-05",
    "ACW-SEQ-06",
    "ACW-SEQ-07",
    "ACW-SEQ-08",
    "ACW-SEQ-09",
    "ACW-EX-02",
)
def test_example_2_phases_moves_and_shots_of_one_turn_in_their_order() -> None:
    battle = turn_of_misses()
    began = [event for event in battle.log if isinstance(event, nr.PhaseBegan) and event.turn == 1]
    assert [event.phase for event in began] == [name for name, _ in SEQUENCE]
    for event, (_, rule) in zip(began, SEQUENCE, strict=True):
        assert rule in event.rules
    told = [
        (event.tag, event.ship)
        for event in battle.log
        if isinstance(event, nr.ShipMoved | nr.ShotFired) and event.turn == 1
    ]
    assert told == [
        ("ship_moved", FED),
        ("ship_moved", CON),
        ("shot_fired", CON),
        ("shot_fired", FED),
        ("ship_moved", CON),
        ("ship_moved", FED),
        ("shot_fired", CON),
        ("shot_fired", FED),
    ]


@pytest.mark.rule("ACW-SEQ-04", "ACW-SEQ-07", "ACW-SEQ-15", "ACW-GUN-13")
def test_fire_is_at_the_places_reached_after_each_half() -> None:
    battle = turn_of_misses()
    # 4 and 6 inches in each half: 2 inches apart along the course after the first, 4 after the second.
    ranges = [event.range for event in events(battle, nr.ShotFired)]
    assert ranges == pytest.approx([(20**2 + 2**2) ** 0.5] * 2 + [(20**2 + 4**2) ** 0.5] * 2)
    assert (ship(battle, FED).pose, ship(battle, CON).pose) == (
        nr.Pose(0.0, 8.0, 0.0),
        nr.Pose(20.0, 12.0, 0.0),
    )


@pytest.mark.rule("ACW-SEQ-10", "ACW-HIT-09")
def test_a_gun_shot_away_and_a_ship_shot_out_of_action_still_fire_in_that_step() -> None:
    dice = nr.Scripted(to_hit=[20, 20], place_struck=[11, 19], gun_struck=[4])
    battle = duel(dice)
    alter(battle, FED, crew=1, at_guns=(False,) * 5 + (True, False), marines=0)
    alter(battle, CON, at_guns=(False,) * 2 + (True,) + (False,) * 5)
    at(battle, "fire_first")
    battle.submit(FireOrder(ship=CON, shots=(("P1", FED),)))
    battle.submit(FireOrder(ship=FED, shots=(("S1", CON),)))
    battle.advance()
    assert [shot.ship for shot in events(battle, nr.ShotFired)] == [CON, FED]
    assert all(shot.hit for shot in events(battle, nr.ShotFired))
    # Dice of both hits fall in the order of the shots: 11 strikes Kearsarge, 19 Alabama.
    struck = ship(battle, FED)
    assert (struck.crew, struck.status, struck.guns_out[struck.gun("S1")]) == (0, "adrift", True)
    assert ship(battle, CON).crew == 13
    dice.finish()


@pytest.mark.rule("ACW-SEQ-13", "ACW-CREW-15")
def test_an_order_made_impossible_by_a_hit_becomes_straight_on_and_less_speed() -> None:
    battle = duel(nr.Scripted(to_hit=[20], place_struck=[20], critical=[3]))
    alter(battle, CON, speed=10.0)
    battle.submit(SailingOrders(ship=CON, first=half(10, "port"), second=half(10, "port")))
    defaults(battle)
    battle.advance()
    battle.submit(FireOrder(ship=FED, shots=(("S1", CON),)))
    battle.submit(FireOrder(ship=CON))
    battle.advance()
    first, second = events(battle, nr.ShipMoved, CON)
    assert (first.distance, second.distance) == (5, 0)
    cut = next(ruled for ruled in second.rulings if ruled.rule == "ACW-SEQ-13")
    assert cut.outcome == 0
    battle = duel()
    battle.submit(SailingOrders(ship=CON, first=half(6, "port"), second=half(6, "port")))
    defaults(battle)
    alter(battle, CON, at_steering=0)
    battle.advance()
    (first,) = events(battle, nr.ShipMoved, CON)
    assert (first.distance, first.turned) == (3, 0)
    assert {"ACW-SEQ-13", "ACW-CREW-15"} <= set(first.cited())


@pytest.mark.rule("ACW-SEQ-14")
def test_step_eight_goes_from_crew_to_surrender() -> None:
    battle = duel(nr.Scripted(fire_1=[1], free_the_helm=[1], morale=[6]))
    trouble = {"guns_out": (True,) * 8, "waterline": 8, "fires": (1,), "at_fires": (0,), "jammed": True}
    alter(battle, CON, **trouble, wrecks=(("port", 1),), at_guns=(False,) * 8)
    at(battle, "stations")
    defaults(battle)
    battle.advance()
    defaults(battle)
    battle.advance()
    told = [event.tag for event in battle.log if event.ship == CON]
    step = told[told.index("crew_moved", 1) :]
    assert step == [
        "crew_moved",
        "ship_hurt",
        "repaired",
        "repaired",
        "morale_tested",
        "ship_struck",
    ]
