"""The scale of the models: distances are typed in and told at it, inside they are at 1/1200 (BTQ-SCALE)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

import attrs

from navalrules import Sighting, Tables
from navalrules_btq.orders import AHEAD, Segment

if TYPE_CHECKING:
    from navalrules import Battle, Ship

SWITCH: Final = "scale"
SCALES: Final = ("1/1200", "1/700", "1/2400")
_EXACT: Final = 1e9


@attrs.frozen
class ScaleLore:
    """What a distance at 1/1200 is multiplied by at each scale; the base is the one that changes nothing."""

    factors: dict[str, Fraction]
    base: str

    @classmethod
    def of(cls, tables: Tables) -> ScaleLore:
        """Read it from the tables."""
        table = tables["scale"]
        base = table.whole("base_scale")
        factors = {scale: Fraction(base, table.whole(scale)) for scale in SCALES}
        return cls(factors, next((scale for scale, factor in factors.items() if factor == 1), ""))


def factor(battle: Battle) -> Fraction:
    """What a distance at 1/1200 is multiplied by in this battle (BTQ-SCALE-01)."""
    found: Fraction = battle.lore.scale.factors[battle.switches[SWITCH]]
    return found


def is_base(battle: Battle) -> bool:
    """Whether the models are of the base scale, so that nothing need be multiplied."""
    base: str = battle.lore.scale.base
    return battle.switches[SWITCH] == base


def shown(battle: Battle, distance: float) -> float:
    """A distance as it is told: millimetres at the battle's scale, of one at 1/1200 (BTQ-SCALE-02)."""
    if battle.switches[SWITCH] == battle.lore.scale.base:
        return distance
    times = factor(battle)
    return round(distance * times.numerator / times.denominator * _EXACT) / _EXACT


def typed(battle: Battle, distance: float) -> float:
    """A distance at 1/1200, of one that was typed in at the battle's scale (BTQ-SCALE-03)."""
    if is_base(battle):
        return distance
    times = factor(battle)
    return round(distance * times.denominator / times.numerator * _EXACT) / _EXACT


def typed_move(battle: Battle, segments: tuple[Segment, ...]) -> tuple[Segment, ...]:
    """An ordered move with its straights at 1/1200."""
    if is_base(battle):
        return segments
    return tuple(
        Segment(AHEAD, typed(battle, each.amount)) if each.helm == AHEAD else each for each in segments
    )


def shown_move(battle: Battle, segments: tuple[Segment, ...]) -> tuple[Segment, ...]:
    """A move at 1/1200 as it is ordered at the battle's scale."""
    if is_base(battle):
        return segments
    return tuple(
        Segment(AHEAD, shown(battle, each.amount)) if each.helm == AHEAD else each for each in segments
    )


def sight(battle: Battle, ship: Ship, other: Ship) -> Sighting:
    """What one ship makes of another, the range at 1/1200; read off a tape it is at the battle's scale."""
    seen = battle.sight(ship, other)
    if ship.pose is not None or is_base(battle):
        return seen
    return attrs.evolve(seen, range=typed(battle, seen.range))


def range_chart(tables: Tables, scale: str, alternate: bool = False) -> dict[str, tuple[float, ...]]:
    """Upper ends of every gun's bands in cm at a scale, nearest first, to a tenth (BTQ-UI-02, BTQ-LOG-10)."""
    times = ScaleLore.of(tables).factors[scale]
    bands = tables["alternate_bands" if alternate else "range_bands"]
    return {
        gun: tuple(round(end * times.numerator / times.denominator, 1) for end in bands.row(gun))
        for gun in bands
    }
