from pathlib import Path

import pytest

from navalrules.errors import UnknownName
from navalrules.texts import Texts

TOML = """
began = "The fight begins."
[refusal]
no_crew = "{ship} has {men:,} men left, {need} needed."
[refusal.gun]
cold = "élan: {gun}"
"""


@pytest.fixture
def texts(tmp_path: Path) -> Texts:
    source = tmp_path / "texts.toml"
    source.write_text(TOML, encoding="utf-8")
    return Texts.read(source)


def test_tables_become_dotted_keys_in_file_order(texts: Texts) -> None:
    assert list(texts) == ["began", "refusal.no_crew", "refusal.gun.cold"]


def test_fields_are_filled_in_with_their_formats(texts: Texts) -> None:
    filled = texts("refusal.no_crew", ship="Shannon", men=1200, need=3)
    assert filled == "Shannon has 1,200 men left, 3 needed."
    assert texts("refusal.gun.cold", gun="bow chaser") == "élan: bow chaser"


def test_a_text_without_fields_needs_none(texts: Texts) -> None:
    assert texts("began") == "The fight begins."


def test_a_field_may_be_called_key() -> None:
    assert Texts({"lock": "{key} turns"})("lock", key="K") == "K turns"


def test_a_missing_field_is_an_error_and_not_a_gap_in_the_text(texts: Texts) -> None:
    with pytest.raises(KeyError, match="need"):
        texts("refusal.no_crew", ship="Shannon", men=1)


def test_a_missing_key_names_the_nearest(texts: Texts) -> None:
    with pytest.raises(UnknownName, match=r"unknown text 'refusal.no_crw'; nearest: refusal.no_crew"):
        texts("refusal.no_crw")


def test_get_gives_the_bare_template_or_the_default(texts: Texts) -> None:
    assert texts.get("refusal.gun.cold") == "élan: {gun}"
    assert texts.get("absent") == ""
    assert texts.get("absent", "x") == "x"


def test_a_key_is_in_the_texts_and_a_table_is_not(texts: Texts) -> None:
    assert "refusal.gun.cold" in texts
    assert "refusal" not in texts


def test_joined_lays_the_other_over_and_changes_neither(texts: Texts) -> None:
    other = Texts({"began": "Le combat commence.", "ended": "Fini."})
    both = texts.joined(other)
    assert both("began") == "Le combat commence."
    assert both("ended") == "Fini."
    assert both("refusal.gun.cold", gun="g") == "élan: g"
    assert texts("began") == "The fight begins."
    assert "ended" not in texts
    assert "refusal.gun.cold" not in other


def test_later_changes_of_the_mapping_do_not_reach_the_texts() -> None:
    templates = {"a": "one"}
    texts = Texts(templates)
    templates["a"] = "two"
    assert texts("a") == "one"
