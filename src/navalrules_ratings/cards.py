"""The turn: cards of both sides drawn one at a time, and the phases they bring (RAT-BGSEQ)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import FIGHTING, Change, Choice, Chosen, Phase, Request, alter
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


@attrs.frozen(slots=False)
class Up:
    """The card that is up: the cards each side has drawn, the `side` whose card it is, the `stage` of the
    turn it brought, the ships still `to_act` and the `actor` among them ("" for none)."""

    drawn: tuple[int, int] = (0, 0)
    side: str = ""
    stage: str = DEAL
    to_act: tuple[str, ...] = ()
    actor: str = ""


@attrs.define
class CardTable:
    """What lies on the table besides ships: the card that is up, where a ship that waits stands in her move
    (`point`, her `order` and the `way` she has made), the boarding actions, and what obscures the view."""

    up: Up = Up()
    point: str = ""
    order: Act | None = None
    way: tuple[float, ...] = ()
    boardings: tuple[Boarding, ...] = ()
    visibility: str = ""

    @property
    def drawn(self) -> tuple[int, int]:
        """Cards drawn this turn by each side, in the order of the scenario."""
        return self.up.drawn

    @property
    def card(self) -> str:
        """The side whose card is up."""
        return self.up.side

    @property
    def stage(self) -> str:
        """The phase that its card brought."""
        return self.up.stage

    @property
    def to_act(self) -> tuple[str, ...]:
        """Ships that have still to act, by id."""
        return self.up.to_act

    @property
    def actor(self) -> str:
        """The ship that acts."""
        return self.up.actor


# ---------------------------------------------------------------- cards


def draw_card(battle: Battle, changes: tuple[Change, ...] = ()) -> None:
    """Draw the next card: a side's first is its Command Phase, the others are its Action Phases.

    `changes` are what the end of the last card's phase has changed.
    """
    table, lore = battle.state.table, battle.lore
    drawn = first, second = table.up.drawn
    left, theirs = lore.cards - first, lore.cards - second
    side = card = only = ""
    ships: tuple[str, ...] = ()
    if left or theirs:
        # Once one side has none left there is nothing to draw for.
        index = battle.dice.pick(left + theirs, "", "card").value if left and theirs else 0
        if index < left:
            place, drawn = 0, (first + 1, second)
        else:
            place, drawn = 1, (first, second + 1)
        side, card = battle.scenario.sides[place].name, COMMAND
        if drawn[place] > lore.command_cards:
            card, ships = ACTION, tuple([ship.id for ship in fighting(battle, side)])
            # Where one ship alone is left to act, nobody need choose.
            only = ships[0] if len(ships) == 1 else ""
    _turn_up(battle, card, Up(drawn, side, card or TURN_END, ships, only), changes, _DRAWN)
    if only:
        ship: Any = battle.state.ships[only]
        roll_movement(battle, ship)


_DRAWN: Final = ("RAT-BGSEQ-01",)
_NEXT: Final = ("RAT-BGSEQ-03",)
_BOARDERS: Final = ("RAT-BOARD-17",)


def _turn_up(battle: Battle, card: str, up: Up, changes: tuple[Change, ...], rules: tuple[str, ...]) -> None:
    table = battle.state.table
    if battle.told:
        changed = (*changes, alter(table, "up", up))
        battle.emit(CardDrawn, side=up.side, card=card, changes=changed, rules=rules)
    else:
        table.up = up


def fighting(battle: Battle, side: str) -> list[RatingsShip]:
    """The ships of a side that still fight, by id."""
    ships: Any = battle.state.ships
    return [ship for ship in ships.values() if ship.side == side and ship.status == FIGHTING]


# ---------------------------------------------------------------- phases


class DealPhase(Phase):
    """All cards are shuffled together and the first is drawn."""

    name: str = DEAL
    rules: tuple[str, ...] = ("RAT-BGSEQ-01",)

    def run(self, battle: Battle) -> None:
        draw_card(battle)

    def leads_to(self, battle: Battle) -> str:
        stage: str = battle.state.table.up.stage
        return stage


class CommandPhase(DealPhase):
    """A side's Command Phase: sails and anchors, crew tasks, morale (RAT-BGSEQ-02)."""

    name = COMMAND
    rules = ("RAT-BGSEQ-02",)

    def requests(self, battle: Battle) -> list[Request]:
        return [
            CommandRequest(battle, ship)
            for ship in fighting(battle, battle.state.table.up.side)
            if ship.crew > 0
        ]

    def run(self, battle: Battle) -> None:
        ships = fighting(battle, battle.state.table.up.side)
        told = [
            (ship, order)
            for ship in ships
            if isinstance(order := battle.answer(Command.kind, ship.id), Command)
        ]
        for ship, order in told:
            if order.sail or order.anchor:
                sails_and_anchor(battle, ship, order)
        for ship, order in told:
            if order.tasks:
                tasks(battle, ship, order)
        for ship in ships:
            if ship.status == FIGHTING:
                face_morale(battle, ship)
        draw_card(battle)


