"""BTQ-UI-01, BTQ-UI-06, BTQ-DMG-16: what an umpire may do by hand, and how the log marks it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from btq_table import begin, entrant, pair, ship

import navalrules as nr
from navalrules.orders import DieRequest
from navalrules_btq import parties
from navalrules_btq.orders import Fire, Sail, Shot
from navalrules_btq.parties import Pair, Party
from navalrules_btq.umpire import (
    ORDERS,
    ForceRecover,
    HoldDrift,
    LiftGate,
    Part,
    RemoveSail,
    RemoveShip,
    StartFire,
    Strike,
    TackComplete,
    UmpireRuled,
)


def turn(battle: nr.Battle, **orders: nr.Order) -> None:
    """Play to the next turn: the orders given, all else by default."""
    now = battle.state.turn
    while not battle.over and battle.state.turn == now:
        for request in battle.requests:
            order = orders.get(request.ship)
            fits = order is not None and order.kind == request.kind
            battle.submit(order if fits and order is not None else request.default)
        battle.advance()


def refused(battle: nr.Battle, order: nr.Order) -> nr.IllegalOrder:
    before = battle.copy()
    with pytest.raises(nr.IllegalOrder) as caught:
        battle.submit(order)
    assert battle.state == before.state
    assert battle.log == before.log
    return caught.value


@pytest.mark.rule("BTQ-DMG-16")
def test_a_sail_taken_by_hand_brings_no_mast_down_and_carries_nothing() -> None:
    battle = begin()
    battle.submit(RemoveSail(ship="red", sail="main_topsail"))
    red, told = ship(battle, "red"), battle.log[-1]
    assert (red.sails_lost, red.sections, red.svn_carry, red.rigging_taken, red.sp) == (1, 0, 0, 0, 10)
    assert isinstance(told, UmpireRuled)
    assert (told.what, told.sail) == ("remove_sail", "main_topsail")
    assert set(told.cited()) == {"BTQ-DMG-16", "BTQ-UI-01"}
    assert battle.sheet("red")["condition"]["sails_lost"] == ["main_topsail"]
    again = refused(battle, RemoveSail(ship="red", sail="main_topsail"))
    assert again.rule == "BTQ-DMG-16"
    assert "mizzen_topgallant" in again.hint
    assert "main_topsail" not in again.hint


@pytest.mark.rule("BTQ-DMG-16", "BTQ-FIRE-01", "BTQ-SP-07")
def test_a_fire_lit_by_hand_is_new_and_costs_a_point() -> None:
    battle = begin()
    battle.submit(StartFire(ship="red"))
    assert (ship(battle, "red").fires, ship(battle, "red").sp) == ((0,), 9)
    assert {"BTQ-DMG-16", "BTQ-FIRE-01", "BTQ-SP-07", "BTQ-UI-01"} <= set(battle.log[-1].cited())
    assert "fire" in battle.sheet("red")["marks"]
    ship(battle, "red").sp = 1
    battle.submit(StartFire(ship="red"))
    assert ship(battle, "red").status == nr.STRUCK


@pytest.mark.rule("BTQ-UI-06")
def test_colours_come_down_by_the_captains_word_or_the_umpires() -> None:
    battle = begin()
    battle.submit(Strike(ship="red", side="Red"))
    assert (ship(battle, "red").status, ship(battle, "red").sp) == (nr.STRUCK, 0)
    assert not [event for event in battle.log if isinstance(event, UmpireRuled)]
    told = next(event for event in battle.log if isinstance(event, nr.ShipStruck))
    assert told.rules == ("BTQ-UI-06",)
    battle.advance()
    assert battle.result.winner == "Blue"
    other = begin(*pair(), entrant("rose", "Red", 0, 2000, "E"))
    other.submit(Strike(ship="red", side=nr.UMPIRE))
    assert [event.tag for event in other.log[-2:]] == ["umpire_ruled", "ship_struck"]
    assert refused(other, Strike(ship="red", side="Red")).rule == "BTQ-UI-06"
    assert "Blue does not command red" in str(refused(begin(), Strike(ship="red", side="Blue")))


@pytest.mark.rule("BTQ-UI-06")
def test_a_pair_is_parted_by_hand() -> None:
    battle = begin()
    table: Any = battle.state.table
    parties.add(battle, Pair(Party("red", 210, 60, 30), Party("blue", 0, 210, 90), since=1))
    assert refused(battle, Part(ship="red", other="green")).hint == "she is fast to: blue"
    battle.submit(Part(ship="blue", other="red"))
    assert table.pairs == battle.state.table.pairs == ()
    assert battle.sheet("red")["grappled_to"] == []
    parted: Any = battle.log[-1]
    assert (ship(battle, "red").sp, parted.target) == (10, "red")
    assert refused(battle, Part(ship="blue", other="red")).rule == "BTQ-UI-06"


@pytest.mark.rule("BTQ-UI-06")
def test_a_ship_is_taken_out_of_the_game() -> None:
    battle = begin(*pair(), entrant("rose", "Red", 0, 2000, "E"))
    parties.add(battle, Pair(Party("rose", 210, 60, 30), Party("blue", 0, 210, 90), since=1))
    battle.submit(RemoveShip(ship="rose"))
    sheet = battle.sheet("rose")
    assert (sheet["status"], sheet["sp"], sheet["condition"]["crew"]) == ("removed", 10, [300, 300])
    assert battle.log[-1].cited()
    assert refused(battle, RemoveShip(ship="rose")).rule == "BTQ-UI-06"
    turn(battle)
    assert battle.sheet("blue")["grappled_to"] == []
    assert "rose" not in {request.ship for request in battle.requests}
    battle.submit(RemoveShip(ship="red"))
    battle.advance()
    assert battle.result.winner == "Blue"


@pytest.mark.rule("BTQ-UI-01", "BTQ-TACK-03")
def test_an_umpire_lifts_the_gate_and_nothing_else() -> None:
    close_hauled = entrant("red", "Red", 0, 0, "ENE"), entrant("blue", "Blue", 0, -9000, "W")
    battle = begin(*close_hauled, wind="N")
    tack = Sail(ship="red", tack=True)
    assert refused(battle, tack).rule == "BTQ-TACK-03"
    battle.submit(LiftGate(ship="red"))
    assert {"BTQ-UI-01", "BTQ-TACK-03"} <= set(battle.log[-1].cited())
    assert refused(battle, LiftGate(ship="red")).rule == "BTQ-TACK-03"
    battle.submit(tack)
    turn(battle)
    # Eight points to port, all that she can turn, take her from ENE through the wind, but not yet about.
    red = ship(battle, "red")
    assert red.pose is not None
    assert (red.tacking, red.pose.heading) == ("port", 337.5)
    running = begin(entrant("red", "Red", 0, 0, "S"), pair()[1])
    running.submit(LiftGate(ship="red"))
    assert refused(running, tack).rule == "BTQ-TACK-04"


def in_irons() -> nr.Battle:
    """Red in her second turn of irons: she lay head to wind and has drifted once."""
    battle = begin(entrant("red", "Red", 0, 0, "N"), entrant("blue", "Blue", 0, -9000, "W"), wind="N")
    turn(battle)
    assert ship(battle, "red").irons == 2
    return battle


@pytest.mark.rule("BTQ-IRONS-06", "BTQ-UI-01")
def test_an_umpire_holds_a_ship_in_her_drift_for_one_turn() -> None:
    battle, free = in_irons(), in_irons()
    battle.submit(HoldDrift(ship="red"))
    assert {"BTQ-IRONS-06", "BTQ-UI-01"} <= set(battle.log[-1].cited())
    for each in (battle, free):
        turn(each)
    assert (ship(battle, "red").irons, ship(free, "red").irons) == (2, 3)
    turn(battle)
    assert ship(battle, "red").irons == 3
    assert refused(battle, HoldDrift(ship="red")).rule == "BTQ-IRONS-06"


@pytest.mark.rule("BTQ-IRONS-07", "BTQ-UI-01")
def test_an_umpire_brings_her_out_of_irons_at_once() -> None:
    battle = in_irons()
    battle.submit(ForceRecover(ship="red"))
    red = ship(battle, "red")
    assert red.irons == 3
    assert red.pose is not None
    assert round(min(red.pose.heading, 360 - red.pose.heading) / 11.25) == 6
    assert {"BTQ-IRONS-07", "BTQ-UI-01"} <= set(battle.log[-1].cited())
    assert refused(battle, ForceRecover(ship="red")).rule == "BTQ-IRONS-07"


@pytest.mark.rule("BTQ-TACK-10", "BTQ-UI-01")
def test_an_umpire_calls_a_tack_complete_in_the_middle_of_it() -> None:
    first_rate: dict[str, Any] = {"rate": 1, "type": "ship of the line", "guns_rated": 100}
    far = entrant("blue", "Blue", 0, -9000, "W")
    battle = begin(entrant("red", "Red", 0, 0, "ENE", **first_rate), far, wind="N")
    assert refused(battle, TackComplete(ship="red")).rule == "BTQ-TACK-10"
    battle.submit(LiftGate(ship="red"))
    turn(battle, red=Sail(ship="red", tack=True))
    assert ship(battle, "red").tacking == "port"
    battle.submit(TackComplete(ship="red"))
    red = ship(battle, "red")
    assert red.pose is not None
    assert (red.tacking, red.pose.heading) == ("", 360 - 6 * 11.25)
    assert {"BTQ-TACK-10", "BTQ-UI-01"} <= set(battle.log[-1].cited())


@pytest.mark.parametrize("kind", [order for order in ORDERS if order not in (Strike, RemoveSail, Part)])
def test_only_the_umpire_gives_the_umpires_orders(kind: type[nr.Order]) -> None:
    battle = begin()
    error = refused(battle, kind(ship="red", side="Red"))
    assert error.reason == f"{kind.kind} is the umpire's order"
    assert error.hint == 'give it with side = "umpire"'
    assert refused(battle, kind()).hint == "say which ship"


def test_what_was_done_by_hand_is_replayed_and_saved(tmp_path: Any) -> None:
    battle = begin()
    battle.submit(RemoveSail(ship="red", sail="fore_course"))
    battle.submit(StartFire(ship="blue"))
    turn(battle)
    nr.save(battle, tmp_path / "fight.json")
    again = nr.load(tmp_path / "fight.json")
    assert again.state == battle.state
    assert nr.replay(tmp_path / "fight.json").log == battle.log
    battle.undo(len(battle.answers))
    assert ship(battle, "red").sails == 0


# ---------------------------------------------------------------- at a table with a tape


def taped() -> nr.Battle:
    """A battle measured with a tape, at the helms: every point of sail and wind's side has been told."""
    battle = nr.Battle.begin(begin().scenario, "btq", 1, measure=nr.Tape())
    battle.advance()
    while isinstance(order := battle.requests[0].draw(nr.Seeded(1)), nr.PointOfSail | nr.Chosen):
        battle.submit(
            nr.PointOfSail(ship=order.ship, about=order.about, off_wind=90.0)
            if isinstance(order, nr.PointOfSail)
            else order
        )
    assert isinstance(order, Sail)
    return battle


