"""Ramming, with dice that fall as the test says."""

import pytest
from navalrules_galleys.ramming import blow, close_ahead

import navalrules as nr


@pytest.fixture
def tables() -> nr.Tables:
    return nr.ruleset("galleys").tables


@pytest.mark.rule("GAL-RAM-01", "GAL-RAM-06")
@pytest.mark.parametrize(
    ("far", "bearing", "can"),
    [(1.5, 0, True), (1.6, 0, False), (1, 50, True), (1, 51, False), (1, 310, True)],
)
def test_she_rams_what_is_close_before_her_bow(
    tables: nr.Tables, far: float, bearing: float, can: bool
) -> None:
    assert close_ahead(tables, nr.Sighting(far, bearing, 0.0)) is can


@pytest.mark.rule("GAL-RAM-03", "GAL-RAM-06")
@pytest.mark.parametrize(("aspect", "broken"), [(0, 1), (50, 1), (51, 3), (90, 3), (270, 3), (180, 1)])
def test_a_blow_from_abeam_breaks_more(tables: nr.Tables, aspect: float, broken: int) -> None:
    assert blow(tables, nr.Sighting(1.0, 0.0, aspect)) == broken


def bows_on(face: int, **rules: bool) -> nr.Battle:
    """Two galleys that have rowed up to each other, and the dice that both throw."""
    battle = nr.Battle.begin(nr.scenario("lake-duel"), dice=nr.Scripted(*[face] * 4), rules=rules)
    for number, ship in enumerate(battle.state.ships.values()):
        ship.pose = nr.Pose(0.0, number * 0.5, 180.0 if ship.side == "Red" else 0.0)
    for request in battle.requests:
        battle.submit(next(order for order in request.options() or () if order.lengths == 0))
    battle.advance()
    return battle


@pytest.mark.rule("GAL-RAM-02")
@pytest.mark.parametrize(("face", "rules", "hits"), [(3, {}, 0), (4, {}, 4), (3, {"bronze_rams": True}, 4)])
def test_a_four_rams_and_with_bronze_a_three(face: int, rules: dict[str, bool], hits: int) -> None:
    battle = bows_on(face, **rules)
    assert sum(bool(event.changes) for event in battle.log if event.tag == "ship_hurt") == hits
