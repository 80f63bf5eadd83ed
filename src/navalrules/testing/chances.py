"""Promise 8: odds add up to 1 and agree with play."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from navalrules.analysis.odds import changes, odds, played
from navalrules.battle import Battle
from navalrules.dice import Roll, Seeded, TooManyWays, Weighed
from navalrules.events import Event, PhaseBegan
from navalrules.testing.check import Lacking, check, demand

if TYPE_CHECKING:
    from navalrules.testing.contract import Contract
    from navalrules.testing.luck import Luck

MOST_WAYS: Final = 1000
STEPS: Final = 8
"""Steps that are weighed, none of a phase that has been weighed as often as another has not."""
EACH_PHASE: Final = 2
TRIES: Final = 3
"""Steps of one phase that are tried before it is given up: too many dice."""
TURNS: Final = 12
"""Turns of a battle that are looked at."""
GLANCES: Final = 8
"""Ways that are looked at to guess how many there are (Knuth's estimate)."""
PLAYED: Final = 200
AGAIN: Final = 16
OUTSIDE: Final = 0.0005
"""The share of honest dice that fall past each end of the 99.9 % band."""


@check("8_odds_add_up_and_agree_with_play", "major", share=0)
def odds_agree(contract: Contract, luck: Luck) -> None:
    """Exact odds add up to 1, and what is played lies in their 99.9 % band."""
    weighed = 0
    for battle, ways in _steps(contract):
        weighed += 1
        phase = _phase(battle)
        demand(sum(ways.values(), Fraction(0)) == 1, f"odds of {phase} do not add up to 1", ways)
        _agrees(battle, phase, ways)
    if not weighed:
        raise Lacking(f"no step of these battles has dice that can fall in {MOST_WAYS} ways or fewer")


def _steps(contract: Contract) -> Iterator[tuple[Battle, dict[Hashable, Fraction]]]:
    """Battles at rest before steps whose dice can be weighed, with the odds of what they come to.

    Steps that can come to one thing only have an allowance of their own.
    """
    found: Counter[tuple[str, bool]] = Counter()
    tried: Counter[str] = Counter()
    for battle in _rests(contract):
        phase = _phase(battle)
        if found[phase, False] >= EACH_PHASE or tried[phase] >= TRIES:
            continue
        ways = _odds(battle)
        if ways is None or found[phase, len(ways) == 1] >= EACH_PHASE:
            continue
        tried[phase] += not ways
        if ways:
            found[phase, len(ways) == 1] += 1
            yield battle, ways
        if sum(many for (_, certain), many in found.items() if not certain) >= STEPS:
            return


def _rests(contract: Contract) -> Iterator[Battle]:
    """Battles of the sample before each step of their first turns."""
    for fight in contract.sample()[:: max(contract.seeds_each // 2, 1)]:
        for battle in fight.steps():
            if battle.state.turn > TURNS:
                break
            yield battle


def _phase(battle: Battle) -> str:
    """The phase of the step that is due; phases that have nothing to do are passed over."""
    begun = (event.phase for event in played(battle, Seeded(0)) if isinstance(event, PhaseBegan))
    return next(begun, "")


def _odds(battle: Battle) -> dict[Hashable, Fraction] | None:
    """The odds of the step that is due; empty where it has too many ways, or seems to; None without dice."""
    try:
        ways = [_ways_by_the_look_of_one(battle, seed) for seed in range(GLANCES)]
        if max(ways) == 1:
            return None
        if sum(ways) > GLANCES * MOST_WAYS:
            return {}
        return odds(battle, tell=_said, most=MOST_WAYS)
    except TooManyWays:
        return {}


def _ways_by_the_look_of_one(battle: Battle, seed: int) -> int:
    dice = Glanced(seed)
    played(battle, dice)
    return dice.ways


class Glanced(Weighed):
    """One way for the dice to fall, each answer as likely as any other; `ways` multiplies their numbers.

    The mean of `ways` is the number of all ways.
    """

    __slots__ = ("_luck", "_seed", "ways")

    def __init__(self, seed: int) -> None:
        super().__init__([], [], MOST_WAYS)
        self._seed = seed
        self._luck, self.ways = Seeded(seed), 1

    def begin_step(self, step: int) -> None:
        self._luck, self.ways = Seeded(self._seed), 1

    def _branch(self, sides: int, answers: Sequence[tuple[Any, int]], total: int) -> Roll:
        self.ways *= len(answers)
        return Roll(sides, (), answers[self._luck.pick(len(answers)).value][0])


def _said(events: Sequence[Event]) -> Hashable:
    return repr(changes(events))


def _agrees(battle: Battle, phase: str, ways: dict[Hashable, Fraction]) -> None:
    """Play the step again and again, and look at the outcome that is nearest to even.

    One honest count in a thousand lies outside its band; so many more plays tell it from a wrong one.
    """
    outcome, chance = min(ways.items(), key=lambda way: (abs(way[1] - Fraction(1, 2)), repr(way[0])))
    for first, plays in ((0, PLAYED), (PLAYED, PLAYED * AGAIN)):
        fell = [_said(played(battle, Seeded(seed))) for seed in range(first, first + plays)]
        strange = sorted(set(map(str, fell)) - set(map(str, ways)))
        demand(not strange, f"{phase} came to what its odds do not know", *strange[:1])
        count = fell.count(outcome)
        if chance == 1 or within(count, plays, float(chance)):
            return
    demand(False, f"{phase}: {count} of {plays} plays, with odds of {float(chance):.4f}", outcome)


def within(count: int, plays: int, chance: float) -> bool:
    """Whether a count lies in the band that 99.9 % of honest counts lie in."""
    low = math.fsum(_binomial(number, plays, chance) for number in range(count + 1))
    high = math.fsum(_binomial(number, plays, chance) for number in range(count, plays + 1))
    return min(low, high) > OUTSIDE


def _binomial(number: int, plays: int, chance: float) -> float:
    ways = math.lgamma(plays + 1) - math.lgamma(number + 1) - math.lgamma(plays - number + 1)
    return math.exp(ways + number * math.log(chance) + (plays - number) * math.log1p(-chance))
