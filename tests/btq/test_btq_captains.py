"""The captains: whom they beat, what they seek, and that they come to an end of it."""

from __future__ import annotations

from collections import Counter

import pytest
from btq_table import BLUE, RED, RULES, ahead, altered, begin, entrant, events, sailed, ship

import navalrules as nr
from navalrules_btq.captain import CloseAction, arc_at, nearest, tells
from navalrules_btq.events import Broadside
from navalrules_btq.orders import Sail

DUEL = nr.scenario("btq-frigate-duel")


def fought(scenario: nr.Scenario, seed: int, *captains: nr.Captain) -> nr.Battle:
    battle = nr.Battle.begin(scenario, "btq", seed)
    battle.run({side.name: captain for side, captain in zip(scenario.sides, captains, strict=True)})
    return battle


def test_the_default_captain_beats_the_random_one_in_nine_of_ten_paired_games() -> None:
    won = Counter[str]()
    for seed in range(1, 101):
        for place in (0, 1):
            pair: list[nr.Captain] = [nr.captains.CloseAction(), nr.captains.Random(seed)]
            winner = fought(DUEL, seed, *(pair[::-1] if place else pair)).result.winner
            won["" if not winner else "close_action" if winner == DUEL.sides[place].name else "random"] += 1
    assert won["close_action"] >= 180, won


@pytest.mark.parametrize("name", ["shannon-chesapeake-1813", "constitution-guerriere-1812"])
def test_battles_of_history_end_in_a_decision_or_at_the_turn_limit(name: str) -> None:
    scenario = nr.scenario(name)
    for seed in range(1, 31):
        result = fought(scenario, seed, CloseAction(), CloseAction()).result
        assert result.over
        assert result.winner or result.why in ("mutual", "turn limit")


def test_close_action_seeks_a_rake() -> None:
    # Blue lies stopped with her stern to the north-west: he crosses it.
    ships = entrant("red", RED, -150, 160, "E"), entrant("blue", BLUE, 0, 0, "S")
    battle = begin(*ships, rules={"reduced_crew_damage": True})
    altered(battle, "blue", dismasted=True)
    for _ in range(2):
        for request in battle.requests:
            battle.submit(CloseAction()(battle, request) if request.ship == "red" else request.default)
        battle.advance()
    assert [each.rake for each in events(battle, Broadside, "red")] == ["stern"]


def test_cautious_aims_high_and_keeps_his_distance() -> None:
    ranges, first = [], Counter[tuple[str, str]]()
    for seed in range(1, 9):
        shots = events(fought(DUEL, seed, nr.captains.Cautious(), nr.captains.Cautious()), Broadside)
        ranges += [shot.range for shot in shots]
        first[shots[0].shot, shots[0].aim] += 1
    assert {aim for _, aim in first} == {"rigging"}
    assert sum(ranges) / len(ranges) > 200


def test_he_declares_beating_and_tacks_when_that_is_worth_it() -> None:
    red = entrant("red", RED, 0, 0, "NEbE", type="schooner", rate=None, rig="schooner", sails=4, masts=2)
    battle = begin(red, entrant("blue", BLUE, -1500, 900, "W"), strength="fresh_breeze")
    request = next(each for each in battle.requests if each.ship == "red")
    assert getattr(CloseAction()(battle, request), "beat", False)
    altered(battle, "red", beat=True, last_move=100.0)
    request = next(each for each in battle.requests if each.ship == "red")
    assert getattr(CloseAction()(battle, request), "tack", False)


def test_he_keeps_out_of_irons() -> None:
    battle = begin(entrant("red", RED, 0, 0, "ENE"), entrant("blue", BLUE, 0, 9000, "W"))
    for _ in range(6):
        request = next(each for each in battle.requests if each.ship == "red")
        battle.submit(CloseAction()(battle, request))
        other = next(each for each in battle.requests if each.ship == "blue")
        battle.submit(other.default)
        battle.advance()
    assert not ship(battle, "red").irons


def test_out_of_gunshot_he_sets_full_sail() -> None:
    battle = begin(entrant("red", RED, 0, 0, "E"), entrant("blue", BLUE, 0, -5000, "W"))
    request = next(each for each in battle.requests if each.ship == "red")
    order = CloseAction()(battle, request)
    assert isinstance(order, Sail)
    assert order.canvas == "full"


def test_the_nearest_enemy_that_fights() -> None:
    third = entrant("third", BLUE, 0, -400, "W")
    battle = begin(entrant("red", RED, 0, 0, "E"), entrant("blue", BLUE, 0, -600, "W"), third)
    found = nearest(battle, ship(battle, "red"))
    assert found is not None
    assert found.id == "third"
    altered(battle, "third", status=nr.STRUCK)
    found = nearest(battle, ship(battle, "red"))
    assert found is not None
    assert found.id == "blue"
    sailed(battle, "red", ahead(10))


def test_what_he_reckons_with() -> None:
    assert [arc_at(angle) for angle in (0, 90, 180, 270)] == ["bow", "starboard", "stern", "port"]
    assert [tells(range_) for range_ in (20, 100, 400, 600, 1500)] == [1.0, 0.63, 0.27, 0.2, 0.03]
    assert set(RULES.captains) == {"close_action", "cautious"}
