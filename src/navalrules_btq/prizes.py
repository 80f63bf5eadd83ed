"""Ships taken, and the prize crews that take them over (BTQ-PRIZE, BTQ-BOARD-29)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from navalrules import FIGHTING, STRUCK, SUNK, Change, Ruling, ShipTaken, ruling
from navalrules import TAKEN as CAPTURED
from navalrules_btq import crew, parties, surrender
from navalrules_btq.events import PrizeCrewBack, PrizeCrewSent, PrizeManned
from navalrules_btq.phase import put, ship_of, ships
from navalrules_btq.ship import BtqShip
from navalrules_btq.stations import AT_EASE

if TYPE_CHECKING:
    from navalrules import Battle
    from navalrules_btq.fighting import Fighting


# ---------------------------------------------------------------- rulings


@ruling("BTQ-PRIZE-01")
def may_take_over(battle: Battle, captor: BtqShip, prize: BtqShip) -> bool:
    """Whether she may send a prize crew: to a ship fast to her that has struck or was taken, of any side."""
    return (
        prize.status in (STRUCK, CAPTURED)
        and captor.status == FIGHTING
        and not prize.captor
        and parties.pair_between(battle, captor.id, prize.id) is not None
    )


@ruling("BTQ-PRIZE-02")
def prize_crew(figures: Fighting, crew: int) -> tuple[int, int]:
    """The fewest and the most men of a prize crew: 10 to 25 % of those she has, and never under 10
    (BTQ-GAP-68); (0, 0) where that would leave her nobody."""
    least = max(-(-crew * figures.least_share // 100), figures.least_men)
    most = max(crew * figures.most_share // 100, figures.least_men)
    return (least, most) if least < crew else (0, 0)


@ruling("BTQ-PRIZE-03")
def manned_after(figures: Fighting, turns: int) -> bool:
    """Taking a ship over lasts three turns."""
    return turns >= figures.prize_turns


@ruling("BTQ-PRIZE-04")
def taken_over(battle: Battle, prize: BtqShip, captor: BtqShip) -> None:
    """A Prize of the captor's side, with the men sent as her crew, her own people shut below (BTQ-GAP-68)."""
    changes: list[Change] = []
    men = prize.prize_men
    put(
        prize,
        changes,
        status=FIGHTING,
        prize=True,
        side=captor.side,
        prisoners=prize.prisoners + prize.crew,
        crew=men,
        crew_base=men,
        crew_steps=0,
        sp=battle.lore.fighting.prize_sp,
        quality=captor.quality,
        quality_full=captor.quality_full,
        officer_turn=captor.officer_turn,
        nationality=captor.nationality,
        ngm=captor.ngm,
        nbcf=captor.nbcf,
        soldiers=0,
        stations=AT_EASE,
        fire_party=0,
        tacking="",
        irons=0,
        hold_drift=False,
        beating=False,
        beat=False,
        override=False,
        captor="",
        prize_men=0,
        prize_turns=0,
    )
    for pair in parties.pairs_of(battle, prize.id):
        if ship_of(battle, pair.other(prize.id)).side == prize.side:
            changes.append(parties.replace(battle, pair, None))
        elif pair.friendly:
            changes.append(parties.replace(battle, pair, attrs.evolve(pair, friendly=False)))
    battle.emit(
        PrizeManned,
        ship=prize.id,
        by=captor.id,
        side=captor.side,
        men=men,
        rulings=(Ruling("BTQ-PRIZE-03", battle.lore.fighting.prize_turns),),
        changes=tuple(changes),
        rules=("BTQ-PRIZE-04", "BTQ-SHIP-23"),
    )
    surrender.settle(battle, prize)


POINTS = (may_take_over, prize_crew, manned_after, taken_over)


# ---------------------------------------------------------------- taken


def capture(battle: Battle, ship: BtqShip, captor: BtqShip, rule: str) -> None:
    """She is taken: Captured, no surrender points, and nobody fights aboard her any more."""
    changes: list[Change] = []
    put(ship, changes, status=CAPTURED, sp=0)
    parties.release(battle, ship.id, changes)
    rules = ("BTQ-BOARD-29",) if rule == "BTQ-BOARD-29" else ("BTQ-BOARD-29", rule)
    battle.emit(ShipTaken, ship=ship.id, by=captor.id, changes=tuple(changes), rules=rules)


