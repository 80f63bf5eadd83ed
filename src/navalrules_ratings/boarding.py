"""Boarding: whose deck, rounds, withdrawal, counterboarding, prizes (RAT-BOARD, RAT-BGBOARD)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import (
    STRUCK,
    TAKEN,
    Change,
    Choice,
    Chosen,
    Modifier,
    Request,
    Ruling,
    ShipTaken,
    alter,
    ruling,
)
from navalrules_ratings.checks import quality
from navalrules_ratings.damage import no_boarding, no_boarding_between
from navalrules_ratings.events import BoardingChanged, RoundFought
from navalrules_ratings.lore import Lore
from navalrules_ratings.ship import BROADSIDES, CHASERS, RatingsShip, lose, lose_crew

if TYPE_CHECKING:
    from navalrules import Battle

BOARD: Final = "board"
STAY: Final = "stay"
FIGHT: Final = "fight"
WITHDRAW: Final = "withdraw"
COUNTERBOARD: Final = "counterboard"
TAKE: Final = "take"
LEAVE: Final = "leave"
PRIZE: Final = "prize"
CAPTURED: Final = "captured"
REPULSED: Final = "repulsed"


@attrs.frozen(slots=False)
class Boarding:
    """A boarding action between two ships, by id in order (RAT-BOARD-01).

    `boarder` is the ship whose men board, so that the fight is on the other's deck; "" while both wish to
    board and no round has told (RAT-BOARD-03). `rounds` is how many are to be fought, 0 for no limit; `won`
    counts the rounds that each has won.
    """

    first: str
    second: str
    boarder: str = ""
    round: int = 0
    rounds: int = 0
    won: tuple[int, int] = (0, 0)

    def other(self, ship: str) -> str:
        """The other ship of the two."""
        return self.second if ship == self.first else self.first

    @property
    def deck(self) -> str:
        """On whose deck they fight, "" while that is open."""
        return self.other(self.boarder) if self.boarder else ""


Pair = tuple[RatingsShip, RatingsShip]


# ---------------------------------------------------------------- rulings


@ruling("RAT-BOARD-11")
def boarding_rating(ship: RatingsShip) -> int:
    """The rating that goes into a score: her one rating, in the base game."""
    return ship.hull


@ruling("RAT-BOARD-11")
def higher_broadside(ship: RatingsShip) -> int:
    """Boarders count the higher of the two Broadside Ratings."""
    return max(ship.port, ship.starboard)


@ruling("RAT-BOARD-14", "RAT-BGBOARD-02")
def score(battle: Battle, ship: RatingsShip, base: bool) -> Ruling:
    """Rating, crew units, quality and d6, under the revised rules and the base game's alike."""
    rule, rating = ("RAT-BGBOARD-02",) * 2 if base else ("RAT-BOARD-14", "RAT-BOARD-11")
    modifiers = (
        Modifier("boarding_rating", battle.bound[boarding_rating](ship), rating),
        Modifier("crew_units", ship.crew, rule),
        battle.bound[quality](battle.lore, ship),
    )
    roll = battle.dice.die(battle.lore.boarding.sides, ship.id, "board")
    more = int(sum([modifier.amount for modifier in modifiers]))
    also = () if base else (battle.tables["quality"][ship.quality].rule,)
    return Ruling(
        rule, roll.value + more, roll, None, modifiers, more, also if ship.crew else (*also, "RAT-BGCREW-03")
    )


@ruling("RAT-BGBOARD-01")
def rounds_to_fight(battle: Battle, ship: RatingsShip) -> Ruling:
    """The base game rolls a d6 for the number of rounds, one a phase."""
    roll = battle.dice.die(battle.lore.boarding.base_sides, ship.id, "rounds")
    return Ruling("RAT-BGBOARD-01", roll.value, roll)


@ruling("RAT-BOARD-04")
def no_limit(battle: Battle, ship: RatingsShip) -> Ruling:
    """The revised rules roll for no number of rounds."""
    return _ENDLESS


_ENDLESS: Final = Ruling("RAT-BOARD-04", 0)


@ruling("RAT-BGBOARD-03")
def base_loss(battle: Battle, loser: RatingsShip, changes: list[Change]) -> Ruling:
    """The loser of a round loses a crew unit; with none left her rating falls by 1."""
    figures = battle.lore.boarding
    if loser.crew:
        lose_crew(loser, figures.base_crew_lost, changes)
    else:
        for what in ("hull", *BROADSIDES):
            lose(loser, what, figures.base_rating_lost, changes)
    return Ruling("RAT-BGBOARD-03", loser.id)


