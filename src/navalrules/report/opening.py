"""What is told before the first turn: what fight it is, in what wind, under which rules, who fights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from navalrules.compass import name_of
from navalrules.report.words import Words

if TYPE_CHECKING:
    from navalrules.battle import Battle


def opening(battle: Battle, words: Words) -> list[str]:
    """The lines before the first turn."""
    return [*_head(battle, words), *_ships(battle, words)]


def _head(battle: Battle, words: Words) -> list[str]:
    scenario, first = battle.scenario, battle.marks[0].state if battle.marks else battle.state
    wind, ruleset, translated = scenario.wind, battle.ruleset, words.texts.translated
    lines = [
        words.say("opening.title", title=translated("scenario", scenario.title)),
        words.joined((translated("scenario", scenario.place), scenario.date)),
        words.say("opening.rules", ruleset=translated("ruleset", ruleset.title), version=ruleset.version),
        words.say("opening.seed", seed=first.seed),
        words.say(
            "opening.wind" if wind.force else "opening.calm",
            wind=words.called("course", name_of(wind.from_bearing)),
            force=wind.force,
        ),
    ]
    on = [
        words.say("opening.switch", name=name, value=str(value).lower())
        for name, value in first.switches
        if value
    ]
    if on:
        lines.append(words.say("opening.switches", switches=words.joined(on)))
    if battle.setup.variant is not None:
        lines.append(words.say("opening.variant", variant=battle.setup.variant.title))
    return [line for line in lines if line]


def _ships(battle: Battle, words: Words) -> list[str]:
    first = battle.marks[0].state if battle.marks else battle.state
    return [
        words.say(
            "opening.side",
            side=side.name,
            ships=words.joined(
                words.called("ship", ship.name) for ship in first.ships.values() if ship.side == side.name
            ),
        )
        for side in battle.scenario.sides
    ]
