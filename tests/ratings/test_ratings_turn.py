"""RAT-BGSEQ, RAT-BGMOVE, RAT-BGTURN, RAT-BGFOUL: the turn, moving, turning, contact and wreckage."""

from __future__ import annotations

import math
from typing import Any

import pytest
from ratings_table import (
    Act,
    Command,
    Loaded,
    Shot,
    alter,
    amounts,
    asked,
    at,
    battle,
    broadside,
    cited,
    factor,
    losses,
    of,
    play,
    pose,
    quiet,
    refused,
    ship,
    task,
)

import navalrules as nr
from navalrules_ratings.events import CardDrawn, MovementRolled, Touched
from navalrules_ratings.orders import Turn

FAR = at(60, 0, 0, anchored=True)
CARDS = ("command", "action")


# ---------------------------------------------------------------- the turn


@pytest.mark.rule("RAT-BGSEQ-01")
@pytest.mark.parametrize("cards", ["AAABBB", "BBBAAA", "ABABAB", "BAABBA"])
def test_three_cards_a_side_and_the_first_is_command(cards: str) -> None:
    fight = battle(Loaded(), a=at(0, 0, 0), b=FAR, cards=cards)
    found = play(fight, turns=1)
    drawn = [(event.side[0], event.card) for event in of(found, CardDrawn) if event.card in CARDS][:6]
    seen: dict[str, int] = {}
    for (side, card), letter in zip(drawn, cards, strict=True):
        assert side == {"A": "B", "B": "F"}[letter]
        assert card == ("action" if seen.get(letter) else "command")
        seen[letter] = seen.get(letter, 0) + 1
    assert seen == {"A": 3, "B": 3}
    assert "RAT-BGSEQ-01" in cited(found)


@pytest.mark.rule("RAT-BGSEQ-01")
def test_every_card_left_is_as_likely_as_another() -> None:
    dice = Loaded()
    fight = battle(dice, a=at(0, 0, 0), b=FAR)
    dice.cards = [6, 5, 3, 3]
    found = play(fight, turns=1)
    # 6 of 6 and 5 of 5 are French; of 4 left 1 to 3 are British, of 3 left 3 is French.
    assert [event.side[0] for event in of(found, CardDrawn) if event.card in CARDS][:6] == list("FFBFBB")


@pytest.mark.rule("RAT-BGSEQ-02")
def test_a_command_phase_has_sail_then_tasks_then_morale() -> None:
    dice = Loaded(task_wheel=[4], morale=[6])
    fight = battle(dice, a=at(0, 0, 0, rat_hull=5), b=FAR)
    asked(fight, Command.kind, "a")
    alter(fight, "a", wheel_gone=True)
    order = Command(ship="a", sail="full", tasks=task("a", "wheel").tasks)
    found = play(fight, order)
    ours = [
        event
        for event in found
        if event.ship == "a" and isinstance(event, nr.StatusChanged | nr.Repaired | nr.MoraleTested)
    ]
    kinds = [type(event) for event in ours]
    assert kinds.index(nr.Repaired) < kinds.index(nr.MoraleTested)
    assert ship(fight, "a").sail == "full"
    sails = next(index for index, event in enumerate(ours) if any(c.what == "sail" for c in event.changes))
    assert sails < kinds.index(nr.Repaired)
    assert "RAT-BGSEQ-02" in cited(fight.log)


@pytest.mark.rule("RAT-BGSEQ-03")
def test_ships_act_in_the_order_their_player_likes() -> None:
    for first, second in (("a", "aa"), ("aa", "a")):
        fight = battle(Loaded(move=[1, 1, 2, 2]), a=at(0, 0, 0), aa=at(0, 20, 0), b=FAR)
        found = play(
            fight, nr.Chosen(about="next", option=first), Act(ship=first, move=2), Act(ship=second, move=4)
        )
        moved = [event.ship for event in of(found, nr.ShipMoved)]
        assert moved == [first, second]
        assert "RAT-BGSEQ-03" in cited(found)


