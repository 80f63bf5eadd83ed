"""The wind: how it is set, and the check of every tenth turn (BTQ-WIND)."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Final

import attrs

from navalrules import Lookup, Phase, Ruling, Tables, UnknownName, Wind, alter, compass, ruling
from navalrules_btq.events import WindChecked
from navalrules_btq.phase import COMPASS, bearing, point, strength
from navalrules_btq.ship import PORT, STARBOARD

if TYPE_CHECKING:
    from navalrules import Battle

CALM: Final = "calm"
DRAWN: Final = "drawn"


@attrs.frozen
class WindLore:
    """Strengths by name and by Beaufort force, and the checks. `forces` stand for the strengths; `floor` is
    the step below which no check brings the wind."""

    names: tuple[str, ...]
    forces: tuple[int, ...]
    steps: tuple[int, ...]
    aliases: dict[str, str]
    weights: Lookup
    strength_check: Lookup
    direction_check: Lookup
    every: int
    floor: int

    @classmethod
    def of(cls, tables: Tables) -> WindLore:
        """Read it all from the tables."""
        strengths, check = tables["wind_strength"], tables["wind_check"]
        names = tuple(strengths)
        weights = tables["random_wind_weights"]
        edges = tuple(accumulate(weights.whole(name) for name in names))
        return cls(
            names=names,
            forces=tuple(strengths.whole(name) for name in names),
            steps=tuple(names.index(tables["beaufort"].text(str(force))) for force in range(13)),
            aliases={key: tables["wind_alias"].text(key) for key in tables["wind_alias"]},
            weights=Lookup(
                edges[-1],
                tuple((edge, step) for step, edge in enumerate(edges) if weights.whole(names[step])),
            ),
            strength_check=_rows(tables, "wind_strength_check", "steps"),
            direction_check=_turns(tables),
            every=check.whole("every_turns"),
            floor=names.index(check.text("floor")),
        )

    def step(self, name: str) -> int:
        """The step of a strength by any of its names; raises UnknownName."""
        key = name.strip().lower().replace(" ", "_")
        key = self.aliases.get(key, key)
        if key not in self.names:
            raise UnknownName("wind strength", name, self.names)
        return self.names.index(key)


def _rows(tables: Tables, name: str, column: str) -> Lookup:
    table = tables[name]
    return Lookup(100, tuple((int(table.cell(key, "to")), int(table.cell(key, column))) for key in table))


def _turns(tables: Tables) -> Lookup:
    """The direction check as (hand, points): a mirror answers it the other way."""
    rows = _rows(tables, "wind_direction_check", "points").rows
    hands = {1: STARBOARD, -1: PORT, 0: ""}
    return Lookup(100, tuple((edge, (hands[_sign(by)], abs(by))) for edge, by in rows if isinstance(by, int)))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


# ---------------------------------------------------------------- rulings


@ruling("BTQ-WIND-06")
def strength_check(battle: Battle) -> Ruling:
    """A d100: a step weaker, the same, a step stronger, never past the ends of the list (BTQ-GAP-04)."""
    lore: WindLore = battle.lore.wind
    roll = battle.dice.lookup(lore.strength_check, "", "wind strength")
    now = strength(battle)
    step = min(max(now + roll.value, lore.floor), len(lore.names) - 1)
    return Ruling("BTQ-WIND-06", lore.names[max(step, 0) if roll.value else now], roll, also=("BTQ-WIND-09",))


@ruling("BTQ-WIND-07")
def direction_check(battle: Battle) -> Ruling:
    """A d100 of its own: eight or four points to the right (clockwise) or to the left, or none."""
    lore: WindLore = battle.lore.wind
    roll = battle.dice.lookup(lore.direction_check, "", "wind direction")
    return Ruling("BTQ-WIND-07", roll.value, roll)


@ruling("BTQ-TURN-03", "BTQ-WIND-08")
def check_due(lore: WindLore, turn: int) -> bool:
    """At the end of every turn whose number divides by ten."""
    return turn % lore.every == 0


@ruling("BTQ-WIND-03")
def drawn_wind(battle: Battle) -> tuple[Ruling, Ruling]:
    """Direction even over 32 points, strength by its weights (BTQ-GAP-05)."""
    lore: WindLore = battle.lore.wind
    way = battle.dice.pick(COMPASS, "", "wind direction")
    force = battle.dice.lookup(lore.weights, "", "wind strength")
    return Ruling("BTQ-WIND-03", way.value, way), Ruling("BTQ-WIND-03", lore.names[force.value], force)


POINTS = (strength_check, direction_check, check_due, drawn_wind)


# ---------------------------------------------------------------- carried out


def check(battle: Battle) -> None:
    """The last step of a turn: the wind, when it is due (BTQ-WIND-08)."""
    lore: WindLore = battle.lore.wind
    if not battle.bound[check_due](lore, battle.state.turn):
        return
    blows, turns = battle.bound[strength_check](battle), battle.bound[direction_check](battle)
    hand, points = turns.outcome
    before, wind = strength(battle), battle.state.wind
    step = lore.names.index(blows.outcome)
    by = points if hand == STARBOARD else -points
    now = Wind(
        bearing(point(wind.from_bearing) + by) if points else wind.from_bearing,
        lore.forces[step] if step != before else wind.force,
    )
    what = {STARBOARD: "veers", PORT: "backs"}.get(hand) or _told(step - before)
    changes = (alter(battle.state, "wind", now),) if now != wind else ()
    battle.emit(
        WindChecked,
        what=what,
        strength=step,
        rulings=(blows, turns),
        changes=changes,
        rules=("BTQ-TURN-03", "BTQ-WIND-08"),
    )


def _told(steps: int) -> str:
    return "freshens" if steps > 0 else "falls" if steps < 0 else "holds"


def settled(battle: Battle) -> tuple[Wind, tuple[Ruling, ...]]:
    """The wind of the first turn: a scenario may name the strength or have either drawn (BTQ-WIND-03)."""
    lore: WindLore = battle.lore.wind
    told, wind = battle.scenario.grades, battle.state.wind
    rulings: tuple[Ruling, ...] = ()
    from_, named = str(told.get("btq_wind_from", "")), str(told.get("btq_wind", ""))
    way, force = wind.from_bearing, wind.force
    if DRAWN in (from_, named):
        ruled = battle.bound[drawn_wind](battle)
        way = bearing(ruled[0].outcome) if from_ == DRAWN else way
        force = lore.forces[lore.names.index(ruled[1].outcome)] if named == DRAWN else force
        rulings = tuple(each for each, on in zip(ruled, (from_, named), strict=True) if on == DRAWN)
    if named not in ("", DRAWN) and (step := lore.step(named)) != strength(battle):
        force = lore.forces[step]
    if from_ not in ("", DRAWN):
        way = compass.bearing_of(from_)
    return Wind(bearing(point(way)) if way != wind.from_bearing else way, force), rulings


class WindPhase(Phase):
    """The wind is set before the first turn (BTQ-WIND-03)."""

    name = "wind"
    rules = ("BTQ-TURN-01",)

    def due(self, battle: Battle) -> bool:
        """In the first turn, where the scenario gives this rulebook a wind of its own."""
        told = battle.scenario.grades
        return battle.state.turn == 1 and ("btq_wind" in told or "btq_wind_from" in told)

    def run(self, battle: Battle) -> None:
        """Set it."""
        now, rulings = settled(battle)
        changes = (alter(battle.state, "wind", now),) if now != battle.state.wind else ()
        battle.emit(WindChecked, what="set", strength=strength(battle), rulings=rulings, changes=changes)
