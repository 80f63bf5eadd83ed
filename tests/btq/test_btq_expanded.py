"""Expanded Boarding in play: one pool of men, muskets, tiers, counter-boarding (BTQ-BOARD-12 to -28)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from alongside import (
    BRITISH,
    EXPANDED,
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
    hold,
    lying,
    muster,
    names,
    of,
    one,
    party,
    play,
    request,
    ruling,
    ship,
    thrown,
    to,
)

import navalrules as nr
from navalrules_btq.events import BoardingFought, PartiesChanged, VolleyFired
from navalrules_btq.lore import Lore
from navalrules_btq.musketry import volley, volley_men
from navalrules_btq.orders import Board, Close, Fire, Groups, Shot
from navalrules_btq.parties import FRESH, Party, scaled, split

FIGURES = Lore.of(RULES.tables).fighting
MISS = [100] * 8


def alongside(*entrants: nr.Entrant, dice: nr.Dice | None = None, **more: Any) -> nr.Battle:
    return lying(*entrants, dice=dice, rules={**EXPANDED, **more.pop("rules", {})}, **more)


def fast(mine: Party, hers: Party, *, dice: nr.Dice | None = None, since: int = -9, **more: Any) -> nr.Battle:
    """Alert has held Belle so long that no muskets fire any more."""
    return hold(alongside(dice=dice, **more), mine, hers, since)


def refused(battle: nr.Battle, order: nr.Order) -> nr.IllegalOrder:
    to(battle, order.kind)
    with pytest.raises(nr.IllegalOrder) as caught:
        battle.submit(order)
    assert caught.value.hint
    return caught.value


# ---------------------------------------------------------------- the pool


@pytest.mark.rule("BTQ-BOARD-12", "BTQ-BOARD-13", "BTQ-GRAP-08")
def test_crews_are_told_off_when_grapnels_hold() -> None:
    battle = alongside()
    events = play(battle, 1, grapple("alert", "belle"))
    assert party(battle, "alert", "belle").groups == (140, 40, 20)
    assert party(battle, "belle", "alert").groups == (0, 140, 60)
    assert {"BTQ-BOARD-12", "BTQ-BOARD-13"} <= cited(events)
    assert split((70, 20, 10), 137) == (95, 27, 15)
    assert split((0, 70, 30), 137) == (0, 95, 42)


SPANIARDS = (
    one("alert", "British", (0, 0, 0)),
    one("bella", "Spanish", (15, 0, 0), SPANISH),
    one("carmen", "Spanish", (-15, 0, 0), SPANISH),
)


def between_two(*left: nr.Order, dice: nr.Dice | None = None) -> nr.Battle:
    """A British frigate grappled by one Spaniard and, a turn later, by another."""
    battle = alongside(*SPANIARDS, dice=dice or thrown(volley=MISS))
    play(battle, 1, grapple("bella", "alert"))
    assert party(battle, "alert", "bella").groups == (0, 140, 60)
    play(battle, 1, grapple("carmen", "alert"), *left)
    return battle


@pytest.mark.rule("BTQ-BOARD-14", "BTQ-EX-08")
def test_several_ships_on_one_draw_on_one_pool_of_men() -> None:
    battle = between_two()
    assert party(battle, "alert", "bella").groups == (0, 140, 0)
    assert party(battle, "alert", "carmen").groups == (0, 42, 18)
    told = [party(battle, "alert", other).men for other in ("bella", "carmen")]
    assert sum(told) == ship(battle, "alert").crew == 200
    assert "BTQ-BOARD-14" in cited(battle.events)


@pytest.mark.rule("BTQ-BOARD-15", "BTQ-EX-09", "BTQ-DICE-03")
def test_casualties_shrink_every_group_of_every_pair() -> None:
    # 2 guns of 18 pounds with grape, every one a hit, at a national modifier of 0.5556: 30 men.
    rounds = thrown(volley=MISS, **{"fire at alert": [1]})
    battle = between_two(dice=rounds)
    alter(battle, "bella", ngm=5556)
    everybody = muster(battle)
    shot = Shot(arc="port", target="alert", shot="grape", aim="crew", guns=(2, 0))
    events = play(battle, 1, Fire(ship="bella", shots=(shot,)))
    assert ship(battle, "alert").crew == 170
    assert party(battle, "alert", "bella").groups == (0, 119, 0)
    assert party(battle, "alert", "carmen").groups == (0, 35, 15)
    (event,) = [event for event in of(events, PartiesChanged) if event.what == "rescaled"]
    assert ruling(event, "BTQ-BOARD-15").total == -30
    assert muster(battle) == everybody
    assert [scaled(men, 170, 200) for men in ((0, 140, 0), (0, 42, 18))] == [(0, 119, 0), (0, 35, 15)]


@pytest.mark.rule("BTQ-BOARD-14", "BTQ-BOARD-12")
def test_no_more_men_than_she_has_are_told_off_over_all_pairs() -> None:
    battle = between_two()
    order = Board(ship="alert", groups=(Groups("bella", 100, 60, 0), Groups("carmen", 0, 30, 11)))
    assert refused(battle, order).rule == "BTQ-BOARD-14"
    order = attrs.evolve(order, groups=(Groups("bella", 100, 60, 0), Groups("carmen", 0, 30, 10)))
    events = play(battle, 1, order)
    assert party(battle, "alert", "bella").groups == (100, 60, 0)
    assert party(battle, "alert", "carmen").groups == (0, 30, 10)
    assert [event.what for event in of(events, PartiesChanged)] == ["ordered"]
    for wrong in (Groups("bella", -1, 0, 0), Groups("nobody", 1, 0, 0)):
        assert refused(battle, Board(ship="alert", groups=(wrong,))).rule == "BTQ-BOARD-12"
    twice = (Groups("bella", 1, 0, 0), Groups("bella", 1, 0, 0))
    assert refused(battle, Board(ship="alert", groups=twice)).rule == "BTQ-BOARD-12"


@pytest.mark.rule("BTQ-BOARD-14")
def test_men_of_a_pair_that_is_cut_are_free_for_the_others() -> None:
    battle = between_two(dice=thrown(volley=MISS, cut_free=[1]))
    play(battle, 1, Close(ship="alert", cut="bella"), groups("alert", "carmen", 0, 140, 60))
    assert party(battle, "alert", "carmen").groups == (0, 140, 60)


@pytest.mark.rule("BTQ-BOARD-14")
def test_a_variant_may_keep_an_old_reserve_where_it_is() -> None:
    variant = nr.Variant("kept", "btq", {}, {"boarding": {"pool_reserve_is_free": False}}, "kept.toml")
    battle = alongside(*SPANIARDS, dice=thrown(volley=MISS), variant=variant)
    play(battle, 1, grapple("bella", "alert"))
    play(battle, 1, grapple("carmen", "alert"))
    assert party(battle, "alert", "bella").groups == (0, 140, 60)
    assert party(battle, "alert", "carmen").groups == (0, 0, 0)


# ---------------------------------------------------------------- muskets


@pytest.mark.rule("BTQ-BOARD-16", "BTQ-BOARD-17")
def test_muskets_fire_in_the_first_two_turns_of_a_grapple() -> None:
    battle = alongside(dice=thrown(volley=[25, 26, 6, 100], **{"volley men": [4, 5]}))
    play(battle, 1, grapple("alert", "belle"))
    assert not of(battle.events, VolleyFired)
    first = of(play(battle), VolleyFired)
    assert [(event.by, event.ship, event.landed, event.men) for event in first] == [
        ("alert", "belle", True, 4),
        ("belle", "alert", False, 0),
    ]
    second = of(play(battle), VolleyFired)
    assert [(event.by, event.men) for event in second] == [("alert", 5), ("belle", 0)]
    assert not of(play(battle), VolleyFired)
    assert ship(battle, "belle").crew == 191
    # Of 0, 140, 60 there are 0, 137, 58 when 196 men are left, and 0, 134, 56 with 191 (BTQ-BOARD-15).
    assert party(battle, "belle", "alert").groups == (0, 134, 56)
    assert muster(battle) == 400


@pytest.mark.rule("BTQ-BOARD-16", "BTQ-BOARD-18", "BTQ-SHIP-25")
@pytest.mark.parametrize(
    ("soldiers", "face", "what"),
    [
        (0, 5, "officer"),
        (0, 6, "hit"),
        (0, 25, "hit"),
        (0, 26, "miss"),
        (19, 26, "miss"),
        (20, 35, "hit"),
        (20, 36, "miss"),
    ],
)
def test_what_a_volley_does(soldiers: int, face: int, what: str) -> None:
    firer = attrs.evolve(ship(lying(), "alert"), soldiers=soldiers)
    assert volley(FIGURES, nr.Scripted(face), firer).outcome == what


@pytest.mark.rule("BTQ-BOARD-17")
@pytest.mark.parametrize(
    ("klass", "number", "sides"),
    [
        ("first_rate", 3, 6),
        ("second_rate", 3, 6),
        ("third_rate", 3, 6),
        ("fourth_rate", 2, 6),
        ("large_frigate", 2, 6),
        ("fifth_rate", 1, 6),
        ("sixth_rate", 1, 6),
        ("sloop", 1, 3),
        ("brig", 1, 3),
        ("other", 1, 3),
    ],
)
def test_men_that_a_volley_takes(klass: str, number: int, sides: int) -> None:
    firer = attrs.evolve(ship(lying(), "alert"), klass=klass)
    ruled = volley_men(FIGURES, nr.Scripted(*[sides] * number), firer)
    assert ruled.roll is not None
    assert (ruled.outcome, ruled.roll.sides) == (number * sides, sides)


@pytest.mark.rule("BTQ-BOARD-19", "BTQ-SHIP-14")
def test_a_merchant_fires_no_volley_and_suffers_them() -> None:
    battle = alongside(dice=thrown(volley=[10], **{"volley men": [6]}))
    alter(battle, "belle", merchant=True)
    play(battle, 1, grapple("alert", "belle"))
    (event,) = of(play(battle), VolleyFired)
    assert (event.by, event.men) == ("alert", 6)
    assert "BTQ-BOARD-19" in event.cited()


# ---------------------------------------------------------------- the melee


def melee(
    tier: str = "experienced", mine: int = 48, hers: int = 48, **more: Any
) -> tuple[nr.Battle, BoardingFought]:
    battle = fast(Party("alert", 120, 40, 40), Party("belle", 0, 90, 30), dice=thrown(boarding=[mine, hers]))
    alter(battle, "alert", quality=tier, **more)
    (event,) = of(play(battle, 1, board("alert", "belle")), BoardingFought)
    return battle, event


@pytest.mark.rule("BTQ-BOARD-12", "BTQ-BOARD-05", "BTQ-BOARD-06", "BTQ-BOARD-01")
def test_boarders_fight_defenders_and_only_they_fall() -> None:
    battle, event = melee()
    # 120 British over 6 fell 20; 90 French over 18 fell 5.
    assert event.losses == (5, 20)
    assert party(battle, "alert", "belle").groups == (115, 40, 40)
    assert party(battle, "belle", "alert").groups == (0, 70, 30)
    assert (ship(battle, "alert").crew, ship(battle, "belle").crew) == (195, 180)
    assert "BTQ-BOARD-12" in event.cited()


@pytest.mark.rule("BTQ-BOARD-20")
@pytest.mark.parametrize(
    ("tier", "more"), [("crack", 10), ("experienced", 0), ("inexperienced", -10), ("untrained", -15)]
)
def test_every_tier_counts_in_a_melee(tier: str, more: int) -> None:
    _, event = melee(tier)
    assert ruling(event, "BTQ-BOARD-04").total == more


@pytest.mark.rule("BTQ-BOARD-10", "BTQ-SHIP-14", "BTQ-BOARD-09")
def test_a_merchant_may_strike_back_at_twenty_less() -> None:
    battle = fast(Party("alert", 140, 40, 20), Party("belle", 60, 100, 40), dice=thrown(boarding=[60, 50]))
    alter(battle, "belle", merchant=True)
    (event,) = of(play(battle, 1, board("belle", "alert")), BoardingFought)
    first, second = event.rulings[:2]
    assert names(first) == {"merchant": -20}
    assert names(second) == {}
    # 60 - 20 = 40 reads 18: 60 French fell 3 of the British; 40 British over 6 fell 7.
    assert event.losses == (7, 3)
    assert "BTQ-BOARD-09" in event.cited()


@pytest.mark.rule("BTQ-BOARD-09")
def test_the_defender_strikes_back_only_with_a_boarding_party_on_a_track_of_her_own() -> None:
    battle = fast(Party("alert", 140, 40, 20), Party("belle", 0, 140, 60), dice=thrown(boarding=[90, 1]))
    assert refused(battle, board("belle", "alert")).rule == "BTQ-BOARD-09"
    order = board("belle", "alert", groups=(Groups("alert", 100, 40, 60),))
    (event,) = of(play(battle, 1, order), BoardingFought)
    assert (event.ship, event.zone, event.winner) == ("belle", "bulwark", "belle")
    assert party(battle, "belle", "alert").zones == ("taken", "", "", "")
    assert party(battle, "alert", "belle").zones == FRESH


@pytest.mark.rule("BTQ-BOARD-09")
def test_a_variant_may_take_the_defenders_track_away() -> None:
    variant = nr.Variant("none", "btq", {}, {"boarding": {"defender_track": False}}, "none.toml")
    battle = fast(Party("alert", 140, 40, 20), Party("belle", 60, 80, 60), variant=variant)
    assert refused(battle, board("belle", "alert")).rule == "BTQ-BOARD-09"


# ---------------------------------------------------------------- counter-boarding


VICTORY = one("victory", "British", (0, 0, 0), BRITISH, btq_class="first_rate", btq_quality="crack")
BUCENTAURE = one("bucentaure", "French", (15, 0, 0), FRENCH, btq_class="third_rate")
HALF = ("taken", "", "", "")


def sallied(
    *rolls: int,
    res: int = 30,
    boarders: int = 50,
    zones: tuple[str, str, str, str] = HALF,
    variant: nr.Variant | None = None,
) -> tuple[nr.Battle, BoardingFought]:
    """Victory's reserve falls on the boarders of Bucentaure, who has held her for long."""
    battle = alongside(
        VICTORY, BUCENTAURE, dice=thrown(boarding=rolls), rules={"crack_crew": True}, variant=variant
    )
    hold(battle, Party("bucentaure", boarders, 60, 20, zones), Party("victory", 0, 170, res), -9)
    (event,) = of(play(battle, 1, counter("victory", "bucentaure")), BoardingFought)
    return battle, event


