"""A broadside weighed by the code that plays it: exact odds, and play that agrees with them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from gun_deck import guns, meet, ship, shot

import navalrules as nr
from navalrules_btq import gunnery
from navalrules_btq.aiming import Spent, load
from navalrules_btq.gunnery import Discharge

THREE = guns(long_18=28, long_12=4, carronade_32=14)


def ready(range_: float, how: dict[str, Any], **fields: Any) -> tuple[nr.Battle, Discharge]:
    """A battle at its fire step and red's starboard broadside, loaded."""
    battle = meet(
        range_, aspect=fields.pop("aspect", 90.0), batteries=fields.pop("batteries", THREE), **fields
    )
    found = load(battle, ship(battle), shot(**how), Spent())
    assert isinstance(found, Discharge)
    return battle, found


def odds(battle: nr.Battle, discharge: Discharge, what: str = "total") -> dict[int, Fraction]:
    """The exact distribution of one figure of a salvo."""

    def play(dice: nr.Dice) -> int:
        figure: int = getattr(gunnery.salvo(battle.bound, battle.lore.ordnance, dice, discharge), what)
        return figure

    return nr.weigh(play)


def mean(ways: dict[int, Fraction]) -> Fraction:
    """The mean of a distribution."""
    return sum((value * chance for value, chance in ways.items()), Fraction(0))


@pytest.mark.rule("BTQ-GUN-03", "BTQ-GUN-05", "BTQ-GUN-21")
def test_three_batteries_of_a_broadside_are_weighed_exactly() -> None:
    battle, discharge = ready(
        150, {"aim": "rigging"}, change=lambda mine: setattr(mine, "initial_used", (True, True))
    )
    ways = odds(battle, discharge)
    assert sum(ways.values()) == 1
    # Long guns at Close, 14 x 18 and 2 x 12, D from 14 to 100; carronades at Medium, 7 x 32 x 0.54.
    close = Fraction(sum(min(face + 13, 100) for face in range(1, 101)), 10_000)
    plain = Fraction(sum(range(1, 101)), 10_000)
    assert abs(mean(ways) - (276 * close + Fraction(54, 100) * 224 * plain)) < Fraction(1, 20)
    assert max(ways) == 397  # 276 + 120.96
    assert min(ways) == 40  # 0.14 x 276 + 0.01 x 120.96 is 39.85


def test_point_blank_is_certain() -> None:
    battle, discharge = ready(20, {"aim": "rigging"})
    assert odds(battle, discharge) == {14 * 18 + 2 * 12 + 7 * 32: Fraction(1)}


@pytest.mark.rule("BTQ-GUN-29", "BTQ-GUN-30")
def test_what_a_broadside_at_the_hull_loses_to_the_rigging() -> None:
    """At Long 30 % of broadsides go high, and half of their damage (50.5 %) with them."""
    battle, discharge = ready(600, {}, batteries=guns(long_18=4))
    hull, all_of_it = mean(odds(battle, discharge, "hull")), mean(odds(battle, discharge))
    share = 1 - hull / all_of_it
    assert abs(share - Fraction(1515, 10_000)) < Fraction(5, 1000)


@pytest.mark.rule("BTQ-RAKE-02")
def test_a_stern_rake_costs_more_than_a_bow_rake_and_that_more_than_a_broadside() -> None:
    broadside, bow, stern = (mean(odds(*ready(150, {}, aspect=aspect))) for aspect in (90.0, 0.0, 180.0))
    assert broadside < bow < stern
    assert abs(stern / broadside - Fraction(5, 4)) < Fraction(1, 100)


@pytest.mark.rule("BTQ-GUN-11")
def test_the_first_broadside_tells() -> None:
    fresh = mean(odds(*ready(300, {"aim": "rigging"})))
    green = mean(odds(*ready(300, {"aim": "rigging"}, red={"btq_quality": "inexperienced"})))
    assert fresh > Fraction(3, 2) * green


def test_play_agrees_with_the_odds() -> None:
    """Over 2,000 tapes every quarter of the distribution is met as often as it should be."""
    battle, discharge = ready(300, {"aim": "rigging"}, red={"btq_quality": "inexperienced"})
    ways = odds(battle, discharge)
    limits: list[tuple[int, Fraction]] = []
    run = Fraction(0)
    for value in sorted(ways):
        run += ways[value]
        if run >= Fraction(len(limits) + 1, 4):
            limits.append((value, run))
    counted: Counter[int] = Counter()
    for seed in range(2000):
        total = gunnery.salvo(battle.bound, battle.lore.ordnance, nr.Seeded(seed), discharge).total
        for place, (limit, _) in enumerate(limits):
            counted[place] += total <= limit
    for place, (_, chance) in enumerate(limits[:3]):
        band = 3.3 * float(chance * (1 - chance) / 2000) ** 0.5
        assert abs(counted[place] / 2000 - float(chance)) < band
