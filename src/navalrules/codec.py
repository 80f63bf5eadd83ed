"""Events, orders and states as plain data, both ways.

Encoding is our own and quick; decoding is by cattrs, strict about types, and names what is wrong. Tags
are short words from a table that the core and the ruleset in use fill, never class names.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from hashlib import blake2b
from types import UnionType
from typing import TYPE_CHECKING, Any, Final, get_args

import attrs

from navalrules.compass import Wind
from navalrules.dice import Roll
from navalrules.errors import BadFile, Fault
from navalrules.events import CORE_EVENTS, Event
from navalrules.geometry import Leg, Pose
from navalrules.messages import message
from navalrules.orders import CORE_ORDERS, Order
from navalrules.ruleset import Ruleset, Verdict
from navalrules.rulings import Change, Modifier, Ruling, Sighting

if TYPE_CHECKING:
    from cattrs import Converter

    from navalrules.battle import State

TAG: Final = "is"
_CORE_VALUES: Final = {
    "pose": Pose,
    "wind": Wind,
    "leg": Leg,
    "roll": Roll,
    "modifier": Modifier,
    "ruling": Ruling,
    "sighting": Sighting,
    "verdict": Verdict,
}
_DIGEST_BYTES: Final = 16


class Codec:
    """Plain data for one ruleset. Numbers, text, lists and dicts only: ready for JSON."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.events = {kind.tag: kind for kind in (*CORE_EVENTS, *ruleset.event_types)}
        self.orders = {kind.kind: kind for kind in (*CORE_ORDERS, *ruleset.order_types)}
        self._ship_type = ruleset.ship_type
        self._table_type = ruleset.table_type
        self._values: dict[str, type] = {
            **_CORE_VALUES,
            **{kind.__name__.lower(): kind for kind in ruleset.value_types},
            **{f"order.{name}": kind for name, kind in self.orders.items()},
        }
        self._tags = {kind: tag for tag, kind in self._values.items()}
        self._fields: dict[type, tuple[tuple[str, Any], ...]] = {}

    # ------------------------------------------------------------ to plain data

    def event(self, event: Event) -> dict[str, Any]:
        """An event with its tag; fields at their defaults are left out."""
        return {"event": event.tag, **self._plain_fields(event)}

    def order(self, order: Order) -> dict[str, Any]:
        """An order with its kind."""
        return {"order": order.kind, **self._plain_fields(order)}

    def state(self, state: State) -> dict[str, Any]:
        """A whole state."""
        return {
            "wind": [state.wind.from_bearing, state.wind.force],
            "ships": {name: self._all_fields(ship) for name, ship in state.ships.items()},
            "table": None if state.table is None else self._all_fields(state.table),
            "turn": state.turn,
            "phase": state.phase,
            "step": state.step,
            "seed": state.seed,
            "switches": dict(state.switches),
            "coming": dict(state.coming),
            "verdict": None if state.verdict is None else [state.verdict.winner, state.verdict.why],
        }

    def digest(self, state: State) -> str:
        """A short fingerprint of a whole state."""
        return fingerprint(self.state(state))

    def plain(self, value: Any) -> Any:
        """Any value that a change may hold; attrs values carry a tag."""
        kind = type(value)
        if kind in _PLAIN:
            return value
        if kind is tuple or kind is list:
            return [self.plain(item) for item in value]
        if kind is Change:
            return [value.ship, value.what, self.plain(value.before), self.plain(value.after)]
        if kind is dict:
            return {key: self.plain(item) for key, item in value.items()}
        tag = self._tags.get(kind)
        if tag is None:
            raise TypeError(f"{kind.__name__} is not plain; name it in the ruleset's value_types")
        return {TAG: tag, **self._plain_fields(value)}

    def _plain_fields(self, thing: Any) -> dict[str, Any]:
        kind = type(thing)
        fields = self._fields.get(kind) or self._learn(kind)
        found = {}
        for name, default in fields:
            value = getattr(thing, name)
            if value is not default and (value != default or type(value) is not type(default)):
                found[name] = self.plain(value)
        return found

    def _learn(self, kind: type) -> tuple[tuple[str, Any], ...]:
        fields = tuple((field.name, field.default) for field in attrs.fields(kind) if field.init)
        self._fields[kind] = fields
        return fields

    def _all_fields(self, thing: Any) -> dict[str, Any]:
        kind = type(thing)
        return {
            name: self.plain(getattr(thing, name)) for name, _ in self._fields.get(kind) or self._learn(kind)
        }

    # ------------------------------------------------------------ and back

    def read_event(self, data: Mapping[str, Any], file: str = "event") -> Event:
        """An event from plain data; raises BadFile."""
        event: Event = self._read(self.events, "event", data, file)
        return event

    def read_order(self, data: Mapping[str, Any], file: str = "order") -> Order:
        """An order from plain data; raises BadFile."""
        order: Order = self._read(self.orders, "order", data, file)
        return order

    def read_state(self, data: Mapping[str, Any], file: str = "state") -> State:
        """A state from plain data; raises BadFile."""
        from navalrules.battle import State

        def build() -> State:
            ships = {name: self._structured(self._ship_type, ship) for name, ship in data["ships"].items()}
            table = None if self._table_type is None else self._structured(self._table_type, data["table"])
            verdict = None if data["verdict"] is None else Verdict(*map(str, data["verdict"]))
            turn, phase, step, seed = (_whole(data[name]) for name in ("turn", "phase", "step", "seed"))
            switches, coming = (tuple(sorted(dict(data[name]).items())) for name in ("switches", "coming"))
            wind = Wind(_number(data["wind"][0]), _whole(data["wind"][1]))
            return State(wind, ships, table, turn, phase, step, seed, switches, coming, verdict)

        state: State = _guarded(build, file)
        return state

    def _read(self, kinds: Mapping[str, type], key: str, data: Any, file: str) -> Any:
        told = data.get(key) if isinstance(data, Mapping) else data
        kind = kinds.get(told) if isinstance(told, str) else None
        if kind is None:
            raise BadFile([Fault(file, key, repr(told)[:60], "one of " + ", ".join(sorted(kinds)))])
        rest = {name: value for name, value in data.items() if name != key}
        return _guarded(lambda: self._structured(kind, rest), file)

    def _structured(self, kind: type, data: Any) -> Any:
        return self._converter.structure(data, kind)

    @cached_property
    def _converter(self) -> Converter:
        from cattrs import Converter

        converter = Converter(forbid_extra_keys=True)
        for kind, check in _STRICT.items():
            converter.register_structure_hook(kind, check)
        converter.register_structure_hook_func(_is_scalars, _scalar)
        converter.register_structure_hook(Any, lambda value, _: self._unplain(value))
        converter.register_structure_hook_func(
            lambda kind: kind is object, lambda value, _: self._unplain(value)
        )
        converter.register_structure_hook(Change, self._change)
        converter.register_structure_hook_factory(attrs.has, lambda kind: _untagged(kind, converter))
        return converter

    def _change(self, value: Any, _: Any) -> Change:
        ship, what, before, after = value
        return Change(_text(ship, str), _text(what, str), self._unplain(before), self._unplain(after))

    def _unplain(self, value: Any) -> Any:
        if isinstance(value, list):
            return tuple(self._unplain(item) for item in value)
        if not isinstance(value, dict):
            return value
        if TAG not in value:
            return {key: self._unplain(item) for key, item in value.items()}
        kind = self._values.get(value[TAG])
        if kind is None:
            raise ValueError(f"unknown value {value[TAG]!r}")
        return self._structured(kind, {key: item for key, item in value.items() if key != TAG})


