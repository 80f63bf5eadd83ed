"""Scenario files: all faults at once, round trips, and the scenarios that come with the core."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import attrs
import pytest

from navalrules.compass import Wind
from navalrules.errors import BadFile, UnknownName
from navalrules.files import Reader
from navalrules.geometry import Pose
from navalrules.library import find_scenario, load_scenario, scenario_names, ship_library
from navalrules.names import AmbiguousName
from navalrules.scenario import Scenario, read_scenario

GOOD = """format = "navalrules/scenario"
version = 1
id = "duel"
title = "A duel"
wind_from = "SW"
beaufort = 4
turns = 20
ruleset = "civilwar"

[conditions]
visibility = "dark"

[rules]
anchored_plus_stopped = true

[[side]]
name = "Federal"
nations = ["United States"]
ships = [ { ship = "kearsarge", id = "k", crew = "crack", heading = "SW", x = 0, y = 0, speed = 6.5 } ]

[[side]]
name = "Confederate"
ships = [
  { ship = "css-alabama-1864", heading = 22.5, x = -600, y = 1500, acw_grade = "Green", anchored = true },
]

[outcome]
winner = "Federal"
losses = [ { side = "Federal", killed = 1 } ]
"""


def read(folder: Path, text: str) -> Scenario:
    path = folder / "duel.toml"
    path.write_text(text, encoding="utf-8")
    return read_scenario(path, ship_library())


def faults(folder: Path, text: str) -> list[str]:
    with pytest.raises(BadFile) as caught:
        read(folder, text)
    return [str(fault).removeprefix(f"{folder / 'duel.toml'}: ") for fault in caught.value.faults]


def test_what_a_scenario_holds(tmp_path: Path) -> None:
    scenario = read(tmp_path, GOOD)
    kearsarge, alabama = scenario.entrants
    assert (kearsarge.id, kearsarge.plan.id, kearsarge.side) == ("k", "uss-kearsarge-1864", "Federal")
    assert (kearsarge.pose, kearsarge.speed) == (Pose(0.0, 0.0, 225.0), 6.5)
    assert (alabama.id, alabama.crew, alabama.anchored) == ("css-alabama-1864", "experienced", True)
    assert alabama.grades == {"acw_grade": "Green"}
    assert (scenario.wind, scenario.turns) == (Wind(225.0, 4), 20)
    assert scenario.conditions == {"visibility": "dark"}
    assert scenario.rules_for("civilwar") == {"anchored_plus_stopped": True}
    assert scenario.rules_for("btq") == {}
    assert scenario.side("federal").nations == ("United States",)
    assert scenario.entrant("k") is kearsarge
    with pytest.raises(UnknownName, match="unknown side 'British'"):
        scenario.side("British")
    with pytest.raises(UnknownName, match="unknown ship 'kk'; nearest: k"):
        scenario.entrant("kk")


def test_every_fault_of_a_bad_scenario_in_one_report(tmp_path: Path) -> None:
    bad = (
        GOOD.replace('"kearsarge"', '"uss-kearsage"')
        .replace("x = -600", "x = 1e9")
        .replace("22.5", "400")
        .replace("beaufort = 4", "beaufort = 40")
        .replace("turns = 20", 'turns = "20"')
        .replace("title", "tilte")
        .replace('"dark"', '"murky"')
    )
    crew = json.dumps({**ship_library()["css-alabama-1864"].as_data(), "complement": -145})
    data_plan = "\n[[plan]]\n" + "\n".join(_toml(key, value) for key, value in json.loads(crew).items())
    kinds = "expected a compass point such as SW or NbE, or degrees from 0 to 360"
    assert faults(tmp_path, bad.replace('"SW"', '"SWW"') + data_plan) == [
        "plan[1].complement = -145: expected a whole number from 1 to 3000",
        (
            'side[1].ships[1].ship = "uss-kearsage": expected a ship of the library or of a [[plan]]; '
            "nearest: uss-kearsarge-1864, uss-essex-1814, uss-argus-1813"
        ),
        f'side[1].ships[1].heading = "SWW": {kinds}; nearest: SWbW, SW, WSW',
        "side[2].ships[1].x = 1000000000.0: expected a number from -100000 to 100000",
        "side[2].ships[1].heading = 400: expected a number from 0 to 360",
        "title = (missing): expected text of at most 200 characters",
        f'wind_from = "SWW": {kinds}; nearest: SWbW, SW, WSW',
        "beaufort = 40: expected a whole number from 0 to 12",
        'turns = "20": expected a whole number from 1 to 1000',
        'conditions.visibility = "murky": expected one of: clear, dark, fog, smoke',
        'tilte = "A duel": expected a known key; nearest: title',
    ]


def _toml(key: str, value: object) -> str:
    if isinstance(value, list):
        rows = (
            "{" + ", ".join(_toml(*pair) for pair in row.items()) + "}"
            if isinstance(row, dict)
            else json.dumps(row)
            for row in value
        )
        return f"{key} = [{', '.join(rows)}]"
    return f"{key} = {json.dumps(value)}"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"Confederate"', '"Federal"', 'side[2].name = "Federal": expected a name of its own, and not none'),
        (
            'id = "k"',
            'id = "css-alabama-1864"',
            (
                'side[2].ships[1].id = "css-alabama-1864": expected an id that no other ship has '
                "(side[1].ships[1] has it)"
            ),
        ),
        (
            "x = -600, y = 1500",
            "x = 0, y = 0",
            "side[2].ships[1].x = 0.0: expected a place of her own (side[1].ships[1] lies there)",
        ),
        (
            '"crack"',
            '"keen"',
            ('side[1].ships[1].crew = "keen": expected one of: crack, experienced, inexperienced, untrained'),
        ),
        ("speed = 6.5", 'speed = "6"', 'side[1].ships[1].speed = "6": expected a number from 0 to 40'),
        (
            'winner = "Federal"',
            'winner = "me"',
            'outcome.winner = "me": expected one of: Federal, Confederate, none',
        ),
        (
            '"kearsarge"',
            '"alabama"',
            (
                'side[1].ships[1].ship = "alabama": expected one ship only, not: '
                "css-alabama-1863, css-alabama-1864"
            ),
        ),
        (
            "[rules]",
            "[[side]]\nname = 'x'\n[rules]",
            "side[1].ships = a list of 0: expected at least one ship",
        ),
    ],
)
def test_single_faults(old: str, new: str, fault: str, tmp_path: Path) -> None:
    assert fault in faults(tmp_path, GOOD.replace(old, new))


def test_two_sides_and_no_more(tmp_path: Path) -> None:
    third = "[[side]]\nname = 'x'\nships = [{ ship = 'shannon', heading = 'N', x = 9, y = 9 }]\n"
    assert faults(tmp_path, GOOD + third) == ["side = 3: expected two sides"]


def test_at_most_two_hundred_ships(tmp_path: Path) -> None:
    rows = ", ".join(
        f"{{ ship = 'shannon', id = 's{n}', heading = 'N', x = {n}, y = 9 }}" for n in range(200)
    )
    text = GOOD.replace('ships = [\n  { ship = "css', f'ships = [ {rows[:-1]} }}, {{ ship = "css', 1)
    assert "expected a list of at most 200 tables" in "\n".join(faults(tmp_path, text))
    fewer = GOOD.replace(
        'ships = [ { ship = "kear', f'ships = [ {rows.rpartition(", {")[0]}, {{ ship = "kear', 1
    )
    assert faults(tmp_path, fewer) == ["side = 201: expected at most 200 ships in all"]


@pytest.mark.parametrize("name", scenario_names())
def test_every_scenario_of_ours_round_trips(name: str) -> None:
    scenario = load_scenario(name)
    assert scenario.id == name
    data = json.loads(json.dumps(scenario.as_data()))
    assert Scenario.from_reader(Reader(data)) == scenario
    assert scenario.outcome["winner"] in ("none", *(side.name for side in scenario.sides))
    assert scenario.turns == (60 if scenario.ruleset == "civilwar" else 100)


def test_what_is_not_default_survives_the_round_trip(tmp_path: Path) -> None:
    scenario = attrs.evolve(read(tmp_path, GOOD), grades={"own_key": 3, "btq_wind": "Gale"}, trust="low")
    assert Scenario.from_reader(Reader(scenario.as_data())) == scenario


HAZARDS = """
[[hazard]]
id = "bar"
kind = "boom"
points = [[0, 0], [100, 50.5]]

