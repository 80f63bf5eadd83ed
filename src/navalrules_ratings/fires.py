"""Fires, explosions, ships that go down (RAT-BGCRIT-04, -05, -07)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from navalrules import (
    SUNK,
    Change,
    FireStarted,
    Ruling,
    ShipHurt,
    ShipSank,
    Sighting,
    StatusChanged,
    alter,
    ruling,
)
from navalrules_ratings.damage import (
    Blow,
    check_hull,
    hull_hit,
    no_boarding,
)
from navalrules_ratings.orders import HULL, ROUND
from navalrules_ratings.results import Cell
from navalrules_ratings.ship import BATTERIES, BROADSIDES, RatingsShip, lose

if TYPE_CHECKING:
    from navalrules import Battle


def catch_fire(battle: Battle, ship: RatingsShip, ruled: Ruling) -> None:
    """She is on fire from this turn on; a second fire is the same fire."""
    if ship.fire_since or ship.status == SUNK:
        return
    changes = (alter(ship, "fire_since", battle.state.turn),)
    battle.emit(FireStarted, ship=ship.id, rulings=(ruled,), changes=changes)


# ---------------------------------------------------------------- rulings


@ruling("RAT-BGCRIT-05")
def burnt_rating(battle: Battle, ship: RatingsShip) -> Ruling:
    """The base game has one rating: the hull's loss is the guns' too, and no die is thrown."""
    return Ruling("RAT-BGCRIT-05", "")


@ruling("RAT-BGCRIT-05")
def burnt_battery(battle: Battle, ship: RatingsShip) -> Ruling:
    """A fire burns one battery at random."""
    there = tuple(name for name in BATTERIES if getattr(ship, name) is not None)
    roll = battle.dice.lookup(battle.lore.batteries[there], ship.id, "burning battery")
    return Ruling("RAT-BGCRIT-05", roll.value, roll)


def explodes(ship: RatingsShip) -> bool:
    """Whether a burning ship blows up: with her Hull Rating gone."""
    return ship.hull <= 0


def blast_sets_fire(battle: Battle, ship: RatingsShip) -> Ruling:
    """A ship near an explosion catches fire on a 6."""
    need = battle.tables["fires"].whole("blast_fire")
    roll = battle.dice.reaches(6, need, ship.id, "explosion fire")
    return Ruling("RAT-BGCRIT-05", roll.value, roll, need)


# ---------------------------------------------------------------- the end of the turn


def burn(battle: Battle) -> None:
    """Every ship that burns when the turn ends (RAT-BGSEQ-05)."""
    ships: Any = battle.state.ships
    for ship in [ship for ship in ships.values() if ship.fire_since]:
        if ship.status != SUNK and ship.fire_since:
            _burn(battle, ship)


def _burn(battle: Battle, ship: RatingsShip) -> None:
    figures = battle.tables["fires"]
    changes: list[Change] = []
    lose(ship, "hull", figures.whole("hull"), changes)
    ruled = battle.bound[burnt_rating](battle, ship)
    for battery in (ruled.outcome,) if ruled.outcome else BROADSIDES:
        lose(ship, battery, figures.whole("battery"), changes)
    battle.emit(ShipHurt, ship=ship.id, place="fire", rulings=(ruled,), changes=tuple(changes))
    if explodes(ship):
        blow_up(battle, ship)
    else:
        check_hull(battle, ship)


def blow_up(battle: Battle, ship: RatingsShip) -> None:
    """She is gone, and the ships near her are hurt."""
    figures, rr = battle.tables["fires"], battle.tables["fires"].whole("blast_rr")
    near = [(other, sight) for other, sight in _about(battle, ship) if sight.range <= figures.number("blast")]
    ruled = Ruling("RAT-BGCRIT-05", "blown up")
    battle.emit(StatusChanged, ship=ship.id, what="blows up", rulings=(ruled,))
    _gone(battle, ship, ruled, "RAT-BGCRIT-05")
    for other, sight in near:
        cell = Cell(f"{rr}rr", rr, 0, 0, 0, "", "")
        hull_hit(battle, Blow(ship.id, other, cell, HULL, ROUND, sight, ""))
        fire = blast_sets_fire(battle, other)
        if fire.outcome:
            catch_fire(battle, other, fire)
        check_hull(battle, other)


def _about(battle: Battle, ship: RatingsShip) -> list[tuple[RatingsShip, Sighting]]:
    return [
        (other, battle.sight(ship, other))
        for other in battle.state.ships.values()
        if other is not ship and other.status != SUNK and isinstance(other, RatingsShip)
    ]


def _gone(battle: Battle, ship: RatingsShip, ruled: Ruling, rule: str) -> None:
    changes = [alter(ship, "status", SUNK), *no_boarding(battle, ship.id)]
    if ship.crew:
        aboard = ship.crew
        changes += (alter(ship, "crew", 0), alter(ship, "in_water", aboard))
    for what in ("fire_since", "sinks_on"):
        if getattr(ship, what):
            changes.append(alter(ship, what, 0))
    changes += cast_off(battle, ship)
    battle.emit(ShipSank, ship=ship.id, rulings=(ruled,), changes=tuple(changes), rules=(rule,))


def cast_off(battle: Battle, ship: RatingsShip) -> list[Change]:
    """Nothing is foul of her or grappled to her any more."""
    changes: list[Change] = []
    for tie in TIES:
        for other_id in getattr(ship, tie):
            other = battle.state.ships[other_id]
            left = tuple([each for each in getattr(other, tie) if each != ship.id])
            changes.append(alter(other, tie, left))
        if getattr(ship, tie):
            changes.append(alter(ship, tie, ()))
    return changes


TIES: Final = ("fouled", "grappled")


def go_down(battle: Battle) -> None:
    """Ships whose time has come sink (RAT-BGCRIT-07)."""
    ships: Any = battle.state.ships
    for ship in ships.values():
        if 0 < ship.sinks_on <= battle.state.turn and ship.status != SUNK:
            _gone(battle, ship, Ruling("RAT-BGCRIT-07", "sinks"), "RAT-BGCRIT-07")
