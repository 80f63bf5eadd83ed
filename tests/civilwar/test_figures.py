"""Every band, edge and printed row of the gunnery and damage tables, against the ledger's own figures.

Bands are fired through at both ends. What play does not read (the lower face of a row, which follows from
the row before) is held to the ledger as printed, so that the table shown to players cannot drift from it.
"""

from __future__ import annotations

import pytest
from deck import CON, FED, RULES, alter, at, duel, fire, names, roll

import navalrules as nr
from navalrules_civilwar.ship import Gun

KINDS = ("LSB", "MSB", "HSB", "LR", "MR", "HR")
BANDS = {
    (0.25, 2.0): (6, 7, 8, 7, 8, 9),
    (2.01, 5.0): (5, 6, 7, 6, 7, 8),
    (5.01, 10.0): (4, 5, 6, 5, 6, 7),
    (10.01, 15.0): (2, 3, 4, 4, 5, 6),
    (15.01, 24.0): (0, 1, 2, 2, 3, 4),
    (24.01, 36.0): (-2, -1, 0, 1, 2, 3),
    (36.01, 48.0): (-4, -3, -2, -1, 0, 1),
    (48.01, 66.0): (-6, -5, -4, -3, -2, -1),
    (66.01, 89.99): (-8, -7, -6, -6, -5, -4),
    (90.0, 1900.0): (-9, -9, -9, -9, -9, -9),
}


@pytest.mark.rule("ACW-GUN-02", "ACW-GUN-05", "ACW-GUN-06", "ACW-GUN-07", "ACW-GUN-13")
@pytest.mark.parametrize(
    ("inches", "row"), [(inches, row) for ends, row in BANDS.items() for inches in ends], ids=str
)
def test_six_guns_of_six_classes_fire_at_both_ends_of_every_band(inches: float, row: tuple[int, ...]) -> None:
    battle = duel(nr.Scripted(to_hit=[1] * 6), con=(inches, 0, 0))
    guns = tuple(Gun(f"S{number}", kind, ("starboard",)) for number, kind in enumerate(KINDS, 1))
    alter(battle, FED, guns=guns, guns_out=(False,) * 6, at_guns=(True,) * 6, grade="Poor")
    alter(battle, CON, anchored=False, run=5.0)
    at(battle, "fire_first")
    shots = fire(battle, fed=[(gun.name, CON) for gun in guns])
    assert tuple(names(shot.rulings[0])["range"] for shot in shots) == row
    # Broadside target +2, Poor -1 on top of range and class.
    assert tuple(shot.rulings[0].total for shot in shots) == tuple(amount + 1 for amount in row)


