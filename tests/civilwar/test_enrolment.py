"""ACW-DATA: the fourteen ships of tables ACW-T6 and ACW-T7, and ships from history's plans, as enrolled."""

from __future__ import annotations

from collections import Counter
from typing import Any

import attrs
import pytest
from deck import CON, FED, LEDGER, alter, at, defaults, duel, entrant, ship

import navalrules as nr
from navalrules_civilwar.orders import Stations
from navalrules_civilwar.ship import CivilWarShip

# Men, crew squares, Marines, hull squares, waterline squares, boilers, drive, masts, boats,
# steam, sail, both, grade: table ACW-T6.
HULLS = {
    "css-alabama": (145, 14, 0, 21, 9, 4, "single screw", 3, 5, 13, 10, 15, "Average"),
    "uss-kearsarge": (163, 16, 1, 21, 8, 2, "single screw", 3, 5, 11, 9, 13, "Veteran"),
    "css-florida": (146, 14, 0, 14, 8, 2, "single screw", 3, 4, 9.5, 12, 14, "Average"),
    "uss-wachusett": (160, 16, 1, 21, 8, 2, "single screw", 3, 5, 11.5, 9, 13.5, "Average"),
    "css-shenandoah": (109, 10, 0, 20, 9, 2, "single screw", 3, 5, 8, 16, 16, "Green"),
    "uss-hatteras": (126, 12, 1, 23, 8, 2, "side wheels", 3, 4, 8, 5, 9, "Average"),
    "uss-iroquois": (160, 16, 1, 20, 8, 2, "single screw", 3, 5, 11, 9, 13, "Average"),
    "css-sumter": (114, 11, 0, 9, 7, 1, "single screw", 3, 4, 10, 7, 12, "Average"),
    "uss-niagara-1864": (251, 25, 1, 92, 13, 4, "single screw", 3, 8, 11, 13, 14.5, "Average"),
    "css-georgia": (75, 7, 0, 13, 8, 2, "single screw", 2, 4, 13, 8, 14, "Green"),
    "uss-san-jacinto-1863": (235, 23, 1, 31, 9, 3, "single screw", 3, 6, 8, 8, 10, "Average"),
    "uss-vanderbilt": (209, 20, 1, 67, 13, 4, "side wheels", 2, 8, 14, 5, 15, "Average"),
    "uss-sacramento": (161, 16, 1, 27, 9, 2, "single screw", 3, 5, 12.5, 9, 14.5, "Average"),
    "css-tallahassee": (120, 12, 0, 10, 9, 2, "twin screw", 2, 3, 15, 5, 16, "Average"),
}
# Tons and feet: table ACW-T6.
PLANS = {
    "css-alabama": (1040, 220),
    "uss-kearsarge": (1031, 201),
    "css-florida": (700, 191),
    "uss-wachusett": (1032, 201),
    "css-shenandoah": (1018, 230),
    "uss-hatteras": (1126, 210),
    "uss-iroquois": (1016, 199),
    "css-sumter": (437, 184),
    "uss-niagara-1864": (4582, 329),
    "css-georgia": (648, 212),
    "uss-san-jacinto-1863": (1567, 234),
    "uss-vanderbilt": (3360, 331),
    "uss-sacramento": (1367, 230),
    "css-tallahassee": (500, 220),
}
# Guns by arcs and class, their total, stations to fill and squares to fill them: table ACW-T7.
GUNS = {
    "css-alabama": ("VB HR, VA MSB, 3 P LSB, 3 S LSB", 8, 14, 14),
    "uss-kearsarge": ("VB LR, 2 V HSB, 2 P LSB, 2 S LSB", 7, 11, 16),
    "css-florida": ("VB HR, VA HR, 3 P MR, 3 S MR, VA LSB", 9, 13, 14),
    "uss-wachusett": ("2 V HSB, 2 VB LR, 2 VA LR, 2 P LSB, 2 S LSB", 10, 14, 16),
    "css-shenandoah": ("2 P MSB, 2 S MSB, P LR, S LR, VB LSB, VA LSB", 8, 12, 10),
    "uss-hatteras": ("2 P LSB, 2 S LSB, VB LR", 5, 9, 12),
    "uss-iroquois": ("2 V HSB, VB MR, 2 P LSB, 2 S LSB, VA LSB", 8, 12, 16),
    "css-sumter": ("V MSB, 2 P LSB, 2 S LSB", 5, 8, 11),
    "uss-niagara-1864": ("6 P HR, 6 S HR", 12, 18, 25),
    "css-georgia": ("2 V HR, P LSB, S LSB, VB LR", 5, 9, 7),
    "uss-san-jacinto-1863": ("V HR, 5 P MSB, 5 S MSB", 11, 16, 23),
    "uss-vanderbilt": ("VB HR, VA HR, 6 P MSB, 6 S MSB, VA LSB", 15, 21, 20),
    "uss-sacramento": ("VB HR, 2 V HSB, VA LR, 2 P LSB, 2 S LSB, P LR, S LR", 10, 14, 16),
    "css-tallahassee": ("VB LR, V HR, VA MR", 3, 7, 12),
}
ARCS = {
    "P": ("port",),
    "S": ("starboard",),
    "V": ("port", "starboard"),
    "VB": ("port", "starboard", "bow"),
    "VA": ("port", "starboard", "stern"),
}
ROWS = [
    pytest.param(plan, marks=pytest.mark.rule(f"ACW-DATA-{number:02}"), id=plan)
    for number, plan in enumerate(HULLS, 1)
]


