"""The project around the library keeps its word: README's commands, types, version, no machine's paths."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import entry_points, metadata, version
from importlib.resources import files
from pathlib import Path

import pytest

import navalrules as nr

TOP = Path(__file__).parents[2]
PACKAGES = ("navalrules", "navalrules_civilwar")
FIGHT = (
    "python3 -m venv .venv && .venv/bin/python -m pip install . "
    "&& .venv/bin/navalrules fight kearsarge-alabama-1864 --seed 1864"
)
TEST = (
    "python3 -m venv .venv && .venv/bin/python -m pip install '.[test]' "
    "&& .venv/bin/python -m pytest -n 2 --dist worksteal"
)
MACHINE_PATHS = re.compile(rb"/(?:root|work|home)/")


def _project() -> dict[str, object]:
    text = (TOP / "pyproject.toml").read_text(encoding="utf-8")
    project: dict[str, object] = tomllib.loads(text)["project"]
    return project


def test_readme_has_the_two_commands_each_once_on_a_line_of_its_own() -> None:
    lines = (TOP / "README.md").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("python3 -m venv")] == [FIGHT, TEST]


def test_readme_python_examples_run(tmp_path: Path) -> None:
    text = (TOP / "README.md").read_text(encoding="utf-8")
    tomls = re.findall(r"^```toml\n(.*?)^```", text, re.M | re.S)
    (tmp_path / "keen.toml").write_text(tomls[0], encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    assert len(blocks) >= 5
    script = tmp_path / "tour.py"
    script.write_text("\n".join(blocks), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error", script.name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_say_that_they_are_typed(package: str) -> None:
    assert files(package).joinpath("py.typed").is_file()


@pytest.mark.parametrize("folder", ["tables", "."])
def test_data_comes_with_the_package(folder: str) -> None:
    found = files("navalrules_civilwar").joinpath(folder)
    assert any(each.name.endswith(".toml") for each in found.iterdir())


def test_one_version() -> None:
    assert nr.__version__ == version("navalrules") == _project()["version"]


def test_python_floor() -> None:
    assert metadata("navalrules")["Requires-Python"] == _project()["requires-python"] == ">=3.11"


def test_rulesets_come_in_by_the_entry_point() -> None:
    found = {entry.name: entry.value for entry in entry_points(group="navalrules")}
    assert found["civilwar"] == "navalrules_civilwar:plugin"


def _tracked() -> list[Path]:
    """Every file that git tracks; skips where this is no checkout."""
    try:
        done = subprocess.run(["git", "ls-files", "-z"], cwd=TOP, capture_output=True, check=False)
    except FileNotFoundError:
        pytest.skip("git is not installed")
    if done.returncode or not done.stdout:
        pytest.skip("no git metadata here")
    return [TOP / name for name in done.stdout.decode().split("\0") if name]


def test_no_path_of_one_machine_in_a_tracked_file() -> None:
    this = Path(__file__).resolve()
    texts = [path for path in _tracked() if path.is_file() and path.resolve() != this]
    assert [str(path.relative_to(TOP)) for path in texts if MACHINE_PATHS.search(path.read_bytes())] == []
