"""BTQ-COLL in play: ships that run into each other, what it breaks, and what holds them then."""

from __future__ import annotations

from typing import Any

import pytest
from alongside import (
    EXPANDED,
    FRENCH,
    RULES,
    alter,
    board,
    cited,
    lying,
    names,
    of,
    one,
    pair,
    play,
    ruling,
    ship,
    thrown,
)

import navalrules as nr
from navalrules_btq.collision import critical, reaches_hull, sail_points, share
from navalrules_btq.events import BoardingFought, Collided
from navalrules_btq.lore import Lore
from navalrules_btq.orders import AHEAD, Close, RanFoul, Sail, Segment
from navalrules_btq.parties import pair_between
from navalrules_btq.ship import PARTS

FIGURES = Lore.of(RULES.tables).fighting
NORTH = (0.0, 4)
"""A moderate breeze from the north: fifth rates reach at 367 mm, and a full board is 485 mm."""


def ahead(name: str, mm: float, **more: Any) -> Sail:
    return Sail(ship=name, segments=(Segment(AHEAD, mm),) if mm else (), **more)


def courses(
    apart: float = 200.0, friends: bool = False, other: dict[str, Any] | None = None, **more: Any
) -> nr.Battle:
    """Alert heads east for Belle, who heads west for her."""
    side, nation = ("British", None) if friends else ("French", FRENCH)
    told = {"btq_nationality": nation} if nation else {}
    others = () if not friends else (one("cerf", "French", (900, 900, 90), FRENCH),)
    return lying(
        one("alert", "British", (0, 0, 90)),
        one("belle", side, (apart, 0, 270), **{**told, **(other or {})}),
        *others,
        wind=NORTH,
        **more,
    )


def met(battle: nr.Battle, one_mm: float = 150.0, other_mm: float = 150.0, **more: Any) -> list[nr.Event]:
    return play(battle, 1, ahead("alert", one_mm, **more), ahead("belle", other_mm))


@pytest.mark.rule("BTQ-COLL-05", "BTQ-COLL-01", "BTQ-SP-06")
def test_enemies_that_touch_are_fast_to_each_other_at_once() -> None:
    battle = courses()
    events = met(battle)
    (event,) = of(events, Collided)
    assert (event.ship, event.target, event.how) == ("alert", "belle", "locked")
    moved = {each.ship: each for each in of(events, nr.ShipMoved)}
    # They stop 10 mm apart, 95 mm on their way.
    assert (moved["alert"].distance, moved["belle"].distance) == (95, 95)
    found = pair(battle)
    assert (found.names, found.fouled, found.friendly) == (("alert", "belle"), True, False)
    assert [ship(battle, name).sp for name in ("alert", "belle")] == [8, 8]
    assert {"BTQ-COLL-01", "BTQ-COLL-05"} <= set(event.cited())
    # 300 mm of a full board of 485, times a twentieth of both hulls (4284): 132 points, half to each rig.
    assert ruling(event, "BTQ-COLL-01").outcome == (66, 66)
    hurt = of(events, nr.ShipHurt)
    assert [(each.ship, each.by) for each in hurt] == [("alert", "belle"), ("belle", "alert")]
    assert [ship(battle, name).rigging_taken for name in ("alert", "belle")] == [66, 66]
    assert [ship(battle, name).hull for name in ("alert", "belle")] == [0, 0]


@pytest.mark.rule("BTQ-COLL-05", "BTQ-BOARD-13")
def test_their_crews_are_told_off_at_seventy_per_cent() -> None:
    battle = courses(rules=EXPANDED)
    met(battle, 100, 150)
    # Belle goes farther, so it is her move that makes contact: she is the attacker.
    found = pair(battle)
    assert found.names == ("belle", "alert")
    assert (found.attacker.groups, found.defender.groups) == ((140, 40, 20), (0, 140, 60))


@pytest.mark.rule("BTQ-COLL-05", "BTQ-BOARD-01")
def test_a_fouled_pair_counts_as_grappled_from_that_turn() -> None:
    battle = courses(dice=thrown(boarding=[72, 48]))
    met(battle)
    assert of(play(battle, 1, board("alert", "belle")), BoardingFought)


