"""Who fires at whom in a fifth, with how many dice, and what they score (MUM-FIRE)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import mul
from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import Change, Dice, Modifier, Roll, Ruling, Tables, alter, ruling
from navalrules_mumford import loading
from navalrules_mumford.events import Discharge
from navalrules_mumford.lookout import Fighter, Pair
from navalrules_mumford.lore import Lore
from navalrules_mumford.orders import DISMANTLING, GRAPE, SOLID, ShipOrders
from navalrules_mumford.phase import ship_of, wind_strength
from navalrules_mumford.ship import (
    BATTERY,
    BOW,
    BROADSIDE,
    FRONT,
    PORT,
    STARBOARD,
    STERN,
    Mount,
    MumfordShip,
    Record,
)
from navalrules_mumford.sighting import (
    MICRO,
    View,
    aspect,
    half_raking,
    laid,
    lee_shut,
    raking,
)

if TYPE_CHECKING:
    from navalrules import Battle
    from navalrules_mumford.field import Field

_HANDED: Final = (PORT, STARBOARD)


@attrs.define
class Shot:
    """A discharge reckoned on the state before its fifth: who, whom, hits, pairs and how the target lay."""

    ship: MumfordShip
    target: MumfordShip
    mount: Mount
    view: View
    shot: str
    hits: int
    boats: int
    fires: int
    rake: str
    hot: bool


@attrs.frozen
class Bearing:
    """Which guns make dice: their ship's card, whether all of a `whole` side, guns or carronades."""

    card: str
    whole: bool
    guns: bool


_bearing = lru_cache(maxsize=1024)(Bearing)
"""So few that all battles share them."""


# ---------------------------------------------------------------- rulings


@ruling("MUM-FIRE-09", "MUM-FIRE-10")
def half_dice(lore: Lore, lbs: float, bands: str, bearing: Bearing) -> int:
    """Half dice for a weight of shot: one die for each 72 lbs, what is left over by the sheet's bands."""
    if bands == "whole_36":
        return int(lbs / lore.half_lbs + 1e-9)
    return int((lbs + lore.half_from) / lore.half_lbs + 1e-9)


@ruling("MUM-FIRE-12")
def range_modifier(lore: Lore, inches: float, table: str) -> Modifier:
    """What each die loses to range."""
    return lore.range_mods[table][lore.band(inches)]


@ruling("MUM-FIRE-14", "MUM-FIRE-22", "MUM-FIRE-13", "MUM-SHORE-04", "MUM-HOT-03")
def die_modifiers(
    lore: Lore, ship: MumfordShip, target: MumfordShip, hot: bool, bonus: str
) -> tuple[Modifier, ...]:
    """What else changes each die: a shore battery, a ship at anchor, a dismasted one adrift (MUM-GAP-29)."""
    if ship.ashore:
        return (lore.each["red_hot" if hot else "battery"],)
    anchored = ship.anchored if bonus == "firer" else target.anchored and not target.ashore
    found = (lore.each["anchored"],) if anchored else ()
    if ship.dismasted and not ship.anchored:
        found = (*found, lore.each["drifting"])
    return found


@ruling("MUM-FIRE-15")
def first_broadside(lore: Lore, mount: Mount) -> tuple[Modifier, ...]:
    """The first discharge of each side of a ship in the action, loaded with care (MUM-GAP-30)."""
    return (lore.multiplier["first"],) if not mount.fired and mount.hand in _HANDED else ()


@ruling("MUM-FIRE-08")
def carronades_reach(lore: Lore, inches: float) -> bool:
    """Carronades reach 10 inches."""
    return inches <= lore.carronade_reach


@ruling("MUM-FIRE-11")
def half_die_loss(lore: Lore, reading: str) -> Modifier:
    """What a half die takes off its score."""
    return lore.half[reading]


@ruling("MUM-FIRE-21")
def wreck_share(lore: Lore, ship: MumfordShip, hand: str) -> float:
    """The share of a side's shot that a mast over its ports leaves: a third off, for two masts as for one."""
    if ship.wrecks and any(side == hand for side, _ in ship.wrecks):
        return 1 - 1 / lore.wreck_of
    return 1.0