[[hazard]]
id = "spit"
kind = "sand"
points = [[0, 0], [100, 0], [0, 100]]
"""


def test_hazards_lie_where_the_file_says(tmp_path: Path) -> None:
    scenario = read(tmp_path, GOOD + HAZARDS)
    boom, spit = scenario.hazards
    assert (boom.id, boom.kind, boom.points) == ("bar", "boom", ((0.0, 0.0), (100.0, 50.5)))
    assert (spit.kind, len(spit.points)) == ("sand", 3)
    assert Scenario.from_reader(Reader(json.loads(json.dumps(scenario.as_data())))) == scenario


def test_faults_among_the_hazards(tmp_path: Path) -> None:
    bad = HAZARDS.replace('"spit"', '"bar"').replace('"sand"', '"ice"').replace(", [0, 100]", "")
    bad = bad.replace("[100, 50.5]", "[100, true]")
    numbers = "pairs [east, north] of metres from -100000 to 100000"
    assert sorted(faults(tmp_path, GOOD + bad)) == [
        f"hazard[1].points = a list of 2: expected 2 to 200 {numbers}",
        'hazard[2].id = "bar": expected an id that no other hazard has',
        'hazard[2].kind = "ice": expected one of: boom, sand, rocks, land',
        f"hazard[2].points = a list of 2: expected 3 to 200 {numbers}",
    ]


SWITCHES = """[rules]
plain = true
other = 3

