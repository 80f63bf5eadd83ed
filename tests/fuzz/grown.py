"""Thousands of battles one after another in one process: does it grow?

python tests/fuzz/grown.py [-n 10000]: resident memory along the way.
"""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "core"))
from strangers import POND, installed, made_up

import navalrules as nr


def resident() -> int:
    """Bytes of this process that are in memory (Linux)."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS"))


def fought(number: int, folder: Path) -> None:
    """One battle with all that goes with it: listeners, captains, undo, a copy, a save and a load."""
    if number % 3:
        battle = nr.Battle.begin(nr.scenario("kearsarge-alabama-1864"), seed=number)
        captains = {"Federal": nr.captains.CloseAction(), "Confederate": nr.captains.Cautious()}
    else:
        battle, captains = nr.Battle.begin(nr.scenario(POND), "made_up", seed=number), {}
    heard: list[nr.Event] = []
    battle.bus.subscribe(nr.PhaseBegan, heard.append)
    battle.run(captains, max_turns=2)
    battle.copy().run({}, max_turns=3)
    battle.undo(min(3, len(battle.answers)))
    with suppress(nr.IllegalOrder):
        battle.submit(nr.Chosen(ship=f"ship-{number}", option=f"option {number}"))
    if number % 10 == 0:
        nr.save(battle, folder / "fight.json")
        nr.load(folder / "fight.json").run(captains, max_turns=3)
    assert heard


def measured(times: int, every: int) -> Iterator[tuple[int, int]]:
    """Resident memory after every so many battles, cycles collected."""
    with tempfile.TemporaryDirectory() as folder, installed(made_up.MadeUp(), made_up.soft_prow):
        for number in range(1, times + 1):
            fought(number, Path(folder))
            if number % every == 0:
                gc.collect()
                yield number, resident()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=10_000)
    parser.add_argument("--every", type=int, default=500)
    asked = parser.parse_args()
    for number, size in measured(asked.n, asked.every):
        sys.stdout.write(f"{number} battles: {size / 1e6:.1f} MB\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
