"""The turn: its steps in order, its end in order, rounding."""

from __future__ import annotations

import pytest
from btq_table import LORE, RULES, begin, cited, events, finish_turn, pair

import navalrules as nr
from navalrules_btq import turn_end
from navalrules_btq.phase import half_up

STEPS = (
    *("deferred_damage", "beat_mark", "irons", "carpenter", "flooding", "sinking", "fires", "grapples"),
    *("prizes", "officers", "arcs", "wind"),
)


@pytest.mark.rule("BTQ-TURN-01")
def test_the_steps_of_a_turn() -> None:
    names = [phase.name for phase in RULES.phases()]
    assert [name for name in names if name in ("sail", "fire", "close", "board", "turn_end")] == [
        *("sail", "fire", "close", "board", "turn_end"),
    ]


@pytest.mark.rule("BTQ-TURN-02")
def test_turns_are_counted_from_one() -> None:
    battle = begin(*pair(5000))
    assert battle.state.turn == 1
    finish_turn(battle)
    assert battle.state.turn == 2
    assert "BTQ-TURN-02" in cited(events(battle, nr.PhaseBegan))


@pytest.mark.rule("BTQ-TURN-04", "BTQ-TURN-05")
def test_the_end_of_a_turn_in_the_order_of_the_table() -> None:
    order = [step for step in LORE.order_of_turn_end if step in turn_end.STEPS]
    assert order == [step for step in STEPS if step in turn_end.STEPS]
    assert set(turn_end.STEPS) <= set(LORE.order_of_turn_end)


@pytest.mark.rule("BTQ-TURN-05")
def test_a_variant_may_change_that_order() -> None:
    layer = nr.Variant("wind first", "btq", {}, {"turn_end_order": {"wind": 0}})
    battle = begin(*pair(5000), variant=layer)
    assert battle.lore.order_of_turn_end[0] == "wind"


@pytest.mark.rule("BTQ-DICE-01")
def test_a_check_succeeds_at_or_under_its_chance() -> None:
    assert [bool(nr.Scripted(face).check(35)) for face in (1, 35, 36, 100)] == [True, True, False, False]


@pytest.mark.rule("BTQ-DICE-02")
def test_halves_are_rounded_up() -> None:
    assert [half_up(n, 2) for n in (0, 1, 2, 3)] == [0, 1, 1, 2]
    assert [half_up(n, 100) for n in (149, 150, 151, 249, 250)] == [1, 2, 2, 2, 3]
