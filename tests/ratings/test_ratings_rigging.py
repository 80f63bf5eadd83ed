"""RAT-RIG, RAT-CHAIN, RAT-EXTREME: fire at the masts, chain shot, and the lowest column of the table."""

from __future__ import annotations

import pytest
from ratings_table import (
    Act,
    Loaded,
    Shot,
    alter,
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
    task,
)

import navalrules as nr
from navalrules_ratings.events import MovementRolled

MASTS = Shot("port", "b", aim="masts")
CHAIN = Shot("port", "b", aim="masts", load="chain")


def aloft(
    n: int, *drawn: int, shot: Shot = MASTS, rules: dict[str, object] | None = None, **target: object
) -> tuple[nr.Battle, list[nr.Event]]:
    """`n` reductions by the table at the masts of an intact third rate 9 MU to port of `a`; `drawn` masts."""
    rating, die = {1: (10, 2), 2: (10, 3), 3: (12, 4)}[n]
    dice = Loaded(fire=[die], mast=list(drawn))
    fight, found = broadside(
        dice, shot, a=at(0, 0, 0, rat_port=rating), b=at(-9, 0, 0, **target), rules=rules
    )
    assert dice.left("mast") == []
    return fight, found


# ---------------------------------------------------------------- the masts


@pytest.mark.rule("RAT-RIG-01", "RAT-RIG-09")
@pytest.mark.parametrize(
    ("drawn", "mast"),
    [
        ((1, 2, 1), (2, 5, 4)),
        ((3, 4, 3), (5, 2, 4)),
        ((5, 6, 6), (5, 5, 1)),
        ((2, 3, 5), (4, 4, 3)),
        ((1, 4, 6), (4, 4, 3)),
    ],
)
def test_each_reduction_draws_a_mast_of_three(drawn: tuple[int, ...], mast: tuple[int, ...]) -> None:
    fight, found = aloft(3, *drawn)
    assert ship(fight, "b").mast == mast
    assert {"RAT-RIG-01", "RAT-RIG-09"} <= cited(found)
    rolls = [ruled.roll for ruled in rulings(found, "RAT-RIG-09") if ruled.roll is not None]
    assert [(roll.sides, roll.faces) for roll in rolls] == [(6, (face,)) for face in drawn]


@pytest.mark.rule("RAT-RIG-01", "RAT-RIG-09")
@pytest.mark.parametrize(
    ("drawn", "mast"), [((1, 3), (3, 0, 4)), ((4, 6), (5, 0, 2)), ((3, 4), (4, 0, 3))], ids=str
)
def test_with_two_masts_standing_half_the_die_each(drawn: tuple[int, ...], mast: tuple[int, ...]) -> None:
    fight, _ = felled("main", 2, *drawn)
    assert ship(fight, "b").mast == mast


def felled(gone: str, n: int, *drawn: int, shot: Shot = MASTS) -> tuple[nr.Battle, list[nr.Event]]:
    """`aloft` at a ship some of whose masts have fallen: names, apart by spaces."""
    rating, die = {1: (10, 2), 2: (10, 3), 3: (12, 4)}[n]
    dice = Loaded(fire=[die], mast=list(drawn))
    fight = battle(dice, a=at(0, 0, 0, rat_port=rating), b=at(-9, 0, 0))
    move = score(fight, "a")
    hurt = ship(fight, "b")
    fallen = tuple(name in gone for name in hurt.masts)
    alter(
        fight,
        "b",
        fallen=fallen,
        mast=tuple(0 if down else left for down, left in zip(fallen, hurt.mast, strict=True)),
    )
    found = play(fight, Act(ship="a", move=move, shots=(shot,)))
    assert dice.left("mast") == []
    return fight, found


@pytest.mark.rule("RAT-RIG-09")
def test_a_single_mast_takes_all_without_a_die() -> None:
    fight, found = felled("fore mizzen", 3)
    assert ship(fight, "b").mast == (0, 2, 0)
    assert "RAT-RIG-09" in cited(found)


