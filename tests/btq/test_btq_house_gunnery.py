"""The house rules of gunnery: off, on, and with all others on, each shown by the working of a ruling."""

from __future__ import annotations

from typing import Any

import pytest
from gun_deck import RED, falls, fire, guns, meet, refused, ruled, ship, shot

import navalrules as nr
from navalrules_btq.events import Broadside

ROYAL = "great_britain_royal_navy_1775_1815"
ALL = {rule.name: True for rule in nr.ruleset("btq").house_rules}
MINE = (
    "alternate_ranges",
    "modified_shot",
    "crack_crew",
    "gun_fouling",
    "no_carronade_double",
    "wind_gauge",
    "enhanced_raking",
)


def spent(mine: Any) -> None:
    """Both first broadsides are gone."""
    mine.initial_used = (True, True)


def under(rule: str, how: str, range_: float, *faces: int, **fields: Any) -> nr.Battle:
    """Ten 24-pounders a side with one house rule off or on, or with all of them on."""
    told: dict[str, Any] = {
        "aspect": 90.0,
        "batteries": guns(long_24=20),
        "change": spent,
        "red": {"btq_nationality": ROYAL},
        **fields,
    }
    dice = falls(*faces, high=told.pop("high", ()), share=told.pop("share", ()))
    rules = ALL if how == "all" else {rule: how == "on"}
    if rule == "crack_crew":
        rules = {**rules, rule: how != "off"}
    return meet(range_, dice=dice, rules_on=rules, **told)


def cites(event: Broadside, rule: str) -> list[float]:
    """The amounts of modifiers that a house rule brought into an event's rulings."""
    return [each.amount for ruling in event.rulings for each in ruling.modifiers if each.rule == rule]


HOW = pytest.mark.parametrize("how", ["off", "on", "all"])


@pytest.mark.rule("BTQ-HOUSE-01", "BTQ-HOUSE-04")
def test_each_can_be_switched_alone() -> None:
    assert set(MINE) <= set(ALL)
    for name in MINE:
        battle = meet(rules_on={name: True})
        on = {key for key, value in battle.switches.items() if value is True}
        assert on == {name, "simultaneous_fire", "enhanced_fire"}


# ---------------------------------------------------------------- alternate ranges

ALTERNATE = {
    "long_48": (25, 55, 85, 200),
    "long_42": (25, 54, 83, 197),
    "livre_36": (24, 53, 82, 193),
    "long_36": (24, 52, 80, 190),
    "long_32": (23, 50, 77, 183),
    "long_30": (23, 49, 75, 180),
    "long_29": (23, 49, 75, 178),
    "long_24": (22, 46, 70, 168),
    "long_18": (20, 40, 62, 148),
    "long_12": (18, 36, 55, 130),
    "long_9": (17, 33, 50, 120),
    "long_8": (16, 32, 48, 115),
    "long_6": (15, 30, 45, 108),
    "long_4": (14, 28, 42, 100),
    "long_3": (13, 26, 39, 93),
}


@HOW
@pytest.mark.rule("BTQ-GUN-20", "BTQ-CV-07", "BTQ-HOUSE-04")
def test_alternate_ranges(how: str) -> None:
    """18-pounders at 45 cm: Medium, or Long by the house rule."""
    battle = under("alternate_ranges", how, 450, 50, batteries=guns(long_18=20))
    (event,) = fire(battle, shot(aim="rigging"))
    (hits,) = ruled(event, "BTQ-GUN-03")
    if how == "off":
        assert (event.band, event.damage, "BTQ-GUN-19" in hits.also) == ("medium", 49, True)
        assert nr.Modifier("range_medium", 0.54, "BTQ-GUN-06") in hits.modifiers
    else:
        assert (event.band, event.damage, "BTQ-GUN-20" in hits.also) == ("long", 36, True)
        assert nr.Modifier("range_long", 0.4, "BTQ-GUN-06") in hits.modifiers


