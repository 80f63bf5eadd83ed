"""A table where everything happens in any order, and nothing is ever lost by it.

Beside the battle stands what it must be able to go back to: the state and log that each answer leads to.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import savegame
from navalrules.battle import Battle, State
from navalrules.dice import Asked, Seeded
from navalrules.events import Event
from navalrules.measure import Tape
from navalrules.orders import Die, IllegalOrder, Order, Reroll, SwitchRule
from navalrules.testing.check import broken, check, demand, demand_equal
from navalrules.testing.fights import state_of
from navalrules.testing.ordering import spoiled

if TYPE_CHECKING:
    from navalrules.testing.contract import Contract
    from navalrules.testing.luck import Luck

Place = tuple[State, tuple[Event, ...]]

MOST_ROUNDS: Final = 30
MOST_ACTS: Final = 25
_ROUNDS_AT_ONCE: Final = 12
_FAR_BACK: Final = 40


@check("2_anything_at_the_table_in_any_order", "critical", share=0.3)
def anything(contract: Contract, luck: Luck) -> None:
    """Orders legal and illegal, saves, copies, looks ahead, undoes and replays, in any order."""
    table = AtTheTable(contract, luck)
    for _ in range(luck.whole(1, contract.table_acts, "acts")):
        act = luck.one_of(ACTS, "act")
        luck.tell("act", act.__name__)
        act(table)
        table.stands()


class AtTheTable:
    """A battle with typed or seeded dice, measured on the plane or with a tape, and what may befall it."""

    def __init__(self, contract: Contract, luck: Luck) -> None:
        self.contract = contract
        self.luck = luck
        self.battle = self._begun()
        self.after: list[Place] = [self.settled()]
        for number in range(luck.whole(0, MOST_ROUNDS, "rounds before")):
            self._round(Seeded(number))

    def _begun(self) -> Battle:
        maker = self.luck.one_of(self.contract.makers, "maker")
        self.luck.tell("maker", maker)
        fight = self.contract.drawn(self.luck, umpired=False)
        return fight.begin(
            dice=Asked() if maker == "typed" else None, measure=Tape() if maker == "tape" else None
        )

    # ------------------------------------------------------------ what there is

    def here(self) -> Place:
        """The state and the log."""
        return self.battle.state.copy(), tuple(self.battle.log)

    def everything(self) -> tuple[Any, ...]:
        """All that an act which is none must leave as it was."""
        battle = self.battle
        owed = [request.key for request in battle.requests]
        return (*self.here(), list(battle.answers), dict(battle.early), owed, len(battle.marks))

    def settled(self) -> Place:
        """Where the battle comes to with the answers that it has."""
        twin = self.battle.copy()
        twin.advance()
        return twin.state, tuple(twin.log)

    def stands(self) -> None:
        """What is always so."""
        battle = self.battle
        demand_equal("places to go back to", len(self.after), len(battle.answers) + 1)
        turns = [mark.state.turn for mark in battle.marks]
        demand_equal("turns marked", turns, list(range(1, battle.state.turn + 1)))
        demand(not (battle.over and battle.requests), "the battle is over and asks", battle.requests)

    def given(self, order: Order) -> None:
        """An order that must be taken."""
        try:
            self.battle.submit(order)
        except IllegalOrder as error:
            broken(f"{order!r} is refused: {error}")
        self.after.append(self.settled())

    def refused(self, order: Any) -> None:
        """An order that must not be taken, and change nothing."""
        before = self.everything()
        try:
            self.battle.submit(order)
        except IllegalOrder as error:
            demand(error.reason, "refused without a reason", order)
        else:
            broken(f"{order!r} is taken")
        demand_equal("battle after a refused order", self.everything(), before)

    def _round(self, dice: Seeded) -> None:
        self.battle.advance()
        for request in self.battle.requests:
            self.given(request.draw(dice))

    # ------------------------------------------------------------ legal orders

    def go_on(self) -> None:
        """As far as it goes without an answer."""
        self.battle.advance()

    def answer(self) -> None:
        """One owed answer, in any order, drawn from all that are legal."""
        self.battle.advance()
        if owed := self.battle.requests:
            self.given(self.luck.one_of(owed, "request").draw(Seeded(self.luck.seed("draw"))))

    def choose(self) -> None:
        """One of the options that a request lists and takes."""
        listed = [request for request in self.battle.requests if request.options()]
        if listed:
            request = self.luck.one_of(listed, "request")
            option = self.luck.one_of(request.options() or (), "option")
            if request.refusal(option) is None:
                self.given(option)

    def answer_all(self) -> None:
        """Everything that is owed, some rounds long."""
        seed = self.luck.seed("draw")
        for number in range(self.luck.whole(1, _ROUNDS_AT_ONCE, "rounds")):
            self._round(Seeded(seed + number))

    def switch(self) -> None:
        """The umpire switches a house rule."""
        choices = sorted(self.battle.setup.choices.items())
        if choices and not self.battle.over:
            name, values = self.luck.one_of(choices, "switch")
            self.given(SwitchRule(name=name, value=self.luck.one_of(values, "value")))

    def reroll(self) -> None:
        """The umpire has the dice thrown afresh."""
        if isinstance(self.battle.dice, Seeded) and not self.battle.over:
            self.given(Reroll(seed=self.luck.seed("reroll")))

    def volunteer(self) -> None:
        """An order that a ship may give unasked."""
        ships = [ship.id for ship in self.battle.state.ships.values() if ship.fighting]
        if ships and self.contract.volunteers and not self.battle.over:
            kind = self.luck.one_of(self.contract.volunteers, "volunteer")
            self.given(kind(ship=self.luck.one_of(ships, "ship")))

    # ------------------------------------------------------------ illegal orders

    def give_again(self) -> None:
        """An order of long ago is not taken unless it is asked for again."""
        answers, owed = self.battle.answers, {request.key for request in self.battle.requests}
        if answers:
            order = self.luck.one_of(answers, "order")
            unasked = (SwitchRule, Reroll, *self.contract.volunteers)
            if order.key not in owed and not isinstance(order, unasked):
                self.refused(order)

    def give_nonsense(self) -> None:
        """Orders by the wrong side, for the wrong ship, of no kind, and with nonsense in their fields."""
        self.refused("full speed ahead")
        self.refused(SwitchRule(name="no_such_rule", value=True))
        self.refused(Die(ship="nobody", about="anything", face=1))
        if not (owed := self.battle.requests):
            return
        order = self.luck.one_of(owed, "request").draw(Seeded(self.luck.seed("draw")))
        for wrong in ({"side": "pirates"}, {"ship": "flying-dutchman"}, {"about": "the weather"}):
            self.refused(attrs.evolve(order, **wrong))
        if nonsense := list(spoiled(order)):
            each = self.luck.one_of(nonsense, "nonsense")
            try:
                self.battle.copy().submit(each)  # nonsense may happen to be legal
            except IllegalOrder:
                self.refused(each)

    # ------------------------------------------------------------ going back

    def undo_and_give_again(self) -> None:
        """Back to any answer; the same answers meet the same dice and lead to the same state and log."""
        battle, answers = self.battle, list(self.battle.answers)
        back, early = self.luck.whole(0, len(answers), "answers taken back"), dict(self.battle.early)
        battle.advance()
        end = state_of(battle), battle.log
        battle.undo(back)
        kept = len(answers) - back
        demand_equal("answers kept", battle.answers, answers[:kept])
        self._as_it_was(kept)
        for number, order in enumerate(answers[kept:], kept):
            battle.replay_answer(order, early=early.get(number))
        battle.advance()
        demand_equal("battle after undo and the same answers", (state_of(battle), battle.log), end)

    def undo(self) -> None:
        """Back to any answer, to go on from there in another way."""
        self.battle.undo(self.luck.whole(0, min(len(self.battle.answers), _FAR_BACK), "answers taken back"))
        del self.after[len(self.battle.answers) + 1 :]
        self._as_it_was(len(self.battle.answers))

    def _as_it_was(self, answers: int) -> None:
        demand_equal("battle taken back", self.settled(), self.after[answers])

    def undo_too_much(self) -> None:
        """More answers than were given cannot be taken back."""
        before = self.everything()
        for wrong in (len(self.battle.answers) + 1, -1):
            try:
                self.battle.undo(wrong)
            except IllegalOrder:
                continue
            broken(f"{wrong} answers are taken back of {len(self.battle.answers)}")
        demand_equal("battle after an undo that is refused", self.everything(), before)

    def restart_the_turn(self) -> None:
        """Back to the start of the turn, on a copy."""
        twin = self.battle.copy()
        twin.restart_turn()
        demand_equal("state at the start of the turn", twin.state, twin.marks[-1].state)
        demand_equal("events until the start of the turn", len(twin.log), twin.marks[-1].log)

    # ------------------------------------------------------------ records and copies

    def save_and_load(self) -> None:
        """Saved and loaded, it stands where it stood; and the loaded one is played on."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "fight.json"
            savegame.save(self.battle, path)
            loaded = savegame.load(path)
            turn = self.luck.whole(1, self.battle.state.turn, "turn")
            replayed = savegame.replay(path, turn=turn)
        demand_equal("loaded battle", (loaded.state, tuple(loaded.log)), self.here())
        given = [(battle.answers, battle.early) for battle in (loaded, self.battle)]
        demand_equal("answers of the loaded battle", *given)
        demand_equal(f"state replayed to turn {turn}", replayed.state, self.battle.marks[turn - 1].state)
        self.battle = loaded

    def copy(self) -> None:
        """A copy goes its own way, and a copy of it the same way; the battle stays where it is."""
        before = self.everything()
        one, other = self.battle.copy(), self.battle.copy()
        seed = self.luck.seed("draw")
        for twin in (one, other):
            _played_on(twin, seed)
        demand_equal("two copies", (one.state, one.log), (other.state, other.log))
        demand_equal("battle after its copies were played", self.everything(), before)

    def imagine(self) -> None:
        """A side's look ahead touches nothing, and needs nobody else."""
        before, seed = self.everything(), self.luck.seed("draw")
        for side in self.battle.scenario.sides:
            thought = self.battle.imagine(seed, side.name)
            _played_on(thought, seed)
            demand_equal("log of a look ahead", tuple(thought.log), ())
        demand_equal("battle after a look ahead", self.everything(), before)


def _played_on(battle: Battle, seed: int) -> None:
    dice = Seeded(seed)
    for number in range(4):
        battle.advance()
        dice.begin_step(number)
        for request in battle.requests:
            battle.submit(request.draw(dice))


ACTS: Final[tuple[Callable[[AtTheTable], None], ...]] = (
    AtTheTable.go_on,
    AtTheTable.answer,
    AtTheTable.choose,
    AtTheTable.answer_all,
    AtTheTable.switch,
    AtTheTable.reroll,
    AtTheTable.volunteer,
    AtTheTable.give_again,
    AtTheTable.give_nonsense,
    AtTheTable.undo_and_give_again,
    AtTheTable.undo,
    AtTheTable.undo_too_much,
    AtTheTable.restart_the_turn,
    AtTheTable.save_and_load,
    AtTheTable.copy,
    AtTheTable.imagine,
)
