"""Who is grappled to whom, and how each crew is told off for it (BTQ-BOARD-12 to -15).

Pairs stand on the battle's table, for several ships may hold one; every ship has one pool of men over all of
her pairs.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import FIGHTING, SUNK, Change, Modifier, Ruling, alter, ruling
from navalrules_btq.crew import for_boarding
from navalrules_btq.events import PartiesChanged
from navalrules_btq.phase import ships

if TYPE_CHECKING:
    from navalrules import Battle
    from navalrules_btq.fighting import Fighting
    from navalrules_btq.ship import BtqShip

OPEN: Final = ""
TAKEN_ZONE: Final = "taken"
LOST: Final = "lost"
CONTESTED: Final = "contested"
FRESH: Final = (OPEN, OPEN, OPEN, OPEN)
Zones = tuple[str, str, str, str]


@attrs.frozen(slots=False)
class Party:
    """One ship's half of a pair: her boarding party, defenders and reserve in men (all 0 where whole crews
    fight), the marks of her own attack on the other ship's zones, and whether she may still counter-board."""

    ship: str
    boarding: int = 0
    defenders: int = 0
    reserve: int = 0
    zones: Zones = FRESH
    sallies: bool = True

    @property
    def men(self) -> int:
        """All her men told off in this pair."""
        return self.boarding + self.defenders + self.reserve

    @property
    def groups(self) -> tuple[int, int, int]:
        """Boarding party, defenders, reserve."""
        return (self.boarding, self.defenders, self.reserve)

    @property
    def next_zone(self) -> int:
        """The zone that she fights for next: the first she has not taken; 4 when she has them all."""
        for place, mark in enumerate(self.zones):
            if mark != TAKEN_ZONE:
                return place
        return len(self.zones)

    def marked(self, place: int, mark: str, groups: tuple[int, int, int] | None = None) -> Party:
        """The same with the mark of one zone changed, and other numbers of men where `groups` has them."""
        found = list(self.zones)
        found[place] = mark
        first, second, third, fourth = found
        boarding, defenders, reserve = self.groups if groups is None else groups
        zones = (first, second, third, fourth)
        return Party(self.ship, boarding, defenders, reserve, zones, self.sallies)

    def regrouped(self, boarding: int, defenders: int, reserve: int) -> Party:
        """The same with other numbers of men."""
        return Party(self.ship, boarding, defenders, reserve, self.zones, self.sallies)


@attrs.frozen(slots=False)
class Fought:
    """How the last round of a pair went: by whom, of what kind (board, counter), where, who won ("" for
    neither), and the losses of the attacker and the defender of the pair (BTQ-BOARD-31)."""

    turn: int
    by: str
    kind: str
    zone: int
    winner: str
    losses: tuple[int, int]


@attrs.frozen(slots=False)
class Pair:
    """Two ships fast to each other.

    `attacker` began it (BTQ-GRAP-08), in the turn `since`; `fouled` after a collision; `friendly` where two
    of one side are foul of each other and nobody boards (BTQ-GAP-74).
    """

    attacker: Party
    defender: Party
    since: int = 0
    fouled: bool = False
    friendly: bool = False
    last: Fought | None = None

    def turns(self, turn: int) -> int:
        """How many turns it has held: the turn ends since it was made (BTQ-TURN-04)."""
        return turn - self.since

    @property
    def names(self) -> tuple[str, str]:
        """The two ships' ids, the attacker's first."""
        return (self.attacker.ship, self.defender.ship)

    def other(self, ship: str) -> str:
        """The id of the other ship of the two."""
        return self.defender.ship if ship == self.attacker.ship else self.attacker.ship

    def party(self, ship: str) -> Party:
        """That ship's half."""
        return self.attacker if ship == self.attacker.ship else self.defender

    def halves(self, ship: str) -> tuple[Party, Party]:
        """That ship's half, then the other's."""
        if ship == self.attacker.ship:
            return self.attacker, self.defender
        return self.defender, self.attacker

    def with_party(self, party: Party) -> Pair:
        """The same with one half changed."""
        if party.ship == self.attacker.ship:
            return Pair(party, self.defender, self.since, self.fouled, self.friendly, self.last)
        return Pair(self.attacker, party, self.since, self.fouled, self.friendly, self.last)

    def fought(self, one: Party, other: Party, last: Fought) -> Pair:
        """The same after a round that left the two halves, in whatever order, as they are given."""
        first, second = (one, other) if one.ship == self.attacker.ship else (other, one)
        return Pair(first, second, self.since, self.fouled, self.friendly, last)


