"""ACW-MAST in play: masts shot away one after the other, the wreckage, and what sails are left."""

from __future__ import annotations

import attrs
import pytest
from deck import CON, FED, LEDGER, alter, ship
from played import ahead, begun, cited, of, play

import navalrules as nr

STEADY = {FED: ahead(6), CON: ahead(6)}
SHOT = {FED: [("S1", CON)]}


def mast_dice(count: int, *, more: int = 0, side: int = 1) -> dict[str, list[int]]:
    struck = {"to_hit": [20] * count, "place_struck": [16] * count, "mast": [5] * count}
    return {**struck, "mast_falls": [side] * count, "morale": [1] * more}


@pytest.mark.rule("ACW-MAST-01", "ACW-MAST-02", "ACW-CREW-12")
def test_one_square_works_one_full_turn() -> None:
    battle = begun(nr.Scripted(**mast_dice(1)))
    found = play(battle, orders=STEADY, fire_first=SHOT)
    assert (ship(battle, CON).wrecks, ship(battle, CON).at_wrecks) == ((("port", 2),), 1)
    assert {"ACW-MAST-01", "ACW-CREW-11"} <= cited(of(found, nr.CrewMoved, CON))
    assert of(found, nr.Repaired, CON) == []
    found = play(battle, orders=STEADY)
    (cleared,) = of(found, nr.Repaired, CON)
    assert (cleared.turn, cleared.what, ship(battle, CON).wrecks) == (2, "wreckage", ())
    assert {"ACW-MAST-01", "ACW-MAST-02"} <= set(cleared.cited())


@pytest.mark.rule("ACW-MAST-01", "ACW-CREW-11")
def test_nobody_to_spare_and_the_wreckage_stays() -> None:
    battle = begun(nr.Scripted(**mast_dice(1)))
    play(battle, until="stations", orders=STEADY, fire_first=SHOT)
    alter(battle, CON, crew=1, waterline=8)
    for _ in range(3):
        play(battle, orders={FED: ahead(6), CON: ahead(0)})
        assert ship(battle, CON).wrecks == (("port", 0),)
    alter(battle, CON, crew=2)
    play(battle)
    assert ship(battle, CON).wrecks == (("port", 5),)
    play(battle)
    assert ship(battle, CON).wrecks == ()


@pytest.mark.rule("ACW-MAST-03", "ACW-MAST-04", "ACW-EX-22", "ACW-MOR-03", "ACW-MOR-05")
def test_three_masts_one_after_the_other() -> None:
    """A third of 10 knots, rounded up, is 4: 6, 2, nothing; both 15 - 4 and then her 13 under steam."""
    battle = begun(nr.Scripted(**mast_dice(3, more=1)))
    left = []
    for _ in range(3):
        found = play(battle, orders=STEADY, fire_first=SHOT)
        struck = ship(battle, CON)
        left.append((struck.masts, struck.sail, struck.both, struck.steam))
        (fell,) = of(found, nr.MastFell, CON)
        assert (fell.hand, [r.outcome for r in fell.rulings if r.rule == "ACW-MAST-03"]) == ("port", [4])
        assert bool(of(found, nr.MoraleTested, CON)) is (struck.masts == 0)
    assert left == [(2, 6, 13, 13), (1, 2, 13, 13), (0, 0, 13, 13)]
    assert {"ACW-MAST-04", "ACW-MOR-05"} <= cited(of(found, nr.MoraleTested, CON))


@pytest.mark.rule("ACW-MAST-03")
@pytest.mark.parametrize(
    ("plan", "sail", "both"),
    [("css-shenandoah", 10, 10), ("css-florida", 8, 10), ("css-georgia", 4, 13), ("css-sumter", 4, 10)],
)
def test_share_of_a_mast_by_ship(plan: str, sail: float, both: float) -> None:
    # 16 / 3 is 6, 12 / 3 is 4, 8 / 2 is 4, 7 / 3 is 3; the combined maximum stays at steam or above.
    battle = begun(nr.Scripted(**mast_dice(1)), confederate=plan)
    play(battle, until="fire_second", orders=STEADY, fire_first=SHOT)
    assert (ship(battle, CON).sail, ship(battle, CON).both) == (sail, both)


@pytest.mark.rule("ACW-MAST-03", "ACW-MAST-04")
def test_the_last_mast_takes_all_sail_with_it() -> None:
    one = attrs.evolve(LEDGER["css-alabama"], masts=1, sail=9.5, both=14.5)
    battle = begun(nr.Scripted(**mast_dice(1, more=1)), confederate=one)
    found = play(battle, orders=STEADY, fire_first=SHOT)
    assert (ship(battle, CON).masts, ship(battle, CON).sail, ship(battle, CON).both) == (0, 0, 13)
    assert "ACW-MAST-04" in cited(of(found, nr.MoraleTested, CON))


@pytest.mark.rule("ACW-MAST-01", "ACW-MAST-02", "ACW-CRIT-05")
def test_two_masts_need_two_squares_and_while_one_hangs_she_is_held() -> None:
    dice = mast_dice(2, side=6)
    battle = begun(nr.Scripted(**dice))
    play(battle, orders=STEADY, fire_first={FED: [("S1", CON), ("S2", CON)]})
    assert ship(battle, CON).at_wrecks == 2
    port = ahead(6, "steam", ("port", 3.0))
    found = play(battle, orders={FED: ahead(6), CON: port})
    assert [move.turned for move in of(found, nr.ShipMoved, CON)] == [45, 45]
    assert "ACW-CRIT-05" in cited(of(found, nr.ShipMoved, CON))
    assert ship(battle, CON).wrecks == ()
    found = play(battle, orders={FED: ahead(6), CON: port})
    assert [move.turned for move in of(found, nr.ShipMoved, CON)] == [-22.5, -22.5]
