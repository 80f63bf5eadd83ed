"""Orders are answers; requests say what is asked, of whom, and which answers are legal."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Any, ClassVar, Union, get_args, get_origin, get_type_hints

import attrs

from navalrules.dice import Dice
from navalrules.errors import NavalrulesError
from navalrules.given import FARTHEST_WHOLE
from navalrules.messages import Message, message, together

Key = tuple[str, str, str]
UMPIRE = "umpire"


class IllegalOrder(NavalrulesError):
    """An order that the rules do not allow: `reason`, `hint` (what would do), `rule` (its ID, or "").

    Nothing has changed when it is raised.
    """

    def __init__(self, reason: str, hint: str = "", rule: str = "") -> None:
        super().__init__(reason, hint, rule)
        self.reason = reason
        self.hint = hint
        self.rule = rule

    def __str__(self) -> str:
        return str(self.told())

    def told(self) -> Message:
        """The reason, what would do, and the rule."""
        told = together([self.reason, self.hint] if self.hint else [self.reason], "; ")
        return message("{told} ({rule})", told=told, rule=self.rule) if self.rule else told


@attrs.frozen(kw_only=True)
class Order:
    """An answer from outside the rules. Subclasses say what; `kind` is its short name in files.

    `ship` is whom it concerns, `side` who gives it ("" for whoever owes it), `about` tells apart
    several questions of one kind to one ship.
    """

    kind: ClassVar[str] = "order"
    ship: str = ""
    side: str = ""
    about: str = ""

    @property
    def key(self) -> Key:
        """What it answers: kind, ship, about."""
        return (self.kind, self.ship, self.about)


@attrs.frozen(kw_only=True)
class Die(Order):
    """A die thrown by a player's own hand: the `face` that fell."""

    kind: ClassVar[str] = "die"
    face: int


@attrs.frozen(kw_only=True)
class Measured(Order):
    """What a player reads off the table with a tape: see `Sighting`. Range in the ruleset's unit."""

    kind: ClassVar[str] = "measured"
    range: float
    bearing: float = 0.0
    aspect: float = 0.0
    blocked: bool = False
    gauge: int = 0


@attrs.frozen(kw_only=True)
class PointOfSail(Order):
    """How far off the wind a ship heads, in degrees from 0 (in its eye) to 180 (before it)."""

    kind: ClassVar[str] = "point_of_sail"
    off_wind: float


@attrs.frozen(kw_only=True)
class Chosen(Order):
    """One of a few named options."""

    kind: ClassVar[str] = "chosen"
    option: str


@attrs.frozen(kw_only=True)
class SwitchRule(Order):
    """An umpire switches a house rule; it holds from the next turn and the log says so."""

    kind: ClassVar[str] = "switch_rule"
    side: str = UMPIRE
    name: str
    value: bool | float | str


@attrs.frozen(kw_only=True)
class Reroll(Order):
    """An umpire has the rest of the battle thrown afresh from another seed; the log says so."""

    kind: ClassVar[str] = "reroll"
    side: str = UMPIRE
    seed: int


CORE_ORDERS: tuple[type[Order], ...] = (Die, Measured, PointOfSail, Chosen, SwitchRule, Reroll)


class Request(ABC):
    """A decision somebody owes. Subclasses describe the range of legal answers.

    `kind`, `ship` and `about` make the `key` that an order must carry; `side` owes it; `rule` is the
    ID of the rule that asks; `default` is what is taken when nobody answers.
    """

    __slots__ = ("about", "key", "kind", "rule", "ship", "side")

    def __init__(self, kind: str, side: str, ship: str = "", about: str = "", rule: str = "") -> None:
        self.kind = kind
        self.side = side
        self.ship = ship
        self.about = about
        self.rule = rule
        self.key: Key = (kind, ship, about)

    def __repr__(self) -> str:
        about = f" about {self.about}" if self.about else ""
        return f"<{type(self).__name__}: {self.kind} of {self.ship or 'the table'} ({self.side}){about}>"

    @property
    @abstractmethod
    def default(self) -> Order:
        """The answer taken when nobody gives one. Raises IllegalOrder where only the table can tell."""

    def options(self) -> Sequence[Order] | None:
        """All legal answers where they are few, else None."""
        return None

    @abstractmethod
    def draw(self, dice: Dice) -> Order:
        """One legal answer at random; always possible."""

    @abstractmethod
    def refusal(self, order: Order) -> IllegalOrder | None:
        """Why `order` is not a legal answer, or None when it is."""

    def describe(self) -> dict[str, Any]:
        """The range of legal answers as plain data, for a page or a bot."""
        options = self.options()
        shown = [attrs.asdict(option) for option in options] if options is not None else None
        return {
            "kind": self.kind,
            "side": self.side,
            "ship": self.ship,
            "about": self.about,
            "options": shown,
        }


