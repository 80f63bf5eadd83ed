"""Every number of a rulebook: TOML tables with typed access, and variants layered over them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Self, TypeVar, cast, overload

import attrs

from navalrules.errors import BadFile, Fault, UnknownName, nearest
from navalrules.files import LARGEST, REQUIRED, Reader, Source, is_scalar, read_toml, shown
from navalrules.messages import message
from navalrules.rulebook import STATUSES

FORMAT: Final = "navalrules/tables"
VARIANT: Final = "variant"
"""The status of an entry that a variant has changed."""

REPLACES_ALL: Final = "replaces_all"
"""The key by which a variant says that its entries are all there are: rows may then come and go."""

MOST_CHANGES: Final = 1000
"""How many tables, and how many entries of one table, a variant may change."""

Value = bool | int | float | str | tuple[float, ...]
Bound = tuple[str, float, float, tuple[str, ...]]
"""A table, from where to where its numbers go, and of which entries or columns (none named: of all)."""
T = TypeVar("T")


@attrs.frozen
class Entry:
    """One line of a table: its value, and the rule, source and status ("stated", "gap", "variant") of it."""

    key: str
    value: Value
    rule: str
    source: str
    status: str


@attrs.frozen
class Table:
    """A named table. `columns` name the numbers of each row; without them every entry is a single value.

    `whole_numbers` says that all its numbers are whole, so that no variant may bring fractions in.
    """

    name: str
    title: str
    unit: str
    columns: tuple[str, ...]
    entries: Mapping[str, Entry]
    whole_numbers: bool = False
    _numbers: dict[str, float] = attrs.field(init=False, repr=False, eq=False)
    _wholes: dict[str, int] = attrs.field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        values = {key: entry.value for key, entry in self.entries.items()}
        numbers = {
            key: value
            for key, value in values.items()
            if isinstance(value, (int, float)) and not isinstance(value, bool)
        }
        object.__setattr__(self, "_numbers", numbers)
        wholes = {key: int(value) for key, value in numbers.items() if value == int(value)}
        object.__setattr__(self, "_wholes", wholes)

    def __getitem__(self, key: str) -> Entry:
        """The entry of that key; raises UnknownName."""
        found = self.entries.get(key)
        if found is None:
            raise UnknownName(message("key of table {table}", table=self.name), key, self.entries)
        return found

    def __contains__(self, key: object) -> bool:
        return key in self.entries

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def number(self, key: str) -> float:
        """A number, as it stands; raises UnknownName, or BadFile where the entry is none."""
        value = self._numbers.get(key)
        if value is None:
            raise self._unfit(key, message("a number"))
        return value

    def whole(self, key: str) -> int:
        """A whole number (4.0 counts as 4); raises UnknownName, or BadFile where the entry is none."""
        value = self._wholes.get(key)
        if value is None:
            raise self._unfit(key, message("a whole number") if key in self._numbers else message("a number"))
        return value

    def text(self, key: str) -> str:
        """A text; raises UnknownName, or BadFile where the entry is none."""
        value = self[key].value
        if not isinstance(value, str):
            raise self._unfit(key, message("text"))
        return value

    def flag(self, key: str) -> bool:
        """True or False; raises UnknownName, or BadFile where the entry is neither."""
        value = self[key].value
        if not isinstance(value, bool):
            raise self._unfit(key, message("true or false"))
        return value

    def row(self, key: str) -> tuple[float, ...]:
        """All numbers of a row, one a column; raises UnknownName, or BadFile where the entry is no row."""
        value = self[key].value
        if not isinstance(value, tuple):
            raise self._unfit(key, message("a list of numbers"))
        return value

    def cell(self, key: str, column: str) -> float:
        """The number of a row under a named column; raises UnknownName for a wrong key or column."""
        if column not in self.columns:
            raise UnknownName(message("column of table {table}", table=self.name), column, self.columns)
        return self.row(key)[self.columns.index(column)]

    def fault(self, key: str, expected: str) -> Fault:
        """That an entry will not do: its key and value, what was `expected`, and the file to look in.

        That is the variant that the entry was changed by, else one that another of the table was.
        """
        entry = self[key]
        files = (each.source for each in (entry, *self.entries.values()) if each.status == VARIANT)
        told = str(list(entry.value)) if isinstance(entry.value, tuple) else shown(entry.value)
        return Fault(next(files, "tables"), f"tables.{self.name}.{key}", told, expected)

    def outside(self, least: float, most: float, *names: str, whole: bool = False) -> list[Fault]:
        """A fault for each entry whose number is not from `least` to `most`, or not whole where it must be.

        `names` are of entries, or in a table with columns of columns; all of them when none is named.
        Raises UnknownName for a name it has not, BadFile for an entry that is no number.
        """
        whole = whole or self.whole_numbers
        within = (
            message("a whole number from {low} to {high}", low=least, high=most)
            if whole
            else message("a number from {low} to {high}", low=least, high=most)
        )
        if self.columns:
            columns = names or self.columns
            rows = {key: [self.cell(key, name) for name in columns] for key in self.entries}
            within = message("under {columns}: {number}", columns=", ".join(columns), number=within)
        else:
            rows = {key: [self.number(key)] for key in names or self._numbers}
        return [
            self.fault(key, within)
            for key, row in rows.items()
            if not all(least <= each <= most and not (whole and each % 1) for each in row)
        ]

    def _unfit(self, key: str, expected: str) -> BadFile:
        return BadFile([self.fault(key, expected)])


class Tables(Mapping[str, Table]):
    """All tables of a ruleset by name."""

    __slots__ = ("_tables",)

    def __init__(self, tables: Iterable[Table] = ()) -> None:
        self._tables = {table.name: table for table in tables}

    @classmethod
    def read(cls, *sources: Source) -> Self:
        """Read the [[table]] rows of TOML files; raises BadFile with all faults of all files."""
        faults: list[Fault] = []
        tables: dict[str, Table] = {}
        for source in sources:
            _read_file(source, tables, faults)
        if faults:
            raise BadFile(faults)
        return cls(tables.values())

    def __getitem__(self, name: str) -> Table:
        """The table of that name; raises UnknownName."""
        try:
            return self._tables[name]
        except KeyError:
            raise UnknownName(message("table"), name, self._tables) from None

    def outside(self, bounds: Iterable[Bound], *, whole: bool = False) -> Iterator[Fault]:
        """The faults of `Table.outside` for many bounds: table, least, most and names of each."""
        for name, least, most, names in bounds:
            yield from self[name].outside(least, most, *names, whole=whole)

    def __iter__(self) -> Iterator[str]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)

    def __contains__(self, name: object) -> bool:
        return name in self._tables

    @overload
    def get(self, name: str, default: None = None, /) -> Table | None: ...
    @overload
    def get(self, name: str, default: Table, /) -> Table: ...
    @overload
    def get(self, name: str, default: T, /) -> Table | T: ...
    def get(self, name: str, default: object = None, /) -> object:
        """The table of that name, or `default`."""
        return self._tables.get(name, default)

    def layered(self, changes: Mapping[str, Mapping[str, object]], file: str = "variant") -> Tables:
        """These tables with `changes` (table -> key -> value) laid over them; these stay as they are.

        A table changed with `replaces_all = true` keeps none of its entries but those named there.

        Raises BadFile for unknown tables and keys and for values of another type or shape, all at once.
        """
        _refuse_many(changes, file, "tables", message("tables"))
        faults: list[Fault] = []
        tables = {**self._tables}
        for name, rows in changes.items():
            if name not in tables:
                faults.append(
                    Fault(file, f"tables.{name}", shown(rows), _instead(message("table"), name, tables))
                )
            elif not isinstance(rows, Mapping):
                faults.append(
                    Fault(file, f"tables.{name}", shown(rows), message("a table of changed entries"))
                )
            else:
                _refuse_many(rows, file, f"tables.{name}", message("entries"))
                tables[name] = _changed(tables[name], rows, file, faults)
        if faults:
            raise BadFile(faults)
        return Tables(tables.values())

    def differences(self, other: Mapping[str, Table]) -> list[tuple[str, str, Value | None, Value | None]]:
        """Where two sets differ: (table, key, our value, theirs), None where one has no such entry."""
        found = []
        for name in dict.fromkeys([*self, *other]):
            ours, theirs = _values(self.get(name)), _values(other.get(name))
            for key in dict.fromkeys([*ours, *theirs]):
                if ours.get(key) != theirs.get(key):
                    found.append((name, key, ours.get(key), theirs.get(key)))
        return found


def _values(table: Table | None) -> dict[str, Value]:
    return {} if table is None else {key: entry.value for key, entry in table.entries.items()}


def _refuse_many(rows: Mapping[str, object], file: str, key: str, kind: str) -> None:
    if len(rows) > MOST_CHANGES:
        raise BadFile(
            [
                Fault(
                    file,
                    key,
                    shown(rows),
                    message("at most {most} {kind}", most=MOST_CHANGES, kind=kind),
                )
            ]
        )


def _instead(kind: str, name: str, known: Iterable[str]) -> str:
    known = list(known)
    alike = nearest(name, known)
    if alike:
        return message("a known {kind}; nearest: {names}", kind=kind, names=", ".join(alike))
    return message("a known {kind}: {names}", kind=kind, names=", ".join(known))


# ---------------------------------------------------------------- reading


def _read_file(source: Source, tables: dict[str, Table], faults: list[Fault]) -> None:
    reader = Reader(read_toml(source), str(source), faults)
    reader.text("format", FORMAT, (FORMAT,))
    reader.whole("version", 1, 1, 1)
    for row in reader.tables("table"):
        table = _table(row)
        if table.name in tables:
            row.fault("name", table.name, message("a name that no other table has"))
        tables[table.name] = table
    reader.done()


def _table(row: Reader) -> Table:
    columns = row.texts("columns", most=100, longest=60)
    whole = row.flag("whole", False)
    shared = {key: row.text(key, "", longest=200) for key in ("rule", "source", "status")}
    name, title, unit = (
        row.text("name", longest=60),
        row.text("title", longest=200),
        row.text("unit", "", longest=60),
    )
    entries: dict[str, Entry] = {}
    for line in row.tables("entry"):
        entry = _entry(line, columns, whole, shared)
        if entry.key in entries:
            line.fault("key", entry.key, message("a key that no other entry of the table has"))
        entries[entry.key] = entry
    return Table(name, title, unit, columns, entries, whole)


def _entry(line: Reader, columns: tuple[str, ...], whole: bool, shared: Mapping[str, str]) -> Entry:
    key, raw = line.text("key", longest=100), line.raw("value")
    length = len(columns) or (len(raw) if isinstance(raw, list) else 0)
    expected = _misfit(raw, _kind(raw), length, whole)
    if expected:
        line.fault("value", raw, expected)
    return Entry(
        key,
        0 if expected else _value(raw),
        line.text("rule", shared["rule"] or REQUIRED, longest=200),
        line.text("source", shared["source"] or REQUIRED, longest=200),
        line.text("status", shared["status"] or REQUIRED, STATUSES),
    )


def _kind(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return "row"
    if isinstance(value, bool):
        return "flag"
    if isinstance(value, (int, float)):
        return "number"
    return "text" if isinstance(value, str) else ""


def _misfit(raw: object, kind: str, length: int, whole: bool) -> str:
    """What was expected instead of `raw` where an entry of `kind` stands; "" where it will do."""
    bounds = {"low": -LARGEST, "high": LARGEST}
    number = (
        message("a whole number from {low:g} to {high:g}", **bounds)
        if whole
        else message("a number from {low:g} to {high:g}", **bounds)
    )
    if kind == "row":
        fits = (
            isinstance(raw, (list, tuple))
            and len(raw) == length
            and all(_is_number(each, whole) for each in raw)
        )
        return (
            "" if fits else message("a list of {length} numbers, each {number}", length=length, number=number)
        )
    if kind == "number":
        return "" if _is_number(raw, whole) else number
    if kind == "flag":
        return "" if isinstance(raw, bool) else message("true or false")
    if kind == "text":
        fits = isinstance(raw, str) and is_scalar(raw)
        return "" if fits else message("text of at most {most} characters", most=200)
    return message("a number, a text, true, false or a list of numbers")


def _is_number(value: object, whole: bool) -> bool:
    if _kind(value) != "number" or not is_scalar(value):
        return False
    return not whole or isinstance(value, int)


def _value(raw: Any) -> Value:
    return tuple(raw) if isinstance(raw, (list, tuple)) else cast("Value", raw)


# ---------------------------------------------------------------- layering


def _changed(table: Table, rows: Mapping[str, object], file: str, faults: list[Fault]) -> Table:
    if REPLACES_ALL in rows:
        return _replaced(table, rows, file, faults)
    entries = dict(table.entries)
    for key, raw in rows.items():
        where = f"tables.{table.name}.{key}"
        if key not in entries:
            faults.append(Fault(file, where, shown(raw), _instead(message("key"), key, entries)))
            continue
        before = entries[key].value
        expected = _misfit(
            raw, _kind(before), len(before) if isinstance(before, tuple) else 0, table.whole_numbers
        )
        if expected:
            faults.append(Fault(file, where, shown(raw), expected))
        elif _value(raw) != before:
            entries[key] = attrs.evolve(
                entries[key], value=_value(raw), source=Path(file).name, status=VARIANT
            )
    return attrs.evolve(table, entries=entries)


def _replaced(table: Table, rows: Mapping[str, object], file: str, faults: list[Fault]) -> Table:
    """The table with other entries of the same kind in the place of all its own."""
    first, kept = next(iter(table.entries.values())), {k: v for k, v in rows.items() if k != REPLACES_ALL}
    length = len(first.value) if isinstance(first.value, tuple) else 0
    entries: dict[str, Entry] = {}
    if rows[REPLACES_ALL] is not True or not kept:
        where = f"tables.{table.name}.{REPLACES_ALL}"
        faults.append(Fault(file, where, shown(rows[REPLACES_ALL]), message("true, and at least one entry")))
    for key, raw in kept.items():
        expected = _misfit(raw, _kind(first.value), length, table.whole_numbers)
        if expected:
            faults.append(Fault(file, f"tables.{table.name}.{key}", shown(raw), expected))
        else:
            rule = table.entries.get(key, first).rule
            entries[key] = Entry(key, _value(raw), rule, Path(file).name, VARIANT)
    return attrs.evolve(table, entries=entries)
