"""Golden playthroughs: the first turns of a battle under each official ruleset, as text to be read as a diff.

Written anew by `python tests/golden/playthroughs.py`; look at what has changed before you commit it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

import navalrules as nr
from navalrules.codec import Codec

HERE = Path(__file__).parent


@attrs.frozen
class Playthrough:
    """A battle to be told: `turns` of it, both sides commanded by the captains of the ruleset named."""

    ruleset: str
    scenario: str
    seed: int
    turns: int
    captains: tuple[str, str] = ("close_action", "cautious")

    @property
    def path(self) -> Path:
        return HERE / f"{self.ruleset}-{self.scenario}.txt"

    def lines(self) -> Iterator[str]:
        battle = nr.Battle.begin(nr.scenario(self.scenario), self.ruleset, self.seed)
        sides = [side.name for side in battle.scenario.sides]
        hands = {
            side: nr.captains.named(battle, name) for side, name in zip(sides, self.captains, strict=True)
        }
        battle.run(hands, max_turns=self.turns)
        yield f"{self.scenario} under {self.ruleset} {battle.ruleset.version}, seed {self.seed}"
        yield from (f"{side}: {name}" for side, name in zip(sides, self.captains, strict=True))
        codec = Codec(battle.ruleset)
        for event in battle.log:
            yield from told(codec.event(event))
        yield "left"
        for name, ship in battle.result.ships.items():
            left = ", ".join(f"{what} {have:g} of {full:g}" for what, (have, full) in ship["left"].items())
            yield f"  {name}: {ship['status']}, {left}"


PLAYTHROUGHS = (
    Playthrough("btq", "shannon-chesapeake-1813", 1804, 5, ("close_action", "close_action")),
    Playthrough("civilwar", "kearsarge-alabama-1864", 1864, 6),
    Playthrough("mumford", "mumford-duel-74", 1805, 5),
    Playthrough("ratings", "shannon-chesapeake-1813", 1813, 4),
)


def told(event: dict[str, Any]) -> Iterator[str]:
    """An event as lines: what it is, its rulings, and what it changed."""
    kind, turn, ship = event.pop("event"), event.pop("turn"), event.pop("ship", "")
    rulings, changes, rules = (event.pop(key, []) for key in ("rulings", "changes", "rules"))
    if kind == "turn_began":
        yield f"turn {turn}"
        return
    facts = [f"{key} {value(each)}" for key, each in event.items()]
    cited = [f"({', '.join(rules)})"] if rules else []
    yield "  " + " ".join(
        filter(None, [f"{kind}{':' if ship or facts else ''}", ship, ", ".join(facts), *cited])
    )
    for each in rulings:
        yield f"    {ruling(each)}"
    for whose, what, before, after in changes:
        yield f"    {whose or 'table'}.{what}: {value(before)} -> {value(after)}"


def ruling(data: dict[str, Any]) -> str:
    """A ruling in a line: its rule, what it decided, the dice, and what went into it."""
    parts = [data["rule"], "=", value(data["outcome"])]
    if roll := data.get("roll"):
        parts.append(f"by d{roll['sides']} {value(roll.get('faces', []))}")
    if "need" in data:
        parts.append(f"against {value(data['need'])}")
    for each in data.get("modifiers", []):
        parts.append(f"{each['amount']:+g} {each['name']} ({each['rule']})")
    if also := data.get("also"):
        parts.append(f"also {', '.join(also)}")
    return " ".join(parts)


def value(data: Any) -> str:
    """Plain data in short: a pose is where and whither."""
    if isinstance(data, dict) and data.get("is") == "pose":
        return f"({data['x']:g}, {data['y']:g}) heading {data['heading']:g}"
    if isinstance(data, dict):
        return "{" + ", ".join(f"{key} {value(each)}" for key, each in data.items()) + "}"
    if isinstance(data, list):
        return "[" + ", ".join(map(value, data)) + "]"
    return data if isinstance(data, str) else json.dumps(data)


def main() -> None:
    for playthrough in PLAYTHROUGHS:
        playthrough.path.write_text("\n".join(playthrough.lines()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