class Choice(Request):
    """A request with a few options, all listed. The first one is the default."""

    __slots__ = ("_hint", "_options")

    def __init__(self, side: str, options: Sequence[Order], rule: str = "", hint: str = "") -> None:
        first = options[0]
        super().__init__(first.kind, side, first.ship, first.about, rule)
        self._options = tuple(options)
        self._hint = hint

    @property
    def default(self) -> Order:
        return self._options[0]

    def options(self) -> Sequence[Order]:
        return self._options

    def draw(self, dice: Dice) -> Order:
        index: int = dice.pick(len(self._options), self.ship, self.kind + self.about).value
        return self._options[index]

    def refusal(self, order: Order) -> IllegalOrder | None:
        if order in self._options or (order.side and attrs.evolve(order, side="") in self._options):
            return None
        return IllegalOrder(
            message("{order} is not among the options", order=_said(order)),
            self._hint or self._listed(),
            self.rule,
        )

    def _listed(self) -> str:
        return message("one of: {names}", names=", ".join(_said(option) for option in self._options))


def _said(order: Order) -> str:
    skip = {"ship", "side", "about"}
    names = [field.name for field in attrs.fields(type(order)) if field.name not in skip]
    parts = [f"{name} {getattr(order, name)!r}" for name in names]
    return " ".join(parts) or order.kind


class DieRequest(Request):
    """Throw one die of `sides` for `purpose` and say what fell."""

    __slots__ = ("purpose", "sides")

    def __init__(self, side: str, ship: str, purpose: str, place: int, sides: int) -> None:
        super().__init__(Die.kind, side, ship, f"{purpose} {place}".strip())
        self.purpose = purpose
        self.sides = sides

    @property
    def default(self) -> Order:
        raise IllegalOrder(
            message("the d{sides} for {about} has no default", sides=self.sides, about=self.about),
            message("throw it and give its face"),
        )

    def options(self) -> Sequence[Order]:
        return [Die(ship=self.ship, about=self.about, face=face) for face in range(1, self.sides + 1)]

    def draw(self, dice: Dice) -> Order:
        face: int = dice.die(self.sides, self.ship, self.about).value
        return Die(ship=self.ship, about=self.about, face=face)

    def refusal(self, order: Order) -> IllegalOrder | None:
        if isinstance(order, Die) and _whole(order.face) and 1 <= order.face <= self.sides:
            return None
        face = getattr(order, "face", order)
        return IllegalOrder(
            message("{face!r} is no face of a d{sides}", face=face, sides=self.sides),
            message("a whole number from 1 to {sides}", sides=self.sides),
        )


class SightRequest(Request):
    """Measure from `ship` to `target`: range, bearing, aspect, blocked, gauge (see `Sighting`)."""

    __slots__ = ("most", "target")

    def __init__(self, side: str, ship: str, target: str, most: float) -> None:
        super().__init__(Measured.kind, side, ship, target)
        self.target = target
        self.most = most

    @property
    def default(self) -> Order:
        raise IllegalOrder(
            message("the range to {target} has no default", target=self.target), message("measure it")
        )

    def draw(self, dice: Dice) -> Order:
        tenths, degrees = int(self.most * 10), 360
        return Measured(
            ship=self.ship,
            about=self.target,
            range=dice.die(tenths, self.ship, f"range {self.target}").value / 10,
            bearing=float(dice.pick(degrees, self.ship, f"bearing {self.target}").value),
            aspect=float(dice.pick(degrees, self.ship, f"aspect {self.target}").value),
        )

    def refusal(self, order: Order) -> IllegalOrder | None:
        if not isinstance(order, Measured):
            return IllegalOrder(
                message("{kind} is not a measurement", kind=order.kind),
                message("give range, bearing and aspect"),
            )
        if not (_figure(order.range) and 0 <= order.range <= self.most):
            return IllegalOrder(
                message("range {range!r}", range=order.range),
                message("a number from 0 to {most:g}", most=self.most),
            )
        for name, angle in (("bearing", order.bearing), ("aspect", order.aspect)):
            if not (_figure(angle) and 0 <= angle < 360):
                return IllegalOrder(
                    message("{name} {angle!r}", name=name, angle=angle), message("degrees from 0 up to 360")
                )
        if not _whole(order.gauge) or abs(order.gauge) > 1 or not isinstance(order.blocked, bool):
            return IllegalOrder(
                message("gauge or blocked is off"), message("gauge -1, 0 or 1; blocked true or false")
            )
        return None


