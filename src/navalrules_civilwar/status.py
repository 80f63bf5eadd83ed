"""Step 8: sinking clocks, pumps, fires, jams and wreckage (ACW-SEQ-14, ACW-PUMP, ACW-FIREFIGHT)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from navalrules import (
    ADRIFT,
    FIGHTING,
    SUNK,
    TAKEN,
    Change,
    FireOut,
    Lookup,
    Repaired,
    Roll,
    Ruling,
    ShipHurt,
    ShipSank,
    ShipTaken,
    Tables,
    alter,
    ruling,
)
from navalrules_civilwar.crew import pumps_needed
from navalrules_civilwar.damage import (
    check_crew,
    check_flooded,
    cleared,
    crew_hit,
    halted,
    lose_hull,
    lose_waterline,
    sinking_time,
    start_clock,
)
from navalrules_civilwar.phase import CivilWarPhase
from navalrules_civilwar.ship import CivilWarShip

if TYPE_CHECKING:
    from navalrules import Battle, Sighting


class StatusPhase(CivilWarPhase):
    """Adjust ship status, in the order of ACW-SEQ-14."""

    name = "status"
    rules = ("ACW-SEQ-08", "ACW-SEQ-14")

    def run(self, battle: Battle) -> None:
        ships = self.ships(battle)
        for step in (_clocks, _flooding, _fires, _jams, _wrecks, _captures):
            for ship in ships:
                step(battle, ship)


# ---------------------------------------------------------------- sinking


def _clocks(battle: Battle, ship: CivilWarShip) -> None:
    if ship.sinks_on == battle.state.turn and ship.status != SUNK:
        sink(battle, ship)


def sink(battle: Battle, ship: CivilWarShip) -> None:
    """She goes down; her men are in the water."""
    aboard = ship.crew
    changes = [alter(ship, "status", SUNK)]
    if aboard:
        changes += [alter(ship, "crew", 0), alter(ship, "in_water", aboard)]
    changes += [*cleared(ship), *halted(ship)]
    battle.emit(ShipSank, ship=ship.id, changes=tuple(changes), rules=("ACW-WL-04",))


# ---------------------------------------------------------------- pumps


@ruling("ACW-PUMP-04")
def flooding(tables: Tables, ship: CivilWarShip, needed: int) -> int:
    """Waterline squares lost: one for each pump square needed and not supplied."""
    return max(needed - ship.at_pumps, 0) * tables["pumps"].whole("short_waterline")


def _flooding(battle: Battle, ship: CivilWarShip) -> None:
    if ship.status != FIGHTING or not 0 < ship.waterline < ship.waterline_full:
        return
    needed = battle.bound[pumps_needed](battle.lore, ship)
    lost = battle.bound[flooding](battle.tables, ship, needed)
    if lost:
        waterline = ship.waterline
        changes: list[Change] = []
        lose_waterline(ship, lost, changes)
        ruled = Ruling("ACW-PUMP-04", lost, need=needed)
        battle.emit(ShipHurt, ship=ship.id, place="flooding", rulings=(ruled,), changes=tuple(changes))
        check_flooded(battle, ship, waterline, ship.crew)


# ---------------------------------------------------------------- fires


@ruling("ACW-FIREFIGHT-02", "ACW-FIREFIGHT-05")
def fire_need(tables: Tables, age: int) -> int:
    """The face that puts a fire out: 4 in its first turn, 5 in its second, 6 from its third."""
    table = tables["firefight"]
    key = f"turn_{age}"
    return table.whole(key if key in table.entries else "later")


_FACES: Final = 6


@cache
def _douses(need: int) -> Lookup:
    return Lookup(_FACES, tuple((face, "out" if face >= need else "burns") for face in range(1, _FACES + 1)))


@ruling("ACW-FIREFIGHT-01", "ACW-FIREFIGHT-03")
def fight_fire(battle: Battle, ship: CivilWarShip, party: int, age: int, number: int) -> Ruling:
    """One d6 for each square sent; one die in range is enough."""
    need = battle.bound[fire_need](battle.tables, age)
    roll = battle.dice.pool(party, _douses(need), ship.id, f"fire {number}")
    out = need <= _FACES and roll.value[-1] > 0
    shown = Roll(roll.sides, roll.faces, out, roll.source)
    also = ["ACW-FIREFIGHT-02" if age <= 3 else "ACW-FIREFIGHT-05", "ACW-FIREFIGHT-04"]
    return Ruling(
        "ACW-FIREFIGHT-01", out, shown, need, also=(*also, "ACW-FIREFIGHT-03") if party > 1 else tuple(also)
    )


@ruling("ACW-FIREFIGHT-06")
def fire_burns(tables: Tables, age: int) -> tuple[int, int, bool]:
    """What a fire not out burns: hull squares, crew squares, and whether the magazine goes."""
    table = tables["firefight"]
    crew = table.whole("burns_crew") if age >= table.whole("burns_crew_from") else 0
    return table.whole("burns_hull"), crew, age == table.whole("magazine_after")


def _fires(battle: Battle, ship: CivilWarShip) -> None:
    if not ship.fires or ship.status == SUNK:
        return
    burning: list[tuple[int, int]] = []
    for number, (began, party) in enumerate(zip(ship.fires, ship.at_fires, strict=True), 1):
        age = battle.state.turn - began + 1
        ruled = _fought(battle, ship, party, age, number)
        if ruled is not None and ruled.outcome:
            _put_out(battle, ship, ruled, burning, number)
            continue
        burning.append((began, party))
        _burn(battle, ship, age, ruled)


def _fought(battle: Battle, ship: CivilWarShip, party: int, age: int, number: int) -> Ruling | None:
    return battle.bound[fight_fire](battle, ship, party, age, number) if party else None


def _put_out(
    battle: Battle, ship: CivilWarShip, ruled: Ruling, burning: list[tuple[int, int]], number: int
) -> None:
    left = len(ship.fires) - len(burning) - 1
    fires = (*(began for began, _ in burning), *ship.fires[len(ship.fires) - left :])
    parties = (*(party for _, party in burning), *ship.at_fires[len(ship.at_fires) - left :])
    changes = (alter(ship, "fires", fires), alter(ship, "at_fires", parties))
    rules = ("ACW-FIREFIGHT-07",) if fires else ()
    battle.emit(FireOut, ship=ship.id, rulings=(ruled,), changes=changes, rules=rules)


def _burn(battle: Battle, ship: CivilWarShip, age: int, ruled: Ruling | None) -> None:
    hull, crew, magazine = battle.bound[fire_burns](battle.tables, age)
    waterline, squares = ship.waterline, ship.crew
    changes: list[Change] = []
    rulings = [
        *([ruled] if ruled else []),
        Ruling("ACW-FIREFIGHT-06", hull),
        *lose_hull(battle, ship, hull, changes),
    ]
    if crew:
        rulings.append(battle.bound[crew_hit](ship, crew, "fire", -1, changes))
    battle.emit(ShipHurt, ship=ship.id, place="fire", rulings=tuple(rulings), changes=tuple(changes))
    check_flooded(battle, ship, waterline, squares)
    check_crew(battle, ship)
    if magazine:
        clock = battle.bound[sinking_time](battle, ship.id, "magazine")
        start_clock(battle, ship, clock.outcome, (Ruling("ACW-FIREFIGHT-06", True), clock))


# ---------------------------------------------------------------- jams and wreckage


@ruling("ACW-CRIT-09", "ACW-CRIT-08")
def free_helm(battle: Battle, ship: CivilWarShip) -> Ruling | None:
    """A jam is freed on 5-6 on a d6, with the steering manned."""
    if not ship.at_steering:
        return None
    need = battle.tables["crit"].whole("jam_freed_from")
    roll = battle.dice.reaches(6, need, ship.id, "free the helm")
    return Ruling("ACW-CRIT-08", roll.value, roll, need, also=("ACW-CRIT-09",))


def _jams(battle: Battle, ship: CivilWarShip) -> None:
    if not ship.jammed or not ship.fighting:
        return
    ruled = battle.bound[free_helm](battle, ship)
    if ruled is not None:
        changes = (alter(ship, "jammed", False),) if ruled.outcome else ()
        what = "helm" if ruled.outcome else "helm still jammed"
        battle.emit(Repaired, ship=ship.id, what=what, rulings=(ruled,), changes=changes)


@ruling("ACW-MAST-02", "ACW-MAST-01")
def wreck_cleared(tables: Tables, since: int, turn: int) -> bool:
    """Wreckage is gone in the step 8 after a square has worked on it for one full turn."""
    return bool(since) and turn - since + 1 >= tables["wreck"].whole("turns")


def _wrecks(battle: Battle, ship: CivilWarShip) -> None:
    if not ship.wrecks or not ship.fighting:
        return
    turn = battle.state.turn
    gone = [wreck for wreck in ship.wrecks if battle.bound[wreck_cleared](battle.tables, wreck[1], turn)]
    if gone:
        left = tuple(wreck for wreck in ship.wrecks if wreck not in gone)
        rulings = tuple(Ruling("ACW-MAST-02", hand, also=("ACW-MAST-01",)) for hand, _ in gone)
        changes = (alter(ship, "wrecks", left),)
        battle.emit(Repaired, ship=ship.id, what="wreckage", rulings=rulings, changes=changes)


# ---------------------------------------------------------------- ships without crew


@ruling("ACW-CREW-16")
def takes(tables: Tables, sight: Sighting) -> bool:
    """Whether an enemy is near enough to take a ship without crew: within 2 inches."""
    return sight.range <= tables["capture"].number("inches")


def _captures(battle: Battle, ship: CivilWarShip) -> None:
    if ship.status != ADRIFT:
        return
    for enemy in battle.state.ships.values():
        if (
            enemy.side != ship.side
            and enemy.fighting
            and battle.bound[takes](battle.tables, battle.sight(enemy, ship))
        ):
            changes = (alter(ship, "status", TAKEN),)
            ruled = Ruling("ACW-CREW-16", True)
            battle.emit(ShipTaken, ship=ship.id, by=enemy.id, rulings=(ruled,), changes=changes)
            return