@pytest.mark.rule("BTQ-BOARD-22", "BTQ-BOARD-24", "BTQ-BOARD-25", "BTQ-BOARD-26", "BTQ-EX-10")
def test_a_counter_boarding_won_pushes_the_boarders_back_a_zone() -> None:
    battle, event = sallied(62, 48)
    # 72 in the British table is 6, 48 in the French is 18: Bucentaure loses 5, the reserve 3.
    assert [ruled.outcome for ruled in event.rulings[:2]] == [6, 18]
    assert ruling(event, "BTQ-BOARD-04").total == 10
    assert (event.action, event.zone, event.winner, event.losses) == (
        "counter",
        "half_deck_1",
        "victory",
        (3, 5),
    )
    assert party(battle, "bucentaure", "victory").zones == FRESH
    assert party(battle, "bucentaure", "victory").boarding == 45
    assert party(battle, "victory", "bucentaure").groups == (0, 170, 27)
    assert "BTQ-BOARD-26" in event.cited()
    # The reserve stays one, and may do it again.
    assert ("counter", "bucentaure") in request(battle, "board", "victory").plays()
    assert muster(battle) == 400


@pytest.mark.rule("BTQ-BOARD-27", "BTQ-BOARD-25", "BTQ-EX-10")
def test_a_counter_boarding_lost_sends_the_reserve_to_the_defenders_for_good() -> None:
    columns = [25, 34, 82]
    printed = {"nbcf": {"gb": [*columns, *[1.8] * 4], "fr_nl": [37, 73, 82, *[2.5] * 4]}}
    variant = nr.Variant("printed", "btq", {}, printed, "printed.toml")
    battle, event = sallied(62, 48, variant=variant)
    # The guide's own factors: 30 / 1.8 = 17 and 50 / 2.5 = 20; 20 > 17, and 10 are left.
    assert (event.winner, event.losses) == ("bucentaure", (20, 17))
    assert party(battle, "victory", "bucentaure").groups == (0, 180, 0)
    assert party(battle, "bucentaure", "victory").zones == HALF
    assert "BTQ-BOARD-27" in event.cited()
    wrong = refused(battle, counter("victory", "bucentaure"))
    assert wrong.rule == "BTQ-BOARD-22"
    back = groups("victory", "bucentaure", 0, 170, 10)
    assert refused(battle, back).rule == "BTQ-BOARD-23"