@pytest.mark.rule("RAT-RIG-02", "RAT-RIG-15", "RAT-EX-14", "RAT-BGCRIT-06")
@pytest.mark.parametrize(
    ("rate", "mast", "full", "half"),
    [(1, "fore", 6, 3), (3, "main", 5, 2), (4, "fore", 4, 2), (5, "mizzen", 3, 1), (6, "mizzen", 2, 1)],
)
def test_example_14_a_jury_mast_has_half_the_rating(rate: int, mast: str, full: int, half: int) -> None:
    fight = battle(
        Loaded(task_jury_rig=[5]), a=at(0, 0, 0, rate, **{f"rat_{mast}": 0}), b=at(60, 0, 0), cards="AABABB"
    )
    place = ship(fight, "a").masts.index(mast)
    assert (ship(fight, "a").mast[place], ship(fight, "a").mast_full[place]) == (0, full)
    found = play(fight, task("a", "jury_rig", mast))
    rigged = ship(fight, "a")
    assert (rigged.mast[place], rigged.mast_full[place], rigged.jury[place]) == (half, full, True)
    assert {"RAT-RIG-02", "RAT-RIG-15", "RAT-BGCRIT-06"} <= cited(found)


@pytest.mark.rule("RAT-RIG-03", "RAT-SPEED-02")
def test_a_mast_shot_to_nothing_stands_and_drives_nothing() -> None:
    fight, _ = aloft(2, 1, 2, rat_fore=2)
    wrecked = ship(fight, "b")
    assert (wrecked.mast[0], wrecked.fallen[0], wrecked.masts_lost) == (0, False, 1)
    assert len(wrecked.standing) == 3
    assert wrecked.wrecks == ()
    found = play(fight, turns=1)
    # Reaching gives 2 dice; one mast is lost to her.
    assert [len(event.dice) for event in of(found, MovementRolled, "b")] == [1, 1]
    assert "RAT-RIG-03" in cited(of(found, MovementRolled, "b"))


@pytest.mark.rule("RAT-RIG-04", "RAT-BGCRIT-01")
def test_a_mast_at_nothing_can_fall_and_fouls_the_ship() -> None:
    # R6, 5: 2 reductions and a mast; at the hull, so that only LM touches the rigging.
    fight, found = broadside(Loaded(fire=[5], mast=[2], mast_side=[4]), b=at(-9, 0, 0, rat_fore=0))
    wreck = ship(fight, "b")
    assert (wreck.fallen, wreck.mast, wreck.wrecks) == ((True, False, False), (0, 5, 4), ("starboard",))
    assert "RAT-RIG-04" in cited(found)
    (fell,) = of(found, nr.MastFell, "b")
    assert fell.hand == "starboard"


@pytest.mark.rule("RAT-RIG-05", "RAT-BGCRIT-02")
def test_the_wheel_goes_though_the_masts_were_the_aim() -> None:
    fight, found = broadside(Loaded(fire=[6], mast=[1, 3, 5]), MASTS)
    hurt = ship(fight, "b")
    assert (hurt.mast, hurt.wheel_gone, hurt.hull) == ((4, 4, 3), True, 10)
    assert "RAT-RIG-05" in cited(found)


@pytest.mark.rule("RAT-RIG-06", "RAT-RIG-07", "RAT-RIG-08", "RAT-BGFIRE-09")
@pytest.mark.parametrize(("n", "crew", "guns"), [(1, 0, 0), (2, 1, 1), (3, 2, 1)])
def test_what_crew_and_guns_suffer_under_rigging_fire(n: int, crew: int, guns: int) -> None:
    fight, found = aloft(n, *(1, 3, 5)[:n])
    hurt = ship(fight, "b")
    assert (4 - hurt.crew, 10 - hurt.starboard, 10 - hurt.port, 10 - hurt.hull) == (crew, guns, 0, 0)
    assert ({"RAT-RIG-06", "RAT-RIG-07", "RAT-RIG-08"} <= cited(found)) is (n > 1)


@pytest.mark.rule("RAT-RIG-07")
def test_five_reductions_aloft_still_cost_one_gun_rating() -> None:
    dice = Loaded(fire=[6], mast=[1, 1, 1, 3, 3, 6], mast_side=[1])
    fight, _ = broadside(dice, MASTS, a=at(0, 0, 0, rat_port=15))
    hurt = ship(fight, "b")
    # 5 reductions (three fore, two main), then LM takes the mizzen, and a fire; crew lose four.
    assert (hurt.mast, hurt.starboard, hurt.crew, hurt.hull) == ((2, 3, 0), 9, 0, 10)


