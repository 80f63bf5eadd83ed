"""Files spoiled by a fuzzer that sees which lines they reach (the extra `fuzz`).

python tests/fuzz/guided.py [options of libFuzzer, such as -runs=20000 or -max_total_time=60]

Without atheris it falls back to files spoiled blindly (mutations.py).
"""

from __future__ import annotations

import sys
import tempfile
import warnings
from pathlib import Path

try:
    import atheris
except ImportError:
    atheris = None

if atheris is None:
    import mutations
else:
    with atheris.instrument_imports(include=["navalrules"]):
        import mutations

from strangers import installed, made_up

KINDS = tuple(mutations.KINDS)


def corpus(folder: Path) -> None:
    """The golden files, each led by a byte that says its kind and language."""
    for number, golden in enumerate(mutations.goldens()):
        lead = 2 * KINDS.index(golden.kind) + golden.name.endswith(".json")
        (folder / str(number)).write_bytes(bytes([lead]) + golden.raw)


def main() -> None:
    if atheris is None:
        sys.stderr.write("atheris is not installed (extra: fuzz); spoiling files blindly\n")
        mutations.main()
        return
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as seeds, tempfile.TemporaryDirectory() as place:
        corpus(Path(seeds))
        folder = Path(place)

        def one(data: bytes) -> None:
            if not data:
                return
            kind = KINDS[data[0] // 2 % len(KINDS)]
            name = f"file.{'json' if data[0] % 2 else 'toml'}"
            _, took = mutations.entered(mutations.Mutant(kind, name, data[1:]), folder)
            assert took < 5, f"{took} s"

        with installed(made_up.MadeUp(), made_up.soft_prow):
            atheris.Setup([sys.argv[0], seeds, *sys.argv[1:]], one)
            atheris.Fuzz()


if __name__ == "__main__":
    main()
