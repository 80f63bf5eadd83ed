"""MUM-CMD, MUM-CREW, MUM-WIND and MUM-SEQ in play: signals, squadrons, shaken commanders, weather."""

from __future__ import annotations

from typing import Any

import pytest
from sea import alter, cited, dice, entrant, of, orders, play, pose, request, sea, ship, to_orders

import navalrules as nr
from navalrules_mumford import command
from navalrules_mumford.events import CommanderShaken, OfficerLost, Signalled, WindShifted
from navalrules_mumford.orders import Signal
from navalrules_mumford.ship import Boat, Fire

ENG, FRA = "eng", "fra"
AWAY = (200, 200, 0)
LIE: dict[str, Any] = {"evolution": "heave_to", "hold_fire": True, "challenge": False}
QUIET: dict[str, Any] = {"hold_fire": True, "challenge": False}


def thrown(**by: list[int]) -> nr.Scripted:
    found = dice()
    harmless = {"morale": [6] * 9, "captain hit": [6] * 40, "staff hit": [6] * 40, "leak": [10] * 99}
    harmless |= {"mast falls": [1] * 9, "wreckage": [1] * 99, "commander": [6] * 9}
    found._by_purpose |= harmless | {key.replace("_", " "): list(faces) for key, faces in by.items()}
    return found


def squadron(made: nr.Dice | None = None, **flag: Any) -> nr.Battle:
    """A flagship and two 74s astern of her in one squadron, a fourth ship in another, the enemy far off."""
    plan = "british-74-3rd-rate"
    blue = {"mum_squadron": "blue"}
    ships = [
        entrant("second", plan, "British", (0, -6, 0), mum_seniority=2, **blue),
        entrant("third", plan, "British", (0, -12, 0), mum_seniority=3, **blue),
        entrant(
            "white", plan, "British", (30, 0, 0), mum_seniority=1, mum_squadron="white", mum_flag="squadron"
        ),
        entrant("pale", plan, "British", (30, -6, 0), mum_seniority=2, mum_squadron="white"),
        entrant("other", "french-74-3rd-rate", "French", (300, 300, 0)),
    ]
    eng_is = {"mum_flag": "fleet", "mum_seniority": 1, **blue, **flag}
    return to_orders(sea(made or thrown(), fra=AWAY, eng_is=eng_is, more=ships))


# ---------------------------------------------------------------- formation, signals, initiative


@pytest.mark.rule("MUM-CMD-01", "MUM-CMD-03", "MUM-CMD-04")
def test_a_squadron_keeps_formation_on_its_commodore() -> None:
    battle = squadron()
    assert orders(battle, "second").evolution == "formation"
    assert orders(battle, ENG).evolution == "sail"
    events = play(battle, 3, eng={"speed": 3.0, **QUIET}, white=LIE, fra=LIE, other=LIE)
    line = [pose(battle, name) for name in (ENG, "second", "third")]
    assert [each.heading for each in line] == [0, 0, 0]
    assert line[0].y > line[1].y > line[2].y
    assert {each.x for each in line} == {0}
    assert "MUM-CMD-04" in cited(events)


@pytest.mark.rule("MUM-CMD-04")
def test_orders_of_her_own_need_initiative() -> None:
    battle = squadron()
    with pytest.raises(nr.IllegalOrder) as caught:
        battle.submit(orders(battle, "second", evolution="sail", speed=3))
    assert caught.value.rule == "MUM-CMD-04"
    assert caught.value.hint


@pytest.mark.rule("MUM-CMD-04")
@pytest.mark.parametrize(("face", "own"), [(5, True), (4, False)])
def test_initiative_is_shown_on_a_five(face: int, own: bool) -> None:
    battle = squadron(thrown(initiative=[face]))
    told = {"evolution": "heave_to", "initiative": True, **QUIET}
    play(
        battle,
        eng={"speed": 3.0, **QUIET},
        second=told,
        third=LIE | {"evolution": "formation"},
        white=LIE,
        fra=LIE,
    )
    assert (pose(battle, "second").y == -6) is own


@pytest.mark.rule("MUM-CMD-04", "MUM-SEQ-01")
def test_a_signal_frees_the_captains() -> None:
    battle = squadron()
    events = play(battle, eng={"speed": 3.0, **QUIET}, white=LIE, fra=LIE, other=LIE)
    battle.advance()
    while battle.requests and battle.requests[0].kind == "signal":
        for asked in battle.requests:
            own = Signal(ship=ENG, signal="own_orders")
            battle.submit(own if asked.ship == ENG else asked.default)
        battle.advance()
    assert of(battle.log, Signalled, ENG)
    assert ship(battle, "second").free
    assert orders(battle, "second").evolution == "sail"
    assert "MUM-SEQ-01" in cited(battle.log)
    assert events