@pytest.mark.rule("BTQ-BOARD-27", "BTQ-BOARD-22")
def test_a_counter_boarding_is_lost_under_the_tables_too() -> None:
    battle, event = sallied(1, 100, boarders=90)
    # 11 in the British table is 12: 3 of 90 fall; 100 in the French is 9: 10 of 30.
    assert (event.winner, event.losses) == ("bucentaure", (10, 3))
    assert ruling(event, "BTQ-BOARD-04").outcome == 12
    assert party(battle, "victory", "bucentaure").groups == (0, 190, 0)


@pytest.mark.rule("BTQ-BOARD-25")
def test_a_tie_changes_nothing_but_the_men() -> None:
    battle, event = sallied(62, 48, res=18, boarders=54)
    assert (event.winner, event.losses) == ("", (3, 3))
    assert party(battle, "victory", "bucentaure").groups == (0, 170, 15)
    assert party(battle, "bucentaure", "victory").zones == HALF


@pytest.mark.rule("BTQ-BOARD-25")
@pytest.mark.parametrize(("tie", "men", "zones"), [("won", (0, 170, 15), FRESH), ("lost", (0, 185, 0), HALF)])
def test_a_variant_may_settle_a_tie(tie: str, men: tuple[int, int, int], zones: Any) -> None:
    variant = nr.Variant("tie", "btq", {}, {"boarding": {"counter_tie": tie}}, "tie.toml")
    battle, _ = sallied(62, 48, res=18, boarders=54, variant=variant)
    assert party(battle, "victory", "bucentaure").groups == men
    assert party(battle, "bucentaure", "victory").zones == zones


