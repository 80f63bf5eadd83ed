"""BTQ-FIRE: fires, fire parties and magazines, one turn at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs
import pytest
from harm_desk import LORE, TABLES, desk, victory

import navalrules as nr
from navalrules_btq import crew, fires
from navalrules_btq.orders import Sail
from navalrules_btq.ship import BtqShip
from navalrules_btq.stations import Stations

H = LORE.harm
ON = ("enhanced_fire",)
NEVER, ALWAYS = 100, 1


def burn(told: Mapping[str, Sequence[int]], ship: BtqShip, on: Sequence[str] = ON, **more: Any) -> Any:
    """One turn's end for her fires; the desk comes back, every die told has fallen."""
    table = desk(told, ship, on=on, **more)
    fires.burn_all(table)
    table.dice.finish()
    return table


def one(age: int, ship: BtqShip | None = None, **told: int) -> tuple[BtqShip, Any]:
    """A single fire burns for a turn, under Enhanced Fire; dice not told do nothing."""
    ship = ship or victory(fires=(age,), gdn=0)
    words = {"put_out": "put out", "men": "men burned"}
    lying = {words.get(name, name): [face] for name, face in told.items()}
    quiet: dict[str, Sequence[int]] = {"spread": [NEVER], "burned": [NEVER], "put out": [NEVER]}
    if age >= 3 and ship.magazine != "flooded":
        quiet["magazine"] = [NEVER]
    return ship, burn({**quiet, **lying}, ship)


@pytest.mark.rule("BTQ-FIRE-02", "BTQ-FIRE-01")
def test_every_turn_a_fire_is_older() -> None:
    ship, _ = one(0)
    assert ship.fires == (1,)
    ship, _ = one(2)
    assert ship.fires == (3,)


@pytest.mark.rule("BTQ-FIRE-01", "BTQ-SP-07", "BTQ-DMG-16")
def test_a_fire_started_by_hand_is_of_age_0_and_costs_a_point() -> None:
    ship = victory()
    table = desk({}, ship)
    fires.start(table, ship)
    assert (ship.fires, ship.sp) == ((0,), 9)
    assert {"BTQ-FIRE-01", "BTQ-SP-07"} <= set(table.log[0].cited())


@pytest.mark.rule("BTQ-FIRE-03")
@pytest.mark.parametrize(
    ("ages", "name"), [((0, 1, 2), "minor"), ((3, 4, 5), "major"), ((6, 7, 30), "conflagration")]
)
def test_t22_intensity_by_age(ages: tuple[int, ...], name: str) -> None:
    on, off = desk({}, on=ON), desk({})
    for age in ages:
        found = on.bound[fires.intensity](H, age)
        assert found is not None
        assert found.name == name
        assert off.bound[fires.intensity](H, age) is None


@pytest.mark.rule("BTQ-FIRE-04", "BTQ-GAP-03", "BTQ-GAP-02")
@pytest.mark.parametrize(("wind", "chance"), [(0, 5), (1, 15), (2, 25), (3, 35), (4, 45), (5, 60), (6, 60)])
def test_t23_spread(wind: int, chance: int) -> None:
    rule = desk({}, on=ON).bound[fires.spreads]
    assert rule(H, nr.Scripted(chance), victory(), wind).outcome is True
    assert rule(H, nr.Scripted(chance + 1), victory(), wind).outcome is False
    assert desk({}).bound[fires.spreads](H, nr.Scripted(), victory(), wind) is None


@pytest.mark.rule("BTQ-FIRE-06", "BTQ-CV-24")
def test_cv_24_a_fire_party_in_a_fresh_breeze() -> None:
    rule = desk({}, on=ON).bound[fires.spreads]
    ship = victory(fire_party=120)
    assert rule(H, nr.Scripted(50), ship, 5).outcome is True
    ruled = rule(H, nr.Scripted(51), ship, 5)
    assert ruled.outcome is False
    assert [(each.amount, each.rule) for each in ruled.modifiers] == [(-10, "BTQ-FIRE-06")]


