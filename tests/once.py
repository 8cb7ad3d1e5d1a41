"""What is dear to make is made once a run of tests, by the worker that needs it first; the others wait, and copy it."""

import fcntl
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest


def made_once(folders: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """The folder of a name that ``make`` fills, which all workers share and none changes."""
    base = folders.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    folder = shared / f"once-{name}"
    with (shared / f"lock-{name}").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            part = Path(tempfile.mkdtemp(dir=shared))
            make(part)
            part.rename(folder)
    return folder
