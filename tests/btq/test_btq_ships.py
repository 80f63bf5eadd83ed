"""How ships are made: numbers, classes, nations, crews, guns; what is refused, and the nearest choice."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from btq_table import BLUE, RED, RULES, begin, entrant, gun, made, pair, scenario, ship

import navalrules as nr
from navalrules_btq import points
from navalrules_btq.enrol import broadside_weight

VICTORY: dict[str, Any] = {
    "type": "ship of the line",
    "rate": 1,
    "tonnage_bm": 2200,
    "complement": 850,
    "guns_rated": 64,
    "batteries": (gun(60, 32), gun(2, 12, mount="bow"), gun(2, 12, mount="stern")),
}


def refused(**fields: Any) -> str:
    with pytest.raises(nr.EnrolmentError) as wrong:
        made(**fields)
    return str(wrong.value)


@pytest.mark.rule(
    "BTQ-CV-01", "BTQ-SHIP-16", "BTQ-SHIP-17", "BTQ-SHIP-18", "BTQ-SHIP-19", "BTQ-SHIP-20", "BTQ-SHIP-21"
)
@pytest.mark.rule("BTQ-DICE-02", "BTQ-SHIP-03", "BTQ-LIB-04")
def test_the_numbers_of_the_sample_victory() -> None:
    victory = made(**VICTORY)
    assert (victory.hvn, victory.svn, victory.gdn) == (4400, 338, 69)
    assert broadside_weight(victory, RULES.tables, "long") == 960
    assert broadside_weight(victory, RULES.tables, "carronade") == 0
    assert points.plain_pvn(RULES.tables, victory) == 2_112_000


@pytest.mark.rule("BTQ-SHIP-19", "BTQ-SHIP-20")
def test_long_guns_and_carronades_of_one_broadside_are_weighed_apart() -> None:
    frigate = made()
    assert broadside_weight(frigate, RULES.tables, "long") == 14 * 18
    assert broadside_weight(frigate, RULES.tables, "carronade") == 7 * 32


@pytest.mark.rule("BTQ-SHIP-17", "BTQ-DICE-05")
def test_svn_rounds_to_nearest_of_the_exact_quotient() -> None:
    # 2000 / (10 x 1.3) is 153.85, 1820 / (7 x 1.3) is exactly 200.
    assert made(tonnage_bm=1000).svn == 154
    assert made(tonnage_bm=910, sails=7, type="brig").svn == 200


@pytest.mark.rule("BTQ-SHIP-02", "BTQ-MOVE-10")
@pytest.mark.parametrize(
    ("kind", "rate", "klass", "speed", "cap", "rank"),
    [
        ("ship of the line", 1, "first_rate", 1, 3, 1),
        ("ship of the line", 2, "second_rate", 1, 3, 1),
        ("ship of the line", 3, "third_rate", 2, 5, 2),
        ("two-decker", 4, "fourth_rate", 3, 6, 3),
        ("razee", 4, "large_frigate", 4, 7, 4),
        ("heavy frigate", 5, "large_frigate", 4, 7, 4),
        ("frigate", 5, "fifth_rate", 5, 8, 5),
        ("frigate", 6, "sixth_rate", 5, 8, 5),
        ("corvette", None, "sloop", 6, 9, 6),
        ("brig-sloop", None, "brig", 7, 9, 7),
        ("schooner", None, "other", 8, 10, 8),
    ],
)
def test_classes_by_type_and_rate(
    kind: str, rate: int | None, klass: str, speed: int, cap: int, rank: int
) -> None:
    record = made(type=kind, rate=rate, sails=7)
    lore = RULES.prepare(RULES.tables).sailing
    assert (record.klass, record.speed_class) == (klass, speed)
    assert (lore.caps[klass], lore.ranks[klass]) == (cap, rank)


@pytest.mark.rule("BTQ-SHIP-02")
def test_a_ship_may_name_her_class_and_her_speed_class() -> None:
    assert made(grades={"btq_class": "Xebec"}).klass == "sloop"
    assert made(grades={"btq_speed_class": 3}).speed_class == 3
    assert "third_rate" in refused(grades={"btq_class": "third rat"})
    assert "from 1 to 8" in refused(grades={"btq_speed_class": 9})
    assert "btq_class" in refused(type="raft", rate=None, rig="none", guns_rated=4)


@pytest.mark.rule("BTQ-SHIP-04")
def test_eleven_sails_are_refused() -> None:
    told = refused(sails=11)
    assert "11 sails" in told
    assert "nearest: 10" in told
    assert "nearest: 1" in refused(sails=0)
    assert made(sails=10).mast_plan == "three_masted_10"
    guidance = RULES.tables["sail_count"]
    assert [guidance.whole(rig) for rig in ("ship", "brig", "schooner")] == [10, 7, 4]


@pytest.mark.rule("BTQ-SHIP-06", "BTQ-EX-16")
def test_nationalities_by_title_and_by_nation_and_year() -> None:
    assert made().ngm == 10_000
    french = made(nation="France", service="Imperial Navy")
    assert (french.nationality, french.ngm, french.nbcf) == ("france_imperial_navy_1803_1815", 5800, "fr_nl")
    assert made(nation="France", year=1793).ngm == 3800
    assert made(nation="France", service="privateer").ngm == 5900
    assert made(nation="United States", year=1799).ngm == 9000
    broke = made(grades={"btq_nationality": "Great Britain — Captain Broke, Shannon 1813"})
    assert broke.ngm == 11_400


@pytest.mark.rule("BTQ-SHIP-06")
def test_a_nation_that_is_not_in_the_table_is_refused_with_the_nearest() -> None:
    assert "France — Imperial Navy 1803–1815" in refused(grades={"btq_nationality": "France — Imperial Navy"})
    assert "btq_nationality" in refused(nation="Atlantis")


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("btq_crew", 0.5, "btq_crew = 0.5; a whole number of men from 1 to 3000"),
        ("btq_crew", -3, "btq_crew = -3; a whole number of men from 1 to 3000"),
        ("btq_soldiers", -1, "btq_soldiers = -1; a whole percentage of her crew"),
        ("btq_merchant", "no", "btq_merchant = 'no'; true or false"),
        ("btq_fore_and_aft", 1, "btq_fore_and_aft = 1; true or false"),
        ("btq_carronade_chasers", "x", "one of: left_out, broadside, refused"),
    ],
)
def test_what_a_ship_tells_these_rules_alone_is_looked_at(key: str, value: Any, told: str) -> None:
    assert told in refused(grades={key: value})


@pytest.mark.rule("BTQ-SHIP-07")
def test_a_crack_crew_needs_its_house_rule() -> None:
    crack = entrant("red", RED, 0, 0, "E", grades={"btq_quality": "Crack"})
    blue = entrant("blue", BLUE, 0, -600, "W")
    with pytest.raises(nr.EnrolmentError, match="crack_crew; without it the nearest is: experienced"):
        begin(crack, blue)
    assert ship(begin(crack, blue, rules={"crack_crew": True}), "red").quality == "crack"
    common = entrant("red", RED, 0, 0, "E", crew="crack")
    assert ship(begin(common, blue), "red").quality == "experienced"
    assert ship(begin(common, blue, rules={"crack_crew": True}), "red").quality_full == "crack"


@pytest.mark.rule("BTQ-SHIP-07", "BTQ-HOUSE-05")
def test_untrained_can_always_be_chosen() -> None:
    untrained = entrant("red", RED, 0, 0, "E", grades={"btq_quality": "Untrained"})
    assert ship(begin(untrained, pair()[1]), "red").quality == "untrained"
    assert "experienced" in refused(grades={"btq_quality": "experiensed"})


@pytest.mark.rule("BTQ-SHIP-08", "BTQ-SHIP-09")
def test_batteries_are_split_and_the_odd_gun_goes_to_port() -> None:
    record = made(batteries=(gun(15, 18), gun(8, 32, "carronade"), gun(3, 32, "carronade")))
    assert record.guns == ("long_18", "carronade_32")
    assert (record.port, record.starboard) == ((8, 6), (7, 5))
    assert record.gun_count == 26


@pytest.mark.rule("BTQ-SHIP-10")
def test_a_carronade_chaser_is_refused_with_the_nearest_long_gun() -> None:
    chaser = (gun(20, 18), gun(2, 12, "carronade", "stern"))
    told = refused(batteries=chaser)
    assert "stern chasers" in told
    assert "nearest: long_12" in told
    out = made(batteries=chaser, grades={"btq_carronade_chasers": "left_out"})
    assert (out.guns, out.stern_guns) == (("long_18",), ())
    aside = made(batteries=chaser, grades={"btq_carronade_chasers": "broadside"})
    assert aside.guns == ("long_18", "carronade_12")
    assert made().bow == (2,)
    assert "left_out, broadside" in refused(grades={"btq_carronade_chasers": "aloft"})


@pytest.mark.rule("BTQ-SHIP-11")
def test_gun_types() -> None:
    assert made(batteries=(gun(4, 0.5),)).guns == ("swivel",)
    french = made(nation="France", batteries=(gun(28, 36),))
    assert french.guns == ("livre_36",)
    assert made(nation="Spain", batteries=(gun(28, 36),)).guns == ("long_36",)
    assert "nearest: long_18" in refused(batteries=(gun(4, 20),))
    assert "nearest: carronade_68" in refused(batteries=(gun(4, 100, "carronade"),))


@pytest.mark.rule("BTQ-SHIP-12", "BTQ-MOVE-03")
def test_fore_and_aft_rig_by_rig_or_by_word() -> None:
    assert made(type="schooner", rate=None, rig="schooner", sails=4).fore_and_aft
    assert not made().fore_and_aft
    assert made(grades={"btq_fore_and_aft": True}).fore_and_aft


@pytest.mark.rule("BTQ-SHIP-01", "BTQ-SHIP-05", "BTQ-SHIP-13", "BTQ-SHIP-14", "BTQ-SHIP-25")
def test_names_crews_sides_merchants_and_soldiers() -> None:
    assert "name" in refused(grades={"btq_name": "  "})
    record = made(complement=200, soldiers=41, grades={"btq_merchant": True, "btq_name": "Active"})
    assert (record.name, record.side, record.crew, record.merchant) == ("Active", RED, 200, True)
    assert record.soldiers == 20  # 20.5 %, rounded down
    assert made().soldiers == 0
    assert made(grades={"btq_soldiers": 12}).soldiers == 12


@pytest.mark.rule("BTQ-SHIP-15")
def test_a_ship_without_guns_is_unarmed_and_has_no_gdn() -> None:
    record = made(batteries=())
    assert record.unarmed
    assert record.gdn == 0


@pytest.mark.rule("BTQ-SHIP-22", "BTQ-SHIP-23", "BTQ-SP-01")
def test_how_a_record_starts() -> None:
    record = made()
    assert record.status == nr.FIGHTING
    assert (record.sp, record.hull, record.sails, record.lost, record.last_move) == (10, 0, 0, 0, 0.0)
    whole = (record.rudder_gone, record.wheel_gone, record.dismasted, record.fires)
    assert whole == (False, False, False, ())
    assert (record.magazine, record.initial_used, record.soldiers) == ("dry", (False, False), 0)
    assert made(grades={"btq_sp": 8}).sp == 8


@pytest.mark.rule("BTQ-SHIP-24")
def test_first_to_third_rates_carry_fire_pumps() -> None:
    pumps = RULES.tables["fire_pumps"]
    assert all(pumps.flag(each) for each in ("first_rate", "second_rate", "third_rate"))
    assert "fourth_rate" not in pumps


def test_steamers_are_refused() -> None:
    assert "no engines" in refused(drive="single screw")


@pytest.mark.rule("BTQ-WIND-01", "BTQ-MOVE-18")
def test_poses_are_millimetres_on_points_of_the_compass() -> None:
    askew = attrs.evolve(entrant("red", RED, 100, 0, "E"), pose=nr.Pose(120.0, 0.0, 95.7))
    put = scenario(askew, entrant("blue", BLUE, 0, -600, "W"))
    battle = nr.Battle.begin(put, "btq", 1)
    assert ship(battle, "red").pose == nr.Pose(100.0, 0.0, 101.25)
