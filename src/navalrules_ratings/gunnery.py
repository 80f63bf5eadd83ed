"""Which battery can fire at whom, and what the results table says of it (RAT-FIRE, RAT-BGFIRE)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import attrs

from navalrules import (
    FIGHTING,
    STRUCK,
    SUNK,
    Dice,
    IllegalOrder,
    Modifier,
    Roll,
    Ruling,
    ShotFired,
    Sighting,
    alter,
    ruling,
)
from navalrules_ratings.damage import Blow
from navalrules_ratings.effects import strike
from navalrules_ratings.fires import catch_fire
from navalrules_ratings.lore import EDGE, ENDS, Lore
from navalrules_ratings.measuring import between, lines
from navalrules_ratings.orders import AIMS, CHAIN, HULL, MASTS, ROUND, Shot
from navalrules_ratings.results import Cell, Results
from navalrules_ratings.ship import BATTERIES, BOW, STERN, RatingsShip
from navalrules_ratings.texts import refusal

if TYPE_CHECKING:
    from navalrules import Battle


# ---------------------------------------------------------------- rulings


@ruling("RAT-RATE-01", "RAT-FIRE-04", "RAT-RATE-05")
def own_rating(ship: RatingsShip, battery: str) -> int | None:
    """A battery fires with its own rating, None where she has no such battery."""
    rating: int | None = getattr(ship, battery)
    return rating


@ruling("RAT-RATE-01", "RAT-FIRE-04", "RAT-RATE-05")
def battery_rating(ship: RatingsShip, battery: str) -> int | None:
    """The rating a battery fires with, None where she has no such battery.

    The base game has one rating for hull and guns, and no chasers (RAT-BGFIRE-10).
    """
    return None if battery in (BOW, STERN) else ship.hull


@ruling("RAT-FIRE-06")
def silent(rating: int | None) -> bool:
    """Whether a battery of that rating (None: she has no such battery) cannot fire."""
    return not rating


@ruling("RAT-CHAIN-01")
def aims_with(load: str) -> tuple[str, ...]:
    """What may be aimed at with a load: the masts alone with chain shot."""
    return (MASTS,) if load == CHAIN else AIMS


@ruling("RAT-BGFIRE-04")
def range_band(lore: Lore, reach: float) -> str:
    """The band of a range in MU, "" beyond the last."""
    return lore.band(reach)


@ruling("RAT-FIRE-03")
def two_aims() -> tuple[str, ...]:
    """Hull or masts."""
    return AIMS


@ruling("RAT-FIRE-03")
def aims() -> tuple[str, ...]:
    """What may be aimed at: the hull alone in the base game."""
    return (HULL,)


@ruling("RAT-FIRE-05")
def both_loads() -> tuple[str, ...]:
    """Round shot or chain shot, declared before the dice."""
    return (ROUND, CHAIN)


@ruling("RAT-FIRE-05")
def loads() -> tuple[str, ...]:
    """What may be fired: round shot alone, unless chain shot is in use."""
    return (ROUND,)


@ruling("RAT-CHAIN-04")
def chain_reaches(lore: Lore, band: str) -> bool:
    """Chain shot is for Close and Short range only."""
    return band in lore.chain_bands


@ruling("RAT-BGFIRE-02")
def bears(lore: Lore, battery: str, bearing: float) -> bool:
    """Whether a target at a relative `bearing` lies in a battery's arc."""
    return lore.arc(bearing) == battery


@ruling("RAT-BGFIRE-03")
def clear(sight: Sighting) -> bool:
    """Whether no third ship lies in the line of fire."""
    return not sight.blocked


@ruling("RAT-BGFIRE-07")
def raked_end(lore: Lore, sight: Sighting, band: str) -> str:
    """The end that a rake comes from, bow or stern, or "" for none."""
    return end_raked(lore, sight.aspect, band)


def end_raked(lore: Lore, aspect: float, band: str) -> str:
    """The end that fire from a relative bearing of `aspect` degrees rakes in a range band, "" for none."""
    if band not in lore.rake_bands:
        return ""
    edge = lore.rake_angle + EDGE
    if aspect <= edge or aspect >= 360.0 - edge:
        return BOW
    return STERN if 180.0 - edge <= aspect <= 180.0 + edge else ""


@ruling("RAT-BGFIRE-08")
def first_broadside(ship: RatingsShip, battery: str) -> bool:
    """Whether this battery fires for the first time in the game."""
    return battery not in ship.first


@ruling("RAT-BGFIRE-05", "RAT-FIRE-01", "RAT-FIRE-07")
def factor_modifiers(
    lore: Lore, ship: RatingsShip, battery: str, band: str, rake: str, first: bool
) -> tuple[Modifier, ...]:
    """All that goes into the fire factor besides the two ratings (RAT-T3)."""
    counted = lore.counted
    found = counted[band]
    if first:
        found += counted["first_broadside"]
    if rake:
        found += counted[ENDS[rake]]
    found += counted[ship.quality]
    if all(ship.fallen):
        found += counted["no_mast"]
    if battery in ship.wrecks:
        found += counted["wreckage"]
    return found


