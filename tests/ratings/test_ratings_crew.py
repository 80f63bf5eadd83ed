"""RAT-BGCRIT, RAT-BGCREW, RAT-BGMORALE: critical results, crew tasks, fires, striking."""

from __future__ import annotations

from typing import Any

import pytest
from ratings_table import (
    Act,
    Command,
    Loaded,
    Shot,
    alter,
    asked,
    at,
    battle,
    broadside,
    changes,
    cited,
    factor,
    losses,
    of,
    play,
    refused,
    score,
    ship,
    task,
)

import navalrules as nr
from navalrules_ratings.orders import Task, Turn

FAR = at(60, 0, 0)
DISMASTED = {"mast": (0, 0, 0), "fallen": (True, True, True)}
QUALITIES = {"Elite": 2, "Experienced": 1, "Average": 0, "Green": -1}


def tried(
    what: str, about: str, *dice: int, number: int = 1, **fields: Any
) -> tuple[nr.Battle, list[nr.Event]]:
    """`a` sends units to a task; `fields` of her record are set by hand before, `quality` among them."""
    quality = fields.pop("quality", "Average")
    purpose = f"task {what}".replace("_", " ")
    told = Loaded(**{purpose.replace(" ", "_"): list(dice)})
    fight = battle(told, a=at(0, 0, 0, quality=quality), b=FAR)
    asked(fight, Command.kind, "a")
    alter(fight, "a", **fields)
    found = play(fight, task("a", what, about, number))
    assert told.left(purpose) == []
    return fight, found


# ---------------------------------------------------------------- critical results


@pytest.mark.rule("RAT-BGCRIT-01", "RAT-BGFOUL-04")
def test_lm_brings_down_a_mast_that_fouls_her() -> None:
    fight, found = broadside(Loaded(fire=[5], mast=[3], mast_side=[5]))
    hurt = ship(fight, "b")
    assert (hurt.fallen, hurt.mast, hurt.wrecks) == ((False, True, False), (5, 0, 4), ("starboard",))
    assert "RAT-BGCRIT-01" in cited(found)


@pytest.mark.rule("RAT-BGCRIT-02")
def test_without_a_wheel_she_holds_her_heading() -> None:
    fight = battle(Loaded(move=[3, 3]), a=at(0, 0, 0), b=FAR)
    asked(fight, Command.kind, "a")
    alter(fight, "a", wheel_gone=True)
    assert refused(fight, Act(ship="a", move=6, turns=(Turn("port", 10),))).rule == "RAT-BGCRIT-02"
    play(fight, Act(ship="a", move=6))
    assert ship(fight, "a").pose == nr.Pose(0, 6, 0)


@pytest.mark.rule("RAT-BGCRIT-02")
def test_a_second_wheel_shot_away_does_nothing() -> None:
    fight = battle(Loaded(fire=[6]), a=at(0, 0, 0), b=at(-9, 0, 0))
    move = score(fight, "a")
    alter(fight, "b", wheel_gone=True)
    found = play(fight, Act(ship="a", move=move, shots=(Shot("port", "b"),)))
    assert "wheel_gone" not in changes(found, "b")
    assert "RAT-BGCRIT-02" in cited(found)


@pytest.mark.rule("RAT-BGCRIT-03", "RAT-BGCREW-02")
@pytest.mark.parametrize(("quality", "amount"), QUALITIES.items())
@pytest.mark.parametrize("total", [3, 4])
def test_relieving_tackles(quality: str, amount: int, total: int) -> None:
    fight, found = tried("wheel", "", total - amount, quality=quality, wheel_gone=True)
    assert ship(fight, "a").wheel_gone is (total < 4)
    assert "RAT-BGCRIT-03" in cited(found)


