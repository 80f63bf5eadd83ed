"""Fights as plain data, fought and fought again, and what is compared of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import attrs

from navalrules import captains, plugins
from navalrules.battle import Battle, Captain, State
from navalrules.codec import Codec
from navalrules.orders import Key, Order
from navalrules.scenario import Scenario


@attrs.frozen
class Fight:
    """All that a battle is made of: whoever has it can fight it again."""

    ruleset: str
    scenario: str
    seed: int
    captains: tuple[str, str]
    rules: tuple[tuple[str, bool | float | str], ...] = ()
    umpire: tuple[tuple[int, Order], ...] = ()
    turns: int = 0
    """Turns after which the scenario ends here; 0 is its own end."""

    def table(self) -> Scenario:
        """The scenario, perhaps cut short."""
        scenario = scenario_of(self.scenario)
        return attrs.evolve(scenario, turns=self.turns) if self.turns else scenario

    def begin(self, **given: Any) -> Battle:
        """The battle before its first answer; `given` goes to `Battle.begin` and may name a scenario."""
        scenario = given.pop("scenario", None) or self.table()
        return Battle.begin(scenario, self.ruleset, self.seed, rules=dict(self.rules), **given)

    def fought(self) -> Battle:
        """The battle from its beginning to its end; the umpire's orders come after the turns they name."""
        battle, hands = self.begin(), self.hands()
        for turn, order in self.umpire:
            battle.run(hands, max_turns=turn)
            if not battle.over:
                battle.submit(order)
        battle.run(hands)
        return battle

    def steps(self) -> Iterator[Battle]:
        """The battle before each of its steps, with all that its phase asks beforehand answered."""
        battle, hands = self.begin(), self.hands()
        while not battle.over:
            for request in battle.requests:
                thought = battle.imagine(battle.state.step, request.side)
                battle.submit(hands[request.side](thought, request))
            yield battle
            battle.play_step()

    def hands(self) -> dict[str, Captain]:
        """Who commands each side."""
        sides = [side.name for side in self.table().sides]
        return {side: self._captain(name) for side, name in zip(sides, self.captains, strict=True)}

    def _captain(self, name: str) -> Captain:
        if name == "random":
            return captains.Random(self.seed)
        return captains.make(name, plugins.ruleset(self.ruleset).captains)


@lru_cache(maxsize=64)
def scenario_of(name: str) -> Scenario:
    """A scenario, read once for all its fights."""
    return plugins.scenario(name)


def log_lines(battle: Battle) -> list[str]:
    """The log as JSON, one event a line."""
    codec = Codec(battle.ruleset)
    return [json.dumps(codec.event(event)) for event in battle.log]


def state_of(battle: Battle) -> Any:
    """The whole state as plain data."""
    return Codec(battle.ruleset).state(battle.state)


def whole(battle: Battle) -> tuple[State, list[Order], Any, list[Key]]:
    """Everything that an order refused must leave as it was, as it stands: copy what is to be kept."""
    owed = [request.key for request in battle.requests]
    return battle.state, battle.answers, battle.log, owed


def again(battle: Battle, answers: Iterable[Order]) -> Battle:
    """Give recorded answers and go on as far as they lead."""
    for order in answers:
        battle.replay_answer(order)
    battle.advance()
    return battle


def digest(fights: Iterable[Fight]) -> str:
    """One fingerprint of the logs of many fights."""
    found = hashlib.blake2b()
    for fight in fights:
        found.update("\n".join(log_lines(fight.fought())).encode())
    return found.hexdigest()


def elsewhere(fights: Iterable[Fight], files: Iterable[Path]) -> str:
    """The same in a process of its own, which takes in one-file plugins first."""
    for file in files:
        plugins.load_file(file)
    return digest(fights)
