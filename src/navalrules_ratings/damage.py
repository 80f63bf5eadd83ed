"""What a result does to a ship: hull hits, and the rest of a cell in its order (RAT-HULL, RAT-BGTABLE-03)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import attrs

from navalrules import FIGHTING, STRUCK, Change, Dice, Ruling, ShipHurt, ShipStruck, Sighting, alter, ruling
from navalrules_ratings.lore import Lore
from navalrules_ratings.results import Cell
from navalrules_ratings.ship import (
    BROADSIDES,
    OTHER_SIDE,
    PORT,
    STARBOARD,
    STERN,
    RatingsShip,
    lose,
    lose_crew,
)

if TYPE_CHECKING:
    from navalrules import Battle

_NEAR: Final = 1e-4


@attrs.define
class Blow:
    """A result on its way: by whom ("" for an explosion), at whom, which cell, aimed and loaded how, the
    line of fire, and the end a rake comes from ("" for none)."""

    by: str
    target: RatingsShip
    cell: Cell
    aim: str
    load: str
    sight: Sighting
    rake: str


# ---------------------------------------------------------------- rulings


@ruling("RAT-HULL-08")
def engaged_side(lore: Lore, dice: Dice, target: RatingsShip, aspect: float) -> Ruling:
    """The side the firer's centre lies on; dead ahead or astern a die says, odd port and even starboard."""
    if min(aspect, abs(aspect - 180.0), 360.0 - aspect) > _NEAR:
        return _TO_STARBOARD if aspect < 180.0 else _TO_PORT
    roll = dice.lookup(lore.engaged, target.id, "engaged side")
    return Ruling("RAT-HULL-08", roll.value, roll)


_TO_PORT: Final = Ruling("RAT-HULL-08", PORT)
_TO_STARBOARD: Final = Ruling("RAT-HULL-08", STARBOARD)


@ruling("RAT-BGFIRE-09")
def crew_loss(lore: Lore, n: int) -> int:
    """The base game: crew units that `n` reductions cost, one less."""
    return n - lore.loss.crew_spared


@ruling("RAT-BGFIRE-10")
def hull_loss(
    battle: Battle, target: RatingsShip, n: int, side: str, rake: str, changes: list[Change]
) -> Ruling:
    """The base game: one rating for hull and guns, each rr lowers it by 1, and more than one cost crew."""
    lose(target, "hull", n, changes)
    for battery in BROADSIDES:
        lose(target, battery, n, changes)
    lose_crew(target, battle.bound[crew_loss](battle.lore, n), changes)
    return Ruling("RAT-BGFIRE-10", n, also=("RAT-BGFIRE-09",) if n > 1 else ())


@ruling("RAT-HULL-01", "RAT-HULL-02", "RAT-HULL-03", "RAT-HULL-04", "RAT-HULL-07", "RAT-HULL-09")
def side_loss(lore: Lore, target: RatingsShip, n: int, side: str, changes: list[Change]) -> Ruling:
    """The engaged side loses `n`, the other side, the hull and the crew one less each."""
    loss = lore.loss
    lose(target, side, n, changes)
    lose(target, OTHER_SIDE[side], n - loss.far_side_spared, changes)
    lose(target, "hull", n - loss.hull_spared, changes)
    lose_crew(target, n - loss.crew_spared, changes)
    return _SINGLE if n == 1 else Ruling("RAT-HULL-01", n, also=_MULTIPLE)


_MULTIPLE: Final = (
    *("RAT-HULL-02", "RAT-HULL-03", "RAT-HULL-04", "RAT-HULL-07", "RAT-HULL-09", "RAT-BGFIRE-09"),
    "RAT-RATE-08",
)
_SINGLE: Final = Ruling("RAT-HULL-01", 1, also=("RAT-HULL-03", "RAT-HULL-09"))


@ruling("RAT-HULL-05", "RAT-HULL-06")
def raked_loss(lore: Lore, target: RatingsShip, n: int, end: str, changes: list[Change]) -> Ruling:
    """Raked: hull, both broadsides and the chaser at that end lose `n`, the crew one less."""
    full = n - lore.loss.raked_spared
    for what in ("hull", PORT, STARBOARD, end):
        lose(target, what, full, changes)
    lose_crew(target, n - lore.loss.crew_spared, changes)
    also = ("RAT-HULL-06", "RAT-HULL-07") if n > 1 else ("RAT-HULL-06",)
    absent = ("RAT-RATE-05",) if getattr(target, end) is None else ()
    return Ruling("RAT-HULL-05", n, also=(*also, *absent))


