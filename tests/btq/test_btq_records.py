"""BTQ-SAVE, BTQ-LOG, BTQ-UI, BTQ-TURN-01: what is kept, told and shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import attrs
import pytest
from btq_table import EVERY, RULES, begin, cited, entrant, events, finish_turn, gun, ship

import navalrules as nr
from navalrules.report.narrative import Narrative
from navalrules_btq import parties
from navalrules_btq.events import Broadside, WindChecked
from navalrules_btq.orders import Fire, Sail, Shot
from navalrules_btq.parties import Fought, Pair, Party
from navalrules_btq.report import Loss, forecast, reports
from navalrules_btq.scale import range_chart
from navalrules_btq.sheet import marks

CLOSE = 180
"""Millimetres between the broadsides of these ships: Close, and near enough for a rake."""


def abreast(rules: dict[str, Any] | None = None, seed: int = 1, **red: Any) -> nr.Battle:
    """Red and Blue side by side, both heading east, Red to the north and to windward."""
    ships = entrant("red", "Red", 0, 0, "E", **red), entrant("blue", "Blue", 0, -CLOSE, "E")
    battle = begin(*ships, rules=rules, seed=seed)
    lie_to(battle)
    return battle


def lie_to(battle: nr.Battle) -> None:
    """Go on to the fire phase, nobody moving."""
    while battle.phases[battle.state.phase].name != "fire":
        for request in battle.requests:
            order = request.default
            battle.submit(attrs.evolve(order, segments=()) if isinstance(order, Sail) else order)
        battle.advance()


def fire(battle: nr.Battle, *shots: Shot, name: str = "red") -> Fire:
    order = Fire(ship=name, shots=shots)
    battle.submit(order)
    hold_fire(battle)
    return order


def hold_fire(battle: nr.Battle) -> None:
    """Everybody else holds fire, and the turn comes to its end."""
    for request in battle.requests:
        battle.submit(Fire(ship=request.ship))
    turn = battle.state.turn
    battle.advance()
    if battle.state.turn == turn:
        finish_turn(battle)


def fought(seed: int = 1, turns: int = 3, rules: dict[str, bool] | None = None) -> nr.Battle:
    """The frigate duel by captains who do anything that is allowed."""
    battle = nr.Battle.begin(nr.scenario("btq-frigate-duel"), "btq", seed, rules=rules)
    battle.run({side: nr.captains.Random(seed) for side in ("Red", "Blue")}, max_turns=turns)
    return battle


def dueled(seed: int) -> nr.Battle:
    """The frigate duel to its end, one captain who closes and one who fires high, every house rule on."""
    battle = nr.Battle.begin(nr.scenario("btq-frigate-duel"), "btq", seed, rules=EVERY)
    battle.run({"Red": RULES.captains["close_action"](), "Blue": RULES.captains["cautious"]()})
    return battle


# ---------------------------------------------------------------- a turn


@pytest.mark.rule("BTQ-TURN-01")
def test_a_turn_goes_from_orders_by_fire_and_boarding_to_its_end() -> None:
    battle = begin()
    finish_turn(battle)
    names = [phase.name for phase in RULES.phases()]
    assert names.index("sail") < names.index("fire") < names.index("close") < names.index("board")
    assert names[-1] == "turn_end"
    told = [event.phase for event in events(battle, nr.PhaseBegan) if event.turn == 1]
    assert told == [name for name in names if name in told]
    assert {"sail", "turn_end"} <= set(told)
    assert battle.state.turn == 2


# ---------------------------------------------------------------- kept


@pytest.mark.rule("BTQ-SAVE-01", "BTQ-SAVE-02")
def test_a_game_goes_out_as_json_and_comes_in_again(tmp_path: Path) -> None:
    battle, path = fought(), tmp_path / "fight.json"
    nr.save(battle, path)
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert {"format", "version", "scenario", "ruleset", "seed"} <= kept.keys()
    again = nr.load(path)
    assert again.state == battle.state
    assert again.log == battle.log
    for each in (battle, again):
        each.run({}, max_turns=each.state.turn + 1)
    assert again.log == battle.log


@pytest.mark.rule("BTQ-SAVE-02")
@pytest.mark.parametrize("lacking", ["version", "scenario"])
def test_a_file_without_version_or_ships_is_refused(tmp_path: Path, lacking: str) -> None:
    path = tmp_path / "fight.json"
    nr.save(fought(turns=2), path)
    kept = json.loads(path.read_text(encoding="utf-8"))
    del kept[lacking]
    path.write_text(json.dumps(kept), encoding="utf-8")
    with pytest.raises(nr.BadFile, match=lacking):
        nr.load(path)


@pytest.mark.rule("BTQ-SAVE-03")
def test_a_new_game_begins_with_whole_ships_at_turn_1() -> None:
    old, new = fought(), fought(turns=0)
    assert (old.state.turn, new.state.turn) == (4, 1)
    for vessel in new.state.ships.values():
        assert all(left == full for left, full in RULES.strength(vessel).values())
    assert not [event for event in new.log if isinstance(event, nr.ShipMoved)]


@pytest.mark.rule("BTQ-SAVE-04")
def test_the_turn_again() -> None:
    battle = fought()
    battle.restart_turn()
    at_start = battle.copy()
    battle.advance()
    for request in battle.requests:
        battle.submit(request.default)
    battle.advance()
    assert battle.answers != at_start.answers
    battle.restart_turn()
    assert battle.state == at_start.state
    assert battle.log == at_start.log
    assert battle.answers == at_start.answers


# ---------------------------------------------------------------- told


@pytest.mark.rule("BTQ-LOG-01", "BTQ-LOG-02")
def test_every_notable_thing_is_in_the_log_with_its_turn() -> None:
    seen: set[str] = set()
    wanted = {"broadside", "ship_hurt", "mast_fell", "fire_started", "ship_struck", "wind_checked"}
    wanted |= {"turn_began", "ship_moved", "crew_moved"}
    for seed in range(80):
        if seed > 5 and wanted <= seen:
            break
        battle = dueled(seed)
        turns = [event.turn for event in battle.log]
        assert turns == sorted(turns)
        seen |= {event.tag for event in battle.log}
        points = [each for event in battle.log for each in event.changes if each.what == "sp"]
        for vessel in battle.state.ships.values():
            own = [each for each in points if each.ship == vessel.id]
            assert [each.before for each in own] == [10, *(each.after for each in own[:-1])][: len(own)]
    assert wanted <= seen


@pytest.mark.rule("BTQ-LOG-03", "BTQ-GUN-01")
def test_fire_is_told_gun_by_gun() -> None:
    battle = abreast()
    fire(battle, Shot("starboard", "blue"))
    (told,) = events(battle, Broadside)
    assert (told.ship, told.target, told.weapon, told.range) == ("red", "blue", "starboard", CLOSE)
    assert (told.shot, told.aim, told.band, told.guns) == ("ball", "hull", "close", 21)
    hits = [ruled for ruled in told.rulings if ruled.rule == "BTQ-GUN-03"]
    assert len(hits) == 2
    assert all(ruled.roll is not None and len(ruled.roll.faces) == 1 for ruled in hits)
    lines = [line.text for line in Narrative(battle, why=True).account()]
    assert any("Red" in line and "Blue" in line for line in lines)
    assert len([line for line in lines if "BTQ-GUN-03" in line]) == 2


@pytest.mark.rule("BTQ-LOG-04", "BTQ-SHIP-26", "BTQ-DMG-13", "BTQ-DMG-14", "BTQ-UI-05")
def test_the_turn_in_short_is_the_ships_sheets() -> None:
    battle = abreast()
    blue = ship(battle, "blue")
    blue.hull, blue.fires, blue.crew, blue.sails, blue.sp = 1010, (0, 3), 149, 0b1111, 3
    blue.port, blue.rudder_gone, blue.waterline_port = (13, 7), True, 2
    blue.quality, blue.gdn_carry, blue.svn_carry, blue.rigging_taken = "inexperienced", 7, 9, 625
    sheet = battle.sheet("blue")
    assert (sheet["name"], sheet["class"], sheet["heading"]) == ("Blue", "fifth_rate", "E")
    assert (sheet["status"], sheet["sp"]) == ("active", 3)
    assert sheet["damage"] == {"hull": 50, "sails": 40, "crew": 50}
    assert sheet["colours"] == {"sp": "red", "hull": "yellow", "sails": "yellow", "crew": "yellow"}
    assert sheet["marks"] == ["fire"]
    condition = sheet["condition"]
    assert condition["guns"]["port"] == [
        {"gun": "long_18", "left": [13, 14], "colour": "yellow"},
        {"gun": "carronade_32", "left": [7, 7], "colour": "green"},
    ]
    assert condition["guns"]["bow"] == [{"gun": "long_9", "left": [2, 2], "colour": "green"}]
    assert (condition["rudder"], condition["wheel"]) == (False, True)
    assert (condition["quality"], condition["quality_at_first"]) == ("inexperienced", "experienced")
    assert condition["waterline_hits"] == {"port": 2, "starboard": 0}
    assert (condition["gdn_carry"], condition["svn_carry"], condition["rigging_damage"]) == (7, 9, 625)
    assert condition["fires"] == [0, 3]
    assert condition["masts"] == {"fore": [3, 3], "main": [3, 3], "mizzen": [3, 3], "bowsprit": [1, 1]}
    json.dumps(sheet)


@pytest.mark.rule("BTQ-UI-05")
def test_colours_change_at_their_figures() -> None:
    battle = abreast()
    blue = ship(battle, "blue")
    found = {}
    for sp in (7, 6, 4, 3, 0):
        blue.sp = sp
        found[sp] = battle.sheet("blue")["colours"]["sp"]
    assert found == {7: "green", 6: "yellow", 4: "yellow", 3: "red", 0: "red"}
    for percent, colour in ((49, "green"), (50, "yellow"), (79, "yellow"), (80, "red")):
        blue.hull = blue.hvn * percent // 100
        assert battle.sheet("blue")["colours"]["hull"] == colour
    for lost, colour in ((3, "green"), (4, "yellow"), (6, "yellow"), (7, "red")):
        blue.sails = (1 << lost) - 1
        assert battle.sheet("blue")["colours"]["sails"] == colour


@pytest.mark.rule("BTQ-EX-15", "BTQ-DMG-13")
def test_an_arc_with_two_batteries_is_shown_by_battery() -> None:
    battle = abreast(batteries=(gun(24, 24), gun(8, 32, "carronade")))
    shown = battle.sheet("red")["condition"]["guns"]["port"]
    assert [(each["left"], each["gun"]) for each in shown] == [
        ([12, 12], "long_24"),
        ([4, 4], "carronade_32"),
    ]


@pytest.mark.rule("BTQ-BOARD-30", "BTQ-SHIP-26")
def test_the_engagement_card_tells_of_a_pair() -> None:
    battle = begin()
    attacker = Party("red", 210, 60, 30, ("taken", "contested", "", ""))
    defender = Party("blue", 0, 200, 100)
    fought = Fought(1, "red", "board", 0, "red", (3, 9))
    parties.add(battle, Pair(attacker, defender, since=1, last=fought))
    (card,) = battle.sheet("red")["grappled_to"]
    assert (card["ship"], card["role"], card["since"], card["fouled"]) == ("blue", "attacker", 1, False)
    assert (card["boarding"], card["defenders"], card["reserve"]) == (210, 60, 30)
    assert card["zones"] == ["taken", "contested", "", ""]
    assert (card["last"]["winner"], card["last"]["losses"]) == ("red", (3, 9))
    (other,) = battle.sheet("blue")["grappled_to"]
    assert (other["role"], other["their_zones"]) == ("defender", ["taken", "contested", "", ""])


@pytest.mark.rule("BTQ-SHIP-26")
def test_marks_of_the_card() -> None:
    rate: dict[str, Any] = {"rate": 3, "type": "ship of the line", "guns_rated": 74}
    battle = begin(
        entrant("red", "Red", 0, 0, "E", **rate), entrant("blue", "Blue", 0, -900, "E"), strength="gale"
    )
    assert marks(battle, ship(battle, "red")) == ["lower_closed"]
    assert marks(battle, ship(battle, "blue")) == []
    ship(battle, "blue").dismasted = True
    assert marks(battle, ship(battle, "blue")) == ["dismasted"]


@pytest.mark.rule("BTQ-LOG-10", "BTQ-UI-02")
def test_the_log_tells_millimetres_and_the_chart_of_ranges_centimetres() -> None:
    assert RULES.unit == "mm"
    battle = abreast()
    fire(battle, Shot("starboard", "blue"))
    assert events(battle, Broadside)[0].range == CLOSE
    assert RULES.tables["range_bands"].unit.startswith("cm")
    chart, alternate = (
        range_chart(RULES.tables, "1/1200"),
        range_chart(RULES.tables, "1/1200", alternate=True),
    )
    assert chart["long_18"] == (2, 25, 54, 82, 195)
    assert alternate["long_18"] == (2, 20, 40, 62, 148)


@pytest.mark.rule("BTQ-LOG-01", "BTQ-BOARD-31")
def test_everything_is_told_in_words_that_are_all_filled_in() -> None:
    silent = {"phase_began", "crew_moved", "parties_changed", "status_changed", "wind_checked"}
    silent |= {"prize_crew_sent", "battle_ended", "ship_moved"}
    told: dict[str, str] = {}
    wanted = {"broadside", "boarding_fought board_won", "boarding_fought board_lost"}
    for seed in range(60):
        if wanted <= told.keys():
            break
        ships = entrant("red", "Red", 0, 0, "E"), entrant("blue", "Blue", 0, -15, "E")
        battle = begin(*ships, rules=EVERY, seed=seed, strength="slight_air")
        battle.run({side: nr.captains.Random(seed) for side in ("Red", "Blue")}, max_turns=20)
        narrative = Narrative(battle)
        for event in battle.log:
            lines = narrative.lines(event)
            assert lines or event.tag in silent
            assert not any("{" in line or "event." in line for line in lines)
            told[f"{event.tag} {getattr(event, 'what', '')}".strip()] = " ".join(lines)
    assert "fires her" in told["broadside"]
    assert told["boarding_fought board_won"].count(" lost against ") == 1
    assert "takes the" in told["boarding_fought board_won"]
    assert "is thrown back at" in told["boarding_fought board_lost"]


# ---------------------------------------------------------------- action reports


@pytest.mark.rule("BTQ-LOG-05", "BTQ-LOG-06")
def test_a_report_of_fire_is_chosen_by_what_happened() -> None:
    battle = abreast()
    fire(battle, Shot("starboard", "blue", "double"))
    (report,) = [each for each in reports(battle) if each.kind == "fire"]
    assert (report.ship, report.target, report.turn) == ("red", "blue", 1)
    assert {"starboard", "close", "double", "shot_double", "more_initial", "gauge_weather"} <= set(
        report.tags
    )
    assert "Two balls" in report.prose
    assert "Red" in report.prose
    assert "{" not in report.prose
    other = abreast()
    fire(other, Shot("port", "red", "grape", "crew"), name="blue")
    (told,) = [each for each in reports(other) if each.kind == "fire"]
    assert {"shot_grape", "gauge_lee", "harm_men"} <= set(told.tags)


@pytest.mark.rule("BTQ-LOG-07")
def test_a_report_holds_every_throw_and_factor() -> None:
    battle = abreast(rules={"crack_crew": True, "enhanced_raking": True}, crew="crack")
    ship(battle, "blue").pose = nr.Pose(0, -CLOSE, 0)
    battle._sights.clear()
    battle._pending = None
    fire(battle, Shot("starboard", "blue"))
    (report,) = [each for each in reports(battle) if each.kind == "fire"]
    rules = {rule for ruled in report.rulings for rule in ruled.cited()}
    assert {"BTQ-GUN-03", "BTQ-GUN-04", "BTQ-GUN-05", "BTQ-GUN-12", "BTQ-GUN-15"} <= rules
    assert {"BTQ-RAKE-02", "BTQ-RAKE-05", "BTQ-DMG-15"} <= rules
    faces = [face for ruled in report.rulings if ruled.roll for face in ruled.roll.faces]
    text = "\n".join(report.lines)
    assert len(report.lines) == 3 + len(report.rulings)
    factors = report.factors
    assert factors is not None
    assert (factors.base_ngm, factors.ngm, factors.shot, factors.rake) == (1.0, 1.2, 1.0, 1.1)
    assert (factors.multiplier, factors.cross_deck, factors.waterline, factors.high) == (1.32, 0, 10, 0)
    (told,) = events(battle, Broadside)
    assert factors.splinters == told.crew == told.hull // 10 > 0
    assert "as it counts 1.2; shot 1, rake 1.1, all together 1.32" in text
    for face in faces:
        assert f": {face}" in text or f", {face}" in text
    assert "BTQ-GUN-15" in text


@pytest.mark.rule("BTQ-LOG-08")
@pytest.mark.parametrize("seed", range(12))
def test_the_dry_run_changes_nothing_and_is_what_comes_to_pass(seed: int) -> None:
    battle = abreast(rules=EVERY, seed=seed)
    order = Fire(ship="red", shots=(Shot("starboard", "blue"),))
    before = battle.copy()
    (expected,) = forecast(battle, order)
    assert battle.state == before.state
    assert battle.log == before.log
    assert battle.answers == before.answers
    battle.submit(order)
    hold_fire(battle)
    (report,) = [each for each in reports(battle) if each.kind == "fire"]
    assert report.expected == report.cost == expected
    blue = ship(battle, "blue")
    assert expected.hull > 0
    assert (expected.guns, expected.svn_carry) == (42 - sum(blue.port) - sum(blue.starboard), blue.svn_carry)
    assert (expected.sails, expected.sections) == (blue.sails_lost, blue.sections.bit_count())


@pytest.mark.rule("BTQ-LOG-08", "BTQ-EX-12", "BTQ-DMG-14")
def test_the_dry_run_tells_sails_with_what_is_carried() -> None:
    found = set()
    for seed in range(30):
        battle = abreast(seed=seed)
        order = Fire(ship="red", shots=(Shot("starboard", "blue", aim="rigging"),))
        (expected,) = forecast(battle, order)
        blue = ship(battle, "blue")
        assert (expected.rigging - expected.svn_carry) % blue.svn == 0
        assert expected.sails >= expected.rigging // blue.svn
        assert (expected.hull, expected.guns) == (0, 0)
        found.add((bool(expected.sails), bool(expected.sections)))
    assert {(True, False), (True, True)} <= found


@pytest.mark.rule("BTQ-LOG-08")
def test_a_refused_order_is_not_foretold_and_whole_masts_are_counted() -> None:
    battle = abreast()
    with pytest.raises(nr.IllegalOrder):
        forecast(battle, Fire(ship="red", shots=(Shot("port", "blue"),)))
    heavy = tuple(gun(100, 32) for _ in range(2))
    masts: set[int] = set()
    for seed in range(6):
        battle = abreast(seed=seed, batteries=heavy, tonnage_bm=3000, complement=3000)
        (expected,) = forecast(
            battle, Fire(ship="red", shots=(Shot("starboard", "blue", "dismantling", "rigging"),))
        )
        masts.add(expected.masts)
        assert expected.sections >= expected.masts
    assert max(masts) >= 2


@pytest.mark.rule("BTQ-LOG-06", "BTQ-SP-05")
def test_the_end_of_a_ship_is_told_even_when_her_masts_fall_first() -> None:
    ends = set()
    for seed in range(12):
        battle = abreast(seed=seed)
        ship(battle, "blue").sp = 1
        fire(battle, Shot("starboard", "blue", aim="rigging"))
        (report,) = [each for each in reports(battle, foretell=False) if each.kind == "fire"]
        struck = ship(battle, "blue").status == nr.STRUCK
        assert ("end_struck" in report.tags) == struck == ("Down came the colours of Blue." in report.prose)
        ends.add((struck, "harm_mast" in report.tags))
    assert (True, True) in ends
    assert {struck for struck, _ in ends} == {True, False}


@pytest.mark.rule("BTQ-LOG-09", "BTQ-SP-04")
def test_a_ship_without_men_is_told_to_have_struck() -> None:
    battle = abreast()
    ship(battle, "blue").crew = 1
    ship(battle, "blue").crew_steps = 4
    fire(battle, Shot("starboard", "blue", "grape", "crew"))
    (report,) = [each for each in reports(battle, foretell=False) if each.kind == "fire"]
    assert report.tags[-1] == "end_no_men"
    assert "nobody left" in report.prose
    assert report.expected is None
    assert ship(battle, "blue").status == nr.STRUCK


@pytest.mark.rule("BTQ-LOG-05", "BTQ-LOG-09")
def test_grapples_cuts_boardings_volleys_and_morale_have_reports() -> None:
    kinds: dict[str, set[str]] = {}
    for seed in range(40):
        ships = entrant("red", "Red", 0, 0, "E"), entrant("blue", "Blue", 0, -15, "E")
        battle = begin(*ships, rules=EVERY, seed=seed, strength="calm")
        battle.run({side: nr.captains.Random(seed) for side in ("Red", "Blue")}, max_turns=20)
        for report in reports(battle, foretell=False):
            kinds.setdefault(report.kind, set()).add(report.tags[0])
            assert report.prose
            assert "{" not in report.prose
            assert report.rulings or report.kind == "collision"
    assert {"fire", "grapple", "cut", "boarding", "volley", "morale"} <= kinds.keys()
    assert {"volley_landed", "volley_missed"} <= kinds["volley"]
    assert {"boarding_board_won", "boarding_board_lost"} <= kinds["boarding"]


def test_a_loss_of_nothing() -> None:
    assert Loss() == Loss(hull=0, rigging=0, men=0, guns=0, sails=0, svn_carry=0, sections=0, masts=0)
    battle = abreast()
    fire(battle)
    assert reports(battle) == ()
    assert cited(battle.log)
    assert not events(battle, WindChecked, "red")


def test_a_battle_saved_after_an_undo_to_the_start_of_a_turn_stands_there_again(tmp_path: Path) -> None:
    battle = nr.Battle.begin(nr.scenario("btq-frigate-duel"), "btq")
    captains = {side.name: nr.captains.Cautious() for side in battle.scenario.sides}
    battle.run(captains, max_turns=2)
    while (battle.state.turn, battle.state.phase) != (2, 0):
        battle.undo()
    # Nobody weighs the odds now, so nothing is owed and nothing has been asked.
    assert battle.requests == ()
    nr.save(battle, tmp_path / "fight.json")
    again = nr.load(tmp_path / "fight.json")
    assert again.state == battle.state
    battle.run(captains)
    again.run(captains)
    assert again.log == battle.log