@pytest.mark.rule("BTQ-GUN-20", "BTQ-EX-17")
def test_alternate_bands_of_every_gun() -> None:
    battle = meet(rules_on={"alternate_ranges": True})
    for key, gun in battle.lore.ordnance.guns.items():
        if key in ALTERNATE:
            assert gun.alternate == (20, *(end * 10 for end in ALTERNATE[key]))
        else:
            assert gun.alternate == gun.bands
    reach = {key: gun.alternate[-1] for key, gun in battle.lore.ordnance.guns.items()}
    assert (reach["long_48"], reach["long_9"]) == (2000, 1200)


@pytest.mark.rule("BTQ-EX-17", "BTQ-GUN-20")
@pytest.mark.parametrize(("gun", "reach"), [("long_48", 2000.0), ("long_9", 1200.0)])
def test_how_far_the_heaviest_and_a_9_pounder_reach(gun: str, reach: float) -> None:
    fields: dict[str, Any] = {"batteries": guns(**{gun: 2}), "blue_batteries": guns(long_48=2)}
    (event,) = fire(under("alternate_ranges", "on", reach, 50, **fields), shot(aim="rigging"))
    assert event.band == "extreme"
    assert refused(under("alternate_ranges", "on", reach + 0.1, **fields), shot()).rule == "BTQ-GUN-40"


# ---------------------------------------------------------------- modified shot


@HOW
@pytest.mark.rule("BTQ-SHOT-08")
@pytest.mark.parametrize(
    ("kind", "usual", "modified"),
    [
        ("ball", 1.0, 1.0),
        ("double", 1.25, 1.25),
        ("dismantling", 2.5, 1.5),
        ("grape", 1.5, 1.2),
        ("canister", 2.5, 1.6),
    ],
)
def test_modified_shot(how: str, kind: str, usual: float, modified: float) -> None:
    near = kind == "canister"
    battle = under("modified_shot", how, 20 if near else 200, *(() if near else (87,)))
    aim = "crew" if kind in ("grape", "canister") else "rigging"
    (event,) = fire(battle, shot(shot=kind, aim=aim))
    factor = usual if how == "off" else modified
    assert event.damage == 240 * factor
    found = cites(event, "BTQ-SHOT-08")
    assert found == ([] if how == "off" else [modified])


# ---------------------------------------------------------------- crack crews


@HOW
@pytest.mark.rule("BTQ-GUN-15", "BTQ-SHIP-07")
def test_crack_crew(how: str) -> None:
    crack = {"btq_nationality": ROYAL, "btq_quality": "crack"}
    if how == "off":
        with pytest.raises(nr.EnrolmentError, match="crack"):
            under("crack_crew", how, 200, red=crack)
        return
    (event,) = fire(under("crack_crew", how, 200, 87, red=crack), shot(aim="rigging"))
    assert event.damage == 288  # 240 x 1.2
    assert cites(event, "BTQ-GUN-15") == [0.2]
    (plain,) = fire(under("crack_crew", how, 200, 87), shot(aim="rigging"))
    assert cites(plain, "BTQ-GUN-15") == []


# ---------------------------------------------------------------- gun fouling


def fired(turns: int) -> Any:
    """Red's starboard guns have fired in each of so many turns up to the last."""

    def told(mine: Any) -> None:
        spent(mine)
        mine.fouling = (0, turns, 0, 0)

    return told


@HOW
@pytest.mark.rule("BTQ-GUN-16")
@pytest.mark.parametrize(
    ("before", "loss"), [(3, 0), (4, -0.1), (8, -0.1), (9, -0.2), (13, -0.2), (14, -0.3), (40, -0.3)]
)
def test_gun_fouling(how: str, before: int, loss: float) -> None:
    """The fifth, tenth, fifteenth turn in a row are the first of their step (BTQ-GAP-35)."""
    (event,) = fire(under("gun_fouling", how, 200, 87, change=fired(before)), shot(aim="rigging"))
    lost = 0 if how == "off" else loss
    assert event.damage == round(240 * (1 + lost))
    assert cites(event, "BTQ-GUN-16") == ([lost] if lost else [])


