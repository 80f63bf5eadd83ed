"""What gunnery looks up, worked out once from the tables in force. Distances in mm at 1/1200."""

from __future__ import annotations

from decimal import Decimal
from typing import Final, TypeVar

import attrs

from navalrules import Lookup, Modifier, RulesetError, Ruling, Table, Tables
from navalrules_btq.ship import ARCS, BOW, PARTS, PORT, STARBOARD, STERN

T = TypeVar("T")

HANDED: Final = (PORT, STARBOARD)
PLACE: Final = {arc: place for place, arc in enumerate(ARCS)}

BANDS: Final = ("point_blank", "close", "medium", "long", "extreme")
CLOSE: Final = 1
MEDIUM: Final = 2
BEYOND: Final = len(BANDS)
"""The place of the band of a gun that does not reach."""

BALL: Final = "ball"
DOUBLE: Final = "double"
DISMANTLING: Final = "dismantling"
GRAPE: Final = "grape"
CANISTER: Final = "canister"
SHOTS: Final = (BALL, DOUBLE, DISMANTLING, GRAPE, CANISTER)
SCARCE: Final = {DISMANTLING: 0, GRAPE: 1, CANISTER: 2}
"""The place of a shot in a ship's stock."""

HULL: Final = "hull"
RIGGING: Final = "rigging"
CREW: Final = "crew"
AIMS: Final = (HULL, RIGGING, CREW)

MM: Final = 10
"""Millimetres in a centimetre of the range tables."""
_HALF: Final = 16
"""Points from right ahead to right astern."""


def parts(value: float, where: str = "a figure of gunnery") -> int:
    """A figure of the tables in whole ten-thousandths; raises RulesetError for a finer one."""
    exact = Decimal(repr(value)) * PARTS
    whole = int(exact)
    if whole != exact:
        raise RulesetError(f"{where} is {value!r}; give at most four decimals")
    return whole


@attrs.frozen
class Gun:
    """A type of gun: pounds of shot in ten-thousandths, men to serve it, and the upper ends of its bands
    in mm, by the default ranges and by the alternate ones."""

    key: str
    carronade: bool
    pounds: int
    crew: int
    bands: tuple[float, ...]
    alternate: tuple[float, ...]


@attrs.frozen
class Factor:
    """A factor of gunnery as it is shown and as it is counted, in ten-thousandths."""

    modifier: Modifier
    parts: int


@attrs.define
class Battery:
    """One listed battery as it fires: so many guns with a crew of their `own` and so many `short` of one, the
    place of their range `band` and the rule it came from, and the shot they really fire.

    `men` is the crew of its own guns, `power` their pounds by their range, and `sure` says that they cannot
    miss. `hits` tells, once it has been asked, how all of them hit. Battles share it: what fires otherwise is
    another battery.
    """

    gun: Gun
    own: int
    short: int
    band: int
    bands_by: str
    shot: str
    men: int
    power: int
    sure: bool
    hits: Ruling | None = None


@attrs.frozen
class Reading:
    """Our readings of what the sources leave open; each named in the ledger and open to a variant."""

    rake_arc: int
    gauge_arc: int
    gauge_high_shift: int
    gauge_waterline_shift: int
    splinter_share: int
    waterline_chance: int
    shot_stock_unit: str
    double_reset: str
    crew_aim_shots: frozenset[str]
    high_band_from: str
    high_share: str
    fouling_includes_turn: bool
    crew_shortage_base: str
    cross_deck: str
    gunnery_order: str
    partial_mode: str
    deferred_fire: str


