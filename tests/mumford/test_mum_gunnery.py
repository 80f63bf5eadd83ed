"""MUM-FIRE and MUM-LFR: dice for weight, range, half dice, multipliers, and how long guns take to load."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
import pytest
from sea import RULES, made

import navalrules as nr
from navalrules_mumford import gunnery, loading
from navalrules_mumford.lore import Lore
from navalrules_mumford.ship import Mount

LORE = Lore.of(RULES.tables)
ENGLISH, FRENCH = made("british-74-3rd-rate"), made("french-74-3rd-rate")
FRIGATE, BATTERY = made("british-38-frigate"), made("battery-6x36")


@pytest.mark.rule("MUM-FIRE-09", "MUM-FIRE-10")
@pytest.mark.parametrize(
    ("lbs", "sheet", "whole_36"),
    [
        *[(17, 0, 0), (18, 1, 0), (36, 1, 1), (53, 1, 1), (54, 2, 1), (72, 2, 2), (89, 2, 2), (90, 3, 2)],
        *[(781, 22, 21), (1104, 31, 30), (0, 0, 0)],
    ],
)
def test_half_dice_for_pounds(lbs: float, sheet: int, whole_36: int) -> None:
    bearing = gunnery.Bearing("", False, True)
    assert gunnery.half_dice(LORE, lbs, "sheet", bearing) == sheet
    assert gunnery.half_dice(LORE, lbs, "whole_36", bearing) == whole_36


BANDS = {(0, 4.99): 0, (5, 9.99): -1, (10, 14.99): -2, (15, 19.99): -3, (20, 24.99): -4, (25, 29.99): -5}


@pytest.mark.rule("MUM-FIRE-12")
@pytest.mark.parametrize(
    ("inches", "amount"), [(inches, off) for ends, off in BANDS.items() for inches in ends]
)
def test_t09_range_with_the_lower_end_in(inches: float, amount: int) -> None:
    assert gunnery.range_modifier(LORE, inches, "main").amount == amount
    assert gunnery.range_modifier(LORE, inches, "short").amount == amount


@pytest.mark.rule("MUM-FIRE-12", "MUM-PREP-02")
@pytest.mark.parametrize("inches", [30, 36])
def test_the_last_band_by_the_main_text_and_by_the_sheet(inches: float) -> None:
    assert gunnery.range_modifier(LORE, inches, "main").amount == -6
    assert gunnery.range_modifier(LORE, inches, "short").amount == -5
    assert LORE.gun_reach == 36


@pytest.mark.rule("MUM-FIRE-08")
def test_carronades_reach_ten_inches() -> None:
    assert gunnery.carronades_reach(LORE, 10.0)
    assert not gunnery.carronades_reach(LORE, 10.01)


def hits(whole: int, halves: int, *faces: int, modifier: int = 0, half: str = "minus_2") -> tuple[int, ...]:
    """Hits, fives and sixes of a discharge whose dice fall as told."""
    modifiers = (nr.Modifier("range", modifier, "MUM-FIRE-12"),) if modifier else ()
    loss = gunnery.half_die_loss(LORE, half)
    scored, fives, sixes, _, _ = gunnery.score(
        LORE, nr.Scripted(*faces), "x", "fire", whole, halves, modifiers, loss
    )
    return scored, fives, sixes


@pytest.mark.rule("MUM-FIRE-12")
@pytest.mark.parametrize(
    ("faces", "modifier", "scored"),
    [
        ((1, 2, 3, 4, 5, 6), 0, 21),
        ((1, 2, 3, 4, 5, 6), -1, 15),
        ((1, 2, 3, 4, 5, 6), -2, 10),
        ((1, 2, 3, 4, 5, 6), -3, 6),
        ((1, 2, 3, 4, 5, 6), -4, 3),
        ((1, 2, 3, 4, 5, 6), -5, 1),
        ((1, 2, 3, 4, 5, 6), -6, 0),
        ((1, 2, 3, 4, 5, 6), 2, 33),
        ((6, 6), -6 + 2, 4),
    ],
)
def test_the_score_of_each_die_is_its_hits_and_never_below_nothing(
    faces: tuple[int, ...], modifier: int, scored: int
) -> None:
    assert hits(len(faces), 0, *faces, modifier=modifier)[0] == scored


@pytest.mark.rule("MUM-FIRE-11")
@pytest.mark.parametrize(
    ("half", "scores"), [("minus_2", (0, 0, 1, 2, 3, 4)), ("minus_3", (0, 0, 0, 1, 2, 3))]
)
def test_a_half_die_takes_two_off_and_its_fives_and_sixes_count_for_nothing(
    half: str, scores: tuple[int, ...]
) -> None:
    found = [hits(0, 1, face, half=half) for face in range(1, 7)]
    assert found == [(score, 0, 0) for score in scores]


@pytest.mark.rule("MUM-FIRE-11")
def test_the_mean_of_a_half_die_is_near_half_of_a_dies() -> None:
    loss = gunnery.half_die_loss(LORE, "minus_2")

    def one(dice: nr.Dice) -> int:
        return gunnery.score(LORE, dice, "x", "fire", 0, 1, (), loss)[0]

    assert sum(value * chance for value, chance in nr.weigh(one).items()) == Fraction(10, 6)


@pytest.mark.rule("MUM-DMG-10", "MUM-BURN-01")
def test_fives_and_sixes_are_natural_and_on_dice_that_hit() -> None:
    assert hits(4, 0, 5, 5, 6, 6) == (22, 2, 2)
    assert hits(4, 0, 5, 5, 6, 6, modifier=-4) == (6, 2, 2)
    # At -5 a five no longer hits, so that it counts no more; a six does.
    assert hits(4, 0, 5, 5, 6, 6, modifier=-5) == (2, 0, 2)
    assert hits(4, 0, 4, 4, 4, 4, modifier=2) == (24, 0, 0)


@pytest.mark.rule("MUM-FIRE-15", "MUM-FIRE-16", "MUM-FIRE-18")
@pytest.mark.parametrize(
    ("keys", "scored", "counted"),
    [
        (("stern",), 13, 26),
        (("bow",), 13, 20),  # 19.5: halves up
        (("half",), 13, 16),  # 16.25
        (("half",), 10, 13),  # 12.5: halves up
        (("first",), 13, 16),  # 15.6
        (("stern", "first"), 13, 31),  # 31.2, multiplied once
        (("bow", "first"), 10, 18),
        ((), 13, 13),
    ],
)
def test_t10_multipliers_apply_once_to_the_whole(keys: tuple[str, ...], scored: int, counted: int) -> None:
    assert gunnery.multiplied(scored, [LORE.multiplier[key] for key in keys]) == counted


@pytest.mark.rule("MUM-FIRE-15")
@pytest.mark.parametrize(
    ("hand", "first"), [("port", True), ("starboard", True), ("bow", False), ("front", False)]
)
def test_the_first_load_of_each_broadside(hand: str, first: bool) -> None:
    fresh = gunnery.first_broadside(LORE, Mount(hand, 100, 100))
    assert [each.amount for each in fresh] == ([1.2] if first else [])
    assert gunnery.first_broadside(LORE, Mount(hand, 100, 100, fired=True)) == ()


def dice_change(ship: Any, target: Any, hot: bool = False, bonus: str = "firer") -> float:
    return sum(each.amount for each in gunnery.die_modifiers(LORE, ship, target, hot, bonus))


@pytest.mark.rule("MUM-FIRE-13", "MUM-SHORE-04", "MUM-HOT-03")
def test_a_shore_battery_adds_two_to_each_die_and_one_with_red_hot_shot() -> None:
    assert dice_change(BATTERY, ENGLISH) == 2
    assert dice_change(BATTERY, ENGLISH, hot=True) == 1


@pytest.mark.rule("MUM-FIRE-14")
def test_a_ship_at_anchor_adds_one() -> None:
    moored = attrs.evolve(ENGLISH, anchored=True)
    assert dice_change(moored, FRENCH) == 1
    assert dice_change(FRENCH, moored) == 0
    assert dice_change(moored, FRENCH, bonus="target") == 0
    assert dice_change(FRENCH, moored, bonus="target") == 1


@pytest.mark.rule("MUM-FIRE-22")
def test_a_dismasted_ship_adrift_loses_one() -> None:
    hulk = attrs.evolve(ENGLISH, masts=(0, 0, 0))
    assert dice_change(hulk, FRENCH) == -1
    assert dice_change(attrs.evolve(hulk, anchored=True), FRENCH) == 1
    assert dice_change(attrs.evolve(ENGLISH, masts=(0, 0, 1)), FRENCH) == 0


@pytest.mark.rule("MUM-FIRE-21")
def test_a_mast_over_the_ports_takes_a_third_and_a_second_one_no_more() -> None:
    one = attrs.evolve(ENGLISH, wrecks=(("port", 3),))
    two = attrs.evolve(ENGLISH, wrecks=(("port", 3), ("port", 4)))
    assert gunnery.wreck_share(LORE, one, "port") == pytest.approx(2 / 3)
    assert gunnery.wreck_share(LORE, two, "port") == pytest.approx(2 / 3)
    assert gunnery.wreck_share(LORE, one, "starboard") == 1


@pytest.mark.rule("MUM-FIRE-25")
def test_disorder_halves_the_shot_and_disorganisation_stops_it() -> None:
    assert gunnery.order_share(0.5, attrs.evolve(ENGLISH, disordered=7), 7) == 0.5
    assert gunnery.order_share(0.5, attrs.evolve(ENGLISH, disordered=7), 8) == 1
    assert gunnery.order_share(0.5, attrs.evolve(ENGLISH, disorganised=7), 7) == 0


@pytest.mark.rule("MUM-FIRE-24")
def test_a_ship_of_the_line_spares_a_frigate_that_has_not_fired_on_her() -> None:
    assert gunnery.spared(ENGLISH, attrs.evolve(FRIGATE, id="f"))
    assert not gunnery.spared(attrs.evolve(ENGLISH, fired_at_by=("f",)), attrs.evolve(FRIGATE, id="f"))
    assert not gunnery.spared(ENGLISH, FRENCH)
    assert not gunnery.spared(ENGLISH, BATTERY)
    assert not gunnery.spared(FRIGATE, FRIGATE)


RATES = {
    "main": {"veteran": (3, 3, 4, 4, 5), "trained": (4, 4, 5, 5, 6), "raw": (6, 6, 7, 7, 8)},
    "sheet": {"veteran": (3, 4, 4, 4, 5), "trained": (4, 5, 5, 5, 6), "raw": (5, 6, 6, 6, 7)},
}
MORALES = ("staunch", "good", "average", "poor", "mutinous")


@pytest.mark.rule("MUM-LFR-01")
@pytest.mark.parametrize("table", RATES)
@pytest.mark.parametrize("proficiency", ["veteran", "trained", "raw"])
def test_t11_load_and_fire_rates(table: str, proficiency: str) -> None:
    crews = [attrs.evolve(ENGLISH, proficiency=proficiency, morale=morale) for morale in MORALES]
    found = tuple(loading.load_and_fire(LORE, crew, table) for crew in crews)
    assert found == RATES[table][proficiency]


@pytest.mark.rule("MUM-LFR-02")
@pytest.mark.parametrize(
    ("percent", "fifths"),
    [
        *[(100, 0), (99.9, 1), (90, 1), (89.9, 2), (80, 2), (70, 3), (60, 4), (50, 5), (49, 7), (40, 7)],
        *[(39, 9), (30, 9), (29.9, None), (0, None)],
    ],
)
def test_t12_undermanned_guns(percent: float, fifths: int | None) -> None:
    assert loading.undermanning(LORE, percent) == fifths


@pytest.mark.rule("MUM-FIRE-23")
def test_the_least_crew_follows_the_guns_that_are_left() -> None:
    assert loading.wanted(ENGLISH, "port") == 111 + 149 + 9
    assert loading.wanted(ENGLISH, "bow") == 11
    assert loading.wanted(ENGLISH, "stern") == 0
    half = tuple(attrs.evolve(mount, left=mount.full / 2) for mount in ENGLISH.mounts)
    assert loading.wanted(attrs.evolve(ENGLISH, mounts=half), "port") == 135  # 134.5 men
