"""BTQ-CREW, BTQ-DC and BTQ-PVN: men at stations, water in the hold, point values."""

from __future__ import annotations

import attrs
import pytest
from harm_desk import LORE, TABLES, desk, victory

import navalrules as nr
from navalrules_btq import crew, damage_control, points
from navalrules_btq.orders import Sail
from navalrules_btq.ship import BtqShip
from navalrules_btq.stations import Stations

H = LORE.harm


# ---------------------------------------------------------------- undermanning


@pytest.mark.rule("BTQ-CREW-02", "BTQ-DICE-04", "BTQ-CV-15")
@pytest.mark.parametrize(("hvn", "men"), [(2000, 167), (12, 1), (13, 2), (4400, 367)])
def test_cv_15_sailing_crew(hvn: int, men: int) -> None:
    assert crew.sailing_needed(H, victory(hvn=hvn)) == men


@pytest.mark.rule("BTQ-CREW-03", "BTQ-CV-15", "BTQ-DICE-04")
@pytest.mark.parametrize(("hvn", "men"), [(2000, 67), (1980, 66), (1981, 67), (30, 1)])
def test_cv_15_reduced_sailing_crew(hvn: int, men: int) -> None:
    table = desk({}, on=["reduced_sailing_crew"])
    assert table.bound[crew.sailing_needed](H, victory(hvn=hvn)) == men


@pytest.mark.rule("BTQ-CREW-01")
def test_every_man_counts_everywhere_unless_told_off() -> None:
    ship, table = victory(hvn=2400), desk({})
    assert (crew.on_duty(ship, "sailing", 850), crew.gun_men(table, ship)) == (850, 850)
    ship.stations = Stations(True, sailing=100, guns=300)
    assert (crew.on_duty(ship, "sailing", 850), crew.gun_men(table, ship)) == (100, 300)
    assert crew.shortage(table, ship).speed == 50  # of the 200 men that work her


@pytest.mark.rule("BTQ-CREW-07", "BTQ-DICE-04", "BTQ-EX-21")
@pytest.mark.parametrize(
    ("men", "step"),
    [
        *[(200, 0), (199, 10), (180, 10), (179, 20), (160, 20), (159, 30), (140, 30)],
        *[(150, 30), (21, 90), (20, 90), (19, 100), (0, 100)],
    ],
)
def test_ex_21_speed_by_tenths(men: int, step: int) -> None:
    assert crew.short_step(H, 200, men) == step


@pytest.mark.rule("BTQ-CREW-08", "BTQ-CV-16", "BTQ-DICE-05", "BTQ-GAP-88")
def test_cv_16_a_quarter_short() -> None:
    assert crew.short_step(H, 200, 150) == 30
    assert crew.slowed(340, 30, 68) == 238
    assert crew.slowed(340, 90, 68) == 68
    assert crew.slowed(340, 0, 68) == 340


@pytest.mark.rule("BTQ-CREW-09")
@pytest.mark.parametrize(("men", "only"), [(21, False), (20, True), (0, True), (200, False)])
def test_from_90_per_cent_short_she_only_drifts(men: int, only: bool) -> None:
    assert crew.only_drifts(H, 200, men) is only


@pytest.mark.rule("BTQ-CREW-10", "BTQ-EX-07")
def test_ex_07_turning_loses_the_same_step() -> None:
    ship = victory(hvn=2400, stations=Stations(True, sailing=140))
    step = crew.shortage(desk({}), ship).turning
    assert step == 30
    assert 4 - 4 * step // 100 == 3


@pytest.mark.rule("BTQ-CREW-10", "BTQ-GAP-84")
def test_turning_takes_the_step_of_speed() -> None:
    ship = victory(hvn=2400, stations=Stations(True, sailing=130))
    short = crew.shortage(desk({}), ship)
    assert short.turning == short.speed == 40


@pytest.mark.rule("BTQ-CREW-10", "BTQ-GAP-84")
def test_gap_84_by_a_variant() -> None:
    exact = TABLES.layered({"harm_reading": {"turn_step": "exact"}})
    ship = victory(hvn=2400, stations=Stations(True, sailing=130))
    assert crew.shortage(desk({}, tables=exact), ship).turning == 35


@pytest.mark.rule("BTQ-CREW-12")
def test_a_full_gun_crew() -> None:
    ship = victory(bow_guns=("long_12",), bow=(2,), stern_guns=("long_9",), stern=(2,))
    assert crew.recommended(desk({}), ship) == 30 * 12 * 2 + 2 * 8 + 2 * 6


