"""Her card and her state: pounds of shot, men, masts, hull hits (MUM-CARD-01, MUM-CARD-02)."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Final

import attrs

from navalrules import Pose, Ship
from navalrules_mumford.orders import ShipOrders

THREE_DECKER: Final = "three-decker"
TWO_DECKER: Final = "two-decker"
FRIGATE: Final = "frigate"
SLOOP: Final = "sloop"
GUNBOAT: Final = "gunboat"
BATTERY: Final = "battery"
PORT: Final = "port"
STARBOARD: Final = "starboard"
BOW: Final = "bow"
STERN: Final = "stern"
FRONT: Final = "front"
BROADSIDE: Final = "broadside"
_HANDS: Final = {BROADSIDE: (PORT, STARBOARD)}
"""The hands of a line's place that are two; elsewhere the place is the hand."""
PROFICIENCIES: Final = ("veteran", "trained", "raw")
MORALES: Final = ("staunch", "good", "average", "poor", "mutinous")
QUALITIES: Final = ("hero", "regular", "poltroon")
GRADES: Final = ("fast", "normal", "slow", "very_slow")
FLEET: Final = "fleet"
SQUADRON: Final = "squadron"
TOW_OR_KEDGE: Final = "tow or kedge"
FIFTHS: Final = 5


@attrs.frozen
class GunLine:
    """One line of a card: `guns` and pounds of one side (of the ship for chasers). `lower` marks the lower
    battery of a ship with two decks or more (MUM-GAP-33), `upper` the top one (MUM-GRAP-04)."""

    name: str
    place: str
    guns: int
    gun_lbs: float
    carronade_lbs: float
    min_crew: int
    lower: bool = False
    upper: bool = False


@attrs.frozen(slots=False)
class Record:
    """What of her does not change in a fight. `mounts` are the full pounds of port and starboard (alike),
    bow, stern and front; `lent` says which card lent what (rules/common)."""

    card: str
    kind: str
    line: bool
    guns: int
    grade: str
    lines: tuple[GunLine, ...]
    mixed: bool
    masts: tuple[int, int, int]
    crew: int
    boats: int
    rigging: int
    ff: int
    pumps: int
    length: float
    beam: float
    lent: str = ""
    furnace: bool = False
    laid_up: bool = False
    merchant: bool = False

    @cached_property
    def corner(self) -> float:
        """Inches from her centre to a corner of her hull: a shore battery's front grows with her guns."""
        return math.hypot(self.length, self.beam) / 2

    @cached_property
    def full_side(self) -> tuple[float, float]:
        """Full pounds of guns and of carronades of one side."""
        lines = [line for line in self.lines if line.place == BROADSIDE]
        guns = math.fsum([line.gun_lbs for line in lines])
        return round(guns, 6), round(math.fsum([line.carronade_lbs for line in lines]), 6)

    @cached_property
    def thrown(self) -> dict[str, tuple[float, float]]:
        """Pounds of guns and of carronades of all her lines of a hand."""
        found: dict[str, tuple[float, float]] = {}
        for line in self.lines:
            for hand in _HANDS.get(line.place, (line.place,)):
                guns, carronades = found.get(hand, (0.0, 0.0))
                found[hand] = guns + line.gun_lbs, carronades + line.carronade_lbs
        return found

    @cached_property
    def has_lower(self) -> bool:
        """Whether any line is a lower battery."""
        return any(line.lower for line in self.lines)

    @cached_property
    def stations(self) -> int:
        """Men of every least crew: both sides and the chasers."""
        return sum([line.min_crew * (2 if line.place == BROADSIDE else 1) for line in self.lines])

    @cached_property
    def served_by(self) -> dict[str, int]:
        """The least crew of all her lines of a hand."""
        found: dict[str, int] = {}
        for line in self.lines:
            for hand in _HANDS.get(line.place, (line.place,)):
                found[hand] = found.get(hand, 0) + line.min_crew
        return found


_NONE_STAND: Final = (0, 0, 0)
BLANK: Final = Record("", SLOOP, False, 0, "normal", (), False, (0, 0, 0), 0, 0, 0, 0, 0, 2.0, 0.6)
"""The record of no ship: every real one brings her own."""


@attrs.frozen(slots=False)
class Mount:
    """The guns of one hand: full and left pounds of shot, the fifth from which they are `ready`, and
    whether the first, careful load has been `fired`."""

    hand: str
    full: float
    left: float
    ready: int = 0
    fired: bool = False


@attrs.frozen
class Boat:
    """A boat in the water: its task (astern, pull, tow, kedge, rescue, shift, idle), men aboard and where."""

    task: str
    men: int
    pose: Pose | None = None
    mate: str = ""
    moves: int = 0


@attrs.frozen
class Fire:
    """A fire: the turn it broke out in and whether it is established."""

    since: int
    established: bool = False


@attrs.frozen
class Grapple:
    """Held by grapples to `other` since a fifth; boarding may begin with the fifth `ready`."""

    other: str
    since: int
    ready: int


@attrs.frozen
class Melee:
    """A boarding fight with `other`: where this side stands (own, bulwarks, enemy), the fifth of the next
    round, how often driven back, decks yielded on her own ship, men moved up from below, men fallen on the
    deck now fought for."""

    other: str
    place: str
    due: int
    driven: int = 0
    yielded: int = 0
    moved: int = 0
    all_hands: bool = False
    fallen: int = 0


