"""The battle: plain state, always at rest between two answers, and the engine that moves it on.

A step (a phase, or an order given out of turn) either runs to its end or leaves the battle as it was
and asks for what it lacks; with the answer it runs again from its start. So the state between two
answers is all there is, and saving, copying, comparing and undoing need nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, Self

import attrs

from navalrules import plugins
from navalrules.compass import Wind
from navalrules.dice import Asked, Dice, Seeded, checked_seed
from navalrules.errors import NavalrulesError, UnknownName
from navalrules.events import (
    BattleBegan,
    BattleEnded,
    BattleResumed,
    Bus,
    DiceRerolled,
    Event,
    PhaseBegan,
    RuleSwitched,
    TurnBegan,
)
from navalrules.fleet import Ship, alter, copied
from navalrules.given import of_kind, unfit, whole
from navalrules.measure import Measure, Plane, Tape
from navalrules.messages import message, together
from navalrules.orders import (
    UMPIRE,
    Die,
    DieRequest,
    IllegalOrder,
    Key,
    Order,
    Request,
    Reroll,
    SwitchRule,
    misshapen,
)
from navalrules.pace import undisturbed
from navalrules.ruleset import Bound, HouseRule, Phase, Ruleset, RulesetError, Switch, Verdict, bind
from navalrules.rulings import Change, Sighting
from navalrules.scenario import Scenario
from navalrules.tables import Tables
from navalrules.variants import Variant

P = ParamSpec("P")
Captain = Callable[["Battle", Request], Order]

TURN_LIMIT: Final = "turn limit"


@attrs.define
class State:
    """All there is to a battle at rest. `turn` counts from 1, `phase` is the index of the phase that is
    due, `step` the running number of the next step, `table` what the ruleset keeps besides ships."""

    wind: Wind
    ships: dict[str, Ship]
    table: Any = None
    turn: int = 1
    phase: int = 0
    step: int = 0
    seed: int = 0
    switches: tuple[tuple[str, Switch], ...] = ()
    coming: tuple[tuple[str, Switch], ...] = ()
    verdict: Verdict | None = None

    def copy(self) -> State:
        """An exact and independent copy."""
        ships = {name: ship.copy() for name, ship in self.ships.items()}
        table = None if self.table is None else copied(self.table)
        return State(
            self.wind,
            ships,
            table,
            self.turn,
            self.phase,
            self.step,
            self.seed,
            self.switches,
            self.coming,
            self.verdict,
        )


@attrs.frozen
class Result:
    """How a battle stands: whether it is over, who won ("" for nobody), why, after how many turns, and
    for each ship her side, name, status and what is left of what she had, by name."""

    over: bool
    winner: str
    why: str
    turns: int
    ships: Mapping[str, Mapping[str, Any]]


@attrs.frozen
class Mark:
    """A place to go back to: the state at rest, how many answers had been given, how long the log was."""

    answers: int
    log: int
    state: State


class AnswerNeeded(Exception):
    """A step lacks an answer. Never reaches a caller of the public API."""

    def __init__(self, request: Request) -> None:
        super().__init__(request)
        self.request = request


class Battle:
    """One fight under one ruleset. Make one with `Battle.begin`."""

    def __init__(
        self,
        scenario: Scenario,
        ruleset: Ruleset,
        state: State,
        setup: Setup,
        dice: Dice,
        *,
        record: bool = True,
    ) -> None:
        self.scenario = scenario
        self.ruleset = ruleset
        self.setup = setup
        self.state = state
        self.tables = setup.tables
        self.lore = setup.lore
        self.phases = setup.phases
        self.measure = setup.measure
        self.dice = dice
        self.record = record
        self.bus = Bus()
        self.events: list[Event] = []
        self.answers: list[Order] = []
        self.early: dict[int, int] = {}
        self.marks: list[Mark] = []
        self.resumed = ""
        self.past: tuple[Mapping[str, Any], ...] = ()
        self._sealed: dict[Key, Order] = {}
        self._pending: tuple[Request, ...] | None = None
        self._stopped: Request | None = None
        self._skipped = False
        self._partial = False
        self._sights: dict[tuple[str, str], Sighting] = {}
        self._told = 0
        self._bind(state.switches)
        self._own_dice()

    # ------------------------------------------------------------ beginning

    @classmethod
    def begin(
        cls,
        scenario: Scenario,
        ruleset: str | Ruleset = "",
        seed: int = 0,
        *,
        rules: Mapping[str, Switch] | None = None,
        variant: str | Path | Variant | None = None,
        house_rules: Iterable[HouseRule] | None = None,
        dice: Dice | None = None,
        measure: Measure | None = None,
        record: bool = True,
    ) -> Battle:
        """Set a scenario up under a ruleset, ready for its first answers.

        `ruleset` is a name or a ruleset; when not given, the one that the variant changes, else the
        scenario's own. `variant` is a file or a variant read from one; `rules` switches house rules by
        name and has the last word; `house_rules` are those of all plugins unless given;
        `record=False` keeps no log.

        Raises UnknownName for a ruleset or switch nobody knows, RulesetError for a value it cannot
        have, BadFile for a variant that does not fit, EnrolmentError for a ship that does not fit,
        NavalrulesError for what cannot be used at all.
        """
        house_rules = None if house_rules is None else _listed(house_rules)
        _check_given(scenario, seed, rules, variant, dice, measure)
        layer = Variant.read(Path(variant)) if isinstance(variant, str | Path) else variant
        if not isinstance(ruleset, Ruleset):
            ruleset = plugins.ruleset(ruleset or (layer.parent if layer else scenario.ruleset))
        if layer is not None:
            scenario = layer.refitted(scenario)
        found = plugins.house_rules_for(ruleset.name) if house_rules is None else house_rules
        setup = Setup.of(ruleset, scenario, layer, found, measure)
        wanted = {
            **ruleset.preset(scenario, setup.tables),
            **scenario.rules_for(ruleset.name),
            **(layer.switches if layer else {}),
            **(rules or {}),
        }
        switches = setup.switched(wanted)
        ships = _enrolled(scenario, ruleset, setup, switches)
        table = ruleset.table(scenario, setup.tables)
        state = State(scenario.wind, ships, table, seed=seed, switches=tuple(sorted(switches.items())))
        battle = cls(scenario, ruleset, state, setup, dice or Seeded(seed), record=record)
        battle._open()
        return battle

    def anew(self, seed: int, *, dice: Dice | None = None, record: bool = True) -> Self:
        """The same battle from its beginning, with other dice: what `begin` gives for `seed`, in a fraction
        of the time, since nothing is looked up or enrolled again. This battle stays as it is.

        Raises NavalrulesError for an imagined battle, which has no beginning, and for a seed or dice that
        cannot be.
        """
        self._check_marked()
        _check_dice(seed, dice)
        state = self.marks[0].state.copy()
        state.seed = seed
        battle = type(self)(
            self.scenario, self.ruleset, state, self.setup, dice or Seeded(seed), record=record
        )
        battle.resumed, battle.past = self.resumed, self.past
        battle._open()
        return battle

    def take_up(self, state: State, recorded: str) -> None:
        """Stand at `state`, which the older version `recorded` of the ruleset led to, as a beginning.

        `resumed` is that version from now on; `past` may keep what was recorded under it, as plain data.
        """
        self.resumed = recorded
        self._restore(state)
        for kept in (self.events, self.answers, self.early, self.marks, self._sealed):
            kept.clear()
        self._told = 0
        self._open()

    def _open(self) -> None:
        self.emit(
            BattleBegan,
            scenario=self.scenario.id,
            ruleset=self.ruleset.name,
            version=self.ruleset.version,
            switches=self.state.switches,
            variant=self.setup.variant.title if self.setup.variant else "",
        )
        if self.resumed:
            self.emit(
                BattleResumed,
                ruleset=self.ruleset.name,
                recorded=self.resumed,
                version=self.ruleset.version,
                what="ended" if self.over else "plays_on",
            )
        if not self.over:
            self.emit(TurnBegan)
        self._mark()
        self._tell()

    def _bind(self, switches: tuple[tuple[str, Switch], ...]) -> None:
        self.switches: Mapping[str, Switch] = MappingProxyType(dict(switches))
        self.bound = self.setup.bind(switches)

    def _own_dice(self) -> None:
        if isinstance(self.dice, Asked):
            self.dice.bind(self._ask_die)

    def _ask_die(self, ship: str, purpose: str, place: int, sides: int) -> int:
        side = self.state.ships[ship].side if ship in self.state.ships else self.scenario.sides[0].name
        request = DieRequest(side, ship, purpose, place, sides)
        thrown = self._sealed.get(request.key)
        if isinstance(thrown, Die) and thrown.face > sides:
            # It fell before an order out of turn changed what is thrown for: another die must be thrown.
            del self._sealed[request.key]
        answer = self.ask(request)
        assert isinstance(answer, Die)
        return answer.face

    # ------------------------------------------------------------ what is owed

    @property
    def requests(self) -> tuple[Request, ...]:
        """What is owed before the battle can go on, by ship id; empty when it is over."""
        return tuple(request for request in self._due() if request.key not in self._sealed)

    def _due(self) -> tuple[Request, ...]:
        pending = self._pending
        if pending is None:
            pending = self._pending = () if self.state.verdict is not None else self._asked()
        return pending

    def _asked(self) -> tuple[Request, ...]:
        stage = self.setup.stages[self.state.phase]
        self._skipped = self._partial = False
        try:
            if stage.always or stage.phase.due(self):
                return tuple(stage.phase.requests(self)) if stage.demands else ()
        except AnswerNeeded as need:
            self._partial = True
            return (need.request,)
        self._skipped = True
        return ()

    def owed(self) -> str:
        """A line that names what is owed, for hints."""
        table = message("the table")
        owed = [
            message("{kind} of {ship}", kind=request.kind, ship=request.ship or table)
            for request in self.requests
        ]
        if not owed:
            return message("owed now: nothing; call advance()")
        return message("owed now: {names}", names=together(owed))

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.state.verdict is not None

    # ------------------------------------------------------------ answers

    def submit(self, order: Order) -> None:
        """Give an answer. Raises IllegalOrder, with nothing changed, when the rules do not allow it."""
        if isinstance(order, Order) and (wrong := misshapen(order)):
            raise IllegalOrder(
                message(
                    "{kind} of {ship}: {wrong}",
                    kind=order.kind,
                    ship=order.ship or message("the table"),
                    wrong=wrong,
                ),
                self.owed(),
            )
        request = self._find(order)
        self._take(order, request)

    def _take(self, order: Order, request: Request | None) -> None:
        if request is None:
            self._volunteered(order)
            return
        if order.side and order.side != request.side:
            raise IllegalOrder(
                message(
                    "{side} does not command {ship}", side=order.side, ship=order.ship or message("the table")
                ),
                message("{side} does", side=request.side),
            )
        refusal = request.refusal(order)
        if refusal is not None:
            raise refusal
        self._sealed[request.key] = order
        self.answers.append(order)
        if self._partial:
            # What was asked was only what the phase had to measure first; now it can say more.
            self._pending = None

    def _find(self, order: Order) -> Request | None:
        if not isinstance(order, Order):
            raise IllegalOrder(message("{order!r} is not an order", order=order), self.owed())
        key = (order.kind, order.ship, order.about)
        if key in self._sealed:
            return None
        pending = self._pending
        for request in self._due() if pending is None else pending:
            if request.key == key:
                return request
        return None

    def _volunteered(self, order: Order) -> None:
        if order.key in self._sealed:
            raise IllegalOrder(
                message(
                    "{kind} of {ship} has been given",
                    kind=order.kind,
                    ship=order.ship or message("the table"),
                ),
                self.owed(),
            )
        if self.over:
            raise IllegalOrder(
                message("the battle is over"), message("nothing more can be ordered; undo() goes back")
            )
        early, turn = not self.requests, self.state.turn
        try:
            self._out_of_turn(self._umpired(order) if order.side == UMPIRE else self._unasked(order))
        except AnswerNeeded as need:
            raise IllegalOrder(
                message(
                    "{kind} of {ship} cannot be looked at: first {asked} of {whom} would have to be known",
                    kind=order.kind,
                    ship=order.ship or message("the table"),
                    asked=need.request.kind,
                    whom=need.request.ship or message("the table"),
                ),
                self.owed(),
            ) from None
        if early:
            # Everything was answered but the battle had gone on no further: so it must when played again.
            self.early[len(self.answers)] = turn
        self.answers.append(order)
        self._drop_stale()

    def _unasked(self, order: Order) -> Callable[[], None]:
        self._known(order)
        refusal = self.ruleset.volunteer(self, order)
        if refusal is not None:
            raise refusal
        return lambda: self.ruleset.act_on(self, order)

    def _known(self, order: Order) -> None:
        ships = self.state.ships
        if order.ship and order.ship not in ships:
            raise IllegalOrder(
                UnknownName(message("ship"), order.ship, ships).told(), message("name a ship of this battle")
            )
        if order.ship and order.side not in ("", UMPIRE) and ships[order.ship].side != order.side:
            raise IllegalOrder(
                message("{side} does not command {ship}", side=order.side, ship=order.ship),
                message("{side} does", side=ships[order.ship].side),
            )

    def _umpired(self, order: Order) -> Callable[[], None]:
        if isinstance(order, SwitchRule):
            switched = self._switched(order)
            return lambda: self._switch(order, switched)
        if isinstance(order, Reroll):
            if not isinstance(self.dice, Seeded):
                raise IllegalOrder(
                    message("only seeded dice can be thrown afresh"), message("throw them again by hand")
                )
            return lambda: self._reroll(order)
        return self._unasked(order)

    def _switched(self, order: SwitchRule) -> dict[str, Switch]:
        wanted = {**self.switches, **dict(self.state.coming), order.name: order.value}
        try:
            switched = self.setup.switched(wanted)
            self.setup.bind(tuple(sorted(switched.items())))
        except (UnknownName, RulesetError) as error:
            raise IllegalOrder(
                error.told(), message("switch a rule of this ruleset to a value it can have")
            ) from error
        return switched

    def _switch(self, order: SwitchRule, switched: Mapping[str, Switch]) -> None:
        change = alter(self.state, "coming", tuple(sorted(switched.items())))
        self.emit(RuleSwitched, name=order.name, value=order.value, changes=(change,))

    def _reroll(self, order: Reroll) -> None:
        change = alter(self.state, "seed", order.seed)
        self.dice = Seeded(order.seed)
        self.emit(DiceRerolled, seed=order.seed, changes=(change,))

    def _drop_stale(self) -> None:
        """After an order out of turn, answers to questions that are no longer asked fall away."""
        self._pending = None
        due = {request.key for request in self._due()}
        kept = {key: order for key, order in self._sealed.items() if key in due or _is_fact(order)}
        if len(kept) < len(self._sealed):
            # What is due may have been told by an answer that has just fallen away.
            self._pending = None
        self._sealed = kept

    def answer(self, kind: str, ship: str = "", about: str = "") -> Order | None:
        """The answer given in this step, or None when it was not asked for."""
        return self._sealed.get((kind, ship, about))

    def asked(self, kind: str, ship: str = "", about: str = "") -> Request | None:
        """For rules: the request that was put for this step, with all that it has worked out, or None.

        It knows the battle as it was when the step began: what the step has changed since, it does not.
        """
        key = (kind, ship, about)
        for request in self._pending or ():
            if request.key == key:
                return request
        return None

    def ask(self, request: Request) -> Order:
        """For rules: the answer to `request`, or back to rest until somebody gives it."""
        answer = self._sealed.get(request.key)
        if answer is None:
            raise AnswerNeeded(request)
        return answer

    def sight(self, ship: Ship, target: Ship) -> Sighting:
        """What `ship` makes of `target` now, by this battle's measure; measured once a step."""
        key = (ship.id, target.id)
        found = self._sights.get(key)
        if found is None:
            found = self._sights[key] = self.measure.sight(self, ship, target)
            if not self.measure.interactive:
                self._sights[target.id, ship.id] = found.reversed()
        return found

    # ------------------------------------------------------------ moving on

    def advance(self) -> None:
        """Go on as far as it goes without an answer."""
        while self.state.verdict is None:
            pending = self._pending
            if pending is None:
                pending = self._pending = self._asked()
            if pending:
                sealed = self._sealed
                for request in pending:
                    if request.key not in sealed:
                        return
            if self._skipped:
                self._next_phase("")
            elif not self._run_phase():
                return

    def play_step(self) -> None:
        """Go on to the end of one step; what is still to be answered for it is answered by default.

        Raises IllegalOrder where only the table can tell.
        """
        step = self.state.step
        while self.state.step == step and not self.over:
            for request in self.requests:
                self.submit(request.default)
            self._one_step()

    def _step(self) -> bool:
        """Run the phase that is due, or pass it over if it is not; False where it lacks an answer."""
        if not self._skipped:
            return self._run_phase()
        self._next_phase("")
        return True

    def _run_phase(self) -> bool:
        """Run the phase that is due; False when it lacks an answer and the battle is as it was."""
        stage, state, dice = self.setup.stages[self.state.phase], self.state, self.dice
        phase = stage.phase
        # An imagined battle has no mark to go back to.
        asks = phase.asks or dice.interactive or self.measure.interactive or not self.marks
        before = state.copy() if asks else None
        events = self.events
        length = len(events)
        dice.begin_step(state.step)
        try:
            if self.record or self.bus.listeners:
                events.append(_phase_began(state.turn, phase.name, phase.rules))
            phase.run(self)
        except BaseException as stop:
            self._set_back(before, length)
            if not isinstance(stop, AnswerNeeded):
                raise
            # Answers already given stand, and what was measured or thrown stays sealed.
            self._stop_at(stop.request)
            return False
        # What was answered and measured for the phase falls away.
        state.step += 1
        if self._sights:
            self._sights.clear()
        if self._sealed:
            self._sealed.clear()
        if state.verdict is None and (verdict := self.ruleset.verdict(self)) is not None:
            self._end(verdict)
        self._next_phase(phase.leads_to(self) if stage.leads else "")
        return True

    def _stop_at(self, request: Request) -> None:
        """Stand in the middle of a step, at the question that it put."""
        self._stopped = request
        self._pending = (*(due for due in self._due() if due.key != request.key), request)

    def _out_of_turn(self, act: Callable[[], None]) -> None:
        """Run an order that was given out of turn as a step of its own."""
        before, length = self.state.copy(), len(self.events)
        self.dice.begin_step(self.state.step)
        try:
            act()
        except BaseException:
            self._set_back(before, length)
            raise
        self.state.step += 1
        self._sights.clear()
        self._settle_verdict()
        self._tell()

    def _next_phase(self, name: str) -> None:
        """Go on to the phase `name`, the next in order for ""; who listens hears what has happened."""
        state = self.state
        self._pending = None
        state.phase = phase = self.setup.places[name] if name else state.phase + 1
        if phase == len(self.phases):
            self._next_turn()
        if self.bus.listeners or (self.events and not self.record):
            self._tell()
        else:
            self._told = len(self.events)

    def _next_turn(self) -> None:
        state = self.state
        if state.verdict is None and state.turn >= self.setup.turns:
            self._end(Verdict("", TURN_LIMIT))
        state.phase = 0
        if state.verdict is not None:
            return
        state.turn += 1
        if state.coming:
            self._bind(state.coming)
            changes = (alter(state, "switches", state.coming), alter(state, "coming", ()))
            self.emit(TurnBegan, changes=changes)
        else:
            self.emit(TurnBegan)
        self._mark()

    def _settle_verdict(self) -> None:
        if self.state.verdict is None and (verdict := self.ruleset.verdict(self)) is not None:
            self._end(verdict)

    def _end(self, verdict: Verdict) -> None:
        change = alter(self.state, "verdict", verdict)
        self.emit(BattleEnded, winner=verdict.winner, why=verdict.why, changes=(change,))
        self._pending = ()
        self._sealed.clear()

    def _tell(self) -> None:
        events = self.events
        if self.bus.listeners:
            for event in events[self._told :]:
                self.bus.tell(event)
        if not self.record:
            events.clear()
        self._told = len(events)

    # ------------------------------------------------------------ events

    @property
    def log(self) -> Sequence[Event]:
        """The events so far, in order."""
        return tuple(self.events)

    @property
    def told(self) -> bool:
        """Whether an event is kept or heard by anybody: for rules, so that they need not make out in vain
        what nothing but an event tells."""
        return self.record or bool(self.bus.listeners)

    if TYPE_CHECKING:

        def emit(
            self, kind: Callable[Concatenate[int, P], Event], *args: P.args, **fields: P.kwargs
        ) -> None: ...
    else:
        # Handing `*args` on as well would double the price of every event.
        def emit(self, kind, **fields):
            """For rules: something happened. `kind` is an event class; the turn is filled in."""
            if self.record or self.bus.listeners:
                self.events.append(kind(self.state.turn, **fields))

    def happened(self, event: Event) -> None:
        """For rules: something happened, and its event is made already. `emit` makes it too, which takes half
        as long again where an event has many fields: this is for what every battle tells by the dozen."""
        if self.record or self.bus.listeners:
            self.events.append(event)

    def change(self, ship: Ship, what: str, value: Any) -> Change:
        """For rules: alter one field of a ship; put the change into the event that tells of it."""
        return alter(ship, what, value)

    # ------------------------------------------------------------ running

    def run(self, captains: Mapping[str, Captain], max_turns: int | None = None) -> Result:
        """Let `captains`, one a side, give the orders until the end, or until `max_turns` have been played.

        Raises UnknownName for a side that is not in the scenario, IllegalOrder when a captain breaks a rule.
        """
        captains = self._appointed(captains)
        if max_turns is not None:
            whole(message("the number of turns"), max_turns, 0)
        with undisturbed():
            self.advance()
            while not self.over and (max_turns is None or self.state.turn <= max_turns):
                self._consult(captains)
                self.advance()
        return self.result

    def _appointed(self, captains: Mapping[str, Captain]) -> dict[str, Captain]:
        of_kind(message("the captains"), captains, Mapping, message("a mapping of sides to captains"))
        for side, captain in captains.items():
            if captain is not None and not callable(captain):
                raise unfit(
                    message("the captain of {side}", side=side),
                    captain,
                    message("a captain, as captains.Random() is"),
                )
        return {self.scenario.side(side).name: captain for side, captain in captains.items()}

    def _consult(self, captains: Mapping[str, Captain]) -> None:
        glimpses: dict[str, Battle] = {}
        for request in self.requests:
            captain = captains.get(request.side)
            if captain is None:
                self.submit(request.default)
                continue
            if request.side not in glimpses:
                glimpses[request.side] = self.imagine(self.state.step, request.side)
            self.submit(captain(glimpses[request.side], request))

    # ------------------------------------------------------------ looking at it

    @property
    def result(self) -> Result:
        """How the battle stands."""
        verdict = self.state.verdict
        ships = {ship.id: MappingProxyType(self._summary(ship)) for ship in self.state.ships.values()}
        over = verdict is not None
        winner, why = (verdict.winner, verdict.why) if verdict else ("", "")
        return Result(over, winner, why, self.state.turn, MappingProxyType(ships))

    def _summary(self, ship: Ship) -> dict[str, Any]:
        left = {name: list(pair) for name, pair in self.ruleset.strength(ship).items()}
        return {"name": ship.name, "side": ship.side, "status": ship.status, "left": left}

    def ship(self, name: str) -> Ship:
        """A ship of this battle by id or by an unambiguous part of it; raises UnknownName."""
        ships = self.state.ships
        if not isinstance(name, str):
            raise UnknownName(message("ship"), name, ships)
        if name in ships:
            return ships[name]
        found = [
            ship for ship in ships.values() if name.lower() in ship.id or name.lower() in ship.name.lower()
        ]
        if len(found) != 1:
            raise UnknownName(message("ship"), name, ships)
        return found[0]

    def sheet(self, ship: str) -> dict[str, Any]:
        """A ship's record as plain data, under any ruleset; raises UnknownName."""
        return self.ruleset.sheet_in(self, self.ship(ship))

    # ------------------------------------------------------------ copies and going back

    def copy(self) -> Battle:
        """An exact, independent copy, log and answers included; nobody listens to its bus."""
        twin = self._twin(self.dice.copy(), self.record)
        twin.events = list(self.events)
        twin.answers = list(self.answers)
        twin.early = dict(self.early)
        twin.marks = list(self.marks)
        twin._sealed = dict(self._sealed)
        twin._told = self._told
        self._stop_too(twin)
        return twin

    def imagine(self, seed: int, side: str) -> Battle:
        """A copy for `side` to think with: other dice, no log, and without the other side's secrets."""
        twin = self._twin(Seeded(seed), record=False)
        for ship in twin.state.ships.values():
            if ship.side != side:
                ship.conceal()
        sealed = self._sealed
        twin._sealed = (
            {key: order for key, order in sealed.items() if self._open_to(side, key, order)} if sealed else {}
        )
        self._stop_too(twin)
        return twin

    def with_dice(self, dice: Dice) -> Battle:
        """A copy that throws `dice` from here on, and whose log begins here."""
        twin = self._twin(dice, record=True)
        twin._sealed = dict(self._sealed)
        self._stop_too(twin)
        return twin

    def _stop_too(self, twin: Battle) -> None:
        if self._stopped is not None and self._stopped in (self._pending or ()):
            twin._stop_at(self._stopped)

    def _open_to(self, side: str, key: Key, order: Order) -> bool:
        ship = self.state.ships.get(key[1])
        return _is_fact(order) or ship is None or ship.side == side

    def _twin(self, dice: Dice, record: bool) -> Battle:
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.dice, twin.state, twin.record = dice, self.state.copy(), record
        twin.bus, twin.events, twin.answers, twin.marks = Bus(), [], [], []
        twin.early = {}
        twin._sights, twin._pending, twin._told = {}, None, 0
        twin._own_dice()
        return twin

    def _mark(self) -> None:
        self.marks.append(Mark(len(self.answers), len(self.events), self.state.copy()))

    def undo(self, answers: int = 1) -> None:
        """Take back the last `answers` answers: the state as it was, and the same dice lie ready.

        Raises IllegalOrder when fewer have been given, NavalrulesError for an imagined battle.
        """
        self._check_marked()
        if type(answers) is not int or not 0 <= answers <= len(self.answers):
            raise IllegalOrder(
                message("cannot take back {answers!r} answers", answers=answers),
                message("{count} have been given", count=len(self.answers)),
            )
        self._back_to(len(self.answers) - answers)

    def restart_turn(self, turn: int | None = None) -> None:
        """Take back every answer of the present turn, or since the start of `turn`.

        Raises NavalrulesError for a turn that has not been played and for an imagined battle.
        """
        self._check_marked()
        if turn is not None:
            whole(message("the turn"), turn, self.marks[0].state.turn, self.state.turn)
        while turn is not None and len(self.marks) > 1 and self.marks[-1].state.turn > turn:
            self.marks.pop()
        self._return_to(self.marks[-1])

    def _check_marked(self) -> None:
        if not self.marks:
            raise NavalrulesError(message("an imagined battle has no beginning to go back to"))

    def _back_to(self, count: int) -> None:
        kept, early = self.answers[:count], self.early
        while len(self.marks) > 1 and self.marks[-1].answers > count:
            self.marks.pop()
        self._return_to(self.marks[-1])
        for order in kept[len(self.answers) :]:
            self.replay_answer(order, early=early.get(len(self.answers)))

    def replay_answer(self, order: Order, *, early: int | None = None) -> None:
        """Give a recorded answer, shaped as it was when first given: first go on to where it was asked for.

        `early` is the turn of an order given out of turn before the battle had gone on (see `early`).
        """
        if early is not None:
            while self.state.turn < early and self._one_step():
                pass
        pending = self._pending
        if early is None and pending is not None and len(self._sealed) >= len(pending):
            # Most likely all is answered that was asked, so that this order is for what comes next.
            self.advance()
        request = self._find(order)
        if request is None and early is None:
            self.advance()
            request = self._find(order)
        self._take(order, request)

    def advance_to(self, turn: Any, phase: Any, step: Any) -> None:
        """Go on to the place where a battle stood, or as far as it goes without an answer.

        After an undo it may stand before a phase that asks nothing, and `advance` would go past that.
        """
        while (self.state.turn, self.state.phase, self.state.step) != (turn, phase, step):
            if not self._one_step():
                return

    def _one_step(self) -> bool:
        """Go on by one phase; False where that needs an answer."""
        return not self.over and not self.requests and self._step()

    def _return_to(self, mark: Mark) -> None:
        # Without a log what stands there is of a step that is set back, and no mark counts it.
        del self.events[mark.log if self.record else 0 :]
        del self.answers[mark.answers :]
        self.early = {place: turn for place, turn in self.early.items() if place < mark.answers}
        self._told = min(self._told, len(self.events))
        self._restore(mark.state.copy())
        self._sealed.clear()

    def _restore(self, state: State) -> None:
        if state.seed != self.state.seed:
            self.dice = Seeded(state.seed)
        if state.switches != self.state.switches:
            self._bind(state.switches)
        self.state = state
        self._pending = None
        self._sights.clear()

    def _set_back(self, before: State | None, length: int) -> None:
        """Undo a step that did not come to its end, from its start or by way of the last mark."""
        if before is not None:
            pending = self._pending
            self._restore(before)
            self._pending = pending
            del self.events[length:]
            return
        self._rewind()

    def _rewind(self) -> None:
        sealed, answers, told = dict(self._sealed), list(self.answers), self._told
        pending, early = self._pending, dict(self.early)
        target = (self.state.turn, self.state.phase, self.state.step)
        mark = self.marks[-1]
        bus, self.bus = self.bus, Bus()
        self._return_to(mark)
        for place, order in enumerate(answers[mark.answers :], mark.answers):
            if self.state.step < target[2]:
                self.replay_answer(order, early=early.get(place))
        while (self.state.turn, self.state.phase, self.state.step) != target and not self.over:
            self._due()
            self._step()
        self.bus, self._sealed, self.answers = bus, sealed, answers
        self._pending, self._told, self.early = pending, told, early


