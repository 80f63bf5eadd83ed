"""ACW-FIREFIGHT in play: from the boiler hit that starts a fire to the magazine."""

from __future__ import annotations

import pytest
from deck import CON, FED, alter, roll, ship
from played import ahead, begun, cited, of, play

import navalrules as nr

STEADY = {FED: ahead(6), CON: ahead(6)}
SHOT = {FED: [("S1", CON)]}


def burning(dice: dict[str, list[int]], *parties: int, turns: int = 1) -> tuple[nr.Battle, list[nr.Event]]:
    """Alabama's gun bursts and starts a fire in turn 1; `parties` squares are sent, turn by turn."""
    script = {"to_hit": [20], "place_struck": [20], "critical": [1], "gun_bursts": [8], "gun_fire": [5]}
    battle = begun(nr.Scripted(**script, **dice))
    found: list[nr.Event] = []
    for turn in range(turns):
        party = parties[min(turn, len(parties) - 1)]
        shots = SHOT if turn == 0 else {}
        stations = {CON: {"fires": (party,), "guns": ()}} if party else {}
        found += play(battle, orders=STEADY, fire_first=shots, stations=stations)
    return battle, found


@pytest.mark.rule("ACW-FIREFIGHT-02", "ACW-FIREFIGHT-04", "ACW-FIREFIGHT-05", "ACW-EX-04")
@pytest.mark.parametrize(
    ("dice", "out"),
    [
        *[([4], True), ([3, 5], True), ([3, 4, 6], True), ([3, 4, 5, 6], True)],
        *[([3], False), ([3, 4], False), ([3, 4, 5], False), ([3, 4, 5, 5], False)],
    ],
    ids=str,
)
def test_four_then_five_then_six_and_a_six_ever_after(dice: list[int], out: bool) -> None:
    battle, found = burning({"fire_1": dice}, 1, turns=len(dice))
    assert (len(of(found, nr.FireOut, CON)), ship(battle, CON).fires) == ((1, ()) if out else (0, (1,)))
    started = of(found, nr.FireStarted, CON)
    assert [event.turn for event in started] == [1]
    needs = [ruled.need for event in found for ruled in event.rulings if ruled.rule == "ACW-FIREFIGHT-01"]
    assert needs == [4, 5, 6, 6][: len(dice)]
    told = cited(found)
    assert {"ACW-FIREFIGHT-01", "ACW-FIREFIGHT-02", "ACW-FIREFIGHT-04"} <= told
    assert ("ACW-FIREFIGHT-05" in told) is (len(dice) > 3)


@pytest.mark.rule("ACW-FIREFIGHT-01", "ACW-FIREFIGHT-03", "ACW-CREW-12")
@pytest.mark.parametrize(
    ("dice", "out"), [([4], True), ([3, 4], True), ([6, 6, 6], True), ([1, 3, 2, 3], False)]
)
def test_one_die_a_square_and_one_in_range_is_enough(dice: list[int], out: bool) -> None:
    battle, found = burning({"fire_1": dice}, len(dice))
    (ruled,) = [ruled for event in found for ruled in event.rulings if ruled.rule == "ACW-FIREFIGHT-01"]
    assert (roll(ruled).sides, roll(ruled).faces, ruled.outcome) == (6, tuple(dice), out)
    assert ("ACW-FIREFIGHT-03" in ruled.also) is (len(dice) > 1)
    assert ship(battle, CON).fires == (() if out else (1,))


@pytest.mark.rule("ACW-FIREFIGHT-06", "ACW-HIT-07")
def test_a_hull_square_a_turn_a_crew_square_from_the_fourth_and_the_magazine_after_the_sixth() -> None:
    dice = {"fire_1": [1, 1, 1, 1, 1, 1], "magazine": [2]}
    seen = []
    for turns in range(1, 7):
        battle, _ = burning(dice, 1, turns=turns)
        burnt = ship(battle, CON)
        seen.append((burnt.hull, burnt.crew, burnt.sinks_on))
    # The burst gun took one crew square in turn 1.
    assert seen == [(20, 13, 0), (19, 13, 0), (18, 13, 0), (17, 12, 0), (16, 11, 0), (15, 10, 8)]


@pytest.mark.rule("ACW-FIREFIGHT-06", "ACW-WL-04")
def test_the_magazine_sinks_her_in_as_many_turns_as_the_die_shows() -> None:
    battle, found = burning({"fire_1": [1] * 6 + [6], "magazine": [1]}, 1, turns=6)
    (told,) = [event for event in of(found, nr.StatusChanged, CON) if event.what == "sinking"]
    assert (told.turn, [ruled.rule for ruled in told.rulings]) == (6, ["ACW-FIREFIGHT-06", "ACW-WL-04"])
    assert roll(told.rulings[1]).sides == 6
    play(battle, orders=STEADY)
    assert (ship(battle, CON).status, battle.result.turns) == ("sunk", 7)


@pytest.mark.rule("ACW-FIREFIGHT-07")
def test_each_fire_is_fought_by_itself() -> None:
    battle = begun(nr.Scripted(fire_1=[6, 3], fire_2=[4, 1, 1], morale=[1]))
    play(battle, until="stations")
    alter(battle, CON, fires=(1, 1), at_fires=(0, 0))
    found = play(battle, stations={CON: {"fires": (2, 1)}})
    out = of(found, nr.FireOut, CON)
    assert len(out) == 2
    assert "ACW-FIREFIGHT-07" in set(out[0].cited())
    battle = begun(nr.Scripted(fire_1=[3], fire_2=[4, 1]))
    play(battle, until="stations")
    alter(battle, CON, fires=(1, 1), at_fires=(0, 0))
    found = play(battle, stations={CON: {"fires": (1, 2)}})
    assert (ship(battle, CON).fires, ship(battle, CON).at_fires, ship(battle, CON).hull) == ((1,), (1,), 20)


@pytest.mark.rule("ACW-FIREFIGHT-07")
@pytest.mark.parametrize("fires", [1, 3])
def test_a_ship_with_any_fire_shoots_one_worse_however_many(fires: int) -> None:
    battle = begun(nr.Scripted(to_hit=[1, 1]))
    play(battle, until="fire_first", orders=STEADY)
    alter(battle, CON, fires=(1,) * fires, at_fires=(0,) * fires)
    found = play(battle, until="fire_second", fire_first={CON: [("P1", FED)], **SHOT})
    shots = {
        shot.ship: {m.name: m.amount for m in shot.rulings[0].modifiers} for shot in of(found, nr.ShotFired)
    }
    assert shots[CON]["own_fire"] == -1
    assert "own_fire" not in shots[FED]
    assert "ACW-FIREFIGHT-07" in cited(of(found, nr.ShotFired, CON))
