"""Dice: one protocol of questions, several makers of answers.

A rule asks the question it means (`reaches`, `check`, `lookup`, `pool`, `total`, `weighted`, `handed`,
`leaning`, `pick`) and gets a `Roll`: the value the rule wanted, and the faces that a player would have seen.

* `Seeded` throws from a keyed tape: blake2b of (seed, step, ship, purpose) and a counter, so an
  extra roll in one place shifts nothing anywhere else, on any Python.
* `Scripted` throws what a test wrote down, and fails when dice are left over or run out.
* `Asked` turns every die into a question for a person at a table (see `Battle.ask`).
* `Weighed`, through `weigh`, throws every way the dice can fall, with its exact probability.
* `Mirrored` answers handed questions (port or starboard, a look-up of either too) the other way.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from itertools import accumulate, chain
from math import comb
from operator import length_hint
from typing import Any, Final, NoReturn, TypeVar

import attrs

from navalrules.errors import NavalrulesError
from navalrules.given import FARTHEST_WHOLE, whole
from navalrules.messages import message

T = TypeVar("T", bound=Hashable)

PORT: Final = "port"
STARBOARD: Final = "starboard"
_OTHER_HAND: Final = {PORT: STARBOARD, STARBOARD: PORT}
_BLOCK: Final = 64
"""Bytes of a blake2b digest."""
_FIRST: Final = bytes(8)
_BYTE: Final = 256
_LIMIT: Final = tuple(_BYTE - _BYTE % sides if sides else 0 for sides in range(_BYTE + 1))


class DiceError(NavalrulesError):
    """Scripted dice that run out or are left over, or a face that the die does not have."""


class TooManyWays(DiceError):
    """Dice that can fall in more ways than were allowed to be weighed."""


@attrs.frozen(slots=False)
class Roll:
    """What fell: `value` is what the rule asked for, `faces` what lay on the table.

    `faces` is empty for weighed dice, which answer the question and show no die. `source` is
    "" for dice thrown by the engine and "typed" for dice thrown by a player's own hand.
    """

    sides: int
    faces: tuple[int, ...]
    value: Any
    source: str = ""

    def __bool__(self) -> bool:
        return bool(self.value)


@attrs.frozen
class Lookup:
    """A die looked up in a table: `rows` of (highest face of the row, entry), rising.

    Raises ValueError unless the rows rise and end at `sides`.
    """

    sides: int
    rows: tuple[tuple[int, Hashable], ...]
    entries: tuple[Any, ...] = attrs.field(init=False, repr=False, eq=False)
    rolls: tuple[tuple[Roll, ...], ...] = attrs.field(init=False, repr=False, eq=False)
    """For each byte of a tape the throw it stands for, none where it is rejected; empty past 255 sides."""
    by_face: bytes = attrs.field(init=False, repr=False, eq=False)
    """For each face (from 0, which no die shows) the place of its entry among the distinct ones."""
    distinct: int = attrs.field(init=False, repr=False, eq=False)
    """How many different entries there are."""

    def __attrs_post_init__(self) -> None:
        edges = [edge for edge, _ in self.rows]
        if edges != sorted(set(edges)) or not edges or edges[-1] != self.sides or edges[0] < 1:
            raise ValueError(f"rows {edges} must rise and end at {self.sides}")
        starts = [0, *edges[:-1]]
        spread = chain.from_iterable(
            [entry] * (edge - start) for start, (edge, entry) in zip(starts, self.rows, strict=True)
        )
        entries = (None, *spread)
        order = {entry: place for place, entry in enumerate(dict.fromkeys(entries[1:]))}
        places = [0, *(order[entry] for entry in entries[1:])]
        small = self.sides < _BYTE
        faces = range(1, self.sides + 1) if small else ()
        thrown = [(Roll(self.sides, (face,), entries[face]),) for face in faces]
        object.__setattr__(self, "entries", entries)
        object.__setattr__(self, "distinct", len(order))
        object.__setattr__(self, "by_face", bytes([*places, *[0] * (_BYTE - len(places))]) if small else b"")
        rejected = [()] * (_BYTE % self.sides) if small else []
        object.__setattr__(self, "rolls", (*thrown * (_BYTE // self.sides), *rejected))

    def weights(self) -> list[tuple[Any, int]]:
        """Each distinct entry with the number of faces that give it, in table order."""
        found: dict[Any, int] = {}
        for entry in self.entries[1:]:
            found[entry] = found.get(entry, 0) + 1
        return list(found.items())


class Dice(ABC):
    """The questions every maker of dice answers. A maker supplies `_faces`.

    Every question names the `ship` it is thrown for (or "") and its `purpose`: together with the
    step of the battle they choose the stream, so that streams never disturb each other.
    """

    __slots__ = ()
    interactive = False
    source = ""

    def begin_step(self, step: int) -> None:  # noqa: B027 (scripts and weights know no steps)
        """Start the running step number `step`: its streams are new, the old ones are gone."""

    @abstractmethod
    def copy(self) -> Dice:
        """These dice for an exact copy of a battle at rest. Raises DiceError where there can be none."""

    def _faces(self, number: int, sides: int, ship: str, purpose: str) -> Sequence[int]:
        """What `number` dice show. A maker that shows no faces answers every question itself instead."""
        raise DiceError(f"{type(self).__name__} dice show no faces")

    def die(self, sides: int, ship: str = "", purpose: str = "") -> Roll:
        """One die of `sides`, when the rule really needs the bare number."""
        faces = tuple(self._faces(1, sides, ship, purpose))
        return Roll(sides, faces, faces[0], self.source)

    def d6(self, ship: str = "", purpose: str = "") -> Roll:
        """One six-sided die."""
        return self.die(6, ship, purpose)

    def reaches(self, sides: int, need: int, ship: str = "", purpose: str = "") -> Roll:
        """Whether one die shows `need` or more. A need past either end still throws the die."""
        faces = tuple(self._faces(1, sides, ship, purpose))
        return Roll(sides, faces, faces[0] >= need, self.source)

    def within(self, sides: int, most: int, ship: str = "", purpose: str = "") -> Roll:
        """Whether one die shows `most` or less."""
        faces = tuple(self._faces(1, sides, ship, purpose))
        return Roll(sides, faces, faces[0] <= most, self.source)

    def check(self, percent: int, ship: str = "", purpose: str = "") -> Roll:
        """Whether a d100 shows `percent` or less."""
        return self.within(100, percent, ship, purpose)

    def lookup(self, table: Lookup, ship: str = "", purpose: str = "") -> Roll:
        """The entry of `table` that one die points at."""
        faces = tuple(self._faces(1, table.sides, ship, purpose))
        return Roll(table.sides, faces, table.entries[faces[0]], self.source)

    def pool(self, number: int, table: Lookup, ship: str = "", purpose: str = "") -> Roll:
        """`number` dice at once: how many fell on each distinct entry of `table`, as counts.

        The counts stand in the order of `table.weights()`. The faces lie as they fell; no rule may ask which
        die showed what, and weighed dice show none.
        """
        faces = tuple(self._faces(number, table.sides, ship, purpose))
        order = {entry: place for place, (entry, _) in enumerate(table.weights())}
        counts = [0] * table.distinct
        for face in faces:
            counts[order[table.entries[face]]] += 1
        return Roll(table.sides, faces, tuple(counts), self.source)

    def total(self, number: int, sides: int, ship: str = "", purpose: str = "") -> Roll:
        """The sum of `number` dice."""
        faces = tuple(self._faces(number, sides, ship, purpose))
        return Roll(sides, faces, sum(faces), self.source)

    def weighted(
        self,
        parts: Sequence[tuple[int, Lookup]],
        start: int = 0,
        over: int = 1,
        ship: str = "",
        purpose: str = "",
    ) -> Roll:
        """A total of independent parts, each a look-up by a die of its own, times its weight: `start` and all
        parts over `over`, to the nearest whole number, halves up.

        Weights, start and entries are whole numbers from 0; all tables have the sides of the first.
        No part throws no die.
        """
        sides = parts[0][1].sides if parts else 1
        faces = tuple(self._faces(len(parts), sides, ship, purpose)) if parts else ()
        total = start
        for (weight, table), face in zip(parts, faces, strict=True):
            total += weight * table.entries[face]
        return Roll(sides, faces, (2 * total + over) // (2 * over), self.source)

    def handed(self, ship: str = "", purpose: str = "", sides: int = 6) -> Roll:
        """Port (lower half of the die) or starboard: a question that a mirror answers the other way."""
        faces = tuple(self._faces(1, sides, ship, purpose))
        return Roll(sides, faces, PORT if faces[0] * 2 <= sides else STARBOARD, self.source)

    def leaning(
        self, number: int, sides: int, low: int, high: int, ship: str = "", purpose: str = ""
    ) -> Roll:
        """Port when the sum of `number` dice is `low` or less, starboard at `high` or more, else "".

        A handed question, as veer and back are; a fair mirror needs `low` and `high` equally far from the
        middle.
        """
        faces = tuple(self._faces(number, sides, ship, purpose))
        return Roll(sides, faces, _leant(sum(faces), low, high), self.source)

    def pick(self, number: int, ship: str = "", purpose: str = "") -> Roll:
        """One of `number` things at random, as an index from 0. One thing throws no die."""
        if number == 1:
            return Roll(1, (), 0, self.source)
        faces = tuple(self._faces(1, number, ship, purpose))
        return Roll(number, faces, faces[0] - 1, self.source)


def checked_seed(seed: int) -> int:
    """The seed; raises NavalrulesError for one that is no whole number, or that no save could keep."""
    if type(seed) is int and -FARTHEST_WHOLE <= seed <= FARTHEST_WHOLE:
        # Every copy of a battle makes its dice again, and a message would cost more than they do.
        return seed
    return whole(message("the seed"), seed, -FARTHEST_WHOLE, FARTHEST_WHOLE)


class Seeded(Dice):
    """Dice from a keyed tape. The same seed, step, ship and purpose always throw the same."""

    __slots__ = ("_last", "_prefix", "_purpose", "_ship", "_step", "_streams", "seed")

    def __init__(self, seed: int) -> None:
        """Raises NavalrulesError for a seed that is no whole number, or that no save could keep."""
        self.seed = checked_seed(seed)
        self._prefix = b"navalrules dice 1|%d|%%d|" % seed
        self.begin_step(0)

    def begin_step(self, step: int) -> None:
        self._step = step
        self._streams: dict[tuple[str, str], Tape] = {}
        self._ship: str | None = None

    def copy(self) -> Seeded:
        return Seeded(self.seed)

    def _stream(self, ship: str, purpose: str) -> Tape:
        """The stream of a ship and a purpose. The dice of one throw come one after the other, so where it is
        still in hand (see the callers) it need not be looked for."""
        key = (ship, purpose)
        stream = self._streams.get(key)
        if stream is None:
            stream = self._streams[key] = Tape(self._prefix % self._step + _named(ship, purpose))
        self._ship, self._purpose, self._last = ship, purpose, stream
        return stream

    def die(self, sides: int, ship: str = "", purpose: str = "") -> Roll:
        rolls = _SHOWN.get(sides) or _shown_by_byte(sides)
        if not rolls:
            face = self.face(sides, ship, purpose)
            return Roll(sides, (face,), face)
        if ship is self._ship and purpose is self._purpose:
            stream = self._last
        else:
            stream = self._stream(ship, purpose)
        while True:
            for byte in stream.rest:
                if (roll := rolls[byte]) is not None:
                    return roll
            stream.turn()

    def d6(self, ship: str = "", purpose: str = "") -> Roll:
        # Written out: by way of `die` the commonest throw of all would take half as long again.
        if ship is self._ship and purpose is self._purpose:
            stream = self._last
        else:
            stream = self._stream(ship, purpose)
        while True:
            for byte in stream.rest:
                if (roll := _D6[byte]) is not None:
                    return roll
            stream.turn()

    def reaches(self, sides: int, need: int, ship: str = "", purpose: str = "") -> Roll:
        face = self.face(sides, ship, purpose)
        return _judged(sides, face, face >= need)

    def within(self, sides: int, most: int, ship: str = "", purpose: str = "") -> Roll:
        face = self.face(sides, ship, purpose)
        return _judged(sides, face, face <= most)

    def lookup(self, table: Lookup, ship: str = "", purpose: str = "") -> Roll:
        rolls = table.rolls
        if not rolls:
            face = self.face(table.sides, ship, purpose)
            return Roll(table.sides, (face,), table.entries[face])
        if ship is self._ship and purpose is self._purpose:
            stream = self._last
        else:
            stream = self._stream(ship, purpose)
        while True:
            for byte in stream.rest:
                if roll := rolls[byte]:
                    return roll[0]
            stream.turn()

    def pool(self, number: int, table: Lookup, ship: str = "", purpose: str = "") -> Roll:
        if not table.rolls:
            return super().pool(number, table, ship, purpose)
        faces = self._bytes(number, table.sides, ship, purpose)
        found = faces.translate(table.by_face)
        if table.distinct == 2:
            last = found.count(1)
            return Roll(table.sides, tuple(faces), (number - last, last))
        return Roll(table.sides, tuple(faces), tuple(map(found.count, range(table.distinct))))

    def pick(self, number: int, ship: str = "", purpose: str = "") -> Roll:
        return _picked(number, self.face(number, ship, purpose) if number != 1 else 1)

    def face(self, sides: int, ship: str = "", purpose: str = "") -> int:
        """One bare face; the fast road of the single-die questions."""
        if ship is self._ship and purpose is self._purpose:
            stream = self._last
        else:
            stream = self._stream(ship, purpose)
        faces = _FACES.get(sides) or _faces(sides)
        if not faces:
            return stream.wide(sides)
        while True:
            for byte in stream.rest:
                if face := faces[byte]:
                    return face
            stream.turn()

    def _faces(self, number: int, sides: int, ship: str, purpose: str) -> Sequence[int]:
        if number == 1 or not 1 <= sides < _BYTE:
            return [self.face(sides, ship, purpose) for _ in range(number)]
        return self._bytes(number, sides, ship, purpose)

    def _bytes(self, number: int, sides: int, ship: str, purpose: str) -> bytes:
        """Many faces at once, each a byte."""
        if ship is self._ship and purpose is self._purpose:
            stream = self._last
        else:
            stream = self._stream(ship, purpose)
        faces = _FACES.get(sides) or _faces(sides)
        found = stream.take(number).translate(faces, _REJECTED[sides])
        while len(found) < number:
            found += stream.take(number - len(found)).translate(faces, _REJECTED[sides])
        return found


@lru_cache(maxsize=4096)
def _named(ship: str, purpose: str) -> bytes:
    """What a ship and a purpose put into the name of a stream."""
    return f"{ship}|{purpose}|".encode()


class Tape:
    """One stream of bytes, block by block: the keyed hash of its name and a counter."""

    __slots__ = ("_block", "_name", "_number", "rest")

    def __init__(self, name: bytes) -> None:
        self._name = name
        self._number = 0
        self._block = block = blake2b(name + _FIRST).digest()
        self.rest = iter(block)

    def turn(self) -> None:
        """Go on to the next block; what is left of this one is passed over."""
        self._number += 1
        name = self._name + self._number.to_bytes(8, "little")
        self._block = blake2b(name).digest()
        self.rest = iter(self._block)

    def take(self, number: int) -> bytes:
        """The next so many bytes."""
        start = _BLOCK - length_hint(self.rest)
        end = start + number
        if end <= _BLOCK:
            self.rest = iter(self._block[end:])
            return self._block[start:end]
        parts = [self._block[start:]]
        while end > _BLOCK:
            self.turn()
            end -= _BLOCK
            parts.append(self._block[:end])
        self.rest = iter(self._block[end:])
        return b"".join(parts)

    def wide(self, sides: int) -> int:
        """A face of a die that a byte is too small for. Raises DiceError for one without sides."""
        if sides < 1:
            raise DiceError(f"a die of {sides} sides cannot be thrown")
        if sides == _BYTE:
            return self.take(1)[0] + 1
        width = (sides - 1).bit_length() // 8 + 1
        limit = (1 << 8 * width) // sides * sides
        while True:
            number = int.from_bytes(self.take(width), "little")
            if number < limit:
                return number % sides + 1


_REJECTED: Final = tuple(bytes(range(limit, _BYTE)) for limit in _LIMIT)
_FACES: Final[dict[int, bytes]] = {}


def _faces(sides: int) -> bytes:
    """The face that each byte stands for, 0 where it is rejected; empty for dice too large for a byte."""
    if not 1 <= sides <= _BYTE:
        return b""
    # A die of 256 sides has a face that no byte can hold, so it takes the wide road.
    made = bytes(range(1, sides + 1)) * (_BYTE // sides) + bytes(_BYTE % sides) if sides < _BYTE else b""
    return _FACES.setdefault(sides, made)


# Frozen, and of so few kinds, that every throw that looks alike can be one and the same.
_SHOWN: Final[dict[int, tuple[Roll | None, ...]]] = {}


def _shown_by_byte(sides: int) -> tuple[Roll | None, ...]:
    """For each byte the throw of one die that it stands for, None where it is rejected; as `_faces` else."""
    throws = {face: Roll(sides, (face,), face) for face in range(1, min(sides, _BYTE) + 1)}
    return _SHOWN.setdefault(sides, tuple([throws.get(face) for face in _faces(sides)]))


@lru_cache(maxsize=4096)
def _picked(number: int, face: int) -> Roll:
    return Roll(number, (face,) if number > 1 else (), face - 1)


@lru_cache(maxsize=4096)
def _judged(sides: int, face: int, value: bool) -> Roll:
    return Roll(sides, (face,), value)


_D6: Final = _shown_by_byte(6)


class Scripted(Dice):
    """Dice that fall as written. With `purposes` given in a mapping, each purpose has its own script.

    Raises DiceError when the script runs out, when a face does not fit its die, and from
    `finish` when faces are left over.
    """

    __slots__ = ("_by_purpose", "_left")

    def __init__(self, *faces: int, **by_purpose: Sequence[int]) -> None:
        self._left = list(faces)
        self._by_purpose = {name.replace("_", " "): list(script) for name, script in by_purpose.items()}

    def copy(self) -> Scripted:
        twin = Scripted(*self._left)
        twin._by_purpose = {name: list(script) for name, script in self._by_purpose.items()}
        return twin

    def _faces(self, number: int, sides: int, ship: str, purpose: str) -> Sequence[int]:
        script = self._by_purpose.get(purpose, self._left)
        if len(script) < number:
            raise DiceError(f"no die left for {purpose or 'a roll'} of {ship or 'the table'} (d{sides})")
        faces, script[:number] = script[:number], []
        for face in faces:
            if not 1 <= face <= sides:
                raise DiceError(f"{face} scripted for {purpose or 'a roll'}, a d{sides}")
        return faces

    def finish(self) -> None:
        """Assert that every scripted face was thrown; raises DiceError naming those left over."""
        left = [*self._left, *chain.from_iterable(self._by_purpose.values())]
        if left:
            raise DiceError(f"dice left over: {left}")


class Asked(Dice):
    """Every die is put to `ask(ship, purpose, number in its stream, sides)`, which gives the face."""

    __slots__ = ("_ask", "_thrown")
    interactive = True
    source = "typed"

    def __init__(self, ask: Callable[[str, str, int, int], int] | None = None) -> None:
        self._ask = ask
        self._thrown: dict[tuple[str, str], int] = {}

    def bind(self, ask: Callable[[str, str, int, int], int]) -> None:
        """Say who is asked; a battle binds its own dice to itself."""
        self._ask = ask

    def begin_step(self, step: int) -> None:
        self._thrown = {}

    def copy(self) -> Asked:
        return Asked()

    def _faces(self, number: int, sides: int, ship: str, purpose: str) -> Sequence[int]:
        if self._ask is None:
            raise DiceError("typed dice belong to a battle; begin one with dice=Asked()")
        faces = []
        for _ in range(number):
            key = (ship, purpose)
            place = self._thrown[key] = self._thrown.get(key, 0) + 1
            faces.append(self._ask(ship, purpose, place, sides))
        return faces


class Mirrored(Dice):
    """Another maker's dice, seen in a mirror: port and starboard change places, all else is the same."""

    __slots__ = ("_inner",)

    def __init__(self, inner: Dice) -> None:
        self._inner = inner

    def begin_step(self, step: int) -> None:
        self._inner.begin_step(step)

    def copy(self) -> Mirrored:
        return Mirrored(self._inner.copy())

    def die(self, sides: int, ship: str = "", purpose: str = "") -> Roll:
        return self._inner.die(sides, ship, purpose)

    def reaches(self, sides: int, need: int, ship: str = "", purpose: str = "") -> Roll:
        return self._inner.reaches(sides, need, ship, purpose)

    def within(self, sides: int, most: int, ship: str = "", purpose: str = "") -> Roll:
        return self._inner.within(sides, most, ship, purpose)

    def lookup(self, table: Lookup, ship: str = "", purpose: str = "") -> Roll:
        return _other_hand(self._inner.lookup(table, ship, purpose))

    def pool(self, number: int, table: Lookup, ship: str = "", purpose: str = "") -> Roll:
        return self._inner.pool(number, table, ship, purpose)

    def total(self, number: int, sides: int, ship: str = "", purpose: str = "") -> Roll:
        return self._inner.total(number, sides, ship, purpose)

    def weighted(
        self,
        parts: Sequence[tuple[int, Lookup]],
        start: int = 0,
        over: int = 1,
        ship: str = "",
        purpose: str = "",
    ) -> Roll:
        return self._inner.weighted(parts, start, over, ship, purpose)

    def pick(self, number: int, ship: str = "", purpose: str = "") -> Roll:
        return self._inner.pick(number, ship, purpose)

    def handed(self, ship: str = "", purpose: str = "", sides: int = 6) -> Roll:
        return _other_hand(self._inner.handed(ship, purpose, sides))

    def leaning(
        self, number: int, sides: int, low: int, high: int, ship: str = "", purpose: str = ""
    ) -> Roll:
        return _other_hand(self._inner.leaning(number, sides, low, high, ship, purpose))


