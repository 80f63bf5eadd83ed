"""Files spoiled at random, byte by byte and value by value, and every door by which a file comes in.

python tests/fuzz/mutations.py [-n 10000] [--seed 1]: how many were refused, and the slowest of them.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import sys
import tempfile
import time
import tomllib
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import attrs

sys.path.append(str(Path(__file__).parents[1] / "core"))
from strangers import Stricter, installed, made_up

import navalrules as nr
from navalrules.cli.check import checked
from navalrules.codec import fingerprint

GOLDEN = Path(__file__).parents[1] / "golden"
KINDS = {
    "scenario": "scenario.toml",
    "ships": "ships.toml",
    "variant": "variant.toml",
    "battle": "battle-*.json",
}
HOSTILE: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 7, 99, 255, 1e6, -1e6, 1e300, 0.5, -0.0, 2**31, 2**63, 2**64, 10**400),
    *("", " ", "x", "N", "none", "\x00", "\ud800", "é", "x" * 300, "y" * 5000, "1", "../../etc", "0" * 32),
    *([], {}, [[]], [{}], {"": {}}, {"is": "pose"}, {"is": "keel"}, [None], [1, 2, 3], {"a": [{"b": 1}]}),
)


@attrs.frozen
class Golden:
    """A file to spoil: its kind, name, bytes, and the data in it."""

    kind: str
    name: str
    raw: bytes
    data: dict[str, Any]


def goldens() -> list[Golden]:
    """Every golden file of every kind and version."""
    found = []
    for kind, pattern in KINDS.items():
        for path in sorted(GOLDEN.glob(f"v*/{pattern}")):
            raw = path.read_bytes()
            data = tomllib.loads(raw.decode()) if path.suffix == ".toml" else json.loads(raw)
            found.append(Golden(kind, f"{path.parent.name}-{path.name}", raw, data))
    return [*found, *_of_quarters()]


BTQ_VARIANT = """format = "navalrules/variant"
version = 1
name = "odd figures"
parent = "btq"
[rules]
crack_crew = true
expanded_boarding = true
falling_masts = true
pvn_surrender = true
scale = "1/700"
[tables]
range_modifier = { long = 0.45 }
turn_cap = { fifth_rate = 3 }
shot_reach = { grape = "medium" }
wind_check = { every_turns = 2, floor = "calm" }
tack = { lightest_wind = "gentle_breeze" }
"""


def _of_quarters() -> list[Golden]:
    """A scenario, a variant and a save of Beat to Quarters: they are no golden files, but made here."""
    path = resources.files("navalrules_btq").joinpath("scenarios", "btq-yardarm-to-yardarm.toml")
    raw = path.read_bytes()
    variant = BTQ_VARIANT.encode()
    battle = nr.Battle.begin(nr.scenario("btq-yardarm-to-yardarm"), seed=3)
    battle.run({}, max_turns=2)
    with tempfile.TemporaryDirectory() as folder:
        save = Path(folder) / "battle.json"
        nr.save(battle, save)
        saved = save.read_bytes()
    return [
        Golden("scenario", "btq-scenario.toml", raw, tomllib.loads(raw.decode())),
        Golden("variant", "btq-variant.toml", variant, tomllib.loads(variant.decode())),
        Golden("battle", "btq-battle.json", saved, json.loads(saved)),
    ]


# ---------------------------------------------------------------- byte by byte


def spoiled_bytes(raw: bytes, other: bytes, chance: random.Random) -> bytes:
    """`raw` with one to four accidents."""
    data = bytearray(raw)
    for _ in range(chance.randint(1, 4)):
        at, far = chance.randrange(len(data) + 1), chance.randint(1, 40)
        accident = chance.choice(_ACCIDENTS)
        accident(data, at, far, other, chance)
        if not data:
            break
    return bytes(data)


def _flip(data: bytearray, at: int, far: int, other: bytes, chance: random.Random) -> None:
    if at < len(data):
        data[at] ^= 1 << chance.randrange(8)


def _insert(data: bytearray, at: int, far: int, other: bytes, chance: random.Random) -> None:
    data[at:at] = chance.choice(
        [chance.randbytes(far), b"[" * far, b"{", b'"', b"'" * 3, b"9" * far, b"\n", b"."]
    )


def _delete(data: bytearray, at: int, far: int, other: bytes, chance: random.Random) -> None:
    del data[at : at + far]


def _cut(data: bytearray, at: int, far: int, other: bytes, chance: random.Random) -> None:
    del data[at:]


def _repeat(data: bytearray, at: int, far: int, other: bytes, chance: random.Random) -> None:
    data[at:at] = bytes(data[at : at + far * 20]) * chance.randint(1, 5)


def _splice(data: bytearray, at: int, far: int, other: bytes, chance: random.Random) -> None:
    start = chance.randrange(len(other))
    data[at : at + far] = other[start : start + far * 10]


def _number(data: bytearray, at: int, far: int, other: bytes, chance: random.Random) -> None:
    digits = [place for place in range(at, min(at + 400, len(data))) if chr(data[place]).isdigit()]
    if digits:
        place = digits[0]
        new = chance.choice(
            [b"-1", b"0", b"1e308", b"1e999", b"nan", b"99999999999", b"0x7f", b"1.5", b"true"]
        )
        data[place : place + 1] = new


_ACCIDENTS = (_flip, _insert, _delete, _cut, _repeat, _splice, _number)


# ---------------------------------------------------------------- value by value


def spoiled_data(data: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    """A copy of `data` with one to three values changed, lost, doubled, renamed or exchanged."""
    found = copy.deepcopy(dict(data))
    for _ in range(chance.randint(1, 3)):
        places = list(_places(found))
        holder, key = chance.choice(places)
        change = chance.choice(_CHANGES)
        change(holder, key, places, chance)
    return found


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = list(value) if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _places(value[key])


def _replace(holder: Any, key: Any, places: list[tuple[Any, Any]], chance: random.Random) -> None:
    holder[key] = copy.deepcopy(chance.choice(HOSTILE))


def _nudge(holder: Any, key: Any, places: list[tuple[Any, Any]], chance: random.Random) -> None:
    value = holder[key]
    if isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int | float):
        holder[key] = chance.choice([value + 1, value - 1, value * 10, -value, value // 2, str(value)])
    elif isinstance(value, str):
        holder[key] = chance.choice([value + "x", value[1:], value.upper(), value * 3])
    else:
        _replace(holder, key, places, chance)


def _lose(holder: Any, key: Any, places: list[tuple[Any, Any]], chance: random.Random) -> None:
    del holder[key]


def _double(holder: Any, key: Any, places: list[tuple[Any, Any]], chance: random.Random) -> None:
    if isinstance(holder, list):
        holder[key:key] = [copy.deepcopy(holder[key])] * chance.choice([1, 1, 2, 300])
    else:
        holder[f"{key}{chance.choice(['s', '', ' ', '.x'])}"] = copy.deepcopy(holder[key])


def _exchange(holder: Any, key: Any, places: list[tuple[Any, Any]], chance: random.Random) -> None:
    other, place = chance.choice(places)
    holder[key] = copy.deepcopy(other[place])


def _wrap(holder: Any, key: Any, places: list[tuple[Any, Any]], chance: random.Random) -> None:
    for _ in range(chance.choice([1, 1, 60])):
        holder[key] = chance.choice([[holder[key]], {"a": holder[key]}])


_CHANGES = (_replace, _replace, _nudge, _nudge, _nudge, _lose, _double, _exchange, _wrap)


def forged(data: dict[str, Any]) -> dict[str, Any]:
    """A save whose digests fit what was spoiled, so that it comes as far as it can."""
    resumed = data.get("resumed")
    start = resumed.get("state") if isinstance(resumed, dict) else None
    digests = data.get("digests")
    if start is not None and isinstance(digests, list) and digests:
        digests[0] = fingerprint(start)
    if "end" in data:
        data["end"] = fingerprint(data.get("state"))
    snapshot = data.get("snapshot")
    if isinstance(snapshot, dict) and isinstance(digests, list) and digests:
        digests[-1] = fingerprint(snapshot.get("state"))
    return data


# ---------------------------------------------------------------- the doors


@attrs.frozen
class Mutant:
    """A spoiled file: its kind, the name it is written under, and its bytes."""

    kind: str
    name: str
    raw: bytes


def mutants(seed: int) -> Iterator[Mutant]:
    """Spoiled files without end, the same for the same seed."""
    chance, whole = random.Random(seed), goldens()
    while True:
        kind = chance.choice(list(KINDS))
        golden = chance.choice([each for each in whole if each.kind == kind])
        if chance.random() < 0.4:
            raw = spoiled_bytes(golden.raw, chance.choice(whole).raw, chance)
            yield Mutant(golden.kind, golden.name, raw)
            continue
        data = spoiled_data(golden.data, chance)
        if golden.kind == "battle" and chance.random() < 0.5:
            data = forged(data)
        raw = json.dumps(data).encode("utf-8", "surrogatepass")
        yield Mutant(golden.kind, Path(golden.name).with_suffix(".json").name, raw)


def _fight(path: Path) -> None:
    scenario = nr.scenario(path)
    for ruleset in dict.fromkeys((scenario.ruleset or "civilwar", "made_up")):
        nr.Battle.begin(scenario, ruleset).run({}, max_turns=1)


def _vary(path: Path) -> None:
    of_btq = path.name.startswith("btq-")
    scenario = nr.scenario("btq-yardarm-to-yardarm" if of_btq else "kearsarge-alabama-1864")
    nr.Battle.begin(scenario, variant=path).run({}, max_turns=1)


def _take_up(path: Path) -> None:
    with installed(Stricter(), made_up.soft_prow):
        nr.load(path).advance()


DOORS: dict[str, tuple[Callable[[Path], object], ...]] = {
    "scenario": (checked, _fight),
    "ships": (checked, nr.Library.read),
    "variant": (checked, _vary),
    "battle": (checked, nr.load, _take_up, lambda path: nr.replay(path, turn=2)),
}


def entered(mutant: Mutant, folder: Path) -> tuple[str, float]:
    """What became of a file at all doors of its kind, and the seconds of process time that the slowest took.

    Anything but an error of ours comes through as it is.
    """
    path = folder / mutant.name
    path.write_bytes(mutant.raw)
    worst, what = 0.0, "taken"
    for door in DOORS[mutant.kind]:
        begun = time.process_time()
        try:
            door(path)
        except nr.NavalrulesError as error:
            what = "refused" if str(error) else "refused in silence"
        worst = max(worst, time.process_time() - begun)
    assert path.read_bytes() == mutant.raw
    return f"{mutant.kind} {what}", worst


def run(times: int, seed: int, folder: Path) -> tuple[Counter[str], float, Mutant]:
    """Bring `times` spoiled files to their doors: what became of them, and the slowest with its seconds."""
    counts, worst, slowest = Counter[str](), 0.0, Mutant("", "", b"")
    with installed(made_up.MadeUp(), made_up.soft_prow), warnings.catch_warnings():
        warnings.simplefilter("ignore", nr.OlderRulesWarning)
        for _, mutant in zip(range(times), mutants(seed), strict=False):
            try:
                what, took = entered(mutant, folder)
            except BaseException:
                sys.stderr.write(f"{mutant.kind} {mutant.name}: {mutant.raw[:4000]!r}\n")
                raise
            counts[what] += 1
            if took > worst:
                worst, slowest = took, mutant
    return counts, worst, slowest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        counts, worst, slowest = run(asked.n, asked.seed, Path(folder))
    for what, count in sorted(counts.items()):
        sys.stdout.write(f"{what}: {count}\n")
    sys.stdout.write(f"slowest: {worst:.3f} s, {slowest.kind} {slowest.name} of {len(slowest.raw)} bytes\n")


if __name__ == "__main__":
    main()
