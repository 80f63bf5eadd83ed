"""Her ratings, and how they are made from a plan (RAT-RATE)."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeVar

import attrs

from navalrules import Change, EnrolmentError, Pose, Ship, ShipPlan, Tables, alter
from navalrules_ratings.orders import BATTLE, FULL
from navalrules_ratings.texts import texts

if TYPE_CHECKING:
    from navalrules import Battery, Entrant

T = TypeVar("T")

PORT: Final = "port"
STARBOARD: Final = "starboard"
BOW: Final = "bow"
STERN: Final = "stern"
BROADSIDES: Final = (PORT, STARBOARD)
CHASERS: Final = (BOW, STERN)
BATTERIES: Final = (PORT, STARBOARD, BOW, STERN)
OTHER_SIDE: Final = {PORT: STARBOARD, STARBOARD: PORT}
SIGN: Final = {PORT: -1.0, STARBOARD: 1.0}
"""Which way a turn to either side goes: clockwise is positive, as bearings are."""
QUALITIES: Final = ("Elite", "Experienced", "Average", "Green")
MASTS: Final = {0: (), 1: ("main",), 2: ("fore", "main"), 3: ("fore", "main", "mizzen")}
GRADES: Final = {
    "rat_rate": "her rate, 1 the greatest",
    "rat_quality": "the quality of her crew: Elite, Experienced, Average, Green",
    "rat_hull": "her hull rating",
    "rat_port": "the rating of her port broadside",
    "rat_starboard": "the rating of her starboard broadside",
    "rat_bow": "the rating of her bow chasers",
    "rat_stern": "the rating of her stern chasers",
    "rat_fore": "the rating of her foremast",
    "rat_main": "the rating of her mainmast",
    "rat_mizzen": "the rating of her mizzen",
    "rat_crew": "her crew units",
    "rat_sail": "the sail that she sets as she begins: battle, full",
    "rat_grappled": "the ship to which she is grappled as she begins",
    "rat_fouled": "the ship with which she is foul as she begins",
    "rat_wreck": "the side on which a wreck hangs as she begins: port, starboard",
}
"""What a ship or an entrant may say to these rules alone."""
MOST: Final = 30
"""The highest rating or number of crew units that a scenario may give a ship."""


@attrs.define
class RatingsShip(Ship):
    """A ship of the rating rules. Ratings and crew units are whole numbers, poses and ranges MU.

    What ends in `_full` is the original (RAT-RATE-09); a battery that is None she does not have
    (RAT-RATE-05). `mast` runs with `masts`, as do `fallen` and `jury` (has been jury-rigged). `wrecks` are
    the sides over which fallen masts lie. `fire_since` and `sinks_on` are turns, 0 for none. `first` holds
    the batteries that have fired in this game, `used` those that have in this action; `rolled` are her
    movement dice and `moves` the MU they allow. `still`: she did not move in her last Action Phase.
    `lost` crew units are dead, `away` in prizes.
    """

    rate: int = 3
    quality: str = "Average"
    hull_full: int = 0
    hull: int = 0
    port_full: int = 0
    port: int = 0
    starboard_full: int = 0
    starboard: int = 0
    bow_full: int | None = None
    bow: int | None = None
    stern_full: int | None = None
    stern: int | None = None
    crew_full: int = 0
    crew: int = 0
    lost: int = 0
    away: int = 0
    in_water: int = 0
    masts: tuple[str, ...] = ()
    mast_full: tuple[int, ...] = ()
    mast: tuple[int, ...] = ()
    fallen: tuple[bool, ...] = ()
    jury: tuple[bool, ...] = ()
    sail: str = BATTLE
    anchored: bool = False
    wrecks: tuple[str, ...] = ()
    wheel_gone: bool = False
    fire_since: int = 0
    fouled: tuple[str, ...] = ()
    grappled: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    rolled: tuple[int, ...] = ()
    moves: tuple[int, ...] = ()
    still: bool = False
    tried: bool = False
    stern_raked: int = 0
    sinks_on: int = 0
    taken_by: str = ""

    @property
    def masts_lost(self) -> int:
        """Masts that have fallen or are at 0, each counted once (RAT-SPEED-06)."""
        return self.mast.count(0)

    @property
    def standing(self) -> tuple[int, ...]:
        """The places of the masts that stand, those at 0 among them (RAT-RIG-03)."""
        return tuple(place for place, down in enumerate(self.fallen) if not down)

    @property
    def on_fire(self) -> bool:
        """Whether she burns."""
        return self.fire_since > 0

    @property
    def held(self) -> bool:
        """Whether she lies fast: anchored, fouled or grappled (RAT-BGMOVE-06)."""
        return self.anchored or bool(self.fouled) or bool(self.grappled)


# ---------------------------------------------------------------- losses


def lose(ship: RatingsShip, what: str, by: int, changes: list[Change]) -> None:
    """Lower a rating, never below 0; an absent battery is passed over (RAT-RATE-05)."""
    left = getattr(ship, what)
    if left and by > 0:
        changes.append(alter(ship, what, left - by if left > by else 0))


def lose_crew(ship: RatingsShip, units: int, changes: list[Change]) -> None:
    """Crew units that are gone for good."""
    gone = min(units, ship.crew)
    if gone > 0:
        changes += (alter(ship, "crew", ship.crew - gone), alter(ship, "lost", ship.lost + gone))


def put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The tuple with one value replaced."""
    return (*values[:place], value, *values[place + 1 :])