@attrs.frozen
class Stage:
    """A phase and what it leaves as the base class has it, so that play need not call that each time."""

    phase: Phase
    always: bool
    demands: bool
    leads: bool

    @classmethod
    def of(cls, phase: Phase) -> Self:
        """Look at what the phase overrides."""

        def own(name: str) -> bool:
            return getattr(getattr(phase, name), "__func__", None) is not getattr(Phase, name)

        return cls(phase, always=not own("due"), demands=own("requests"), leads=own("leads_to"))


@attrs.define
class Setup:
    """What a battle was begun with and does not change: tables, phases, measure, house rules."""

    ruleset: Ruleset
    tables: Tables
    lore: Any
    variant: Variant | None
    phases: tuple[Phase, ...]
    stages: tuple[Stage, ...]
    places: dict[str, int]
    house_rules: dict[str, tuple[HouseRule, ...]]
    choices: dict[str, tuple[Switch, ...]]
    defaults: dict[str, Switch]
    measure: Measure
    turns: int

    @classmethod
    def of(
        cls,
        ruleset: Ruleset,
        scenario: Scenario,
        variant: Variant | None,
        house_rules: Iterable[HouseRule],
        measure: Measure | None,
    ) -> Self:
        """Bring together everything that `Battle.begin` was given."""
        named = _named(ruleset, house_rules)
        phases = ruleset.phases()
        choices = {**dict.fromkeys(named, (False, True)), **ruleset.switches}
        defaults: dict[str, Switch] = {name: values[0] for name, values in choices.items()}
        defaults |= {name: True for name, rules in named.items() if any(rule.default for rule in rules)}
        ours = ruleset.tables if variant is None else variant.fitted(ruleset, choices)
        return cls(
            ruleset=ruleset,
            tables=ours,
            lore=prepared(ruleset, ours, variant),
            variant=variant,
            phases=phases,
            stages=tuple(Stage.of(phase) for phase in phases),
            places={phase.name: place for place, phase in enumerate(phases)},
            house_rules=named,
            choices=choices,
            defaults=defaults,
            measure=measure or Plane(),
            turns=scenario.turns or ruleset.turn_limit,
        )

    def switched(self, wanted: Mapping[str, Switch]) -> dict[str, Switch]:
        """All switches with `wanted` set; raises UnknownName or RulesetError."""
        for name, value in wanted.items():
            _check_switch(self.choices, name, value)
        return {**self.defaults, **wanted}

    def bind(self, switches: tuple[tuple[str, Switch], ...]) -> Bound:
        """The rulings with the house rules that are on folded in."""
        named = self.house_rules
        on = [rule for name, value in switches if value is True and name in named for rule in named[name]]
        return bind(tuple(self.ruleset.points), tuple(on))


