"""BTQ-MAST: sails and mast sections, one blow at a time."""

from __future__ import annotations

from typing import Any

import pytest
from harm_desk import LORE, TABLES, blow, desk, rules_of, victory

import navalrules as nr
from navalrules_btq import damage, masts
from navalrules_btq.events import SailsLost
from navalrules_btq.harm import Harm
from navalrules_btq.harm_lore import HarmLore, Layout

H = LORE.harm
TEN = H.layouts["three_masted_10"]
NEVER, ALWAYS = 100, 1
FORE = (0, 1, 2)
MAIN = (3, 4, 5)
MIZZEN = (6, 7, 8)
JIB = 9


def mask(*places: int) -> int:
    return sum(1 << place for place in places)


# ---------------------------------------------------------------- layouts


@pytest.mark.rule("BTQ-MAST-02")
@pytest.mark.parametrize(
    ("key", "masts_of"),
    [
        ("three_masted_10", "fff mmm zzz b"),
        ("three_masted_9", "fff mmm zz b"),
        ("three_masted_8", "fff mmm z b"),
        ("two_masted_7", "fff mmm b"),
        ("two_masted_6", "ff mmm b"),
        ("two_masted_5", "ff mm b"),
        ("two_masted_4", "ff mm"),
        ("two_masted_3", "f m b"),
        ("two_masted_2", "f m"),
        ("single_masted_4", "mmm b"),
        ("single_masted_2", "m b"),
        ("single_masted_1", "m"),
    ],
)
def test_t02_sections_of_every_layout(key: str, masts_of: str) -> None:
    layout = H.layouts[key]
    letters = {"fore": "f", "main": "m", "mizzen": "z", "bowsprit": "b"}
    assert "".join(letters[each.mast] for each in layout.sections) == masts_of.replace(" ", "")
    assert len(layout.sections) == int(key.rsplit("_", 1)[1])


@pytest.mark.rule("BTQ-MAST-02")
def test_t02_sails_of_a_ship_and_the_driver_of_a_brig() -> None:
    assert [each.sail for each in TEN.sections] == [
        *("course", "topsail", "topgallant"),
        *("course", "topsail", "topgallant"),
        *("spanker", "topsail", "topgallant"),
        "jib",
    ]
    assert [each.sail for each in H.layouts["two_masted_6"].sections] == [
        *("course", "topsail"),
        *("course", "topsail", "driver"),
        "jib",
    ]


@pytest.mark.rule("BTQ-MAST-02")
@pytest.mark.parametrize(
    ("sails", "single", "key"),
    [
        *[(10, False, "three_masted_10"), (8, False, "three_masted_8"), (7, False, "two_masted_7")],
        *[(5, False, "two_masted_5"), (4, False, "two_masted_4"), (3, False, "two_masted_3")],
        *[(2, False, "two_masted_2"), (1, False, "single_masted_1"), (4, True, "single_masted_4")],
        *[(3, True, "single_masted_2"), (2, True, "single_masted_2"), (1, True, "single_masted_1")],
        (10, True, "three_masted_10"),
    ],
)
def test_gap_07_plan_by_sails(sails: int, single: bool, key: str) -> None:
    assert masts.layout_of(TABLES, sails, single) == key


# ---------------------------------------------------------------- sails


@pytest.mark.rule("BTQ-MAST-01", "BTQ-MAST-14", "BTQ-CV-10")
@pytest.mark.parametrize(("canvas", "lost", "carry"), [("plain", 1, 46), ("full", 2, 92)])
def test_cv_10_200_points_on_svn_154(canvas: str, lost: int, carry: int) -> None:
    told = {"sail": [10, 9][:lost], "mast section": [NEVER] * lost}
    harm = blow(told, victory(svn=154, canvas=canvas), rigging=200, shot="ball")
    assert (harm.after.sails.bit_count(), harm.after.svn_carry) == (lost, carry)
    assert harm.after.rigging_taken == (200 if lost == 1 else 400)
    assert ("BTQ-MAST-14" in rules_of(harm)) == (canvas == "full")


@pytest.mark.rule("BTQ-MAST-01", "BTQ-DMG-14", "BTQ-EX-12")
def test_ex_12_37_points_take_no_sail() -> None:
    after = blow({}, victory(), rigging=37, shot="ball").after
    assert (after.sails, after.rigging_taken, after.svn_carry) == (0, 37, 37)


@pytest.mark.rule("BTQ-MAST-03")
def test_the_sail_is_drawn_evenly_from_those_left() -> None:
    ship = victory(sails=mask(0, 4, 9))
    left = [1, 2, 3, 5, 6, 7, 8]
    for face, place in enumerate(left, 1):
        after = blow({"sail": [face], "mast section": [NEVER]}, ship, rigging=338, shot="ball").after
        assert after.sails == ship.sails | mask(place)
    with pytest.raises(nr.DiceError):
        blow({"sail": [8], "mast section": [NEVER]}, ship, rigging=338, shot="ball")


