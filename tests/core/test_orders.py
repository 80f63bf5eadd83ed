"""Orders and requests: what is asked, what would do, and why anything else is refused, in words."""

from __future__ import annotations

import json
import pickle
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import navalrules as nr
from by_hand import options
from navalrules.orders import CORE_ORDERS, DieRequest, OffWindRequest, SightRequest, misshapen

NAN, INFINITE, HUGE = float("nan"), float("inf"), 10**400
SHIP = "uss-kearsarge-1864"
OPTIONS = [nr.Chosen(ship=SHIP, about="struck", option=name) for name in ("hull", "crew", "sails")]


def told(request: nr.Request, order: nr.Order) -> str:
    refusal = request.refusal(order)
    assert refusal is not None
    return str(refusal)


def choice(hint: str = "") -> nr.Choice:
    return nr.Choice("fed", OPTIONS, rule="ACW-HIT-09", hint=hint)


def die() -> DieRequest:
    return DieRequest("fed", SHIP, "to hit", 2, 20)


def sight() -> SightRequest:
    return SightRequest("fed", SHIP, "css-alabama-1864", 80.0)


def off_wind() -> OffWindRequest:
    return OffWindRequest("fed", SHIP, "second half")


def measured(**read: Any) -> nr.Measured:
    return nr.Measured(ship=SHIP, about="css-alabama-1864", **{"range": 10.0, **read})


# ---------------------------------------------------------------- orders


def test_key_says_what_an_order_answers() -> None:
    assert OPTIONS[0].key == ("chosen", SHIP, "struck")
    assert nr.Die(face=3).key == ("die", "", "")
    assert {nr.SwitchRule(name="x", value=True).side, nr.Reroll(seed=1).side} == {"umpire"}


def test_kinds_are_told_apart() -> None:
    kinds = [each.kind for each in CORE_ORDERS]
    assert sorted(set(kinds)) == sorted(kinds)
    assert nr.Order not in CORE_ORDERS


@pytest.mark.parametrize("kind", CORE_ORDERS, ids=lambda kind: kind.kind)
def test_orders_are_frozen_and_take_only_keywords(kind: Any) -> None:
    with pytest.raises(TypeError):
        kind("ship")
    order = kind(**{name: 1 for name in ("face", "range", "off_wind", "option", "name", "value", "seed")
                    if name in attrs.fields_dict(kind)})  # fmt: skip
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        order.ship = "other"


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (("no crew",), "no crew"),
        (("no crew", "send some"), "no crew; send some"),
        (("no crew", "", "ACW-CREW-01"), "no crew (ACW-CREW-01)"),
        (("no crew", "send some", "ACW-CREW-01"), "no crew; send some (ACW-CREW-01)"),
    ],
)
def test_illegal_order_says_reason_hint_and_rule(given: tuple[str, ...], text: str) -> None:
    illegal = nr.IllegalOrder(*given)
    assert str(illegal) == text
    assert isinstance(illegal, nr.NavalrulesError)
    again = pickle.loads(pickle.dumps(illegal))
    assert (again.reason, again.hint, again.rule) == (illegal.reason, illegal.hint, illegal.rule)


@pytest.mark.parametrize(
    ("order", "wrong"),
    [
        (nr.Die(face=3), ""),
        (nr.Die(face=True), "face cannot be True"),
        (nr.Die(face=3.0), "face cannot be 3.0"),  # type: ignore[arg-type]
        (nr.Die(face="3"), "face cannot be '3'"),  # type: ignore[arg-type]
        (nr.Die(face=3, ship=None), "ship cannot be None"),  # type: ignore[arg-type]
        (measured(range=5), ""),
        (measured(range="5"), "range cannot be '5'"),
        (measured(blocked=1), "blocked cannot be 1"),
        (measured(gauge=True), "gauge cannot be True"),
        (nr.SwitchRule(name="x", value=True), ""),
        (nr.SwitchRule(name="x", value=0.5), ""),
        (nr.SwitchRule(name="x", value=None), "value cannot be None"),  # type: ignore[arg-type]
    ],
)
def test_misshapen_names_the_field_that_does_not_fit(order: nr.Order, wrong: str) -> None:
    assert misshapen(order) == wrong


# ---------------------------------------------------------------- requests


def test_request_names_itself() -> None:
    assert repr(die()) == f"<DieRequest: die of {SHIP} (fed) about to hit 2>"
    assert sight().key == ("measured", SHIP, "css-alabama-1864")
    assert off_wind().key == ("point_of_sail", SHIP, "second half")
    assert die().key == ("die", SHIP, "to hit 2")
    assert choice().key == ("chosen", SHIP, "struck")


def test_request_without_a_range_of_answers_is_no_request() -> None:
    with pytest.raises(TypeError, match="abstract methods default, draw, refusal"):
        nr.Request("vote", "fed")  # type: ignore[abstract]


@pytest.mark.parametrize("request_", [choice(), die(), sight(), off_wind()], ids=lambda each: each.kind)
def test_description_is_plain_data(request_: nr.Request) -> None:
    shown = request_.describe()
    assert json.loads(json.dumps(shown)) == shown
    assert (shown["kind"], shown["side"], shown["ship"]) == (request_.kind, "fed", SHIP)
    options = request_.options()
    assert shown["options"] == (None if options is None else [attrs.asdict(each) for each in options])


