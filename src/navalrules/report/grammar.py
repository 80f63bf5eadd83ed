"""What a language asks of a word or a number in the middle of a sentence."""

from __future__ import annotations

from typing import Final

_VOWELS: Final = frozenset("aàâäeéèêëiîïoôöuùûüyœæ")


class Word(str):
    """What a field is called. `{ship:de}` puts the French "de" before it: "de Shannon", "d'Alabama".

    `{helm!r}` is still the value as a program writes it.
    """

    __slots__ = ("value",)

    value: str

    def __new__(cls, called: str, value: str) -> Word:
        made = super().__new__(cls, called)
        made.value = value
        return made

    def __repr__(self) -> str:
        return repr(self.value)

    def __format__(self, spec: str) -> str:
        if spec != "de":
            return format(str(self), spec)
        return f"d'{self}" if self[:1].lower() in _VOWELS else f"de {self}"


class Figure(float):
    """A number whose fraction stands behind `point`."""

    __slots__ = ("point",)

    point: str

    def __new__(cls, value: float, point: str) -> Figure:
        made = super().__new__(cls, value)
        made.point = point
        return made

    def __format__(self, spec: str) -> str:
        return super().__format__(spec).replace(".", self.point)
