"""The golden playthroughs are played again, word for word; what differs is shown as a diff."""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

import pytest

import navalrules as nr

sys.path.append(str(Path(__file__).parents[1] / "golden"))
from playthroughs import PLAYTHROUGHS, Playthrough


@pytest.mark.parametrize("each", PLAYTHROUGHS, ids=lambda each: each.ruleset)
def test_a_playthrough_is_played_again(each: Playthrough) -> None:
    golden = each.path.read_text(encoding="utf-8").splitlines()
    diff = list(difflib.unified_diff(golden, list(each.lines()), each.path.name, "now", lineterm="", n=1))
    again = "look at it, then: python tests/golden/playthroughs.py"
    assert not diff, "\n".join([f"{len(diff)} lines of diff; {again}", *diff[:60]])


def test_every_ruleset_of_ours_has_a_playthrough() -> None:
    ours = {name for name, rules in nr.rulesets().items() if type(rules).__module__.startswith("navalrules_")}
    assert ours <= {each.ruleset for each in PLAYTHROUGHS}
