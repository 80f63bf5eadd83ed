"""What is kept besides the ships: who lies alongside whom, and damage held back."""

from __future__ import annotations

import attrs

from navalrules_btq.fire import Held
from navalrules_btq.parties import Pair


@attrs.define
class Sea:
    """`pairs` are ships grappled or fouled, `deferred` blows of this turn's fire that are worked out and
    not yet applied (BTQ-GUN-23)."""

    pairs: tuple[Pair, ...] = ()
    deferred: tuple[Held, ...] = ()
