"""The errors a user can cause. Each says what is wrong and what would do."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

import attrs

from navalrules.messages import Message, message, together

_SHOWN = 50
_LISTED = 12
_FEW = 3


class NavalrulesError(Exception):
    """The root of everything a user can cause."""

    def told(self) -> str:
        """What is wrong, as a message that can be read in any language (see `navalrules.messages`)."""
        return self.args[0] if len(self.args) == 1 and isinstance(self.args[0], str) else str(self)


def nearest(name: str, known: Iterable[str], most: int = 3) -> list[str]:
    """The known names most like `name`, best first, at most `most`."""
    if not isinstance(name, str):
        return []
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
        return str(self.told())

    def told(self) -> Message:
        """The unknown name, the nearest known ones, and all of them where they are few; else some."""
        told = [message("unknown {kind} {name!r}", kind=self.kind, name=self.name)]
        if self.nearest:
            told.append(message("nearest: {names}", names=", ".join(self.nearest)))
        if len(self.known) <= _LISTED:
            none = message("known: none")
            told.append(message("known: {names}", names=", ".join(self.known)) if self.known else none)
        elif not self.nearest:
            few = ", ".join(self.known[:_FEW])
            told.append(message("{count} are known, as {names}", count=len(self.known), names=few))
        return together(told, "; ")


@attrs.frozen
class Fault:
    """One thing wrong in a file: the file, the key, the value found and what was expected."""

    file: str
    key: str
    value: str
    expected: str

    def __str__(self) -> str:
        return str(self.told())

    def told(self) -> Message:
        """The fault on one line."""
        parts = {"file": self.file, "key": self.key, "value": self.value, "expected": self.expected}
        return message("{file}: {key} = {value}: expected {expected}", **parts)


class BadFile(NavalrulesError, ValueError):
    """A file that cannot be used, with all its `faults` at once."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(tuple(faults))
        self.faults = tuple(faults)

    def __str__(self) -> str:
        return str(self.told())

    def told(self) -> Message:
        """The faults, one a line."""
        lines = [fault.told() for fault in self.faults[:_SHOWN]]
        more = len(self.faults) - _SHOWN
        return together([*lines, message("... and {more} more", more=more)] if more > 0 else lines, "\n")
