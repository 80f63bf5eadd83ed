"""The promises that every ruleset keeps (DESIGN, section 6): one class that a ruleset names itself to.

class TestMine(Contract):
    ruleset = "mine"
    scenarios = ("my-first-fight",)
"""

import ast
import hashlib
import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

import attrs
import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

import navalrules as nr
from navalrules.codec import Codec
from navalrules.geometry import mirrored, rotated

TOP = Path(__file__).parents[2]
SEEDS = st.integers(0, 2**32)
NEAR = 2e-6
"""Measures are rounded to 1e-6: two that come by different ways may be one step apart."""
OTHER_HAND = {"port": "starboard", "starboard": "port"}
BOOKKEEPING = ("turn", "phase", "step")
"""Fields of a state that say how far the battle has gone: the order of the events tells them."""

shared = settings(
    suppress_health_check=[HealthCheck.differing_executors, HealthCheck.too_slow, HealthCheck.data_too_large]
)


@attrs.frozen
class Fight:
    """All that a battle is made of: whoever has it can fight it again."""

    ruleset: str
    scenario: str
    seed: int
    captains: tuple[str, str]
    rules: tuple[tuple[str, bool | float | str], ...] = ()
    umpire: tuple[tuple[int, nr.Order], ...] = ()
    turns: int = 0
    """Turns after which the scenario ends here; 0 is its own end."""

    def table(self) -> nr.Scenario:
        """The scenario, perhaps cut short."""
        scenario = nr.scenario(self.scenario)
        return attrs.evolve(scenario, turns=self.turns) if self.turns else scenario

    def begin(self, **given: Any) -> nr.Battle:
        """The battle before its first answer."""
        scenario = given.pop("scenario", None) or self.table()
        return nr.Battle.begin(scenario, self.ruleset, self.seed, rules=dict(self.rules), **given)

    def fought(self) -> nr.Battle:
        """The battle from its beginning to its end; the umpire's orders come after the turns they name."""
        battle = self.begin()
        sides = [side.name for side in battle.scenario.sides]
        captains = {side: self._captain(name) for side, name in zip(sides, self.captains, strict=True)}
        for turn, order in self.umpire:
            battle.run(captains, max_turns=turn)
            if not battle.over:
                battle.submit(order)
        battle.run(captains)
        return battle

    def _captain(self, name: str) -> nr.Captain:
        if name == "random":
            return nr.captains.Random(self.seed)
        return nr.captains.make(name, nr.ruleset(self.ruleset).captains)


# ---------------------------------------------------------------- plain data


def log_lines(battle: nr.Battle) -> list[str]:
    """The log as JSON, one event a line."""
    codec = Codec(battle.ruleset)
    return [json.dumps(codec.event(event)) for event in battle.log]


def state_of(battle: nr.Battle) -> Any:
    """The whole state as plain data."""
    return Codec(battle.ruleset).state(battle.state)


def whole(battle: nr.Battle) -> tuple[Any, ...]:
    """Everything that an order refused must leave as it was, as it stands: copy what is to be kept."""
    owed = [request.key for request in battle.requests]
    return battle.state, battle.answers, battle.log, owed


def again(battle: nr.Battle, answers: Iterable[nr.Order]) -> nr.Battle:
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


def handed(value: Any) -> Any:
    """Any immutable value as a mirror shows it: port is starboard, and poses lie the other way."""
    if isinstance(value, str):
        return OTHER_HAND.get(value, value)
    if isinstance(value, nr.Pose):
        return mirrored(value)
    if isinstance(value, tuple):
        return tuple(map(handed, value))
    if attrs.has(type(value)):
        fields = [field.name for field in attrs.fields(type(value)) if field.init]
        return attrs.evolve(value, **{name: handed(getattr(value, name)) for name in fields})
    return value