@attrs.frozen
class Ordnance:
    """Everything the rules of gunnery look up in one battle.

    `ready` keeps batteries as they are met: by type of gun, how many, the place of their band, the rule it
    came from and their shot.
    """

    guns: dict[str, Gun]
    ranges: tuple[Factor, ...]
    sure: tuple[bool, ...]
    die: dict[tuple[bool, bool], Lookup]
    die_bonus: dict[tuple[bool, bool], tuple[Modifier, ...]]
    initial: frozenset[str]
    shots: dict[str, Factor]
    modified: dict[str, Factor]
    shot_reach: dict[str, int]
    shot_aims: dict[str, tuple[str, ...]]
    shot_rule: dict[str, str]
    stock: tuple[int, int, int]
    scarce: frozenset[str]
    double_limit: int
    high: tuple[Modifier, ...]
    rakes: dict[str, Factor]
    rake_reach: float
    rake_shot: str
    change: dict[str, Factor]
    fouling: tuple[tuple[int, Factor], ...]
    cross: dict[str, Factor]
    no_fire: int
    shut: tuple[bool, ...]
    decked: frozenset[str]
    arc_off: tuple[str, ...]
    rake_off: tuple[str, ...]
    gauge_off: tuple[int, ...]
    reading: Reading
    waterline: Modifier
    percent: Lookup
    pounds: dict[str, Modifier]
    ready: dict[tuple[str, int, int, str, str], Battery]

    @classmethod
    def of(cls, tables: Tables) -> Ordnance:
        """Work everything out; raises RulesetError for a figure that cannot be counted exactly, UnknownName
        for a band or gun that is not there."""
        reach, rake = tables["shot_reach"], tables["rake"]
        aim = tables["shot_aim"]
        reading = _reading(tables["gunnery_reading"])
        dice = tables["hit_die"]
        kinds = [(initial, close) for initial in (False, True) for close in (False, True)]
        return cls(
            guns=_guns(tables),
            ranges=tuple(
                _factor(tables["range_modifier"], band, f"range_{band}", "BTQ-GUN-06") for band in BANDS
            ),
            sure=tuple(tables["sure_hits"].flag(band) for band in BANDS),
            die={kind: _die(dice, *kind) for kind in kinds},
            die_bonus={kind: _bonus(dice, *kind) for kind in kinds},
            initial=_flagged(tables["initial_broadside"]),
            shots={shot: _factor(tables["shot_factor"], shot, shot) for shot in SHOTS},
            modified={shot: _factor(tables["modified_shot"], shot, shot) for shot in SHOTS},
            shot_reach={shot: BANDS.index(reach.text(shot)) for shot in SHOTS},
            shot_aims={shot: _aims(aim, shot, reading) for shot in SHOTS},
            shot_rule={shot: tables["shot_factor"][shot].rule for shot in SHOTS},
            stock=_stock(tables["shot_stock"]),
            scarce=frozenset(SCARCE),
            double_limit=tables["double_limit"].whole("in_a_row"),
            high=tuple(
                Modifier(f"high_{band}", tables["going_high"].whole(band), tables["going_high"][band].rule)
                for band in BANDS
            ),
            rakes={end: _factor(rake, end, f"rake_{end}") for end in (BOW, STERN)},
            rake_reach=float(rake.number("reach_cm")) * MM,
            rake_shot=tables["rake_shot"].text("shot"),
            change={key: _factor(tables["ngm_change"], key, key) for key in tables["ngm_change"]},
            fouling=_fouling(tables["fouling"], reading),
            cross={key: _loss(tables["cross_deck"], key) for key in tables["cross_deck"]},
            no_fire=tables["gun_crew_short"].whole("no_fire"),
            shut=tuple(tables["lower_ports"].flag(step) for step in tables["lower_ports"]),
            decked=_flagged(tables["multi_deck"]),
            arc_off=_arcs(tables["fire_arc"]),
            rake_off=_at_ends(reading.rake_arc, BOW, STERN, ""),
            gauge_off=_at_ends(reading.gauge_arc, 1, -1, 0),
            reading=reading,
            waterline=Modifier("waterline", reading.waterline_chance, "BTQ-DMG-15"),
            percent=Lookup(100, tuple((face, face) for face in range(1, 101))),
            pounds={
                gun.key: Modifier("poundage", gun.pounds / PARTS, "BTQ-GUN-04")
                for gun in _guns(tables).values()
            },
            ready={},
        )

    def battery(self, gun: Gun, own: int, band: int, bands_by: str, shot: str, short: int = 0) -> Battery:
        """So many guns of one type that fire; `short` of them have no crew of their own."""
        power = gun.pounds * self.ranges[band].parts
        return Battery(gun, own, short, band, bands_by, shot, gun.crew * own, power, self.sure[band])


def _guns(tables: Tables) -> dict[str, Gun]:
    pounds, men = tables["gun_poundage"], tables["gun_crew"]
    bands, alternate = tables["range_bands"], tables["alternate_bands"]
    like = tables["gunnery_reading"].text("livre36")
    found = {}
    for key in pounds:
        found[key] = Gun(
            key,
            key.startswith("carronade"),
            parts(pounds.number(key), f"gun_poundage.{key}"),
            men.whole(key),
            _ends(bands, key if key in bands else like),
            _ends(alternate, key if key in alternate else like),
        )
    return found


