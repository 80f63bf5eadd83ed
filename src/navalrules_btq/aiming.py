"""From a shot as it is ordered to the guns that fire it, or to the reason why they cannot (BTQ-GUN-35)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import FIGHTING, IllegalOrder, Modifier
from navalrules_btq import crew, fires
from navalrules_btq.gunnery import (
    Discharge,
    band_at,
    band_ends,
    first_broadside,
    in_a_row,
    rake_factor,
)
from navalrules_btq.manning import lower_deck, manned, pool, powder_drowned, silenced, spread
from navalrules_btq.ordnance import AIMS, BANDS, BEYOND, DOUBLE, HANDED, PLACE, SHOTS, Battery, Gun, Ordnance
from navalrules_btq.phase import strength
from navalrules_btq.scale import shown
from navalrules_btq.ship import ARCS, OTHER_SIDE, BtqShip
from navalrules_btq.shot import charge, doubled, drawn, farthest, may_aim, on_hand
from navalrules_btq.sighting import Mark, View, view
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
    battle: Battle, ship: BtqShip, shot: Shot, spent: Spent, mark: Mark | None = None
) -> Discharge | IllegalOrder:
    """The guns that would fire a shot now, or why it is not allowed. Changes nothing; `mark` is the target
    where she is known already as an enemy that the ship may fire at."""
    arc, kind, aim = shot.arc, shot.shot, shot.aim
    if arc not in ARCS or kind not in SHOTS or aim not in AIMS:
        return _misnamed(shot)
    target: Any = battle.state.ships.get(shot.target) if mark is None else mark.target
    if mark is None and (wrong := _no_target(battle, ship, shot, target)) is not None:
        return wrong
    left = ship.left_in(arc)
    if arc in spent.men:
        return refusal("arc_twice", "BTQ-GUN-01", arc=arc)
    if not any(left):
        return refusal("no_guns", "BTQ-GUN-02", arc=arc)
    seen = view(battle, ship, target) if mark is None else mark.view
    if seen.arc != arc:
        return refusal("arc_bears", "BTQ-GUN-02", arc=arc, target=target.id, bears=seen.arc)
    bound, turn = battle.bound, battle.state.turn
    ordnance: Ordnance = battle.lore.ordnance
    if not bound[may_aim](ordnance, kind, aim):
        return _wrong_aim(ordnance, shot)
    if kind in ordnance.scarce:
        stocked = ship if spent.stock is None else attrs.evolve(ship, stock=spent.stock)
        if not bound[on_hand](ordnance, stocked, kind):
            return refusal("stock", ordnance.shot_rule[kind], shot=kind)
    if kind == DOUBLE and (run := bound[doubled](ordnance, ship, arc, turn)) >= ordnance.double_limit:
        return refusal("doubled", "BTQ-SHOT-04", arc=arc, turns=run)
    if shot.rake and (wrong := _wrong_rake(battle, shot, target, seen)) is not None:
        return wrong
    run, first = bound[in_a_row](ship, arc, turn), bound[first_broadside](ordnance, ship, arc)
    found = Discharge(ship, target, seen, arc, kind, aim, turn, run, first)
    if not run and ship.fouling[PLACE[arc]]:
        found.noting().rested = True
    able: Sequence[int] = left
    shut = bound[lower_deck](ordnance, ship, strength(battle))
    if shut or shot.guns or ship.fires:
        fewer = _able(battle, found, shot.guns, shut)
        if isinstance(fewer, IllegalOrder):
            return fewer
        able = fewer
    wrong = _aim(battle, found, able)
    if wrong is None:
        wrong = _man(battle, found, spent)
    return found if wrong is None else wrong


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


# ---------------------------------------------------------------- the shot


def _wrong_aim(ordnance: Ordnance, shot: Shot) -> IllegalOrder:
    rule = "BTQ-GUN-33" if shot.aim == "crew" else ordnance.shot_rule[shot.shot]
    able = ", ".join(ordnance.shot_aims[shot.shot])
    return refusal("wrong_aim", rule, shot=shot.shot, aim=shot.aim, able=able)


def _wrong_rake(battle: Battle, shot: Shot, target: BtqShip, seen: View) -> IllegalOrder | None:
    """A rake that is insisted on must be one."""
    ordnance: Ordnance = battle.lore.ordnance
    if battle.bound[rake_factor](ordnance, seen, shot.shot):
        return None
    if not seen.rake:
        return refusal("rake_lies", "BTQ-RAKE-01", target=target.id)
    if shot.shot != ordnance.rake_shot:
        return refusal("rake_shot", "BTQ-RAKE-03", shot=shot.shot, able=ordnance.rake_shot)
    reach = shown(battle, ordnance.rake_reach)
    return refusal("rake_far", "BTQ-RAKE-04", range=shown(battle, seen.range), reach=reach)


# ---------------------------------------------------------------- the guns


def _able(battle: Battle, fire: Discharge, told: tuple[int, ...], shut: str) -> Sequence[int] | IllegalOrder:
    """How many guns of each battery are `told` to fire (() for all) and can: not those behind ports that are
    `shut`, nor those near a fire, whose smoke spoils the aim of the others."""
    ship, arc = fire.ship, fire.arc
    left = ship.left_in(arc)
    able: Sequence[int] = left
    if told:
        unusual = fire.noting()
        unusual.part_only = told != left
        unusual.half = battle.lore.ordnance.reading.partial_mode == HALVED
        if not unusual.half:
            if len(told) != len(left) or not all(map(_within, told, left)):
                listed = ", ".join(str(number) for number in left)
                return refusal("guns", "BTQ-GUN-22", guns=told, able=listed)
            able = told
            if not any(able):
                return refusal("guns_none", "BTQ-GUN-22", arc=arc)
    if shut:
        fire.noting().shut = shut
        able = [0 if key == shut else number for key, number in zip(ship.types_in(arc), able, strict=True)]
        if not any(able):
            return refusal("ports_shut", "BTQ-GUN-25", gun=_named(shut))
    if ship.fires:
        able = _burning(battle, ship, arc, able)
        if not any(able):
            return refusal("fire_aboard", "BTQ-FIRE-10")
        smoke = fires.smoke(battle, ship)
        if smoke:
            fire.noting().smoke = Modifier("smoke", -smoke, "BTQ-FIRE-10")
    return able


def _burning(battle: Battle, ship: BtqShip, arc: str, able: Sequence[int]) -> Sequence[int]:
    """Guns that a fire leaves: it silences them from the last listed battery upwards (BTQ-GAP-41)."""
    out = fires.guns_out(battle, ship)
    if not out or (arc not in HANDED and out < ALL_GUNS):
        return able
    left, found = ship.left_in(arc), list(able)
    for place in range(len(found) - 1, -1, -1):
        lost = min(out, left[place])
        found[place] = min(found[place], left[place] - lost)
        out -= lost
    return found


def _aim(battle: Battle, fire: Discharge, able: Sequence[int]) -> IllegalOrder | None:
    """Find the batteries that reach with what they fire, and the gun types that do not."""
    bound, ordnance = battle.bound, battle.lore.ordnance
    shot, range_, types = fire.shot, fire.view.range, fire.ship.types_in(fire.arc)
    if shot == DOUBLE:
        firing = [ordnance.guns[key] for key, number in zip(types, able, strict=True) if number]
        if DOUBLE not in [bound[charge](gun, DOUBLE) for gun in firing]:
            return refusal("carronade_double", "BTQ-SHOT-09", arc=fire.arc)
    found: list[Battery] = []
    silent: list[Silent] = []
    for key, number in zip(types, able, strict=True):
        if not number:
            continue
        gun = ordnance.guns[key]
        ends, rule = bound[band_ends](gun)
        band = bound[band_at](ends, range_)
        loaded = bound[charge](gun, shot)
        last = bound[farthest](ordnance, loaded)
        if band <= last and band < BEYOND:
            # There are few such batteries in a battle, and they fire turn after turn.
            like = (key, number, band, rule, loaded)
            battery = ordnance.ready.get(like)
            if battery is None:
                battery = ordnance.ready[like] = ordnance.battery(gun, number, band, rule, loaded)
            found.append(battery)
        elif found:
            silent.append((key, number, shown(battle, ends[min(last, BEYOND - 1)])))
        else:
            return _too_far(battle, gun, range_, band, loaded)
    fire.batteries = found
    if silent:
        fire.noting().silent = silent
    return None


def _too_far(battle: Battle, gun: Gun, range_: float, band: int, loaded: str) -> IllegalOrder:
    """The first battery does not reach, with what it fires or at all."""
    bound, ordnance, range_ = battle.bound, battle.lore.ordnance, shown(battle, range_)
    ends, last = bound[band_ends](gun)[0], bound[farthest](ordnance, loaded)
    if band < BEYOND:
        return refusal(
            "shot_far",
            "BTQ-SHOT-03" if loaded == DOUBLE else ordnance.shot_rule[loaded],
            shot=loaded,
            band=BANDS[band],
            range=range_,
            last=texts()(f"band.{BANDS[last]}"),
            reach=shown(battle, ends[last]),
        )
    reach = shown(battle, ends[-1])
    return refusal("out_of_range", "BTQ-GUN-40", range=range_, gun=_named(gun.key), reach=reach)


# ---------------------------------------------------------------- the men


def _man(battle: Battle, fire: Discharge, spent: Spent) -> IllegalOrder | None:
    """Send men to the guns that reach (BTQ-CREW-04, BTQ-CREW-05, BTQ-CREW-06, BTQ-GUN-28)."""
    bound, ordnance = battle.bound, battle.lore.ordnance
    ship, arc, able = fire.ship, fire.arc, fire.batteries
    number = needed = 0
    for battery in able:
        number += battery.own
        needed += battery.men
    men, base = crew.gun_men(battle, ship), needed
    if ordnance.reading.crew_shortage_base == "ship":
        base = crew.recommended(battle, ship)
    # Where there are more men than that, only somebody else's rule can silence her.
    if (men <= base or bound[silenced] is not silenced) and bound[silenced](ordnance, men, base):
        return refusal("crew_short", "BTQ-CREW-05", men=men, needed=base)
    if men < base:
        fire.needed, fire.served = base, men
    other = spent.men.get(OTHER_SIDE[arc], 0) if arc in HANDED else 0
    hands = bound[pool](ship, arc, other, men)
    if hands >= needed and not other and bound[manned] is manned:
        # By the rulebook's own rule every gun then has its crew.
        fire.guns, fire.men = number, needed
    elif not _share(battle, fire, hands, other, needed):
        least = min([battery.gun.crew for battery in able])
        return refusal("unmanned", "BTQ-CREW-06", men=hands, needed=least)
    return None


def _share(battle: Battle, fire: Discharge, hands: int, other: int, needed: int) -> bool:
    """Share so many `hands`, and `other` men from the opposite side, out among guns that want `needed`, and
    leave out batteries that nobody serves; False where nobody serves any."""
    by_gun, ordnance, batteries = battle.bound[manned], battle.lore.ordnance, fire.batteries
    guns = [(battery.gun, battery.own) for battery in batteries]
    own, used = by_gun(guns, hands)
    if other:
        if ordnance.reading.cross_deck == "spread":
            own = spread(guns, hands, needed)
            used = sum([gun.crew * number for (gun, _), number in zip(guns, own, strict=True)])
        rest = [(gun, number - mine) for (gun, number), mine in zip(guns, own, strict=True)]
        lent, borrowed = by_gun(rest, other)
        used += borrowed
        if any(lent):
            fire.noting().cross = True
    else:
        lent = [0] * len(own)
    fire.batteries = [
        ordnance.battery(each.gun, mine, each.band, each.bands_by, each.shot, theirs)
        for each, mine, theirs in zip(batteries, own, lent, strict=True)
        if mine or theirs
    ]
    fire.guns, fire.men = sum(own) + sum(lent), used
    return fire.guns > 0


ALL_GUNS: Final = 99
"""So many guns out of a side mean that none fires at all (BTQ-FIRE-10)."""