class OffWindRequest(Request):
    """How many degrees off the wind does `ship` head?"""

    __slots__ = ()

    def __init__(self, side: str, ship: str, about: str = "") -> None:
        super().__init__(PointOfSail.kind, side, ship, about)

    @property
    def default(self) -> Order:
        raise IllegalOrder(
            message("the point of sail of {ship} has no default", ship=self.ship),
            message("look at the table"),
        )

    def draw(self, dice: Dice) -> Order:
        off = float(dice.pick(181, self.ship, "off wind" + self.about).value)
        return PointOfSail(ship=self.ship, about=self.about, off_wind=off)

    def refusal(self, order: Order) -> IllegalOrder | None:
        if isinstance(order, PointOfSail) and _figure(order.off_wind) and 0 <= order.off_wind <= 180:
            return None
        return IllegalOrder(
            message("{value!r} off the wind", value=getattr(order, "off_wind", order)),
            message("degrees from 0 to 180"),
        )


# ---------------------------------------------------------------- the shape of an order


def misshapen(order: Order) -> str:
    """Which field of an order does not hold what its type says, or "": rules then read it without fear."""
    kind: Any = type(order)
    if _checker(kind)(order):
        return ""
    for name, hint in _hints(kind).items():
        value = getattr(order, name)
        if not _checker(hint)(value):
            return message("{name} cannot be {value!r}", name=name, value=value)
    return ""


@cache
def _checker(hint: Any) -> Callable[[Any], bool]:
    """A test written for one type, as attrs writes its `__init__`: every order goes through it."""
    names: dict[str, Any] = {}
    made: Callable[[Any], bool] = eval(f"lambda value: {_test(hint, 'value', names)}", names)
    return made


@cache
def _hints(kind: Any) -> dict[str, Any]:
    """The types of the fields of a class; read from its annotations once, for they are slow to read."""
    return {name: hint for name, hint in get_type_hints(kind).items() if get_origin(hint) is not ClassVar}


def _test(hint: Any, value: str, names: dict[str, Any]) -> str:
    """An expression that tells whether `value` (an expression too) holds what `hint` says."""
    if hint is float:
        return f"(type({value}) is float or {_test(int, value, names)})"
    if hint is str:
        # What cannot be printed (half of a surrogate pair, say) could not be written to a save either.
        return f"(type({value}) is str and {value}.isprintable())"
    if hint is int:
        return f"(type({value}) is int and -{FARTHEST_WHOLE} <= {value} <= {FARTHEST_WHOLE})"
    if hint in (bool, NoneType):
        return f"type({value}) is {_named(hint, names)}"
    if isinstance(hint, UnionType) or get_origin(hint) is Union:
        return "(" + " or ".join(_test(way, value, names) for way in get_args(hint)) + ")"
    if get_origin(hint) is tuple:
        return _test_tuple(get_args(hint), value, names)
    if isinstance(hint, type) and attrs.has(hint):
        fields = [_test(each, f"{value}.{name}", names) for name, each in _hints(hint).items()]
        return "(" + " and ".join([f"isinstance({value}, {_named(hint, names)})", *fields]) + ")"
    return "True"


def _test_tuple(kinds: tuple[Any, ...], value: str, names: dict[str, Any]) -> str:
    if kinds[-1] is Ellipsis:
        item = f"item{len(names)}"
        names[item] = None  # taken, so that a tuple within this one is walked under another name
        each = _test(kinds[0], item, names)
        return f"(type({value}) is tuple and False not in [{each} for {item} in {value}])"
    ways = [_test(kind, f"{value}[{place}]", names) for place, kind in enumerate(kinds)]
    return "(" + " and ".join([f"type({value}) is tuple and len({value}) == {len(kinds)}", *ways]) + ")"


def _named(kind: type, names: dict[str, Any]) -> str:
    name = f"kind{len(names)}"
    names[name] = kind
    return name


def _figure(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and -math.inf < value < math.inf


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
