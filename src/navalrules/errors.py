"""The errors a user can cause. Each says what is wrong and what would do."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

import attrs

_SHOWN = 50
_LISTED = 12


class NavalrulesError(Exception):
    """The root of everything a user can cause."""


def nearest(name: str, known: Iterable[str], most: int = 3) -> list[str]:
    """The known names most like `name`, best first, at most `most`."""
    names = sorted(known)
    begun = [each for each in names if name and each.startswith(name)]
    alike = difflib.get_close_matches(name, names, n=most, cutoff=0.5)
    return list(dict.fromkeys([*begun, *alike]))[:most]


class UnknownName(NavalrulesError, LookupError):
    """A name nobody knows: says of what `kind`, and the nearest known names, in one line."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind = kind
        self.name = name
        self.known = tuple(sorted(known))
        # All three, or the error could not be pickled on its way out of a worker process.
        super().__init__(kind, name, self.known)
        self.nearest = tuple(nearest(name, self.known))

    def __str__(self) -> str:
        hints = []
        if self.nearest:
            hints.append("nearest: " + ", ".join(self.nearest))
        if len(self.known) <= _LISTED:
            hints.append("known: " + (", ".join(self.known) or "none"))
        return "; ".join([f"unknown {self.kind} {self.name!r}", *hints])


@attrs.frozen
class Fault:
    """One thing wrong in a file: the file, the key, the value found and what was expected."""

    file: str
    key: str
    value: str
    expected: str

    def __str__(self) -> str:
        return f"{self.file}: {self.key} = {self.value}: expected {self.expected}"


class BadFile(NavalrulesError, ValueError):
    """A file that cannot be used, with all its `faults` at once."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(tuple(faults))
        self.faults = tuple(faults)

    def __str__(self) -> str:
        lines = [str(fault) for fault in self.faults[:_SHOWN]]
        more = len(self.faults) - _SHOWN
        return "\n".join([*lines, f"... and {more} more"] if more > 0 else lines)
