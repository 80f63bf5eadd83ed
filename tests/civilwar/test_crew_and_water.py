"""ACW-CREW, ACW-WL, ACW-PUMP, ACW-FIREFIGHT, ACW-MAST: stations, water, fire and wreckage."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from deck import (
    CON,
    FED,
    LEDGER,
    RULES,
    alter,
    at,
    defaults,
    duel,
    events,
    roll,
    ruling,
    sailing,
    ship,
    status,
    straight,
)

import navalrules as nr
from navalrules_civilwar.crew import pumps_needed
from navalrules_civilwar.orders import FireOrder, Losses, SailingOrders, Stations
from navalrules_civilwar.ship import crew_squares
from navalrules_civilwar.status import fire_need

ALL = ("VB1", "VA1", "P1", "P2", "P3", "S1", "S2", "S3")


def manned(battle: nr.Battle, name: str = CON, **order: Any) -> nr.Battle:
    """Move one ship's crew in step 8 by an order, everybody else by default."""
    at(battle, "stations")
    battle.submit(Stations(ship=name, **{"guns": ALL, **order}))
    defaults(battle, Stations.kind)
    battle._run_phase()
    return battle


def posts(battle: nr.Battle, name: str = CON) -> dict[str, object]:
    found = ship(battle, name)
    return {
        "pumps": found.at_pumps,
        "fires": found.at_fires,
        "wrecks": found.at_wrecks,
        "steering": found.at_steering,
        "boilers": found.at_boilers,
        "guns": sum(found.at_guns),
        "sails": found.at_sails,
    }


# ---------------------------------------------------------------- crew


@pytest.mark.rule("ACW-CREW-01", "ACW-CREW-02", "ACW-CREW-08", "ACW-CREW-10", "ACW-RECORD-06", "ACW-EX-06")
def test_example_6_squares_and_marines() -> None:
    assert crew_squares(145, RULES.tables) == 14
    assert crew_squares(163, RULES.tables) == 16
    assert [crew_squares(men, RULES.tables) for men in (9, 10, 19, 20, 1)] == [1, 1, 1, 2, 1]
    battle = duel()
    assert (ship(battle, CON).crew, ship(battle, CON).marines) == (14, 0)
    assert (ship(battle, FED).crew, ship(battle, FED).marines) == (16, 1)


@pytest.mark.rule("ACW-CREW-03", "ACW-CREW-04", "ACW-CREW-05", "ACW-CREW-06")
def test_a_square_for_each_gun_boiler_the_wheel_and_each_sail_change() -> None:
    battle = manned(duel(), sails=1)
    assert posts(battle) == {
        "pumps": 0,
        "fires": (),
        "wrecks": 0,
        "steering": 1,
        "boilers": 4,
        "guns": 8,
        "sails": 1,
    }
    assert ship(battle, CON).idle == 0


@pytest.mark.rule("ACW-CREW-07", "ACW-EX-15")
def test_example_15_sails_then_guns_are_left_empty() -> None:
    battle = duel()
    alter(battle, CON, crew=11)
    manned(battle, sails=1)
    assert posts(battle) | {"fires": None} == {
        "pumps": 0,
        "fires": None,
        "wrecks": 0,
        "steering": 1,
        "boilers": 4,
        "guns": 6,
        "sails": 0,
    }
    (moved,) = events(battle, nr.CrewMoved, CON)[-1:]
    assert "ACW-CREW-07" in set(moved.cited())


@pytest.mark.rule("ACW-EX-16", "ACW-CREW-07", "ACW-CREW-11", "ACW-CREW-14")
def test_example_16_five_squares_one_at_the_pumps() -> None:
    battle = duel()
    alter(battle, CON, crew=5, waterline=8)
    manned(battle, sails=1)
    assert posts(battle) | {"fires": None} == {
        "pumps": 1,
        "fires": None,
        "wrecks": 0,
        "steering": 1,
        "boilers": 3,
        "guns": 0,
        "sails": 0,
    }
    at(battle, "orders")
    assert sailing(battle, CON).limits.most["steam"] == 9.75