class ActionPhase(DealPhase):
    """A side's Action Phase: its ships act one after another, in its player's order (RAT-BGSEQ-03)."""

    name = ACTION
    rules = ("RAT-BGSEQ-03", "RAT-BGSEQ-04")

    def requests(self, battle: Battle) -> list[Request]:
        table = battle.state.table
        up = table.up
        if not up.actor:
            options = [Chosen(about=NEXT, option=name) for name in up.to_act]
            return [Choice(up.side, options, "RAT-BGSEQ-03")] if options else []
        ship: Any = battle.state.ships[up.actor]
        if ship.status != FIGHTING:
            return []
        if table.point:
            request = FireRequest(battle, ship, table.point)
            return [request] if request.anything else []
        return [ActRequest(battle, ship)]

    def run(self, battle: Battle) -> None:
        table = battle.state.table
        if not table.up.actor:
            chosen = battle.answer(Chosen.kind, "", NEXT)
            if isinstance(chosen, Chosen):
                _begin(battle, table.up.to_act, chosen.option)
            else:
                draw_card(battle)
            return
        ship: Any = battle.state.ships[table.up.actor]
        point = table.point
        if point:
            fire = battle.answer(Fire.kind, ship.id, point)
            done = resume(battle, ship, fire if isinstance(fire, Fire) else None)
        else:
            order = battle.answer(Act.kind, ship.id)
            done = not isinstance(order, Act) or act(battle, ship, order)
        if done:
            self._next(battle)

    def _next(self, battle: Battle) -> None:
        """The ship has acted: the next one, or the boarders, or the next card."""
        table, ships = battle.state.table, battle.state.ships
        changes: tuple[Change, ...] = ()
        if table.point:
            changes = (alter(table, "point", ""), alter(table, "order", None), alter(table, "way", ()))
        up = table.up
        left: tuple[str, ...] = ()
        if len(up.to_act) > 1:
            left = tuple([name for name in up.to_act if name != up.actor and ships[name].status == FIGHTING])
        if left:
            _begin(battle, left, left[0] if len(left) == 1 else "", changes)
        elif boarding.due(battle):
            _turn_up(battle, BOARDING, Up(up.drawn, up.side, BOARDING), changes, _BOARDERS)
        else:
            draw_card(battle, changes)


def _begin(battle: Battle, to_act: tuple[str, ...], name: str, changes: tuple[Change, ...] = ()) -> None:
    """The next ship is to act: her movement dice fall, if it is settled which."""
    up = attrs.evolve(battle.state.table.up, to_act=to_act, actor=name)
    _turn_up(battle, NEXT, up, changes, _NEXT)
    if name:
        ship: Any = battle.state.ships[name]
        roll_movement(battle, ship)


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
        weather.check_wind(battle, (alter(table, "up", Up()),))


PHASES: Final = (DealPhase, CommandPhase, ActionPhase, BoardingPhase, TurnEndPhase)