PLACE_COLUMNS = (
    *("low", "high", "hull", "crew", "gun", "waterline", "boats"),
    *("heavy_hull", "heavy_crew", "heavy_waterline", "heavy_boats"),
)
PLACES = {
    "waterline": (1, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0),
    "hull_crew": (3, 5, 1, 1, 0, 0, 0, 1, 0, 0, 0),
    "hull": (6, 10, 1, 0, 0, 0, 0, 1, 0, 0, 0),
    "gun_crew": (11, 11, 0, 1, 1, 0, 0, 0, 0, 0, 0),
    "gun": (12, 12, 0, 0, 1, 0, 0, 0, 0, 0, 0),
    "boats": (13, 13, 0, 0, 0, 0, 1, 0, 0, 0, 1),
    "rigging": (14, 15, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    "mast": (16, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    "engine": (17, 17, 0, 1, 0, 0, 0, 0, 1, 0, 0),
    "steering": (18, 18, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    "deck": (19, 19, 0, 1, 0, 0, 0, 0, 1, 0, 0),
    "critical": (20, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0),
}


@pytest.mark.rule("ACW-HIT-02", "ACW-HIT-03", "ACW-HIT-04", "ACW-HIT-05")
def test_place_table_as_printed() -> None:
    table = RULES.tables["place"]
    printed = {key: tuple(table.cell(key, column) for column in PLACE_COLUMNS) for key in table.entries}
    assert printed == PLACES


@pytest.mark.rule(
    *("ACW-CRIT-01", "ACW-CRIT-02", "ACW-CRIT-04", "ACW-CRIT-06", "ACW-CRIT-08", "ACW-CRIT-10", "ACW-CRIT-12")
)
def test_critical_table_as_printed() -> None:
    table = RULES.tables["critical"]
    printed = {key: (table.cell(key, "low"), table.cell(key, "high")) for key in table.entries}
    one_to_six = enumerate(("gun", "mast", "shaft", "steering", "bridge", "boiler"), 1)
    assert printed == {key: (die, die) for die, key in one_to_six}


@pytest.mark.rule("ACW-CRIT-03", "ACW-CRIT-05")
def test_figures_of_the_burst_gun_and_the_falling_mast_as_printed() -> None:
    figures = RULES.tables["crit"]
    assert (figures.number("gun_guns"), figures.number("gun_crew"), figures.number("gun_fire_from")) == (
        1,
        1,
        5,
    )
    assert (figures.number("mast_port_to"), figures.number("mast_notches")) == (3, 1)


@pytest.mark.rule("ACW-HIT-05")
def test_a_steering_hit_costs_the_next_half_move_and_no_more() -> None:
    battle = duel(nr.Scripted(to_hit=[20], place_struck=[18], steering=[4]))
    fire(battle, fed=[("S1", CON)])
    (hurt,) = [event for event in battle.log if isinstance(event, nr.ShipHurt)]
    assert [(change.what, change.before, change.after) for change in hurt.changes] == [("helm_lost", 0, 1)]


@pytest.mark.rule("ACW-DICE-02", "ACW-CRIT-12")
@pytest.mark.parametrize("turns", [1, 6])
def test_the_time_to_sink_is_a_six_sided_die(turns: int) -> None:
    dice = nr.Scripted(to_hit=[20], place_struck=[20], critical=[6], boiler=[6], boiler_sinks=[turns])
    battle = duel(dice)
    fire(battle, fed=[("S1", CON)])
    (hurt,) = [event for event in battle.log if isinstance(event, nr.ShipHurt)]
    clock = next(ruled for ruled in hurt.rulings if ruled.rule == "ACW-WL-04")
    assert (clock.outcome, roll(clock).sides, roll(clock).faces) == (turns, 6, (turns,))


@pytest.mark.rule("ACW-GUN-08", "ACW-GUN-14")
@pytest.mark.parametrize(("inches", "rake"), [(23.5, 1), (24.0, 1), (24.01, None)])
def test_the_raking_limit_is_24_inches(inches: float, rake: int | None) -> None:
    battle = duel(nr.Scripted(to_hit=[1]), con=(inches, 0, 90))
    (shot,) = fire(battle, fed=[("S1", CON)])
    assert names(shot.rulings[0]).get("rake") == rake


@pytest.mark.rule("ACW-GUN-12", "ACW-GUN-14")
def test_arcs_as_printed() -> None:
    table = RULES.tables["arc"]
    arcs = {
        side: (table.number(f"{side}_from"), table.number(f"{side}_to"))
        for side in ("port", "starboard", "bow", "stern")
    }
    assert arcs == {"port": (225, 315), "starboard": (45, 135), "bow": (315, 45), "stern": (135, 225)}
    assert (table.number("rake_angle"), table.number("broadside_angle")) == (22.5, 45)


@pytest.mark.rule("ACW-GUN-09")
@pytest.mark.parametrize("force", [8, 9, 10, 11, 12])
def test_a_gale_and_more_is_a_very_rough_sea(force: int) -> None:
    battle = duel(nr.Scripted(to_hit=[1]), wind=(0, force))
    (shot,) = fire(battle, fed=[("S1", CON)])
    assert names(shot.rulings[0])["sea_very_rough"] == -4