@pytest.mark.rule("RAT-BGCRIT-04", "RAT-BGCREW-02")
@pytest.mark.parametrize(("quality", "amount"), QUALITIES.items())
@pytest.mark.parametrize("total", [4, 5])
def test_a_unit_at_the_fire(quality: str, amount: int, total: int) -> None:
    fight, found = tried("fire", "", total - amount, quality=quality, fire_since=1)
    assert ship(fight, "a").on_fire is (total < 5)
    assert len(of(found, nr.FireOut, "a")) == (total >= 5)
    assert "RAT-BGCRIT-04" in cited(found)


@pytest.mark.rule("RAT-BGCRIT-04")
@pytest.mark.parametrize(("dice", "out"), [((1, 2, 5), True), ((4, 4, 4), False), ((1, 1, 6), True)], ids=str)
def test_one_five_of_several_is_enough(dice: tuple[int, ...], out: bool) -> None:
    fight, _ = tried("fire", "", *dice, number=3, fire_since=1)
    assert ship(fight, "a").on_fire is not out


@pytest.mark.rule("RAT-BGCRIT-04")
def test_f_sets_her_on_fire() -> None:
    fight, found = broadside(Loaded(fire=[6], mast=[1], mast_side=[1]), a=at(0, 0, 0, 1))
    assert ship(fight, "b").fire_since == 1
    (started,) = of(found, nr.FireStarted, "b")
    assert started.changes


@pytest.mark.rule("RAT-BGCRIT-05")
@pytest.mark.parametrize("die", range(1, 5))
def test_a_fire_at_the_end_of_the_turn(die: int) -> None:
    fight = battle(Loaded(burning_battery=[die]), a=at(0, 0, 0), b=FAR)
    asked(fight, Command.kind, "a")
    alter(fight, "a", fire_since=1)
    found = play(fight, turns=1)
    battery = ("port", "starboard", "bow", "stern")[die - 1]
    assert losses(fight, "a") == {"hull": 1, battery: 1}
    assert "RAT-BGCRIT-05" in cited(found)


@pytest.mark.rule("RAT-BGCRIT-05")
@pytest.mark.parametrize(
    ("gap", "die", "hurt", "burns"), [(5.0, 5, True, False), (5.0, 6, True, True), (5.1, 6, False, False)]
)
def test_blowing_up(gap: float, die: int, hurt: bool, burns: bool) -> None:
    fight = battle(
        Loaded(burning_battery=[1], explosion_fire=[die] if hurt else []),
        a=at(0, 0, 0, anchored=True, rat_hull=1),
        b=at(gap + 1.25, 0, 0, anchored=True),
    )
    asked(fight, Command.kind, "a")
    alter(fight, "a", fire_since=1)
    found = play(fight, turns=1)
    assert ship(fight, "a").status == nr.SUNK
    assert of(found, nr.ShipSank, "a")
    # 2 reductions from a's side, no rake: 2 off the near broadside, 1 off the far one, the hull and the crew.
    assert losses(fight, "b") == ({"port": 2, "starboard": 1, "hull": 1, "crew": 1} if hurt else {})
    assert ship(fight, "b").on_fire is burns
    assert "RAT-BGCRIT-05" in cited(found)


@pytest.mark.rule("RAT-BGCRIT-06", "RAT-RIG-02", "RAT-BGCREW-02")
@pytest.mark.parametrize(("quality", "amount"), QUALITIES.items())
@pytest.mark.parametrize("total", [4, 5])
def test_setting_up_a_jury_mast(quality: str, amount: int, total: int) -> None:
    mast, fallen = (0, 5, 4), (True, False, False)
    fight, found = tried("jury_rig", "fore", total - amount, quality=quality, mast=mast, fallen=fallen)
    rigged = ship(fight, "a")
    assert (rigged.mast, rigged.fallen) == (((2, 5, 4), (False,) * 3) if total >= 5 else (mast, fallen))
    assert "RAT-BGCRIT-06" in cited(found)


