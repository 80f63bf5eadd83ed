"""The turn: cards of both sides drawn one at a time, and the phases they bring (RAT-BGSEQ)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from navalrules import Choice, Chosen, Phase, Request, alter
from navalrules_ratings import boarding, fires, weather
from navalrules_ratings.action import ActRequest, FireRequest, act, resume
from navalrules_ratings.boarding import Boarding
from navalrules_ratings.crew import CommandRequest, sails_and_anchor, tasks
from navalrules_ratings.events import CardDrawn
from navalrules_ratings.morale import face_morale
from navalrules_ratings.orders import Act, Command, Fire
from navalrules_ratings.sailing import roll_movement
from navalrules_ratings.ship import RatingsShip

if TYPE_CHECKING:
    from navalrules import Battle

DEAL: Final = "deal"
COMMAND: Final = "command"
ACTION: Final = "action"
BOARDING: Final = "boarding"
TURN_END: Final = "turn_end"
NEXT: Final = "next"


@attrs.define
class CardTable:
    """What lies on the table besides ships: the cards drawn by each side, the side whose card is up, the
    phase it brings, who is still to act and who acts, and where a ship that waits stands in her move;
    the boarding actions; and what obscures the view ("" for nothing)."""

    drawn: tuple[int, int] = (0, 0)
    card: str = ""
    stage: str = DEAL
    to_act: tuple[str, ...] = ()
    actor: str = ""
    point: str = ""
    order: Act | None = None
    way: tuple[float, ...] = ()
    boardings: tuple[Boarding, ...] = ()
    visibility: str = ""


# ---------------------------------------------------------------- cards


def draw_card(battle: Battle) -> None:
    """Draw the next card: a side's first is its Command Phase, the others are its Action Phases."""
    table = battle.state.table
    cards = battle.tables["cards"]
    command, each = cards.whole("command"), cards.whole("command") + cards.whole("action")
    left = [each - drawn for drawn in table.drawn]
    if not any(left):
        battle.emit(
            CardDrawn,
            side="",
            card="",
            changes=(alter(table, "card", ""), alter(table, "stage", TURN_END)),
            rules=_DRAWN,
        )
        return
    # The last card of one side needs no draw once the other has none.
    index = battle.dice.pick(sum(left), "", "card").value if all(left) else left[0] and sum(left) - 1
    place = 0 if index < left[0] else 1
    side = battle.scenario.sides[place].name
    drawn = (table.drawn[0] + (place == 0), table.drawn[1] + (place == 1))
    stage = COMMAND if drawn[place] <= command else ACTION
    changes = [alter(table, "drawn", drawn)]
    if table.card != side:
        changes.append(alter(table, "card", side))
    if table.stage != stage:
        changes.append(alter(table, "stage", stage))
    if stage == ACTION:
        changes.append(alter(table, "to_act", tuple([ship.id for ship in crewed(battle, side)])))
    battle.emit(CardDrawn, side=side, card=stage, changes=tuple(changes), rules=_DRAWN)
    if stage == ACTION:
        only_one(battle)


_DRAWN: Final = ("RAT-BGSEQ-01",)


def crewed(battle: Battle, side: str) -> list[RatingsShip]:
    """The ships of a side that still fight, by id."""
    return [
        ship
        for ship in battle.state.ships.values()
        if ship.side == side and ship.fighting and isinstance(ship, RatingsShip)
    ]


def only_one(battle: Battle) -> None:
    """Where one ship alone is left to act, nobody need choose."""
    table = battle.state.table
    if len(table.to_act) == 1:
        begin_action(battle, table.to_act[0])


def begin_action(battle: Battle, name: str) -> None:
    """A ship's turn to act: her movement dice fall."""
    table = battle.state.table
    ship = battle.state.ships[name]
    assert isinstance(ship, RatingsShip)
    change = alter(table, "actor", name)
    roll_movement(battle, ship, change)


# ---------------------------------------------------------------- phases


class DealPhase(Phase):
    """All cards are shuffled together and the first is drawn."""

    name = DEAL
    rules = ("RAT-BGSEQ-01",)

    def run(self, battle: Battle) -> None:
        draw_card(battle)

    def leads_to(self, battle: Battle) -> str:
        stage: str = battle.state.table.stage
        return stage


