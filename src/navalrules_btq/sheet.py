"""Her card and her condition as plain data (BTQ-SHIP-26, BTQ-DMG-13, BTQ-DMG-14, BTQ-UI-05)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import FIGHTING, STRUCK, SUNK, TAKEN, compass
from navalrules_btq.crew import for_boarding
from navalrules_btq.enrol import broadside_weight
from navalrules_btq.gunnery import in_a_row
from navalrules_btq.parties import pairs_of
from navalrules_btq.phase import ship_of, strength
from navalrules_btq.points import pvn
from navalrules_btq.ship import ARCS, PARTS, PORT, STARBOARD, BtqShip

if TYPE_CHECKING:
    from navalrules import Battle, Ship
    from navalrules_btq.harm_lore import HarmLore, Layout, Section
    from navalrules_btq.ordnance import Ordnance
    from navalrules_btq.parties import Pair

SPLIT: Final = 100
_STATUSES: Final = {FIGHTING: "active", STRUCK: "struck", TAKEN: "captured", SUNK: "sunk"}


def card(battle: Battle, ship: Ship) -> dict[str, Any]:
    """Her ship card, and under `condition` the sheet that tells all: guns by arc and battery, masts, what is
    carried, men, holes, fires, fouled arcs. Pairs of numbers are what is left and what she began with;
    distances are millimetres at 1/1200."""
    assert isinstance(ship, BtqShip)
    harm: HarmLore = battle.lore.harm
    left = {
        "hull": SPLIT - hurt(ship.hull, ship.hvn),
        "sails": SPLIT - hurt(ship.sails_lost, ship.sails_full),
        "crew": SPLIT - hurt(ship.complement - ship.crew, ship.complement),
    }
    return {
        "id": ship.id,
        "name": ship.name,
        "side": ship.side,
        "status": state(ship),
        "class": ship.klass,
        "nationality": ship.nationality,
        "heading": compass.name_of(ship.pose.heading) if ship.pose else "",
        "marks": marks(battle, ship),
        "grappled_to": grappled_to(battle, ship),
        "damage": {what: SPLIT - percent for what, percent in left.items()},
        "sp": ship.sp,
        "colours": {what: colour(battle, what, value) for what, value in {"sp": ship.sp, **left}.items()},
        "values": _values(battle, ship),
        "prize_crew": _prize_crew(battle, ship),
        "condition": _condition(ship, harm.layouts[ship.mast_plan], battle.state.turn),
        "pose": attrs.astuple(ship.pose) if ship.pose else None,
    }


def hurt(part: int, whole: int) -> int:
    """Per cent, the fraction dropped (BTQ-DICE-03); 0 of nothing."""
    return min(part * SPLIT // whole, SPLIT) if whole else 0


def state(ship: BtqShip) -> str:
    """Her status by the names of this rulebook (BTQ-SHIP-23)."""
    if ship.status == SUNK and (ship.exploded or ship.removed):
        return "exploded" if ship.exploded else "removed"
    if ship.status == FIGHTING and ship.prize:
        return "prize"
    return _STATUSES[ship.status]


def marks(battle: Battle, ship: BtqShip) -> list[str]:
    """What her card is marked with: closed lower ports, lost masts, fire and the rest."""
    ordnance: Ordnance = battle.lore.ordnance
    shut = ordnance.shut[strength(battle)] and ship.klass in ordnance.decked
    marked = {
        "lower_closed": shut,
        "dismasted": ship.dismasted,
        "fire": bool(ship.fires),
        "sinking": ship.sinking,
        "foundering": ship.foundering,
        "magazine_flooded": ship.magazine == "flooded",
        "in_irons": bool(ship.irons),
        "tacking": bool(ship.tacking),
        "full_sail": ship.full_sail,
    }
    return [mark for mark, is_so in marked.items() if is_so]


def colour(battle: Battle, what: str, value: int) -> str:
    """Green, yellow or red by what is left (BTQ-UI-05)."""
    green, yellow = battle.tables["state_colour"].row(what)
    return "green" if value >= green else "yellow" if value >= yellow else "red"


def sail_of(section: Section) -> str:
    """The key of the sail of a mast section, such as main_topsail (BTQ-MAST-02)."""
    return f"{section.mast}_{section.sail}"


def grappled_to(battle: Battle, ship: BtqShip) -> list[dict[str, Any]]:
    """Her engagement cards (BTQ-BOARD-30): with whom, in which role, since when, the groups, the zones, the
    last round (BTQ-BOARD-31), her pool of men, and the bars of both crews."""
    found = pairs_of(battle, ship.id)
    able, used = for_boarding(battle, ship), sum([pair.party(ship.id).men for pair in found])
    pool = {"available": able, "used": used, "free": max(able - used, 0)}
    cards = [_engagement(battle, pair, ship.id) for pair in found]
    for card_ in cards:
        crews = [_bar(battle, ship_of(battle, name)) for name in (ship.id, str(card_["ship"]))]
        card_ |= {"pool": pool, "crews": crews}
    return cards


def _bar(battle: Battle, ship: BtqShip) -> dict[str, Any]:
    left = SPLIT - hurt(ship.complement - ship.crew, ship.complement)
    return {"ship": ship.id, "crew": left, "colour": colour(battle, "crew", left)}


def _engagement(battle: Battle, pair: Pair, ship: str) -> dict[str, Any]:
    own, other = pair.party(ship), pair.party(pair.other(ship))
    return {
        "ship": other.ship,
        "role": "attacker" if own is pair.attacker else "defender",
        "since": pair.since,
        "fouled": pair.fouled,
        "boarding": own.boarding,
        "defenders": own.defenders,
        "reserve": own.reserve,
        "zones": list(own.zones),
        "their_zones": list(other.zones),
        "last": _last(battle, pair) if pair.last else None,
    }


def _last(battle: Battle, pair: Pair) -> dict[str, Any]:
    """The last round: green where the pair's attacker won it, red for the defender, yellow for a draw."""
    assert pair.last is not None
    colours = {"": "yellow", pair.attacker.ship: "green", pair.defender.ship: "red"}
    zone = battle.lore.fighting.zones[pair.last.zone]
    return {**attrs.asdict(pair.last), "zone": zone, "colour": colours[pair.last.winner]}


