"""Every scenario fought and told in French: not one word of it comes from anywhere but a translation.

The French of every message is turned into Greek letters; whatever is still written in Latin ones has come
past the catalogues. Names, and what a rulebook abbreviates, are taken out before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import navalrules as nr
from navalrules import texts
from navalrules.catalogue import Entry, catalogue
from navalrules.cli.asked import commanders
from navalrules.cli.scenarios import known
from navalrules.codec import Codec
from navalrules.report import Narrative, closing, words
from navalrules_btq.report import reports

SCENARIOS = [each for each in known() if each.ruleset in nr.rulesets()]
SEEDS = range(3)
MANY = 40
"""From how many ships on one fight of a few turns has to do."""

_LETTER = re.compile(r"[^\W\d_]")
_FIELD = re.compile(r"(\{[^{}]*\})")
_ABBREVIATIONS = re.compile(r"\b(\d*rr|LM|WS|F|[PSV]\d+|V[ABC]\d+)\b")
_ELIDED = re.compile(r"\bde |\bd'")


def greek(text: str) -> str:
    """A text with every letter outside its fields a Greek one."""
    return "".join(part if part.startswith("{") else _LETTER.sub("ω", part) for part in _FIELD.split(text))


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def told(package: str, language: str) -> dict[Entry, str]:
        return {entry: greek(text) for entry, text in catalogue(package, language).items()}

    def forget() -> None:
        words.core_texts.cache_clear()
        words._words_of.cache_clear()

    with monkeypatch.context() as patched:
        patched.setattr(texts, "catalogue", told)
        forget()
        yield
    forget()


def fought(scenario: nr.Scenario, seed: int) -> nr.Battle:
    rules = nr.ruleset(scenario.ruleset)
    battle = nr.Battle.begin(scenario, seed=seed)
    at_random = [f"{side.name}=random" for side in scenario.sides] if seed % 2 else []
    battle.run(commanders(scenario, rules, at_random, seed), 4 if len(battle.state.ships) >= MANY else 30)
    return battle


def left_over(battle: nr.Battle, lines: list[str]) -> Iterator[str]:
    """Lines in which a Latin letter stands that is no name, ID or abbreviation."""
    names = sorted({ship.name for ship in battle.state.ships.values()}, key=len, reverse=True)
    switches = {name for name, _ in battle.marks[0].state.switches}
    for line in lines:
        text = line
        for name in (*names, *battle.ruleset.rulebook):
            text = text.replace(name, "")
        text = _ELIDED.sub("", text)
        if any(f"{switch} = " in text for switch in switches):
            continue  # a switch and its value, as they are written on the command line
        if re.search(r"[A-Za-z]", _ABBREVIATIONS.sub("", text).replace("d'", "")):
            yield line


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
@pytest.mark.usefixtures("pseudo")
def test_every_word_comes_from_the_catalogues(scenario: nr.Scenario) -> None:
    for seed in SEEDS:
        battle = fought(scenario, seed)
        lines = [line.text for line in Narrative(battle, why=True, language="fr").account()]
        lines += closing(battle, "fr").lines()
        assert list(left_over(battle, lines)) == []
        assert sum("ω" in line for line in lines) > 20
        if len(battle.state.ships) >= MANY:
            break


@pytest.mark.rule("BTQ-LOG-05")
@pytest.mark.parametrize("name", ["btq-yardarm-to-yardarm", "shannon-chesapeake-1813"])
@pytest.mark.usefixtures("pseudo")
def test_every_word_of_an_action_report_comes_from_the_catalogues(name: str) -> None:
    battle = fought(nr.scenario(name), 1)
    told = [
        line
        for report in reports(battle, foretell=False)
        for line in (report.told("fr"), *report.figures("fr"))
    ]
    assert list(left_over(battle, told)) == []
    assert sum("ω" in line for line in told) > 20


@pytest.mark.usefixtures("pseudo")
def test_the_search_finds_english() -> None:
    battle = fought(SCENARIOS[0], 0)
    lines = [line.text for line in Narrative(battle, why=True).account()]
    assert len(list(left_over(battle, lines))) > 20


def test_one_fight_is_told_in_either_language_and_stays_the_same() -> None:
    battle = fought(nr.scenario("kearsarge-alabama-1864"), 1864)
    before = Codec(battle.ruleset).digest(battle.state)
    french, english = (
        [line.text for line in Narrative(battle, language=language).account()] for language in ("fr", "en")
    )
    assert [line.text for line in Narrative(battle, language="en").account()] == english
    assert len(french) == len(english)
    assert "    Un mât" not in english
    assert sum(one != other for one, other in zip(french, english, strict=True)) > len(french) * 0.8
    assert Codec(battle.ruleset).digest(battle.state) == before
    assert closing(battle, "fr").headings[:3] == ["navire", "camp", "état"]


def test_a_ruleset_without_a_catalogue_is_told_in_english_with_the_core_s_french() -> None:
    texts = nr.Texts({"event.turn_began": "\nROUND {turn}"})
    battle = fought(nr.scenario("kearsarge-alabama-1864"), 3)
    narrative = Narrative(battle, language="fr")
    narrative.words = type(narrative.words)(texts, "fr")
    assert narrative.lines(nr.TurnBegan(4)) == ["", "ROUND 4"]
    assert narrative.lines(nr.ShipSank(4, ship=min(battle.state.ships))) == [
        "    CSS Alabama sombre\N{NO-BREAK SPACE}!"
    ]
