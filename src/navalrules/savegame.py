"""Save, load and replay. The record is the inputs: scenario, switches, seed, answers, and the dice that fell.

A file is one JSON document, `format = "navalrules/battle"`. It carries a digest of the state at the
start of each turn and at the end, so that an edited record is found and its turn named.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import attrs

from navalrules import plugins
from navalrules.battle import Battle
from navalrules.codec import Codec
from navalrules.dice import Asked, Dice, Seeded
from navalrules.errors import BadFile, Fault, NavalrulesError
from navalrules.files import VERSION, Reader, read_json, write_whole
from navalrules.measure import Measure, Plane, Tape
from navalrules.orders import IllegalOrder
from navalrules.scenario import Scenario
from navalrules.tables import Variant

FORMAT: Final = "navalrules/battle"
_FARTHEST_SEED: Final = 2**63
_MEASURES: Final[Mapping[str, type[Measure]]] = {"plane": Plane, "tape": Tape}


class ReplayMismatch(NavalrulesError):
    """A record that does not play as it says: `turn` is the first turn that differs, and `why`."""

    def __init__(self, file: str, turn: int, why: str) -> None:
        super().__init__(file, turn, why)
        self.file = file
        self.turn = turn
        self.why = why

    def __str__(self) -> str:
        return f"{self.file}: turn {self.turn}: {self.why}"


def save(battle: Battle, path: str | Path) -> None:
    """Write a battle to a file, whole or not at all; raises NavalrulesError for dice that cannot be saved."""
    write_whole(Path(path), json.dumps(record(battle), ensure_ascii=False, separators=(",", ":")) + "\n")


def record(battle: Battle) -> dict[str, Any]:
    """The record of a battle as plain data; raises NavalrulesError where it could not be read back."""
    if not battle.marks:
        raise NavalrulesError("an imagined battle has no record; save the battle it was imagined from")
    codec, first = Codec(battle.ruleset), battle.marks[0].state
    if isinstance(battle.dice, Seeded):
        dice = "seeded"
    elif isinstance(battle.dice, Asked):
        dice = "typed"
    else:
        raise NavalrulesError(
            f"{type(battle.dice).__name__} dice cannot be saved; begin with a seed or typed dice"
        )
    if abs(first.seed) > _FARTHEST_SEED:
        raise NavalrulesError(f"a battle of this seed cannot be saved; seeds end at {_FARTHEST_SEED}")
    variant = battle.setup.variant
    return {
        "format": FORMAT,
        "version": VERSION,
        "ruleset": {"name": battle.ruleset.name, "version": battle.ruleset.version},
        "scenario": battle.scenario.as_data(),
        "seed": first.seed,
        "dice": dice,
        "measure": battle.measure.name,
        "rules": dict(first.switches),
        "variant": None if variant is None else {**attrs.asdict(variant), "file": ""},
        "answers": [codec.order(order) for order in battle.answers],
        "early": sorted(battle.early),
        "owed": len(battle.requests),
        "fallen": list(fallen(battle)) if battle.record else None,
        "digests": [codec.digest(mark.state) for mark in battle.marks],
        "state": codec.state(battle.state),
    }


def fallen(battle: Battle) -> Iterator[list[Any]]:
    """Every roll in the log: turn, sides, faces, and "typed" where a player threw it."""
    for event in battle.events:
        for ruled in event.rulings:
            if ruled.roll is not None and ruled.roll.faces:
                yield [event.turn, ruled.roll.sides, list(ruled.roll.faces), ruled.roll.source]


def load(path: str | Path) -> Battle:
    """A battle from a file, at the answer where it was saved, ready to go on.

    Raises BadFile with every fault of a file that is not a record, ReplayMismatch where it does not play as
    it says, PluginError or UnknownName where its ruleset is not installed.
    """
    return replay(path, verify=True)


def replay(path: str | Path, turn: int | None = None, verify: bool = False) -> Battle:
    """Play a record again, to its end or to the start of `turn`; with `verify`, hold every turn against it.

    Raises as `load` does.
    """
    file = Path(path).name
    data = read_json(Path(path), FORMAT)
    played = Record.read(data, file)
    battle = played.begin()
    played.play(battle, turn)
    if verify and turn is None:
        played.check(battle)
    return battle


@attrs.frozen
class Record:
    """A record as read from a file, its fields checked."""

    file: str
    scenario: Scenario
    ruleset: str
    version: str
    seed: int
    typed: bool
    measure: str
    rules: dict[str, Any]
    variant: Variant | None
    answers: tuple[Any, ...]
    owed: int
    early: tuple[Any, ...]
    fallen: tuple[Any, ...] | None
    digests: tuple[Any, ...]
    state: dict[str, Any]

    @classmethod
    def read(cls, data: dict[str, Any], file: str) -> Record:
        """Read the fields; raises BadFile with every fault."""
        reader = Reader(data, file, [])
        reader.raw("format"), reader.raw("version")
        ruleset = reader.table("ruleset")
        found = cls(
            file=file,
            scenario=_scenario(reader.raw("scenario"), file),
            ruleset=ruleset.text("name"),
            version=ruleset.text("version"),
            seed=reader.whole("seed", -_FARTHEST_SEED, _FARTHEST_SEED),
            typed=reader.text("dice", choices=("seeded", "typed")) == "typed",
            measure=reader.text("measure", choices=tuple(_MEASURES)),
            rules=reader.scalars("rules"),
            variant=_variant(reader),
            answers=_list(reader, "answers"),
            owed=reader.whole("owed", 0, 100_000, default=0),
            early=_list(reader, "early") if reader.has("early") else (),
            fallen=_fallen(reader),
            digests=_list(reader, "digests"),
            state=_mapping(reader, "state"),
        )
        reader.done()
        reader.check()
        return found

    def begin(self) -> Battle:
        """The battle as it began; raises ReplayMismatch for another version of the ruleset."""
        ruleset = plugins.ruleset(self.ruleset)
        if ruleset.version != self.version:
            raise ReplayMismatch(
                self.file, 1, f"recorded under {self.ruleset} {self.version}, installed is {ruleset.version}"
            )
        dice: Dice = Asked() if self.typed else Seeded(self.seed)
        measure = _MEASURES[self.measure]()
        return Battle.begin(
            self.scenario,
            ruleset,
            self.seed,
            rules=self.rules,
            variant=self.variant,
            dice=dice,
            measure=measure,
        )

    def play(self, battle: Battle, turn: int | None) -> None:
        """Give the recorded answers, up to the start of `turn`."""
        codec = Codec(battle.ruleset)
        for number, answer in enumerate(self.answers, 1):
            order = codec.read_order(answer, f"{self.file}: answer {number}")
            try:
                early = number - 1 in self.early
                if turn is not None and not early and self._reached(battle, turn):
                    battle.restart_turn()
                    return
                battle.replay_answer(order, early=early)
            except IllegalOrder as illegal:
                raise ReplayMismatch(self.file, battle.state.turn, f"answer {number}: {illegal}") from illegal
        # A question in the middle of a step stands only once the step has run into it.
        if battle.state.step != self.state.get("step") or (self.owed and not battle.requests):
            battle.advance()
        if turn is not None and battle.state.turn >= turn:
            battle.restart_turn()

    def _reached(self, battle: Battle, turn: int) -> bool:
        if not battle.requests:
            battle.advance()
        return battle.state.turn >= turn

    def check(self, battle: Battle) -> None:
        """Hold a replayed battle against the record, turn by turn; raises ReplayMismatch."""
        codec = Codec(battle.ruleset)
        marks = [codec.digest(mark.state) for mark in battle.marks]
        for number, (ours, theirs) in enumerate(zip(marks, self.digests, strict=False)):
            if ours != theirs:
                turn = max(number, 1)
                raise ReplayMismatch(self.file, turn, self._why(battle, turn))
        last = battle.state.turn
        if len(marks) != len(self.digests):
            raise ReplayMismatch(self.file, last, f"{len(self.digests)} turns recorded, {len(marks)} played")
        self._check_dice(battle)
        if codec.state(battle.state) != self.state:
            raise ReplayMismatch(self.file, last, "the state at the end is not what the answers lead to")

    def _why(self, battle: Battle, turn: int) -> str:
        for ours, theirs in zip(fallen(battle), self.fallen or (), strict=False):
            if ours != theirs and ours[0] <= turn:
                return f"a die differs: d{ours[1]} fell {ours[2]}, the record says {theirs}"
        return "the state differs from what the answers lead to"

    def _check_dice(self, battle: Battle) -> None:
        if self.fallen is None:
            return
        ours = list(fallen(battle))
        for mine, theirs in zip(ours, self.fallen, strict=False):
            if mine != theirs:
                raise ReplayMismatch(
                    self.file, mine[0], f"a die differs: {mine} fell, the record says {theirs}"
                )
        if len(ours) != len(self.fallen):
            raise ReplayMismatch(
                self.file, battle.state.turn, f"{len(self.fallen)} rolls recorded, {len(ours)} fell"
            )


def _scenario(data: Any, file: str) -> Scenario:
    if not isinstance(data, dict):
        raise BadFile([Fault(file, "scenario", repr(data)[:60], "a scenario")])
    return Scenario.from_reader(Reader(data, file, []))


def _variant(reader: Reader) -> Variant | None:
    data = reader.raw("variant")
    if data is None:
        return None
    if not isinstance(data, dict) or not all(isinstance(data.get(key), dict) for key in ("rules", "tables")):
        reader.fault("variant", data, "a variant or null")
        return None
    return Variant(
        str(data.get("name")),
        str(data.get("parent")),
        dict(data["rules"]),
        data["tables"],
        "variant",
    )


def _mapping(reader: Reader, key: str) -> dict[str, Any]:
    found = reader.raw(key)
    if not isinstance(found, dict):
        reader.fault(key, found, "a table")
        return {}
    return found


def _fallen(reader: Reader) -> tuple[Any, ...] | None:
    """The rolls that fell, or None for a battle that kept no log."""
    nothing = reader.has("fallen") and reader.raw("fallen") is None
    return None if nothing else _list(reader, "fallen")


def _list(reader: Reader, key: str) -> tuple[Any, ...]:
    found = reader.raw(key)
    if not isinstance(found, list):
        reader.fault(key, found, "a list")
        return ()
    return tuple(found)
