"""With the log off nothing is made out for it; the battle goes the same way, and who listens hears it all."""

from __future__ import annotations

import pytest

import navalrules as nr
from log_off import check_all_is_heard, check_same_without_log, fought

ALL = {rule.name: True for rule in nr.ruleset("ratings").house_rules}
FOUGHT = [
    (scenario, seed)
    for scenario in ("duel-of-third-rates", "frigate-boarding", "four-against-four")
    for seed in (1, 2, 3, 4)
]


@pytest.mark.parametrize(("name", "seed"), FOUGHT)
def test_the_log_changes_nothing(name: str, seed: int) -> None:
    check_same_without_log(fought(name, "ratings", seed, ALL if seed > 2 else None))


@pytest.mark.parametrize(("name", "seed"), FOUGHT)
def test_who_listens_hears_all_that_a_log_would_hold(name: str, seed: int) -> None:
    check_all_is_heard(fought(name, "ratings", seed, ALL if seed > 2 else None))
