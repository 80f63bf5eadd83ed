"""Bounded reading, faults all at once, whole-file writing."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from navalrules import files
from navalrules.errors import BadFile, Fault, nearest
from navalrules.files import MAX_TOML_BYTES, Format, Reader, read_json, read_text, read_toml, write_whole

SCALAR = "true, false, a short text or a number from -1e+06 to 1e+06"


def faults_of(caught: pytest.ExceptionInfo[BadFile]) -> list[str]:
    return [str(fault) for fault in caught.value.faults]


def written(folder: Path, text: str, name: str = "a.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.toml"
    with path.open("wb") as stream:
        stream.truncate(200_000_000)
    with pytest.raises(BadFile) as caught:
        read_toml(path)
    assert faults_of(caught) == [f"{path}: size = 200000000 bytes: expected at most {MAX_TOML_BYTES} bytes"]


def test_missing_folder_and_device_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile) as caught:
        read_text(tmp_path / "none.toml")
    assert faults_of(caught) == [
        f"{tmp_path / 'none.toml'}: file = No such file or directory: expected a file that can be read"
    ]
    with pytest.raises(BadFile, match="not a regular file"):
        read_text(tmp_path)
    with pytest.raises(BadFile, match="null byte"):
        read_text(Path("a\0b"))


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes(b'name = "\xe9toile"')
    with pytest.raises(BadFile) as caught:
        read_text(path)
    assert faults_of(caught) == [f"{path}: encoding = byte 0xe9 at 8: expected UTF-8 text"]


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "mark.toml"
    path.write_bytes(b"\xef\xbb\xbfa = 1")
    assert read_toml(path) == {"a": 1}


DEEP = {
    "lists.toml": "a = " + "[" * 10_000 + "]" * 10_000,
    "tables.toml": "a = " + "{a=" * 10_000 + "1" + "}" * 10_000,
    "keys.toml": ".".join("a" * 10_000) + " = 1",
    "header.toml": "[" + ".".join("a" * 10_000) + "]",
    "inside.toml": "a = { " + ".".join("a" * 10_000) + " = 1 }",
    "forty-one.toml": "a = " + "[" * 41 + "]" * 41,
    "lists.json": '{"a": ' + "[" * 10_000 + "]" * 10_000 + "}",
    "tables.json": '{"a":' * 10_000 + "1" + "}" * 10_000,
}


DOTTED = ("keys.toml", "header.toml", "inside.toml")


@pytest.mark.parametrize("name", DEEP)
def test_deep_nesting_is_refused(name: str, tmp_path: Path) -> None:
    path = written(tmp_path, DEEP[name], name)
    with pytest.raises(BadFile) as caught:
        (read_json if name.endswith("json") else read_toml)(path)
    (fault,) = faults_of(caught)
    nested, dotted = "tables and lists nested at most 40 deep", "keys of at most 8 parts"
    assert fault.startswith(f"{path}: ")
    assert fault.endswith(f": expected {dotted if name in DOTTED else nested}")


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("a.toml", "a = 1\nb = = 2\n", 'line 2 = "b = = 2": expected valid TOML (invalid value)'),
        ("a.toml", "a = 1\na = 2\n", 'line 2 = "a = 2": expected valid TOML (cannot overwrite a value)'),
        ("a.json", '{"a": 1,\n "b": }', 'line 2 = "\\"b\\": }": expected valid JSON (expecting value)'),
        ("a.json", "", 'line 1 = "": expected valid JSON (expecting value)'),
        ("a.json", "[1, 2]", "file = a list of 2: expected a table of keys and values"),
        ("a.json", '{"a": [1, NaN]}', "a[2] = nan: expected a finite number"),
        ("a.json", '{"a": {"b": -Infinity}}', "a.b = -inf: expected a finite number"),
        ("a.toml", "a = 1e999", "a = inf: expected a finite number"),
        ("a.toml", "[b]\na = nan", "b.a = nan: expected a finite number"),
    ],
)
def test_what_is_unreadable_is_named(name: str, text: str, fault: str, tmp_path: Path) -> None:
    path = written(tmp_path, text, name)
    with pytest.raises(BadFile) as caught:
        (read_json if name.endswith("json") else read_toml)(path)
    assert faults_of(caught) == [f"{path}: {fault}"]


def test_a_number_of_many_digits_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="valid JSON"):
        read_json(written(tmp_path, '{"a": ' + "9" * 5000 + "}", "a.json"))


@pytest.mark.parametrize(
    ("head", "faults"),
    [
        ("", ['format = (missing): expected "navalrules/scenario"', "version = (missing): expected 1"]),
        (
            'format = "navalrules/variant"\nversion = 0',
            ['format = "navalrules/variant": expected "navalrules/scenario"'],
        ),
        (
            'format = "navalrules/scenario"\nversion = 2',
            ["version = 2: expected 1 (the file is newer than this navalrules; upgrade to read it)"],
        ),
        ('format = "navalrules/scenario"\nversion = true', ["version = true: expected 1"]),
    ],
)
def test_format_and_version(head: str, faults: list[str], tmp_path: Path) -> None:
    path = written(tmp_path, head)
    with pytest.raises(BadFile) as caught:
        read_toml(path, Format("navalrules/scenario"))
    assert faults_of(caught) == [f"{path}: {fault}" for fault in faults]


# ---------------------------------------------------------------- the reader


def test_every_getter_notes_its_fault_and_reading_goes_on() -> None:
    data = {
        "crew": "145",
        "speed": True,
        "night": "yes",
        "grade": "expert",
        "names": ["a", 3],
        "title": "bell\x07",
        "side": 3,
        "ships": [{"x": float("nan")}, 7],
        "rules": {"smoke": [1]},
        "beaufrot": 4,
    }
    reader = Reader(data, "f.toml")
    assert reader.whole("crew", 1, 3000) == 1
    assert reader.number("speed", 0, 20) == 0.0
    assert reader.flag("night") is False
    assert reader.text("grade", choices=("crack", "poor")) == "crack"
    assert reader.texts("names") == ()
    assert reader.text("title") == ""
    assert reader.table("side").data == {}
    ships = reader.tables("ships")
    assert ships[0].number("x", -1, 1) == -1.0
    assert ships[1].data == {}
    assert reader.scalars("rules") == {}
    assert reader.whole("beaufort", 0, 12) == 0
    reader.done()
    reader.done()
    with pytest.raises(BadFile) as caught:
        reader.check()
    assert faults_of(caught) == [
        'f.toml: crew = "145": expected a whole number from 1 to 3000',
        "f.toml: speed = true: expected a number from 0 to 20",
        'f.toml: night = "yes": expected true or false',
        'f.toml: grade = "expert": expected one of: crack, poor',
        "f.toml: names = a list of 2: expected a list of at most 100 texts",
        'f.toml: title = "bell\\u0007": expected text of at most 2000 characters',
        "f.toml: side = 3: expected a table",
        "f.toml: ships[2] = 7: expected a table",
        "f.toml: ships[1].x = nan: expected a number from -1 to 1",
        f"f.toml: rules.smoke = a list of 1: expected {SCALAR}",
        "f.toml: beaufort = (missing): expected a whole number from 0 to 12",
        "f.toml: beaufrot = 4: expected a known key; nearest: beaufort",
    ]


def test_defaults_stand_in_for_missing_keys_only() -> None:
    reader = Reader({})
    assert reader.text("a", "x") == "x"
    assert reader.whole("b", 0, 1, 7) == 7
    assert reader.number("c", 0, 1, 7.5) == 7.5
    assert reader.flag("d", True) is True
    assert reader.texts("e", ("x",)) == ("x",)
    assert reader.tables("f") == []
    assert not reader.has("g")
    reader.done()
    reader.check()


def test_too_many_rows_and_too_long_texts() -> None:
    reader = Reader({"rows": [{}] * 11, "name": "x" * 11}, "f")
    assert reader.tables("rows", most=10) == []
    assert reader.text("name", longest=10) == ""
    assert [str(fault) for fault in reader.faults] == [
        "f: rows = a list of 11: expected a list of at most 10 tables",
        'f: name = "xxxxxxxxxxx": expected text of at most 10 characters',
    ]


def test_of_a_hundred_thousand_unknown_keys_few_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []

    def counted(name: str, known: Iterable[str]) -> list[str]:
        compared.append(name)
        return nearest(name, known)

    monkeypatch.setattr(files, "nearest", counted)
    reader = Reader({f"titel{number}": 1 for number in range(100_000)}, "f")
    reader.text("title", "")
    reader.done()
    assert len(compared) == 200
    with pytest.raises(BadFile) as caught:
        reader.check()
    lines = str(caught.value).splitlines()
    assert lines[0] == "f: titel0 = 1: expected a known key; nearest: title"
    assert lines[50:] == ["... and 99950 more"]


def test_open_reads_both_languages(tmp_path: Path) -> None:
    head = {"format": "navalrules/scenario", "version": 1}
    for path in (
        written(tmp_path, json.dumps(head), "a.json"),
        written(tmp_path, 'format = "navalrules/scenario"\nversion = 1'),
    ):
        reader = Reader.open(path, Format("navalrules/scenario"))
        reader.done()
        reader.check()
        assert reader.data == head


def test_a_fault_of_ones_own_carries_the_path() -> None:
    faults: list[Fault] = []
    Reader({}, "f", faults, "side[1]").fault("name", "none", "another name")
    assert faults == [Fault("f", "side[1].name", '"none"', "another name")]


# ---------------------------------------------------------------- writing


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "save.json"
    write_whole(path, "one\n")
    path.chmod(0o640)
    write_whole(path, "étoile\n")
    assert path.read_bytes() == "étoile\n".encode()
    assert path.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == ["save.json"]


CALLS = ("open", "write", "fsync", "close", "chmod", "replace", "unlink")


class Failing:
    """Counts the system calls of a write, and has one of them fail."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, at: int = 0, error: BaseException | None = None
    ) -> None:
        self.seen: list[str] = []
        for name in CALLS:
            monkeypatch.setattr(os, name, self._wrapped(name, getattr(os, name), at, error))

    def _wrapped(self, name: str, real: Callable[..., Any], at: int, error: BaseException | None) -> Any:
        def call(*args: Any, **more: Any) -> Any:
            self.seen.append(name)
            if len(self.seen) != at or error is None:
                return real(*args, **more)
            if name == "write":
                real(args[0], bytes(args[1])[:1])
            if name == "close":
                real(*args)
            raise error

        return call