def table(plan: str | nr.ShipPlan, **entry: Any) -> tuple[nr.Battle, str]:
    """A battle with her in it, on the side of her navy, and her id there."""
    name = plan if isinstance(plan, str) else plan.id
    if name.startswith("css"):
        return duel(confederate=plan, **entry), CON
    return duel(federal=plan, **entry), FED


def enrolled(plan: str | nr.ShipPlan, **entry: Any) -> CivilWarShip:
    battle, name = table(plan, **entry)
    return ship(battle, name)


def battery(found: CivilWarShip) -> str:
    """Her guns as table ACW-T7 writes them, in the order of her record."""
    counted = Counter(f"{gun.name.rstrip('0123456789')} {gun.kind}" for gun in found.guns)
    return ", ".join(f"{number} {gun}" if number > 1 else gun for gun, number in counted.items())


@pytest.mark.rule("ACW-RECORD-05", "ACW-RECORD-06", "ACW-RECORD-07", "ACW-RECORD-08")
@pytest.mark.rule("ACW-CREW-01", "ACW-CREW-08", "ACW-CREW-10", "ACW-WL-05")
@pytest.mark.parametrize("plan", ROWS)
def test_hull_and_machinery(plan: str) -> None:
    found = enrolled(plan)
    squares = (found.men, found.crew, found.marines, found.hull, found.waterline)
    built = (found.boilers, found.drive, found.masts, found.boats)
    assert (*squares, *built, found.steam, found.sail, found.both, found.grade) == HULLS[plan]
    full = (found.crew_full, found.hull_full, found.waterline_full, found.masts_full, found.boats_full)
    assert full == (found.crew, found.hull, found.waterline, found.masts, found.boats)
    assert (found.steam_full, found.sail_full, found.both_full) == (found.steam, found.sail, found.both)
    assert found.side == ("Confederate" if plan.startswith("css") else "Federal")
    history = LEDGER[plan]
    assert (history.tonnage_bm, history.length_ft) == PLANS[plan]


@pytest.mark.rule("ACW-RECORD-05", "ACW-GUN-02", "ACW-GUN-03", "ACW-GUN-04", "ACW-GUN-12")
@pytest.mark.parametrize("plan", ROWS)
def test_guns_by_class_and_arc(plan: str) -> None:
    found = enrolled(plan)
    guns, total, _, _ = GUNS[plan]
    assert sorted(battery(found).split(", ")) == sorted(guns.split(", "))
    assert len(found.guns) == total == found.guns_left
    for gun in found.guns:
        assert gun.arcs == ARCS[gun.name.rstrip("0123456789")]
    assert len({gun.name for gun in found.guns}) == total


@pytest.mark.rule("ACW-CREW-03", "ACW-CREW-04", "ACW-CREW-05", "ACW-CREW-06", "ACW-CREW-07", "ACW-RECORD-10")
@pytest.mark.parametrize("plan", ROWS)
def test_stations_to_fill_and_squares_to_fill_them(plan: str) -> None:
    """With squares enough all stations of ACW-T7 are filled; with her own, as many as she has."""
    _, total, stations, squares = GUNS[plan]
    for crew, idle in ((stations + 2, 2), (squares, max(squares - stations, 0))):
        battle, name = table(plan)
        found = alter(battle, name, crew=crew)
        at(battle, "stations")
        battle.submit(Stations(ship=name, guns=tuple(gun.name for gun in found.guns), sails=1))
        defaults(battle)
        battle.advance()
        assert (found.stationed, found.idle) == (min(crew, stations), idle)
        assert (found.at_steering, found.at_boilers) == (1, found.boilers)
        assert found.stationed == total + found.boilers + 2 - max(stations - crew, 0)
    assert ship(duel(set_up=False), CON).stationed == 0