@pytest.mark.rule("BTQ-MAST-04")
def test_weighted_sail_hits() -> None:
    weights = [1, 2, 3, 1, 2, 3, 1, 2, 3, 1]
    assert [H.sail_weights[each.sail] for each in TEN.sections] == weights
    assert H.sail_weights["driver"] == 1
    face = 0
    for place, weight in enumerate(weights):
        for _ in range(weight):
            face += 1
            harm = blow(
                {"sail": [face], "mast section": [NEVER]},
                victory(),
                rigging=338,
                shot="ball",
                on=["weighted_sail_hits"],
            )
            assert harm.after.sails == mask(place)
            assert "BTQ-MAST-04" in rules_of(harm)
    assert face == 19


@pytest.mark.rule("BTQ-MAST-13")
def test_without_a_sail_left_nothing_happens() -> None:
    ship = victory(sails=TEN.whole)
    harm = blow({}, ship, rigging=500, shot="ball")
    assert harm.after == ship
    assert "BTQ-MAST-13" in rules_of(harm)


@pytest.mark.rule("BTQ-MAST-13")
def test_damage_past_the_last_sail_is_lost() -> None:
    ship = victory(sails=TEN.whole & ~mask(JIB), svn_carry=100)
    after = blow({"mast section": [NEVER]}, ship, rigging=900, shot="ball").after
    assert (after.sails, after.svn_carry) == (TEN.whole, 0)


# ---------------------------------------------------------------- sections


def chance(shot: str, on: tuple[str, ...]) -> int:
    """The highest face at which a section breaks."""
    table = desk({}, on=on)
    rule = table.bound[masts.section_breaks]
    for face in range(1, 101):
        if not rule(H, nr.Scripted(face), victory(), shot).outcome:
            return face - 1
    return 100


@pytest.mark.rule("BTQ-MAST-05", "BTQ-MAST-06")
@pytest.mark.parametrize(
    ("shot", "off", "on"),
    [
        *[("dismantling", 35, 40), ("ball", 35, 20), ("double", 35, 0), ("grape", 35, 0)],
        *[("canister", 35, 0), ("", 35, 35)],
    ],
)
def test_t26_chance_that_the_section_goes(shot: str, off: int, on: int) -> None:
    assert chance(shot, ()) == off
    assert chance(shot, ("shot_type_mast",)) == on


def hit(places: list[int], **told: Any) -> Harm:
    """Sails lost in order, each with its section."""
    ship = told.pop("ship", victory(sp=100))
    on = told.pop("on", ())
    left = [place for place in range(10) if not ship.sails >> place & 1]
    sails = [left.index(place) + 1 for place in places]
    dice = {"sail": sails, "mast section": [ALWAYS] * len(places), "cascade": [NEVER] * len(places), **told}
    return blow(dice, ship, rigging=338 * len(places), shot="ball", on=on)


@pytest.mark.rule("BTQ-MAST-07")
@pytest.mark.parametrize(
    ("place", "down"), [(0, FORE), (1, (1, 2)), (2, (2,)), (3, MAIN), (6, MIZZEN), (7, (7, 8))]
)
def test_what_stood_above_comes_down_with_its_sails(place: int, down: tuple[int, ...]) -> None:
    harm = hit([place])
    assert (harm.after.sections, harm.after.sails) == (mask(*down), mask(*down))
    assert (harm.sections, harm.sails) == (len(down), len(down))
    assert ("BTQ-MAST-07" in rules_of(harm)) == (len(down) > 1)
    assert [kind for kind, _ in harm.told] == [SailsLost, nr.MastFell]


@pytest.mark.rule("BTQ-MAST-08", "BTQ-EX-18")
def test_ex_18_neighbours() -> None:
    assert TEN.near == {"fore": ("main",), "main": ("fore", "mizzen"), "mizzen": ("main",), "bowsprit": ()}
    assert H.layouts["two_masted_4"].near == {"fore": ("main",), "main": ("fore",), "bowsprit": ()}
    assert H.layouts["single_masted_4"].near == {"main": (), "bowsprit": ()}


@pytest.mark.rule("BTQ-MAST-08", "BTQ-MAST-09")
def test_a_falling_section_pulls_down_one_of_a_neighbour_and_no_chain_follows() -> None:
    # The main topmast falls; at 10 or less it takes the fore or the mizzen with it.
    told = {"cascade": [10], "neighbour": [2], "section": [2]}
    harm = hit([4], **told)
    assert harm.after.sections == harm.after.sails == mask(4, 5, 7, 8)
    assert {"BTQ-MAST-08", "BTQ-MAST-09"} <= rules_of(harm)
    assert [fields["place"] for _, fields in harm.told[1:]] == ["main_1", "mizzen_1"]
    assert harm.told[0] == (SailsLost, {"what": "sails gone", "sails": 4, "rules": ("BTQ-MAST-01",)})
    assert hit([4], cascade=[11]).after.sections == mask(4, 5)


