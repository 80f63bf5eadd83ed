"""The engine: undo, copies, secrets, the umpire, listeners, typed dice, tapes, house rules of strangers."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

import navalrules as nr
from navalrules import plugins
from navalrules.codec import Codec
from navalrules.ruleset import Bound
from navalrules_civilwar.ruleset import CivilWar
from navalrules_civilwar.ship import CivilWarShip

DUEL = "kearsarge-alabama-1864"
BRIG = "cruisers-off-brest-1864"
SIDES = ("Federal", "Confederate")


def begun(scenario: str = DUEL, seed: int = 1864, **given: Any) -> nr.Battle:
    return nr.Battle.begin(nr.scenario(scenario), "civilwar", seed, **given)


def captains() -> dict[str, nr.Captain]:
    return {"Federal": nr.captains.CloseAction(), "Confederate": nr.captains.Cautious()}


def ship(battle: nr.Battle, name: str) -> CivilWarShip:
    found = battle.ship(name)
    assert isinstance(found, CivilWarShip)
    return found


def fought(turns: int = 4, **given: Any) -> nr.Battle:
    battle = begun(**given)
    battle.run(captains(), max_turns=turns)
    return battle


def answer_all(battle: nr.Battle) -> None:
    for request in battle.requests:
        battle.submit(request.default)


# ---------------------------------------------------------------- undo


@pytest.mark.parametrize("back", [1, 2, 5, 13, 20])
def test_undo_to_any_answer_gives_the_same_state_and_the_same_dice(back: int) -> None:
    battle = fought()
    answers, log = list(battle.answers), battle.log
    other = begun()
    for order in answers[: len(answers) - back]:
        other.replay_answer(order)
    battle.undo(back)
    assert battle.state == other.state
    assert battle.answers == answers[: len(answers) - back]
    assert [each.key for each in battle.requests] == [each.key for each in other.requests]
    for order in answers[len(answers) - back :]:
        battle.replay_answer(order)
    battle.advance()
    assert battle.log == log


def test_undo_everything() -> None:
    battle = fought()
    battle.undo(len(battle.answers))
    assert battle.state == begun().state
    assert battle.log == begun().log


def test_undo_of_more_than_was_given() -> None:
    battle = begun()
    with pytest.raises(nr.IllegalOrder, match="cannot take back 1 answers; 0 have been given"):
        battle.undo()


def test_undo_of_an_order_given_out_of_turn_before_the_battle_had_gone_on() -> None:
    battle = fought(1)
    answer_all(battle)
    battle.submit(nr.Reroll(seed=5))
    answers = list(battle.answers)
    battle.run(captains(), max_turns=4)
    log = battle.log
    battle.undo(len(battle.answers) - len(answers))
    assert battle.answers == answers
    battle.run(captains(), max_turns=4)
    assert battle.log == log


def test_saved_with_an_order_given_before_the_battle_had_gone_on(tmp_path: Path) -> None:
    battle = fought(1)
    answer_all(battle)
    battle.submit(nr.Reroll(seed=5))
    battle.run(captains(), max_turns=4)
    nr.save(battle, tmp_path / "fight.json")
    assert nr.load(tmp_path / "fight.json").log == battle.log


def test_restart_turn() -> None:
    battle = fought(2)
    state, count = battle.state.copy(), len(battle.answers)
    answer_all(battle)
    battle.advance()
    answer_all(battle)
    battle.restart_turn()
    assert (battle.state.turn, battle.state.phase) == (3, 0)
    battle.advance()
    assert battle.state == state
    assert len(battle.answers) == count


# ---------------------------------------------------------------- copies and secrets


def test_copy_is_exact_and_independent() -> None:
    battle = fought(2)
    twin = battle.copy()
    assert (twin.state, twin.log, twin.answers) == (battle.state, battle.log, battle.answers)
    state, log = battle.state.copy(), battle.log
    twin.run(captains())
    assert (battle.state, battle.log) == (state, log)
    battle.run(captains())
    assert battle.log == twin.log


def test_copy_keeps_answers_not_yet_acted_on() -> None:
    battle = fought(2)
    battle.submit(battle.requests[0].default)
    twin = battle.copy()
    assert [each.key for each in twin.requests] == [each.key for each in battle.requests]


def test_imagine_hides_sealed_and_written_orders_and_throws_other_dice() -> None:
    battle = fought(2)
    assert {request.kind for request in battle.requests} == {"sailing"}
    answer_all(battle)
    sealed = battle.imagine(1, "Federal")
    assert [request.side for request in sealed.requests] == ["Confederate"]
    battle.advance()
    seen = battle.imagine(1, "Federal")
    assert ship(battle, "alabama").orders is not None
    assert ship(seen, "alabama").orders is None
    assert ship(seen, "kearsarge").orders == ship(battle, "kearsarge").orders
    assert seen.log == ()
    assert isinstance(seen.dice, nr.Seeded)
    assert isinstance(battle.dice, nr.Seeded)
    assert (seen.dice.seed, battle.dice.seed) == (1, 1864)
    faces = [
        [dice.copy().die(1000, "x", str(n)).value for n in range(4)] for dice in (seen.dice, battle.dice)
    ]
    assert faces[0] != faces[1]


# ---------------------------------------------------------------- the umpire


def test_rule_switched_by_the_umpire_holds_from_the_next_turn_and_is_logged() -> None:
    battle = fought(1)
    turn = battle.state.turn
    battle.submit(nr.SwitchRule(name="sink_on_no_crew", value=True))
    event = battle.log[-1]
    assert isinstance(event, nr.RuleSwitched)
    assert (event.turn, event.name, event.value) == (turn, "sink_on_no_crew", True)
    assert battle.switches["sink_on_no_crew"] is False
    battle.run(captains(), max_turns=turn)
    assert battle.switches["sink_on_no_crew"] is True
    began = next(each for each in reversed(battle.log) if isinstance(each, nr.TurnBegan))
    assert {change.what for change in began.changes} == {"switches", "coming"}


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [("sink_on_no_crow", True, "sink_on_no_crew"), ("sink_on_no_crew", "often", "one of: false, true")],
)
def test_switch_that_cannot_be(name: str, value: bool | str, said: str) -> None:
    battle = begun()
    with pytest.raises(nr.IllegalOrder, match=said):
        battle.submit(nr.SwitchRule(name=name, value=value))
    assert battle.state == begun().state


def test_reroll_is_marked_and_throws_other_dice() -> None:
    battle, plain = fought(1), fought(1)
    battle.submit(nr.Reroll(seed=99))
    assert isinstance(battle.log[-1], nr.DiceRerolled)
    assert battle.state.seed == 99
    battle.run(captains())
    plain.run(captains())
    assert battle.log != plain.log
    battle.restart_turn()
    assert battle.state.seed == 99
    battle.undo(len(battle.answers))
    assert battle.state.seed == 1864
    battle.run(captains())
    assert battle.log == plain.log


def test_only_the_umpire_is_an_umpire() -> None:
    battle = begun()
    with pytest.raises(nr.IllegalOrder, match="nobody asks the table for 'reroll'"):
        battle.submit(nr.Reroll(seed=1, side="Federal"))


@pytest.mark.parametrize("order", [nr.Reroll(seed="x"), nr.SwitchRule(name="sink_on_no_crew", value=None)])  # type: ignore[arg-type]
def test_order_whose_fields_do_not_fit_their_types(order: nr.Order) -> None:
    with pytest.raises(nr.IllegalOrder, match="cannot be"):
        begun().submit(order)


@pytest.mark.parametrize("name", ["ship", "about"])
@pytest.mark.parametrize("value", [[1], {}, "\ud800", "a\nb", "\x00"])
def test_order_that_names_its_ship_by_what_is_no_name(name: str, value: Any) -> None:
    battle = begun()
    before = battle.copy()
    with pytest.raises(nr.IllegalOrder, match=f"{name} cannot be .*owed now"):
        battle.submit(attrs.evolve(battle.requests[0].default, **{name: value}))
    assert (battle.state, battle.answers) == (before.state, before.answers)


# ---------------------------------------------------------------- listeners


def test_listeners_hear_every_event_once_and_in_order() -> None:
    battle, heard = begun(), list[nr.Event]()
    before = len(battle.log)
    battle.bus.subscribe(nr.Event, heard.append)
    battle.run(captains())
    assert tuple(heard) == battle.log[before:]


def test_listener_hears_a_step_when_it_is_whole_and_nothing_of_one_set_back() -> None:
    battle, heard = begun(dice=nr.Asked()), list[nr.Event]()
    steps: list[int] = []

    def hear(event: nr.Event) -> None:
        heard.append(event)
        steps.append(battle.state.step)

    battle.bus.subscribe(nr.Event, hear)
    dice = nr.Seeded(3)
    while battle.state.turn < 3 and not battle.over:
        for request in battle.requests:
            battle.submit(request.draw(dice) if request.kind == "die" else request.default)
        told = len(heard)
        step = battle.state.step
        battle.advance()
        if battle.state.step == step:
            assert len(heard) == told
    assert heard == list(battle.log[2:])
    phases = [step for event, step in zip(heard, steps, strict=True) if isinstance(event, nr.PhaseBegan)]
    assert phases == list(range(1, len(phases) + 1))


def test_listener_without_a_log_hears_nothing_of_a_step_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = nr.scenario("duel-of-third-rates")
    heard: tuple[list[nr.Event], list[nr.Event]] = ([], [])
    for listener, record in zip(heard, (True, False), strict=True):
        battle = nr.Battle.begin(scenario, "ratings", 3, record=record)
        battle.bus.subscribe(nr.Event, listener.append)
        fights = {side.name: nr.captains.CloseAction() for side in scenario.sides}
        first = type(battle.phases[0])

        def fails(phase: Any, fight: nr.Battle, run: Any = first.run) -> None:
            if fight.state.turn == 2:
                raise ZeroDivisionError
            run(phase, fight)

        with monkeypatch.context() as broken:
            broken.setattr(first, "run", fails)
            with pytest.raises(ZeroDivisionError):
                battle.run(fights)
        battle.run(fights, max_turns=3)
    assert heard[0] == heard[1]


def test_listener_of_one_kind_until_it_stops() -> None:
    battle, heard = begun(), list[nr.TurnBegan]()
    stop = battle.bus.subscribe(nr.TurnBegan, heard.append)
    battle.run(captains(), max_turns=3)
    stop()
    battle.run(captains())
    assert [event.turn for event in heard] == [2, 3, 4]


# ---------------------------------------------------------------- answers only


def _played_by_answers(battle: nr.Battle, turns: int) -> set[str]:
    dice, kinds = nr.Seeded(11), set[str]()
    for number in range(20_000):
        battle.advance()
        if battle.over or battle.state.turn > turns:
            return kinds
        dice.begin_step(number)
        for request in battle.requests:
            kinds.add(request.kind)
            facts = request.kind in ("die", "measured", "point_of_sail")
            battle.submit(request.draw(dice) if facts else request.default)
    raise AssertionError("no end to the questions")


def test_typed_dice_fight_a_battle_by_answers_only(tmp_path: Path) -> None:
    battle = begun(dice=nr.Asked())
    assert "die" in _played_by_answers(battle, 3)
    rolls = [ruled.roll for event in battle.log for ruled in event.rulings if ruled.roll is not None]
    assert {roll.source for roll in rolls if roll.faces} == {"typed"}
    nr.save(battle, tmp_path / "typed.json")
    assert nr.load(tmp_path / "typed.json").log == battle.log


def test_typed_die_is_asked_in_the_middle_and_saved_there(tmp_path: Path) -> None:
    battle = begun(dice=nr.Asked())
    while not any(request.kind == "die" for request in battle.requests):
        answer_all(battle)
        battle.advance()
    state, due = battle.state.copy(), [each.key for each in battle.requests]
    assert [each.key for each in battle.copy().requests] == due
    nr.save(battle, tmp_path / "typed.json")
    loaded = nr.load(tmp_path / "typed.json")
    loaded.advance()
    assert (loaded.state, [each.key for each in loaded.requests]) == (state, due)
    with pytest.raises(nr.IllegalOrder, match="21 is no face of a d20; a whole number from 1 to 20"):
        battle.submit(nr.Die(ship=due[0][1], about=due[0][2], face=21))


def test_tape_fights_a_battle_by_answers_only(tmp_path: Path) -> None:
    battle = begun(measure=nr.Tape())
    assert {"measured", "sailing", "fire"} <= _played_by_answers(battle, 3)
    assert all(ship.pose is None for ship in battle.state.ships.values())
    nr.save(battle, tmp_path / "tape.json")
    assert nr.load(tmp_path / "tape.json").log == battle.log


def test_tape_and_typed_dice_together() -> None:
    battle = begun(measure=nr.Tape(), dice=nr.Asked())
    assert {"measured", "die", "sailing"} <= _played_by_answers(battle, 4)


# ---------------------------------------------------------------- running


@pytest.mark.parametrize("scenario", [DUEL, BRIG])
def test_battle_without_a_log_ends_as_one_with_it(scenario: str) -> None:
    loud, quiet = begun(scenario), begun(scenario, record=False)
    assert loud.run(captains()) == quiet.run(captains())
    assert loud.state == quiet.state
    assert quiet.log == ()


def test_captain_for_a_side_that_is_not_there() -> None:
    with pytest.raises(nr.UnknownName, match="British"):
        begun().run({"British": nr.captains.CloseAction()})


def test_captain_who_breaks_a_rule_is_told_so() -> None:
    def mutineer(battle: nr.Battle, request: nr.Request) -> nr.Order:
        return nr.Chosen(ship=request.ship, option="rum")

    with pytest.raises(nr.IllegalOrder, match="nobody asks"):
        begun().run({"Federal": mutineer})


# ---------------------------------------------------------------- house rules of strangers


@nr.house_rule("sure_shot", ruleset="civilwar", replaces="ACW-GUN-01")
def sure_shot(lore: object, modifiers: object, dice: nr.Dice, ship: str) -> nr.Ruling:
    """Every shot tells."""
    return nr.Ruling("ACW-GUN-01", True, also=("ACW-GUN-16",))


@nr.house_rule("no_shot", ruleset="civilwar", replaces="ACW-GUN-01")
def no_shot(lore: object, modifiers: object, dice: nr.Dice, ship: str) -> nr.Ruling:
    """No shot tells."""
    return nr.Ruling("ACW-GUN-01", False)


@nr.house_rule("slow_clock", ruleset="civilwar", follows="ACW-WL-04")
def slow_clock(found: nr.Ruling, battle: nr.Battle, ship: str, purpose: str) -> nr.Ruling:
    """She takes ten turns more to go down."""
    return nr.Ruling(found.rule, found.outcome + 10, found.roll)


@nr.house_rule("leaky", ruleset="civilwar", follows="ACW-WL-03")
def leaky(found: bool, ship: nr.Ship) -> bool:
    """Any blow is the end of her."""
    return True


STRANGE = (sure_shot, no_shot, slow_clock, leaky)


def test_rule_of_a_stranger_replaces_a_ruling() -> None:
    battle = begun(house_rules=STRANGE, rules={"sure_shot": True})
    battle.run(captains(), max_turns=3)
    shots = [event.hit for event in battle.log if isinstance(event, nr.ShotFired)]
    assert shots
    assert all(shots)
    told = battle.log[0]
    assert isinstance(told, nr.BattleBegan)
    assert dict(told.switches)["sure_shot"] is True


def test_rule_of_a_stranger_follows_a_ruling() -> None:
    rules = {"sure_shot": True, "slow_clock": True, "leaky": True}
    clocks: list[int] = []
    for seed in range(12):
        battle = nr.Battle.begin(nr.scenario(DUEL), seed=seed, house_rules=STRANGE, rules=rules)
        battle.run(captains())
        clocks += [
            change.after - event.turn
            for event in battle.log
            for change in event.changes
            if change.what == "sinks_on"
        ]
    assert clocks
    assert min(clocks) > 10


def test_rules_of_strangers_are_off_unless_switched_on() -> None:
    plain, strange = begun(), begun(house_rules=STRANGE)
    plain.run(captains())
    strange.run(captains())
    assert strange.log[1:] == plain.log[1:]


def test_two_rules_that_replace_one_ruling_are_an_error_naming_both() -> None:
    with pytest.raises(nr.RulesetError, match="no_shot and sure_shot both replace ACW-GUN-01"):
        begun(house_rules=STRANGE, rules={"sure_shot": True, "no_shot": True})


def test_umpire_cannot_switch_on_a_rule_that_clashes_with_another() -> None:
    battle = begun(house_rules=STRANGE, rules={"sure_shot": True})
    with pytest.raises(nr.IllegalOrder, match="no_shot and sure_shot both replace ACW-GUN-01"):
        battle.submit(nr.SwitchRule(name="no_shot", value=True))
    battle.submit(nr.SwitchRule(name="sure_shot", value=False))
    battle.submit(nr.SwitchRule(name="no_shot", value=True))


def test_rule_that_joins_no_ruling_is_refused() -> None:
    @nr.house_rule("astray", ruleset="civilwar", follows="ACW-GUN-99")
    def astray(found: object) -> object:
        return found

    with pytest.raises(nr.UnknownName, match="ACW-GUN-99"):
        begun(house_rules=[astray], rules={"astray": True})


@pytest.fixture
def registry() -> Iterator[plugins.Registry]:
    """What plugins brought, put back afterwards as it was."""
    registry = plugins.load()
    rules, records = list(registry.house_rules), dict(registry.records)
    yield registry
    registry.house_rules[:] = rules
    for name in registry.records.keys() - records.keys():
        if registry.manager.has_plugin(name):
            registry.manager.unregister(name=name)
        del registry.records[name]


PLUGIN = '''
import navalrules as nr

@nr.house_rule("blind_guns", ruleset="civilwar", replaces="ACW-GUN-01")
def blind_guns(lore, modifiers, dice, ship):
    """Nobody hits anything."""
    return nr.Ruling("ACW-GUN-01", False)
'''


def test_one_file_plugin_brings_a_house_rule_that_acts_and_shows(
    tmp_path: Path, registry: plugins.Registry
) -> None:
    file = tmp_path / "blind_guns.py"
    file.write_text(PLUGIN, encoding="utf-8")
    plugins.load_file(file, registry)
    (rule,) = [each for each in plugins.house_rules_for("civilwar") if each.name == "blind_guns"]
    assert (rule.summary, rule.replaces) == ("Nobody hits anything.", "ACW-GUN-01")
    battle = begun(rules={"blind_guns": True})
    battle.run(captains())
    assert battle.switches["blind_guns"] is True
    assert not any(event.hit for event in battle.log if isinstance(event, nr.ShotFired))


def test_house_rule_of_a_plugin_is_saved_with_the_battle(tmp_path: Path, registry: plugins.Registry) -> None:
    registry.house_rules.append(sure_shot)
    battle = begun(rules={"sure_shot": True})
    battle.run(captains(), max_turns=2)
    nr.save(battle, tmp_path / "fight.json")
    assert nr.load(tmp_path / "fight.json").log == battle.log


def test_state_survives_the_codec_with_switches_to_come() -> None:
    battle = fought(1)
    battle.submit(nr.SwitchRule(name="sink_on_no_crew", value=True))
    codec = Codec(battle.ruleset)
    assert codec.read_state(codec.state(battle.state)) == battle.state
    assert codec.read_event(codec.event(battle.log[-1])) == battle.log[-1]


def test_a_house_rule_joins_the_ruling_that_names_its_rule_first() -> None:
    @nr.ruling("X-01", "X-02")
    def also() -> str:
        return "also"

    @nr.ruling("X-02")
    def own() -> str:
        return "own"

    house = nr.house_rule("other", ruleset="x", replaces="X-02")(lambda: "house")
    for points in ((also, own), (own, also)):
        bound = Bound(points, [house])
        assert (bound[also](), bound[own]()) == ("also", "house")


# ---------------------------------------------------------------- what a ruleset sets for a scenario


def test_a_ruleset_sets_switches_by_the_scenario_and_everybody_else_may_set_them_back() -> None:
    class Keen(CivilWar):
        def preset(self, scenario: nr.Scenario, tables: nr.Tables) -> dict[str, bool]:
            return {"sink_on_no_crew": True} if scenario.kind == "history" else {}

    def switched(field: nr.Scenario, **rules: bool) -> object:
        return nr.Battle.begin(field, Keen(), rules=rules).switches["sink_on_no_crew"]

    scenario = nr.scenario(DUEL)
    denied = attrs.evolve(scenario, rules={"civilwar": {"sink_on_no_crew": False}})
    assert switched(scenario) is True
    assert switched(attrs.evolve(scenario, kind="")) is False
    assert switched(denied) is False
    assert switched(scenario, sink_on_no_crew=False) is False


# ---------------------------------------------------------------- an umpire's own orders


class Open(CivilWar):
    """A ruleset under which a ship may be renamed at any time, and whose records tell of the turn."""

    def volunteer(self, battle: nr.Battle, order: nr.Order) -> nr.IllegalOrder | None:
        return None if isinstance(order, nr.Chosen) else super().volunteer(battle, order)

    def act_on(self, battle: nr.Battle, order: nr.Order) -> None:
        assert isinstance(order, nr.Chosen)
        change = battle.change(battle.state.ships[order.ship], "name", order.option)
        battle.emit(nr.StatusChanged, ship=order.ship, what=order.side, changes=(change,))

    def sheet_in(self, battle: nr.Battle, ship: nr.Ship) -> dict[str, object]:
        return {"turn": battle.state.turn, **self.sheet(ship)}


def test_an_umpire_commands_any_ship_and_a_side_only_its_own() -> None:
    battle = nr.Battle.begin(nr.scenario(DUEL), Open())
    ship = "uss-kearsarge-1864"
    with pytest.raises(nr.IllegalOrder, match=f"Confederate does not command {ship}; Federal does"):
        battle.submit(nr.Chosen(ship=ship, side="Confederate", option="Taken"))
    battle.submit(nr.Chosen(ship=ship, side=nr.UMPIRE, option="Raised"))
    told = battle.log[-1]
    assert isinstance(told, nr.StatusChanged)
    assert told.what == nr.UMPIRE
    assert (battle.sheet(ship)["name"], battle.sheet(ship)["turn"]) == ("Raised", 1)


class Ready(Open):
    """It makes its event itself."""

    def act_on(self, battle: nr.Battle, order: nr.Order) -> None:
        assert isinstance(order, nr.Chosen)
        change = battle.change(battle.state.ships[order.ship], "name", order.option)
        battle.happened(nr.StatusChanged(battle.state.turn, ship=order.ship, what="named", changes=(change,)))


@pytest.mark.parametrize("record", [True, False])
@pytest.mark.parametrize("listens", [True, False])
def test_an_event_made_already_is_told_as_one_that_is_emitted(record: bool, listens: bool) -> None:
    battle = nr.Battle.begin(nr.scenario(DUEL), Ready(), record=record)
    heard: list[nr.StatusChanged] = []
    if listens:
        battle.bus.subscribe(nr.StatusChanged, heard.append)
    battle.submit(nr.Chosen(ship="uss-kearsarge-1864", side=nr.UMPIRE, option="Raised"))
    kept = [event for event in battle.log if isinstance(event, nr.StatusChanged)]
    assert [event.what for event in kept] == ["named"] * record
    assert [event.what for event in heard] == ["named"] * listens


# ---------------------------------------------------------------- the same battle again


def test_a_battle_anew_is_the_battle_that_begin_gives() -> None:
    first = fought(rules={"sink_on_no_crew": True})
    kept = (first.state, first.log, list(first.answers))
    again, begun_so = first.anew(7), begun(seed=7, rules=dict(first.switches))
    assert (again.state, again.log, again.marks) == (begun_so.state, begun_so.log, begun_so.marks)
    for battle in (again, begun_so):
        battle.run(captains(), max_turns=4)
    assert (again.state, again.log, again.answers) == (begun_so.state, begun_so.log, begun_so.answers)
    assert (first.state, first.log, first.answers) == kept


def test_a_battle_anew_takes_what_is_given_with_it() -> None:
    quiet = fought().anew(3, record=False)
    quiet.run(captains())
    assert quiet.over
    assert quiet.log == ()
    typed = quiet.anew(3, dice=nr.Asked())
    assert typed.dice.interactive
    assert typed.state.turn == 1


def test_an_imagined_battle_has_no_beginning() -> None:
    glimpse = fought().imagine(1, "Federal")
    with pytest.raises(nr.NavalrulesError, match="no beginning to go back to"):
        glimpse.anew(1)


# ---------------------------------------------------------------- what changed


def test_fields_tell_what_is_no_longer_what_it_was() -> None:
    seen = nr.Fields("name", "status", "pose")
    ship = nr.Ship("red", "Red", "Blue", "plan", nr.Pose(1.0, 2.0, 90.0))
    before = seen.read(ship)
    assert before == ("Red", nr.FIGHTING, nr.Pose(1.0, 2.0, 90.0))
    ship.status, ship.pose, ship.side = nr.SUNK, nr.Pose(1.0, 2.0, 90.0), "Nobody"
    assert seen.changes(ship, before) == (nr.Change("red", "status", nr.FIGHTING, nr.SUNK),)
