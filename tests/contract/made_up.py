"""A stranger's rulebook in one file: two boats, a die, a choice in the middle of a step, and a house rule."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import attrs

import navalrules as nr

HERE = Path(__file__).parent / "made_up_data"


@attrs.define
class Boat(nr.Ship):
    oars: int = 4
    crew: int = 4
    lost: int = 0


@attrs.frozen(kw_only=True)
class Row(nr.Order):
    kind: ClassVar[str] = "row"
    strokes: int


@attrs.frozen(kw_only=True)
class Rammed(nr.ShipHurt):
    tag: ClassVar[str] = "rammed"
    roll: int


@nr.ruling("MUP-RAM-01")
def rams(need: int, face: int) -> bool:
    return face >= need


@nr.house_rule("soft_prow", ruleset="made_up", replaces="MUP-RAM-01")
def soft_prow(need: int, face: int) -> bool:
    """Only the highest face rams."""
    return face == 6


class Rowing(nr.Phase):
    name = "rowing"
    rules: tuple[str, ...] = ("MUP-ROW-01",)

    def requests(self, battle: nr.Battle) -> Sequence[nr.Request]:
        return [
            nr.Choice(ship.side, [Row(ship=ship.id, strokes=far) for far in (1, 0, 2)], "MUP-ROW-01")
            for ship in battle.state.ships.values()
            if ship.fighting
        ]

    def run(self, battle: nr.Battle) -> None:
        for ship in battle.state.ships.values():
            order = battle.answer("row", ship.id)
            if isinstance(order, Row) and ship.pose is not None:
                start, change = ship.pose, battle.change(ship, "pose", ship.pose.moved(order.strokes))
                track = (start, ship.pose)
                far = float(order.strokes)
                battle.emit(
                    nr.ShipMoved, ship=ship.id, distance=far, turned=0.0, track=track, changes=(change,)
                )


class Ramming(nr.Phase):
    name = "ramming"

    def run(self, battle: nr.Battle) -> None:
        table = battle.tables["ram"]
        boats = [ship for ship in battle.state.ships.values() if isinstance(ship, Boat)]
        for ship, other in zip(boats, reversed(boats), strict=True):
            roll = battle.dice.die(table.whole("die"), ship.id, "ram")
            if not (ship.fighting and other.fighting and battle.bound[rams](table.whole("need"), roll.value)):
                continue
            parts = [nr.Chosen(ship=ship.id, about="ram", option=part) for part in ("oars", "crew")]
            chosen = battle.ask(nr.Choice(ship.side, parts, "MUP-RAM-01"))
            break_part(battle, ship, other, getattr(chosen, "option", "oars"), roll)


def break_part(battle: nr.Battle, ship: nr.Ship, other: Boat, part: str, roll: nr.Roll) -> None:
    changes = [battle.change(other, part, getattr(other, part) - 1)]
    if part == "crew":
        changes.append(battle.change(other, "lost", other.lost + 1))
    if not getattr(other, part):
        changes.append(battle.change(other, "status", nr.STRUCK))
    shown = nr.Ruling("MUP-RAM-01", part, roll, 4)
    fields = {"by": ship.id, "place": part, "roll": roll.value, "rulings": (shown,)}
    battle.emit(Rammed, ship=other.id, changes=tuple(changes), **fields)


def keen(battle: nr.Battle, request: nr.Request) -> nr.Order:
    """Always takes the last option."""
    return (request.options() or [request.default])[-1]


class MadeUp(nr.Ruleset):
    name, title, version = "made_up", "A made-up rulebook", "0.1"
    points = (rams,)
    event_types: tuple[type[nr.Event], ...] = (Rammed,)
    order_types, ship_type = (Row,), Boat

    captains = {"keen": lambda: keen}

    def __init__(self) -> None:
        self.rulebook = nr.Rulebook.read(HERE / "rulebook.toml")
        self.tables = nr.Tables.read(HERE / "tables.toml")
        self.texts = nr.Texts({})

    def phases(self) -> tuple[nr.Phase, ...]:
        return (Rowing(), Ramming())

    def enrol(self, plan: nr.ShipPlan, entrant: nr.Entrant, tables: nr.Tables) -> nr.Ship:
        return Boat(entrant.id, plan.name, entrant.side, plan.id, entrant.pose)

    def verdict(self, battle: nr.Battle) -> nr.Verdict | None:
        left = sorted({ship.side for ship in battle.state.ships.values() if ship.fighting})
        return nr.Verdict(left[0] if left else "", "last_afloat") if len(left) < 2 else None

    def strength(self, ship: nr.Ship) -> dict[str, tuple[float, float]]:
        assert isinstance(ship, Boat)
        return {"oars": (ship.oars, 4), "crew": (ship.crew, 4)}


class Plugin:
    @nr.hookimpl
    def navalrules_rulesets(self) -> list[nr.Ruleset]:
        return [MadeUp()]

    @nr.hookimpl
    def navalrules_house_rules(self) -> list[nr.HouseRule]:
        return [soft_prow]

    @nr.hookimpl
    def navalrules_scenarios(self) -> dict[str, object]:
        return {"made-up-pond": HERE / "pond.toml"}


plugin = Plugin()
