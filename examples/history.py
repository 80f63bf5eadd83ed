"""How often does history come out as it did? Historical fights over many seeds, beside their real outcome.

Prints a Markdown table:  python examples/history.py btq 200 speedy-el-gamo maio
Without names it fights every scenario of a rulebook's own guide that was written for the ruleset. The default
captain leads both sides.
"""

from __future__ import annotations

import sys
from collections import Counter

import navalrules as nr

HEAD = "| fight | history | {} battles | turns |\n|---|---|---|---:|"


def fights(ruleset: str) -> list[str]:
    """The scenarios of a ruleset's guide, by id."""
    found = [nr.scenario(name) for name in nr.scenario_names()]
    return [each.id for each in found if each.ruleset == ruleset and each.kind == "guide"]


def row(name: str, ruleset: str, battles: int) -> str:
    """One scenario over seeds 1, 2, 3 and so on: who won how often, and in how many turns."""
    scenario = nr.scenario(name)
    won: Counter[str] = Counter()
    turns = 0
    for seed in range(1, battles + 1):
        battle = nr.Battle.begin(scenario, ruleset, seed)
        result = battle.run({side.name: nr.captains.CloseAction() for side in scenario.sides})
        won[result.winner] += 1
        turns += result.turns
    sides = [side.name for side in scenario.sides]
    often = ", ".join(f"{side} {100 * won[side] / battles:.3g} %" for side in sides)
    if won[""]:
        often += f", nobody {100 * won[''] / battles:.3g} %"
    real = str(scenario.outcome.get("winner", "not told")).replace("none", "nobody")
    title = scenario.title + (" (fiction)" if scenario.fictional else "")
    return f"| {title} | {real} | {often} | {turns / battles:.1f} |"


def main(ruleset: str, battles: int, names: list[str]) -> None:
    """Print the table."""
    print(HEAD.format(battles))
    for name in names or fights(ruleset):
        print(row(name, ruleset, battles), flush=True)


if __name__ == "__main__":
    told = sys.argv[1:]
    main(told[0] if told else "btq", int(told[1]) if len(told) > 1 else 20, told[2:])