@pytest.mark.rule("RAT-BGSEQ-03")
def test_a_ship_rolls_then_moves_then_grapples() -> None:
    fight = battle(Loaded(move=[2, 3], fire=[3], grapple=[4]), a=at(0, 0, 0), b=at(2, 5, 0))
    shots = (Shot("starboard", "b", point="after"),)
    play(fight, Act(ship="a", move=5, shots=shots, grapple="b"))
    mine = [event.tag for event in fight.log if event.ship == "a" and event.tag not in ("status_changed",)]
    order = [tag for tag in mine if tag in ("movement_rolled", "ship_moved", "shot_fired", "grappled")]
    assert order == ["movement_rolled", "ship_moved", "shot_fired", "grappled"]


@pytest.mark.rule("RAT-BGSEQ-04")
def test_only_the_side_whose_phase_it_is_fires() -> None:
    fight = battle(a=at(0, 0, 0), b=at(-9, 0, 0))
    asked(fight, Act.kind, "a")
    assert {request.ship for request in fight.requests if request.kind == Act.kind} == {"a"}
    with pytest.raises(nr.IllegalOrder):
        fight.submit(Act(ship="b", shots=(Shot("starboard", "a"),)))


@pytest.mark.rule("RAT-BGSEQ-04")
def test_a_ship_that_cannot_move_fires() -> None:
    fight, found = broadside(Loaded(fire=[3], move=[]), a=at(0, 0, 0), wind=(0, 4))
    assert losses(fight, "b") == {"starboard": 2, "port": 1, "hull": 1, "crew": 1}
    assert of(found, nr.ShipMoved, "a") == []
    assert "RAT-BGSEQ-04" in cited(fight.log)


@pytest.mark.rule("RAT-BGSEQ-05")
def test_the_turn_ends_with_fires_drift_and_wind() -> None:
    fight = battle(Loaded(wind=[1, 1], burning_battery=[1]), a=at(0, 0, 0), b=FAR)
    asked(fight, Command.kind, "a")
    alter(fight, "a", fire_since=1, mast=(0, 0, 0), fallen=(True,) * 3)
    found = play(fight, turns=1)
    assert ship(fight, "a").hull == 9
    last = [event for event in found if "RAT-BGSEQ-05" in event.cited()]
    assert last
    order = [
        rule
        for event in found
        for rule in event.cited()
        if rule in ("RAT-BGCRIT-05", "RAT-BGMOVE-07", "RAT-BGMOVE-02")
    ]
    assert list(dict.fromkeys(order)) == ["RAT-BGCRIT-05", "RAT-BGMOVE-07", "RAT-BGMOVE-02"]


# ---------------------------------------------------------------- moving


@pytest.mark.rule("RAT-BGMOVE-01")
def test_a_pip_is_an_mu_of_ten_metres() -> None:
    fight = battle(Loaded(move=[3, 4]), a=at(1, 2, 0), b=FAR)
    assert ship(fight, "a").pose == nr.Pose(1, 2, 0)
    play(fight, Act(ship="a", move=7))
    assert ship(fight, "a").pose == nr.Pose(1, 9, 0)
    rules = nr.ruleset("ratings")
    assert (rules.unit, rules.metres) == ("MU", 10)
    assert rules.hull_box(ship(fight, "a"))[0] == 2.5


@pytest.mark.rule("RAT-BGMOVE-02")
@pytest.mark.parametrize(
    ("dice", "blows"),
    [((1, 1), 225), ((6, 6), 315), ((1, 2), 270), ((5, 6), 270), ((3, 4), 270), ((6, 5), 270)],
    ids=str,
)
def test_the_wind_backs_on_two_and_veers_on_twelve(dice: tuple[int, int], blows: float) -> None:
    fight = battle(Loaded(wind=list(dice)), a=at(0, 0, 0), b=FAR)
    found = play(fight, turns=1)
    assert fight.state.wind.from_bearing == blows
    assert "RAT-BGMOVE-02" in cited(found)


