"""BTQ-SCEN and BTQ-LIB: the eleven fights of the guide, what they set, and the library of famous ships."""

from __future__ import annotations

import math
from importlib.resources import files
from typing import Any

import attrs
import btq_table
import pytest

import navalrules as nr

RULES = nr.ruleset("btq")
LIBRARY = nr.ship_library()
EXERCISES = ("btq-frigate-duel", "btq-two-against-two")

RN = "Great Britain — Royal Navy 1775–1815"
USN = "U.S. Navy 1812–15"
MAIO = "France — Royal Navy 1778–91"

# T-37: id, fictional, date, wind from, Beaufort of the strength, {ship: (guns, crew, grade, entry)}.
T37: dict[str, tuple[bool, str, str, int, dict[str, tuple[int, int, str, str]]]] = {
    "speedy-el-gamo-1801": (
        False,
        "1801-05-06",
        "SW",
        2,
        {
            "hms-speedy-1801": (14, 54, "experienced", RN),
            "el-gamo-1801": (32, 319, "inexperienced", "Spain — Navy 1792–1801"),
        },
    ),
    "shannon-chesapeake-1813": (
        False,
        "1813-06-01",
        "W",
        3,
        {
            "hms-shannon-1813": (
                0,
                0,
                "",
                "Great Britain — Captain Broke, Shannon 1813 (special entry)",
            ),
            "uss-chesapeake-1813": (0, 0, "", "U.S. Navy — Lawrence, Chesapeake 1813 (special entry)"),
        },
    ),
    "constitution-guerriere-1812": (
        False,
        "1812-08-19",
        "SW",
        5,
        {
            "uss-constitution-1812": (0, 0, "experienced", USN),
            "hms-guerriere-1812": (38, 0, "experienced", RN),
        },
    ),
    "constitution-java-1812": (
        False,
        "1812-12-29",
        "NE",
        4,
        {
            "uss-constitution-1812-dec": (0, 0, "experienced", USN),
            "hms-java-1812": (0, 426, "experienced", RN),
        },
    ),
    "united-states-macedonian-1812": (
        False,
        "1812-10-25",
        "S",
        4,
        {
            "uss-united-states-1812": (44, 0, "experienced", USN),
            "hms-macedonian-1812": (38, 0, "experienced", RN),
        },
    ),
    "nymphe-cleopatre-1793": (
        False,
        "1793-06-18",
        "NW",
        3,
        {
            "hms-nymphe-1793": (0, 0, "experienced", RN),
            "cleopatre-1793": (0, 0, "inexperienced", "France — Republican Navy 1792–1801"),
        },
    ),
    "essex-phoebe-1814": (
        False,
        "1814-03-28",
        "N",
        5,
        {
            "uss-essex-1814": (0, 0, "experienced", USN),
            "hms-phoebe-1814": (0, 0, "experienced", RN),
        },
    ),
    "amethyst-thetis-1808": (
        False,
        "1808-11-10",
        "W",
        4,
        {
            "hms-amethyst-1808": (36, 0, "experienced", RN),
            "thetis-1808": (44, 0, "experienced", "France — Imperial Navy 1803–1815"),
        },
    ),
    "surprise-acheron-1805": (
        True,
        "1805",
        "SE",
        4,
        {
            "hms-surprise-1805": (28, 0, "experienced", RN),
            "acheron-1805": (44, 0, "experienced", "France — Privateers 1803–1815"),
        },
    ),
    "lydia-natividad-1808": (
        True,
        "1808",
        "NE",
        3,
        {
            "hms-lydia-1808": (36, 0, "experienced", RN),
            "natividad-1808": (50, 0, "inexperienced", "Spain — Navy 1803–1815"),
        },
    ),
    "maio-1814": (
        False,
        "1814-01-23",
        "NE",
        5,
        {
            "hms-creole-1814": (0, 0, "", RN),
            "hms-astraea-1814": (0, 0, "", RN),
            "sultane-1814": (0, 0, "", MAIO),
            "etoile-1814": (0, 0, "", MAIO),
        },
    ),
}


