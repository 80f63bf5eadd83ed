"""Figures of harm, worked out once from the tables in force: masts, fires, parties, surrender points."""

from __future__ import annotations

from functools import cached_property
from typing import Final

import attrs

from navalrules import Lookup, Modifier, Table, Tables

MASTS: Final = ("fore", "main", "mizzen")
BOWSPRIT: Final = "bowsprit"
D100: Final = 100
ALL_GUNS: Final = 99
"""So many guns out on a side that none is left."""


@attrs.frozen
class Section:
    """One mast section and the sail on it: the mast, how high (0 lowest), the sail's name."""

    mast: str
    level: int
    sail: str


@attrs.frozen(slots=False)
class Layout:
    """A ship's masts (BTQ-MAST-02). A bit of a mask of sections or sails is the place in `sections`.

    `fall` holds for each section the mask of it and all above it, `lowest` the mask of what must be gone for
    her to be dismasted, `masts` for each mast the mask of its sections, `near` its neighbours.
    """

    sections: tuple[Section, ...]

    @cached_property
    def whole(self) -> int:
        """The mask of everything."""
        return (1 << len(self.sections)) - 1

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The key of each sail, such as main_topsail."""
        return tuple(f"{section.mast}_{section.sail}" for section in self.sections)

    @cached_property
    def place_of(self) -> dict[str, int]:
        """The place of each sail by its key."""
        return {key: place for place, key in enumerate(self.keys)}

    @cached_property
    def fall(self) -> tuple[int, ...]:
        """What comes down with each section: itself and every higher section of its mast."""
        return tuple(
            sum(
                1 << place
                for place, other in enumerate(self.sections)
                if other.mast == section.mast and other.level >= section.level
            )
            for section in self.sections
        )

    @cached_property
    def masts(self) -> dict[str, int]:
        """For each mast the mask of its sections."""
        found: dict[str, int] = {}
        for place, section in enumerate(self.sections):
            found[section.mast] = found.get(section.mast, 0) | 1 << place
        return found

    @cached_property
    def lowest(self) -> int:
        """The lowest section of every mast but the bowsprit (BTQ-GAP-49)."""
        return sum(
            1 << place
            for place, section in enumerate(self.sections)
            if section.level == 0 and section.mast != BOWSPRIT
        )

    @cached_property
    def near(self) -> dict[str, tuple[str, ...]]:
        """The masts next to each mast; a bowsprit has and is none."""
        standing = [mast for mast in MASTS if mast in self.masts]
        found: dict[str, tuple[str, ...]] = {BOWSPRIT: ()}
        for place, mast in enumerate(standing):
            found[mast] = tuple(standing[max(place - 1, 0) : place] + standing[place + 1 : place + 2])
        return found

    def places(self, mask: int) -> tuple[int, ...]:
        """The places of a mask, in order."""
        return _PLACES[mask]

    def find(self, mast: str, level: int) -> int | None:
        """The place of a section, or None where she has no such."""
        for place, section in enumerate(self.sections):
            if section.mast == mast and section.level == level:
                return place
        return None


_PLACES: Final = tuple(tuple(place for place in range(10) if mask >> place & 1) for mask in range(1 << 10))


@attrs.frozen
class Intensity:
    """How a fire burns: its name, men lost (chance in per cent, least, most), guns out on each side, and
    per cent off speed and off hits."""

    name: str
    chance: int
    least: int
    most: int
    guns_out: int
    speed: int
    accuracy: int


@attrs.frozen
class Party:
    """A party's size: per cent of the complement, held between `least` and `most`."""

    percent: int
    least: int
    most: int

    def of(self, complement: int, living: int) -> int:
        """Men of the party, nearest whole number, never more than are alive (BTQ-GAP-47)."""
        wanted = (2 * complement * self.percent + D100) // (2 * D100)
        return min(max(self.least, min(wanted, self.most)), living)


