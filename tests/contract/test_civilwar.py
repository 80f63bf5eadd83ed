"""American Civil War squares keep the promises."""

from promises import Contract


class TestCivilWar(Contract):
    ruleset = "civilwar"
    scenarios = (
        "alabama-hatteras-1863",
        "cruisers-off-brest-1864",
        "kearsarge-alabama-1864",
        "wachusett-florida-1864",
    )
    played_elsewhere = {}
