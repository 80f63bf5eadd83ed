"""What a caller gives is looked at first: one clear error, and nothing half done."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import navalrules as nr
from navalrules.errors import UnknownName
from navalrules.given import FARTHEST_WHOLE
from navalrules.messages import message

TOO_LONG = 10**5000
LONG = pytest.param(TOO_LONG, id="too long")
ODD: list[Any] = [math.nan, math.inf, 1.5, True, "3", None, [], LONG]
"""No whole numbers, or none that can be written."""


def battle(turns: int = 0) -> nr.Battle:
    made = nr.Battle.begin(nr.scenario("kearsarge"), seed=1)
    if turns:
        made.run({}, max_turns=turns)
    return made


def refused(call: Callable[[], object], *told: str) -> None:
    with pytest.raises(nr.NavalrulesError) as caught:
        call()
    for part in told:
        assert part in str(caught.value)


@pytest.mark.parametrize(
    "seed", [*ODD, FARTHEST_WHOLE + 1, -FARTHEST_WHOLE - 1], ids=lambda seed: repr(type(seed))
)
def test_a_seed_is_a_whole_number_that_a_save_can_keep(seed: Any) -> None:
    begun = battle()
    limits = f"a whole number from {-FARTHEST_WHOLE} to {FARTHEST_WHOLE}"
    for call in (
        lambda: nr.Battle.begin(nr.scenario("kearsarge"), seed=seed),
        lambda: nr.Battle.begin(nr.scenario("kearsarge"), seed=seed, dice=nr.Asked()),
        lambda: begun.anew(seed),
        lambda: begun.anew(seed, dice=nr.Asked()),
        lambda: nr.Seeded(seed),
        lambda: begun.imagine(seed, "Federal"),
    ):
        refused(call, "the seed cannot be", limits)


@pytest.mark.parametrize("seed", [FARTHEST_WHOLE, -FARTHEST_WHOLE])
def test_the_farthest_seeds_are_saved_and_read(seed: int, tmp_path: Path) -> None:
    played = battle().anew(seed)
    played.submit(nr.Reroll(seed=-seed))
    nr.save(played, tmp_path / "far.json")
    assert nr.load(tmp_path / "far.json").state == played.state


def test_a_reroll_from_a_seed_that_no_save_could_keep_is_refused() -> None:
    begun = battle()
    before = begun.copy()
    for seed in (FARTHEST_WHOLE + 1, TOO_LONG):
        with pytest.raises(nr.IllegalOrder):
            begun.submit(nr.Reroll(seed=seed))
    assert (begun.state, begun.log, begun.answers) == (before.state, before.log, before.answers)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"rules": "calm"}, "the rules cannot be 'calm'; expected a mapping"),
        ({"rules": {5: True}}, "unknown rule switch 5"),
        ({"variant": 5}, "the variant cannot be 5; expected a path or a Variant"),
        ({"house_rules": 5}, "the house rules cannot be 5"),
        ({"house_rules": [len]}, "a house rule cannot be"),
        ({"dice": 5}, "the dice cannot be 5"),
        ({"dice": nr.Asked}, "the dice cannot be"),
        ({"measure": "tape"}, "the measure cannot be 'tape'; expected Plane() or Tape()"),
        ({"ruleset": 5}, "unknown ruleset 5; known:"),
    ],
)
def test_a_battle_does_not_begin_with_what_it_cannot_use(given: dict[str, Any], told: str) -> None:
    refused(lambda: nr.Battle.begin(nr.scenario("kearsarge"), **given), told)


@pytest.mark.parametrize("scenario", ["kearsarge", None, 5])
def test_a_battle_begins_with_a_scenario_and_not_with_its_name(scenario: Any) -> None:
    refused(lambda: nr.Battle.begin(scenario), "the scenario cannot be", "navalrules.scenario(NAME)")


def test_anew_takes_dice_only() -> None:
    begun: Any = battle()
    refused(lambda: begun.anew(1, dice="typed"), "the dice cannot be 'typed'")


@pytest.mark.parametrize(
    "captains", [None, 5, "Federal", [], {"Federal": "cautious"}, {"Federal": 5}, {5: len}]
)
def test_a_battle_is_run_by_captains_of_sides(captains: Any) -> None:
    begun = battle()
    before = begun.copy()
    refused(lambda: begun.run(captains))
    assert (begun.state, begun.log) == (before.state, before.log)


@pytest.mark.parametrize("turns", [math.nan, math.inf, 1.5, True, "3", [], -1])
def test_the_most_turns_are_a_whole_number(turns: Any) -> None:
    refused(lambda: battle().run({}, max_turns=turns), "the number of turns cannot be", "0 or more")


@pytest.mark.parametrize("count", [*ODD, -1])
def test_undo_takes_back_a_whole_number_of_answers(count: Any) -> None:
    played = battle(1)
    before = played.copy()
    refused(lambda: played.undo(count), "cannot take back", f"{len(before.answers)} have been given")
    assert (played.state, played.log, played.answers) == (before.state, before.log, before.answers)


@pytest.mark.parametrize("turn", [math.nan, 1.5, True, "3", [], 0, -1, 4, LONG])
def test_only_a_turn_that_was_played_is_begun_again(turn: Any) -> None:
    played = battle(2)
    before = played.copy()
    refused(lambda: played.restart_turn(turn), "the turn cannot be", "a whole number from 1 to 3")
    assert (played.state, played.log) == (before.state, before.log)


def test_an_imagined_battle_has_nothing_to_go_back_to() -> None:
    imagined = battle(1).imagine(3, "Federal")
    imagined.play_step()
    refused(imagined.undo, "an imagined battle")
    refused(lambda: imagined.undo(0), "an imagined battle")
    refused(imagined.restart_turn, "an imagined battle")


@pytest.mark.parametrize("name", [None, 5, math.nan, [], LONG])
def test_a_name_is_a_text(name: Any) -> None:
    begun = battle()
    for call in (
        lambda: begun.ship(name),
        lambda: begun.sheet(name),
        lambda: begun.scenario.side(name),
        lambda: nr.scenario(name),
    ):
        with pytest.raises(UnknownName):
            call()


@pytest.mark.parametrize("path", [None, 5, math.nan, []])
def test_a_file_is_a_path(path: Any) -> None:
    refused(lambda: nr.load(path), "the file cannot be")
    refused(lambda: nr.replay(path), "the file cannot be")
    refused(lambda: nr.save(battle(), path), "the file cannot be")


def test_what_is_saved_is_a_battle(tmp_path: Path) -> None:
    other: Any = nr.scenario("kearsarge")
    refused(lambda: nr.save(other, tmp_path / "no.json"), "the battle cannot be")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("turn", [math.nan, 1.5, True, "3", [], 0, -1])
def test_a_record_is_replayed_to_a_turn(turn: Any, tmp_path: Path) -> None:
    nr.save(battle(1), tmp_path / "fight.json")
    refused(lambda: nr.replay(tmp_path / "fight.json", turn=turn), "the turn cannot be", "1 or more")


@pytest.mark.parametrize("ruleset", ["civilwar", "ratings", "mumford", "btq"])
def test_an_order_with_a_number_too_long_to_write_is_refused(ruleset: str) -> None:
    name = "kearsarge" if ruleset == "civilwar" else "shannon"
    begun = nr.Battle.begin(nr.scenario(name), ruleset)
    begun.advance()
    before = begun.copy()
    default = begun.requests[0].default
    odd: Any = TOO_LONG
    for order in (
        nr.Die(ship=default.ship, face=odd),
        nr.Measured(ship=default.ship, range=odd),
        nr.Chosen(ship=default.ship, option=(odd,)),  # type: ignore[arg-type]
        nr.Chosen(ship=default.ship, about=odd, option="a"),
        nr.SwitchRule(name="a", value=odd),
        odd,
    ):
        with pytest.raises(nr.IllegalOrder) as caught:
            begun.submit(order)
        assert "a number too long to write" in str(caught.value)
    assert (begun.state, begun.log, begun.answers) == (before.state, before.log, before.answers)


def test_a_message_tells_of_a_number_that_cannot_be_written() -> None:
    assert message("{it!r}, {other}", it=[TOO_LONG], other=3) == "'a number too long to write', 3"
