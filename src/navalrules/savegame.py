"""Save, load and replay. The record is the inputs: scenario, switches, seed, answers, and the dice that fell.

A file is one JSON document, `format = "navalrules/battle"`. It carries a digest of the state at the
start of each turn and at the end, so that an edited record is found and its turn named.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Any

from navalrules.battle import Battle
from navalrules.codec import Codec, fingerprint
from navalrules.dice import Asked, Seeded
from navalrules.errors import NavalrulesError
from navalrules.files import MAX_BYTES, write_whole
from navalrules.given import of_kind, whole
from navalrules.messages import message
from navalrules.records import FORMAT
from navalrules.replaying import (
    OlderRulesWarning,
    Replay,
    ReplayMismatch,
    fallen,
    place_to_play_on,
    strangers,
)
from navalrules.ruleset import HouseRule

__all__ = ["FORMAT", "OlderRulesWarning", "ReplayMismatch", "load", "record", "replay", "save"]


def save(battle: Battle, path: str | Path) -> None:
    """Write a battle to a file, whole or not at all.

    Raises NavalrulesError for a battle that could not be read back, BadFile for a place that cannot be
    written; the file that stood there before still stands.
    """
    of_kind(message("the battle"), battle, Battle, message("a Battle"))
    place = _path(path)
    text = json.dumps(record(battle), ensure_ascii=False, separators=(",", ":")) + "\n"
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise NavalrulesError(
            message(
                "the record of this battle is longer than the {most} bytes that are read",
                most=MAX_BYTES,
            )
        )
    write_whole(place, text)


def _path(path: str | Path) -> Path:
    of_kind(message("the file"), path, str | PathLike, message("a path"))
    return Path(path)


def record(battle: Battle) -> dict[str, Any]:
    """The record of a battle as plain data; raises NavalrulesError where it could not be read back."""
    if not battle.marks:
        raise NavalrulesError(
            message("an imagined battle has no record; save the battle it was imagined from")
        )
    codec, first = Codec(battle.ruleset), battle.marks[0].state
    variant, state = battle.setup.variant, codec.state(battle.state)
    resumed = {"version": battle.resumed, "state": codec.state(first)} if battle.resumed else None
    return {
        **FORMAT.head,
        "ruleset": {"name": battle.ruleset.name, "version": battle.ruleset.version},
        "plugins": strangers(battle),
        "scenario": battle.scenario.as_data(),
        "seed": first.seed,
        "dice": _dice(battle),
        "measure": battle.measure.name,
        "rules": dict(first.switches),
        "variant": None if variant is None else variant.as_data(),
        "resumed": resumed,
        "past": list(battle.past),
        "answers": [codec.order(order) for order in battle.answers],
        "early": [list(pair) for pair in sorted(battle.early.items())],
        "owed": len(battle.requests),
        "fallen": list(fallen(battle)) if battle.record else None,
        "digests": [codec.digest(mark.state) for mark in battle.marks],
        "snapshot": _snapshot(battle, codec, state),
        "end": fingerprint(state),
        "state": state,
    }


def _dice(battle: Battle) -> str:
    if isinstance(battle.dice, Seeded):
        return "seeded"
    if isinstance(battle.dice, Asked):
        return "typed"
    raise NavalrulesError(
        message(
            "{name} dice cannot be saved; begin with a seed or typed dice", name=type(battle.dice).__name__
        )
    )


def _snapshot(battle: Battle, codec: Codec, state: dict[str, Any]) -> dict[str, Any] | None:
    answers, start = place_to_play_on(battle, codec)
    if battle.over or start == state:
        return None
    return {"answers": answers, "state": start}


def load(path: str | Path, *, house_rules: Iterable[HouseRule] | None = None) -> Battle:
    """A battle from a file, at the answer where it was saved, ready to go on.

    `house_rules` are those of all plugins unless given. Where an older version of the ruleset played
    otherwise, the battle is taken up at the start of the turn in which it was saved, with an
    OlderRulesWarning and a `BattleResumed` in its log.

    Raises BadFile with every fault of a file that is not a record or whose ruleset or plugin is not
    installed, ReplayMismatch where it does not play as it says.
    """
    return Replay.open(_path(path), house_rules).again(None, verify=True, plays_on=True)


def replay(
    path: str | Path,
    turn: int | None = None,
    verify: bool = False,
    *,
    house_rules: Iterable[HouseRule] | None = None,
) -> Battle:
    """Play a record again, to its end or to the start of `turn`; with `verify`, hold every turn against it.

    Raises as `load` does; with `verify`, also ReplayMismatch where a newer version of the ruleset plays
    otherwise.
    """
    if turn is not None:
        whole(message("the turn"), turn, 1)
    return Replay.open(_path(path), house_rules).again(turn, verify, plays_on=not verify)
