"""In irons: the drift, and how a ship comes out of it in four turns (BTQ-IRONS)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from navalrules import FIGHTING, Change, Pose, StatusChanged, ruling
from navalrules_btq.phase import COMPASS, bearing, half_up, point, put, ships, strength
from navalrules_btq.sailing import BEATING, HALF, IRONS, SailingLore, table_speed
from navalrules_btq.ship import PARTS, PORT, STARBOARD, BtqShip

if TYPE_CHECKING:
    from navalrules import Battle

LOCKED: Final = 1
ADRIFT: Final = 2
RESTORED: Final = 3
FIRST: Final = 4


@ruling("BTQ-IRONS-01")
def enters(ship: BtqShip, pos: str, held: bool) -> bool:
    """Whether she is in irons at the start of a turn: head to wind, under sail, free, not tacking
    (BTQ-GAP-18)."""
    return pos == IRONS and not (ship.irons or ship.tacking or ship.dismasted or held)


@ruling("BTQ-IRONS-02")
def locked_drift(lore: SailingLore, ship: BtqShip) -> int:
    """Millimetres on her old heading in the first turn: a third of the last turn's distance, nearest."""
    return half_up(round(ship.last_move * PARTS), lore.locked * PARTS)


@ruling("BTQ-IRONS-03")
def wind_drift(lore: SailingLore, beating: int) -> int:
    """Millimetres down the wind in the second turn: half of the undamaged beating speed, nearest."""
    return half_up(beating, lore.adrift)


@ruling("BTQ-IRONS-04")
def recovery(lore: SailingLore, ship: BtqShip, rel: int) -> tuple[str, int]:
    """The side and the points by which her bow swings back, given where the wind would be on the bow at the
    heading she held: to it, or to the nearest that sails on the same tack (BTQ-GAP-19)."""
    if not lore.recovers_to_sail:
        return "", 0
    least = lore.close[ship.fore_and_aft]
    off = rel if rel <= HALF else COMPASS - rel
    return ("" if off >= least else PORT if rel <= HALF else STARBOARD), max(least - off, 0)


@ruling("BTQ-IRONS-05")
def first_headway(lore: SailingLore) -> int:
    """The most headway of her first move out of irons, in mm."""
    return lore.first_move


POINTS = (enters, locked_drift, wind_drift, recovery, first_headway)


def drift_of(battle: Battle, ship: BtqShip) -> int:
    """Millimetres that she drifts with the wind in the second phase."""
    lore: SailingLore = battle.lore.sailing
    beating = battle.bound[table_speed](lore, ship, strength(battle), BEATING)
    return battle.bound[wind_drift](lore, beating)


def recovered(battle: Battle, ship: BtqShip) -> Pose | None:
    """Where she lies when her bow has swung back; at a table with a tape her model is turned by hand."""
    if ship.pose is None:
        return None
    wind = point(battle.state.wind.from_bearing)
    old = ship.held.heading if ship.held is not None else ship.pose.heading
    rel = (wind - point(old)) % COMPASS
    if rel == 0 and battle.lore.sailing.recovers_to_sail:
        tack = _tack(battle, ship, (wind - point(ship.pose.heading)) % COMPASS)
        rel = 1 if tack == STARBOARD else COMPASS - 1
    side, by = battle.bound[recovery](battle.lore.sailing, ship, rel)
    heading = wind - rel + {PORT: -by, STARBOARD: by, "": 0}[side]
    return Pose(ship.pose.x, ship.pose.y, bearing(heading))


def _tack(battle: Battle, ship: BtqShip, rel: int) -> str:
    """The side from which a ship takes the wind that blows straight down the heading she held."""
    if rel % HALF:
        return STARBOARD if rel < HALF else PORT
    side: str = battle.dice.handed(ship.id, "irons").value
    return side


def step(battle: Battle) -> None:
    """At the end of a turn: each ship in irons comes to the next phase, unless she is held there."""
    for ship in ships(battle):
        if not (ship.irons or ship.hold_drift) or ship.status != FIGHTING:
            continue
        waits = ship.hold_drift and ship.irons == ADRIFT
        now = ship.irons if waits else (ship.irons + 1) % (FIRST + 1) if ship.irons else 0
        changes: list[Change] = []
        put(ship, changes, irons=now, hold_drift=False)
        rules = ("BTQ-IRONS-06",) if waits else ("BTQ-IRONS-01",)
        battle.emit(StatusChanged, ship=ship.id, what=f"irons {now}", changes=tuple(changes), rules=rules)


def hold(battle: Battle, ship: BtqShip) -> None:
    """By hand: one more turn of drift (BTQ-IRONS-06)."""
    changes: list[Change] = []
    put(ship, changes, hold_drift=True)
    rules = ("BTQ-IRONS-06", "BTQ-UI-01")
    battle.emit(StatusChanged, ship=ship.id, what="drift held by hand", changes=tuple(changes), rules=rules)


def recover_now(battle: Battle, ship: BtqShip) -> None:
    """By hand: the third phase at once, and her heading with it (BTQ-IRONS-07)."""
    changes: list[Change] = []
    put(ship, changes, irons=RESTORED, pose=recovered(battle, ship))
    rules = ("BTQ-IRONS-07", "BTQ-UI-01")
    battle.emit(StatusChanged, ship=ship.id, what="recovered by hand", changes=tuple(changes), rules=rules)


def stage(battle: Battle, ship: BtqShip, pos: str) -> int:
    """The phase of her recovery this turn, 0 when she is not in irons; of a ship that nobody holds."""
    if ship.irons:
        return ship.irons
    return LOCKED if battle.bound[enters](ship, pos, False) else 0
