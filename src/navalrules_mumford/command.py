"""Senior officers: signals, succession, shifting flags, and commanders who lose their nerve (MUM-CMD)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from navalrules import Change, Choice, Modifier, Request, Ruling, StatusChanged, Tables, alter, ruling
from navalrules_mumford.events import CommanderShaken, Signalled
from navalrules_mumford.orders import Signal
from navalrules_mumford.phase import MumfordPhase, fighting, put
from navalrules_mumford.ship import FLEET, SQUADRON, MumfordShip
from navalrules_mumford.sighting import view_now

if TYPE_CHECKING:
    from navalrules import Battle

STEADY = "steady"
ESCAPE = "escape"
BREAK_OFF = "break_off"
SAFETY = "safety"


# ---------------------------------------------------------------- rulings


@ruling("MUM-CMD-07")
def shaken(battle: Battle, ship: MumfordShip) -> Ruling:
    """A commander's D6 for a ship of the line lost: 1 or less is shaken (MUM-GAP-09)."""
    return _commander_throw(battle, ship, "commander", "MUM-CMD-07", "shaken_to")


@ruling("MUM-CMD-08")
def what_he_does(battle: Battle, ship: MumfordShip) -> Ruling:
    """A shaken commander's second D6: escape, break off, or take his own to safety."""
    table = battle.tables["commander"]
    factor = table.whole(ship.staff or "regular")
    roll = battle.dice.d6(ship.id, "shaken commander")
    total = roll.value + factor
    outcome = SAFETY
    if total <= table.whole("escape_to"):
        outcome = ESCAPE
    elif total <= table.whole("break_off_to"):
        outcome = BREAK_OFF
    modifiers = (Modifier(ship.staff, factor, "MUM-CMD-08"),) if factor else ()
    return Ruling("MUM-CMD-08", outcome, roll, None, modifiers, factor)


@ruling("MUM-CMD-09")
def disobeys(battle: Battle, ship: MumfordShip, quality: str) -> Ruling:
    """The signal to escape need not be obeyed on a D6 of 5 or more; heroes +1, poltroons -1."""
    table = battle.tables["commander"]
    need = table.whole("disobeys") - table.whole(quality)
    roll = battle.dice.reaches(6, need, ship.id, "disobeys")
    return Ruling("MUM-CMD-09", roll.value, roll, need)


@ruling("MUM-CMD-02")
def successor(battle: Battle, lost: MumfordShip, rank: str) -> MumfordShip | None:
    """Who succeeds a commander: of a fleet the senior commodore, else the senior captain of his ships."""
    own = [
        ship for ship in fighting(battle) if ship.side == lost.side and ship is not lost and not ship.fleeing
    ]
    own = [ship for ship in own if not ship.ashore and not ship.record.laid_up]
    if rank == FLEET:
        commodores = [ship for ship in own if ship.rank == SQUADRON]
        own = commodores or own
    else:
        own = [ship for ship in own if ship.squadron == lost.squadron and not ship.rank]
    return min(own, key=lambda ship: (ship.seniority or 999, ship.id), default=None)


@ruling("MUM-CMD-08")
def follows_break_off(tables: Tables, ship: MumfordShip) -> bool:
    """Ships with fewer than two masts may be left behind when a fleet breaks off."""
    return ship.standing >= tables["commander"].whole("masts_to_follow")


@ruling("MUM-CMD-12")
def throws_again(flag: MumfordShip) -> bool:
    """Whether a commander in flight throws once more when his ship is challenged: he does."""
    return bool(flag.rank and flag.shaken)


POINTS = (shaken, what_he_does, disobeys, successor, follows_break_off, throws_again)


def _commander_throw(battle: Battle, ship: MumfordShip, purpose: str, rule: str, key: str) -> Ruling:
    table = battle.tables["commander"]
    factor = table.whole(ship.staff or "regular")
    most = table.whole(key)
    roll = battle.dice.within(6, most - factor, ship.id, purpose)
    modifiers = (Modifier(ship.staff, factor, rule),) if factor else ()
    return Ruling(rule, roll.value, roll, most, modifiers, factor)


# ---------------------------------------------------------------- signals


def under(battle: Battle, flag: MumfordShip) -> list[MumfordShip]:
    """The ships a commander commands: of a fleet all of his side, of a squadron its own."""
    return [
        ship
        for ship in fighting(battle)
        if ship.side == flag.side
        and ship is not flag
        and not ship.ashore
        and not ship.record.laid_up
        and (flag.rank == FLEET or ship.squadron == flag.squadron)
    ]


