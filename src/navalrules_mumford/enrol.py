"""How a ship is made from a card, or from a plan with the help of the nearest card (rules/common)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import EnrolmentError, Pose, ShipPlan, Tables
from navalrules_mumford.cards import Card, cards, least_crew, line_weights
from navalrules_mumford.ship import (
    BATTERY,
    BOW,
    BROADSIDE,
    FRIGATE,
    FRONT,
    GRADES,
    GUNBOAT,
    MORALES,
    PORT,
    PROFICIENCIES,
    QUALITIES,
    SLOOP,
    STARBOARD,
    STERN,
    THREE_DECKER,
    TWO_DECKER,
    GunLine,
    Mount,
    MumfordShip,
    Record,
)
from navalrules_mumford.texts import texts

if TYPE_CHECKING:
    from navalrules import Battery, Entrant

METRES: Final = 15.24
COMPASS: Final = 22.5
_NATIONS: Final = {"France": "French", "Spain": "Spanish", "Netherlands": "Dutch", "Great Britain": "British"}
_BRITISH: Final = "British"
KEYS: Final = {
    "mum_captain": "her captain: hero, regular, poltroon",
    "mum_card": "the ship card that she sails under, whatever her plan says",
    "mum_flag": "the flag of a commander aboard: fleet, squadron",
    "mum_furnace": "whether a shore battery has a furnace for red-hot shot",
    "mum_grade": "her speed grade: fast, normal, slow, very_slow",
    "mum_laid_up": "whether she is laid up, without crew and masts",
    "mum_merchant": "that she is a merchantman: the card of the warship of her size",
    "mum_morale": "the morale of her crew: staunch, good, average, poor, mutinous",
    "mum_name": "what she is called",
    "mum_proficiency": "the proficiency of her crew: veteran, trained, raw",
    "mum_seniority": "her captain's place in the order of seniority, 1 the first",
    "mum_squadron": "the squadron that she belongs to",
    "mum_staff": "the commander aboard: hero, regular, poltroon",
}
"""What a ship or an entrant may say to these rules alone."""
SCENARIO_KEYS: Final = {
    "mum_strength": "thrown, where the strength of the wind is thrown for",
    "mum_wind": "thrown, where the direction of the wind is thrown for",
}
"""What a scenario may say to these rules alone."""


def point(bearing: float) -> float:
    """The nearest of 16 points, ties clockwise."""
    return math.floor(bearing / COMPASS + 0.5) * COMPASS % 360.0


def enrolled(plan: ShipPlan, entrant: Entrant, tables: Tables) -> MumfordShip:
    """The ship of a plan as she begins; poses in inches. `mum_merchant` names the card of the warship of a
    merchantman's size (MUM-GAP-54, MUM-FLOT-02). Raises EnrolmentError for a steamer, an unknown grade or
    card, and a class that no card lends to."""
    record = _record(plan, entrant, tables)
    told = {**plan.grades, **entrant.grades}
    proficiency = _one(
        told, "mum_proficiency", PROFICIENCIES, entrant, tables["crew_grade"].text(entrant.crew)
    )
    morale = _one(told, "mum_morale", MORALES, entrant, tables["crew_morale"].text(entrant.crew))
    rank = _one(told, "mum_flag", ("", "fleet", "squadron"), entrant, "")
    staff = _one(told, "mum_staff", ("", *QUALITIES), entrant, "regular" if rank else "")
    ship = MumfordShip(
        entrant.id,
        str(told.get("mum_name", plan.name)),
        entrant.side,
        plan.id,
        _pose(entrant.pose),
        record=record,
        proficiency=proficiency,
        morale=morale,
        captain=_one(told, "mum_captain", QUALITIES, entrant, "regular"),
        staff=staff,
        rank=rank,
        squadron=str(told.get("mum_squadron", "")),
        seniority=_whole(told.get("mum_seniority", 0), entrant, "mum_seniority"),
        crew=record.crew,
        mounts=_mounts(record),
        masts=record.masts,
        boats=record.boats,
        anchored=entrant.anchored or record.kind == BATTERY or record.laid_up,
    )
    ship.follows = bool(ship.squadron) and not rank
    ship.speed = _start_speed(ship, entrant, tables)
    return ship


def _pose(pose: Pose) -> Pose:
    return Pose(round(pose.x / METRES, 9), round(pose.y / METRES, 9), point(pose.heading))


def _one(told: dict[str, Any], key: str, choices: tuple[str, ...], entrant: Entrant, default: str) -> str:
    value = str(told.get(key, default))
    if value not in choices:
        able = ", ".join(filter(None, choices))
        raise EnrolmentError(texts()("enrolment.one_of", ship=entrant.id, key=key, value=value, able=able))
    return value


def _whole(value: Any, entrant: Entrant, key: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 1000:
        raise EnrolmentError(texts()("enrolment.whole", ship=entrant.id, key=key, value=value))
    return value


def _flag(told: Mapping[str, Any], key: str, entrant: Entrant) -> bool:
    value = told.get(key, False)
    if isinstance(value, bool):
        return value
    able = "true, false"
    raise EnrolmentError(texts()("enrolment.one_of", ship=entrant.id, key=key, value=value, able=able))


def _start_speed(ship: MumfordShip, entrant: Entrant, tables: Tables) -> float:
    if ship.anchored:
        return 0.0
    sailing = tables["sailing"]
    if entrant.speed is not None:
        return round(entrant.speed * sailing.number("knot"), 9)
    return sailing.number("start_speed")


# ---------------------------------------------------------------- the record


def _record(plan: ShipPlan, entrant: Entrant, tables: Tables) -> Record:
    if plan.drive:
        raise EnrolmentError(texts()("enrolment.engines", ship=plan.id))
    told = {**plan.grades, **entrant.grades}
    if plan.type == "shore battery":
        return _battery(plan, told, _flag(told, "mum_furnace", entrant), tables)
    grade = _one(told, "mum_grade", GRADES, entrant, "normal")
    card, warship = _card(told, "mum_card", entrant), _card(told, "mum_merchant", entrant)
    made = _from_card(card, tables) if card else _from_plan(plan, tables)
    own: dict[str, Any] = {} if grade == made.grade else {"grade": grade}
    if warship:
        # A merchantman has no card; she floats and pumps as the warship of her size does.
        like = _from_card(warship, tables)
        own |= {"merchant": True, "ff": like.ff, "pumps": like.pumps}
    if _flag(told, "mum_laid_up", entrant):
        own |= {"masts": (0, 0, 0), "crew": 0, "laid_up": True}
    return attrs.evolve(made, **own) if own else made


def _card(told: Mapping[str, Any], key: str, entrant: Entrant) -> Card | None:
    """The card that a grade names, None where it names none; raises EnrolmentError for an unknown one."""
    named = str(told.get(key, ""))
    if not named:
        return None
    if named not in cards().ships:
        raise EnrolmentError(texts()("enrolment.no_card", ship=entrant.id, key=key, card=named))
    return cards().ships[named]


def _hull(kind: str, tables: Tables) -> tuple[float, float]:
    length, beam = tables["hull"].row(kind)
    return length, beam


def card_kind(card: Card) -> str:
    """Her class: a razee counts as a frigate (MUM-GAP-54)."""
    return FRIGATE if "razee" in card.title.lower() else card.kind


@cache
def _card_lines(name: str) -> tuple[GunLine, ...]:
    """The lines of one of the rulebook's cards."""
    card = cards().ships[name]
    decks = [line for line in card.lines if line.place == BROADSIDE and line_weights(line)[0]]
    lines = []
    for line in card.lines:
        guns, carronades = line_weights(line)
        scale = line.lbs / (guns + carronades)
        lines.append(
            GunLine(
                line.name,
                line.place,
                sum(each.count for each in line.pieces),
                round(guns * scale, 6),
                round(carronades * scale, 6),
                line.min_crew,
                lower=len(decks) > 1 and line is decks[-1],
                upper=bool(decks) and line is decks[0],
            )
        )
    return tuple(lines)