@pytest.mark.rule("ACW-MOVE-05", "ACW-EX-01")
@pytest.mark.parametrize("plan", ["css-alabama", "css-alabama-1863", "css-alabama-1864"])
def test_alabama_makes_13_under_steam_and_15_under_both(plan: str) -> None:
    found = enrolled(plan if plan == "css-alabama" else nr.ship_library()[plan])
    assert (found.steam, found.both) == (13, 15)


# ---------------------------------------------------------------- history's plans


HISTORY = {
    # Men, crew squares, Marines, hull, waterline, boilers, masts, boats, steam, sail, both; her guns.
    "css-alabama-1864": (
        (149, 14, 0, 21, 9, 4, 3, 5, 13, 10, 15),
        "VB HR, VA MSB, 3 P LSB, 3 S LSB",
    ),
    "css-florida-1864": (
        (70, 7, 0, 14, 8, 2, 3, 4, 9.5, 12, 14),
        "VB HR, VA HR, 3 P MR, 3 S MR, VA LSB",
    ),
    "uss-kearsarge-1864": (
        (163, 16, 1, 21, 8, 2, 3, 5, 11, 9, 13),
        "2 V HSB, 2 P LSB, 2 S LSB, VB LR",
    ),
    "uss-hatteras-1863": (
        (126, 12, 1, 23, 8, 2, 3, 4, 8, 5, 9),
        "2 P LSB, 2 S LSB, V LR, VB LR",
    ),
}


@pytest.mark.rule("ACW-RECORD-05", "ACW-RECORD-06", "ACW-RECORD-07", "ACW-RECORD-08", "ACW-WL-05")
@pytest.mark.parametrize("plan", HISTORY)
def test_dated_ships_of_the_core_library(plan: str) -> None:
    found = enrolled(nr.ship_library()[plan])
    squares = (found.men, found.crew, found.marines, found.hull, found.waterline, found.boilers)
    record = (*squares, found.masts, found.boats, found.steam, found.sail, found.both)
    assert (record, battery(found)) == HISTORY[plan]


@pytest.mark.rule("ACW-SCOPE-01", "ACW-SCOPE-02", "ACW-GUN-10")
def test_kearsarge_and_alabama_of_the_scenario_off_cherbourg() -> None:
    battle = nr.Battle.begin(nr.scenario("kearsarge-alabama-1864"), "civilwar", 1)
    found = {each.name: each for each in battle.state.ships.values()}
    assert set(found) == {"USS Kearsarge", "CSS Alabama"}
    kearsarge, alabama = found["USS Kearsarge"], found["CSS Alabama"]
    assert isinstance(kearsarge, CivilWarShip)
    assert isinstance(alabama, CivilWarShip)
    assert (kearsarge.side, kearsarge.men, len(kearsarge.guns)) == ("Federal", 163, 7)
    assert (alabama.side, alabama.men, len(alabama.guns)) == ("Confederate", 149, 8)
    # "5 guns fought on one side": the two pivots, the rifle and two 32-pounders.
    assert sum("starboard" in gun.arcs for gun in kearsarge.guns) == 5


@pytest.mark.rule("ACW-GUN-03", "ACW-GUN-04")
@pytest.mark.parametrize(
    ("pounder", "kind", "expected"),
    [
        (48, "smoothbore", "LSB"),
        (48.5, "smoothbore", "MSB"),
        (90, "smoothbore", "MSB"),
        (90.5, "smoothbore", "HSB"),
        (150, "smoothbore", "HSB"),
        (300, "smoothbore", "HSB"),
        (48, "rifle", "LR"),
        (90, "rifle", "MR"),
        (100, "rifle", "HR"),
        (200, "rifle", "HR"),
    ],
)
def test_a_plans_gun_is_classed_by_the_weight_of_its_projectile(
    pounder: float, kind: str, expected: str
) -> None:
    gun = nr.Battery(place="pivot", count=1, pounder=pounder, kind=kind, mount="pivot")
    found = enrolled(attrs.evolve(LEDGER["css-alabama"], batteries=(gun,)))
    assert [(each.name, each.kind, each.arcs) for each in found.guns] == [
        ("V1", expected, ("port", "starboard"))
    ]


