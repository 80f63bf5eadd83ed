"""MUM-MOR: what tests a crew, what counts in the throw, and what comes of it."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from sea import RULES, made

from navalrules_mumford import morale
from navalrules_mumford.house_rules.challenger_per_step import challenger_per_step
from navalrules_mumford.lore import Lore
from navalrules_mumford.morale import Stand
from navalrules_mumford.ship import Fire

TABLES = RULES.tables
LORE = Lore.of(TABLES)
SHIP = made("british-74-3rd-rate", mum_morale="average")
CALM = Stand(allies_near=False, enemy_struck=False, ally_struck=False)


@pytest.mark.rule("MUM-MOR-01")
def test_a_test_as_the_last_mast_goes() -> None:
    bare = attrs.evolve(SHIP, masts=(0, 0, 0))
    assert morale.newly_dismasted(bare, 1)
    assert not morale.newly_dismasted(bare, 0)
    assert not morale.newly_dismasted(attrs.evolve(SHIP, masts=(0, 0, 5)), 2)


@pytest.mark.rule("MUM-MOR-03")
@pytest.mark.parametrize(
    ("lost", "step"),
    [(0, 0), (119, 0), (120, 1), (239, 1), (240, 2), (360, 3), (479, 3), (480, 4), (599, 4), (600, 4)],
)
def test_steps_of_the_original_crew_lost(lost: int, step: int) -> None:
    assert SHIP.record.crew == 600
    assert morale.casualty_step(LORE, SHIP, lost) == step


@pytest.mark.rule("MUM-MOR-04")
@pytest.mark.parametrize(
    ("state", "is_open"),
    [
        ({}, False),
        ({"masts": (0, 120, 80)}, True),
        ({"raked": 7}, True),
        ({"raked": 6}, True),
        ({"raked": 5}, False),
        ({"fleeing": True}, True),
    ],
)
def test_who_may_be_challenged_in_move_7(state: dict[str, Any], is_open: bool) -> None:
    assert morale.open_to_challenge(attrs.evolve(SHIP, **state), 7) is is_open


@pytest.mark.rule("MUM-MOR-05")
@pytest.mark.parametrize(
    ("fires", "tests"),
    [
        ((Fire(6),), 0),  # not established
        ((Fire(6, True),), 1),
        ((Fire(6, True), Fire(6, True), Fire(7)), 2),
        ((Fire(5, True), Fire(6, True)), 1),  # the older one has had its test
    ],
)
def test_a_test_for_each_fire_established_at_the_end_of_move_7(fires: tuple[Fire, ...], tests: int) -> None:
    assert morale.fire_tests(attrs.evolve(SHIP, fires=fires), 7) == tests


FACTORS = [
    ({"morale": "staunch"}, {}, 2),
    ({"morale": "good"}, {}, 1),
    ({"morale": "average"}, {}, 0),
    ({"morale": "poor"}, {}, -1),
    ({"morale": "mutinous"}, {}, -2),
    ({"captain": "hero"}, {}, 1),
    ({"captain": "poltroon"}, {}, -1),
    ({"staff": "hero"}, {}, 2),
    ({"staff": "regular"}, {}, 1),
    ({"captures": 2}, {}, 2),
    ({}, {"enemy_struck": True}, 1),
    ({}, {"allies_near": True}, 1),
    ({}, {"ally_struck": True}, -1),
    ({"captain_lost": "hero"}, {}, -2),
    ({"captain_lost": "regular"}, {}, -1),
    ({"lost": 239}, {}, 0),
    ({"lost": 240}, {}, -1),
    ({"lost": 360}, {}, -2),
    ({"lost": 480}, {}, -4),
    ({"disordered": 9}, {}, -1),
    ({"disordered": 8}, {}, 0),
    ({"disorganised": 9, "disordered": 14}, {}, -2),
    ({"masts": (0, 120, 80)}, {}, -1),
    ({"masts": (0, 0, 0)}, {}, -2),
    ({"morale": "staunch", "captain": "hero", "staff": "hero", "captures": 1}, {"allies_near": True}, 8),
    (
        {"lost": 500, "masts": (0, 0, 0), "disorganised": 9, "captain_lost": "hero"},
        {"ally_struck": True},
        -11,
    ),
]


@pytest.mark.rule("MUM-MOR-07")
@pytest.mark.parametrize(("state", "stand", "total"), FACTORS)
def test_t17_factors(state: dict[str, Any], stand: dict[str, bool], total: int) -> None:
    ship = attrs.evolve(SHIP, **state)
    found = morale.factors(LORE, TABLES, ship, attrs.evolve(CALM, **stand), 9)
    assert sum(each.amount for each in found) == total
    assert {each.rule for each in found} <= {"MUM-MOR-07"}


RATES = [
    ("british-74-3rd-rate", "french-120-1st-rate", -1, -1),
    ("british-74-3rd-rate", "french-74-3rd-rate", 0, 0),
    ("british-74-3rd-rate", "french-38-frigate", 1, 1),
    ("british-74-3rd-rate", "french-12-brig-sloop", 1, 2),
    ("british-100-1st-rate", "french-12-brig-sloop", 1, 3),
    ("british-14-brig-sloop", "french-120-1st-rate", -1, -3),
]


@pytest.mark.rule("MUM-MOR-10", "MUM-MOR-07")
@pytest.mark.parametrize(("ship", "challenger", "once", "per_step"), RATES)
def test_a_challenger_of_another_rate(ship: str, challenger: str, once: int, per_step: int) -> None:
    one, other = made(ship, mum_morale="average"), made(challenger)
    stand = attrs.evolve(CALM, steps=morale.rate_step(TABLES, one, other))
    found = morale.factors(LORE, TABLES, one, stand, 1)
    assert sum(each.amount for each in found) == once
    found = challenger_per_step.act(found, LORE, TABLES, one, stand, 1)
    assert sum(each.amount for each in found) == per_step


@pytest.mark.rule("MUM-MOR-10")
def test_a_merchantman_ranks_below_a_sloop_whatever_her_size() -> None:
    trader = made("british-74-3rd-rate", mum_merchant="british-74-3rd-rate")
    sloop = made("french-12-brig-sloop")
    assert morale.rate_step(TABLES, sloop, trader) == 1
    assert morale.rate_step(TABLES, trader, made("french-74-3rd-rate")) == -3


@pytest.mark.rule("MUM-MOR-08")
@pytest.mark.parametrize(
    ("total", "result"),
    [
        *[(9, "fights on"), (4, "fights on"), (3, "disordered"), (2, "disorganised")],
        *[(1, "gives way"), (-3, "gives way")],
    ],
)
def test_t18_results(total: int, result: str) -> None:
    assert morale.outcome(LORE, total) == result
