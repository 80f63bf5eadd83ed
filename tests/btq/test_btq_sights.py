"""Arcs, the part that is struck, rakes, the wind gauge, and why a shot is refused (BTQ-GUN-02, -34, -35)."""

from __future__ import annotations

from typing import Any

import attrs
import btq_table
import pytest
from gun_deck import BLUE, RED, falls, fire, guns, meet, order, refused, request, ruled, ship, shot, to_fire

import navalrules as nr
from navalrules_btq import firing, sighting
from navalrules_btq.events import Broadside, FireWithheld
from navalrules_btq.firing import FireRequest
from navalrules_btq.orders import Fire, Shot
from navalrules_btq.phase import active
from navalrules_btq.umpire import Strike

POINT = 11.25
ROUND = guns(long_24=20, bow_long_12=2, stern_long_12=2)


@pytest.mark.rule("BTQ-GUN-02")
@pytest.mark.parametrize("side", [1, -1])
def test_arcs_by_points_off_the_bow(side: int) -> None:
    ordnance = meet().lore.ordnance
    beam = "starboard" if side > 0 else "port"
    for points in range(17):
        arc = "bow" if points <= 3 else beam if points <= 12 else "stern"
        assert sighting.bearing_arc(ordnance, side * points * POINT % 360) == arc


@pytest.mark.rule("BTQ-GUN-02", "BTQ-GUN-35")
@pytest.mark.parametrize(
    ("bearing", "arc"),
    [(0.0, "bow"), (33.75, "bow"), (45.0, "starboard"), (135.0, "starboard"), (146.25, "stern"),
     (180.0, "stern"), (213.75, "stern"), (225.0, "port"), (315.0, "port"), (326.25, "bow")],
)  # fmt: skip
def test_only_the_arc_that_bears_may_fire(bearing: float, arc: str) -> None:
    battle = meet(150, bearing, 90.0, batteries=ROUND)
    for other in ("port", "starboard", "bow", "stern"):
        if other == arc:
            battle.copy().submit(order(shot(arc)))
        else:
            found = refused(battle, shot(other))
            assert (found.rule, found.hint) == ("BTQ-GUN-02", f"she lies in this one: {arc}")


@pytest.mark.rule("BTQ-RAKE-01", "BTQ-GUN-34")
def test_the_end_that_is_raked_and_the_part_that_is_struck() -> None:
    ordnance = meet().lore.ordnance
    for points in range(32):
        aspect = points * POINT
        off = min(points, 32 - points)
        end = "bow" if off <= 2 else "stern" if off >= 14 else ""
        assert sighting.raking_end(ordnance, aspect) == end
        assert sighting.struck_part(end, aspect) == (end or ("starboard" if points < 16 else "port"))


@pytest.mark.rule("BTQ-GUN-34")
@pytest.mark.parametrize(
    ("aspect", "part"), [(90.0, "starboard"), (270.0, "port"), (0.0, "bow"), (180.0, "stern")]
)
def test_the_part_that_is_struck_stands_with_the_shot(aspect: float, part: str) -> None:
    battle = meet(100, aspect=aspect, batteries=ROUND)
    (event,) = fire(battle, shot())
    assert event.part == part
    assert "BTQ-GUN-34" in event.rules


@pytest.mark.rule("BTQ-RAKE-01", "BTQ-RAKE-03", "BTQ-RAKE-04", "BTQ-GUN-35")
def test_a_rake_that_is_insisted_on_must_be_one() -> None:
    astern = meet(190, aspect=180.0, batteries=ROUND)
    battle = astern.copy()
    (event,) = fire(battle, shot(rake=True))
    assert event.rake == "stern"
    assert {"BTQ-RAKE-01", "BTQ-RAKE-03", "BTQ-RAKE-04"} <= set(event.rules)
    assert refused(astern, shot(rake=True, shot="double")).rule == "BTQ-RAKE-03"
    far = refused(meet(191, aspect=180.0, batteries=ROUND), shot(rake=True))
    assert (far.rule, far.hint) == ("BTQ-RAKE-04", "at most 190.0 mm")
    abeam = refused(meet(190, aspect=90.0, batteries=ROUND), shot(rake=True))
    assert (abeam.rule, "bow or stern" in abeam.hint) == ("BTQ-RAKE-01", True)


