"""Ships that run into each other: what it breaks, and whether they are foul of each other (BTQ-COLL)."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import attrs

from navalrules import Change, Dice, IllegalOrder, Modifier, Pose, Ruling, StatusChanged, rounded, ruling
from navalrules.geometry import line_of_sight
from navalrules_btq import damage, grappling, parties, surrender
from navalrules_btq.events import Collided
from navalrules_btq.fighting import EXTREMITY, NOTHING, SEAMS
from navalrules_btq.harm import Blow
from navalrules_btq.orders import RanFoul
from navalrules_btq.parties import Pair, Party
from navalrules_btq.phase import half_up, ship_of, strength
from navalrules_btq.sailing import QUARTER, table_speed
from navalrules_btq.ship import PARTS, PORT, STARBOARD, BtqShip
from navalrules_btq.sighting import raking_end, struck_part
from navalrules_btq.texts import refusal

if TYPE_CHECKING:
    from navalrules import Battle
    from navalrules_btq.fighting import Fighting

BOUNCED: Final = "bounced"
FOULED: Final = "fouled"
LOCKED: Final = "locked"
_BEFORE: Final = ("wind", "odds", "sail")
"""The phases of a turn before anybody has moved."""
Tracks = Mapping[str, tuple[Pose, ...]]
_HAIR: Final = 1e-6


@attrs.frozen(slots=False)
class Hit:
    """Two ships that touched at `time` (a share of the turn): who ran into whom, how far each was to go this
    turn in parts of a millimetre, how it went, and the dice that were thrown for it."""

    ship: str
    other: str
    time: float
    going: tuple[int, int]
    how: str
    rammed: bool
    rulings: tuple[Ruling, ...] = ()


@attrs.define
class Met:
    """The moves of a turn as collisions leave them, and the collisions in their order."""

    tracks: Tracks
    hits: tuple[Hit, ...]


# ---------------------------------------------------------------- rulings


@ruling("BTQ-COLL-04", "BTQ-DICE-01")
def bounces(figures: Fighting, dice: Dice, one: str, other: str) -> tuple[bool, tuple[Ruling, ...]]:
    """Friends each roll d100, and the better one counts: on 25 or less they bounce off clean (BTQ-GAP-74)."""
    rolls = [dice.check(figures.bounce, name, "friendly foul") for name in (one, other)]
    clean = [bool(roll.value) for roll in rolls]
    off = True in clean if figures.lower_counts else False not in clean
    return off, tuple([Ruling("BTQ-COLL-04", off, roll, figures.bounce) for roll in rolls])


@ruling("BTQ-COLL-01", "BTQ-DICE-02")
def sail_points(figures: Fighting, going: int, board: int, hulls: int) -> int:
    """Points for both rigs: combined speed over a full board, times a twentieth of both hull values
    (BTQ-GAP-69). `going` is in parts of a millimetre, `board` in millimetres."""
    return half_up(going * hulls, board * PARTS * figures.collision_divisor) if board else 0


@ruling("BTQ-COLL-01")
def share(points: int, other: int, both: int) -> int:
    """A ship's part of the points: the other's tonnage over that of both, so the smaller takes more."""
    return half_up(points * other, both) if both else 0


@ruling("BTQ-COLL-02")
def reaches_hull(figures: Fighting, going: int, board: int, ranks: int, rammed: bool) -> tuple[str, ...]:
    """Why the hulls suffer too: high speed, sizes three or more apart, a ram; none where they do not."""
    found = []
    fast = figures.high_speed
    if board and going * fast.denominator >= board * PARTS * fast.numerator:
        found.append("high_speed")
    if abs(ranks) >= figures.size_gap:
        found.append("size_gap")
    if rammed and figures.ram:
        found.append("ram")
    return tuple(found)


@ruling("BTQ-COLL-03")
def critical(figures: Fighting, dice: Dice, ship: str) -> Ruling:
    """A d100 for each ship whose hull is reached: Extremity, Started Seams or nothing (BTQ-GAP-71)."""
    roll = dice.lookup(figures.criticals, ship, "collision")
    return Ruling("BTQ-COLL-03", roll.value, roll)


@ruling("BTQ-COLL-05")
def lock_up(figures: Fighting, ship: BtqShip, changes: list[Change]) -> Ruling:
    """Enemies foul of each other lose 2 surrender points each."""
    surrender.cost(ship, figures.lock_up, changes)
    return Ruling("BTQ-COLL-05", figures.lock_up)


POINTS = (bounces, sail_points, share, reaches_hull, critical, lock_up)


# ---------------------------------------------------------------- where tracks meet


@attrs.define
class _Way:
    """A track by the share of the turn at which each corner is reached; she stands still after `stop`."""

    corners: tuple[Pose, ...]
    times: tuple[float, ...]
    length: float
    stop: float = 1.0

    @classmethod
    def of(cls, track: tuple[Pose, ...]) -> _Way:
        gone = [0.0]
        for one, two in pairwise(track):
            gone.append(gone[-1] + math.hypot(two.x - one.x, two.y - one.y))
        whole = gone[-1]
        return cls(track, tuple([far / whole if whole else 0.0 for far in gone]), whole)

    def leg(self, time: float) -> int:
        """The last corner that she has reached by then."""
        return bisect_right(self.times, time) - 1

    def at(self, time: float) -> tuple[float, float]:
        """Where she is then."""
        time = min(time, self.stop)
        place = self.leg(time)
        here = self.corners[place]
        if place + 1 == len(self.corners):
            return here.x, here.y
        there, start = self.corners[place + 1], self.times[place]
        part = (time - start) / (self.times[place + 1] - start)
        return here.x + (there.x - here.x) * part, here.y + (there.y - here.y) * part

    def cut(self) -> tuple[Pose, ...]:
        """What is left of the track."""
        if self.stop >= 1.0:
            return self.corners
        place = self.leg(self.stop)
        x, y = self.at(self.stop)
        last = Pose(rounded(x), rounded(y), self.corners[place].heading)
        kept = self.corners[: place + 1]
        return kept if (last.x, last.y) == (kept[-1].x, kept[-1].y) else (*kept, last)


def first_touch(one: _Way, two: _Way, within: float) -> float | None:
    """When two that start farther apart come within that of each other, as a share of the turn, or None."""
    here, there = one.corners[0], two.corners[0]
    x, y = there.x - here.x, there.y - here.y
    if x * x + y * y <= (within + _HAIR) ** 2:
        return None
    limit = within**2
    start = 0.0
    for end in sorted({1.0, *one.times, *two.times, one.stop, two.stop}):
        if start < end <= 1.0:
            (a, b), (c, d) = one.at(end), two.at(end)
            to_x, to_y = c - a, d - b
            part = _enters(x, y, to_x - x, to_y - y, limit)
            if part is not None:
                return round(start + (end - start) * part, 9)
            start, x, y = end, to_x, to_y
    return None


def _enters(x: float, y: float, by_x: float, by_y: float, limit: float) -> float | None:
    """The share of a straight relative move at which its distance from the origin falls to the limit."""
    a = by_x * by_x + by_y * by_y
    b = x * by_x + y * by_y
    c = x * x + y * y - limit
    if c <= 0.0:
        return 0.0
    if b >= 0.0 or a == 0.0:
        return None
    under = b * b - a * c
    if under < 0.0:
        return None
    part = (-b - math.sqrt(under)) / a
    return part if part <= 1.0 else None


def meet(battle: Battle, tracks: Tracks, rams: Mapping[str, str]) -> Met:
    """Find the collisions of a move in the order of time; ships that foul stop where they touch.

    `tracks` are corner poses, start and end included; `rams` the ship that each declared to ram. Changes
    nothing but throws the dice of friends.
    """
    pairs = _near(tracks, battle.lore.fighting.collision_contact + 1.0)
    if pairs and battle.state.table.pairs:
        # Ships fast to each other go together and cannot meet.
        pairs = [pair for pair in pairs if parties.pair_between(battle, *pair) is None]
    if not pairs:
        return Met(tracks, ())
    finder = _Finder(battle, tracks, rams, pairs)
    finder.run()
    if not finder.hits:
        return Met(tracks, ())
    cut = {name: each.cut() for name, each in finder.ways.items()}
    return Met({**tracks, **cut}, tuple(finder.hits))


def _near(tracks: Tracks, within: float) -> list[tuple[str, str]]:
    """Pairs by id that may touch at all: the oblongs around their tracks are no farther apart than that."""
    boxes = []
    for name, track in tracks.items():
        west = east = track[0].x
        south = north = track[0].y
        for pose in track[1:]:
            x, y = pose.x, pose.y
            if x < west:
                west = x
            elif x > east:
                east = x
            if y < south:
                south = y
            elif y > north:
                north = y
        # Both the west and the south ends are widened, and so each end is compared with one that is.
        boxes.append((west - within, east, south - within, north, name))
    boxes.sort()
    found = []
    for place, (_, east, south, north, one) in enumerate(boxes, 1):
        for west, _, low, high, other in boxes[place:]:
            if west > east:
                break  # and so do all that follow
            if south <= high and low <= north:
                found.append((one, other) if one < other else (other, one))
    return found


class _Finder:
    """Goes through the collisions of a turn."""

    def __init__(
        self,
        battle: Battle,
        tracks: Tracks,
        rams: Mapping[str, str],
        pairs: list[tuple[str, str]],
    ) -> None:
        self.battle, self.rams, self.pairs = battle, rams, pairs
        self.figures: Fighting = battle.lore.fighting
        self.group = {name: [name] for pair in pairs for name in pair}
        for cluster in grappling.clusters(battle) if battle.state.table.pairs else ():
            together = [name for name in cluster if name in tracks]
            self.group.update(dict.fromkeys(together, together))
        self.ways = {name: _Way.of(tracks[name]) for name in self.group}
        self.hits: list[Hit] = []

    def run(self) -> None:
        done: set[tuple[str, str]] = set()
        while True:
            found: list[tuple[float, str, str]] = []
            for one, other in self.pairs:
                if (one, other) in done or other in self.group[one]:
                    continue
                time = first_touch(self.ways[one], self.ways[other], self.figures.collision_contact)
                if time is not None:
                    found.append((time, one, other))
            if not found:
                return
            time, one, other = min(found)
            done.add((one, other))
            self._touch(time, one, other)

    def _touch(self, time: float, one: str, other: str) -> None:
        battle = self.battle
        first, second = ship_of(battle, one), ship_of(battle, other)
        how, rulings = _how(battle, first, second)
        ship, target = (one, other) if self._ran(one, other) else (other, one)
        rammed = self.rams.get(one) == other or self.rams.get(other) == one
        going = (self._going(ship), self._going(target))
        self.hits.append(Hit(ship, target, time, going, how, rammed, rulings))
        if how == BOUNCED:
            return
        joined = sorted({*self.group[one], *self.group[other]})
        for name in joined:
            self.group[name] = joined
            self.ways[name].stop = min(self.ways[name].stop, time)

    def _ran(self, one: str, other: str) -> bool:
        """Whether the first ran into the second: she is the one who goes farther (BTQ-GAP-73)."""
        return self._going(one) >= self._going(other)

    def _going(self, name: str) -> int:
        return round(self.ways[name].length * PARTS)


# ---------------------------------------------------------------- at a table with a tape


def unreported(battle: Battle, order: RanFoul) -> IllegalOrder | None:
    """Why a collision cannot be reported now, or None when it can."""
    ship, other = battle.state.ships.get(order.ship), battle.state.ships.get(order.other)
    if not battle.measure.interactive:
        return refusal("foul_plane", "BTQ-COLL-01")
    if not isinstance(ship, BtqShip) or not isinstance(other, BtqShip) or ship is other:
        return refusal("foul_whom", "BTQ-COLL-01", name=order.other)
    if not (parties.afloat(ship) and parties.afloat(other)):
        return refusal("foul_whom", "BTQ-COLL-01", name=order.other)
    if parties.pair_between(battle, ship.id, other.id) is not None:
        return refusal("foul_fast", "BTQ-COLL-06", name=other.id)
    if not (ship.moved or other.moved) or battle.phases[battle.state.phase].name in _BEFORE:
        return refusal("foul_still", "BTQ-COLL-01", name=other.id)
    return None


def report(battle: Battle, order: RanFoul) -> None:
    """Carry out a collision that the table reports; nothing is known of where she is struck."""
    ship, other = ship_of(battle, order.ship), ship_of(battle, order.other)
    how, rulings = _how(battle, ship, other)
    going = (round(ship.moved * PARTS), round(other.moved * PARTS))
    _settle(battle, Hit(ship.id, other.id, 1.0, going, how, order.ram, rulings))


def _how(battle: Battle, one: BtqShip, other: BtqShip) -> tuple[str, tuple[Ruling, ...]]:
    """Whether two that touch bounce off, are foul, or lock, and the dice that friends threw for it."""
    if one.side != other.side:
        return LOCKED, ()
    first, second = sorted((one.id, other.id))
    off, rulings = battle.bound[bounces](battle.lore.fighting, battle.dice, first, second)
    return (BOUNCED if off else FOULED), rulings


# ---------------------------------------------------------------- what comes of it


def settle(battle: Battle, met: Met) -> None:
    """Damage, fouling and its price, for the collisions of a move in their order."""
    for hit in met.hits:
        _settle(battle, hit)


def _settle(battle: Battle, hit: Hit) -> None:
    ship, other = ship_of(battle, hit.ship), ship_of(battle, hit.other)
    rulings = list(hit.rulings)
    changes: list[Change] = []
    rules = {BOUNCED: ("BTQ-COLL-04",), FOULED: ("BTQ-COLL-04",), LOCKED: ("BTQ-COLL-05",)}[hit.how]
    points = _points(battle, ship, other, hit, rulings) if hit.how != BOUNCED else (0, 0, ())
    if parties.pair_between(battle, ship.id, other.id) is None:
        if hit.how == LOCKED:
            _lock(battle, ship, other, rulings, changes)
        elif hit.how == FOULED:
            pair = Pair(Party(ship.id), Party(other.id), battle.state.turn, True, True)
            changes.append(parties.add(battle, pair))
    battle.emit(
        Collided,
        ship=ship.id,
        target=other.id,
        how=hit.how,
        rulings=tuple(rulings),
        changes=tuple(changes),
        rules=rules,
    )
    if hit.how != BOUNCED:
        parts = _parts(battle, ship, other)
        _break(battle, ship, other, points[0], points[2], parts[0])
        _break(battle, other, ship, points[1], points[2], parts[1])
    for each in (ship, other):
        surrender.settle(battle, each)


def _lock(
    battle: Battle, ship: BtqShip, other: BtqShip, rulings: list[Ruling], changes: list[Change]
) -> None:
    """Enemies are a boarding pair at once; the ship whose move made contact is the attacker (BTQ-GAP-73)."""
    figures: Fighting = battle.lore.fighting
    rulings.append(battle.bound[lock_up](figures, ship, changes))
    battle.bound[lock_up](figures, other, changes)
    grappling.make_pair(battle, ship, other, rulings, changes, fouled=True)


def _points(
    battle: Battle, ship: BtqShip, other: BtqShip, hit: Hit, rulings: list[Ruling]
) -> tuple[int, int, tuple[str, ...]]:
    """The points of the two, and why their hulls are reached (BTQ-GAP-69, BTQ-GAP-70)."""
    bound, figures = battle.bound, battle.lore.fighting
    step, sailing = strength(battle), battle.lore.sailing
    boards = [bound[table_speed](sailing, each, step, QUARTER) for each in (ship, other)]
    board = max(boards) if figures.larger_board else min(boards)
    going = sum(hit.going)
    total = bound[sail_points](figures, going, board, ship.hvn + other.hvn)
    both = ship.tonnage + other.tonnage
    shares = (bound[share](total, other.tonnage, both), bound[share](total, ship.tonnage, both))
    ranks = figures.rank[ship.klass] - figures.rank[other.klass]
    why = bound[reaches_hull](figures, going, board, ranks, hit.rammed)
    rulings.append(
        Ruling(
            "BTQ-COLL-01",
            shares,
            None,
            total,
            (Modifier("speed", going / PARTS, "BTQ-COLL-02"), Modifier("board", board, "BTQ-COLL-02")),
            total,
            ("BTQ-COLL-02",) if why else (),
        )
    )
    return (*shares, why)


def _break(battle: Battle, ship: BtqShip, by: BtqShip, points: int, why: tuple[str, ...], part: str) -> None:
    """Her rig takes the blow on a part of her; where the hull is reached half of it goes there, and a
    critical may come."""
    figures: Fighting = battle.lore.fighting
    rulings: list[Ruling] = []
    spill = figures.hull_spill
    hull = half_up(points * spill.numerator, spill.denominator) if why else 0
    if why:
        rulings.append(battle.bound[critical](figures, battle.dice, ship.id))
    rules = ("BTQ-COLL-01", "BTQ-COLL-02") if why else ("BTQ-COLL-01",)
    if points:
        blow = Blow(hull=hull, rigging=points - hull, part=part, by=by.id, place="collision")
        damage.strike(battle, ship, blow, tuple(rulings), rules)
    if not rulings or rulings[0].outcome == NOTHING or not parties.afloat(ship):
        return
    if rulings[0].outcome == EXTREMITY:
        damage.lose_section(battle, ship, "bowsprit", 0, by=by.id, rulings=tuple(rulings))
    elif rulings[0].outcome == SEAMS:
        _seams(battle, ship, part, rulings[0])


def _parts(battle: Battle, ship: BtqShip, other: BtqShip) -> tuple[str, str]:
    """What of the two is struck: an end, or the side turned to the other ship."""
    if ship.pose is None or other.pose is None:
        return "", ""
    bound, ordnance = battle.bound, battle.lore.ordnance
    _, one, two = line_of_sight(ship.pose, other.pose)
    return (
        bound[struck_part](bound[raking_end](ordnance, one), one),
        bound[struck_part](bound[raking_end](ordnance, two), two),
    )


def _seams(battle: Battle, ship: BtqShip, part: str, ruled: Ruling) -> None:
    """Started Seams: one more hit between wind and water, on the struck side."""
    rulings = [ruled]
    side = part
    if part not in (PORT, STARBOARD):
        roll = battle.dice.handed(ship.id, "seams")
        side = roll.value
        rulings.append(Ruling("BTQ-COLL-03", side, roll))
    what = f"waterline_{side}"
    changes = (
        battle.change(ship, what, getattr(ship, what) + 1),
        battle.change(ship, "waterline_turn", battle.state.turn),
    )
    battle.emit(StatusChanged, ship=ship.id, what="started_seams", rulings=tuple(rulings), changes=changes)