@pytest.mark.rule("BTQ-CREW-13")
def test_an_unknown_gun_takes_six() -> None:
    ship = victory(guns=("mortar",), port=(1,), starboard=(0,))
    assert crew.recommended(desk({}), ship) == 6


@pytest.mark.rule("BTQ-CREW-11")
def test_no_more_men_than_there_are() -> None:
    ship, table = victory(crew=300), desk({})
    fits = Sail(ship=ship.id, stations=Stations(True, 100, 150, 50))
    assert crew.why_not(table, ship, fits) is None
    many = Sail(ship=ship.id, stations=Stations(True, 100, 150, 51))
    refused = crew.why_not(table, ship, many)
    assert refused is not None
    assert (refused.rule, bool(refused.reason), bool(refused.hint)) == ("BTQ-CREW-11", True, True)
    ship.stations = Stations(True, 200, 200, 0)
    lower = Sail(ship=ship.id, stations=Stations(True, 180, 190, 0))
    assert crew.why_not(table, ship, lower) is None


@pytest.mark.rule("BTQ-CREW-01", "BTQ-CREW-11")
@pytest.mark.parametrize("told", [Stations(True, -1, 0, 0), Stations(False, 1, 0, 0)])
def test_senseless_stations_are_refused(told: Stations) -> None:
    refused = crew.why_not(desk({}), victory(), Sail(ship="victory", stations=told))
    assert refused is not None
    assert refused.hint


@pytest.mark.rule("BTQ-CREW-01", "BTQ-DC-01")
def test_stations_are_told() -> None:
    ship = victory()
    table = desk({}, ship)
    told = Stations(True, 100, 200, 50, carpenter=True)
    crew.carry_out(table, ship, Sail(ship=ship.id, stations=told))
    assert ship.stations == told
    assert {"BTQ-CREW-01", "BTQ-DC-01"} <= set(table.log[0].cited())
    crew.carry_out(table, ship, Sail(ship=ship.id, stations=told))
    assert len(table.log) == 1


# ---------------------------------------------------------------- damage control


@pytest.mark.rule("BTQ-DC-03", "BTQ-DC-06", "BTQ-CV-17", "BTQ-GAP-47")
@pytest.mark.parametrize(("complement", "carpenter", "pumps"), [(300, 15, 25), (850, 26, 43), (1500, 40, 60)])
def test_cv_17_parties(complement: int, carpenter: int, pumps: int) -> None:
    ship = victory(crew=complement, crew_full=complement)
    assert damage_control.carpenter_men(H, ship) == carpenter
    assert damage_control.pump_men(H, ship) == pumps
    few = victory(crew=9, crew_full=complement)
    assert damage_control.carpenter_men(H, few) == damage_control.pump_men(H, few) == 9


def holed(port: int, starboard: int, **fields: object) -> BtqShip:
    parties = Stations(carpenter=True, pumps=True)
    told = {"stations": parties, **fields}
    return victory(waterline_port=port, waterline_starboard=starboard, **told)


@pytest.mark.rule("BTQ-DC-02")
@pytest.mark.parametrize(
    ("holes", "hits", "left"),
    [
        ((2, 0), (0, 0), (1, 0)),
        ((2, 0), (3, 0), (2, 0)),  # fresh damage to port this turn
        ((2, 0), (0, 3), (1, 0)),
        ((2, 0), (2, 0), (1, 0)),  # that of the turn before is fresh no more
        ((1, 2), (0, 0), (1, 1)),
        ((1, 2), (0, 3), (0, 2)),
        ((1, 1), (0, 0), (1, 0)),  # the die says starboard
    ],
)
def test_the_carpenter_mends_one_hole_where_no_fresh_damage_was_done(
    holes: tuple[int, int], hits: tuple[int, int], left: tuple[int, int]
) -> None:
    ship = holed(*holes, hit_port=hits[0], hit_starboard=hits[1])
    table = desk({"carpenter": [6]} if holes == (1, 1) else {}, ship)
    damage_control.mend(table)
    table.dice.finish()
    assert (ship.waterline_port, ship.waterline_starboard) == left
    assert ("BTQ-DC-02" in {rule for event in table.log for rule in event.cited()}) == (left != holes)


