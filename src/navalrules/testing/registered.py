"""Tells Hypothesis, when it is first imported, how to draw our types: called through its entry point."""

from __future__ import annotations


def register() -> None:
    """Register a strategy for every type that `from_type` may be asked for; they are made at the first use."""
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

    def strategy(kind: type) -> object:
        from navalrules.testing import strategies

        return getattr(strategies, names[kind])()

    for kind in names:
        register_type_strategy(kind, strategy)