@pytest.mark.rule("BTQ-FIRE-05", "BTQ-SP-07")
def test_a_spread_is_one_new_fire_that_costs_no_point() -> None:
    ship, table = one(1, spread=35)
    assert (ship.fires, ship.sp) == ((2, 0), 10)
    started = [event for event in table.log if isinstance(event, nr.FireStarted)]
    assert [event.rules for event in started] == [("BTQ-FIRE-05",)]
    many = victory(fires=(1,) * 9)
    dice = {"spread": [1] * 9, "burned": [NEVER] * 9, "put out": [NEVER] * 9}
    burn(dice, many)
    assert many.fires == (2,) * 9 + (0,) * 9


@pytest.mark.rule("BTQ-FIRE-07")
@pytest.mark.parametrize(
    ("age", "chance"), [(1, 0), (2, 0), (3, 0), (4, 5), (5, 10), (6, 20), (7, 35), (8, 50), (20, 50)]
)
def test_t24_the_magazine(age: int, chance: int) -> None:
    rule = desk({}, on=ON).bound[fires.explodes]
    if not chance:
        assert rule(H, nr.Scripted(), victory(), age) is None
        return
    assert rule(H, nr.Scripted(chance), victory(), age).outcome is True
    assert rule(H, nr.Scripted(chance + 1), victory(), age).outcome is False
    assert desk({}).bound[fires.explodes](H, nr.Scripted(), victory(), age) is None


@pytest.mark.rule("BTQ-FIRE-08")
def test_a_ship_that_blows_up() -> None:
    ship = victory(fires=(3, 1))
    table = burn({"magazine": [5]}, ship)
    assert (ship.status, ship.exploded, ship.sp, ship.fires) == (nr.SUNK, True, 0, ())
    [event] = table.log
    assert isinstance(event, nr.ShipSank)
    assert {"BTQ-FIRE-07", "BTQ-FIRE-08"} <= set(event.cited())


@pytest.mark.rule("BTQ-FIRE-09", "BTQ-DC-09")
def test_a_magazine_ordered_to_be_flooded_is_still_tested_that_turn() -> None:
    ship = victory(fires=(3,), magazine="ordered", gdn=0)
    _, table = one(3, ship)
    assert ship.magazine == "flooded"
    assert {"BTQ-FIRE-09", "BTQ-DC-09"} <= set(table.log[-1].cited())
    one(4, ship)
    assert ship.magazine == "flooded"
    assert ship.fires == (5,)


@pytest.mark.rule("BTQ-FIRE-09")
def test_flooding_takes_a_fifth_of_the_crew_for_its_turn() -> None:
    ship = victory(magazine="ordered")
    assert crew.at_hand(desk({}, on=ON), ship) == 850 - 170
    ship.magazine = "flooded"
    assert crew.at_hand(desk({}, on=ON), ship) == 850


@pytest.mark.rule("BTQ-FIRE-10", "BTQ-MOVE-16")
@pytest.mark.parametrize(
    ("ages", "guns", "speed", "smoke"),
    [((), 0, 0, 0), ((2,), 1, 0, 0), ((1, 3), 2, 25, 20), ((6, 1), 99, 50, 100)],
)
def test_the_worst_fire_counts(ages: tuple[int, ...], guns: int, speed: int, smoke: int) -> None:
    ship, table = victory(fires=ages), desk({}, on=ON)
    assert (fires.guns_out(table, ship), fires.slows(table, ship), fires.smoke(table, ship)) == (
        guns,
        speed,
        smoke,
    )
    plain = desk({})
    assert (fires.guns_out(plain, ship), fires.slows(plain, ship), fires.smoke(plain, ship)) == (0, 0, 0)


@pytest.mark.rule("BTQ-FIRE-11")
@pytest.mark.parametrize(("age", "chance", "least", "most"), [(0, 10, 1, 3), (2, 25, 2, 5), (5, 50, 3, 8)])
def test_men_burned(age: int, chance: int, least: int, most: int) -> None:
    for face, men in ((1, least), (most - least + 1, most)):
        ship, table = one(age, burned=chance, men=face)
        assert ship.lost == men
        assert isinstance(table.log[0], nr.ShipHurt)
    with pytest.raises(nr.DiceError):
        one(age, burned=chance, men=most - least + 2)
    ship, _ = one(age, burned=chance + 1)
    assert ship.lost == 0


