"""Whole turns for the tests: every question is answered, by the order a test gives or by keeping quiet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deck import duel

import navalrules as nr
from by_hand import cited as cited
from by_hand import of as of
from navalrules_civilwar.orders import FireOrder, Half, Losses, SailingOrders, Stations

Shots = Mapping[str, list[tuple[str, str]]]


def begun(dice: nr.Dice | None = None, **setting: Any) -> nr.Battle:
    """Both ships under way at 6 knots, north, abeam at 20 inches, the set-up still to be answered."""
    return duel(dice, set_up=False, **{"speed": 6.0, **setting})


def answer(battle: nr.Battle, request: nr.Request, told: Mapping[str, Any]) -> nr.Order:
    """What a test says to one question; without a word she holds her fire and does what is usual."""
    phase = battle.phases[battle.state.phase].name
    if request.kind == FireOrder.kind:
        return FireOrder(ship=request.ship, shots=tuple(told.get(phase, {}).get(request.ship, ())))
    said = told.get(phase, {}).get(request.ship)
    if said is None:
        return request.default
    if request.kind == SailingOrders.kind:
        first, second, *anchor = said if isinstance(said, tuple) else (said, said)
        return SailingOrders(ship=request.ship, first=first, second=second, anchor="".join(anchor))
    if request.kind == Stations.kind:
        default = request.default
        assert isinstance(default, Stations)
        return Stations(**{"ship": request.ship, "guns": default.guns, "fires": default.fires, **said})
    if request.kind == Losses.kind:
        return Losses(ship=request.ship, stations=said)
    return nr.Chosen(ship=request.ship, about=request.about, option=said)


def play(battle: nr.Battle, until: str = "", **told: Mapping[str, Any]) -> list[nr.Event]:
    """Play on to the next turn, or to where `until` asks; orders are told by phase, then by ship.

    The events of this stretch come back.
    """
    before, turn = len(battle.log), battle.state.turn
    battle.advance()
    while not battle.over and battle.state.turn == turn:
        if battle.phases[battle.state.phase].name == until:
            break
        for request in battle.requests:
            battle.submit(answer(battle, request, told))
        battle.advance()
    return list(battle.log[before:])


def ahead(speed: float, power: str = "steam", *legs: tuple[str, float]) -> Half:
    """A half-move at `speed` on the `legs` told, straight on without any."""
    run = abs(speed) / 2
    path = legs or ((("straight", run),) if run else ())
    return Half(speed, power, tuple(nr.Leg(helm, inches) for helm, inches in path))
