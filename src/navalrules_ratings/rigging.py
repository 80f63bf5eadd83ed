"""Hits on the masts, falling masts, chain shot (RAT-RIG, RAT-CHAIN)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from navalrules import Change, Dice, MastFell, Modifier, Roll, Ruling, ShipHurt, alter, ruling
from navalrules_ratings.damage import OTHER_RESULTS, Blow, engaged_side
from navalrules_ratings.lore import Lore
from navalrules_ratings.orders import CHAIN, FULL
from navalrules_ratings.ship import RatingsShip, lose, lose_crew, put

if TYPE_CHECKING:
    from navalrules import Battle

# ---------------------------------------------------------------- rulings


@ruling("RAT-RIG-01", "RAT-RIG-10")
def masts_drawn_among(ship: RatingsShip) -> tuple[int, ...]:
    """The masts that rigging hits are shared out among: all that stand, those at 0 too."""
    return ship.standing


@ruling("RAT-RIG-09")
def draw_mast(lore: Lore, dice: Dice, ship: str, among: tuple[int, ...]) -> Roll:
    """Each mast equally likely: three by a d6 in twos, two in threes, one without a die."""
    lookup = lore.which_mast.get(len(among))
    if lookup is None:
        return Roll(1, (), among[0])
    roll = dice.lookup(lookup, ship, "mast")
    return Roll(roll.sides, roll.faces, among[roll.value], roll.source)


@ruling("RAT-CHAIN-02", "RAT-CHAIN-03", "RAT-CHAIN-05", "RAT-CHAIN-06")
def rigging_total(lore: Lore, ship: RatingsShip, n: int, load: str, doubled: bool) -> Ruling:
    """How many rr the rigging suffers of `n` on the table: one more by chain shot, two more at Full Sail.

    Full Sail itself doubles the table's figure, so that chain shot there makes it 2n + 2.
    """
    loss, modifiers, also = lore.loss, [], []
    total = n
    if doubled:
        also += ["RAT-SAIL-05"]
        modifiers.append(Modifier("full_sail", n * (loss.full_times - 1), "RAT-SAIL-05"))
    if load == CHAIN and n:
        rule = "RAT-CHAIN-03" if doubled else "RAT-CHAIN-02"
        also += ["RAT-CHAIN-05"] if doubled else []
        more = loss.chain_more_full if doubled else loss.chain_more
        modifiers.append(Modifier("chain_shot", more, rule))
    if modifiers:
        modifiers.insert(0, Modifier("table", n, "RAT-RIG-01"))
        total = int(sum([modifier.amount for modifier in modifiers]))
    return Ruling("RAT-RIG-01", total, None, None, tuple(modifiers), total, tuple(also))


@ruling("RAT-SAIL-05")
def suffers_double(ship: RatingsShip) -> bool:
    """Whether rigging rr are doubled: Battle Sail alone is known in the base game."""
    return False


@ruling("RAT-SAIL-05")
def at_full_sail(ship: RatingsShip) -> bool:
    """A ship at Full Sail suffers double in the rigging."""
    return ship.sail == FULL


@ruling("RAT-RIG-13")
def side_effects_count(n: int, total: int) -> int:
    """The figure that crew and engaged side go by: the table's, before chain shot or Full Sail raise it."""
    return n


@ruling("RAT-RIG-06", "RAT-RIG-07", "RAT-RIG-08")
def beside_the_masts(lore: Lore, ship: RatingsShip, n: int, side: str, changes: list[Change]) -> Ruling:
    """Of two rr and more the crew loses one less, the engaged side 1, the hull nothing."""
    loss = lore.loss
    lose_crew(ship, n - loss.rigging_crew_spared, changes)
    lose(ship, "hull", loss.rigging_hull, changes)
    if n >= loss.rigging_engaged_from:
        lose(ship, side, loss.rigging_engaged, changes)
    return Ruling("RAT-RIG-06", n, also=("RAT-RIG-07", "RAT-RIG-08", "RAT-BGFIRE-09"))


@ruling("RAT-BGFOUL-04")
def mast_side(dice: Dice, ship: str) -> Roll:
    """The side a mast falls over: 1-3 port, 4-6 starboard."""
    return dice.handed(ship, "mast side")


@ruling("RAT-RIG-11")
def no_mast_to_hit(battle: Battle, ship: RatingsShip, total: int, changes: list[Change]) -> Ruling:
    """With no mast standing, the rr shared out aloft find nothing."""
    return Ruling("RAT-RIG-11", total)


