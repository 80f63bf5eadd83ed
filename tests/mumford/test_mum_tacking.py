"""MUM-TACK: who may tack, what the throw means at each strength of the wind, and getting out of irons."""

from __future__ import annotations

import attrs
import pytest
from sea import RULES, made

import navalrules as nr
from navalrules_mumford import tacking
from navalrules_mumford.lore import Lore
from navalrules_mumford.tacking import Tack

TABLES = RULES.tables
LORE = Lore.of(TABLES)

IRONS = Tack(False, 0.0, 0)
TWO, ONE, CLEAN = Tack(True, 2.0, 0), Tack(True, 1.0, 0), Tack(True, 0.0, 0)
LEDGER = {
    1: {0: IRONS, 1: IRONS, 2: IRONS, 3: IRONS, 4: TWO, 5: ONE, 6: CLEAN, 8: CLEAN},
    2: {0: IRONS, 1: IRONS, 2: IRONS, 3: TWO, 4: ONE, 5: CLEAN, 6: CLEAN, 8: CLEAN},
    3: {0: IRONS, 1: IRONS, 2: IRONS, 3: TWO, 4: ONE, 5: CLEAN, 6: CLEAN, 8: CLEAN},
    4: {0: IRONS, 1: IRONS, 2: ONE, 3: ONE, 4: CLEAN, 5: CLEAN, 6: CLEAN, 8: CLEAN},
    5: {0: Tack(False, 0.0, 20), 1: Tack(False, 0.0, 20), 2: IRONS, 3: ONE, 4: CLEAN, 6: CLEAN, 8: CLEAN},
    6: {
        **{0: Tack(False, 0.0, 1000), 1: Tack(False, 0.0, 1000), 2: Tack(False, 0.0, 40)},
        **{3: Tack(True, 0.0, 20), 4: CLEAN, 5: CLEAN, 6: CLEAN, 8: CLEAN},
    },
}


@pytest.mark.rule("MUM-TACK-03", "MUM-TACK-04", "MUM-TACK-05", "MUM-TACK-06")
@pytest.mark.parametrize(("strength", "total"), [(ws, total) for ws, row in LEDGER.items() for total in row])
def test_what_a_total_means(strength: int, total: int) -> None:
    assert tacking.tack_result(TABLES, strength, total) == LEDGER[strength][total]


@pytest.mark.rule("MUM-TACK-03")
@pytest.mark.parametrize(
    ("card", "grades", "factor"),
    [
        ("british-74-3rd-rate", {}, 0),
        ("british-74-3rd-rate", {"mum_proficiency": "veteran"}, 1),
        ("british-74-3rd-rate", {"mum_proficiency": "raw"}, -1),
        ("british-74-3rd-rate", {"mum_captain": "hero"}, 1),
        ("british-74-3rd-rate", {"mum_captain": "poltroon"}, -1),
        ("british-38-frigate", {}, 1),
        ("british-14-brig-sloop", {"mum_proficiency": "veteran", "mum_captain": "hero"}, 3),
        ("dutch-44-razee", {"mum_proficiency": "raw", "mum_captain": "poltroon"}, -1),
    ],
)
def test_factors(card: str, grades: dict[str, str], factor: int) -> None:
    found = tacking.tack_factors(TABLES, made(card, **grades))
    assert sum(each.amount for each in found) == factor
    assert {each.rule for each in found} <= {"MUM-TACK-03"}


@pytest.mark.rule("MUM-TACK-01")
@pytest.mark.parametrize(("fore", "may"), [(100, True), (71, True), (70, False), (10, False), (0, False)])
def test_only_with_fewer_than_thirty_points_off_the_foremast(fore: int, may: bool) -> None:
    ship = attrs.evolve(made("british-74-3rd-rate"), masts=(fore, 120, 80))
    assert tacking.may_tack(TABLES, ship) is may


@pytest.mark.rule("MUM-TACK-01")
@pytest.mark.parametrize(("main", "may"), [(85, True), (56, True), (55, False)])
def test_the_foremost_mast_of_a_brig_is_her_main(main: int, may: bool) -> None:
    ship = attrs.evolve(made("british-14-brig-sloop"), masts=(0, main, 60))
    assert tacking.may_tack(TABLES, ship) is may


CHANCE = {1: 0, 2: 0, 3: 10, 4: 20, 5: 30, 6: 40}


@pytest.mark.rule("MUM-TACK-08")
@pytest.mark.parametrize("strength", CHANCE)
def test_out_of_irons_in_so_many_of_a_hundred(strength: int) -> None:
    ways = nr.weigh(lambda dice: tacking.regains_wind(TABLES, dice, "x", strength).outcome)
    assert ways.get(True, 0) * 100 == CHANCE[strength]


@pytest.mark.rule("MUM-TACK-08")
def test_a_nine_and_a_wind_of_three_make_twelve() -> None:
    # The tenth face of the die is the 9.
    assert tacking.regains_wind(TABLES, nr.Scripted(10), "x", 3).outcome is True
    assert tacking.regains_wind(TABLES, nr.Scripted(9), "x", 3).outcome is False
