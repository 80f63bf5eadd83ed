"""Boarding, round by round and deck by deck (MUM-BOARD)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import attrs

from navalrules import Change, Dice, Modifier, Ruling, StatusChanged, Tables, ruling
from navalrules_mumford.damage import to_lose
from navalrules_mumford.events import MeleeRound
from navalrules_mumford.gunnery import decks
from navalrules_mumford.morale import strike
from navalrules_mumford.phase import fighting, put, ship_of
from navalrules_mumford.ship import FIFTHS, Melee, MumfordShip
from navalrules_mumford.sighting import contact_length

if TYPE_CHECKING:
    from navalrules import Battle
    from navalrules_mumford.field import Field

OWN: Final = "own"
BULWARKS: Final = "bulwarks"
ENEMY: Final = "enemy"


# ---------------------------------------------------------------- rulings


@ruling("MUM-BOARD-01")
def frontage(tables: Tables, contact: float) -> int:
    """Men who can fight at once: 30 for each half inch of ship in contact, never fewer than 30."""
    table = tables["frontage"]
    return int(table.number("men")) * max(int(contact / table.number("inches") + 1e-9), 1)


@ruling("MUM-GRAP-04", "MUM-BOARD-07")
def first_boarders(ship: MumfordShip) -> int:
    """Men of the top battery and the reserve, losses off the reserve first, then evenly (MUM-GAP-64)."""
    upper = sum([line.min_crew * 2 for line in ship.record.lines if line.upper])
    reserve = max(ship.record.crew - ship.record.rigging - ship.record.stations, 0)
    gone = ship.record.crew - ship.aboard
    if gone <= reserve:
        return min(upper + reserve - gone, ship.aboard)
    rest = max(ship.record.crew - reserve, 1)
    return min(upper * (rest - (gone - reserve)) // rest, ship.aboard)


@ruling("MUM-GRAP-05")
def move_up(tables: Tables, moved: int) -> int:
    """Men who have changed decks after one more fifth: 30 a fifth."""
    return moved + tables["grapple"].whole("men_a_fifth")


@ruling("MUM-BOARD-03")
def melee_throw(
    tables: Tables, dice: Dice, ship: MumfordShip, melee: Melee, mine: int, theirs: int, fifth: int
) -> Ruling:
    """D6 and factors: disordered, disorganised, outnumbered, half the opponents' number, driven back."""
    table = tables["melee_factor"]
    keys: list[tuple[str, int]] = []
    if ship.disorganised >= fifth:
        keys.append(("disorganised", 1))
    elif ship.disordered >= fifth:
        keys.append(("disordered", 1))
    if mine * 2 <= theirs:
        keys.append(("half", 1))
    elif mine < theirs:
        keys.append(("outnumbered", 1))
    if melee.driven:
        keys.append(("driven_back", melee.driven))
    found = tuple(Modifier(key, table.whole(key) * times, "MUM-BOARD-03") for key, times in keys)
    total = int(sum([each.amount for each in found]))
    roll = dice.d6(ship.id, "melee")
    return Ruling("MUM-BOARD-03", roll.value + total, roll, None, found, total)


@ruling("MUM-BOARD-04")
def inflicted(tables: Tables, engaged: int, how: str) -> int:
    """Men that a side takes of the other: a share of its engaged, halves up, at least one (MUM-GAP-65)."""
    if engaged <= 0:
        return 0
    return max(math.floor(engaged * tables["melee_loss"].whole(how) / 100 + 0.5), 1)


@ruling("MUM-BOARD-05", "MUM-BOARD-06")
def melee_morale(tables: Tables, dice: Dice, ship: MumfordShip, place: str) -> Ruling:
    """The loser's D6 with his crew's factor, read by where he was fighting."""
    factor = tables["melee_morale"].whole(ship.morale)
    roll = dice.d6(ship.id, "melee morale")
    total = min(max(roll.value + factor, 1), 5)
    modifiers = (Modifier(ship.morale, factor, "MUM-BOARD-05"),) if factor else ()
    outcome = tables["melee_result"].text(f"{place}_{total}")
    return Ruling("MUM-BOARD-05", outcome, roll, None, modifiers, factor, ("MUM-BOARD-06",))


