"""Ships alongside each other in a calm, for the tests of boarding: nothing moves, guns are silent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

import navalrules as nr
from by_hand import alter as alter
from by_hand import cited as cited
from by_hand import names as names
from by_hand import of as of
from by_hand import ruling as ruling
from navalrules_btq.orders import Board, Close, Fire, Groups
from navalrules_btq.parties import Pair, Party, pair_between
from navalrules_btq.ruleset import BeatToQuarters
from navalrules_btq.ship import BtqShip

RULES = nr.ruleset("btq")
assert isinstance(RULES, BeatToQuarters)
FRIGATE = RULES.library["frigate-38"]
METRES = RULES.metres
BRITISH = "great_britain_royal_navy_1775_1815"
FRENCH = "france_imperial_navy_1803_1815"
SPANISH = "spain_navy_1803_1815"
AMERICAN = "us_navy_1812_15"
EXPANDED = {"expanded_boarding": True}
OFFICERS = {"expanded_boarding": True, "officer_casualties": True}
CALM = (270.0, 0)


def one(
    ship: str, side: str, at: tuple[float, float, float], nation: str = BRITISH, **told: Any
) -> nr.Entrant:
    """A 38-gun frigate of 200 men, or as told (fields of the plan, grades btq_...), at mm and a heading."""
    grades: dict[str, Any] = {"btq_crew": 200, "btq_nationality": nation, "btq_soldiers": 0}
    grades |= {key: told.pop(key) for key in list(told) if key.startswith("btq_")}
    x, y, heading = at
    return nr.Entrant(
        id=ship,
        plan=attrs.evolve(FRIGATE, id=ship, name=ship.title(), **told),
        side=side,
        pose=nr.Pose(x * METRES, y * METRES, heading),
        grades=grades,
    )


TWO = (
    one("alert", "British", (0, 0, 0)),
    one("belle", "French", (15, 0, 0), FRENCH),
)
"""Alert (British, 200 men) and Belle (French Imperial, 200 men), 15 mm apart, heads both north."""


def lying(
    *entrants: nr.Entrant,
    dice: nr.Dice | None = None,
    wind: tuple[float, int] = CALM,
    rules: Mapping[str, Any] | None = None,
    variant: nr.Variant | None = None,
    house_rules: Sequence[nr.HouseRule] = (),
) -> nr.Battle:
    """A battle at its first request; no house rules but those told, and a calm unless told."""
    entrants = entrants or TWO
    sides = dict.fromkeys(entrant.side for entrant in entrants)
    scenario = nr.Scenario(
        id="alongside",
        title="Alongside",
        wind=nr.Wind(*wind),
        sides=tuple(nr.Side(side) for side in sides),
        entrants=entrants,
        ruleset="btq",
    )
    battle = nr.Battle.begin(
        scenario,
        RULES,
        1,
        rules={"enhanced_fire": False, **(rules or {})},
        dice=dice or thrown(),
        variant=variant,
        house_rules=house_rules,
    )
    battle.advance()
    return battle


def thrown(**by_purpose: Sequence[int]) -> nr.Scripted:
    """Dice that fall as told for each purpose (`free` for "cut free" is `cut_free`), and none besides."""
    return nr.Scripted(**{"nothing else": (), **by_purpose})


def ship(battle: nr.Battle, name: str) -> BtqShip:
    found = battle.state.ships[name]
    assert isinstance(found, BtqShip)
    return found


def request(battle: nr.Battle, kind: str, name: str) -> Any:
    """What a ship is asked of that kind, going on to where it is asked with defaults."""
    to(battle, kind)
    return next(each for each in battle.requests if each.kind == kind and each.ship == name)


def to(battle: nr.Battle, kind: str) -> nr.Battle:
    """Go on with defaults to where orders of that kind are asked for; fails where none are."""
    for _ in range(12):
        battle.advance()
        if battle.over or kind in [each.kind for each in battle.requests]:
            break
        for each in battle.requests:
            battle.submit(quiet(each))
    assert kind in [each.kind for each in battle.requests]
    return battle


def play(battle: nr.Battle, turns: int = 1, *orders: nr.Order) -> list[nr.Event]:
    """Play whole turns, giving each of `orders` where it is asked for the first time; all of them must be.

    The events since come back.
    """
    left, before, last = list(orders), len(battle.events), battle.state.turn + turns
    while not battle.over and battle.state.turn < last:
        for each in battle.requests:
            told = next((order for order in left if order.key == each.key), None)
            if told is not None:
                left.remove(told)
            battle.submit(told or quiet(each))
        battle.advance()
    assert not left, f"nobody asked for {left}"
    return battle.events[before:]


def quiet(asked: nr.Request) -> nr.Order:
    """The default, but for guns: they are silent."""
    return Fire(ship=asked.ship) if asked.kind == Fire.kind else asked.default


def grapple(ship: str, other: str) -> Close:
    return Close(ship=ship, grapple=other)


def board(ship: str, other: str, **more: Any) -> Board:
    return Board(ship=ship, action="board", target=other, **more)


def counter(ship: str, other: str, **more: Any) -> Board:
    return Board(ship=ship, action="counter", target=other, **more)


def groups(ship: str, other: str, *men: int, **more: Any) -> Board:
    return Board(ship=ship, groups=(Groups(other, *men),), **more)


def pair(battle: nr.Battle, first: str = "alert", second: str = "belle") -> Pair:
    found = pair_between(battle, first, second)
    assert found is not None
    return found


def party(battle: nr.Battle, name: str, other: str) -> Party:
    return pair(battle, name, other).party(name)


def hold(battle: nr.Battle, attacker: Party, defender: Party, since: int = 0) -> nr.Battle:
    """Make two ships fast to each other by hand, long enough to board unless told."""
    battle.state.table.pairs = (*battle.state.table.pairs, Pair(attacker, defender, since))
    battle._pending = None
    return battle


def whole_crews(battle: nr.Battle, since: int = 0) -> nr.Battle:
    """Alert has grappled Belle."""
    return hold(battle, Party("alert"), Party("belle"), since)


def muster(battle: nr.Battle) -> int:
    """Everybody there is: aboard, dead, prisoners, on the way to a prize."""
    everybody = [ship(battle, name) for name in battle.state.ships]
    return sum([each.crew + each.lost + each.prisoners + each.prize_men for each in everybody])
