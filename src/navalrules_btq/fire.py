"""The fire step: every ship fires as ordered, and the damage falls at once or when all have fired."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import FIGHTING, Change, IllegalOrder, Phase, Request, StatusChanged
from navalrules_btq import damage, scale, surrender
from navalrules_btq.aiming import Spent, load
from navalrules_btq.events import Broadside, FireWithheld
from navalrules_btq.firing import FireRequest, marks
from navalrules_btq.gunnery import Discharge, salvo
from navalrules_btq.harm import Blow
from navalrules_btq.orders import Fire
from navalrules_btq.ordnance import BALL, BANDS, CREW, DOUBLE, HANDED, PLACE, Ordnance
from navalrules_btq.phase import active, altered, at, ships
from navalrules_btq.ship import BtqShip
from navalrules_btq.shot import after_firing, drawn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from navalrules import Battle

SIMULTANEOUS: Final = "simultaneous_fire"
AT_ONCE: Final = "fire_step"


_WITHHELD: Final = {
    "BTQ-GUN-01": "target_out",
    "BTQ-GUN-02": "no_guns",
    "BTQ-FIRE-10": "fire_aboard",
    "BTQ-CREW-05": "no_hands",
    "BTQ-CREW-06": "no_hands",
}
"""What keeps an arc silent that had its orders, by the rule that refuses the shot."""


@attrs.frozen(kw_only=True, slots=False)
class Held:
    """A blow that is worked out and has not fallen yet (BTQ-GUN-23)."""

    target: str
    blow: Blow


VALUES: Final = (Held, Blow)


class FirePhase(Phase):
    """Fire (BTQ-TURN-01, BTQ-GUN-23): with simultaneous fire everybody fires on the state at its start."""

    name = "fire"
    rules = ("BTQ-TURN-01",)

    def __init__(self) -> None:
        self._found: tuple[Battle, list[Request]] | None = None

    def due(self, battle: Battle) -> bool:
        found = self._asked(battle)
        # What was found is asked for at once: nobody's sights are taken twice.
        self._found = (battle, found) if found else None
        return bool(found)

    def requests(self, battle: Battle) -> Sequence[Request]:
        kept, self._found = self._found, None
        return kept[1] if kept is not None and kept[0] is battle else self._asked(battle)

    def _asked(self, battle: Battle) -> list[Request]:
        found: list[Request] = []
        fighting = active(battle)
        for ship in fighting:
            near = marks(battle, ship, fighting)
            if near:
                found.append(FireRequest(battle, ship, near))
        return found

    def run(self, battle: Battle) -> None:
        together = battle.switches[SIMULTANEOUS] is True
        fresh = True
        for ship in ships(battle):
            order = battle.answer(Fire.kind, ship.id)
            if isinstance(order, Fire) and ship.status == FIGHTING:
                fire(battle, ship, order, together, battle.asked(Fire.kind, ship.id) if fresh else None)
                # Where blows fall at once, what was worked out holds for the first ship alone.
                fresh = together
        if together and battle.lore.ordnance.reading.deferred_fire == AT_ONCE:
            apply_deferred(battle)


def fire(battle: Battle, ship: BtqShip, order: Fire, together: bool, request: Request | None = None) -> None:
    """One ship fires the shots of her order; `request` is what she was asked, where that holds still."""
    spent = Spent()
    known = request if isinstance(request, FireRequest) and request.record is ship else None
    told = battle.told
    for shot in order.shots:
        found = load(battle, ship, shot, spent) if known is None else known.still(shot, spent)
        if isinstance(found, IllegalOrder):
            if told:
                battle.emit(
                    FireWithheld,
                    ship=ship.id,
                    target=shot.target,
                    arc=shot.arc,
                    what=_WITHHELD.get(found.rule, "changed"),
                    rules=("BTQ-GUN-35", *((found.rule,) if found.rule else ())),
                )
            continue
        if surrender.engaged(battle, found.target):
            continue
        found.told = told
        _discharge(battle, found, spent, together)


def _discharge(battle: Battle, found: Discharge, spent: Spent, together: bool) -> None:
    """Fire the guns that are loaded: work out what they do, tell of it, and let the blow fall or wait."""
    ship, target, told = found.ship, found.target, found.told
    view, shot = found.view, found.shot
    ordnance: Ordnance = battle.lore.ordnance
    total, hull, rigging, men, waterline, rake, rulings = salvo(battle.bound, ordnance, battle.dice, found)
    changes = altered(ship, fired(ordnance, found, not spent.men), told)
    spent.men[found.arc] = found.men
    blow: Blow | None = None
    if total:
        blow = Blow(
            hull=hull,
            rigging=rigging,
            crew=men,
            part=view.part,
            shot=shot,
            by=ship.id,
            waterline=waterline,
        )
        if together:
            table = battle.state.table
            waiting, table.deferred = table.deferred, (*table.deferred, Held(target=target.id, blow=blow))
            if told:
                changes.append(Change("", "deferred", waiting, table.deferred))
    if told:
        battle.emit(
            Broadside,
            ship=ship.id,
            target=target.id,
            weapon=found.arc,
            range=scale.shown(battle, view.range),
            hit=total > 0,
            shot=shot,
            aim=found.aim,
            guns=found.guns,
            band=BANDS[found.batteries[0].band],
            part=view.part,
            rake=rake,
            gauge=view.gauge,
            damage=total,
            hull=hull,
            rigging=rigging,
            crew=men,
            rulings=rulings,
            changes=tuple(changes),
            rules=cited(battle, found, rake, together),
        )
    if blow is not None and not together:
        damage.strike(battle, target, blow)


def fired(ordnance: Ordnance, found: Discharge, first: bool) -> dict[str, Any]:
    """What firing makes of a ship's fields: scarce shot, the first broadside, runs of double shot and of
    fire."""
    ship, arc, shot = found.ship, found.arc, found.shot
    place, turn = PLACE[arc], found.turn
    now: dict[str, Any] = {
        "fouling": at(ship.fouling, place, found.run + 1),
        "fired_on": at(ship.fired_on, place, turn),
    }
    if shot == DOUBLE or ship.doubles[place]:
        now["doubles"], now["doubled_on"] = after_firing(ordnance, ship, arc, shot, turn)
    if ship.committed[place] != found.men:
        now["committed"] = at(ship.committed, place, found.men)
    if shot in ordnance.scarce:
        now["stock"] = drawn(ordnance, ship, shot, found.guns, first)
    if arc in HANDED and not ship.initial_used[place]:
        now["initial_used"] = at(ship.initial_used, place, True)
    return now


_SHORT: Final = ("BTQ-GUN-37", "BTQ-CREW-06")
_ALWAYS: Final = ("BTQ-GUN-01", "BTQ-GUN-02", "BTQ-GUN-18", "BTQ-GUN-32", "BTQ-GUN-34", "BTQ-GUN-36")


def cited(battle: Battle, found: Discharge, rake: str, together: bool) -> tuple[str, ...]:
    """The rules that a discharge followed, beside those of its rulings; `rake` is the end that it raked."""
    ordnance: Ordnance = battle.lore.ordnance
    rules = _usual(found.first, together, found.shot, ordnance.shot_rule[found.shot], found.aim)
    if rake:
        rules += ("BTQ-RAKE-01", "BTQ-RAKE-03", "BTQ-RAKE-04")
    unusual, short = found.unusual, found.served < found.needed
    if unusual is None:
        return (*rules, *_SHORT) if short else rules
    if unusual.part_only:
        rules += ("BTQ-GUN-22",)
    if unusual.cross:
        rules += ("BTQ-GUN-27", "BTQ-GUN-28")
    if short:
        rules += _SHORT
    if unusual.silent:
        rules += ("BTQ-GUN-40",)
    if unusual.rested and battle.switches.get("gun_fouling") is True:
        rules += ("BTQ-GUN-17",)
    if unusual.shut:
        rules += ("BTQ-GUN-24", "BTQ-GUN-25")
    return rules


@cache
def _usual(first: bool, together: bool, shot: str, rule: str, aim: str) -> tuple[str, ...]:
    """The rules of a discharge by what was fired, and how; `rule` is that of the shot."""
    rules = [*_ALWAYS]
    if first:
        rules += ("BTQ-GUN-10", "BTQ-GUN-11")
    if together:
        rules.append("BTQ-GUN-23")
    if shot != BALL:
        rules.append(rule)
        if shot == DOUBLE:
            rules += ("BTQ-SHOT-03", "BTQ-SHOT-04")
        elif aim == CREW:
            rules.append("BTQ-GUN-33")
    return tuple(rules)


def apply_deferred(battle: Battle) -> None:
    """The blows that waited fall, in the order in which they were fired (BTQ-GUN-23, BTQ-GAP-77)."""
    table = battle.state.table
    held: tuple[Held, ...] = table.deferred
    if not held:
        return
    table.deferred = ()
    if battle.told:
        change = Change("", "deferred", held, ())
        battle.emit(StatusChanged, what="deferred_fire", changes=(change,), rules=("BTQ-GUN-23",))
    every: Any = battle.state.ships
    for each in held:
        damage.strike(battle, every[each.target], each.blow)
