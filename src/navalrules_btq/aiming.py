"""From a shot as it is ordered to the guns that fire it, or to the reason why they cannot (BTQ-GUN-35)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

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
from navalrules_btq.manning import lower_deck, manned, pool, powder_drowned, silenced, spread
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
    the target where she is known already as an enemy that the ship may fire at."""
    arc = shot.arc
    if arc not in ARCS or shot.shot not in SHOTS or shot.aim not in AIMS:
        return _misnamed(shot)
    target: Any = battle.state.ships.get(shot.target)
    if seen is None and (wrong := _no_target(battle, ship, shot, target)) is not None:
        return wrong
    if arc in spent.men:
        return refusal("arc_twice", "BTQ-GUN-01", arc=arc)
    if not any(ship.left_in(arc)):
        return refusal("no_guns", "BTQ-GUN-02", arc=arc)
    if seen is None:
        seen = view(battle, ship, target)
    if seen.arc != arc:
        return refusal("arc_bears", "BTQ-GUN-02", arc=arc, target=target.id, bears=seen.arc)
    return Loading(battle, ship, target, shot, spent, seen).load()


def _misnamed(shot: Shot) -> IllegalOrder:
    """Why a shot cannot be meant as it is written."""
    if shot.arc not in ARCS:
        return refusal("arc", "BTQ-GUN-02", arc=shot.arc, able=", ".join(ARCS))
    if shot.shot not in SHOTS:
        return refusal("shot_kind", "BTQ-SHOT-01", shot=shot.shot, able=", ".join(SHOTS))
    return refusal("aim_kind", "BTQ-GUN-32", aim=shot.aim, able=", ".join(AIMS))


