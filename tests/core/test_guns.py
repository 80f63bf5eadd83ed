from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from navalrules.guns import ARCS, KINDS, MOUNTS, Battery, broadside_weight


def battery(**changes: Any) -> Battery:
    usual: dict[str, Any] = {
        "place": "gun deck",
        "count": 28,
        "pounder": 18.0,
        "kind": "long",
        "mount": "broadside",
    }
    return Battery(**{**usual, **changes})


BATTERIES = st.builds(
    battery,
    count=st.integers(0, 60),
    pounder=st.sampled_from([6.0, 9.0, 12.5, 18.0, 32.1, 100.7]),
    mount=st.sampled_from(MOUNTS),
    kind=st.sampled_from(KINDS),
    arcs=st.sets(st.sampled_from(ARCS), max_size=4).map(lambda arcs: tuple(sorted(arcs))),
)


@pytest.mark.parametrize(
    ("mount", "arcs"), [("pivot", ("port", "starboard")), ("bow", ("bow",)), ("stern", ("stern",))]
)
def test_a_mount_says_where_each_piece_bears(mount: str, arcs: tuple[str, ...]) -> None:
    assert battery(count=2, mount=mount).pieces() == [arcs, arcs]


@pytest.mark.parametrize(("count", "port", "starboard"), [(0, 0, 0), (1, 0, 1), (28, 14, 14), (9, 4, 5)])
def test_broadside_guns_lie_half_and_half(count: int, port: int, starboard: int) -> None:
    pieces = battery(count=count).pieces()
    assert pieces.count(("port",)) == port
    assert pieces.count(("starboard",)) == starboard


@pytest.mark.parametrize("mount", MOUNTS)
def test_arcs_of_her_own_go_before_the_mount(mount: str) -> None:
    assert battery(count=3, mount=mount, arcs=("bow", "port")).pieces() == [("bow", "port")] * 3


@given(BATTERIES)
def test_every_piece_bears_somewhere_and_none_is_lost(one: Battery) -> None:
    pieces = one.pieces()
    assert len(pieces) == one.count
    assert all(arcs and set(arcs) <= set(ARCS) for arcs in pieces)


def test_shannon_throws_half_of_her_broadside_guns() -> None:
    shannon = [
        battery(),
        battery(place="spar deck", count=16, pounder=32.0, kind="carronade"),
        battery(place="bow", count=2, pounder=9.0, mount="bow"),
    ]
    assert broadside_weight(shannon) == 14 * 18 + 8 * 32


def test_pivots_bear_on_either_side_unless_their_arcs_say_no() -> None:
    pivot = battery(count=2, pounder=150.0, mount="pivot", kind="smoothbore")
    assert broadside_weight([pivot]) == 300
    assert broadside_weight([battery(count=2, pounder=150.0, mount="pivot", arcs=("bow", "port"))]) == 0


def test_a_ship_without_guns_throws_nothing() -> None:
    weight = broadside_weight([])
    assert weight == 0
    assert isinstance(weight, float)


@given(st.lists(BATTERIES, max_size=12), st.randoms())
def test_the_order_of_the_batteries_does_not_matter(batteries: list[Battery], random: Random) -> None:
    before = broadside_weight(batteries)
    random.shuffle(batteries)
    assert broadside_weight(iter(batteries)) == before


def test_tenths_of_a_pound_add_up_alike_on_every_python() -> None:
    assert broadside_weight([battery(count=2, pounder=0.1)] * 10) == 1.0
