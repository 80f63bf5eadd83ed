"""RAT-FIRE, RAT-HULL: aiming, and what hits on the hull cost."""

from __future__ import annotations

import pytest
from ratings_table import (
    Act,
    Loaded,
    Shot,
    at,
    battle,
    broadside,
    cited,
    factor,
    losses,
    of,
    play,
    refused,
    score,
    ship,
)

import navalrules as nr

# ---------------------------------------------------------------- firing


@pytest.mark.rule("RAT-FIRE-01", "RAT-BGFIRE-05")
@pytest.mark.parametrize(
    ("own", "hull", "sum_"), [(10, 10, 2), (12, 10, 4), (10, 12, 0), (4, 12, -6), (1, 12, -9), (12, 1, 13)]
)
def test_the_broadside_that_fires_against_the_hull(own: int, hull: int, sum_: int) -> None:
    # The far broadside (9) counts for nothing. Short +1, first broadside +1.
    _, found = broadside(
        Loaded(fire=[3]), a=at(0, 0, 0, rat_port=own, rat_starboard=9), b=at(-9, 0, 0, rat_hull=hull)
    )
    assert factor(found) == sum_


@pytest.mark.rule("RAT-FIRE-01")
def test_either_side_fires_on_its_own_rating() -> None:
    mixed = at(0, 0, 0, rat_port=4, rat_starboard=9)
    _, port = broadside(Loaded(fire=[3]), Shot("port", "b"), a=mixed, b=at(-9, 0, 0))
    _, starboard = broadside(Loaded(fire=[3]), Shot("starboard", "b"), a=mixed, b=at(9, 0, 0))
    assert (factor(port), factor(starboard)) == (-4, 1)


@pytest.mark.rule("RAT-FIRE-02")
def test_results_are_read_off_the_table_of_the_base_game() -> None:
    # +2 is row R6: a natural 6 gives 3 reductions and the wheel.
    fight, found = broadside(Loaded(fire=[6]))
    assert losses(fight, "b") == {"starboard": 3, "port": 2, "hull": 2, "crew": 2}
    assert ship(fight, "b").wheel_gone
    assert {"RAT-FIRE-02", "RAT-BGTABLE-01"} <= cited(found)


@pytest.mark.rule("RAT-FIRE-03")
def test_a_shot_goes_for_the_hull_or_for_the_masts() -> None:
    hull, low = broadside(Loaded(fire=[3]), Shot("port", "b", aim="hull"))
    masts, high = broadside(Loaded(fire=[3]), Shot("port", "b", aim="masts"))
    assert losses(hull, "b") == {"starboard": 2, "port": 1, "hull": 1, "crew": 1}
    assert losses(masts, "b") == {"starboard": 1, "masts": 2, "crew": 1}
    assert "RAT-FIRE-03" in cited(low) & cited(high)
    shot = Act(ship="a", move=2, shots=(Shot("port", "b", aim="waterline"),))
    assert refused(battle(Loaded(move=[1, 1])), shot).rule == "RAT-FIRE-03"


@pytest.mark.rule("RAT-FIRE-04")
@pytest.mark.parametrize(
    ("battery", "rating", "north"), [("bow", 2, 12), ("stern", 2, -12), ("bow", 4, 12), ("stern", 3, -12)]
)
def test_chasers_fire_on_their_own_rating(battery: str, rating: int, north: float) -> None:
    rate = 3 if rating == 2 else 1
    target = at(0, north, 90, rat_hull=6)
    fight, found = broadside(Loaded(fire=[3]), Shot(battery, "b"), a=at(0, 0, 0, rate), b=target)
    # Short +1 (12 less half her own length and half the other's beam), first broadside +1.
    assert factor(found) == rating - 6 + 2
    assert "RAT-FIRE-04" in cited(found)
    assert battery in ship(fight, "a").first


