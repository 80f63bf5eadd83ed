"""A cell of the results table is applied to a ship, in its order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from navalrules import Ruling
from navalrules_ratings.damage import (
    OTHER_RESULTS,
    Blow,
    check_hull,
    hull_hit,
    others_aloft,
    others_at_hull,
    wheel_hit,
)
from navalrules_ratings.fires import catch_fire
from navalrules_ratings.orders import MASTS
from navalrules_ratings.rigging import mast_falls, rigging_hit

if TYPE_CHECKING:
    from navalrules import Battle


def strike(battle: Battle, blow: Blow) -> None:
    """Apply a cell: rr, LM, WS, F in that order (RAT-BGTABLE-03)."""
    cell, target = blow.cell, blow.target
    if cell.rr:
        (rigging_hit if blow.aim == MASTS else hull_hit)(battle, blow)
    cell = battle.bound[others_aloft if blow.aim == MASTS else others_at_hull](cell)
    for _ in range(cell.lm):
        mast_falls(battle, target, blow.by)
    if cell.ws:
        wheel_hit(battle, target, blow.by)
    if cell.fire:
        catch_fire(battle, target, Ruling("RAT-BGCRIT-04", True, also=OTHER_RESULTS))
    check_hull(battle, target)
