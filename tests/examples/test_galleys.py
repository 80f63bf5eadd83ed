"""The example package, as an installer would leave it, keeps the contract and passes its own tests."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

GALLEYS = Path(__file__).parents[2] / "examples" / "galleys"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which the package is installed: its metadata and its modules."""
    project = tomllib.loads((GALLEYS / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    folder = tmp_path_factory.mktemp("site")
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(head, encoding="utf-8")
    entries = [f"{name} = {target}" for name, target in project["entry-points"]["navalrules"].items()]
    (info / "entry_points.txt").write_text("\n".join(["[navalrules]", *entries, ""]), encoding="utf-8")
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(folder), str(GALLEYS / "src")]),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def call(env: dict[str, str], *arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, env=env, cwd=cwd, capture_output=True, text=True, check=False)


def test_it_keeps_the_contract(site: dict[str, str]) -> None:
    done = call(site, "navalrules", "contract", "galleys")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("18 of 18 checks ran: 18 kept")


def test_its_own_tests_pass(site: dict[str, str], tmp_path: Path) -> None:
    options = [
        "-q",
        "-p",
        "no:cacheprovider",
        "-c",
        str(GALLEYS / "pyproject.toml"),
        "--rootdir",
        str(tmp_path),
    ]
    chosen = ["-k", "ram or bow or blow or test_0 or 9_every or 10_"]
    done = call(site, "pytest", *options, *chosen, str(GALLEYS / "tests"), cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert "TestGalleys (galleys): 4 of 18 checks ran: 4 kept; 14 not asked for" in done.stdout


def test_a_fight_is_told(site: dict[str, str]) -> None:
    done = call(site, "navalrules", "fight", "lake-duel", "--seed", "7", "--rule", "bronze_rams=on", "--why")
    assert done.returncode == 0, done.stderr
    assert "GAL-RAM-03" in done.stdout
