"""How a captain handles grapnels and boarders: whom to hold, when to cut free, whom to board.

Strengths are compared by what each side's men would fell of the other's in a round, on average.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from navalrules import Order
from navalrules_btq import boarding, prizes
from navalrules_btq.boarding import BOARD
from navalrules_btq.crew import for_boarding
from navalrules_btq.engaging import BoardRequest
from navalrules_btq.grappling import CloseRequest
from navalrules_btq.orders import Board, Close, Groups
from navalrules_btq.phase import ship_of
from navalrules_btq.ship import BtqShip

if TYPE_CHECKING:
    from navalrules import Battle
    from navalrules_btq.fighting import Fighting

_NOBODY: Final = 10_000
BOLD_HOLDS: Final = 120
CAUTIOUS_HOLDS: Final = 200
BOLD_CUTS: Final = 50
CAUTIOUS_CUTS: Final = 100
GOES: Final = 80
SALLIES: Final = 100
STRIKES_BACK: Final = 150
COUNTER_ATTACK: Final = (50, 40, 10)
"""Shares of a crew that strikes back; the others are per cent of strength."""


def edge(battle: Battle, ship: BtqShip, other: BtqShip, men: int, foes: int) -> int:
    """What `men` of a ship fell of the other's in a round against what `foes` of hers fell, in per cent."""
    mine, theirs = men * _reach(battle, ship), foes * _reach(battle, other)
    return 100 * mine // theirs if theirs else _NOBODY


def _reach(battle: Battle, ship: BtqShip) -> int:
    """What a million of her men fell in a round on average."""
    figures: Fighting = battle.lore.fighting
    modifier = battle.bound[boarding.quality_in_melee](figures, ship, 0)
    return figures.reach(ship.nbcf, int(modifier.amount) if modifier else 0)


def whole_edge(battle: Battle, ship: BtqShip, other: BtqShip) -> int:
    """The same with all the men of both."""
    return edge(battle, ship, other, for_boarding(battle, ship), for_boarding(battle, other))


def close(battle: Battle, request: CloseRequest, bold: bool) -> Order:
    """Whom to throw grapnels at, or cut free of, or neither."""
    ship = ship_of(battle, request.ship)
    price = battle.lore.fighting.cost
    for name in request.held:
        other = ship_of(battle, name)
        if _should_cut(battle, ship, other, bold):
            return Close(ship=ship.id, cut=name)
    if ship.merchant or ship.sp <= price:
        return request.default
    holds = BOLD_HOLDS if bold else CAUTIOUS_HOLDS
    found: list[tuple[int, str]] = []
    for name in request.open:
        other = ship_of(battle, name)
        if other.fighting and (other.sp <= price or whole_edge(battle, ship, other) >= holds):
            found.append((other.sp, name))
    return Close(ship=ship.id, grapple=min(found)[1]) if found else request.default


def _should_cut(battle: Battle, ship: BtqShip, other: BtqShip, bold: bool) -> bool:
    if other.side == ship.side and other.fighting:
        return True
    if other.fighting:
        return whole_edge(battle, ship, other) < (BOLD_CUTS if bold else CAUTIOUS_CUTS)
    mans = other.captor == ship.id or (bold and other in prizes.open_prizes(battle, ship))
    return not mans


def _regrouped(battle: Battle, request: BoardRequest, ship: BtqShip, bold: bool) -> tuple[Groups, ...]:
    """Her men told off anew in her only pair, where it makes a difference of a tenth of them."""
    if not request.grouped or len(request.pairs) != 1:
        return ()
    ((name, pair),) = request.pairs.items()
    able, party, figures = request.able, pair.party(ship.id), battle.lore.fighting
    strength = whole_edge(battle, ship, ship_of(battle, name))
    if pair.attacker.ship == ship.id and not ship.merchant:
        shares = figures.attacker if strength >= GOES else figures.defender
    else:
        shares = COUNTER_ATTACK if bold and strength >= STRIKES_BACK else figures.defender
    boarders, defenders = able * shares[0] // 100, able * shares[1] // 100
    if not request.may_have_reserve(name):
        defenders = able - boarders
    wanted = (boarders, defenders, able - boarders - defenders)
    if max([abs(now - then) for now, then in zip(wanted, party.groups, strict=True)]) * 10 <= able:
        return ()
    return (Groups(name, *wanted),)


def board(battle: Battle, request: BoardRequest, bold: bool) -> Order:
    """Whom to board or to sally against, how to tell men off for it, and what prize to man."""
    ship = ship_of(battle, request.ship)
    groups = _regrouped(battle, request, ship, bold)
    prize, men = ("", 0)
    if request.prizes and not request.pairs:
        prize, men = request.prizes[0], request.men_for_prize()[0]
    mine = request.parties_of(groups)
    best: tuple[int, str, str] = (0, "", "")
    for action, name in request.plays(groups):
        if not action:
            continue
        other, theirs = ship_of(battle, name), request.pairs[name].party(name)
        if not request.grouped:
            strength = whole_edge(battle, ship, other)
            least = GOES
        elif action == BOARD:
            strength = edge(battle, ship, other, mine[name].boarding, theirs.defenders)
            least = GOES if bold else SALLIES
        else:
            strength = edge(battle, ship, other, mine[name].reserve, theirs.boarding)
            least = SALLIES
        if strength >= least:
            best = max(best, (strength, action, name))
    return Board(ship=ship.id, action=best[1], target=best[2], groups=groups, prize=prize, men=men)
