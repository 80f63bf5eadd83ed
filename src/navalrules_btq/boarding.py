"""Boarding, zone by zone, and the defenders' sally against it (BTQ-BOARD)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from navalrules import FIGHTING, Change, Dice, Modifier, Ruling, StatusChanged, ruling
from navalrules_btq import damage, parties, prizes, surrender
from navalrules_btq.breaking import after_round, merged
from navalrules_btq.crew import for_boarding
from navalrules_btq.events import BoardingFought, PartiesChanged
from navalrules_btq.fighting import plain
from navalrules_btq.musketry import volleys
from navalrules_btq.officers import falls_in_melee, officer_falls
from navalrules_btq.orders import Board
from navalrules_btq.parties import CONTESTED, LOST, OPEN, TAKEN_ZONE, Fought, Pair, in_groups
from navalrules_btq.phase import ship_of, ships
from navalrules_btq.ship import UNTRAINED, BtqShip

if TYPE_CHECKING:
    from navalrules import Battle
    from navalrules_btq.fighting import Fighting

BOARD: Final = "board"
COUNTER: Final = "counter"
NEITHER: Final = ""
_ROUND: Final = ("BTQ-BOARD-01", "BTQ-BOARD-02", "BTQ-BOARD-03", "BTQ-BOARD-06", "BTQ-BOARD-08")
_MELEE: Final = 0
_COUNTER: Final = 1


# ---------------------------------------------------------------- rulings


@ruling("BTQ-BOARD-01")
def ready(figures: Fighting, turns: int) -> bool:
    """Whether a pair has held long enough to board: one full turn."""
    return turns >= figures.wait


@ruling("BTQ-BOARD-10")
def may_start(ship: BtqShip, began: bool) -> bool:
    """A merchant may not begin a boarding; one that was grappled may strike back."""
    return not (ship.merchant and began)


@ruling("BTQ-BOARD-09")
def may_attack_back(figures: Fighting, party: parties.Party) -> bool:
    """Whether the defender of a pair may attack in her turn: with a boarding party, on a track of her own
    (BTQ-GAP-62); where whole crews fight she has none."""
    return figures.defender_track and party.boarding > 0


@ruling("BTQ-BOARD-20", "BTQ-BOARD-24")
def quality_in_melee(figures: Fighting, ship: BtqShip, column: int) -> Modifier | None:
    """What the crew's tier adds to her roll: in the base rules only Untrained counts (BTQ-GAP-62)."""
    return figures.rolls[UNTRAINED][column] if ship.quality == UNTRAINED else None


@ruling("BTQ-BOARD-11")
def soldiers_in_melee(figures: Fighting, ship: BtqShip, column: int) -> Modifier | None:
    """+10 with 20 % soldiers or more, +5 with 10 to 19 %."""
    if ship.soldiers >= figures.many_soldiers:
        return figures.rolls["many_soldiers"][column]
    return figures.rolls["some_soldiers"][column] if ship.soldiers >= figures.some_soldiers else None


@ruling("BTQ-BOARD-04", "BTQ-DICE-01")
def casualty_factor(figures: Fighting, dice: Dice, ship: BtqShip, modifiers: tuple[Modifier, ...]) -> Ruling:
    """A d100 with its modifiers, held to 1 to 100, read in her nation's table; the outcome is the factor."""
    total = 0
    for each in modifiers:
        total += int(each.amount)
    roll = dice.lookup(figures.factor(ship.nbcf, total), ship.id, "boarding")
    return Ruling("BTQ-BOARD-04", plain(roll.value), roll, None, modifiers, total, ("BTQ-SHIP-06",))


@ruling("BTQ-BOARD-05", "BTQ-BOARD-25", "BTQ-DICE-02")
def inflicted(men: int, factor: float) -> int:
    """Men that fall on the other side: own committed men over the own factor, to the nearest."""
    parts = round(factor * 100)
    return (200 * men + parts) // (2 * parts)


@ruling("BTQ-BOARD-06")
def round_winner(one: str, other: str, losses: tuple[int, int]) -> str:
    """The side with fewer losses, as reckoned before a group runs out of men; "" where they are equal."""
    if losses[0] == losses[1]:
        return ""
    return one if losses[0] < losses[1] else other


@ruling("BTQ-BOARD-22")
def may_counter(figures: Fighting, mine: parties.Party, theirs: parties.Party) -> bool:
    """Whether she may counter-board: never, unless boarding is expanded."""
    return False