def _no_target(battle: Battle, ship: BtqShip, shot: Shot, target: Ship | None) -> IllegalOrder | None:
    """Why nobody aboard would fire at a target, whatever the guns."""
    if target is None or target.side == ship.side:
        return refusal("no_target", "BTQ-GUN-01", target=shot.target or "-", able=enemies(battle, ship))
    if target.status != FIGHTING:
        return refusal("target_out", "BTQ-GUN-01", target=shot.target, able=enemies(battle, ship))
    if battle.bound[powder_drowned](ship):
        return refusal("magazine", "BTQ-GUN-26")
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
    """One shot on its way into the guns that bear."""

    __slots__ = ("battle", "bound", "ordnance", "ship", "shot", "shut", "spent", "target", "view")

    def __init__(
        self, battle: Battle, ship: BtqShip, target: BtqShip, shot: Shot, spent: Spent, seen: View
    ) -> None:
        self.battle = battle
        self.ship = ship
        self.target = target
        self.shot = shot
        self.spent = spent
        self.view = seen
        self.bound = battle.bound
        self.ordnance: Ordnance = battle.lore.ordnance
        self.shut = ""

    def load(self) -> Discharge | IllegalOrder:
        """Every check in turn, then the guns."""
        wrong = self._wrong_shot()
        if wrong is None and self.shot.rake:
            wrong = self._wrong_rake()
        if wrong is not None:
            return wrong
        able = self._able()
        return able if isinstance(able, IllegalOrder) else self._aimed(able)

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
            run = bound[doubled](ordnance, self.ship, shot.arc, self.battle.state.turn)
            if run >= ordnance.double_limit:
                return refusal("doubled", "BTQ-SHOT-04", arc=shot.arc, turns=run)
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

    def _able(self) -> Sequence[int] | IllegalOrder:
        """How many guns of each battery are ordered to fire and can."""
        ship, ordnance, shot = self.ship, self.ordnance, self.shot
        left = ship.left_in(shot.arc)
        able: Sequence[int] = left
        if shot.guns and ordnance.reading.partial_mode != HALVED:
            if len(shot.guns) != len(left) or not all(map(_within, shot.guns, left)):
                listed = ", ".join(str(number) for number in left)
                return refusal("guns", "BTQ-GUN-22", guns=shot.guns, able=listed)
            able = shot.guns
            if not any(able):
                return refusal("guns_none", "BTQ-GUN-22", arc=shot.arc)
        shut = self.shut = self.bound[lower_deck](ordnance, ship, strength(self.battle))
        if shut:
            types = ship.types_in(shot.arc)
            able = [0 if key == shut else number for key, number in zip(types, able, strict=True)]
            if not any(able):
                return refusal("ports_shut", "BTQ-GUN-25", gun=_named(shut))
        if ship.fires:
            able = self._burning(able)
            if not any(able):
                return refusal("fire_aboard", "BTQ-FIRE-10")
        return able

    def _burning(self, able: Sequence[int]) -> Sequence[int]:
        """Guns that a fire leaves: it silences them from the last listed battery upwards (BTQ-GAP-41)."""
        out = fires.guns_out(self.battle, self.ship)
        if not out or (self.shot.arc not in HANDED and out < ALL_GUNS):
            return able
        left, found = self.ship.left_in(self.shot.arc), list(able)
        for place in range(len(found) - 1, -1, -1):
            lost = min(out, left[place])
            found[place] = min(found[place], left[place] - lost)
            out -= lost
        return found

    def _aimed(self, able: Sequence[int]) -> Discharge | IllegalOrder:
        """The batteries that reach with what they fire, and the gun types that do not; then the men."""
        bound, ordnance, range_, ordered = self.bound, self.ordnance, self.view.range, self.shot.shot
        ends_of, at, loads, last_of = bound[band_ends], bound[band_at], bound[charge], bound[farthest]
        types, guns = self.ship.types_in(self.shot.arc), ordnance.guns
        if ordered == DOUBLE:
            firing = [guns[key] for key, number in zip(types, able, strict=True) if number]
            if DOUBLE not in [loads(gun, DOUBLE) for gun in firing]:
                return refusal("carronade_double", "BTQ-SHOT-09", arc=self.shot.arc)
        found: list[Battery] = []
        crews: list[tuple[Gun, int]] = []
        needed = 0
        silent: list[Silent] = []
        for key, number in zip(types, able, strict=True):
            if not number:
                continue
            gun = guns[key]
            ends, rule = ends_of(gun)
            band = at(ends, range_)
            loaded = loads(gun, ordered)
            last = last_of(ordnance, loaded)
            if band <= last:
                found.append(Battery(gun, number, 0, band, rule, loaded))
                crews.append((gun, number))
                needed += gun.crew * number
            elif found:
                silent.append((key, number, shown(self.battle, ends[last])))
            else:
                return self._too_far(gun, ends, band, loaded, last)
        return self._served(found, crews, needed, silent)

    def _too_far(self, gun: Gun, ends: tuple[float, ...], band: int, loaded: str, last: int) -> IllegalOrder:
        """The first battery does not reach, with what it fires or at all."""
        range_ = shown(self.battle, self.view.range)
        if band < BEYOND:
            return refusal(
                "shot_far",
                "BTQ-SHOT-03" if loaded == DOUBLE else self.ordnance.shot_rule[loaded],
                shot=loaded,
                band=BANDS[band],
                range=range_,
                last=texts()(f"band.{BANDS[last]}"),
                reach=shown(self.battle, ends[last]),
            )
        reach = shown(self.battle, ends[-1])
        return refusal("out_of_range", "BTQ-GUN-40", range=range_, gun=_named(gun.key), reach=reach)

    def _served(
        self, batteries: list[Battery], guns: list[tuple[Gun, int]], needed: int, silent: list[Silent]
    ) -> Discharge | IllegalOrder:
        """The men at the guns, which call for so many as are `needed` (BTQ-CREW-04 to -06, BTQ-GUN-28)."""
        bound, ordnance, ship, shot, battle = self.bound, self.ordnance, self.ship, self.shot, self.battle
        arc, reading, turn = shot.arc, ordnance.reading, battle.state.turn
        men = crew.gun_men(battle, ship)
        base = crew.recommended(battle, ship) if reading.crew_shortage_base == "ship" else needed
        if bound[silenced](ordnance, men, base):
            return refusal("crew_short", "BTQ-CREW-05", men=men, needed=base)
        other = self.spent.men.get(OTHER_SIDE[arc], 0) if arc in HANDED else 0
        hands = bound[pool](ship, arc, other, men)
        own, used = bound[manned](guns, hands)
        cross = False
        if other:
            if reading.cross_deck == "spread":
                own = spread(guns, hands, needed)
                used = sum([gun.crew * number for (gun, _), number in zip(guns, own, strict=True)])
            rest = [(gun, number - mine) for (gun, number), mine in zip(guns, own, strict=True)]
            lent, borrowed = bound[manned](rest, other)
            used += borrowed
            cross = any(lent)
            for battery, theirs in zip(batteries, lent, strict=True):
                battery.short = theirs
        firing = 0
        for battery, mine in zip(batteries, own, strict=True):
            battery.own = mine
            firing += mine + battery.short
        if 0 in own:
            batteries = [battery for battery in batteries if battery.own or battery.short]
            if not batteries:
                least = min([gun.crew for gun, _ in guns])
                return refusal("unmanned", "BTQ-CREW-06", men=hands, needed=least)
        smoke = fires.smoke(battle, ship) if ship.fires else 0
        run = bound[in_a_row](ship, arc, turn)
        return Discharge(
            ship=ship,
            target=self.target,
            view=self.view,
            arc=arc,
            shot=shot.shot,
            aim=shot.aim,
            batteries=tuple(batteries),
            guns=firing,
            men=used,
            needed=base if base > 0 else 1,
            served=min(men, base) if base else 1,
            first=bound[first_broadside](ordnance, ship, arc),
            cross=cross,
            smoke=Modifier("smoke", -smoke, "BTQ-FIRE-10") if smoke else None,
            half=bool(shot.guns) and reading.partial_mode == HALVED,
            silent=tuple(silent),
            turn=turn,
            shut=self.shut,
            run=run,
            rested=not run and ship.fouling[PLACE[arc]] > 0,
            part_only=bool(shot.guns) and shot.guns != ship.left_in(arc),
        )


ALL_GUNS: Final = 99
"""So many guns out of a side mean that none fires at all (BTQ-FIRE-10)."""
