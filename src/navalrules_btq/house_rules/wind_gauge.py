"""Wind Gauge Effects, the geometry of fire: who lies to windward shoots lower (BTQ-GUN-38)."""

from functools import lru_cache

from navalrules import Modifier, house_rule
from navalrules_btq.gunnery import Discharge
from navalrules_btq.ordnance import MEDIUM, Ordnance

RULE = "BTQ-GUN-38"


@house_rule("wind_gauge", ruleset="btq", follows="BTQ-GUN-29")
def shots_high(
    found: tuple[Modifier, ...], ordnance: Ordnance, band: int, gauge: int
) -> tuple[Modifier, ...]:
    """From Medium on, shots at the hull go high less often from the weather gauge, more often from the
    lee."""
    if not gauge or band < MEDIUM:
        return found
    return (*found, shift(-gauge * ordnance.reading.gauge_high_shift))


@house_rule("wind_gauge", ruleset="btq", follows="BTQ-DMG-15")
def between_wind_and_water(
    found: tuple[Modifier, ...], ordnance: Ordnance, discharge: Discharge, hull: int
) -> tuple[Modifier, ...]:
    """Waterline hits are likelier from the weather gauge, less likely from the lee."""
    gauge = discharge.view.gauge
    return (*found, shift(gauge * ordnance.reading.gauge_waterline_shift)) if found and gauge else found


@lru_cache(maxsize=64)
def shift(percent: int) -> Modifier:
    """So much per cent for the gauge; so few that all battles share them."""
    return Modifier("wind_gauge", percent, RULE)


ALL = (shots_high, between_wind_and_water)
