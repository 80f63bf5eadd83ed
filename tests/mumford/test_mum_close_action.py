"""MUM-GRAP, MUM-BOARD and MUM-PRIZE in play: hull to hull, over the bulwarks, and the prize."""

from __future__ import annotations

from typing import Any

import pytest
from sea import alter, cited, dice, entrant, names, of, orders, play, pool, ruling, sea, ship, to_orders

import navalrules as nr
from navalrules_mumford.events import Discharge, MeleeRound
from navalrules_mumford.ship import Grapple, Melee

ENG, FRA = "eng", "fra"
LIE: dict[str, Any] = {"evolution": "heave_to", "hold_fire": True, "challenge": False}
OTHERS = (entrant("other", "french-74-3rd-rate", "French", (300, 300, 0)),)


def thrown(**by: list[int]) -> nr.Scripted:
    found = dice()
    harmless = {"morale": [6] * 9, "captain hit": [6] * 40, "tack": [6] * 9}
    found._by_purpose |= harmless | {key.replace("_", " "): list(faces) for key, faces in by.items()}
    return found


def alongside(made: nr.Dice | None = None, *, held: bool = False, **more: Any) -> nr.Battle:
    """Both lie hull to hull along three inches and a half; with `held` grappled, boarders ready."""
    battle = to_orders(sea(made or thrown(), fra=(1.0, 0, 0), more=OTHERS, **more))
    for name in (ENG, FRA):
        alter(battle, name, hove_to=True, speed=0.0)
    if held:
        alter(battle, ENG, grapples=(Grapple(FRA, 0, 1),))
        alter(battle, FRA, grapples=(Grapple(ENG, 0, 1),))
    return battle


def lie(battle: nr.Battle, moves: int = 1, **told: Any) -> list[nr.Event]:
    return play(battle, moves, **{ENG: LIE, FRA: LIE, "other": LIE} | told)


@pytest.mark.rule("MUM-GRAP-01", "MUM-GRAP-02", "MUM-SEQ-06")
@pytest.mark.parametrize(("face", "holds"), [(4, True), (3, False)])
def test_grapples_hold_an_unwilling_ship_on_a_four(face: int, holds: bool) -> None:
    battle = alongside(thrown(grapple=[face] * 5))
    events = lie(battle, eng={**LIE, "grapple": FRA})
    first = of(events, nr.Grappled)[0]
    assert first.held is holds
    assert ship(battle, ENG).holds(FRA) is holds
    assert ship(battle, FRA).holds(ENG) is holds
    assert {"MUM-GRAP-01", "MUM-GRAP-02", "MUM-SEQ-06"} <= set(first.cited())


@pytest.mark.rule("MUM-GRAP-02")
def test_a_willing_ship_is_grappled_without_a_throw() -> None:
    battle = alongside()
    (first,) = of(lie(battle, eng={**LIE, "grapple": FRA}, fra={**LIE, "resist": False}), nr.Grappled)
    assert (first.held, first.rulings) == (True, ())


@pytest.mark.rule("MUM-GRAP-03")
@pytest.mark.parametrize(("board", "ready"), [(True, 2), (False, 4)])
def test_boarders_go_a_fifth_after_if_written_else_three(board: bool, ready: int) -> None:
    made = thrown(grapple=[4], melee=[3] * 9)
    battle = alongside(made)
    lie(battle, eng={**LIE, "grapple": FRA, "board": board})
    (held,) = ship(battle, ENG).grapples
    assert (held.other, held.since, held.ready) == (FRA, 1, ready)


@pytest.mark.rule("MUM-GRAP-03")
def test_boarding_nobody_is_refused() -> None:
    battle = alongside()
    with pytest.raises(nr.IllegalOrder) as caught:
        battle.submit(orders(battle, ENG, board=True))
    assert caught.value.rule == "MUM-GRAP-03"
    assert caught.value.hint


