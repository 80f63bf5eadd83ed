"""navalrules new ship."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import click

from navalrules import plugins
from navalrules.cli.asked import pairs, plugin_option, take_plugins
from navalrules.cli.new.writing import folder_option, kebab, template, toml_lines, typed, write
from navalrules.cli.output import complain, echo, say
from navalrules.cli.scenarios import known
from navalrules.errors import BadFile, Fault, NavalrulesError
from navalrules.files import Reader
from navalrules.geometry import Pose
from navalrules.guns import KINDS, MOUNTS, broadside_weight
from navalrules.library import ship_library
from navalrules.ruleset import EnrolmentError, Ruleset
from navalrules.scenario import Entrant
from navalrules.ships import ShipPlan

START: Final[Mapping[str, Any]] = {
    "nation": "Great Britain",
    "year": 1805,
    "type": "frigate",
    "rate": 5,
    "tonnage_bm": 950,
    "length_ft": 142,
    "complement": 264,
    "soldiers": 48,
    "rig": "ship",
    "masts": 3,
    "sails": 10,
    "batteries": [
        {"place": "gun deck", "count": 26, "pounder": 18, "kind": "long", "mount": "broadside"},
        {"place": "quarterdeck", "count": 8, "pounder": 32, "kind": "carronade", "mount": "broadside"},
        {"place": "forecastle", "count": 2, "pounder": 9, "kind": "long", "mount": "bow"},
    ],
    "boats": 4,
    "fictional": True,
}
"""A frigate of no particular name, to begin from."""

STEPS: Final = (
    *("name", "nation", "year", "type", "rate", "tonnage_bm", "length_ft", "complement", "soldiers"),
    *("rig", "masts", "sails", "batteries", "drive", "boilers", "steam", "sail", "both", "boats"),
)
STEAM: Final = ("boilers", "steam", "sail", "both")
NOTHING: Final = ("none", "-")
_TRIED: Final = 4
_ANY_SIDE: Final = "British"
_BATTERY: Final = re.compile(
    rf"(?:(?P<place>[^:]+):)?\s*(?P<count>\d+)\s*x\s*(?P<pounder>\d+(?:\.\d+)?)\s+"
    rf"(?P<kind>{'|'.join(KINDS)})\s+(?P<mount>{'|'.join(MOUNTS)})\s*"
)


@click.command("ship")
@click.argument("name")
@click.option("--like", default="", metavar="SHIP", help="Begin from a ship of the library.")
@click.option("--set", "values", multiple=True, metavar="KEY=VALUE", help="What is to be different.")
@click.option(
    "--battery",
    "batteries",
    multiple=True,
    metavar='"PLACE: N x POUNDER KIND MOUNT"',
    help="Her guns; the first one drops those that she began with.",
)
@click.option("--step-by-step", "stepwise", is_flag=True, help="Ask for one thing after another.")
@plugin_option
@folder_option
def command(
    name: str,
    like: str,
    values: tuple[str, ...],
    batteries: tuple[str, ...],
    stepwise: bool,
    plugin_files: tuple[Path, ...],
    folder: Path,
) -> None:
    """Begin a ship, and see what every rulebook makes of her.

    Step by step every answer is checked as it is given, and what changes by it is shown.

    Example: navalrules new ship "Snow Goose" --like hms-shannon --set year=1812

    Example: navalrules new ship Gannet --battery "gun deck: 16 x 32 carronade broadside" --step-by-step
    """
    take_plugins(plugin_files)
    data = begun(name, like)
    set_batteries(data, batteries)
    for key, value in pairs(values, "--set KEY=VALUE").items():
        put(data, key, typed(value))
    plan = planned(data)
    if stepwise:
        plan = Steps(data, plan).ask()
    else:
        for told in Rulebooks().derived(plan).values():
            click.echo(told)
    path = folder / f"{plan.id}.toml"
    text = template("ship.toml", {"ship": toml_lines(_ordered(plan.as_data()))})
    write(path, text, f"navalrules check {path}", f"navalrules fight SCENARIO --ships {path}")


# ---------------------------------------------------------------- her data


def begun(name: str, like: str) -> dict[str, Any]:
    """The data she begins with: those of another ship, or of a frigate."""
    if like:
        library = ship_library().joined(*plugins.load().libraries)
        data = library[like].as_data()
        for key in ("captain", "notes", "sources", "checked", "trust", "service"):
            data.pop(key, None)
        data["fictional"] = True
    else:
        data = dict(START)
    data["name"] = name
    kebab(name)
    return data


def put(data: dict[str, Any], key: str, value: Any) -> None:
    """Change one thing, and what cannot stay as it is because of it; "none" leaves a thing out."""
    if value in NOTHING:
        data.pop(key, None)
    else:
        data[key] = value
    if key == "drive" and not data.get("drive"):
        for each in STEAM:
            data.pop(each, None)
    if key == "batteries":
        data.pop("guns_rated", None)
    if key == "complement" and isinstance(value, int):
        data["soldiers"] = min(data.get("soldiers", 0), max(value, 0))


def set_batteries(data: dict[str, Any], lines: Iterable[str]) -> None:
    """Arm her as the lines say, if there are any; raises NavalrulesError for a line that is no battery."""
    rows = [battery(line) for line in lines]
    if rows:
        put(data, "batteries", rows)


def battery(line: str) -> dict[str, Any]:
    """A battery as it was typed: "gun deck: 28 x 18 long broadside"; raises NavalrulesError."""
    found = _BATTERY.fullmatch(line.strip().lower())
    if found is None:
        kinds, mounts = ", ".join(KINDS), ", ".join(MOUNTS)
        raise NavalrulesError(say("new.battery", line=line, kinds=kinds, mounts=mounts))
    pounder = float(found["pounder"])
    return {
        "place": (found["place"] or "main deck").strip(),
        "count": int(found["count"]),
        "pounder": int(pounder) if pounder.is_integer() else pounder,
        "kind": found["kind"],
        "mount": found["mount"],
    }


def planned(data: Mapping[str, Any]) -> ShipPlan:
    """The plan of such data; her id is her name and year. Raises BadFile with every fault."""
    ident = f"{kebab(str(data.get('name', '')))}-{data.get('year', '')}"
    return ShipPlan.from_reader(Reader({**data, "id": ident}, say("new.ship_file")))


def _ordered(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: data[key] for key in ("id", *STEPS) if key in data} | dict(data)


# ---------------------------------------------------------------- what comes of her


class Rulebooks:
    """Every ruleset that is installed, and the sides of fights under it: some rulebooks know but two."""

    def __init__(self) -> None:
        self.rulesets = plugins.rulesets()
        self.sides: dict[str, list[str]] = {name: [] for name in self.rulesets}
        for scenario in known():
            names = self.sides.get(scenario.ruleset, [])
            names += [side.name for side in scenario.sides if side.name not in names]

    def derived(self, plan: ShipPlan) -> dict[str, str]:
        """What follows from a plan: guns, weight of metal, and her record sheet under every ruleset."""
        guns = sum(each.count for each in plan.batteries)
        found = {"": say("new.metal", guns=guns, pounds=broadside_weight(plan.batteries))}
        for name, ruleset in self.rulesets.items():
            found[name] = say("new.sheet", ruleset=name, sheet=self._sheet(plan, ruleset))
        return found

    def _sheet(self, plan: ShipPlan, ruleset: Ruleset) -> str:
        why = ""
        for side in self.sides[ruleset.name][:_TRIED] or [_ANY_SIDE]:
            try:
                entrant = Entrant(id=plan.id, plan=plan, side=side, pose=Pose(0.0, 0.0, 0.0))
                strength = ruleset.strength(ruleset.enrol(plan, entrant, ruleset.tables))
            except EnrolmentError as error:
                why = why or str(error)
            else:
                return ", ".join(f"{name} {full:g}" for name, (_, full) in strength.items())
        return why


# ---------------------------------------------------------------- step by step


class Steps:
    """Asks for one thing after another, and shows what changes by each answer."""

    def __init__(self, data: dict[str, Any], plan: ShipPlan) -> None:
        self.data = data
        self.plan = plan
        self.rulebooks = Rulebooks()
        self.told: dict[str, str] = {}

    def ask(self) -> ShipPlan:
        """The plan in the end."""
        echo("new.steps")
        self._tell()
        for key in STEPS:
            if key in STEAM and not self.data.get("drive"):
                continue
            self._ask_guns() if key == "batteries" else self._ask(key)
        return self.plan

    def _ask(self, key: str) -> None:
        while True:
            now = self.data.get(key, NOTHING[0])
            answer = click.prompt(say(f"new.ask.{key}"), default=now, value_proc=str)
            if answer == str(now) or self._takes(key, answer if key == "name" else typed(answer)):
                return

    def _ask_guns(self) -> None:
        while True:
            for row in self.data.get("batteries", ()):
                echo("new.gun_row", **row)
            answer = click.prompt(say("new.ask.batteries"), default="", show_default=False)
            if not answer.strip():
                return
            self._rearm(answer.strip())

    def _rearm(self, answer: str) -> None:
        rows = self.data.get("batteries", [])
        try:
            wanted = [] if answer in NOTHING else [*rows, battery(answer)]
        except NavalrulesError as error:
            complain(error)
            return
        self._takes("batteries", wanted)

    def _takes(self, key: str, value: Any) -> bool:
        """Take an answer, or say why it will not do."""
        wanted = dict(self.data)
        put(wanted, key, value)
        try:
            self.plan = planned(wanted)
        except BadFile as error:
            for fault in error.faults:
                complain(_without_file(fault))
            return False
        except NavalrulesError as error:
            complain(error)
            return False
        self.data = wanted
        self._tell()
        return True

    def _tell(self) -> None:
        now = self.rulebooks.derived(self.plan)
        for name, line in now.items():
            if self.told.get(name) != line:
                click.echo(line)
        self.told = now


def _without_file(fault: Fault) -> str:
    return say("new.fault", key=fault.key, value=fault.value, expected=fault.expected)
