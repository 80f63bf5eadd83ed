"""ACW-MOVE in whole turns: speeds as written, from one turn to the next, with what is cited for them."""

from __future__ import annotations

import attrs
import pytest
from deck import CON, FED, LEDGER, ship
from played import ahead, begun, cited, of, play

import navalrules as nr
from navalrules_civilwar.orders import Half, SailingOrders

STEAMER = attrs.evolve(LEDGER["css-tallahassee"], sail=None, both=None, masts=0)


def refused(battle: nr.Battle, first: Half, second: Half | None = None) -> nr.IllegalOrder:
    with pytest.raises(nr.IllegalOrder) as caught:
        battle.submit(SailingOrders(ship=CON, first=first, second=second or first))
    return caught.value


def run(found: list[nr.Event], name: str = CON) -> list[float]:
    """What she ran in each half-move, inches."""
    return [move.distance for move in of(found, nr.ShipMoved, name)]


@pytest.mark.rule("ACW-MOVE-01", "ACW-SEQ-15")
def test_a_knot_is_an_inch_a_turn() -> None:
    battle = begun()
    found = play(battle, orders={CON: ahead(7), FED: ahead(2)})
    assert (run(found), run(found, FED)) == ([3.5, 3.5], [1, 1])
    assert (ship(battle, CON).pose, ship(battle, FED).pose) == (
        nr.Pose(20.0, 7.0, 0.0),
        nr.Pose(0.0, 2.0, 0.0),
    )
    assert "ACW-MOVE-01" in cited(of(found, nr.ShipMoved))


@pytest.mark.rule("ACW-MOVE-02", "ACW-MOVE-04", "ACW-MOVE-05", "ACW-MOVE-07", "ACW-MOVE-11")
def test_alabama_works_up_to_13_under_steam_and_15_under_both() -> None:
    battle = begun(speed=5.0, con=(200, 0, 0))
    assert run(play(battle, orders={CON: ahead(9)})) == [4.5, 4.5]
    found = play(battle, orders={CON: ahead(13)}, stations={CON: {"sails": 1}})
    assert run(found) == [6.5, 6.5]
    assert {"ACW-MOVE-04", "ACW-MOVE-06", "ACW-MOVE-07"} <= cited(of(found, nr.StatusChanged, CON))
    play(battle, until="orders")
    assert refused(battle, ahead(13.25)).rule == "ACW-MOVE-06"
    assert refused(battle, ahead(15.25, "both")).rule == "ACW-MOVE-06"
    found = play(battle, orders={CON: ahead(15, "both")}, stations={CON: {"sails": 1}})
    assert run(found) == [7.5, 7.5]
    assert {"ACW-MOVE-11", "ACW-CREW-06"} <= cited(of(found, nr.ShipMoved, CON))
    play(battle, until="orders")
    assert refused(battle, ahead(10.25, "sail")).rule == "ACW-MOVE-06"
    assert run(play(battle, orders={CON: ahead(10, "sail")})) == [5, 5]


@pytest.mark.rule("ACW-MOVE-03")
def test_a_steam_only_ship_has_one_maximum_whatever_she_is_told() -> None:
    battle = begun(confederate=STEAMER, speed=13.0)
    play(battle, until="orders")
    (owed,) = [request for request in battle.requests if request.ship == CON]
    assert owed.describe()["speeds"] == {"steam": [7, 15]}
    assert refused(battle, ahead(15.25)).hint == "from 7 to 15 knots this turn"
    found = play(battle, orders={CON: ahead(15)})
    assert run(found) == [7.5, 7.5]
    assert "ACW-MOVE-04" not in cited(of(found, nr.StatusChanged, CON))


@pytest.mark.rule("ACW-MOVE-06", "ACW-MOVE-07")
def test_from_a_stop_to_full_speed_and_back_by_fours_and_sixes() -> None:
    battle = begun(speed=0.0, con=(200, 0, 0))
    for knots in (4, 8, 12, 13):
        play(battle, until="orders")
        if knots < 13:
            assert refused(battle, ahead(knots + 0.25)).rule == "ACW-MOVE-07"
        assert run(play(battle, orders={CON: ahead(knots)})) == [knots / 2] * 2
    for knots in (7, 1):
        play(battle, until="orders")
        assert refused(battle, ahead(knots - 0.25)).rule == "ACW-MOVE-07"
        assert run(play(battle, orders={CON: ahead(knots)})) == [knots / 2] * 2
    assert run(play(battle, orders={CON: ahead(0)})) == [0, 0]


