"""The steps of a move: orders, the five fifths, and what stands open at its end (MUM-SEQ)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

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
from navalrules_mumford.damage import Masts
from navalrules_mumford.field import Field
from navalrules_mumford.gunnery import Firing, Shot
from navalrules_mumford.lookout import Lookout, Muster
from navalrules_mumford.orders import ShipOrders
from navalrules_mumford.phase import MumfordPhase, fighting, ships, wind_strength
from navalrules_mumford.request import OrdersRequest
from navalrules_mumford.ship import FIFTHS, MumfordShip, fifth_of

if TYPE_CHECKING:
    from navalrules import Battle, State

_LAST: Final = FIFTHS
Before = tuple[MumfordShip, int, Masts, str, bool]
"""A ship, and her men lost, masts, status and flight before a fifth."""


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
                if order.boats:
                    boat_work = True
                if order.prize:
                    prize_crews = True
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
        if closest >= muster.far:
            return False
        boats = muster.at_boats(fifth)
        near = closest < muster.near
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

    def _prepared(self, battle: Battle) -> Firing | None:
        """The fire of this fifth as `due` has looked at it, so that it is not measured again; None where it
        did not come so far."""
        state, seen = battle.state, self._seen
        self._seen = None
        if seen is not None and seen[0] is state and seen[1] == state.step and seen[2].battle is battle:
            return seen[2]
        return None

    def _firing(self, battle: Battle, fifth: int) -> Firing:
        muster = Muster(battle)
        if battle.measure.interactive:
            return Firing(battle, Field(battle, self.number), fifth, muster.fighters, ())
        chances, closest = muster.chances(battle, self.number, fifth)
        return Firing(battle, Field(battle, self.number, closest), fifth, muster.fighters, chances)

    def run(self, battle: Battle) -> None:
        fifth = fifth_of(battle.state.turn, self.number)
        prepared = self._prepared(battle)
        firing = prepared or self._firing(battle, fifth)
        field = firing.field
        everybody: list[MumfordShip] = []
        before: list[Before] = []
        every: Any = battle.state.ships
        for ship in every.values():
            status = ship.status
            if status != SUNK:
                before.append((ship, ship.lost, ship.masts, status, ship.fleeing))
                if status == FIGHTING:
                    everybody.append(ship)
        shots, told = firing.run(), battle.told
        for shot in shots:
            damage.strike(battle, shot, told)
        fell: dict[str, int] = {}
        for ship, _, masts, _, _ in before:
            if ship.wrecks or 0 in ship.masts:
                self._masts(battle, ship, masts, shots, fifth, fell)
        killed: dict[str, bool] = {}
        if shots:
            for ship, lost, _, _, _ in before:
                if ship.lost > lost and not ship.ashore:
                    killed[ship.id] = officers.officers_fall(battle, ship, lost)
        # Where `due` came to the guns it has found neither boats nor grapples.
        beaten = [] if prepared else self._at_close_quarters(battle, field, everybody, fifth, killed)
        if shots or fell or beaten or killed:
            self._morale(battle, field, before, fell, killed, beaten, fifth)
        morale.challenge_all(battle, field, everybody, fifth)
        # Commanders throw for ships of the line lost in this fifth (MUM-SEQ-07, MUM-DIS-20).
        gone = [
            ship
            for ship, _, _, status, fleeing in before
            if (ship.fleeing or ship.status != FIGHTING) and ship.line and _newly_lost(ship, status, fleeing)
        ]
        if gone:
            command.commanders_test(battle, gone)

    def _masts(
        self,
        battle: Battle,
        ship: MumfordShip,
        standing: Masts,
        shots: list[Shot],
        fifth: int,
        fell: dict[str, int],
    ) -> None:
        """Masts that fall, and wreckage cut away."""
        wrecks = ship.wrecks
        if 0 in ship.masts and (ship.masts != standing or ship.unfallen):
            by = [shot.ship for shot in shots if shot.target is ship]
            name = by[-1].id if by else ""
            number = damage.fell(battle, ship, _before_fall(ship, standing), fifth, name)
            if number:
                fell[ship.id] = number
                if by and by[-1].ashore and not by[-1].started:
                    change = alter(by[-1], "started", True)
                    battle.emit(StatusChanged, ship=name, what="drew blood", changes=(change,))
        if wrecks and ship.wrecks:
            damage.clear_wreckage(battle, ship, fifth)

    def _officers_again(self, battle: Battle, after_fire: dict[str, int], killed: dict[str, bool]) -> None:
        """Men lost in boarding: their officers' throws follow it."""
        for ship in fighting(battle):
            was = after_fire[ship.id]
            if ship.lost > was:
                killed[ship.id] = officers.officers_fall(battle, ship, was) or killed.get(ship.id, False)

    def _at_close_quarters(
        self,
        battle: Battle,
        field: Field,
        everybody: list[MumfordShip],
        fifth: int,
        killed: dict[str, bool],
    ) -> list[MumfordShip]:
        """Boats put out or taken in; grapples and boarding of the fifth, after its fire (MUM-SEQ-06), and the
        officers they cost. Who was beaten on her own decks."""
        closing = False
        for ship in everybody:
            if ship.boats_due:
                boats.complete(battle, ship, fifth)
            if ship.grapples or (ship.orders is not None and ship.orders.grapple):
                closing = True
        if not closing:
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
        before: list[Before],
        fell: dict[str, int],
        killed: dict[str, bool],
        beaten: list[MumfordShip],
        fifth: int,
    ) -> None:
        """The tests of those who lost men, masts or a fight on their own decks."""
        bound, lore = battle.bound, battle.lore
        step = bound[morale.casualty_step]
        beats, kills = bound[morale.beaten_aboard], bound[morale.captain_killed]
        # A house rule may find a cause in those too that lost nothing in this fifth.
        every = beats is not morale.beaten_aboard or kills is not morale.captain_killed
        aboard = {ship.id for ship in beaten} if beaten else ()
        for ship, was, _, _, _ in before:
            name, hit = ship.id, ship.lost > was
            if ship.status != FIGHTING or not (hit or every or name in fell or name in aboard):
                continue
            if ship.ashore:
                if hit:
                    shore.test_battery(battle, field, ship, was, fifth)
                continue
            if name in fell and bound[morale.newly_dismasted](ship, fell[name]):
                morale.put_to_test(battle, field, ship, "MUM-MOR-01", fifth)
            if beats(ship, name in aboard):
                morale.put_to_test(battle, field, ship, "MUM-MOR-02", fifth)
            if hit and step(lore, ship, ship.lost) > step(lore, ship, was):
                morale.put_to_test(battle, field, ship, "MUM-MOR-03", fifth)
            if kills(ship, killed.get(name, False)):
                morale.put_to_test(battle, field, ship, "MUM-MOR-06", fifth)


