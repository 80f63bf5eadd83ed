"""Tables: reading, typed access, layering, variants."""

from __future__ import annotations

from pathlib import Path

import pytest

from navalrules.errors import BadFile, UnknownName
from navalrules.tables import VARIANT, Tables
from navalrules.variants import Variant

GOOD = """
[[table]]
name = "movement"
title = "Speeds"
unit = "knots"
source = "not given"
status = "gap"
entry = [
  { key = "rise", value = 4, rule = "DEMO-07" },
  { key = "share", value = 0.25, rule = "DEMO-08", source = "40", status = "stated" },
  { key = "halves", value = true, rule = "DEMO-09" },
  { key = "order", value = "federal", rule = "DEMO-09" },
]
[[table]]
name = "range"
title = "To hit by range"
columns = ["LSB", "HR"]
whole = true
rule = "DEMO-T1"
source = "7"
status = "stated"
entry = [ { key = "2", value = [6, 9] }, { key = "5", value = [5, 8] } ]
"""


def read(folder: Path, text: str = GOOD) -> Tables:
    path = folder / "t.toml"
    path.write_text(text)
    return Tables.read(path)


def test_typed_access(tmp_path: Path) -> None:
    tables = read(tmp_path)
    movement, by_range = tables["movement"], tables["range"]
    assert list(tables) == ["movement", "range"]
    assert movement.number("share") == 0.25
    assert movement.whole("rise") == 4
    assert movement.flag("halves") is True
    assert movement.text("order") == "federal"
    assert by_range.row("5") == (5, 8)
    assert by_range.cell("5", "HR") == 8
    assert (movement["rise"].rule, movement["rise"].status) == ("DEMO-07", "gap")
    assert (by_range["2"].source, by_range["2"].status) == ("7", "stated")
    assert list(by_range) == ["2", "5"]
    assert "rise" in movement
    assert "rise" not in by_range


def test_wrong_names_are_told_with_the_nearest(tmp_path: Path) -> None:
    tables = read(tmp_path)
    with pytest.raises(UnknownName, match=r"^unknown table 'movment'; nearest: movement"):
        tables["movment"]
    with pytest.raises(UnknownName, match=r"^unknown key of table movement 'rize'; nearest: rise"):
        tables["movement"].number("rize")
    with pytest.raises(UnknownName, match=r"^unknown column of table range 'LR'"):
        tables["range"].cell("2", "LR")
    assert "movment" not in tables
    assert tables.get("movment") is None


@pytest.mark.parametrize(
    ("getter", "key", "fault"),
    [
        ("number", "order", 'tables: tables.movement.order = "federal": expected a number'),
        ("number", "halves", "tables: tables.movement.halves = true: expected a number"),
        ("whole", "share", "tables: tables.movement.share = 0.25: expected a whole number"),
        ("text", "rise", "tables: tables.movement.rise = 4: expected text"),
        ("flag", "rise", "tables: tables.movement.rise = 4: expected true or false"),
        ("row", "rise", "tables: tables.movement.rise = 4: expected a list of numbers"),
    ],
)
def test_an_entry_of_another_type_is_never_passed_off(
    getter: str, key: str, fault: str, tmp_path: Path
) -> None:
    with pytest.raises(BadFile) as caught:
        getattr(read(tmp_path)["movement"], getter)(key)
    assert str(caught.value) == fault


