"""Every check of the contract, in the order of the promises."""

from __future__ import annotations

from typing import Final

from navalrules.testing import at_the_table, chances, coverage, ordering, repeat, sums, symmetry
from navalrules.testing.check import MADE, Check

MODULES: Final = (repeat, at_the_table, ordering, sums, symmetry, chances, coverage)

CHECKS: Final[tuple[Check, ...]] = tuple(sorted(MADE, key=lambda check: check.promise))