@ruling("RAT-RIG-14")
def raked_aloft(n: int) -> int:
    """The rr that the masts suffer of `n` when she is raked: as many as without."""
    return n


@ruling("RAT-BGCRIT-01")
def lies_alongside(ship: RatingsShip, hand: str) -> tuple[str, ...]:
    """The wreckage alongside once a mast has fallen to that hand."""
    return (*ship.wrecks, hand)


@ruling("RAT-RIG-12", "RAT-RIG-04")
def masts_to_fall(ship: RatingsShip) -> tuple[int, ...]:
    """The masts an LM may take: every one that stands, at 0 or not."""
    return ship.standing


@ruling("RAT-RIG-02", "RAT-RIG-15")
def jury_rating(lore: Lore, original: int) -> int:
    """What a jury-rigged mast is worth: half the original, rounded down."""
    return original // lore.loss.jury_half


# ---------------------------------------------------------------- results applied


def rigging_hit(battle: Battle, blow: Blow) -> None:
    """Rating reductions aimed at the masts."""
    lore, bound, target = battle.lore, battle.bound, blow.target
    n = bound[raked_aloft](blow.cell.rr) if blow.rake else blow.cell.rr
    changes: list[Change] = []
    total = bound[rigging_total](lore, target, n, blow.load, bound[suffers_double](target))
    rulings = [total, *_shared(battle, target, total.outcome, changes)]
    count = bound[side_effects_count](n, total.outcome)
    if count > 1:
        engaged = bound[engaged_side](lore, battle.dice, target, blow.sight.aspect)
        rulings += [engaged, bound[beside_the_masts](lore, target, count, engaged.outcome, changes)]
    rules = _RIG_RAKED if blow.rake else _RIG
    if count != n or total.outcome != n:
        rules = (*rules, "RAT-RIG-13")
    battle.emit(
        ShipHurt,
        ship=target.id,
        by=blow.by,
        place="rigging",
        rulings=tuple(rulings),
        changes=tuple(changes),
        rules=rules,
    )


_RIG: Final = ("RAT-RIG-01", "RAT-RIG-08")
_RIG_RAKED: Final = (*_RIG, "RAT-RIG-14")


def _shared(battle: Battle, ship: RatingsShip, total: int, changes: list[Change]) -> list[Ruling]:
    """Each rr drawn by itself; one that lands on a mast at 0 is lost."""
    rulings: list[Ruling] = []
    mast = ship.mast
    for _ in range(total):
        among = battle.bound[masts_drawn_among](ship)
        if not among:
            rulings.append(battle.bound[no_mast_to_hit](battle, ship, total, changes))
            break
        roll = battle.bound[draw_mast](battle.lore, battle.dice, ship.id, among)
        left = ship.mast[roll.value]
        also = () if left else ("RAT-RIG-10",)
        rulings.append(Ruling("RAT-RIG-09", ship.masts[roll.value], roll, also=also))
        if left:
            ship.mast = put(ship.mast, roll.value, left - 1)
    if ship.mast != mast:
        struck, ship.mast = ship.mast, mast
        changes.append(alter(ship, "mast", struck))
    return rulings


def mast_falls(battle: Battle, ship: RatingsShip, by: str) -> None:
    """LM: a mast goes over the side and its wreckage fouls the ship (RAT-BGCRIT-01, RAT-RIG-04)."""
    among = battle.bound[masts_to_fall](ship)
    if not among:
        battle.emit(ShipHurt, ship=ship.id, by=by, place="masts", rulings=(Ruling("RAT-RIG-12", ""),))
        return
    which = battle.bound[draw_mast](battle.lore, battle.dice, ship.id, among)
    place = which.value
    hand = battle.bound[mast_side](battle.dice, ship.id)
    dead = ("RAT-RIG-04",) if not ship.mast[place] else ()
    changes = [
        alter(ship, "fallen", put(ship.fallen, place, True)),
        alter(ship, "wrecks", battle.bound[lies_alongside](ship, hand.value)),
    ]
    if ship.mast[place]:
        changes.append(alter(ship, "mast", put(ship.mast, place, 0)))
    battle.emit(
        MastFell,
        ship=ship.id,
        by=by,
        place=ship.masts[place],
        hand=hand.value,
        rulings=(
            Ruling("RAT-RIG-12", ship.masts[place], which, also=("RAT-BGCRIT-01", "RAT-RIG-09", *dead)),
            Ruling("RAT-BGFOUL-04", hand.value, hand, also=OTHER_RESULTS),
        ),
        changes=tuple(changes),
    )
