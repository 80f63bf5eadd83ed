"""The results table of a base game: read from tables of the shape of RAT-BGTABLE-04, and looked up."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

import attrs

from navalrules import BadFile, Fault, Table, Tables
from navalrules_ratings.texts import texts

LOWEST: Final = "1 or less"
SECOND: Final = "2"
OPENED: Final = "2 or less"
_RESULT: Final = re.compile(r"([1-9]?)(rr|LM|WS|F)")


@attrs.frozen
class Cell:
    """One cell: rating reductions, masts lost, wheel shot away, fire (RAT-BGTABLE-03), and its place."""

    text: str
    rr: int
    lm: int
    ws: int
    fire: int
    row: str
    column: str


@attrs.frozen(eq=False)
class Results:
    """The table laid out: a cell for each whole fire factor and die total, open at all four edges.

    Two tables are never equal, so that what is remembered of one is found without looking at its cells.
    """

    grid: tuple[tuple[Cell, ...], ...]
    least_factor: int
    least_die: int

    def look(self, factor: int, die: int) -> Cell:
        """The cell of a fire factor and a modified die (RAT-BGTABLE-01)."""
        row = factor - self.least_factor
        cells = self.grid[0 if row < 0 else row if row < len(self.grid) else -1]
        column = die - self.least_die
        return cells[0 if column < 0 else column if column < len(cells) else -1]


@attrs.frozen
class Band:
    """A row or a column: its name and the whole numbers it takes."""

    name: str
    lowest: int
    highest: int


def read(tables: Tables) -> tuple[Results, Results]:
    """The table as it stands, and with the lowest column struck out (RAT-EXTREME-04).

    Raises BadFile for a table with a hole in it or a result that nobody knows.
    """
    faults: list[Fault] = []
    rows, columns = (list(_bands(tables[name], faults)) for name in ("rows", "columns"))
    cells = _cells(tables["cells"], rows, columns, faults)
    if faults:
        raise BadFile(faults)
    return _laid_out(rows, columns, cells), _laid_out(rows, opened(columns), cells)


def opened(columns: list[Band]) -> list[Band]:
    """The columns without the one headed "1 or less", and "2" become "2 or less"; others are left alone."""
    if [band.name for band in columns[:2]] != [LOWEST, SECOND]:
        return columns
    return [Band(OPENED, columns[0].lowest, columns[1].highest), *columns[2:]]


def file_of(table: Table, key: str) -> str:
    """The file to name in a fault: the variant that the entry, or else any of the table, comes from."""
    own = [table.entries[key]] if key in table else []
    entries = [*own, *table.entries.values()]
    return next((entry.source for entry in entries if entry.status == "variant"), "tables")


def _bands(table: Table, faults: list[Fault]) -> Iterator[Band]:
    edge: int | None = None
    for key in table:
        lowest, highest = (int(each) for each in table.row(key))
        if highest < lowest or (edge is not None and lowest != edge + 1):
            due = texts()("expected.band", least=lowest if edge is None else edge + 1)
            told = str([lowest, highest])
            faults.append(
                Fault(
                    file_of(table, key),
                    f"tables.{table.name}.{key}",
                    told,
                    texts()("expected.by_rule", expected=due, rule="RAT-BGTABLE-04"),
                )
            )
        edge = highest
        yield Band(key, lowest, highest)


def _cells(
    table: Table, rows: list[Band], columns: list[Band], faults: list[Fault]
) -> Mapping[tuple[str, str], Cell]:
    found: dict[tuple[str, str], Cell] = {}
    due = {f"{row.name}/{column.name}": (row.name, column.name) for row in rows for column in columns}
    for key, place in due.items():
        if key not in table:
            faults.append(
                Fault(
                    file_of(table, key),
                    f"tables.cells.{key}",
                    texts()("expected.nothing"),
                    texts()("expected.result"),
                )
            )
        else:
            found[place] = _cell(table, key, place, faults)
    for key in table:
        if key not in due:
            expected = texts()("expected.cell")
            faults.append(Fault(file_of(table, key), f"tables.cells.{key}", repr(table.text(key)), expected))
    return found


def _cell(table: Table, key: str, place: tuple[str, str], faults: list[Fault]) -> Cell:
    text, counts = table.text(key), dict.fromkeys(("rr", "LM", "WS", "F"), 0)
    for word in text.split():
        result = _RESULT.fullmatch(word)
        if result is None:
            expected = texts()("expected.results")
            faults.append(Fault(file_of(table, key), f"tables.cells.{key}", repr(text), expected))
            continue
        counts[result[2]] += int(result[1] or 1)
    return Cell(text, counts["rr"], counts["LM"], counts["WS"], counts["F"], *place)


def _laid_out(rows: list[Band], columns: list[Band], cells: Mapping[tuple[str, str], Cell]) -> Results:
    grid = tuple(
        tuple(
            _opened_cell(cells, row.name) if column.name == OPENED else cells[row.name, column.name]
            for column in columns
            for _ in _span(column, columns)
        )
        for row in rows
        for _ in _span(row, rows)
    )
    return Results(grid, _span(rows[0], rows)[0], _span(columns[0], columns)[0])


def _opened_cell(cells: Mapping[tuple[str, str], Cell], row: str) -> Cell:
    """What the column "2 or less" holds: its own cell, or that of "2" where the lowest was struck out."""
    return cells.get((row, OPENED)) or attrs.evolve(cells[row, SECOND], column=OPENED)


def _span(band: Band, bands: list[Band]) -> range:
    """The numbers of a band, of the open ones at both ends a single one."""
    low = band.highest if band is bands[0] else band.lowest
    return range(low, (band.lowest if band is bands[-1] else band.highest) + 1)
