"""Men add up and pools hold whatever is ordered, and strangers' house rules join the rulings of boarding."""

from __future__ import annotations

from typing import Any

import pytest
from alongside import (
    EXPANDED,
    FRENCH,
    OFFICERS,
    TWO,
    board,
    grapple,
    hold,
    lying,
    muster,
    of,
    one,
    play,
    ship,
    thrown,
    to,
    whole_crews,
)

import navalrules as nr
from navalrules_btq.events import BoardingFought
from navalrules_btq.parties import Party, engagements

CROWD = (
    *TWO,
    one("castor", "British", (0, 14, 0)),
    one("dryade", "French", (16, 14, 180), FRENCH, btq_merchant=True),
)


@pytest.mark.rule("BTQ-BOARD-14", "BTQ-BOARD-15", "BTQ-PRIZE-03")
@pytest.mark.parametrize("seed", range(6))
def test_men_add_up_and_groups_fit_the_crew_whatever_is_ordered(seed: int) -> None:
    rules = OFFICERS if seed % 3 else {}
    battle = lying(*CROWD, dice=nr.Seeded(seed), wind=(270.0, seed), rules=rules)
    captains = {side: nr.captains.Random(seed) for side in ("British", "French")}
    everybody = muster(battle)
    for turn in range(2, 14):
        battle.run(captains, max_turns=turn - 1)
        assert muster(battle) == everybody
        for name in battle.state.ships:
            told = sum([pair.party(name).men for pair in engagements(battle, name)])
            assert told <= ship(battle, name).crew
        if battle.over:
            break
    assert any(isinstance(event, nr.Grappled | nr.Collided) for event in battle.events)


@pytest.mark.parametrize("seed", range(4))
def test_a_pair_is_saved_and_taken_up_again(seed: int, tmp_path: Any) -> None:
    battle = lying(*CROWD, dice=nr.Seeded(1), rules=EXPANDED)
    battle.run({side: nr.captains.Random(seed) for side in ("British", "French")}, max_turns=6)
    nr.save(battle, tmp_path / "fight.json")
    again = nr.load(tmp_path / "fight.json")
    assert again.state == battle.state
    assert again.log == battle.log


@nr.house_rule("bloody", ruleset="btq", follows="BTQ-BOARD-05")
def bloody(men: int, *told: Any) -> int:
    """Twice as many fall."""
    return 2 * men


@nr.house_rule("iron_men", ruleset="btq", replaces="BTQ-MORALE-02")
def iron_men(figures: Any, dice: nr.Dice, tested: Any, zones: int) -> nr.Ruling:
    """Nobody breaks."""
    return nr.Ruling("BTQ-MORALE-02", True)


def test_strangers_rules_join() -> None:
    rules = {**EXPANDED, "bloody": True, "iron_men": True}
    battle = lying(*TWO, rules=rules, house_rules=(bloody, iron_men), dice=thrown(boarding=[90, 1]))
    hold(battle, Party("alert", 140, 40, 20), Party("belle", 0, 140, 60), -9)
    (event,) = of(play(battle, 1, board("alert", "belle")), BoardingFought)
    # 140 over 3 is 47, 140 over 39 is 4.
    assert event.losses == (8, 94)


def test_a_captain_sees_what_an_attack_may_do_without_doing_it() -> None:
    battle = to(whole_crews(lying(dice=nr.Seeded(1))), "board")
    before = battle.state.copy()
    seen = battle.imagine(5, "British")
    seen.submit(board("alert", "belle"))
    seen.advance()
    assert seen.state != before
    assert battle.state == before
    assert grapple("alert", "belle").key == ("close", "alert", "")
