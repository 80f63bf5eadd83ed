"""Promise 3: whatever is offered is accepted, and nothing else."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules.battle import Battle
from navalrules.dice import Seeded
from navalrules.orders import UMPIRE, Chosen, Die, IllegalOrder, Order
from navalrules.testing.check import broken, check, demand, demand_equal
from navalrules.testing.fights import whole

if TYPE_CHECKING:
    from navalrules.testing.contract import Contract
    from navalrules.testing.luck import Luck

_NONSENSE: Final[tuple[Any, ...]] = (
    None,
    "nonsense",
    -1,
    10**9,
    math.nan,
    True,
    ("nonsense",),
    ((1, 2),),
    (-3,),
    [[]],
)


@check("3_every_option_and_every_draw_is_accepted", "major")
def options_accepted(contract: Contract, luck: Luck) -> None:
    """Every option, draw and default of every request is accepted."""
    battle, _ = contract.at_rest(luck, contract.drawn(luck))
    battle.advance()
    for request in battle.requests:
        dice = Seeded(luck.seed("draw"))
        for order in (*(request.options() or ()), request.draw(dice), request.default):
            for each in (order, attrs.evolve(order, side=request.side)):
                try:
                    battle.copy().submit(each)
                except IllegalOrder as error:
                    broken(f"{request!r} offers {each!r}, which is refused: {error}")


@check("3_every_other_order_is_refused_and_changes_nothing", "major")
def others_refused(contract: Contract, luck: Luck) -> None:
    """Every order that is not offered raises IllegalOrder and leaves the battle as it was."""
    battle, rest = contract.at_rest(luck, contract.drawn(luck))
    battle.advance()
    before = whole(battle.copy())
    answers = [*battle.answers, *rest]
    for order in contract.wrong(battle, answers, luck.seed("wrong")):
        try:
            battle.submit(order)
        except IllegalOrder as error:
            demand(error.reason, "refused without a reason", order)
        else:
            broken(f"nobody asked for {order!r}, and it is taken")
        demand_equal("battle after a refused order", whole(battle), before)


def wrong_orders(contract: Contract, battle: Battle, answers: list[Order], seed: int) -> Iterator[Any]:
    """Orders that nobody asked for, that somebody else owes, for no ship, and spoiled ones."""
    due = {request.key: request for request in battle.requests}
    yield "full speed ahead"
    yield Die(ship="nobody", about="anything", face=1)
    yield from [order for order in answers if order.key not in due and order.side != UMPIRE]
    for request in due.values():
        order = request.draw(Seeded(seed))
        others = [side.name for side in battle.scenario.sides if side.name != request.side]
        yield attrs.evolve(order, side=others[0])
        yield attrs.evolve(order, side="pirates")
        yield attrs.evolve(order, ship="flying-dutchman")
        yield attrs.evolve(order, about="the weather")
        yield Chosen(ship=request.ship, about=request.about, option="nonsense")
        yield from _spoiled_and_refused(contract, battle, order)


def _spoiled_and_refused(contract: Contract, battle: Battle, order: Order) -> Iterator[Order]:
    spare = battle.copy()
    for each in spoiled(order):
        if contract.allowed(spare, each):
            spare = battle.copy()
        else:
            yield each


def spoiled(order: Order) -> Iterator[Order]:
    """An order with each of its own fields made into nonsense, one at a time."""
    core = {field.name for field in attrs.fields(Order)}
    for field in attrs.fields(type(order)):
        if field.name not in core:
            was = getattr(order, field.name)
            for value in _NONSENSE:
                if value != was or type(value) is not type(was):
                    yield attrs.evolve(order, **{field.name: value})


def legal_after_all(battle: Battle, order: Order) -> bool:
    """Whether an order that was spoiled happens to be a legal one, which the battle has then taken.

    No error but IllegalOrder says no.
    """
    due = battle.requests
    try:
        battle.submit(order)
    except IllegalOrder:
        return False
    request = next(each for each in due if each.key == order.key)
    demand(order in (request.options() or [order]), f"{request!r} takes what it does not offer", order)
    return True
