"""ACW-TURN in whole turns: the two circles run round, carried travel, held helms."""

from __future__ import annotations

import attrs
import pytest
from deck import CON, FED, LEDGER, ship
from played import ahead, begun, cited, of, play

import navalrules as nr
from navalrules_civilwar.orders import Half

STEAMER = attrs.evolve(LEDGER["css-tallahassee"], sail=None, both=None, masts=0)
SAILER = attrs.evolve(LEDGER["css-alabama"], year=1863, steam=None, both=None, drive="", boilers=0)


def turned(found: list[nr.Event], name: str = CON) -> list[float]:
    return [move.turned for move in of(found, nr.ShipMoved, name)]


def helm(side: str, speed: float, power: str = "steam") -> Half:
    return ahead(speed, power, (side, speed / 2))


@pytest.mark.rule("ACW-TURN-01", "ACW-TURN-02", "ACW-TURN-03", "ACW-TURN-04", "ACW-TURN-05")
@pytest.mark.parametrize(
    ("plan", "knots", "power", "turns"),
    [(STEAMER, 8, "steam", 2), ("css-alabama", 8, "steam", 6), (SAILER, 8, "sail", 6)],
    ids=["1 inch", "3 inches under steam", "3 inches under sail"],
)
def test_a_whole_circle_is_sixteen_notches(
    plan: str | nr.ShipPlan, knots: float, power: str, turns: int
) -> None:
    """Sixteen notches: 16 inches at one inch a notch, 48 at three; she comes back to where she began."""
    battle = begun(confederate=plan, speed=8.0, con=(200, 0, 0))
    found: list[nr.Event] = []
    for _ in range(turns):
        found += play(battle, orders={CON: helm("starboard", knots, power)})
    assert sum(turned(found)) == 360
    assert max(turned(found)) == (90 if turns == 2 else 45)
    end = ship(battle, CON).pose
    assert end is not None
    assert (end.x, end.y) == pytest.approx((200, 0), abs=1e-6)
    assert end.heading == 0
    assert {"ACW-TURN-01", "ACW-TURN-02", "ACW-TURN-05", "ACW-TURN-06"} <= cited(of(found, nr.ShipMoved, CON))
    width = max(pose.x for move in of(found, nr.ShipMoved, CON) for pose in move.track) - 200
    assert round(width, 1) == (5.0 if turns == 2 else 15.1)


@pytest.mark.rule("ACW-TURN-05", "ACW-TURN-06", "ACW-EX-21")
def test_move_one_interval_then_turn_one_notch() -> None:
    battle = begun(confederate=STEAMER, speed=4.0)
    found = play(battle, orders={CON: (ahead(4, "steam", ("straight", 0.5), ("port", 1.5)), ahead(4))})
    first, _ = of(found, nr.ShipMoved, CON)
    assert first.track == (
        nr.Pose(20.0, 0.0, 0.0),
        nr.Pose(20.0, 0.5, 0.0),
        nr.Pose(20.0, 1.5, 337.5),
        first.track[-1],
    )
    assert (first.turned, first.track[-1].heading) == (-22.5, 337.5)


@pytest.mark.rule("ACW-TURN-06")
def test_travel_left_over_lasts_from_turn_to_turn_on_one_helm_only() -> None:
    battle = begun()
    # 2 inches a half-move at 4 knots, a notch for each 3: the first comes an inch into the second half.
    assert turned(play(battle, orders={CON: helm("port", 4)})) == [0, -22.5]
    assert ship(battle, CON).carry == 1
    assert turned(play(battle, orders={CON: helm("port", 4)})) == [-22.5, 0]
    assert ship(battle, CON).carry == 2
    assert turned(play(battle, orders={CON: helm("starboard", 4)})) == [0, 22.5]
    assert turned(play(battle, orders={CON: (ahead(4), helm("starboard", 4))})) == [0, 0]
    assert ship(battle, CON).carry == 2


@pytest.mark.rule("ACW-TURN-08", "ACW-TURN-06")
def test_a_ship_that_stops_does_not_turn_and_keeps_her_helm() -> None:
    battle = begun()
    assert turned(play(battle, orders={CON: (helm("port", 4), ahead(0))})) == [0, 0]
    assert ship(battle, CON).pose == nr.Pose(20.0, 2.0, 0.0)
    assert turned(play(battle, orders={CON: (ahead(0), helm("port", 2))})) == [0, -22.5]


@pytest.mark.rule("ACW-TURN-08", "ACW-CRIT-05")
def test_nor_does_a_fallen_mast_turn_her_while_she_lies_still() -> None:
    dice = nr.Scripted(to_hit=[20], place_struck=[16], mast=[6], mast_falls=[4])
    battle = begun(dice)
    found = play(battle, orders={CON: (ahead(6), ahead(0))}, fire_first={FED: [("S1", CON)]})
    first, second = of(found, nr.ShipMoved, CON)
    assert (first.turned, second.turned) == (0, 0)
    assert "ACW-TURN-08" in set(second.cited())
    found = play(battle, orders={CON: ahead(4)})
    assert turned(found) == [22.5, 22.5]
    dice.finish()