@attrs.frozen
class Aground:
    """Fast on an obstacle: what it is, how it was (stuck, stuck_fast, stove_in, wrecked), moves still to wait
    before she may be got off (-1: not in this battle), inches to kedge, share of gun weight to lose first,
    moves until she sinks or 0, and moves at the kedge: ten for each time the anchor was carried out, and what
    of the laying and hauling is done since."""

    hazard: str
    how: str
    wait: int
    way: str = ""
    shed: float = 0.0
    sinks: int = 0
    hauled: float = 0.0

    @property
    def towable(self) -> bool:
        """Whether a tow gets her off: her moves are up, and guns that she had to lose are gone."""
        return self.way == TOW_OR_KEDGE and not self.wait and not self.shed


@attrs.define
class MumfordShip(Ship):
    """A ship or a shore battery under these rules. Distances are inches, men and points whole numbers.

    Fifths are counted through the battle: fifth k of turn t is 5 (t - 1) + k; 0 means never or not.
    `orders` are this move's and hidden from the other side. `away` men are in boats and prize crews.
    """

    record: Record = BLANK
    proficiency: str = "trained"
    morale: str = "good"
    captain: str = "regular"
    captain_lost: str = ""
    staff: str = ""
    rank: str = ""
    squadron: str = ""
    seniority: int = 0
    free: bool = False
    follows: bool = False
    shaken: str = ""
    crew: int = 0
    lost: int = 0
    in_water: int = 0
    water_full: int = 0
    away: int = 0
    half_men: int = 0
    mounts: tuple[Mount, ...] = ()
    masts: tuple[int, int, int] = (0, 0, 0)
    wrecks: tuple[tuple[str, int], ...] = ()
    fallen: int = 0
    jury: int = 0
    boats: int = 0
    flotilla: tuple[Boat, ...] = ()
    boats_due: int = 0
    hull_hits: int = 0
    leaks: int = 0
    water: int = 0
    fires: tuple[Fire, ...] = ()
    disordered: int = 0
    disorganised: int = 0
    silent: int = 0
    fleeing: bool = False
    retiring: bool = False
    raked: int = 0
    challenged: int = 0
    captures: int = 0
    speed: float = 0.0
    way: tuple[Pose, ...] = ()
    irons: str = ""
    anchored: bool = False
    hove_to: bool = False
    aground: Aground | None = None
    orders: ShipOrders | None = None
    fired_at_by: tuple[str, ...] = ()
    grapples: tuple[Grapple, ...] = ()
    melee: Melee | None = None
    towing: str = ""
    towed_by: str = ""
    tow_from: int = 0
    captor: str = ""
    prize_from: int = 0
    prize_crew: int = 0
    hot_from: int = 0
    started: bool = False

    def conceal(self) -> None:
        """Forget the written orders, which the other side has not seen (MUM-SEQ-02)."""
        self.orders = None

    @property
    def kind(self) -> str:
        """Her class: three-decker, two-decker, frigate, sloop, gunboat, battery."""
        return self.record.kind

    @property
    def line(self) -> bool:
        """Whether she is titled a ship of the line."""
        return self.record.line

    @property
    def ashore(self) -> bool:
        """Whether this is a shore battery."""
        return self.record.kind == BATTERY

    @property
    def aboard(self) -> int:
        """Men aboard: the crew less those in boats and prizes."""
        return self.crew - self.away

    @property
    def standing(self) -> int:
        """Masts standing."""
        return 3 - self.masts.count(0)

    @property
    def dismasted(self) -> bool:
        """Whether no mast stands of those she had."""
        return self.masts == _NONE_STAND and self.record.masts != _NONE_STAND

    @property
    def masts_lost(self) -> int:
        """How many of the masts she had are gone."""
        if 0 not in self.masts:
            return 0
        return sum([1 for full, left in zip(self.record.masts, self.masts, strict=True) if full and not left])

    @property
    def unfallen(self) -> bool:
        """Whether a mast is still to fall that went otherwise than by fire: by a tack, a boom, a shoal."""
        return self.masts_lost > self.fallen

    @property
    def mast_down(self) -> bool:
        """Whether a mast she had is gone."""
        return self.masts_lost > 0

    @property
    def still(self) -> bool:
        """Whether she lies still: hove to, anchored, aground, in irons or dismasted (MUM-GAP-20)."""
        return self.hove_to or self.anchored or self.aground is not None or bool(self.irons) or self.dismasted

    def mount(self, hand: str) -> Mount | None:
        """The guns of one hand, None where she has none."""
        for mount in self.mounts:
            if mount.hand == hand:
                return mount
        return None

    def reloading(self, fired: Mount, ready: int) -> tuple[Mount, ...]:
        """Her mounts once those of one hand have fired, until they are ready again in the fifth `ready`."""
        hand = fired.hand
        loading = Mount(hand, fired.full, fired.left, ready, True)
        return tuple([loading if mount.hand == hand else mount for mount in self.mounts])

    def holds(self, other: str) -> bool:
        """Whether she is grappled to `other`."""
        return any(grapple.other == other for grapple in self.grapples)

    def loosed(self, other: str) -> tuple[Grapple, ...]:
        """Her grapples without those to `other`."""
        return tuple([grapple for grapple in self.grapples if grapple.other != other])


def half_hull(ship: MumfordShip) -> tuple[float, float]:
    """Half length and half beam in inches."""
    return ship.record.length / 2, ship.record.beam / 2


def fifth_of(turn: int, number: int) -> int:
    """The running number of a fifth: `number` 1 to 5 of a turn."""
    return (turn - 1) * FIFTHS + number