@pytest.mark.rule("BTQ-GUN-38")
def test_who_has_the_wind_gauge() -> None:
    ordnance = meet().lore.ordnance
    for points in range(32):
        off = min(points, 32 - points)
        expected = 1 if off <= 6 else -1 if off >= 10 else 0
        assert sighting.wind_gauge(ordnance, points * POINT) == expected
    for bearing, gauge in ((270, 1), (90, -1), (0, 0), (180, 0)):
        (event,) = fire(meet(150, wind=nr.Wind(bearing, 3)), shot())
        assert event.gauge == gauge


# ---------------------------------------------------------------- what is refused


@pytest.mark.rule("BTQ-GUN-01", "BTQ-GUN-35")
def test_what_makes_no_shot_at_all() -> None:
    battle = meet(150, batteries=ROUND)
    assert refused(battle, shot("larboard")).hint == "one of: port, starboard, bow, stern"
    assert refused(battle, shot(shot="bal")).rule == "BTQ-SHOT-01"
    assert refused(battle, shot(aim="masts")).rule == "BTQ-GUN-32"
    assert refused(battle, shot(target=RED)).rule == "BTQ-GUN-01"
    assert refused(battle, shot(target="")).hint == f"one of: {BLUE}"
    assert refused(battle, shot(), shot()).rule == "BTQ-GUN-01"
    assert (
        refused(battle, *[shot(arc) for arc in ("port", "starboard", "bow", "stern", "bow")]).rule
        == "BTQ-GUN-01"
    )
    words: Any = ("starboard",)
    with pytest.raises(nr.IllegalOrder, match="shots cannot be"):
        battle.submit(Fire(ship=RED, shots=words))
    assert battle.requests[-1].refusal(nr.Chosen(ship=RED, option="x")) is not None


@pytest.mark.rule("BTQ-GUN-35", "BTQ-GUN-02")
def test_an_arc_without_guns() -> None:
    def bare(mine: Any) -> None:
        mine.starboard = (0,)

    armed = guns(long_24=20, bow_long_24=2)
    assert refused(meet(150, batteries=armed, change=bare), shot()).rule == "BTQ-GUN-02"
    assert "no gun is left" in refused(meet(150, batteries=armed), shot("stern")).reason


@pytest.mark.rule("BTQ-GUN-35")
def test_fire_that_nobody_asks_for_is_explained() -> None:
    battle = meet(3000)
    assert not [each for each in battle.requests if each.kind == "fire"]
    found = refused(battle, shot())
    assert found.rule == "BTQ-GUN-40"
    assert "out of range" in found.reason
    (bare,) = [refused(battle)]
    assert (bare.rule, "1950.0 mm" in bare.hint) == ("BTQ-GUN-35", True)


# ---------------------------------------------------------------- the request


def asked(battle: nr.Battle, name: str = RED) -> FireRequest:
    """What a ship is asked for."""
    found = request(battle, name)
    assert isinstance(found, FireRequest)
    return found


@pytest.mark.rule("BTQ-GUN-01")
def test_every_option_is_legal_and_what_is_missing_is_not() -> None:
    battle = meet(150, batteries=guns(long_24=20, carronade_32=10, bow_long_12=2))
    options = asked(battle).options()
    assert options is not None
    listed = {order.shots for order in options}
    ways = [
        shot(shot=kind, aim=aim)
        for kind in ("ball", "double", "dismantling", "grape", "canister")
        for aim in ("hull", "rigging", "crew")
    ]
    for way in ways:
        wrong = asked(battle).refusal(order(way))
        assert (wrong is None) is ((way,) in listed)
    assert options[-1].shots == ()
    assert len(options) == 7  # ball and double each two ways, dismantling, grape, and silence
    assert asked(battle).default.shots == (shot(),)


def test_more_than_a_hundred_ways_are_not_listed() -> None:
    plain = nr.scenario("btq-frigate-duel")
    red, blue = plain.entrants
    around = [attrs.evolve(red, pose=nr.Pose(0, 0, 0))]
    for number, (x, y) in enumerate(((60, 0), (-60, 0), (0, 60), (0, -60))):
        around.append(attrs.evolve(blue, id=f"blue-{number}", pose=nr.Pose(x, y, 0)))
    scenario = attrs.evolve(plain, entrants=tuple(around), wind=nr.Wind(270, 0), grades={})
    battle = nr.Battle.begin(scenario, "btq")
    to_fire(battle)
    found = asked(battle)
    assert found.options() is None
    assert set(found.describe()["arcs"]) == {"port", "starboard", "bow", "stern"}
    for seed in range(60):
        drawn = found.draw(nr.Seeded(seed))
        assert found.refusal(drawn) is None
    assert found.refusal(found.default) is None
    assert len(found.default.shots) == 4


