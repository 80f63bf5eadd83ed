"""MUM-BOOM, MUM-SHOAL and MUM-KEDGE: what a D6 and a second D6 do to a ship in shoal water."""

from __future__ import annotations

import pytest
from sea import RULES, desk, made

from navalrules_mumford import hazards
from navalrules_mumford.hazards import Gap, Hazard

TABLES = RULES.tables
SHIPS = {
    "three-decker": made("british-98-2nd-rate"),
    "two-decker": made("british-74-3rd-rate"),
    "frigate": made("british-38-frigate"),
    "sloop": made("british-14-brig-sloop"),
}

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
    faces = [hazards.boom_throw(desk(face), SHIPS[kind], speed).outcome for face in range(1, 7)]
    assert tuple(faces) == BOOM[kind, speed]


@pytest.mark.rule("MUM-BOOM-03")
@pytest.mark.parametrize("kind", SHIPS)
def test_under_three_inches_a_boom_stops_her_without_a_throw(kind: str) -> None:
    ruled = hazards.boom_throw(desk(), SHIPS[kind], 2.99)
    assert (ruled.outcome, ruled.roll) == ("stopped", None)


@pytest.mark.rule("MUM-BOOM-03")
def test_what_a_boom_takes_off_fore_main_and_mizzen() -> None:
    assert TABLES["boom_masts"].row("bounces") == (50, 40, 30)
    assert TABLES["boom_masts"].row("through") == (20, 10, 0)
    assert TABLES["boom"].number("sinks_after") == 1


@pytest.mark.rule("MUM-BOOM-01")
def test_the_gap_is_three_inches() -> None:
    boom = Hazard("boom", "boom", ((-10, 0), (10, 0)))
    broken = (Gap("boom", 0, 0.6),)  # two inches east of the middle

    def is_open(x: float) -> bool:
        return bool(hazards.open_gap(TABLES, boom, broken, Gap("boom", 0, (x + 10) / 20)))

    assert {x: is_open(x) for x in (0.4, 0.5, 2, 3.5, 3.6)} == {
        0.4: False,
        0.5: True,
        2: True,
        3.5: True,
        3.6: False,
    }


@pytest.mark.rule("MUM-BOOM-02")
@pytest.mark.parametrize(
    ("angle", "square"), [(69.9, False), (70, True), (90, True), (110, True), (110.1, False)]
)
def test_a_boom_is_met_at_70_to_110_degrees(angle: float, square: bool) -> None:
    assert hazards.square_on(TABLES, angle) is square


SHOAL = {
    ("rocks", 2.0): ("stove_in", "stuck_fast", "stuck", "scrapes", "scrapes", "scrapes"),
    ("sand", 2.0): ("stuck_fast", "stuck_fast", "stuck", "stuck", "stuck", "scrapes"),
    ("rocks", 3.0): ("wrecked", "stove_in", "stuck_fast", "stuck", "scrapes", "scrapes"),
    ("sand", 3.0): ("stove_in", "stuck_fast", "stuck", "stuck", "scrapes", "scrapes"),
    ("rocks", 6.0): ("wrecked", "wrecked", "wrecked", "stove_in", "stuck_fast", "scrapes"),
    ("sand", 6.0): ("stove_in", "stuck_fast", "stuck_fast", "scrapes", "scrapes", "scrapes"),
}


def over(ground: str, speed: float, face: int, kind: str = "two-decker") -> str:
    return str(hazards.shoal_throw(desk(face), SHIPS[kind], ground, speed).outcome)


@pytest.mark.rule("MUM-SHOAL-02")
@pytest.mark.parametrize(("ground", "speed"), SHOAL)
def test_t25_over_the_obstacle(ground: str, speed: float) -> None:
    assert tuple(over(ground, speed, face) for face in range(1, 7)) == SHOAL[ground, speed]


@pytest.mark.rule("MUM-SHOAL-02")
@pytest.mark.parametrize(("speed", "band"), [(1.1, 2.0), (2.99, 2.0), (5.99, 3.0), (9.0, 6.0)])
def test_bands_of_speed_over_the_obstacle(speed: float, band: float) -> None:
    for ground in ("rocks", "sand"):
        assert tuple(over(ground, speed, face) for face in range(1, 7)) == SHOAL[ground, band]


@pytest.mark.rule("MUM-SHOAL-02")
def test_frigates_add_one_and_sloops_two() -> None:
    row = SHOAL["rocks", 3.0]
    for face in range(1, 5):
        assert over("rocks", 3.0, face, "frigate") == row[face]
        assert over("rocks", 3.0, face, "sloop") == row[face + 1]


@pytest.mark.rule("MUM-SHOAL-01")
def test_at_one_inch_a_ship_feels_her_way() -> None:
    assert hazards.seen_in_time(TABLES, 1.0)
    assert not hazards.seen_in_time(TABLES, 1.01)
    assert TABLES["shoal"].number("seen") == 4


# Moves halted, way off (1 ahead, 2 astern, 3 tow or kedge, -1 never), off each mast, hull, thirds, sinks.
SECOND = {
    "stuck": {
        6: (1, 0, 0, 0, 0, 0),
        5: (0, 1, 0, 0, 0, 0),
        4: (0, 1, 10, 0, 0, 0),
        3: (0, 2, 20, 0, 0, 0),
        2: (0, 2, 30, 0, 0, 0),
        1: (0, 2, 40, 0, 1, 0),
    },
    "stuck_fast": {
        6: (10, 3, 0, 0, 0, 0),
        5: (20, 3, 20, 0, 0, 0),
        4: (20, 3, 30, 0, 1, 0),
        3: (20, 3, 40, 0, 2, 0),
        2: (0, -1, 50, 0, 0, 0),
        1: (0, -1, 0, 0, 0, 0),
    },
    "stove_in": {
        6: (4, 0, 20, 100, 0, 0),
        5: (6, 0, 30, 200, 0, 0),
        4: (10, 0, 40, 300, 0, 0),
        3: (15, 0, 50, 400, 0, 0),
        2: (20, 0, 60, 500, 1, 0),
        1: (0, 0, 1000, 600, 2, 0),
    },
    "wrecked": {
        6: (0, -1, 1000, 300, 0, 0),
        5: (0, -1, 1000, 500, 0, 0),
        4: (0, -1, 1000, 0, 0, 10),
        3: (0, -1, 1000, 0, 0, 6),
        2: (0, -1, 1000, 0, 0, 3),
        1: (0, -1, 1000, 0, 0, 1),
    },
}


@pytest.mark.rule("MUM-SHOAL-03")
@pytest.mark.parametrize("how", SECOND)
def test_t27_to_t30_the_second_throw(how: str) -> None:
    table = TABLES[how]
    assert {int(key): table.row(key) for key in table} == SECOND[how]


@pytest.mark.rule("MUM-SHOAL-03")
def test_t26_scraping_through() -> None:
    table = TABLES["scrapes"]
    assert [table.whole(str(face)) for face in range(1, 7)] == [20, 10, 0, 0, 0, 0]
    assert table.whole("keeps") == 2


@pytest.mark.rule("MUM-KEDGE-01", "MUM-KEDGE-02")
def test_kedging_is_four_inches_in_five_moves_then_an_inch_a_move() -> None:
    table = TABLES["kedge"]
    assert (table.number("out"), table.number("moves"), table.number("haul")) == (4, 5, 1)
