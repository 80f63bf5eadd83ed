"""Wrong rulesets, each wrong in one way that one check of the contract must catch and no other does."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import attrs
from made_up import HERE, Boat, MadeUp, Rammed, Ramming, Row, Rowing, break_part, rams

import navalrules as nr
from navalrules import plugins
from navalrules.testing import Contract
from navalrules.testing.fights import digest

TOP = Path(__file__).parents[2]
POND = str(HERE / "pond.toml")
CHOSEN = "NAVALRULES_MUTANT"
"""The variable that tells another process which mutant it is."""
SAMPLE = 5000
"""Seeds of the fixed sample are below this, those of drawn fights seldom."""


class Mutant(Contract):
    """The made-up ruleset's contract with something wrong: `rules_made` makes the wrong ruleset."""

    ruleset = "made_up"
    scenarios = (POND,)
    makers = ("seeded", "typed")
    cut_short: ClassVar[dict[str, int]] = {POND: 8}
    table_acts = 10
    seeds_each = 8
    home = TOP
    plugin_files = (Path(__file__),)
    caught_by: ClassVar[str]
    rules_made: ClassVar[type[MadeUp]] = MadeUp


# ---------------------------------------------------------------- 1


_MET: set[tuple[Any, ...]] = set()


def moody(battle: nr.Battle, request: nr.Request) -> nr.Order:
    """Does one thing, and another when he meets the same battle again."""
    options = request.options() or [request.default]
    met = (battle.state.seed, battle.state.turn, battle.switches.get("soft_prow"), request.key)
    if battle.state.seed < SAMPLE or met not in _MET:
        _MET.add(met)
        return options[0]
    return options[-1]


class ACaptainRemembers(Mutant):
    caught_by = "1_same_answers_and_seed_same_log"

    class rules_made(MadeUp):
        captains = {"keen": lambda: moody}

    def captains(self) -> list[str]:
        return ["keen"]


class HashesAreShown(Mutant):
    caught_by = "1_same_log_in_another_process"

    class rules_made(MadeUp):
        def phases(self) -> tuple[nr.Phase, ...]:
            class Hashed(Ramming):
                def run(self, battle: nr.Battle) -> None:
                    battle.emit(nr.StatusChanged, ship="", what=f"hash {hash('oars')}")
                    super().run(battle)

            return (Rowing(), Hashed())


# ---------------------------------------------------------------- 2


class SomethingIsKeptBesideTheState(Mutant):
    caught_by = "2_anything_at_the_table_in_any_order"

    class rules_made(MadeUp):
        def phases(self) -> tuple[nr.Phase, ...]:
            class Counted(Ramming):
                def run(self, battle: nr.Battle) -> None:
                    super().run(battle)
                    rounds = battle.__dict__.get("rounds", 0) + 1
                    battle.__dict__["rounds"] = rounds
                    battle.emit(nr.StatusChanged, ship="", what=f"round {rounds}")

            return (Rowing(), Counted())


class NumberedChoice(nr.Choice):
    """Every request has a number of its own."""

    __slots__ = ("number",)
    made: ClassVar[list[int]] = []

    def describe(self) -> dict[str, Any]:
        self.made.append(0)
        return {**super().describe(), "number": len(self.made)}


class ARequestIsAnotherOneAfterLoading(Mutant):
    caught_by = "2_saved_and_loaded_at_any_answer"

    class rules_made(MadeUp):
        def phases(self) -> tuple[nr.Phase, ...]:
            return (rowing(NumberedChoice), Ramming())


def rowing(choice: type[nr.Choice]) -> nr.Phase:
    """Rowing, asked for by a request of another kind."""

    class Asked(Rowing):
        def requests(self, battle: nr.Battle) -> Sequence[nr.Request]:
            asked = super().requests(battle)
            return [choice(each.side, each.options() or (), "MUP-ROW-01") for each in asked]

    return Asked()


# ---------------------------------------------------------------- 3


class GenerousChoice(nr.Choice):
    """Lists one option more than it takes, among those that nobody picks."""

    __slots__ = ()

    def options(self) -> Sequence[nr.Order]:
        usual = super().options()
        return [usual[0], Row(ship=self.ship, strokes=9), *usual[1:]]


class AnOptionIsRefused(Mutant):
    caught_by = "3_every_option_and_every_draw_is_accepted"

    class rules_made(MadeUp):
        def phases(self) -> tuple[nr.Phase, ...]:
            return (rowing(GenerousChoice), Ramming())


class LaxChoice(nr.Choice):
    """Takes a stroke astern, which it does not offer."""

    __slots__ = ()

    def refusal(self, order: nr.Order) -> nr.IllegalOrder | None:
        if isinstance(order, Row) and order.strokes == -1:
            return None
        return super().refusal(order)


