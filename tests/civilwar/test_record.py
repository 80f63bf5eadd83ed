"""ACW-RECORD in play: the record of a ship before and after a turn's hits."""

from __future__ import annotations

import attrs
import pytest
from deck import CON, FED, LEDGER, alter, sailing, ship
from played import ahead, begun, cited, of, play

import navalrules as nr

STEADY = {FED: ahead(6), CON: ahead(6)}


@pytest.mark.rule("ACW-RECORD-01", "ACW-RECORD-05")
def test_alabamas_record_as_she_begins() -> None:
    battle = begun()
    play(battle, until="orders")
    sheet = battle.sheet("alabama")
    told = {key: sheet[key] for key in ("name", "side", "men", "grade", "marines", "maxima")}
    assert told == {
        "name": "CSS Alabama",
        "side": "Confederate",
        "men": 145,
        "grade": "Average",
        "marines": 0,
        "maxima": {"steam": 13, "sail": 10, "both": 15},
    }
    squares = {key: sheet[key] for key in ("hull", "waterline", "crew", "guns", "masts", "boats")}
    assert squares == {
        "hull": [21, 21],
        "waterline": [9, 9],
        "crew": [14, 14],
        "guns": [8, 8],
        "masts": [3, 3],
        "boats": [5, 5],
    }
    battery = [(gun["name"], gun["class"], gun["state"]) for gun in sheet["battery"]]
    assert battery == [
        *(("VB1", "HR", "manned"), ("VA1", "MSB", "manned")),
        *((f"{side}{number}", "LSB", "manned") for side in "PS" for number in (1, 2, 3)),
    ]
    assert sheet["stations"]["boilers"] == [4, 4]
    assert ship(battle, CON).drive == "single screw"
    assert battle.sheet(FED)["marines"] == 1


@pytest.mark.rule("ACW-RECORD-01", "ACW-RECORD-02", "ACW-RECORD-03", "ACW-HIT-04", "ACW-WL-01")
def test_hits_cross_squares_off() -> None:
    """A light and a heavy hit in the hull and crew, a heavy one at the waterline, one on a boat and a gun."""
    dice = nr.Scripted(to_hit=[20] * 5, place_struck=[4, 5, 1, 13, 12], gun_struck=[5])
    battle = begun(dice)
    shots = {FED: [("S1", CON), ("V1", CON), ("V2", CON), ("VB1", CON), ("S2", CON)]}
    found = play(battle, orders=STEADY, fire_first=shots)
    sheet = battle.sheet(CON)
    squares = {key: sheet[key] for key in ("hull", "waterline", "crew", "guns", "masts", "boats")}
    assert squares == {
        "hull": [18, 21],
        "waterline": [7, 9],
        "crew": [12, 14],
        "guns": [7, 8],
        "masts": [3, 3],
        "boats": [4, 5],
    }
    assert round(ship(battle, CON).waterline_lost * 100) == 22
    assert {"ACW-RECORD-02", "ACW-HIT-04"} <= cited(of(found, nr.ShipHurt, CON))
    dice.finish()


@pytest.mark.rule("ACW-RECORD-03", "ACW-WL-01")
@pytest.mark.parametrize(("left", "percent"), [(9, 0), (8, 11), (7, 22), (6, 33), (4, 56), (2, 78), (0, 100)])
def test_waterline_lost_in_per_cent(left: int, percent: int) -> None:
    battle = begun()
    assert round(alter(battle, CON, waterline=left).waterline_lost * 100) == percent


@pytest.mark.rule("ACW-RECORD-06", "ACW-RECORD-07", "ACW-RECORD-08", "ACW-CREW-02", "ACW-WL-05")
@pytest.mark.parametrize(
    ("men", "tons", "feet", "squares"),
    [
        (145, 1040, 220, (14, 21, 9)),
        (149, 1025, 213, (14, 21, 9)),
        (150, 1024, 212, (15, 20, 8)),
        (9, 24, 12, (1, 1, 1)),
        (1000, 5000, 1000, (100, 100, 40)),
        (990, 4949, 987, (99, 99, 39)),
    ],
)
def test_squares_by_men_tons_and_feet(men: int, tons: int, feet: float, squares: tuple[int, ...]) -> None:
    plan = attrs.evolve(LEDGER["css-alabama"], complement=men, tonnage_bm=tons, length_ft=feet)
    found = ship(begun(confederate=plan), CON)
    assert (found.crew, found.hull, found.waterline) == squares


@pytest.mark.rule("ACW-RECORD-09")
@pytest.mark.parametrize(
    ("rig", "steam", "sail", "both"),
    [
        ("barque", 13, 10, 15),
        ("ship", 8, 13, 15),
        ("brig", 8, 13, 14),
        ("ship", 15, 9, 16),
        ("brig", 16, 9, 16),
    ],
)
def test_combined_maximum_where_none_is_known(rig: str, steam: float, sail: float, both: float) -> None:
    plan = attrs.evolve(LEDGER["css-alabama"], rig=rig, steam=steam, sail=sail, both=None)
    battle = begun(confederate=plan, con=(300, 0, 0))
    play(battle, until="orders", set_up={CON: {"sails": 1, "guns": ()}})
    assert sailing(battle, CON).limits.most == {"steam": steam, "sail": sail, "both": both}


@pytest.mark.rule("ACW-RECORD-10", "ACW-CREW-07")
def test_georgia_with_seven_squares_for_nine_stations_fights() -> None:
    battle = begun(confederate="css-georgia")
    found = play(battle, until="orders", set_up={CON: {"sails": 1}})
    short = ship(battle, CON)
    assert (short.at_steering, short.at_boilers, sum(short.at_guns), short.at_sails) == (1, 2, 4, 0)
    assert "ACW-CREW-07" in cited(of(found, nr.CrewMoved, CON))


@pytest.mark.rule("ACW-RECORD-04", "ACW-CREW-16")
def test_a_ship_without_crew_does_not_sink_for_it() -> None:
    battle = begun(nr.Scripted(to_hit=[20], place_struck=[19]))
    alter(battle, CON, crew=1)
    found = play(battle, orders={FED: ahead(6), CON: ahead(0)}, fire_first={FED: [("S1", CON)]})
    assert (ship(battle, CON).status, ship(battle, CON).sinks_on) == ("adrift", 0)
    assert battle.result.winner == "Federal"
    assert "ACW-CREW-16" in cited(found)
