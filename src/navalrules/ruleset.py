"""What a ruleset supplies: phases, rulings that house rules may join, switches, and how ships enrol.

A *ruling* is a function marked `@ruling("ACW-GUN-14")`. When a battle begins, every ruling is bound
once, with the house rules in force folded in (`Bound`); play then looks it up, `bound[rake](...)`,
and pays nothing where nobody joined.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, ParamSpec, Protocol, TypeVar, cast

import attrs

from navalrules.errors import NavalrulesError, UnknownName, nearest
from navalrules.events import Event
from navalrules.fleet import FIGHTING, SUNK, Ship
from navalrules.messages import message
from navalrules.orders import IllegalOrder, Order, Request
from navalrules.rulebook import Rulebook
from navalrules.ships import ShipPlan
from navalrules.tables import Tables
from navalrules.texts import Texts

if TYPE_CHECKING:
    from navalrules.battle import Battle
    from navalrules.scenario import Entrant, Scenario
    from navalrules.testing.contract import Contract

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

API_VERSION: Final = 1
Switch = bool | float | str
Enlist = Callable[["Battle", Request], Order]


class RulesetError(NavalrulesError):
    """A ruleset or house rule that cannot be used: what is wrong, and what would mend it."""


class EnrolmentError(NavalrulesError):
    """A plan that a ruleset cannot enrol, with the reason."""


class Point(Protocol[P, R_co]):
    """A ruling as marked: a plain function that knows the IDs it carries out."""

    ids: tuple[str, ...]
    __name__: str

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co: ...


def ruling(*ids: str) -> Callable[[Callable[P, R]], Point[P, R]]:
    """Mark a function as carrying out the rules `ids`, so that a house rule can replace or follow it."""

    def mark(function: Callable[P, R]) -> Point[P, R]:
        point = cast("Point[P, R]", function)
        point.ids = ids
        return point

    return mark


@attrs.frozen(kw_only=True, eq=False)
class HouseRule:
    """A change to one ruling, switched by `name`.

    `replaces` names the rule ID whose ruling it stands in for, with the same arguments; `follows` the one
    whose result it is given, before the same arguments, and whose result it may alter. `act` may be a
    ruling of the ruleset itself, which others can then join in its turn. Of several that
    carry out one rule, the ID alone means the one that names it first; "ACW-CRIT-05:side_of_mast" means
    that very one.
    `value` is what the switch must be for it to act (True unless it is a named value).
    """

    name: str
    ruleset: str
    act: Callable[..., Any]
    replaces: str = ""
    follows: str = ""
    default: bool = False
    summary: str = ""
    source: str = ""


def house_rule(
    name: str, *, ruleset: str, replaces: str = "", follows: str = "", default: bool = False
) -> Callable[[Callable[..., Any]], HouseRule]:
    """Make a house rule of a function. Exactly one of `replaces` and `follows` names a rule ID.

    Raises RulesetError otherwise, or when `name` is not snake_case.
    """
    if bool(replaces) == bool(follows):
        raise RulesetError(
            message("house rule {name!r} must name one rule: replaces=... or follows=...", name=name)
        )
    if not name.isidentifier() or name != name.lower():
        raise RulesetError(message("house rule name {name!r} must be snake_case", name=name))

    def make(function: Callable[..., Any]) -> HouseRule:
        return HouseRule(
            name=name,
            ruleset=ruleset,
            act=function,
            replaces=replaces,
            follows=follows,
            default=default,
            summary=(function.__doc__ or "").strip().partition("\n")[0],
            source=function.__module__,
        )

    return make


class Bound(dict[Any, Callable[..., Any]]):
    """The rulings of a battle, each with the house rules in force folded in: `bound[point](...)`.

    Battles under the same house rules may share one (see `bind`), so it is never changed.
    """

    # A plain dict look-up: play does a thousand of them in a battle. The types are for readers and checkers.
    __slots__ = ()

    def __init__(self, points: Iterable[Point[..., Any]], house_rules: Iterable[HouseRule]) -> None:
        """Raises RulesetError for an unknown rule ID, or when two house rules replace one ruling."""
        points, house_rules = tuple(points), tuple(house_rules)
        super().__init__(zip(points, points, strict=True))
        if house_rules:
            replaced, followed = _joined(points, house_rules)
            for point in points:
                if point in replaced or point in followed:
                    self[point] = self._folded(point, replaced, followed, ())

    def _folded(
        self,
        point: Any,
        replaced: Mapping[Any, HouseRule],
        followed: Mapping[Any, list[Callable[..., Any]]],
        above: tuple[Any, ...],
    ) -> Callable[..., Any]:
        """A ruling with what joins it; what stands in for it, or follows it, may be joined in its turn."""
        if point in above:
            raise RulesetError(message("house rules let {ruling} stand in for itself", ruling=point.__name__))
        within = (*above, point)

        def joined(act: Any) -> Callable[..., Any]:
            ruled = isinstance(act, Hashable) and act in self
            return self._folded(act, replaced, followed, within) if ruled else act

        first = joined(replaced[point].act) if point in replaced else point
        return _chain(first, [joined(follower) for follower in followed.get(point, ())])

    if TYPE_CHECKING:

        def __getitem__(self, point: Callable[P, R]) -> Callable[P, R]: ...


@lru_cache(maxsize=64)
def bind(points: tuple[Point[..., Any], ...], house_rules: tuple[HouseRule, ...]) -> Bound:
    """The rulings with `house_rules` folded in, made once for all battles that have the same in force."""
    return Bound(points, house_rules)


def _joined(
    points: tuple[Point[..., Any], ...], house_rules: Iterable[HouseRule]
) -> tuple[dict[Any, HouseRule], dict[Any, list[Callable[..., Any]]]]:
    by_id = joints(points)
    replaced: dict[Any, HouseRule] = {}
    followed: dict[Any, list[Callable[..., Any]]] = {}
    for rule in sorted(house_rules, key=lambda rule: rule.name):
        wanted = rule.replaces or rule.follows
        if wanted not in by_id:
            raise UnknownName(
                message("ruling that house rule {house_rule} can join", house_rule=rule.name), wanted, by_id
            )
        point = by_id[wanted]
        if rule.follows:
            followed.setdefault(point, []).append(rule.act)
        elif point in replaced:
            raise RulesetError(
                message(
                    "house rules {name} and {other} both replace {wanted}",
                    name=replaced[point].name,
                    other=rule.name,
                    wanted=wanted,
                )
            )
        else:
            replaced[point] = rule
    return replaced, followed


def joints(points: Iterable[Point[..., Any]]) -> dict[str, Point[..., Any]]:
    """What house rules may join, by rule ID, and by "ID:function" where several rulings carry out one rule.

    The ID alone then means the one that names it first, or else the first that names it.
    """
    carried: dict[str, list[Point[..., Any]]] = {}
    for point in points:
        for rule_id in point.ids:
            carried.setdefault(rule_id, []).append(point)
    found = {}
    for rule_id, several in carried.items():
        found[rule_id] = next((point for point in several if point.ids[0] == rule_id), several[0])
        if len(several) > 1:
            found |= {f"{rule_id}:{point.__name__}": point for point in several}
    return found


def _chain(first: Callable[..., Any], followers: Sequence[Callable[..., Any]]) -> Callable[..., Any]:
    for follower in followers:
        first = _followed(first, follower)
    return first


def _followed(first: Callable[..., Any], follower: Callable[..., Any]) -> Callable[..., Any]:
    def both(*args: Any, **kwargs: Any) -> Any:
        return follower(first(*args, **kwargs), *args, **kwargs)

    return both


class Phase(ABC):
    """One step of the turn sequence.

    `name` is a key of the texts; `rules` cites the rules of procedure it carries out. `asks` says that
    it may ask in the middle (it may always; the battle is then set back faster).
    """

    name: str = "phase"
    rules: tuple[str, ...] = ()
    asks: bool = False

    def due(self, battle: Battle) -> bool:
        """Whether the phase takes place at all this turn."""
        return True

    def requests(self, battle: Battle) -> Sequence[Request]:
        """What must be answered before the phase can run. Changes nothing; may measure."""
        return ()

    @abstractmethod
    def run(self, battle: Battle) -> None:
        """Carry the phase out. The answers are in `battle.answer(kind, ship, about)`."""

    def leads_to(self, battle: Battle) -> str:
        """The name of the phase that comes when this one has run (itself, again, too); "" for the next in
        order. Where cards or the players choose who acts, the turn has no fixed order."""
        return ""


@attrs.frozen
class Verdict:
    """How a battle ended: the winning side or "", and why (text for people)."""

    winner: str
    why: str


class Ruleset(ABC):
    """One rulebook, ready to play. Everything here is stated once and never changed in play.

    `grades` are the keys that a ship of a library or of a scenario may carry for these rules alone, each with
    what it says; `scenario_grades` those of a scenario. They begin alike (`mum_`); one that begins so and is
    not among them is refused.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[str]
    api: ClassVar[int] = API_VERSION
    unit: ClassVar[str] = "inch"
    metres: ClassVar[float] = 1.0
    turn_limit: ClassVar[int] = 100
    farthest: ClassVar[float] = 1e5

    rulebook: Rulebook
    tables: Tables
    texts: Texts
    points: tuple[Point[..., Any], ...] = ()
    switches: Mapping[str, tuple[Switch, ...]] = {}
    grades: Mapping[str, str] = {}
    scenario_grades: Mapping[str, str] = {}
    house_rules: tuple[HouseRule, ...] = ()
    event_types: tuple[type[Event], ...] = ()
    order_types: tuple[type[Order], ...] = ()
    value_types: tuple[type, ...] = ()
    ship_type: type[Ship] = Ship
    table_type: type | None = None
    captains: Mapping[str, Callable[[], Enlist]] = {}

    @abstractmethod
    def phases(self) -> tuple[Phase, ...]:
        """The phases of a turn, in order."""

    @abstractmethod
    def enrol(self, plan: ShipPlan, entrant: Entrant, tables: Tables) -> Ship:
        """Make a plan's ship for a fight; raises EnrolmentError with the reason when it cannot."""

    def check_grades(self, told: Iterable[str], owner: str, known: Mapping[str, str]) -> None:
        """Raise EnrolmentError for a key that begins as those of these rules do and is not `known`: a slip of
        the pen would be a wish that nobody hears."""
        ours = tuple({f"{key.partition('_')[0]}_" for key in (*self.grades, *self.scenario_grades)})
        for key in told:
            if key.startswith(ours) and key not in known:
                raise EnrolmentError(
                    message(
                        "{owner}: {key} is no key of these rules; nearest: {names}",
                        owner=owner,
                        key=key,
                        names=", ".join(nearest(key, known) or sorted(known) or ["none"]),
                    )
                )

    def verdict(self, battle: Battle) -> Verdict | None:
        """Who has won, or None while the battle goes on: a side with no ship left in the fight has lost."""
        left = ""
        for ship in battle.state.ships.values():
            if ship.status == FIGHTING and ship.side != left:
                if left:
                    return None
                left = ship.side
        return Verdict(left, "last_afloat" if left else "mutual")

    def table(self, scenario: Scenario, tables: Tables) -> Any:
        """What the ruleset keeps besides the ships: a plain mutable attrs object of `table_type`, or None."""
        return None

    def fitted(  # noqa: B027 (most rulesets have nothing to fit)
        self, ship: Ship, entrant: Entrant, switches: Mapping[str, Switch]
    ) -> None:
        """Make a ship just enrolled fit the switches in force; raises EnrolmentError where she cannot."""

    def preset(self, scenario: Scenario, tables: Tables) -> Mapping[str, Switch]:
        """The switches that this ruleset sets when that scenario is begun, where they are not its defaults;
        the scenario's own rules, a variant and whoever begins the battle may switch them back."""
        return {}

    def prepare(self, tables: Tables) -> Any:
        """Anything worked out once from the tables in force, for `battle.lore`; never part of the state."""
        return None

    def volunteer(self, battle: Battle, order: Order) -> IllegalOrder | None:
        """Why an order that nobody asked for is refused, or None when it may be given at any time."""
        return IllegalOrder(
            message(
                "nobody asks {ship} for {kind!r}", ship=order.ship or message("the table"), kind=order.kind
            ),
            battle.owed(),
        )

    def act_on(self, battle: Battle, order: Order) -> None:
        """Carry out an order that `volunteer` let pass; a ruleset that overrides one overrides both.

        Raises RulesetError where it did not.
        """
        raise RulesetError(
            message(
                "{name} lets {kind!r} be given at any time and cannot carry it out",
                name=self.name,
                kind=order.kind,
            )
        )

    def lifted(self, state: dict[str, Any], version: str) -> dict[str, Any]:
        """The plain data of a state that was recorded under the older `version`, made to fit this one."""
        return state

    def contract(self) -> type[Contract] | None:
        """What the contract's checks must know of this ruleset (see `navalrules.testing`), or None.

        Asked by tests alone: import the class in here.
        """
        return None

    def range_between(self, ship: Ship, target: Ship, centres: float) -> float:
        """The range between two ships on a plane whose centres are `centres` apart; the same both ways.

        In the ruleset's unit, rounded to 1e-6. From centre to centre unless a rulebook measures otherwise.
        """
        return centres

    def hull_box(self, ship: Ship) -> tuple[float, float]:
        """Half length and half beam of her hull in the ruleset's unit, for lines of fire."""
        return (0.0, 0.0)

    def in_the_way(self, ship: Ship) -> bool:
        """Whether her hull stands between others: a ship that is still afloat."""
        return ship.status != SUNK

    def sheet(self, ship: Ship) -> dict[str, Any]:
        """A ship's record as plain data."""
        return attrs.asdict(ship)

    def sheet_in(self, battle: Battle, ship: Ship) -> dict[str, Any]:
        """Her record as it stands in a battle, for a ruleset whose records tell of the table too."""
        return self.sheet(ship)

    def strength(self, ship: Ship) -> dict[str, tuple[float, float]]:
        """What is left of her and what she began with, by name (hull, crew, guns, masts ...)."""
        return {}
