"""Sphinx extension: writes the reference from what is installed; what is not documented is a warning."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import made
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

logger = logging.getLogger(__name__)
MADE = Path(__file__).parents[1] / "reference" / "made"


def write(app: Sphinx) -> None:
    """Write the pages anew; one that has not changed is left alone."""
    pages = made.pages()
    MADE.mkdir(exist_ok=True)
    for old in MADE.glob("*.md"):
        if old.name not in pages:
            old.unlink()
    for name, text in pages.items():
        path = MADE / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def complete(app: Sphinx, env: BuildEnvironment) -> None:
    """Every command, option, event, hook, public name, switch and rule has a place of its own, and words."""
    places = set(env.domains.standard_domain.anonlabels)
    for label, words in made.documented().items():
        if label not in places:
            logger.warning("%s has no place in the documentation", label)
        if not words.strip():
            logger.warning("%s is not documented: it has no docstring, help or gist", label)


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("builder-inited", write)
    app.connect("env-check-consistency", complete)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
