"""Hypothesis strategies of files: golden ones with some of their values exchanged, lost or added to.

Unlike random spoiling these shrink: what is left of a failure is one file with one wrong value.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
from mutations import HOSTILE, Golden, Mutant, forged, goldens

WHOLE = goldens()
_NUMBERS = st.integers() | st.floats()
_SCALARS = st.none() | st.booleans() | _NUMBERS | st.text(max_size=30) | st.sampled_from(HOSTILE)
VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def paths(data: Any, start: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where every value of a file stands."""
    if not isinstance(data, dict | list):
        return [start]
    items = data.items() if isinstance(data, dict) else enumerate(data)
    inner = [each for key, value in items for each in paths(value, (*start, key))]
    return [start, *inner] if start else inner


PATHS = {golden.name: paths(golden.data) for golden in WHOLE}


@st.composite
def spoiled_files(draw: st.DrawFn, kind: str) -> Mutant:
    """A file of that kind with one to three values that it should not have."""
    golden: Golden = draw(st.sampled_from([each for each in WHOLE if each.kind == kind]))
    data = copy.deepcopy(golden.data)
    for path in draw(st.lists(st.sampled_from(PATHS[golden.name]), min_size=1, max_size=3)):
        _spoil(draw, data, path)
    if kind == "battle" and draw(st.booleans()):
        data = forged(data)
    raw = json.dumps(data).encode("utf-8", "surrogatepass")
    return Mutant(kind, Path(golden.name).with_suffix(".json").name, raw)


def _spoil(draw: st.DrawFn, data: Any, path: tuple[Any, ...]) -> None:
    holder = data
    for key in path[:-1]:
        try:
            holder = holder[key]
        except (KeyError, IndexError, TypeError):
            return  # an earlier accident took it away
    if not isinstance(holder, dict | list):
        return
    key, accident = path[-1], draw(st.sampled_from(("replace", "lose", "add")))
    if isinstance(holder, dict) and accident == "add":
        holder[draw(st.text(max_size=12))] = draw(VALUES)
    elif key in (holder if isinstance(holder, dict) else range(len(holder))):
        if accident == "lose":
            del holder[key]
        else:
            holder[key] = draw(VALUES)
