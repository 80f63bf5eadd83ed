"""Officers killed in a boarding, and those who take over (BTQ-OFF)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from navalrules import FIGHTING, Change, Dice, Ruling, alter, ruling
from navalrules_btq.events import OfficerFell, OfficersRallied
from navalrules_btq.phase import ships
from navalrules_btq.ship import QUALITIES, BtqShip

if TYPE_CHECKING:
    from navalrules import Battle
    from navalrules_btq.fighting import Fighting


@ruling("BTQ-BOARD-21")
def falls_in_melee(figures: Fighting, dice: Dice, ship: str) -> Ruling | None:
    """Whether a round of a melee kills an officer of `ship`: never, unless officers count (BTQ-GAP-26)."""
    return None


@ruling("BTQ-OFF-01")
def officer_falls(battle: Battle, ship: BtqShip, cause: Ruling) -> None:
    """An officer falls: nothing comes of it, unless officers count (BTQ-GAP-26)."""


@ruling("BTQ-OFF-02")
def recover(battle: Battle) -> None:
    """Crews that lost officers come to themselves again: none has, unless officers count (BTQ-GAP-26)."""


POINTS = (falls_in_melee, officer_falls, recover)


def three_in_a_hundred(figures: Fighting, dice: Dice, ship: str) -> Ruling:
    """3 % a round, apart from muskets."""
    roll = dice.check(figures.officer_melee, ship, "officer in melee")
    return Ruling("BTQ-BOARD-21", roll.value, roll, figures.officer_melee)


def one_tier_down(battle: Battle, ship: BtqShip, cause: Ruling) -> None:
    """Her crew is one tier worse, Untrained at the lowest; the clock of recovery restarts (BTQ-GAP-67)."""
    figures: Fighting = battle.lore.fighting
    place = QUALITIES.index(ship.quality)
    if place + 1 == len(QUALITIES):
        battle.emit(OfficerFell, ship=ship.id, quality=ship.quality, rulings=(cause,), rules=("BTQ-OFF-01",))
        return
    whole = ship.quality == ship.quality_full
    changes: list[Change] = [alter(ship, "quality", QUALITIES[place + 1])]
    if whole or figures.clock_restarts:
        changes.append(alter(ship, "officer_turn", battle.state.turn))
    battle.emit(
        OfficerFell,
        ship=ship.id,
        quality=ship.quality,
        rulings=(cause,),
        changes=tuple(changes),
        rules=("BTQ-OFF-01",),
    )


def one_tier_up(battle: Battle) -> None:
    """One tier is won back every 5 full turns, never above the first (BTQ-OFF-02)."""
    figures, turn = battle.lore.fighting, battle.state.turn
    for ship in ships(battle):
        if ship.quality == ship.quality_full or ship.status != FIGHTING:
            continue
        if turn - ship.officer_turn < figures.recovers:
            continue
        better = QUALITIES[QUALITIES.index(ship.quality) - 1]
        changes = (alter(ship, "quality", better), alter(ship, "officer_turn", turn))
        ruled = Ruling("BTQ-OFF-02", better, None, figures.recovers)
        battle.emit(OfficersRallied, ship=ship.id, quality=better, rulings=(ruled,), changes=changes)


def rally(battle: Battle) -> None:
    """The end of a turn: officers take over where some were lost, if officers count."""
    battle.bound[recover](battle)
