"""States before and after: making changes again, and finding what differs."""

from __future__ import annotations

from typing import Any, Final

import attrs

from navalrules.battle import State
from navalrules.rulings import Change
from navalrules.testing.check import demand

BOOKKEEPING: Final = ("turn", "phase", "step")
"""Fields of a state that say how far the battle has gone: the order of the events tells them."""


def thing_of(state: State, change: Change) -> Any:
    """What a change is of: a ship, what the ruleset keeps besides ships, or the state itself."""
    if change.ship:
        return state.ships[change.ship]
    return state.table if hasattr(state.table, change.what) else state


def apply(state: State, change: Change) -> None:
    """Make one change to a state, having seen that what was there is what the change says was there."""
    thing = thing_of(state, change)
    demand(getattr(thing, change.what) == change.before, "it was not so before", change)
    setattr(thing, change.what, change.after)


def differences(before: State, after: State) -> set[tuple[str, str]]:
    """Ship ("" for the table) and field of everything that differs between two states."""
    pairs = [(name, before.ships[name], after.ships[name]) for name in before.ships]
    pairs += [("", before.table, after.table)] if before.table is not None else []
    found = {
        (name, field.name)
        for name, old, new in pairs
        for field in attrs.fields(type(old))
        if getattr(old, field.name) != getattr(new, field.name)
    }
    own = [field.name for field in attrs.fields(State) if field.name not in ("ships", "table", *BOOKKEEPING)]
    return found | {("", name) for name in own if getattr(before, name) != getattr(after, name)}
