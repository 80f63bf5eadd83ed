"""Trafalgar to the end, and one broadside."""

from __future__ import annotations

from typing import Any

from duels import Duels

import navalrules as nr
from navalrules_mumford.lookout import Lookout
from navalrules_mumford.sequence import FifthPhase
from navalrules_mumford.ship import MumfordShip

TRAFALGAR = Duels("trafalgar-1805", "mumford")
SEED = 21


def test_trafalgar_rules_alone(calibrated: Any) -> None:
    battle = TRAFALGAR.fought(SEED)
    calibrated.row("Trafalgar entire, the rules' time, log kept", 3, 3)
    play = calibrated.pedantic(TRAFALGAR.given, args=(SEED, battle.answers), rounds=3, warmup_rounds=1)
    assert play.state == battle.state


def test_trafalgar_with_captains(calibrated: Any) -> None:
    calibrated.row("Trafalgar entire with the captains' thinking", 6, 6)
    assert calibrated.pedantic(TRAFALGAR.fought, args=(SEED,), rounds=3).over


def test_one_broadside(calibrated: Any) -> None:
    """A broadside of 15 dice and a half, raking, with its damage and the morale of the fifth."""
    battle = nr.Battle.begin(nr.scenario("mumford-duel-74"), "mumford", 3)
    ship, target = battle.state.ships.values()
    victory = nr.Battle.begin(nr.scenario("trafalgar-reduced-1805"), "mumford").ship("victory")
    assert isinstance(ship, MumfordShip)
    assert isinstance(target, MumfordShip)
    assert isinstance(victory, MumfordShip)
    ship.record = target.record = victory.record
    ship.pose, target.pose = nr.Pose(0.0, 0.0, 0.0), nr.Pose(4.0, 0.0, 90.0)
    target.mounts = ()
    start = battle.state.copy()
    phase = FifthPhase("fifth_1", 1, Lookout())

    def prepared() -> tuple[tuple[nr.Battle], dict[str, Any]]:
        battle._restore(start.copy())
        battle.dice.begin_step(1)
        return (battle,), {}

    calibrated.row("a broadside of 15 dice: rake, damage, morale", 100e-6, 100e-6)
    calibrated.pedantic(phase.run, setup=prepared, rounds=1000)
    assert any(event.tag == "discharge" for event in battle.log)