@pytest.mark.rule("ACW-CREW-07")
@pytest.mark.parametrize(
    ("squares", "steering", "boilers", "guns", "sails"),
    [(1, 1, 0, 0, 0), (3, 1, 2, 0, 0), (5, 1, 4, 0, 0), (6, 1, 4, 1, 0), (13, 1, 4, 8, 0), (14, 1, 4, 8, 1)],
)
def test_order_in_which_stations_fill(
    squares: int, steering: int, boilers: int, guns: int, sails: int
) -> None:
    battle = duel()
    alter(battle, CON, crew=squares)
    manned(battle, sails=1)
    found = posts(battle)
    assert (found["steering"], found["boilers"], found["guns"], found["sails"]) == (
        steering,
        boilers,
        guns,
        sails,
    )


@pytest.mark.rule("ACW-CREW-08", "ACW-CREW-09", "ACW-CREW-10")
def test_marines_work_guns_and_nothing_else() -> None:
    battle = duel()
    alter(battle, FED, crew=1, marines=1)
    manned(battle, FED, guns=("VB1", "V1"))
    found = posts(battle, FED)
    assert (found["steering"], found["boilers"], found["guns"]) == (0, 0, 1)
    assert ship(battle, FED).at_guns[ship(battle, FED).gun("VB1")]
    cited = {rule for event in events(battle, nr.CrewMoved, FED) for rule in event.cited()}
    assert {"ACW-CREW-08", "ACW-CREW-09"} <= cited


@pytest.mark.rule("ACW-CREW-11", "ACW-MAST-01")
def test_pumps_fires_and_wreckage_come_first() -> None:
    battle = duel()
    alter(battle, CON, crew=4, waterline=8, fires=(1,), at_fires=(0,), wrecks=(("port", 0),))
    manned(battle, fires=(1,), sails=1)
    assert posts(battle) == {
        "pumps": 1,
        "fires": (1,),
        "wrecks": 1,
        "steering": 1,
        "boilers": 0,
        "guns": 0,
        "sails": 0,
    }
    alter(battle, CON, crew=1)
    manned(battle, fires=(1,))
    assert (posts(battle)["pumps"], posts(battle)["fires"], posts(battle)["wrecks"]) == (1, (0,), 0)
    alter(battle, CON, crew=2)
    manned(battle, fires=(1,))
    assert (posts(battle)["pumps"], posts(battle)["fires"], posts(battle)["wrecks"]) == (1, (1,), 0)


@pytest.mark.rule("ACW-CREW-12")
def test_squares_change_station_at_set_up_and_in_step_eight_only() -> None:
    battle = duel(set_up=False)
    assert battle.phases[battle.state.phase].name == "set_up"
    seen: list[tuple[int, str]] = []
    while battle.state.turn < 3:
        for request in battle.requests:
            if request.kind == Stations.kind:
                seen.append((battle.state.turn, battle.phases[battle.state.phase].name))
            quiet = FireOrder(ship=request.ship) if request.kind == FireOrder.kind else request.default
            battle.submit(quiet)
        battle.advance()
    assert set(seen) == {(1, "set_up"), (1, "stations"), (2, "stations")}
    with pytest.raises(nr.IllegalOrder, match="nobody asks"):
        battle.submit(Stations(ship=CON, guns=ALL))


@pytest.mark.rule("ACW-CREW-12", "ACW-FIREFIGHT-01")
def test_a_square_at_a_fire_does_nothing_else() -> None:
    battle = duel()
    alter(battle, CON, fires=(1,), at_fires=(0,))
    manned(battle, fires=(3,))
    found = posts(battle)
    assert (found["fires"], found["guns"]) == ((3,), 6)


