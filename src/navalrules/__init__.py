"""navalrules plays naval wargame rulebooks exactly, repeatably, and able to answer "why?".

Names are imported from their modules when they are first asked for, so that `import navalrules` costs little.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from navalrules import captains, compass, dice, events, geometry, testing
    from navalrules.analysis.odds import odds
    from navalrules.battle import Battle, Captain, Result, State
    from navalrules.cli.spoken import language
    from navalrules.compass import Wind
    from navalrules.dice import Asked, Dice, DiceError, Lookup, Mirrored, Roll, Scripted, Seeded, weigh
    from navalrules.errors import BadFile, Fault, NavalrulesError, UnknownName
    from navalrules.events import (
        BattleBegan,
        BattleEnded,
        BattleResumed,
        Collided,
        CrewMoved,
        DiceRerolled,
        Event,
        FireOut,
        FireStarted,
        Grappled,
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
        WindChanged,
    )
    from navalrules.fleet import ADRIFT, FIGHTING, STRUCK, SUNK, TAKEN, Fields, Ship, alter, alter_all
    from navalrules.geometry import Leg, Pose, Track, keel_angle, rounded, travel
    from navalrules.guns import Battery
    from navalrules.library import scenario_files, scenario_names, ship_library
    from navalrules.measure import Plane, Tape
    from navalrules.orders import (
        UMPIRE,
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
    from navalrules.replaying import OlderRulesWarning, ReplayMismatch
    from navalrules.report import retold
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
    from navalrules.scenario import Entrant, Hazard, Scenario, Side
    from navalrules.ships import Library, ShipPlan
    from navalrules.tables import Table, Tables
    from navalrules.texts import Texts
    from navalrules.variants import Variant

    __version__: str

__all__ = [
    "ADRIFT",
    "Asked",
    "BadFile",
    "Battery",
    "Battle",
    "BattleBegan",
    "BattleEnded",
    "BattleResumed",
    "Captain",
    "Change",
    "Choice",
    "Chosen",
    "Collided",
    "CrewMoved",
    "Dice",
    "DiceError",
    "DiceRerolled",
    "Die",
    "EnrolmentError",
    "Entrant",
    "Event",
    "FIGHTING",
    "Fault",
    "Fields",
    "FireOut",
    "FireStarted",
    "Grappled",
    "Hazard",
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
    "OlderRulesWarning",
    "Order",
    "Phase",
    "PhaseBegan",
    "Plane",
    "PluginError",
    "PluginWarning",
    "PointOfSail",
    "Pose",
    "Repaired",
    "ReplayMismatch",
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
    "STRUCK",
    "SUNK",
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
    "TAKEN",
    "Table",
    "Tables",
    "Tape",
    "Texts",
    "Track",
    "TurnBegan",
    "UMPIRE",
    "UnknownName",
    "Variant",
    "Verdict",
    "Wind",
    "WindChanged",
    "__version__",
    "alter",
    "alter_all",
    "captains",
    "compass",
    "dice",
    "events",
    "geometry",
    "hookimpl",
    "hookspec",
    "house_rule",
    "keel_angle",
    "language",
    "load",
    "odds",
    "replay",
    "retold",
    "rounded",
    "ruleset",
    "rulesets",
    "ruling",
    "save",
    "scenario",
    "scenario_files",
    "scenario_names",
    "ship_library",
    "testing",
    "travel",
    "weigh",
]

_MODULES = frozenset({"captains", "compass", "dice", "events", "geometry", "testing"})
_NAMES = {
    "analysis.odds": "odds",
    "battle": "Battle Captain Result State",
    "cli.spoken": "language",
    "compass": "Wind",
    "dice": "Asked Dice DiceError Lookup Mirrored Roll Scripted Seeded weigh",
    "errors": "BadFile Fault NavalrulesError UnknownName",
    "events": (
        "BattleBegan BattleEnded BattleResumed Collided CrewMoved DiceRerolled Event FireOut FireStarted "
        "Grappled MastFell MoraleTested PhaseBegan Repaired RuleSwitched ShipHurt ShipMoved ShipSank "
        "ShipStruck ShipTaken ShotFired StatusChanged TurnBegan WindChanged"
    ),
    "fleet": "ADRIFT FIGHTING Fields STRUCK SUNK Ship TAKEN alter alter_all",
    "geometry": "Leg Pose Track keel_angle rounded travel",
    "guns": "Battery",
    "library": "scenario_files scenario_names ship_library",
    "measure": "Plane Tape",
    "orders": ("Choice Chosen Die IllegalOrder Measured Order PointOfSail Request Reroll SwitchRule UMPIRE"),
    "plugins": "PluginError PluginWarning hookimpl hookspec ruleset rulesets scenario",
    "rulebook": "Rule Rulebook",
    "ruleset": "EnrolmentError HouseRule Phase Ruleset RulesetError Verdict house_rule ruling",
    "rulings": "Change Modifier Ruling Sighting",
    "replaying": "OlderRulesWarning ReplayMismatch",
    "report": "retold",
    "savegame": "load replay save",
    "scenario": "Entrant Hazard Scenario Side",
    "ships": "Library ShipPlan",
    "tables": "Table Tables",
    "texts": "Texts",
    "variants": "Variant",
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    """Import a public name from its module at its first use and keep it."""
    if name in _MODULES:
        return import_module(f"navalrules.{name}")
    if name in _HOMES:
        value = getattr(import_module(f"navalrules.{_HOMES[name]}"), name)
    elif name == "__version__":
        from importlib.metadata import version

        value = version("navalrules")
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names."""
    return list(__all__)


class _Package(ModuleType):
    """Keeps `scenario` and `ruleset` the functions they are, though two modules share their names."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in _HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