@pytest.mark.rule("MUM-CMD-02", "MUM-DMG-11")
def test_the_senior_commodore_succeeds_an_admiral_who_falls() -> None:
    made = thrown(fire_at_eng=[4] * 99, fire_at_white=[1] * 99, staff_hit=[1], fire_at_once=[6] * 9)
    made._by_purpose["fire at eng, half"] = [1] * 9
    battle = squadron(made)
    alter(battle, FRA, pose=nr.Pose(6, 0, 0), hove_to=True, speed=0.0)
    alter(battle, ENG, hove_to=True, speed=0.0)
    events = play(battle, eng=LIE, white=LIE, fra={"evolution": "heave_to", "target": ENG}, other=LIE)
    lost = of(events, OfficerLost, ENG)
    assert [(event.rank, event.quality) for event in lost] == [("staff", "regular")]
    assert (ship(battle, ENG).rank, ship(battle, "white").rank) == ("", "fleet")
    assert "MUM-CMD-02" in cited(events)


@pytest.mark.rule("MUM-CMD-11", "MUM-CMD-02")
def test_a_disabled_flag_gives_up_the_command_by_signal() -> None:
    battle = squadron()
    alter(battle, ENG, masts=(0, 0, 0), fallen=3)
    play(battle, eng=QUIET, white=LIE, fra=LIE, other=LIE)
    battle.advance()
    assert request(battle, ENG).kind == "signal"
    battle.submit(Signal(ship=ENG, signal="relinquish"))
    events = play(battle, eng=QUIET, white=LIE, fra=LIE, other=LIE)
    assert (ship(battle, ENG).rank, ship(battle, "white").rank) == ("", "fleet")
    assert {"MUM-CMD-11", "MUM-CMD-02"} <= cited(events)


@pytest.mark.rule("MUM-CMD-10")
def test_a_flag_is_shifted_by_boat() -> None:
    battle = squadron()
    boat = Boat("idle", 12, pose(battle, ENG))
    alter(battle, ENG, hove_to=True, speed=0.0, boats=5, flotilla=(boat,), away=12)
    alter(battle, "second", hove_to=True, speed=0.0)
    events = play(battle, eng={**LIE, "shift_to": "second"}, white=LIE, fra=LIE, other=LIE)
    assert (ship(battle, ENG).rank, ship(battle, "second").rank, ship(battle, "second").staff) == (
        *("", "fleet"),
        "regular",
    )
    assert "MUM-CMD-10" in cited(events)


@pytest.mark.rule("MUM-CMD-10")
@pytest.mark.parametrize(("inches", "able"), [(3.99, True), (4.01, False)])
def test_a_flag_goes_by_boat_as_far_as_two_moves_row(inches: float, able: bool) -> None:
    battle = squadron()
    flag = ship(battle, ENG)
    place = pose(battle, ENG)
    abeam = nr.Pose(place.x, place.y, place.heading + 90.0).moved(inches + flag.record.beam)
    alter(battle, "second", pose=nr.Pose(abeam.x, abeam.y, place.heading))
    alter(battle, ENG, flotilla=(Boat("idle", 12, place),))
    assert ("second" in command.may_shift_to(battle, flag)) is able


@pytest.mark.rule("MUM-CMD-10")
def test_a_flag_cannot_be_shifted_to_a_ship_out_of_reach() -> None:
    battle = squadron()
    with pytest.raises(nr.IllegalOrder) as caught:
        battle.submit(orders(battle, ENG, shift_to="pale"))
    assert caught.value.rule == "MUM-CMD-10"


# ---------------------------------------------------------------- commanders' morale


def sinking(made: nr.Dice, name: str = "third", **flag: Any) -> tuple[nr.Battle, list[nr.Event]]:
    """A ship of the squadron goes down at the end of the move."""
    battle = squadron(made, **flag)
    alter(battle, name, leaks=9, water=9)
    told = dict.fromkeys(battle.state.ships, LIE) | {"second": QUIET, "third": QUIET, "pale": QUIET}
    return battle, play(battle, **told)


@pytest.mark.rule("MUM-CMD-07", "MUM-SEQ-07")
def test_a_loss_tests_the_fleet_commander_and_the_squadrons_own() -> None:
    _, events = sinking(thrown(survivors=[1], commander=[2]))
    assert [(event.ship, event.outcome) for event in of(events, CommanderShaken)] == [(ENG, "steady")]
    _, events = sinking(thrown(survivors=[1], commander=[2, 2]), "pale")
    found = [(event.ship, event.outcome) for event in of(events, CommanderShaken)]
    assert found == [(ENG, "steady"), ("white", "steady")]
    assert {"MUM-CMD-07", "MUM-SEQ-07"} <= cited(events)


