"""Every refusal of this rulebook, raised by an order: reason, hint, rule, and nothing changed by it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from deck import CON, FED, LEDGER, RULES, alter, at, duel, entrant, fire, ship
from played import ahead

import navalrules as nr
from navalrules_civilwar.orders import FireOrder, Half, Losses, SailingOrders, Stations, StrikeColours

Case = tuple[nr.Battle, nr.Order, str, str, str]
CASES: dict[str, Callable[[], Case]] = {}


def case(make: Callable[[], Case]) -> Callable[[], Case]:
    """One refusal, named after its key in the texts: the battle, the order, rule, reason and hint."""
    CASES[make.__name__] = make
    return make


def refuse(battle: nr.Battle, order: nr.Order) -> nr.IllegalOrder:
    """The refusal of an order that leaves the battle as it was."""
    state, log, given = battle.state.copy(), battle.log, list(battle.answers)
    owed = [request.key for request in battle.requests]
    with pytest.raises(nr.IllegalOrder) as caught:
        battle.submit(order)
    assert battle.state == state
    assert (battle.log, battle.answers) == (log, given)
    assert [request.key for request in battle.requests] == owed
    return caught.value


def stranger(kind: str) -> nr.Order:
    """An order of another make that calls itself by one of our kinds."""

    @attrs.frozen(kw_only=True)
    class Stranger(nr.Order):
        pass

    Stranger.kind = kind
    return Stranger(ship=CON)


# ---------------------------------------------------------------- fire


def firing(*, third: tuple[float, float, float] | None = None, **fed: object) -> nr.Battle:
    more = [entrant("third", LEDGER["css-georgia"], "Confederate", third)] if third else []
    battle = duel(more=more)
    if fed:
        alter(battle, FED, **fed)
    return at(battle, "fire_first")


def shot(battle: nr.Battle, gun: str, target: str = CON) -> nr.Order:
    return FireOrder(ship=FED, shots=((gun, target),))


@case
def not_fire() -> Case:
    return firing(), stranger("fire"), "ACW-GUN-11", "fire is not an order to fire", "give a FireOrder"


@case
def fires_twice() -> Case:
    order = FireOrder(ship=FED, shots=(("S1", CON), ("S1", CON)))
    hint = "a gun fires once in a step; name it once"
    return firing(), order, "ACW-GUN-11", "gun S1 would fire twice", hint


@case
def no_such_gun() -> Case:
    battle = firing()
    return (
        battle,
        shot(battle, "S3"),
        "ACW-RECORD-05",
        "USS Kearsarge has no gun S3",
        "guns: VB1, V1, V2, S1, S2",
    )


@case
def gun_out() -> Case:
    battle = firing(guns_out=(True, *(False,) * 6))
    hint = "guns that can serve: V1, V2, S1, S2"
    return battle, shot(battle, "VB1"), "ACW-HIT-06", "gun VB1 is out of action", hint


@case
def gun_unmanned() -> Case:
    battle = firing(at_guns=(False, *(True,) * 6))
    hint = "guns that bear and are manned: V1, V2, S1, S2; squares move in step 8"
    return battle, shot(battle, "VB1"), "ACW-CREW-13", "gun VB1 has no crew square", hint


@case
def no_such_target() -> Case:
    battle = firing()
    return battle, shot(battle, "S1", "nobody"), "ACW-GUN-11", "nobody is no enemy here", "targets: con"


@case
def no_target() -> Case:
    battle = firing(third=(20, 9, 0))
    alter(battle, CON, status="struck")
    reason, hint = "con is no target: she is struck", "fire at a ship that still fights"
    return battle, shot(battle, "S1"), "ACW-MOR-13", reason, hint


@case
def blocked() -> Case:
    battle = firing(third=(10, 0, 0))
    reason, hint = "another ship lies in the line of fire to con", "fire at another target, or hold fire"
    return battle, shot(battle, "S1"), "ACW-GUN-17", reason, hint


@case
def wreck_side() -> Case:
    # With the mast over to starboard nothing bears there; the third ship, to port, is why she is asked.
    battle = firing(third=(-20, 0, 0), wrecks=(("starboard", 0),))
    reason = "a fallen mast hangs over the starboard side, where gun V1 would fire"
    return battle, shot(battle, "V1"), "ACW-CRIT-05", reason, "clear the wreckage first"


@case
def does_not_bear() -> Case:
    battle = firing()
    reason = "gun P1 does not bear on con at 90 degrees from the bow"
    return battle, shot(battle, "P1"), "ACW-GUN-12", reason, "it bears to port"


# ---------------------------------------------------------------- written orders


def written(
    first: Half, second: Half | None = None, anchor: str = "", **con: object
) -> tuple[nr.Battle, nr.Order]:
    """Alabama at 6 knots under steam, and what is written for her."""
    battle = duel(speed=6.0)
    if con:
        alter(battle, CON, **con)
    at(battle, "orders")
    return battle, SailingOrders(ship=CON, first=first, second=second or first, anchor=anchor)


@case
def not_sailing() -> Case:
    battle = at(duel(), "orders")
    reason, hint = "sailing is no written order for a move", "give SailingOrders with two halves"
    return battle, stranger("sailing"), "ACW-SEQ-12", reason, hint


@case
def no_such_power() -> Case:
    return *written(ahead(6, "oars")), "ACW-MOVE-04", "no ship moves under 'oars'", "steam, sail or both"


@case
def not_a_speed() -> Case:
    return *written(Half(math.inf, "steam")), "ACW-MOVE-06", "inf is no speed", "a number of knots"


@case
def speed() -> Case:
    reason = "10.5 knots under steam is more or less than she can"
    return *written(ahead(6), ahead(10.5)), "ACW-MOVE-07", reason, "from 0 to 10 knots this turn"


@case
def astern() -> Case:
    reason, hint = (
        "-3.5 knots astern is more than she can",
        "under steam, from a stop, up to 3.25 knots astern",
    )
    return *written(ahead(-3.5), speed=0.0, run=0.0), "ACW-MOVE-08", reason, hint


@case
def leg() -> Case:
    hint = "helm straight, port or starboard and a distance not below 0"
    reason = "a leg of 3.0 inches on helm 'larboard'"
    return *written(ahead(6, "steam", ("larboard", 3.0))), "ACW-SEQ-12", reason, hint


@case
def path() -> Case:
    reason, hint = "the path adds up to 3.5 inches", "at 6 knots a half-move is 3 inches"
    return *written(ahead(6, "steam", ("port", 3.5))), "ACW-SEQ-15", reason, hint


@case
def sail_change() -> Case:
    hint = "keep the power as it is, or send squares to the sails in step 8"
    reason = "2 sail changes ordered with 1 squares at the sails"
    return *written(ahead(6, "both"), ahead(6), at_sails=1), "ACW-CREW-06", reason, hint


@case
def anchor() -> Case:
    reason, hint = "'kedge' is no order to the anchor", "drop, weigh, or nothing"
    return *written(ahead(0), anchor="kedge"), "ACW-SEQ-12", reason, hint


@case
def not_anchored() -> Case:
    hint = "leave the anchor out of the order"
    return *written(ahead(4), anchor="weigh"), "ACW-SEQ-12", "she is not anchored", hint


@case
def anchor_moving() -> Case:
    reason = "the anchor is dropped by a ship that lies still"
    hint = "order both halves at speed 0, of a ship not yet anchored"
    return *written(ahead(4), ahead(0), anchor="drop"), "ACW-MOVE-10", reason, hint


@case
def at_anchor() -> Case:
    found = written(ahead(0), ahead(2), anchored=True, speed=0.0, run=0.0)
    return *found, "ACW-MOVE-10", "she lies at anchor and cannot move", "order the anchor weighed"


# ---------------------------------------------------------------- stations


def sent(**order: Any) -> tuple[nr.Battle, nr.Order]:
    """Alabama with one fire and gun P2 out, and where her squares are sent."""
    battle = duel()
    alter(battle, CON, fires=(1,), at_fires=(0,), guns_out=(False,) * 3 + (True,) + (False,) * 4)
    at(battle, "stations")
    return battle, Stations(ship=CON, **{"fires": (1,), **order})


@case
def not_stations() -> Case:
    battle = at(duel(), "stations")
    return battle, stranger("stations"), "ACW-CREW-12", "stations sends nobody to a station", "give Stations"


@case
def gun_twice() -> Case:
    hint = "a square at a gun serves one gun; name each once"
    return *sent(guns=("P1", "VB1", "P1")), "ACW-CREW-13", "gun P1 is named twice", hint


@case
def parties() -> Case:
    hint = "one number a fire, at least 1 each: fires come before guns"
    return *sent(fires=(1, 1)), "ACW-CREW-11", "parties [1, 1] for 1 fires", hint


@case
def too_many() -> Case:
    hint = "14 are free for it: not the Marines, and the pumps come first"
    return *sent(fires=(15,)), "ACW-CREW-09", "15 squares sent to fires", hint


@case
def sails() -> Case:
    return *sent(sails=3), "ACW-CREW-06", "3 squares at the sails", "a whole number from 0 to 2"


# ---------------------------------------------------------------- lost squares, ships out of the fight


def struck_on_deck() -> nr.Battle:
    """Alabama has lost one square on deck and her captain is asked from where."""
    battle = duel(nr.Scripted(to_hit=[20], place_struck=[19]))
    fire(battle, fed=[("S1", CON)])
    return battle


@case
def not_losses() -> Case:
    reason, hint = "losses does not say where the lost squares stood", "give Losses"
    return struck_on_deck(), stranger("losses"), "ACW-HIT-07", reason, hint


@case
def losses() -> Case:
    order = Losses(ship=CON, stations=("guns", "guns"))
    hint = "name one a square; there are: idle 1, guns 8, boilers 4, steering 1"
    return struck_on_deck(), order, "ACW-HIT-07", "2 stations named for 1 lost squares", hint


@case
def no_squares() -> Case:
    order = Losses(ship=CON, stations=("pumps",))
    hint = "there are: idle 1, guns 8, boilers 4, steering 1"
    return struck_on_deck(), order, "ACW-HIT-07", "not so many squares at pumps", hint


@case
def out_of_action() -> Case:
    battle = at(duel(more=[entrant("third", LEDGER["css-georgia"], "Confederate", (60, 60, 0))]), "orders")
    alter(battle, CON, status="sunk")
    order = SailingOrders(ship=CON, first=ahead(6), second=ahead(6))
    reason, hint = "CSS Alabama is out of the fight: sunk", "no order can be given to her"
    return battle, order, "ACW-MOR-13", reason, hint


@pytest.mark.parametrize("name", CASES)
def test_refusal(name: str) -> None:
    battle, order, rule, reason, hint = CASES[name]()
    refused = refuse(battle, order)
    assert (refused.rule, refused.reason, refused.hint) == (rule, reason, hint)
    assert str(refused) == f"{reason}; {hint} ({rule})"
    assert rule in RULES.rulebook


def test_every_refusal_of_the_texts_is_raised_here() -> None:
    keys = {key.split(".")[1] for key in RULES.texts if key.startswith("refusal.")}
    assert keys == set(CASES)


# ---------------------------------------------------------------- the same refusals asked otherwise


@pytest.mark.rule("ACW-MOVE-06", "ACW-MOVE-07")
@pytest.mark.parametrize(
    ("knots", "rule"), [(13.5, "ACW-MOVE-06"), (12.5, "ACW-MOVE-07"), (1.5, "ACW-MOVE-07")]
)
def test_a_speed_past_her_maximum_and_a_speed_she_cannot_reach_this_turn(knots: float, rule: str) -> None:
    battle, order = written(ahead(knots), speed=8.0)
    refused = refuse(battle, order)
    assert (refused.rule, refused.hint) == (rule, "from 2 to 12 knots this turn")


@pytest.mark.rule("ACW-MOVE-08")
@pytest.mark.parametrize(
    ("first", "second", "way", "power"),
    [
        (ahead(-1), ahead(-1), 6.0, "steam"),
        (ahead(-1, "sail"), ahead(-1, "sail"), 0.0, "sail"),
        (ahead(-1, "both"), ahead(-1, "both"), 0.0, "both"),
        (ahead(4), ahead(-1), 0.0, "steam"),
    ],
    ids=["with way on", "under sail", "under both", "after a half-move ahead"],
)
def test_astern_is_under_steam_and_from_a_stop(first: Half, second: Half, way: float, power: str) -> None:
    battle, order = written(first, second, speed=way, run=way / 2, power=power)
    assert refuse(battle, order).rule == "ACW-MOVE-08"


@pytest.mark.rule("ACW-SEQ-12", "ACW-SEQ-15")
@pytest.mark.parametrize(
    ("half", "rule"),
    [
        (ahead(6, "steam", ("port", -1.0), ("straight", 4.0)), "ACW-SEQ-12"),
        (ahead(6, "steam", ("port", math.nan)), "ACW-MOVE-06"),
        (Half(6.0, "steam"), "ACW-SEQ-15"),
    ],
)
def test_legs_that_are_none(half: Half, rule: str) -> None:
    battle, order = written(ahead(6), half)
    assert refuse(battle, order).rule == rule


@pytest.mark.rule("ACW-HIT-06", "ACW-RECORD-05")
@pytest.mark.parametrize(
    ("gun", "rule", "told"),
    [("P2", "ACW-HIT-06", "gun P2 is out of action"), ("X1", "ACW-RECORD-05", "con has no gun X1")],
)
def test_no_square_is_sent_to_a_gun_that_is_out_or_is_not_there(gun: str, rule: str, told: str) -> None:
    battle, order = sent(guns=(gun,))
    refused = refuse(battle, order)
    assert (refused.rule, refused.reason) == (rule, told)
    assert refused.hint.endswith("VB1, VA1, P1, P3, S1, S2, S3")


@pytest.mark.rule("ACW-CREW-09", "ACW-CREW-10", "ACW-CREW-11")
def test_the_marine_and_the_square_at_the_pumps_are_not_sent_to_a_fire() -> None:
    battle = duel()
    alter(battle, FED, waterline=7, fires=(1,), at_fires=(0,))
    at(battle, "stations")
    # 16 squares, one of them Marines, one at the pumps.
    assert refuse(battle, Stations(ship=FED, fires=(15,))).rule == "ACW-CREW-09"
    battle.submit(Stations(ship=FED, fires=(14,)))


@pytest.mark.rule("ACW-GUN-11")
def test_no_shot_at_her_own_side_or_at_herself() -> None:
    sister = entrant("sister", LEDGER["uss-iroquois"], "Federal", (20, 9, 0))
    battle = at(duel(more=[sister]), "fire_first")
    for target in ("sister", FED):
        refused = refuse(battle, shot(battle, "S1", target))
        assert (refused.rule, refused.reason) == ("ACW-GUN-11", f"{target} is no enemy here")


@pytest.mark.rule("ACW-MOR-13")
@pytest.mark.parametrize("status", ["sunk", "struck", "adrift", "taken"])
@pytest.mark.parametrize(
    "order",
    [
        FireOrder(ship=CON, shots=(("P1", FED),)),
        Stations(ship=CON),
        StrikeColours(ship=CON),
        Losses(ship=CON, stations=("guns",)),
    ],
    ids=lambda order: order.kind,
)
def test_no_order_for_a_ship_out_of_the_fight(status: str, order: nr.Order) -> None:
    battle = duel(more=[entrant("third", LEDGER["css-georgia"], "Confederate", (60, 60, 0))])
    alter(battle, CON, status=status)
    for phase in ("orders", "fire_first", "stations"):
        refused = refuse(at(battle, phase), order)
        assert (refused.rule, refused.reason) == ("ACW-MOR-13", f"CSS Alabama is out of the fight: {status}")


@pytest.mark.parametrize("phase", ["orders", "fire_first", "stations"])
def test_an_order_for_the_other_sides_ship(phase: str) -> None:
    battle = at(duel(), phase)
    for request in battle.requests:
        other = "Federal" if request.side == "Confederate" else "Confederate"
        refused = refuse(battle, attrs.evolve(request.default, side=other))
        assert refused.reason == f"{other} does not command {request.ship}"
        assert refused.hint == f"{request.side} does"
    strike = StrikeColours(ship=CON, side="Federal")
    assert refuse(battle, strike).reason == "Federal does not command con"
    assert ship(battle, CON).status == "fighting"


def test_an_order_for_no_ship_of_the_battle_and_one_that_nobody_asks_for() -> None:
    battle = at(duel(), "orders")
    assert "unknown ship 'conn'" in refuse(battle, StrikeColours(ship="conn")).reason
    refused = refuse(battle, FireOrder(ship=CON, shots=(("P1", FED),)))
    assert "nobody asks" in refused.reason
    assert "sailing of con" in refused.hint


@pytest.mark.rule("ACW-MOR-01", "ACW-MOR-11")
def test_a_captain_asked_to_fight_on_or_surrender_can_do_nothing_else() -> None:
    battle = duel()
    alter(battle, CON, masts=0)
    at(battle, "morale")
    refused = refuse(battle, nr.Chosen(ship=CON, about="morale", option="parley"))
    assert refused.rule == "ACW-MOR-01"
    assert (refused.reason, refused.hint) == (
        "option 'parley' is not among the options",
        "one of: option 'fight_on', option 'surrender'",
    )