@pytest.mark.rule("BTQ-BOARD-05")
@pytest.mark.parametrize(("how", "men"), [("committed", (0, 0, 30)), ("spill", (0, 0, 20))])
def test_who_bears_losses_that_a_group_cannot(how: str, men: tuple[int, int, int]) -> None:
    variant = nr.Variant("spill", "btq", {}, {"boarding": {"board_loss_groups": how}}, "spill.toml")
    dice = thrown(boarding=[48, 48])
    battle = fast(Party("alert", 120, 40, 40), Party("belle", 0, 10, 30), dice=dice, variant=variant)
    (event,) = of(play(battle, 1, board("alert", "belle")), BoardingFought)
    # 20 fall, and there are 10 defenders; the round is judged by the 20.
    assert event.losses == (1, 10 if how == "committed" else 20)
    assert event.winner == "alert"
    assert party(battle, "belle", "alert").groups == men


@pytest.mark.rule("BTQ-BOARD-16")
def test_a_variant_may_let_muskets_fire_longer() -> None:
    variant = nr.Variant("longer", "btq", {}, {"volley_turns": {"first": 3, "last": 3}}, "longer.toml")
    battle = alongside(dice=thrown(volley=[100, 100]), variant=variant)
    play(battle, 1, grapple("alert", "belle"))
    assert [event.turn for event in of(play(battle, 5), VolleyFired)] == [4, 4]


