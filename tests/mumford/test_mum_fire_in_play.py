"""MUM-FIRE, MUM-LFR and MUM-DMG in play: who fires in which fifth, with how many dice, and what it does."""

from __future__ import annotations

from typing import Any

import pytest
from sea import (
    LIBRARY,
    alter,
    changed,
    cited,
    dice,
    entrant,
    made,
    names,
    of,
    orders,
    play,
    pool,
    ruling,
    sea,
    ship,
    to_orders,
)

import navalrules as nr
from navalrules_mumford.events import Discharge
from navalrules_mumford.gunnery import decks

ENG, FRA = "eng", "fra"
FIRES: dict[str, Any] = {"evolution": "heave_to"}
QUIET: dict[str, Any] = {"evolution": "heave_to", "hold_fire": True}


SLOW = {"mum_proficiency": "raw", "mum_morale": "average"}
"""A crew that loads in 7 fifths: one broadside in the move."""


def safe() -> dict[str, list[int]]:
    """Throws by the way that do no harm."""
    return {"morale": [6] * 20, "fire at once": [6] * 20, "leak": [10] * 30, "captain hit": [6] * 20}


def fight(
    *faces: int,
    half: list[int] | None = None,
    moves: int = 1,
    told: dict[str, Any] | None = None,
    others: dict[str, Any] | None = None,
    eng_is: dict[str, Any] = SLOW,
    **more: Any,
) -> tuple[nr.Battle, list[nr.Event]]:
    """Both ships hove to, the British firing with dice that fall as told, every further die a 1."""
    thrown = dice()
    thrown._by_purpose |= {
        "fire at fra": [*faces, *[1] * 400],
        "fire at fra, half": [*(half or []), *[1] * 40],
    }
    thrown._by_purpose |= {**safe(), **more.pop("by", {})}
    state, theirs = more.pop("eng_state", {}), more.pop("fra_state", {})
    battle = to_orders(sea(thrown, eng_is=eng_is, **more))
    alter(battle, ENG, **{"hove_to": True, "speed": 0.0, **state})
    alter(battle, FRA, **{"hove_to": True, "speed": 0.0, **theirs})
    return battle, play(battle, moves, eng={**FIRES, **(told or {})}, fra=QUIET, **(others or {}))


def shots(events: list[nr.Event], name: str = ENG) -> list[Discharge]:
    return of(events, Discharge, name)


@pytest.mark.rule("MUM-FIRE-01", "MUM-FIRE-06", "MUM-FIRE-09", "MUM-FIRE-10", "MUM-FIRE-12", "MUM-SEQ-04")
def test_a_74_fires_eleven_dice_at_20_inches_by_herself() -> None:
    # 781 lbs are 11 dice (10 x 72 = 720, 61 over count as a die); 19 inches take 3 off each.
    battle, events = fight(*[6] * 11)
    (shot,) = shots(events)
    assert (pool(shot), names(ruling(shot, "MUM-FIRE-12"))) == (11, {"range": -3})
    assert (shot.weapon, shot.range, shot.hits) == ("starboard", 19.0, 40)  # 33 and a fifth more: 39.6
    assert {"MUM-FIRE-01", "MUM-FIRE-06", "MUM-FIRE-07", "MUM-FIRE-09", "MUM-FIRE-15"} <= set(shot.cited())
    assert battle.state.turn == 2


@pytest.mark.rule("MUM-FIRE-08", "MUM-FIRE-12")
def test_carronades_join_at_ten_inches_with_dice_of_their_own() -> None:
    # 54 lbs of carronades are a die; at 10 inches and a quarter they are silent.
    for inches, thrown in ((11.0, 12), (11.25, 11)):
        _, events = fight(fra=(inches, 0, 0))
        (shot,) = shots(events)
        assert pool(shot) == thrown
        assert ("MUM-FIRE-08" in shot.rules) is (inches == 11.0)


