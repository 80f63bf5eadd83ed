"""A sea for the tests: ships of the cards where and as a test wants them, and a move played on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import SimpleNamespace
from typing import Any

import attrs

import navalrules as nr
from by_hand import alter as alter
from by_hand import at as at
from by_hand import cited as cited
from by_hand import names as names
from by_hand import of as of
from by_hand import pose as pose
from by_hand import roll
from by_hand import ruling as ruling
from navalrules_mumford.enrol import enrolled
from navalrules_mumford.lore import Lore
from navalrules_mumford.orders import ShipOrders, Signal
from navalrules_mumford.ruleset import Mumford
from navalrules_mumford.ship import Mount, MumfordShip, Record

RULES = nr.ruleset("mumford")
assert isinstance(RULES, Mumford)
LIBRARY = RULES.library
INCH = 15.24
ENG, FRA = "eng", "fra"
Place = tuple[float, float, float]


# ---------------------------------------------------------------- one ship, no battle


def made(plan: str | nr.ShipPlan, **grades: Any) -> MumfordShip:
    """A ship of a card or plan as she begins, heading north at the origin."""
    plan = LIBRARY[plan] if isinstance(plan, str) else plan
    entrant = nr.Entrant(id=plan.id, plan=plan, side="British", pose=nr.Pose(0, 0, 0), grades=grades)
    return enrolled(plan, entrant, RULES.tables)


def record(plan: str | nr.ShipPlan, **grades: Any) -> Record:
    """What of her does not change in a fight."""
    return made(plan, **grades).record


def desk(*faces: int, **switches: Any) -> Any:
    """What a single ruling asks of a battle: tables, lookups, switches and dice that fall as told."""
    return SimpleNamespace(
        tables=RULES.tables, lore=Lore.of(RULES.tables), dice=nr.Scripted(*faces), switches=switches
    )


# ---------------------------------------------------------------- a battle


def dice(*faces: int, **by_purpose: list[int]) -> nr.Scripted:
    """Dice that fall as told, and a wind that holds all day."""
    return nr.Scripted(*faces, **{"changeability": [6], **by_purpose})


def entrant(ship: str, plan: str | nr.ShipPlan, side: str, place: Place, **more: Any) -> nr.Entrant:
    x, y, heading = place
    grades = {key: more.pop(key) for key in list(more) if key.startswith("mum_")}
    plan = LIBRARY[plan] if isinstance(plan, str) else plan
    pose = nr.Pose(x * INCH, y * INCH, heading)
    return nr.Entrant(id=ship, plan=plan, side=side, pose=pose, grades=grades, **more)


def sea(
    thrown: nr.Dice | None = None,
    *,
    english: str | nr.ShipPlan = "british-74-3rd-rate",
    french: str | nr.ShipPlan = "french-74-3rd-rate",
    eng: Place = (0, 0, 0),
    fra: Place = (20, 0, 0),
    wind: tuple[float, int] = (270, 4),
    rules: Mapping[str, Any] | None = None,
    more: Iterable[nr.Entrant] = (),
    hazards: Iterable[nr.Hazard] = (),
    eng_is: Mapping[str, Any] | None = None,
    fra_is: Mapping[str, Any] | None = None,
    grades: Mapping[str, Any] | None = None,
    house_rules: Iterable[nr.HouseRule] = (),
    measure: Any = None,
    variant: nr.Variant | None = None,
) -> nr.Battle:
    """Two 74s: British ("eng") at the origin heading north, French ("fra") 20 inches abeam; wind W 4."""
    scenario = nr.Scenario(
        id="sea",
        title="A sea for a test",
        wind=nr.Wind(*wind),
        sides=(nr.Side("British"), nr.Side("French")),
        entrants=(
            entrant(ENG, english, "British", eng, **(eng_is or {})),
            entrant(FRA, french, "French", fra, **(fra_is or {})),
            *more,
        ),
        ruleset="mumford",
        hazards=tuple(hazards),
        grades=dict(grades or {}),
    )
    return nr.Battle.begin(
        scenario,
        RULES,
        1,
        rules=rules,
        dice=thrown or dice(),
        house_rules=house_rules,
        measure=measure,
        variant=variant,
    )


def ship(battle: nr.Battle, name: str) -> MumfordShip:
    found = battle.state.ships[name]
    assert isinstance(found, MumfordShip)
    return found


def mount(battle: nr.Battle, name: str, hand: str) -> Mount:
    """The guns of one hand of a ship."""
    found = ship(battle, name).mount(hand)
    assert found is not None
    return found


def to_orders(battle: nr.Battle) -> nr.Battle:
    """Answer whatever comes before the written orders of this move."""
    battle.advance()
    while battle.requests and battle.requests[0].kind != ShipOrders.kind:
        for request in battle.requests:
            battle.submit(request.default)
        battle.advance()
    return battle


def request(battle: nr.Battle, name: str) -> nr.Request:
    """What one ship is asked for now."""
    return next(each for each in battle.requests if each.ship == name)


def orders(battle: nr.Battle, name: str, **told: Any) -> ShipOrders:
    """The orders of one ship, asked for now: her default with the fields told."""
    default = request(battle, name).default
    assert isinstance(default, ShipOrders)
    return attrs.evolve(default, **told)


def play(battle: nr.Battle, moves: int = 1, /, **told: Mapping[str, Any]) -> list[nr.Event]:
    """Play whole moves; a ship's orders are her default with the fields told for her. Their events come back.

    Ships told nothing lie to with their guns silent, but for those that cannot.
    """
    before = len(battle.log)
    for _ in range(moves):
        turn = battle.state.turn
        to_orders(battle)
        while not battle.over and battle.state.turn == turn:
            for asked in battle.requests:
                battle.submit(_answer(asked, told.get(asked.ship)))
            battle.advance()
    return list(battle.log[before:])


def _answer(asked: nr.Request, told: Mapping[str, Any] | None) -> nr.Order:
    default = asked.default
    if isinstance(default, Signal):
        return attrs.evolve(default, **told) if told and "signal" in told else default
    if not isinstance(default, ShipOrders):
        return default
    fields = {"hold_fire": True, "resist": True, "challenge": False} if told is None else dict(told)
    fields.pop("signal", None)
    return attrs.evolve(default, **fields)


def pool(shot: nr.Event) -> int:
    """How many dice a discharge was (MUM-FIRE-12)."""
    return len(roll(ruling(shot, "MUM-FIRE-12")).faces)


def changed(event: nr.Event, what: str, name: str = "") -> tuple[Any, Any]:
    """Before and after of one thing that an event changed."""
    found = [each for each in event.changes if each.what == what and name in ("", each.ship)]
    (change,) = found
    return change.before, change.after