@pytest.mark.rule("BTQ-BOARD-26")
def test_with_nothing_taken_yet_the_mark_of_the_bulwark_is_cleared() -> None:
    battle, _ = sallied(62, 48, zones=("lost", "", "", ""))
    assert party(battle, "bucentaure", "victory").zones == FRESH


@pytest.mark.rule("BTQ-BOARD-24")
@pytest.mark.parametrize(
    ("tier", "more"), [("crack", 10), ("experienced", 0), ("inexperienced", -10), ("untrained", 0)]
)
def test_tiers_in_a_counter_boarding(tier: str, more: int) -> None:
    battle = fast(
        Party("alert", 50, 40, 20, HALF), Party("belle", 0, 100, 40), dice=thrown(boarding=[48, 48])
    )
    alter(battle, "belle", quality=tier)
    (event,) = of(play(battle, 1, counter("belle", "alert")), BoardingFought)
    assert ruling(event, "BTQ-BOARD-04").total == more
    assert "BTQ-BOARD-24" in event.cited() or not more


@pytest.mark.rule("BTQ-BOARD-10")
def test_a_merchant_counter_boards_at_twenty_less() -> None:
    battle = fast(
        Party("alert", 50, 40, 20, HALF), Party("belle", 0, 100, 40), dice=thrown(boarding=[48, 48])
    )
    alter(battle, "belle", merchant=True)
    (event,) = of(play(battle, 1, counter("belle", "alert")), BoardingFought)
    assert names(ruling(event, "BTQ-BOARD-04")) == {"merchant": -20}


