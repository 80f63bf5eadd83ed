"""The public face: the export list, docstrings, what an import costs, what a ruleset may use."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import navalrules as nr
import navalrules_civilwar

PACKAGES = (nr, navalrules_civilwar)


def modules() -> Iterator[ModuleType]:
    for package in PACKAGES:
        yield package
        for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            if not found.name.endswith("__main__"):
                yield importlib.import_module(found.name)


def tree(module: ModuleType) -> ast.Module:
    assert module.__file__
    return ast.parse(Path(module.__file__).read_text(encoding="utf-8"))


def test_all_is_sorted_and_is_what_is_imported_for_type_checkers() -> None:
    assert nr.__all__ == sorted(nr.__all__)
    imported = {
        alias.asname or alias.name
        for node in ast.walk(tree(nr))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("navalrules")
        for alias in node.names
    }
    assert set(nr.__all__) == imported | {"__version__"}
    assert dir(nr) == nr.__all__


@pytest.mark.parametrize("name", nr.__all__)
def test_every_exported_name_is_there(name: str) -> None:
    assert getattr(nr, name) is not None


def test_functions_that_share_a_modules_name_stay_functions() -> None:
    importlib.import_module("navalrules.scenario")
    importlib.import_module("navalrules.ruleset")
    assert callable(nr.scenario)
    assert callable(nr.ruleset)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'brodside'"):
        _ = nr.brodside


@pytest.mark.parametrize("module", list(modules()), ids=lambda module: module.__name__)
def test_no_public_name_without_docstring(module: ModuleType) -> None:
    assert module.__doc__, module.__name__
    for name, value in vars(module).items():
        if name.startswith("_") or getattr(value, "__module__", "") != module.__name__:
            continue
        if inspect.isclass(value) or inspect.isfunction(value):
            assert inspect.getdoc(value), name
        if inspect.isclass(value):
            for method, member in vars(value).items():
                if not method.startswith("_") and (
                    inspect.isfunction(member) or isinstance(member, property)
                ):
                    assert inspect.getdoc(getattr(value, method)), f"{name}.{method}"


def test_importing_costs_nothing_heavy() -> None:
    code = "import navalrules, sys; navalrules.Battle; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "navalrules.battle" in loaded
    assert not {"cattrs", "rich", "click", "numpy", "navalrules_civilwar"} & loaded


@pytest.mark.parametrize(
    "module",
    [each for each in modules() if each.__name__.startswith("navalrules_")],
    ids=lambda each: each.__name__,
)
def test_a_ruleset_imports_only_public_names(module: ModuleType) -> None:
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "navalrules":
            assert node.module == "navalrules", f"{module.__name__} imports {node.module}"
            assert {alias.name for alias in node.names} <= set(nr.__all__)
        if isinstance(node, ast.Import):
            assert not any(alias.name.startswith("navalrules.") for alias in node.names), module.__name__
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "nr":
            assert node.attr in nr.__all__, f"{module.__name__} uses nr.{node.attr}"
