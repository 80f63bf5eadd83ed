"""Tacking, and getting out of irons (MUM-TACK)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from navalrules import Dice, Modifier, Ruling, Tables, ruling
from navalrules_mumford.ship import FRIGATE, SLOOP, MumfordShip

if TYPE_CHECKING:
    from navalrules import Battle

IRONS: Final = "irons"


@attrs.frozen
class Tack:
    """How a tack went: whether she came about, inches lost, foremast points lost."""

    about: bool
    loses: float
    mast: int


@ruling("MUM-TACK-01")
def may_tack(tables: Tables, ship: MumfordShip) -> bool:
    """Only with fewer than 30 points gone from her foremast (a brig's main, MUM-GAP-19)."""
    index = foremost(ship)
    full, left = ship.record.masts[index], ship.masts[index]
    return left > 0 and full - left < tables["tacking"].whole("foremast_loss")


def foremost(ship: MumfordShip) -> int:
    """The index of the foremost mast of her card."""
    return 0 if ship.record.masts[0] else 1


@ruling("MUM-TACK-03")
def tack_factors(tables: Tables, ship: MumfordShip) -> tuple[Modifier, ...]:
    """Crew, captain, and 1 for a frigate or sloop."""
    table = tables["crew_factor"]
    found = [
        Modifier(ship.proficiency, table.whole(ship.proficiency), "MUM-TACK-03"),
        Modifier(ship.captain, table.whole(ship.captain), "MUM-TACK-03"),
    ]
    if ship.kind in (FRIGATE, SLOOP):
        found.append(Modifier("small", tables["tacking"].whole("small"), "MUM-TACK-03"))
    return tuple(each for each in found if each.amount)


@ruling("MUM-TACK-04", "MUM-TACK-05", "MUM-TACK-06")
def tack_result(tables: Tables, strength: int, total: int) -> Tack:
    """What a total gives at a wind strength: irons or about, inches lost, foremast points lost."""
    row = str(min(max(strength, 1), 6))
    table = tables["tack"]
    irons, two, one, clean = (int(table.cell(row, column)) for column in table.columns)
    mast = mast_loss(tables, row, total)
    if total <= irons:
        return Tack(False, 0.0, mast)
    if total >= clean:
        return Tack(True, 0.0, mast)
    return Tack(True, 1.0 if one and total >= one else 2.0 if two else 0.0, mast)


def mast_loss(tables: Tables, row: str, total: int) -> int:
    """Foremast points lost at WS 5 and 6, by the total."""
    table = tables["tack_mast"]
    if row not in table:
        return 0
    column = "to_1" if total <= 1 else f"at_{total}"
    return int(table.cell(row, column)) if column in table.columns else 0


def throw_tack(battle: Battle, ship: MumfordShip, strength: int) -> tuple[Tack, Ruling]:
    """The throw for a tack, or for damage as in tacking."""
    bound = battle.bound
    factors = bound[tack_factors](battle.tables, ship)
    total = int(sum([each.amount for each in factors]))
    roll = battle.dice.d6(ship.id, "tack")
    found = bound[tack_result](battle.tables, strength, roll.value + total)
    outcome = "about" if found.about else IRONS
    rules = ["MUM-TACK-04" if found.about else "MUM-TACK-06"]
    if found.mast:
        rules.append("MUM-TACK-05")
    return found, Ruling("MUM-TACK-03", outcome, roll, None, factors, total, tuple(rules))


@ruling("MUM-TACK-08")
def regains_wind(tables: Tables, dice: Dice, ship: str, strength: int) -> Ruling:
    """Out of irons on D10 and wind strength of 12 or more."""
    need = tables["tacking"].whole("regains")
    # A D10 shows 0 to 9: one less than the face of a ten-sided die.
    roll = dice.reaches(10, need - strength + 1, ship, "regains the wind")
    return Ruling("MUM-TACK-08", roll.value, roll, need - strength + 1)


POINTS = (may_tack, tack_factors, tack_result, regains_wind)