class SignalsPhase(MumfordPhase):
    """Senior officers signal (MUM-SEQ-01, MUM-CMD-01)."""

    name = "signals"
    rules = ("MUM-SEQ-01",)

    def due(self, battle: Battle) -> bool:
        return any(self._signals(ship) for ship in fighting(battle))

    def _signals(self, ship: MumfordShip) -> bool:
        return bool(ship.rank) and not ship.fleeing and not ship.retiring

    def requests(self, battle: Battle) -> list[Request]:
        return [self._request(battle, ship) for ship in fighting(battle) if self._signals(ship)]

    def _request(self, battle: Battle, ship: MumfordShip) -> Request:
        names = [""]
        own = [other for other in under(battle, ship) if other.follows]
        if any(other.free for other in own):
            names.append("form")
        if any(not other.free for other in own):
            names.append("own_orders")
        if disabled_flag(ship) and battle.bound[successor](battle, ship, ship.rank) is not None:
            names.append("relinquish")
        return Choice(ship.side, [Signal(ship=ship.id, signal=name) for name in names], "MUM-SEQ-01")

    def run(self, battle: Battle) -> None:
        for ship in fighting(battle):
            order = battle.answer(Signal.kind, ship.id)
            if isinstance(order, Signal) and order.signal:
                _make(battle, ship, order.signal)


def disabled_flag(ship: MumfordShip) -> bool:
    """Whether a flagship is disabled, so that her flag may give up the command (MUM-CMD-11)."""
    return ship.dismasted or bool(ship.wrecks) or bool(ship.grapples) or ship.aground is not None


def _make(battle: Battle, ship: MumfordShip, signal: str) -> None:
    if signal == "relinquish":
        rank = ship.rank
        change = alter(ship, "rank", "")
        battle.emit(Signalled, ship=ship.id, signal=signal, changes=(change,), rules=("MUM-CMD-11",))
        succeed(battle, ship, rank)
        return
    changes: list[Change] = []
    for other in under(battle, ship):
        if other.follows:
            put(other, changes, free=signal == "own_orders")
    battle.emit(Signalled, ship=ship.id, signal=signal, changes=tuple(changes), rules=("MUM-CMD-04",))


def succeed(battle: Battle, lost: MumfordShip, rank: str) -> None:
    """The next in seniority takes over a command (MUM-CMD-02)."""
    heir = battle.bound[successor](battle, lost, rank)
    if heir is None:
        return
    changes: list[Change] = []
    before = heir.rank
    put(heir, changes, rank=rank, staff=heir.staff or heir.captain)
    if rank == SQUADRON:
        put(heir, changes, follows=False)
    ruled = Ruling("MUM-CMD-02", rank)
    battle.emit(StatusChanged, ship=heir.id, what="succeeds", rulings=(ruled,), changes=tuple(changes))
    if rank == FLEET and before == SQUADRON:
        return
    if rank == FLEET and not before and heir.squadron:
        changes = []
        put(heir, changes, follows=False)
        if changes:
            battle.emit(StatusChanged, ship=heir.id, what="leads", changes=tuple(changes))


# ---------------------------------------------------------------- shifting the flag


def may_shift_to(battle: Battle, ship: MumfordShip) -> list[str]:
    """Where a flag officer may go: a ship in contact at once, or by boat to one within two moves' row
    (MUM-GAP-11)."""
    if not ship.rank:
        return []
    boat = battle.tables["boat"]
    reach = boat.number("row") * boat.number("flag_moves") if ship.flotilla else 0.0
    return [
        other.id
        for other in under(battle, ship)
        if not other.rank and view_now(battle, ship, other).range <= reach
    ]


def shift_flags(battle: Battle) -> None:
    """Flag officers who were ordered to go to another ship do so (MUM-CMD-10)."""
    for ship in fighting(battle):
        order = ship.orders
        if order is None or not order.shift_to or not ship.rank:
            continue
        other = battle.state.ships[order.shift_to]
        if not isinstance(other, MumfordShip) or not other.fighting or other.rank:
            continue
        changes: list[Change] = []
        put(other, changes, rank=ship.rank, staff=ship.staff, follows=False)
        put(ship, changes, rank="", staff="", follows=bool(ship.squadron))
        battle.emit(
            StatusChanged,
            ship=other.id,
            what="flag shifted",
            changes=tuple(changes),
            rules=("MUM-CMD-10",),
        )