@ruling("MUM-BOARD-08", "MUM-BOARD-07")
def below(ship: MumfordShip, deck: int, fallen: int) -> bool:
    """Whether more have fallen than a deck held, earlier losses spread evenly: the fight has gone below."""
    record = ship.record
    found = decks(record)
    if deck >= len(found):
        return False
    men = sum([record.lines[index].min_crew * 2 for index in found[deck]])
    return fallen * record.crew > men * (ship.aboard + fallen)


POINTS = (frontage, first_boarders, move_up, melee_throw, inflicted, melee_morale, below)


# ---------------------------------------------------------------- starting


def board_all(battle: Battle, field: Field, fifth: int) -> list[MumfordShip]:
    """The boarding of a fifth: new melees, men moved up, rounds due; who lost on her own decks."""
    for ship in fighting(battle):
        _begin(battle, ship, fifth)
    beaten: list[MumfordShip] = []
    for ship in fighting(battle):
        melee = ship.melee
        if melee is None or ship.id > melee.other:
            continue
        other = ship_of(battle, melee.other)
        if not other.fighting or other.melee is None:
            end(battle, ship, other)
            continue
        if fifth >= melee.due:
            beaten += _round(battle, field, ship, other, fifth)
    return beaten


def _begin(battle: Battle, ship: MumfordShip, fifth: int) -> None:
    order = ship.orders
    if order is None or not (order.board or order.all_hands) or ship.melee is not None or not ship.aboard:
        return
    for grapple in ship.grapples:
        other = ship_of(battle, grapple.other)
        if fifth >= grapple.ready and other.fighting and other.melee is None and other.side != ship.side:
            _join(battle, ship, other, fifth, order.all_hands)
            return


def _join(battle: Battle, ship: MumfordShip, other: MumfordShip, fifth: int, all_hands: bool) -> None:
    due = fifth
    theirs = bool(other.orders and other.orders.all_hands)
    changes: list[Change] = []
    put(ship, changes, melee=Melee(other.id, BULWARKS, due, all_hands=all_hands))
    put(other, changes, melee=Melee(ship.id, BULWARKS, due, all_hands=theirs))
    rules = ("MUM-GRAP-03", "MUM-GRAP-04", "MUM-BOARD-09")
    battle.emit(StatusChanged, ship=ship.id, what="boards", changes=tuple(changes), rules=rules)


def end(battle: Battle, ship: MumfordShip, other: MumfordShip) -> None:
    """A melee is over."""
    changes: list[Change] = []
    put(ship, changes, melee=None)
    if other.melee is not None and other.melee.other == ship.id:
        put(other, changes, melee=None)
    battle.emit(
        StatusChanged, ship=ship.id, what="melee over", changes=tuple(changes), rules=("MUM-BOARD-06",)
    )


# ---------------------------------------------------------------- a round


def fighters(battle: Battle, ship: MumfordShip, melee: Melee, front: int) -> int:
    """Men of hers engaged: the first boarders and those moved up, within the frontage."""
    men = ship.aboard if melee.all_hands else battle.bound[first_boarders](ship) + melee.moved
    return min(men, ship.aboard, front)


