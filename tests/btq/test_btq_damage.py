"""BTQ-DMG and BTQ-SP: hull, guns, men and surrender points, one blow at a time."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from harm_desk import LORE, TABLES, blow, desk, rules_of, victory

import navalrules as nr
from navalrules_btq import damage, surrender
from navalrules_btq.stations import Stations

H = LORE.harm


# ---------------------------------------------------------------- hull


@pytest.mark.rule("BTQ-DMG-01", "BTQ-DMG-02", "BTQ-DMG-03", "BTQ-DMG-04", "BTQ-CV-09")
def test_cv_09_311_points_on_a_fresh_victory() -> None:
    harm = blow({"special damage": [50], "gun crew": [1, 2, 3, 12]}, victory(), hull=311, part="starboard")
    after = harm.after
    assert (after.hull, after.sp, after.gdn_carry) == (311, 9, 35)
    assert (after.port, after.starboard) == ((30,), (26,))
    assert (after.crew, after.lost) == (850 - 0 - 1 - 2 - 11, 14)
    assert nr.Ruling("BTQ-DMG-01", 7) in harm.rulings
    assert {"BTQ-DMG-01", "BTQ-DMG-02", "BTQ-DMG-03", "BTQ-DMG-04"} <= rules_of(harm)


@pytest.mark.rule("BTQ-DMG-02", "BTQ-SP-02", "BTQ-DICE-03")
@pytest.mark.parametrize(
    ("before", "points", "lost"),
    [(0, 219, 0), (0, 220, 1), (219, 1, 1), (220, 219, 0), (0, 879, 3), (0, 880, 4), (0, 2200, 10)],
)
def test_each_five_per_cent_of_hvn_costs_one_point(before: int, points: int, lost: int) -> None:
    ship = victory(hull=before, gdn=0)
    harm = blow({"special damage": [100] * lost}, ship, hull=points, part="port")
    assert ship.sp - harm.after.sp == lost == len([r for r in harm.rulings if r.rule == "BTQ-DMG-07"])


@pytest.mark.rule("BTQ-DMG-03", "BTQ-DMG-07", "BTQ-SP-02", "BTQ-SP-07", "BTQ-FIRE-01")
@pytest.mark.parametrize(
    ("face", "sp", "what"),
    [
        (1, 1, {"fires": (0,)}),
        (2, 2, {"rudder_gone": True}),
        (3, 2, {"rudder_gone": True}),
        (4, 1, {"wheel_gone": True}),
        (5, 1, {"wheel_gone": True}),
        (6, 0, {}),
        (100, 0, {}),
    ],
)
def test_t18_special_damage(face: int, sp: int, what: dict[str, Any]) -> None:
    harm = blow({"special damage": [face]}, victory(gdn=0), hull=220, part="port")
    assert harm.after.sp == 10 - 1 - sp
    for field in ("fires", "rudder_gone", "wheel_gone"):
        assert getattr(harm.after, field) == what.get(field, getattr(victory(), field))
    told = [kind for kind, _ in harm.told]
    assert told == ([nr.FireStarted] if face == 1 else [nr.StatusChanged] if what else [])


@pytest.mark.rule("BTQ-DMG-08")
@pytest.mark.parametrize(("face", "gone"), [(3, "rudder_gone"), (4, "wheel_gone")])
def test_what_is_gone_cannot_go_again(face: int, gone: str) -> None:
    harm = blow({"special damage": [face]}, victory(gdn=0, **{gone: True}), hull=220, part="port")
    assert harm.after.sp == 9
    assert "BTQ-DMG-08" in rules_of(harm)
    assert not harm.told


@pytest.mark.rule("BTQ-DMG-04")
def test_what_is_carried_takes_the_next_gun() -> None:
    harm = blow({"gun crew": [1]}, victory(gdn_carry=60), hull=9, part="port")
    assert (harm.after.port, harm.after.gdn_carry, harm.guns) == ((29,), 0, 1)
    assert blow({}, victory(gdn_carry=60), hull=8, part="port").after.gdn_carry == 68


@pytest.mark.rule("BTQ-DMG-05")
def test_any_battery_of_the_side_struck_that_has_guns_loses_one() -> None:
    ship = victory(
        guns=("long_32", "long_24", "long_12"), port=(3, 0, 5), port_full=(3, 4, 5), starboard=(3, 4, 5)
    )
    first = blow({"gun": [1], "gun crew": [1]}, ship, hull=69, part="port").after
    second = blow({"gun": [2], "gun crew": [1]}, ship, hull=69, part="port").after
    assert (first.port, second.port) == ((2, 0, 5), (3, 0, 4))
    assert first.starboard == second.starboard == (3, 4, 5)


@pytest.mark.rule("BTQ-DMG-05")
@pytest.mark.parametrize("part", ["bow", "stern"])
@pytest.mark.parametrize(("face", "port", "starboard"), [(3, 29, 30), (4, 30, 29)])
def test_bow_and_stern_cost_a_gun_of_either_side(part: str, face: int, port: int, starboard: int) -> None:
    after = blow({"gun side": [face], "gun crew": [1]}, victory(), hull=69, part=part).after
    assert (after.port, after.starboard) == ((port,), (starboard,))


@pytest.mark.rule("BTQ-DMG-05")
def test_a_side_without_guns_loses_none_and_the_carry_is_spent() -> None:
    harm = blow({}, victory(port=(0,)), hull=75, part="port")
    assert (harm.after.port, harm.after.starboard, harm.after.gdn_carry, harm.guns) == ((0,), (30,), 6, 0)


@pytest.mark.rule("BTQ-DMG-06", "BTQ-CREW-04")
@pytest.mark.parametrize(
    ("gun", "face", "men"),
    [("long_32", 1, 0), ("long_32", 12, 11), ("carronade_68", 4, 3), ("long_24", 10, 9), ("swivel", 2, 1)],
)
def test_a_dismounted_gun_kills_up_to_one_less_than_its_crew(gun: str, face: int, men: int) -> None:
    ship = victory(guns=(gun,))
    assert blow({"gun crew": [face]}, ship, hull=69, part="port").after.lost == men
    with pytest.raises(nr.DiceError):
        blow({"gun crew": [H.gun_crew[gun] + 1]}, ship, hull=69, part="port")


@pytest.mark.rule("BTQ-CREW-13")
def test_an_unknown_gun_loses_men_as_one_of_four() -> None:
    assert H.unknown_losses == 4
    assert blow({"gun crew": [4]}, victory(guns=("mortar",)), hull=69, part="port").after.lost == 3


@pytest.mark.rule("BTQ-DMG-09")
@pytest.mark.parametrize(("hull", "sinking"), [(3519, False), (3520, True)])
def test_from_80_per_cent_on_she_is_sinking(hull: int, sinking: bool) -> None:
    ship = victory(gdn=0, hull=hull - 1)
    dice = {"special damage": [9]} if hull == 3520 else {}
    found = blow(dice, ship, hull=1, part="port")
    assert (found.after.sinking, found.sunk) == (sinking, False)


@pytest.mark.rule("BTQ-DMG-09")
def test_at_100_per_cent_she_is_sunk_and_damage_beyond_is_lost() -> None:
    found = blow({"special damage": [9]}, victory(gdn=0, hull=4390), hull=400, part="port")
    assert found.sunk
    assert found.after.hull == 4400


@pytest.mark.rule("BTQ-DMG-15")
@pytest.mark.parametrize(("face", "holes"), [(10, 1), (11, 0)])
def test_a_waterline_hit_is_counted_on_the_side_struck(face: int, holes: int) -> None:
    after = blow({"waterline": [face]}, victory(), hull=10, part="starboard", waterline=10).after
    assert (after.waterline_port, after.waterline_starboard) == (0, holes)
    assert after.waterline_turn == (3 if holes else 0)


@pytest.mark.rule("BTQ-DMG-15")
@pytest.mark.parametrize(("face", "holes"), [(1, (1, 0)), (6, (0, 1))])
def test_a_waterline_hit_from_ahead_is_on_either_side(face: int, holes: tuple[int, int]) -> None:
    told = {"waterline": [1], "waterline side": [face]}
    after = blow(told, victory(), hull=10, part="bow", waterline=10).after
    assert (after.waterline_port, after.waterline_starboard) == holes


# ---------------------------------------------------------------- men


@pytest.mark.rule("BTQ-DMG-10", "BTQ-EX-04")
def test_ex_04_one_point_one_man() -> None:
    assert blow({}, victory(), crew=1).after.crew == 849
    assert TABLES["crew_damage"].whole("points_a_man") == 1


@pytest.mark.rule("BTQ-DMG-11", "BTQ-EX-04", "BTQ-DICE-03")
@pytest.mark.parametrize(("points", "men"), [(5, 0), (6, 1), (11, 1), (12, 2)])
def test_reduced_crew_damage_one_man_for_six_points(points: int, men: int) -> None:
    harm = blow({}, victory(), crew=points, on=["reduced_crew_damage"])
    assert harm.after.lost == men
    assert "BTQ-DMG-11" in rules_of(harm)


@pytest.mark.rule("BTQ-SP-03")
@pytest.mark.parametrize(
    ("crew", "killed", "lost"),
    [
        (200, 49, 0),
        (200, 50, 1),
        (200, 99, 1),
        (200, 100, 3),
        (200, 149, 3),
        (200, 150, 6),
        (200, 179, 6),
        (200, 180, 9),
    ],
)
def test_the_crew_at_75_50_25_and_10_per_cent(crew: int, killed: int, lost: int) -> None:
    after = blow({}, victory(crew=crew, crew_full=crew), crew=killed).after
    assert 10 - after.sp == lost


@pytest.mark.rule("BTQ-SP-03")
def test_each_threshold_is_paid_once() -> None:
    first = blow({}, victory(crew=200, crew_full=200), crew=50).after
    assert (first.sp, first.crew_steps) == (9, 1)
    assert blow({}, first, crew=49).after.sp == 9
    assert blow({}, first, crew=50).after.sp == 7


@pytest.mark.rule("BTQ-DMG-12", "BTQ-DICE-03")
def test_duties_are_cut_in_proportion_each_rounded_down() -> None:
    told = Stations(True, sailing=100, guns=200, fire=10)
    ship = victory(crew=310, crew_full=850, crew_steps=2, stations=told)
    harm = blow({}, ship, crew=10)
    assert harm.after.stations == Stations(True, sailing=96, guns=193, fire=9)
    assert "BTQ-DMG-12" in rules_of(harm)
    party = blow({}, attrs.evolve(ship, crew=360, fire_party=50), crew=10)
    assert party.after.stations == harm.after.stations
    spare = blow({}, attrs.evolve(ship, crew=400), crew=10)
    assert spare.after.stations == told


# ---------------------------------------------------------------- striking


@pytest.mark.rule("BTQ-SP-05")
def test_at_0_points_she_strikes_and_never_falls_under() -> None:
    ship = victory(sp=1, gdn=0)
    table = desk({"special damage": [2]}, ship)
    damage.strike(table, ship, damage.Blow(hull=220, part="port", by="foe"))
    assert (ship.status, ship.sp) == (nr.STRUCK, 0)
    assert [type(event) for event in table.log] == [nr.ShipHurt, nr.StatusChanged, nr.ShipStruck]
    assert table.log[-1].rules == ("BTQ-SP-05",)
    assert {change.what for change in table.log[0].changes} >= {"hull", "sp", "rudder_gone"}


@pytest.mark.rule("BTQ-SP-04")
def test_without_a_crew_she_strikes_at_once() -> None:
    ship = victory(crew=5, crew_full=850, crew_steps=4)
    table = desk({}, ship)
    damage.strike(table, ship, damage.Blow(crew=9, by="foe", place="decks"))
    assert (ship.crew, ship.lost, ship.status, ship.sp) == (0, 5, nr.STRUCK, 0)
    assert table.log[-1].rules == ("BTQ-SP-04",)


@pytest.mark.rule("BTQ-SHIP-15")
def test_an_unarmed_ship_gives_up_when_engaged() -> None:
    ship, armed = victory(unarmed=True), victory(id="other")
    table = desk({}, ship, armed)
    for how in (surrender.SHOT, surrender.GRAPPLE):
        assert not surrender.engaged(table, armed, how)
        sold = victory(unarmed=True)
        assert surrender.engaged(table, sold, how)
        assert (sold.status, sold.sp, sold.hull) == (nr.STRUCK, 0, 0)
        assert not surrender.engaged(table, sold, how)
    only_held = TABLES.layered({"gunnery_reading": {"unarmed_strikes_on": "grapple"}})
    assert not surrender.engaged(desk({}, ship, tables=only_held), ship, surrender.SHOT)


@pytest.mark.rule("BTQ-DMG-09", "BTQ-SP-08")
def test_a_sunk_ship_takes_no_more_harm() -> None:
    ship = victory(hull=4399, gdn=0)
    table = desk({"special damage": [9]}, ship)
    damage.strike(table, ship, damage.Blow(hull=5, part="port", by="foe"))
    assert (ship.status, ship.sp, ship.hull) == (nr.SUNK, 0, 4400)
    assert isinstance(table.log[-1], nr.ShipSank)
    before = len(table.log)
    damage.strike(table, ship, damage.Blow(hull=5, part="port", by="foe"))
    assert len(table.log) == before


def test_suffer_leaves_the_ship_as_she_is() -> None:
    ship = victory()
    same = ship.copy()
    blow({"special damage": [1], "gun crew": [5] * 4}, ship, hull=311, part="port")
    assert ship == same


def test_lose_men_tells_what_changed() -> None:
    ship = victory(crew=200, crew_full=200)
    changes: list[nr.Change] = []
    rules: list[str] = []
    assert damage.lose_men(desk({}, ship), ship, 50, changes, rules) == 50
    assert (ship.crew, ship.lost, ship.sp, ship.crew_steps) == (150, 50, 9, 1)
    assert {change.what for change in changes} == {"crew", "lost", "sp", "crew_steps"}
    assert rules == ["BTQ-SP-03"]
