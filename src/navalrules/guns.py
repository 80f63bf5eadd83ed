"""Guns as a plan lists them: batteries, the arcs they bear through, and the weight of a broadside."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

import attrs

ARCS: Final = ("port", "starboard", "bow", "stern")
KINDS: Final = ("long", "carronade", "smoothbore", "rifle")
MOUNTS: Final = ("broadside", "bow", "stern", "pivot")
_BY_MOUNT: Final = {"pivot": ("port", "starboard"), "bow": ("bow",), "stern": ("stern",)}


@attrs.frozen(kw_only=True)
class Battery:
    """`count` pieces of one kind in one place, both sides together; `pounder` is the weight of the usual
    projectile in the navy's own pounds. `arcs` says where each piece bears; without it the mount does."""

    place: str
    count: int
    pounder: float
    kind: str
    mount: str
    calibre: str = ""
    arcs: tuple[str, ...] = ()

    def pieces(self) -> list[tuple[str, ...]]:
        """The arcs of each piece: broadside guns half and half, an odd one to starboard."""
        if self.arcs or self.mount != "broadside":
            return [self.arcs or _BY_MOUNT[self.mount]] * self.count
        port: list[tuple[str, ...]] = [("port",)] * (self.count // 2)
        return port + [("starboard",)] * (self.count - len(port))


def broadside_weight(batteries: Iterable[Battery]) -> float:
    """Pounds of metal that all guns bearing on one side (starboard) throw."""
    return math.fsum(
        battery.pounder * sum("starboard" in arcs for arcs in battery.pieces()) for battery in batteries
    )
