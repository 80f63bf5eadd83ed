"""MUM-CARD and MUM-PTS: the printed cards, each figure reckoned again from the guns of its own lines.

18 of the 27 cards come out in every figure. What does not come out is twelve slips, each by name.
"""

from __future__ import annotations

import tomllib
import warnings
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from sea import RULES

import navalrules as nr
from navalrules_mumford import cards as reckoning
from navalrules_mumford.cards import Card, CardWarning, cards, read_cards

TABLES = RULES.tables
RAW = tomllib.loads(files("navalrules_mumford").joinpath("cards.toml").read_text(encoding="utf-8"))
PRINTED = {row["id"]: row for row in RAW["ship"]}

# Card: guns in the title, class, masts, boats, crew, rigging; broadside lbs + carronades, dice, points.
LEDGER = {
    "british-100-1st-rate": (100, "three-decker", (120, 140, 100), 7, 850, 30, 1104, 0, 15, 3556),
    "british-98-2nd-rate": (98, "three-decker", (110, 130, 90), 7, 830, 30, 1048, 36, 14.5, 3404),
    "british-74-3rd-rate": (74, "two-decker", (100, 120, 80), 6, 600, 20, 781, 54, 11.5, 2608),
    "british-64-4th-rate": (64, "two-decker", (90, 110, 75), 5, 550, 20, 618, 0, 8.5, 2111),
    "british-50-5th-rate": (50, "two-decker", (85, 100, 70), 5, 350, 20, 372, 0, 5, 1399),
    "british-38-frigate": (38, "frigate", (80, 90, 65), 4, 280, 15, 508, 0, 7, 1333),
    "british-32-frigate": (32, "frigate", (80, 90, 65), 4, 230, 15, 261, 0, 3.5, 1061),
    "british-28-frigate": (28, "frigate", (75, 85, 60), 3, 190, 15, 168, 0, 2.5, 800),
    "british-14-brig-sloop": (14, "sloop", (0, 85, 60), 2, 90, 10, 150, 0, 2, 417),
    "french-120-1st-rate": (120, "three-decker", (120, 140, 100), 8, 1098, 30, 1268, 72, 17.5, 4146),
    "french-110-1st-rate": (110, "three-decker", (110, 130, 90), 8, 1037, 30, 1180, 72, 16.5, 3879),
    "french-80-3rd-rate": (80, "two-decker", (105, 125, 85), 6, 840, 25, 1032, 108, 14.5, 3387),
    "french-74-3rd-rate": (74, "two-decker", (100, 120, 80), 6, 690, 20, 928, 72, 13, 2978),
    "french-42-frigate": (42, "frigate", (80, 90, 65), 4, 330, 15, 344, 0, 5, 1365),
    "french-38-frigate": (38, "frigate", (75, 85, 60), 4, 320, 15, 282, 0, 4, 1216),
    "french-12-brig-sloop": (12, "sloop", (0, 85, 60), 2, 80, 10, 48, 0, 0.5, 341),
    "spanish-130-1st-rate": (130, "three-decker", (120, 140, 100), 9, 1100, 35, 1156, 0, 16, 3862),
    "spanish-112-1st-rate": (112, "three-decker", (110, 130, 90), 7, 900, 30, 1092, 0, 15, 3484),
    "spanish-84-3rd-rate": (84, "two-decker", (105, 125, 85), 6, 650, 25, 1012, 0, 14, 3049),
    "spanish-74-3rd-rate": (74, "two-decker", (100, 120, 80), 6, 530, 20, 670, 0, 9.5, 2230),
    "spanish-34-frigate": (34, "frigate", (80, 90, 65), 4, 280, 15, 306, 0, 4.5, 1167),
    "spanish-12-brig-sloop": (12, "sloop", (0, 85, 60), 2, 80, 10, 48, 0, 0.5, 341),
    "dutch-74-3rd-rate": (74, "two-decker", (100, 120, 80), 6, 550, 20, 808, 0, 11, 2526),
    "dutch-68-4th-rate": (68, "two-decker", (95, 115, 75), 5, 450, 20, 706, 0, 10, 2221),
    "dutch-58-5th-rate": (58, "two-decker", (90, 105, 70), 5, 350, 20, 392, 0, 5.5, 1483),
    "dutch-44-razee": (44, "frigate", (90, 110, 70), 5, 350, 20, 578, 0, 8, 1826),
    "dutch-40-frigate": (40, "frigate", (80, 90, 65), 4, 280, 15, 242, 144, 3.5, 1183),
}