@ruling("RAT-BOARD-12", "RAT-BOARD-13", "RAT-BOARD-22")
def revised_loss(battle: Battle, loser: RatingsShip, changes: list[Change]) -> Ruling:
    """The loser of a round loses a crew unit; with none left, 1 off both broadsides and both chasers."""
    figures = battle.lore.boarding
    if loser.crew:
        lose_crew(loser, figures.crew_lost, changes)
        return Ruling("RAT-BOARD-12", loser.id, also=("RAT-BOARD-19",))
    for what in (*BROADSIDES, *CHASERS):
        lose(loser, what, figures.ratings_lost, changes)
    return Ruling("RAT-BOARD-13", loser.id, also=("RAT-BOARD-19", "RAT-BOARD-22"))


@ruling("RAT-BGBOARD-04")
def base_outcome(battle: Battle, fight: Boarding, margin: int) -> str:
    """After the last round the ship that won more takes the other; level, one more is fought."""
    first, second = fight.won
    over = fight.rounds and fight.round >= fight.rounds and first != second
    return CAPTURED if over else ""


@ruling("RAT-BOARD-05", "RAT-BOARD-06", "RAT-BOARD-07", "RAT-BOARD-20")
def revised_outcome(battle: Battle, fight: Boarding, margin: int) -> str:
    """A lead of 6 in a round decides: who was boarded is captured, who boarded is repulsed.

    `margin` is the first ship's lead over the second.
    """
    if abs(margin) < battle.lore.boarding.decisive:
        return ""
    loser = fight.second if margin > 0 else fight.first
    return REPULSED if loser == fight.boarder else CAPTURED


@ruling("RAT-BOARD-09", "RAT-BOARD-21")
def may_withdraw(fight: Boarding) -> bool:
    """Whether the boarder may go back to her own deck: under the revised rules, after the first round."""
    return not fight.rounds and bool(fight.boarder) and fight.round > 0


@ruling("RAT-BOARD-10")
def may_counterboard(ship: RatingsShip) -> bool:
    """Whether a ship that was boarded may board in her turn: with a crew unit (RAT-BGCREW-03)."""
    return ship.fighting and ship.crew > 0


@ruling("RAT-BOARD-02")
def who_boards(wish: tuple[RatingsShip, ...]) -> RatingsShip | None:
    """The boarder among those who wish to: whoever is alone in it; None while both do."""
    return wish[0] if len(wish) == 1 else None


@ruling("RAT-BOARD-03")
def gets_across(winner: RatingsShip, loser: RatingsShip) -> RatingsShip:
    """Who is boarder, of two who both wished to, when a round has told."""
    return winner


@ruling("RAT-BOARD-18")
def loses_a_tie(one: RatingsShip, two: RatingsShip) -> RatingsShip | None:
    """Who has lost a round of equal scores: nobody."""
    return None


@ruling("RAT-BOARD-19")
def costs_its_loser(lore: Lore, margin: int) -> bool:
    """Whether a round won by `margin` costs its loser something: every one does, the last one too."""
    return True


@ruling("RAT-BOARD-23")
def after_a_repulse(battle: Battle, boarder: RatingsShip, other: RatingsShip) -> tuple[Change, ...]:
    """The action is over; the ships stay grappled."""
    return no_boarding_between(battle, boarder, other)


@ruling("RAT-BGMORALE-04")
def prize_crew(lore: Lore, captor: RatingsShip) -> int:
    """The crew units that a captor sends aboard: one, if he has one."""
    return min(lore.boarding.prize_crew, captor.crew)


# ---------------------------------------------------------------- what is asked


def pairs(battle: Battle) -> list[Pair]:
    """Enemies grappled to each other, at least one of them fighting, by id."""
    ships: Any = battle.state.ships
    return [
        (ship, ships[name])
        for ship in ships.values()
        if ship.grappled
        for name in ship.grappled
        if name > ship.id and ships[name].side != ship.side
    ]


def fights(battle: Battle) -> dict[tuple[str, str], Boarding]:
    """The boarding actions going on, by pair."""
    return {(fight.first, fight.second): fight for fight in battle.state.table.boardings}