@pytest.mark.rule("BTQ-BOARD-22")
@pytest.mark.parametrize(
    ("zones", "res", "boarders"),
    [
        (("taken", "taken", "", ""), 0, 50),
        (HALF, 0, 50),
        (HALF, 30, 0),
    ],
)
def test_when_she_cannot_counter_board(zones: tuple[str, str, str, str], res: int, boarders: int) -> None:
    battle = fast(Party("alert", boarders, 40, 20, zones), Party("belle", 0, 100, res))
    assert refused(battle, counter("belle", "alert")).rule == "BTQ-BOARD-22"


@pytest.mark.rule("BTQ-BOARD-22", "BTQ-BOARD-01")
def test_no_counter_boarding_in_the_turn_of_the_grapple() -> None:
    battle = fast(Party("alert", 50, 40, 20), Party("belle", 0, 100, 40), since=1)
    assert refused(battle, counter("belle", "alert")).rule == "BTQ-BOARD-01"


@pytest.mark.rule("BTQ-BOARD-03", "BTQ-BOARD-22")
def test_a_ship_boards_or_counter_boards_in_a_turn_but_not_both() -> None:
    battle = fast(
        Party("alert", 50, 40, 20, HALF),
        Party("belle", 60, 100, 40),
        dice=thrown(boarding=[48, 48, 48, 48]),
    )
    plays = request(battle, "board", "belle").plays()
    assert {("board", "alert"), ("counter", "alert")} <= set(plays)
    events = play(battle, 1, board("alert", "belle"), counter("belle", "alert"))
    # Boarders go first, and with the 1st Half Deck taken the sally is over before it begins.
    assert [event.action for event in of(events, BoardingFought)] == ["board"]
    assert [event.what for event in of(events, nr.StatusChanged, "belle")][:1] == ["counter_lapsed"]


@pytest.mark.rule("BTQ-BOARD-23")
def test_at_the_second_half_deck_the_reserve_joins_the_defenders() -> None:
    battle = fast(
        Party("alert", 120, 40, 20, HALF), Party("belle", 0, 90, 30), dice=thrown(boarding=[48, 48])
    )
    events = play(battle, 1, board("alert", "belle"))
    assert party(battle, "alert", "belle").zones == ("taken", "taken", "", "")
    assert party(battle, "belle", "alert").groups == (0, 100, 0)
    (event,) = [event for event in of(events, PartiesChanged) if event.what == "merged"]
    assert "BTQ-BOARD-23" in event.cited()
    assert refused(battle, counter("belle", "alert")).rule == "BTQ-BOARD-22"
    assert refused(battle, groups("belle", "alert", 0, 60, 40)).rule == "BTQ-BOARD-23"