@pytest.mark.rule(
    "MUM-BOARD-01", "MUM-BOARD-02", "MUM-BOARD-03", "MUM-BOARD-04", "MUM-BOARD-07", "MUM-GRAP-04"
)
def test_a_round_every_three_fifths_with_thirty_men_for_each_half_inch() -> None:
    # Three and a half inches are 210 men a side; a draw costs each 15% of the other's: 31.5, halves up.
    battle = alongside(thrown(melee=[3, 3, 4, 4]), held=True)
    events = lie(battle, eng={**LIE, "board": True})
    rounds = of(events, MeleeRound)
    assert len(rounds) == 2
    assert ruling(rounds[0], "MUM-BOARD-01").outcome == 210
    assert (ship(battle, ENG).crew, ship(battle, FRA).crew) == (600 - 64, 690 - 64)
    wanted = {"MUM-BOARD-01", "MUM-BOARD-02", "MUM-BOARD-03", "MUM-BOARD-04", "MUM-BOARD-07", "MUM-GRAP-05"}
    assert wanted <= set(rounds[0].cited())
    assert "MUM-GRAP-04" in cited(events)


@pytest.mark.rule("MUM-BOARD-03", "MUM-BOARD-04", "MUM-BOARD-05", "MUM-BOARD-06")
def test_a_round_won_drives_the_loser_back_on_his_own_decks() -> None:
    # 5 against 2: the winner's 210 inflict 42, the loser's 21; a good crew's 1 makes 2 at the bulwarks.
    made = thrown(melee=[5, 2, 5, 2], melee_morale=[1, 4])
    battle = alongside(made, held=True)
    lie(battle, eng={**LIE, "board": True})
    own, enemy = ship(battle, FRA), ship(battle, ENG)
    assert own.melee is not None
    assert enemy.melee is not None
    assert (own.melee.place, own.melee.driven, enemy.melee.place) == ("own", 1, "enemy")
    assert (600 - enemy.crew, 690 - own.crew) == (42, 84)


@pytest.mark.rule("MUM-BOARD-03")
def test_driven_back_and_disordered_men_throw_lower() -> None:
    battle = alongside(thrown(melee=[3, 6, 1, 1], melee_morale=[6, 6]), held=True)
    alter(battle, FRA, melee=Melee(ENG, "own", 1, driven=2, yielded=0), disordered=5)
    alter(battle, ENG, melee=Melee(FRA, "enemy", 1))
    (first, *_) = of(lie(battle), MeleeRound)
    throws = [each for each in first.rulings if each.rule == "MUM-BOARD-03"]
    factors = {each.roll.faces: names(each) for each in throws if each.roll is not None}
    assert factors[(6,)] == {"disordered": -1, "driven_back": -2}
    assert first.won == ""


@pytest.mark.rule("MUM-MOR-02", "MUM-BOARD-06")
def test_a_boarding_lost_on_her_own_decks_tests_her() -> None:
    made = thrown(melee=[6, 1, 4, 6], melee_morale=[3], morale=[6] * 3)
    battle = alongside(made, held=True)
    alter(battle, FRA, melee=Melee(ENG, "own", 1, driven=1))
    alter(battle, ENG, melee=Melee(FRA, "enemy", 1))
    events = lie(battle)
    # 3 and 1 for a good crew: driven back once more, a deck yielded.
    now = ship(battle, FRA).melee
    assert now is not None
    assert (now.place, now.yielded, now.driven) == ("own", 1, 2)
    tests = of(events, nr.MoraleTested, FRA)
    assert [test.rules[0] for test in tests] == ["MUM-MOR-02"]


@pytest.mark.rule("MUM-BOARD-08")
def test_when_more_have_fallen_than_a_deck_held_the_fight_goes_below() -> None:
    # A draw, the French outnumbered. Their top deck held fewer than the 300 who fell; a second draw below.
    battle = alongside(thrown(melee=[3, 4, 3, 3]), held=True)
    alter(battle, FRA, melee=Melee(ENG, "own", 1, fallen=300), crew=390, lost=300)
    alter(battle, ENG, melee=Melee(FRA, "enemy", 1))
    events = lie(battle)
    now = ship(battle, FRA).melee
    assert now is not None
    assert (now.place, now.yielded) == ("own", 1)
    assert "MUM-BOARD-08" in cited(events)


