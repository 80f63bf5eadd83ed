"""Hits and damage: dice, bands, guns, nations, crews, as a broadside is played (BTQ-GUN-01 to -21)."""

from __future__ import annotations

from typing import Any

import pytest
from gun_deck import BLUE, RED, falls, fire, guns, meet, request, ruled, ship, shot, to_fire

import navalrules as nr
from navalrules_btq import gunnery
from navalrules_btq.ordnance import BANDS

THIRTY = guns(long_32=60)
ROYAL = {"btq_nationality": "great_britain_royal_navy_1775_1815", "btq_class": "fifth_rate"}


def victory(range_: float, *fire_dice: int, fresh: bool = False, **fields: Any) -> nr.Battle:
    """The check vectors' ship: thirty 32-pounders a side, a national modifier of 1.00, her first broadside
    gone unless she is `fresh`."""

    def spent(mine: Any) -> None:
        mine.initial_used = (not fresh, not fresh)

    told = {"aspect": 90.0, "red": ROYAL, "batteries": THIRTY, "crew": 850, "change": spent, **fields}
    return meet(range_, dice=falls(*fire_dice, **told.pop("more", {})), **told)


@pytest.mark.rule("BTQ-CV-02", "BTQ-GUN-03", "BTQ-GUN-04", "BTQ-GUN-05", "BTQ-GUN-06", "BTQ-GUN-21")
def test_thirty_32_pounders_at_medium() -> None:
    battle = victory(300, 60)
    (event,) = fire(battle, shot(aim="rigging"))
    assert event.damage == 311 == event.rigging
    assert event.band == "medium"
    (hits,) = ruled(event, "BTQ-GUN-03")
    assert hits.outcome == 9.7
    assert hits.roll is not None
    assert hits.roll.faces == (60,)
    assert nr.Modifier("range_medium", 0.54, "BTQ-GUN-06") in hits.modifiers
    assert nr.Modifier("long_32", 30, "BTQ-SHIP-11") in hits.modifiers
    (damage,) = ruled(event, "BTQ-GUN-04")
    assert damage.outcome == 311


@pytest.mark.rule("BTQ-CV-03", "BTQ-GUN-09", "BTQ-GUN-10")
def test_the_first_broadside_of_a_side() -> None:
    battle = victory(300, 60, fresh=True)
    (event,) = fire(battle, shot(aim="rigging"))
    assert event.damage == 518
    (hits,) = ruled(event, "BTQ-GUN-03")
    assert hits.outcome == 16.2
    assert hits.total == 40  # 50 were added, and the sum held to 100
    assert nr.Modifier("initial_broadside", 50, "BTQ-GUN-09") in hits.modifiers
    assert ship(battle).initial_used == (False, True)
    assert "BTQ-GUN-10" in event.rules


@pytest.mark.rule("BTQ-CV-04", "BTQ-GUN-08")
def test_at_close_thirteen_are_added() -> None:
    (event,) = fire(victory(200, 60), shot(aim="rigging"))
    assert event.damage == 701
    assert ruled(event, "BTQ-GUN-03")[0].outcome == 21.9
    assert ruled(event, "BTQ-GUN-03")[0].total == 13


@pytest.mark.rule("BTQ-CV-05", "BTQ-GUN-07")
def test_at_point_blank_every_gun_hits_and_no_die_is_thrown() -> None:
    (event,) = fire(victory(20), shot(aim="rigging"))
    assert event.damage == 960
    (hits,) = ruled(event, "BTQ-GUN-03")
    assert hits.outcome == 30
    assert hits.roll is None


@pytest.mark.rule("BTQ-GUN-08", "BTQ-GUN-09")
@pytest.mark.parametrize(("face", "damage"), [(1, 614), (37, 960), (36, 950), (100, 960)])
def test_the_first_broadside_at_close_adds_both_and_never_more_than_a_hundred(face: int, damage: int) -> None:
    (event,) = fire(victory(200, face, fresh=True), shot(aim="rigging"))
    assert event.damage == damage


