"""How sensible captains fight under these rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from navalrules import Order, Request

if TYPE_CHECKING:
    from navalrules import Battle


class CloseAction:
    """The default."""

    def __call__(self, battle: Battle, request: Request) -> Order:
        return request.default


class Dismaster(CloseAction):
    """Keeps off."""
