"""The end of a turn: what happens by itself, in the order of the table (BTQ-TURN-04, BTQ-TURN-05)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final

from navalrules import Phase
from navalrules_btq import damage_control, fire, fires, irons, officers, parties, prizes, tacking, wind

if TYPE_CHECKING:
    from navalrules import Battle

STEPS: Final[dict[str, Callable[[Battle], None]]] = {
    "deferred_damage": fire.apply_deferred,
    "beat_mark": tacking.mark_beating,
    "irons": irons.step,
    "carpenter": damage_control.mend,
    "flooding": damage_control.flood,
    "sinking": damage_control.sink,
    "fires": fires.burn_all,
    "grapples": parties.end_turn,
    "prizes": prizes.transfer,
    "officers": officers.rally,
    "wind": wind.check,
}
"""What each step of the table does."""


class TurnEndPhase(Phase):
    """All that the end of a turn brings; then the turn number is one more (BTQ-TURN-02)."""

    name = "turn_end"
    rules = ("BTQ-TURN-02", "BTQ-TURN-04", "BTQ-TURN-05")

    def run(self, battle: Battle) -> None:
        """Step by step, in the order of the table (BTQ-GAP-75)."""
        for step in _steps(battle.lore.order_of_turn_end):
            step(battle)
        # A variant may name no place for it; what waits falls before the turn is over all the same.
        fire.apply_deferred(battle)


@cache
def _steps(order: tuple[str, ...]) -> tuple[Callable[[Battle], None], ...]:
    return tuple([STEPS[step] for step in order if step in STEPS])
