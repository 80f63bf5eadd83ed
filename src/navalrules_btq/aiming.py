"""From a shot as it is ordered to the guns that fire it, or to the reason why they cannot (BTQ-GUN-35)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from navalrules import FIGHTING, IllegalOrder, Modifier
from navalrules_btq import crew, fires
from navalrules_btq.gunnery import (
    Battery,
    Discharge,
    band_at,
    band_ends,
    first_broadside,
    in_a_row,
    rake_factor,
)
from navalrules_btq.manning import called_for, lower_deck, manned, pool, powder_drowned, silenced, spread
from navalrules_btq.ordnance import AIMS, BANDS, BEYOND, DOUBLE, HANDED, PLACE, SHOTS, Gun, Ordnance
from navalrules_btq.phase import strength
from navalrules_btq.scale import shown
from navalrules_btq.ship import ARCS, OTHER_SIDE, BtqShip
from navalrules_btq.shot import charge, doubled, drawn, farthest, may_aim, on_hand
from navalrules_btq.sighting import View, view
from navalrules_btq.texts import refusal, texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from navalrules import Battle, Ship
    from navalrules_btq.orders import Shot

HALVED: Final = "half"
Bearing = tuple[Gun, int, int, str, str]
"""Guns that reach: their type, how many, the place of their band, the rule it came from, what they fire."""
Silent = tuple[str, int, float]
"""Guns that do not reach: their type, how many, and how far they would, in mm at the battle's scale."""


@attrs.define
class Spent:
    """What earlier shots of one order have used: men by arc, in the order of fire, and scarce shot."""

    men: dict[str, int] = attrs.field(factory=dict)
    stock: tuple[int, ...] | None = None

    def fired(self, ordnance: Ordnance, discharge: Discharge) -> None:
        """Count a shot that will be fired before the next one."""
        if discharge.shot in ordnance.scarce:
            first = not self.men
            before = discharge.ship if self.stock is None else attrs.evolve(discharge.ship, stock=self.stock)
            self.stock = drawn(ordnance, before, discharge.shot, discharge.guns, first)
        self.men[discharge.arc] = discharge.men


def load(
    battle: Battle, ship: BtqShip, shot: Shot, spent: Spent, seen: View | None = None
) -> Discharge | IllegalOrder:
    """The guns that would fire a shot now, or why it is not allowed. Changes nothing; `seen` is the view of
    the target where it is known already."""
    target = battle.state.ships.get(shot.target)
    wrong = _misnamed(battle, ship, shot, spent, target)
    if wrong is not None:
        return wrong
    assert isinstance(target, BtqShip)
    return Loading(battle, ship, target, shot, spent, seen).load()


def _misnamed(
    battle: Battle, ship: BtqShip, shot: Shot, spent: Spent, target: Ship | None
) -> IllegalOrder | None:
    """Why a shot cannot be meant as it is written."""
    if shot.arc not in ARCS:
        return refusal("arc", "BTQ-GUN-02", arc=shot.arc, able=", ".join(ARCS))
    if shot.shot not in SHOTS:
        return refusal("shot_kind", "BTQ-SHOT-01", shot=shot.shot, able=", ".join(SHOTS))
    if shot.aim not in AIMS:
        return refusal("aim_kind", "BTQ-GUN-32", aim=shot.aim, able=", ".join(AIMS))
    if target is None or target.side == ship.side:
        return refusal("no_target", "BTQ-GUN-01", target=shot.target or "-", able=enemies(battle, ship))
    if target.status != FIGHTING:
        return refusal("target_out", "BTQ-GUN-01", target=shot.target, able=enemies(battle, ship))
    if battle.bound[powder_drowned](ship):
        return refusal("magazine", "BTQ-GUN-26")
    if shot.arc in spent.men:
        return refusal("arc_twice", "BTQ-GUN-01", arc=shot.arc)
    if not any(ship.left_in(shot.arc)):
        return refusal("no_guns", "BTQ-GUN-02", arc=shot.arc)
    return None


def enemies(battle: Battle, ship: BtqShip) -> str:
    """The ids of enemies still in the fight, for hints."""
    found = [
        other.id
        for other in battle.state.ships.values()
        if other.side != ship.side and other.status == FIGHTING
    ]
    return ", ".join(found[:8]) or "-"


def _named(gun: str) -> str:
    """What people call a type of gun."""
    key = f"modifier.{gun}"
    return texts()(key) if key in texts() else gun


def _within(number: int, most: int) -> bool:
    return 0 <= number <= most