class WhatIsNotOfferedIsTaken(Mutant):
    caught_by = "3_every_other_order_is_refused_and_changes_nothing"

    class rules_made(MadeUp):
        def phases(self) -> tuple[nr.Phase, ...]:
            return (rowing(LaxChoice), Ramming())


# ---------------------------------------------------------------- 4 to 9: ramming gone wrong


Hit = Callable[[nr.Battle, Boat, Boat, nr.Roll], bool]


def usual(battle: nr.Battle, ship: Boat, other: Boat, roll: nr.Roll) -> bool:
    """Whether she rams, as the rule is."""
    return bool(battle.bound[rams](battle.tables["ram"].whole("need"), roll.value))


def ramming(hits: Hit = usual, hurt: Callable[..., None] = break_part) -> nr.Phase:
    """Ramming, by another rule or with other harm."""

    class Wrong(Ramming):
        def run(self, battle: nr.Battle) -> None:
            boats = [ship for ship in battle.state.ships.values() if isinstance(ship, Boat)]
            for ship, other in zip(boats, reversed(boats), strict=True):
                roll = battle.dice.die(6, ship.id, "ram")
                if not (ship.fighting and other.fighting and hits(battle, ship, other, roll)):
                    continue
                parts = [nr.Chosen(ship=ship.id, about="ram", option=part) for part in ("oars", "crew")]
                chosen = battle.ask(nr.Choice(ship.side, parts, "MUP-RAM-01"))
                hurt(battle, ship, other, getattr(chosen, "option", "oars"), roll)

    return Wrong()


def men_vanish(battle: nr.Battle, ship: nr.Ship, other: Boat, part: str, roll: nr.Roll) -> None:
    """Crew that is hurt is neither aboard nor among the lost."""
    break_part(battle, ship, other, part, roll)
    if part == "crew" and isinstance(event := battle.events[-1], Rammed):
        other.lost -= 1
        kept = tuple(change for change in event.changes if change.what != "lost")
        battle.events[-1] = attrs.evolve(event, changes=kept)


class MenVanish(Mutant):
    caught_by = "4_nothing_comes_from_nothing"

    class rules_made(MadeUp):
        def phases(self) -> tuple[nr.Phase, ...]:
            return (Rowing(), ramming(hurt=men_vanish))


def northward(battle: nr.Battle, ship: Boat, other: Boat, roll: nr.Roll) -> bool:
    """A boat that heads north rams better."""
    north = ship.pose is not None and math.cos(math.radians(ship.pose.heading)) > 0.5
    return bool(roll.value >= (2 if north else 4))


class TheNorthIsFavoured(Mutant):
    caught_by = "5_table_turned"

    class rules_made(MadeUp):
        def phases(self) -> tuple[nr.Phase, ...]:
            return (Rowing(), ramming(northward))


def from_port(battle: nr.Battle, ship: Boat, other: Boat, roll: nr.Roll) -> bool:
    """A boat rams better to port."""
    return bool(roll.value >= (2 if battle.sight(ship, other).bearing > 180 else 5))


class PortIsFavoured(Mutant):
    caught_by = "5_table_mirrored"

    class rules_made(MadeUp):
        def phases(self) -> tuple[nr.Phase, ...]:
            return (Rowing(), ramming(from_port))


def for_red(battle: nr.Battle, ship: Boat, other: Boat, roll: nr.Roll) -> bool:
    """Red rams better."""
    return bool(roll.value >= (2 if ship.side == "Red" else 5))


class RedIsFavoured(Mutant):
    caught_by = "6_sides_swapped"

    class rules_made(MadeUp):
        def phases(self) -> tuple[nr.Phase, ...]:
            return (Rowing(), ramming(for_red))


@attrs.frozen(kw_only=True)
class Listed(nr.StatusChanged):
    """Says what it says in a list, which is a tuple when it comes back."""

    tag: ClassVar[str] = "listed"
    turns: tuple[int, ...]


class AnEventComesBackAnother(Mutant):
    caught_by = "7_events_orders_and_states_to_json_and_back"

    class rules_made(MadeUp):
        event_types = (Rammed, Listed)

        def phases(self) -> tuple[nr.Phase, ...]:
            class Listing(Rowing):
                def run(self, battle: nr.Battle) -> None:
                    super().run(battle)
                    turns: Any = [battle.state.turn]
                    battle.emit(Listed, what="turns", turns=turns)

            return (Listing(), Ramming())


def meddling(battle: nr.Battle, request: nr.Request) -> nr.Order:
    """Leaves a mark in what all copies of a battle share."""
    battle.lore["asked"] += 1
    return request.default