@pytest.mark.rule("RAT-BGMOVE-03")
@pytest.mark.parametrize(
    ("off", "dice"),
    [
        *[(0, 0), (30, 0), (59.9, 0), (60, 1), (75, 1), (89.9, 1), (90, 2), (110, 2), (134.9, 2)],
        *[(135, 3), (150, 3), (164.9, 3), (165, 2), (180, 2)],
    ],
)
def test_dice_by_point_of_sail(off: float, dice: int) -> None:
    for wind in {off, (360 - off) % 360}:
        told = Loaded(move=[1] * dice)
        fight = battle(told, a=at(0, 0, 0), b=FAR, wind=(wind, 4))
        asked(fight, Act.kind, "a")
        assert told.left("move") == []
        (event,) = of(fight.log, MovementRolled, "a") or (None,)
        assert (len(event.dice) if event else 0) == dice
        assert dice == 0 or "RAT-BGMOVE-03" in cited(fight.log)


@pytest.mark.rule("RAT-BGMOVE-04")
def test_turning_on_the_way_changes_no_dice() -> None:
    # She begins reaching and turns up to beating; her score stands, and beating gives 1 die next time.
    fight = battle(Loaded(move=[3, 3, 5]), a=at(0, 0, 0), b=FAR)
    found = play(fight, Act(ship="a", move=6, turns=(Turn("port", 30),)))
    assert pose(fight, "a").heading == 330
    (moved,) = of(found, nr.ShipMoved, "a")
    assert (moved.distance, moved.turned) == (6, -30)
    asked(fight, Act.kind, "a")
    assert [len(event.dice) for event in of(fight.log, MovementRolled, "a")] == [2, 1]
    assert "RAT-BGMOVE-04" in cited(fight.log)


@pytest.mark.rule("RAT-BGMOVE-05")
def test_the_full_score_is_moved() -> None:
    for move in (0, 4, 6, 7):
        fight = battle(Loaded(move=[2, 3]), a=at(0, 0, 0), b=FAR)
        assert refused(fight, Act(ship="a", move=move)).rule == "RAT-BGMOVE-05"
    fight = battle(Loaded(move=[2, 3]), a=at(0, 0, 0), b=FAR)
    found = play(fight, Act(ship="a", move=5))
    assert ship(fight, "a").pose == nr.Pose(0, 5, 0)
    assert "RAT-BGMOVE-05" in cited(fight.log) | cited(found)


@pytest.mark.rule("RAT-BGMOVE-06", "RAT-BGFOUL-02")
@pytest.mark.parametrize(
    "held",
    [{"anchored": True}, {"rat_fouled": "b"}, {"rat_grappled": "b"}],
    ids=["anchored", "fouled", "grappled"],
)
def test_a_ship_held_fast_neither_rolls_nor_moves(held: dict[str, Any]) -> None:
    theirs = {key: "a" for key in held if key != "anchored"}
    fight = battle(Loaded(move=[]), a=at(0, 0, 0, **held), b=at(1.3, 0, 0, **theirs))
    found = play(fight, Act(ship="a", move=0))
    assert {event.dice for event in of(fight.log, MovementRolled, "a")} <= {()}
    assert of(fight.log, nr.ShipMoved, "a") == []
    assert "RAT-BGMOVE-06" in cited(fight.log) | cited(found)


@pytest.mark.rule("RAT-BGMOVE-07")
@pytest.mark.parametrize(("anchored", "y"), [(False, -1), (True, 0)])
def test_a_ship_without_masts_drifts_down_the_wind(anchored: bool, y: float) -> None:
    gone = {"rat_fore": 0, "rat_main": 0, "rat_mizzen": 0}
    fight = battle(Loaded(wind=[3, 3]), a=at(0, 0, 0, anchored=anchored, **gone), b=FAR, wind=(0, 4))
    found = play(fight, turns=1)
    assert ship(fight, "a").pose == nr.Pose(0, y, 0)
    assert ("RAT-BGMOVE-07" in cited(found)) is not anchored


