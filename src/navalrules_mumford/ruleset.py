"""Mumford's Naval Napoleonic rules: how the pieces fit."""

from __future__ import annotations

import math
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import (
    FIGHTING,
    SUNK,
    Library,
    Phase,
    Rulebook,
    Ruleset,
    Ship,
    ShipPlan,
    Tables,
    Verdict,
)
from navalrules_mumford import (
    boarding,
    boats,
    collision,
    command,
    damage,
    fires,
    flotation,
    formation,
    grappling,
    gunnery,
    hazards,
    house_rules,
    loading,
    lookout,
    morale,
    moving,
    officers,
    prizes,
    sailing,
    sequence,
    setup,
    shore,
    sighting,
    survivors,
    tacking,
    towing,
    wind,
)
from navalrules_mumford.admiral import Admiral
from navalrules_mumford.captain import Cautious, CloseAction
from navalrules_mumford.enrol import KEYS, METRES, SCENARIO_KEYS, enrolled
from navalrules_mumford.events import EVENTS
from navalrules_mumford.hazards import Gap, Hazard
from navalrules_mumford.lore import Lore
from navalrules_mumford.orders import ORDERS, Bend
from navalrules_mumford.phase import wind_strength
from navalrules_mumford.points import points
from navalrules_mumford.ship import (
    Aground,
    Boat,
    Fire,
    Grapple,
    GunLine,
    Melee,
    Mount,
    MumfordShip,
    Record,
    half_hull,
)
from navalrules_mumford.texts import texts

if TYPE_CHECKING:
    from navalrules import Battle, Entrant, Scenario, testing

_HERE: Final = files("navalrules_mumford")
_TABLES: Final = (
    "boarding",
    "damage",
    "gunnery",
    "hazards",
    "morale",
    "movement",
    "shore",
    "tacking",
)


@attrs.define
class Sea:
    """What the table itself is like: the face of the D10 up to which the wind changes in a move (99: never),
    the hazards, and the gaps broken in booms."""

    changes_on: int = wind.NEVER
    hazards: tuple[Hazard, ...] = ()
    gaps: tuple[Gap, ...] = ()


