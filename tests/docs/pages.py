"""The code blocks of a page, and following them word for word."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import attrs

DOCS = Path(__file__).parents[2] / "docs"
_BLOCK = re.compile(r"^```(?:\{code-block\} )?(\w+)\n((?::\w+: [^\n]*\n)*)\n?(.*?)^```$", re.M | re.S)
_OPTION = re.compile(r"^:(\w+): (.*)$", re.M)
_INSTEAD = re.compile(r'(\S+), instead of "(.*)"')
AT_THE_END = ", at the end"


@attrs.frozen
class Block:
    """A code block: its language, its caption ("" for none), whether it is said to fail, and its text."""

    language: str
    caption: str
    fails: bool
    text: str


def blocks(page: Path) -> Iterator[Block]:
    """The code blocks of a page, in order."""
    for language, options, text in _BLOCK.findall(page.read_text(encoding="utf-8")):
        told = dict(_OPTION.findall(options))
        yield Block(language, told.get("caption", ""), told.get("class") == "fails", text)


def follow(page: Path, folder: Path) -> list[str]:
    """Do in a folder all that a page says, in order; what its commands printed."""
    printed = []
    for block in blocks(page):
        if block.caption:
            save(block, folder)
        elif block.language == "sh":
            printed += [run(line, folder, block.fails) for line in commands(block.text)]
        elif block.language == "python":
            printed.append(script(block.text, folder))
        elif block.language == "text":
            assert block.text in printed[-1], f"{page.name} says {block.text!r}, and it is {printed[-1]!r}"
    return printed


def commands(text: str) -> list[str]:
    """The commands of a block, one a line; a backslash carries a line on."""
    return [line for line in text.replace("\\\n", " ").splitlines() if line.strip()]


def save(block: Block, folder: Path) -> None:
    """Save a block as its caption says: a whole file, at the end of one, or instead of a line of one."""
    found = _INSTEAD.fullmatch(block.caption)
    if found:
        path = folder / found[1]
        text = path.read_text(encoding="utf-8")
        assert text.count(found[2] + "\n") == 1, f"{found[1]} has not one line {found[2]!r}"
        text = text.replace(found[2] + "\n", block.text)
    elif block.caption.endswith(AT_THE_END):
        path = folder / block.caption.removesuffix(AT_THE_END)
        text = path.read_text(encoding="utf-8") + "\n" + block.text
    else:
        path, text = folder / block.caption, block.text
        path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


def run(line: str, folder: Path, fails: bool = False) -> str:
    """Type a command; what it printed, on both streams."""
    program, *arguments = shlex.split(line, comments=True)
    assert program == "navalrules", line
    command = [sys.executable, "-W", "error", "-m", "navalrules", *arguments]
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == (1 if fails else 0), f"{line}\n{done.stdout}\n{done.stderr}"
    return done.stdout + done.stderr


def script(text: str, folder: Path) -> str:
    """Run a block of Python; what it printed."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-"],
        input=text,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{text}\n{done.stderr}"
    return done.stdout
