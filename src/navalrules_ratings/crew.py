"""The Command Phase of a ship: sails and anchor, crew tasks (RAT-BGSEQ-02, RAT-BGCREW, RAT-SAIL-06)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from navalrules import (
    Change,
    Choice,
    Chosen,
    Dice,
    FireOut,
    IllegalOrder,
    Order,
    Repaired,
    Request,
    Ruling,
    Ship,
    Sighting,
    StatusChanged,
    alter,
    ruling,
)
from navalrules_ratings.checks import check
from navalrules_ratings.damage import no_boarding_between
from navalrules_ratings.events import BoardingChanged
from navalrules_ratings.grappling import untie
from navalrules_ratings.gunnery import looked
from navalrules_ratings.orders import (
    BATTLE,
    DROP,
    FIRE,
    FULL,
    JURY_RIG,
    UNFOUL,
    UNGRAPPLE,
    WEIGH,
    WHEEL,
    WRECKAGE,
    Command,
    Task,
)
from navalrules_ratings.rigging import jury_rating
from navalrules_ratings.sailing import settings
from navalrules_ratings.ship import BROADSIDES, RatingsShip, put
from navalrules_ratings.texts import refusal

if TYPE_CHECKING:
    from navalrules import Battle

HOLD: Final = "hold"
LET_GO: Final = "let_go"


# ---------------------------------------------------------------- rulings


@ruling("RAT-BGCREW-01")
def hands(ship: RatingsShip) -> int:
    """Tasks that her crew can do: one for each unit."""
    return ship.crew


@ruling("RAT-SAIL-06")
def may_set_sail(ship: RatingsShip) -> bool:
    """Whether sail may be changed: with a crew unit aboard, and no wreckage alongside."""
    return ship.crew > 0 and not ship.wrecks


@ruling("RAT-BGCRIT-06", "RAT-RIG-15")
def may_jury_rig(ship: RatingsShip, place: int, enemy_near: bool) -> bool:
    """Whether a mast may be jury-rigged: fallen or at 0, wreckage cleared, no enemy near, the first time."""
    return not (ship.mast[place] or ship.jury[place] or ship.wrecks or enemy_near)


def work(battle: Battle, ship: RatingsShip) -> dict[Task, int]:
    """Every task there is to do, with the units that may be sent to it."""
    units = battle.bound[hands](ship)
    if not units:
        return {}
    found: dict[Task, int] = {}
    if ship.fire_since:
        found[Task(FIRE)] = units
    if ship.wheel_gone:
        found[Task(WHEEL)] = 1
    for side in BROADSIDES if ship.wrecks else ():
        if side in ship.wrecks:
            found[Task(WRECKAGE, side)] = ship.wrecks.count(side)
    for other in ship.fouled:
        found[Task(UNFOUL, other)] = 1
    for other in ship.grappled:
        found[Task(UNGRAPPLE, other)] = 1
    if 0 in ship.mast:
        near = enemy_within(battle, ship)
        for place, name in enumerate(ship.masts):
            if battle.bound[may_jury_rig](ship, place, near):
                found[Task(JURY_RIG, name)] = 1
    return found


def enemy_within(battle: Battle, ship: RatingsShip) -> bool:
    """Whether an enemy that still fights is within the longest range (RAT-BGCRIT-06)."""
    farthest = battle.lore.farthest
    return any(
        other.side != ship.side and other.fighting and _sight(battle, ship, other).range <= farthest
        for other in battle.state.ships.values()
    )


def _sight(battle: Battle, ship: RatingsShip, other: Ship) -> Sighting:
    assert isinstance(other, RatingsShip)
    return looked(battle, ship, other)


# ---------------------------------------------------------------- the request


class CommandRequest(Request):
    """What a ship's crew does in the Command Phase."""

    __slots__ = ("anchors", "may_set_sail", "sails", "units", "vessel", "work")

    def __init__(self, battle: Battle, ship: RatingsShip) -> None:
        super().__init__(Command.kind, ship.side, ship.id, "", "RAT-BGSEQ-02")
        self.vessel = ship
        self.work = work(battle, ship)
        self.units = battle.bound[hands](ship)
        self.sails = battle.bound[settings](ship)
        self.may_set_sail = battle.bound[may_set_sail](ship)
        self.anchors = ("", WEIGH) if ship.anchored else ("", DROP)

    @property
    def default(self) -> Command:
        """Hands to what is wrong aboard, fires first; sail and anchor as they are."""
        tasks: list[Task] = []
        for task, most in self.work.items():
            if task.what not in (UNFOUL, UNGRAPPLE):
                tasks += [task] * min(most, self.units - len(tasks))
        return Command(ship=self.ship, tasks=tuple(tasks))

    def draw(self, dice: Dice) -> Command:
        left = [task for task, most in self.work.items() for _ in range(most)]
        tasks: list[Task] = []
        while left and len(tasks) < self.units:
            index: int = dice.pick(len(left) + 1, self.ship, "tasks").value
            if index == len(left):
                break
            tasks.append(left.pop(index))
        sails = ("", *self.sails) if self.may_set_sail else ("",)
        sail = sails[dice.pick(len(sails), self.ship, "sail").value]
        anchor = self.anchors[dice.pick(8, self.ship, "anchor").value == 0]
        if self.vessel.anchored:
            anchor = self.anchors[dice.pick(2, self.ship, "weigh").value]
        return Command(ship=self.ship, sail=sail, anchor=anchor if self.units else "", tasks=tuple(tasks))

    def refusal(self, order: Order) -> IllegalOrder | None:
        if not isinstance(order, Command):
            return refusal("not_command", "RAT-BGSEQ-02", kind=order.kind)
        return (
            (self._wrong_sail(order.sail) if order.sail else None)
            or (self._wrong_anchor(order.anchor) if order.anchor else None)
            or (self._wrong_tasks(order.tasks) if order.tasks else None)
        )

    def _wrong_sail(self, sail: str) -> IllegalOrder | None:
        ship = self.vessel
        if sail not in (BATTLE, FULL):
            return refusal("sail", "RAT-SAIL-01", sail=sail, able=", ".join(self.sails))
        if sail not in self.sails:
            return refusal("no_full_sail", "RAT-SAIL-01")
        if self.may_set_sail:
            return None
        if ship.crew:
            return refusal("sail_wreckage", "RAT-SAIL-06", ship=ship.name)
        return refusal("sail_crew", "RAT-BGCREW-03", ship=ship.name)

    def _wrong_anchor(self, anchor: str) -> IllegalOrder | None:
        if anchor not in (DROP, WEIGH):
            return refusal("anchor", "RAT-BGSEQ-02", anchor=anchor)
        if not self.units:
            return refusal("anchor_crew", "RAT-BGCREW-03", ship=self.vessel.name)
        if anchor not in self.anchors:
            return refusal(
                "anchored" if anchor == DROP else "not_anchored", "RAT-BGSEQ-02", ship=self.vessel.name
            )
        return None

    def _wrong_tasks(self, tasks: tuple[Task, ...]) -> IllegalOrder | None:
        if len(tasks) > self.units:
            return refusal("units", "RAT-BGCREW-01", told=len(tasks), able=self.units)
        for task in tasks:
            most = self.work.get(task, 0)
            if tasks.count(task) > most:
                able = ", ".join(_said(each) for each in self.work) or "nothing"
                key = "no_task" if not most else "task_twice"
                return refusal(key, _rule(task), task=_said(task), able=able, most=most)
        return None

    def describe(self) -> dict[str, Any]:
        return {
            **super().describe(),
            "units": self.units,
            "sails": list(self.sails) if self.may_set_sail else [],
            "anchor": list(self.anchors),
            "tasks": {_said(task): most for task, most in self.work.items()},
        }


