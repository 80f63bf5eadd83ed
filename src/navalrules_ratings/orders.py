"""The orders of this rulebook: what a ship does in her Action Phase and her crew in the Command Phase."""

from __future__ import annotations

from typing import ClassVar, Final

import attrs

from navalrules import Order

BEFORE: Final = "before"
HALF: Final = "half"
AFTER: Final = "after"
POINTS: Final = (BEFORE, HALF, AFTER)
HULL: Final = "hull"
MASTS: Final = "masts"
AIMS: Final = (HULL, MASTS)
ROUND: Final = "round"
CHAIN: Final = "chain"
STRAIGHT: Final = "straight"
TACK: Final = "tack"
BATTLE: Final = "battle"
FULL: Final = "full"
DROP: Final = "drop"
WEIGH: Final = "weigh"
FIRE: Final = "fire"
WRECKAGE: Final = "wreckage"
UNFOUL: Final = "unfoul"
UNGRAPPLE: Final = "ungrapple"
WHEEL: Final = "wheel"
JURY_RIG: Final = "jury_rig"


@attrs.frozen(slots=False)
class Turn:
    """What she does at one turning point (RAT-BGTURN-01): `helm` port, starboard, straight or tack, and
    `degrees` from 0 to 30 of a turn to port or starboard."""

    helm: str
    degrees: float = 0.0


@attrs.frozen(slots=False)
class Shot:
    """One battery fires once (RAT-BGFIRE-01): at whom, at which `point` of the move (before, half, after),
    aimed at hull or masts (RAT-FIRE-03), with round or chain shot (RAT-CHAIN-01)."""

    battery: str
    target: str
    point: str = BEFORE
    aim: str = HULL
    load: str = ROUND


@attrs.frozen(kw_only=True)
class Act(Order):
    """A ship's whole Action Phase, told when her movement dice have fallen (RAT-BGSEQ-03).

    `move` in MU is one of the totals that her dice allow (RAT-SAIL-04); `turns` says what she does at each
    turning point; `grapple` names an enemy to be grappled after the move; `pay_off` the side to which a
    ship in irons falls off. With `wait` she is asked again at half her move and after it. `touched` names
    the ship she ran into, at a table with a tape, where nobody else can see it.
    """

    kind: ClassVar[str] = "act"
    move: int = 0
    turns: tuple[Turn, ...] = ()
    shots: tuple[Shot, ...] = ()
    grapple: str = ""
    pay_off: str = ""
    wait: bool = False
    touched: str = ""


@attrs.frozen(kw_only=True)
class Fire(Order):
    """Batteries that fire at the point named by `about` (half, after), and an enemy to be grappled."""

    kind: ClassVar[str] = "fire"
    shots: tuple[Shot, ...] = ()
    grapple: str = ""


@attrs.frozen(slots=False)
class Task:
    """What one crew unit does (RAT-BGCREW-01): fire, wreckage (of a side), unfoul or ungrapple (a ship),
    wheel, jury_rig (a mast)."""

    what: str
    about: str = ""


@attrs.frozen(kw_only=True)
class Command(Order):
    """A ship's Command Phase (RAT-BGSEQ-02): `sail` battle or full, `anchor` drop or weigh, "" as it is;
    one task for each crew unit."""

    kind: ClassVar[str] = "command"
    sail: str = ""
    anchor: str = ""
    tasks: tuple[Task, ...] = ()


ORDERS: Final = (Act, Fire, Command)