def _from_card(card: Card, tables: Tables) -> Record:
    kind = card_kind(card)
    return Record(
        card.id,
        kind,
        card.line,
        card.guns_nominal,
        "normal",
        _card_lines(card.id),
        card.mixed,
        card.masts,
        card.crew,
        card.boats,
        card.rigging,
        card.guns_nominal * tables["flotation"].whole("per_gun"),
        tables["pumps"].whole(kind),
        *_hull(kind, tables),
    )


def plan_kind(plan: ShipPlan) -> str:
    """The class of a plan: by its type and its gun decks."""
    if plan.type == "gunboat":
        return GUNBOAT
    if plan.type in ("ship of the line", "two-decker"):
        three = any("middle" in battery.place for battery in plan.batteries)
        return THREE_DECKER if three else TWO_DECKER
    if "frigate" in plan.type or plan.type == "razee":
        return FRIGATE
    return SLOOP


def lender(plan: ShipPlan, kind: str) -> Card:
    """The card of her nation nearest in guns among cards of her class; British where there is none.

    Raises EnrolmentError where no card is of her class.
    """
    wanted = TWO_DECKER if plan.type == "razee" else kind
    for nation in (_NATIONS.get(plan.nation, _BRITISH), _BRITISH):
        of_class = [
            card for card in cards().ships.values() if card.nation == nation and card_kind(card) == kind
        ]
        if of_class:
            return min(of_class, key=lambda card: (abs(card.guns_nominal - plan.guns_rated), card.id))
    raise EnrolmentError(texts()("enrolment.no_masts", ship=plan.id, wanted=wanted))


