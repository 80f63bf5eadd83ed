"""What all tests share: how hard Hypothesis looks, and that a `rule` mark names rows of a ledger."""

import re

import pytest

from navalrules.testing import profiles

RULE_ID = re.compile(r"[A-Z]+-[A-Z]+-[0-9]{2}")

profiles.load()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A mark that names no rule, or something that is no rule ID, would count for nothing: refuse it."""
    for item in items:
        for mark in item.iter_markers("rule"):
            if mark.kwargs or not mark.args or not all(map(_is_rule_id, mark.args)):
                raise pytest.UsageError(f"{item.nodeid}: rule mark {mark.args} does not name rule IDs")


def _is_rule_id(value: object) -> bool:
    return isinstance(value, str) and RULE_ID.fullmatch(value) is not None