@pytest.mark.rule("ACW-MOVE-08")
def test_astern_at_a_quarter_of_the_steam_maximum() -> None:
    battle = begun(speed=0.0)
    found = play(battle, orders={CON: ahead(-3.25), FED: ahead(-2.75)})
    assert (run(found), run(found, FED)) == ([-1.625, -1.625], [-1.375, -1.375])
    assert "ACW-MOVE-08" in cited(of(found, nr.ShipMoved, FED))
    assert (ship(battle, CON).pose, ship(battle, FED).pose) == (
        nr.Pose(20.0, -3.25, 0.0),
        nr.Pose(0.0, -2.75, 0.0),
    )
    play(battle, until="orders")
    assert refused(battle, ahead(-3.5)).rule == "ACW-MOVE-08"


@pytest.mark.rule("ACW-MOVE-09")
@pytest.mark.parametrize(
    ("heading", "sail", "both"),
    [(59, 0, 11), (60, 4.5, 12), (89, 4.5, 12), (90, 9, 13), (270, 9, 13), (300, 4.5, 12), (301, 0, 11)],
)
def test_wind_from_the_north_and_kearsarge_under_sail_and_both(
    heading: float, sail: float, both: float
) -> None:
    for power, most, full in (("sail", sail, 9.0), ("both", both, 13.0)):
        battle = begun(wind=(0, 3), fed=(0, 0, heading), con=(500, 0, 0), speed=11.0)
        found = play(battle, set_up={FED: {"sails": 1}}, orders={FED: ahead(full, power), CON: ahead(6)})
        first, second = run(found, FED)
        assert (first, second) == (most / 2, most / 2)
        assert "ACW-MOVE-09" in cited(of(found, nr.ShipMoved, FED))


@pytest.mark.rule("ACW-MOVE-10", "ACW-GUN-15")
def test_stopped_is_three_and_anchored_two_for_whoever_fires_at_her() -> None:
    def told(anchor: str, first: Half, second: Half) -> list[dict[str, float]]:
        battle = begun(nr.Scripted(to_hit=[1, 1]))
        shots = {FED: [("S1", CON)]}
        found = play(
            battle, orders={CON: (first, second, anchor), FED: ahead(6)}, fire_first=shots, fire_second=shots
        )
        fired = of(found, nr.ShotFired, FED)
        assert len(fired) == 2
        return [{m.name: m.amount for m in each.rulings[0].modifiers} for each in fired]

    anchored = told("drop", ahead(0), ahead(0))
    assert [each.get("anchored") for each in anchored] == [2, 2]
    assert not any("stopped" in each for each in anchored)
    stops = told("", ahead(6), ahead(0))
    assert [each.get("stopped") for each in stops] == [None, 3]
    starts = told("", ahead(0), ahead(4))
    assert [each.get("stopped") for each in starts] == [3, None]


@pytest.mark.rule("ACW-MOVE-11", "ACW-CREW-06", "ACW-CREW-12")
def test_a_square_sent_aloft_in_step_eight_is_one_sail_change_in_the_turn_after() -> None:
    battle = begun()
    play(battle, until="orders")
    assert refused(battle, ahead(8, "both")).rule == "ACW-CREW-06"
    play(battle, stations={CON: {"sails": 1}})
    play(battle, until="orders")
    assert refused(battle, ahead(8, "both"), ahead(8, "sail")).rule == "ACW-CREW-06"
    found = play(
        battle, orders={CON: (ahead(6), ahead(6, "both"))}, stations={CON: {"sails": 2, "guns": ("VB1",)}}
    )
    changed = ["ACW-MOVE-11" in set(move.cited()) for move in of(found, nr.ShipMoved, CON)]
    assert (changed, ship(battle, CON).power) == ([False, True], "both")
    play(battle, orders={CON: (ahead(6, "sail"), ahead(6))})
    assert ship(battle, CON).power == "steam"
