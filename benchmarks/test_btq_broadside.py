"""One broadside of three batteries under Beat to Quarters: loaded, thrown, told and applied."""

from __future__ import annotations

from typing import Any

import attrs

import navalrules as nr
from navalrules_btq.fire import fire
from navalrules_btq.orders import Fire, Shot
from navalrules_btq.ship import BtqShip


def test_one_broadside(calibrated: Any) -> None:
    """Two sorts of long guns and carronades at the hull, every house rule on; the blow falls at once."""
    plain = nr.scenario("btq-frigate-duel")
    firer, target = plain.entrants
    guns = tuple(
        nr.Battery(place="deck", count=count, pounder=pounder, kind=kind, mount="broadside")
        for count, pounder, kind in ((28, 18.0, "long"), (4, 12.0, "long"), (14, 32.0, "carronade"))
    )
    entrants = (
        attrs.evolve(firer, plan=attrs.evolve(firer.plan, batteries=guns), pose=nr.Pose(0.0, 0.0, 0.0)),
        attrs.evolve(target, pose=nr.Pose(180.0, 0.0, 0.0)),
    )
    rules = {rule.name: True for rule in nr.ruleset("btq").house_rules}
    battle = nr.Battle.begin(attrs.evolve(plain, entrants=entrants), "btq", 3, rules=rules)
    order = Fire(ship=firer.id, shots=(Shot("starboard", target.id),))
    start = battle.state.copy()

    def prepared() -> tuple[tuple[nr.Battle, BtqShip, Fire, bool], dict[str, Any]]:
        battle._restore(start.copy())
        battle.dice.begin_step(1)
        ship = battle.state.ships[firer.id]
        assert isinstance(ship, BtqShip)
        return (battle, ship, order, False), {}

    calibrated.row("a broadside of three batteries, applied, every house rule on", 150e-6, 150e-6)
    calibrated.pedantic(fire, setup=prepared, rounds=1000)
    told = [event.tag for event in battle.log]
    assert "broadside" in told
    assert "ship_hurt" in told
