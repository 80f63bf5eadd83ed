"""What the documentation says is so: every example runs, and nothing is left out of the reference."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType
from typing import ClassVar

import attrs
import pytest
from pages import DOCS, blocks, commands, follow

import navalrules as nr
from navalrules.cli import COMMANDS, main

TUTORIAL = DOCS / "tutorial"
PAGES = sorted(
    path
    for path in DOCS.rglob("*.md")
    if not {"made", "tutorial"} & set(path.relative_to(DOCS).parts) and list(blocks(path))
)


@pytest.fixture(scope="module")
def made() -> ModuleType:
    sys.path.insert(0, str(DOCS / "_ext"))
    try:
        import made
    finally:
        sys.path.remove(str(DOCS / "_ext"))
    return made


def test_pages_with_examples_are_found() -> None:
    assert {page.stem for page in PAGES} >= {"first-battle", "how-a-battle-flows", "file-formats"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_example_runs(page: Path, tmp_path: Path) -> None:
    printed = follow(page, tmp_path)
    assert printed


def test_first_battle_prints_what_its_words_promise(tmp_path: Path) -> None:
    lines = [
        line
        for block in blocks(DOCS / "first-battle.md")
        if block.language == "sh"
        for line in commands(block.text)
    ]
    assert any(" --why" in line for line in lines)
    assert {line.split()[1] for line in lines} >= {"fight", "replay", "rules", "rulesets", "scenarios", "new"}


def test_every_command_is_called_somewhere_in_the_pages_or_its_help() -> None:
    said = "".join(path.read_text(encoding="utf-8") for path in [*PAGES, *TUTORIAL.glob("*.md")])
    for name in ("new", "check", "fight", "replay", "rules", "tables", "contract"):
        assert re.search(rf"navalrules {name}\b", said), name


# ---------------------------------------------------------------- the reference


def test_all_that_must_be_documented_is_and_has_a_place(made: ModuleType) -> None:
    written = "\n".join(made.pages().values())
    places = set(re.findall(r"^\(([a-z0-9-]+)\)=$", written, re.M))
    wanted = made.documented()
    assert sorted(wanted.keys() - places) == []
    assert sorted(label for label, words in wanted.items() if not words.strip()) == []
    assert len(places) == len(re.findall(r"^\([a-z0-9-]+\)=$", written, re.M))


def test_the_reference_knows_every_command_option_event_hook_switch_and_rule(made: ModuleType) -> None:
    wanted = made.documented()
    assert {f"command-{name}" for name in COMMANDS} <= wanted.keys()
    assert {"command-new-ship", "option-fight-seed", "event-navalrules-shot-fired"} <= wanted.keys()
    assert {"hook-navalrules-ships", "api-class-battle", "api-load", "rule-acw-gun-01"} <= wanted.keys()
    assert {"switch-civilwar-sink-on-no-crew", "table-civilwar-to-hit"} <= wanted.keys()
    rules = sum(len(ruleset.rulebook) for ruleset in made.rulesets().values())
    assert len([label for label in wanted if label.startswith("rule-")]) == rules


def test_an_event_without_words_is_found(made: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    @attrs.frozen(kw_only=True, slots=False)
    class Silent(nr.events.Event):
        tag: ClassVar[str] = "silent"

    Silent.__doc__ = ""
    monkeypatch.setattr(nr.events, "Silent", Silent, raising=False)
    assert made.documented()[made.event_label(Silent)] == ""


def test_an_option_without_help_is_found(made: ModuleType) -> None:
    import click

    command = main.get_command(click.Context(main), "rulesets")
    assert command is not None
    option = next(each for each in command.params if isinstance(each, click.Option))
    before, option.help = option.help, None
    try:
        assert made.documented()[made.label("option", "rulesets", option.name or "")] == ""
    finally:
        option.help = before
