"""Morale of crews: when it is tested, what counts, what follows (MUM-MOR)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import (
    FIGHTING,
    STRUCK,
    SUNK,
    TAKEN,
    Change,
    Modifier,
    MoraleTested,
    Ruling,
    ShipStruck,
    StatusChanged,
    Tables,
    alter,
    ruling,
)
from navalrules_mumford import command
from navalrules_mumford.lore import Lore
from navalrules_mumford.phase import put, ships
from navalrules_mumford.ship import GUNBOAT, MumfordShip

if TYPE_CHECKING:
    from navalrules import Battle
    from navalrules_mumford.field import Field

FIGHTS_ON = "fights on"
DISORDERED = "disordered"
DISORGANISED = "disorganised"
GIVES_WAY = "gives way"


@attrs.define
class Stand:
    """What bears on a crew's morale besides itself: allies near, who struck, and the steps of rate to her
    challenger (above 0 for a smaller one, 0 for one of her own rate and for none)."""

    allies_near: bool
    enemy_struck: bool
    ally_struck: bool
    steps: int = 0


# ---------------------------------------------------------------- rulings


@ruling("MUM-MOR-03")
def casualty_step(lore: Lore, ship: MumfordShip, lost: int) -> int:
    """How many of the steps 20, 40, 60 and 80 per cent of the original crew are lost."""
    crew = ship.record.crew
    return min(lost * 100 // (crew * lore.casualty_percent), lore.casualty_steps) if crew else 0


@ruling("MUM-MOR-01")
def newly_dismasted(ship: MumfordShip, fell: int) -> bool:
    """A test is due as the last mast goes."""
    return fell > 0 and ship.dismasted


@ruling("MUM-MOR-02")
def beaten_aboard(ship: MumfordShip, beaten: bool) -> bool:
    """A test is due as a boarding action is lost on her own decks."""
    return beaten


@ruling("MUM-MOR-06")
def captain_killed(ship: MumfordShip, killed: bool) -> bool:
    """A test is due as her captain falls; a staff officer does not count."""
    return killed


@ruling("MUM-MOR-09")
def tests_in_flight(ship: MumfordShip) -> bool:
    """Whether a ship in flight tests again when she is challenged: she does."""
    return True


@ruling("MUM-MOR-05")
def fire_tests(ship: MumfordShip, turn: int) -> int:
    """Tests due for fires out of control: one for each established at the end of this move (MUM-GAP-58)."""
    return sum(1 for fire in ship.fires if fire.established and fire.since == turn - 1)


@ruling("MUM-MOR-04")
def open_to_challenge(ship: MumfordShip, turn: int) -> bool:
    """A mast down, raked in this move or the last, or in flight: then she may be challenged."""
    return ship.fleeing or (ship.raked > 0 and turn - ship.raked <= 1) or ship.masts_lost > 0


@ruling("MUM-MOR-10")
def rate_step(tables: Tables, ship: MumfordShip, challenger: MumfordShip) -> int:
    """Steps from her rate to the challenger's, in the order of rates: above 0 for a smaller challenger."""
    return _rank(tables, challenger) - _rank(tables, ship)


def _rank(tables: Tables, ship: MumfordShip) -> int:
    kind = "merchant" if ship.record.merchant else "boat" if ship.kind == GUNBOAT else ship.kind
    return tables["rate_order"].whole(kind)


_LOST: Final = ((80, "lost_80"), (60, "lost_60"), (40, "lost_40"))
"""The lines for per cent of the crew lost, the worst first."""