def _before_fall(ship: MumfordShip, standing: Masts) -> tuple[int, ...]:
    """Values of the masts before this fifth; those gone before it that have not fallen count as standing."""
    if not ship.unfallen or ship.masts != standing:
        return standing
    return tuple([left or full for left, full in zip(standing, ship.record.masts, strict=True)])


class EndPhase(MumfordPhase):
    """The end of a move: fires, leaks, people in the water, tows, flags that shift (MUM-SEQ-07)."""

    name = "end_of_move"
    rules = ("MUM-SEQ-07",)

    def due(self, battle: Battle) -> bool:
        every: Any = battle.state.ships
        for ship in every.values():
            if ship.fires or ship.leaks or ship.in_water or ship.silent or ship.tow_from or ship.towing:
                return True
            if ship.aground is not None or ship.grapples:
                return True
            order = ship.orders
            if order is not None and (order.shift_to or order.tow):
                return True
        # A calm or a gale breaks the battle off with this move (MUM-WIND-07).
        over: bool = battle.bound[wind.breaks_off](battle.lore, wind_strength(battle))
        return over

    def run(self, battle: Battle) -> None:
        turn = battle.state.turn
        fifth = fifth_of(turn, _LAST)
        every = ships(battle)
        before = [(ship, ship.status, ship.fleeing) for ship in every if ship.line]
        for ship in every:
            if ship.fires and ship.status != SUNK:
                fires.burn(battle, ship)
                tests = battle.bound[morale.fire_tests](ship, turn)
                if tests:
                    field = Field(battle, _LAST)
                    for _ in range(tests):
                        morale.put_to_test(battle, field, ship, "MUM-MOR-05", fifth)
        for ship in every:
            if ship.leaks and ship.status != SUNK:
                flotation.flood(battle, ship)
        hazards.sinkers(battle)
        for ship in every:
            if ship.in_water:
                survivors.drown_and_rescue(battle, ship)
            if ship.silent:
                shore.reopen(battle, ship)
        towing.pass_tows(battle)
        grappling.let_go(battle)
        command.shift_flags(battle)
        lost = [ship for ship, status, fleeing in before if _newly_lost(ship, status, fleeing)]
        if lost:
            command.commanders_test(battle, lost)


def _newly_lost(ship: MumfordShip, status: str, fleeing: bool) -> bool:
    """Whether she was lost since she was as told: sunk, struck, or in flight."""
    gone = ship.status in (STRUCK, SUNK) and status not in (STRUCK, SUNK, TAKEN)
    return gone or (ship.fleeing and not fleeing)