VALUES: Final = (Party, Fought, Pair)


# ---------------------------------------------------------------- looking


def pairs_of(battle: Battle, ship: str) -> list[Pair]:
    """Her pairs, in the order in which they were made; friends foul of each other too."""
    pairs: tuple[Pair, ...] = battle.state.table.pairs
    return [pair for pair in pairs if ship == pair.attacker.ship or ship == pair.defender.ship]


def engagements(battle: Battle, ship: str) -> list[Pair]:
    """Her pairs but for friends foul of her."""
    pairs: tuple[Pair, ...] = battle.state.table.pairs
    return [
        pair
        for pair in pairs
        if not pair.friendly and (ship == pair.attacker.ship or ship == pair.defender.ship)
    ]


def pair_between(battle: Battle, one: str, other: str) -> Pair | None:
    """The pair that these two make, or None."""
    pairs: tuple[Pair, ...] = battle.state.table.pairs
    for pair in pairs:
        first, second = pair.attacker.ship, pair.defender.ship
        if (first == one and second == other) or (first == other and second == one):
            return pair
    return None


def held(battle: Battle, ship: str) -> bool:
    """Whether she is fast to another ship and moves only with her (BTQ-MOVE-19, BTQ-COLL-06)."""
    for pair in battle.state.table.pairs:  # noqa: SIM110 (asked of every ship: a generator costs thrice)
        if ship == pair.attacker.ship or ship == pair.defender.ship:
            return True
    return False


def grappled(battle: Battle, ship: str) -> bool:
    """Whether she is grappled (friends foul of her do not count)."""
    for pair in battle.state.table.pairs:
        if not pair.friendly and (ship == pair.attacker.ship or ship == pair.defender.ship):
            return True
    return False


# ---------------------------------------------------------------- changing


def replace(battle: Battle, old: Pair, new: Pair | None) -> Change:
    """Put `new` in the place of `old`, or take it away."""
    table: Any = battle.state.table
    before: tuple[Pair, ...] = table.pairs
    if new is None:
        now = tuple([pair for pair in before if pair is not old])
    else:
        now = tuple([new if pair is old else pair for pair in before])
    table.pairs = now
    return Change("", "pairs", before, now)


def add(battle: Battle, pair: Pair) -> Change:
    """A new pair, after all others."""
    table: Any = battle.state.table
    return alter(table, "pairs", (*table.pairs, pair))


# ---------------------------------------------------------------- rulings


@ruling("BTQ-BOARD-07")
def in_groups() -> bool:
    """Whether crews are told off in groups: in the base rules the whole living crew fights."""
    return False


@ruling("BTQ-BOARD-14")
def free_men(figures: Fighting, able: int, others: list[Party]) -> int:
    """Men free for another pair: those in no boarding party or line of defenders elsewhere (BTQ-GAP-65)."""
    reserve = 0 if figures.reserve_is_free else 1
    used = sum([party.boarding + party.defenders + reserve * party.reserve for party in others])
    return max(able - used, 0)


@ruling("BTQ-BOARD-13", "BTQ-BOARD-12")
def split(shares: tuple[int, int, int], men: int) -> tuple[int, int, int]:
    """Boarding party and defenders are their per cent of the free men, rounded down; the rest are reserve."""
    boarding, defenders = men * shares[0] // 100, men * shares[1] // 100
    return boarding, defenders, men - boarding - defenders


@ruling("BTQ-BOARD-15", "BTQ-DICE-03")
def scaled(groups: tuple[int, int, int], able: int, used: int) -> tuple[int, int, int]:
    """Each group times the men there are over the men told off, rounded down (BTQ-GAP-65)."""
    return groups[0] * able // used, groups[1] * able // used, groups[2] * able // used


POINTS = (in_groups, free_men, split, scaled)


# ---------------------------------------------------------------- telling men off


def told_off(battle: Battle, ship: BtqShip, shares: tuple[int, int, int], changes: list[Change]) -> Party:
    """Her half of a new pair: the default share of her free men; an old reserve moves to the new pair."""
    if not battle.bound[in_groups]():
        return Party(ship.id)
    figures: Fighting = battle.lore.fighting
    others = engagements(battle, ship.id)
    able = for_boarding(battle, ship)
    free = battle.bound[free_men](figures, able, [pair.party(ship.id) for pair in others])
    if figures.reserve_is_free:
        for pair in others:
            party = pair.party(ship.id)
            if party.reserve:
                changes.append(replace(battle, pair, pair.with_party(attrs.evolve(party, reserve=0))))
    return Party(ship.id, *battle.bound[split](shares, free))