@ruling("BTQ-BOARD-23")
def reserves_join(figures: Fighting, boarders: parties.Party) -> bool:
    """Whether the fight has come so far aft that the reserve joins the defenders by itself."""
    return boarders.next_zone >= figures.last_counter_zone


@ruling("BTQ-BOARD-26")
def pushed_back(boarders: parties.Party) -> parties.Party:
    """The deepest zone that was taken is cleared; with none, the mark of the Bulwark (BTQ-GAP-63)."""
    return boarders.marked(max(boarders.next_zone - 1, 0), OPEN)


@ruling("BTQ-BOARD-27")
def sally_lost(party: parties.Party) -> parties.Party:
    """Who is left of the reserve joins the defenders for good."""
    return merged(party)


@ruling("BTQ-BOARD-29")
def last_zone(figures: Fighting, zone: int) -> bool:
    """Whether she is captured with the zone that was taken: the last one, her stern."""
    return zone + 1 == len(figures.zones)


POINTS = (
    ready,
    may_start,
    may_attack_back,
    quality_in_melee,
    soldiers_in_melee,
    casualty_factor,
    inflicted,
    round_winner,
    may_counter,
    reserves_join,
    pushed_back,
    sally_lost,
    last_zone,
)


# ---------------------------------------------------------------- who may do what


def may_board(battle: Battle, pair: Pair, ship: BtqShip, party: parties.Party) -> str:
    """Why she may not attack the other ship of a pair with `party`, as a key of the refusals, or ""."""
    bound, figures = battle.bound, battle.lore.fighting
    began = pair.attacker.ship == ship.id
    if not bound[ready](figures, pair.turns(battle.state.turn)):
        return "board_soon"
    if not bound[may_start](ship, began):
        return "board_merchant"
    if bound[in_groups]():
        if not party.boarding:
            return "board_nobody"
    elif not began:
        return "board_defender"
    if not began and not bound[may_attack_back](figures, party):
        return "board_defender"
    return ""


def may_sally(battle: Battle, pair: Pair, party: parties.Party, boarders: parties.Party) -> str:
    """Why she may not counter-board with `party`, as a key of the refusals; "" if she may."""
    bound, figures = battle.bound, battle.lore.fighting
    if not bound[in_groups]():
        return "counter_rule"
    if not bound[ready](figures, pair.turns(battle.state.turn)):
        return "board_soon"
    return "" if bound[may_counter](figures, party, boarders) else "counter_not"


# ---------------------------------------------------------------- a turn's boarding


def tell_off(battle: Battle, ship: BtqShip, order: Board) -> None:
    """Her groups as ordered, in all the pairs that the order names (BTQ-BOARD-12, -14)."""
    changes: list[Change] = []
    for group in order.groups:
        pair = parties.pair_between(battle, ship.id, group.other)
        if pair is None:
            continue
        party = pair.party(ship.id)
        now = party.regrouped(group.boarding, group.defenders, group.reserve)
        if now != party:
            changes.append(parties.replace(battle, pair, pair.with_party(now)))
    if changes:
        rules = ("BTQ-BOARD-12", "BTQ-BOARD-14")
        battle.emit(PartiesChanged, ship=ship.id, what="ordered", changes=tuple(changes), rules=rules)


def carry_out(battle: Battle) -> None:
    """All groups are told off, muskets fire, then boarders go by ship id, then sallies; then prize crews."""
    boards, sallies, crews = [], [], []
    for ship in ships(battle):
        order: Any = battle.answer(Board.kind, ship.id)
        if order is None or ship.status != FIGHTING:
            continue
        if order.groups:
            tell_off(battle, ship, order)
        if order.action == BOARD:
            boards.append((ship, order))
        elif order.action == COUNTER:
            sallies.append((ship, order))
        if order.prize:
            crews.append((ship, order))
    table, fire = battle.state.table, battle.bound[volleys]
    pairs: tuple[Pair, ...] = table.pairs
    for pair in pairs:
        if not pair.friendly and _both_fight(battle, pair):
            # A volley may have thinned the men of a pair that comes after.
            now = pair if table.pairs is pairs else parties.pair_between(battle, *pair.names)
            fire(battle, now or pair)
    for ship, order in (*boards, *sallies):
        _act(battle, ship, order)
    for ship, order in crews:
        prizes.send(battle, ship, order.prize, order.men)
    parties.rescale_all(battle)


def _both_fight(battle: Battle, pair: Pair) -> bool:
    every = battle.state.ships
    return every[pair.attacker.ship].status == FIGHTING == every[pair.defender.ship].status


