"""Cold starts, each in a process of its own: the import, the help, the first battle."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

FIRST_BATTLE = """
import navalrules as nr
battle = nr.Battle.begin(nr.scenario("kearsarge-alabama-1864"), seed=1)
battle.run({"Federal": nr.captains.CloseAction(), "Confederate": nr.captains.CloseAction()})
"""

COMMANDS = {
    "python": [sys.executable, "-c", "pass"],
    "import": [sys.executable, "-c", "import navalrules"],
    "help": [sys.executable, "-m", "navalrules", "--help"],
    "first-battle": [sys.executable, "-c", FIRST_BATTLE],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_cold_start(calibrated: Any, name: str) -> None:
    def run() -> int:
        return subprocess.run(COMMANDS[name], capture_output=True, check=True).returncode

    assert calibrated.pedantic(run, rounds=7, iterations=1, warmup_rounds=1) == 0