def _said(task: Task) -> str:
    return f"{task.what} {task.about}".strip()


def _rule(task: Task) -> str:
    return TASK_RULES.get(task.what, "RAT-BGCREW-01")


TASK_RULES: Final = {
    FIRE: "RAT-BGCRIT-04",
    WRECKAGE: "RAT-BGFOUL-06",
    UNFOUL: "RAT-BGFOUL-03",
    UNGRAPPLE: "RAT-BGGRAP-03",
    WHEEL: "RAT-BGCRIT-03",
    JURY_RIG: "RAT-BGCRIT-06",
}


# ---------------------------------------------------------------- carried out


def sails_and_anchor(battle: Battle, ship: RatingsShip, order: Command) -> None:
    """Step 1: the sail setting and the anchor."""
    if order.sail and order.sail != ship.sail:
        changes: tuple[Change, ...] = (alter(ship, "sail", order.sail),)
        battle.emit(
            StatusChanged,
            ship=ship.id,
            what=f"{order.sail} sail",
            changes=changes,
            rules=("RAT-SAIL-01", "RAT-SAIL-06"),
        )
    if order.anchor:
        changes = (alter(ship, "anchored", order.anchor == DROP),)
        battle.emit(
            StatusChanged,
            ship=ship.id,
            what=f"anchor {order.anchor}",
            changes=changes,
            rules=("RAT-BGSEQ-02",),
        )


