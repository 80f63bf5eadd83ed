"""Battles of Beat to Quarters for tests: ships put on the table as told, orders given, dice as they are to
fall.

Places are millimetres at 1/1200; headings and winds are points of the compass by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import attrs

import navalrules as nr
from by_hand import cited as cited
from by_hand import of
from navalrules.compass import bearing_of
from navalrules_btq.orders import AHEAD, Sail, Segment
from navalrules_btq.ship import BtqShip

E = TypeVar("E", bound=nr.Event)

RULES = nr.ruleset("btq")
LORE: Any = RULES.prepare(RULES.tables)
RED, BLUE = "Red", "Blue"
FORCES = {
    "calm": 0,
    "slight_air": 1,
    "light_breeze": 2,
    "gentle_breeze": 3,
    "moderate_breeze": 4,
    "fresh_breeze": 5,
    "gale": 7,
}
EVERY: dict[str, bool] = {rule.name: True for rule in RULES.house_rules}
NONE: dict[str, bool] = dict.fromkeys(EVERY, False)


def gun(count: int, pounder: float, kind: str = "long", mount: str = "broadside") -> nr.Battery:
    """A battery as a plan lists it."""
    return nr.Battery(place="deck", count=count, pounder=pounder, kind=kind, mount=mount)


def plan(ship: str = "red", **fields: Any) -> nr.ShipPlan:
    """A British frigate of 1805: 28 18-pounders and 14 carronades, 1000 tons, 300 men, unless told
    otherwise."""
    told: dict[str, Any] = {
        "id": ship,
        "name": ship.title(),
        "nation": "Great Britain",
        "service": "Royal Navy",
        "year": 1805,
        "type": "frigate",
        "rate": 5,
        "guns_rated": 38,
        "tonnage_bm": 1000,
        "length_ft": 150.0,
        "complement": 300,
        "rig": "ship",
        "masts": 3,
        "sails": 10,
        "batteries": (
            gun(28, 18),
            gun(14, 32, "carronade"),
            gun(2, 9, mount="bow"),
            gun(2, 9, mount="stern"),
        ),
    }
    return nr.ShipPlan(**{**told, **fields})


def entrant(
    ship: str,
    side: str,
    x: float,
    y: float,
    heading: str,
    crew: str = "experienced",
    grades: Mapping[str, Any] | None = None,
    **fields: Any,
) -> nr.Entrant:
    """A ship as she enters: `fields` are those of her plan."""
    return nr.Entrant(
        id=ship,
        plan=plan(ship, **fields),
        side=side,
        pose=nr.Pose(x * 1.2, y * 1.2, bearing_of(heading)),
        crew=crew,
        grades=dict(grades or {}),
    )


def scenario(*entrants: nr.Entrant, wind: str = "N", strength: str = "moderate_breeze") -> nr.Scenario:
    """Red against Blue in the given wind."""
    return nr.Scenario(
        id="on-the-table",
        title="On the table",
        wind=nr.Wind(bearing_of(wind), FORCES[strength]),
        sides=(nr.Side(RED), nr.Side(BLUE)),
        entrants=entrants,
        ruleset="btq",
    )


def pair(distance: float = 600, **red: Any) -> tuple[nr.Entrant, nr.Entrant]:
    """Red heading east and Blue `distance` mm to the south of her heading west; `red` are fields of Red's
    plan."""
    return entrant("red", RED, 0, 0, "E", **red), entrant("blue", BLUE, 0, -distance, "W")


def begin(
    *entrants: nr.Entrant,
    wind: str = "N",
    strength: str = "moderate_breeze",
    rules: Mapping[str, Any] | None = None,
    dice: nr.Dice | None = None,
    seed: int = 1,
    **given: Any,
) -> nr.Battle:
    """The battle, advanced to its first questions; without house rules unless `rules` says so."""
    told = {**NONE, **(rules or {})}
    put = scenario(*(entrants or pair()), wind=wind, strength=strength)
    battle = nr.Battle.begin(put, "btq", seed, rules=told, dice=dice, **given)
    battle.advance()
    return battle


def ship(battle: nr.Battle, name: str) -> BtqShip:
    """Her record."""
    found = battle.state.ships[name]
    assert isinstance(found, BtqShip)
    return found


def port(points: int) -> Segment:
    """A turn to port."""
    return Segment("port", float(points))


def starboard(points: int) -> Segment:
    """A turn to starboard."""
    return Segment("starboard", float(points))


def ahead(millimetres: float) -> Segment:
    """A straight."""
    return Segment(AHEAD, float(millimetres))


def sail(battle: nr.Battle, name: str, *segments: Segment, **fields: Any) -> None:
    """Give a ship her order at the helm."""
    battle.submit(Sail(ship=name, segments=segments, **fields))


def finish_turn(battle: nr.Battle) -> None:
    """Answer everything else with its default until the next turn begins."""
    turn = battle.state.turn
    while battle.state.turn == turn and not battle.over:
        battle.advance()
        for request in battle.requests:
            if battle.state.turn == turn:
                battle.submit(request.default)
        if not battle.requests and not battle.over:
            battle.advance()


def sailed(battle: nr.Battle, name: str, *segments: Segment, **fields: Any) -> BtqShip:
    """One whole turn in which one ship has an order; her record afterwards."""
    sail(battle, name, *segments, **fields)
    finish_turn(battle)
    return ship(battle, name)


def place(battle: nr.Battle, name: str, x: float, y: float, heading: str) -> None:
    """Put a ship elsewhere."""
    ship(battle, name).pose = nr.Pose(x, y, bearing_of(heading))
    battle._pending = None


def events(battle: nr.Battle, kind: type[E], name: str = "") -> list[E]:
    """The events of a kind so far, of a ship if one is named."""
    return of(battle.log, kind, name)


def made(**fields: Any) -> BtqShip:
    """A ship as enrolled, on her own."""
    grades = fields.pop("grades", {})
    crew = fields.pop("crew", "experienced")
    told = entrant("red", RED, 0, 0, "E", crew, grades, **fields)
    found = RULES.enrol(told.plan, told, RULES.tables)
    assert isinstance(found, BtqShip)
    return found


def altered(battle: nr.Battle, name: str, **fields: Any) -> None:
    """Set fields of a ship at rest, before anybody has answered."""
    for what, value in fields.items():
        assert what in {field.name for field in attrs.fields(BtqShip)}
        setattr(ship(battle, name), what, value)
    battle._pending = None
    battle.marks[-1] = attrs.evolve(battle.marks[-1], state=battle.state.copy())
