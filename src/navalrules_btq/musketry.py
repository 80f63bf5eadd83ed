"""Muskets before the melee, in the first turns of a grapple (BTQ-BOARD-16 to -19)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from navalrules import Change, Dice, Roll, Ruling, ruling
from navalrules_btq import damage, surrender
from navalrules_btq.events import VolleyFired
from navalrules_btq.fighting import MISS, OFFICER
from navalrules_btq.officers import officer_falls
from navalrules_btq.parties import Pair, rescale
from navalrules_btq.phase import ship_of
from navalrules_btq.ship import BtqShip

if TYPE_CHECKING:
    from navalrules import Battle
    from navalrules_btq.fighting import Fighting


@ruling("BTQ-BOARD-16")
def volleys(battle: Battle, pair: Pair) -> None:
    """The muskets of both ships of a pair: silent, unless boarding is expanded."""


@ruling("BTQ-BOARD-19")
def fires_muskets(ship: BtqShip) -> bool:
    """Whether a ship's men fire a volley: merchants do not, though they suffer them."""
    return not ship.merchant


@ruling("BTQ-BOARD-18", "BTQ-BOARD-16")
def volley(figures: Fighting, dice: Dice, ship: BtqShip) -> Ruling:
    """A d100: 1-25 lands, 1-35 with 20 % soldiers or more; 1-5 also kills an officer."""
    many = ship.soldiers >= figures.many_soldiers
    roll = dice.lookup(figures.muskets_soldiers if many else figures.muskets, ship.id, "volley")
    also = ("BTQ-BOARD-16", "BTQ-SHIP-25") if many else ("BTQ-BOARD-16",)
    return Ruling("BTQ-BOARD-18", roll.value, roll, also=also)


@ruling("BTQ-BOARD-17")
def volley_men(figures: Fighting, dice: Dice, ship: BtqShip) -> Ruling:
    """Men that a volley takes, by the firer's class (BTQ-GAP-66)."""
    number, sides = figures.volley_dice[ship.klass]
    roll: Roll = dice.total(number, sides, ship.id, "volley men")
    return Ruling("BTQ-BOARD-17", roll.value, roll)


POINTS = (volleys, fires_muskets, volley, volley_men)


def exchange(battle: Battle, pair: Pair) -> None:
    """Both ships fire in the turns of the table, each on the other as she stood; then men fall."""
    figures: Fighting = battle.lore.fighting
    first, last = figures.volley_turns
    if not first <= pair.turns(battle.state.turn) <= last:
        return
    one, two = ship_of(battle, pair.attacker.ship), ship_of(battle, pair.defender.ship)
    by_one, by_two = _fired(battle, one), _fired(battle, two)
    if by_one:
        _suffered(battle, one, two, by_one)
    if by_two:
        _suffered(battle, two, one, by_two)
    for ship in (one, two):
        surrender.settle(battle, ship)
        rescale(battle, ship)


def _fired(battle: Battle, ship: BtqShip) -> tuple[Ruling, ...]:
    bound, figures = battle.bound, battle.lore.fighting
    if not bound[fires_muskets](ship):
        return ()
    ruled = bound[volley](figures, battle.dice, ship)
    if ruled.outcome == MISS:
        return (ruled,)
    return (ruled, bound[volley_men](figures, battle.dice, ship))


def _suffered(battle: Battle, ship: BtqShip, other: BtqShip, rulings: tuple[Ruling, ...]) -> None:
    changes: list[Change] = []
    rules: list[str] = ["BTQ-BOARD-19"] if other.merchant else []
    landed = len(rulings) > 1
    men = damage.lose_men(battle, other, rulings[1].outcome, changes, rules) if landed else 0
    killed = rulings[0].outcome == OFFICER
    if battle.told:
        battle.emit(
            VolleyFired,
            ship=other.id,
            by=ship.id,
            place="muskets",
            landed=landed,
            men=men,
            officer=killed,
            rulings=rulings,
            changes=tuple(changes),
            rules=tuple(rules),
        )
    if killed:
        battle.bound[officer_falls](battle, other, rulings[0])
