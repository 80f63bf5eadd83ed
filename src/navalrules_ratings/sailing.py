"""Movement dice, moves, turns, tacking (RAT-BGMOVE, RAT-BGTURN, RAT-SAIL, RAT-SPEED)."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

import attrs

from navalrules import (
    SUNK,
    Change,
    IllegalOrder,
    Modifier,
    Pose,
    Roll,
    Ruling,
    ShipMoved,
    StatusChanged,
    Wind,
    alter,
    rounded,
    ruling,
)
from navalrules_ratings.checks import check
from navalrules_ratings.events import MovementRolled
from navalrules_ratings.lore import Lore
from navalrules_ratings.measuring import SLACK, gap, plainly_clear, run_into, seen_from
from navalrules_ratings.orders import BATTLE, FULL, STRAIGHT, TACK, Turn
from navalrules_ratings.ship import BROADSIDES, PORT, SIGN, STARBOARD, RatingsShip
from navalrules_ratings.texts import refusal

if TYPE_CHECKING:
    from navalrules import Battle

_NEAR: Final = 1e-6
_SIGN: Final = {**SIGN, STRAIGHT: 0.0}
HELMS: Final = (STRAIGHT, PORT, STARBOARD, TACK)


# ---------------------------------------------------------------- movement dice


@ruling("RAT-BGMOVE-03", "RAT-SPEED-08", "RAT-BGMOVE-04")
def point_of_sail(lore: Lore, off_wind: float) -> tuple[str, int]:
    """The point of sail at `off_wind` degrees and its dice; the lower edge of a band belongs to it."""
    return lore.points[bisect_right(lore.point_edges, off_wind)]


@ruling("RAT-BGMOVE-06", "RAT-BGGRAP-02")
def lies_fast(ship: RatingsShip) -> bool:
    """Whether she neither rolls nor moves: anchored, fouled or grappled."""
    return ship.held


@ruling("RAT-SAIL-01", "RAT-SAIL-02")
def two_settings(ship: RatingsShip) -> tuple[str, ...]:
    """Battle Sail and Full Sail."""
    return (BATTLE, FULL)


@ruling("RAT-SAIL-01", "RAT-SAIL-02")
def settings(ship: RatingsShip) -> tuple[str, ...]:
    """The sail settings there are: Battle Sail alone in the base game."""
    return (BATTLE,)


@ruling("RAT-SAIL-03", "RAT-SAIL-08")
def extra_dice(lore: Lore, ship: RatingsShip, dice: int) -> int:
    """Dice for Full Sail; none at Battle Sail, and none where the point of sail gives none."""
    return 0


@ruling("RAT-SAIL-03", "RAT-SAIL-08")
def full_sail_dice(lore: Lore, ship: RatingsShip, dice: int) -> int:
    """One more movement die at Full Sail."""
    return lore.sailing.extra_dice if ship.sail == FULL and dice else 0


@attrs.define
class Speed:
    """How her movement is rolled: so many `dice`, less so much from their sum, halved so often."""

    dice: int
    less: int
    halved: int
    modifiers: tuple[Modifier, ...]
    also: tuple[str, ...]


@ruling("RAT-BGMOVE-08")
def speed_loss(lore: Lore, ship: RatingsShip, dice: int) -> Speed:
    """The base game: each lost mast halves the score, rounded down."""
    lost = ship.masts_lost
    also = ("RAT-BGMOVE-08",) if lost else ()
    return Speed(dice, 0, lost, (), also)


@ruling("RAT-SPEED-02", "RAT-SPEED-01", "RAT-SPEED-06", "RAT-SPEED-07", "RAT-RIG-03")
def dice_lost(lore: Lore, ship: RatingsShip, dice: int) -> Speed:
    """A die less for each mast that has fallen or is at 0."""
    lost = ship.masts_lost
    if not lost:
        return Speed(dice, 0, 0, (), ())
    taken = Modifier("masts_lost", -lost * lore.sailing.dice_a_mast, "RAT-SPEED-02")
    return Speed(dice + int(taken.amount), 0, 0, (taken,), _told(ship))


def _told(ship: RatingsShip) -> tuple[str, ...]:
    wrecked = any(not rating and not down for rating, down in zip(ship.mast, ship.fallen, strict=True))
    return ("RAT-SPEED-01", "RAT-SPEED-06", "RAT-SPEED-07", *(("RAT-RIG-03",) if wrecked else ()))


@ruling("RAT-SPEED-03")
def shortfall(lore: Lore, speed: Speed) -> Speed:
    """Fewer than one die: one is rolled and the shortfall taken from it."""
    fewest, left = lore.sailing.fewest, speed.dice
    if left >= fewest:
        return speed
    short = Modifier("shortfall", left - fewest, "RAT-SPEED-03")
    return Speed(fewest, fewest - left, speed.halved, (*speed.modifiers, short), speed.also)


@ruling("RAT-SAIL-04", "RAT-SAIL-07", "RAT-SPEED-04")
def legal_moves(
    lore: Lore, ship: RatingsShip, faces: tuple[int, ...], speed: Speed, discards: int
) -> tuple[int, ...]:
    """The MU she may move: all the dice, or all but up to `discards` of two or more; never below 0."""
    whole = sum(faces)
    if not discards or len(faces) < lore.sailing.discard_from:
        return (_moved(whole, speed, lore),)
    most = min(discards, len(faces) - 1)
    sums = [whole - sum(away) for count in range(1, most + 1) for away in combinations(faces, count)]
    return tuple(sorted({_moved(each, speed, lore) for each in (whole, *sums)}, reverse=True))


def _moved(score: int, speed: Speed, lore: Lore) -> int:
    shares: int = lore.sailing.base_share**speed.halved
    return max((score - speed.less) // shares, lore.sailing.stationary_at)


def roll_movement(battle: Battle, ship: RatingsShip) -> None:
    """Her movement dice fall, at the start of her action (RAT-BGSEQ-03); a ship that lies fast has none."""
    lore, bound = battle.lore, battle.bound
    changes = []
    # What she did in her last action no longer counts.
    if ship.used:
        changes.append(alter(ship, "used", ()))
    if ship.tried:
        changes.append(alter(ship, "tried", False))
    if bound[lies_fast](ship):
        changes += (alter(ship, "rolled", ()), alter(ship, "moves", (0,)))
        battle.emit(
            StatusChanged, ship=ship.id, what="lies fast", changes=tuple(changes), rules=_why_fast(ship)
        )
        return
    name, dice = bound[point_of_sail](lore, battle.measure.off_wind(battle, ship))
    if not dice:
        changes += (alter(ship, "rolled", ()), alter(ship, "moves", (0,)))
        full = ("RAT-SAIL-08",) if ship.sail == FULL else ()
        ruled = Ruling("RAT-BGMOVE-03", name, also=("RAT-SPEED-08", "RAT-BGMOVE-04", *full))
        battle.emit(StatusChanged, ship=ship.id, what="in irons", rulings=(ruled,), changes=tuple(changes))
        return
    extra = bound[extra_dice](lore, ship, dice)
    speed = bound[speed_loss](lore, ship, dice + extra)
    if speed.modifiers:
        speed = bound[shortfall](lore, speed)
    throw = battle.dice.die
    faces = tuple([throw(lore.sailing.sides, ship.id, "move").value for _ in range(speed.dice)])
    moves = bound[legal_moves](lore, ship, faces, speed, lore.sailing.discards if extra else 0)
    changes += (alter(ship, "rolled", faces), alter(ship, "moves", moves))
    if battle.told:
        ruled = Ruling(
            "RAT-BGMOVE-03",
            name,
            Roll(lore.sailing.sides, faces, sum(faces), battle.dice.source),
            None,
            speed.modifiers,
            dice + extra,
            _also(ship, extra, moves, speed),
        )
        battle.emit(
            MovementRolled, ship=ship.id, dice=faces, moves=moves, rulings=(ruled,), changes=tuple(changes)
        )


def _also(ship: RatingsShip, extra: int, moves: tuple[int, ...], speed: Speed) -> tuple[str, ...]:
    if not extra and not speed.also and moves[-1]:
        return _PLAIN
    found = [*_PLAIN, *speed.also]
    if extra:
        found += ["RAT-SAIL-03", *(("RAT-SAIL-04", "RAT-SAIL-07") if len(moves) > 1 else ())]
    if not moves[-1]:
        found += ["RAT-SPEED-04", "RAT-SPEED-05", "RAT-BGTURN-02"]
    return tuple(found)


_PLAIN: Final = ("RAT-BGMOVE-04", "RAT-SAIL-02", "RAT-SPEED-07")


def _why_fast(ship: RatingsShip) -> tuple[str, ...]:
    ties = ((ship.fouled, "RAT-BGFOUL-02"), (ship.grappled, "RAT-BGGRAP-02"))
    return ("RAT-BGMOVE-06", *(rule for tied, rule in ties if tied))


# ---------------------------------------------------------------- turning


@ruling("RAT-BGTURN-01")
def turning_interval(lore: Lore, ship: RatingsShip) -> float:
    """MU between turning points: 3, or 2 for the 5th and 6th rates."""
    figures = lore.sailing
    return figures.interval_light if ship.rate >= figures.light_from else figures.interval


@ruling("RAT-BGCRIT-02")
def steers(ship: RatingsShip) -> bool:
    """Whether she has a wheel: without it she holds her heading."""
    return not ship.wheel_gone


@ruling("RAT-SPEED-05", "RAT-BGTURN-02")
def may_turn(move: int) -> bool:
    """Whether a ship that moves so many MU turns at all: a stationary one does not."""
    return move > 0


def free_helms(ship: RatingsShip) -> tuple[str, ...]:
    """The hands she may turn to: with wreckage alongside only the side it lies on."""
    return tuple(side for side in BROADSIDES if side in ship.wrecks) if ship.wrecks else BROADSIDES


def wrong_turns(battle: Battle, ship: RatingsShip, move: int, turns: tuple[Turn, ...]) -> IllegalOrder | None:
    """Why these turns cannot be made on a move of so many MU, or None."""
    if not turns:
        return None
    figures, total = battle.lore.sailing, 0.0
    once, helms = figures.once + _NEAR, [turn.helm for turn in turns]
    for turn in turns:
        if turn.helm not in HELMS:
            return refusal("helm", "RAT-BGTURN-01", helm=turn.helm)
        if not 0 <= turn.degrees <= once:
            return refusal("degrees", "RAT-BGTURN-01", degrees=turn.degrees, most=figures.once)
        if turn.helm != STRAIGHT:
            total += turn.degrees
    if helms.count(STRAIGHT) == len(turns):
        return None
    bound = battle.bound
    if not bound[may_turn](move):
        rule = "RAT-BGFOUL-02" if ship.fouled else "RAT-BGGRAP-02" if ship.grappled else "RAT-SPEED-05"
        return refusal("stationary", rule, ship=ship.name)
    if not bound[steers](ship):
        return refusal("wheel", "RAT-BGCRIT-02", ship=ship.name)
    interval = bound[turning_interval](battle.lore, ship)
    points = int((move + _NEAR) / interval)
    if len(turns) > points:
        return refusal("points", "RAT-BGTURN-01", told=len(turns), points=points, interval=f"{interval:g}")
    if total > figures.most + _NEAR:
        return refusal("turned", "RAT-BGTURN-01", total=f"{total:g}", most=f"{figures.most:g}")
    if ship.wrecks:
        free = free_helms(ship)
        for helm in helms:
            if helm in BROADSIDES and helm not in free:
                return refusal("dragged", "RAT-BGFOUL-04", helm=helm, side=free[0])
    pose, wind = ship.pose, battle.state.wind
    # Turns that come to no more than the wind's eye is off do not take her through it, whichever way they go.
    if pose is not None and total > wind.off(pose.heading):
        wrong = _through_the_wind(wind, pose, turns)
        if wrong is not None:
            return wrong
    return _wrong_tack(battle, ship, turns) if TACK in helms else None


def _through_the_wind(wind: Wind, pose: Pose, turns: tuple[Turn, ...]) -> IllegalOrder | None:
    """Only a tack takes the bow through the wind's eye."""
    heading = pose.heading
    for turn in turns:
        if turn.degrees and turn.helm in _SIGN:
            if crosses_wind(wind, heading, turn.helm, turn.degrees):
                return refusal("through_wind", "RAT-BGTURN-03", degrees=f"{turn.degrees:g}", helm=turn.helm)
            heading += _SIGN[turn.helm] * turn.degrees
    return None


