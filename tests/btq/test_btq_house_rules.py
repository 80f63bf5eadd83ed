"""Every house rule but the two of boarding, off, on, and with all others on: what its working shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from btq_table import (
    BLUE,
    EVERY,
    NONE,
    RED,
    RULES,
    ahead,
    altered,
    begin,
    entrant,
    finish_turn,
    sail,
    starboard,
)

import navalrules as nr
from navalrules_btq.orders import Fire, Segment, Shot

OF_BOARDING = ("expanded_boarding", "officer_casualties")


@attrs.frozen(kw_only=True)
class Case:
    """A stage on which a rule tells: what is wrong with Red, her move, and what she fires how far off.

    `shows` is the ID that the rule's working cites; `off` and `on` pick out of all rulings what it changed.
    """

    shows: str
    looks_at: Callable[[list[nr.Ruling]], Any]
    off: Any
    on: Any
    together: Any = None
    shot: str = ""
    aim: str = "hull"
    distance: float = 150.0
    heading: str = "E"
    seed: int = 1
    crew: str = "experienced"
    red: dict[str, Any] = attrs.field(factory=dict)
    plan: dict[str, Any] = attrs.field(factory=dict)
    move: tuple[Segment, ...] = ()
    besides: dict[str, bool] = attrs.field(factory=dict)


def amounts(rule: str) -> Callable[[list[nr.Ruling]], Any]:
    """The amounts of all modifiers that go back to a rule."""
    return lambda found: sorted(
        {each.amount for ruling in found for each in ruling.modifiers if each.rule == rule}
    )


def named(*names: str) -> Callable[[list[nr.Ruling]], Any]:
    """The amounts of modifiers by their names."""
    return lambda found: sorted(
        {(each.name, each.amount) for ruling in found for each in ruling.modifiers if each.name in names}
    )


def needs(*rules: str) -> Callable[[list[nr.Ruling]], Any]:
    """What the rulings of these rules needed."""
    return lambda found: sorted({(ruling.rule, ruling.need) for ruling in found if ruling.rule in rules})


def outcomes(*rules: str) -> Callable[[list[nr.Ruling]], Any]:
    """What the rulings of these rules decided."""
    return lambda found: sorted({(ruling.rule, ruling.outcome) for ruling in found if ruling.rule in rules})


def decided(*rules: str) -> Callable[[list[nr.Ruling]], Any]:
    """Which of these rules decided anything."""
    return lambda found: sorted({ruling.rule for ruling in found} & set(rules))


CASES: dict[str, Case] = {
    "enhanced_fire": Case(
        shows="BTQ-FIRE-04",
        red={"fires": (2,)},
        looks_at=needs("BTQ-FIRE-04"),
        off=[],
        on=[("BTQ-FIRE-04", 45)],
    ),
    "reduced_crew_damage": Case(
        shows="BTQ-DMG-11",
        shot="grape",
        aim="crew",
        distance=80,
        looks_at=outcomes("BTQ-DMG-10", "BTQ-DMG-11"),
        off=[("BTQ-DMG-10", 714)],
        on=[("BTQ-DMG-11", 119)],
        together=[("BTQ-DMG-11", 80)],
    ),
    "modified_shot": Case(
        shows="BTQ-SHOT-08",
        shot="dismantling",
        aim="rigging",
        looks_at=named("dismantling"),
        off=[("dismantling", 2.5)],
        on=[("dismantling", 1.5)],
    ),
    "falling_masts": Case(
        shows="BTQ-MAST-10",
        shot="dismantling",
        aim="rigging",
        distance=80,
        looks_at=decided("BTQ-MAST-10"),
        off=[],
        on=["BTQ-MAST-10"],
    ),
    "weighted_sail_hits": Case(
        shows="BTQ-MAST-04",
        shot="dismantling",
        aim="rigging",
        distance=80,
        looks_at=decided("BTQ-MAST-03", "BTQ-MAST-04"),
        off=["BTQ-MAST-03"],
        on=["BTQ-MAST-04"],
    ),
    "shot_type_mast": Case(
        shows="BTQ-MAST-06",
        shot="dismantling",
        aim="rigging",
        distance=80,
        looks_at=needs("BTQ-MAST-05", "BTQ-MAST-06"),
        off=[("BTQ-MAST-05", 35)],
        on=[("BTQ-MAST-06", 40)],
    ),
    "crack_crew": Case(
        shows="BTQ-GUN-15", crew="crack", shot="ball", looks_at=amounts("BTQ-GUN-15"), off=[], on=[0.2]
    ),
    "alternate_ranges": Case(
        shows="BTQ-GUN-20",
        shot="ball",
        distance=450,
        looks_at=named("range_medium", "range_long"),
        # The carronades reach into Extreme either way.
        off=[("range_medium", 0.54)],
        on=[("range_long", 0.4)],
    ),
    "wind_gauge": Case(
        shows="BTQ-GUN-38",
        shot="ball",
        distance=450,
        looks_at=amounts("BTQ-GUN-38"),
        off=[],
        on=[-10],
    ),
    "gun_fouling": Case(
        shows="BTQ-GUN-16",
        shot="ball",
        red={"fouling": (0, 4, 0, 0)},
        looks_at=amounts("BTQ-GUN-16"),
        off=[],
        on=[-0.1],
    ),
    "no_carronade_double": Case(
        shows="BTQ-SHOT-09",
        shot="double",
        distance=80,
        looks_at=lambda found: [
            sorted(each.name for each in ruling.modifiers if each.name in ("ball", "double"))
            for ruling in found
            if any(each.name == "carronade_32" for each in ruling.modifiers)
        ],
        off=[[]],
        on=[["ball"]],
    ),
    "enhanced_raking": Case(
        shows="BTQ-RAKE-05",
        shot="ball",
        heading="S",
        looks_at=decided("BTQ-RAKE-05"),
        off=[],
        on=["BTQ-RAKE-05"],
    ),
    "percent_turn_penalty": Case(
        shows="BTQ-MOVE-09",
        move=(starboard(4), ahead(10)),
        distance=5000,
        looks_at=named("turn_cost"),
        off=[("turn_cost", -60)],
        on=[("turn_cost", -73)],
    ),
    "pvn_surrender": Case(
        shows="BTQ-PVN-04",
        plan={"tonnage_bm": 400},
        distance=5000,
        looks_at=outcomes("BTQ-PVN-04"),
        off=[],
        on=[("BTQ-PVN-04", 0), ("BTQ-PVN-04", 5)],
    ),
    "pvn_crew_quality": Case(
        shows="BTQ-PVN-02",
        crew="untrained",
        distance=5000,
        besides={"pvn_surrender": True},
        looks_at=outcomes("BTQ-PVN-04"),
        off=[("BTQ-PVN-04", 0)],
        on=[("BTQ-PVN-04", 0), ("BTQ-PVN-04", 3)],
    ),
    "reduced_sailing_crew": Case(
        shows="BTQ-CREW-03",
        red={"crew": 60, "lost": 240},
        move=(ahead(10),),
        distance=5000,
        looks_at=outcomes("BTQ-CREW-07"),
        off=[("BTQ-CREW-07", 70)],
        on=[("BTQ-CREW-07", 20)],
    ),
}


def played(case: Case, rules: dict[str, bool]) -> nr.Battle:
    """One turn on the stage of a case."""
    red = entrant("red", RED, 0, 0, "E", case.crew, **case.plan)
    blue = entrant("blue", BLUE, 0, -case.distance, case.heading)
    battle = begin(red, blue, rules=rules, seed=case.seed)
    if case.red:
        altered(battle, "red", **case.red)
    sail(battle, "red", *case.move)
    sail(battle, "blue")
    battle.advance()
    for request in battle.requests:
        if request.kind == Fire.kind:
            shots = (
                (Shot("starboard", "blue", case.shot, case.aim),)
                if request.ship == "red" and case.shot
                else ()
            )
            battle.submit(Fire(ship=request.ship, shots=shots))
    finish_turn(battle)
    return battle


def working(battle: nr.Battle) -> list[nr.Ruling]:
    """All rulings of the turn."""
    return [ruling for event in battle.log for ruling in event.rulings]


@pytest.mark.rule("BTQ-HOUSE-01")
def test_the_eighteen_switches() -> None:
    assert sorted(CASES) == sorted(set(EVERY) - set(OF_BOARDING))
    assert len(EVERY) == 18
    on = {name for name, value in begin(rules={}).switches.items() if value is True and name in EVERY}
    assert on == set()
    defaults = nr.Battle.begin(begin().scenario, "btq").switches
    assert [name for name in EVERY if defaults[name]] == ["enhanced_fire"]


@pytest.mark.rule("BTQ-HOUSE-01", "BTQ-MOVE-09", "BTQ-CREW-03")
@pytest.mark.parametrize("name", sorted(CASES))
def test_off_on_and_all_on(name: str) -> None:
    case = CASES[name]
    off = played(case, {**NONE, **case.besides})
    on = played(case, {**NONE, **case.besides, name: True})
    together = played(case, EVERY)
    for battle, wanted in ((off, case.off), (on, case.on), (together, case.together or case.on)):
        assert case.looks_at(working(battle)) == wanted
    assert case.shows not in cited(off)
    assert case.shows in cited(on)
    assert case.shows in cited(together)


def cited(battle: nr.Battle) -> set[str]:
    return {rule for event in battle.log for rule in event.cited()}


@pytest.mark.rule("BTQ-HOUSE-01")
def test_each_can_be_switched_alone_and_in_mid_battle() -> None:
    battle = begin(distance_apart(), far_apart())
    battle.submit(nr.SwitchRule(name="percent_turn_penalty", value=True))
    finish_turn(battle)
    sail(battle, "red", starboard(4), ahead(10))
    finish_turn(battle)
    moved = [event for event in battle.log if isinstance(event, nr.ShipMoved) and event.turned]
    assert "BTQ-MOVE-09" in {rule for event in moved for rule in event.cited()}


def distance_apart() -> nr.Entrant:
    return entrant("red", RED, 0, 0, "E")


def far_apart() -> nr.Entrant:
    return entrant("blue", BLUE, 0, -5000, "E")


@pytest.mark.rule("BTQ-HOUSE-05")
def test_core_rules_have_no_switch() -> None:
    names = " ".join([*EVERY, *RULES.switches])
    for word in ("double_shot", "cascade", "size", "untrained"):
        assert word not in names


def test_a_stranger_replaces_and_follows_our_rulings() -> None:
    @nr.house_rule("handy_ships", ruleset="btq", replaces="BTQ-MOVE-08")
    def handy(lore: Any, base: int, points: int) -> nr.Modifier:
        """Turning costs nothing."""
        return nr.Modifier("turn_cost", 0, "BTQ-MOVE-08")

    @nr.house_rule("smart_sails", ruleset="btq", follows="BTQ-MOVE-12")
    def smart(loss: int, ship: Any, base: int) -> int:
        """Half the loss for missing sails."""
        return loss // 2

    both = {"handy_ships": True, "smart_sails": True}
    battle = begin(distance_apart(), far_apart(), rules=both, house_rules=[handy, smart])
    altered(battle, "red", sails=0b111)
    sail(battle, "red", starboard(4), ahead(10))
    finish_turn(battle)
    moved = next(event for event in battle.log if isinstance(event, nr.ShipMoved) and event.ship == "red")
    assert [(each.name, each.amount) for each in moved.rulings[0].modifiers] == [
        ("table_speed", 367),
        ("sails_lost", -55),
        ("turn_cost", 0),
    ]


def test_a_stranger_and_one_of_ours_cannot_both_replace_a_ruling() -> None:
    @nr.house_rule("cheap_turns", ruleset="btq", replaces="BTQ-MOVE-08")
    def cheap(lore: Any, base: int, points: int) -> nr.Modifier:
        """Turning costs nothing."""
        return nr.Modifier("turn_cost", 0, "BTQ-MOVE-08")

    with pytest.raises(nr.RulesetError, match=r"cheap_turns.*percent_turn_penalty"):
        begin(rules={"cheap_turns": True, "percent_turn_penalty": True}, house_rules=[cheap])
