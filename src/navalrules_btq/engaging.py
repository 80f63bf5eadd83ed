"""What captains of ships fast to each other are asked in a turn, and the boarding phase (BTQ-BOARD)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from navalrules import FIGHTING, Dice, IllegalOrder, Order, Phase, Request
from navalrules_btq import boarding, prizes
from navalrules_btq.boarding import BOARD, COUNTER, NEITHER, may_board, may_sally
from navalrules_btq.crew import for_boarding
from navalrules_btq.orders import Board, Groups
from navalrules_btq.parties import Pair, Party, in_groups
from navalrules_btq.phase import ships
from navalrules_btq.ship import BtqShip
from navalrules_btq.texts import refusal

if TYPE_CHECKING:
    from navalrules import Battle

_SHARES = 11
"""A random captain tells men off in tenths."""


def foes(battle: Battle, ship: BtqShip) -> dict[str, Pair]:
    """Her pairs with ships that fight her, by the other's id and in the order in which they were made."""
    every, name, found = battle.state.ships, ship.id, {}
    for pair in battle.state.table.pairs:
        other = pair.attacker.ship
        if name == other:
            other = pair.defender.ship
        elif name != pair.defender.ship:
            continue
        if not pair.friendly and every[other].status == FIGHTING:
            found[other] = pair
    return found


class BoardRequest(Request):
    """How her men are told off, whom she boards or counter-boards, and what prize crew she sends."""

    __slots__ = ("battle", "grouped", "pairs", "prizes", "record")

    def __init__(self, battle: Battle, ship: BtqShip, pairs: dict[str, Pair], taken: list[BtqShip]) -> None:
        super().__init__(Board.kind, ship.side, ship.id, "", "BTQ-BOARD-03")
        self.battle = battle
        self.record = ship
        self.grouped: bool = battle.bound[in_groups]()
        self.pairs = pairs
        self.prizes = tuple([prize.id for prize in taken]) if taken else ()

    @property
    def default(self) -> Board:
        return Board(ship=self.ship)

    # ------------------------------------------------------------ what she can do

    @property
    def able(self) -> int:
        """Men for all her groups together (BTQ-BOARD-14)."""
        return for_boarding(self.battle, self.record)

    def men_for_prize(self) -> tuple[int, int]:
        """The fewest and the most men of a prize crew; (0, 0) where she can send none."""
        least, most = self.battle.bound[prizes.prize_crew](self.battle.lore.fighting, self.record.crew)
        return (least, most) if self.prizes else (0, 0)

    def party(self, name: str, groups: tuple[Groups, ...] = ()) -> Party:
        """Her half of the pair with that ship, with `groups` told off."""
        found = self.pairs[name].party(self.ship)
        for group in groups:
            if group.other == name:
                found = found.regrouped(group.boarding, group.defenders, group.reserve)
        return found

    def parties_of(self, groups: tuple[Groups, ...] = ()) -> dict[str, Party]:
        """Her half of each pair, with `groups` told off."""
        return {name: self.party(name, groups) for name in self.pairs}

    def may_have_reserve(self, name: str) -> bool:
        """Whether a reserve can be told off against that ship (BTQ-BOARD-23, -27, BTQ-MORALE-04)."""
        pair, figures = self.pairs[name], self.battle.lore.fighting
        joined = self.battle.bound[boarding.reserves_join](figures, pair.party(name))
        return pair.party(self.ship).sallies and not joined

    def why_not(self, action: str, name: str, groups: tuple[Groups, ...] = ()) -> str:
        """Why she may not do that to that ship with `groups` told off, as a key of the refusals; "" where she
        may."""
        pair = self.pairs.get(name)
        if pair is None:
            return "board_whom"
        if action == BOARD:
            return may_board(self.battle, pair, self.record, self.party(name, groups))
        return may_sally(self.battle, pair, self.party(name, groups), pair.party(name))

    def plays(self, groups: tuple[Groups, ...] = ()) -> list[tuple[str, str]]:
        """Every (action, target) that she can choose with `groups` told off, doing nothing first."""
        found = [(NEITHER, "")]
        for action in (BOARD, COUNTER):
            found += [(action, name) for name in self.pairs if not self.why_not(action, name, groups)]
        return found

    def describe(self) -> dict[str, Any]:
        """What she may do as she stands, her men, her groups, and the prizes she may man."""
        found = super().describe()
        found["plays"] = [list(play) for play in self.plays()]
        found["able"] = self.able
        found["groups"] = {name: list(party.groups) for name, party in self.parties_of().items()}
        found["prizes"] = list(self.prizes)
        found["men"] = list(self.men_for_prize())
        return found

    # ------------------------------------------------------------ a random answer

    def draw(self, dice: Dice) -> Order:
        groups = self._drawn_groups(dice) if self.grouped and self._coin(dice, "tell off") else ()
        plays = self.plays(groups)
        action, target = plays[dice.pick(len(plays), self.ship, "board").value]
        prize, men = self._drawn_prize(dice)
        return Board(ship=self.ship, action=action, target=target, groups=groups, prize=prize, men=men)

    def _coin(self, dice: Dice, purpose: str) -> bool:
        return bool(dice.pick(2, self.ship, purpose).value)

    def _drawn_groups(self, dice: Dice) -> tuple[Groups, ...]:
        left, found = self.able, []
        for name in self.pairs:
            men = left * dice.pick(_SHARES, self.ship, "men").value // (_SHARES - 1)
            boarders = men * dice.pick(_SHARES, self.ship, "boarders").value // (_SHARES - 1)
            rest = men - boarders
            kept = rest * dice.pick(_SHARES, self.ship, "reserve").value // (_SHARES - 1)
            if not self.may_have_reserve(name):
                kept = 0
            found.append(Groups(name, boarders, rest - kept, kept))
            left -= men
        return tuple(found)

    def _drawn_prize(self, dice: Dice) -> tuple[str, int]:
        least, most = self.men_for_prize()
        if not most or not self._coin(dice, "prize"):
            return "", 0
        prize = self.prizes[dice.pick(len(self.prizes), self.ship, "which prize").value]
        men: int = least + dice.pick(most - least + 1, self.ship, "prize men").value
        return prize, men

    # ------------------------------------------------------------ refusals

    def refusal(self, order: Order) -> IllegalOrder | None:
        if not isinstance(order, Board):
            return refusal("not_board", self.rule, kind=order.kind)
        refused = self._groups_refused(order.groups) if order.groups else None
        if refused is None and (order.action or order.target):
            refused = self._action_refused(order)
        if refused is None and (order.prize or order.men):
            refused = self._prize_refused(order)
        return refused

    def _groups_refused(self, groups: tuple[Groups, ...]) -> IllegalOrder | None:
        if not self.grouped:
            return refusal("groups_rule", "BTQ-BOARD-07")
        named = [group.other for group in groups]
        for place, group in enumerate(groups):
            if group.other not in self.pairs or group.other in named[:place]:
                able = ", ".join(self.pairs) or "-"
                return refusal("groups_whom", "BTQ-BOARD-12", name=group.other, able=able)
            if min(group.boarding, group.defenders, group.reserve) < 0:
                return refusal("groups_below", "BTQ-BOARD-12", name=group.other)
            if group.reserve and not self.may_have_reserve(group.other):
                return refusal("groups_reserve", "BTQ-BOARD-23", name=group.other)
        used, able_men = sum([party.men for party in self.parties_of(groups).values()]), self.able
        if used > able_men:
            return refusal("groups_many", "BTQ-BOARD-14", used=used, able=able_men)
        return None

    def _action_refused(self, order: Board) -> IllegalOrder | None:
        if order.action == NEITHER:
            return refusal("board_idle", self.rule, name=order.target)
        if order.action not in (BOARD, COUNTER):
            return refusal("board_action", self.rule, name=order.action)
        why = self.why_not(order.action, order.target, order.groups)
        if not why:
            return None
        able = ", ".join(self.pairs) or "-"
        return refusal(why, _RULES[why], name=order.target, able=able)

    def _prize_refused(self, order: Board) -> IllegalOrder | None:
        if not order.prize:
            return refusal("prize_men_alone", "BTQ-PRIZE-02", men=order.men)
        able = ", ".join(self.prizes) or "-"
        if order.prize not in self.prizes:
            return refusal("prize_whom", "BTQ-PRIZE-01", name=order.prize, able=able)
        least, most = self.men_for_prize()
        if not least <= order.men <= most:
            return refusal("prize_men", "BTQ-PRIZE-02", men=order.men, least=least, most=most)
        return None


