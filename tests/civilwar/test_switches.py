"""The three switches of this rulebook: off unless told otherwise, and what each changes in play."""

from __future__ import annotations

from typing import Any

import pytest
from deck import CON, FED, LEDGER, RULES, alter, entrant, ship
from played import ahead, begun, cited, of, play

import navalrules as nr

SHOT = {FED: [("S1", CON)]}
NAMES = ("anchored_plus_stopped", "sink_on_no_crew", "steam_only_by_use")


@pytest.mark.rule("ACW-GUN-15", "ACW-RECORD-04", "ACW-TURN-07")
def test_all_are_off_unless_told_otherwise() -> None:
    assert sorted(rule.name for rule in RULES.house_rules) == sorted(NAMES)
    assert dict(begun().switches) == dict.fromkeys(NAMES, False)
    on = begun(rules=dict.fromkeys(NAMES, True))
    assert dict(on.switches) == dict.fromkeys(NAMES, True)
    assert all(rule.summary for rule in RULES.house_rules)
    with pytest.raises(nr.UnknownName, match="anchored_plus_stopped"):
        begun(rules={"anchored_plus_stoped": True})
    with pytest.raises(nr.NavalrulesError, match="one of: false, true"):
        begun(rules={"sink_on_no_crew": "yes"})


def modifiers(switch: bool, orders: Any) -> dict[str, float]:
    """What counts in Kearsarge's shot at Alabama after the first half-move."""
    battle = begun(nr.Scripted(to_hit=[1]), rules={"anchored_plus_stopped": switch})
    found = play(battle, until="fire_second", orders={CON: orders, FED: ahead(6)}, fire_first=SHOT)
    (shot,) = of(found, nr.ShotFired, FED)
    assert "ACW-GUN-15" in cited([shot])
    return {m.name: m.amount for m in shot.rulings[0].modifiers if m.name in ("anchored", "stopped")}


@pytest.mark.rule("ACW-GUN-15", "ACW-MOVE-10")
@pytest.mark.parametrize(
    ("switch", "anchor", "expected"),
    [
        (False, "drop", {"anchored": 2}),
        (False, "", {"stopped": 3}),
        (True, "drop", {"anchored": 2, "stopped": 3}),
        (True, "", {"stopped": 3}),
    ],
)
def test_anchored_plus_stopped(switch: bool, anchor: str, expected: dict[str, float]) -> None:
    assert modifiers(switch, (ahead(0), ahead(0), anchor)) == expected


@pytest.mark.rule("ACW-GUN-15")
def test_anchored_and_stopped_make_five_in_the_total() -> None:
    totals = []
    for switch in (False, True):
        battle = begun(nr.Scripted(to_hit=[1]), rules={"anchored_plus_stopped": switch})
        orders = {CON: (ahead(0), ahead(0), "drop"), FED: ahead(0)}
        found = play(battle, until="fire_second", orders=orders, fire_first=SHOT)
        (shot,) = of(found, nr.ShotFired)
        totals.append(shot.rulings[0].total)
    # LSB at 20 inches 0, broadside target +2, Veteran +2, and anchored +2 or +5.
    assert totals == [6, 9]


@pytest.mark.rule("ACW-RECORD-04", "ACW-WL-03", "ACW-CREW-16")
@pytest.mark.parametrize(("switch", "sinks_on"), [(False, 0), (True, 4)])
def test_sink_on_no_crew(switch: bool, sinks_on: int) -> None:
    third = entrant("third", LEDGER["css-georgia"], "Confederate", (300, 300, 0))
    script = {"to_hit": [20], "place_struck": [19], **({"sinking": [3]} if switch else {})}
    dice = nr.Scripted(**script)
    battle = begun(dice, rules={"sink_on_no_crew": switch}, more=[third])
    alter(battle, CON, crew=1)
    found = play(battle, orders={FED: ahead(0), CON: ahead(0)}, fire_first=SHOT)
    assert (ship(battle, CON).status, ship(battle, CON).sinks_on) == ("adrift", sinks_on)
    assert ("ACW-RECORD-04" in cited(found)) is switch
    for _ in range(3):
        found = play(battle, orders={FED: ahead(0)})
    assert ship(battle, CON).status == ("sunk" if switch else "adrift")
    dice.finish()


@pytest.mark.rule("ACW-RECORD-04", "ACW-WL-02")
def test_with_the_switch_the_waterline_still_sinks_her() -> None:
    dice = nr.Scripted(to_hit=[20], place_struck=[1], sinking=[5])
    battle = begun(dice, rules={"sink_on_no_crew": True})
    alter(battle, CON, waterline=1)
    found = play(battle, until="fire_second", orders={FED: ahead(6)}, fire_first=SHOT)
    assert ship(battle, CON).sinks_on == 6
    assert "ACW-RECORD-04" not in cited(found)


@pytest.mark.rule("ACW-TURN-07", "ACW-TURN-05")
@pytest.mark.parametrize(
    ("switch", "power", "turned"),
    [
        (False, "steam", [22.5, 22.5]),
        (True, "steam", [67.5, 67.5]),
        (True, "both", [22.5, 22.5]),
        (True, "sail", [22.5, 22.5]),
    ],
)
def test_steam_only_by_use(switch: bool, power: str, turned: list[float]) -> None:
    battle = begun(rules={"steam_only_by_use": switch})
    turn = ahead(6, power, ("starboard", 3.0))
    found = play(battle, set_up={CON: {"sails": 1}}, orders={CON: turn})
    moves = of(found, nr.ShipMoved, CON)
    assert [move.turned for move in moves] == turned
    assert ("ACW-TURN-07" in cited(moves)) is (turned[0] > 22.5)


@pytest.mark.rule("ACW-TURN-07")
def test_an_umpire_switches_it_for_the_next_turn() -> None:
    battle = begun()
    play(battle, until="orders")
    battle.submit(nr.SwitchRule(name="steam_only_by_use", value=True))
    turn = {CON: ahead(6, "steam", ("starboard", 3.0))}
    assert [move.turned for move in of(play(battle, orders=turn), nr.ShipMoved, CON)] == [22.5, 22.5]
    assert [move.turned for move in of(play(battle, orders=turn), nr.ShipMoved, CON)] == [67.5, 67.5]
