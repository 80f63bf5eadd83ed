"""RAT-SAIL, RAT-SPEED: sail settings, movement dice, lost masts."""

from __future__ import annotations

from pathlib import Path

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
    cited,
    of,
    play,
    pose,
    refused,
    rulings,
    ship,
)

import navalrules as nr
from navalrules_ratings.events import MovementRolled
from navalrules_ratings.lore import Lore
from navalrules_ratings.orders import Turn
from navalrules_ratings.ship import RatingsShip

NORTH = {"reaching": (270, 4), "beating": (285, 4), "broad": (210, 4), "running": (180, 4), "irons": (0, 4)}
"""Winds that give a ship heading north each point of sail: 90, 75, 150, 180 and 0 degrees off it."""


def rolled(*dice: int, wind: str = "reaching", **fields: object) -> tuple[nr.Battle, MovementRolled]:
    """The movement roll of `a`, heading north far from `b`, in her first Action Phase."""
    told = Loaded(move=list(dice))
    fight = battle(told, a=at(0, 0, 0, **fields), b=at(60, 0, 0), wind=NORTH[wind])
    asked(fight, Act.kind, "a")
    (event,) = of(fight.log, MovementRolled, "a")
    assert event.dice == dice
    assert told.left("move") == []
    return fight, event


# ---------------------------------------------------------------- sail


@pytest.mark.rule("RAT-SAIL-01", "RAT-SAIL-06")
def test_two_settings_and_battle_sail_to_begin_with() -> None:
    fight = battle(a=at(0, 0, 0), b=at(20, 0, 0, rat_sail="full"))
    assert (ship(fight, "a").sail, ship(fight, "b").sail) == ("battle", "full")
    assert refused(battle(), Command(ship="a", sail="topsails")).hint


@pytest.mark.rule("RAT-SAIL-02", "RAT-BGMOVE-03")
def test_battle_sail_is_the_usual_dice() -> None:
    _, event = rolled(3, 4)
    assert event.moves == (7,)
    assert "RAT-SAIL-02" in cited([event])


@pytest.mark.rule("RAT-SAIL-03", "RAT-SPEED-07")
@pytest.mark.parametrize(("wind", "dice"), [("beating", 2), ("reaching", 3), ("broad", 4), ("running", 3)])
def test_full_sail_is_one_die_more(wind: str, dice: int) -> None:
    _, event = rolled(*(1,) * dice, wind=wind, rat_sail="full")
    assert {"RAT-SAIL-03", "RAT-SPEED-07"} <= cited([event])


@pytest.mark.rule("RAT-EX-11", "RAT-SAIL-04", "RAT-SAIL-07", "RAT-BGMOVE-05")
def test_example_11_reaching_at_full_sail() -> None:
    fight, event = rolled(2, 4, 6, rat_sail="full")
    assert set(event.moves) == {12, 10, 8, 6}
    assert {"RAT-SAIL-04", "RAT-SAIL-07"} <= cited([event])
    for distance in (0, 1, 2, 4, 5, 7, 9, 11, 13, 18):
        assert refused(fight, Act(ship="a", move=distance)).rule == "RAT-SAIL-04"
    for distance in (12, 10, 8, 6):
        again, _ = rolled(2, 4, 6, rat_sail="full")
        found = play(again, Act(ship="a", move=distance))
        (moved,) = of(found, nr.ShipMoved, "a")
        assert moved.distance == distance
        assert ship(again, "a").pose == nr.Pose(0, distance, 0)


@pytest.mark.rule("RAT-SAIL-04")
def test_a_variant_may_let_two_dice_be_thrown_away(tmp_path: Path) -> None:
    file = tmp_path / "two.toml"
    head = 'format = "navalrules/variant"\nversion = 1\nparent = "ratings"\nname = "two"\n'
    file.write_text(head + "[tables.full_sail]\ndiscards = 2\n", encoding="utf-8")
    fight = battle(Loaded(move=[2, 4, 6]), a=at(0, 0, 0, rat_sail="full"), b=at(60, 0, 0), variant=file)
    asked(fight, Act.kind, "a")
    (event,) = of(fight.log, MovementRolled, "a")
    assert set(event.moves) == {12, 10, 8, 6, 4, 2}


@pytest.mark.rule("RAT-SAIL-04")
def test_no_die_is_thrown_away_at_battle_sail() -> None:
    fight, event = rolled(2, 4)
    assert event.moves == (6,)
    for distance in (2, 4):
        assert refused(fight, Act(ship="a", move=distance)).rule == "RAT-BGMOVE-05"


@pytest.mark.rule("RAT-SAIL-05")
@pytest.mark.parametrize(("aim", "masts"), [("masts", 2), ("hull", 0)])
def test_reductions_aloft_are_doubled_at_full_sail(aim: str, masts: int) -> None:
    fight, _ = broadside(
        Loaded(fire=[2], mast=[1, 3]),
        Shot("port", "b", aim=aim),
        b=at(-9, 0, 0, rat_sail="full"),
        a=at(0, 0, 0),
    )
    hurt = ship(fight, "b")
    assert (14 - sum(hurt.mast), 10 - hurt.starboard) == ((masts, 0) if aim == "masts" else (0, 1))


