"""Promise 10: the rulebook and its play name the same rules."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Set
from pathlib import Path
from typing import TYPE_CHECKING, Final

from navalrules.ruleset import Ruleset
from navalrules.testing.check import Lacking, check, demand
from navalrules.testing.fights import Fight

if TYPE_CHECKING:
    from navalrules.testing.contract import Contract
    from navalrules.testing.luck import Luck

PLAYED: Final = ("ruling", "procedure")
"""The kinds of rows that an event can cite."""


def cited(fights: Iterable[Fight]) -> frozenset[str]:
    """All that the events of these fights go back to."""
    return frozenset(rule for fight in fights for event in fight.fought().log for rule in event.cited())


def uncited(ruleset: Ruleset, found: Set[str]) -> set[str]:
    """Rows of kind ruling and procedure that are not among what was cited."""
    book = [ruleset.rulebook[rule] for rule in ruleset.rulebook]
    return {rule.id for rule in book if rule.kind in PLAYED} - found


def untabled(ruleset: Ruleset) -> set[str]:
    """Rows of kind number that no entry of a table goes back to."""
    book = [ruleset.rulebook[rule] for rule in ruleset.rulebook]
    return {rule.id for rule in book if rule.kind == "number"} - tabled(ruleset)


def tabled(ruleset: Ruleset) -> set[str]:
    """Every rule that an entry of a table goes back to."""
    return {table[key].rule for table in ruleset.tables.values() for key in table}


def marked(path: Path) -> dict[str, set[str]]:
    """Rule IDs in the `rule` marks of every test function of a file."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            calls = [each for each in node.decorator_list if isinstance(each, ast.Call)]
            rules = [call for call in calls if ast.unparse(call.func) == "pytest.mark.rule"]
            ids = {arg.value for call in rules for arg in call.args if isinstance(arg, ast.Constant)}
            found[node.name] = {str(each) for each in ids}
    return found


@check("10_play_cites_every_ruling_and_procedure_and_nothing_else", "minor", share=0)
def all_cited(contract: Contract, luck: Luck) -> None:
    """Every ruling and procedure is cited by an event of some battle, and nothing that is no rule."""
    found = cited(contract.sample())
    left = uncited(contract.rules(), found) - contract.played_elsewhere.keys()
    demand(not left, f"no event of {len(contract.sample())} battles cites", ", ".join(sorted(left)))
    book = contract.rules().rulebook
    strange = sorted(rule for rule in found if rule not in book)
    demand(not strange, "cited by events and not in the rulebook", ", ".join(strange))


@check("10_what_is_played_elsewhere_has_its_test", "minor", share=0)
def elsewhere_tested(contract: Contract, luck: Luck) -> None:
    """Every rule that the seeded battles need not reach is played by a test that is marked with it."""
    if contract.home is None and contract.played_elsewhere:
        raise Lacking("the tests of this ruleset are not at hand")
    for rule, where in sorted(contract.played_elsewhere.items()):
        path, _, test = where.partition("::")
        file = (contract.home or Path()) / path
        marks = marked(file).get(test, set()) if file.is_file() else set()
        demand(rule in marks, f"{where} is no test with a mark for {rule}")


@check("10_every_number_stands_in_a_table", "minor", share=0)
def numbers_tabled(contract: Contract, luck: Luck) -> None:
    """Every row of kind number is cited by a table, and tables cite nothing that is no rule."""
    left = sorted(untabled(contract.rules()))
    demand(not left, "no table cites", ", ".join(left))
    strange = sorted(rule for rule in tabled(contract.rules()) if rule not in contract.rules().rulebook)
    demand(not strange, "cited by tables and not in the rulebook", ", ".join(strange))
