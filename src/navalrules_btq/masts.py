"""Sails and masts: what rigging damage brings down (BTQ-MAST)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from navalrules import Dice, MastFell, Ruling, StatusChanged, Tables, UnknownName, ruling
from navalrules_btq.events import SailsLost
from navalrules_btq.harm import Harm, plainly
from navalrules_btq.harm_lore import BOWSPRIT, D100, HarmLore, Layout
from navalrules_btq.ship import BtqShip

if TYPE_CHECKING:
    from navalrules import Battle

NOTHING: Final = -1


def layout_of(tables: Tables, sails: int, single_masted: bool = False) -> str:
    """The layout of a ship with so many sails; of a count that her plan lacks the next smaller (BTQ-GAP-07).

    Raises UnknownName for a number of sails that no ship has, or of which no layout of her plan is told.
    """
    plans, layouts = tables["mast_plan_by_sails"], tables["mast_layout"]
    plan = plans.text("single_mast" if single_masted and sails <= _SINGLE else str(sails))
    for fewer in range(sails, 0, -1):
        if f"{plan}_{fewer}" in layouts:
            return f"{plan}_{fewer}"
    raise UnknownName("key of table mast_layout", f"{plan}_{sails}", layouts)


_SINGLE: Final = 4
"""Most sails on one mast and a bowsprit."""

# ---------------------------------------------------------------- rulings


@ruling("BTQ-MAST-01")
def sails_due(ship: BtqShip, points: int) -> tuple[int, int]:
    """Sails that so many points of damage take with what is carried, and what is carried on."""
    return divmod(ship.svn_carry + points, max(ship.svn, 1))


@ruling("BTQ-MAST-14")
def full_sail_points(lore: HarmLore, ship: BtqShip, points: int) -> int:
    """Points of sail damage: under Full Sail each counts double."""
    return points * lore.full_sail if ship.full_sail else points


@ruling("BTQ-MAST-03")
def sail_lost(lore: HarmLore, dice: Dice, ship: BtqShip, layout: Layout) -> Ruling:
    """Which sail goes, by its key: any of those left, evenly."""
    left = layout.places(layout.whole & ~ship.sails)
    roll = dice.pick(len(left), ship.id, "sail")
    return Ruling("BTQ-MAST-03", layout.keys[left[roll.value]], roll)


@ruling("BTQ-MAST-05")
def section_breaks(lore: HarmLore, dice: Dice, ship: BtqShip, shot: str) -> Ruling:
    """Whether the section under a lost sail is destroyed, whatever the shot."""
    chance = lore.section_chance["any"]
    roll = dice.check(chance, ship.id, "mast section")
    return Ruling("BTQ-MAST-05", roll.value, roll, chance)


@ruling("BTQ-MAST-07")
def comes_down(layout: Layout, ship: BtqShip, place: int) -> int:
    """The mask of what falls with a section: itself and all above it on that mast, if still there."""
    return layout.fall[place] & ~ship.sections


@ruling("BTQ-MAST-08")
def pulls_down(lore: HarmLore, dice: Dice, ship: BtqShip, layout: Layout, mast: str) -> Ruling | None:
    """Which section of a neighbouring mast a falling one pulls down: its place, or NOTHING; None without a
    neighbour that stands (BTQ-GAP-51)."""
    standing = [near for near in layout.near[mast] if layout.masts[near] & ~ship.sections]
    if not standing:
        return None
    roll = dice.check(lore.cascade, ship.id, "cascade")
    if not roll.value:
        return Ruling("BTQ-MAST-08", NOTHING, roll, lore.cascade)
    near = standing[dice.pick(len(standing), ship.id, "neighbour").value]
    left = layout.places(layout.masts[near] & ~ship.sections)
    place = left[0 if lore.reading.lowest_falls else dice.pick(len(left), ship.id, "section").value]
    return Ruling("BTQ-MAST-08", place, roll, lore.cascade, also=("BTQ-MAST-09",))


@ruling("BTQ-MAST-09")
def pulls_on(pulled: bool) -> bool:
    """Whether a falling section may pull at another mast: not one that was `pulled` down itself."""
    return not pulled


@ruling("BTQ-MAST-10")
def crushed(lore: HarmLore, dice: Dice, ship: BtqShip) -> Ruling | None:
    """Men killed by a falling section: none, unless Falling Mast Casualties says how many."""
    return None


@ruling("BTQ-MAST-11")
def section_price(lore: HarmLore, layout: Layout, gone: int) -> int:
    """Surrender points that the sections gone have cost in all: 1 for each full 10 %."""
    percent = D100 * gone.bit_count() // len(layout.sections)
    return percent // lore.mast_step * lore.sp["mast_step"]


@ruling("BTQ-MAST-12")
def is_dismasted(lore: HarmLore, layout: Layout, gone: int) -> bool:
    """Whether the lowest section of every mast but the bowsprit is gone (BTQ-GAP-49)."""
    if lore.reading.all_sections:
        return not layout.whole & ~layout.masts.get(BOWSPRIT, 0) & ~gone
    return not layout.lowest & ~gone


@ruling("BTQ-MAST-13")
def past_harm(layout: Layout, ship: BtqShip) -> bool:
    """Whether every sail is gone, so that further damage to sails has no effect."""
    return ship.sails == layout.whole


POINTS = (
    sails_due,
    full_sail_points,
    sail_lost,
    section_breaks,
    comes_down,
    pulls_down,
    pulls_on,
    crushed,
    section_price,
    is_dismasted,
    past_harm,
)

# ---------------------------------------------------------------- applying


def rigging(battle: Battle, dice: Dice, harm: Harm, points: int, shot: str) -> None:
    """Damage to sails: every full SVN takes one, and with some of them goes a section of a mast."""
    bound, lore, ship = battle.bound, battle.lore.harm, harm.after
    layout = lore.layouts[ship.mast_plan]
    if bound[past_harm](layout, ship):
        harm.rules.append("BTQ-MAST-13")
        return
    doubled = bound[full_sail_points](lore, ship, points)
    ship.rigging_taken += doubled
    due, carry = bound[sails_due](ship, doubled)
    if doubled != points:
        harm.rulings.append(plainly("BTQ-MAST-14", doubled))
    harm.rulings.append(plainly("BTQ-MAST-01", due))
    gone, sails, first = ship.sections, ship.sails, len(harm.told)
    for _ in range(due):
        lost = bound[sail_lost](lore, dice, ship, layout)
        place = layout.place_of[lost.outcome]
        _take(harm, 1 << place)
        harm.rulings.append(lost)
        breaks = bound[section_breaks](lore, dice, ship, shot)
        if breaks.outcome:
            fall(battle, dice, harm, layout, place, breaks)
        else:
            harm.rulings.append(breaks)
        if bound[past_harm](layout, ship):
            carry = 0
            break
    ship.svn_carry = carry
    if ship.sails != sails:
        number = (ship.sails & ~sails).bit_count()
        what = "sail gone" if number == 1 else "sails gone"
        harm.told.insert(first, (SailsLost, {"what": what, "sails": number, "rules": ("BTQ-MAST-01",)}))
    if ship.sections != gone:
        count(battle, harm, layout, gone)


def _take(harm: Harm, sails: int) -> None:
    harm.sails += (sails & ~harm.after.sails).bit_count()
    harm.after.sails |= sails


def fall(
    battle: Battle, dice: Dice, harm: Harm, layout: Layout, place: int, why: Ruling, pulled: bool = False
) -> None:
    """A section is destroyed, with all above it and their sails; it may pull at another."""
    bound, lore, ship = battle.bound, battle.lore.harm, harm.after
    section = layout.sections[place]
    down = bound[comes_down](layout, ship, place)
    ship.sections |= down
    harm.sections += down.bit_count()
    _take(harm, down)
    rulings = [why]
    men = bound[crushed](lore, dice, ship)
    if men is not None:
        harm.kill(men.outcome)
        rulings.append(men)
    next_one = bound[pulls_down](lore, dice, ship, layout, section.mast) if bound[pulls_on](pulled) else None
    if next_one is not None:
        rulings.append(next_one)
    fields = {
        "by": harm.by,
        "place": f"{section.mast}_{section.level}",
        "rulings": tuple(rulings),
        "rules": ("BTQ-MAST-07",) if down.bit_count() > 1 else (),
    }
    harm.told.append((MastFell, fields))
    if next_one is not None and next_one.outcome != NOTHING:
        fall(battle, dice, harm, layout, next_one.outcome, _PULLED, pulled=True)


_PULLED: Final = Ruling("BTQ-MAST-09", True)


def count(battle: Battle, harm: Harm, layout: Layout, gone: int) -> None:
    """Surrender points for the sections lost since `gone`, and more when she is dismasted."""
    bound, lore, ship = battle.bound, battle.lore.harm, harm.after
    price = bound[section_price]
    points = price(lore, layout, ship.sections) - price(lore, layout, gone)
    if points:
        harm.cost(points)
        harm.rulings.append(plainly("BTQ-MAST-11", points))
    if not ship.dismasted and bound[is_dismasted](lore, layout, ship.sections):
        ship.dismasted = True
        harm.cost(lore.sp["dismasted"])
        dismasted = Ruling("BTQ-MAST-12", lore.sp["dismasted"])
        harm.told.append((StatusChanged, {"what": "dismasted", "rulings": (dismasted,)}))
