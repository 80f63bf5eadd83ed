"""The texts of this rulebook, read once."""

from __future__ import annotations

from functools import cache

from navalrules import IllegalOrder, Texts


@cache
def texts() -> Texts:
    """Every text for people, from texts.toml, and its catalogues."""
    return Texts.of("navalrules_btq")


def refusal(key: str, rule: str, **fields: object) -> IllegalOrder:
    """An IllegalOrder whose reason and hint are the texts `refusal.KEY.reason` and `.hint`."""
    reason = texts()(f"refusal.{key}.reason", **fields)
    return IllegalOrder(reason, texts()(f"refusal.{key}.hint", **fields), rule)