# ---------------------------------------------------------------- from a plan


def enrolled(plan: ShipPlan, entrant: Entrant, tables: Tables) -> RatingsShip:
    """The ship of a plan by its rate, or by ratings that the plan or the scenario gives.

    What the plan gives (`rat_port = 6`) is what she was built with; what the scenario gives her is what is
    left of it. Raises EnrolmentError for a steamer and for grades that do not fit.
    """
    if plan.steamer:
        raise EnrolmentError(texts()("enrolment.steamer", ship=plan.id))
    _check_grades(plan, entrant)
    ship = _rated(plan, entrant, tables)
    if entrant.grades:
        _as_she_is(ship, entrant)
    return ship


_LEAST: Final = {"rat_hull": 1, "rat_bow": -1, "rat_stern": -1}
"""The lowest rating there may be, where it is not 0; -1 says that she has no such battery."""


def _rated(plan: ShipPlan, entrant: Entrant, tables: Tables) -> RatingsShip:
    rate = _number(
        entrant.grades.get("rat_rate", plan.grades.get("rat_rate", _rate(plan, tables))),
        entrant.id,
        "rat_rate",
        1,
        6,
    )
    names = MASTS[min(plan.masts, tables["standard"].whole("masts"), len(MASTS) - 1)]
    full = _usual(plan, rate, names, tables)
    ratings = full.values()
    if plan.grades or entrant.grades or min(ratings) < 0 or max(ratings) > MOST or not full["rat_hull"]:
        full = {key: _built(plan, entrant, key, usual, _LEAST.get(key, 0)) for key, usual in full.items()}
        _check_masts(plan, entrant, names)
    metres, pose = tables["ground"].number("metres"), entrant.pose
    hull, port, starboard, bow, stern, crew, *masts = full.values()
    whole, none = tuple(masts), (False,) * len(masts)
    return RatingsShip(
        entrant.id,
        plan.name,
        entrant.side,
        plan.id,
        Pose(round(pose.x / metres, 9), round(pose.y / metres, 9), pose.heading),
        rate=rate,
        quality=_quality(plan, entrant, tables),
        hull_full=hull,
        hull=hull,
        port_full=port,
        port=port,
        starboard_full=starboard,
        starboard=starboard,
        bow_full=bow if bow >= 0 else None,
        bow=bow if bow >= 0 else None,
        stern_full=stern if stern >= 0 else None,
        stern=stern if stern >= 0 else None,
        crew_full=crew,
        crew=crew,
        masts=names,
        mast_full=whole,
        mast=whole,
        fallen=none,
        jury=none,
        anchored=entrant.anchored,
        still=entrant.anchored,
    )


def _usual(plan: ShipPlan, rate: int, masts: tuple[str, ...], tables: Tables) -> dict[str, int]:
    """What a ship of her rate has, by grade: the hull, both broadsides, both chasers, the crew, the masts."""
    hull, broadside, bow, stern, fore, main, mizzen = map(int, tables["ratings"].row(str(rate)))
    broadside += heavier(plan, rate, tables)
    found = {
        "rat_hull": hull,
        "rat_port": broadside,
        "rat_starboard": broadside,
        "rat_bow": bow,
        "rat_stern": stern,
        "rat_crew": tables["crew_units"].whole("from") - rate,
        "rat_fore": fore,
        "rat_main": main,
        "rat_mizzen": mizzen,
    }
    if masts != MASTS[3]:
        for mast in MASTS[3]:
            if mast not in masts:
                del found[f"rat_{mast}"]
    return found


