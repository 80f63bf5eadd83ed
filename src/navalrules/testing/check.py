"""A check: one small part of a promise, with a name; and what it says when the promise is not kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NoReturn

import attrs

from navalrules.errors import NavalrulesError

if TYPE_CHECKING:
    from navalrules.testing.contract import Contract
    from navalrules.testing.luck import Luck

Play = Callable[["Contract", "Luck"], None]

SEVERITIES: Final = ("critical", "major", "minor")
"""`critical`: a battle is wrong, lost or cannot be repeated; `major`: it is right but not what was promised;
`minor`: the rulebook and its play do not name the same things."""
_SHOWN: Final = 600


class Broken(AssertionError):
    """A promise that a ruleset does not keep, and how that shows."""


class Lacking(NavalrulesError):
    """A check that cannot be made of this ruleset, here: what is lacking."""


@attrs.frozen
class Check:
    """One check of the contract.

    `id` begins with the number of the `promise` it belongs to; `severity` is one of SEVERITIES; `since` is
    the first version of the ruleset API that promises it; `share` says how many cases it takes of those that
    the profile allows, and 0 that it is made once.
    """

    id: str
    title: str
    severity: str
    since: int
    share: float
    play: Play = attrs.field(repr=False, eq=False)

    @property
    def promise(self) -> int:
        """The number of the promise."""
        return int(self.id.partition("_")[0])

    def cases(self, most: int) -> int:
        """How many cases it is tried with, of `most`."""
        return max(1, round(most * self.share)) if self.share else 1


MADE: Final[list[Check]] = []
"""Every check that a module has made so far; `checks.CHECKS` has them all."""


def check(id: str, severity: str, share: float = 1.0, since: int = 1) -> Callable[[Play], Play]:
    """Make a function a check of the contract; its docstring is the check's title."""

    def made(play: Play) -> Play:
        title = (play.__doc__ or "").strip().partition("\n")[0].rstrip(".")
        MADE.append(Check(id, title, severity, since, share, play))
        return play

    return made


# ---------------------------------------------------------------- saying what is wrong


def broken(what: str) -> NoReturn:
    """Say that a promise is not kept; raises Broken."""
    raise Broken(what)


def demand(kept: object, what: str, *seen: object) -> None:
    """Raise Broken with `what` and the things seen unless `kept`."""
    if not kept:
        raise Broken(": ".join([what, *(_short(each) for each in seen)]))


def demand_equal(what: str, ours: Any, theirs: Any) -> None:
    """Raise Broken unless two values are equal, naming the first place where they are not."""
    if ours == theirs:
        return
    if isinstance(ours, list | tuple) and isinstance(theirs, list | tuple):
        for number, (one, other) in enumerate(zip(ours, theirs, strict=False), 1):
            demand(one == other, f"{what}, number {number}", one, other)
        broken(f"{what}: {len(ours)} of them, then {len(theirs)}")
    if attrs.has(type(ours)) and type(ours) is type(theirs):
        for field in attrs.fields(type(ours)):
            demand_equal(f"{what}.{field.name}", getattr(ours, field.name), getattr(theirs, field.name))
    if isinstance(ours, dict) and isinstance(theirs, dict) and ours.keys() == theirs.keys():
        for key, value in ours.items():
            demand_equal(f"{what}[{key!r}]", value, theirs[key])
    broken(f"{what}: {_short(ours)}: {_short(theirs)}")


def _short(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN // 2]} ... {text[-_SHOWN // 2 :]}"
