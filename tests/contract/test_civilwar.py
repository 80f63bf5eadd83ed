"""American Civil War squares keep the promises."""

from promises import Contract
from referee import Referee, table

from navalrules_civilwar.orders import StrikeColours


class TestCivilWar(Contract):
    ruleset = "civilwar"
    scenarios = (
        "alabama-hatteras-1863",
        "cruisers-off-brest-1864",
        "kearsarge-alabama-1864",
        "wachusett-florida-1864",
    )
    played_elsewhere = {}


class AtTheTable(Referee):
    ruleset = "civilwar"
    scenarios = ("kearsarge-alabama-1864", "alabama-hatteras-1863", "cruisers-off-brest-1864")
    volunteers = (StrikeColours,)


test_anything_at_the_table_in_any_order = table(AtTheTable, examples=8)
