"""American Civil War squares: how the pieces fit."""

from __future__ import annotations

from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import (
    Library,
    Phase,
    Rulebook,
    Ruleset,
    Ship,
    ShipPlan,
    Tables,
    UnknownName,
)
from navalrules_civilwar import bearing as bearings
from navalrules_civilwar import crew, damage, gunnery, house_rules, morale, sailing, status
from navalrules_civilwar.captain import Cautious, CloseAction
from navalrules_civilwar.lore import Lore
from navalrules_civilwar.orders import ORDERS, Half, StrikeColours
from navalrules_civilwar.ship import CONFEDERATE, FEDERAL, KEYS, CivilWarShip, Gun, enrolled, guns_of
from navalrules_civilwar.texts import refusal, texts

if TYPE_CHECKING:
    from navalrules import Battle, Entrant, IllegalOrder, Order, Scenario, testing

_HERE: Final = files("navalrules_civilwar")
_TABLES: Final = ("gunnery", "damage", "movement", "crew", "morale", "ship")
_METRES: Final = 22.86
_KEPT: Final = 64
_BEAM_SHARE: Final = 0.15
"""Beam over length of a hull that blocks a line of fire: sloops of the time ran from 1 in 6 to 1 in 7."""


@attrs.define
class Waters:
    """What the table itself is like: the sea state, haze and visibility (ACW-GUN-09, -18)."""

    sea: str = "calm"
    haze: str = ""
    visibility: str = ""


class CivilWar(Ruleset):
    """Open-sea ship actions of the American Civil War (ACW-SCOPE-01): d20 gunnery, crews in squares."""

    name = "civilwar"
    title = "American Civil War squares"
    version = "1.0"
    unit = "inch"
    metres = _METRES
    turn_limit = 60
    farthest = 2000.0
    points = (
        *(bearings.bears, bearings.clear, bearings.aspect),
        *(
            gunnery.mans,
            gunnery.side_clear,
            gunnery.lies_still,
            gunnery.stillness,
            gunnery.obscured,
            gunnery.weather,
        ),
        *(
            gunnery.own_fires,
            gunnery.crew_modifier,
            gunnery.range_modifier,
            gunnery.situation,
            gunnery.to_hit,
        ),
        *(damage.place_struck, damage.guns_exposed, damage.critical_result, damage.explosion),
        *(damage.side_of_mast, damage.boiler_hit, damage.sinking_time, damage.hull_or_waterline),
        *(damage.crew_hit, damage.mast_share, damage.steam_kept, damage.bridge_halves, damage.heavier),
        *(damage.foundering, damage.crewless, damage.steam_after_boiler),
        *(sailing.boiler_share, sailing.most_speed, sailing.wind_limit, sailing.speed_range),
        *(
            sailing.most_astern,
            sailing.sail_changes,
            sailing.notch_interval,
            sailing.helm_held,
            sailing.dragged,
            sailing.may_turn,
        ),
        *(crew.pumps_needed, crew.distribute),
        *(status.flooding, status.fire_need, status.fight_fire, status.fire_burns, status.free_helm),
        *(status.wreck_cleared, status.takes),
        *(morale.situations, morale.passing_range, morale.shortened, morale.morale_check),
    )
    grades = KEYS
    house_rules = house_rules.ALL
    order_types = ORDERS
    value_types = (Half, Gun)
    ship_type = CivilWarShip
    table_type = Waters
    captains = {"close_action": CloseAction, "cautious": Cautious}

    def __init__(self) -> None:
        self.rulebook = Rulebook.read(_HERE.joinpath("rulebook.toml"))
        self.tables = Tables.read(*(_HERE.joinpath("tables", f"{name}.toml") for name in _TABLES))
        self.texts = texts()
        self._guns: dict[str, tuple[ShipPlan, tuple[Gun, ...]]] = {}

    @cached_property
    def library(self) -> Library:
        """The ledger's own fourteen ships (ACW-DATA-01 to -14)."""
        return Library.indexed(_HERE.joinpath("ships.toml"))

    def phases(self) -> tuple[Phase, ...]:
        """The eight steps (ACW-SEQ-01 to -09); choices of lost squares follow the steps that cost them."""
        return _PHASES

    def enrol(self, plan: ShipPlan, entrant: Entrant, tables: Tables) -> Ship:
        """Make the ship of a plan; raises EnrolmentError with the reason when it cannot."""
        return enrolled(plan, entrant, tables, self._armed(plan, tables))

    def _armed(self, plan: ShipPlan, tables: Tables) -> tuple[Gun, ...]:
        """Her guns; those of the last plans under the unchanged tables are kept, for battles fought again."""
        if tables is not self.tables:
            return guns_of(plan, tables)
        kept = self._guns.get(plan.id)
        if kept is None or kept[0] is not plan:
            self._guns[plan.id] = kept = (plan, guns_of(plan, tables))
            if len(self._guns) > _KEPT:
                del self._guns[next(iter(self._guns))]
        return kept[1]

    def table(self, scenario: Scenario, tables: Tables) -> Waters:
        """Sea state from the wind's force unless the scenario names one; raises UnknownName for another."""
        told = scenario.conditions
        sea = str(told.get("sea", "") or tables["beaufort"].text(str(scenario.wind.force)))
        known = [key.removeprefix("sea_") for key in tables["situation"].entries if key.startswith("sea_")]
        if sea not in known:
            raise UnknownName(texts()("kind.sea_state"), sea, known)
        return Waters(sea, str(told.get("haze", "")), str(told.get("visibility", "")))

    def prepare(self, tables: Tables) -> Lore:
        """Lookups and constant modifiers; those of the unchanged tables are kept."""
        return self._lore if tables is self.tables else Lore.of(tables)

    @cached_property
    def _lore(self) -> Lore:
        return Lore.of(self.tables)

    def volunteer(self, battle: Battle, order: Order) -> IllegalOrder | None:
        """Only surrender may be ordered at any time (ACW-MOR-01); else says why not."""
        ship = battle.state.ships.get(order.ship)
        if ship is not None and not ship.fighting:
            return refusal("out_of_action", "ACW-MOR-13", ship=ship.name, status=ship.status)
        if isinstance(order, StrikeColours) and ship is not None:
            return None
        return super().volunteer(battle, order)

    def act_on(self, battle: Battle, order: Order) -> None:
        """Haul down the colours."""
        ship = battle.state.ships[order.ship]
        assert isinstance(ship, CivilWarShip)
        morale.strike_colours(battle, ship)

    def contract(self) -> type[testing.Contract]:
        """What the contract's checks must know of these rules."""
        from navalrules_civilwar.contract import CivilWarContract

        return CivilWarContract

    def hull_box(self, ship: Ship) -> tuple[float, float]:
        """Half length and half beam in inches; a square of waterline is 25 feet (ACW-RECORD-08)."""
        assert isinstance(ship, CivilWarShip)
        half = ship.waterline_full * self.tables["record"].number("feet_per_waterline") * 0.3048 / _METRES / 2
        return half, half * _BEAM_SHARE

    def sheet(self, ship: Ship) -> dict[str, Any]:
        """Her record as plain data: squares as [left, of], guns by name, what burns and jams."""
        assert isinstance(ship, CivilWarShip)
        return {
            "id": ship.id,
            "name": ship.name,
            "side": ship.side,
            "status": ship.status,
            "grade": ship.grade,
            "men": ship.men,
            **{name: list(pair) for name, pair in self.strength(ship).items()},
            "marines": ship.marines,
            "pose": attrs.astuple(ship.pose) if ship.pose else None,
            "speed": ship.speed,
            "power": ship.power,
            "maxima": {"steam": ship.steam, "sail": ship.sail, "both": ship.both},
            "anchored": ship.anchored,
            "battery": [_gun_row(ship, index) for index in range(len(ship.guns))],
            "stations": _stations(ship),
            "fires": len(ship.fires),
            "wreckage": [hand for hand, _ in ship.wrecks],
            "jammed": ship.jammed,
            "sinks_on": ship.sinks_on or None,
        }

    def strength(self, ship: Ship) -> dict[str, tuple[float, float]]:
        """Hull, waterline, crew, guns, masts, boats: what is left and what she began with."""
        assert isinstance(ship, CivilWarShip)
        return {
            "hull": (ship.hull, ship.hull_full),
            "waterline": (ship.waterline, ship.waterline_full),
            "crew": (ship.crew, ship.crew_full),
            "guns": (ship.guns_left, len(ship.guns)),
            "masts": (ship.masts, ship.masts_full),
            "boats": (ship.boats, ship.boats_full),
        }