def rescale(battle: Battle, ship: BtqShip) -> None:
    """Shrink her groups in all pairs where casualties brought her men under them (BTQ-BOARD-15)."""
    name, used = ship.id, 0
    for pair in battle.state.table.pairs:
        if not pair.friendly and (name == pair.attacker.ship or name == pair.defender.ship):
            used += pair.party(name).men
    if used and used > (able := for_boarding(battle, ship)):
        _shrink(battle, ship, used, able)


def rescale_all(battle: Battle) -> None:
    """The same for every ship that is grappled."""
    told: dict[str, int] = {}
    for pair in battle.state.table.pairs:
        if not pair.friendly:
            one, two = pair.attacker, pair.defender
            told[one.ship] = told.get(one.ship, 0) + one.boarding + one.defenders + one.reserve
            told[two.ship] = told.get(two.ship, 0) + two.boarding + two.defenders + two.reserve
    if told:
        for ship in ships(battle):
            # Where whole crews fight nobody is told off.
            used = told.get(ship.id)
            if used and used > (able := for_boarding(battle, ship)):
                _shrink(battle, ship, used, able)


def _shrink(battle: Battle, ship: BtqShip, used: int, able: int) -> None:
    """Her groups, of `used` men in all, shrink to the men there are."""
    name, scale, changes = ship.id, battle.bound[scaled], []
    for pair in battle.state.table.pairs:
        if not pair.friendly and (name == pair.attacker.ship or name == pair.defender.ship):
            party = pair.party(name)
            groups = scale((party.boarding, party.defenders, party.reserve), able, used)
            changes.append(replace(battle, pair, pair.with_party(party.regrouped(*groups))))
    if battle.told:
        lacking = able - used
        ruled = Ruling("BTQ-BOARD-15", able, None, used, (_men_short(lacking),), lacking, ("BTQ-BOARD-14",))
        battle.emit(PartiesChanged, ship=name, what="rescaled", rulings=(ruled,), changes=tuple(changes))


@lru_cache(maxsize=1024)
def _men_short(men: int) -> Modifier:
    return Modifier("men_short", men, "BTQ-BOARD-15")


def release(battle: Battle, ship: str, changes: list[Change]) -> None:
    """Nobody fights in her pairs any more: the men of both are free again and all marks are gone."""
    for pair in engagements(battle, ship):
        fresh = attrs.evolve(
            pair, attacker=Party(pair.attacker.ship), defender=Party(pair.defender.ship), last=None
        )
        if fresh != pair:
            changes.append(replace(battle, pair, fresh))


def drop_gone(battle: Battle) -> None:
    """Pairs with a ship that has gone down are no more; in those with one out of action nobody fights."""
    ships: Any = battle.state.ships
    for pair in battle.state.table.pairs:
        one, other = ships[pair.attacker.ship], ships[pair.defender.ship]
        if one.status == FIGHTING and other.status == FIGHTING:
            continue
        changes: list[Change] = []
        if not (afloat(one) and afloat(other)):
            changes.append(replace(battle, pair, None))
            what = "parted"
        elif not (one.fighting and other.fighting):
            release_pair(battle, pair, changes)
            what = "quiet"
        if changes:
            battle.emit(PartiesChanged, ship=one.id, what=what, changes=tuple(changes), rules=("BTQ-SP-08",))


def release_pair(battle: Battle, pair: Pair, changes: list[Change]) -> None:
    """The men of one pair are free again."""
    fresh = attrs.evolve(
        pair, attacker=Party(pair.attacker.ship), defender=Party(pair.defender.ship), last=None
    )
    if fresh != pair:
        changes.append(replace(battle, pair, fresh))


def afloat(ship: BtqShip) -> bool:
    """Whether her hull is still there to be fast to."""
    return ship.status != SUNK


def end_turn(battle: Battle) -> None:
    """The end of a turn: pairs of ships that went down are no more, and groups fit the men left."""
    if battle.state.table.pairs:
        drop_gone(battle)
        rescale_all(battle)
