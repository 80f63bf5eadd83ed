"""Every table as the ledger has it: what players are shown cannot drift from the rules.

The other tests of the ratings play these figures; here stand also those that follow from their neighbours,
such as the lower edge of a band.
"""

from __future__ import annotations

from statistics import median
from typing import Any

import pytest

import navalrules as nr

TABLES = nr.ruleset("ratings").tables


def printed(name: str) -> dict[str, Any]:
    return {key: TABLES[name][key].value for key in TABLES[name]}


@pytest.mark.rule("RAT-RATE-02", "RAT-RATE-03", "RAT-RATE-05", "RAT-RATE-06")
def test_standard_ratings() -> None:
    assert TABLES["ratings"].columns == ("hull", "broadside", "bow", "stern", "fore", "main", "mizzen")
    assert printed("ratings") == {
        "1": (12, 12, 4, 3, 6, 6, 5),
        "2": (11, 11, 3, 2, 6, 6, 4),
        "3": (10, 10, 2, 2, 5, 5, 4),
        "4": (9, 9, 1, 1, 4, 4, 3),
        "5": (8, 8, 1, 1, 3, 3, 3),
        "6": (7, 7, -1, 1, 3, 3, 2),
    }


@pytest.mark.rule("RAT-RATE-07")
def test_crew_units() -> None:
    assert printed("crew_units") == {"from": 7}


@pytest.mark.rule("RAT-BGMOVE-03")
def test_points_of_sail() -> None:
    assert printed("points_of_sail") == {
        "in_irons": (0, 60, 0),
        "beating": (60, 90, 1),
        "reaching": (90, 135, 2),
        "broad_reaching": (135, 165, 3),
        "running": (165, 180, 2),
    }


@pytest.mark.rule("RAT-BGFIRE-05", "RAT-BGFIRE-07", "RAT-BGFIRE-08", "RAT-BGFOUL-04")
def test_modifiers_of_the_fire_factor() -> None:
    assert printed("factor_modifiers") == {
        **{"close": 2, "short": 1, "medium": 0, "long": -2},
        **{"first_broadside": 1, "bow_rake": 2, "stern_rake": 3},
        **{"elite": 2, "experienced": 1, "average": 0, "green": -1},
        **{"no_mast": -1, "wreckage": -2},
    }


@pytest.mark.rule("RAT-BGFIRE-06")
def test_modifiers_of_the_die() -> None:
    assert printed("die_modifiers") == {"on_fire": -1, "obscured": -1, "still": 1}
    base = printed("base")
    assert (base["name"], base["dice"], base["sides"]) == ("base_ours", 1, 6)


@pytest.mark.rule("RAT-BGTABLE-01")
def test_rows_and_columns_join() -> None:
    rows, columns = printed("rows"), printed("columns")
    assert list(rows.values())[1:-1] == [(-6, -5), (-4, -3), (-2, -1), (0, 1), (2, 3), (4, 5)]
    assert (rows["R1"][1], rows["R8"][0]) == (-7, 6)
    assert list(columns.values())[1:-1] == [(2, 2), (3, 3), (4, 4), (5, 5)]
    assert (columns["1 or less"][1], columns["6 or more"][0]) == (1, 6)


@pytest.mark.rule("RAT-BGFIRE-02", "RAT-BGFIRE-04", "RAT-BGFIRE-07", "RAT-CHAIN-04")
def test_arcs_ranges_and_rakes() -> None:
    assert printed("arcs") == {
        "starboard": (45, 135),
        "port": (225, 315),
        "bow": (315, 45),
        "stern": (135, 225),
    }
    assert printed("ranges") == {"close": 5, "short": 10, "medium": 20, "long": 40}
    assert printed("rake") == {"angle": 22.5, "farthest": "short"}
    assert TABLES["chain"].text("farthest") == "short"


@pytest.mark.rule("RAT-BGMOVE-01")
def test_scale() -> None:
    assert (TABLES["ground"].number("metres"), TABLES["ground"].number("centimetres")) == (10, 1)
    assert TABLES["outline"].number("length") == 5


@pytest.mark.rule("RAT-BGSEQ-01")
def test_cards() -> None:
    assert printed("cards") == {"command": 1, "action": 2}


@pytest.mark.rule("RAT-BGCREW-02", "RAT-BOARD-15", "RAT-BOARD-16")
def test_quality() -> None:
    assert printed("quality") == {"Elite": 2, "Experienced": 1, "Average": 0, "Green": -1}


@pytest.mark.rule(
    *("RAT-BGCRIT-03", "RAT-BGCRIT-04", "RAT-BGCRIT-06", "RAT-BGFOUL-03", "RAT-BGFOUL-06", "RAT-BGGRAP-03")
)
def test_crew_tasks() -> None:
    assert printed("tasks") == {
        **{"fire": 5, "wreckage": 4, "unfoul": 4, "ungrapple": 4, "wheel": 4, "jury_rig": 5},
    }


def test_every_entry_says_what_it_goes_back_to() -> None:
    book = nr.ruleset("ratings").rulebook
    for name in TABLES:
        for key in TABLES[name]:
            entry = TABLES[name][key]
            assert entry.rule in book
            assert entry.source
            assert entry.status in ("stated", "gap")


@pytest.mark.rule("RAT-HULL-02", "RAT-HULL-03", "RAT-HULL-05", "RAT-HULL-07", "RAT-BGFIRE-09")
def test_what_hull_hits_spare() -> None:
    assert printed("hull") == {"far_side_spared": 1, "hull_spared": 1, "crew_spared": 1, "raked_spared": 0}


