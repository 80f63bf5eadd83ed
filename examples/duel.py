"""Kearsarge fights Alabama once; then the same battle is asked why, shot by shot.

Run it with a seed:  python examples/duel.py 1864
"""

from __future__ import annotations

import sys

import navalrules as nr


def fight(seed: int) -> nr.Battle:
    """Fight the duel to its end with both sides at their best."""
    battle = nr.Battle.begin(nr.scenario("kearsarge-alabama"), seed=seed)
    battle.run({"Federal": nr.captains.CloseAction(), "Confederate": nr.captains.Cautious()})
    return battle


def working(shot: nr.ShotFired) -> str:
    """One shot with its arithmetic."""
    (ruled,) = shot.rulings
    assert ruled.roll is not None
    parts = [f"{modifier.name} {modifier.amount:+g} ({modifier.rule})" for modifier in ruled.modifiers]
    told = "hit" if shot.hit else "miss"
    return f"{shot.weapon}: d20 {ruled.roll.faces[0]}, {', '.join(parts)}; {ruled.need:g} needed: {told}"


def main(seed: int) -> None:
    """Fight, then show the result and the first five shots."""
    battle = fight(seed)
    result = battle.result
    print(f"{result.winner or 'Nobody'} wins after {result.turns} turns.")
    for ship in result.ships.values():
        hull, of = ship["left"]["hull"]
        print(f"  {ship['name']}: {ship['status']}, {hull:g} of {of:g} hull squares left")
    shots = [event for event in battle.log if isinstance(event, nr.ShotFired)]
    for shot in shots[:5]:
        print("  " + working(shot))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1864)