def prepared(ruleset: Ruleset, tables: Tables, variant: Variant | None) -> Any:
    """The ruleset's lore. Raises RulesetError for figures of a variant that it cannot be worked out from."""
    try:
        return ruleset.prepare(tables)
    except NavalrulesError:
        raise
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        if variant is None:
            raise
        raise RulesetError(
            message(
                "{ruleset} cannot be played with the figures of variant {variant}: {why}",
                ruleset=ruleset.name,
                variant=variant.title,
                why=f"{type(error).__name__}: {error}",
            )
        ) from error


def check_switches(ruleset: Ruleset, wanted: Mapping[str, Switch]) -> None:
    """Check switches for a ruleset without a battle; raises UnknownName or RulesetError."""
    named = _named(ruleset, plugins.house_rules_for(ruleset.name))
    for name, value in wanted.items():
        _check_switch({**dict.fromkeys(named, (False, True)), **ruleset.switches}, name, value)


def _named(ruleset: Ruleset, house_rules: Iterable[HouseRule]) -> dict[str, tuple[HouseRule, ...]]:
    named: dict[str, tuple[HouseRule, ...]] = {}
    for rule in (*ruleset.house_rules, *(rule for rule in house_rules if rule.ruleset == ruleset.name)):
        named[rule.name] = (*named.get(rule.name, ()), rule)
    return named


