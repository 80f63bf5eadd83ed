"""A table for the tests: two ships of the rules' own cards, where and as a test wants them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import navalrules as nr
from by_hand import alter as alter
from by_hand import at as at
from by_hand import names as names
from by_hand import of
from by_hand import options as options
from by_hand import roll as roll
from by_hand import ruling as ruling
from navalrules_civilwar.orders import FireOrder, Half, SailingOrders, Stations
from navalrules_civilwar.ruleset import CivilWar
from navalrules_civilwar.sailing import SailingRequest
from navalrules_civilwar.ship import CivilWarShip

E = TypeVar("E", bound=nr.Event)

RULES = nr.ruleset("civilwar")
assert isinstance(RULES, CivilWar)
LEDGER = RULES.library
INCH = 22.86

FED, CON = "fed", "con"


def entrant(
    ship: str, plan: nr.ShipPlan, side: str, pose: tuple[float, float, float], **more: Any
) -> nr.Entrant:
    x, y, heading = pose
    return nr.Entrant(id=ship, plan=plan, side=side, pose=nr.Pose(x * INCH, y * INCH, heading), **more)


def duel(
    dice: nr.Dice | None = None,
    *,
    federal: str | nr.ShipPlan = "uss-kearsarge",
    confederate: str | nr.ShipPlan = "css-alabama",
    fed: tuple[float, float, float] = (0, 0, 0),
    con: tuple[float, float, float] = (20, 0, 0),
    wind: tuple[float, int] = (0, 0),
    rules: Mapping[str, Any] | None = None,
    conditions: Mapping[str, str] | None = None,
    more: Iterable[nr.Entrant] = (),
    house_rules: Iterable[nr.HouseRule] = (),
    set_up: bool = True,
    measure: Any = None,
    variant: nr.Variant | None = None,
    **entry: Any,
) -> nr.Battle:
    """Kearsarge ("fed") at the origin heading north, Alabama ("con") 20 inches to starboard; calm."""
    plans = [LEDGER[plan] if isinstance(plan, str) else plan for plan in (federal, confederate)]
    scenario = nr.Scenario(
        id="deck",
        title="A table for a test",
        wind=nr.Wind(*wind),
        sides=(nr.Side("Federal"), nr.Side("Confederate")),
        entrants=(
            entrant(FED, plans[0], "Federal", fed, **entry),
            entrant(CON, plans[1], "Confederate", con, **entry),
            *more,
        ),
        ruleset="civilwar",
        conditions=conditions or {},
    )
    battle = nr.Battle.begin(
        scenario, RULES, 1, rules=rules, dice=dice, measure=measure, house_rules=house_rules, variant=variant
    )
    if set_up:
        defaults(battle, Stations.kind)
        battle.advance()
    return battle


def ship(battle: nr.Battle, name: str) -> CivilWarShip:
    found = battle.state.ships[name]
    assert isinstance(found, CivilWarShip)
    return found


def defaults(battle: nr.Battle, *kinds: str) -> None:
    """Give the default answer of everything owed, or of some kinds."""
    for request in battle.requests:
        if not kinds or request.kind in kinds:
            battle.submit(request.default)


def events(battle: nr.Battle, kind: type[E], name: str = "") -> list[E]:
    return of(battle.log, kind, name)


def fire(battle: nr.Battle, **shots: list[tuple[str, str]]) -> list[nr.ShotFired]:
    """Run the fire step of the first half with these shots, everybody else silent; its shots come back."""
    if battle.phases[battle.state.phase].name not in ("fire_first", "fire_second"):
        at(battle, "fire_first")
    before = len(battle.log)
    for request in battle.requests:
        battle.submit(FireOrder(ship=request.ship, shots=tuple(shots.get(request.ship, ()))))
    battle.advance()
    return [event for event in battle.log[before:] if isinstance(event, nr.ShotFired)]


def hit(place: int, gun: str = "S1", battle: nr.Battle | None = None, /, **dice: list[int]) -> nr.Battle:
    """Kearsarge hits Alabama once at 20 inches, broadside to broadside; the place die shows `place`."""
    battle = battle or duel(nr.Scripted(to_hit=[20], place_struck=[place], **dice))
    fire(battle, fed=[(gun, CON)])
    return battle


def sailing(battle: nr.Battle, name: str) -> SailingRequest:
    """What a ship is asked when orders are written, and nothing else."""
    (owed,) = [request for request in battle.requests if request.ship == name]
    assert isinstance(owed, SailingRequest)
    return owed


def sail(
    battle: nr.Battle, name: str, first: Half, second: Half | None = None, anchor: str = ""
) -> list[nr.ShipMoved]:
    """Orders for one ship, defaults for the rest, both halves made; her moves come back."""
    if battle.phases[battle.state.phase].name != "orders":
        at(battle, "orders")
    before = len(battle.log)
    battle.submit(SailingOrders(ship=name, first=first, second=second or first, anchor=anchor))
    defaults(battle)
    battle.advance()
    while battle.phases[battle.state.phase].name in ("fire_first", "losses_first"):
        for request in battle.requests:
            quiet = FireOrder(ship=request.ship) if request.kind == FireOrder.kind else request.default
            battle.submit(quiet)
        battle.advance()
    return [event for event in battle.log[before:] if isinstance(event, nr.ShipMoved) and event.ship == name]


def straight(speed: float, power: str = "steam") -> Half:
    return half(speed, "straight", power)


def half(speed: float, helm: str, power: str = "steam") -> Half:
    run = abs(speed) / 2
    return Half(speed, power, (nr.Leg(helm, run),) if run else ())


def status(battle: nr.Battle, **fields: dict[str, Any]) -> nr.Battle:
    """Run the status phase with ships set by hand; default stations are not asked for."""
    for name, changes in fields.items():
        alter(battle, name, **changes)
    at(battle, "status")
    battle.advance()
    return battle
