"""Tells Hypothesis, when it is first imported, how to draw our types: called through its entry point."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def register() -> None:
    """Register a strategy for every type that `from_type` may be asked for, made at its first use."""
    from hypothesis.strategies import register_type_strategy

    from navalrules.battle import Battle
    from navalrules.compass import Wind
    from navalrules.fleet import Ship
    from navalrules.geometry import Pose
    from navalrules.guns import Battery
    from navalrules.orders import Order
    from navalrules.scenario import Entrant, Scenario
    from navalrules.ships import ShipPlan

    names = {
        Battery: "batteries",
        Battle: "battles",
        Entrant: "entrants",
        Order: "orders",
        Pose: "poses",
        Scenario: "scenarios",
        Ship: "ships",
        ShipPlan: "plans",
        Wind: "winds",
    }

    def strategy(kind: type) -> SearchStrategy[Any]:
        from navalrules.testing import strategies

        made: SearchStrategy[Any] = getattr(strategies, names[kind])()
        return made

    for kind in names:
        register_type_strategy(kind, strategy)
