"""With the log off nothing is made out for it; the battle goes the same way, and who listens hears it all."""

from __future__ import annotations

import pytest

from log_off import check_all_is_heard, check_same_without_log, fought

FOUGHT = [
    (scenario, seed)
    for scenario in ("kearsarge-alabama-1864", "cruisers-off-brest-1864", "alabama-hatteras-1863")
    for seed in (1, 4)
]
RULES = {"steam_only_by_use": True}


@pytest.mark.parametrize(("name", "seed"), FOUGHT)
def test_the_log_changes_nothing(name: str, seed: int) -> None:
    check_same_without_log(fought(name, "civilwar", seed, RULES, turns=25))


@pytest.mark.parametrize(("name", "seed"), FOUGHT)
def test_who_listens_hears_all_that_a_log_would_hold(name: str, seed: int) -> None:
    check_all_is_heard(fought(name, "civilwar", seed, RULES, turns=25))
