"""Ship cards and shore batteries: reading them, and reckoning their figures from their guns again."""

from __future__ import annotations

import math
import tomllib
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeVar

import attrs

from navalrules import BadFile, Fault, Tables
from navalrules_mumford.texts import texts

FORMAT: Final = "navalrules/mumford-cards"
KINDS: Final = ("three-decker", "two-decker", "frigate", "sloop")
PLACES: Final = ("broadside", "bow", "stern")
LARGEST: Final = 4_000_000

T = TypeVar("T")


class CardWarning(UserWarning):
    """A card whose printed figure does not come out: names the card, the line and both figures."""


@attrs.frozen
class Pieces:
    """`count` pieces of one calibre on one line; `type` is gun or carronade."""

    count: int
    pounder: float
    type: str


@attrs.frozen(kw_only=True)
class CardLine:
    """One printed battery line: guns, pounds of shot and least crew, of one side where `per_side`."""

    name: str
    place: str
    per_side: bool
    pieces: tuple[Pieces, ...]
    lbs: float
    min_crew: int


@attrs.frozen(kw_only=True)
class Card:
    """A ship card as printed (MUM-CARD-01). `masts` are fore, main, mizzen; 0 for a mast she has not."""

    id: str
    nation: str
    title: str
    guns_nominal: int
    kind: str
    line: bool
    masts: tuple[int, int, int]
    boats: int
    crew: int
    points: int
    rigging: int
    lines: tuple[CardLine, ...]
    broadside: Mapping[str, Any] = attrs.field(factory=dict)

    @property
    def mixed(self) -> bool:
        """Whether guns and carronades make their dice together (MUM-GAP-51)."""
        return bool(self.broadside.get("mixed"))


@attrs.frozen(kw_only=True)
class BatteryCard:
    """Six guns ashore (MUM-SHORE-01, MUM-CARD-02)."""

    id: str
    guns: int
    pounder: float
    lbs: float
    crew: int
    min_crew: int
    nation: str = ""


@attrs.frozen
class Cards:
    """All cards of a file by id, and the slips its author knows of."""

    ships: Mapping[str, Card]
    batteries: Mapping[str, BatteryCard]
    slips: tuple[Mapping[str, str], ...] = ()


# ---------------------------------------------------------------- reckoning


def line_weights(line: CardLine) -> tuple[float, float]:
    """Pounds of gun shot and of carronade shot of a line, from its pieces."""
    return _weight(line, "gun"), _weight(line, "carronade")


def _weight(line: CardLine, kind: str) -> float:
    return math.fsum(each.count * each.pounder for each in line.pieces if each.type == kind)


def line_lbs(line: CardLine) -> float:
    """Pounds of shot of a line, from its pieces."""
    return math.fsum(line_weights(line))


def least_crew(gun_lbs: float, carronade_lbs: float, tables: Tables) -> int:
    """Men of the least crew: one for each 3 lbs of guns, one for each 6 of carronades (MUM-FIRE-23)."""
    table = tables["least_crew"]
    men = gun_lbs / table.number("gun") + carronade_lbs / table.number("carronade")
    return math.floor(men + 0.5)


def line_crew(line: CardLine, tables: Tables) -> int:
    """Least crew of a line, from its pieces."""
    return least_crew(*line_weights(line), tables)


def broadside_lbs(card: Card) -> tuple[float, float]:
    """Pounds of gun shot and of carronade shot of one side, as the lines print them."""
    lines = [line for line in card.lines if line.place == "broadside"]
    shares = [(line.lbs, line_weights(line)) for line in lines]
    guns = math.fsum(lbs * pair[0] / math.fsum(pair) for lbs, pair in shares)
    return guns, math.fsum(lbs * pair[1] / math.fsum(pair) for lbs, pair in shares)


def dice_of(lbs: float, tables: Tables) -> float:
    """Dice of a weight of shot, half dice as 0.5 (MUM-FIRE-09, -10)."""
    half = tables["dice"].number("half_lbs")
    return math.floor(lbs / half + tables["dice"].number("half_from") / half) / 2


def points_of(card: Card, tables: Tables) -> int:
    """Points of a card: both sides of a broadside line, each chaser line once (MUM-PTS-01)."""
    table = tables["points"]
    total = float(card.crew + sum(card.masts)) + table.number("boat") * card.boats
    for line in card.lines:
        guns, carronades = line_weights(line)
        whole = guns + carronades
        pounds = line.lbs * (guns + carronades * table.number("carronade_share")) / whole
        total += pounds * (2 if line.place == "broadside" else 1)
    return math.floor(total + 0.5)


# ---------------------------------------------------------------- reading


@cache
def cards() -> Cards:
    """The 27 cards and four batteries of the rulebook."""
    source = files("navalrules_mumford").joinpath("cards.toml")
    return _cards(tomllib.loads(source.read_text(encoding="utf-8")), "cards.toml")