class Mumford(Ruleset):
    """Fleets and single ships of 1795 to 1805: pounds of shot, a D6 for each 72, moves in fifths."""

    name = "mumford"
    title = "Naval Napoleonic Rules"
    version = "1.0"
    unit = "inch"
    metres = METRES
    turn_limit = 80
    farthest = 2000.0
    points = (
        *wind.POINTS,
        *setup.POINTS,
        *formation.POINTS,
        *command.POINTS,
        *sailing.POINTS,
        *tacking.POINTS,
        *collision.POINTS,
        *boats.POINTS,
        *towing.POINTS,
        *sighting.POINTS,
        *loading.POINTS,
        *gunnery.POINTS,
        *damage.POINTS,
        *fires.POINTS,
        *flotation.POINTS,
        *officers.POINTS,
        *morale.POINTS,
        *grappling.POINTS,
        *boarding.POINTS,
        *survivors.POINTS,
        *prizes.POINTS,
        *shore.POINTS,
        *hazards.POINTS,
    )
    grades = KEYS
    scenario_grades = SCENARIO_KEYS
    switches = {
        "officers": ("regular", "thrown"),
        "crews": ("given", "thrown"),
        "half_die": ("minus_2", "minus_3"),
        "dice_bands": ("sheet", "whole_36"),
        "lfr_table": ("main", "sheet"),
        "half_rake": ("degrees", "percent"),
        "range_list": ("main", "short"),
        "fires": ("whole", "start_only"),
        "wind_strength_die": ("d6", "avd"),
        "battery_arc": ("each_side", "45_total"),
        "anchored_bonus": ("firer", "target"),
        "hot_shot": ("each", "pairs"),
    }
    house_rules = house_rules.ALL
    event_types = EVENTS
    order_types = ORDERS
    value_types = (Bend, GunLine, Record, Mount, Boat, Fire, Grapple, Melee, Aground, Gap, Hazard)
    ship_type = MumfordShip
    table_type = Sea
    captains = {"close_action": CloseAction, "cautious": Cautious, "admiral": Admiral}

    def __init__(self) -> None:
        self.rulebook = Rulebook.read(_HERE.joinpath("rulebook.toml"))
        self.tables = Tables.read(*(_HERE.joinpath("tables", f"{name}.toml") for name in _TABLES))
        self.texts = texts()

    @cached_property
    def library(self) -> Library:
        """The cards' ships and batteries as plans (MUM-CARD-04)."""
        return Library.indexed(_HERE.joinpath("ships.toml"))

    def phases(self) -> tuple[Phase, ...]:
        """The steps of a move (MUM-SEQ-01 to -07): wind, signals, orders, the move, five fifths, its end."""
        shared = lookout.Lookout()
        return (
            setup.SetUpPhase(),
            wind.WindPhase(),
            command.SignalsPhase(),
            sequence.OrdersPhase(),
            moving.MovePhase(),
            *(sequence.FifthPhase(f"fifth_{number}", number, shared) for number in range(1, 6)),
            sequence.EndPhase(),
        )

    def enrol(self, plan: ShipPlan, entrant: Entrant, tables: Tables) -> Ship:
        """Make the ship of a plan; raises EnrolmentError with the reason when it cannot."""
        return enrolled(plan, entrant, tables)

    def table(self, scenario: Scenario, tables: Tables) -> Sea:
        """The hazards of the scenario; the weather is thrown for in the first move."""
        return Sea(hazards=hazards.of_scenario(scenario))

    def prepare(self, tables: Tables) -> Lore:
        """Lookups and constant modifiers; those of the unchanged tables are kept."""
        return self._lore if tables is self.tables else Lore.of(tables)

    @cached_property
    def _lore(self) -> Lore:
        return Lore.of(self.tables)

    def verdict(self, battle: Battle) -> Verdict | None:
        """A side with no ship that neither flees nor has struck has lost (MUM-GAP-97); a calm or a gale
        breaks the battle off with the move it comes in (MUM-WIND-07)."""
        left = ""
        ships: Any = battle.state.ships
        for ship in ships.values():
            side = ship.side
            if side == left or ship.status != FIGHTING:
                continue
            if not (ship.fleeing or ship.retiring or ship.record.laid_up):
                if left:
                    break
                left = side
        else:
            return Verdict(left, "last_in_action" if left else "mutual")
        over = battle.state.phase == len(battle.phases) - 1  # the last phase is just through
        if over and battle.bound[wind.breaks_off](battle.lore, wind_strength(battle)):
            return Verdict("", "wind")
        return None

    def contract(self) -> type[testing.Contract]:
        """What the contract's checks must know of these rules."""
        from navalrules_mumford.contract import MumfordContract

        return MumfordContract

    def hull_box(self, ship: Ship) -> tuple[float, float]:
        """Half length and half beam in inches (MUM-FIRE-07)."""
        assert isinstance(ship, MumfordShip)
        return half_hull(ship)

    def in_the_way(self, ship: Ship) -> bool:
        """A hull afloat; batteries stand on the shore behind the water."""
        assert isinstance(ship, MumfordShip)
        return ship.status != SUNK and not ship.ashore

    def sheet(self, ship: Ship) -> dict[str, Any]:
        """Her card as plain data: pounds, men, masts as [left, of], and what is the matter with her."""
        assert isinstance(ship, MumfordShip)
        record = ship.record
        return {
            "id": ship.id,
            "name": ship.name,
            "side": ship.side,
            "status": ship.status,
            "card": record.card,
            "lent": record.lent,
            "kind": record.kind,
            "speed_grade": record.grade,
            "captain": ship.captain,
            "staff": ship.staff,
            "rank": ship.rank,
            "squadron": ship.squadron,
            "proficiency": ship.proficiency,
            "morale": ship.morale,
            **{name: list(pair) for name, pair in self.strength(ship).items()},
            "each_mast": [list(pair) for pair in zip(ship.masts, record.masts, strict=True)],
            "pose": attrs.astuple(ship.pose) if ship.pose else None,
            "speed": ship.speed,
            "battery": [
                {
                    "hand": mount.hand,
                    "lbs": [mount.left, mount.full],
                    "ready_in_fifth": mount.ready,
                }
                for mount in ship.mounts
            ],
            "hull_hits": ship.hull_hits,
            "flotation_factor": record.ff,
            "leaks": ship.leaks,
            "water": ship.water,
            "fires": len(ship.fires),
            "wreckage": [hand for hand, _ in ship.wrecks],
            "anchored": ship.anchored,
            "fleeing": ship.fleeing or ship.retiring,
            "aground": ship.aground.how if ship.aground else "",
            "points": points(ship, self.tables),
        }

    def strength(self, ship: Ship) -> dict[str, tuple[float, float]]:
        """Crew, pounds of shot, mast points, hull hits she can still take, boats: left and begun with."""
        assert isinstance(ship, MumfordShip)
        record = ship.record
        return {
            "crew": (ship.crew, record.crew),
            "guns": (
                round(math.fsum(mount.left for mount in ship.mounts), 6),
                round(math.fsum(mount.full for mount in ship.mounts), 6),
            ),
            "masts": (sum(ship.masts), sum(record.masts)),
            "hull": (max(record.ff - ship.hull_hits, 0), record.ff),
            "boats": (ship.boats + len(ship.flotilla), record.boats),
        }