@pytest.mark.rule("RAT-BGCRIT-06")
@pytest.mark.parametrize(
    ("fields", "near"),
    [
        ({"mast": (5, 5, 4)}, False),
        ({"mast": (0, 5, 4), "fallen": (True, False, False), "wrecks": ("port",)}, False),
        ({"mast": (0, 5, 4), "jury": (True, False, False)}, False),
        ({"mast": (0, 5, 4)}, True),
    ],
    ids=["sound mast", "wreckage", "done once", "enemy near"],
)
def test_when_no_jury_mast_can_be_set_up(fields: dict[str, Any], near: bool) -> None:
    fight = battle(a=at(0, 0, 0), b=at(41.2 if near else 41.3, 0, 0))
    asked(fight, Command.kind, "a")
    alter(fight, "a", **fields)
    assert refused(fight, task("a", "jury_rig", "fore")).rule == "RAT-BGCRIT-06"


@pytest.mark.rule("RAT-BGCRIT-06")
def test_an_enemy_beyond_40_mu_is_no_hindrance() -> None:
    fight = battle(Loaded(task_jury_rig=[5]), a=at(0, 0, 0, rat_fore=0), b=at(41.3, 0, 0))
    play(fight, task("a", "jury_rig", "fore"))
    assert ship(fight, "a").mast == (2, 5, 4)


@pytest.mark.rule("RAT-BGCRIT-07")
@pytest.mark.parametrize("turns", [1, 3, 6])
def test_a_hull_at_nothing_strikes_and_sinks(turns: int) -> None:
    fight = battle(Loaded(fire=[3], sinking=[turns]), a=at(0, 0, 0), b=at(-9, 0, 0, rat_hull=1), bb=FAR)
    move = score(fight, "a")
    found = play(fight, Act(ship="a", move=move, shots=(Shot("port", "b"),)))
    gone = ship(fight, "b")
    assert (gone.hull, gone.status) == (0, nr.STRUCK)
    assert of(found, nr.ShipStruck, "b")
    assert "RAT-BGCRIT-07" in cited(found)
    assert gone.sinks_on == 1 + turns


@pytest.mark.rule("RAT-BGCRIT-07")
def test_she_goes_down_when_her_time_has_come() -> None:
    fight = battle(Loaded(fire=[3], sinking=[2]), a=at(0, 0, 0), b=at(-9, 0, 0, rat_hull=1), bb=FAR)
    move = score(fight, "a")
    play(fight, Act(ship="a", move=move, shots=(Shot("port", "b"),)))
    while ship(fight, "b").status == nr.STRUCK and fight.state.turn < 9:
        play(fight, turns=1)
    (sank,) = of(fight.log, nr.ShipSank, "b")
    assert sank.turn == 1 + 2


# ---------------------------------------------------------------- crew


@pytest.mark.rule("RAT-BGCREW-01")
def test_each_unit_does_one_task_and_is_not_used_up() -> None:
    fight = battle(Loaded(task_wheel=[4], task_fire=[1, 1, 1]), a=at(0, 0, 0), b=FAR)
    asked(fight, Command.kind, "a")
    alter(fight, "a", wheel_gone=True, fire_since=1)
    five = (Task("wheel"), *(Task("fire"),) * 4)
    assert refused(fight, Command(ship="a", tasks=five)).rule == "RAT-BGCREW-01"
    found = play(fight, Command(ship="a", tasks=five[:4]))
    assert ship(fight, "a").crew == 4
    assert "RAT-BGCREW-01" in cited(found)


@pytest.mark.rule("RAT-BGCREW-02")
@pytest.mark.parametrize(("quality", "amount"), QUALITIES.items())
def test_the_quality_modifier(quality: str, amount: int) -> None:
    assert nr.ruleset("ratings").tables["quality"].number(quality) == amount
    # At the guns: Short +1, first broadside +1.
    _, found = broadside(Loaded(fire=[2]), a=at(0, 0, 0, quality=quality), b=at(-9, 0, 0))
    assert factor(found) == 2 + amount