def read_cards(path: str | Path) -> Cards:
    """Cards of a user's file. Raises BadFile with all faults, OSError where it cannot be read; a line whose
    guns do not fit its printed weight is a CardWarning that names both figures, unless it is a known slip."""
    file = str(path)
    text = Path(path).read_bytes()
    if len(text) > LARGEST:
        raise BadFile([Fault(file, "", f"{len(text)} bytes", texts()("card.size", most=LARGEST))])
    try:
        data = tomllib.loads(text.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadFile([Fault(file, "", str(error), texts()("card.toml"))]) from error
    found = _cards(data, file)
    for card in found.ships.values():
        for line in card.lines:
            _check(card, line, found.slips, file)
    return found


def _check(card: Card, line: CardLine, slips: Iterable[Mapping[str, str]], file: str) -> None:
    known = {(slip["ship"], slip["field"].rpartition(".")[0]) for slip in slips}
    if (card.id, f"battery.{line.name}") in known or line_lbs(line) == line.lbs:
        return
    warnings.warn(
        texts()("card.weight", file=file, card=card.id, line=line.name, lbs=line.lbs, thrown=line_lbs(line)),
        CardWarning,
        stacklevel=3,
    )


def _cards(data: dict[str, Any], file: str) -> Cards:
    faults: list[Fault] = []
    if data.get("format") != FORMAT or data.get("version") != 1:
        faults.append(Fault(file, "format", repr(data.get("format")), f'"{FORMAT}", version 1'))
    ships: dict[str, Card] = {}
    batteries: dict[str, BatteryCard] = {}
    for card in _read(_card, data, "ship", file, faults):
        ships[card.id] = card
    for battery in _read(_battery, data, "shore_battery", file, faults):
        batteries[battery.id] = battery
    slips = tuple(_read(_slip, data, "slip", file, faults))
    if faults:
        raise BadFile(faults)
    return Cards(ships, batteries, slips)


def _read(
    make: Callable[[Any], T], data: Mapping[str, Any], name: str, file: str, faults: list[Fault]
) -> Iterator[T]:
    """What every row of a list of tables says."""
    rows = data.get(name, [])
    if not isinstance(rows, list):
        faults.append(Fault(file, name, repr(rows), texts()("card.printed")))
        return
    for number, row in enumerate(rows, 1):
        key = f"{name}[{number}]"
        try:
            yield make(row)
        except KeyError as error:
            faults.append(
                Fault(file, f"{key}.{error.args[0]}", texts()("card.missing"), texts()("card.value"))
            )
        except (TypeError, ValueError, AttributeError, IndexError) as error:
            faults.append(Fault(file, key, str(error), texts()("card.printed")))


def _whole(value: Any, most: int = 10_000) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise ValueError(f"{value!r} is no whole number from 0 to {most}")
    return value


def _figure(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 10_000:
        raise ValueError(f"{value!r} is no number above 0 and up to 10000")
    return value


def _one_of(value: Any, choices: tuple[str, ...]) -> str:
    if value not in choices:
        raise ValueError(f"{value!r} is none of {', '.join(choices)}")
    return str(value)


def _card(row: Mapping[str, Any]) -> Card:
    masts = row["masts"]
    return Card(
        id=str(row["id"]),
        nation=str(row["nation"]),
        title=str(row["title"]),
        guns_nominal=_whole(row["guns_nominal"], 300),
        kind=_one_of(row["class"], KINDS),
        line=bool(row["ship_of_the_line"]),
        masts=(_whole(masts["fore"]), _whole(masts["main"]), _whole(masts["mizzen"])),
        boats=_whole(row["boats"], 40),
        crew=_whole(row["crew"]),
        points=_whole(row["points"], 100_000),
        rigging=_whole(row["rigging_min_crew"]),
        lines=tuple(map(_line, row["battery"])),
        broadside=row.get("broadside", {}),
    )


def _line(row: Mapping[str, Any]) -> CardLine:
    return CardLine(
        name=str(row["name"]),
        place=_one_of(row["place"], PLACES),
        per_side=bool(row["per_side"]),
        pieces=tuple(
            Pieces(
                _whole(each["count"]), _figure(each["pounder"]), _one_of(each["type"], ("gun", "carronade"))
            )
            for each in row["guns"]
        ),
        lbs=_figure(row["lbs"]),
        min_crew=_whole(row["min_crew"]),
    )


def _slip(row: Mapping[str, Any]) -> dict[str, str]:
    return {**row, "ship": str(row["ship"]), "field": str(row["field"])}


def _battery(row: Mapping[str, Any]) -> BatteryCard:
    return BatteryCard(
        id=str(row["id"]),
        guns=_whole(row["guns"][0]["count"] if isinstance(row["guns"], list) else row["guns"]),
        pounder=_figure(row["guns"][0]["pounder"] if isinstance(row["guns"], list) else row["pounder"]),
        lbs=_figure(row["lbs"]),
        crew=_whole(row["crew"]),
        min_crew=_whole(row["min_crew"]),
        nation=str(row.get("printed_for", "")),
    )
