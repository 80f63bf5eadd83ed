"""Crews and officers thrown for at the start, where nothing else fixes them (MUM-CREW, MUM-CMD-06)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from navalrules import Change, Dice, Modifier, Ruling, StatusChanged, Tables, ruling
from navalrules_mumford.phase import MumfordPhase, put, ships
from navalrules_mumford.ship import MumfordShip
from navalrules_mumford.shore import moves_to_heat

if TYPE_CHECKING:
    from navalrules import Battle


@ruling("MUM-CMD-06")
def officer_quality(tables: Tables, dice: Dice, ship: str, who: str) -> Ruling:
    """D6: 6 a hero, 2 to 5 regular, 1 a poltroon."""
    table = tables["quality"]
    roll = dice.d6(ship, f"quality of the {who}")
    quality = "poltroon"
    for name in ("hero", "regular"):
        if roll.value >= table.whole(name):
            quality = name
            break
    return Ruling("MUM-CMD-06", quality, roll)


@ruling("MUM-CREW-01")
def proficiency(tables: Tables, dice: Dice, ship: str) -> Ruling:
    """D6: 6 veteran, 3 to 5 trained, 1 and 2 raw."""
    table = tables["quality"]
    roll = dice.d6(ship, "proficiency")
    found = next((name for name in ("veteran", "trained") if roll.value >= table.whole(name)), "raw")
    return Ruling("MUM-CREW-01", found, roll)


@ruling("MUM-CREW-02")
def crew_morale(tables: Tables, dice: Dice, ship: str, captain: str, crew: str) -> Ruling:
    """D6, captain hero +1 or poltroon -1, veteran crew +1 or raw -1: from staunch to mutinous."""
    table = tables["crew_factor"]
    modifiers = tuple(
        Modifier(name, table.whole(name), "MUM-CREW-02") for name in (captain, crew) if table.whole(name)
    )
    total = int(sum([each.amount for each in modifiers]))
    roll = dice.d6(ship, "crew morale")
    names = ("staunch", "good", "average", "poor")
    reached = [name for name in names if roll.value + total >= tables["quality"].whole(name)]
    return Ruling("MUM-CREW-02", reached[0] if reached else "mutinous", roll, None, modifiers, total)


POINTS = (officer_quality, proficiency, crew_morale)


class SetUpPhase(MumfordPhase):
    """The first move alone: officers and crews are thrown for where the switches say so; furnaces are lit."""

    name = "set_up"

    def due(self, battle: Battle) -> bool:
        if battle.state.turn != 1:
            return False
        thrown = battle.switches["officers"] == "thrown" or battle.switches["crews"] == "thrown"
        return thrown or any(ship.record.furnace for ship in ships(battle))

    def run(self, battle: Battle) -> None:
        for ship in ships(battle):
            if ship.record.laid_up:
                continue
            rulings: list[Ruling] = []
            changes: list[Change] = []
            if battle.switches["officers"] == "thrown":
                self._officers(battle, ship, rulings, changes)
            if battle.switches["crews"] == "thrown":
                self._crew(battle, ship, rulings, changes)
            if ship.record.furnace:
                self._furnace(battle, ship, rulings, changes)
            if rulings:
                battle.emit(
                    StatusChanged,
                    ship=ship.id,
                    what="mustered",
                    rulings=tuple(rulings),
                    changes=tuple(changes),
                )

    def _officers(
        self, battle: Battle, ship: MumfordShip, rulings: list[Ruling], changes: list[Change]
    ) -> None:
        if ship.ashore:
            return
        find = battle.bound[officer_quality]
        rulings.append(find(battle.tables, battle.dice, ship.id, "captain"))
        put(ship, changes, captain=rulings[-1].outcome)
        if ship.rank:
            rulings.append(find(battle.tables, battle.dice, ship.id, "commander"))
            put(ship, changes, staff=rulings[-1].outcome)

    def _crew(self, battle: Battle, ship: MumfordShip, rulings: list[Ruling], changes: list[Change]) -> None:
        first = battle.bound[proficiency](battle.tables, battle.dice, ship.id)
        put(ship, changes, proficiency=first.outcome)
        second = battle.bound[crew_morale](battle.tables, battle.dice, ship.id, ship.captain, first.outcome)
        put(ship, changes, morale=second.outcome)
        rulings += [first, second]

    def _furnace(
        self, battle: Battle, ship: MumfordShip, rulings: list[Ruling], changes: list[Change]
    ) -> None:
        ruled = battle.bound[moves_to_heat](battle, ship)
        rulings.append(ruled)
        put(ship, changes, hot_from=battle.state.turn + ruled.outcome)