@ruling("RAT-BGCRIT-04")
def puts_out(battle: Battle, ship: RatingsShip, task: Task) -> Ruling:
    """A crew unit fights the fire."""
    return _tried(battle, ship, task)


@ruling("RAT-BGCRIT-03")
def rigs_tackles(battle: Battle, ship: RatingsShip, task: Task) -> Ruling:
    """A crew unit makes up for the wheel."""
    return _tried(battle, ship, task)


@ruling("RAT-BGFOUL-06")
def cuts_away(battle: Battle, ship: RatingsShip, task: Task) -> Ruling:
    """A crew unit gets rid of a fallen mast."""
    return _tried(battle, ship, task)


@ruling("RAT-BGFOUL-03")
def gets_clear(battle: Battle, ship: RatingsShip, task: Task) -> Ruling:
    """A crew unit frees both ships that are foul of each other."""
    return _tried(battle, ship, task)


def tasks(battle: Battle, ship: RatingsShip, order: Command) -> None:
    """Step 2: the crew's tasks, in the order given; one whose object is gone by then is passed over."""
    for task in order.tasks:
        if task in work(battle, ship):
            _DONE[task.what](battle, ship, task)


def _tried(battle: Battle, ship: RatingsShip, task: Task) -> Ruling:
    also = ("RAT-BGCREW-01",)
    return check(
        battle,
        ship,
        TASK_RULES[task.what],
        battle.lore.tasks[task.what],
        "task " + task.what.replace("_", " "),
        (),
        also,
    )


def _failed(battle: Battle, ship: RatingsShip, task: Task, *rulings: Ruling) -> None:
    battle.emit(StatusChanged, ship=ship.id, what=f"{task.what} failed", rulings=rulings)


def _mended(
    battle: Battle, ship: RatingsShip, task: Task, ruled: Ruling, changes: tuple[Change, ...]
) -> None:
    battle.emit(Repaired, ship=ship.id, what=task.what, rulings=(ruled,), changes=changes)


def _fight_fire(battle: Battle, ship: RatingsShip, task: Task) -> None:
    ruled = battle.bound[puts_out](battle, ship, task)
    if not ruled.outcome:
        _failed(battle, ship, task, ruled)
        return
    battle.emit(FireOut, ship=ship.id, rulings=(ruled,), changes=(alter(ship, "fire_since", 0),))


def _wheel(battle: Battle, ship: RatingsShip, task: Task) -> None:
    ruled = battle.bound[rigs_tackles](battle, ship, task)
    if ruled.outcome:
        _mended(battle, ship, task, ruled, (alter(ship, "wheel_gone", False),))
    else:
        _failed(battle, ship, task, ruled)


def _wreckage(battle: Battle, ship: RatingsShip, task: Task) -> None:
    ruled = battle.bound[cuts_away](battle, ship, task)
    if not ruled.outcome:
        _failed(battle, ship, task, ruled)
        return
    left = list(ship.wrecks)
    left.remove(task.about)
    _mended(battle, ship, task, ruled, (alter(ship, "wrecks", tuple(left)),))