class ACaptainMeddles(Mutant):
    caught_by = "7_scenario_and_answers_give_log_and_state_again"

    class rules_made(MadeUp):
        captains = {"keen": lambda: meddling}

        def prepare(self, tables: nr.Tables) -> Any:
            return {"asked": 0}

        def phases(self) -> tuple[nr.Phase, ...]:
            class Told(Rowing):
                def run(self, battle: nr.Battle) -> None:
                    super().run(battle)
                    battle.emit(nr.StatusChanged, what=f"asked {battle.lore['asked']} times")

            return (Told(), Ramming())

    def captains(self) -> list[str]:
        return ["keen"]


class NobodyNamesAChange(Mutant):
    caught_by = "7_every_difference_is_named_by_an_event"

    class rules_made(MadeUp):
        def phases(self) -> tuple[nr.Phase, ...]:
            class Drifting(Rowing):
                def run(self, battle: nr.Battle) -> None:
                    super().run(battle)
                    for ship in battle.state.ships.values():
                        ship.name += "!"

            return (Drifting(), Ramming())


def by_the_faces(battle: nr.Battle, ship: Boat, other: Boat, roll: nr.Roll) -> bool:
    """Looks at the faces on the table; dice that are weighed show none."""
    return any(face >= 4 for face in roll.faces)


class TheOddsAreOthers(Mutant):
    caught_by = "8_odds_add_up_and_agree_with_play"

    class rules_made(MadeUp):
        def phases(self) -> tuple[nr.Phase, ...]:
            return (Rowing(), ramming(by_the_faces))


class ASideWinsThatIsNone(Mutant):
    caught_by = "9_every_battle_ends"

    class rules_made(MadeUp):
        def verdict(self, battle: nr.Battle) -> nr.Verdict | None:
            verdict = super().verdict(battle)
            return verdict and nr.Verdict("Green", verdict.why)


# ---------------------------------------------------------------- 10: rulebook and tables


def row(kind: str) -> nr.Rule:
    """A row of the rulebook that nothing goes back to."""
    return nr.Rule("MUP-RAM-09", "More", "There is more to it.", "ours", "stated", kind)


class MoreRules(MadeUp):
    """The rulebook with a row of another kind."""

    kind = "ruling"

    def __init__(self) -> None:
        super().__init__()
        rules = [self.rulebook[rule] for rule in self.rulebook]
        rules.append(row(self.kind))
        self.rulebook = nr.Rulebook(self.rulebook.name, {rule.id: rule for rule in rules})


class NobodyPlaysARule(Mutant):
    caught_by = "10_play_cites_every_ruling_and_procedure_and_nothing_else"
    rules_made = MoreRules


class AnEventCitesNoRule(Mutant):
    caught_by = "10_play_cites_every_ruling_and_procedure_and_nothing_else"

    class rules_made(MadeUp):
        def phases(self) -> tuple[nr.Phase, ...]:
            class Misnamed(Rowing):
                rules = ("MUP-ROW-01", "MUP-ROW-02")

            return (Misnamed(), Ramming())


class ARuleIsPlayedNowhere(Mutant):
    caught_by = "10_what_is_played_elsewhere_has_its_test"
    played_elsewhere: ClassVar[dict[str, str]] = {"MUP-RAM-01": "tests/contract/mutants.py::test_of_ramming"}


class ANumberStandsNowhere(Mutant):
    caught_by = "10_every_number_stands_in_a_table"

    class rules_made(MoreRules):
        kind = "number"


class ATableCitesNoRule(Mutant):
    caught_by = "10_every_number_stands_in_a_table"

    class rules_made(MadeUp):
        def __init__(self) -> None:
            super().__init__()
            table = self.tables["ram"]
            more = attrs.evolve(table.entries["need"], key="more", rule="MUP-RAM-09")
            self.tables = nr.Tables([attrs.evolve(table, entries={**table.entries, "more": more})])


MUTANTS: tuple[type[Mutant], ...] = tuple(Mutant.__subclasses__())


@contextmanager
def installed(ruleset: nr.Ruleset) -> Iterator[None]:
    """A ruleset as if a plugin had brought it; afterwards it is gone."""
    rulesets = plugins._quick().rulesets
    before = dict(rulesets)
    rulesets[ruleset.name] = ruleset
    yield
    rulesets.clear()
    rulesets |= before


def digests() -> dict[str, str]:
    """A fingerprint of some battles of every mutant; a captain of its own has no part in it."""
    found = {}
    for mutant in MUTANTS:
        with installed(mutant.rules_made()):
            contract = mutant()
            found[mutant.__name__] = digest(map(contract.shortened, contract.sample()[::5]))
    return found


class Plugin:
    """The mutant that the environment names, for another process."""

    @nr.hookimpl
    def navalrules_rulesets(self) -> list[nr.Ruleset]:
        return [mutant.rules_made() for mutant in MUTANTS if mutant.__name__ == os.environ.get(CHOSEN)]


plugin = Plugin()