SLIPS = {
    ("british-100-1st-rate", "broadside.dice", "15", "15.5"),
    ("british-98-2nd-rate", "points", "3404", "3394"),
    ("british-74-3rd-rate", "broadside.dice", "11.5", "11"),
    ("british-74-3rd-rate", "broadside.carronade_dice", "", "1"),
    ("british-74-3rd-rate", "title", "74 Gun 3nd Rate Ship of the Line", "74 Gun 3rd Rate Ship of the Line"),
    ("british-38-frigate", "battery.Carronade Batteries.min_crew", "44", "43"),
    ("british-32-frigate", "points", "1061", "1051"),
    ("british-32-frigate", "broadside.min_crew", "", "87"),
    ("british-14-brig-sloop", "points", "417", "411"),
    ("french-80-3rd-rate", "battery.Upper Batteries.guns", "15 x 24, 9 x 12", "16 x 24, 9 x 12"),
    ("spanish-84-3rd-rate", "broadside.min_crew", "237", "337"),
    ("dutch-58-5th-rate", "points", "1483", "1473"),
}

Figure = tuple[str, str, str, str]


def text(value: Any) -> str:
    return "" if value is None else f"{value:g}" if isinstance(value, int | float) else str(value)


def reckoned(card: Card) -> Iterator[Figure]:
    """Every printed figure of a card with the figure that its own lines give: card, field, printed, ours."""
    row, side = PRINTED[card.id], PRINTED[card.id]["broadside"]
    sic = row.get("title_sic", row["title"])
    # Great and small letters of a title are no figures: the Spanish 130 prints "1st rate".
    yield card.id, "title", row["title"] if sic.casefold() == row["title"].casefold() else sic, row["title"]
    guns, carronades = reckoning.broadside_lbs(card)
    apart = 0.0 if card.mixed else carronades
    yield card.id, "broadside.lbs", text(side["lbs"]), text(guns + carronades - apart)
    yield card.id, "broadside.dice", text(side["dice"]), text(reckoning.dice_of(side["lbs"], TABLES))
    yield card.id, "broadside.carronade_lbs", text(side.get("carronade_lbs")), text(apart or None)
    dice = reckoning.dice_of(apart, TABLES) if apart else None
    yield card.id, "broadside.carronade_dice", text(side.get("carronade_dice")), text(dice)
    yield from _crews(card, side)
    yield card.id, "points", text(card.points), text(reckoning.points_of(card, TABLES))
    yield from _lines(card)


def _crews(card: Card, side: dict[str, Any]) -> Iterator[Figure]:
    lines = [line for line in card.lines if line.place == "broadside"]
    light = [line.min_crew for line in lines if {each.type for each in line.pieces} == {"carronade"}]
    whole = sum(line.min_crew for line in lines)
    apart = 0 if side.get("min_crew_includes_carronades") else sum(light)
    yield card.id, "broadside.min_crew", text(side.get("min_crew")), text(whole - apart)
    yield card.id, "broadside.carronade_min_crew", text(side.get("carronade_min_crew")), text(apart or None)


def _lines(card: Card) -> Iterator[Figure]:
    for line in card.lines:
        field = f"battery.{line.name}"
        if reckoning.line_lbs(line) != line.lbs:
            yield card.id, f"{field}.guns", _guns(line, 0), _guns(line, _missing(line))
            assert line.min_crew == reckoning.least_crew(line.lbs, 0, TABLES)
            continue
        yield card.id, f"{field}.min_crew", text(line.min_crew), text(reckoning.line_crew(line, TABLES))


def _missing(line: reckoning.CardLine) -> int:
    """Pieces of the first calibre that the printed weight asks for besides those printed."""
    pieces, odd = divmod(line.lbs - reckoning.line_lbs(line), line.pieces[0].pounder)
    assert odd == 0
    return int(pieces)


def _guns(line: reckoning.CardLine, more: int) -> str:
    counts = [each.count + (more if index == 0 else 0) for index, each in enumerate(line.pieces)]
    return ", ".join(f"{count} x {each.pounder:g}" for count, each in zip(counts, line.pieces, strict=True))


def wrong(card: Card) -> set[Figure]:
    return {figure for figure in reckoned(card) if figure[2] != figure[3]}


@pytest.mark.rule("MUM-CARD-04", "MUM-CARD-01", "MUM-FLOT-02")
def test_the_27_cards_are_the_printed_ones() -> None:
    found = {
        card.id: (
            *(card.guns_nominal, card.kind, card.masts, card.boats, card.crew, card.rigging),
            *(card.broadside["lbs"], card.broadside.get("carronade_lbs", 0), card.broadside["dice"]),
            card.points,
        )
        for card in cards().ships.values()
    }
    assert found == LEDGER
    nations = [card.nation for card in cards().ships.values()]
    counts = {nation: nations.count(nation) for nation in sorted(set(nations))}
    assert counts == {"British": 9, "Dutch": 5, "French": 7, "Spanish": 6}
    assert sum(len(card.lines) for card in cards().ships.values()) == 71
    two_masted = {card.id for card in cards().ships.values() if not all(card.masts)}
    assert two_masted == {"british-14-brig-sloop", "french-12-brig-sloop", "spanish-12-brig-sloop"}


@pytest.mark.rule("MUM-CARD-04", "MUM-CARD-03", "MUM-FIRE-09", "MUM-FIRE-10", "MUM-FIRE-23", "MUM-PTS-01")
def test_every_printed_figure_comes_out_but_the_twelve_slips() -> None:
    found = [wrong(card) for card in cards().ships.values()]
    assert set().union(*found) == SLIPS
    assert sum(len(each) for each in found) == 12
    assert sum(not each for each in found) == 18