@pytest.mark.rule("ACW-RECORD-09", "ACW-MOVE-03", "ACW-MOVE-04")
@pytest.mark.parametrize(
    ("steam", "sail", "both", "rig", "maxima"),
    [
        (13, 10, None, "ship", (13, 10, 15)),
        (13, 10, None, "barque", (13, 10, 15)),
        (10, 12, None, "schooner", (10, 12, 13)),
        (14, 16, None, "barque", (14, 16, 16)),
        (15.5, 9, None, "brig", (15.5, 9, 16)),
        (13, 10, 14, "ship", (13, 10, 14)),
        (13, None, None, "none", (13, 0, 13)),
        (None, 12, None, "ship", (0, 12, 12)),
    ],
)
def test_maxima_of_a_plan(
    steam: float | None, sail: float | None, both: float | None, rig: str, maxima: tuple[float, ...]
) -> None:
    plan = attrs.evolve(LEDGER["css-alabama"], steam=steam, sail=sail, both=both, rig=rig)
    found = enrolled(plan)
    assert (found.steam, found.sail, found.both) == maxima


@pytest.mark.rule("ACW-CREW-01", "ACW-CREW-02", "ACW-CREW-08", "ACW-CREW-10", "ACW-RECORD-06")
@pytest.mark.parametrize(("men", "squares"), [(145, 14), (149, 14), (150, 15), (10, 1), (9, 1), (1, 1)])
def test_squares_of_a_plans_men_and_the_marines_among_them(men: int, squares: int) -> None:
    confederate = enrolled(attrs.evolve(LEDGER["css-alabama"], complement=men))
    federal = enrolled(attrs.evolve(LEDGER["uss-kearsarge"], complement=men))
    assert (confederate.crew, confederate.marines) == (squares, 0)
    assert (federal.crew, federal.marines) == (squares, 1)


@pytest.mark.rule("ACW-GUN-10")
def test_grade_of_the_scenario_wins_over_the_plans_and_both_over_the_word_for_her_crew() -> None:
    found = enrolled("css-alabama", crew="crack")
    assert found.grade == "Average"
    found = enrolled("css-alabama", grades={"acw_grade": "Poor"})
    assert found.grade == "Poor"
    with pytest.raises(nr.EnrolmentError, match="Veteran, Average, Green, Poor"):
        enrolled("css-alabama", grades={"acw_grade": "Elite"})


@pytest.mark.rule("ACW-SCOPE-01", "ACW-SCOPE-04")
def test_who_cannot_be_enrolled() -> None:
    sloop = attrs.evolve(LEDGER["css-alabama"], year=1849, steam=None, both=None, drive="", boilers=0)
    with pytest.raises(nr.EnrolmentError, match="1849"):
        enrolled(sloop)
    assert enrolled(attrs.evolve(sloop, year=1850)).steamer is False
    with pytest.raises(nr.EnrolmentError, match="Federal and Confederate"):
        duel(more=[entrant("third", LEDGER["css-georgia"], "Rebel", (50, 50, 0))])


def test_a_sea_state_that_no_table_has_is_refused_before_the_battle_begins() -> None:
    scenario = nr.scenario("kearsarge-alabama-1864")
    strange = attrs.evolve(scenario, conditions={**scenario.conditions, "sea": "smooth"})
    with pytest.raises(nr.UnknownName, match=r"unknown sea state 'smooth'; .*known: calm, choppy"):
        nr.Battle.begin(strange)


@pytest.mark.parametrize(
    ("arcs", "letters"),
    [
        *[(("port",), "P"), (("starboard",), "S"), (("bow",), "B"), (("stern",), "A")],
        *[(("port", "starboard"), "V"), (("bow", "port", "starboard"), "VB")],
        *[(("stern", "starboard", "port"), "VA"), (("port", "starboard", "bow", "stern"), "VBA")],
        *[(("starboard", "bow"), "SB"), (("port", "stern"), "PA"), (("bow", "stern"), "BA")],
    ],
)
def test_a_gun_is_named_after_any_arcs_that_it_bears_through(arcs: tuple[str, ...], letters: str) -> None:
    scenario = nr.scenario("kearsarge-alabama-1864")
    first = scenario.entrants[0]
    gun = nr.Battery(place="pivot", count=1, pounder=32, kind="smoothbore", mount="pivot", arcs=arcs)
    plan = attrs.evolve(first.plan, batteries=(gun,))
    changed = attrs.evolve(scenario, entrants=(attrs.evolve(first, plan=plan), *scenario.entrants[1:]))
    ship = nr.Battle.begin(changed).state.ships[first.id]
    assert isinstance(ship, CivilWarShip)
    assert [each.name for each in ship.guns] == [letters + "1"]
