"""A yardstick for noisy machines: how long an attrs object takes to make, in the same run."""

from __future__ import annotations

from collections.abc import Iterator
from timeit import repeat
from typing import Any

import attrs
import pytest

LOOPS = 100_000
ROUNDS = 7


@attrs.define
class Yardstick:
    """Three fields, slotted: what everything else is measured in."""

    a: int
    b: int
    c: int


@pytest.fixture(scope="session")
def attrs_object() -> float:
    """Seconds to make one attrs object; the best of several rounds."""
    return min(repeat("make(1, 2, 3)", globals={"make": Yardstick}, number=LOOPS, repeat=ROUNDS)) / LOOPS


@pytest.fixture
def calibrated(benchmark: Any, attrs_object: float) -> Iterator[Any]:
    """pytest-benchmark's `benchmark`, with the ratio of its median to the yardstick in `extra_info`."""
    yield benchmark
    if benchmark.stats is not None:
        benchmark.extra_info["attrs_object_ns"] = round(attrs_object * 1e9, 1)
        benchmark.extra_info["ratio"] = round(benchmark.stats.stats.median / attrs_object, 2)