def _from_plan(plan: ShipPlan, tables: Tables) -> Record:
    kind = plan_kind(plan)
    lines = tuple(_lines(plan.batteries, kind, tables))
    gunboat = kind == GUNBOAT
    card = lender(plan, SLOOP if gunboat else kind)
    lent = "" if gunboat else f"masts, boats and rigging crew from {card.id}"
    boats = plan.boats if plan.boats is not None else card.boats
    return Record(
        "" if gunboat else card.id,
        kind,
        plan.type in ("ship of the line", "two-decker"),
        plan.guns_rated,
        "normal",
        lines,
        False,
        (0, 0, 0) if gunboat else card.masts,
        plan.complement,
        0 if gunboat else boats,
        0 if gunboat else card.rigging,
        max(plan.guns_rated, 1) * tables["flotation"].whole("per_gun"),
        tables["pumps"].whole(kind),
        *_hull(kind, tables),
        lent,
    )


def _lines(batteries: Iterable[Battery], kind: str, tables: Tables) -> list[GunLine]:
    """Lines of one place and mount, in the order of the plan; guns and carronades together."""
    grouped: dict[tuple[str, str], list[Battery]] = {}
    for battery in batteries:
        place = battery.mount if battery.mount in (BOW, STERN) else BROADSIDE
        grouped.setdefault((battery.place, place), []).append(battery)
    decks = [key for key in grouped if key[1] == BROADSIDE and "deck" in key[0] and "quarter" not in key[0]]
    two = kind in (THREE_DECKER, TWO_DECKER)
    return [
        _gun_line(key, found, tables, two and key[0].startswith("lower"), _is_upper(key, decks))
        for key, found in grouped.items()
    ]


def _is_upper(key: tuple[str, str], decks: list[tuple[str, str]]) -> bool:
    upper = [deck for deck in decks if deck[0].startswith(("upper", "main"))] or decks[:1]
    return key in upper


def _gun_line(
    key: tuple[str, str], batteries: list[Battery], tables: Tables, lower: bool, upper: bool
) -> GunLine:
    name, place = key
    share = 1.0 if place != BROADSIDE else 0.5
    pounds = {"gun": 0.0, "carronade": 0.0}
    for battery in batteries:
        # A pivot bears on either side: all of it counts in each broadside.
        part = 1.0 if battery.mount == "pivot" else share
        kind = "carronade" if battery.kind == "carronade" else "gun"
        pounds[kind] += part * battery.count * battery.pounder
    guns = math.ceil(share * sum(battery.count for battery in batteries))
    crew = least_crew(pounds["gun"], pounds["carronade"], tables)
    return GunLine(
        name, place, guns, round(pounds["gun"], 6), round(pounds["carronade"], 6), crew, lower, upper
    )


def _battery(plan: ShipPlan, told: Mapping[str, Any], furnace: bool, tables: Tables) -> Record:
    guns = sum(battery.count for battery in plan.batteries)
    lbs = math.fsum(battery.count * battery.pounder for battery in plan.batteries)
    shore = tables["shore"]
    sixes = max(guns // shore.whole("guns"), 1)
    crew = plan.complement + (sixes * shore.whole("furnace_men") if furnace else 0)
    line = GunLine(plan.name, FRONT, guns, lbs, 0.0, least_crew(lbs, 0.0, tables))
    return Record(
        str(told.get("mum_card", "")),
        BATTERY,
        False,
        guns,
        "normal",
        (line,),
        False,
        (0, 0, 0),
        crew,
        0,
        0,
        guns * tables["flotation"].whole("per_gun"),
        0,
        length=0.4,
        beam=sixes * shore.number("frontage"),
        furnace=furnace,
    )


def _mounts(record: Record) -> tuple[Mount, ...]:
    found: dict[str, float] = {}
    for line in record.lines:
        hands = (PORT, STARBOARD) if line.place == BROADSIDE else (line.place,)
        for hand in hands:
            found[hand] = found.get(hand, 0.0) + line.gun_lbs + line.carronade_lbs
    return tuple(Mount(hand, round(lbs, 6), round(lbs, 6)) for hand, lbs in found.items())