@pytest.mark.rule("RAT-FIRE-05")
def test_a_whole_result_goes_to_the_aim_named_before_the_die() -> None:
    # 3 reductions and the wheel: nothing of them strays to the other aim.
    masts, found = broadside(Loaded(fire=[6]), Shot("port", "b", aim="masts"))
    assert losses(masts, "b") == {"starboard": 1, "masts": 3, "crew": 2}
    assert "RAT-FIRE-05" in cited(found)
    # Two batteries, two aims: each result goes its own way.
    both = Shot("port", "b"), Shot("starboard", "bb", aim="masts")
    fight, _ = broadside(Loaded(fire=[3, 3]), *both, b=at(-9, 0, 0), bb=at(9, 0, 0), a=at(0, 0, 0))
    assert losses(fight, "b") == {"starboard": 2, "port": 1, "hull": 1, "crew": 1}
    assert losses(fight, "bb") == {"port": 1, "masts": 2, "crew": 1}


@pytest.mark.rule("RAT-FIRE-06")
def test_a_battery_at_nothing_is_silent() -> None:
    silent = battle(Loaded(move=[1, 1]), a=at(0, 0, 0, rat_port=0), b=at(-9, 0, 0))
    assert refused(silent, Act(ship="a", move=2, shots=(Shot("port", "b"),))).rule == "RAT-FIRE-06"
    none = battle(Loaded(move=[1, 1]), a=at(0, 0, 0, 6), b=at(0, 9, 0))
    assert refused(none, Act(ship="a", move=2, shots=(Shot("bow", "b"),))).rule == "RAT-RATE-05"
    # A rating of 1 still fires; the blow that takes the last of it says that it is silent.
    fight, found = broadside(Loaded(fire=[3]), a=at(0, 0, 0), b=at(-9, 0, 0, rat_starboard=2))
    assert ship(fight, "b").starboard == 0
    assert "RAT-FIRE-06" in cited(found)


@pytest.mark.rule("RAT-FIRE-07")
def test_the_hull_as_reduced_is_compared() -> None:
    fight = battle(Loaded(fire=[4, 3], move=[1, 1, 1, 1]), a=at(0, 0, 0, 1), b=at(-9, 1, 0))
    first = play(fight, Act(ship="a", move=2, shots=(Shot("port", "b"),)))
    assert (factor(first), ship(fight, "b").hull) == (4, 8)
    second = play(fight, Act(ship="a", move=2, shots=(Shot("port", "b"),)))
    # 12 against a hull that has come from 10 down to 8, Short +1, the first broadside gone.
    assert factor(second) == 5
    assert "RAT-FIRE-07" in cited(second)


# ---------------------------------------------------------------- hits on the hull


@pytest.mark.rule("RAT-HULL-01", "RAT-HULL-02", "RAT-HULL-03", "RAT-HULL-07", "RAT-BGFIRE-09")
@pytest.mark.parametrize(
    ("n", "die", "rating"), [(1, 2, 10), (2, 3, 10), (3, 4, 12), (4, 5, 15), (5, 6, 15)], ids="{}rr".format
)
def test_n_reductions_in_the_hull(n: int, die: int, rating: int) -> None:
    # Rating 10 is row R6 (+2), 12 row R7 (+4), 15 row R8 (+7).
    fight, found = broadside(Loaded(fire=[die]), a=at(0, 0, 0, rat_port=rating))
    less = {"port": n - 1, "hull": n - 1, "crew": n - 1} if n > 1 else {}
    assert losses(fight, "b") == {"starboard": n, **less} | (
        {"masts": losses(fight, "b")["masts"]} if n > 3 else {}
    )
    assert "RAT-HULL-01" in cited(found)
    assert ({"RAT-HULL-02", "RAT-HULL-03", "RAT-HULL-07"} <= cited(found)) is (n > 1)


