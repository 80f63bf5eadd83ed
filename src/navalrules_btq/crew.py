"""Men at their stations, and what too few of them cost (BTQ-CREW)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import attrs

from navalrules import CrewMoved, Dice, IllegalOrder, Ruling, alter_all, ruling
from navalrules_btq import damage, fires
from navalrules_btq.harm_lore import D100, HarmLore
from navalrules_btq.orders import Sail
from navalrules_btq.ship import BtqShip
from navalrules_btq.stations import Stations
from navalrules_btq.texts import refusal

if TYPE_CHECKING:
    from navalrules import Battle

DUTIES: Final = ("sailing", "guns", "fire")

# ---------------------------------------------------------------- rulings


@ruling("BTQ-CREW-02")
def sailing_needed(lore: HarmLore, ship: BtqShip) -> int:
    """Men needed to work the ship: HVN over 12, rounded up."""
    return -(-ship.hvn // lore.sailing_divisor)


@ruling("BTQ-CREW-01")
def on_duty(ship: BtqShip, duty: str, living: int) -> int:
    """Men there are for a duty: those told off to it, or every man at hand where nobody is told off."""
    if not ship.stations.assigned:
        return living
    told: int = getattr(ship.stations, duty)
    return min(told, living)


@ruling("BTQ-CREW-07")
def short_step(lore: HarmLore, needed: int, men: int) -> int:
    """Per cent off speed: the shortage rounded up to the next 10 %."""
    if men >= needed:
        return 0
    return -(-(needed - men) * D100 // (needed * lore.short_step)) * lore.short_step


@ruling("BTQ-CREW-09")
def only_drifts(lore: HarmLore, needed: int, men: int) -> bool:
    """Whether she only drifts: 90 % or more of her sailing crew is missing, or all of it."""
    return men <= 0 or (needed - men) * D100 >= lore.drifts_from * needed


@ruling("BTQ-CREW-08")
def slowed(speed: int, step: int, drift: int) -> int:
    """Speed with too few men, rounded down; not under that of drifting."""
    return max(speed * (D100 - step) // D100, min(drift, speed)) if step else speed


@ruling("BTQ-CREW-10")
def turning_lost(lore: HarmLore, needed: int, men: int, step: int) -> int:
    """Per cent off the turn cap: the same step as off speed (BTQ-GAP-84)."""
    return -(-max(needed - men, 0) * D100 // needed) if lore.reading.turns_exactly else step


@ruling("BTQ-CREW-11")
def too_many(ship: BtqShip, stations: Stations, living: int) -> bool:
    """Whether more men are told off than live; to lower every duty is always allowed."""
    if stations.men <= living:
        return False
    now = ship.stations
    return any(getattr(stations, duty) > getattr(now, duty) for duty in DUTIES)


POINTS = (sailing_needed, on_duty, short_step, only_drifts, slowed, turning_lost, too_many)

# ---------------------------------------------------------------- men at hand


def at_hand(battle: Battle, ship: BtqShip) -> int:
    """Living men that are not tied down by fighting fires or flooding the magazine."""
    if ship.magazine == fires.ORDERED:
        flooding = battle.bound[fires.flooders](battle.lore.harm, ship)
    elif ship.fire_party:
        flooding = 0
    else:
        return ship.crew
    return max(ship.crew - ship.fire_party - flooding, 0)


for_boarding = at_hand
"""Men that may be sent to board or to hold the decks: all at hand."""


def gun_men(battle: Battle, ship: BtqShip) -> int:
    """Men there are for the guns."""
    return battle.bound[on_duty](ship, "guns", at_hand(battle, ship))


class Shortage(NamedTuple):
    """What too few men to work her cost a ship: per cent off her `speed` and off the points she may turn,
    and whether she only drifts."""

    speed: int = 0
    turning: int = 0
    drifts: bool = False


ENOUGH: Final = Shortage()
"""She has the men to work her."""


def shortage(battle: Battle, ship: BtqShip) -> Shortage:
    """What want of men to work her costs her now (BTQ-CREW-07, BTQ-CREW-09)."""
    bound, lore = battle.bound, battle.lore.harm
    needed = bound[sailing_needed](lore, ship)
    men = bound[on_duty](ship, "sailing", at_hand(battle, ship))
    step_of, stops = bound[short_step], bound[only_drifts]
    if men >= needed and step_of is short_step and stops is only_drifts:
        return ENOUGH
    step = step_of(lore, needed, men)
    turning = bound[turning_lost](lore, needed, men, step) if step else 0
    return Shortage(step, turning, stops(lore, needed, men))


def working(battle: Battle, short: Shortage) -> tuple[Ruling, ...]:
    """Why a ship sails short of men, for the event that tells of her move; nothing when she does not."""
    if not short.speed:
        return ()
    rule = "BTQ-CREW-09" if short.drifts else "BTQ-CREW-07"
    needed = "BTQ-CREW-03" if battle.switches.get("reduced_sailing_crew") is True else "BTQ-CREW-02"
    return _short_of_men(rule, short.speed, needed)


@lru_cache(maxsize=256, typed=True)
def _short_of_men(rule: str, step: int, needed: str) -> tuple[Ruling, ...]:
    return (Ruling(rule, step, also=(needed, "BTQ-CREW-08", "BTQ-CREW-10")),)


def recommended(battle: Battle, ship: BtqShip) -> int:
    """Gun crew for both broadsides and all chasers (BTQ-CREW-12)."""
    lore: HarmLore = battle.lore.harm
    crews = battle.tables["unknown_gun"].whole("to_fire")
    batteries = (
        (ship.guns, ship.port),
        (ship.guns, ship.starboard),
        (ship.bow_guns, ship.bow),
        (ship.stern_guns, ship.stern),
    )
    return sum(
        [
            lore.gun_crew.get(gun, crews) * left
            for types, guns in batteries
            for gun, left in zip(types, guns, strict=True)
        ]
    )


# ---------------------------------------------------------------- orders


def why_not(battle: Battle, ship: BtqShip, order: Sail) -> IllegalOrder | None:
    """Why the stations and parties of an order are refused, or None."""
    stations = order.stations
    if stations is not None:
        if min(stations.sailing, stations.guns, stations.fire) < 0:
            return refusal("stations_below_none", "BTQ-CREW-11")
        if not stations.assigned and stations.men:
            return refusal("stations_not_assigned", "BTQ-CREW-01")
        living = at_hand(battle, ship)
        if battle.bound[too_many](ship, stations, living):
            return refusal("stations_too_many", "BTQ-CREW-11", men=stations.men, living=living)
    refused = fires.party_refused(battle, ship) if order.fire_party else None
    if refused is None and order.flood:
        refused = fires.flood_refused(battle, ship)
    return refused


def carry_out(battle: Battle, ship: BtqShip, order: Sail) -> None:
    """Tell the crew off and form the parties that an order asks for."""
    now: dict[str, Any] = {}
    rules: list[str] = []
    if order.stations is not None and order.stations != ship.stations:
        now["stations"] = order.stations
        if order.stations.assigned or ship.stations.assigned:
            rules += ["BTQ-CREW-01", "BTQ-CREW-11"]
        if _parties(order.stations) != _parties(ship.stations):
            rules.append("BTQ-DC-01")
    if order.fire_party:
        now["fire_party"] = battle.bound[fires.party_men](battle.lore.harm, ship)
        rules.append("BTQ-FIRE-14")
    if order.flood:
        now["magazine"] = fires.ORDERED
        rules.append("BTQ-FIRE-09")
    if now:
        changes = alter_all(ship, now)
        battle.emit(CrewMoved, ship=ship.id, changes=tuple(changes), rules=tuple(rules))
        fit(battle, ship)


def fit(battle: Battle, ship: BtqShip) -> None:
    """Men told off to more than are at hand, now that a party is gone: duties in proportion (BTQ-DMG-12)."""
    if ship.stations.assigned and ship.stations.men > (living := at_hand(battle, ship)):
        changes = alter_all(ship, {"stations": battle.bound[damage.duties_cut](ship.stations, living)})
        battle.emit(CrewMoved, ship=ship.id, changes=tuple(changes), rules=("BTQ-DMG-12",))


def _parties(stations: Stations) -> tuple[bool, bool]:
    return stations.carpenter, stations.pumps


def sensible(battle: Battle, ship: BtqShip) -> dict[str, Any]:
    """What a careful captain orders below decks: carpenter and pumps to holes, a party to a fire."""
    found: dict[str, Any] = {}
    holes = ship.waterline_port + ship.waterline_starboard
    carpenter, pumps = holes > 0, holes > 0 or ship.flooding > 0
    if (carpenter, pumps) != _parties(ship.stations):
        found["stations"] = attrs.evolve(ship.stations, carpenter=carpenter, pumps=pumps)
    if ship.fires and fires.party_refused(battle, ship) is None:
        found["fire_party"] = True
    return found


def drawn(battle: Battle, ship: BtqShip, dice: Dice) -> dict[str, Any]:
    """Stations and parties of an order drawn at random, any of those allowed."""
    found: dict[str, Any] = {}
    if dice.check(_SELDOM, ship.id, "draw stations").value:
        found["stations"] = _drawn_stations(battle, ship, dice)
    often = _OFTEN if ship.fires else _RARELY
    if fires.party_refused(battle, ship) is None and dice.check(often, ship.id, "draw party").value:
        found["fire_party"] = True
    elif ship.fires and fires.flood_refused(battle, ship) is None:
        found["flood"] = bool(dice.check(_SELDOM, ship.id, "draw flood").value)
    return found


_OFTEN: Final = 50
_SELDOM: Final = 20
_RARELY: Final = 5


def _drawn_stations(battle: Battle, ship: BtqShip, dice: Dice) -> Stations:
    carpenter, pumps, assigned = (bool(dice.check(50, ship.id, "draw stations").value) for _ in range(3))
    if not assigned:
        return Stations(False, 0, 0, 0, carpenter, pumps)
    left = at_hand(battle, ship)
    men = []
    for _ in DUTIES:
        men.append(dice.pick(left + 1, ship.id, "draw stations").value)
        left -= men[-1]
    sailing, guns, fire = men
    return Stations(True, sailing, guns, fire, carpenter, pumps)
