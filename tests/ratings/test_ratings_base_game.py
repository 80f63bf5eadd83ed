"""RAT-BGFIRE, RAT-BGTABLE: firing in the base game, its results table, and another table in its stead."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from ratings_table import (
    Act,
    Fire,
    Loaded,
    Shot,
    aim_of,
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
    refused,
    rulings,
    score,
    ship,
    to_die,
)

import navalrules as nr
from navalrules_ratings.gunnery import fire, looked
from navalrules_ratings.measuring import gap as between_hulls

RULES = nr.ruleset("ratings")


# ---------------------------------------------------------------- when and where


@pytest.mark.rule("RAT-BGFIRE-01")
@pytest.mark.parametrize(("point", "y"), [("before", 0), ("half", 3), ("after", 6)])
def test_a_battery_fires_before_half_way_or_after(point: str, y: float) -> None:
    # Only abeam does her port battery bear: at that point of the move the target is just there.
    fight = battle(Loaded(move=[3, 3], fire=[2]), a=at(0, 0, 0), b=at(-4.9, y, 0))
    found = play(fight, Act(ship="a", move=6, shots=(Shot("port", "b", point=point),)))
    (shot,) = of(found, nr.ShotFired)
    assert shot.range == pytest.approx(4.9 - 1.25)
    assert "RAT-BGFIRE-01" in cited(found)


@pytest.mark.rule("RAT-BGFIRE-01")
def test_half_of_an_odd_move_is_half_of_it() -> None:
    fight = battle(Loaded(move=[2, 3], fire=[2]), a=at(0, 0, 0), b=at(-4.9, 2.5, 0))
    found = play(fight, Act(ship="a", move=5, shots=(Shot("port", "b", point="half"),)))
    (shot,) = of(found, nr.ShotFired)
    assert shot.range == pytest.approx(4.9 - 1.25)


@pytest.mark.rule("RAT-BGFIRE-01")
def test_a_ship_that_waits_is_asked_half_way_and_after() -> None:
    dice = Loaded(move=[3, 3], fire=[2, 3])
    fight = battle(dice, a=at(0, 0, 0), b=at(-4.9, 3, 0), bb=at(4.9, 6, 0))
    half = Fire(ship="a", about="half", shots=(Shot("port", "b", point="half"),))
    after = Fire(ship="a", about="after", shots=(Shot("starboard", "bb", point="after"),))
    found = play(fight, Act(ship="a", move=6, wait=True), half, after)
    first, second = of(found, nr.ShotFired)
    assert (first.weapon, first.target) == ("port", "b")
    assert (second.weapon, second.target) == ("starboard", "bb")
    assert (first.range, second.range) == pytest.approx((4.9 - 1.25, 4.9 - 1.25))
    assert ship(fight, "a").pose == nr.Pose(0, 6, 0)
    # What was told to fire before the move or half-way is not told again.
    late = battle(Loaded(move=[3, 3]), a=at(0, 0, 0), b=at(-4.9, 3, 0))
    early = (Shot("port", "b", point="half"),)
    assert refused(late, Act(ship="a", move=6, wait=True, shots=early)).rule == "RAT-BGFIRE-01"


@pytest.mark.rule("RAT-BGFIRE-01")
def test_once_in_an_action_phase_at_one_target() -> None:
    field = {"a": at(0, 0, 0), "b": at(-9, 0, 0), "bb": at(-9, 6, 0)}
    twice = (Shot("port", "b"), Shot("port", "bb"))
    assert (
        refused(battle(Loaded(move=[1, 1]), field), Act(ship="a", move=2, shots=twice)).rule
        == "RAT-BGFIRE-01"
    )
    later = (Shot("port", "b"), Shot("port", "b", point="after"))
    assert (
        refused(battle(Loaded(move=[1, 1]), field), Act(ship="a", move=2, shots=later)).rule
        == "RAT-BGFIRE-01"
    )
    # In her next Action Phase it fires again.
    fight = battle(Loaded(move=[1, 1, 1, 1], fire=[2, 2]), field)
    order = Act(ship="a", move=2, shots=(Shot("port", "b"),))
    play(fight, order)
    play(fight, order)
    assert len(of(fight.log, nr.ShotFired)) == 2


@pytest.mark.rule("RAT-BGFIRE-02")
@pytest.mark.parametrize(
    ("bearing", "battery"),
    [
        *[
            (0, "bow"),
            (44.9, "bow"),
            (45, "starboard"),
            (90, "starboard"),
            (135, "starboard"),
            (135.1, "stern"),
        ],
        *[(180, "stern"), (224.9, "stern"), (225, "port"), (270, "port"), (315, "port"), (315.1, "bow")],
    ],
)
def test_the_arc_that_bears(bearing: float, battery: str) -> None:
    place = nr.Pose(0, 0, bearing).moved(15)
    for name in ("port", "starboard", "bow", "stern"):
        fight = battle(Loaded(move=[], fire=[2]), a=at(0, 0, 0, anchored=True), b=at(place.x, place.y, 0))
        order = Act(ship="a", shots=(Shot(name, "b"),))
        if name == battery:
            assert "RAT-BGFIRE-02" in cited(play(fight, order))
        else:
            assert refused(fight, order).rule == "RAT-BGFIRE-02"


@pytest.mark.rule("RAT-BGFIRE-03")
@pytest.mark.parametrize(("y", "blocked"), [(0, True), (2.4, True), (2.6, False), (-4, False)])
def test_an_outline_across_the_line_blocks_the_shot(y: float, blocked: bool) -> None:
    field = {"a": at(0, 0, 0), "b": at(-12, 0, 0), "bb": at(-6, y, 0)}
    fight = battle(Loaded(move=[1, 1], fire=[2]), field)
    order = Act(ship="a", move=2, shots=(Shot("port", "b"),))
    if blocked:
        assert refused(fight, order).rule == "RAT-BGFIRE-03"
    else:
        assert "RAT-BGFIRE-03" in cited(play(fight, order))


@pytest.mark.parametrize(
    ("x", "y", "apart"), [(0.0, 0.0, 0.0), (4.0, 4.0, 0.0), (-4.4, 4.4, 0.0), (5.6, 4.0, 0.1)]
)
def test_hulls_across_each_other_near_their_ends_overlap(x: float, y: float, apart: float) -> None:
    # Ten MU by one: neither has a corner inside the other.
    one, two = nr.Pose(0.0, 0.0, 0.0), nr.Pose(x, y, 90.0)
    assert between_hulls(one, two, 5.0, 0.5) == pytest.approx(apart)
    assert between_hulls(two, one, 5.0, 0.5) == pytest.approx(apart)


@pytest.mark.rule("RAT-BGFIRE-04")
@pytest.mark.parametrize(
    ("gap", "amount"),
    [(0.5, 2), (5, 2), (5.1, 1), (10, 1), (10.1, 0), (20, 0), (20.1, -2), (40, -2), (40.1, None), (60, None)],
)
def test_bands_of_range_from_nearest_point_to_nearest_point(gap: float, amount: int | None) -> None:
    # Beam to beam: the centres are 1.25 MU farther apart.
    setting = {"a": at(0, 0, 0), "b": at(-gap - 1.25, 0, 0)}
    if amount is None:
        order = Act(ship="a", move=2, shots=(Shot("port", "b"),))
        assert refused(battle(Loaded(move=[1, 1]), setting), order).rule == "RAT-BGFIRE-04"
        return
    _, found = broadside(Loaded(fire=[2]), ships=setting)
    (shot,) = of(found, nr.ShotFired)
    assert shot.range == pytest.approx(gap)
    assert factor(found) == amount + 1
    assert "RAT-BGFIRE-04" in cited(found)


# ---------------------------------------------------------------- modifiers


@pytest.mark.rule("RAT-BGFIRE-05", "RAT-BGCREW-02")
@pytest.mark.parametrize(
    ("quality", "amount"), [("Elite", 2), ("Experienced", 1), ("Average", 0), ("Green", -1)]
)
def test_quality_at_the_guns(quality: str, amount: int) -> None:
    _, found = broadside(Loaded(fire=[2]), a=at(0, 0, 0, quality=quality), b=at(-9, 0, 0, quality="Elite"))
    assert factor(found) == 2 + amount


@pytest.mark.rule("RAT-BGFIRE-05")
def test_a_firer_without_masts_is_worse_by_one() -> None:
    fight = battle(Loaded(fire=[2]), a=at(0, 0, 0), b=at(-9, 0, 0))
    move = score(fight, "a")
    alter(fight, "a", mast=(0, 0, 0), fallen=(True,) * 3)
    assert factor(play(fight, Act(ship="a", move=move, shots=(Shot("port", "b"),)))) == 1
    # A mast at 0 stands.
    wrecked = {"rat_fore": 0, "rat_main": 0, "rat_mizzen": 0}
    _, found = broadside(Loaded(fire=[2]), a=at(0, 0, 0, **wrecked), b=at(-9, 0, 0))
    assert factor(found) == 2


@pytest.mark.rule("RAT-BGFIRE-06")
def test_the_die_of_a_firer_on_fire() -> None:
    fight = battle(Loaded(fire=[3, 3]), a=at(0, 0, 0), b=at(-9, 0, 0))
    move = score(fight, "a")
    alter(fight, "a", fire_since=1)
    found = play(fight, Act(ship="a", move=move, shots=(Shot("port", "b"),)))
    assert (to_die(found), losses(fight, "b")) == (-1, {"starboard": 1})


@pytest.mark.rule("RAT-BGFIRE-06")
@pytest.mark.parametrize(("visibility", "amount"), [("clear", 0), ("smoke", -1), ("fog", -1), ("dark", -1)])
def test_the_die_at_an_obscured_target(visibility: str, amount: int) -> None:
    _, found = broadside(Loaded(fire=[3]), conditions={"visibility": visibility})
    assert to_die(found) == amount


@pytest.mark.rule("RAT-BGFIRE-06")
def test_the_die_at_a_target_lying_still() -> None:
    anchored, found = broadside(Loaded(fire=[2]), a=at(0, 0, 0), b=at(-9, 0, 0, anchored=True))
    assert (to_die(found), losses(anchored, "b")["starboard"]) == (1, 2)
    # In irons in her last Action Phase: stationary.
    fight = battle(Loaded(fire=[2]), a=at(0, 0, 90), b=at(0, 9, 0), wind=(0, 4), cards="BBBAAA")
    asked(fight, Act.kind, "a")
    assert ship(fight, "b").still
    shot = Act(ship="a", move=score(fight, "a"), shots=(Shot("port", "b"),))
    assert to_die(play(fight, shot)) == 1


@pytest.mark.rule("RAT-BGFIRE-06")
def test_a_result_takes_effect_at_once() -> None:
    # Her port broadside brings the hull down to 8; her other shot of the same moment is at 8 already.
    fight = battle(Loaded(fire=[4, 2]), a=at(0, 0, 0, 1), b=at(-9, 0, 0), aa=at(-18, 0, 0), wind=(0, 4))
    play(fight, nr.Chosen(about="next", option="a"), Act(ship="a", shots=(Shot("port", "b"),)))
    found = play(fight, Act(ship="aa", shots=(Shot("starboard", "b"),)))
    assert factor(found) == 10 - 8 + 2


@pytest.mark.rule("RAT-BGFIRE-07")
@pytest.mark.parametrize(
    ("angle", "heading", "amount"),
    [
        *[(0, 180, 2), (22.4, 180, 2), (22.6, 180, None), (-22.4, 180, 2), (-22.6, 180, None)],
        *[(0, 0, 3), (22.4, 0, 3), (22.6, 0, None), (-22.4, 0, 3), (90, 0, None)],
    ],
)
def test_a_rake_from_within_22_and_a_half_degrees(angle: float, heading: float, amount: int | None) -> None:
    # The target lies north of the firer, end on but for `angle`.
    _, found = broadside(Loaded(fire=[2]), a=at(0, 0, 90), b=at(0, 9, heading + angle))
    assert amounts(found).get("bow_rake" if heading else "stern_rake") == amount
    assert factor(found) == 2 + (amount or 0)
    assert ("RAT-HULL-05" in cited(found)) is (amount is not None)


@pytest.mark.rule("RAT-BGFIRE-07")
@pytest.mark.parametrize(("gap", "rakes"), [(4, True), (10, True), (10.1, False), (30, False)])
def test_no_rake_beyond_short_range(gap: float, rakes: bool) -> None:
    _, found = broadside(
        Loaded(fire=[2], engaged_side=[1] * (not rakes)), a=at(0, 0, 90), b=at(0, gap + 3.125, 0)
    )
    assert ("stern_rake" in amounts(found)) is rakes


@pytest.mark.rule("RAT-BGFIRE-08")
def test_the_first_broadside_of_each_battery() -> None:
    fight = battle(Loaded(fire=[2] * 3), a=at(0, 0, 0), b=at(-9, 0, 0), bb=at(9, 0, 0), wind=(0, 4))
    first = play(fight, Act(ship="a", shots=(Shot("port", "b"),)))
    second = play(fight, Act(ship="a", shots=(Shot("port", "b"), Shot("starboard", "bb"))))
    assert [ruled.need for ruled in rulings(first, "RAT-BGFIRE-06")] == [2]
    assert [ruled.need for ruled in rulings(second, "RAT-BGFIRE-06")] == [1, 2]
    assert "RAT-BGFIRE-08" in cited(first)


@pytest.mark.rule("RAT-BGFIRE-09")
@pytest.mark.parametrize(("die", "lost"), [(2, 0), (3, 1), (6, 2)])
def test_crew_lost_in_the_base_game(die: int, lost: int) -> None:
    rules = {"separate_ratings": False}
    fight, found = broadside(Loaded(fire=[die]), rules=rules)
    assert 4 - ship(fight, "b").crew == lost
    assert ("RAT-BGFIRE-09" in cited(found)) is (lost > 0)


ALONE = dict.fromkeys(
    ("chain_shot", "extreme_damage", "full_sail", "dice_speed_loss", "revised_boarding", "separate_ratings"),
    False,
)


@pytest.mark.rule("RAT-BGFIRE-10")
def test_the_base_game_alone_has_one_rating() -> None:
    fight, found = broadside(Loaded(fire=[3]), rules=ALONE)
    assert (ship(fight, "b").hull, ship(fight, "b").crew) == (8, 3)
    assert "RAT-BGFIRE-10" in cited(found)
    # It serves for hull and guns: 8 against 10 in her answer, Short +1 and first broadside +1.
    again = battle(Loaded(fire=[3, 2]), rules=ALONE, cards="AABBBA")
    move = score(again, "a")
    play(again, Act(ship="a", move=move, shots=(Shot("port", "b"),)))
    back = play(again, Act(ship="b", move=score(again, "b"), shots=(Shot("starboard", "a"),)))
    assert factor(back) == 8 - 10 + 2
    masts = Act(ship="a", move=2, shots=(Shot("port", "b", aim="masts"),))
    assert refused(battle(Loaded(move=[1, 1]), rules=ALONE), masts).rule


@pytest.mark.rule("RAT-BGFIRE-10", "RAT-SCOPE-04")
def test_the_base_game_alone_is_fought_to_its_end() -> None:
    fight = nr.Battle.begin(nr.scenario("duel-of-third-rates"), seed=5, rules=ALONE)
    captains = {side.name: RULES.captains["close_action"]() for side in fight.scenario.sides}
    assert fight.run(captains).over
    layer = (
        "RAT-CHAIN",
        "RAT-EXTREME",
        "RAT-HULL-01",
        "RAT-HULL-05",
        "RAT-RIG-06",
        "RAT-SAIL-03",
        "RAT-SPEED-02",
        "RAT-BOARD-05",
        "RAT-BOARD-12",
        "RAT-BOARD-13",
    )
    assert sorted(rule for rule in cited(fight.log) if rule.startswith(layer)) == []
    assert {"RAT-BGFIRE-10", "RAT-BGTABLE-01"} <= cited(fight.log)


# ---------------------------------------------------------------- the results table

COLUMNS = ("1 or less", "2", "3", "4", "5", "6 or more")
PRINTED = {
    "R1": ("", "", "", "", "", "rr"),
    "R2": ("", "", "", "", "rr", "rr"),
    "R3": ("", "", "", "rr", "rr", "2rr"),
    "R4": ("", "", "rr", "rr", "2rr", "2rr WS"),
    "R5": ("", "rr", "rr", "2rr", "2rr", "2rr LM"),
    "R6": ("WS", "rr", "2rr", "2rr", "2rr LM", "3rr WS"),
    "R7": ("WS", "2rr", "2rr", "3rr", "3rr LM", "3rr LM F"),
    "R8": ("WS", "2rr", "3rr", "3rr LM", "4rr LM", "5rr LM F"),
}
FACTORS = {
    "R1": (-9, -7),
    "R2": (-6, -5),
    "R3": (-4, -3),
    "R4": (-2, -1),
    "R5": (0, 1),
    "R6": (2, 3),
    "R7": (4, 5),
    "R8": (6, 14),
}
"""Table RAT-T4, and a factor at both ends of each row."""

EDGES = [(row, factor_) for row, ends in FACTORS.items() for factor_ in ends]


@pytest.mark.rule("RAT-BGTABLE-01", "RAT-BGTABLE-02", "RAT-BGTABLE-03")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize(("row", "wanted"), EDGES)
def test_every_cell_is_fired_at_both_ends_of_its_row(row: str, wanted: int, die: int) -> None:
    # Short and a first broadside are worth 2.
    rating = max(wanted + 8, 1)
    hull = rating + 2 - wanted
    fight, _ = broadside(
        Loaded(fire=[die]),
        a=at(0, 0, 0, rat_port=rating),
        b=at(-9, 0, 0, rat_hull=hull, rat_crew=9, rat_starboard=9, rat_port=9),
        rules={"extreme_damage": False},
    )
    hurt = ship(fight, "b")
    found = [str(9 - hurt.starboard).replace("1", "", 1) + "rr"] if hurt.starboard < 9 else []
    found += ["LM"] * any(hurt.fallen) + ["WS"] * hurt.wheel_gone + ["F"] * hurt.on_fire
    assert " ".join(found) == PRINTED[row][die - 1]


@pytest.mark.rule("RAT-BGTABLE-01", "RAT-BGTABLE-02", "RAT-BGTABLE-04")
def test_the_table_as_printed() -> None:
    assert {
        (row, column): RULES.tables["cells"].text(f"{row}/{column}") for row in PRINTED for column in COLUMNS
    } == {
        (row, column): cell
        for row, cells in PRINTED.items()
        for column, cell in zip(COLUMNS, cells, strict=True)
    }
    assert len(list(RULES.tables["cells"])) == 48


@pytest.mark.rule("RAT-BGTABLE-03")
def test_results_in_their_order() -> None:
    # R7, 6: reductions, mast, fire. Fire broke out after the mast fell, and that after the reductions.
    _, found = broadside(Loaded(fire=[6], mast=[1], mast_side=[1]), a=at(0, 0, 0, 1))
    kinds = [
        type(event)
        for event in found
        if event.ship == "b" and isinstance(event, nr.ShipHurt | nr.FireStarted)
    ]
    assert kinds.index(nr.ShipHurt) < kinds.index(nr.MastFell) < kinds.index(nr.FireStarted)
    assert "RAT-BGTABLE-03" in cited(found)
    _, nothing = broadside(Loaded(fire=[1]), rules={"extreme_damage": True}, a=at(0, 0, 0, rat_port=2))
    (shot,) = of(nothing, nr.ShotFired)
    assert not shot.hit


SHAPE = ("base", "factor_modifiers", "die_modifiers", "rows", "columns", "cells")


@pytest.mark.rule("RAT-BGTABLE-04")
def test_the_base_game_is_data_with_a_name() -> None:
    assert set(SHAPE) <= set(RULES.tables)
    assert RULES.tables["base"].text("name") == "base_ours"
    assert tuple(RULES.tables["columns"]) == COLUMNS
    assert tuple(RULES.tables["rows"]) == tuple(PRINTED)
    assert {
        key: RULES.tables["factor_modifiers"].number(key) for key in ("close", "short", "medium", "long")
    } == {
        "close": 2,
        "short": 1,
        "medium": 0,
        "long": -2,
    }


# ---------------------------------------------------------------- another base game: 2d6, low is good

LOW_IS_GOOD = """
format = "navalrules/variant"
version = 1
parent = "ratings"
name = "base_low"

