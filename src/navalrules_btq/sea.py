"""What is kept besides the ships: who lies alongside whom, prize crews under way, damage held back."""

from __future__ import annotations

from typing import Any

import attrs


@attrs.define
class Sea:
    """`pairs` are ships grappled or fouled, `transfers` prize crews being sent, `deferred` blows of this turn's
    fire that are worked out and not yet applied (BTQ-GUN-23)."""

    pairs: tuple[Any, ...] = ()
    transfers: tuple[Any, ...] = ()
    deferred: tuple[Any, ...] = ()