class CommandPhase(DealPhase):
    """A side's Command Phase: sails and anchors, crew tasks, morale (RAT-BGSEQ-02)."""

    name = COMMAND
    rules = ("RAT-BGSEQ-02",)

    def requests(self, battle: Battle) -> list[Request]:
        return [
            CommandRequest(battle, ship) for ship in crewed(battle, battle.state.table.card) if ship.crew > 0
        ]

    def run(self, battle: Battle) -> None:
        ships = crewed(battle, battle.state.table.card)
        orders = [(ship, battle.answer(Command.kind, ship.id)) for ship in ships]
        told = [(ship, order) for ship, order in orders if isinstance(order, Command)]
        for ship, order in told:
            sails_and_anchor(battle, ship, order)
        for ship, order in told:
            tasks(battle, ship, order)
        for ship in ships:
            if ship.fighting:
                face_morale(battle, ship)
        draw_card(battle)


class ActionPhase(DealPhase):
    """A side's Action Phase: its ships act one after another, in its player's order (RAT-BGSEQ-03)."""

    name = ACTION
    rules = ("RAT-BGSEQ-03", "RAT-BGSEQ-04")

    def requests(self, battle: Battle) -> list[Request]:
        table = battle.state.table
        if not table.actor:
            options = [Chosen(about=NEXT, option=name) for name in table.to_act]
            return [Choice(table.card, options, "RAT-BGSEQ-03")] if options else []
        ship = _actor(battle)
        if not ship.fighting:
            return []
        if table.point:
            request = FireRequest(battle, ship, table.point)
            return [request] if request.anything else []
        return [ActRequest(battle, ship)]

    def run(self, battle: Battle) -> None:
        table = battle.state.table
        if not table.actor:
            chosen = battle.answer(Chosen.kind, "", NEXT)
            if isinstance(chosen, Chosen):
                begin_action(battle, chosen.option)
                return
            self._next(battle)
            return
        ship = _actor(battle)
        if self._done(battle, ship):
            self._next(battle)

    def _done(self, battle: Battle, ship: RatingsShip) -> bool:
        table = battle.state.table
        if table.point:
            fire = battle.answer(Fire.kind, ship.id, table.point)
            return resume(battle, ship, fire if isinstance(fire, Fire) else None)
        order = battle.answer(Act.kind, ship.id)
        return act(battle, ship, order) if isinstance(order, Act) else True

    def _next(self, battle: Battle) -> None:
        """The ship has acted: the next one, or the boarders, or the next card."""
        table = battle.state.table
        ships = battle.state.ships
        left = tuple([name for name in table.to_act if name != table.actor and ships[name].fighting])
        changes = [alter(table, "to_act", left), alter(table, "actor", "")]
        if table.point:
            changes += [alter(table, "point", ""), alter(table, "order", None), alter(table, "way", ())]
        boards = not left and boarding.due(battle)
        if boards:
            changes.append(alter(table, "stage", BOARDING))
        battle.emit(CardDrawn, side=table.card, card="acted", changes=tuple(changes), rules=("RAT-BGSEQ-03",))
        if left:
            only_one(battle)
        elif not boards:
            draw_card(battle)


def _actor(battle: Battle) -> RatingsShip:
    ship = battle.state.ships[battle.state.table.actor]
    assert isinstance(ship, RatingsShip)
    return ship


class BoardingPhase(DealPhase):
    """The end of an Action Phase: boarding rounds between grappled ships (RAT-BOARD-17)."""

    name = BOARDING
    rules = ("RAT-BOARD-17", "RAT-BGSEQ-03")

    def requests(self, battle: Battle) -> list[Request]:
        return boarding.requests(battle)

    def run(self, battle: Battle) -> None:
        boarding.carry_on(battle)
        draw_card(battle)


class TurnEndPhase(Phase):
    """The end of the turn: fires burn, ships sink and drift, the wind is checked (RAT-BGSEQ-05)."""

    name = TURN_END
    rules = ("RAT-BGSEQ-05",)

    def run(self, battle: Battle) -> None:
        table = battle.state.table
        fires.burn(battle)
        fires.go_down(battle)
        weather.drift(battle)
        changes = (alter(table, "drawn", (0, 0)), alter(table, "stage", DEAL))
        weather.check_wind(battle, changes)


PHASES: Final = (DealPhase, CommandPhase, ActionPhase, BoardingPhase, TurnEndPhase)
