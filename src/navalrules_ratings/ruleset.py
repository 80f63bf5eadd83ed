"""The rating rules: how the pieces fit."""

from __future__ import annotations

from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import Phase, Rulebook, Ruleset, Ship, ShipPlan, Tables
from navalrules_ratings import (
    boarding,
    checks,
    crew,
    damage,
    fires,
    grappling,
    gunnery,
    house_rules,
    morale,
    rigging,
    sailing,
    weather,
)
from navalrules_ratings.captain import CloseAction, Dismaster
from navalrules_ratings.cards import PHASES, CardTable, Up
from navalrules_ratings.events import EVENTS
from navalrules_ratings.lore import Lore
from navalrules_ratings.measuring import gap
from navalrules_ratings.orders import ORDERS, Act, Fire, Shot, Task, Turn
from navalrules_ratings.ship import GRADES, RatingsShip, check_ties, enrolled
from navalrules_ratings.texts import refusal, texts

if TYPE_CHECKING:
    from navalrules import Battle, Entrant, IllegalOrder, Order, Scenario, testing

_HERE: Final = files("navalrules_ratings")
_TABLES: Final = ("base", "ratings", "movement", "gunnery", "crew", "boarding", "ship")
_METRES: Final = 10.0


class Ratings(Ruleset):
    """Ships as ratings on cards, a d6 and a results table (RAT-SCOPE-01): small battles under sail."""

    name = "ratings"
    title = "Expanded rating system"
    version = "1.0"
    unit = "MU"
    metres = _METRES
    turn_limit = 40
    farthest = 1000.0
    # Of two with the same first ID the earlier one is meant by the ID alone: the expanded system's own.
    points = (
        checks.quality,
        *(sailing.point_of_sail, sailing.two_settings, sailing.settings, sailing.full_sail_dice),
        *(sailing.extra_dice, sailing.speed_loss, sailing.dice_lost, sailing.shortfall, sailing.lies_fast),
        *(sailing.legal_moves, sailing.turning_interval, sailing.steers, sailing.may_turn),
        *(sailing.tack, sailing.pays_off, sailing.wears),
        *(gunnery.own_rating, gunnery.battery_rating, gunnery.silent, gunnery.two_aims, gunnery.aims),
        *(gunnery.both_loads, gunnery.loads, gunnery.aims_with, gunnery.chain_reaches, gunnery.bears),
        *(gunnery.range_band, gunnery.clear, gunnery.raked_end, gunnery.first_broadside),
        *(gunnery.factor_modifiers, gunnery.die_modifiers, gunnery.results_table, gunnery.without_lowest),
        *(gunnery.cell_of, gunnery.wreckage_fire),
        *(damage.engaged_side, damage.crew_loss, damage.hull_loss, damage.side_loss, damage.raked_loss),
        *(damage.others_at_hull, damage.others_aloft, damage.founders, damage.colours_down),
        *(rigging.masts_drawn_among, rigging.draw_mast, rigging.rigging_total),
        *(rigging.at_full_sail, rigging.suffers_double, rigging.no_mast_to_hit, rigging.raked_aloft),
        *(rigging.side_effects_count, rigging.beside_the_masts, rigging.mast_side, rigging.masts_to_fall),
        *(rigging.lies_alongside, rigging.jury_rating),
        *(crew.hands, crew.may_set_sail, crew.may_jury_rig, crew.opposed, crew.parting),
        *(crew.puts_out, crew.rigs_tackles, crew.cuts_away, crew.gets_clear),
        *(fires.burnt_battery, fires.burnt_rating),
        *(grappling.fouls, grappling.may_grapple),
        *(boarding.higher_broadside, boarding.boarding_rating, boarding.score),
        *(boarding.rounds_to_fight, boarding.no_limit, boarding.who_boards, boarding.gets_across),
        *(boarding.base_loss, boarding.revised_loss, boarding.base_outcome, boarding.revised_outcome),
        *(boarding.loses_a_tie, boarding.costs_its_loser, boarding.after_a_repulse, boarding.prize_crew),
        *(boarding.may_withdraw, boarding.may_counterboard),
        *(morale.triggers, morale.morale_test),
        *(weather.wind_check, weather.drifts),
    )
    grades = GRADES
    house_rules = house_rules.ALL
    event_types = EVENTS
    order_types = ORDERS
    value_types = (Turn, Shot, Task, boarding.Boarding, Up)
    ship_type = RatingsShip
    table_type = CardTable
    captains = {"close_action": CloseAction, "cautious": Dismaster}

    def __init__(self) -> None:
        self.rulebook = Rulebook.read(_HERE.joinpath("rulebook.toml"))
        self.tables = Tables.read(*(_HERE.joinpath("tables", f"{name}.toml") for name in _TABLES))
        self.texts = texts()

    def phases(self) -> tuple[Phase, ...]:
        """The cards of a turn, in whatever order they come, and its end (RAT-BGSEQ)."""
        return tuple(phase() for phase in PHASES)

    def enrol(self, plan: ShipPlan, entrant: Entrant, tables: Tables) -> Ship:
        """Make the ship of a plan; raises EnrolmentError with the reason when it cannot."""
        return enrolled(plan, entrant, tables)

    def table(self, scenario: Scenario, tables: Tables) -> CardTable:
        """No card drawn yet; raises EnrolmentError for ships tied to others that do not say so too."""
        graded = [each for each in scenario.entrants if each.grades]
        for key in ("grappled", "fouled") if graded else ():
            told = {each.id: (each.grades.get(f"rat_{key}"), each.side) for each in graded}
            check_ties({ship: (str(other), side) for ship, (other, side) in told.items() if other}, key)
        visibility = str(scenario.conditions.get("visibility", ""))
        return CardTable(visibility="" if visibility == "clear" else visibility)

    def prepare(self, tables: Tables) -> Lore:
        """Lookups and constant modifiers; raises BadFile for a results table with a hole in it."""
        return self._lore if tables is self.tables else Lore.of(tables)

    @cached_property
    def _lore(self) -> Lore:
        return Lore.of(self.tables)

    def volunteer(self, battle: Battle, order: Order) -> IllegalOrder | None:
        """Nothing may be ordered unasked; says why where the rules have a reason of their own."""
        ship = battle.state.ships.get(order.ship)
        if ship is not None and not ship.fighting:
            return refusal("out_of_action", "RAT-BGMORALE-03", ship=ship.name, status=ship.status)
        if isinstance(ship, RatingsShip) and ship.tried and isinstance(order, Act | Fire) and order.grapple:
            return refusal("grappled_once", "RAT-BGGRAP-01", ship=ship.name)
        return super().volunteer(battle, order)

    def range_between(self, ship: Ship, target: Ship, centres: float) -> float:
        """MU from the nearest point of one hull to the nearest point of the other (RAT-BGFIRE-04)."""
        if ship.pose is None or target.pose is None:
            return centres
        return gap(ship.pose, target.pose, self._lore.half_length, self._lore.half_beam)

    def contract(self) -> type[testing.Contract]:
        """What the contract's checks must know of these rules."""
        from navalrules_ratings.contract import RatingsContract

        return RatingsContract

    def hull_box(self, ship: Ship) -> tuple[float, float]:
        """Half length and half beam in MU."""
        return self._lore.half_length, self._lore.half_beam

    def sheet(self, ship: Ship) -> dict[str, Any]:
        """Her ratings as plain data: each as [left, of], masts by name, what is amiss."""
        assert isinstance(ship, RatingsShip)
        masts = zip(ship.masts, ship.mast, ship.mast_full, ship.fallen, ship.jury, strict=True)
        return {
            **{
                key: getattr(ship, key) for key in ("id", "name", "side", "status", "rate", "quality", "sail")
            },
            **{name: list(pair) for name, pair in self.strength(ship).items()},
            "port": [ship.port, ship.port_full],
            "starboard": [ship.starboard, ship.starboard_full],
            "rigging": {
                name: {"rating": [left, full], "fallen": down, "jury": jury}
                for name, left, full, down, jury in masts
            },
            "pose": attrs.astuple(ship.pose) if ship.pose else None,
            "anchored": ship.anchored,
            "wreckage": list(ship.wrecks),
            "wheel_gone": ship.wheel_gone,
            "on_fire_since": ship.fire_since or None,
            "fouled": list(ship.fouled),
            "grappled": list(ship.grappled),
            "sinks_on": ship.sinks_on or None,
            "taken_by": ship.taken_by,
        }

    def strength(self, ship: Ship) -> dict[str, tuple[float, float]]:
        """Hull, both broadsides together, her chasers, masts, crew units: what is left, and of what."""
        assert isinstance(ship, RatingsShip)
        found: dict[str, tuple[float, float]] = {
            "hull": (ship.hull, ship.hull_full),
            "broadsides": (ship.port + ship.starboard, ship.port_full + ship.starboard_full),
        }
        for name, left, full in (("bow", ship.bow, ship.bow_full), ("stern", ship.stern, ship.stern_full)):
            if left is not None and full is not None:
                found[name] = (left, full)
        found["masts"] = (sum(ship.mast), sum(ship.mast_full))
        found["crew"] = (ship.crew, ship.crew_full)
        return found