@ruling("MUM-MOR-07")
def factors(lore: Lore, tables: Tables, ship: MumfordShip, stand: Stand, fifth: int) -> tuple[Modifier, ...]:
    """All factors of a morale throw; of lines of one kind only the worst counts (MUM-GAP-56)."""
    table, keys = lore.morale, [ship.morale, ship.captain]
    if ship.staff:
        keys.append(f"staff_{ship.staff}")
    if ship.captures:
        keys.append("has_captured")
    if stand.enemy_struck:
        keys.append("enemy_struck")
    if stand.ally_struck:
        keys.append("ally_struck")
    if stand.allies_near:
        keys.append("allies_near")
    if ship.captain_lost:
        keys.append(f"{ship.captain_lost}_killed")
    percent = ship.lost * 100 // ship.record.crew
    for least, key in _LOST:
        if percent >= least:
            keys.append(key)
            break
    if ship.disorganised >= fifth:
        keys.append("disorganised")
    elif ship.disordered >= fifth:
        keys.append("disordered")
    if ship.dismasted:
        keys.append("dismasted")
    elif ship.mast_down:
        keys.append("mast_down")
    found = [table[key] for key in keys if table[key].amount]
    if stand.steps:
        # A challenger of another rate counts once, however many steps lie between.
        each = table["challenger_smaller" if stand.steps > 0 else "challenger_larger"]
        found.append(Modifier(each.name, each.amount, "MUM-MOR-10"))
    return tuple(found)


@ruling("MUM-MOR-08")
def outcome(lore: Lore, total: int) -> str:
    """4 and more fights on, 3 disordered, 2 disorganised, 1 and less gives way."""
    on, disordered, disorganised = lore.holds_from
    if total >= on:
        return FIGHTS_ON
    if total >= disordered:
        return DISORDERED
    return DISORGANISED if total >= disorganised else GIVES_WAY


POINTS = (
    casualty_step,
    newly_dismasted,
    beaten_aboard,
    captain_killed,
    tests_in_flight,
    fire_tests,
    open_to_challenge,
    rate_step,
    factors,
    outcome,
)


# ---------------------------------------------------------------- the test


def stand_of(battle: Battle, field: Field, ship: MumfordShip, challenger: MumfordShip | None) -> Stand:
    """What bears on her morale now."""
    side, reach, gone = ship.side, battle.lore.allies_reach, (STRUCK, TAKEN)
    enemy = ally = near = False
    for other in ships(battle):
        if other is ship or other.ashore:
            continue
        status, own = other.status, other.side == side
        if status in gone:
            ally, enemy = ally or own, enemy or not own
        elif own and not near and status != SUNK and other.aboard:
            near = _within(field, ship, other, reach)
    steps = battle.bound[rate_step](battle.tables, ship, challenger) if challenger is not None else 0
    return Stand(near, enemy, ally, steps)


def _within(field: Field, ship: MumfordShip, other: MumfordShip, reach: float) -> bool:
    if field.tape:
        return field.view(ship, other).range <= reach
    a, b = field.spots[ship.id], field.spots[other.id]
    most = reach + field.hulls
    if abs(a.x - b.x) > most or abs(a.y - b.y) > most:
        return False
    return field.view(ship, other).range <= reach


def challenger_of(battle: Battle, field: Field, ship: MumfordShip) -> MumfordShip | None:
    """The nearest enemy warship within 4 inches that challenges and does not itself flee (MUM-GAP-57)."""
    reach = battle.lore.challenge_reach
    nearest, found = math.inf, None
    for other in field.near(ship, reach):
        order = other.orders
        if other.fleeing or other.ashore or (order is not None and not order.challenge):
            continue
        inches = field.view(ship, other).range
        if inches <= reach and inches < nearest:
            nearest, found = inches, other
    return found


def put_to_test(
    battle: Battle,
    field: Field,
    ship: MumfordShip,
    cause: str,
    fifth: int,
    challenger: MumfordShip | None = None,
) -> None:
    """Throw for a crew's morale and carry out what it says; `cause` is the rule that asks for the throw."""
    if not ship.fighting or ship.record.laid_up:
        return
    bound, lore = battle.bound, battle.lore
    stand = stand_of(battle, field, ship, challenger)
    found = bound[factors](lore, battle.tables, ship, stand, fifth)
    total = int(sum([each.amount for each in found]))
    roll = battle.dice.d6(ship.id, "morale")
    result = bound[outcome](lore, roll.value + total)
    ruled = Ruling("MUM-MOR-07", result, roll, None, found, total, ("MUM-MOR-08",))
    rules: tuple[str, ...] = (cause, "MUM-SEQ-05")
    if ship.fleeing and cause == "MUM-MOR-04":
        rules = (*rules, "MUM-MOR-09")
    if result == GIVES_WAY:
        _give_way(battle, field, ship, ruled, rules, challenger)
        return
    held, changes = result == FIGHTS_ON, _consequences(battle, ship, result, fifth)
    battle.emit(MoraleTested, ship=ship.id, held=held, rulings=(ruled,), changes=tuple(changes), rules=rules)


