"""Exact odds: the code that plays a step, run once for each way its dice can fall."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Any, Final

from navalrules.battle import Battle
from navalrules.dice import Dice, weigh
from navalrules.events import Event
from navalrules.orders import Order

MOST_WAYS: Final = 200_000
"""Ways for the dice to fall that are tried unless told otherwise: a minute or so of work."""

Tell = Callable[[Sequence[Event]], Hashable]


def odds(
    battle: Battle, what: Order | str | None = None, tell: Tell | None = None, most: int = MOST_WAYS
) -> dict[Any, Fraction]:
    """The exact distribution of what the step that is due can come to; the battle stays as it is.

    `what` is an order, which is given first, or the ID of a rule; whatever else the step asks is answered by
    default. The keys are what `tell` makes of the events of the step: unless given, the outcomes of the
    rulings of that rule, in order, or else all changes, each (ship, what, after). The probabilities add up to
    1.

    Raises IllegalOrder for an order that may not be given, or where only the table can tell, and TooManyWays
    where the dice can fall in more than `most` ways.
    """
    begun = battle.copy()
    if isinstance(what, Order):
        begun.submit(what)
    told = tell or (outcomes(what) if isinstance(what, str) else changes)
    return weigh(lambda dice: told(played(begun, dice)), most)


def played(battle: Battle, dice: Dice) -> Sequence[Event]:
    """The events of the step that is due, thrown with `dice`; the battle stays as it is."""
    twin = battle.with_dice(dice)
    twin.play_step()
    return twin.log


def changes(events: Sequence[Event]) -> Hashable:
    """All that is different after some events, in order, but for where the battle stands in its turn."""
    return tuple((change.ship, change.what, change.after) for event in events for change in event.changes)


def outcomes(rule: str) -> Tell:
    """What the rulings of `rule` among some events decided, in order."""

    def told(events: Sequence[Event]) -> Hashable:
        return tuple(ruling.outcome for event in events for ruling in event.rulings if ruling.rule == rule)

    return told