_RULES = {
    "board_whom": "BTQ-BOARD-01",
    "board_soon": "BTQ-BOARD-01",
    "board_merchant": "BTQ-BOARD-10",
    "board_nobody": "BTQ-BOARD-09",
    "board_defender": "BTQ-BOARD-09",
    "counter_rule": "BTQ-BOARD-22",
    "counter_not": "BTQ-BOARD-22",
}


class BoardPhase(Phase):
    """Muskets, boarders, sallies and prize crews of ships fast to each other (BTQ-BOARD, BTQ-PRIZE)."""

    name = "board"

    def due(self, battle: Battle) -> bool:
        every = battle.state.ships
        for pair in battle.state.table.pairs:
            one = every[pair.attacker.ship].status == FIGHTING
            other = every[pair.defender.ship].status == FIGHTING
            if (one or other) and not (pair.friendly and one and other):
                return True
        return False

    def requests(self, battle: Battle) -> list[Request]:
        found: list[Request] = []
        for ship in ships(battle):
            if ship.status != FIGHTING:
                continue
            pairs, taken = foes(battle, ship), prizes.open_prizes(battle, ship)
            if not pairs and not taken:
                continue
            request = BoardRequest(battle, ship, pairs, taken)
            if taken or (pairs and request.grouped) or len(request.plays()) > 1:
                found.append(request)
        return found

    def run(self, battle: Battle) -> None:
        boarding.carry_out(battle)