def _wrong_tack(battle: Battle, ship: RatingsShip, turns: tuple[Turn, ...]) -> IllegalOrder | None:
    if TACK in [turn.helm for turn in turns[:-1]]:
        return refusal("tack_last", "RAT-BGTURN-03")
    if ship.pose is None:
        return None
    heading = ship.pose.turned(sum([_SIGN[turn.helm] * turn.degrees for turn in turns[:-1]])).heading
    off = battle.state.wind.off(heading)
    if not _NEAR < off < battle.lore.sailing.beating_to:
        return refusal(
            "tack_from", "RAT-BGTURN-03", off=f"{off:g}", most=f"{battle.lore.sailing.beating_to:g}"
        )
    hand = wind_side(battle.state.wind, heading)
    helms = free_helms(ship)
    return None if hand in helms else refusal("dragged", "RAT-BGFOUL-04", helm=hand, side=helms[0])


def wind_side(wind: Wind, heading: float) -> str:
    """The side the wind blows on."""
    return STARBOARD if 0.0 < (wind.from_bearing - heading) % 360.0 < 180.0 else PORT


def crosses_wind(wind: Wind, heading: float, hand: str, degrees: float) -> bool:
    """Whether a turn takes her bow through the wind's eye."""
    off = wind.off(heading)
    return _NEAR < off < degrees - _NEAR and hand == wind_side(wind, heading)