@pytest.mark.rule("RAT-EX-01", "RAT-HULL-01", "RAT-HULL-02", "RAT-HULL-03", "RAT-HULL-07")
def test_example_1_three_reductions_on_the_port_side() -> None:
    fight, _ = broadside(Loaded(fire=[4]), Shot("starboard", "b"), a=at(0, 0, 0, 1), b=at(9, 0, 0))
    assert losses(fight, "b") == {"port": 3, "starboard": 2, "hull": 2, "crew": 2}


@pytest.mark.rule("RAT-EX-06", "RAT-HULL-03")
def test_example_6_a_single_reduction_leaves_hull_and_far_side_alone() -> None:
    fight, _ = broadside(Loaded(fire=[2]), a=at(0, 0, 0, 4), b=at(-9, 0, 0, 4))
    hurt = ship(fight, "b")
    assert (hurt.starboard, hurt.port, hurt.hull, hurt.crew) == (8, 9, 9, 3)


@pytest.mark.rule("RAT-HULL-04")
def test_losses_from_both_sides_add_up_on_one_hull() -> None:
    fight = battle(Loaded(fire=[3, 3]), a=at(9, 0, 0), aa=at(-9, 0, 0), b=at(0, 0, 0))
    play(
        fight,
        nr.Chosen(about="next", option="a"),
        Act(ship="a", move=score(fight, "a"), shots=(Shot("port", "b"),)),
    )
    assert losses(fight, "b") == {"starboard": 2, "port": 1, "hull": 1, "crew": 1}
    play(fight, Act(ship="aa", move=score(fight, "aa"), shots=(Shot("starboard", "b"),)))
    assert losses(fight, "b") == {"starboard": 3, "port": 3, "hull": 2, "crew": 2}


@pytest.mark.rule("RAT-HULL-05", "RAT-HULL-06")
@pytest.mark.parametrize(
    ("heading", "die", "n", "chaser"),
    [
        (180, 2, 2, {"bow": 2}),
        (0, 2, 2, {"stern": 2}),
        (0, 3, 2, {"stern": 2}),
        (180, 4, 3, {"bow": 2}),
    ],
)
def test_a_rake_takes_the_full_score_off_everything(
    heading: float, die: int, n: int, chaser: dict[str, int]
) -> None:
    # Her port broadside bears on a ship that lies end on: +2, and bow rake +2 or stern rake +3 are row R7.
    fight, found = broadside(Loaded(fire=[die]), a=at(0, 0, 90), b=at(0, 9, heading))
    assert losses(fight, "b") == {"hull": n, "port": n, "starboard": n, **chaser, "crew": n - 1}
    assert {"RAT-HULL-05", "RAT-HULL-06"} <= cited(found)
    assert "RAT-HULL-09" not in cited(found)


@pytest.mark.rule("RAT-HULL-05")
def test_a_rake_of_a_single_reduction_takes_one_off_everything() -> None:
    # 5 - 10 + 1 + 1 + 3 is 0, row R5: a 2 is one reduction.
    fight, _ = broadside(Loaded(fire=[2]), a=at(0, 0, 90, rat_port=5), b=at(0, 9, 0))
    assert losses(fight, "b") == {"hull": 1, "port": 1, "starboard": 1, "stern": 1}


@pytest.mark.rule("RAT-EX-07", "RAT-HULL-05", "RAT-HULL-06", "RAT-HULL-07")
def test_example_7_a_stern_rake_of_two() -> None:
    fight, _ = broadside(Loaded(fire=[2]), a=at(0, 0, 90), b=at(0, 9, 0))
    hurt = ship(fight, "b")
    assert (hurt.hull, hurt.port, hurt.starboard, hurt.stern, hurt.bow, hurt.crew) == (8, 8, 8, 0, 2, 3)


@pytest.mark.rule("RAT-HULL-08")
@pytest.mark.parametrize(
    ("x", "battery", "side"), [(9, "starboard", "port"), (-9, "port", "starboard")], ids=["port", "starboard"]
)
def test_the_side_the_firer_lies_on_is_engaged(x: float, battery: str, side: str) -> None:
    fight, _ = broadside(Loaded(fire=[2]), Shot(battery, "b"), b=at(x, 0, 0), a=at(0, 0, 0))
    assert losses(fight, "b") == {side: 1}


