"""Files of strangers: bounded reading, all faults at once, and writing a file whole or not at all.

Nothing in a file is ever executed. A fault names the file, the key, the value and what would do.
Places in lists are counted from 1, as people count: `side[2].ships[1].crew`.
"""

from __future__ import annotations

import json
import math
import os
import re
import shutil
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeGuard, Union

import attrs

from navalrules.errors import BadFile, Fault, nearest
from navalrules.messages import message

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

MAX_BYTES: Final = 12_000_000
"""The largest JSON file that is read or saved, in bytes: a hundred ships for a hundred turns."""

MAX_TOML_BYTES: Final = 160_000
"""The largest TOML file that is read, in bytes: Python's reader takes seconds for a hostile megabyte."""

MAX_DEPTH: Final = 40
"""How deep tables and lists may be nested."""

MAX_PARTS: Final = 8
"""How many parts a dotted key of a TOML file may have."""

MAX_MEMORY: Final = 120_000_000
"""What the data of a JSON file may take in memory, in bytes: short values take 35 times their length."""

_WEIGHTS: Final = {"{": 232, "[": 64, ",": 60}
"""What a table, a list and a value take in memory, about, by the character that stands for them."""

LARGEST: Final = 1e6
"""The largest magnitude of a free number (a switch, a grade, a table's entry)."""

Source = Union[Path, "Traversable"]
Scalar = bool | int | float | str
Step = Callable[[dict[str, Any]], dict[str, Any]]

_MISSING: Final = message("(missing)")
_SEARCHED: Final = 200
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_KEY_PART: Final = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_LONG_KEY: Final = re.compile(
    rf"(?:^|[{{,])[ \t\[]*+(?:{_KEY_PART}[ \t]*+\.[ \t]*+){{{MAX_PARTS}}}", re.MULTILINE
)


class Required(Enum):
    """The type of `REQUIRED`."""

    REQUIRED = "required"


REQUIRED: Final = Required.REQUIRED
"""The default of a key that must be there."""


def shown(value: object) -> str:
    """A value as a file would have it, cut short; tables and lists by their size only."""
    if isinstance(value, Mapping):
        return message("a table of {count}", count=len(value))
    if isinstance(value, (list, tuple)):
        return message("a list of {count}", count=len(value))
    if isinstance(value, int) and value.bit_length() > 200:
        return message("a number of very many digits")
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, (str, bool)) else _number_shown(value)
    text = _CONTROL.sub("?", text)
    return text if len(text) <= 60 else text[:57] + "..."


def _number_shown(value: object) -> str:
    return "null" if value is None else str(value)


@attrs.frozen
class Format:
    """A kind of file: the name that stands in it, and the steps that lift an older version to ours.

    `steps[0]` makes version 2 of version 1, and so on. A step is given a copy of the file's top table before
    anything in it has been checked, and need not set the version.
    """

    name: str
    steps: tuple[Step, ...] = ()

    @property
    def version(self) -> int:
        """The version that this release writes, and the newest that it reads."""
        return 1 + len(self.steps)

    @property
    def head(self) -> dict[str, Any]:
        """What every file of the kind begins with."""
        return {"format": self.name, "version": self.version}

    def faults(self, data: Mapping[str, object], file: str) -> list[Fault]:
        """What is wrong with the format and version that stand in `data`."""
        found, version = data.get("format"), data.get("version")
        faults = []
        if found != self.name:
            value = shown(found) if "format" in data else _MISSING
            faults.append(Fault(file, "format", value, f'"{self.name}"'))
            if isinstance(found, str):
                # Another kind of file counts its versions by itself.
                return faults
        if type(version) is not int or not 1 <= version <= self.version:
            value = shown(version) if "version" in data else _MISSING
            faults.append(Fault(file, "version", value, self._expected(version)))
        return faults

    def _expected(self, version: object) -> str:
        whole = message("a whole number from {low} to {high}", low=1, high=self.version)
        known = whole if self.version > 1 else "1"
        if type(version) is int and version > self.version:
            return message(
                "{known} (the file is newer than this navalrules; upgrade to read it)", known=known
            )
        return known

    def lifted(self, data: Mapping[str, object], file: str) -> dict[str, Any]:
        """The data as the version that this release writes; raises BadFile for another format or version."""
        faults = self.faults(data, file)
        if faults:
            raise BadFile(faults)
        lifted: dict[str, Any] = dict(data)
        for version in range(lifted["version"], self.version):
            lifted = {**self.steps[version - 1](dict(lifted)), "version": version + 1}
        return lifted


