"""ACW-MOR, ACW-RECORD, ACW-SCOPE, the switches, enrolment and the refusals that are left."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from deck import (
    CON,
    FED,
    LEDGER,
    RULES,
    alter,
    at,
    defaults,
    duel,
    entrant,
    events,
    names,
    options,
    ruling,
    sailing,
    ship,
)

import navalrules as nr
from navalrules_civilwar.morale import situations
from navalrules_civilwar.orders import FireOrder, Losses, SailingOrders, Stations, StrikeColours

LOST: dict[str, dict[str, Any]] = {
    "dismasted": {"masts": 0},
    "engines": {"steam": 0.0},
    "waterline": {"waterline": 4},
    "guns": {"guns_out": (True,) * 8},
}


def checked(die: int, grade: str, *lost: str, crew_lost: int = 0) -> nr.MoraleTested:
    battle = duel(nr.Scripted(morale=[die]))
    fields = {name: value for each in lost for name, value in LOST[each].items()}
    alter(battle, CON, grade=grade, crew=14 - crew_lost, lost=crew_lost, **fields)
    at(battle, "morale")
    (owed,) = battle.requests
    assert [order.option for order in options(owed, nr.Chosen)] == ["fight_on", "surrender"]
    battle.submit(owed.default)
    battle._run_phase()
    (event,) = events(battle, nr.MoraleTested, CON)
    assert (ship(battle, CON).status == "struck") is not event.held
    return event


def top(grade: str, *lost: str, crew_lost: int = 0) -> int:
    """The highest face that passes, found by throwing every face."""
    held = [die for die in range(1, 7) if checked(die, grade, *lost, crew_lost=crew_lost).held]
    assert held == list(range(1, len(held) + 1))
    return len(held)


@pytest.mark.rule("ACW-MOR-05", "ACW-MOR-09", "ACW-MOR-04", "ACW-MOR-03", "ACW-MOR-12")
@pytest.mark.parametrize(
    ("situation", "tops"),
    [
        ("dismasted", (6, 5, 3, 2)),
        ("engines", (5, 4, 3, 2)),
        ("waterline", (5, 4, 2, 1)),
        ("guns", (4, 3, 2, 1)),
    ],
)
def test_morale_ranges(situation: str, tops: tuple[int, ...]) -> None:
    found = tuple(top(grade, situation) for grade in ("Veteran", "Average", "Green", "Poor"))
    assert found == tops


@pytest.mark.rule("ACW-EX-03", "ACW-MOR-05")
def test_example_3_dismasted() -> None:
    assert [top(grade, "dismasted") for grade in ("Veteran", "Average", "Green", "Poor")] == [6, 5, 3, 2]
    assert "ACW-MAST-04" in set(checked(1, "Veteran", "dismasted").cited())


@pytest.mark.rule("ACW-MOR-06")
def test_over_half_the_crew_lost_is_minus_one() -> None:
    assert top("Average", "dismasted", crew_lost=7) == 5
    assert top("Average", "dismasted", crew_lost=8) == 4
    ruled = ruling(checked(4, "Average", "dismasted", crew_lost=8), "ACW-MOR-04")
    assert names(ruled) == {"over_half_crew": -1}


@pytest.mark.rule("ACW-MOR-07", "ACW-MOR-09")
def test_several_situations_take_the_shortest_range_less_one() -> None:
    assert top("Veteran", "dismasted", "waterline") == 4
    assert top("Veteran", "dismasted", "waterline", "engines") == 4
    ruled = ruling(checked(4, "Veteran", "dismasted", "waterline", "engines"), "ACW-MOR-04")
    assert (ruled.need, names(ruled)) == (5, {"several": -1})


@pytest.mark.rule("ACW-MOR-08", "ACW-EX-18")
def test_example_18() -> None:
    assert top("Average", "dismasted", "guns", crew_lost=8) == 1
    assert "ACW-MOR-08" in set(checked(1, "Average", "dismasted", "guns", crew_lost=8).cited())


@pytest.mark.rule("ACW-MOR-08", "ACW-EX-19")
def test_example_19_a_range_cut_to_nothing_fails() -> None:
    assert top("Poor", "dismasted", "engines", crew_lost=8) == 0


@pytest.mark.rule("ACW-MOR-01")
def test_a_captain_may_surrender_at_any_time() -> None:
    battle = duel()
    for phase in ("orders", "fire_first", "stations"):
        other = battle.copy()
        at(other, phase)
        other.submit(StrikeColours(ship=CON))
        assert ship(other, CON).status == "struck"
        assert other.result.winner == "Federal"
        (told,) = events(other, nr.ShipStruck, CON)
        assert "ACW-MOR-01" in told.rules


@pytest.mark.rule("ACW-MOR-01", "ACW-MOR-02")
def test_he_may_give_up_instead_of_being_tested() -> None:
    battle = duel(nr.Scripted())
    alter(battle, CON, masts=0)
    at(battle, "morale")
    (owed,) = battle.requests
    battle.submit(options(owed, nr.Chosen)[1])
    battle._run_phase()
    assert ship(battle, CON).status == "struck"
    assert not events(battle, nr.MoraleTested)


@pytest.mark.rule("ACW-MOR-02", "ACW-MOR-04", "ACW-MOR-13")
def test_a_crew_that_fails_surrenders_the_ship() -> None:
    event = checked(6, "Poor", "guns")
    assert not event.held
    battle = duel(nr.Scripted(morale=[6]))
    alter(battle, CON, grade="Poor", guns_out=(True,) * 8, speed=9.0, run=4.5)
    at(battle, "morale")
    defaults(battle)
    battle._run_phase()
    struck = ship(battle, CON)
    assert (struck.status, struck.speed, struck.run, any(struck.at_guns)) == ("struck", 0.0, 0.0, False)
    (told,) = events(battle, nr.ShipStruck, CON)
    assert {"ACW-MOR-02", "ACW-MOR-13"} <= set(told.rules)


@pytest.mark.rule("ACW-MOR-13")
def test_a_ship_that_has_struck_is_no_target_and_takes_no_orders() -> None:
    third = entrant("third", LEDGER["css-georgia"], "Confederate", (30, 30, 0))
    battle = duel(more=[third])
    battle.submit(StrikeColours(ship=CON))
    at(battle, "fire_first")
    with pytest.raises(nr.IllegalOrder) as refused:
        battle.submit(FireOrder(ship=FED, shots=(("S1", CON),)))
    assert refused.value.rule == "ACW-MOR-13"
    at(battle, "orders")
    assert CON not in {request.ship for request in battle.requests}
    before = battle.state.copy()
    with pytest.raises(nr.IllegalOrder, match="out of the fight") as refused:
        battle.submit(StrikeColours(ship=CON))
    assert refused.value.rule == "ACW-MOR-13"
    assert battle.state == before


@pytest.mark.rule("ACW-MOR-03", "ACW-MOR-10", "ACW-MOR-14", "ACW-MAST-04")
def test_situations() -> None:
    battle = duel()
    assert situations(RULES.tables, ship(battle, CON)) == ()
    changed = alter(battle, CON, guns_out=(True,) * 8, steam=0.0)
    assert situations(RULES.tables, changed) == ("engines", "guns")
    sloop = attrs.evolve(LEDGER["css-alabama"], steam=None, both=None, drive="", boilers=0)
    assert situations(RULES.tables, ship(duel(confederate=sloop), CON)) == ()
    steamer = attrs.evolve(LEDGER["css-tallahassee"], sail=None, both=None, masts=0)
    assert situations(RULES.tables, ship(duel(confederate=steamer), CON)) == ()


@pytest.mark.rule("ACW-MOR-14")
def test_engines_are_lost_by_engine_room_hits_too() -> None:
    from deck import hit

    battle = duel(nr.Scripted(to_hit=[20], place_struck=[17]))
    alter(battle, CON, steam=2.0)
    hit(17, "S1", battle)
    assert situations(RULES.tables, ship(battle, CON)) == ("engines",)
    cited = set(checked(1, "Veteran", "engines", "guns").cited())
    assert {"ACW-MOR-10", "ACW-MOR-14"} <= cited


@pytest.mark.rule("ACW-MOR-11")
def test_one_check_each_turn_while_it_holds() -> None:
    battle = duel(nr.Scripted(morale=[1, 1]), con=(200, 0, 0))
    alter(battle, CON, masts=0, grade="Veteran")
    tests = []
    while battle.state.turn < 3:
        for request in battle.requests:
            quiet = FireOrder(ship=request.ship) if request.kind == FireOrder.kind else request.default
            battle.submit(quiet)
        battle.advance()
        tests = [event.turn for event in events(battle, nr.MoraleTested, CON)]
    assert tests == [1, 2]


# ---------------------------------------------------------------- scope and record


@pytest.mark.rule("ACW-SCOPE-01", "ACW-SCOPE-02", "ACW-SCOPE-04")
def test_ships_of_the_war_one_model_each_on_two_sides() -> None:
    battle = duel()
    assert {each.side for each in battle.state.ships.values()} == {"Federal", "Confederate"}
    assert len(battle.state.ships) == len(battle.scenario.entrants)
    frigate = nr.ship_library()["hms-shannon-1813"]
    with pytest.raises(nr.EnrolmentError, match="1813"):
        duel(confederate=frigate)
    with pytest.raises(nr.EnrolmentError, match="Union"):
        duel(more=[entrant("third", LEDGER["css-georgia"], "Union", (50, 50, 0))])


@pytest.mark.rule("ACW-SCOPE-03")
def test_crew_is_what_everything_turns_on() -> None:
    battle = duel()
    alter(battle, CON, crew=6)
    at(battle, "stations")
    defaults(battle)
    battle._run_phase()
    guns = sum(ship(battle, CON).at_guns)
    alter(battle, CON, waterline=4, fires=(1,), at_fires=(0,))
    at(battle, "stations")
    defaults(battle)
    battle._run_phase()
    starved = ship(battle, CON)
    assert (guns, sum(starved.at_guns), starved.at_boilers) == (1, 0, 1)


@pytest.mark.rule("ACW-RECORD-01", "ACW-RECORD-02", "ACW-RECORD-05")
def test_a_record_holds_squares_and_hits_cross_them_off() -> None:
    from deck import hit

    battle = hit(4, "V1")
    sheet = battle.sheet(CON)
    assert (sheet["hull"], sheet["crew"]) == ([19, 21], [13, 14])
    expected = {"name", "side", "men", "grade", "crew", "marines", "battery", "hull", "waterline"}
    expected |= {"masts", "boats", "maxima", "stations"}
    assert expected <= set(sheet)
    assert sheet["maxima"] == {"steam": 13, "sail": 10, "both": 15}
    assert sheet["battery"][0] == {
        "name": "VB1",
        "class": "HR",
        "arcs": ["port", "starboard", "bow"],
        "calibre": LEDGER["css-alabama"].batteries[0].calibre,
        "state": "manned",
    }


@pytest.mark.rule("ACW-RECORD-03", "ACW-WL-01")
def test_waterline_is_kept_as_a_percentage() -> None:
    assert alter(duel(), FED, waterline=2).waterline_lost == 0.75


@pytest.mark.rule("ACW-RECORD-04", "ACW-CREW-16")
@pytest.mark.parametrize(("switch", "sinks_on"), [(False, 0), (True, 6)])
def test_a_ship_without_crew_sinks_by_switch_only(switch: bool, sinks_on: int) -> None:
    script = {"to_hit": [20], "place_struck": [19], **({"sinking": [5]} if switch else {})}
    battle = duel(nr.Scripted(**script), rules={"sink_on_no_crew": switch})
    alter(battle, CON, crew=1, at_guns=(False,) * 8)
    at(battle, "fire_first")
    for request in battle.requests:
        battle.submit(FireOrder(ship=request.ship, shots=(("S1", CON),) if request.ship == FED else ()))
    battle.advance()
    assert (ship(battle, CON).status, ship(battle, CON).sinks_on) == ("adrift", sinks_on)
    cited = {rule for event in battle.log for rule in event.cited()}
    assert ("ACW-RECORD-04" in cited) is switch


@pytest.mark.rule("ACW-RECORD-07")
@pytest.mark.parametrize(
    ("tons", "squares"), [(1040, 21), (1031, 21), (437, 9), (1024, 20), (1025, 21), (10, 1)]
)
def test_hull_squares_by_tonnage(tons: int, squares: int) -> None:
    plan = attrs.evolve(LEDGER["css-alabama"], tonnage_bm=tons)
    assert ship(duel(confederate=plan), CON).hull == squares


@pytest.mark.rule("ACW-RECORD-09")
@pytest.mark.parametrize(
    ("steam", "sail", "rig", "both"),
    [
        (13, 10, "barque", 15),
        (9, 12, "ship", 14),
        (9, 12, "schooner", 13),
        (15, 10, "ship", 16),
        (8, 5, "brig", 9),
    ],
)
def test_combined_maximum_where_none_is_known(steam: float, sail: float, rig: str, both: float) -> None:
    plan = attrs.evolve(LEDGER["css-alabama"], steam=float(steam), sail=float(sail), both=None, rig=rig)
    assert ship(duel(confederate=plan), CON).both == both


@pytest.mark.rule("ACW-RECORD-10", "ACW-CREW-07")
def test_a_ship_that_cannot_fill_all_stations_is_legal() -> None:
    battle = duel(confederate="css-shenandoah")
    found = ship(battle, CON)
    assert (found.crew, found.at_steering, found.at_boilers, sum(found.at_guns)) == (10, 1, 2, 7)


LEDGER_SHIPS = {
    "css-alabama": (14, 0, 21, 9, 4, 3, 5, 13, 10, 15, "Average"),
    "uss-kearsarge": (16, 1, 21, 8, 2, 3, 5, 11, 9, 13, "Veteran"),
    "css-florida": (14, 0, 14, 8, 2, 3, 4, 9.5, 12, 14, "Average"),
    "uss-wachusett": (16, 1, 21, 8, 2, 3, 5, 11.5, 9, 13.5, "Average"),
    "css-shenandoah": (10, 0, 20, 9, 2, 3, 5, 8, 16, 16, "Green"),
    "uss-hatteras": (12, 1, 23, 8, 2, 3, 4, 8, 5, 9, "Average"),
    "uss-iroquois": (16, 1, 20, 8, 2, 3, 5, 11, 9, 13, "Average"),
    "css-sumter": (11, 0, 9, 7, 1, 3, 4, 10, 7, 12, "Average"),
    "uss-niagara-1864": (25, 1, 92, 13, 4, 3, 8, 11, 13, 14.5, "Average"),
    "css-georgia": (7, 0, 13, 8, 2, 2, 4, 13, 8, 14, "Green"),
    "uss-san-jacinto-1863": (23, 1, 31, 9, 3, 3, 6, 8, 8, 10, "Average"),
    "uss-vanderbilt": (20, 1, 67, 13, 4, 2, 8, 14, 5, 15, "Average"),
    "uss-sacramento": (16, 1, 27, 9, 2, 3, 5, 12.5, 9, 14.5, "Average"),
    "css-tallahassee": (12, 0, 10, 9, 2, 2, 3, 15, 5, 16, "Average"),
}
LEDGER_GUNS = {
    "css-alabama": "VB HR, VA MSB, P LSB x3, S LSB x3",
    "uss-kearsarge": "VB LR, V HSB x2, P LSB x2, S LSB x2",
    "css-florida": "VB HR, VA HR, P MR x3, S MR x3, VA LSB",
    "uss-wachusett": "V HSB x2, VB LR x2, VA LR x2, P LSB x2, S LSB x2",
    "css-shenandoah": "P MSB x2, S MSB x2, P LR, S LR, VB LSB, VA LSB",
    "uss-hatteras": "P LSB x2, S LSB x2, VB LR",
    "uss-iroquois": "V HSB x2, VB MR, P LSB x2, S LSB x2, VA LSB",
    "css-sumter": "V MSB, P LSB x2, S LSB x2",
    "uss-niagara-1864": "P HR x6, S HR x6",
    "css-georgia": "V HR x2, P LSB, S LSB, VB LR",
    "uss-san-jacinto-1863": "V HR, P MSB x5, S MSB x5",
    "uss-vanderbilt": "VB HR, VA HR, P MSB x6, S MSB x6, VA LSB",
    "uss-sacramento": "VB HR, V HSB x2, VA LR, P LSB x2, S LSB x2, P LR, S LR",
    "css-tallahassee": "VB LR, V HR, VA MR",
}


@pytest.mark.rule("ACW-RECORD-05", "ACW-RECORD-06", "ACW-RECORD-07", "ACW-RECORD-08")
@pytest.mark.parametrize("plan", LEDGER_SHIPS)
def test_the_ledgers_fourteen_ships(plan: str) -> None:
    confederate = plan.startswith("css")
    battle = duel(confederate=plan, set_up=False) if confederate else duel(federal=plan, set_up=False)
    found = ship(battle, CON if confederate else FED)
    record = (found.crew, found.marines, found.hull, found.waterline, found.boilers, found.masts, found.boats)
    assert (*record, found.steam, found.sail, found.both, found.grade) == LEDGER_SHIPS[plan]
    counted: dict[str, int] = {}
    for gun in found.guns:
        key = f"{gun.name.rstrip('0123456789')} {gun.kind}"
        counted[key] = counted.get(key, 0) + 1
    told = {key if number == 1 else f"{key} x{number}" for key, number in counted.items()}
    assert told == set(LEDGER_GUNS[plan].split(", "))


@pytest.mark.parametrize(
    ("crew", "grade"),
    [("crack", "Veteran"), ("experienced", "Average"), ("inexperienced", "Green"), ("untrained", "Poor")],
)
def test_crews_of_a_scenario_without_a_grade_of_ours(crew: str, grade: str) -> None:
    plan = attrs.evolve(LEDGER["css-alabama"], grades={})
    assert ship(duel(confederate=plan, crew=crew), CON).grade == grade


# ---------------------------------------------------------------- refusals


def refuse(battle: nr.Battle, order: nr.Order) -> nr.IllegalOrder:
    before, answers = battle.state.copy(), list(battle.answers)
    with pytest.raises(nr.IllegalOrder) as caught:
        battle.submit(order)
    assert (battle.state, battle.answers) == (before, answers)
    assert caught.value.hint
    return caught.value


def test_orders_for_a_sunk_ship_and_for_the_other_sides() -> None:
    third = entrant("third", LEDGER["css-georgia"], "Confederate", (60, 60, 0))
    battle = duel(more=[third])
    alter(battle, CON, status="sunk")
    at(battle, "orders")
    half = sailing(battle, FED).default.first
    order = SailingOrders(ship=CON, first=half, second=half)
    illegal = refuse(battle, order)
    assert (illegal.rule, "sunk" in illegal.reason) == ("ACW-MOR-13", True)
    stolen = attrs.evolve(battle.requests[0].default, side="Nobody")
    assert "does not command" in refuse(battle, stolen).reason
    assert "nearest" in refuse(battle, StrikeColours(ship="thirt")).reason


@pytest.mark.parametrize(
    ("shots", "rule", "told"),
    [
        ((("S1", "con"), ("S1", "con")), "ACW-GUN-11", "fire twice"),
        ((("X9", "con"),), "ACW-RECORD-05", "no gun X9"),
        ((("P1", "con"),), "ACW-GUN-12", "does not bear"),
        ((("S2", "con"),), "ACW-HIT-06", "out of action"),
        ((("V1", "con"),), "ACW-CREW-13", "no crew square"),
        ((("S1", "fed"),), "ACW-GUN-11", "no enemy"),
    ],
)
def test_refused_shots(shots: tuple[tuple[str, str], ...], rule: str, told: str) -> None:
    battle = duel()
    fed = ship(battle, FED)
    out = tuple(gun.name == "S2" for gun in fed.guns)
    alter(battle, FED, guns_out=out, at_guns=tuple(gun.name not in ("S2", "V1") for gun in fed.guns))
    at(battle, "fire_first")
    illegal = refuse(battle, FireOrder(ship=FED, shots=shots))
    assert illegal.rule == rule
    assert told in illegal.reason


@pytest.mark.parametrize(
    ("order", "rule", "told"),
    [
        ({"guns": ("P1", "P1")}, "ACW-CREW-13", "named twice"),
        ({"guns": ("X1",)}, "ACW-RECORD-05", "no gun X1"),
        ({"guns": ("P2",)}, "ACW-HIT-06", "out of action"),
        ({"fires": ()}, "ACW-CREW-11", "for 1 fires"),
        ({"fires": (0,)}, "ACW-CREW-11", "for 1 fires"),
        ({"fires": (99,)}, "ACW-CREW-09", "99 squares"),
        ({"sails": 3}, "ACW-CREW-06", "at the sails"),
    ],
)
def test_refused_stations(order: dict[str, Any], rule: str, told: str) -> None:
    battle = duel()
    alter(battle, CON, fires=(1,), at_fires=(0,), guns_out=(False,) * 3 + (True,) + (False,) * 4)
    at(battle, "stations")
    illegal = refuse(battle, Stations(ship=CON, **{"fires": (1,), **order}))
    assert illegal.rule == rule
    assert told in illegal.reason


def test_refused_losses() -> None:
    from deck import hit

    battle = hit(19)
    assert refuse(battle, Losses(ship=CON, stations=())).rule == "ACW-HIT-07"
    assert "not so many" in refuse(battle, Losses(ship=CON, stations=("pumps",))).reason


def test_every_refusal_has_a_reason_and_a_hint() -> None:
    keys = {key.split(".")[1] for key in RULES.texts if key.startswith("refusal.")}
    assert keys
    for key in keys:
        assert RULES.texts.get(f"refusal.{key}.reason")
        assert RULES.texts.get(f"refusal.{key}.hint")


@pytest.mark.rule("ACW-MOVE-05", "ACW-CREW-03", "ACW-MAST-01", "ACW-CRIT-03", "ACW-CRIT-05", "ACW-TURN-05")
@pytest.mark.parametrize(
    ("table", "key", "figure"),
    [
        *[("alabama", "steam", 13), ("alabama", "both", 15), ("crew", "gun", 1), ("wreck", "squares", 1)],
        *[("crit", "gun_guns", 1), ("crit", "mast_port_to", 3), ("circle", "notches", 16)],
    ],
)
def test_figures_that_the_tables_state(table: str, key: str, figure: int) -> None:
    assert RULES.tables[table].number(key) == figure
