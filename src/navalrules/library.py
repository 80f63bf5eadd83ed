"""The ships and scenarios that come with the core, and finding a scenario by name or path."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from navalrules.errors import UnknownName
from navalrules.files import Source
from navalrules.messages import message
from navalrules.names import resolve
from navalrules.scenario import Scenario, read_scenario
from navalrules.ships import Library

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_DATA: Final = Path(__file__).with_name("data")
_SUFFIX: Final = ".toml"


@cache
def ship_library() -> Library:
    """The ships of the core's data; a row is read when its ship is first asked for."""
    return Library.indexed(*_toml_files("ships").values())


def scenario_names() -> list[str]:
    """The ids of the core's scenarios, sorted."""
    return list(_toml_files("scenarios"))


def load_scenario(
    name_or_path: str | Path,
    extra_libraries: Iterable[Library] = (),
    extra_scenarios: Iterable[Mapping[str, Source | Scenario]] = (),
    first: Library | None = None,
) -> Scenario:
    """A scenario by any unambiguous beginning of its id, or from a file.

    A Path, a name ending in .toml or .json, or one with a slash is a file. `extra_libraries` are searched
    for ships after the core's, `extra_scenarios` (id -> file or scenario) after the core's scenarios;
    `first` before the core's, so that its ships stand in the place of ours.
    Raises UnknownName (AmbiguousName where several begin so) or BadFile.
    """
    if not isinstance(name_or_path, str | Path):
        raise UnknownName(message("scenario"), name_or_path, _toml_files("scenarios"))
    library = (first or Library()).joined(ship_library(), *extra_libraries)
    if _is_path(name_or_path):
        return read_scenario(Path(name_or_path), library)
    found = find_scenario(str(name_or_path), *extra_scenarios)
    return found if isinstance(found, Scenario) else read_scenario(found, library)


def find_scenario(name: str, *extra: Mapping[str, Source | Scenario]) -> Source | Scenario:
    """Where the scenario stands that `name`, an id or an unambiguous beginning of one, means: among the
    core's, then in each of `extra` (id -> file or scenario). Raises UnknownName (AmbiguousName)."""
    known: dict[str, Source | Scenario] = dict(_toml_files("scenarios"))
    for more in extra:
        known = {**more, **known}
    return known[resolve(message("scenario"), name, sorted(known))]


def _is_path(name: str | Path) -> bool:
    return isinstance(name, Path) or name.endswith((_SUFFIX, ".json")) or "/" in name or "\\" in name


def scenario_files(folder: Traversable) -> dict[str, Traversable]:
    """The scenarios of a folder, of a package too, by their ids: for the hook `navalrules_scenarios`."""
    found = sorted(each.name for each in folder.iterdir() if each.name.endswith(_SUFFIX))
    return {name.removesuffix(_SUFFIX): folder.joinpath(name) for name in found}


@cache
def _toml_files(folder: str) -> Mapping[str, Path]:
    return {path.stem: path for path in sorted((_DATA / folder).glob(f"*{_SUFFIX}"))}
