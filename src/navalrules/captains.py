"""Who gives the orders when nobody is at the table.

A captain is any callable that takes an imagined battle and a request and returns an order. A ruleset
brings captains of its own; these hand over to them, or do without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from navalrules.dice import Seeded
from navalrules.errors import UnknownName
from navalrules.messages import message

if TYPE_CHECKING:
    from navalrules.battle import Battle, Captain
    from navalrules.orders import Order, Request

DEFAULT = "close_action"


class Random:
    """Draws a legal order at random, from a seed of its own: the same battle, the same orders."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self._dice = Seeded(seed)

    def __call__(self, battle: Battle, request: Request) -> Order:
        self._dice.begin_step(battle.state.step)
        return request.draw(self._dice)


class Default:
    """Gives the default answer of every request."""

    def __call__(self, battle: Battle, request: Request) -> Order:
        return request.default


class _Handed:
    """Finds the ruleset's own captain of a name at the first question."""

    name = ""

    def __init__(self) -> None:
        self._own: Captain | None = None
        self._ruleset = ""

    def __call__(self, battle: Battle, request: Request) -> Order:
        if self._own is None or self._ruleset != battle.ruleset.name:
            self._own, self._ruleset = named(battle, self.name), battle.ruleset.name
        return self._own(battle, request)


class CloseAction(_Handed):
    """Fights as the ruleset's default captain does: closes, seeks a rake, gives up when it is hopeless."""

    name = "close_action"


class Cautious(_Handed):
    """Keeps off and saves the ship, as the ruleset's cautious captain does."""

    name = "cautious"


def named(battle: Battle, name: str) -> Captain:
    """A captain by name for this battle: the ruleset's own, or one of the core's; raises UnknownName."""
    return make(name, battle.ruleset.captains)


def make(name: str, own: object = None) -> Captain:
    """Make a captain by name, from `own` (name to maker) or the core's; raises UnknownName."""
    makers = {**CAPTAINS, **(own if isinstance(own, dict) else {})}
    if name not in makers:
        raise UnknownName(message("captain"), name, makers)
    captain: Captain = makers[name]()
    return captain


CAPTAINS = {"random": Random, "default": Default}