@ruling("RAT-BGTURN-04")
def wears(wind: Wind, heading: float, degrees: float) -> bool:
    """Whether a turn (clockwise) takes her stern through the wind: it needs no test."""
    past = (heading - wind.from_bearing) % 360.0 - 180.0
    return (past < -_NEAR and past + degrees > _NEAR) or (past > _NEAR and past + degrees < -_NEAR)


@ruling("RAT-BGTURN-03")
def tack(battle: Battle, ship: RatingsShip) -> Ruling:
    """d6, quality, less the masts lost: 3 or more and she is about."""
    lost = ship.masts_lost
    more = (Modifier("masts_lost", -lost, "RAT-BGTURN-03"),) if lost else ()
    return check(battle, ship, "RAT-BGTURN-03", battle.lore.sailing.tack, "tack", more)


@ruling("RAT-BGTURN-05")
def pays_off(battle: Battle, ship: RatingsShip) -> Ruling:
    """d6 and quality: 3 or more and a ship in irons falls off."""
    return check(battle, ship, "RAT-BGTURN-05", battle.lore.sailing.pay_off, "pay off")


# ---------------------------------------------------------------- the path


@attrs.define
class Walk:
    """A move as it is made: where she is, the `track` she made and whether she `wore` (of the part that is
    told of next), how far she has gone in MU and turned in degrees (clockwise), the turns made, whom she met,
    whether she has `stopped` short (she met another, or a tack failed) and `tacked` (or tried to)."""

    pose: Pose
    track: tuple[Pose, ...]
    wore: bool = False
    gone: float = 0.0
    turned: float = 0.0
    made: int = 0
    met: str = ""
    stopped: bool = False
    tacked: bool = False