@pytest.mark.rule("RAT-BGMOVE-07", "RAT-BGFOUL-01")
@pytest.mark.parametrize(
    ("heading", "gap", "die", "touched", "foul"),
    [
        # Broadside on to the drift, she meets a ship 0.6 MU under her lee after 0.55 MU.
        *((90, 0.6, 4, True, True), (90, 0.6, 3, True, False), (90, 1.2, 6, False, False)),
        # Head to wind her stern is 1.25 MU nearer to it than her side was.
        (0, 0.6, 4, True, True),
    ],
)
def test_a_drifting_ship_that_touches_another_may_foul(
    heading: float, gap: float, die: int, touched: bool, foul: bool
) -> None:
    gone = {"rat_fore": 0, "rat_main": 0, "rat_mizzen": 0}
    y = -gap - 0.625 - (0.625 if heading else 2.5)
    lee = at(0, y, 90, anchored=True)
    fight = battle(
        Loaded(wind=[3, 3] * 2, foul=[die], move=[1] * 4 if heading else []),
        a=at(0, 0, heading, **gone),
        b=lee,
        wind=(0, 4),
    )
    found = play(fight, turns=1)
    assert pose(fight, "a").y == pytest.approx(-(gap - 0.05) if touched else -1, abs=1e-3)
    assert [event.fouled for event in of(found, Touched, "a")] == ([foul] if touched else [])
    assert ship(fight, "a").fouled == (("b",) if foul else ())
    if touched and not foul:
        # Where she lies against the other she does not run into her again.
        assert of(play(fight, turns=1), Touched, "a") == []


@pytest.mark.rule("RAT-BGMOVE-07")
def test_a_hull_that_drifts_does_not_touch_where_her_bow_is_not() -> None:
    # Beam to the drift she is 5 MU wide and 1.25 deep: one 3 MU down the wind is not met.
    gone = {"rat_fore": 0, "rat_main": 0, "rat_mizzen": 0}
    lee = at(0, -3, 90, anchored=True)
    fight = battle(Loaded(wind=[3, 3], move=[1, 1]), a=at(0, 0, 90, **gone), b=lee, wind=(0, 4))
    play(fight, turns=1)
    assert pose(fight, "a").y == pytest.approx(-1)


@pytest.mark.rule("RAT-BGFOUL-04", "RAT-BGTURN-05")
def test_with_wreckage_alongside_she_pays_off_only_towards_it() -> None:
    setting = {"a": at(0, 0, 270, rat_wreck="port"), "b": FAR}
    error = refused(battle(ships=setting), Act(ship="a", move=0, pay_off="starboard"))
    assert error.rule == "RAT-BGFOUL-04"
    fight = battle(Loaded(pay_off=[3]), setting)
    play(fight, Act(ship="a", move=0, pay_off="port"))
    assert pose(fight, "a").heading == 210


# ---------------------------------------------------------------- turning


@pytest.mark.rule("RAT-BGTURN-01")
@pytest.mark.parametrize(
    ("rate", "move", "points"),
    [(3, 2, 0), (3, 3, 1), (3, 5, 1), (3, 6, 2), (3, 9, 3), (5, 2, 1), (6, 4, 2), (5, 6, 3)],
)
def test_a_turn_after_every_three_or_two_mu(rate: int, move: int, points: int) -> None:
    dice = [1, move - 1] if move < 8 else [4, move - 4]
    turns = (Turn("starboard", 30),) * points
    fight = battle(Loaded(move=dice), a=at(0, 0, 0, rate), b=FAR)
    play(fight, Act(ship="a", move=move, turns=turns))
    assert pose(fight, "a").heading == 30 * points
    again = battle(Loaded(move=dice), a=at(0, 0, 0, rate), b=FAR)
    assert (
        refused(again, Act(ship="a", move=move, turns=(*turns, Turn("starboard", 10)))).rule
        == "RAT-BGTURN-01"
    )


@pytest.mark.rule("RAT-BGTURN-01")
def test_thirty_degrees_at_once_and_ninety_in_all() -> None:
    steep = battle(Loaded(move=[6, 6]), a=at(0, 0, 0), b=FAR)
    assert refused(steep, Act(ship="a", move=12, turns=(Turn("starboard", 31),))).rule == "RAT-BGTURN-01"
    four = battle(Loaded(move=[6, 6]), a=at(0, 0, 0), b=FAR)
    turns = (Turn("starboard", 30),) * 3
    assert refused(four, Act(ship="a", move=12, turns=(*turns, Turn("starboard", 1)))).rule == "RAT-BGTURN-01"
    fight = battle(Loaded(move=[6, 6]), a=at(0, 0, 0), b=FAR)
    found = play(fight, Act(ship="a", move=12, turns=turns))
    assert pose(fight, "a").heading == 90
    # 3 MU on each of 0, 30 and 60 degrees, and what is left on 90.
    end = pose(fight, "a")
    x = 3 * (math.sin(math.radians(30)) + math.sin(math.radians(60))) + 3
    y = 3 * (1 + math.cos(math.radians(30)) + math.cos(math.radians(60)))
    assert (end.x, end.y) == pytest.approx((x, y))
    assert "RAT-BGTURN-01" in cited(found)


