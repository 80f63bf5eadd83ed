"""Keys that a ship or a scenario carries for one ruleset alone: declared, read, and refused when misspelt."""

from __future__ import annotations

import re
from pathlib import Path

import attrs
import pytest

import navalrules as nr

FIELDS = {
    "btq": "btq-frigate-duel",
    "civilwar": "kearsarge-alabama-1864",
    "mumford": "mumford-duel-74",
    "ratings": "duel-of-third-rates",
}
OTHERWISE = {"btq": ["btq_note"], "ratings": ["rat_fouled", "rat_grappled"]}
"""A remark that nothing reads; ties, whose names are put together."""
PREFIXES = {"btq": "btq_", "civilwar": "acw_", "mumford": "mum_", "ratings": "rat_"}


def begun(name: str, *, ship: dict[str, str] | None = None, scenario: dict[str, str] | None = None) -> None:
    """A battle under a ruleset whose first ship, or scenario, carries these keys as well."""
    field = nr.scenario(FIELDS[name])
    first, *others = field.entrants
    first = attrs.evolve(first, grades={**first.grades, **(ship or {})})
    field = attrs.evolve(field, entrants=(first, *others), grades={**field.grades, **(scenario or {})})
    nr.Battle.begin(field, name)


@pytest.mark.parametrize("name", FIELDS)
def test_a_key_that_a_ruleset_does_not_know_is_refused_with_the_nearest(name: str) -> None:
    known = next(iter(nr.ruleset(name).grades))
    with pytest.raises(nr.EnrolmentError, match=rf": {known}e is no key of these rules; nearest: {known}"):
        begun(name, ship={f"{known}e": "x"})
    with pytest.raises(nr.EnrolmentError, match=rf"{FIELDS[name]}: {known}e is no key of these rules"):
        begun(name, scenario={f"{known}e": "x"})


@pytest.mark.parametrize("name", FIELDS)
def test_keys_of_other_rulesets_and_of_nobody_are_let_alone(name: str) -> None:
    others = {f"{prefix}whatever": "x" for ruleset, prefix in PREFIXES.items() if ruleset != name}
    begun(name, ship={**others, "whatever": "x"}, scenario={**others, "whatever": "x"})


@pytest.mark.parametrize("name", FIELDS)
def test_what_is_declared_is_what_the_rules_read(name: str) -> None:
    ruleset = nr.ruleset(name)
    package = Path(nr.__file__).parent.with_name(f"navalrules_{name}")
    found: set[str] = set()
    for file in package.rglob("*.py"):
        # What declares a key is no reading of it.
        lines = file.read_text(encoding="utf-8").splitlines()
        text = "\n".join([line for line in lines if not re.match(r'    "\w+": ".*",$', line)])
        found |= set(re.findall(rf'"({PREFIXES[name]}\w+)"', text))
    declared = {*ruleset.grades, *ruleset.scenario_grades}
    assert found <= declared
    assert sorted(declared - found) == OTHERWISE.get(name, [])