@pytest.mark.rule("BTQ-BOARD-28")
def test_a_prize_that_grapples_takes_the_defenders_split() -> None:
    battle = alongside()
    alter(battle, "alert", prize=True)
    events = play(battle, 1, grapple("alert", "belle"))
    assert party(battle, "alert", "belle").groups == (0, 140, 60)
    assert "BTQ-BOARD-28" in cited(events)
    battle.dice = thrown(volley=MISS, boarding=[48, 48])
    assert refused(battle, board("alert", "belle")).rule == "BTQ-BOARD-09"
    order = board("alert", "belle", groups=(Groups("belle", 100, 40, 60),))
    assert of(play(battle, 1, order), BoardingFought)


@pytest.mark.rule("BTQ-BOARD-12")
def test_two_orders_in_words_of_plain_data() -> None:
    battle = fast(Party("alert", 50, 40, 20, HALF), Party("belle", 60, 100, 40))
    told = request(battle, "board", "belle").describe()
    assert told["able"] == 200
    assert told["groups"] == {"alert": [60, 100, 40]}
    assert ["counter", "alert"] in told["plays"]
    assert TWO[0].id == "alert"


@pytest.mark.rule("BTQ-BOARD-30", "BTQ-BOARD-31")
def test_the_engagement_card_of_a_fight() -> None:
    battle, _ = melee()
    (mine,) = battle.sheet("alert")["grappled_to"]
    (hers,) = battle.sheet("belle")["grappled_to"]
    assert (mine["role"], hers["role"]) == ("attacker", "defender")
    last = mine["last"]
    assert (last["zone"], last["winner"], last["losses"]) == ("bulwark", "alert", (5, 20))
    assert (last["colour"], hers["last"]["colour"]) == ("green", "green")
    assert mine["pool"] == {"available": 195, "used": 195, "free": 0}
    assert hers["pool"] == {"available": 180, "used": 100, "free": 80}
    assert [(bar["crew"], bar["colour"]) for bar in mine["crews"]] == [(98, "green"), (90, "green")]
    for men, colour in ((101, "green"), (100, "yellow"), (51, "yellow"), (50, "red")):
        alter(battle, "belle", crew=men)
        assert battle.sheet("belle")["grappled_to"][0]["crews"][0]["colour"] == colour


@pytest.mark.rule("BTQ-BOARD-11", "BTQ-SHIP-25")
@pytest.mark.parametrize(("percent", "more"), [(20, 10), (19, 5), (10, 5), (9, 0)])
def test_soldiers_help_in_a_counter_boarding_too(percent: int, more: int) -> None:
    dice = thrown(boarding=[48, 48])
    battle = fast(Party("alert", 50, 40, 20, HALF), Party("belle", 0, 100, 40), dice=dice)
    alter(battle, "belle", soldiers=percent)
    (event,) = of(play(battle, 1, counter("belle", "alert")), BoardingFought)
    assert ruling(event, "BTQ-BOARD-04").total == more


@pytest.mark.rule("BTQ-BOARD-13", "BTQ-COLL-05")
@pytest.mark.parametrize("table", ["split", "foul_split"])
def test_the_default_shares_are_the_whole_crew(table: str) -> None:
    shares = RULES.tables[table]
    assert shares.row("attacker") == (70, 20, 10)
    assert shares.row("defender") == (0, 70, 30)


@pytest.mark.rule("BTQ-SHIP-25", "BTQ-BOARD-11")
def test_a_ship_without_marines_carries_no_soldiers() -> None:
    grades = dict(TWO[0].grades)
    del grades["btq_soldiers"]
    plain = attrs.evolve(TWO[0], grades=grades, plan=attrs.evolve(TWO[0].plan, soldiers=0))
    assert ship(lying(plain, TWO[1]), "alert").soldiers == 0
