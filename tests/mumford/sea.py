"""tmp"""

from pathlib import Path

import navalrules as nr
from navalrules_mumford.enrol import enrolled


class RULES:
    tables = nr.Tables.read(*sorted(Path("src/navalrules_mumford/tables").glob("*.toml")))


LIBRARY = nr.Library.indexed(Path("src/navalrules_mumford/ships.toml"))


def made(plan, **g):
    plan = LIBRARY[plan] if isinstance(plan, str) else plan
    return enrolled(
        plan, nr.Entrant(id=plan.id, plan=plan, side="British", pose=nr.Pose(0, 0, 0), grades=g), RULES.tables
    )


def record(plan, **g):
    return made(plan, **g).record


from types import SimpleNamespace

from navalrules_mumford.lore import Lore


def desk(*faces, ships=(), **switches):
    return SimpleNamespace(
        tables=RULES.tables, lore=Lore.of(RULES.tables), dice=nr.Scripted(*faces), switches=switches
    )
