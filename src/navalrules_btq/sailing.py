"""How fast and how sharply a ship may go: points of sail, top speed, way, turning (BTQ-MOVE)."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import attrs

from navalrules import Choice as WindSide
from navalrules import Chosen, Modifier, Tables, ruling
from navalrules_btq import crew, fires
from navalrules_btq.phase import COMPASS, half_up, point, strength
from navalrules_btq.ship import PARTS, BtqShip

if TYPE_CHECKING:
    from navalrules import Battle
    from navalrules_btq.crew import Shortage

IRONS: Final = "in_irons"
BEATING: Final = "beating"
REACHING: Final = "reaching"
QUARTER: Final = "quarter_reaching"
RUNNING: Final = "running"
POINTS_OF_SAIL: Final = (IRONS, BEATING, REACHING, QUARTER, RUNNING)
HALF: Final = COMPASS // 2


@attrs.frozen
class SailingLore:
    """Figures of sailing. `by_off` names the point of sail at 0 to 16 points off the wind, square rig and
    fore-and-aft; `close` are the least beating angles of both; `speeds` are mm by (speed class, strength),
    then by point of sail. `way` and `full_sail` are in parts (1/10000)."""

    by_off: tuple[tuple[str, ...], tuple[str, ...]]
    close: tuple[int, int]
    speeds: dict[tuple[int, int], dict[str, int]]
    quickest: dict[tuple[int, int], int]
    caps: dict[str, int]
    ranks: dict[str, int]
    most_times: int
    least_percent: int
    yields: bool
    turn_mm: int
    turn_percent: int
    turn_percent_per: str
    rudder: int
    wheel: int
    additive: bool
    full_sail: int
    segments: int
    budget: int
    tack_percent: int
    crossing_headway: int
    fails_on_zero_cap: bool
    tack_from: int
    locked: int
    adrift: int
    phase3: int
    first_move: int
    recovers_to_sail: bool
    no_sail_mark: bool
    hulks_drift: bool
    turn_cost: tuple[Modifier, ...]

    @classmethod
    def of(cls, tables: Tables) -> SailingLore:
        """Read it all from the tables."""
        table, classes = tables["sailing"], tables["ship_class"]
        speeds = _speeds(tables)
        tack, irons = tables["tack"], tables["irons"]
        return cls(
            by_off=(_by_off(tables, "square"), _by_off(tables, "fore_and_aft")),
            close=(_close(tables, "square"), _close(tables, "fore_and_aft")),
            speeds=speeds,
            quickest={key: max(row.values()) for key, row in speeds.items()},
            caps={key: tables["turn_cap"].whole(key) for key in classes},
            ranks={key: int(classes.cell(key, "rank")) for key in classes},
            most_times=table.whole("most_times_last"),
            least_percent=table.whole("least_percent_of_last"),
            yields=table.flag("decel_yields_to_max"),
            turn_mm=table.whole("turn_mm"),
            turn_percent=table.whole("turn_percent"),
            turn_percent_per=table.text("turn_percent_per"),
            rudder=table.whole("rudder_gone_percent"),
            wheel=table.whole("wheel_gone_percent"),
            additive=table.flag("turn_loss_additive"),
            full_sail=round(table.number("full_sail_speed") * PARTS),
            segments=tables["planner"].whole("segments"),
            budget=tables["planner"].whole("plan_budget"),
            tack_percent=tack.whole("speed_percent"),
            crossing_headway=tack.whole("tack_crossing_headway"),
            fails_on_zero_cap=tack.flag("tack_fails_on_zero_cap"),
            tack_from=tuple(tables["wind_strength"]).index(tack.text("lightest_wind")),
            locked=irons.whole("locked_drift_divisor"),
            adrift=irons.whole("wind_drift_divisor"),
            phase3=irons.whole("irons_phase3_headway"),
            first_move=irons.whole("first_move"),
            recovers_to_sail=irons.text("irons_recovery_heading") == "nearest_same_tack",
            no_sail_mark=table.text("no_sail_set") == "lost_or_marked",
            hulks_drift=table.text("out_of_action") == "drift",
            turn_cost=tuple(
                Modifier("turn_cost", -table.whole("turn_mm") * points, "BTQ-MOVE-08")
                for points in range(HALF + 1)
            ),
        )


def _by_off(tables: Tables, rig: str) -> tuple[str, ...]:
    table = tables["point_of_sail"]
    found = [""] * (HALF + 1)
    for name in table:
        for off in range(int(table.cell(name, f"{rig}_from")), int(table.cell(name, f"{rig}_to")) + 1):
            found[off] = name
    return tuple(found)


def _close(tables: Tables, rig: str) -> int:
    return int(tables["point_of_sail"].cell(BEATING, f"{rig}_from"))


def _speeds(tables: Tables) -> dict[tuple[int, int], dict[str, int]]:
    table, rows = tables["speed"], tables["speed_row"]
    calm = dict.fromkeys(POINTS_OF_SAIL, tables["sailing"].whole("calm_speed"))
    found = {}
    for step, name in enumerate(tables["wind_strength"]):
        row = rows.text(name)
        for each in range(1, 9):
            key = f"c{each}_{row}"
            speeds = {pos: int(table.cell(key, pos)) for pos in POINTS_OF_SAIL} if row != "none" else calm
            found[each, step] = speeds
    return found


# ---------------------------------------------------------------- where the wind is


def wind_on_bow(battle: Battle, ship: BtqShip) -> int:
    """Where the wind comes from, in points clockwise from her bow, 0 up to 32; a tape's player is asked."""
    if ship.pose is None:
        return asked_wind(battle, ship)
    return _on_bow(battle.state.wind.from_bearing, ship.pose.heading)


