"""The rulebook file and its citations."""

from __future__ import annotations

from pathlib import Path

import pytest

from navalrules.errors import BadFile, UnknownName
from navalrules.rulebook import Rulebook

GOOD = """
name = "demo"
[[rule]]
id = "DEMO-MOVE-02"
title = "Speed"
gist = "One knot is one inch."
source = "40"
status = "stated"
kind = "number"
[[rule]]
id = "DEMO-MOVE-01"
title = "Turns"
gist = "A turn has two halves."
source = "not given"
status = "gap"
kind = "procedure"
"""


def read(folder: Path, text: str) -> Rulebook:
    path = folder / "rulebook.toml"
    path.write_text(text)
    return Rulebook.read(path)


def test_rules_stand_in_the_order_of_the_file(tmp_path: Path) -> None:
    book = read(tmp_path, GOOD)
    assert book.name == "demo"
    assert list(book) == ["DEMO-MOVE-02", "DEMO-MOVE-01"]
    assert len(book) == 2
    assert book["DEMO-MOVE-01"].kind == "procedure"
    assert "DEMO-MOVE-03" not in book


def test_an_unknown_rule_is_named_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="unknown rule 'DEMO-MOVE-03'; nearest: DEMO-MOVE-0"):
        read(tmp_path, GOOD)["DEMO-MOVE-03"]


def test_all_faults_of_a_rulebook_at_once(tmp_path: Path) -> None:
    text = GOOD.replace("MOVE-01", "MOVE-02").replace('"gap"', '"guess"').replace("title", "tilte", 1)
    with pytest.raises(BadFile) as caught:
        read(tmp_path, text)
    path = tmp_path / "rulebook.toml"
    assert [str(fault) for fault in caught.value.faults] == [
        f"{path}: rule[1].title = (missing): expected text of at most 200 characters",
        f'{path}: rule[2].status = "guess": expected one of: stated, gap',
        f'{path}: rule[2].id = "DEMO-MOVE-02": expected an ID of its own',
        f'{path}: rule[1].tilte = "Speed": expected a known key; nearest: title',
    ]
