"""How long until the next discharge, and who serves the guns (MUM-LFR, MUM-FIRE-23)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from navalrules import Modifier, Ruling, ruling
from navalrules_mumford.lore import Lore
from navalrules_mumford.ship import BOW, FRONT, PORT, STARBOARD, STERN, Mount, MumfordShip

if TYPE_CHECKING:
    from navalrules import Battle


@ruling("MUM-LFR-01")
def load_and_fire(lore: Lore, ship: MumfordShip, table: str) -> int:
    """Fifths from one discharge to the next, by proficiency and morale; the firing fifth is one of them."""
    return lore.lfr_rows[table, ship.proficiency, ship.morale]


@ruling("MUM-LFR-02")
def undermanning(lore: Lore, percent: float) -> int | None:
    """Fifths added where guns have less than their least crew; None under 30 per cent: they cannot fire."""
    if percent >= 100:
        return 0
    for least, added in lore.undermanned:
        if percent >= least:
            return added
    return None


@ruling("MUM-FIRE-23")
def wanted(ship: MumfordShip, hand: str) -> int:
    """The least crew that serves the guns of one hand at full rate: what is left of them."""
    for mount in ship.mounts:
        if mount.hand == hand:
            if mount.left <= 0:
                return 0
            crew = ship.record.served_by.get(hand, 0)
            return crew if mount.left == mount.full else -int(-crew * mount.left // mount.full)
    return 0


POINTS = (load_and_fire, undermanning, wanted)


def at_pumps(battle: Battle, ship: MumfordShip) -> int:
    """Men at the pumps: those told off, or as many as her leaks keep busy; never the rigging crew."""
    told = ship.orders.pumps if ship.orders is not None else 0
    if ship.leaks:
        each = battle.tables["flotation"].whole("men_a_pump")
        told = max(told, each * min(ship.leaks, ship.record.pumps))
    return min(told, max(ship.aboard - ship.record.rigging, 0))


def free_men(battle: Battle, ship: MumfordShip) -> int:
    """Men aboard less the rigging crew, those at the pumps and those told off to fires (MUM-GAP-37)."""
    order = ship.orders
    free = ship.crew - ship.away - ship.record.rigging
    if order is not None:
        free -= order.fire_party
    if ship.leaks or (order is not None and order.pumps):
        free -= at_pumps(battle, ship)
    return free if free > 0 else 0


def manned(battle: Battle, ship: MumfordShip, hand: str, engaged: str) -> float:
    """Per cent of the least crew at the guns of one hand: the engaged side, the other, then chasers."""
    need, record = battle.bound[wanted], ship.record
    left = free_men(battle, ship) if hand != FRONT else ship.aboard
    if left >= record.crew:
        return 100.0
    if hand == engaged and need is wanted and left >= record.served_by.get(hand, 0):
        return 100.0  # guns that are hurt want no more than whole ones do
    own = need(ship, hand)
    if not own:
        return 100.0
    if hand != engaged:
        for before in _BEFORE[hand]:
            if before == engaged or hand in _CHASERS:
                left -= need(ship, before)
    if left >= own:
        return 100.0
    return left * 100 / own if left > 0 else 0.0


_CHASERS: Final = (BOW, STERN)
_BEFORE: Final = {
    PORT: (STARBOARD,),
    STARBOARD: (PORT,),
    BOW: (PORT, STARBOARD),
    STERN: (PORT, STARBOARD, BOW),
    FRONT: (),
}
"""Guns that are manned before those of a hand: of the other side, where it is the engaged one."""


def reload(battle: Battle, ship: MumfordShip, mount: Mount, engaged: str) -> tuple[int, Ruling] | None:
    """Fifths until these guns are ready again, with the working; None when too few men serve them to fire."""
    lore, bound = battle.lore, battle.bound
    switches: Mapping[str, Any] = battle.switches
    rate = bound[load_and_fire](lore, ship, switches["lfr_table"])
    percent = manned(battle, ship, mount.hand, engaged)
    if percent >= 100.0:
        return rate, _fully_manned(rate)
    added = bound[undermanning](lore, percent)
    if added is None:
        return None
    modifiers = (Modifier("undermanned", added, "MUM-LFR-02"),)
    return rate + added, Ruling("MUM-LFR-01", rate + added, None, rate, modifiers, added, ("MUM-FIRE-23",))


@cache
def _fully_manned(rate: int) -> Ruling:
    """The working of a rate that too few men do not lengthen, made once for each rate."""
    return Ruling("MUM-LFR-01", rate, also=("MUM-FIRE-23",))
