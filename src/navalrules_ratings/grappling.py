"""Grapnels, ships foul of each other, and getting clear again (RAT-BGGRAP, RAT-BGFOUL)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from navalrules import Change, Grappled, IllegalOrder, Modifier, Ruling, Sighting, alter, ruling
from navalrules_ratings.checks import check
from navalrules_ratings.events import Touched
from navalrules_ratings.gunnery import prey
from navalrules_ratings.lore import Lore
from navalrules_ratings.measuring import SLACK
from navalrules_ratings.ship import RatingsShip
from navalrules_ratings.texts import refusal

if TYPE_CHECKING:
    from navalrules import Battle


# ---------------------------------------------------------------- contact


@ruling("RAT-BGFOUL-01", "RAT-BGFOUL-02")
def fouls(battle: Battle, ship: RatingsShip, other: RatingsShip) -> Ruling:
    """d6: 4 or more and they are foul of each other, 3 or more if either trails wreckage."""
    figures = battle.lore.sailing
    need = figures.fouls_with_wreckage if ship.wrecks or other.wrecks else figures.fouls
    roll = battle.dice.reaches(6, need, ship.id, "foul")
    return Ruling("RAT-BGFOUL-01", roll.value, roll, need)


def touches(battle: Battle, ship: RatingsShip, other: RatingsShip) -> None:
    """She has run into another and stopped; perhaps they foul."""
    ruled = battle.bound[fouls](battle, ship, other)
    changes = tie(ship, other, "fouled") if ruled.outcome else ()
    rules = ("RAT-BGFOUL-02",) if ruled.outcome else ()
    battle.emit(
        Touched,
        ship=ship.id,
        target=other.id,
        fouled=ruled.outcome,
        rulings=(ruled,),
        changes=changes,
        rules=rules,
    )


def tie(ship: RatingsShip, other: RatingsShip, how: str) -> tuple[Change, ...]:
    """Fast to each other, `how` fouled or grappled."""
    return tuple(
        alter(one, how, tuple(sorted({*getattr(one, how), two.id})))
        for one, two in ((ship, other), (other, ship))
        if two.id not in getattr(one, how)
    )


def untie(ship: RatingsShip, other: RatingsShip, how: str) -> tuple[Change, ...]:
    """Free of each other."""
    return tuple(
        alter(one, how, tuple([each for each in getattr(one, how) if each != two.id]))
        for one, two in ((ship, other), (other, ship))
        if two.id in getattr(one, how)
    )


# ---------------------------------------------------------------- grappling


@ruling("RAT-BGGRAP-01", "RAT-BGCREW-03")
def may_grapple(lore: Lore, ship: RatingsShip, target: RatingsShip, sight: Sighting) -> bool:
    """Whether she may throw grapnels: with a crew unit, once an action, at an enemy within 1 MU."""
    return (
        ship.crew > 0
        and not ship.tried
        and target.id not in ship.grappled
        and sight.range <= lore.boarding.within
    )


def wrong_grapple(
    battle: Battle, ship: RatingsShip, target: str, looked_at: Callable[[RatingsShip], Sighting]
) -> IllegalOrder | None:
    """Why she may not grapple `target`, or None."""
    near = {enemy.id: enemy for enemy in prey(battle, ship)}
    other, figures = near.get(target), battle.lore.boarding
    if other is None:
        return refusal("no_target", "RAT-BGGRAP-01", target=target, able=", ".join(near) or "none")
    sight = looked_at(other)
    if battle.bound[may_grapple](battle.lore, ship, other, sight):
        return None
    if not ship.crew:
        return refusal("grapple_crew", "RAT-BGCREW-03", ship=ship.name)
    if ship.tried:
        return refusal("grappled_once", "RAT-BGGRAP-01", ship=ship.name)
    if target in ship.grappled:
        return refusal("grappled_already", "RAT-BGGRAP-02", target=target)
    return refusal(
        "grapple_range",
        "RAT-BGGRAP-01",
        target=target,
        range=f"{sight.range:g}",
        most=f"{figures.within:g}",
    )


def closeness(lore: Lore, ship: RatingsShip, target: RatingsShip, sight: Sighting) -> tuple[Modifier, ...]:
    """+2 for a ship that is foul of her target, +1 for one in contact with it."""
    if target.id in ship.fouled:
        return (lore.boarding.fouled,)
    return (lore.boarding.in_contact,) if sight.range <= lore.sailing.touch + SLACK else ()


def grapple(battle: Battle, ship: RatingsShip, target: RatingsShip, sight: Sighting) -> None:
    """d6 and quality: 4 or more and the grapnels hold."""
    lore = battle.lore
    ruled = check(
        battle, ship, "RAT-BGGRAP-01", lore.boarding.holds, "grapple", closeness(lore, ship, target, sight)
    )
    changes = [alter(ship, "tried", True)]
    if ruled.outcome:
        changes += tie(ship, target, "grappled")
    battle.emit(
        Grappled,
        ship=ship.id,
        target=target.id,
        held=ruled.outcome,
        rulings=(ruled,),
        changes=tuple(changes),
        rules=("RAT-BGGRAP-02",) if ruled.outcome else (),
    )