def begun(scenario: str | nr.Scenario, **rules: Any) -> nr.Battle:
    field = nr.scenario(scenario) if isinstance(scenario, str) else scenario
    return nr.Battle.begin(field, "btq", seed=1, rules=rules)


@pytest.mark.rule("BTQ-SCEN-04", "BTQ-SCEN-01")
@pytest.mark.parametrize("name", T37)
def test_the_eleven_fights_are_as_the_guide_tells_them(name: str) -> None:
    fictional, date, wind, force, ships = T37[name]
    scenario = nr.scenario(name)
    assert (scenario.kind, scenario.ruleset) == ("guide", "btq")
    assert (scenario.fictional, scenario.date) == (fictional, date)
    assert (nr.compass.name_of(scenario.wind.from_bearing), scenario.wind.force) == (wind, force)
    assert {entrant.id for entrant in scenario.entrants} - set(ships) <= {"hms-cherub-1814"}
    for ship, (guns, crew, grade, nationality) in ships.items():
        entrant = scenario.entrant(ship)
        plan = entrant.plan
        assert guns in (0, plan.guns_rated, sum(each.count for each in plan.batteries))
        assert plan.complement == crew or not crew
        assert entrant.crew == grade or not grade
        assert entrant.grades["btq_nationality"] == nationality


@pytest.mark.rule("BTQ-SCEN-01")
@pytest.mark.parametrize("name", [*T37, *EXERCISES])
def test_loading_sets_wind_guns_tonnage_men_and_quality(name: str) -> None:
    battle = begun(name)
    scenario = battle.scenario
    assert battle.state.wind == scenario.wind
    for entrant in scenario.entrants:
        ship: Any = battle.state.ships[entrant.id]
        plan = entrant.plan
        assert (ship.tonnage, ship.crew, ship.side) == (plan.tonnage_bm, plan.complement, entrant.side)
        assert ship.sails_full == plan.sails
        assert ship.quality == entrant.crew
        assert ship.gun_count > 0
        assert {each.mount for each in plan.batteries} >= {"broadside"}


@pytest.mark.rule("BTQ-SCEN-01")
def test_the_four_of_maio_have_bow_and_stern_chasers() -> None:
    battle = begun("maio-1814")
    for name in battle.state.ships:
        ship: Any = battle.state.ships[name]
        assert sum(ship.bow_full) > 0
        assert sum(ship.stern_full) > 0
    ngm = {name: battle.sheet(name)["values"]["ngm"] for name in battle.state.ships}
    assert ngm == {"etoile-1814": 0.91, "sultane-1814": 0.91, "hms-astraea-1814": 1.0, "hms-creole-1814": 1.0}


@pytest.mark.rule("BTQ-SCEN-01")
def test_shannon_and_chesapeake_have_their_own_modifiers() -> None:
    battle = begun("shannon-chesapeake-1813")
    ngm = {name: battle.sheet(name)["values"]["ngm"] for name in battle.state.ships}
    assert ngm == {"hms-shannon-1813": 1.14, "uss-chesapeake-1813": 0.9}


@pytest.mark.parametrize("ruleset", ["btq", "mumford", "ratings"])
@pytest.mark.parametrize(
    "name", ["shannon-chesapeake-1813", "constitution-guerriere-1812", "trafalgar-reduced-1805"]
)
def test_one_scenario_is_fought_under_several_rulebooks(name: str, ruleset: str) -> None:
    battle = nr.Battle.begin(nr.scenario(name), ruleset, seed=1)
    battle.run({side.name: nr.captains.CloseAction() for side in battle.scenario.sides}, max_turns=1)
    assert [event for event in battle.log if isinstance(event, nr.ShipMoved)]