@pytest.mark.rule("BTQ-GUN-16", "BTQ-CV-25", "BTQ-GUN-14")
def test_an_untrained_ottoman_ship_that_fouled_twelve_turns_shoots_for_nothing() -> None:
    red = {"btq_nationality": "Ottoman Empire 1792–1815", "btq_quality": "untrained"}
    (event,) = fire(under("gun_fouling", "on", 200, 87, red=red, change=fired(11)), shot(aim="rigging"))
    (damage,) = ruled(event, "BTQ-GUN-04")
    assert [each.amount for each in damage.modifiers[:3]] == [0.15, -0.2, -0.2]
    assert event.damage == 0


@pytest.mark.rule("BTQ-GUN-16")
def test_the_count_may_leave_this_turn_out() -> None:
    variant = {"gunnery_reading": {"fouling_includes_turn": False}}
    battle = under("gun_fouling", "on", 200, 87, change=fired(4), variant=variant)
    assert cites(fire(battle, shot(aim="rigging"))[0], "BTQ-GUN-16") == []


@pytest.mark.rule("BTQ-GUN-16", "BTQ-GUN-17", "BTQ-DMG-13")
def test_five_turns_of_fire_foul_the_guns_and_one_of_rest_cleans_them() -> None:
    from gun_deck import to_fire

    battle = meet(
        600, aspect=90.0, batteries=guns(long_18=4), wind=nr.Wind(270.0, 0), rules_on={"gun_fouling": True}
    )
    found = []
    for turn in range(1, 9):
        assert battle.state.turn == turn
        events = fire(battle, *([shot(aim="rigging")] if turn != 7 else []))
        found += [(turn, cites(event, "BTQ-GUN-16"), "BTQ-GUN-17" in event.rules) for event in events]
        to_fire(battle)
        # The condition sheet counts turns in a row up to the last one, none once the guns have rested.
        shown = battle.sheet(RED)["condition"]["fouling"]["starboard"]
        assert shown == (turn if turn < 7 else 0 if turn == 7 else 1)
    assert found == [
        (1, [], False), (2, [], False), (3, [], False), (4, [], False),
        (5, [-0.1], False), (6, [-0.1], False), (8, [], True),
    ]  # fmt: skip


# ---------------------------------------------------------------- no carronade double

MIXED = guns(long_24=20, carronade_32=10)


@HOW
@pytest.mark.rule("BTQ-SHOT-09")
def test_no_carronade_double(how: str) -> None:
    """At 9 cm: ten 24-pounders fire double, five 32-pounder carronades too, or ball by the house rule."""
    battle = under("no_carronade_double", how, 90, 87, 87, batteries=MIXED)
    (event,) = fire(battle, shot(shot="double", aim="rigging"))
    assert event.damage == (500 if how == "off" else 460)  # 240 x 1.25 + 160 x 1.25, or + 160
    marked = [each for ruling in ruled(event, "BTQ-GUN-03") for each in ruling.also if each == "BTQ-SHOT-09"]
    assert marked == ([] if how == "off" else ["BTQ-SHOT-09"])


@pytest.mark.rule("BTQ-SHOT-09", "BTQ-GUN-35", "BTQ-HOUSE-05")
def test_an_arc_of_carronades_alone_cannot_fire_double() -> None:
    alone = guns(carronade_32=10)
    found = refused(under("no_carronade_double", "on", 90, batteries=alone), shot(shot="double"))
    assert (found.rule, found.hint) == ("BTQ-SHOT-09", "fire ball")
    fire(under("no_carronade_double", "off", 90, 87, batteries=alone), shot(shot="double"))
    some = under("no_carronade_double", "on", 90, batteries=MIXED)
    assert refused(some, shot(shot="double", guns=(0, 5))).rule == "BTQ-SHOT-09"
    # The range of double shot is a core rule that no toggle lifts; the carronades' ball goes farther.
    for rules in ({}, ALL):
        far = meet(231, aspect=90.0, batteries=guns(long_24=20), rules_on=rules)
        assert refused(far, shot(shot="double")).rule == "BTQ-SHOT-03"


# ---------------------------------------------------------------- the wind gauge


