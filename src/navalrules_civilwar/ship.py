"""Her record sheet: squares of hull, waterline and crew, guns, boilers, masts, boats (ACW-RECORD-05)."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Final

import attrs

from navalrules import EnrolmentError, Pose, Ship, ShipPlan, Tables
from navalrules_civilwar.lore import halves
from navalrules_civilwar.orders import SAIL, STEAM, SailingOrders
from navalrules_civilwar.texts import texts

if TYPE_CHECKING:
    from navalrules import Entrant

FEDERAL: Final = "Federal"
CONFEDERATE: Final = "Confederate"
GRADES: Final = ("Veteran", "Average", "Green", "Poor")
KEYS: Final = {"acw_grade": "the grade of her crew: Veteran, Average, Green, Poor"}
"""What a ship or an entrant may say to these rules alone."""
HEAVY: Final = ("HSB", "HR")
FIRST_YEAR: Final = 1850
_SHIP_RIGS: Final = ("ship", "bark", "barque")


@attrs.frozen
class Gun:
    """One gun on the record: `name` from its arcs as on the ship cards (P, S, V, VB, VA and a number),
    `kind` its class (LSB to HR), the `arcs` it bears through and what it is called."""

    name: str
    kind: str
    arcs: tuple[str, ...]
    calibre: str = ""

    @property
    def heavy(self) -> bool:
        """Whether it takes one square more on some results (ACW-HIT-04)."""
        return self.kind in HEAVY

    @property
    def label(self) -> str:
        """What it is called in the log: calibre and name."""
        return f"{self.calibre} {self.name}"


@attrs.define
class CivilWarShip(Ship):
    """A ship of the Civil War rules.

    Squares are whole numbers, speeds knots, poses inches. `crew` counts all squares aboard, `marines`
    among them; `owed` lost squares whose station is not yet chosen. `fires` holds the turn in which each
    fire broke out; `wrecks` the side over which each mast hangs and the turn since which a square clears
    it (0 for nobody). `sinks_on` is the turn in whose last step she goes down, 0 for never.
    """

    grade: str = "Average"
    men: int = 0
    crew_full: int = 0
    crew: int = 0
    marines: int = 0
    lost: int = 0
    in_water: int = 0
    owed: int = 0
    hull_full: int = 0
    hull: int = 0
    waterline_full: int = 0
    waterline: int = 0
    boats_full: int = 0
    boats: int = 0
    guns: tuple[Gun, ...] = ()
    guns_out: tuple[bool, ...] = ()
    boilers: int = 0
    drive: str = ""
    shafts_broken: int = 0
    masts_full: int = 0
    masts: int = 0
    steam_full: float = 0.0
    sail_full: float = 0.0
    both_full: float = 0.0
    steam: float = 0.0
    sail: float = 0.0
    both: float = 0.0
    speed: float = 0.0
    power: str = STEAM
    helm: str = "straight"
    carry: float = 0.0
    run: float = 0.0
    anchored: bool = False
    orders: SailingOrders | None = None
    at_pumps: int = 0
    at_fires: tuple[int, ...] = ()
    at_steering: int = 0
    at_boilers: int = 0
    at_guns: tuple[bool, ...] = ()
    at_sails: int = 0
    fires: tuple[int, ...] = ()
    wrecks: tuple[tuple[str, int], ...] = ()
    jammed: bool = False
    helm_lost: int = 0
    straight_on: int = 0
    sinks_on: int = 0

    def conceal(self) -> None:
        """Forget the written orders, which the other side has not seen (ACW-SEQ-01)."""
        self.orders = None

    @property
    def steamer(self) -> bool:
        """Whether she was built with engines."""
        return self.steam_full > 0

    @property
    def at_wrecks(self) -> int:
        """Squares clearing wreckage."""
        return sum([1 for _, since in self.wrecks if since]) if self.wrecks else 0

    @property
    def stationed(self) -> int:
        """Squares at any station."""
        return (
            self.at_pumps
            + sum(self.at_fires)
            + self.at_wrecks
            + self.at_steering
            + self.at_boilers
            + sum(self.at_guns)
            + self.at_sails
        )

    @property
    def idle(self) -> int:
        """Squares with nothing to do."""
        return self.crew + self.owed - self.stationed

    @property
    def guns_left(self) -> int:
        """Guns not knocked out."""
        return self.guns_out.count(False)

    @property
    def waterline_lost(self) -> float:
        """Share of the waterline lost, 0 to 1 (ACW-WL-01)."""
        return 1 - self.waterline / self.waterline_full

    def gun(self, name: str) -> int:
        """The index of a gun by name, or -1."""
        for index, gun in enumerate(self.guns):
            if gun.name == name:
                return index
        return -1


# ---------------------------------------------------------------- from a plan


def enrolled(plan: ShipPlan, entrant: Entrant, tables: Tables, guns: tuple[Gun, ...]) -> CivilWarShip:
    """A plan's ship as she begins (ACW-RECORD-05 to -09, ACW-GUN-03, -04, ACW-CREW-01, -02, -08, -10).

    Raises EnrolmentError for a ship before 1850 without engines, for a side that is neither Federal nor
    Confederate, and for a grade nobody knows.
    """
    _fit(plan, entrant)
    steam, sail, both = maxima(plan, tables)
    crew = crew_squares(plan.complement, tables)
    hull = max(_nearest(plan.tonnage_bm / tables["record"].number("tons_per_hull")), 1)
    waterline = max(_nearest(plan.length_ft / tables["record"].number("feet_per_waterline")), 1)
    ship = CivilWarShip(
        entrant.id,
        plan.name,
        entrant.side,
        plan.id,
        _pose(entrant.pose, tables["ground"].number("metres")),
        grade=_grade(plan, entrant, tables),
        men=plan.complement,
        crew_full=crew,
        crew=crew,
        marines=min(_marines(entrant.side, tables), crew),
        hull_full=hull,
        hull=hull,
        waterline_full=waterline,
        waterline=waterline,
        boats_full=plan.boats or 0,
        boats=plan.boats or 0,
        guns=guns,
        guns_out=(False,) * len(guns),
        at_guns=(False,) * len(guns),
        boilers=plan.boilers or (1 if steam else 0),
        drive=plan.drive,
        masts_full=plan.masts,
        masts=plan.masts,
        steam_full=steam,
        sail_full=sail,
        both_full=both,
        steam=steam,
        sail=sail,
        both=both,
        power=STEAM if steam else SAIL,
        anchored=entrant.anchored,
    )
    ship.speed = _start_speed(ship, entrant, tables)
    ship.run = ship.speed / halves(tables)
    return ship


def _fit(plan: ShipPlan, entrant: Entrant) -> None:
    if not plan.steam and plan.year < FIRST_YEAR:
        raise EnrolmentError(texts()("enrolment.sailing", ship=plan.id, year=plan.year, first=FIRST_YEAR))
    if entrant.side not in (FEDERAL, CONFEDERATE):
        sides = {"ship": entrant.id, "side": entrant.side, "one": FEDERAL, "other": CONFEDERATE}
        raise EnrolmentError(texts()("enrolment.side", **sides))


def _pose(pose: Pose, metres: float) -> Pose:
    return Pose(round(pose.x / metres, 9), round(pose.y / metres, 9), pose.heading)


def _nearest(value: float) -> int:
    return math.floor(value + 0.5)


def crew_squares(men: int, tables: Tables) -> int:
    """Men by tens, odd men dropped, never fewer than one (ACW-CREW-01, -02, ACW-RECORD-06)."""
    crew = tables["crew"]
    return max(men // crew.whole("men_per_square"), crew.whole("least"))


def _marines(side: str, tables: Tables) -> int:
    return tables["crew"].whole("marines") if side == FEDERAL else 0


def _grade(plan: ShipPlan, entrant: Entrant, tables: Tables) -> str:
    given = entrant.grades.get("acw_grade") or plan.grades.get("acw_grade")
    grade = str(given) if given else tables["grades"].text(entrant.crew or "experienced")
    if grade not in GRADES:
        told = {"ship": entrant.id, "value": grade, "able": ", ".join(GRADES)}
        raise EnrolmentError(texts()("enrolment.grade", **told))
    return grade


def maxima(plan: ShipPlan, tables: Tables) -> tuple[float, float, float]:
    """Knots under steam, sail and both (ACW-MOVE-02 to -05); an unknown combination by ACW-RECORD-09."""
    steam, sail = plan.steam or 0.0, plan.sail or 0.0
    if not sail or not steam:
        return steam, sail, steam or sail
    if plan.both:
        return steam, sail, plan.both
    speed = tables["speed"]
    bonus = speed.number("combined_bonus_ship" if plan.rig in _SHIP_RIGS else "combined_bonus_light")
    return steam, sail, min(max(steam, sail) + bonus, speed.number("combined_most"))


def _start_speed(ship: CivilWarShip, entrant: Entrant, tables: Tables) -> float:
    if ship.anchored:
        return 0.0
    most = ship.steam or ship.sail
    if entrant.speed is not None:
        return min(entrant.speed, most)
    return most * tables["speed"].number("start_share")


def gun_kind(pounder: float, rifled: bool, tables: Tables) -> str:
    """The class of a gun by the weight of its usual projectile (ACW-GUN-02 to -04)."""
    limits = tables["gun_class"]
    weight = (
        "L" if pounder <= limits.number("light_to") else "M" if pounder <= limits.number("medium_to") else "H"
    )
    return weight + ("R" if rifled else "SB")


@cache
def _letters(arcs: tuple[str, ...]) -> str:
    sides = (
        "V" if {"port", "starboard"} <= set(arcs) else "P" * ("port" in arcs) + "S" * ("starboard" in arcs)
    )
    return sides + "B" * ("bow" in arcs) + "A" * ("stern" in arcs)


def guns_of(plan: ShipPlan, tables: Tables) -> tuple[Gun, ...]:
    """Every gun of a plan, named by its arcs (ACW-RECORD-05) and classed (ACW-GUN-02 to -04)."""
    numbers: dict[str, int] = {}
    guns = []
    for battery in plan.batteries:
        kind = gun_kind(battery.pounder, battery.kind == "rifle", tables)
        for arcs in battery.pieces():
            letters = _letters(arcs)
            numbers[letters] = numbers.get(letters, 0) + 1
            calibre = battery.calibre or f"{battery.pounder:g}-pounder"
            guns.append(Gun(f"{letters}{numbers[letters]}", kind, arcs, calibre))
    return tuple(guns)
