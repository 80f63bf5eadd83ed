"""Rulings show their working: every roll, every modifier with its amount and the rule it came from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import attrs

from navalrules.dice import Roll


@attrs.frozen
class Modifier:
    """One amount that went into a ruling: its `name` (a key of the texts), `amount` and `rule` ID."""

    name: str
    amount: float
    rule: str


@attrs.frozen(slots=False)
class Ruling:
    """What a rule decided and everything that fed it.

    `rule` is the ID of the rule that decides, `outcome` what it decided. `need` is the face or figure
    to reach, before modifiers; `total` the sum of the modifiers. `also` names further rules that
    made a difference.
    """

    rule: str
    outcome: Any
    roll: Roll | None = None
    need: float | None = None
    modifiers: tuple[Modifier, ...] = ()
    total: float = 0
    also: tuple[str, ...] = ()

    def cited(self) -> Iterable[str]:
        """Every rule ID that had a part in this ruling, the deciding one first."""
        yield self.rule
        yield from (modifier.rule for modifier in self.modifiers)
        yield from self.also


class Change(NamedTuple):
    """One thing that is no longer what it was: `ship` (or "" for the table), `what`, before and after."""

    ship: str
    what: str
    before: Any
    after: Any


@attrs.frozen(slots=False)
class Sighting:
    """What one ship makes of another, whoever measured it: geometry of two poses, or a player's tape.

    `range` in the ruleset's unit; `bearing` of the target from the observer's bow and `aspect`, the
    bearing of the observer from the target's bow, both in degrees clockwise from 0 up to 360;
    `blocked` by a third ship; `gauge` 1 to windward of the target, -1 to leeward, 0 neither.
    """

    range: float
    bearing: float
    aspect: float
    blocked: bool = False
    gauge: int = 0

    def reversed(self) -> Sighting:
        """The same line seen from its other end."""
        return Sighting(self.range, self.aspect, self.bearing, self.blocked, -self.gauge)