@attrs.frozen
class Reading:
    """Our readings of what the sources leave open, each a value that a variant may change.

    Foundering ships sink; parties are shares of the living; all sections must be gone to dismast; the
    lowest section of the neighbour falls; what holds of fires without Enhanced Fire; a magazine is flooded
    before its check; a fire party is a share of the complement; turning loses the exact shortage.
    """

    founder_sinks: bool
    dc_of_living: bool
    all_sections: bool
    lowest_falls: bool
    base_fire: frozenset[str]
    flooded_first: bool
    party_of_complement: bool
    turns_exactly: bool

    @classmethod
    def of(cls, table: Table) -> Reading:
        """The readings that the table chooses."""
        return cls(
            table.text("founder_effect") == "sinking",
            table.text("dc_party") == "living",
            table.text("dismasted_test") == "all",
            table.text("cascade_target") == "lowest_standing",
            frozenset(table.text("base_fire_rules").split()),
            table.text("flood_effect") == "before_check",
            table.text("fire_party_base") == "complement",
            table.text("turn_step") == "exact",
        )


PUT_OUT: Final = "put_out"
BURNS_HULL: Final = "burns_hull"
SHORT_CREW: Final = "short_crew"
BASE_FIRE: Final = frozenset((PUT_OUT, BURNS_HULL, SHORT_CREW))
"""What may hold of fires without Enhanced Fire (BTQ-GAP-43)."""


@attrs.frozen
class HarmLore:
    """What the rules of damage, rigging, fire and crew look up."""

    layouts: dict[str, Layout]
    hull_step: int
    sinking_from: int
    sink_rate: int
    sunk_at: int
    special: Lookup
    sp: dict[str, int]
    crew_sp: tuple[tuple[int, int], ...]
    points_a_man: int
    reduced_points_a_man: int
    gun_crew: dict[str, int]
    unknown_losses: int
    sailing_divisor: int
    reduced_sailing_divisor: int
    short_step: int
    drifts_from: int
    sail_weights: dict[str, int]
    section_chance: dict[str, int]
    section_rules: dict[str, str]
    mast_step: int
    cascade: int
    full_sail: int
    falling_men: dict[str, int]
    intensities: tuple[tuple[int, Intensity], ...]
    spread: tuple[Modifier, ...]
    magazine: tuple[int, ...]
    extinguish: dict[str, tuple[int, ...]]
    fighting_fires: dict[str, Modifier]
    pumps: frozenset[str]
    burns_from_age: int
    carpenter: Party
    pump_party: Party
    mended: int
    inflow: int
    leak: int
    pumped_out: int
    founder_least: int
    founder_divisor: int
    pvn_rows: tuple[tuple[int, int, int], ...]
    cqm: dict[str, int]
    gives_up_at: frozenset[str]
    reading: Reading

    @classmethod
    def of(cls, tables: Tables) -> HarmLore:
        """Work everything out from the tables in force."""
        hull, mast, below = tables["hull"], tables["mast"], tables["damage_control"]
        chances, short = tables["section_chance"], tables["undermanned"]
        return cls(
            layouts=_layouts(tables),
            hull_step=hull.whole("step"),
            sinking_from=hull.whole("sinking_from"),
            sink_rate=hull.whole("sink_rate"),
            sunk_at=hull.whole("sunk_at"),
            special=_special(tables["special_damage"]),
            sp=_wholes(tables["sp_loss"]),
            crew_sp=tuple((int(left), int(sp)) for left, sp in map(tables["crew_sp"].row, tables["crew_sp"])),
            points_a_man=tables["crew_damage"].whole("points_a_man"),
            reduced_points_a_man=tables["crew_damage"].whole("reduced_points_a_man"),
            gun_crew=_wholes(tables["gun_crew"]),
            unknown_losses=tables["unknown_gun"].whole("losses"),
            sailing_divisor=short.whole("sailing_divisor"),
            reduced_sailing_divisor=short.whole("reduced_sailing_divisor"),
            short_step=short.whole("step"),
            drifts_from=short.whole("drifts_from"),
            sail_weights=_wholes(tables["sail_weights"]),
            section_chance=_wholes(chances),
            section_rules={key: chances[key].rule for key in chances},
            mast_step=mast.whole("sp_step"),
            cascade=mast.whole("cascade"),
            full_sail=mast.whole("full_sail"),
            falling_men=_wholes(tables["falling_mast_max"]),
            intensities=_intensities(tables),
            spread=tuple(_modifiers(tables["fire_spread"]).values()),
            magazine=_by_age(tables["magazine"]),
            extinguish=_extinguish(tables["extinguish"]),
            fighting_fires=_modifiers(tables["fire_party"]),
            pumps=frozenset(key for key in tables["fire_pumps"] if tables["fire_pumps"].flag(key)),
            burns_from_age=tables["fire_party"].whole("burns_from_age"),
            carpenter=_party(below, "carpenter"),
            pump_party=_party(below, "pumps"),
            mended=below.whole("mended_a_turn"),
            inflow=below.whole("inflow_a_hit"),
            leak=round(below.number("pump_leak") * D100),
            pumped_out=below.whole("pumped_out"),
            founder_least=below.whole("founder_least"),
            founder_divisor=below.whole("founder_divisor"),
            pvn_rows=_odds(tables["pvn_table"]),
            cqm=_wholes(tables["cqm"]),
            gives_up_at=frozenset(tables["gunnery_reading"].text("unarmed_strikes_on").split()),
            reading=Reading.of(tables["harm_reading"]),
        )