@pytest.mark.rule("RAT-BGTURN-03")
@pytest.mark.parametrize(
    ("quality", "gone", "die", "through"),
    [
        *[("Average", 0, 3, True), ("Average", 0, 2, False), ("Elite", 0, 1, True), ("Green", 0, 3, False)],
        *[("Green", 0, 4, True), ("Average", 1, 3, False), ("Average", 1, 4, True)],
    ],
)
def test_tacking(quality: str, gone: int, die: int, through: bool) -> None:
    # Heading north, the wind from 75 degrees to starboard: she tacks through it and lies 60 degrees off.
    masts = {"rat_fore": 0} if gone else {}
    fight = battle(
        Loaded(move=[3] if not gone else [4], tack=[die]),
        a=at(0, 0, 0, quality=quality, **masts, rat_sail="full" if gone else "battle"),
        b=FAR,
        wind=(75, 4),
    )
    move = 4 if gone else 3
    found = play(fight, Act(ship="a", move=move, turns=(Turn("tack"),)))
    # On the new tack the wind is on her port side: 75 + 60. Failing, she lies head to it.
    assert pose(fight, "a").heading == (135 if through else 75)
    assert "RAT-BGTURN-03" in cited(found)


@pytest.mark.rule("RAT-BGTURN-03")
def test_the_bow_goes_through_the_wind_by_tacking_only() -> None:
    fight = battle(Loaded(move=[6]), a=at(0, 0, 0, 5), b=FAR, wind=(61, 4))
    turns = (Turn("starboard", 30), Turn("starboard", 30), Turn("starboard", 30))
    assert refused(fight, Act(ship="a", move=6, turns=turns)).rule == "RAT-BGTURN-03"


@pytest.mark.rule("RAT-BGTURN-04")
def test_wearing_needs_no_roll() -> None:
    # Wind dead astern but for 10 degrees: 30 degrees to port brings the stern through it.
    fight = battle(Loaded(move=[2, 2], tack=[]), a=at(0, 0, 0), b=FAR, wind=(170, 4))
    found = play(fight, Act(ship="a", move=4, turns=(Turn("port", 30),)))
    assert pose(fight, "a").heading == 330
    assert "RAT-BGTURN-04" in cited(found)


@pytest.mark.rule("RAT-BGTURN-04")
def test_only_the_half_of_a_move_in_which_she_wears_says_so() -> None:
    # She wears at 3 MU of 8, fires at half her move, and stands on.
    fight = battle(Loaded(move=[4, 4]), a=at(0, 0, 0), b=at(9, 0, 0, anchored=True), wind=(170, 4))
    shots = (Shot("stern", "b", "half"),)
    found = play(fight, Act(ship="a", move=8, turns=(Turn("port", 30),), shots=shots))
    first, second = of(found, nr.ShipMoved, "a")
    assert "RAT-BGTURN-04" in first.cited()
    assert "RAT-BGTURN-04" not in second.cited()


@pytest.mark.rule("RAT-BGTURN-05")
@pytest.mark.parametrize(
    ("quality", "die", "side", "heading"),
    [
        *[("Average", 3, "port", 300), ("Average", 3, "starboard", 60), ("Average", 2, "port", 0)],
        *[("Elite", 1, "starboard", 60), ("Green", 3, "port", 0), ("Green", 4, "port", 300)],
    ],
)
def test_paying_off(quality: str, die: int, side: str, heading: float) -> None:
    fight = battle(Loaded(pay_off=[die]), a=at(0, 0, 0, quality=quality), b=FAR, wind=(0, 4))
    found = play(fight, Act(ship="a", pay_off=side))
    assert ship(fight, "a").pose == nr.Pose(0, 0, heading)
    assert "RAT-BGTURN-05" in cited(found)
    assert ship(fight, "a").still