def _values(battle: Battle, ship: BtqShip) -> dict[str, Any]:
    """Derived numbers (BTQ-SHIP-16 to -21); weights are pounds of one broadside."""
    weight = {kind: broadside_weight(ship, battle.tables, kind) for kind in ("long", "carronade")}
    return {
        "hvn": ship.hvn,
        "svn": ship.svn,
        "gdn": ship.gdn,
        "lgbwn": float(weight["long"]),
        "cbwn": float(weight["carronade"]),
        "pvn": pvn(battle, ship),
        "ngm": ship.ngm / PARTS,
        "tonnage": ship.tonnage,
        "merchant": ship.merchant,
        "unarmed": ship.unarmed,
        "fore_and_aft": ship.fore_and_aft,
        "soldiers": ship.soldiers,
    }


def _prize_crew(battle: Battle, ship: BtqShip) -> dict[str, Any] | None:
    """The prize crew that takes her over: whose, how many, the turns it has and needs (BTQ-PRIZE-03)."""
    if not ship.captor:
        return None
    turns = [ship.prize_turns, battle.lore.fighting.prize_turns]
    return {"by": ship.captor, "men": ship.prize_men, "turns": turns}


def _condition(ship: BtqShip, layout: Layout, turn: int) -> dict[str, Any]:
    return {
        "guns": {arc: _arc(ship, arc) for arc in ARCS},
        "masts": _masts(ship, layout),
        "sails_lost": [
            sail_of(section) for place, section in enumerate(layout.sections) if ship.sails >> place & 1
        ],
        "hull": [ship.hvn - min(ship.hull, ship.hvn), ship.hvn],
        "gdn_carry": ship.gdn_carry,
        "svn_carry": ship.svn_carry,
        "rigging_damage": ship.rigging_taken,
        "crew": [ship.crew, ship.complement],
        "quality": ship.quality,
        "quality_at_first": ship.quality_full,
        "rudder": not ship.rudder_gone,
        "wheel": not ship.wheel_gone,
        "waterline_hits": {PORT: ship.waterline_port, STARBOARD: ship.waterline_starboard},
        "flooding": ship.flooding,
        "magazine": ship.magazine,
        "fires": list(ship.fires),
        "prisoners": ship.prisoners,
        "fire_party": ship.fire_party,
        "fouling": {arc: in_a_row(ship, arc, turn) for arc in ARCS},
        "initial_broadside": {arc: not used for arc, used in zip(ARCS, ship.initial_used, strict=False)},
        "stock": list(ship.stock),
        "stations": attrs.asdict(ship.stations) if ship.stations else None,
        "last_move": ship.last_move,
    }


def _arc(ship: BtqShip, arc: str) -> list[dict[str, Any]]:
    full = getattr(ship, f"{arc}_full")
    rows = zip(ship.types_in(arc), ship.left_in(arc), full, strict=True)
    return [
        {"gun": gun, "left": [left, whole], "colour": _of_guns(left, whole)}
        for gun, left, whole in rows
        if whole
    ]


def _of_guns(left: int, whole: int) -> str:
    return "green" if left == whole else "yellow" if left else "red"


def _masts(ship: BtqShip, layout: Layout) -> dict[str, list[int]]:
    """For each mast the sections that stand and those she began with."""
    return {
        mast: [(mask & ~ship.sections).bit_count(), mask.bit_count()] for mast, mask in layout.masts.items()
    }
