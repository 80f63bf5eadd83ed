"""What happened: frozen, typed events, the bus that tells listeners, and the common tongue of all tools.

Rulesets subclass these where they have more to say; every class has a short `tag`, never its Python
name, in files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, TypeVar

import attrs

from navalrules.geometry import Pose
from navalrules.rulings import Change, Ruling

E = TypeVar("E", bound="Event")


# Frozen classes without slots are made in half the time of those with them, and a log is thousands of events.
@attrs.frozen(slots=False)
class Event:
    """Something that happened in turn `turn` to `ship` ("" for the whole table).

    `rulings` show how it was decided, `changes` name everything that is different for it, `rules`
    cites the rules of procedure that were followed.
    """

    tag: ClassVar[str] = "event"
    turn: int
    ship: str = attrs.field(default="", kw_only=True)
    rulings: tuple[Ruling, ...] = attrs.field(default=(), kw_only=True)
    changes: tuple[Change, ...] = attrs.field(default=(), kw_only=True)
    rules: tuple[str, ...] = attrs.field(default=(), kw_only=True)

    def cited(self) -> Iterator[str]:
        """Every rule ID this event goes back to."""
        yield from self.rules
        for ruling in self.rulings:
            yield from ruling.cited()


@attrs.frozen(kw_only=True, slots=False)
class BattleBegan(Event):
    """The battle begins: what it is, under which rules, with what dice and measure."""

    tag: ClassVar[str] = "battle_began"
    scenario: str
    ruleset: str
    version: str
    switches: tuple[tuple[str, bool | float | str], ...] = ()
    variant: str = ""


@attrs.frozen(kw_only=True, slots=False)
class BattleResumed(Event):
    """A battle `recorded` under an older version of `ruleset` is taken up under `version`.

    `what` is "plays_on" (from the start of this turn) or "ended" (it had ended, and stands as it did).
    """

    tag: ClassVar[str] = "battle_resumed"
    ruleset: str
    recorded: str
    version: str
    what: str = "plays_on"


@attrs.frozen(kw_only=True, slots=False)
class TurnBegan(Event):
    """A turn begins."""

    tag: ClassVar[str] = "turn_began"


@attrs.frozen(kw_only=True, slots=False)
class PhaseBegan(Event):
    """A phase of the turn sequence begins."""

    tag: ClassVar[str] = "phase_began"
    phase: str


@attrs.frozen(kw_only=True, slots=False)
class ShipMoved(Event):
    """A ship moved `distance` (ruleset's unit, negative astern) and turned `turned` degrees (clockwise).

    `track` holds the corner poses on a plane, start and end included; empty at a table with a tape.
    """

    tag: ClassVar[str] = "ship_moved"
    distance: float
    turned: float
    track: tuple[Pose, ...] = ()


@attrs.frozen(kw_only=True, slots=False)
class ShotFired(Event):
    """A gun, battery or broadside of `ship` fired at `target`; `hit` says whether it told."""

    tag: ClassVar[str] = "shot_fired"
    target: str
    weapon: str
    range: float
    hit: bool


@attrs.frozen(kw_only=True, slots=False)
class ShipHurt(Event):
    """A ship lost hull, men, guns or gear to a blow by `by` ("" for her own fires and leaks)."""

    tag: ClassVar[str] = "ship_hurt"
    by: str = ""
    place: str


@attrs.frozen(kw_only=True, slots=False)
class MastFell(ShipHurt):
    """A mast went over the side: `hand` is port or starboard."""

    tag: ClassVar[str] = "mast_fell"
    hand: str = ""


@attrs.frozen(kw_only=True, slots=False)
class FireStarted(Event):
    """A fire broke out aboard."""

    tag: ClassVar[str] = "fire_started"


@attrs.frozen(kw_only=True, slots=False)
class FireOut(Event):
    """A fire was put out."""

    tag: ClassVar[str] = "fire_out"


@attrs.frozen(kw_only=True, slots=False)
class WindChanged(Event):
    """The wind was set or looked at again: `what` came of it, and its `strength` in steps of the rulebook."""

    tag: ClassVar[str] = "wind_changed"
    what: str
    strength: int


@attrs.frozen(kw_only=True, slots=False)
class Collided(Event):
    """A ship ran into `target`."""

    tag: ClassVar[str] = "collided"
    target: str


@attrs.frozen(kw_only=True, slots=False)
class Grappled(Event):
    """A ship threw grapnels at `target`; `held` says whether the two are fast to each other now."""

    tag: ClassVar[str] = "grappled"
    target: str
    held: bool

    @property
    def what(self) -> str:
        """Which of its texts tells it: held or slipped."""
        return "held" if self.held else "slipped"


@attrs.frozen(kw_only=True, slots=False)
class CrewMoved(Event):
    """Men were sent to other stations."""

    tag: ClassVar[str] = "crew_moved"


@attrs.frozen(kw_only=True, slots=False)
class Repaired(Event):
    """Something was cleared, freed, repaired or rescued."""

    tag: ClassVar[str] = "repaired"
    what: str


@attrs.frozen(kw_only=True, slots=False)
class MoraleTested(Event):
    """A crew was put to the test and `held` or not."""

    tag: ClassVar[str] = "morale_tested"
    held: bool


@attrs.frozen(kw_only=True, slots=False)
class ShipStruck(Event):
    """A ship hauled down her colours."""

    tag: ClassVar[str] = "ship_struck"


@attrs.frozen(kw_only=True, slots=False)
class ShipSank(Event):
    """A ship went down or blew up."""

    tag: ClassVar[str] = "ship_sank"


@attrs.frozen(kw_only=True, slots=False)
class ShipTaken(Event):
    """A ship was taken by `by`."""

    tag: ClassVar[str] = "ship_taken"
    by: str


@attrs.frozen(kw_only=True, slots=False)
class StatusChanged(Event):
    """Anything else about a ship that is not as it was; `what` says what."""

    tag: ClassVar[str] = "status_changed"
    what: str


@attrs.frozen(kw_only=True, slots=False)
class RuleSwitched(Event):
    """An umpire switched a house rule; it holds from the next turn."""

    tag: ClassVar[str] = "rule_switched"
    name: str
    value: bool | float | str


@attrs.frozen(kw_only=True, slots=False)
class DiceRerolled(Event):
    """An umpire had the rest of the battle thrown afresh, from another seed."""

    tag: ClassVar[str] = "dice_rerolled"
    seed: int


@attrs.frozen(kw_only=True, slots=False)
class BattleEnded(Event):
    """The battle is over: `winner` is a side, or "" for none, and `why` says why."""

    tag: ClassVar[str] = "battle_ended"
    winner: str
    why: str


CORE_EVENTS: tuple[type[Event], ...] = (
    Event,
    BattleBegan,
    BattleResumed,
    TurnBegan,
    PhaseBegan,
    ShipMoved,
    ShotFired,
    ShipHurt,
    MastFell,
    FireStarted,
    FireOut,
    WindChanged,
    Collided,
    Grappled,
    CrewMoved,
    Repaired,
    MoraleTested,
    ShipStruck,
    ShipSank,
    ShipTaken,
    StatusChanged,
    RuleSwitched,
    DiceRerolled,
    BattleEnded,
)


class Bus:
    """Tells listeners of events, after the step in which they happened is whole.

    A listener hears events of the class it subscribed to and of its subclasses, in the order of the
    log. An error in a listener reaches whoever drives the battle.
    """

    __slots__ = ("listeners",)

    def __init__(self) -> None:
        self.listeners: list[tuple[type[Event], Callable[[Any], object]]] = []

    def __bool__(self) -> bool:
        return bool(self.listeners)

    def subscribe(self, kind: type[E], listener: Callable[[E], object]) -> Callable[[], None]:
        """Call `listener` with every event of `kind` from now on; returns a function that stops it."""
        entry = (kind, listener)
        self.listeners.append(entry)
        return lambda: self.listeners.remove(entry)

    def tell(self, event: Event) -> None:
        """Pass one event on to everybody who asked for its kind."""
        for kind, listener in tuple(self.listeners):
            if isinstance(event, kind):
                listener(event)
