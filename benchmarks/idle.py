"""A ruleset whose orders do nothing: what is left is the engine's own share."""

from __future__ import annotations

from collections.abc import Sequence

import navalrules as nr

TURNS = 60


class Waiting(nr.Phase):
    """Every ship is asked for one of three words; nothing comes of it."""

    name = "waiting"

    def requests(self, battle: nr.Battle) -> Sequence[nr.Request]:
        return [nr.Choice(ship.side, WORDS[ship.id]) for ship in battle.state.ships.values()]

    def run(self, battle: nr.Battle) -> None:
        for ship in battle.state.ships.values():
            battle.answer(nr.Chosen.kind, ship.id)


class Idle(nr.Ruleset):
    """One phase a turn, no verdict."""

    name, title, version = "idle", "Nothing happens", "1"
    turn_limit = TURNS

    def __init__(self) -> None:
        self.rulebook = nr.Rulebook("idle", {})
        self.tables = nr.Tables()
        self.texts = nr.Texts({})

    def phases(self) -> tuple[nr.Phase, ...]:
        return PHASES

    def enrol(self, plan: nr.ShipPlan, entrant: nr.Entrant, tables: nr.Tables) -> nr.Ship:
        return nr.Ship(entrant.id, plan.name, entrant.side, plan.id, entrant.pose)

    def verdict(self, battle: nr.Battle) -> nr.Verdict | None:
        return None


PHASES = (Waiting(),)
SCENARIO = nr.scenario("kearsarge-alabama-1864")
WORDS = {
    entrant.id: tuple(nr.Chosen(ship=entrant.id, option=word) for word in ("ay", "no", "wait"))
    for entrant in SCENARIO.entrants
}