@pytest.mark.rule("BTQ-CV-06", "BTQ-RAKE-02", "BTQ-RAKE-03", "BTQ-RAKE-04")
@pytest.mark.parametrize(("aspect", "end", "damage"), [(180.0, "stern", 876), (0.0, "bow", 771)])
def test_rakes_from_nineteen_centimetres(aspect: float, end: str, damage: int) -> None:
    (event,) = fire(victory(190, 60, aspect=aspect), shot())
    assert (event.damage, event.rake, event.part) == (damage, end, end)
    factor = 1.25 if end == "stern" else 1.1
    rule = nr.Modifier(f"rake_{end}", factor, "BTQ-RAKE-02")
    assert rule in ruled(event, "BTQ-GUN-04")[0].modifiers
    (farther,) = fire(victory(190.5, 60, aspect=aspect), shot())
    assert (farther.damage, farther.rake, farther.part) == (701, "", end)
    (double,) = fire(victory(190, 60, aspect=aspect), shot(shot="double"))
    assert (double.damage, double.rake) == (876, "")  # 700.8 x 1.25 for the shot, nothing for the rake


@pytest.mark.rule("BTQ-CV-08", "BTQ-GUN-11", "BTQ-GUN-12", "BTQ-EX-16")
def test_an_inexperienced_french_ship_has_no_first_broadside() -> None:
    french = {"btq_nationality": "France — Imperial Navy 1803–1815", "btq_quality": "inexperienced"}
    battle = victory(300, 60, fresh=True, red=french, batteries=guns(long_18=28))
    (event,) = fire(battle, shot(aim="rigging"))
    assert event.damage == 47
    (hits,) = ruled(event, "BTQ-GUN-03")
    assert hits.outcome == 4.5
    assert nr.Modifier("ngm", 0.58, "BTQ-GUN-12") in ruled(event, "BTQ-GUN-04")[0].modifiers
    assert ship(battle).initial_used == (False, True)
    assert "BTQ-GUN-11" not in event.rules
    assert ship(meet()).ngm == 10_000


@pytest.mark.rule("BTQ-GUN-11")
@pytest.mark.parametrize(
    ("quality", "damage"),
    [("crack", 622), ("experienced", 518), ("inexperienced", 311), ("untrained", 249)],
)
def test_who_gains_by_the_first_broadside(quality: str, damage: int) -> None:
    battle = victory(
        300, 60, fresh=True, red={**ROYAL, "btq_quality": quality}, rules_on={"crack_crew": True}
    )
    (event,) = fire(battle, shot(aim="rigging"))
    assert event.damage == damage


@pytest.mark.rule("BTQ-GUN-10")
def test_the_bonus_is_there_once_for_either_side_and_never_for_chasers() -> None:
    battle = victory(300, 60, 60, fresh=True, batteries=guns(long_32=60, bow_long_12=2))
    assert gunnery.first_broadside(battle.lore.ordnance, ship(battle), "port")
    assert not gunnery.first_broadside(battle.lore.ordnance, ship(battle), "bow")
    (first,) = fire(battle, shot(aim="rigging"), last=False)
    to_fire(battle)
    (second,) = fire(battle, shot(aim="rigging"))
    assert (first.damage, second.damage) == (518, 311)
    assert gunnery.first_broadside(battle.lore.ordnance, ship(battle), "port")
    assert not gunnery.first_broadside(battle.lore.ordnance, ship(battle), "starboard")


def test_three_batteries_are_added_before_they_are_rounded() -> None:
    """9.45 + 8.5 + 0.2 and the like: the sum is rounded, not the parts."""
    battle = victory(300, 11, 22, 33, batteries=guns(long_18=14, long_12=14, carronade_32=14))
    (event,) = fire(battle, shot(aim="rigging"))
    # 0.11 x 0.54 x 7 x 18 + 0.22 x 0.54 x 7 x 12 + 0.33 x 0.40 x 7 x 32 (30 cm is Long for the carronades)
    assert event.damage == round(7.4844 + 9.9792 + 29.568) == 47
    assert [hits.outcome for hits in ruled(event, "BTQ-GUN-03")] == [0.4, 0.8, 0.9]
    assert event.guns == 21


