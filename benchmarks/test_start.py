"""Cold starts, each in a process of its own: the import, the help, the first battle."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

FIRST_BATTLE = """
import navalrules as nr
battle = nr.Battle.begin(nr.scenario("kearsarge-alabama-1864"), seed=1)
battle.run({"Federal": nr.captains.CloseAction(), "Confederate": nr.captains.CloseAction()})
"""

COMMANDS = {
    "python alone": ([sys.executable, "-c", "pass"], None),
    "import navalrules": ([sys.executable, "-c", "import navalrules"], (150e-3, 80e-3)),
    "navalrules --help": ([sys.executable, "-m", "navalrules", "--help"], (250e-3, 250e-3)),
    "first battle in a fresh process": ([sys.executable, "-c", FIRST_BATTLE], (400e-3, 200e-3)),
}


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which the first round leaves its bytecode to the others, as an installation does."""
    kept: Path = tmp_path_factory.mktemp("bytecode")
    ours = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**ours, "PYTHONPYCACHEPREFIX": str(kept)}


@pytest.mark.parametrize("name", COMMANDS)
def test_cold_start(calibrated: Any, compiled: dict[str, str], name: str) -> None:
    command, limits = COMMANDS[name]

    def run() -> int:
        return subprocess.run(command, capture_output=True, check=True, env=compiled).returncode

    if limits:
        calibrated.row(name, *limits)
    assert calibrated.pedantic(run, rounds=12, warmup_rounds=1) == 0
