"""What a ship may fire at this turn: the request, its options, and why an order is not among them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import FIGHTING, Dice, IllegalOrder, Order, Request
from navalrules_btq.aiming import Spent, load
from navalrules_btq.gunnery import Discharge, band_ends
from navalrules_btq.manning import powder_drowned
from navalrules_btq.orders import Fire, Shot
from navalrules_btq.ordnance import BALL, HULL, SHOTS, Ordnance
from navalrules_btq.scale import shown
from navalrules_btq.ship import ARCS, BtqShip
from navalrules_btq.sighting import Mark, surely_beyond, view
from navalrules_btq.texts import refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from navalrules import Battle

MOST_OPTIONS: Final = 100
_PARTIAL: Final = 6
"""One drawn shot in so many is a partial broadside."""


_FEW: Final = 2
"""Among so few ships a sight is taken without a look first whether it is worth while."""
_NOTHING: Final = Spent()
"""What has been spent when nothing has been fired."""


def reach_of(battle: Battle, ship: BtqShip, arc: str) -> float:
    """How far the farthest gun left in an arc reaches, in mm; 0 where none is left."""
    guns, ends, most = battle.lore.ordnance.guns, battle.bound[band_ends], 0.0
    for key, number in zip(ship.types_in(arc), ship.left_in(arc), strict=True):
        if number and (reach := ends(guns[key])[0][-1]) > most:
            most = reach
    return most


def in_reach(battle: Battle, ship: BtqShip, arc: str, range_: float) -> bool:
    """Whether a gun left in an arc reaches so far, in mm; who lies on the very spot is in reach anyhow."""
    guns, ends = battle.lore.ordnance.guns, battle.bound[band_ends]
    for key, number in zip(ship.types_in(arc), ship.left_in(arc), strict=True):
        if number and ends(guns[key])[0][-1] >= range_:
            return True
    return range_ <= 0.0


def marks(battle: Battle, ship: BtqShip, fighting: Sequence[BtqShip]) -> list[Mark]:
    """Enemies among those that are `fighting` that lie in reach of guns that bear on them, nearest first."""
    if battle.bound[powder_drowned](ship):
        return []
    side, found, reaches, farthest = ship.side, [], None, 0.0
    if len(fighting) > _FEW:
        # In a fleet most are far off: the poses show that before anybody takes a sight.
        reaches = {arc: reach_of(battle, ship, arc) for arc in ARCS}
        farthest = max(reaches.values())
    for other in fighting:
        if other.side == side or (reaches and surely_beyond(ship, other, farthest)):
            continue
        seen = view(battle, ship, other)
        if seen.range <= reaches[seen.arc] if reaches else in_reach(battle, ship, seen.arc, seen.range):
            found.append(Mark(seen, other))
    if len(found) > 1:
        found.sort(key=lambda mark: (mark.view.range, mark.target.id))
    return found


class FireRequest(Request):
    """The fire of one ship in a turn. Its default is ball at the hull of the nearest enemy in each arc."""

    # No slots: what has been worked out is kept until the next decision.
    _known: Shot | None = None
    _found: Discharge | IllegalOrder

    def __init__(self, battle: Battle, ship: BtqShip, found: list[Mark]) -> None:
        super().__init__(Fire.kind, ship.side, ship.id, rule="BTQ-GUN-01")
        self.battle = battle
        self.record = ship
        self.marks = found

    # ------------------------------------------------------------ what is legal

    def loaded(self, shot: Shot, spent: Spent = _NOTHING) -> Discharge | IllegalOrder:
        """The guns that would fire a shot, after what earlier shots of the order have `spent`, or why it is
        not allowed. What was asked last, of a ship that has not fired yet, is known."""
        if spent.men:
            return load(self.battle, self.record, shot, spent, self._mark(shot.target))
        if self._known is not shot:
            self._found = load(self.battle, self.record, shot, spent, self._mark(shot.target))
            self._known = shot
        return self._found

    def _mark(self, target: str) -> Mark | None:
        """An enemy in reach, by id."""
        for mark in self.marks:
            if mark.target.id == target:
                return mark
        return None

    def still(self, shot: Shot, spent: Spent) -> Discharge | IllegalOrder:
        """The same when it is her turn to fire: her target may have struck since she was asked."""
        found = self.loaded(shot, spent)
        if isinstance(found, Discharge):
            target = found.target
            if target.status != FIGHTING or target is not self.battle.state.ships[shot.target]:
                return load(self.battle, self.record, shot, spent)
        return found

    def refusal(self, order: Order) -> IllegalOrder | None:
        if not isinstance(order, Fire):
            return refusal("not_fire", "BTQ-GUN-01", kind=order.kind)
        shots = order.shots
        if not shots:
            return None
        if len(shots) == 1:
            found = self.loaded(shots[0])
            return found if isinstance(found, IllegalOrder) else None
        return wrong_fire(self.battle, self.record, order, self.loaded)

    @cached_property
    def arcs(self) -> dict[str, list[Mark]]:
        """Enemies by the arc that bears on them: arcs in the order of their nearest enemy, which a mirror
        keeps, each with its enemies nearest first."""
        found: dict[str, list[Mark]] = {}
        for mark in self.marks:
            found.setdefault(mark.view.arc, []).append(mark)
        return found

    @cached_property
    def choices(self) -> dict[str, list[Shot]]:
        """Every shot of all guns of an arc that would be legal by itself."""
        return {
            arc: [shot for mark in found for shot in self._shots(arc, mark)]
            for arc, found in self.arcs.items()
        }

    def _shots(self, arc: str, mark: Mark) -> Iterator[Shot]:
        for shot in self._ways(arc, mark):
            if isinstance(self.loaded(shot), Discharge):
                yield shot

    def _ways(self, arc: str, mark: Mark) -> Iterator[Shot]:
        ordnance: Ordnance = self.battle.lore.ordnance
        for kind in SHOTS:
            for aim in ordnance.shot_aims[kind]:
                yield Shot(arc, mark.target.id, kind, aim)

    # ------------------------------------------------------------ answers

    @property
    def default(self) -> Fire:
        spent, shots = Spent(), []
        for arc, found in self.arcs.items():
            for mark in found:
                shot = Shot(arc, mark.target.id, BALL, HULL)
                if self._take(shot, spent):
                    shots.append(shot)
                    break
        return Fire(ship=self.ship, shots=tuple(shots))

    def _take(self, shot: Shot, spent: Spent) -> bool:
        """Count a shot as fired where it is legal after those before it."""
        found = self.loaded(shot, spent)
        if isinstance(found, IllegalOrder):
            return False
        spent.fired(self.battle.lore.ordnance, found)
        return True

    def options(self) -> list[Fire] | None:
        """Every legal order of whole arcs, silence last, or None where there are more than a hundred."""
        number = 1
        for shots in self.choices.values():
            number *= len(shots) + 1
        if number > MOST_OPTIONS:
            return None
        ways: list[tuple[Shot, ...]] = [()]
        for shots in self.choices.values():
            ways = [(*way, *more) for way in ways for more in (*((shot,) for shot in shots), ())]
        found: list[Fire] = []
        for way in ways:
            order = Fire(ship=self.ship, shots=way)
            if self.refusal(order) is None:
                found.append(order)
        return found

    def draw(self, dice: Dice) -> Fire:
        spent, shots = Spent(), []
        for arc, found in self.arcs.items():
            nearest = found[0].target.id
            purpose = f"fire order {nearest}"
            ways: list[Shot | None] = [shot for mark in found for shot in self._ways(arc, mark)]
            ways.append(None)
            start = dice.pick(len(ways), self.ship, purpose).value
            for step in range(len(ways)):
                shot = ways[(start + step) % len(ways)]
                if shot is None:
                    break
                partial = self._partial(shot, dice, purpose)
                if self._take(partial, spent):
                    shots.append(partial)
                    break
                if partial is not shot and self._take(shot, spent):
                    shots.append(shot)
                    break
        return Fire(ship=self.ship, shots=tuple(shots))

    def _partial(self, shot: Shot, dice: Dice, purpose: str) -> Shot:
        """The shot as it is, or now and then with some guns of each battery only (BTQ-GUN-22)."""
        if dice.pick(_PARTIAL, self.ship, purpose + ", part").value:
            return shot
        left = self.record.left_in(shot.arc)
        guns = tuple([dice.pick(number + 1, self.ship, purpose + ", guns").value for number in left])
        return attrs.evolve(shot, guns=guns)

    def describe(self) -> dict[str, Any]:
        arcs = {}
        for arc, found in self.arcs.items():
            guns = zip(self.record.types_in(arc), self.record.left_in(arc), strict=True)
            arcs[arc] = {
                "guns": [[key, number] for key, number in guns],
                "targets": [
                    {
                        "ship": mark.target.id,
                        "range": shown(self.battle, mark.view.range),
                        "part": mark.view.part,
                        "rake": mark.view.rake,
                        "gauge": mark.view.gauge,
                    }
                    for mark in found
                ],
                "shots": [attrs.asdict(shot) for shot in self.choices[arc]],
            }
        return {**super().describe(), "arcs": arcs}


def wrong_fire(
    battle: Battle,
    ship: BtqShip,
    order: Fire,
    loaded: Callable[[Shot, Spent], Discharge | IllegalOrder] | None = None,
) -> IllegalOrder | None:
    """Why she cannot fire as ordered, None where she can; `loaded` loads a shot where that is known."""
    if len(order.shots) > len(ARCS):
        return refusal("many_shots", "BTQ-GUN-01", told=len(order.shots))
    spent = Spent()
    for shot in order.shots:
        found = load(battle, ship, shot, spent) if loaded is None else loaded(shot, spent)
        if isinstance(found, IllegalOrder):
            return found
        spent.fired(battle.lore.ordnance, found)
    return None


def unasked(battle: Battle, ship: BtqShip, order: Fire) -> IllegalOrder:
    """Why fire that nobody asks for is refused: by its first shot, or because nothing lies in reach."""
    if ship.status == FIGHTING and (wrong := wrong_fire(battle, ship, order)) is not None:
        return wrong
    reach = max([reach_of(battle, ship, arc) for arc in ARCS])
    return refusal("no_fire_asked", "BTQ-GUN-35", ship=ship.id, reach=shown(battle, reach))