@ruling("RAT-BGFIRE-06")
def die_modifiers(
    lore: Lore, ship: RatingsShip, target: RatingsShip, visibility: str
) -> tuple[Modifier, ...]:
    """What is added to the die (RAT-T3)."""
    found = []
    if ship.fire_since:
        found.append(lore.die["on_fire"])
    if visibility:
        found.append(lore.die["obscured"])
    if target.still or target.held:
        found.append(lore.die["still"])
    return tuple(found)


@ruling("RAT-BGTABLE-01", "RAT-FIRE-02")
def results_table(lore: Lore) -> Results:
    """The base game's results table."""
    return lore.plain


@ruling("RAT-EXTREME-01", "RAT-EXTREME-02")
def without_lowest(lore: Lore) -> Results:
    """The column "2" takes what the column "1 or less" took."""
    return lore.extreme


@ruling("RAT-BGTABLE-03")
def cell_of(table: Results, factor: int, die: int) -> Cell:
    """The results of a fire factor and a modified die."""
    return table.look(factor, die)


def throw(lore: Lore, dice: Dice, ship: str) -> Roll:
    """The die or dice of the results table (RAT-BGFIRE-06)."""
    if lore.dice == 1:
        return dice.die(lore.sides, ship, "fire")
    return dice.total(lore.dice, lore.sides, ship, "fire")


# ---------------------------------------------------------------- what may be fired


def looked(battle: Battle, ship: RatingsShip, target: RatingsShip) -> Sighting:
    """What she makes of `target` where both lie now, in MU and degrees.

    Beyond the reach of guns nothing stands between.
    """
    if battle.measure.interactive:
        return battle.sight(ship, target)
    lore, pose, other = battle.lore, ship.pose, target.pose
    assert pose is not None
    assert other is not None
    sight = lines(
        pose.x, pose.y, pose.heading, other.x, other.y, other.heading, lore.half_length, lore.half_beam
    )
    if len(battle.state.ships) == 2 or sight.range > lore.farthest:
        return sight
    hulls = [
        third.pose
        for third in battle.state.ships.values()
        if third is not ship and third is not target and third.status != SUNK and third.pose is not None
    ]
    if between(pose, other, hulls, lore.half_length, lore.half_beam):
        return attrs.evolve(sight, blocked=True)
    return sight


def targets(battle: Battle, ship: RatingsShip) -> list[RatingsShip]:
    """Enemies that still fight."""
    return _enemies(battle, ship, (FIGHTING,))


def prey(battle: Battle, ship: RatingsShip) -> list[RatingsShip]:
    """Enemies that may be grappled: those that still fight, and those that have struck (RAT-BGMORALE-03)."""
    return _enemies(battle, ship, (FIGHTING, STRUCK))


def _enemies(battle: Battle, ship: RatingsShip, statuses: tuple[str, ...]) -> list[RatingsShip]:
    return [
        other
        for other in battle.state.ships.values()
        if other.side != ship.side and other.status in statuses and isinstance(other, RatingsShip)
    ]


def why_silent(battle: Battle, ship: RatingsShip, battery: str) -> IllegalOrder | None:
    """Why a battery cannot fire at anything, or None."""
    if battery not in BATTERIES:
        return refusal("no_battery", "RAT-RATE-01", battery=battery)
    rating = battle.bound[battery_rating](ship, battery)
    if battle.bound[silent](rating):
        if rating is None:
            return refusal("absent", "RAT-RATE-05", ship=ship.name, battery=battery)
        return refusal("silent", "RAT-FIRE-06", ship=ship.name, battery=battery)
    if battery in ship.used:
        return refusal("fires_twice", "RAT-BGFIRE-01", battery=battery)
    return None


def wrong_kind(battle: Battle, shot: Shot) -> IllegalOrder | None:
    """What is wrong with its aim and load, whatever the range."""
    bound = battle.bound
    if shot.aim not in bound[aims]():
        return refusal("no_masts" if shot.aim in AIMS else "aim", "RAT-FIRE-03", aim=shot.aim)
    if shot.load not in bound[loads]():
        return refusal("no_chain" if shot.load == CHAIN else "load", "RAT-CHAIN-01", load=shot.load)
    if shot.aim not in bound[aims_with](shot.load):
        return refusal("chain_hull", "RAT-CHAIN-01")
    return None


def why_not(battle: Battle, ship: RatingsShip, shot: Shot, sight: Sighting) -> IllegalOrder | None:
    """Why a shot cannot be fired along a line of sight, or None."""
    lore, bound = battle.lore, battle.bound
    band = bound[range_band](lore, sight.range)
    if not band:
        return refusal(
            "range", "RAT-BGFIRE-04", target=shot.target, range=f"{sight.range:g}", most=lore.farthest
        )
    if not bound[clear](sight):
        return refusal("blocked", "RAT-BGFIRE-03", target=shot.target)
    if not bound[bears](lore, shot.battery, sight.bearing):
        arc = lore.arc(sight.bearing)
        return refusal(
            "bears",
            "RAT-BGFIRE-02",
            battery=shot.battery,
            target=shot.target,
            bearing=f"{sight.bearing:g}",
            arc=arc,
        )
    if shot.load == CHAIN and not bound[chain_reaches](lore, band):
        return refusal("chain_range", "RAT-CHAIN-04", range=f"{sight.range:g}", band=band)
    return None