@pytest.mark.rule("RAT-BGCREW-03")
def test_a_ship_without_crew_units_moves_fires_and_defends() -> None:
    bare = at(0, 0, 0, rat_crew=0, rat_wreck="starboard")
    fight = battle(Loaded(move=[1, 1], fire=[3]), a=bare, b=at(-9, 0, 0))
    request = asked(fight, Act.kind, "a")
    # No task, no sail: her Command Phase has passed without a question.
    assert [order.ship for order in fight.answers if order.kind == Command.kind] == []
    assert request.ship == "a"
    found = play(fight, Act(ship="a", move=2, shots=(Shot("port", "b"),)))
    assert of(found, nr.ShipMoved, "a")
    assert losses(fight, "b")


# ---------------------------------------------------------------- morale


def holds(die: int, quality: str = "Average", **fields: Any) -> bool | None:
    """Whether `a` fights on after the morale test of her Command Phase; None where there was none."""
    fight = battle(Loaded(morale=[die]), a=at(0, 0, 0, quality=quality), b=FAR)
    asked(fight, Command.kind, "a")
    alter(fight, "a", **fields)
    found = play(fight, Command(ship="a"))
    tests = of(found, nr.MoraleTested, "a")
    if not tests:
        assert ship(fight, "a").status == nr.FIGHTING
        return None
    assert {"RAT-BGMORALE-01", "RAT-BGMORALE-02"} <= cited(found)
    assert (ship(fight, "a").status == nr.STRUCK) is not tests[0].held
    return bool(tests[0].held)


@pytest.mark.rule("RAT-BGMORALE-01")
@pytest.mark.parametrize(
    ("fields", "tests"),
    [
        *[
            ({"hull": 6}, False),
            ({"hull": 5}, True),
            (DISMASTED, True),
            ({"fallen": (True, True, False)}, False),
        ],
        *[
            ({"fire_since": 1}, False),
        ],
        *[({"stern_raked": 2}, False), ({"stern_raked": 3}, True), ({}, False)],
    ],
    ids=str,
)
def test_what_calls_for_a_test(fields: dict[str, Any], tests: bool) -> None:
    assert (holds(6, **fields) is not None) is tests


@pytest.mark.rule("RAT-BGMORALE-01")
@pytest.mark.parametrize(("since", "tests"), [(1, True), (2, False)])
def test_on_fire_for_two_turns_running(since: int, tests: bool) -> None:
    fight = battle(Loaded(morale=[6] * tests), a=at(0, 0, 0), b=FAR)
    play(fight, turns=1)
    asked(fight, Command.kind, "a")
    alter(fight, "a", fire_since=since)
    found = play(fight, Command(ship="a"))
    assert bool(of(found, nr.MoraleTested, "a")) is tests


@pytest.mark.rule("RAT-BGMORALE-01")
def test_without_crew_while_grappled() -> None:
    fight = battle(
        Loaded(morale=[6]), a=at(0, 0, 0, rat_crew=0, rat_grappled="b"), b=at(1.3, 0, 0, rat_grappled="a")
    )
    asked(fight, Act.kind, "a")
    assert of(fight.log, nr.MoraleTested, "a")
    alone = battle(Loaded(morale=[]), a=at(0, 0, 0, rat_crew=0), b=at(1.3, 0, 0))
    asked(alone, Act.kind, "a")
    assert of(alone.log, nr.MoraleTested) == []


@pytest.mark.rule("RAT-BGMORALE-01", "RAT-HULL-05")
def test_stern_rakes_count_until_her_command_phase() -> None:
    # 3 reductions from astern: 13 against 10, Short +1, first +1, stern rake +3 is +8, row R8; a 3.
    fight = battle(Loaded(fire=[3], morale=[6]), a=at(0, 0, 90, rat_port=13), b=at(0, 9, 0), cards="AABBBA")
    move = score(fight, "a")
    play(fight, Act(ship="a", move=move, shots=(Shot("port", "b"),)))
    assert ship(fight, "b").stern_raked == 3
    found = play(fight, Command(ship="b"))
    assert of(found, nr.MoraleTested, "b")
    assert ship(fight, "b").stern_raked == 0


