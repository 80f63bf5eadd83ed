"""What is worked out once from the tables in force, so that play only looks things up."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from typing import Final

import attrs

from navalrules import BadFile, Fault, Lookup, Modifier, Table, Tables
from navalrules_ratings import results, sound
from navalrules_ratings.measuring import SLACK
from navalrules_ratings.results import Results
from navalrules_ratings.ship import BOW, MOST, PORT, QUALITIES, STARBOARD, STERN
from navalrules_ratings.sound import BANDS
from navalrules_ratings.texts import texts

_BANDS: Final = (*BANDS, "")
_NEAR: Final = 1e-6
EDGE: Final = 1e-4
"""Degrees by which an edge is widened, so that a turned table measures alike."""
ENDS: Final = {BOW: "bow_rake", STERN: "stern_rake"}


@attrs.frozen
class Sailing:
    """Figures for moving and turning, in MU and degrees."""

    interval: float
    interval_light: float
    light_from: int
    once: float
    most: float
    tack: int
    off_wind: float
    pay_off: int
    beating_to: float
    sides: int
    dice_a_mast: int
    fewest: int
    stationary_at: int
    base_share: int
    extra_dice: int
    discards: int
    discard_from: int
    touch: float
    fouls: int
    fouls_with_wreckage: int
    drift: float


@attrs.frozen
class Loss:
    """What rating reductions take beyond the engaged side."""

    far_side_spared: int
    hull_spared: int
    crew_spared: int
    raked_spared: int
    rigging_crew_spared: int
    rigging_engaged: int
    rigging_engaged_from: int
    rigging_hull: int
    chain_more: int
    chain_more_full: int
    full_times: int
    jury_half: int


@attrs.frozen
class Boarding:
    """Figures of boarding and grappling."""

    sides: int
    decisive: int
    crew_lost: int
    ratings_lost: int
    prize_crew: int
    base_sides: int
    base_crew_lost: int
    base_rating_lost: int
    within: float
    holds: int
    in_contact: Modifier
    fouled: Modifier


@attrs.frozen
class Morale:
    """Figures of the morale test."""

    half_of: int
    fire_turns: int
    stern_rr: int
    need: int
    more: tuple[Modifier, ...]
    quarter_of: int
    quarter: Modifier


@attrs.frozen
class WindCheck:
    """The wind check: dice and their sides, the sums at which it backs and veers, and by how many degrees."""

    dice: int
    sides: int
    backs_to: int
    veers_from: int
    degrees: float


@attrs.frozen
class Lore:
    """Everything made from the tables of one battle."""

    plain: Results
    extreme: Results
    dice: int
    sides: int
    edges: tuple[float, ...]
    farthest: float
    chain_bands: frozenset[str]
    rake_bands: frozenset[str]
    rake_angle: float
    arc_edges: tuple[float, ...]
    arc_names: tuple[str, ...]
    factor: dict[str, Modifier]
    amounts: dict[str, int]
    """What each modifier of the fire factor comes to, by name."""
    counted: dict[str, tuple[Modifier, ...]]
    """The modifiers of the fire factor, by name and by quality, each alone, and none in place of a 0."""
    die: dict[str, Modifier]
    gunners: dict[str, Modifier]
    quality: dict[str, Modifier]
    rating: tuple[Modifier, ...]
    against: tuple[Modifier, ...]
    point_edges: tuple[float, ...]
    points: tuple[tuple[str, int], ...]
    sailing: Sailing
    loss: Loss
    boarding: Boarding
    tasks: dict[str, int]
    which_mast: dict[int, Lookup]
    engaged: Lookup
    wreckage_fire: int
    batteries: dict[tuple[str, ...], Lookup]
    half_length: float
    half_beam: float
    reach: float
    """Two centres further apart than this, MU, and the hulls do not touch, however they lie."""
    command_cards: int
    morale: Morale
    wind: WindCheck
    cards: int

    def band(self, reach: float) -> str:
        """The band of a range in MU, "" beyond the last; it takes its upper edge (RAT-BGFIRE-04)."""
        return _BANDS[bisect_left(self.edges, reach)]

    def arc(self, bearing: float) -> str:
        """The arc of a relative bearing; the broadsides take the edges they share (RAT-BGFIRE-02)."""
        return self.arc_names[bisect_right(self.arc_edges, bearing) - 1]

    @classmethod
    def of(cls, tables: Tables) -> Lore:
        """Read it all from the tables; raises BadFile for tables that will not do."""
        sound.check(tables)
        plain, extreme = results.read(tables)
        ranges, rake, outline = tables["ranges"], tables["rake"], tables["outline"]
        factor = _modifiers(tables["factor_modifiers"])
        arc_edges, arc_names = _arcs(tables["arcs"])
        return cls(
            plain=plain,
            extreme=extreme,
            dice=tables["base"].whole("dice"),
            sides=tables["base"].whole("sides"),
            edges=tuple(ranges.number(band) for band in BANDS),
            farthest=ranges.number(BANDS[-1]),
            chain_bands=_up_to(tables["chain"].text("farthest")),
            rake_bands=_up_to(rake.text("farthest")),
            rake_angle=rake.number("angle"),
            arc_edges=arc_edges,
            arc_names=arc_names,
            factor=factor,
            amounts={key: int(each.amount) for key, each in factor.items()},
            counted=_counted(factor),
            die=_modifiers(tables["die_modifiers"]),
            gunners={each: factor[each.lower()] for each in QUALITIES},
            quality={
                each: Modifier("quality", tables["quality"].whole(each), "RAT-BGCREW-02")
                for each in QUALITIES
            },
            rating=tuple(Modifier("battery_rating", rating, "RAT-FIRE-01") for rating in range(MOST + 1)),
            against=tuple(Modifier("hull_rating", -rating, "RAT-FIRE-07") for rating in range(MOST + 1)),
            point_edges=_point_edges(tables["points_of_sail"]),
            points=_points(tables["points_of_sail"]),
            sailing=_sailing(tables),
            loss=_loss(tables),
            boarding=_boarding(tables),
            tasks={task: tables["tasks"].whole(task) for task in tables["tasks"]},
            which_mast=_which_mast(tables["masts"]),
            engaged=_engaged(tables["engaged"]),
            wreckage_fire=_parity(tables["fires"], "wreckage_fire"),
            batteries=_which_battery(),
            half_length=outline.number("length") / 2,
            half_beam=outline.number("beam") / 2,
            reach=_reach(outline, tables["fouling"].number("touch")),
            morale=_morale(tables["morale"]),
            wind=_wind(tables["wind"]),
            command_cards=tables["cards"].whole("command"),
            cards=tables["cards"].whole("command") + tables["cards"].whole("action"),
        )


def _up_to(band: str) -> frozenset[str]:
    return frozenset(BANDS[: BANDS.index(band) + 1])


def _reach(outline: Table, touch: float) -> float:
    return math.hypot(outline.number("length"), outline.number("beam")) + touch + 2 * SLACK


def _arcs(table: Table) -> tuple[tuple[float, ...], tuple[str, ...]]:
    """Where another arc begins, in degrees from 0 up, and the arc from there on; the first named of two that
    share an edge takes it, and the bow what none takes."""
    arcs = [(name, table.cell(name, "from"), table.cell(name, "to")) for name in table]
    # An arc's last degree is its own: what follows begins with the next number above it.
    ends = [math.nextafter(last + EDGE, math.inf) for *_, last in arcs]
    marks = sorted({0.0, *[first - EDGE for _, first, _ in arcs], *ends})
    return tuple(marks), tuple(_arc_at(mark, arcs) for mark in marks)


def _arc_at(bearing: float, arcs: list[tuple[str, float, float]]) -> str:
    for name, first, last in arcs:
        low, high = first - EDGE, last + EDGE
        if (low <= bearing <= high) if first <= last else (bearing >= low or bearing <= high):
            return name
    return BOW


def _counted(factor: dict[str, Modifier]) -> dict[str, tuple[Modifier, ...]]:
    found: dict[str, tuple[Modifier, ...]] = {
        key: (each,) if each.amount else () for key, each in factor.items()
    }
    return found | {quality: found[quality.lower()] for quality in QUALITIES}


def _modifiers(table: Table) -> dict[str, Modifier]:
    return {key: Modifier(key, table.whole(key), table[key].rule) for key in table}


def _point_edges(table: Table) -> tuple[float, ...]:
    """Where each point of sail but the last gives way to the next, which takes the edge."""
    return tuple(table.cell(name, "to") - _NEAR for name in list(table)[:-1])


def _points(table: Table) -> tuple[tuple[str, int], ...]:
    return tuple((name, int(table.cell(name, "dice"))) for name in table)


_PARITIES: Final = ("even", "odd")


def _parity(table: Table, key: str) -> int:
    """1 for odd dice, 0 for even ones; raises BadFile for any other word."""
    value = table.text(key)
    if value not in _PARITIES:
        file = results.file_of(table, key)
        raise BadFile([Fault(file, f"tables.{table.name}.{key}", repr(value), texts()("expected.odd_even"))])
    return _PARITIES.index(value)


def _engaged(table: Table) -> Lookup:
    """The side that a d6 names by being odd or even (RAT-HULL-08)."""
    sides = [table.text(parity) for parity in _PARITIES]
    for parity, side in zip(_PARITIES, sides, strict=True):
        if side not in (PORT, STARBOARD):
            file = results.file_of(table, parity)
            raise BadFile(
                [Fault(file, f"tables.{table.name}.{parity}", repr(side), texts()("expected.side"))]
            )
    return Lookup(6, tuple((face, sides[face % 2]) for face in range(1, 7)))


def _which_mast(table: Table) -> dict[int, Lookup]:
    rows = {3: table.row("of_three"), 2: table.row("of_two")}
    return {
        count: Lookup(6, tuple((int(edge), place) for place, edge in enumerate(edges)))
        for count, edges in rows.items()
    }


def _which_battery() -> dict[tuple[str, ...], Lookup]:
    """Which of her batteries a random loss falls on: a d6 for two or three, a d4 for four."""
    sides = {2: 6, 3: 6, 4: 4}
    found = {}
    for ends in ((), (BOW,), (STERN,), (BOW, STERN)):
        there = (PORT, STARBOARD, *ends)
        count, die = len(there), sides[len(there)]
        rows = tuple(((place + 1) * die // count, name) for place, name in enumerate(there))
        found[there] = Lookup(die, rows)
    return found


def _sailing(tables: Tables) -> Sailing:
    turning, moving, fouling, full = (tables[name] for name in ("turning", "moving", "fouling", "full_sail"))
    return Sailing(
        interval=turning.number("interval"),
        interval_light=turning.number("interval_light"),
        light_from=turning.whole("light_from_rate"),
        once=turning.number("once"),
        most=turning.number("most"),
        tack=turning.whole("tack"),
        off_wind=turning.number("off_wind"),
        pay_off=turning.whole("pay_off"),
        beating_to=tables["points_of_sail"].cell("beating", "to"),
        sides=moving.whole("sides"),
        dice_a_mast=moving.whole("dice_a_mast"),
        fewest=moving.whole("fewest_dice"),
        stationary_at=moving.whole("stationary_at"),
        base_share=moving.whole("base_share"),
        extra_dice=full.whole("extra_dice"),
        discards=full.whole("discards"),
        discard_from=full.whole("discard_from"),
        touch=fouling.number("touch"),
        fouls=fouling.whole("fouls"),
        fouls_with_wreckage=fouling.whole("fouls_with_wreckage"),
        drift=fouling.number("drift"),
    )


def _loss(tables: Tables) -> Loss:
    hull, rigging, chain = tables["hull"], tables["rigging"], tables["chain"]
    return Loss(
        far_side_spared=hull.whole("far_side_spared"),
        hull_spared=hull.whole("hull_spared"),
        crew_spared=hull.whole("crew_spared"),
        raked_spared=hull.whole("raked_spared"),
        rigging_crew_spared=rigging.whole("crew_spared"),
        rigging_engaged=rigging.whole("engaged_side"),
        rigging_engaged_from=rigging.whole("engaged_side_from"),
        rigging_hull=rigging.whole("hull"),
        chain_more=chain.whole("more"),
        chain_more_full=chain.whole("more_at_full_sail"),
        full_times=tables["full_sail"].whole("rigging_times"),
        jury_half=rigging.whole("jury_half"),
    )


def _boarding(tables: Tables) -> Boarding:
    table, grappling = tables["boarding"], tables["grappling"]
    return Boarding(
        sides=table.whole("sides"),
        decisive=table.whole("decisive"),
        crew_lost=table.whole("crew_lost"),
        ratings_lost=table.whole("ratings_lost"),
        prize_crew=table.whole("prize_crew"),
        base_sides=table.whole("base_rounds_sides"),
        base_crew_lost=table.whole("base_crew_lost"),
        base_rating_lost=table.whole("base_rating_lost"),
        within=grappling.number("within"),
        holds=grappling.whole("holds"),
        in_contact=Modifier("in_contact", grappling.whole("in_contact"), "RAT-BGGRAP-01"),
        fouled=Modifier("fouled", grappling.whole("fouled"), "RAT-BGGRAP-01"),
    )


def _morale(table: Table) -> Morale:
    each = table.whole("each_more")
    return Morale(
        half_of=table.whole("half_of"),
        fire_turns=table.whole("fire_turns"),
        stern_rr=table.whole("stern_rr"),
        need=table.whole("strikes_at") + 1,
        more=tuple(Modifier("triggers", each * count, "RAT-BGMORALE-02") for count in range(5)),
        quarter_of=table.whole("quarter_of"),
        quarter=Modifier("quarter", table.whole("quarter"), "RAT-BGMORALE-02"),
    )


def _wind(table: Table) -> WindCheck:
    return WindCheck(
        dice=table.whole("dice"),
        sides=table.whole("sides"),
        backs_to=table.whole("backs_to"),
        veers_from=table.whole("veers_from"),
        degrees=table.number("degrees"),
    )