@pytest.mark.rule("BTQ-GUN-22")
def test_what_is_drawn_is_legal_and_of_every_kind() -> None:
    battle = meet(150, batteries=guns(long_24=20, carronade_32=10))
    found = asked(battle)
    drawn = [found.draw(nr.Seeded(seed)) for seed in range(300)]
    shots = [each.shots[0] for each in drawn if each.shots]
    assert all(found.refusal(each) is None for each in drawn)
    assert {one.shot for one in shots} == {"ball", "double", "dismantling", "grape"}
    assert {one.aim for one in shots} == {"hull", "rigging", "crew"}
    assert any(one.guns for one in shots)
    assert len(shots) < 300


def test_a_request_describes_itself() -> None:
    described = asked(meet(150, batteries=ROUND)).describe()
    arc = described["arcs"]["starboard"]
    assert arc["guns"] == [["long_24", 10]]
    (target,) = arc["targets"]
    assert (target["ship"], target["range"], target["part"]) == (BLUE, pytest.approx(150), "port")
    assert {
        "arc": "starboard",
        "target": BLUE,
        "shot": "ball",
        "aim": "hull",
        "guns": (),
        "rake": False,
    } in arc["shots"]


# ---------------------------------------------------------------- together, or one after the other


@pytest.mark.rule("BTQ-GUN-23")
def test_all_fire_on_the_state_at_the_start_and_damage_falls_at_the_end_of_the_turn() -> None:
    battle = meet(100, aspect=90.0, dice=falls(100, 100, theirs=(100, 100)))
    whole = ship(battle, BLUE).hull, ship(battle).hull
    events = fire(battle, shot(), theirs=[shot(target=RED)])
    assert [(each.ship, each.guns) for each in events] == [(BLUE, 21), (RED, 21)]
    assert all("BTQ-GUN-23" in each.rules for each in events)
    log = battle.log
    end = next(place for place, each in enumerate(log) if getattr(each, "phase", "") == "turn_end")
    hurt = [place for place, each in enumerate(log) if isinstance(each, nr.ShipHurt)]
    assert hurt
    assert min(hurt) > end > max(log.index(each) for each in events)
    assert whole == (0, 0)
    assert battle.state.table.deferred == ()
    assert ship(battle, BLUE).hull == events[1].hull


@pytest.mark.rule("BTQ-GUN-23")
def test_shots_that_were_fired_tell_though_the_enemy_strikes_meanwhile() -> None:
    battle = meet(15, aspect=90.0)
    _, theirs = fire(battle, shot(), theirs=[shot(target=RED)])
    battle.submit(Strike(ship=BLUE, side="Blue"))
    assert (ship(battle, BLUE).status, ship(battle).hull) == (nr.STRUCK, 0)
    assert not battle.over
    battle.play_step()
    battle.play_step()
    battle.play_step()
    assert (battle.result.winner, battle.result.turns) == ("Red", 1)
    assert ship(battle).hull == theirs.hull > 0


@pytest.mark.rule("BTQ-GUN-23")
def test_shots_tell_under_a_variant_that_names_no_place_for_them_at_the_end_of_a_turn() -> None:
    battle = meet(100, aspect=90.0, variant={"turn_end_order": {"replaces_all": True, "fires": 1}})
    (event,) = fire(battle, shot())
    assert battle.state.turn == 2
    assert battle.state.table.deferred == ()
    assert ship(battle, BLUE).hull == event.hull > 0


@pytest.mark.rule("BTQ-GUN-23")
def test_damage_may_fall_when_the_fire_step_ends() -> None:
    variant = {"gunnery_reading": {"deferred_fire": "fire_step"}}
    battle = meet(100, aspect=90.0, variant=variant)
    events = fire(battle, shot(), theirs=[shot(target=RED)])
    log = battle.log
    end = next(place for place, each in enumerate(log) if getattr(each, "phase", "") == "turn_end")
    hurt = [place for place, each in enumerate(log) if isinstance(each, nr.ShipHurt)]
    assert len(events) == 2
    assert end > hurt[0] > log.index(events[-1])