@pytest.mark.rule("BTQ-COLL-01")
def test_the_smaller_ship_takes_more() -> None:
    assert sail_points(FIGURES, 300 * PARTS, 485, 4284) == 132
    assert share(132, 2000, 3000) == 88
    assert share(132, 1000, 3000) == 44
    battle = courses(other={"tonnage_bm": 2 * 1071})
    (event,) = of(met(battle), Collided)
    small, large = ruling(event, "BTQ-COLL-01").outcome
    # (2142 + 4284) / 20 * 300 / 485 = 199 points, by 2142 and 1071 of 3213 tons.
    assert (small, large) == (133, 66)


@pytest.mark.rule("BTQ-COLL-02")
@pytest.mark.parametrize(
    ("going", "ranks", "rammed", "why"),
    [
        (582, 0, False, ("high_speed",)),
        (581, 0, False, ()),
        (100, 3, False, ("size_gap",)),
        (100, -3, False, ("size_gap",)),
        (100, 2, False, ()),
        (100, 0, True, ("ram",)),
    ],
)
def test_when_the_hulls_suffer_too(going: int, ranks: int, rammed: bool, why: tuple[str, ...]) -> None:
    # A full board of 485 mm, and 1.2 of it: 582.
    assert reaches_hull(FIGURES, going * PARTS, 485, ranks, rammed) == why


@pytest.mark.rule("BTQ-COLL-02", "BTQ-COLL-03")
def test_at_high_speed_half_goes_to_the_hull() -> None:
    battle = courses(600, dice=thrown(collision=[21, 100], gun_side=[1, 1], gun=[1, 1], gun_crew=[1, 1]))
    events = met(battle, 300, 300)
    (event,) = of(events, Collided)
    # 600 / 485 * 4284 / 20 = 265 points, 133 to each (132.5, halves up).
    assert ruling(event, "BTQ-COLL-01").outcome == (133, 133)
    assert "BTQ-COLL-02" in event.cited()
    assert {ship(battle, name).hull for name in ("alert", "belle")} == {67}
    assert {ship(battle, name).rigging_taken for name in ("alert", "belle")} == {66}
    assert "BTQ-COLL-03" in cited(of(events, nr.ShipHurt))


@pytest.mark.rule("BTQ-COLL-02")
def test_a_ram_reaches_the_hull_at_any_speed() -> None:
    battle = courses(dice=thrown(collision=[50, 50]))
    met(battle, ram="belle")
    assert {ship(battle, name).hull for name in ("alert", "belle")} == {33}


@pytest.mark.rule("BTQ-COLL-02")
def test_a_variant_may_make_a_ram_nothing_and_the_board_the_smaller() -> None:
    tables: dict[str, Any] = {"collision": {"ram": False, "full_board": "smaller"}}
    variant = nr.Variant("soft", "btq", {}, tables, "soft.toml")
    battle = courses(other={"btq_class": "fourth_rate"}, variant=variant)
    (event,) = of(met(battle, ram="belle"), Collided)
    assert names(ruling(event, "BTQ-COLL-01"))["board"] == 363
    assert ship(battle, "belle").hull == 0


@pytest.mark.rule("BTQ-COLL-02")
def test_three_rates_between_them_reach_the_hull() -> None:
    battle = courses(other={"btq_class": "third_rate"}, dice=thrown(collision=[50, 50]))
    (event,) = of(met(battle, 100, 100), Collided)
    assert "BTQ-COLL-02" in event.cited()
    battle = courses(other={"btq_class": "fourth_rate"})
    (event,) = of(met(battle, 100, 100), Collided)
    assert ship(battle, "belle").hull == 0


@pytest.mark.rule("BTQ-COLL-03")
@pytest.mark.parametrize(
    ("face", "what"), [(1, "extremity"), (10, "extremity"), (11, "seams"), (20, "seams"), (21, "nothing")]
)
def test_what_a_hard_blow_may_break(face: int, what: str) -> None:
    assert critical(FIGURES, nr.Scripted(face), "alert").outcome == what


