"""The command line in the reader's language: help, lists, refusals; JSON in none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from navalrules.catalogue import languages
from navalrules.cli import COMMANDS, main, spoken

SCENARIO = "kearsarge-alabama-1864"
SPACE = "\N{NO-BREAK SPACE}"


def run(*arguments: object, lang: str | None = None) -> Result:
    environment = {} if lang is None else {spoken.VARIABLE: lang}
    return CliRunner(env=environment).invoke(main, [str(each) for each in arguments], prog_name="navalrules")


def told(done: Result) -> str:
    return done.output.replace(SPACE, " ")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_can_be_asked_for_a_language(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert "--lang [en|fr]" in run(name, "--help").output


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_is_in_french(name: str) -> None:
    done = told(run(*filter(None, [name]), "--help", "--lang=fr"))
    assert done.startswith("Usage : navalrules")
    assert "Affiche ce message" in done
    for english in ("Show", "Example:", "The ", "the ", " a ", "FILE", "NAME", "default"):
        assert english not in done


def test_the_option_goes_before_or_behind_the_command_and_before_the_variable() -> None:
    french = run("rulesets", lang="fr").output
    assert "titre" in french
    assert run("rulesets", "--lang", "fr").output == french
    assert run("--lang", "fr", "rulesets").output == french
    assert run("rulesets", "--lang", "FR", lang="en").output == french
    english = run("rulesets").output
    assert "title" in english
    assert run("rulesets", "--lang", "en", lang="fr").output == english
    assert run("rulesets", lang="").output == english


@pytest.mark.parametrize(
    ("locale", "title"), [("fr_FR.UTF-8", "titre"), ("fr-CA", "titre"), ("C.UTF-8", "title")]
)
def test_the_variable_may_hold_a_locale(locale: str, title: str) -> None:
    assert title in run("rulesets", lang=locale).output


def test_a_language_that_is_not_there_is_wrong_usage() -> None:
    done = run("rulesets", "--lang", "tlh")
    assert done.exit_code == 2
    assert "'tlh' is not one of 'en', 'fr'" in done.output
    assert run("rulesets", lang="tlh").exit_code == 2


def test_what_is_wrong_is_told_in_french() -> None:
    assert "Erreur : Pas d'option '--hepl'" in told(run("fight", "--hepl", "--lang", "fr"))
    assert "Il manque l'argument 'SCÉNARIO'" in told(run("fight", lang="fr"))
    assert "pas de commande 'figt' ; proches : fight" in told(run("figt", lang="fr"))
    done = run("fight", "kearsage", lang="fr")
    assert done.exit_code == 1
    assert told(done) == "navalrules : pas de scénario 'kearsage' ; proches : kearsarge-alabama-1864\n"
    assert "ce fichier n'existe pas" in told(run("check", "nowhere.toml", lang="fr"))


def test_click_speaks_english_again_afterwards() -> None:
    run("fight", lang="fr")
    assert "Error: Missing argument 'SCENARIO'" in run("fight").output
    core: Any = click.core
    assert core._("Options") == "Options"
    assert spoken.language() == "en"


def test_a_fight_and_its_replay_are_told_in_french(tmp_path: Path) -> None:
    path = tmp_path / "fight.json"
    done = run("fight", SCENARIO, "--max-turns", 2, "--save", path, "--lang", "fr")
    assert "Vent d'O, force 4." in done.output
    assert f"sauvegarde dans {path}" in done.output
    assert "La bataille n'est pas finie ; elle en est au tour 3." in told(done)
    assert run("replay", path, lang="fr").output == done.stdout
    english = run("replay", path).output
    assert "Wind from W, force 4." in english
    assert path.read_text() == _saved_in_english(tmp_path)


def _saved_in_english(tmp_path: Path) -> str:
    path = tmp_path / "english.json"
    run("fight", SCENARIO, "--max-turns", 2, "--save", path)
    return str(path.read_text())


@pytest.mark.parametrize(
    "command",
    [
        "rulesets",
        "scenarios --ruleset civilwar",
        "ships kearsarge",
        "rules civilwar ACW-GUN-14",
        "rules civilwar",
        "tables civilwar range",
        "tables civilwar",
        "plugins --check",
        f"fight {SCENARIO} --max-turns 1",
    ],
)
def test_json_is_of_no_language(command: str) -> None:
    arguments = (*command.split(), "--json")
    french = run(*arguments, lang="fr").stdout
    assert json.loads(french)
    assert french == run(*arguments).stdout
    assert run(*command.split(), lang="fr").stdout != run(*command.split()).stdout


def test_languages_are_those_that_the_core_has() -> None:
    assert spoken.asked(["fight", "--lang", "fr"]) == "fr"
    assert spoken.asked(["fight", "--", "--lang", "fr"]) == "en"
    assert spoken.asked(["--lang"]) == "en"
    assert [spoken.asked([f"--lang={each}"]) for each in languages()] == list(languages())
