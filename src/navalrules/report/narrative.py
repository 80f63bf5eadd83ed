"""A battle told event by event, in lines of plain text made from templates.

Of an event with tag TAG the first text there is of these is told, with `.bare` added while nothing has
been lost or gained: `event.TAG.in_PHASE`, `event.TAG.VARIANT`, `event.TAG`. An empty text is silence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

from navalrules.catalogue import ENGLISH
from navalrules.compass import POINT, name_of
from navalrules.events import (
    BattleBegan,
    BattleEnded,
    Event,
    MoraleTested,
    PhaseBegan,
    ShipHurt,
    ShipMoved,
    ShotFired,
    TurnBegan,
)
from navalrules.geometry import Pose
from navalrules.report.changes import cost
from navalrules.report.ledger import Ledger
from navalrules.report.opening import opening
from navalrules.report.why import arithmetic
from navalrules.report.words import Words

if TYPE_CHECKING:
    from navalrules.battle import Battle


class Line(NamedTuple):
    """A line of text and the `kind` of it: the tag of its event, "phase", "range" or "why"."""

    kind: str
    text: str


class Narrative:
    """Tells the events of one battle, in their order; with `why`, the arithmetic of every ruling too.

    The `language` is the reader's (see `navalrules.catalogue`); what has no translation is told in English.
    """

    def __init__(self, battle: Battle, why: bool = False, language: str = ENGLISH) -> None:
        self.battle = battle
        self.why = why
        self.words = Words(battle.ruleset.texts, language)
        self._ledger = Ledger(battle)
        self._phase = ""
        self._heading = False
        self._moved = False
        self._under_way: dict[str, bool] = {}

    def account(self, events: Iterable[Event] | None = None) -> Iterator[Line]:
        """The lines of `events`, of the whole log unless given."""
        for event in self.battle.log if events is None else events:
            yield from self.tell(event)

    def lines(self, event: Event) -> list[str]:
        """One event as lines of text."""
        return [line.text for line in self.tell(event)]

    def tell(self, event: Event) -> list[Line]:
        """One event as lines; a phase's heading comes with the first line told in it."""
        fields = self._fields(event)
        self._ledger.take(event)
        told = [*self._range(event), *self._headed(self._told(event, fields))]
        if isinstance(event, PhaseBegan):
            self._phase, self._heading = event.phase, True
        return told

    def _headed(self, lines: list[Line]) -> list[Line]:
        heading = self.words.texts.get(f"phase.{self._phase}")
        if not lines or not self._heading or lines[0].kind in (TurnBegan.tag, BattleEnded.tag):
            return lines
        self._heading = False
        return [Line("phase", self.words.say("heading.phase", phase=heading)), *lines] if heading else lines

    def _told(self, event: Event, fields: dict[str, Any]) -> list[Line]:
        if isinstance(event, BattleBegan):
            return [Line(event.tag, line) for line in opening(self.battle, self.words)]
        key = self.words.first(self._keys(event, fields))
        text = self.words.fill(key, fields) if key else ""
        lines = [Line(event.tag, line) for line in text.split("\n")] if text else []
        return [*lines, *self._working(event, fields, bool(lines))] if self.why else lines

    def _working(self, event: Event, fields: dict[str, Any], led: bool) -> Iterator[Line]:
        if event.rulings and not led and fields["ship"]:
            yield Line(event.tag, self.words.fill("why.about", {**fields, "phase": self._phase}))
        for ruled in event.rulings:
            yield Line("why", arithmetic(self.words, self.battle.ruleset.rulebook, ruled))

    # ------------------------------------------------------------ which text

    def _keys(self, event: Event, fields: dict[str, Any]) -> Iterator[str]:
        ends = (".bare", "") if not fields["cost"] else ("",)
        for kind in type(event).__mro__:
            tag = vars(kind).get("tag")
            for middle in (f".in_{self._phase}", *self._variants(event), "") if tag else ():
                yield from (f"event.{tag}{middle}{end}" for end in (*ends, ".told"))

    def _variants(self, event: Event) -> Iterator[str]:
        if isinstance(event, ShotFired):
            yield ".hit" if event.hit else ".miss"
        elif isinstance(event, MoraleTested):
            yield ".held" if event.held else ".broke"
        elif isinstance(event, BattleEnded):
            yield ".won" if event.winner else ".drawn"
        elif isinstance(event, ShipMoved):
            yield self._way(event)
        for field in ("place", "what"):
            if hasattr(event, field):
                yield f".{getattr(event, field)}"
        if isinstance(event, ShipHurt):
            yield ".struck" if event.by else ".own"

    def _way(self, event: ShipMoved) -> str:
        was, self._under_way[event.ship] = self._under_way.get(event.ship, True), bool(event.distance)
        if event.distance:
            return ".ahead" if event.distance > 0 else ".astern"
        return ".stops" if was else ".still"

    # ------------------------------------------------------------ what it is filled with

    def _fields(self, event: Event) -> dict[str, Any]:
        ship = self._ledger.of(event.ship)
        changed = {change.what: change.after for change in event.changes if change.ship == event.ship}
        decided = {ruled.rule: ruled.outcome for ruled in reversed(event.rulings)}
        own = {field.name: getattr(event, field.name) for field in attrs.fields(type(event))}
        names = {key: self._name(own[key]) for key in ("ship", "target", "by", "winner") if key in own}
        if "weapon" in own:
            names["weapon"] = self._weapon(own["weapon"])
        fields = {**ship, **changed, **decided, **own, **names, **self._measures(own)}
        if isinstance(event, ShipMoved):
            fields |= self._course(event, {**ship, **changed}.get("pose"))
        fields["cost"] = cost(self.words, event, fields)
        return fields

    def _name(self, who: str) -> str:
        """What a ship or a side is called."""
        known = self._ledger.of(who)
        return self.words.called("ship" if known else "side", known.get("name", who))

    def _weapon(self, weapon: str) -> str:
        """What a gun is called: a make that has a name in the language keeps the number behind it."""
        make, _, number = weapon.rpartition(" ")
        called = self.words.texts.translated("weapon", make)
        return f"{called} {number}" if called != make else weapon

    def _measures(self, own: dict[str, Any]) -> dict[str, Any]:
        ruleset = self.battle.ruleset
        way = own.get("range", own.get("distance"))
        metres = {} if way is None else {"metres": abs(way) * ruleset.metres}
        return {"unit": ruleset.unit, **metres}

    def _course(self, event: ShipMoved, pose: Pose | None) -> dict[str, Any]:
        hand = "port" if event.turned < 0 else "starboard"
        points = abs(event.turned) / POINT
        course = self.words.called("course", name_of(pose.heading)) if pose else ""
        turn = self.words.count(f"turning.{hand}", points, {"course": course}) if points else ""
        return {"course": course, "turn": turn, "points": points, "distance": abs(event.distance)}

    # ------------------------------------------------------------ the range

    def _range(self, event: Event) -> list[Line]:
        """How near the enemies are: once they have moved, before the first shot or at the turn's end."""
        if isinstance(event, ShipMoved):
            self._moved = self._moved or bool(event.distance)
        if not self._moved or not isinstance(event, ShotFired | TurnBegan | BattleEnded):
            return []
        self._moved = False
        nearest = self._ledger.nearest()
        if nearest is None:
            return []
        inches, one, other = nearest
        names = {"ship": self._name(one), "target": self._name(other)}
        return [
            Line("range", self.words.say("range", range=inches, **names, **self._measures({"range": inches})))
        ]
