"""From a card or a plan of history to a ship in a fight: what each lends, and what is refused."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from sea import LIBRARY, RULES, made, record

import navalrules as nr
from navalrules_mumford.cards import cards
from navalrules_mumford.enrol import enrolled

HISTORY = nr.ship_library()


def lines(plan: nr.ShipPlan | str, **grades: Any) -> dict[tuple[str, str], tuple[float, float, int]]:
    """Pounds of guns and of carronades and least crew, by name and place."""
    return {
        (line.name, line.place): (line.gun_lbs, line.carronade_lbs, line.min_crew)
        for line in record(plan, **grades).lines
    }


@pytest.mark.rule("MUM-CARD-01", "MUM-FLOT-02", "MUM-FLOT-04")
def test_a_ship_of_a_card_is_the_card() -> None:
    ship = made("british-74-3rd-rate")
    assert (ship.crew, ship.boats, ship.masts, ship.record.rigging) == (600, 6, (100, 120, 80), 20)
    assert (ship.record.ff, ship.record.pumps, ship.line, ship.kind) == (740, 3, True, "two-decker")
    assert lines("british-74-3rd-rate") == {
        ("Upper Batteries", "broadside"): (333, 0, 111),
        ("Lower Batteries", "broadside"): (448, 0, 149),
        ("Broadside carronades", "broadside"): (0, 54, 9),
        ("Bow Carronades", "bow"): (0, 64, 11),
    }
    assert {mount.hand: mount.full for mount in ship.mounts} == {"port": 835, "starboard": 835, "bow": 64}


@pytest.mark.rule("MUM-CARD-01", "MUM-CARD-04", "MUM-FLOT-02", "MUM-FLOT-04")
@pytest.mark.parametrize("card", sorted(cards().ships))
def test_every_card_puts_to_sea(card: str) -> None:
    ship, printed = made(card), cards().ships[card]
    assert (ship.crew, ship.boats, ship.masts) == (printed.crew, printed.boats, printed.masts)
    assert ship.record.ff == 10 * printed.guns_nominal
    pumps = {"three-decker": 4, "two-decker": 3, "frigate": 2, "sloop": 1}
    assert ship.record.pumps == pumps[ship.kind]
    assert [line.min_crew for line in ship.record.lines] == [line.min_crew for line in printed.lines]
    port = ship.mount("port")
    assert port is not None
    whole = printed.broadside["lbs"] + printed.broadside.get("carronade_lbs", 0)
    assert port.full == whole
    assert [mount.full for mount in ship.mounts if mount.hand == "starboard"] == [whole]


@pytest.mark.rule("MUM-CARD-04")
def test_the_plans_of_the_cards_carry_the_guns_and_men_of_the_cards() -> None:
    for name, card in cards().ships.items():
        plan = LIBRARY[name]
        assert (plan.complement, plan.boats, plan.guns_rated) == (card.crew, card.boats, card.guns_nominal)
        assert plan.masts == 3 - card.masts.count(0)
        counted = {(each.pounder, each.type): 0.0 for line in card.lines for each in line.pieces}
        for line in card.lines:
            for each in line.pieces:
                counted[each.pounder, each.type] += each.count * (2 if line.place == "broadside" else 1)
        if name == "french-80-3rd-rate":
            counted[24, "gun"] += (
                2  # the sixteenth upper 24-pounder of each side, which the card's count lacks
            )
        planned = dict.fromkeys(counted, 0.0)
        for battery in plan.batteries:
            planned[battery.pounder, "gun" if battery.kind == "long" else "carronade"] += battery.count
        assert planned == counted
    for name, ashore in cards().batteries.items():
        plan = LIBRARY[name]
        assert (plan.complement, plan.guns_rated) == (ashore.crew, 6)
        assert plan.batteries[0].pounder == ashore.pounder


@pytest.mark.rule("MUM-FIRE-20")
@pytest.mark.parametrize(
    ("card", "lower"),
    [
        ("british-74-3rd-rate", "Lower Batteries"),
        ("french-120-1st-rate", "Lower Batteries"),
        ("dutch-44-razee", "Main Batteries"),
        ("british-38-frigate", ""),
        ("british-14-brig-sloop", ""),
    ],
)
def test_the_lower_battery_is_that_of_a_ship_with_two_decks(card: str, lower: str) -> None:
    assert [line.name for line in record(card).lines if line.lower] == ([lower] if lower else [])


@pytest.mark.rule("MUM-CARD-01")
def test_a_razee_is_a_frigate_and_no_ship_of_the_line() -> None:
    ship = made("dutch-44-razee")
    assert (ship.kind, ship.line, ship.record.ff) == ("frigate", False, 440)


@pytest.mark.rule("MUM-CARD-02", "MUM-SHORE-01", "MUM-SHORE-02", "MUM-SHORE-03")
def test_a_battery_and_its_furnace() -> None:
    cold, hot = made("battery-6x32"), made("battery-6x32", mum_furnace=True)
    assert (cold.crew, hot.crew, cold.ashore, cold.anchored) == (100, 120, True, True)
    assert lines("battery-6x32") == {("Battery of six 32-pounders", "front"): (192, 0, 64)}
    assert (cold.record.beam, cold.record.guns) == (1.3, 6)


@pytest.mark.rule("MUM-SHORE-01", "MUM-SHORE-03")
def test_two_sixes_are_a_battery_twice_as_broad() -> None:
    plan = LIBRARY["battery-6x24"]
    twelve = tuple(attrs.evolve(each, count=12) for each in plan.batteries)
    ship = enrolled(
        attrs.evolve(plan, batteries=twelve, complement=150),
        nr.Entrant(id="fort", plan=plan, side="French", pose=nr.Pose(0, 0, 0)),
        RULES.tables,
    )
    assert (ship.record.beam, ship.crew, ship.mounts[0].full) == (2.6, 150, 288)


# Pounds of guns and carronades and least crew of one side, by deck, from her own guns.
VICTORY = {
    ("lower gun deck", "broadside"): (480, 0, 160),
    ("middle gun deck", "broadside"): (336, 0, 112),
    ("upper gun deck", "broadside"): (180, 0, 60),
    ("quarterdeck", "broadside"): (60, 0, 20),
    ("quarterdeck", "stern"): (24, 0, 8),
    ("forecastle", "bow"): (24, 0, 8),
    ("forecastle", "broadside"): (0, 68, 11),
}


@pytest.mark.rule("MUM-FIRE-23", "MUM-FLOT-02")
def test_victory_has_her_own_guns_and_men_and_the_masts_of_a_first_rate() -> None:
    plan = HISTORY["hms-victory-1805"]
    ship = made(plan)
    assert lines(plan) == VICTORY
    assert (ship.crew, ship.kind, ship.line, ship.record.ff) == (821, "three-decker", True, 1040)
    assert (ship.masts, ship.boats, ship.record.rigging) == ((120, 140, 100), 7, 30)
    assert "british-100-1st-rate" in ship.record.lent


@pytest.mark.rule("MUM-CARD-04")
@pytest.mark.parametrize(
    ("plan", "card"),
    [
        ("santisima-trinidad-1805", "spanish-130-1st-rate"),
        ("bucentaure-1805", "french-80-3rd-rate"),
        ("redoutable-1805", "french-74-3rd-rate"),
        ("hms-africa-1805", "british-64-4th-rate"),
        ("neptuno-1805", "spanish-84-3rd-rate"),
        ("uss-chesapeake-1813", "british-38-frigate"),
        ("hms-speedy-1801", "british-14-brig-sloop"),
    ],
)
def test_which_card_lends_masts_boats_and_riggers(plan: str, card: str) -> None:
    found, lent = record(HISTORY[plan]), cards().ships[card]
    assert (found.card, found.masts, found.rigging) == (card, lent.masts, lent.rigging)
    assert card in found.lent


@pytest.mark.rule("MUM-CREW-01", "MUM-CREW-02")
@pytest.mark.parametrize(
    ("crew", "proficiency", "morale"),
    [
        ("crack", "veteran", "staunch"),
        ("experienced", "trained", "good"),
        ("inexperienced", "raw", "average"),
        ("untrained", "raw", "poor"),
    ],
)
def test_crews_of_a_scenario(crew: str, proficiency: str, morale: str) -> None:
    plan = LIBRARY["french-74-3rd-rate"]
    entrant = nr.Entrant(id="x", plan=plan, side="French", pose=nr.Pose(0, 0, 0), crew=crew)
    ship = enrolled(plan, entrant, RULES.tables)
    assert (ship.proficiency, ship.morale) == (proficiency, morale)
    own = attrs.evolve(entrant, grades={"mum_proficiency": "veteran", "mum_morale": "mutinous"})
    ship = enrolled(plan, own, RULES.tables)
    assert (ship.proficiency, ship.morale) == ("veteran", "mutinous")


@pytest.mark.rule("MUM-CMD-01", "MUM-CMD-02", "MUM-CMD-06")
def test_flags_squadrons_and_captains_of_a_scenario() -> None:
    flag = made("british-98-2nd-rate", mum_flag="fleet", mum_squadron="blue", mum_captain="hero")
    assert (flag.rank, flag.squadron, flag.staff, flag.captain, flag.follows) == (
        *("fleet", "blue", "regular", "hero"),
        False,
    )
    next_astern = made("british-74-3rd-rate", mum_squadron="blue", mum_seniority=2)
    assert (next_astern.rank, next_astern.staff, next_astern.seniority, next_astern.follows) == (
        "",
        "",
        2,
        True,
    )
    assert made("british-74-3rd-rate").follows is False


@pytest.mark.rule("MUM-FLOT-02", "MUM-FLOT-04")
def test_a_merchantman_floats_and_pumps_as_the_warship_of_her_size() -> None:
    trader = made("french-12-brig-sloop", mum_merchant="british-74-3rd-rate").record
    assert (trader.merchant, trader.ff, trader.pumps, trader.kind) == (True, 740, 3, "sloop")
    warship = made("french-12-brig-sloop").record
    assert (warship.merchant, warship.ff, warship.pumps) == (False, 120, 1)


@pytest.mark.rule("MUM-LAID-01")
def test_a_ship_laid_up_has_neither_crew_nor_masts() -> None:
    ship = made("french-74-3rd-rate", mum_laid_up=True)
    assert (ship.crew, ship.masts, ship.anchored, ship.record.ff) == (0, (0, 0, 0), True, 740)


@pytest.mark.rule("MUM-MOVE-02")
@pytest.mark.parametrize("grade", ["fast", "normal", "slow", "very_slow"])
def test_a_scenario_may_grade_her_speed(grade: str) -> None:
    assert record("british-74-3rd-rate", mum_grade=grade).grade == grade


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("mum_proficiency", "green", "veteran, trained, raw"),
        ("mum_morale", "keen", "staunch, good, average, poor, mutinous"),
        ("mum_captain", "mad", "hero, regular, poltroon"),
        ("mum_grade", "quick", "fast, normal, slow, very_slow"),
        ("mum_flag", "broad", "fleet, squadron"),
        ("mum_staff", "mad", "hero, regular, poltroon"),
        ("mum_seniority", -1, "a whole number from 0 to 1000"),
        ("mum_seniority", True, "a whole number from 0 to 1000"),
        ("mum_card", "british-75", "mum_card = 'british-75'; no card has that id"),
        ("mum_laid_up", "no", "mum_laid_up = 'no'"),
        ("mum_merchant", "indiaman", "mum_merchant = 'indiaman'; no card has that id"),
    ],
)
def test_a_grade_nobody_knows_is_refused(key: str, value: object, told: str) -> None:
    with pytest.raises(nr.EnrolmentError, match=told) as caught:
        made("british-74-3rd-rate", **{key: value})
    assert key in str(caught.value)


def test_a_steamer_is_refused() -> None:
    with pytest.raises(nr.EnrolmentError, match="engines"):
        made(HISTORY["css-alabama-1864"])
