"""A small share of what the scripts beside it do at length: spoiled files, killed savers, many battles."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from pathlib import Path

import grown
import killed
import mutations
import pytest
from hypothesis import HealthCheck, given, settings
from mutations import Mutant, entered, goldens, mutants
from strangers import installed, made_up
from strategies import spoiled_files

import navalrules as nr

shared = settings(suppress_health_check=list(HealthCheck), max_examples=10)


@pytest.fixture(autouse=True)
def _made_up() -> Iterator[None]:
    with installed(made_up.MadeUp(), made_up.soft_prow):
        yield


@pytest.mark.filterwarnings("ignore::navalrules.replaying.OlderRulesWarning")
def test_spoiled_files_are_refused_by_name_or_taken(tmp_path: Path) -> None:
    counts, _, _ = mutations.run(160, 7, tmp_path)
    assert sum(counts.values()) == 160
    assert {what for what in counts if what.endswith("refused")} == {
        f"{kind} refused" for kind in mutations.KINDS
    }


def test_mutants_are_the_same_for_the_same_seed_and_differ_from_their_golden_files() -> None:
    one, other = ([each for _, each in zip(range(40), mutants(3), strict=False)] for _ in range(2))
    assert one == other
    whole = {golden.raw for golden in goldens()}
    assert sum(each.raw in whole for each in one) < 4


@pytest.mark.filterwarnings("ignore::navalrules.replaying.OlderRulesWarning")
def test_whole_files_are_taken_at_every_door(tmp_path: Path) -> None:
    for golden in goldens():
        if "resumed" not in golden.name:
            what, _ = entered(Mutant(golden.kind, golden.name, golden.raw), tmp_path)
            assert what == f"{golden.kind} taken", golden.name


@pytest.mark.filterwarnings("ignore::navalrules.replaying.OlderRulesWarning")
class TestStrategies:
    """Hypothesis spoils files of each kind."""

    @shared
    @given(spoiled_files("scenario"))
    def test_scenario(self, tmp_path_factory: pytest.TempPathFactory, mutant: Mutant) -> None:
        entered(mutant, tmp_path_factory.mktemp("files"))

    @shared
    @given(spoiled_files("ships"))
    def test_ships(self, tmp_path_factory: pytest.TempPathFactory, mutant: Mutant) -> None:
        entered(mutant, tmp_path_factory.mktemp("files"))

    @shared
    @given(spoiled_files("variant"))
    def test_variant(self, tmp_path_factory: pytest.TempPathFactory, mutant: Mutant) -> None:
        entered(mutant, tmp_path_factory.mktemp("files"))

    @shared
    @given(spoiled_files("battle"))
    def test_battle(self, tmp_path_factory: pytest.TempPathFactory, mutant: Mutant) -> None:
        entered(mutant, tmp_path_factory.mktemp("files"))


def test_a_save_cut_off_at_any_byte_is_refused_and_left_alone(tmp_path: Path) -> None:
    whole = next(each.raw for each in goldens() if each.name == "v2-battle-made-up.json")
    path = tmp_path / "fight.json"
    for cut in range(len(whole) - 1):
        with pytest.raises(ValueError, match=r"."):
            json.loads(whole[:cut].decode("utf-8", "replace"))
    for cut in (*range(0, len(whole) - 1, 37), len(whole) - 2):
        path.write_bytes(whole[:cut])
        with pytest.raises(nr.BadFile):
            nr.load(path)
        assert path.read_bytes() == whole[:cut]


def test_a_process_killed_while_saving_loses_nothing(tmp_path: Path) -> None:
    assert killed.run(4, 3, tmp_path)["killed"] == 4


def test_battles_one_after_another_leave_nothing_behind(tmp_path: Path) -> None:
    sizes = []
    for stretch in range(3):
        for number in range(stretch * 20 + 1, stretch * 20 + 21):
            grown.fought(number, tmp_path)
        gc.collect()
        sizes.append(len(gc.get_objects()))
    # One battle that was kept would be a thousand objects.
    assert sizes[2] - sizes[1] < 500, sizes
