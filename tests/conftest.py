"""What every test may use."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("fupan", deadline=None)
settings.load_profile("fupan")

REPO = Path(__file__).parents[1]
SHARED = Path(os.environ.get("FUPAN_SHARED") or REPO.parent / "shared")
"""The folder that the project is built from: its specification, and records of other programs."""


@pytest.fixture(scope="session")
def shared() -> Path:
    """The shared folder.  Tests that need it are skipped where it is absent, but in CI they fail."""
    if not SHARED.is_dir():
        reason = f"the shared folder is not there: {SHARED} (FUPAN_SHARED names another place)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return SHARED