_PHASES: Final[tuple[Phase, ...]] = (
    crew.StationsPhase("set_up", ("ACW-CREW-12",), True),
    sailing.OrdersPhase(),
    sailing.HalfMove("federal_first", ("ACW-SEQ-02",), FEDERAL, "first"),
    sailing.HalfMove("confederate_first", ("ACW-SEQ-03",), CONFEDERATE, "first"),
    gunnery.FirePhase("fire_first", ("ACW-SEQ-04", "ACW-SEQ-10", "ACW-GUN-11")),
    crew.LossesPhase("losses_first"),
    sailing.HalfMove("confederate_second", ("ACW-SEQ-05", "ACW-SEQ-09"), CONFEDERATE, "second"),
    sailing.HalfMove("federal_second", ("ACW-SEQ-06", "ACW-SEQ-09"), FEDERAL, "second"),
    gunnery.FirePhase("fire_second", ("ACW-SEQ-07", "ACW-SEQ-10", "ACW-GUN-11")),
    crew.LossesPhase("losses_second"),
    crew.StationsPhase("stations", ("ACW-SEQ-08", "ACW-CREW-12"), False),
    status.StatusPhase(),
    crew.LossesPhase("losses_third"),
    morale.MoralePhase(),
)


def _gun_row(ship: CivilWarShip, index: int) -> dict[str, Any]:
    gun: Gun = ship.guns[index]
    state = "out" if ship.guns_out[index] else "manned" if ship.at_guns[index] else "unmanned"
    return {
        "name": gun.name,
        "class": gun.kind,
        "arcs": list(gun.arcs),
        "calibre": gun.calibre,
        "state": state,
    }


def _stations(ship: CivilWarShip) -> dict[str, Any]:
    return {
        "pumps": ship.at_pumps,
        "fires": list(ship.at_fires),
        "wreckage": ship.at_wrecks,
        "steering": ship.at_steering,
        "boilers": [ship.at_boilers, ship.boilers],
        "guns": sum(ship.at_guns),
        "sails": ship.at_sails,
        "idle": ship.idle,
    }