@pytest.mark.rule("BTQ-EX-19", "BTQ-SCEN-01")
def test_speedy_against_el_gamo_as_in_the_guides_example() -> None:
    battle = begun("speedy-el-gamo-1801")
    assert nr.compass.name_of(battle.state.wind.from_bearing) == "SW"
    assert RULES.tables["beaufort"].text(str(battle.state.wind.force)) == "light_breeze"
    qualities = {name: btq_table.ship(battle, name).quality for name in battle.state.ships}
    assert qualities == {"hms-speedy-1801": "experienced", "el-gamo-1801": "inexperienced"}


@pytest.mark.rule("BTQ-SCEN-03")
@pytest.mark.parametrize("name", T37)
def test_each_has_a_date_a_note_and_how_history_ended_it(name: str) -> None:
    scenario = nr.scenario(name)
    assert scenario.date
    assert scenario.summary
    assert scenario.sources
    outcome = scenario.outcome
    assert outcome["winner"] in {*(side.name for side in scenario.sides), "none"}
    assert outcome["how"]


@pytest.mark.rule("BTQ-SCEN-05")
@pytest.mark.parametrize("name", T37)
def test_sides_are_nations(name: str) -> None:
    for side in nr.scenario(name).sides:
        nations = {each.plan.nation for each in nr.scenario(name).entrants if each.side == side.name}
        assert nations == set(side.nations)


@pytest.mark.rule("BTQ-SCEN-02")
def test_history_is_fought_with_every_house_rule_on_and_each_may_be_switched_off() -> None:
    names = {rule.name for rule in RULES.house_rules}
    assert len(names) == 18
    fictional = begun("surprise-acheron-1805").switches
    history = begun("trafalgar-reduced-1805").switches
    for name in names:
        assert fictional[name] is True
        assert history[name] is True
        assert begun("speedy-el-gamo-1801", **{name: False}).switches[name] is False


@pytest.mark.rule("BTQ-SCEN-02", "BTQ-HOUSE-01")
def test_a_game_of_ones_own_has_the_usual_switches() -> None:
    switches = begun("btq-frigate-duel").switches
    on = {rule.name for rule in RULES.house_rules if switches[rule.name] is True}
    assert on == {"enhanced_fire"}


@pytest.mark.rule("BTQ-SCEN-02")
def test_a_variant_may_say_which_kinds_count_as_history(tmp_path: Any) -> None:
    path = tmp_path / "calm.toml"
    path.write_text(
        'format = "navalrules/variant"\nversion = 1\nparent = "btq"\n\n[tables.historical]\nguide = false\n'
    )
    battle = nr.Battle.begin(nr.scenario("maio-1814"), "btq", variant=path)
    assert battle.switches["gun_fouling"] is False


@pytest.mark.rule("BTQ-SCEN-06")
@pytest.mark.parametrize("name", EXERCISES)
def test_our_own_fights_begin_600_mm_apart(name: str) -> None:
    poses: dict[str, list[nr.Pose]] = {}
    for ship in begun(name).state.ships.values():
        assert ship.pose is not None
        poses.setdefault(ship.side, []).append(ship.pose)
    one, other = poses.values()
    nearest = min(math.dist((a.x, a.y), (b.x, b.y)) for a in one for b in other)
    assert nearest == RULES.tables["scenario_start"].whole("scenario_distance") == 600


@pytest.mark.rule("BTQ-SCEN-07")
def test_guerriere_begins_without_her_mizzen_topgallant_at_no_cost() -> None:
    battle = begun("constitution-guerriere-1812")
    sheet = battle.sheet("hms-guerriere-1812")
    assert sheet["condition"]["sails_lost"] == ["mizzen_topgallant"]
    assert sheet["condition"]["masts"]["mizzen"] == [2, 3]
    assert sheet["sp"] == 10
    assert battle.sheet("uss-constitution-1812")["condition"]["sails_lost"] == []


@pytest.mark.rule("BTQ-SCEN-07")
def test_a_mast_that_cannot_be_damaged_is_refused() -> None:
    scenario = nr.scenario("constitution-guerriere-1812")
    entrants = tuple(
        attrs.evolve(each, grades={**each.grades, "btq_damaged": "jigger"}) for each in scenario.entrants
    )
    with pytest.raises(nr.EnrolmentError, match=r"btq_damaged cannot be 'jigger'; one of: mizzen"):
        begun(attrs.evolve(scenario, entrants=entrants))