# ---------------------------------------------------------------- contact and fouling


@pytest.mark.rule("RAT-BGFOUL-01")
@pytest.mark.parametrize(
    ("die", "wreck", "foul"),
    [(4, "", True), (3, "", False), (3, "a", True), (2, "a", False), (3, "b", True), (2, "b", False)],
)
def test_a_ship_stops_where_she_touches_and_may_foul(die: int, wreck: str, foul: bool) -> None:
    mine = {"rat_wreck": "port"} if wreck == "a" else {}
    theirs = {"rat_wreck": "port"} if wreck == "b" else {}
    fight = battle(Loaded(move=[6, 6], foul=[die]), a=at(0, 0, 0, **mine), b=at(0, 8, 90, **theirs))
    found = play(fight, Act(ship="a", move=12))
    # Her bow, 2.5 ahead of her centre, meets a side 0.625 from the other's keel.
    assert pose(fight, "a").y == pytest.approx(8 - 2.5 - 0.625, abs=0.06)
    (event,) = of(found, Touched)
    assert (event.ship, event.target, event.fouled) == ("a", "b", foul)
    assert ship(fight, "a").fouled == (("b",) if foul else ())
    assert ship(fight, "b").fouled == (("a",) if foul else ())
    assert "RAT-BGFOUL-01" in cited(found)


@pytest.mark.rule("RAT-BGFOUL-01")
def test_at_a_table_with_a_tape_the_player_says_whom_she_touched() -> None:
    fight = battle(
        Loaded(move=[2, 2], foul=[4]), b=at(9, 0, 0, anchored=True), a=at(0, 0, 0), measure=nr.Tape()
    )
    seen: list[str] = []
    while not of(fight.log, Touched):
        fight.advance()
        request = fight.requests[0]
        seen.append(request.kind)
        if request.kind == nr.Measured.kind:
            fight.submit(nr.Measured(ship=request.ship, about=request.about, range=3, bearing=0, aspect=90))
        elif request.kind == nr.PointOfSail.kind:
            fight.submit(nr.PointOfSail(ship=request.ship, about=request.about, off_wind=100))
        elif request.kind == Act.kind:
            fight.submit(Act(ship="a", move=4, touched="b"))
        else:
            fight.submit(quiet(request))
    assert ship(fight, "a").fouled == ("b",)
    assert {"measured", "point_of_sail", "act"} <= set(seen)
    # On a plane the geometry knows.
    plane = battle(Loaded(move=[2, 2]), a=at(0, 0, 0), b=FAR)
    assert refused(plane, Act(ship="a", move=4, touched="b")).rule == "RAT-BGFOUL-01"


@pytest.mark.rule("RAT-BGFOUL-02", "RAT-BGMOVE-06")
def test_fouled_ships_neither_move_nor_turn() -> None:
    fouled = {"a": at(0, 0, 0, rat_fouled="b"), "b": at(1.3, 0, 0, rat_fouled="a")}
    assert refused(battle(Loaded(move=[]), fouled), Act(ship="a", move=3)).rule == "RAT-BGMOVE-06"
    turn = Act(ship="a", turns=(Turn("port", 10),))
    assert refused(battle(Loaded(move=[]), fouled), turn).rule == "RAT-BGFOUL-02"
    fight = battle(Loaded(move=[]), fouled)
    play(fight, Act(ship="a"))
    assert "RAT-BGFOUL-02" in cited(fight.log)


@pytest.mark.rule("RAT-BGFOUL-03", "RAT-BGCREW-02")
@pytest.mark.parametrize(
    ("quality", "die", "free"),
    [("Average", 4, True), ("Average", 3, False), ("Elite", 2, True), ("Green", 4, False)],
)
def test_unfouling(quality: str, die: int, free: bool) -> None:
    fight = battle(
        Loaded(task_unfoul=[die]),
        a=at(0, 0, 0, rat_fouled="b", quality=quality),
        b=at(1.3, 0, 0, rat_fouled="a"),
    )
    found = play(fight, task("a", "unfoul", "b"))
    assert (ship(fight, "a").fouled, ship(fight, "b").fouled) == (((), ()) if free else (("b",), ("a",)))
    assert "RAT-BGFOUL-03" in cited(found)


