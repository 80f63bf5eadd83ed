"""What the game is about, seen from play: scenarios, the kit, fleets of many ships, points to match sides."""

from __future__ import annotations

import math

import pytest
from sea import INCH, LIBRARY, RULES, entrant, made, of, sea

import navalrules as nr
from navalrules_mumford.events import Discharge
from navalrules_mumford.motion import arc
from navalrules_mumford.points import points
from navalrules_mumford.ship import MumfordShip

OURS = ("mumford-duel-74", "mumford-squadrons", "mumford-harbour")


def fought(name: str, seed: int, most: int = 1000) -> nr.Battle:
    scenario = nr.scenario(name)
    battle = nr.Battle.begin(scenario, "mumford", seed)
    make = RULES.captains["close_action"]
    battle.run({side.name: make() for side in scenario.sides}, max_turns=most)
    return battle


@pytest.mark.rule("MUM-PREP-01", "MUM-PREP-02")
@pytest.mark.parametrize("name", OURS)
def test_our_scenarios_are_fought_to_an_end(name: str) -> None:
    battle = fought(name, 5)
    assert battle.over
    shots = of(battle.log, Discharge)
    assert shots
    assert all(shot.range <= 36 for shot in shots)


@pytest.mark.rule("MUM-PREP-01", "MUM-CMD-01")
@pytest.mark.parametrize(
    ("name", "ships", "line"),
    [("trafalgar-1805", 60, 60), ("trafalgar-reduced-1805", 8, 8), ("shannon", 2, 0)],
)
def test_scenarios_of_the_core_put_to_sea(name: str, ships: int, line: int) -> None:
    battle = nr.Battle.begin(nr.scenario(name), "mumford", 1)
    fleet = [ship for ship in battle.state.ships.values() if isinstance(ship, MumfordShip)]
    assert (len(fleet), sum(ship.line for ship in fleet)) == (ships, line)
    if line:
        assert sorted(ship.rank for ship in fleet if ship.rank == "fleet") == ["fleet", "fleet"]
        assert all(ship.squadron for ship in fleet)


@pytest.mark.rule("MUM-PREP-01")
def test_models_at_1_to_600_are_fifty_feet_to_the_inch() -> None:
    assert RULES.metres == INCH == pytest.approx(50 * 0.3048)


@pytest.mark.rule("MUM-PREP-03")
def test_the_dice_on_the_table_are_six_sided_ten_sided_and_average() -> None:
    sides = {
        ruled.roll.sides
        for seed in (1, 2)
        for event in fought("mumford-harbour", seed, 12).log
        for ruled in event.rulings
        if ruled.roll is not None and ruled.roll.faces
    }
    assert sides == {6, 10}


@pytest.mark.rule("MUM-CMD-05", "MUM-CMD-03")
def test_batteries_stand_apart_from_the_command_afloat() -> None:
    battle = nr.Battle.begin(nr.scenario("mumford-harbour"), "mumford", 1)
    forts = [ship for ship in battle.state.ships.values() if isinstance(ship, MumfordShip) and ship.ashore]
    assert {(ship.rank, ship.squadron, ship.follows) for ship in forts} == {("", "", False)}
    three = nr.Battle.begin(nr.scenario("mumford-squadrons"), "mumford", 1)
    squadrons = [getattr(ship, "squadron", "") for ship in three.state.ships.values()]
    assert {name: squadrons.count(name) for name in sorted(set(squadrons))} == {"blue": 3, "first": 3}


@pytest.mark.rule("MUM-MOVE-08", "MUM-MOVE-07")
def test_the_edge_of_the_disc_is_measured_in_inches() -> None:
    assert arc("port", 360, RULES.tables["sailing"].number("radius")).distance == pytest.approx(6 * math.pi)


@pytest.mark.rule("MUM-PTS-03", "MUM-PTS-01")
def test_points_match_two_sides() -> None:
    def worth(side: str) -> int:
        ships = nr.Battle.begin(nr.scenario("mumford-duel-74"), "mumford", 1).state.ships.values()
        return sum(
            points(ship, RULES.tables)
            for ship in ships
            if isinstance(ship, MumfordShip) and ship.side == side
        )

    assert (worth("British"), worth("French")) == (2608, 2978)
    sheet = RULES.sheet(made("british-74-3rd-rate"))
    assert sheet["points"] == 2608


@pytest.mark.rule("MUM-CARD-01", "MUM-CARD-02", "MUM-CARD-03", "MUM-LAID-01")
def test_the_sheet_is_the_card() -> None:
    sheet = RULES.sheet(made("british-74-3rd-rate"))
    wanted = {
        "name",
        "speed_grade",
        "captain",
        "staff",
        "boats",
        "crew",
        "morale",
        "each_mast",
        "battery",
        "fires",
    }
    assert wanted | {"hull_hits"} <= sheet.keys()
    assert (sheet["crew"], sheet["boats"], sheet["each_mast"]) == (
        *([600, 600], [6, 6]),
        [[100, 100], [120, 120], [80, 80]],
    )
    fort = RULES.sheet(made("battery-6x24"))
    assert (fort["crew"], fort["battery"][0]["lbs"], fort["kind"]) == ([75, 75], [144, 144], "battery")


@pytest.mark.rule("MUM-FIRE-24", "MUM-CMD-05")
def test_a_fleet_of_many_nations_is_one_side() -> None:
    dutch = entrant("dutch", "dutch-74-3rd-rate", "French", (40, 0, 0))
    battle = sea(more=[dutch])
    assert {ship.side for ship in battle.state.ships.values()} == {"British", "French"}
    assert LIBRARY["dutch-74-3rd-rate"].nation == "Netherlands"
