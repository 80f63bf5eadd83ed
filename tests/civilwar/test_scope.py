"""ACW-SCOPE: what the game is about, seen from play."""

from __future__ import annotations

import attrs
import pytest
from deck import CON, FED, LEDGER, RULES, alter, at, defaults, duel, entrant, events, fire, ship

import navalrules as nr
from navalrules_civilwar.orders import Stations


@pytest.mark.rule("ACW-SCOPE-01")
def test_kearsarge_fights_alabama_to_an_end() -> None:
    battle = duel(nr.Seeded(3))
    captains = {side: RULES.captains["close_action"]() for side in ("Federal", "Confederate")}
    result = battle.run(captains)
    assert result.over
    assert {ship.name for ship in battle.state.ships.values()} == {"CSS Alabama", "USS Kearsarge"}
    assert events(battle, nr.ShotFired, FED)
    assert events(battle, nr.ShotFired, CON)


@pytest.mark.rule("ACW-SCOPE-01")
def test_a_sailing_ship_of_an_older_war_is_no_subject() -> None:
    older = attrs.evolve(LEDGER["css-alabama"], id="hms-made-up", year=1805, steam=None, both=None, boilers=0)
    with pytest.raises(nr.EnrolmentError, match="1805"):
        duel(confederate=older)


@pytest.mark.rule("ACW-SCOPE-02")
def test_one_model_is_one_ship() -> None:
    sister = entrant("sister", LEDGER["css-alabama"], "Confederate", (60, 60, 0))
    battle = duel(nr.Scripted(to_hit=[20], place_struck=[8]), more=[sister])
    assert sorted(battle.state.ships) == [CON, FED, "sister"]
    assert ship(battle, "sister").pose == nr.Pose(60.0, 60.0, 0.0)
    fire(battle, fed=[("S1", CON)])
    assert (ship(battle, CON).hull, ship(battle, "sister").hull) == (20, 21)


@pytest.mark.rule("ACW-SCOPE-03")
def test_pumps_fires_and_wreckage_leave_guns_short_and_hits_leave_engines_short() -> None:
    def manned(**harm: object) -> tuple[int, int]:
        battle = duel()
        alter(battle, CON, **harm)
        at(battle, "stations")
        defaults(battle, Stations.kind)
        battle.advance()
        return sum(ship(battle, CON).at_guns), ship(battle, CON).at_boilers

    trouble = {"waterline": 8, "fires": (1,), "at_fires": (0,), "wrecks": (("port", 0),)}
    assert manned() == (8, 4)
    assert manned(waterline=8, wrecks=(("port", 0),)) == (7, 4)
    assert manned(crew=9) == (4, 4)
    assert manned(crew=9, waterline=8, wrecks=(("port", 0),)) == (2, 4)
    assert manned(crew=4, waterline=8) == (0, 2)
    battle = duel()
    alter(battle, CON, **trouble)
    at(battle, "stations")
    defaults(battle, Stations.kind)
    battle.dice = nr.Scripted(fire_1=[6])
    battle.advance()
    busy = ship(battle, CON)
    assert (busy.at_pumps, busy.at_wrecks, sum(busy.at_guns), busy.at_boilers) == (1, 1, 6, 4)


@pytest.mark.rule("ACW-SCOPE-04")
@pytest.mark.parametrize("side", ["Spanish", "federal", ""])
def test_there_are_two_sides_federal_and_confederate(side: str) -> None:
    battle = duel()
    assert [each.name for each in battle.scenario.sides] == ["Federal", "Confederate"]
    stranger = entrant("stranger", LEDGER["css-georgia"], side, (50, 50, 0))
    with pytest.raises(nr.EnrolmentError, match="the sides are Federal and Confederate"):
        duel(more=[stranger])
