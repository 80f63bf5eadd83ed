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


class Harm:
    """What became of a ship. `after` is she as she is then: a copy, while she herself is as she was, or she
    herself; where that will be `told`, `before` holds what her `fields` were, all that this can change.

    `by` is the id of who did it. `told` are further events, each a class and its fields; `guns`, `men`,
    `sails` and `sections` what it took; `sunk` says that it was the end of her.
    """

    # Not an attrs class: most blows leave most of these as they are, and a class's own values cost nothing.
    guns: int = 0
    men: int = 0
    sails: int = 0
    sections: int = 0
    sunk: bool = False

    def __init__(self, after: BtqShip, by: str = "", fields: Fields = HARMED, *, told: bool = False) -> None:
        self.after = after
        self.by = by
        self.fields = fields
        self.before: tuple[Any, ...] = fields.read(after) if told else ()
        self.rulings: list[Ruling] = []
        self.rules: list[str] = []
        self.told: list[tuple[type[Event], dict[str, Any]]] = []

    def kill(self, men: int) -> int:
        """Men killed, of those alive; how many there were to kill."""
        ship = self.after
        if men > ship.crew:
            men = ship.crew
        if men:
            ship.crew -= men
            ship.lost += men
            self.men += men
        return men

    def cost(self, points: int) -> None:
        """Surrender points lost; they never fall under 0 (BTQ-SP-05)."""
        self.after.sp = max(self.after.sp - points, 0)

    def cited(self) -> tuple[str, ...]:
        """The rules that were followed, each once."""
        return tuple(dict.fromkeys(self.rules)) if self.rules else ()


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
        rulings, rules = tuple(harm.rulings), harm.cited()
        battle.emit(kind, ship=ship.id, rulings=rulings, changes=changes, rules=rules, **fields)
    follow(battle, ship, harm)


def follow(battle: Battle, ship: BtqShip, harm: Harm) -> None:
    """What comes after the event of a harm: further events, and she may sink or strike."""
    if harm.told and battle.told:
        for what, more in harm.told:
            battle.emit(what, ship=ship.id, **more)
    if harm.sunk:
        surrender.sink(battle, ship)
    else:
        surrender.settle(battle, ship)