def _act(battle: Battle, ship: BtqShip, order: Board) -> None:
    """One boarding action a ship a turn (BTQ-BOARD-03); what has become impossible since lapses."""
    pair = parties.pair_between(battle, ship.id, order.target)
    if pair is None or pair.friendly or not _both_fight(battle, pair):
        return
    other, (mine, theirs) = ship_of(battle, order.target), pair.halves(ship.id)
    if order.action == BOARD:
        why = may_board(battle, pair, ship, mine)
        if not why:
            attack(battle, pair, ship, other)
    else:
        why = may_sally(battle, pair, mine, theirs)
        if not why:
            sally(battle, pair, ship, other)
    if why:
        battle.emit(StatusChanged, ship=ship.id, what=f"{order.action}_lapsed", rules=("BTQ-BOARD-03",))


def _modifiers(battle: Battle, ship: BtqShip, attacks: bool, column: int) -> tuple[Modifier, ...]:
    bound, figures = battle.bound, battle.lore.fighting
    tier = bound[quality_in_melee](figures, ship, column)
    found = [] if tier is None else [tier]
    if attacks and ship.merchant:
        found.append(figures.rolls["merchant"][column])
    soldiers = bound[soldiers_in_melee](figures, ship, column)
    if soldiers is not None:
        found.append(soldiers)
    return tuple(found)


def _reckoned(
    battle: Battle, ships: tuple[BtqShip, BtqShip], men: tuple[int, int], column: int
) -> tuple[tuple[Ruling, ...], tuple[int, int], str]:
    """What is told of the two rolls, the losses of both as reckoned, and the winner; the first attacks."""
    bound, figures, dice = battle.bound, battle.lore.fighting, battle.dice
    one, other = ships
    factor, falls = bound[casualty_factor], bound[inflicted]
    mine = factor(figures, dice, one, _modifiers(battle, one, True, column))
    theirs = factor(figures, dice, other, _modifiers(battle, other, False, column))
    losses = (falls(men[1], theirs.outcome), falls(men[0], mine.outcome))
    winner = bound[round_winner](one.id, other.id, losses)
    if not battle.told:
        return (), losses, winner
    return (mine, theirs, _falls(losses[0]), _falls(losses[1])), losses, winner


@lru_cache(maxsize=1024)
def _falls(men: int) -> Ruling:
    return Ruling("BTQ-BOARD-05", men, also=("BTQ-DICE-02",))


def attack(battle: Battle, pair: Pair, ship: BtqShip, other: BtqShip) -> None:
    """A round for the next zone of `other` (BTQ-BOARD-02 to -08)."""
    bound, figures = battle.bound, battle.lore.fighting
    mine, theirs = pair.halves(ship.id)
    grouped = bound[in_groups]()
    men = (
        (mine.boarding, theirs.defenders)
        if grouped
        else (for_boarding(battle, ship), for_boarding(battle, other))
    )
    zone = mine.next_zone
    rulings, losses, winner = _reckoned(battle, (ship, other), men, _MELEE)
    most = (men[0] + mine.reserve, men[1] + theirs.reserve) if grouped and figures.spills else men
    lost = (min(losses[0], most[0]), min(losses[1], most[1]))
    changes: list[Change] = []
    rules = [*_ROUND, "BTQ-BOARD-12" if grouped else "BTQ-BOARD-07"]
    if mine is pair.defender:
        rules.append("BTQ-BOARD-09")
    damage.lose_men(battle, ship, lost[0], changes, rules)
    damage.lose_men(battle, other, lost[1], changes, rules)
    mark = TAKEN_ZONE if winner == ship.id else LOST if winner else CONTESTED
    if grouped:
        mine = mine.marked(zone, mark, _fewer(mine, boarders=lost[0]))
        theirs = theirs.regrouped(*_fewer(theirs, defenders=lost[1]))
    else:
        mine = mine.marked(zone, mark)
    _end_round(battle, pair, (mine, theirs), (BOARD, zone, winner, lost), rulings, changes, tuple(rules))
    if grouped:
        _officers(battle, ship, other)
    if mark == TAKEN_ZONE and bound[last_zone](figures, zone) and other.fighting:
        prizes.capture(battle, other, ship, "BTQ-BOARD-29")
    surrender.settle(battle, ship)
    surrender.settle(battle, other)
    if winner and ship.fighting and other.fighting:
        bound[after_round](battle, ship.id, other.id, other.id if winner == ship.id else ship.id)
    if grouped:
        _join(battle, ship, other)


