"""A table where everything happens in any order: the stateful machine that every ruleset has to pass.

class MineAtTheTable(Referee):
    ruleset = "mine"
    scenarios = ("my-first-fight",)

TestMineAtTheTable = table(MineAtTheTable)
"""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import attrs
import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from promises import SEEDS, spoiled, state_of

import navalrules as nr

PLACES = st.integers(0, 10**6)


class Referee(RuleBasedStateMachine):
    """Legal and illegal orders, saves, loads, copies, look-aheads, undoes and replays in any order.

    Beside the battle stands what it must be able to go back to: the state and log that each answer leads to.
    """

    ruleset: ClassVar[str]
    scenarios: ClassVar[tuple[str, ...]]
    volunteers: ClassVar[tuple[type[nr.Order], ...]] = ()
    """Orders with no field of their own that a ship may give unasked."""
    makers: ClassVar[tuple[str, ...]] = ("seeded", "typed", "tape")
    """What the dice and the measures are: typed dice are answers, and so is what a tape reads."""

    def __init__(self) -> None:
        super().__init__()
        self.battle: Any = None
        self.after: list[tuple[nr.State, tuple[nr.Event, ...]]] = []
        self.folder = tempfile.TemporaryDirectory()

    def teardown(self) -> None:
        self.folder.cleanup()

    # ------------------------------------------------------------ the beginning

    @initialize(data=st.data(), seed=SEEDS)
    def begin(self, data: st.DataObject, seed: int) -> None:
        maker = data.draw(st.sampled_from(self.makers), label="maker")
        choices = nr.Battle.begin(nr.scenario(self.scenarios[0]), self.ruleset, record=False).setup.choices
        rules = {
            name: data.draw(st.sampled_from(values), label=name)
            for name, values in sorted(choices.items())
            if data.draw(st.booleans(), label=f"set {name}")
        }
        self.battle = nr.Battle.begin(
            nr.scenario(data.draw(st.sampled_from(self.scenarios), label="scenario")),
            self.ruleset,
            seed,
            rules=rules,
            dice=nr.Asked() if maker == "typed" else None,
            measure=nr.Tape() if maker == "tape" else None,
        )
        self.after = [self.settled()]
        self.answer_all(seed, data.draw(st.integers(0, 30), label="rounds"))

    def here(self) -> tuple[nr.State, tuple[nr.Event, ...]]:
        return self.battle.state.copy(), self.battle.log

    def everything(self) -> tuple[Any, ...]:
        battle = self.battle
        owed = [request.key for request in battle.requests]
        return (*self.here(), list(battle.answers), dict(battle.early), owed, len(battle.marks))

    def settled(self) -> tuple[nr.State, tuple[nr.Event, ...]]:
        """Where the battle comes to with the answers that it has."""
        twin = self.battle.copy()
        twin.advance()
        return twin.state, twin.log

    def given(self, order: nr.Order) -> None:
        self.battle.submit(order)
        self.after.append(self.settled())

    # ------------------------------------------------------------ legal orders

    @rule()
    def go_on(self) -> None:
        self.battle.advance()

    @rule(place=PLACES, seed=SEEDS)
    def answer(self, place: int, seed: int) -> None:
        """One owed answer, in any order, drawn from all that are legal."""
        self.battle.advance()
        owed = self.battle.requests
        if owed:
            self.given(owed[place % len(owed)].draw(nr.Seeded(seed)))

    @rule(place=PLACES, option=PLACES)
    def choose(self, place: int, option: int) -> None:
        """One of the options that a request lists."""
        listed = [request for request in self.battle.requests if request.options()]
        if listed:
            options = listed[place % len(listed)].options()
            self.given(options[option % len(options)])

    @rule(seed=SEEDS, rounds=st.integers(1, 12))
    def answer_all(self, seed: int, rounds: int) -> None:
        """Everything that is owed, some rounds long."""
        dice = nr.Seeded(seed)
        for number in range(rounds):
            self.battle.advance()
            dice.begin_step(number)
            for request in self.battle.requests:
                self.given(request.draw(dice))

    @rule(place=PLACES, value=PLACES)
    def switch(self, place: int, value: int) -> None:
        """The umpire switches a house rule."""
        choices = sorted(self.battle.setup.choices.items())
        if choices and not self.battle.over:
            name, values = choices[place % len(choices)]
            self.given(nr.SwitchRule(name=name, value=values[value % len(values)]))

    @rule(seed=SEEDS)
    def reroll(self, seed: int) -> None:
        """The umpire has the dice thrown afresh."""
        if isinstance(self.battle.dice, nr.Seeded) and not self.battle.over:
            self.given(nr.Reroll(seed=seed))

    @precondition(lambda self: self.volunteers)
    @rule(place=PLACES, kind=PLACES)
    def volunteer(self, place: int, kind: int) -> None:
        ships = [ship for ship in self.battle.state.ships.values() if ship.fighting]
        if ships and not self.battle.over:
            self.given(self.volunteers[kind % len(self.volunteers)](ship=ships[place % len(ships)].id))

    # ------------------------------------------------------------ illegal orders

    def refused(self, order: Any) -> None:
        before = self.everything()
        with pytest.raises(nr.IllegalOrder) as refusal:
            self.battle.submit(order)
        assert refusal.value.reason
        assert self.everything() == before

    @rule(place=PLACES)
    def give_again(self, place: int) -> None:
        """An order of long ago is not taken unless it is asked for again."""
        answers, owed = self.battle.answers, {request.key for request in self.battle.requests}
        if answers:
            order = answers[place % len(answers)]
            unasked = (nr.SwitchRule, nr.Reroll, *self.volunteers)
            if order.key not in owed and not isinstance(order, unasked):
                self.refused(order)

    @rule(place=PLACES, seed=SEEDS)
    def give_nonsense(self, place: int, seed: int) -> None:
        """Orders by the wrong side, for the wrong ship, of no kind, and with nonsense in their fields."""
        self.refused("full speed ahead")
        self.refused(nr.SwitchRule(name="no_such_rule", value=True))
        self.refused(nr.Die(ship="nobody", about="anything", face=1))
        owed = self.battle.requests
        if not owed:
            return
        request = owed[place % len(owed)]
        order = request.draw(nr.Seeded(seed))
        for wrong in ({"side": "pirates"}, {"ship": "flying-dutchman"}, {"about": "the weather"}):
            self.refused(attrs.evolve(order, **wrong))
        nonsense = list(spoiled(order))
        if nonsense:
            each = nonsense[seed % len(nonsense)]
            try:
                self.battle.copy().submit(each)  # nonsense may happen to be legal
            except nr.IllegalOrder:
                self.refused(each)

    # ------------------------------------------------------------ going back

    @rule(place=PLACES)
    def undo_and_give_again(self, place: int) -> None:
        """Back to any answer; the same answers meet the same dice and lead to the same state and log."""
        battle, answers = self.battle, list(self.battle.answers)
        back, early = place % (len(answers) + 1), dict(self.battle.early)
        battle.advance()
        end = state_of(battle), battle.log
        battle.undo(back)
        kept = len(answers) - back
        assert battle.answers == answers[:kept]
        assert self.settled() == self.after[kept]
        for number, order in enumerate(answers[kept:], kept):
            battle.replay_answer(order, early=early.get(number))
        battle.advance()
        assert (state_of(battle), battle.log) == end

    @rule(place=PLACES)
    def undo(self, place: int) -> None:
        """Back to any answer, to go on from there in another way."""
        back = place % (min(len(self.battle.answers), 40) + 1)
        self.battle.undo(back)
        del self.after[len(self.battle.answers) + 1 :]
        assert self.settled() == self.after[-1]

    @rule()
    def undo_too_much(self) -> None:
        before = self.everything()
        for wrong in (len(self.battle.answers) + 1, -1):
            try:
                self.battle.undo(wrong)
            except nr.IllegalOrder:
                continue
            raise AssertionError(wrong)
        assert self.everything() == before

    @rule()
    def restart_the_turn(self) -> None:
        twin = self.battle.copy()
        twin.restart_turn()
        assert twin.state == twin.marks[-1].state
        assert len(twin.log) == twin.marks[-1].log

    # ------------------------------------------------------------ records

    @rule(place=PLACES)
    def save_and_load(self, place: int) -> None:
        """Saved and loaded, it stands where it stood; and the loaded one is played on."""
        path = Path(self.folder.name) / "fight.json"
        nr.save(self.battle, path)
        loaded = nr.load(path)
        assert (loaded.state, loaded.log) == self.here()
        assert (loaded.answers, loaded.early) == (self.battle.answers, self.battle.early)
        assert [each.describe() for each in loaded.requests] == [
            each.describe() for each in self.battle.requests
        ]
        turn = 1 + place % self.battle.state.turn
        assert nr.replay(path, turn=turn).state == self.battle.marks[turn - 1].state
        self.battle = loaded

    # ------------------------------------------------------------ copies

    @rule(seed=SEEDS)
    def copy(self, seed: int) -> None:
        """A copy goes its own way, and a copy of it the same way; the battle stays where it is."""
        before = self.everything()
        one, other = self.battle.copy(), self.battle.copy()
        for twin in (one, other):
            dice = nr.Seeded(seed)
            for number in range(4):
                twin.advance()
                dice.begin_step(number)
                for request in twin.requests:
                    twin.submit(request.draw(dice))
        assert (one.state, one.log) == (other.state, other.log)
        assert self.everything() == before

    @rule(seed=SEEDS)
    def imagine(self, seed: int) -> None:
        """A side's look ahead touches nothing, and needs nobody else."""
        before = self.everything()
        for side in self.battle.scenario.sides:
            thought, dice = self.battle.imagine(seed, side.name), nr.Seeded(seed)
            for number in range(4):
                thought.advance()
                dice.begin_step(number)
                for request in thought.requests:
                    thought.submit(request.draw(dice))
            assert thought.log == ()
        assert self.everything() == before

    # ------------------------------------------------------------ always

    @invariant()
    def stands(self) -> None:
        if self.battle is None:
            return
        battle = self.battle
        assert len(self.after) == len(battle.answers) + 1
        turns = [mark.state.turn for mark in battle.marks]
        assert turns == list(range(1, battle.state.turn + 1))
        assert [mark.log for mark in battle.marks] == sorted(mark.log for mark in battle.marks)
        assert battle.over == (battle.state.verdict is not None)
        assert not (battle.over and battle.requests)


def table(machine: type[Referee], examples: int = 12, steps: int = 25) -> Callable[[], None]:
    """A test that runs a machine."""

    def test() -> None:
        run_state_machine_as_test(
            machine,
            settings=settings(
                settings(),
                max_examples=examples,
                stateful_step_count=steps,
                deadline=None,
                suppress_health_check=list(HealthCheck),
            ),
        )

    return test