def _round(
    battle: Battle, field: Field, ship: MumfordShip, other: MumfordShip, fifth: int
) -> list[MumfordShip]:
    bound, tables = battle.bound, battle.tables
    mine, theirs = ship.melee, other.melee
    assert mine is not None
    assert theirs is not None
    contact = 1e9 if field.tape else contact_length(field.spots[ship.id], field.spots[other.id])
    front = bound[frontage](tables, min(contact, ship.record.length, other.record.length))
    men = [fighters(battle, ship, mine, front), fighters(battle, other, theirs, front)]
    throws = [
        bound[melee_throw](tables, battle.dice, ship, mine, men[0], men[1], fifth),
        bound[melee_throw](tables, battle.dice, other, theirs, men[1], men[0], fifth),
    ]
    scores = [throw.outcome for throw in throws]
    if scores[0] == scores[1]:
        losses = [bound[inflicted](tables, men[1], "draw"), bound[inflicted](tables, men[0], "draw")]
        won = ""
    else:
        first = scores[0] > scores[1]
        winner, loser = (0, 1) if first else (1, 0)
        losses = [0, 0]
        losses[loser] = bound[inflicted](tables, men[winner], "winner")
        losses[winner] = bound[inflicted](tables, men[loser], "loser")
        won = ship.id if first else other.id
    changes: list[Change] = []
    rulings = [*throws, Ruling("MUM-BOARD-04", tuple(losses)), Ruling("MUM-BOARD-01", front)]
    for side, lost in zip((ship, other), losses, strict=True):
        men_lost = to_lose(side, lost)
        put(side, changes, crew=side.crew - men_lost, lost=side.lost + men_lost)
    due = fifth + int(tables["frontage"].number("round"))
    rules = ["MUM-SEQ-06", "MUM-BOARD-02", "MUM-BOARD-07", "MUM-GRAP-05"]
    for side, lost in zip((ship, other), losses, strict=True):
        assert side.melee is not None
        now = attrs.evolve(side.melee, due=due, moved=_moved(battle, side.melee, due - fifth))
        if now.place == OWN:
            now = attrs.evolve(now, fallen=now.fallen + lost)
            if bound[below](side, now.yielded, now.fallen):
                now = attrs.evolve(now, yielded=now.yielded + 1, fallen=0)
                rules.append("MUM-BOARD-08")
        put(side, changes, melee=now)
    battle.emit(
        MeleeRound,
        ship=ship.id,
        by=other.id,
        place=mine.place,
        won=won,
        rulings=tuple(rulings),
        changes=tuple(changes),
        rules=tuple(rules),
    )
    if not won:
        return []
    beaten, victor = (other, ship) if won == ship.id else (ship, other)
    return _beaten(battle, beaten, victor, fifth)


def _moved(battle: Battle, melee: Melee, fifths: int) -> int:
    moved = melee.moved
    for _ in range(fifths):
        moved = battle.bound[move_up](battle.tables, moved)
    return moved


def _beaten(battle: Battle, ship: MumfordShip, victor: MumfordShip, fifth: int) -> list[MumfordShip]:
    """The loser of a round throws melee morale, and the fight moves as it says (MUM-GAP-66)."""
    melee, theirs = ship.melee, victor.melee
    assert melee is not None
    assert theirs is not None
    ruled = battle.bound[melee_morale](battle.tables, battle.dice, ship, melee.place)
    result: str = ruled.outcome
    if result == "surrenders":
        battle.emit(StatusChanged, ship=ship.id, what="overwhelmed", rulings=(ruled,))
        strike(battle, ship, victor, "MUM-BOARD-06")
        return []
    changes: list[Change] = []
    _disorder(ship, result, fifth, changes)
    back = result.startswith(("back", "home"))
    now, place = melee, melee.place
    on_own_decks = False
    if back:
        now = attrs.evolve(now, driven=now.driven + 1)
        if place == BULWARKS:
            now, theirs = attrs.evolve(now, place=OWN), attrs.evolve(theirs, place=ENEMY)
            on_own_decks = True
        elif place == OWN:
            now = attrs.evolve(now, yielded=now.yielded + 1, fallen=0)
            on_own_decks = True
        else:
            now = attrs.evolve(now, place=BULWARKS)
            theirs = attrs.evolve(theirs, place=BULWARKS)
    over = result.startswith("home") or result == "stays"
    if over:
        put(ship, changes, melee=None)
        put(victor, changes, melee=None)
    else:
        put(ship, changes, melee=now)
        put(victor, changes, melee=theirs)
    battle.emit(
        StatusChanged,
        ship=ship.id,
        what=f"melee: {result}",
        rulings=(ruled,),
        changes=tuple(changes),
    )
    if now.yielded > len(decks(ship.record)) and not over:
        strike(battle, ship, victor, "MUM-BOARD-08")
        return []
    return [ship] if on_own_decks else []


def _disorder(ship: MumfordShip, result: str, fifth: int, changes: list[Change]) -> None:
    if result.endswith("disorganised"):
        put(ship, changes, disorganised=fifth + FIFTHS, disordered=fifth + 2 * FIFTHS)
    elif result.endswith("disordered"):
        put(ship, changes, disordered=fifth + FIFTHS)