@pytest.mark.rule("RAT-BGMORALE-02", "RAT-BGCREW-02")
@pytest.mark.parametrize(
    ("quality", "fields", "least"),
    [
        *[("Average", {"hull": 5}, 2), ("Green", {"hull": 5}, 3), ("Elite", {"hull": 5}, 1)],
        *[
            ("Average", {"hull": 5, "stern_raked": 3}, 3),
            ("Average", {"hull": 3}, 2),
            ("Average", {"hull": 2}, 4),
        ],
        *[("Average", {"hull": 5, "stern_raked": 3, **DISMASTED}, 4), ("Elite", {"hull": 2, **DISMASTED}, 3)],
        *[("Experienced", {"hull": 2}, 3), ("Green", {"hull": 2, **DISMASTED}, 6)],
    ],
    ids=str,
)
def test_the_least_die_that_holds(quality: str, fields: dict[str, Any], least: int) -> None:
    held = [die for die in range(1, 7) if holds(die, quality, **fields)]
    assert held == list(range(least, 7))


@pytest.mark.rule("RAT-BGMORALE-03")
def test_a_ship_that_has_struck_does_nothing() -> None:
    fight = battle(Loaded(morale=[1]), a=at(0, 0, 0), aa=at(0, 20, 0), b=FAR)
    asked(fight, Command.kind, "a")
    alter(fight, "a", hull=5)
    for request in tuple(fight.requests):
        fight.submit(Command(ship=request.ship))
    fight.advance()
    assert ship(fight, "a").status == nr.STRUCK
    assert of(fight.log, nr.ShipStruck, "a")
    asked(fight, Act.kind, "aa")
    assert {request.ship for request in fight.requests} == {"aa"}
    play(fight, turns=1)
    assert ship(fight, "a").pose == nr.Pose(0, 0, 0)
    assert of(fight.log, nr.ShipMoved, "a") == []
    assert "RAT-BGMORALE-03" in cited(fight.log)


@pytest.mark.rule("RAT-BGMORALE-03", "RAT-BGGRAP-01")
def test_an_enemy_that_leaves_a_crew_unit_aboard_takes_her() -> None:
    fight = battle(
        Loaded(grapple=[4]), a=at(0, 0, 0, 5), b=at(2, 0, 0, 5), bb=FAR, wind=(0, 4), cards="BAAABB"
    )
    asked(fight, Command.kind, "b")
    alter(fight, "b", status=nr.STRUCK)
    play(fight, Act(ship="a", grapple="b"))
    found = play(fight, nr.Chosen(ship="a", about="prize b", option="take"))
    taken = ship(fight, "b")
    assert (taken.status, taken.taken_by) == (nr.TAKEN, "a")
    assert (ship(fight, "a").crew, ship(fight, "a").away) == (1, 1)
    assert of(found, nr.ShipTaken, "b")
    assert "RAT-BGMORALE-03" in cited(found)


@pytest.mark.rule("RAT-BGMORALE-04", "RAT-BOARD-06")
@pytest.mark.parametrize(("crew", "left", "away"), [(2, 1, 1), (1, 0, 1)])
def test_a_captor_sends_a_unit_if_he_has_one(crew: int, left: int, away: int) -> None:
    fight = battle(
        Loaded(board=[6, 1]),
        a=at(0, 0, 0, 5, rat_crew=crew, rat_grappled="b"),
        b=at(1.3, 0, 0, 5, rat_port=5, rat_starboard=5, rat_grappled="a"),
        bb=FAR,
    )
    play(fight, nr.Chosen(ship="a", about="board b", option="board"), to="deal")
    taken = ship(fight, "b")
    assert (taken.status, taken.taken_by) == (nr.TAKEN, "a")
    assert (ship(fight, "a").crew, ship(fight, "a").away) == (left, away)
    assert "RAT-BGMORALE-04" in cited(fight.log)