def _leant(value: int, low: int, high: int) -> str:
    return PORT if value <= low else STARBOARD if value >= high else ""


def _other_hand(roll: Roll) -> Roll:
    """The roll with its value as a mirror shows it: only port and starboard change, in a tuple too."""
    value = roll.value
    if isinstance(value, tuple):
        turned: Any = tuple([_OTHER_HAND.get(each, each) for each in value])
    else:
        turned = _OTHER_HAND.get(value, value) if isinstance(value, str) else value
    return roll if turned == value else attrs.evolve(roll, value=turned)


# ---------------------------------------------------------------- weighed dice


class Weighed(Dice):
    """One way through all the ways the dice can fall; `weigh` walks them all.

    Each question branches over its distinct answers only, so a hit at 6 or more is two branches and
    not twenty, and a pool of fifteen dice has as many as it has different counts.
    """

    __slots__ = ("_begun", "_depth", "_most", "_path", "_todo", "denominator", "numerator")

    def __init__(self, path: list[int], todo: list[list[int]], most: int | None = None) -> None:
        self._path = path
        self._depth = 0
        self._todo = todo
        self._most = most
        self._begun = (-1, 0, 1, 1)
        self.numerator = 1
        self.denominator = 1

    def begin_step(self, step: int) -> None:
        """A step that stopped for an answer meets the same dice when it runs again."""
        if step == self._begun[0]:
            _, self._depth, self.numerator, self.denominator = self._begun
        else:
            self._begun = (step, self._depth, self.numerator, self.denominator)

    def copy(self) -> NoReturn:
        raise DiceError("weighed dice are in the middle of a question and cannot be copied")

    def _branch(self, sides: int, answers: Sequence[tuple[Any, int]], total: int) -> Roll:
        depth = self._depth
        if depth == len(self._path):
            self._bounded(len(self._todo) + len(answers))
            self._todo.extend([*self._path, other] for other in range(len(answers) - 1, 0, -1))
            self._path.append(0)
        self._depth = depth + 1
        value, weight = answers[self._path[depth]]
        self.numerator *= weight
        self.denominator *= total
        return Roll(sides, (), value)

    def _bounded(self, ways: int) -> None:
        if self._most is not None and ways > self._most:
            raise TooManyWays(f"the dice can fall in more than {self._most} ways")

    def die(self, sides: int, ship: str = "", purpose: str = "") -> Roll:
        return self._branch(sides, [(face, 1) for face in range(1, sides + 1)], sides)

    def reaches(self, sides: int, need: int, ship: str = "", purpose: str = "") -> Roll:
        good = min(max(sides + 1 - need, 0), sides)
        return self._branch(sides, _two_ways(good, sides), sides)

    def within(self, sides: int, most: int, ship: str = "", purpose: str = "") -> Roll:
        return self._branch(sides, _two_ways(min(max(most, 0), sides), sides), sides)

    def lookup(self, table: Lookup, ship: str = "", purpose: str = "") -> Roll:
        return self._branch(table.sides, table.weights(), table.sides)

    def pool(self, number: int, table: Lookup, ship: str = "", purpose: str = "") -> Roll:
        weights = tuple(weight for _, weight in table.weights())
        self._bounded(comb(number + len(weights) - 1, number))
        return self._branch(table.sides, _pool_ways(number, weights), table.sides**number)

    def total(self, number: int, sides: int, ship: str = "", purpose: str = "") -> Roll:
        return self._branch(sides, total_ways(number, sides), sides**number)

    def weighted(
        self,
        parts: Sequence[tuple[int, Lookup]],
        start: int = 0,
        over: int = 1,
        ship: str = "",
        purpose: str = "",
    ) -> Roll:
        sides = parts[0][1].sides if parts else 1
        return self._branch(sides, _weighted_ways(tuple(parts), start, over), sides ** len(parts))

    def handed(self, ship: str = "", purpose: str = "", sides: int = 6) -> Roll:
        ways = [(PORT, sides // 2), (STARBOARD, sides - sides // 2)]
        return self._branch(sides, [way for way in ways if way[1]], sides)

    def leaning(
        self, number: int, sides: int, low: int, high: int, ship: str = "", purpose: str = ""
    ) -> Roll:
        ways: dict[str, int] = {}
        for value, many in total_ways(number, sides):
            lean = _leant(value, low, high)
            ways[lean] = ways.get(lean, 0) + many
        return self._branch(sides, list(ways.items()), sides**number)

    def pick(self, number: int, ship: str = "", purpose: str = "") -> Roll:
        return self._branch(number, [(index, 1) for index in range(number)], number)


def _two_ways(good: int, sides: int) -> list[tuple[bool, int]]:
    return [(answer, ways) for answer, ways in ((True, good), (False, sides - good)) if ways]


@lru_cache(maxsize=256)
def _pool_ways(number: int, weights: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], int], ...]:
    if len(weights) == 1:
        return (((number,), weights[0] ** number),)
    return tuple(
        ((first, *rest), comb(number, first) * weights[0] ** first * ways)
        for first in range(number + 1)
        for rest, ways in _pool_ways(number - first, weights[1:])
    )


