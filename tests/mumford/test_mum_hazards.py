"""MUM-BOOM, MUM-SHOAL and MUM-KEDGE: what a D6 and a second D6 do to a ship in shoal water."""

from __future__ import annotations

import pytest
from sea import RULES

import navalrules as nr
from navalrules_mumford import hazards
from navalrules_mumford.hazards import Cost

TABLES = RULES.tables

BOOM = {
    ("three-decker", 3.0): ("dismasted", "bounces", "bounces", "bounces", "through", "through"),
    ("three-decker", 5.9): ("dismasted", "bounces", "bounces", "bounces", "through", "through"),
    ("two-decker", 3.0): ("dismasted", "dismasted", "dismasted_through", "through", "through", "through"),
    ("two-decker", 6.0): ("wrecked", "wrecked", "dismasted", "dismasted_through", "through", "through"),
    ("three-decker", 6.0): ("wrecked", "dismasted", "dismasted_through", "through", "through", "through"),
    ("frigate", 3.0): ("bounces",) * 6,
    ("sloop", 5.0): ("bounces",) * 6,
    ("frigate", 6.0): ("dismasted",) * 6,
    ("sloop", 8.0): ("dismasted",) * 6,
}


@pytest.mark.rule("MUM-BOOM-03")
@pytest.mark.parametrize(("kind", "speed"), BOOM)
def test_t24_breaking_a_boom(kind: str, speed: float) -> None:
    row = hazards.boom_row(TABLES, kind, speed)
    faces = [hazards.boom_throw(TABLES, nr.Scripted(face), "x", row).outcome for face in range(1, 7)]
    assert tuple(faces) == BOOM[kind, speed]


@pytest.mark.rule("MUM-BOOM-03")
@pytest.mark.parametrize("kind", ["three-decker", "two-decker", "frigate"])
def test_under_three_inches_a_boom_stops_her_unharmed(kind: str) -> None:
    assert hazards.boom_row(TABLES, kind, 2.99) == ""
    assert hazards.boom_cost(TABLES, hazards.STOPPED) == Cost()


@pytest.mark.rule("MUM-BOOM-03")
def test_what_a_boom_takes_off_fore_main_and_mizzen() -> None:
    assert hazards.boom_cost(TABLES, "bounces").masts == (50, 40, 30)
    assert hazards.boom_cost(TABLES, "through").masts == (20, 10, 0)
    assert hazards.boom_cost(TABLES, "dismasted").dismasted
    assert hazards.boom_cost(TABLES, "dismasted_through").dismasted


@pytest.mark.rule("MUM-BOOM-01")
def test_the_gap_is_three_inches() -> None:
    assert hazards.boom_gap(TABLES) == 3


@pytest.mark.rule("MUM-BOOM-02")
@pytest.mark.parametrize(
    ("angle", "square"), [(69.9, False), (70, True), (90, True), (110, True), (110.1, False)]
)
def test_a_boom_is_met_at_70_to_110_degrees(angle: float, square: bool) -> None:
    assert hazards.square_on(TABLES, angle) is square


SHOAL = {
    ("rocks", 2.0): {1: "stove_in", 2: "stuck_fast", 3: "stuck", 4: "scrapes", 5: "scrapes", 6: "scrapes"},
    ("sand", 2.0): {1: "stuck_fast", 2: "stuck_fast", 3: "stuck", 4: "stuck", 5: "stuck", 6: "scrapes"},
    ("rocks", 3.0): {1: "wrecked", 2: "stove_in", 3: "stuck_fast", 4: "stuck", 5: "scrapes", 6: "scrapes"},
    ("sand", 3.0): {1: "stove_in", 2: "stuck_fast", 3: "stuck", 4: "stuck", 5: "scrapes", 6: "scrapes"},
    ("rocks", 6.0): {1: "wrecked", 2: "wrecked", 3: "wrecked", 4: "stove_in", 5: "stuck_fast", 6: "scrapes"},
    ("sand", 6.0): {
        1: "stove_in",
        2: "stuck_fast",
        3: "stuck_fast",
        4: "scrapes",
        5: "scrapes",
        6: "scrapes",
    },
}


