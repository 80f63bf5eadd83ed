"""With the log off nothing is made out for it; the battle goes the same way, and who listens hears it all."""

from __future__ import annotations

from typing import Any

import pytest

import navalrules as nr
from log_off import check_all_is_heard, check_same_without_log, fought
from navalrules.ruleset import HouseRule

ALL = {rule.name: True for rule in nr.ruleset("btq").house_rules}
FOUGHT = [
    (scenario, seed)
    for scenario in ("btq-frigate-duel", "btq-yardarm-to-yardarm", "btq-two-against-two")
    for seed in (1, 2, 3, 4)
]


@pytest.mark.parametrize(("name", "seed"), FOUGHT)
def test_the_log_changes_nothing(name: str, seed: int) -> None:
    check_same_without_log(fought(name, "btq", seed, ALL if seed > 2 else None))


@pytest.mark.parametrize(("name", "seed"), FOUGHT)
def test_who_listens_hears_all_that_a_log_would_hold(name: str, seed: int) -> None:
    check_all_is_heard(fought(name, "btq", seed, ALL if seed > 2 else None))


def test_a_house_rule_is_given_the_ruling_of_a_broadside_with_the_log_off_too() -> None:
    given: dict[bool, list[nr.Ruling]] = {True: [], False: []}

    def halved(result: tuple[int, list[nr.Ruling]], *_: Any) -> tuple[int, list[nr.Ruling]]:
        total, rulings = result
        given[record].append(rulings[-1])
        return total // 2, rulings

    scenario = nr.scenario("btq-frigate-duel")
    rule = HouseRule(name="halved", ruleset="btq", act=halved, follows="BTQ-GUN-04", default=True)
    loud = nr.Battle.begin(scenario, "btq", 1, house_rules=[rule])
    captain, record = nr.captains.CloseAction(), False
    orders = {side.name: captain for side in scenario.sides}
    loud.run(orders, max_turns=8)
    states = []
    for record in (True, False):
        given[record].clear()
        battle = nr.Battle.begin(scenario, "btq", 1, house_rules=[rule], record=record)
        for order in loud.answers:
            battle.replay_answer(order)
        states.append(repr(battle.state))
    assert states[0] == states[1]
    assert given[True] == given[False]
    assert {ruled.rule for ruled in given[True]} == {"BTQ-GUN-04"}