@HOW
@pytest.mark.rule("BTQ-GUN-38", "BTQ-GUN-29")
@pytest.mark.parametrize(("wind", "shift"), [(270.0, -10), (90.0, 10), (0.0, 0)])
def test_shots_go_high_less_often_from_the_weather_gauge(how: str, wind: float, shift: int) -> None:
    chance = 30 if how == "off" else 30 + shift
    battle = under("wind_gauge", how, 650, 87, high=(chance,), share=(50,), wind=nr.Wind(wind, 3))
    (event,) = fire(battle, shot())
    (high,) = ruled(event, "BTQ-GUN-29")
    assert ((high.need or 0) + high.total, high.outcome) == (chance, True)
    assert [each.amount for each in high.modifiers if each.rule == "BTQ-GUN-38"] == (
        [shift] if how != "off" and shift else []
    )


@HOW
@pytest.mark.rule("BTQ-GUN-38", "BTQ-DMG-15")
@pytest.mark.parametrize(("wind", "shift"), [(270.0, 10), (90.0, -10), (0.0, 0)])
def test_waterline_hits_are_likelier_from_the_weather_gauge(how: str, wind: float, shift: int) -> None:
    (event,) = fire(under("wind_gauge", how, 200, 87, wind=nr.Wind(wind, 3)), shot())
    (leak,) = ruled(event, "BTQ-DMG-15")
    assert leak.outcome == (10 if how == "off" else 10 + shift)
    assert not ruled(event, "BTQ-GUN-29")  # at Close no shot goes high, gauge or no gauge


@pytest.mark.rule("BTQ-DMG-15")
def test_what_makes_a_waterline_hit() -> None:
    def leaks(range_: float, how: dict[str, Any], *faces: int, **fields: Any) -> int:
        (event,) = fire(under("wind_gauge", "off", range_, *faces, **fields), shot(**how))
        return len(ruled(event, "BTQ-DMG-15"))

    assert leaks(20, {}) == leaks(220, {}, 50) == leaks(220, {"shot": "double"}, 50) == 1
    assert leaks(240, {}, 50, high=(100,)) == 0
    assert leaks(220, {"aim": "rigging"}, 50) == 0
    assert leaks(220, {"shot": "grape", "aim": "crew"}, 50) == 0


# ---------------------------------------------------------------- enhanced raking


@HOW
@pytest.mark.rule("BTQ-RAKE-05", "BTQ-RAKE-02")
@pytest.mark.parametrize(("aspect", "hull", "men"), [(180.0, 300, 30), (0.0, 264, 26)])
def test_enhanced_raking(how: str, aspect: float, hull: int, men: int) -> None:
    (event,) = fire(under("enhanced_raking", how, 190, 87, aspect=aspect), shot())
    assert (event.hull, event.rigging) == (hull, 0)
    assert event.crew == (0 if how == "off" else men)
    assert [ruling.outcome for ruling in ruled(event, "BTQ-RAKE-05")] == ([] if how == "off" else [men])


@pytest.mark.rule("BTQ-RAKE-05")
def test_no_splinters_without_a_rake() -> None:
    (event,) = fire(under("enhanced_raking", "on", 190, 87), shot())
    assert event.crew == 0
    (event,) = fire(under("enhanced_raking", "on", 191, 87, aspect=180.0), shot())
    assert event.crew == 0


# ---------------------------------------------------------------- a stranger's rule


def test_a_stranger_may_replace_and_follow_ours() -> None:
    @nr.house_rule("hot_guns", ruleset="btq", follows="BTQ-GUN-12")
    def hot_guns(found: Any, ordnance: Any, mine: Any, run: int) -> Any:
        """Twice the national modifier."""
        return (*found, found[0])

    @nr.house_rule("true_aim", ruleset="btq", replaces="BTQ-GUN-29")
    def true_aim(ordnance: Any, band: int, gauge: int) -> tuple[nr.Modifier, ...]:
        """No shot goes high."""
        return ()

    plain = nr.scenario("btq-frigate-duel")
    battle = nr.Battle.begin(
        plain, "btq", 1, house_rules=[hot_guns, true_aim], rules={"hot_guns": True, "true_aim": True}
    )
    from navalrules_btq import gunnery

    found = battle.bound[gunnery.national](battle.lore.ordnance, ship(battle), 0)
    assert sum(factor.parts for factor in found) == 20_000
    assert battle.bound[gunnery.high_chance](battle.lore.ordnance, 4, 0) == ()