@pytest.mark.rule("ACW-CREW-13", "ACW-CREW-03")
def test_an_unmanned_gun_does_not_fire() -> None:
    battle = duel()
    alter(battle, CON, crew=6)
    manned(battle, guns=("P2", "P1"))
    at(battle, "fire_first")
    with pytest.raises(nr.IllegalOrder, match="no crew square") as refused:
        battle.submit(FireOrder(ship=CON, shots=(("P1", FED),)))
    assert refused.value.rule == "ACW-CREW-13"
    battle.submit(FireOrder(ship=CON, shots=(("P2", FED),)))
    defaults(battle)
    battle.advance()
    (shot,) = events(battle, nr.ShotFired, CON)
    assert "ACW-CREW-13" in shot.rules


@pytest.mark.rule("ACW-CREW-14")
@pytest.mark.parametrize(
    ("stokers", "steam", "both"), [(4, 13, 15), (3, 9.75, 13.75), (2, 6.5, 12.5), (0, 0, 10)]
)
def test_unmanned_boilers_cut_the_steam(stokers: int, steam: float, both: float) -> None:
    battle = duel()
    alter(battle, CON, at_boilers=stokers)
    at(battle, "orders")
    most = sailing(battle, CON).limits.most
    assert (most["steam"], most["both"]) == (steam, both)


@pytest.mark.rule("ACW-CREW-14", "ACW-SEQ-13")
def test_stokers_lost_in_the_turn_slow_her_at_once() -> None:
    battle = duel()
    alter(battle, CON, speed=12.0)
    at(battle, "orders")
    battle.submit(SailingOrders(ship=CON, first=straight(12), second=straight(12)))
    defaults(battle)
    alter(battle, CON, at_boilers=2)
    battle.advance()
    (move,) = events(battle, nr.ShipMoved, CON)
    assert move.distance == 3.25
    assert "ACW-CREW-14" in set(move.cited())


@pytest.mark.rule("ACW-CREW-15")
def test_an_unmanned_wheel_goes_straight_on() -> None:
    from deck import half, sail

    battle = duel()
    alter(battle, CON, at_steering=0)
    first, second = sail(battle, CON, half(10.5, "port"))
    assert (first.turned, second.turned) == (0, 0)
    assert "ACW-CREW-15" in set(first.cited())


@pytest.mark.rule("ACW-CREW-16")
def test_without_crew_she_drifts_and_is_taken_within_two_inches() -> None:
    for inches, outcome in ((2.01, "adrift"), (2.0, "taken")):
        battle = duel(nr.Scripted(to_hit=[20], place_struck=[19]), con=(inches, 0, 0))
        alter(battle, CON, crew=1, at_guns=(False,) * 8, at_boilers=0)
        at(battle, "fire_first")
        for request in battle.requests:
            shots = (("S1", CON),) if request.ship == FED else ()
            battle.submit(FireOrder(ship=request.ship, shots=shots))
        battle.advance()
        assert ship(battle, CON).status == "adrift"
        assert "ACW-CREW-16" in {
            rule for event in events(battle, nr.StatusChanged, CON) for rule in event.cited()
        }
        battle.state.verdict = None
        at(battle, "status")
        battle._run_phase()
        assert ship(battle, CON).status == outcome


@pytest.mark.rule("ACW-HIT-07", "ACW-CREW-12")
def test_every_station_can_give_up_a_square() -> None:
    for station, field, after in (
        ("pumps", "at_pumps", 0),
        ("fires", "at_fires", (0,)),
        ("wrecks", "wrecks", (("port", 0),)),
        ("steering", "at_steering", 0),
        ("boilers", "at_boilers", 3),
        ("sails", "at_sails", 0),
    ):
        battle = duel()
        alter(
            battle, CON, crew=13, owed=1, lost=1, waterline=8, at_pumps=1, fires=(1,), at_fires=(1,),
            wrecks=(("port", 1),), at_sails=1, at_guns=(False,) * 8,
        )  # fmt: skip
        at(battle, "losses_first")
        battle.submit(Losses(ship=CON, stations=(station,)))
        battle._run_phase()
        assert getattr(ship(battle, CON), field) == after
        assert ship(battle, CON).owed == 0


