"""The wind: how it is set, and how it changes (MUM-WIND)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from navalrules import Change, Lookup, Ruling, Wind, alter, ruling
from navalrules_mumford.enrol import COMPASS, point
from navalrules_mumford.events import WindShifted
from navalrules_mumford.lore import Lore
from navalrules_mumford.phase import MumfordPhase, put, wind_strength
from navalrules_mumford.ship import PORT, STARBOARD

if TYPE_CHECKING:
    from navalrules import Battle

NEVER = 99
"""Stands for weather that does not change in this action."""


@ruling("MUM-WIND-02")
def thrown_direction(battle: Battle) -> tuple[float, tuple[Ruling, ...]]:
    """D10 for one of eight points, 8 and 9 thrown again; D6 of 4 and more moves it one point clockwise."""
    table = battle.tables["wind_throw"]
    again = table.whole("again_from")
    roll = battle.dice.lookup(battle.lore.d10, "", "wind direction")
    while roll.value >= again:
        roll = battle.dice.lookup(battle.lore.d10, "", "wind direction")
    extra = battle.dice.reaches(6, table.whole("point_from"), "", "wind point")
    bearing = roll.value * table.number("step") + (COMPASS if extra.value else 0.0)
    rulings = (Ruling("MUM-WIND-02", roll.value, roll), Ruling("MUM-WIND-02", bool(extra.value), extra))
    return bearing, rulings


@ruling("MUM-WIND-03", "MUM-WIND-08")
def thrown_strength(battle: Battle, die: str) -> Ruling:
    """Strength on a D6, or on an average die."""
    if die == "avd":
        faces = battle.tables["average_die"]
        rows = Lookup(6, tuple((face, faces.whole(str(face))) for face in range(1, 7)))
        roll = battle.dice.lookup(rows, "", "wind strength")
        return Ruling("MUM-WIND-03", roll.value, roll, also=("MUM-WIND-08",))
    roll = battle.dice.die(battle.tables["wind_throw"].whole("strength_die"), "", "wind strength")
    return Ruling("MUM-WIND-03", roll.value, roll)


@ruling("MUM-WIND-04")
def changeability(battle: Battle) -> Ruling:
    """How changeable the weather is: the highest face of the D10 of a move on which the wind changes."""
    roll = battle.dice.lookup(battle.lore.changeability, "", "changeability")
    return Ruling("MUM-WIND-04", roll.value, roll)


@ruling("MUM-WIND-05")
def changes_now(battle: Battle, most: int) -> Ruling:
    """The D10 of a move in changeable weather; it shows 0 to 9."""
    roll = battle.dice.within(10, most + 1, "", "wind change")
    return Ruling("MUM-WIND-05", roll.value, roll, most)


@ruling("MUM-WIND-06")
def what_changes(battle: Battle) -> Ruling:
    """A D6: strength down, direction a point clockwise (starboard) or anticlockwise (port), strength up."""
    roll = battle.dice.lookup(battle.lore.wind_change, "", "wind shifts")
    return Ruling("MUM-WIND-06", roll.value, roll)


@ruling("MUM-WIND-07")
def breaks_off(lore: Lore, strength: int) -> bool:
    """A calm or a gale breaks the battle off with that move (MUM-GAP-08)."""
    return strength <= lore.calm or strength >= lore.gale


POINTS = (
    thrown_direction,
    thrown_strength,
    changeability,
    changes_now,
    what_changes,
    breaks_off,
)


class WindPhase(MumfordPhase):
    """The wind is set in the first move and may change at the start of every move (MUM-GAP-07)."""

    name = "wind"
    rules = ()

    def due(self, battle: Battle) -> bool:
        return battle.state.turn == 1 or battle.state.table.changes_on != NEVER

    def run(self, battle: Battle) -> None:
        if battle.state.turn == 1:
            self._set(battle)
        most = battle.state.table.changes_on
        if most == NEVER:
            return
        ruled = battle.bound[changes_now](battle, most)
        if ruled.outcome:
            self._shift(battle, ruled)

    def _set(self, battle: Battle) -> None:
        told, rulings = battle.scenario.grades, []
        wind = Wind(point(battle.state.wind.from_bearing), battle.state.wind.force)
        strength = wind_strength(battle)
        if told.get("mum_wind") == "thrown":
            bearing, working = battle.bound[thrown_direction](battle)
            wind, rulings = Wind(bearing, wind.force), [*working]
        if told.get("mum_strength") == "thrown":
            ruled = battle.bound[thrown_strength](battle, str(battle.switches["wind_strength_die"]))
            rulings.append(ruled)
            strength = ruled.outcome
            wind = Wind(wind.from_bearing, battle.tables["beaufort"].whole(str(strength)))
        ruled = battle.bound[changeability](battle)
        rulings.append(ruled)
        changes: list[Change] = []
        put(battle.state, changes, wind=wind)
        put(battle.state.table, changes, changes_on=NEVER if ruled.outcome < 0 else ruled.outcome)
        battle.emit(
            WindShifted, what="set", strength=strength, rulings=tuple(rulings), changes=tuple(changes)
        )

    def _shift(self, battle: Battle, before: Ruling) -> None:
        ruled = battle.bound[what_changes](battle)
        wind, strength = battle.state.wind, wind_strength(battle)
        turn = {STARBOARD: COMPASS, PORT: -COMPASS}.get(ruled.outcome, 0.0)
        strength += {"up": 1, "down": -1}.get(ruled.outcome, 0)
        force = wind.force
        if strength != wind_strength(battle):
            force = battle.tables["beaufort"].whole(str(min(max(strength, 0), 7)))
        now = Wind(round((wind.from_bearing + turn) % 360.0, 9) % 360.0, force)
        rules = ("MUM-WIND-07",) if battle.bound[breaks_off](battle.lore, strength) else ()
        what = {STARBOARD: "veers", PORT: "backs"}.get(ruled.outcome, ruled.outcome)
        change = alter(battle.state, "wind", now)
        battle.emit(
            WindShifted,
            what=what,
            strength=strength,
            rulings=(before, ruled),
            changes=(change,),
            rules=rules,
        )