def test_all_faults_of_a_table_file_at_once(tmp_path: Path) -> None:
    text = (
        GOOD.replace("value = 4", 'value = "4", rule_ = "x"', 1)
        .replace("[6, 9]", "[6, 9, 1]")
        .replace("[5, 8]", "[5, 8.5]")
        .replace('key = "5"', 'key = "2"')
        .replace('status = "gap"\n', "")
        .replace("value = 0.25", "value = 1e7")
    )
    with pytest.raises(BadFile) as caught:
        read(tmp_path, text)
    path = tmp_path / "t.toml"
    whole = "each a whole number from -1e+06 to 1e+06"
    assert [str(fault) for fault in caught.value.faults] == [
        f"{path}: table[1].entry[1].status = (missing): expected one of: stated, gap",
        f"{path}: table[1].entry[2].value = 10000000.0: expected a number from -1e+06 to 1e+06",
        f"{path}: table[1].entry[3].status = (missing): expected one of: stated, gap",
        f"{path}: table[1].entry[4].status = (missing): expected one of: stated, gap",
        f"{path}: table[2].entry[1].value = a list of 3: expected a list of 2 numbers, {whole}",
        f"{path}: table[2].entry[2].value = a list of 2: expected a list of 2 numbers, {whole}",
        f'{path}: table[2].entry[2].key = "2": expected a key that no other entry of the table has',
        f'{path}: table[1].entry[1].rule_ = "x": expected a known key; nearest: rule',
    ]


def test_a_layer_changes_only_what_it_names(tmp_path: Path) -> None:
    tables = read(tmp_path)
    layered = tables.layered({"movement": {"rise": 4.5}, "range": {"2": [7, 9]}}, "/somewhere/my.toml")
    assert layered["movement"].number("rise") == 4.5
    assert layered["range"].cell("2", "LSB") == 7
    assert tables["movement"].number("rise") == 4
    changed = layered["movement"]["rise"]
    assert (changed.rule, changed.source, changed.status) == ("DEMO-07", "my.toml", VARIANT)
    assert layered["movement"]["share"] == tables["movement"]["share"]
    assert tables.differences(layered) == [("movement", "rise", 4, 4.5), ("range", "2", (6, 9), (7, 9))]
    assert tables.differences(tables) == []


def test_numbers_outside_their_bounds_are_faults_of_the_file_that_brought_them(tmp_path: Path) -> None:
    tables = read(tmp_path)
    movement, by_range = tables["movement"], tables["range"]
    assert movement.outside(0.25, 4) == []
    assert by_range.outside(5, 9) == []
    wrong = tables.layered({"movement": {"share": 0.2}, "range": {"5": [5, 10]}}, "odd.toml")
    movement, by_range = wrong["movement"], wrong["range"]
    assert list(map(str, movement.outside(0.25, 4))) == [
        "odd.toml: tables.movement.share = 0.2: expected a number from 0.25 to 4"
    ]
    assert movement.outside(1, 4, "rise") == []
    assert list(map(str, movement.outside(0, 4, "share", whole=True))) == [
        "odd.toml: tables.movement.share = 0.2: expected a whole number from 0 to 4"
    ]
    assert list(map(str, by_range.outside(5, 9))) == [
        "odd.toml: tables.range.5 = [5, 10]: expected under LSB, HR: a whole number from 5 to 9"
    ]
    assert by_range.outside(5, 9, "LSB") == []


def test_bounds_of_what_is_not_there_or_no_number(tmp_path: Path) -> None:
    tables = read(tmp_path)
    with pytest.raises(UnknownName):
        tables["movement"].outside(0, 1, "fall")
    with pytest.raises(UnknownName):
        tables["range"].outside(0, 1, "MR")
    with pytest.raises(BadFile, match=r'order = "federal": expected a number'):
        tables["movement"].outside(0, 1, "order")


def test_a_fault_of_an_unchanged_entry_names_the_file_that_changed_its_table(tmp_path: Path) -> None:
    tables = read(tmp_path)
    assert str(tables["range"].fault("2", "more")) == "tables: tables.range.2 = [6, 9]: expected more"
    changed = tables.layered({"range": {"5": [5, 9]}}, "odd.toml")
    assert str(changed["range"].fault("2", "more")) == "odd.toml: tables.range.2 = [6, 9]: expected more"