TARGETS = {"crack": (62, 44, 29, 29), "experienced": (62, 44, 29, 29)} | dict.fromkeys(
    ("inexperienced", "untrained"), (52, 34, 19, 19)
)


@pytest.mark.rule("BTQ-FIRE-12", "BTQ-FIRE-13")
@pytest.mark.parametrize("quality", TARGETS)
@pytest.mark.parametrize("age", [1, 2, 3, 9])
def test_t25_putting_a_fire_out(quality: str, age: int) -> None:
    need = TARGETS[quality][min(age, 4) - 1]
    ship = victory(quality=quality)
    assert fires.put_out(H, nr.Scripted(need), ship, age, ()).outcome is True
    assert fires.put_out(H, nr.Scripted(need + 1), ship, age, ()).outcome is False


@pytest.mark.rule("BTQ-FIRE-12")
def test_a_fire_put_out_is_gone() -> None:
    ship, table = one(0, victory(fires=(0,), klass="fifth_rate"), put_out=62)
    assert ship.fires == ()
    assert [type(event) for event in table.log] == [nr.StatusChanged, nr.FireOut]


@pytest.mark.rule("BTQ-FIRE-14", "BTQ-FIRE-15", "BTQ-SHIP-24")
@pytest.mark.parametrize(
    ("klass", "party", "target"),
    [
        *[("first_rate", 0, 67), ("second_rate", 0, 67), ("third_rate", 0, 67), ("fourth_rate", 0, 62)],
        *[("fifth_rate", 0, 62), ("first_rate", 9, 77), ("fifth_rate", 9, 72)],
    ],
)
def test_pumps_and_party_help(klass: str, party: int, target: int) -> None:
    for face, left in ((target, ()), (target + 1, (1,))):
        ship, _ = one(0, victory(fires=(0,), klass=klass, fire_party=party), put_out=face)
        assert ship.fires == left


@pytest.mark.rule("BTQ-FIRE-16", "BTQ-CV-23", "BTQ-DICE-02")
def test_cv_23_a_fire_of_age_5_on_hvn_1000() -> None:
    ship = victory(hvn=1000, gdn=40, fires=(4,), klass="fifth_rate")
    table = burn(
        {
            **{"magazine": [11], "spread": [NEVER], "burned": [NEVER], "put out": [NEVER]},
            **{"gun side": [1], "gun crew": [1]},
        },
        ship,
    )
    assert (ship.hull, ship.sp, ship.gdn_carry, ship.port) == (50, 9, 10, (29,))
    assert H.magazine[5] == 10
    assert {"BTQ-FIRE-16", "BTQ-DMG-02", "BTQ-DMG-04"} <= set(table.log[0].cited())
    assert ship.hit_port == ship.hit_starboard == 0


@pytest.mark.rule("BTQ-FIRE-16")
def test_a_fire_burns_hull_from_its_fourth_turn() -> None:
    ship, _ = one(2)
    assert (ship.fires, ship.hull) == ((3,), 0)
    ship, _ = one(3)
    assert (ship.fires, ship.hull) == ((4,), 220)


@pytest.mark.rule("BTQ-FIRE-17", "BTQ-FIRE-12", "BTQ-GAP-42")
@pytest.mark.parametrize(
    ("told", "target"),
    [
        (Stations(), 62),
        (Stations(True, fire=170), 62),
        (Stations(True, fire=169), 52),
        (Stations(True), 52),
    ],
)
def test_a_tenth_of_the_crew_for_each_fire(told: Stations, target: int) -> None:
    for face, left in ((target, (1,)), (target + 1, (1, 1))):
        ship = victory(klass="fifth_rate", fires=(0, 0), stations=told)
        quiet = {"spread": [NEVER] * 2, "burned": [NEVER] * 2}
        burn({**quiet, "put out": [face, NEVER]}, ship)
        assert ship.fires == left