@pytest.mark.rule("MUM-BOARD-06")
@pytest.mark.parametrize(
    ("face", "place", "over"), [(3, "bulwarks", False), (2, None, True), (1, None, True), (4, "enemy", False)]
)
def test_boarders_beaten_on_the_enemys_decks(face: int, place: str | None, over: bool) -> None:
    made = thrown(melee=[1, 6, 3 if face == 4 else 4, 3], melee_morale=[face])
    battle = alongside(made, held=True)
    alter(battle, FRA, melee=Melee(ENG, "own", 1))
    alter(battle, ENG, melee=Melee(FRA, "enemy", 1))
    lie(battle)
    now = ship(battle, ENG).melee
    assert (now is None) is over
    assert place == (now.place if now else None)


@pytest.mark.rule("MUM-BOARD-06", "MUM-PRIZE-01", "MUM-PRIZE-02")
def test_overwhelmed_on_her_own_decks_she_surrenders_and_is_taken_over_in_two_moves() -> None:
    made = thrown(melee=[6, 1], melee_morale=[1])
    battle = alongside(made, held=True, fra_is={"mum_morale": "average"})
    alter(battle, FRA, melee=Melee(ENG, "own", 1))
    alter(battle, ENG, melee=Melee(FRA, "enemy", 1))
    events = lie(battle)
    assert of(events, nr.ShipStruck, FRA)
    assert ship(battle, ENG).melee is None
    events += lie(battle, eng={**LIE, "prize": FRA})
    # Her least rigging crew is 20: 40 men go across.
    assert (ship(battle, ENG).away, ship(battle, FRA).status) == (40, "struck")
    events += lie(battle)
    assert ship(battle, FRA).status == "struck"
    events += lie(battle)
    assert ship(battle, FRA).status == "taken"
    assert {"MUM-PRIZE-01", "MUM-PRIZE-02"} <= cited(events)


@pytest.mark.rule("MUM-BOARD-09")
def test_decks_in_a_melee_do_not_fire_and_cut_nothing_away() -> None:
    made = thrown(melee=[3] * 9, fire_at_fra=[1] * 20, wreckage=[1])
    battle = alongside(made, held=True)
    alter(battle, ENG, wrecks=(("port", -9),), masts=(0, 120, 80), fallen=1)
    events = lie(battle, eng={"evolution": "sail", "board": True, "target": FRA})
    (shot, *_) = of(events, Discharge, ENG)
    # The first broadside goes before the boarders; then the lower battery's 448 lbs alone are 6 dice. The
    # throw for the wreckage to port was made before them too, and there is no other.
    later = of(events, Discharge, ENG)[1:]
    assert pool(shot) == 12
    assert all(pool(each) == 6 for each in later)
    assert later
    assert all("MUM-BOARD-09" in each.rules for each in later)
    assert ship(battle, ENG).wrecks


@pytest.mark.rule("MUM-GRAP-03")
@pytest.mark.parametrize(("face", "held"), [(4, False), (3, True)])
def test_grapples_are_cast_off_on_a_four_when_no_melee_goes_on(face: int, held: bool) -> None:
    battle = alongside(thrown(cast_off=[face] * 5), held=True)
    events = lie(battle, eng={**LIE, "cast_off": True})
    assert ship(battle, ENG).holds(FRA) is held
    assert "MUM-GRAP-03" in cited(events)


@pytest.mark.rule("MUM-GRAP-05")
def test_thirty_men_a_fifth_come_up_from_below() -> None:
    battle = alongside(thrown(melee=[3, 3, 4, 4]), held=True)
    events = lie(battle, eng={**LIE, "board": True})
    # Rounds in fifths 1 and 4: by the third, in fifth 7, six fifths of men have come up.
    now = ship(battle, ENG).melee
    assert now is not None
    assert (now.due, now.moved) == (7, 180)
    assert "MUM-GRAP-05" in cited(events)