@pytest.mark.rule("BTQ-UI-01")
def test_after_an_umpires_order_a_tapes_player_is_asked_again_what_fell_away() -> None:
    battle = taped()
    battle.submit(RemoveSail(ship="red", sail="main_topsail"))
    while not isinstance(order := battle.requests[0].draw(nr.Seeded(1)), Sail):
        battle.submit(order)
    assert {request.kind for request in battle.requests} == {"sail"}
    assert all(isinstance(request.draw(nr.Seeded(2)), Sail) for request in battle.requests)


@pytest.mark.rule("BTQ-GUN-35")
def test_fire_out_of_its_step_is_refused_where_its_range_would_have_to_be_measured() -> None:
    battle = taped()
    told = refused(battle, Fire(ship="red", shots=(Shot("port", "blue"),)))
    assert str(told).startswith(
        "fire of red cannot be looked at: first measured of red would have to be known"
    )
    assert "owed now: sail of " in told.hint


def dice_owed(battle: nr.Battle) -> list[DieRequest]:
    return [request for request in battle.requests if isinstance(request, DieRequest)]


def type_until(battle: nr.Battle, about: str) -> None:
    """Answer everything, dice by their highest face, until that die is owed; Red fires chain at Blue."""
    chain = Fire(ship="red", shots=(Shot("starboard", "blue", "dismantling", "rigging"),))
    while about not in [request.about for request in battle.requests]:
        for request in battle.requests:
            if isinstance(request, DieRequest):
                battle.submit(nr.Die(ship=request.ship, about=request.about, face=request.sides))
            else:
                battle.submit(chain if request.key == chain.key else Fire(ship="blue"))
        battle.advance()


def test_a_die_typed_before_the_umpire_changed_what_it_is_thrown_for_is_thrown_again(tmp_path: Path) -> None:
    battle = begin(*pair(100), dice=nr.Asked())
    for request in battle.requests:
        battle.submit(Sail(ship=request.ship))
    battle.advance()
    type_until(battle, "sail 1")
    assert [die.sides for die in dice_owed(battle)] == [10]
    type_until(battle, "mast section 1")
    battle.submit(RemoveSail(ship="blue", sail="fore_course"))
    battle.advance()
    assert [(die.about, die.sides) for die in dice_owed(battle)] == [("sail 1", 9)]
    type_until(battle, "mast section 1")
    nr.save(battle, tmp_path / "typed.json")
    assert nr.load(tmp_path / "typed.json").state == battle.state
    battle.undo()
    battle.advance()
    assert [(die.about, die.sides) for die in dice_owed(battle)] == [("sail 1", 9)]