def _refuse(file: str, key: str, value: str, expected: str) -> NoReturn:
    raise BadFile([Fault(file, key, value, expected)])


# ---------------------------------------------------------------- reading


def read_text(source: Source, most: int = MAX_BYTES) -> str:
    """The text of a file of at most `most` bytes in UTF-8; raises BadFile, before reading where it can."""
    file = str(source)
    try:
        return _bounded(source, file, most).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        _refuse(
            file,
            "encoding",
            message("byte {value:#04x} at {start}", value=error.object[error.start], start=error.start),
            message("UTF-8 text"),
        )
    except (OSError, ValueError) as error:
        if isinstance(error, BadFile):
            raise
        _refuse(file, "file", _reason(error), message("a file that can be read"))


def _reason(error: Exception) -> str:
    # The system tells it in its own language; what happens to players is told in theirs.
    if isinstance(error, FileNotFoundError):
        return message("No such file or directory")
    if isinstance(error, PermissionError):
        return message("Permission denied")
    if isinstance(error, IsADirectoryError):
        return message("Is a directory")
    return (isinstance(error, OSError) and error.strerror) or str(error)


def _bounded(source: Source, file: str, most: int) -> bytes:
    if isinstance(source, Path):
        _refuse_size(source.stat().st_size, file, most)
        if not source.is_file():
            _refuse(file, "file", message("not a regular file"), message("a file that can be read"))
    with source.open("rb") as stream:
        data = stream.read(most + 1)
    _refuse_size(len(data), file, most)
    return data


def _refuse_size(size: int, file: str, most: int) -> None:
    if size > most:
        _refuse(file, "size", message("{size} bytes", size=size), message("at most {most} bytes", most=most))


def read_toml(source: Source, format: Format | None = None) -> dict[str, Any]:
    """The data of a TOML file. With `format`, its name must stand there with a version that we know, and
    the data come lifted to the newest.

    Raises BadFile for anything unreadable: syntax (with the line), nesting, NaN, another format.
    """
    text, file = read_text(source, MAX_TOML_BYTES), str(source)
    if found := _LONG_KEY.search(text):
        _refuse(
            file,
            "key",
            shown(found[0].strip()),
            message("keys of at most {most} parts", most=MAX_PARTS),
        )
    return _checked(_parsed(tomllib.loads, text, file, "TOML"), file, format)


def read_json(source: Source, format: Format | None = None) -> dict[str, Any]:
    """The data of a JSON file that holds one object; see `read_toml`."""
    text, file = read_text(source), str(source)
    weight = sum(text.count(mark) * each for mark, each in _WEIGHTS.items())
    if weight > MAX_MEMORY:
        _refuse(
            file,
            "size",
            message("about {weight} bytes of memory", weight=weight),
            message("at most {most} bytes of memory", most=MAX_MEMORY),
        )
    return _checked(_parsed(json.loads, text, file, "JSON"), file, format)


def read_data(source: Source, format: Format | None = None) -> dict[str, Any]:
    """The data of a file, JSON by its suffix or else TOML; see `read_toml`."""
    return (read_json if source.name.endswith(".json") else read_toml)(source, format)