@pytest.mark.rule("BTQ-GUN-13", "BTQ-SHIP-14")
def test_a_merchant_shoots_worse_but_never_under_nothing() -> None:
    (event,) = fire(victory(300, 60, red={**ROYAL, "btq_merchant": True}), shot(aim="rigging"))
    assert event.damage == 218  # 311.04 x 0.7
    assert nr.Modifier("merchant", -0.3, "BTQ-GUN-13") in ruled(event, "BTQ-GUN-04")[0].modifiers
    turk = {"btq_nationality": "Ottoman Empire 1792–1815", "btq_merchant": True}
    (event,) = fire(victory(300, 60, red=turk), shot(aim="rigging"))
    assert (event.damage, event.hit) == (0, False)


@pytest.mark.rule("BTQ-GUN-14")
def test_an_untrained_crew_shoots_worse() -> None:
    (event,) = fire(victory(300, 60, red={**ROYAL, "btq_quality": "untrained"}), shot(aim="rigging"))
    assert event.damage == 249  # 311.04 x 0.8
    assert nr.Modifier("untrained", -0.2, "BTQ-GUN-14") in ruled(event, "BTQ-GUN-04")[0].modifiers


@pytest.mark.rule("BTQ-GUN-18", "BTQ-GUN-19", "BTQ-CV-07")
def test_the_band_is_the_first_whose_end_is_not_nearer() -> None:
    ordnance = meet().lore.ordnance
    ends, rule = gunnery.band_ends(ordnance.guns["long_18"])
    assert rule == "BTQ-GUN-19"
    found = [BANDS[gunnery.band_at(ends, mm)] for mm in (0, 20, 20.1, 250, 250.5, 540, 541, 820, 1950)]
    assert found == [
        "point_blank", "point_blank", "close", "close", "medium", "medium", "long", "long", "extreme",
    ]  # fmt: skip
    assert gunnery.band_at(ends, 1951) == len(BANDS)
    assert BANDS[gunnery.band_at(ends, 450)] == "medium"


LEDGER = {
    "long_48": (23, 41, 63, 150),
    "long_42": (23, 41, 63, 150),
    "long_36": (23, 41, 63, 150),
    "long_32": (23, 43, 66, 158),
    "long_30": (23, 43, 66, 158),
    "long_29": (23, 43, 66, 158),
    "long_24": (23, 52, 79, 188),
    "long_18": (25, 54, 82, 195),
    "long_12": (20, 40, 60, 143),
    "long_9": (19, 37, 57, 135),
    "long_8": (18, 36, 54, 128),
    "long_6": (17, 34, 51, 120),
    "long_4": (16, 32, 48, 115),
    "long_3": (15, 30, 45, 107),
    "swivel": (8, 15, 23, 54),
    "carronade_68": (14, 23, 35, 94),
    "carronade_42": (14, 21, 32, 86),
    "carronade_36": (12, 20, 31, 84),
    "carronade_32": (10, 20, 30, 83),
    "carronade_24": (9, 18, 27, 75),
    "carronade_18": (8, 16, 24, 68),
    "carronade_12": (7, 14, 21, 60),
    "livre_36": (23, 41, 63, 150),
}


@pytest.mark.rule("BTQ-GUN-19", "BTQ-SHIP-11")
def test_the_usual_bands_of_every_gun() -> None:
    found = {key: gun.bands for key, gun in meet().lore.ordnance.guns.items()}
    assert found == {key: (20, *(end * 10 for end in ends)) for key, ends in LEDGER.items()}


@pytest.mark.rule("BTQ-SHIP-11", "BTQ-GUN-04")
def test_pounds_are_the_number_in_the_name() -> None:
    odd = {"livre_36": 38.0, "swivel": 0.5}
    for key, gun in meet().lore.ordnance.guns.items():
        assert gun.pounds / 10_000 == odd.get(key, float(key.rpartition("_")[2]) if "_" in key else 0)


