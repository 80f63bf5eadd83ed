"""What the strategies draw is valid, and `from_type` knows them without being told."""

from __future__ import annotations

import json
import math
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs
import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, assume, given, settings

import navalrules as nr
from navalrules.files import Reader
from navalrules.scenario import FORMAT
from navalrules.testing import strategies

RULESETS = ("civilwar", "mumford", "ratings")
few = settings(max_examples=12, suppress_health_check=list(HealthCheck))
many = settings(suppress_health_check=list(HealthCheck))


@many
@given(strategies.plans())
def test_a_plan_is_written_and_read_again(plan: nr.ShipPlan) -> None:
    data = json.loads(json.dumps(plan.as_data()))
    assert nr.ShipPlan.from_reader(Reader(data, "plan.json")) == plan


@few
@given(strategies.scenarios())
def test_a_scenario_of_made_up_ships_is_written_and_read_again(scenario: nr.Scenario) -> None:
    data = json.loads(json.dumps(scenario.as_data()))
    read = nr.Scenario.from_reader(Reader.within(data, FORMAT, "scenario.json"))
    assert read == scenario


@few
@given(st.data(), st.sampled_from(RULESETS))
def test_a_variation_of_a_ruleset_s_own_scenario_can_be_fought(data: st.DataObject, ruleset: str) -> None:
    scenario = data.draw(strategies.scenarios(ruleset))
    battle = nr.Battle.begin(scenario, ruleset)
    assert {ship.side for ship in battle.state.ships.values()} == {side.name for side in scenario.sides}
    battle.run({}, max_turns=1)


@few
@given(strategies.scenarios("mumford"))
def test_ships_of_a_scenario_have_room(scenario: nr.Scenario) -> None:
    places = [(each.pose.x, each.pose.y) for each in scenario.entrants]
    apart = [math.dist(one, other) for one in places for other in places if one != other]
    assert min(apart) >= strategies.APART - 1e-6


@few
@given(strategies.scenarios("mumford"))
def test_a_variation_lies_elsewhere_than_its_scenario(scenario: nr.Scenario) -> None:
    own = {each.id: each.pose for each in nr.scenario(scenario.id).entrants}
    assert {each.pose for each in scenario.entrants}.isdisjoint(own.values())


@many
@given(strategies.poses(100.0), strategies.winds())
def test_poses_and_winds_lie_within_their_bounds(pose: nr.Pose, wind: nr.Wind) -> None:
    assert abs(pose.x) <= 100 >= abs(pose.y)
    assert 0 <= pose.heading < 360 > wind.from_bearing >= 0


@many
@given(st.data(), st.integers(0, 300))
def test_a_fleet_spends_its_points(data: st.DataObject, points: int) -> None:
    library = nr.ship_library()
    pool = [library[name] for name in list(library)[:12]]
    fleet = data.draw(strategies.fleets(points, pool))
    spent = sum(strategies.guns_rated(plan) for plan in fleet)
    left = points - spent
    assert left >= 0
    assert len(fleet) == 100 or left < min(map(strategies.guns_rated, pool))


@many
@given(strategies.fleets(10, cost=lambda plan: 3))
def test_a_fleet_is_priced_as_it_is_told(fleet: list[nr.ShipPlan]) -> None:
    assert len(fleet) == 3


@few
@given(strategies.battles())
def test_a_battle_is_at_rest_and_can_be_saved(battle: nr.Battle) -> None:
    before = battle.state.copy()
    battle.advance()
    assert battle.state == before
    with TemporaryDirectory() as folder:
        nr.save(battle, Path(folder) / "fight.json")
        assert nr.load(Path(folder) / "fight.json").state == before


@few
@given(st.data(), strategies.battles(varied=False))
def test_an_order_is_legal_where_it_was_drawn_for(data: st.DataObject, battle: nr.Battle) -> None:
    assume(battle.requests)
    battle.submit(data.draw(strategies.orders(battle)))


@few
@given(strategies.ships("ratings"))
def test_a_ship_is_of_the_ruleset_s_own_kind(ship: nr.Ship) -> None:
    rules = nr.ruleset("ratings")
    assert type(ship) is rules.ship_type
    assert rules.strength(ship)


def test_a_battle_that_is_over_has_no_order() -> None:
    battle = nr.Battle.begin(nr.scenario("kearsarge-alabama-1864"), seed=1)
    battle.run({})
    assert strategies.orders(battle).is_empty


KINDS = (nr.Battery, nr.Battle, nr.Entrant, nr.Order, nr.Pose, nr.Scenario, nr.Ship, nr.ShipPlan, nr.Wind)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@settings(max_examples=3, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_from_type_knows_it(kind: type, data: st.DataObject) -> None:
    assert isinstance(data.draw(st.from_type(kind)), kind)


@attrs.frozen
class Weather:
    wind: nr.Wind
    ship: nr.ShipPlan


@few
@given(st.from_type(Weather))
def test_from_type_finds_ours_within_a_stranger_s_class(weather: Weather) -> None:
    data = weather.ship.as_data()
    assert nr.ShipPlan.from_reader(Reader(json.loads(json.dumps(data)), "plan.json")) == weather.ship
