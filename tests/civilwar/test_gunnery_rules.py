"""ACW-GUN, ACW-DICE-01 and the gunnery examples: each figure is the ledger's own."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from deck import (
    CON,
    FED,
    INCH,
    LEDGER,
    RULES,
    alter,
    at,
    defaults,
    duel,
    entrant,
    events,
    fire,
    names,
    roll,
    ship,
)

import navalrules as nr
from navalrules_civilwar import bearing, gunnery
from navalrules_civilwar.lore import Lore
from navalrules_civilwar.orders import FireOrder
from navalrules_civilwar.ship import Gun, gun_kind

LORE = Lore.of(RULES.tables)
KINDS = ("LSB", "MSB", "HSB", "LR", "MR", "HR")

LEDGER_T1 = {
    1.0: (6, 7, 8, 7, 8, 9),
    2.0: (6, 7, 8, 7, 8, 9),
    2.01: (5, 6, 7, 6, 7, 8),
    5.0: (5, 6, 7, 6, 7, 8),
    7.0: (4, 5, 6, 5, 6, 7),
    10.0: (4, 5, 6, 5, 6, 7),
    12.0: (2, 3, 4, 4, 5, 6),
    15.0: (2, 3, 4, 4, 5, 6),
    20.0: (0, 1, 2, 2, 3, 4),
    24.0: (0, 1, 2, 2, 3, 4),
    24.01: (-2, -1, 0, 1, 2, 3),
    36.0: (-2, -1, 0, 1, 2, 3),
    40.0: (-4, -3, -2, -1, 0, 1),
    48.0: (-4, -3, -2, -1, 0, 1),
    60.0: (-6, -5, -4, -3, -2, -1),
    66.0: (-6, -5, -4, -3, -2, -1),
    80.0: (-8, -7, -6, -6, -5, -4),
    89.99: (-8, -7, -6, -6, -5, -4),
    90.0: (-9, -9, -9, -9, -9, -9),
    300.0: (-9, -9, -9, -9, -9, -9),
}


def modifiers(shot: nr.ShotFired) -> dict[str, float]:
    (ruled,) = shot.rulings
    return names(ruled)


def one_shot(gun: str = "S1", dice: int = 20, by: str = FED, **setting: Any) -> nr.ShotFired:
    """One gun fires once and misses or hits; a hit strikes the boats, which needs no more dice."""
    battle = duel(nr.Scripted(to_hit=[dice], place_struck=[13]), **setting)
    (shot,) = fire(battle, **{by: [(gun, CON if by == FED else FED)]})
    return shot


@pytest.mark.rule("ACW-GUN-05", "ACW-GUN-06", "ACW-GUN-07", "ACW-GUN-13")
@pytest.mark.parametrize("inches", LEDGER_T1)
def test_range_table_and_its_edges(inches: float) -> None:
    found = tuple(gunnery.range_modifier(LORE, kind, inches).amount for kind in KINDS)
    assert found == LEDGER_T1[inches]


@pytest.mark.rule("ACW-GUN-05", "ACW-GUN-06", "ACW-GUN-07")
def test_range_table_keeps_the_four_checks_it_was_built_on() -> None:
    columns = list(zip(*LEDGER_T1.values(), strict=True))
    ours = [[gunnery.range_modifier(LORE, kind, inches).amount for inches in LEDGER_T1] for kind in KINDS]
    assert ours == [list(column) for column in columns]
    light, medium, heavy, rifle_light, rifle_medium, rifle_heavy = ours
    for column in ours:
        assert column == sorted(column, reverse=True)
    far = [index for index, inches in enumerate(LEDGER_T1) if 24 < inches <= 66]
    for smooth, rifled in ((light, rifle_light), (medium, rifle_medium), (heavy, rifle_heavy)):
        assert all(a <= b for a, b in zip(smooth, rifled, strict=True))
        assert {rifled[index] - smooth[index] for index in far} == {3}


@pytest.mark.rule("ACW-GUN-01", "ACW-DICE-01", "ACW-EX-05")
@pytest.mark.parametrize(("die", "hits"), [(9, True), (8, False)])
def test_twelve_with_modifiers_hits(die: int, hits: bool) -> None:
    three = (nr.Modifier("three", 3, "ACW-GUN-01"),)
    ruled = gunnery.to_hit(LORE, three, nr.Scripted(die), FED)
    assert (ruled.outcome, ruled.need, ruled.total) == (hits, 12, 3)
    assert roll(ruled).sides == 20
    assert die + ruled.total == (12 if hits else 11)


@pytest.mark.rule("ACW-GUN-02", "ACW-GUN-03", "ACW-GUN-04")
@pytest.mark.parametrize(
    ("pounder", "rifled", "kind"),
    [
        *[(12, False, "LSB"), (48, False, "LSB"), (48.5, False, "MSB"), (90, False, "MSB")],
        *[(91, False, "HSB"), (150, False, "HSB"), (200, False, "HSB")],
        *[(48, True, "LR"), (50, True, "MR"), (90, True, "MR"), (100, True, "HR"), (300, True, "HR")],
    ],
)
def test_gun_classes_by_weight(pounder: float, rifled: bool, kind: str) -> None:
    assert gun_kind(pounder, rifled, RULES.tables) == kind


@pytest.mark.rule("ACW-GUN-08", "ACW-GUN-14")
def test_rake_is_plus_one_within_24_inches() -> None:
    shot = one_shot(con=(20, 0, 90))
    assert modifiers(shot)["rake"] == 1
    assert "ACW-GUN-14" in shot.rules
    assert "rake" not in modifiers(one_shot(con=(24.5, 0, 90)))


@pytest.mark.rule("ACW-GUN-08", "ACW-GUN-14")
def test_broadside_target_is_plus_two() -> None:
    found = modifiers(one_shot())
    assert found["broadside"] == 2
    assert "rake" not in found


@pytest.mark.rule("ACW-GUN-14")
@pytest.mark.parametrize(
    ("aspect", "inches", "lies"),
    [
        *[(22.5, 24, "rake"), (22.6, 24, ""), (157.5, 24, "rake"), (0, 24, "rake"), (180, 24, "rake")],
        *[
            (0, 24.1, ""),
            (44.9, 10, ""),
            (45, 10, "broadside"),
            (90, 80, "broadside"),
            (315, 10, "broadside"),
        ],
        *[(337.5, 3, "rake"), (200, 3, "rake"), (225, 3, "broadside")],
    ],
)
def test_rake_and_broadside_by_the_keel_angle(aspect: float, inches: float, lies: str) -> None:
    assert bearing.aspect(LORE, nr.Sighting(inches, 90.0, aspect)) == lies


@pytest.mark.rule("ACW-GUN-15", "ACW-MOVE-10", "ACW-GUN-08")
def test_anchored_two_or_stopped_three_not_both() -> None:
    battle = duel(nr.Scripted(to_hit=[1, 1]))
    alter(battle, CON, anchored=True, speed=0.0, run=0.0)
    (shot,) = fire(battle, fed=[("S1", CON)])
    assert modifiers(shot)["anchored"] == 2
    assert "stopped" not in modifiers(shot)
    alter(battle, CON, anchored=False)
    at(battle, "fire_first")
    (shot,) = fire(battle, fed=[("S1", CON)])
    assert modifiers(shot)["stopped"] == 3
    assert {"ACW-GUN-15", "ACW-MOVE-10"} <= set(shot.cited())


@pytest.mark.rule("ACW-GUN-15")
def test_switch_adds_anchored_and_stopped_to_five() -> None:
    battle = duel(nr.Scripted(to_hit=[1]), rules={"anchored_plus_stopped": True})
    alter(battle, CON, anchored=True, speed=0.0, run=0.0)
    (shot,) = fire(battle, fed=[("S1", CON)])
    assert modifiers(shot)["anchored"] + modifiers(shot)["stopped"] == 5


@pytest.mark.rule("ACW-GUN-18", "ACW-GUN-08")
@pytest.mark.parametrize("visibility", ["dark", "fog", "smoke"])
def test_obscured_is_minus_four(visibility: str) -> None:
    shot = one_shot(conditions={"visibility": visibility})
    assert modifiers(shot)["obscured"] == -4
    assert "ACW-GUN-18" in shot.rules
    assert "obscured" not in modifiers(one_shot(conditions={"visibility": "clear"}))


@pytest.mark.rule("ACW-GUN-09")
@pytest.mark.parametrize(
    ("force", "sea", "amount"),
    [
        *[(0, "calm", 0), (1, "calm", 0), (2, "slight", 0), (3, "slight", 0), (4, "choppy", -1)],
        *[
            (5, "choppy", -1),
            (6, "rough", -2),
            (7, "rough", -2),
            (8, "very_rough", -4),
            (12, "very_rough", -4),
        ],
    ],
)
def test_sea_state(force: int, sea: str, amount: int) -> None:
    battle = duel(nr.Scripted(to_hit=[1]), wind=(0, force))
    assert battle.state.table.sea == sea
    (shot,) = fire(battle, fed=[("S1", CON)])
    assert modifiers(shot).get("sea_" + sea, 0) == amount


@pytest.mark.rule("ACW-GUN-09")
@pytest.mark.parametrize(("haze", "amount"), [("light", -1), ("thick", -2)])
def test_haze_beyond_24_inches(haze: str, amount: int) -> None:
    assert modifiers(one_shot(con=(25, 0, 0), conditions={"haze": haze}))["haze_" + haze] == amount
    assert "haze_" + haze not in modifiers(one_shot(con=(24, 0, 0), conditions={"haze": haze}))


@pytest.mark.rule("ACW-GUN-10", "ACW-MOR-12")
@pytest.mark.parametrize(("grade", "amount"), [("Veteran", 2), ("Average", 1), ("Green", 0), ("Poor", -1)])
def test_crew_modifier(grade: str, amount: int) -> None:
    battle = duel(nr.Scripted(to_hit=[1]))
    alter(battle, FED, grade=grade)
    (shot,) = fire(battle, fed=[("S1", CON)])
    assert modifiers(shot)[grade] == amount


@pytest.mark.rule("ACW-GUN-11", "ACW-SEQ-04", "ACW-SEQ-07")
def test_each_manned_gun_that_bears_fires_once_in_each_step() -> None:
    battle = duel(nr.Scripted(to_hit=[1, 1]))
    at(battle, "fire_first")
    (owed,) = [request for request in battle.requests if request.ship == FED]
    with pytest.raises(nr.IllegalOrder, match="fire twice") as refused:
        battle.submit(FireOrder(ship=FED, shots=(("S1", CON), ("S1", CON))))
    assert refused.value.rule == "ACW-GUN-11"
    assert set(owed.describe()["guns"]) == {"VB1", "V1", "V2", "S1", "S2"}
    assert len(fire(battle, fed=[("S1", CON)])) == 1
    assert battle.phases[battle.state.phase].name == "fire_second"
    (shot,) = fire(battle, fed=[("S1", CON)])
    assert "ACW-GUN-11" in shot.rules


@pytest.mark.rule("ACW-GUN-12")
@pytest.mark.parametrize(
    ("degrees", "arc"),
    [
        *[
            (45, "starboard"),
            (90, "starboard"),
            (135, "starboard"),
            (225, "port"),
            (270, "port"),
            (315, "port"),
        ],
        *[(315.1, "bow"), (0, "bow"), (44.9, "bow"), (135.1, "stern"), (180, "stern"), (224.9, "stern")],
    ],
)
def test_arcs_and_their_shared_edges(degrees: float, arc: str) -> None:
    for each in ("port", "starboard", "bow", "stern"):
        gun = Gun("X1", "LSB", (each,))
        assert bearing.bears(gun, bearing.bearing_arc(LORE, float(degrees))) == (each == arc)


@pytest.mark.rule("ACW-GUN-12")
def test_a_pivot_bears_through_all_its_arcs() -> None:
    battle = duel(con=(0, 20, 90))
    at(battle, "fire_first")
    (owed,) = [request for request in battle.requests if request.ship == FED]
    assert set(owed.describe()["guns"]) == {"VB1"}


@pytest.mark.rule("ACW-GUN-13")
def test_range_is_centre_to_centre() -> None:
    shot = one_shot(con=(12, 9, 0), gun="S1")
    assert shot.range == 15.0
    assert modifiers(shot)["range"] == 2
    assert "ACW-GUN-13" in shot.rules


@pytest.mark.rule("ACW-GUN-16")
@pytest.mark.parametrize(
    ("inches", "grade", "die", "hits"),
    [(95, "Poor", 20, False), (1, "Veteran", 1, True)],
)
def test_natural_20_and_1_decide_nothing(inches: float, grade: str, die: int, hits: bool) -> None:
    battle = duel(nr.Scripted(to_hit=[die], place_struck=[13]), con=(inches, 0, 90))
    alter(battle, FED, grade=grade)
    alter(battle, CON, run=0.0 if hits else 5.0, anchored=False)
    (shot,) = fire(battle, fed=[("V1" if hits else "S1", CON)])
    assert shot.hit is hits
    assert "ACW-GUN-16" in set(shot.cited())


@pytest.mark.rule("ACW-GUN-17")
def test_a_third_ship_blocks_the_shot() -> None:
    third = entrant("third", LEDGER["uss-hatteras"], "Federal", (10, 0, 0))
    battle = duel(more=[third])
    at(battle, "fire_first")
    assert FED not in {request.ship for request in battle.requests}
    third = entrant("third", LEDGER["uss-hatteras"], "Federal", (10, 30, 0))
    battle = duel(nr.Scripted(to_hit=[1]), more=[third])
    (shot,) = fire(battle, fed=[("S1", CON)])
    assert "ACW-GUN-17" in shot.rules


@pytest.mark.rule("ACW-GUN-17")
def test_a_blocked_shot_is_refused_with_its_rule() -> None:
    third = entrant("third", LEDGER["css-georgia"], "Confederate", (-10, 0, 0))
    battle = duel(con=(-20, 0, 0), more=[third])
    at(battle, "fire_first")
    with pytest.raises(nr.IllegalOrder, match="line of fire") as refused:
        battle.submit(FireOrder(ship=FED, shots=(("P1", CON),)))
    assert refused.value.rule == "ACW-GUN-17"


@pytest.mark.rule("ACW-EX-07")
def test_example_7_kearsarge_heavy_smoothbore() -> None:
    shot = one_shot("V1", 6)
    assert modifiers(shot) == {"range": 2, "broadside": 2, "Veteran": 2}
    assert shot.hit
    assert not one_shot("V1", 5).hit
    odds = nr.weigh(lambda dice: gunnery.to_hit(LORE, shot.rulings[0].modifiers, dice, FED).outcome)
    assert odds == {True: Fraction(3, 4), False: Fraction(1, 4)}


@pytest.mark.rule("ACW-EX-08")
def test_example_8_end_on_at_24_and_25_inches() -> None:
    def shot(inches: float, die: int) -> nr.ShotFired:
        return one_shot("VB1", die, CON, con=(inches, 0, 0), fed=(0, 0, 90))

    assert modifiers(shot(24, 6)) == {"range": 4, "rake": 1, "Average": 1}
    assert shot(24, 6).hit
    assert not shot(24, 5).hit
    assert modifiers(shot(25, 8)) == {"range": 3, "Average": 1}
    assert shot(25, 8).hit
    assert not shot(25, 7).hit


def at_range(
    inches: float, dice: int, gun: str, firer: dict[str, Any], target: dict[str, Any], **setting: Any
) -> nr.ShotFired:
    battle = duel(nr.Scripted(to_hit=[dice], place_struck=[13]), con=(inches, 0, 0), **setting)
    alter(battle, CON, **firer)
    alter(battle, FED, **target)
    (shot,) = fire(battle, con=[(gun, FED)])
    return shot


@pytest.mark.rule("ACW-EX-09")
def test_example_9_long_range_at_a_stopped_ship() -> None:
    def shot(die: int) -> nr.ShotFired:
        return at_range(90, die, "VB1", {"grade": "Veteran"}, {"run": 0.0, "anchored": False})

    assert modifiers(shot(14)) == {"range": -9, "broadside": 2, "stopped": 3, "Veteran": 2}
    assert shot(14).hit
    assert not shot(13).hit


@pytest.mark.rule("ACW-EX-10")
def test_example_10_green_and_obscured() -> None:
    def shot(die: int) -> nr.ShotFired:
        smoke = {"visibility": "smoke"}
        return at_range(40, die, "P1", {"grade": "Green"}, {}, fed=(0, 0, 90), conditions=smoke)

    assert modifiers(shot(20)) == {"range": -4, "obscured": -4, "Green": 0}
    assert shot(20).hit
    assert not shot(19).hit


@pytest.mark.rule("ACW-EX-11")
def test_example_11_cannot_hit() -> None:
    shot = at_range(90, 20, "P1", {"grade": "Poor"}, {}, fed=(0, 0, 90))
    assert modifiers(shot) == {"range": -9, "Poor": -1}
    assert not shot.hit
    odds = nr.weigh(lambda dice: gunnery.to_hit(LORE, shot.rulings[0].modifiers, dice, CON).outcome)
    assert odds == {False: Fraction(1)}


@pytest.mark.rule("ACW-SEQ-10", "ACW-HIT-09")
def test_fire_is_simultaneous() -> None:
    battle = duel(nr.Scripted(to_hit=[20, 20], place_struck=[12, 12], gun_struck=[1, 1]))
    alter(
        battle,
        CON,
        guns_out=(True,) * 2 + (False,) + (True,) * 5,
        at_guns=(False,) * 2 + (True,) + (False,) * 5,
    )
    alter(battle, FED, guns_out=(False,) * 1 + (True,) * 6, at_guns=(True,) + (False,) * 6)
    at(battle, "fire_first")
    fed_gun, con_gun = ship(battle, FED).guns[0].name, ship(battle, CON).guns[2].name
    alter(battle, CON, pose=nr.Pose(-20.0, 0.0, 180.0))
    defaults(battle)
    fired = {order.ship: order.shots[0][0] for order in battle.answers if isinstance(order, FireOrder)}
    assert fired == {FED: fed_gun, CON: con_gun}
    battle.advance()
    assert ship(battle, FED).guns_left == 0
    assert ship(battle, CON).guns_left == 0
    assert "ACW-HIT-09" in {rule for event in events(battle, nr.ShipHurt) for rule in event.rules}


def test_ranges_of_scenarios_are_metres() -> None:
    assert RULES.metres == INCH
