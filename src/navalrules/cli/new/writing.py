"""Starting points: templates filled in, values as TOML, and files written all or none."""

from __future__ import annotations

import json
import keyword
import re
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from unicodedata import combining, normalize

import click

from navalrules.cli.output import echo, say
from navalrules.errors import NavalrulesError
from navalrules.files import write_whole

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_FIELD: Final = re.compile(r"\{\{(\w+)\}\}")
_SUFFIX: Final = ".in"
_WIDE: Final = 100

folder_option = click.option(
    "--to",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=".",
    metavar="FOLDER",
    help="Where to write it; here unless given.",
)


def template(name: str, fields: Mapping[str, str]) -> str:
    """A template of one file, filled in."""
    return _filled(files("navalrules").joinpath("data", "new", name + _SUFFIX), fields)


def templates(name: str, fields: Mapping[str, str], names: Mapping[str, str]) -> dict[str, str]:
    """All templates of a folder, filled in, by path; `names` says what parts of paths become."""
    top = files("navalrules").joinpath("data", "new", name)
    return {_renamed(path, names): _filled(file, fields) for path, file in _walked(top, "")}


def _walked(folder: Traversable, path: str) -> list[tuple[str, Traversable]]:
    found = []
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.is_dir():
            found += _walked(each, f"{path}{each.name}/")
        elif each.name.endswith(_SUFFIX):
            found.append((path + each.name.removesuffix(_SUFFIX), each))
    return found


def _renamed(path: str, names: Mapping[str, str]) -> str:
    for part, name in names.items():
        path = path.replace(part, name)
    return path


def _filled(file: Traversable, fields: Mapping[str, str]) -> str:
    return _FIELD.sub(lambda found: fields[found[1]], file.read_text(encoding="utf-8"))


# ---------------------------------------------------------------- names


def _words(name: str) -> list[str]:
    """The words of a name in small letters from a to z and digits; letters leave their accents behind."""
    plain = "".join(letter for letter in normalize("NFKD", name) if not combining(letter))
    return re.findall(r"[a-z0-9]+", plain.lower())


def kebab(name: str) -> str:
    """A name as an id: small letters, digits and hyphens; raises NavalrulesError where nothing is left."""
    found = "-".join(_words(name))
    if not found:
        raise NavalrulesError(say("new.no_name", name=name))
    return found[:60].strip("-")


def snake(name: str) -> str:
    """A name as Python and switches have it; raises NavalrulesError for one that cannot be."""
    found = "_".join(_words(name))
    if not found.isidentifier() or keyword.iskeyword(found) or len(found) > 60:
        raise NavalrulesError(say("new.no_name", name=name))
    return found


def module_name(name: str) -> str:
    """A name that a package of one's own can have; raises NavalrulesError for one that is taken."""
    found = snake(name)
    if found in sys.stdlib_module_names or found.startswith("navalrules"):
        raise NavalrulesError(say("new.taken", name=found))
    return found


# ---------------------------------------------------------------- TOML


def toml(value: Any) -> str:
    """A value as a TOML file has it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return _list([toml(each) for each in value], any(isinstance(each, Mapping) for each in value))
    return json.dumps(value, ensure_ascii=False)


def _list(parts: list[str], tall: bool) -> str:
    if parts and (tall or sum(map(len, parts)) > _WIDE):
        return "[\n" + "".join(f"  {part},\n" for part in parts) + "]"
    return "[" + ", ".join(parts) + "]"


def toml_lines(data: Mapping[str, Any]) -> str:
    """The keys of a table, one a line."""
    return "".join(f"{_key(key)} = {toml(value)}\n" for key, value in data.items())


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def typed(text: str) -> Any:
    """A value as it was typed: a number, true, false, a list or table, or else the text itself."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (tomllib.TOMLDecodeError, RecursionError):
        return text


# ---------------------------------------------------------------- writing


def write(path: Path, text: str, *hints: str) -> None:
    """Write one new file and say so; raises NavalrulesError where there is one already."""
    if path.exists():
        raise NavalrulesError(say("new.exists", path=path))
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text)
    _written(path, hints)


def write_all(folder: Path, texts: Mapping[str, str], *hints: str) -> None:
    """Write a new folder of files, whole or not at all, and say so.

    Raises NavalrulesError where something of that name is there already, or where it cannot be written.
    """
    if folder.exists():
        raise NavalrulesError(say("new.exists", path=folder))
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    except OSError as error:
        raise NavalrulesError(say("new.unwritable", path=folder, why=error.strerror)) from error
    try:
        for path, text in texts.items():
            (scratch / path).parent.mkdir(parents=True, exist_ok=True)
            write_whole(scratch / path, text)
        scratch.chmod(0o755)
        scratch.rename(folder)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    _written(folder, hints)


def _written(path: Path, hints: tuple[str, ...]) -> None:
    echo("new.written", path=path)
    for hint in hints:
        echo("new.try", command=hint)
