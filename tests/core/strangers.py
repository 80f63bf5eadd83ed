"""The made-up rulebook of tests/contract for the tests of the core, and later versions of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import navalrules as nr
from navalrules import plugins

CONTRACT = Path(__file__).parents[1] / "contract"
sys.path.append(str(CONTRACT))

import made_up as made_up  # noqa: E402

POND = CONTRACT / "made_up_data" / "pond.toml"


class Stricter(made_up.MadeUp):
    """A later version, in which only a six rams."""

    version = "0.2"

    def __init__(self) -> None:
        super().__init__()
        self.tables = self.tables.layered({"ram": {"need": 6}})


class Laxer(made_up.MadeUp):
    """A later version, in which a three rams."""

    version = "0.3"

    def __init__(self) -> None:
        super().__init__()
        self.tables = self.tables.layered({"ram": {"need": 3}})


class Renamed(Stricter):
    """A later version still, which lifts its states."""

    version = "0.10"

    def lifted(self, state: dict[str, Any], version: str) -> dict[str, Any]:
        ships = {
            name: {**ship, "oars": ship["oars"] + (version == "0.1")} for name, ship in state["ships"].items()
        }
        return {**state, "ships": ships}


@contextmanager
def installed(ruleset: nr.Ruleset | None, *house_rules: nr.HouseRule) -> Iterator[nr.Ruleset | None]:
    """A ruleset and house rules as if plugins had brought them; afterwards they are gone."""
    registry = plugins._quick()
    before = dict(registry.rulesets), list(registry.house_rules)
    if ruleset is not None:
        registry.rulesets[ruleset.name] = ruleset
    registry.house_rules.extend(house_rules)
    try:
        yield ruleset
    finally:
        registry.rulesets, registry.house_rules = before


def boats(state: nr.State) -> list[made_up.Boat]:
    """The ships of a made-up battle, which are boats all."""
    found = [ship for ship in state.ships.values() if isinstance(ship, made_up.Boat)]
    assert len(found) == len(state.ships)
    return found


def rowed(turn: int, typed: bool = False, kind: str = "", rams: int = 0, **given: Any) -> nr.Battle:
    """A made-up battle at rest in turn `turn`, at the first question of that kind, with at least `rams` rams
    by a four or a five in its first turn."""
    for seed in range(100):
        dice = nr.Asked() if typed else None
        battle = nr.Battle.begin(nr.scenario(POND), seed=seed, dice=dice, **given)
        if _stands(battle, turn, kind) and sum(_weak(event) for event in battle.log) >= rams:
            return battle
    raise AssertionError("no such battle among a hundred")


def _weak(event: nr.Event) -> bool:
    return isinstance(event, made_up.Rammed) and event.turn == 1 and event.roll < 6


def _stands(battle: nr.Battle, turn: int, kind: str) -> bool:
    dice = nr.Seeded(battle.state.seed)
    for number in range(500):
        battle.advance()
        if battle.over or battle.state.turn > turn:
            return False
        owed = battle.requests
        if battle.state.turn == turn and (not kind or owed[0].kind == kind):
            return True
        dice.begin_step(number)
        for request in owed:
            battle.submit(request.draw(dice))
    return False
