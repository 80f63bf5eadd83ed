"""The ruleset keeps every promise of the contract."""

import navalrules as nr


class TestGalleys(nr.testing.Contract):
    ruleset = "galleys"
