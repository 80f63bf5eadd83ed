"""The account of a battle, the arithmetic behind it and its closing table, told from templates alone."""

from __future__ import annotations

import math
import re
from copy import copy
from functools import cache

import attrs
import pytest

import navalrules as nr
from navalrules.report import Narrative, Words, closing, core_texts
from navalrules.report.changes import amount
from navalrules.report.grid import aligned
from navalrules.report.why import arithmetic

SIDES = ("Federal", "Confederate")
ARITHMETIC = re.compile(r"d20 shows (\d+); (.*); ([+-]\d+) in all makes (-?\d+) against (\d+): (hit|miss)")
PART = re.compile(r" ([+-]\d+) \(([A-Z]+-[A-Z]+-\d\d)\)")


@cache
def fought(seed: int) -> nr.Battle:
    battle = nr.Battle.begin(nr.scenario("kearsarge"), "civilwar", seed)
    battle.run({side: nr.captains.Random(seed) for side in SIDES})
    return battle


@cache
def begun() -> nr.Battle:
    return nr.Battle.begin(nr.scenario("kearsarge"), "civilwar", seed=1)


def told(battle: nr.Battle, *events: nr.Event, why: bool = False) -> list[str]:
    return [line.text for line in Narrative(battle, why).account(events)]


# ---------------------------------------------------------------- texts


@pytest.mark.parametrize("seed", range(12))
def test_account_leaves_no_field_empty_and_no_key_untold(seed: int) -> None:
    battle = fought(seed)
    lines = [line.text for line in Narrative(battle, why=True).account()]
    assert len(lines) > 20
    for line in lines:
        assert "{" not in line
        assert not re.search(r"\b[a-z]+_[a-z]+\b", line), line


def test_account_is_the_same_every_time() -> None:
    first, second = (list(Narrative(fought(3), why=True).account()) for _ in range(2))
    assert first == second


def test_a_second_language_needs_no_code() -> None:
    french = nr.Texts({"event.turn_began": "TOUR {turn}", "phase.fire_first": "Premier feu"})
    battle = begun().copy()
    battle.ruleset = copy(battle.ruleset)
    battle.ruleset.texts = battle.ruleset.texts.joined(french)
    assert told(battle, nr.TurnBegan(4)) == ["TOUR 4"]
    shot = nr.ShotFired(1, ship="a", target="b", weapon="w", range=2.0, hit=False)
    assert told(battle, nr.PhaseBegan(1, phase="fire_first"), shot)[0] == "  -- Premier feu --"


def test_ruleset_texts_lie_over_the_core_s() -> None:
    words = Words(nr.Texts({"hand.port": "larboard"}))
    assert words.called("hand", "port") == "larboard"
    assert words.called("hand", "starboard") == "starboard"
    assert words.called("hand", "amidships") == "amidships"
    assert core_texts().get("hand.port") == "port"


def test_a_text_nobody_wrote_is_an_error_that_names_the_nearest() -> None:
    with pytest.raises(nr.UnknownName, match="nearest"):
        Words().say("closing.pairs")


def test_a_number_has_its_own_form() -> None:
    words = Words()
    assert words.count("closing.won", 1, {"winner": "A", "why": "b"}) == "A wins after 1 turn: b."
    assert words.count("closing.won", 2, {"winner": "A", "why": "b"}) == "A wins after 2 turns: b."


def test_field_that_an_event_lacks_shows_its_name() -> None:
    words = Words(nr.Texts({"odd": "{ghost:.1f} knots"}))
    assert words.say("odd") == "ghost knots"


# ---------------------------------------------------------------- events


def test_opening_names_ships_wind_seed_and_rules() -> None:
    text = "\n".join(told(begun(), begun().log[0]))
    for part in ("Kearsarge against Alabama", "Seed 1.", "Wind from W, force 4", "USS Kearsarge", "1.0"):
        assert part in text


def test_shot_says_gun_target_range_and_whether_it_hit() -> None:
    shot = nr.ShotFired(
        1, ship="css-alabama-1864", target="uss-kearsarge-1864", weapon="32-pounder P1", range=7.25, hit=True
    )
    (hit,) = told(begun(), shot)
    assert hit.strip() == "CSS Alabama fires 32-pounder P1 at USS Kearsarge, 7.2 inches: HIT"
    (missed,) = told(begun(), attrs.evolve(shot, hit=False))
    assert missed.endswith(": miss")


def test_move_says_course_by_name_speed_power_and_turn() -> None:
    start, end = nr.Pose(0, 0, 225.0), nr.Pose(-4, -3, 247.5)
    move = nr.ShipMoved(
        1,
        ship="uss-kearsarge-1864",
        distance=4.75,
        turned=22.5,
        track=(start, end),
        changes=(
            nr.Change("uss-kearsarge-1864", "speed", 5.5, 9.5),
            nr.Change("uss-kearsarge-1864", "pose", start, end),
        ),
    )
    (line,) = told(begun(), move)
    assert line.strip() == "USS Kearsarge steers WSW at 9.5 knots under steam, turning 2 points to starboard."