@pytest.mark.rule("RAT-RIG-10")
def test_what_falls_on_a_dead_mast_is_wasted() -> None:
    fight, found = aloft(3, 1, 2, 5, rat_fore=0)
    assert ship(fight, "b").mast == (0, 5, 3)
    assert "RAT-RIG-10" in cited(found)


@pytest.mark.rule("RAT-RIG-10", "RAT-SCOPE-04")
def test_with_skip_dead_masts_the_living_take_it() -> None:
    fight, _ = aloft(3, 1, 3, 4, rat_fore=0, rules={"skip_dead_masts": True})
    assert ship(fight, "b").mast == (0, 3, 3)


@pytest.mark.rule("RAT-RIG-11", "RAT-RIG-06", "RAT-RIG-07")
def test_without_a_mast_crew_and_guns_suffer_all_the_same() -> None:
    fight, found = felled("fore main mizzen", 3)
    hurt = ship(fight, "b")
    assert (hurt.mast, hurt.crew, hurt.starboard, hurt.hull) == ((0, 0, 0), 2, 9, 10)
    assert "RAT-RIG-11" in cited(found)


@pytest.mark.rule("RAT-RIG-12", "RAT-RIG-09")
@pytest.mark.parametrize(
    ("die", "fallen"),
    [(2, (True, False, False)), (4, (False, True, False)), (5, (False, False, True))],
)
def test_a_mast_is_drawn_to_fall_and_rates_nothing(die: int, fallen: tuple[bool, ...]) -> None:
    fight, found = broadside(Loaded(fire=[5], mast=[die]))
    hurt = ship(fight, "b")
    assert hurt.fallen == fallen
    assert hurt.mast == tuple(0 if down else full for down, full in zip(fallen, (5, 5, 4), strict=True))
    assert "RAT-RIG-12" in cited(found)


@pytest.mark.rule("RAT-RIG-12")
def test_without_a_mast_nothing_falls() -> None:
    fight = battle(Loaded(fire=[5], mast=[]), b=at(-9, 0, 0), a=at(0, 0, 0))
    move = score(fight, "a")
    alter(fight, "b", fallen=(True,) * 3, mast=(0, 0, 0))
    found = play(fight, Act(ship="a", move=move, shots=(Shot("port", "b"),)))
    assert of(found, nr.MastFell) == []
    assert ship(fight, "b").wrecks == ()
    assert losses(fight, "b")["hull"] == 1


@pytest.mark.rule("RAT-RIG-13", "RAT-SCOPE-04")
@pytest.mark.parametrize(("switch", "crew"), [(False, 1), (True, 2)])
def test_side_effects_go_by_the_table_or_by_the_raised_score(switch: bool, crew: int) -> None:
    # 2 by the table, 3 with chain shot.
    fight, found = aloft(2, 1, 3, 5, shot=CHAIN, rules={"side_effects_on_final_rr": switch})
    hurt = ship(fight, "b")
    assert (hurt.mast, 4 - hurt.crew, hurt.starboard) == ((4, 4, 3), crew, 9)
    assert "RAT-RIG-13" in cited(found)


@pytest.mark.rule("RAT-RIG-13")
@pytest.mark.parametrize(("switch", "crew", "guns"), [(False, 4, 10), (True, 3, 9)])
def test_a_single_reduction_raised_to_two(switch: bool, crew: int, guns: int) -> None:
    fight, _ = aloft(1, 1, 1, shot=CHAIN, rules={"side_effects_on_final_rr": switch})
    hurt = ship(fight, "b")
    assert (hurt.mast, hurt.crew, hurt.starboard) == ((3, 5, 4), crew, guns)


