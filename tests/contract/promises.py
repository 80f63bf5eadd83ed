"""The contract for the rulesets of this project: the tests that play the rest are at hand."""

from pathlib import Path

import navalrules.testing
from navalrules.testing.fights import log_lines, state_of
from navalrules.testing.mirrors import handed

TOP = Path(__file__).parents[2]

__all__ = ["Contract", "TOP", "handed", "log_lines", "state_of"]


class Contract(navalrules.testing.Contract):
    """Subclass it, name the ruleset and its scenarios, and pytest does the rest."""

    home = TOP