@pytest.mark.rule("RAT-BGFOUL-04", "RAT-BGCRIT-01")
@pytest.mark.parametrize(("die", "side"), [(1, "port"), (3, "port"), (4, "starboard"), (6, "starboard")])
def test_a_mast_falls_over_a_random_side(die: int, side: str) -> None:
    dice = Loaded(fire=[5], mast=[1], mast_side=[die])
    fight, found = broadside(dice)
    assert ship(fight, "b").wrecks == (side,)
    (fell,) = of(found, nr.MastFell)
    assert (fell.hand, fell.ship) == (side, "b")
    assert "RAT-BGFOUL-04" in cited(found)


@pytest.mark.rule("RAT-BGFOUL-04")
@pytest.mark.parametrize(("wreck", "amount"), [("port", -2), ("starboard", None)])
def test_the_battery_under_the_wreck_is_worse_by_two(wreck: str, amount: int | None) -> None:
    _, found = broadside(Loaded(fire=[2]), a=at(0, 0, 0, rat_wreck=wreck), b=at(-9, 0, 0))
    assert amounts(found).get("wreckage") == amount
    assert factor(found) == 2 + (amount or 0)


@pytest.mark.rule("RAT-BGFOUL-04")
def test_she_turns_towards_her_wreckage_only_and_keeps_her_sail() -> None:
    setting = {"a": at(0, 0, 0, rat_wreck="port"), "b": FAR}
    away = Act(ship="a", move=4, turns=(Turn("starboard", 10),))
    assert refused(battle(Loaded(move=[2, 2]), setting), away).rule == "RAT-BGFOUL-04"
    fight = battle(Loaded(move=[2, 2]), setting)
    play(fight, Act(ship="a", move=4, turns=(Turn("port", 10),)))
    assert pose(fight, "a").heading == 350
    assert refused(battle(ships=setting), Command(ship="a", sail="full")).rule == "RAT-SAIL-06"


@pytest.mark.rule("RAT-BGFOUL-05")
@pytest.mark.parametrize(
    ("die", "fire"), [(1, True), (3, True), (5, True), (2, False), (4, False), (6, False)]
)
def test_firing_through_wreckage_on_an_odd_die(die: int, fire: bool) -> None:
    fight, found = broadside(Loaded(fire=[die]), a=at(0, 0, 0, rat_wreck="port"), b=at(-9, 0, 0))
    assert ship(fight, "a").on_fire is fire
    assert len(of(found, nr.FireStarted, "a")) == fire
    assert ("RAT-BGFOUL-05" in cited(found)) is fire
    clear, _ = broadside(Loaded(fire=[die]), a=at(0, 0, 0, rat_wreck="starboard"), b=at(-9, 0, 0))
    assert not ship(clear, "a").on_fire


@pytest.mark.rule("RAT-BGFOUL-06", "RAT-BGCREW-02")
@pytest.mark.parametrize(
    ("quality", "die", "clear"),
    [("Average", 4, True), ("Average", 3, False), ("Elite", 2, True), ("Green", 4, False)],
)
def test_clearing_wreckage(quality: str, die: int, clear: bool) -> None:
    fight = battle(Loaded(task_wreckage=[die]), a=at(0, 0, 0, quality=quality, rat_wreck="port"), b=FAR)
    found = play(fight, task("a", "wreckage", "port"))
    assert ship(fight, "a").wrecks == (() if clear else ("port",))
    assert "RAT-BGFOUL-06" in cited(found)


@pytest.mark.rule("RAT-BGFOUL-06")
def test_one_success_clears_one_mast() -> None:
    fight = battle(Loaded(task_wreckage=[4, 6]), a=at(0, 0, 0), b=FAR)
    asked(fight, Command.kind, "a")
    alter(fight, "a", wrecks=("port", "port", "starboard"))
    play(fight, task("a", "wreckage", "port"))
    assert ship(fight, "a").wrecks == ("port", "starboard")