@pytest.mark.rule("BTQ-FIRE-18", "BTQ-GAP-43")
def test_without_the_house_rule_a_fire_burns_and_is_put_out_and_no_more() -> None:
    ship = victory(hvn=1000, gdn=0, fires=(7, 0), klass="fifth_rate")
    table = burn({"put out": [30, 62]}, ship, on=())
    assert (ship.fires, ship.hull, ship.lost) == ((8,), 50, 0)
    assert "BTQ-FIRE-18" in set(table.log[0].cited())


@pytest.mark.rule("BTQ-FIRE-14", "BTQ-GAP-45")
def test_a_fire_party_is_15_per_cent_of_those_alive() -> None:
    ship = victory(crew=850)
    table = desk({}, ship, on=ON)
    crew.carry_out(table, ship, Sail(ship=ship.id, fire_party=True))
    assert ship.fire_party == 128  # 127.5
    assert crew.at_hand(table, ship) == 850 - 128
    assert "BTQ-FIRE-14" in set(table.log[0].cited())
    refused = crew.why_not(table, ship, Sail(ship=ship.id, fire_party=True))
    assert refused is not None
    assert refused.rule == "BTQ-FIRE-14"


@pytest.mark.rule("BTQ-FIRE-09", "BTQ-FIRE-14", "BTQ-FIRE-18", "BTQ-DC-09")
def test_refusals_of_parties_and_floods() -> None:
    party, flood = Sail(ship="victory", fire_party=True), Sail(ship="victory", flood=True)
    off, on = desk({}), desk({}, on=ON)
    for order in (party, flood):
        refused = crew.why_not(off, victory(), order)
        assert refused is not None
        assert (refused.rule, bool(refused.reason), bool(refused.hint)) == ("BTQ-FIRE-18", True, True)
        assert crew.why_not(on, victory(), order) is None
    for magazine in ("ordered", "flooded"):
        refused = crew.why_not(on, victory(magazine=magazine), flood)
        assert refused is not None
        assert refused.rule == "BTQ-DC-09"
    assert crew.why_not(on, victory(crew=3), party) is not None


def test_the_tables_name_every_step_of_the_wind() -> None:
    assert list(TABLES["fire_spread"]) == [
        *(
            "calm_fire_spread",
            "slight_air",
            "light_breeze",
            "gentle_breeze",
            "moderate_breeze",
            "fresh_breeze",
            "gale",
        )
    ]
    assert attrs.asdict(H.intensities[0][1])["name"] == "conflagration"


def other(**words: str) -> nr.Tables:
    return TABLES.layered({"harm_reading": words})


@pytest.mark.rule("BTQ-FIRE-18", "BTQ-GAP-43")
def test_gap_43_by_a_variant() -> None:
    ship = victory(fires=(7,), gdn=0)
    table = burn({}, ship, on=(), tables=other(base_fire_rules=""))
    assert (ship.fires, ship.hull) == ((8,), 0)
    assert "BTQ-FIRE-12" not in {rule for event in table.log for rule in event.cited()}
    short = victory(fires=(0,), klass="fifth_rate", stations=Stations(True))
    burn({"put out": [62]}, short, on=(), tables=other(base_fire_rules="put_out"))
    assert short.fires == ()


@pytest.mark.rule("BTQ-FIRE-09", "BTQ-GAP-44")
def test_gap_44_by_a_variant() -> None:
    ship = victory(fires=(7,), magazine="ordered", gdn=0)
    quiet: dict[str, Sequence[int]] = {"spread": [NEVER], "burned": [NEVER], "put out": [NEVER]}
    burn(quiet, ship, tables=other(flood_effect="before_check"))
    assert (ship.magazine, ship.fires) == ("flooded", (8,))


@pytest.mark.rule("BTQ-FIRE-14", "BTQ-GAP-45")
def test_gap_45_by_a_variant() -> None:
    ship = victory(crew=400)
    assert fires.party_men(H, ship) == 60
    assert fires.party_men(desk({}, tables=other(fire_party_base="complement")).lore.harm, ship) == 128
