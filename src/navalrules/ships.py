"""What history says of a ship, and libraries of such plans. (A ship in a fight is `fleet.Ship`.)"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Self

import attrs

from navalrules.errors import BadFile, Fault
from navalrules.files import Format, Reader, Scalar, Source, read_text
from navalrules.guns import ARCS, KINDS, MOUNTS, Battery
from navalrules.messages import message
from navalrules.names import resolve

FORMAT: Final = Format("navalrules/ships")
RIGS: Final = (
    "ship",
    "barque",
    "brig",
    "schooner",
    "xebec",
    "brigantine",
    "ketch",
    "lugger",
    "cutter",
    "sloop",
    "none",
)
DRIVES: Final = ("", "single screw", "twin screw", "side wheels")
TRUSTS: Final = ("high", "medium", "low")
GRADE_PREFIXES: Final = ("acw_", "btq_", "mum_", "rat_")
"""What the keys begin with that only one ruleset reads; other rulesets' keys stand in a table `grades`."""

MOST_GUNS: Final = 300
_NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_PREFIX: Final = re.compile(r"^(hms|uss|css)-")
_ROW: Final = re.compile(r"^\[\[ship\]\][ \t]*$", re.MULTILINE)
_ROW_ID: Final = re.compile(r'^id = "([a-z0-9-]+)"[ \t]*$', re.MULTILINE)


@attrs.frozen(kw_only=True)
class ShipPlan:
    """A ship as she was in one year. Tonnage is builder's measure, length in feet, speeds in knots.

    `complement` counts all men aboard, `soldiers` those of them who are soldiers or marines. `sails` is
    the number of working sails (10 for a ship, 8 a barque, 7 a brig, 4 a schooner). `steam`, `sail` and
    `both` are the greatest speeds under each power, None where nobody knows. `grades` keeps what only
    one ruleset reads (`acw_grade`). `checked` says that figures were looked up in a published text.
    """

    id: str
    name: str
    nation: str
    service: str = ""
    year: int
    type: str
    rate: int | None = None
    guns_rated: int
    tonnage_bm: int
    length_ft: float
    complement: int
    soldiers: int = 0
    rig: str
    masts: int
    sails: int
    batteries: tuple[Battery, ...] = ()
    drive: str = ""
    boilers: int = 0
    steam: float | None = None
    sail: float | None = None
    both: float | None = None
    boats: int | None = None
    captain: str = ""
    notes: str = ""
    sources: tuple[str, ...] = ()
    checked: bool = False
    trust: str = "low"
    fictional: bool = False
    grades: Mapping[str, Scalar] = attrs.field(factory=dict)

    @property
    def steamer(self) -> bool:
        """Whether she has engines."""
        return bool(self.drive)

    @classmethod
    def from_reader(cls, reader: Reader) -> Self:
        """Read one [[ship]] table; raises BadFile with all faults."""
        plan = cls.gathered(reader)
        reader.done()
        reader.check()
        return plan

    @classmethod
    def gathered(cls, reader: Reader) -> Self:
        """Read one [[ship]] table, leaving its faults with the reader for its `check`."""
        complement = reader.whole("complement", 1, 3000)
        batteries = _batteries(reader)
        return cls(
            id=read_id(reader, "id"),
            name=reader.text("name", longest=100),
            nation=reader.text("nation", longest=60),
            service=reader.text("service", "", longest=60),
            year=reader.whole("year", 1500, 1900),
            type=reader.text("type", longest=60),
            rate=reader.whole("rate", 1, 6) if reader.has("rate") else None,
            guns_rated=reader.whole("guns_rated", 0, MOST_GUNS, sum(battery.count for battery in batteries)),
            tonnage_bm=reader.whole("tonnage_bm", 1, 20_000),
            length_ft=reader.number("length_ft", 10, 1000),
            complement=complement,
            soldiers=reader.whole("soldiers", 0, complement, 0),
            rig=reader.text("rig", choices=RIGS),
            masts=reader.whole("masts", 0, 5),
            sails=reader.whole("sails", 0, 30),
            batteries=batteries,
            **_engines(reader),
            boats=reader.whole("boats", 0, 40) if reader.has("boats") else None,
            captain=reader.text("captain", "", longest=200),
            notes=reader.text("notes", ""),
            sources=reader.texts("sources"),
            checked=reader.flag("checked", False),
            trust=reader.text("trust", "low", TRUSTS),
            fictional=reader.flag("fictional", False),
            grades=read_grades(reader),
        )

    def as_data(self) -> dict[str, Any]:
        """Plain data of the shape of a [[ship]] table; reading it gives an equal plan."""
        data = sparse(self)
        data["batteries"] = [sparse(battery) for battery in self.batteries]
        return data | grades_data(data.pop("grades", {}))


def _engines(reader: Reader) -> dict[str, Any]:
    drive, boilers = reader.text("drive", "", DRIVES), reader.whole("boilers", 0, 24, 0)
    if boilers and not drive:
        reader.fault("boilers", boilers, message("0, or a drive: {names}", names=", ".join(DRIVES[1:])))
    speeds = {
        key: reader.number(key, 0, 40) if reader.has(key) else None for key in ("steam", "sail", "both")
    }
    return {"drive": drive, "boilers": boilers, **speeds}


def _batteries(reader: Reader) -> tuple[Battery, ...]:
    batteries = tuple(_battery(row) for row in reader.tables("batteries", most=60))
    total = sum(battery.count for battery in batteries)
    if total > MOST_GUNS:
        reader.fault("batteries", total, message("at most {most} guns in all", most=MOST_GUNS))
    return batteries


