"""How hard the checks look: profiles `quick`, `ci` and `thorough`, for Hypothesis and without it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hypothesis import settings

CASES: Final = {"quick": 25, "ci": 30, "thorough": 500}
"""Cases of a check that takes its full share, by profile."""


def name() -> str:
    """The profile in force: HYPOTHESIS_PROFILE where that is one of ours, else `ci` where CI is set, else
    `quick`."""
    wanted = os.environ.get("HYPOTHESIS_PROFILE", "")
    return wanted if wanted in CASES else "ci" if os.environ.get("CI") else "quick"


def load() -> None:
    """Register the profiles with Hypothesis and load the one in force: a line for a conftest.py.

    `ci` looks at the same cases every time and prints how to see a failure again; the others look at new
    ones. None has a deadline: battles take as long as they take. Another HYPOTHESIS_PROFILE is loaded as it
    stands.
    """
    from hypothesis import settings

    for each, cases in CASES.items():
        fixed = each == "ci"
        settings.register_profile(
            each, deadline=None, max_examples=cases, derandomize=fixed, print_blob=fixed
        )
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or name())


def usual() -> settings:
    """Hypothesis's settings in force, or the profile's where nobody has chosen any."""
    from hypothesis import settings

    chosen = settings.default
    if chosen is not None and chosen.max_examples != _UNCHOSEN:
        return chosen
    fixed = name() == "ci"
    return settings(chosen, max_examples=CASES[name()], derandomize=fixed)


_UNCHOSEN: Final = 100
"""Cases of Hypothesis's own default profile."""