@pytest.mark.rule("MUM-FIRE-09", "MUM-FIRE-08")
def test_a_card_with_one_figure_for_both_throws_them_together() -> None:
    # British 38: 252 + 256 lbs are 7 dice; beyond ten inches 252 alone are 3 and a half.
    for inches, thrown in ((10.0, 7), (12.0, 4)):
        _, events = fight(english="british-38-frigate", french="french-38-frigate", fra=(inches, 0, 0))
        (shot,) = shots(events)
        assert pool(shot) == thrown


@pytest.mark.rule("MUM-FIRE-11")
def test_half_a_die_is_thrown_apart() -> None:
    # British 64: 618 lbs are eight and a half.
    _, events = fight(*[1] * 8, half=[6], english="british-64-4th-rate", fra=(5, 0, 0))
    (shot,) = shots(events)
    assert (shot.hits, "MUM-FIRE-11" in set(shot.cited())) == (14, True)  # 8 x 1 and 4, a fifth more: 14.4


@pytest.mark.rule("MUM-FIRE-12")
@pytest.mark.parametrize(("x", "fires"), [(37.0, True), (37.01, False)])
def test_no_fire_beyond_36_inches(x: float, fires: bool) -> None:
    _, events = fight(fra=(x, 0, 0))
    assert bool(shots(events)) is fires


@pytest.mark.rule("MUM-FIRE-15", "MUM-LFR-01")
def test_a_trained_good_crew_fires_every_fourth_fifth_and_only_its_first_broadside_with_care() -> None:
    _, events = fight(moves=2, eng_is={})
    found = shots(events)
    assert len(found) == 3  # fifths 1, 5 and 9
    ready = [changed(shot, "mounts")[1] for shot in found]
    starboard = [next(mount for mount in mounts if mount.hand == "starboard").ready for mounts in ready]
    assert starboard == [5, 9, 13]
    careful = ["MUM-FIRE-15" in set(shot.cited()) for shot in found]
    assert careful == [True, False, False]
    assert all("MUM-LFR-01" in set(shot.cited()) for shot in found)


@pytest.mark.rule("MUM-LFR-02", "MUM-FIRE-23")
@pytest.mark.parametrize(
    ("crew", "next_fifth"),
    [
        (20 + 269, 5),  # the engaged side's least crew and the riggers
        (20 + 268, 6),
        (20 + 242, 7),  # 89.96 per cent
        (20 + 135, 10),  # a hair above half
        (20 + 100, 14),  # 37 per cent
    ],
)
def test_guns_short_of_men_load_more_slowly(crew: int, next_fifth: int) -> None:
    _, events = fight(eng_state={"crew": crew}, eng_is={})
    (shot, *_) = shots(events)
    mounts = changed(shot, "mounts")[1]
    assert next(mount for mount in mounts if mount.hand == "starboard").ready == next_fifth
    assert ("MUM-LFR-02" in set(shot.cited())) is (crew < 289)


@pytest.mark.rule("MUM-LFR-02")
def test_under_three_tenths_of_the_least_crew_nobody_fires() -> None:
    _, events = fight(eng_state={"crew": 20 + 80})
    assert not shots(events)


@pytest.mark.rule("MUM-FIRE-02", "MUM-FIRE-04")
def test_bow_carronades_bear_ahead_and_broadsides_do_not() -> None:
    _, events = fight(fra=(0, 10, 90), by={"bow at fra": [6]})
    (shot,) = shots(events)
    assert (shot.weapon, shot.range) == ("bow", 7.75)
    assert "MUM-FIRE-02" in shot.rules


@pytest.mark.rule("MUM-FIRE-03")
def test_stern_carronades_bear_astern() -> None:
    thrown = dice(stern_at_eng=[5, 1])
    battle = to_orders(sea(thrown, french="french-42-frigate", fra=(0, 9, 0)))
    events = play(battle, eng=QUIET, fra=FIRES)
    (shot, *_) = shots(events, FRA)
    assert (shot.weapon, "MUM-FIRE-03" in shot.rules) == ("stern", True)