def _rate(plan: ShipPlan, tables: Tables) -> int:
    if plan.rate is not None:
        return plan.rate
    guns = tables["rate_by_guns"]
    return next((int(rate) for rate in guns if plan.guns_rated >= guns.whole(rate)), 6)


def heavier(plan: ShipPlan, rate: int, tables: Tables) -> int:
    """1 for a broadside a third heavier than the rate's usual one, -1 for one a third lighter, else 0."""
    share, usual = tables["metal_share"], tables["metal"].number(str(rate))
    weight = _weight(plan.batteries)
    apart = (weight - usual) * share.number("third")
    if not weight or abs(apart) < usual:
        return 0
    return share.whole("rating") if apart > 0 else -share.whole("rating")


@lru_cache(maxsize=1024)
def _weight(batteries: tuple[Battery, ...]) -> float:
    """Pounds of metal that all guns bearing to starboard throw; the same plans fight again and again."""
    return math.fsum(
        [
            battery.pounder * len([arcs for arcs in battery.pieces() if STARBOARD in arcs])
            for battery in batteries
        ]
    )


def _quality(plan: ShipPlan, entrant: Entrant, tables: Tables) -> str:
    given = entrant.grades.get("rat_quality") or plan.grades.get("rat_quality")
    return str(given) if given else tables["crews"].text(entrant.crew or "experienced")


def _built(plan: ShipPlan, entrant: Entrant, key: str, usual: int, least: int = 0) -> int:
    """The original rating: the plan's, the rate's where it gives none, and never less than she has now."""
    if key not in plan.grades and key not in entrant.grades and least <= usual <= MOST:
        return usual
    built = _number(plan.grades.get(key, usual), plan.id, key, least)
    return max(built, _number(entrant.grades.get(key, built), entrant.id, key, least))


def _number(value: object, ship: str, key: str, low: int, high: int = MOST) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise EnrolmentError(texts()("enrolment.whole", ship=ship, key=key, value=value, low=low, high=high))
    return value


def _as_she_is(ship: RatingsShip, entrant: Entrant) -> None:
    """What the scenario says is left of her, and how she lies."""
    told = entrant.grades
    for name in ("hull", "crew", *BATTERIES):
        if f"rat_{name}" in told and getattr(ship, name) is not None:
            left = int(told[f"rat_{name}"])
            setattr(ship, name, left if left >= 0 else None)
            if left < 0:
                setattr(ship, f"{name}_full", None)
    ship.mast = tuple(
        int(told.get(f"rat_{name}", left)) for name, left in zip(ship.masts, ship.mast, strict=True)
    )
    ship.lost = ship.crew_full - ship.crew
    ship.sail = str(told.get("rat_sail", BATTLE))
    for key in ("grappled", "fouled"):
        if f"rat_{key}" in told:
            setattr(ship, key, (str(told[f"rat_{key}"]),))
    if "rat_wreck" in told:
        ship.wrecks = (str(told["rat_wreck"]),)


_WORDS: Final = {"rat_quality": QUALITIES, "rat_sail": (BATTLE, FULL), "rat_wreck": BROADSIDES}


def _check_grades(plan: ShipPlan, entrant: Entrant) -> None:
    for grades, owner in ((plan.grades, plan.id), (entrant.grades, entrant.id)):
        for key, value in grades.items():
            if key in _WORDS and value not in _WORDS[key]:
                able = ", ".join(_WORDS[key])
                raise EnrolmentError(texts()("enrolment.one_of", ship=owner, key=key, value=value, able=able))


def _check_masts(plan: ShipPlan, entrant: Entrant, names: tuple[str, ...]) -> None:
    there = ", ".join(names) or "none"
    for name in MASTS[3]:
        if name not in names and (f"rat_{name}" in entrant.grades or f"rat_{name}" in plan.grades):
            raise EnrolmentError(texts()("enrolment.no_mast", ship=entrant.id, name=name, able=there))


def check_ties(ships: dict[str, tuple[str, str]], key: str) -> None:
    """Raise EnrolmentError where a ship is tied to herself, to one that is not there or does not say so
    too, or grappled to a friend.

    `ships` gives for each ship that has a tie the other's id and her own side.
    """
    for ship, (other, side) in ships.items():
        back, theirs = ships.get(other, ("", ""))
        if back != ship or other == ship:
            raise EnrolmentError(texts()("enrolment.each_other", ship=ship, key=key, other=other))
        if key == "grappled" and side == theirs:
            raise EnrolmentError(texts()("enrolment.enemy", ship=ship, key=key, other=other))
