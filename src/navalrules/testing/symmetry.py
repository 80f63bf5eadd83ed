"""Promises 5 and 6: the compass has no favourite, and no more have the sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from navalrules.battle import Battle
from navalrules.codec import Codec
from navalrules.dice import Mirrored, Seeded
from navalrules.geometry import mirrored, rotated
from navalrules.testing.check import check, demand, demand_equal
from navalrules.testing.fights import again
from navalrules.testing.mirrors import OtherNames, moved_table, other_names, renamed, same, swapped_sides

if TYPE_CHECKING:
    from navalrules.testing.contract import Contract
    from navalrules.testing.fights import Fight
    from navalrules.testing.luck import Luck


@check("5_table_turned", "major")
def turned(contract: Contract, luck: Luck) -> None:
    """With the table turned, the same answers and dice give the same battle."""
    fight = contract.drawn(luck)
    degrees = _angle(contract.compass_step, luck)
    luck.tell("degrees", degrees)
    answers = fight.fought().answers
    first = again(fight.begin(), answers)
    table = fight.table()
    wind_from = round((table.wind.from_bearing + degrees) % 360, 9) % 360
    second = again(
        fight.begin(scenario=moved_table(table, lambda pose: rotated(pose, degrees), wind_from)), answers
    )
    codec = Codec(contract.rules())
    ours, theirs = ([codec.event(event) for event in each.log] for each in (first, second))
    for number, (one, other) in enumerate(zip(ours, theirs, strict=False)):
        demand(same(one, other, degrees), f"event {number} turned by {degrees} is another", one, other)
    demand_equal("number of events", len(ours), len(theirs))


def _angle(step: float, luck: Luck) -> float:
    """Any angle to a hundredth of a degree, or any multiple of the compass step."""
    if step:
        return luck.whole(1, round(360 / step) - 1, "steps of the compass") * step
    return luck.whole(1, 35999, "hundredths of a degree") / 100


@check("5_table_mirrored", "major")
def in_a_mirror(contract: Contract, luck: Luck) -> None:
    """In a mirror, with handed dice the other way, port and starboard change places."""
    fight = contract.drawn(luck, umpired=False)
    answers = fight.fought().answers
    first = again(fight.begin(), answers)
    table = fight.table()
    glass = moved_table(table, mirrored, (360 - table.wind.from_bearing) % 360)
    second = fight.begin(scenario=glass, dice=Mirrored(Seeded(fight.seed)))
    for state in (second.state, second.marks[0].state):
        state.ships.update({name: contract.handed_ship(ship) for name, ship in state.ships.items()})
    again(second, map(contract.handed_order, answers))
    demand_equal("result in the mirror", second.result, first.result)
    ours, theirs = ([(event.tag, event.turn, event.ship) for event in each.log] for each in (first, second))
    demand_equal("log in the mirror", ours, theirs)


@check("6_sides_swapped", "major")
def sides_swapped(contract: Contract, luck: Luck) -> None:
    """With the names of the sides exchanged, the same answers and dice give the same battle, exchanged."""
    fight = contract.drawn(luck, umpired=False)
    answers = fight.fought().answers
    names = other_names(fight.table())
    first = fight.begin()
    second = _renamed_battle(contract, fight, names)
    for name, ship in first.state.ships.items():
        demand_equal(f"record of {name}", second.state.ships[name], renamed(ship, names))
    again(first, answers)
    again(second, (contract.renamed_order(order, names) for order in answers))
    winner = first.result.winner
    demand_equal("winner", second.result.winner, names.get(winner, winner))
    demand_equal("turns", second.result.turns, first.result.turns)
    demand_equal("log", _log(first, contract, names), _log(second, contract, {}))


def _renamed_battle(contract: Contract, fight: Fight, names: dict[str, str]) -> Battle:
    rules = {name: renamed(value, names) for name, value in fight.rules}
    table, dice = swapped_sides(fight.table(), names), OtherNames(fight.seed, names)
    return Battle.begin(table, contract.swapped_rules(), fight.seed, rules=rules, dice=dice)


def _log(battle: Battle, contract: Contract, names: dict[str, str]) -> list[object]:
    codec = Codec(contract.rules())
    return [renamed(codec.event(event), names) for event in battle.log]