@pytest.mark.rule("BTQ-CREW-04")
def test_men_who_serve_a_gun() -> None:
    found = {key: gun.crew for key, gun in meet().lore.ordnance.guns.items()}
    long_ = (14, 14, 12, 12, 12, 12, 10, 8, 8, 6, 6, 4, 4, 3)
    pounds = (48, 42, 36, 32, 30, 29, 24, 18, 12, 9, 8, 6, 4, 3)
    expected = {f"long_{pound}": men for pound, men in zip(pounds, long_, strict=True)}
    expected |= {f"carronade_{pound}": 4 for pound in (68, 42, 36, 32)}
    expected |= {"carronade_24": 3, "carronade_18": 3, "carronade_12": 2, "swivel": 2, "livre_36": 12}
    assert found == expected


NATIONS = (
    "0.65 0.76 0.91 0.38 0.58 0.34 0.59 1.00 0.44 0.42 0.45 0.40 0.41 0.48 0.40 0.47 0.15 0.24 0.37 0.43 "
    "0.49 0.27 0.45 0.44 0.51 0.36 0.41 0.48 0.38 0.44 0.46 0.54 1.00 0.50 0.90 1.00 1.14 0.90"
)


@pytest.mark.rule("BTQ-GUN-12", "BTQ-SHIP-06")
def test_all_nations() -> None:
    table = meet().tables["nationality"]
    assert [table.number(key) for key in table] == [float(each) for each in NATIONS.split()]


@pytest.mark.rule("BTQ-GUN-24", "BTQ-GUN-25")
def test_which_classes_shut_their_ports_and_in_which_wind() -> None:
    ordnance = meet().lore.ordnance
    assert ordnance.decked == {"first_rate", "second_rate", "third_rate", "fourth_rate"}
    assert ordnance.shut == (False,) * 6 + (True,)


@pytest.mark.rule("BTQ-GUN-41")
def test_what_v8_takes_where_nothing_is_known() -> None:
    """A nation that no table knows is refused, or by a variant's word gets 1.00 and a factor of 15."""
    siam = {"btq_nationality": "Kingdom of Siam 1805", "btq_class": "fifth_rate"}
    with pytest.raises(nr.EnrolmentError, match="Siam"):
        victory(300, red=siam)
    battle = victory(300, 60, red=siam, variant={"gunnery_reading": {"unknown_nation": "fallback"}})
    assert ship(battle).nbcf == "unknown"
    assert {battle.lore.fighting.factor("unknown", 0).entries[face] for face in range(1, 101)} == {1500}
    (event,) = fire(battle, shot(aim="rigging"))
    assert event.damage == 311


@pytest.mark.rule("BTQ-GUN-36", "BTQ-GUN-01")
def test_the_range_is_between_centres() -> None:
    battle = meet(431.25)
    assert request(battle) is not None
    (event,) = fire(battle, shot())
    assert event.range == pytest.approx(431.25, abs=1e-6)
    assert {"BTQ-GUN-01", "BTQ-GUN-36"} <= set(event.rules)
    assert (event.ship, event.target, event.weapon, event.shot, event.aim) == (
        RED, BLUE, "starboard", "ball", "hull",
    )  # fmt: skip


@pytest.mark.rule("BTQ-GUN-21", "BTQ-DICE-02", "BTQ-DICE-05")
@pytest.mark.parametrize(("face", "damage"), [(1, 1), (2, 3), (3, 4)])
def test_halves_go_up_and_nothing_is_lost_before(face: int, damage: int) -> None:
    """Ten guns of 25 lb do 135 x D at Medium: 1.35, 2.70, 4.05."""
    variant = {"gun_poundage": {"long_24": 25}}
    battle = victory(300, face, batteries=guns(long_24=20), variant=variant)
    (event,) = fire(battle, shot(aim="rigging"))
    assert event.damage == damage == (2 * 135 * face + 100) // 200
    halves = victory(300, 50, batteries=guns(long_24=2), variant={"gun_poundage": {"long_24": 50}})
    assert fire(halves, shot(aim="rigging"))[0].damage == 14  # 0.50 x 0.54 x 50 is 13.5
