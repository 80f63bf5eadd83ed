"""Surrender points, striking, and ships that are gone (BTQ-SP)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from navalrules import FIGHTING, STRUCK, SUNK, Change, Ruling, ShipSank, ShipStruck, alter, ruling
from navalrules_btq.harm_lore import HarmLore
from navalrules_btq.ship import BtqShip

if TYPE_CHECKING:
    from navalrules import Battle


@ruling("BTQ-SP-03")
def crew_price(lore: HarmLore, ship: BtqShip) -> tuple[int, int]:
    """Thresholds that her crew has ever sunk to, and what those not yet paid for cost (BTQ-GAP-53)."""
    living, whole = 100 * ship.crew, ship.crew_base or ship.crew_full
    passed, cost = ship.crew_steps, 0
    for left, sp in lore.crew_sp[passed:]:
        if living > left * whole:
            break
        passed += 1
        cost += sp
    return passed, cost


@ruling("BTQ-SP-05", "BTQ-SP-04")
def strikes(ship: BtqShip) -> str:
    """The rule by which she must strike: no crew (BTQ-SP-04), no surrender points; "" while she need not."""
    if ship.crew <= 0:
        return "BTQ-SP-04"
    return "BTQ-SP-05" if ship.sp <= 0 else ""


@ruling("BTQ-SHIP-15")
def gives_up(lore: HarmLore, ship: BtqShip, how: str) -> bool:
    """Whether a ship gives up as soon as an enemy engages her, by "shot" or "grapple": a merchantman without
    guns (BTQ-GAP-10)."""
    return ship.unarmed and how in lore.gives_up_at


POINTS = (crew_price, strikes, gives_up)
SHOT: Final = "shot"
GRAPPLE: Final = "grapple"
_UNARMED: Final = Ruling("BTQ-SHIP-15", True)


def cost(ship: BtqShip, points: int, changes: list[Change]) -> None:
    """Take surrender points, never under 0; call `settle` when the event that tells of it is out."""
    if points and ship.sp:
        changes.append(alter(ship, "sp", max(ship.sp - points, 0)))


def settle(battle: Battle, ship: BtqShip) -> bool:
    """Whether she has just had to strike."""
    must = battle.bound[strikes]
    # Asked after every harm: by the rulebook's own rule she fights on while she has points and men.
    if ship.status != FIGHTING or (must is strikes and ship.sp > 0 and ship.crew > 0):
        return False
    why = must(ship)
    if why:
        strike(battle, ship, why)
    return bool(why)


def strike(battle: Battle, ship: BtqShip, rule: str, rulings: tuple[Ruling, ...] = ()) -> None:
    """She hauls down her colours: Struck, no surrender points left."""
    changes = [alter(ship, "status", STRUCK)]
    if ship.sp:
        changes.append(alter(ship, "sp", 0))
    battle.emit(ShipStruck, ship=ship.id, rulings=rulings, changes=tuple(changes), rules=(rule,))


def engaged(battle: Battle, ship: BtqShip, how: str = SHOT) -> bool:
    """An enemy is about to fire at her or to grapple her: an unarmed ship strikes before any harm is done."""
    if ship.status != FIGHTING or not battle.bound[gives_up](battle.lore.harm, ship, how):
        return False
    strike(battle, ship, "BTQ-SHIP-15", (_UNARMED,))
    return True


def sink(
    battle: Battle,
    ship: BtqShip,
    *,
    exploded: bool = False,
    rulings: tuple[Ruling, ...] = (),
    rules: tuple[str, ...] = ("BTQ-DMG-09",),
) -> None:
    """She goes down, or blows up: no surrender points, no fires (BTQ-GAP-40, BTQ-FIRE-08)."""
    changes = [alter(ship, "status", SUNK)]
    if exploded:
        changes.append(alter(ship, "exploded", True))
    if ship.sp:
        changes.append(alter(ship, "sp", 0))
    if ship.fires:
        changes.append(alter(ship, "fires", ()))
    battle.emit(ShipSank, ship=ship.id, rulings=rulings, changes=tuple(changes), rules=rules)
