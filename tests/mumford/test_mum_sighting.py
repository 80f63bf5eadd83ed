"""MUM-FIRE-02 to -07 and -16 to -20: ranges between bulwarks, arcs, rakes and half rakes from geometry."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import pytest
from sea import RULES, made

import navalrules as nr
from navalrules_mumford import lookout, sighting
from navalrules_mumford.lore import Lore
from navalrules_mumford.ship import Mount, MumfordShip
from navalrules_mumford.sighting import Spot, View

LORE = Lore.of(RULES.tables)
ENGLISH = made("british-74-3rd-rate")
FRENCH = made("french-74-3rd-rate")
BATTERY = made("battery-6x36")
HALF, BEAM = 1.75, 0.5
"""A two-decker is 3.5 inches long and 1 across."""


def view(
    x: float, y: float, heading: float = 0.0, *, mine: MumfordShip = ENGLISH, theirs: MumfordShip = FRENCH
) -> View:
    """What a ship at the origin, heading north, makes of one at x east, y north."""
    return View(Spot(mine, nr.Pose(0.0, 0.0, 0.0)), Spot(theirs, nr.Pose(x, y, heading)))


@pytest.mark.rule("MUM-FIRE-07")
@pytest.mark.parametrize(
    ("x", "y", "heading", "inches"),
    [
        (10, 0, 0, 9.0),  # abeam and parallel: ten inches less half a beam each
        (10, 0, 90, 7.75),  # bow or stern on: less half a beam and half a length
        (0, 10, 0, 6.5),  # ahead in line: less half a length each
        (0, 10, 90, 7.75),
        (0.5, 0, 0, 0.0),  # alongside
        (1.0, 0, 0, 0.0),
    ],
)
def test_range_is_from_bulwark_to_bulwark(x: float, y: float, heading: float, inches: float) -> None:
    assert view(x, y, heading).range == pytest.approx(inches, abs=1e-6)


@pytest.mark.rule("MUM-FIRE-07")
def test_range_of_two_corners() -> None:
    assert view(4, 7.5).range == pytest.approx(math.hypot(4 - 1, 7.5 - 3.5), abs=1e-6) == 5.0


def at(bearing: float, inches: float = 20.0) -> tuple[float, float]:
    angle = math.radians(bearing)
    return inches * math.sin(angle), inches * math.cos(angle)


@pytest.mark.rule("MUM-FIRE-02")
@pytest.mark.parametrize(
    ("bearing", "bears"),
    [(0, True), (44.9, True), (45.1, False), (315.1, True), (314.9, False), (180, False)],
)
def test_bow_chasers_bear_45_degrees_to_each_side(bearing: float, bears: bool) -> None:
    assert sighting.chaser_bears(LORE, "bow", view(*at(bearing))) is bears


@pytest.mark.rule("MUM-FIRE-03")
@pytest.mark.parametrize(
    ("bearing", "bears"),
    [(180, True), (150.1, True), (149.9, False), (209.9, True), (210.1, False), (0, False)],
)
def test_stern_chasers_bear_30_degrees_to_each_side(bearing: float, bears: bool) -> None:
    assert sighting.chaser_bears(LORE, "stern", view(*at(bearing))) is bears


@pytest.mark.parametrize("arcs", [{}, {"bow": 120, "stern": 170}, {"bow": 0, "stern": 89.9}])
def test_a_rough_look_misses_no_guns_that_bear(arcs: dict[str, float]) -> None:
    variant = nr.Variant("arcs", "mumford", {}, {"arc": arcs})
    lore = nr.Battle.begin(nr.scenario("mumford-duel-74"), variant=variant).lore
    desk: Any = SimpleNamespace(
        lore=lore,
        bound=nr.Battle.begin(nr.scenario("mumford-duel-74")).bound,
        switches={"battery_arc": "each_side"},
    )
    for hand in ("port", "starboard", "bow", "stern", "front"):
        mount, bears, spared = Mount(hand, 10.0, 10.0), 0, 0
        for x in range(-4, 5):
            for y in range(-4, 5):
                for heading in range(0, 360, 45):
                    seen = view(x * 1.5, y * 1.5, heading)
                    may = lookout.may_bear(lore, [mount], 1, ENGLISH, 0.0, FRENCH, x * 1.5, y * 1.5)
                    laid = sighting.laid(desk, [mount], seen, 1)
                    assert may or not laid, (hand, x, y, heading)
                    bears, spared = bears + len(laid), spared + (not may)
        assert bears, hand
        assert spared or hand == "front" or arcs


RAIL = HALF - 3.5 / 6
"""The forecastle rail lies a sixth of the length abaft the bow (our reading)."""


@pytest.mark.rule("MUM-FIRE-04")
@pytest.mark.parametrize(
    ("y", "bears"),
    [
        *[(0.0, True), (RAIL + HALF - 0.01, True), (RAIL + HALF + 0.01, False)],
        *[(-HALF - HALF + 0.01, True), (-HALF - HALF - 0.01, False)],
    ],
)
def test_broadsides_bear_between_two_lines_abeam(y: float, bears: bool) -> None:
    assert sighting.broadside_bears(LORE, "starboard", view(20, y)) is bears
    assert sighting.broadside_bears(LORE, "port", view(-20, y)) is bears


@pytest.mark.rule("MUM-FIRE-04")
def test_each_broadside_bears_on_its_own_side() -> None:
    assert not sighting.broadside_bears(LORE, "port", view(20, 0))
    assert not sighting.broadside_bears(LORE, "starboard", view(-20, 0))
    assert not sighting.broadside_bears(LORE, "starboard", view(0, 20))


@pytest.mark.rule("MUM-FIRE-05", "MUM-SHORE-03")
@pytest.mark.parametrize(("arc", "degrees"), [("each_side", 45.0), ("45_total", 22.5)])
def test_a_battery_bears_to_each_side_of_its_centre_line(arc: str, degrees: float) -> None:
    def bears(x: float, y: float) -> bool:
        return sighting.battery_bears(LORE, view(x, y, mine=BATTERY), arc)

    # The arc opens from the ends of a frontage of 1.3 inches.
    edge = 0.65 + 20 * math.tan(math.radians(degrees))
    assert bears(0, 20)
    assert bears(edge - 0.01, 20)
    assert bears(-edge + 0.01, 20)
    assert not bears(edge + 0.01, 20)
    assert not bears(-edge - 0.01, 20)
    assert not bears(0, -20)


@pytest.mark.rule("MUM-FIRE-17", "MUM-FIRE-16")
@pytest.mark.parametrize("heading", [90.0, 270.0])
@pytest.mark.parametrize(
    ("y", "rakes"),
    [(0.0, True), (RAIL - 0.01, True), (RAIL + 0.01, False), (-HALF + 0.01, True), (-HALF - 0.01, False)],
)
def test_a_rake_is_masts_in_line_with_the_broadside(heading: float, y: float, rakes: bool) -> None:
    assert sighting.raking(LORE, "starboard", view(20, y, heading)) is rakes
    assert sighting.raking(LORE, "port", view(-20, y, heading)) is rakes


@pytest.mark.rule("MUM-FIRE-17")
def test_abeam_and_parallel_is_no_rake_nor_do_chasers_rake() -> None:
    assert not sighting.raking(LORE, "starboard", view(20, 0))
    assert not sighting.raking(LORE, "bow", view(0, 20, 180))
    assert sighting.raking(LORE, "front", view(0, 20, 180, mine=BATTERY))
    assert not sighting.raking(LORE, "front", view(0.7, 20, 180, mine=BATTERY))


@pytest.mark.rule("MUM-FIRE-19", "MUM-FIRE-18")
@pytest.mark.parametrize(("limit", "degrees"), [(30.0, 30.0), (27.0, 27.0)])
def test_a_half_rake_lies_within_30_degrees_of_bow_or_stern(limit: float, degrees: float) -> None:
    # The middle of the broadside lies a sixth of half a length abaft the ship's own middle, on her side.
    middle = (BEAM, -HALF / 6)

    def half(off: float, end: float) -> bool:
        heading = 270.0 + off + end
        x, y = middle[0] + 20, middle[1]
        return sighting.half_raking(LORE, "starboard", view(x, y, heading % 360.0), limit)

    for end in (0.0, 180.0):
        assert half(degrees - 0.1, end)
        assert half(-degrees + 0.1, end)
        assert not half(degrees + 0.1, end)
        assert not half(-degrees - 0.1, end)


@pytest.mark.rule("MUM-FIRE-20")
@pytest.mark.parametrize(
    ("strength", "off", "shut"), [(5, 45.0, True), (5, 45.1, False), (4, 0.0, False), (6, 0.0, True)]
)
def test_lee_gunports_in_a_blow(strength: int, off: float, shut: bool) -> None:
    assert sighting.lee_shut(LORE, strength, off) is shut
