"""Strategies for Hypothesis: winds, poses, ships, fleets, scenarios, orders and whole battles.

All that they draw is valid: a plan or scenario can be written to a file and read again, an order is legal
where it is drawn for, a battle can be saved. With Hypothesis installed, `from_type` knows them too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import attrs
import hypothesis.strategies as st

from navalrules import plugins
from navalrules.battle import Battle
from navalrules.compass import POINT, Wind
from navalrules.dice import Seeded
from navalrules.errors import NavalrulesError
from navalrules.fleet import Ship
from navalrules.geometry import Pose
from navalrules.guns import ARCS, KINDS, MOUNTS, Battery
from navalrules.library import ship_library
from navalrules.orders import Order
from navalrules.scenario import CREWS, HAZES, VISIBILITIES, Entrant, Scenario, Side
from navalrules.ships import DRIVES, MOST_GUNS, RIGS, TRUSTS, ShipPlan
from navalrules.testing.contract import contract_of
from navalrules.testing.luck import MOST_SEED

SEA: Final = 5_000.0
"""How far east and north of the origin ships are put, in metres."""
APART: Final = 200.0
"""How far apart ships are at least: a cable, near enough."""
_FLEET: Final = 100
_FIGURES: Final = "abcdefghijklmnopqrstuvwxyz0123456789"

seeds = st.integers(0, MOST_SEED)
"""Seeds for dice."""


# ---------------------------------------------------------------- wind and place


def winds() -> st.SearchStrategy[Wind]:
    """Winds from any of the 32 points or any tenth of a degree, of any force."""
    bearing = st.integers(0, 31).map(lambda point: point * POINT) | _tenths(0, 3599)
    return st.builds(Wind, bearing, st.integers(0, 12))


def poses(far: float = SEA) -> st.SearchStrategy[Pose]:
    """Poses at most `far` metres east, west, north and south of the origin, heading anywhere."""
    metres = st.integers(-round(far * 10), round(far * 10)).map(lambda tenth: tenth / 10)
    return st.builds(Pose, metres, metres, _tenths(0, 3599))


def _tenths(low: int, high: int) -> st.SearchStrategy[float]:
    return st.integers(low, high).map(lambda tenth: tenth / 10)


# ---------------------------------------------------------------- ships


def ids() -> st.SearchStrategy[str]:
    """Ids of ships and scenarios: words of small letters and digits with hyphens between them."""
    words = st.lists(st.text(_FIGURES, min_size=1, max_size=8), min_size=1, max_size=3)
    return words.map("-".join)


def names() -> st.SearchStrategy[str]:
    """Names for people, in any script."""
    letters = st.characters(categories=["L", "Nd"])
    return st.text(letters, min_size=1, max_size=20)


def batteries() -> st.SearchStrategy[Battery]:
    """Batteries of a plan."""
    return st.builds(
        Battery,
        place=names(),
        count=st.integers(1, 40),
        pounder=st.integers(1, 200).map(lambda half: half / 2),
        kind=st.sampled_from(KINDS),
        mount=st.sampled_from(MOUNTS),
        calibre=st.just("") | names(),
        arcs=st.lists(st.sampled_from(ARCS), unique=True, max_size=4).map(tuple),
    )


@st.composite
def plans(draw: st.DrawFn) -> ShipPlan:
    """Plans of ships that never were."""
    guns = draw(st.lists(batteries(), max_size=5).filter(_few_enough))
    complement, drive = draw(st.integers(1, 1500)), draw(st.sampled_from(DRIVES))
    speed = st.none() | _tenths(0, 200)
    return ShipPlan(
        id=draw(ids()),
        name=draw(names()),
        nation=draw(names()),
        year=draw(st.integers(1500, 1900)),
        type=draw(names()),
        rate=draw(st.none() | st.integers(1, 6)),
        guns_rated=draw(st.integers(0, 140)),
        tonnage_bm=draw(st.integers(1, 5000)),
        length_ft=draw(_tenths(100, 4000)),
        complement=complement,
        soldiers=draw(st.integers(0, complement)),
        rig=draw(st.sampled_from(RIGS)),
        masts=draw(st.integers(0, 5)),
        sails=draw(st.integers(0, 30)),
        batteries=tuple(guns),
        drive=drive,
        boilers=draw(st.integers(0, 8)) if drive else 0,
        steam=draw(speed),
        sail=draw(speed),
        both=draw(speed),
        boats=draw(st.none() | st.integers(0, 12)),
        trust=draw(st.sampled_from(TRUSTS)),
        fictional=True,
    )


def _few_enough(guns: Sequence[Battery]) -> bool:
    return sum(battery.count for battery in guns) <= MOST_GUNS


def guns_rated(plan: ShipPlan) -> int:
    """What a ship costs where no rulebook says: the guns that she is rated for, and one at least."""
    return max(plan.guns_rated, 1)


@st.composite
def fleets(
    draw: st.DrawFn,
    points: int,
    pool: Sequence[ShipPlan] | None = None,
    cost: Callable[[ShipPlan], int] = guns_rated,
) -> list[ShipPlan]:
    """Fleets that cost at most `points`, and for what is left of them no other ship is to be had.

    `pool` is what may be bought (all of the library unless given), any number of times; a fleet has at
    most 100 ships, and none where the cheapest costs more than `points`.
    """
    prices = [(plan, cost(plan)) for plan in (_library() if pool is None else pool)]
    fleet: list[ShipPlan] = []
    while len(fleet) < _FLEET and (within := [each for each in prices if each[1] <= points]):
        plan, price = draw(st.sampled_from(within))
        fleet.append(plan)
        points -= price
    return fleet


def _library() -> list[ShipPlan]:
    library = ship_library()
    return [library[name] for name in library]


# ---------------------------------------------------------------- scenarios


@st.composite
def entrants(draw: st.DrawFn) -> Entrant:
    """One ship as she enters a scenario of made-up ships."""
    return draw(scenarios()).entrants[0]


@st.composite
def scenarios(draw: st.DrawFn, ruleset: str = "") -> Scenario:
    """Scenarios of up to four ships a side that never were, or variations of a ruleset's own.

    With `ruleset`: one of the scenarios of its contract with other poses, another wind, and perhaps fewer
    ships, so that the ruleset can enrol them all. Raises UnknownName for a ruleset nobody knows.
    """
    return draw(_varied(ruleset) if ruleset else _made_up())


@st.composite
def _made_up(draw: st.DrawFn) -> Scenario:
    numbers = [draw(st.integers(1, 4)), draw(st.integers(1, 4))]
    found = draw(st.lists(plans(), min_size=sum(numbers), max_size=sum(numbers), unique_by=_id))
    places = draw(_places(len(found)))
    sides = ["Red"] * numbers[0] + ["Blue"] * numbers[1]
    ships = [
        Entrant(id=plan.id, plan=plan, side=side, pose=pose, crew=draw(st.sampled_from(CREWS)))
        for plan, side, pose in zip(found, sides, places, strict=True)
    ]
    return Scenario(
        id=draw(ids()),
        title=draw(names()),
        fictional=True,
        wind=draw(winds()),
        sides=(Side("Red"), Side("Blue")),
        entrants=tuple(ships),
        turns=draw(st.integers(0, 30)),
        conditions=draw(_conditions()),
    )


def _id(plan: ShipPlan) -> str:
    return plan.id


def _conditions() -> st.SearchStrategy[dict[str, Any]]:
    optional = {"visibility": st.sampled_from(VISIBILITIES), "haze": st.sampled_from(HAZES)}
    return st.fixed_dictionaries({}, optional=optional)


@st.composite
def _varied(draw: st.DrawFn, ruleset: str) -> Scenario:
    names = contract_of(ruleset)().fought_over()
    scenario = plugins.scenario(draw(st.sampled_from(names)))
    ships = [
        draw(_some([each for each in scenario.entrants if each.side == side.name])) for side in scenario.sides
    ]
    places = draw(_places(sum(map(len, ships))))
    moved = [attrs.evolve(each, pose=pose) for each, pose in zip([*ships[0], *ships[1]], places, strict=True)]
    turns = draw(st.integers(1, 8))
    return attrs.evolve(scenario, entrants=tuple(moved), wind=draw(winds()), turns=turns)


def _some(ships: list[Entrant]) -> st.SearchStrategy[list[Entrant]]:
    kept = st.lists(st.sampled_from(ships), min_size=1, unique_by=lambda ship: ship.id)
    return kept.map(lambda some: sorted(some, key=lambda ship: ship.id))


def _places(number: int) -> st.SearchStrategy[list[Pose]]:
    """Poses with room between them: a square of the sea for each, and no two squares touch."""
    side = round(2 * SEA / (2 * APART))
    squares = st.lists(st.integers(0, side * side - 1), min_size=number, max_size=number, unique=True)
    corners = squares.map(lambda places: [divmod(place, side) for place in places])
    return st.tuples(corners, st.lists(poses(APART / 2), min_size=number, max_size=number)).map(
        lambda drawn: [
            Pose(pose.x + (2 * x - side) * APART, pose.y + (2 * y - side) * APART, pose.heading)
            for (x, y), pose in zip(*drawn, strict=True)
        ]
    )


# ---------------------------------------------------------------- battles and orders


@st.composite
def battles(draw: st.DrawFn, ruleset: str = "", most_rounds: int = 6, varied: bool = True) -> Battle:
    """Battles at rest: begun, and answered at random for up to `most_rounds` rounds of requests.

    Of any ruleset there is unless one is named, with its switches set anyhow; `varied` draws variations of
    its scenarios too. Raises UnknownName for a ruleset nobody knows.
    """
    name = ruleset or draw(st.sampled_from(sorted(_playable())))
    contract = contract_of(name)()
    own = st.sampled_from(contract.fought_over()).map(plugins.scenario)
    scenario = draw(own | scenarios(name) if varied else own)
    choices = {switch: st.sampled_from(values) for switch, values in sorted(contract.choices().items())}
    rules = draw(st.fixed_dictionaries({}, optional=choices))
    battle = Battle.begin(scenario, name, draw(seeds), rules=rules)
    for seed in draw(st.lists(seeds, max_size=most_rounds)):
        battle.advance()
        for request in battle.requests:
            battle.submit(request.draw(Seeded(seed)))
    battle.advance()
    return battle


def _playable() -> list[str]:
    """The rulesets that there is a scenario for."""
    found = []
    for name in plugins.rulesets():
        try:
            contract_of(name)().fought_over()
        except NavalrulesError:
            continue
        found.append(name)
    return found


def ships(ruleset: str = "") -> st.SearchStrategy[Ship]:
    """Ships in a fight: of any battle under a ruleset, or under any there is."""
    return battles(ruleset).flatmap(lambda battle: st.sampled_from(list(battle.state.ships.values())))


def orders(battle: Battle | None = None, ruleset: str = "") -> st.SearchStrategy[Order]:
    """Orders that are legal in `battle`, or in some battle of a ruleset or of any.

    A battle that owes nothing has none: drawing for it is rejected.
    """
    if battle is None:
        asking = battles(ruleset).filter(lambda drawn: bool(drawn.requests))
        return asking.flatmap(orders)
    if not battle.requests:
        return st.nothing()
    drawn = st.tuples(st.sampled_from(battle.requests), seeds)
    return drawn.map(lambda pair: pair[0].draw(Seeded(pair[1])))
