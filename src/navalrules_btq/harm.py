"""A blow and what it makes of a ship: worked out, then told (BTQ-DMG, BTQ-MAST)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import Change, Event, Fields, Ruling
from navalrules_btq import surrender

if TYPE_CHECKING:
    from navalrules import Battle
    from navalrules_btq.ship import BtqShip


@attrs.frozen(kw_only=True, slots=False)
class Blow:
    """What strikes a ship: points for hull, rigging and crew, after every multiplier but Full Sail's.

    `part` is what of her is struck (port, starboard, bow, stern; "" where nobody says), `shot` what struck
    ("" for no shot), `by` the id of who struck ("" for nobody), `place` the place that the event names,
    `waterline` the chance in per cent of a hit between wind and water.
    """

    hull: int = 0
    rigging: int = 0
    crew: int = 0
    part: str = ""
    shot: str = ""
    by: str = ""
    place: str = "hull"
    waterline: int = 0


_MEN: Final = ("crew", "lost", "crew_steps", "stations", "fire_party", "sp")
MANNED: Final = Fields(*_MEN)
"""What men killed, and nothing else, can change."""
HARMED: Final = Fields(
    "hull",
    "gdn_carry",
    "port",
    "starboard",
    "rudder_gone",
    "wheel_gone",
    "fires",
    "hit_port",
    "hit_starboard",
    "waterline_port",
    "waterline_starboard",
    "waterline_turn",
    "sinking",
    "rigging_taken",
    "svn_carry",
    "sails",
    "sections",
    "dismasted",
    *_MEN,
)
"""Every field that a blow, a fire or a leak can change."""


@attrs.define
class Harm:
    """What became of a ship. `after` is she as she is then: a copy, while she herself is as she was, or she
    herself, and then `before` holds what her `fields` were, those that this harm can change.

    `told` are further events, each a class and its fields; `guns`, `men`, `sails` and `sections` what it
    took; `sunk` says that it was the end of her.
    """

    after: BtqShip
    by: str = ""
    place: str = "hull"
    rulings: list[Ruling] = attrs.field(factory=list)
    rules: list[str] = attrs.field(factory=list)
    told: list[tuple[type[Event], dict[str, Any]]] = attrs.field(factory=list)
    guns: int = 0
    men: int = 0
    sails: int = 0
    sections: int = 0
    sunk: bool = False
    before: tuple[Any, ...] = ()
    fields: Fields = HARMED

    @classmethod
    def to(
        cls, ship: BtqShip, by: str = "", place: str = "hull", fields: Fields = HARMED, *, told: bool
    ) -> Harm:
        """Harm done to a ship herself, with no copy made of her; `told` where her changes will be."""
        return cls(ship, by, place, before=fields.read(ship) if told else (), fields=fields)

    def kill(self, men: int) -> int:
        """Men killed, of those alive; how many there were to kill."""
        ship = self.after
        men = min(men, ship.crew)
        if men:
            ship.crew -= men
            ship.lost += men
            self.men += men
        return men

    def cost(self, points: int) -> None:
        """Surrender points lost; they never fall under 0 (BTQ-SP-05)."""
        self.after.sp = max(self.after.sp - points, 0)


plainly = lru_cache(maxsize=4096, typed=True)(Ruling)
"""A ruling of nothing but a rule and what it decided; frozen, so all battles share it."""


def made(ship: BtqShip, harm: Harm) -> tuple[Change, ...]:
    """Make a ship what became of her, unless she is it already; the changes, where they will be told."""
    if harm.after is ship and not harm.before:
        return ()
    changes = harm.fields.changes(harm.after, harm.before or harm.fields.read(ship))
    if harm.after is not ship:
        for change in changes:
            setattr(ship, change.what, change.after)
    return changes


def tell(battle: Battle, ship: BtqShip, harm: Harm, kind: type[Event], **fields: Any) -> None:
    """Make the ship what became of her and emit the events that tell of it; she may sink or strike."""
    changes = made(ship, harm)
    if battle.told:
        battle.emit(
            kind,
            ship=ship.id,
            rulings=tuple(harm.rulings),
            changes=changes,
            rules=tuple(dict.fromkeys(harm.rules)) if harm.rules else (),
            **fields,
        )
        for what, more in harm.told:
            battle.emit(what, ship=ship.id, **more)
    if harm.sunk:
        surrender.sink(battle, ship)
    else:
        surrender.settle(battle, ship)
