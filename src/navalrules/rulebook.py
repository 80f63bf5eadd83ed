"""The rulebook: every rule with its ID, so that events, tables and tests can cite it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Self

import attrs

from navalrules.errors import UnknownName
from navalrules.files import Reader, Source, read_toml
from navalrules.messages import message

FORMAT: Final = "navalrules/rulebook"
STATUSES: Final = ("stated", "gap")
KINDS: Final = ("ruling", "procedure", "number", "scope")


@attrs.frozen
class Rule:
    """One rule. `gist` is our wording; `status` is "stated", or "gap" for our reading of a silent source.

    `kind`: "ruling" is decided in play by a function that a house rule may join, "procedure" is an order
    of doing things, "number" only a figure or table, "scope" what the game is about.
    """

    id: str
    title: str
    gist: str
    source: str
    status: str
    kind: str


class Rulebook:
    """The rules of one ruleset by ID, in the order of the file."""

    __slots__ = ("name", "rules")

    def __init__(self, name: str, rules: Mapping[str, Rule]) -> None:
        self.name = name
        self.rules = dict(rules)

    @classmethod
    def read(cls, source: Source) -> Self:
        """Read `name` and the [[rule]] rows of a TOML file; raises BadFile with all faults."""
        reader = Reader(read_toml(source), str(source))
        reader.text("format", FORMAT, (FORMAT,))
        reader.whole("version", 1, 1, 1)
        name = reader.text("name", "", longest=60)
        rules: dict[str, Rule] = {}
        for row in reader.tables("rule", most=5000):
            rule = _rule(row)
            if rule.id in rules:
                row.fault("id", rule.id, message("an ID of its own"))
            rules[rule.id] = rule
        reader.done()
        reader.check()
        return cls(name, rules)

    def __getitem__(self, rule_id: str) -> Rule:
        """The rule of that ID; raises UnknownName."""
        found = self.rules.get(rule_id)
        if found is None:
            raise UnknownName(message("rule"), rule_id, self.rules)
        return found

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self.rules

    def __iter__(self) -> Iterator[str]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)


def _rule(row: Reader) -> Rule:
    return Rule(
        row.text("id", longest=60),
        row.text("title", longest=200),
        row.text("gist"),
        row.text("source", longest=200),
        row.text("status", choices=STATUSES),
        row.text("kind", choices=KINDS),
    )
