"""Whole battles over fixed seeds: quality tells, rakes cost more than broadsides, odds agree with play."""

from __future__ import annotations

from fractions import Fraction

import attrs
import pytest
from sea import RULES

import navalrules as nr
from navalrules_mumford import gunnery
from navalrules_mumford.lore import Lore

LORE = Lore.of(RULES.tables)


def duels(seeds: range, good: dict[str, str], bad: dict[str, str]) -> float:
    """The share of decided duels between sisters that the `good` crew wins, each seed fought both ways."""
    plain = nr.scenario("mumford-duel-74")
    plan = plain.entrants[0].plan
    won = decided = 0
    for seed in seeds:
        for turned in (False, True):
            crews = (bad, good) if turned else (good, bad)
            entrants = tuple(
                attrs.evolve(each, plan=plan, grades={**each.grades, **crew})
                for each, crew in zip(plain.entrants, crews, strict=True)
            )
            battle = nr.Battle.begin(attrs.evolve(plain, entrants=entrants), "mumford", seed)
            make = RULES.captains["close_action"]
            result = battle.run({side.name: make() for side in plain.sides})
            side = plain.sides[1 if turned else 0].name
            decided += bool(result.winner)
            won += result.winner == side
    return won / decided


@pytest.mark.rule("MUM-LFR-01", "MUM-MOR-07")
def test_a_veteran_staunch_crew_beats_a_raw_poor_one_in_her_sister() -> None:
    good = {"mum_proficiency": "veteran", "mum_morale": "staunch"}
    bad = {"mum_proficiency": "raw", "mum_morale": "poor"}
    assert duels(range(10), good, bad) > 0.75


def mean(rake: tuple[str, ...]) -> Fraction:
    """Mean hits of eleven dice at 12 inches under multipliers, exactly, by the code that plays."""
    range_ = gunnery.range_modifier(LORE, 12, "main")
    loss = gunnery.half_die_loss(LORE, "minus_2")

    def play(dice: nr.Dice) -> int:
        hits = gunnery.score(LORE, dice, "x", "fire", 3, 0, (range_,), loss)[0]
        return gunnery.multiplied(hits, [LORE.multiplier[key] for key in rake])

    return sum((value * chance for value, chance in nr.weigh(play).items()), Fraction(0))


@pytest.mark.rule("MUM-FIRE-16", "MUM-FIRE-18")
def test_a_stern_rake_costs_more_than_a_bow_rake_and_that_more_than_a_broadside() -> None:
    broadside, half, bow, stern = (mean(rake) for rake in ((), ("half",), ("bow",), ("stern",)))
    assert broadside == 3 * Fraction(10, 6)
    assert broadside < half < bow < stern == 2 * broadside


@pytest.mark.rule("MUM-FIRE-12")
def test_the_mean_of_a_die_at_each_band() -> None:
    def one(inches: float) -> Fraction:
        modifier = gunnery.range_modifier(LORE, inches, "main")
        loss = gunnery.half_die_loss(LORE, "minus_2")
        ways = nr.weigh(lambda dice: gunnery.score(LORE, dice, "x", "fire", 1, 0, (modifier,), loss)[0])
        return sum((value * chance for value, chance in ways.items()), Fraction(0))

    assert [one(inches) * 6 for inches in (0, 5, 10, 15, 20, 25, 30)] == [21, 15, 10, 6, 3, 1, 0]
