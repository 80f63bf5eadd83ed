"""What the tests of every ruleset share: a battle set by hand, and what its events say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import navalrules as nr

E = TypeVar("E", bound=nr.Event)
A = TypeVar("A", bound=nr.Order)


def alter(battle: nr.Battle, name: str, **fields: Any) -> Any:
    """Set fields of a ship by hand, as if the battle had come to it, and let the engine look again."""
    changed = battle.state.ships[name]
    for field, value in fields.items():
        setattr(changed, field, value)
    battle._pending = None
    battle._sights.clear()
    return changed


def at(battle: nr.Battle, phase: str) -> nr.Battle:
    """Go straight to the start of a phase of this turn."""
    battle.state.phase = [each.name for each in battle.phases].index(phase)
    battle._pending = None
    battle._sealed.clear()
    return battle


def pose(battle: nr.Battle, name: str) -> nr.Pose:
    """Where a ship lies on a plane."""
    found = battle.state.ships[name].pose
    assert found is not None
    return found


def options(request: nr.Request, kind: type[A]) -> list[A]:
    """The answers that a request lists, all of one kind."""
    listed = request.options()
    assert listed is not None
    found = [option for option in listed if isinstance(option, kind)]
    assert len(found) == len(listed)
    return found


def of(found: Iterable[nr.Event], kind: type[E], name: str = "") -> list[E]:
    """The events of one kind, of one ship."""
    return [event for event in found if isinstance(event, kind) and name in ("", event.ship)]


def cited(found: Iterable[nr.Event]) -> set[str]:
    """Every rule ID that these events go back to."""
    return {rule for event in found for rule in event.cited()}


def ruling(event: nr.Event, rule: str) -> nr.Ruling:
    """The first ruling of an event that a rule decided."""
    return next(ruled for ruled in event.rulings if ruled.rule == rule)


def roll(ruled: nr.Ruling) -> nr.Roll:
    """What fell for a ruling that was thrown for."""
    assert ruled.roll is not None
    return ruled.roll


def names(ruled: nr.Ruling) -> dict[str, float]:
    """What each modifier added, by its name."""
    return {modifier.name: modifier.amount for modifier in ruled.modifiers}
