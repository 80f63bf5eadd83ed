"""Finding one thing by its name or by any unambiguous beginning of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from navalrules.errors import UnknownName, nearest
from navalrules.messages import Message, message


class AmbiguousName(UnknownName):
    """A beginning that several names share; `known` are those."""

    def told(self) -> Message:
        """The names that begin so."""
        names = ", ".join(self.known)
        return message("{kind} {name!r} is ambiguous: {names}", kind=self.kind, name=self.name, names=names)


def resolve(kind: str, name: str, known: Iterable[str], short: Callable[[str], str] = str) -> str:
    """The one of `known` that `name` means: itself, or the only one that begins so.

    `short` gives a second, shorter form of a known name that is tried as well. Raises UnknownName, or
    AmbiguousName where several begin so.
    """
    names = tuple(known)
    if name in names:
        return name
    wanted = name.strip().lower()
    exact = [each for each in names if wanted in (each, short(each))]
    begun = exact or [
        each for each in names if wanted and (each.startswith(wanted) or short(each).startswith(wanted))
    ]
    if len(begun) > 1:
        raise AmbiguousName(kind, name, begun)
    if not begun:
        raise _unknown(
            kind, name, wanted, {short(each)[: len(wanted)]: each for each in reversed(names)}, names
        )
    return begun[0]


def _unknown(
    kind: str, name: str, wanted: str, begins: dict[str, str], names: tuple[str, ...]
) -> UnknownName:
    """A slip in a beginning is found among the beginnings of that length: 'shanon' means 'shannon-...'."""
    error = UnknownName(kind, name, names)
    alike = [begins[each] for each in nearest(wanted, begins)] if wanted else []
    error.nearest = tuple(dict.fromkeys([*alike, *error.nearest]))[:3]
    return error
