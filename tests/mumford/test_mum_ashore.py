"""MUM-SHORE, MUM-HOT, MUM-LAID, MUM-BOOM, MUM-SHOAL and MUM-KEDGE in play: an attack on a harbour."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from sea import (
    INCH,
    LIBRARY,
    alter,
    cited,
    dice,
    entrant,
    names,
    of,
    orders,
    play,
    pool,
    pose,
    ruling,
    sea,
    ship,
    to_orders,
)

import navalrules as nr
from navalrules_mumford.events import Discharge, RanAground
from navalrules_mumford.ship import Aground, Boat, Fire

ENG, FRA = "eng", "fra"
LIE: dict[str, Any] = {"evolution": "heave_to", "hold_fire": True, "challenge": False}
OTHERS = (entrant("other", "french-74-3rd-rate", "French", (300, 300, 0)),)


def thrown(**by: list[int]) -> nr.Scripted:
    found = dice()
    harmless = {"morale": [6] * 9, "captain hit": [6] * 40, "leak": [10] * 99, "mast falls": [1] * 9}
    harmless |= {"wreckage": [1] * 99, "fire at once": [6] * 9}
    found._by_purpose |= harmless | {key.replace("_", " "): list(faces) for key, faces in by.items()}
    return found


def fort(made: nr.Dice, place: tuple[float, float, float] = (0, 10, 180), **more: Any) -> nr.Battle:
    """A battery of six 36-pounders to the north of the British ship, which lies to, her head east."""
    french = more.pop("french", "battery-6x36")
    battle = to_orders(
        sea(made, eng=(0, 0, 90), french=french, fra=place, more=OTHERS, wind=(180, 4), **more)
    )
    alter(battle, ENG, hove_to=True, speed=0.0)
    return battle


def lie(battle: nr.Battle, moves: int = 1, **told: Any) -> list[nr.Event]:
    return play(battle, moves, **dict.fromkeys(battle.state.ships, LIE) | {FRA: {"hold_fire": True}} | told)


FIRE: dict[str, Any] = {"hold_fire": False}


# ---------------------------------------------------------------- batteries


@pytest.mark.rule("MUM-SHORE-04", "MUM-FIRE-13", "MUM-FIRE-05", "MUM-SHORE-03")
def test_a_battery_adds_two_to_each_of_its_three_dice() -> None:
    # 216 lbs are three dice; nine inches and some take 1, the shore adds 2.
    events = lie(fort(thrown(front_at_eng=[1, 1, 1, *[1] * 9])), fra=FIRE)
    (shot, *_) = of(events, Discharge, FRA)
    assert names(ruling(shot, "MUM-FIRE-12")) == {"range": -1, "battery": 2}
    assert (pool(shot), shot.hits) == (3, 6)
    assert {"MUM-FIRE-05", "MUM-FIRE-13", "MUM-SHORE-04"} <= set(shot.cited())


@pytest.mark.rule("MUM-FIRE-07", "MUM-SHORE-03")
@pytest.mark.parametrize(("centre", "fires"), [(44.2, True), (44.4, False)])
def test_range_to_a_long_front_is_to_its_near_end(centre: float, fires: bool) -> None:
    # Twelve times six guns: a front of 12 x 1.3 = 15.6 inches that runs away from her beam. Her bulwark is
    # half an inch from her centre, guns reach 36 inches: to a middle 36 + 7.8 + 0.5 = 44.3 inches away.
    plan = LIBRARY["battery-6x36"]
    (six,) = plan.batteries
    long = attrs.evolve(plan, guns_rated=72, batteries=(attrs.evolve(six, count=72),), complement=1200)
    made = thrown(fire_at_fra=[1] * 40)
    battle = to_orders(sea(made, french=long, fra=(centre, 0, 180), more=OTHERS, wind=(180, 4)))
    alter(battle, ENG, hove_to=True, speed=0.0)
    assert ship(battle, FRA).record.beam == pytest.approx(15.6)
    events = lie(battle, eng={**LIE, **FIRE})
    assert bool(of(events, Discharge, ENG)) is fires


@pytest.mark.rule("MUM-FIRE-05", "MUM-SHORE-03")
@pytest.mark.parametrize(("x", "fires"), [(10.6, True), (10.7, False)])
@pytest.mark.parametrize("side", [1, -1])
def test_a_battery_bears_45_degrees_from_the_ends_of_its_front(x: float, fires: bool, side: int) -> None:
    events = lie(fort(thrown(front_at_eng=[1] * 40), (side * x, 10, 180)), fra=FIRE)
    assert bool(of(events, Discharge, FRA)) is fires


@pytest.mark.rule("MUM-DMG-05", "MUM-SHORE-06")
def test_hits_on_a_battery_are_halved() -> None:
    # Five fours at -1 and seven ones: 15 hits, a fifth more 18: 9 men and 18 pounds.
    battle = fort(thrown(fire_at_fra=[4] * 5 + [1] * 40), eng_is={"mum_proficiency": "raw"})
    events = lie(battle, eng={"evolution": "heave_to"})
    now = ship(battle, FRA)
    assert (now.lost, 216 - now.mounts[0].left, now.hull_hits) == (9, 18, 0)
    assert {"MUM-DMG-05", "MUM-SHORE-06"} <= cited(events)


@pytest.mark.rule("MUM-DMG-05")
def test_half_men_are_kept_until_they_make_a_man() -> None:
    battle = fort(thrown(fire_at_fra=[6, *[1] * 40]), eng_is={"mum_proficiency": "raw"})
    alter(battle, FRA, half_men=1)
    # 5 hits, a fifth more 6: three men, and the half stays; an odd number would have made a fourth.
    lie(battle, eng={"evolution": "heave_to"})
    assert (ship(battle, FRA).lost, ship(battle, FRA).half_men) == (3, 1)


@pytest.mark.rule("MUM-DMG-04")
def test_grape_takes_at_most_an_eighth_of_the_gunners() -> None:
    battle = fort(thrown(fire_at_fra=[6] * 12), eng_is={"mum_proficiency": "raw"})
    events = lie(battle, eng={"evolution": "heave_to", "shot": "grape"})
    # 12 sixes at -1 and a fifth more are 72 hits; 12 per cent of a hundred men are 12.
    assert (ship(battle, FRA).lost, ship(battle, FRA).mounts[0].left) == (12, 216)
    assert "MUM-DMG-04" in cited(events)


@pytest.mark.rule("MUM-DMG-04", "MUM-SHORE-06")
def test_grape_leaves_the_half_man_that_is_kept() -> None:
    battle = fort(thrown(fire_at_fra=[6] * 12), eng_is={"mum_proficiency": "raw"})
    alter(battle, FRA, half_men=1)
    lie(battle, eng={"evolution": "heave_to", "shot": "grape"})
    assert (ship(battle, FRA).lost, ship(battle, FRA).half_men) == (12, 1)


@pytest.mark.rule("MUM-SHORE-01")
def test_where_only_a_tape_knows_places_a_battery_is_ordered_without_a_look_at_the_wind() -> None:
    battle = sea(dice(), french="battery-6x36", measure=nr.Tape())
    battle.advance()
    asked = 0
    while (request := battle.requests[0]).kind != "ship_orders":
        assert (request.kind, request.ship) != ("point_of_sail", FRA)
        battle.submit(request.draw(nr.Seeded(1)))
        battle.advance()
        asked += 1
        assert asked < 50
    (gunners,) = [each for each in battle.requests if each.ship == FRA]
    battle.submit(gunners.default)
    assert FRA not in [each.ship for each in battle.requests]


@pytest.mark.rule("MUM-SHORE-05")
@pytest.mark.parametrize(
    ("face", "state", "silent", "status"),
    [
        (3, {}, 0, "fighting"),
        (2, {}, 10, "fighting"),
        (1, {}, 0, "adrift"),
        (2, {"started": True}, 0, "fighting"),  # it has hurt an enemy: +1
        (3, {"crew": 65, "lost": 35}, 10, "fighting"),  # past 40%: -1
        (4, {"crew": 45, "lost": 55}, 10, "fighting"),  # past 60%: -2
        (4, {"crew": 25, "lost": 75}, 0, "adrift"),  # past 80%: -3
    ],
)
def test_t23_morale_of_a_battery(face: int, state: dict[str, Any], silent: int, status: str) -> None:
    battle = fort(thrown(fire_at_fra=[4] * 5 + [1] * 40, morale=[face]), eng_is={"mum_proficiency": "raw"})
    alter(battle, FRA, **{"crew": 85, "lost": 15, **state})
    events = lie(battle, eng={"evolution": "heave_to"})
    now = ship(battle, FRA)
    assert (now.silent, now.status) == (silent, status)
    assert "MUM-SHORE-05" in cited(events)


@pytest.mark.rule("MUM-SHORE-05")
def test_an_enemy_aground_in_its_arc_heartens_a_battery() -> None:
    battle = fort(thrown(fire_at_fra=[4] * 5 + [1] * 40, morale=[2]), eng_is={"mum_proficiency": "raw"})
    alter(battle, FRA, crew=85, lost=15)
    alter(battle, ENG, aground=Aground("bank", "stuck", 9, "halted"))
    lie(battle, eng={"evolution": "sail"})
    assert ship(battle, FRA).silent == 0


@pytest.mark.rule("MUM-SHORE-05")
def test_a_silent_battery_reopens_on_a_five() -> None:
    battle = fort(thrown(reopens=[4, 5]))
    alter(battle, FRA, silent=5)
    lie(battle)
    assert ship(battle, FRA).silent == 10
    lie(battle)
    assert ship(battle, FRA).silent == 0


# ---------------------------------------------------------------- red-hot shot


@pytest.mark.rule("MUM-HOT-01", "MUM-HOT-02", "MUM-HOT-03", "MUM-HOT-04")
def test_red_hot_shot_after_two_average_dice_of_moves() -> None:
    # Average dice of 2 and 2: ready four moves later, in move 5.
    made = thrown(furnace=[1, 1], front_at_eng=[1] * 60, fire_at_once=[6] * 9)
    battle = fort(made, fra_is={"mum_furnace": True})
    assert (ship(battle, FRA).hot_from, ship(battle, FRA).crew) == (5, 120)
    cold = lie(battle, 4, fra=FIRE)
    assert {"MUM-HOT-02"} <= cited(of(cold, Discharge, FRA))
    assert all("battery" in names(ruling(shot, "MUM-FIRE-12")) for shot in of(cold, Discharge, FRA))
    made._by_purpose["front at eng"] = [4, 5, 6, *[1] * 9]
    hot = lie(battle, fra=FIRE)
    shot = next(event for event in hot if isinstance(event, Discharge) and event.ship == FRA)
    assert names(ruling(shot, "MUM-FIRE-12"))["red_hot"] == 1
    # A five and a six are scores of 6 and 7: a fire each, whose first throw puts it out.
    started = [event for event in hot if "MUM-HOT-04" in event.rules and event.ship == ENG]
    assert len(started) == 2
    assert {"MUM-HOT-01"} <= cited(battle.log)


@pytest.mark.rule("MUM-HOT-04")
def test_red_hot_shot_by_pairs() -> None:
    made = thrown(furnace=[1, 1], front_at_eng=[4, 5, 6, *[1] * 9], fire_at_once=[6] * 9)
    battle = fort(made, fra_is={"mum_furnace": True}, rules={"hot_shot": "pairs"})
    alter(battle, FRA, hot_from=1)
    hot = lie(battle, fra=FIRE)
    assert len([event for event in hot if "MUM-HOT-04" in event.rules and event.ship == ENG]) == 1


# ---------------------------------------------------------------- ships laid up


@pytest.mark.rule("MUM-LAID-01", "MUM-LAID-02", "MUM-LAID-03", "MUM-BURN-04")
@pytest.mark.parametrize(("face", "burns"), [(2, True), (3, False)])
def test_ten_men_set_her_alight_in_three_moves(face: int, burns: bool) -> None:
    made = thrown(fire_takes_hold=[face], fire=[5, 5, 1], survivors=[1], explosion=[1])
    battle = fort(made, (3, 0, 90), french="french-74-3rd-rate", fra_is={"mum_laid_up": True})
    pose = ship(battle, FRA).pose
    alter(battle, ENG, boats=5, flotilla=(Boat("burn", 12, pose, FRA),), away=12)
    told = {**LIE, "boats": "burn", "mate": FRA}
    events = lie(battle, 2, eng=told, fra={})
    assert not ship(battle, FRA).fires
    events += lie(battle, eng=told, fra={})
    assert ship(battle, FRA).fires == ((Fire(3, True),) if burns else ())
    assert {"MUM-LAID-02", "MUM-LAID-03"} <= cited(events)
    if burns:
        # Nobody can put it out: fives do not help, and a one blows her up.
        lie(battle, 2, fra={})
        assert ship(battle, FRA).fires
        lie(battle, fra={})
        assert ship(battle, FRA).status == "sunk"


# ---------------------------------------------------------------- booms


def boom(
    made: nr.Dice, heading: float = 0.0, speed: float = 5.5, **more: Any
) -> tuple[nr.Battle, list[nr.Event]]:
    """The British ship runs at a boom that lies two inches ahead of her bow."""
    bar = nr.Hazard("bar", "boom", ((-10 * INCH, 3.75 * INCH), (10 * INCH, 3.75 * INCH)))
    wind = more.pop("wind", (270, 4))
    battle = to_orders(
        sea(made, eng=(0, 0, heading), fra=(200, 200, 0), hazards=[bar], more=OTHERS, wind=wind, **more)
    )
    alter(battle, ENG, speed=speed)
    return battle, play(battle, eng={"speed": speed, "hold_fire": True})


@pytest.mark.rule("MUM-BOOM-01", "MUM-BOOM-02", "MUM-BOOM-03")
@pytest.mark.parametrize(
    ("face", "how", "masts", "through"),
    [
        (4, "through", (80, 110, 80), True),
        (6, "through", (80, 110, 80), True),
        (3, "dismasted_through", (0, 0, 0), True),
        (2, "dismasted", (0, 0, 0), False),
    ],
)
def test_a_74_at_five_and_a_half_inches_meets_a_boom(
    face: int, how: str, masts: tuple[int, int, int], through: bool
) -> None:
    battle, events = boom(thrown(boom=[face]))
    (met,) = of(events, RanAground)
    now = ship(battle, ENG)
    assert (met.how, now.masts) == (how, masts)
    assert (pose(battle, ENG).y > 3) is through
    assert bool(battle.state.table.gaps) is through
    assert {"MUM-BOOM-02", "MUM-BOOM-03"} <= cited(events)
    assert ("MUM-BOOM-01" in cited(events)) is through


@pytest.mark.rule("MUM-BOOM-03")
def test_a_98_bounces_off() -> None:
    battle, events = boom(thrown(boom=[4]), english="british-98-2nd-rate")
    assert of(events, RanAground)[0].how == "bounces"
    assert ship(battle, ENG).masts == (60, 90, 60)
    assert pose(battle, ENG).y < 2


@pytest.mark.rule("MUM-BOOM-03")
def test_at_six_inches_and_more_a_74_may_be_wrecked_and_sinks_in_average_die_and_one_moves() -> None:
    made = thrown(boom=[1], wind_strength=[1], survivors=[1])
    battle, events = boom(made, speed=6.0, wind=(225, 4))
    assert of(events, RanAground)[0].how == "wrecked"
    # The average die shows 2: three moves, of which this is the first.
    lie(battle, 2)
    assert ship(battle, ENG).status == "sunk"


@pytest.mark.rule("MUM-BOOM-02")
def test_a_boom_met_aslant_only_stops_her() -> None:
    battle, events = boom(thrown(), heading=22.5)
    assert of(events, RanAground)[0].how == "stopped"
    assert ship(battle, ENG).masts == (100, 120, 80)


@pytest.mark.rule("MUM-BOOM-01")
def test_the_next_ship_passes_the_gap() -> None:
    battle, _ = boom(thrown(boom=[6]))
    follower = to_orders(battle)
    alter(follower, ENG, pose=nr.Pose(1.4, 0, 0), speed=5.5)
    events = play(follower, eng={"speed": 5.5, "hold_fire": True})
    assert not of(events, RanAground)
    assert pose(follower, ENG).y == 5.5


# ---------------------------------------------------------------- shoals


def over(
    made: nr.Dice, ground: str = "sand", speed: float = 5.5, **more: Any
) -> tuple[nr.Battle, list[nr.Event]]:
    """The British ship runs north over a bank from three to twelve inches ahead of her."""
    corners = ((-5, 3), (5, 3), (5, 12), (-5, 12))
    bank = nr.Hazard("bank", ground, tuple((x * INCH, y * INCH) for x, y in corners))
    battle = to_orders(sea(made, fra=(200, 200, 0), hazards=[bank], more=OTHERS, **more))
    alter(battle, ENG, speed=speed)
    return battle, play(battle, eng={"speed": speed, "hold_fire": True})


@pytest.mark.rule("MUM-SHOAL-01")
def test_at_one_inch_she_sees_the_bank_and_keeps_clear() -> None:
    battle, events = over(thrown(), speed=1.0)
    assert not of(events, RanAground)
    assert "MUM-SHOAL-01" in cited(events)
    play(battle, 3, eng={"speed": 1.0, "hold_fire": True})
    assert pose(battle, ENG).y < 3 - 1.75 + 1e-6


@pytest.mark.rule("MUM-SHOAL-02", "MUM-SHOAL-03")
@pytest.mark.parametrize(
    ("faces", "how", "masts"),
    [
        ((5, 1), "scrapes", (80, 100, 60)),
        ((6, 3), "scrapes", (100, 120, 80)),
        ((3, 4), "stuck", (90, 110, 70)),
    ],
)
def test_two_dice_over_a_sandbank(faces: tuple[int, int], how: str, masts: tuple[int, int, int]) -> None:
    battle, events = over(thrown(shoal=[faces[0]], shoal_result=[faces[1]]))
    (met,) = of(events, RanAground)
    now = ship(battle, ENG)
    assert (met.how, now.masts) == (how, masts)
    assert {"MUM-SHOAL-02", "MUM-SHOAL-03"} <= cited(events)
    # Three inches to the bank; scraping through she keeps half of the other two and a half.
    assert pose(battle, ENG).y == pytest.approx(4.25 if how == "scrapes" else 3.0, abs=0.2)
    assert (now.aground is None) is (how == "scrapes")


@pytest.mark.rule("MUM-SHOAL-03", "MUM-FLOT-03")
def test_stove_in_on_rocks_she_leaks_and_waits() -> None:
    battle, events = over(thrown(shoal=[2], shoal_result=[6], leak=[1]), "rocks")
    now = ship(battle, ENG)
    assert now.aground is not None
    assert (now.aground.how, now.aground.wait, now.hull_hits, now.masts) == (
        "stove_in",
        4,
        100,
        (80, 100, 60),
    )
    # A hundred hits pass one tenth of 740: the die shows 0, three points.
    assert now.leaks == 3
    assert "MUM-FLOT-03" in cited(events)
    play(battle, 4, eng=LIE | {"evolution": "sail"})
    assert ship(battle, ENG).aground is None


@pytest.mark.rule("MUM-SHOAL-03")
def test_stove_in_on_a_one_she_is_dismasted_loses_two_thirds_of_her_guns_and_is_not_halted() -> None:
    battle, _ = over(thrown(shoal=[2], shoal_result=[1]), "rocks")
    now = ship(battle, ENG)
    assert (now.aground, now.masts, now.hull_hits) == (None, (0, 0, 0), 600)
    assert now.mounts[0].left == pytest.approx(835 / 3)
    # Eight tenths of 740 are passed: eight throws, of which all ours are sound.
    assert now.leaks == 0
    start = pose(battle, ENG).x
    play(battle, eng={"hold_fire": True})
    assert pose(battle, ENG).x == pytest.approx(start + 2)


@pytest.mark.rule("MUM-SHOAL-03")
def test_wrecked_on_rocks_she_is_dismasted_and_sinks() -> None:
    battle, _ = over(thrown(shoal=[1], shoal_result=[2], survivors=[1]), "rocks")
    now = ship(battle, ENG)
    assert (now.masts, now.status) == ((0, 0, 0), "fighting")
    play(battle, 2, eng={"evolution": "sail"})
    assert ship(battle, ENG).status == "sunk"


@pytest.mark.rule("MUM-KEDGE-01", "MUM-KEDGE-02", "MUM-SHOAL-03")
def test_stuck_she_kedges_backward_an_inch_a_move_after_five() -> None:
    battle, events = over(thrown(shoal=[3], shoal_result=[3]))
    start = pose(battle, ENG).y
    told = {"evolution": "kedge", "hold_fire": True}
    events += play(battle, 5, eng=told)
    assert pose(battle, ENG).y == start
    events += play(battle, 1, eng=told)
    assert pose(battle, ENG).y == pytest.approx(start - 1)
    assert ship(battle, ENG).aground is None
    assert {"MUM-KEDGE-01", "MUM-KEDGE-02"} <= cited(events)


@pytest.mark.rule("MUM-SHOAL-03", "MUM-KEDGE-01")
def test_a_third_of_the_gun_weight_goes_overboard_first() -> None:
    battle, _ = over(thrown(shoal=[3], shoal_result=[1]))
    assert ship(battle, ENG).masts == (60, 80, 40)
    play(battle, 1, eng={"evolution": "kedge", "hold_fire": True})
    left = {mount.hand: mount.left for mount in ship(battle, ENG).mounts}
    assert left == {
        "port": pytest.approx(835 * 2 / 3),
        "starboard": pytest.approx(835 * 2 / 3),
        "bow": pytest.approx(64 * 2 / 3),
    }
    play(battle, 6, eng={"evolution": "kedge", "hold_fire": True})
    assert ship(battle, ENG).aground is None


@pytest.mark.rule("MUM-SHOAL-03")
@pytest.mark.parametrize("ready", [0, 17])
def test_in_the_move_in_which_guns_go_overboard_none_fires_and_none_is_loaded(ready: int) -> None:
    """Of moves 1 to 4 the fourth begins with fifth 16: who was loaded may fire in fifth 21."""
    battle = to_orders(sea(nr.Seeded(1), fra=(5, 0, 0)))
    for name in (ENG, FRA):
        alter(battle, name, hove_to=True, speed=0.0)
    play(battle, 3)
    to_orders(battle)
    guns = tuple(attrs.evolve(mount, ready=ready) for mount in ship(battle, ENG).mounts)
    alter(battle, ENG, mounts=guns, aground=Aground("bank", "stuck", 0, "backward", 1 / 3))
    assert of(play(battle, eng={"evolution": "kedge"}), Discharge, ENG) == []
    assert {mount.ready for mount in ship(battle, ENG).mounts} == {max(ready + 5, 21)}
    assert of(play(battle, eng={"evolution": "kedge"}), Discharge, ENG)


@pytest.mark.rule("MUM-SHOAL-03")
def test_halted_until_her_moves_are_up_and_a_third_of_her_guns_is_gone_she_floats() -> None:
    battle = to_orders(sea(nr.Seeded(1), fra=(200, 200, 0)))
    alter(battle, ENG, speed=0.0, boats=0, aground=Aground("bank", "stove_in", 1, "halted", 1 / 3))
    play(battle, eng={"evolution": "kedge"})
    held = ship(battle, ENG).aground
    assert held is not None
    assert held.wait == 0
    play(battle, eng={"evolution": "kedge"})
    assert ship(battle, ENG).aground is None
    assert ship(battle, ENG).mounts[0].left == pytest.approx(835 * 2 / 3)


def beside(ground: Aground) -> nr.Battle:
    """The British ship aground, hove to beside a friend who may tow her."""
    friend = entrant("friend", "british-74-3rd-rate", "British", (2, 0, 0))
    battle = to_orders(sea(nr.Seeded(1), fra=(200, 200, 0), more=(friend, *OTHERS)))
    alter(battle, "friend", hove_to=True, speed=0.0)
    alter(battle, ENG, speed=0.0, aground=ground)
    return battle


@pytest.mark.rule("MUM-SHOAL-03", "MUM-TOW-01")
def test_stuck_fast_a_tow_gets_her_off_once_her_moves_are_up() -> None:
    battle = beside(Aground("bank", "stuck_fast", 0, "tow or kedge"))
    events = play(battle, eng=LIE, friend=LIE | {"tow": ENG})
    events += play(battle, eng=LIE, friend=LIE)
    assert ship(battle, ENG).aground is None
    assert "MUM-SHOAL-03" in cited(events)
    start = pose(battle, ENG)
    play(battle, eng=LIE, friend={"speed": 2.0, "hold_fire": True})
    assert pose(battle, ENG) != start


@pytest.mark.rule("MUM-TOW-01", "MUM-SHOAL-03")
def test_a_tow_that_was_being_passed_to_a_ship_that_goes_down_is_over() -> None:
    battle = beside(Aground("bank", "stuck_fast", 0, "tow or kedge", sinks=1))
    for name in (ENG, "friend"):
        alter(battle, name, speed=0.0)
    alter(battle, "friend", towing=ENG, tow_from=1)
    alter(battle, ENG, towed_by="friend")
    play(battle, eng=LIE, friend=LIE)
    tug = ship(battle, "friend")
    assert (ship(battle, ENG).status, tug.towing, tug.tow_from) == ("sunk", "", 0)
    assert "tow fast" not in [event.what for event in of(play(battle, friend=LIE), nr.StatusChanged)]


@pytest.mark.rule("MUM-SHOAL-03", "MUM-TOW-01")
@pytest.mark.parametrize(
    "ground",
    [
        Aground("bank", "stuck_fast", 3, "tow or kedge"),
        Aground("bank", "stuck_fast", 0, "tow or kedge", 1 / 3),
        Aground("bank", "stuck", 0, "backward"),
        Aground("bank", "wrecked", 0, "never"),
    ],
)
def test_before_that_and_otherwise_held_she_cannot_be_taken_in_tow(ground: Aground) -> None:
    battle = beside(ground)
    with pytest.raises(nr.IllegalOrder) as caught:
        battle.submit(orders(battle, "friend", tow=ENG))
    assert caught.value.rule == "MUM-TOW-01"


@pytest.mark.rule("MUM-KEDGE-01")
def test_kedging_afloat_is_refused() -> None:
    battle = to_orders(sea())
    with pytest.raises(nr.IllegalOrder) as caught:
        battle.submit(orders(battle, ENG, evolution="kedge"))
    assert caught.value.rule == "MUM-KEDGE-01"