def calls_of_a_write(folder: Path) -> list[str]:
    path = folder / "count.json"
    path.write_text("old")
    with pytest.MonkeyPatch.context() as patch:
        counted = Failing(patch)
        write_whole(path, "new")
    path.unlink()
    return counted.seen


def test_a_write_makes_these_calls(tmp_path: Path) -> None:
    first = ["open", "write", "fsync", "close", "chmod", "replace"]
    assert calls_of_a_write(tmp_path) == [*first, "unlink", "open", "fsync", "close"]


ERRORS = [
    OSError(errno.ENOSPC, "No space left on device"),
    OSError(errno.EROFS, "Read-only file system"),
    PermissionError(errno.EACCES, "Permission denied"),
    KeyboardInterrupt(),
    MemoryError(),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: str(error) or type(error).__name__)
@pytest.mark.parametrize("at", range(1, 11))
def test_whichever_call_fails_the_old_file_or_the_new_stands_whole(
    at: int, error: BaseException, tmp_path: Path
) -> None:
    path = tmp_path / "save.json"
    path.write_text("old")
    told: BaseException | None = None
    with pytest.MonkeyPatch.context() as patch:
        Failing(patch, at, error)
        try:
            write_whole(path, "new")
        except (BadFile, KeyboardInterrupt, MemoryError) as raised:
            told = raised
    replaced = at > 6
    assert path.read_text() == ("new" if replaced else "old")
    if isinstance(error, OSError):
        assert (told is None) == replaced
        if told is not None:
            assert str(told) == f"{path}: file = {error.strerror}: expected a place that can be written"
    else:
        assert told is error
    assert os.listdir(tmp_path) == ["save.json"]