@pytest.mark.rule("MUM-FIRE-16", "MUM-FIRE-18")
def test_chasers_never_rake() -> None:
    # The bow carronades fire at a ship that lies stern on: their hits are not multiplied.
    _, events = fight(6, fra=(0, 9, 0), by={"bow at fra": [6]})
    (shot,) = shots(events)
    assert (shot.weapon, shot.rake, shot.hits) == ("bow", "", 5)


@pytest.mark.rule("MUM-BOARD-09")
@pytest.mark.parametrize(
    ("plan", "top"),
    [
        ("british-74-3rd-rate", ["Upper Batteries", "Broadside carronades"]),
        ("spanish-130-1st-rate", ["Upper Batteries"]),
        ("hms-victory-1805", ["upper gun deck", "quarterdeck", "forecastle"]),
    ],
)
def test_decks_are_counted_from_the_top(plan: str, top: list[str]) -> None:
    own = made(LIBRARY[plan] if plan in LIBRARY else nr.ship_library()[plan]).record
    first, *rest = decks(own)
    assert [own.lines[index].name for index in first] == top
    assert own.lines[rest[-1][0]].lower


@pytest.mark.rule("MUM-FIRE-16", "MUM-FIRE-17", "MUM-DMG-07")
@pytest.mark.parametrize(("heading", "rake", "share", "masts"), [(90, "stern", 2.0, 2), (270, "bow", 1.5, 0)])
def test_a_rake_multiplies_and_falls_on_the_nearest_mast(
    heading: float, rake: str, share: float, masts: int
) -> None:
    # 17.75 inches take 3: five sixes score 15, first broadside a fifth more.
    battle, events = fight(*[6] * 5, fra=(20, -0.3, heading), wind=(180, 4))
    (shot,) = shots(events)
    assert (shot.rake, shot.hits) == (rake, int(15 * share * 1.2 + 0.5))
    lost = [full - left for full, left in zip((100, 120, 80), ship(battle, FRA).masts, strict=True)]
    assert sum(lost) == shot.hits
    assert lost[masts] == -(-shot.hits // 2)
    assert lost[1] == shot.hits // 3
    assert {"MUM-FIRE-16", "MUM-FIRE-17"} <= set(shot.cited())
    assert "MUM-DMG-07" in cited(events)
    assert ship(battle, FRA).raked == 1


@pytest.mark.rule("MUM-FIRE-18", "MUM-FIRE-19")
def test_half_a_rake_is_a_quarter_more() -> None:
    battle, events = fight(*[6] * 5, fra=(20, 1, 67.5), wind=(180, 4))
    (shot,) = shots(events)
    assert (shot.rake, shot.hits) == ("half", int(15 * 1.25 * 1.2 + 0.5 + 1e-9))
    assert {"MUM-FIRE-18", "MUM-FIRE-19"} <= set(shot.cited())
    assert ship(battle, FRA).raked == 0


@pytest.mark.rule("MUM-FIRE-14")
def test_at_anchor_she_adds_one_to_each_die() -> None:
    _, events = fight(eng_state={"anchored": True, "hove_to": False}, told={"evolution": "sail"})
    (shot,) = shots(events)
    assert names(ruling(shot, "MUM-FIRE-12"))["anchored"] == 1
    assert "MUM-FIRE-14" in set(shot.cited())


@pytest.mark.rule("MUM-FIRE-22")
def test_dismasted_and_adrift_she_loses_one() -> None:
    _, events = fight(eng_state={"masts": (0, 0, 0), "fallen": 3}, told={"evolution": "sail"})
    (shot, *_) = shots(events)
    assert names(ruling(shot, "MUM-FIRE-12"))["drifting"] == -1
    assert "MUM-FIRE-22" in set(shot.cited())


@pytest.mark.rule("MUM-FIRE-20")
@pytest.mark.parametrize(("force", "thrown"), [(5, 5), (4, 11)])
def test_lee_gunports_are_shut_in_a_blow(force: int, thrown: int) -> None:
    # To leeward of a wind from west the upper battery's 333 lbs alone are 4 and a half dice.
    _, events = fight(wind=(270, force))
    (shot,) = shots(events)
    assert pool(shot) == thrown
    assert ("MUM-FIRE-20" in shot.rules) is (force == 5)


@pytest.mark.rule("MUM-FIRE-21")
def test_a_mast_over_the_side_takes_a_third() -> None:
    # 781 x 2/3 = 520.7 lbs: 7 dice.
    _, events = fight(
        eng_state={"wrecks": (("starboard", 1),), "masts": (100, 0, 80), "fallen": 1},
        told={"evolution": "sail"},
        by={"wreckage": [1] * 9},
    )
    (shot, *_) = shots(events)
    assert pool(shot) == 7
    assert "MUM-FIRE-21" in shot.rules


@pytest.mark.rule("MUM-FIRE-25")
def test_disorder_halves_and_disorganisation_silences() -> None:
    # 390.5 lbs: 5 and a half dice.
    _, events = fight(eng_state={"disordered": 5})
    (shot, *_) = shots(events)
    assert pool(shot) == 6
    assert "MUM-FIRE-25" in shot.rules
    _, events = fight(eng_state={"disorganised": 5, "disordered": 10})
    assert not shots(events)


@pytest.mark.rule("MUM-FIRE-24")
def test_a_ship_of_the_line_fires_on_a_frigate_only_after_she_has_fired() -> None:
    def meeting(frigate: dict[str, Any]) -> list[nr.Event]:
        thrown = dice(fire_at_eng=[1] * 80, fire_at_fra=[1] * 80)
        thrown._by_purpose["fire at eng, half"] = [1] * 80
        battle = to_orders(sea(thrown, french="french-38-frigate", fra=(15, 0, 0)))
        return play(battle, 2, eng=FIRES, fra=frigate)

    assert not shots(meeting(QUIET))
    events = meeting(FIRES)
    assert shots(events)
    assert "MUM-FIRE-24" in cited(events)
    first = next(event for event in events if isinstance(event, Discharge))
    assert first.ship == FRA


@pytest.mark.rule("MUM-FIRE-06")
def test_another_hull_in_between_blocks_the_fire() -> None:
    friend = entrant("friend", "british-74-3rd-rate", "British", (10, 0, 0))
    battle, events = fight(more=[friend], others={"friend": QUIET})
    assert not shots(events)
    assert ship(battle, "friend").fighting


@pytest.mark.rule("MUM-FIRE-06", "MUM-SEQ-02")
def test_the_target_named_in_orders_comes_before_a_nearer_one() -> None:
    near = entrant("near", "french-74-3rd-rate", "French", (10, -2, 0))
    thrown = {"fire at near": [1] * 40}
    _, events = fight(more=[near], by=thrown, others={"near": QUIET})
    assert {shot.target for shot in shots(events)} == {"near"}
    _, events = fight(more=[near], told={"target": FRA}, fra=(20, 2, 0), others={"near": QUIET})
    assert {shot.target for shot in shots(events)} == {FRA}


# ---------------------------------------------------------------- what hits do


@pytest.mark.rule("MUM-DMG-01", "MUM-DMG-06", "MUM-FLOT-01")
def test_a_solid_hit_takes_a_man_two_pounds_and_a_mast_point() -> None:
    # Five sixes at -3 score 15, a fifth more is 18.
    battle, events = fight(*[6] * 5)
    hurt = ship(battle, FRA)
    assert (690 - hurt.crew, hurt.lost, hurt.hull_hits) == (18, 18, 18)
    assert hurt.masts == (94, 114, 74)
    left = {mount.hand: mount.full - mount.left for mount in hurt.mounts}
    assert left == {"port": 36, "starboard": 0}
    assert {"MUM-DMG-01", "MUM-DMG-06", "MUM-FLOT-01"} <= cited(events)


@pytest.mark.rule("MUM-DMG-02")
def test_dismantling_shot_takes_two_mast_points_and_half_a_man() -> None:
    # 11 dice: one six more than three fives... 3 + 2 + 2 + 2 = 9 and a fifth: 11 hits.
    battle, events = fight(6, 5, 5, 5, told={"shot": "dismantling"})
    hurt = ship(battle, FRA)
    assert (hurt.lost, hurt.hull_hits, 300 - sum(hurt.masts)) == (6, 0, 22)
    assert "MUM-DMG-02" in cited(events)


@pytest.mark.rule("MUM-DMG-03")
def test_grape_takes_two_men_a_hit_to_a_quarter_of_the_crew() -> None:
    battle, events = fight(*[6] * 12, fra=(8, 0, 0), told={"shot": "grape"})
    # 12 sixes at -1 are 60 hits, a fifth more 72: 144 men of the 172 that a quarter of 690 allows.
    assert (ship(battle, FRA).lost, ship(battle, FRA).hull_hits) == (144, 0)
    assert "MUM-DMG-03" in cited(events)
    battle, _ = fight(*[6] * 12, fra=(8, 0, 0), told={"shot": "grape"}, fra_state={"crew": 400})
    assert ship(battle, FRA).lost == 100


@pytest.mark.rule("MUM-DMG-03")
@pytest.mark.parametrize(("x", "ok"), [(11.0, True), (16.0, False)])
def test_grape_at_fifteen_inches_is_refused(x: float, ok: bool) -> None:
    battle = to_orders(sea(fra=(x, 0, 0)))
    order = orders(battle, ENG, shot="grape")
    if ok:
        battle.submit(order)
        return
    with pytest.raises(nr.IllegalOrder) as caught:
        battle.submit(order)
    assert (caught.value.rule, "15" in caught.value.reason, bool(caught.value.hint)) == (
        "MUM-DMG-03",
        True,
        True,
    )


@pytest.mark.rule("MUM-DMG-08", "MUM-DMG-09")
@pytest.mark.parametrize(("wind", "hand"), [((270, 4), "starboard"), ((90, 4), "port")])
def test_a_mast_falls_to_leeward_and_is_cut_away_from_the_third_fifth(
    wind: tuple[int, int], hand: str
) -> None:
    battle, events = fight(*[6] * 5, fra_state={"masts": (6, 120, 80)}, wind=wind, by={"wreckage": [9, 1, 1]})
    (fell,) = of(events, nr.MastFell, FRA)
    assert (fell.place, fell.hand) == ("foremast", hand)
    # It falls in fifth 1; the first throw is in fifth 4: a nine on the die shows 8.
    assert ship(battle, FRA).wrecks == ()
    assert {"MUM-DMG-08", "MUM-DMG-09"} <= cited(events)


@pytest.mark.rule("MUM-DMG-10")
def test_two_fives_wreck_a_boat() -> None:
    battle, events = fight(5, 5, 5, 5, 5, fra=(8, 0, 0))
    assert ship(battle, FRA).boats == 4
    assert "MUM-DMG-10" in cited(events)


@pytest.mark.rule("MUM-DMG-11", "MUM-MOR-06")
def test_a_tenth_of_the_crew_lost_may_cost_the_captain() -> None:
    battle, events = fight(*[6] * 11, fra=(4, 0, 0), by={"captain hit": [1]})
    hurt = ship(battle, FRA)
    assert (hurt.lost, hurt.captain, hurt.captain_lost) == (80, "regular", "regular")
    assert {"MUM-DMG-11", "MUM-MOR-06"} <= cited(events)


@pytest.mark.rule("MUM-SEQ-04", "MUM-FIRE-01")
def test_all_fire_of_a_fifth_is_reckoned_on_the_state_before_it() -> None:
    thrown = dice(fire_at_fra=[4] * 12, fire_at_eng=[4] * 14)
    thrown._by_purpose |= safe()
    battle = to_orders(sea(thrown, fra=(4, 0, 0), eng_is=SLOW, fra_is=SLOW))
    events = play(battle, eng=FIRES, fra=FIRES)
    first = [event for event in events if isinstance(event, Discharge)][:2]
    # 928 lbs are 13 dice though the British broadside has by then taken off guns.
    assert [pool(shot) for shot in first] == [12, 14]
    assert LIBRARY["french-74-3rd-rate"].guns_rated == 74
