"""A ship in a fight: plain, slotted, quickly copied, and altered only through `alter`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Self

import attrs

from navalrules.geometry import Pose
from navalrules.rulings import Change

FIGHTING = "fighting"
STRUCK = "struck"
TAKEN = "taken"
SUNK = "sunk"
ADRIFT = "adrift"


_COPIERS: Final[dict[type, Callable[[Any], Any]]] = {}


def copied(thing: Any) -> Any:
    """A copy of plain attrs data: every field holds an immutable value, so sharing them is safe."""
    cls = type(thing)
    copier = _COPIERS.get(cls)
    if copier is None:
        copier = _COPIERS[cls] = _copier(cls)
    return copier(thing)


def _copier(cls: type) -> Callable[[Any], Any]:
    """A function written for one class, as attrs writes its `__init__`: a captain's every glimpse is a copy,
    and straight assignments are four times as fast as a loop over the fields."""
    lines = [f"    new.{field.name} = old.{field.name}" for field in attrs.fields(cls)]
    source = "\n".join(["def copy(old):", "    new = make(cls)", *lines, "    return new"])
    names: dict[str, Any] = {"cls": cls, "make": object.__new__}
    exec(source, names)
    made: Callable[[Any], Any] = names["copy"]
    return made


def alter(thing: Any, what: str, value: Any) -> Change:
    """Set one field of a ship (or of the table) and return the change for its event."""
    before = getattr(thing, what)
    setattr(thing, what, value)
    return _change(Change, (getattr(thing, "id", ""), what, before, value))


def alter_all(thing: Any, values: Mapping[str, Any]) -> list[Change]:
    """Set several fields and return the changes of those that were not so already."""
    name, changes = getattr(thing, "id", ""), []
    for what, value in values.items():
        before = getattr(thing, what)
        if before is not value and before != value:
            setattr(thing, what, value)
            changes.append(_change(Change, (name, what, before, value)))
    return changes


_change = tuple.__new__  # what Change(...) comes to, without its Python constructor


class Fields:
    """Some fields of a ship, by `names`: `read` gives their values, before and after something happens to
    her, and `changes` what is to be told of it. For rules that set fields plainly where nobody is told."""

    __slots__ = ("changes", "names", "read")

    def __init__(self, *names: str) -> None:
        self.names = names
        # Both are written out, as attrs writes its `__init__`: they take a third of what loops over names do.
        values = ", ".join([f"ship.{name}" for name in names])
        self.read: Callable[[Any], tuple[Any, ...]] = eval(f"lambda ship: ({values},)")
        self.changes: Callable[[Any, tuple[Any, ...]], tuple[Change, ...]] = _seen(names)


def _seen(names: tuple[str, ...]) -> Callable[[Any, tuple[Any, ...]], tuple[Change, ...]]:
    """A function that takes a ship and what some fields of hers were, and gives the changes of those that are
    no longer so."""
    # Identity first: almost all is what it was, and to compare tuples and records is slow.
    lines = [
        f"    if (now := ship.{name}) is not was{place} and now != was{place}:"
        f" found.append(change(Change, (ship.id, {name!r}, was{place}, now)))"
        for place, name in enumerate(names)
    ]
    given = ", ".join([f"was{place}" for place in range(len(names))])
    source = "\n".join(["def changes(ship, before):", "    found = []", f"    {given}, = before", *lines])
    known: dict[str, Any] = {"Change": Change, "change": _change}
    exec(source + "\n    return tuple(found)", known)
    made: Callable[[Any, tuple[Any, ...]], tuple[Change, ...]] = known["changes"]
    return made


@attrs.define
class Ship:
    """A ship in a fight. Rulesets subclass it with their record sheet: positional fields with defaults,
    each an immutable value (numbers, text, tuples, frozen attrs), replaced and never changed inside.

    `plan` is the id of her ShipPlan; `pose` her centre and heading in the ruleset's unit, None at a
    table where only a tape knows; `status` one of fighting, struck, taken, sunk, adrift.
    """

    id: str
    name: str
    side: str
    plan: str
    pose: Pose | None = None
    status: str = FIGHTING

    def copy(self) -> Self:
        """An exact and independent copy."""
        twin: Self = copied(self)
        return twin

    def conceal(self) -> None:
        """Forget what the other side must not know (written orders); the base ship has no secrets."""

    @property
    def fighting(self) -> bool:
        """Whether she can still act for her side."""
        return self.status == FIGHTING
