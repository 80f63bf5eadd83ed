"""navalrules plays naval wargame rulebooks exactly, repeatably, and able to answer "why?"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from navalrules import captains, compass, dice, events, geometry
from navalrules.battle import Battle, Captain, Result, State
from navalrules.compass import Wind
from navalrules.dice import Asked, Dice, DiceError, Lookup, Mirrored, Roll, Scripted, Seeded, weigh
from navalrules.errors import BadFile, Fault, NavalrulesError, UnknownName
from navalrules.events import (
    BattleBegan,
    BattleEnded,
    CrewMoved,
    DiceRerolled,
    Event,
    FireOut,
    FireStarted,
    MastFell,
    MoraleTested,
    PhaseBegan,
    Repaired,
    RuleSwitched,
    ShipHurt,
    ShipMoved,
    ShipSank,
    ShipStruck,
    ShipTaken,
    ShotFired,
    StatusChanged,
    TurnBegan,
)
from navalrules.fleet import ADRIFT, FIGHTING, STRUCK, SUNK, TAKEN, Ship, alter
from navalrules.geometry import Leg, Pose, Track, keel_angle, travel
from navalrules.guns import Battery
from navalrules.library import scenario_names, ship_library
from navalrules.measure import Plane, Tape
from navalrules.orders import (
    Choice,
    Chosen,
    Die,
    IllegalOrder,
    Measured,
    Order,
    PointOfSail,
    Request,
    Reroll,
    SwitchRule,
)
from navalrules.plugins import PluginError, PluginWarning, hookimpl, hookspec, ruleset, rulesets, scenario
from navalrules.rulebook import Rule, Rulebook
from navalrules.ruleset import (
    EnrolmentError,
    HouseRule,
    Phase,
    Ruleset,
    RulesetError,
    Verdict,
    house_rule,
    ruling,
)
from navalrules.rulings import Change, Modifier, Ruling, Sighting
from navalrules.savegame import load, replay, save
from navalrules.scenario import Entrant, Scenario, Side
from navalrules.ships import Library, ShipPlan
from navalrules.tables import Table, Tables, Variant
from navalrules.texts import Texts

if TYPE_CHECKING:
    __version__: str

__all__ = [
    "ADRIFT",
    "FIGHTING",
    "STRUCK",
    "SUNK",
    "TAKEN",
    "Asked",
    "BadFile",
    "Battery",
    "Battle",
    "BattleBegan",
    "BattleEnded",
    "Captain",
    "Change",
    "Choice",
    "Chosen",
    "CrewMoved",
    "Dice",
    "DiceError",
    "DiceRerolled",
    "Die",
    "EnrolmentError",
    "Entrant",
    "Event",
    "Fault",
    "FireOut",
    "FireStarted",
    "HouseRule",
    "IllegalOrder",
    "Leg",
    "Library",
    "Lookup",
    "MastFell",
    "Measured",
    "Mirrored",
    "Modifier",
    "MoraleTested",
    "NavalrulesError",
    "Order",
    "Phase",
    "PhaseBegan",
    "Plane",
    "PluginError",
    "PluginWarning",
    "PointOfSail",
    "Pose",
    "Repaired",
    "Request",
    "Reroll",
    "Result",
    "Roll",
    "Rule",
    "RuleSwitched",
    "Rulebook",
    "Ruleset",
    "RulesetError",
    "Ruling",
    "Scenario",
    "Scripted",
    "Seeded",
    "Ship",
    "ShipHurt",
    "ShipMoved",
    "ShipPlan",
    "ShipSank",
    "ShipStruck",
    "ShipTaken",
    "ShotFired",
    "Side",
    "Sighting",
    "State",
    "StatusChanged",
    "SwitchRule",
    "Table",
    "Tables",
    "Tape",
    "Texts",
    "Track",
    "TurnBegan",
    "UnknownName",
    "Variant",
    "Verdict",
    "Wind",
    "__version__",
    "alter",
    "captains",
    "compass",
    "dice",
    "events",
    "geometry",
    "hookimpl",
    "hookspec",
    "house_rule",
    "keel_angle",
    "load",
    "replay",
    "ruleset",
    "rulesets",
    "ruling",
    "save",
    "scenario",
    "scenario_names",
    "ship_library",
    "travel",
    "weigh",
]


def __getattr__(name: str) -> str:
    """The version, looked up when it is asked for: package metadata is slow to import."""
    if name == "__version__":
        from importlib.metadata import version

        return version("navalrules")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
