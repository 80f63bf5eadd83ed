"""A recorded battle played again, held against what it says, or taken up under newer rules."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Final, NoReturn

import attrs

from navalrules import plugins
from navalrules.battle import Battle, State
from navalrules.codec import Codec, fingerprint
from navalrules.dice import Asked, Dice, Seeded
from navalrules.errors import BadFile, Fault, NavalrulesError, UnknownName
from navalrules.files import LARGEST, shown
from navalrules.given import FARTHEST_WHOLE
from navalrules.messages import Message, message, together
from navalrules.orders import Order
from navalrules.records import MEASURES, Record
from navalrules.ruleset import HouseRule, Ruleset, RulesetError

_MOST_STEPS: Final = 10_000_000
_TRIED: Final = 2000
"""How many rounds of answers the trial of a recorded state may take."""

_NUMBER: Final = re.compile(r"[0-9]{1,9}")


class ReplayMismatch(NavalrulesError):
    """A record that does not play as it says: `turn` is the first turn that differs, and `why`."""

    def __init__(self, file: str, turn: int, why: str) -> None:
        super().__init__(file, turn, why)
        self.file = file
        self.turn = turn
        self.why = why

    def __str__(self) -> str:
        return str(self.told())

    def told(self) -> Message:
        """The file, the turn and why."""
        return message("{file}: turn {turn}: {why}", file=self.file, turn=self.turn, why=self.why)


class OlderRulesWarning(UserWarning):
    """A battle recorded under an older version of its ruleset plays on from where the record holds its state.

    The same stands in its log, as `BattleResumed`.
    """


def fallen(battle: Battle) -> Iterator[list[Any]]:
    """Every roll in the log: turn, sides, faces, and "typed" where a player threw it."""
    for event in battle.events:
        for ruled in event.rulings:
            if ruled.roll is not None and ruled.roll.faces:
                yield [event.turn, ruled.roll.sides, list(ruled.roll.faces), ruled.roll.source]


def strangers(battle: Battle) -> dict[str, str]:
    """The house rules that plugins brought to a battle, with the modules that they come from."""
    ours = battle.ruleset.house_rules
    found = {}
    for name, rules in battle.setup.house_rules.items():
        sources = {rule.source for rule in rules if rule not in ours}
        if sources:
            found[name] = ", ".join(sorted(sources))
    return found


@attrs.frozen(slots=False)
class Replay(Record):
    """A record, and the battle that it leads to under the rules that are installed."""

    # ------------------------------------------------------------ what it needs

    @cached_property
    def installed(self) -> Ruleset:
        """The ruleset of that name, as old as the record's or newer; raises BadFile with what would do."""
        try:
            ruleset = plugins.ruleset(self.ruleset)
        except UnknownName as error:
            near = ", ".join(error.nearest)
            expected = (
                message(
                    "a ruleset that is installed (nearest: {names}); install the plugin that brings it",
                    names=near,
                )
                if near
                else message("a ruleset that is installed; install the plugin that brings it")
            )
            self._refuse("ruleset.name", self.ruleset, expected)
        except plugins.PluginError as error:
            self._refuse(
                "ruleset.name", self.ruleset, message("a ruleset that works; {error}", error=error.told())
            )
        if _order(self.version) > _order(ruleset.version):
            expected = message(
                "{version} or older; upgrade {ruleset} to read the file",
                version=ruleset.version,
                ruleset=ruleset.name,
            )
            self._refuse("ruleset.version", self.version, expected)
        return ruleset

    @property
    def older(self) -> bool:
        """Whether it was recorded under an older version of its ruleset."""
        return self.version != self.installed.version

    def _refuse(self, key: str, value: object, expected: str) -> NoReturn:
        raise BadFile([Fault(self.file, key, shown(value), expected)])

    @cached_property
    def orders(self) -> tuple[Order, ...]:
        """The answers as orders; raises BadFile with every fault."""
        codec = Codec(self.installed)
        faults: list[Fault] = []
        found: list[Order] = []
        for number, answer in enumerate(self.answers, 1):
            try:
                found.append(codec.read_order(answer, f"{self.file}: answer {number}"))
            except BadFile as error:
                faults += error.faults
        if faults:
            raise BadFile(faults)
        return tuple(found)

    def _house_rules(self, switches: Mapping[str, Any]) -> list[HouseRule]:
        """The house rules of plugins that the record knows. One that is missing and was never on is stood in
        for, so that the switches stay what they were; raises BadFile for one that was on."""
        known = self.house_rules
        if known is None:
            known = tuple(plugins.house_rules_for(self.ruleset))
        found = [rule for rule in known if rule.name in switches]
        missing = sorted(self.plugins.keys() - {rule.name for rule in found})
        faults = [self._missing(name) for name in missing if self._was_on(name, switches)]
        if faults:
            raise BadFile(faults)
        return [*found, *(self._stand_in(name) for name in missing if name in switches)]

    def _was_on(self, name: str, switches: Mapping[str, Any]) -> bool:
        switched = any(
            answer.get("order") == "switch_rule" and answer.get("name") == name for answer in self.answers
        )
        return switched or bool(self.rules.get(name)) or bool(switches.get(name))

    def _missing(self, name: str) -> Fault:
        expected = message(
            "an installed plugin with house rule {name}; install it, or name its file (--plugin)", name=name
        )
        return Fault(self.file, f"plugins.{name}", shown(self.plugins[name]), expected)

    def _stand_in(self, name: str) -> HouseRule:
        def act(*_: Any, **__: Any) -> NoReturn:
            raise RulesetError(
                message("house rule {name} cannot be played: its plugin is not installed", name=name)
            )

        return HouseRule(
            name=name, ruleset=self.ruleset, act=act, follows=self.installed.points[0].ids[0], source="?"
        )

    # ------------------------------------------------------------ playing it again

    def begin(self) -> Battle:
        """The battle as it began; raises BadFile where it cannot be begun here."""
        if self.resumed is None:
            return self._begun(self.rules, self.seed)
        version, data = self.resumed
        battle = self._resumed_at(data, version)
        battle.past = self.past
        return battle

    def _begun(self, switches: Mapping[str, Any], seed: int) -> Battle:
        dice: Dice = Asked() if self.typed else Seeded(seed)
        ruleset, measure = self.installed, MEASURES[self.measure]()
        try:
            return Battle.begin(
                self.scenario,
                ruleset,
                seed,
                rules=switches,
                variant=self.variant,
                house_rules=self._house_rules(switches),
                dice=dice,
                measure=measure,
            )
        except BadFile:
            raise
        except NavalrulesError as error:
            self._refuse(
                "scenario",
                self.scenario.id,
                message("a battle that can be begun ({error})", error=error.told()),
            )

    def _resumed_at(self, data: dict[str, Any], version: str) -> Battle:
        """A battle that stands at a recorded state; raises BadFile for one that is none of this battle."""
        state = Codec(self.installed).read_state(data, f"{self.file}: state")
        battle = self._begun(dict(state.switches), state.seed)
        wrong = _misfit(state, data, battle)
        if wrong is None:
            battle.take_up(state, version)
            wrong = _unplayable(battle)
        if wrong is not None:
            self._refuse(
                "state", data, message("a state of this battle under these rules ({wrong})", wrong=wrong)
            )
        return battle

    def again(self, turn: int | None, verify: bool, plays_on: bool) -> Battle:
        """The battle played again, to its end or the start of `turn`; with `verify`, held against the record.

        A record of an older version of the ruleset that does not play as it says is taken up where it holds
        the state, where it `plays_on`; else that is a ReplayMismatch.
        """
        if not self.older:
            return self._played(turn, verify)
        try:
            return self._played(turn, True)
        except Exception as error:  # old orders may meet new rules in any way at all
            why = _why(error)
            differs = error.turn if isinstance(error, ReplayMismatch) else 1
            told = message(
                "recorded under {ruleset} {version}, installed is {installed}: {why}",
                ruleset=self.ruleset,
                version=self.version,
                installed=self.installed.version,
                why=why,
            )
            if not plays_on:
                raise ReplayMismatch(self.file, differs, told) from error
            battle = self._taken_up()
            if turn is not None and battle.state.turn > turn:
                place = message("it can be played from the start of turn {turn} on", turn=battle.state.turn)
                raise ReplayMismatch(self.file, differs, together([told, place], "; ")) from error
            warnings.warn(
                message("{file}: {told}", file=self.file, told=self._plays_on(battle)),
                OlderRulesWarning,
                stacklevel=3,
            )
            return battle

    def _played(self, turn: int | None, verify: bool) -> Battle:
        battle = self.begin()
        self.play(battle, turn)
        if verify:
            self.check(battle, turn is None)
        return battle

    def play(self, battle: Battle, turn: int | None) -> None:
        """Give the recorded answers, up to the start of `turn`; raises ReplayMismatch for one refused."""
        for number, order in enumerate(self.orders):
            try:
                early = self.early.get(number)
                if turn is not None and _reached(battle, turn, early):
                    battle.restart_turn(turn)
                    return
                battle.replay_answer(order, early=early)
            except NavalrulesError as error:
                why = message("answer {number}: {error}", number=number + 1, error=error.told())
                raise ReplayMismatch(self.file, battle.state.turn, why) from error
        battle.advance_to(*(self.state.get(name) for name in ("turn", "phase", "step")))
        # A question in the middle of a step stands only once the step has run into it.
        if self.owed and not battle.requests:
            battle.advance()
        if turn is not None and battle.state.turn >= turn:
            battle.restart_turn(turn)

    # ------------------------------------------------------------ holding it against the record

    def check(self, battle: Battle, whole: bool = True) -> None:
        """Hold a replayed battle against the record, turn by turn; raises ReplayMismatch."""
        codec = Codec(battle.ruleset)
        played = [codec.digest(mark.state) for mark in battle.marks]
        for mark, ours, theirs in zip(battle.marks, played, self.digests, strict=False):
            if ours != theirs:
                turn = max(mark.state.turn - 1, battle.marks[0].state.turn)
                raise ReplayMismatch(self.file, turn, self._why(battle, turn))
        last = battle.state.turn
        if whole and len(played) != len(self.digests):
            raise ReplayMismatch(
                self.file,
                last,
                message(
                    "{recorded} turns recorded, {played} played",
                    recorded=len(self.digests),
                    played=len(played),
                ),
            )
        self._check_dice(battle, whole)
        if whole:
            self._check_end(battle, codec)

    def _check_end(self, battle: Battle, codec: Codec) -> None:
        last, state = battle.state.turn, codec.state(battle.state)
        if state != self.state or fingerprint(state) != self.end:
            raise ReplayMismatch(
                self.file, last, message("the state at the end is not what the answers lead to")
            )
        answers, snapshot = place_to_play_on(battle, codec)
        if self.snapshot is not None and self.snapshot != (answers, snapshot):
            raise ReplayMismatch(self.file, last, message("the snapshot is not what the answers lead to"))

    def _why(self, battle: Battle, turn: int) -> str:
        for ours, theirs in zip(fallen(battle), self.fallen or (), strict=False):
            if ours != theirs and ours[0] <= turn:
                return _other_die(ours, theirs)
        return "the state differs from what the answers lead to"

    def _check_dice(self, battle: Battle, whole: bool) -> None:
        if self.fallen is None:
            return
        ours = list(fallen(battle))
        for mine, theirs in zip(ours, self.fallen, strict=False):
            if mine != theirs:
                raise ReplayMismatch(self.file, mine[0], _other_die(mine, theirs))
        if whole and len(ours) != len(self.fallen):
            why = message("{recorded} rolls recorded, {fell} fell", recorded=len(self.fallen), fell=len(ours))
            raise ReplayMismatch(self.file, battle.state.turn, why)

    # ------------------------------------------------------------ playing on under newer rules

    def _taken_up(self) -> Battle:
        """The battle where the record holds its state, under the ruleset as it is now."""
        data = self.state if self.snapshot is None else self.snapshot[1]
        self._check_snapshot(data)
        battle = self._resumed_at(self._lifted(data), self.version)
        battle.past = (*self.past, self._stretch())
        return battle

    def _lifted(self, data: dict[str, Any]) -> dict[str, Any]:
        try:
            return self.installed.lifted(data, self.version)
        except Exception as error:  # data that nobody has checked may upset the step in any way
            self._refuse(
                "state",
                data,
                message(
                    "a state of {ruleset} {version} ({name})",
                    ruleset=self.ruleset,
                    version=self.version,
                    name=type(error).__name__,
                ),
            )

    def _plays_on(self, battle: Battle) -> str:
        told = message("recorded under {ruleset} {version}", ruleset=self.ruleset, version=self.version)
        turn, version = battle.state.turn, self.installed.version
        stands = (
            message("stands under {version} as it ended", version=version)
            if battle.over
            else message("plays on under {version} from the start of turn {turn}", version=version, turn=turn)
        )
        lost = 0 if self.snapshot is None else len(self.answers) - self.snapshot[0]
        again = (
            message("1 answer of that turn must be given again")
            if lost == 1
            else message("{lost} answers of that turn must be given again", lost=lost)
        )
        told = together([told, stands])
        return together([told, again], "; ") if lost else told

    def _check_snapshot(self, data: dict[str, Any]) -> None:
        if fingerprint(data) != (self.end if self.snapshot is None else self.digests[-1]):
            turn = data.get("turn")
            last = turn if type(turn) is int else len(self.digests)
            raise ReplayMismatch(
                self.file, last, message("the recorded state is not the one that its digest is of")
            )
        if data.get("phase") != 0 and data.get("verdict") is None:
            expected = message(
                "{version}; the record holds no state at the start of a turn to play on from",
                version=self.version,
            )
            self._refuse("ruleset.version", self.installed.version, expected)

    def _stretch(self) -> dict[str, Any]:
        """What was recorded under the older version, kept for whoever has it."""
        return {
            "version": self.version,
            "seed": self.seed,
            "rules": self.rules,
            "resumed": None
            if self.resumed is None
            else dict(zip(("version", "state"), self.resumed, strict=True)),
            "answers": list(self.answers),
            "early": [list(pair) for pair in sorted(self.early.items())],
            "fallen": None if self.fallen is None else list(self.fallen),
            "digests": list(self.digests),
        }


