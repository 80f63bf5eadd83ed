"""The parts that every ruleset uses: dice, modifiers, house-rule points, exact sums."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

import navalrules as nr
from navalrules.dice import total_ways
from navalrules.ruleset import Bound

RULES = tuple(f"ACW-GUN-{number:02}" for number in range(1, 13))
TWELVE = tuple(nr.Modifier("range", 1, rule) for rule in RULES)
HITS = nr.Lookup(6, ((3, "miss"), (5, "hit"), (6, "six")))
PLACES = nr.Lookup(100, ((30, "a"), (60, "b"), (100, "c")))


@pytest.fixture
def dice() -> nr.Seeded:
    dice = nr.Seeded(1)
    dice.begin_step(1)
    return dice


def many(calibrated: Any, play: Any, iterations: int = 200) -> Any:
    return calibrated.pedantic(play, rounds=1000, iterations=iterations)


def test_one_d6(calibrated: Any, dice: nr.Seeded) -> None:
    calibrated.row("one d6", 100e-9, 65e-9)
    assert 1 <= many(calibrated, partial(dice.d6, "ship", "purpose")).value <= 6


def test_die_of_a_pool(calibrated: Any, dice: nr.Seeded) -> None:
    calibrated.row("one die in a pool of 60", 50e-9, 25e-9, each=60)
    assert sum(many(calibrated, partial(dice.pool, 60, HITS, "ship", "purpose"), 20).value) == 60


def test_hundred_sided_lookups(calibrated: Any, dice: nr.Seeded) -> None:
    def thousand() -> nr.Roll | None:
        roll = None
        for _ in range(1000):
            roll = dice.lookup(PLACES, "ship", "purpose")
        return roll

    calibrated.row("1,000 d100 look-ups", 150e-6, 80e-6)
    assert calibrated.pedantic(thousand, rounds=200).value in ("a", "b", "c")


def test_chain_of_twelve_modifiers(calibrated: Any) -> None:
    def chain() -> nr.Ruling:
        modifiers = tuple([TWELVE[index] for index in range(12)])
        total = sum([modifier.amount for modifier in modifiers])
        return nr.Ruling("ACW-GUN-01", True, None, 12, modifiers, total)

    calibrated.row("chain of 12 modifiers with reasons", 2e-6, 1e-6)
    assert many(calibrated, chain, 50).total == 12


def test_point_where_nobody_joined(calibrated: Any) -> None:
    """A thousand look-ups and calls, less the calls alone."""

    def ruled() -> None:
        """A ruling that does nothing."""

    point = nr.ruling("ACW-GUN-01")(ruled)
    bound = Bound([point], [])

    def through() -> None:
        for _ in range(1000):
            bound[point]()

    calibrated.row("point where house rules may join, nobody there", 100e-9, 30e-9, each=1000)
    calibrated.pedantic(through, rounds=200)


def test_exact_sum_of_fifteen_dice(calibrated: Any) -> None:
    calibrated.row("exact sum of 15 dice", 30e-6, 8e-6)
    ways = calibrated.pedantic(total_ways.__wrapped__, args=(15, 6), rounds=300)
    assert sum(number for _, number in ways) == 6**15


@pytest.mark.parametrize(("number", "floor", "goal"), [(10, 10e-3, 2e-3), (15, 60e-3, 15e-3)])
def test_exact_outcome_of_one_attack(calibrated: Any, number: int, floor: float, goal: float) -> None:
    """A party of so many squares against a fire: the real rule, every way its pool can fall."""
    from navalrules.dice import _pool_ways
    from navalrules_civilwar.status import fight_fire

    battle = nr.Battle.begin(nr.scenario("kearsarge-alabama-1864"))
    ship: Any = battle.ship("kearsarge")

    def outcome(dice: nr.Dice) -> bool:
        battle.dice = dice
        return bool(fight_fire(battle, ship, number, 1, 0).outcome)

    def weighed() -> Any:
        _pool_ways.cache_clear()
        return nr.weigh(outcome)

    calibrated.row(f"exact outcome of one attack, {number} dice", floor, goal)
    odds = calibrated.pedantic(weighed, rounds=50)
    assert sum(odds.values()) == 1


def test_hits_with_pairs_of_sixes(calibrated: Any) -> None:
    """Hits (a six counts two) and pairs of sixes of fifteen dice: in how many ways each can fall."""
    from navalrules.dice import _pool_ways

    def jointly() -> dict[tuple[int, int], int]:
        _pool_ways.cache_clear()
        found: dict[tuple[int, int], int] = {}
        for (_, hits, sixes), ways in _pool_ways(15, (3, 2, 1)):
            key = (hits + 2 * sixes, sixes // 2)
            found[key] = found.get(key, 0) + ways
        return found

    calibrated.row("exact hits of 15 dice, jointly with pairs of sixes", 200e-6, 60e-6)
    assert sum(calibrated.pedantic(jointly, rounds=200).values()) == 6**15
