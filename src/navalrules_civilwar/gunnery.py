"""Who can fire at whom, and whether a shot hits (ACW-GUN)."""

from __future__ import annotations

from functools import lru_cache
from itertools import compress, count
from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import Dice, IllegalOrder, Modifier, Order, Request, Ruling, ShotFired, Sighting, ruling
from navalrules_civilwar.bearing import aspect, bearing_arc, bears, clear
from navalrules_civilwar.damage import Hit, resolve, strike
from navalrules_civilwar.lore import Lore
from navalrules_civilwar.orders import FireOrder
from navalrules_civilwar.phase import CivilWarPhase
from navalrules_civilwar.ship import CivilWarShip
from navalrules_civilwar.texts import refusal

if TYPE_CHECKING:
    from navalrules import Battle

# ---------------------------------------------------------------- rulings


@ruling("ACW-CREW-13")
def mans(ship: CivilWarShip) -> list[int]:
    """The guns that can fire, by index: in action and with a square at them."""
    out, manned = ship.guns_out, [*compress(count(), ship.at_guns)]
    return [index for index in manned if not out[index]] if True in out else manned


@ruling("ACW-CRIT-05", "ACW-CRIT-04")
def side_clear(ship: CivilWarShip, arc: str) -> bool:
    """Whether no fallen mast hangs over that side; guns and pivots do not fire through wreckage."""
    return not ship.wrecks or arc not in [hand for hand, _ in ship.wrecks]


@ruling("ACW-MOVE-10")
def lies_still(target: CivilWarShip) -> bool:
    """Whether she is stopped: no way on in the half-move just made."""
    return target.run == 0


@ruling("ACW-GUN-15")
def stillness(lore: Lore, target: CivilWarShip, still: bool) -> tuple[Modifier, ...]:
    """Anchored is +2, stopped without an anchor down +3 (ACW-MOVE-10); they do not add up."""
    if target.anchored:
        return (lore.by_situation["anchored"],)
    return (lore.by_situation["stopped"],) if still else ()


@ruling("ACW-GUN-18")
def obscured(lore: Lore, visibility: str) -> tuple[Modifier, ...]:
    """A target in smoke, fog or darkness."""
    return () if visibility in ("", "clear") else (lore.by_situation["obscured"],)


@ruling("ACW-GUN-09")
def weather(lore: Lore, sea: str, haze: str, inches: float) -> tuple[Modifier, ...]:
    """Sea state, and haze beyond 24 inches."""
    found = lore.by_weather["sea_" + sea]
    if haze not in ("", "none") and inches > lore.haze_beyond:
        return (*found, *lore.by_weather["haze_" + haze])
    return found


@ruling("ACW-FIREFIGHT-07")
def own_fires(lore: Lore, ship: CivilWarShip) -> tuple[Modifier, ...]:
    """A ship on fire shoots worse, however many fires she has."""
    return (lore.by_situation["own_fire"],) if ship.fires else ()


@ruling("ACW-GUN-10", "ACW-MOR-12")
def crew_modifier(lore: Lore, ship: CivilWarShip) -> Modifier:
    """What the grade of the crew is worth at the guns."""
    return lore.by_grade[ship.grade]


@ruling("ACW-GUN-07", "ACW-GUN-05", "ACW-GUN-13")
def range_modifier(lore: Lore, kind: str, inches: float) -> Modifier:
    """Range and gun class, from table ACW-T1; a band takes its upper edge."""
    return lore.by_range[lore.band(inches), kind]


@ruling("ACW-GUN-08")
def situation(
    battle: Battle, ship: CivilWarShip, target: CivilWarShip, sight: Sighting
) -> tuple[Modifier, ...]:
    """All modifiers but range and gun class, from table ACW-T2."""
    lore, bound, table = battle.lore, battle.bound, battle.state.table
    lies = bound[aspect](lore, sight)
    return (
        *((lore.by_situation[lies],) if lies else ()),
        *bound[stillness](lore, target, bound[lies_still](target)),
        *bound[obscured](lore, table.visibility),
        *bound[weather](lore, table.sea, table.haze, sight.range),
        *bound[own_fires](lore, ship),
        bound[crew_modifier](lore, ship),
    )


@ruling("ACW-GUN-01", "ACW-GUN-16")
def to_hit(lore: Lore, modifiers: tuple[Modifier, ...], dice: Dice, ship: str) -> Ruling:
    """d20 and the modifiers, 12 or more hits (ACW-DICE-01); no automatic hit or miss (ACW-GUN-16)."""
    total: float = 0
    for modifier in modifiers:
        total += modifier.amount
    roll = dice.reaches(lore.die, lore.need - int(total), ship, "to hit")
    hit = roll.value
    # The twenty that misses and the one that hits are where it tells that neither is automatic.
    also = ("ACW-GUN-16",) if roll.faces == ((1,) if hit else (lore.die,)) else ()
    return Ruling("ACW-GUN-01", hit, roll, lore.need, modifiers, total, also)


