"""What the contract's checks must know of Beat to Quarters."""

from __future__ import annotations

from typing import Any, Final

import attrs

import navalrules as nr
from navalrules_btq.events import PrizeManned
from navalrules_btq.ship import BtqShip

PLAYED: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "tacking": {
        "test_a_tack_that_needs_more_than_the_cap_takes_two_turns": (
            *("TACK-03", "TACK-04", "TACK-06", "TACK-07", "TACK-08"),
        ),
        "test_a_tack_cannot_be_called_off": ("TACK-09",),
    },
    "grappling": {
        "test_a_brig_seldom_holds_a_fourth_rate": ("GRAP-05",),
        "test_pairs_end_with_a_ship_that_goes_down": ("SP-08",),
    },
    "boarding": {
        "test_soldiers_help_by_their_share": ("BOARD-11",),
        "test_four_zones_in_order_and_the_stern_takes_the_ship": ("BOARD-29",),
    },
    "expanded": {
        "test_a_merchant_may_strike_back_at_twenty_less": ("BOARD-09", "BOARD-10"),
        "test_casualties_shrink_every_group_of_every_pair": ("BOARD-15",),
        "test_a_merchant_fires_no_volley_and_suffers_them": ("BOARD-19",),
        "test_at_the_second_half_deck_the_reserve_joins_the_defenders": ("BOARD-23",),
        "test_a_counter_boarding_won_pushes_the_boarders_back_a_zone": ("BOARD-24", "BOARD-26"),
        "test_a_counter_boarding_lost_sends_the_reserve_to_the_defenders_for_good": ("BOARD-27",),
        "test_a_prize_that_grapples_takes_the_defenders_split": ("BOARD-28",),
    },
    "breaking": {
        "test_three_in_a_hundred_melee_rounds_kill_an_officer": ("BOARD-21",),
        "test_an_attacker_who_breaks_goes_back_and_all_his_zones_are_lost": ("MORALE-01", "MORALE-03"),
        "test_a_defender_with_a_reserve_merges_it_and_holds_the_next_zone": ("MORALE-02", "MORALE-04"),
        "test_a_defender_without_a_reserve_is_taken": ("MORALE-05",),
        "test_a_crack_crew_lowered_twice_is_whole_again_after_ten_turns": ("OFF-01", "OFF-02"),
    },
    "prizes": {
        "test_a_ship_is_boarded_taken_manned_and_fights_on_for_her_new_side": (
            "PRIZE-01",
            "PRIZE-02",
            "PRIZE-03",
            "PRIZE-04",
            "SHIP-23",
        ),
    },
    "collision": {
        "test_at_high_speed_half_goes_to_the_hull": ("COLL-02",),
        "test_the_bowsprit_goes_and_seams_start": ("COLL-03",),
        "test_friends_bounce_off_clean_on_the_better_of_two_dice": ("COLL-04",),
        "test_enemies_that_touch_are_fast_to_each_other_at_once": ("COLL-01", "COLL-05"),
        "test_a_fouled_pair_goes_at_half_the_mean_until_one_breaks_free": ("COLL-06", "MOVE-19"),
    },
    "gunnery": {
        "test_at_point_blank_every_gun_hits_and_no_die_is_thrown": ("GUN-07",),
        "test_a_merchant_shoots_worse_but_never_under_nothing": ("GUN-13",),
        "test_an_untrained_crew_shoots_worse": ("GUN-14",),
    },
    "house_gunnery": {
        "test_crack_crew": ("GUN-15",),
        "test_five_turns_of_fire_foul_the_guns_and_one_of_rest_cleans_them": ("GUN-16", "GUN-17"),
        "test_shots_go_high_less_often_from_the_weather_gauge": ("GUN-38",),
        "test_no_carronade_double": ("SHOT-09",),
        "test_enhanced_raking": ("RAKE-05",),
    },
    "manning": {
        "test_in_a_gale_a_ship_of_the_line_shuts_her_lower_ports": ("GUN-24", "GUN-25"),
        "test_nine_guns_with_a_crew_and_five_without": ("GUN-27", "GUN-28"),
        "test_thirty_men_at_five_24_pounders_serve_three": ("GUN-37", "CREW-05", "CREW-06"),
    },
    "shot": {
        "test_canister_at_point_blank": ("SHOT-07",),
        "test_batteries_out_of_reach_add_nothing_but_the_first_one_refuses": ("GUN-40",),
    },
    "sights": {
        "test_without_simultaneous_fire_the_first_to_fire_gains": ("GUN-35",),
    },
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
    "umpire": {
        "test_colours_come_down_by_the_captains_word_or_the_umpires": ("UI-06",),
        "test_an_umpire_lifts_the_gate_and_nothing_else": ("UI-01",),
        "test_an_umpire_holds_a_ship_in_her_drift_for_one_turn": ("IRONS-06",),
        "test_an_umpire_brings_her_out_of_irons_at_once": ("IRONS-07",),
        "test_an_umpire_calls_a_tack_complete_in_the_middle_of_it": ("TACK-10",),
    },
}
"""Rules that seeded battles seldom reach, by the file and the test that play them."""


class BtqContract(nr.testing.Contract):
    """Headings are points of 11.25 degrees, prize crews come aboard, and four scenarios are cut short."""

    ruleset = "btq"
    scenarios = (
        "btq-frigate-duel",
        "btq-two-against-two",
        "btq-yardarm-to-yardarm",
        "shannon-chesapeake-1813",
    )
    compass_step = 11.25
    gains = (nr.Repaired, PrizeManned)
    cut_short = {
        "btq-frigate-duel": 20,
        "btq-two-against-two": 8,
        "btq-yardarm-to-yardarm": 12,
        "shannon-chesapeake-1813": 20,
    }
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
        return attrs.evolve(nr.testing.handed(attrs.evolve(ship, **swapped)), pose=ship.pose)

    def muster(self, ship: nr.Ship) -> tuple[float, float]:
        """Prisoners below decks, and prize crews on their way to a ship, are counted with her."""
        assert isinstance(ship, BtqShip)
        return ship.crew + ship.lost + ship.prisoners + ship.prize_men, ship.crew_full
