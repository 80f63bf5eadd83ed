"""What may be ordered under these rules and nowhere else."""

from __future__ import annotations

from typing import ClassVar, Final

import attrs

from navalrules import Order
from navalrules_btq.stations import Stations

AHEAD: Final = "ahead"


@attrs.frozen(slots=False)
class Segment:
    """One part of a planned move (BTQ-PLAN-01): `helm` port or starboard with an `amount` of compass points,
    or ahead with millimetres at 1/1200."""

    helm: str
    amount: float


@attrs.frozen(kw_only=True)
class Sail(Order):
    """A ship's turn at the helm.

    `segments` alternate turns and straights. `canvas` plain, full or none, "" as it is set. `beat` declares
    beating (BTQ-TACK-01), `tack` puts the helm down (BTQ-TACK-03), `ram` names a ship to be rammed
    (BTQ-COLL-02). `stations` assigns the crew, None as it stands (BTQ-CREW-01); `fire_party` forms an
    organised fire party and `flood` floods the magazine (BTQ-FIRE-09, BTQ-FIRE-14).
    """

    kind: ClassVar[str] = "sail"
    segments: tuple[Segment, ...] = ()
    canvas: str = ""
    beat: bool = False
    tack: bool = False
    ram: str = ""
    stations: Stations | None = None
    fire_party: bool = False
    flood: bool = False


@attrs.frozen(slots=False)
class Shot:
    """One arc fires once (BTQ-GUN-01): at whom, with which shot, aimed at hull, rigging or crew.

    `guns` says how many of each listed battery fire, () all (BTQ-GUN-22). `rake` insists on a rake: the shot
    is refused where it would be none (BTQ-GUN-35).
    """

    arc: str
    target: str
    shot: str = "ball"
    aim: str = "hull"
    guns: tuple[int, ...] = ()
    rake: bool = False


@attrs.frozen(kw_only=True)
class Fire(Order):
    """All fire of a ship in a turn, one shot an arc, in the order in which the men serve them
    (BTQ-GUN-27)."""

    kind: ClassVar[str] = "fire"
    shots: tuple[Shot, ...] = ()


@attrs.frozen(kw_only=True)
class Close(Order):
    """Grapnels thrown at a ship in contact (BTQ-GRAP-03), or an attempt to cut free of one (BTQ-GRAP-06)."""

    kind: ClassVar[str] = "close"
    grapple: str = ""
    cut: str = ""


@attrs.frozen(slots=False)
class Groups:
    """Men told off against `other`: boarding party, defenders, reserve (BTQ-BOARD-12)."""

    other: str
    boarding: int = 0
    defenders: int = 0
    reserve: int = 0


@attrs.frozen(kw_only=True)
class Board(Order):
    """A ship's part in the boarding of a turn.

    `action` is board (her own attack on `target`), counter (her reserve against the boarders of `target`,
    BTQ-BOARD-22) or "" for neither. `groups` tells her men off anew, before all else, in the pairs that it
    names. `prize` names a ship to send a prize crew of `men` (BTQ-PRIZE-02).
    """

    kind: ClassVar[str] = "board"
    action: str = ""
    target: str = ""
    groups: tuple[Groups, ...] = ()
    prize: str = ""
    men: int = 0


@attrs.frozen(kw_only=True)
class RanFoul(Order):
    """At a table with a tape: the models of two ships touched as they were moved (BTQ-COLL-01).

    `ship` is the one whose move made contact, `other` the one she touched, `ram` says that she had meant to
    ram her. Nobody asks for it; either side or the umpire gives it in the turn in which it happened.
    """

    kind: ClassVar[str] = "ran_foul"
    other: str
    ram: bool = False


ORDERS: Final[tuple[type[Order], ...]] = (
    Close,
    Board,
    RanFoul,
    Fire,
    Sail,
)
VALUES: Final = (
    Groups,
    Segment,
    Shot,
)
