"""Every message of every package in every language, and nothing else in a catalogue."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Formatter

import pytest

from navalrules.catalogue import ENGLISH, Entry, catalogue, entries, languages
from navalrules.compass import POINTS
from navalrules.report import core_texts
from navalrules.translating import messages, update, written

PACKAGES = ("navalrules", "navalrules_btq", "navalrules_civilwar", "navalrules_mumford", "navalrules_ratings")
BOTH = [(package, language) for package in PACKAGES for language in languages()[1:]]

NAMES = ("ship", "nation", "ruleset")
"""Contexts whose messages may be the same in two languages: names, and the titles of published games."""
FRENCH = """
    [ID] [OPTIONS] [TABLE] Arguments Contact MU Marines N Options Trafalgar api cm commodore corvette date
    distribution embrasures import long mm nation notes phase pivot points rr source sources table tables
    total type version
"""
SAME = {"fr": frozenset(FRENCH.split())}
"""Words and abbreviations that a language shares with English."""


all_messages = cache(messages)


def told_of(package: str, language: str) -> dict[Entry, str]:
    file = files(package).joinpath("locale", language, "LC_MESSAGES", f"{package}.po")
    return dict(entries(file.read_text(encoding="utf-8")))


def fields(template: str) -> set[str]:
    return {re.split(r"[.\[]", name)[0] for _, name, _, _ in Formatter().parse(template) if name is not None}


def bare(template: str) -> str:
    return " ".join(literal for literal, *_ in Formatter().parse(template))


def test_french_is_spoken() -> None:
    assert languages() == (ENGLISH, "fr")


@pytest.mark.parametrize(("package", "language"), BOTH)
def test_no_message_is_there_in_one_language_only(package: str, language: str) -> None:
    told, wanted = told_of(package, language), all_messages(package)
    assert [entry for entry in wanted if entry not in told] == []
    assert sorted(set(told) - set(wanted)) == []
    assert len(told) > 400


@pytest.mark.parametrize(("package", "language"), BOTH)
def test_fields_are_the_same_in_both(package: str, language: str) -> None:
    for (context, english), text in told_of(package, language).items():
        if context == "click":
            assert fields(text) <= fields(english), english
        else:
            assert fields(text) == fields(english), english


@pytest.mark.parametrize(("package", "language"), BOTH)
def test_a_translation_is_not_the_english_text_again(package: str, language: str) -> None:
    for (context, english), text in told_of(package, language).items():
        if text != english or context in NAMES or (context.startswith("course.") and english in POINTS):
            continue
        words = re.findall(r"\[?[A-Za-z]+\]?", bare(english))
        assert [word for word in words if word not in SAME[language]] == [], english


@pytest.mark.parametrize(("package", "language"), BOTH)
def test_lines_and_margins_are_those_of_the_english_text(package: str, language: str) -> None:
    for (context, english), text in told_of(package, language).items():
        if context.startswith("list."):
            continue
        margins = [(each[: len(each) - len(each.lstrip())], each.count("\n")) for each in (english, text)]
        assert margins[0] == margins[1], english
        assert (text != text.rstrip()) == (english != english.rstrip()), english


@pytest.mark.parametrize(("package", "language"), BOTH)
def test_a_catalogue_is_as_the_tool_writes_it(package: str, language: str) -> None:
    told = told_of(package, language)
    file = files(package).joinpath("locale", language, "LC_MESSAGES", f"{package}.po")
    assert file.read_text(encoding="utf-8") == written(
        package, language, [(entry, told[entry]) for entry in all_messages(package)]
    )


@pytest.mark.parametrize(("package", "language"), BOTH)
def test_gettext_s_own_tools_read_the_same(package: str, language: str) -> None:
    pofile = pytest.importorskip("babel.messages.pofile")
    file = files(package).joinpath("locale", language, "LC_MESSAGES", f"{package}.po")
    with file.open("rb") as stream:
        read = pofile.read_po(stream, locale=language)
    theirs = {(each.context or "", each.id): each.string for each in read if each.id}
    assert theirs == told_of(package, language)


@pytest.mark.rule("BTQ-WIND-01")
def test_the_compass_has_its_french_names() -> None:
    texts = core_texts("fr")
    quarters = (
        "N N¼NE NNE NE¼N NE NE¼E ENE E¼NE",
        "E E¼SE ESE SE¼E SE SE¼S SSE S¼SE",
        "S S¼SO SSO SO¼S SO SO¼O OSO O¼SO",
        "O O¼NO ONO NO¼O NO NO¼N NNO N¼NO",
    )
    assert " ".join(texts.get(f"course.{point}") for point in POINTS) == " ".join(quarters)


# ---------------------------------------------------------------- the reader


def test_a_catalogue_is_read_with_contexts_lines_and_escapes() -> None:
    text = (
        'msgid ""\nmsgstr "Language: fr\\n"\n\n'
        '# a word to translators\nmsgctxt "a.b"\nmsgid "one"\nmsgstr "un"\n\n'
        'msgctxt "c"\nmsgid ""\n"two\\n"\n"\\"three\\"\\\\"\nmsgstr ""\n"deux\\n"\n"trois\\t"\n'
    )
    assert dict(entries(text)) == {("a.b", "one"): "un", ("c", 'two\n"three"\\'): "deux\ntrois\t"}


def test_what_is_fuzzy_or_empty_is_left_out() -> None:
    text = 'msgid "a"\nmsgstr ""\n\n#, fuzzy\nmsgid "b"\nmsgstr "bé"\n\n#~ msgid "c"\n#~ msgstr "cé"\n'
    assert list(entries(text)) == []


@pytest.mark.parametrize(
    "text",
    ['msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"', "hello", '"loose"', 'msgid "a"\nmsgid "b"', 'msgid "a" b'],
)
def test_what_is_no_catalogue_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no line of a catalogue"):
        list(entries(text))


def test_a_package_without_a_catalogue_has_none() -> None:
    assert catalogue("json", "fr") == {}
    assert catalogue("navalrules", ENGLISH) == {}
    assert catalogue("navalrules", "tlh") == {}


# ---------------------------------------------------------------- the writer


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, Path]]:
    name = "navalrules_made_up_for_words"
    folder = tmp_path / name
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "texts.toml").write_text('began = "It begins."\nended = "It ends: {why}."\nstill = ""\n')
    monkeypatch.syspath_prepend(str(tmp_path))
    catalogue.cache_clear()
    yield name, folder
    sys.modules.pop(name, None)
    catalogue.cache_clear()


def test_a_new_catalogue_waits_for_its_translations(package: tuple[str, Path]) -> None:
    name, folder = package
    assert messages(name) == [("began", "It begins."), ("ended", "It ends: {why}.")]
    assert update(name, "fr") == 2
    assert catalogue(name, "fr") == {}
    path = folder / "locale/fr/LC_MESSAGES" / f"{name}.po"
    waiting, done = (f'msgid "It begins."\nmsgstr "{text}"' for text in ("", "Ça va."))
    path.write_text(path.read_text().replace(waiting, done))
    catalogue.cache_clear()
    assert dict(catalogue(name, "fr")) == {("began", "It begins."): "Ça va."}


def test_translations_are_kept_until_their_message_changes(package: tuple[str, Path]) -> None:
    name, folder = package
    path = folder / "locale/fr/LC_MESSAGES" / f"{name}.po"
    path.parent.mkdir(parents=True)
    entry, stale = ("began", "It begins."), ("gone", "Gone.")
    path.write_text(written(name, "fr", [(entry, "Ça va."), (stale, "Parti.")]))
    assert update(name, "fr") == 1
    assert dict(catalogue(name, "fr")) == {entry: "Ça va."}
    (folder / "texts.toml").write_text('began = "It has begun."\n')
    assert update(name, "fr") == 1
    assert catalogue(name, "fr") == {}
