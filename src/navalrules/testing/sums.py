"""Promises 4 and 9: nothing comes from nothing, and every battle ends."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

import attrs

from navalrules.battle import State
from navalrules.events import BattleEnded, Event
from navalrules.fleet import Ship
from navalrules.testing.changes import thing_of
from navalrules.testing.check import check, demand, demand_equal

if TYPE_CHECKING:
    from navalrules.testing.contract import Contract
    from navalrules.testing.luck import Luck

Left = Mapping[str, tuple[float, float]]


@check("4_nothing_comes_from_nothing", "critical")
def sums(contract: Contract, luck: Luck) -> None:
    """Men, guns, masts and hull change in events alone, add up, and are never below zero."""
    battle = contract.drawn(luck).fought()
    rules = contract.rules()
    state = battle.marks[0].state.copy()
    people = contract.people(state)
    for event in battle.log:
        touched = {change.ship for change in event.changes if change.ship}
        before = {name: rules.strength(state.ships[name]) for name in touched}
        for change in event.changes:
            setattr(thing_of(state, change), change.what, change.after)
        for name in sorted(touched):
            contract.check_sums(state.ships[name], before[name], event)
        if touched:
            demand_equal(f"people after {event!r}", contract.people(state), people)
    for name, ship in battle.state.ships.items():
        demand_equal(
            f"what events left of {name}", dict(rules.strength(state.ships[name])), rules.strength(ship)
        )


def check_ship(contract: Contract, ship: Ship, before: Left, event: Event) -> None:
    """Nothing below zero or above what she had, nothing more without an event that says why."""
    for name, (left, full) in contract.rules().strength(ship).items():
        demand(0 <= left <= full, f"{ship.id} has {left} of {full} {name}", event)
        gained = left > before[name][0] and not isinstance(event, contract.gains)
        demand(not gained, f"{ship.id} has {left} {name} after {before[name][0]}", event)
    for field in attrs.fields(type(ship)):
        value = getattr(ship, field.name)
        negative = isinstance(value, int) and value < 0 and field.name not in contract.signed
        demand(not negative, f"{field.name} of {ship.id} is {value}", event)


@check("9_every_battle_ends", "major", share=0.5)
def ends(contract: Contract, luck: Luck) -> None:
    """Every battle ends, by a verdict or by the turn limit, and says how."""
    battle = contract.drawn(luck).fought()
    limit = battle.scenario.turns or battle.ruleset.turn_limit
    result = battle.result
    sides = ["", *(side.name for side in battle.scenario.sides)]
    demand(battle.over and battle.requests == (), "it is not over", result)
    demand(result.turns <= limit, f"it went on after turn {limit}", result.turns)
    demand(result.why, "nothing says why it ended", result)
    demand(result.winner in sides, "the winner is no side of it", result.winner)
    demand(isinstance(battle.log[-1], BattleEnded), "its end is not the last event", battle.log[-1])


def people(contract: Contract, state: State) -> tuple[float, float]:
    """Everybody accounted for and everybody there was, over all ships."""
    pairs = [contract.muster(ship) for ship in state.ships.values()]
    return math.fsum(have for have, _ in pairs), math.fsum(full for _, full in pairs)
