"""Kinds of shot: how far, at what, how many there are; and shots that go high (BTQ-SHOT)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from gun_deck import BLUE, falls, fire, guns, meet, order, refused, request, ruled, ship, shot, to_fire

import navalrules as nr
from navalrules.ruleset import HouseRule
from navalrules_btq.orders import Shot
from navalrules_btq.ordnance import SHOTS

TEN = guns(long_24=20)


def spent(mine: Any) -> None:
    """Both first broadsides are gone."""
    mine.initial_used = (True, True)


def ready(
    range_: float, *faces: int, high: tuple[int, ...] = (), share: tuple[int, ...] = (), **fields: Any
) -> nr.Battle:
    """Ten 24-pounders of the Royal Navy a side, blue's starboard side before them."""
    told = {"aspect": 90.0, "batteries": TEN, "change": spent, **fields}
    return meet(range_, dice=falls(*faces, high=high, share=share), **told)


@pytest.mark.rule("BTQ-SHOT-01", "BTQ-SHOT-02", "BTQ-SHOT-05", "BTQ-SHOT-06", "BTQ-GUN-04")
@pytest.mark.parametrize(
    ("kind", "aim", "damage"),
    [
        ("ball", "rigging", 120),
        ("double", "rigging", 150),
        ("dismantling", "rigging", 300),
        ("grape", "crew", 180),
    ],
)
def test_what_each_shot_makes_of_the_damage_at_close(kind: str, aim: str, damage: int) -> None:
    (event,) = fire(ready(200, 37), shot(shot=kind, aim=aim))
    assert event.damage == damage  # 0.50 x 10 x 24 is 120
    struck = {"hull": event.hull, "rigging": event.rigging, "crew": event.crew}
    assert struck == {"hull": 0, "rigging": 0, "crew": 0, aim: damage}


@pytest.mark.rule("BTQ-SHOT-07", "BTQ-GUN-33")
def test_canister_at_point_blank() -> None:
    battle = ready(20)
    (event,) = fire(battle, shot(shot="canister", aim="crew"))
    assert (event.damage, event.crew) == (600, 600)  # 240 x 2.5
    assert {"BTQ-SHOT-07", "BTQ-GUN-33"} <= set(event.rules)
    to_fire(battle)
    assert (ship(battle, BLUE).crew, ship(battle, BLUE).status) == (0, nr.STRUCK)


REACH = {"ball": 1880.0, "double": 230.0, "dismantling": 520.0, "grape": 230.0, "canister": 20.0}
RULES = {
    "ball": "BTQ-GUN-40",
    "double": "BTQ-SHOT-03",
    "dismantling": "BTQ-SHOT-05",
    "grape": "BTQ-SHOT-06",
    "canister": "BTQ-SHOT-07",
}


@pytest.mark.rule(
    "BTQ-SHOT-01", "BTQ-SHOT-02", "BTQ-SHOT-03", "BTQ-SHOT-05", "BTQ-SHOT-06", "BTQ-SHOT-07", "BTQ-GUN-35"
)
@pytest.mark.parametrize("kind", SHOTS)
def test_how_far_each_shot_is_fired(kind: str) -> None:
    aim = "crew" if kind in ("grape", "canister") else "rigging"
    battle = ready(REACH[kind], *(() if kind == "canister" else (50,)))
    fire(battle, shot(shot=kind, aim=aim))
    found = refused(ready(REACH[kind] + 1, blue_batteries=guns(long_18=40)), shot(shot=kind, aim=aim))
    assert found.rule == RULES[kind]
    assert f"{REACH[kind]:.1f} mm" in found.hint


@pytest.mark.rule("BTQ-GUN-32", "BTQ-GUN-33", "BTQ-GUN-35")
def test_what_each_shot_may_be_aimed_at() -> None:
    battle = ready(20)
    for kind, able in {
        "ball": ("hull", "rigging"),
        "double": ("hull", "rigging"),
        "dismantling": ("rigging",),
        "grape": ("crew",),
        "canister": ("crew",),
    }.items():
        for aim in ("hull", "rigging", "crew"):
            if aim in able:
                battle.copy().submit(order(shot(shot=kind, aim=aim)))
            else:
                found = refused(battle, shot(shot=kind, aim=aim))
                assert found.hint == f"it may be aimed at: {', '.join(able)}"
                assert found.rule == ("BTQ-GUN-33" if aim == "crew" else RULES_OF_SHOT[kind])


