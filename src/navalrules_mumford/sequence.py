"""The steps of a move: orders, the five fifths, and what stands open at its end (MUM-SEQ)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from navalrules import FIGHTING, STRUCK, SUNK, TAKEN, Change, Request, StatusChanged, alter
from navalrules_mumford import (
    boarding,
    boats,
    command,
    damage,
    fires,
    flotation,
    grappling,
    hazards,
    morale,
    officers,
    prizes,
    shore,
    survivors,
    towing,
    wind,
)
from navalrules_mumford.field import Field
from navalrules_mumford.gunnery import Firing, Shot
from navalrules_mumford.lookout import Lookout, Muster
from navalrules_mumford.lore import Lore
from navalrules_mumford.orders import ShipOrders
from navalrules_mumford.phase import MumfordPhase, afloat, fighting, ships, wind_strength
from navalrules_mumford.request import OrdersRequest
from navalrules_mumford.ship import FIFTHS, MumfordShip, fifth_of

if TYPE_CHECKING:
    from navalrules import Battle, State

_LAST: Final = FIFTHS
Before = dict[str, tuple[int, tuple[int, int, int], str, bool]]
"""Men lost, masts, status and flight of every ship before a fifth."""


class OrdersPhase(MumfordPhase):
    """Every captain writes his orders (MUM-SEQ-02)."""

    name = "orders"
    rules = ("MUM-SEQ-02",)

    def requests(self, battle: Battle) -> list[Request]:
        found = [OrdersRequest(battle, ship) for ship in fighting(battle) if not ship.record.laid_up]
        if battle.measure.interactive:
            for request in found:
                request.measured()
        return [*found]

    def run(self, battle: Battle) -> None:
        everybody, told = fighting(battle), battle.told
        boat_work = prize_crews = False
        for ship in everybody:
            order = battle.answer(ShipOrders.kind, ship.id)
            if isinstance(order, ShipOrders):
                boat_work = boat_work or bool(order.boats)
                prize_crews = prize_crews or bool(order.prize)
                if told:
                    changes = (Change(ship.id, "orders", ship.orders, order),)
                    battle.emit(StatusChanged, ship=ship.id, what="orders", changes=changes, rules=self.rules)
                ship.orders = order
        if boat_work:
            boats.begin_work(battle, everybody)
        if prize_crews:
            prizes.take_over(battle, everybody)


class FifthPhase(MumfordPhase):
    """One fifth: all fire reckoned on the state before it, then fires, boats and officers lost, boarding,
    morale of crews and of commanders (MUM-SEQ-04 to -07, MUM-GAP-06)."""

    rules = ("MUM-SEQ-04", "MUM-SEQ-05", "MUM-SEQ-06")

    def __init__(self, name: str, number: int, lookout: Lookout) -> None:
        self.name, self.number, self.lookout = name, number, lookout
        self._seen: tuple[State, int, Firing] | None = None

    def due(self, battle: Battle) -> bool:
        """Whether anything can happen: guns that bear, wreckage, grapples, boats, a challenge, a tape."""
        if battle.measure.interactive:
            return True
        muster = self.lookout.muster(battle)
        if muster is None:
            return True
        state = battle.state
        fifth = fifth_of(state.turn, self.number)
        if muster.first > fifth and not muster.open_ships(battle):
            return False
        chances, closest = muster.chances(battle, self.number, fifth)
        lore: Lore = battle.lore
        if closest >= lore.far:
            return False
        boats = muster.at_boats(fifth)
        near = closest < lore.near
        if not (chances or boats or (near and muster.open_ships(battle))):
            return False
        field = Field(battle, self.number, closest)
        firing = Firing(battle, field, fifth, muster.fighters, chances)
        if not (
            firing.bearing()
            or boats
            or (near and morale.challenges(battle, field, muster.open_ships(battle)))
        ):
            return False
        self._seen = (state, state.step, firing)
        return True

    def _firing(self, battle: Battle, fifth: int) -> Firing:
        """The fire of this fifth; what was measured to see whether it is due is not measured again."""
        state, seen = battle.state, self._seen
        self._seen = None
        if seen is not None and seen[0] is state and seen[1] == state.step and seen[2].battle is battle:
            return seen[2]
        muster = Muster(battle)
        if battle.measure.interactive:
            return Firing(battle, Field(battle, self.number), fifth, muster.fighters, ())
        chances, closest = muster.chances(battle, self.number, fifth)
        return Firing(battle, Field(battle, self.number, closest), fifth, muster.fighters, chances)

    def run(self, battle: Battle) -> None:
        fifth = fifth_of(battle.state.turn, self.number)
        firing = self._firing(battle, fifth)
        field = firing.field
        everybody = fighting(battle)
        floating = afloat(battle)
        before = {ship.id: (ship.lost, ship.masts, ship.status, ship.fleeing) for ship in floating}
        shots = firing.run()
        told = battle.told
        for shot in shots:
            damage.strike(battle, shot, told)
        fell = self._masts(battle, floating, before, shots, fifth)
        killed = self._officers(battle, floating, before) if shots else {}
        for ship in everybody:
            if ship.boats_due:
                boats.complete(battle, ship, fifth)
        beaten = self._boarding(battle, field, everybody, fifth, killed)
        if shots or fell or beaten or killed:
            self._morale(battle, field, everybody, before, fell, killed, beaten, fifth)
        morale.challenge_all(battle, field, everybody, fifth)
        self._commanders(battle, floating, before)

    def _masts(
        self, battle: Battle, floating: list[MumfordShip], before: Before, shots: list[Shot], fifth: int
    ) -> dict[str, int]:
        by = {shot.target.id: shot.ship for shot in shots}
        fell = {}
        for ship in floating:
            wrecks = ship.wrecks
            standing = before[ship.id][1]
            if 0 in ship.masts and (ship.masts != standing or ship.unfallen):
                firer = by.get(ship.id)
                number = damage.fell(
                    battle, ship, _before_fall(ship, standing), fifth, firer.id if firer else ""
                )
                if number:
                    fell[ship.id] = number
                    if firer is not None and firer.ashore and not firer.started:
                        change = alter(firer, "started", True)
                        battle.emit(StatusChanged, ship=firer.id, what="drew blood", changes=(change,))
            if wrecks and ship.wrecks:
                damage.clear_wreckage(battle, ship, fifth)
        return fell

    def _officers(self, battle: Battle, floating: list[MumfordShip], before: Before) -> dict[str, bool]:
        killed = {}
        for ship in floating:
            was = before[ship.id][0]
            if ship.lost > was and not ship.ashore:
                killed[ship.id] = officers.officers_fall(battle, ship, was)
        return killed

    def _officers_again(self, battle: Battle, after_fire: dict[str, int], killed: dict[str, bool]) -> None:
        """Men lost in boarding: their officers' throws follow it."""
        for ship in fighting(battle):
            was = after_fire[ship.id]
            if ship.lost > was:
                killed[ship.id] = officers.officers_fall(battle, ship, was) or killed.get(ship.id, False)

    def _boarding(
        self,
        battle: Battle,
        field: Field,
        everybody: list[MumfordShip],
        fifth: int,
        killed: dict[str, bool],
    ) -> list[MumfordShip]:
        """Grapples and boarding of the fifth, after its fire (MUM-SEQ-06), and the officers they cost."""
        for ship in everybody:
            if ship.grapples or (ship.orders is not None and ship.orders.grapple):
                break
        else:
            return []
        after_fire = {ship.id: ship.lost for ship in everybody}
        grappling.grapple_all(battle, field, fifth)
        beaten = boarding.board_all(battle, field, fifth)
        self._officers_again(battle, after_fire, killed)
        return beaten

    def _morale(
        self,
        battle: Battle,
        field: Field,
        everybody: list[MumfordShip],
        before: Before,
        fell: dict[str, int],
        killed: dict[str, bool],
        beaten: list[MumfordShip],
        fifth: int,
    ) -> None:
        bound, tables = battle.bound, battle.tables
        step = bound[morale.casualty_step]
        for ship in everybody:
            if ship.status != FIGHTING:
                continue
            was = before[ship.id][0]
            if ship.ashore:
                if ship.lost > was:
                    shore.test_battery(battle, field, ship, was, fifth)
                continue
            if ship.id in fell and bound[morale.newly_dismasted](ship, fell[ship.id]):
                morale.put_to_test(battle, field, ship, "MUM-MOR-01", fifth)
            if bound[morale.beaten_aboard](ship, ship in beaten):
                morale.put_to_test(battle, field, ship, "MUM-MOR-02", fifth)
            if ship.lost > was and step(tables, ship, ship.lost) > step(tables, ship, was):
                morale.put_to_test(battle, field, ship, "MUM-MOR-03", fifth)
            if bound[morale.captain_killed](ship, killed.get(ship.id, False)):
                morale.put_to_test(battle, field, ship, "MUM-MOR-06", fifth)

    def _commanders(self, battle: Battle, floating: list[MumfordShip], before: Before) -> None:
        """Commanders' throws for ships of the line lost in this fifth (MUM-SEQ-07, MUM-DIS-20)."""
        lost = [
            ship
            for ship in floating
            if (ship.fleeing or ship.status != FIGHTING)
            and ship.line
            and _newly_lost(ship, *before[ship.id][2:])
        ]
        if lost:
            command.commanders_test(battle, lost)


