"""Figures of grappling and boarding, worked out once from the tables in force."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import attrs

from navalrules import Lookup, Modifier, Table, Tables

D100: Final = 100
_MILLION: Final = 1_000_000
MISS: Final = "miss"
HIT: Final = "hit"
OFFICER: Final = "officer"
EXTREMITY: Final = "extremity"
UNKNOWN: Final = "unknown"
"""The boarding table of a nation that no table knows: one factor for every throw (BTQ-GUN-41)."""
SEAMS: Final = "seams"
NOTHING: Final = "nothing"
Shares = tuple[int, int, int]


@attrs.frozen
class Fighting:
    """Lookups, figures and constant modifiers of grappling, boarding, prizes and collisions.

    Casualty factors are hundredths, so that a variant may give 1.8.
    """

    contact: int
    same_way_arc: int
    same_way: int
    otherwise: int
    size_free: int
    size_penalty: int
    cut: int
    cost: int
    cost_both: bool
    wait: int
    rank: dict[str, int]
    factors: dict[str, tuple[tuple[int, int], ...]]
    rolls: dict[str, tuple[Modifier, Modifier]]
    many_soldiers: int
    some_soldiers: int
    attacker: Shares
    defender: Shares
    foul_attacker: Shares
    foul_defender: Shares
    reserve_is_free: bool
    defender_track: bool
    last_counter_zone: int
    tie: str
    spills: bool
    zones: tuple[str, ...]
    muskets: Lookup
    muskets_soldiers: Lookup
    volley_turns: tuple[int, int]
    volley_dice: dict[str, tuple[int, int]]
    officer_melee: int
    recovers: int
    clock_restarts: bool
    breaks_at: int
    steady: int
    tiers: dict[str, Modifier]
    zone_lost: int
    least_share: int
    most_share: int
    least_men: int
    prize_turns: int
    prize_sp: int
    collision_contact: float
    collision_divisor: int
    hull_spill: Fraction
    high_speed: Fraction
    size_gap: int
    criticals: Lookup
    larger_board: bool
    ram: bool
    bounce: int
    lower_counts: bool
    lock_up: int
    pair_speed: Fraction
    moves: bool
    melees: dict[tuple[str, int], Lookup]
    reaches: dict[tuple[str, int], int]

    @classmethod
    def of(cls, tables: Tables) -> Fighting:
        """Work everything out from the tables in force."""
        grapple, boarding, volley = tables["grapple"], tables["boarding"], tables["volley"]
        officer, steady, prize = tables["officer"], tables["break"], tables["prize"]
        collision, soldiers, ranks = tables["collision"], tables["soldiers"], tables["ship_class"]
        return cls(
            contact=grapple.whole("grapple_contact"),
            same_way_arc=grapple.whole("grapple_same_way_arc"),
            same_way=grapple.whole("same_way"),
            otherwise=grapple.whole("else"),
            size_free=grapple.whole("size_free"),
            size_penalty=grapple.whole("size_penalty"),
            cut=grapple.whole("cut"),
            cost=tables["sp_loss"].whole("grappled"),
            cost_both=grapple.flag("grapple_sp_both"),
            wait=grapple.whole("wait"),
            rank={key: int(ranks.cell(key, "rank")) for key in ranks},
            factors={
                **{key: _factors(tables["nbcf"], key) for key in tables["nbcf"]},
                UNKNOWN: ((1, hundredths(tables["fallback"].number("nbcf"))),),
            },
            rolls={key: _rolls(tables["boarding_roll"], key) for key in tables["boarding_roll"]},
            many_soldiers=soldiers.whole("many"),
            some_soldiers=soldiers.whole("some"),
            attacker=_shares(tables["split"], "attacker"),
            defender=_shares(tables["split"], "defender"),
            foul_attacker=_shares(tables["foul_split"], "attacker"),
            foul_defender=_shares(tables["foul_split"], "defender"),
            reserve_is_free=boarding.flag("pool_reserve_is_free"),
            defender_track=boarding.flag("defender_track"),
            tie=boarding.text("counter_tie"),
            spills=boarding.text("board_loss_groups") == "spill",
            last_counter_zone=boarding.whole("last_counter_zone"),
            zones=tuple(sorted(tables["zone_order"], key=tables["zone_order"].whole)),
            muskets=_muskets(volley, "lands"),
            muskets_soldiers=_muskets(volley, "lands_with_soldiers"),
            volley_turns=(tables["volley_turns"].whole("first"), tables["volley_turns"].whole("last")),
            volley_dice={key: _dice(tables["volley_dice"], key) for key in tables["volley_dice"]},
            officer_melee=officer.whole("melee"),
            recovers=officer.whole("recovers"),
            clock_restarts=tables["officer_clock"].text("officer_clock") == "restart",
            breaks_at=steady.whole("lost"),
            steady=steady.whole("base") - (tables["morale_pass"].text("morale_pass") == "under"),
            tiers={
                key: Modifier(key, steady.whole(key), steady[key].rule)
                for key in ("crack", "experienced", "inexperienced", "untrained")
            },
            zone_lost=steady.whole("zone"),
            least_share=prize.whole("least_share"),
            most_share=prize.whole("most_share"),
            least_men=prize.whole("least_men"),
            prize_turns=prize.whole("turns"),
            prize_sp=prize.whole("prize_sp"),
            collision_contact=collision.number("collision_contact"),
            collision_divisor=collision.whole("collision_divisor"),
            hull_spill=exact(collision.number("hull_spill")),
            high_speed=exact(collision.number("high_speed")),
            size_gap=collision.whole("size_gap"),
            criticals=_criticals(tables["collision_crits"]),
            larger_board=collision.text("full_board") == "larger",
            ram=collision.flag("ram"),
            bounce=collision.whole("bounce"),
            lower_counts=tables["friendly_foul"].text("friendly_foul_best") == "lower",
            lock_up=collision.whole("sp"),
            pair_speed=exact(collision.number("pair_speed")),
            moves=tables["grappled_move"].text("grappled_move") == "as_fouled",
            melees={},
            reaches={},
        )

    def factor(self, table: str, shift: int) -> Lookup:
        """The d100 that gives a casualty factor (hundredths) in a nation's table, its modifiers worked in;
        the adjusted roll is held to 1 to 100 (BTQ-BOARD-11)."""
        found = self.melees.get((table, shift))
        if found is None:
            found = self.melees[table, shift] = _shifted(self.factors[table], shift)
        return found

    def reach(self, table: str, shift: int) -> int:
        """Enemies that a million men of a nation fell in a round on average, their roll shifted."""
        found = self.reaches.get((table, shift))
        if found is None:
            found = self.reaches[table, shift] = _average(self.factor(table, shift))
        return found


def _average(factors: Lookup) -> int:
    ways = [Fraction(100 * many, int(str(factor))) for factor, many in factors.weights()]
    return int(sum(ways, Fraction(0)) * _MILLION / D100)


def exact(value: float) -> Fraction:
    """The figure as it is written in the table, without a float's error."""
    return Fraction(str(value))


