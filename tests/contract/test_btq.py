"""Beat to Quarters keeps the promises."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs
from promises import Contract, handed

import navalrules as nr
from navalrules_btq.events import PrizeManned
from navalrules_btq.ship import BtqShip

PLAYED: dict[str, dict[str, tuple[str, ...]]] = {
    "harm_in_play": {
        "test_a_small_craft_founders_by_word_alone": ("DC-07",),
        "test_a_magazine_is_flooded_and_the_guns_are_silent": ("DC-09", "FIRE-09", "GUN-26"),
        "test_a_rudder_goes_once": ("DMG-08",),
        "test_a_ship_at_80_per_cent_sinks_turn_by_turn": ("DMG-09",),
        "test_a_fire_by_the_umpires_hand": ("DMG-16",),
        "test_she_blows_up": ("FIRE-08",),
        "test_a_major_fire_slows_her_and_spoils_her_aim": ("FIRE-10", "MOVE-16"),
        "test_a_fire_party_is_formed_for_the_battle": ("FIRE-15",),
        "test_a_fire_spreads_burns_hull_and_men": ("FIRE-16",),
        "test_too_few_hands_for_a_fire": ("FIRE-17",),
        "test_every_house_rule_off_on_and_with_all_others": ("FIRE-18",),
        "test_dismasted_she_loses_three_more_and_only_drifts": ("MAST-12", "MAST-13"),
        "test_an_unarmed_ship_strikes_before_the_shot": ("SHIP-15",),
    },
}
"""Rules that seeded battles seldom reach, by the file and the test that play them."""


class TestBtq(Contract):
    ruleset = "btq"
    scenarios = ("btq-frigate-duel", "btq-two-against-two", "btq-yardarm-to-yardarm", "shannon-chesapeake-1813")
    compass_step = 11.25
    gains = (nr.Repaired, PrizeManned)
    cut_short: ClassVar[dict[str, int]] = {"btq-two-against-two": 12}
    played_elsewhere = {
        f"BTQ-{rule}": f"tests/btq/test_btq_{file}.py::{test}"
        for file, tests in PLAYED.items()
        for test, rules in tests.items()
        for rule in rules
    }

    def handed_ship(self, ship: nr.Ship) -> nr.Ship:
        """What lies to port and to starboard changes places, whatever is left of each."""
        assert isinstance(ship, BtqShip)
        swapped: dict[str, Any] = {
            "port": ship.starboard,
            "port_full": ship.starboard_full,
            "starboard": ship.port,
            "starboard_full": ship.port_full,
            "initial_used": ship.initial_used[::-1],
            "waterline_port": ship.waterline_starboard,
            "waterline_starboard": ship.waterline_port,
            "hit_port": ship.hit_starboard,
            "hit_starboard": ship.hit_port,
        }
        for each in ("fouling", "doubles", "doubled_on", "fired_on", "committed"):
            here, there, *ends = getattr(ship, each)
            swapped[each] = (there, here, *ends)
        return attrs.evolve(handed(attrs.evolve(ship, **swapped)), pose=ship.pose)

    def muster(self, ship: nr.Ship) -> tuple[float, float]:
        """Prisoners below decks, and prize crews on their way to a ship, are counted with her."""
        assert isinstance(ship, BtqShip)
        return ship.crew + ship.lost + ship.prisoners + ship.prize_men, ship.crew_full