[tables.base]
name = "base_low"
dice = 2
sides = 6

[tables.factor_modifiers]
close = -3
short = -2
medium = 0
long = 2
first_broadside = -1
bow_rake = -3
stern_rake = -4
elite = -2
experienced = -1
average = 0
green = 1
no_mast = 1
wreckage = 2

[tables.die_modifiers]
on_fire = 1
obscured = 1
still = -1

[tables.rows]
replaces_all = true
poor = [-99, -4]
even = [-3, 3]
good = [4, 99]

[tables.columns]
replaces_all = true
"1 or less" = [-99, 1]
"2" = [2, 2]
"3 to 5" = [3, 5]
"6 to 8" = [6, 8]
"9 or more" = [9, 99]

[tables.cells]
replaces_all = true
"poor/1 or less" = "WS"
"poor/2" = "rr"
"poor/3 to 5" = "rr"
"poor/6 to 8" = ""
"poor/9 or more" = ""
"even/1 or less" = "WS"
"even/2" = "3rr"
"even/3 to 5" = "2rr"
"even/6 to 8" = "rr"
"even/9 or more" = ""
"good/1 or less" = "WS"
"good/2" = "4rr LM"
"good/3 to 5" = "3rr"
"good/6 to 8" = "2rr"
"good/9 or more" = "rr"
"""


@pytest.fixture
def low(tmp_path: Path) -> Path:
    file = tmp_path / "base_low.toml"
    file.write_text(LOW_IS_GOOD, encoding="utf-8")
    return file


@pytest.mark.rule("RAT-BGTABLE-04", "RAT-BGTABLE-05")
@pytest.mark.parametrize(
    ("dice", "lost"),
    [((1, 1), 3), ((1, 2), 2), ((2, 3), 2), ((3, 3), 1), ((4, 4), 1), ((4, 5), 0), ((6, 6), 0)],
    ids=str,
)
def test_a_table_for_two_dice_where_low_is_good(low: Path, dice: tuple[int, int], lost: int) -> None:
    fight, found = broadside(Loaded(fire=list(dice)), variant=low)
    assert 10 - ship(fight, "b").starboard == lost
    roll = aim_of(found).roll
    assert roll is not None
    assert (roll.sides, len(roll.faces)) == (6, 2)


@pytest.mark.rule("RAT-BGTABLE-05")
def test_its_signs_turn_round(low: Path) -> None:
    # Firer on fire: 1 more is worse here. 5 is 2 reductions, 6 is 1.
    fight = battle(Loaded(fire=[2, 3]), variant=low)
    move = score(fight, "a")
    alter(fight, "a", fire_since=1)
    play(fight, Act(ship="a", move=move, shots=(Shot("port", "b"),)))
    assert losses(fight, "b") == {"starboard": 1}


@pytest.mark.rule("RAT-EXTREME-04", "RAT-EXTREME-01", "RAT-EXTREME-02")
@pytest.mark.parametrize(("extreme", "reductions"), [(True, 3), (False, 0)])
def test_the_lowest_column_of_any_table_is_struck_out(low: Path, extreme: bool, reductions: int) -> None:
    # At a target lying still the lowest total is 1.
    fight, _ = broadside(
        Loaded(fire=[1, 1]),
        b=at(-9, 0, 0, anchored=True),
        a=at(0, 0, 0),
        variant=low,
        rules={"extreme_damage": extreme},
    )
    hurt = ship(fight, "b")
    assert (10 - hurt.starboard, hurt.wheel_gone) == (reductions, not extreme)


@pytest.mark.rule("RAT-BGTABLE-04", "RAT-BGTABLE-05", "RAT-SCOPE-03")
def test_a_battle_under_another_base_game(low: Path) -> None:
    fight = nr.Battle.begin(nr.scenario("duel-of-third-rates"), seed=11, variant=low)
    captains = {side.name: RULES.captains["close_action"]() for side in fight.scenario.sides}
    result = fight.run(captains)
    assert result.over
    shots = of(fight.log, nr.ShotFired)
    assert len(shots) > 3
    casts = [ruled for ruled in rulings(shots, "RAT-BGFIRE-06") if ruled.roll]
    assert {(cast.roll.sides, len(cast.roll.faces)) for cast in casts if cast.roll} == {(6, 2)}
    # The expanded rules still work on it, and all it changes comes from the file.
    assert "RAT-HULL-01" in cited(fight.log)
    assert fight.tables["base"].text("name") == "base_low"
    begun = fight.log[0]
    assert isinstance(begun, nr.BattleBegan)
    assert begun.variant == "base_low"


@pytest.mark.rule("RAT-BGTABLE-04")
@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('"even/6 to 8" = "rr"\n', "even/6 to 8"),
        ("even = [-3, 3]\n", "even"),
        ('"3 to 5" = [3, 5]\n', "3 to 5"),
    ],
    ids=["a cell", "a row", "a column"],
)
def test_a_table_with_a_hole_is_refused(tmp_path: Path, line: str, fault: str) -> None:
    file = tmp_path / "holed.toml"
    assert line in LOW_IS_GOOD
    file.write_text(LOW_IS_GOOD.replace(line, ""), encoding="utf-8")
    with pytest.raises(nr.BadFile) as refused_:
        nr.Battle.begin(nr.scenario("duel-of-third-rates"), seed=1, variant=file)
    told = str(refused_.value)
    assert "holed.toml" in told
    assert fault in told


@pytest.mark.rule("RAT-BGFOUL-05", "RAT-HULL-08", "RAT-BGTABLE-04")
@pytest.mark.parametrize(
    ("table", "line", "fault"),
    [
        ("fires", 'wreckage_fire = "seldom"', "odd or even"),
        ("engaged", 'odd = "bow"', "port or starboard"),
        ("base", "dice = 0", "tables.base.dice = 0: expected 1 or more"),
        ("base", "sides = 0", "1 or more"),
        ("moving", "base_share = 0", "1 or more"),
        ("boarding", "sides = 0", "1 or more"),
        ("fires", "sinking_sides = 0", "1 or more"),
        ("wind", "dice = 0", "1 or more"),
        ("rigging", "jury_half = 0", "1 or more"),
        ("cards", "action = 0", "1 or more"),
        ("turning", "interval = 0", "more than 0"),
        ("outline", "length = 0", "more than 0"),
        ("ground", "metres = 0", "more than 0"),
        ("ranges", "close = 12", "tables.ranges.short = 10: expected more than close, 12"),
        ("points_of_sail", "beating = [70, 90, 1]", "from 60 on"),
        ("points_of_sail", "running = [165, 170, 1]", "up to 180"),
        ("points_of_sail", "beating = [60, 90, -1]", "no fewer than 0 dice"),
        ("masts", "of_three = [2, 4, 5]", "3 faces that rise and end at 6"),
        ("masts", "of_two = [6, 6]", "2 faces that rise and end at 6"),
        ("chain", 'farthest = "point blank"', "one of close, short, medium, long"),
        ("rake", 'farthest = "point blank"', "one of close, short, medium, long"),
        ("crews", 'experienced = "Ace"', "one of Elite, Experienced, Average, Green"),
        ("standard", "masts = 9", "from 0 to 3"),
    ],
)
def test_tables_that_cannot_be_played_with_are_refused(
    tmp_path: Path, table: str, line: str, fault: str
) -> None:
    file = tmp_path / "words.toml"
    head = LOW_IS_GOOD.split("[tables")[0]
    file.write_text(f"{head}\n[tables.{table}]\n{line}\n", encoding="utf-8")
    with pytest.raises(nr.BadFile, match=fault) as refused_:
        nr.Battle.begin(nr.scenario("duel-of-third-rates"), seed=1, variant=file)
    assert "words.toml" in str(refused_.value)


@pytest.mark.rule("RAT-BGFOUL-05")
def test_a_table_may_set_the_firer_on_fire_by_even_dice(tmp_path: Path) -> None:
    file = tmp_path / "even.toml"
    head = LOW_IS_GOOD.split("[tables")[0]
    file.write_text(f'{head}\n[tables.fires]\nwreckage_fire = "even"\n', encoding="utf-8")
    for die, burns in ((2, True), (3, False)):
        fight, _ = broadside(Loaded(fire=[die]), a=at(0, 0, 0, rat_wreck="port"), variant=file)
        assert ship(fight, "a").on_fire is burns


@pytest.mark.rule("RAT-BGTABLE-01")
def test_the_chances_of_a_cell_are_exact() -> None:
    """A first broadside at Short range is one die over row R6, its lowest column struck out."""
    fight = battle()

    def lost(dice: nr.Dice) -> int:
        again = fight.copy()
        again.dice = dice
        target, shooter = ship(again, "b"), ship(again, "a")
        shot = Shot("port", "b")
        fire(again, shooter, target, shot, looked(again, shooter, target))
        return target.starboard_full - target.starboard

    assert nr.weigh(lost) == {1: Fraction(1, 3), 2: Fraction(1, 2), 3: Fraction(1, 6)}
