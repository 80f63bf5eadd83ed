"""How a captain of a galley fights: he rows where the nearest enemy will be before his bow."""

import navalrules as nr
from navalrules_galleys.rowing import HELMS, Row
from navalrules_galleys.ship import Galley, galleys


def close_action(battle: nr.Battle, request: nr.Request) -> nr.Order:
    """Of all that he may order, what brings the nearest enemy closest and before the bow."""
    ship = battle.state.ships[request.ship]
    enemies = [each for each in galleys(battle) if each.side != ship.side and each.pose is not None]
    if not enemies or ship.pose is None:
        return request.default
    notch = battle.tables["rowing"].number("notch")

    def worth(order: nr.Order) -> tuple[float, float]:
        assert isinstance(order, Row)
        assert ship.pose is not None
        end = ship.pose.moved(order.lengths, HELMS[order.helm] * notch)
        return min(_off(end, enemy) for enemy in enemies)

    return min(request.options() or [request.default], key=worth)


def _off(end: nr.Pose, enemy: Galley) -> tuple[float, float]:
    assert enemy.pose is not None
    far, bearing, _ = nr.geometry.line_of_sight(end, enemy.pose)
    return nr.rounded(far + min(bearing, 360 - bearing) / 45), far