def _end_round(
    battle: Battle,
    pair: Pair,
    halves: tuple[parties.Party, parties.Party],
    came_to: tuple[str, int, str, tuple[int, int]],
    rulings: tuple[Ruling, ...],
    changes: list[Change],
    rules: tuple[str, ...],
) -> None:
    """The pair as a round left it, and the event: `halves` are of her who attacked and of the other, and it
    `came_to` what kind of round it was, the zone, the winner and the losses of both."""
    ship, target = halves[0].ship, halves[1].ship
    kind, zone, winner, lost = came_to
    in_order = lost if pair.attacker.ship == ship else (lost[1], lost[0])
    now = pair.fought(*halves, Fought(battle.state.turn, ship, kind, zone, winner, in_order))
    changes.append(parties.replace(battle, pair, now))
    if battle.told:
        battle.emit(
            BoardingFought,
            ship=ship,
            target=target,
            action=kind,
            zone=battle.lore.fighting.zones[zone],
            winner=winner,
            losses=lost,
            rulings=rulings,
            changes=tuple(changes),
            rules=rules,
        )


def _fewer(party: parties.Party, boarders: int = 0, defenders: int = 0) -> tuple[int, int, int]:
    """Her groups without the men lost; what the group that fought cannot bear falls on the reserve."""
    boarding, holding, reserve = party.boarding - boarders, party.defenders - defenders, party.reserve
    if boarding < 0:
        boarding, reserve = 0, reserve + boarding
    if holding < 0:
        holding, reserve = 0, reserve + holding
    return boarding, holding, reserve


def _officers(battle: Battle, ship: BtqShip, other: BtqShip) -> None:
    """Each side may kill an officer of the other in a round (BTQ-BOARD-21)."""
    bound, figures, dice = battle.bound, battle.lore.fighting, battle.dice
    falls = bound[falls_in_melee]
    mine, theirs = falls(figures, dice, ship.id), falls(figures, dice, other.id)
    if mine is not None and mine.outcome:
        bound[officer_falls](battle, ship, mine)
    if theirs is not None and theirs.outcome:
        bound[officer_falls](battle, other, theirs)


def _join(battle: Battle, ship: BtqShip, other: BtqShip) -> None:
    """With boarders at the 2nd Half Deck the reserve joins the defenders (BTQ-BOARD-23)."""
    pair = parties.pair_between(battle, ship.id, other.id)
    if pair is None or not other.fighting:
        return
    boarders, party = pair.halves(ship.id)
    if party.reserve and battle.bound[reserves_join](battle.lore.fighting, boarders):
        now = party.regrouped(party.boarding, party.defenders + party.reserve, 0)
        changes = (parties.replace(battle, pair, pair.with_party(now)),)
        rules = ("BTQ-BOARD-23",)
        battle.emit(PartiesChanged, ship=other.id, what="merged", changes=changes, rules=rules)


def sally(battle: Battle, pair: Pair, ship: BtqShip, other: BtqShip) -> None:
    """The reserve of `ship` falls on the boarding party of `other` (BTQ-BOARD-22 to -27)."""
    bound, figures = battle.bound, battle.lore.fighting
    mine, theirs = pair.halves(ship.id)
    men = (mine.reserve, theirs.boarding)
    zone = theirs.next_zone
    rulings, losses, winner = _reckoned(battle, (ship, other), men, _COUNTER)
    lost = (min(losses[0], men[0]), min(losses[1], men[1]))
    rules = ["BTQ-BOARD-22", "BTQ-BOARD-24", "BTQ-BOARD-25"]
    changes: list[Change] = []
    damage.lose_men(battle, ship, lost[0], changes, rules)
    damage.lose_men(battle, other, lost[1], changes, rules)
    mine = mine.regrouped(mine.boarding, mine.defenders, mine.reserve - lost[0])
    theirs = theirs.regrouped(theirs.boarding - lost[1], theirs.defenders, theirs.reserve)
    if not winner and figures.tie != "none":
        winner = ship.id if figures.tie == "won" else other.id
    if winner == ship.id:
        theirs = bound[pushed_back](theirs)
        rules.append("BTQ-BOARD-26")
    elif winner:
        mine = bound[sally_lost](mine)
        rules.append("BTQ-BOARD-27")
    _end_round(battle, pair, (mine, theirs), (COUNTER, zone, winner, lost), rulings, changes, tuple(rules))
    surrender.settle(battle, ship)
    surrender.settle(battle, other)
