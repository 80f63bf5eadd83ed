"""Processes killed at random while they save: does the file always hold what was saved?

python tests/fuzz/killed.py [-n 200] [--seed 1]
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import navalrules as nr

LONGEST = 0.2
"""Seconds that a process may save: a few dozen saves."""


def save_for_ever(path: Path) -> None:
    """Give orders and save after each, telling at first and after each save how many answers it holds."""
    battle = nr.load(path)
    while True:
        sys.stdout.buffer.write(len(battle.answers).to_bytes(4, "big"))
        sys.stdout.buffer.flush()
        battle.advance()
        if battle.over:
            battle.undo(len(battle.answers))
            battle.advance()
        battle.submit(battle.requests[0].default)
        nr.save(battle, path)


def _killed(path: Path, after: float) -> list[int]:
    """What a process had told of its saves that was killed so many seconds `after` it began."""
    with subprocess.Popen([sys.executable, __file__, "--saver", path], stdout=subprocess.PIPE) as saver:
        assert saver.stdout is not None
        told = saver.stdout.read(4)
        time.sleep(after)
        assert saver.poll() is None, "the saver ended by itself"
        saver.kill()
        told += saver.stdout.read()
    return [int.from_bytes(told[place : place + 4], "big") for place in range(0, len(told), 4)]


def run(times: int, seed: int, folder: Path) -> Counter[str]:
    """Kill `times` processes; raises AssertionError where anything that was saved is lost."""
    chance, path, counts = random.Random(seed), folder / "fight.json", Counter[str]()
    battle = nr.Battle.begin(nr.scenario("kearsarge-alabama-1864"), seed=seed)
    battle.run({}, max_turns=2)
    nr.save(battle, path)
    for _ in range(times):
        told = _killed(path, chance.uniform(0, LONGEST))
        again = nr.load(path)
        # The last save may have ended without being told of; nothing older may stand there.
        following = {told[-1], told[-1] + 1, 1}
        assert len(again.answers) in following, f"{len(again.answers)} answers, told of {told[-3:]}"
        left = [each for each in folder.iterdir() if each != path]
        assert len(left) <= 1, left
        counts["killed"] += 1
        counts["saves told of"] += len(told) - 1
        counts["killed while writing"] += bool(left)
        counts["whole but not told of"] += len(again.answers) != told[-1]
        for each in left:
            each.unlink()
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--saver", type=Path, help="be one of the processes that save to this file")
    asked = parser.parse_args()
    if asked.saver:
        save_for_ever(asked.saver)
    with tempfile.TemporaryDirectory() as folder:
        counts = run(asked.n, asked.seed, Path(folder))
    sys.stdout.write("".join(f"{name}: {count}\n" for name, count in counts.items()))


if __name__ == "__main__":
    main()
