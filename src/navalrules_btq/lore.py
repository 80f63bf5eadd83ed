"""What is worked out once from the tables in force, so that play only looks things up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from navalrules import Tables
from navalrules_btq import bounds
from navalrules_btq.fighting import Fighting
from navalrules_btq.harm_lore import HarmLore
from navalrules_btq.ordnance import Ordnance
from navalrules_btq.sailing import SailingLore
from navalrules_btq.scale import ScaleLore
from navalrules_btq.wind import WindLore

if TYPE_CHECKING:
    from navalrules import Battery
    from navalrules_btq.enrol import Armament


@attrs.frozen
class Lore:
    """Everything made from the tables of one battle, chapter by chapter; `titles` gives nationalities by
    title, with and without "(special entry)"; `armaments` keeps those that ships were enrolled with, by
    batteries, nation and what becomes of carronades as chasers."""

    wind: WindLore
    sailing: SailingLore
    scale: ScaleLore
    ordnance: Ordnance
    harm: HarmLore
    fighting: Fighting
    order_of_turn_end: tuple[str, ...]
    titles: dict[str, str]
    armaments: dict[tuple[tuple[Battery, ...], str, str], Armament]

    @classmethod
    def of(cls, tables: Tables) -> Lore:
        """Read it all; raises BadFile for tables that will not do."""
        bounds.check(tables)
        places = tables["turn_end_order"]
        return cls(
            wind=WindLore.of(tables),
            sailing=SailingLore.of(tables),
            scale=ScaleLore.of(tables),
            ordnance=Ordnance.of(tables),
            harm=HarmLore.of(tables),
            fighting=Fighting.of(tables),
            order_of_turn_end=tuple(sorted(places, key=lambda step: (places.number(step), step))),
            titles=_titles(tables),
            armaments={},
        )


def _titles(tables: Tables) -> dict[str, str]:
    table = tables["nationality_title"]
    found = {table.text(key): key for key in table}
    return {**found, **{title.removesuffix(" (special entry)"): key for title, key in found.items()}}