def due(battle: Battle) -> bool:
    """Whether anybody grappled has something to decide or to fight."""
    for one, two in pairs(battle):
        if one.fighting and two.fighting:
            if one.crew or two.crew or (one.id, two.id) in fights(battle):
                return True
        elif _prize_of(one, two):
            return True
    return False


def _prize_of(one: RatingsShip, two: RatingsShip) -> Pair | None:
    """Captor and prize, where one fights with a crew unit and the other has struck (RAT-BGMORALE-03)."""
    for captor, prize in ((one, two), (two, one)):
        if captor.fighting and captor.crew and prize.status == STRUCK:
            return captor, prize
    return None


def requests(battle: Battle) -> list[Request]:
    """What the captains of grappled ships must say before a round."""
    going = fights(battle)
    found: list[Request] = []
    for one, two in pairs(battle):
        if not (one.fighting and two.fighting):
            prize = _prize_of(one, two)
            if prize:
                found.append(_choice(*prize, PRIZE, (LEAVE, TAKE), "RAT-BGMORALE-03"))
            continue
        fight = going.get((one.id, two.id))
        if fight is None:
            found += [
                _choice(ship, other, BOARD, (STAY, BOARD), "RAT-BOARD-02")
                for ship, other in ((one, two), (two, one))
                if ship.crew
            ]
        elif battle.bound[may_withdraw](fight):
            ship, other = (one, two) if fight.boarder == one.id else (two, one)
            found.append(_choice(ship, other, FIGHT, (FIGHT, WITHDRAW), "RAT-BOARD-09"))
    return found


def _choice(ship: RatingsShip, other: RatingsShip, about: str, options: tuple[str, ...], rule: str) -> Choice:
    asked = f"{about} {other.id}"
    return Choice(ship.side, [Chosen(ship=ship.id, about=asked, option=option) for option in options], rule)


def _said(battle: Battle, ship: RatingsShip, other: RatingsShip, about: str) -> str:
    answer = battle.answer(Chosen.kind, ship.id, f"{about} {other.id}")
    return answer.option if isinstance(answer, Chosen) else ""


# ---------------------------------------------------------------- carried out


def carry_on(battle: Battle) -> None:
    """The end of an Action Phase: prizes are manned, boarders declare or withdraw, rounds are fought."""
    for one, two in pairs(battle):
        if one.fighting and two.fighting:
            _meet(battle, one, two)
        else:
            prize = _prize_of(one, two)
            if prize and _said(battle, *prize, PRIZE) == TAKE:
                captured(battle, *prize, ("RAT-BGMORALE-03",))


def _meet(battle: Battle, one: RatingsShip, two: RatingsShip) -> None:
    fight = fights(battle).get((one.id, two.id))
    if fight is None:
        fight = _declared(battle, one, two)
        if fight is None:
            return
    elif fight.boarder:
        boarder, other = (one, two) if fight.boarder == one.id else (two, one)
        if _said(battle, boarder, other, FIGHT) == WITHDRAW:
            ends = no_boarding_between(battle, boarder, other)
            _over(battle, boarder, other, "withdrawn", ends, ("RAT-BOARD-09", "RAT-BOARD-21"))
            _counter(battle, other, boarder)
            return
    _round(battle, fight, one, two)


_OPENED: Final = (
    ("RAT-BOARD-01", "RAT-BOARD-02", "RAT-BGCREW-03"),
    ("RAT-BOARD-01", "RAT-BOARD-03", "RAT-BGCREW-03"),
)


def _declared(battle: Battle, one: RatingsShip, two: RatingsShip) -> Boarding | None:
    wish = [ship for ship, other in ((one, two), (two, one)) if _said(battle, ship, other, BOARD) == BOARD]
    if not wish:
        return None
    boarder = battle.bound[who_boards](tuple(wish))
    rounds = battle.bound[rounds_to_fight](battle, wish[0])
    fight = Boarding(one.id, two.id, boarder.id if boarder else "", 0, rounds.outcome)
    changes = (alter(battle.state.table, "boardings", (*battle.state.table.boardings, fight)),)
    rules = ("RAT-BGCREW-03",) if rounds.outcome else _OPENED[boarder is None]
    leader, other = (boarder, two if boarder is one else one) if boarder else (one, two)
    battle.emit(
        BoardingChanged,
        ship=leader.id,
        target=other.id,
        what="declared" if boarder else "both",
        rulings=(rounds,),
        changes=changes,
        rules=rules,
    )
    return fight