def separate_loss(
    battle: Battle, target: RatingsShip, n: int, side: str, rake: str, changes: list[Change]
) -> Ruling:
    """Hull hits go to the engaged side, the other side and the hull."""
    if rake:
        return battle.bound[raked_loss](battle.lore, target, n, rake, changes)
    return battle.bound[side_loss](battle.lore, target, n, side, changes)


# ---------------------------------------------------------------- a result is applied


def hull_hit(battle: Battle, blow: Blow) -> None:
    """Rating reductions aimed at the hull."""
    target, n = blow.target, blow.cell.rr
    changes: list[Change] = []
    rulings: list[Ruling] = []
    side = ""
    if not blow.rake:
        engaged = battle.bound[engaged_side](battle.lore, battle.dice, target, blow.sight.aspect)
        side = engaged.outcome
        rulings.append(engaged)
    rulings.append(battle.bound[hull_loss](battle, target, n, side, blow.rake, changes))
    if blow.rake == STERN:
        changes.append(alter(target, "stern_raked", target.stern_raked + n))
    battle.emit(
        ShipHurt, ship=target.id, by=blow.by, place="hull", rulings=tuple(rulings), changes=tuple(changes)
    )


def wheel_hit(battle: Battle, target: RatingsShip, by: str) -> None:
    """WS: the wheel is shot away, whatever was aimed at (RAT-RIG-05, RAT-HULL-10); once gone, it stays so."""
    first = not target.wheel_gone
    changes = (alter(target, "wheel_gone", True),) if first else ()
    ruled = Ruling("RAT-BGCRIT-02", first, also=OTHER_RESULTS)
    battle.emit(ShipHurt, ship=target.id, by=by, place="wheel", rulings=(ruled,), changes=changes)


OTHER_RESULTS: Final = ("RAT-HULL-10", "RAT-RIG-05")


@ruling("RAT-HULL-10")
def others_at_hull(cell: Cell) -> Cell:
    """What comes of a cell aimed at the hull besides its reductions: all of it."""
    return cell


@ruling("RAT-RIG-05")
def others_aloft(cell: Cell) -> Cell:
    """What comes of a cell aimed at the masts besides its reductions: all of it, the wheel too."""
    return cell


@ruling("RAT-BGCRIT-07")
def founders(ship: RatingsShip) -> bool:
    """A ship whose Hull Rating is gone strikes at once and goes down later."""
    return ship.hull <= 0


def check_hull(battle: Battle, ship: RatingsShip) -> None:
    """At hull 0 she strikes, and sinks after d6 turns."""
    if ship.status != FIGHTING or not battle.bound[founders](ship):
        return
    roll = battle.dice.die(battle.tables["fires"].whole("sinking_sides"), ship.id, "sinking")
    ruled = Ruling("RAT-BGCRIT-07", roll.value, roll)
    strikes(battle, ship, (alter(ship, "sinks_on", battle.state.turn + roll.value),), (ruled,))


@ruling("RAT-BGMORALE-03")
def colours_down(battle: Battle, ship: RatingsShip) -> tuple[Change, ...]:
    """What it means to strike: she is out of the fight, on her deck too."""
    return (alter(ship, "status", STRUCK), *no_boarding(battle, ship.id))


def strikes(
    battle: Battle,
    ship: RatingsShip,
    changes: tuple[Change, ...] = (),
    rulings: tuple[Ruling, ...] = (),
    rules: tuple[str, ...] = ("RAT-BGMORALE-03",),
) -> None:
    """Her colours come down: she stops fighting and moving, and any fight on her deck ends."""
    struck = (*changes, *battle.bound[colours_down](battle, ship))
    battle.emit(ShipStruck, ship=ship.id, rulings=rulings, changes=struck, rules=rules)


def no_boarding(battle: Battle, *ships: str) -> tuple[Change, ...]:
    """End the boarding actions that any of `ships` is in; the change, where there was one."""
    return _boardings_without(battle, lambda pair: not pair.isdisjoint(ships))


def no_boarding_between(battle: Battle, ship: RatingsShip, other: RatingsShip) -> tuple[Change, ...]:
    """Ships that part end the boarding action between them (RAT-BOARD-08)."""
    return _boardings_without(battle, lambda pair: pair == {ship.id, other.id})


def _boardings_without(battle: Battle, ends: Callable[[set[str]], bool]) -> tuple[Change, ...]:
    table = battle.state.table
    left = tuple([fight for fight in table.boardings if not ends({fight.first, fight.second})])
    return () if left == table.boardings else (alter(table, "boardings", left),)