@pytest.mark.rule("BTQ-GUN-23", "BTQ-GUN-35")
def test_without_simultaneous_fire_the_first_to_fire_gains() -> None:
    """Blue, first by id, shoots red's few guns away before she fires."""

    def frail(mine: Any) -> None:
        mine.gdn = 10

    battle = meet(
        100,
        aspect=90.0,
        batteries=guns(long_24=6),
        change=frail,
        rules_on={"simultaneous_fire": False},
        dice=falls(theirs=(100, 100)),
    )
    (event,) = fire(battle, shot(), theirs=[shot(target=RED)])
    assert event.ship == BLUE
    assert "BTQ-GUN-23" not in event.rules
    (withheld,) = [each for each in battle.log if isinstance(each, FireWithheld)]
    assert (withheld.ship, withheld.target, withheld.arc) == (RED, BLUE, "starboard")
    assert {"BTQ-GUN-35", "BTQ-GUN-02"} <= set(withheld.rules)
    assert withheld.what == "no_guns"


@pytest.mark.rule("BTQ-SHIP-15")
def test_an_unarmed_ship_strikes_before_she_is_hurt() -> None:
    plain = nr.scenario("btq-frigate-duel")
    red, blue = plain.entrants
    plan = attrs.evolve(blue.plan, batteries=())
    entrants = (
        attrs.evolve(red, pose=nr.Pose(0, 0, 0)),
        attrs.evolve(blue, plan=plan, pose=nr.Pose(120, 0, 0)),
    )
    battle = nr.Battle.begin(attrs.evolve(plain, entrants=entrants, wind=nr.Wind(270, 3), grades={}), "btq")
    to_fire(battle)
    assert not fire(battle, shot())
    struck = ship(battle, BLUE)
    assert (struck.status, struck.sp, struck.hull) == (nr.STRUCK, 0, 0)
    assert ship(battle).fired_on == (0, 0, 0, 0)
    assert "BTQ-SHIP-15" in {rule for event in battle.log for rule in event.cited()}


def test_a_blow_that_waits_goes_to_a_file_and_back(tmp_path: Any) -> None:
    battle = meet(15, aspect=90.0)
    fire(battle, shot())
    assert battle.requests
    assert battle.requests[0].kind == "close"
    (held,) = battle.state.table.deferred
    assert held.target == BLUE
    nr.save(battle, tmp_path / "held.json")
    assert nr.load(tmp_path / "held.json").state.table.deferred == (held,)


def test_odds_and_ends_of_an_event() -> None:
    (event,) = fire(meet(150), shot())
    assert isinstance(event, Broadside)
    assert ruled(event, "BTQ-GUN-04")[0].outcome == event.damage == event.hull + event.rigging
    assert Shot("bow", BLUE) == Shot("bow", BLUE, "ball", "hull", (), False)


@pytest.mark.rule("BTQ-SCALE-02", "BTQ-GUN-35")
def test_a_refusal_tells_distances_at_the_scale_of_the_models() -> None:
    battle = meet(191, aspect=180.0, batteries=ROUND, rules_on={"scale": "1/2400"})
    found = refused(battle, shot(rake=True))
    assert (found.reason, found.hint) == ("95.5 mm is too far for a rake", "at most 95.0 mm")
    assert asked(battle).describe()["arcs"]["starboard"]["targets"][0]["range"] == pytest.approx(95.5)
    assert fire(battle, shot())[0].range == pytest.approx(95.5)


@pytest.mark.parametrize("off", [-0.4, 0.0, 0.4, 900.0])
def test_an_enemy_of_several_is_in_reach_or_not_to_the_tenth_of_a_millimetre(off: float) -> None:
    """Poses spare the sights of what is far off; what is near the end of the reach is measured."""
    battle = btq_table.begin(
        btq_table.entrant("red", "Red", 0, 0, "N"),
        btq_table.entrant("blue", "Blue", 300, 0, "N"),
        btq_table.entrant("third", "Blue", 0, 900, "N"),
    )
    red, third = btq_table.ship(battle, "red"), btq_table.ship(battle, "third")
    reach = firing.reach_of(battle, red, "starboard")
    third.pose = nr.Pose(reach + off, 0.0, 0.0)
    found = [mark.target.id for mark in firing.marks(battle, red, active(battle))]
    assert found == (["blue", "third"] if off <= 0 else ["blue"])
    assert sighting.surely_beyond(red, third, reach) == (off > 1)
    assert not battle.sight(red, third).blocked  # by blue, who lies between them