def same(ours: Any, theirs: Any, degrees: float) -> bool:
    """Whether two plain values are equal, numbers nearly, `theirs` turned by `degrees`: poses and wind."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        if ours.get("is") == "pose" == theirs.get("is"):
            return _same_place(ours, theirs, degrees)
        if ours.get("is") == "wind" == theirs.get("is"):
            return _same_wind(ours, theirs, degrees)
        return ours.keys() == theirs.keys() and all(same(ours[key], theirs[key], degrees) for key in ours)
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(same, ours, theirs, [degrees] * len(ours)))
    if isinstance(ours, float) or isinstance(theirs, float):
        return _number(ours) and _number(theirs) and math.isclose(ours, theirs, rel_tol=0, abs_tol=NEAR)
    return type(ours) is type(theirs) and bool(ours == theirs)


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _same_place(ours: dict[str, Any], theirs: dict[str, Any], degrees: float) -> bool:
    turned = rotated(nr.Pose(ours["x"], ours["y"], ours["heading"]), degrees)
    askew = abs((turned.heading - theirs["heading"] + 180.0) % 360.0 - 180.0)
    return math.dist((turned.x, turned.y), (theirs["x"], theirs["y"])) < NEAR and askew < NEAR


def _same_wind(ours: dict[str, Any], theirs: dict[str, Any], degrees: float) -> bool:
    askew = (ours["from_bearing"] + degrees - theirs["from_bearing"] + 180.0) % 360.0 - 180.0
    return abs(askew) < NEAR and ours["force"] == theirs["force"]


def moved_table(scenario: nr.Scenario, place: Any, wind_from: float) -> nr.Scenario:
    """The scenario with every pose put through `place` and the wind from elsewhere."""

    def corner(point: tuple[float, float]) -> tuple[float, float]:
        put: nr.Pose = place(nr.Pose(*point, 0.0))
        return put.x, put.y

    entrants = tuple(attrs.evolve(each, pose=place(each.pose)) for each in scenario.entrants)
    hazards = tuple(attrs.evolve(each, points=tuple(map(corner, each.points))) for each in scenario.hazards)
    wind = nr.Wind(wind_from, scenario.wind.force)
    return attrs.evolve(scenario, entrants=entrants, hazards=hazards, wind=wind)


# ---------------------------------------------------------------- what changed


def apply(state: nr.State, change: nr.Change) -> None:
    """Make one change to a state, having seen that what was there is what the change says was there."""
    thing: Any = state.ships[change.ship] if change.ship else state
    if not change.ship and hasattr(state.table, change.what):
        thing = state.table
    assert getattr(thing, change.what) == change.before, change
    setattr(thing, change.what, change.after)


def differences(before: nr.State, after: nr.State) -> set[tuple[str, str]]:
    """Ship and field of everything that differs between two states."""
    pairs = [(name, before.ships[name], after.ships[name]) for name in before.ships]
    pairs += [("", before.table, after.table)] if before.table is not None else []
    found = {
        (name, field.name)
        for name, old, new in pairs
        for field in attrs.fields(type(old))
        if getattr(old, field.name) != getattr(new, field.name)
    }
    for field in attrs.fields(nr.State):
        if field.name not in ("ships", "table", *BOOKKEEPING):
            found |= (
                {("", field.name)} if getattr(before, field.name) != getattr(after, field.name) else set()
            )
    return found


def spoiled(order: nr.Order) -> Iterator[nr.Order]:
    """An order with each of its own fields made into nonsense, one at a time."""
    core = {field.name for field in attrs.fields(nr.Order)}
    for field in attrs.fields(type(order)):
        if field.name not in core:
            for value in (None, "nonsense", -1, 10**9, math.nan, True, ("nonsense",), ((1, 2),), (-3,), [[]]):
                if value != getattr(order, field.name) or type(value) is not type(getattr(order, field.name)):
                    yield attrs.evolve(order, **{field.name: value})


# ---------------------------------------------------------------- citations


@cache
def cited(fights: tuple[Fight, ...]) -> frozenset[str]:
    """All that the events of these fights go back to."""
    return frozenset(rule for fight in fights for event in fight.fought().log for rule in event.cited())


def uncited(ruleset: nr.Ruleset, cited: Set[str]) -> set[str]:
    """Rows of kind ruling and procedure that are not among what was cited."""
    book = [ruleset.rulebook[rule] for rule in ruleset.rulebook]
    return {rule.id for rule in book if rule.kind in ("ruling", "procedure")} - cited


def untabled(ruleset: nr.Ruleset) -> set[str]:
    """Rows of kind number that no entry of a table goes back to."""
    tabled = {table[key].rule for table in ruleset.tables.values() for key in table}
    book = [ruleset.rulebook[rule] for rule in ruleset.rulebook]
    return {rule.id for rule in book if rule.kind == "number"} - tabled


def marked(path: Path) -> dict[str, set[str]]:
    """Rule IDs in the `rule` marks of every test function of a file."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            calls = [each for each in node.decorator_list if isinstance(each, ast.Call)]
            rules = [call for call in calls if ast.unparse(call.func) == "pytest.mark.rule"]
            ids = {arg.value for call in rules for arg in call.args if isinstance(arg, ast.Constant)}
            found[node.name] = {str(each) for each in ids}
    return found