@pytest.mark.rule("MUM-CARD-04")
def test_the_slips_stand_in_the_data_each_by_name() -> None:
    listed = {(slip["ship"], slip["field"], slip["printed"], slip["recomputed"]) for slip in cards().slips}
    assert listed == SLIPS
    assert len(cards().slips) == 12
    assert all(slip["cause"] for slip in cards().slips)


@pytest.mark.rule("MUM-FIRE-09", "MUM-FIRE-10")
@pytest.mark.parametrize(
    ("lbs", "dice"),
    [(72, 1), (144, 2), (1080, 15), (17, 0), (18, 0.5), (53, 0.5), (54, 1), (89, 1), (90, 1.5), (1104, 15.5)],
)
def test_dice_for_pounds(lbs: float, dice: float) -> None:
    assert reckoning.dice_of(lbs, TABLES) == dice


@pytest.mark.rule("MUM-FIRE-23", "MUM-CARD-03")
@pytest.mark.parametrize(
    ("guns", "carronades", "men"), [(264, 0, 88), (0, 256, 43), (6, 144, 26), (448, 0, 149), (0, 136, 23)]
)
def test_a_man_for_three_pounds_of_guns_and_six_of_carronades(guns: int, carronades: int, men: int) -> None:
    assert reckoning.least_crew(guns, carronades, TABLES) == men


@pytest.mark.rule("MUM-PTS-01")
def test_points_of_the_british_74() -> None:
    # 2 x 781 guns, half of 2 x 54 and 64 carronades, 6 boats at 10, 600 men, 300 of masts.
    assert 2 * 781 + (2 * 54 + 64) // 2 + 60 + 600 + 300 == 2608
    assert reckoning.points_of(cards().ships["british-74-3rd-rate"], TABLES) == 2608


@pytest.mark.rule("MUM-SHORE-01", "MUM-CARD-02")
def test_the_four_batteries_of_six_guns() -> None:
    found = {
        card.pounder: (card.guns, card.lbs, card.crew, card.min_crew) for card in cards().batteries.values()
    }
    assert found == {
        24: (6, 144, 75, 48),
        32: (6, 192, 100, 64),
        36: (6, 216, 100, 72),
        42: (6, 252, 120, 84),
    }
    for card in cards().batteries.values():
        assert card.guns * card.pounder == card.lbs
        assert reckoning.least_crew(card.lbs, 0, TABLES) == card.min_crew


def file_of(folder: Path, change: tuple[str, str]) -> Path:
    whole = files("navalrules_mumford").joinpath("cards.toml").read_text(encoding="utf-8")
    start = whole.index('[[ship]]\nid = "british-64-4th-rate"')
    card = whole[start : whole.index("[[ship]]", start + 1)]
    assert change[0] in card
    path = folder / "mine.toml"
    head = 'format = "navalrules/mumford-cards"\nversion = 1\n'
    path.write_text(head + card.replace(*change), encoding="utf-8")
    return path


@pytest.mark.rule("MUM-CARD-01", "MUM-FIRE-09")
def test_a_card_whose_guns_do_not_fit_its_weight_loads_with_a_warning(tmp_path: Path) -> None:
    path = file_of(tmp_path, ("lbs = 312", "lbs = 336"))
    with pytest.warns(CardWarning) as caught:
        found = read_cards(path)
    assert found.ships["british-64-4th-rate"].lines[1].lbs == 336
    (said,) = [str(each.message) for each in caught]
    assert all(word in said for word in ("british-64-4th-rate", "'Lower Batteries'", "336", "312"))


@pytest.mark.rule("MUM-CARD-01")
def test_a_card_that_fits_loads_in_silence(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = read_cards(file_of(tmp_path, ("crew = 550", "crew = 540")))
    assert found.ships["british-64-4th-rate"].crew == 540


@pytest.mark.rule("MUM-CARD-01")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ship = 3", "ship = 3"),
        ("shore_battery = 1", "shore_battery = 1"),
        ("ship = [1]", "ship[1]"),
        ('[[shore_battery]]\nid = "fort"\nguns = []', "shore_battery[1]"),
        ("slip = 4", "slip = 4"),
        ('[[slip]]\nfield = "points"', "slip[1].ship"),
        ('slip = ["points"]', "slip[1]"),
        ('[[ship]]\nid = "x"\n[[slip]]\nship = 1\nfield = 2', "ship[1].masts"),
        ("deep = " + "[" * 5000 + "]" * 5000, "a TOML file"),
        ("ship = 3\nslip = 4", "slip = 4"),
    ],
)
def test_a_file_that_holds_no_cards_is_refused_with_what_is_wrong(
    text: str, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'format = "navalrules/mumford-cards"\nversion = 1\n{text}\n', encoding="utf-8")
    with pytest.raises(nr.BadFile) as error:
        read_cards(path)
    assert said in str(error.value)
    assert "mine.toml" in str(error.value)