@pytest.mark.rule("RAT-RIG-14", "RAT-HULL-08")
@pytest.mark.parametrize(("die", "side"), [(3, "port"), (4, "starboard")])
def test_a_rake_aimed_aloft_is_rigging_fire(die: int, side: str) -> None:
    dice = Loaded(fire=[2], mast=[1, 6], engaged_side=[die])
    fight, found = broadside(dice, MASTS, a=at(0, 0, 90), b=at(0, 9, 0))
    # The stern rake still makes the factor +5: 2 reductions.
    assert losses(fight, "b") == {"masts": 2, "crew": 1, side: 1}
    assert "RAT-RIG-14" in cited(found)
    assert "RAT-HULL-05" not in cited(found)


@pytest.mark.rule("RAT-EX-08", "RAT-RIG-01", "RAT-RIG-06", "RAT-RIG-07", "RAT-RIG-08")
def test_example_8_three_at_the_masts_from_port() -> None:
    dice = Loaded(fire=[4], mast=[2, 4, 6])
    shot = Shot("starboard", "b", aim="masts")
    fight, _ = broadside(dice, shot, a=at(0, 0, 0, rat_starboard=12), b=at(9, 0, 0))
    hurt = ship(fight, "b")
    assert sum(hurt.mast_full) - sum(hurt.mast) == 3
    assert (hurt.crew, hurt.port, hurt.starboard, hurt.hull) == (2, 9, 10, 10)


@pytest.mark.rule("RAT-EX-17", "RAT-RIG-06", "RAT-RIG-07")
def test_example_17_a_first_broadside_at_the_masts() -> None:
    fight, _ = broadside(Loaded(fire=[4], mast=[1, 5]), MASTS)
    hurt = ship(fight, "b")
    assert sum(hurt.mast_full) - sum(hurt.mast) == 2
    assert (hurt.crew, hurt.starboard, hurt.port, hurt.hull) == (3, 9, 10, 10)


# ---------------------------------------------------------------- chain shot


@pytest.mark.rule("RAT-EX-09", "RAT-CHAIN-02", "RAT-CHAIN-03", "RAT-CHAIN-05", "RAT-SAIL-05")
@pytest.mark.parametrize(
    ("sail", "drawn"), [("battle", (1, 3, 5)), ("full", (1, 1, 3, 3, 5, 5))], ids=["battle sail", "full sail"]
)
def test_example_9_chain_shot_and_two_reductions(sail: str, drawn: tuple[int, ...]) -> None:
    fight, found = aloft(2, *drawn, shot=CHAIN, rat_sail=sail)
    hurt = ship(fight, "b")
    assert sum(hurt.mast_full) - sum(hurt.mast) == len(drawn)
    assert (hurt.crew, hurt.starboard) == (3, 9)
    assert {"RAT-CHAIN-01", "RAT-CHAIN-04"} <= cited(found)
    full = {"RAT-CHAIN-03", "RAT-CHAIN-05", "RAT-SAIL-05"}
    assert cited(found) & full == (full if sail == "full" else set())
    assert ("RAT-CHAIN-02" in cited(found)) is (sail == "battle")


@pytest.mark.rule("RAT-EX-10", "RAT-SAIL-05")
def test_example_10_round_shot_at_full_sail() -> None:
    fight, found = aloft(2, 1, 3, 5, 6, rat_sail="full")
    hurt = ship(fight, "b")
    assert (sum(hurt.mast_full) - sum(hurt.mast), hurt.crew, hurt.starboard) == (4, 3, 9)
    assert "RAT-SAIL-05" in cited(found)


@pytest.mark.rule("RAT-CHAIN-05")
@pytest.mark.parametrize(("n", "total"), [(1, 4), (2, 6), (3, 8)])
def test_chain_shot_at_full_sail_is_twice_n_and_two(n: int, total: int) -> None:
    fight, _ = aloft(n, *(1, 3, 5, 1, 3, 5, 1, 3)[:total], shot=CHAIN, rat_sail="full")
    hurt = ship(fight, "b")
    assert sum(hurt.mast_full) - sum(hurt.mast) == total


@pytest.mark.rule("RAT-CHAIN-01")
def test_chain_shot_cannot_be_aimed_at_a_hull() -> None:
    shot = Act(ship="a", move=2, shots=(Shot("port", "b", aim="hull", load="chain"),))
    assert refused(battle(Loaded(move=[1, 1])), shot).rule == "RAT-CHAIN-01"