def test_all_faults_of_a_layer_at_once(tmp_path: Path) -> None:
    changes: dict[str, dict[str, object]] = {
        "movment": {"rise": 4},
        "movement": {"rize": 4, "rise": "fast", "share": 2e6, "halves": 1, "order": 3},
        "range": {"2": [1], "5": [1, 2.5]},
    }
    with pytest.raises(BadFile) as caught:
        read(tmp_path).layered(changes, "my.toml")
    number = "number from -1e+06 to 1e+06"
    assert [str(fault) for fault in caught.value.faults] == [
        "my.toml: tables.movment = a table of 1: expected a known table; nearest: movement",
        "my.toml: tables.movement.rize = 4: expected a known key; nearest: rise",
        f'my.toml: tables.movement.rise = "fast": expected a {number}',
        f"my.toml: tables.movement.share = 2000000.0: expected a {number}",
        "my.toml: tables.movement.halves = 1: expected true or false",
        "my.toml: tables.movement.order = 3: expected text of at most 200 characters",
        f"my.toml: tables.range.2 = a list of 1: expected a list of 2 numbers, each a whole {number}",
        f"my.toml: tables.range.5 = a list of 2: expected a list of 2 numbers, each a whole {number}",
    ]


def test_a_variant_file(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(
        'format = "navalrules/variant"\nversion = 1\nparent = "demo"\n'
        '[rules]\nsmoke = false\nhalf_die = "minus_3"\n[tables.movement]\nrise = 5\n'
    )
    variant = Variant.read(path)
    assert (variant.name, variant.parent) == ("my", "demo")
    assert variant.rules == {"smoke": False, "half_die": "minus_3"}
    assert read(tmp_path).layered(variant.tables, variant.file)["movement"].whole("rise") == 5


def test_all_faults_of_a_variant_at_once(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(
        'format = "navalrules/variant"\nversion = 1\nparrent = "demo"\n[rules]\nsmoke = []\n[tables]\nx = 1\n'
    )
    with pytest.raises(BadFile) as caught:
        Variant.read(path)
    scalar = "true, false, a short text or a number from -1e+06 to 1e+06"
    assert [str(fault) for fault in caught.value.faults] == [
        f"{path}: parent = (missing): expected text of at most 60 characters",
        f"{path}: rules.smoke = a list of 0: expected {scalar}",
        f"{path}: tables.x = 1: expected a table",
        f'{path}: parrent = "demo": expected a known key; nearest: parent',
    ]


def test_a_variant_of_very_many_changes_is_refused_at_once(tmp_path: Path) -> None:
    many: dict[str, object] = {f"key{number}": 1 for number in range(1001)}
    with pytest.raises(BadFile) as caught:
        read(tmp_path).layered({"movement": many}, "v.toml")
    assert str(caught.value) == "v.toml: tables.movement = a table of 1001: expected at most 1000 entries"
    with pytest.raises(BadFile) as caught:
        read(tmp_path).layered({name: {} for name in many}, "v.toml")
    assert str(caught.value) == "v.toml: tables = a table of 1001: expected at most 1000 tables"


def test_a_variant_may_bring_all_entries_of_a_table(tmp_path: Path) -> None:
    tables = read(tmp_path)
    layered = tables.layered({"range": {"replaces_all": True, "3": [1, 2], "9": [3, 4]}}, "/x/my.toml")
    assert list(layered["range"]) == ["3", "9"]
    assert layered["range"].row("9") == (3, 4)
    assert (layered["range"]["9"].source, layered["range"]["9"].status) == ("my.toml", "variant")


@pytest.mark.parametrize(
    ("rows", "key"),
    [
        ({"replaces_all": True}, "replaces_all"),
        ({"replaces_all": False, "3": [1, 2]}, "replaces_all"),
        ({"replaces_all": True, "3": [1, 2, 3]}, "3"),
        ({"replaces_all": True, "3": "two"}, "3"),
    ],
)
def test_entries_that_replace_all_are_of_the_kind_that_stood_there(
    tmp_path: Path, rows: dict[str, object], key: str
) -> None:
    with pytest.raises(BadFile, match=rf"tables\.range\.{key}"):
        read(tmp_path).layered({"range": rows}, "my.toml")
