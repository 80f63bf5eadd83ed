"""Ramming (GAL-RAM): whoever has an enemy close ahead throws a die, and the blow breaks oars and men."""

import navalrules as nr
from navalrules_galleys.ship import Galley, galleys


@nr.ruling("GAL-RAM-01")
def close_ahead(tables: nr.Tables, sighting: nr.Sighting) -> bool:
    """Whether an enemy is near enough and before the bow."""
    table = tables["ramming"]
    # Where two lie in one place no bearing is to be trusted: it would be another with the table turned.
    off_bow = min(sighting.bearing, 360 - sighting.bearing) if sighting.range else 0
    return sighting.range <= table.number("reach") and off_bow <= table.number("arc")


@nr.ruling("GAL-RAM-02")
def need(tables: nr.Tables) -> int:
    """The face that rams."""
    face: int = tables["ramming"].whole("need")
    return face


@nr.ruling("GAL-RAM-03")
def blow(tables: nr.Tables, sighting: nr.Sighting) -> int:
    """How many banks of oars and tens of men are broken: more from abeam than from ahead or astern."""
    table = tables["ramming"]
    off_keel = nr.keel_angle(sighting.aspect) if sighting.range else 0
    blows: int = table.whole("abeam" if off_keel > table.number("arc") else "along")
    return blows


@nr.house_rule("bronze_rams", ruleset="galleys", follows="GAL-RAM-02")
def bronze_rams(face: int, tables: nr.Tables) -> int:
    """Bronze rams need one less on the die."""
    return face - 1


class Ramming(nr.Phase):
    """Every galley rams the nearest enemy close ahead, in order of id; who has no oars left strikes."""

    name = "ramming"
    rules = ("GAL-RAM-04",)

    def run(self, battle: nr.Battle) -> None:
        """Throw for all that can ram."""
        for ship in galleys(battle):
            if (found := _target(battle, ship)) is not None and ship.fighting:
                _ram(battle, ship, *found)


def _target(battle: nr.Battle, ship: Galley) -> tuple[Galley, nr.Sighting] | None:
    seen = [(each, battle.sight(ship, each)) for each in galleys(battle) if each.side != ship.side]
    near = [(each, sight) for each, sight in seen if battle.bound[close_ahead](battle.tables, sight)]
    return min(near, key=lambda pair: (pair[1].range, pair[0].id), default=None)


def _ram(battle: nr.Battle, ship: Galley, target: Galley, sighting: nr.Sighting) -> None:
    face = battle.bound[need](battle.tables)
    roll = battle.dice.reaches(battle.tables["ramming"].whole("die"), face, ship.id, "ram")
    rulings = [nr.Ruling("GAL-RAM-02", roll.value, roll, need=face, also=("GAL-RAM-01",))]
    changes: list[nr.Change] = []
    if roll:
        broken = battle.bound[blow](battle.tables, sighting)
        rulings.append(nr.Ruling("GAL-RAM-03", broken))
        men = min(broken, target.crew)
        changes += nr.alter_all(
            target,
            {
                "oars": max(target.oars - broken, 0),
                "crew": target.crew - men,
                "lost": target.lost + men,
            },
        )
    battle.emit(
        nr.ShipHurt,
        ship=target.id,
        by=ship.id,
        place="oars",
        rulings=tuple(rulings),
        changes=tuple(changes),
    )
    if not (target.oars and target.crew):
        struck = battle.change(target, "status", nr.STRUCK)
        battle.emit(nr.ShipStruck, ship=target.id, rules=("GAL-RAM-05",), changes=(struck,))
