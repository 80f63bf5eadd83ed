"""What comes with a scenario: the switches that history is fought under, and damage done beforehand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from navalrules import EnrolmentError
from navalrules_btq.texts import texts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from navalrules import Entrant, HouseRule, Scenario, Tables
    from navalrules_btq.harm_lore import Layout
    from navalrules_btq.ship import BtqShip

DAMAGED: Final = "btq_damaged"
"""The key of an entrant that names a mast damaged before the first turn."""


def house_rules_on(house_rules: Iterable[HouseRule], scenario: Scenario, tables: Tables) -> dict[str, bool]:
    """Every house rule on where the scenario is of a historical kind, else nothing set (BTQ-SCEN-02)."""
    kinds = tables["historical"]
    on = scenario.kind in kinds and kinds.flag(scenario.kind)
    return {rule.name: True for rule in house_rules} if on else {}


def already_gone(ship: BtqShip, entrant: Entrant, layout: Layout, tables: Tables) -> None:
    """Take away what an entrant's `btq_damaged` mast has lost beforehand, at no cost (BTQ-SCEN-07).

    Raises EnrolmentError for a mast of which nothing is told or that she does not have.
    """
    mast = entrant.grades.get(DAMAGED, "")
    if not mast:
        return
    known = tables["already_gone"]
    place = layout.find(mast, known.whole(mast)) if isinstance(mast, str) and mast in known else None
    if place is None:
        raise EnrolmentError(
            texts()("enrol_damaged", ship=ship.name, key=DAMAGED, told=mast, near=", ".join(known))
        )
    ship.sections |= layout.fall[place]
    ship.sails |= layout.fall[place]
