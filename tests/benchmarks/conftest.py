"""The benchmarks collect garbage before they measure, which must not take as long as all tests before them made it."""

import gc

import pytest


@pytest.fixture(scope="module", autouse=True)
def _leave_out_what_was_made_before() -> None:
    gc.collect()
    gc.freeze()
