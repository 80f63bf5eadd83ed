"""Expanded Boarding: crews are told off in groups, muskets fire, reserves sally, and crews break (T-35)."""

from navalrules import Modifier, house_rule
from navalrules_btq.breaking import put_to_test
from navalrules_btq.fighting import Fighting
from navalrules_btq.musketry import exchange
from navalrules_btq.parties import Party
from navalrules_btq.ship import BtqShip

NAME = "expanded_boarding"


@house_rule(NAME, ruleset="btq", replaces="BTQ-BOARD-07")
def groups() -> bool:
    """Boarding party, defenders and reserve of one pool of men fight instead of whole crews."""
    return True


@house_rule(NAME, ruleset="btq", replaces="BTQ-BOARD-20")
def every_tier(figures: Fighting, ship: BtqShip, column: int) -> Modifier | None:
    """Every tier of a crew counts in the roll of a melee, and its own column in a counter-boarding."""
    found = figures.rolls[ship.quality][column]
    return found if found.amount else None


@house_rule(NAME, ruleset="btq", replaces="BTQ-BOARD-22")
def sallies(figures: Fighting, mine: Party, theirs: Party) -> bool:
    """A reserve sallies against a boarding party at the Bulwark or the 1st Half Deck."""
    in_time = theirs.next_zone < figures.last_counter_zone
    return mine.sallies and mine.reserve > 0 and theirs.boarding > 0 and in_time


muskets = house_rule(NAME, ruleset="btq", replaces="BTQ-BOARD-16")(exchange)
morale = house_rule(NAME, ruleset="btq", replaces="BTQ-MORALE-01")(put_to_test)

ALL = (groups, every_tier, sallies, muskets, morale)