@lru_cache(maxsize=4096)
def _on_bow(wind: float, heading: float) -> int:
    return (point(wind) - point(heading)) % COMPASS


def asked_wind(battle: Battle, ship: BtqShip) -> int:
    """At a table with a tape: the points off the wind, and on which side of her it blows."""
    off = point(battle.measure.off_wind(battle, ship))
    if off in (0, HALF):
        return off
    options = [Chosen(ship=ship.id, about="wind side", option=side) for side in ("port", "starboard")]
    answer: Any = battle.ask(WindSide(ship.side, options))
    return off if answer.option == "starboard" else COMPASS - off


@ruling("BTQ-MOVE-01")
def off_wind(rel: int) -> int:
    """The smallest number of points between her heading and the wind's eye, 0 to 16."""
    return rel if rel <= HALF else COMPASS - rel


@ruling("BTQ-MOVE-02", "BTQ-MOVE-03", "BTQ-SHIP-12")
def point_of_sail(lore: SailingLore, ship: BtqShip, off: int) -> str:
    """The point of sail at so many points off the wind; fore-and-aft rig beats a point closer."""
    return lore.by_off[ship.fore_and_aft][off]


# ---------------------------------------------------------------- speed


@ruling("BTQ-MOVE-04", "BTQ-WIND-04", "BTQ-WIND-09")
def table_speed(lore: SailingLore, ship: BtqShip, step: int, pos: str) -> int:
    """Millimetres a turn by class, wind and point of sail; in a calm none (BTQ-GAP-01)."""
    return lore.speeds[ship.speed_class, step][pos]


@ruling("BTQ-MOVE-12")
def sail_loss(ship: BtqShip, base: int) -> int:
    """What missing sails take off: their share of the table speed, to the nearest millimetre."""
    return half_up(base * ship.sails_lost, ship.sails_full) if ship.sails else 0


@ruling("BTQ-MOVE-15")
def full_sail_factor(lore: SailingLore, canvas: str) -> int:
    """What Full Sail multiplies speed by, in parts (BTQ-GAP-11)."""
    return lore.full_sail if canvas == "full" else PARTS


@attrs.frozen(slots=False)
class Speed:
    """A top speed before the cost of turning: whole parts of a millimetre (1/10000), the table's `base` in
    mm, and what made it so."""

    parts: int
    base: int
    modifiers: tuple[Modifier, ...]


@ruling("BTQ-MOVE-13", "BTQ-PLAN-06")
def top_speed(battle: Battle, ship: BtqShip, pos: str, canvas: str, short: Shortage) -> Speed:
    """Table value, then the crew's penalty, less missing sails; times Full Sail and fire; never below 0.

    `canvas` is the sail she is to set and `short` what want of men costs her."""
    bound, wind, lore = battle.bound, strength(battle), battle.lore.sailing
    base = bound[table_speed](lore, ship, wind, pos)
    now = None
    if short.speed:
        now = bound[crew.slowed](base, short.speed, bound[table_speed](lore, ship, wind, IRONS))
    lost = bound[sail_loss](ship, base)
    slower = bound[fires.slows](battle, ship) if ship.fires else 0
    return _speed(base, now, lost, bound[full_sail_factor](lore, canvas), slower)