@pytest.mark.rule("RAT-SAIL-06")
def test_sail_is_changed_in_the_command_phase() -> None:
    fight = battle(Loaded(move=[1, 2, 3]), a=at(0, 0, 0), b=at(60, 0, 0))
    found = play(fight, Command(ship="a", sail="full"))
    assert ship(fight, "a").sail == "full"
    assert "RAT-SAIL-06" in cited(found)
    play(fight, Act(ship="a", move=5))
    back = battle(a=at(0, 0, 0, rat_sail="full"), b=at(60, 0, 0))
    play(back, Command(ship="a", sail="battle"))
    assert ship(back, "a").sail == "battle"


@pytest.mark.rule("RAT-SAIL-06", "RAT-BGFOUL-04", "RAT-BGCREW-03")
def test_no_sail_is_changed_with_wreckage_alongside_or_without_crew() -> None:
    wreck = refused(battle(a=at(0, 0, 0, rat_wreck="port"), b=at(20, 0, 0)), Command(ship="a", sail="full"))
    assert wreck.rule == "RAT-SAIL-06"
    nobody = battle(a=at(0, 0, 0, rat_crew=0), aa=at(0, 20, 0), b=at(20, 0, 0))
    asked(nobody, Command.kind, "aa")
    assert [request.ship for request in nobody.requests] == ["aa"]
    with pytest.raises(nr.IllegalOrder):
        nobody.submit(Command(ship="a", sail="full"))


@nr.house_rule("topmen", ruleset="ratings", replaces="RAT-SAIL-06", default=True)
def in_spite_of_wreckage(ship: RatingsShip) -> bool:
    """Sail is changed whatever lies alongside."""
    return ship.crew > 0


@nr.house_rule("jammed", ruleset="ratings", replaces="RAT-BGCRIT-02", default=True)
def never_steers(ship: RatingsShip) -> bool:
    """Nobody answers her wheel."""
    return False


@nr.house_rule("long_grapnels", ruleset="ratings", replaces="RAT-BGGRAP-01", default=True)
def at_nine(lore: Lore, ship: RatingsShip, target: RatingsShip, sight: nr.Sighting) -> bool:
    """Grapnels reach as far as the guns."""
    return True


def test_orders_are_judged_by_the_house_rules_in_force() -> None:
    """What is offered, what is refused and what is done all ask the same ruling."""
    wreck = {"a": at(0, 0, 0, rat_wreck="port"), "b": at(20, 0, 0)}
    fight = battle(ships=wreck, house_rules=(in_spite_of_wreckage,))
    assert asked(fight, Command.kind, "a").describe()["sails"] == ["battle", "full"]
    play(fight, Command(ship="a", sail="full"))
    assert ship(fight, "a").sail == "full"
    irons = {"a": at(0, 0, 0), "b": at(20, 0, 0)}
    jammed = battle(ships=irons, wind=(0, 4), house_rules=(never_steers,))
    assert asked(jammed, Act.kind, "a").describe()["turns_to"] == []
    assert refused(jammed, Act(ship="a", pay_off="port")).rule == "RAT-BGCRIT-02"
    far = battle(Loaded(move=[1, 1], grapple=[6]), house_rules=(at_nine,))
    play(far, Act(ship="a", move=2, grapple="b"))
    assert ship(far, "a").grappled == ("b",)


@pytest.mark.rule("RAT-SAIL-07", "RAT-SPEED-07")
def test_a_single_die_is_not_thrown_away() -> None:
    # Beating 1, Full Sail +1, a mast lost -1.
    fight, event = rolled(5, wind="beating", rat_sail="full", rat_fore=0)
    assert event.moves == (5,)
    assert refused(fight, Act(ship="a", move=0)).rule == "RAT-BGMOVE-05"


@pytest.mark.rule("RAT-SAIL-08", "RAT-SPEED-08")
def test_in_irons_full_sail_adds_nothing_and_nothing_is_rolled() -> None:
    fight = battle(
        Loaded(move=[]), a=at(0, 0, 0, rat_sail="full", rat_fore=0), b=at(60, 0, 0), wind=NORTH["irons"]
    )
    found = play(fight, Act(ship="a", move=0))
    assert {"RAT-SAIL-08", "RAT-SPEED-08"} <= cited(fight.log)
    assert ship(fight, "a").still
    assert of(found, nr.ShipMoved, "a") == []


# ---------------------------------------------------------------- lost masts


@pytest.mark.rule("RAT-SPEED-01", "RAT-BGMOVE-08")
@pytest.mark.parametrize(("dice", "on", "move"), [((5,), True, 5), ((5, 6), False, 5)])
def test_dice_are_lost_or_the_score_is_halved(dice: tuple[int, ...], on: bool, move: int) -> None:
    fight = battle(
        Loaded(move=list(dice)), a=at(0, 0, 0, rat_fore=0), b=at(60, 0, 0), rules={"dice_speed_loss": on}
    )
    asked(fight, Act.kind, "a")
    (event,) = of(fight.log, MovementRolled, "a")
    assert (event.dice, event.moves) == (dice, (move,))
    assert ("RAT-SPEED-01" in cited([event])) is on
    assert ("RAT-BGMOVE-08" in cited([event])) is not on


