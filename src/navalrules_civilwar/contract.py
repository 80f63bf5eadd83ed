"""What the contract's checks must know of the Civil War rules."""

from __future__ import annotations

from functools import cache
from typing import Final

import attrs

import navalrules as nr
from navalrules_civilwar.orders import StrikeColours
from navalrules_civilwar.ruleset import CivilWar
from navalrules_civilwar.sailing import HalfMove
from navalrules_civilwar.ship import CONFEDERATE, FEDERAL

_OTHER: Final = {FEDERAL: CONFEDERATE, CONFEDERATE: FEDERAL}


class CivilWarContract(nr.testing.Contract):
    """A ship may strike at any time, unasked; and rules name the sides."""

    ruleset = "civilwar"
    scenarios = (
        "alabama-hatteras-1863",
        "cruisers-off-brest-1864",
        "kearsarge-alabama-1864",
        "wachusett-florida-1864",
    )
    volunteers = (StrikeColours,)

    def swapped_rules(self) -> nr.Ruleset:
        """Confederates open the turn and carry the Marines."""
        return _swapped()


class _Swapped(CivilWar):
    def phases(self) -> tuple[nr.Phase, ...]:
        return tuple(
            attrs.evolve(phase, mover=_OTHER[phase.mover]) if isinstance(phase, HalfMove) else phase
            for phase in super().phases()
        )

    def enrol(self, plan: nr.ShipPlan, entrant: nr.Entrant, tables: nr.Tables) -> nr.Ship:
        ship = super().enrol(plan, attrs.evolve(entrant, side=_OTHER[entrant.side]), tables)
        return attrs.evolve(ship, side=entrant.side)


@cache
def _swapped() -> CivilWar:
    return _Swapped()