def _unfoul(battle: Battle, ship: RatingsShip, task: Task) -> None:
    ruled = battle.bound[gets_clear](battle, ship, task)
    if ruled.outcome:
        _mended(battle, ship, task, ruled, untie(ship, _ship(battle, task.about), "fouled"))
    else:
        _failed(battle, ship, task, ruled)


def _jury_rig(battle: Battle, ship: RatingsShip, task: Task) -> None:
    ruled = _tried(battle, ship, task)
    if not ruled.outcome:
        _failed(battle, ship, task, ruled)
        return
    place = ship.masts.index(task.about)
    rating = battle.bound[jury_rating](battle.lore, ship.mast_full[place])
    changes = (
        alter(ship, "mast", put(ship.mast, place, rating)),
        alter(ship, "fallen", put(ship.fallen, place, False)),
        alter(ship, "jury", put(ship.jury, place, True)),
    )
    rules = ("RAT-RIG-02", "RAT-RIG-15", "RAT-RATE-09")
    battle.emit(Repaired, ship=ship.id, what=task.what, rulings=(ruled,), changes=changes, rules=rules)


# ---------------------------------------------------------------- ungrappling


@ruling("RAT-BGGRAP-03")
def opposed(ship: RatingsShip, other: RatingsShip) -> bool:
    """Whether an enemy can hold on: one that still fights, with a crew unit."""
    return other.side != ship.side and other.fighting and other.crew > 0


@ruling("RAT-BOARD-08")
def parting(battle: Battle, ship: RatingsShip, other: RatingsShip) -> tuple[Change, ...]:
    """Ships that ungrapple end the boarding action between them."""
    return no_boarding_between(battle, ship, other)


def _ungrapple(battle: Battle, ship: RatingsShip, task: Task) -> None:
    other = _ship(battle, task.about)
    if battle.bound[opposed](ship, other) and _holds_on(battle, ship, other):
        free, rulings = _against(battle, ship, other)
    else:
        ruled = _tried(battle, ship, task)
        free, rulings = bool(ruled.outcome), (ruled,)
    if not free:
        _failed(battle, ship, task, *rulings)
        return
    parted = battle.bound[parting](battle, ship, other)
    changes = (*untie(ship, other, "grappled"), *parted)
    battle.emit(Repaired, ship=ship.id, what=task.what, rulings=rulings, changes=changes)
    if parted:
        battle.emit(BoardingChanged, ship=ship.id, target=other.id, what="parted", rules=("RAT-BOARD-08",))


def _holds_on(battle: Battle, ship: RatingsShip, other: RatingsShip) -> bool:
    about = f"hold {ship.id}"
    options = [Chosen(ship=other.id, about=about, option=option) for option in (HOLD, LET_GO)]
    answer = battle.ask(Choice(other.side, options, "RAT-BGGRAP-03"))
    return isinstance(answer, Chosen) and answer.option == HOLD


def _against(battle: Battle, ship: RatingsShip, other: RatingsShip) -> tuple[bool, tuple[Ruling, ...]]:
    """Both roll d6 and quality; who lets go must reach the task's figure and beat who holds on."""
    need = battle.lore.tasks[UNGRAPPLE]
    ours, theirs = battle.lore.quality[ship.quality], battle.lore.quality[other.quality]
    mine, his = battle.dice.d6(ship.id, "task ungrapple"), battle.dice.d6(other.id, "hold on")
    let, held = int(mine.value + ours.amount), int(his.value + theirs.amount)
    free = let >= need and let > held
    return free, (
        Ruling("RAT-BGGRAP-03", free, mine, max(need, held + 1), (ours,), let),
        Ruling("RAT-BGGRAP-03", held, his, None, (theirs,), held),
    )


def _ship(battle: Battle, name: str) -> RatingsShip:
    ship: Ship = battle.state.ships[name]
    assert isinstance(ship, RatingsShip)
    return ship


_DONE: Final = {
    FIRE: _fight_fire,
    WHEEL: _wheel,
    WRECKAGE: _wreckage,
    UNFOUL: _unfoul,
    UNGRAPPLE: _ungrapple,
    JURY_RIG: _jury_rig,
}
