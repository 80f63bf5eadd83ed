"""One ship on a desk: what a single blow, fire or leak makes of her, with dice that fall as told.

`desk` stands in for a battle in rulings that need no phases; battles themselves are in btq_table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from types import SimpleNamespace
from typing import Any

import navalrules as nr
from navalrules.ruleset import bind
from navalrules_btq import crew, damage, damage_control, fires, house_rules, masts, points, surrender
from navalrules_btq.harm import Harm
from navalrules_btq.harm_lore import HarmLore
from navalrules_btq.ship import BtqShip
from navalrules_btq.wind import WindLore

_FILES = ("crew", "damage", "fire", "gunnery", "rigging", "wind")
TABLES = nr.Tables.read(*(files("navalrules_btq").joinpath("tables", f"{name}.toml") for name in _FILES))
POINTS = (
    *damage.POINTS,
    *masts.POINTS,
    *surrender.POINTS,
    *fires.POINTS,
    *crew.POINTS,
    *damage_control.POINTS,
    *points.POINTS,
)
GENTLE = nr.Wind(270, 3)


def lore_of(tables: nr.Tables) -> Any:
    """The prepared figures that harm looks up."""
    return SimpleNamespace(harm=HarmLore.of(tables), wind=WindLore.of(tables))


LORE = lore_of(TABLES)


def victory(**fields: Any) -> BtqShip:
    """The first rate of the check vectors: 2200 tons, ten sails, 30 32-pounders on each side."""
    told: dict[str, Any] = {
        "id": "victory",
        "name": "Victory",
        "side": "British",
        "plan": "victory",
        "klass": "first_rate",
        "ngm": 10_000,
        "tonnage": 2200,
        "hvn": 4400,
        "svn": 338,
        "gdn": 69,
        "mast_plan": "three_masted_10",
        "sails_full": 10,
        "guns": ("long_32",),
        "port": (30,),
        "port_full": (30,),
        "starboard": (30,),
        "starboard_full": (30,),
        "crew": 850,
        "crew_full": 850,
    }
    return BtqShip(**{**told, **fields})


def dice(told: Mapping[str, Sequence[int]] | None = None) -> nr.Scripted:
    """Dice that fall as told for each purpose, and none besides."""
    return nr.Scripted(**{"nothing else": (), **(told or {})})


def desk(
    told: Mapping[str, Sequence[int]] | None = None,
    *ships: BtqShip,
    on: Sequence[str] = (),
    wind: nr.Wind = GENTLE,
    turn: int = 3,
    tables: nr.Tables = TABLES,
) -> Any:
    """What rulings ask of a battle; `on` names the house rules in force, `log` keeps what is emitted."""
    log: list[nr.Event] = []

    def emit(kind: type[nr.Event], **fields: Any) -> None:
        log.append(kind(turn, **fields))

    rules = [rule for rule in house_rules.ALL if rule.name in on]
    found = [rule for rule in rules if any(rule.replaces in p.ids or rule.follows in p.ids for p in POINTS)]
    return SimpleNamespace(
        tables=tables,
        lore=LORE if tables is TABLES else lore_of(tables),
        bound=bind(POINTS, tuple(found)),
        dice=dice(told),
        switches=dict.fromkeys(on, True),
        state=SimpleNamespace(turn=turn, wind=wind, ships={ship.id: ship for ship in ships}),
        emit=emit,
        told=True,
        log=log,
    )


def blow(told: Mapping[str, Sequence[int]], ship: BtqShip, *, on: Sequence[str] = (), **points: Any) -> Harm:
    """What one blow makes of a ship; every die told must fall."""
    table = desk(told, ship, on=on)
    harm = damage.suffer(table, table.dice, ship, damage.Blow(**points))
    table.dice.finish()
    return harm


def rules_of(harm: Harm) -> set[str]:
    """Every rule that the blow and what followed from it cite."""
    found = {rule for ruled in harm.rulings for rule in ruled.cited()} | set(harm.rules)
    for _, fields in harm.told:
        found |= {rule for ruled in fields.get("rulings", ()) for rule in ruled.cited()}
        found |= set(fields.get("rules", ()))
    return found