@pytest.mark.rule("RAT-HULL-08")
@pytest.mark.parametrize(
    ("die", "side"), [(1, "port"), (3, "port"), (5, "port"), (2, "starboard"), (6, "starboard")]
)
def test_dead_astern_and_no_rake_a_die_says_which_side(die: int, side: str) -> None:
    # Dead astern at Medium range, where no rake counts: 10 - 10 + 1 is +1, row R5, a 2 is one reduction.
    dice = Loaded(fire=[2], engaged_side=[die])
    fight, found = broadside(dice, a=at(0, 0, 90), b=at(0, 18, 0))
    assert losses(fight, "b") == {side: 1}
    assert "RAT-HULL-08" in cited(found)
    assert dice.left("engaged side") == []


@pytest.mark.rule("RAT-HULL-09")
def test_fire_that_does_not_rake_spares_the_chasers() -> None:
    # From astern, but 30 degrees off her stern line: 5 reductions and not one at the stern chaser.
    fight, found = broadside(
        Loaded(fire=[6], mast=[1]), a=at(0, 0, 90, rat_port=15), b=at(-4, 7, 0, rat_hull=9)
    )
    lost = losses(fight, "b")
    assert (lost.get("stern"), lost.get("bow"), lost["starboard"]) == (None, None, 5)
    assert "RAT-HULL-09" in cited(found)


@pytest.mark.rule("RAT-HULL-10")
def test_other_results_under_hull_fire() -> None:
    # R7, 6: 3 reductions, a mast and a fire. R6, 6: 3 reductions and the wheel.
    fight, found = broadside(Loaded(fire=[6], mast=[5], mast_side=[2]), a=at(0, 0, 0, 1))
    hurt = ship(fight, "b")
    assert (hurt.fallen, hurt.mast, hurt.wrecks) == ((False, False, True), (5, 5, 0), ("port",))
    assert hurt.on_fire
    assert len(of(found, nr.FireStarted, "b")) == len(of(found, nr.MastFell, "b")) == 1
    assert "RAT-HULL-10" in cited(found)
    wheel, _ = broadside(Loaded(fire=[6]))
    assert ship(wheel, "b").wheel_gone


@pytest.mark.rule("RAT-EX-16", "RAT-FIRE-01", "RAT-BGFIRE-05", "RAT-BGTABLE-01")
def test_example_16_a_first_broadside_at_short_range() -> None:
    fight, found = broadside(Loaded(fire=[4]))
    assert factor(found) == 10 - 10 + 1 + 1
    hurt = ship(fight, "b")
    assert (hurt.starboard, hurt.port, hurt.hull, hurt.crew) == (8, 9, 9, 3)


@pytest.mark.rule("RAT-EX-19", "RAT-HULL-01", "RAT-HULL-03")
def test_example_19_three_single_hits_and_one_double() -> None:
    fight = battle(
        Loaded(fire=[2, 2, 2]),
        a=at(-9, 0, 0, 6, anchored=True),
        aa=at(9, 0, 0, 6, anchored=True),
        b=at(0, 0, 0, 6),
    )
    shot = Act(ship="a", shots=(Shot("starboard", "b"),))
    play(fight, nr.Chosen(about="next", option="a"), shot)
    play(fight, Act(ship="aa", shots=(Shot("port", "b"),)))
    play(fight, nr.Chosen(about="next", option="a"), shot)
    hurt = ship(fight, "b")
    assert (hurt.hull, hurt.port, hurt.starboard, hurt.crew) == (7, 5, 6, 1)
    double, _ = broadside(Loaded(fire=[3]), Shot("starboard", "b"), a=at(-9, 0, 0, 6), b=at(0, 0, 0, 6))
    worse = ship(double, "b")
    assert (worse.hull, worse.port, worse.starboard, worse.crew) == (6, 5, 6, 0)
