"""How a battle ended, or stands: who won and why, and what is left of every ship."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from navalrules.catalogue import ENGLISH
from navalrules.report.grid import aligned
from navalrules.report.words import Words

if TYPE_CHECKING:
    from navalrules.battle import Battle, Result


class Closing(NamedTuple):
    """The sentence that ends a battle, and its table: headings, and a row a ship."""

    sentence: str
    headings: list[str]
    rows: list[list[str]]

    def lines(self) -> list[str]:
        """All of it as plain text."""
        return [self.sentence, *aligned([self.headings, *self.rows])]


def closing(battle: Battle, language: str = ENGLISH) -> Closing:
    """The end of a battle in words and figures, `left/of` for all that its ruleset counts."""
    words, result = Words(battle.ruleset.texts, language), battle.result
    counted = list(dict.fromkeys(name for ship in result.ships.values() for name in ship["left"]))
    heads = ["ship", "side", "status"]
    headings = [words.called("column", name) for name in heads] + [
        words.called("strength", name) for name in counted
    ]
    rows = [_row(words, ship, counted) for ship in result.ships.values()]
    return Closing(_sentence(words, result), headings, rows)


def _row(words: Words, ship: Mapping[str, Any], counted: list[str]) -> list[str]:
    left = ship["left"]
    status = words.called("status", ship["status"])
    name, side = words.called("ship", ship["name"]), words.called("side", ship["side"])
    return [name, side, status, *(_pair(words, left.get(name)) for name in counted)]


def _pair(words: Words, pair: list[float] | None) -> str:
    return words.say("closing.pair", left=pair[0], full=pair[1]) if pair else ""


def _sentence(words: Words, result: Result) -> str:
    form = "unfinished" if not result.over else "won" if result.winner else "drawn"
    why, winner = words.called("verdict", result.why), words.called("side", result.winner)
    return words.count(f"closing.{form}", result.turns, {"winner": winner, "why": why})