def over(ground: str, speed: float, face: int, kind: str = "two-decker") -> str:
    ruled = hazards.shoal_throw(TABLES, nr.Scripted(face), "x", kind, ground, speed)
    return str(ruled.outcome)


@pytest.mark.rule("MUM-SHOAL-02")
@pytest.mark.parametrize(("ground", "speed"), SHOAL)
def test_t25_over_the_obstacle(ground: str, speed: float) -> None:
    assert {face: over(ground, speed, face) for face in range(1, 7)} == SHOAL[ground, speed]


@pytest.mark.rule("MUM-SHOAL-02")
@pytest.mark.parametrize(("speed", "band"), [(1.1, 2.0), (2.99, 2.0), (5.99, 3.0), (9.0, 6.0)])
def test_bands_of_speed_over_the_obstacle(speed: float, band: float) -> None:
    for ground in ("rocks", "sand"):
        assert {face: over(ground, speed, face) for face in range(1, 7)} == SHOAL[ground, band]


@pytest.mark.rule("MUM-SHOAL-02")
def test_frigates_add_one_and_sloops_two() -> None:
    for face in range(1, 5):
        assert over("rocks", 3.0, face, "frigate") == SHOAL["rocks", 3.0][face + 1]
        assert over("rocks", 3.0, face, "sloop") == SHOAL["rocks", 3.0][face + 2]


@pytest.mark.rule("MUM-SHOAL-01")
def test_at_one_inch_a_ship_feels_her_way() -> None:
    assert hazards.feels_way(TABLES, 1.0)
    assert not hazards.feels_way(TABLES, 1.01)
    assert TABLES["shoal_figures"].number("sees") == 4


def each(points: int) -> tuple[int, int, int]:
    return points, points, points


SECOND = {
    "scrapes": {
        1: Cost(masts=each(20)),
        2: Cost(masts=each(10)),
        **{face: Cost() for face in (3, 4, 5, 6)},
    },
    "stuck": {
        6: Cost(wait=1),
        5: Cost(way="forward"),
        4: Cost(way="forward", masts=each(10)),
        3: Cost(way="backward", masts=each(20)),
        2: Cost(way="backward", masts=each(30)),
        1: Cost(way="backward", masts=each(40), shed=1),
    },
    "stuck_fast": {
        6: Cost(wait=10, way="forward"),
        5: Cost(wait=20, way="forward", masts=each(20)),
        4: Cost(wait=20, way="forward", masts=each(30), shed=1),
        3: Cost(wait=20, way="forward", masts=each(40), shed=2),
        2: Cost(wait=-1, masts=each(50)),
        1: Cost(wait=-1),
    },
    "stove_in": {
        6: Cost(wait=4, masts=each(20), hull=100),
        5: Cost(wait=6, masts=each(30), hull=200),
        4: Cost(wait=10, masts=each(40), hull=300),
        3: Cost(wait=15, masts=each(50), hull=400),
        2: Cost(wait=20, masts=each(60), hull=500, shed=1),
        1: Cost(dismasted=True, hull=600, shed=2),
    },
    "wrecked": {
        6: Cost(dismasted=True, wait=-1, hull=300),
        5: Cost(dismasted=True, wait=-1, hull=500),
        4: Cost(dismasted=True, wait=-1, sinks=10),
        3: Cost(dismasted=True, wait=-1, sinks=6),
        2: Cost(dismasted=True, wait=-1, sinks=3),
        1: Cost(dismasted=True, wait=-1, sinks=1),
    },
}


@pytest.mark.rule("MUM-SHOAL-03")
@pytest.mark.parametrize(("how", "face"), [(how, face) for how, row in SECOND.items() for face in row])
def test_t26_to_t30_the_second_throw(how: str, face: int) -> None:
    cost, ruled = hazards.shoal_cost(TABLES, nr.Scripted(face), "x", how)
    assert cost == SECOND[how][face]
    assert (ruled.rule, ruled.outcome) == ("MUM-SHOAL-03", how)


@pytest.mark.rule("MUM-KEDGE-01", "MUM-KEDGE-02")
def test_kedging_is_four_inches_in_five_moves_then_an_inch_a_move() -> None:
    table = TABLES["kedge"]
    assert (table.whole("out"), table.whole("moves"), table.whole("haul")) == (4, 5, 1)