def _check_switch(choices: Mapping[str, tuple[Switch, ...]], name: str, value: Switch) -> None:
    if name not in choices:
        raise UnknownName(message("rule switch"), name, choices)
    if True not in [value == choice and type(value) is type(choice) for choice in choices[name]]:
        allowed = ", ".join(str(choice).lower() for choice in choices[name])
        raise RulesetError(
            message(
                "rule switch {name} cannot be {value!r}; one of: {allowed}",
                name=name,
                value=value,
                allowed=allowed,
            )
        )


@lru_cache(maxsize=4096)
def _phase_began(turn: int, name: str, rules: tuple[str, ...]) -> PhaseBegan:
    """Frozen, so all battles share it: every phase of every turn tells of itself."""
    return PhaseBegan(turn, phase=name, rules=rules)


def _is_fact(order: Order) -> bool:
    """Dice and measurements are facts of the table: open to all and good until the step has run."""
    return order.kind in ("die", "measured", "point_of_sail")


def _listed(house_rules: Iterable[HouseRule]) -> list[HouseRule]:
    wanted = message("a list of house rules, as @house_rule makes them")
    of_kind(message("the house rules"), house_rules, Iterable, wanted)
    listed = list(house_rules)
    for each in listed:
        of_kind(message("a house rule"), each, HouseRule, message("what @house_rule makes of a function"))
    return listed