def _round(battle: Battle, fight: Boarding, one: RatingsShip, two: RatingsShip) -> None:
    base = fight.rounds > 0
    scores = (battle.bound[score](battle, one, base), battle.bound[score](battle, two, base))
    margin = scores[0].outcome - scores[1].outcome
    changes: list[Change] = []
    rulings = list(scores)
    rules = ["RAT-BGBOARD-01" if base else "RAT-BOARD-17"]
    won, boarder = fight.won, fight.boarder
    loser = (two if margin > 0 else one) if margin else None
    if not margin and not base:
        loser = battle.bound[loses_a_tie](one, two)
        rules.append("RAT-BOARD-18")
    if loser is not None:
        winner = one if loser is two else two
        if base or battle.bound[costs_its_loser](battle.lore, abs(margin)):
            rulings.append(battle.bound[base_loss](battle, loser, changes))
        won = (won[0] + (winner is one), won[1] + (winner is two))
        if not boarder:
            boarder = (winner if base else battle.bound[gets_across](winner, loser)).id
            rules.append("RAT-BGBOARD-02" if base else "RAT-BOARD-03")
    now = attrs.evolve(fight, boarder=boarder, round=fight.round + 1, won=won)
    result = battle.bound[base_outcome](battle, now, margin)
    table = battle.state.table
    changes.append(
        alter(table, "boardings", tuple([now if each == fight else each for each in table.boardings]))
    )
    battle.emit(
        RoundFought,
        ship=one.id,
        target=two.id,
        scores=(scores[0].outcome, scores[1].outcome),
        deck=now.deck,
        rulings=tuple(rulings),
        changes=tuple(changes),
        rules=tuple(rules),
    )
    if result:
        _settled(battle, now, one, two, margin, result, bool(fight.boarder))


def _settled(
    battle: Battle, fight: Boarding, one: RatingsShip, two: RatingsShip, margin: int, result: str, told: bool
) -> None:
    if fight.rounds:
        winner, loser = (one, two) if fight.won[0] > fight.won[1] else (two, one)
        captured(battle, winner, loser, ("RAT-BGBOARD-04",))
        return
    winner, loser = (one, two) if margin > 0 else (two, one)
    if result == CAPTURED:
        captured(battle, winner, loser, _WON if told else (*_WON, "RAT-BOARD-20"))
        return
    ends = battle.bound[after_a_repulse](battle, loser, winner)
    _over(battle, loser, winner, "repulsed", ends, ("RAT-BOARD-05", "RAT-BOARD-07", "RAT-BOARD-23"))
    _counter(battle, winner, loser)


def _over(
    battle: Battle,
    boarder: RatingsShip,
    other: RatingsShip,
    what: str,
    changes: tuple[Change, ...],
    rules: tuple[str, ...],
) -> None:
    battle.emit(BoardingChanged, ship=boarder.id, target=other.id, what=what, changes=changes, rules=rules)


def _counter(battle: Battle, ship: RatingsShip, other: RatingsShip) -> None:
    """She who was boarded may board in her turn; her first round is fought in the next Action Phase."""
    if not battle.bound[may_counterboard](ship):
        return
    answer = battle.ask(_choice(ship, other, COUNTERBOARD, (STAY, COUNTERBOARD), "RAT-BOARD-10"))
    if not isinstance(answer, Chosen) or answer.option != COUNTERBOARD:
        return
    first, second = sorted((ship.id, other.id))
    table = battle.state.table
    changes = (alter(table, "boardings", (*table.boardings, Boarding(first, second, ship.id))),)
    battle.emit(
        BoardingChanged,
        ship=ship.id,
        target=other.id,
        what="counterboarded",
        changes=changes,
        rules=("RAT-BOARD-10", "RAT-BOARD-21"),
    )


_WON: Final = ("RAT-BOARD-05", "RAT-BOARD-06")


def captured(battle: Battle, captor: RatingsShip, prize: RatingsShip, rules: tuple[str, ...]) -> None:
    """She is taken, and manned."""
    units = battle.bound[prize_crew](battle.lore, captor)
    changes = [
        alter(prize, "status", TAKEN),
        alter(prize, "taken_by", captor.id),
        *no_boarding(battle, prize.id),
    ]
    if units:
        changes += (alter(captor, "crew", captor.crew - units), alter(captor, "away", captor.away + units))
    battle.emit(
        ShipTaken,
        ship=prize.id,
        by=captor.id,
        changes=tuple(changes),
        rules=(*rules, "RAT-BGMORALE-04"),
    )
