"""BTQ-BOARD in the base rules, in play: whole crews, zone by zone, with the figures of T-28 and T-31."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from alongside import (
    AMERICAN,
    BRITISH,
    FRENCH,
    RULES,
    SPANISH,
    TWO,
    alter,
    board,
    cited,
    counter,
    grapple,
    groups,
    lying,
    names,
    of,
    one,
    pair,
    play,
    request,
    ruling,
    ship,
    thrown,
    to,
    whole_crews,
)

import navalrules as nr
from navalrules_btq.boarding import casualty_factor, inflicted, may_start, round_winner, soldiers_in_melee
from navalrules_btq.engaging import BoardRequest, foes
from navalrules_btq.events import BoardingFought
from navalrules_btq.lore import Lore
from navalrules_btq.orders import Board

LORE = Lore.of(RULES.tables)
FIGURES = LORE.fighting
T_28 = {
    "us": ((25, 12), (55, 6), (75, 3), (100, 2)),
    "gb": ((24, 12), (33, 9), (81, 6), (100, 3)),
    "fr_nl": ((36, 39), (72, 18), (81, 15), (100, 9)),
    "es_pt": ((49, 45), (66, 30), (83, 24), (100, 9)),
    "se_dk_ru": ((24, 18), (33, 11), (81, 9), (100, 6)),
    "default": ((40, 45), (60, 39), (80, 30), (100, 15)),
}


def refused(battle: nr.Battle, order: nr.Order) -> nr.IllegalOrder:
    to(battle, order.kind)
    with pytest.raises(nr.IllegalOrder) as caught:
        battle.submit(order)
    assert caught.value.hint
    return caught.value


def fought(*rolls: int, **more: Any) -> BoardingFought:
    """One round of Alert against Belle, whole crews, with these two d100."""
    battle = whole_crews(lying(dice=thrown(boarding=rolls)))
    for name, fields in more.items():
        alter(battle, name, **fields)
    (event,) = of(play(battle, 1, board("alert", "belle")), BoardingFought)
    return event


@pytest.mark.rule("BTQ-BOARD-04", "BTQ-SHIP-06")
@pytest.mark.parametrize("table", T_28)
def test_every_nation_reads_its_own_table(table: str) -> None:
    reader, low = attrs.evolve(ship(lying(), "alert"), nbcf=table), 1
    for high, factor in T_28[table]:
        for face in (low, high):
            assert casualty_factor(FIGURES, nr.Scripted(face), reader, ()).outcome == factor
        low = high + 1


@pytest.mark.rule("BTQ-BOARD-04", "BTQ-SHIP-06")
@pytest.mark.parametrize(
    ("nation", "table"),
    [
        (BRITISH, "gb"),
        (FRENCH, "fr_nl"),
        (SPANISH, "es_pt"),
        (AMERICAN, "us"),
        ("russia_1803_15", "se_dk_ru"),
        ("ottoman_empire_1792_1815", "default"),
        ("france_royal_navy_1778_91", "default"),
        ("spain_navy_1775_83", "default"),
        ("portugal_1775_1801", "es_pt"),
        ("republic_of_batavia_1803_1814", "fr_nl"),
        ("great_britain_mail_packets_1812_15", "default"),
    ],
)
def test_a_nation_belongs_to_a_table(nation: str, table: str) -> None:
    assert ship(lying(one("alert", "A", (0, 0, 0), nation), TWO[1]), "alert").nbcf == table


@pytest.mark.rule("BTQ-BOARD-05", "BTQ-BOARD-06", "BTQ-BOARD-07", "BTQ-CV-20", "BTQ-EX-14", "BTQ-DICE-02")
def test_whole_crews_fight_and_fewer_losses_win_the_zone() -> None:
    event = fought(72, 48, belle={"crew": 140, "crew_full": 140, "crew_base": 140})
    assert [ruled.outcome for ruled in event.rulings if ruled.rule == "BTQ-BOARD-04"] == [6, 18]
    assert event.losses == (8, 33)
    assert (event.winner, event.zone) == ("alert", "bulwark")
    assert {"BTQ-BOARD-05", "BTQ-BOARD-06", "BTQ-BOARD-07", "BTQ-DICE-02"} <= set(event.cited())
    assert round_winner("victory", "bucentaure", (12, 18)) == "victory"


@pytest.mark.rule("BTQ-BOARD-05")
@pytest.mark.parametrize(("men", "factor", "fell"), [(30, 1.8, 17), (50, 2.5, 20), (9, 6, 2), (8, 6, 1)])
def test_losses_are_rounded_to_the_nearest(men: int, factor: float, fell: int) -> None:
    assert inflicted(men, factor) == fell


@pytest.mark.rule("BTQ-BOARD-06", "BTQ-BOARD-08")
@pytest.mark.parametrize(
    ("rolls", "winner", "mark"),
    [((90, 10), "alert", "taken"), ((10, 90), "belle", "lost")],
)
def test_a_zone_is_taken_or_lost(rolls: tuple[int, int], winner: str, mark: str) -> None:
    battle = whole_crews(lying(dice=thrown(boarding=rolls)))
    (event,) = of(play(battle, 1, board("alert", "belle")), BoardingFought)
    assert event.winner == winner
    assert pair(battle).attacker.zones == (mark, "", "", "")


@pytest.mark.rule("BTQ-BOARD-06", "BTQ-BOARD-08")
def test_equal_losses_leave_a_zone_contested_to_be_fought_for_again() -> None:
    battle = whole_crews(lying(*TWO[:1], one("belle", "French", (15, 0, 0)), dice=thrown(boarding=[50] * 4)))
    (event,) = of(play(battle, 1, board("alert", "belle")), BoardingFought)
    assert (event.winner, event.losses) == ("", (33, 33))
    assert pair(battle).attacker.zones[0] == "contested"
    (event,) = of(play(battle, 1, board("alert", "belle")), BoardingFought)
    assert event.zone == "bulwark"


@pytest.mark.rule("BTQ-BOARD-01")
def test_boarding_waits_a_full_turn() -> None:
    battle = lying(dice=thrown(boarding=[72, 48]))
    play(battle, 1, grapple("alert", "belle"))
    assert battle.state.turn == 2
    assert of(play(battle, 1, board("alert", "belle")), BoardingFought)
    early = lying()
    to(early, "close").submit(grapple("alert", "belle"))
    for each in early.requests:
        early.submit(each.default)
    early.advance()
    assert early.state.turn == 2, "nobody is asked to board in the turn of the grapple"
    request(early, "board", "alert")


@pytest.mark.rule("BTQ-BOARD-02", "BTQ-BOARD-08", "BTQ-BOARD-29")
def test_four_zones_in_order_and_the_stern_takes_the_ship() -> None:
    battle = whole_crews(lying(dice=thrown(boarding=[34, 1] * 4)))
    for name in ("alert", "belle"):
        alter(battle, name, crew=2000, crew_full=2000, crew_base=2000)
    order = RULES.tables["zone_order"]
    assert [order.whole(zone) for zone in order] == [1, 2, 3, 4]
    zones = []
    for _ in range(4):
        assert ship(battle, "belle").fighting
        zones += [event.zone for event in of(play(battle, 1, board("alert", "belle")), BoardingFought)]
    assert zones == ["bulwark", "half_deck_1", "half_deck_2", "stern"]
    belle = ship(battle, "belle")
    assert (belle.status, belle.sp) == (nr.TAKEN, 0)
    (event,) = of(battle.events, nr.ShipTaken)
    assert (event.ship, event.by) == ("belle", "alert")
    assert battle.result.winner == "British"
    assert {"BTQ-BOARD-02", "BTQ-BOARD-08", "BTQ-BOARD-29"} <= cited(battle.events)


@pytest.mark.rule("BTQ-BOARD-03")
def test_one_boarding_action_a_ship_a_turn() -> None:
    battle = whole_crews(lying(dice=thrown(boarding=[72, 48])))
    asked = request(battle, "board", "alert")
    assert asked.plays() == [("", ""), ("board", "belle")]
    battle.submit(board("alert", "belle"))
    with pytest.raises(nr.IllegalOrder, match="has been given"):
        battle.submit(board("alert", "belle"))


@pytest.mark.rule("BTQ-BOARD-07", "BTQ-BOARD-09")
def test_in_the_base_rules_the_defender_only_defends_or_cuts() -> None:
    battle = whole_crews(lying())
    to(battle, "board")
    assert [each.ship for each in battle.requests if each.kind == "board"] == ["alert"]
    defender = ship(battle, "belle")
    belle = BoardRequest(battle, defender, foes(battle, defender), [])
    for action in (board, counter):
        refusal = belle.refusal(action("belle", "alert"))
        assert refusal is not None
    wrong = belle.refusal(board("belle", "alert"))
    assert wrong is not None
    assert wrong.rule == "BTQ-BOARD-09"
    refusal = refused(battle, groups("alert", "belle", 10, 10, 10))
    assert refusal.rule == "BTQ-BOARD-07"


@pytest.mark.rule("BTQ-BOARD-10", "BTQ-SHIP-14")
def test_a_merchant_begins_no_boarding() -> None:
    battle = whole_crews(lying())
    alter(battle, "alert", merchant=True)
    play(battle)
    assert "board" not in [each.kind for each in battle.requests]
    assert not may_start(ship(battle, "alert"), True)
    merchant = ship(battle, "alert")
    asked = BoardRequest(battle, merchant, foes(battle, merchant), [])
    wrong = asked.refusal(board("alert", "belle"))
    assert wrong is not None
    assert wrong.rule == "BTQ-BOARD-10"


@pytest.mark.rule("BTQ-BOARD-11", "BTQ-SHIP-25")
@pytest.mark.parametrize(("percent", "more"), [(20, 10), (35, 10), (19, 5), (10, 5), (9, 0)])
def test_soldiers_help_by_their_share(percent: int, more: int) -> None:
    event = fought(50, 50, alert={"soldiers": percent})
    first = ruling(event, "BTQ-BOARD-04")
    assert first.total == more
    found = soldiers_in_melee(FIGURES, attrs.evolve(ship(lying(), "alert"), soldiers=percent), 0)
    assert (found.amount if found else 0) == more


@pytest.mark.rule("BTQ-BOARD-11")
def test_the_adjusted_roll_is_held_to_1_to_100() -> None:
    # Untrained, -15: a 10 reads as 1; with soldiers +10 a 95 reads as 100.
    event = fought(10, 95, alert={"quality": "untrained"}, belle={"soldiers": 20})
    assert [ruled.outcome for ruled in event.rulings[:2]] == [12, 9]


@pytest.mark.rule("BTQ-BOARD-20")
@pytest.mark.parametrize(
    ("tier", "more"), [("crack", 0), ("experienced", 0), ("inexperienced", 0), ("untrained", -15)]
)
def test_of_the_tiers_only_untrained_counts_in_the_base_rules(tier: str, more: int) -> None:
    first = ruling(fought(48, 48, alert={"quality": tier}), "BTQ-BOARD-04")
    assert names(first) == ({tier: more} if more else {})
    # 48 - 15 = 33 reads 9 in the British table, 48 reads 6.
    assert first.outcome == (9 if more else 6)


@pytest.mark.rule("BTQ-SP-04", "BTQ-BOARD-05")
def test_nobody_loses_more_men_than_she_has() -> None:
    event = fought(90, 1, belle={"crew": 5})
    assert event.losses[1] == 5
    assert "BTQ-SP-03" in event.cited()


@pytest.mark.rule("BTQ-BOARD-03")
def test_orders_that_cannot_be() -> None:
    battle = to(whole_crews(lying()), "board")
    for order, rule in [
        (board("alert", "nobody"), "BTQ-BOARD-01"),
        (Board(ship="alert", action="storm", target="belle"), "BTQ-BOARD-03"),
        (Board(ship="alert", target="belle"), "BTQ-BOARD-03"),
        (counter("alert", "belle"), "BTQ-BOARD-22"),
        (Board(ship="alert", prize="belle", men=20), "BTQ-PRIZE-01"),
        (Board(ship="alert", men=20), "BTQ-PRIZE-02"),
    ]:
        assert refused(battle, order).rule == rule


@pytest.mark.rule("BTQ-BOARD-31", "BTQ-BOARD-02")
def test_the_last_round_is_remembered_by_zone_winner_and_losses() -> None:
    battle = whole_crews(lying(dice=thrown(boarding=[72, 48])))
    play(battle, 1, board("alert", "belle"))
    last = pair(battle).last
    assert last is not None
    assert (last.zone, last.winner, last.losses) == (0, "alert", (11, 33))