@pytest.mark.rule("BTQ-COLL-03")
def test_the_bowsprit_goes_and_seams_start() -> None:
    battle = courses(dice=thrown(collision=[10, 11], seams=[1]))
    events = met(battle, ram="belle")
    alert, belle = ship(battle, "alert"), ship(battle, "belle")
    assert (alert.sails_lost, alert.sections.bit_count()) == (1, 1)
    (fell,) = of(events, nr.MastFell)
    assert (fell.ship, fell.place) == ("alert", "bowsprit_0")
    assert belle.waterline_port + belle.waterline_starboard == 1
    started = [event for event in of(events, nr.StatusChanged, "belle") if event.what == "started_seams"]
    assert "BTQ-COLL-03" in cited(started)


@pytest.mark.rule("BTQ-COLL-03")
def test_seams_start_on_the_side_that_is_struck() -> None:
    battle = lying(
        one("alert", "British", (0, 0, 90)),
        one("belle", "French", (100, 0, 0), FRENCH),
        wind=(180.0, 4),
        dice=thrown(collision=[50, 20]),
    )
    play(battle, 1, ahead("alert", 150, ram="belle"), ahead("belle", 0))
    assert (ship(battle, "belle").waterline_port, ship(battle, "belle").waterline_starboard) == (1, 0)


@pytest.mark.rule("BTQ-COLL-04")
@pytest.mark.parametrize("faces", [(25, 100), (100, 25), (1, 2)])
def test_friends_bounce_off_clean_on_the_better_of_two_dice(faces: tuple[int, int]) -> None:
    battle = courses(friends=True, dice=thrown(friendly_foul=faces))
    events = met(battle)
    (event,) = of(events, Collided)
    assert event.how == "bounced"
    assert not of(events, nr.ShipHurt)
    assert battle.state.table.pairs == ()
    moved = {each.ship: each.distance for each in of(events, nr.ShipMoved)}
    assert (moved["alert"], moved["belle"]) == (150, 150)
    assert "BTQ-COLL-04" in event.cited()


@pytest.mark.rule("BTQ-COLL-04")
def test_else_friends_are_foul_of_each_other_and_nobody_boards() -> None:
    battle = courses(friends=True, rules=EXPANDED, dice=thrown(friendly_foul=[26, 26], cut_free=[30]))
    events = met(battle)
    (event,) = of(events, Collided)
    assert event.how == "fouled"
    found = pair(battle)
    assert (found.friendly, found.fouled, found.attacker.men) == (True, True, 0)
    assert [ship(battle, name).sp for name in ("alert", "belle")] == [10, 10]
    assert [ship(battle, name).rigging_taken for name in ("alert", "belle")] == [66, 66]
    play(battle, 1, Close(ship="alert", cut="belle"))
    assert pair_between(battle, "alert", "belle") is None


@pytest.mark.rule("BTQ-COLL-04")
def test_a_variant_may_let_the_worse_die_count() -> None:
    variant = nr.Variant("worse", "btq", {}, {"friendly_foul": {"friendly_foul_best": "higher"}}, "w.toml")
    battle = courses(friends=True, dice=thrown(friendly_foul=[25, 26]), variant=variant)
    (event,) = of(met(battle), Collided)
    assert event.how == "fouled"


@pytest.mark.rule("BTQ-COLL-06", "BTQ-MOVE-19")
def test_a_fouled_pair_goes_at_half_the_mean_until_one_breaks_free() -> None:
    battle = courses(dice=thrown(cut_free=[30]))
    met(battle, 150, 100)
    events = play(battle)
    moved = {each.ship: each for each in of(events, nr.ShipMoved)}
    # Both reach at 367: half of the mean is 184 (183.5, halves up), on the course of the attacker.
    assert (moved["alert"].distance, moved["belle"].distance) == (184, 184)
    assert moved["belle"].track[-1].x > moved["belle"].track[0].x
    assert "BTQ-COLL-06" in cited(moved.values())
    play(battle, 1, Close(ship="belle", cut="alert"))
    assert battle.state.table.pairs == ()


@pytest.mark.rule("BTQ-COLL-05")
def test_ships_that_pass_do_not_collide() -> None:
    battle = lying(
        one("alert", "British", (0, 0, 90)), one("belle", "French", (200, 10.1, 270), FRENCH), wind=NORTH
    )
    assert not of(met(battle), Collided)
    near = lying(
        one("alert", "British", (0, 0, 90)), one("belle", "French", (200, 9.9, 270), FRENCH), wind=NORTH
    )
    assert of(met(near), Collided)