def test_ship_that_stays_stopped_is_told_of_once() -> None:
    move = nr.ShipMoved(1, ship="uss-kearsarge-1864", distance=0.0, turned=0.0)
    assert len(told(begun(), move, move)) == 1


def test_range_of_the_nearest_enemies_comes_between_moves_and_shots() -> None:
    kinds = [line.kind for line in Narrative(fought(1)).account()]
    assert "range" in kinds
    before = kinds[: kinds.index("range")]
    assert "ship_moved" in before
    assert "shot_fired" not in before


def test_hit_says_place_and_cost_from_before_and_after() -> None:
    ship = "uss-kearsarge-1864"
    hurt = nr.ShipHurt(
        1,
        ship=ship,
        by="css-alabama-1864",
        place="hull_crew",
        changes=(nr.Change(ship, "hull", 21, 19), nr.Change(ship, "crew", 16, 15)),
    )
    (line,) = told(begun(), hurt)
    assert "CSS Alabama strikes USS Kearsarge in the hull among her people" in line
    assert "2 hull squares (19 of 21 left), 1 crew square (15 of 16 left)." in line


def test_hit_that_costs_nothing_says_so() -> None:
    (line,) = told(begun(), nr.ShipHurt(1, ship="uss-kearsarge-1864", by="css-alabama-1864", place="boats"))
    assert line.endswith("no harm done.")


def test_written_orders_and_stations_of_no_matter_are_not_told() -> None:
    change = nr.Change("uss-kearsarge-1864", "orders", None, None)
    orders = nr.StatusChanged(1, ship="uss-kearsarge-1864", what="orders", changes=(change,))
    assert told(begun(), orders) == []
    assert told(begun(), nr.CrewMoved(1, ship="uss-kearsarge-1864")) == []


def test_heading_of_a_phase_comes_only_with_something_told_in_it() -> None:
    quiet, loud = nr.PhaseBegan(1, phase="status"), nr.PhaseBegan(1, phase="morale")
    tested = nr.MoraleTested(1, ship="uss-kearsarge-1864", held=True)
    lines = told(begun(), quiet, loud, tested, tested)
    assert lines == [
        "  -- Morale --",
        "    The crew of USS Kearsarge fight on.",
        "    The crew of USS Kearsarge fight on.",
    ]


def test_event_of_a_ruleset_that_has_no_text_is_told_as_its_kind() -> None:
    @attrs.frozen(kw_only=True)
    class Exploded(nr.ShipSank):
        tag = "exploded"

    assert told(begun(), Exploded(1, ship="css-alabama-1864")) == ["    CSS Alabama goes down!"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (3, 3),
        (2.5, 2.5),
        ((True, False, True), 2),
        ((1, 2), 3),
        ((("port", 0),), 1),
        (True, None),
        ("x", None),
    ],
)
def test_amount_of_a_value(value: object, expected: float | None) -> None:
    assert amount(value) == expected


# ---------------------------------------------------------------- why


@pytest.mark.rule("ACW-GUN-01")
def test_arithmetic_of_shots_adds_up_and_agrees_with_the_outcome() -> None:
    found = 0
    for line in Narrative(fought(2), why=True).account():
        match = ARITHMETIC.search(line.text)
        if match is None:
            continue
        found += 1
        face, parts, all_of_it, total, need, outcome = match.groups()
        assert sum(int(amount) for amount, _ in PART.findall(parts)) == int(all_of_it)
        assert int(face) + int(all_of_it) == int(total)
        assert (outcome == "hit") == (int(total) >= int(need))
    assert found > 10


def test_every_ruling_has_its_line_with_id_and_title() -> None:
    battle = fought(2)
    lines = [line.text.strip() for line in Narrative(battle, why=True).account() if line.kind == "why"]
    rulings = [ruled for event in battle.log for ruled in event.rulings]
    assert len(lines) == len(rulings)
    for line, ruled in zip(lines, rulings, strict=True):
        assert line.startswith(f"{ruled.rule} {battle.ruleset.rulebook[ruled.rule].title}: ")
        assert all(rule in line for rule in ruled.cited())


def test_without_why_no_rule_is_cited() -> None:
    assert not any("ACW-" in line.text for line in Narrative(fought(2)).account())


