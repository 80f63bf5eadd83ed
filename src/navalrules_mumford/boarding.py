"""Boarding: who is at hand on which deck, a round of the melee, what becomes of the loser (MUM-BOARD)."""

from __future__ import annotations

import math
from typing import Final

import attrs

from navalrules import Dice, Modifier, Ruling, Tables, ruling
from navalrules_mumford.ship import MumfordShip, Record

OWN: Final = "own"
BULWARKS: Final = "bulwarks"
ENEMY: Final = "enemy"
_BROADSIDE: Final = "broadside"


@attrs.frozen
class MeleeSide:
    """One side of a round: men `engaged` within the frontage, men `at_hand` in all, her order, and how often
    she was driven back."""

    ship: str
    engaged: int
    at_hand: int
    disordered: bool = False
    disorganised: bool = False
    driven: int = 0


@attrs.frozen
class Outcome:
    """What melee morale did: `driven` back, `home` to her own ship, `keeps_home` (will not leave her own
    ship), `surrenders`, and the order she is left in ("", disordered, disorganised)."""

    driven: bool = False
    home: bool = False
    keeps_home: bool = False
    surrenders: bool = False
    order: str = ""


# ---------------------------------------------------------------- men and decks


def decks(record: Record) -> tuple[tuple[int, ...], ...]:
    """Indices of her broadside lines by deck, top downward: what is above middle and lower is the top."""
    lines = [(index, line) for index, line in enumerate(record.lines) if line.place == _BROADSIDE]
    lower = tuple([index for index, line in lines if line.lower])
    middle = [(index,) for index, line in lines if "middle" in line.name.lower()]
    below = {*lower, *(index for deck in middle for index in deck)}
    top = tuple([index for index, _ in lines if index not in below])
    return tuple([deck for deck in (top, *middle, lower) if deck])


def stations(record: Record) -> int:
    """Men wanted at all stations: riggers and the least crews of both sides and of the chasers."""
    guns = [line.min_crew * (2 if line.place == _BROADSIDE else 1) for line in record.lines]
    return record.rigging + sum(guns)


@ruling("MUM-BOARD-07")
def reserve(ship: MumfordShip) -> int:
    """Men at no station: losses come off them first."""
    return max(ship.aboard - stations(ship.record), 0)


@ruling("MUM-BOARD-07", "MUM-BOARD-08")
def men_on_deck(ship: MumfordShip, deck: int) -> int:
    """Men of both sides of a deck, 0 the top one: what losses beyond the reserve leave, evenly spread.

    The top deck counts the upper battery alone (MUM-GAP-64).
    """
    record = ship.record
    found = decks(record)
    if deck >= len(found):
        return 0
    lines = [record.lines[index] for index in found[deck]]
    upper = [line for line in lines if line.upper]
    men = sum([line.min_crew * 2 for line in upper or lines])
    wanted = stations(record)
    return men if ship.aboard >= wanted else men * ship.aboard // wanted


@ruling("MUM-GRAP-04", "MUM-GRAP-05")
def at_hand(ship: MumfordShip, deck: int, moved: int, all_hands: bool) -> int:
    """Men who can join a melee on a deck: those of it and the reserve, and those moved up from below.

    With `all_hands` written, everybody but the riggers is there from the start (MUM-GAP-64).
    """
    free = max(ship.aboard - ship.record.rigging, 0)
    if all_hands:
        return free
    return min(men_on_deck(ship, deck) + reserve(ship) + moved, free)


@ruling("MUM-BOARD-01")
def frontage(tables: Tables, contact: float) -> int:
    """Men who can fight along so many inches of contact: 30 for each half inch, 30 where ships just touch."""
    melee = tables["melee"]
    stretches = math.floor(contact / melee.number("inches") + 1e-6)
    return max(stretches, 1) * melee.whole("men")


# ---------------------------------------------------------------- a round


@ruling("MUM-BOARD-03")
def melee_factors(tables: Tables, side: MeleeSide, enemy: MeleeSide) -> tuple[Modifier, ...]:
    """Order, numbers and times driven back."""
    table = tables["melee_factor"]
    keys = ["disorganised"] if side.disorganised else ["disordered"] if side.disordered else []
    if side.engaged * 2 <= enemy.engaged:
        keys.append("half")
    elif side.engaged < enemy.engaged:
        keys.append("fewer")
    found = [Modifier(key, table.whole(key), table[key].rule) for key in keys]
    if side.driven:
        found.append(Modifier("driven", table.whole("driven") * side.driven, table["driven"].rule))
    return tuple(found)


@ruling("MUM-BOARD-04")
def melee_losses(tables: Tables, won: str, one: MeleeSide, other: MeleeSide) -> tuple[int, int]:
    """Men lost by one and by the other; `won` is the winner's ship or "" for a draw (MUM-GAP-65)."""
    table = tables["melee"]

    def inflicted(by: MeleeSide, on: MeleeSide) -> int:
        percent = table.number("draw" if not won else "winner" if won == by.ship else "loser")
        men = max(math.floor(by.engaged * percent / 100 + 0.5), table.whole("least"))
        return min(men, on.at_hand)

    return inflicted(other, one), inflicted(one, other)


def throw_melee(
    tables: Tables, dice: Dice, one: MeleeSide, other: MeleeSide, factors: tuple[tuple[Modifier, ...], ...]
) -> tuple[str, Ruling, Ruling]:
    """A round: each side throws a D6 with its factors; the winner's ship, or "", and both throws."""
    rulings = []
    for side, found in zip((one, other), factors, strict=True):
        total = int(sum([each.amount for each in found]))
        roll = dice.d6(side.ship, "melee")
        rulings.append(Ruling("MUM-BOARD-03", roll.value + total, roll, None, found, total))
    first, second = rulings
    won = one.ship if first.outcome > second.outcome else other.ship if second.outcome > first.outcome else ""
    return won, first, second


@ruling("MUM-BOARD-05", "MUM-BOARD-06")
def melee_morale(tables: Tables, dice: Dice, ship: MumfordShip, place: str) -> tuple[Outcome, Ruling]:
    """The loser's throw, read by where he fought."""
    table = tables["melee_morale"]
    amount = table.whole(ship.morale)
    roll = dice.d6(ship.id, "melee morale")
    total = min(max(roll.value + amount, 1), 5)
    text = tables["melee_result"].text(f"{place}_{total}")
    factors = (Modifier(ship.morale, amount, table[ship.morale].rule),) if amount else ()
    return _OUTCOMES[text], Ruling("MUM-BOARD-05", text, roll, None, factors, amount, ("MUM-BOARD-06",))


_OUTCOMES: Final = {
    "stays": Outcome(),
    "stays, disordered": Outcome(order="disordered"),
    "keeps home": Outcome(keeps_home=True),
    "driven": Outcome(driven=True),
    "driven, disordered": Outcome(driven=True, order="disordered"),
    "driven, disorganised": Outcome(driven=True, order="disorganised"),
    "home": Outcome(driven=True, home=True),
    "home, disordered": Outcome(driven=True, home=True, order="disordered"),
    "home, disorganised": Outcome(driven=True, home=True, order="disorganised"),
    "surrenders": Outcome(surrenders=True),
}


POINTS = (reserve, men_on_deck, at_hand, frontage, melee_factors, melee_losses, melee_morale)
