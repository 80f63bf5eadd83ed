"""Promises 1, 2 and 7: the same again, in another process, from a file, from its answers."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

from navalrules import savegame
from navalrules.battle import Battle, State
from navalrules.codec import Codec
from navalrules.testing.changes import apply, differences
from navalrules.testing.check import check, demand, demand_equal
from navalrules.testing.fights import again, digest, log_lines

if TYPE_CHECKING:
    from navalrules.testing.contract import Contract
    from navalrules.testing.luck import Luck

HASH_SEEDS: Final = ("1", "1864")
_ELSEWHERE: Final = (
    "import pickle, sys; from navalrules.testing.fights import elsewhere; "
    "print(elsewhere(*pickle.load(sys.stdin.buffer)))"
)


@check("1_same_answers_and_seed_same_log", "critical", share=0.7)
def same_log(contract: Contract, luck: Luck) -> None:
    """Fought twice by the same captains, a battle has the same log."""
    fight = contract.drawn(luck)
    first, second = fight.fought(), fight.fought()
    demand_equal("log", log_lines(first), log_lines(second))
    demand_equal("state", first.state, second.state)


@check("1_same_log_in_another_process", "critical", share=0)
def same_log_elsewhere(contract: Contract, luck: Luck) -> None:
    """Processes with other hash seeds fight the same battles to the same logs."""
    fights = [contract.shortened(fight) for fight in contract.sample()[:: max(contract.seeds_each // 2, 1)]]
    wanted = pickle.dumps((fights, contract.plugin_files))
    processes = [_process(seed) for seed in HASH_SEEDS]
    answers = [process.communicate(wanted) for process in processes]
    ours = digest(fights)
    for seed, process, (told, errors) in zip(HASH_SEEDS, processes, answers, strict=True):
        demand(process.returncode == 0, "another process failed", errors.decode(errors="replace"))
        demand(told.decode().strip() == ours, f"log is another one under PYTHONHASHSEED={seed}", fights)


def _process(hash_seed: str) -> subprocess.Popen[bytes]:
    env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", _ELSEWHERE], stdin=pipe, stdout=pipe, stderr=pipe, env=env)


# ---------------------------------------------------------------- 2: saved and loaded


@check("2_saved_and_loaded_at_any_answer", "critical")
def saved_and_loaded(contract: Contract, luck: Luck) -> None:
    """Saved and loaded at any answer, the battle goes on as if nothing had happened."""
    battle, rest = contract.at_rest(luck, contract.drawn(luck))
    with _file() as path:
        savegame.save(battle, path)
        loaded = savegame.load(path)
    demand_equal("state", loaded.state, battle.state)
    demand_equal("answers", loaded.answers, battle.answers)
    asked, before = ([each.describe() for each in one.requests] for one in (loaded, battle))
    demand_equal("requests", asked, before)
    again(loaded, rest), again(battle, rest)
    demand_equal("log", log_lines(loaded), log_lines(battle))
    demand_equal("state", loaded.state, battle.state)


@contextmanager
def _file() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder) / "fight.json"


# ---------------------------------------------------------------- 7: to JSON and back


@check("7_events_orders_and_states_to_json_and_back", "critical", share=0.5)
def to_json_and_back(contract: Contract, luck: Luck) -> None:
    """Every event, order and state goes to JSON and comes back equal."""
    battle = contract.drawn(luck).fought()
    codec = Codec(battle.ruleset)
    for event in battle.log:
        back = codec.read_event(json.loads(json.dumps(codec.event(event))))
        demand(type(back) is type(event), "another kind of event came back", type(event), type(back))
        demand_equal(event.tag, back, event)
    for order in battle.answers:
        demand_equal("order", codec.read_order(json.loads(json.dumps(codec.order(order)))), order)
    for state in (*(mark.state for mark in battle.marks), battle.state):
        demand_equal("state", codec.read_state(json.loads(json.dumps(codec.state(state)))), state)


@check("7_scenario_and_answers_give_log_and_state_again", "critical")
def answered_again(contract: Contract, luck: Luck) -> None:
    """What captains fought, its scenario and answers give again from a file: log and state."""
    fought = contract.drawn(luck).fought()
    with _file() as path:
        savegame.save(fought, path)
        answered = savegame.replay(path, verify=True)
    demand_equal("log", log_lines(answered), log_lines(fought))
    demand_equal("state", answered.state, fought.state)


@check("7_every_difference_is_named_by_an_event", "critical")
def differences_named(contract: Contract, luck: Luck) -> None:
    """The changes of the events between two states are all the difference there is between them."""
    battle = contract.drawn(luck).fought()
    rests = [(mark.log, mark.state) for mark in battle.marks] + [(len(battle.log), battle.state)]
    for (start, before), (end, after) in pairwise(rests):
        _check_between(battle, start, end, before, after)


def _check_between(battle: Battle, start: int, end: int, before: State, after: State) -> None:
    state = before.copy()
    for event in battle.log[start:end]:
        for change in event.changes:
            apply(state, change)
    left = differences(state, after)
    demand(not left, f"no event of turn {before.turn} names what became of", sorted(left))