@pytest.mark.rule("ACW-MOR-04")
def test_check_within_a_range_shows_what_the_range_shrinks_to() -> None:
    less = (nr.Modifier("over_half_crew", -1, "ACW-MOR-06"),)
    ruled = nr.Ruling("ACW-MOR-04", True, nr.Roll(6, (3,), True), 5, less, -1)
    line = arithmetic(Words(begun().ruleset.texts), begun().ruleset.rulebook, ruled)
    assert "d6 shows 3; 5, over half the crew lost -1 (ACW-MOR-06), leaves 1 to 4: they fight on" in line


def test_a_roll_that_failed_shows_its_die_too() -> None:
    ruled = nr.Ruling("ACW-CRIT-08", False, nr.Roll(6, (2,), False), 5)
    line = arithmetic(Words(), begun().ruleset.rulebook, ruled)
    assert line.strip() == "ACW-CRIT-08 Steering jammed: d6 shows 2 against 5: no"


def test_what_a_roll_is_added_to_is_shown_where_it_has_nothing_to_reach() -> None:
    more = (nr.Modifier("several", 2, "ACW-MOR-06"), nr.Modifier("over_half_crew", -1, "ACW-MOR-06"))
    words, rulebook = Words(begun().ruleset.texts), begun().ruleset.rulebook
    rolled = arithmetic(words, rulebook, nr.Ruling("ACW-CRIT-08", 4, nr.Roll(6, (3,), 3), None, more, 1))
    parts = "several situations at once +2 (ACW-MOR-06), over half the crew lost -1 (ACW-MOR-06)"
    assert rolled.strip() == f"ACW-CRIT-08 Steering jammed: d6 shows 3; {parts}: 4"
    reckoned = arithmetic(words, rulebook, nr.Ruling("ACW-CRIT-08", 1, None, None, more, 1))
    assert reckoned.strip() == f"ACW-CRIT-08 Steering jammed: {parts}: 1"


def test_modifiers_that_are_not_added_are_shown_as_what_they_are() -> None:
    ruled = nr.Ruling(
        "BTQ-GUN-04",
        4,
        modifiers=(
            nr.Modifier("ngm", 1.14, "BTQ-GUN-12"),
            nr.Modifier("crack", 0.2, "BTQ-GUN-15"),
            nr.Modifier("double", 1.25, "BTQ-SHOT-02"),
            nr.Modifier("cross_deck", -65, "BTQ-GUN-28"),
        ),
    )
    btq = nr.ruleset("btq")
    shown = (
        "her nation: 1.14 (BTQ-GUN-12), crack crew +0.2 (BTQ-GUN-15), double shot ×1.25 (BTQ-SHOT-02), "
        "borrowed crews -65 % (BTQ-GUN-28)"
    )
    assert shown in arithmetic(Words(btq.texts), btq.rulebook, ruled)


def test_multiplied_hits_are_what_the_arithmetic_shows() -> None:
    battle = nr.Battle.begin(nr.scenario("mumford-duel-74"), "mumford", seed=3)
    battle.run({side.name: nr.captains.CloseAction() for side in battle.scenario.sides})
    found = []
    for line in Narrative(battle, why=True).account():
        if match := re.search(
            r"MUM-FIRE-1[568] .*?((?: ×[\d.]+ \(MUM-FIRE-1[568]\),?.*?)+): (\d+)", line.text
        ):
            found.append((line.text, match))
    hits = [
        (ruled.need, math.prod(each.amount for each in ruled.modifiers), ruled.outcome)
        for event in battle.log
        for ruled in event.rulings
        if ruled.rule in ("MUM-FIRE-15", "MUM-FIRE-16", "MUM-FIRE-18") and ruled.need is not None
    ]
    assert len(found) == len(hits) > 3
    for (text, match), (before, factor, outcome) in zip(found, hits, strict=True):
        assert math.prod(float(each) for each in re.findall(r"×([\d.]+)", text)) == pytest.approx(factor)
        assert int(match[2]) == outcome == math.floor(before * factor + 0.5)


# ---------------------------------------------------------------- closing


def test_closing_table_has_all_that_the_ruleset_counts() -> None:
    end = closing(fought(1))
    assert end.headings[:4] == ["ship", "side", "status", "hull"]
    assert {"waterline", "crew", "guns", "masts", "boats"} <= set(end.headings)
    assert len(end.rows) == 2
    for row in end.rows:
        assert all(re.fullmatch(r"\d+/\d+", cell) for cell in row[3:])


def test_closing_says_who_won_and_why_or_that_nobody_has() -> None:
    battle = next(fought(seed) for seed in range(12) if fought(seed).result.winner)
    result = battle.result
    assert closing(battle).sentence.startswith(f"{result.winner} wins after {result.turns} turn")
    assert closing(begun()).sentence == "The battle is not over; it stands in turn 1."
    assert closing(begun()).lines()[1].split()[:3] == ["ship", "side", "status"]


def test_columns_are_straight() -> None:
    assert aligned([["a", "long"], ["longer", "b"]]) == ["a       long", "longer  b"]