def test_a_write_that_takes_a_byte_at_a_time_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: real(handle, bytes(data)[:1]))
    write_whole(tmp_path / "save.json", "étoile\n")
    assert (tmp_path / "save.json").read_text("utf-8") == "étoile\n"


def test_a_new_file_that_cannot_be_written_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Failing(monkeypatch, 2, OSError(errno.ENOSPC, "No space left on device"))
    with pytest.raises(BadFile, match="No space left"):
        write_whole(tmp_path / "save.json", "new")
    assert os.listdir(tmp_path) == []


def test_a_name_as_long_as_the_system_allows(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 250 + ".json")
    write_whole(path, "new")
    assert path.read_text() == "new"


FULL = """
import resource, sys
from pathlib import Path
from navalrules.errors import BadFile
from navalrules.files import write_whole
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    write_whole(Path(sys.argv[1]), "x" * 5000)
except BadFile as error:
    print(error)
"""


READ_ONLY = """
import ctypes, os, sys
from pathlib import Path
from navalrules.errors import BadFile
from navalrules.files import write_whole
if sys.platform == "linux":  # root may write anywhere: give up his capabilities
    version_and_process, none = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    assert ctypes.CDLL(None).capset(version_and_process, none) == 0
path = Path(sys.argv[1])
write_whole(path, "new")
path.parent.chmod(0o500)
try:
    write_whole(path, "newer")
except BadFile as error:
    print(error)
finally:
    path.parent.chmod(0o700)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no resource limits, no folders that are read-only")
@pytest.mark.parametrize(
    ("code", "reason", "left"),
    [(FULL, "File too large", "old"), (READ_ONLY, "Permission denied", "new")],
    ids=["full", "read-only"],
)
def test_a_disk_that_is_full_or_read_only_indeed(code: str, reason: str, left: str, tmp_path: Path) -> None:
    path = tmp_path / "save.json"
    path.write_text("old")
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False
    )
    assert done.stdout == f"{path}: file = {reason}: expected a place that can be written\n", done.stderr
    assert path.read_text() == left
    assert os.listdir(tmp_path) == ["save.json"]


# ---------------------------------------------------------------- what is too much

LIMITED = """
import json, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (RSS, RSS))
from pathlib import Path
from navalrules.cli.check import checked
from navalrules.errors import NavalrulesError
try:
    print(checked(Path(sys.argv[1])))
