"""What the contract's checks must know of Mumford's rules."""

from __future__ import annotations

from typing import Final

import navalrules as nr

PLAYED: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "about": {
        "test_fire_at_boats": ("BOAT-05", "BOAT-06"),
        "test_idle_boats_drift_downwind": ("BOAT-02",),
        "test_masts_strained_in_a_blow": ("TACK-05",),
    },
    "fleet": {
        "test_escape_as_best_you_can_and_a_commodore_who_is_deaf_to_it": ("CMD-09",),
        "test_a_disabled_flag_gives_up_the_command_by_signal": ("CMD-11",),
        "test_a_fleeing_commander_challenged_throws_again": ("CMD-12",),
        "test_the_wind_may_be_thrown_for": ("WIND-02", "WIND-03", "WIND-08"),
        "test_officers_and_crews_may_be_thrown_for": ("CREW-01", "CREW-02", "CMD-06"),
    },
    "ashore": {
        "test_grape_takes_at_most_an_eighth_of_the_gunners": ("DMG-04",),
        "test_ten_men_set_her_alight_in_three_moves": ("LAID-02", "LAID-03"),
        "test_stuck_she_kedges_backward_an_inch_a_move_after_five": ("KEDGE-01", "KEDGE-02"),
        "test_the_next_ship_passes_the_gap": ("BOOM-01",),
        "test_at_one_inch_she_sees_the_bank_and_keeps_clear": ("SHOAL-01",),
    },
    "moving": {
        "test_fast_and_slow_ships": ("MOVE-02",),
    },
    "fire_in_play": {
        "test_grape_takes_two_men_a_hit_to_a_quarter_of_the_crew": ("DMG-03",),
        "test_stern_carronades_bear_astern": ("FIRE-03",),
        "test_a_mast_over_the_side_takes_a_third": ("FIRE-21",),
    },
    "close_action": {
        "test_a_round_every_three_fifths_with_thirty_men_for_each_half_inch": (
            "BOARD-01",
            "BOARD-02",
            "BOARD-03",
            "BOARD-04",
            "BOARD-07",
            "GRAP-04",
        ),
        "test_a_round_won_drives_the_loser_back_on_his_own_decks": ("BOARD-05", "BOARD-06"),
        "test_when_more_have_fallen_than_a_deck_held_the_fight_goes_below": ("BOARD-08",),
        "test_decks_in_a_melee_do_not_fire_and_cut_nothing_away": ("BOARD-09",),
        "test_grapples_hold_an_unwilling_ship_on_a_four": ("GRAP-01", "GRAP-02"),
        "test_boarders_go_a_fifth_after_if_written_else_three": ("GRAP-03",),
        "test_thirty_men_a_fifth_come_up_from_below": ("GRAP-05",),
        "test_a_boarding_lost_on_her_own_decks_tests_her": ("MOR-02",),
    },
}
"""Rules that seeded battles seldom reach, by the file and the test that play them."""


class MumfordContract(nr.testing.Contract):
    """Headings are points of the compass, and two of the scenarios are long."""

    ruleset = "mumford"
    scenarios = ("mumford-duel-74", "mumford-squadrons", "mumford-harbour")
    cut_short = {"mumford-squadrons": 8, "mumford-harbour": 6}
    compass_step = 22.5
    played_elsewhere = {
        f"MUM-{rule}": f"tests/mumford/test_mum_{file}.py::{test}"
        for file, tests in PLAYED.items()
        for test, rules in tests.items()
        for rule in rules
    }