def _before_fall(ship: MumfordShip, standing: tuple[int, ...]) -> tuple[int, ...]:
    """Values of the masts before this fifth; those gone before it that have not fallen count as standing."""
    if not ship.unfallen or ship.masts != standing:
        return standing
    return tuple([left or full for left, full in zip(standing, ship.record.masts, strict=True)])


class EndPhase(MumfordPhase):
    """The end of a move: fires, leaks, people in the water, tows, flags that shift (MUM-SEQ-07)."""

    name = "end_of_move"
    rules = ("MUM-SEQ-07",)

    def due(self, battle: Battle) -> bool:
        for ship in ships(battle):
            if ship.fires or ship.leaks or ship.in_water or ship.silent or ship.tow_from or ship.towing:
                return True
            if ship.aground is not None or ship.grapples:
                return True
            order = ship.orders
            if order is not None and (order.shift_to or order.tow):
                return True
        # A calm or a gale breaks the battle off with this move (MUM-WIND-07).
        over: bool = battle.bound[wind.breaks_off](battle.tables, wind_strength(battle))
        return over

    def run(self, battle: Battle) -> None:
        turn = battle.state.turn
        fifth = fifth_of(turn, _LAST)
        before = {ship.id: (ship.status, ship.fleeing) for ship in ships(battle)}
        for ship in afloat(battle):
            if ship.fires:
                fires.burn(battle, ship)
                tests = battle.bound[morale.fire_tests](ship, turn)
                if tests:
                    field = Field(battle, _LAST)
                    for _ in range(tests):
                        morale.put_to_test(battle, field, ship, "MUM-MOR-05", fifth)
        for ship in afloat(battle):
            flotation.flood(battle, ship)
        hazards.sinkers(battle)
        for ship in ships(battle):
            survivors.drown_and_rescue(battle, ship)
            if ship.silent:
                shore.reopen(battle, ship)
        towing.pass_tows(battle)
        grappling.let_go(battle)
        command.shift_flags(battle)
        lost = [ship for ship in ships(battle) if ship.line and _newly_lost(ship, *before[ship.id])]
        command.commanders_test(battle, lost)


def _newly_lost(ship: MumfordShip, status: str, fleeing: bool) -> bool:
    """Whether she was lost since she was as told: sunk, struck, or in flight."""
    gone = ship.status in (STRUCK, SUNK) and status not in (STRUCK, SUNK, TAKEN)
    return gone or (ship.fleeing and not fleeing)
