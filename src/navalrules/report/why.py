"""The arithmetic of a ruling on one line: rule and title, die, each modifier with its rule, the outcome."""

from __future__ import annotations

from typing import Any

from navalrules.report.words import Words
from navalrules.rulebook import Rulebook
from navalrules.rulings import Modifier, Ruling


def arithmetic(words: Words, rulebook: Rulebook, ruled: Ruling) -> str:
    """One ruling as a line of text.

    The text `why.way.RULE` says how a roll is reckoned where it does not have to reach `need`. The text
    `why.part.RULE.NAME` or `why.part.RULE` says what a modifier of that rule (and name) does where it is not
    added: `times`, `percent` or, where all begins with it, `figure`.
    """
    fields = _fields(words, rulebook, ruled)
    line = words.fill(f"why.{_form(words, ruled)}", fields)
    return line + (words.fill("why.also", fields) if ruled.also else "")


def _form(words: Words, ruled: Ruling) -> str:
    if ruled.roll is None:
        if ruled.modifiers:
            return "reckoned"
        return "bare" if ruled.need is None else "figure"
    if ruled.need is None:
        return "rolled" if ruled.modifiers else "roll"
    way = words.texts.get(f"why.way.{ruled.rule}", "reach")
    one = len(ruled.roll.faces) == 1
    return f"{way}.{'modified' if ruled.modifiers and one else 'plain'}"


def _fields(words: Words, rulebook: Rulebook, ruled: Ruling) -> dict[str, Any]:
    roll, need = ruled.roll, ruled.need or 0
    faces = () if roll is None else roll.faces
    return {
        "rule": ruled.rule,
        "title": _title(words, rulebook, ruled.rule),
        "sides": 0 if roll is None else roll.sides,
        "faces": words.joined(str(face) for face in faces),
        "need": need,
        "modifiers": words.joined(_modifier(words, each) for each in ruled.modifiers),
        "modified": ruled.total,
        "total": sum(faces) + ruled.total,
        "limit": need + ruled.total,
        "outcome": outcome(words, ruled),
        "others": words.joined(dict.fromkeys(ruled.also)),
    }


def _title(words: Words, rulebook: Rulebook, rule: str) -> str:
    return words.texts.translated(rule, rulebook[rule].title) if rule in rulebook else ""


def _modifier(words: Words, modifier: Modifier) -> str:
    own = f"modifier.{modifier.rule}.{modifier.name}"
    name = words.say(own) if own in words.texts else words.called("modifier", modifier.name)
    part = f"why.part.{modifier.rule}"
    found = words.first((f"{part}.{modifier.name}", part))
    form = words.texts.get(found) if found else "added"
    return words.say(f"why.modifier.{form}", name=name, amount=modifier.amount, cause=modifier.rule)


def outcome(words: Words, ruled: Ruling) -> str:
    """What a ruling decided, in words."""
    value = str(ruled.outcome).lower() if isinstance(ruled.outcome, bool) else ruled.outcome
    shown = f"{value:g}" if isinstance(value, int | float) else str(value)
    told = words.number(value) if isinstance(value, int | float) else words.called("outcome", shown)
    key = f"outcome.{ruled.rule}"
    found = words.first((f"{key}.{shown}", f"{key}.many", key, f"outcome.{shown}"))
    return words.fill(found, {"value": told}) if found else told