def _wholes(table: Table) -> dict[str, int]:
    return {key: table.whole(key) for key in table}


def _modifiers(table: Table) -> dict[str, Modifier]:
    return {key: Modifier(key, table.whole(key), table[key].rule) for key in table}


def _layouts(tables: Tables) -> dict[str, Layout]:
    rows, names = tables["mast_layout"], tables["sail_name"]
    found = {}
    for key in rows:
        sections = []
        for mast, number in zip(rows.columns, rows.row(key), strict=True):
            for level in range(int(number)):
                own = f"{key}_{mast}_{level}"
                sail = names.text(own if own in names else f"{mast}_{level}")
                sections.append(Section(mast, level, sail))
        found[key] = Layout(tuple(sections))
    return found


def _special(table: Table) -> Lookup:
    rows: list[tuple[int, str]] = [(table.whole(key), key) for key in table]
    return Lookup(D100, (*rows, (D100, "")))


def _intensities(tables: Tables) -> tuple[tuple[int, Intensity], ...]:
    """From the oldest fire down: from which age, and how it burns then."""
    table, effects = tables["fire_intensity"], tables["fire_effects"]
    found = []
    for key in table:
        from_age, chance, least, most = map(int, table.row(key))
        found.append((from_age, Intensity(key, chance, least, most, *map(int, effects.row(key)))))
    return tuple(sorted(found, key=lambda each: -each[0]))


def _by_age(table: Table) -> tuple[int, ...]:
    """For each age from 0 the figure of the last row at or under it; the last one holds for all beyond."""
    rows = {int(key): table.whole(key) for key in table}
    found, now = [], 0
    for age in range(max(rows) + 1):
        now = rows.get(age, now)
        found.append(now)
    return tuple(found)


def _extinguish(table: Table) -> dict[str, tuple[int, ...]]:
    """For each quality the target by age from 0; a fire of age 0 is as one of age 1."""
    ages = sorted(int(key) for key in table)
    found = {}
    for quality in table.columns:
        by_age = [int(table.cell(str(age), quality)) for age in ages]
        found[quality] = (by_age[0], *by_age)
    return found


def _party(table: Table, name: str) -> Party:
    return Party(*(table.whole(f"{name}_{what}") for what in ("percent", "least", "most")))


def _odds(table: Table) -> tuple[tuple[int, int, int], ...]:
    """Rows from the greatest ratio down: hundredths of the ratio, SP of a single and an unsupported ship."""
    rows = [(round(ratio * D100), int(one), int(two)) for ratio, one, two in map(table.row, table)]
    return tuple(sorted(rows, reverse=True))