except NavalrulesError as error:
    print(error)
print(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1])
"""
MEMORY = 200_000_000


def row(number: int) -> str:
    return f'{{ ship = "uss-kearsarge", id = "s{number}", heading = "E", x = {number}, y = 0 }},\n'


def many_ships(number: int) -> str:
    head = 'format = "navalrules/scenario"\nversion = 1\nid = "many"\ntitle = "Many"\nwind_from = "N"\n'
    side = f'[[side]]\nname = "Red"\nships = [\n{"".join(map(row, range(number)))}]\n'
    return f'{head}beaufort = 1\n{side}[[side]]\nname = "Blue"\nships = []\n'


def sparse(path: Path, size: int) -> None:
    with path.open("wb") as stream:
        stream.truncate(size)


HOSTILE: dict[str, tuple[Callable[[Path], object], str]] = {
    "huge.toml": (lambda path: sparse(path, 200_000_000), "size = 200000000 bytes: expected at most 160000"),
    "huge.json": (
        lambda path: sparse(path, 200_000_000),
        "size = 200000000 bytes: expected at most 12000000",
    ),
    "deep.toml": (lambda path: path.write_text("a = " + "[" * 10_000 + "]" * 10_000), "nesting = too deep"),
    "deep.json": (lambda path: path.write_text('{"a":' * 10_000 + "1" + "}" * 10_000), "nesting = too deep"),
    "ships.toml": (lambda path: path.write_text(many_ships(10_000)), "bytes: expected at most 160000 bytes"),
    "fewer.toml": (
        lambda path: path.write_text(many_ships(2_000)),
        "ships = a list of 2000: expected a list",
    ),
    "ships.json": (
        lambda path: path.write_text(
            json.dumps(
                {
                    **Format("navalrules/scenario").head,
                    "side": [{"ships": [{"ship": "uss-kearsarge", "x": n} for n in range(10_000)]}] * 2,
                }
            )
        ),
        "ships = a list of 10000: expected a list of at most 200 tables",
    ),
    "nests.json": (
        lambda path: path.write_text('{"a":[' + "[]," * 3_900_000 + "1]}"),
        "bytes of memory: expected",
    ),
    "numbers.json": (lambda path: path.write_text('{"a":[' + "1," * 1_900_000 + "1]}"), "format = null"),
    "texts.json": (lambda path: path.write_text('{"a":[' + '"ab",' * 1_900_000 + "1]}"), "format = null"),
    "tables.json": (lambda path: path.write_text('{"a":[' + '{"a":1},' * 400_000 + "1]}"), "format = null"),
    "plain.toml": (lambda path: path.write_text("a = [" + "1," * 78_000 + "]"), "format = null"),
}


@pytest.mark.skipif(sys.platform != "linux", reason="address space is limited on Linux only")
@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_too_much_is_refused_in_little_memory(name: str, tmp_path: Path) -> None:
    make, told = HOSTILE[name]
    make(tmp_path / name)
    before = (tmp_path / name).stat()
    done = subprocess.run(
        [sys.executable, "-c", LIMITED.replace("RSS", str(2 * MEMORY)), str(tmp_path / name)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told in done.stdout, done.stderr
    assert int(done.stdout.split()[-1]) * 1024 < MEMORY
    assert (tmp_path / name).stat().st_mtime_ns == before.st_mtime_ns