# ---------------------------------------------------------------- firing


def fire_all(
    battle: Battle,
    ship: RatingsShip,
    shots: tuple[Shot, ...],
    point: str,
    clear_to: Sequence[tuple[Shot, Sighting]] = (),
) -> None:
    """Fire the batteries told for one point of the move, as far as they still can.

    `clear_to` are shots that were found to be possible along a line of sight, when they were ordered.
    """
    for shot in shots:
        if shot.point == point and ship.status == FIGHTING:
            target = battle.state.ships.get(shot.target)
            if (
                isinstance(target, RatingsShip)
                and target.status == FIGHTING
                and not why_silent(battle, ship, shot.battery)
            ):
                sight = looked(battle, ship, target)
                if (shot, sight) in clear_to or why_not(battle, ship, shot, sight) is None:
                    fire(battle, ship, target, shot, sight)


def fire(battle: Battle, ship: RatingsShip, target: RatingsShip, shot: Shot, sight: Sighting) -> None:
    """One battery fires; its result is applied at once (RAT-BGFIRE-06)."""
    lore, bound = battle.lore, battle.bound
    band, battery = bound[range_band](lore, sight.range), shot.battery
    rake = bound[raked_end](lore, sight, band)
    first = bound[first_broadside](ship, battery)
    modifiers = (
        lore.rating[bound[battery_rating](ship, battery) or 0],
        lore.against[target.hull],
        *bound[factor_modifiers](lore, ship, battery, band, rake, first),
    )
    factor = 0
    for modifier in modifiers:
        factor += int(modifier.amount)
    to_die = bound[die_modifiers](lore, ship, target, battle.state.table.visibility)
    roll = throw(lore, battle.dice, ship.id)
    die = roll.value
    for modifier in to_die:
        die += int(modifier.amount)
    cell = bound[cell_of](bound[results_table](lore), factor, die)
    changes = [alter(ship, "used", (*ship.used, battery))]
    if first:
        changes.append(alter(ship, "first", (*ship.first, battery)))
    if battle.told:
        ruled = Ruling(
            "RAT-BGFIRE-06",
            cell.text or "-",
            roll,
            factor,
            (*modifiers, *to_die),
            die,
            _also(shot, cell, bool(to_die)),
        )
        battle.emit(
            ShotFired,
            ship=ship.id,
            target=target.id,
            weapon=battery,
            range=sight.range,
            hit=bool(cell.text),
            rulings=(ruled,),
            changes=tuple(changes),
            rules=_rules(ship, shot, rake, cell, len(battle.state.ships) > 2),
        )
    if battery in ship.wrecks and bound[wreckage_fire](lore, roll):
        catch_fire(battle, ship, Ruling("RAT-BGFOUL-05", True, roll))
    if cell.text:
        strike(battle, Blow(ship.id, target, cell, shot.aim, shot.load, sight, rake))


@ruling("RAT-BGFOUL-05")
def wreckage_fire(lore: Lore, roll: Roll) -> bool:
    """Firing through wreckage on a natural odd die sets the firer on fire."""
    return bool(roll.value % 2 == lore.wreckage_fire)


_FIRED: Final = (
    *("RAT-RATE-01", "RAT-FIRE-02", "RAT-FIRE-03", "RAT-FIRE-05", "RAT-FIRE-06", "RAT-BGFIRE-01"),
    *("RAT-BGFIRE-02", "RAT-BGFIRE-04", "RAT-BGFIRE-05", "RAT-BGTABLE-01", "RAT-BGTABLE-03"),
)
_CHAINED: Final = ("RAT-CHAIN-01", "RAT-CHAIN-04")


def _also(shot: Shot, cell: Cell, moved: bool) -> tuple[str, ...]:
    if cell.column == "2 or less":
        return ("RAT-BGTABLE-01", "RAT-EXTREME-01", "RAT-EXTREME-02", "RAT-EXTREME-04")
    return ("RAT-BGTABLE-01", "RAT-BGTABLE-02") if cell.ws and not cell.rr else ("RAT-BGTABLE-01",)


def _rules(ship: RatingsShip, shot: Shot, rake: str, cell: Cell, others: bool) -> tuple[str, ...]:
    found: tuple[str, ...] = _FIRED
    if shot.battery in (BOW, STERN):
        found = (*found, "RAT-FIRE-04", "RAT-RATE-05")
    if shot.load == CHAIN:
        found = (*found, *_CHAINED, *(() if cell.rr else ("RAT-CHAIN-06",)))
    if rake:
        found = (*found, "RAT-BGFIRE-07")
    if shot.target in ship.grappled:
        found = (*found, "RAT-BGGRAP-02")
    return (*found, "RAT-BGFIRE-03") if others else found
