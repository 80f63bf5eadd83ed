"""Mumford's rules keep the promises."""

from promises import Contract


class TestMumford(Contract):
    ruleset = "mumford"
    scenarios = ("mumford-duel-74", "mumford-squadrons", "mumford-harbour")
    compass_step = 22.5
    played_elsewhere = {}
