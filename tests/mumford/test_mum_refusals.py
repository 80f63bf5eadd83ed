"""Orders past a ship's means: each is refused with its reason, a hint and a rule, and changes nothing."""

from __future__ import annotations

import math
from typing import Any

import pytest
from sea import RULES, alter, entrant, orders, request, sea, to_orders

import navalrules as nr
from navalrules_mumford.orders import Bend, ShipOrders
from navalrules_mumford.ship import Boat

ENG, FRA = "eng", "fra"
HULL = (1.0, 0, 0)

# The orders, the state she is in, where the enemy lies, a word of the reason, and the rule.
REFUSED: dict[str, tuple[dict[str, Any], dict[str, Any], str, str]] = {
    "no such thing": ({"evolution": "fly"}, {}, "fly", "MUM-SEQ-02"),
    "speed": ({"speed": 40.0}, {}, "40", "MUM-MOVE-03"),
    "speed past the disc": ({"speed": 5.9}, {}, "5.9", "MUM-MOVE-01"),
    "speed is nothing": ({"speed": math.nan}, {}, "nan", "MUM-MOVE-01"),
    "too slow": ({"speed": 0.5}, {"speed": 5.0}, "0.5", "MUM-MOVE-03"),
    "too tight": ({"speed": 5, "path": (Bend("port", 1.0, 30.0),)}, {}, "30", "MUM-MOVE-07"),
    "into the wind": ({"speed": 5, "path": (Bend("port", 4.0, 60.0),)}, {}, "wind", "MUM-MOVE-05"),
    "through the wind": ({"speed": 5, "path": (Bend("port", 9.5, 180.0),)}, {}, "wind", "MUM-MOVE-05"),
    "no helm": ({"speed": 5, "path": (Bend("aft", 1.0),)}, {}, "aft", "MUM-SEQ-02"),
    "a straight that turns": ({"speed": 5, "path": (Bend("straight", 1.0, 9.0),)}, {}, "9", "MUM-SEQ-02"),
    "too long": ({"speed": 5, "path": (Bend("straight", 0.1),) * 13}, {}, "13", "MUM-SEQ-02"),
    "a path while hove to": (
        {"evolution": "heave_to", "path": (Bend("port", 5.0, 45.0),)},
        {},
        "heave_to",
        "MUM-SEQ-02",
    ),
    "weigh what": ({"evolution": "weigh"}, {}, "anchor", "MUM-MOVE-10"),
    "sail at anchor": ({"evolution": "tack"}, {"anchored": True}, "anchor", "MUM-MOVE-10"),
    "tack without a foremast": (
        {"evolution": "tack", "speed": 3},
        {"masts": (0, 120, 80), "fallen": 1},
        "",
        "MUM-TACK-01",
    ),
    "pull from what": ({"evolution": "boats_pull"}, {}, "", "MUM-TACK-09"),
    "kedge off what": ({"evolution": "kedge"}, {}, "", "MUM-KEDGE-01"),
    "a jury mast besides masts": ({"evolution": "jury"}, {}, "", "MUM-MOVE-13"),
    "no formation": ({"evolution": "formation"}, {}, "", "MUM-CMD-04"),
    "no initiative": ({"initiative": True}, {}, "", "MUM-CMD-04"),
    "no such shot": ({"shot": "bar"}, {}, "bar", "MUM-FIRE-06"),
    "no such side": ({"battery": "top"}, {}, "top", "MUM-FIRE-23"),
    "no such target": ({"target": "ghost"}, {}, "ghost", "MUM-FIRE-06"),
    "a friend for a target": ({"target": "friend"}, {}, "friend", "MUM-FIRE-06"),
    "grape too far": ({"shot": "grape"}, {}, "19", "MUM-DMG-03"),
    "dismantling a boat": ({"shot": "dismantling", "target": "fra/boats"}, {}, "boats", "MUM-DMG-02"),
    "grapple whom": ({"grapple": "ghost"}, {}, "ghost", "MUM-GRAP-01"),
    "grapple from afar": ({"grapple": FRA}, {}, "19", "MUM-GRAP-01"),
    "board nobody": ({"board": True}, {}, "", "MUM-GRAP-03"),
    "all hands against nobody": ({"all_hands": True}, {}, "", "MUM-GRAP-03"),
    "cast off nobody": ({"cast_off": True}, {}, "", "MUM-GRAP-03"),
    "no such boats' work": ({"boats": "fish"}, {}, "fish", "MUM-BOAT-01"),
    "boats out under way": ({"boats": "out"}, {}, "", "MUM-BOAT-03"),
    "boats in without boats": ({"boats": "in"}, {"hove_to": True, "speed": 0.0}, "", "MUM-BOAT-03"),
    "boats astern without boats": ({"boats": "astern"}, {}, "", "MUM-BOAT-04"),
    "boats to tow the enemy": (
        {"boats": "tow", "mate": FRA},
        {"flotilla": (Boat("idle", 12),), "away": 12},
        FRA,
        "MUM-BOAT-01",
    ),
    "tow a ship far off": ({"tow": "friend"}, {}, "friend", "MUM-TOW-01"),
    "cast off no tow": ({"cast_off_tow": True}, {}, "", "MUM-TOW-01"),
    "a prize that fights": ({"prize": FRA}, {}, FRA, "MUM-PRIZE-02"),
    "a flag she has not": ({"shift_to": "friend"}, {}, "friend", "MUM-CMD-10"),
    "more men than there are": ({"pumps": 601}, {}, "601", "MUM-FLOT-04"),
    "fewer than no men": ({"fire_party": -1}, {}, "-1", "MUM-FLOT-04"),
}