@pytest.mark.rule("MUM-CMD-07", "MUM-MOR-05")
def test_a_ship_that_flees_from_her_own_fire_is_a_loss_too() -> None:
    battle = squadron(thrown(fire=[1], morale=[1], commander=[2]))
    battle.state.turn = 2
    alter(battle, "third", fires=(Fire(1),), morale="mutinous")
    told = dict.fromkeys(battle.state.ships, LIE) | {"second": QUIET, "third": QUIET, "pale": QUIET}
    events = play(battle, **told)
    assert ship(battle, "third").fleeing
    assert [event.ship for event in of(events, CommanderShaken)] == [ENG]


@pytest.mark.rule("MUM-CMD-07", "MUM-CMD-08", "MUM-CMD-09")
@pytest.mark.parametrize(("face", "white_flees"), [(5, False), (4, True)])
def test_escape_as_best_you_can_and_a_commodore_who_is_deaf_to_it(face: int, white_flees: bool) -> None:
    made = thrown(survivors=[1], commander=[1], shaken_commander=[2], disobeys=[face])
    battle, events = sinking(made)
    flees = {name: ship(battle, name).fleeing for name in (ENG, "second", "white", "pale")}
    assert flees == {ENG: True, "second": True, "white": white_flees, "pale": white_flees}
    assert {"MUM-CMD-07", "MUM-CMD-08", "MUM-CMD-09"} <= cited(events)


@pytest.mark.rule("MUM-CMD-08")
def test_break_off_action_leaves_ships_with_fewer_than_two_masts() -> None:
    made = thrown(survivors=[1], commander=[1], shaken_commander=[3])
    battle = squadron(made)
    alter(battle, "third", leaks=9, water=9)
    alter(battle, "pale", masts=(0, 0, 80), fallen=2)
    play(
        battle, **(dict.fromkeys(battle.state.ships, LIE) | {"second": QUIET, "third": QUIET, "pale": QUIET})
    )
    retires = {name: ship(battle, name).retiring for name in (ENG, "second", "white", "pale")}
    assert retires == {ENG: True, "second": True, "white": True, "pale": False}


@pytest.mark.rule("MUM-CMD-08")
def test_he_takes_his_own_to_safety_and_the_rest_get_no_orders() -> None:
    battle, _ = sinking(thrown(survivors=[1], commander=[1], shaken_commander=[5]))
    assert [ship(battle, name).retiring for name in (ENG, "second", "white", "pale")] == [
        True,
        True,
        False,
        False,
    ]
    assert ship(battle, "pale").free


@pytest.mark.rule("MUM-CMD-12", "MUM-MOR-09")
def test_a_fleeing_commander_challenged_throws_again() -> None:
    battle = squadron(thrown(shaken_commander=[6], morale=[3]))
    alter(battle, ENG, fleeing=True, shaken="escape", hove_to=True, speed=0.0)
    alter(battle, FRA, pose=nr.Pose(4, 1, 0), hove_to=True, speed=0.0)
    told = dict.fromkeys(battle.state.ships, LIE) | {"second": QUIET, "third": QUIET, "pale": QUIET}
    events = play(battle, **told | {FRA: {**LIE, "challenge": True}})
    (shaken,) = of(events, CommanderShaken, ENG)
    assert (shaken.outcome, "MUM-CMD-12" in shaken.rules) == ("safety", True)


# ---------------------------------------------------------------- thrown for


@pytest.mark.rule("MUM-CMD-06", "MUM-CREW-01", "MUM-CREW-02")
def test_officers_and_crews_may_be_thrown_for() -> None:
    made = dice(
        quality_of_the_captain=[6, 1], quality_of_the_commander=[1], proficiency=[6, 2], crew_morale=[6, 1]
    )
    battle = sea(
        made, fra=AWAY, rules={"officers": "thrown", "crews": "thrown"}, eng_is={"mum_flag": "fleet"}
    )
    to_orders(battle)
    one, other = ship(battle, ENG), ship(battle, FRA)
    # 6 for a hero's veterans makes 8, staunch; 1 for a poltroon's raw men makes -1, mutinous.
    assert (one.captain, one.staff, one.proficiency, one.morale) == ("hero", "poltroon", "veteran", "staunch")
    assert (other.captain, other.proficiency, other.morale) == ("poltroon", "raw", "mutinous")
    assert {"MUM-CMD-06", "MUM-CREW-01", "MUM-CREW-02"} <= cited(battle.log)


