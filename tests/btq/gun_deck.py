"""Two ships laid at a range, a bearing and an aspect, and their fire with dice that fall as told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import attrs

import navalrules as nr
from navalrules.ruleset import HouseRule
from navalrules_btq.events import Broadside
from navalrules_btq.orders import Close, Fire, Sail, Shot
from navalrules_btq.ship import BtqShip

METRES = 1.2
RED, BLUE = "red-frigate", "blue-frigate"
WEST = nr.Wind(270.0, 3)


class Falls(nr.Dice):
    """Dice that fall as told for some purposes and from a tape for all others.

    `fire`, `high`, `share` are the throws of red at blue; what is left of them `finish` refuses.
    """

    def __init__(self, told: Mapping[str, Sequence[int]], seed: int = 1) -> None:
        self.told = {purpose: list(faces) for purpose, faces in told.items()}
        self.seed = seed
        self.rest = nr.Seeded(seed)

    def begin_step(self, step: int) -> None:
        self.rest.begin_step(step)

    def copy(self) -> Falls:
        return Falls(self.told, self.seed)

    def _faces(self, number: int, sides: int, ship: str, purpose: str) -> Sequence[int]:
        script = self.told.get(f"{ship} {purpose}")
        if script is None:
            return [self.rest.die(sides, ship, purpose).value for _ in range(number)]
        assert len(script) >= number, f"no die left for {purpose} of {ship}"
        faces, script[:number] = script[:number], []
        return faces

    def finish(self) -> None:
        """Assert that every face that was told has fallen."""
        assert not any(self.told.values()), f"dice left over: {self.told}"


def falls(
    *fire: int, high: Sequence[int] = (), share: Sequence[int] = (), theirs: Sequence[int] = ()
) -> Falls:
    """Red's dice at blue: one a battery, then whether shots go high and how many; and `theirs` at red."""
    return Falls(
        {
            f"{RED} fire at {BLUE}": fire,
            f"{RED} high at {BLUE}": high,
            f"{RED} share at {BLUE}": share,
            f"{BLUE} fire at {RED}": theirs,
        }
    )


@cache
def rules() -> nr.Ruleset:
    """The ruleset."""
    return nr.ruleset("btq")


def guns(**calibres: int) -> tuple[nr.Battery, ...]:
    """Batteries of a plan, both sides together: long_18=28, carronade_32=16, bow_long_9=2."""
    found = []
    for name, count in calibres.items():
        mount = name.split("_")[0]
        mount, rest = (mount, name[len(mount) + 1 :]) if mount in ("bow", "stern") else ("broadside", name)
        kind, _, pounder = rest.partition("_")
        found.append(nr.Battery(place="deck", count=count, pounder=float(pounder), kind=kind, mount=mount))
    return tuple(found)


def meet(
    range_: float = 300.0,
    bearing: float = 90.0,
    aspect: float = 270.0,
    *,
    red: Mapping[str, Any] | None = None,
    blue: Mapping[str, Any] | None = None,
    batteries: Sequence[nr.Battery] = (),
    blue_batteries: Sequence[nr.Battery] = (),
    crew: int = 0,
    wind: nr.Wind = WEST,
    dice: nr.Dice | None = None,
    rules_on: Mapping[str, Any] | None = None,
    house_rules: Sequence[HouseRule] | None = None,
    variant: Mapping[str, Mapping[str, Any]] | None = None,
    change: Callable[[BtqShip], object] | None = None,
    seed: int = 1,
) -> nr.Battle:
    """A duel at the fire step of its first turn, nobody having moved: red heads north, blue lies `range_` mm
    off on `bearing` from red's bow and has red on `aspect` off her own.

    `red` and `blue` are grades of the entrants (btq_quality ...), `batteries` red's guns, `change` alters
    red's record before anything happens.
    """
    plain = nr.scenario("btq-frigate-duel")
    poses = {
        RED: nr.Pose(0.0, 0.0, 0.0),
        BLUE: nr.Pose(0.0, 0.0, bearing).moved(range_ * METRES).turned(180.0 - aspect),
    }
    entrants = []
    for each in plain.entrants:
        mine = each.id == RED
        wanted = batteries if mine else blue_batteries
        plan = attrs.evolve(each.plan, batteries=tuple(wanted)) if wanted else each.plan
        if crew and mine:
            plan = attrs.evolve(plan, complement=crew, soldiers=0)
        grades = {**each.grades, **((red if mine else blue) or {})}
        entrants.append(attrs.evolve(each, plan=plan, pose=poses[each.id], grades=grades, speed=None))
    scenario = attrs.evolve(plain, entrants=tuple(entrants), wind=wind, grades={})
    layer = None
    if variant:
        layer = nr.Variant(
            "test", "btq", {}, {name: dict(rows) for name, rows in variant.items()}, "test.toml"
        )
    battle = nr.Battle.begin(
        scenario, "btq", seed, rules=rules_on, variant=layer, dice=dice, house_rules=house_rules
    )
    if change is not None:
        change(ship(battle))
    to_fire(battle)
    return battle


def ship(battle: nr.Battle, name: str = RED) -> BtqShip:
    """A ship of the battle."""
    found = battle.state.ships[name]
    assert isinstance(found, BtqShip)
    return found


def to_fire(battle: nr.Battle) -> None:
    """Go on to the next fire step, nobody moving, or on into the next turn where nobody may fire."""
    last = battle.state.turn + 1
    battle.advance()
    while not battle.over and battle.state.turn <= last and battle.requests[0].kind != "fire":
        for request in battle.requests:
            order: nr.Order = request.default
            if request.kind == "sail":
                order = Sail(ship=request.ship)
            elif request.kind == "close":
                order = Close(ship=request.ship)
            battle.submit(order)
        battle.advance()


def request(battle: nr.Battle, name: str = RED) -> nr.Request | None:
    """What she is asked for at the guns, None where she is not."""
    return next((each for each in battle.requests if each.key[:2] == ("fire", name)), None)


def shot(arc: str = "starboard", target: str = BLUE, **fields: Any) -> Shot:
    """One shot at blue, with the starboard guns unless told otherwise."""
    return Shot(arc, target, **fields)


def order(*shots: Shot, ship: str = RED) -> Fire:
    """The order to fire so."""
    return Fire(ship=ship, shots=shots)


def fire(battle: nr.Battle, *shots: Shot, theirs: Sequence[Shot] = (), last: bool = True) -> list[Broadside]:
    """Red fires `shots`, blue `theirs`, and the turn goes on to its end; what was fired in it.

    After the `last` fire of a test no die that was told may be left.
    """
    before = len(battle.log)
    for each in list(battle.requests):
        battle.submit(order(*(shots if each.ship == RED else theirs), ship=each.ship))
    battle.advance()
    if last and isinstance(battle.dice, Falls):
        battle.dice.finish()
    return [event for event in battle.log[before:] if isinstance(event, Broadside)]


def refused(battle: nr.Battle, *shots: Shot, name: str = RED) -> nr.IllegalOrder:
    """The refusal of an order to fire; fails where it is allowed."""
    try:
        battle.copy().submit(order(*shots, ship=name))
    except nr.IllegalOrder as found:
        return found
    raise AssertionError(f"{shots} may be fired")


def ruled(event: nr.Event, rule: str) -> list[nr.Ruling]:
    """The rulings of an event that one rule decided."""
    return [ruling for ruling in event.rulings if ruling.rule == rule]