RULES_OF_SHOT = {
    "ball": "BTQ-SHOT-01",
    "double": "BTQ-SHOT-02",
    "dismantling": "BTQ-SHOT-05",
    "grape": "BTQ-SHOT-06",
    "canister": "BTQ-SHOT-07",
}


@pytest.mark.rule("BTQ-SHOT-05", "BTQ-SHOT-06", "BTQ-SHOT-07")
def test_scarce_shot_runs_out() -> None:
    """Eight firings of dismantling shot, four of grape, four of canister."""
    for kind, range_, many in (("dismantling", 200, 8), ("grape", 200, 4), ("canister", 20, 4)):
        aim = "rigging" if kind == "dismantling" else "crew"
        battle = ready(range_, red={"btq_nationality": "ottoman_empire_1792_1815", "btq_merchant": True})
        battle.dice = nr.Seeded(1)
        place = ("dismantling", "grape", "canister").index(kind)
        for left in range(many, 0, -1):
            assert ship(battle).stock[place] == left
            fire(battle, shot(shot=kind, aim=aim))
            to_fire(battle)
        found = refused(battle, shot(shot=kind, aim=aim))
        assert (found.rule, found.hint) == (RULES_OF_SHOT[kind], "fire ball")


@pytest.mark.rule("BTQ-SHOT-04", "BTQ-SHOT-02")
def test_double_shot_three_turns_in_a_row_then_another() -> None:
    battle = ready(200, red={"btq_nationality": "ottoman_empire_1792_1815", "btq_merchant": True})
    battle.dice = nr.Seeded(1)
    for turn in (1, 2, 3):
        assert battle.state.turn == turn
        (event,) = fire(battle, shot(shot="double", aim="rigging"))
        assert "BTQ-SHOT-04" in event.rules
        to_fire(battle)
    found = refused(battle, shot(shot="double", aim="rigging"))
    assert found.rule == "BTQ-SHOT-04"
    assert "3 turns" in found.reason
    (event,) = fire(battle, shot(aim="rigging"))
    assert "BTQ-SHOT-04" not in event.rules
    to_fire(battle)
    for _ in range(3):
        fire(battle, shot(shot="double", aim="rigging"))
        to_fire(battle)
    assert refused(battle, shot(shot="double", aim="rigging")).rule == "BTQ-SHOT-04"
    fire(battle)  # a turn without fire cools them as well (BTQ-GAP-32)
    to_fire(battle)
    fire(battle, shot(shot="double", aim="rigging"))


@pytest.mark.rule("BTQ-SHOT-04")
def test_by_the_other_reading_only_another_shot_cools_the_guns() -> None:
    battle = ready(
        200,
        red={"btq_nationality": "ottoman_empire_1792_1815", "btq_merchant": True},
        variant={"gunnery_reading": {"double_reset": "other_shot"}, "double_limit": {"in_a_row": 1}},
    )
    battle.dice = nr.Seeded(1)
    fire(battle, shot(shot="double", aim="rigging"))
    to_fire(battle)
    assert refused(battle, shot(shot="double", aim="rigging")).rule == "BTQ-SHOT-04"
    fire(battle)
    to_fire(battle)
    assert refused(battle, shot(shot="double", aim="rigging")).rule == "BTQ-SHOT-04"
    fire(battle, shot(aim="rigging"))
    to_fire(battle)
    fire(battle, shot(shot="double", aim="rigging"))


# ---------------------------------------------------------------- shots that go high


@pytest.mark.rule("BTQ-EX-03", "BTQ-GUN-29", "BTQ-GUN-30", "BTQ-GUN-31")
def test_at_long_range_45_of_a_hundred_points_go_high() -> None:
    # Ten 25-pounders at Long: 10 x 25 x 0.40 x 1.00 is 100.
    battle = ready(600, 100, high=(30,), share=(45,), variant={"gun_poundage": {"long_24": 25}})
    (event,) = fire(battle, shot())
    assert (event.damage, event.hull, event.rigging) == (100, 55, 45)
    (high,) = ruled(event, "BTQ-GUN-29")
    assert (high.outcome, high.need) == (True, 30)
    (share,) = ruled(event, "BTQ-GUN-30")
    assert share.outcome == 45