def _battery(row: Reader) -> Battery:
    return Battery(
        place=row.text("place", longest=60),
        count=row.whole("count", 1, 200),
        pounder=row.number("pounder", 0.25, 2000),
        kind=row.text("kind", choices=KINDS),
        mount=row.text("mount", choices=MOUNTS),
        calibre=row.text("calibre", "", longest=100),
        arcs=_arcs(row),
    )


def _arcs(row: Reader) -> tuple[str, ...]:
    arcs = row.texts("arcs")
    if len(set(arcs)) == len(arcs) and set(arcs) <= set(ARCS):
        return arcs
    row.fault("arcs", ", ".join(arcs), message("each at most once of: {names}", names=", ".join(ARCS)))
    return ()


def read_id(reader: Reader, key: str, default: str | None = None) -> str:
    """An id in kebab-case of at most 80 characters; a fault and "" otherwise."""
    if default is not None and not reader.has(key):
        return default
    value = reader.raw(key)
    if isinstance(value, str) and len(value) <= 80 and _NAME.fullmatch(value):
        return value
    if key in reader.data:
        reader.fault(
            key, value, message('an id of small letters, digits and hyphens, such as "hms-shannon-1813"')
        )
        return ""
    return reader.text(key)


def read_grades(reader: Reader) -> dict[str, Scalar]:
    """What only one ruleset reads: keys such as `acw_grade`, and all of a table `grades`."""
    return {**reader.scalars("grades"), **reader.picked(lambda key: key.startswith(GRADE_PREFIXES))}


def grades_data(grades: Mapping[str, Scalar]) -> dict[str, Any]:
    """The reverse of `read_grades`."""
    own = {key: value for key, value in grades.items() if key.startswith(GRADE_PREFIXES)}
    others = {key: value for key, value in grades.items() if key not in own}
    return {**own, "grades": others} if others else own


def sparse(thing: Any) -> dict[str, Any]:
    """The fields of a frozen thing that differ from their defaults; tuples become lists."""
    data = {}
    for field in attrs.fields(type(thing)):
        value = getattr(thing, field.name)
        if field.default is attrs.NOTHING or (value != field.default and value not in ((), {})):
            data[field.name] = list(value) if isinstance(value, tuple) else value
    return data


# ---------------------------------------------------------------- libraries


class Library:
    """Plans by id, in the order of the files. Any unambiguous beginning of an id will do, with or without
    the "hms-", "uss-" or "css-" it begins with; a whole id always wins."""

    __slots__ = ("_plans", "_rows")

    def __init__(self, plans: Iterable[ShipPlan] = ()) -> None:
        self._plans: dict[str, ShipPlan] = {}
        for plan in plans:
            self._plans.setdefault(plan.id, plan)
        self._rows: dict[str, tuple[str, str]] = {}

    @classmethod
    def read(cls, *sources: Source) -> Self:
        """Read ship files whole; raises BadFile with all faults of all files."""
        faults: list[Fault] = []
        plans: dict[str, ShipPlan] = {}
        for source in sources:
            _read_file(source, plans, faults)
        if faults:
            raise BadFile(faults)
        return cls(plans.values())

    @classmethod
    def indexed(cls, *sources: Source) -> Self:
        """A library of our own tested files, in which a ship's row is only read when she is asked for.

        Every row must have a line `id = "..."`; faults of a row show when it is read.
        """
        library = cls()
        for source in sources:
            for row in _ROW.split(read_text(source))[1:]:
                found = _ROW_ID.search(row)
                if found:
                    library._rows[found[1]] = (str(source), row)
        return library

    def joined(self, *others: Library) -> Library:
        """This library with others added; of plans with one id the earlier library's stays."""
        both = Library()
        for library in (*reversed(others), self):
            for plan_id in library:
                both._plans.pop(plan_id, None)
                both._rows.pop(plan_id, None)
            both._plans |= library._plans
            both._rows |= {key: row for key, row in library._rows.items() if key not in library._plans}
        return both

    def __getitem__(self, name: str) -> ShipPlan:
        """The plan that `name` means; raises UnknownName (AmbiguousName where several begin so)."""
        plan_id = name if name in self else resolve(message("ship"), name, self, _without_prefix)
        if plan_id not in self._plans:
            self._plans[plan_id] = _row_read(*self._rows[plan_id])
        return self._plans[plan_id]

    def __contains__(self, plan_id: object) -> bool:
        return plan_id in self._plans or plan_id in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._plans.keys() | self._rows.keys()))

    def __len__(self) -> int:
        return len(self._plans.keys() | self._rows.keys())


def _without_prefix(plan_id: str) -> str:
    return _PREFIX.sub("", plan_id)


def _row_read(file: str, row: str) -> ShipPlan:
    return ShipPlan.from_reader(Reader(tomllib.loads(row), file))


def _read_file(source: Source, plans: dict[str, ShipPlan], faults: list[Fault]) -> None:
    try:
        gather_plans(Reader.open(source, FORMAT, faults), plans)
    except BadFile as error:
        faults += error.faults


def gather_plans(reader: Reader, plans: dict[str, ShipPlan]) -> None:
    """Add the plans of a ship file to `plans`, leaving its faults with the reader for its `check`."""
    gathered_plans(reader, plans)
    reader.done()


def gathered_plans(reader: Reader, plans: dict[str, ShipPlan] | None = None) -> tuple[ShipPlan, ...]:
    """The [[ship]] rows of any file, added to `plans`, leaving their faults with the reader."""
    plans = {} if plans is None else plans
    found = []
    for row in reader.tables("ship"):
        plan = ShipPlan.gathered(row)
        if plan.id in plans:
            row.fault("id", plan.id, message("an id that no other ship has"))
        plans[plan.id] = plan
        found.append(plan)
    return tuple(found)