def place_to_play_on(battle: Battle, codec: Codec) -> tuple[int, dict[str, Any]]:
    """The number of answers before the last turn, and the state at its start."""
    mark = battle.marks[-1]
    return mark.answers, codec.state(mark.state)


def _reached(battle: Battle, turn: int, early: int | None) -> bool:
    """Whether the next answer, given early in that turn if at all, is one of `turn` or later."""
    if early is not None and early < turn:
        return False
    if not battle.requests and (early is None or battle.state.turn < turn):
        battle.advance()
    return battle.state.turn >= turn


def _other_die(ours: list[Any], theirs: list[Any]) -> str:
    return message(
        "a die differs: d{sides} fell {face}, the record says d{sides_told} {face_told}",
        sides=ours[1],
        face=ours[2],
        sides_told=theirs[1],
        face_told=theirs[2],
    )


def _order(version: str) -> tuple[int, ...]:
    return tuple(map(int, _NUMBER.findall(version)))


# ---------------------------------------------------------------- a state from a file


def _misfit(state: State, data: dict[str, Any], battle: Battle) -> str | None:
    """Why a state is none of this battle, or None where nothing shows."""
    fresh = battle.state
    if state.ships.keys() != fresh.ships.keys():
        return message("its ships are {names}", names=", ".join(fresh.ships))
    for ship, ours in zip(state.ships.values(), (fresh.ships[name] for name in state.ships), strict=True):
        if (ship.id, ship.name, ship.side, ship.plan) != (ours.id, ours.name, ours.side, ours.plan):
            return message("{id} is {name} of {side}", id=ours.id, name=ours.name, side=ours.side)
    sides = ("", *(side.name for side in battle.scenario.sides))
    sound = {
        "turn": 1 <= state.turn <= battle.setup.turns,
        "phase": 0 <= state.phase < len(battle.phases) and (state.phase == 0 or state.verdict is not None),
        "step": 0 <= state.step <= _MOST_STEPS,
        "seed": abs(state.seed) <= FARTHEST_WHOLE,
        "wind": 0 <= state.wind.from_bearing <= 360 and 0 <= state.wind.force <= 12,
        "coming": not state.coming or state.verdict is not None,
        "verdict": state.verdict is None or state.verdict.winner in sides,
        "ships": _is_bounded(data["ships"]),
        "table": _is_bounded(data.get("table")),
    }
    wrong = [name for name, good in sound.items() if not good]
    return message("not with this {key}", key=wrong[0]) if wrong else None


def _why(error: Exception) -> str:
    if isinstance(error, ReplayMismatch):
        return error.why
    return error.told() if isinstance(error, NavalrulesError) else str(error)


def _is_bounded(data: Any) -> bool:
    if isinstance(data, dict | list):
        return all(map(_is_bounded, data.values() if isinstance(data, dict) else data))
    return not isinstance(data, int | float) or abs(data) <= LARGEST


def _unplayable(battle: Battle) -> str | None:
    """Why one turn of a battle cannot be played with orders drawn at random, or None where it can be."""
    trial, dice, turn = battle.copy(), Seeded(0), battle.state.turn
    try:
        for number in range(_TRIED):
            trial.advance()
            if trial.over or trial.state.turn > turn:
                break
            dice.begin_step(number)
            for request in trial.requests:
                trial.submit(request.draw(dice))
        Codec(battle.ruleset).state(trial.state)
    except Exception as error:  # a state that no battle led to may upset a rule in any way at all
        return f"{type(error).__name__}: {str(error)[:100]}"
    return None
