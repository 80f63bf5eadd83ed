"""Taking hold of a ship, cutting free of her, and going along with her (BTQ-GRAP, BTQ-MOVE-19)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from navalrules import (
    FIGHTING,
    SUNK,
    Change,
    Dice,
    Grappled,
    IllegalOrder,
    Modifier,
    Order,
    Phase,
    Request,
    Ruling,
    Sighting,
    ruling,
)
from navalrules.compass import POINT
from navalrules_btq import parties, surrender
from navalrules_btq.events import GrapplesCut
from navalrules_btq.orders import Close
from navalrules_btq.parties import Pair, Party
from navalrules_btq.phase import afloat, ship_of, ships
from navalrules_btq.scale import sight
from navalrules_btq.ship import BtqShip
from navalrules_btq.texts import refusal

if TYPE_CHECKING:
    from navalrules import Battle
    from navalrules_btq.fighting import Fighting

_HAIR: Final = 1e-6


# ---------------------------------------------------------------- rulings


@ruling("BTQ-GRAP-01")
def in_contact(figures: Fighting, distance: float) -> bool:
    """Whether two ships are near enough for grapnels: within 2 cm (BTQ-GAP-56)."""
    return distance <= figures.contact + _HAIR


@ruling("BTQ-GRAP-02")
def may_hold(ship: BtqShip, other: BtqShip) -> bool:
    """Allies grapple no ally who still fights; one that has struck they may."""
    return other.side != ship.side or not other.fighting


@ruling("BTQ-GRAP-03", "BTQ-GRAP-08")
def may_begin(battle: Battle, ship: BtqShip) -> bool:
    """Only a ship that is not yet grappled begins a grapple; her target may be held by others."""
    return not parties.grappled(battle, ship.id)


@ruling("BTQ-GRAP-04")
def same_way(figures: Fighting, sighting: Sighting) -> bool:
    """Whether both head the same way: courses at most two points apart (BTQ-GAP-56)."""
    apart = abs((sighting.bearing - sighting.aspect) % 360.0 - 180.0)
    return apart <= figures.same_way_arc * POINT + _HAIR


@ruling("BTQ-GRAP-05")
def size_penalty(figures: Fighting, ship: BtqShip, other: BtqShip) -> Modifier | None:
    """-15 for each rank beyond the first by which the target is larger."""
    larger = figures.rank[ship.klass] - figures.rank[other.klass] - figures.size_free
    if larger <= 0:
        return None
    return Modifier("size", figures.size_penalty * larger, "BTQ-GRAP-05")


@ruling("BTQ-GRAP-04", "BTQ-DICE-01")
def holds(figures: Fighting, dice: Dice, ship: str, along: bool, penalty: Modifier | None) -> Ruling:
    """Grapnels hold by themselves on a ship going the same way, else on a d100 of 50 or less."""
    base = figures.same_way if along else figures.otherwise
    modifiers = (penalty,) if penalty else ()
    total = int(penalty.amount) if penalty else 0
    need = base + total
    if need >= 100:
        return Ruling("BTQ-GRAP-04", True, None, need, modifiers, total)
    roll = dice.check(need, ship, "grapple")
    return Ruling("BTQ-GRAP-04", roll.value, roll, base, modifiers, total, ("BTQ-DICE-01",))


@ruling("BTQ-GRAP-06")
def cuts_free(figures: Fighting, dice: Dice, ship: str) -> Ruling:
    """A ship cuts free on a d100 of 30 or less."""
    roll = dice.check(figures.cut, ship, "cut free")
    return Ruling("BTQ-GRAP-06", roll.value, roll, figures.cut)


@ruling("BTQ-SP-06", "BTQ-GRAP-07")
def hold_costs(figures: Fighting, ship: BtqShip, changes: list[Change]) -> Ruling:
    """A new grapple costs each of the two 2 surrender points (BTQ-GAP-55)."""
    surrender.cost(ship, figures.cost, changes)
    return Ruling("BTQ-SP-06", figures.cost, also=("BTQ-GRAP-07",))


@ruling("BTQ-MOVE-19", "BTQ-COLL-06")
def speed_together(figures: Fighting, speeds: list[int]) -> int:
    """Ships fast to each other go at half of the mean of their speeds, rounded to the nearest."""
    if not figures.moves:
        return 0
    share = figures.pair_speed
    dividend, divisor = sum(speeds) * share.numerator, len(speeds) * share.denominator
    return (2 * dividend + divisor) // (2 * divisor)


POINTS = (
    in_contact,
    may_hold,
    may_begin,
    same_way,
    size_penalty,
    holds,
    cuts_free,
    hold_costs,
    speed_together,
)


# ---------------------------------------------------------------- what may be ordered


def targets(battle: Battle, ship: BtqShip) -> tuple[str, ...]:
    """Ids of the ships that she, who fights and has a crew, may throw grapnels at now, in order."""
    bound = battle.bound
    if not bound[may_begin](battle, ship):
        return ()
    figures = battle.lore.fighting
    found = [
        other.id
        for other in afloat(battle)
        if other is not ship
        and near(battle, ship, other)
        and bound[may_hold](ship, other)
        and parties.pair_between(battle, ship.id, other.id) is None
        and bound[in_contact](figures, view(battle, ship, other).range)
    ]
    return tuple(found)


def view(battle: Battle, ship: BtqShip, other: BtqShip) -> Sighting:
    """Range and courses of the two, from the first by id, so that a tape is laid only once."""
    return sight(battle, ship, other) if ship.id < other.id else sight(battle, other, ship)


def near(battle: Battle, ship: BtqShip, other: BtqShip) -> bool:
    """Whether two ships may be in contact at all, seen from afar; at a table with a tape who knows."""
    one, two = ship.pose, other.pose
    if one is None or two is None:
        return True
    figures: Fighting = battle.lore.fighting
    east, north, most = one.x - two.x, one.y - two.y, figures.contact + 1.0
    if east * east + north * north <= most * most:
        return True
    # Farther off than the rulebook lets grapnels fly, only somebody else's rule can have them in reach.
    reaches = battle.bound[in_contact]
    return reaches is not in_contact and reaches(figures, view(battle, ship, other).range)


def fast_to(battle: Battle, ship: BtqShip) -> tuple[str, ...]:
    """Ids of the ships afloat that she is grappled to or foul of, by the age of the pair."""
    every, name, found = battle.state.ships, ship.id, []
    for pair in battle.state.table.pairs:
        other = pair.attacker.ship
        if name == other:
            other = pair.defender.ship
        elif name != pair.defender.ship:
            continue
        if every[other].status != SUNK:
            found.append(other)
    return tuple(found)


class CloseRequest(Request):
    """Grapnels thrown, an attempt to cut free, or neither."""

    __slots__ = ("battle", "held", "open")

    def __init__(self, battle: Battle, ship: BtqShip, found: tuple[str, ...], held: tuple[str, ...]) -> None:
        super().__init__(Close.kind, ship.side, ship.id, "", "BTQ-GRAP-01")
        self.battle = battle
        self.open = found
        self.held = held

    @property
    def default(self) -> Close:
        return Close(ship=self.ship)

    def options(self) -> list[Order]:
        """Nothing, then grapnels at each ship in reach, then cutting free of each that holds her."""
        return [
            self.default,
            *(Close(ship=self.ship, grapple=other) for other in self.open),
            *(Close(ship=self.ship, cut=other) for other in self.held),
        ]

    def describe(self) -> dict[str, Any]:
        """Her options; of the ships in reach, whether each is grappled already (BTQ-GRAP-03)."""
        found = super().describe()
        found["in_reach"] = {name: parties.grappled(self.battle, name) for name in self.open}
        return found

    def draw(self, dice: Dice) -> Order:
        options = self.options()
        index: int = dice.pick(len(options), self.ship, self.kind).value
        return options[index]

    def refusal(self, order: Order) -> IllegalOrder | None:
        if not isinstance(order, Close):
            return refusal("not_close", "BTQ-GRAP-01", kind=order.kind)
        if order.grapple and order.cut:
            return refusal("grapple_and_cut", "BTQ-GRAP-03")
        if order.cut and order.cut not in self.held:
            return refusal("cut", "BTQ-GRAP-06", name=order.cut, able=", ".join(self.held) or "-")
        if order.grapple and order.grapple not in self.open:
            return self._why_not(order.grapple)
        return None

    def _why_not(self, name: str) -> IllegalOrder:
        battle, able = self.battle, ", ".join(self.open) or "-"
        ship, other = ship_of(battle, self.ship), battle.state.ships.get(name)
        if not isinstance(other, BtqShip) or other is ship or not parties.afloat(other):
            return refusal("grapple_nobody", "BTQ-GRAP-01", name=name, able=able)
        if not battle.bound[may_begin](battle, ship):
            return refusal("grappled_already", "BTQ-GRAP-03")
        if not battle.bound[may_hold](ship, other):
            return refusal("grapple_ally", "BTQ-GRAP-02", name=name)
        return refusal("grapple_far", "BTQ-GRAP-01", name=name, able=able)


# ---------------------------------------------------------------- carried out


class ClosePhase(Phase):
    """Grapnels and axes, by ship id: first all who cut, then all who throw (BTQ-GRAP, BTQ-GAP-57)."""

    name = "close"

    def due(self, battle: Battle) -> bool:
        if battle.state.table.pairs:
            return True
        for ship, other in combinations(afloat(battle), 2):
            if FIGHTING in (ship.status, other.status) and near(battle, ship, other):
                return True
        return False

    def requests(self, battle: Battle) -> list[Request]:
        found: list[Request] = []
        for ship in ships(battle):
            if not ship.crew or ship.status != FIGHTING:
                continue
            able, held = targets(battle, ship), fast_to(battle, ship)
            if able or held:
                found.append(CloseRequest(battle, ship, able, held))
        return found

    def run(self, battle: Battle) -> None:
        parties.drop_gone(battle)
        axes: list[tuple[BtqShip, str]] = []
        grapnels: list[tuple[BtqShip, str]] = []
        for ship in ships(battle):
            order: Any = battle.answer(Close.kind, ship.id)
            if order is None or ship.status != FIGHTING:
                continue
            if order.cut:
                axes.append((ship, order.cut))
            elif order.grapple:
                grapnels.append((ship, order.grapple))
        for ship, name in axes:
            cut(battle, ship, name)
        for ship, name in grapnels:
            throw(battle, ship, ship_of(battle, name))
        parties.rescale_all(battle)


def cut(battle: Battle, ship: BtqShip, name: str) -> None:
    """She tries to part a pair; the boarding in it is over if she does (BTQ-GRAP-06)."""
    pair = parties.pair_between(battle, ship.id, name)
    if pair is None:
        return
    ruled = battle.bound[cuts_free](battle.lore.fighting, battle.dice, ship.id)
    changes = (parties.replace(battle, pair, None),) if ruled.outcome else ()
    battle.emit(
        GrapplesCut, ship=ship.id, target=name, parted=bool(ruled.outcome), rulings=(ruled,), changes=changes
    )


def throw(battle: Battle, ship: BtqShip, other: BtqShip) -> None:
    """She throws grapnels; if they hold the two are a pair, of which she is the attacker (BTQ-GRAP-08)."""
    bound, figures = battle.bound, battle.lore.fighting
    if not bound[may_begin](battle, ship) or parties.pair_between(battle, ship.id, other.id) is not None:
        return
    surrender.engaged(battle, other, surrender.GRAPPLE)
    along = bound[same_way](figures, view(battle, ship, other))
    ruled = bound[holds](figures, battle.dice, ship.id, along, bound[size_penalty](figures, ship, other))
    rulings = [ruled]
    changes: list[Change] = []
    if ruled.outcome:
        make_pair(battle, ship, other, rulings, changes)
    battle.emit(
        Grappled,
        ship=ship.id,
        target=other.id,
        held=bool(ruled.outcome),
        rulings=tuple(rulings),
        changes=tuple(changes),
        rules=("BTQ-GRAP-01", "BTQ-GRAP-02", "BTQ-GRAP-03", "BTQ-GRAP-08"),
    )
    for each in (ship, other):
        surrender.settle(battle, each)


def make_pair(
    battle: Battle,
    ship: BtqShip,
    other: BtqShip,
    rulings: list[Ruling],
    changes: list[Change],
    *,
    fouled: bool = False,
) -> None:
    """The two are fast to each other: what it costs them, and how their crews are told off."""
    figures: Fighting = battle.lore.fighting
    shares = (
        (figures.foul_attacker, figures.foul_defender) if fouled else (figures.attacker, figures.defender)
    )
    if not fouled:
        cost = battle.bound[hold_costs]
        rulings.append(cost(figures, other, changes))
        if figures.cost_both:
            cost(figures, ship, changes)
    if not (ship.fighting and other.fighting):
        changes.append(parties.add(battle, Pair(Party(ship.id), Party(other.id), battle.state.turn, fouled)))
        return
    # A prize crew that grapples takes the defender's part and must tell boarders off by hand (BTQ-BOARD-28).
    first = parties.told_off(battle, ship, shares[1] if ship.prize else shares[0], changes)
    second = parties.told_off(battle, other, shares[1], changes)
    changes.append(parties.add(battle, Pair(first, second, battle.state.turn, fouled)))
    if first.men or second.men:
        also = ("BTQ-BOARD-12", "BTQ-BOARD-14") + (("BTQ-BOARD-28",) if ship.prize else ())
        rulings += [Ruling("BTQ-BOARD-13", each.groups, also=also) for each in (first, second)]


# ---------------------------------------------------------------- going along


def clusters(battle: Battle) -> list[list[str]]:
    """Ships fast to each other, directly or through others, each by id."""
    found: list[list[str]] = []
    if len(battle.state.table.pairs) == 1:
        return [sorted(battle.state.table.pairs[0].names)]
    for pair in battle.state.table.pairs:
        joined = [cluster for cluster in found if pair.names[0] in cluster or pair.names[1] in cluster]
        found = [cluster for cluster in found if cluster not in joined]
        found.append(sorted({*pair.names, *[name for cluster in joined for name in cluster]}))
    return sorted(found)