@pytest.mark.rule("BTQ-GUN-29")
@pytest.mark.parametrize(("range_", "chance"), [(520, 15), (790, 30), (1880, 50)])
def test_the_chance_that_shots_go_high(range_: float, chance: int) -> None:
    (event,) = fire(ready(range_, 100, high=(chance,), share=(100,)), shot())
    assert (event.hull, event.rigging) == (0, event.damage)
    (event,) = fire(ready(range_, 100, high=(chance + 1,)), shot())
    assert (event.hull, event.rigging) == (event.damage, 0)
    assert not ruled(event, "BTQ-GUN-30")


@pytest.mark.rule("BTQ-GUN-29")
@pytest.mark.parametrize("range_", [20, 230])
def test_near_no_shot_goes_high_and_no_die_is_thrown_for_it(range_: float) -> None:
    (event,) = fire(ready(range_, *(() if range_ == 20 else (50,))), shot())
    assert event.hull == event.damage
    assert not ruled(event, "BTQ-GUN-29")


@pytest.mark.rule("BTQ-GUN-29")
def test_only_shots_at_the_hull_go_high() -> None:
    (event,) = fire(ready(520, 50), shot(aim="rigging"))
    assert event.rigging == event.damage


@pytest.mark.rule("BTQ-GUN-29")
def test_the_first_battery_that_fires_says_whether_shots_go_high() -> None:
    """30 cm: Medium for 24-pounders, Long for 32-pounder carronades (BTQ-GAP-34)."""
    mixed = guns(long_24=20, carronade_32=10)
    (event,) = fire(ready(300, 50, 50, high=(15,), share=(10,), batteries=mixed), shot())
    assert ruled(event, "BTQ-GUN-29")[0].need == 15
    (event,) = fire(ready(300, 50, high=(30,), share=(10,), batteries=mixed), shot(guns=(0, 5)))
    assert ruled(event, "BTQ-GUN-29")[0].need == 30
    farthest = {"gunnery_reading": {"high_band_from": "farthest"}}
    battle = ready(300, 50, 50, high=(30,), share=(10,), batteries=mixed, variant=farthest)
    assert ruled(fire(battle, shot())[0], "BTQ-GUN-29")[0].need == 30


# ---------------------------------------------------------------- out of reach, part of a broadside


@pytest.mark.rule("BTQ-GUN-40", "BTQ-GUN-18", "BTQ-GUN-35")
def test_batteries_out_of_reach_add_nothing_but_the_first_one_refuses() -> None:
    carronades_last = guns(long_24=20, carronade_32=10)
    (event,) = fire(ready(900, 50, high=(51,), batteries=carronades_last), shot())
    assert event.guns == 10
    assert "BTQ-GUN-40" in event.rules
    (silent,) = ruled(event, "BTQ-GUN-40")
    assert (silent.outcome, silent.need) == (0, 830)
    assert silent.modifiers == (nr.Modifier("carronade_32", 5, "BTQ-SHIP-11"),)
    carronades_first = guns(carronade_32=10, long_24=20)
    battle = ready(900, 50, high=(51,), batteries=carronades_first)
    found = refused(battle, shot())
    assert found.rule == "BTQ-GUN-40"
    assert "32-pounder carronades" in found.hint
    assert "830.0 mm" in found.hint
    (event,) = fire(battle, shot(guns=(0, 10)))
    assert event.guns == 10
    far = ready(300, batteries=carronades_first)
    assert refused(far, shot(shot="dismantling", aim="rigging")).rule == "BTQ-SHOT-05"


@pytest.mark.rule("BTQ-GUN-22", "BTQ-GUN-10")
def test_part_of_a_broadside() -> None:
    battle = ready(200, 37, change=None)
    (event,) = fire(battle, shot(guns=(4,), aim="rigging"))
    assert (event.guns, event.damage) == (4, 96)  # 37 + 50 + 13 is 100; 4 x 24
    assert "BTQ-GUN-22" in event.rules
    assert ship(battle).initial_used == (False, True)
    for wrong in ((11,), (-1,), (1, 1), (0,)):
        assert refused(ready(200), shot(guns=wrong)).rule == "BTQ-GUN-22"


