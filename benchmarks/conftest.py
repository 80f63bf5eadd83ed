"""A yardstick for noisy machines, and the table of floors, goals and what was measured.

Every row that `benchmarks/README.md` shows is one benchmark that says so with `calibrated.row(...)`. Times
are given as they were at best, and as they would be on the machine of the goals: by the time that one attrs
object of three fields takes to make just before and just after, since a shared machine is not as quick in one
moment as in the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter
from timeit import timeit
from typing import Any

import attrs
import pytest

LOOPS = 40_000
SPAN = 20e-3
"""Seconds that one side of a pair takes at least, the yardstick or what is measured."""
PAIRS, FEW, LONG = 15, 5, 0.1
"""How many pairs, and how many where a call takes longer than so many seconds."""
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
    """Seconds to make one attrs object just now."""
    return timeit("make(1, 2, 3)", globals={"make": Yardstick}, number=LOOPS) / LOOPS


def paired(call: Callable[[], float], seconds: float) -> tuple[float, float]:
    """What is measured over the yardstick around it, the median of pairs, and the yardstick's own median.

    `call` does it once and gives the seconds that it took, some `seconds`.
    """
    many, ratios, units = max(round(SPAN / seconds), 1), [], []
    unit = yardstick()
    for _ in range(FEW if seconds > LONG else PAIRS):
        took = sum([call() for _ in range(many)]) / many
        before, unit = unit, yardstick()
        ratios.append(took / ((before + unit) / 2))
        units.append(unit)
    return median(ratios), median(units)


class Calibrated:
    """pytest-benchmark's `benchmark`, which also notes its ratio to the yardstick and its row."""

    def __init__(self, benchmark: Any) -> None:
        self.benchmark = benchmark
        self.extra_info = benchmark.extra_info
        self._row: dict[str, Any] = {}
        self._call: Callable[[], float] = float

    def pedantic(
        self,
        play: Callable[..., Any],
        args: tuple[Any, ...] = (),
        *,
        setup: Callable[[], Any] | None = None,
        iterations: int = 1,
        **kwargs: Any,
    ) -> Any:
        """As pytest-benchmark's; `setup` gives the arguments of one call and is not measured."""

        def call() -> float:
            given = args if setup is None else setup()[0]
            began = perf_counter()
            for _ in range(iterations):
                play(*given)
            return (perf_counter() - began) / iterations

        self._call = call
        given = {"setup": setup} if setup else {"args": args, "iterations": iterations}
        return self.benchmark.pedantic(play, **given, **kwargs)

    def row(self, what: str, floor: float, goal: float, *, each: float = 1, rate: bool = False) -> None:
        """What this measures, the seconds allowed for each of the `each` things that one call does.

        With `rate` floor and goal are numbers a second, and the more the better. A floor of 0 is none.
        """
        self._row = {"what": what, "floor": floor, "goal": goal, "each": each, "rate": rate}

    def finish(self) -> None:
        """Note the ratio, and the row."""
        if self.benchmark.stats is None:
            return
        best = self.benchmark.stats.stats.min
        ratio, unit = paired(self._call, best)
        self.extra_info["attrs_object_ns"] = round(unit * 1e9, 1)
        self.extra_info["ratio"] = round(ratio, 2)
        if self._row:
            each = self._row["each"]
            ROWS.append({**self._row, "seconds": best / each, "there": ratio * THERE / each})


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
    there = row["there"]
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