@pytest.mark.rule("RAT-BGMOVE-08")
@pytest.mark.parametrize(
    ("masts", "move"), [(("fore",), 5), (("fore", "main"), 2), (("fore", "main", "mizzen"), 1)]
)
def test_every_lost_mast_halves_the_score_of_the_base_game(masts: tuple[str, ...], move: int) -> None:
    gone = {f"rat_{mast}": 0 for mast in masts}
    fight = battle(
        Loaded(move=[5, 6]), a=at(0, 0, 0, **gone), b=at(60, 0, 0), rules={"dice_speed_loss": False}
    )
    asked(fight, Act.kind, "a")
    (event,) = of(fight.log, MovementRolled, "a")
    assert event.moves == (move,)


@pytest.mark.rule("RAT-SPEED-02", "RAT-SPEED-07")
@pytest.mark.parametrize(
    ("wind", "gone", "dice"),
    [("broad", ("main",), 2), ("broad", ("main", "fore"), 1), ("running", ("mizzen",), 1)],
)
def test_a_die_less_for_every_mast_lost(wind: str, gone: tuple[str, ...], dice: int) -> None:
    _, event = rolled(*(4,) * dice, wind=wind, **{f"rat_{mast}": 0 for mast in gone})
    assert event.moves == (4 * dice,)
    assert {"RAT-SPEED-02", "RAT-SPEED-07"} <= cited([event])


@pytest.mark.rule("RAT-EX-02", "RAT-SPEED-03", "RAT-SPEED-04", "RAT-SPEED-05", "RAT-BGTURN-02")
@pytest.mark.parametrize(("die", "move"), [(1, 0), (2, 0), (3, 1), (4, 2), (5, 3), (6, 4)])
def test_example_2_two_masts_lost_and_beating(die: int, move: int) -> None:
    fight, event = rolled(die, wind="beating", rat_fore=0, rat_main=0)
    assert event.moves == (move,)
    assert "RAT-SPEED-03" in cited([event])
    assert ("RAT-SPEED-04" in cited([event])) is (move == 0)
    if move == 0:
        error = refused(fight, Act(ship="a", move=0, turns=(Turn("starboard", 30),)))
        assert error.rule == "RAT-SPEED-05"
    found = play(fight, Act(ship="a", move=move))
    assert ship(fight, "a").still is (move == 0)
    assert ship(fight, "a").pose == nr.Pose(0, move, 0)
    if move == 0:
        assert "RAT-SPEED-05" in cited(fight.log) | cited(found)


@pytest.mark.rule("RAT-EX-12", "RAT-SPEED-03", "RAT-SAIL-07")
@pytest.mark.parametrize(("die", "move"), [(1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5)])
def test_example_12_full_sail_beating_with_two_masts_lost(die: int, move: int) -> None:
    _, event = rolled(die, wind="beating", rat_fore=0, rat_main=0, rat_sail="full")
    assert event.moves == (move,)


@pytest.mark.rule("RAT-EX-13", "RAT-SPEED-06", "RAT-RIG-03", "RAT-RIG-04")
def test_example_13_a_dead_mast_falls() -> None:
    # Running: 2 dice less the dead fore mast. LM brings it down; still 1 die.
    dice = Loaded(fire=[5], mast=[1], mast_side=[3], move=[2, 6])
    fight = battle(
        dice,
        a=at(-9, 0, 0, anchored=True),
        b=at(0, 0, 0, 5, rat_fore=0, rat_hull=10),
        wind=NORTH["running"],
        cards="AABBBA",
    )
    play(fight, Act(ship="a", shots=(Shot("starboard", "b"),)))
    wreck = ship(fight, "b")
    assert (wreck.fallen, wreck.wrecks, wreck.masts_lost) == ((True, False, False), ("port",), 1)
    asked(fight, Act.kind, "b")
    (event,) = of(fight.log, MovementRolled, "b")
    assert (event.dice, event.moves) == ((2,), (2,))
    assert "RAT-SPEED-06" in cited([event])


@pytest.mark.rule("RAT-SPEED-07", "RAT-RIG-03")
def test_a_jury_mast_of_one_or_more_is_not_lost() -> None:
    fight = battle(Loaded(move=[3, 3]), a=at(0, 0, 0), b=at(60, 0, 0))
    asked(fight, Command.kind, "a")
    alter(fight, "a", mast=(2, 5, 4), fallen=(False, False, False), jury=(True, False, False))
    asked(fight, Act.kind, "a")
    (event,) = of(fight.log, MovementRolled, "a")
    assert event.moves == (6,)
    assert ship(fight, "a").masts_lost == 0


@pytest.mark.rule("RAT-SPEED-05")
def test_a_ship_that_moves_may_turn() -> None:
    fight, _ = rolled(2, 2)
    play(fight, Act(ship="a", move=4, turns=(Turn("starboard", 30),)))
    assert pose(fight, "a").heading == 30
    assert rulings(fight.log, "RAT-BGMOVE-03")
