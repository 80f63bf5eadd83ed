"""Which rows of a rulebook no battle reaches: many seeded battles, and what their events cite."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import product

import click

from navalrules import captains, plugins
from navalrules.battle import Battle, Captain
from navalrules.cli.asked import commander
from navalrules.cli.output import echo, listed, say, words_of
from navalrules.cli.scenarios import known
from navalrules.errors import NavalrulesError
from navalrules.rulebook import Rule
from navalrules.ruleset import Ruleset
from navalrules.scenario import Scenario

PLAYED = ("ruling", "procedure")
"""The kinds of rows that an event can cite."""


def report(rules: Ruleset, number: int, scenario: str, as_json: bool) -> None:
    """Play `number` battles and list the rows of kind ruling or procedure that none of them cited."""
    rows = [row for row in rules.rulebook.rules.values() if row.kind in PLAYED]
    left = unreached(rules, rows, number, scenario)
    if not as_json:
        form = "not_reached" if left else "all_reached"
        echo(form, battles=number, reached=len(rows) - len(left), all=len(rows))
    if left or as_json:
        listed_rows(rules, left, as_json)


def listed_rows(rules: Ruleset, rows: Iterable[Rule], as_json: bool) -> None:
    """Rows of a rulebook as a list."""
    words = words_of(rules.texts, as_json)
    table = [
        (
            row.id,
            words.called("cli.mark", row.kind),
            words.called("cli.mark", row.status),
            words.texts.translated(row.id, row.title),
        )
        for row in rows
    ]
    listed(("id", "kind", "status", "title"), table, as_json)


def unreached(rules: Ruleset, rows: list[Rule], number: int, scenario: str = "") -> list[Rule]:
    """The rows that no event of battles with seeds 1 to `number` cited."""
    fields = _scenarios(rules, scenario)
    cited: set[str] = set()
    seeds = range(1, number + 1)
    with click.progressbar(seeds, file=sys.stderr, hidden=not sys.stderr.isatty()) as progress:
        for seed in progress:
            field = fields[(seed - 1) % len(fields)]
            battle = fought(rules, field, seed, (seed - 1) // len(fields))
            cited.update(rule for event in battle.log for rule in event.cited())
    return [row for row in rows if row.id not in cited]


def fought(rules: Ruleset, scenario: Scenario, seed: int, mix: int) -> Battle:
    """One battle to its end; `mix` chooses who commands, so that all pairs of captains come in turn."""
    battle = Battle.begin(scenario, rules, seed)
    pairs = list(_pairs(rules, seed))
    chosen = pairs[mix % len(pairs)]
    battle.run({side.name: captain for side, captain in zip(scenario.sides, chosen, strict=True)})
    return battle


def _pairs(rules: Ruleset, seed: int) -> Iterator[tuple[Captain, Captain]]:
    default = captains.DEFAULT if captains.DEFAULT in rules.captains else "default"
    for one, other in product((default, "random"), repeat=2):
        yield commander(one, rules.captains, seed), commander(other, rules.captains, seed)


def _scenarios(rules: Ruleset, name: str) -> list[Scenario]:
    found = [plugins.scenario(name)] if name else [each for each in known() if each.ruleset == rules.name]
    if not found:
        raise NavalrulesError(say("no_scenario", ruleset=rules.name))
    return found
