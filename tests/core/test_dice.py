"""Dice: the tape that must never change, scripts, mirrors, and exact weights held against icepool."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import attrs
import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

import navalrules as nr
from navalrules.dice import Weighed
from navalrules.given import FARTHEST_WHOLE

HITS = nr.Lookup(6, ((3, "miss"), (5, "hit"), (6, "six")))


def stream(seed: int, step: int, ship: str, purpose: str, number: int, sides: int) -> list[int]:
    dice = nr.Seeded(seed)
    dice.begin_step(step)
    return [dice.face(sides, ship, purpose) for _ in range(number)]


# Golden: these faces are the format. A change here breaks every recorded battle.
@pytest.mark.parametrize(
    ("key", "sides", "faces"),
    [
        ((1864, 0, "", ""), 6, [2, 3, 2, 5, 1, 5, 6, 6, 4, 2]),
        ((1864, 7, "css-alabama-1864", "to hit"), 20, [16, 6, 9, 7, 1, 5, 5, 3, 15, 13]),
        ((-3, 1, "x", "y"), 100, [80, 1, 58, 90, 95, 50, 12, 72, 33, 40]),
        ((-5, 3, "é", "place struck"), 100, [45, 92, 59, 28, 3, 72, 72, 49, 19, 3]),
        ((1, 1, "x", "y"), 2, [2, 2, 1, 1, 2, 1, 2, 2, 2, 2]),
        ((9, 2, "x", "y"), 256, [143, 51, 243, 75, 164, 90, 103, 67, 216, 121]),
        ((0, 0, "", ""), 300, [50, 285, 54, 147, 179, 153, 167, 12, 28, 217]),
        ((2**63, 12, "a", "b"), 70000, [5724, 517, 13903, 29633, 4317, 43617, 28282, 26033, 69651, 21288]),
    ],
)
def test_the_tape_never_changes(key: tuple[int, int, str, str], sides: int, faces: list[int]) -> None:
    assert stream(*key, 10, sides) == faces


def test_every_face_is_equally_likely_over_all_bytes() -> None:
    from navalrules.dice import _LIMIT

    for sides in range(2, 101):
        counted = Counter(byte % sides + 1 for byte in range(256) if byte < _LIMIT[sides])
        assert set(counted) == set(range(1, sides + 1))
        assert len(set(counted.values())) == 1
    assert [_LIMIT[sides] for sides in (6, 20, 10, 100)] == [252, 240, 250, 200]


def test_bytes_that_would_load_the_die_are_thrown_over() -> None:
    """The tape of a d256 shows the bytes themselves; a d100 takes those below 200 and no others."""
    faces = [face - 1 for face in stream(9, 2, "x", "y", 400, 256)]
    fair = [byte % 100 + 1 for byte in faces if byte < 200]
    assert len(fair) < len(faces)
    assert stream(9, 2, "x", "y", len(fair), 100) == fair


@given(st.integers(257, 70_000), st.integers(0, 99))
def test_wide_dice_show_only_their_faces(sides: int, step: int) -> None:
    faces = stream(5, step, "a", "b", 20, sides)
    assert all(1 <= face <= sides for face in faces)
    dice = nr.Seeded(5)
    dice.begin_step(step)
    assert list(dice.total(20, sides, "a", "b").faces) == faces


@pytest.mark.parametrize("sides", [0, -1, -6, -300])
def test_a_die_without_sides_is_refused(sides: int) -> None:
    asks: list[Callable[[nr.Dice], nr.Roll]] = [
        lambda dice: dice.die(sides),
        lambda dice: dice.total(3, sides),
        lambda dice: dice.reaches(sides, 1),
        lambda dice: dice.pick(sides),
    ]
    for ask in asks:
        with pytest.raises(nr.DiceError, match=f"a die of {sides} sides cannot be thrown"):
            ask(nr.Seeded(1))


def test_more_sides_than_a_byte() -> None:
    faces = stream(5, 0, "a", "b", 3000, 1000)
    assert min(faces) >= 1
    assert max(faces) <= 1000
    assert len(set(faces)) > 900


def test_an_extra_roll_shifts_nothing_elsewhere() -> None:
    plain, busy = nr.Seeded(3), nr.Seeded(3)
    for dice in (plain, busy):
        dice.begin_step(4)
    busy.die(6, "other", "anything")
    busy.die(6, "ship", "other purpose")
    assert [plain.die(6, "ship", "p") for _ in range(9)] == [busy.die(6, "ship", "p") for _ in range(9)]


def test_steps_seeds_ships_and_purposes_have_streams_of_their_own() -> None:
    keys = [(1, 0, "a", "p"), (2, 0, "a", "p"), (1, 1, "a", "p"), (1, 0, "b", "p"), (1, 0, "a", "q")]
    assert len({tuple(stream(*key, 20, 20)) for key in keys}) == len(keys)


@given(st.integers(1, 40), st.integers(2, 256))
def test_a_pool_throws_what_single_dice_throw(number: int, sides: int) -> None:
    one, many = nr.Seeded(9), nr.Seeded(9)
    for dice in (one, many):
        dice.begin_step(2)
    faces = [one.face(sides, "s", "p") for _ in range(number)]
    assert many.total(number, sides, "s", "p").value == sum(faces)


def test_questions_of_one_die() -> None:
    assert nr.Scripted(12).reaches(20, 12).value is True
    assert nr.Scripted(11).reaches(20, 12).value is False
    assert nr.Scripted(35).check(35).value is True
    assert nr.Scripted(36).check(35).value is False
    assert nr.Scripted(4).within(6, 3).value is False
    assert nr.Scripted(6).lookup(HITS).value == "six"
    assert nr.Scripted(3).handed().value == "port"
    assert nr.Scripted(4).handed().value == "starboard"
    assert nr.Scripted(3).pick(5).value == 2
    assert nr.Scripted().pick(1).value == 0
    assert nr.Scripted(6, 1, 4, 6).pool(4, HITS).value == (1, 1, 2)


def test_scripts_fail_when_dice_run_out_are_left_or_do_not_fit() -> None:
    dice = nr.Scripted(3, to_hit=[20])
    assert dice.die(20, "a", "to hit").value == 20
    with pytest.raises(nr.DiceError, match=r"no die left for to hit of a \(d20\)"):
        dice.die(20, "a", "to hit")
    with pytest.raises(nr.DiceError, match=r"dice left over: \[3\]"):
        dice.finish()
    with pytest.raises(nr.DiceError, match="7 scripted for mast, a d6"):
        nr.Scripted(7).die(6, "a", "mast")


def test_lookup_rows_must_rise_to_the_number_of_sides() -> None:
    with pytest.raises(ValueError, match="must rise and end at 6"):
        nr.Lookup(6, ((3, "a"), (5, "b")))
    with pytest.raises(ValueError, match="must rise and end at 6"):
        nr.Lookup(6, ((3, "a"), (3, "b"), (6, "c")))


def test_a_mirror_changes_hands_and_nothing_else() -> None:
    dice = nr.Mirrored(nr.Scripted(1, 6, 5))
    assert [dice.handed().value, dice.handed().value] == ["starboard", "port"]
    assert dice.die(6).value == 5


# ---------------------------------------------------------------- weighed


def oracle(die: Any) -> dict[Any, Fraction]:
    return {value: Fraction(ways, die.denominator()) for value, ways in die.items()}


@pytest.mark.parametrize("need", range(-2, 25))
def test_weighed_reaches(need: int) -> None:
    found = nr.weigh(lambda dice: dice.reaches(20, need).value)
    assert found == oracle(icepool.d20.map(lambda face: face >= need))


def test_weighed_die_lookup_check_and_pick() -> None:
    assert nr.weigh(lambda dice: dice.die(6).value) == oracle(icepool.d6)
    assert nr.weigh(lambda dice: dice.check(35).value) == {True: Fraction(7, 20), False: Fraction(13, 20)}
    names = {1: "miss", 2: "miss", 3: "miss", 4: "hit", 5: "hit", 6: "six"}
    assert nr.weigh(lambda dice: dice.lookup(HITS).value) == oracle(icepool.d6.map(names))
    assert nr.weigh(lambda dice: dice.pick(7).value) == {index: Fraction(1, 7) for index in range(7)}


def test_a_pool_may_be_larger_than_any_block_of_the_tape() -> None:
    """A thousand blocks and more, read on from where the single dice stopped."""
    dice, same = nr.Seeded(3), nr.Seeded(3)
    dice.begin_step(1)
    same.begin_step(1)
    assert [dice.face(6, "a", "b") for _ in range(5)] == [same.face(6, "a", "b") for _ in range(5)]
    faces = dice.pool(100_000, HITS, "a", "b").faces
    assert list(faces[:500]) == [same.face(6, "a", "b") for _ in range(500)]
    assert len(faces) == 100_000


@pytest.mark.parametrize("number", [1, 4, 15])
def test_weighed_pool_is_the_joint_distribution_of_hits_and_sixes(number: int) -> None:
    found = nr.weigh(lambda dice: dice.pool(number, HITS).value)
    miss, hit, six = (icepool.vectorize(*counts) for counts in ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    expected = oracle(number @ icepool.Die([miss, miss, miss, hit, hit, six]))
    assert found == {tuple(counts): chance for counts, chance in expected.items()}
    assert len(found) == (number + 1) * (number + 2) // 2
    assert sum(found.values()) == 1


def test_weighed_total_of_fifteen() -> None:
    assert nr.weigh(lambda dice: dice.total(15, 6).value) == oracle(15 @ icepool.d6)


def test_weighed_questions_that_depend_on_each_other() -> None:
    def attack(dice: nr.Dice) -> int:
        return dice.total(2, 6).value if dice.reaches(20, 6) else 0

    expected = oracle(icepool.d20.map(lambda face: 2 @ icepool.d6 if face >= 6 else 0))
    assert nr.weigh(attack) == expected


@given(st.integers(-FARTHEST_WHOLE, FARTHEST_WHOLE), st.integers(0, 1000))
def test_seeds_of_any_size_that_a_save_can_keep_throw_faces(seed: int, step: int) -> None:
    assert all(1 <= face <= 6 for face in stream(seed, step, "s", "p", 8, 6))


# ---------------------------------------------------------------- every maker answers alike

CAPPED = nr.Lookup(6, ((1, 3), (2, 4), (6, 5)))
ODD_AND_EVEN = nr.Lookup(6, tuple((face, "port" if face % 2 else "starboard") for face in range(1, 7)))
QUESTIONS: dict[str, Callable[[nr.Dice], nr.Roll]] = {
    "die": lambda dice: dice.die(20, "s", "p"),
    "d6": lambda dice: dice.d6("s", "p"),
    "reaches": lambda dice: dice.reaches(20, 7, "s", "p"),
    "within": lambda dice: dice.within(20, 7, "s", "p"),
    "check": lambda dice: dice.check(35, "s", "p"),
    "lookup": lambda dice: dice.lookup(HITS, "s", "p"),
    "pool": lambda dice: dice.pool(5, HITS, "s", "p"),
    "total": lambda dice: dice.total(3, 6, "s", "p"),
    "weighted": lambda dice: dice.weighted([(3, CAPPED), (7, CAPPED)], 5, 4, "s", "p"),
    "weighted of nothing": lambda dice: dice.weighted([], 5, 2, "s", "p"),
    "handed": lambda dice: dice.handed("s", "p"),
    "handed of an odd die": lambda dice: dice.handed("s", "p", 5),
    "handed of one side": lambda dice: dice.handed("s", "p", 1),
    "a look-up of hands": lambda dice: dice.lookup(ODD_AND_EVEN, "s", "p"),
    "leaning": lambda dice: dice.leaning(2, 6, 2, 12, "s", "p"),
    "pick": lambda dice: dice.pick(5, "s", "p"),
    "pick of one": lambda dice: dice.pick(1, "s", "p"),
}
OTHER_HAND = {"port": "starboard", "starboard": "port"}


@pytest.mark.parametrize("name", QUESTIONS)
def test_fast_roads_of_seeded_dice_say_what_the_long_one_says(name: str) -> None:
    """Whatever a maker overrides for speed, the answer to the same faces is the same."""
    ask = QUESTIONS[name]
    for seed in range(40):
        dice = nr.Seeded(seed)
        fast = ask(dice)
        assert fast == ask(nr.Scripted(*fast.faces))
        asked = nr.Asked(lambda *_, left=list(fast.faces): left.pop(0))
        assert ask(asked) == attrs.evolve(fast, source="typed")
        assert bool(fast) == bool(fast.value)


@pytest.mark.parametrize("name", QUESTIONS)
def test_weights_of_every_question_are_those_of_its_faces(name: str) -> None:
    ask = QUESTIONS[name]
    seen = ask(nr.Seeded(1))
    if seen.faces:
        every = list(product(range(1, seen.sides + 1), repeat=len(seen.faces)))
        counted = Counter(ask(nr.Scripted(*faces)).value for faces in every)
        expected = {value: Fraction(ways, len(every)) for value, ways in counted.items()}
    else:
        expected = {seen.value: Fraction(1)}
    found = nr.weigh(lambda dice: ask(dice).value)
    assert found == expected
    assert sum(found.values()) == 1
    assert ask(Weighed([], [])).faces == ()


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_mirror_answers_every_question_but_hands_alike(name: str) -> None:
    ask = QUESTIONS[name]
    for seed in range(20):
        seen, straight = ask(nr.Mirrored(nr.Seeded(seed))), ask(nr.Seeded(seed))
        value = OTHER_HAND.get(straight.value, straight.value)
        assert seen == attrs.evolve(straight, value=value)
    ours = nr.weigh(lambda dice: ask(nr.Mirrored(dice)).value)
    theirs = nr.weigh(lambda dice: ask(dice).value)
    swap = {value: OTHER_HAND.get(value, value) if isinstance(value, str) else value for value in theirs}
    assert ours == {swap[value]: chance for value, chance in theirs.items()}


def test_a_mirror_keeps_step_and_copies() -> None:
    seen = nr.Mirrored(nr.Seeded(4))
    seen.begin_step(3)
    straight = nr.Seeded(4)
    straight.begin_step(3)
    assert seen.total(9, 20, "s", "p") == straight.total(9, 20, "s", "p")
    twin = seen.copy()
    twin.begin_step(3)
    straight.begin_step(3)
    assert twin.die(20, "s", "p") == straight.die(20, "s", "p")
    assert nr.Mirrored(seen).handed("s", "q") == straight.handed("s", "q")


def test_step_begun_again_throws_the_same() -> None:
    dice = nr.Seeded(8)
    for step in (5, 6, 5):
        dice.begin_step(step)
        assert [dice.face(20, "s", "p") for _ in range(80)] == stream(8, step, "s", "p", 80, 20)
    assert dice.copy().seed == 8


def test_many_dice_at_once_and_one_by_one_share_a_stream() -> None:
    dice = nr.Seeded(8)
    dice.begin_step(1)
    faces = [
        *dice.total(7, 6, "s", "p").faces,
        dice.die(6, "s", "p").value,
        *dice.total(70, 6, "s", "p").faces,
    ]
    assert faces == stream(8, 1, "s", "p", 78, 6)


def test_scripts_by_purpose_and_the_rest_in_one() -> None:
    dice = nr.Scripted(1, 2, place_struck=[19, 20])
    twin = dice.copy()
    assert dice.total(2, 20, "a", "place struck").value == 39
    assert [dice.die(6).value, dice.die(6, "b", "other").value] == [1, 2]
    dice.finish()
    with pytest.raises(nr.DiceError, match=r"dice left over: \[1, 2, 19, 20\]"):
        twin.finish()
    with pytest.raises(nr.DiceError, match=r"no die left for a roll of the table \(d6\)"):
        dice.die(6)
    with pytest.raises(nr.DiceError, match="0 scripted for a roll, a d6"):
        nr.Scripted(0).die(6)
    with pytest.raises(nr.DiceError, match=r"no die left for a roll of the table \(d6\)"):
        nr.Scripted(1, 2).total(3, 6)


def test_dice_asked_of_nobody() -> None:
    with pytest.raises(nr.DiceError, match="typed dice belong to a battle"):
        nr.Asked().die(6)
    with pytest.raises(nr.DiceError, match="Weighed dice show no faces"):
        nr.Dice.die(Weighed([], []), 6)
    with pytest.raises(TypeError, match="abstract method"):
        nr.Dice()  # type: ignore[abstract]
    with pytest.raises(nr.DiceError, match="cannot be copied"):
        Weighed([], []).copy()


def test_dice_asked_are_numbered_in_their_stream_and_afresh_each_step() -> None:
    asked: list[tuple[str, str, int, int]] = []

    def answer(*question: Any) -> int:
        asked.append(question)
        return 1

    dice = nr.Asked()
    dice.bind(answer)
    dice.total(2, 6, "a", "p")
    dice.die(20, "a", "p")
    dice.die(6, "b", "p")
    dice.begin_step(1)
    dice.die(6, "a", "p")
    assert asked == [
        ("a", "p", 1, 6),
        ("a", "p", 2, 6),
        ("a", "p", 3, 20),
        ("b", "p", 1, 6),
        ("a", "p", 1, 6),
    ]


def test_total_of_no_dice_and_a_pool_of_none() -> None:
    assert nr.weigh(lambda dice: dice.total(0, 6).value) == {0: 1}
    assert nr.weigh(lambda dice: dice.pool(0, HITS).value) == {(0, 0, 0): 1}
    assert nr.Seeded(1).total(0, 6) == nr.Roll(6, (), 0)
    assert nr.Seeded(1).pool(0, HITS) == nr.Roll(6, (), (0, 0, 0))


def test_lookup_weights_join_rows_of_one_entry() -> None:
    table = nr.Lookup(20, ((5, "hull"), (9, "crew"), (20, "hull")))
    assert table.weights() == [("hull", 16), ("crew", 4)]
    assert nr.weigh(lambda dice: dice.pool(2, table).value) == {
        (2, 0): Fraction(16, 25),
        (1, 1): Fraction(8, 25),
        (0, 2): Fraction(1, 25),
    }


@given(st.integers(1, 4), st.integers(2, 9), st.integers(-1, 12))
def test_weights_of_a_tree_of_questions_add_up_to_one(number: int, sides: int, need: int) -> None:
    def tangle(dice: nr.Dice) -> tuple[object, ...]:
        hits = sum(dice.reaches(sides, need).value for _ in range(number))
        hand = dice.handed(sides=sides).value if hits else ""
        return (hits, hand, dice.total(hits, 6).value % 3, dice.pick(hits + 1).value)

    found = nr.weigh(tangle)
    assert sum(found.values()) == 1
    assert all(chance > 0 for chance in found.values())


def test_seeded_dice_agree_with_the_weights() -> None:
    """Chi square of 6000 pools of four against the exact weights; the seed is fixed, so it cannot waver."""
    found, dice = Counter[Any](), nr.Seeded(77)
    for step in range(6000):
        dice.begin_step(step)
        found[dice.pool(4, HITS, "s", "p").value] += 1
    weights = nr.weigh(lambda dice: dice.pool(4, HITS).value)
    assert set(found) <= set(weights)
    chi = sum((found[value] - 6000 * chance) ** 2 / (6000 * chance) for value, chance in weights.items())
    assert chi < 29.14  # 14 degrees of freedom, 1 in 100


def test_a_weighted_total_is_rounded_once_and_halves_go_up() -> None:
    def ask(*faces: int) -> int:
        total: int = nr.Scripted(*faces).weighted([(1, CAPPED), (2, CAPPED)], 1, 2, "s", "p").value
        return total

    assert ask(1, 1) == 5  # (1 + 3 + 6) / 2
    assert ask(2, 1) == 6  # (1 + 4 + 6) / 2 is 5.5
    assert nr.Seeded(1).weighted([], 9, 2).value == 5
    rolled = nr.Seeded(1).weighted([(10**30, CAPPED)], 0, 10**30, "s", "p")
    assert rolled.value == CAPPED.entries[rolled.faces[0]]


def test_three_batteries_are_weighed_in_one_question() -> None:
    """Exact odds of a sum of three d100, each with a weight of its own, without a branch for every way."""
    d100 = nr.Lookup(100, tuple((face, face) for face in range(1, 101)))
    calls = 0

    def play(dice: nr.Dice) -> int:
        nonlocal calls
        calls += 1
        value: int = dice.weighted([(1, d100), (1, d100), (2, d100)], 0, 100).value
        return value

    odds = nr.weigh(play)
    assert sum(odds.values()) == 1
    assert calls == len(odds) == 5
    assert odds[0] == Fraction(sum(max(49 - 2 * c, 0) * (48 - 2 * c) // 2 for c in range(1, 24)), 10**6)