Others = Sequence[tuple[str, Pose]]


def others_about(battle: Battle, ship: RatingsShip, far: float) -> Others:
    """Everybody she could run into on a move of `far` MU: those whose centres do not lie too far off."""
    pose, within = ship.pose, far + battle.lore.reach
    if pose is None:
        return ()
    return [
        (other.id, there)
        for other in battle.state.ships.values()
        if other is not ship
        and (there := other.pose) is not None
        and other.status != SUNK
        and math.hypot(there.x - pose.x, there.y - pose.y) <= within
    ]


class Course(NamedTuple):
    """All that settles how a walk goes on but the die of a tack: where she has got to (her pose, MU gone,
    turns made), the turns told, up to how many MU she goes and whether the move ends there (`last`: a turning
    point at its very end is turned at), MU between turns, whom she could run into, the wind."""

    start: Pose
    gone: float
    made: int
    turns: tuple[Turn, ...]
    upto: float
    last: bool
    interval: float
    others: Others
    wind: Wind


def course_of(
    battle: Battle, ship: RatingsShip, walk: Walk, turns: tuple[Turn, ...], upto: float, last: bool
) -> Course:
    """How a walk is to go on to `upto` MU."""
    return Course(
        walk.pose,
        walk.gone,
        walk.made,
        turns,
        upto,
        last,
        battle.bound[turning_interval](battle.lore, ship),
        others_about(battle, ship, upto - walk.gone),
        battle.state.wind,
    )