def _consequences(battle: Battle, ship: MumfordShip, result: str, fifth: int) -> list[Change]:
    """Disorder for 5 fifths, or no fire for 5 and disorder for 5 more; a new result replaces the old one."""
    changes: list[Change] = []
    if result == FIGHTS_ON:
        if ship.fleeing:
            changes.append(alter(ship, "fleeing", False))
        return changes
    fifths = battle.tables["morale_test"].whole("fifths")
    if result == DISORDERED:
        put(ship, changes, disordered=fifth + fifths, disorganised=0)
    else:
        put(ship, changes, disorganised=fifth + fifths, disordered=fifth + 2 * fifths)
    return changes


def _give_way(
    battle: Battle,
    field: Field,
    ship: MumfordShip,
    ruled: Ruling,
    rules: tuple[str, ...],
    challenger: MumfordShip | None,
) -> None:
    """She strikes if an enemy within 4 inches challenges, otherwise makes off at best speed."""
    enemy = challenger or challenger_of(battle, field, ship)
    if enemy is not None or ship.grapples:
        battle.emit(MoraleTested, ship=ship.id, held=False, rulings=(ruled,), rules=rules)
        strike(battle, ship, enemy)
        return
    changes: list[Change] = []
    put(ship, changes, fleeing=True, hove_to=False)
    battle.emit(MoraleTested, ship=ship.id, held=False, rulings=(ruled,), changes=tuple(changes), rules=rules)


def strike(battle: Battle, ship: MumfordShip, by: MumfordShip | None, rule: str = "MUM-MOR-08") -> None:
    """She hauls down her colours; whoever she struck to has captured a ship."""
    changes: list[Change] = [alter(ship, "status", STRUCK)]
    put(ship, changes, melee=None, fleeing=False, retiring=False)
    if by is not None:
        changes.append(alter(by, "captures", by.captures + 1))
        if by.melee is not None and by.melee.other == ship.id:
            changes.append(alter(by, "melee", None))
    battle.emit(ShipStruck, ship=ship.id, changes=tuple(changes), rules=(rule,))


def _open(ship: MumfordShip, turn: int, able: Callable[[MumfordShip, int], bool]) -> bool:
    """Whether she is `able` to be challenged and has not been this move."""
    if ship.status != FIGHTING or ship.challenged == turn or not able(ship, turn):
        return False
    return not ship.record.laid_up and not ship.ashore


def open_ships(battle: Battle) -> list[MumfordShip]:
    """All that are open to a challenge and have not had one this move, however far their enemies are."""
    turn, able = battle.state.turn, battle.bound[open_to_challenge]
    every: Any = battle.state.ships
    return [ship for ship in every.values() if _open(ship, turn, able)]


def challenges(battle: Battle, field: Field, ships: Iterable[MumfordShip]) -> bool:
    """Whether any of those ships has an enemy near enough to challenge her."""
    return any(challenger_of(battle, field, ship) is not None for ship in ships)


def challenge_all(battle: Battle, field: Field, ships: list[MumfordShip], fifth: int) -> None:
    """The end of a fifth: ships open to it are challenged, each at most once a move."""
    if field.closest >= (battle.lore.challenge_reach + field.hulls) ** 2:
        return
    turn, able = battle.state.turn, battle.bound[open_to_challenge]
    for ship in ships:
        if not _open(ship, turn, able):
            continue
        enemy = challenger_of(battle, field, ship)
        if enemy is not None:
            change = alter(ship, "challenged", turn)
            battle.emit(
                StatusChanged, ship=ship.id, what="challenged", changes=(change,), rules=("MUM-MOR-04",)
            )
            command.challenged_in_flight(battle, ship)
            if not ship.fleeing or battle.bound[tests_in_flight](ship):
                put_to_test(battle, field, ship, "MUM-MOR-04", fifth, enemy)
