"""A challenger's rate counts once for each step (the other reading of MUM-GAP-55)."""

from navalrules import Modifier, Tables, house_rule
from navalrules_mumford.lore import Lore
from navalrules_mumford.morale import Stand
from navalrules_mumford.ship import MumfordShip


@house_rule("challenger_per_step", ruleset="mumford", follows="MUM-MOR-07")
def challenger_per_step(
    found: tuple[Modifier, ...], lore: Lore, tables: Tables, ship: MumfordShip, stand: Stand, fifth: int
) -> tuple[Modifier, ...]:
    """A challenger two steps larger is -2 where the rules' own reading is -1."""
    return tuple(
        Modifier(each.name, each.amount * abs(stand.steps), each.rule)
        if each.name.startswith("challenger_")
        else each
        for each in found
    )