@ruling("MUM-FIRE-25")
def order_share(share: float, ship: MumfordShip, fifth: int) -> float:
    """A disordered crew fires half its shot, a disorganised one none."""
    if ship.disorganised >= fifth:
        return 0.0
    return share if ship.disordered >= fifth else 1.0


@ruling("MUM-FIRE-24")
def spared(ship: MumfordShip, target: MumfordShip) -> bool:
    """By custom a ship of the line leaves frigates and smaller alone until they have fired on her."""
    return (
        ship.record.line
        and not target.record.line
        and not target.ashore
        and target.id not in ship.fired_at_by
    )


@ruling("MUM-FIRE-12")
def score(
    lore: Lore,
    dice: Dice,
    ship: str,
    purpose: str,
    whole: int,
    halves: int,
    modifiers: tuple[Modifier, ...],
    half: Modifier,
) -> tuple[int, int, int, int, Ruling]:
    """Throw a discharge: hits, natural fives, sixes, fives and sixes that hit, and the working."""
    amount = 0.0
    for modifier in modifiers:
        amount += modifier.amount
    total = int(amount)
    hits = fives = sixes = 0
    faces: tuple[int, ...] = ()
    if whole:
        pool = lore.pool(total, 0)
        roll = dice.pool(whole, pool.table, ship, purpose)
        faces, counts = roll.faces, roll.value
        hits = sum(map(mul, counts, pool.hits))
        if pool.five >= 0:
            fives = counts[pool.five]
        if pool.six >= 0:
            sixes = counts[pool.six]
    also: tuple[str, ...] = ()
    if halves:
        pool = lore.pool(total, int(half.amount))
        purpose += ", half"
        for _ in range(halves):
            roll = dice.lookup(pool.table, ship, purpose)
            faces = (*faces, *roll.faces)
            hits += roll.value[0]
        also = ("MUM-FIRE-11",)
    shown = Roll(6, faces, hits, dice.source)
    return hits, fives, sixes, fives + sixes, Ruling("MUM-FIRE-12", hits, shown, None, modifiers, total, also)


@ruling("MUM-FIRE-16")
def multiplied(hits: int, multipliers: Sequence[Modifier]) -> int:
    """The hits of a broadside times all that apply, once, halves up (MUM-GAP-32)."""
    share = 1.0
    for each in multipliers:
        share *= each.amount
    return int(hits * share + 0.5 + 1e-9)


@ruling("MUM-HOT-04")
def set_alight(tables: Tables, reading: str, dice: int) -> int:
    """The fires that red-hot shot starts, of so many dice that show fives and sixes and hit."""
    return dice // tables["red_hot"].whole(reading)


@ruling("MUM-BOARD-09")
def busy_decks(ship: MumfordShip) -> tuple[int, ...]:
    """Indices of the lines that cannot fire, their decks in a melee: the top ones, and those yielded."""
    if ship.melee is None:
        return ()
    return tuple([index for deck in decks(ship.record)[: ship.melee.yielded + 1] for index in deck])


POINTS = (
    set_alight,
    busy_decks,
    half_dice,
    range_modifier,
    die_modifiers,
    first_broadside,
    carronades_reach,
    half_die_loss,
    wreck_share,
    order_share,
    spared,
    score,
    multiplied,
)


# ---------------------------------------------------------------- firing