MORALE = {1: "poor", 2: "poor", 3: "average", 4: "average", 5: "good", 6: "good"}


@pytest.mark.rule("MUM-CREW-02", "MUM-CREW-01", "MUM-CMD-06")
@pytest.mark.parametrize("face", MORALE)
def test_what_the_dice_say_of_officers_and_crews(face: int) -> None:
    made = dice(quality_of_the_captain=[3, 3], proficiency=[face, 3], crew_morale=[4, face])
    battle = to_orders(sea(made, fra=AWAY, rules={"officers": "thrown", "crews": "thrown"}))
    assert ship(battle, FRA).morale == MORALE[face]
    assert ship(battle, ENG).proficiency == ("raw" if face < 3 else "veteran" if face == 6 else "trained")
    made = dice(quality_of_the_captain=[face, 3])
    battle = to_orders(sea(made, fra=AWAY, rules={"officers": "thrown"}))
    assert ship(battle, ENG).captain == {1: "poltroon", 6: "hero"}.get(face, "regular")


# ---------------------------------------------------------------- the wind


@pytest.mark.rule("MUM-WIND-02", "MUM-WIND-03", "MUM-WIND-08")
@pytest.mark.parametrize(("die", "force"), [("d6", 6), ("avd", 5)])
def test_the_wind_may_be_thrown_for(die: str, force: int) -> None:
    made = dice(wind_direction=[6], wind_point=[4], wind_strength=[6])
    grades = {"mum_wind": "thrown", "mum_strength": "thrown"}
    battle = to_orders(sea(made, fra=AWAY, grades=grades, rules={"wind_strength_die": die}))
    assert battle.state.wind == nr.Wind(247.5, force)
    assert {"MUM-WIND-02", "MUM-WIND-03"} <= cited(battle.log)
    assert ("MUM-WIND-08" in cited(battle.log)) is (die == "avd")


@pytest.mark.rule("MUM-WIND-04", "MUM-WIND-05", "MUM-WIND-06")
@pytest.mark.parametrize(
    ("face", "bearing", "force"),
    [(1, 270, 3), (2, 292.5, 4), (3, 292.5, 4), (4, 247.5, 4), (5, 247.5, 4), (6, 270, 5)],
)
def test_changeable_weather(face: int, bearing: float, force: int) -> None:
    # A 3 at the start: the wind changes on a 0, the first face of a ten-sided die.
    made = nr.Scripted(changeability=[3], wind_change=[2, 1], wind_shifts=[face])
    battle = to_orders(sea(made, fra=AWAY))
    assert battle.state.wind == nr.Wind(270, 4)
    play(battle, eng=QUIET, fra=QUIET)
    to_orders(battle)
    assert battle.state.wind == nr.Wind(bearing, force)
    assert {"MUM-WIND-04", "MUM-WIND-05", "MUM-WIND-06"} <= cited(battle.log)
    assert of(battle.log, WindShifted)[0].what == "set"


@pytest.mark.rule("MUM-WIND-07")
@pytest.mark.parametrize(("force", "face"), [(1, 1), (6, 6)])
def test_a_calm_or_a_gale_ends_the_battle_with_its_move(force: int, face: int) -> None:
    made = nr.Scripted(changeability=[1], wind_change=[3], wind_shifts=[face])
    battle = to_orders(sea(made, fra=AWAY, wind=(270, force)))
    assert not battle.over
    play(battle, eng=QUIET, fra=QUIET)
    assert battle.over
    assert (battle.result.winner, battle.result.why) == ("", "wind")
    assert "MUM-WIND-07" in cited(battle.log)


# ---------------------------------------------------------------- the sequence


@pytest.mark.rule(
    "MUM-SEQ-01", "MUM-SEQ-02", "MUM-SEQ-03", "MUM-SEQ-04", "MUM-SEQ-05", "MUM-SEQ-06", "MUM-SEQ-07"
)
def test_the_steps_of_a_move_stand_in_order() -> None:
    battle = sea(fra=AWAY)
    steps = [phase.name for phase in battle.phases]
    assert steps == [
        *("set_up", "wind", "signals", "orders", "move"),
        *(f"fifth_{number}" for number in range(1, 6)),
        "end_of_move",
    ]
    rules = {phase.name: phase.rules for phase in battle.phases}
    assert rules["signals"] == ("MUM-SEQ-01",)
    assert rules["orders"] == ("MUM-SEQ-02",)
    assert rules["move"] == ("MUM-SEQ-03",)
    assert "MUM-SEQ-04" in rules["fifth_1"]
    assert rules["end_of_move"] == ("MUM-SEQ-07",)