@pytest.mark.rule("BTQ-MAST-08")
def test_a_bowsprit_has_no_neighbour_and_a_mast_that_is_gone_is_none() -> None:
    assert hit([JIB], cascade=[]).after.sections == mask(JIB)
    ship = victory(sections=mask(*MAIN), sails=mask(*MAIN))
    assert hit([0], cascade=[], ship=ship).after.sections == mask(*FORE, *MAIN)


@pytest.mark.rule("BTQ-MAST-09", "BTQ-MAST-10")
def test_the_section_pulled_down_kills_men_of_its_own() -> None:
    told = {"cascade": [1], "section": [1], "falling mast": [4, 16]}
    harm = hit([0], on=["falling_masts"], **told)
    assert harm.after.sections == mask(*FORE, *MAIN)
    assert harm.men == 3 + 15
    assert "BTQ-MAST-10" in rules_of(harm)


@pytest.mark.rule("BTQ-MAST-10")
@pytest.mark.parametrize(
    ("klass", "most"),
    [
        *[("first_rate", 15), ("second_rate", 15), ("third_rate", 15), ("fourth_rate", 10)],
        *[("large_frigate", 10), ("fifth_rate", 10), ("sixth_rate", 10), ("sloop", 5)],
        *[("brig", 5), ("other", 5)],
    ],
)
def test_falling_mast_casualties(klass: str, most: int) -> None:
    ship = victory(klass=klass)
    for face in (1, most + 1):
        told = {"falling mast": [face]}
        assert hit([2], ship=ship, on=["falling_masts"], **told).men == face - 1
    with pytest.raises(nr.DiceError):
        hit([2], ship=ship, on=["falling_masts"], **{"falling mast": [most + 2]})
    assert hit([2], ship=ship).men == 0


@pytest.mark.rule("BTQ-MAST-11", "BTQ-CV-11", "BTQ-SP-02")
@pytest.mark.parametrize(
    ("lost", "of", "sp"), [(3, 10, 3), (3, 8, 3), (1, 10, 1), (1, 8, 1), (2, 8, 2), (5, 9, 5)]
)
def test_cv_11_each_tenth_of_the_sections(lost: int, of: int, sp: int) -> None:
    layout = H.layouts[f"three_masted_{of}"]
    assert masts.section_price(H, layout, mask(*range(lost))) == sp


@pytest.mark.rule("BTQ-MAST-11")
def test_sections_gone_before_are_not_paid_again() -> None:
    harm = hit([4], ship=victory(sections=mask(5), sails=mask(5), sp=9))
    assert harm.after.sp == 8


@pytest.mark.rule("BTQ-MAST-12", "BTQ-SP-02")
def test_dismasted_costs_three_more() -> None:
    ship = victory(sections=mask(*FORE, *MAIN), sails=mask(*FORE, *MAIN), sp=50)
    harm = hit([6], ship=ship, cascade=[])
    assert harm.after.dismasted
    assert harm.after.sp == 50 - (9 - 6) - 3
    assert not harm.after.sections >> JIB & 1
    assert harm.told[-1][1]["what"] == "dismasted"
    higher = hit([7], ship=ship, cascade=[])
    assert not higher.after.dismasted


@pytest.mark.rule("BTQ-MAST-12")
def test_a_single_mast_gone_is_a_ship_dismasted() -> None:
    layout: Layout = H.layouts["single_masted_2"]
    assert masts.is_dismasted(H, layout, 0b01)
    assert not masts.is_dismasted(H, layout, 0b10)


@pytest.mark.rule("BTQ-MAST-07")
def test_a_bowsprit_lost_by_no_shot() -> None:
    ship = victory(sp=10)
    table = desk({}, ship)
    assert damage.lose_section(table, ship, "bowsprit", by="foe")
    assert (ship.sections, ship.sails, ship.sp) == (mask(JIB), mask(JIB), 9)
    assert not damage.lose_section(table, ship, "bowsprit", by="foe")
    [told] = table.log
    assert isinstance(told, nr.MastFell)
    assert told.place == "bowsprit_0"


@pytest.mark.rule("BTQ-MAST-12", "BTQ-MAST-08")
def test_gap_49_and_51_by_a_variant() -> None:
    other = TABLES.layered({"harm_reading": {"dismasted_test": "all", "cascade_target": "lowest_standing"}})
    lore = HarmLore.of(other)
    lowest = mask(0, 3, 6)
    assert masts.is_dismasted(H, TEN, lowest)
    assert not masts.is_dismasted(lore, TEN, lowest)
    assert masts.is_dismasted(lore, TEN, TEN.whole & ~mask(JIB))
    pulled = masts.pulls_down(lore, nr.Scripted(1), victory(), TEN, "fore")
    assert pulled is not None
    assert pulled.outcome == 3
