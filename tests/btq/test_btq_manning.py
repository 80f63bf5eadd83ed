"""Men at the guns: shortage, guns without a crew, both broadsides at once; shut ports, fire, a drowned
magazine (BTQ-GUN-24 to -28, BTQ-GUN-37, BTQ-CREW-04 to -06)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from gun_deck import BLUE, RED, falls, fire, guns, meet, refused, request, ruled, ship, shot, to_fire

import navalrules as nr
from navalrules.ruleset import HouseRule
from navalrules_btq import manning
from navalrules_btq.orders import Fire, Shot
from navalrules_btq.stations import Stations

FIVE = guns(long_24=10)
WIDE = nr.Wind(270, 8)
"""A gale from the west."""


def at_guns(men: int) -> Callable[[Any], None]:
    """Crew assignment on, with so many men at the guns; both first broadsides gone."""

    def told(mine: Any) -> None:
        spent(mine)
        mine.stations = Stations(assigned=True, sailing=200, guns=men)

    return told


def spent(mine: Any) -> None:
    """Both first broadsides are gone."""
    mine.initial_used = (True, True)


# ---------------------------------------------------------------- short of hands


@pytest.mark.rule("BTQ-EX-05", "BTQ-CREW-06", "BTQ-GUN-37", "BTQ-CREW-05")
def test_thirty_men_at_five_24_pounders_serve_three() -> None:
    battle = meet(200, aspect=90.0, batteries=FIVE, change=at_guns(30), dice=falls(87))
    (event,) = fire(battle, shot(aim="rigging"))
    assert event.guns == 3
    # And the shortage of 40 % tells on the hits of those three: 3 x 1.00 x 0.6 x 24 (BTQ-GAP-37).
    assert event.damage == 43
    assert {"BTQ-GUN-37", "BTQ-CREW-06"} <= set(event.rules)
    short = [each for each in ruled(event, "BTQ-GUN-03")[0].modifiers if each.rule == "BTQ-CREW-05"]
    assert [each.amount for each in short] == [-40]


@pytest.mark.rule("BTQ-EX-06", "BTQ-CREW-05", "BTQ-GUN-37")
def test_thirty_per_cent_short_is_thirty_per_cent_fewer_hits() -> None:
    battle = meet(200, aspect=90.0, batteries=guns(long_24=20), change=at_guns(70), dice=falls(87))
    (event,) = fire(battle, shot(aim="rigging"))
    assert event.guns == 7
    assert ruled(event, "BTQ-GUN-03")[0].outcome == 4.9  # 7 guns x 0.7
    assert event.damage == 118  # 4.9 x 24 is 117.6


@pytest.mark.rule("BTQ-CREW-05", "BTQ-GUN-35", "BTQ-GUN-37")
def test_from_half_a_crew_short_no_gun_fires() -> None:
    fire(meet(200, aspect=90.0, batteries=FIVE, change=at_guns(26), dice=falls(87)), shot())
    for men in (25, 0):
        found = refused(meet(200, aspect=90.0, batteries=FIVE, change=at_guns(men)), shot())
        assert (found.rule, "50" in found.reason) == ("BTQ-CREW-05", True)
    three = meet(200, aspect=90.0, batteries=FIVE, change=at_guns(25), dice=falls(87))
    (event,) = fire(three, shot(guns=(3,)))  # fewer guns call for fewer men
    assert event.guns == 2


def test_a_strangers_rule_may_silence_guns_that_have_all_their_men() -> None:
    def half_again(silent: bool, _: Any, men: int, needed: int) -> bool:
        return silent or 2 * men < 3 * needed

    reserve = HouseRule(name="reserve", ruleset="btq", act=half_again, follows="BTQ-CREW-05", default=True)
    for men, silent in ((75, False), (74, True)):
        battle = meet(200, aspect=90.0, batteries=FIVE, change=at_guns(men), house_rules=[reserve])
        if silent:
            assert refused(battle, shot()).rule == "BTQ-CREW-05"
        else:
            assert fire(battle, shot())


@pytest.mark.rule("BTQ-CREW-06", "BTQ-GUN-35")
def test_men_too_few_for_one_gun() -> None:
    variant = {"gun_crew_short": {"no_fire": 100}}
    found = refused(meet(200, aspect=90.0, batteries=FIVE, change=at_guns(9), variant=variant), shot())
    assert (found.rule, "9 men" in found.reason) == ("BTQ-CREW-06", True)


@pytest.mark.rule("BTQ-CREW-06")
def test_men_go_from_gun_to_gun_in_listed_order() -> None:
    deck = meet().lore.ordnance.guns
    listed = [(deck["long_24"], 3), (deck["carronade_32"], 4), (deck["long_12"], 2)]
    assert manning.manned(listed, 62) == ([3, 4, 2], 62)
    assert manning.manned(listed, 61) == ([3, 4, 1], 54)
    assert manning.manned(listed, 45) == ([3, 3, 0], 42)
    assert manning.manned(listed, 29) == ([2, 2, 0], 28)
    assert manning.manned(listed, 0) == ([0, 0, 0], 0)


@pytest.mark.rule("BTQ-GUN-37")
def test_the_shortage_may_be_that_of_the_whole_ship() -> None:
    whole = {"gunnery_reading": {"crew_shortage_base": "ship"}}
    battle = meet(200, aspect=90.0, batteries=FIVE, change=at_guns(60), variant=whole, dice=falls(87))
    (event,) = fire(battle, shot(aim="rigging"))
    assert (event.guns, event.damage) == (5, 72)  # 60 of 100 men: 5 x 0.6 x 24


# ---------------------------------------------------------------- both sides at once


def between(men: int, *, quality: str = "experienced", **fields: Any) -> nr.Battle:
    """Red between blue to starboard and a sister of hers to port; `men` at fourteen 12-pounders a side."""
    plain = nr.scenario("btq-frigate-duel")
    red, blue = plain.entrants
    plan = attrs.evolve(red.plan, batteries=guns(long_12=28))
    grades = {**red.grades, "btq_quality": quality}
    entrants = (
        attrs.evolve(red, plan=plan, pose=nr.Pose(0, 0, 0), grades=grades),
        attrs.evolve(blue, pose=nr.Pose(180, 0, 180)),
        attrs.evolve(blue, id="other-frigate", pose=nr.Pose(-180, 0, 180)),
    )
    scenario = attrs.evolve(plain, entrants=entrants, wind=nr.Wind(270, 3), grades={})
    variant = nr.Variant("test", "btq", {}, fields.pop("variant", {}), "test.toml")
    battle = nr.Battle.begin(scenario, "btq", 1, variant=variant, **fields)
    at_guns(men)(ship(battle))
    to_fire(battle)
    return battle


def both(battle: nr.Battle) -> list[Any]:
    """Starboard first, then port, at the rigging; what was fired."""
    shots = (Shot("starboard", BLUE, aim="rigging"), Shot("port", "other-frigate", aim="rigging"))
    for each in list(battle.requests):
        battle.submit(Fire(ship=each.ship, shots=shots if each.ship == RED else ()))
    before = len(battle.log)
    battle.advance()
    return [event for event in battle.log[before:] if event.tag == "broadside"]


@pytest.mark.rule("BTQ-CV-26", "BTQ-GUN-27", "BTQ-GUN-28")
def test_nine_guns_with_a_crew_and_five_without() -> None:
    """Fourteen guns call for 112 men; 184 are there, so 72 are left: nine guns (BTQ-GAP-36)."""
    battle = between(184)
    first, second = both(battle)
    assert (first.guns, second.guns) == (14, 14)
    assert "BTQ-GUN-28" not in first.rules
    assert {"BTQ-GUN-27", "BTQ-GUN-28"} <= set(second.rules)
    (hits,) = ruled(second, "BTQ-GUN-03")
    assert nr.Modifier("lent_crew", 5, "BTQ-GUN-28") in hits.modifiers
    (damage,) = ruled(second, "BTQ-GUN-04")
    assert nr.Modifier("cross_deck", -50, "BTQ-GUN-28") in damage.modifiers
    assert hits.roll is not None
    # D in hundredths, 15 cm is Close; nine guns at 1.00 and five at 0.50, without a penalty for shortage.
    exact = hits.roll.value * 12 * (9 * 100 + 5 * 50)
    assert second.damage == (2 * exact + 10_000) // 20_000
    assert ship(battle).committed == (112, 112, 0, 0)


@pytest.mark.rule("BTQ-GUN-28")
@pytest.mark.parametrize(
    ("quality", "loss"), [("crack", 33), ("experienced", 50), ("inexperienced", 65), ("untrained", 80)]
)
def test_what_borrowed_crews_lose(quality: str, loss: int) -> None:
    battle = between(112, quality=quality, rules={"crack_crew": True})
    _, second = both(battle)
    (hits,) = ruled(second, "BTQ-GUN-03")
    (damage,) = ruled(second, "BTQ-GUN-04")
    assert nr.Modifier("cross_deck", -loss, "BTQ-GUN-28") in damage.modifiers
    ngm = {"crack": 120, "untrained": 80}.get(quality, 100)
    assert hits.roll is not None
    exact = hits.roll.value * 12 * 14 * ngm * (100 - loss)
    assert second.damage == (2 * exact + 1_000_000) // 2_000_000


@pytest.mark.rule("BTQ-GUN-27", "BTQ-GUN-28")
def test_men_enough_for_both_sides_lose_nothing() -> None:
    _, second = both(between(224))
    assert "BTQ-GUN-28" not in second.rules
    assert second.guns == 14


@pytest.mark.rule("BTQ-GUN-28")
def test_the_pool_may_be_spread_over_all_batteries() -> None:
    spread = {"gunnery_reading": {"cross_deck": "spread"}}
    _, second = both(between(184, variant=spread))
    assert nr.Modifier("lent_crew", 5, "BTQ-GUN-28") in ruled(second, "BTQ-GUN-03")[0].modifiers
    deck = meet().lore.ordnance.guns
    listed = [(deck["long_24"], 8), (deck["long_12"], 4)]
    assert manning.spread(listed, 56, 112) == [4, 2]
    assert manning.spread(listed, 200, 112) == [8, 4]


@pytest.mark.rule("BTQ-GUN-27")
def test_chasers_do_not_share_the_men_of_the_broadsides() -> None:
    mine = ship(meet())
    assert manning.pool(mine, "port", 100, 150) == 50
    assert manning.pool(mine, "port", 200, 150) == 0
    assert manning.pool(mine, "bow", 100, 150) == 150


# ---------------------------------------------------------------- ports, fire, powder


LINE = guns(long_32=56, long_18=56, carronade_32=10)


@pytest.mark.rule("BTQ-GUN-24", "BTQ-GUN-25")
def test_in_a_gale_a_ship_of_the_line_shuts_her_lower_ports() -> None:
    ready: dict[str, Any] = {"aspect": 90.0, "batteries": LINE, "crew": 600, "change": spent}
    for klass, guns_out in (
        ("third_rate", 28),
        ("fourth_rate", 28),
        ("large_frigate", 0),
        ("first_rate", 28),
    ):
        battle = meet(100, **ready, red={"btq_class": klass}, wind=WIDE)
        (event,) = fire(battle, shot(aim="rigging"))
        assert event.guns == 61 - guns_out
        assert ("BTQ-GUN-24" in event.rules) is bool(guns_out)
    fresh = meet(100, **ready, red={"btq_class": "third_rate"}, wind=nr.Wind(270, 6))
    assert fire(fresh, shot(aim="rigging"))[0].guns == 61


@pytest.mark.rule("BTQ-GUN-25", "BTQ-GUN-35")
def test_a_ship_with_nothing_but_lower_guns_cannot_fire_in_a_gale() -> None:
    found = refused(
        meet(100, aspect=90.0, batteries=guns(long_32=56), red={"btq_class": "third_rate"}, wind=WIDE), shot()
    )
    assert (found.rule, "32-pounder long guns" in found.hint) == ("BTQ-GUN-25", True)


@pytest.mark.rule("BTQ-GUN-25")
def test_carronades_are_never_shut_in() -> None:
    battle = meet(
        100,
        aspect=90.0,
        batteries=guns(carronade_68=20, long_12=20),
        red={"btq_class": "third_rate"},
        wind=WIDE,
    )
    mine = ship(battle)
    gale = len(battle.lore.ordnance.shut) - 1
    assert manning.lower_deck(battle.lore.ordnance, mine, gale) == "long_12"
    assert manning.lower_deck(battle.lore.ordnance, mine, gale - 1) == ""


@pytest.mark.rule("BTQ-GUN-26", "BTQ-GUN-35")
def test_a_flooded_magazine_silences_every_gun() -> None:
    def flooded(mine: Any) -> None:
        mine.magazine = "flooded"

    battle = meet(100, aspect=90.0, change=flooded)
    assert request(battle) is None
    found = refused(battle, shot())
    assert (found.rule, "flooded" in found.reason) == ("BTQ-GUN-26", True)


def burning(age: int) -> Callable[[Any], None]:
    """A fire of that age aboard."""

    def told(mine: Any) -> None:
        spent(mine)
        mine.fires = (age,)

    return told


@pytest.mark.rule("BTQ-FIRE-10", "BTQ-GUN-35")
def test_fire_takes_guns_from_the_last_battery_and_smoke_spoils_the_aim() -> None:
    mixed = guns(long_24=10, carronade_32=2)
    ready: dict[str, Any] = {"aspect": 90.0, "batteries": mixed}
    clean = meet(90, **ready, change=spent, dice=falls(87, 87))
    assert fire(clean, shot(aim="rigging"))[0].damage == 152
    minor = meet(90, **ready, change=burning(1), dice=falls(87))
    (event,) = fire(minor, shot(aim="rigging"))
    assert (event.guns, event.damage) == (5, 120)
    major = meet(90, **ready, change=burning(3), dice=falls(87))
    (event,) = fire(major, shot(aim="rigging"))
    assert (event.guns, event.damage) == (4, 77)  # 4 x 24 x 0.8
    assert nr.Modifier("smoke", -20, "BTQ-FIRE-10") in ruled(event, "BTQ-GUN-03")[0].modifiers
    blaze = meet(90, **ready, change=burning(6))
    assert refused(blaze, shot()).rule == "BTQ-FIRE-10"


@pytest.mark.rule("BTQ-FIRE-10")
def test_chasers_fire_on_while_a_side_burns_but_not_in_a_conflagration() -> None:
    armed = guns(long_24=10, bow_long_12=2)
    (event,) = fire(meet(90, 0.0, 90.0, batteries=armed, change=burning(3)), shot("bow"))
    assert event.guns == 2
    assert refused(meet(90, 0.0, 90.0, batteries=armed, change=burning(6)), shot("bow")).rule == "BTQ-FIRE-10"