# ---------------------------------------------------------------- commanders' morale


def commanders_test(battle: Battle, lost: list[MumfordShip]) -> None:
    """Each loss of a ship of the line tests the commanders of its fleet and of its squadron, once each."""
    for ship in lost:
        if not ship.line:
            continue
        for flag in _commanders(battle, ship):
            if not flag.retiring and not flag.fleeing and flag.fighting and flag.rank:
                _test(battle, flag)


def _commanders(battle: Battle, lost: MumfordShip) -> list[MumfordShip]:
    flags = [ship for ship in fighting(battle) if ship.rank and ship.side == lost.side]
    return [
        flag for flag in flags if flag.rank == FLEET or (lost.squadron and flag.squadron == lost.squadron)
    ]


def _test(battle: Battle, flag: MumfordShip) -> None:
    ruled = battle.bound[shaken](battle, flag)
    if not ruled.outcome:
        battle.emit(CommanderShaken, ship=flag.id, outcome=STEADY, rulings=(ruled,))
        return
    waver(battle, flag, (ruled,))


def waver(
    battle: Battle, flag: MumfordShip, before: tuple[Ruling, ...] = (), rule: str = "MUM-CMD-08"
) -> None:
    """A shaken commander does what his second throw says."""
    second = battle.bound[what_he_does](battle, flag)
    changes: list[Change] = []
    put(flag, changes, shaken=second.outcome)
    if second.outcome == ESCAPE:
        put(flag, changes, fleeing=True)
    else:
        put(flag, changes, retiring=True)
    put(flag, changes, hove_to=False)
    battle.emit(
        CommanderShaken,
        ship=flag.id,
        outcome=second.outcome,
        rulings=(*before, second),
        changes=tuple(changes),
        rules=(rule,),
    )
    if second.outcome == ESCAPE:
        _escape(battle, flag)
    elif second.outcome == BREAK_OFF:
        _break_off(battle, flag)
    else:
        _to_safety(battle, flag)


def _escape(battle: Battle, flag: MumfordShip) -> None:
    """Escape as best you can: squadron commanders may disobey a fleet's, captains a squadron's."""
    deaf: set[str] = set()
    if flag.rank == FLEET:
        for other in under(battle, flag):
            if other.rank == SQUADRON and not _obeys(battle, other, other.staff or "regular"):
                deaf.add(other.squadron)
    for other in under(battle, flag):
        if flag.rank == FLEET and other.squadron in deaf:
            continue
        if flag.rank == SQUADRON and not _obeys(battle, other, other.captain):
            continue
        changes: list[Change] = []
        put(other, changes, fleeing=True, hove_to=False)
        if changes:
            battle.emit(
                StatusChanged, ship=other.id, what="escapes", changes=tuple(changes), rules=("MUM-CMD-08",)
            )


def _obeys(battle: Battle, ship: MumfordShip, quality: str) -> bool:
    ruled = battle.bound[disobeys](battle, ship, quality)
    battle.emit(
        StatusChanged,
        ship=ship.id,
        what="disobeys" if ruled.outcome else "obeys",
        rulings=(ruled,),
    )
    return not ruled.outcome


def _break_off(battle: Battle, flag: MumfordShip) -> None:
    for other in under(battle, flag):
        follows = battle.bound[follows_break_off](battle.tables, other)
        changes: list[Change] = []
        if follows:
            put(other, changes, retiring=True, hove_to=False)
        if changes:
            battle.emit(
                StatusChanged, ship=other.id, what="retires", changes=tuple(changes), rules=("MUM-CMD-08",)
            )


def _to_safety(battle: Battle, flag: MumfordShip) -> None:
    """He takes the ships under his own immediate command to safety; the rest get no orders."""
    for other in under(battle, flag):
        own = flag.squadron and other.squadron == flag.squadron
        changes: list[Change] = []
        if own:
            put(other, changes, retiring=True, hove_to=False)
        elif other.follows:
            put(other, changes, free=True)
        if changes:
            what = "retires" if own else "left without orders"
            battle.emit(
                StatusChanged, ship=other.id, what=what, changes=tuple(changes), rules=("MUM-CMD-08",)
            )


def challenged_in_flight(battle: Battle, flag: MumfordShip) -> None:
    """A commander in flight who is challenged throws again (MUM-GAP-63)."""
    if battle.bound[throws_again](flag):
        waver(battle, flag, (), "MUM-CMD-12")
