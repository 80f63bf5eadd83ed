"""A yardstick for noisy machines, and the table of floors, goals and what was measured.

Every row that `benchmarks/README.md` shows is one benchmark that says so with `calibrated.row(...)`. Times
are given as they were, and as they would be on the machine of the goals: by the time that one attrs object
of three fields takes to make in the same run.
"""

from __future__ import annotations

from collections.abc import Iterator
from timeit import repeat
from typing import Any

import attrs
import pytest

LOOPS = 2_000
ROUNDS = 200
THERE = 91e-9
"""Seconds that one such object takes on the machine of the goals (83 to 100 ns)."""

ROWS: list[dict[str, Any]] = []


@attrs.define
class Yardstick:
    """Three fields, slotted: what everything else is measured in."""

    a: int
    b: int
    c: int


def yardstick() -> float:
    """Seconds to make one attrs object; the best of many short rounds."""
    return min(repeat("make(1, 2, 3)", globals={"make": Yardstick}, number=LOOPS, repeat=ROUNDS)) / LOOPS


class Calibrated:
    """pytest-benchmark's `benchmark`, which also notes its ratio to the yardstick and its row."""

    def __init__(self, benchmark: Any) -> None:
        self.benchmark = benchmark
        self.extra_info = benchmark.extra_info
        self._row: dict[str, Any] = {}

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.benchmark(*args, **kwargs)

    def pedantic(self, *args: Any, **kwargs: Any) -> Any:
        return self.benchmark.pedantic(*args, **kwargs)

    def row(self, what: str, floor: float, goal: float, *, each: float = 1, rate: bool = False) -> None:
        """What this measures, the seconds allowed for each of the `each` things that one call does.

        With `rate` floor and goal are numbers a second, and the more the better. A floor of 0 is none.
        """
        self._row = {"what": what, "floor": floor, "goal": goal, "each": each, "rate": rate}

    def finish(self) -> None:
        """Note the ratio, and the row."""
        if self.benchmark.stats is None:
            return
        unit = yardstick()
        best = self.benchmark.stats.stats.min
        self.extra_info["attrs_object_ns"] = round(unit * 1e9, 1)
        self.extra_info["ratio"] = round(best / unit, 2)
        if self._row:
            ROWS.append({**self._row, "seconds": best / self._row["each"], "unit": unit})


@pytest.fixture
def calibrated(benchmark: Any) -> Iterator[Calibrated]:
    """See `Calibrated`."""
    calibrated = Calibrated(benchmark)
    yield calibrated
    calibrated.finish()


def ratio_row(what: str, floor: float, goal: float, measured: float) -> None:
    """A row that is a ratio of two times of the same run: the more the better."""
    ROWS.append({"what": what, "floor": floor, "goal": goal, "times": measured})


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the table of README."""
    if not ROWS:
        return
    terminalreporter.section("floor, goal and measured")
    for line in table(ROWS):
        terminalreporter.write_line(line)


def table(rows: list[dict[str, Any]]) -> Iterator[str]:
    """The table in Markdown."""
    yield "| what | floor | goal | measured | by the yardstick | floor held |"
    yield "|---|---:|---:|---:|---:|---|"
    for row in rows:
        yield "| " + " | ".join(_cells(row)) + " |"


def _cells(row: dict[str, Any]) -> list[str]:
    if "times" in row:
        times = row["times"]
        shown, limits = f"{times:.2f}x", [f"{row['floor']:g}x", f"{row['goal']:g}x"]
        return [row["what"], *limits, shown, shown, _yes(times >= row["floor"])]
    seconds = row["seconds"]
    there = seconds * THERE / row["unit"]
    if row["rate"]:
        limits = [_rate(row["floor"]), _rate(row["goal"])]
        held = 1 / there >= row["floor"]
        return [row["what"], *limits, _rate(1 / seconds), _rate(1 / there), _yes(held)]
    limits = [_time(row["floor"]) if row["floor"] else "-", _time(row["goal"])]
    held = _yes(there <= row["floor"]) if row["floor"] else "-"
    return [row["what"], *limits, _time(seconds), _time(there), held]


def _yes(held: bool) -> str:
    return "yes" if held else "NO"


def _rate(number: float) -> str:
    return f"{number / 1000:.3g} k/s" if number >= 10_000 else f"{number:.0f} /s"


def _time(seconds: float) -> str:
    for size, name in ((1e-3, "ms"), (1e-6, "us")):
        if seconds >= size:
            return f"{seconds / size:.3g} {name}"
    return f"{seconds / 1e-9:.3g} ns"
