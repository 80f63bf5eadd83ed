"""A hobbyist's changes to one ruleset, in one TOML file: numbers, switches and ships, no Python."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Self

import attrs

from navalrules.errors import BadFile, Fault, nearest
from navalrules.files import Format, Reader, Scalar, Source, shown
from navalrules.messages import message
from navalrules.ruleset import Ruleset, RulesetError, Switch
from navalrules.scenario import Scenario
from navalrules.ships import Library, ShipPlan, gathered_plans
from navalrules.tables import REPLACES_ALL, Tables

FORMAT: Final = Format("navalrules/variant")
MOST_PARENTS: Final = 4
"""How many variants may stand on one another below the topmost."""

LONGEST: Final = 60
_SUFFIXES: Final = (".toml", ".json")
_ON: Final = " on "


@attrs.frozen
class Variant:
    """Changes to the ruleset `parent`: switches, entries of tables, and ships of its own.

    `base` is the variant that it stands on, where its file names one for its parent: that one's changes come
    first. `ships` join the library, and stand in the place of ships with the same id.
    """

    name: str
    parent: str
    rules: Mapping[str, Scalar]
    tables: Mapping[str, Mapping[str, object]]
    file: str = ""
    ships: tuple[ShipPlan, ...] = ()
    base: Variant | None = None

    @classmethod
    def read(cls, source: Source) -> Self:
        """Read a file of format "navalrules/variant", and the files that it stands on.

        Raises BadFile with all faults of all of them.
        """
        reader = Reader.open(source, FORMAT)
        variant = cls.gathered(reader, Path(source.name).stem, source if isinstance(source, Path) else None)
        reader.done()
        reader.check()
        return variant

    @classmethod
    def gathered(
        cls, reader: Reader, name: str = "", path: Path | None = None, above: tuple[str, ...] = ()
    ) -> Self:
        """Read the fields of a variant, leaving their faults with the reader for its `check`.

        Only a file at a `path` may name another for its parent. `above` are the files that led here.
        """
        longest = LONGEST if path is not None else (LONGEST + len(_ON)) * (MOST_PARENTS + 1)
        parent, base = reader.text("parent", longest=LONGEST), None
        if parent.endswith(_SUFFIXES):
            base = _base(reader, parent, path, above)
            parent = base.parent if base else ""
        return cls(
            reader.text("name", name, longest=longest),
            parent,
            reader.scalars("rules"),
            _changes(reader.table("tables")),
            reader.file,
            gathered_plans(reader),
            base,
        )

    def layers(self) -> Iterator[Variant]:
        """The variants that this one stands on, the lowest first, and itself last."""
        if self.base is not None:
            yield from self.base.layers()
        yield self

    @property
    def title(self) -> str:
        """Its name, and the names of those that it stands on, for a log's header."""
        return _ON.join(layer.name for layer in reversed(list(self.layers())))

    @property
    def switches(self) -> dict[str, Scalar]:
        """All switches that it and those below it set; the topmost has the last word."""
        return {name: value for layer in self.layers() for name, value in layer.rules.items()}

    @property
    def library(self) -> Library:
        """All ships that it and those below it bring; the topmost has the last word."""
        return Library([ship for layer in reversed(list(self.layers())) for ship in layer.ships])

    def layered(self, tables: Tables) -> Tables:
        """`tables` with all changes laid over them; raises BadFile with all faults of the lowest bad one."""
        for layer in self.layers():
            if layer.tables:
                tables = tables.layered(layer.tables, layer.file)
        return tables

    def fitted(self, ruleset: Ruleset, choices: Mapping[str, Collection[Switch]]) -> Tables:
        """The tables of its ruleset, whose switches can have the values in `choices`, with its own laid over.

        Raises RulesetError where it is for another ruleset, else BadFile with all faults at once.
        """
        if self.parent != ruleset.name:
            raise RulesetError(
                message(
                    "variant {name} changes {parent}, not {ruleset}",
                    name=self.name,
                    parent=self.parent,
                    ruleset=ruleset.name,
                )
            )
        faults = [fault for layer in self.layers() for fault in _switch_faults(layer, choices)]
        tables = ruleset.tables
        try:
            tables = self.layered(tables)
        except BadFile as error:
            faults += error.faults
        if faults:
            raise BadFile(faults)
        return tables

    def refitted(self, scenario: Scenario) -> Scenario:
        """The scenario with its own ships in the place of those with the same ids."""
        ships = {ship.id: ship for layer in self.layers() for ship in layer.ships}
        if ships.keys().isdisjoint(entrant.plan.id for entrant in scenario.entrants):
            return scenario
        entrants = [attrs.evolve(each, plan=ships.get(each.plan.id, each.plan)) for each in scenario.entrants]
        return attrs.evolve(scenario, entrants=tuple(entrants))

    def as_data(self) -> dict[str, Any]:
        """Plain data of the shape of a variant file that stands on no other: all layers in one."""
        data = {
            **FORMAT.head,
            "name": self.title,
            "parent": self.parent,
            "rules": self.switches,
            "tables": self._all_changes(),
        }
        library = self.library
        ships = [library[name].as_data() for name in library]
        return {**data, "ship": ships} if ships else data

    def _all_changes(self) -> dict[str, Mapping[str, object]]:
        found: dict[str, Mapping[str, object]] = {}
        for layer in self.layers():
            for name, rows in layer.tables.items():
                found[name] = rows if REPLACES_ALL in rows else {**found.get(name, {}), **rows}
        return found


def _base(reader: Reader, parent: str, path: Path | None, above: tuple[str, ...]) -> Variant | None:
    """The variant in the file that stands for the parent, its faults among the reader's."""
    expected: str = ""
    if path is None or Path(parent).name != parent or "\\" in parent:
        expected = message("a ruleset, or the name of a variant file in the same folder")
    elif parent in (path.name, *above):
        expected = message("a variant that does not stand on this one")
    elif len(above) >= MOST_PARENTS:
        expected = message("at most {most} variants below one another", most=MOST_PARENTS)
    if expected or path is None:
        reader.fault("parent", parent, expected)
        return None
    below = path.with_name(parent)
    try:
        inner = Reader.open(below, FORMAT)
        found = Variant.gathered(inner, below.stem, below, (*above, path.name))
        inner.done()
        inner.check()
    except BadFile as error:
        reader.faults += error.faults
        return None
    return found


def _changes(reader: Reader) -> dict[str, dict[str, object]]:
    tables = {}
    for name in reader.data:
        inner = reader.table(name)
        tables[name] = {key: inner.raw(key) for key in inner.data}
    return tables


def _switch_faults(variant: Variant, choices: Mapping[str, Collection[Switch]]) -> Iterator[Fault]:
    for name, value in variant.rules.items():
        allowed = choices.get(name, ())
        if not any(value == each and type(value) is type(each) for each in allowed):
            words = ", ".join(str(each).lower() for each in allowed)
            expected = message("one of: {known}", known=words) if allowed else _known(name, choices)
            yield Fault(variant.file, f"rules.{name}", shown(value), expected)


def _known(name: str, choices: Mapping[str, Collection[Switch]]) -> str:
    alike = nearest(name, choices)
    if alike:
        return message("a known {kind}; nearest: {names}", kind=message("switch"), names=", ".join(alike))
    return message("a known {kind}: {names}", kind=message("switch"), names=", ".join(sorted(choices)))
