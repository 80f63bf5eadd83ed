"""Scenarios: who fights, where, in what wind, and how history ended it; and their TOML form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Self

import attrs

from navalrules.compass import Wind, bearing_of
from navalrules.errors import UnknownName, nearest
from navalrules.files import Format, Reader, Scalar, Source
from navalrules.geometry import Pose
from navalrules.messages import message, together
from navalrules.names import AmbiguousName
from navalrules.ships import TRUSTS, Library, ShipPlan, grades_data, read_grades, read_id, sparse

FORMAT: Final = Format("navalrules/scenario")
CREWS: Final = ("crack", "experienced", "inexperienced", "untrained")
VISIBILITIES: Final = ("clear", "dark", "fog", "smoke")
HAZES: Final = ("none", "light", "thick")
HAZARDS: Final = ("boom", "sand", "rocks", "land")
FARTHEST: Final = 100_000
"""How far from the origin a ship may start, east or north, in metres."""
MOST_SHIPS: Final = 200
MOST_TURNS: Final = 1000
MOST_SWITCHES: Final = 200
MOST_HAZARDS: Final = 100
MOST_CORNERS: Final = 200


@attrs.frozen(kw_only=True)
class Entrant:
    """A ship as she enters a scenario: her plan, side and pose (metres), and what is known of her people.

    `speed` is in knots, None where the scenario does not say. `grades` keeps what only one ruleset reads
    (`acw_grade`, `btq_nationality`); it wins over `crew`.
    """

    id: str
    plan: ShipPlan
    side: str
    pose: Pose
    crew: str = "experienced"
    crew_from: str = ""
    anchored: bool = False
    optional: bool = False
    speed: float | None = None
    captain_note: str = ""
    grades: Mapping[str, Scalar] = attrs.field(factory=dict)


@attrs.frozen
class Side:
    """One of the two sides: its name and its nations."""

    name: str
    nations: tuple[str, ...] = ()


@attrs.frozen
class Hazard:
    """What lies in the way: a boom, sand, rocks or land, its `points` in metres as poses are.

    A boom is an open line of two points or more, everything else an outline of three or more.
    """

    id: str
    kind: str
    points: tuple[tuple[float, float], ...]


@attrs.frozen(kw_only=True)
class Scenario:
    """A fight ready to be begun. Poses are metres, x east and y north of a common origin.

    `ruleset` is the one it is fought under unless told otherwise, `turns` its turn limit (0: the
    ruleset's). `conditions` may hold visibility, haze and sea; `rules` switches of `ruleset`, and tables
    of switches by the name of any ruleset; `hazards` what lies in the way; `outcome` and `start` what
    history tells.
    """

    id: str
    title: str
    wind: Wind
    sides: tuple[Side, ...]
    entrants: tuple[Entrant, ...]
    date: str = ""
    place: str = ""
    fictional: bool = False
    kind: str = ""
    summary: str = ""
    ruleset: str = ""
    turns: int = 0
    weather_from: str = ""
    weather_history: str = ""
    conditions: Mapping[str, str] = attrs.field(factory=dict)
    rules: Mapping[str, Scalar | Mapping[str, Scalar]] = attrs.field(factory=dict)
    hazards: tuple[Hazard, ...] = ()
    special: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    trust: str = ""
    outcome: Mapping[str, Any] = attrs.field(factory=dict)
    start: Mapping[str, Any] = attrs.field(factory=dict)
    grades: Mapping[str, Scalar] = attrs.field(factory=dict)

    @classmethod
    def from_reader(cls, reader: Reader, library: Library | None = None) -> Self:
        """Read a scenario whose ships are its own [[plan]] rows or in `library`; raises BadFile."""
        sides, entrants = _sides(reader, _own_plans(reader), library or Library())
        reader.raw("format"), reader.raw("version")
        scenario = cls(
            id=read_id(reader, "id"),
            title=reader.text("title", longest=200),
            wind=Wind(_heading(reader, "wind_from"), reader.whole("beaufort", 0, 12)),
            sides=sides,
            entrants=entrants,
            **_story(reader),
            turns=reader.whole("turns", 1, MOST_TURNS) if reader.has("turns") else 0,
            conditions=_conditions(reader.table("conditions")),
            rules=_rules(reader.table("rules")),
            hazards=_hazards(reader),
            outcome=_outcome(reader.table("outcome"), [side.name for side in sides]),
            start=_start(reader.table("start"), [side.name for side in sides]),
            grades=read_grades(reader),
        )
        reader.done()
        reader.check()
        return scenario

    def as_data(self) -> dict[str, Any]:
        """Plain data of the shape of a scenario file that needs no library: every plan stands in it."""
        data = sparse(self)
        for key in ("wind", "sides", "entrants"):
            del data[key]
        if self.hazards:
            data["hazard"] = [_hazard_data(hazard) for hazard in self.hazards]
            del data["hazards"]
        data |= {"wind_from": self.wind.from_bearing, "beaufort": self.wind.force}
        data |= grades_data(data.pop("grades", {}))
        plans = {entrant.plan.id: entrant.plan.as_data() for entrant in self.entrants}
        sides = [self._side_data(side) for side in self.sides]
        return {**FORMAT.head, **data, "side": sides, "plan": list(plans.values())}

    def _side_data(self, side: Side) -> dict[str, Any]:
        ships = [_entrant_data(entrant) for entrant in self.entrants if entrant.side == side.name]
        return {"name": side.name, "nations": list(side.nations), "ships": ships}

    def side(self, name: str) -> Side:
        """The side of that name, great and small letters alike; raises UnknownName."""
        for side in self.sides:
            if isinstance(name, str) and side.name.casefold() == name.casefold():
                return side
        raise UnknownName(message("side"), name, [side.name for side in self.sides])

    def entrant(self, ship: str) -> Entrant:
        """The entrant with that id; raises UnknownName."""
        for entrant in self.entrants:
            if entrant.id == ship:
                return entrant
        raise UnknownName(message("ship"), ship, [entrant.id for entrant in self.entrants])

    def rules_for(self, ruleset: str) -> dict[str, Scalar]:
        """The switches to be set when it is fought under `ruleset`: the plain ones where that is its own
        ruleset (or it names none), and those of the table with the ruleset's name, which win."""
        plain = ruleset == self.ruleset or not self.ruleset
        switches = {
            key: value for key, value in self.rules.items() if plain and not isinstance(value, Mapping)
        }
        named = self.rules.get(ruleset)
        return switches | dict(named) if isinstance(named, Mapping) else switches


def read_scenario(source: Source, library: Library | None = None) -> Scenario:
    """Read a scenario file, TOML or JSON; raises BadFile with all faults."""
    return Scenario.from_reader(Reader.open(source, FORMAT), library)


# ---------------------------------------------------------------- the ships


def _own_plans(reader: Reader) -> dict[str, ShipPlan]:
    plans: dict[str, ShipPlan] = {}
    for row in reader.tables("plan", most=MOST_SHIPS):
        plan = ShipPlan.gathered(row)
        if plan.id in plans:
            row.fault("id", plan.id, message("an id that no other plan has"))
        plans[plan.id] = plan
    return plans


def _sides(
    reader: Reader, own: Mapping[str, ShipPlan], library: Library
) -> tuple[tuple[Side, ...], tuple[Entrant, ...]]:
    rows = reader.tables("side", most=MOST_SHIPS)
    if len(rows) != 2:
        reader.fault("side", len(rows), message("two sides"))
    sides, found = [], []
    for row in rows:
        side = Side(row.text("name", longest=60), row.texts("nations", longest=60))
        sides.append(side)
        found += _entrants(row, side.name, own, library)
    _check_sides(sides, rows)
    _check_fleet(found, reader)
    return tuple(sides), tuple(entrant for _, entrant in found)


def _entrants(
    side: Reader, name: str, own: Mapping[str, ShipPlan], library: Library
) -> list[tuple[Reader, Entrant]]:
    rows = side.tables("ships", most=MOST_SHIPS)
    if side.raw("ships") in (None, [], ()):
        side.fault("ships", [], message("at least one ship"))
    read = [(row, _entrant(row, name, _plan(row, own, library))) for row in rows]
    return [(row, entrant) for row, entrant in read if entrant is not None]


def _entrant(row: Reader, side: str, plan: ShipPlan | None) -> Entrant | None:
    ship_id = read_id(row, "id", plan.id if plan else "")
    fields: dict[str, Any] = {
        "pose": _pose(row),
        "crew": row.text("crew", "experienced", CREWS),
        "crew_from": row.text("crew_from", "", longest=60),
        "anchored": row.flag("anchored", False),
        "optional": row.flag("optional", False),
        "speed": row.number("speed", 0, 40) if row.has("speed") else None,
        "captain_note": row.text("captain_note", "", longest=500),
        "grades": read_grades(row),
    }
    return Entrant(id=ship_id, plan=plan, side=side, **fields) if plan else None


def _entrant_data(entrant: Entrant) -> dict[str, Any]:
    data = sparse(entrant)
    for key in ("plan", "side", "pose", "grades"):
        data.pop(key, None)
    place = {"heading": entrant.pose.heading, "x": entrant.pose.x, "y": entrant.pose.y}
    return {"ship": entrant.plan.id, **data, **place, **grades_data(entrant.grades)}


def _plan(row: Reader, own: Mapping[str, ShipPlan], library: Library) -> ShipPlan | None:
    name = row.text("ship", longest=100)
    if not name:
        return None
    if name in own:
        return own[name]
    try:
        return library[name]
    except AmbiguousName as error:
        row.fault("ship", name, message("one ship only, not: {names}", names=", ".join(error.known)))
    except UnknownName as error:
        alike = [*nearest(name, own), *error.nearest][:3]
        row.fault("ship", name, _nearest(message("a ship of the library or of a [[plan]]"), alike))
    return None


def _nearest(expected: str, names: list[str]) -> str:
    nearby = message("nearest: {names}", names=", ".join(names))
    return together([expected, nearby], "; ") if names else expected


def _pose(row: Reader) -> Pose:
    x, y = row.number("x", -FARTHEST, FARTHEST), row.number("y", -FARTHEST, FARTHEST)
    return Pose(x, y, _heading(row, "heading"))


def _heading(reader: Reader, key: str) -> float:
    value = reader.raw(key)
    if not isinstance(value, str):
        return reader.number(key, 0, 360) % 360.0
    try:
        return bearing_of(value)
    except UnknownName as error:
        expected = message("a compass point such as SW or NbE, or degrees from 0 to 360")
        reader.fault(key, value, _nearest(expected, list(error.nearest)))
        return 0.0


def _check_sides(sides: list[Side], rows: list[Reader]) -> None:
    names: set[str] = {"none", ""}
    for side, row in zip(sides, rows, strict=True):
        if side.name.casefold() in names and side.name:
            row.fault("name", side.name, message("a name of its own, and not none"))
        names.add(side.name.casefold())


def _check_fleet(found: list[tuple[Reader, Entrant]], reader: Reader) -> None:
    if len(found) > MOST_SHIPS:
        reader.fault("side", len(found), message("at most {most} ships in all", most=MOST_SHIPS))
    seen: dict[str, Reader] = {}
    for row, entrant in found:
        if entrant.id in seen:
            row.fault(
                "id",
                entrant.id,
                message("an id that no other ship has ({path} has it)", path=seen[entrant.id].path),
            )
        seen.setdefault(entrant.id, row)
    _check_places(found)


def _check_places(found: list[tuple[Reader, Entrant]]) -> None:
    places: dict[tuple[float, float], Reader] = {}
    for row, entrant in found:
        place = (entrant.pose.x, entrant.pose.y)
        if place in places and {"x", "y"} <= row.data.keys():
            row.fault(
                "x",
                entrant.pose.x,
                message("a place of her own ({path} lies there)", path=places[place].path),
            )
        places.setdefault(place, row)


# ---------------------------------------------------------------- what lies in the way


def _hazards(reader: Reader) -> tuple[Hazard, ...]:
    seen: set[str] = set()
    found = []
    for row in reader.tables("hazard", most=MOST_HAZARDS):
        hazard = Hazard(read_id(row, "id"), row.text("kind", choices=HAZARDS), _corners(row))
        if hazard.id in seen:
            row.fault("id", hazard.id, message("an id that no other hazard has"))
        seen.add(hazard.id)
        found.append(hazard)
    return tuple(found)


def _corners(row: Reader) -> tuple[tuple[float, float], ...]:
    pairs = row.raw("points")
    least = 2 if row.data.get("kind") == "boom" else 3
    if isinstance(pairs, list) and least <= len(pairs) <= MOST_CORNERS and all(map(_is_corner, pairs)):
        return tuple((float(x), float(y)) for x, y in pairs)
    expected = message(
        "{least} to {most} pairs [east, north] of metres from -{farthest} to {farthest}",
        least=least,
        most=MOST_CORNERS,
        farthest=FARTHEST,
    )
    row.fault("points", pairs, expected)
    return ()


def _is_corner(pair: object) -> bool:
    return (
        isinstance(pair, list)
        and len(pair) == 2
        and all(isinstance(number, int | float) and not isinstance(number, bool) for number in pair)
        and all(-FARTHEST <= number <= FARTHEST for number in pair)
    )


def _hazard_data(hazard: Hazard) -> dict[str, Any]:
    return {"id": hazard.id, "kind": hazard.kind, "points": [list(point) for point in hazard.points]}


# ---------------------------------------------------------------- the story


def _story(reader: Reader) -> dict[str, Any]:
    return {
        "date": reader.text("date", "", longest=60),
        "place": reader.text("place", "", longest=200),
        "fictional": reader.flag("fictional", False),
        "kind": reader.text("kind", "", longest=60),
        "summary": reader.text("summary", ""),
        "ruleset": reader.text("ruleset", "", longest=60),
        "weather_from": reader.text("weather_from", "", longest=60),
        "weather_history": reader.text("weather_history", ""),
        "special": reader.texts("special"),
        "sources": reader.texts("sources"),
        "trust": reader.text("trust", "", TRUSTS),
    }


def _conditions(reader: Reader) -> dict[str, str]:
    found = {}
    for key, choices in (("visibility", VISIBILITIES), ("haze", HAZES)):
        if reader.has(key):
            found[key] = reader.text(key, choices=choices)
    if reader.has("sea"):
        found["sea"] = reader.text("sea", longest=60)
    return found


def _rules(reader: Reader) -> dict[str, Scalar | Mapping[str, Scalar]]:
    if len(reader.data) > MOST_SWITCHES:
        reader.fault("", reader.data, message("a table of at most {most} keys", most=MOST_SWITCHES))
    named = {key for key, value in reader.data.items() if isinstance(value, Mapping)}
    tables = {key: reader.scalars(key, MOST_SWITCHES) for key in reader.data if key in named}
    return {**reader.picked(lambda key: key not in named), **tables}


def _start(reader: Reader, sides: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if reader.has("distance_m"):
        found["distance_m"] = reader.number("distance_m", 0, 4 * FARTHEST)
    if reader.has("weather_gauge"):
        found["weather_gauge"] = reader.text("weather_gauge", choices=[*sides, "none"])
    return found | _texts(reader, "from", "note")


def _outcome(reader: Reader, sides: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if reader.has("winner"):
        found["winner"] = reader.text("winner", choices=[*sides, "none"])
    found |= _texts(reader, "how", "loss_note") | _counts(reader, "close_minutes")
    for key in ("losses", "ship_losses"):
        rows = [_loss(row) for row in reader.tables(key)]
        if rows:
            found[key] = rows
    return found


def _loss(row: Reader) -> dict[str, Any]:
    men = ("killed", "wounded", "casualties", "missing", "drowned", "captured")
    return _texts(row, "side", "ship", "fate") | _counts(row, *men)


def _texts(reader: Reader, *keys: str) -> dict[str, str]:
    return {key: reader.text(key) for key in keys if reader.has(key)}


def _counts(reader: Reader, *keys: str) -> dict[str, int]:
    return {key: reader.whole(key, 0, 100_000) for key in keys if reader.has(key)}
