"""How a ship is made from a plan (BTQ-SHIP)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import EnrolmentError, Pose, ShipPlan, Tables
from navalrules_btq.book import already_gone
from navalrules_btq.fighting import UNKNOWN
from navalrules_btq.masts import layout_of
from navalrules_btq.ordnance import parts
from navalrules_btq.phase import bearing, half_up, point
from navalrules_btq.ship import BOW, CRACK, EXPERIENCED, PARTS, QUALITIES, STERN, BtqShip, Counts
from navalrules_btq.texts import texts

if TYPE_CHECKING:
    from navalrules import Battery, Entrant
    from navalrules_btq.lore import Lore

METRES: Final = 1.2
"""Metres in a millimetre at 1/1200."""
_KINDS: Final = {"long": "long", "smoothbore": "long", "carronade": "carronade"}
_LEFT_OUT: Final = "left_out"
_BROADSIDE: Final = "broadside"
_REFUSED: Final = "refused"
_LIVRES: Final = 36
_SWIVEL: Final = 0.5
_HUNDRED: Final = 100
_MOST_CREW: Final = 3000
KEYS: Final = {
    "btq_carronade_chasers": "what becomes of chasers that are carronades: left_out, broadside, refused",
    "btq_class": "her class",
    "btq_crew": "men aboard as she begins",
    "btq_damaged": "a mast that is gone before the first turn",
    "btq_fore_and_aft": "whether she is rigged fore and aft",
    "btq_merchant": "whether she is a merchantman",
    "btq_name": "what she is called",
    "btq_nationality": "her nationality, by its title or its key",
    "btq_note": "a remark; nothing reads it",
    "btq_quality": "the quality of her crew",
    "btq_sails": "how many sails she has",
    "btq_soldiers": "per cent of her crew that are soldiers",
    "btq_sp": "surrender points as she begins",
    "btq_speed_class": "her speed class",
}
"""What a ship or an entrant may say to these rules alone."""
SCENARIO_KEYS: Final = {
    "btq_wind": "the strength of the wind by its name here, or drawn",
    "btq_wind_from": "where the wind comes from, or drawn",
}
"""What a scenario may say to these rules alone."""

Told = Mapping[str, Any]


@attrs.frozen
class Armament:
    """Her guns as she begins: the types of the broadsides and how many stand on either side, then of the bow
    and of the stern chasers (BTQ-SHIP-08, BTQ-SHIP-09)."""

    guns: tuple[str, ...]
    port: Counts
    starboard: Counts
    bow_guns: tuple[str, ...]
    bow: Counts
    stern_guns: tuple[str, ...]
    stern: Counts

    @classmethod
    def of(cls, broadside: dict[str, int], bow: dict[str, int], stern: dict[str, int]) -> Armament:
        """Half of each battery on either side, the odd gun to port."""
        counts = broadside.values()
        return cls(
            guns=tuple(broadside),
            port=tuple([count - count // 2 for count in counts]),
            starboard=tuple([count // 2 for count in counts]),
            bow_guns=tuple(bow),
            bow=tuple(bow.values()),
            stern_guns=tuple(stern),
            stern=tuple(stern.values()),
        )


def enrolled(plan: ShipPlan, entrant: Entrant, tables: Tables, lore: Lore) -> BtqShip:
    """The ship of a plan as she begins; her pose in mm at 1/1200, her head on the nearest point.

    Raises EnrolmentError, which names the nearest valid choice, for a steamer, a class, a nationality or a
    crew quality that nobody knows, guns or chasers that the rules do not have, and a number of sails out of
    range.
    """
    if plan.steamer:
        raise _wrong("steamer", plan.id)
    told = {**plan.grades, **entrant.grades}
    name = str(told.get("btq_name", plan.name)).strip()
    if not name:
        raise _wrong("name", entrant.id)
    klass = _class(plan, told, entrant.id, tables)
    sails = _sails(plan, told, entrant.id, tables)
    arms = _armament(plan, told, entrant.id, tables, lore)
    nationality = _nationality(plan, told, entrant.id, tables, lore.titles)
    quality = _quality(entrant, told, tables)
    pose = Pose(
        round(entrant.pose.x / METRES, 9),
        round(entrant.pose.y / METRES, 9),
        bearing(point(entrant.pose.heading)),
    )
    new = tables["new_ship"]
    crew = _whole(told.get("btq_crew", plan.complement), 1, _MOST_CREW, "crew", entrant.id)
    ship = BtqShip(
        entrant.id,
        name,
        entrant.side,
        plan.id,
        pose,
        klass=klass,
        speed_class=_speed_class(told, klass, entrant.id, tables),
        nationality=nationality,
        ngm=_ngm(tables, nationality, entrant.id),
        nbcf=tables["nbcf_map"].text(nationality) if nationality else UNKNOWN,
        quality=quality,
        quality_full=quality,
        tonnage=plan.tonnage_bm,
        mast_plan=layout_of(tables, sails, plan.masts == 1),
        fore_and_aft=_flag(told, "btq_fore_and_aft", plan.rig in tables["fore_and_aft"], entrant.id),
        merchant=_flag(told, "btq_merchant", False, entrant.id),
        unarmed=not (arms.guns or arms.bow_guns or arms.stern_guns),
        soldiers=_soldiers(plan, told, entrant.id, tables),
        guns=arms.guns,
        port=arms.port,
        port_full=arms.port,
        starboard=arms.starboard,
        starboard_full=arms.starboard,
        bow_guns=arms.bow_guns,
        bow=arms.bow,
        bow_full=arms.bow,
        stern_guns=arms.stern_guns,
        stern=arms.stern,
        stern_full=arms.stern,
        sails_full=sails,
        sp=_whole(told.get("btq_sp", new.whole("surrender_points")), 1, 100, "sp", entrant.id),
        crew=crew,
        crew_full=crew,
        crew_base=crew,
        last_move=float(new.whole("last_move")),
        stock=lore.ordnance.stock,
    )
    _derive(ship, tables)
    layout = lore.harm.layouts[ship.mast_plan]
    # SVN goes by the count she was given; what she can lose is what her mast plan has (BTQ-GAP-07).
    ship.sails_full = len(layout.sections)
    already_gone(ship, entrant, layout, tables)
    return ship


def fitted(ship: BtqShip, entrant: Entrant, crack_crew: bool) -> None:
    """A crack crew needs its house rule (BTQ-SHIP-07): without it the scenario's common grade counts as
    experienced, and one named outright (`btq_quality`) is refused with an EnrolmentError."""
    if ship.quality != CRACK or crack_crew:
        return
    if "btq_quality" in {**entrant.plan.grades, **entrant.grades}:
        raise _wrong("crack", ship.id)
    ship.quality = ship.quality_full = EXPERIENCED


def _wrong(key: str, ship: str, **fields: object) -> EnrolmentError:
    return EnrolmentError(texts()(f"enrol.{key}", ship=ship, **fields))


def _near(told: object, known: Iterable[str]) -> str:
    known = list(known)
    return ", ".join(get_close_matches(str(told), known, 3, 0.3) or known)


def _whole(value: Any, least: int, most: int, key: str, ship: str) -> int:
    if type(value) is not int or not least <= value <= most:  # bool is no number here
        raise _wrong(key, ship, told=value, most=most)
    return value


def _flag(told: Told, key: str, usual: bool, ship: str) -> bool:
    value = told.get(key, usual)
    if not isinstance(value, bool):
        raise _wrong("flag", ship, name=key, told=value)
    return value


# ---------------------------------------------------------------- what she is


def _class(plan: ShipPlan, told: Told, ship: str, tables: Tables) -> str:
    """Her class (BTQ-SHIP-02): as told, by her hull type, or by her rate or guns."""
    classes, aliases = tables["ship_class"], tables["class_aliases"]
    if "btq_class" in told:
        named = _key(str(told["btq_class"]))
        named = aliases.text(named) if named in aliases else named
        if named not in classes:
            raise _wrong("klass", ship, told=told["btq_class"], near=_near(named, classes))
        return named
    kind = _key(plan.type)
    for known in (kind, plan.rig):
        if known in aliases:
            return aliases.text(known)
        if known in classes:
            return known
    rates = tuple(tables["class_by_rate"])
    if plan.rate is not None:
        return rates[plan.rate - 1]
    for rate in rates:
        if plan.guns_rated >= tables["class_by_rate"].whole(rate):
            return rate
    if kind in ("ship of the line", "frigate"):
        return rates[-1]
    raise _wrong("type", ship, told=plan.type, near=", ".join(classes))


def _key(name: str) -> str:
    return name.strip().lower().replace(" ", "_").replace("-", "_")


def _speed_class(told: Told, klass: str, ship: str, tables: Tables) -> int:
    usual = int(tables["ship_class"].cell(klass, "speed"))
    return _whole(told.get("btq_speed_class", usual), 1, 8, "speed_class", ship)


def _sails(plan: ShipPlan, told: Told, ship: str, tables: Tables) -> int:
    count = told.get("btq_sails", plan.sails)
    least, most = tables["sail_count"].whole("least"), tables["sail_count"].whole("most")
    if isinstance(count, bool) or not isinstance(count, int) or not least <= count <= most:
        near = most if isinstance(count, int) and count > most else least
        raise _wrong("sails", ship, told=count, least=least, most=most, near=near)
    return count


def _quality(entrant: Entrant, told: Told, tables: Tables) -> str:
    if "btq_quality" not in told:
        return tables["crew_grade"].text(entrant.crew)
    quality = str(told["btq_quality"]).lower()
    if quality not in QUALITIES:
        raise _wrong("quality", entrant.id, told=told["btq_quality"], near=_near(quality, QUALITIES))
    return quality


def _soldiers(plan: ShipPlan, told: Told, ship: str, tables: Tables) -> int:
    """Soldiers as a percentage of her crew (BTQ-SHIP-25), rounded down."""
    if "btq_soldiers" in told:
        return _whole(told["btq_soldiers"], 0, 100, "soldiers", ship)
    if not plan.soldiers:
        return tables["soldiers"].whole("soldier_percent")
    return plan.soldiers * _HUNDRED // plan.complement


def _nationality(plan: ShipPlan, told: Told, ship: str, tables: Tables, titles: Mapping[str, str]) -> str:
    """Her nationality (BTQ-SHIP-06): as told by title or key, else that of her nation nearest to her year."""
    known = tables["nationality"]
    if "btq_nationality" in told:
        named = str(told["btq_nationality"])
        key = titles.get(named, named)
        if key not in known:
            if _falls_back(tables):
                return ""
            near = get_close_matches(named, list(titles), 3, 0.3) or list(titles)
            raise _wrong("nationality", ship, told=named, near="; ".join(near))
        return key
    private = next((each for each in ("privateer", "mail packet") if each in plan.service.lower()), "")
    wanted = f"{plan.nation}: {private}" if private else plan.nation
    nations, years = tables["nation_of"], tables["nation_years"]
    found = [
        (max(years.cell(key, "from") - plan.year, plan.year - years.cell(key, "to"), 0), key)
        for key in nations
        if nations.text(key) in (wanted, plan.nation)
    ]
    if private:
        found = [pair for pair in found if nations.text(pair[1]) == wanted] or found
    if not found:
        if _falls_back(tables):
            return ""
        raise _wrong("nation", ship, told=plan.nation, near="; ".join(list(titles)[:3]))
    return min(found)[1]


def _falls_back(tables: Tables) -> bool:
    """Whether a nation that no table knows is let pass with the figures of companion v8 (BTQ-GUN-41)."""
    return tables["gunnery_reading"].text("unknown_nation") == "fallback"


def _ngm(tables: Tables, nationality: str, ship: str) -> int:
    """Her national gunnery modifier in parts."""
    known = tables["nationality"].number(nationality) if nationality else tables["fallback"].number("ngm")
    return parts(known, f"{ship}: her nationality")


# ---------------------------------------------------------------- her guns


def _armament(plan: ShipPlan, told: Told, ship: str, tables: Tables, lore: Lore) -> Armament:
    """Her guns; worked out once under these tables for all ships with the same batteries.

    A carronade as a chaser is refused, unless the plan says `btq_carronade_chasers` "left_out" or "broadside"
    (BTQ-SHIP-10).
    """
    word = told.get("btq_carronade_chasers", tables["historical_data"].text("carronade_chaser"))
    if word not in (_LEFT_OUT, _BROADSIDE, _REFUSED):
        raise _wrong("chaser_word", ship, told=word)
    known = (plan.batteries, plan.nation, word)
    found = lore.armaments.get(known)
    if found is None:
        found = lore.armaments[known] = _armed(plan, word, ship, tables)
    return found


def _armed(plan: ShipPlan, word: str, ship: str, tables: Tables) -> Armament:
    """Guns by type on the broadsides, as bow and as stern chasers, each in the order of the plan
    (BTQ-SHIP-08). Pivots and odd pieces count with the broadsides."""
    counts: dict[str, dict[str, int]] = {_BROADSIDE: {}, BOW: {}, STERN: {}}
    for battery in plan.batteries:
        gun = _gun(plan, battery, ship, tables)
        mount = battery.mount if battery.mount in counts else tables["historical_data"].text("pivot")
        if mount != _BROADSIDE and gun.startswith("carronade"):
            if word == _REFUSED:
                near = _nearest_gun(tables, "long", battery.pounder)
                raise _wrong("chaser", ship, count=battery.count, told=gun, mount=mount, near=near)
            if word == _LEFT_OUT:
                continue
            mount = _BROADSIDE
        counts[mount][gun] = counts[mount].get(gun, 0) + battery.count
    return Armament.of(counts[_BROADSIDE], counts[BOW], counts[STERN])


def _gun(plan: ShipPlan, battery: Battery, ship: str, tables: Tables) -> str:
    """The gun type of a battery (BTQ-SHIP-11); France's 36-pounders are 36-livre guns."""
    guns, kind = tables["gun_poundage"], _KINDS.get(battery.kind, "")
    key = f"{kind}_{battery.pounder:g}"
    if kind == "long" and battery.pounder == _SWIVEL:
        key = "swivel"
    if key == f"long_{_LIVRES}" and plan.nation == "France":
        key = f"livre_{_LIVRES}"
    aliases = tables["gun_aliases"]
    key = aliases.text(key) if key in aliases else key
    if key not in guns:
        near = _nearest_gun(tables, kind or "long", battery.pounder)
        raise _wrong("gun", ship, told=f"{battery.pounder:g}-pounder {battery.kind}", near=near)
    return key


