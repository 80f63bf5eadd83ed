"""A rulebook that the core has never seen comes in by the front door, is fought, and keeps the promises."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from made_up import Boat, Rammed
from promises import Contract, log_lines, state_of

import navalrules as nr
from navalrules import plugins

HERE = Path(__file__).parent
POND = "made-up-pond"


def _distribution(folder: Path) -> Path:
    """What an installer would leave behind: metadata with an entry point."""
    info = folder / "made_up_rules-0.1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: made-up-rules\nVersion: 0.1\n", "utf-8")
    (info / "entry_points.txt").write_text("[navalrules]\nmade_up = made_up:plugin\n", "utf-8")
    return folder


def _forget() -> None:
    for kept in (plugins.load, plugins._quick, plugins._scenarios):
        kept.cache_clear()


@pytest.fixture(scope="module", autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = str(_distribution(tmp_path_factory.mktemp("site")))
    sys.path.insert(0, folder)
    _forget()
    yield
    sys.path.remove(folder)
    _forget()


class TestMadeUp(Contract):
    ruleset = "made_up"
    makers = ("seeded", "typed")


def _asked(seed: int = 0, **rules: bool) -> nr.Battle:
    """A battle that stands at a choice in the middle of its second step."""
    for each in range(seed, seed + 100):
        battle = nr.Battle.begin(nr.scenario(POND), seed=each, rules=rules)
        _row(battle)
        battle.advance()
        if battle.requests[0].kind == "chosen":
            return battle
    raise AssertionError("nobody rammed in a hundred battles")


def _row(battle: nr.Battle) -> None:
    for request in battle.requests:
        battle.submit(request.default)


def test_entry_point_is_found_and_fought_in_a_process_of_its_own(tmp_path: Path) -> None:
    site = _distribution(tmp_path / "site")
    code = (
        "import navalrules as nr\n"
        "assert {'civilwar', 'made_up'} <= nr.rulesets().keys()\n"
        "battle = nr.Battle.begin(nr.scenario('made-up-pond'), seed=7)\n"
        "print(battle.ruleset.title, '|', battle.run({}).why)\n"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), str(HERE)])}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], env=env, capture_output=True, text=True, check=False
    )
    assert done.stdout == "A made-up rulebook | last_afloat\n", done.stderr


def test_listed_without_being_imported() -> None:
    (record,) = [each for each in plugins.installed() if each.name == "made_up"]
    assert (record.distribution, record.version, record.target) == ("made-up-rules", "0.1", "made_up:plugin")
    assert record.stage == "listed"


def test_choice_in_the_middle_leaves_the_battle_as_it_was_before_the_step() -> None:
    battle = _asked()
    before = nr.Battle.begin(nr.scenario(POND), seed=battle.state.seed)
    _row(before)
    state, log = battle.state.copy(), battle.log
    assert [event.tag for event in log][-1] == "ship_moved"
    assert (state.phase, state.step) == (1, 1)
    assert all(isinstance(ship, Boat) and ship.oars == ship.crew == 4 for ship in state.ships.values())
    battle.advance()
    assert (battle.state, battle.log) == (state, log)


@pytest.mark.parametrize("part", ["oars", "crew"])
def test_choice_in_the_middle_is_answered(part: str) -> None:
    battle = _asked()
    (request,) = battle.requests
    battle.submit(nr.Chosen(ship=request.ship, about="ram", option=part))
    battle.run({}, max_turns=1)
    hurt = next(event for event in battle.log if event.tag == "rammed")
    assert hurt.rulings[0].outcome == part
    assert next(change.what for change in hurt.changes) == part
    assert hurt.rulings[0].roll is not None
    assert hurt.rulings[0].roll.value >= 4


def test_choice_in_the_middle_of_an_imagined_battle() -> None:
    battle = _asked()
    seed, (request,) = battle.state.seed, battle.requests
    before = nr.Battle.begin(nr.scenario(POND), seed=seed)
    _row(before)
    thought = before.imagine(seed, request.side)
    for row in thought.requests:  # the other side's are secret
        thought.submit(row.default)
    thought.advance()
    assert [each.key for each in thought.requests] == [request.key]
    thought.submit(request.default)
    thought.advance()
    assert thought.state.step > before.state.step


def test_choice_in_the_middle_refuses_what_is_not_offered() -> None:
    battle = _asked()
    (request,) = battle.requests
    with pytest.raises(nr.IllegalOrder, match="'mast' is not among the options; one of: option 'oars'"):
        battle.submit(nr.Chosen(ship=request.ship, about="ram", option="mast"))
    assert battle.requests == (request,)


def test_undo_of_a_choice_in_the_middle_meets_the_same_die() -> None:
    battle = _asked()
    (request,) = battle.requests
    at_rest = state_of(battle)
    battle.submit(request.default)
    battle.advance()
    log = log_lines(battle)
    battle.undo()
    battle.advance()
    assert state_of(battle) == at_rest
    assert [each.key for each in battle.requests] == [request.key]
    battle.submit(request.default)
    battle.advance()
    assert log_lines(battle) == log


def test_saved_and_loaded_at_a_choice_in_the_middle(tmp_path: Path) -> None:
    battle = _asked()
    nr.save(battle, tmp_path / "pond.json")
    loaded = nr.load(tmp_path / "pond.json")
    loaded.advance()
    assert [each.key for each in loaded.requests] == [each.key for each in battle.requests]
    assert loaded.state == battle.state
    for each in (battle, loaded):
        each.run({})
    assert log_lines(loaded) == log_lines(battle)


def test_choice_in_the_middle_without_a_log() -> None:
    battle = _asked()
    quiet = nr.Battle.begin(nr.scenario(POND), seed=battle.state.seed, record=False)
    assert quiet.run({}) == battle.run({})
    assert quiet.log == ()


def test_house_rule_replaces_one_ruling_by_its_id() -> None:
    battle = nr.Battle.begin(nr.scenario(POND), seed=3, rules={"soft_prow": True})
    battle.run({})
    assert {event.roll for event in battle.log if isinstance(event, Rammed)} == {6}


def test_captain_of_its_own() -> None:
    battle = nr.Battle.begin(nr.scenario(POND), seed=3)
    battle.run({side.name: nr.captains.named(battle, "keen") for side in battle.scenario.sides})
    assert {event.place for event in battle.log if isinstance(event, Rammed)} == {"crew"}