def hundredths(value: float) -> int:
    """A figure of a table in hundredths, halves up."""
    return int(exact(value) * 100 + Fraction(1, 2))


def plain(parts: int) -> float:
    """A figure in hundredths as it is read: a whole number where it is one."""
    return parts // 100 if parts % 100 == 0 else parts / 100


def _factors(table: Table, key: str) -> tuple[tuple[int, int], ...]:
    """(lowest d100, factor in hundredths) of each band of a nation's table, rising."""
    poor, good, best, *values = table.row(key)
    starts = (1, int(poor), int(good), int(best))
    return tuple((start, hundredths(value)) for start, value in zip(starts, values, strict=True))


def _shifted(bands: tuple[tuple[int, int], ...], shift: int) -> Lookup:
    """A nation's bands by the face of the die itself, from the top. A face adjusted past 1 or 100 counts as
    that; of two bands that both hold, as a variant may have them, it is the later."""
    rows: list[tuple[int, int]] = []
    top = D100
    for start, value in reversed(bands):
        lowest = max(start - shift, 1) if start > 1 else 1
        if start <= D100 and lowest <= top:
            if not rows or rows[-1][1] != value:
                rows.append((top, value))
            top = lowest - 1
    return Lookup(D100, tuple(reversed(rows)))


def _rolls(table: Table, key: str) -> tuple[Modifier, Modifier]:
    """What a cause adds to a melee roll and to that of a counter-boarding."""
    rule = table[key].rule
    melee, counter = table.row(key)
    return Modifier(key, int(melee), rule), Modifier(
        key, int(counter), "BTQ-BOARD-24" if rule == "BTQ-BOARD-20" else rule
    )


def _shares(table: Table, key: str) -> Shares:
    boarding, defenders, reserve = table.row(key)
    return int(boarding), int(defenders), int(reserve)


def _dice(table: Table, key: str) -> tuple[int, int]:
    return int(table.cell(key, "dice")), int(table.cell(key, "sides"))


def _muskets(volley: Table, lands: str) -> Lookup:
    """A volley's d100: 1-5 also kills an officer, then it lands, then it misses (BTQ-BOARD-16, -18)."""
    return _edges([(volley.whole("officer"), OFFICER), (volley.whole(lands), HIT), (D100, MISS)])


def _criticals(collision: Table) -> Lookup:
    """A collision's d100 (BTQ-COLL-03): Extremity, Started Seams, or nothing."""
    return _edges(
        [
            (collision.whole("extremity"), EXTREMITY),
            (collision.whole("seams"), SEAMS),
            (D100, NOTHING),
        ]
    )


def _edges(rows: list[tuple[int, str]]) -> Lookup:
    """A lookup of rising rows; one that a variant made empty falls away."""
    kept: list[tuple[int, str]] = []
    for edge, entry in rows:
        if edge >= 1 and (not kept or edge > kept[-1][0]):
            kept.append((min(edge, D100), entry))
    return Lookup(D100, tuple(kept))
