"""Long runs undisturbed: cyclic garbage collection waits until they are over."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_lock = Lock()
_running = 0
_was_on = False


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let cyclic garbage collection wait while battles are fought, and go on as it was after.

    Battles make much that is kept and nothing that goes round in circles, so the collector would walk a
    growing log again and again and find nothing. May be nested and used by several threads.
    """
    global _running, _was_on
    with _lock:
        if not _running:
            _was_on = gc.isenabled()
            gc.disable()
        _running += 1
    try:
        yield
    finally:
        with _lock:
            _running -= 1
            if not _running and _was_on:
                gc.enable()