def _parsed(parse: Callable[[str], object], text: str, file: str, language: str) -> object:
    try:
        return parse(text)
    except RecursionError:
        _refuse_depth(file)
    except ValueError as error:
        line = _line_of(error, text)
        content = text.splitlines()[line - 1] if 0 < line <= text.count("\n") + 1 and text else ""
        _refuse(
            file,
            f"line {line}",
            shown(content.strip()),
            message("valid {language} ({reason})", language=language, reason=_plain_reason(error)),
        )


def _line_of(error: ValueError, text: str) -> int:
    if isinstance(error, json.JSONDecodeError):
        return min(error.lineno, len(text.splitlines()) or 1)
    found = re.search(r"at line (\d+)", str(error))
    return int(found[1]) if found else len(text.splitlines()) or 1


def _plain_reason(error: ValueError) -> str:
    reason = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
    return re.sub(r" \(at [^()]*\)$", "", reason).rstrip(".").lower()


def _refuse_depth(file: str) -> NoReturn:
    _refuse(
        file,
        "nesting",
        message("too deep"),
        message("tables and lists nested at most {most} deep", most=MAX_DEPTH),
    )


def _checked(data: object, file: str, format: Format | None) -> dict[str, Any]:
    if not isinstance(data, dict):
        _refuse(file, "file", shown(data), message("a table of keys and values"))
    faults = [] if _is_tame(data, file) else list(_wild(data, file))
    if format is not None:
        faults += format.faults(data, file)
    if faults:
        raise BadFile(faults)
    return data if format is None else format.lifted(data, file)


def _is_tame(data: dict[str, Any], file: str) -> bool:
    """Whether every number is one. Raises BadFile for nesting that no honest file has, without recursion."""
    layer: list[Any] = [data]
    tame = True
    for _ in range(MAX_DEPTH + 1):
        inner: list[Any] = []
        for each in layer:
            values = each.values() if type(each) is dict else each
            kinds = set(map(type, values))
            if dict in kinds or list in kinds:
                inner += [value for value in values if type(value) is dict or type(value) is list]
            if float in kinds:
                tame = tame and all(math.isfinite(value) for value in values if type(value) is float)
        if not inner:
            return tame
        layer = inner
    _refuse_depth(file)


def _wild(data: dict[str, Any], file: str) -> Iterator[Fault]:
    """Numbers that are none, with their places."""
    todo: list[tuple[str, Any]] = [("", data)]
    while todo:
        path, value = todo.pop()
        if isinstance(value, dict):
            todo += [(f"{path}.{key}" if path else key, each) for key, each in value.items()]
        elif isinstance(value, list):
            todo += [(f"{path}[{place}]", each) for place, each in enumerate(value, 1)]
        elif isinstance(value, float) and not math.isfinite(value):
            yield Fault(file, path, str(value), message("a finite number"))


# ---------------------------------------------------------------- writing


def write_whole(path: Path, text: str) -> None:
    """Write a file whole or not at all: whatever fails, what stood there before still stands.

    Raises BadFile when the place cannot be written.
    """
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{target.name[:200]}.{os.urandom(4).hex()}.tmp")
    try:
        _write_through(temporary, text.encode())
        if target.exists():
            shutil.copymode(target, temporary)
        os.replace(temporary, target)
    except (OSError, ValueError) as error:
        _refuse(str(path), "file", _reason(error), message("a place that can be written"))
    finally:
        with suppress(OSError, ValueError):
            temporary.unlink(missing_ok=True)
    with suppress(OSError):
        _settle(target.parent)


def _write_through(path: Path, data: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(handle, rest) :]
        os.fsync(handle)
    finally:
        os.close(handle)


