import copy
import pickle
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from navalrules.errors import BadFile, Fault, NavalrulesError, UnknownName, nearest

NAMES = st.lists(st.text("abcdefgh_", min_size=1, max_size=8), unique=True, max_size=20)
Again = Callable[[NavalrulesError], NavalrulesError]
FAULT = Fault("brig.toml", "ship.masts", "9", "a whole number from 0 to 5")


def test_an_unknown_name_gives_the_nearest_and_all_when_they_are_few() -> None:
    error = UnknownName("ruleset", "civilwr", ["mumford", "civilwar", "btq"])
    assert str(error) == "unknown ruleset 'civilwr'; nearest: civilwar; known: btq, civilwar, mumford"
    assert error.nearest == ("civilwar",)


def test_an_unknown_name_without_any_like_it_lists_no_nearest() -> None:
    assert str(UnknownName("ship", "zzz", ["shannon"])) == "unknown ship 'zzz'; known: shannon"


def test_an_unknown_name_where_none_is_known_says_so() -> None:
    assert str(UnknownName("table", "reach", [])) == "unknown table 'reach'; known: none"


@pytest.mark.parametrize(("count", "listed"), [(12, True), (13, False)])
def test_known_names_are_listed_up_to_twelve(count: int, listed: bool) -> None:
    error = UnknownName("ship", "??", [f"ship{number:02}" for number in range(count)])
    assert ("known:" in str(error)) is listed


def test_of_many_known_names_with_none_alike_the_first_are_told() -> None:
    error = UnknownName("ship", "??", [f"ship{number:02}" for number in range(13)])
    assert str(error) == "unknown ship '??'; 13 are known, as ship00, ship01, ship02"
    assert "13" not in str(UnknownName("ship", "ship0", [f"ship{number:02}" for number in range(13)]))


def test_known_names_may_come_from_an_iterator_used_once() -> None:
    error = UnknownName("ship", "shanon", iter(["shannon", "chesapeake"]))
    assert error.known == ("chesapeake", "shannon")
    assert error.nearest == ("shannon",)


def test_a_name_with_a_line_break_stays_on_one_line() -> None:
    assert "\n" not in str(UnknownName("ship", "a\nb", ["ab"]))


def test_an_unknown_name_is_a_lookup_error_and_a_bad_file_a_value_error() -> None:
    assert issubclass(UnknownName, NavalrulesError)
    assert issubclass(UnknownName, LookupError)
    assert issubclass(BadFile, NavalrulesError)
    assert issubclass(BadFile, ValueError)


@pytest.mark.parametrize("error", [UnknownName("ship", "shanon", ["shannon"]), BadFile([FAULT])])
@pytest.mark.parametrize("again", [lambda error: pickle.loads(pickle.dumps(error)), copy.copy])
def test_errors_leave_a_worker_process_as_they_were(error: NavalrulesError, again: Again) -> None:
    other = again(error)
    assert type(other) is type(error)
    assert str(other) == str(error)
    assert vars(other) == vars(error)


def test_nearest_puts_a_name_begun_before_one_alike() -> None:
    assert nearest("sha", ["sh", "shannon", "hsa"])[0] == "shannon"


def test_names_begun_alike_come_in_alphabetical_order() -> None:
    assert nearest("sh", ["shoal", "shannon", "shark"]) == ["shannon", "shark", "shoal"]


def test_nearest_of_an_empty_name_is_nothing() -> None:
    assert nearest("", ["shannon", "chesapeake"]) == []


@given(st.text("abcdefgh_", max_size=8), NAMES, st.integers(1, 5), st.randoms())
def test_nearest_names_are_known_few_and_of_no_order(
    name: str, known: list[str], most: int, random: Random
) -> None:
    found = nearest(name, known, most)
    assert len(found) == len(set(found)) <= most
    assert set(found) <= set(known)
    random.shuffle(known)
    assert nearest(name, known, most) == found


@given(NAMES.filter(bool), st.data())
def test_a_known_name_is_among_its_own_nearest(known: list[str], data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(known))
    assert name in nearest(name, known, most=len(known))


def test_a_fault_names_file_key_value_and_what_was_expected() -> None:
    assert str(FAULT) == "brig.toml: ship.masts = 9: expected a whole number from 0 to 5"


@pytest.mark.parametrize(
    ("count", "last"), [(1, None), (50, None), (51, "... and 1 more"), (200, "... and 150 more")]
)
def test_a_bad_file_tells_all_faults_a_line_each_up_to_fifty(count: int, last: str | None) -> None:
    error = BadFile([FAULT] * count)
    lines = str(error).split("\n")
    assert lines[: min(count, 50)] == [str(FAULT)] * min(count, 50)
    assert lines[50:] == ([last] if last else [])
    assert len(error.faults) == count