@pytest.mark.rule("RAT-CHAIN-04", "RAT-EX-18")
@pytest.mark.parametrize(("x", "legal"), [(-5, True), (-10, True), (-12, False), (-21, False), (-40, False)])
def test_example_18_chain_shot_beyond_short_range(x: float, legal: bool) -> None:
    fight = battle(Loaded(fire=[4], move=[1, 1]), a=at(0, 0, 0), b=at(x, 0, 0))
    order = Act(ship="a", move=2, shots=(CHAIN,))
    if legal:
        found = play(fight, order)
        assert "RAT-CHAIN-04" in cited(found)
    else:
        assert refused(fight, order).rule == "RAT-CHAIN-04"


@pytest.mark.rule("RAT-CHAIN-06")
@pytest.mark.parametrize(("sail", "rating", "die"), [("battle", 10, 1), ("full", 10, 1), ("full", 12, 1)])
def test_nothing_by_the_table_is_nothing_with_chain_shot(sail: str, rating: int, die: int) -> None:
    # R6 and R7, 1 or less: the wheel alone.
    fight, found = broadside(
        Loaded(fire=[die], mast=[]),
        CHAIN,
        a=at(0, 0, 0, rat_port=rating),
        b=at(-9, 0, 0, rat_sail=sail),
        rules={"extreme_damage": False},
    )
    assert losses(fight, "b") == {}
    assert ship(fight, "b").wheel_gone
    assert "RAT-CHAIN-06" in cited(found)


# ---------------------------------------------------------------- extreme damage


@pytest.mark.rule("RAT-EX-15", "RAT-EXTREME-01", "RAT-EXTREME-02", "RAT-BGTABLE-02")
@pytest.mark.parametrize("extreme", [False, True])
def test_example_15_a_factor_of_five_and_a_one(extreme: bool) -> None:
    # 13 against 10, Short +1, first +1: +5, row R7.
    fight, found = broadside(Loaded(fire=[1]), a=at(0, 0, 0, rat_port=13), rules={"extreme_damage": extreme})
    assert factor(found) == 5
    assert ship(fight, "b").wheel_gone is not extreme
    assert losses(fight, "b") == ({"starboard": 2, "port": 1, "hull": 1, "crew": 1} if extreme else {})
    assert ({"RAT-EXTREME-01", "RAT-EXTREME-02"} <= cited(found)) is extreme


@pytest.mark.rule("RAT-EXTREME-01", "RAT-EXTREME-02")
def test_a_total_below_one_is_read_under_two_or_less() -> None:
    # On fire -1: a natural 1 is 0.
    fight = battle(Loaded(fire=[1], move=[1, 1]))
    asked(fight, "act", "a")
    alter(fight, "a", fire_since=1)
    play(fight, Act(ship="a", move=2, shots=(Shot("port", "b"),)))
    assert losses(fight, "b") == {"starboard": 1}


@pytest.mark.rule("RAT-EXTREME-03", "RAT-BGTABLE-02")
def test_the_frustrating_cell_is_there_to_be_struck_out() -> None:
    cells = nr.ruleset("ratings").tables["cells"]
    lowest = {row: cells.text(f"{row}/1 or less") for row in ("R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8")}
    assert lowest == {
        **dict.fromkeys(("R1", "R2", "R3", "R4", "R5"), ""),
        **dict.fromkeys(("R6", "R7", "R8"), "WS"),
    }
    fight, _ = broadside(
        Loaded(fire=[1]),
        a=at(0, 0, 0, 1, quality="Elite"),
        b=at(-5, 0, 0, rat_hull=1),
        rules={"extreme_damage": False},
    )
    assert losses(fight, "b") == {"hull": 9}
    assert ship(fight, "b").wheel_gone


@pytest.mark.rule("RAT-EXTREME-04")
def test_the_column_is_struck_from_the_data_of_any_table() -> None:
    # The same switch on another base game stands in test_ratings_base_game.
    off, _ = broadside(Loaded(fire=[1]), rules={"extreme_damage": False})
    on, _ = broadside(Loaded(fire=[1]), rules={"extreme_damage": True})
    assert (losses(off, "b"), losses(on, "b")) == ({}, {"starboard": 1})