class Firing:
    """All fire of one fifth, reckoned on the state before it (MUM-SEQ-04, MUM-FIRE-01)."""

    def __init__(
        self,
        battle: Battle,
        field: Field,
        fifth: int,
        fighters: Sequence[Fighter],
        chances: Iterable[Pair],
    ) -> None:
        """`chances` are all whose loaded guns may bear, each with every enemy on whom they may: a tape finds
        those out by itself."""
        self.battle, self.field, self.fifth = battle, field, fifth
        self.fighters, self.chances = fighters, chances
        self.lore: Lore = battle.lore
        self.shots: list[Shot] = []
        self._borne: dict[str, list[View]] | None = None

    def run(self) -> list[Shot]:
        """Every loaded battery that bears fires; the shots in the order of the firers' ids."""
        fifth = self.fifth
        for ship, _, guns, first in self.fighters:
            if first <= fifth:
                self._ship(ship, guns)
        return self.shots

    def bearing(self) -> dict[str, list[View]]:
        """What every ship makes of the enemies in reach on whom loaded guns of hers bear (a line of fire is
        not looked at); empty where only a tape can tell."""
        found = self._borne
        if found is None:
            found = self._borne = {}
            for (ship, _, guns, _), (other, _, _, _) in self.chances:
                view = self.field.view(ship, other)
                view.laid = laid(self.battle, guns, view, self.fifth)
                if view.laid:
                    found.setdefault(ship.id, []).append(view)
        return found

    def _ship(self, ship: MumfordShip, guns: list[Mount]) -> None:
        order, field = ship.orders, self.field
        if order is not None and order.target.endswith("/boats"):
            self._at_boats(ship, guns, order)
            return
        bearing = self._measured(ship, guns) if field.tape else self.bearing().get(ship.id)
        if not bearing:
            return
        spare = self.battle.bound[spared]
        bearing = [view for view in bearing if not spare(ship, view.theirs.ship)]
        named = order.target if order is not None else ""
        if len(bearing) > 1:
            bearing.sort(key=_nearness)
            if named:
                bearing.sort(key=lambda view: view.theirs.ship.id != named)
        fired = []
        aimed: set[str] = set()
        for view in bearing:
            for mount in view.laid:
                if mount.hand not in aimed and self.can_hit(mount, view):
                    aimed.add(mount.hand)
                    fired.append((view.theirs.ship.id, mount.hand in _HANDED, mount, view))
        if not fired:
            return
        first = bearing[0]
        if len(self.battle.state.ships) > 2:
            views = [field.view(ship, other) for other in field.foes(ship) if not spare(ship, other)]
            first = _foremost(views, named)
        engaged = self.engaged_side(order, first)
        if len(fired) > 1:
            fired.sort(key=lambda each: each[:2])
        for _, _, mount, view in fired:
            self._discharge(ship, mount, view, order, engaged)

    def _measured(self, ship: MumfordShip, guns: list[Mount]) -> list[View]:
        """What she makes of those enemies on whom her guns bear, by the tape: it asks of no others than those
        at whom she may fire."""
        battle, field = self.battle, self.field
        spare, found = battle.bound[spared], []
        for other in field.foes(ship):
            if not spare(ship, other):
                found.append(field.view(ship, other))
        for view in found:
            view.laid = laid(battle, guns, view, self.fifth)
        return [view for view in found if view.laid]

    def engaged_side(self, order: ShipOrders | None, view: View) -> str:
        """The side manned first: the ordered one, else the enemy's; "" where he lies on her keel line."""
        if order is not None and order.battery:
            return order.battery
        return "" if not view.right else STARBOARD if view.right > 0 else PORT

    def can_hit(self, mount: Mount, view: View) -> bool:
        """Whether a target on which guns bear is in reach with nothing in the way."""
        return view.range <= self.lore.gun_reach and not self.field.blocked(mount.hand, view)

    def _discharge(
        self, ship: MumfordShip, mount: Mount, view: View, order: ShipOrders | None, engaged: str
    ) -> None:
        battle, lore, bound = self.battle, self.lore, self.battle.bound
        inches, hand = view.range, mount.hand
        rules = [*_PROCEDURE[hand]]
        guns, carronades = self.weights(ship, mount, inches, rules)
        if not guns and not carronades:
            return
        shot = order.shot if order is not None else SOLID
        if shot == GRAPE and inches > lore.grape_reach:
            return
        whole, halves = self.dice_for(ship, mount, guns, carronades)
        if not whole and not halves:
            return
        rate = loading.reload(battle, ship, mount, engaged)
        if rate is None:
            return
        record, target = ship.record, view.theirs.ship
        if shot == DISMANTLING and target.ashore:
            shot = SOLID
        hot = record.furnace and ship.hot_from > 0 and battle.state.turn >= ship.hot_from
        switches: Mapping[str, Any] = battle.switches
        ranged = bound[range_modifier](lore, inches, switches["range_list"])
        modifiers = bound[die_modifiers](lore, ship, target, hot, switches["anchored_bonus"])
        if ranged.amount:
            modifiers = (ranged, *modifiers)
        half = bound[half_die_loss](lore, switches["half_die"])
        purpose = "fire at " + target.id if hand in _HANDED else f"{hand} at {target.id}"
        hits, fives, sixes, hot_dice, ruled = bound[score](
            lore, battle.dice, ship.id, purpose, whole, halves, modifiers, half
        )
        rake, multipliers = self._rake(mount, view)
        multipliers += bound[first_broadside](lore, mount)
        rulings: tuple[Ruling, ...] = (ruled, rate[1])
        told = battle.told
        if multipliers:
            before, hits = hits, bound[multiplied](hits, multipliers)
            if told:
                rule = multipliers[0].rule
                rulings = (*rulings, Ruling(rule, hits, None, before, multipliers, also=("MUM-FIRE-16",)))
        if rake:
            rules.append("MUM-FIRE-19" if rake == "half" else "MUM-FIRE-17")
        if carronades:
            rules.append("MUM-FIRE-08")
        if halves:
            rules.append("MUM-FIRE-10")
        fires = sixes // lore.pairs["fire"]
        if hot:
            fires = bound[set_alight](battle.tables, switches["hot_shot"], hot_dice)
            rules += ["MUM-HOT-03", "MUM-HOT-04"] if fires else ["MUM-HOT-03"]
        elif record.kind == BATTERY:
            rules += ["MUM-FIRE-13", "MUM-SHORE-04"]
            if record.furnace:
                rules.append("MUM-HOT-02")
        if shot == SOLID and not (order is not None and order.target):
            rules.append("MUM-FIRE-06")
        self.shots.append(
            Shot(ship, target, mount, view, shot, hits, fives // lore.pairs["boat"], fires, rake, hot)
        )
        changes: tuple[Change, ...] = (alter(ship, "mounts", ship.reloading(mount, self.fifth + rate[0])),)
        if target.record.line and not record.line and not ship.ashore and ship.id not in target.fired_at_by:
            by = tuple(sorted((*target.fired_at_by, ship.id)))
            changes = (*changes, alter(target, "fired_at_by", by))
            rules.append("MUM-FIRE-24")
        if told:
            event = Discharge(
                battle.state.turn,
                ship=ship.id,
                target=target.id,
                weapon=hand,
                range=inches,
                hit=hits > 0,
                shot=shot,
                hits=hits,
                rake=rake,
                rulings=rulings,
                changes=changes,
                rules=tuple(rules),
            )
            battle.happened(event)

    def _rake(self, mount: Mount, view: View) -> tuple[str, tuple[Modifier, ...]]:
        """Whether the target is raked, and what that multiplies."""
        hand, lore, bound = mount.hand, self.lore, self.battle.bound
        if view.theirs.ship.ashore:
            return "", ()
        if bound[raking](lore, hand, view):
            bearing = aspect(lore, hand, view)
            end = "stern" if 90.0 < bearing < 270.0 else "bow"
            return end, (lore.multiplier[end],)
        if hand in (BOW, STERN):
            return "", ()
        switches: Mapping[str, Any] = self.battle.switches
        limit = lore.half_rake[switches["half_rake"]]
        if bound[half_raking](lore, hand, view, limit):
            return "half", (lore.multiplier["half"],)
        return "", ()

    # ------------------------------------------------------------ weight and dice

    def weights(
        self, ship: MumfordShip, mount: Mount, inches: float, rules: list[str]
    ) -> tuple[float, float]:
        """Pounds of gun and carronade shot that this mount throws now."""
        lore, bound = self.lore, self.battle.bound
        hand, record = mount.hand, ship.record
        guns, carronades = record.thrown[hand]
        near = not carronades or bound[carronades_reach](lore, inches)
        if not guns and not near:
            return 0.0, 0.0
        share = mount.left / mount.full
        if ship.wrecks:
            wreck = bound[wreck_share](lore, ship, hand)
            if wreck < 1:
                share *= wreck
                rules.append("MUM-FIRE-21")
        if ship.disordered >= self.fifth:
            half = self.battle.tables["weight_share"].number("disordered")
            share *= bound[order_share](half, ship, self.fifth)
            rules.append("MUM-FIRE-25")
        lee = record.has_lower and hand in _HANDED and self._lee(ship, hand)
        if lee:
            rules.append("MUM-FIRE-20")
        busy = bound[busy_decks](ship)
        if busy:
            rules.append("MUM-BOARD-09")
        if lee or busy:
            guns = carronades = 0.0
            place = BROADSIDE if hand in _HANDED else hand
            for index, line in enumerate(record.lines):
                if line.place == place and not (lee and line.lower) and index not in busy:
                    guns += line.gun_lbs
                    carronades += line.carronade_lbs
        guns = round(guns * share * MICRO) / MICRO
        return guns, round(carronades * share * MICRO) / MICRO if near else 0.0

    def _lee(self, ship: MumfordShip, hand: str) -> bool:
        strength = wind_strength(self.battle)
        if strength < self.lore.arcs["lee_from"]:
            return False
        off = 180.0 - self._abeam(ship, hand)
        return self.battle.bound[lee_shut](self.lore, strength, round(off, 6))

    def _abeam(self, ship: MumfordShip, hand: str) -> float:
        """Degrees between the direction abeam and where the wind comes from."""
        if self.field.tape:
            return 90.0
        heading = self.field.spots[ship.id].heading + (90.0 if hand == STARBOARD else -90.0)
        return self.battle.state.wind.off(heading)

    def dice_for(self, ship: MumfordShip, mount: Mount, guns: float, carronades: float) -> tuple[int, int]:
        """Whole and half dice: guns and carronades apart, together where the card says so (MUM-GAP-51)."""
        half, lore = self.battle.bound[half_dice], self.lore
        switches: Mapping[str, Any] = self.battle.switches
        bands = switches["dice_bands"]
        record = ship.record
        card, mixed = record.card, record.mixed
        # Full pounds of one side, as she began; an enrolled plan prints no dice for them.
        whole = mount.hand in _HANDED and not record.lent and guns == record.full_side[0]
        if mixed or not carronades:
            if whole and mixed:
                whole = carronades == record.full_side[1]
            halves = half(lore, guns + carronades, bands, _bearing(card, whole, True))
            return halves // 2, halves % 2
        first = half(lore, guns, bands, _bearing(card, whole, True))
        second = half(lore, carronades, bands, _bearing(card, False, False))
        return first // 2 + second // 2, first % 2 + second % 2

    # ------------------------------------------------------------ boats

    def _at_boats(self, ship: MumfordShip, guns: list[Mount], order: ShipOrders) -> None:
        from navalrules_mumford.boats import fire_at_boats

        fire_at_boats(self, ship, guns, ship_of(self.battle, order.target.removesuffix("/boats")))


_PROCEDURE: Final = {
    hand: ("MUM-FIRE-01", "MUM-FIRE-07", "MUM-FIRE-09", arc)
    for hand, arc in (
        (PORT, "MUM-FIRE-04"),
        (STARBOARD, "MUM-FIRE-04"),
        (BOW, "MUM-FIRE-02"),
        (STERN, "MUM-FIRE-03"),
        (FRONT, "MUM-FIRE-05"),
    )
}
"""The rules that every discharge of a hand follows: the last is that of its arc."""


def decks(record: Record) -> tuple[tuple[int, ...], ...]:
    """Indices of her broadside lines by deck, top downward: what is above middle and lower is the top."""
    lines = [(index, line) for index, line in enumerate(record.lines) if line.place == BROADSIDE]
    lower = tuple([index for index, line in lines if line.lower])
    middle = [(index,) for index, line in lines if "middle" in line.name.lower()]
    below = {*lower, *[index for deck in middle for index in deck]}
    top = tuple([index for index, _ in lines if index not in below])
    return tuple([deck for deck in (top, *middle, lower) if deck])


def _foremost(views: Sequence[View], named: str) -> View:
    """What she makes of the target that her orders name, else of the nearest."""
    for view in views:
        if view.theirs.ship.id == named:
            return view
    return min(views, key=_nearness)


def _nearness(view: View) -> tuple[float, str]:
    return view.range, view.theirs.ship.id


def facing(view: View) -> str:
    """The side of the target that faces the firer; "" where he lies exactly on her keel line."""
    right = round((view.ahead * view.aside - view.right * view.along) * MICRO) / MICRO
    return "" if not right else STARBOARD if right > 0 else PORT
