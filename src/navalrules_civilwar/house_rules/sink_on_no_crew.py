"""A ship without crew squares sinks (the other reading of ACW-WL-03, ACW-RECORD-04)."""

from navalrules import house_rule
from navalrules_civilwar.ship import CivilWarShip


@house_rule("sink_on_no_crew", ruleset="civilwar", follows="ACW-RECORD-04")
def sink_on_no_crew(founders: bool, ship: CivilWarShip) -> bool:
    """She sinks in 1d6 turns when all her crew squares are gone, as well as when her waterline is."""
    return founders or ship.crew == 0
