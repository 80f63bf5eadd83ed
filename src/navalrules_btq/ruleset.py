"""Beat to Quarters: how the pieces fit."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from navalrules import Library, Phase, Rulebook, Ruleset, Ship, ShipPlan, Tables, Verdict
from navalrules_btq import (
    boarding,
    book,
    breaking,
    collision,
    crew,
    damage,
    damage_control,
    engaging,
    fire,
    fires,
    firing,
    grappling,
    gunnery,
    house_rules,
    irons,
    manning,
    masts,
    musketry,
    officers,
    parties,
    points,
    prizes,
    sailing,
    scale,
    sheet,
    shot,
    sighting,
    surrender,
    tacking,
    umpire,
    wind,
)
from navalrules_btq.captain import Cautious, CloseAction
from navalrules_btq.enrol import KEYS, METRES, SCENARIO_KEYS, enrolled, fitted
from navalrules_btq.events import EVENTS
from navalrules_btq.lore import Lore
from navalrules_btq.moving import SailPhase
from navalrules_btq.orders import ORDERS, VALUES, Fire, RanFoul
from navalrules_btq.sea import Sea
from navalrules_btq.ship import BtqShip
from navalrules_btq.stations import Stations
from navalrules_btq.texts import texts
from navalrules_btq.turn_end import TurnEndPhase

if TYPE_CHECKING:
    from navalrules import Battle, Entrant, IllegalOrder, Order, Scenario, testing

_HERE: Final = files("navalrules_btq")
_TABLES: Final = (
    "boarding",
    "crew",
    "damage",
    "fire",
    "gunnery",
    "rigging",
    "sailing",
    "scenario",
    "ship",
    "wind",
)


class BeatToQuarters(Ruleset):
    """Age of Sail actions of 1775 to 1815: percentages, broadsides in two steps, eighteen house rules."""

    name = "btq"
    title = "Beat to Quarters"
    version = "1.0"
    unit = "mm"
    metres = METRES
    turn_limit = 100
    farthest = 100_000.0
    points = (
        *wind.POINTS,
        *sailing.POINTS,
        *tacking.POINTS,
        *irons.POINTS,
        *sighting.POINTS,
        *manning.POINTS,
        *shot.POINTS,
        *gunnery.POINTS,
        *damage.POINTS,
        *masts.POINTS,
        *surrender.POINTS,
        *points.POINTS,
        *fires.POINTS,
        *damage_control.POINTS,
        *crew.POINTS,
        *parties.POINTS,
        *grappling.POINTS,
        *musketry.POINTS,
        *boarding.POINTS,
        *breaking.POINTS,
        *officers.POINTS,
        *prizes.POINTS,
        *collision.POINTS,
        *house_rules.POINTS,
    )
    house_rules = house_rules.ALL
    grades = KEYS
    scenario_grades = SCENARIO_KEYS
    switches = {"simultaneous_fire": (True, False), scale.SWITCH: scale.SCALES}
    event_types = (*EVENTS, *umpire.EVENTS)
    order_types = (*ORDERS, *umpire.ORDERS)
    value_types = (*VALUES, *fire.VALUES, Stations, *parties.VALUES)
    ship_type = BtqShip
    table_type = Sea
    captains = {"close_action": CloseAction, "cautious": Cautious}

    def __init__(self) -> None:
        self.rulebook = Rulebook.read(_HERE.joinpath("rulebook.toml"))
        self.tables = Tables.read(*(_HERE.joinpath("tables", f"{name}.toml") for name in _TABLES))
        self.texts = texts()

    @cached_property
    def library(self) -> Library:
        """Ships that only this ruleset brings (BTQ-LIB-04)."""
        return Library.indexed(_HERE.joinpath("ships.toml"))

    def preset(self, scenario: Scenario, tables: Tables) -> Mapping[str, bool]:
        """Every house rule on for a scenario of history, else what each is by itself (BTQ-SCEN-02)."""
        return book.house_rules_on(self.house_rules, scenario, tables)

    def phases(self) -> tuple[Phase, ...]:
        """The steps of a turn (BTQ-TURN-01)."""
        return (
            wind.WindPhase(),
            points.OddsPhase(),
            SailPhase(),
            fire.FirePhase(),
            grappling.ClosePhase(),
            engaging.BoardPhase(),
            TurnEndPhase(),
        )

    def enrol(self, plan: ShipPlan, entrant: Entrant, tables: Tables) -> Ship:
        """Make the ship of a plan; raises EnrolmentError with the reason when it cannot."""
        return enrolled(plan, entrant, tables, self.prepare(tables))

    def fitted(self, ship: Ship, entrant: Entrant, switches: Mapping[str, Any]) -> None:
        """A crack crew needs the house rule crack_crew; raises EnrolmentError (BTQ-SHIP-07)."""
        assert isinstance(ship, BtqShip)
        fitted(ship, entrant, bool(switches.get("crack_crew", False)))

    def table(self, scenario: Scenario, tables: Tables) -> Sea:
        """Nobody alongside anybody yet."""
        return Sea()

    def prepare(self, tables: Tables) -> Lore:
        """Lookups and constant modifiers; those of the unchanged tables are kept."""
        return self._lore if tables is self.tables else Lore.of(tables)

    @cached_property
    def _lore(self) -> Lore:
        return Lore.of(self.tables)

    def verdict(self, battle: Battle) -> Verdict | None:
        """Who has won; nobody while shots that have been fired are still to tell (BTQ-GUN-23)."""
        return None if battle.state.table.deferred else super().verdict(battle)

    def volunteer(self, battle: Battle, order: Order) -> IllegalOrder | None:
        """Why an order that nobody asked for is refused; an umpire's may be given at any time (BTQ-UI-06)."""
        if isinstance(order, Fire) and isinstance(ship := battle.state.ships.get(order.ship), BtqShip):
            return firing.unasked(battle, ship, order)
        if isinstance(order, RanFoul):
            return collision.unreported(battle, order)
        return umpire.refusal(battle, order)

    def act_on(self, battle: Battle, order: Order) -> None:
        """Carry out an umpire's order, or a collision that the table reports."""
        if isinstance(order, RanFoul):
            collision.report(battle, order)
            return
        umpire.carry_out(battle, order)

    def in_the_way(self, ship: Ship) -> bool:
        """No ship: these rules know of no line of fire that a third one blocks."""
        return False

    def contract(self) -> type[testing.Contract]:
        """What the contract's checks must know of these rules."""
        from navalrules_btq.contract import BtqContract

        return BtqContract

    def sheet_in(self, battle: Battle, ship: Ship) -> dict[str, Any]:
        """Her card and condition sheet (BTQ-SHIP-26, BTQ-DMG-13)."""
        return sheet.card(battle, ship)

    def strength(self, ship: Ship) -> dict[str, tuple[float, float]]:
        """Hull, crew, guns, sails and mast sections: left and begun with."""
        assert isinstance(ship, BtqShip)
        guns = sum(ship.port) + sum(ship.starboard) + sum(ship.bow) + sum(ship.stern)
        sails = ship.sails_full
        return {
            "hull": (max(ship.hvn - ship.hull, 0), ship.hvn),
            "crew": (ship.crew, max(ship.crew, ship.crew_full)),
            "guns": (guns, ship.gun_count),
            "sails": (sails - ship.sails_lost, sails),
            "surrender_points": (ship.sp, max(ship.sp, 10)),
        }
