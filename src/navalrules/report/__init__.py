"""Telling people of a battle in plain text: the account, the arithmetic behind it, and how it stands."""

from navalrules.report.closing import closing
from navalrules.report.narrative import Line, Narrative
from navalrules.report.words import Words, core_texts, retold

__all__ = ["Line", "Narrative", "Words", "closing", "core_texts", "retold"]