@lru_cache(maxsize=64)
def _weighted_ways(
    parts: tuple[tuple[int, Lookup], ...], start: int, over: int
) -> tuple[tuple[int, int], ...]:
    """Every rounded total of weighted parts with the number of ways to it, rising."""
    sums = {start: 1}
    for weight, table in parts[:-1]:
        grown: dict[int, int] = {}
        for entry, ways in table.weights():
            gain = weight * entry
            for value, many in sums.items():
                grown[value + gain] = grown.get(value + gain, 0) + many * ways
        sums = grown
    doubled = [2 * value + over for value in sorted(sums)]
    before = [0, *accumulate([sums[value] for value in sorted(sums)])]
    rounded: dict[int, int] = {}
    weight, last = parts[-1] if parts else (0, None)
    for entry, ways in last.weights() if last else ((0, 1),):
        # Sums that come to one whole number lie side by side: that is far quicker than one by one.
        gain, place = 2 * weight * entry, 0
        while place < len(doubled):
            whole = (doubled[place] + gain) // (2 * over)
            end = bisect_left(doubled, 2 * over * (whole + 1) - gain, place)
            rounded[whole] = rounded.get(whole, 0) + (before[end] - before[place]) * ways
            place = end
    return tuple(sorted(rounded.items()))


@lru_cache(maxsize=256)
def total_ways(number: int, sides: int) -> tuple[tuple[int, int], ...]:
    """Every sum of `number` dice of `sides` with the number of ways to it, exactly.

    One power of a polynomial, packed into one large integer.
    """
    width = (sides**number).bit_length() + 1
    packed = sum(1 << face * width for face in range(1, sides + 1)) ** number
    mask = (1 << width) - 1
    return tuple((value, packed >> value * width & mask) for value in range(number, number * sides + 1))


def weigh(play: Callable[[Dice], T], most: int | None = None) -> dict[T, Fraction]:
    """The exact distribution of what `play(dice)` returns, from the code that plays it.

    `play` is called once for each way its questions can be answered and must not depend on
    anything else that changes. The probabilities are Fractions that add up to 1. Raises TooManyWays, soon,
    where there are more than `most` ways.
    """
    found: defaultdict[T, dict[int, int]] = defaultdict(dict)
    todo: list[list[int]] = [[]]
    left = most
    while todo:
        dice = Weighed(todo.pop(), todo, left)
        left = None if left is None else left - 1
        ways = found[play(dice)]
        ways[dice.denominator] = ways.get(dice.denominator, 0) + dice.numerator
    return {
        value: _added(Fraction(top, bottom) for bottom, top in ways.items()) for value, ways in found.items()
    }


def _added(parts: Iterable[Fraction]) -> Fraction:
    return sum(parts, Fraction(0))
