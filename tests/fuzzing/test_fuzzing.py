"""The short run of the fuzzer: with a fixed seed, and so many inputs that it ends soon."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.fuzzing.inputs import seeds
from tests.fuzzing.mutating import mutated, plainly
from tests.fuzzing.target import try_bytes
from tests.offenders import for_every
from tests.profiles import examples

ROOT = Path(__file__).parents[2]
SEED = 12
MUTANTS = 600
"""Changed samples that are tried without guidance by coverage, of which the push profile tries a part."""
RUNS = 750
"""Inputs that the coverage-guided fuzzer tries, of which the push profile tries a part."""
EACH = 10
"""It begins with every tenth sample."""


def _paths() -> list[str]:
    return [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]


@for_every("part", range(4))
def test_changed_samples_go_the_whole_path(part: int) -> None:
    random = Random(SEED + part)
    inputs = list(seeds())
    for _ in range(examples(MUTANTS) // 4):
        data = random.choice(inputs)
        try_bytes(mutated(data, random, lambda each: plainly(each, random)))


@for_every("data", [b"", b"\x00", b"\x01\xff", b'\x00\x00"\\ud800N"', b"\x01\x00\xff\xfe\n\x00"])
def test_hardly_any_bytes(data: bytes) -> None:
    try_bytes(data)


def test_the_fuzzer_that_coverage_guides_finds_nothing(tmp_path: Path) -> None:
    if importlib.util.find_spec("atheris") is None:
        if os.environ.get("CI"):
            pytest.fail("atheris is not installed")
        pytest.skip("atheris is not installed (pip install -e '.[fuzz]')")
    inputs, work = tmp_path / "inputs", tmp_path / "work"
    inputs.mkdir()
    work.mkdir()
    for number, data in enumerate(list(seeds())[::EACH]):
        (inputs / str(number)).write_bytes(data)
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "tests.fuzzing",
            f"-runs={examples(RUNS)}",
            f"-seed={SEED}",
            "-timeout=120",
            str(inputs),
        ],
        cwd=work,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *_paths()])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    assert "Done " in done.stderr
    assert list(work.iterdir()) == []
