"""Action reports: an action told in the manner of the time, with all its figures (BTQ-LOG-05).

They are made from the log when somebody asks, so play pays nothing for them. What a shot may be expected
to do is found by playing it on a copy of the battle with the same dice (BTQ-LOG-08): the copy changes
nothing, and it shows what comes to pass, unless somebody else strikes the same target first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import attrs

from navalrules import Event, Grappled, Ruling, ShipHurt, ShipSank, ShipStruck, retold
from navalrules_btq.events import (
    BoardingBroke,
    BoardingFought,
    Broadside,
    Collided,
    GrapplesCut,
    VolleyFired,
)
from navalrules_btq.orders import Fire
from navalrules_btq.scale import typed
from navalrules_btq.ship import BOW, STERN, BtqShip
from navalrules_btq.texts import texts

if TYPE_CHECKING:
    from navalrules import Battle, Order, Request, Texts
    from navalrules_btq.harm_lore import HarmLore, Layout

VARIANTS: Final = 3
"""How many ways there are to begin a report of fire at each range."""

_GONE: Final = {"rudder_gone": "rudder", "wheel_gone": "wheel", "dismasted": "dismasted"}
_HOLED: Final = ("waterline_port", "waterline_starboard")
_TELLING: Final = (
    "dismasted",
    "mast",
    "rudder",
    "wheel",
    "fire",
    "waterline",
    "guns",
    "sails",
    "men",
    "few",
    "hull",
    "rigging",
)
"""What a blow may do, the worst first."""
_MOST_TOLD: Final = 4
_PLACES: Final = 4
_MANY: Final = 10
"""From how many men on a report speaks of many."""


@attrs.frozen(kw_only=True)
class Loss:
    """What a blow takes: points of hull and rigging; men, guns, sails, mast sections and whole masts; and the
    rigging damage carried towards the next sail when it is done."""

    hull: int = 0
    rigging: int = 0
    men: int = 0
    guns: int = 0
    sails: int = 0
    svn_carry: int = 0
    sections: int = 0
    masts: int = 0


@attrs.frozen(kw_only=True)
class Factors:
    """The factors of a shot (BTQ-LOG-07): the national modifier as it is listed and as it counts, what the
    shot and a rake make of it, and all of them together; per cent lost on guns with borrowed crews; points of
    splinters; the chance in per cent of a hit between wind and water; per cent of the damage that flew high.
    """

    base_ngm: float
    ngm: float
    shot: float
    rake: float
    multiplier: float
    cross_deck: float = 0
    splinters: int = 0
    waterline: float = 0
    high: int = 0


@attrs.frozen(kw_only=True)
class ActionReport:
    """One action: the place of its event in the log, its `kind` (fire, grapple, cut, collision, boarding,
    volley, morale), who and against whom, the `tags` that chose the prose, every ruling that had a part in
    it, and for fire its `factors`, what was `expected` of it before and what it `cost`.

    `sentences` are the keys of the texts that the prose is made of, `fields` what they are filled in with.
    """

    place: int
    turn: int
    kind: str
    ship: str
    target: str
    tags: tuple[str, ...]
    sentences: tuple[str, ...]
    fields: Mapping[str, str | float]
    rulings: tuple[Ruling, ...] = ()
    factors: Factors | None = None
    expected: Loss | None = None
    cost: Loss | None = None

    @property
    def prose(self) -> str:
        """The action as a story."""
        return self.told()

    @property
    def lines(self) -> list[str]:
        """The story and its figures."""
        return [self.prose, *self.figures()]

    def told(self, language: str = "en") -> str:
        """The action as a story, in a language."""
        said, fields = texts(), dict(self.fields)
        if "zone" in fields:
            fields["zone"] = said(f"report.zone.{fields['zone']}")
        return " ".join([retold(said(f"report.{key}", **fields), language) for key in self.sentences])

    def figures(self, language: str = "en") -> list[str]:
        """What was expected, what the factors were, and a line for each ruling with throws and factors."""
        said, found = texts(), []
        if self.kind == "fire":
            expected = attrs.asdict(self.expected) if self.expected else {}
            found.append(said(f"report.figures.{'expected' if expected else 'unforeseen'}", **expected))
        if self.factors:
            found.append(said("report.figures.factors", **attrs.asdict(self.factors)))
        told = [retold(each, language) for each in found]
        return [
            *told,
            *(" ".join([retold(each, language) for each in _figures(said, ruled)]) for ruled in self.rulings),
        ]


def reports(battle: Battle, *, foretell: bool = True) -> tuple[ActionReport, ...]:
    """The action reports of the log so far, in its order.

    With `foretell` the battle is played again from its first answer, to find what was to be expected of each
    shot when it was fired; where dice are thrown by hand nobody can tell.
    """
    expected = _foretold(battle) if foretell and not battle.dice.interactive else {}
    return tuple(_told(battle, expected))


def forecast(battle: Battle, order: Fire) -> tuple[Loss, ...]:
    """What each shot of an order may be expected to cost its target, before it is given (BTQ-LOG-08).

    Everybody else does what has been ordered already, and holds fire where nothing has. The battle stays as
    it is. Raises IllegalOrder for an order that would be refused.
    """
    twin = battle.copy()
    start, turn = len(twin.log), twin.state.turn
    twin.submit(order)
    while not twin.over and twin.state.turn == turn:
        twin.advance()
        for request in twin.requests:
            twin.submit(_quiet(request))
    events = twin.log[start:]
    carried = _carried(events, {name: _btq(battle, name).svn_carry for name in battle.state.ships})
    return tuple(_loss(battle, hurt, carried) for _, shot, hurt in _blows(events) if shot.ship == order.ship)


def _quiet(request: Request) -> Order:
    return Fire(ship=request.ship) if request.kind == Fire.kind else request.default


# ---------------------------------------------------------------- from the log


def _told(battle: Battle, expected: dict[tuple[int, str], tuple[Loss, ...]]) -> Iterator[ActionReport]:
    log = battle.log
    blows = {place: hurt for place, _, hurt in _blows(log)}
    carried = _carried(log, dict.fromkeys(battle.state.ships, 0))
    seen: dict[tuple[int, str], int] = {}
    for place, event in enumerate(log):
        if isinstance(event, Broadside):
            key = (event.turn, event.ship)
            number = seen[key] = seen.get(key, -1) + 1
            foretold = expected.get(key, ())
            loss = foretold[number] if number < len(foretold) else None
            cost = _loss(battle, blows[place], carried)
            yield _fire(battle, place, event, blows[place], loss, cost)
        else:
            yield from _other(battle, place, event)


def _blows(events: Sequence[Event]) -> Iterator[tuple[int, Broadside, tuple[int, ShipHurt] | None]]:
    """Each broadside with its place, and the blow that came of it with its: blows fall in firing order."""
    waiting: dict[tuple[str, str], list[tuple[int, ShipHurt]]] = {}
    for place, event in enumerate(events):
        if type(event) is ShipHurt and event.by:
            waiting.setdefault((event.by, event.ship), []).append((place, event))
    for place, event in enumerate(events):
        if isinstance(event, Broadside):
            fell = waiting.get((event.ship, event.target), [])
            while fell and fell[0][0] < place:
                del fell[0]
            yield place, event, fell.pop(0) if fell and event.hit else None


def _foretold(battle: Battle) -> dict[tuple[int, str], tuple[Loss, ...]]:
    twin = battle.copy()
    twin.undo(len(twin.answers))
    found = {}
    for place, order in enumerate(battle.answers):
        early = battle.early.get(place)
        if early is None:
            twin.advance()
        if isinstance(order, Fire) and order.shots:
            found[twin.state.turn, order.ship] = forecast(twin, order)
        twin.replay_answer(order, early=early)
    return found


def _btq(battle: Battle, name: str) -> BtqShip:
    ship = battle.state.ships[name]
    assert isinstance(ship, BtqShip)
    return ship


def _carried(events: Sequence[Event], at_first: dict[str, int]) -> dict[int, int]:
    """For the place of each blow the rigging damage that its ship carries when it has fallen."""
    now, found = dict(at_first), {}
    for place, event in enumerate(events):
        for each in event.changes:
            if each.what == "svn_carry":
                now[each.ship] = each.after
        if type(event) is ShipHurt:
            found[place] = now[event.ship]
    return found


def _loss(battle: Battle, hurt: tuple[int, ShipHurt] | None, carried: dict[int, int]) -> Loss:
    if hurt is None:
        return Loss()
    place, event = hurt
    harm: HarmLore = battle.lore.harm
    layout = harm.layouts[_btq(battle, event.ship).mast_plan]
    moved = {each.what: (each.before, each.after) for each in event.changes if each.ship == event.ship}

    def more(what: str) -> int:
        before, after = moved.get(what, (0, 0))
        return int(after - before)

    def bits(what: str) -> int:
        before, after = moved.get(what, (0, 0))
        return int(after.bit_count() - before.bit_count())

    guns = [moved.get(side, ((), ())) for side in ("port", "starboard")]
    return Loss(
        hull=more("hull"),
        rigging=more("rigging_taken"),
        men=-more("crew"),
        guns=sum([sum(before) - sum(after) for before, after in guns]),
        sails=bits("sails"),
        svn_carry=carried[place],
        sections=bits("sections"),
        masts=_masts_gone(layout, *moved.get("sections", (0, 0))),
    )


def _masts_gone(layout: Layout, before: int, after: int) -> int:
    return sum([mask & before != mask and mask & after == mask for mask in layout.masts.values()])


# ---------------------------------------------------------------- fire


def _fire(
    battle: Battle,
    place: int,
    event: Broadside,
    hurt: tuple[int, ShipHurt] | None,
    expected: Loss | None,
    cost: Loss,
) -> ActionReport:
    done = _done(hurt[1], cost) if hurt else ("none",)
    end = _end(battle.log, hurt[0]) if hurt else ""
    cited = set(event.cited())
    more = {
        "initial": "BTQ-GUN-10" in event.rules,
        "high": bool(event.rigging) and event.aim == "hull",
        "fouled": "BTQ-GUN-16" in cited,
        "crossed": "BTQ-GUN-28" in cited,
    }
    keys = [
        f"open.{event.band}.{event.turn % VARIANTS + 1}",
        *([f"arc.{event.weapon}"] if event.weapon in (BOW, STERN) else ()),
        *([f"gauge.{'weather' if event.gauge > 0 else 'lee'}"] if event.gauge else ()),
        *([f"shot.{event.shot}"] if event.shot != "ball" else ()),
        *(f"more.{name}" for name, so in more.items() if so),
        *([f"rake.{event.rake}"] if event.rake else ()),
        *(f"harm.{name}" for name in done),
        *([f"end.{end}"] if end else ()),
    ]
    metres = typed(battle, event.range) * battle.ruleset.metres
    tags = (event.weapon, event.band, event.shot, *(key.replace(".", "_") for key in keys[1:]))
    rulings = (*event.rulings, *(hurt[1].rulings if hurt else ()))
    return ActionReport(
        place=place,
        turn=event.turn,
        kind="fire",
        ship=event.ship,
        target=event.target,
        tags=tuple(dict.fromkeys(tags)),
        sentences=tuple(keys),
        fields={**_names(battle, event.ship, event.target), "metres": metres},
        rulings=rulings,
        factors=_factors(event, rulings),
        expected=expected,
        cost=cost,
    )


def _factors(event: Broadside, rulings: Iterable[Ruling]) -> Factors:
    listed = ngm = shot = rake = 1.0
    cross = waterline = 0.0
    for ruled in rulings:
        if ruled.rule == "BTQ-DMG-15":
            waterline = ruled.need or 0
        for each in ruled.modifiers if ruled.rule == "BTQ-GUN-04" else ():
            if each.name == "ngm":
                listed = ngm = each.amount
            elif each.name == "cross_deck":
                cross = -each.amount
            elif each.name == event.shot:
                shot = each.amount
            elif each.name.startswith("rake_"):
                rake = each.amount
            else:
                ngm += each.amount
    ngm = max(round(ngm, _PLACES), 0)
    at_hull = event.aim == "hull"
    return Factors(
        base_ngm=listed,
        ngm=ngm,
        shot=shot,
        rake=rake,
        multiplier=round(ngm * shot * rake, _PLACES),
        cross_deck=cross,
        splinters=event.crew if event.rake else 0,
        waterline=waterline,
        high=100 * event.rigging // event.damage if at_hull and event.damage else 0,
    )


def _done(event: ShipHurt, cost: Loss) -> tuple[str, ...]:
    """What a blow did that is worth telling, the worst first."""
    now = {each.what: each for each in event.changes if each.ship == event.ship}
    did = {told for what, told in _GONE.items() if what in now}
    if "fires" in now and len(now["fires"].after) > len(now["fires"].before):
        did.add("fire")
    if any(side in now for side in _HOLED):
        did.add("waterline")
    if cost.sections and "dismasted" not in did:
        did.add("mast")
    did |= {what for what in ("guns", "hull", "rigging") if getattr(cost, what)}
    if cost.men:
        did.add("men" if cost.men >= _MANY else "few")
    if cost.sails and not cost.sections:
        did.add("sails")
    return tuple([each for each in _TELLING if each in did][:_MOST_TOLD]) or ("none",)


def _end(log: Sequence[Event], place: int) -> str:
    """Whether a blow was the end of her: what the log tells of her before the next blow."""
    hurt = log[place]
    for event in log[place + 1 :]:
        if type(event) in (ShipHurt, VolleyFired) or event.turn != hurt.turn:
            return ""
        if event.ship == hurt.ship and isinstance(event, ShipStruck):
            return "no_men" if "BTQ-SP-04" in event.rules else "struck"
        if event.ship == hurt.ship and isinstance(event, ShipSank):
            return "sunk"
    return ""


# ---------------------------------------------------------------- the rest


def _other(battle: Battle, place: int, event: Event) -> Iterator[ActionReport]:
    pick = event.turn % 2 + 1
    if isinstance(event, Grappled):
        keys, kind, target = [f"grapple.{event.what}_{pick}"], "grapple", event.target
    elif isinstance(event, GrapplesCut):
        keys, kind, target = [f"cut.{event.what}_{pick}"], "cut", event.target
    elif isinstance(event, Collided):
        keys, kind, target = [f"collision.{event.what}"], "collision", event.target
    elif isinstance(event, BoardingFought):
        keys, kind, target = [f"boarding.{event.what}"], "boarding", event.target
    elif isinstance(event, VolleyFired):
        yield _volley(battle, place, event)
        return
    elif isinstance(event, BoardingBroke):
        keys, kind, target = [f"morale.{event.outcome}"], "morale", ""
    else:
        return
    zone = {"zone": event.zone} if isinstance(event, BoardingFought) else {}
    yield _report(battle, place, event, kind, event.ship, target, keys, zone)


def _volley(battle: Battle, place: int, event: VolleyFired) -> ActionReport:
    """A volley is an event of the ship that it struck; the report is of the one that fired (BTQ-LOG-09)."""
    keys = [
        f"volley.{'landed' if event.landed else 'missed'}",
        *(["volley.officer"] if event.officer else ()),
    ]
    keys += ["end.no_men"] if _end(battle.log, place) == "no_men" else []
    return _report(battle, place, event, "volley", event.by, event.ship, keys)


def _report(
    battle: Battle,
    place: int,
    event: Event,
    kind: str,
    ship: str,
    target: str,
    keys: Sequence[str],
    fields: Mapping[str, str] = MappingProxyType({}),
) -> ActionReport:
    return ActionReport(
        place=place,
        turn=event.turn,
        kind=kind,
        ship=ship,
        target=target,
        tags=tuple(key.replace(".", "_") for key in keys),
        sentences=tuple(keys),
        fields={**_names(battle, ship, target), **fields},
        rulings=event.rulings,
    )


def _names(battle: Battle, ship: str, target: str) -> dict[str, str | float]:
    ships = battle.state.ships
    return {"ship": ships[ship].name, "target": ships[target].name if target else ""}


def _figures(said: Texts, ruled: Ruling) -> Iterator[str]:
    """One ruling in a line: what it came to, the throw, each factor with the rule it comes from."""
    yield said("report.figures.line", rule=ruled.rule, outcome=_outcome(said, ruled))
    if ruled.roll is not None and ruled.roll.faces:
        faces = ", ".join(map(str, ruled.roll.faces))
        yield said("report.figures.throw", sides=ruled.roll.sides, faces=faces)
    if ruled.need is not None:
        yield said("report.figures.need", need=ruled.need)
    for each in ruled.modifiers:
        key = f"modifier.{each.name}"
        name = said(key) if key in said else each.name
        yield said("report.figures.factor", name=name, amount=each.amount, rule=each.rule)


def _outcome(said: Texts, ruled: Ruling) -> str:
    """What it came to: the text of that rule's outcome, of that value, or the value."""
    value = str(ruled.outcome).lower() if isinstance(ruled.outcome, bool) else str(ruled.outcome)
    for key in (f"outcome.{ruled.rule}.{value}", f"outcome.{ruled.rule}.many", f"outcome.{value}"):
        if key in said:
            return said(key, value=ruled.outcome if isinstance(ruled.outcome, float) else value)
    return said(f"report.figures.{value}") if isinstance(ruled.outcome, bool) else value
