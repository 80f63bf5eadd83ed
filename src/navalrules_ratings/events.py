"""What happens in these rules and in no others."""

from __future__ import annotations

from typing import ClassVar, Final

import attrs

from navalrules import Collided, Event


@attrs.frozen(kw_only=True, slots=False)
class CardDrawn(Event):
    """A card of `side` came up: its Command Phase or an Action Phase ("command", "action").

    `card` is "next" when another ship of the side is to act, "boarding" when grappled ships fight at the end
    of an Action Phase, "" with side "" when no card is left.
    """

    tag: ClassVar[str] = "card_drawn"
    side: str
    card: str


@attrs.frozen(kw_only=True, slots=False)
class MovementRolled(Event):
    """A ship's movement dice, and the MU she may move by them."""

    tag: ClassVar[str] = "movement_rolled"
    dice: tuple[int, ...]
    moves: tuple[int, ...]


@attrs.frozen(kw_only=True, slots=False)
class Touched(Collided):
    """A moving ship ran into `target`; `fouled` says whether they are foul of each other."""

    tag: ClassVar[str] = "touched"
    fouled: bool


@attrs.frozen(kw_only=True, slots=False)
class RoundFought(Event):
    """A round of boarding between `ship` and `target`: their scores, and on whose `deck` it was fought
    ("" while both wish to board)."""

    tag: ClassVar[str] = "round_fought"
    target: str
    scores: tuple[int, int]
    deck: str


@attrs.frozen(kw_only=True, slots=False)
class BoardingChanged(Event):
    """A boarding action began, changed decks or ended: `what` is declared, both (each side
    boards), withdrawn, repulsed, counterboarded or parted."""

    tag: ClassVar[str] = "boarding_changed"
    target: str
    what: str


EVENTS: Final = (CardDrawn, MovementRolled, Touched, RoundFought, BoardingChanged)