@lru_cache(maxsize=4096, typed=True)
def _speed(base: int, short: int | None, lost: int, factor: int, slower: int) -> Speed:
    """What a table speed comes to: `short` is what too few men leave of it (None for enough), `lost` what
    missing sails take off, `factor` what Full Sail makes of it in parts, `slower` per cent off for fire.

    Speeds that are made up alike are one object."""
    now = base
    modifiers = [Modifier("table_speed", base, "BTQ-MOVE-04")]
    if short is not None:
        now = short
        modifiers.append(Modifier("crew_short", short - base, "BTQ-CREW-07"))
    if lost:
        modifiers.append(Modifier("sails_lost", -lost, "BTQ-MOVE-12"))
    parts = max(now - lost, 0) * PARTS
    if factor != PARTS:
        more = parts * factor // PARTS
        modifiers.append(Modifier("full_sail", (more - parts) / PARTS, "BTQ-MOVE-15"))
        parts = more
    if slower:
        less = parts * slower // 100
        modifiers.append(Modifier("fire", -less / PARTS, "BTQ-MOVE-16"))
        parts -= less
    return Speed(parts, base, tuple(modifiers))


def undamaged(battle: Battle, ship: BtqShip, pos: str) -> int:
    """What her class makes at a point of sail in the present wind, in mm (BTQ-GAP-70)."""
    return battle.bound[table_speed](battle.lore.sailing, ship, strength(battle), pos)


def drift_speed(battle: Battle, ship: BtqShip) -> int:
    """The D speed of her row, in mm (BTQ-MOVE-14)."""
    return battle.bound[table_speed](battle.lore.sailing, ship, strength(battle), IRONS)


@ruling("BTQ-SP-08")
def hulk_drift(battle: Battle, ship: BtqShip) -> int:
    """All that one does who is out of action: how far she drifts, in mm (BTQ-GAP-76)."""
    return drift_speed(battle, ship) if battle.lore.sailing.hulks_drift else 0


@ruling("BTQ-MOVE-14")
def drifts(lore: SailingLore, ship: BtqShip, canvas: str) -> bool:
    """Whether she can only drift: dismasted, all sails lost, or none set (BTQ-GAP-89)."""
    none_set = canvas == "none" and lore.no_sail_mark
    return ship.dismasted or none_set or 0 < ship.sails_full <= ship.sails_lost


# ---------------------------------------------------------------- way


@ruling("BTQ-MOVE-06")
def most_way(lore: SailingLore, ship: BtqShip) -> float:
    """The farthest she may go by the way she had, in mm: twice the last turn's distance; no limit from
    rest."""
    return ship.last_move * lore.most_times if ship.last_move else math.inf


@ruling("BTQ-MOVE-07")
def least_way(lore: SailingLore, ship: BtqShip) -> int:
    """The least she goes by the way she had, in mm: half of the last turn's distance, rounded down."""
    return math.floor(ship.last_move * lore.least_percent / 100)


# ---------------------------------------------------------------- turning


@ruling("BTQ-MOVE-11", "BTQ-MOVE-10")
def turn_losses(lore: SailingLore, ship: BtqShip) -> tuple[Modifier, ...]:
    """What a lost rudder and a lost wheel take from her turning, in percent."""
    if not (ship.rudder_gone or ship.wheel_gone):
        return ()
    found = []
    if ship.rudder_gone:
        found.append(Modifier("rudder_gone", -lore.rudder, "BTQ-MOVE-11"))
    if ship.wheel_gone:
        found.append(Modifier("wheel_gone", -lore.wheel, "BTQ-MOVE-11"))
    return tuple(found)


def turn_cap(battle: Battle, ship: BtqShip, short: Shortage) -> int:
    """Points she may turn in a turn; the shares lost add up and the loss is rounded down (BTQ-GAP-13).

    `short` is what want of men costs her."""
    lore: SailingLore = battle.lore.sailing
    cap: int = lore.caps[ship.klass]
    lost = battle.bound[turn_losses](lore, ship)
    if not lost and not short.turning:
        return cap
    losses = [-int(each.amount) for each in lost]
    if short.turning:
        losses.append(short.turning)
    if lore.additive:
        return cap - cap * min(sum(losses), 100) // 100
    left = 1
    for loss in losses:
        left *= 100 - loss
    whole: int = 100 ** len(losses)
    return cap - cap * (whole - left) // whole


@ruling("BTQ-MOVE-08")
def turn_cost(lore: SailingLore, base: int, points: int) -> Modifier:
    """What turning takes off a plain move, in mm: 15 a point."""
    return lore.turn_cost[points]


@ruling("BTQ-PLAN-04", "BTQ-PLAN-02")
def turn_share(lore: SailingLore, parts: int, points: int) -> tuple[int, int]:
    """What turning takes of the planner's budget, as a fraction: its millimetres of the top speed."""
    return -int(lore.turn_cost[points].amount) * PARTS, parts


POINTS = (
    off_wind,
    point_of_sail,
    table_speed,
    sail_loss,
    full_sail_factor,
    top_speed,
    hulk_drift,
    drifts,
    most_way,
    least_way,
    turn_losses,
    turn_cost,
    turn_share,
)
