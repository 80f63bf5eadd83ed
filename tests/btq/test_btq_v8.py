"""The same broadsides with the same dice under the companion v8's own figures (v8.toml): alike wherever guide
and v8 agree, and different just where the ledger says they differ."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from gun_deck import falls, fire, guns, meet, refused, shot

import navalrules as nr

V8 = nr.Variant.read(Path(__file__).with_name("v8.toml"))
ROYAL = "great_britain_royal_navy_1775_1815"


def spent(mine: Any) -> None:
    """Both first broadsides are gone."""
    mine.initial_used = (True, True)


def under(
    figures: Mapping[str, Mapping[str, Any]] | None, range_: float, *faces: int, **fields: Any
) -> nr.Battle:
    """Thirty 32-pounders a side unless told otherwise, under the guide's figures (None) or v8's."""
    told: dict[str, Any] = {
        "aspect": 90.0,
        "batteries": guns(long_32=60),
        "crew": 850,
        "change": spent,
        "red": {"btq_nationality": ROYAL},
        **fields,
    }
    dice = falls(*faces, high=told.pop("high", ()), share=told.pop("share", ()))
    return meet(range_, dice=dice, variant=figures, **told)


BOTH = (None, V8.tables)

AGREED: list[tuple[float, int, dict[str, Any], dict[str, Any], int]] = [
    (300, 60, {}, {"aim": "rigging"}, 311),
    (300, 60, {"change": None}, {"aim": "rigging"}, 518),
    (200, 60, {}, {"aim": "rigging"}, 701),
    (190, 60, {"aspect": 180.0}, {}, 876),
    (190, 60, {"aspect": 0.0}, {}, 771),
    (300, 60, {}, {"aim": "rigging", "shot": "dismantling"}, 778),
    (200, 60, {}, {"aim": "rigging", "shot": "double"}, 876),
    (200, 60, {}, {"aim": "crew", "shot": "grape"}, 1051),
    (600, 60, {}, {"aim": "rigging"}, 230),
    (1500, 60, {}, {"aim": "rigging"}, 40),
    (
        300,
        60,
        {"change": None, "batteries": guns(long_18=28), "red": {
            "btq_nationality": "france_imperial_navy_1803_1815", "btq_quality": "inexperienced",
        }},
        {"aim": "rigging"},
        47,
    ),
]  # fmt: skip


@pytest.mark.parametrize("figures", BOTH, ids=["guide", "v8"])
@pytest.mark.parametrize(("range_", "face", "fields", "how", "damage"), AGREED)
def test_where_guide_and_v8_agree(
    figures: Mapping[str, Mapping[str, Any]] | None,
    range_: float,
    face: int,
    fields: dict[str, Any],
    how: dict[str, Any],
    damage: int,
) -> None:
    (event,) = fire(under(figures, range_, face, **fields), shot(**how))
    assert event.damage == damage


@pytest.mark.parametrize("figures", BOTH, ids=["guide", "v8"])
def test_point_blank_needs_no_die_under_either(figures: Mapping[str, Mapping[str, Any]] | None) -> None:
    (event,) = fire(under(figures, 20), shot(aim="rigging"))
    assert event.damage == 960


def test_every_gun_and_band_gives_the_same_under_both() -> None:
    ours, theirs = (meet(variant=figures).lore.ordnance for figures in BOTH)
    assert {key: gun.bands for key, gun in ours.guns.items()} == {
        key: gun.bands for key, gun in theirs.guns.items()
    }
    assert (ours.ranges, ours.die, ours.high, ours.rakes) == (
        theirs.ranges, theirs.die, theirs.high, theirs.rakes,
    )  # fmt: skip
    assert (ours.shots, ours.modified) == (theirs.shots, theirs.modified)


def test_where_they_differ() -> None:
    far = shot(shot="canister", aim="crew")
    assert refused(under(None, 200), far).rule == "BTQ-SHOT-07"  # DIS-05
    (event,) = fire(under(V8.tables, 200, 60), far)
    assert event.damage == 1752  # 700.8 x 2.5
    line = {"red": {"btq_class": "third_rate", "btq_nationality": ROYAL}, "wind": nr.Wind(270.0, 5)}
    fire(under(None, 200, 60, **line), shot(aim="rigging"))
    assert refused(under(V8.tables, 200, **line), shot()).rule == "BTQ-GUN-25"  # DIS-04
    (event,) = fire(under(None, 200, 60), shot(aim="rigging", guns=(15,)))
    assert event.damage == 350  # DIS-52: 350.4
    (event,) = fire(under(V8.tables, 200, 60), shot(aim="rigging", guns=(15,)))
    assert event.damage == 350  # 701 halved and cut
    (event,) = fire(under(None, 300, 60, high=(15,), share=(40,)), shot())
    assert (event.damage, event.hull, event.rigging) == (311, 187, 124)  # DIS-07: 124.4 of 311 go high
    (event,) = fire(under(V8.tables, 300, 60, high=(15,)), shot())
    assert (event.damage, event.hull, event.rigging) == (311, 0, 311)
    crack = {"change": None, "red": {"btq_quality": "crack", "btq_nationality": ROYAL}}
    rule = {"rules_on": {"crack_crew": True}}
    (event,) = fire(under(None, 300, 60, **crack, **rule), shot(aim="rigging"))
    assert event.damage == 622
    (event,) = fire(under(V8.tables, 300, 60, **crack, **rule), shot(aim="rigging"))
    assert event.damage == 373  # DIS-17, GUN-11: v8 knows no crack crew's first broadside
