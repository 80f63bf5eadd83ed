"""A table for the tests: ships of the standard rates, where and as a test wants them.

Poses are in MU; the wind blows from the west, so that ships heading north or south reach with two dice.
Ships whose ids begin with `a` are British, the others French; the British draw their three cards first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import navalrules as nr
from by_hand import alter as alter
from by_hand import cited as cited
from by_hand import of as of
from by_hand import pose as pose
from by_hand import roll
from navalrules_ratings.orders import Act as Act
from navalrules_ratings.orders import Command as Command
from navalrules_ratings.orders import Fire as Fire
from navalrules_ratings.orders import Shot as Shot
from navalrules_ratings.orders import Task as Task
from navalrules_ratings.ship import RatingsShip

MU = 10.0
BRITISH, FRENCH = "British", "French"
GUNS = {1: 100, 2: 98, 3: 74, 4: 50, 5: 38, 6: 28}


class Loaded(nr.Scripted):
    """Dice that fall as written for the purposes named, and from a seed for all others.

    A step that is played again meets its dice again. Cards that no test deals come from the seed, and so do
    movement dice after those that a test names.
    """

    __slots__ = ("_goes_on", "_others", "_steps", "cards")

    def __init__(self, seed: int = 1, /, **by_purpose: Sequence[int]) -> None:
        super().__init__(**by_purpose)
        self._others = nr.Seeded(seed)
        self._steps: dict[int, dict[str, list[int]]] = {}
        self.cards: list[int] = []
        self._goes_on = bool(by_purpose.get("move"))

    def begin_step(self, step: int) -> None:
        self._others.begin_step(step)
        lying = self._steps.setdefault(step, {**self._by_purpose, "": self.cards})
        self._by_purpose = {purpose: list(script) for purpose, script in lying.items() if purpose}
        self.cards = list(lying[""])
        self._steps = {
            each: {purpose: list(script) for purpose, script in lay.items()}
            for each, lay in self._steps.items()
            if each <= step
        }

    def left(self, purpose: str) -> list[int]:
        """The dice of a purpose that have not been thrown."""
        return self._by_purpose[purpose]

    def _faces(self, number: int, sides: int, ship: str, purpose: str) -> Sequence[int]:
        if purpose == "card" and self.cards:
            return [self.cards.pop(0)]
        own = purpose in self._by_purpose
        if purpose == "move" and self._goes_on:
            own = bool(self._by_purpose["move"])
        if own:
            return super()._faces(number, sides, ship, purpose)
        return self._others._faces(number, sides, ship, purpose)


def plan(rate: int | None, ship: str = "plan", **more: Any) -> nr.ShipPlan:
    """A made-up ship of a rate, or without one."""
    fields: dict[str, Any] = {
        "id": ship,
        "name": ship.upper(),
        "nation": "Great Britain",
        "year": 1800,
        "type": "ship of the line" if rate and rate < 5 else "frigate",
        "rate": rate,
        "guns_rated": GUNS.get(rate or 0, 20),
        "tonnage_bm": 1000,
        "length_ft": 150.0,
        "complement": 300,
        "rig": "ship",
        "masts": 3,
        "sails": 10,
    }
    return nr.ShipPlan(**{**fields, **more})


def at(x: float, y: float, heading: float, rate: int = 3, /, **more: Any) -> dict[str, Any]:
    """A ship at a place in MU; `rat_...` keys are ratings as she is now, `quality` her crew (Average)."""
    return {"pose": nr.Pose(x * MU, y * MU, heading), "rate": rate, **more}


def _entrant(ship: str, told: dict[str, Any]) -> nr.Entrant:
    fields = dict(told)
    rate, shape = fields.pop("rate"), fields.pop("plan", None)
    grades = {key: fields.pop(key) for key in tuple(fields) if key.startswith("rat_")}
    grades["rat_quality"] = fields.pop("quality", "Average")
    side = BRITISH if ship.startswith("a") else FRENCH
    return nr.Entrant(id=ship, plan=shape or plan(rate, ship), side=side, grades=grades, **fields)


def battle(
    dice: nr.Dice | None = None,
    ships: Mapping[str, dict[str, Any]] | None = None,
    *,
    wind: tuple[float, int] = (270, 4),
    rules: Mapping[str, Any] | None = None,
    conditions: Mapping[str, str] | None = None,
    variant: Any = None,
    measure: Any = None,
    cards: str = "AAABBB",
    house_rules: Sequence[Any] = (),
    **more: dict[str, Any],
) -> nr.Battle:
    """The battle before its first answer; by default third rates `a` and `b` abeam at 9 MU, `b` to port.

    `ships` is a setting that several battles of a test share; `more` are ships of this one.
    """
    told = {"a": at(0, 0, 0), "b": at(-9, 0, 0), **(ships or {}), **more}
    entrants = [_entrant(ship, entry) for ship, entry in told.items()]
    scenario = nr.Scenario(
        id="table",
        title="A table for a test",
        wind=nr.Wind(*wind),
        sides=(nr.Side(BRITISH), nr.Side(FRENCH)),
        entrants=tuple(entrants),
        ruleset="ratings",
        conditions=conditions or {},
    )
    if dice is None:
        dice = Loaded()
    if isinstance(dice, Loaded):
        dice.cards = deal(*cards.split())
    return nr.Battle.begin(
        scenario,
        "ratings",
        1,
        rules=rules,
        dice=dice,
        measure=measure,
        variant=variant,
        house_rules=house_rules,
    )


def deal(*turns: str) -> list[int]:
    """The faces that draw the cards of whole turns in this order: A for the British, B for the French.

    When one side has none left, the rest of the other's are drawn without a die.
    """
    faces: list[int] = []
    for turn in turns:
        left = {"A": turn.count("A"), "B": turn.count("B")}
        for card in turn:
            if all(left.values()):
                faces.append(1 if card == "A" else left["A"] + 1)
            left[card] -= 1
    return faces


def ship(battle: nr.Battle, name: str) -> RatingsShip:
    found = battle.state.ships[name]
    assert isinstance(found, RatingsShip)
    return found


# ---------------------------------------------------------------- playing


def quiet(request: nr.Request) -> nr.Order:
    """What a ship does that a test says nothing of: she moves as she must and lets everything else be."""
    if request.kind == Act.kind:
        default = request.default
        assert isinstance(default, Act)
        return Act(ship=request.ship, move=default.move)
    if request.kind == Command.kind:
        return Command(ship=request.ship)
    if request.kind == Fire.kind:
        return Fire(ship=request.ship, about=request.about)
    return request.default


def play(battle: nr.Battle, *orders: nr.Order, turns: int = 0, to: str = "") -> list[nr.Event]:
    """Give each order when its question comes up, and quiet answers to all others.

    Stops when the last order has been carried out; with `turns`, that many turns later; with `to`, when a
    phase of that name is due. The events of this stretch come back. An order never asked for fails.
    """
    before, last, todo = len(battle.log), battle.state.turn + turns, list(orders)
    battle.advance()
    while not battle.over and (todo or battle.state.turn < last or (to and phase(battle) != to)):
        for request in battle.requests:
            told = next((order for order in todo if order.key == request.key), None)
            if told is not None:
                todo.remove(told)
            battle.submit(told or quiet(request))
            break
        battle.advance()
    assert not todo, f"never asked for: {todo}"
    return list(battle.log[before:])


def phase(battle: nr.Battle) -> str:
    return battle.phases[battle.state.phase].name


def asked(battle: nr.Battle, kind: str, name: str = "", about: str = "") -> nr.Request:
    """Go on quietly until a question of that kind is put to a ship."""
    battle.advance()
    for _ in range(200):
        for request in battle.requests:
            if request.kind == kind and name in ("", request.ship) and about in ("", request.about):
                return request
        battle.submit(quiet(battle.requests[0]))
        battle.advance()
    raise AssertionError(f"{kind} of {name} is never asked for")


def score(battle: nr.Battle, name: str) -> int:
    """Go on quietly until a ship is asked how she acts: what her movement dice give her."""
    default = asked(battle, Act.kind, name).default
    assert isinstance(default, Act)
    return default.move


def refused(battle: nr.Battle, order: nr.Order) -> nr.IllegalOrder:
    """Why an order is refused when its question comes up; nothing has changed."""
    request = asked(battle, order.kind, order.ship, order.about)
    refusal = request.refusal(order)
    assert refusal is not None, f"{order} is legal"
    before = battle.state.copy()
    with pytest.raises(nr.IllegalOrder) as caught:
        battle.submit(order)
    error = caught.value
    assert (error.reason, error.hint, error.rule) == (refusal.reason, refusal.hint, refusal.rule)
    assert error.reason
    assert error.hint
    assert battle.state == before
    return error


def rulings(found: Sequence[nr.Event], rule: str) -> list[nr.Ruling]:
    """The rulings that a rule decided."""
    return [ruled for event in found for ruled in event.rulings if ruled.rule == rule]


def changes(found: Sequence[nr.Event], name: str) -> dict[str, tuple[Any, Any]]:
    """What is different about a ship, first value and last."""
    both: dict[str, tuple[Any, Any]] = {}
    for event in found:
        for change in event.changes:
            if change.ship == name:
                both[change.what] = (both.get(change.what, (change.before,))[0], change.after)
    return {what: pair for what, pair in both.items() if pair[0] != pair[1]}


# ---------------------------------------------------------------- one broadside


def aim_of(found: Sequence[nr.Event]) -> nr.Ruling:
    """The ruling of the only shot: `need` is its fire factor, `total` its modified die."""
    (ruled,) = rulings(found, "RAT-BGFIRE-06")
    return ruled


def factor(found: Sequence[nr.Event]) -> float:
    """The fire factor of the only shot."""
    need = aim_of(found).need
    assert need is not None
    return need


def to_die(found: Sequence[nr.Event]) -> float:
    """What was added to the die of the only shot."""
    ruled = aim_of(found)
    die: int = roll(ruled).value
    return ruled.total - die


def amounts(found: Sequence[nr.Event]) -> dict[str, float]:
    """What each modifier of the only shot added, by its name."""
    return {modifier.name: modifier.amount for modifier in aim_of(found).modifiers}


LOSSES = ("hull", "port", "starboard", "bow", "stern", "crew")


def losses(battle: nr.Battle, name: str) -> dict[str, int]:
    """What a ship has lost of hull, batteries, crew units and mast points, by name; only what is lost."""
    hurt = ship(battle, name)
    lost = {what: (getattr(hurt, f"{what}_full") or 0) - (getattr(hurt, what) or 0) for what in LOSSES}
    lost["masts"] = sum(hurt.mast_full) - sum(hurt.mast)
    return {what: count for what, count in lost.items() if count}


def broadside(
    dice: nr.Dice | None = None, shot: Shot | None = None, *more: Shot, by: str = "a", **setting: Any
) -> tuple[nr.Battle, list[nr.Event]]:
    """`a` fires before her first move: her port broadside at the hull of `b` unless told otherwise."""
    fight = battle(dice, **setting)
    shots = (shot or Shot("port", "b"), *more)
    found = play(fight, Act(ship=by, move=score(fight, by), shots=shots))
    return fight, found


def task(ship: str, what: str, about: str = "", number: int = 1) -> Command:
    """A Command Phase in which `number` units are sent to one task."""
    return Command(ship=ship, tasks=(Task(what, about),) * number)