@pytest.mark.parametrize("request_", [choice(), die(), sight(), off_wind()], ids=lambda each: each.kind)
@given(seed=st.integers(0, 2**32), step=st.integers(0, 99))
def test_what_is_drawn_is_accepted_and_answers_the_request(
    request_: nr.Request, seed: int, step: int
) -> None:
    dice = nr.Seeded(seed)
    dice.begin_step(step)
    order = request_.draw(dice)
    assert order.key == request_.key
    assert request_.refusal(order) is None
    assert misshapen(order) == ""


@pytest.mark.parametrize("request_", [choice(), die()], ids=lambda each: each.kind)
def test_every_option_is_accepted(request_: nr.Request) -> None:
    options = request_.options()
    assert options
    assert [request_.refusal(option) for option in options] == [None] * len(options)
    assert {option.key for option in options} == {request_.key}


# ---------------------------------------------------------------- choices


def test_choice_takes_its_options_and_defaults_to_the_first() -> None:
    asked = choice()
    assert asked.default == OPTIONS[0]
    assert asked.options() == tuple(OPTIONS)
    assert asked.rule == "ACW-HIT-09"
    assert asked.refusal(attrs.evolve(OPTIONS[2], side="fed")) is None


def test_choice_refuses_anything_else_and_lists_what_would_do() -> None:
    keel = attrs.evolve(OPTIONS[0], option="keel")
    assert told(choice(), keel) == (
        "option 'keel' is not among the options; "
        "one of: option 'hull', option 'crew', option 'sails' (ACW-HIT-09)"
    )
    assert told(choice("look at the record"), keel) == (
        "option 'keel' is not among the options; look at the record (ACW-HIT-09)"
    )
    assert told(choice(), attrs.evolve(OPTIONS[0], ship="other")).startswith("option 'hull' is not among")
    assert told(choice(), nr.Die(ship=SHIP, about="struck", face=1)).startswith("face 1 is not among")
    assert told(choice(), nr.Order(ship=SHIP)).startswith("order is not among the options")


# ---------------------------------------------------------------- dice, ranges and the wind


@pytest.mark.parametrize("face", [0, 21, -1, True, 3.0, "3", None, NAN, HUGE])
def test_die_that_has_no_such_face(face: Any) -> None:
    order = nr.Die(ship=SHIP, about="to hit 2", face=face)
    assert told(die(), order) == f"{face!r} is no face of a d20; a whole number from 1 to 20"


def test_die_is_answered_by_a_die() -> None:
    assert "is no face of a d20" in told(die(), OPTIONS[0])
    assert [order.face for order in options(die(), nr.Die)] == list(range(1, 21))


@pytest.mark.parametrize("far", [-0.1, 80.1, NAN, INFINITE, -INFINITE, HUGE, True, "10", None])
def test_range_that_cannot_be(far: Any) -> None:
    assert told(sight(), measured(range=far)) == f"range {far!r}; a number from 0 to 80"


@pytest.mark.parametrize("name", ["bearing", "aspect"])
@pytest.mark.parametrize("angle", [-0.1, 360, 360.0, NAN, INFINITE, HUGE, False, "N"])
def test_angle_that_cannot_be(name: str, angle: Any) -> None:
    assert told(sight(), measured(**{name: angle})) == f"{name} {angle!r}; degrees from 0 up to 360"


@pytest.mark.parametrize(
    "read", [{"gauge": 2}, {"gauge": -2}, {"gauge": 0.5}, {"gauge": True}, {"gauge": "1"}, {"blocked": 1}]
)
def test_gauge_and_blocked_that_cannot_be(read: dict[str, Any]) -> None:
    assert told(sight(), measured(**read)) == (
        "gauge or blocked is off; gauge -1, 0 or 1; blocked true or false"
    )


@pytest.mark.parametrize(
    "read",
    [
        *[{"range": 0}, {"range": 80}, {"range": 79.999}, {"bearing": 359.999, "aspect": 0}],
        *[{"gauge": -1}, {"gauge": 1, "blocked": True}],
    ],
)
def test_measurement_that_can_be(read: dict[str, Any]) -> None:
    assert sight().refusal(measured(**read)) is None


def test_sight_is_answered_by_a_measurement() -> None:
    assert told(sight(), OPTIONS[0]) == "chosen is not a measurement; give range, bearing and aspect"


@pytest.mark.parametrize("off", [-0.1, 180.1, NAN, INFINITE, HUGE, True, "90", None])
def test_point_of_sail_that_cannot_be(off: Any) -> None:
    order = nr.PointOfSail(ship=SHIP, about="second half", off_wind=off)
    assert told(off_wind(), order) == f"{off!r} off the wind; degrees from 0 to 180"


@pytest.mark.parametrize("off", [0, 180, 67.5])
def test_point_of_sail_that_can_be(off: float) -> None:
    order = nr.PointOfSail(ship=SHIP, about="second half", off_wind=off)
    assert off_wind().refusal(order) is None


def test_point_of_sail_is_answered_by_one() -> None:
    assert told(off_wind(), nr.Die(face=3)).endswith("off the wind; degrees from 0 to 180")


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (die(), "the d20 for to hit 2 has no default; throw it and give its face"),
        (sight(), "the range to css-alabama-1864 has no default; measure it"),
        (off_wind(), f"the point of sail of {SHIP} has no default; look at the table"),
    ],
)
def test_facts_of_the_table_have_no_default(asked: nr.Request, text: str) -> None:
    with pytest.raises(nr.IllegalOrder) as caught:
        _ = asked.default
    assert str(caught.value) == text