# ---------------------------------------------------------------- who bears on whom


class FireRequest(Request):
    """Guns that bear, each with the targets it bears on, nearest first."""

    __slots__ = ("_battle", "choices")

    def __init__(self, battle: Battle, ship: CivilWarShip, choices: dict[str, list[str]]) -> None:
        super().__init__(FireOrder.kind, ship.side, ship.id, "", "ACW-GUN-11")
        self._battle = battle
        self.choices = choices

    @property
    def default(self) -> FireOrder:
        return FireOrder(ship=self.ship, shots=tuple([(gun, near[0]) for gun, near in self.choices.items()]))

    def draw(self, dice: Dice) -> FireOrder:
        shots = []
        for gun, near in self.choices.items():
            pick = dice.pick(len(near) + 1, self.ship, f"fire {gun}").value
            if pick < len(near):
                shots.append((gun, near[pick]))
        return FireOrder(ship=self.ship, shots=tuple(shots))

    def refusal(self, order: Order) -> IllegalOrder | None:
        if not isinstance(order, FireOrder):
            return refusal("not_fire", "ACW-GUN-11", kind=order.kind)
        choices, shots = self.choices, order.shots
        for gun, target in shots:
            if gun not in choices or target not in choices[gun]:
                return self._wrong(gun, target)
        fired = [gun for gun, _ in shots]
        if len(set(fired)) < len(fired):
            twice = next(gun for gun in fired if fired.count(gun) > 1)
            return refusal("fires_twice", "ACW-GUN-11", gun=twice)
        return None

    def _wrong(self, gun: str, target: str) -> IllegalOrder:
        ship = self._battle.state.ships[self.ship]
        assert isinstance(ship, CivilWarShip)
        return why_not(self._battle, ship, gun, target, self.choices)

    def describe(self) -> dict[str, Any]:
        return {**super().describe(), "guns": {gun: list(near) for gun, near in self.choices.items()}}


def why_not(
    battle: Battle, ship: CivilWarShip, gun: str, target: str, choices: dict[str, list[str]]
) -> IllegalOrder:
    """Why a gun cannot fire at a target: reason, what would do, and the rule."""
    index, able = ship.gun(gun), ", ".join(choices) or "none"
    enemy = battle.state.ships.get(target)
    if index < 0:
        return refusal("no_such_gun", "ACW-RECORD-05", gun=gun, ship=ship.name, able=able)
    if ship.guns_out[index]:
        return refusal("gun_out", "ACW-HIT-06", gun=gun, able=able)
    if not ship.at_guns[index]:
        return refusal("gun_unmanned", "ACW-CREW-13", gun=gun, able=able)
    if enemy is None or enemy.side == ship.side:
        return refusal(
            "no_such_target", "ACW-GUN-11", target=target, able=", ".join(sorted(_enemies(choices)))
        )
    if not enemy.fighting:
        return refusal("no_target", "ACW-MOR-13", target=target, status=enemy.status)
    sight = battle.sight(ship, enemy)
    if sight.blocked:
        return refusal("blocked", "ACW-GUN-17", target=target)
    if not battle.bound[side_clear](ship, bearing_arc(battle.lore, sight.bearing)):
        return refusal("wreck_side", "ACW-CRIT-05", gun=gun, side=bearing_arc(battle.lore, sight.bearing))
    arcs = ", ".join(ship.guns[index].arcs)
    return refusal(
        "does_not_bear", "ACW-GUN-12", gun=gun, target=target, bearing=f"{sight.bearing:g}", arcs=arcs
    )


def _enemies(choices: dict[str, list[str]]) -> set[str]:
    return {target for near in choices.values() for target in near}


# ---------------------------------------------------------------- the phase


@attrs.frozen
class FirePhase(CivilWarPhase):
    """Both sides fire on the state before the step, then the damage is applied (ACW-SEQ-10, ACW-HIT-09)."""

    name: str
    rules: tuple[str, ...]

    def requests(self, battle: Battle) -> list[Request]:
        # A ship that has struck fires no more, and is no target (ACW-MOR-13).
        able = self.fighting(battle)
        found = [
            _request(battle, ship, [other for other in able if other.side != ship.side]) for ship in able
        ]
        return [request for request in found if request]

    def run(self, battle: Battle) -> None:
        told = battle.told
        hits: list[Hit] = []
        for ship in self.fighting(battle):
            order = battle.answer(FireOrder.kind, ship.id)
            if isinstance(order, FireOrder):
                hits += fire(battle, ship, order.shots, told)
        for blow in [resolve(battle, hit) for hit in hits]:
            strike(battle, blow, told)


