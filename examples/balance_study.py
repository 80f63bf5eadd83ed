"""Is the fight fair? A hundred duels, each fought twice on the same dice with the captains exchanged.

The captain who closes and the captain who keeps off command each ship in turn, so that what is left
between them is their way of fighting and not the ship. Wilson's interval says how sure we may be.

Run it with the number of pairs:  python examples/balance_study.py 50
"""

from __future__ import annotations

import math
import sys
from collections import Counter

import navalrules as nr

SCENARIO = "kearsarge-alabama-1864"
STYLES = ("close_action", "cautious")


def fought(first: nr.Battle, seed: int, styles: tuple[str, str]) -> nr.Result:
    """One duel; the first style commands the first side."""
    battle = first.anew(seed, record=False)
    makers = battle.ruleset.captains
    sides = zip(battle.scenario.sides, styles, strict=True)
    return battle.run({side.name: nr.captains.make(style, makers) for side, style in sides})


def winner(scenario: nr.Scenario, result: nr.Result, styles: tuple[str, str]) -> tuple[str, str]:
    """The side and the style that won, "" and "" for a draw."""
    for side, style in zip(scenario.sides, styles, strict=True):
        if side.name == result.winner:
            return side.name, style
    return "", ""


def wilson(wins: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval for the share of games won."""
    share, spread = wins / games, z * z / games
    middle = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / games + spread / games / 4) / (1 + spread)
    return middle - half, middle + half


def study(pairs: int, scenario_name: str = SCENARIO) -> dict[str, Counter[str]]:
    """Who won how often, by side and by style; pair k is fought with seed k."""
    scenario = nr.scenario(scenario_name)
    first = nr.Battle.begin(scenario)
    found: dict[str, Counter[str]] = {"side": Counter(), "style": Counter()}
    for seed in range(pairs):
        for styles in (STYLES, STYLES[::-1]):
            side, style = winner(scenario, fought(first, seed, styles), styles)
            found["side"][side or "nobody"] += 1
            found["style"][style or "nobody"] += 1
    return found


def main(pairs: int) -> None:
    """Fight, then tell the shares with their intervals."""
    games = 2 * pairs
    for what, counts in study(pairs).items():
        print(f"Won by {what}, of {games} games:")
        for name, wins in sorted(counts.items()):
            low, high = wilson(wins, games)
            print(f"  {name}: {wins / games:.1%} ({low:.1%} to {high:.1%})")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