@pytest.mark.rule("RAT-RIG-02", "RAT-RIG-06", "RAT-RIG-07", "RAT-RIG-08", "RAT-RIG-09")
def test_rigging_hits() -> None:
    assert printed("rigging") == {
        **{"crew_spared": 1, "engaged_side": 1, "engaged_side_from": 2, "hull": 0, "jury_half": 2},
    }
    assert printed("masts") == {"of_three": (2, 4, 6), "of_two": (3, 6)}


@pytest.mark.rule("RAT-CHAIN-02", "RAT-CHAIN-03", "RAT-CHAIN-04")
def test_chain_shot() -> None:
    assert printed("chain") == {"more": 1, "more_at_full_sail": 2, "farthest": "short"}


@pytest.mark.rule("RAT-SAIL-03", "RAT-SAIL-04", "RAT-SAIL-05", "RAT-SAIL-07")
def test_full_sail() -> None:
    assert printed("full_sail") == {"extra_dice": 1, "discards": 1, "discard_from": 2, "rigging_times": 2}


@pytest.mark.rule("RAT-SPEED-02", "RAT-SPEED-03", "RAT-SPEED-04", "RAT-BGMOVE-08")
def test_movement_dice() -> None:
    assert printed("moving") == {
        **{"sides": 6, "dice_a_mast": 1, "fewest_dice": 1, "stationary_at": 0, "base_share": 2},
    }


@pytest.mark.rule("RAT-BGTURN-01", "RAT-BGTURN-03", "RAT-BGTURN-05")
def test_turning() -> None:
    assert printed("turning") == {
        **{"interval": 3, "interval_light": 2, "light_from_rate": 5, "once": 30, "most": 90},
        **{"tack": 3, "off_wind": 60, "pay_off": 3},
    }


@pytest.mark.rule("RAT-BGMOVE-02", "RAT-BGMOVE-07", "RAT-BGFOUL-01")
def test_wind_and_fouling() -> None:
    assert printed("wind") == {"dice": 2, "sides": 6, "backs_to": 2, "veers_from": 12, "degrees": 45}
    fouling = printed("fouling")
    assert (fouling["fouls"], fouling["fouls_with_wreckage"], fouling["drift"]) == (4, 3, 1)
    # Hulls this near to each other are in contact: ours.
    assert fouling["touch"] == 0.05


@pytest.mark.rule("RAT-BGGRAP-01")
def test_grappling() -> None:
    assert printed("grappling") == {"within": 1, "holds": 4, "in_contact": 1, "fouled": 2}


@pytest.mark.rule("RAT-BGCRIT-05", "RAT-BGCRIT-07", "RAT-BGFOUL-05")
def test_fires() -> None:
    assert printed("fires") == {
        **{"hull": 1, "battery": 1, "blast": 5, "blast_rr": 2, "blast_fire": 6},
        **{"wreckage_fire": "odd", "sinking_sides": 6},
    }


@pytest.mark.rule("RAT-HULL-08")
def test_engaged_side() -> None:
    assert printed("engaged") == {"odd": "port", "even": "starboard"}


@pytest.mark.rule(
    *("RAT-BOARD-05", "RAT-BOARD-12", "RAT-BOARD-13", "RAT-BOARD-14", "RAT-BGBOARD-01", "RAT-BGBOARD-03"),
    "RAT-BGMORALE-04",
)
def test_boarding() -> None:
    assert printed("boarding") == {
        **{"sides": 6, "decisive": 6, "crew_lost": 1, "ratings_lost": 1, "prize_crew": 1},
        **{"base_rounds_sides": 6, "base_crew_lost": 1, "base_rating_lost": 1},
    }


@pytest.mark.rule("RAT-BGMORALE-01", "RAT-BGMORALE-02")
def test_morale() -> None:
    assert printed("morale") == {
        **{"half_of": 2, "fire_turns": 2, "stern_rr": 3, "each_more": -1, "quarter_of": 4, "quarter": -2},
        **{"strikes_at": 1},
    }


@pytest.mark.rule("RAT-RATE-02", "RAT-RATE-04")
def test_rates_and_crews_of_a_plan() -> None:
    assert printed("rate_by_guns") == {"1": 100, "2": 90, "3": 64, "4": 50, "5": 32}
    assert printed("crews") == {
        "crack": "Elite",
        "experienced": "Experienced",
        "inexperienced": "Average",
        "untrained": "Green",
    }
    assert printed("metal_share") == {"third": 3, "rating": 1}


@pytest.mark.rule("RAT-RATE-04")
def test_the_usual_metal_of_a_rate_is_the_median_of_the_library() -> None:
    weights: dict[str, list[float]] = {}
    by_guns = TABLES["rate_by_guns"]
    for name in nr.ship_library():
        plan = nr.ship_library()[name]
        rate = plan.rate or next((int(r) for r in by_guns if plan.guns_rated >= by_guns.whole(r)), 6)
        weight = sum(
            each.pounder * sum("starboard" in arcs for arcs in each.pieces()) for each in plan.batteries
        )
        if weight and not plan.steamer:
            weights.setdefault(str(rate), []).append(weight)
    assert printed("metal") == {
        rate: pytest.approx(median(found), abs=1) for rate, found in sorted(weights.items())
    }