def _request(battle: Battle, ship: CivilWarShip, targets: list[CivilWarShip]) -> FireRequest | None:
    """What a ship may fire at with each gun, if anything."""
    if True not in ship.at_guns:
        return None
    sights = [(battle.sight(ship, target), target.id) for target in targets]
    if len(sights) > 1:
        sights.sort(key=_nearness)
    bound, lore, guns = battle.bound, battle.lore, ship.guns
    manned, bearing = [guns[index] for index in bound[mans](ship)], bound[bears]
    choices: dict[str, list[str]] = {}
    for sight, target in sights:
        arc = bearing_arc(lore, sight.bearing)
        if bound[clear](sight) and bound[side_clear](ship, arc):
            for gun in manned:
                if bearing(gun, arc):
                    choices.setdefault(gun.name, []).append(target)
    return FireRequest(battle, ship, choices) if choices else None


def fire(battle: Battle, ship: CivilWarShip, shots: tuple[tuple[str, str], ...], told: bool) -> list[Hit]:
    """Fire the guns of one ship, each at its target; returns what hit."""
    aims: dict[str, Aim] = {}
    lore, dice, rolled = battle.lore, battle.dice, battle.bound[to_hit]
    guns = {gun.name: gun for gun in ship.guns}
    hits = []
    for name, aimed in shots:
        gun = guns[name]
        aim = aims.get(aimed)
        if aim is None:
            aim = aims[aimed] = Aim.of(battle, ship, aimed, told)
        modifiers = aim.by_kind.get(gun.kind) or aim.modifiers(battle, gun.kind)
        ruled = rolled(lore, modifiers, dice, ship.id)
        if told:
            battle.emit(
                ShotFired,
                ship=ship.id,
                target=aimed,
                weapon=gun.label,
                range=aim.sight.range,
                hit=ruled.outcome,
                rulings=(ruled,),
                rules=aim.rules,
            )
        if ruled.outcome:
            hits.append(Hit(ship, aim.target, gun, aim.sight))
    return hits


@attrs.define
class Aim:
    """What the guns of one ship make of one target in one step; `rules` let them fire at her."""

    target: CivilWarShip
    sight: Sighting
    others: tuple[Modifier, ...]
    rules: tuple[str, ...]
    by_kind: dict[str, tuple[Modifier, ...]]

    @classmethod
    def of(cls, battle: Battle, ship: CivilWarShip, aimed: str, told: bool) -> Aim:
        """Worked out once: every modifier but the gun's own; the rules only if they will be told."""
        target = battle.state.ships[aimed]
        assert isinstance(target, CivilWarShip)
        sight = battle.sight(ship, target)
        others = battle.bound[situation](battle, ship, target, sight)
        rules: tuple[str, ...] = ()
        if told:
            rules = _applied(tuple([modifier.name for modifier in others]), len(battle.state.ships) > 2)
        return cls(target, sight, others, rules, {})

    def modifiers(self, battle: Battle, kind: str) -> tuple[Modifier, ...]:
        """All modifiers of a gun of this class."""
        own = battle.bound[range_modifier](battle.lore, kind, self.sight.range)
        found = self.by_kind[kind] = (own, *self.others)
        return found


_SHOT: Final = ("ACW-GUN-11", "ACW-GUN-12", "ACW-GUN-13", "ACW-CREW-13")
_BY_MODIFIER: Final = {
    "rake": ("ACW-GUN-14",),
    "broadside": ("ACW-GUN-14",),
    "anchored": ("ACW-GUN-15", "ACW-MOVE-10"),
    "stopped": ("ACW-GUN-15", "ACW-MOVE-10"),
    "obscured": ("ACW-GUN-18",),
}


@lru_cache(maxsize=256)
def _applied(modifiers: tuple[str, ...], others: bool) -> tuple[str, ...]:
    """The rules that let a shot be fired and chose its modifiers; with `others` about, lines of fire too."""
    named = [_BY_MODIFIER[name] for name in modifiers if name in _BY_MODIFIER]
    chosen = dict.fromkeys([rule for rules in named for rule in rules])
    return (*_SHOT, *chosen, "ACW-GUN-17") if others else (*_SHOT, *chosen)


def _nearness(seen: tuple[Sighting, str]) -> tuple[float, str]:
    return seen[0].range, seen[1]
