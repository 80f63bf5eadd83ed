"""What damage does to hull, guns and men (BTQ-DMG)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import attrs

from navalrules import (
    SUNK,
    Change,
    Dice,
    FireStarted,
    MastFell,
    Roll,
    Ruling,
    ShipHurt,
    StatusChanged,
    ruling,
)
from navalrules_btq import masts
from navalrules_btq.harm import HARMED, MANNED, follow, plainly, tell
from navalrules_btq.harm import Blow as Blow
from navalrules_btq.harm import Harm as Harm
from navalrules_btq.harm_lore import D100, HarmLore
from navalrules_btq.phase import at
from navalrules_btq.ship import PORT, STARBOARD, BtqShip
from navalrules_btq.stations import Stations
from navalrules_btq.surrender import crew_price

if TYPE_CHECKING:
    from navalrules import Battle

_SIDES: Final = (PORT, STARBOARD)
FIRE: Final = "fire"
RUDDER: Final = "rudder"
WHEEL: Final = "wheel"

# ---------------------------------------------------------------- rulings


@ruling("BTQ-DMG-01")
def hull_percent(ship: BtqShip, points: int) -> int:
    """Hull damage in whole per cent of her HVN, rounded down."""
    return D100 * points // ship.hvn if ship.hvn else D100


@ruling("BTQ-DMG-02")
def hull_steps(lore: HarmLore, before: int, now: int) -> int:
    """Steps of 5 % crossed between two percentages: each costs a surrender point."""
    return now // lore.hull_step - before // lore.hull_step


@ruling("BTQ-DMG-03")
def special_rolls(steps: int) -> int:
    """Throws for special damage: one for each step crossed."""
    return steps


@ruling("BTQ-DMG-04")
def guns_due(ship: BtqShip, points: int) -> tuple[int, int]:
    """Guns that so much hull damage dismounts with what is carried, and what is carried on."""
    return divmod(ship.gdn_carry + points, ship.gdn) if ship.gdn else (0, 0)


@ruling("BTQ-DMG-05")
def gun_hit(dice: Dice, ship: BtqShip, part: str) -> tuple[str, int, Ruling]:
    """The side and the battery that lose a gun: the side struck, for bow and stern either; there any
    battery that has guns left. -1 where that side has none."""
    side, how = part, None
    if part not in _SIDES:
        side, how = _either(dice, ship, "gun side")
    left = [place for place, guns in enumerate(getattr(ship, side)) if guns]
    if not left:
        return side, -1, Ruling("BTQ-DMG-05", -1, how)
    if how is None and len(left) == 1:
        return side, left[0], _the_only(left[0])
    roll = dice.pick(len(left), ship.id, "gun")
    return side, left[roll.value], Ruling("BTQ-DMG-05", left[roll.value], roll if roll.faces else how)


@cache
def _the_only(battery: int) -> Ruling:
    return Ruling("BTQ-DMG-05", battery)


@ruling("BTQ-DMG-06")
def gun_kills(lore: HarmLore, dice: Dice, ship: BtqShip, gun: str) -> Ruling:
    """Men killed at a dismounted gun: from none to one less than serve it."""
    roll = dice.die(lore.gun_crew.get(gun, lore.unknown_losses), ship.id, "gun crew")
    return Ruling("BTQ-DMG-06", roll.value - 1, roll)


@ruling("BTQ-DMG-07", "BTQ-DMG-08")
def special_damage(lore: HarmLore, dice: Dice, ship: BtqShip) -> Ruling:
    """Fire, rudder, wheel, or "" for nothing; a rudder or wheel that is gone cannot go again (BTQ-DMG-08)."""
    roll = dice.lookup(lore.special, ship.id, "special damage")
    gone = (roll.value == RUDDER and ship.rudder_gone) or (roll.value == WHEEL and ship.wheel_gone)
    return Ruling("BTQ-DMG-08", "", roll) if gone else Ruling("BTQ-DMG-07", roll.value, roll)


@ruling("BTQ-DMG-09")
def sinks(lore: HarmLore, percent: int) -> str:
    """What so much hull damage comes to: "sunk", "sinking" or "" (BTQ-GAP-40)."""
    if percent >= lore.sunk_at:
        return "sunk"
    return "sinking" if percent >= lore.sinking_from else ""


@ruling("BTQ-DMG-10")
def men_hit(lore: HarmLore, points: int) -> Ruling:
    """Men killed by damage in the crew column: one for each point."""
    return plainly("BTQ-DMG-10", points // lore.points_a_man)


@ruling("BTQ-DMG-12")
def duties_cut(stations: Stations, living: int) -> Stations:
    """Duties when fewer men live than are told off: all in proportion, each rounded down."""
    told = stations.men
    if told <= living:
        return stations
    sailing, guns, fire = (men * living // told for men in (stations.sailing, stations.guns, stations.fire))
    return attrs.evolve(stations, sailing=sailing, guns=guns, fire=fire)


@ruling("BTQ-SP-07", "BTQ-FIRE-01")
def fire_price(lore: HarmLore, spread: bool) -> int:
    """Surrender points that a new fire costs; one born of another costs none (BTQ-GAP-54)."""
    return lore.sp["fire_by_spread" if spread else "fire_sp_per_start"]


POINTS = (
    hull_percent,
    hull_steps,
    special_rolls,
    guns_due,
    gun_hit,
    gun_kills,
    special_damage,
    sinks,
    men_hit,
    duties_cut,
    fire_price,
)

# ---------------------------------------------------------------- a blow


def strike(
    battle: Battle,
    ship: BtqShip,
    blow: Blow,
    rulings: tuple[Ruling, ...] = (),
    rules: tuple[str, ...] = (),
) -> None:
    """Apply a blow to a ship and tell of it; she may burn, lose masts, strike or sink.

    `rulings` and `rules` go into the event before those of the damage. A ship that is gone takes no harm.
    """
    if ship.status == SUNK:
        return
    told = battle.told
    # Most blows fall on the crew alone, and less of her need be looked at.
    whole = blow.hull or blow.rigging or blow.waterline
    harm = Harm(ship, blow.by, HARMED if whole else MANNED, told=told)
    # None of the damage looks at what led to it.
    if rulings:
        harm.rulings += rulings
    if rules:
        harm.rules += rules
    _suffer(battle, battle.dice, harm, blow)
    if harm.rulings or harm.rules:
        if told:
            battle.emit(
                ShipHurt,
                ship=ship.id,
                rulings=tuple(harm.rulings),
                changes=harm.fields.changes(ship, harm.before),
                rules=harm.cited(),
                by=blow.by,
                place=blow.place,
            )
        follow(battle, ship, harm)


def suffer(battle: Battle, dice: Dice, ship: BtqShip, blow: Blow) -> Harm:
    """What a blow does to a ship, worked out on a copy of her with the given dice; she stays as she is."""
    harm = Harm(ship.copy(), blow.by)
    if ship.status != SUNK:
        _suffer(battle, dice, harm, blow)
    return harm


def _suffer(battle: Battle, dice: Dice, harm: Harm, blow: Blow) -> None:
    if blow.hull:
        hull(battle, dice, harm, blow.hull, blow.part)
    if blow.waterline and blow.part:
        _between_wind_and_water(battle, dice, harm, blow)
    if blow.crew:
        men = battle.bound[men_hit](battle.lore.harm, blow.crew)
        harm.kill(men.outcome)
        harm.rulings.append(men)
    if blow.rigging:
        masts.rigging(battle, dice, harm, blow.rigging, blow.shot)
    if harm.men:
        muster(battle, harm)


def hull(battle: Battle, dice: Dice, harm: Harm, points: int, part: str, *, special: bool = True) -> None:
    """Hull damage: surrender points, special damage, guns dismounted, and at last the sea."""
    bound, lore, ship = battle.bound, battle.lore.harm, harm.after
    points = min(points, ship.hvn - ship.hull)
    percent = bound[hull_percent]
    before = percent(ship, ship.hull)
    ship.hull += points
    now = percent(ship, ship.hull)
    harm.rulings.append(plainly("BTQ-DMG-01", now))
    if part == PORT:
        ship.hit_port = battle.state.turn
    elif part == STARBOARD:
        ship.hit_starboard = battle.state.turn
    steps = bound[hull_steps](lore, before, now)
    if steps > 0:
        harm.cost(steps * lore.sp["hull_step"])
        harm.rulings.append(plainly("BTQ-DMG-02", steps))
        if special:
            for _ in range(bound[special_rolls](steps)):
                _special(battle, dice, harm)
    _dismount(battle, dice, harm, points, part)
    fate = bound[sinks](lore, now)
    if fate == "sunk":
        harm.sunk = True
    elif fate and not ship.sinking:
        ship.sinking = True
        harm.told.append((StatusChanged, {"what": "sinking", "rules": ("BTQ-DMG-09",)}))


def _special(battle: Battle, dice: Dice, harm: Harm) -> None:
    lore, ship = battle.lore.harm, harm.after
    ruled = battle.bound[special_damage](lore, dice, ship)
    harm.rulings.append(ruled)
    harm.rules.append("BTQ-DMG-03")
    if ruled.outcome == FIRE:
        ship.fires = (*ship.fires, 0)
        harm.cost(battle.bound[fire_price](lore, False))
        harm.told.append((FireStarted, {"rulings": (ruled,), "rules": ("BTQ-FIRE-01", "BTQ-SP-07")}))
    elif ruled.outcome:
        if ruled.outcome == RUDDER:
            ship.rudder_gone = True
        else:
            ship.wheel_gone = True
        harm.cost(lore.sp[ruled.outcome])
        harm.told.append((StatusChanged, {"what": f"{ruled.outcome} gone", "rulings": (ruled,)}))


def _dismount(battle: Battle, dice: Dice, harm: Harm, points: int, part: str) -> None:
    bound, lore, ship = battle.bound, battle.lore.harm, harm.after
    due, ship.gdn_carry = bound[guns_due](ship, points)
    if not due:
        return
    harm.rulings.append(plainly("BTQ-DMG-04", due))
    for _ in range(due):
        side, battery, ruled = bound[gun_hit](dice, ship, part)
        harm.rulings.append(ruled)
        if battery < 0:
            continue
        left: tuple[int, ...] = getattr(ship, side)
        setattr(ship, side, at(left, battery, left[battery] - 1))
        harm.guns += 1
        killed = bound[gun_kills](lore, dice, ship, ship.guns[battery])
        harm.kill(killed.outcome)
        harm.rulings.append(killed)


def _between_wind_and_water(battle: Battle, dice: Dice, harm: Harm, blow: Blow) -> None:
    ship = harm.after
    roll = dice.check(blow.waterline, ship.id, "waterline")
    harm.rulings.append(Ruling("BTQ-DMG-15", roll.value, roll, blow.waterline))
    if roll.value:
        side = blow.part if blow.part in _SIDES else _either(dice, ship, "waterline side")[0]
        field = f"waterline_{side}"
        setattr(ship, field, getattr(ship, field) + 1)
        ship.waterline_turn = battle.state.turn


def _either(dice: Dice, ship: BtqShip, purpose: str) -> tuple[str, Roll]:
    roll = dice.handed(ship.id, purpose)
    return roll.value, roll


def muster(battle: Battle, harm: Harm) -> None:
    """After men were killed: surrender points for the thresholds passed, and duties cut to those alive."""
    ship = harm.after
    steps, cost = battle.bound[crew_price](battle.lore.harm, ship)
    if steps > ship.crew_steps:
        ship.crew_steps = steps
        harm.cost(cost)
        harm.rulings.append(plainly("BTQ-SP-03", cost))
    if ship.fire_party:
        ship.fire_party = min(ship.fire_party, ship.crew)
    stations = ship.stations
    if stations.assigned:
        cut = battle.bound[duties_cut](stations, ship.crew - ship.fire_party)
        if cut is not stations:
            ship.stations = cut
            harm.rules.append("BTQ-DMG-12")


# ---------------------------------------------------------------- for the other chapters


def lose_men(battle: Battle, ship: BtqShip, men: int, changes: list[Change], rules: list[str]) -> int:
    """Take men off a ship's crew; how many there were to lose.

    Adds what changed (men, thresholds, surrender points, duties) to `changes` and the rules to `rules`, where
    somebody is told. Emit the event that tells of it, then call `surrender.settle`.
    """
    told = battle.told
    harm = Harm(ship, fields=MANNED, told=told)
    lost = harm.kill(men)
    if lost:
        muster(battle, harm)
        if told:
            changes += MANNED.changes(ship, harm.before)
            for ruled in harm.rulings:
                rules.append(ruled.rule)
            rules += harm.rules
    return lost


def lose_section(
    battle: Battle,
    ship: BtqShip,
    mast: str,
    level: int = 0,
    *,
    by: str = "",
    rulings: tuple[Ruling, ...] = (),
) -> bool:
    """A mast section goes with its sail and all above it, by no shot; False where she has it no longer.

    It pulls at no other mast and falls on nobody.
    """
    layout = battle.lore.harm.layouts[ship.mast_plan]
    place = layout.find(mast, level)
    if place is None or ship.sections >> place & 1:
        return False
    harm, gone = Harm(ship, by, told=battle.told), ship.sections
    down = battle.bound[masts.comes_down](layout, ship, place)
    harm.after.sections |= down
    harm.after.sails |= down
    harm.rulings += rulings
    masts.count(battle, harm, layout, gone)
    tell(battle, ship, harm, MastFell, by=by, place=f"{mast}_{level}")
    return True
