"""Shore batteries: morale, and shot heated red (MUM-SHORE, MUM-HOT)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from navalrules import ADRIFT, Lookup, Modifier, Ruling, StatusChanged, alter, ruling
from navalrules_mumford.events import BatteryTested
from navalrules_mumford.morale import casualty_step
from navalrules_mumford.phase import fighting
from navalrules_mumford.ship import FIFTHS, MumfordShip
from navalrules_mumford.sighting import battery_bears

if TYPE_CHECKING:
    from navalrules import Battle
    from navalrules_mumford.field import Field


@ruling("MUM-HOT-01")
def moves_to_heat(battle: Battle, ship: MumfordShip) -> Ruling:
    """Two average dice: the moves until red-hot shot is ready."""
    faces = battle.tables["average_die"]
    rows = Lookup(6, tuple((face, faces.whole(str(face))) for face in range(1, 7)))
    total, shown = 0, None
    for _ in range(battle.tables["red_hot"].whole("dice")):
        shown = battle.dice.lookup(rows, ship.id, "furnace")
        total += shown.value
    return Ruling("MUM-HOT-01", total, shown)


@ruling("MUM-SHORE-05")
def battery_morale(battle: Battle, ship: MumfordShip, aground: bool) -> Ruling:
    """D6 and factors: 1 or less gone for the day, 2 silent, 3 and more carries on (MUM-GAP-70)."""
    table = battle.tables["battery_morale"]
    percent = ship.lost * 100 // ship.record.crew
    keys = [f"lost_{step}" for step in (80, 60, 40) if percent >= step][:1]
    keys += ["has_hurt"] if ship.started else []
    keys += ["enemy_aground"] if aground else []
    found = tuple(Modifier(key, table.whole(key), "MUM-SHORE-05") for key in keys)
    total = int(sum([each.amount for each in found]))
    roll = battle.dice.d6(ship.id, "morale")
    outcome = "carries on"
    if roll.value + total <= table.whole("gone_to"):
        outcome = "gone"
    elif roll.value + total <= table.whole("silent_to"):
        outcome = "silent"
    return Ruling("MUM-SHORE-05", outcome, roll, None, found, total)


@ruling("MUM-SHORE-05")
def reopens(battle: Battle, ship: MumfordShip) -> Ruling:
    """A silent battery reopens fire on a D6 of 5 and more, each move after the first."""
    need = battle.tables["battery_morale"].whole("reopens")
    roll = battle.dice.reaches(6, need, ship.id, "reopens")
    return Ruling("MUM-SHORE-05", roll.value, roll, need)


POINTS = (moves_to_heat, reopens, battery_morale)


def test_battery(battle: Battle, field: Field, ship: MumfordShip, before: int, fifth: int) -> None:
    """The end of a fifth for a battery that lost men: a throw if that has passed a step, or more than one."""
    step = battle.bound[casualty_step]
    if step(battle.lore, ship, ship.lost) <= step(battle.lore, ship, before):
        return
    ruled = battle.bound[battery_morale](battle, ship, _aground(battle, field, ship))
    changes = []
    if ruled.outcome == "gone":
        changes.append(alter(ship, "status", ADRIFT))
    elif ruled.outcome == "silent":
        # The rest of this move and the whole of the next one.
        changes.append(alter(ship, "silent", (battle.state.turn + 1) * FIFTHS))
    battle.emit(
        BatteryTested,
        ship=ship.id,
        held=ruled.outcome == "carries on",
        outcome=ruled.outcome,
        rulings=(ruled,),
        changes=tuple(changes),
    )


def _aground(battle: Battle, field: Field, ship: MumfordShip) -> bool:
    if field.tape:
        return False
    arc = str(battle.switches["battery_arc"])
    return any(
        enemy.aground is not None and battle.bound[battery_bears](battle.lore, field.view(ship, enemy), arc)
        for enemy in fighting(battle)
        if enemy.side != ship.side
    )


def reopen(battle: Battle, ship: MumfordShip) -> None:
    """The end of a move for a battery silent through it: it may reopen fire with the next."""
    last = battle.state.turn * FIFTHS
    if ship.silent != last or not ship.fighting or not ship.ashore:
        return
    ruled = battle.bound[reopens](battle, ship)
    silent = 0 if ruled.outcome else last + FIFTHS
    change = alter(ship, "silent", silent)
    battle.emit(StatusChanged, ship=ship.id, what="silence", rulings=(ruled,), changes=(change,))