@pytest.mark.rule("BTQ-COLL-05")
def test_a_third_ship_runs_into_two_that_are_foul() -> None:
    battle = lying(
        one("alert", "British", (0, 0, 90)),
        one("belle", "French", (200, 0, 270), FRENCH),
        one("cerf", "French", (-200, 0, 90), FRENCH),
        wind=NORTH,
    )
    events = play(battle, 1, ahead("alert", 100), ahead("belle", 100), ahead("cerf", 300))
    assert [(each.ship, each.target) for each in of(events, Collided)] == [
        ("alert", "belle"),
        ("cerf", "alert"),
    ]
    assert len(battle.state.table.pairs) == 2


@pytest.mark.rule("BTQ-COLL-01", "BTQ-COLL-02")
def test_a_collision_tells_its_working() -> None:
    (event,) = of(met(courses()), Collided)
    assert names(ruling(event, "BTQ-COLL-01")) == {"speed": 300, "board": 485}
    assert event.how == "locked"


# ---------------------------------------------------------------- at a table with a tape


def at_table(**dice: Any) -> nr.Battle:
    """Alert and Belle on a real table, moved 150 mm and 100 mm this turn; it is time to fire."""
    entrants = (one("alert", "British", (0, 0, 0)), one("belle", "French", (0, 0, 0), FRENCH))
    scenario = nr.Scenario(
        id="table",
        title="A table",
        wind=nr.Wind(*NORTH),
        sides=(nr.Side("British"), nr.Side("French")),
        entrants=entrants,
        ruleset="btq",
    )
    battle = nr.Battle.begin(scenario, RULES, 1, measure=nr.Tape(), dice=thrown(**dice))
    orders = {"alert": ahead("alert", 150), "belle": ahead("belle", 100)}
    battle.advance()
    while battle.phases[battle.state.phase].name != "fire":
        for asked in battle.requests:
            if asked.kind == "point_of_sail":
                battle.submit(nr.PointOfSail(ship=asked.ship, about=asked.about, off_wind=90))
            elif asked.kind == "chosen":
                battle.submit(asked.default)
            else:
                battle.submit(orders[asked.ship])
        battle.advance()
    return battle


@pytest.mark.rule("BTQ-COLL-01", "BTQ-COLL-05")
def test_at_a_table_the_players_say_who_ran_into_whom() -> None:
    battle = at_table()
    battle.submit(RanFoul(ship="alert", other="belle"))
    (event,) = of(battle.events, Collided)
    assert (event.how, event.target) == ("locked", "belle")
    # 250 of a board of 485, times 4284 / 20: 110 points.
    assert ruling(event, "BTQ-COLL-01").outcome == (55, 55)
    assert pair(battle).names == ("alert", "belle")
    with pytest.raises(nr.IllegalOrder, match="fast to") as caught:
        battle.submit(RanFoul(ship="belle", other="alert"))
    assert caught.value.rule == "BTQ-COLL-06"


@pytest.mark.rule("BTQ-COLL-02", "BTQ-COLL-03")
def test_at_a_table_a_ram_is_told_too_and_the_seams_start_on_either_side() -> None:
    battle = at_table(collision=[20, 21], seams=[6], gun_side=[1], gun=[1], gun_crew=[1])
    battle.submit(RanFoul(ship="alert", other="belle", ram=True))
    assert (ship(battle, "alert").hull, ship(battle, "belle").hull) == (28, 28)
    assert (ship(battle, "alert").waterline_port, ship(battle, "alert").waterline_starboard) == (0, 1)


@pytest.mark.rule("BTQ-COLL-01")
def test_collisions_that_cannot_be_reported() -> None:
    plane = courses()
    for battle, order, match in [
        (plane, RanFoul(ship="alert", other="belle"), "tracks"),
        (at_table(), RanFoul(ship="alert", other="alert"), "cannot have run"),
        (at_table(), RanFoul(ship="alert", other="nobody"), "cannot have run"),
    ]:
        with pytest.raises(nr.IllegalOrder, match=match) as caught:
            battle.submit(order)
        assert caught.value.hint
    still = at_table()
    for name in ("alert", "belle"):
        alter(still, name, moved=0.0)
    with pytest.raises(nr.IllegalOrder, match="has moved"):
        still.submit(RanFoul(ship="alert", other="belle"))
