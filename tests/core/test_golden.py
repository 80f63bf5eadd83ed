"""One golden log, equal on every Python: a change here is a change of the rules or of the dice."""

from __future__ import annotations

import json
from pathlib import Path

import navalrules as nr
from navalrules.codec import Codec

GOLDEN = Path(__file__).parents[1] / "golden" / "kearsarge-alabama-1864.jsonl"


def log_lines(battle: nr.Battle) -> list[str]:
    codec = Codec(battle.ruleset)
    return [json.dumps(codec.event(event), ensure_ascii=False) for event in battle.log]


def test_the_golden_duel_is_fought_again_word_for_word() -> None:
    battle = nr.Battle.begin(nr.scenario("kearsarge-alabama-1864"), seed=1864)
    battle.run({"Federal": nr.captains.CloseAction(), "Confederate": nr.captains.CloseAction()})
    golden = GOLDEN.read_text(encoding="utf-8").splitlines()
    ours = log_lines(battle)
    for number, (mine, theirs) in enumerate(zip(ours, golden, strict=False), 1):
        assert mine == theirs, f"line {number}"
    assert len(ours) == len(golden)
