"""What the contract's checks must know of the rating rules."""

from __future__ import annotations

import attrs

import navalrules as nr
from navalrules_ratings.ship import RatingsShip

_BOARDING = "tests/ratings/test_ratings_boarding.py"


class RatingsContract(nr.testing.Contract):
    """Each broadside has boxes of its own, and crew units go aboard prizes."""

    ruleset = "ratings"
    scenarios = ("duel-of-third-rates", "four-against-four", "frigate-boarding", "shannon-chesapeake-1813")
    played_elsewhere = {
        "RAT-BOARD-10": f"{_BOARDING}::test_after_a_withdrawal_the_boarded_come_across",
        "RAT-BOARD-20": f"{_BOARDING}::test_a_decisive_first_round_captures_at_once",
    }

    def handed_ship(self, ship: nr.Ship) -> nr.Ship:
        """Her two broadsides change places, whatever is left of each."""
        assert isinstance(ship, RatingsShip)
        swapped = attrs.evolve(
            ship,
            port=ship.starboard,
            port_full=ship.starboard_full,
            starboard=ship.port,
            starboard_full=ship.port_full,
        )
        return attrs.evolve(nr.testing.handed(swapped), pose=ship.pose)

    def muster(self, ship: nr.Ship) -> tuple[float, float]:
        """Crew units in prizes are still hers."""
        assert isinstance(ship, RatingsShip)
        left, full = super().muster(ship)
        return left + ship.away, full