# ---------------------------------------------------------------- the library

SAMPLES = files("navalrules_btq").joinpath("ships.toml")


def enrolled(plan: nr.ShipPlan, **told: Any) -> Any:
    entrant = nr.Entrant(
        id=plan.id, plan=plan, side="Any", pose=nr.Pose(0.0, 0.0, 0.0), grades={**plan.grades, **told}
    )
    return RULES.enrol(plan, entrant, RULES.tables)


@pytest.mark.rule("BTQ-LIB-01")
@pytest.mark.parametrize("nation", ["Great Britain", "France", "United States", "Spain", "Denmark"])
def test_the_library_has_ships_of_five_navies(nation: str) -> None:
    plans = [LIBRARY[each] for each in LIBRARY if LIBRARY[each].nation == nation]
    fit = [enrolled(plan) for plan in plans if not plan.steamer and plan.year <= 1815]
    assert len(fit) >= 5
    assert {ship.klass for ship in fit} & {"fifth_rate", "sixth_rate", "large_frigate"}


@pytest.mark.rule("BTQ-LIB-01")
def test_every_ship_of_the_age_of_sail_can_be_enrolled_with_ten_seven_or_four_sails() -> None:
    for each in LIBRARY:
        plan = LIBRARY[each]
        if plan.steamer or plan.year > 1815:
            continue
        ship = enrolled(plan)
        assert ship.sails_full == plan.sails
        assert plan.sails == {"ship": 10, "brig": 7, "schooner": 4}.get(plan.rig, plan.sails)
        assert (ship.hvn, ship.crew) == (2 * plan.tonnage_bm, plan.complement)


@pytest.mark.rule("BTQ-LIB-01")
def test_razees_and_the_fields_that_stay_editable() -> None:
    majestic = LIBRARY["hms-majestic-1813"]
    assert enrolled(majestic).klass == "large_frigate"
    changed = attrs.evolve(majestic, complement=500, tonnage_bm=1500)
    assert (enrolled(changed).crew, enrolled(changed).hvn) == (500, 3000)


@pytest.mark.rule("BTQ-LIB-02", "BTQ-LIB-03", "BTQ-EX-22")
@pytest.mark.parametrize(
    ("name", "rated", "guns"),
    [
        ("diana-1805", 34, {(12, "long"): 26, (6, "long"): 14}),
        ("prueba-1805", 40, {(24, "long"): 28, (24, "carronade"): 12}),
    ],
)
def test_the_spanish_frigates(name: str, rated: int, guns: dict[tuple[int, str], int]) -> None:
    plan = LIBRARY[name]
    found: dict[tuple[int, str], int] = {}
    for each in plan.batteries:
        key = (int(each.pounder), each.kind)
        found[key] = found.get(key, 0) + each.count
    assert (plan.guns_rated, found) == (rated, guns)
    assert enrolled(plan).gun_count == 40
    assert plan.grades["btq_quality"] == "inexperienced"
    assert enrolled(plan).quality == "inexperienced"


@pytest.mark.rule("BTQ-LIB-04")
def test_the_companions_two_samples_of_victory() -> None:
    samples = nr.Library.indexed(SAMPLES)
    whole, decks = enrolled(samples["hms-victory-sample"]), enrolled(samples["hms-victory-sample-decks"])
    for ship in (whole, decks):
        assert (ship.tonnage, ship.sails_full, ship.crew) == (2200, 10, 850)
        assert ship.quality == "experienced"
        assert (sum(ship.bow_full), sum(ship.stern_full)) == (2, 2)
    assert sum(whole.port_full) + sum(whole.starboard_full) == 60
    assert [sum(pair) for pair in zip(decks.port_full, decks.starboard_full, strict=True)] == [30, 28, 30]
