"""Fighting on beyond the call of duty, and surrender (ACW-MOR)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from navalrules import (
    STRUCK,
    Choice,
    Chosen,
    Modifier,
    MoraleTested,
    Request,
    Ruling,
    ShipStruck,
    Tables,
    alter,
    ruling,
)
from navalrules_civilwar.damage import cleared, halted
from navalrules_civilwar.phase import CivilWarPhase
from navalrules_civilwar.ship import CivilWarShip

if TYPE_CHECKING:
    from navalrules import Battle

FIGHT_ON: Final = "fight_on"
SURRENDER: Final = "surrender"
ABOUT: Final = "morale"


@ruling("ACW-MOR-03", "ACW-MOR-10", "ACW-MOR-14", "ACW-MAST-04")
def situations(tables: Tables, ship: CivilWarShip) -> tuple[str, ...]:
    """What calls for a check: dismasted, all engines lost, over half the waterline lost, all guns lost.

    Lost engines and guns are two situations; a ship built without engines or masts cannot lose them.
    """
    half = tables["morale_less"].number("half")
    found = []
    if ship.masts_full > 0 and ship.masts == 0:
        found.append("dismasted")
    if ship.steamer and ship.steam <= 0:
        found.append("engines")
    if ship.waterline_lost > half:
        found.append("waterline")
    if ship.guns and not ship.guns_left:
        found.append("guns")
    return tuple(found)


@ruling("ACW-MOR-09", "ACW-MOR-05", "ACW-MOR-12")
def passing_range(tables: Tables, ship: CivilWarShip, held: tuple[str, ...]) -> int:
    """Top of the passing range: of several situations the shortest, by the grade of the crew."""
    return min(int(tables["morale"].cell(name, ship.grade)) for name in held)


@ruling("ACW-MOR-08", "ACW-MOR-06", "ACW-MOR-07")
def shortened(tables: Tables, ship: CivilWarShip, held: tuple[str, ...]) -> tuple[Modifier, ...]:
    """What shortens the range at its top: over half the crew lost, more than one situation."""
    less, found = tables["morale_less"], []
    if ship.lost > ship.crew_full * less.number("half"):
        found.append(Modifier("over_half_crew", -less.whole("over_half_crew"), "ACW-MOR-06"))
    if len(held) > 1:
        found.append(Modifier("several", -less.whole("several"), "ACW-MOR-07"))
    return tuple(found)


@ruling("ACW-MOR-04", "ACW-MOR-02")
def morale_check(battle: Battle, ship: CivilWarShip, held: tuple[str, ...]) -> Ruling:
    """d6 within the range passes; a range cut to nothing fails (ACW-DICE-02)."""
    bound, tables = battle.bound, battle.tables
    top = bound[passing_range](tables, ship, held)
    modifiers = bound[shortened](tables, ship, held)
    total = sum([modifier.amount for modifier in modifiers])
    roll = battle.dice.within(6, int(top + total), ship.id, "morale")
    also = tuple(rule for name in held for rule in _BY_SITUATION[name])
    extra = ("ACW-MOR-08",) if modifiers else ()
    return Ruling("ACW-MOR-04", roll.value, roll, top, modifiers, total, ("ACW-MOR-03", *also, *extra))


_BY_SITUATION: Final = {
    "dismasted": ("ACW-MOR-05", "ACW-MAST-04"),
    "engines": ("ACW-MOR-09", "ACW-MOR-10", "ACW-MOR-14"),
    "waterline": ("ACW-MOR-09", "ACW-WL-01"),
    "guns": ("ACW-MOR-09", "ACW-MOR-10"),
}


class MoralePhase(CivilWarPhase):
    """A captain in a bad way surrenders or fights on, and then his crew is tested (ACW-MOR-11)."""

    name = "morale"
    rules = ("ACW-MOR-11",)

    def due(self, battle: Battle) -> bool:
        tables, held = battle.tables, battle.bound[situations]
        return bool([ship for ship in self.fighting(battle) if held(tables, ship)])

    def requests(self, battle: Battle) -> list[Request]:
        return [
            Choice(ship.side, _options(ship.id), "ACW-MOR-01")
            for ship in self.fighting(battle)
            if battle.bound[situations](battle.tables, ship)
        ]

    def run(self, battle: Battle) -> None:
        for ship in self.fighting(battle):
            answer = battle.answer(Chosen.kind, ship.id, ABOUT)
            if isinstance(answer, Chosen):
                self._settle(battle, ship, answer.option)

    def _settle(self, battle: Battle, ship: CivilWarShip, option: str) -> None:
        if option == SURRENDER:
            strike_colours(battle, ship)
            return
        held = battle.bound[situations](battle.tables, ship)
        ruled = battle.bound[morale_check](battle, ship, held)
        battle.emit(MoraleTested, ship=ship.id, held=ruled.outcome, rulings=(ruled,), rules=("ACW-MOR-11",))
        if not ruled.outcome:
            strike_colours(battle, ship, ("ACW-MOR-02", "ACW-MOR-13"))


def _options(ship: str) -> list[Chosen]:
    return [Chosen(ship=ship, about=ABOUT, option=option) for option in (FIGHT_ON, SURRENDER)]


def strike_colours(
    battle: Battle, ship: CivilWarShip, rules: tuple[str, ...] = ("ACW-MOR-01", "ACW-MOR-13")
) -> None:
    """She surrenders: she stops, ceases fire and is no target."""
    changes = [alter(ship, "status", STRUCK), *cleared(ship), *halted(ship)]
    battle.emit(ShipStruck, ship=ship.id, changes=tuple(changes), rules=rules)
