"""Whether the loser of a boarding round breaks (BTQ-MORALE)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from navalrules import Change, Dice, Modifier, Ruling, ruling
from navalrules_btq import parties, prizes
from navalrules_btq.events import BoardingBroke
from navalrules_btq.parties import FRESH, LOST, TAKEN_ZONE
from navalrules_btq.phase import ship_of
from navalrules_btq.ship import BtqShip

if TYPE_CHECKING:
    from navalrules import Battle
    from navalrules_btq.fighting import Fighting

HOLDS: Final = "holds"
RETREATS: Final = "retreats"
MERGES: Final = "merges"
TAKEN: Final = "taken"


@ruling("BTQ-MORALE-01")
def after_round(battle: Battle, boarder: str, boarded: str, loser: str) -> None:
    """What the loser of a round does: fights on, unless boarding is expanded."""


@ruling("BTQ-MORALE-02", "BTQ-DICE-01")
def steady(figures: Fighting, dice: Dice, ship: BtqShip, zones: int) -> Ruling:
    """40 with her crew's quality and -5 for each zone lost; she holds on a d100 of that or less."""
    modifiers = [figures.tiers[ship.quality]]
    if zones:
        modifiers.append(Modifier("zones", figures.zone_lost * zones, "BTQ-MORALE-02"))
    total = int(sum([each.amount for each in modifiers]))
    roll = dice.check(figures.steady + total, ship.id, "boarding morale")
    return Ruling("BTQ-MORALE-02", roll.value, roll, figures.steady, tuple(modifiers), total)


@ruling("BTQ-MORALE-03", "BTQ-MORALE-04", "BTQ-MORALE-05")
def breaking(attacks: bool, reserve: int) -> tuple[str, str]:
    """What one who breaks does, and the rule: boarders go back; defenders merge with a reserve, or yield."""
    if attacks:
        return RETREATS, "BTQ-MORALE-03"
    return (MERGES, "BTQ-MORALE-04") if reserve else (TAKEN, "BTQ-MORALE-05")


POINTS = (after_round, steady, breaking)


def put_to_test(battle: Battle, boarder: str, boarded: str, loser: str) -> None:
    """The loser, if half of the original crew or more is gone, rolls for morale (BTQ-GAP-64)."""
    figures: Fighting = battle.lore.fighting
    ship, pair = ship_of(battle, loser), parties.pair_between(battle, boarder, boarded)
    if pair is None or not ship.fighting:
        return
    gone = ship.complement - ship.crew
    if 100 * gone < figures.breaks_at * ship.complement:
        return
    attacks = loser == boarder
    zones = pair.party(boarder).zones.count(LOST if attacks else TAKEN_ZONE)
    ruled = battle.bound[steady](figures, battle.dice, ship, zones)
    half = Ruling("BTQ-MORALE-01", gone, None, figures.breaks_at)
    if ruled.outcome:
        battle.emit(BoardingBroke, ship=loser, held=True, outcome=HOLDS, rulings=(half, ruled))
        return
    how, rule = battle.bound[breaking](attacks, pair.party(loser).reserve)
    changes: list[Change] = []
    if how == RETREATS:
        fresh = attrs.evolve(pair.party(loser), zones=FRESH)
        changes.append(parties.replace(battle, pair, pair.with_party(fresh)))
    elif how == MERGES:
        changes.append(parties.replace(battle, pair, pair.with_party(merged(pair.party(loser)))))
    battle.emit(
        BoardingBroke,
        ship=loser,
        held=False,
        outcome=how,
        rulings=(half, ruled),
        changes=tuple(changes),
        rules=(rule,),
    )
    if how == TAKEN:
        prizes.capture(battle, ship, ship_of(battle, boarder), rule)


def merged(party: parties.Party) -> parties.Party:
    """Her reserve joins the defenders for good: no more counter-boarding in this pair."""
    return attrs.evolve(party, defenders=party.defenders + party.reserve, reserve=0, sallies=False)
