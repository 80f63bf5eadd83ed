"""A rough look over the sea: whether there is anything to do in a fifth, before anything is measured.

Most fifths of a move pass without a shot. To see that costs little: the centres and headings of the ships are
enough. What the look lets through is left to `Field` and to the rulings.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from navalrules import FIGHTING, Pose
from navalrules_mumford import morale
from navalrules_mumford.lore import Lore
from navalrules_mumford.ship import BOW, FIFTHS, PORT, STARBOARD, Mount, MumfordShip
from navalrules_mumford.sighting import ROUGH, battery_bears, broadside_bears, chaser_bears

if TYPE_CHECKING:
    from navalrules import Battle, State

_NEVER: Final = sys.maxsize
_HANDED: Final = (PORT, STARBOARD)

Fighter = tuple[MumfordShip, Sequence[Pose], list[Mount], int]
"""One that fights in a move: where she is after each fifth, the guns that she may fire once they are loaded,
and the running number of the first fifth in which any of them is."""
Pair = tuple[Fighter, Fighter]


class Lookout:
    """Looks over the fifths of a move for those in which anything can happen.

    A fifth that is passed over changes nothing. So the muster of one step serves all fifths until the next.
    """

    __slots__ = ("_last",)

    def __init__(self) -> None:
        self._last: tuple[State, int, Muster | None] | None = None

    def muster(self, battle: Battle) -> Muster | None:
        """Who fights now; None while there is work in every fifth, fight or no fight."""
        state, last = battle.state, self._last
        if last is None or last[0] is not state or last[1] != state.step:
            last = self._last = (state, state.step, None if busy(battle) else Muster(battle))
        return last[2]


def busy(battle: Battle) -> bool:
    """Whether there is work in every fifth: wreckage, a mast to fall, grapples, boats."""
    ships: Any = battle.state.ships
    for ship in ships.values():
        if ship.status != FIGHTING:
            continue
        order = ship.orders
        if ship.wrecks or ship.grapples or ship.boats_due or (order is not None and order.grapple):
            return True
        if 0 in ship.masts and ship.unfallen:
            return True
    return False


class Muster:
    """All that fight in a move, but ships laid up, by id, and every pair of enemies among them.

    `far` is the square of the distance of two centres from which on no guns of the one reach the hull of the
    other, nor a challenge; `near` the same for a challenge alone.
    """

    __slots__ = ("_at_boats", "_open", "_trusted", "far", "fighters", "first", "near", "pairs")

    def __init__(self, battle: Battle) -> None:
        self.fighters: list[Fighter] = []
        self.pairs: list[Pair] = []
        self.first = self._at_boats = _NEVER
        self._trusted = own_arcs(battle)
        self._open: list[MumfordShip] | None = None
        sides: dict[str, list[Fighter]] = {}
        corner = 0.0
        ships: Any = battle.state.ships
        for ship in ships.values():
            if ship.status != FIGHTING or ship.record.laid_up:
                continue
            if ship.record.corner > corner:
                corner = ship.record.corner
            guns, first = armed(ship)
            if first < self.first:
                self.first = first
            order = ship.orders
            if order is not None and order.target.endswith("/boats") and first < self._at_boats:
                self._at_boats = first
            fighter: Fighter = (ship, ship.way or (ship.pose,) * FIFTHS, guns, first)
            self.fighters.append(fighter)
            for side, those in sides.items():
                if side != ship.side:
                    self.pairs += [(other, fighter) for other in those]
            if ship.side in sides:
                sides[ship.side].append(fighter)
            else:
                sides[ship.side] = [fighter]
        lore: Lore = battle.lore
        hulls, challenge = 2 * corner + ROUGH, lore.challenge_reach
        self.far, self.near = (max(lore.gun_reach, challenge) + hulls) ** 2, (challenge + hulls) ** 2

    def open_ships(self, battle: Battle) -> list[MumfordShip]:
        """Those that are open to a challenge and have not had one this move."""
        found = self._open
        if found is None:
            found = self._open = morale.open_ships(battle)
        return found

    def at_boats(self, fifth: int) -> bool:
        """Whether anybody's loaded guns are to fire at boats in a fifth."""
        return self._at_boats <= fifth

    def chances(self, battle: Battle, number: int, fifth: int) -> tuple[list[Pair], float]:
        """Every ship with every enemy in reach on whom loaded guns of hers may bear, after fifth `number` of
        the move (a line of fire is not looked at); and the square of a distance than which no two enemies'
        centres lie nearer."""
        lore: Lore = battle.lore
        trusted, place = self._trusted, number - 1
        found: list[Pair] = []
        closest = far = self.far
        for pair in self.pairs:
            (ship, way, guns, first), (other, their_way, their_guns, their_first) = pair
            pose, their_pose = way[place], their_way[place]
            east, north = their_pose.x - pose.x, their_pose.y - pose.y
            apart = east * east + north * north
            if apart >= far:
                continue
            if apart < closest:
                closest = apart
            if first <= fifth and (
                not trusted or may_bear(lore, guns, fifth, ship, pose.heading, other, east, north)
            ):
                found.append(pair)
            if their_first <= fifth and (
                not trusted
                or may_bear(lore, their_guns, fifth, other, their_pose.heading, ship, -east, -north)
            ):
                found.append(pair[::-1])
        return found, closest


def armed(ship: MumfordShip) -> tuple[list[Mount], int]:
    """The guns that her crew may fire once they are loaded, and the running number of the first fifth in
    which it can."""
    guns: list[Mount] = []
    first, order = _NEVER, ship.orders
    if ship.crew > ship.away and not (order is not None and order.hold_fire):
        for mount in ship.mounts:
            if mount.left > 0:
                guns.append(mount)
                if mount.ready < first:
                    first = mount.ready
    return guns, max(first, ship.disorganised + 1, ship.silent + 1)


def own_arcs(battle: Battle) -> bool:
    """Whether all guns bear by the rulebook's own rulings, for which `may_bear` speaks."""
    bound = battle.bound
    return (
        bound[broadside_bears] is broadside_bears
        and bound[chaser_bears] is chaser_bears
        and bound[battery_bears] is battery_bears
    )


def may_bear(
    lore: Lore,
    mounts: Iterable[Mount],
    fifth: int,
    ship: MumfordShip,
    heading: float,
    other: MumfordShip,
    east: float,
    north: float,
) -> bool:
    """Whether any of a ship's guns that are loaded in a fifth may bear on another so far east and north of
    her, however that one heads.

    By the rulebook's own rulings no others than these do: broadsides on what lies to their side and so near
    the line abeam that hulls of those lengths can overlap, chasers on what lies in their cone.
    """
    angle = math.radians(heading)
    sin, cos = math.sin(angle), math.cos(angle)
    right, ahead = east * cos - north * sin, east * sin + north * cos
    for mount in mounts:
        if mount.ready > fifth:
            continue
        hand = mount.hand
        if hand in _HANDED:
            if right > -ROUGH if hand == STARBOARD else right < ROUGH:
                hull = other.record
                if abs(ahead) < (ship.record.length + hull.length + hull.beam) / 2 + ROUGH:
                    return True
        else:
            cone = lore.cones.get(hand)
            if cone is None or abs(right) <= (ahead if hand == BOW else -ahead) * cone + ROUGH:
                return True
    return False