def walk_to(
    walk: Walk,
    course: Course,
    lore: Lore,
    tacks: Callable[[], bool],
    worn: Callable[[Wind, float, float], bool],
) -> None:
    """Go on along a course, turning on the way; `tacks` says whether she goes about."""
    _, _, _, turns, upto, last, interval, others, wind = course
    farthest = upto + _NEAR if last else upto - _NEAR
    for turn in turns[walk.made :]:
        due = (walk.made + 1) * interval
        if due > farthest:
            break
        if due - walk.gone > _NEAR:
            _ahead(walk, due - walk.gone, others, lore)
            if walk.stopped:
                return
        if turn.helm == TACK:
            _go_about(walk, lore, wind, tacks)
        elif turn.degrees and turn.helm != STRAIGHT:
            _turn(walk, _SIGN[turn.helm] * turn.degrees, others, lore, wind, worn)
        walk.made += 1
        if walk.stopped:
            return
    if upto - walk.gone > _NEAR:
        _ahead(walk, upto - walk.gone, others, lore)


def _ahead(walk: Walk, run: float, others: Others, lore: Lore) -> None:
    if others:
        run, walk.met = run_into(
            walk.pose, run, others, lore.half_length, lore.half_beam, lore.sailing.touch, lore.reach
        )
        walk.stopped = bool(walk.met)
    if run:
        walk.gone += run
        walk.pose = pose = walk.pose.moved(run)
        walk.track += (pose,)


def _turn(
    walk: Walk,
    degrees: float,
    others: Others,
    lore: Lore,
    wind: Wind,
    worn: Callable[[Wind, float, float], bool],
) -> None:
    """Turn by so many degrees (clockwise), unless her hull swings into another."""
    before = walk.pose
    pose = before.turned(degrees)
    for name, other in others:
        # Only hulls whose centres are near enough can touch, however they lie.
        near = math.hypot(other.x - pose.x, other.y - pose.y) <= lore.reach
        if near and _swings_into(before, pose, other, lore):
            walk.met, walk.stopped = name, True
            return
    walk.turned += degrees
    walk.pose = pose
    walk.track += (pose,)
    walk.wore = walk.wore or worn(wind, before.heading, degrees)


def _swings_into(before: Pose, after: Pose, other: Pose, lore: Lore) -> bool:
    half_length, half_beam, touch = lore.half_length, lore.half_beam, lore.sailing.touch + SLACK
    if plainly_clear(*seen_from(after, other), half_length, half_beam, touch + _NEAR):
        return False
    return gap(after, other, half_length, half_beam) <= touch < gap(before, other, half_length, half_beam)


def _go_about(walk: Walk, lore: Lore, wind: Wind, tacks: Callable[[], bool]) -> None:
    """Through the wind to 60 degrees off on the other tack; or she stops head to wind (RAT-BGTURN-03)."""
    heading, sign = walk.pose.heading, _SIGN[wind_side(wind, walk.pose.heading)]
    about, walk.tacked = tacks(), True
    by = sign * (wind.off(heading) + (lore.sailing.off_wind if about else 0.0))
    walk.turned += by
    walk.pose = walk.pose.turned(by)
    walk.track += (walk.pose,)
    walk.stopped = not about


def tell_move(
    battle: Battle,
    ship: RatingsShip,
    walk: Walk,
    start: float,
    turned: float,
    rulings: tuple[Ruling, ...] = (),
) -> None:
    """The event of what she moved since she had made `start` MU and turned so many degrees."""
    changes: tuple[Change, ...] = ()
    on_plane = ship.pose is not None
    if on_plane and (walk.gone != start or walk.turned != turned):
        changes = (alter(ship, "pose", walk.pose),)
    if not battle.told:
        return
    by = rounded(walk.turned - turned)
    battle.emit(
        ShipMoved,
        ship=ship.id,
        distance=rounded(walk.gone - start),
        turned=by,
        track=walk.track if on_plane else (),
        rulings=rulings,
        changes=changes,
        rules=(*_TURNED, "RAT-BGTURN-04") if walk.wore else _TURNED if by else _MOVED,
    )


_MOVED: Final = ("RAT-BGMOVE-05",)
_TURNED: Final = ("RAT-BGMOVE-05", "RAT-BGTURN-01")
