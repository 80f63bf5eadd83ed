"""Dice: the tape that must never change, scripts, mirrors, and exact weights held against icepool."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

import navalrules as nr

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


def oracle(die: object) -> dict[object, Fraction]:
    return {value: Fraction(ways, die.denominator()) for value, ways in die.items()}  # type: ignore[attr-defined]


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


@given(st.integers(0, 2**64), st.integers(0, 1000))
def test_seeds_of_any_size_throw_faces(seed: int, step: int) -> None:
    assert all(1 <= face <= 6 for face in stream(seed, step, "s", "p", 8, 6))