@pytest.mark.rule(
    *("MUM-MOVE-03", "MUM-MOVE-07", "MUM-TACK-01", "MUM-DMG-03", "MUM-GRAP-03", "MUM-BOAT-03", "MUM-CMD-04")
)
@pytest.mark.parametrize("what", REFUSED)
def test_refused_with_reason_hint_and_rule_and_nothing_changed(what: str) -> None:
    fields, state, word, rule = REFUSED[what]
    friend = entrant("friend", "british-74-3rd-rate", "British", (0, -60, 0))
    battle = to_orders(sea(more=[friend]))
    alter(battle, ENG, **state)
    before, answers = battle.state.copy(), list(battle.answers)
    order = orders(battle, ENG, **fields)
    with pytest.raises(nr.IllegalOrder) as caught:
        battle.submit(order)
    assert (word in caught.value.reason, caught.value.rule) == (True, rule), str(caught.value)
    assert caught.value.hint
    assert (battle.state, battle.answers) == (before, answers)


@pytest.mark.rule("MUM-MOVE-05")
def test_at_wear_round_the_long_way_she_may() -> None:
    battle = to_orders(sea(fra=(200, 200, 0)))
    order = orders(battle, ENG, speed=5.5, path=(Bend("starboard", 9.5, 180.0),))
    battle.submit(order)
    assert order in battle.answers


@pytest.mark.rule("MUM-SEQ-02", "MUM-CMD-05")
@pytest.mark.parametrize("fields", [{"evolution": "tack"}, {"evolution": "anchor"}, {"grapple": ENG}])
def test_a_battery_ashore_can_only_fire(fields: dict[str, Any]) -> None:
    battle = to_orders(sea(french="battery-6x24", fra=(10, 0, 270)))
    with pytest.raises(nr.IllegalOrder) as caught:
        battle.submit(orders(battle, FRA, **fields))
    assert caught.value.hint


@pytest.mark.rule("MUM-SEQ-02")
def test_every_order_drawn_at_random_is_legal() -> None:
    battle = to_orders(sea(fra=HULL))
    asked = request(battle, ENG)
    for seed in range(60):
        order = asked.draw(nr.Seeded(seed))
        assert isinstance(order, ShipOrders)
        assert asked.refusal(order) is None
    assert RULES.order_types[0] is ShipOrders
