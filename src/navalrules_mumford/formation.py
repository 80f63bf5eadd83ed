"""Squadrons that keep formation on their commodore, in line ahead by seniority (MUM-CMD-04)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from navalrules import FIGHTING, Ruling, ruling
from navalrules_mumford.phase import ships
from navalrules_mumford.ship import MumfordShip

if TYPE_CHECKING:
    from navalrules import Battle


def disabled(ship: MumfordShip) -> bool:
    """Whether she cannot keep formation: a mast down, wreckage, held, aground or in irons."""
    return bool(ship.wrecks or ship.mast_down or ship.grapples or ship.aground or ship.irons or ship.towed_by)


Lines = dict[tuple[str, str], list[MumfordShip]]
"""Who keeps station in a squadron, in line, by side and squadron: for whoever asks for many ships at once."""


def chain(battle: Battle, ship: MumfordShip, lines: Lines) -> list[MumfordShip]:
    """Her squadron in line: commander first, then by seniority and id, without those who keep no station."""
    key = side, squadron = ship.side, ship.squadron
    line = lines.get(key)
    if line is None:
        line = lines[key] = [
            other
            for other in ships(battle)
            if other.squadron == squadron
            and other.side == side
            and other.status == FIGHTING
            and not other.fleeing
            and (other.rank or (not other.free and not disabled(other)))
        ]
        line.sort(key=_in_line)
    if ship.status == FIGHTING and not ship.fleeing and not any(other is ship for other in line):
        return sorted([*line, ship], key=_in_line)
    return line


def _in_line(ship: MumfordShip) -> tuple[bool, int, str]:
    return not ship.rank, ship.seniority or 999, ship.id


def leader_of(battle: Battle, ship: MumfordShip, lines: Lines) -> MumfordShip | None:
    """The ship next ahead of her in the line; None for a leader, and for a ship of no squadron."""
    if not ship.squadron:
        return None
    line = chain(battle, ship, lines)
    before = None
    for other in line:
        if other is ship:
            return before if line[0].rank else None
        before = other
    return None


def keeps_formation(battle: Battle, ship: MumfordShip) -> bool:
    """Whether formation binds her: in a squadron, not freed, not disabled, not in flight, with a leader."""
    if not ship.follows or ship.free or ship.fleeing or ship.retiring or ship.anchored or disabled(ship):
        return False
    return _led(battle, ship)


def _led(battle: Battle, ship: MumfordShip) -> bool:
    """Whether a commander of her squadron is before her in the line, and so somebody is next ahead of her."""
    if not ship.squadron or not ship.fighting:
        return False
    side, squadron = ship.side, ship.squadron
    for other in ships(battle):
        if (
            other.rank
            and other.squadron == squadron
            and other.side == side
            and other.status == FIGHTING
            and not other.fleeing
            and _in_line(other) < _in_line(ship)
        ):
            return True
    return False


@ruling("MUM-CMD-04")
def initiative(battle: Battle, ship: MumfordShip) -> Ruling:
    """D6 of 5 or more: her captain acts on his own orders this move (MUM-GAP-10)."""
    need = battle.tables["commander"].whole("initiative")
    roll = battle.dice.reaches(6, need, ship.id, "initiative")
    return Ruling("MUM-CMD-04", roll.value, roll, need)


POINTS = (initiative,)


def station(battle: Battle, ship: MumfordShip) -> float:
    """Inches from her leader's middle to her own in the line."""
    return battle.tables["formation"].number("interval") + ship.record.length


def trail(x: float, y: float, heading: float, inches: float) -> tuple[float, float]:
    """The place so many inches astern of a pose."""
    angle = math.radians(heading)
    return x - inches * math.sin(angle), y - inches * math.cos(angle)