# ---------------------------------------------------------------- taken over


def open_prizes(battle: Battle, ship: BtqShip) -> list[BtqShip]:
    """Ships that she may send a prize crew to now, by the age of the pair."""
    may, name = battle.bound[may_take_over], ship.id
    every: Any = battle.state.ships
    found: list[BtqShip] = []
    for pair in battle.state.table.pairs:
        other = pair.attacker.ship
        if name == other:
            other = pair.defender.ship
        elif name != pair.defender.ship:
            continue
        if may(battle, ship, every[other]):
            found.append(every[other])
    if found and not battle.bound[prize_crew](battle.lore.fighting, ship.crew)[1]:
        return []
    return found


def send(battle: Battle, captor: BtqShip, name: str, men: int) -> None:
    """A prize crew leaves its ship at once and goes aboard (BTQ-PRIZE-03)."""
    prize = ship_of(battle, name)
    if prize not in open_prizes(battle, captor):
        return
    least, most = battle.bound[prize_crew](battle.lore.fighting, captor.crew)
    men = min(max(men, least), most)
    changes: list[Change] = []
    put(captor, changes, crew=captor.crew - men)
    put(prize, changes, captor=captor.id, prize_men=men, prize_turns=0)
    ruled = Ruling("BTQ-PRIZE-02", men, also=("BTQ-PRIZE-01", "BTQ-PRIZE-03"))
    battle.emit(
        PrizeCrewSent,
        ship=prize.id,
        what="prize_crew",
        by=captor.id,
        men=men,
        rulings=(ruled,),
        changes=tuple(changes),
    )
    parties.rescale(battle, captor)
    crew.fit(battle, captor)


def transfer(battle: Battle) -> None:
    """The end of a turn: prize crews come nearer to having a ship in hand, or go back (BTQ-GAP-68)."""
    for prize in ships(battle):
        if not prize.captor:
            continue
        captor = ship_of(battle, prize.captor)
        if prize.status == SUNK:
            _lost(battle, prize, lost=prize.lost + prize.prize_men)
        elif captor.status == SUNK:
            _lost(battle, prize, prisoners=prize.prisoners + prize.prize_men)
        elif not captor.fighting or parties.pair_between(battle, captor.id, prize.id) is None:
            _back(battle, prize, captor)
        elif battle.bound[manned_after](battle.lore.fighting, prize.prize_turns + 1):
            battle.bound[taken_over](battle, prize, captor)
        else:
            changes: list[Change] = []
            put(prize, changes, prize_turns=prize.prize_turns + 1)
            battle.emit(
                PrizeCrewSent,
                ship=prize.id,
                what="prize_crew_aboard",
                by=captor.id,
                men=prize.prize_men,
                changes=tuple(changes),
                rules=("BTQ-PRIZE-03",),
            )


def _lost(battle: Battle, prize: BtqShip, **told: int) -> None:
    """The men went down with her, or have no ship to go back to and are her people's prisoners."""
    changes: list[Change] = []
    men, by = prize.prize_men, prize.captor
    put(prize, changes, captor="", prize_men=0, prize_turns=0, **told)
    battle.emit(
        PrizeCrewBack,
        ship=prize.id,
        what="prize_crew_lost",
        by=by,
        men=men,
        changes=tuple(changes),
        rules=("BTQ-PRIZE-03",),
    )


def _back(battle: Battle, prize: BtqShip, captor: BtqShip) -> None:
    """The ships did not stay fast, or the captor is out of action: the men go back to her."""
    changes: list[Change] = []
    men = prize.prize_men
    put(captor, changes, crew=captor.crew + men)
    put(prize, changes, captor="", prize_men=0, prize_turns=0)
    battle.emit(
        PrizeCrewBack,
        ship=prize.id,
        what="prize_crew_back",
        by=captor.id,
        men=men,
        changes=tuple(changes),
        rules=("BTQ-PRIZE-03",),
    )
