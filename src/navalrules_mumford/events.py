"""What this rulebook has to tell beyond the core's events."""

from __future__ import annotations

from typing import ClassVar

import attrs

from navalrules import Event, MoraleTested, Repaired, ShipHurt, ShotFired, StatusChanged, WindChanged


@attrs.frozen(kw_only=True, slots=False)
class Discharge(ShotFired):
    """A broadside, chasers or a battery fired: `hits` with `shot`, and `rake` ("", stern, bow, half)."""

    tag: ClassVar[str] = "discharge"
    shot: str
    hits: int
    rake: str = ""


@attrs.frozen(kw_only=True, slots=False)
class WindShifted(WindChanged):
    """The wind is set, or changed: `what` is set, down, up, veers, backs."""

    tag: ClassVar[str] = "wind_shifted"


@attrs.frozen(kw_only=True, slots=False)
class Signalled(Event):
    """A senior officer made a signal."""

    tag: ClassVar[str] = "signalled"
    signal: str


@attrs.frozen(kw_only=True, slots=False)
class MeleeRound(ShipHurt):
    """A round of boarding between `ship` and `by`; `place` is where `ship` stood: own, bulwarks, enemy."""

    tag: ClassVar[str] = "melee_round"
    won: str


@attrs.frozen(kw_only=True, slots=False)
class OfficerLost(Event):
    """An officer of captain's rank or above was killed: `rank` captain or staff, and his quality."""

    tag: ClassVar[str] = "officer_lost"
    rank: str
    quality: str


@attrs.frozen(kw_only=True, slots=False)
class CommanderShaken(Event):
    """A commander was put to the test: `outcome` steady, escape, break_off or safety."""

    tag: ClassVar[str] = "commander_shaken"
    outcome: str


@attrs.frozen(kw_only=True, slots=False)
class RanAground(ShipHurt):
    """A ship met a shoal, rocks or a boom: `place` is what, `how` how it went."""

    tag: ClassVar[str] = "ran_aground"
    how: str


@attrs.frozen(kw_only=True, slots=False)
class Rescued(Repaired):
    """People were picked up out of the water by `by`."""

    tag: ClassVar[str] = "rescued"
    by: str


@attrs.frozen(kw_only=True, slots=False)
class BatteryTested(MoraleTested):
    """Gunners ashore were put to the test: `outcome` carries on, silent, gone."""

    tag: ClassVar[str] = "battery_tested"
    outcome: str


@attrs.frozen(kw_only=True, slots=False)
class BoatsSent(StatusChanged):
    """Boats were put out, taken in, or sent to work."""

    tag: ClassVar[str] = "boats_sent"


EVENTS = (
    Discharge,
    WindShifted,
    Signalled,
    MeleeRound,
    OfficerLost,
    CommanderShaken,
    RanAground,
    Rescued,
    BoatsSent,
    BatteryTested,
)