def _check_given(
    scenario: object, seed: int, rules: object, variant: object, dice: object, measure: object
) -> None:
    of_kind(
        message("the scenario"), scenario, Scenario, message("a Scenario; navalrules.scenario(NAME) finds it")
    )
    if rules is not None:
        of_kind(message("the rules"), rules, Mapping, message("a mapping of names to values"))
    if variant is not None:
        of_kind(message("the variant"), variant, str | Path | Variant, message("a path or a Variant"))
    if measure is not None:
        of_kind(message("the measure"), measure, Measure, message("Plane() or Tape()"))
    _check_dice(seed, dice)


def _check_dice(seed: int, dice: object) -> None:
    checked_seed(seed)
    if dice is not None:
        of_kind(message("the dice"), dice, Dice, message("a kind of Dice, as Asked() is"))


def _enrolled(
    scenario: Scenario, ruleset: Ruleset, setup: Setup, switches: Mapping[str, Switch]
) -> dict[str, Ship]:
    ships = {}
    ruleset.check_grades(scenario.grades, scenario.id, ruleset.scenario_grades)
    for entrant in sorted(scenario.entrants, key=lambda entrant: entrant.id):
        ruleset.check_grades((*entrant.plan.grades, *entrant.grades), entrant.id, ruleset.grades)
        ship = ruleset.enrol(entrant.plan, entrant, setup.tables)
        ruleset.fitted(ship, entrant, switches)
        if isinstance(setup.measure, Tape):
            ship.pose = None
        ships[ship.id] = ship
    return ships