# ---------------------------------------------------------------- waterline and pumps


@pytest.mark.rule("ACW-WL-01", "ACW-RECORD-03")
@pytest.mark.parametrize(("left", "share"), [(8, 0), (6, 0.25), (4, 0.5), (1, 0.875), (0, 1)])
def test_waterline_losses_are_a_percentage(left: int, share: float) -> None:
    battle = duel()
    alter(battle, FED, waterline=left)
    assert ship(battle, FED).waterline_lost == share


@pytest.mark.rule("ACW-PUMP-01", "ACW-PUMP-02", "ACW-PUMP-03", "ACW-EX-13")
@pytest.mark.parametrize(("lost", "pumps"), [(0, 0), (1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (6, 4), (7, 4)])
def test_example_13_eight_squares(lost: int, pumps: int) -> None:
    battle = duel()
    changed = alter(battle, FED, waterline=8 - lost)
    assert changed.waterline_full == 8
    assert pumps_needed(RULES.prepare(RULES.tables), changed) == pumps
    manned(battle, FED, guns=())
    assert posts(battle, FED)["pumps"] == pumps


@pytest.mark.rule("ACW-PUMP-03", "ACW-EX-14")
@pytest.mark.parametrize(
    ("lost", "percent", "pumps", "over_half"),
    [
        (1, 11, 1, False),
        (2, 22, 1, False),
        (3, 33, 2, False),
        (4, 44, 2, False),
        (5, 55, 3, True),
        (7, 77, 4, True),
    ],
)
def test_example_14_nine_squares(lost: int, percent: int, pumps: int, over_half: bool) -> None:
    from navalrules_civilwar.morale import situations

    changed = alter(duel(), CON, waterline=9 - lost)
    assert changed.waterline_full == 9
    assert int(changed.waterline_lost * 100) == percent
    assert pumps_needed(RULES.prepare(RULES.tables), changed) == pumps
    assert ("waterline" in situations(RULES.tables, changed)) is over_half


@pytest.mark.rule("ACW-PUMP-04", "ACW-PUMP-01")
@pytest.mark.parametrize(("at_pumps", "lost"), [(3, 0), (2, 1), (0, 3)])
def test_each_pump_square_short_loses_a_square(at_pumps: int, lost: int) -> None:
    battle = status(duel(), con={"waterline": 4, "at_pumps": at_pumps})
    assert ship(battle, CON).waterline == 4 - lost
    if lost:
        (event,) = events(battle, nr.ShipHurt, CON)
        assert ruling(event, "ACW-PUMP-04").outcome == lost


@pytest.mark.rule("ACW-WL-02", "ACW-WL-03", "ACW-WL-04", "ACW-EX-13")
def test_all_waterline_gone_sinks_in_one_to_six_turns() -> None:
    battle = status(duel(nr.Scripted(sinking=[4])), con={"waterline": 1, "at_pumps": 3})
    assert (ship(battle, CON).waterline, ship(battle, CON).sinks_on) == (0, 5)
    (told,) = [event for event in events(battle, nr.StatusChanged, CON) if event.what == "sinking"]
    assert {"ACW-WL-02", "ACW-WL-03", "ACW-WL-04"} <= set(told.cited())
    assert roll(ruling(told, "ACW-WL-04")).sides == 6


@pytest.mark.rule("ACW-WL-04")
def test_one_turn_later_is_the_next_and_until_then_she_fights() -> None:
    battle = duel()
    alter(battle, CON, sinks_on=2)
    at(battle, "orders")
    assert CON in {request.ship for request in battle.requests}
    status(battle)
    assert ship(battle, CON).status == "fighting"
    battle.state.turn = 2
    status(battle)
    sunk = ship(battle, CON)
    assert (sunk.status, sunk.crew, sunk.in_water) == ("sunk", 0, 14)


@pytest.mark.rule("ACW-WL-04")
@pytest.mark.parametrize(("before", "die", "after"), [(3, 6, 3), (9, 2, 3)])
def test_a_second_cause_takes_the_sooner_time(before: int, die: int, after: int) -> None:
    from deck import hit

    battle = duel(nr.Scripted(to_hit=[20], place_struck=[20], critical=[6], boiler=[6], boiler_sinks=[die]))
    alter(battle, CON, sinks_on=before)
    hit(20, "S1", battle)
    assert ship(battle, CON).sinks_on == after


@pytest.mark.rule("ACW-WL-05", "ACW-RECORD-08")
@pytest.mark.parametrize(
    ("feet", "squares"), [(220, 9), (201, 8), (212, 8), (213, 9), (337, 13), (338, 14), (12, 1)]
)
def test_waterline_squares_by_length(feet: float, squares: int) -> None:
    plan = attrs.evolve(LEDGER["css-alabama"], length_ft=feet)
    assert ship(duel(confederate=plan), CON).waterline == squares


# ---------------------------------------------------------------- fires


@pytest.mark.rule("ACW-FIREFIGHT-02", "ACW-FIREFIGHT-05")
def test_faces_that_put_a_fire_out() -> None:
    assert [fire_need(RULES.tables, age) for age in range(1, 8)] == [4, 5, 6, 6, 6, 6, 6]


@pytest.mark.rule("ACW-EX-04", "ACW-FIREFIGHT-02", "ACW-FIREFIGHT-04")
@pytest.mark.parametrize(
    ("die", "turn", "out"),
    [(4, 1, True), (4, 2, False), (5, 2, True), (5, 3, False), (6, 3, True), (3, 1, False)],
)
def test_example_4_one_square_at_a_fire(die: int, turn: int, out: bool) -> None:
    battle = duel(nr.Scripted(fire_1=[die]))
    battle.state.turn = turn
    status(battle, con={"fires": (1,), "at_fires": (1,)})
    assert (ship(battle, CON).fires == ()) is out


@pytest.mark.rule("ACW-FIREFIGHT-01", "ACW-FIREFIGHT-03")
@pytest.mark.parametrize(("dice", "out"), [([1, 2, 4], True), ([3, 3, 3], False), ([6, 6, 6], True)])
def test_one_die_a_square_and_one_in_range_is_enough(dice: list[int], out: bool) -> None:
    battle = status(duel(nr.Scripted(fire_1=dice)), con={"fires": (1,), "at_fires": (3,)})
    assert (ship(battle, CON).fires == ()) is out
    kind = nr.FireOut if out else nr.ShipHurt
    (event,) = events(battle, kind, CON)
    ruled = ruling(event, "ACW-FIREFIGHT-01")
    assert len(roll(ruled).faces) == 3
    assert "ACW-FIREFIGHT-03" in ruled.also


@pytest.mark.rule("ACW-FIREFIGHT-04", "ACW-CREW-12")
def test_a_fire_of_this_turn_is_fought_in_its_step_eight_by_squares_sent_then() -> None:
    battle = duel(nr.Scripted(fire_1=[4]))
    alter(battle, CON, fires=(1,), at_fires=(0,))
    manned(battle, fires=(1,))
    battle.advance()
    assert ship(battle, CON).fires == ()
    assert "ACW-FIREFIGHT-04" in {rule for event in events(battle, nr.FireOut) for rule in event.cited()}


@pytest.mark.rule("ACW-FIREFIGHT-05")
@pytest.mark.parametrize(("die", "out"), [(5, False), (6, True)])
def test_from_the_fourth_turn_a_six_still_puts_it_out(die: int, out: bool) -> None:
    battle = duel(nr.Scripted(fire_1=[die]))
    battle.state.turn = 4
    status(battle, con={"fires": (1,), "at_fires": (1,)})
    assert (ship(battle, CON).fires == ()) is out


@pytest.mark.rule("ACW-FIREFIGHT-06")
@pytest.mark.parametrize(("turn", "hull", "crew"), [(1, 1, 0), (3, 1, 0), (4, 1, 1), (5, 1, 1)])
def test_what_a_fire_burns(turn: int, hull: int, crew: int) -> None:
    battle = duel()
    battle.state.turn = turn
    status(battle, con={"fires": (1,), "at_fires": (0,)})
    burnt = ship(battle, CON)
    assert (21 - burnt.hull, 14 - burnt.crew) == (hull, crew)


@pytest.mark.rule("ACW-FIREFIGHT-06", "ACW-WL-04")
def test_after_its_sixth_turn_the_magazine_goes() -> None:
    battle = duel(nr.Scripted(magazine=[3]))
    battle.state.turn = 6
    status(battle, con={"fires": (1,), "at_fires": (0,)})
    assert ship(battle, CON).sinks_on == 9
    battle = duel(nr.Scripted())
    battle.state.turn = 5
    status(battle, con={"fires": (1,), "at_fires": (0,)})
    assert ship(battle, CON).sinks_on == 0


@pytest.mark.rule("ACW-FIREFIGHT-07")
def test_each_fire_by_itself_and_any_fire_spoils_her_shooting_by_one() -> None:
    from deck import fire, names

    battle = status(duel(nr.Scripted(fire_1=[1], fire_2=[4])), con={"fires": (1, 1), "at_fires": (1, 1)})
    assert ship(battle, CON).fires == (1,)
    assert ship(battle, CON).hull == 20
    battle = duel(nr.Scripted(to_hit=[1]))
    alter(battle, CON, fires=(1, 1), at_fires=(0, 0))
    (shot,) = fire(battle, con=[("P1", FED)])
    assert names(shot.rulings[0])["own_fire"] == -1


# ---------------------------------------------------------------- masts


@pytest.mark.rule("ACW-MAST-01", "ACW-MAST-02")
def test_a_square_works_one_full_turn_and_the_wreckage_is_gone_in_the_step_eight_after() -> None:
    battle = duel()
    alter(battle, CON, wrecks=(("port", 0),))
    manned(battle)
    assert ship(battle, CON).at_wrecks == 1
    battle._due()
    battle._run_phase()
    assert ship(battle, CON).wrecks == (("port", 2),)
    battle.state.turn = 2
    status(battle)
    assert ship(battle, CON).wrecks == ()
    cited = {rule for event in events(battle, nr.Repaired, CON) for rule in event.cited()}
    assert {"ACW-MAST-01", "ACW-MAST-02"} <= cited


@pytest.mark.rule("ACW-MAST-02")
def test_wreckage_nobody_works_at_stays() -> None:
    battle = duel()
    battle.state.turn = 5
    status(battle, con={"wrecks": (("port", 0),)})
    assert ship(battle, CON).wrecks == (("port", 0),)


@pytest.mark.rule("ACW-MAST-03", "ACW-EX-22")
def test_example_22_a_mast_takes_its_share() -> None:
    from deck import hit

    battle = hit(16, mast=[6], mast_falls=[1])
    struck = ship(battle, CON)
    assert (struck.sail, struck.both, struck.steam) == (6, 13, 13)
    battle = duel(nr.Scripted(to_hit=[20], place_struck=[16], mast=[6], mast_falls=[1]))
    alter(battle, CON, steam=9.0)
    hit(16, "S1", battle)
    assert (ship(battle, CON).sail, ship(battle, CON).both) == (6, 11)


@pytest.mark.rule("ACW-MAST-03", "ACW-MAST-04")
def test_three_masts_down_is_dismasted() -> None:
    from deck import hit

    from navalrules_civilwar.morale import situations

    sails = []
    battle = duel(nr.Scripted(to_hit=[20] * 3, place_struck=[16] * 3, mast=[6] * 3, mast_falls=[1] * 3))
    for _ in range(3):
        at(battle, "fire_first")
        hit(16, "S1", battle)
        sails.append(ship(battle, CON).sail)
        down = "dismasted" in situations(RULES.tables, ship(battle, CON))
    assert sails == [6, 2, 0]
    assert down
    assert ship(battle, CON).masts == 0
    assert ship(battle, CON).both == 13
