"""The contract: what a ruleset says of itself, and its checks as tests for pytest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, ClassVar

import attrs

from navalrules import plugins
from navalrules.battle import Battle
from navalrules.errors import NavalrulesError
from navalrules.events import Event, Repaired
from navalrules.fleet import Ship
from navalrules.library import scenario_names
from navalrules.orders import Order, Reroll, SwitchRule
from navalrules.ruleset import Ruleset
from navalrules.testing import mirrors, ordering, sums
from navalrules.testing.at_the_table import MOST_ACTS
from navalrules.testing.check import Check, Lacking
from navalrules.testing.checks import CHECKS
from navalrules.testing.fights import Fight, scenario_of
from navalrules.testing.luck import Luck


class Contract:
    """Name a ruleset, and pytest does the rest:

    class TestMine(navalrules.testing.Contract):
        ruleset = "mine"

    All else has defaults, which a ruleset overrides where it differs: class attributes say what is fought and
    what is allowed, methods how a mirror shows its ships. A ruleset that needs any of it hands its class over
    in `Ruleset.contract`, so that the command line finds it too.
    """

    ruleset: ClassVar[str]
    scenarios: ClassVar[Sequence[str]] = ()
    """The scenarios that are fought; unless given all that name the ruleset."""
    compass_step: ClassVar[float] = 0.0
    """Degrees of the smallest turn of the table; 0 where headings are free."""
    gains: ClassVar[tuple[type[Event], ...]] = (Repaired,)
    """Events that may give something back."""
    signed: ClassVar[frozenset[str]] = frozenset()
    """Whole-numbered fields of a ship that may be negative."""
    volunteers: ClassVar[tuple[type[Order], ...]] = ()
    """Orders with no field of their own that a ship may give unasked."""
    makers: ClassVar[tuple[str, ...]] = ("seeded", "typed", "tape")
    """Who throws and measures at the table: seeded dice, typed ones, or a tape instead of the plane."""
    table_acts: ClassVar[int] = MOST_ACTS
    """How many things happen at the table at most."""
    played_elsewhere: ClassVar[Mapping[str, str]] = {}
    """Rules that the seeded battles need not reach: ID to "file::test" of the test that plays them."""
    home: ClassVar[Path | None] = None
    """The folder that those files are found from; None where they are not at hand."""
    seeds_each: ClassVar[int] = 14
    """Battles of the fixed sample for each scenario."""
    cut_short: ClassVar[Mapping[str, int]] = {}
    """Scenarios too long to be fought to their end hundreds of times: name to the turns that are fought.

    The sample, of which the citations are counted, is fought entire all the same."""
    lacks: ClassVar[Mapping[str, str]] = {}
    """Checks that cannot be made of this ruleset: id to the capability that it has not."""
    expected: ClassVar[Mapping[str, str]] = {}
    """Checks that are known to fail: id to the reason. One that does not fail is a failure."""
    plugin_files: ClassVar[tuple[Path, ...]] = ()
    """One-file plugins that another process must take in before it knows the ruleset."""

    # ------------------------------------------------------------ hooks

    def handed_ship(self, ship: Ship) -> Ship:
        """A ship's record as a mirror shows it; her pose is mirrored by the scenario."""
        return attrs.evolve(mirrors.handed(ship), pose=ship.pose)

    def handed_order(self, order: Order) -> Order:
        """An order as a mirror shows it."""
        return mirrors.handed(order)

    def renamed_order(self, order: Order, names: Mapping[str, str]) -> Order:
        """An order with the names of the sides exchanged."""
        return mirrors.renamed(order, names)

    def swapped_rules(self) -> Ruleset:
        """The ruleset as it were if its text gave to each side what it gives to the other.

        The ruleset itself, unless rules name a side (who moves first, who carries marines).
        """
        return self.rules()

    def muster(self, ship: Ship) -> tuple[float, float]:
        """People accounted for (aboard, lost, in the water) and people she began with.

        (0, 0) for a ruleset whose `strength` counts no crew.
        """
        left, full = self.rules().strength(ship).get("crew", (0, 0))
        return left + getattr(ship, "lost", 0) + getattr(ship, "in_water", 0), full

    def wrong(self, battle: Battle, answers: list[Order], seed: int) -> Iterator[Any]:
        """Orders that must be refused where `battle` stands; `answers` are all that lead to its end."""
        return ordering.wrong_orders(self, battle, answers, seed)

    def allowed(self, battle: Battle, order: Order) -> bool:
        """Whether an order that was spoiled happens to be legal; if so, `battle` has taken it."""
        return ordering.legal_after_all(battle, order)

    def check_sums(self, ship: Ship, before: sums.Left, event: Event) -> None:
        """Raise Broken where a ship has something below zero, too much, or more than before for no reason."""
        sums.check_ship(self, ship, before, event)

    def people(self, state: Any) -> tuple[float, float]:
        """Everybody accounted for and everybody there was, over all ships."""
        return sums.people(self, state)

    # ------------------------------------------------------------ what is fought

    def rules(self) -> Ruleset:
        """The ruleset itself."""
        return plugins.ruleset(self.ruleset)

    def fought_over(self) -> Sequence[str]:
        """The scenarios; raises NavalrulesError where there are none."""
        found = self.scenarios or _own_scenarios(self.ruleset)
        if not found:
            raise NavalrulesError(f"no scenario is fought under {self.ruleset}: the contract needs one")
        return found

    def choices(self) -> dict[str, tuple[bool | float | str, ...]]:
        """Every switch and its values."""
        return self._choices

    @cached_property
    def _choices(self) -> dict[str, tuple[bool | float | str, ...]]:
        return self.draft().setup.choices

    def draft(self) -> Battle:
        """Any battle, before its first answer."""
        return Battle.begin(scenario_of(self.fought_over()[0]), self.ruleset)

    def captains(self) -> list[str]:
        """Every captain there is, by name."""
        return sorted({*self.rules().captains, "random", "default"})

    def drawn(self, luck: Luck, umpired: bool = True) -> Fight:
        """Any fight at all, perhaps with an umpire who interferes."""
        names, choices = self.captains(), sorted(self.choices().items())
        switches = [
            (name, luck.one_of(values, name)) for name, values in luck.some(choices, len(choices), "switch")
        ]
        umpire = [self._interference(luck, choices) for _ in range(luck.whole(0, 2, "umpire") * umpired)]
        fight = Fight(
            self.ruleset,
            luck.one_of(self.fought_over(), "scenario"),
            luck.seed(),
            (luck.one_of(names, "captain"), luck.one_of(names, "captain")),
            tuple(switches),
            tuple(sorted(umpire, key=lambda told: told[0])),
        )
        luck.tell("fight", shortened := self.shortened(fight))
        return shortened

    def _interference(self, luck: Luck, choices: list[tuple[str, Any]]) -> tuple[int, Order]:
        turn = luck.whole(1, 6, "turn")
        if not choices or luck.yes("reroll"):
            return turn, Reroll(seed=luck.seed("reroll"))
        name, values = luck.one_of(choices, "switch")
        return turn, SwitchRule(name=name, value=luck.one_of(values, name))

    def shortened(self, fight: Fight) -> Fight:
        """The fight, cut short if its scenario is."""
        return attrs.evolve(fight, turns=self.cut_short.get(fight.scenario, 0))

    def sample(self) -> list[Fight]:
        """A few dozen fixed fights: every scenario, every captain, every switch."""
        captains, usual = self.captains(), self.draft().switches
        rules: list[tuple[Any, ...]] = [()]
        rules += [
            ((name, value),)
            for name, values in self.choices().items()
            for value in values
            if value != usual[name]
        ]
        return [
            Fight(
                self.ruleset,
                scenario,
                1860 + number,
                (captains[number % len(captains)], captains[number // len(captains) % len(captains)]),
                rules[number % len(rules)],
            )
            for scenario in self.fought_over()
            for number in range(self.seeds_each)
        ]

    def at_rest(self, luck: Luck, fight: Fight) -> tuple[Battle, Sequence[Order]]:
        """The battle as far as some cut of its answers, and the answers after the cut."""
        answers = fight.fought().answers
        cut = luck.whole(0, len(answers), "answers")
        battle = fight.begin()
        for order in answers[:cut]:
            battle.replay_answer(order)
        if luck.yes("advanced"):
            battle.advance()
        return battle, answers[cut:]

    # ------------------------------------------------------------ its checks

    @classmethod
    def checks(cls) -> list[Check]:
        """All that is promised of a ruleset written for its version of the API."""
        return [each for each in CHECKS if each.since <= plugins.ruleset(cls.ruleset).api]

    def play(self, check: Check, luck: Luck) -> None:
        """One case of a check.

        Raises Broken (or whatever went wrong) where the promise is not kept, Lacking where it cannot be made.
        """
        if check.id in self.lacks:
            raise Lacking(self.lacks[check.id])
        check.play(self, luck)

    def test_0_every_check_that_is_promised_is_made(self) -> None:
        """No check is missing from the class, and none has been put out of action."""
        for each in self.checks():
            mine = getattr(type(self), f"test_{each.id}", None)
            assert mine is getattr(Contract, f"test_{each.id}"), f"check {each.id} is not made"


def _test(check: Check) -> Callable[[Contract], None]:
    def test(self: Contract) -> None:
        from navalrules.testing.pytests import made

        made(self, check)

    test.__name__ = f"test_{check.id}"
    test.__qualname__ = f"Contract.{test.__name__}"
    test.__doc__ = check.title
    return test


for _check in CHECKS:
    setattr(Contract, f"test_{_check.id}", _test(_check))


def contract_of(ruleset: str) -> type[Contract]:
    """The contract of a ruleset: the class that it hands over, or one that knows nothing but its name.

    `TestMine = contract_of("mine")` in a test file runs all of it. Raises UnknownName or PluginError.
    """
    own = plugins.ruleset(ruleset).contract() or Contract
    # A ruleset made from another inherits what that one says of itself, and is tested under its own name.
    return own if getattr(own, "ruleset", "") == ruleset else type("Contract", (own,), {"ruleset": ruleset})


@cache
def _own_scenarios(ruleset: str) -> tuple[str, ...]:
    names = sorted({*scenario_names(), *plugins.load().scenarios})
    return tuple(name for name in names if plugins.scenario(name).ruleset == ruleset)