def fingerprint(data: Any) -> str:
    """A short fingerprint of plain data."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=_DIGEST_BYTES).hexdigest()


def _untagged(kind: type, converter: Converter) -> Any:
    """Structure an attrs class strictly, letting pass the tag that a value carries wherever it stands."""
    from cattrs.gen import make_dict_structure_fn

    build: Any = make_dict_structure_fn(kind, converter, _cattrs_forbid_extra_keys=True)
    return lambda data, _: build({key: item for key, item in data.items() if key != TAG}, kind)


_PLAIN: Final = frozenset({int, float, str, bool, type(None)})


def _whole(value: Any, _: Any = int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{value!r} is not a whole number")
    return value


def _number(value: Any, _: Any = float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{value!r} is not a number")
    return value


def _text(value: Any, _: Any = str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is not text")
    return value


def _flag(value: Any, _: Any = bool) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{value!r} is neither true nor false")
    return value


def _is_scalars(kind: Any) -> bool:
    """Whether a type is a union of scalars, such as what a switch may be."""
    return isinstance(kind, UnionType) and _PLAIN.issuperset(get_args(kind))


def _scalar(value: Any, kind: Any) -> Any:
    known = get_args(kind)
    if type(value) in known or (type(value) is int and float in known):
        return value
    raise ValueError(f"{value!r} is none of {', '.join(sorted(each.__name__ for each in known))}")


_STRICT: Final = {int: _whole, float: _number, str: _text, bool: _flag}


def _guarded(build: Any, file: str) -> Any:
    from cattrs import transform_error

    try:
        return build()
    except BadFile:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise BadFile(
            [Fault(file, "record", str(error)[:120] or type(error).__name__, message("a value of its type"))]
        ) from error
    except Exception as error:
        told = transform_error(error, format_exception=lambda inner, _: str(inner))
        raise BadFile(
            [Fault(file, "record", line[:200], message("a value of its type")) for line in told[:20]]
        ) from error
