"""House rules can join every ruling of every official rulebook by its ID, and play asks what they joined."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from promises import log_lines

import navalrules as nr
from navalrules.cli.scenarios import known
from navalrules.ruleset import Bound, HouseRule, Point, RulesetError, joints

OFFICIAL = sorted(
    entry.name
    for entry in entry_points(group="navalrules")
    if entry.dist is not None and entry.dist.name == "navalrules"
)
ROWS = [
    (name, row.id)
    for name in OFFICIAL
    for row in nr.ruleset(name).rulebook.rules.values()
    if row.kind == "ruling"
]
SUPERSEDED = {
    "ratings": {
        "RAT-BGMOVE-08": "dice_speed_loss",
        "RAT-BGTABLE-01": "extreme_damage",
        "RAT-BGBOARD-01": "revised_boarding",
        "RAT-BGBOARD-03": "revised_boarding",
        "RAT-BGBOARD-04": "revised_boarding",
        "RAT-BGFIRE-10": "separate_ratings",
    },
    "btq": dict.fromkeys([f"BTQ-FIRE-{number:02}" for number in (3, 4, 5, 6, 7, 14)], "enhanced_fire"),
}
"""Rows of a base game that a switch, on unless switched off, has put others in the place of."""


UNJOINED = {
    *("BTQ-MOVE-09", "BTQ-MOVE-16", "BTQ-GUN-15", "BTQ-GUN-16", "BTQ-GUN-30", "BTQ-GUN-40", "BTQ-SHOT-09"),
    *("BTQ-DMG-11", "BTQ-MAST-04", "BTQ-MAST-06", "BTQ-MAST-09", "BTQ-SP-08", "BTQ-FIRE-08", "BTQ-FIRE-13"),
    *("BTQ-CREW-03", "BTQ-BOARD-24", "BTQ-BOARD-25", "BTQ-BOARD-29", "BTQ-PRIZE-04"),
}
"""Rows that no function of their own decides yet: a part of another ruling, which can be joined instead."""


def joined(ruleset: str, **given: Any) -> HouseRule:
    """A stranger's house rule."""
    return HouseRule(name="strange", ruleset=ruleset, act=lambda *_: "joined", **given)


def usual(ruleset: nr.Ruleset) -> list[HouseRule]:
    """What a ruleset's own switches bring unless somebody switches them."""
    on = {rule.name for rule in ruleset.house_rules if rule.default}
    return [rule for rule in ruleset.house_rules if rule.name in on]


def of_points(ruleset: nr.Ruleset) -> list[Any]:
    return [pytest.param(ruleset.name, key, id=key) for key in joints(ruleset.points)]


@pytest.mark.parametrize(("name", "row"), [each for each in ROWS if each[1] not in UNJOINED])
def test_every_ruling_can_be_followed_and_replaced_by_its_id(name: str, row: str) -> None:
    ruleset = nr.ruleset(name)
    point = joints(ruleset.points)[row]
    followed = Bound(ruleset.points, [*usual(ruleset), joined(name, follows=row)])
    assert followed[point] is not Bound(ruleset.points, usual(ruleset))[point]
    superseded = SUPERSEDED.get(name, {}).get(row)
    others = [rule for rule in usual(ruleset) if rule.name != superseded]
    assert Bound(ruleset.points, [*others, joined(name, replaces=row)])[point]() == "joined"
    if superseded:
        with pytest.raises(RulesetError, match=f"{superseded} and strange both replace {row}"):
            Bound(ruleset.points, [*usual(ruleset), joined(name, replaces=row)])


def test_what_is_said_to_be_unjoined_is_so() -> None:
    known = {row for name in OFFICIAL for row in joints(nr.ruleset(name).points)}
    assert sorted(UNJOINED & known) == []
    assert {row for _, row in ROWS} >= UNJOINED


@pytest.mark.parametrize("name", OFFICIAL)
def test_every_ruling_function_can_be_named(name: str) -> None:
    points = nr.ruleset(name).points
    assert {id(point) for point in joints(points).values()} == {id(point) for point in points}


# ---------------------------------------------------------------- play asks what was joined


def sources(ruleset: nr.Ruleset) -> Iterator[ast.Module]:
    module = __import__(type(ruleset).__module__.split(".")[0])
    assert isinstance(module, ModuleType)
    for path in sorted(Path(str(module.__file__)).parent.rglob("*.py")):
        yield ast.parse(path.read_text(encoding="utf-8"))


def names(node: ast.expr) -> set[str]:
    """The names of what an expression may stand for: `x`, `module.x`, `x if ... else y`."""
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} | {
        each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)
    }


@pytest.mark.parametrize("name", OFFICIAL)
def test_every_ruling_is_looked_up_where_house_rules_are_folded_in(name: str) -> None:
    ruleset = nr.ruleset(name)
    wanted = {point.__name__ for point in ruleset.points}
    asked: set[str] = set()
    passed_by = []
    for tree in sources(ruleset):
        for node in ast.walk(tree):
            if isinstance(node, ast.Subscript) and names(node.value) & {"bound", "_bound"}:
                asked |= names(node.slice)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in wanted:
                passed_by.append(ast.unparse(node))
    stand_ins = {rule.act.__name__ for rule in ruleset.house_rules if rule.act in ruleset.points}
    assert sorted(wanted - asked - stand_ins) == []
    assert passed_by == DIRECT.get(name, [])


DIRECT: dict[str, list[str]] = {
    "ratings": ["base_outcome(battle, fight, margin)"],
    "btq": ["in_a_row(ship, arc, turn)"],
}
"""Calls past the house rules: an action that the base rules began is ended by them; a condition sheet has no
battle to ask."""

FIELDS = {"civilwar": 8, "mumford": 3, "ratings": 12}
OFTEN = 0.55
"""The share of rulings that so few battles come to; the others are found by their look-ups."""


def watched(point: Point[..., Any], key: str, ruleset: str, calls: Counter[str]) -> HouseRule:
    def act(result: Any, *args: Any, **fields: Any) -> Any:
        calls[point.__name__] += 1
        return result

    return HouseRule(name=f"watch_{point.__name__}", ruleset=ruleset, act=act, follows=key, default=True)


def by_point(points: tuple[Point[..., Any], ...]) -> Iterator[tuple[Point[..., Any], str]]:
    """Each ruling with a name that means it."""
    keys: dict[Callable[..., Any], str] = {point: key for key, point in joints(points).items()}
    return ((point, keys[point]) for point in points)


@pytest.mark.parametrize("name", OFFICIAL)
def test_a_stranger_who_follows_everything_and_changes_nothing_hears_of_it(name: str) -> None:
    ruleset, calls = nr.ruleset(name), Counter[str]()
    listening = [watched(point, key, name, calls) for point, key in by_point(ruleset.points)]
    fields = [each for each in known() if each.ruleset == name and len(each.entrants) < 8]
    for seed in range(FIELDS.get(name, 4)):
        table = fields[seed % len(fields)]
        logs = []
        for house_rules in ([], listening):
            battle = nr.Battle.begin(table, ruleset, seed, house_rules=house_rules)
            battle.run({side.name: nr.captains.CloseAction() for side in table.sides}, max_turns=25)
            logs.append(log_lines(battle)[1:])
        assert logs[0] == logs[1]
    assert len(calls) >= OFTEN * len(ruleset.points)