def _settle(folder: Path) -> None:
    """Have the folder's new entry on the disk too, where a system can do that."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# ---------------------------------------------------------------- typed access


class Reader:
    """Typed access to one table of a file, gathering faults into one shared list.

    On a fault a getter notes it and returns a harmless value of its type, so that reading goes on and
    every fault is told at once by `check`. A key never asked for is a fault of its own, see `done`.
    """

    __slots__ = ("_asked", "_children", "_closed", "data", "faults", "file", "path")

    def __init__(
        self,
        data: Mapping[str, object],
        file: str = "data",
        faults: list[Fault] | None = None,
        path: str = "",
    ) -> None:
        self.data = data
        self.file = file
        self.faults: list[Fault] = [] if faults is None else faults
        self.path = path
        self._asked: set[str] = set()
        self._children: list[Reader] = []
        self._closed = False

    @classmethod
    def open(cls, source: Source, format: Format, faults: list[Fault] | None = None) -> Reader:
        """Read a file of one of our formats, TOML or (by its suffix) JSON; raises BadFile."""
        reader = cls(read_data(source, format), str(source), faults)
        reader._asked |= {"format", "version"}
        return reader

    @classmethod
    def within(cls, data: Mapping[str, object], format: Format, file: str, path: str = "") -> Reader:
        """Read data of one of our formats, from `file` or at `path` inside it; raises BadFile."""
        reader = cls(format.lifted(data, f"{file}: {path}" if path else file), file, path=path)
        reader._asked |= {"format", "version"}
        return reader

    def fault(self, key: str, value: object, expected: str) -> None:
        """Add a fault of one's own at `key` of this table."""
        self._note(key, shown(value), expected)

    def _note(self, key: str, value: str, expected: str) -> None:
        where = f"{self.path}.{key}" if self.path and key else self.path or key
        self.faults.append(Fault(self.file, where, value, expected))

    def has(self, key: str) -> bool:
        """Whether the key is there; asking makes it a known key."""
        self._asked.add(key)
        return key in self.data

    def raw(self, key: str) -> object:
        """The value as it stands, None where it is missing."""
        self._asked.add(key)
        return self.data.get(key)

    def text(
        self,
        key: str,
        default: str | Required = REQUIRED,
        choices: Sequence[str] | None = None,
        longest: int = 2000,
    ) -> str:
        """A text of at most `longest` characters, without control characters, one of `choices` if given."""
        if key not in self.data and default is not REQUIRED:
            self._asked.add(key)
            return default
        value = self.raw(key)
        if isinstance(value, str) and (value in choices if choices else _is_text(value, longest)):
            return value
        self._wrong(
            key,
            message("one of: {names}", names=", ".join(choices))
            if choices
            else message("text of at most {most} characters", most=longest),
        )
        return choices[0] if choices else ""

    def whole(self, key: str, low: int, high: int, default: int | Required = REQUIRED) -> int:
        """A whole number from `low` to `high`; quoted numbers, fractions and booleans are faults."""
        if key not in self.data and default is not REQUIRED:
            self._asked.add(key)
            return default
        value = self.raw(key)
        if type(value) is int and low <= value <= high:
            return value
        self._wrong(key, message("a whole number from {low} to {high}", low=low, high=high))
        return low

    def number(self, key: str, low: float, high: float, default: float | Required = REQUIRED) -> float:
        """A number from `low` to `high`, as a float; quoted numbers and booleans are faults."""
        if key not in self.data and default is not REQUIRED:
            self._asked.add(key)
            return default
        value = self.raw(key)
        if (type(value) is float or type(value) is int) and low <= value <= high:
            return float(value)
        self._wrong(key, message("a number from {low:g} to {high:g}", low=low, high=high))
        return float(low)

    def flag(self, key: str, default: bool | Required = REQUIRED) -> bool:
        """true or false."""
        if key not in self.data and default is not REQUIRED:
            self._asked.add(key)
            return default
        value = self.raw(key)
        if isinstance(value, bool):
            return value
        self._wrong(key, message("true or false"))
        return False

    def texts(
        self, key: str, default: Iterable[str] | Required = (), most: int = 100, longest: int = 2000
    ) -> tuple[str, ...]:
        """A list of texts."""
        if key not in self.data and default is not REQUIRED:
            self._asked.add(key)
            return tuple(default)
        value = self.raw(key)
        rows = value if isinstance(value, (list, tuple)) and len(value) <= most else (None,)
        if all(isinstance(each, str) and _is_text(each, longest) for each in rows):
            return tuple(rows)
        self._wrong(key, message("a list of at most {most} texts", most=most))
        return ()

    def scalars(self, key: str, most: int = 200) -> dict[str, Scalar]:
        """A table of free keys, each true, false, a text or a number; empty where it is missing."""
        inner = self.table(key)
        if len(inner.data) > most:
            self._wrong(key, message("a table of at most {most} keys", most=most))
            return {}
        return inner.picked(lambda name: True)

    def picked(self, wanted: Callable[[str], bool]) -> dict[str, Scalar]:
        """All keys that `wanted` accepts, each true, false, a text or a number."""
        found: dict[str, Scalar] = {}
        for key in filter(wanted, self.data):
            value = self.raw(key)
            if is_scalar(value):
                found[key] = value
            else:
                bounds = {"low": -LARGEST, "high": LARGEST}
                self._wrong(
                    key, message("true, false, a short text or a number from {low:g} to {high:g}", **bounds)
                )
        return found

    def table(self, key: str) -> Reader:
        """The table under `key`; an empty one where it is missing."""
        value = self.raw(key)
        if value is not None and not isinstance(value, Mapping):
            self._wrong(key, message("a table"))
        return self._child(key, value if isinstance(value, Mapping) else {})

    def tables(self, key: str, most: int = 1000) -> list[Reader]:
        """The list of tables under `key`, at most `most`; empty where it is missing."""
        value = self.raw(key)
        if value is None:
            return []
        if not isinstance(value, (list, tuple)) or len(value) > most:
            self._wrong(key, message("a list of at most {most} tables", most=most))
            return []
        return [self._row(f"{key}[{place}]", row) for place, row in enumerate(value, 1)]

    def _row(self, key: str, row: object) -> Reader:
        if not isinstance(row, Mapping):
            self._note(key, shown(row), message("a table"))
        return self._child(key, row if isinstance(row, Mapping) else {})

    def _child(self, key: str, data: Mapping[str, object]) -> Reader:
        path = f"{self.path}.{key}" if self.path else key
        child = Reader(data, self.file, self.faults, path)
        self._children.append(child)
        return child

    def _wrong(self, key: str, expected: str) -> None:
        self._note(key, shown(self.data[key]) if key in self.data else _MISSING, expected)

    def done(self) -> None:
        """Note every key that nobody asked for, here and in the tables read from here, with the nearest."""
        if self._closed:
            return
        self._closed = True
        for key in self.data:
            if key not in self._asked:
                self._note(_CONTROL.sub("?", key[:80]), shown(self.data[key]), self._known_instead(key))
        for child in self._children:
            child.done()

    def _known_instead(self, key: str) -> str:
        # A report shows fifty faults; a hostile file with a hundred thousand is not worth the search.
        if len(self.faults) >= _SEARCHED:
            return message("a known key")
        alike = nearest(key[:80], self._asked)
        if alike:
            return message("a known key; nearest: {names}", names=", ".join(alike))
        if self._asked:
            return message("a known key: {names}", names=", ".join(sorted(self._asked)))
        return message("a known key: none belongs here")

    def check(self) -> None:
        """Raise BadFile with all faults gathered so far; nothing where there are none."""
        if self.faults:
            raise BadFile(self.faults)


def is_scalar(value: object) -> TypeGuard[Scalar]:
    """Whether a value is true, false, a text of at most 200 characters or a bounded number."""
    if isinstance(value, str):
        return _is_text(value, 200)
    return isinstance(value, bool) or (isinstance(value, (int, float)) and -LARGEST <= value <= LARGEST)


def _is_text(value: str, longest: int) -> bool:
    return len(value) <= longest and not _CONTROL.search(value)
