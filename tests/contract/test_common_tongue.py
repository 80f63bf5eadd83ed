"""What several rulebooks tell of is an event of the core: one listener hears it under all of them."""

from __future__ import annotations

import pytest

import navalrules as nr
from navalrules.report import core_texts

SHARED = (nr.Grappled, nr.Collided, nr.WindChanged)


def heard(scenario: str, ruleset: str, seed: int) -> dict[type[nr.Event], list[nr.Event]]:
    """What listeners to each of the shared kinds hear of a battle between captains who close, with every
    house rule on."""
    rules = {rule.name: True for rule in nr.ruleset(ruleset).house_rules}
    battle = nr.Battle.begin(nr.scenario(scenario), ruleset, seed, rules=rules)
    found: dict[type[nr.Event], list[nr.Event]] = {kind: [] for kind in SHARED}
    for kind in SHARED:
        battle.bus.subscribe(kind, found[kind].append)
    battle.run({side.name: nr.captains.CloseAction() for side in battle.scenario.sides})
    return found


@pytest.mark.parametrize(
    ("scenario", "ruleset", "seed", "kinds"),
    [
        ("mumford-squadrons", "mumford", 3, SHARED),
        ("btq-frigate-duel", "btq", 1, SHARED),
        ("duel-of-third-rates", "ratings", 3, (nr.Grappled, nr.Collided)),
    ],
)
def test_grapnels_collisions_and_the_wind_are_heard_under_every_rulebook_that_tells_of_them(
    scenario: str, ruleset: str, seed: int, kinds: tuple[type[nr.Event], ...]
) -> None:
    found = heard(scenario, ruleset, seed)
    for kind in kinds:
        assert found[kind], kind


@pytest.mark.parametrize("held", [True, False])
def test_the_core_has_words_for_grapnels(held: bool) -> None:
    event = nr.Grappled(1, ship="a", target="b", held=held)
    words = core_texts().get(f"event.{event.tag}.{event.what}")
    assert ("they hold" in words, "they slip" in words) == (held, not held)
