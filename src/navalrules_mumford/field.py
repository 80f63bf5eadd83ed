"""Where everybody is in a fifth: hulls, who is in whose reach, and what lies on a line of fire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from navalrules import FIGHTING, SUNK
from navalrules_mumford.phase import fighting
from navalrules_mumford.ship import MumfordShip
from navalrules_mumford.sighting import ROUGH, Spot, View, from_sighting, gap, middle

if TYPE_CHECKING:
    from navalrules import Battle


class Field:
    """Where all hulls lie in one fifth and the views measured so far.

    No two enemies' centres lie nearer than the root of `closest`, so a rough look has shown, and none lie
    farther apart than their bulwarks by more than `hulls` inches. Where only a tape knows places there are no
    `spots`, and anybody may be near.
    """

    def __init__(self, battle: Battle, number: int, closest: float = 0.0) -> None:
        self.battle = battle
        self.tape = battle.measure.interactive
        self.between = battle.bound[gap]
        self.closest = closest
        self.spots: dict[str, Spot] = {}
        self.views: dict[tuple[str, str], View] = {}
        corner = 0.0
        if not self.tape:
            ships: Any = battle.state.ships
            for name, ship in ships.items():
                if ship.status != SUNK:
                    way = ship.way
                    self.spots[name] = Spot(ship, way[number - 1] if way else ship.pose)
                    if ship.record.corner > corner:
                        corner = ship.record.corner
        self.hulls = 2 * corner + ROUGH

    def foes(self, ship: MumfordShip) -> list[MumfordShip]:
        """The enemies whose hulls may be in reach of her guns, by id."""
        return self.near(ship, self.battle.lore.gun_reach)

    def view(self, ship: MumfordShip, target: MumfordShip) -> View:
        """What `ship` makes of `target` in this fifth."""
        mine, theirs, views = ship.id, target.id, self.views
        found = views.get((mine, theirs))
        if found is None:
            if self.tape:
                found = from_sighting(ship, target, self.battle.sight(ship, target))
            else:
                back, spots = views.get((theirs, mine)), self.spots
                found = View(spots[mine], spots[theirs], back, self.between)
            views[mine, theirs] = found
        return found

    def near(self, ship: MumfordShip, inches: float) -> list[MumfordShip]:
        """Enemies that fight whose hulls may be within `inches`, by id."""
        side = ship.side
        if self.tape:
            return [each for each in fighting(self.battle) if each.side != side and not each.record.laid_up]
        spot, spots = self.spots[ship.id], self.spots
        x, y, reach = spot.x, spot.y, (inches + self.hulls) ** 2
        found = []
        ships: Any = self.battle.state.ships
        for other in ships.values():
            if other.side != side and other.status == FIGHTING and not other.record.laid_up:
                place = spots[other.id]
                if (place.x - x) ** 2 + (place.y - y) ** 2 < reach:
                    found.append(other)
        return found

    def blocked(self, hand: str, view: View) -> bool:
        """Whether another hull, or land, lies on the line from the battery to the target (MUM-GAP-26)."""
        ship, target = view.mine.ship, view.theirs.ship
        if self.tape:
            return self.battle.sight(ship, target).blocked
        state = self.battle.state
        hazards = state.table.hazards
        if not hazards and len(state.ships) == 2:
            return False
        mine = view.mine
        right, ahead = middle(self.battle.lore, hand, mine)
        x0 = mine.x + right * mine.cos + ahead * mine.sin
        y0 = mine.y - right * mine.sin + ahead * mine.cos
        x1, y1 = view.theirs.x, view.theirs.y
        low_x, high_x = (x0, x1) if x0 < x1 else (x1, x0)
        low_y, high_y = (y0, y1) if y0 < y1 else (y1, y0)
        for spot in self.spots.values():
            if not (low_x - 4 < spot.x < high_x + 4 and low_y - 4 < spot.y < high_y + 4):
                continue
            if spot.ship is ship or spot.ship is target or spot.ship.ashore:
                continue
            if crosses(spot, x0, y0, x1, y1):
                return True
        return any(hazard.stops(x0, y0, x1, y1) for hazard in hazards if hazard.kind == "land")


def crosses(spot: Spot, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether a line crosses a hull; one that only touches it within 1e-6 does not."""
    east, north = x0 - spot.x, y0 - spot.y
    right, ahead = east * spot.cos - north * spot.sin, east * spot.sin + north * spot.cos
    east, north = x1 - x0, y1 - y0
    across, along = east * spot.cos - north * spot.sin, east * spot.sin + north * spot.cos
    enter, leave = 0.0, 1.0
    for start, run, half in ((right, across, spot.beam), (ahead, along, spot.length)):
        if abs(run) < 1e-9:
            if abs(start) > half:
                return False
            continue
        a, b = (-half - start) / run, (half - start) / run
        if a > b:
            a, b = b, a
        enter, leave = max(enter, a), min(leave, b)
    return leave - enter > 1e-6
