"""Requests enter no more files than they did; ``python -m tests.benchmarks.files_entered --write`` keeps which."""

import json
from pathlib import Path

import pytest

from engine.fast.library import library
from tests.benchmarks.files_entered import AIMS, KEPT, measured

MORE = 2
"""Files that a request may enter beyond those that are kept."""


@pytest.mark.skipif(library() is None, reason="the library is not compiled: python -m engine.fast.compiling")
def test_requests_enter_no_more_files_than_they_did(tmp_path: Path) -> None:
    found, kept = measured(tmp_path), json.loads(KEPT.read_text(encoding="utf-8"))
    assert found.keys() == kept.keys() == AIMS.keys()
    came = {name: sorted(files.difference(kept[name])) for name, files in found.items()}
    assert {name: came[name] for name, files in found.items() if len(files) > len(kept[name]) + MORE} == {}
