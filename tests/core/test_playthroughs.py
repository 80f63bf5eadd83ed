"""The golden playthroughs are played again, word for word; what differs is shown as a diff."""

from __future__ import annotations

import difflib
import importlib.util
import sys
from pathlib import Path

import pytest

import navalrules as nr

SCRIPT = Path(__file__).parents[1] / "golden" / "playthroughs.py"
_spec = importlib.util.spec_from_file_location("playthroughs", SCRIPT)
assert _spec is not None
assert _spec.loader is not None
playthroughs = importlib.util.module_from_spec(_spec)
sys.modules["playthroughs"] = playthroughs
_spec.loader.exec_module(playthroughs)


@pytest.mark.parametrize("each", playthroughs.PLAYTHROUGHS, ids=lambda each: each.ruleset)
def test_a_playthrough_is_played_again(each: playthroughs.Playthrough) -> None:
    golden = each.path.read_text(encoding="utf-8").splitlines()
    diff = list(difflib.unified_diff(golden, list(each.lines()), each.path.name, "now", lineterm="", n=1))
    again = "look at it, then: python tests/golden/playthroughs.py"
    assert not diff, "\n".join([f"{len(diff)} lines of diff; {again}", *diff[:60]])


def test_every_ruleset_of_ours_has_a_playthrough() -> None:
    ours = {name for name, rules in nr.rulesets().items() if type(rules).__module__.startswith("navalrules_")}
    assert ours <= {each.ruleset for each in playthroughs.PLAYTHROUGHS}
