"""How the pieces fit."""

from importlib.resources import files

import navalrules as nr
from navalrules_galleys.captain import close_action
from navalrules_galleys.ramming import Ramming, blow, close_ahead, need
from navalrules_galleys.rowing import Row, Rowing, reach
from navalrules_galleys.ship import Galley

HERE = files("navalrules_galleys")


class Galleys(nr.Ruleset):
    """Galleys that row and ram."""

    name, title, version = "galleys", "Galleys", "0.1"
    unit, metres, turn_limit = "length", 40.0, 30
    points = (reach, close_ahead, need, blow)
    order_types, ship_type = (Row,), Galley
    captains = {"close_action": lambda: close_action}

    def __init__(self) -> None:
        self.rulebook = nr.Rulebook.read(HERE.joinpath("rulebook.toml"))
        self.tables = nr.Tables.read(HERE.joinpath("tables.toml"))
        self.texts = nr.Texts.read(HERE.joinpath("texts.toml"))

    def phases(self) -> tuple[nr.Phase, ...]:
        """They row, then they ram."""
        return (Rowing(), Ramming())

    def enrol(self, plan: nr.ShipPlan, entrant: nr.Entrant, tables: nr.Tables) -> nr.Ship:
        """A galley with oars and crew as her complement has them."""
        tens = max(plan.complement // 10, 1)
        banks = min(tens, tables["rowing"].whole("banks"))
        pose = nr.Pose(
            nr.rounded(entrant.pose.x / self.metres),
            nr.rounded(entrant.pose.y / self.metres),
            entrant.pose.heading,
        )
        return Galley(
            entrant.id, plan.name, entrant.side, plan.id, pose, "fighting", banks, banks, tens, tens
        )

    def strength(self, ship: nr.Ship) -> dict[str, tuple[float, float]]:
        """Oars and crew."""
        assert isinstance(ship, Galley)
        return {"oars": (ship.oars, ship.oars_full), "crew": (ship.crew, ship.crew_full)}
