"""Tables that cannot be played with are refused before a battle begins, each fault with file and key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from navalrules import BadFile, Fault, Table, Tables
from navalrules_ratings.ship import MASTS, QUALITIES
from navalrules_ratings.texts import texts

BANDS: Final = ("close", "short", "medium", "long")

_ONE_OR_MORE: Final = {
    "base": ("dice", "sides"),
    "moving": ("sides", "base_share"),
    "boarding": ("sides", "base_rounds_sides"),
    "fires": ("sinking_sides",),
    "wind": ("dice", "sides"),
    "rigging": ("jury_half",),
    "cards": ("command", "action"),
}
_ABOVE_NOTHING: Final = {
    "turning": ("interval", "interval_light"),
    "outline": ("length", "beam"),
    "ground": ("metres",),
    "ranges": BANDS,
}
_MOST_DICE: Final = 12
_FEW_DICE: Final = 6
_HALF_TURN: Final = 180
_WITHIN: Final = (
    ("points_of_sail", 0, _MOST_DICE, ("dice",)),
    ("moving", 1, _MOST_DICE, ("fewest_dice",)),
    ("moving", 0, _MOST_DICE, ("dice_a_mast",)),
    ("full_sail", 0, _FEW_DICE, ("extra_dice", "discards")),
    ("turning", 0, _HALF_TURN, ("once", "most", "off_wind")),
)
"""Table, from where to where its numbers go, and of which entries or columns: every way in which dice can be
discarded is weighed, so there are never many."""


def check(tables: Tables) -> None:
    """Raise BadFile with every fault: a die of no sides, ranges that do not rise, a name nobody knows."""
    faults = [
        *_least(tables, _ONE_OR_MORE, 1, texts()("expected.one_or_more")),
        *tables.outside(_WITHIN),
        *_rising(tables["ranges"]),
        *_points_of_sail(tables["points_of_sail"]),
        *_mast_draws(tables["masts"]),
        *_words(tables["chain"], ("farthest",), BANDS),
        *_words(tables["rake"], ("farthest",), BANDS),
        *_words(tables["crews"], tables["crews"], QUALITIES),
    ]
    for name, keys in _ABOVE_NOTHING.items():
        for key in keys:
            if tables[name].number(key) <= 0:
                faults.append(_fault(tables[name], key, texts()("expected.more_than_0")))
    if not 0 <= tables["standard"].whole("masts") < len(MASTS):
        faults.append(_fault(tables["standard"], "masts", texts()("expected.from_0", most=len(MASTS) - 1)))
    if faults:
        raise BadFile(faults)


def _fault(table: Table, key: str, expected: str) -> Fault:
    return table.fault(key, texts()("expected.by_rule", expected=expected, rule=table[key].rule))


def _least(tables: Tables, keys: dict[str, tuple[str, ...]], least: int, expected: str) -> Iterator[Fault]:
    for name, wanted in keys.items():
        for key in wanted:
            if tables[name].whole(key) < least:
                yield _fault(tables[name], key, expected)


def _rising(ranges: Table) -> Iterator[Fault]:
    for near, far in pairwise(BANDS):
        if ranges.number(far) <= ranges.number(near):
            yield _fault(ranges, far, texts()("expected.more_than", near=near, least=ranges.number(near)))


def _points_of_sail(table: Table) -> Iterator[Fault]:
    edge = 0.0
    for key in table:
        first, last, dice = table.row(key)
        if first != edge or last <= first or dice < 0:
            yield _fault(table, key, texts()("expected.points", edge=edge))
        edge = last
    if edge != 180.0:
        yield _fault(table, list(table)[-1], texts()("expected.to_180"))


def _mast_draws(table: Table) -> Iterator[Fault]:
    for key, count in (("of_three", 3), ("of_two", 2)):
        row = table.row(key)
        if len(row) != count or list(row) != sorted(set(row)) or row[0] < 1 or row[-1] != 6:
            yield _fault(table, key, texts()("expected.faces", count=count))


def _words(table: Table, keys: Iterable[str], known: tuple[str, ...]) -> Iterator[Fault]:
    for key in keys:
        if table.text(key) not in known:
            yield _fault(table, key, texts()("expected.one_of", able=", ".join(known)))
