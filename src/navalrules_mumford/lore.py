"""What is worked out once from the tables in force, so that play only looks things up."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from typing import Any, Final, cast

import attrs

from navalrules import Lookup, Modifier, Table, Tables
from navalrules_mumford import bounds

D10: Final = 10
_NARROW: Final = 85.0
"""Degrees either side up to which an arc of fire is a narrow one."""
_LIMITED: Final = {True: "line", False: "lesser"}


@attrs.frozen
class Pool:
    """A die of a discharge under one total modifier: its lookup; the hits of each distinct entry, in the
    order of the counts that a pool gives; the places there of a natural five and six that count, else -1."""

    table: Lookup
    hits: tuple[int, ...]
    five: int
    six: int


@attrs.frozen
class Effect:
    """What one hit does: men, pounds of shot, mast points, hull hits; and the rule that says so."""

    men: float
    lbs: float
    mast: float
    hull: float
    rule: str


@attrs.frozen
class Rig:
    """What masts, water in the hold and a tow leave a ship of the disc at a wind strength: a share of it,
    the inches water costs, the tow ratio, and the rules that say so; most inches gained and lost in a move.

    `known` are speeds by the marks of the disc, shared by all ships that are so off; None where a house rule
    may tell them apart."""

    strength: int
    share: float
    slower: float
    ratio: float
    also: tuple[str, ...]
    gain: float
    loss: float
    known: dict[int, float] | None


@attrs.frozen
class Lore:
    """Lookups, figures and constant modifiers made from the tables of one battle."""

    disc: tuple[tuple[float, ...], ...]
    strength: tuple[int, ...]
    calm: int
    gale: int
    closest: float
    mark: float
    mark_from: tuple[float, ...]
    radius: float
    speed_limits: dict[bool, tuple[float, float]]
    jury_moves: int
    range_from: tuple[float, ...]
    range_mods: dict[str, tuple[Modifier, ...]]
    gun_reach: float
    carronade_reach: float
    grape_reach: float
    challenge_reach: float
    allies_reach: int
    holds_from: tuple[int, int, int]
    casualty_percent: int
    casualty_steps: int
    officer_percent: int
    officer_lost_to: int
    half_lbs: float
    half_from: float
    half: dict[str, Modifier]
    each: dict[str, Modifier]
    multiplier: dict[str, Modifier]
    arcs: dict[str, float]
    half_rake: dict[str, float]
    cones: dict[str, float]
    wreck_of: float
    lfr_rows: dict[tuple[str, str, str], int]
    undermanned: tuple[tuple[int, int], ...]
    effects: dict[str, Effect]
    mast_shares: tuple[tuple[int, ...], ...]
    fire_at_once: int
    leak_percent: int
    pairs: dict[str, int]
    morale: dict[str, Modifier]
    pools: dict[tuple[int, int], Pool]
    rigs: dict[tuple[int, str, bool], Rig]
    speeds: dict[tuple[int, str, float, float, float], dict[int, float]]
    leak: Lookup
    d10: Lookup
    changeability: Lookup
    wind_change: Lookup

    @classmethod
    def of(cls, tables: Tables) -> Lore:
        """Work everything out from the tables in force; raises BadFile for those that no battle can have."""
        bounds.check(tables)
        reach, dice = tables["reach"], tables["dice"]
        sailing, challenge = tables["sailing"], tables["morale_test"].number("challenge_reach")
        return cls(
            disc=tuple(tables["disc"].row(str(strength)) for strength in range(1, 7)),
            strength=tuple(tables["wind_strength"].whole(str(force)) for force in range(13)),
            calm=tables["wind_throw"].whole("calm"),
            gale=tables["wind_throw"].whole("gale"),
            closest=sailing.number("closest"),
            mark=sailing.number("mark"),
            mark_from=_mark_from(sailing.number("closest"), sailing.number("mark")),
            radius=sailing.number("radius"),
            speed_limits={line: _pair(tables["speed_limit"].row(_LIMITED[line])) for line in _LIMITED},
            jury_moves=sailing.whole("jury_moves"),
            range_from=tuple(tables["range_from"].number(key) for key in tables["range_from"]),
            range_mods=_range_mods(tables["range"]),
            gun_reach=reach.number("gun"),
            carronade_reach=reach.number("carronade"),
            grape_reach=reach.number("grape"),
            challenge_reach=challenge,
            allies_reach=tables["morale_test"].whole("allies_reach"),
            holds_from=_holds_from(tables["morale_test"]),
            casualty_percent=tables["morale_test"].whole("step"),
            casualty_steps=tables["morale_test"].whole("last") // tables["morale_test"].whole("step"),
            officer_percent=tables["officer"].whole("percent"),
            officer_lost_to=tables["officer"].whole("lost_to"),
            half_lbs=dice.number("half_lbs"),
            half_from=dice.number("half_from"),
            half=modifiers(tables["half_die"]),
            each=modifiers(tables["each_die"]),
            multiplier=modifiers(tables["multiplier"]),
            arcs={key: tables["arc"].number(key) for key in tables["arc"]},
            half_rake={
                key.removeprefix("half_rake_"): tables["arc"].number(key)
                for key in tables["arc"]
                if key.startswith("half_rake_")
            },
            cones=_cones(tables["arc"]),
            wreck_of=tables["weight_share"].number("wreck_of"),
            lfr_rows=_lfr_rows(tables["lfr"]),
            undermanned=tuple(
                sorted(
                    ((int(key), tables["undermanned"].whole(key)) for key in tables["undermanned"]),
                    reverse=True,
                )
            ),
            effects={key: _effect(tables["effect"], key) for key in tables["effect"]},
            mast_shares=tuple(_mast_shares(tables["mast_shares"])),
            fire_at_once=tables["fire"].whole("at_once_to"),
            leak_percent=tables["flotation"].whole("percent"),
            pairs={key: tables["pairs"].whole(key) for key in tables["pairs"]},
            morale=modifiers(tables["morale_factor"]),
            pools={},
            rigs={},
            speeds={},
            leak=Lookup(D10, tuple((face + 1, tables["leak"].whole(str(face))) for face in range(D10))),
            d10=Lookup(D10, tuple((face + 1, face) for face in range(D10))),
            changeability=_d6(tables["changeability"].whole),
            wind_change=_d6(tables["wind_change"].text),
        )

    def mark_of(self, off_wind: float) -> int:
        """Which mark of the disc a point of sail reads: 0 at 45 degrees to 6 at 180; -1 nearer the wind."""
        return bisect_left(self.mark_from, off_wind) - 1

    def band(self, inches: float) -> int:
        """The range band: its lower end is in it (MUM-GAP-27)."""
        return bisect_right(self.range_from, inches) - 1

    def pool(self, modifier: int, half: int) -> Pool:
        """The die of a discharge under a total modifier; `half` is what a half die loses, else 0."""
        found = self.pools.get((modifier, half))
        if found is None:
            found = self.pools[modifier, half] = _pool(modifier, half)
        return found


def modifiers(table: Table) -> dict[str, Modifier]:
    """Every entry of a table as a constant modifier."""
    return {key: Modifier(key, plain(table.number(key)), table[key].rule) for key in table}


def plain(value: float) -> float:
    """A whole number as an int."""
    return int(value) if value == int(value) else value


def _pair(row: tuple[float, ...]) -> tuple[float, float]:
    first, second = row
    return first, second


def _cones(arcs: Table) -> dict[str, float]:
    """For chasers with a narrow arc: inches to the side for each inch before them within which they bear."""
    return {
        hand: math.tan(math.radians(arcs.number(hand)))
        for hand in ("bow", "stern")
        if arcs.number(hand) <= _NARROW
    }


def _mark_from(closest: float, mark: float) -> tuple[float, ...]:
    """Degrees off the wind beyond which each of the seven marks of the disc, from 45 to 180, is the nearest:
    a tie goes to the one nearer the wind (MUM-GAP-04), and nearer than she can sail none is read."""
    least = math.nextafter(closest - 1e-6, 0.0)
    return (least, *(max(least, mark * (number + 0.5 + 1e-9)) for number in range(2, 8)))


def _d6(entry: Callable[[str], Any]) -> Lookup:
    """A table with an entry for each face of a D6."""
    return Lookup(6, tuple((face, entry(str(face))) for face in range(1, 7)))


def _range_mods(table: Table) -> dict[str, tuple[Modifier, ...]]:
    return {
        name: tuple(
            Modifier("range", plain(table.cell(key, name)), entry.rule)
            for key, entry in table.entries.items()
        )
        for name in table.columns
    }


def _lfr_rows(table: Table) -> dict[tuple[str, str, str], int]:
    found = {}
    for key in table:
        proficiency, _, name = key.partition("_")
        for morale in table.columns:
            found[name, proficiency, morale] = int(table.cell(key, morale))
    return found


def _effect(table: Table, key: str) -> Effect:
    men, lbs, mast, hull = table.row(key)
    return Effect(men, lbs, mast, hull, table[key].rule)


def _mast_shares(table: Table) -> Iterator[tuple[int, ...]]:
    """How a raking shot is shared by none, one, two and three standing masts, the nearest the firer first."""
    for standing, key in enumerate(("", "one", "two", "three")):
        yield tuple([int(share) for share in table.row(key)[:standing]]) if key else ()


def _holds_from(table: Table) -> tuple[int, int, int]:
    """The least totals of a crew that fights on, is disordered, is disorganised; less gives way."""
    return table.whole("fights_on"), table.whole("disordered"), table.whole("disorganised")


def _pool(modifier: int, half: int) -> Pool:
    """Hits are the score, never below 0; fives and sixes are natural, on whole dice that hit (MUM-GAP-42)."""
    rows: list[tuple[int, tuple[int, int]]] = []
    for face in range(1, 7):
        hits = max(face + modifier + half, 0)
        entry = (hits, face if hits and not half and face >= 5 else 0)
        if rows and rows[-1][1] == entry:
            rows[-1] = (face, entry)
        else:
            rows.append((face, entry))
    table = Lookup(6, tuple(rows))
    entries: list[tuple[int, int]] = [cast("tuple[int, int]", entry) for entry, _ in table.weights()]
    places = {face: place for place, (_, face) in enumerate(entries)}
    return Pool(table, tuple(hits for hits, _ in entries), places.get(5, -1), places.get(6, -1))