@pytest.mark.rule("BTQ-DC-01", "BTQ-DC-02")
def test_without_the_carpenter_nothing_is_mended() -> None:
    ship = holed(2, 0, stations=Stations())
    damage_control.mend(desk({}, ship))
    assert ship.waterline_port == 2


@pytest.mark.rule("BTQ-DC-04", "BTQ-DC-05", "BTQ-GAP-46")
@pytest.mark.parametrize(
    ("holes", "pumps", "fresh", "flooding"),
    [
        *[(3, False, False, 13), (3, False, True, 13), (3, True, True, 10), (4, True, True, 11)],
        *[(3, True, False, 9), (4, True, False, 10), (8, True, False, 11), (0, True, False, 9)],
        (0, False, False, 10),
    ],
)
def test_flooding(holes: int, pumps: bool, fresh: bool, flooding: int) -> None:
    ship = holed(holes, 0, stations=Stations(pumps=pumps), flooding=10, waterline_turn=3 if fresh else 2)
    damage_control.flood(desk({}, ship))
    assert ship.flooding == flooding


@pytest.mark.rule("BTQ-DC-05")
def test_flooding_never_falls_under_0() -> None:
    ship = holed(0, 0, flooding=0)
    damage_control.flood(desk({}, ship))
    assert ship.flooding == 0


@pytest.mark.rule("BTQ-DC-07", "BTQ-CV-18", "BTQ-DICE-04")
@pytest.mark.parametrize(("hvn", "most"), [(15, 3), (60, 4), (316, 22), (4400, 294)])
def test_cv_18_foundering(hvn: int, most: int) -> None:
    ship = victory(hvn=hvn)
    assert not damage_control.founders(H, ship, most)
    assert damage_control.founders(H, ship, most + 1)


@pytest.mark.rule("BTQ-DC-07", "BTQ-GAP-48", "BTQ-TRAP-02")
def test_the_warning_is_given_once_and_nothing_comes_of_it() -> None:
    ship = holed(2, 0, stations=Stations(), hvn=60, flooding=3)
    table = desk({}, ship)
    damage_control.flood(table)
    damage_control.flood(table)
    warned = [event for event in table.log if isinstance(event, nr.StatusChanged)]
    assert [event.what for event in warned] == ["foundering"]
    assert (ship.foundering, ship.status, ship.flooding) == (True, nr.FIGHTING, 7)


@pytest.mark.rule("BTQ-DC-08")
def test_parties_below_decks_are_missed_nowhere() -> None:
    ship, table = victory(stations=Stations(carpenter=True, pumps=True)), desk({})
    assert crew.at_hand(table, ship) == crew.gun_men(table, ship) == 850


@pytest.mark.rule("BTQ-DMG-09", "BTQ-GAP-40")
def test_a_sinking_ship_loses_a_twentieth_more_each_turn() -> None:
    ship = victory(hull=3520, sinking=True, sp=100, gdn=1)
    table = desk({}, ship)
    for turns in range(1, 4):
        damage_control.sink(table)
        assert (ship.hull, ship.sp, ship.port) == (3520 + 220 * turns, 100 - turns, (30,))
    damage_control.sink(table)
    assert (ship.hull, ship.status, ship.sp) == (4400, nr.SUNK, 0)


# ---------------------------------------------------------------- point values


@pytest.mark.rule("BTQ-SHIP-21", "BTQ-CV-01")
def test_cv_01_pvn() -> None:
    ship = victory(
        **{"bow_guns": ("long_12",), "bow_full": (2,), "stern_guns": ("long_12",), "stern_full": (2,)}
    )
    assert points.plain_pvn(TABLES, ship) == 2_112_000
    every = TABLES.layered({"pvn": {"pvn_scope": "all_guns"}})
    assert points.plain_pvn(every, ship) == 4_329_600


@pytest.mark.rule("BTQ-SHIP-21", "BTQ-GAP-08")
def test_carronades_count_half() -> None:
    ship = victory(guns=("long_32", "carronade_32"), port_full=(10, 10), starboard_full=(10, 10))
    assert points.plain_pvn(TABLES, ship) == (320 + 160) * 2200


@pytest.mark.rule("BTQ-GAP-09")
def test_a_merchant_is_worth_less() -> None:
    assert points.plain_pvn(TABLES, victory(merchant=True)) == 2_112_000 * 7 // 10
    assert points.plain_pvn(TABLES, victory(merchant=True, ngm=1500)) == 0


