"""Every table as the ledger has it: what players are shown cannot drift from the rules.

The other tests of the ratings play these figures; here stand also those that follow from their neighbours,
such as the lower edge of a band.
"""

from __future__ import annotations

from typing import Any

import pytest

import navalrules as nr

TABLES = nr.ruleset("ratings").tables


def printed(name: str) -> dict[str, Any]:
    return {key: TABLES[name][key].value for key in TABLES[name]}


@pytest.mark.rule("RAT-RATE-02", "RAT-RATE-03", "RAT-RATE-05", "RAT-RATE-06")
def test_standard_ratings() -> None:
    assert TABLES["ratings"].columns == ("hull", "broadside", "bow", "stern", "fore", "main", "mizzen")
    assert printed("ratings") == {
        "1": (12, 12, 4, 3, 6, 6, 5),
        "2": (11, 11, 3, 2, 6, 6, 4),
        "3": (10, 10, 2, 2, 5, 5, 4),
        "4": (9, 9, 1, 1, 4, 4, 3),
        "5": (8, 8, 1, 1, 3, 3, 3),
        "6": (7, 7, -1, 1, 3, 3, 2),
    }


@pytest.mark.rule("RAT-RATE-07")
def test_crew_units() -> None:
    assert printed("crew_units") == {"from": 7}


@pytest.mark.rule("RAT-BGMOVE-03")
def test_points_of_sail() -> None:
    assert printed("points_of_sail") == {
        "in_irons": (0, 60, 0),
        "beating": (60, 90, 1),
        "reaching": (90, 135, 2),
        "broad_reaching": (135, 165, 3),
        "running": (165, 180, 2),
    }


@pytest.mark.rule("RAT-BGFIRE-05", "RAT-BGFIRE-07", "RAT-BGFIRE-08", "RAT-BGFOUL-04")
def test_modifiers_of_the_fire_factor() -> None:
    assert printed("factor_modifiers") == {
        **{"close": 2, "short": 1, "medium": 0, "long": -2},
        **{"first_broadside": 1, "bow_rake": 2, "stern_rake": 3},
        **{"elite": 2, "experienced": 1, "average": 0, "green": -1},
        **{"no_mast": -1, "wreckage": -2},
    }


@pytest.mark.rule("RAT-BGFIRE-06")
def test_modifiers_of_the_die() -> None:
    assert printed("die_modifiers") == {"on_fire": -1, "obscured": -1, "still": 1}
    base = printed("base")
    assert (base["name"], base["dice"], base["sides"]) == ("base_ours", 1, 6)


@pytest.mark.rule("RAT-BGTABLE-01")
def test_rows_and_columns_join() -> None:
    rows, columns = printed("rows"), printed("columns")
    assert list(rows.values())[1:-1] == [(-6, -5), (-4, -3), (-2, -1), (0, 1), (2, 3), (4, 5)]
    assert (rows["R1"][1], rows["R8"][0]) == (-7, 6)
    assert list(columns.values())[1:-1] == [(2, 2), (3, 3), (4, 4), (5, 5)]
    assert (columns["1 or less"][1], columns["6 or more"][0]) == (1, 6)


@pytest.mark.rule("RAT-BGFIRE-02", "RAT-BGFIRE-04", "RAT-BGFIRE-07", "RAT-CHAIN-04")
def test_arcs_ranges_and_rakes() -> None:
    assert printed("arcs") == {
        "starboard": (45, 135),
        "port": (225, 315),
        "bow": (315, 45),
        "stern": (135, 225),
    }
    assert printed("ranges") == {"close": 5, "short": 10, "medium": 20, "long": 40}
    assert printed("rake") == {"angle": 22.5, "farthest": "short"}
    assert TABLES["chain"].text("farthest") == "short"


@pytest.mark.rule("RAT-BGMOVE-01")
def test_scale() -> None:
    assert (TABLES["ground"].number("metres"), TABLES["ground"].number("centimetres")) == (10, 1)
    assert TABLES["outline"].number("length") == 5


@pytest.mark.rule("RAT-BGSEQ-01")
def test_cards() -> None:
    assert printed("cards") == {"command": 1, "action": 2}


@pytest.mark.rule("RAT-BGCREW-02", "RAT-BOARD-15", "RAT-BOARD-16")
def test_quality() -> None:
    assert printed("quality") == {"Elite": 2, "Experienced": 1, "Average": 0, "Green": -1}


@pytest.mark.rule(
    *("RAT-BGCRIT-03", "RAT-BGCRIT-04", "RAT-BGCRIT-06", "RAT-BGFOUL-03", "RAT-BGFOUL-06", "RAT-BGGRAP-03")
)
def test_crew_tasks() -> None:
    assert printed("tasks") == {
        **{"fire": 5, "wreckage": 4, "unfoul": 4, "ungrapple": 4, "wheel": 4, "jury_rig": 5},
    }


def test_every_entry_says_what_it_goes_back_to() -> None:
    book = nr.ruleset("ratings").rulebook
    for name in TABLES:
        for key in TABLES[name]:
            entry = TABLES[name][key]
            assert entry.rule in book
            assert entry.source
            assert entry.status in ("stated", "gap")
