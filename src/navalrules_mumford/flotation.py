"""Hull hits, leaks, pumps and water in the hold (MUM-FLOT)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from navalrules import SUNK, Event, Ruling, ShipHurt, ShipSank, StatusChanged, Tables, alter, ruling
from navalrules_mumford import survivors
from navalrules_mumford.loading import at_pumps
from navalrules_mumford.lore import Lore
from navalrules_mumford.ship import MumfordShip

if TYPE_CHECKING:
    from navalrules import Battle


@ruling("MUM-FLOT-03", "MUM-FLOT-02")
def leak_throws(lore: Lore, ff: int, before: int, after: int) -> int:
    """Throws due as the hull hits pass multiples of a tenth of the flotation factor (MUM-GAP-46)."""
    tenth = ff * lore.leak_percent
    return after * 100 // tenth - before * 100 // tenth


@ruling("MUM-FLOT-03")
def leak(battle: Battle, ship: MumfordShip) -> Ruling:
    """A D10: 3 and more is sound, 2, 1 and 0 leak for 1, 2 and 3 points a move."""
    roll = battle.dice.lookup(battle.lore.leak, ship.id, "leak")
    return Ruling("MUM-FLOT-03", roll.value, roll)


@ruling("MUM-FLOT-05", "MUM-FLOT-04")
def water_gains(tables: Tables, leaks: int, pumps: int, men: int) -> int:
    """Points that join the water in the hold: each 20 men at a pump hold one (MUM-GAP-47)."""
    held = min(pumps, men // tables["flotation"].whole("men_a_pump"))
    return max(leaks - held, 0)


POINTS = (leak_throws, leak, water_gains)


def spring_leaks(battle: Battle, ship: MumfordShip, before: int) -> None:
    """Throw for the leaks that new hull hits bring."""
    ff = ship.record.ff
    if not ff or ship.ashore:
        return
    throws = battle.bound[leak_throws](battle.lore, ff, before, ship.hull_hits)
    for _ in range(throws):
        ruled = battle.bound[leak](battle, ship)
        changes = (alter(ship, "leaks", ship.leaks + ruled.outcome),) if ruled.outcome else ()
        told: dict[str, Any] = {"place": "leak"} if ruled.outcome else {"what": "sound"}
        kind: type[Event] = ShipHurt if ruled.outcome else StatusChanged
        battle.emit(kind, ship=ship.id, rulings=(ruled,), changes=changes, rules=("MUM-FLOT-02",), **told)


def flood(battle: Battle, ship: MumfordShip) -> None:
    """The end of a move for a leaking ship: what the pumps do not hold joins the water in the hold."""
    men = at_pumps(battle, ship)
    gained = battle.bound[water_gains](battle.tables, ship.leaks, ship.record.pumps, men)
    ruled = Ruling("MUM-FLOT-05", gained, also=("MUM-FLOT-04",))
    if not gained:
        battle.emit(StatusChanged, ship=ship.id, what="pumps hold", rulings=(ruled,))
        return
    water = ship.water + gained
    change = alter(ship, "water", water)
    battle.emit(ShipHurt, ship=ship.id, place="water", rulings=(ruled,), changes=(change,))
    if water >= battle.tables["water"].cell("sinks", "points"):
        sink(battle, ship, ("MUM-FLOT-06",))


def sink(battle: Battle, ship: MumfordShip, rules: tuple[str, ...]) -> None:
    """She goes down; some of her people are left in the water."""
    changes, working = survivors.left_by_sinking(battle, ship)
    changes.append(alter(ship, "status", SUNK))
    if ship.fires:
        changes.append(alter(ship, "fires", ()))
    battle.emit(ShipSank, ship=ship.id, rulings=(working,), changes=tuple(changes), rules=rules)
    survivors.cut_loose(battle, ship)
