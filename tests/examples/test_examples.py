"""The examples run, and do what they say."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

import navalrules as nr
from by_hand import options

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    return EXAMPLES


def test_duel_tells_who_won_and_shows_the_arithmetic() -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "duel.py"), "1864"], capture_output=True, text=True, check=True
    )
    lines = done.stdout.splitlines()
    assert "wins after" in lines[0]
    assert any("CSS Alabama:" in line for line in lines)
    shot = lines[-1]
    assert "d20" in shot
    assert "(ACW-GUN-07)" in shot
    assert "12 needed" in shot


def test_bot_plays_a_duel_to_its_end_on_typed_dice(examples: Path) -> None:
    import typed_dice_bot

    bot, luck = typed_dice_bot.Bot(), random.Random(7)
    said = bot.hear("")
    while not bot.battle.over:
        wanted = bot.die()
        assert wanted is not None
        said += bot.hear(str(luck.randint(1, len(options(wanted, nr.Die)))))
    assert said[-1].startswith("The battle is over")
    faces = [
        ruled.roll for event in bot.battle.log for ruled in event.rulings if ruled.roll and ruled.roll.faces
    ]
    assert faces
    assert {roll.source for roll in faces} == {"typed"}


def test_bot_refuses_a_face_the_die_has_not_and_takes_one_back(examples: Path) -> None:
    import typed_dice_bot

    bot = typed_dice_bot.Bot()
    (first,) = bot.hear("")
    assert "throw a d20" in first
    assert "no face of a d20" in bot.hear("21")[0]
    assert "I need a number" in bot.hear("six")[0]
    before = bot.battle.state.copy()
    bot.hear("20")
    assert bot.hear("undo") == ["The last die is taken back.", first]
    assert bot.battle.state == before


def test_balance_study_pairs_every_game_and_tells_how_sure_it_is(examples: Path) -> None:
    import balance_study

    found = balance_study.study(6)
    assert {what: sum(counts.values()) for what, counts in found.items()} == {"side": 12, "style": 12}
    assert found == balance_study.study(6)
    low, high = balance_study.wilson(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "balance_study.py"), "3"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("Won by side, of 6 games:\n")
    assert "Won by style, of 6 games:\n" in done.stdout


def test_tour_runs_whole_and_in_cells(tmp_path: Path) -> None:
    text = (EXAMPLES / "tour.py").read_text(encoding="utf-8")
    assert text.count("# %%") > 10
    done = subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / "tour.py")],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "nobody asks hms-shannon-1813 for 'chosen'; owed now: command" in done.stdout
    assert "RAT-BGFIRE-05" in done.stdout
    assert "variant: calm | switches: {" in done.stdout
    assert "'no_rakes': True" in done.stdout


def test_history_is_set_beside_what_the_dice_say() -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "history.py"), "btq", "2", "speedy-el-gamo", "lydia"],
        capture_output=True,
        text=True,
        check=True,
    )
    head, _, speedy, lydia = done.stdout.splitlines()
    assert head == "| fight | history | 2 battles | turns |"
    assert speedy.startswith("| Speedy against El Gamo | British | British ")
    assert lydia.startswith("| Lydia against Natividad (fiction) | British | British ")
