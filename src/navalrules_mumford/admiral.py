"""An admiral who forms a line of battle and breaks the enemy's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from navalrules import FIGHTING, Pose
from navalrules_mumford.captain import Captain, Temper
from navalrules_mumford.ship import MumfordShip
from navalrules_mumford.steering import apart

if TYPE_CHECKING:
    from navalrules import Battle
    from navalrules_mumford.request import OrdersRequest


class Admiral(Captain):
    """His flags lead their squadrons, kept in line, through the enemy's line astern of his flag or centre;
    once through, every captain fights his own ship."""

    def __init__(self) -> None:
        super().__init__(Temper(own_loss=0.7, wanted=1.5, boards=True))

    def _signal(self, battle: Battle, ship: MumfordShip) -> str:
        return "own_orders" if self._close(battle, ship) else "form"

    def _close(self, battle: Battle, ship: MumfordShip) -> bool:
        """The line holds until the flag is through, or as good as through."""
        gap = breaking_point(battle, ship)
        if gap is None or ship.pose is None:
            return super()._close(battle, ship)
        return apart(ship.pose, gap) < 5.0

    def _course(
        self, battle: Battle, ship: MumfordShip, enemy: MumfordShip, request: OrdersRequest
    ) -> dict[str, Any]:
        gap = breaking_point(battle, ship) if ship.rank else None
        assert ship.pose is not None
        if gap is None or apart(ship.pose, gap) < 5.0:
            return super()._course(battle, ship, enemy, request)
        return self._approach(battle, ship, gap, request)


def breaking_point(battle: Battle, ship: MumfordShip) -> Pose | None:
    """Where to go through: under the stern of the enemy's flag, else of the ship in the middle of his line.

    None where the enemy has fewer than two ships that still hold together.
    """
    foes = [
        other
        for other in battle.state.ships.values()
        if isinstance(other, MumfordShip)
        and other.side != ship.side
        and other.status == FIGHTING
        and not other.ashore
        and not other.fleeing
        and other.pose is not None
    ]
    if len(foes) < 2 or ship.pose is None:
        return None
    pose = ship.pose
    flags = [foe for foe in foes if foe.rank]
    near = min(
        flags or foes,
        key=lambda foe: (
            round(apart(pose, foe.pose), 6) if foe.pose else 0.0,
            foe.id,
        ),
    )
    assert near.pose is not None
    # Where his stern will be as she comes up, with a cable's length of water.
    astern = near.record.length / 2 + 1.5
    return near.pose.moved(near.speed - astern)
