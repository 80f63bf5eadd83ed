"""Ship plans, libraries, and the ships that come with the core."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from navalrules.errors import BadFile, UnknownName
from navalrules.files import Reader
from navalrules.library import ship_library
from navalrules.names import AmbiguousName
from navalrules.ships import Library, ShipPlan

CORE = sorted(Path(str(files("navalrules"))).glob("data/ships/*.toml"))
LEDGER = Path(str(files("navalrules"))).parent / "navalrules_civilwar" / "ships.toml"

GOOD = """format = "navalrules/ships"
version = 1

[[ship]]
id = "hms-trial"
name = "HMS Trial"
nation = "Great Britain"
year = 1805
type = "frigate"
tonnage_bm = 900
length_ft = 140
complement = 250
rig = "ship"
masts = 3
sails = 10
batteries = [ { place = "main deck", count = 26, pounder = 18, kind = "long", mount = "broadside" } ]
"""


def read(folder: Path, text: str) -> Library:
    path = folder / "ships.toml"
    path.write_text(text)
    return Library.read(path)


def test_a_plan_has_sensible_defaults(tmp_path: Path) -> None:
    plan = read(tmp_path, GOOD)["trial"]
    assert (plan.guns_rated, plan.steamer, plan.steam, plan.boats, plan.trust) == (
        26,
        False,
        None,
        None,
        "low",
    )


def test_all_faults_of_a_ship_at_once(tmp_path: Path) -> None:
    text = (
        GOOD.replace("complement = 250", "complement = -5")
        .replace("= 900", '= "900"')
        .replace("1805", "1066")
        .replace("rig =", "rigg =")
        .replace('"long"', '"rocket"')
        .replace('"broadside" }', '"broadside", arcs = ["port", "up"] }')
        .replace('"hms-trial"', '"HMS Trial"')
    )
    with pytest.raises(BadFile) as caught:
        read(tmp_path, text + "boilers = 2\nsteam = 99\n")
    where = f"{tmp_path / 'ships.toml'}: ship[1]."
    assert [str(fault).removeprefix(where) for fault in caught.value.faults] == [
        "complement = -5: expected a whole number from 1 to 3000",
        'batteries[1].kind = "rocket": expected one of: long, carronade, smoothbore, rifle',
        'batteries[1].arcs = "port, up": expected each at most once of: port, starboard, bow, stern',
        'id = "HMS Trial": expected an id of small letters, digits and hyphens, such as "hms-shannon-1813"',
        "year = 1066: expected a whole number from 1500 to 1900",
        'tonnage_bm = "900": expected a whole number from 1 to 20000',
        (
            "rig = (missing): expected one of: ship, barque, brig, schooner, xebec, brigantine, ketch, "
            "lugger, cutter, sloop, none"
        ),
        "boilers = 2: expected 0, or a drive: single screw, twin screw, side wheels",
        "steam = 99: expected a number from 0 to 40",
        'rigg = "ship": expected a known key; nearest: rig',
    ]


def test_two_ships_may_not_share_an_id(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r'ship\[2\].id = "hms-trial": expected an id that no other ship has'):
        read(tmp_path, GOOD + GOOD[GOOD.index("[[ship]]") :])


def test_too_many_guns_and_soldiers(tmp_path: Path) -> None:
    row = GOOD[GOOD.index("{ place") : GOOD.index(" ]\n")]
    text = GOOD.replace(row, ", ".join([row] * 12)).replace('rig = "ship"', 'rig = "ship"\nsoldiers = 251')
    with pytest.raises(BadFile) as caught:
        read(tmp_path, text)
    assert [str(fault).partition("ship[1].")[2] for fault in caught.value.faults] == [
        "batteries = 312: expected at most 300 guns in all",
        "soldiers = 251: expected a whole number from 0 to 250",
    ]


@pytest.mark.parametrize("path", [*CORE, LEDGER], ids=lambda path: path.stem)
def test_every_plan_of_ours_reads_and_round_trips(path: Path) -> None:
    library = Library.read(path)
    assert len(library) >= 7
    for plan_id in library:
        plan = library[plan_id]
        assert ShipPlan.from_reader(Reader(plan.as_data())) == plan
        assert plan.sources
        assert all(not battery.count % 2 for battery in plan.batteries if battery.mount == "broadside")


def test_reading_a_single_row_gives_what_the_whole_file_gives() -> None:
    whole = Library.read(*CORE)
    assert len(whole) == 153
    lazy = Library.indexed(*CORE)
    assert list(lazy) == list(whole)
    assert all(lazy[plan_id] == whole[plan_id] for plan_id in whole)


def test_names_of_ships() -> None:
    library = ship_library()
    assert library["kearsarge"].id == library["uss-kear"].id == library["USS-Kearsarge-1864"].id
    with pytest.raises(AmbiguousName) as caught:
        library["alabama"]
    assert str(caught.value) == "ship 'alabama' is ambiguous: css-alabama-1863, css-alabama-1864"
    with pytest.raises(UnknownName, match="unknown ship 'uss-kearsage'; nearest: uss-kearsarge-1864"):
        library["uss-kearsage"]
    with pytest.raises(UnknownName, match="unknown ship ''"):
        library[""]


def test_a_joined_library_keeps_the_earlier_plan(tmp_path: Path) -> None:
    ours = read(tmp_path, GOOD)
    theirs = read(tmp_path, GOOD.replace("HMS Trial", "Other"))
    joined = ours.joined(theirs, Library.read(LEDGER))
    assert joined["hms-trial"].name == "HMS Trial"
    assert len(joined) == 15
    assert ship_library().joined(Library.read(LEDGER))["alabama"].id == "css-alabama"


def test_pivots_of_the_civil_war_bear_as_the_ledger_says() -> None:
    library = ship_library()
    bears = {battery.pounder: battery.arcs for battery in library["css-alabama-1864"].batteries}
    assert bears == {110: ("port", "starboard", "bow"), 68: ("port", "starboard", "stern"), 32: ()}
    florida = library["css-florida-1864"]
    assert [battery.arcs[2:] for battery in florida.batteries if battery.pounder == 110] == [
        ("bow",),
        ("stern",),
    ]
    assert (florida.drive, florida.boilers, florida.steam, florida.both) == ("single screw", 2, 9.5, 14)


LEDGER_GUNS = {
    "css-alabama": 8, "uss-kearsarge": 7, "css-florida": 9, "uss-wachusett": 10, "css-shenandoah": 8,
    "uss-hatteras": 5, "uss-iroquois": 8, "css-sumter": 5, "uss-niagara-1864": 12, "css-georgia": 5,
    "uss-san-jacinto-1863": 11, "uss-vanderbilt": 15, "uss-sacramento": 10, "css-tallahassee": 3,
}  # fmt: skip


def test_the_ledgers_fourteen_ships_carry_their_guns() -> None:
    library = Library.read(LEDGER)
    assert set(library) == set(LEDGER_GUNS)
    for plan_id, guns in LEDGER_GUNS.items():
        assert sum(battery.count for battery in library[plan_id].batteries) == guns
        assert library[plan_id].grades["acw_grade"] in ("Veteran", "Average", "Green")