[rules.btq]
gun_fouling = false

[rules.civilwar]
other = "none"
"""


def test_switches_by_the_name_of_the_ruleset(tmp_path: Path) -> None:
    text = GOOD.replace("[rules]\nanchored_plus_stopped = true\n", SWITCHES)
    scenario = read(tmp_path, text)
    assert scenario.rules_for("civilwar") == {"plain": True, "other": "none"}
    assert scenario.rules_for("btq") == {"gun_fouling": False}
    assert scenario.rules_for("mumford") == {}
    assert Scenario.from_reader(Reader(scenario.as_data())) == scenario
    anybody = read(tmp_path, text.replace('ruleset = "civilwar"\n', ""))
    assert anybody.rules_for("btq") == {"plain": True, "other": 3, "gun_fouling": False}


def test_faults_among_the_switches(tmp_path: Path) -> None:
    kinds = "true, false, a short text or a number from -1e+06 to 1e+06"
    bad = SWITCHES.replace("= 3", "= [3]").replace("gun_fouling = false", "gun_fouling = { a = 1 }")
    assert faults(tmp_path, GOOD.replace("[rules]\nanchored_plus_stopped = true\n", bad)) == [
        f"rules.btq.gun_fouling = a table of 1: expected {kinds}",
        f"rules.other = a list of 1: expected {kinds}",
    ]


def test_the_three_of_the_civil_war() -> None:
    night = {"visibility": "dark"}
    wanted = {"kearsarge-alabama-1864": {}, "alabama-hatteras-1863": night, "wachusett-florida-1864": night}
    for name, conditions in wanted.items():
        scenario = load_scenario(name)
        assert (scenario.ruleset, scenario.conditions) == ("civilwar", conditions)
        assert all(entrant.plan.steamer for entrant in scenario.entrants)


def test_scenarios_by_beginning_path_and_from_elsewhere(tmp_path: Path) -> None:
    assert load_scenario("shannon").id == "shannon-chesapeake-1813"
    with pytest.raises(AmbiguousName) as caught:
        load_scenario("constitution")
    assert str(caught.value) == (
        "scenario 'constitution' is ambiguous: constitution-cyane-levant-1815, "
        "constitution-guerriere-1812, constitution-java-1812"
    )
    with pytest.raises(UnknownName, match="unknown scenario 'shanon'; nearest: shannon-chesapeake-1813"):
        load_scenario("shanon")
    duel = read(tmp_path, GOOD)
    assert load_scenario(tmp_path / "duel.toml") == load_scenario(str(tmp_path / "duel.toml")) == duel
    assert load_scenario("due", extra_scenarios=[{"duel": tmp_path / "duel.toml"}]) == duel
    assert load_scenario("duel", extra_scenarios=[{"duel": duel}]) is duel
    with pytest.raises(BadFile, match="No such file"):
        load_scenario("no/such.toml")


def test_at_most_two_hundred_switches(tmp_path: Path) -> None:
    many = "\n".join(f"switch_{number} = true" for number in range(200))
    text = GOOD.replace("[rules]", f"[rules]\n{many}")
    assert faults(tmp_path, text) == ["rules = a table of 201: expected a table of at most 200 keys"]


def test_finding_where_a_scenario_stands(tmp_path: Path) -> None:
    assert str(find_scenario("kearsarge")).endswith("kearsarge-alabama-1864.toml")
    own = {"duel": tmp_path / "duel.toml", "kearsarge-alabama-1864": tmp_path / "other.toml"}
    assert find_scenario("due", own) == tmp_path / "duel.toml"
    assert find_scenario("kearsarge", own) == find_scenario("kearsarge")
    with pytest.raises(UnknownName, match="unknown scenario 'kersarge'; nearest: kearsarge-alabama-1864"):
        find_scenario("kersarge", own)


def test_reading_a_scenario_needs_no_cattrs() -> None:
    code = "import sys, navalrules.library as n; n.load_scenario('kearsarge'); print('cattrs' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
