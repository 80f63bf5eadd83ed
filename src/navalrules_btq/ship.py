"""Her record under these rules: everything that a card and a condition sheet show (BTQ-SHIP)."""

from __future__ import annotations

from typing import Final

import attrs

from navalrules import Pose, Ship
from navalrules_btq.stations import AT_EASE, Stations

PORT: Final = "port"
STARBOARD: Final = "starboard"
BOW: Final = "bow"
STERN: Final = "stern"
ARCS: Final = (PORT, STARBOARD, BOW, STERN)
OTHER_SIDE: Final = {PORT: STARBOARD, STARBOARD: PORT}

CRACK: Final = "crack"
EXPERIENCED: Final = "experienced"
INEXPERIENCED: Final = "inexperienced"
UNTRAINED: Final = "untrained"
QUALITIES: Final = (CRACK, EXPERIENCED, INEXPERIENCED, UNTRAINED)
"""Crew qualities in falling order (BTQ-SHIP-07)."""

PLAIN: Final = "plain"
FULL: Final = "full"
NONE: Final = "none"
CANVAS: Final = (PLAIN, FULL, NONE)

PARTS: Final = 10_000
"""Figures with decimals are whole numbers of 1/10000: nothing is lost before a rule rounds (BTQ-DICE-05)."""

Counts = tuple[int, ...]


@attrs.define
class BtqShip(Ship):
    """A ship of Beat to Quarters; her pose is in millimetres at 1/1200.

    `ngm` is in parts (1/10000). `guns` names the type of each listed battery, `port` and `starboard`
    count what is left of it on either side; chasers likewise. What ends in `_full` is what she began
    with. `hull` counts damage taken; `gdn_carry` and `svn_carry` what is carried to the next gun and
    sail; `rigging_taken` all damage to sails and masts. `sails` and `sections` are bit masks of what is
    lost, by place in her mast plan. Pairs of numbers by side stand port, starboard; those by arc stand
    port, starboard, bow, stern. `crew_steps` counts the crew thresholds passed. `fires` are ages in
    turns. `held` is her pose when she last sailed clear of irons, `irons` the phase of her recovery (0:
    none), `tacking` the side to which she crosses the wind. `beating` says that beating was declared this
    turn, `beat` that she had beaten when the last one ended, `override` that an umpire lets her tack
    without. `crew_base` is the crew that a prize began with; `prisoners` are men of a taken crew shut
    below; `captor` the ship whose prize crew of `prize_men` has been coming aboard for `prize_turns`;
    `officer_turn` when an officer last fell or a tier was won back. `last_move` is the headway of the
    last turn in millimetres, `moved` that of this one. `waterline_turn`, `hit_port` and `hit_starboard`
    are the turns of the last waterline hit and of the last hull damage on each side; `crew_base` is what
    crew losses are measured against. `removed` says that an umpire took her out of the game (BTQ-UI-06).
    """

    klass: str = "fifth_rate"
    speed_class: int = 5
    nationality: str = ""
    ngm: int = PARTS
    nbcf: str = "default"
    quality: str = EXPERIENCED
    quality_full: str = EXPERIENCED
    tonnage: int = 0
    hvn: int = 0
    svn: int = 0
    gdn: int = 0
    mast_plan: str = ""
    fore_and_aft: bool = False
    merchant: bool = False
    unarmed: bool = False
    soldiers: int = 0

    guns: tuple[str, ...] = ()
    port: Counts = ()
    port_full: Counts = ()
    starboard: Counts = ()
    starboard_full: Counts = ()
    bow_guns: tuple[str, ...] = ()
    bow: Counts = ()
    bow_full: Counts = ()
    stern_guns: tuple[str, ...] = ()
    stern: Counts = ()
    stern_full: Counts = ()

    hull: int = 0
    gdn_carry: int = 0
    svn_carry: int = 0
    rigging_taken: int = 0
    sails_full: int = 0
    sails: int = 0
    sections: int = 0
    rudder_gone: bool = False
    wheel_gone: bool = False
    dismasted: bool = False
    sp: int = 10
    crew: int = 0
    crew_full: int = 0
    crew_base: int = 0
    lost: int = 0
    crew_steps: int = 0
    prisoners: int = 0
    captor: str = ""
    prize_men: int = 0
    prize_turns: int = 0
    waterline_port: int = 0
    waterline_starboard: int = 0
    waterline_turn: int = 0
    hit_port: int = 0
    hit_starboard: int = 0
    flooding: int = 0
    foundering: bool = False
    sinking: bool = False
    exploded: bool = False
    removed: bool = False
    prize: bool = False
    fires: Counts = ()
    fire_party: int = 0
    magazine: str = "dry"
    stations: Stations = AT_EASE
    officer_turn: int = 0
    pvn_rows: tuple[str, ...] = ()

    initial_used: tuple[bool, bool] = (False, False)
    fouling: Counts = (0, 0, 0, 0)
    doubles: Counts = (0, 0, 0, 0)
    doubled_on: Counts = (0, 0, 0, 0)
    fired_on: Counts = (0, 0, 0, 0)
    committed: Counts = (0, 0, 0, 0)
    stock: Counts = ()

    canvas: str = PLAIN
    last_move: float = 0.0
    moved: float = 0.0
    held: Pose | None = None
    irons: int = 0
    hold_drift: bool = False
    tacking: str = ""
    beating: bool = False
    beat: bool = False
    override: bool = False

    @property
    def complement(self) -> int:
        """The crew that losses are counted against: her own at the start, or the prize crew that has her."""
        return self.crew_base or self.crew_full

    @property
    def full_sail(self) -> bool:
        """Whether Full Sail is set (BTQ-MOVE-15)."""
        return self.canvas == FULL

    @property
    def no_sail(self) -> bool:
        """Whether she has been told to set no sail (BTQ-GAP-89)."""
        return self.canvas == NONE

    @property
    def sails_lost(self) -> int:
        """How many sails are gone."""
        return self.sails.bit_count()

    @property
    def gun_count(self) -> int:
        """All guns she began with, chasers among them (BTQ-SHIP-18)."""
        return sum(self.port_full) + sum(self.starboard_full) + sum(self.bow_full) + sum(self.stern_full)

    def left_in(self, arc: str) -> Counts:
        """Guns left of each battery that bears through an arc."""
        counts: Counts = getattr(self, arc)
        return counts

    def types_in(self, arc: str) -> tuple[str, ...]:
        """The gun type of each battery that bears through an arc."""
        return self.bow_guns if arc == BOW else self.stern_guns if arc == STERN else self.guns
