"""A recorded battle as a file holds it: its fields, read and checked.

Versions of the format "navalrules/battle": 1, the inputs of the battle with a digest for each turn; 2, with a
digest of its end, a place to play on from under later rules, and the plugins that it needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, Self

import attrs

from navalrules.codec import fingerprint
from navalrules.errors import BadFile
from navalrules.files import Format, Reader, Scalar, read_json
from navalrules.given import FARTHEST_WHOLE
from navalrules.measure import Measure, Plane, Tape
from navalrules.messages import message
from navalrules.ruleset import HouseRule
from navalrules.scenario import FORMAT as SCENARIO_FORMAT
from navalrules.scenario import Scenario
from navalrules.variants import FORMAT as VARIANT_FORMAT
from navalrules.variants import Variant

MOST_PAST: Final = 100
"""How many stretches under older rules a record may carry along."""

MEASURES: Final[Mapping[str, type[Measure]]] = {"plane": Plane, "tape": Tape}
_DIGEST: Final = re.compile(r"[0-9a-f]{32}")


def _lifted_from_1(data: dict[str, Any]) -> dict[str, Any]:
    variant, early = data.get("variant"), data.get("early", [])
    if isinstance(variant, dict):
        variant = {**VARIANT_FORMAT.head, **{key: variant[key] for key in variant if key != "file"}}
    return {
        "owed": 0,
        **data,
        "early": [[place, 0] for place in early] if isinstance(early, list) else early,
        "variant": variant,
        "end": fingerprint(data.get("state")),
        "plugins": {},
        "snapshot": None,
        "resumed": None,
        "past": [],
    }


FORMAT: Final = Format("navalrules/battle", (_lifted_from_1,))


@attrs.frozen(slots=False)
class Record:
    """A record as read from a file, its fields checked.

    `snapshot` is the state at the start of the last turn with the number of answers given before it, None
    where the battle was saved at such a place; `resumed` the older version under which the battle was begun,
    and the state in which ours took it up; `past` what was recorded before that.
    """

    file: str
    scenario: Scenario
    ruleset: str
    version: str
    seed: int
    typed: bool
    measure: str
    rules: dict[str, Scalar]
    plugins: dict[str, Scalar]
    variant: Variant | None
    answers: tuple[Any, ...]
    owed: int
    early: dict[int, int]
    fallen: tuple[Any, ...] | None
    digests: tuple[str, ...]
    end: str
    snapshot: tuple[int, dict[str, Any]] | None
    resumed: tuple[str, dict[str, Any]] | None
    past: tuple[dict[str, Any], ...]
    state: dict[str, Any]
    house_rules: tuple[HouseRule, ...] | None = attrs.field(default=None, kw_only=True)

    @classmethod
    def open(cls, path: Path, house_rules: Iterable[HouseRule] | None = None) -> Self:
        """Read a file; raises BadFile with every fault. `house_rules`: those of all plugins unless given."""
        found = cls.read(read_json(path, FORMAT), path.name)
        return found if house_rules is None else attrs.evolve(found, house_rules=tuple(house_rules))

    @classmethod
    def read(cls, data: Mapping[str, Any], file: str) -> Self:
        """Read the fields of the newest version; raises BadFile with every fault."""
        reader = Reader(data, file)
        reader.raw("format"), reader.raw("version")
        ruleset = reader.table("ruleset")
        found: dict[str, Any] = {
            "ruleset": ruleset.text("name", longest=60),
            "version": ruleset.text("version", longest=60),
            "seed": reader.whole("seed", -FARTHEST_WHOLE, FARTHEST_WHOLE),
            "typed": reader.text("dice", choices=("seeded", "typed")) == "typed",
            "measure": reader.text("measure", choices=tuple(MEASURES)),
            "rules": reader.scalars("rules"),
            "plugins": reader.scalars("plugins"),
            "variant": _variant(reader),
            "answers": _list(reader, "answers", dict, message("orders")),
            "owed": reader.whole("owed", 0, 100_000),
            "early": _early(reader),
            "fallen": _fallen(reader),
            "digests": _digests(reader),
            "end": _digest(reader, "end"),
            "snapshot": _snapshot(reader),
            "resumed": _resumed(reader),
            "past": _list(reader, "past", dict, message("tables"), MOST_PAST),
            "state": _mapping(reader, "state"),
        }
        scenario = _scenario(reader, file)
        reader.done()
        reader.check()
        assert scenario is not None
        return cls(file=file, scenario=scenario, **found)


# ---------------------------------------------------------------- fields


def _scenario(reader: Reader, file: str) -> Scenario | None:
    data = reader.raw("scenario")
    if not isinstance(data, dict):
        reader.fault("scenario", data, message("a scenario"))
        return None
    try:
        return Scenario.from_reader(Reader.within(data, SCENARIO_FORMAT, file, "scenario"))
    except BadFile as error:
        reader.faults += error.faults
        return None


def _variant(reader: Reader) -> Variant | None:
    data = reader.raw("variant")
    if data is None:
        return None
    if not isinstance(data, dict):
        reader.fault("variant", data, message("a variant or null"))
        return None
    try:
        inner = Reader.within(data, VARIANT_FORMAT, reader.file, "variant")
        variant = Variant.gathered(inner)
        inner.done()
        inner.check()
    except BadFile as error:
        reader.faults += error.faults
        return None
    return attrs.evolve(variant, file=f"{reader.file}: variant")


def _mapping(reader: Reader, key: str) -> dict[str, Any]:
    found = reader.raw(key)
    if isinstance(found, dict):
        return found
    reader.fault(key, found, message("a table"))
    return {}


def _list(reader: Reader, key: str, kind: type, what: str, most: int | None = None) -> tuple[Any, ...]:
    found = reader.raw(key)
    if isinstance(found, list) and all(type(each) is kind for each in found):
        if most is None or len(found) <= most:
            return tuple(found)
        what = message("at most {most} {kind}", most=most, kind=what)
    reader.fault(key, found, message("a list of {what}", what=what))
    return ()


def _fallen(reader: Reader) -> tuple[Any, ...] | None:
    """The rolls that fell, or None for a battle that kept no log."""
    if reader.has("fallen") and reader.raw("fallen") is None:
        return None
    rolls = _list(reader, "fallen", list, message("rolls"))
    if all(len(roll) == 4 for roll in rolls):
        return rolls
    reader.fault("fallen", rolls, message("rolls of turn, sides, faces and source"))
    return ()


def _early(reader: Reader) -> dict[int, int]:
    """Answers given before the battle had gone on, by their place, with their turns."""
    pairs = _list(reader, "early", list, message("pairs of numbers"))
    if all(len(pair) == 2 and type(pair[0]) is type(pair[1]) is int for pair in pairs):
        return dict(pairs)
    reader.fault("early", list(pairs), message("pairs of an answer's place and its turn"))
    return {}


def _digests(reader: Reader) -> tuple[str, ...]:
    found = _list(reader, "digests", str, message("digests"))
    if found and all(map(_DIGEST.fullmatch, found)):
        return found
    reader.fault("digests", found, message("at least one digest, each of 32 hexadecimal digits"))
    return ()


def _digest(reader: Reader, key: str) -> str:
    found = reader.text(key, longest=32)
    if found and not _DIGEST.fullmatch(found):
        reader.fault(key, found, message("a digest of 32 hexadecimal digits"))
    return found


def _snapshot(reader: Reader) -> tuple[int, dict[str, Any]] | None:
    if reader.has("snapshot") and reader.raw("snapshot") is None:
        return None
    inner = reader.table("snapshot")
    return inner.whole("answers", 0, 10_000_000), _mapping(inner, "state")


def _resumed(reader: Reader) -> tuple[str, dict[str, Any]] | None:
    if reader.has("resumed") and reader.raw("resumed") is None:
        return None
    inner = reader.table("resumed")
    return inner.text("version", longest=60), _mapping(inner, "state")
