"""What happens in these rules and in no others."""

from __future__ import annotations

from typing import ClassVar, Final

import attrs

import navalrules
from navalrules import (
    CrewMoved,
    Event,
    MoraleTested,
    Repaired,
    ShipHurt,
    ShipTaken,
    ShotFired,
    StatusChanged,
    WindChanged,
)


@attrs.frozen(kw_only=True, slots=False)
class WindChecked(WindChanged):
    """The wind was set or looked at again: `what` is set, holds, veers, backs, freshens or falls.

    `strength` is its step from 0, calm, to 6, gale; a check of both may change direction and strength."""

    tag: ClassVar[str] = "wind_checked"


@attrs.frozen(kw_only=True, slots=False)
class Broadside(ShotFired):
    """One arc fired: `guns` of them with `shot` at hull, rigging or crew, the first battery in range `band`.

    `part` of the target is struck, `rake` is the end that is raked ("" for none), `gauge` the firer's: 1
    weather, -1 lee, 0 neither. `damage` is the whole, `hull`, `rigging` and `crew` what strikes each; the
    blow falls when the fire step or the turn ends (BTQ-GUN-23).
    """

    tag: ClassVar[str] = "broadside"
    shot: str
    aim: str
    guns: int
    band: str
    part: str
    rake: str = ""
    gauge: int = 0
    damage: int = 0
    hull: int = 0
    rigging: int = 0
    crew: int = 0


@attrs.frozen(kw_only=True, slots=False)
class FireWithheld(Event):
    """An arc that had its orders did not fire at `target`: `what` says why:
    target_out, no_guns, fire_aboard, no_hands, changed."""

    tag: ClassVar[str] = "fire_withheld"
    target: str
    arc: str
    what: str


@attrs.frozen(kw_only=True, slots=False)
class GrapplesCut(Event):
    """A ship tried to cut free of `target`; `parted` says whether she is."""

    tag: ClassVar[str] = "grapples_cut"
    target: str
    parted: bool

    @property
    def what(self) -> str:
        """Which of its texts tells it: parted or held."""
        return "parted" if self.parted else "held"


@attrs.frozen(kw_only=True, slots=False)
class PartiesChanged(CrewMoved):
    """Men were told off anew in a boarding: `what` is ordered, rescaled (after casualties), merged (a reserve
    joined the defenders), quiet (the other ship is out of action) or parted (she is gone)."""

    tag: ClassVar[str] = "parties_changed"
    what: str


@attrs.frozen(kw_only=True, slots=False)
class VolleyFired(ShipHurt):
    """The muskets of `by` fired at `ship`: whether they `landed`, the `men` and the `officer` that fell."""

    tag: ClassVar[str] = "volley_fired"
    landed: bool
    men: int
    officer: bool


@attrs.frozen(kw_only=True, slots=False)
class BoardingFought(Event):
    """A round of boarding: `ship` attacked `target` (board), or fell on her boarding party (counter), at
    `zone`: who won ("" for neither), and what each of the two lost, `ship` first."""

    tag: ClassVar[str] = "boarding_fought"
    target: str
    action: str
    zone: str
    winner: str
    losses: tuple[int, int]

    @property
    def what(self) -> str:
        """Which of its texts tells it: board or counter, with won, lost or drawn."""
        return (
            f"{self.action}_{'drawn' if not self.winner else 'won' if self.winner == self.ship else 'lost'}"
        )


@attrs.frozen(kw_only=True, slots=False)
class BoardingBroke(MoraleTested):
    """The loser of a round was put to the test; `outcome` is holds, retreats, merges or taken."""

    tag: ClassVar[str] = "boarding_broke"
    outcome: str


@attrs.frozen(kw_only=True, slots=False)
class OfficerFell(Event):
    """An officer of a ship fell, and her crew is of `quality` now."""

    tag: ClassVar[str] = "officer_fell"
    quality: str


@attrs.frozen(kw_only=True, slots=False)
class OfficersRallied(Event):
    """Those who are left took over: her crew is of `quality` again."""

    tag: ClassVar[str] = "officers_rallied"
    quality: str


@attrs.frozen(kw_only=True, slots=False)
class PrizeCrewSent(StatusChanged):
    """A prize crew of `men` of `by` goes aboard."""

    tag: ClassVar[str] = "prize_crew_sent"
    by: str
    men: int


@attrs.frozen(kw_only=True, slots=False)
class PrizeCrewBack(Repaired):
    """A prize crew of `men` went back to `by`: the ships did not stay fast."""

    tag: ClassVar[str] = "prize_crew_back"
    by: str
    men: int


@attrs.frozen(kw_only=True, slots=False)
class PrizeManned(ShipTaken):
    """A prize crew has taken a ship over: she sails and fights for its `side`."""

    tag: ClassVar[str] = "prize_manned"
    side: str
    men: int


@attrs.frozen(kw_only=True, slots=False)
class Collided(navalrules.Collided):
    """Two ships ran into each other: `how` is bounced, fouled or locked (enemies)."""

    how: str

    @property
    def what(self) -> str:
        """Which of its texts tells it."""
        return self.how


@attrs.frozen(kw_only=True, slots=False)
class SailsLost(StatusChanged):
    """A blow took `sails`, those of fallen sections among them; `what` is "sail gone" or "sails gone"."""

    tag: ClassVar[str] = "sails_lost"
    sails: int


BOARDING_EVENTS: Final[tuple[type[Event], ...]] = (
    GrapplesCut,
    PartiesChanged,
    VolleyFired,
    BoardingFought,
    BoardingBroke,
    OfficerFell,
    OfficersRallied,
    PrizeCrewSent,
    PrizeCrewBack,
    PrizeManned,
    Collided,
)


EVENTS: Final[tuple[type[Event], ...]] = (
    *BOARDING_EVENTS,
    Broadside,
    FireWithheld,
    SailsLost,
    WindChecked,
)