def _nearest_gun(tables: Tables, kind: str, pounder: float) -> str:
    guns = tables["gun_poundage"]
    return min(
        (key for key in guns if key.startswith(kind)), key=lambda key: (abs(guns.number(key) - pounder), key)
    )


def _derive(ship: BtqShip, tables: Tables) -> None:
    """HVN, SVN and GDN (BTQ-SHIP-16, -17, -18); a ship without guns has a GDN of 0 and loses none."""
    derived = tables["derived"]
    ship.hvn = ship.tonnage * derived.whole("hvn_per_ton")
    each = round(derived.number("sail_factor") * PARTS)
    ship.svn = half_up(ship.hvn * PARTS, each * ship.sails_full)
    guns = ship.gun_count
    ship.gdn = half_up(ship.hvn, guns) if guns else 0


def broadside_weight(ship: BtqShip, tables: Tables, kind: str) -> Fraction:
    """LGBWN or CBWN: pounds of the long guns, or of the carronades, of one broadside (BTQ-SHIP-19, -20).

    Where the sides differ by an odd gun it is the heavier, port.
    """
    guns = tables["gun_poundage"]
    carronades = kind == "carronade"
    return sum(
        (
            Fraction(guns.number(gun)) * count
            for gun, count in zip(ship.guns, ship.port_full, strict=True)
            if gun.startswith("carronade") == carronades
        ),
        Fraction(0),
    )