@pytest.mark.rule("BTQ-GUN-22")
def test_half_a_broadside_as_v8_has_it() -> None:
    battle = ready(200, 12, variant={"gunnery_reading": {"partial_mode": "half"}})
    (event,) = fire(battle, shot(guns=(1,), aim="rigging"))
    assert event.guns == 10
    assert event.damage == 30  # 0.25 x 240 is 60
    odd = ready(200, 13, variant={"gunnery_reading": {"partial_mode": "half"}})
    assert fire(odd, shot(guns=(1,), aim="rigging"))[0].damage == 31  # 62.4, 62, halved and cut


# ---------------------------------------------------------------- other readings


@pytest.mark.rule("BTQ-SHOT-05")
@pytest.mark.parametrize(("unit", "left"), [("arc_firing", 6), ("turn", 7), ("gun", 0)])
def test_what_uses_up_scarce_shot(unit: str, left: int) -> None:
    """Both broadsides of ten guns fire dismantling shot in one turn (BTQ-GAP-31)."""
    variant = nr.Variant("test", "btq", {}, {"gunnery_reading": {"shot_stock_unit": unit}}, "test.toml")
    plain = nr.scenario("btq-frigate-duel")
    red, blue = plain.entrants
    entrants = (
        attrs.evolve(red, plan=attrs.evolve(red.plan, batteries=TEN), pose=nr.Pose(0, 0, 0)),
        attrs.evolve(blue, pose=nr.Pose(240, 0, 0)),
        attrs.evolve(blue, id="other-frigate", pose=nr.Pose(-240, 0, 0)),
    )
    scenario = attrs.evolve(plain, entrants=entrants, wind=nr.Wind(270.0, 3), grades={})
    battle = nr.Battle.begin(scenario, "btq", 1, variant=variant)
    to_fire(battle)
    both: tuple[Shot, ...] = (
        shot(shot="dismantling", aim="rigging"),
        Shot("port", "other-frigate", "dismantling", "rigging"),
    )
    if unit == "gun":
        # Ten guns use ten of eight: the first side empties the stock and the second has nothing.
        assert refused(battle, *both).rule == "BTQ-SHOT-05"
        both = both[:1]
    fire(battle, *both)
    assert ship(battle).stock == (left, 4, 4)


@pytest.mark.rule("BTQ-GUN-21")
def test_batteries_may_be_rounded_one_by_one() -> None:
    """13.5 and 13.5 are 27 together, and 14 and 14 by the other reading (BTQ-GAP-38)."""
    two = guns(long_24=2, long_18=2)
    pounds = {"gun_poundage": {"long_24": 50, "long_18": 50}}
    (event,) = fire(ready(300, 50, 50, batteries=two, variant=pounds), shot(aim="rigging"))
    assert event.damage == 27
    each = {**pounds, "gunnery_reading": {"gunnery_order": "battery"}}
    (event,) = fire(ready(300, 50, 50, batteries=two, variant=each), shot(aim="rigging"))
    assert event.damage == 28
    assert [hits.roll is not None for hits in ruled(event, "BTQ-GUN-03")] == [True, True]


def test_a_figure_too_fine_to_be_counted_is_refused() -> None:
    with pytest.raises(nr.RulesetError, match="at most four decimals"):
        ready(300, variant={"range_modifier": {"long": 0.12345}})


def test_a_stranger_who_lets_shot_fly_any_distance_is_stopped_by_the_guns() -> None:
    far = HouseRule(name="far", ruleset="btq", act=lambda *_: 99, follows="BTQ-SHOT-03", default=True)
    two = guns(long_24=28, carronade_32=16)
    # Grape at 500 mm, Medium for the long guns; carronades reach no farther than 830.
    (event,) = fire(ready(500, 50, 50, batteries=two, house_rules=[far]), shot(shot="grape", aim="crew"))
    assert event.guns == 22
    (event,) = fire(ready(900, 50, batteries=two, house_rules=[far]), shot(aim="rigging"))
    assert (event.guns, ruled(event, "BTQ-GUN-40")[0].need) == (14, 830)
    assert request(ready(1881, batteries=two, house_rules=[far])) is None