class Loading:
    """One shot on its way into the guns."""

    __slots__ = ("arc", "battle", "bound", "ordnance", "ship", "shot", "shut", "spent", "target", "view")

    def __init__(
        self,
        battle: Battle,
        ship: BtqShip,
        target: BtqShip,
        shot: Shot,
        spent: Spent,
        seen: View | None = None,
    ) -> None:
        self.battle, self.ship, self.target, self.shot, self.spent = battle, ship, target, shot, spent
        self.arc = shot.arc
        self.bound = battle.bound
        self.ordnance: Ordnance = battle.lore.ordnance
        self.view = seen or view(battle, ship, target)
        self.shut = ""

    def load(self) -> Discharge | IllegalOrder:
        """Every check in turn, then the guns."""
        if self.view.arc != self.arc:
            bears = self.view.arc
            return refusal("arc_bears", "BTQ-GUN-02", arc=self.arc, target=self.target.id, bears=bears)
        wrong = self._wrong_shot()
        if wrong is None and self.shot.rake:
            wrong = self._wrong_rake()
        if wrong is not None:
            return wrong
        ready = self._ready()
        if isinstance(ready, IllegalOrder):
            return ready
        bearing = self._in_reach(ready)
        if isinstance(bearing, IllegalOrder):
            return bearing
        return self._served(*bearing)

    # ------------------------------------------------------------ checks

    def _wrong_shot(self) -> IllegalOrder | None:
        shot, ordnance, bound = self.shot, self.ordnance, self.bound
        if not bound[may_aim](ordnance, shot.shot, shot.aim):
            rule = "BTQ-GUN-33" if shot.aim == "crew" else ordnance.shot_rule[shot.shot]
            able = ", ".join(ordnance.shot_aims[shot.shot])
            return refusal("wrong_aim", rule, shot=shot.shot, aim=shot.aim, able=able)
        if shot.shot in ordnance.scarce:
            stock = self.spent.stock
            ship = self.ship if stock is None else attrs.evolve(self.ship, stock=stock)
            if not bound[on_hand](ordnance, ship, shot.shot):
                return refusal("stock", ordnance.shot_rule[shot.shot], shot=shot.shot)
        if shot.shot == DOUBLE:
            run = bound[doubled](ordnance, self.ship, self.arc, self.battle.state.turn)
            if run >= ordnance.double_limit:
                return refusal("doubled", "BTQ-SHOT-04", arc=self.arc, turns=run)
        return None

    def _wrong_rake(self) -> IllegalOrder | None:
        """A rake that is insisted on must be one."""
        if self.bound[rake_factor](self.ordnance, self.view, self.shot.shot):
            return None
        ordnance = self.ordnance
        if not self.view.rake:
            return refusal("rake_lies", "BTQ-RAKE-01", target=self.target.id)
        if self.shot.shot != ordnance.rake_shot:
            return refusal("rake_shot", "BTQ-RAKE-03", shot=self.shot.shot, able=ordnance.rake_shot)
        reach = shown(self.battle, ordnance.rake_reach)
        return refusal("rake_far", "BTQ-RAKE-04", range=shown(self.battle, self.view.range), reach=reach)

    # ------------------------------------------------------------ the guns

    def _ready(self) -> list[tuple[int, Gun, int]] | IllegalOrder:
        """The guns that are ordered to fire and can: (battery, type, number)."""
        ship, ordnance, shot = self.ship, self.ordnance, self.shot
        left, types = ship.left_in(self.arc), ship.types_in(self.arc)
        able = list(left)
        if shot.guns and ordnance.reading.partial_mode != HALVED:
            if len(shot.guns) != len(left) or not all(map(_within, shot.guns, left)):
                listed = ", ".join(str(number) for number in left)
                return refusal("guns", "BTQ-GUN-22", guns=shot.guns, able=listed)
            able = list(shot.guns)
            if not any(able):
                return refusal("guns_none", "BTQ-GUN-22", arc=self.arc)
        self.shut = self.bound[lower_deck](ordnance, ship, strength(self.battle))
        if self.shut:
            able = [0 if key == self.shut else number for key, number in zip(types, able, strict=True)]
            if not any(able):
                return refusal("ports_shut", "BTQ-GUN-25", gun=_named(self.shut))
        if ship.fires:
            able = self._burning(able)
            if not any(able):
                return refusal("fire_aboard", "BTQ-FIRE-10")
        guns = [(place, ordnance.guns[types[place]], number) for place, number in enumerate(able) if number]
        if shot.shot == DOUBLE and all(self.bound[charge](gun, DOUBLE) != DOUBLE for _, gun, _ in guns):
            return refusal("carronade_double", "BTQ-SHOT-09", arc=self.arc)
        return guns

    def _burning(self, able: list[int]) -> list[int]:
        """Guns that a fire leaves: it silences them from the last listed battery upwards (BTQ-GAP-41)."""
        out = fires.guns_out(self.battle, self.ship)
        if not out or (self.arc not in HANDED and out < ALL_GUNS):
            return able
        left = self.ship.left_in(self.arc)
        for place in range(len(able) - 1, -1, -1):
            lost = min(out, left[place])
            able[place] = min(able[place], left[place] - lost)
            out -= lost
        return able

    def _in_reach(
        self, ready: Sequence[tuple[int, Gun, int]]
    ) -> tuple[list[Bearing], list[Silent]] | IllegalOrder:
        """The batteries that reach with what they fire, and the gun types that do not."""
        bound, ordnance, range_, ordered = self.bound, self.ordnance, self.view.range, self.shot.shot
        ends_of, at, loads, last_of = bound[band_ends], bound[band_at], bound[charge], bound[farthest]
        found: list[Bearing] = []
        silent: list[Silent] = []
        for _, gun, number in ready:
            ends, rule = ends_of(gun)
            band = at(ends, range_)
            loaded = loads(gun, ordered)
            last = last_of(ordnance, loaded)
            if band <= last:
                found.append((gun, number, band, rule, loaded))
                continue
            if not found and band < BEYOND:
                return refusal(
                    "shot_far",
                    "BTQ-SHOT-03" if loaded == DOUBLE else ordnance.shot_rule[loaded],
                    shot=loaded,
                    band=BANDS[band],
                    range=shown(self.battle, range_),
                    last=texts()(f"band.{BANDS[last]}"),
                    reach=shown(self.battle, ends[last]),
                )
            if not found and not silent:
                return refusal(
                    "out_of_range",
                    "BTQ-GUN-40",
                    range=shown(self.battle, range_),
                    gun=_named(gun.key),
                    reach=shown(self.battle, ends[-1]),
                )
            silent.append((gun.key, number, shown(self.battle, ends[last])))
        return found, silent

    def _served(self, bearing: list[Bearing], silent: list[Silent]) -> Discharge | IllegalOrder:
        """The men at the guns (BTQ-CREW-05, BTQ-CREW-06, BTQ-GUN-28)."""
        bound, ordnance, ship = self.bound, self.ordnance, self.ship
        guns = [(gun, number) for gun, number, _, _, _ in bearing]
        men, needed = crew.gun_men(self.battle, ship), called_for(guns)
        base = (
            crew.recommended(self.battle, ship) if ordnance.reading.crew_shortage_base == "ship" else needed
        )
        if bound[silenced](ordnance, men, base):
            return refusal("crew_short", "BTQ-CREW-05", men=men, needed=base)
        other = self.spent.men.get(OTHER_SIDE[self.arc], 0) if self.arc in HANDED else 0
        hands = bound[pool](ship, self.arc, other, men)
        own, used = bound[manned](guns, hands)
        if other and ordnance.reading.cross_deck == "spread":
            own = spread(guns, hands, needed)
            used = sum([gun.crew * number for (gun, _), number in zip(guns, own, strict=True)])
        lent: list[int] = []
        if other:
            rest = [(gun, number - mine) for (gun, number), mine in zip(guns, own, strict=True)]
            lent, borrowed = bound[manned](rest, other)
            used += borrowed
        batteries = tuple(
            [
                Battery(gun, mine, theirs, band, rule, loaded)
                for (gun, _, band, rule, loaded), mine, theirs in zip(
                    bearing, own, lent or [0] * len(own), strict=True
                )
                if mine or theirs
            ]
        )
        if not batteries:
            return refusal("unmanned", "BTQ-CREW-06", men=hands, needed=min(gun.crew for gun, _ in guns))
        return self._discharge(batteries, used, min(men, base), base, any(lent), silent)

    def _discharge(
        self,
        batteries: tuple[Battery, ...],
        used: int,
        served: int,
        needed: int,
        cross: bool,
        silent: list[Silent],
    ) -> Discharge:
        ship, ordnance, ordered = self.ship, self.ordnance, self.shot.guns
        smoke = fires.smoke(self.battle, ship) if ship.fires else 0
        turn, place = self.battle.state.turn, PLACE[self.arc]
        run = self.bound[in_a_row](ship, self.arc, turn)
        return Discharge(
            ship=ship,
            target=self.target,
            view=self.view,
            arc=self.arc,
            shot=self.shot.shot,
            aim=self.shot.aim,
            batteries=batteries,
            men=used,
            needed=max(needed, 1),
            served=served if needed else 1,
            first=self.bound[first_broadside](ordnance, ship, self.arc),
            cross=cross,
            smoke=Modifier("smoke", -smoke, "BTQ-FIRE-10") if smoke else None,
            half=bool(ordered) and ordnance.reading.partial_mode == HALVED,
            silent=tuple(silent),
            turn=turn,
            shut=self.shut,
            run=run,
            rested=not run and ship.fouling[place] > 0,
            part_only=bool(ordered) and ordered != ship.left_in(self.arc),
        )


ALL_GUNS: Final = 99
"""So many guns out of a side mean that none fires at all (BTQ-FIRE-10)."""
