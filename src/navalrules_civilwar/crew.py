"""Crew squares and where they stand: pumps, fires, wreckage, steering, boilers, guns, sails (ACW-CREW)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import (
    Change,
    CrewMoved,
    Dice,
    Fields,
    IllegalOrder,
    Order,
    Request,
    Ruling,
    StatusChanged,
    alter,
    ruling,
)
from navalrules_civilwar.damage import check_crew
from navalrules_civilwar.lore import Lore
from navalrules_civilwar.orders import Losses, Stations
from navalrules_civilwar.phase import CivilWarPhase
from navalrules_civilwar.ship import CivilWarShip
from navalrules_civilwar.texts import refusal

if TYPE_CHECKING:
    from navalrules import Battle

MOST_SAIL_CHANGES: Final = 2
"""A turn has two half-moves, so more changes than that cannot be ordered (ACW-SEQ-12)."""


# ---------------------------------------------------------------- rulings


@ruling("ACW-PUMP-03", "ACW-PUMP-01", "ACW-PUMP-02")
def pumps_needed(lore: Lore, ship: CivilWarShip) -> int:
    """Squares needed at the pumps: one after the first waterline hit, one more for each 25 per cent lost."""
    lost = ship.waterline_full - ship.waterline
    if not lost:
        return 0
    return lore.first_pump + lost * lore.pumps_percent // (ship.waterline_full * lore.each_percent)


@attrs.define
class Posts:
    """Where every square stands after a distribution; `fit` counts the guns asked for that can fire."""

    pumps: int = 0
    fires: tuple[int, ...] = ()
    wrecks: tuple[tuple[str, int], ...] = ()
    steering: int = 0
    boilers: int = 0
    guns: tuple[bool, ...] = ()
    fit: int = 0
    sails: int = 0


@ruling("ACW-CREW-07", "ACW-CREW-11", "ACW-CREW-09", "ACW-CREW-03", "ACW-CREW-04", "ACW-CREW-05")
def distribute(lore: Lore, ship: CivilWarShip, pumps: int, wanted: Stations, turn: int) -> Posts:
    """Who stands where: pumps, fires, wreckage first, then steering, boilers, guns, sails.

    So with too few squares sails are left empty first, then guns, boilers, steering. Marines work
    guns and nothing else, one square a gun (ACW-MAST-01 for the square at each wreck).
    """
    left = ship.crew - ship.marines
    at_pumps = min(pumps, left)
    left -= at_pumps
    fires = _parties(ship, wanted.fires, left) if ship.fires else ()
    left -= sum(fires)
    wrecks = _clearers(ship, left, turn) if ship.wrecks else ()
    left -= min(len(wrecks), left)
    steering = min(lore.steering, left)
    left -= steering
    boilers = min(ship.boilers * lore.boiler, left) if ship.steam else 0
    left -= boilers
    guns, fit, seamen = _gunners(ship, wanted.guns, left)
    sails = min(wanted.sails * lore.sail_change, left - seamen)
    return Posts(at_pumps, fires, wrecks, steering, boilers, guns, fit, sails)


def _parties(ship: CivilWarShip, wanted: tuple[int, ...], left: int) -> tuple[int, ...]:
    """One square for each fire as far as they go (ACW-CREW-11), then what the captain adds."""
    parties = []
    spare = max(left - len(ship.fires), 0)
    for index in range(min(len(ship.fires), left)):
        more = min(max(wanted[index] - 1, 0), spare) if index < len(wanted) else 0
        spare -= more
        parties.append(1 + more)
    return (*parties, *([0] * (len(ship.fires) - len(parties))))


def _clearers(ship: CivilWarShip, left: int, turn: int) -> tuple[tuple[str, int], ...]:
    """A square at each wreck as far as they go, and the first full turn of its work, which comes after the
    step in which it is sent (ACW-MAST-02)."""
    wrecks = enumerate(ship.wrecks)
    return tuple([(hand, (since or turn + 1) if index < left else 0) for index, (hand, since) in wrecks])


def _gunners(ship: CivilWarShip, wanted: tuple[str, ...], left: int) -> tuple[tuple[bool, ...], int, int]:
    """Which guns are manned, how many were asked for that can fire, and the seamen at them."""
    fit = wanted
    if True in ship.guns_out:
        lost = [gun.name for gun in compress(ship.guns, ship.guns_out)]
        fit = tuple([name for name in wanted if name not in lost])
    seamen = min(max(len(fit) - ship.marines, 0), left)
    posted = fit[: ship.marines + seamen]
    return tuple([gun.name in posted for gun in ship.guns]), len(fit), seamen


# ---------------------------------------------------------------- stations


class StationsRequest(Request):
    """Where shall the squares of one ship go?"""

    __slots__ = ("_record", "fires", "guns", "hands", "reserve")

    def __init__(self, ship: CivilWarShip, pumps: int) -> None:
        super().__init__(Stations.kind, ship.side, ship.id, "", "ACW-CREW-12")
        self.fires = len(ship.fires)
        self.guns = tuple([gun.name for gun, out in zip(ship.guns, ship.guns_out, strict=True) if not out])
        self._record = ship.guns
        self.hands = ship.crew - ship.marines
        self.reserve = max(self.hands - pumps, 0)

    @property
    def default(self) -> Stations:
        """One square to each fire, every gun, no sail change."""
        return Stations(ship=self.ship, fires=(1,) * self.fires, guns=self.guns)

    def draw(self, dice: Dice) -> Stations:
        left, guns = list(self.guns), []
        while left:
            guns.append(left.pop(dice.pick(len(left), self.ship, "guns").value))
        spare = max(self.reserve - self.fires, 0)
        fires = []
        for _ in range(self.fires):
            extra = dice.pick(spare + 1, self.ship, "fires").value
            spare -= extra
            fires.append(1 + extra)
        sails = dice.pick(MOST_SAIL_CHANGES + 1, self.ship, "sails").value
        return Stations(ship=self.ship, fires=tuple(fires), guns=tuple(guns), sails=sails)

    def refusal(self, order: Order) -> IllegalOrder | None:
        if not isinstance(order, Stations):
            return refusal("not_stations", "ACW-CREW-12", kind=order.kind)
        return self._wrong_guns(order) or self._wrong_fires(order) or self._wrong_sails(order)

    def _wrong_guns(self, order: Stations) -> IllegalOrder | None:
        if len(set(order.guns)) == len(order.guns) and set(self.guns).issuperset(order.guns):
            return None
        seen: set[str] = set()
        for name in order.guns:
            if name not in self.guns:
                return self._no_gun(name)
            if name in seen:
                return refusal("gun_twice", "ACW-CREW-13", gun=name)
            seen.add(name)
        return None

    def _no_gun(self, name: str) -> IllegalOrder:
        able = ", ".join(self.guns)
        if name in [gun.name for gun in self._record]:
            return refusal("gun_out", "ACW-HIT-06", gun=name, able=able or "none")
        return refusal("no_such_gun", "ACW-RECORD-05", gun=name, ship=self.ship, able=able)

    def _wrong_fires(self, order: Stations) -> IllegalOrder | None:
        if len(order.fires) != self.fires or [
            True for party in order.fires if not _whole(party) or party < 1
        ]:
            return refusal("parties", "ACW-CREW-11", told=list(order.fires), fires=self.fires)
        if self.fires and sum(order.fires) > max(self.reserve, self.fires):
            return refusal("too_many", "ACW-CREW-09", told=sum(order.fires), able=self.reserve)
        return None

    def _wrong_sails(self, order: Stations) -> IllegalOrder | None:
        if _whole(order.sails) and 0 <= order.sails <= MOST_SAIL_CHANGES:
            return None
        return refusal("sails", "ACW-CREW-06", told=order.sails, most=MOST_SAIL_CHANGES)

    def describe(self) -> dict[str, Any]:
        return {
            **super().describe(),
            "fires": self.fires,
            "guns": list(self.guns),
            "squares": self.hands,
            "most_at_fires": self.reserve,
            "sail_changes": MOST_SAIL_CHANGES,
        }


def _whole(value: object) -> bool:
    return type(value) is int


@attrs.frozen
class StationsPhase(CivilWarPhase):
    """Crew squares change station, in step 8 and at set-up only, free of cost (ACW-CREW-12)."""

    name: str
    rules: tuple[str, ...]
    set_up: bool

    def due(self, battle: Battle) -> bool:
        return battle.state.turn == 1 if self.set_up else True

    def requests(self, battle: Battle) -> list[Request]:
        lore, needed = battle.lore, battle.bound[pumps_needed]
        return [StationsRequest(ship, needed(lore, ship)) for ship in self.fighting(battle)]

    def run(self, battle: Battle) -> None:
        turn, told = battle.state.turn - self.set_up, battle.told
        for ship in self.fighting(battle):
            order = battle.answer(Stations.kind, ship.id)
            assert isinstance(order, Stations)
            man(battle, ship, order, turn, told)


_POSTED: Final = Fields("at_pumps", "at_fires", "wrecks", "at_steering", "at_boilers", "at_guns", "at_sails")


def man(battle: Battle, ship: CivilWarShip, order: Stations, turn: int, told: bool) -> None:
    """Send the squares to their stations, and tell what changed."""
    before = _POSTED.read(ship) if told else ()
    lore, bound = battle.lore, battle.bound
    pumps = bound[pumps_needed](lore, ship)
    posts = bound[distribute](lore, ship, pumps, order, turn)
    ship.at_pumps, ship.at_fires, ship.wrecks = posts.pumps, posts.fires, posts.wrecks
    ship.at_steering, ship.at_boilers = posts.steering, posts.boilers
    ship.at_guns, ship.at_sails = posts.guns, posts.sails
    if told and (changes := _POSTED.changes(ship, before)):
        rulings = _station_rulings(ship, posts, order, pumps)
        battle.emit(CrewMoved, ship=ship.id, rulings=rulings, changes=changes, rules=("ACW-CREW-12",))


def _station_rulings(ship: CivilWarShip, posts: Posts, order: Stations, pumps: int) -> tuple[Ruling, ...]:
    manned = posts.guns.count(True)
    also: tuple[str, ...] = ("ACW-CREW-11",) if pumps or ship.fires or ship.wrecks else ()
    if ship.marines and manned:
        also = (*also, "ACW-CREW-09", "ACW-CREW-08")
    if ship.wrecks:
        also = (*also, "ACW-MAST-01")
    rule = "ACW-CREW-07" if posts.fit > manned or order.sails > posts.sails else "ACW-CREW-03"
    placed = Ruling(rule, ship.idle, None, None, (), 0, also)
    if not pumps:
        return (placed,)
    return placed, Ruling("ACW-PUMP-03", pumps, also=("ACW-PUMP-01",) if pumps == 1 else ("ACW-PUMP-02",))


# ---------------------------------------------------------------- losses

IDLE: Final = "idle"
LAST_GIVEN_UP: Final = (IDLE, "sails", "guns", "marines", "boilers", "wrecks", "fires", "pumps", "steering")
"""Stations in the order in which the default answer gives them up."""


def manned(ship: CivilWarShip) -> dict[str, int]:
    """Stations from which a lost square can be taken, with the squares there; Marines only from guns."""
    at_guns = sum(ship.at_guns)
    seamen = max(at_guns - ship.marines, 0)
    spare = ship.marines - (at_guns - seamen)
    posts = {
        IDLE: ship.idle - spare,
        "sails": ship.at_sails,
        "guns": seamen,
        "marines": at_guns - seamen,
        "boilers": ship.at_boilers,
        "wrecks": ship.at_wrecks,
        "fires": sum(ship.at_fires),
        "pumps": ship.at_pumps,
        "steering": ship.at_steering,
    }
    found = {name: squares for name, squares in posts.items() if squares > 0}
    # Marines with no gun are still men: they fall when nobody else is left.
    return found or ({"marines": spare} if spare > 0 else {})


class LossesRequest(Request):
    """From which stations do the lost squares come?"""

    __slots__ = ("owed", "posts")

    def __init__(self, ship: CivilWarShip, posts: dict[str, int]) -> None:
        super().__init__(Losses.kind, ship.side, ship.id, "", "ACW-HIT-07")
        self.owed = min(ship.owed, sum(posts.values()))
        self.posts = posts

    @property
    def default(self) -> Losses:
        given = [name for name in LAST_GIVEN_UP for _ in range(self.posts.get(name, 0))]
        return Losses(ship=self.ship, stations=tuple(given[: self.owed]))

    def options(self) -> Sequence[Order] | None:
        if self.owed != 1:
            return None
        return [Losses(ship=self.ship, stations=(name,)) for name in self.posts]

    def draw(self, dice: Dice) -> Losses:
        left = [name for name, squares in self.posts.items() for _ in range(squares)]
        taken = [left.pop(dice.pick(len(left), self.ship, "losses").value) for _ in range(self.owed)]
        return Losses(ship=self.ship, stations=tuple(taken))

    def refusal(self, order: Order) -> IllegalOrder | None:
        if not isinstance(order, Losses):
            return refusal("not_losses", "ACW-HIT-07", kind=order.kind)
        if len(order.stations) != self.owed:
            told = {"told": len(order.stations), "owed": self.owed}
            return refusal("losses", "ACW-HIT-07", **told, able=self._able())
        for name in order.stations:
            if order.stations.count(name) > self.posts.get(name, 0):
                return refusal("no_squares", "ACW-HIT-07", station=name, able=self._able())
        return None

    def _able(self) -> str:
        return ", ".join(f"{name} {squares}" for name, squares in self.posts.items())

    def describe(self) -> dict[str, Any]:
        return {**super().describe(), "owed": self.owed, "stations": dict(self.posts)}


@attrs.frozen
class LossesPhase(CivilWarPhase):
    """Owners say which stations the lost squares came from (ACW-HIT-07)."""

    name: str
    rules: tuple[str, ...] = ("ACW-HIT-07",)

    def due(self, battle: Battle) -> bool:
        ships: Any = battle.state.ships
        return True in [ship.owed > 0 and ship.fighting for ship in ships.values()]

    def requests(self, battle: Battle) -> list[Request]:
        return [
            LossesRequest(ship, manned(ship)) for ship in self.fighting(battle) if ship.owed and ship.crew
        ]

    def run(self, battle: Battle) -> None:
        for ship in self.fighting(battle):
            order = battle.answer(Losses.kind, ship.id)
            if ship.owed:
                lose(battle, ship, order if isinstance(order, Losses) else None)


def lose(battle: Battle, ship: CivilWarShip, order: Losses | None) -> None:
    """Take the squares from the stations chosen; without a choice nobody is left to choose for."""
    changes = [alter(ship, "owed", 0)]
    for name in order.stations if order else ():
        changes += _LEAVE[name](ship)
    battle.emit(StatusChanged, ship=ship.id, what="stations", rules=("ACW-HIT-07",), changes=tuple(changes))
    check_crew(battle, ship)


def _one_less(what: str) -> Any:
    return lambda ship: [alter(ship, what, getattr(ship, what) - 1)]


def _gun_left(ship: CivilWarShip) -> list[Change]:
    last = max(index for index, at in enumerate(ship.at_guns) if at)
    return [alter(ship, "at_guns", (*ship.at_guns[:last], False, *ship.at_guns[last + 1 :]))]


def _marine_lost(ship: CivilWarShip) -> list[Change]:
    left = [] if not any(ship.at_guns) else _gun_left(ship)
    return [*left, alter(ship, "marines", ship.marines - 1)]


def _party_less(ship: CivilWarShip) -> list[Change]:
    most = max(range(len(ship.at_fires)), key=lambda index: (ship.at_fires[index], -index))
    fires = list(ship.at_fires)
    fires[most] -= 1
    return [alter(ship, "at_fires", tuple(fires))]


def _wreck_left(ship: CivilWarShip) -> list[Change]:
    last = max(index for index, (_, since) in enumerate(ship.wrecks) if since)
    wrecks = list(ship.wrecks)
    wrecks[last] = (wrecks[last][0], 0)
    return [alter(ship, "wrecks", tuple(wrecks))]


_LEAVE: Final[dict[str, Any]] = {
    IDLE: lambda ship: [],
    "sails": _one_less("at_sails"),
    "guns": _gun_left,
    "marines": _marine_lost,
    "boilers": _one_less("at_boilers"),
    "wrecks": _wreck_left,
    "fires": _party_less,
    "pumps": _one_less("at_pumps"),
    "steering": _one_less("at_steering"),
}
