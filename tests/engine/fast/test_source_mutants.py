"""Changes of the lane's own sources are noticed."""

import pytest

from engine.fast.compiling import compiler
from engine.fast.library import FOLDER
from tests.engine.fast.source_mutants import mutants, run
from tests.profiles import PROFILE

MUTANTS, CASES = (2_000, 20_000) if PROFILE == "long" else (1, 60)
MOST_SURVIVING = 0.1 if PROFILE == "long" else 1.0
"""The share of mutants that no case notices: many change nothing, such as a bound that is never reached."""


def test_cases_notice_most_changes_of_the_sources() -> None:
    if compiler() is None:
        pytest.skip("there is no C compiler")
    files = sorted(path.name for path in FOLDER.glob("*.c"))
    assert sum(1 for file in files for _ in mutants(FOLDER / file)) > 1_500
    fates, survived = run(files, 1, MUTANTS, CASES)
    assert fates.total() == MUTANTS
    assert len(survived) <= MUTANTS * MOST_SURVIVING, survived