@pytest.mark.rule("BTQ-PVN-02")
@pytest.mark.parametrize(
    ("quality", "percent"), [("crack", 125), ("experienced", 100), ("inexperienced", 85), ("untrained", 70)]
)
def test_t21_crew_quality_multiplier(quality: str, percent: int) -> None:
    ship = victory(quality=quality)
    assert points.pvn(desk({}), ship) == 2_112_000
    assert points.pvn(desk({}, on=["pvn_crew_quality"]), ship) == 2_112_000 * percent // 100


@pytest.mark.rule("BTQ-PVN-04", "BTQ-CV-19")
@pytest.mark.parametrize(
    ("hundredths", "single", "unsupported"),
    [
        *[(109, 0, 0), (110, 3, 0), (149, 3, 0), (150, 4, 0), (199, 4, 0), (200, 5, 2), (240, 5, 2)],
        *[(300, 6, 3), (400, 7, 4), (500, 8, 5), (600, 9, 5), (700, 10, 5), (5000, 10, 5)],
    ],
)
def test_t20_odds(hundredths: int, single: int, unsupported: int) -> None:
    rule = desk({}, on=["pvn_surrender"]).bound[points.odds_price]
    assert rule(H, 100, hundredths, points.SINGLE) == single
    assert rule(H, 100, hundredths, points.UNSUPPORTED) == unsupported
    assert desk({}).bound[points.odds_price](H, 100, hundredths, points.SINGLE) == 0


@pytest.mark.rule("BTQ-PVN-04", "BTQ-GAP-09")
def test_a_ship_worth_nothing_reads_the_top_row() -> None:
    rule = desk({}, on=["pvn_surrender"]).bound[points.odds_price]
    assert rule(H, 0, 5, points.SINGLE) == 10


def weighed(*ships: BtqShip, turn: int = 1) -> dict[str, int]:
    table = desk({}, *ships, on=["pvn_surrender"], turn=turn)
    points.OddsPhase().run(table)
    return {ship.id: ship.sp for ship in ships}


def small(name: str, side: str, guns: int) -> BtqShip:
    return victory(id=name, side=side, port_full=(guns,), starboard_full=(guns,))


@pytest.mark.rule("BTQ-PVN-03", "BTQ-PVN-04", "BTQ-GAP-29")
def test_a_duel_is_weighed_once() -> None:
    one, two = small("one", "a", 10), small("two", "b", 24)
    assert weighed(one, two) == {"one": 5, "two": 10}
    assert one.pvn_rows == ("single",)
    assert weighed(one, two) == {"one": 5, "two": 10}
    # Switched on later, the rule looks at them then (BTQ-PVN-05).
    assert weighed(small("one", "a", 10), small("two", "b", 24), turn=2) == {"one": 5, "two": 10}


@pytest.mark.rule("BTQ-PVN-03", "BTQ-TRAP-01", "BTQ-GAP-29")
def test_the_odds_alone_never_make_a_ship_strike() -> None:
    assert weighed(small("one", "a", 1), small("two", "b", 30)) == {"one": 1, "two": 10}


@pytest.mark.rule("BTQ-PVN-03", "BTQ-PVN-04", "BTQ-GAP-29")
def test_the_last_ship_of_a_side_is_unsupported() -> None:
    one, mate, foe = small("one", "a", 10), small("mate", "a", 10), small("foe", "b", 30)
    assert weighed(one, mate, foe) == {"one": 10, "mate": 10, "foe": 10}
    assert foe.pvn_rows == ("unsupported",)
    mate.status = nr.STRUCK
    assert weighed(one, mate, foe, turn=5) == {"one": 7, "mate": 10, "foe": 10}
    assert weighed(attrs.evolve(one, sp=7), mate, foe, turn=6)["one"] == 7


@pytest.mark.rule("BTQ-DC-03", "BTQ-DC-06", "BTQ-DC-07", "BTQ-GAP-47", "BTQ-GAP-48")
def test_gap_47_and_48_by_a_variant() -> None:
    other = TABLES.layered({"harm_reading": {"dc_party": "living", "founder_effect": "sinking"}})
    ship = holed(2, 0, stations=Stations(), hvn=60, flooding=3, crew=850, crew_full=1700)
    table = desk({}, ship, tables=other)
    assert damage_control.carpenter_men(table.lore.harm, ship) == 26
    assert damage_control.pump_men(table.lore.harm, ship) == 43
    damage_control.flood(table)
    assert (ship.foundering, ship.sinking) == (True, True)
