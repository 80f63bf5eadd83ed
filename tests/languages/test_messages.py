"""Messages know how they were made, and are told in the reader's language; to all others they are texts."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable

import pytest

import navalrules as nr
from navalrules.errors import BadFile, Fault
from navalrules.files import shown
from navalrules.messages import Message, message, together
from navalrules.names import AmbiguousName
from navalrules.report import Words, retold
from navalrules.report.grammar import Figure, Word

SPACE = "\N{NO-BREAK SPACE}"


def french(error: object) -> str:
    return retold(error, "fr").replace(SPACE, " ")


def test_a_message_is_the_english_text_to_all_who_do_not_ask() -> None:
    told = message("at most {most} bytes", most=7)
    assert told == "at most 7 bytes"
    assert str(told) == "at most 7 bytes"
    keyed: dict[str, int] = {told: 1}
    assert keyed["at most 7 bytes"] == 1
    assert json.dumps({"why": told}) == '{"why": "at most 7 bytes"}'
    assert retold(told) == "at most 7 bytes"
    assert type(retold(told)) is str


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda told: pickle.loads(pickle.dumps(told))])
def test_a_copy_can_still_be_told(copied: Callable[[Message], object]) -> None:
    told = copied(message("at most {most} bytes", most=7))
    assert isinstance(told, Message)
    assert french(told) == "7 octets au plus"


def test_braces_that_are_no_fields_stay() -> None:
    assert Message("{", {}) == "{"


def test_an_order_s_refusal_is_told_with_its_hint_and_rule() -> None:
    battle = nr.Battle.begin(nr.scenario("kearsarge-alabama-1864"), seed=1)
    battle.advance()
    with pytest.raises(nr.IllegalOrder) as refused:
        battle.submit(nr.Chosen(ship=min(battle.state.ships), option="x"))
    assert "owed now" in str(refused.value)
    assert french(refused.value).startswith("nul ne demande 'chosen' à css-alabama")
    assert " ; attendus : " in french(refused.value)


def test_a_ruleset_s_refusal_is_told_by_the_catalogue_of_its_package() -> None:
    from navalrules_civilwar.texts import refusal

    refused = refusal("no_target", "ACW-MOR-13", target="css-alabama", status="struck")
    assert str(refused) == (
        "css-alabama is no target: she is struck; fire at a ship that still fights (ACW-MOR-13)"
    )
    assert french(refused) == (
        "css-alabama n'est pas une cible (état : rendu) ; tirer sur un navire qui se bat encore (ACW-MOR-13)"
    )


def test_values_of_a_list_are_each_called_by_their_names() -> None:
    from navalrules_civilwar.texts import refusal

    refused = refusal("does_not_bear", "ACW-GUN-12", gun="P1", target="x", bearing="12", arcs="port, stern")
    assert "elle porte vers bâbord, l'arrière" in french(refused)


def test_what_a_program_wrote_is_quoted_as_it_wrote_it() -> None:
    from navalrules_ratings.texts import refusal

    assert french(refusal("helm", "RAT-BGTURN-01", helm="port")).startswith(
        "'port' n'est pas un coup de barre"
    )


def test_errors_with_parts_are_told_part_by_part() -> None:
    assert french(nr.UnknownName(message("ship"), "shanon", ["shannon"])) == (
        "pas de navire 'shanon' ; proches : shannon ; connus : shannon"
    )
    assert french(nr.UnknownName(message("ship"), "x", [])) == "pas de navire 'x' ; connus : aucun"
    assert french(AmbiguousName(message("scenario"), "wasp", ["a", "b"])) == (
        "scénario 'wasp' : plusieurs possibilités : a, b"
    )
    faults = [Fault("a.toml", "x", shown([1, 2]), message("a table")) for _ in range(52)]
    lines = french(BadFile(faults)).split("\n")
    assert lines[0] == "a.toml : x = une liste de 2 : attendu : une table"
    assert lines[-1] == "... et 2 de plus"


def test_another_error_is_told_as_it_is() -> None:
    assert retold(ValueError("so"), "fr") == "so"
    assert retold(nr.NavalrulesError("so"), "fr") == "so"
    assert nr.NavalrulesError().told() == ""


def test_several_messages_are_one() -> None:
    both = together([message("a table"), "x"], "; ")
    assert both == "a table; x"
    assert french(both) == "une table ; x"
    assert together([]) == ""


# ---------------------------------------------------------------- grammar


@pytest.mark.parametrize(
    ("name", "told"),
    [("Shannon", "de Shannon"), ("Alabama", "d'Alabama"), ("Étoile", "d'Étoile"), ("Hornet", "de Hornet")],
)
def test_de_is_elided_before_a_vowel(name: str, told: str) -> None:
    assert f"{Word(name, name):de}" == told


def test_a_word_shows_what_a_program_wrote_when_it_is_quoted() -> None:
    assert f"{Word('bâbord', 'port')!r}" == "'port'"
    assert f"{Word('bâbord', 'port'):>8}" == "  bâbord"


def test_a_fraction_stands_behind_a_comma() -> None:
    assert f"{Figure(3.25, ','):.1f}" == "3,2"
    assert f"{Figure(3.0, ','):g}" == "3"
    assert Words(language="fr").number(1.5) == "1,5"
    assert Words().number(1.5) == "1.5"
    assert Words(language="fr").say("closing.pair", left=1.5, full=2.0) == "1,5/2"
