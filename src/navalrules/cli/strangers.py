"""An error that nobody foresaw, while the rules of strangers are at work: one line that says where."""

from __future__ import annotations

import os
import traceback
from pathlib import Path
from typing import Final

import click

from navalrules import plugins
from navalrules.messages import Message, message

SHOWN: Final = "NAVALRULES_TRACEBACK"
"""The environment variable that has a traceback shown all the same."""


def blamed(error: Exception) -> Message | None:
    """What went wrong and where, in one line, with the plugins that may have caused it.

    None where only our own plugins are in use, so that the fault is ours, and where the whole is asked for.
    """
    names = plugins.strangers()
    if not names or os.environ.get(SHOWN) or isinstance(error, click.ClickException | click.exceptions.Exit):
        return None
    where = traceback.extract_tb(error.__traceback__)[-1]
    return message(
        "{error} ({file}, line {line}): most likely the doing of a plugin in use: {names}; "
        "{variable}=1 shows the whole way there",
        error=" ".join(f"{type(error).__name__}: {error}".split()),
        file=Path(where.filename).name,
        line=where.lineno,
        names=", ".join(names),
        variable=SHOWN,
    )