# ---------------------------------------------------------------- the contract


class Contract:
    """Subclass it, name the ruleset and its scenarios, and pytest does the rest."""

    ruleset: ClassVar[str]
    scenarios: ClassVar[tuple[str, ...]]
    compass_step: ClassVar[float] = 0.0
    """Degrees of the smallest turn of the table; 0 where headings are free."""
    gains: ClassVar[tuple[type[nr.Event], ...]] = (nr.Repaired,)
    """Events that may give something back."""
    signed: ClassVar[frozenset[str]] = frozenset()
    """Whole-numbered fields of a ship that may be negative."""
    played_elsewhere: ClassVar[Mapping[str, str]] = {}
    """Rules that the seeded battles need not reach: ID to "file::test" of the test that plays them."""
    seeds_each: ClassVar[int] = 14
    cut_short: ClassVar[Mapping[str, int]] = {}
    """Scenarios too long to be fought to their end hundreds of times: name to the turns that are fought.

    The sample, of which the citations are counted, is fought entire all the same."""

    # ------------------------------------------------------------ hooks

    def handed_ship(self, ship: nr.Ship) -> nr.Ship:
        """A ship's record as a mirror shows it; her pose is mirrored by the scenario."""
        return attrs.evolve(handed(ship), pose=ship.pose)

    def handed_order(self, order: nr.Order) -> nr.Order:
        """An order as a mirror shows it."""
        turned: nr.Order = handed(order)
        return turned

    def muster(self, ship: nr.Ship) -> tuple[float, float]:
        """People accounted for (aboard, lost, in the water) and people she began with."""
        left, full = self.rules().strength(ship)["crew"]
        return left + getattr(ship, "lost", 0) + getattr(ship, "in_water", 0), full

    # ------------------------------------------------------------ what is fought

    def rules(self) -> nr.Ruleset:
        """The ruleset itself."""
        return nr.ruleset(self.ruleset)

    def choices(self) -> dict[str, tuple[bool | float | str, ...]]:
        """Every switch and its values."""
        return self.draft().setup.choices

    def draft(self) -> nr.Battle:
        """Any battle, before its first answer."""
        return nr.Battle.begin(nr.scenario(self.scenarios[0]), self.ruleset)

    def captains(self) -> list[str]:
        """Every captain there is, by name."""
        return sorted({*self.rules().captains, "random", "default"})

    def drawn(self, data: st.DataObject, umpired: bool = True) -> Fight:
        """Any fight at all."""
        name = st.sampled_from(self.captains())
        switches = [
            st.tuples(st.just(switch), st.sampled_from(values)) for switch, values in self.choices().items()
        ]
        rules = st.lists(st.one_of(switches), unique_by=lambda pair: pair[0]) if switches else st.just([])
        orders: list[st.SearchStrategy[nr.Order]] = [st.builds(nr.Reroll, seed=SEEDS)]
        orders += [pair.map(lambda told: nr.SwitchRule(name=told[0], value=told[1])) for pair in switches]
        umpire = st.lists(st.tuples(st.integers(1, 6), st.one_of(orders)), max_size=2 if umpired else 0)
        fights = st.builds(
            Fight,
            st.just(self.ruleset),
            st.sampled_from(self.scenarios),
            SEEDS,
            st.tuples(name, name),
            rules.map(lambda pairs: tuple(sorted(pairs))),
            umpire.map(lambda told: tuple(sorted(told, key=lambda each: each[0]))),
        )
        return data.draw(fights.map(self.shortened), label="fight")

    def shortened(self, fight: Fight) -> Fight:
        """The fight, cut short if its scenario is."""
        return attrs.evolve(fight, turns=self.cut_short.get(fight.scenario, 0))

    def sample(self) -> list[Fight]:
        """A few dozen fixed fights: every scenario, every captain, every switch."""
        captains = self.captains()
        rules: list[tuple[Any, ...]] = [()]
        usual = self.draft().switches
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
            for scenario in self.scenarios
            for number in range(self.seeds_each)
        ]

    def at_rest(self, data: st.DataObject, fight: Fight) -> tuple[nr.Battle, Sequence[nr.Order], nr.Battle]:
        """The battle fought, a cut of its answers, and the battle again, as far as the cut."""
        fought = fight.fought()
        cut = data.draw(st.integers(0, len(fought.answers)), label="answers")
        battle = fight.begin()
        for order in fought.answers[:cut]:
            battle.replay_answer(order)
        if data.draw(st.booleans(), label="advanced"):
            battle.advance()
        return battle, fought.answers[cut:], fought

    # ------------------------------------------------------------ 1: the same again

    @shared
    @given(st.data())
    def test_1_same_answers_and_seed_same_log(self, data: st.DataObject) -> None:
        fight = self.drawn(data)
        first, second = fight.fought(), fight.fought()
        answered = again(fight.begin(), first.answers)
        assert log_lines(first) == log_lines(second) == log_lines(answered)
        assert first.state == second.state == answered.state

    @pytest.mark.parametrize("hash_seed", ["1", "1864"])
    def test_1_same_log_in_another_process(self, hash_seed: str) -> None:
        fights = [self.shortened(fight) for fight in self.sample()[:: max(self.seeds_each // 4, 1)]]
        code = "import pickle, sys; from promises import digest; print(digest(pickle.load(sys.stdin.buffer)))"
        import pickle

        env = {
            **os.environ,
            "PYTHONHASHSEED": hash_seed,
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        }
        done = subprocess.run(
            [sys.executable, "-c", code],
            input=pickle.dumps(fights),
            env=env,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        assert done.stdout.decode().strip() == digest(fights)

    # ------------------------------------------------------------ 2: saved and loaded

    @shared
    @given(st.data())
    def test_2_saved_and_loaded_at_any_answer(self, data: st.DataObject) -> None:
        battle, rest, fought = self.at_rest(data, self.drawn(data))
        with tempfile.TemporaryDirectory() as folder:
            nr.save(battle, Path(folder) / "fight.json")
            loaded = nr.load(Path(folder) / "fight.json")
        assert loaded.state == battle.state
        assert loaded.answers == battle.answers
        assert [ask.describe() for ask in loaded.requests] == [ask.describe() for ask in battle.requests]
        again(loaded, rest)
        assert log_lines(loaded) == log_lines(fought)
        assert loaded.state == fought.state

    # ------------------------------------------------------------ 3: what may be ordered

    @shared
    @given(st.data())
    def test_3_every_option_and_every_draw_is_accepted(self, data: st.DataObject) -> None:
        battle, _, _ = self.at_rest(data, self.drawn(data))
        battle.advance()
        for request in battle.requests:
            dice = nr.Seeded(data.draw(SEEDS, label="draw"))
            for order in (*(request.options() or ()), request.draw(dice), request.default):
                assert request.refusal(order) is None
                battle.copy().submit(order)
                battle.copy().submit(attrs.evolve(order, side=request.side))

    @shared
    @given(st.data())
    def test_3_every_other_order_is_refused_and_changes_nothing(self, data: st.DataObject) -> None:
        battle, _, fought = self.at_rest(data, self.drawn(data))
        battle.advance()
        before = whole(battle.copy())
        for order in self.wrong(battle, fought, data.draw(SEEDS, label="wrong")):
            with pytest.raises(nr.IllegalOrder) as refused:
                battle.submit(order)
            assert refused.value.reason
            assert whole(battle) == before

    def wrong(self, battle: nr.Battle, fought: nr.Battle, seed: int) -> Iterator[Any]:
        """Orders that nobody asked for, that somebody else owes, for no ship, and spoiled ones."""
        due = {request.key: request for request in battle.requests}
        yield "full speed ahead"
        yield nr.Die(ship="nobody", about="anything", face=1)
        yield from [order for order in fought.answers if order.key not in due and order.side != "umpire"]
        for request in due.values():
            order = request.draw(nr.Seeded(seed))
            others = [side.name for side in battle.scenario.sides if side.name != request.side]
            yield attrs.evolve(order, side=others[0])
            yield attrs.evolve(order, side="pirates")
            yield attrs.evolve(order, ship="flying-dutchman")
            yield attrs.evolve(order, about="the weather")
            yield nr.Chosen(ship=request.ship, about=request.about, option="nonsense")
            spare = battle.copy()
            for each in spoiled(order):
                if self.allowed(spare, each):
                    spare = battle.copy()
                else:
                    yield each

    def allowed(self, battle: nr.Battle, order: nr.Order) -> bool:
        """Whether an order that was spoiled happens to be a legal one, which the battle has then taken.

        No error but IllegalOrder says no.
        """
        due = battle.requests
        try:
            battle.submit(order)
        except nr.IllegalOrder:
            return False
        request = next(each for each in due if each.key == order.key)
        assert order in (request.options() or [order]), order
        return True

    # ------------------------------------------------------------ 4: nothing from nothing

    @shared
    @given(st.data())
    def test_4_nothing_comes_from_nothing(self, data: st.DataObject) -> None:
        battle = self.drawn(data).fought()
        state = battle.marks[0].state.copy()
        people = self.people(state)
        for event in battle.log:
            before = {name: self.rules().strength(ship) for name, ship in state.ships.items()}
            for change in event.changes:
                apply(state, change)
            for ship in {change.ship for change in event.changes if change.ship}:
                self.check_sums(state.ships[ship], before[ship], event)
            assert self.people(state) == people, event
        for name in BOOKKEEPING:
            setattr(state, name, getattr(battle.state, name))
        assert state == battle.state

    def people(self, state: nr.State) -> tuple[float, float]:
        """Everybody accounted for and everybody there was, over all ships."""
        pairs = [self.muster(ship) for ship in state.ships.values()]
        return math.fsum(have for have, _ in pairs), math.fsum(full for _, full in pairs)

    def check_sums(self, ship: nr.Ship, before: Mapping[str, tuple[float, float]], event: nr.Event) -> None:
        """Nothing below zero or above what she had, nothing more without an event that says why."""
        for name, (left, full) in self.rules().strength(ship).items():
            assert 0 <= left <= full, (name, event)
            assert left <= before[name][0] or isinstance(event, self.gains), (name, event)
        for field in attrs.fields(type(ship)):
            value = getattr(ship, field.name)
            assert field.name in self.signed or not isinstance(value, int) or value >= 0, (field.name, event)

    # ------------------------------------------------------------ 5: the compass has no favourite

    @shared
    @given(st.data())
    def test_5_table_turned(self, data: st.DataObject) -> None:
        fight = self.drawn(data)
        step = self.compass_step
        angles = (
            st.integers(1, 359).map(float) if step else st.floats(0.01, 359.99).map(lambda a: round(a, 2))
        )
        degrees = data.draw(angles.map(lambda a: a // step * step) if step else angles, label="degrees")
        first = fight.fought()
        table = fight.table()
        turned = moved_table(
            table,
            lambda pose: rotated(pose, degrees),
            round((table.wind.from_bearing + degrees) % 360, 9) % 360,
        )
        second = again(fight.begin(scenario=turned), first.answers)
        codec = Codec(self.rules())
        ours, theirs = ([codec.event(event) for event in each.log] for each in (first, second))
        for one, other in zip(ours, theirs, strict=True):
            assert same(one, other, degrees), (one, other)

    @shared
    @given(st.data())
    def test_5_table_mirrored(self, data: st.DataObject) -> None:
        fight = self.drawn(data, umpired=False)
        first = fight.fought()
        table = fight.table()
        glass = moved_table(table, mirrored, (360 - table.wind.from_bearing) % 360)
        second = fight.begin(scenario=glass, dice=nr.Mirrored(nr.Seeded(fight.seed)))
        for state in (second.state, second.marks[0].state):
            state.ships.update({name: self.handed_ship(ship) for name, ship in state.ships.items()})
        again(second, map(self.handed_order, first.answers))
        assert second.result == first.result
        ours, theirs = (
            [(event.tag, event.turn, event.ship) for event in each.log] for each in (first, second)
        )
        assert theirs == ours

    # ------------------------------------------------------------ 7: to JSON and back

    @shared
    @given(st.data())
    def test_7_events_orders_and_states_to_json_and_back(self, data: st.DataObject) -> None:
        battle = self.drawn(data).fought()
        codec = Codec(battle.ruleset)
        for event in battle.log:
            back = codec.read_event(json.loads(json.dumps(codec.event(event))))
            assert back == event
            assert type(back) is type(event)
        for order in battle.answers:
            assert codec.read_order(json.loads(json.dumps(codec.order(order)))) == order
        for state in (*(mark.state for mark in battle.marks), battle.state):
            assert codec.read_state(json.loads(json.dumps(codec.state(state)))) == state

    @shared
    @given(st.data())
    def test_7_scenario_and_answers_give_log_and_state_again(self, data: st.DataObject) -> None:
        battle = self.drawn(data).fought()
        with tempfile.TemporaryDirectory() as folder:
            nr.save(battle, Path(folder) / "fight.json")
            replayed = nr.replay(Path(folder) / "fight.json", verify=True)
        assert log_lines(replayed) == log_lines(battle)
        assert state_of(replayed) == state_of(battle)

    @shared
    @given(st.data())
    def test_7_every_difference_is_named_by_an_event(self, data: st.DataObject) -> None:
        battle = self.drawn(data).fought()
        rests = [(mark.log, mark.state) for mark in battle.marks] + [(len(battle.log), battle.state)]
        for (start, before), (end, after) in pairwise(rests):
            named = {
                (change.ship, change.what) for event in battle.log[start:end] for change in event.changes
            }
            # What the turn itself brings (switches that now hold) stands in the event that begins it.
            named |= {(change.ship, change.what) for change in battle.log[start - 1].changes}
            assert differences(before, after) <= named

    # ------------------------------------------------------------ 9: every battle ends

    @shared
    @given(st.data())
    def test_9_every_battle_ends(self, data: st.DataObject) -> None:
        battle = self.drawn(data).fought()
        limit = battle.scenario.turns or battle.ruleset.turn_limit
        assert battle.over
        assert battle.requests == ()
        assert battle.result.turns <= limit
        assert battle.result.why
        assert battle.result.winner in ("", *(side.name for side in battle.scenario.sides))
        assert isinstance(battle.log[-1], nr.BattleEnded)

    # ------------------------------------------------------------ 10: every rule is played

    def test_10_every_ruling_and_procedure_is_cited_in_play(self) -> None:
        left = uncited(self.rules(), cited(tuple(self.sample())))
        assert sorted(left - self.played_elsewhere.keys()) == []

    def test_10_what_is_played_elsewhere_has_its_test(self) -> None:
        for rule, where in self.played_elsewhere.items():
            path, _, test = where.partition("::")
            assert rule in marked(TOP / path).get(test, set()), f"{where} has no mark for {rule}"

    def test_10_every_number_is_cited_by_a_table(self) -> None:
        assert sorted(untabled(self.rules())) == []

    def test_10_nothing_is_cited_that_is_no_rule(self) -> None:
        book = self.rules().rulebook
        found = set(cited(tuple(self.sample())))
        found |= {table[key].rule for table in self.rules().tables.values() for key in table}
        assert sorted(rule for rule in found if rule not in book) == []
