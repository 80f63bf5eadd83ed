"""Carpenter, pumps, water in the hold, and ships that go down (BTQ-DC, BTQ-DMG-09)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from navalrules import SUNK, Dice, Repaired, ShipHurt, StatusChanged, alter, ruling
from navalrules_btq import damage
from navalrules_btq.harm import Harm, plainly, tell
from navalrules_btq.harm_lore import D100, HarmLore
from navalrules_btq.phase import ships
from navalrules_btq.ship import PORT, STARBOARD, BtqShip

if TYPE_CHECKING:
    from navalrules import Battle

_SIDES: Final = (PORT, STARBOARD)

# ---------------------------------------------------------------- rulings


@ruling("BTQ-DC-03")
def carpenter_men(lore: HarmLore, ship: BtqShip) -> int:
    """Men of the carpenter's party: about 3 % of the complement, from 15 to 40 (BTQ-GAP-47)."""
    return lore.carpenter.of(_base(lore, ship), ship.crew)


@ruling("BTQ-DC-06")
def pump_men(lore: HarmLore, ship: BtqShip) -> int:
    """Men at the pumps: about 5 % of the complement, from 25 to 60 (BTQ-GAP-47)."""
    return lore.pump_party.of(_base(lore, ship), ship.crew)


def _base(lore: HarmLore, ship: BtqShip) -> int:
    return ship.crew if lore.reading.dc_of_living else ship.complement


@ruling("BTQ-DC-02")
def mended(lore: HarmLore, dice: Dice, ship: BtqShip, turn: int) -> tuple[str, int]:
    """The side on which the carpenter mends, and how many holes: none where fresh hull damage was done.

    The side with more of them; as many on both, either.
    """
    sides = [
        side for side in _SIDES if getattr(ship, f"waterline_{side}") and getattr(ship, f"hit_{side}") != turn
    ]
    if not sides:
        return "", 0
    port, starboard = ship.waterline_port, ship.waterline_starboard
    if len(sides) == 1:
        side = sides[0]
    elif port != starboard:
        side = PORT if port > starboard else STARBOARD
    else:
        side = dice.handed(ship.id, "carpenter").value
    return side, min(lore.mended, getattr(ship, f"waterline_{side}"))


@ruling("BTQ-DC-04")
def inflow(lore: HarmLore, ship: BtqShip) -> int:
    """Points of flooding that come in with nobody at the pumps: one for each hole."""
    return (ship.waterline_port + ship.waterline_starboard) * lore.inflow


@ruling("BTQ-DC-05")
def pumped(lore: HarmLore, ship: BtqShip, coming_in: int, fresh: bool) -> int:
    """Points of flooding that come in (or, below 0, go out) with the pumps at work: a quarter of what would,
    rounded down, and one less when no new hole was made this turn (BTQ-GAP-46)."""
    return coming_in * lore.leak // D100 - (0 if fresh else lore.pumped_out)


@ruling("BTQ-DC-07")
def founders(lore: HarmLore, ship: BtqShip, flooding: int) -> bool:
    """Whether she is in danger of foundering: a warning, and no more (BTQ-GAP-48)."""
    return flooding > max(lore.founder_least, -(-ship.hvn // lore.founder_divisor))


@ruling("BTQ-DMG-09")
def sinking_points(lore: HarmLore, ship: BtqShip) -> int:
    """Hull points that a sinking ship loses at the end of a turn: 5 % of HVN, nearest (BTQ-GAP-40)."""
    return (2 * ship.hvn * lore.sink_rate + D100) // (2 * D100)


POINTS = (carpenter_men, pump_men, mended, inflow, pumped, founders, sinking_points)

# ---------------------------------------------------------------- the end of a turn


def mend(battle: Battle) -> None:
    """The carpenters' parties at work."""
    for ship in ships(battle):
        holed = ship.waterline_port or ship.waterline_starboard
        if holed and ship.stations.carpenter and ship.status != SUNK:
            _mend(battle, ship)


def _mend(battle: Battle, ship: BtqShip) -> None:
    bound, lore = battle.bound, battle.lore.harm
    men = bound[carpenter_men](lore, ship)
    if not men:
        return
    side, holes = bound[mended](lore, battle.dice, ship, battle.state.turn)
    if holes:
        field = f"waterline_{side}"
        change = alter(ship, field, getattr(ship, field) - holes)
        rulings = (plainly("BTQ-DC-02", holes), plainly("BTQ-DC-03", men))
        battle.emit(Repaired, ship=ship.id, what="waterline hit", rulings=rulings, changes=(change,))


def flood(battle: Battle) -> None:
    """Water comes in through what is not mended, and goes out at the pumps."""
    for ship in ships(battle):
        if (ship.waterline_port or ship.waterline_starboard or ship.flooding) and ship.status != SUNK:
            _flood(battle, ship)


def _flood(battle: Battle, ship: BtqShip) -> None:
    bound, lore = battle.bound, battle.lore.harm
    points = bound[inflow](lore, ship)
    rulings = [plainly("BTQ-DC-04", points)]
    men = bound[pump_men](lore, ship) if ship.stations.pumps else 0
    if men:
        points = bound[pumped](lore, ship, points, ship.waterline_turn == battle.state.turn)
        rulings += [plainly("BTQ-DC-05", points), plainly("BTQ-DC-06", men)]
    now = max(ship.flooding + points, 0)
    if now == ship.flooding:
        return
    changes = (alter(ship, "flooding", now),)
    if points < 0:
        battle.emit(Repaired, ship=ship.id, what="flooding", rulings=tuple(rulings), changes=changes)
    else:
        battle.emit(ShipHurt, ship=ship.id, place="hold", rulings=tuple(rulings), changes=changes)
    if not ship.foundering and bound[founders](lore, ship, now):
        warned = [alter(ship, "foundering", True)]
        if lore.reading.founder_sinks and not ship.sinking:
            warned.append(alter(ship, "sinking", True))
        rules = ("BTQ-DC-07",)
        battle.emit(StatusChanged, ship=ship.id, what="foundering", changes=tuple(warned), rules=rules)


def sink(battle: Battle) -> None:
    """Ships that sink lose more of their hull; at last they are gone."""
    for ship in ships(battle):
        if ship.sinking and ship.status != SUNK:
            points = battle.bound[sinking_points](battle.lore.harm, ship)
            harm = Harm(ship, told=battle.told)
            lower(battle, harm, points)
            tell(battle, ship, harm, ShipHurt, place="sinking")


def lower(battle: Battle, harm: Harm, points: int) -> None:
    """Hull points lost to the sea: they cost surrender points, and neither guns nor special damage."""
    bound, lore, ship = battle.bound, battle.lore.harm, harm.after
    before = bound[damage.hull_percent](ship, ship.hull)
    ship.hull = min(ship.hull + points, ship.hvn)
    now = bound[damage.hull_percent](ship, ship.hull)
    steps = bound[damage.hull_steps](lore, before, now)
    harm.cost(steps * lore.sp["hull_step"])
    harm.rulings += [plainly("BTQ-DMG-09", points), plainly("BTQ-DMG-02", steps)]
    harm.sunk = bound[damage.sinks](lore, now) == "sunk"