def _ends(bands: Table, key: str) -> tuple[float, ...]:
    return tuple(round(end * MM, 6) for end in bands.row(key))


def _factor(table: Table, key: str, name: str, rule: str = "") -> Factor:
    value = table.number(key)
    return Factor(Modifier(name, value, rule or table[key].rule), parts(value, f"{table.name}.{key}"))


def _loss(table: Table, key: str) -> Factor:
    """A percentage that is taken off, as the factor that it leaves."""
    lost = table.whole(key)
    return Factor(Modifier("cross_deck", -lost, table[key].rule), PARTS - lost * PARTS // 100)


def _die(dice: Table, initial: bool, close: bool) -> Lookup:
    most = dice.whole("most")
    rows: dict[int, int] = {}
    for face in range(1, 101):
        value = min(face + dice.whole("initial_broadside"), most) if initial else face
        rows[max(min(value + dice.whole("close"), most) if close else value, 0)] = face
    return Lookup(100, tuple((face, value) for value, face in rows.items()))


def _bonus(dice: Table, initial: bool, close: bool) -> tuple[Modifier, ...]:
    wanted = (("initial_broadside", initial), ("close", close))
    return tuple(Modifier(key, dice.whole(key), dice[key].rule) for key, on in wanted if on)


def _flagged(table: Table) -> frozenset[str]:
    return frozenset([key for key in table if table.flag(key)])


def _aims(aim: Table, shot: str, reading: Reading) -> tuple[str, ...]:
    found = [column for column in aim.columns if aim.cell(shot, column)]
    return (*found, CREW) if shot in reading.crew_aim_shots else tuple(found)


def _stock(table: Table) -> tuple[int, int, int]:
    return (table.whole(DISMANTLING), table.whole(GRAPE), table.whole(CANISTER))


def _fouling(table: Table, reading: Reading) -> tuple[tuple[int, Factor], ...]:
    """The steps of fouling by turns of fire before this one, the shortest first."""
    this = 1 if reading.fouling_includes_turn else 0
    found = [(int(key) - this, _factor(table, key, "fouling")) for key in table]
    return tuple(sorted(found, key=lambda step: step[0]))


def _arcs(table: Table) -> tuple[str, ...]:
    """The arc at 0 to 16 points off the bow, "" for the broadside; of two that overlap the first counts."""
    found = [""] * (_HALF + 1)
    for key, arc in (("arc_stern", STERN), ("arc_broadside", ""), ("arc_bow", BOW)):
        first, last = table.row(key)
        for off in range(max(int(first), 0), min(int(last), _HALF) + 1):
            found[off] = arc
    return tuple(found)


def _at_ends(arc: int, ahead: T, astern: T, between: T) -> tuple[T, ...]:
    """What holds at 0 to 16 points: `ahead` up to so many points off the bow, `astern` as near the stern."""
    return tuple(
        ahead if off <= arc else astern if off >= _HALF - arc else between for off in range(_HALF + 1)
    )


def _reading(table: Table) -> Reading:
    return Reading(
        rake_arc=table.whole("rake_arc"),
        gauge_arc=table.whole("gauge_arc"),
        gauge_high_shift=table.whole("gauge_high_shift"),
        gauge_waterline_shift=table.whole("gauge_waterline_shift"),
        splinter_share=parts(table.number("splinter_share"), "gunnery_reading.splinter_share"),
        waterline_chance=table.whole("waterline_chance"),
        crew_aim_shots=frozenset(table.text("crew_aim_shots").split()),
        fouling_includes_turn=table.flag("fouling_includes_turn"),
        shot_stock_unit=table.text("shot_stock_unit"),
        double_reset=table.text("double_reset"),
        high_band_from=table.text("high_band_from"),
        high_share=table.text("high_share"),
        crew_shortage_base=table.text("crew_shortage_base"),
        cross_deck=table.text("cross_deck"),
        gunnery_order=table.text("gunnery_order"),
        partial_mode=table.text("partial_mode"),
        deferred_fire=table.text("deferred_fire"),
    )
